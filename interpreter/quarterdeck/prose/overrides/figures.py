"""What the prose of a telling names and says that is not there: addresses, and figures of no rule that it tells.

In: a `Checked` ruleset and a `RuleOverride`. Out: addresses and figures, in their order. Whether that is a fault of the
telling or the work of a variant that is laid over it is for `faults` and `pins`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from quarterdeck.base.text import is_in_a_name
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import Row
from quarterdeck.language.meaning.element_text import text_of, text_of_cell
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.words import NUMBER_WORDS
from quarterdeck.prose.overrides.markdown import Interpolated, Link, Piece, Words, all_pieces
from quarterdeck.prose.overrides.rule_overrides import RuleOverride, cell_rests_on, members_named, rests_on

QUOTED = re.compile(r'"[^"]*"')
FIGURE = re.compile(r"(?<![\w.])\d*d?\d+(?:\.\d+)?(?![\d_])")
RANGE = re.compile(r"(?<![\w.])(\d+)(?=[\N{EN DASH}-]\d)")
"""The first number of a range."""
WORDS_OF_NUMBERS = {word: str(number) for number, word in enumerate(NUMBER_WORDS) if number > 1}


def leads_nowhere(pieces: Iterable[Piece], known: Mapping[str, Element]) -> Iterator[str]:
    """Give the addresses in prose at which there is nothing."""
    for piece in pieces:
        if isinstance(piece, Link | Interpolated) and piece.address not in known:
            yield piece.address


def figures_in(prose: str) -> list[str]:
    """Give the numbers in prose, also beside a letter (`6H`), but for those of names: `Type 93`, `14-inch`."""
    return [found[0] for found in FIGURE.finditer(prose) if not is_in_a_name(prose, *found.span())]


def figures_of_nothing(
    checked: Checked, tale: RuleOverride, known: Mapping[str, Element]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give the numbers in the prose that stand in nothing that it tells, each with the keys of its place."""
    founded = _figures_at(checked, known, rests_on(checked, tale) if tale.is_pinned else ())
    yield from ((one, ("text",)) for one in _figures_said(all_pieces(tale.passages)) if one not in founded)
    table = checked.declared.tables.get(tale.address)
    for row in table.rows if table is not None else ():
        for at, cell in enumerate(row.cells):
            told = tale.cells.get(cell.address, ())
            founded = _figures_of_cell(checked, known, tale, row, at) if told else frozenset()
            name = cell.address.removeprefix(f"{tale.address}.")
            yield from ((one, ("cells", name)) for one in _figures_said(told) if one not in founded)


def _figures_of_cell(
    checked: Checked, known: Mapping[str, Element], tale: RuleOverride, row: Row, at: int
) -> frozenset[str]:
    """Give the numbers that may be said of a cell: its own, those of what it asks, of its row's name and its column's.

    A cell that holds the last number of a range may say the first one: 1, or the one after the cell before it.
    """
    cell, before = row.cells[at], row.cells[at - 1] if at else None
    column = cell.address.removeprefix(f"{row.address}.") if len(row.cells) > 1 else ""
    own = _figures_of(text_of_cell(cell)) | _figures_of(row.label) | _figures_of(column)
    lasts = _figures_of(text_of_cell(before)) if before is not None else frozenset()
    said = " ".join(piece.text for piece in tale.cells[cell.address] if isinstance(piece, Words | Link))
    firsts = {one for one in RANGE.findall(said) if one == "1" or str(int(one) - 1) in lasts}
    return own | firsts | _figures_at(checked, known, cell_rests_on(checked, tale, cell))


def _figures_at(checked: Checked, known: Mapping[str, Element], addresses: Iterable[str]) -> frozenset[str]:
    texts = [(text_of(known[one]), *members_named(checked, known[one])) for one in addresses if one in known]
    return frozenset(figure for words in texts for one in words for figure in _figures_of(one))


def _figures_of(rule: str) -> frozenset[str]:
    """Give the numbers in the text of a rule or of a cell, but for those of its phrases."""
    return frozenset(FIGURE.findall(QUOTED.sub("", rule).replace("..", " ")))


def _figures_said(said: Iterable[Piece]) -> Iterator[str]:
    """Give the numbers in prose, also those in words, as figures."""
    for piece in said:
        if isinstance(piece, Words | Link):
            yield from figures_in(piece.text)
            words = re.findall(r"[a-z]+", piece.text.lower())
            yield from (WORDS_OF_NUMBERS[one] for one in words if one in WORDS_OF_NUMBERS)
