"""Find out how wide a table is on paper: its columns, which heads stand upright, what has room beside it.

In: grids of blocks. Out: widths in letters of about the same width, as words have them on the average. How wide a
letter is, the template knows; how long a line is, a page says.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from quarterdeck.print.book.grid_words import (
    cells_in_place,
    column_count,
    lines_of,
    stub_columns,
    words_of_cell,
)
from quarterdeck.prose.text.blocks import Cell, Grid, GridRow

# A column of such cells is centred: short, and no words.
_WORD = re.compile(r"[^\W\d_]{4}|[a-z]{3}")
_PLENTY = 36  # letters: a line that is broken behind so many reads well
_SHORT_LINE = 20  # letters: a line that had better not be broken
_BLANK = re.compile(r"[ \n-]")  # a line may be broken here
_ANY_BLANK = re.compile("[ \n\N{NO-BREAK SPACE}\N{THIN SPACE}-]")  # and here where nothing else helps
_SYLLABLES = (
    40,
    9,
    7,
    5,
    4,
    3,
)  # letters of a head's words that have to stay together: the most that there is room for
_LONG_PIECE, _NARROW = 9, 4
"""Letters of a head's words: as many as reads well where they are broken; so few that they are left as they stand."""
BETWEEN = 4  # letters between two tables beside each other
_AIR = 0.6  # letters
_APART = 1.6
"""Letters between columns that are close to each other, besides those that always are, where there is room."""
_LITTLE_SMALLER, _MUCH_SMALLER = 0.93, 0.72
"""Of the usual size of a table's letters: before its heads are turned or broken; before words lie over words."""
_LONG_NOTES = 130  # letters below a table that has the whole line for them
_LONG_TITLE, _LOW = 34, 20
"""Letters of a title or note below which a table beside others is not made narrower; rows of one that may stand so."""
_THIN, _BROAD = (
    frozenset("fijlrtI.,:;'|!()[]- \N{NO-BREAK SPACE}\N{RIGHT SINGLE QUOTATION MARK}"),
    frozenset("mwMW%@\N{EM DASH}"),
)
_FEW_TURNED = 3  # of so many heads one is turned at the least
_HIGH, _UPRIGHT = 20, 2
"""Letters of a head that is turned: in each line of it, and across for each."""


