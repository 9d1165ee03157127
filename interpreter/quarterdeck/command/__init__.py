"""The command line: arguments in, exit codes out (0 well, 1 findings or failure, 2 usage)."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.diagnostics import Findings
from quarterdeck.diagnostics.printer import as_text
from quarterdeck.pipeline.folders import NotFoundError
from quarterdeck.run.dice import SeededDice
from quarterdeck.run.game import Context, play
from quarterdeck.run.questions import Question


class RandomDecider:
    """Decides by a seeded draw among all that may be answered."""

    def __init__(self, seed: int) -> None:
        self.generator = random.Random(seed)

    def decide(self, question: Question) -> Any:
        """Give any answer."""
        return self.generator.choice(question.answers())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command."""
    parser = argparse.ArgumentParser(prog="quarterdeck", description="Check and play rules written as data.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="check a ruleset")
    check.add_argument("game")
    check.add_argument("--json", action="store_true")
    game = commands.add_parser("play", help="play a scenario between bots")
    game.add_argument("game")
    game.add_argument("scenario")
    game.add_argument("--sides", default="bot,bot", help="only bots, which decide at random, can play yet")
    game.add_argument("--seed", type=int, default=1)
    game.add_argument("--save", type=Path, help="write the record here, one JSON value a line")
    given = parser.parse_args(arguments)
    try:
        ruleset = Ruleset.open(given.game)
    except NotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    if given.command == "check":
        return _check(ruleset, given.json)
    return _play(ruleset, given.scenario, given.sides, given.seed, given.save)


def _check(ruleset: Ruleset, as_json: bool) -> int:
    if as_json:
        print(json.dumps([finding.as_json() for finding in ruleset.findings], indent=1))
    elif ruleset.findings:
        print(as_text(ruleset.findings))
    else:
        print(f"{ruleset.name}: no finding")
    for missing in ruleset.declared.head.not_encoded if not as_json and ruleset.loaded.declared else ():
        print(f"not encoded: {missing.place}, {missing.what} ({missing.reason})")
    return 1 if ruleset.findings else 0


def _play(ruleset: Ruleset, scenario: str, sides: str, seed: int, save: Path | None) -> int:
    if ruleset.findings:
        print(as_text(ruleset.findings))
        return 1
    scenario = scenario.replace("-", "_")
    if scenario not in ruleset.declared.scenarios:
        print(f"there is no scenario {scenario}; there are {', '.join(ruleset.declared.scenarios)}", file=sys.stderr)
        return 2
    if any(side != "bot" for side in sides.split(",")):
        print("only bots can play yet", file=sys.stderr)
        return 2
    findings = Findings()
    built, situation = ruleset.scenario(scenario, findings)
    if findings:
        print(as_text(findings))
        return 1
    present = [side for side in built.graph.layout.things("Side") if situation.state[side]]
    deciders = {side: RandomDecider(seed * 1000 + place) for place, side in enumerate(present)}
    context = Context(built.graph, situation, SeededDice(seed, [site.address for site in built.graph.sites]), deciders)
    result = play(built.program(), context)
    if save is not None:
        save.write_text("".join(json.dumps(entry) + "\n" for entry in result.record), "utf-8")
    print(f"turn {result.turn}: {result.winner + ' wins' if result.winner else 'a draw'}")
    return 0
