"""What comes from outside has an end: what is larger, or is no file at all, is said, and hinders nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.apps.cli.main import main
from quarterdeck.base import bounds, resources
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.text import SourceFile, Span, read
from quarterdeck.engine.run.journal import read_journal
from quarterdeck.engine.run.journal_store import FileStore, JournalFaultError
from quarterdeck.language.documents.yaml import read_yaml
from quarterdeck.language.syntax.from_text import chunks
from quarterdeck.workspace.pipeline.folders import files_in
from quarterdeck.workspace.pipeline.stages import load

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
    assert "QD223: pipe.rules is not a file" in said(capsys)


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
    assert "this is not a line of a saved game" in said(capsys)


@pytest.mark.parametrize("text", ["far: " + "9" * 100_000, "x" * 5000, "child: [" + "[" * 5000])
def test_facts_of_any_length_are_read(text, capsys):
    assert main(["try", str(BASE), "throw", "--given", text]) in (1, 2)
    assert said(capsys)


def test_files_that_are_too_much_together_are_findings(game, capsys):
    for number in range(6):
        (game / "rules" / f"large_{number}.rules").write_bytes(b"# " + b"x" * (bounds.MOST_BYTES - 3) + b"\n")
    assert main(["check", str(game)]) == 1
    assert "QD223: large_5.rules is too much: the folder holds more than 20,000,000 bytes" in said(capsys)


def test_a_definition_that_is_too_long_is_a_finding_and_costs_no_other(game):
    long = f'define long -> 0..9 "long" =\n    {"1 + " * 20_000}1\n\n'
    (finding,) = found_in_rules(game, long + chain(3, "yes"))
    assert finding.code == "QD119"
    assert "longer than 50,000 characters" in finding.message


def test_a_folder_with_too_many_files_is_no_ruleset(game, capsys):
    (game / "many").mkdir()
    for number in range(bounds.MOST_FILES):
        (game / "many" / f"{number}.csv").touch()
    assert main(["check", str(game)]) == 2
    assert "holds more than 2,000 files" in said(capsys)


def test_the_page_of_bounds_names_each():
    page = (ROOT / "docs" / "bounds.md").read_text("utf-8")
    known = {name: value for name, value in vars(bounds).items() if name.isupper()}
    table = page[page.index("| what | ") :].partition("\n\n")[0]
    told = [line.rsplit("|", 2)[1].strip() for line in table.splitlines() if line[-3].isdigit()]
    assert told == [f"{value:,}" for value in known.values()]


def test_every_number_that_a_command_takes_is_named_on_the_page():
    page = (ROOT / "docs" / "bounds.md").read_text("utf-8")
    taken = set()
    for name in COMMANDS:
        module = f"{name}_" if iskeyword(name) else name
        function = getattr(import_module(f"quarterdeck.apps.cli.{module}"), module)
        for parameter, kind in get_type_hints(function).items():
            if kind is int or int in get_args(kind):
                taken.add(f"--{parameter.replace('_', '-')}")
    taken -= {"--return", "--event"}  # the exit code; and which line of a game `why` is asked about
    assert {"--sample", "--budget", "--seed"} <= taken
    assert sorted(flag for flag in taken if f"`{flag}`" not in page) == []


def test_the_largest_ruleset_needs_less_than_a_fifth_of_each():
    folders = [path.parent for path in resources.rulesets_folder().glob("*/ruleset.yaml")]
    files = {folder: files_in(folder) for folder in folders}
    assert 5 * max(map(len, files.values())) < bounds.MOST_FILES
    by_size = sorted((path for found in files.values() for path in found), key=lambda path: path.stat().st_size)
    assert 5 * by_size[-1].stat().st_size < bounds.MOST_BYTES
    sizes = [sum(path.stat().st_size for path in found) for found in files.values()]
    assert 5 * max(sizes) < bounds.MOST_BYTES_OF_FOLDER
    texts = [path.read_text("utf-8") for path in by_size if path.suffix == ".rules"]
    assert 5 * max(end - start for text in texts for start, end in chunks(text)) < bounds.LONGEST_DEFINITION
    for path in [path for path in by_size if path.suffix == ".yaml"][-5:]:
        _, places = read_yaml(read(path, path.name), Findings())
        assert 5 * len(places.values) < bounds.MOST_VALUES
        assert 2 * max(map(len, places.values)) < bounds.DEEPEST


@pytest.mark.parametrize(
    "text", ["[" * 200_000, "{a: " * 200_000, "- " * 200_000, "? " * 200_000, "a: [" + "[]]" * 9000]
)
def test_yaml_that_is_nested_beyond_all_measure_is_a_finding(text):
    findings = Findings()
    read_yaml(SourceFile("deep.yaml", text), findings)
    assert [finding.code for finding in findings] == ["QD201"]


def test_brackets_beside_each_other_are_not_in_each_other():
    findings = Findings()
    data, _ = read_yaml(SourceFile("many.yaml", "a: [" + "[1], " * 3000 + "]"), findings)
    assert not findings
    assert len(data["a"]) == 3000


def test_a_line_of_any_length_is_shown_in_part():
    file = SourceFile("long.rules", "x" * 100_000 + "here" + "y" * 100_000)
    finding = Finding("QD101", "m" * 100_000, Span(file, 100_000, 100_004))
    shown = as_text([finding])
    assert len(shown) < 4_000
    _, _, line, caret, *_ = shown.splitlines()
    assert line[caret.index("^") : caret.rindex("^") + 1] == "here"


def test_of_very_many_findings_the_first_are_shown_and_the_others_counted():
    file = SourceFile("many.rules", "x")
    found = [Finding("QD101", f"number {number}", Span(file, 0, 1)) for number in range(3000)]
    shown = as_text(found)
    assert "number 999\n" in shown
    assert "number 1000\n" not in shown
    assert "and 2,000 more problems" in shown


def test_a_link_that_leads_to_itself_is_a_finding(game, capsys):
    (game / "rules" / "round.rules").symlink_to("round.rules")
    assert main(["check", str(game)]) == 1
    assert "QD223: round.rules is a link that leads in a circle" in said(capsys)


def test_a_name_that_is_too_long_for_a_file_is_said(capsys):
    assert main(["test", str(BASE), "--examples", "x" * 300]) == 2
    assert "file name too long" in said(capsys)


def test_what_is_typed_may_be_no_text_and_of_any_length(tmp_path):
    game = ROOT / "tests" / "games" / "regatta"
    typed = b"\xff\xfe\n" + b"x" * 2_000_000 + b"\n\x00\nquit\n"
    command = [sys.executable, "-m", "quarterdeck", "play", str(game), "harbour", "--sides", "person"]
    done = subprocess.run(command, input=typed, capture_output=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    assert b"The game is saved" in done.stdout
    assert len(done.stdout) < 100_000


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"game": 3}, "what the first line says of `game` is invalid"),
        ({"seed": "1"}, "what the first line says of `seed` is invalid"),
        ({"seed": None}, "what the first line says of `seed` is invalid"),
        ({"seats": []}, "what the first line says of `seats` is invalid"),
        ({"options": {"a": 1}}, "what the first line says of `options` is invalid"),
        ({"meaning": True}, "what the first line says of `meaning` is invalid"),
        ({"more": 1}, "the first line does not name the game"),
    ],
)
def test_a_header_that_cannot_be_meant_is_said(header, words, tmp_path, capsys):
    known = {"format": 1, "game": "g", "scenario": "s", "options": {}, "seats": {}, "seed": 1, "dice": "seeded"}
    journal = tmp_path / "game.jsonl"
    journal.write_text(json.dumps({**known, "rules": "", "start": "", "meaning": 2, **header}) + "\n")
    assert main(["replay", str(journal)]) == 2
    assert words in said(capsys)


@pytest.mark.parametrize("entry", ['{"die": "1"}', '{"die": true}', '{"drawn": 1}', '{"choice": 1, "at": 1}'])
def test_an_entry_that_cannot_be_meant_is_no_line_of_a_game(entry, tmp_path):
    header = {"format": 1, "game": "g", "scenario": "s", "options": {}, "seats": {}, "seed": 1, "dice": "seeded"}
    journal = tmp_path / "game.jsonl"
    journal.write_text("\n".join([json.dumps({**header, "rules": "", "start": ""}), entry, '{"die": 1}', ""]))
    with pytest.raises(JournalFaultError, match="line 2: this is not a line of a saved game"):
        read_journal(FileStore(journal))


def found_in_rules(game: Path, text: str) -> list[Finding]:
    (game / "rules" / "added.rules").write_text(f'rules added "Added" cites "page three"\n\n{text}')
    return [finding for finding in load(str(game)).findings if finding.code in ("QD119", "QD411", "QD412")]


def loops(*times: str) -> str:
    lines = [f"{'    ' * (level + 1)}for each n{level} from 1 to {most}" for level, most in enumerate(times)]
    return "\n".join(
        [
            'procedure outer(few: 1..9, many: number) "outer"',
            *lines,
            f"{'    ' * (len(times) + 1)}add 1 to game.frost, to no more than 5\n",
        ]
    )


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (("many",), ""),
        (("many", "many", "many"), ""),
        (("1000", "2000"), ""),
        (("100000 * few", "9999", "few"), "this runs 999900000 times"),
        (("1000", "2001"), "this runs 2001000 times"),
        (("2000001",), "this runs 2000001 times"),
        (("2000001", "1000"), "this runs 2000001000 times"),
        (("10", "2000001", "many"), "this runs 2000001 times"),
    ],
)
def test_only_what_never_comes_to_an_end_is_a_finding(game, times, said):
    found = found_in_rules(game, loops(*times))
    assert [finding.message.partition(",")[0] for finding in found] == [said][: bool(said)]


@pytest.mark.parametrize("leaves", ["stop when few = 2", "finish when few = 2"])
def test_what_may_be_left_comes_to_an_end(game, leaves):
    assert not found_in_rules(game, f"{loops('2000001')}        {leaves}\n")


ANN = "{things: {Ann: {kind: Child}}, given: {child: Ann, Ann.wet: 1, many: MANY}}"
LONG = """
procedure outer(child: Child, many: number) "outer"
    for each n from 1 to many
        do inner(child, many, n)

