"""What commands do, programs can do as well, with the same results."""

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck import api
from quarterdeck.apps.cli.main import main
from quarterdeck.base.plain_data import record_as_data

GAME = "tests/games/snowballs"


def printed(capsys, *arguments: str):
    """Give what a command prints as JSON."""
    code = main([*arguments, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert code in (0, 1)
    return found


def as_json(record: object):
    return json.loads(json.dumps(record_as_data(record)))


@pytest.fixture
def ruleset():
    return api.Ruleset.open(GAME)


def test_examples_run_as_by_the_command(ruleset, capsys):
    found = api.run_examples(ruleset)
    assert found.examples
    assert all(one.good for one in found.examples)
    assert as_json(found) == printed(capsys, "test", GAME)


def test_examples_are_searched_and_measured(ruleset, capsys):
    name = api.run_examples(ruleset).examples[0].example
    found = api.run_examples(ruleset, search=name, coverage=True)
    assert found.coverage is not None
    assert found.coverage.survivors
    assert as_json(found) == printed(capsys, "test", GAME, "--search", name, "--coverage")


def test_things_are_exported_as_by_the_command(ruleset, capsys):
    found = api.export_things(ruleset)
    assert found.things
    assert as_json(found) == printed(capsys, "export", GAME, "--things")


def test_the_luck_of_a_journal_is_that_of_the_command(ruleset, capsys, tmp_path):
    journal = tmp_path / "game.jsonl"
    api.play(ruleset, "cousins", sides=["bot"], save=journal)
    found = api.open_journal(journal).luck()
    assert found.rolls
    assert as_json(found) == printed(capsys, "luck", str(journal))


@pytest.mark.parametrize("written", ["QD203", "qd203", "203"])
def test_a_code_is_explained_as_by_the_command(capsys, written):
    assert as_json(api.explain(written)) == printed(capsys, "explain", "QD203")


def test_an_unknown_code_is_refused_with_similar_ones():
    with pytest.raises(api.UnknownError, match="similar codes: QD"):
        api.explain("QD2O3")


def test_rules_are_formatted_as_by_the_command(tmp_path):
    file = tmp_path / "some.rules"
    file.write_text('rules some "Some"\n\ndefine far->0..9 "far"=2+( 3 )\n', "utf-8")
    text = api.format_rules(file.read_text("utf-8"))
    assert main(["fmt", str(file)]) == 0
    assert text == file.read_text("utf-8") != 'rules some "Some"\n\ndefine far->0..9 "far"=2+( 3 )\n'
    assert api.format_rules(text) == text
    with pytest.raises(api.RefusedError, match="a definition needs a type"):
        api.format_rules("define far = = 2\n")


def test_a_rule_is_worded_as_in_the_book(ruleset, capsys):
    address = next(address for address, rule in ruleset.declared.rules.items() if rule.sort == "procedure")
    words = api.rule_in_english(ruleset, address)
    assert main(["show", GAME, address, "--stage", "english"]) == 0
    assert words.strip() in capsys.readouterr().out
    with pytest.raises(api.UnknownError, match="no_such_rule"):
        api.rule_in_english(ruleset, "no_such_rule")


def test_a_variant_is_accepted_as_by_the_command(tmp_path, monkeypatch, capsys):
    folder = shutil.copytree(Path(GAME), tmp_path / "snowballs")
    monkeypatch.chdir(tmp_path)
    begun = api.new_variant(Path("slush"), str(folder), "Slush")
    rule = next(iter(api.Ruleset.open(str(folder)).declared.rules))
    api.amend(begun.game, rule)
    locks = api.accept(begun.game)
    assert [lock.accepted for lock in locks if lock.variant == "slush"]
    first = Path(locks[0].lock).read_bytes()
    assert printed(capsys, "accept", begun.game) == as_json(locks)
    assert Path(locks[0].lock).read_bytes() == first


def test_there_may_be_nothing_to_accept():
    with pytest.raises(api.NothingToAcceptError, match="no variant is named"):
        api.accept("tests/games/regatta")
