"""Give a YAML file its shape: which sort of document it is, and whether it says what such a document may say.

In: a `SourceFile`. Out: a `YamlDocument`, and findings with the place of each fault. What is wrong is left out, so that
one fault costs one entry and not all that the document declares.
"""

from __future__ import annotations

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import SourceFile
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.shape_reader import read_shape, report
from quarterdeck.language.documents.shapes import DOCUMENTS
from quarterdeck.language.documents.yaml import read_yaml

DECLARING = ("components", "table", "rulings", "roster")
"""Sorts of documents of which nothing is used where a line is no YAML: rules speak of what that may declare."""


def parse_document(file: SourceFile, findings: Findings) -> YamlDocument | None:
    """Read one YAML file; nothing where it cannot be used, with findings that say why.

    A file without faults is read once: nothing changes documents, and rulesets that lie over the same one share them.
    """
    known = _faultless.get(file)
    if known is None:
        before = len(findings)
        known = _parse_document(file, findings)
        if known is not None and len(findings) == before:
            if len(_faultless) >= MOST_FILES:
                _faultless.clear()
            _faultless[file] = known
    return known


MOST_FILES = 400
_faultless: dict[SourceFile, YamlDocument] = {}


def _parse_document(file: SourceFile, findings: Findings) -> YamlDocument | None:
    data, places = read_yaml(file, findings)
    if data is None:
        if not any(finding.span.file is file for finding in findings):
            findings.add("QD201", "the file is empty", places.value())
        return None
    if not isinstance(data, dict):
        findings.add("QD202", "a document is a list of keys with values", places.value())
        return None
    sort = next((key for key in data if key in DOCUMENTS), None)
    if sort is None:
        first = next(iter(data), "")
        findings.add(
            "QD202",
            "the document has no type",
            places.key(first),
            hint=did_you_mean(str(first), DOCUMENTS, f"begin it with one of: {', '.join(DOCUMENTS)}"),
        )
        return None
    shape, misfits = read_shape(DOCUMENTS[sort], data)
    report(misfits, places, findings, DOCUMENTS)
    if sort in DECLARING and any(finding.code == "QD201" and finding.span.file is file for finding in findings):
        return None
    return YamlDocument(file, sort, shape, places) if shape is not None else None
