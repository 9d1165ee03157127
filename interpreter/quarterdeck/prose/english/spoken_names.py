"""Word the names around an expression: parameters, locals, kinds, members, ranges.

In: names and types of a `Checked` ruleset. Out: `Noun`s and words. How values and conditions are worded is left to the
classes that build on this one.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import Condition
from quarterdeck.prose.english.nouns import (
    Noun,
    head_word,
    noun,
    number_noun,
    thing,
)
from quarterdeck.prose.english.phrases import PATTERNS, listed, say
from quarterdeck.prose.english.wording import NOT
from quarterdeck.prose.text.runs import EMPTY, Text, plain, text

ADJECTIVES = frozenset("other first second third next last nearest farthest nearer new old chosen given".split())
NAMELESS = ADJECTIVES | frozenset("another this that each every any some all one it item thing element".split())

_FEW_MEMBERS = 4

_FEW_NUMBERS = 3


@dataclass
class SpokenNames(ABC):
    """Word names; `names` are the words for what is named around an expression.

    With `merges`, the value of the rule below is put in the place of an original, where that is one value.
    """

    checked: Checked
    module: str = ""
    names: dict[str, Noun] = field(default_factory=dict)
    successes: dict[str, tuple[str, Text]] = field(default_factory=dict)
    alike: set[str] = field(default_factory=set)
    merges: bool = False
    hangs: bool = False  # what is said hangs on a noun, where a remark at its end would be about more

    @abstractmethod
    def noun(self, node: nodes.Expression, unit: str | None = None) -> Noun:
        """Word a value as a noun phrase."""

    @abstractmethod
    def condition(self, node: nodes.Expression) -> Condition:
        """Word what holds or not as a condition."""

    def with_names(self, names: dict[str, Noun]) -> Self:
        """Give a speaker for another rule."""
        return replace(self, names=names, successes={}, alike=set(), hangs=False)

    def inner(self) -> Self:
        """Give a speaker for a block: what it names is not known outside."""
        return replace(self, names=dict(self.names), successes=dict(self.successes), alike=set(self.alike))

    def local(self, name: str, kind: Type, origin: str, words: str = "", is_title: bool = False) -> Noun:
        """Give the words for a parameter or another local, and keep them."""
        self.names[name] = self.indefinite(name, kind, words) if is_title else self.definite(name, kind, origin, words)
        return self.names[name]

    def told_apart(self, words: Text) -> Text:
        """Give words for what was rolled or drawn, as the second or third where another has these words already."""
        bare, taken = plain(without_article(words)), {plain(known.text) for known in self.names.values()}
        if plain(say("the", noun=bare)) not in taken or plain(words) == bare:
            return words
        numbered = (say("the", noun=f"{which} {bare}") for which in inflect.PLACES)
        return next((found for found in numbered if plain(found) not in taken), words)

    def leave_behind(self, names: Iterable[str]) -> None:
        """Note that a number has been said since these were named; an input is known from the title."""
        for name in names:
            if self.names[name].origin != "parameter":
                self.names[name] = replace(self.names[name], is_near=False)

    def definite(self, name: str, kind: Type, origin: str, words: str = "") -> Noun:
        """Give the words for a local: `the thrower`, `the number of throws`."""
        plainly = name.replace("_", " ")
        one = self.kind_words(kind)
        own = words or plain(say("the", noun=f"{plainly} {one}" if plainly in ADJECTIVES and one else plainly))
        match types.without_none(kind):
            case types.Thing() | types.Place():
                found = replace(thing(own, name, origin, one), many=inflect.is_plural(head_word(without_article(own))))
            case types.Numeric():
                found = number_noun(text(own) if words else called_number(plainly), is_number=True)
                if origin in ("loop", "choice") and not found.counted:
                    found = replace(thing(own, name, origin, one, "value"), is_number=True)
            case types.ListType():
                found = noun(own, many=inflect.is_plural(head_word(without_article(own))))
            case types.EnumType(enum):
                found = noun(own, members=self.members(enum))
                if origin in ("loop", "choice"):
                    found = replace(thing(own, name, origin, one, "value"), members=found.members)
            case _:
                found = noun(own)
        return replace(found, origin=origin, name=plainly)

    def indefinite(self, name: str, kind: Type, words: str = "") -> Noun:
        """Give the words for a parameter in a title: `a thrower`, `one or two`."""
        plainly = name.replace("_", " ")
        one = self.kind_words(kind)
        match types.without_none(kind):
            case types.Thing() | types.Place():
                if words:
                    return thing(plain(with_article(without_article(words))), name, "title", one)
                if plainly in ADJECTIVES:
                    shown = say("another", one=one) if plainly == "other" else with_article(f"{plainly} {one}")
                elif inflect.is_plural(plainly.split(" ")[-1]):
                    shown = text(plainly)
                else:
                    shown = with_article(plainly)
                return thing(plain(shown), name, "title", one)
            case types.Numeric(low, high, unit=unit):
                called = plain(without_article(words)) if words else plainly
                found = noun(self.quantity(low, high), origin="quantity", name=called, is_number=True)
                return replace(found, is_measure=unit is not None)
            case types.ListType():
                several = inflect.is_plural(plainly.split(" ")[-1])
                return noun(say("several", many=plainly) if several else plainly, many=True, origin="title")
            case types.EnumType(enum):
                members = self.members(enum)
                return noun(members or with_article(plainly), members=members, origin="title", name=plainly)
        shown = text(words) if NOT in words else with_article(without_article(words) if words else plainly)
        return noun(shown, origin="title", name=plainly)

    def quantity(self, low: Fraction | int, high: Fraction | int) -> Text:
        """Give the words for any number of a range, before what it counts."""
        is_whole = Fraction(high).denominator == 1 and Fraction(low).denominator == 1
        if is_whole and low == 0 and 1 < high <= _FEW_NUMBERS:
            return say("as_many_as_up_to", count=inflect.count_word(high))
        if is_whole and high - low < _FEW_NUMBERS:
            return listed([inflect.count_word(number) for number in range(int(low), int(high) + 1)], "or")
        return say("a_number_of")

    def members(self, enum: str) -> Text:
        """Give all members of an enum, where they are few."""
        known = self.checked.declared.enums[enum]
        return (
            listed([known.words[member] for member in known.members], "or")
            if len(known.members) <= _FEW_MEMBERS
            else EMPTY
        )

    def kind_words(self, kind: Type) -> str:
        """Give the word for one value of a type, where there is one."""
        match kind:
            case types.Thing(name):
                return self.checked.declared.kinds[name].one.replace("_", " ")
            case types.Space(shape=shape):
                return shape
            case types.Point():
                return "point"
            case types.EnumType(name):
                return self.enum_word(name)
        return ""

    def on_board(self, phrase: str) -> str:
        """Give the name of a phrase as it is on the board: squares have phrases of their own."""
        own = f"{phrase}_on_squares"
        return own if self.checked.declared.head.board.shape == "square" and own in PATTERNS else phrase

    def enum_word(self, name: str) -> str:
        """Give the word for one member of an enum."""
        many = self.checked.declared.enums[name].many
        return inflect.singular(many.replace("_", " ")) if many else spaced(name)

    def type_of(self, node: nodes.Node) -> Type:
        """Give the type of an expression; unknown where nobody asked."""
        return self.checked.types.get(node, types.UNKNOWN)


def natural_of(roll: str) -> str:
    """Give the name under which the words for what the dice of a roll show are known."""
    return f"{roll}.natural"


def spaced(name: str) -> str:
    """Give a name of an enum as words: `SnowSort` becomes `snow sort`."""
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    return words.replace("_", " ")


def called_number(name: str) -> Text:
    """Give the words for a number with a name: `the reach`; `the number moved` where the name is what was done."""
    is_done = re.fullmatch(r"[a-z]{2,}(?<!e)ed|lost|spent|sent|run|made|sunk|hit", name) is not None
    return say("number_done", done=name) if is_done else say("the", noun=name)
