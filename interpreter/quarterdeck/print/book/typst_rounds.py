"""Lay a text out with Typst, again and again, until what it says of pages is so.

Typst can ask of itself where things stand, and lays all pages out up to five times to answer. A book with thousands of
references is done sooner, and in half of the room, if it asks nothing: it is told what was known of the layout before,
and says at its end what is known now. The first time nothing is known; mostly the third layout says what it was told.

In: the text, its folder. Out: the PDF, where its parts begin, and what Typst warned of.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from quarterdeck.print import typst
from quarterdeck.print.book.build_fault import BookError

TYPESETTER = Path(typst.__file__)
KNOWN_FILE = "known.json"
"""The text reads from this file, beside it, what is known of it."""
LABEL = "known"
"""Under this label the template says what is known now."""
MOST_ROUNDS = 6
"""So often is a text laid out again before all references name their pages, and so often after that."""
MAY_TEAR, STAYS = "t", "s"
"""A piece whose name ends so is a table, which never leaves its place; one of the first kind may go on over a page."""
# Of a page below the text, in points: four lines.
_MUCH_ROOM = 56.0


@dataclass(frozen=True)
class PlacedPiece:
    """Where something that stands in one piece was due, and where it is: pages, and points below their upper edge."""

    due: tuple[int, float]
    place: tuple[int, float]
    foot: float

    @property
    def leaves_room(self) -> bool:
        """Tell whether it has gone over to the next page and left much of one empty."""
        return self.place[0] > self.due[0] and self.foot - self.due[1] > _MUCH_ROOM


@dataclass(frozen=True)
class KnownLayout:
    """What a text is told of itself: what there is without a name is not known."""

    places: dict[str, tuple[int, float, float]] = field(default_factory=dict)
    """For each label the page, and points from its left and upper edges."""
    references: dict[str, int] = field(default_factory=dict)
    """The page on which each reference stands; one that is not known names the page that it leads to."""
    heads: tuple[str, ...] = ()
    """What stands at the head of a page, and not where it is due."""
    torn: tuple[str, ...] = ()
    """What takes more of a page than it may in one piece."""
    contents: int = -1
    """How the list of contents is set, by its place among the ways to set it."""


@dataclass(frozen=True)
class FoundLayout:
    """What a layout says: what is known for the next one, what stands in one piece, the first pages of parts.

    What it knows to be torn is what it has just found to be too high.
    """

    known: KnownLayout
    pieces: dict[str, PlacedPiece]
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Typeset:
    """What came of it: the pages on which parts begin that open one, with the last of all, and Typst's warnings."""

    parts: tuple[int, ...]
    warnings: tuple[str, ...]


def typeset(source: Path, pdf: Path, timestamp: int) -> Typeset:
    """Lay out a text that stands in a file, and write its PDF; its time is told in seconds since 1970.

    Raises:
        BookError: Typst refuses the text.
    """
    # The second layout has so little in common with the first that it is not worth the room to remember that.
    with _typesetter(source) as typesetter:
        first = typesetter.laid_out(None)
    with _typesetter(source) as typesetter:
        found, is_settled = _settled(typesetter, first)
        warnings = typesetter.write(pdf, timestamp)
    if not is_settled:
        warnings.append("the pages that references name do not settle: each layout moves them again")
    return Typeset(found.parts, tuple(warnings))


def _settled(typesetter: Typesetter, found: FoundLayout) -> tuple[FoundLayout, bool]:
    """Go on from what was found, and lay a text out until it says what it was told; tell whether it came to that.

    Text runs on where a picture goes over to the next page and leaves much of one empty: it stands at the head of that
    page then. A long table is torn there, and a short one stays. Which these are is asked once; asking again gains
    nothing. A page number that is left out on its
    own page can push its link onto another, and so for ever: then none is.
    """
    leaving = [name for name, piece in found.pieces.items() if piece.leaves_room]
    heads = in_order(name for name in leaving if not name.endswith((MAY_TEAR, STAYS)))
    parted = {name for name in leaving if name.endswith(MAY_TEAR)}
    told = KnownLayout()
    for leaves_out in (True, False):
        for _round in range(MOST_ROUNDS):
            references = found.known.references if leaves_out else {}
            torn = in_order({*told.torn, *found.known.torn, *parted})
            learned = replace(found.known, references=references, heads=heads, torn=torn)
            if learned == told:
                return found, True
            told = learned
            found = typesetter.laid_out(told)
    return found, False


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Give names of pieces as they stand in the text."""
    return tuple(sorted(names, key=lambda name: int(name.rstrip(MAY_TEAR + STAYS))))


class Typesetter:
    """Asks a process that lays out one text."""

    def __init__(self, source: Path, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.known = source.with_name(KNOWN_FILE)
        self._say({"source": str(source), "root": str(source.parent)})

    def laid_out(self, told: KnownLayout | None) -> FoundLayout:
        """Lay the text out with what it is told, or nothing."""
        self.known.write_text(json.dumps(asdict(told) if told is not None else {}), "utf-8")
        (said,) = self._answer({"query": LABEL})
        pieces = {
            name: PlacedPiece((due["page"], due["y"]), (place["page"], place["y"]), foot)
            for name, due, place, foot in said["pieces"]
        }
        places = {name: (page, x, y) for name, (page, x, y) in said["places"].items()}
        known = KnownLayout(places, said["references"], (), tuple(said["tall"]), said["contents"])
        return FoundLayout(known, pieces, tuple(said["parts"]))

    def write(self, pdf: Path, timestamp: int) -> list[str]:
        """Write the PDF of the last layout; give what Typst warns of."""
        said = self._answer({"pdf": str(pdf), "timestamp": timestamp})
        return list(said["warnings"])

    def _answer(self, asked: Mapping[str, Any]) -> Any:
        self._say(asked)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise BookError("the process that lays out the text has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise BookError(answer["error"])
        return answer

    def _say(self, asked: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()


@contextmanager
def _typesetter(source: Path) -> Iterator[Typesetter]:
    command = [sys.executable, "-I", str(TYPESETTER)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            yield Typesetter(source, process)
        finally:
            process.kill()
