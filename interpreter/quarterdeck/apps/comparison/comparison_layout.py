"""Lay out a comparison as a report, for a page and for paper.

In: a `GamesCompared` and its charts. Out: a `Report`. A page has every answer; paper has some of the distances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass, replace
from functools import cached_property

from quarterdeck.apps.comparison.charts import COLOURS, DrawnPair, as_svg
from quarterdeck.apps.comparison.report import (
    AnswersOfGame,
    BattleCompared,
    CoreRule,
    GamesCompared,
    MeasureCompared,
    PairMeasured,
    TopicCompared,
    TopicOfGame,
)
from quarterdeck.apps.comparison.turns import aligned
from quarterdeck.apps.comparison.wording import (
    answering,
    cell_said,
    columns_of,
    rows_of_battle,
    scale_said,
    size_said,
    source_said,
)
from quarterdeck.base import decimals
from quarterdeck.base.text import many
from quarterdeck.print.report.document import (
    BoxedCell,
    Cells,
    Chart,
    ColouredCell,
    Commands,
    Folded,
    Legend,
    Report,
    ReportColumn,
    SideBySide,
    listing,
    prose,
    said,
    section,
    table,
)
from quarterdeck.prose.text.blocks import Block, Cell, Grid, Prose, Section
from quarterdeck.prose.text.runs import Run, Text, joined

LEAD = (
    "The same questions, asked of different rules. What is told here is read from the rules themselves. Numbers are "
    "counted exactly unless it says otherwise, and each can be asked again."
)
FOOT = (
    "Made by Quarterdeck from the rulesets themselves. The games belong to their authors; their rules are told in "
    "other words."
)
NOTHING = Cell(said("–", "aside"))
GOLDEN = 137
"""Degrees from one hue to the next, so that topics next to each other look different."""
NO_TOPIC = "#8a8577"
FIRST, DISTANCE, NARROW, WIDE = 29, 12, 19, 52
"""Millimetres on paper of the column of games, of a distance, of one number in a cell, and of several."""
AT_MOST = 6
"""So many distances are in a table on paper; the page has all of them."""


@dataclass(frozen=True)
class ComparisonLayout:
    """Lays out one comparison."""

    found: GamesCompared
    drawn: Sequence[DrawnPair]

    def report(self) -> Report:
        """Return the report."""
        titles = [game.title for game in self.found.games]
        return Report(
            joined(map(said, titles), " & "),
            (
                self.turns(),
                self.sizes(),
                *map(self.measure, self.found.measures),
                *map(self.battle, self.found.battles),
                *map(self.topic, self.found.topics),
                *self.without_topic(),
            ),
            said(LEAD),
            f"{', '.join(titles)}: compared",
            (SideBySide(tuple(self.cards()), is_short=True),),
            said(FOOT),
            is_wide=True,
        )

    @cached_property
    def tones(self) -> dict[str, str]:
        """Return the colour of each game."""
        return {game.game: COLOURS[place % len(COLOURS)] for place, game in enumerate(self.found.games)}

    @cached_property
    def titles(self) -> dict[str, str]:
        """Return the title of each game."""
        return {game.game: game.title for game in self.found.games}

    @cached_property
    def charts(self) -> dict[tuple[str, str], Chart]:
        """Return the chart of each pair of each measure."""
        words = {
            (measure.measure, pair.pair): f"Chart: {measure.title}, {pair.title}; its numbers are in the table below"
            for measure in self.found.measures
            for pair in measure.pairs
        }
        return {
            (one.measure, one.pair): Chart(one.name, as_svg(one.spec), one.spec, words[one.measure, one.pair])
            for one in self.drawn
        }

    def named(self, game: str) -> Cell:
        """Return a game's title behind a dot of its colour."""
        return ColouredCell(said(self.titles[game]), colour=self.tones[game])

    def by_game(self, first: str, rows: Iterable[Cells], style: str = "even") -> Grid:
        """Return a table with a column for each game."""
        return table((first, *map(self.named, self.titles)), rows, style=style)

    # --- games, turns, sizes

    def cards(self) -> Iterator[ReportColumn]:
        """Yield a card for each game."""
        for game in self.found.games:
            scales = (
                Prose((*said(scale_said(one).capitalize()), *said(f"; {source_said(one)}", "aside")))
                for one in game.scales
            )
            edition = prose(", ".join(part for part in (game.edition, game.era) if part), "aside")
            yield ReportColumn(said(game.title), self.tones[game.game], (edition, *chips(game.dice), *scales))

    def turns(self) -> Section:
        """Lay out the turns beside each other."""
        about = {topic.topic: topic.title for topic in self.found.topics}
        hues = {name: colour_of(place * GOLDEN % 360) for place, name in enumerate(about)}
        rows: list[Cells] = []
        for row in aligned(self.found.turns):
            topic = row.topic or ""
            boxes = (stages_in(one, hues.get(topic, NO_TOPIC)) for one in row.stages)
            rows.append((said(about.get(topic, ""), "aside"), *boxes))
        how = "What is about the same thing is in one row, as far as the order of the phases allows."
        return section("A turn", [prose(how, "aside"), self.by_game("", rows, "even boxes")], place="turns")

    def sizes(self) -> Section:
        """Lay out how much each game has about each topic; bars compare the words."""
        most = max((game.words for topic in self.found.topics for game in topic.games), default=1) or 1
        rows: list[Cells] = [
            (said(topic.title, to=topic.topic), *(self.size(game, most) for game in topic.games))
            for topic in self.found.topics
        ]
        words = f"How much each game has about what. Bars are as long as its printed rules, the longest {most:,} words."
        return section("Topics", [prose(words, "aside"), self.by_game("topic", rows)], place="topics")

    def size(self, game: TopicOfGame, most: int) -> Cell:
        """Return how much a game has about a topic."""
        if not game.addresses:
            return Cell(said("nothing", "aside"))
        return ColouredCell(said(size_said(game)), colour=self.tones[game.game], bar=max(1, 100 * game.words // most))

    # --- numbers

    def measure(self, measure: MeasureCompared) -> Section:
        """Lay out what was asked of all games, pair by pair."""
        able, unable = answering(measure)
        legend = Legend(tuple((self.titles[game], self.tones[game]) for game in able))
        pairs = (self.pair(measure, pair, unable) for pair in measure.pairs)
        blocks = [prose(measure.about, "aside"), legend, *self.notes(unable)]
        laid = section(measure.title, blocks, (*pairs, self.meanings(measure)), measure.measure)
        return replace(laid, opens_page=True)

    def pair(self, measure: MeasureCompared, pair: PairMeasured, unable: Mapping[str, str]) -> Section:
        """Lay out the chart of a pair, and all its numbers with the commands that ask for them again."""
        notes = self.notes({game.game: game.cannot for game in pair.games if game.cannot and game.game not in unable})
        asked = many(sum(len(game.answers) for game in pair.games), "answer")
        some = replace(
            pair,
            games=tuple(
                replace(game, answers=game.answers[:: -(-len(game.answers) // AT_MOST) or 1]) for game in pair.games
            ),
        )
        paper: tuple[Block, ...] = (self.answers(measure, some, has_asks=measure.until is None),)
        if measure.until is not None:
            paper += (Commands(tuple(answer.command for game in some.games for answer in game.answers)),)
        page = (self.answers(measure, pair, has_asks=True),)
        folded = Folded(f"{asked}, and how each is asked again", page, paper)
        return section(pair.title, [self.charts[measure.measure, pair.pair], *notes, folded])

    def answers(self, measure: MeasureCompared, pair: PairMeasured, *, has_asks: bool) -> Grid:
        """Lay out the numbers of a pair, an answer in each row."""
        columns = columns_of(measure)
        along = (f"{measure.along}, {measure.unit or ''}", "here") if measure.along else ()
        rows: list[Cells] = []
        for game in pair.games:
            for answer in game.answers:
                here = "" if answer.here is None else decimals.shown(answer.here)
                at = ("" if answer.at is None else f"{answer.at:,}", here) if along else ()
                numbers = (cell_said(answer, measure, column) for column in columns)
                rows.append(
                    (self.named(game.game), *at, *numbers, *([said(answer.command, "code")] if has_asks else []))
                )
        single = [place for place, column in enumerate(columns, 1 + len(along)) if len(column.places) == 1]
        wide = (WIDE if len(column.places) > 1 else NARROW for column in columns)
        return table(
            ("game", *along, *(column.title for column in columns), *(["ask again"] if has_asks else [])),
            rows,
            right=(*range(1, 1 + len(along)), *single),
            widths=(FIRST, *(DISTANCE for _ in along), *wide, *([0] if has_asks else [])),
        )

    def notes(self, unable: Mapping[str, str]) -> list[Block]:
        """Say which games have no answer, and why."""
        lines = [(*said(self.titles[game]), *said(f" has no answer: {why}", "aside")) for game, why in unable.items()]
        return [listing(lines)] if lines else []

    def meanings(self, measure: MeasureCompared) -> Section:
        """Lay out what each game means by what was asked, once for all pairs."""
        answers: dict[str, AnswersOfGame] = {}
        for pair in measure.pairs:
            for one in pair.games:
                if one.columns and (one.answers or one.game not in answers):
                    answers[one.game] = one
        columns = dict.fromkeys(column.column for one in answers.values() for column in one.columns)
        games = [answers.get(game) for game in self.titles]
        rows: list[Cells] = [(column, *(meaning(game, column) for game in games)) for column in columns]
        asked = "asked of" if measure.until is None else "carried out in a turn"
        rows.append((asked, *map(asked_of, games)))
        return section("What the numbers mean", [self.by_game("", rows)])

    def battle(self, battle: BattleCompared) -> Section:
        """Lay out a battle of history as the games fight it."""
        rows: list[Cells] = [(words, *cells) for words, cells in rows_of_battle(battle)]
        rows.append(("fight it again", *(said(game.command, "code") for game in battle.games)))
        blocks = [prose(f"What happened: {battle.happened}", "aside"), self.by_game("", rows)]
        return section(battle.title, blocks, place=f"battle-{battle.battle}")

    # --- topics

    def topic(self, topic: TopicCompared) -> Section:
        """Lay out what each game does about a topic."""
        titles, tones = self.titles, self.tones
        columns = (ReportColumn(said(titles[one.game]), tones[one.game], tuple(told_of(one))) for one in topic.games)
        return section(
            topic.title,
            [prose(topic.about, "aside"), SideBySide(tuple(columns))],
            self.modifiers(topic),
            topic.topic,
            in_menu=False,
        )

    def modifiers(self, topic: TopicCompared) -> Iterator[Section]:
        """Yield what changes rolls and chances, lined up by what it is about."""
        subjects = dict.fromkeys(one.subject for game in topic.games for one in game.modifiers)
        rows: list[Cells] = []
        for subject in subjects:
            of_games = ([one for one in game.modifiers if one.subject == subject] for game in topic.games)
            cells = (Cell(lines=tuple((Run(one.text, entity=one.address),) for one in told)) for told in of_games)
            rows.append((self.found.subjects.get(subject, "other"), *(one if one.lines else NOTHING for one in cells)))
        if rows:
            yield section("What changes it, by what it is about", [self.by_game("", rows)])

    def without_topic(self) -> Iterator[Section]:
        """Yield the rules that belong to no topic."""
        rest: Mapping[str, list[str]] = {game: [] for game in self.titles}
        for one in self.found.without_topic:
            rest[one.game].append(one.address)
        lines = [(*said(f"{self.titles[game]}: "), *in_code(ones)) for game, ones in rest.items() if ones]
        if lines:
            yield section("Rules without a topic", map(Prose, lines), place="without_topic")


def colour_of(hue: int) -> str:
    """Return a colour of a hue that is dark enough to be seen on the page."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue / 360, 0.38, 0.45))


def chips(dice: Iterable[str]) -> list[Block]:
    """Return dice in small frames."""
    chipped = tuple(run for one in dict.fromkeys(dice) for run in said(one, "chip"))
    return [Prose(chipped)] if chipped else []


def in_code(addresses: Iterable[str]) -> Text:
    """Return addresses one after another."""
    return joined((said(one, "code") for one in addresses), ", ")


def stages_in(stages: Sequence[str], colour: str) -> Cell:
    """Return phases, or steps each with the phase that it is in, in boxes."""
    lines = []
    for title in stages:
        phase, _, step = title.rpartition(": ")
        lines.append((*said(step[:1].upper() + step[1:]), *said(f" {phase}" if phase else "", "aside")))
    return BoxedCell(lines=tuple(lines), colour=colour) if lines else Cell()


def meaning(game: AnswersOfGame | None, column: str) -> Cell:
    """Return what a game means by a column, and what it shows for it."""
    known = next((one for one in game.columns if one.column == column), None) if game is not None else None
    if known is None:
        return Cell()
    shown = (said(known.shows, "code"),) if known.shows else ()
    return Cell(lines=(said(known.means or f"not shown: {known.lacks}"), *shown))


def asked_of(game: AnswersOfGame | None) -> Cell:
    """Return the rule that a game was asked about, or what is carried out in its turn."""
    of = (game.each_turn or (game.of,)) if game is not None and game.of else ()
    lines = [said(one, "code") for one in of if one]
    if game is not None and game.ends_because:
        lines[-1:] = [(*(lines[-1] if lines else ()), *said(f" (ends because {game.ends_because})"))]
    return Cell(lines=tuple(lines)) if lines else NOTHING


def told_of(game: TopicOfGame) -> Iterator[Block]:
    """Yield the core, the dice and the tables of a game's topic."""
    if not game.addresses:
        yield prose("nothing", "aside")
        return
    yield from chips(roll.dice for roll in game.rolls)
    for rule in game.core:
        yield from rule_of_core(rule)
    if game.tables:
        titles = "; ".join(f"{one.title} ({many(one.rows, 'row')})" for one in game.tables)
        yield prose(f"Tables: {titles}", "aside")
    yield Folded(f"where it is ({len(game.addresses)})", (Prose(in_code(game.addresses)),))


def rule_of_core(rule: CoreRule) -> Iterator[Block]:
    """Yield a rule of the core: its title, and its lines or a table."""
    yield Prose((Run(rule.title, style="strong", entity=rule.address),), "head")
    if not rule.is_table:
        yield from (prose(line, "step") for line in rule.lines)
        return
    rows = [line.split(" | ") for line in rule.lines]
    width = max(map(len, rows), default=0)
    yield table((), [row + [""] * (width - len(row)) for row in rows])
