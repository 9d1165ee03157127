"""The place of a finding as data: that of a file, or nothing at all."""

from __future__ import annotations

from quarterdeck.base.findings.finding import Finding, Label
from quarterdeck.base.text import NOWHERE, SourceFile, Span

PLACE = ("file", "line", "column", "end_line", "end_column")


def test_what_is_nowhere_has_no_place():
    data = Finding("QD698", "none is there", NOWHERE, (Label(NOWHERE, "asked here"),)).as_json()
    assert [dict(data)[part] for part in PLACE] == [None] * 5
    assert data["labels"] == []


def test_what_stands_in_a_file_has_its_place():
    data = Finding("QD698", "none is there", Span(SourceFile("a.rules", "one\ntwo\n"), 4, 7)).as_json()
    assert [dict(data)[part] for part in PLACE] == ["a.rules", 2, 1, 2, 4]
