"""The evaluator does what the handbook says, sentence by sentence, and knows nothing of the project."""

import ast
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from tests.differential import syntax as s
from tests.differential.catalogue import PAWNS, empty_ruleset, situation
from tests.differential.evaluator import distribution, every_path, limited, play
from tests.differential.generate import Features, number
from tests.differential.printed import expression
from tests.differential.rulesets import unit
from tests.differential.values import Fault, Member, Scene, number_words, rounded, stepped, value_of

RULESET = empty_ruleset()
STATE = situation(Random(1), RULESET)
ANNA = PAWNS[0]
PAWN = s.Local("pawn")


def carried_out(*body, effects=(), faces=(), **fields):
    """Carry a procedure out for Anna, who holds what is said; give how she stands after, and what was told."""
    state = STATE.copy()
    state.fields[ANNA].update(fields)
    rule = s.Procedure("p", (s.Input("pawn", s.ThingType("Pawn")),), body)
    outcome = play(
        replace(RULESET, procedures=(rule, *effects)), state, lambda machine: machine.carry_out("p", (ANNA,)), faces
    )
    return outcome.state.fields[ANNA], outcome.told


def worth(tree):
    return value_of(tree, Scene(RULESET, STATE), {"pawn": ANNA})


def test_only_the_bridge_knows_the_program():
    for path in Path(__file__).parent.glob("*.py"):
        names = [
            name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in [getattr(node, "module", "") or "", *(alias.name for alias in node.names)]
        ]
        assert path.name == "bridge.py" or not any(name.startswith("quarterdeck") for name in names), path


@pytest.mark.parametrize(
    ("old", "change", "bound", "upper", "new"),
    [(5, 3, 6, True, 6), (7, 1, 6, True, 7), (7, -3, 6, True, 4), (2, -3, 0, False, 0), (-2, -1, 0, False, -2)],
)
def test_a_limit_never_moves_what_is_beyond_it(old, change, bound, upper, new):
    assert limited(Fraction(old), Fraction(change), Fraction(bound), upper=upper) == new


def test_a_ladder_ends_where_it_ends_and_a_circle_goes_round():
    assert stepped(Member("Mood", "calm"), 2, RULESET) == Member("Mood", "merry")
    assert stepped(Member("Wind", "north"), -1, RULESET) == Member("Wind", "west")


def test_numbers_are_rounded_and_written_as_the_handbook_says():
    assert [rounded(Fraction(-5, 2), way) for way in ("down", "up", "nearest")] == [-3, -2, -2]
    assert rounded(Fraction(1, 4), "nearest", "tenths") == Fraction(3, 10)
    assert [number_words(Fraction(text)) for text in ("5/3", "-1.25", "0.004", "30")] == ["5/3", "-1.25", "0.004", "30"]


@pytest.mark.parametrize(("empty", "nothing"), [("number", 0), ("truth", False), ("list", ()), ("", None)])
def test_first_of_nothing(empty, nothing):
    never = s.Truth(value=False)
    assert worth(s.Gathered("first", None, "one", s.Things("Pawn"), never, empty=empty)) == nothing
    assert worth(s.Gathered("greatest", number(-1), "one", s.Things("Pawn"), never)) == 0


def test_any_is_false_and_every_is_true_of_nothing():
    none = s.Gathered("all", None, "one", s.Things("Pawn"), s.Truth(value=False))
    assert worth(s.Gathered("every", s.Truth(value=False), "one", none)) is True
    assert worth(s.Gathered("any", s.Truth(value=True), "one", none)) is False


def test_modifiers_change_a_total_in_the_order_of_the_text():
    modifiers = (
        s.Modifier("a", "halved down"),
        s.Modifier("b", "+", number(Fraction(1, 2))),
        s.Modifier("c", "doubled"),
    )
    roll = s.Roll("r", s.Throw(1, 6), number(Fraction(5, 2)), modifiers=modifiers)
    _, told = carried_out(roll, s.Announce((s.Local("r"), " ", s.Local("r.natural"))), faces=(4,))
    assert told == ("7 4",)


def test_modifiers_of_a_roll_may_read_what_the_dice_show():
    lucky = s.Modifier("a", "+", number(3), s.Comparison("=", s.Local("natural"), number(4)))
    unlucky = s.Modifier("b", "-", s.Local("natural"), s.Comparison("<", s.Local("natural"), number(4)))
    roll = s.Roll("r", s.Throw(1, 6), number(5), modifiers=(lucky, unlucky))
    assert [carried_out(roll, s.Announce((s.Local("r"),)), faces=(face,))[1] for face in (4, 3)] == [("12",), ("5",)]


def of_modified(value, *modifiers):
    """Ask a definition of whole numbers whose value is changed."""
    kind = s.NumberType(Fraction(-9), Fraction(9))
    definition = s.Definition("d", (), kind, (s.Case(value),), modifiers=modifiers)
    return value_of(s.Called("d", ()), Scene(replace(RULESET, definitions=(definition,)), STATE), {})


