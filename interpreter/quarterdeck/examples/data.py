"""Find what is wrong with the data of a ruleset: its rosters, scenarios, worked examples and standard questions.

In: a ruleset whose rules have no findings. Out: findings at the places of the data. Everything is set up, and nothing
is carried out: whether an example comes out as it says is for `bench`.
"""

from __future__ import annotations

from functools import partial

from quarterdeck.diagnostics import Findings
from quarterdeck.examples.bench import Bench
from quarterdeck.examples.cases import cases_of
from quarterdeck.examples.standard_questions import check_questions
from quarterdeck.pipeline.build import Built
from quarterdeck.pipeline.variants import seen_from_above
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.rosters import RosterBook
from quarterdeck.run.setup import set_up
from quarterdeck.run.situation import Building, empty_situation


def faults_of_data(ruleset: Ruleset) -> Findings:
    """Set up every thing of a roster, every scenario, example and question; give what does not fit.

    What shows in the data of the ruleset below and comes from a variant stands at the variant.
    """
    findings = Findings()
    built = ruleset.built(findings)
    check_rosters(built, RosterBook(built.program, built.roster_module, built.files, findings), findings)
    for scenario in ruleset.declared.scenarios.values():
        shape, places = scenario.shape, scenario.document.places
        stand = ruleset.built_to_set_up(findings, shape.options, shape.constants, shape.board, places.value)
        found = Findings()
        set_up(stand.program, scenario, ruleset.rosters(stand), found)
        findings.extend(found)
    bench = Bench(ruleset, only_sets_up=True)
    for case in cases_of(ruleset.declared):
        found = Findings()
        bench.prepare(case, found)
        findings.extend(found)
    check_questions(ruleset, bench, findings)
    findings.extend(ruleset.findings)
    if not ruleset.loaded.variants:
        return findings
    base, declared = ruleset.loaded.layers[0], ruleset.declared
    return Findings([seen for finding in findings if (seen := seen_from_above(finding, base, declared)) is not None])


def check_rosters(built: Built, book: RosterBook, findings: Findings) -> None:
    """Put every thing of the rosters into a situation of its own."""
    for name in book:
        scratch = empty_situation(built.program, {})
        building = Building(scratch, book, findings, partial(book.place, name))
        if building.declare(name, {"like": name}, ()) >= 0:
            book.put_named_beside(building, name)
            building.fill(name, {"like": name}, ())
