"""Slips in house rules are found on their own line, with what was meant, and never in the ruleset below.

`SLIPS_SEED=...` begins a soak with another seed; `python -m tests.language.slips.finding NAME` lists what is found
elsewhere.
"""

import os
import time
from collections import Counter

import pytest

from quarterdeck.analysis.trial.cases import cases_in, cases_of
from quarterdeck.base.findings.printer import as_text
from quarterdeck.workspace.pipeline.stages import load
from tests.language.slips.finding import BELOW, BESIDE, HOUSE_RULES, ON_ITS_LINE, ROOT, UNSEEN, Trial, some_slips
from tests.language.slips.making import slips_of

SEED = int(os.environ.get("SLIPS_SEED", time.strftime("%Y%m%d")))
GATE, SOAK = 24, 200
SNOWBALLS = str(ROOT / "tests" / "games" / "snowballs")


def outcomes(name, folder, first, seed):
    """Give how many slips were found where, and those that were not found on their own line."""
    counted: Counter[str] = Counter()
    told = []
    for slip, found, outcome in some_slips(Trial(name, folder), first, seed):
        counted[outcome] += 1
        if outcome != ON_ITS_LINE:
            first_told = f"{found[0].code} {found[0].span.file.path}:{found[0].span.line}" if found else ""
            told.append(f"{slip}: {outcome} {first_told}")
    return counted, told


def judge(counted, told):
    """See that nothing is missed or blamed on the ruleset below, and nearly all is found on its line.

    A word that holds a definition together, or names what others speak of, may show in the line before or behind.
    """
    print(counted)
    assert counted[BELOW] == counted[UNSEEN] == 0, "\n".join(told)
    assert 20 * counted[BESIDE] <= counted.total(), "\n".join(told)


@pytest.mark.slow
def test_slips_in_a_house_rule_are_found_on_their_own_line(tmp_path):
    judge(*outcomes("snowballs", tmp_path, GATE, 2))


@pytest.mark.soak
@pytest.mark.parametrize("name", HOUSE_RULES)
def test_many_slips_in_house_rules_are_found_on_their_own_line(name, tmp_path):
    judge(*outcomes(name, tmp_path, SOAK, SEED))


def test_slips_of_all_sorts_are_made(tmp_path):
    sorts = Counter(slip.sort for slip in Trial("snowballs", tmp_path).slips())
    assert len(sorts) >= 9
    assert sorts["a misspelt name"] > 100
    assert sorts["a misspelt key"] > 100
    text = "define f(child: Child) -> boolean = yes\n"
    assert {slip.new for slip in slips_of("x.rules", text)} >= {"true", "True", "bool", "Chld", "child"}


# --- what misled somebody


@pytest.fixture
def party(tmp_path):
    return Trial("snowballs", tmp_path)


def one(trial, name, old, new):
    """Write something else into a file of the house rule; give the only finding, and see that it stands there."""
    path, text = trial.own / name, trial.texts[name]
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    (finding,) = trial.findings()
    assert finding.span.file.path == f"{trial.own.name}/{name}"
    assert finding.span.line == text[: text.index(old)].count("\n") + 1
    return finding


def test_a_value_of_a_roster_is_wrong_in_the_roster_and_nowhere_else(party):
    finding = one(party, "brave.yaml", "bravery: 1", "bravery: yes")
    assert finding.code == "QD605"


def test_a_question_about_a_rule_that_is_not_there_is_a_finding(party):
    finding = one(party, "questions.yaml", "of: party.drink", "of: party.drnk")
    assert (finding.code, finding.hint) == ("QD601", "did you mean `party.drink`?")


@pytest.mark.parametrize(
    ("new", "said"),
    [("of: turn.snow", "`turn.snow` is not a rule"), ("of: drink", "`drink` is only a part of it")],
)
def test_a_question_asks_about_one_rule_by_its_whole_address(new, said, party):
    assert said in one(party, "questions.yaml", "of: party.drink", new).message


def test_an_answer_to_a_choice_that_nobody_makes_is_a_finding(party):
    finding = one(party, "questions.yaml", "choices: {sips: 1}", "choices: {sip: 1}")
    assert finding.hint == "did you mean `sips`?"


def test_a_word_is_no_answer_to_a_choice_of_numbers(party):
    assert "`many`" in one(party, "questions.yaml", "choices: {sips: 1}", "choices: {sips: many}").message


def test_a_ruling_names_an_option_that_there_is_whatever_another_house_rule_takes_away(party):
    finding = one(party, "rulings.yaml", "option: party_hats", "option: partyhats")
    assert finding.hint == "did you mean `party_hats`?"


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("hat_warmth[child.hat, game.frost]", "hat_warmth[child.hat, frost]", "did you mean `game.frost`?"),
        ("set cup.holder to none", "set cup.holder to null", "did you mean `none`?"),
    ],
)
def test_what_is_said_of_the_game_and_what_other_languages_say_is_hinted(old, new, hint, party):
    assert one(party, "party.rules", old, new).hint == hint


def test_a_kind_that_is_nearly_another_is_that_kind_and_nothing_else_is_blamed(party):
    finding = one(party, "components.yaml", "  Child:\n", "  Chld:\n")
    assert (finding.code, finding.hint.split("?")[0]) == ("QD310", "did you mean `Child`")


def test_a_house_rule_may_come_behind_one_that_is_not_here(party):
    (party.own / "variant.yaml").write_text(party.texts["variant.yaml"] + "after: [sledging]\n", "utf-8")
    assert party.findings() == []


def test_examples_of_a_phase_that_a_house_rule_takes_away_are_gone_with_it(tmp_path):
    head = "variant: quick\nextends: easyships\ntitle: x\nsource: {document: easyships, place: X, kind: house}\n"
    (tmp_path / "quick").mkdir()
    (tmp_path / "quick" / "variant.yaml").write_text(head, "utf-8")
    (tmp_path / "quick" / "quick.rules").write_text("remove phase turn.initiative\n", "utf-8")
    loaded = load(f"easyships+{tmp_path / 'quick'}")
    assert all(finding.span.file.path.startswith("quick/") for finding in loaded.findings), as_text(loaded.findings)
    assert loaded.declared is not None
    assert "turn.initiative" in {case.of for case in cases_in(loaded.declared.documents)}
    assert "turn.initiative" not in {case.of for case in cases_of(loaded.declared)}


def test_what_is_nearly_the_name_of_another_is_asked_about(party):
    (party.own / "variant.yaml").write_text(party.texts["variant.yaml"] + "after: [leage]\n", "utf-8")
    (finding,) = party.findings()
    assert (finding.code, finding.hint) == ("QD505", "did you mean `league`?")


def test_where_components_of_a_house_rule_are_no_yaml_nothing_else_is_blamed(party):
    (party.own / "components.yaml").write_text(party.texts["components.yaml"].replace("kinds:", "kinds: ["), "utf-8")
    assert [finding.code for finding in party.findings()] == ["QD201"]
