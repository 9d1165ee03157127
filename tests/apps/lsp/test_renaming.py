"""Another name is given in all files at once, and only where the game means the same afterwards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.diff.changes import changes_between
from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.apps.lsp.open_games import OpenGames
from quarterdeck.apps.lsp.rename import Noted, NotRenamedError, edited, end_of_head, renamed
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.workspace.pipeline.stages import load
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.apps.lsp.client import Refused
from tests.apps.lsp.conftest import SNOWBALLS

THROWING = "snowballs/rules/throwing.rules"
ARMS = "long_arms/arms.rules"
RENAME = "textDocument/rename"


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """Give a copy of a small game without its house rules, in a workshop."""
    folder = tmp_path_factory.mktemp("renaming") / "snowballs"
    shutil.copytree(SNOWBALLS, folder, ignore=shutil.ignore_patterns("variants"))
    return folder, OpenGames()


def another(game, path, words, name, inside=0):
    """Give the texts of all files that change when what stands at some words has another name."""
    folder, workshop = game
    seen = workshop.seen(folder / path)
    file = seen.files[folder / path]
    mention = seen.mentions.at(file, file.text.index(words) + inside)
    assert mention is not None
    desk = workshop.desk_of(folder / path)
    return {path: edited(seen.files[path], found) for path, found in renamed(workshop, desk, mention, name).items()}


@pytest.mark.parametrize(
    ("words", "inside", "name", "files"),
    [
        ("define reach(", 7, "span_of_arm", {"throwing.rules", "throwing.yaml", "ledger.yaml"}),
        ("check aim", 6, "throw_roll", {"throwing.rules", "throwing.yaml"}),
        ("modifier far", 9, "distant", {"throwing.rules"}),
        ("child: Child", 0, "thrower", {"throwing.rules", "doctrine.rules"}),
        ("let taken", 4, "picked", {"throwing.rules"}),
        ("option high_walls", 7, "tall_walls", {"throwing.rules", "throwing.yaml"}),
        ("require in_reach", 8, "near_enough", {"throwing.rules"}),
        ("strong: 2", 0, "mighty", {"throwing.rules"}),
        ("child.mood", 6, "temper", {"components.yaml", "throwing.rules", "running.rules"}),
        ("is gather", 3, "collect", {"components.yaml", "throwing.rules"}),
        ("splashes[", 0, "drenchings", {"throwing.rules", "splashes.yaml"}),
        ("game.frost", 5, "cold", {"components.yaml", "throwing.rules", "throwing.yaml"}),
    ],
)  # fmt: skip
def test_the_game_means_the_same_under_the_other_name(game, tmp_path, words, inside, name, files):
    texts = another(game, "rules/throwing.rules", words, name, inside)
    assert files - {path.name for path in texts} == set()
    folder = Path(shutil.copytree(game[0], tmp_path / "snowballs"))
    for path, text in texts.items():
        (folder / path.relative_to(game[0])).write_text(text, "utf-8")
    loaded = load(str(folder))
    assert list(loaded.findings) == []
    if "throwing.yaml" not in {path.name for path in texts}:
        return
    bench = ExampleRunner(Ruleset(loaded))
    assert [case.name for case in cases_of(Ruleset(loaded).declared) if not bench.run(case).is_good] == []


def test_what_has_notes_says_what_it_was_called(game):
    (text,) = [
        text for path, text in another(game, "rules/throwing.rules", "procedure hit", "strike", 10).items()
        if path.name == "throwing.rules"
    ]  # fmt: skip
    assert '"a snowball of {child} hits {target}" cites "page five" formerly throwing.hit' in text
    texts = another(game, "rules/throwing.rules", "splashes[", "drenchings")
    assert any("formerly: [splashes, " in text for text in texts.values())
    texts = another(game, "rules/throwing.rules", "reaches[", "lengths_of_throw")
    assert any("table: lengths_of_throw\nformerly: [reaches]\n" in text for text in texts.values())
    texts = another(game, "rules/throwing.rules", "modifier walled", "behind", 10)
    assert any("ruling S3 formerly walled\n" in text for text in texts.values())
    texts = another(game, "rules/throwing.rules", "check aim", "sight", 6)
    assert any(" formerly aim\n" in text for text in texts.values())


@pytest.mark.parametrize(
    ("head", "rest"),
    [
        ("define reach(child: Child) -> 0..9", " =\n    1\n"),
        ("procedure throw(child: Child)", "\n    shuffle game.cards\n"),
        ("effect soak(child: Child)", "\n    shuffle game.cards\n"),
        ("option deep: boolean = no", "\n"),
        ("    roll snow on d6", "\n"),
        ("    check aim on d6 in secret by side", "\n        success when total >= 2\n"),
        ("    each side rolls zeal on d6, ties again", "\n"),
        ("    draw card from game.cards", "\n"),
        ("    peek top by side from game.cards, up to 2", "\n"),
        ("    choose child by side from children where child.ready, or none", "\n"),
        ('    require ready: child.ready else "no"', "\n"),
    ],
)
def test_a_note_stands_behind_the_head_of_what_it_is_about(head, rest):
    """And nothing that can have one is left out: the type checker sees to that."""
    before = 'rules one "One"\n' + ("procedure act(side: Side)\n" if head.startswith(" ") else "")
    text, found = f"{before}{head}{rest}", Findings()
    parsed = parse_file(SourceFile("one.rules", text), found)
    named = [node for unit in parsed.units for node in unit.walk() if isinstance(node, Noted)]
    assert not found.gathered
    assert text[: end_of_head(named[-1])] == f"{before}{head}"


def test_an_area_has_another_name_in_its_map_in_rules_and_in_data(tmp_path):
    folder = shutil.copytree(SNOWBALLS.parent / "harbours", tmp_path / "harbours")
    changed = another((folder, OpenGames()), "rules/searching.rules", "customs_yard", "prison")
    for path, text in changed.items():
        path.write_text(text, "utf-8")
    assert {path.name for path in changed} >= {"components.yaml", "searching.rules", "boats.yaml", "depths.yaml"}
    assert "customs_yard" not in (folder / "components.yaml").read_text("utf-8")
    ruleset = Ruleset(load(str(folder)))
    assert not ruleset.findings


def test_a_difference_tells_a_renamed_rule_as_renamed(game, tmp_path):
    texts = another(game, "rules/throwing.rules", "define bonus", "extra", 8)
    folder = Path(shutil.copytree(game[0], tmp_path / "snowballs"))
    for path, text in texts.items():
        (folder / path.relative_to(game[0])).write_text(text, "utf-8")
    before, after = (Ruleset(load(str(one))).declared for one in (game[0], folder))
    assert [(one.address, one.deed) for one in changes_between(before, after)] == [("throwing.extra", "renamed")]


@pytest.mark.parametrize(
    ("words", "inside", "name", "why"),
    [
        ("define reach(", 7, "bonus", "nothing (was )?changed"),
        ("child.mood", 6, "arm", "nothing (was )?changed"),
        ("let taken", 4, "left_to_take", "nothing (was )?changed"),
        ("define reach(", 7, "when", "a word of the language"),
        ("define reach(", 7, "two words", "is not a valid name"),
        ("define reach(", 7, "", "is not a valid name"),
        ("define reach(", 7, "x" * 5000, "is not a valid name"),
        ("define reach(", 7, "größe", "is not a valid name"),
        ("rules throwing", 8, "hurling", "is a file of rules"),
        ("distance(child", 0, "far", "declared in no file"),
    ],
)
def test_a_name_that_would_change_something_is_refused(game, words, inside, name, why):
    with pytest.raises(NotRenamedError, match=why):
        another(game, "rules/throwing.rules", words, name, inside)


# --- over the protocol


def test_a_modifier_has_another_name_in_the_house_rules_too(editor):
    editor.open(THROWING)
    editor.open(ARMS)
    place = editor.at(THROWING, "modifier far", inside=9)
    assert editor.ask("textDocument/prepareRename", **place)["placeholder"] == "far"
    changes = editor.ask(RENAME, newName="distant", **place)["changes"]
    assert {uri.rpartition("/")[2] for uri in changes} >= {"throwing.rules", "arms.rules"}
    (edit,) = changes[editor.uri(ARMS)]
    assert edit["newText"] == "distant"
    editor.close(ARMS)
    editor.close(THROWING)


def test_what_belongs_to_the_game_is_not_renamed_from_a_house_rule(editor):
    editor.open(ARMS)
    with pytest.raises(Refused, match="belongs to snowballs"):
        editor.ask(RENAME, newName="distant", **editor.at(ARMS, "aim.far", inside=5))
    editor.close(ARMS)


def test_nothing_is_renamed_while_something_is_wrong(editor):
    editor.open(THROWING)
    text = editor.text(THROWING)
    editor.change(THROWING, text.replace("ammunition(child) = 0", "amunition(child) = 0", 1))
    with pytest.raises(Refused, match="fix them first"):
        editor.ask(RENAME, newName="span_of_arm", **editor.at(THROWING, "define reach", inside=8))
    with pytest.raises(Refused, match="no name here"):
        editor.ask(RENAME, newName="span_of_arm", **editor.at(THROWING, "announce "))
    editor.change(THROWING, text)
    editor.close(THROWING)
