"""Every number of a rule stands where its book tells the rule; what an author tells otherwise is listed with a reason.

What is planned from the nodes holds all of them. Authors tell rules in their own words: `told_otherwise.yaml` names the
numbers that these say in another way, or that are for programs alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.overrides.override_writer import BookWriter, book_writer
from quarterdeck.prose.text.rule_facts import address_of
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.readback import literals
from tests.readback.books import SHIPPED, SMALL, opened
from tests.readback.figures import numbers_in
from tests.readback.told_cells import told_in, told_otherwise

HELD = nodes.Name | nodes.FieldAccess | nodes.Call
"""What holds a value of some type."""


def rules_of(game: str) -> Iterator[tuple[str, Rule, list[nodes.Node]]]:
    """Give what a game tells rule by rule, each with what it says."""
    for rule in opened(game).declared.rules.values():
        if not rule.speaks_as:
            yield address_of(rule), rule, literals.body_of(rule)


def without(words: str) -> set[Fraction]:
    """Give the numbers that words say; who has at least one has more than none, and minus is what is below none."""
    found = numbers_in(words)
    low = words.lower()
    is_none = any(one in low for one in ("at least one", "minus ", "so little", "has been hit", "any of"))
    return found | ({Fraction(0)} if is_none else set())


def said_at(writer: EnglishWriter, address: str) -> str:
    section = writer.section(address)
    assert section is not None
    return " ".join(plain(text) for text in section.texts())


@pytest.mark.parametrize("game", [*SMALL, *SHIPPED])
def test_every_number_of_a_rule_stands_where_it_is_told(game: str) -> None:
    checked = opened(game).checked
    writer = EnglishWriter(checked)
    read, faults = 0, []
    turn = checked.declared.turn
    phases = [(f"turn.{phase.name.text}", phase) for phase in (turn.phases if turn is not None else ())]
    told: list[tuple[str, list[nodes.Node]]] = [(address, body) for address, _rule, body in rules_of(game)]
    told += [(address, [phase]) for address, phase in phases]
    for address, body in told:
        wanted = literals.of_nodes(body, checked)
        missing = wanted - without(said_at(writer, address))
        read += len(wanted)
        faults += [f"{address}: {', '.join(map(str, sorted(missing)))}"] if missing else []
    assert faults == []
    assert read > 10


# --- what authors tell


def ends_of_ranges(body: list[nodes.Node], rule: Rule, checked: Checked) -> set[Fraction]:
    """Give how far the fields and values of a rule can go: what a change must not leave is no number of the game."""
    kinds = [one.type for one in rule.parameters] + ([rule.result] if rule.result is not None else [])
    parts = (part for root in body for part in root.walk())
    kinds += [checked.types[part] for part in parts if isinstance(part, HELD) and part in checked.types]
    known = [types.without_none(kind) for kind in kinds]
    return {abs(Fraction(end)) for kind in known if isinstance(kind, types.Numeric) for end in (kind.low, kind.high)}


def of_percent(body: list[nodes.Node]) -> set[Fraction]:
    """Give 100 where a rule divides by it."""
    parts = [part for root in body for part in root.walk()]
    is_divided = any(isinstance(part, nodes.Divide) and part.right.span.text.strip("() ") == "100" for part in parts)
    return {Fraction(100)} if is_divided else set()


def untold_numbers(game: str) -> dict[str, set[Fraction]]:
    """Give for each rule and cell that is told the numbers that its prose does not say."""
    ruleset = opened(game)
    writer = book_writer(ruleset)
    found = {}
    for address, rule, body in rules_of(game):
        section = writer.section(address)
        if section is None or not section.is_told:
            continue
        wanted = literals.of_nodes(body, ruleset.checked) - {Fraction(0), Fraction(1)}
        wanted -= ends_of_ranges(body, rule, ruleset.checked) | of_percent(body)
        if missing := wanted - numbers_in(said_at(writer, address)):
            found[address] = missing
    return found | untold_in_cells(ruleset, writer)


def untold_in_cells(ruleset: Ruleset, writer: BookWriter) -> dict[str, set[Fraction]]:
    """Give for each cell that is told the numbers that its words leave out, but where the rules say what it must be."""
    told = told_in(ruleset, writer)
    found: dict[str, set[Fraction]] = {}
    for table in ruleset.declared.tables.values():
        section = writer.section(table.name)
        assert section is not None
        assert section.grid is not None
        for row, printed in zip(table.rows, section.grid.rows, strict=True):
            for cell, said in zip(row.cells, printed.cells[1:], strict=True):
                if cell.address in told.addresses and told.shown.get(cell.address) is None:
                    missing = literals.of_cell(cell, ruleset.checked) - numbers_in(plain(said.text))
                    found |= {cell.address: missing} if missing else {}
    return found


@pytest.mark.parametrize("game", SHIPPED)
def test_what_an_author_tells_without_a_number_is_listed_with_a_reason(game: str) -> None:
    listed = {address: {*numbers} for address, numbers in told_otherwise().get(game, {}).items()}
    assert untold_numbers(game) == listed
