"""`quarterdeck why`: what happened in a kept game, and why."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from quarterdeck.analysis.why.story import StoryLine
from quarterdeck.analysis.why.why_records import (
    AnswerTold,
    DecisionExplained,
    NeededTold,
    RollExplained,
    RuleWritten,
    Why,
    Worth,
)
from quarterdeck.apps.api.keeping import RulesChangedError
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, refuse_number
from quarterdeck.apps.cli.replay import opened
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.base.plain_data import PlainNumber
from quarterdeck.engine.run.wording import Wording, signed_number
from quarterdeck.engine.run.words import in_runs, is_declined, is_number

Explained = list[StoryLine] | Why
"""A saved game line by line, or an entry of it explained."""


def why(
    file: Path,
    event: int | None = None,
    *,
    depth: int = 2,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    anyway: bool = False,
) -> int:
    """Explain what happened in a kept game; without a number, list what happened, with numbers.

    Args:
        file: the journal.
        event: the number of a die or decision.
        depth: 1 says what happened; 2 adds every modifier, whether it applied or not, the dice, the row, what else
            might have been chosen and what not; 3 adds the rules as they are written, and what they rest on.
        json: give all of it as JSON.
        anyway: explain even if the rules have changed since, as far as the record fits them.
    """
    refuse_number("--depth", depth, 1, 3)
    kept = opened(file)
    if kept.changes and not anyway:
        raise UsageError(f"{RulesChangedError(file, kept.changes)}; --anyway explains regardless")
    screen = Screen()
    if event is None:
        if json:
            print_json(kept.story())
        else:
            screen.lines(kept.explaining.narrative())
            screen.say()
            screen.say(f"`quarterdeck why {file} NUMBER` explains a line.", "dim")
    elif json:
        print_json(kept.why(event))
    else:
        ExplanationPrinter(screen, kept.explaining.wording, depth).print(kept.why(event))
    if kept.fault:
        complain(kept.fault)
    return 1 if kept.fault and not anyway else 0


class ExplanationPrinter:
    """Prints an explanation as deep as it is wanted."""

    def __init__(self, screen: Screen, wording: Wording, depth: int) -> None:
        self.screen = screen
        self.wording = wording
        self.depth = depth

    def print(self, found: Why) -> None:
        """Print all."""
        self.screen.say(" · ".join([f"Turn {found.turn}", *(phase.text for phase in found.phases)]), "cyan")
        for index, call in enumerate(found.within):
            self.screen.say("  " * index + call.text[:1].upper() + call.text[1:], "bold")
            innermost = index == len(found.within) - 1
            if (self.depth > 2 or (self.depth > 1 and innermost)) and call.given:
                self.screen.say("  " * index + f"  ({call.of}; {call.given_text})", "dim")
        self.screen.say()
        if found.roll is not None:
            self.roll(found.roll)
        elif found.decision is not None:
            self.decision(found.decision)
        else:
            self.screen.say(f"{found.number}: {found.text}")
        for row in found.rows if self.depth > 1 else ():
            self.screen.say(f"  row {row.of}, by {row.text}", "yellow")
        for line in found.outcome:
            self.screen.say(f"  {line.text}", "cyan" if line.sort in ("turn", "phase") else "yellow")
        if self.depth > 2:
            for written in (*found.rows, *found.rules):
                self.written(written)

    def roll(self, roll: RollExplained) -> None:
        """Print a roll."""
        verdict = "" if roll.success is None else ": yes" if roll.success else ": no"
        faces = " and ".join(map(str, roll.faces)) or "nothing"
        self.screen.say(f"{roll.text[:1].upper()}{roll.text[1:]}{verdict}", "bold")
        if self.depth == 1:
            applied = [f"{signed(m.by)} {m.text}" for m in roll.modifiers if m.applied]
            plus = [signed(roll.added.by)] if roll.added.by else []
            counted = [*plus, *applied, f"total {roll.total}"]
            self.screen.say(f"  {roll.dice.text} shows {faces}, {', '.join(counted)}")
        else:
            self.counted(roll, faces)
        if roll.needed is not None:
            self.needed(roll, roll.needed)

    def counted(self, roll: RollExplained, faces: str) -> None:
        """Print line by line what a roll came to."""
        self.screen.say(f"  {faces:>6}  {roll.dice.text}")
        if roll.added.by:
            self.screen.say(f"  {signed(roll.added.by):>6}  added at once{self.aside(roll.added.values)}")
        for modifier in roll.modifiers:
            said = f"  {signed(modifier.by) if modifier.applied else '·':>6}  {modifier.text}"
            text = Text().append(said).append(f"   {modifier.written}", "dim")
            if not modifier.applied:
                text.stylize("dim")
                text.append("   does not apply", "dim italic")
            text.append(self.aside(modifier.values), "dim")
            self.screen.say(text)
        self.screen.say(f"  {roll.total:>6}  total", "bold")

    def needed(self, roll: RollExplained, needed: NeededTold) -> None:
        """Print what a check had to meet: the faces that would have done, and how that was worked out."""
        changes = [f"{signed(m.by)} {m.text}" for m in roll.modifiers if m.applied and m.by]
        counted = [f"{part.short} {part.value_text}" for part in needed.values]
        changes = [f"{signed(roll.added.by)} at once", *changes] if roll.added.by else changes
        behind = f": {', '.join([*counted, *changes])}" if counted or changes else ""
        if needed.text:
            self.screen.say(f"  needed: {needed.text} on {roll.dice.text}{behind}", "bold")
        if self.depth > 1:
            self.screen.say(f"          {'met' if roll.success else 'not met'}: {needed.written}")
            for part in needed.values:
                self.worked_out(part, 0)

    def worked_out(self, part: Worth, depth: int) -> None:
        """Print what a definition was worked out of, one step below it; with depth 3 down to the last figure."""
        if part.values and depth == 0:
            self.screen.say(f"          {part.text}: {part.value_text}")
        for inner in part.values:
            self.screen.say("          " + "  " * (depth + 1) + f"{inner.text}: {inner.value_text}", "dim")
            if self.depth > 2:
                self.worked_out(inner, depth + 1)

    def aside(self, parts: Sequence[Worth]) -> str:
        """Give what the parts of an expression came to, in brackets."""
        said = ", ".join(f"{part.short} {part.value_text}" for part in parts)
        return f"   ({said})" if said else ""

    def decision(self, decided: DecisionExplained) -> None:
        """Print a decision."""
        self.screen.say(f"{decided.by_text}: {decided.text} {decided.answer.text}", "bold")
        if self.depth == 1:
            return
        others = self.listed(decided.others)
        self.screen.say(f"  else: {others}" if others else "  nothing else was possible")
        reasons: dict[str, list[AnswerTold]] = {}
        for option in decided.refused:
            reasons.setdefault(option.reason, []).append(option)
        for reason, options in reasons.items():
            self.screen.say(f"  ×  {self.listed(options)}: {reason}", "dim")

    def listed(self, answers: Sequence[AnswerTold]) -> str:
        """Name answers, numbers that lie at equal distances by the first and the last."""
        numbers = [one for one in answers if is_number(one.kind) and not is_declined(one.kind, one.stored)]
        rest = [one.text for one in answers if one not in numbers]
        said = in_runs([one.stored for one in numbers], partial(self.wording.value, numbers[0].kind)) if numbers else ""
        return ", ".join([*filter(None, [said]), *rest])

    def written(self, written: RuleWritten) -> None:
        """Print a piece of the rules."""
        self.screen.say()
        self.screen.say(f"{written.of}   {written.file}, line {written.line}", "cyan")
        for line in written.text.splitlines():
            self.screen.say(f"  {line}")
        if written.cites:
            self.screen.say(f"  source: {', '.join(written.cites)}", "dim")
        for ruling in written.rulings:
            self.screen.say(f"  ruling {ruling.name}: {ruling.text}", "dim")


def signed(number: PlainNumber) -> str:
    """Give a number with its sign."""
    return signed_number(Fraction(number))
