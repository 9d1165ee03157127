"""Find what is wrong with the questions that the book holds for readers to try.

In: a ruleset without faults. Out: findings, each at its place in `questions.yaml`. To know whether a question can be
counted is to count it; the first of its combinations is enough.
"""

from __future__ import annotations

from quarterdeck.base.findings.finding import Findings
from quarterdeck.print.probes.counting import UncountedError, counted_case, faults_before
from quarterdeck.print.probes.probe_requests import probes_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def faults_of_probes(ruleset: Ruleset) -> Findings:
    """Find what is wrong with the questions in the book; of a ruleset with variants only those of the variants."""
    findings = Findings()
    below = set(ruleset.loaded.layers[0].documents) if ruleset.loaded.variants else set()
    for wanted in probes_of(ruleset.declared):
        if wanted.place().file in below:
            continue
        found = faults_before(wanted)
        if not found and wanted.cases:
            try:
                counted_case(ruleset, wanted, wanted.cases[0])
            except UncountedError as error:
                found = error.findings
        findings.extend(found)
    return findings
