"""A document is read without a word where it fits its schema, and has a finding with a place wherever it does not."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.documents.documents_schema import schema_of_documents
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.documents.shape import Shape
from quarterdeck.language.documents.shape_reader import MissingKey, UnknownKey, read_shape
from quarterdeck.language.documents.shapes import DOCUMENTS
from quarterdeck.language.documents.yaml import read_yaml

GAMES = Path(__file__).parents[2] / "games"
SCALARS = st.one_of(
    st.sampled_from([None, True, False, 0, -1, 1, 1000, 1001, 10**30, "", "yes", "no", "rising", "hex", "none"]),
    st.integers(),
    st.text("ab \u00e9", max_size=5),
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3),
    max_leaves=5,
)
MOST_CHANGED = 6_000
"""Signs of the longest document that is changed."""


@cache
def documents() -> tuple[tuple[type[Shape], Any], ...]:
    found = []
    for path in sorted([*resources.rulesets_folder().rglob("*.yaml"), *GAMES.rglob("*.yaml")]):
        data, _ = read_yaml(SourceFile(path.name, path.read_text("utf-8")), Findings())
        found += [(DOCUMENTS[sort], data) for sort in data if sort in DOCUMENTS][:1] if isinstance(data, dict) else []
    return tuple(found)


@cache
def short_documents() -> tuple[Any, ...]:
    return tuple(data for _, data in documents() if len(json.dumps(data)) <= MOST_CHANGED)


@cache
def schema_of(shape: type[Shape]) -> jsonschema.Draft202012Validator:
    known = schema_of_documents()["$defs"]
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{shape.__name__}", "$defs": known})


def places(data: Any) -> list[tuple[Any, Any]]:
    """Give all places in plain data, as what holds them and the key or number there."""
    found: list[tuple[Any, Any]] = []
    keys: Any = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        found.append((data, key))
        found += places(data[key])
    return found


@st.composite
def changed_documents(draw: st.DrawFn) -> Any:
    """Give a document that ships with one or two changes."""
    data = deepcopy(draw(st.sampled_from(short_documents())))
    for _ in range(draw(st.integers(1, 2))):
        holder, key = draw(st.sampled_from(places(data) or [({"": data}, "")]))
        match draw(st.sampled_from(["replace", "remove", "add", "wrap", "misspell"])):
            case "replace":
                holder[key] = draw(PLAIN)
            case "wrap":
                holder[key] = [holder[key]]
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from(["abc", "note", "source", "fields"]))] = draw(PLAIN)
            case "remove" if isinstance(holder, dict):
                del holder[key]
            case "misspell" if isinstance(holder, dict):
                holder[key[:-1]] = holder.pop(key)
    return data


def value_at(data: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        data = data[part]
    return data


def specified_in(value: Any) -> Any:
    """Give plain data with the keys that a shape was read from, and no others."""
    if isinstance(value, Shape):
        return {key: specified_in(getattr(value, key)) for key in value.specified}
    if isinstance(value, dict):
        return {key: specified_in(inner) for key, inner in value.items()}
    return [specified_in(inner) for inner in value] if isinstance(value, list) else value


def as_written(value: Any) -> Any:
    """Give data in one notation: words for truth values, and digits for numbers."""
    if isinstance(value, dict):
        return {key: as_written(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_written(inner) for inner in value]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def test_every_document_that_ships_is_read_whole():
    assert len(documents()) > 200
    for shape, data in documents():
        found, misfits = read_shape(shape, data)
        assert misfits == []
        assert as_written(specified_in(found)) == as_written(data)


@given(changed_documents())
def test_a_changed_document_has_findings_where_the_schema_refuses_it(data):
    file = SourceFile("changed.yaml", json.dumps(data, indent=1, ensure_ascii=False))
    findings = Findings()
    document = parse_document(file, findings)
    sort = next((key for key in data if key in DOCUMENTS), None)
    assert (list(findings) == []) == (sort is not None and schema_of(DOCUMENTS[sort]).is_valid(data))
    for finding in findings:
        assert finding.span.file is file
        assert 0 <= finding.span.start < finding.span.end <= len(file.text)
    assert document is not None or findings


@given(changed_documents())
def test_misfits_are_where_they_say_and_what_is_left_fits(data):
    sort = next((key for key in data if key in DOCUMENTS), "rulings")
    found, misfits = read_shape(DOCUMENTS[sort], data)
    for misfit in misfits:
        if isinstance(misfit, MissingKey):
            assert misfit.key not in value_at(data, misfit.path)
        elif isinstance(misfit, UnknownKey):
            assert misfit.path[-1] not in misfit.known
            assert misfit.path[-1] in value_at(data, misfit.path[:-1])
        else:
            assert misfit.value is value_at(data, misfit.path)
    assert found is not None or misfits
    if found is not None:
        assert read_shape(DOCUMENTS[sort], specified_in(found)) == (found, [])


def test_what_is_no_document_of_a_sort_is_nothing():
    wrong: list[Any] = [[], {}, None, "text"]
    for shape in DOCUMENTS.values():
        for data in wrong:
            assert read_shape(shape, data)[0] is None


HEAD = "ruleset: pond\ndocuments:\n  notes: {title: Notes}\ntitle: "


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("|\n  Two\n  lines\n", "Two lines"),
        ('" a\\n b "', "a b"),
        ('"a\\u00a0b"', "a\u00a0b"),
        ("Be\u0301arn", "B\u00e9arn"),
        ('"Be\\u0301arn"', "B\u00e9arn"),
    ],
)
def test_a_title_is_one_line_of_composed_letters(written, title):
    findings = Findings()
    document = parse_document(SourceFile("ruleset.yaml", HEAD + written), findings)
    assert document is not None
    assert (list(findings), document.shape.as_data()["title"]) == ([], title)


@pytest.mark.parametrize(
    ("written", "code", "said"),
    [
        ('""', "QD207", "expected at least one word"),
        ('" "', "QD207", "expected at least one word"),
        ('"a\\u0007b"', "QD223", "this contains a control character, U+0007"),
        ('"a\\x1b[31mb"', "QD223", "this contains a control character, U+001B"),
        ('"a\\u200bb"', "QD223", "this contains a control character, U+200B"),
        ('"a\\u202eb"', "QD223", "this contains a control character, U+202E"),
        ('Pond\nchapters: []\n"": x', "QD203", "`` is not a key here"),
        ('Pond\nnote: "a\\0b"', "QD223", "this contains a control character, U+0000"),
    ],
)
def test_a_text_that_cannot_be_printed_has_a_finding(written, code, said):
    findings = Findings()
    parse_document(SourceFile("ruleset.yaml", HEAD + written), findings)
    assert [finding.code for finding in findings] == [code]
    assert said in next(iter(findings)).message


def test_a_thing_without_a_name_has_a_finding():
    findings = Findings()
    text = 'roster: ships\nkind: Ship\ntitle: Ships\nthings:\n  "": {hull: 3}\n'
    parse_document(SourceFile("ships.yaml", text), findings)
    assert [(finding.code, finding.message, finding.span.line) for finding in findings] == [
        ("QD203", "this key has no name", 5)
    ]
