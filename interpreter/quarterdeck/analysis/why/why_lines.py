"""An explanation line by line, as deep as somebody wants it: for a terminal, a page, and whatever else shows text.

In: a `Why`. Out: `WhyLine`s, each with the depths at which it is shown: 1 says what happened, 2 how it was counted and
what else was possible, 3 also the rules as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from quarterdeck.analysis.why.why_records import (
    DecisionExplained,
    DecisionOption,
    RollExplained,
    RuleWritten,
    SuccessCondition,
    Why,
    Worth,
)
from quarterdeck.base.plain_data import Count, PlainNumber
from quarterdeck.engine.run.wording import Wording, signed_number
from quarterdeck.engine.run.words import in_runs, is_declined, is_number


@dataclass(frozen=True)
class WhyLine:
    """A line: its sort, its text, what stands before it (a number that is added) and what is said softly after it.

    It is shown from the depth `least` to the depth `most`. `rule` is the address of the rule that it speaks of.
    """

    sort: str
    text: str
    mark: str = ""
    aside: str = ""
    indent: Count = 0
    least: Count = 1
    most: Count = 3
    rule: str = ""


def why_lines(found: Why, wording: Wording) -> Iterator[WhyLine]:
    """Yield all lines of an explanation, of every depth."""
    yield WhyLine("place", " · ".join([f"Turn {found.turn}", *(phase.text for phase in found.phases)]))
    for index, call in enumerate(found.within):
        yield WhyLine("call", call.text[:1].upper() + call.text[1:], indent=index, rule=call.of)
        if call.given:
            least = 2 if index == len(found.within) - 1 else 3
            yield WhyLine("given", f"({call.of}; {call.given_text})", indent=index, least=least)
    yield WhyLine("blank", "")
    if found.roll is not None:
        yield from _roll(found.roll)
    elif found.decision is not None:
        yield from _decision(found.decision, wording)
    else:
        yield WhyLine("told", f"{found.number}: {found.text}")
    for row in found.rows:
        yield WhyLine("row", f"row {row.of}, by {row.text}", least=2, rule=row.of)
    for line in found.outcome:
        yield WhyLine("when" if line.sort in ("turn", "phase") else "outcome", line.text)
    for written in (*found.rows, *found.rules):
        yield from rule_lines(written)


def rule_lines(written: RuleWritten) -> Iterator[WhyLine]:
    """Yield a piece of the rules as it is written, and what it rests on."""
    yield WhyLine("blank", "", least=3)
    yield WhyLine("rule", f"{written.of}   {written.file}, line {written.line}", least=3, rule=written.of)
    for line in written.text.splitlines():
        yield WhyLine("source", line, least=3)
    if written.cites:
        yield WhyLine("cites", f"source: {', '.join(written.cites)}", least=3)
    for ruling in written.rulings:
        yield WhyLine("ruling", f"ruling {ruling.name}: {ruling.text}", least=3)


def _roll(roll: RollExplained) -> Iterator[WhyLine]:
    verdict = "" if roll.success is None else ": yes" if roll.success else ": no"
    faces = " and ".join(map(str, roll.faces)) or "nothing"
    yield WhyLine("head", f"{roll.text[:1].upper()}{roll.text[1:]}{verdict}", rule=roll.of)
    applied = [f"{_signed(m.by)} {m.text}" for m in roll.modifiers if m.applied]
    plus = [_signed(roll.added.by)] if roll.added.by else []
    counted = [*plus, *applied, f"total {roll.total}"]
    yield WhyLine("sum", f"{roll.dice.text} shows {faces}, {', '.join(counted)}", most=1)
    yield WhyLine("count", roll.dice.text, mark=faces, least=2)
    if roll.added.by:
        yield WhyLine("count", "added at once", _signed(roll.added.by), _values(roll.added.values), least=2)
    for modifier in roll.modifiers:
        mark = _signed(modifier.by) if modifier.applied else "·"
        idle = "" if modifier.applied else "   does not apply"
        aside = f"   {modifier.written}{idle}{_values(modifier.values)}"
        yield WhyLine("count" if modifier.applied else "idle", modifier.text, mark, aside, least=2)
    yield WhyLine("total", "total", str(roll.total), least=2)
    if roll.needed is not None:
        yield from _needed(roll, roll.needed)


def _needed(roll: RollExplained, needed: SuccessCondition) -> Iterator[WhyLine]:
    """Yield what a check had to meet: the faces that would have done, and how that was worked out."""
    changes = [f"{_signed(m.by)} {m.text}" for m in roll.modifiers if m.applied and m.by]
    counted = [f"{part.short} {part.value_text}" for part in needed.values]
    changes = [f"{_signed(roll.added.by)} at once", *changes] if roll.added.by else changes
    behind = f": {', '.join([*counted, *changes])}" if counted or changes else ""
    if needed.text:
        yield WhyLine("needed", f"needed: {needed.text} on {roll.dice.text}{behind}")
    yield WhyLine("met", f"{'met' if roll.success else 'not met'}: {needed.written}", least=2)
    for part in needed.values:
        yield from _worked_out(part, 0)


def _worked_out(part: Worth, depth: int) -> Iterator[WhyLine]:
    """Yield what a definition was worked out of, one step below it; with depth 3 down to the last figure."""
    if part.values and depth == 0:
        yield WhyLine("worth", f"{part.text}: {part.value_text}", least=2)
    for inner in part.values:
        yield WhyLine("part", f"{inner.text}: {inner.value_text}", indent=depth + 1, least=3 if depth else 2)
        yield from _worked_out(inner, depth + 1)


def _decision(decided: DecisionExplained, wording: Wording) -> Iterator[WhyLine]:
    yield WhyLine("head", f"{decided.by_text}: {decided.text} {decided.answer.text}")
    others = _listed(decided.others, wording)
    yield WhyLine("else", f"else: {others}" if others else "nothing else was possible", least=2)
    reasons: dict[str, list[DecisionOption]] = {}
    for option in decided.refused:
        reasons.setdefault(option.reason, []).append(option)
    for reason, options in reasons.items():
        yield WhyLine("refused", f"{_listed(options, wording)}: {reason}", mark="×", least=2)


def _listed(answers: Sequence[DecisionOption], wording: Wording) -> str:
    """Name answers, numbers that lie at equal distances by the first and the last."""
    numbers = [one for one in answers if is_number(one.kind) and not is_declined(one.kind, one.stored)]
    rest = [one.text for one in answers if one not in numbers]
    said = in_runs([one.stored for one in numbers], partial(wording.value, numbers[0].kind)) if numbers else ""
    return ", ".join([*filter(None, [said]), *rest])


def _values(parts: Sequence[Worth]) -> str:
    """Say what the parts of an expression came to, in brackets."""
    said = ", ".join(f"{part.short} {part.value_text}" for part in parts)
    return f"   ({said})" if said else ""


def _signed(number: PlainNumber) -> str:
    return signed_number(Fraction(number))
