"""Tables from files: the first column is the key, the others are results.

In: a grid, and what its columns are to be called. Out: a table as YAML, whose key and results have the ranges that the
file shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from quarterdeck.analysis.imports.cell_forms import (
    DICE,
    CellError,
    KnownWords,
    is_empty,
    name_of,
    number_in,
    plain,
    truth_in,
)
from quarterdeck.analysis.imports.file_grids import FileRow
from quarterdeck.analysis.imports.imported import DocumentWishes, Imported, ImportedGrid
from quarterdeck.analysis.scaffold.yaml_text import block, flow
from quarterdeck.base import decimals
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.declaring_tables import LABEL
from quarterdeck.language.syntax.grammar import reserved_words

NUMBER = r"([+−-]?\d+(?:\.\d+)?)"
RANGES = (
    (rf"{NUMBER}\s*(?:[-–—]|to|\.\.)\s*{NUMBER}", "{}-{}"),
    (rf"{NUMBER}\s*(?:\+|or (?:more|higher|greater)|and (?:up|above|over|more|higher))", "{}+"),
    (rf"(?:≥|>=)\s*{NUMBER}", "{}+"),
    (rf"{NUMBER}\s*(?:-|or (?:less|lower|fewer)|and (?:below|under|less|lower|fewer))", "..{}"),
    (rf"(?:≤|<=|up to|\.\.)\s*{NUMBER}", "..{}"),
    (NUMBER, "{}"),
)
BEYOND = re.compile(r"(?:(?P<above>>|more than|over|above)|<|less than|fewer than|under|below)\s*([+−-]?\d+)")
LIKE_A_NUMBER = re.compile(r"[+−-]?\d[\d.,]*")
STATEMENT = re.compile(r"(do|set|add|take|win|announce|remove|create|apply|append)\b .*")


@dataclass(frozen=True)
class TableWishes:
    """What a table is to be called; `key` gives the types of its keys by name, where they are not to be found out."""

    document: DocumentWishes
    key: Mapping[str, str] = field(default_factory=dict)
    words: KnownWords = field(default_factory=lambda: KnownWords({}))


@dataclass(frozen=True)
class KeyColumn:
    """A key: its name, its type, and the labels of its rows or columns, in the order of the file."""

    name: str
    type: str
    labels: tuple[str, ...]
    is_named: bool


def label_of(text: str) -> str:
    """Return how a table writes a number or range; nothing where the text is neither.

    >>> [label_of(text) for text in ("4–6", "7 or more", "up to 3", "≥ 8", "2", "3 to 5", "over 4", "< 0", "top")]
    ['4-6', '7+', '..3', '8+', '2', '3-5', '5+', '..-1', '']
    """
    said = text.strip().lower().replace("−", "-")
    for pattern, form in RANGES:
        if match := re.fullmatch(pattern, said):
            return form.format(*(part.lstrip("+") for part in match.groups()))
    if match := BEYOND.fullmatch(said):
        number = int(match[2])
        return f"{number + 1}+" if match["above"] else f"..{number - 1}"
    return ""


def import_table(source: ImportedGrid, wishes: TableWishes) -> Imported:
    """Read a table.

    Where the headings of the results are numbers or ranges, they are a second key; so they are where all are names.
    """
    (first, *columns), names = list(source.columns), list(wishes.key)
    others = distinct(columns, source)
    rows = labelled_rows(source, first)
    if DICE.fullmatch(first) and not names:
        wishes = replace(wishes, key={"the_roll": totals_of(first)})
        names = list(wishes.key)
    key = key_of(names[0] if names else free_name(name_of(first, "key")), list(rows), wishes, source)
    labels = dict(zip(rows.values(), key.labels, strict=True)) if rows else {}
    results = {heading: results_of(source, labels, heading, wishes) for heading in others}
    document: dict[str, Any] = wishes.document.head("table")
    document["key"] = {key.name: key.type}
    if len(others) == 1:
        (cells,) = results.values()
        document |= given_by(cells.values(), wishes, source)
        listed: Mapping[str, Any] = {labels[row]: cells[row] for row in labels if row in cells}
    else:
        across = key_of(names[1] if len(names) > 1 else "column", others, wishes, source)
        document["key"] |= {across.name: across.type}
        full = [row for row in labels if all(row in cells for cells in results.values())]
        given = [given_by([cells[row] for row in full], wishes, source) for cells in results.values()]
        if across.is_named and all(re.match(r"-?\d", one.get("gives", "")) for one in given):
            document["gives"] = dict(zip(across.labels, (one["gives"] for one in given), strict=True))
        else:
            every = [cells[row] for cells in results.values() for row in full]
            document |= {"columns": {across.name: list(across.labels)}, **given_by(every, wishes, source)}
        listed = {labels[row]: [cells[row] for cells in results.values()] for row in full}
    lines = [*block(document), "rows:", *(f"  {_scalar(label)}: {flow(cell)}" for label, cell in listed.items())]
    return Imported("table", wishes.document.name, len(listed), "\n".join([*lines, ""]), source.problems, source.notes)


def totals_of(dice: str) -> str:
    """Return the range of the totals of dice.

    >>> totals_of("2D6"), totals_of("d10 + 1")
    ('2..12', '2..11')
    """
    found = DICE.fullmatch(dice)
    assert found is not None
    number, faces, more = (int(re.sub(r"\s", "", part) or 0) for part in found.groups(""))
    return f"{max(number, 1) + more}..{max(number, 1) * faces + more}"


def free_name(name: str) -> str:
    """Return a name that is not a word of the language: `roll` becomes `the_roll`."""
    return f"the_{name}" if name in reserved_words() else name


def distinct(headings: Sequence[str], source: ImportedGrid) -> list[str]:
    """Return the headings without those that a table would write like an earlier one."""
    found: dict[str, str] = {}
    for heading in headings:
        if (first := found.setdefault(written(heading), heading)) != heading:
            source.notes.append(f"the columns {first} and {heading} would have one name; the second is left out")
    return list(found.values())


def written(text: str) -> str:
    """Return how a table writes the first cell of a row, or the heading of a column."""
    return label_of(text) or name_of(text) or text


def labelled_rows(source: ImportedGrid, first: str) -> dict[str, FileRow]:
    """Return the rows by what their first cell says.

    It may not be empty, or mean what that of a row above means. Where most are numbers or ranges, all must be.
    """
    found: dict[str, FileRow] = {}
    meant: dict[str, str] = {}
    for row in source.rows:
        try:
            text = source.text(row, first)
        except CellError as error:
            source.report(row, first, str(error))
            continue
        if not text:
            source.report(row, first, "this row has no key; it is left out")
        elif (above := meant.setdefault(written(text), text)) in found:
            source.report(row, first, f"a row above is for {above} too; this one is left out")
        else:
            found[text] = row
    labels = {text: label_of(text) for text in found}
    if sum(map(bool, labels.values())) * 2 <= len(found):
        return found
    has_steps = any("." in label.replace("..", "") for label in labels.values())
    for text, label in labels.items():
        if not label:
            message = (
                f"`{text}` is neither a number nor a range, and most cells of this column are; the row is left out"
            )
            source.report(found.pop(text), first, message)
        elif has_steps and BEYOND.fullmatch(text.lower()):
            message = f"`{text}` may begin at any step: write it as `2.5+` or `..2.5`; the row is left out"
            source.report(found.pop(text), first, message)
    return found


def key_of(name: str, texts: Sequence[str], wishes: TableWishes, source: ImportedGrid) -> KeyColumn:
    """Return a key with its labels: ranges of numbers, yes and no, or the members of an enum."""
    wanted = wishes.key.get(name, "")
    labels = [label_of(text) for text in texts]
    if all(labels):
        return KeyColumn(name, wanted or range_of_labels(name, labels, source), tuple(labels), is_named=False)
    if all(truth_in(text) is not None for text in texts):
        truths = tuple("yes" if truth_in(text) else "no" for text in texts)
        return KeyColumn(name, wanted or "boolean", truths, is_named=False)
    if wanted in wishes.words.enums or (known := wishes.words.enum_of(texts)) is None:
        enum = wanted or name.title().replace("_", "")
    else:
        enum = known.name
    members = tuple(name_of(text) for text in texts)
    if enum not in wishes.words.enums:
        source.notes.append(f"components need an enum of this table's names: {enum}: [{', '.join(members)}]")
    return KeyColumn(name, enum, members, is_named=True)


def range_of_labels(name: str, labels: Sequence[str], source: ImportedGrid) -> str:
    """Return the numbers for which some labels are; where one is open below, they begin at 0 unless it is lower."""
    numbers = [Fraction(one) for label in labels if (match := LABEL.fullmatch(label)) for one in _bounds(match)]
    is_open = any(label.startswith("..") for label in labels)
    low = min(numbers + ([Fraction(0)] if is_open else []))
    found = range_type(low, max(numbers))
    if is_open or any(label.endswith("+") for label in labels):
        source.notes.append(f"the key {name} is open at an end and was taken as {found}; name its range with --key")
    return found


def range_type(low: Fraction, high: Fraction, *, of: Sequence[Fraction] = ()) -> str:
    """Return the type of numbers from one to another, in the steps that all of them have.

    >>> (
    ...     range_type(Fraction(1), Fraction(6)),
    ...     range_type(Fraction(0), Fraction(5, 2)),
    ...     range_type(Fraction("0.25"), Fraction(1)),
    ... )
    ('1..6', '0..2.5 tenths', '0.25..1 hundredths')
    """
    step = max(types.finest(number) for number in (low, high, *of))
    step = 10 if step == 2 else step
    words = next((name for name, count in types.STEPS.items() if count == step), f"in steps of 1/{step}")
    return f"{decimals.shown(low)}..{decimals.shown(high)}" + (f" {words}" if step > 1 else "")


def results_of(source: ImportedGrid, labels: Mapping[Any, str], heading: str, wishes: TableWishes) -> dict[Any, Any]:
    """Return the results in a column, by their row; a cell that cannot be read leaves its row out."""
    said: dict[FileRow, str] = {}
    for row in labels:
        try:
            text = source.text(row, heading)
        except CellError as error:
            source.report(row, heading, str(error))
            continue
        said[row] = wishes.document.empty if is_empty(text) and wishes.document.empty else text
    full = [text for text in said.values() if not is_empty(text)]
    comma = source.grid.has_decimal_comma
    numbers = sum(is_numeric(text, source) for text in full)
    of_dice = any(DICE.fullmatch(text) for text in full)
    found: dict[FileRow, Any] = {}
    for row, text in said.items():
        if numbers * 2 > len(full) and not of_dice:
            number = number_in(text, has_decimal_comma=comma)
            if number is None:
                source.report(row, heading, why_no_number(text))
            else:
                found[row] = plain(number)
        elif is_empty(text):
            found[row] = "-"
        elif is_numeric(text, source) or (of_dice and not DICE.fullmatch(text)):
            what = ("not dice", "dice") if of_dice else ("a number", "not")
            source.report(row, heading, f"`{text}` is {what[0]}, and other cells of this column are {what[1]}")
        else:
            found[row] = text if DICE.fullmatch(text) or STATEMENT.fullmatch(text) else member_or_truth(text, full)
    return found


def is_numeric(text: str, source: ImportedGrid) -> bool:
    """Tell whether a cell holds a number, or is made like one."""
    found = number_in(text, has_decimal_comma=source.grid.has_decimal_comma)
    return found is not None or LIKE_A_NUMBER.fullmatch(text) is not None


def why_no_number(text: str) -> str:
    """Say what is wrong with a cell in a column of numbers."""
    if is_empty(text):
        return f"{f'`{text}`' if text else 'an empty cell'} is not a number; give it a value with --empty"
    return f"`{text}` is not a number, and most cells of this column are; the row is left out"


def member_or_truth(text: str, texts: Sequence[str]) -> Any:
    """Return a result that is neither a number, nor dice, nor a statement: a truth, or the name of a member."""
    return truth_in(text) if all(truth_in(one) is not None for one in texts) else name_of(text)


def given_by(cells: Any, wishes: TableWishes, source: ImportedGrid) -> dict[str, str]:
    """Return what the cells give, as a table says it; nothing where they are statements, or there are none."""
    found = [cell for cell in cells if cell != "-"]
    numbers = [Fraction(cell) for cell in found if re.fullmatch(r"-?\d+(\.\d+)?", str(cell))]
    if found and len(numbers) == len(found):
        return {"gives": range_type(min(numbers), max(numbers), of=numbers)}
    words = [str(cell) for cell in found]
    if not found or all(STATEMENT.fullmatch(cell) for cell in words):
        return {}
    if all(isinstance(cell, bool) for cell in found):
        return {"gives": "boolean"}
    if all(DICE.fullmatch(cell) for cell in words):
        return {"gives": "dice"}
    if numbers or any(isinstance(cell, bool) or DICE.fullmatch(str(cell)) for cell in found):
        message = "its columns hold results of several types, and a table has one: import them as tables of their own"
        source.report(source.head, "", message)
        return {}
    if known := wishes.words.enum_of(words):
        return {"gives": known.name}
    name = wishes.document.name.title().replace("_", "")
    members = ", ".join(dict.fromkeys(words))
    note = f"components need an enum of this table's results: {name}: [{members}]"
    if note not in source.notes:
        source.notes.append(note)
    return {"gives": name}


def _bounds(match: re.Match[str]) -> list[str]:
    return [part for part in (match["most"], match["low"], match["high"]) if part]


def _scalar(label: str) -> str:
    return f'"{label}"' if label in ("yes", "no") else label