def test_modifiers_of_a_definition_make_of_its_value_what_must_fit():
    halved, most = s.Modifier("a", "halved down"), s.Modifier("b", "at most", number(9))
    assert of_modified(number(Fraction(-5, 2)), halved) == -2
    assert of_modified(number(30), most, s.Modifier("c", "-", number(2))) == 7
    assert of_modified(number(30), s.Modifier("c", "-", number(2)), most) == 9
    with pytest.raises(Fault, match="does not fit"):
        of_modified(number(9), s.Modifier("c", "doubled"))


def test_the_amount_of_a_modifier_is_asked_only_where_it_holds():
    nothing = s.Arithmetic("/", number(6), number(0))
    assert of_modified(number(2), s.Modifier("a", "+", nothing, s.Truth(value=False))) == 2


def test_a_number_that_belongs_to_dice_is_added_each_time_and_not_natural():
    roll = s.Roll("r", s.Throw(2, 6, plus=1, times=number(2)))
    _, told = carried_out(roll, s.Announce((s.Local("r"), " ", s.Local("r.natural"))), faces=(1, 2, 3, 4))
    assert told == ("12 10",)


@pytest.mark.parametrize(("faces", "successes"), [((6, 6, 6), 3), ((6, 1), 1), ((1,), 0), ((5, 5), 0)])
def test_again_counts_tries_whether_they_succeed_or_not(faces, successes):
    naturals = (s.Natural(6, success=True, again=number(3)), s.Natural(5, success=False, again=number(2)))
    check = s.Roll("c", s.Throw(1, 6), success=s.Comparison(">", s.Local("total"), number(5)), naturals=naturals)
    _, told = carried_out(check, s.Announce((s.Local("c.successes"),)), faces=faces)
    assert told == (str(successes),)


def test_a_loop_passes_over_what_has_left_play():
    others = s.Comparison("is not", s.Local("other"), s.Local("token"))
    inner = s.ForEach("other", s.Things("Token"), (s.Remove(s.Local("other")),), others)
    _, told = carried_out(s.ForEach("token", s.Things("Token"), (s.Announce(("turn",)), inner)))
    assert told == ("turn",)


def test_procedures_read_the_state_before_a_span_and_effects_the_state_after():
    wet = s.FieldOf(PAWN, "wet")
    effect = s.Procedure(
        "e", (s.Input("pawn", s.ThingType("Pawn")),), (s.Add(number(1), wet), s.Announce((wet,))), effect=True
    )
    body = (s.Do("e", (PAWN,)), s.Announce((wet,)), s.Guarded(s.Finish(), s.Truth(value=True)))
    fields, told = carried_out(
        s.ForEach("one", s.Things("Side"), body, at_once=True), effects=(effect,), wet=Fraction(4)
    )
    assert (fields["wet"], told) == (5, ("5", "4"))


def test_what_leaves_its_range_is_a_fault():
    with pytest.raises(Fault, match="does not fit"):
        carried_out(s.Add(number(1), s.FieldOf(PAWN, "wet")), wet=Fraction(9))
    with pytest.raises(Fault, match="not whole"):
        carried_out(s.Repeat(number(Fraction(5, 2)), (s.Announce(("round",)),)))


def test_every_path_of_the_dice_is_gone_once_and_chances_add_up():
    roll = s.Roll("r", s.Throw(2, 6))
    total = s.Extreme("least", (number(9), s.Local("r")))
    body = (roll, s.Set(s.FieldOf(PAWN, "wet"), total))
    rule = s.Procedure("p", (s.Input("pawn", s.ThingType("Pawn")),), body)
    ruleset = replace(RULESET, procedures=(rule,))
    outcomes = every_path(ruleset, STATE, lambda machine: machine.carry_out("p", (ANNA,)), 100)
    chances = distribution(outcomes, lambda state: state.fields[ANNA]["wet"])
    assert len({outcome.faces for outcome in outcomes}) == 36
    assert sum(chances.values()) == 1
    assert (chances[Fraction(7)], chances[Fraction(9)]) == (Fraction(1, 6), Fraction(10, 36))


def test_brackets_stand_where_they_are_needed_and_nowhere_else():
    one, two, three = number(1), number(2), number(3)
    minus = s.Arithmetic("-", three, s.Arithmetic("-", two, one))
    assert expression(minus, RULESET) == "3 - (2 - 1)"
    assert expression(s.Rounded(s.Arithmetic("/", minus, two), "down"), RULESET) == "(3 - (2 - 1)) / 2 rounded down"
    assert expression(s.Not(s.Joined("or", (s.Odd(one), s.Odd(two)))), RULESET) == "not (odd(1) or odd(2))"


def test_a_unit_is_the_same_whenever_it_is_made():
    assert unit(3, 14, Features()) == unit(3, 14, Features())
