"""What readers of pages try is what `odds` counts, stands at its rule, and is a finding where it cannot be counted."""

from __future__ import annotations

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.print.probes.counting import MOST_CASES, counted_probes, faults_of_probes
from quarterdeck.print.probes.probe_html import html_of
from quarterdeck.workspace.ruleset.grids import questions_in
from quarterdeck.workspace.ruleset.ruleset import Ruleset

SMALL = Path(__file__).parents[2] / "games" / "snowballs"


def test_a_page_holds_what_odds_counts_for_every_combination(capsys):
    (probe,) = counted_probes(Ruleset.open(str(SMALL)))["throwing.throw"]
    page = html_of(probe)
    (said,) = re.findall(r'<script type="application/json">(.*?)</script>', page)
    data = json.loads(said)
    assert [(one["name"], one["values"]) for one in data["inputs"]] == [
        ("How far", ["4", "5", "6"]),
        ("Degrees of frost", ["1", "4"]),
    ]
    assert main(["odds", str(SMALL), "--of", "throws_from_afar", "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)["odds"]
    assert len(counted) == len(data["cases"]) == 6
    for (case,), odds in zip(data["cases"], counted, strict=True):
        rows = {row["text"][0]: Fraction(row["weight"], odds["below"]) for row in odds["rows"]}
        assert {words: Fraction(chance) for words, chance in case["chances"]} == rows
    assert len({str(case) for case in data["cases"]}) > 1
    # Without the script the first combination can be read.
    assert "How far: 4, Degrees of frost: 1" in page
    assert all(f'<td class="probe-exactly">{chance}</td>' in page for _, chance in data["cases"][0][0]["chances"])


def test_the_page_says_what_the_chances_were_counted_for():
    """All that they depend on and no reader sets; what they do not depend on is left out."""
    (probe,) = counted_probes(Ruleset.open("easyships"))["gunnery.attack"]
    assert [one.name for one in probe.inputs] == ["Gun size", "Range in hexes", "Shots", "Target evades"]
    assert probe.assumed == (
        ("the firing ship", ("is not evading",)),
        ("the battery", ("last target: the target",)),
    )
    page = html_of(probe)
    assert "<b>The battery:</b> last target: the target</li>" in page
    assert '<details class="probe-assumed" open>' in page


def test_inputs_that_are_no_things_are_said_too():
    (probe,) = counted_probes(Ruleset.open("ships_and_sails"))["gunnery.check_hex"]
    assert probe.assumed[0] == ("", ("shot: cannon ball",))


def test_what_was_counted_is_kept(monkeypatch):
    before = counted_probes(Ruleset.open(str(SMALL)))
    monkeypatch.setattr("quarterdeck.print.probes.counting.counted_case", None)
    assert counted_probes(Ruleset.open(str(SMALL))) == before


def test_comparisons_leave_it_out():
    titles = [one.question for one, _ in questions_in(Ruleset.open(str(SMALL)).declared)]
    assert "soaked_from_afar[range 1, frost 1]" in titles
    assert not [title for title in titles if title.startswith("throws_from_afar")]


@pytest.mark.parametrize(
    ("before", "after", "said", "line"),
    [
        ("    over: {range: 4..6, frost: [1, 4]}\n    show: {W", "    show: {W", "to set", "yes"),
        ("{Wet: target.wet}", "[]", "what to `show`", "yes"),
        ("words: {range: How far}", "words: {ranges: How far}", "`ranges` is not set here", "How far"),
        (
            "range: 4..6, frost: [1, 4]}\n    show: {",
            "range: 0..40 by 0.1}\n    show: {",
            "this question has 401",
            "range",
        ),
    ],
)
def test_what_cannot_be_counted_is_found_with_its_place(tmp_path, before, after, said, line):
    game = shutil.copytree(SMALL, tmp_path / "snowballs")
    text = (game / "questions.yaml").read_text("utf-8")
    head, found, rest = text.partition("  - question: throws_from_afar\n")
    assert before in rest
    (game / "questions.yaml").write_text(head + found + rest.replace(before, after, 1), "utf-8")
    (finding,) = faults_of_probes(Ruleset.open(str(game)))
    assert finding.code == "QD709"
    assert said in finding.message
    assert line in finding.span.file.text[finding.span.start : finding.span.end]
    assert MOST_CASES < 401
