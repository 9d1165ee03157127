"""Say what in a document is not as its shape wants it, and give the document without that.

In: data of which not all fits, and where its parts stand. Out: findings, and the shape of what is left.
"""

from __future__ import annotations

from copy import deepcopy
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import ValidationError

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.documents.document import Path, Places
from quarterdeck.language.documents.models import Model, checked, models
from quarterdeck.language.documents.shape import Shape

MOST_ROUNDS = 20  # of leaving out what is wrong: an entry that has lost what it needs goes in the next round


def without_misfits(shape: type[Shape], data: Any, places: Places, findings: Findings) -> Shape | None:
    """Give the shape of what fits of a document, with findings for the rest; nothing where nothing is left."""
    wanted = models()[shape.__name__]
    try:
        return checked(wanted, data)
    except ValidationError as error:
        faults = _telling([dict(fault) for fault in error.errors()], data)
    meant = _meant(faults, wanted, data)
    for fault in faults:
        if fault["type"] != "missing" or (*_real_path(fault["loc"], data), fault["loc"][-1]) not in meant.values():
            _report(fault, wanted, data, places, findings)
    data = deepcopy(data)
    for wrong, right in meant.items():
        _at(right[:-1], data)[right[-1]] = _at(wrong[:-1], data).pop(wrong[-1])
        places.also(wrong, right)
    return _without(wanted, data)


def _meant(faults: list[dict[str, Any]], wanted: type[Model], data: Any) -> dict[Path, Path]:
    """Give the keys that are nearly others, which are not there, with those others: as such they are read on."""
    found: dict[Path, Path] = {}
    for fault in faults:
        if fault["type"] == "extra_forbidden":
            *above, named = _real_path(fault["loc"], data)
            close = get_close_matches(str(named), _known_keys(wanted, fault["loc"][:-1]), 1)
            if close and close[0] not in _at(tuple(above), data) and (*above, close[0]) not in found.values():
                found[(*above, named)] = (*above, close[0])
    return found


def _without(wanted: type[Model], data: Any) -> Shape | None:
    """Leave out of a document what is wrong, and what cannot be without it; nothing where nothing is left."""
    for _ in range(MOST_ROUNDS):
        try:
            return checked(wanted, data)
        except ValidationError as error:
            faults = _telling([dict(fault) for fault in error.errors()], data)
        for path in sorted({_real_path(fault["loc"], data) for fault in faults}, key=len, reverse=True):
            if not _leave_out(path, data):
                return None
    return None


def _leave_out(path: Path, data: Any) -> bool:
    """Take an entry out of its mapping, and a list that holds one out as a whole; tell whether that could be done."""
    holders = [data]
    for part in path:
        try:
            holders.append(holders[-1][part])
        except (KeyError, IndexError):
            return True  # it has gone with another fault
    for part, holder in reversed(list(zip(path, holders, strict=False))):
        if isinstance(holder, dict):
            del holder[part]
            return True
    return False


def _real_path(location: tuple[Any, ...], data: Any) -> Path:
    """Leave out what the validator adds to a path for unions and the like."""
    path: list[str | int] = []
    for part in location:
        if (isinstance(data, dict) and part in data) or (
            isinstance(data, list) and isinstance(part, int) and part < len(data)
        ):
            path.append(part)
            data = data[part]
    return tuple(path)


def _telling(faults: list[dict[str, Any]], data: Any) -> list[dict[str, Any]]:
    """Leave out what is only the other branch of a choice of forms, where a deeper fault is known."""
    paths = [_real_path(fault["loc"], data) for fault in faults]
    plain = ("string_type", "dict_type", "list_type", "model_type")
    return [
        fault
        for fault, path in zip(faults, paths, strict=True)
        if fault["type"] not in plain
        or not any(len(other) > len(path) and other[: len(path)] == path for other in paths)
    ]


def _report(fault: dict[str, Any], shape: type[Model], data: Any, places: Places, findings: Findings) -> None:
    path = _real_path(fault["loc"], data)
    named = fault["loc"][-1]
    if fault["type"] == "extra_forbidden":
        known = _known_keys(shape, fault["loc"][:-1])
        close = get_close_matches(str(named), known, 1)
        hint = f"did you mean `{close[0]}`?" if close else f"known here: {', '.join(sorted(known))}" if known else ""
        findings.add("QD203", f"`{named}` is no key of this place", places.key(*path), hint=hint)
    elif fault["type"] == "missing":
        findings.add("QD205", f"`{named}` is missing", _first_line(places.value(*path)))
    elif fault["type"] == "string_type" and places.plain.get(path) in ("bool", "null", "int", "float"):
        findings.add(
            "QD206",
            f"YAML reads `{places.value(*path).text or 'nothing'}` as {_sorts[places.plain[path]]}, not as words",
            places.value(*path),
            hint="put it in quotes",
        )
    elif fault["type"] in _wanted:
        if any(known.code == "QD207" and known.span == places.value(*path) for known in findings):
            return  # the other forms that would do are left unsaid
        value = path and _at(path, data)
        hint = _to_write(fault["type"], value, places.value(*path).text)
        findings.add("QD207", f"this does not fit: {_wanted[fault['type']]} is wanted", places.value(*path), hint=hint)
    else:
        message = f"this does not fit: {fault['msg'][0].lower()}{fault['msg'][1:]}"
        least = fault.get("ctx", {}).get("ge")
        hint = f"write {least} or more" if least is not None else ""
        findings.add("QD207", message, places.value(*path), hint=hint)


_wanted = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "`yes` or `no`",
    "bool_parsing": "`yes` or `no`",
    "list_type": "a list",
    "dict_type": "a list of keys with values",
    "model_type": "a list of keys with values",
}


def _to_write(sort: str, value: Any, written: str) -> str:
    """Say what to write in the place of something of another sort."""
    match sort:
        case "string_type" if isinstance(value, dict):
            return "a `: ` makes YAML read a key and its value: put the whole in quotes"
        case "string_type":
            return (
                f'put it in quotes: `"{written}"`' if "\n" not in written and '"' not in written else "put it in quotes"
            )
        case "list_type":
            return f"write [{written}]" if "\n" not in written else "write one item a line, each behind a `- `"
        case "dict_type" | "model_type":
            return "write its keys below it, each as `key: value`"
        case "bool_type" | "bool_parsing":
            return "write `yes` or `no`, without quotes"
    return "write it without a fraction and without quotes, as `3`"


def _at(path: Path, data: Any) -> Any:
    for part in path:
        data = data[part]
    return data


_sorts = {"bool": "yes or no", "null": "nothing", "int": "a number", "float": "a number"}


def _first_line(span: Span) -> Span:
    end = span.file.text.find("\n", span.start, span.end)
    return Span(span.file, span.start, end if end > 0 else span.end)


def _known_keys(shape: Any, location: tuple[Any, ...]) -> list[str]:
    for part in location:
        options = [shape, *get_args(shape)]
        for option in [*options, *(inner for o in options for inner in get_args(o))]:
            if isinstance(option, type) and issubclass(option, Model) and part in option.model_fields:
                shape = option.model_fields[str(part)].annotation
                break
            if isinstance(option, type) and issubclass(option, Model) and option.__name__ == part:
                shape = option
                break
    models = [
        m
        for m in [shape, *get_args(shape), *(i for o in get_args(shape) for i in get_args(o))]
        if isinstance(m, type) and issubclass(m, Model)
    ]
    return [key for model in models for key in model.model_fields]
