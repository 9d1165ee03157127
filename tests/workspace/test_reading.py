"""What stands in a file is read as it stands, or it is said that it cannot be."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.text import NoTextError, text_of
from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[1] / "language" / "base"
SNOWBALLS = Path(__file__).parents[1] / "games" / "snowballs"
LATIN = {
    "rules/more.rules": 'rules more "More" cites "page one"\n\n# Schäden\n',
    "tables/more.yaml": "pictures: more\n# Geschütz\n",
    "more.csv": "name,place\nAnna,1\nJürgen,2\n",
    "amendments.lock": "# Flügel\n",
}


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    return shutil.copytree(BASE, tmp_path / "game")


@pytest.mark.parametrize("name", LATIN)
@pytest.mark.parametrize("coding", ["latin-1", "cp1252", "utf-16"])
def test_a_file_that_is_no_utf_8_is_reported(game, name, coding):
    (game / name).write_bytes(LATIN[name].encode(coding))
    found = [finding for finding in load(str(game)).findings if finding.code == "QD223"]
    (line,) = [at for at, words in enumerate(LATIN[name].split("\n"), 1) if not words.isascii()]
    assert [(one.span.file.path, one.span.line) for one in found] == [(f"game/{name}", 1 if "16" in coding else line)]


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\x1b", "\ue000", "\ufffd", "\U000f0000"])
def test_a_sign_that_is_no_letter_is_reported(game, sign):
    (game / "more.csv").write_text(f"name\nAn{sign}na\n", "utf-8")
    (found,) = load(str(game)).findings
    assert (found.code, found.span.line, found.span.column) == ("QD223", 2, 3)
    assert f"U+{ord(sign):04X}" in found.message


def test_what_stands_before_a_fault_is_counted_as_it_is_read():
    with pytest.raises(NoTextError) as caught:
        text_of(b"\xef\xbb\xbfone\r\ntwo \xc3\xa4 \xe4\r\n", "file")
    assert (caught.value.span.line, caught.value.span.column) == (2, 7)


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("try", ["throwing.hit", "--given", "{file}"]),
        ("play", ["playground", "--sides", "bot,bot", "--dice", "{file}"]),
        ("play", ["playground", "--sides", "{file},bot"]),
        ("test", ["--examples", "{file}"]),
    ],
)
def test_so_is_whatever_else_is_read(command, more, tmp_path, capsys):
    file = tmp_path / "file.yaml"
    file.write_bytes("situation: playground # Größe".encode("latin-1"))
    assert main([command, str(SNOWBALLS), *(word.format(file=file) for word in more)]) == 2
    said = capsys.readouterr()
    assert "is not UTF-8 text (line 1)" in said.out + said.err
