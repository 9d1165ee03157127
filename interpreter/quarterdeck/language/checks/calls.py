"""Who calls whom: what stands in each rule, table and phase, and what it calls.

In: a `Checked` ruleset, perhaps only partly checked. Out: `Calls`. A call that was not understood is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from quarterdeck.base.leading import steps_to
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

TURN = "turn"
MOST_KEPT = 2


@dataclass(frozen=True)
class Home:
    """Where statements or expressions stand: a rule, a cell of a table, a phase, a scenario's setup or a roster."""

    address: str
    sort: RuleSort | Literal["cell", "phase", "setup", "roster"]
    parts: tuple[nodes.Node, ...]
    statements: tuple[nodes.Statement, ...] = ()
    rule: Rule | None = None
    table: Table | None = None

    @property
    def element(self) -> str:
        """Give the element that it belongs to, as `Calls` names it."""
        return self.table.name if self.table else TURN if self.sort == "phase" else self.address


@dataclass
class Calls:
    """Homes in the order of the text, and the calls that each element makes, in what happens and in what is said.

    An element is the address of a rule, the name of a table, or `turn`. An address with a question mark behind it is
    what a procedure requires.
    """

    checked: Checked
    homes: list[Home] = field(default_factory=list)
    made: dict[str, list[tuple[nodes.Node, str]]] = field(default_factory=dict)
    said: dict[str, list[tuple[nodes.Node, str]]] = field(default_factory=dict)

    def to_reach(self, roots: Iterator[str] | list[str]) -> set[str]:
        """Give all elements that are reached from some, in what happens and in what is said."""
        return set(steps_to(roots, lambda element: (called.rstrip("?") for called in self.named_by(element))))

    def led_to(self, roots: Iterable[str]) -> set[str]:
        """Give all elements that some lead to; whoever asks whether a procedure is allowed does not carry it out.

        A procedure that is only asked stands in it with its question mark alone.
        """
        return set(steps_to(roots, self.named_by))

    def in_order(self, roots: Iterable[str], seen: set[str]) -> Iterator[str]:
        """Yield what some elements lead to and was not seen, each after what comes to it first."""
        waiting = list(roots)[::-1]
        while waiting:
            element = waiting.pop()
            if element not in seen:
                seen.add(element)
                yield element
                waiting += self.named_by(element)[::-1]

    def named_by(self, element: str) -> list[str]:
        """Give the elements that one calls by itself, in what happens and in what is said."""
        return [called for _, called in (*self.made.get(element, ()), *self.said.get(element, ()))]


@lru_cache(MOST_KEPT)
def calls_of(checked: Checked) -> Calls:
    """Find out who calls whom in a ruleset; several checks ask, one after another."""
    calls = Calls(checked, list(homes_of(checked)))
    for home in calls.homes:
        element = home.element
        made = calls.made.setdefault(element, [])
        said = calls.said.setdefault(element, [])
        for part in home.parts:
            made += called_in(checked, part)
            words = [word for word in part.walk() if isinstance(word, nodes.Word)]
            pieces = [piece for word in words for piece in spoken(checked, word)]
            said += [call for piece in pieces for call in called_in(checked, piece)]
        if home.sort == "procedure":
            calls.made[f"{element}?"] = [
                call for required in demands(home.statements) for call in called_in(checked, required)
            ]
    return calls


def homes_of(checked: Checked) -> Iterator[Home]:
    """Give every rule, cell, phase, setup of a scenario and derivation of a roster."""
    for rule in checked.declared.rules.values():
        body = getattr(rule.node, "body", None)
        statements = body.statements if isinstance(body, nodes.Body) else ()
        yield Home(rule.address, rule.sort, (rule.node,), statements, rule=rule)
    for table in checked.declared.tables.values():
        for row in table.rows:
            for cell in row.cells:
                value = (cell.value,) if cell.value is not None else ()
                yield Home(cell.address, "cell", (*value, *cell.statements), cell.statements, table=table)
    for phase in checked.declared.turn.phases if checked.declared.turn else ():
        yield Home(DefinitionKey("phase", phase.name.text).element, "phase", (phase,), phase.block)
    for scenario in checked.declared.scenarios.values():
        yield Home(DefinitionKey("scenario", scenario.name).element, "setup", scenario.setup, scenario.setup)
    for roster in checked.declared.rosters.values():
        parts = [value for listed in roster.part_lists.values() for part in listed for value in part.values()]
        yield Home(
            DefinitionKey("roster", roster.name).element,
            "roster",
            (*roster.derive.values(), *parts, *([roster.where] if roster.where else [])),
        )


def spoken(checked: Checked, word: nodes.Node) -> Iterator[nodes.Expression]:
    """Give the expressions in the braces of a phrase."""
    if isinstance(word, nodes.Word):
        yield from (piece for piece in checked.phrases.get(word, ()) if isinstance(piece, nodes.Expression))


def demands(statements: tuple[nodes.Statement, ...]) -> tuple[nodes.Statement, ...]:
    """Give the head of a procedure: its requirements, and what is named for them."""
    last = max((i for i, statement in enumerate(statements) if isinstance(statement, nodes.Require)), default=-1)
    return tuple(s for s in statements[: last + 1] if isinstance(s, nodes.Require | nodes.Let))


CALLING = (
    meanings.Allowed, meanings.Expected, meanings.RuleCall, meanings.TableApplied, meanings.TableValue,
)  # fmt: skip
"""What a call may mean."""


def called_in(checked: Checked, node: nodes.Node) -> Iterator[tuple[nodes.Node, str]]:
    """Give the calls of a node and all below it, each with the element that it calls."""
    asked_only: set[nodes.Node] = set()
    for part in node.walk():
        meaning = checked.meanings.get(part)
        if not isinstance(meaning, CALLING):
            continue
        if isinstance(meaning, meanings.Allowed) and isinstance(part, nodes.Call):
            asked_only.update(part.arguments)
            yield part, f"{meaning.rule.address}?"
        elif isinstance(meaning, meanings.Expected) and isinstance(part, nodes.Call):
            asked_only.update(part.arguments[1:])
            yield part, meaning.rule.address
        elif part in asked_only:
            continue
        elif isinstance(meaning, meanings.RuleCall):
            yield part, meaning.rule.address
        elif isinstance(meaning, meanings.TableValue | meanings.TableApplied):
            yield part, meaning.table.name
