"""A new game and a new variant are whole from the start, and nothing is written over."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.api import DraftRefusedError, NotFoundError, Ruleset, check, new_game, new_variant
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.printer import as_text

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_game_has_no_finding_and_its_examples_come_out(capsys):
    begun = new_game(Path("skirmish"))
    assert begun.name == "skirmish"
    assert not check("skirmish").findings, as_text(check("skirmish").findings)
    ruleset = Ruleset.open("skirmish")
    assert ruleset.declared.name == "skirmish"
    assert ruleset.declared.head.title == "Skirmish"
    assert main(["test", "skirmish"]) == 0
    assert "4 worked examples, all as expected" in capsys.readouterr().out


def test_a_new_game_is_whole(capsys):
    """Bots fight it to an end before the last turn, its question is counted, and each of its choices is advised on."""
    new_game(Path("skirmish"), "A skirmish: at sea")
    assert Ruleset.open("skirmish").declared.head.title == "A skirmish: at sea"
    assert main(["play", "skirmish", "first-meeting", "--sides", "bot", "--json"]) == 0
    ended = json.loads(capsys.readouterr().out)
    assert ended["winner"] is not None, ended
    assert main(["odds", "skirmish", "--of", "at_three_hexes", "--json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert odds
    declared = Ruleset.open("skirmish").declared
    choices = {f"{rule}" for rule in declared.rules if declared.rules[rule].sort == "advice" and rule.count(".") > 1}
    assert choices == {"movement.move.course", "gunnery.fire.target"}


def test_every_file_of_a_new_game_says_something_of_its_own_and_nothing_of_another():
    begun = new_game(Path("deep/down/skirmish"))
    assert all(path.is_file() for path in begun.files)
    assert not [path for path in begun.files if "starter" in path.read_text("utf-8").lower()]


def test_a_new_variant_changes_nothing_and_has_no_finding(capsys):
    shutil.copytree(SNOWBALLS, "snowballs")
    begun = new_variant(Path("bold_gunners"), "snowballs")
    assert [str(path) for path in begun.files] == ["bold_gunners/variant.yaml"]
    assert begun.files[0].read_text("utf-8") == (
        "variant: bold_gunners\nextends: snowballs\ntitle: Bold gunners\nsource: {kind: house}\n"
    )
    assert not check(begun.game).findings
    assert main(["diff", "snowballs", begun.game, "--no-odds"]) == 0
    assert "mean the same" in capsys.readouterr().out


def test_a_new_variant_of_a_new_game_with_a_variant_builds_on_both():
    new_game(Path("skirmish"))
    new_variant(Path("fog"), "skirmish")
    begun = new_variant(Path("thick_fog"), "skirmish+fog", "Fog, and more of it")
    assert begun.files[0].read_text("utf-8").split("\n")[1:3] == [
        "extends: skirmish+fog",
        'title: "Fog, and more of it"',
    ]
    assert not check("skirmish+thick_fog").findings
    assert Ruleset.open("skirmish+thick_fog").declared.variants == ("fog", "thick_fog")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("game easyships", "is a shipped game"),
        ("game two-words", "is not a valid name"),
        ("game when", "is a word of the language"),
        ("game there", "exists, and is not overwritten"),
        ("game file", "exists, and is not overwritten"),
        ("game skirmish --extends easyships", "a variant needs `--extends`"),
        ("variant calm", "a variant needs `--extends`"),
        ("variant calm --extends eazyships", "did you mean easyships?"),
        ("variant calm --extends easyships+nigth", "did you mean night?"),
        ("variant night --extends easyships", "choose another name"),
        ("variant there --extends easyships", "exists"),
    ],
)
def test_what_cannot_be_begun_is_said_and_nothing_is_written(line, said, capsys):
    Path("there").mkdir()
    Path("file").write_text("mine", "utf-8")
    assert main(["new", *line.split()]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert sorted(path.name for path in Path().iterdir()) == ["file", "there"]
    assert not any(Path("there").iterdir())
    assert Path("file").read_text("utf-8") == "mine"


def test_a_program_is_told_in_the_same_way():
    with pytest.raises(NotFoundError, match="did you mean easyships"):
        new_variant(Path("calm"), "eazyships")
    with pytest.raises(DraftRefusedError, match="is not a valid name"):
        new_game(Path("1"))
