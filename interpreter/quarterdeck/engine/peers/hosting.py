"""Whether two peers can play a game without trusting each other, or whether a referee has to keep its secrets.

In: a program under its settings. Out: `peers` or `referee`, and the reason in words. Two peers both hold the complete
state. They can keep from each other what a side decides while all sides decide at once, until both have committed to
it. After that, both programs know it. So no side may still have anything to decide while it is meant to be secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.views import hidden_fields
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block, Site
from quarterdeck.program.form.program import Phase, Program
from quarterdeck.program.form.walking import exchanged, walk

Way = Literal["peers", "referee"]


@dataclass(frozen=True)
class Hosting:
    """How a game can be played over a network, and why in that way."""

    way: Way
    reason: str


@dataclass
class _Reached:
    """What a part of a program asks, rolls, reads and writes, in what it calls as well."""

    sites: set[int] = field(default_factory=set)
    chances: set[int] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)

    def __ior__(self, other: _Reached) -> Self:
        for name in ("sites", "chances", "reads", "writes"):
            getattr(self, name).update(getattr(other, name))
        return self


def hosting_of(program: Program) -> Hosting:
    """Say how a game can be played over a network."""
    reason = next(_secrets_that_last(program), "")
    if reason:
        return Hosting("referee", f"{reason}. A referee keeps the secrets of both sides.")
    return Hosting("peers", "No secret lasts longer than the orders of a turn.")


def phases_with_secrets(program: Program, secrecy: Secrecy) -> frozenset[str]:
    """Give the addresses of the phases in which a side may decide, roll or draw without others knowing of it.

    A step counts as the phase around it: its end is not heard.
    """
    reach, found = _Reaching(program), set[str]()
    for address, phase in program.turn.nodes.items():
        reached = reach.found_in(exchanged(phase.block, {op.Branch: _live}))
        sites = [program.sites[number] for number in reached.sites | reached.chances]
        if phase.simultaneous or phase.within in found or any(is_unknown(site, secrecy) for site in sites):
            found.add(address)
    return frozenset(found)


def is_unknown(site: Site, secrecy: Secrecy) -> bool:
    """Tell whether others may not know what is decided, rolled or drawn at a site, or that it is."""
    told = site.address in secrecy.choices | secrecy.rolls
    return site.secret or told or site.routine in secrecy.routines


def _secrets_that_last(program: Program) -> Iterator[str]:
    """Give each reason why peers cannot play, in words."""
    hidden = {address for address, _ in hidden_fields(program)}
    parts = list(_parts_of(program))
    for sealed, title, found in parts:
        where = f'in "{title}"'
        chances = [program.sites[number].address for number in sorted(found.chances)]
        if sealed and chances:
            yield f"{chances[0]} is rolled or drawn {where}, while both sides decide in secret"
        secret = [program.sites[number] for number in sorted(found.sites | found.chances) if not sealed]
        for site in (site for site in secret if site.secret):
            what = "decided" if site.sort == "choice" else "rolled or drawn"
            yield f"{site.address} is {what} in secret {where}, while the other side decides nothing"
    for at, (sealed, title, found) in enumerate(parts):
        for address in sorted(hidden & found.writes if sealed else ()):
            yield from _asked_before_read(program, [*parts[at + 1 :], *parts[:at]], address, title)


def _asked_before_read(
    program: Program, later: list[tuple[bool, str, _Reached]], address: str, written: str
) -> Iterator[str]:
    """Say who decides something after a secret was written, and before it is read for the last time."""
    open_parts = [(title, found) for sealed, title, found in later if not sealed]
    last = max((at for at, (_, found) in enumerate(open_parts) if address in found.reads), default=-1)
    for title, found in open_parts[: last + 1]:
        if found.sites:
            asked = program.sites[min(found.sites)].address
            read = open_parts[last][0]
            yield (
                f'{address} is decided in secret in "{written}" and needed until "{read}", '
                f'and {asked} is decided in "{title}" before that'
            )
            return


def _parts_of(program: Program) -> Iterator[tuple[bool, str, _Reached]]:
    """Give the set-up and the phases in their order, those parts first in which all sides decide at once."""
    reach = _Reaching(program)
    opening = _Reached()
    for address in program.routines:
        if address.startswith("scenario "):
            opening |= reach.routine(address)
    yield False, "Set-up", opening
    for phase in program.turn.phases:
        yield from _of_phase(phase, reach)


def _of_phase(phase: Phase, reach: _Reaching) -> Iterator[tuple[bool, str, _Reached]]:
    block = exchanged(phase.block, {op.Branch: _live})
    for node in walk(block):
        if isinstance(node, op.Simultaneously):
            yield True, phase.title, reach.found_in(node.body)
    yield False, phase.title, reach.found_in(exchanged(block, {op.Simultaneously: lambda one, named: ()}))


def _live(branch: op.Branch, named: object) -> Block:
    """Give what of a branch can be run: settings decide some conditions for the whole game."""
    cases: list[tuple[val.Value, Block]] = []
    for condition, block in branch.cases:
        holds = _always(condition)
        if holds:
            return (branch.changed({"cases": tuple(cases), "otherwise": block}),) if cases else block
        if holds is None:
            cases.append((condition, block))
    return (branch.changed({"cases": tuple(cases)}),) if cases else branch.otherwise


def _always(condition: val.Value) -> bool | None:
    """Tell whether a condition always holds, or never; nothing where that depends on the game."""
    match condition:
        case val.Constant(number=number):
            return bool(number)
        case val.Operation(sign="not", operands=(inner,)):
            found = _always(inner)
            return None if found is None else not found
        case val.Operation(sign="and" | "or" as sign, operands=operands):
            found_all, decisive = [_always(one) for one in operands], sign == "or"
            if decisive in found_all:
                return decisive
            return None if None in found_all else not decisive
    return None


@dataclass
class _Reaching:
    """Goes through a program along its calls."""

    program: Program
    known: dict[str, _Reached] = field(default_factory=dict)

    def routine(self, address: str) -> _Reached:
        """Give what a routine reaches."""
        if address not in self.known:
            self.known[address] = _Reached()  # where a routine calls itself
            routine = self.program.routines.get(address)
            if routine is not None:
                self.known[address] |= self.found_in((exchanged(routine.block, {op.Branch: _live}), routine.value))
        return self.known[address]

    def table(self, name: str) -> _Reached:
        """Give what the cells of a table reach."""
        if name not in self.known:
            found = self.known[name] = _Reached()
            acting, valued = self.program.acting_tables.get(name), self.program.value_tables.get(name)
            for address in acting.cells.values() if acting is not None else ():
                found |= self.routine(address)
            if valued is not None:
                found |= self.found_in(tuple(valued.cells.values()))
        return self.known[name]

    def found_in(self, node: Any) -> _Reached:
        """Give what a node reaches."""
        found = _Reached()
        for part in walk(node):
            match part:
                case op.Ask(site=site):
                    found.sites.add(site)
                case op.Draw(site=site) | op.RollOff(site=site) | op.Drawn(site=site):
                    found.chances.add(site)
                case op.Call(address=address) | val.Defined(address=address):
                    found |= self.routine(address)
                case op.CallRow(table=table) | val.Cell(table=table):
                    found |= self.table(table)
                case op.Store(field=known) | op.Push(field=known) | op.Adjust(field=known):
                    found.writes.add(known)
                case val.Slot(field=known) | val.Contents(field=known):
                    found.reads.add(known)
        return found