procedure inner(child: Child, many: number, n: number) "inner"
    repeat many times
        set child.wet to 2 when n = many
"""


def test_what_does_not_come_to_an_end_is_broken_off_with_its_rule_and_place(game, capsys):
    assert not found_in_rules(game, LONG)
    begun = time.process_time()
    assert main(["try", str(game), "outer", "--given", ANN.replace("MANY", "900000")]) == 1
    assert "added.inner does not come to an end: its loops have gone through 2,000,000 rounds" in said(capsys)
    assert main(["odds", str(game), "outer", "--given", ANN.replace("MANY", "900000"), "--show", "child.wet"]) == 1
    words = said(capsys)
    assert "QD698: added.inner does not come to an end" in words
    assert "rules/added.rules:9" in words
    assert main(["try", str(game), "outer", "--given", ANN.replace("MANY", "900")]) == 0
    assert time.process_time() - begun < 10


def test_calls_lead_so_far_down_and_no_further(game, capsys):
    assert not found_in_rules(game, chain(151, "yes"))
    assert main(["try", str(game), "added.c0"]) == 0
    assert "result: yes" in said(capsys)
    (finding,) = found_in_rules(game, chain(300, "yes"))
    assert finding.code == "QD119"
    assert "`added.c148` leads to more than 150 nested calls" in finding.message


def chain(count: int, last: str) -> str:
    rules = [f'define c{n} -> boolean "c{n}" =\n    {f"c{n + 1}" if n < count - 1 else last}\n' for n in range(count)]
    return "\n".join(rules)


def test_a_long_chain_of_calls_is_no_circle_and_a_long_circle_is_told_in_short(game):
    begun = time.process_time()
    assert not [finding for finding in found_in_rules(game, chain(2000, "yes")) if finding.code == "QD411"]
    (circle,) = found_in_rules(game, chain(400, "c0"))
    assert time.process_time() - begun < 10
    assert circle.code == "QD411"
    assert circle.message.count("->") == 12
    assert len(circle.labels) < 12


def test_what_the_output_has_no_sign_for_is_replaced(tmp_path):
    game = ROOT / "tests" / "games" / "snowballs"
    command = [sys.executable, "-m", "quarterdeck", "show", str(game), "--stage", "english"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr.decode()
    assert b"?" in done.stdout


def test_a_full_disk_is_said():
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([sys.executable, "-m", "quarterdeck", "explain"], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.startswith(b"quarterdeck: the output: no space left on device")
