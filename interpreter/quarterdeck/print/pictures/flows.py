"""A procedure with branches as a flow chart: what is done one below the other, what is done sometimes beside.

In: the statements of a procedure or effect, and the English of each. Out: a `Picture`. A question has its answers at
its right and below it; what is done again and again stands in a broken frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.print.drawing.arrows import arrow
from quarterdeck.print.drawing.measures import extent, wide, wrapped
from quarterdeck.print.drawing.shapes import MM, Group, Path, Picture, Point, Shape, Style, Words, polygon, rectangle
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.rules import Rules
from quarterdeck.prose.english.sentences import StatementWriter
from quarterdeck.prose.text.blocks import Point as Sentence
from quarterdeck.prose.text.runs import capital, plain

SIZE = 260
_WIDE = 42 * MM
_INSIDE = 38 * MM
_GAP_DOWN, _GAP_ASIDE = 380, 800
_LINE = SIZE * 125 // 100
_THIN = Style("muted", width=28)
_BOX = Style("ink", "page", 25)
_EDGE, _LANE = 150, 160
_DEEPEST = 2  # columns beside the first


@dataclass(frozen=True)
class Done:
    """Something that is done."""

    words: str


@dataclass(frozen=True)
class DrawnLoop:
    """Something that is done again and again: how often, and what."""

    words: str
    inner: tuple[Item, ...]


@dataclass(frozen=True)
class DrawnFork:
    """A question: what is done if so, and what if not."""

    words: str
    yes: tuple[Item, ...]
    no: tuple[Item, ...]


@dataclass(frozen=True)
class Ended:
    """The end of it all, or of the loop around it."""

    words: str


Item = Done | DrawnLoop | DrawnFork | Ended


def has_branches(rule: Rule) -> bool:
    """Tell whether a rule does one thing or another."""
    body = rule.node.body if isinstance(rule.node, nodes.Procedure | nodes.Effect) else None
    kinds = (nodes.When, nodes.Guarded, nodes.GuardedUnless)
    return body is not None and any(isinstance(part, kinds) for part in body.walk())


def flow_chart(rule: Rule, rules: Rules, title: str) -> Picture:
    """Draw what a procedure or effect does."""
    assert isinstance(rule.node, nodes.Procedure | nodes.Effect)
    assert rule.node.body is not None
    items = tuple(_items(rule.node.body.statements, StatementWriter(rules.speaker(rule), rule.site_address)))
    if items and not isinstance(items[-1], Ended):
        items += (Ended("The end"),)
    drawn = _Chart()
    drawn.column(items, 0, 0)
    words = f"{title} as a flow chart. {' '.join(_in_words(items))}"
    left, top = 60, 60
    shapes = tuple(drawn.shapes)
    box = extent(shapes)
    moved = Group(shapes, (left - box[0], top - box[1]))
    return Picture(box[2] - box[0] + 2 * left, box[3] - box[1] + 2 * top, (moved,), title, words)


# --- what is done


def _items(statements: Iterable[nodes.Statement], writer: StatementWriter, depth: int = 0) -> Iterable[Item]:
    for statement in statements:
        match statement:
            case nodes.When() if depth < _DEEPEST:
                yield _asked(statement, writer, depth)
            case nodes.Guarded(statement=inner, condition=condition) if depth < _DEEPEST:
                yield DrawnFork(_question(condition, writer), tuple(_items((inner,), writer, depth + 1)), ())
            case nodes.GuardedUnless(statement=inner, condition=condition) if depth < _DEEPEST:
                yield DrawnFork(_question(condition, writer), (), tuple(_items((inner,), writer, depth + 1)))
            case nodes.Finish(result=result):
                yield from (_of_sentence(point) for point in writer.told(statement) if result is not None)
                yield Ended("The end")
            case nodes.Stop():
                yield Ended("No further round")
            case nodes.Let() | nodes.Tally():
                writer.told(statement)  # so that its name is known to what comes behind it
            case _:
                yield from (_of_sentence(point) for point in writer.told(statement))


def _asked(statement: nodes.When, writer: StatementWriter, depth: int) -> DrawnFork:
    """Give a question with its further cases in the place of `no`."""
    cases = [(statement.condition, statement.block), *((other.condition, other.block) for other in statement.others)]
    last = statement.otherwise.block if statement.otherwise is not None else ()
    no = tuple(_items(last, writer.inner(), depth))
    for condition, block in reversed(cases):
        no = (DrawnFork(_question(condition, writer), tuple(_items(block, writer.inner(), depth + 1)), no),)
    first = no[0]
    assert isinstance(first, DrawnFork)
    return first


def _question(condition: nodes.Expression, writer: StatementWriter) -> str:
    return f"{plain(capital(said(writer.speaker.condition(condition))))}?"


def _of_sentence(point: Sentence) -> Item:
    """Give a sentence with steps below it as something that is done again; one with modifiers has them in short."""
    words = plain(point.text)
    if point.lead:
        words = f"{plain(point.lead)} {words}"
    if point.points and all(not inner.kind for inner in point.points):
        return DrawnLoop(words.rstrip(":"), tuple(_of_sentence(inner) for inner in point.points))
    changes = [plain(inner.text).partition(":")[0].rstrip(".") for inner in point.points if inner.kind == "modifier"]
    if changes:
        words = f"{words} {'; '.join(changes)}."
    elif words.endswith(":"):  # what is demanded stands at the rule
        words = f"{words.rpartition(',')[0] or words[:-1]}."
    return Done(" ".join((words, *map(plain, point.after))))


def _in_words(items: Sequence[Item]) -> Iterable[str]:
    for item in items:
        match item:
            case Done(words=words) | Ended(words=words):
                yield words if words.endswith((".", "?")) else f"{words}."
            case DrawnLoop(words=words, inner=inner):
                yield f"{words}: {' '.join(_in_words(inner))}"
            case DrawnFork(words=words, yes=yes, no=no):
                yield words
                if yes:
                    yield f"If so: {' '.join(_in_words(yes))}"
                if no:
                    yield f"If not: {' '.join(_in_words(no))}"


# --- where it stands

Way = tuple[Point, ...]
"""Where what was done aside comes from, to be led back to its column."""


@dataclass(frozen=True)
class _End:
    """Where a part of a chart ends, how far it reaches to the right, whether it goes on, what is to be led back."""

    y: int
    right: int
    goes_on: bool = True
    joins: tuple[Way, ...] = ()


@dataclass
class _Chart:
    """A chart in the making."""

    shapes: list[Shape] = field(default_factory=list)

    def column(self, items: Sequence[Item], x: int, y: int, *, is_aside: bool = False) -> _End:
        """Draw items below each other."""
        middle = x + _WIDE // 2
        end = _End(y, x + _WIDE)
        for number, item in enumerate(items):
            if number:
                if end.goes_on or end.joins:
                    self.arrow_down(middle, end, _GAP_DOWN)
                end = _End(end.y + _GAP_DOWN, end.right)
            match item:
                case Done(words=words):
                    end = _End(self.box(words, x, end.y), end.right)
                case Ended(words=words):
                    end = _End(self.pill(words, x, end.y, is_aside and not number), end.right, goes_on=False)
                case DrawnLoop(words=words, inner=inner):
                    end = self.loop(words, inner, x, end)
                case DrawnFork():
                    end = self.question(item, x, end)
        if end.joins:
            below = end.y + _LANE
            self.join(middle, below, end.joins)
            if end.goes_on:
                self.shapes.append(Path((((middle, end.y), (middle, below)),), _THIN))
            end = _End(below, end.right)
        return end

    def box(self, words: str, x: int, y: int, style: Style = _BOX) -> int:
        """Draw what is done; give where it ends."""
        lines = wrapped(words, SIZE, _INSIDE)
        high = _LINE * len(lines) + SIZE
        if style.line:
            self.shapes.append(rectangle((x, y), _WIDE, high, style))
        self.write(lines, x + _WIDE // 2, y + SIZE // 2)
        return y + high

    def write(self, lines: Sequence[str], middle: int, y: int) -> None:
        """Write lines below each other."""
        for number, words in enumerate(lines):
            self.shapes.append(Words((middle, y + _LINE * number + SIZE), words, SIZE))

    def pill(self, words: str, x: int, y: int, at_left: bool) -> int:
        """Draw an end; give where it ends."""
        long, high = wide(words, SIZE) + 3 * SIZE, SIZE * 2
        left = x if at_left else x + (_WIDE - long) // 2
        corner = high // 3
        points = (
            (left + corner, y), (left + long - corner, y), (left + long, y + corner), (left + long, y + high - corner),
            (left + long - corner, y + high), (left + corner, y + high), (left, y + high - corner), (left, y + corner),
        )  # fmt: skip
        self.shapes.append(polygon(points, Style("ink", "shade", 25)))
        self.shapes.append(Words((left + long // 2, y + high // 2 + SIZE // 3), words, SIZE))
        return y + high

    def question(self, item: DrawnFork, x: int, start: _End) -> _End:
        """Draw a question, one of its answers at the right, and what else there is below both."""
        y, middle = start.y, x + _WIDE // 2
        lines = wrapped(item.words, SIZE, _INSIDE - 2 * MM)
        high = _LINE * len(lines) + SIZE
        points = (
            (x, y + high // 2), (x + 2 * MM, y), (x + _WIDE - 2 * MM, y), (x + _WIDE, y + high // 2),
            (x + _WIDE - 2 * MM, y + high), (x + 2 * MM, y + high),
        )  # fmt: skip
        self.shapes.append(polygon(points, Style("ink", "panel", 25)))
        self.write(lines, middle, y + SIZE // 2)
        bottom = y + high
        side, below = (item.yes, item.no) if item.yes else (item.no, ())
        answer, other = ("yes", "no") if item.yes else ("no", "yes")
        far = x + _WIDE + _GAP_ASIDE
        self.arrow_right(x + _WIDE, y + high // 2, far, answer)
        aside = self.column(side, far, y + high // 2 - SIZE, is_aside=True)
        right = max(start.right, aside.right)
        deepest = max(bottom + SIZE * 3 // 2, aside.y)
        self.shapes.append(Words((middle + SIZE // 2, bottom + SIZE), other, SIZE, "start", italic=True))
        ways: tuple[Way, ...] = (((far + _WIDE // 2, aside.y),),) if aside.goes_on else ()
        if not below:
            self.shapes.append(Path((((middle, bottom), (middle, deepest)),), _THIN))
            return _End(deepest, right, joins=ways)
        self.arrow_down(middle, _End(bottom, right), deepest + _GAP_DOWN - bottom)
        rest = self.column(below, x, deepest + _GAP_DOWN)
        if ways and rest.right > far:  # around what stands at the right of it
            lane = max(right, rest.right) + _LANE
            ways = ((*ways[0], (far + _WIDE // 2, deepest + _LANE), (lane, deepest + _LANE)),)
            right = lane
        return _End(rest.y, max(right, rest.right), rest.goes_on, ways)

    def loop(self, words: str, inner: Sequence[Item], x: int, start: _End) -> _End:
        """Draw what is done again and again, in a frame."""
        y = self.box(words, x, start.y, Style(""))
        end = self.column(inner, x, y + SIZE // 2)
        long = end.right - x + 2 * _EDGE
        frame = rectangle((x - _EDGE, start.y), long, end.y - start.y + _EDGE, Style("muted", "", 25, (120, 80)))
        self.shapes.append(frame)
        return _End(end.y + _EDGE, max(start.right, end.right + _EDGE))

    def arrow_down(self, x: int, end: _End, far: int) -> None:
        """Lead from one thing to the next below it."""
        at = end.y + min(far, _GAP_DOWN) // 3
        self.join(x, at, end.joins)
        self.shapes.append(arrow((x, end.y if end.goes_on else at), (x, end.y + far), _THIN, 180))

    def arrow_right(self, x: int, y: int, end: int, words: str) -> None:
        """Lead from a question to what is done at its right."""
        self.shapes.append(arrow((x, y), (end, y), _THIN, 180))
        self.shapes.append(Words((x + (end - x) // 2, y - SIZE // 3), words, SIZE, italic=True))

    def join(self, x: int, y: int, joins: Sequence[Way]) -> None:
        """Lead what was done aside back to the column at a height."""
        for way in joins:
            far, low = way[-1]
            at = max(y, low)
            self.shapes.append(Path(((*way, (far, at), (x, at)),), _THIN))
            self.shapes.append(arrow((far, at), (x, at), _THIN, 180))
