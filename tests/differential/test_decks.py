"""The evaluator does to decks what the handbook says, sentence by sentence."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.differential import syntax as s
from tests.differential.catalogue import PAWNS
from tests.differential.decks import Forbidden, Pile
from tests.differential.evaluator import every_path
from tests.differential.generate import Features, number
from tests.differential.printed import files
from tests.differential.rulesets import assemble, unit
from tests.differential.test_evaluator import RULESET, STATE

ANNA = PAWNS[0]
HEAP = s.Deck(s.Local("pawn"), "heap")
PILE = Pile((("glum", 1), ("calm", 2), ("merry", 0)), capacity=4, room=2)


def chances(pile, *body):
    """Give the chances of what is told after Anna, with such a heap, has done something."""
    state = STATE.copy()
    state.fields[ANNA]["heap"] = pile
    rule = s.Procedure("p", (s.Input("pawn", s.ThingType("Pawn")),), body)
    ruleset = replace(RULESET, procedures=(rule,))
    outcomes = every_path(ruleset, state, lambda machine: machine.carry_out("p", (ANNA,)), 500)
    found: dict[tuple[str, ...], Fraction] = {}
    for outcome in outcomes:
        key = (*outcome.told, *([outcome.forbidden] if outcome.forbidden else []))
        found[key] = found.get(key, Fraction()) + outcome.chance
    return found


def told(*names):
    return s.Announce(tuple(part for name in names for part in (s.Local(name), " "))[:-1])


def draw(name, *, or_none=False):
    return s.Draw(name, HEAP, or_none=or_none)


def peek(name, most):
    return s.Peek(name, s.FieldOf(s.Local("pawn"), "side"), HEAP, number(most))


def test_what_is_drawn_is_not_put_back():
    assert chances(PILE, draw("one"), draw("other"), told("one", "other")) == {
        ("glum calm",): Fraction(1, 3),
        ("calm glum",): Fraction(1, 3),
        ("calm calm",): Fraction(1, 3),
    }


def test_a_draw_from_nothing_is_none_or_forbidden():
    assert chances(PILE.emptied(), draw("one", or_none=True), told("one")) == {("none",): Fraction(1)}
    assert chances(PILE.emptied(), draw("one"), told("one")) == {("nothing is left",): Fraction(1)}


def test_what_was_looked_at_comes_next_and_a_shuffle_forgets_it():
    looked = chances(PILE, peek("seen", 1), draw("one"), told("seen", "one"))
    assert looked == {("glum glum",): Fraction(1, 3), ("calm calm",): Fraction(2, 3)}
    shuffled = chances(PILE, peek("seen", 1), s.Shuffle(HEAP), draw("one"), told("seen", "one"))
    assert shuffled[("glum calm",)] == Fraction(1, 3) * Fraction(2, 3)


def test_what_is_put_in_lies_below_what_is_known_and_what_is_taken_is_taken_from_there():
    known = replace(PILE, known=("calm",))
    assert known.changed("merry", 1).drawn(lambda cards: cards[0])[0] == "calm"
    assert known.without("calm").known == ()
    assert known.without("glum").known == ("calm",)


def test_no_more_is_seen_than_there_is():
    two = replace(PILE, counts=(("glum", 1), ("calm", 0), ("merry", 0)))
    assert two.looked_at(2, lambda cards: cards[0])[0] == ("glum",)


@pytest.mark.parametrize(
    "done",
    [lambda: PILE.without("merry"), lambda: PILE.changed("calm", 3), lambda: PILE.with_all_of(PILE.changed("calm", 1))],
)
def test_what_is_not_there_and_what_has_no_room(done):
    with pytest.raises(Forbidden):
        done()


def test_random_rules_do_everything_to_decks():
    units = (unit(1, number_of_unit, Features()) for number_of_unit in range(400))
    text = "".join(files(assemble([one]))["rules/probe.rules"] for one in units)
    for words in ("draw ", ", or none", "in secret by", "peek ", "shuffle ", " into game.pool", "copies(", "cards("):
        assert words in text, words
