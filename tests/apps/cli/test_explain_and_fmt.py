"""`explain` finds a page however its code is written; `fmt` writes what it should and nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings import codes
from quarterdeck.language.declarations.versions import OLDEST, PRESENT
from quarterdeck.language.meaning.fingerprint import played_by
from quarterdeck.workspace.pipeline.upgrades import UPGRADES

UNTIDY = 'rules snow "Snow"\n# who throws\nprocedure throw( child:Child )   "{child} throws"\n  stop # at once\n'
TIDY = 'rules snow "Snow"\n\n# who throws\nprocedure throw(child: Child) "{child} throws"\n    stop  # at once\n'


@pytest.mark.parametrize("written", ["QD203", "qd203", "203", "QD-203"])
def test_a_code_is_found_however_it_is_written(written, capsys):
    assert main(["explain", written]) == 0
    assert capsys.readouterr().out == codes.page("QD203")


def test_a_page_is_given_as_json(capsys):
    assert main(["explain", "QD203", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "code": "QD203",
        "title": codes.titles()["QD203"],
        "text": codes.page("QD203"),
    }


def test_without_a_code_all_titles_are_listed(capsys):
    assert main(["explain"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(codes.titles())


@pytest.mark.parametrize(("written", "near"), [("QD999", "there is no code QD999"), ("roundings", "QD135")])
def test_an_unknown_code_is_a_fault_of_usage_with_near_matches(written, near, capsys):
    assert main(["explain", written]) == 2
    assert near in capsys.readouterr().err


def test_files_are_written_in_their_canonical_text(tmp_path):
    path = tmp_path / "rules" / "snow.rules"
    path.parent.mkdir()
    path.write_text(UNTIDY, "utf-8")
    assert main(["fmt", str(tmp_path)]) == 0
    assert path.read_text("utf-8") == TIDY
    assert main(["fmt", str(tmp_path), "--check"]) == 0


@pytest.mark.parametrize("how", ["--check", "--diff"])
def test_nothing_is_written_where_it_is_only_asked_for(how, tmp_path, capsys):
    path = tmp_path / "snow.rules"
    path.write_text(UNTIDY, "utf-8")
    assert main(["fmt", str(path), how]) == 1
    assert path.read_text("utf-8") == UNTIDY
    out = capsys.readouterr().out
    assert ("+    stop  # at once" in out) == (how == "--diff")


def test_what_cannot_be_parsed_keeps_its_text_and_is_reported(tmp_path, capsys):
    path = tmp_path / "snow.rules"
    path.write_text(UNTIDY + "\nprocedure melt( child\n", "utf-8")
    assert main(["fmt", str(path)]) == 1
    assert path.read_text("utf-8") == TIDY + "\nprocedure melt( child\n"
    assert "QD105" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["nowhere.rules", "snow.yaml", None])
def test_what_is_no_file_of_rules_is_a_fault_of_usage(given, tmp_path: Path):
    (tmp_path / "snow.yaml").write_text("a: 1\n", "utf-8")
    assert main(["fmt", *([str(tmp_path / given)] if given else [])]) == 2


def test_a_file_that_is_no_utf_8_is_left_alone(tmp_path):
    path = tmp_path / "snow.rules"
    path.write_bytes(b'rules snow "Schn\xe4e"\n')
    assert main(["fmt", str(path)]) == 2
    assert path.read_bytes() == b'rules snow "Schn\xe4e"\n'


HEADS = {
    "ruleset: duel\ntitle: A duel\n": "ruleset: duel\nlanguage: 1\ntitle: A duel\n",
    "# A game\nruleset: duel  # its name\n\n# In print\ntitle: A duel": (
        "# A game\nruleset: duel  # its name\nlanguage: 1\n\n# In print\ntitle: A duel"
    ),
    "title: A duel\nruleset: duel": "title: A duel\nruleset: duel\nlanguage: 1\n",
    "ruleset: duel\r\ntitle: A duel\r\n": "ruleset: duel\r\nlanguage: 1\r\ntitle: A duel\r\n",
    '  ruleset: "duel"\n  title: A duel\n': '  ruleset: "duel"\n  language: 1\n  title: A duel\n',
    "{ruleset: duel, title: A duel}\n": "{ruleset: duel, language: 1, title: A duel}\n",
    "\ufeffruleset: duel\ntitle: A duel\n": "\ufeffruleset: duel\nlanguage: 1\ntitle: A duel\n",
}


@pytest.mark.parametrize(("before", "after"), HEADS.items())
def test_an_upgrade_writes_the_version_of_the_language_and_changes_nothing_else(before, after, tmp_path):
    path = tmp_path / "ruleset.yaml"
    path.write_bytes(before.encode())
    assert main(["fmt", str(tmp_path)]) == 0
    assert path.read_bytes() == before.encode()
    assert main(["fmt", "--upgrade", "--check", str(tmp_path)]) == 1
    assert path.read_bytes() == before.encode()
    assert main(["fmt", "--upgrade", str(tmp_path)]) == 0
    assert path.read_bytes() == after.encode()
    assert main(["fmt", "--upgrade", "--check", str(path)]) == 0


def test_an_upgrade_changes_no_meaning(tmp_path):
    game = tmp_path / "game"
    shutil.copytree(Path(__file__).parents[2] / "language" / "base", game)
    head = game / "ruleset.yaml"
    text = head.read_text("utf-8")
    head.write_text(text.replace("language: 1\n", ""), "utf-8")
    was = played_by(Ruleset.open(str(game)).declared)
    assert main(["fmt", "--upgrade", str(game)]) == 0
    assert head.read_text("utf-8") == text
    assert played_by(Ruleset.open(str(game)).declared) == was


@pytest.mark.parametrize(
    ("text", "code"),
    [("ruleset: a\nlanguage: 99\ntitle: b\n", "QD218"), ("ruleset: [\n", "QD201"), ("ruleset: a\n", "QD205")],
)
def test_what_cannot_be_upgraded_keeps_its_text_and_is_reported(text, code, tmp_path, capsys):
    path = tmp_path / "ruleset.yaml"
    path.write_text(text, "utf-8")
    assert main(["fmt", "--upgrade", str(path)]) == 1
    assert path.read_text("utf-8") == text
    assert code in capsys.readouterr().err


def test_the_versions_in_the_table_follow_each_other_up_to_the_present_one():
    assert [upgrade.to for upgrade in UPGRADES] == list(range(OLDEST, PRESENT + 1))
