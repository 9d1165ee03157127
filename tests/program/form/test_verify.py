"""The verifier finds what does not fit together, each fault with its place; and what is lowered and passed has none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import NOWHERE as AT
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import BOOLEAN, Number, Ratio
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Routine
from quarterdeck.program.form.program import Phase, PhaseGraph, Program, ValueTable
from quarterdeck.program.form.values import Text, truth, whole
from quarterdeck.program.form.verify import verify
from quarterdeck.program.form.verify_values import VerifierError
from quarterdeck.program.passes.order import verified
from quarterdeck.workspace.pipeline.folders import ruleset_names

TESTS = Path(__file__).parents[2]
GAMES = [
    *ruleset_names(),
    *(
        str(TESTS / path)
        for path in (
            "games/snowballs",
            "games/snowballs+thaw",
            "games/marbles",
            "games/tiles",
            "games/harbours",
            "language/base",
        )
    ),
]
CHILD, OTHER = types.Thing("Child"), types.Thing("Side")
HALF, SHARE = Number(0, 9, 2), Ratio(0, 9)
MOOD = types.EnumType("Mood")
child, side = val.Local(CHILD, "child"), val.Local(OTHER, "side")
half, ratio = val.Constant(HALF, 3), val.Quotient(SHARE, whole(5), whole(3))
inputs = (("child", CHILD), ("side", OTHER))
things = val.Things(types.ListType(CHILD), "Child", "before")
leave = op.Leave(AT)


@cache
def program() -> Program:
    return Ruleset.open(str(TESTS / "language" / "base")).built(Findings()).program


def at(address: str) -> int:
    return program().layout.offsets[address]


def slot(owner: val.Value, address: str, kind: types.Type) -> val.Slot:
    return val.Slot(kind, owner, at(address), address, "before")


def less(one: val.Value, other: val.Value) -> val.Operation:
    return val.Operation(BOOLEAN, "<", (one, other))


def gathered(how: val.How, kind: types.Type, value: val.Value | None, source: val.Value = things) -> val.Gathering:
    return val.Gathering(kind, how, "one", source, None, value, None, False)


def branch(condition: val.Value, *block: op.Instruction) -> op.Branch:
    return op.Branch(AT, ((condition, block),), ())


def store(owner: val.Value, address: str, value: val.Value, offset: int | None = None) -> op.Store:
    return op.Store(AT, owner, at(address) if offset is None else offset, address, value, False)


def call(address: str, *given: val.Value) -> op.Call:
    return op.Call(AT, address, given, "before")


wet = slot(child, "Child.wet", Number(0, 6))
sift = op.Sift(AT, "#every", "#options", "one", things, None, ())
ask = op.Ask(
    AT, "one", 0, side, val.Local(things.type, "#options"), None, None, False, None, None, (), ("child",), "before"
)

VALUES = [
    (val.Operation(HALF, "+", (half, whole(1))), r"`\+` is of numbers in steps of 1/1, 1/2"),
    (val.Operation(Number(0, 9), "-", (half, half)), "`-` is of numbers in steps of 1/1, 1/2"),
    (val.Operation(Number(0, 9), "min", (whole(1), ratio)), "`min` is of 0..9 ratio"),
    (val.Operation(HALF, "*", (half, half)), "a product in steps of 1/4 is said to lie in steps of 1/2"),
    (less(half, whole(1)), "is compared with"),
    (less(ratio, whole(1)), "is compared with"),
    (val.Operation(BOOLEAN, "=", (child, side)), "Child is compared with Side"),
    (val.Operation(BOOLEAN, "and", (truth(True), whole(1))), "a condition is 1..1, and no truth"),
    (val.Operation(BOOLEAN, "in", (side, things)), "an item of the list is Child"),
    (val.Operation(BOOLEAN, "in", (side, side)), "Side is no list to look into"),
    (val.Operation(HALF, "max", (half,)), "`max` is of 1 values"),
    (val.Operation(BOOLEAN, "not", (truth(True), truth(True))), "`not` is of 2 values"),
    (val.Operation(OTHER, "there", (child,)), "what is there is Side, and this is Child"),
    (val.Rescale(HALF, half), "no finer ones"),
    (val.Rescale(Number(0, 9, 10), val.Constant(Number(0, 9, 4), 1)), "no finer ones"),
    (val.Rescale(HALF, ratio), "does not lie in steps"),
    (val.Rounded(Number(0, 9), "down", half, whole(2)), "is divided by"),
    (val.Power(HALF, half, 2), "a power in steps of 1/4 is said to lie in steps of 1/2"),
    (val.Power(SHARE, half, 2), "a power is said to be 0..9 ratio"),
    (val.Power(HALF, ratio, 2), "has no power 2"),
    (val.RoundedPower(HALF, "down", half, whole(2), 1, 2), "is divided by"),
    (val.RoundedPower(SHARE, "down", half, half, 1, 2), "a power is said to be 0..9 ratio"),
    (val.RoundedPower(HALF, "down", half, half, 0, 2), "0/2 is not an exponent"),
    (val.Quotient(SHARE, half, whole(2)), "is divided by"),
    (val.Quotient(HALF, whole(1), whole(2)), "a quotient is said to be 0..9 halves"),
    (val.Numerator(Number(0, 9), half), "is no ratio"),
    (val.Denominator(Number(0, 9), whole(1)), "is no ratio"),
    (val.Cases(HALF, ((truth(True), half),), whole(1)), "otherwise is 0..9 halves"),
    (val.Cases(HALF, ((truth(True), ratio),), half), "a case is 0..9 halves"),
    (val.Cases(HALF, ((whole(1), half),), half), "a condition is"),
    (val.Local(HALF, "nowhere"), "nowhere has no value on some path"),
    (val.Local(CHILD, "side"), "side is Child, and this is Side"),
    (slot(side, "Child.wet", Number(0, 6)), "Side has no field Child.wet"),
    (slot(child, "Child.wet", HALF), "Child.wet is 0..9 halves"),
    (slot(whole(5), "Child.wet", HALF), "is no thing that has Child.wet"),
    (replace(wet, offset=wet.offset + 1), "Child.wet does not lie at"),
    (val.Contents(types.ListType(CHILD), child, at("Child.wet"), "Child.wet", "before"), "is list of Child"),
    (val.Items(types.ListType(Number(0, 9)), (half,)), "an item of the list is 0..9"),
    (val.Items(types.ListType(Number(0, 9)), (ratio,)), "an item of the list is 0..9"),
    (val.Range(types.ListType(Number(0, 9)), half, whole(3)), "the lowest is 0..9"),
    (val.Range(types.ListType(Number(0, 9)), whole(1), ratio), "the highest is 0..9"),
    (val.Things(types.ListType(CHILD), "Nobody", "before"), "there is no kind Nobody"),
    (gathered("sum", HALF, whole(1)), "`sum` is 0..9 halves"),
    (gathered("any", BOOLEAN, whole(1)), "`any` is boolean"),
    (gathered("all", types.ListType(HALF), whole(1)), "an item of the list is 0..9 halves"),
    (gathered("joined", types.ListType(CHILD), whole(1)), "a list that is joined is list of Child"),
    (gathered("count", Number(0, 9), None, side), "the source is Side, and no list"),
    (replace(gathered("count", Number(0, 9), None), condition=whole(1)), "a condition is"),
    (replace(gathered("first", CHILD, None), key=things), "the key is list of Child, and no number"),
    (val.Ordered(things.type, "one", things, None, side, False), "the key is Side, and no number"),
    (val.Ordered(things.type, "one", things, whole(1), whole(1), False), "a condition is"),
    (val.Dice(types.DiceType(1, 6, *[(1, 6)] * 3), half, whole(6), whole(0), "sum"), "how many there are is 0..0"),
    (val.Defined(Number(0, 9), "piece.nothing", (), "before"), "piece.nothing is no definition"),
    (val.Defined(BOOLEAN, "throwing.throw", (), "before"), "throwing.throw is no definition"),
    (val.Defined(BOOLEAN, "throwing.stops", (), "before"), "takes 1 inputs, and is given 0"),
    (val.Defined(BOOLEAN, "throwing.stops", (side,), "before"), "input 1 of throwing.stops is Child"),
    (val.Defined(HALF, "throwing.stops", (child,), "before"), "throwing.stops is 0..9 halves"),
    (val.Defined(BOOLEAN, "throwing.takes", (ratio,), "before"),
     "input 1 of throwing.takes is 0..9, and this is 0..9 ratio"),
    (val.Remembered(Number(0, 9), "piece.nothing", ()), "nothing is kept of piece.nothing"),
    (val.Cell(Number(0, 9), "nothing", (), "before"), "there is no table of values nothing"),
    (val.Expected(HALF, 0, "piece.nothing", (), half, (), (), "before"), "is nothing that can be carried out"),
    (val.Prepared(things.type, "all", "#parts", "one", truth(True)), "#parts has no value"),
    (val.PreparedItems(things.type, "#parts"), "#parts has no value"),
]  # fmt: skip

BLOCKS = [
    ((store(side, "Child.wet", whole(1)),), "Side has no field Child.wet"),
    ((store(child, "Child.wet", half),), "Child.wet is 0..6, and this is 0..9 halves"),
    ((store(child, "Child.wet", ratio),), "Child.wet is 0..6, and this is 0..9 ratio"),
    ((store(child, "Child.wet", truth(True)),), "Child.wet is 0..6, and this is boolean"),
    ((store(child, "Child.mood", val.Constant(types.EnumType("Cause"), 0)),), "Child.mood is Mood, and this is Cause"),
    ((store(child, "Child.target", side),), "Child.target is Child or none, and this is Side"),
    ((store(child, "Child.wet", whole(1), 0),), "Child.wet does not lie at 0"),
    ((op.Adjust(AT, child, at("Child.wet"), "Child.wet", half, "", None, False),), "Child.wet is 0..6"),
    ((op.Adjust(AT, child, at("Child.wet"), "Child.wet", whole(1), "most", ratio, False),), "the limit of Child.wet"),
    ((op.Adjust(AT, None, 0, "drops", whole(1), "", None, False),), "drops has no value"),
    ((op.Push(AT, child, at("Child.wet"), 4, "Child.wet", whole(1), False),), "Child.wet holds no list of 4"),
    ((op.Create(AT, "Child", ((at("Child.wet"), "Child.wet", half),)),), "Child.wet is 0..6"),
    ((op.Create(AT, "Side", ((at("Child.wet"), "Child.wet", whole(1)),)),), "Side has no field Child.wet"),
    ((op.Remove(AT, "Child", side),), "what is removed is Child"),
    ((op.EndGame(AT, child, Text(())),), "the winner is Side"),
    ((op.RankSides(AT, "side", things, True),), "the key is list of Child"),
    ((op.Announce(AT, Text((val.Local(HALF, "nowhere"),))),), "nowhere has no value"),
    ((op.Reveal(AT, side, "Child.wet", "before"),), "Side has no field Child.wet"),
    ((op.Assign(AT, "x", whole(1)), op.Assign(AT, "x", half)), "x is 1..1, and this is 0..9 halves"),
    ((op.Modify(AT, "aim", "a", None, whole(1)),), r"aim.total has no value"),
    ((op.Assign(AT, "aim.total", whole(1)), op.Modify(AT, "aim", "a", None, half)), "aim.total is 1..1"),
    ((op.Assign(AT, "aim.total", whole(1)), op.Modify(AT, "aim", "a", whole(1), whole(1))), "a condition is"),
    ((op.Rolled(AT, "aim", 0, None, HALF),), "aim.natural has no value"),
    ((op.Result(AT, 99, whole(1)),), "there is no site 99"),
    ((branch(whole(1)),), "a condition is 1..1, and no truth"),
    ((branch(truth(True), op.Assign(AT, "x", whole(1))), op.Result(AT, 0, val.Local(HALF, "x"))), "x has no value"),
    ((op.Loop(AT, "one", side, None, ()),), "the source is Side, and no list"),
    ((op.Loop(AT, "one", things, whole(1), ()),), "a condition is"),
    ((op.Loop(AT, "one", things, None, (op.Assign(AT, "x", whole(1)),)),
      op.Result(AT, 0, val.Local(HALF, "x"))), "x has no value"),
    ((op.Repeat(AT, half, ()),), "how often is 0..0"),
    ((op.Tries(AT, "n", (op.Branch(AT, ((truth(True), (leave,)),), (op.Assign(AT, "x", whole(1)), leave)),)),
      op.Result(AT, 0, val.Local(HALF, "x"))), "x has no value"),
    ((leave,), "there is no loop to leave"),
    ((op.Demand(AT, op.Requirement("a", whole(1), Text(()))),), "a condition is"),
    ((op.OpenSpan(AT, ""),), "should be"),
    ((op.OpenSpan(AT, ""), op.Finish(AT)), "should be"),
    ((op.OpenSpan(AT, "#kept"), op.CloseSpan(AT, "")), "is closed where"),
    ((op.CloseSpan(AT, ""),), "span is closed where nothing is open"),
    ((op.Loop(AT, "one", things, None, (op.OpenSpan(AT, ""),)),), "should be"),
    ((op.Loop(AT, "one", things, None, (op.OpenSpan(AT, ""), leave)),), "should be"),
    ((op.PhaseBegins(AT, "turn.a", ()), op.PhaseEnds(AT, "turn.b", ())), "phase turn.b is closed where"),
    ((call("piece.nothing"),), "piece.nothing is nothing that can be carried out"),
    ((call("throwing.stops", child),), "throwing.stops is nothing that can be carried out"),
    ((call("throwing.wet", child),), "takes 2 inputs, and is given 1"),
    ((call("throwing.wet", child, half),), "input 2 of throwing.wet"),
    ((op.CallRow(AT, "nothing", (), (), "before"),), "there is no acting table nothing"),
    ((op.CallRow(AT, "splash", (half,), (child, val.Constant(types.EnumType("Cause"), 0)), "before"),),
     "input 3 of splash"),
    ((op.CallRow(AT, "splash", (whole(1),), (child,), "before"),), "takes 3 inputs, and is given 2"),
    ((op.Sift(AT, "#every", "#options", "one", side, None, ()),), "the source is Side"),
    ((replace(sift, requirements=(op.Requirement("a", whole(1), Text(())),)),), "a condition is"),
    ((replace(sift, condition=whole(1)),), "a condition is"),
    ((ask,), "#options has no value"),
    ((sift, replace(ask, chooser=child)), "who chooses is Side"),
    ((sift, replace(ask, site=99)), "there is no site 99"),
    ((sift, replace(ask, around=("nowhere",))), "nowhere has no value"),
    ((sift, replace(ask, default=side)), "the default is Child"),
    ((sift, replace(ask, may_stop=whole(1))), "a condition is"),
    ((sift, replace(ask, may_stop=truth(True))), "whoever stops goes on all the same"),
    ((op.RollOff(AT, 0, at("Child.wet"), "Child.wet", 1,
                 val.Dice(types.DiceType(1, 6, *[(1, 6)] * 3), whole(1), whole(6), whole(0), "sum")),),
     "Side has no field Child.wet"),
]  # fmt: skip


def broken(value: val.Value | None, block: op.Block = ()) -> Program:
    """Give the program with one more routine, and two whose inputs are known here."""
    takes = Routine("throwing.takes", "define", (("number", Number(0, 9)),), truth(True), (), AT)
    stops = Routine("throwing.stops", "define", (("child", CHILD),), truth(True), (), AT)
    made = Routine("piece.broken", "define" if value else "procedure", inputs, value, block, AT)
    routines = {**program().routines, takes.address: takes, stops.address: stops, made.address: made}
    return replace(program(), routines=routines)


@pytest.mark.parametrize(("value", "says"), VALUES, ids=[says for _, says in VALUES])
def test_a_value_that_does_not_fit_is_found(value, says):
    with pytest.raises(VerifierError, match=says) as found:
        verify(broken(value))
    assert found.value.address == "piece.broken"
    assert found.value.place.startswith(type(value).__name__)


@pytest.mark.parametrize(("block", "says"), BLOCKS, ids=[says for _, says in BLOCKS])
def test_an_instruction_that_does_not_fit_is_found(block, says):
    with pytest.raises(VerifierError, match=says) as found:
        verify(broken(None, block))
    assert found.value.address == "piece.broken"


def test_what_fits_passes():
    verify(broken(less(wet, whole(3))))
    verify(broken(None, (op.OpenSpan(AT, "#kept"), branch(truth(True), op.CloseSpan(AT, "#kept"), op.Finish(AT)),
                         op.CloseSpan(AT, "#kept"))))  # fmt: skip
    verify(broken(None, (sift, replace(ask, default=child))))


def test_a_fault_in_a_phase_is_found():
    phase = Phase("turn.thaw", "Thaw", "", "", False, False, (leave,), AT)
    with pytest.raises(VerifierError, match=r"turn.thaw, 0 Leave: there is no loop to leave"):
        verify(replace(program(), turn=PhaseGraph({phase.address: phase})))


def test_a_cell_that_does_not_fit_is_found():
    table = ValueTable("splash", ((0, 1),), {(0,): whole(1), (1,): half}, {}, Number(0, 9))
    with pytest.raises(VerifierError, match=r"splash\[1\]: the cell is 0..9") as found:
        verify(replace(program(), value_tables={"splash": table}))
    assert found.value.address == "splash[1]"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).name)
def test_what_is_lowered_fits_together_before_and_behind_every_pass(game):
    verified(Ruleset.open(game).built(Findings()).program)
