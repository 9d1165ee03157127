"""What comes from outside has an end: what is larger, or is no file at all, is said, and hinders nothing else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from quarterdeck.command import main
from quarterdeck.source import bounds

ROOT = Path(__file__).parents[2]
BASE = Path(__file__).parent / "base"
DEEP = "[" * 5000 + "]" * 5000


@pytest.fixture
def game(tmp_path):
    return shutil.copytree(BASE, tmp_path / "game")


def said(capsys: pytest.CaptureFixture[str]) -> str:
    streams = capsys.readouterr()
    words = streams.out + streams.err
    assert "internal error" not in words
    return words


def test_a_pipe_among_the_rules_is_a_finding(game, capsys):
    os.mkfifo(game / "rules" / "pipe.rules")
    assert main(["check", str(game)]) == 1
    assert "QD223: pipe.rules is no file" in said(capsys)


def test_a_device_and_a_link_to_elsewhere_are_findings(game, capsys):
    (game / "rules" / "zero.rules").symlink_to("/dev/zero")
    (game / "tables").mkdir(exist_ok=True)
    (game / "tables" / "hosts.yaml").symlink_to("/etc/hosts")
    assert main(["check", str(game)]) == 1
    words = said(capsys)
    assert "zero.rules is a link that leads out of the folder" in words
    assert "hosts.yaml is a link that leads out of the folder" in words


def test_a_file_that_is_too_large_is_a_finding_and_what_else_is_wrong_is_found(game, capsys):
    (game / "rules" / "large.rules").write_bytes(b"#" * (bounds.MOST_BYTES + 1))
    (game / "rules" / "wrong.rules").write_text(
        'rules wrong "Wrong"\n\ndefine x -> boolean "x" =\n    nothing_of_that\n'
    )
    assert main(["check", str(game)]) == 1
    words = said(capsys)
    assert "QD223: large.rules is larger than 4,000,000 bytes" in words
    assert "nothing_of_that" in words


def test_yaml_that_is_nested_deeply_is_a_finding(game, capsys):
    (game / "deep.yaml").write_text(DEEP * 20)
    assert main(["check", str(game)]) == 1
    assert "QD201" in said(capsys)


@pytest.mark.parametrize("command", [["replay"], ["why"], ["play", "--resume"]])
def test_a_journal_that_is_none_is_said(command, tmp_path, capsys):
    journal = tmp_path / "game.jsonl"
    journal.write_text(DEEP + "\n")
    assert main([*command, str(journal), *(["1"] if command == ["why"] else [])]) == 2
    assert "this is no line of a saved game" in said(capsys)


@pytest.mark.parametrize("text", ["far: " + "9" * 100_000, "x" * 5000, "child: [" + "[" * 5000])
def test_facts_of_any_length_are_read(text, capsys):
    assert main(["try", str(BASE), "throw", "--given", text]) in (1, 2)
    assert said(capsys)


def test_a_folder_with_too_many_files_is_no_ruleset(game, capsys):
    (game / "many").mkdir()
    for number in range(bounds.MOST_FILES):
        (game / "many" / f"{number}.csv").touch()
    assert main(["check", str(game)]) == 2
    assert "holds more than 2,000 files" in said(capsys)


def test_the_page_of_bounds_names_each():
    page = (ROOT / "docs" / "bounds.md").read_text("utf-8")
    known = {name: value for name, value in vars(bounds).items() if name.isupper()}
    told = [
        line.rsplit("|", 2)[1].strip() for line in page.splitlines() if line.startswith("| ") and line[-3].isdigit()
    ]
    assert told == [f"{value:,}" for value in known.values()]
