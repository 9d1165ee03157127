"""What may be written next, and the canonical text; also where the text does not parse yet."""

from __future__ import annotations

import pytest

from quarterdeck.apps.lsp.responses import changed_lines
from quarterdeck.base.text import SourceFile
from quarterdeck.language.syntax.printer import format_file

THROWING = "snowballs/rules/throwing.rules"
QUESTIONS = "snowballs/questions.yaml"
ARMS = "long_arms/arms.rules"


def proposed(editor, path, text):
    """Give what is proposed where `|` stands in a text of an open file, and what it would stand for."""
    found = text.replace("|", "", 1)
    editor.change(path, found, wait=False)
    place = {"textDocument": {"uri": editor.uri(path)}, "position": place_of(text)}
    answer = editor.ask("textDocument/completion", **place)
    return [one["label"] for one in answer["items"]] if answer else None


def place_of(text):
    before = text[: text.index("|")]
    return {"line": before.count("\n"), "character": len(before.rpartition("\n")[2].encode("utf-16-le")) // 2}


@pytest.fixture(scope="module")
def throwing(editor):
    """Open a file for all tests of this module; give its text."""
    editor.open(THROWING)
    whole = editor.text(THROWING)
    yield whole
    editor.close(THROWING)


@pytest.fixture
def writing(editor, throwing):
    """Give a function that writes a line at the end of the file and asks what may stand at `|` in it."""
    return lambda text: proposed(editor, THROWING, f"{throwing}\n{text}")


@pytest.fixture
def tidy(editor, throwing):
    """Have the file as it is on the disk."""
    editor.change(THROWING, throwing)
    return throwing


HEAP = 'procedure heap(child: Child) "heap"\n    '
RULE = 'define much(child: Child, range: paces) -> 0..9 "much" =\n    '


@pytest.mark.parametrize(
    ("text", "among", "not_among"),
    [
        (RULE + "child.|", "mood arm layers", "frost otherwise"),
        (RULE + "child.mo|", "mood", "arm"),
        (RULE + "child.side.|", "keenness plan", "mood"),
        (RULE + "game.|", "frost snow turn", "mood"),
        (RULE + "|", "child range reach high_walls splashes greatest merry otherwise", "mood wet amend"),
        (RULE + "ra|", "range", "child"),
        (RULE + "children where |", "child children", "mood"),
        (HEAP + "check pat on d6\n        success when total >= 4\n    set child.wet to pat.|", "total", "mood"),
        (HEAP + "for each friend in children\n        set friend.|", "mood", "keenness"),
        ('procedure heap(child: Child) "heap"\n    announce "{child} is {child.|}"', "mood", "otherwise"),
        ("define much(child: |", "Child Mood paces boolean hex", "otherwise"),
        ("define much(child: Child) -> |", "Mood paces", "otherwise"),
        ("option much: boolean = no \"much\" ruling |", "S1 S3", "Child"),
        ("def|", "define", "procedure"),
        ("|", "define procedure effect option", "child"),
        (RULE + "reach(child) + 2 # |", "", "child"),
        ('define much(child: Child) -> 0..9 "the |', "", "child"),
    ],
)  # fmt: skip
def test_what_is_known_at_a_place_is_proposed(writing, text, among, not_among):
    found = writing(text)
    assert set(among.split()) - set(found) == set()
    assert set(not_among.split()) & set(found) == set()


def test_the_nearest_comes_first(writing):
    assert writing(RULE + "|")[:2] == ["child", "range"]


@pytest.mark.usefixtures("tidy")
def test_amendments_are_offered_the_addresses_of_their_sort(editor):
    editor.open(ARMS)
    whole = editor.text(ARMS)
    found = proposed(editor, ARMS, whole + "\namend modifier throwing.throw.|")
    assert "throwing.throw.aim.far" in found
    assert all(one.startswith("throwing.throw") for one in found)
    assert "splashes.1-2" in proposed(editor, ARMS, whole + "\namend row spl|")
    assert {"throwing.throw.aim.", "throwing.reach."} <= set(proposed(editor, ARMS, whole + "\nadd modifier |"))
    assert "throwing.throw.aim" in proposed(editor, ARMS, whole + "\nadd statement after throwing.throw.|")
    assert "amend" in proposed(editor, ARMS, whole + "\nam|")
    editor.close(ARMS)


@pytest.fixture(scope="module")
def written(editor):
    """Open a new document for all tests of this module."""
    path = "snowballs/tables/written.yaml"
    editor.open(path, "table: t\n")
    yield path
    editor.close(path)


@pytest.mark.parametrize(
    ("text", "among", "not_among"),
    [
        ("|", "table roster scenario questions", "rows"),
        ("table: t\n|", "title key rows columns given", "roster"),
        ("table: t\ngives: |", "Mood paces boolean", "title"),
        ("table: t\nsource: {|", "document place kind", "rows"),
        ("table: t\nbetween_rows: |", "", "title"),
        ("questions:\n  - question: a\n    |", "of title given things show", "rows"),
        ("questions:\n  - question: a\n    of: throwing.|", "throwing.throw throwing.reach", "snow.pack"),
        ("questions:\n  - question: a\n    of: throwing.throw\n    given: {|", "child target range balls", "title"),
        ("questions:\n  - question: a\n    options: {|", "high_walls", "title"),
        ("questions:\n  - question: a\n    options: {high_walls: |", "yes no", "title"),
        ("questions:\n  - question: a\n    things:\n      Anna: {kind: Child, |", "mood arm", "keenness"),
        ("questions:\n  - question: a\n    things:\n      Anna: {kind: |", "Child Side", "mood"),
        ("questions:\n  - question: a\n    things:\n      Anna: {mood: |", "glum calm merry", "Child"),
        ("components: c\nkinds:\n  Child:\n    |", "one many fields owner capacity", "type"),
        ("components: c\nkinds:\n  Child:\n    fields:\n      thumb: {|", "type words start", "capacity_of"),
        ("table: t # |", "", "title"),
    ],
)
def test_keys_and_values_of_documents_are_proposed(editor, written, text, among, not_among):
    found = proposed(editor, written, text)
    assert set(among.split()) - set(found) == set()
    assert set(not_among.split()) & set(found) == set()


def test_what_stands_at_the_end_of_a_very_long_line_is_answered(writing):
    assert writing(RULE + "(" * 5000 + "child.mo|") == ["mood"]
    assert writing("x" * 100_000 + " |") is not None


# --- the canonical text


def test_a_file_is_formatted_as_fmt_writes_it(editor, tidy):
    untidy = tidy.replace("    when ammunition(child) = 0", "    when   ammunition( child )=0", 1).replace(
        "reaches[child.mood,", "reaches[ child.mood  ,", 1
    )
    editor.change(THROWING, untidy)
    ask = {"textDocument": {"uri": editor.uri(THROWING)}, "options": {"tabSize": 4, "insertSpaces": True}}
    (edit,) = editor.ask("textDocument/formatting", **ask)
    lines = untidy.split("\n")
    first, last = edit["range"]["start"], edit["range"]["end"]
    assert (first["character"], last["character"]) == (0, 0)
    mended = "\n".join(lines[: first["line"]]) + "\n" + edit["newText"] + "\n".join(lines[last["line"] :])
    assert mended == format_file(SourceFile("throwing.rules", untidy)) == tidy
    assert first["line"] >= 8
    editor.change(THROWING, tidy)
    assert editor.ask("textDocument/formatting", **ask) == []


def test_what_cannot_be_parsed_keeps_its_text(editor):
    editor.open("alone.rules", "rules alone\n\noption   a 0..9 =\n")
    ask = {"textDocument": {"uri": editor.uri("alone.rules")}, "options": {"tabSize": 4, "insertSpaces": True}}
    assert editor.ask("textDocument/formatting", **ask) == []
    editor.close("alone.rules")


def test_documents_of_yaml_are_left_to_other_formatters(editor):
    editor.open(QUESTIONS)
    ask = {"textDocument": {"uri": editor.uri(QUESTIONS)}, "options": {"tabSize": 4, "insertSpaces": True}}
    assert editor.ask("textDocument/formatting", **ask) is None
    editor.close(QUESTIONS)


@pytest.mark.parametrize(
    ("before", "after"),
    [("a\nb\nc\n", "a\nx\nc\n"), ("", "a\n"), ("a\n", ""), ("a\na\na\n", "a\na\n"), ("a", "a\n"), ("a\nb", "b")],
)
def test_only_lines_that_differ_are_changed(before, after):
    file = SourceFile("a", before)
    span, text = changed_lines(file, after)
    assert before[: span.start] + text + before[span.end :] == after
