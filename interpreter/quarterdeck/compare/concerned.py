"""Which procedures a change concerns: those that come to what changed, themselves or through others.

In: a program and addresses. Out: addresses of routines. An option is a constant of the program, so that no trace of it
is left there: what reads it is found in the text of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.names.addresses import elements
from quarterdeck.names.declared import Hook
from quarterdeck.program import instructions as do
from quarterdeck.program import values as to
from quarterdeck.program.dataflow import CallGraph
from quarterdeck.program.program import Program
from quarterdeck.program.walking import walk
from quarterdeck.syntax import nodes


def concerned(program: Program, addresses: Iterable[str]) -> set[str]:
    """Give the routines that come to one of the addresses."""
    wanted = touched_by(program, addresses)
    needs = needed(program)
    found = {address for address in needs if address in wanted or needs[address] & wanted}
    while True:
        more = {address for address, parts in needs.items() if address not in found and parts & found}
        if not more:
            return found & program.routines.keys()
        found |= more


def needed(program: Program) -> dict[str, set[str]]:
    """Give what each routine and table makes use of by itself: routines, tables, fields, kinds."""
    found = {address: set(_used((r.value, r.block))) for address, r in program.routines.items()}
    for name, acting in program.acting_tables.items():
        found[name] = set(acting.cells.values())
    for name, table in program.value_tables.items():
        found[name] = set(_used(tuple(table.cells.values())))
    return found


def _used(values: object) -> Iterable[str]:
    for node in walk(values):
        match node:
            case to.Defined(address=address) | do.Call(address=address):
                yield address
            case do.CallRow(table=table) | to.Cell(table=table):
                yield table
            case to.Slot(field=known) | to.Contents(field=known) | do.Adjust(field=known):
                yield known


def touched_by(program: Program, addresses: Iterable[str]) -> set[str]:
    """Give the routines, tables and fields that stand at the addresses or hold them."""
    declared, known = program.declared, elements(program.declared)
    found: set[str] = set()
    for address in addresses:
        element = known.get(address)
        if element is None:
            continue
        hooked = known.get(element.thing.at) if isinstance(element.thing, Hook) else None
        found.add((hooked or element).holder or (hooked or element).address)
        if element.sort == "option":
            found |= {
                rule.address
                for rule in declared.rules.values()
                if any(isinstance(n, nodes.Name) and n.word.text == element.name for n in rule.node.walk())
            }
    return found | {address for address, rule in declared.rules.items() if rule.speaks_as in found}


def not_asked(program: Program, addresses: Iterable[str], asked: Iterable[str]) -> list[str]:
    """Give the procedures nearest to a change that roll dice and that no question comes to."""
    touching, needs, chancy = concerned(program, addresses), needed(program), CallGraph(program).chancy
    reached: set[str] = set()
    waiting = list(asked)
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting += needs.get(one, ())
    left = [a for a in touching & chancy - reached if "~" not in a and not a.startswith(("scenario ", "roster "))]
    return sorted(a for a in left if not _below(a, needs) & touching & chancy)


def _below(address: str, needs: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = list(needs[address])
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += needs.get(one, ())
    return found
