"""What gatherings give, worked out in a situation of the language's own small ruleset."""

from pathlib import Path

import pytest

from quarterdeck.api import Facts, Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.workspace.ruleset.rule_question import asked

BASE = Path(__file__).parents[1] / "language" / "base"
THINGS = {
    "Ada": {"kind": "Child", "side": "one", "place": [3, 3]},
    "Bo": {"kind": "Child", "side": "one", "place": [3, 4]},
    "Cy": {"kind": "Child", "side": "other", "place": [6, 6]},
}


@pytest.fixture(scope="module")
def value():
    """Give the value of an expression among three children."""
    ruleset, findings = Ruleset.open(str(BASE)), Findings()
    rule = next(a for a, r in ruleset.declared.rules.items() if [str(p.type) for p in r.parameters] == ["Child"])
    name = ruleset.declared.rules[rule].parameters[0].name
    question = asked(ruleset, rule, Facts({name: "Ada"}, THINGS, {}, {}), findings)
    assert question is not None, as_text(findings)

    def value(text):
        shown = question.asking.shown(rule, text, question.arguments, question.situation, findings)
        assert shown is not None, as_text(findings)
        return shown.value(question.situation.state)

    return value


def test_all_makes_one_list_of_lists(value):
    assert value("count(all(neighbours(x.place) for x in children))") == 18
    assert value("count(all(neighbours(x.place) for x in children where x.place is not Cy.place))") == 12
    assert value("meets(all(neighbours(x.place) for x in children), neighbours(Cy.place))")


def test_all_keeps_the_order_of_the_list_and_what_is_there_twice(value):
    assert value("all(x.place for x in children)") == [value("Ada.place"), value("Bo.place"), value("Cy.place")]
    assert value("all(x.side for x in children)")[0] == value("all(x.side for x in children)")[1]


def test_the_least_and_the_greatest_of_fractions_are_exact(value):
    assert value("least(7 / 2, 10 / 3) * 3 = 10")
    assert value("greatest(7 / 2, 10 / 3, 2) * 2 = 7")
    assert value("(least(Ada.snowballs / 2, 10 / 3) rounded up) = 2")


def test_the_first_in_an_order_may_give_a_value(value):
    assert value("first(x.place for x in children, highest distance(x.place, Ada.place) first)") == value("Cy.place")
    assert value("first(distance(x.place, Cy.place) for x in children, lowest distance(x.place, Bo.place) first)") == (
        value("distance(Bo.place, Cy.place)")
    )


def test_a_list_of_numbers_is_kept_in_the_finest_steps_that_one_of_them_needs(value):
    assert value("[1, 2.5, 0.25]") == (100, 250, 25)
