"""The one hash of meaning: what it does not depend on, what it does, and that no node is without its place in it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.run.journal import hashes_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.builtins import BY_NAME, GATHERINGS
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.meaning.fingerprint import fingerprints, played_by
from quarterdeck.language.meaning.readings import READINGS, RESOLVED, WITHOUT_FORM
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.node import parts_of
from quarterdeck.workspace.pipeline.stages import load

TESTS = Path(__file__).parent.parent
BASE = TESTS / "language" / "base"
SNOWBALLS = TESTS / "games" / "snowballs"
THROW = """
procedure pelt(child: Child, target: Child) "{child} pelts {target}"
    let gap = distance(child.place, target.place)
    let far = gap > 3
    require near: gap < 9 else "too far"
    require dry: child.wet < 6 else "too wet"
    tally hits: 0..9 = 0
    check hit on d6 "a hit"
        success when total <= 4
        modifier far: +1 when far
        modifier merry: -1 when child.mood is merry
        natural 1: success, then again, up to 3
        natural 6: failure
    choose friend by child.side from all(other in children where other is not child), or none, default none "Who?"
        require near_by: distance(friend.place, child.place) < 3 else "too far"
        require alive: not friend.gone_home else "gone"
    for each other in children where other is not friend, highest other.wet first
        for each n from 1 to 2
            add 1 to hits, to no more than 9
        do wet(child: other, amount: 2) when hits > 3 and first(one in children where one.wet > hits) is other
    announce "{child} has hit {hits} times"
    do wet(target, 1) unless hit.successes = 0

define gaze(child: Child) -> 0..9 "the gaze of {child}" =
    frosty: 2 if game.frost > 2
    wet: 1 if child.wet > 3
    0 otherwise
