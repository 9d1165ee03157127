"""Read plain data as a shape, and collect and report all that does not fit.

In: data from YAML (mappings with text for keys, lists, text, whole numbers, truth values, nothing), and a shape. Out:
the shape without what does not fit, and a misfit for each place that does not; of misfits and the places of the
document, findings with a span and a hint each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.near_names import did_you_mean, named_together
from quarterdeck.base.records import EqualRecord
from quarterdeck.base.text import Span
from quarterdeck.language.documents.document import Path, Places
from quarterdeck.language.documents.shape import REQUIRED, Code, Line, Shape, Within, YesNo, written_type_of


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


def report(misfits: Collection[Misfit], places: Places, findings: Findings, documents: Mapping[str, Any]) -> None:
    """Add findings for the misfits of a document of one of several sorts, by their shapes.

    Keys that one mapping lacks are one finding, and so are unknown ones with one hint. What was read under another key
    is found there as well.
    """
    missing: dict[Path, list[str]] = {}
    unknown: dict[tuple[Path, str], list[Path]] = {}
    for misfit in misfits:
        match misfit:
            case UnknownKey((*_, ""), ()):
                findings.add("QD203", "this key has no name", places.key(*misfit.path), hint="name it, before the `:`")
            case UnknownKey(path, known, close):
                elsewhere = [] if close else homes(tuple(documents.items())).get(str(path[-1]), [])
                hint = f"did you mean `{close}`?" if close else f"known here: {', '.join(sorted(known))}"
                hint = f"it belongs in {elsewhere[0]}" if len(elsewhere) == 1 else hint
                unknown.setdefault((path[:-1], hint), []).append(path)
            case MissingKey(path, key):
                missing.setdefault(path, []).append(key)
            case WrongValue(path, wanted, None) if not places.value(*path).text.strip():
                message = (
                    f"there is no value here: {_alternatives(_words_and_hint(kind, None, '')[0] for kind in wanted)}"
                )
                hint = "give it a value, or leave an optional key out"
                findings.add("QD207", f"{message} is wanted", places.key(*path), hint=hint)
            case WrongValue(path, wanted) if places.plain.get(path) in _sorts and {str, Code, Line}.issuperset(wanted):
                span = places.value(*path)
                message = f"YAML reads `{span.text or 'nothing'}` as {_sorts[places.plain[path]]}, not as words"
                is_truth = _sorts[places.plain[path]] == TRUTH
                hint = 'write `"yes"` or `"no"`; put words in quotes' if is_truth else "put it in quotes"
                findings.add("QD206", message, span, hint=hint)
            case WrongValue(path, wanted, value):
                span = places.value(*path)
                said = [_words_and_hint(kind, value, span.text) for kind in wanted]
                message = f"this does not fit: expected {_alternatives(words for words, _ in said)}"
                findings.add("QD207", message, span, hint=said[0][1])
    for (_, hint), paths in unknown.items():
        are = "is not a key" if len(paths) == 1 else "are not keys"
        first, *others = (places.key(*path) for path in paths)
        message = f"{named_together(str(path[-1]) for path in paths)} {are} here"
        findings.extend([Finding("QD203", message, first, hint=hint).also_at(others)])
    for path, keys in missing.items():
        message = f"{named_together(keys)} {'is' if len(keys) == 1 else 'are'} missing"
        findings.add("QD205", message, _first_line(places.value(*path)))
    read_as = {misfit.path: misfit.close for misfit in misfits if isinstance(misfit, UnknownKey) and misfit.is_read}
    for path in read_as:
        places.also(path, tuple(read_as.get(path[: at + 1], part) for at, part in enumerate(path)))


@cache
def homes(documents: tuple[tuple[str, type[Shape]], ...]) -> dict[str, list[str]]:
    """List for each key where documents may hold it: by sort, and by the key above it that a shape names."""
    found: dict[str, list[str]] = {}

    def walk(kind: Any, path: tuple[str, ...]) -> None:
        if isinstance(kind, type) and issubclass(kind, Shape):
            home = (f"`{path[-1]}:` of " if len(path) > 1 else "") + f"a document that begins with `{path[0]}:`"
            for key, inner in get_type_hints(kind, include_extras=True).items():
                if key in kind.keys and key not in path:
                    known = found.setdefault(key, [])
                    known += [home] if home not in known else []
                    walk(inner, (*path, key))
        for inner in get_args(kind):
            walk(inner, path)

    for sort, shape in documents:
        walk(shape, (sort,))
    return found


TRUTH = "yes or no"
_sorts = {"bool": TRUTH, "null": "nothing", "int": "a number", "float": "a number"}


def _words_and_hint(kind: Any, value: Any, written: str) -> tuple[str, str]:
    """Give words for a type, and what to write in the place of a value that does not fit it."""
    if kind is Line and isinstance(value, str):
        return "at least one word", "write a word, or leave an optional key out"
    if kind in (str, Code, Line):
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
            return _alternatives(f"`{word}`" for word in words), did_you_mean(str(value), words)
        case origin, _ if origin is list:
            return (
                "a list",
                f"write [{written}]" if "\n" not in written else "write one item a line, each after a `- `",
            )
    if kind is int:
        return "a whole number", WHOLE
    return "a list of keys with values", "write its keys below it, each as `key: value`"


WHOLE = "write it without a fraction and without quotes, as `3`"


def _as_text(value: Any, written: str) -> str:
    """Say how to write a value as text."""
    if isinstance(value, dict):
        return "`: ` begins a value in YAML: quote the complete text"
    return f'put it in quotes: `"{written}"`' if "\n" not in written and '"' not in written else "put it in quotes"


def _alternatives(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _first_line(span: Span) -> Span:
    end = span.file.text.find("\n", span.start, span.end)
    return Span(span.file, span.start, end if end > 0 else span.end)


NOTHING_LEFT: Any = object()
"""What is read from data that do not fit, or of which a part that they cannot be without does not fit."""

Read = Callable[[Any, Path, list[Misfit]], Any]
"""Gives the value of data at a path, without what does not fit; adds the misfits."""


def read_shape(shape: type[Shape], data: Any) -> tuple[Shape | None, list[Misfit]]:
    """Read data as a shape; nothing where too little is left of them."""
    misfits: list[Misfit] = []
    found = reader_of(shape).read(data, (), misfits)
    return None if found is NOTHING_LEFT else found, misfits


@dataclass(frozen=True)
class ShapeReader:
    """Reads data as one of the types that are `wanted`; only data of the Python types that it `takes` may fit."""

    wanted: tuple[Any, ...]
    takes: frozenset[type]
    value: Read
    """Gives the value of data of these Python types."""

    def read(self, data: Any, path: Path, misfits: list[Misfit]) -> Any:
        """Give the value of data at a path, without what does not fit; add the misfits."""
        if type(data) in self.takes:
            return self.value(data, path, misfits)
        misfits.append(WrongValue(path, self.wanted, data))
        return NOTHING_LEFT


@cache
def reader_of(kind: Any) -> ShapeReader:
    """Give what reads data of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Shape):
        return ShapeReader((kind,), frozenset([dict]), shape_value(kind))
    if origin is list:
        return ShapeReader((kind,), frozenset([list]), list_value(reader_of(inner[0]).read))
    if origin is dict:
        return ShapeReader((kind,), frozenset([dict]), mapping_value(reader_of(inner[1]).read, inner[0] is Line))
    if origin in (UnionType, Union):
        return union_reader([reader_of(one) for one in inner])
    takes, value_of = scalar(kind)

    def value(data: Any, path: Path, misfits: list[Misfit]) -> Any:
        found = value_of(data)
        if found is NOTHING_LEFT:
            misfits.append(WrongValue(path, (kind,), data))
        return found

    return ShapeReader((kind,), frozenset(takes), value)