def _wide(words: str, hundredths: int) -> float:
    """Give how wide words are, in letters that are so many hundredths of the size of print."""
    parts = sum(
        31 if letter in _THIN else 82 if letter in _BROAD else 67 if letter.isupper() else 49 for letter in words
    )
    return -(-parts * 10 // hundredths) / 10


def _letters_in(
    rows: Sequence[GridRow], count: int, hundredths: int, stubs: int = 0, blank: re.Pattern[str] = _BLANK
) -> list[tuple[float, float]]:
    """Give for each column the letters of its longest word and of its longest line."""
    found = [(1.0, 1.0)] * count
    for row in cells_in_place(rows):
        for x, cell in row:
            if cell.across > 1 or x >= count:
                continue
            lines = lines_of(cell)
            letter = hundredths * 94 // 100 if x < stubs else hundredths  # heads of rows are bold
            words = [_wide(word, letter) for line in lines for word in blank.split(line)]
            longest = max((_wide(line, letter) for line in lines), default=0.0)
            found[x] = (max(found[x][0], *words, 0.0), max(found[x][1], min(_PLENTY, longest)))
    return found


def _folded(words: str, lines: int, hundredths: int) -> float:
    """Give how wide a head is where it is broken between its words into so many lines.

    >>> [_folded("Semi-hard blue ice", lines, 49) for lines in (1, 2, 3)]
    [16.5, 9.0, 6.9]
    """
    ends = [found.end() for found in _BLANK.finditer(words)] if lines > 1 else []
    whole = _wide(words.strip(), hundredths)
    rest = (max(_wide(words[:at].strip(), hundredths), _folded(words[at:], lines - 1, hundredths)) for at in ends)
    return min(whole, *rest) if ends else whole


def _folded_heads(head: Sequence[GridRow], count: int, hundredths: int, lines: int) -> list[float]:
    """Give for each column how wide its head is in so many lines."""
    found = [1.0] * count
    for row in cells_in_place(head):
        for x, cell in row:
            if cell.across == 1 and x < count:
                found[x] = max(found[x], _folded(words_of_cell(cell), lines, hundredths))
    return found


@dataclass(frozen=True)
class PageSize:
    """A page as tables see it: how long a line is, in millimetres, without and with the left margin; its letters."""

    line: float = 145
    with_margin: float = 169
    size: float = 10
    """The size of print, in points."""
    least: float = 8
    """The smallest letters of a table that can be read, in points."""

    def room(self, usual: LineRoom) -> LineRoom:
        """Give what there is room for where a page of A4 in usual print has the usual room."""
        larger = self.size / _USUAL.size
        return LineRoom(
            usual.line * self.line / _USUAL.line / larger,
            usual.with_margin * self.with_margin / _USUAL.with_margin / larger,
            usual.gap / larger,
            usual.letter,
            usual.head,
            usual.size,
        )


_USUAL = PageSize()
_SIZES = {
    "a4": (_USUAL, 9.0),
    "us-letter": (PageSize(146.9, 170.9), 9.0),
    "a5": (PageSize(108, 122, 9.4, 6.8), 8.0),
}
"""For each paper the page in usual print, as the template has it, and the smallest letters of tables in large print."""
_LARGER = 1.3
_REFERENCE = {"a4": (190, 4), "us-letter": (196, 4), "a5": (132, 3)}
"""For each paper the line of a page of reference, in millimetres, and its columns in usual print."""
REFERENCE_SIZE = 7.2
GUTTER = 4  # millimetres between columns
_LEAST_IN_REFERENCE = 7


def page_size(paper: str, *, large: bool) -> PageSize:
    """Give the page of a paper, in usual or in large print."""
    page, least = _SIZES[paper]
    return replace(page, size=page.size * _LARGER, least=least) if large else page


@dataclass(frozen=True)
class ReferencePage:
    """A page of the quick reference as tables see it: across all its columns, and in one of them."""

    across: PageSize
    column: PageSize
    columns: int


def reference_page(paper: str, *, large: bool) -> ReferencePage:
    """Give the page of the quick reference, which has small print in columns and hardly any margin."""
    line, columns = _REFERENCE[paper]
    columns -= large
    size = REFERENCE_SIZE * (_LARGER if large else 1)
    column = (line - GUTTER * (columns - 1)) / columns
    across, one = (PageSize(wide, wide, size, _LEAST_IN_REFERENCE) for wide in (line, column))
    return ReferencePage(across, one, columns)


@dataclass(frozen=True)
class LineRoom:
    """The letters that fit into a line, those with the left margin, and what the space between two columns takes."""

    line: float
    with_margin: float
    gap: float
    letter: int
    """The width of a letter in hundredths of the size of print."""
    head: int
    """The same for the bold letters of heads."""
    size: float
    """The letters of the table, as a share of those of the text."""


_COMPACT_ROOM = LineRoom(82, 96, 1, 50, 47, 1)
_ROSTER_ROOM = LineRoom(107, 125, 1, 48, 47, 0.8)  # with smaller letters in its heads
_PLAIN_ROOM = LineRoom(86, 102, 2.7, 52, 49, 0.92)


@dataclass(frozen=True)
class TableWidth:
    """How wide a table is: shares of its columns, if they have any, columns whose heads stand upright, all its letters.

    One that is `wide` needs the left margin, too. One of less than the usual `size` is set in smaller letters; so many
    letters of `apart` stand between its columns besides what always does. Lines of a tight one may be broken within
    names, heads of a broken one within words.
    """

    shares: tuple[int, ...]
    upright: frozenset[int]
    letters: float
    is_wide: bool
    size: float = 1.0
    apart: float = 0.0
    is_tight: bool = False
    is_broken: bool = False


@dataclass(frozen=True)
class _Fit:
    """How a table is made to fit: the size of its letters, whether names and short heads of rows may be broken.

    Heads of columns are broken into pieces of so many letters at the least.
    """

    size: float
    is_tight: bool
    least: int
    keeps_stubs: bool = False


def _fits(page: PageSize, room: LineRoom) -> Iterator[_Fit]:
    """Give ways to make a table fit, the best first; the last of them are taken for want of anything better."""
    smallest = min(1.0, max(page.least / (page.size * room.size), _MUCH_SMALLER))
    little = max(smallest, _LITTLE_SMALLER)
    least = _SYLLABLES[-1]
    sizes = dict.fromkeys((1.0, little))
    for pieces in (_LONG_PIECE, least + 2):
        yield from (_Fit(size, False, pieces, keeps_stubs=True) for size in sizes)
    yield from (_Fit(size, False, _LONG_PIECE) for size in sizes)
    yield from (_Fit(size, False, least + 2) for size in sizes)
    yield from (_Fit(size, True, least + 2) for size in sizes)
    yield from (_Fit(smallest, tight, least) for tight in (False, True))


def room_for(grid: Grid, page: PageSize = _USUAL) -> LineRoom:
    """Give the room that a table has on a line."""
    if "compact" in grid.style:
        return page.room(_COMPACT_ROOM)
    return page.room(_ROSTER_ROOM if "roster" in grid.style else _PLAIN_ROOM)


def width_of(grid: Grid, page: PageSize = _USUAL, line: float | None = None) -> TableWidth:
    """Measure a table: narrow columns below heads of long words have them upright where nothing else helps.

    It has the room of a `line` of so many letters, if that is said, else what there is where it stands.
    """
    head, rows = grid.head, grid.rows
    columns = range(column_count(grid))
    room = room_for(grid, page)
    heads = _letters_in(head, len(columns), room.head)
    stubs = len(stub_columns(grid))
    bodies = {
        is_tight: _letters_in(rows, len(columns), room.letter, stubs, _ANY_BLANK if is_tight else _BLANK)
        for is_tight in (False, True)
    }
    body = bodies[False]
    if grid.widths:
        shares = (*grid.widths, *[1] * len(columns))[: len(columns)]
        return TableWidth(shares, frozenset(), room.line, is_wide_one(grid))
    needs = sum(max(above[1], below[1]) + room.gap for above, below in zip(heads, body, strict=True))
    is_wide = is_wide_one(grid) and needs > room.line
    most = line if line is not None else room.with_margin if is_wide else room.line
    may_turn = {
        x for y, row in enumerate(cells_in_place(head), 1) for x, cell in row if may_be_turned(cell, len(head) - y)
    }
    for fit in _fits(page, room):
        body = bodies[fit.is_tight]
        kept = _stubs_whole(body, max(1, stubs)) if fit.keeps_stubs else body
        letters, upright = fitted_letters(kept, heads, most / fit.size, room.gap, may_turn, fit.least)
        if sum(word + room.gap for word, _ in letters) <= most / fit.size:
            break
    most = most / fit.size
    for folds in (2, 3):  # heads may stand in two lines, or in three: what is below them comes first
        folded = _folded_heads(head, len(columns), room.head, folds)
        lines = [
            (word, max(word, below[1], min(longest, above)))
            for (word, longest), below, above in zip(letters, body, folded, strict=True)
        ]
        if (left := most - sum(longest + room.gap for _, longest in lines)) >= 0:
            break
    apart = max(0.0, min(_APART, left / len(lines))) if "roster" in grid.style else 0.0
    gap = room.gap + apart
    shares = tuple(fitted_widths(letters, most, gap))
    if shares or _equal_ones_break(lines, letters, most, gap):
        whole = [round(10 * (longest + gap)) for _, longest in lines]
        shares = tuple(fitted_widths(lines, most, gap, are_equal=False) or whole)
    total = most if shares else sum(max(words) + gap for words in letters)
    return TableWidth(
        shares,
        upright,
        min(total, most) * fit.size,
        is_wide,
        fit.size,
        apart=apart,
        is_tight=fit.is_tight,
        is_broken=any(above[0] > letters[x][0] for x, above in enumerate(heads) if x not in upright),
    )


def is_wide_one(grid: Grid) -> bool:
    """Tell whether a table may reach into the left margin."""
    return "wide" in grid.style.split()


def may_be_turned(cell: Cell, below: int) -> bool:
    """Tell whether a cell heads one column, and reaches down over so many rows to what stands below the heads."""
    return cell.across == 1 and cell.down - 1 == below


def _across(letters: float) -> float:
    """Give the letters across that a head takes when it is turned."""
    return _UPRIGHT * -(-letters // _HIGH)


def _turned(
    body: Sequence[tuple[float, float]], heads: Sequence[tuple[float, float]], may_turn: Collection[int]
) -> frozenset[int]:
    """Give the columns whose heads are turned: those of long words, and beside any of them all that gain by it.

    Where few would be, none is.
    """
    wider = {x for x in may_turn if heads[x][0] > max(_UPRIGHT, body[x][0])}
    are_long = any(heads[x][0] > _NARROW for x in wider)
    return frozenset(wider if are_long and len(wider) * _FEW_TURNED >= len(may_turn) else ())


def fitted_letters(
    body: Sequence[tuple[float, float]],
    heads: Sequence[tuple[float, float]],
    room: float,
    gap: float,
    may_turn: Collection[int],
    least: int = _SYLLABLES[-1],
) -> tuple[list[tuple[float, float]], frozenset[int]]:
    """Give for each column the letters of its longest word and line, and the columns whose heads stand upright.

    The words of a head may be broken, those of its column had better not. Before a head is broken into short pieces, it
    is turned where what stands below is narrower. No piece has fewer than so many letters at the `least`.

    >>> fitted_letters([(4, 4)] * 3, [(10, 20)] * 3, 40, 3, {0, 1, 2})
    ([(10, 20), (10, 20), (10, 20)], frozenset())
    >>> fitted_letters([(4, 4)] * 3, [(10, 20)] * 3, 24, 3, {0, 1, 2})
    ([(4, 4), (4, 4), (4, 4)], frozenset({0, 1, 2}))
    """
    upright: frozenset[int] = frozenset()
    letters: list[tuple[float, float]] = []
    for most in (one for one in _SYLLABLES if one >= least):
        if most < _LONG_PIECE and may_turn and not upright:
            upright = _turned(body, heads, may_turn)
            heads = [(_across(one[1]),) * 2 if x in upright else one for x, one in enumerate(heads)]
        for wide in (_SYLLABLES[0], most) if upright else (most,):
            letters = [
                (max(word, min(wide, above)), max(line, over))
                for (word, line), (above, over) in zip(body, heads, strict=True)
            ]
            if sum(word + gap for word, _ in letters) <= room:
                return letters, upright
    return letters, upright


def _stubs_whole(body: Sequence[tuple[float, float]], stubs: int) -> list[tuple[float, float]]:
    """Give the letters of columns as if short heads of rows were each one word."""
    return [
        (longest, longest) if x < stubs and longest <= _SHORT_LINE else (word, longest)
        for x, (word, longest) in enumerate(body)
    ]


def _equal_ones_break(
    lines: Sequence[tuple[float, float]], letters: Sequence[tuple[float, float]], room: float, gap: float
) -> bool:
    """Tell whether equal shares would break lines for which there is room, or short ones beside others."""
    if sum(line + gap for _, line in letters) <= room:
        return False
    equal = room / len(lines)
    has_room = sum(line + gap for _, line in lines) <= room
    return any(equal < line + gap and (has_room or line <= _SHORT_LINE) for _, line in lines)


def fitted_widths(
    letters: Sequence[tuple[float, float]], room: float, gap: float, *, are_equal: bool = True
) -> list[int]:
    """Give the shares of columns where equal ones would break words; nothing where all goes well without.

    With `are_equal` it goes well if no word is broken, else if no line is.

    Each column gives its longest word and its longest line in letters; every column gets its longest word, and what is
    left goes where lines have to be broken.

    >>> fitted_widths([(6, 13), (4, 40)], 80, 2)
    []
    >>> fitted_widths([(12, 12), (4, 20), (4, 20), (4, 20)], 40, 2)
    [146, 85, 85, 85]
    """
    needs = [line + gap for _, line in letters]
    if sum(needs) <= room:
        return []
    given = dict.fromkeys(range(len(needs)), 0.0)
    left, open_ones = room, set(given)
    while small := {one for one in open_ones if needs[one] <= left / len(open_ones)}:
        for one in small:
            given[one] = needs[one]
        left -= sum(needs[one] for one in small)
        open_ones -= small
    given.update(dict.fromkeys(open_ones, left / max(1, len(open_ones))))
    words = [word + gap for word, _ in letters]
    if are_equal and all(word <= given[one] for one, word in enumerate(words)):
        return []
    wanted = [need - word for need, word in zip(needs, words, strict=True)]
    left = max(0.0, room - sum(words))
    slack = min(_AIR, left / (2 * max(1, len(words))))  # words may be wider than they are counted
    spare = (left - slack * len(words)) / max(1.0, sum(wanted))
    return [round(10 * (word + slack + want * min(1.0, spare))) for word, want in zip(words, wanted, strict=True)]


def width_in_row(grid: Grid, notes: Sequence[str], title: int, page: PageSize = _USUAL) -> int:
    """Give the letters that a table takes beside others: those of its `title`, too, and of its notes not all.

    Its heads may be broken between their words.
    """
    columns = column_count(grid)
    room = room_for(grid, page)
    heads = _letters_in(grid.head, columns, room.head)
    body = _letters_in(grid.rows, columns, room.letter, len(stub_columns(grid)))
    folded = _folded_heads(grid.head, columns, room.head, 2)
    widths = [max(below[1], above[0], two) for above, below, two in zip(heads, body, folded, strict=True)]
    longest = max(map(len, notes), default=0)
    return ceil(max(sum(one + room.gap for one in widths), min(title, _LONG_TITLE), min(longest // 2, _LONG_TITLE)))


def may_stand_in_row(grid: Grid, notes: Sequence[str], page: PageSize = _USUAL) -> bool:
    """Tell whether a table may stand beside others: a low one with a title and without change bars."""
    if len(grid.rows) > _LOW or grid.widths or not grid.caption or sum(map(len, notes)) >= _LONG_NOTES:
        return False
    is_changed = any(row.changed or any(cell.changed for cell in row.cells) for row in (*grid.head, *grid.rows))
    return not is_changed and not width_of(grid, page).is_wide


def column_alignments(rows: Sequence[GridRow], count: int) -> Iterator[str]:
    """Give for each column the side at which its words stand: short ones that are no words in the middle."""
    texts: list[list[str]] = [[] for _column in range(count)]
    for row in cells_in_place(rows):
        for x, cell in row:
            if cell.across == 1 and x < count:
                texts[x].append("words" if cell.points else words_of_cell(cell).strip())
    for column in texts:
        are_short = all(len(text) <= 9 and not _WORD.search(text) for text in column)
        yield "center" if any(column) and are_short else "left"
