"""Find what is wrong with the data of a ruleset: its rosters, its scenarios and its worked examples.

In: a ruleset whose rules have no findings. Out: findings at the places of the data. Everything is set up, and nothing
is carried out: whether an example comes out as it says is for `bench`.
"""

from __future__ import annotations

from quarterdeck.diagnostics import Findings
from quarterdeck.examples.bench import Bench
from quarterdeck.examples.cases import cases_of
from quarterdeck.pipeline.build import Built
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.rosters import RosterBook
from quarterdeck.run.setup import set_up
from quarterdeck.run.situation import Building, empty_situation
from quarterdeck.source import Span


def faults_of_data(ruleset: Ruleset) -> Findings:
    """Set up every thing of a roster, every scenario and every example; give what does not fit."""
    findings = Findings()
    built = ruleset.built(findings)
    check_rosters(built, RosterBook(built.program, built.roster_module, built.files, findings), findings)
    for scenario in ruleset.declared.scenarios.values():
        shape, places = scenario.shape, scenario.document.places
        stand = ruleset.built_to_set_up(findings, shape.options, shape.constants, shape.board, places.value)
        set_up(stand.program, scenario, ruleset.rosters(stand), findings)
    bench = Bench(ruleset, only_sets_up=True)
    for case in cases_of(ruleset.declared):
        found = Findings()
        bench.prepare(case, found)
        findings.extend(found)
    findings.extend(ruleset.findings)
    return findings


def check_rosters(built: Built, book: RosterBook, findings: Findings) -> None:
    """Put every thing of the rosters into a situation of its own."""
    for name in book:
        scratch = empty_situation(built.program, {})
        building = Building(scratch, book, findings, lambda *path, name=name: place_in(book, name, path))
        if building.declare(name, {"like": name}, ()) >= 0:
            book.put_named_beside(building, name)
            building.fill(name, {"like": name}, ())


def place_in(book: RosterBook, name: str, path: tuple[str | int, ...]) -> Span:
    """Give the place of a part of a thing: where its roster is written out, or its line in the file of figures."""
    if name in book.figures:
        return book.figures[name][2]
    places = book.written[name][0].document.places
    whole = ("things", name, *path)
    while whole not in places.values:
        whole = whole[:-1]
    return places.value(*whole)
