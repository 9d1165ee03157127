"""The page about constructs lists the modules that handle each node, value and instruction.

The table is made from the sources: a module handles the classes that it names. An empty cell is an error unless a
reason is given below, so a forgotten construct is found before anybody plays it.
`pytest tests/handbook --record` writes the page again.
"""

from __future__ import annotations

import ast
import inspect
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.engine.run import happenings
from quarterdeck.language.meaning.readings import READINGS, RESOLVED
from quarterdeck.language.syntax import expressions, node, nodes, statements
from quarterdeck.language.syntax.printer import FORMS
from quarterdeck.language.typing import meanings
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from tests.languages import FOLDERS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "constructs.md"
PACKAGE = ROOT / "interpreter" / "quarterdeck"

FOR_ALL_LANGUAGES = "prose/text/rule_facts.py prose/text/certainties.py"
"""What the prose of every language reads nodes with."""
OTHER_LANGUAGES = {name.capitalize(): os.path.relpath(folder, PACKAGE) for name, folder in FOLDERS.items()}
NODES = {
    "type": "language/checks language/typing",
    "lower": "program/lower",
    "English": f"prose/english {FOR_ALL_LANGUAGES}",
    **{name: f"{folder} {FOR_ALL_LANGUAGES}" for name, folder in OTHER_LANGUAGES.items()},
    "mutate": "analysis/mutants",
}
"""What is done with every node behind parsing, printing and hashing, and the folder that does it."""
VALUES = {"made": "program/lower", "verified": "program/form/verify_values.py", "printed": "backends/python"}
INSTRUCTIONS = {
    "made": "program/lower",
    "verified": "program/form/verify.py",
    "played": "backends/python/play.py",
    "counted": "backends/python/counting.py",
}
MEANINGS = {
    "typed": "language/checks language/typing",
    "lower": "program/lower",
    "English": f"prose/english {FOR_ALL_LANGUAGES}",
    **{name: f"{folder} {FOR_ALL_LANGUAGES}" for name, folder in OTHER_LANGUAGES.items()},
}
HAPPENINGS = {
    "recorded": "engine/run/trace.py",
    "as text and data": "analysis/trial/trace_text.py analysis/trial/happenings_as_data.py",
    "narrated": "engine/run/narrative.py engine/run/wording.py",
    "in the book": " ".join(["prose", *OTHER_LANGUAGES.values()]),
}
"""Traces and data word facts; that they miss no sort of these is for the type checker."""
SHARED = "backends/python/instructions.py"
"""What prints the same in play and in counting."""

PART = "handled with its parent"
ALIKE = "mutated in its parts, and removed like any statement"
WITHOUT: dict[str, dict[str, str]] = {
    "type": {
        PART: "Natural Setting SecretBy WrittenType NamedType RangeType ListOfType DeckOfType",
    },
    "lower": {
        PART: "Again Natural Setting SecretBy Success Otherwise OtherwiseWhen Gathered Picked NamedArgument",
        "resolved by typing": "ThenEvery",
        "resolved in declarations": "WrittenType NamedType RangeType ListOfType DeckOfType",
    },
    "English": {
        PART: "Again Setting SecretBy Success Otherwise OtherwiseWhen ThenEvery Gathered Picked NamedArgument Doubled",
        "worded with its field or input": "WrittenType NamedType RangeType ListOfType DeckOfType",
    },
    "mutate": {
        PART: (
            "Again Setting SecretBy Success Otherwise OtherwiseWhen ThenEvery NamedArgument Numbers AtOnce ChosenBy"
            " InSecret"
        ),
        "not part of a rule": "WrittenType NamedType RangeType ListOfType DeckOfType",
        ALIKE: (
            "Call CountsAs DicePool Divide DrawLot ListLiteral Lookup FieldAccess Minus Multiply Name Nothing"
            " PowerOf TimesDice AllSidesAtOnce Announce Append Apply Do Doubled DrawnGame Finish Halved Let LetResult"
            " Lowered NoLessThan NoMoreThan NumberList NotAbove NotBelow Peek Raised Remove Reveal RollOff Set"
            " ShiftedDown ShiftedUp Shuffle Start Stop Tally Win"
        ),
    },
    "made": {"made by a pass": "PoolReads Remembered Prepared PreparedItems"},
    "verified": {},
    "printed": {},
    "played": {},
    "counted": {},
    "typed": {},
    "recorded": {},
    "narrated": {},
    "traced": {},
    "in the book": {},
}
WITHOUT |= dict.fromkeys(OTHER_LANGUAGES, WITHOUT["English"])
"""Readings that a construct does without, each with the reason."""


FAMILIES = {
    "nodes": "quarterdeck.language.syntax",
    "val": "quarterdeck.program.form.values",
    "op": "quarterdeck.program.form.instructions",
    "meanings": "quarterdeck.language.typing.meanings",
    "hap": "quarterdeck.engine.run.happenings",
}
"""By what name a module speaks of each family of classes, and where these are defined."""


