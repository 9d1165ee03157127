"""Every class belongs to the union of its sort, by which type checkers see what a dispatch forgets.

What belongs to a union is worked out here from the classes and from the grammar, so that who adds a class is told
which unions want it.
"""

from __future__ import annotations

import re
from inspect import getmembers, isclass
from typing import get_args

import pytest

from quarterdeck.backends.python.play import PLAIN, TRACED
from quarterdeck.backends.python.values import PRINTED
from quarterdeck.base.resources import grammar_folder
from quarterdeck.engine.run import happenings
from quarterdeck.language.documents.document import DocumentSort
from quarterdeck.language.documents.shapes import DOCUMENTS
from quarterdeck.language.syntax import nodes, sorts
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import READS, WRITES
from quarterdeck.program.form.sorts import AnyInstruction, AnyValue

pytestmark = pytest.mark.no_cover

WITHOUT_VALUE = {nodes.RollOff, nodes.Require, nodes.Step}
"""Statements whose name is an address alone: it stands for no value."""
WITHOUT_ADDRESS = {nodes.Let, nodes.LetResult, nodes.Tally}
"""Statements whose name is a local alone."""
NOTHING_COMES_IN = {nodes.Require, nodes.Step}
"""Statements with an address at which nobody rolls, draws or chooses."""


@pytest.mark.parametrize(
    ("base", "union"),
    [
        (nodes.Expression, sorts.AnyExpression),
        (nodes.Statement, sorts.AnyStatement),
        (nodes.ModifierChange, sorts.AnyModifierChange),
        (nodes.Amendment, sorts.AnyAmendment),
        (nodes.PlainType, sorts.AnyPlainType),
        (val.Value, AnyValue),
        (op.Instruction, AnyInstruction),
    ],
)
def test_a_union_names_every_class_of_its_sort(base, union):
    own = {
        kind
        for kind in base.__subclasses__()
        if kind.__module__.startswith(("quarterdeck.language.syntax", "quarterdeck.program.form"))
    }
    assert set(get_args(union)) == own


def test_play_knows_how_to_print_every_instruction():
    """So does counting, but for what its segments are cut at."""
    assert set(PLAIN) == set(TRACED) == set(get_args(AnyInstruction))


def test_it_is_said_of_every_value_and_instruction_what_it_reads_and_writes():
    """One that is forgotten would read nothing, and odds would be wrong without an error."""
    assert set(READS) == {*get_args(AnyValue), *get_args(AnyInstruction)}
    assert set(WRITES) == set(get_args(AnyInstruction))


def test_there_is_a_way_to_print_every_value():
    """What is drawn is no value that anybody looks at: it is printed by what draws."""
    assert set(PRINTED) == set(get_args(AnyValue)) - {val.Lots, val.PoolReads}


def test_every_sort_of_document_has_a_shape():
    assert set(get_args(DocumentSort)) == set(DOCUMENTS)


def with_a_name() -> set[type]:
    return {kind for kind in nodes.Statement.__subclasses__() if kind.__annotations__.get("name") == "Word"}


def test_statements_with_a_name_are_told_apart_by_what_it_is_good_for():
    named = with_a_name()
    assert set(get_args(sorts.AnyNamingStatement)) == named - WITHOUT_VALUE
    assert set(get_args(sorts.AnyAddressedStatement)) == named - WITHOUT_ADDRESS
    assert set(get_args(sorts.AnySite)) == named - WITHOUT_ADDRESS - NOTHING_COMES_IN


def test_simple_statements_are_those_of_the_grammar():
    grammar = (grammar_folder() / "statements.lark").read_text("utf-8")
    rule = grammar.partition("?simple:")[2].partition("\n\n")[0]
    aliases = re.findall(r"-> (\w+)", rule)
    assert [kind.__name__ for kind in get_args(sorts.AnySimpleStatement)] == [
        alias.title().replace("_", "") for alias in aliases
    ]


def test_whatever_happens_is_named_by_the_union_of_happenings():
    kinds = [kind for _, kind in getmembers(happenings, isclass) if issubclass(kind, happenings.Event)]
    bases = {base for kind in kinds for base in kind.__bases__}
    assert set(get_args(happenings.Happening)) == set(kinds) - bases
