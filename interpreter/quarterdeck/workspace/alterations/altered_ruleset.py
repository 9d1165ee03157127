"""A ruleset in which something is another: the same to whoever builds, counts, plays or compares it.

In: a ruleset, one of its numbers, and another value. Out: a `VariedRuleset`, of which only what holds the number is
typed and lowered anew. What the checks refuse in it is a `ValueRefusedError`. What else may be another says a class of
its own that extends `AlteredRuleset`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.rosters import RosterBook
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.checks.order import run_checks
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.whole_ruleset import check_types
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.settings import stored_setting, what_it_may_be
from quarterdeck.program.form.summary import below
from quarterdeck.program.form.world import world_of
from quarterdeck.workspace.alterations.numbers import WrittenNumber, number_called, numbers_in, with_number
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.altered_parts import AlteredPart, part_called, with_node, with_part
from quarterdeck.workspace.ruleset.ruleset import Ruleset

VARIED = "whoever varies it"


class ValueRefusedError(UserError):
    """A number cannot have a value; the argument says why. `declared` is what the checks refuse, where they do."""

    def __init__(self, words: str, declared: Declared | None = None) -> None:
        super().__init__(words)
        self.declared = declared


@dataclass
class AlteredRuleset(Ruleset):
    """A ruleset whose builds are those of its `base`, each altered in the same way."""

    base: Ruleset = field(kw_only=True)
    altered: dict[int, tuple[Built, Built]] = field(default_factory=dict)
    """By the build that it differs from: that one, and the altered one."""

    def whole_build(
        self,
        findings: Findings,
        options: Mapping[str, Any],
        constants: Mapping[str, Any],
        board: Mapping[str, int],
        place: Place,
    ) -> Built:
        """Build the base, and alter that."""
        base = self.base.built(findings, *self.settings(options, constants), board, place)
        if id(base) not in self.altered:
            self.altered[id(base)] = base, self.alter(base)
        return self.altered[id(base)][1]

    def settings(
        self, options: Mapping[str, Any], constants: Mapping[str, Any]
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the options and constants under which the base is built."""
        return options, constants

    def alter(self, built: Built) -> Built:
        """Return a build of the base as it is here."""
        return built

    def base_of(self, built: Built) -> Built:
        """Return the build of the base that one differs from."""
        settings = (built.whole or built).program.settings
        return next(base for base, altered in self.altered.values() if altered.program.settings == settings)

    def rosters(self, built: Built) -> RosterBook:
        """Give the things of all rosters: those of the base."""
        return self.base.rosters(self.base_of(built))


@dataclass
class VariedRuleset(AlteredRuleset):
    """A ruleset with one number changed."""

    number: WrittenNumber = field(kw_only=True)
    value: Fraction = field(kw_only=True)

    @classmethod
    def of(cls, base: Ruleset, number: WrittenNumber, value: Fraction) -> VariedRuleset:
        """Give a ruleset in which a number has another value.

        Raises:
            ValueRefusedError: it cannot have that value.
        """
        declared, checked = changed(base.checked, number, value)
        loaded = replace(base.loaded, declared=declared, checked=checked, memory=None, key="")
        return cls(loaded, base=base, number=number, value=value)

    def settings(
        self, options: Mapping[str, Any], constants: Mapping[str, Any]
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the settings of the base.

        What somebody decides counts more than what the rules begin with, unless that is what is another here.
        """
        sort, key = self.number.holder
        own = {key: decimals.shown(self.value)}
        settings = {"option": options, "constant": constants}
        if sort in settings:
            settings[sort] = {**settings[sort], **own} if self.number.decided else {**own, **settings[sort]}
        return settings["option"], settings["constant"]

    def alter(self, built: Built) -> Built:
        """Return a build in which the number is another."""
        program = replace(built.program, world=world_of(self.declared))
        if not self.number.is_setting:
            program = AlteredPart(self.checked, part_called(self.declared, self.number.holder)).lowered(program)
        return built.altered(program, self.checked)

    def rosters(self, built: Built) -> RosterBook:
        """Give the things of all rosters; those of the base, where they do not come to what is another."""
        if comes_to(self.base_of(built).program, "roster ", self.number.holder):
            return Ruleset.rosters(self, built)
        return super().rosters(built)

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
    altered = AlteredPart.of(checked, declared, part, old)
    for first in altered.findings:
        raise ValueRefusedError(f"{first.code}: {first.message}", declared)
    return declared, altered.checked


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
