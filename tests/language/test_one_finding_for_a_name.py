"""A name that stands for nothing is one finding, in however many places it is written."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.checkup import check
from quarterdeck.base.findings.printer import as_text

GAME = Path(__file__).parents[1] / "games" / "snowballs"
RULES = 'rules more "More" cites "page three"\n\n'


def found_in(tmp_path, changes, more=""):
    game = shutil.copytree(GAME, tmp_path / "snowballs")
    for path in [*game.rglob("*.rules"), *(game / "tables").glob("*.yaml"), *(game / "scenarios").glob("*.yaml")]:
        text = path.read_text("utf-8")
        for old, new in changes:
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
    if more:
        (game / "rules" / "more.rules").write_text(RULES + more, "utf-8")
    return [one for one in check(str(game)).findings if one.is_fault]


@pytest.mark.parametrize(
    ("changes", "more", "words"),
    [
        ([("child.wet", "child.weet")], "", "there is no field of Child `weet`"),
        (
            [("do shiver(", "do shifer(")],
            "procedure run_on(child: Child)\n    do shifer(child)\n",
            "no rule `shifer`",
        ),
        ([], "".join(f"define m{n}(one: Elf) -> 0..1 = 1\n" for n in range(5)), "no kind, enum or unit `Elf`"),
        ([], "".join(f"define m{n} -> 0..1 miles = 1\n" for n in range(5)), "there is no unit `miles`"),
        ([("like: Ben", "like: Bne"), ("like: Clara", "like: Bne")], "", "no roster knows `Bne`"),
    ],
)
def test_a_name_that_stands_for_nothing_is_one_finding(tmp_path, changes, more, words):
    (finding,) = found_in(tmp_path, changes, more)
    assert words in finding.message
    places = [one.span for one in finding.at_each_place]
    assert len(places) > 1
    assert len({span.text for span in places}) == 1


def test_a_few_places_are_shown_and_the_others_counted(tmp_path):
    (finding,) = found_in(tmp_path, [], "".join(f"define m{n}(one: Elf) -> 0..1 = 1\n" for n in range(9)))
    text = as_text([finding])
    assert text.count("here, too") == 3
    assert "= and in 5 more places" in text


def test_two_names_are_two_findings(tmp_path):
    found = found_in(tmp_path, [], "define a(one: Elf) -> 0..1 = 1\ndefine b(one: Dwarf) -> 0..1 = 1\n")
    assert len(found) == 2


BEFORE = "define it before that block, or use it inside"
HINTS = {
    '    let many = size(children)\n    announce "{many}"\n': "the number of its items is `count(children)`",
    '    when child.wet > 3\n        let worse = 2\n    announce "{worse}"\n': BEFORE,
    '    for each wall in walls\n        roll odd on d6\n    announce "{odd}"\n': BEFORE,
    '    announce "{zzyx}"\n    let zzyx = 2\n': "",
}


@pytest.mark.parametrize("body", HINTS)
def test_a_hint_says_what_may_be_meant(tmp_path, body):
    found = found_in(tmp_path, [], f'procedure act(child: Child) "{{child}} acts"\n{body}')
    assert [one.hint for one in found if one.code in ("QD310", "QD392")] == [HINTS[body]]


def test_keys_of_one_entry_are_one_finding(tmp_path):
    game = shutil.copytree(GAME, tmp_path / "snowballs")
    (game / "more.yaml").write_text("table: more\nsource: {document: rules, place: p, qqq: 1, zzz: 2}\n", "utf-8")
    found = {one.code: one for one in check(str(game)).findings if one.span.file.path.endswith("more.yaml")}
    assert found["QD205"].message == "`title`, `key` and `rows` are missing"
    assert found["QD203"].message == "`qqq` and `zzz` are not keys here"
    assert len([*found["QD203"].at_each_place]) == 2