"""


def game_with(folder: Path, pelt: str = THROW, **files: tuple[str, str]) -> Path:
    """Copy the base with a piece of rules, and with one text put for another in some of its files."""
    game = folder / f"game_{len(list(folder.iterdir()))}"
    shutil.copytree(BASE, game)
    (game / "rules" / "piece.rules").write_text(f'rules piece "Piece" cites "page three"\n{pelt}', "utf-8")
    for name, (old, new) in files.items():
        (path,) = [*game.rglob(f"{name}.yaml"), *game.rglob(f"{name}.rules")]
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
    return game


def declared_in(game: Path | str) -> Declared:
    loaded = load(str(game))
    assert {finding.code for finding in loaded.findings} <= {"QD421", "QD428", "QD429"}, as_text(loaded.findings)
    assert loaded.declared is not None
    return loaded.declared


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Declared:
    return declared_in(game_with(tmp_path_factory.mktemp("before")))


# --- the tables of nodes


def all_nodes(kind: type[nodes.Node] = nodes.Node) -> Iterator[type[nodes.Node]]:
    for below in kind.__subclasses__():
        yield from all_nodes(below)
        if below.__module__.startswith("quarterdeck.language.syntax") and (
            parts_of(below) or not below.__subclasses__()
        ):
            yield below


def test_every_node_has_its_place_in_one_table():
    tables = (set(READINGS), set(RESOLVED), set(WITHOUT_FORM))
    assert set().union(*tables) == set(all_nodes())
    assert sum(map(len, tables)) == len(set(all_nodes()))


def test_no_field_of_a_node_is_forgotten_and_no_sign_is_given_twice():
    """Two sorts of nodes have one sign only where the one is the other, said in other words."""
    assert {kind.__name__: len(reading.fields) for kind, reading in READINGS.items()} == {
        kind.__name__: len(nodes.parts_of(kind)) for kind in READINGS
    }
    own = {kind: reading.sign for kind, reading in READINGS.items() if kind.__base__ not in READINGS}
    assert len(set(own.values())) == len(own)
    derived = [(kind, other) for kind in READINGS for other in READINGS if kind.__base__ is other]
    assert all(READINGS[kind] == READINGS[other] for kind, other in derived)


def test_classes_may_be_renamed(before):
    was = fingerprints(before)
    names = {kind: kind.__name__ for kind in (*all_nodes(), *get_args(types.Type))}
    try:
        for kind in names:
            kind.__name__ = "Renamed"
        assert fingerprints(before) == was
    finally:
        for kind, name in names.items():
            kind.__name__ = name


# --- what means nothing

SAME = {
    "an input": [(r"\btarget\b", "victim")],
    "a local": [(r"\bgap\b", "space")],
    "a truth": [(r"\bfar\b", "remote")],
    "a tally": [(r"\bhits\b", "strikes")],
    "the variable of a loop": [(r"\bother\b", "mate")],
    "the number of a loop": [(r"\beach n\b", "each number")],
    "the variable of a gathering": [(r"\bone\b", "somebody")],
    "names and order of requirements": [
        ('    require near: gap < 9 else "too far"\n', ""),
        ("    tally", '    require not_off: gap < 9 else "nobody throws so far"\n    tally'),
    ],
    "order of modifiers that add": [
        ("        modifier far: +1 when far\n", ""),
        ("        natural 1", "        modifier remote: +1 when far\n        natural 1"),
    ],
    "order of faces": [
        ("        natural 6: failure\n", ""),
        ("        natural 1", "        natural 6: failure\n        natural 1"),
    ],
    "order of requirements of a choice": [
        ('        require alive: not friend.gone_home else "gone"\n', ""),
        ("        require near_by", '        require alive: not friend.gone_home else "gone"\n        require near_by'),
    ],
    "order of what may be answered": [(", or none, default none", ", default none, or none")],
    "labels": [("frosty:", "icy:"), ("    wet:", "    soaked:")],
    "brackets, blanks and comments": [("gap > 3", "(gap >  3)  # far away")],
    "words": [('"Who?"', '"Who is it?"'), ("has hit", "hit"), ('"too wet"', '"soaked"')],
    "inputs by name or by place": [("child: other, amount: 2", "other, 2")],
    "a rule by its whole address": [("do wet(", "do throwing.wet(")],
    "how a number is written": [("to no more than 9", "to no more than 9.0")],
    "when or unless": [("unless hit.successes = 0", "when not hit.successes = 0")],
}


@pytest.mark.parametrize("changes", SAME.values(), ids=SAME)
def test_what_means_nothing_changes_no_hash(changes, before, tmp_path):
    text = THROW
    for old, new in changes:
        text, count = re.subn(old if old.startswith("\\b") else re.escape(old), new, text)
        assert count
    after = declared_in(game_with(tmp_path, text))
    was, now = fingerprints(before), fingerprints(after)
    assert {a: was[a] for a in was.keys() & now.keys()} == {a: now[a] for a in was.keys() & now.keys()}
    assert played_by(after) == played_by(before)


MOOD = "      mood: {type: Mood, start: calm}\n"
SNOWBALLS_KEPT = '      snowballs: {type: 0..9, start: "3"}\n'
SAME_IN_FILES = {
    "order of fields": {"components": (MOOD + SNOWBALLS_KEPT, SNOWBALLS_KEPT + MOOD)},
    "words of a kind": {"components": ("one: child\n", "one: kid\n")},
    "words of a field": {"components": ("words: degrees of frost", "words: the frost")},
    "names of keys": {"splash": ("key: {margin:", "key: {by_how_much:")},
    "names of what a table is given": {"splash": ("child", "kid"), "piece": ("define gaze", "define gaze")},
    "order of rows": {"splash": ('  ..0: "-"\n  1-2: do wet(child, 1)\n', '  1-2: do wet(child, 1)\n  ..0: "-"\n')},
    "labels of rows": {"splash": ("  3+:", "  3-6:")},
    "title": {"ruleset": ("title: Snowball fight", "title: A fight with snowballs")},
    "the oldest version is that of rules that name none": {"ruleset": ("language: 1\n", "")},
}


@pytest.mark.parametrize("files", SAME_IN_FILES.values(), ids=SAME_IN_FILES)
def test_what_means_nothing_in_yaml_changes_nothing_that_is_played(files, before, tmp_path):
    assert played_by(declared_in(game_with(tmp_path, **files))) == played_by(before)


@pytest.mark.slow
@pytest.mark.parametrize("game", [SNOWBALLS, TESTS / "games" / "marbles", TESTS.parent / "rulesets" / "easyships"])
def test_every_local_of_a_game_may_be_renamed(game, tmp_path):
    declared = declared_in(game)
    renamed = tmp_path / game.name
    shutil.copytree(game, renamed)
    wanted = sorted(locals_of(declared) - names_with_addresses(declared))
    assert len(wanted) > 3
    for path in renamed.glob("rules/*.rules"):
        text = re.sub(rf"\b({'|'.join(wanted)})\b", r"\1_by_another_name", path.read_text("utf-8"))
        path.write_text(text, "utf-8")
    again = declared_in(renamed)
    assert played_by(again) == played_by(declared)


def all_rules_text(declared: Declared) -> Iterator[nodes.Node]:
    for rule in declared.rules.values():
        yield from rule.node.walk()
    if declared.turn:
        yield from declared.turn.walk()


def locals_of(declared: Declared) -> set[str]:
    """Give the names that rules give to inputs and in their bodies, but for rolls and choices."""
    found = {p.name for rule in declared.rules.values() if rule.sort != "advice" for p in rule.parameters}
    for node in all_rules_text(declared):
        match node:
            case nodes.Let(name=word) | nodes.Tally(name=word):
                found.add(word.text)
            case nodes.ForEach(variable=word) | nodes.ForNumbers(variable=word) | nodes.Gathered(variable=word):
                found.add(word.text)
    return found


def names_with_addresses(declared: Declared) -> set[str]:
    """Give the names that are known beyond a rule."""
    found = {part for address in fingerprints(declared) for part in address.split(".")}
    found |= {"side", "figures", "natural", "total", *GATHERINGS, *BY_NAME, *declared.pools(), *declared.constants}
    for kind in declared.kinds.values():
        found |= {kind.one, *kind.fields}
    for enum in declared.enums.values():
        found |= {*enum.members, enum.many or ""}
    for node in all_rules_text(declared):
        if isinstance(node, nodes.ForEach) and any(isinstance(option, nodes.ChosenBy) for option in node.options):
            found.add(node.variable.text)
    for rule in declared.rules.values():
        if rule.sort == "advice":
            found |= {p.name for p in rule.parameters}
    return found


# --- what means something

OTHER = {
    "which of two locals": ("do wet(target, 1)", "do wet(child, 1)"),
    "what a local is set to": ("let far = gap > 3", "let far = gap > 4"),
    "which variable": ("where one.wet > hits", "where other.wet > hits"),
    "order of cases": (
        "    frosty: 2 if game.frost > 2\n    wet: 1 if child.wet > 3\n",
        "    wet: 1 if child.wet > 3\n    frosty: 2 if game.frost > 2\n",
    ),
    "order of statements": (
        '    announce "{child} has hit {hits} times"\n    do wet(target, 1) unless hit.successes = 0\n',
        '    do wet(target, 1) unless hit.successes = 0\n    announce "{child} has hit {hits} times"\n',
    ),
    "order of a modifier that halves": (
        "        modifier far: +1 when far\n        modifier merry: -1 when child.mood is merry\n",
        "        modifier far: halved rounded down when far\n        modifier merry: -1 when child.mood is merry\n",
    ),
    "order of inputs": ("pelt(child: Child, target: Child)", "pelt(target: Child, child: Child)"),
    "what is told": ("{child} has hit", "{target} has hit"),
    "what may be answered": (", or none, default none", ", or none"),
    "a limit": (", to no more than 9", ", to no more than 8"),
    "dice": ("check hit on d6", "check hit on d8"),
    "the address of a roll": ("hit", "stroke"),
    "the address of a choice": ("friend", "mate"),
}


@pytest.mark.parametrize(("old", "new"), OTHER.values(), ids=OTHER)
def test_what_means_something_changes_the_hash_that_a_game_depends_on(old, new, before, tmp_path):
    assert old in THROW
    after = declared_in(game_with(tmp_path, THROW.replace(old, new)))
    assert played_by(after) != played_by(before)


@pytest.mark.parametrize("name", ["friend", "hits", "gap"])
def test_a_rule_has_its_hash_whatever_its_rolls_choices_and_locals_are_called(name, before, tmp_path):
    after = declared_in(game_with(tmp_path, re.sub(rf"\b{name}\b", "something", THROW)))
    assert fingerprints(after)["piece.pelt"] == fingerprints(before)["piece.pelt"]


def test_two_locals_that_stand_for_the_same_are_told_apart(tmp_path):
    text = """
