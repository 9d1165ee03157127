"""What of a game may be told to whom where fields are hidden: choices, arguments and rows that give them away.

In: a program under its settings. Out: `Secrecy`. It is worked out of the rules, never of a state, so that what is left
out tells nothing either. Where no field is hidden and nothing decided in secret, everything may be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from quarterdeck.engine.run.views import hidden_fields
from quarterdeck.language.declarations.closed_sorts import Knower
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import called
from quarterdeck.program.form.instructions import Block
from quarterdeck.program.form.program import Phase, Program
from quarterdeck.program.form.walking import blocks_in, instructions_in, locals_in, walk

Hearer = Literal["all", "public", "concerned", "owner", "nobody"]
"""Who may hear what an expression in words comes to: of `public` fields all, but for what is still done in secret."""


@dataclass(frozen=True)
class Secrecy:
    """What only the side concerned may follow.

    `choices` are those among options that are hidden, `routines` what is done only because of something hidden,
    `inputs` what a routine is given of it, `tables` those whose rows change it. What a side does openly, though it may
    only do it because of something hidden, tells no more than the deed itself. In `phases` all sides decide at once and
    in secret: whatever was chosen there, the others see what it has set.
    """

    fields: Mapping[str, Knower] = field(default_factory=dict)
    choices: frozenset[str] = frozenset()
    routines: frozenset[str] = frozenset()
    inputs: frozenset[tuple[str, str]] = frozenset()
    tables: frozenset[str] = frozenset()
    rolls: frozenset[str] = frozenset()
    phases: frozenset[str] = frozenset()
    words: Mapping[str, tuple[Hearer, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.fields or self.choices or self.rolls or self.phases)


def secrecy_of(program: Program) -> Secrecy:
    """Work out what may not be told to all."""
    fields = dict(hidden_fields(program))
    secret = {site.address for site in program.sites if site.secret}
    rolls = frozenset(site.address for site in program.sites if site.secret and site.sort != "choice")
    phases = frozenset(address for address, phase in program.turn.nodes.items() if phase.simultaneous)
    finding = _Finding(program, fields)
    if not fields:
        words = finding.words() if secret or phases else {}
        return Secrecy({}, choices=frozenset(secret - rolls), rolls=rolls, phases=phases, words=words)
    finding.run()
    return Secrecy(
        fields,
        frozenset(finding.choices | (secret - rolls)),
        frozenset(finding.routines),
        frozenset(finding.inputs),
        frozenset(finding.tables),
        rolls,
        phases,
        finding.words(),
    )


@dataclass
class _Finding:
    """One run over a program, until nothing more is found."""

    program: Program
    fields: Mapping[str, Knower]
    choices: set[str] = field(default_factory=set)
    routines: set[str] = field(default_factory=set)
    inputs: set[tuple[str, str]] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    reading: dict[str, bool] = field(default_factory=dict)

    def run(self) -> None:
        for _ in range(50):
            known = len(self.choices), len(self.routines), len(self.inputs)
            for address, routine in self.program.routines.items():
                if routine.value is None:
                    self.acts(routine.block, {name for a, name in self.inputs if a == address})
                    if address in self.routines:
                        self.veil(routine.block)
            for phase in self.program.turn.phases:
                self.acts(phase.block, set())
            if known == (len(self.choices), len(self.routines), len(self.inputs)):
                return

    def words(self) -> dict[str, tuple[Hearer, ...]]:
        """Give who may hear each expression in the words for rules, modifiers, draws, questions and reasons."""
        found: dict[str, tuple[Hearer, ...]] = {}
        acting: list[op.Routine | Phase] = [one for one in self.program.routines.values() if one.value is None]
        for one in (*acting, *self.program.turn.phases):
            inputs = {name for name, _ in one.parameters} if isinstance(one, op.Routine) else set()
            private = {name for a, name in self.inputs if a == one.address}
            found[one.address] = self.hearers(one.phrase if isinstance(one, op.Routine) else None, inputs, private)
            self.acts(one.block, private)
            private |= self.kept_by_sides(one.block)
            for act in instructions_in(one.block):
                match act:
                    case op.Modify(address=named, phrase=text):
                        found[named] = self.hearers(text, inputs, private)
                    case (
                        op.Drawn(site=site, phrase=text)
                        | op.Rolled(site=site, phrase=text)
                        | op.Ask(site=site, question=text)
                    ):
                        found[self.program.sites[site].address] = self.hearers(text, inputs, private)
                    case op.Demand(requirement=required):
                        found[required.address] = self.hearers(required.reason, inputs, private)
        return {address: hearers for address, hearers in found.items() if any(one != "all" for one in hearers)}

    def kept_by_sides(self, block: Block) -> set[str]:
        """Give the names that hold what was chosen, rolled or drawn in secret, or what that came to."""
        found: set[str] = set()
        for act in instructions_in(block):
            match act:
                case op.Ask(name=name, site=site) | op.Draw(local=name, site=site) if self.program.sites[site].secret:
                    found.add(name)
                case op.Assign(name=name, value=value) if locals_in(value) & found:
                    found.add(name)
        return found

    def hearers(self, text: val.Text | None, inputs: set[str], private: set[str]) -> tuple[Hearer, ...]:
        """Give who may hear each expression of a text."""
        parts = text.parts if text is not None else ()
        return tuple(self.hearer(part, inputs, private) for part in parts if isinstance(part, val.Value))

    def hearer(self, value: val.Value, inputs: set[str], private: set[str]) -> Hearer:
        """Give who may hear what an expression comes to."""
        if not self.tells(value, private):
            return "all" if isinstance(value, val.Local | val.Constant) else "public"
        if isinstance(value, val.Local):
            return "concerned" if value.name in inputs else "nobody"
        for node in walk(value):
            match node:
                case val.Slot(field=known, thing=val.Local(name=name)) if known in self.fields:
                    if self.fields[known] != "owner" or name not in inputs:
                        return "nobody"
                case val.Local(name=name) if name in private and name not in inputs:
                    return "nobody"
                case val.Slot() | val.Contents() | val.Defined() | val.Cell() if self.tells(node, set()):
                    return "nobody"
        return "owner"

    def acts(self, acts: Block, private: set[str]) -> None:
        """Follow what is private through the names of one routine; what all have just been shown is not."""
        shown = set(map(id, named_when_revealed(acts)))
        for act in instructions_in(acts):
            match act:
                case op.Assign(name=name, value=value) if id(act) not in shown and self.tells(value, private):
                    private.add(name)
                case op.Loop(variable=name, source=source, condition=condition, body=body):
                    if self.tells(source, private):
                        private.add(name)
                    if condition is not None and self.tells(condition, set()):
                        self.veil(body)
                case op.Branch(cases=cases, otherwise=otherwise) if any(self.tells(c, set()) for c, _ in cases):
                    self.veil((*(act for _, body in cases for act in body), *otherwise))
                case op.Sift(options=name, source=source, condition=condition):
                    if any(self.tells(value, private) for value in (source, condition) if value is not None):
                        private.add(name)
                case op.Tries(body=body):
                    self.several(body, private)
                case op.Ask():
                    self.choice(act, private)
                case op.Call(address=address, arguments=arguments):
                    self.call(address, arguments, private)
                case op.CallRow(table=table, keys=keys):
                    if any(self.tells(key, private) for key in keys) or self.writes_hidden(table):
                        self.tables.add(table)

    def veil(self, acts: Block) -> None:
        """Keep private what is done only because of something hidden."""
        for act in instructions_in(acts):
            match act:
                case op.Call(address=address):
                    self.routines.add(address)
                case op.Ask(site=site):
                    self.choices.add(self.program.sites[site].address)

    def choice(self, act: op.Ask, private: set[str]) -> None:
        if self.tells(act.options, private):
            self.choices.add(self.program.sites[act.site].address)
            private.add(act.name)

    def several(self, body: Block, private: set[str]) -> None:
        """Keep a choice of several private where how many may be chosen tells something."""
        bounds = tuple(condition for act in body if isinstance(act, op.Branch) for condition, _ in act.cases)
        if self.tells(bounds, private):
            self.choices |= {self.program.sites[act.site].address for act in body if isinstance(act, op.Ask)}

    def call(self, address: str, arguments: tuple[val.Value, ...], private: set[str]) -> None:
        routine = self.program.routines[address]
        for (name, _), value in zip(routine.parameters, arguments, strict=False):
            if self.tells(value, private):
                self.inputs.add((address, name))

    def writes_hidden(self, table: str) -> bool:
        """Tell whether a row of a table may change what is hidden."""
        seen: set[str] = set()
        waiting = list(self.program.acting_tables[table].cells.values())
        while waiting:
            address = waiting.pop()
            if address in seen:
                continue
            seen.add(address)
            for act in instructions_in(self.program.routines[address].block):
                match act:
                    case op.Store(field=known) | op.Push(field=known) | op.Adjust(field=known) if known in self.fields:
                        return True
                    case op.Call(address=inner):
                        waiting.append(inner)
                    case op.CallRow(table=inner):
                        waiting.extend(self.program.acting_tables[inner].cells.values())
        return False

    def tells(self, value: Any, private: set[str]) -> bool:
        """Tell whether a value depends on what is hidden."""
        for node in walk(value):
            match node:
                case val.Slot(field=known) | val.Contents(field=known) if known in self.fields:
                    return True
                case val.Local(name=name) if name in private:
                    return True
                case val.Defined(address=address) if self.definition(address):
                    return True
                case val.Cell(table=table) if any(
                    self.tells(cell, set()) for cell in self.program.value_tables[table].cells.values()
                ):
                    return True
        return False

    def definition(self, address: str) -> bool:
        if address not in self.reading:
            self.reading[address] = False
            part = called(address)
            asked = self.program.routines.get(part.address)
            demands = [one.requirement.condition for one in asked.block if isinstance(one, op.Demand)] if asked else []
            told: Any = tuple(demands) if part.sort == "call allowed" else asked.value if asked else None
            self.reading[address] = self.tells(told, set())
        return self.reading[address]


def named_when_revealed(block: Block) -> Iterator[op.Assign]:
    """Give what names a field that was revealed in the same block, with nothing between that may have changed it."""
    revealed: set[tuple[Any, str, str]] = set()
    for act in block:
        for body in blocks_in(act):
            yield from named_when_revealed(body)
        match act:
            case op.Reveal(thing=thing, field=known, state=state):
                revealed.add((thing, known, state))
            case op.Assign(value=val.Slot(thing=thing, field=known, state=state)) if (thing, known, state) in revealed:
                yield act
            case op.Assign(name=name, value=value) if not any(isinstance(node, val.Hooked) for node in walk(value)):
                # a name changes nothing of the state, but may be another thing from here on
                revealed = {one for one in revealed if name not in locals_in(one[0])}
            case _:
                revealed.clear()
