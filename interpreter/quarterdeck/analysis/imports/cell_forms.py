"""Cells as people write them, read as values: `5"`, `6+`, `1,200`, `2½`, `72/24`, a dash, an empty cell.

In: the text of a cell, and perhaps the type that is wanted. Out: plain data as documents hold them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.figure_files import as_data
from quarterdeck.language.declarations.symbol_table import Enum

DASHES = frozenset(["-", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", "--", "---", "n/a", "N/A"])
FRACTIONS = {"¼": "1/4", "½": "1/2", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8"}
UNITS = r"""["″”'′’]|''|in|inch|inches|ft|feet|yd|yds|mm|cm|m|km|kn|kt|kts|mph|pts?|%|°"""
NUMBER = re.compile(
    r"(?P<sign>[+−-]?)\s*(?P<whole>\d{1,3}(?:[, ]\d{3})+|\d{1,30})?(?P<rest>[.,]\d{1,30})?\s*"
    rf"(?P<part>[{''.join(FRACTIONS)}]|\d{{1,4}}/\d{{1,4}})?\s*(?P<unit>{UNITS})?\s*(?P<more>\+)?"
)
AS_IN_DOCUMENTS = re.compile(r"(?=.*[_eE])[+−-]?\d[\d_]{0,60}(?:\.\d[\d_]{0,60})?(?:[eE][+-]?\d{1,3})?")
"""A number with an exponent or underscores, as documents write it: `2.1E-9`, `1_000`."""
YES = frozenset(["yes", "y", "true", "x", "✓", "✔", "●", "•"])
NO = frozenset(["no", "n", "false", "✗", "✘", "○"])
DICE = re.compile(r"(\d{0,3})[dD](\d{1,4})(\s*[+-]\s*\d{1,4})?")
TWO_PARTS = re.compile(r"\s*[/|]\s*")


class CellError(Exception):
    """A cell cannot be read; the argument says why."""


def is_empty(text: str) -> bool:
    """Tell whether a cell says nothing: it is empty or holds a dash."""
    return not text or text in DASHES


def number_in(text: str, *, has_decimal_comma: bool = False) -> Fraction | None:
    """Return the number in a cell, with or without a unit or a plus sign after it; nothing where it is not a number.

    >>> [str(number_in(text)) for text in ('5"', "6+", "1,200", "2½", "-3", "12.5 in", "2d6", "72/24", "1e0")]
    ['5', '6', '1200', '5/2', '-3', '25/2', 'None', 'None', '1']
    """
    if AS_IN_DOCUMENTS.fullmatch(text.strip()):
        return decimals.read(text.strip().replace("−", "-"))
    match = NUMBER.fullmatch(text.strip())
    if match is None or not (match["whole"] or match["rest"] or match["part"]):
        return None
    whole, rest, part = match["whole"] or "", match["rest"] or "", match["part"] or ""
    if rest.startswith(",") and not has_decimal_comma:
        return None
    if has_decimal_comma and "," in whole:
        if rest:
            return None
        whole = whole.replace(",", ".", 1)
    if (part and rest) or ("/" in part and not whole):
        return None
    if "/" in part and text.strip()[len(match["sign"]) + len(whole) :][:1] != " ":
        return None
    try:
        found = Fraction(re.sub("[, ]", "", whole) + rest.replace(",", ".") or 0)
        found += Fraction(FRACTIONS.get(part, part or "0"))
    except (ValueError, ZeroDivisionError):
        return None
    return -found if match["sign"] in ("-", "−") else found


def truth_in(text: str) -> bool | None:
    """Return the truth in a cell: yes, no, a tick or a cross; nothing where it is neither."""
    said = text.strip().lower()
    return True if said in YES else False if said in NO else None


def plain(number: Fraction) -> int | str:
    """Return a number as documents hold it: a whole one as a number, any other as its exact text."""
    return int(number) if number.denominator == 1 else decimals.shown(number)


def name_of(heading: str, otherwise: str = "") -> str:
    """Return the name that words make.

    >>> name_of("Main parts (no.)"), name_of("1st turn"), name_of("***", "column")
    ('main_parts_no', 'n1st_turn', 'column')
    """
    found = re.sub(r"\W+", "_", heading.lower(), flags=re.ASCII).strip("_") or otherwise
    return f"n{found}" if found[:1].isdigit() else found


@dataclass(frozen=True)
class KnownWords:
    """The enums of the game that the file is for; without a game there are none."""

    enums: Mapping[str, Enum]

    def member(self, enum: str, text: str) -> str:
        """Return the member of an enum that a cell names, by its name or its words.

        Raises:
            CellError: it names none.
        """
        known = self.enums[enum]
        said = {words.lower(): name for name, words in known.words.items()} | {
            name.lower(): name for name in known.members
        }
        if found := said.get(text.lower()) or said.get(name_of(text)):
            return found
        hint = did_you_mean(text.lower(), said, f"there are {', '.join(known.members)}")
        raise CellError(f"`{text}` is not a member of {enum}; {hint}")

    def enum_of(self, texts: Iterable[str]) -> Enum | None:
        """Return the enum that has a member for each of some texts; nothing where there is none, or more than one."""
        wanted = {name_of(text) for text in texts}
        found = [enum for enum in self.enums.values() if wanted <= set(enum.members)]
        return found[0] if len(found) == 1 and wanted else None


def read_as(text: str, kind: types.Type, words: KnownWords, *, has_decimal_comma: bool = False) -> Any:
    """Read a cell as a value of a type.

    Raises:
        CellError: it is not such a value.
    """
    match types.without_none(kind):
        case _ if text.lower() == "none" and types.may_be_none(kind):
            return None
        case types.Numeric(low=low, high=high) as number:
            found = number_in(text, has_decimal_comma=has_decimal_comma)
            if found is None:
                raise CellError(f"`{text}` is not a number")
            if not low <= found <= high:
                raise CellError(f"`{text}` is outside {decimals.shown(low)} to {decimals.shown(high)}")
            if isinstance(number, types.Number) and (found * number.step).denominator != 1:
                raise CellError(f"`{text}` is not {number}")
            return plain(found)
        case types.Boolean():
            if (truth := truth_in(text)) is None:
                raise CellError(f"`{text}` is neither yes nor no")
            return truth
        case types.EnumType(enum=enum):
            return words.member(enum, text)
        case types.ListType(item=item) if not text.startswith("["):
            inner = [part for part in re.split(r"\s*[/,;]\s*", text) if part]
            return [read_as(part, item, words, has_decimal_comma=has_decimal_comma) for part in inner]
        case types.Thing():
            return text
    try:
        return as_data(types.without_none(kind), text if text[:1] in "[{" else f"[{text}]")
    except ValueError:
        raise CellError(f"`{text}` is not {kind}") from None


ReadsCell = Callable[[str], Any]


def reader_of(texts: Iterable[str], *, has_decimal_comma: bool = False) -> ReadsCell:
    """Return how the cells of a column are read where their type is not known: as numbers, as truths, or as text.

    A column in which more than half of the cells are numbers is one of numbers: the rest are errors of the file.
    """
    said = [text for text in texts if not is_empty(text)]
    numbers = sum(number_in(text, has_decimal_comma=has_decimal_comma) is not None for text in said)
    if numbers * 2 > len(said):
        return lambda text: read_number(text, has_decimal_comma=has_decimal_comma)
    if said and all(truth_in(text) is not None for text in said):
        return truth_in
    return read_text


def read_number(text: str, *, has_decimal_comma: bool = False) -> int | str:
    """Read a number.

    Raises:
        CellError: it is not one.
    """
    found = number_in(text, has_decimal_comma=has_decimal_comma)
    if found is None:
        raise CellError(f"`{text}` is not a number, as most cells of this column are")
    return plain(found)


def read_text(text: str) -> str:
    """Read text.

    Raises:
        CellError: it looks like two values in one cell.
    """
    parts = TWO_PARTS.split(text)
    if len(parts) > 1 and all(number_in(part) is not None for part in parts):
        fields = ", ".join(f"field_{place}" for place in range(1, len(parts) + 1))
        raise CellError(f"`{text}` holds {len(parts)} values; name a field for each: --columns 'HEADING: [{fields}]'")
    return text
