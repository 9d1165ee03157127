"""Find what the worked examples leave untested: change the rules one thing at a time, and see who notices.

In: a ruleset and cases that are all as expected. Out: the changes that no case notices, by address. Each case runs
first as it is, and tells which rules it reaches; a change is tried only on cases that reach it, those about the
rule itself first, until one fails.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.diagnostics import Findings
from quarterdeck.examples.alterations import Alteration, alterations_of
from quarterdeck.examples.altered import altered_source
from quarterdeck.examples.bench import Bench, Prepared, Stand, run_prepared
from quarterdeck.examples.cases import Case
from quarterdeck.examples.refused import is_refused
from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.python import mangled
from quarterdeck.names import types
from quarterdeck.pipeline.build import Built
from quarterdeck.source import Span

Verdict = tuple[bool, bool]
"""Whether a change is noticed, by an example or by the checks, and whether any example reaches it."""
Progress = Callable[[Iterable[Verdict], int, str], Iterable[Verdict]]
ENOUGH_TO_SPREAD = 200


@dataclass(frozen=True)
class Survivor:
    """A change that no example notices; `reached` tells whether any came by."""

    address: str
    span: Span
    says: str
    reached: bool


@dataclass
class Coverage:
    """What was measured: how many elements and changes, what survived, and what is listed apart with its reason."""

    elements: int = 0
    tried: int = 0
    survivors: list[Survivor] = field(default_factory=list)
    apart: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """A case that is ready to run, with the names of the functions that it reaches, and what reads which table."""

    prepared: Prepared
    reached: frozenset[str]
    readers: dict[str, set[str]]
    rows: frozenset[str]


def measure(bench: Bench, cases: Iterable[Case], progress: Progress) -> Coverage:
    """Try every change of a ruleset on its examples, set up on a bench that does not shorten."""
    assert not bench.shortens
    ruleset = bench.ruleset
    prepared = [one for case in cases if (one := bench.prepare(case, Findings())) is not None]
    readers = {
        id(one.stand): _readers_of_tables(one.stand.graph) for one in {id(p.stand): p for p in prepared}.values()
    }
    runs = [_run(one, readers[id(one.stand)]) for one in prepared]
    found = Coverage()
    alterations = list(alterations_of(ruleset.checked))
    unread = {element: missing.reason for missing in ruleset.declared.head.not_encoded for element in missing.elements}
    survivors: list[Survivor] = []
    with _tried(ruleset, runs, alterations) as tried:
        for alteration, (noticed, reached) in zip(
            alterations, progress(tried, len(alterations), "changing the rules"), strict=True
        ):
            if not noticed:
                survivors.append(Survivor(alteration.address, alteration.span, alteration.says, reached))
    for survivor in survivors:
        reason = next((unread[e] for e in unread if f"{survivor.address}.".startswith(f"{e}.")), None)
        if reason is None:
            found.survivors.append(survivor)
        else:
            found.apart[survivor.address] = reason
    counted = [a for a in alterations if a.address not in found.apart]
    found.elements = len({a.address for a in counted})
    found.tried = len(counted)
    return found


def _run(prepared: Prepared, readers: dict[str, set[str]]) -> Run:
    """Run a case as it is, and note which functions of the rules it enters."""
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.endswith("for play>"):
            entered.add(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        tried, _ = run_prepared(prepared)
    finally:
        sys.setprofile(None)
    rows = frozenset(event.address for event in tried.events if event.sort == "row")
    return Run(prepared, frozenset(entered), readers, rows)


@dataclass
class _Work:
    """What the processes that share the work look at; they are forked off with it, so that nothing need be sent."""

    ruleset: Ruleset
    runs: list[Run]
    alterations: list[Alteration]

    def verdict(self, index: int) -> Verdict:
        """Try one alteration."""
        alteration = self.alterations[index]
        noticed, reached = _try(self.ruleset, self.runs, alteration)
        return noticed or is_refused(self.ruleset.declared, alteration), reached


_shared: list[_Work] = []


def _verdict(index: int) -> Verdict:
    return _shared[-1].verdict(index)


@contextmanager
def _tried(ruleset: Ruleset, runs: list[Run], alterations: list[Alteration]) -> Iterator[Iterable[Verdict]]:
    """Give the verdict on each alteration in order, worked out in several processes where that pays."""
    work, count = _Work(ruleset, runs, alterations), os.cpu_count() or 1
    if count == 1 or len(alterations) < ENOUGH_TO_SPREAD or "fork" not in multiprocessing.get_all_start_methods():
        yield map(work.verdict, range(len(alterations)))
        return
    _shared.append(work)
    try:
        with ProcessPoolExecutor(count, multiprocessing.get_context("fork")) as pool:
            yield pool.map(_verdict, range(len(alterations)), chunksize=8)
    finally:
        _shared.pop()


def _try(ruleset: Ruleset, runs: list[Run], alteration: Alteration) -> Verdict:
    """Tell whether a case notices a change, and whether any reaches what is changed."""
    if alteration.how == "start":
        return _try_start(ruleset, runs, alteration), True
    if alteration.how == "reach":
        reached = any(alteration.address in run.rows for run in runs)
        return reached, reached
    wanted: dict[int, frozenset[str]] = {}
    chosen: list[tuple[int, int, Run]] = []
    for run in runs:
        graph = run.prepared.stand.graph
        if id(graph) not in wanted:
            wanted[id(graph)] = _functions_of(graph, alteration, run.readers)
        names = wanted[id(graph)]
        if run.reached & names or run.prepared.address == alteration.holder[1]:
            own = run.prepared.address == alteration.holder[1]
            chosen.append((0 if own else 1, len(run.reached), run))
    chosen.sort(key=lambda entry: entry[:2])
    patches: dict[int, tuple[Graph, dict[str, Any]]] = {}
    for _, _, run in chosen:
        stand = run.prepared.stand
        if id(stand) not in patches:
            patches[id(stand)] = _patch(ruleset, stand, alteration)
        if _notices(run.prepared, *patches[id(stand)]):
            return True, True
    return False, bool(chosen)


def _functions_of(graph: Graph, alteration: Alteration, readers: Mapping[str, set[str]]) -> frozenset[str]:
    """Give the functions through which a rule, a table or a phase is reached."""
    sort, key = alteration.holder
    if sort == "phase":
        return frozenset({f"f_{mangled(f'turn.{key}')}"})
    if sort == "rule":
        address = graph.declared.rules[key].address
        return frozenset(f"{letter}_{mangled(address)}" for letter in "de") | {f"d_{mangled(f'allowed {address}')}"}
    return frozenset(readers.get(key, ()))


def _readers_of_tables(graph: Graph) -> dict[str, set[str]]:
    """Give, by table, the functions of the routines that look something up in it or carry out a row of it."""
    found: dict[str, set[str]] = {}
    for address, routine in graph.routines.items():
        for node in to.walk((routine.value, routine.acts)):
            if isinstance(node, to.Cell | to.Apply):
                found.setdefault(node.table, set()).update({f"d_{mangled(address)}", f"e_{mangled(address)}"})
    return found


def _patch(ruleset: Ruleset, stand: Stand, alteration: Alteration) -> tuple[Graph, dict[str, Any]]:
    graph, source = altered_source(ruleset.checked, stand.graph, alteration)
    functions: dict[str, Any] = {}
    exec(compile(source, "<changed for play>", "exec"), stand.functions, functions)  # noqa: S102 - our own text
    return graph, functions


def _notices(prepared: Prepared, graph: Graph, functions: Mapping[str, Any]) -> bool:
    """Run a case on changed functions: whatever is not as expected, or goes wrong, is noticed."""
    shared = prepared.stand.functions
    kept = {name: shared[name] for name in functions if name in shared}
    shared.update(functions)
    try:
        _, problems = run_prepared(prepared, graph)
        return bool(problems)
    except Exception:  # noqa: BLE001 - changed rules may go wrong in any way
        return True
    finally:
        shared.update(kept)


# --- settings and starts


def _try_start(ruleset: Ruleset, runs: list[Run], alteration: Alteration) -> bool:
    """Try another default of an option or constant, or another start of a field: all is set up anew."""
    sort, key = alteration.holder
    if sort == "field":
        return _try_field(ruleset, runs, alteration)
    declared = ruleset.declared
    known: Any = (declared.options if sort == "option" else declared.constants)[key]
    graph = ruleset.built(Findings()).graph
    other = _plain_other(ruleset, known.type, graph.settings[key], alteration.by)
    if other is None:
        return True
    settings = {key: other}
    bench = Bench(ruleset, options=settings) if sort == "option" else Bench(ruleset, constants=settings)
    for run in runs:
        case = run.prepared.case
        if key not in (case.options if sort == "option" else case.constants) and _fails_on(bench, case):
            return True
    return False


def _fails_on(bench: Bench, case: Case) -> bool:
    findings = Findings()
    try:
        prepared = bench.prepare(case, findings)
        return prepared is None or bool(run_prepared(prepared)[1])
    except Exception:  # noqa: BLE001 - as above
        return True


def _plain_other(ruleset: Ruleset, kind: types.Type, value: int, by: int) -> Any:
    """Give another value of a setting as plain data; nothing where its type has none."""
    match types.without_none(kind):
        case types.Truth():
            return "no" if value else "yes"
        case types.Number(low=low, high=high, step=step) if step == 1:
            return value + by if low <= value + by <= high else None
        case types.Member(enum=enum):
            members = ruleset.declared.enums[enum].members
            return members[(value + by) % len(members)]
    return None


def _try_field(ruleset: Ruleset, runs: list[Run], alteration: Alteration) -> bool:
    address = alteration.holder[1]
    kind = address.split(".")[0]
    benches: dict[int, Bench] = {}
    for run in runs:
        stand = run.prepared.stand
        if id(stand) not in benches:
            benches[id(stand)] = _bench_with_start(ruleset, stand, address, kind, alteration.by)
        if _fails_on(benches[id(stand)], run.prepared.case):
            return True
    return False


def _bench_with_start(ruleset: Ruleset, stand: Stand, address: str, kind: str, by: int) -> Bench:
    """Give a bench on which one build has another start of a field."""
    graph = stand.graph
    other = graph.starts[address] + by
    match types.without_none(graph.layout.types[address]):
        case types.Truth():
            other = 1 - graph.starts[address]
        case types.Member(enum=enum):
            other %= len(graph.declared.enums[enum].members)
    changed = replace(graph, starts={**graph.starts, address: other})
    other_stand = Stand(Built(ruleset.checked, changed, stand.built.files), stand.rosters, shortens=False)
    if not any(
        isinstance(node, to.Make) and node.kind == kind for r in graph.routines.values() for node in to.walk(r.acts)
    ):
        other_stand.functions = stand.functions  # nothing in them depends on the start
    bench = Bench(ruleset)
    bench.stands[id(stand.built)] = other_stand
    return bench
