"""What rules mean, case by case: refused with a finding, or the same in traced play, in plain play and in exact odds.

`cases.yaml` tells what is right by the handbook. A case is a procedure, effect, definition or phase laid over one small
ruleset. Every way in which its dice may fall is played on the program as it was lowered, on the optimised one, and on
both after they were written to JSON and read back, with a trace and without. All ways together are what is counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from quarterdeck.analysis.trial.assertions import changes_of, told_change
from quarterdeck.analysis.trial.rule_trial import Tried, normal
from quarterdeck.analysis.trial.spelling import shown
from quarterdeck.api import Ruleset
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.play import play_module
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.odds.odds_questions import OddsQuestions, Shown
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.dice import sort_at
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import Situation, nowhere
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.program.form.as_json import program_as_json
from quarterdeck.program.form.program import Program
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.workspace.pipeline.build import Built
from tests.program.form.program_reading import program_from_json

FOLDER = Path(__file__).parent
CASES: dict[str, dict[str, Any]] = YAML(typ="safe", pure=False).load((FOLDER / "cases.yaml").read_text("utf-8"))
REFUSED = [name for name, case in CASES.items() if "refused" in case]
FAULTY = [name for name, case in CASES.items() if "fault" in case]
ROLLED = [name for name, case in CASES.items() if "rolled" in case]
MEANT = [name for name, case in CASES.items() if not {"refused", "fault", "rolled"} & case.keys()]
FIELDS = ("wet", "low", "arm", "fine", "flag", "marks", "mood", "face", "friend", "rival", "nap", "rate", "debt")
DECKS = tuple(f"{deck}.{mood}" for deck in ("heap", "rest") for mood in ("glum", "calm", "merry"))
MARKS = "marks: {type: list of 0..9, capacity: 4}"
TURN = """
turn "A round"
    phase look "Look"
        for each side in sides
            announce "{side.bent}"
            set side.bid to side.bid
        for each pawn in pawns
            announce "{pawn.wet} {pawn.low} {pawn.arm} {pawn.fine} {pawn.flag} {pawn.marks} {pawn.mood} {pawn.face}"
            announce "{pawn.friend} {pawn.rival} {pawn.nap} {pawn.log} {pawn.side.zeal} {pawn.side.ardour}"
            announce "{pawn.rate} {pawn.debt}"
            shuffle pawn.rest into pawn.heap when size(pawn.rest) > 9
