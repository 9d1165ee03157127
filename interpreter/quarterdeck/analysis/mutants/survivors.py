"""Find what the worked examples leave untested: change the rules one thing at a time, and see who notices.

In: a ruleset and cases that are all as expected. Out: the changes that no case notices, by address. Each case runs
first as it is, and tells which rules it reaches; a change is tried only on cases that reach it, those about the
rule itself first, until one fails.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import FrameType
from typing import Any

from quarterdeck.analysis.mutants.mutants import Mutant, mutants_of
from quarterdeck.analysis.mutants.mutate import mutated
from quarterdeck.analysis.mutants.mutations import OtherStart, ShorterStart, Visit, as_written
from quarterdeck.analysis.trial.bench import ExampleRunner, PreparedCase, run_prepared
from quarterdeck.analysis.trial.cases import Case
from quarterdeck.backends.python.reprinting import PatchPrinter
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.forked import on_cores
from quarterdeck.base.text import Span
from quarterdeck.engine.run.happenings import RowUsed
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.dataflow import CalledPart, Touched, instructions_write, values_read
from quarterdeck.program.form.program import Program, Start
from quarterdeck.program.form.values import ALLOWED
from quarterdeck.program.form.walking import walk
from quarterdeck.workspace.alterations.altered_ruleset import AlteredRuleset
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Verdict = tuple[bool, bool]
"""Whether a change is noticed, by an example or by the checks, and whether any example reaches it."""
Progress = Callable[[Iterable[Verdict], int, str], Iterable[Verdict]]
Function = tuple[str, str]
"""A function of a module by its sort, as `Names` has it, and its address."""
ENOUGH_TO_SPREAD = 200


@dataclass(frozen=True)
class Survivor:
    """A change of the rules that no worked example notices.

    `before` and `after` are what the rules say, as they are written. Nothing `after` means that it was taken away, null
    that the rules have no words for it. `reached` tells whether an example came by.
    """

    address: str
    text: str
    before: str
    after: str | None
    reached: bool
    place: Span


@dataclass
class Coverage:
    """What was measured: how many elements and changes, what survived, and what is listed apart with its reason."""

    elements: int = 0
    tried: int = 0
    survivors: list[Survivor] = field(default_factory=list)
    apart: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CaseRun:
    """A case that is ready to run, with the functions that it reaches and the rows that it uses."""

    prepared: PreparedCase
    reached: frozenset[Function]
    rows: frozenset[str]


class Runs:
    """All cases that are ready to run, found by what they reach."""

    def __init__(self, prepared: Iterable[PreparedCase]) -> None:
        """Run every case as it is, and note what it reaches."""
        self.runs = [_run(one) for one in prepared]
        self.users: dict[Touched, set[Function]] = {}
        self.beside: dict[int, PatchPrinter] = {}
        for built in {id(run.prepared.put.built): run.prepared.put.built for run in self.runs}.values():
            self.beside[id(built)] = PatchPrinter.of(built.program, built.traced_module, trace=True)
            for used, functions in _users(built.program).items():
                self.users.setdefault(used, set()).update(functions)
        self.by_function: dict[Function, list[int]] = {}
        self.by_address: dict[str, list[int]] = {}
        for index, run in enumerate(self.runs):
            self.by_address.setdefault(run.prepared.put.address, []).append(index)
            for name in run.reached:
                self.by_function.setdefault(name, []).append(index)

    def concerned(self, declared: Declared, mutant: Mutant) -> list[CaseRun]:
        """Give the cases that reach what is changed: those about it first, then those that reach the least."""
        own = set(self.by_address.get(mutant.holder[1], ()))
        found = own.union(*(self.by_function.get(name, ()) for name in self._functions(declared, mutant)))
        return [self.runs[i] for i in sorted(found, key=lambda i: (i not in own, len(self.runs[i].reached), i))]

    def first_reaching(self, functions: Iterable[Function]) -> list[CaseRun]:
        """Give all cases, first those that reach one of some functions."""
        reaching = set[int]().union(*(self.by_function.get(name, ()) for name in functions))
        return [self.runs[i] for i in sorted(range(len(self.runs)), key=lambda i: (i not in reaching, i))]

    def _functions(self, declared: Declared, mutant: Mutant) -> set[Function]:
        """Give the functions through which a rule, a table or a phase is reached."""
        sort, key = mutant.holder
        if sort == "phase":
            return {("f", f"turn.{key}")}
        if sort == "rule":
            address = declared.rules[key].address
            return {("d", address), ("e", address), ("d", f"{ALLOWED}{address}")}
        return self.users.get(CalledPart("table", key), set())


def measure(bench: ExampleRunner, cases: Iterable[Case], progress: Progress, every: int = 1) -> Coverage:
    """Try every change of a ruleset, or one of so many, on its examples, set up on a bench."""
    ruleset = bench.ruleset
    prepared = [one for case in cases if (one := bench.prepare(case, Findings())) is not None]
    runs = Runs(prepared)
    found = Coverage()
    mutants = list(mutants_of(ruleset.checked))[::every]
    unread = {element: missing.reason for missing in ruleset.declared.head.not_encoded for element in missing.elements}
    survivors: list[Survivor] = []
    with on_cores(partial(_try, ruleset, runs), mutants, ENOUGH_TO_SPREAD, 8) as tried:
        for mutant, (noticed, reached) in zip(
            mutants, progress(tried, len(mutants), "changing the rules"), strict=True
        ):
            if not noticed:
                written = as_written(mutant.change, mutant.span)
                survivors.append(Survivor(mutant.address, mutant.says, *written, reached, mutant.span))
    for survivor in survivors:
        reason = next((unread[e] for e in unread if f"{survivor.address}.".startswith(f"{e}.")), None)
        if reason is None:
            found.survivors.append(survivor)
        else:
            found.apart[survivor.address] = reason
    counted = [a for a in mutants if a.address not in found.apart]
    found.elements = len({a.address for a in counted})
    found.tried = len(counted)
    return found


def _run(prepared: PreparedCase) -> CaseRun:
    """Run a case as it is, and note which functions of the rules it enters."""
    entered: set[str] = set()
    module = prepared.put.built.traced_module
    module.functions()
    file = module.late.file

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename == file:
            entered.add(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        tried, _ = run_prepared(prepared)
    finally:
        sys.setprofile(None)
    rows = frozenset(event.address for event in tried.events if isinstance(event, RowUsed))
    reached = frozenset(known for known, name in module.names.given.items() if name in entered)
    return CaseRun(prepared, reached, rows)


def _try(ruleset: Ruleset, runs: Runs, mutant: Mutant) -> Verdict:
    """Tell whether the checks or a case notice a change, and whether any case reaches what is changed."""
    match mutant.change:
        case OtherStart(by=by):
            return _try_start(ruleset, runs, mutant.holder, by), True
        case ShorterStart(item=item):
            return _try_shorter(ruleset, runs, mutant.holder[1], item), True
        case Visit():
            reached = any(mutant.address in run.rows for run in runs.runs)
            return reached, reached
    chosen = runs.concerned(ruleset.declared, mutant)
    new = mutated(ruleset.checked, mutant)
    if new.is_refused:
        return True, bool(chosen)
    patches: dict[int, tuple[Program, Mapping[str, Any]]] = {}
    for run in chosen:
        built = run.prepared.put.built
        if id(built) not in patches:
            try:
                new_program, parts = new.lowered(built.program)
            except Exception:
                if not new.altered.findings:
                    raise
                return True, True  # the checks refuse it, and no more can be made of it
            patches[id(built)] = new_program, runs.beside[id(built)].functions(new_program, parts)
        if _notices(run.prepared, *patches[id(built)]):
            return True, True
    return False, bool(chosen)


def _users(program: Program) -> dict[Touched, set[Function]]:
    """Give, by table and by field, the functions of the routines and phases that use them by themselves."""
    found: dict[Touched, set[Function]] = {}
    parts: list[tuple[str, str, object]] = [
        (routine.address, "de", (routine.value, routine.block)) for routine in program.routines.values()
    ]
    parts += [(phase.address, "f", phase.block) for phase in program.turn.phases]
    for address, sorts, held in parts:
        for used in {*values_read(held), *instructions_write(held)}:
            found.setdefault(used, set()).update((sort, address) for sort in sorts)
    return found


def _notices(prepared: PreparedCase, program: Program, functions: Mapping[str, Any]) -> bool:
    """Run a case on changed functions: whatever is not as expected, or goes wrong, is noticed."""
    shared = prepared.put.built.traced_module.functions()
    before = {name: shared[name] for name in functions if name in shared}
    shared.update(functions)
    try:
        _, problems = run_prepared(prepared, program)
        return bool(problems)
    except Exception:  # noqa: BLE001 - changed rules may go wrong in any way
        return True
    finally:
        shared.update(before)


# --- settings and starts


def _try_start(ruleset: Ruleset, runs: Runs, holder: tuple[str, str], by: int) -> bool:
    """Try another default of an option or constant, or another start of a field: all is set up anew."""
    sort, key = holder
    program, declared = ruleset.built(Findings()).program, ruleset.declared
    if sort == "field":
        others = _others(ruleset, program.layout.types[key], program.starts[key][0], by)
        return any(_try_field(ruleset, runs, key, (other,)) for other in others)
    known: Any = (declared.options if sort == "option" else declared.constants)[key]
    other = _plain_other(ruleset, known.type, program.settings[key], by)
    return other is None or _try_setting(ruleset, runs, holder, other)


def _try_shorter(ruleset: Ruleset, runs: Runs, address: str, item: int) -> bool:
    """Try a list that begins without one of its items."""
    count, *items = ruleset.built(Findings()).program.starts[address]
    return _try_field(ruleset, runs, address, (count - 1, *items[:item], *items[item + 1 :]))


def _others(ruleset: Ruleset, kind: types.Type, value: int, by: int) -> list[int]:
    """Give other values than a stored one: a number one more, and for where nobody counts so finely, a far one."""
    match types.without_none(kind):
        case types.Boolean():
            return [1 - value]
        case types.Number(low=low, high=high, step=step):
            least, most = (int(bound * step) for bound in (low, high))
            far = least if value - least > most - value else most
            return [other for other in (value + by, far) if least <= other <= most]
        case types.EnumType(enum=enum):
            return [(value + by) % len(ruleset.declared.enums[enum].members)]
    return []


def _plain_other(ruleset: Ruleset, kind: types.Type, value: int, by: int) -> Any:
    """Give another value of a setting as plain data; nothing where its type has none."""
    match types.without_none(kind):
        case types.Boolean():
            return "no" if value else "yes"
        case types.Number(low=low, high=high, step=step) if step == 1:
            return value + by if low <= value + by <= high else None
        case types.EnumType(enum=enum):
            members = ruleset.declared.enums[enum].members
            return members[(value + by) % len(members)]
    return None


@dataclass
class RulesetWithSetting(AlteredRuleset):
    """A ruleset of which an option or a constant is another where nobody says what it is."""

    options: Mapping[str, Any] = field(kw_only=True)
    constants: Mapping[str, Any] = field(kw_only=True)

    def settings(
        self, options: Mapping[str, Any], constants: Mapping[str, Any]
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the settings of the base."""
        return {**self.options, **options}, {**self.constants, **constants}


