"""What somebody wants to see of what was tried, and how it was worked out.

In: a text, what was carried out, what happened, what the rules have named on the way. Out: a `ShownValue`: a roll by
its label with every modifier, a name of a rule with every value it was given, or an expression with all that it was
worked out of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from quarterdeck.analysis.trial.assertions import rolls_of
from quarterdeck.analysis.trial.happening_data import ModifierData
from quarterdeck.analysis.trial.happenings_as_data import modifiers_as_data
from quarterdeck.analysis.trial.inner_values import NamedValues, let_called
from quarterdeck.analysis.trial.reckoning import ExpressionScope, Reckoned, Reckoning
from quarterdeck.analysis.trial.spelling import shown as spelled
from quarterdeck.analysis.trial.trace_text import signed
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import PlainNumber, plain_number
from quarterdeck.engine.odds.inner_values import NOT_REACHED, Inside
from quarterdeck.engine.run.expressions import AskedExpression, Expressions
from quarterdeck.engine.run.happenings import Happening, Rolled
from quarterdeck.engine.run.partly_known import PartlyKnownState, UngivenError, fields_at
from quarterdeck.engine.run.plain_values import Plain, plain_value
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.wording import Wording
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.walking import locals_in
from quarterdeck.workspace.pipeline.build import Built

WHOLE_ROLL = types.Number(-(10**9), 10**9)
FINE_ROLL = types.Number(-(10**9), 10**9, types.STEPS["thousandths"])


@dataclass(frozen=True)
class ShownValue:
    """Something that was to be shown: its words as they were asked, its type and its value in the end.

    `parts` are what an expression was worked out of; `rolls` are the rolls that are meant, with their modifiers.
    `missing` says what is the matter where there is no value.
    """

    text: str
    type: Type
    value: Any
    parts: tuple[Reckoned, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    missing: str = NOT_REACHED


@dataclass(frozen=True)
class Showing:
    """Shows what was come to; `address` is what was carried out last, `after` the situation then."""

    built: Built
    module: PrintedModule
    named: NamedValues
    address: str
    arguments: tuple[Any, ...]
    after: Situation
    happened: Sequence[Happening]

    def shown(self, text: str, findings: Findings) -> ShownValue | None:
        """Show one thing; nothing, with findings, where it is invalid.

        Raises:
            UngivenError: it reads fields that nobody gave a value.
        """
        rolls = rolls_of(self.happened, self.address, self.built.program)
        if text in rolls:
            value = [plain_number(one) for one in rolls[text]]
            meant = tuple(self.rolls_called(text))
            return ShownValue(text, types.UNKNOWN, value if len(value) > 1 else rolls[text][0], (), meant)
        called = self.named.called(text, self.address)
        if called:
            return self.name(text, *called[0])
        label = Inside(self.built.checked, self.built.program).called(text, self.address)
        if label is not None:
            return ShownValue(text, label.type, None, missing=label.missing)
        return self.expression(text, findings)

    def rolls_called(self, label: str) -> Iterator[Rolled]:
        """Give the rolls that a label means."""
        roll = label.removesuffix(".natural").removesuffix(".successes")
        for event in self.happened:
            if not isinstance(event, Rolled):
                continue
            is_own = event.address.rpartition(".")[0] == self.address
            for address in self.built.program.site_at[event.address].addresses:
                _, _, name = address.rpartition(".")
                if roll == ".".join(address.split(".")[-2:]) or (roll == name and is_own):
                    yield event
                    break

    def name(self, text: str, routine: str, name: str) -> ShownValue:
        """Show all values that a name of a rule was given, and what the last was worked out of."""
        kind, given = self.named.known[routine, name], self.named.given.get((routine, name), [])
        if not given:
            return ShownValue(text, kind, None)
        last, rule = given[-1], self.built.checked.declared.rules.get(routine)
        let = let_called(rule.node, name) if rule is not None else None
        parts: tuple[Reckoned, ...] = ()
        if let is not None and rule is not None:
            values = {other: value for other, (_, value) in last.around.items()}
            if routine == self.address:
                values |= {p.name: value for p, value in zip(rule.parameters, self.arguments, strict=True)}
            parts = self.parts(let.value, last.state, ExpressionScope(routine, rule.module, values))
        if len(given) == 1:
            return ShownValue(text, kind, last.value, parts)
        return ShownValue(text, types.ListType(kind, len(given)), [one.value for one in given], parts)

    def expression(self, text: str, findings: Findings) -> ShownValue | None:
        """Show an expression over inputs, things, rolls and what the rule has named, worked out in the end."""
        named: dict[str, tuple[Type, dict[str, Any]]] = {
            name: (one.type, {name: one.value}) for name, one in self.named.of(self.address).items()
        }
        successes: dict[str, int] = {}
        for event in self.happened:
            routine, _, name = event.address.rpartition(".")
            if isinstance(event, Rolled) and routine == self.address:
                successes[name] = successes.get(name, 0) + bool(event.success)
                named |= roll_as_named(name, event, successes[name])
        inside, reasons = Inside(self.built.checked, self.built.program), Findings()
        known = inside.of_rule(self.address)
        absent = {name: kind_and_labels for name, kind_and_labels in known.items() if name not in named}
        begun = {name: (kind, dict.fromkeys(labels, 0)) for name, (kind, labels) in absent.items()}
        expressions = Expressions(self.built.checked, self.built.program, self.module)
        asked = expressions.asked(self.address, text, self.arguments, self.after, reasons, {**named, **begun})
        if asked is None:
            findings.extend(inside.with_hints(self.address, text, reasons))
            return None
        used = locals_in(asked.lowered)
        missing = {
            one.missing for name in asked.taken & absent.keys() for part, one in absent[name][1].items() if part in used
        }
        if missing:
            return ShownValue(text, asked.type, None, missing=max(missing))
        value, rule = value_in(self.after, asked), self.built.checked.declared.rules.get(self.address)
        scope = ExpressionScope(self.address, rule.module if rule else "", asked.inputs)
        return ShownValue(text, asked.type, value, self.parts(asked.node, self.after.state, scope))

    def parts(self, node: Any, state: list[int], scope: ExpressionScope) -> tuple[Reckoned, ...]:
        """Give what an expression was worked out of."""
        wording = Wording(self.built.program, self.after.names)
        return Reckoning(self.built, wording, state, self.module).parts(node, scope)


def roll_as_named(name: str, event: Rolled, successes: int) -> dict[str, tuple[Type, dict[str, Any]]]:
    """Give what a roll came to as a name that an expression may speak of; nothing where it is finer than is usual.

    `successes` are those of all throws of it so far.
    """
    kind = next((k for k in (WHOLE_ROLL, FINE_ROLL) if (event.total * k.step).denominator == 1), None)
    if kind is None:
        return {}
    success = None if event.success is None else WHOLE_ROLL
    values = {f"{name}.total": int(event.total * kind.step), f"{name}.natural": event.natural}
    if success is not None:
        values[f"{name}.successes"] = successes
    return {name: (types.RollType(kind, WHOLE_ROLL, success), values)}


def value_in(situation: Situation, asked: AskedExpression) -> Any:
    """Work an expression out in a situation.

    Raises:
        UngivenError: it reads fields that nobody gave a value.
    """
    state = PartlyKnownState(situation.state, situation.ungiven)
    try:
        value = asked.value(state)
    except (LookupError, ArithmeticError, RulesFaultError):
        if not state.met:
            raise
    if state.met:
        raise UngivenError(fields_at(situation, state.met))
    return value


# --- as lines, and as data


def working_lines(situation: Situation, shown: ShownValue) -> Iterator[str]:
    """Say step by step how something came to its value: rolls with their modifiers, or parts, below each its own."""
    for roll in shown.rolls:
        yield f"{roll.address}: {roll.natural} on the dice"
        yield from (f"  {signed(roll.added)} at once" for _ in range(bool(roll.added)))
        for one in roll.modifiers:
            yield f"  {signed(one.by)} {one.address}" if one.applied else f"  {one.address} does not apply"
        yield f"  {decimals.shown(roll.total)} in all"
    yield from _lines(situation, shown.parts, shown.text)


def _lines(situation: Situation, parts: Iterable[Reckoned], whole: str = "") -> Iterator[str]:
    for part in parts:
        if part.text == whole and not part.parts and not part.case:
            continue  # a name or a field that is shown is not worked out of anything
        of = [part.address] if part.address and part.address != part.text else []
        of += [f"by {part.case}"] if part.case else []
        said = f" ({', '.join(of)})" if of else ""
        yield f"{part.text}: {spelled(situation, part.kind, part.value)}{said}"
        yield from (f"  {line}" for line in _lines(situation, part.parts))


class RollData(TypedDict):
    """A roll on which something hangs that was shown."""

    of: str
    faces: list[int]
    natural: int
    added: PlainNumber
    modifiers: list[ModifierData]
    total: PlainNumber
    success: bool | None


class PartData(TypedDict):
    """A part of an expression, its value, and what this was worked out of.

    `case` is the address of the case of a definition that counted, where it has a name.
    """

    written: str
    text: str
    of: str | None
    case: str | None
    value: Plain
    values: list[PartData]


class WorkingData(TypedDict):
    """How something that was shown came to its value: the parts of an expression, or rolls."""

    values: list[PartData]
    rolls: list[RollData]


def working_as_data(situation: Situation, shown: ShownValue) -> WorkingData:
    """Give how something came to its value as data."""
    return {
        "values": [_as_data(situation, part) for part in shown.parts],
        "rolls": [
            {
                "of": roll.address,
                "faces": list(roll.faces),
                "natural": roll.natural,
                "added": plain_number(roll.added),
                "modifiers": modifiers_as_data(roll.modifiers),
                "total": plain_number(roll.total),
                "success": roll.success,
            }
            for roll in shown.rolls
        ],
    }


def _as_data(situation: Situation, part: Reckoned) -> PartData:
    return {
        "written": part.text,
        "text": part.words,
        "of": part.address or None,
        "case": part.case or None,
        "value": plain(situation, part.kind, part.value),
        "values": [_as_data(situation, one) for one in part.parts],
    }


def plain(situation: Situation, kind: Type | None, value: Any) -> Plain:
    """Give a value as plain data; nothing where there is none."""
    return None if value is None else plain_value(situation.program, situation.known_as, kind, value)
