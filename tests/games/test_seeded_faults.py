"""Each sort of fault that an author may make, put into the small game, is found where it was put, by its own code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.data_faults import looked_through
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.printer import as_text
from quarterdeck.workspace.pipeline.stages import load

GAME = Path(__file__).parent / "snowballs"

# what is wrong; the code; the file; what stands there; what stands there instead
FAULTS = [
    ("a modifier without its sign", "QD110", "rules/throwing.rules", "far: -1 when", "far: 1 when"),
    ("a bracket left open", "QD105", "rules/throwing.rules", "do cheer(child) when", "do cheer(child when"),
    ("`==`", "QD116", "rules/throwing.rules", "ammunition(child) = 0", "ammunition(child) == 0"),
    ("two examples of one name", "QD301", "examples/throwing.yaml", "example: taking_aim", "example: behind_the_wall"),
    ("two questions of one name", "QD301", "questions.yaml", "question: packing", "question: soaked"),
    (
        "a reserved word as a name",
        "QD305",
        "rules/snow.rules",
        "effect fill(pocket: Pocket)",
        "effect take(pocket: Pocket)",
    ),
    ("a reserved word as a value's name", "QD305", "rules/snow.rules", "let wall = first", "let take = first"),
    (
        "a reserved word as a loop's name",
        "QD305",
        "rules/snow.rules",
        "for each round from 1",
        "for each add from 1",
    ),
    ("a row that cannot be read", "QD212", "tables/splashes.yaml", "  1-2: [", "  one: ["),
    (
        "a gap that a house rule leaves",
        "QD401",
        "variants/thaw/thaw.rules",
        "amend cell cold_dice.4+ = d6",
        "remove row cold_dice.4+",
    ),
    (
        "a gap that a house rule leaves in a table with columns",
        "QD401",
        "variants/thaw/thaw.rules",
        "amend cell cold_dice.4+ = d6",
        "remove row splashes.3-4",
    ),
    ("a row that runs backwards", "QD403", "tables/splashes.yaml", "  1-2: [", "  2-1: ["),
    (
        "a field with a range beyond 64 bits",
        "QD357",
        "components.yaml",
        "type: 0..10000,",
        "type: 0..99999999999999999999,",
    ),
    ("a reserved word as a field", "QD305", "components.yaml", "      ran: {", "      stop: {"),
    (
        "a name that nearly matches",
        "QD310",
        "rules/running.rules",
        "child.legs - child.layers",
        "child.legs - child.layer",
    ),
    (
        "a kind that nobody declared",
        "QD310",
        "rules/snow.rules",
        "procedure build(child: Child)",
        "procedure build(child: Kid)",
    ),
    ("a log of a field that is not there", "QD310", "components.yaml", "{field: arm}", "{field: arms}"),
    ("a log with boxes that nothing fills", "QD310", "components.yaml", "boxes: [comfort]", "boxes: [warmth]"),
    ("a log of a kind that nobody declared", "QD310", "components.yaml", "logs:\n  Child:", "logs:\n  Kid:"),
    (
        "a value of the wrong kind",
        "QD367",
        "rules/throwing.rules",
        "set child.target to target",
        "set child.target to range",
    ),
    (
        "units that do not go together",
        "QD335",
        "rules/running.rules",
        "greatest(1, child.legs - child.layers as paces)",
        "greatest(1, child.legs - child.layers)",
    ),
    ("a gap in a table", "QD401", "tables/splashes.yaml", "  1-2: [", "  2: ["),
    ("an overlap in a table", "QD402", "tables/cold_dice.yaml", "  2-3: d6", "  1-3: d6"),
    ("a column left out", "QD401", "tables/reaches.yaml", "[..1, 2-3, 4+]", "[..1, 3-3, 4+]"),
    ("a cell with the wrong sign", "QD404", "tables/reaches.yaml", 'calm: ["6", "6", "5"]', 'calm: ["6", "2", "5"]'),
    ("a value out of its range", "QD340", "tables/reaches.yaml", '["8", "7", "6"]', '["80", "7", "6"]'),
    (
        "a sum that may leave its range",
        "QD340",
        "rules/throwing.rules",
        "add amount to child.wet, to no more than 9",
        "add amount to child.wet",
    ),
    (
        "a number too large for 64 bits",
        "QD357",
        "rules/winning.rules",
        "child.wet >= 7 +",
        "child.wet >= 9000000000000 * 9000000000000 +",
    ),
    (
        "a row that nothing reaches",
        "QD403",
        "components.yaml",
        "frost: {type: 0..5, words",
        "frost: {type: 0..3, words",
    ),
    (
        "a definition that nobody uses",
        "QD421",
        "rules/snow.rules",
        "define rounds(",
        'define spare -> number "spare" = 1\n\ndefine rounds(',
    ),
    (
        "a field that nobody uses",
        "QD421",
        "components.yaml",
        "      ran: {",
        "      hat: {type: 0..3, words: hats}\n      ran: {",
    ),
    (
        "a rule that the turn forgets",
        "QD425",
        "rules/turn.rules",
        "            do run(child)\n",
        '            announce "{child} stands still"\n',
    ),
    (
        "a rule that stands apart for nothing",
        "QD426",
        "rules/running.rules",
        'procedure run(child: Child) "{child} runs"',
        'procedure run(child: Child) "{child} runs" apart "nobody runs"',
    ),
    (
        "a phase that is never reached",
        "QD413",
        "rules/turn.rules",
        "            do feel_the_cold()\n",
        '            do feel_the_cold()\n            draw because "it is late"\n',
    ),
    (
        "a loop that does not come to an end",
        "QD412",
        "rules/snow.rules",
        "from 1 to rounds(side)",
        "from 1 to 5000000",
    ),
    (
        "a rule that comes back to itself",
        "QD411",
        "rules/snow.rules",
        "    do end_minute()\n",
        "    do end_minute()\n    do feel_the_cold()\n",
    ),
    (
        "a rounding of a stored value left out",
        "QD371",
        "rules/muster.rules",
        "greatest(1, 2.5 * figures.height to the power 2 rounded up)",
        "greatest(1, 2.5 * figures.height to the power 2)",
    ),
    (
        "a sum of fractions that nobody rounds",
        "QD371",
        "rules/throwing.rules",
        "sum(pocket.snowballs for pocket in child.pockets)",
        "sum(pocket.snowballs / 3 for pocket in child.pockets)",
    ),
    (
        "an order by what is no number",
        "QD373",
        "rules/turn.rules",
        "highest child.arm first",
        "highest child.mood first",
    ),
    (
        "a definition that may give nothing",
        "QD320",
        "rules/throwing.rules",
        "    1 otherwise\n\ndefine ammunition",
        "    1 if child.arm < 3\n\ndefine ammunition",
    ),
    (
        "a division by zero",
        "QD355",
        "rules/winning.rules",
        "greatest(1, count(child in children where child.side is side))",
        "count(child in children where child.side is side)",
    ),
    (
        "effects of one span that do not commute",
        "QD417",
        "rules/throwing.rules",
        "set child.mood to child.mood + 1",
        "set child.mood to merry",
    ),
    (
        "a leak of what a side may not know",
        "QD441",
        "rules/plans.rules",
        "intent is not charge or count(outdoors(side)) > 1",
        "intent is not charge or every(other.hunch > 2 for other in sides)",
    ),
    (
        "a secret choice that is told",
        "QD441",
        "rules/plans.rules",
        "    set side.plan to intent",
        '    set side.plan to intent\n    announce "{side} will {intent}"',
    ),
    (
        "a secret roll that is told",
        "QD441",
        "rules/plans.rules",
        "    set side.hunch to hunch",
        '    set side.hunch to hunch\n    announce "{side} feels like {hunch}"',
    ),
    (
        "a cell that reads what another changes in the same span",
        "QD418",
        "tables/splashes.yaml",
        "unless thrower.captain",
        "unless thrower.mood is glum",
    ),
    (
        "digits typed into prose",
        "QD422",
        "rules/snow.rules",
        '"Some children build walls, all',
        '"At most 2 children build walls, all',
    ),
    (
        "a citation left out",
        "QD423",
        "rules/turn.rules",
        'rules turn "The minute" cites "page one" topic turn',
        'rules turn "The minute" topic turn',
    ),
    (
        "a ruling that is not there",
        "QD424",
        "rules/turn.rules",
        'phase throwing "Throwing" cites "page five" ruling S1',
        'phase throwing "Throwing" cites "page five" ruling S9',
    ),
    ("a document that is not there", "QD424", "tables/cold_dice.yaml", "document: notebook", "document: notepad"),
    ("a ruling's option that is not there", "QD424", "rulings.yaml", "option: high_walls", "option: tall_walls"),
    (
        "a fact stated twice that differs",
        "QD431",
        "rules/muster.rules",
        "define arm_rating",
        'define endurance -> 0..9 "the wetness that a glum child can bear" cites "page eight" = 5\n\ndefine arm_rating',
    ),
    ("a misspelt key", "QD203", "components.yaml", "    capacity: 16\n", "    capacty: 16\n"),
    ("a key given twice", "QD204", "tables/cold_dice.yaml", "  2-3: d6\n", "  2-3: d6\n  2-3: d6\n"),
    ("words that YAML takes for a number", "QD206", "components.yaml", "one: child\n", "one: 1\n"),
    ("a value of the wrong sort", "QD207", "components.yaml", "capacity: 16\n", "capacity: sixteen\n"),
    ("room for more than a game may hold", "QD207", "components.yaml", "capacity: 16\n", "capacity: 5000000\n"),
    ("a required key left out", "QD205", "tables/cold_dice.yaml", "title: Dice for the cold\n", ""),
    (
        "a variant that extends itself",
        "QD504",
        "variants/thaw/variant.yaml",
        "extends: snowballs",
        "extends: snowballs+league",
    ),
    (
        "a scenario with a fact that no child has",
        "QD604",
        "scenarios/playground.yaml",
        "facing: south, captain: yes",
        "facing: south, leader: yes",
    ),
    ("a scenario with a child that nobody knows", "QD601", "scenarios/playground.yaml", "like: Ben,", "like: Bem,"),
    (
        "a scenario with a value out of range",
        "QD606",
        "scenarios/playground.yaml",
        "fields: {keenness: 1}",
        "fields: {keenness: 7}",
    ),
    (
        "a scenario with a constant that is not there",
        "QD604",
        "scenarios/playground.yaml",
        "constants: {frost: 2,",
        "constants: {frst: 2,",
    ),
    ("a roster with a value out of range", "QD606", "rosters/guests.yaml", "legs: 4", "legs: 9"),
    ("an example of a rule that is not there", "QD601", "examples/running.yaml", "of: running.run", "of: running.runs"),
    (
        "an example with a fact that no child has",
        "QD604",
        "examples/throwing.yaml",
        "{Ben.mood: calm}",
        "{Ben.moods: calm}",
    ),
]
SEVERAL = [
    FAULTS[0],
    ("", "QD105", "rules/throwing.rules", "do cheer(child) when", "do cheer(child when"),
    ("", "QD116", "rules/throwing.rules", "if child.arm >= 3.5", "if child.arm == 3.5"),
    ("", "QD126", "rules/throwing.rules", "effect sadden(", "effect make sad("),
]


@pytest.fixture
def copy(tmp_path):
    game = tmp_path / "snowballs"
    shutil.copytree(GAME, game)
    return game


def put(game: Path, name: str, old: str, new: str) -> int:
    """Put a fault into a file; give its line."""
    path = game / name
    text = path.read_text("utf-8")
    assert old in text, f"{name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(("code", "name", "old", "new"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_fault_is_found_by_its_code(code, name, old, new, copy):
    put(copy, name, old, new)
    game = f"{copy}+thaw+league" if name.startswith("variants") else str(copy)
    loaded = load(game)
    findings = loaded.findings or looked_through(Ruleset(loaded)).findings
    assert code in {finding.code for finding in findings}, as_text(findings) or "nothing is found"


def test_several_faults_of_one_file_are_all_found(copy):
    lines = [put(copy, name, old, new) for _, _, name, old, new in SEVERAL]
    found = {(finding.code, finding.span.line) for finding in load(str(copy)).findings}
    assert {(code, line) for (_, code, *_), line in zip(SEVERAL, lines, strict=True)} <= found


def test_check_prints_all_of_them_and_exits_with_one(copy, capsys):
    for _, _, name, old, new in SEVERAL:
        put(copy, name, old, new)
    assert main(["check", str(copy)]) == 1
    out = capsys.readouterr().out
    assert all(code in out for _, code, *_ in SEVERAL)


def test_a_misspelt_or_ill_typed_key_costs_no_more_than_itself(copy):
    put(copy, "components.yaml", "    capacity: 16", "    capasity: 16")
    put(copy, "components.yaml", "    capacity: 32", "    capacity: many")
    put(copy, "tables/splashes.yaml", "title:", "titel:")
    findings = load(str(copy)).findings
    assert sorted(finding.code for finding in findings) == ["QD203", "QD203", "QD207"], as_text(findings)


def test_a_key_said_twice_costs_no_more_than_itself(copy):
    put(copy, "components.yaml", "    capacity: 16", "    capacity: 16\n    capacity: 12")
    assert [finding.code for finding in load(str(copy)).findings] == ["QD204"]


def test_where_a_file_of_kinds_cannot_be_read_nothing_else_is_blamed(copy):
    put(copy, "components.yaml", "enums:", "enums: [")
    assert [finding.code for finding in load(str(copy)).findings] == ["QD201"]


def test_a_cell_that_yaml_takes_apart_is_to_be_quoted(copy):
    line = put(copy, "tables/splashes.yaml", '3-4: ["do soak(target, 2)"', "3-4: [do soak(target, amount: 2)")
    finding = next(finding for finding in load(str(copy)).findings if finding.code == "QD207")
    assert finding.span.line == line
    assert "quote the complete text" in finding.hint


def test_try_does_nothing_by_half_of_what_was_asked(copy, capsys):
    assert main(["try", str(copy), "throwing.hit", "--dice", "splash: {a: b}"]) == 1
    assert "QD20" in capsys.readouterr().err
