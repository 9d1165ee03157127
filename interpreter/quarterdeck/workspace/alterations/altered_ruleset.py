"""A ruleset in which one number is another: the same to whoever builds, counts, plays or compares it.

In: a ruleset, one of its numbers, and another value. Out: a `VariedRuleset`, of which only what holds the number is
typed and lowered anew. What the checks refuse in it is a `ValueRefusedError`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.rosters import RosterBook
from quarterdeck.engine.run.situation import Place, nowhere
from quarterdeck.language.checks.order import run_checks
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.whole_ruleset import check_types
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.pruning import narrowed
from quarterdeck.program.form.settings import stored_setting, what_it_may_be
from quarterdeck.program.form.summary import below
from quarterdeck.program.form.world import world_of
from quarterdeck.program.lower.ruleset import Lowering
from quarterdeck.workspace.alterations.altered_parts import (
    Part,
    lower_part,
    part_called,
    typed_part,
    with_node,
    with_part,
)
from quarterdeck.workspace.alterations.numbers import WrittenNumber, number_called, numbers_in, with_number
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.cells import copied
from quarterdeck.workspace.ruleset.ruleset import Ruleset

VARIED = "whoever varies it"


class ValueRefusedError(UserError):
    """A number cannot have a value; the argument says why. `declared` is what the checks refuse, where they do."""

    def __init__(self, words: str, declared: Declared | None = None) -> None:
        super().__init__(words)
        self.declared = declared


@dataclass
class VariedRuleset(Ruleset):
    """A ruleset with one number changed; `base` is the ruleset as it is.

    Its builds hold only what is `wanted` and what that leads to, where something is.
    """

    base: Ruleset = field(kw_only=True)
    number: WrittenNumber = field(kw_only=True)
    value: Fraction = field(kw_only=True)
    wanted: frozenset[str] = field(default=frozenset(), kw_only=True)
    whole: dict[int, tuple[Built, Built, Built]] = field(default_factory=dict)
    """By the build that it differs from: that one, the whole program, and what is wanted of it."""

    @classmethod
    def of(cls, base: Ruleset, number: WrittenNumber, value: Fraction, wanted: Collection[str] = ()) -> VariedRuleset:
        """Give a ruleset in which a number has another value.

        Raises:
            ValueRefusedError: it cannot have that value.
        """
        declared, checked = changed(base.checked, number, value)
        loaded = replace(base.loaded, declared=declared, checked=checked, memory=None, key="")
        return cls(loaded, base=base, number=number, value=value, wanted=frozenset(wanted))

    def built(
        self,
        findings: Findings,
        options: Mapping[str, Any] | None = None,
        constants: Mapping[str, Any] | None = None,
        board: Mapping[str, int] | None = None,
        place: Place = nowhere,
    ) -> Built:
        """Build it under options and constants: the base under the same, and in it what is another.

        What somebody decides counts more than what the rules begin with, unless that is what is another here.
        """
        sort, key = self.number.holder
        own = {key: decimals.shown(self.value)}
        settings = {"option": options or {}, "constant": constants or {}}
        if sort in settings:
            settings[sort] = {**settings[sort], **own} if self.number.decided else {**own, **settings[sort]}
        options, constants = settings["option"], settings["constant"]
        base = self.base.built(findings, options, constants, board, place)
        if id(base) not in self.whole:
            whole = Built(self.checked, self.program_from(base.program), base.files)
            kept = Built(self.checked, narrowed(whole.program, self.wanted), base.files) if self.wanted else whole
            self.whole[id(base)] = base, whole, kept
        return self.whole[id(base)][2]

    def program_from(self, program: Program) -> Program:
        """Give the program of the base with what is another lowered anew."""
        new = replace(copied(program), world=world_of(self.declared))
        if not self.number.is_setting:
            lower_part(Lowering(self.checked, new), self.part)
        return new

    @property
    def part(self) -> Part:
        """Give the rule, table or phase in which the number stands, as it is now."""
        return part_called(self.declared, self.number.holder)

    def rosters(self, built: Built) -> RosterBook:
        """Give the things of all rosters; those of the base, where they do not come to what is another."""
        settings = built.program.settings
        base, whole, _ = next(three for three in self.whole.values() if three[1].program.settings == settings)
        if not comes_to(base.program, "roster ", self.number.holder):
            return self.base.rosters(base)
        if id(whole) not in self.books:
            self.books[id(whole)] = RosterBook(
                whole.program, self.declared.rosters, whole.roster_module, whole.files, Findings()
            )
        return self.books[id(whole)]

    @cached_property
    def faults_of_value(self) -> Findings:
        """Give what all checks find that they do not find with the value of today."""
        was, now = (found_in(one.declared) for one in (self.base, self))
        known = {(finding.code, finding.message) for finding in was}
        return Findings([finding for finding in now if (finding.code, finding.message) not in known])


def found_in(declared: Declared) -> Findings:
    """Check a ruleset as a whole."""
    findings = Findings()
    run_checks(check_types(declared, findings), findings)
    return findings


def comes_to(program: Program, roots: str, holder: tuple[str, str]) -> bool:
    """Tell whether routines whose addresses begin so come to a rule or a table."""
    parts = tuple((one.value, one.block) for address, one in program.routines.items() if address.startswith(roots))
    return holder[1] in below(program, parts)


def changed(checked: Checked, number: WrittenNumber, value: Fraction) -> tuple[Declared, Checked]:
    """Give a ruleset as it is declared and checked where a number has another value.

    Raises:
        ValueRefusedError: it cannot have that value.
    """
    said, declared = decimals.shown(value), checked.declared
    new = with_number(number.node, value)  # type: ignore[arg-type]
    if new is None:
        raise ValueRefusedError(f"{number.name} cannot be written as {said}")
    if number.is_setting:
        return with_setting(checked, number, new, said)
    old = part_called(declared, number.holder)
    part = with_node(old, number.node, (new,))
    declared = with_part(declared, number.holder, part)
    typed, findings = typed_part(checked, declared, part, old)
    if findings:
        first = next(iter(findings))
        raise ValueRefusedError(f"{first.code}: {first.message}", declared)
    return declared, typed


def with_setting(checked: Checked, number: WrittenNumber, node: nodes.Node, said: str) -> tuple[Declared, Checked]:
    """Give a ruleset of which an option or a constant begins with another value.

    Raises:
        ValueRefusedError: it cannot begin with it.
    """
    declared, (sort, key) = checked.declared, number.holder
    kind = (declared.options if sort == "option" else declared.constants)[key].type
    if stored_setting(declared, kind, said) is None:
        raise ValueRefusedError(f"{key} cannot be {said}: {what_it_may_be(declared, kind, said)}")
    assert isinstance(node, nodes.Expression)
    if sort == "option":
        option = replace(declared.options[key], value=node)
        declared = replace(declared, options={**declared.options, key: option})
    else:
        constant = replace(declared.constants[key], start=node)
        declared = replace(declared, constants={**declared.constants, key: constant})
    return declared, replace(checked, declared=declared)


def varied(base: Ruleset, values: Mapping[str, str]) -> Ruleset:
    """Give a ruleset in which numbers by their names have other values, one after another, whatever else decides them.

    Raises:
        NoSuchNumberError: there is no such number.
        ValueRefusedError: one cannot have its value.
    """
    found = base
    for name, said in values.items():
        assert base.loaded.base is not None
        number = number_called(numbers_in(found.declared, base.loaded.base), name)
        value = decimals.read(said)
        if value is None:
            raise ValueRefusedError(f"{name}={said}: write a number")
        found = VariedRuleset.of(found, replace(number, decided=VARIED), value)
    return found
