"""Tables by condition in the editor: rows are renamed, and what a row may say is proposed."""

from __future__ import annotations

import pytest

from quarterdeck.apps.lsp.completion_in_documents import DocumentsReader
from quarterdeck.apps.lsp.open_games import OpenGames
from quarterdeck.apps.lsp.rename import edited, renamed
from quarterdeck.base.text import SourceFile
from quarterdeck.workspace.pipeline.stages import load

FILES = {
    "ruleset.yaml": "ruleset: luck\nlanguage: 1\ntitle: Luck\ndocuments:\n  notebook: {title: Notes}\n"
    "dice: [d6]\nchapters: [throwing]\n",
    "components.yaml": "components: luck\nenums:\n  Mood: {ladder: [glum, calm, merry], many: moods}\n",
    "throwing.rules": 'rules throwing "Throwing" cites "page one"\n\n'
    'define lucky(throw: 1..6) -> 0..9 "the luck of {throw}" apart "it is asked for" = luck.points(throw, calm)\n',
    "luck.yaml": """table_by_condition: luck
title: Luck
chapter: throwing
source: {document: notebook, place: page two}
key: {throw: 1..6, mood: Mood}
gives: {points: 0..9, temper: Mood}
phrase: {points: the points, temper: the temper}
apart: it is asked for
rows:
  low: {throw: ..3, points: throw, temper: glum}
  high: {throw: 4+, mood: [calm, merry], points: 2, temper: mood}
  otherwise: {points: 0, temper: calm}
""",
}


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "luck"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_row_has_another_name_everywhere(game):
    workshop = OpenGames()
    path = game / "luck.yaml"
    seen, desk = workshop.seen(path), workshop.desk_of(path)
    assert seen is not None
    assert desk is not None
    mention = seen.mentions.at(seen.files[path], seen.files[path].text.index("high: {"))
    assert mention is not None
    texts = [edited(seen.files[path], found) for path, found in renamed(workshop, desk, mention, "fine").items()]
    assert texts == [FILES["luck.yaml"].replace("high: {", "fine: {")]


@pytest.mark.parametrize(
    ("text", "among"),
    [
        ("rows:\n  low: {|", "throw mood when points temper"),
        ("rows:\n  low: {mood: |", "glum merry"),
        ("takes: |", "one same sum highest"),
        ("chapter: |", "throwing"),
        ("key: {throw: |", "Mood boolean"),
    ],
)
def test_what_a_row_may_say_is_proposed(game, text, among):
    checked = load(str(game)).checked
    assert checked is not None
    whole = f"table_by_condition: luck\ntitle: Luck\n{text}"
    reader = DocumentsReader(checked.declared, SourceFile("luck.yaml", whole.replace("|", "")), whole.index("|"))
    assert set(among.split()) - {one.text for one in reader.proposals().found} == set()
