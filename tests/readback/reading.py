"""Read English of calculations and conditions back: what it comes to, taken in every way in which it can be taken.

In: a sentence of the book, and values for the names in it. Out: a set of readings, each what the sentence comes to
for each of the values; more than one where a reader could not know which is meant. The grammar beside this file says
how a reader takes words; it is written from the sentences alone and knows nothing of how they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import floor
from pathlib import Path

from lark import Lark, Token, Tree

PARTS = {
    "half": Fraction(1, 2),
    "twice": Fraction(2),
    "a third of": Fraction(1, 3),
    "a quarter of": Fraction(1, 4),
    "a fifth of": Fraction(1, 5),
    "a sixth of": Fraction(1, 6),
    "an eighth of": Fraction(1, 8),
    "a tenth of": Fraction(1, 10),
}
LISTS: dict[str, tuple[int, Callable[[Sequence[Fraction]], Fraction]]] = {
    "the sum of": (2, lambda values: sum(values, Fraction(0))),
    "the smaller of": (2, min),
    "the larger of": (2, max),
    "the least of": (3, min),
    "the greatest of": (3, max),
}
"""How many things a list has at the least, and what becomes of them; of two the smaller is named, never the least."""
TWO = ("the smaller of", "the larger of")
SIGNS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "is at least": lambda one, other: one >= other,
    "at least": lambda one, other: one >= other,
    "at most": lambda one, other: one <= other,
    "is no more than": lambda one, other: one <= other,
    "is less than": lambda one, other: one < other,
    "is fewer than": lambda one, other: one < other,
    "is more than": lambda one, other: one > other,
    "is": lambda one, other: one == other,
    "equals": lambda one, other: one == other,
    "is not": lambda one, other: one != other,
    "does not equal": lambda one, other: one != other,
}
ROUNDED: dict[str, Callable[[Fraction], Fraction]] = {
    "rounded down": lambda value: Fraction(floor(value)),
    "rounded up": lambda value: Fraction(-floor(-value)),
    "rounded to the nearest, halves up": lambda value: Fraction(floor(value + Fraction(1, 2))),
}

Value = Fraction | bool | None
"""What something comes to; nothing where it is divided by nothing."""
Reading = tuple[Value, ...]
"""What something comes to for each of the values that are given."""
Readings = frozenset[Reading]


@cache
def _grammar(start: str) -> Lark:
    text = Path(__file__).with_name("english.lark").read_text("utf-8")
    return Lark(text, start=start, parser="earley", lexer="basic", ambiguity="explicit", maybe_placeholders=False)


def calculation(words: str, given: Sequence[Mapping[str, int]]) -> Readings:
    """Give what the words for a value come to, for each of some values of the names.

    Raises:
        LarkError: nobody could read that.
    """
    return Reader(given).value(_grammar("calculation").parse(words))


def condition(words: str, given: Sequence[Mapping[str, int | bool]]) -> Readings:
    """Give whether what the words for a condition say holds, for each of some values of the names.

    Raises:
        LarkError: nobody could read that.
    """
    return Reader(given).value(_grammar("condition").parse(words))


class Reader:
    """Works out what trees come to."""

    def __init__(self, given: Sequence[Mapping[str, int | bool]]) -> None:
        self.given = given

    def value(self, tree: Tree[Token] | Token) -> Readings:
        """Give all readings of a tree."""
        assert isinstance(tree, Tree)
        match tree.data:
            case "_ambig":
                return frozenset().union(*map(self.value, tree.children))
            case "calculation" | "condition" | "bracketed":
                return self.value(tree.children[0])
            case "number":
                return frozenset([(_number(tree.children[0]),) * len(self.given)])
            case "name" | "truth" | "untruth":
                return frozenset([tuple(self.named(tree) for self.now in self.given)])
            case "list":
                word, *items = tree.children
                least, how = LISTS[str(word)]
                if len(items) < least or (word in TWO and len(items) != 2):
                    return frozenset()
                return self.joined(items, lambda *values: how(values))
            case "part":
                return self.joined(tree.children[1:], lambda value: value * PARTS[str(tree.children[0])])
            case "percent":
                share = Fraction(str(tree.children[0]).split(" ", maxsplit=1)[0]) / 100
                return self.joined(tree.children[1:], lambda value: value * share)
            case "power":
                return self.joined(tree.children[:1], lambda value: value ** int(_number(tree.children[1])))
            case "remarked":
                return self.joined(tree.children[:1], lambda value: reduce(_remarked, tree.children[1:], value))
            case "any_of" | "either":
                return self.listed(tree.children, any)
            case "all_of" | "both" | "several":
                return self.listed(tree.children, all)
            case "compared":
                return frozenset(truth for _, truth in self.compared(tree))
        return self.joined(tree.children, OPERATIONS[tree.data])

    def named(self, tree: Tree[Token]) -> Value:
        value = self.now[str(tree.children[0]).removeprefix("the ")]
        if tree.data == "name":
            return Fraction(value)
        return bool(value) == (tree.data == "truth")

    def joined(self, trees: Iterable[Tree[Token] | Token], how: Callable[..., Value]) -> Readings:
        """Work out what readings of several trees come to together."""
        return frozenset(
            tuple(_worked_out(how, values) for values in zip(*readings, strict=True))
            for readings in product(*map(self.value, trees))
        )

    # --- conditions

    def compared(self, tree: Tree[Token]) -> set[tuple[Reading, Reading]]:
        """Give what a comparison says, with what it says that of."""
        subject, predicate = tree.children
        return {(of, truth) for of in self.value(subject) for truth in self.holds(of, predicate)}

    def holds(self, of: Reading, predicate: Tree[Token] | Token) -> Readings:
        assert isinstance(predicate, Tree)
        if predicate.data == "_ambig":
            return frozenset().union(*(self.holds(of, one) for one in predicate.children))
        if predicate.data in ("either_same", "both_same"):
            how = any if predicate.data == "either_same" else all
            return frozenset(
                tuple(_worked_out(lambda *each: how(each), each) for each in zip(*truths, strict=True))
                for truths in product(*(self.holds(of, one) for one in predicate.children))
            )
        sign, other = predicate.children
        return frozenset(
            tuple(_worked_out(SIGNS[str(sign)], pair) for pair in zip(of, reading, strict=True))
            for reading in self.value(other)
        )

    def listed(self, parts: Sequence[Tree[Token] | Token], how: Callable[[Iterable[object]], bool]) -> Readings:
        """Give what several claims say together; one without a subject is about that of the one before it."""
        found: set[tuple[Reading | None, tuple[Reading, ...]]] = {(None, ())}
        for part in parts:
            found = {(of, (*truths, truth)) for subject, truths in found for of, truth in self.claims(part, subject)}
        return frozenset(
            tuple(_worked_out(lambda *each: how(each), each) for each in zip(*truths, strict=True))
            for _, truths in found
        )

    def claims(self, part: Tree[Token] | Token, subject: Reading | None) -> set[tuple[Reading | None, Reading]]:
        assert isinstance(part, Tree)
        match part.data:
            case "_ambig":
                return {one for inner in part.children for one in self.claims(inner, subject)}
            case "same":
                return (
                    {(subject, truth) for truth in self.holds(subject, part.children[0])}
                    if subject is not None
                    else set()
                )
            case "compared":
                return {*self.compared(part)}
        return {(None, truth) for truth in self.value(part)}


OPERATIONS: dict[str, Callable[..., Value]] = {
    "plus": lambda left, right: left + right,
    "less": lambda left, right: left - right,
    "times": lambda left, right: left * right,
    "divided": lambda left, right: left / right if right else None,
    "negative": lambda value: -value,
    "squared": lambda value: value**2,
    "cubed": lambda value: value**3,
}


def _worked_out(how: Callable[..., Value], values: Sequence[Value]) -> Value:
    return None if None in values else how(*values)


def _number(token: Tree[Token] | Token) -> Fraction:
    return Fraction(str(token).replace("\N{MINUS SIGN}", "-"))


def _remarked(value: Fraction, note: Tree[Token] | Token) -> Fraction:
    assert isinstance(note, Tree)
    if note.data == "rounding":
        return ROUNDED[str(note.children[0])](value)
    limit, bound = note.children
    other = _number(bound)
    return max(value, other) if limit == "at least" else min(value, other)
