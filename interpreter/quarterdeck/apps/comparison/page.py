"""A comparison as one page of HTML that needs no network: everything that it shows and draws with is in it.

In: a `GamesCompared` and its charts. Out: text. Without scripts the drawings stand there all the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

from quarterdeck.apps.comparison.charts import COLOURS, DrawnPair, as_svg, drawing_library
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
    many,
    rows_of_battle,
    scale_said,
    size_said,
    source_said,
)
from quarterdeck.base import decimals
from quarterdeck.print.page import html_page

STYLE = Path(__file__).with_name("static") / "page.css"
NOTHING = '<span class="nothing">–</span>'
GOLDEN = 137
"""Degrees from one hue to the next, so that topics next to each other look different."""
FOOTER = (
    "<footer>Made by Quarterdeck from the rulesets themselves. "
    "The games belong to their authors; their rules are told in other words.</footer>"
)
INDENT = 3
"""Blanks by which English lines go in, step by step."""
DRAW = """
for (const [name, spec] of Object.entries(JSON.parse(document.getElementById("charts").textContent))) {
  const place = document.getElementById("chart-" + name);
  vegaEmbed(place, spec, {actions: false, renderer: "svg"});
}
"""


@dataclass(frozen=True)
class ComparisonPage:
    """One page."""

    found: GamesCompared
    charts: Sequence[DrawnPair]

    def html(self) -> str:
        """Give the page."""
        titles = [game.title for game in self.found.games]
        style = f"{STYLE.read_text('utf-8')}:root {{ --games: {len(titles)}; }}"
        before, after = "\n".join((*self.header(titles), *self.menu())), "\n".join((FOOTER, *self.scripts()))
        title = f"{', '.join(titles)}: compared"
        return html_page(title, "\n".join(self.lines()), style, before=before, after=after)

    def header(self, titles: Sequence[str]) -> Iterator[str]:
        """Give the head of the page."""
        yield f"<header><h1>{' <i>&amp;</i> '.join(f'<span>{escape(title)}</span>' for title in titles)}</h1>"
        yield '<p class="lede">The same questions, asked of different rules. What stands here is read from the rules '
        yield "themselves; numbers are counted exactly unless it says otherwise, and each can be asked again.</p>"
        yield "</header>"

    def lines(self) -> Iterator[str]:
        """Give the main part piece by piece."""
        yield from self.games()
        yield from self.turns()
        yield from self.sizes()
        for measure in self.found.measures:
            yield from self.measure(measure)
        for battle in self.found.battles:
            yield from self.battle(battle)
        for topic in self.found.topics:
            yield from self.topic(topic)
        yield from self.without_topic()

    # --- what stands around

    def menu(self) -> Iterator[str]:
        """Give the links to the parts."""
        yield '<nav><div><a href="#turns">Turns</a><a href="#topics">Topics</a>'
        yield from (f'<a href="#{one.measure}">{escape(one.title)}</a>' for one in self.found.measures)
        yield from (f'<a href="#battle-{one.battle}">{escape(one.title)}</a>' for one in self.found.battles)
        yield "</div></nav>"

    def scripts(self) -> Iterator[str]:
        """Give what draws the charts, where there are any."""
        if self.charts:
            specs = json.dumps({one.name: one.spec for one in self.charts}, ensure_ascii=False).replace("</", "<\\/")
            yield f'<script type="application/json" id="charts">{specs}</script>'
            library = drawing_library().replace("</script", "<\\/script")
            yield f"<script>{library}</script>\n<script>{DRAW}</script>"

    @cached_property
    def tones(self) -> dict[str, str]:
        """Give the colour of each game."""
        return {game.game: COLOURS[place % len(COLOURS)] for place, game in enumerate(self.found.games)}

    @cached_property
    def titles(self) -> dict[str, str]:
        """Give the title of each game."""
        return {game.game: game.title for game in self.found.games}

    def named(self, game: str) -> str:
        """Give a game's title behind a dot of its colour."""
        return f'<span class="dot" style="--tone: {self.tones[game]}"></span>{escape(self.titles[game])}'

    def heads(self, first: str = "", sort: str = "") -> str:
        """Give the head of a table with a column for each game."""
        cells = "".join(f"<th{sort}>{self.named(game.game)}</th>" for game in self.found.games)
        return f"<tr><th>{escape(first)}</th>{cells}</tr>"

    # --- games, turns, sizes

    def games(self) -> Iterator[str]:
        """Give a card for each game."""
        yield '<div class="games">'
        for game in self.found.games:
            yield f'<div class="game" style="--tone: {self.tones[game.game]}"><h3>{escape(game.title)}</h3>'
            yield f"<p>{escape(', '.join(part for part in (game.edition, game.era) if part))}</p>"
            if game.dice:
                yield chips(game.dice)
            for scale in game.scales:
                yield f"<p><b>{escape(scale_said(scale).capitalize())}</b>; {escape(source_said(scale))}</p>"
            yield "</div>"
        yield "</div>"

    def turns(self) -> Iterator[str]:
        """Give the turns beside each other."""
        about = {topic.topic: topic.title for topic in self.found.topics}
        hues = {name: f"hsl({place * GOLDEN % 360} 45% 52%)" for place, name in enumerate(about)}
        yield '<h2 id="turns">A turn</h2><p class="about">What is about the same thing stands in one row, as far as '
        yield f'the order of the phases allows.</p><table class="turns">{self.heads()}'
        for row in aligned(self.found.turns):
            hue, words = hues.get(row.topic or "", "#bbb"), about.get(row.topic or "", "")
            yield f'<tr style="--hue: {hue}"><td>{escape(words)}</td>'
            for stages in row.stages:
                yield f"<td>{''.join(map(stage, stages))}</td>"
            yield "</tr>"
        yield "</table>"

    def sizes(self) -> Iterator[str]:
        """Give how much each game has about each topic; bars compare the words."""
        most = max((game.words for topic in self.found.topics for game in topic.games), default=1) or 1
        yield '<h2 id="topics">Topics</h2><p class="about">How much each game has about what. Bars are as long as its '
        yield f'printed rules, the longest {most:,} words.</p><table class="sizes">{self.heads("topic")}'
        for topic in self.found.topics:
            yield f'<tr><td><a href="#{topic.topic}">{escape(topic.title)}</a></td>'
            for game in topic.games:
                yield f'<td style="--tone: {self.tones[game.game]}">{self.size(game, most)}</td>'
            yield "</tr>"
        yield "</table>"

    def size(self, game: TopicOfGame, most: int) -> str:
        """Give how much a game has about a topic."""
        if not game.addresses:
            return '<span class="nothing">nothing</span>'
        said = size_said(game)
        bar = f'<span class="bar" style="width: {max(1, 100 * game.words // most)}%"></span>'
        return f"{said} {bar}"

    # --- numbers

    def measure(self, measure: MeasureCompared) -> Iterator[str]:
        """Give what was asked of all games, pair by pair."""
        yield f'<h2 id="{measure.measure}">{escape(measure.title)}</h2><p class="about">{escape(measure.about)}</p>'
        yield (
            '<p class="legend">'
            + "".join(f"<span>{self.named(game.game)}</span>" for game in self.found.games)
            + "</p>"
        )
        for pair in measure.pairs:
            chart = next(one for one in self.charts if (one.measure, one.pair) == (measure.measure, pair.pair))
            yield f'<h3>{escape(pair.title)}</h3><div class="chart" id="chart-{chart.name}">{as_svg(chart.spec)}</div>'
            yield from self.answers(measure, pair)
        yield from self.meanings(measure)

    def answers(self, measure: MeasureCompared, pair: PairMeasured) -> Iterator[str]:
        """Give all numbers of a pair, with the commands that ask for them again."""
        _, unable = answering(measure)
        yield self.notes({game.game: game.cannot for game in pair.games if game.cannot and game.game not in unable})
        asked = sum(len(game.answers) for game in pair.games)
        yield f"<details><summary>{many(asked, 'answer')}, and how each is asked again</summary><table>"
        yield "<tr><th>game</th>"
        if measure.along:
            yield f'<th class="number">{escape(measure.along)}, {escape(measure.unit or "")}</th>'
            yield '<th class="number">here</th>'
        columns = columns_of(measure)
        sorts = ["" if len(column.places) > 1 else ' class="number"' for column in columns]
        yield "".join(f"<th{sort}>{escape(one.title)}</th>" for sort, one in zip(sorts, columns, strict=True))
        yield "<th>ask again</th></tr>"
        for game in pair.games:
            for answer in game.answers:
                yield f"<tr><td>{self.named(game.game)}</td>"
                if measure.along:
                    here = "" if answer.here is None else decimals.shown(answer.here)
                    yield f'<td class="number">{answer.at:,}</td><td class="number">{here}</td>'
                for sort, column in zip(sorts, columns, strict=True):
                    cell = escape(cell_said(answer, measure, column)).replace("\n", "<br>")
                    yield f"<td{sort}>{cell}</td>"
                yield f"<td><code>{escape(answer.command)}</code></td></tr>"
        yield "</table></details>"

    def notes(self, unable: Mapping[str, str]) -> str:
        """Say which games have no answer, and why."""
        said = "".join(
            f"<li><b>{escape(self.titles[game])}</b> has no answer: {escape(why)}</li>" for game, why in unable.items()
        )
        return f'<ul class="notes">{said}</ul>' if said else ""

    def meanings(self, measure: MeasureCompared) -> Iterator[str]:
        """Give what each game means by what was asked, once for all pairs."""
        told: dict[str, AnswersOfGame] = {}
        for pair in measure.pairs:
            for one in pair.games:
                if one.columns and (one.answers or one.game not in told):
                    told[one.game] = one
        yield f"<h4>What the numbers mean</h4><table>{self.heads()}"
        columns = dict.fromkeys(column.column for one in told.values() for column in one.columns)
        for column in columns:
            yield f"<tr><td>{escape(column)}</td>"
            for named in self.found.games:
                game = told.get(named.game)
                here = game.columns if game is not None else ()
                known = next((one for one in here if one.column == column), None)
                said = "" if known is None else known.means or f"not shown: {known.lacks}"
                shown = f"<br><code>{escape(known.shows)}</code>" if known is not None and known.shows else ""
                yield f"<td>{escape(said)}{shown}</td>"
            yield "</tr>"
        yield f"<tr><td>{'asked of' if measure.until is None else 'carried out in a turn'}</td>"
        for named in self.found.games:
            game = told.get(named.game)
            ends = f" (ends because {escape(game.ends_because)})" if game is not None and game.ends_because else ""
            of = (game.each_turn or (game.of,)) if game is not None and game.of else ()
            asked = "<br>".join(f"<code>{escape(one)}</code>" for one in of if one) + ends or NOTHING
            yield f"<td>{asked}</td>"
        yield "</tr></table>"

    def battle(self, battle: BattleCompared) -> Iterator[str]:
        """Give a battle of history as the games fight it."""
        yield f'<h2 id="battle-{battle.battle}">{escape(battle.title)}</h2>'
        yield f'<p class="about">What happened: {escape(battle.happened)}</p><table>{self.heads()}'
        for words, cells in rows_of_battle(battle):
            told = "".join(f"<td>{escape(cell).replace(chr(10), '<br>')}</td>" for cell in cells)
            yield f"<tr><td>{escape(words)}</td>{told}</tr>"
        asked = "".join(f"<td><code>{escape(game.command)}</code></td>" for game in battle.games)
        yield f"<tr><td>fight it again</td>{asked}</tr></table>"

    # --- topics

    def topic(self, topic: TopicCompared) -> Iterator[str]:
        """Give what each game does about a topic."""
        yield f'<h2 id="{topic.topic}">{escape(topic.title)}</h2><p class="about">{escape(topic.about)}</p>'
        yield '<div class="columns">'
        for game in topic.games:
            yield f'<div style="--tone: {self.tones[game.game]}"><b>{escape(self.titles[game.game])}</b>'
            yield from self.told(game)
            yield "</div>"
        yield "</div>"
        yield from self.modifiers(topic)

    def told(self, game: TopicOfGame) -> Iterator[str]:
        """Give the core, the dice and the tables of a game's topic."""
        if not game.addresses:
            yield '<p class="nothing">nothing</p>'
        dice = dict.fromkeys(roll.dice for roll in game.rolls)
        if dice:
            yield chips(dice)
        yield from (self.rule(rule) for rule in game.core)
        if game.tables:
            titles = "; ".join(f"{table.title} ({many(table.rows, 'row')})" for table in game.tables)
            yield f'<p class="small">Tables: {escape(titles)}</p>'
        if game.addresses:
            listed = ", ".join(f"<code>{escape(address)}</code>" for address in game.addresses)
            yield f"<details><summary>where it stands ({len(game.addresses)})</summary>"
            yield f"<p>{listed}</p></details>"

    def rule(self, rule: CoreRule) -> str:
        """Give a rule of the core."""
        head = f'<div class="rule"><h4 title="{escape(rule.address)}">{escape(rule.title)}</h4>'
        if rule.is_table:
            rows = [line.split(" | ") for line in rule.lines]
            cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
            return f"{head}<table>{cells}</table></div>"
        lines = (
            f'<p class="step" style="--depth: {(len(line) - len(line.lstrip())) // INDENT}">{escape(line.strip())}</p>'
            for line in rule.lines
        )
        return f"{head}{''.join(lines)}</div>"

    def modifiers(self, topic: TopicCompared) -> Iterator[str]:
        """Give what changes rolls and chances, lined up by what it is about."""
        subjects = dict.fromkeys(one.subject for game in topic.games for one in game.modifiers)
        if not subjects:
            return
        yield f"<h4>What changes it, by what it is about</h4><table>{self.heads()}"
        for subject in subjects:
            yield f"<tr><td>{escape(self.found.subjects.get(subject, 'other'))}</td>"
            for game in topic.games:
                told = [one for one in game.modifiers if one.subject == subject]
                said = "<br>".join(f'<span title="{escape(one.address)}">{escape(one.text)}</span>' for one in told)
                yield f"<td>{said or NOTHING}</td>"
            yield "</tr>"
        yield "</table>"

    def without_topic(self) -> Iterator[str]:
        """List the rules that belong to no topic."""
        rest: Mapping[str, list[str]] = {game: [] for game in self.titles}
        for one in self.found.without_topic:
            rest[one.game].append(one.address)
        if any(rest.values()):
            yield '<h2 id="without_topic">Rules without a topic</h2>'
            for game, addresses in rest.items():
                listed = ", ".join(f"<code>{escape(address)}</code>" for address in addresses)
                yield f"<p>{self.named(game)}: {listed}</p>" if addresses else ""


def chips(words: Iterable[str]) -> str:
    """Give words in small frames: dice."""
    return "<p>" + "".join(f'<span class="chip">{escape(word)}</span>' for word in words) + "</p>"


def stage(title: str) -> str:
    """Give a phase, or a step below which stands its phase."""
    phase, _, step = title.rpartition(": ")
    small = f"<small>{escape(phase)}</small>" if phase else ""
    return f'<div class="stage">{escape(step[:1].upper() + step[1:])}{small}</div>'