"""
DONE = {
    "procedure": "do RULE(pawn)",
    "effect": "do RULE(pawn)",
    "define": 'announce "{RULE(pawn)}"',
}


@dataclass
class Undecided(Exception):  # noqa: N818  no error: a die must be thrown
    """A die of so many sides has no face yet."""

    sides: int


@dataclass
class Faces:
    """Dice that fall as they are told to."""

    faces: tuple[int, ...]
    used: int = 0

    def new_turn(self, turn: int) -> None:
        """Learn that a turn begins."""

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        if self.used == len(self.faces):
            raise Undecided(sides)
        self.used += 1
        return self.faces[self.used - 1]

    def draw(self, site: int, lots: tuple[int, ...], names: Sequence[str], subject: tuple[int, ...]) -> int:
        return sort_at(self.throw(site, sum(lots), subject), lots)


@dataclass
class Deciding:
    """Takes the first answer, the last one or the default, alike in play and where it is counted."""

    takes: str

    def decide(self, question: Question) -> Any:
        return self.pick(question.answers(), question.default)

    def count(self, site: int, side: int, options: list[Any], stop: bool, none: bool, default: Any) -> Any:
        given = default() if callable(default) else default
        return [(self.pick([*options, *([-1] if none else []), *([-2] if stop else [])], given), 1)]

    def pick(self, answers: list[Any], default: Any) -> Any:
        if self.takes == "default" and default is not None:
            return default
        return answers[-1 if self.takes == "last" else 0]


@dataclass(frozen=True)
class Played:
    """One way in which the dice fell: their faces, the chance of it, and what came of it."""

    faces: tuple[int, ...]
    chance: Fraction
    state: tuple[int, ...]
    told: tuple[str, ...]
    result: Any = field(compare=False, default=None)


@dataclass
class Case:
    """A case that is built and set up."""

    name: str
    data: dict[str, Any]
    ruleset: Ruleset
    built: Built
    situation: Situation
    arguments: tuple[Any, ...]

    @property
    def address(self) -> str:
        return str(self.data["of"])

    @property
    def asking(self) -> OddsQuestions:
        return self.ruleset.asking(self.built)

    def paths(self, module: PrintedModule, trace: bool) -> Iterator[Played]:
        """Play every way in which the dice may fall."""
        waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        while waiting:
            faces, chance = waiting.pop()
            try:
                yield self.played(module, trace, faces, chance)
            except Undecided as die:
                waiting += [((*faces, face), chance / die.sides) for face in range(die.sides, 0, -1)]

    def played(self, module: PrintedModule, trace: bool, faces: tuple[int, ...], chance: Fraction) -> Played:
        """Play once."""
        program, address = self.built.program, self.address
        before = list(self.situation.state)
        spans = address in program.routines and self.asking.in_span(address)
        after = list(before) if spans else before
        sides = dict.fromkeys(program.layout.things("Side"), Deciding(self.data.get("takes", "first")))
        kind = TracedContext if trace else Context
        context = kind(program, replace(self.situation, state=before), Faces(faces), sides)
        result = None
        if address not in program.routines:
            module.phase(address)(context, before)
        elif program.routines[address].value is not None:
            result = module.definition(address)(before, *self.arguments)
        else:
            module.routine(address)(context, before, after, *self.arguments)
        return Played(faces, chance, tuple(after), tuple(context.told), result)

    def changes(self, path: Played) -> dict[str, str]:
        """Say what is another than it was."""
        after = replace(self.situation, state=list(path.state))
        tried = Tried(self.situation, after)
        said = {key: told_change(tried, key, changed) for key, changed in changes_of(tried).items()}
        told = {key: text.replace("`", "").removeprefix(f"{key} ") for key, text in said.items()}
        return {key: text.partition(", heap.")[0] + (")" if ", heap." in text else "") for key, text in told.items()}

    def shown(self) -> list[Shown]:
        """Give all that may be looked at in the end."""
        texts = [f"{name}.{known}" for name in ("Anna", "Ben") for known in (*FIELDS, *DECKS)]
        texts.append("all(other.wet for other in pawns)")
        findings = Findings()
        found = [self.asking.shown(self.address, text, self.arguments, self.situation, findings) for text in texts]
        assert not findings, as_text(findings)
        return [one for one in found if one is not None]


def text_of(case: dict[str, Any]) -> str:
    """Give the rules of a case: a phase carries out its first rule, unless it has phases of its own."""
    rules = str(case["rules"])
    sort, _, rest = rules.partition(" ")
    first = rest.partition("(")[0]
    case.setdefault("of", f"probe.{first}")
    act = case.get("phases") or (
        f'phase act "Act"\n    for each pawn in pawns\n        {DONE[sort].replace("RULE", first)}\n'
    )
    phases = "".join(f"    {line}\n" for line in act.splitlines())
    return f'rules probe "Probe" cites "page one"\n{TURN}{phases}\n{rules}'


def opened(name: str, folder: Path) -> Ruleset:
    game = folder / "game"
    (game / "rules").mkdir(parents=True)
    for part in ("ruleset.yaml", "components.yaml"):
        (game / part).write_text((FOLDER / part).read_text("utf-8"), "utf-8")
    if "marks" in CASES[name]:
        components = (FOLDER / "components.yaml").read_text("utf-8")
        assert MARKS in components
        begun = MARKS.replace("}", f', start: "{CASES[name]["marks"]}"}}')
        (game / "components.yaml").write_text(components.replace(MARKS, begun), "utf-8")
    if "more" in CASES[name]:
        (game / "more.yaml").write_text(CASES[name]["more"], "utf-8")
    if "table" in CASES[name]:
        (game / "tables").mkdir()
        (game / "tables" / "costs.yaml").write_text(CASES[name]["table"], "utf-8")
    (game / "rules" / "probe.rules").write_text(text_of(CASES[name]), "utf-8")
    return Ruleset.open(str(game))


def set_up(name: str, folder: Path) -> Case:
    ruleset = opened(name, folder)
    assert not ruleset.faults, as_text(ruleset.findings)  # a roll that nothing reads has a meaning too
    data, findings = CASES[name], Findings()
    built = ruleset.built(findings)
    rosters = ruleset.rosters(built)
    things = {name: {"kind": "Pawn", **data.get("things", {}).get(name, {})} for name in ("Anna", "Ben")}
    given = data.get("given", {})
    situation = situation_of(built.program, rosters, things, given, findings, nowhere)
    arguments: list[Any] | None = []
    if data["of"] in built.program.routines:
        inputs = {"pawn": "Anna", **{key: value for key, value in given.items() if "." not in key}}
        arguments = inputs_of(built.program, data["of"], situation, rosters, inputs, findings, nowhere)
    assert not findings, as_text(findings)
    assert arguments is not None
    return Case(name, data, ruleset, built, situation, tuple(arguments))


def read_back(program: Program) -> Program:
    """Write a program to JSON and read it back."""
    return program_from_json(json.loads(json.dumps(program_as_json(program))))


@pytest.mark.parametrize("name", REFUSED)
def test_what_means_nothing_is_refused(name, tmp_path):
    found = {finding.code for finding in opened(name, tmp_path).findings}
    assert found == set(CASES[name]["refused"].split()), CASES[name]["rules"]


@pytest.mark.parametrize("name", FAULTY)
def test_what_the_rules_do_not_provide_for_is_a_fault(name, tmp_path):
    """In play, traced or not, and where the rule or its phase is counted."""
    case = set_up(name, tmp_path)
    for trace in (False, True):
        with pytest.raises(RulesFaultError, match=case.data["fault"]):
            list(case.paths(case.built.module(trace=trace), trace))
    counted_too = case.address in case.asking.counter.entries
    whole = case if counted_too else replace(case, data={**case.data, "of": "turn.act"}, arguments=())
    answer = Deciding(case.data.get("takes", "first")).count
    if "uncounted" in case.data:
        with pytest.raises(NotCountedError, match=case.data["uncounted"]):
            case.asking.ask(whole.address, whole.arguments, case.situation, case.shown(), budget=20_000)
    elif whole.address in case.asking.counter.entries:
        with pytest.raises(RulesFaultError, match=case.data["fault"]):
            case.asking.ask(whole.address, whole.arguments, case.situation, case.shown(), answer=answer, budget=20_000)


@pytest.mark.parametrize("name", MEANT)
def test_it_means_the_same_in_traces_in_play_and_in_odds(name, tmp_path):
    case = set_up(name, tmp_path)
    data, built = case.data, case.built
    paths = list(case.paths(built.module(), trace=False))
    forms = (built.program, *(read_back(program) for program in (built.program, built.optimised)))
    others = [(play_module(program, trace=trace), trace) for program in forms for trace in (False, True)]
    for module, trace in ((built.module(trace=True), True), *others):
        assert list(case.paths(module, trace)) == paths
    if "dice" in data:
        paths_of = [path for path in paths if list(path.faces) == data["dice"]]
    else:
        paths_of = paths
    assert len(paths_of) == 1, [path.faces for path in paths]
    (path,) = paths_of
    if built.program.routines.get(case.address) and built.program.routines[case.address].value is not None:
        kind = built.program.world.rules[case.address].result
        assert kind is not None
        assert shown(case.situation, kind, normal(kind, path.result)) == str(data["result"])
        return
    assert list(path.told) == [str(line) for line in data.get("told", [])]
    assert case.changes(path) == data.get("changes", {})
    if "uncounted" in data:
        with pytest.raises(NotCountedError, match=data["uncounted"]):
            counted(case, paths)
    elif case.address in case.asking.counter.entries:
        counted(case, paths)
    else:  # where nothing falls by chance there is nothing to count, but for the phase that carries it out
        whole = replace(case, data={**data, "of": "turn.act"}, arguments=())
        counted(whole, list(whole.paths(built.module(), trace=False)))


@pytest.mark.parametrize("name", ROLLED)
def test_what_may_be_rolled_again_for_ever_means_the_same_as_well(name, tmp_path):
    """Played with the faces that the case says; what it says of chances is counted."""
    case = set_up(name, tmp_path)
    data, built, faces = case.data, case.built, tuple(case.data["rolled"])
    modules = [
        (make(trace), trace)
        for make in (lambda trace: built.module(trace=trace), lambda trace: play_module(built.program, trace=trace))
        for trace in (False, True)
    ]
    (path, *others) = (case.played(module, trace, faces, Fraction(1)) for module, trace in modules)
    assert all(other == path for other in others)
    assert list(path.told) == [str(line) for line in data.get("told", [])]
    assert case.changes(path) == data["changes"]
    for look in case.shown():
        if look.title in data["chances"]:
            odds = case.asking.ask(case.address, case.arguments, case.situation, [look], budget=20_000)
            expected = {str(value): Fraction(part) for value, part in data["chances"][look.title].items()}
            assert dict(odds.of_column(look.title)) == expected


def counted(case: Case, paths: list[Played]) -> None:
    """Count, and compare with all ways in which the dice may fall, and with what the case says of a field."""
    looks = case.shown()

    def row(state: tuple[int, ...]) -> tuple[str, ...]:
        values = (look.value(list(state)) for look in looks)
        return tuple(
            case.asking.word(look.kind, tuple(value) if isinstance(value, list) else value, case.situation)
            for look, value in zip(looks, values, strict=True)
        )

    expected: dict[tuple[str, ...], Fraction] = {}
    for path in paths:
        there = row(path.state)
        expected[there] = expected.get(there, Fraction(0)) + path.chance
    answer = Deciding(case.data.get("takes", "first")).count
    odds = case.asking.ask(case.address, case.arguments, case.situation, looks, answer=answer, budget=20_000)
    assert {one: Fraction(weight, odds.below) for one, weight in odds.rows} == expected
    for title, chances in case.data.get("chances", {}).items():
        found = {value: part for value, part in odds.of_column(title) if part}
        assert found == {str(value): Fraction(part) for value, part in chances.items()}
        alone = [look for look in looks if look.title == title]
        by_itself = case.asking.ask(
            case.address, case.arguments, case.situation, alone, answer=answer, budget=20_000
        )  # what nobody asks for is dropped on the way
        assert dict(by_itself.of_column(title)) == found
