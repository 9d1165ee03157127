"""`quarterdeck why`: what happened in a kept game, and why."""

from __future__ import annotations

import json as as_json
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from quarterdeck.command.opening import UsageError
from quarterdeck.command.replay import opened
from quarterdeck.play.explaining import Decided, Explaining, Explanation, RollTold, WrittenRule
from quarterdeck.play.screen import Screen
from quarterdeck.source.decimals import shown


def why(
    file: Path,
    event: int | None = None,
    *,
    depth: int = 2,
    json: Annotated[bool, Parameter(name="--json")] = False,
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
    if depth not in (1, 2, 3):
        raise UsageError("--depth is 1, 2 or 3")
    saved, game, changes = opened(file)
    if changes and not anyway:
        raise UsageError(f"the rules have changed since {file} was begun: {changes[0]}; --anyway explains regardless")
    screen = Screen()
    explaining = Explaining(game, saved)
    if event is None:
        if json:
            lines = [{"number": x.number, "sort": x.sort, "text": x.text} for x in explaining.narrative()]
            print(as_json.dumps(lines, ensure_ascii=False, indent=1))
        else:
            screen.lines(explaining.narrative())
            screen.say()
            screen.say(f"`quarterdeck why {file} NUMBER` explains a line.", "dim")
        return 0
    try:
        explanation = explaining.explain(event)
    except IndexError:
        count = len(explaining.replayed.record)
        raise UsageError(f"{file} has no entry {event}; they are numbered from 1 to {count}") from None
    if json:
        print(as_json.dumps(explanation.as_json(), ensure_ascii=False, indent=1, default=shown))
    else:
        ExplanationPrinter(screen, depth).print(explanation)
    return 0


class ExplanationPrinter:
    """Prints an explanation as deep as it is wanted."""

    def __init__(self, screen: Screen, depth: int) -> None:
        self.screen = screen
        self.depth = depth

    def print(self, found: Explanation) -> None:
        """Print all."""
        self.screen.say(" · ".join([f"Turn {found.turn}", *found.phases]), "cyan")
        for index, call in enumerate(found.within):
            self.screen.say("  " * index + call["said"][:1].upper() + call["said"][1:], "bold")
            innermost = index == len(found.within) - 1
            if (self.depth > 2 or (self.depth > 1 and innermost)) and call["given"]:
                given = ", ".join(f"{name}: {value}" for name, value in call["given"].items())
                self.screen.say("  " * index + f"  ({call['rule']}; {given})", "dim")
        self.screen.say()
        if found.roll is not None:
            self.roll(found.roll)
        elif found.decision is not None:
            self.decision(found.decision)
        elif "drawn" in found.entry:
            self.screen.say(f"{found.number}: {found.entry['drawn']} is drawn, of {found.entry['of']}")
        else:
            self.screen.say(f"{found.number}: a d{found.entry.get('of')} shows {found.entry.get('die')}")
        for row in found.rows if self.depth > 1 else ():
            self.screen.say(f"  row {row.address}, by {row.text}", "yellow")
        for line in found.outcome:
            self.screen.say(f"  {line}", "yellow")
        if self.depth > 2:
            for written in (*found.rows, *found.rules):
                self.written(written)

    def roll(self, roll: RollTold) -> None:
        """Print a roll."""
        verdict = "" if roll.success is None else ": yes" if roll.success else ": no"
        faces = " and ".join(map(str, roll.faces)) or "nothing"
        self.screen.say(f"{roll.words[:1].upper()}{roll.words[1:]}{verdict}", "bold")
        if self.depth == 1:
            applied = [f"{_signed(m.by)} {m.words}" for m in roll.modifiers if m.applied]
            plus = [_signed(roll.plus)] if roll.plus else []
            self.screen.say(
                f"  {roll.dice} shows {faces}, {', '.join([*plus, *applied, f'total {shown(roll.total)}'])}"
            )
            return
        self.screen.say(f"  {faces:>6}  {roll.dice}")
        if roll.plus:
            self.screen.say(f"  {_signed(roll.plus):>6}  added at once")
        for modifier in roll.modifiers:
            text = Text().append(f"  {_signed(modifier.by) if modifier.applied else '·':>6}  {modifier.words}")
            text.append(f"   {modifier.text}", "dim")
            if not modifier.applied:
                text.stylize("dim")
                text.append("   does not apply", "dim italic")
            self.screen.say(text)
        self.screen.say(f"  {shown(roll.total):>6}  total", "bold")
        if roll.needs:
            self.screen.say(f"          {'met' if roll.success else 'not met'}: {roll.needs}")

    def decision(self, decided: Decided) -> None:
        """Print a decision."""
        self.screen.say(f"{decided.by}: {decided.question} {decided.answer}", "bold")
        if self.depth == 1:
            return
        others = [answer for answer in decided.answers if answer != decided.answer]
        self.screen.say(f"  else: {', '.join(others)}" if others else "  nothing else was possible")
        for option, reason in decided.refused.items():
            self.screen.say(f"  ×  {option}: {reason}", "dim")

    def written(self, written: WrittenRule) -> None:
        """Print a piece of the rules."""
        self.screen.say()
        self.screen.say(f"{written.address}   {written.path}, line {written.line}", "cyan")
        for line in written.text.splitlines():
            self.screen.say(f"  {line}")
        if written.cites:
            self.screen.say(f"  source: {', '.join(written.cites)}", "dim")
        for name, text in written.rulings.items():
            self.screen.say(f"  ruling {name}: {text}", "dim")


def _signed(number: Fraction | int) -> str:
    """Give a number with its sign."""
    return f"{'+' if number >= 0 else '−'}{shown(max(number, -number))}"
