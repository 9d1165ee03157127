"""Read from a PDF that Typst wrote which words stand where, and which of them are cut off.

In: the bytes of a PDF. Out: its words with the boxes around them. Only what Typst writes is understood: objects that
stand by themselves, streams without or with Flate, fonts of two bytes to a glyph. No PDF of somebody else is read.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

NO_LETTER = "\uffff"
"""What stands in words for a sign that no font has: it is printed as a box."""
_ABOVE, _BELOW = 0.66, 0.18
"""A line of words reaches so far above and below its foot, as shares of the size of its letters."""
_JOINT, _BLANK = 0.15, 0.5
"""Words that are so near go on what was before them, without or with a blank: shares of how high they are."""
_AGAIN = 0.3
_STRAIGHT = 1e-4
_OBJECT = re.compile(rb"(\d+) 0 obj\s")
_TOKEN = re.compile(
    rb"\s*(?:([-+]?(?:\d+\.?\d*|\.\d+))|/([^\s/\[\]<>()]*)|(<<|>>|\[|\])|<([0-9A-Fa-f\s]*)>|(\()|([^\s/\[\]<>()]+))"
)
_NUMBER = rb"(-?[\d.]+)"
_STRETCH = re.compile(
    rb"q 1 0 0 -1 %s %s cm/\w+ cs [\d. ]+ scn\s+BT 0 Tr/(\w+) %s Tf 1 0 0 -1 0 0 Tm" % (_NUMBER, _NUMBER, _NUMBER)
    + rb"(\[?(?:\((?:[^\\()]++|\\.)*+\)[-\d. ]*+)++\]?)T[jJ]\s+ET\s+Q",
    re.DOTALL,
)
"""A stretch of words as Typst writes nearly all of them, so that it need not be taken apart sign by sign."""
_REFERENCE = re.compile(rb"(\d+) 0 R")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

Matrix = tuple[float, float, float, float, float, float]
Rectangle = tuple[float, float, float, float]
"""Left, bottom, right, top, in points from the lower left corner of a page."""
_SAME: Matrix = (1, 0, 0, 1, 0, 0)
_TURNED: Matrix = (1, 0, 0, -1, 0, 0)


@dataclass(frozen=True)
class PrintedWords:
    """Words in one line, the box around them, the box that they may fill, whether they stand aslant, or are turned."""

    page: int
    words: str
    box: Rectangle
    room: Rectangle
    aslant: bool = False
    turned: bool = False


@dataclass(frozen=True)
class _Font:
    widths: dict[int, float]
    letters: dict[int, str]


@dataclass(frozen=True)
class _State:
    """How something is drawn: where, within what, with which letters."""

    matrix: Matrix
    room: Rectangle
    font: _Font | None = None
    size: float = 0


def words_in(pdf: bytes, places: slice = slice(None)) -> Iterator[PrintedWords]:
    """Give the words of a PDF, page by page, of all its pages or of those in some places."""
    file = _File(pdf)
    for number, page in list(enumerate(file.pages(), 1))[places]:
        room = file.numbers(page, b"MediaBox")
        found = _Page(file, number)
        found.draw(
            b"\n".join(file.streams(page, b"Contents")), page, _State(_SAME, (room[0], room[1], room[2], room[3]))
        )
        yield from _joined(found.found)


def letters_in(pdf: bytes) -> set[str]:
    """Give the letters for which the fonts of a PDF have a shape."""
    file = _File(pdf)
    maps = [file.stream(number) for head, _ in file.heads.values() for number in file.references(head, b"ToUnicode")]
    return {sign for one in maps for letters in _letters(one).values() for sign in letters}


def page_count(pdf: bytes) -> int:
    """Give how many pages a PDF has."""
    return sum(1 for _page in _File(pdf).pages())


def _joined(found: Iterable[PrintedWords]) -> Iterator[PrintedWords]:
    """Give words as they are read: what goes on where the last ended is one with it, what is drawn again is one.

    Turned words stand for themselves.
    """
    last: PrintedWords | None = None
    for one in found:
        size = one.box[3] - one.box[1]
        if last is None or one.turned or abs(last.box[1] - one.box[1]) > 0.1 or last.room != one.room:
            yield from [last] if last is not None else []
            last = one
        elif last.words.endswith(one.words) and abs(last.box[2] - one.box[2]) < _AGAIN:
            continue
        elif not last.turned and -_JOINT * size < (gap := one.box[0] - last.box[2]) < _BLANK * size:
            words = last.words + (" " if gap > _JOINT * size else "") + one.words
            last = replace(last, words=words, box=(last.box[0], *one.box[1:3], max(last.box[3], one.box[3])))
        else:
            yield last
            last = one
    yield from [last] if last is not None else []


class _File:
    """The objects of a PDF by their numbers."""

    def __init__(self, pdf: bytes) -> None:
        self.pdf = pdf
        self.fonts: dict[bytes, _Font | None] = {}

    @cached_property
    def heads(self) -> dict[bytes, tuple[bytes, int]]:
        """Give what each object says before its stream, and where that begins."""
        found = {}
        place = 0
        while (begun := _OBJECT.search(self.pdf, place)) is not None:
            end = self.pdf.find(b"endobj", begun.end())
            stream = self.pdf.find(b"stream", begun.end(), end)
            head = self.pdf[begun.end() : stream if stream >= 0 else end]
            place = end
            if stream >= 0 and (long := re.search(rb"/Length (\d+)", head)) is not None:
                stream += len(b"stream\r\n" if self.pdf[stream + 6 : stream + 7] == b"\r" else b"stream\n")
                place = stream + int(long[1])
            found[begun[1]] = head, stream
        return found

    def head(self, number: bytes) -> bytes:
        """Give what an object says."""
        return self.heads[number][0]

    def stream(self, number: bytes) -> bytes:
        """Give the stream of an object."""
        head, begun = self.heads[number]
        long = re.search(rb"/Length (\d+)", head)
        data = self.pdf[begun : begun + int(long[1])] if long is not None else b""
        return zlib.decompress(data) if b"/FlateDecode" in head else data

    def pages(self) -> Iterator[bytes]:
        """Give what each page says, in order."""
        roots = [number for number, (head, _) in self.heads.items() if b"/Type/Pages" in head]
        below = {kid for number in roots for kid in self.references(self.head(number), b"Kids")}
        waiting = [number for number in roots if number not in below]
        while waiting:
            head = self.head(waiting.pop(0))
            if b"/Type/Pages" in head:
                waiting = [*self.references(head, b"Kids"), *waiting]
            else:
                yield head

    def references(self, head: bytes, key: bytes) -> list[bytes]:
        """Give the numbers of the objects that a key names, one or a list."""
        found = re.search(rb"/%s ?(\[[^\]]*\]|\d+ 0 R)" % key, head)
        return _REFERENCE.findall(found[1]) if found is not None else []

    def numbers(self, head: bytes, key: bytes) -> list[float]:
        """Give the numbers of a list."""
        found = re.search(rb"/%s ?\[([^\]]*)\]" % key, head)
        return [float(number) for number in found[1].split()] if found is not None else []

    def streams(self, head: bytes, key: bytes) -> list[bytes]:
        """Give the streams that a key names."""
        return [self.stream(number) for number in self.references(head, key)]

    def named(self, head: bytes, sort: bytes, name: bytes) -> bytes | None:
        """Give the number of the object that has this name among the fonts or the drawings of something."""
        said = self.references(head, b"Resources")
        resources = self.head(said[0]) if said else head
        among = re.search(rb"/%s ?<<(.*?)>>" % sort, resources, re.DOTALL)
        found = re.search(rb"/%s (\d+) 0 R" % re.escape(name), among[1]) if among is not None else None
        return found[1] if found is not None else None

    def font(self, head: bytes, name: bytes) -> _Font | None:
        """Give a font; nothing for one of another sort, whose letters are drawings."""
        number = self.named(head, b"Font", name)
        if number is None:
            return None
        if number not in self.fonts:
            own = self.head(number)
            inner = self.references(own, b"DescendantFonts")
            letters = self.streams(own, b"ToUnicode")
            self.fonts[number] = (
                _Font(_widths(self.head(inner[0])), _letters(letters[0])) if inner and letters else None
            )
        return self.fonts[number]


class _Page:
    """Follows what is drawn on a page."""

    def __init__(self, file: _File, number: int) -> None:
        self.file = file
        self.number = number
        self.found: list[PrintedWords] = []

    def draw(self, stream: bytes, head: bytes, state: _State) -> None:
        """Follow the operators of a stream."""
        kept: list[_State] = []
        given: list[Any] = []
        path: list[tuple[float, float]] = []
        line, is_room = _SAME, False
        for token in _tokens(stream, _STRETCH):
            if isinstance(token, re.Match):
                self.stretch(token, head, state)
                continue
            if not isinstance(token, _Operator):
                given.append(token)
                continue
            match token.name:
                case b"q":
                    kept.append(state)
                case b"Q" if kept:
                    state = kept.pop()
                case b"cm":
                    state = replace(state, matrix=_times(_matrix(given), state.matrix))
                case b"m" | b"l" | b"c" | b"re":
                    path += [_moved(state.matrix, x, y) for x, y in _corners(token.name, given)]
                case b"W" | b"W*":
                    is_room = True
                case b"n" | b"f" | b"f*" | b"S" | b"s" | b"B" | b"B*" | b"b" | b"b*":
                    state = replace(state, room=_shared(state.room, _around(path))) if is_room and path else state
                    path, is_room = [], False
                case b"Tf":
                    state = replace(state, font=self.file.font(head, given[-2].name), size=float(given[-1]))
                case b"BT":
                    line = _SAME
                case b"Tm":
                    line = _matrix(given)
                case b"Tj" | b"TJ":
                    self.words([one for one in given if not isinstance(one, _Name)], _times(line, state.matrix), state)
                case b"Do":
                    self.drawing(head, given[-1].name, state)
            given = []

    def stretch(self, found: re.Match[bytes], head: bytes, state: _State) -> None:
        """Keep the words of a stretch that is placed by itself."""
        across, up, name, size, said = found.groups()
        matrix = _times((1, 0, 0, -1, float(across), float(up)), state.matrix)
        words = [one for one in _tokens(said) if isinstance(one, float | bytes)]
        self.words(words, _times(_TURNED, matrix), replace(state, font=self.file.font(head, name), size=float(size)))

    def drawing(self, head: bytes, name: bytes, state: _State) -> None:
        """Follow a drawing that is placed on the page."""
        number = self.file.named(head, b"XObject", name)
        own = self.file.head(number) if number is not None else b""
        if number is None or b"/Subtype/Form" not in own:
            return
        placed = self.file.numbers(own, b"Matrix")
        matrix = _times(_matrix(placed), state.matrix) if placed else state.matrix
        box = self.file.numbers(own, b"BBox")
        room = _around([_moved(matrix, *box[:2]), _moved(matrix, *box[2:])])
        self.draw(self.file.stream(number), own, _State(matrix, _shared(state.room, room)))

    def words(self, said: list[Any], matrix: Matrix, state: _State) -> None:
        """Keep words with the box around them, blanks at both ends aside."""
        if state.font is None:
            return
        at, ends, words = 0.0, [0.0, 0.0], ""
        for one in said:
            if not isinstance(one, bytes):
                at -= one / 1000 * state.size
                continue
            for place in range(0, len(one) - 1, 2):
                code = one[place] << 8 | one[place + 1]
                letter = state.font.letters.get(code, "\N{REPLACEMENT CHARACTER}") if code else NO_LETTER
                wide = state.font.widths.get(code, 0)
                if letter.strip():
                    ends = [ends[0] if words.strip() else at, at + wide / 1000 * state.size]
                words += letter
                at += wide / 1000 * state.size
        if words.strip():
            corners = [_moved(matrix, ends[0], -_BELOW * state.size), _moved(matrix, ends[1], _ABOVE * state.size)]
            is_aslant = min(abs(matrix[0]), abs(matrix[1])) > _STRAIGHT
            is_turned = abs(matrix[0]) < _STRAIGHT
            box = _around(corners)
            self.found.append(PrintedWords(self.number, words.strip(), box, state.room, is_aslant, is_turned))


# --- how a PDF is written


@dataclass(frozen=True)
class _Operator:
    name: bytes


@dataclass(frozen=True)
class _Name:
    name: bytes


def _tokens(
    stream: bytes, whole: re.Pattern[bytes] | None = None
) -> Iterator[float | bytes | _Name | _Operator | re.Match[bytes]]:
    """Give numbers, strings, names and operators; what lists hold is given as if it stood by itself.

    What `whole` finds where an operator begins is given as it is.
    """
    place = 0
    while (found := _TOKEN.match(stream, place)) is not None:
        if whole is not None and found[6] == b"q" and (stretch := whole.match(stream, found.start(6))) is not None:
            place = stretch.end()
            yield stretch
            continue
        place = found.end()
        number, name, _bracket, hexadecimal, string, operator = found.groups()
        if number is not None:
            yield float(number)
        elif name is not None:
            yield _Name(name)
        elif hexadecimal is not None:
            yield bytes.fromhex(hexadecimal.decode())
        elif string is not None:
            said, place = _string(stream, place)
            yield said
        elif operator is not None:
            yield _Operator(operator)


_SIMPLE = re.compile(rb"((?:[^\\()]++|\\.)*+)\)", re.DOTALL)
"""The rest of a string in which no parenthesis stands."""
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_PART = re.compile(rb"\\([0-7]{1,3}|\r\n|.)|([()])|([^\\()]+)", re.DOTALL)


def _string(stream: bytes, place: int) -> tuple[bytes, int]:
    r"""Give a string that begins behind its parenthesis, and where it ends.

    >>> _string(rb"a\051(b)\n) Tj", 0)
    (b'a)(b)\n', 11)
    """
    if (simple := _SIMPLE.match(stream, place)) is not None:
        return _ESCAPE.sub(_unescaped, simple[1]) if b"\\" in simple[1] else simple[1], simple.end()
    said, depth = bytearray(), 1
    while (part := _PART.match(stream, place)) is not None:
        place = part.end()
        escaped, parenthesis, plain = part.groups()
        if plain is not None:
            said += plain
        elif escaped is not None:
            said += _unescaped(part)
        else:
            depth += 1 if parenthesis == b"(" else -1
            if not depth:
                break
            said += parenthesis
    return bytes(said), place


def _unescaped(found: re.Match[bytes]) -> bytes:
    escaped = found[1]
    return bytes((int(escaped, 8) & 255,)) if escaped.isdigit() else _ESCAPES.get(escaped, escaped.strip(b"\r\n"))


def _widths(head: bytes) -> dict[int, float]:
    """Give the widths of glyphs, in thousandths of the size of the letters.

    >>> _widths(b"/W[0 0 500 3 4 475 7[10 20]]")
    {0: 500.0, 3: 475.0, 4: 475.0, 7: 10.0, 8: 20.0}
    """
    found: dict[int, float] = {}
    said = re.search(rb"/W ?\[((?:[^\[\]]|\[[^\]]*\])*)\]", head)
    for first, listed, last, wide in re.findall(
        rb"(\d+)\s*(?:\[([^\]]*)\]|(\d+)\s+([\d.]+))", said[1] if said is not None else b""
    ):
        if last:
            found |= dict.fromkeys(range(int(first), int(last) + 1), float(wide))
        else:
            found |= {int(first) + place: float(one) for place, one in enumerate(listed.split())}
    return found


def _letters(stream: bytes) -> dict[int, str]:
    """Give which letters each glyph stands for."""
    found: dict[int, str] = {}
    for part in re.findall(rb"beginbfchar(.*?)endbfchar", stream, re.DOTALL):
        for code, letters in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>", part):
            found[int(code, 16)] = bytes.fromhex(letters.decode()).decode("utf-16-be", "replace")
    return found


# --- boxes


def _corners(operator: bytes, given: list[Any]) -> list[tuple[float, float]]:
    """Give the points that a stretch of a path lies between."""
    if operator == b"re":
        left, low, across, high = given[-4:]
        return [(left, low), (left + across, low + high)]
    return list(zip(given[::2], given[1::2], strict=False))


def _matrix(given: list[Any]) -> Matrix:
    first, second, third, fourth, across, up = given[-6:]
    return first, second, third, fourth, across, up


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    """Give what moves as one matrix and then another do."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _around(points: list[tuple[float, float]]) -> Rectangle:
    across, up = [x for x, _ in points], [y for _, y in points]
    return min(across), min(up), max(across), max(up)


def _shared(one: Rectangle, other: Rectangle) -> Rectangle:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
