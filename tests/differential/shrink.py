"""Makes a unit that differs as small as it gets while it still differs in the same way."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.differential import bridge
from tests.differential import syntax as s
from tests.differential.compare import Case, Difference, differences, turn_differences, worked_differences
from tests.differential.rulesets import Unit, assemble, used

EXPRESSIONS = s.Expression.__args__
STATEMENTS = s.Statement.__args__
HOLDS_A_BLOCK = (s.When, s.ForEach, s.ForNumbers, s.Repeat, s.Guarded)


def smaller(tree: Any) -> Iterator[Any]:
    """Give trees that are a little smaller: a part left out, or put in the place of what holds it."""
    if isinstance(tree, tuple):
        yield from smaller_tuple(tree)
    elif is_dataclass(tree) and not isinstance(tree, type):
        yield from smaller_node(tree)


def smaller_tuple(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for place, item in enumerate(items):
        if isinstance(item, (*STATEMENTS, s.Modifier, s.Natural, s.Case, str)) or len(items) > 1:
            yield items[:place] + items[place + 1 :]
        if isinstance(item, HOLDS_A_BLOCK):
            yield from (items[:place] + block + items[place + 1 :] for block in blocks_of(item))
    for place, item in enumerate(items):
        yield from ((*items[:place], less, *items[place + 1 :]) for less in smaller(item))


def blocks_of(statement: Any) -> Iterator[s.Block]:
    match statement:
        case s.When(branches, otherwise):
            yield from (block for _, block in branches)
            yield otherwise
        case s.Guarded(guarded):
            yield (guarded,)
        case _:
            yield statement.body


def smaller_node(tree: Any) -> Iterator[Any]:
    if isinstance(tree, EXPRESSIONS) and not isinstance(tree, s.Number):
        yield s.Number(Fraction(1))
        yield from parts_of(tree)
    for one in fields(tree):
        value = getattr(tree, one.name)
        optional = isinstance(value, (*EXPRESSIONS, s.Order, s.Limit)) and "None" in str(one.type)
        if optional:
            yield replace(tree, **{one.name: None})
        if isinstance(value, tuple) or is_dataclass(value):
            yield from (replace(tree, **{one.name: less}) for less in smaller(value))


def parts_of(tree: Any) -> Iterator[Any]:
    """Give the expressions that an expression is made of."""
    for one in fields(tree):
        value = getattr(tree, one.name)
        if isinstance(value, EXPRESSIONS):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, EXPRESSIONS))


def candidates(unit: Unit) -> Iterator[Unit]:
    """Give units that are a little smaller."""
    for name in ("phase", "procedures", "definitions", "tables"):
        value = getattr(unit, name)
        for less in smaller(value):
            yield replace(unit, **{name: less})


def found_in(unit: Unit, folder: Path, seed: int, sort: str = "") -> list[Difference]:
    """Give the differences of one unit by itself, of one sort if that is named; none where `check` refuses it."""
    shutil.rmtree(folder, ignore_errors=True)
    ruleset = assemble([unit])
    try:
        bridge.write(ruleset, folder)
        if bridge.check(folder):
            return []
    except bridge.Crash as crash:
        return [Difference("check, crash", unit.name, "no crash", str(crash))]
    found: list[Difference] = []
    if sort not in PLAYED:
        count = sort in {"", "odds", "plays", "crash"}
        cases = [Case(unit, situation, ruleset, folder) for situation in unit.situations]
        found = [one for case in cases for one in differences(case, count=count)] if sort != "example" else []
        if not found and sort in {"", "example"}:
            found = worked_differences(cases, folder)
    if not found and sort in {"", *PLAYED}:
        found = turn_differences([unit], folder / "played", seed)
    return [one for one in found if sort in {"", sort_of(one)}]


PLAYED = ("play", "replay")


def sort_of(difference: Difference) -> str:
    """Say in a word what sort a difference is of, so that it does not change while its unit shrinks."""
    return difference.how.split(",")[0].split(" of ")[0]


def shrink(unit: Unit, sort: str, folder: Path, seed: int, tries: int = 400) -> Unit:
    """Make a unit smaller as long as it differs in the same sort of way; large parts are left out first."""
    if sort not in PLAYED:
        for situation in unit.situations:
            alone = replace(unit, situations=(situation,))
            if attempted(alone, folder, seed, sort):
                unit = alone
                break
    while tries:
        for candidate in sorted(candidates(unit), key=lambda one: len(repr(one)))[: max(tries, 1)]:
            tries -= 1
            lean = used(candidate)
            if attempted(lean, folder, seed, sort):
                unit = lean
                break
        else:
            break
    return unit


def attempted(unit: Unit, folder: Path, seed: int, sort: str) -> bool:
    """Whether a unit, which may make no sense any more, differs in a sort of way."""
    try:
        return bool(found_in(unit, folder, seed, sort))
    except (KeyError, AssertionError, AttributeError, IndexError, StopIteration, ValueError, TypeError):
        return False
