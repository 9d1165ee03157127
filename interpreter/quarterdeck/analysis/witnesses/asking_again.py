"""How a witness is asked about again: its facts as text, and the commands that carry its rules out and count them.

In: facts, rules and the name of a game. Out: text for a command line. What is given so is read as `--given` reads it.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from quarterdeck.analysis.witnesses.observing import NotedValue, Point
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.workspace.ruleset.rule_question import Facts

PLAIN = re.compile(r"[A-Za-z_][\w.-]*(?: [\w.-]+)*")
MEANT_OTHERWISE = frozenset(["true", "false", "null"])
"""Words that YAML takes for something else than text."""
PARTS = ("situation", "options", "constants", "board", "every", "things", "given", "dice", "choices")


def facts_as_data(facts: Facts) -> dict[str, Any]:
    """Give facts as JSON can hold them: the parts of which something is said."""
    found = {part: getattr(facts, part) for part in PARTS}
    return {part: _held(value) for part, value in found.items() if value}


def _held(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _held(one) for key, one in value.items()}
    return [_held(one) for one in value] if isinstance(value, list | tuple) else value


def flow(value: Plain | Mapping[str, Any]) -> str:
    """Give data as YAML writes them in one line.

    >>> flow({"given": {"child": "kim", "kim.wet": 2}, "dice": {"aim": [3, 1]}, "things": {"7": {"like": "true"}}})
    '{given: {child: kim, kim.wet: 2}, dice: {aim: [3, 1]}, things: {"7": {like: "true"}}}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(str(key))}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str) and PLAIN.fullmatch(value) and value not in MEANT_OTHERWISE:
        return value
    return json.dumps(value, ensure_ascii=False)


def facts_text(facts: Facts) -> str:
    """Give facts as one line of text."""
    return flow(facts_as_data(facts))


def try_command(game: str, addresses: Sequence[str], facts: Facts) -> str:
    """Give the command that carries rules out with what is given, with dice and answers."""
    words = ["quarterdeck", "try", game, addresses[0]]
    words += [word for address in addresses[1:] for word in ("--then", address)]
    return shlex.join([*words, "--given", facts_text(facts), "--anyway"])


def odds_command(game: str, address: str, facts: Facts) -> str:
    """Give the command that counts a rule in a situation, whatever the dice show."""
    choices: Any = facts.choices
    first = {label: answers[0] if isinstance(answers, list) else answers for label, answers in choices.items()}
    text = facts_text(replace(facts, dice={}, choices=first))
    return shlex.join(["quarterdeck", "odds", game, address, "--given", text])


def said(point: Point, value: NotedValue | None) -> str:
    """Say what came of a rule at a point."""
    sort, of, _, part = point
    words = value.words if value is not None else "nothing"
    holds = value is not None and value.value is True
    match sort:
        case "gives":
            return f"{of} gives {words}"
        case "adds":
            return f"{part} adds {words}"
        case "total":
            return f"{of} comes to {words}"
        case "permits":
            return f"{part} may {'' if holds else 'not '}be chosen at {of}"
        case "refuses":
            return f"{of} {'refuses it' if holds else 'lets it pass'}"
        case "comes to":
            return f"{of} comes to {words}"