def scalar(kind: Any) -> tuple[tuple[type, ...], Callable[[Any], Any]]:
    """Give the Python types of data that may fit a type without parts, and what gives their value if they do."""
    match get_origin(kind), get_args(kind):
        case _, (_, Within(low, high)):
            within = range(low, high + 1)
            return (int, str), lambda data: found if (found := whole(data)) in within else NOTHING_LEFT
        case origin, words if origin is Literal:
            return (str,), lambda data: data if data in words else NOTHING_LEFT
    return SCALARS[kind]


def copied(data: Any) -> Any:
    """Copy plain data: what is changed later must not change in two places."""
    if type(data) is dict:
        return {key: copied(inner) for key, inner in data.items()}
    return [copied(inner) for inner in data] if type(data) is list else data


def as_it_is(data: Any) -> Any:
    """Give data as they are."""
    return data


def whole(data: int | str) -> Any:
    """Give a whole number, also one that is spelled `1_000` or `07`, which YAML leaves as it is."""
    if isinstance(data, int):
        return data
    return int(data) if SPELLED.fullmatch(data) else NOTHING_LEFT


SPELLED = re.compile(r"[-+]?(0\d{1,99}|\d{1,9}(_\d{1,9}){1,9})|\+\d{1,99}")
BLANKS = re.compile(r"[ \t\n]+")
TRUTHS = {True: True, False: False, "yes": True, "no": False}
SCALARS: Mapping[Any, tuple[tuple[type, ...], Callable[[Any], Any]]] = {
    str: ((str,), as_it_is),
    int: ((int, str), whole),
    NoneType: ((NoneType,), as_it_is),
    Any: ((dict, list, str, int, bool, NoneType), copied),
    YesNo: ((bool, str), lambda data: TRUTHS.get(data, NOTHING_LEFT)),
    Code: ((str, int), str),
    Line: ((str,), lambda data: " ".join(BLANKS.split(data)).strip() or NOTHING_LEFT),
}


