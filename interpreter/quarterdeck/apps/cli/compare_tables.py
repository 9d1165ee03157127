"""Print a comparison of games in a terminal: turns, topics and numbers; of chosen topics and measures all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from quarterdeck.apps.comparison.report import (
    BattleCompared,
    GamesCompared,
    MeasureCompared,
    NumberOfMeasure,
    PairMeasured,
    TopicCompared,
)
from quarterdeck.apps.comparison.turns import aligned
from quarterdeck.apps.comparison.wording import (
    number_said,
    rows_of_battle,
    scale_said,
    size_said,
    source_said,
)
from quarterdeck.print.report import terminal
from quarterdeck.print.report.document import table

NAMED = 20
"""So many rules without a topic are named."""


def print_comparison(found: GamesCompared, *, topics: bool, pairs: bool) -> None:
    """Print a comparison: what each game does about its `topics`, all `pairs` that were asked about, or an overview."""
    console = Console(highlight=False)
    print_games(console, found)
    if topics:
        for topic in found.topics:
            print_topic(console, found, topic)
    elif not pairs:
        print_turns(console, found)
        print_sizes(console, found)
    for measure in found.measures:
        print_measure(console, measure, in_full=pairs)
    for battle in found.battles:
        print_battle(console, found, battle)
    if not pairs:
        print_without_topic(console, found)
        console.print(
            "\n--topic TOPIC and --measure MEASURE show all of one, --folder FOLDER writes pages", style="dim"
        )


def print_without_topic(console: Console, found: GamesCompared) -> None:
    """Print which rules belong to no topic."""
    if found.without_topic:
        console.print(f"\n[bold]Rules without a topic ({len(found.without_topic)})[/bold]")
        for one in found.without_topic[:NAMED]:
            console.print(f"  {one.game}: {one.address}", soft_wrap=True)
        if len(found.without_topic) > NAMED:
            console.print(f"  and {len(found.without_topic) - NAMED:,} more (--json)")


def print_games(console: Console, found: GamesCompared) -> None:
    """Print which games there are, and what their units stand for."""
    for game in found.games:
        said = ", ".join(part for part in (game.title, game.edition, game.era) if part)
        console.print(f"[bold]{escape(game.game)}[/bold]: {escape(said)}", soft_wrap=True)
        for scale in game.scales:
            console.print(f"  {scale_said(scale)} ({escape(source_said(scale))})", soft_wrap=True)


def print_table(console: Console, found: GamesCompared, title: str, first: str, rows: Iterable[Sequence[str]]) -> None:
    """Print a table with a column for each game."""
    heads = (first, *(game.game for game in found.games))
    console.print(terminal.table(table(heads, rows, caption=title, style="left")))


def print_turns(console: Console, found: GamesCompared) -> None:
    """Print the turns next to each other, what is about the same topic in one row."""
    titles = {topic.topic: topic.title for topic in found.topics}
    rows = ((titles.get(row.topic or "", ""), *map("\n".join, row.stages)) for row in aligned(found.turns))
    print_table(console, found, "A turn", "about", rows)


def print_sizes(console: Console, found: GamesCompared) -> None:
    """Print how much each game has about each topic."""
    rows = [(topic.title, *map(size_said, topic.games)) for topic in found.topics]
    if rows:
        print_table(console, found, "Topics", "topic", rows)


def print_topic(console: Console, found: GamesCompared, topic: TopicCompared) -> None:
    """Print what each game does about a topic."""
    console.print(f"\n[bold]{escape(topic.title)}[/bold]: {escape(topic.about)}")
    for game in topic.games:
        console.print(f"\n[bold cyan]{escape(game.game)}[/bold cyan]: {size_said(game)}")
        for roll in game.rolls:
            console.print(
                f"  {escape(roll.dice)} for {escape(roll.words)}  [dim]{escape(roll.address)}[/dim]", soft_wrap=True
            )
        for rule in game.core:
            console.print(f"  [bold]{escape(rule.title)}[/bold]  [dim]{escape(rule.address)}[/dim]", soft_wrap=True)
            for line in rule.lines:
                console.print(f"    {escape(line)}", soft_wrap=True)
    subjects = dict.fromkeys(one.subject for game in topic.games for one in game.modifiers)
    if subjects:
        rows = []
        for subject in subjects:
            told = ["\n".join(one.text for one in game.modifiers if one.subject == subject) for game in topic.games]
            rows.append((found.subjects.get(subject, "other"), *(cell or "–" for cell in told)))
        print_table(console, found, "What changes it", "by", rows)


# --- numbers


def print_measure(console: Console, measure: MeasureCompared, *, in_full: bool) -> None:
    """Print what was asked of all games: of one pair, or of all."""
    console.print(f"\n[bold]{escape(measure.title)}[/bold]: {escape(measure.about)}")
    for pair in measure.pairs if in_full else measure.pairs[:1]:
        print_pair(console, measure, pair)
    rest = measure.pairs[1:] if not in_full else ()
    if rest:
        said = "; ".join(pair.title for pair in rest)
        console.print(f"also asked (--measure {measure.measure}): {escape(said)}", style="dim")


def print_pair(console: Console, measure: MeasureCompared, pair: PairMeasured) -> None:
    """Print the answers of all games about a pair, each with the command that asks it again."""
    games = [game for game in pair.games if game.answers]
    laid = Table(title=escape(pair.title), title_justify="left")
    if measure.along is not None:
        laid.add_column(f"{measure.along}, {measure.unit}", justify="right")
    laid.add_column("")
    for game in games:
        laid.add_column(escape(game.game), justify="right")
    for at in sorted({one.at for game in games for one in game.answers}, key=lambda at: at or 0):
        for place, number in enumerate(measure.numbers):
            found = [next((one for one in game.answers if one.at == at), None) for game in games]
            cells = ["" if one is None else number_said(one.numbers[place], number) for one in found]
            label = [] if at is None else ["" if place else f"{at:,}"]
            laid.add_row(*label, escape(time_titled(number)), *cells, end_section=place == len(measure.numbers) - 1)
    console.print(laid)
    for game in pair.games:
        if game.cannot is not None:
            console.print(f"  {escape(game.game)} has no answer: {escape(game.cannot)}", soft_wrap=True)
        elif game.ends_because:
            console.print(f"  {escape(game.game)}: {escape(game.ends_because)}", soft_wrap=True)
    for game in games:
        last = game.answers[-1]
        where = "" if last.at is None else f"{last.at:,} {measure.unit}, "
        how = f"played {last.sampled:,} times" if last.sampled else "counted exactly"
        console.print(f"  {where}{how}: {escape(last.command)}", style="dim", soft_wrap=True)


def time_titled(number: NumberOfMeasure) -> str:
    """Give the title of a number, with the unit of a time."""
    return f"{number.title}, {number.unit}" if number.gives == "time" and number.unit else number.title


# --- battles


def print_battle(console: Console, found: GamesCompared, battle: BattleCompared) -> None:
    """Print a battle of history as the games fight it."""
    console.print(f"\n[bold]{escape(battle.title)}[/bold]: {escape(battle.happened)}")
    print_table(console, found, "", " ", ((words, *cells) for words, cells in rows_of_battle(battle)))
    for game in battle.games:
        if game.command:
            console.print(f"  {escape(game.command)}", style="dim", soft_wrap=True)
