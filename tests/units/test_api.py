"""What programs may use says of itself what it gives, in which units and shapes, and what it raises."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck import api

RAISES = re.compile(r"^\s*Raises:\n((?:\s{8,}.*\n?)+)", re.MULTILINE)
RAISED = re.compile(r"^\s+(\w+): \S", re.MULTILINE)


def functions() -> Iterator[tuple[str, object]]:
    """Give each function, and each method and property of a class, by its name."""
    for name in api.__all__:
        thing = getattr(api, name)
        if inspect.isclass(thing):
            for key, part in vars(thing).items():
                if not key.startswith("_") and isinstance(part, property | classmethod) | inspect.isfunction(part):
                    yield f"{name}.{key}", getattr(part, "fget", getattr(part, "__func__", part))
        else:
            yield name, thing


def raised(thing: object) -> set[str]:
    found = RAISES.search(f"{thing.__doc__}\n")
    return set(RAISED.findall(found[1])) if found else set()


@pytest.mark.parametrize("name", api.__all__)
def test_every_name_says_what_it_is(name):
    thing = getattr(api, name)
    doc = thing.__doc__ or ""
    assert doc.strip().split("\n")[0].rstrip().endswith((".", ":", ",", ";"))
    assert not doc.startswith(f"{name}("), "what a dataclass says of itself says nothing"
    assert "TODO" not in doc


def test_every_method_says_what_it_gives():
    assert [name for name, thing in functions() if not (thing.__doc__ or "").strip()] == []


def test_whatever_is_raised_can_be_caught_by_its_name():
    """What a docstring says is raised is a name of the interface; and an exception of it is raised by something."""
    promised = {name for _, thing in functions() for name in raised(thing)}
    exceptions = {n for n in api.__all__ if inspect.isclass(getattr(api, n)) and issubclass(getattr(api, n), Exception)}
    builtin = {"KeyError", "OSError"}
    assert promised - builtin - exceptions == set()
    assert exceptions - promised == set()


def test_records_are_frozen():
    """Whoever holds one may keep it; only a ruleset is none, since it keeps what was built of it."""
    records = {name for name in api.__all__ if dataclasses.is_dataclass(getattr(api, name))}
    thawed = {name for name in records if not getattr(api, name).__dataclass_params__.frozen}
    assert thawed == {"Ruleset"}


def test_everything_is_typed():
    untyped = []
    for name, thing in functions():
        signature = inspect.signature(thing)  # type: ignore[arg-type]
        parts = [one.annotation for key, one in signature.parameters.items() if key not in ("self", "cls")]
        if inspect.Signature.empty in (*parts, signature.return_annotation):
            untyped.append(name)
    assert untyped == []


def test_names_come_from_the_stub_alone():
    """Type checkers are told what a program finds; a part of the interpreter is imported when it is used."""
    stub = ast.parse(Path(api.__file__).with_suffix(".pyi").read_text("utf-8"))
    (told,) = (one.value for one in stub.body if isinstance(one, ast.Assign))
    assert sorted(ast.literal_eval(told)) == api.__all__ == dir(api)
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(api, "no_such_name")  # noqa: B009
    code = "import sys, quarterdeck.api as api; api.schema_of; print('quarterdeck.play' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
