"""Books in languages that distributions bring: how they are found, used and missed."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.print.book.plan import plan
from quarterdeck.prose.languages import installed_languages
from quarterdeck.prose.languages.installed_languages import GROUP, LanguageError, book_language, book_languages
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.plugged import install_distribution

MARBLES = Path(__file__).parents[2] / "games" / "marbles"
LOUD = """
from dataclasses import dataclass, replace

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.documents.shapes import WordsDocument
from quarterdeck.prose.languages.english_books import EnglishBooks


class LoudFrame:
    def book(self, book):
        return replace(book, title=book.title.upper(), language="xx")

    def words(self, words):
        return words.upper()


@dataclass(frozen=True)
class LoudBooks(EnglishBooks):
    code: str = "xx"
    name: str = "loud"
    is_of_authors: bool = False

    def frame(self, writer):
        return LoudFrame()

    def check(self, checked):
        found = Findings()
        for document in checked.declared.of_sort("words"):
            if document.shape.words == self.code:
                found.add("QD706", "nothing is loud enough", document.places.value("words"))
        return found

    def shown(self, ruleset, address):
        return super().shown(ruleset, address).upper()


LOUD = LoudBooks()
"""


@pytest.fixture
def loud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    entries = f"[{GROUP}]\nxx = loud_module:LOUD\n"
    install_distribution(tmp_path / "site", "loud", LOUD, entries)


@pytest.fixture
def english_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed_languages, "entry_points", lambda group: [])


def test_each_language_has_its_code_and_a_name_of_its_own() -> None:
    languages = list(book_languages())
    assert [one.code for one in languages] == list(installed_languages.installed_languages())
    assert {"english", "german"} <= {one.name for one in languages}
    assert len({one.name for one in languages}) == len(languages)


@pytest.mark.usefixtures("loud")
def test_an_installed_language_prints_a_book() -> None:
    planned = plan(Ruleset.open(str(MARBLES)), language=book_language("xx"))
    assert (planned.book.language, planned.book.title) == ("xx", "MARBLES")
    assert planned.framed("Appendices") == "APPENDICES"
    assert all(entry.isupper() for entries in planned.index.values() for entry in entries)
    english = plan(Ruleset.open(str(MARBLES)))
    assert [plain(page.section.title) for page in planned.book.pages if page.part == "rules"] == [
        plain(page.section.title) for page in english.book.pages if page.part == "rules"
    ]


@pytest.mark.usefixtures("loud")
def test_an_installed_language_is_a_stage_of_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(MARBLES), "flicking.knock", "--stage", "loud"]) == 0
    assert capsys.readouterr().out.startswith("A MARBLE IS KNOCKED")


def with_words(folder: Path, code: str) -> str:
    game = shutil.copytree(MARBLES, folder / "game")
    (game / "words.yaml").write_text(f"words: {code}\n", "utf-8")
    return str(game)


@pytest.mark.usefixtures("loud")
def test_words_are_checked_by_their_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", with_words(tmp_path, "xx")]) == 1
    assert "nothing is loud enough" in capsys.readouterr().out


def test_words_of_a_language_that_is_not_installed_are_no_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rules can be played where nobody prints that language."""
    assert main(["check", with_words(tmp_path, "xx")]) == 0
    assert "not checked: the language xx is not installed" in capsys.readouterr().out


@pytest.mark.usefixtures("english_alone")
@pytest.mark.parametrize("asked", [("book", "--language", "de"), ("show", "--stage", "german")])
def test_a_language_of_the_project_that_is_missing_is_named_with_its_distribution(
    asked: tuple[str, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    command, option, language = asked
    assert main([command, str(MARBLES), option, language]) == 2
    assert f"the language {language} is not installed: pip install quarterdeck-german" in capsys.readouterr().err


@pytest.mark.usefixtures("english_alone")
def test_an_unknown_language_is_refused_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", str(MARBLES), "--language", "fr"]) == 2
    assert "the language fr is not installed: there are en" in capsys.readouterr().err
    assert main(["show", str(MARBLES), "--stage", "nodse"]) == 2
    assert "there is no stage nodse; did you mean nodes?" in capsys.readouterr().err


def test_a_language_that_cannot_be_imported_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("yy", "there_is_no_such_module:IT", GROUP)
    monkeypatch.setattr(installed_languages, "entry_points", lambda group: [broken])
    with pytest.raises(LanguageError, match="the language yy cannot be imported: ModuleNotFoundError"):
        book_language("yy")
