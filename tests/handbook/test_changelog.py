"""The changelog is short: groups that readers know, and entries of one sentence."""

import re
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8")
MOST_WORDS = 20


def test_entries_are_in_three_groups():
    body = TEXT.partition("## Unreleased\n")[2]
    assert re.findall(r"^### (.*)$", body, re.MULTILINE) == ["Added", "Changed", "Fixed"]
    assert [line for line in body.splitlines() if line and not line.startswith(("- ", "### "))] == []
    before = body.partition("### Added")[0].split()
    assert not before, "put entries below their heading"


def test_an_entry_is_short():
    entries = re.findall(r"^- (.*)$", TEXT, re.MULTILINE)
    assert len(entries) > 90
    assert [entry for entry in entries if len(entry.split()) > MOST_WORDS] == []
    assert [entry for entry in entries if not entry.endswith(".")] == []
    assert [entry for entry in entries if re.match(r"(Added|Changed|Fixed):", entry)] == []
