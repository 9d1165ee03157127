"""Misfits: the places at which a document does not have its shape, and the diagnostics for them.

In: misfits that `shape_reader` collected, and the places of the document. Out: findings with a span and a hint each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.records import EqualRecord
from quarterdeck.base.text import Span
from quarterdeck.language.documents.document import Path, Places
from quarterdeck.language.documents.field_types import Code, Within, YesNo


class UnknownKey(EqualRecord):
    """A key that its mapping does not have; `close` is one that it has, as which it was read where `is_read`."""

    path: Path
    known: tuple[str, ...]
    close: str
    is_read: bool


class MissingKey(EqualRecord):
    """A key that the mapping at a path must have, and has not."""

    path: Path
    key: str


class WrongValue(EqualRecord):
    """A value of another type than those that are wanted."""

    path: Path
    wanted: tuple[Any, ...]
    value: Any


Misfit = UnknownKey | MissingKey | WrongValue


def report(misfits: Collection[Misfit], places: Places, findings: Findings) -> None:
    """Add a finding for each misfit; let what was read under another key be found there as well."""
    for misfit in misfits:
        match misfit:
            case UnknownKey(path, known, close):
                hint = f"did you mean `{close}`?" if close else f"known here: {', '.join(sorted(known))}"
                findings.add("QD203", f"`{path[-1]}` is no key of this place", places.key(*path), hint=hint)
            case MissingKey(path, key):
                findings.add("QD205", f"`{key}` is missing", _first_line(places.value(*path)))
            case WrongValue(path, wanted) if places.plain.get(path) in _sorts and not {str, Code}.isdisjoint(wanted):
                span = places.value(*path)
                message = f"YAML reads `{span.text or 'nothing'}` as {_sorts[places.plain[path]]}, not as words"
                findings.add("QD206", message, span, hint="put it in quotes")
            case WrongValue(path, wanted, value):
                span = places.value(*path)
                said = [_words_and_hint(kind, value, span.text) for kind in wanted]
                message = f"this does not fit: {_alternatives(words for words, _ in said)} is wanted"
                findings.add("QD207", message, span, hint=said[0][1])
    read_as = {misfit.path: misfit.close for misfit in misfits if isinstance(misfit, UnknownKey) and misfit.is_read}
    for path in read_as:
        places.also(path, tuple(read_as.get(path[: at + 1], part) for at, part in enumerate(path)))


_sorts = {"bool": "yes or no", "null": "nothing", "int": "a number", "float": "a number"}


def _words_and_hint(kind: Any, value: Any, written: str) -> tuple[str, str]:
    """Give words for a type, and what to write in the place of a value that does not fit it."""
    if kind in (str, Code):
        return "text", _as_text(value, written)
    if kind == YesNo:
        return "`yes` or `no`", "write `yes` or `no`, without quotes"
    match get_origin(kind), get_args(kind):
        case (_, (_, Within(low, high))):
            hint = (
                WHOLE if type(value) is not int else f"write {low} or more" if value < low else f"write {high} or less"
            )
            return f"a whole number from {low} to {high}", hint
        case origin, words if origin is Literal:
            close = get_close_matches(str(value), words, 1)
            return _alternatives(f"`{word}`" for word in words), f"did you mean `{close[0]}`?" if close else ""
        case origin, _ if origin is list:
            return (
                "a list",
                f"write [{written}]" if "\n" not in written else "write one item a line, each behind a `- `",
            )
    if kind is int:
        return "a whole number", WHOLE
    return "a list of keys with values", "write its keys below it, each as `key: value`"


WHOLE = "write it without a fraction and without quotes, as `3`"


def _as_text(value: Any, written: str) -> str:
    """Say how to write a value as text."""
    if isinstance(value, dict):
        return "a `: ` makes YAML read a key and its value: put the whole in quotes"
    return f'put it in quotes: `"{written}"`' if "\n" not in written and '"' not in written else "put it in quotes"


def _alternatives(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _first_line(span: Span) -> Span:
    end = span.file.text.find("\n", span.start, span.end)
    return Span(span.file, span.start, end if end > 0 else span.end)
