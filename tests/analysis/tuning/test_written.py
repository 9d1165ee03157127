"""A value that is written into a variant means what the varied ruleset means, wherever the number stands."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from quarterdeck.analysis.scaffold.amending import laid_with
from quarterdeck.analysis.scaffold.number_edits import change_of, refuse_to_write, write_value
from quarterdeck.analysis.tuning.tune import number_of
from quarterdeck.api import DraftRefusedError, Ruleset, amend, check, new_variant
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.meaning.fingerprint import fingerprints
from quarterdeck.workspace.alterations.altered_ruleset import ValueRefusedError, VariedRuleset
from quarterdeck.workspace.alterations.numbers import numbers_in

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Begin a variant `own` beside a copy of the small game."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAMES / "snowballs", "snowballs")
    new_variant(Path("own"), "snowballs")
    return Path("own")


def varied(ruleset: Ruleset, name: str, by: int) -> VariedRuleset:
    number = number_of(ruleset, name)
    return VariedRuleset.of(ruleset, number, number.value + by * number.step)


def test_what_is_written_for_any_number_means_the_same(own):
    """Of settings, and of every third number that may be a step higher or lower; laid without writing it."""
    ruleset = Ruleset.open("snowballs+own")
    variant, base, seen = ruleset.loaded.variants["own"], ruleset.loaded.base, Counter[str]()
    assert base is not None
    numbers = numbers_in(ruleset.declared, base)
    for number in [*numbers[::3], *(one for one in numbers if one.is_setting)]:
        for by in (number.step, -number.step):
            try:
                other = VariedRuleset.of(ruleset, number, number.value + by)
            except ValueRefusedError:
                continue
            findings = Findings()
            laid = laid_with(ruleset, variant, change_of(other, variant), findings)
            assert not findings, number.name
            assert fingerprints(laid) == fingerprints(other.declared), number.name
            seen[number.holder[0]] += 1
            break
    assert {"rule", "table", "constant", "option"} <= set(seen)
    assert sum(seen.values()) > 25


def test_what_was_written_is_read_again_and_written_over_in_its_place(own):
    draft = write_value(varied(Ruleset.open("snowballs+own"), "aim.steady", 1))
    assert (draft.file, draft.line) == (own / "own.rules", 1)
    assert draft.text == draft.file.read_text()
    assert "amend modifier throwing.throw.aim.steady: +2" in draft.text
    ruleset = Ruleset.open("snowballs+own")
    assert not check("snowballs+own").findings
    assert number_of(ruleset, "aim.steady").value == 2
    (own / "own.rules").write_text("# mine\n" + draft.text + "\n# no more\n")
    again = write_value(varied(Ruleset.open("snowballs+own"), "aim.steady", -5))
    assert again.line == 2
    assert (own / "own.rules").read_text() == "# mine\n" + draft.text.replace("+2", "-3") + "\n# no more\n"
    assert number_of(Ruleset.open("snowballs+own"), "aim.steady").value == -3


def test_a_constant_and_an_option_are_written_and_written_over(own):
    for value in (1, 2):
        write_value(varied(Ruleset.open("snowballs+own"), "Game.frost", 1))
        assert number_of(Ruleset.open("snowballs+own"), "Game.frost").value == 2 + value
    assert "frost" in (own / "components.yaml").read_text()
    assert not check("snowballs+own").findings


def test_nothing_is_written_without_a_variant_or_where_it_amends_the_whole(own):
    ruleset = Ruleset.open("snowballs")
    with pytest.raises(DraftRefusedError, match="name the variant"):
        refuse_to_write(ruleset, number_of(ruleset, "aim.steady"))
    amend("snowballs+own", "throwing.throw.aim.steady")
    rules = (own / "own.rules").read_text()
    ruleset = Ruleset.open("snowballs+own")
    with pytest.raises(DraftRefusedError, match="a part of"):
        refuse_to_write(ruleset, number_of(ruleset, "throwing.throw.aim#1"))
    with pytest.raises(DraftRefusedError, match="a part of"):
        write_value(varied(ruleset, "throwing.throw.aim#1", 1))
    assert (own / "own.rules").read_text() == rules
