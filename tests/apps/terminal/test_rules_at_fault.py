"""A fault of the rules names the innermost rule that comes to it, also one that is written out where it is used.

In `try`, in play, in battles and in odds alike: the rule, and its place.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.text import NOWHERE

pytestmark = pytest.mark.no_cover

FILES = {
    "ruleset.yaml": """
        ruleset: probe
        title: A probe
        edition: first
        documents:
          notes: {title: Notes, by: us}
        dice: [d6]
        chapters: [probe]
        """,
    "components.yaml": """
        components: probe
        kinds:
          Pawn:
            one: pawn
            many: pawns
            capacity: 4
            owner: side
            fields:
              side: {type: Side, words: side, fixed: yes}
              wet: {type: 0..9, start: "5"}
              friend: {type: Pawn or none, start: none}
        """,
    "scenarios/one.yaml": """
        scenario: one
        title: One
        turn_limit: 1
        sides:
          red: {title: Red, things: {Pawn: [{name: Anna}]}}
          blue: {title: Blue, things: {Pawn: [{name: Ben}]}}
        """,
    "tables/friends.yaml": """
        table: friends
        title: Friends
        source: {document: notes, place: page one}
        key: {wet: 0..9}
        gives: 0..9
        rows: {..5: "first(pawn.wet for pawn in pawns where pawn.friend.wet > wet)", 6+: 1}
        """,
}
RULES = """rules probe "Probe" cites "page one"

turn "A round"
    phase act "Act"
        for each pawn in pawns
            do p(pawn)

procedure p(pawn: Pawn) "{pawn} acts"
    roll luck on d6 "the luck"
    do q(pawn, luck)

effect q(pawn: Pawn, luck: 1..6) "{pawn} is lucky"
    set pawn.wet to luck when VALUE > 8

define deep(pawn: Pawn) -> 0..18 "the depth of {pawn}" = shallow(pawn) + 5
define shallow(pawn: Pawn) -> 0..9 "the shallows of {pawn}" = pawn.friend.wet
define looked_up(pawn: Pawn) -> 0..9 "the friends of {pawn}" = friends[pawn.wet]
"""
FAULTS = {
    "deep(pawn)": ("probe.shallow", "probe.rules", 16),
    "pawn.friend.wet": ("probe.q", "probe.rules", 13),
    "looked_up(pawn)": ("friends...5", "friends.yaml", 6),
}
GIVEN = "{things: {Anna: {kind: Pawn}}, given: {pawn: Anna}}"


@pytest.fixture
def game(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    folder = tmp_path / "probe"
    for name, text in {**FILES, "rules/probe.rules": RULES.replace("VALUE", request.param)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        lines = text.removeprefix("\n").splitlines(keepends=True)
        (folder / name).write_text("".join(line.removeprefix("        " if name in FILES else "") for line in lines))
    return str(folder)


@pytest.mark.parametrize(("game", "rule", "file", "line"), [(g, *f) for g, f in FAULTS.items()], indirect=["game"])
def test_play_and_odds_name_the_rule_and_its_place(game, rule, file, line, capsys):
    for arguments in (
        ["play", game, "one", "--sides", "random,random", "--seed", "1", "--json"],
        ["odds", game, "p", "--given", GIVEN, "--show", "pawn.wet", "--json"],
    ):
        assert main(arguments) == 1
        (finding,) = json.loads(capsys.readouterr().out)["findings"]
        assert (finding["code"], finding["rule"], finding["line"]) == ("QD698", rule, line)
        assert Path(finding["file"]).name == file


@pytest.mark.parametrize(("game", "rule"), [(g, f[0]) for g, f in FAULTS.items()], indirect=["game"])
def test_a_rule_that_is_tried_and_battles_name_it_too(game, rule, capsys):
    assert main(["try", game, "p", "--given", GIVEN, "--dice", "3"]) == 1
    assert f"stopped: something is needed here, and this is none (in {rule})" in capsys.readouterr().out
    main(["battles", game, "one", "--count", "1", "--json"])
    assert f"something is needed here, and this is none (in {rule})" in capsys.readouterr().out


BETWEEN_DICE = """
procedure r(pawn: Pawn) "{pawn} acts on"
    roll luck on d6 "the luck"