@cache
def named_in(place: str) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Give, for each class of nodes, values and instructions, the modules of a place that name it."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    paths = [PACKAGE / part for part in place.split()]
    for module in [one for path in paths for one in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]:
        tree = ast.parse(module.read_text("utf-8"))
        imported = {
            name.name: family
            for part in ast.walk(tree)
            if isinstance(part, ast.ImportFrom)
            for family, home in FAMILIES.items()
            if str(part.module).startswith(home)
            for name in part.names
        }
        for part in ast.walk(tree):
            key = ("", "")
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                key = (part.value.id, part.attr)
            elif isinstance(part, ast.Name):
                key = (imported.get(part.id, ""), part.id)
            if key[0] in FAMILIES:
                found.setdefault(key, {})[module.as_posix()] = None
    return {key: tuple(modules) for key, modules in found.items()}


def family_of(kind: type) -> str:
    return next(family for family, home in FAMILIES.items() if kind.__module__.startswith(home))


def leaves(module: object, root: type) -> Iterator[type]:
    """Give the classes of a module that nothing is derived from, in the order of the text."""
    for _, kind in sorted(inspect.getmembers(module, inspect.isclass), key=lambda item: item[0]):
        if issubclass(kind, root) and not kind.__subclasses__() and kind.__module__ == getattr(module, "__name__", ""):
            yield kind


TYPES: list[type] = [node.WrittenType, node.NamedType, node.RangeType, node.ListOfType, node.DeckOfType]
SORTS: dict[str, tuple[list[type], Mapping[str, str]]] = {
    "Expressions": (list(leaves(expressions, nodes.Node)), NODES),
    "Statements, and what they consist of": (list(leaves(statements, nodes.Node)), NODES),
    "Types": (TYPES, NODES),
    "Values of a program": (list(leaves(val, val.Value)), VALUES),
    "Instructions of a program": (list(leaves(op, op.Instruction)), INSTRUCTIONS),
    "Meanings of names and calls": (list(leaves(meanings, meanings.Meaning)), MEANINGS),
    "What happens in a game": (list(leaves(happenings, happenings.Event)), HAPPENINGS),
}


def cell(kind: type, reading: str, place: str) -> str:
    """Give the modules that give a construct a reading; else the reason why none does."""
    key = (family_of(kind), kind.__name__)
    modules = named_in(place).get(key, ())
    if reading in ("played", "counted") and not modules:
        modules = named_in(SHARED).get(key, ())
    if reading == "counted" and not modules:
        modules = named_in("program/passes/cut.py").get(key, ())
    if modules:
        return ", ".join(Path(module).stem for module in modules)
    reason = next((why for why, names in WITHOUT[reading].items() if kind.__name__ in names.split()), "")
    return f"*{reason}*" if reason else ""


def row(kind: type, readings: Mapping[str, str]) -> dict[str, str]:
    found = {reading: cell(kind, reading, place) for reading, place in readings.items()}
    if readings is NODES:
        grammar = "definitions" if kind in TYPES else kind.__module__.rsplit(".", 1)[-1]
        form = "readings" if kind in READINGS else "canonical" if kind in RESOLVED else ""
        found = {"parse": grammar, "print": "printer" if kind in FORMS else "", "hash": form, **found}
    return found


@pytest.mark.parametrize("sort", SORTS)
def test_no_construct_lacks_a_reading(sort):
    kinds, readings = SORTS[sort]
    empty = [
        f"{kind.__name__}: {reading}" for kind in kinds for reading, said in row(kind, readings).items() if not said
    ]
    assert empty == []


def test_no_reason_has_become_idle():
    """A reason that stands for a reading that is given, or for a construct that is gone, is taken away."""
    idle = []
    for reading, reasons in WITHOUT.items():
        for why, names in reasons.items():
            for name in names.split():
                known = [(k, r) for kinds, r in SORTS.values() for k in kinds if k.__name__ == name and reading in r]
                if not known or any(cell(kind, reading, places[reading]) != f"*{why}*" for kind, places in known):
                    idle.append(f"{reading}: {name}")
    assert idle == []


def page() -> str:
    """Give the page as the sources say it."""
    lines = [
        "# Constructs",
        "",
        "The modules that handle each construct: a row for each construct of the language and of the program, and a",
        "column for each stage. Contributors who add a construct fill a row. An empty cell fails a test, and so does a",
        "module that no longer handles its construct. A cell in italics says why a stage needs no module.",
    ]
    for sort, (kinds, readings) in SORTS.items():
        rows = {kind: row(kind, readings) for kind in kinds}
        columns = list(next(iter(rows.values())))
        lines += ["", f"## {sort}", "", f"| | {' | '.join(columns)} |", f"| --- {'| --- ' * len(columns)}|"]
        lines += [f"| `{kind.__name__}` | {' | '.join(cells.values())} |" for kind, cells in rows.items()]
    return "\n".join(lines) + "\n"


def test_the_page_says_what_the_sources_say(request):
    if request.config.getoption("--record"):
        PAGE.write_text(page(), "utf-8")
    else:
        assert PAGE.read_text("utf-8") == page()
