"""Find what is wrong with the data of a ruleset: its rosters, scenarios, worked examples and standard questions.

In: a ruleset whose rules have no findings. Out: findings at the places of the data. Everything is set up, and nothing
is carried out: whether an example comes out as it says is for `bench`.
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of, void_cases
from quarterdeck.analysis.trial.comparison_data import check_comparison
from quarterdeck.analysis.trial.example_names import check_called, check_labels, things_in
from quarterdeck.analysis.trial.set_ups import check_set_ups
from quarterdeck.analysis.trial.standard_questions import check_questions, void_questions
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass(frozen=True)
class FaultsOfData:
    """What does not fit in the data of a ruleset, and what a variant makes void in the data below it."""

    findings: tuple[Finding, ...]
    voids: tuple[Finding, ...] = ()


def looked_through(ruleset: Ruleset) -> FaultsOfData:
    """Set up every thing of a roster, every scenario, example and question; give what does not fit, and what is void.

    What shows in the data of the ruleset below and comes from a variant stands at the variant.
    """
    findings = ruleset.faults_of_rosters()
    findings.extend(ruleset.faults_of_scenarios())
    setting_up = ruleset.to_set_up()
    bench = ExampleRunner(setting_up)
    things: dict[str, set[str]] = {}
    for case in cases_of(ruleset.declared):
        found = Findings()
        prepared = bench.prepare(case, found)
        findings.extend(found)
        if prepared is not None:
            things.setdefault(case.name.partition("[")[0], set()).update(things_in(prepared))
            if not ruleset.loaded.variants or case.start.file not in ruleset.loaded.layers[0].documents:
                check_labels(prepared, findings)  # an example below that names a roll no more is for `test` to report
    check_called(ruleset.declared, things, findings)
    check_questions(setting_up, findings)
    check_comparison(setting_up, findings)
    check_set_ups(ruleset, findings)
    findings.extend(ruleset.findings)
    found_in_all, voids = ruleset.of_the_result(findings)
    if not ruleset.loaded.variants:
        return FaultsOfData(tuple(found_in_all))
    void = [*voids, *void_cases(ruleset.declared), *void_questions(ruleset.declared)]
    return FaultsOfData(tuple(found_in_all), tuple(Findings(void)))
