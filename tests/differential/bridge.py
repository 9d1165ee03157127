"""The only part of the differential test that touches the program: its command line, called in this process.

Everything goes in as files and text, as a person would type it, and comes out as what `--json` prints.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import UNFINISHED
from quarterdeck.workspace.pipeline import program_cache, ruleset_cache
from tests.differential import syntax as s
from tests.differential.boards import Board
from tests.differential.decks import Pile
from tests.differential.evaluator import Outcome, Rolled
from tests.differential.printed import expression, files
from tests.differential.values import State, Thing, Value, words

STOPPED = "QD698"  # the finding on what the rules do not provide for
BUDGET = 20_000  # steps of counting; a case has a few hundred paths


class Crash(Exception):  # noqa: N818  what it is about is the program's crash
    """The program broke down, or printed what is no JSON."""


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        if "internal error" in self.out + self.err:
            raise Crash(self.out + self.err)
        try:
            return json.loads(self.out)
        except ValueError:
            raise Crash(f"exit {self.code}: {self.out}{self.err}") from None


@dataclass(frozen=True)
class Tried:
    """What `try` says of a rule."""

    result: str | None
    told: tuple[str, ...]
    rolls: dict[str, list[Any]]
    changes: dict[str, str]
    problems: tuple[str, ...]
    trace: tuple[str, ...] = field(default=())


held: dict[str, tuple[tuple[tuple[str, int, int], ...], Ruleset]] = {}
"""The ruleset of a folder that was opened last, with the files it was read from: name, time and size."""
opened_anew = Ruleset.open


def opened(game: str) -> Ruleset:
    """Open a folder once for many commands, as long as its files stay as they are."""
    now = tuple(sorted(states(game)))
    if held.get(game, (None,))[0] != now:
        held.clear()
        held[game] = now, opened_anew(game)
    return held[game][1]


def states(folder: str) -> Iterator[tuple[str, int, int]]:
    """Give the files below a folder with time and size."""
    with os.scandir(folder) as found:
        for one in found:
            if one.is_dir():
                yield from states(one.path)
            else:
                yield one.path, one.stat().st_mtime_ns, one.stat().st_size


kept_here: dict[Path, object] = {}
"""What the program would keep in files of the ruleset at hand, without its programs: each is asked for once."""
MOST_KEPT = 8


def keep(path: Path, value: object) -> None:
    """Keep an entry of the cache in memory, instead of one that is there longest."""
    if len(kept_here) >= MOST_KEPT:
        del kept_here[next(iter(kept_here))]
    kept_here[path] = value


in_memory = (
    patch.object(ruleset_cache, "read_entry", kept_here.get),
    patch.object(ruleset_cache, "write_entry", keep),
    patch.object(program_cache, "read_entry", lambda *_: None),
    patch.object(program_cache, "write_entry", lambda *_: None),
)
"""A random ruleset is never met again: packing it for the cache took a seventh of a trial."""


def command(*arguments: str) -> Answer:
    """Run a command as the command line would.

    Raises:
        Crash: it ended in a traceback.
    """
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with contextlib.ExitStack() as stack:
        for one in (contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), *in_memory):
            stack.enter_context(one)
        stack.enter_context(patch.object(Ruleset, "open", opened))
        try:
            code = main(list(arguments))
        except SystemExit as end:
            code = end.code
        except Exception as fault:
            raise Crash(f"{type(fault).__name__}: {fault}") from fault
    return Answer(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue())


def write(ruleset: s.Ruleset, folder: Path, scenario: str = "") -> None:
    """Write a ruleset into a folder."""
    texts = files(ruleset)
    if scenario:
        texts["scenarios/yard.yaml"] = scenario
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


@dataclass(frozen=True)
class Finding:
    """A finding of `check`: its code, what it says, and the rule or place it is about."""

    code: str
    message: str
    rule: str
    file: str
    line: int


def check(folder: Path) -> list[Finding]:
    """Give the findings on a ruleset that keep it from being played; random rules need not make sense.

    Raises:
        Crash: `check` broke down.
    """
    answer = command("check", str(folder), "--json").json
    return [
        Finding(one["code"], one["message"], one["rule"], one["file"], one["line"])
        for one in answer["findings"]
        if one["code"] not in UNFINISHED
    ]


def yaml_value(value: Value) -> str:
    """Write a value as YAML."""
    return f"[{words(value)}]" if isinstance(value, tuple) else words(value)


def yaml_fields(fields: dict[str, Value]) -> str:
    return ", ".join(f"{name}: {yaml_value(value)}" for name, value in fields.items() if name != "side")


def given(ruleset: s.Ruleset, state: State, inputs: dict[str, s.Expression]) -> str:
    """Write a situation for `--given`."""
    return f"{{{situation(ruleset, state, inputs)}}}"


def situation(ruleset: s.Ruleset, state: State, inputs: dict[str, s.Expression]) -> str:
    """Write things, inputs and facts, and constants, as keys of an example."""
    things = ", ".join(
        f"{thing.name}: {{kind: {thing.kind}, {yaml_fields(state.fields[thing])}}}"
        for kind, all_of in state.things.items()
        if kind not in {"Side", "Game"}
        for thing in all_of
    )
    facts = [f"{name}: {expression(value, ruleset)}" for name, value in inputs.items()]
    facts += [
        f"{side.name}.{name}: {words(value)}"
        for side in (*state.things["Side"], *state.things["Game"])
        for name, value in state.fields[side].items()
    ]
    constants = ", ".join(f"{name}: {words(value)}" for name, value in state.constants.items())
    board = board_size(ruleset)
    return f"{board}{', ' * bool(board)}things: {{{things}}}, given: {{{', '.join(facts)}}}, constants: {{{constants}}}"


def try_rule(folder: Path, address: str, situation: str, faces: tuple[int | str, ...]) -> Tried:
    """Carry one rule out with given dice.

    Raises:
        Crash: it broke down.
    """
    dice = ",".join(str(face) for face in faces)
    found = command("try", str(folder), address, "--given", situation, "--dice", dice, "--json").json
    problems = tuple(one["message"] for one in found["problems"])
    changes = {key: one["text"] for key, one in found["changes"].items()}
    rolls = {label: [Fraction(one) for one in values] for label, values in found["rolls"].items()}
    trace = tuple(one["text"] for one in found["happened"])
    return Tried(found["result_text"], tuple(found["told"]), rolls, changes, problems, trace)


@dataclass(frozen=True)
class Counted:
    """What `odds` says: each row of values with its chance; how many were sampled where it was not counted."""

    rows: dict[tuple[str, ...], Fraction]
    sampled: int


def odds(folder: Path, address: str, situation: str, show: tuple[str, ...], sample: int = 0) -> Counted | None:
    """Count what a rule may bring, or play it so many times; None where counting gives up.

    Raises:
        Crash: it broke down.
    """
    # A long text is taken for a file's name, by `odds` alone.
    beside = folder / "situation.given"
    beside.write_text(situation, encoding="utf-8")
    arguments = ["odds", str(folder), address, "--given", str(beside), "--json", "--show", *show]
    arguments += ["--sample", str(sample)] if sample else ["--budget", str(BUDGET)]
    answer = command(*arguments)
    if "not counted to the end" in answer.err:
        return None
    if "odds" not in (printed := answer.json):
        raise Crash(f"exit {answer.code}: {answer.out}{answer.err}")
    table = printed["odds"][0]
    rows: dict[tuple[str, ...], Fraction] = {}
    for row in table["rows"]:
        key = tuple(row["text"])
        rows[key] = rows.get(key, Fraction()) + Fraction(row["weight"], table["below"])
    return Counted(rows, table["sampled"])


def changes(before: State, after: State) -> dict[str, str]:
    """Say what `try` must say changed between two states; what is new is told by its fields alone."""
    found: dict[str, str] = {}
    for thing, fields in before.fields.items():
        if thing not in after.fields:
            found[thing.name] = "gone"
            continue
        for name, old in fields.items():
            new = after.fields[thing][name]
            if isinstance(old, Pile) and isinstance(new, Pile):
                found |= {f"{thing.name}.{name}.{fact}": text for fact, text in changed_facts(old, new).items()}
            elif new != old:
                found[f"{thing.name}.{name}"] = words(new) or "none"
    new_things = [thing for all_of in after.things.values() for thing in all_of if thing not in before.fields]
    for place, thing in enumerate(new_things):
        found[f"new {place}"] = told_fields(thing, after)
    return found


def changed_facts(old: Pile, new: Pile) -> dict[str, str]:
    return {fact: text for fact, text in new.facts().items() if text != old.facts()[fact]}


def told_fields(thing: Thing, state: State) -> str:
    return ", ".join(f"{name}: {words(value) or 'none'}" for name, value in state.fields[thing].items())


CHANGED = re.compile(r"\S.* changed from .* to (.*)")
NEW = re.compile(r"\S.* is new(?: \((.*)\))?")


def said_changes(said: dict[str, str]) -> dict[str, str]:
    """Read the changes that `try` tells into the form of `changes`."""
    found: dict[str, str] = {}
    new = 0
    for name, text in said.items():
        if text.endswith("is gone"):
            found[name] = "gone"
        elif match := NEW.fullmatch(text):
            found[f"new {new}"] = match.group(1) or ""
            new += 1
        elif match := CHANGED.fullmatch(text):
            found[name] = match.group(1)
        else:
            found[name] = text
    return found


def rolls(rolled: tuple[Rolled, ...]) -> dict[str, list[Fraction]]:
    """Give the totals and natural results of each roll by its name."""
    found: dict[str, list[Fraction]] = {}
    for one in rolled:
        found.setdefault(one.name, []).append(one.total)
        found.setdefault(f"{one.name}.natural", []).append(one.natural)
    return found


def said_rolls(said: dict[str, list[Any]]) -> dict[str, list[Fraction]]:
    """Read the rolls that `try` tells: of `rule.roll` and `rule.roll.natural`, without the rule."""
    found: dict[str, list[Fraction]] = {}
    for name, values in said.items():
        parts = name.split(".")
        if len(parts) == (3 if parts[-1] in {"natural", "successes", "success"} else 2) and parts[-1] not in {
            "success",
            "successes",
        }:
            found[".".join(parts[1:])] = [Fraction(str(value)) for value in values]
    return found


def board_size(ruleset: s.Ruleset) -> str:
    """Write the size of the board as a key, where it has one."""
    board = ruleset.board
    return (
        ""
        if not isinstance(board, Board) or not board.edge
        else f"board: {{columns: {board.columns}, rows: {board.rows}}}"
    )


def scenario(ruleset: s.Ruleset, state: State) -> str:
    """Write a scenario of one turn that begins with a state; tokens belong to nobody, and stand with the first side."""
    lines = ["scenario: yard", "title: The yard", "turn_limit: 1", board_size(ruleset)]
    lines.append(f"constants: {{{yaml_fields(state.constants)}}}")
    lines.append("sides:")
    for place, side in enumerate(state.things["Side"]):
        lines += [f"  {side.name}:", f"    title: {side.name}", f"    fields: {{{yaml_fields(state.fields[side])}}}"]
        lines.append("    things:")
        for kind in ("Pawn", "Token"):
            things = [
                one for one in state.things[kind] if state.fields[one].get("side", state.things["Side"][0]) == side
            ]
            rows = ", ".join(f"{{name: {one.name}, {yaml_fields(state.fields[one])}}}" for one in things)
            if place == 0 or kind == "Pawn":
                lines.append(f"      {kind}: [{rows}]")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Played:
    """What a played game kept and told: each die with the roll it fell for and its sides, and all words told.

    `stopped` says that it came to an end that rules must not come to; of such a game nothing is told.
    """

    faces: tuple[int | str, ...]
    fallen_for: tuple[tuple[str, int], ...]
    told: tuple[str, ...] = ()
    same: bool = True
    stopped: bool = False


def play(folder: Path, seed: int) -> Played:
    """Play the scenario for a turn without being watched, replay its journal, and have it told.

    Raises:
        Crash: it broke down.
    """
    journal = folder / f"game_{seed}.jsonl"
    journal.unlink(missing_ok=True)
    answer = command("play", str(folder), "yard", "--json", "--seed", str(seed), "--save", str(journal))
    stopped = answer.code == 1 and f"{STOPPED}:" in answer.err
    if not stopped:
        _ = answer.json
    entries = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()[1:]]
    dice = [entry for entry in entries if "die" in entry or "drawn" in entry]
    fallen = (
        tuple(entry["die"] if "die" in entry else entry["drawn"] for entry in dice),
        tuple((entry["at"].rpartition(".")[2], entry["of"]) for entry in dice),
    )
    if stopped:
        return Played(*fallen, stopped=True)
    replayed = command("replay", str(journal), "--json").json
    events = command("why", str(journal), "--json").json
    return Played(
        *fallen,
        tuple(event["text"] for event in events if event["sort"] == "told"),
        replayed["same"],
    )


def formatted(folder: Path) -> str:
    """Bring the rules of a ruleset into their canonical text, and say what was wrong with it: nothing, mostly."""
    for arguments, wanted in ((("fmt", str(folder)), 0), (("fmt", str(folder), "--check"), 0)):
        answer = command(*arguments)
        if answer.code != wanted:
            return f"{' '.join(arguments)}: exit {answer.code}: {answer.out}{answer.err}"
    return ""


@dataclass(frozen=True)
class Worked:
    """A worked example: what it is of, a situation, dice, and what is expected and changed, written as YAML."""

    name: str
    address: str
    situation: str
    faces: tuple[int | str, ...]
    expect: str
    changes: str
    refused: tuple[str, ...] = ()

    def __str__(self) -> str:
        dice = ", ".join(str(face) for face in self.faces)
        return (
            f"  - {{example: {self.name}, title: An example, of: {self.address}, {self.situation}, "
            f"dice: [{dice}], expect: {{{self.expect}}}, changes: {{{self.changes}}}, "
            f"refused: {{{', '.join(self.refusals())}}}}}"
        )

    def refusals(self) -> Iterator[str]:
        """Write how often each rule is refused."""
        for rule in dict.fromkeys(self.refused):
            yield f"{rule}: [{', '.join(['allowed'] * self.refused.count(rule))}]"


def expected(outcome: Outcome, rule: str) -> str:
    """Write what is told and rolled as an example of a rule expects it; totals that no decimal tells are left out."""
    told = ", ".join(json.dumps(text) for text in outcome.told)
    totals: dict[str, list[Fraction]] = {}
    for one in outcome.rolls:
        totals.setdefault(f"{one.rule}.{one.name}" if one.rule not in {"", rule} else one.name, []).append(one.total)
    parts = [f"told: [{told}]"] if told else []
    for name, values in totals.items():
        texts = [words(value) for value in values]
        if not any("/" in text for text in texts):
            parts.append(f"{name}: {texts[0] if len(texts) == 1 else '[' + ', '.join(texts) + ']'}")
    return ", ".join(parts)


def expected_changes(before: State, after: State) -> str:
    """Write what changes as an example names it."""
    parts: list[str] = []
    for thing, fields in before.fields.items():
        if thing not in after.fields:
            parts.append(f"{thing.name}: gone")
            continue
        new = after.fields[thing]
        for name, old in fields.items():
            pile = new[name]
            if isinstance(old, Pile) and isinstance(pile, Pile):
                parts += [f"{thing.name}.{name}.{fact}: {text}" for fact, text in changed_facts(old, pile).items()]
            elif new[name] != old:
                parts.append(f"{thing.name}.{name}: {yaml_value(new[name])}")
    for thing, fields in after.fields.items():
        if thing not in before.fields:
            parts.append(f"{thing.name}: {{{yaml_fields(fields)}}}")
    return ", ".join(parts)


def work_examples(folder: Path, examples: list[Worked]) -> dict[str, list[str]]:
    """Run worked examples; give what is wrong with each that is not as expected.

    Raises:
        Crash: they broke down.
    """
    # Beside the ruleset, not in it: examples are no part of what `check` reads.
    path = folder.with_suffix(".examples.yaml")
    path.write_text("\n".join(["examples:", *map(str, examples)]) + "\n", encoding="utf-8")
    outcome = command("test", str(folder), "--examples", str(path), "--json").json
    wrong: dict[str, list[str]] = {}
    for one in outcome["examples"]:
        if not one["good"]:
            wrong[one["example"]] = [each["message"] for each in (*one["problems"], *one["findings"])]
    return wrong
