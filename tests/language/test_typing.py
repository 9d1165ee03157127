"""Meanings and types: single expressions for whoever asks, phrases that are read once, ranges without any ruleset."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import NOWHERE, SourceFile, Span
from quarterdeck.language.declarations.types import UNKNOWN, DiceType, Number, Ratio, RollType, Thing, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.language.typing import phrases, ranges, whole_ruleset
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.expression_types import context_of, type_expression
from quarterdeck.language.typing.meanings import FieldOf, RollPart
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[1] / "language" / "base"
CHILD = Thing("Child")


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load(str(BASE))


def parsed(text: str) -> nodes.Expression:
    node = parse_expression(text, SourceFile("", text), lambda offset: offset, Findings())
    assert node is not None
    return node


def asked(loaded: Loaded, text: str, names: dict[str, Type]) -> tuple[Type, Findings]:
    assert loaded.checked is not None
    findings = Findings()
    return type_expression(loaded.checked, findings, parsed(text), names), findings


# --- one expression


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("child.wet + 0.5", Number(Fraction(1, 2), Fraction(13, 2), 2)),
        ("child.wet / 4", Ratio(0, Fraction(3, 2))),
        ("10 % of child.wet * 10", Ratio(0, 6)),
        ("child.wet / 4 rounded up to tenths", Number(0, Fraction(3, 2), 10)),
        ("aim.natural - aim", Number(-9, 5)),
        ("sum(other.wet for other in children)", Number(0, 72)),
        ("first(other.wet + 3 for other in children)", Number(0, 9)),
    ],
)
def test_an_expression_is_typed_where_some_names_are_known(loaded, text, kind):
    names: dict[str, Type] = {"child": CHILD, "aim": RollType(Number(1, 10), Number(1, 6))}
    found, findings = asked(loaded, text, names)
    assert not findings
    assert found == kind


def test_what_it_means_is_kept_with_it(loaded):
    node = parsed("aim - child.wet")
    assert isinstance(node, nodes.Minus)
    type_expression(loaded.checked, Findings(), node, {"child": CHILD, "aim": RollType(Number(1, 6), Number(1, 6))})
    field = loaded.checked.meanings[node.right]
    assert isinstance(field, FieldOf)
    assert field.field.address == "Child.wet"
    assert loaded.checked.meanings[node.left] == RollPart("aim", "total")


def test_a_name_that_nobody_knows_is_a_finding(loaded):
    _, findings = asked(loaded, "childs.wet", {"child": CHILD})
    assert [(f.code, f.hint) for f in findings] == [("QD310", "did you mean `child`?")]


# --- phrases


@pytest.fixture
def context(loaded) -> TypingContext:
    context = context_of(loaded.checked, Findings())
    context.names["child"] = (CHILD, RollPart("child", "total"))
    return context


def test_a_phrase_is_read_once_and_typed_wherever_it_stands(loaded, context, monkeypatch):
    text = "{child} is {not} wet: {child.wet}"
    word = nodes.Word(Span(SourceFile("", f'"{text}"'), 0, len(text) + 2), text)
    phrases.check_phrase(context, word)
    once = loaded.checked.phrases[word]
    monkeypatch.setattr(phrases, "parse_expression", None)
    phrases.check_phrase(context, word)
    assert loaded.checked.phrases[word] is once
    assert [part if isinstance(part, str) else type(part).__name__ for part in once] == [
        "Name", " is ", "{not}", " wet: ", "FieldAccess",
    ]  # fmt: skip
    assert loaded.checked.types[once[-1]] == Number(0, 6)


def test_what_is_wrong_with_a_phrase_is_said_each_time(loaded):
    text = "{1 +}"
    word = nodes.Word(Span(SourceFile("", f'"{text}"'), 0, len(text) + 2), text)
    for _ in range(2):
        context = context_of(loaded.checked, Findings())
        phrases.check_phrase(context, word)
        assert len(context.findings) == 1


# --- ranges


@pytest.mark.parametrize(
    ("count", "low", "high", "kept"),
    [
        (Number(2, 2), 6, 10, (2, 3)),
        (Number(0, 2), 0, 10, (0, 3)),
        (Number(-3, 0), 0, 0, (0, 0)),
    ],
)
def test_dice_thrown_several_times_bring_what_is_added_each_time(count, low, high, kept):
    one = ranges.shifted(ranges.thrown(nodes.Word(NOWHERE, "2d2")), Number(1, 1), 1)
    assert one == DiceType(3, 5, (2, 3), (2, 4), (1, 2))
    found = ranges.thrown_times(one, count)
    assert (found.low, found.high, found.single) == (low, high, kept)
    times = (0, 0) if count == Number(-3, 0) else (int(max(0, count.low)), int(count.high))
    assert found.natural == (times[0] * 2, times[1] * 4)


def test_half_a_total_is_whole_and_twice_a_total_lies_as_finely_as_it():
    tenths = Number(Fraction(-5, 2), Fraction(11, 10), 10)
    assert ranges.halved(tenths, "up") == Number(-1, 1)
    assert ranges.halved(tenths, "nearest") == Number(-1, 1)
    assert ranges.doubled(tenths) == Number(-5, Fraction(11, 5), 10)


def test_a_total_kept_at_a_ratio_may_be_any_fraction():
    assert ranges.bounded(Number(1, 6), Ratio(0, Fraction(5, 2)), at_least=True) == Ratio(1, 6)
    assert ranges.bounded(Number(1, 6), Number(0, Fraction(5, 2), 2), at_least=False) == Number(0, Fraction(5, 2), 2)


def test_a_product_lies_in_finer_steps_and_keeps_the_unit_of_either():
    half = Number(Fraction(1, 2), Fraction(1, 2), 2)
    assert ranges.multiplied(half, half) == Number(Fraction(1, 4), Fraction(1, 4), 4)
    assert ranges.multiplied(Number(-2, 3, unit="paces"), Ratio(-1, 1)) == Ratio(-3, 3, unit="paces")


def test_a_ratio_is_never_too_fine_to_be_counted():
    assert ranges.counts_in_64_bits(Ratio(0, 10**30))
    assert not ranges.counts_in_64_bits(Number(0, 1, 10**19))


def test_what_nothing_is_known_of_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the typing of an expression gives nothing and reports nothing, the ruleset has a finding all the same."""

    def lazy(at: TypingContext, node: nodes.Expression, wanted: Type | None) -> None:
        at.checked.types[node] = UNKNOWN

    assert not [one for one in load(str(BASE)).findings if one.is_fault]
    monkeypatch.setattr(whole_ruleset, "check_result", lazy)
    found = [one for one in load(str(BASE)).findings if one.is_fault]
    assert {(one.code, one.message) for one in found} == {("QD388", "the type of this is unknown")}
