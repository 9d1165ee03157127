"""What is not YAML is told in words that say what to write instead."""

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.documents.yaml import read_yaml

FAULTS = {
    "rows:\n\t1: a\n\t2: b\n": (2, "a tab", "spaces"),
    "rows:\n  ..2: -\n  3-5: x\n": (2, "`-` begins an item", '`"-"`'),
    "rows:\n  1: a\n   2: b\n   3: c\n   4: d\ntitle: x\n": (3, "`:` is not allowed", "same column"),
    "rows:\n   1: a\n  2: b\n  3: c\ntitle: x\n": (3, "does not line up", "same column"),
    "a: 1\ntitle First meeting\nboard: x\n": (2, "no `:`", "key: value"),
    'title: "First\nboard: x\n': (1, "not closed", "close them"),
    "title: @x\n": (1, "cannot begin", "quotes"),
    "a: [1, 2\nb: 3\n": (1, "`[` is not closed", "`]`"),
    "title: Foo: bar\n": (1, "`:` is not allowed", "quotes"),
    "a: 1\n---\nb: 2\n": (2, "one document", "a file of its own"),
    "": (1, "empty", "remove it"),
}


@pytest.mark.parametrize("text", FAULTS, ids=repr)
def test_one_cause_has_one_finding_at_its_line_with_a_hint(text):
    findings = Findings()
    read_yaml(SourceFile("shoals.yaml", text), findings)
    (finding,) = findings
    line, message, hint = FAULTS[text]
    assert finding.span.line == line
    assert message in finding.message
    assert hint in finding.hint
