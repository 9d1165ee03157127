"""A game between peers by letters, from the command line."""

from typing import NamedTuple

from quarterdeck.apps.cli.main import main


class Ended(NamedTuple):
    """What came of a command: its exit code, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def test_letters_go_to_and_fro(tmp_path, monkeypatch, capsys):
    def quarterdeck(*arguments: str) -> Ended:
        return Ended(main(arguments), *capsys.readouterr())

    monkeypatch.chdir(tmp_path)
    beginning = ("serve", "quickfire", "coronel", "--peers", "--seat", "british=bot")
    assert "--letter" in quarterdeck(*beginning, "--letter", "0").stderr
    begun = quarterdeck(*beginning, "--save", "host.jsonl", "--letter", "0")
    assert "Send 0 to the other side" in begun.stdout, begun.stderr
    for number, side in enumerate(("guest", "host", "guest", "host")):
        wanted = ("join", str(number), "--as", "bot", "--save", f"{side}.jsonl", "--letter", str(number + 1))
        found = quarterdeck(*wanted)
        assert f"Send {number + 1} to the other side" in found.stdout, found.stderr
    journals = [(tmp_path / f"{side}.jsonl").read_text("utf-8") for side in ("host", "guest")]
    assert len(journals[0].splitlines()) > 1
    assert journals[0].startswith(journals[1]) or journals[1].startswith(journals[0])
    lost = quarterdeck("join", "1", "--as", "bot", "--save", "new.jsonl", "--letter", "x")
    assert "this side began the game" in lost.stderr
    (tmp_path / "torn").write_bytes((tmp_path / "1").read_bytes()[:-1])
    torn = quarterdeck("join", "torn", "--as", "bot", "--save", "host.jsonl", "--letter", "x")
    assert "not a letter" in torn.stderr
    assert torn.returncode == 2