def list_value(read: Read) -> Read:
    """Give what reads a list with items of one type; nothing is left of a list that would lack an item."""

    def value(data: list[Any], path: Path, misfits: list[Misfit]) -> Any:
        found = [read(inner, (*path, at), misfits) for at, inner in enumerate(data)]
        return NOTHING_LEFT if any(one is NOTHING_LEFT for one in found) else found

    return value


def mapping_value(read: Read, has_names: bool) -> Read:
    """Give what reads a mapping with values of one type, and perhaps with keys that are names."""

    def value(data: dict[str, Any], path: Path, misfits: list[Misfit]) -> Any:
        found = {}
        for key, inner in data.items():
            if has_names and not key:
                misfits.append(UnknownKey((*path, key), (), "", False))
                continue
            found[key] = one = read(inner, (*path, key), misfits)
            if one is NOTHING_LEFT:
                del found[key]
        return found

    return value


def shape_value(shape: type[Shape]) -> Read:
    """Give what reads a mapping as a shape; nothing is left of one that would lack what it must have."""
    types = get_type_hints(shape, include_extras=True)
    reads = {key: reader_of(written_type_of(shape, key, types[key])).read for key in shape.keys}
    needed = [key for key in shape.keys if shape.default(key) is REQUIRED]

    def value(data: dict[str, Any], path: Path, misfits: list[Misfit]) -> Any:
        meant = {key: key for key in data if key in reads}
        if len(meant) < len(data):
            unknown = unknown_keys(shape.keys, data, path)
            meant |= {str(key.path[-1]): key.close for key in unknown if key.is_read}
            misfits += unknown
        misfits += [MissingKey(path, key) for key in needed if key not in meant.values()]
        read = ((key, reads[key](data[written], (*path, written), misfits)) for written, key in meant.items())
        found = {key: one for key, one in read if one is not NOTHING_LEFT}
        found |= {key: shape.stand_ins[key] for key in needed if key not in found and key in shape.stand_ins}
        return shape(**found) if all(key in found for key in needed) else NOTHING_LEFT

    return value


def unknown_keys(known: tuple[str, ...], data: dict[str, Any], path: Path) -> list[UnknownKey]:
    """Give the keys that a shape does not have; one that nearly is another, which is not there, is read as that."""
    found: list[UnknownKey] = []
    for key in data:
        if key not in known:
            (close,) = get_close_matches(str(key), known, 1) or ("",)
            is_free = close not in data and all(other.close != close for other in found)
            found.append(UnknownKey((*path, key), known, close, bool(close) and is_free))
    return found


def union_reader(readers: Sequence[ShapeReader]) -> ShapeReader:
    """Give what reads data as the first of several types that they fit, of those that take their Python type."""
    wanted = tuple(kind for reader in readers for kind in reader.wanted if kind is not NoneType)
    takes = frozenset(taken for reader in readers for taken in reader.takes)
    values = {taken: [reader.value for reader in readers if taken in reader.takes] for taken in takes}

    def value(data: Any, path: Path, misfits: list[Misfit]) -> Any:
        found, own = NOTHING_LEFT, list[Misfit]()
        for one in values[type(data)]:
            own = []
            found = one(data, path, own)
            if not own:
                return found
        is_whole = any(isinstance(misfit, WrongValue) and misfit.path == path for misfit in own)
        misfits += [WrongValue(path, wanted, data)] if is_whole else own
        return found

    return ShapeReader(wanted, takes, value)