procedure melt(child: Child) "{child} melts"
    let one = child.wet
    do wet(child, 1)
    let two = child.wet
    do wet(child, 2) when ONE > 3
    set child.gone_home to yes when TWO > 3
"""
    pieces = [text.replace("ONE", a).replace("TWO", b) for a, b in (("one", "two"), ("two", "one"))]
    first, second = (fingerprints(declared_in(game_with(tmp_path, piece)))["piece.melt"] for piece in pieces)
    assert first != second


def test_a_local_more_changes_nothing_that_does_not_speak_of_it(before, tmp_path):
    text = THROW.replace("    let gap =", "    let wind = game.frost\n    let gap =")
    after = fingerprints(declared_in(game_with(tmp_path, text)))
    was = fingerprints(before)
    assert after["piece.pelt"] != was["piece.pelt"]
    parts = [address for address in was if address.startswith("piece.pelt.")]
    assert len(parts) > 5
    assert {a: after[a] for a in parts} == {a: was[a] for a in parts}


OTHER_IN_FILES = {
    "what takes a thing off the board": {"ruleset": ("Facing}", "Facing, off: [Child.gone_home]}")},
    "order of a ladder": {"components": ("[glum, calm, merry]", "[calm, glum, merry]")},
    "order of a circle": {"components": ("[north, northeast,", "[northeast, north,")},
    "order of a list of words": {"components": ("[snowball, slush]", "[slush, snowball]")},
    "room for things": {"components": ("capacity: 12", "capacity: 13")},
    "who sees a field": {"components": ('start: "0", seen_by: owner', 'start: "0", seen_by: nobody')},
    "what a field begins with": {"components": ('{type: 0..9, start: "3"}', '{type: 0..9, start: "4"}')},
    "an arc": {"components": ("last: 60", "last: 90")},
    "an option's default": {"throwing": ("boolean = yes", "boolean = no")},
    "a cell": {"splash": ("1-2: do wet(child, 1)", "1-2: do wet(child, 2)")},
    "for which keys a row counts": {"splash": ("  1-2: do wet(child, 1)\n  3+", "  1-3: do wet(child, 1)\n  4+")},
}


@pytest.mark.parametrize("files", OTHER_IN_FILES.values(), ids=OTHER_IN_FILES)
def test_what_means_something_in_other_files_changes_it_too(files, before, tmp_path):
    assert played_by(declared_in(game_with(tmp_path, **files))) != played_by(before)


# --- figures, scenarios


def with_figure(folder: Path, old: str, new: str) -> Path:
    game = folder / "snowballs"
    shutil.copytree(SNOWBALLS, game)
    path = game / "rosters" / "register.csv"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return game


def test_a_changed_figure_changes_its_thing_its_roster_and_what_a_game_with_it_depends_on(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "200")
    name = "Anna"
    game = with_figure(tmp_path, "Anna,11,", "Anna,12,")
    was, now = (fingerprints(declared_in(folder)) for folder in (SNOWBALLS, game))
    changed = {address for address in was if was[address] != now[address]}
    assert changed == {"rosters.street", f"rosters.street.{name}"}
    assert main(["diff", str(SNOWBALLS), str(game)]) == 0
    assert f"rosters.street.{name}" in capsys.readouterr().out
    found = []
    for folder in (SNOWBALLS, game):
        ruleset, findings = Ruleset.open(str(folder)), Findings()
        _, situation = ruleset.scenario("playground", findings)
        assert not findings
        found.append(hashes_of(ruleset.declared, situation))
    assert found[0]["start"] != found[1]["start"]
    assert {
        one.partition(".")[0] for one in found[0]["things"] if found[0]["things"][one] != found[1]["things"][one]
    } == {name}


def test_the_setup_of_a_scenario_and_the_order_of_its_sides_count(tmp_path):
    was = fingerprints(declared_in(SNOWBALLS))["scenarios.playground"]
    path = tmp_path / "snowballs"
    shutil.copytree(SNOWBALLS, path)
    scenario = path / "scenarios" / "playground.yaml"
    text = scenario.read_text("utf-8")
    assert "setup:" in text
    scenario.write_text(re.sub(r"^title: .*$", "title: Elsewhere", text, flags=re.MULTILINE), "utf-8")
    assert fingerprints(declared_in(path))["scenarios.playground"] == was
    scenario.write_text(re.sub(r"^setup:.*(\n  .*)*", "", text, flags=re.MULTILINE), "utf-8")
    assert fingerprints(declared_in(path))["scenarios.playground"] != was