STATEMENT

procedure s(pawn: Pawn) "{pawn} throws" apart "asked for alone"
    roll luck on d6 "the luck"
    set pawn.wet to luck
"""


@pytest.mark.parametrize("game", ["looked_up(pawn)"], indirect=True)
@pytest.mark.parametrize(
    "statement",
    [
        "do s(pawn) when pawn.friend.wet > 3",
        "repeat pawn.friend.wet times\n        do s(pawn)",
        "for each other in pawns where other.wet >= pawn.friend.wet\n        do s(other)",
        'roll depth on pawn.friend.wet times d6 "the depth"\n    set pawn.wet to least(9, depth)',
    ],
)
def test_odds_give_the_place_of_a_fault_between_two_dice(game, statement, capsys):
    more = BETWEEN_DICE.replace("STATEMENT", f"    {statement}")
    rules = Path(game, "rules", "probe.rules")
    rules.write_text(rules.read_text() + more.replace('acts on"', 'acts on" apart "asked for alone"'))
    capsys.readouterr()
    assert main(["odds", game, "r", "--given", GIVEN.replace("Pawn}", "Pawn, wet: 1}"), "--show", "pawn.wet"]) == 1
    said = capsys.readouterr()
    assert "QD698: something is needed here" in said.err
    assert "rules/probe.rules:" in said.err
    assert statement.splitlines()[0] in said.err
    assert "nowhere" not in said.err


def test_a_finding_that_is_about_no_file_is_printed_without_a_place():
    findings = Findings()
    findings.add("QD207", "there is no such thing", NOWHERE, hint="name another")
    assert as_text(findings) == "QD207: there is no such thing\n  = hint: name another\n\n"


def test_facts_that_are_neither_a_file_nor_facts_are_shown(capsys):
    assert main(["try", "quickfire", "torpedoes.attack", "--given", "nofile.yaml"]) == 1
    assert " --> --given:1:1\n1 | nofile.yaml" in capsys.readouterr().err


SECRET = """rules probe "Probe" cites "page one"

turn "A round"
    phase act "Act", in secret, for all sides at once
        for each pawn in pawns
            do q(pawn, 1) when side is first(one in sides)
            do q(pawn, 2) unless side is first(one in sides)

effect q(pawn: Pawn, luck: 1..6) "{pawn} is lucky"
    set pawn.wet to luck
"""


@pytest.mark.parametrize("game", ["pawn.wet"], indirect=True)
def test_what_two_sides_do_in_secret_is_a_fault_of_their_phase(game, capsys):
    (Path(game) / "rules" / "probe.rules").write_text(SECRET)
    assert main(["play", game, "one", "--sides", "random,random", "--seed", "1", "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["code"], finding["rule"], finding["line"]) == ("QD698", "turn.act", 4)
    assert finding["message"] == "two sides have changed Pawn.wet of Anna in secret, and neither knows of the other"


@pytest.mark.parametrize("game", ["pawn.wet"], indirect=True)
@pytest.mark.parametrize(
    ("setup", "line"),
    [
        ("- do ready()\n- do few()", 2),
        ("- do ready()\n- do ready()\n- do around()", 3),
        ("- do few()\n- do around()", 1),
    ],
)
def test_a_set_up_that_is_refused_is_told_at_the_statement_that_was(game, setup, line, capsys):
    rules, scenario = Path(game, "rules/probe.rules"), Path(game, "scenarios/one.yaml")
    rules.write_text(
        rules.read_text("utf-8")
        + """
procedure ready() "all are ready"
    announce "ready"
procedure around() "all look around"
    do few()
procedure few() "there are few"
    require many: count(pawn in pawns) > 2 else "there are too few"
    announce "enough"
""",
        "utf-8",
    )
    lines = scenario.read_text("utf-8").count("\n") + 1
    scenario.write_text(f"{scenario.read_text('utf-8')}setup:\n{setup}\n", "utf-8")
    assert main(["play", game, "one", "--sides", "random,random", "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["code"], finding["rule"]) == ("QD698", "probe.few")
    assert (Path(finding["file"]).name, finding["line"]) == ("one.yaml", lines + line)
