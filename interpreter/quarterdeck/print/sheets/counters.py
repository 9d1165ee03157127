"""Draw counters to cut out: each thing seen from above, as long as its figures say, and markers for what it suffers.

In: a situation and what its ruleset says of counters. Out: pictures in hundredths of a millimetre. Outlines are drawn
to length; how broad they are, is a share of that. Sides are told apart by how they are filled, and by a letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.base import decimals
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.checks.logs import counter_of, field_of, members_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field, Kind
from quarterdeck.language.documents import shapes
from quarterdeck.print.drawing.arrows import arrow
from quarterdeck.print.drawing.measures import wide, wrapped
from quarterdeck.print.drawing.pieces import outline
from quarterdeck.print.drawing.shapes import MM, Circle, Picture, Shape, Style, Words, line, rectangle
from quarterdeck.prose.text.runs import upper_first
from quarterdeck.workspace.pipeline.build import Built

TEXT = 290
"""Letters of a name are so high: eight points and a bit."""
SMALL, LARGE = 8 * MM, 150 * MM
"""An outline is no shorter and no longer than that."""
_EDGE = Style("muted", "page", 18, (60, 60))
_MARKER = 20 * MM, 16 * MM
_MOST_RINGS = 8


@dataclass(frozen=True)
class CutOut:
    """A picture to cut out, how many there are of it, and whose it is."""

    picture: Picture
    side: str = ""
    copies: int = 1


def counters_of(built: Built, situation: Situation, scale: Fraction, room: int = LARGE) -> tuple[CutOut, ...]:
    """Give a counter for each thing of a kind that has some; `scale` is a length in hundredths of a millimetre.

    On a grid it is the width of one, on a plane one of the board's lengths, without a board one millimetre. What is
    longer than the `room` is drawn as long as that.
    """
    makers = _makers(built, situation, scale, min(LARGE, room))
    return tuple(counter for maker in makers for counter in maker.counters())


def markers_of(built: Built, situation: Situation) -> tuple[CutOut, ...]:
    """Give the markers of all kinds that have counters."""
    makers = _makers(built, situation, Fraction(MM), LARGE)
    return tuple(
        marker
        for maker in makers
        if list(maker.pieces.in_play(situation.state, maker.kind.name))
        for marker in maker.markers()
    )


def _makers(built: Built, situation: Situation, scale: Fraction, longest: int) -> Iterator[CounterMaker]:
    """Give what draws the counters of each kind that has some."""
    pieces, declared = Pieces(situation, built.lowered_module), built.checked.declared
    for kind in declared.kinds.values():
        if (shape := counter_of(declared, kind.name)) is not None:
            yield CounterMaker(built, situation, pieces, kind, shape, scale, longest)


@dataclass
class CounterMaker:
    """Draws the counters of one kind."""

    built: Built
    situation: Situation
    pieces: Pieces
    kind: Kind
    shape: shapes.CounterLook
    scale: Fraction
    longest: int

    # --- counters

    def counters(self) -> Iterator[CutOut]:
        """Give a counter for each thing, side by side."""
        things = list(self.pieces.in_play(self.situation.state, self.kind.name))
        for side in dict.fromkeys(self.pieces.side_of(self.situation.state, thing) for thing in things):
            for thing in things:
                if self.pieces.side_of(self.situation.state, thing) == side:
                    yield CutOut(self.counter(thing, side), self.situation.names.get(side, ""))

    def counter(self, thing: int, side: int) -> Picture:
        """Draw a counter: the outline, an arrow before its front, its code and its name."""
        name, code = self.situation.names.get(thing, self.kind.one), self.pieces.codes.get(thing, "")
        long = self.length(thing)
        broad = max(long * 16 // 100, 3 * MM) if long < 30 * MM else long * 14 // 100
        pad, ahead = MM, 4 * MM
        words = f"{code} {name}".strip()
        width = max(long + ahead + 3 * pad, wide(words, TEXT) + 2 * pad)
        high = broad + TEXT + 3 * pad
        left = (width - long - ahead - pad) // 2
        middle = pad + broad // 2
        drawn: list[Shape] = [
            rectangle((0, 0), width, high, _EDGE),
            outline((left + long // 2, middle), 90, long, max(0, self.pieces.rank_of(side)), broad),
            *rings(self.rings(thing), (left + long // 2, middle), long, broad),
            arrow((left + long + pad, middle), (left + long + ahead, middle)),
            Words((width // 2, high - pad), words, TEXT, bold=True),
        ]
        return Picture(width, high, tuple(drawn), words)

    def length(self, thing: int) -> int:
        """Give how long an outline is, in hundredths of a millimetre."""
        known, name = self.kind.fields.get(self.shape.length or ""), self.shape.length
        if name is None:
            value = Fraction(1)
        elif self.shape.lengths:
            member = self.member(known, thing)
            value = decimals.read(str(self.shape.lengths.get(member, 1))) or Fraction(1)
        else:
            value = self.number(known, name, thing)
        exact = value * self.shape.times * self.scale
        if self.built.checked.declared.head.board.shape in ("hex", "square"):
            exact -= self.scale * 28 / 100  # what of a row of spaces lies before its front and behind its back
        return min(self.longest, max(SMALL, round(exact)))

    def rings(self, thing: int) -> int:
        """Give how many rings a thing is drawn with."""
        name = self.shape.rings
        known = field_of(self.built.checked.declared, self.kind, name) if name else None
        if name is None or known is None:
            return 0
        holder, _, inner = name.partition(".")
        at = thing
        if inner:
            first = thing + self.built.program.layout.offsets[self.kind.fields[holder].address]
            if not self.situation.state[first]:
                return 0
            at = self.situation.state[first + 1]
        return min(_MOST_RINGS, -(-self.situation.get(at, known.address) // self.shape.each))

    def member(self, known: Field | None, thing: int) -> str:
        """Give the member of an enum that a thing has."""
        if known is None:
            return ""
        value = self.situation.get(thing, known.address)
        return words_of(self.built.program, {}, known.type, value, as_written=True)

    def number(self, known: Field | None, name: str, thing: int) -> Fraction:
        """Give a number of a thing by its field or by a definition."""
        if known is not None:
            assert isinstance(known.type, types.Number)
            return Fraction(self.situation.get(thing, known.address), known.type.step)
        rule = self.built.checked.declared.rule_named(name)
        assert rule is not None
        assert isinstance(rule.result, types.Number)
        value = self.built.lowered_module.definition(rule.address)(self.situation.state, thing)
        return Fraction(value, rule.result.step)

    # --- markers

    def markers(self) -> Iterator[CutOut]:
        """Give the markers: one for each number, each member that no thing begins with, or what may be true."""
        for told in self.shape.markers:
            for words in self.said(told, self.kind.fields[told.field]):
                yield CutOut(marker(upper_first(words)), copies=told.copies)

    def said(self, told: shapes.MarkerLine, known: Field) -> Iterator[str]:
        """Give the words of the markers of one line."""
        bare = types.without_none(known.type)
        words = told.words or known.words
        if isinstance(bare, types.Number):
            most = min(int(bare.high), told.most or int(bare.high))
            yield from (f"{words} {number}" for number in range(max(1, int(bare.low)), most + 1))
        elif isinstance(bare, types.EnumType):
            begun = {self.member(known, thing) for thing in self.pieces.in_play(self.situation.state, self.kind.name)}
            members = self.built.checked.declared.enums[bare.enum].words
            for member in members_of(self.built.checked.declared, known):
                if member not in begun:
                    yield f"{told.words} {members[member]}" if told.words else members[member]
        else:
            yield words


def rings(count: int, middle: tuple[int, int], long: int, broad: int) -> Iterator[Shape]:
    """Draw rings along an outline whose front is at the right: half of them before the middle, half behind it."""
    size, (x, y) = min(broad * 26 // 100, long // (3 * count + 6)) if count else 0, middle
    for number in range(count):
        is_forward = number < (count + 1) // 2
        place = number if is_forward else count - 1 - number
        far = long * 30 // 100 - place * size * 26 // 10
        at = x + far if is_forward else x - far
        end = at + (size * 2 if is_forward else -size * 2)
        yield line((at, y), (end, y), Style("ink", width=55))
        yield Circle((at, y), size, Style("ink", "page", 22))


def marker(words: str) -> Picture:
    """Draw a marker: its words in a square, broader where a word needs that."""
    width = max(_MARKER[0], *(wide(word, TEXT, bold=True) + 2 * MM for word in words.split()))
    lines = wrapped(words, TEXT, width - 2 * MM)
    high = max(_MARKER[1], (len(lines) + 1) * TEXT * 12 // 10)
    first = high // 2 - (len(lines) - 1) * TEXT * 6 // 10 + TEXT // 3
    drawn: list[Shape] = [rectangle((0, 0), width, high, _EDGE)]
    drawn += [
        Words((width // 2, first + number * TEXT * 12 // 10), said, TEXT, bold=True)
        for number, said in enumerate(lines)
    ]
    return Picture(width, high, tuple(drawn), words)
