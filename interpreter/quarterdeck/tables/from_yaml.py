"""Give a YAML file its shape: which sort of document it is, and whether it says what such a document may say.

In: a `SourceFile`. Out: a `YamlDocument`, or findings with the place of each fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from quarterdeck.diagnostics import Findings
from quarterdeck.source import SourceFile, Span
from quarterdeck.tables.shapes import DOCUMENTS, Shape
from quarterdeck.tables.yaml import Path, Places, read_yaml


@dataclass(frozen=True)
class YamlDocument:
    """A file's content in its shape, with the places of its parts."""

    file: SourceFile
    sort: str
    shape: Shape
    places: Places


def parse_document(file: SourceFile, findings: Findings) -> YamlDocument | None:
    """Read one YAML file; nothing where it cannot be used, with findings that say why."""
    before = len(findings)
    data, places = read_yaml(file, findings)
    if data is None:
        if len(findings) == before:
            findings.add("QD201", "the file is empty", places.value())
        return None
    if not isinstance(data, dict):
        findings.add("QD202", "a document is a list of keys with values", places.value())
        return None
    sort = next((key for key in data if key in DOCUMENTS), None)
    if sort is None:
        first = next(iter(data), "")
        close = get_close_matches(str(first), DOCUMENTS, 1)
        findings.add(
            "QD202",
            "the document does not say what it is",
            places.key(first),
            hint=f"did you mean `{close[0]}`?" if close else f"begin it with one of: {', '.join(DOCUMENTS)}",
        )
        return None
    try:
        shape = DOCUMENTS[sort].model_validate(data)
    except ValidationError as error:
        for fault in _telling([dict(fault) for fault in error.errors()], data):
            _report(fault, DOCUMENTS[sort], data, places, findings)
        return None
    return YamlDocument(file, sort, shape, places) if len(findings) == before else None


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
    shallow = ("string_type", "dict_type", "list_type", "model_type")
    return [
        fault
        for fault, path in zip(faults, paths, strict=True)
        if fault["type"] not in shallow
        or not any(len(other) > len(path) and other[: len(path)] == path for other in paths)
    ]


def _report(fault: dict[str, Any], shape: type[Shape], data: Any, places: Places, findings: Findings) -> None:
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
    else:
        findings.add("QD207", f"this does not fit: {fault['msg'][0].lower()}{fault['msg'][1:]}", places.value(*path))


_sorts = {"bool": "yes or no", "null": "nothing", "int": "a number", "float": "a number"}


def _first_line(span: Span) -> Span:
    end = span.file.text.find("\n", span.start, span.end)
    return Span(span.file, span.start, end if end > 0 else span.end)


def _known_keys(shape: Any, location: tuple[Any, ...]) -> list[str]:
    from typing import get_args

    for part in location:
        options = [shape, *get_args(shape)]
        for option in [*options, *(inner for o in options for inner in get_args(o))]:
            if isinstance(option, type) and issubclass(option, Shape) and part in option.model_fields:
                shape = option.model_fields[str(part)].annotation
                break
            if isinstance(option, type) and issubclass(option, Shape) and option.__name__ == part:
                shape = option
                break
    models = [
        m
        for m in [shape, *get_args(shape), *(i for o in get_args(shape) for i in get_args(o))]
        if isinstance(m, type) and issubclass(m, Shape)
    ]
    return [key for model in models for key in model.model_fields]