def _try_setting(ruleset: Ruleset, runs: Runs, holder: tuple[str, str], other: Any) -> bool:
    sort, key = holder
    options, constants = ({key: other}, {}) if sort == "option" else ({}, {key: other})
    altered = RulesetWithSetting(ruleset.loaded, base=ruleset, options=options, constants=constants)
    program, bench = ruleset.built(Findings()).program, ExampleRunner(altered)
    for run in runs.first_reaching(_differing(program, altered.built(Findings()).program, runs.users)):
        case = run.prepared.case
        if key not in (case.options if sort == "option" else case.constants) and _fails_on(bench, case):
            return True
    return False


def _differing(one: Program, other: Program, users: Mapping[Touched, set[Function]]) -> set[Function]:
    """Give the functions of routines and phases that are not the same in two programs, or use a table that is not."""
    found = {("f", phase.address) for phase in one.turn.phases if other.turn.nodes.get(phase.address) != phase}
    for address, routine in one.routines.items():
        if other.routines.get(address) != routine:
            found |= {("d", address), ("e", address), ("d", f"{ALLOWED}{address}")}
    for name, table in one.value_tables.items():
        if other.value_tables[name] != table:
            found |= users.get(CalledPart("table", name), set())
    return found


def _fails_on(bench: ExampleRunner, case: Case) -> bool:
    findings = Findings()
    try:
        prepared = bench.prepare(case, findings)
        return prepared is None or bool(run_prepared(prepared)[1])
    except Exception:  # noqa: BLE001 - as above
        return True


@dataclass
class RulesetWithStart(AlteredRuleset):
    """A ruleset in which a field has another start."""

    address: str = field(kw_only=True)
    start: Start = field(kw_only=True)

    def alter(self, built: Built) -> Built:
        """Return a build with another start of the field."""
        program, kind = built.program, self.address.partition(".")[0]
        altered = built.altered(replace(program, starts={**program.starts, self.address: self.start}))
        parts = (*(r.block for r in program.routines.values()), *(phase.block for phase in program.turn.phases))
        if not any(isinstance(node, op.Create) and node.kind == kind for node in walk(parts)):
            altered.traced_module = built.traced_module  # nothing in it depends on the start
        return altered


def _try_field(ruleset: Ruleset, runs: Runs, address: str, other: Start) -> bool:
    bench = ExampleRunner(RulesetWithStart(ruleset.loaded, base=ruleset, address=address, start=other))
    reaching = runs.first_reaching(runs.users.get(address, ()))
    return any(_fails_on(bench, run.prepared.case) for run in reaching)
