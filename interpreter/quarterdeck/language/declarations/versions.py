"""The versions of the language: which one a ruleset is written in, and which this interpreter knows.

In: `ruleset.yaml`, which names it as `language: 1`. Out: the version, and a finding for one that is unknown. A ruleset
that names none is of the oldest. What brings rules from one version to the next is in `workspace.pipeline.upgrades`.
"""

from __future__ import annotations

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument

OLDEST = 1
PRESENT = 1


def version_of(head: shapes.RulesetHead) -> int:
    """Give the version of the language in which a ruleset is written."""
    return OLDEST if head.language is None else head.language


def is_known(document: YamlDocument, findings: Findings) -> bool:
    """Tell whether a ruleset is written in a version that can be read; say so where it is not."""
    head = document.shape
    assert isinstance(head, shapes.RulesetHead)
    version = version_of(head)
    if OLDEST <= version <= PRESENT:
        return True
    known = f"version {PRESENT}" if PRESENT == OLDEST else f"the versions {OLDEST} to {PRESENT}"
    later = "use a later Quarterdeck, or " if version > PRESENT else ""
    findings.add(
        "QD218",
        f"this Quarterdeck does not know version {version} of the language",
        document.places.value("language"),
        hint=f"{later}write a known one: {known}",
    )
    return False
