"""`--json` is data with a published schema, for every command; exit codes are what the handbook says.

One table of cases drives all: it is compared with the commands, with the schemas and with the table of exit codes.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any
from unittest import mock

import jsonschema
import pytest
from referencing import Registry, Resource

from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.apps.api.schemas import names, schema_of
from quarterdeck.apps.cli import watch
from quarterdeck.apps.cli.exits import SHARED
from quarterdeck.apps.cli.main import main
from tests.apps.cli.as_data.cases import CASES, Case
from tests.apps.cli.as_data.material import prepare
from tests.apps.cli.as_data.walking import DEFINITIONS, EVERY, ROOTS, at_place, fits, parts, root, schemas, used


@dataclass(frozen=True)
class Ran:
    """A case that was run: its exit code, and what it printed to both streams."""

    case: Case
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Give what it printed as data."""
        return json.loads(self.out)

    @property
    def schema(self) -> str:
        """Give the name of the schema that its output is to fit."""
        is_failure = self.code and isinstance(self.data, dict) and "failed" in self.data
        return "failure" if is_failure else self.case.command


def run(case: Case) -> Ran:
    """Run a case here."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    name, error = case.broken or ("", None)
    with (
        mock.patch(f"quarterdeck.{name}", side_effect=error) if error else contextlib.nullcontext(),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(case.typed.encode()))),
        mock.patch.object(watch, "sleep", side_effect=KeyboardInterrupt),
        mock.patch("uvicorn.Server.run", side_effect=KeyboardInterrupt),
    ):
        code = main(case.words)
    return Ran(case, code, *(stream.buffer.getvalue().decode() for stream in (out, err)))


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Ran]]:
    """Run all cases, one after another, in one folder."""
    folder, before = tmp_path_factory.mktemp("as_data"), Path.cwd()
    prepare(folder)
    os.chdir(folder)
    found = []
    for case in CASES:
        if case.first is not None:
            case.first(folder)
        found.append(run(case))
    yield found
    os.chdir(before)


@cache
def validator_of(name: str) -> jsonschema.Draft202012Validator:
    """Give what holds data against a published schema, which finds what it refers to without a search each time."""
    schema = schema_of(name)
    registry = Registry().with_resource(schema["$id"], Resource.from_contents(schema)).crawl()
    return jsonschema.Draft202012Validator(schema, registry=registry)


def takes_json(command: str) -> bool:
    name = f"{command}_" if iskeyword(command) else command
    return "json" in inspect.signature(getattr(import_module(f"quarterdeck.apps.cli.{name}"), name)).parameters


# --- the table


def test_every_command_and_every_json_has_its_cases():
    assert {case.command for case in CASES} == set(COMMANDS)
    assert {case.command for case in CASES if case.is_data and not case.code} == set(filter(takes_json, COMMANDS))


def test_every_json_has_its_schema_and_no_schema_is_left_over():
    assert set(names()) == {*filter(takes_json, COMMANDS), "failure"}


# --- exit codes


def test_exit_codes_are_those_of_the_table(ran):
    wrong = [
        f"{one.case.line}: {one.code} instead of {one.case.code}\n{one.err}" for one in ran if one.code != one.case.code
    ]
    assert not wrong, "\n".join(wrong)


def test_the_table_of_exit_codes_says_what_comes_and_nothing_else():
    codes = {command: {case.code for case in CASES if case.command == command} for command in COMMANDS}
    assert {command for command in COMMANDS if 1 in codes[command]} == {
        name for name, one in COMMANDS.items() if one.fails
    }
    assert all({0, 2} <= codes[command] for command in COMMANDS)
    assert set().union(*codes.values()) | {130} == set(SHARED)


def test_who_interrupts_a_command_gets_130():
    with mock.patch("quarterdeck.analysis.trial.checkup.summary_of", side_effect=KeyboardInterrupt):
        assert main(["check", "easyships"]) == 130


# --- schemas


@pytest.mark.parametrize("name", names())
def test_a_schema_is_one_and_allows_nothing_that_it_does_not_name(name):
    jsonschema.Draft202012Validator.check_schema(schema_of(name))
    assert schema_of(name)["$id"] == f"quarterdeck:{name}"
    objects = [at for one in (name, *schema_of(name).get("$defs", {})) for at in schemas(root(one))]
    objects = [at for at in objects if at_place(at).get("type") == "object"]
    assert [at for at in objects if "additionalProperties" not in at_place(at)] == []


def test_what_schemas_share_is_the_same_in_all():
    assert not set(ROOTS) & set(DEFINITIONS)
    others = {
        (name, shared)
        for name in names()
        for shared, said in schema_of(name).get("$defs", {}).items()
        if said != DEFINITIONS[shared]
    }
    assert others == set()


@pytest.mark.parametrize("name", names())
def test_a_published_schema_needs_nothing_beside_it_and_holds_nothing_else(name):
    """What the command prints can be used by itself: what it refers to is in it."""
    published = schema_of(name)
    referred = set(re.findall(r'"\$ref": "#/\$defs/(\w+)"', json.dumps(published)))
    assert json.dumps(published).count('"$ref"') == len(re.findall(r'"\$ref": "#/\$defs/\w+"', json.dumps(published)))
    assert referred == set(published.get("$defs", {}))


def test_every_record_that_is_printed_says_what_it_is():
    assert [
        name
        for name, said in EVERY["$defs"].items()
        if "type" in said and not said.get("description", said.get("title"))
    ] == []


def test_what_every_command_gives_fits_its_schema(ran):
    wrong = []
    for one in ran:
        if one.case.is_data:
            validator = validator_of(one.schema)
            wrong += [
                f"{one.case.line}: {error.json_path}: {error.message}" for error in validator.iter_errors(one.data)
            ]
    assert not wrong, "\n".join(wrong)


def test_no_number_is_a_binary_fraction(ran):
    def floats(data: Any) -> Iterator[float]:
        if isinstance(data, float):
            yield data
        for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
            yield from floats(inner)

    assert [(one.case.line, found) for one in ran if one.case.is_data for found in floats(one.data)] == []


def test_every_part_of_every_schema_comes_in_some_case(ran):
    """A schema that allows what never comes promises too much."""
    found = {part for one in ran if one.case.is_data for part in used(root(one.schema), one.data)}
    missing = sorted(" ".join(part[1:]) for name in EVERY["$defs"] for part in parts(name) if part not in found)
    assert missing == []


def test_what_does_not_fit_is_told():
    """The walk sees what it should: an alternative that data do not use is not among what they use."""
    data = {"failed": "usage", "exit": 2, "message": "no", "findings": []}
    assert fits(root("failure"), data)
    assert not fits(root("failure"), {**data, "more": 1})
    assert (*root("failure"), "properties", "exit", "enum", "1") in set(used(root("failure"), data))
    assert (*root("failure"), "properties", "exit", "enum", "0") not in set(used(root("failure"), data))
