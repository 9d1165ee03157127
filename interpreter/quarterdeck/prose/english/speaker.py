"""Plan the words of expressions: what has a value becomes a noun phrase, what holds or not a condition.

In: expressions of a `Checked` ruleset and the words for the names around them. Out: `Noun`s and `Condition`s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.builtins import BY_NAME, OF_DECKS
from quarterdeck.language.declarations.symbol_table import Field, Parameter, Rule, Table
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyExpression
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english import arithmetic, comparing, gathering
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import Clause, Condition, Implied, Several, negated, said
from quarterdeck.prose.english.dice import thrown
from quarterdeck.prose.english.gathering import Group
from quarterdeck.prose.english.nouns import (
    CLAUSE,
    NOTHING,
    PRODUCT,
    SUM,
    TRUTH,
    Noun,
    belonging,
    head_word,
    literal,
    noun,
    number_noun,
    thing,
)
from quarterdeck.prose.english.phrases import PATTERNS, listed, say
from quarterdeck.prose.english.wording import NOT, Piece, clause_of, fill, noun_words, stated, verb_and_rest
from quarterdeck.prose.text.runs import EMPTY, Run, Text, Words, filled, joined, mentions, plain, styled, text, unsaid

# Names that need a noun: `the other child`.
ADJECTIVES = frozenset("other first second third next last nearest farthest nearer new old chosen given".split())
_FEW_MEMBERS = 4
_FEW_NUMBERS = 3

WORD_FOR = {nodes.Yes: "yes", nodes.No: "no", nodes.Nothing: "none"}


@dataclass
class Speaker:
    """Words for expressions; `names` are the words for what is named around them.

    One that `merges` says in the place of an original what the rule below says, where that is one value.
    """

    checked: Checked
    module: str = ""
    names: dict[str, Noun] = field(default_factory=dict)
    successes: dict[str, tuple[str, Text]] = field(default_factory=dict)
    alike: set[str] = field(default_factory=set)
    merges: bool = False
    hangs: bool = False  # what is said hangs on a noun, where a remark at its end would be about more

    def with_names(self, names: dict[str, Noun]) -> Speaker:
        """Give a speaker for another rule."""
        return Speaker(self.checked, self.module, names, {}, merges=self.merges)

    def inner(self) -> Speaker:
        """Give a speaker for a block: what it names is not known outside."""
        return replace(self, names=dict(self.names), successes=dict(self.successes), alike=set(self.alike))

    # --- names

    def local(self, name: str, kind: Type, origin: str, words: str = "", is_title: bool = False) -> Noun:
        """Give the words for a parameter or another local, and keep them."""
        self.names[name] = self.indefinite(name, kind, words) if is_title else self.definite(name, kind, origin, words)
        return self.names[name]

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
                found = number_noun(text(own), is_number=True)
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
            case types.Hex():
                return "hex"
            case types.Point():
                return "point"
            case types.EnumType(name):
                return self.enum_word(name)
        return ""

    def enum_word(self, name: str) -> str:
        """Give the word for one member of an enum."""
        many = self.checked.declared.enums[name].many
        return inflect.singular(many.replace("_", " ")) if many else spaced(name)

    def type_of(self, node: nodes.Node) -> Type:
        """Give the type of an expression; unknown where nobody asked."""
        return self.checked.types.get(node, types.UNKNOWN)

    # --- values

    def noun(self, node: nodes.Expression, unit: str | None = None) -> Noun:
        """Give the noun phrase for a value; a bare number gets the unit that stands on the other side."""
        kind = self.type_of(node)
        if isinstance(kind, types.Boolean) and not isinstance(node, nodes.Yes | nodes.No):
            return self.truth(node)
        found = self._noun(node, unit)
        if isinstance(kind, types.Numeric) and not found.is_number:
            found = replace(found, is_number=True)
        is_measure = unit is not None or (isinstance(kind, types.Numeric) and kind.unit is not None)
        return replace(found, is_measure=True) if is_measure and found.is_number else found

    def _noun(self, given: nodes.Expression, unit: str | None) -> Noun:
        node = cast("AnyExpression", given)
        match node:
            case nodes.Grouped(inner=inner):
                return self.noun(inner, unit)
            case nodes.NumberLiteral(word=word):
                return self.number(Fraction(word.text), unit)
            case nodes.Negative(operand=nodes.NumberLiteral(word=word)):
                return self.number(-Fraction(word.text), unit)
            case nodes.Negative(operand=operand):
                return arithmetic.negative(self.factor(operand))
            case nodes.Yes() | nodes.No() | nodes.Nothing():
                return noun(say(WORD_FOR[type(node)]))
            case nodes.Dice(word=word):
                return noun("1" if word.text == "d1" else word.text)  # a die of one side shows nothing else
            case nodes.Name() | nodes.FieldAccess() | nodes.Call() | nodes.Lookup():
                return self.meant(node)
            case nodes.ListLiteral(items=items):
                if not items:
                    return noun(say("none"), origin=NOTHING)
                return noun(listed([self.noun(item).text for item in items]), many=len(items) != 1)
            case (
                nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide() | nodes.PercentOf() | nodes.Power()
                | nodes.Rounding()
            ):  # fmt: skip
                return self.sum(node, unit)
            case nodes.InUnit(value=value, unit=word):
                return self.noun(value, word.text)
            case nodes.HighestOf() | nodes.LowestOf() | nodes.TimesDice():
                return noun(thrown(self.noun, node))
            case nodes.Or() | nodes.And() | nodes.Negation() | nodes.Compare():
                return noun(said(self.condition(node)))
            case _:
                assert_never(node)

    def truth(self, node: nodes.Expression) -> Noun:
        """Give a value of yes or no: `whether the child is drenched`; what has been given for it keeps its words."""
        meaning = self.checked.meanings.get(node)
        known = self.names.get(meaning.name) if isinstance(meaning, meanings.Local) else None
        if known is not None and known.origin in ("", TRUTH, "tally", "title") and NOT not in plain(known.text):
            return known
        return noun(say("whether", clause=said(self.condition(node))), origin=TRUTH)

    def meant(self, node: nodes.Name | nodes.FieldAccess | nodes.Call | nodes.Lookup) -> Noun:
        """Give the words for what a name, a field, a call or a look-up means."""
        match node:
            case nodes.Name():
                return self.named(node)
            case nodes.FieldAccess():
                return self.field_access(node)
            case nodes.Call():
                return self.call(node)
            case nodes.Lookup():
                return self.looked_up(node)
            case _:
                assert_never(node)

    def number(self, value: Fraction, unit: str | None = None) -> Noun:
        """Give a number in figures, with its unit."""
        known = self.checked.declared.units.get(unit or "")
        if known is None:
            return literal(value)
        return literal(value, f"{inflect.figures(value)} {known.one if value == 1 else known.name.replace('_', ' ')}")

    def unit_beside(self, other: Noun, kind: Type | None) -> str | None:
        """Give the unit in which a number stands beside another value; none where that is itself counted in it."""
        unit = kind.unit if isinstance(kind, types.Numeric) else None
        heads = {head_word(without_article(words)) for words in (other.text, other.counted, other.head) if words}
        return None if unit and unit.replace("_", " ") in heads else unit

    def unit_of(self, node: nodes.Expression) -> str | None:
        """Give the unit of an expression."""
        kind = self.type_of(node)
        return kind.unit if isinstance(kind, types.Numeric) else None

    def named(self, node: nodes.Name) -> Noun:
        """Give the words for a bare name."""
        meaning = self.checked.meanings.get(node)
        name = node.word.text
        match meaning:
            case meanings.Local(name=local):
                return self.names.get(local) or self.definite(local, self.type_of(node), "parameter")
            case meanings.RollPart(roll=roll, part=part):
                return self.roll_part(name, roll, part)
            case meanings.EnumValue(enum=enum, place=place):
                member = enum.members[place]
                return noun(enum.words[member], origin="member")
            case meanings.AllMembers(enum=enum):
                return noun(say("all", many=(enum.many or f"{spaced(enum.name)}s").replace("_", " ")), many=True)
            case meanings.Pool(kind=kind):
                return noun(say("all", many=kind.many.replace("_", " ")), many=True)
            case meanings.OptionValue(option=option):
                return self.option_value(option.name)
            case meanings.ConstantValue(constant=constant):
                return fact_noun(trimmed(constant.words), constant.name)
            case meanings.ArcOf(arc=arc):
                return noun(styled(arc.words, to=f"arcs.{arc.name}"))
            case meanings.RuleCall(rule=rule):
                return self.called(rule, ())
            case meanings.TheGame():
                return noun("the game")
        return noun(say("the", noun=name.replace("_", " ")))

    def option_address(self, name: str) -> str:
        """Give the address of an option."""
        return f"{self.checked.declared.options[name].module}.{name}"

    def option_value(self, name: str) -> Noun:
        """Give the value that an option has unless a group decides otherwise."""
        option = self.checked.declared.options[name]
        value = self.noun(option.value)
        return replace(value, text=styled(value.text, to=self.option_address(name)))

    def roll_part(self, word: str, roll: str, part: str) -> Noun:
        """Give the words for something of a roll."""
        if part == "natural":
            return noun(say("the_natural"), is_number=True)
        if part == "successes":
            words = self.successes.get(roll, ("", EMPTY))[1]
            many = inflect.plural(plain(without_article(words))) if words else "successes"
            counted = say("the_number_of_successes", many=many)
            return noun(say("number_of", counted=many), counted=counted, is_number=True)
        if word == "total" or roll not in self.names:
            return noun(say("the_total"), is_number=True)
        return self.names[roll]

    def field_access(self, node: nodes.FieldAccess) -> Noun:
        """Give the words for `a.b`."""
        meaning = self.checked.meanings.get(node)
        match meaning:
            case meanings.FieldOf(field=known):
                return self.field_of(
                    self.noun(node.owner), known, isinstance(self.checked.meanings.get(node.owner), meanings.TheGame)
                )
            case meanings.InDeck(deck=known, member=member):
                assert isinstance(known.type, types.Deck)
                bare = without_article(self.checked.declared.enums[known.type.enum].words[member])
                counted = say("held_in", many=inflect.plural(plain(bare)), deck=self.noun(node.owner).text)
                return noun(say("number_of", counted=counted), is_number=True)
            case meanings.ConstantValue(constant=constant):
                return fact_noun(trimmed(constant.words), constant.name)
            case meanings.GamePart(name=name):
                return noun(PATTERNS[f"game {name}"])
            case meanings.RollPart(roll=roll, part=part):
                return self.roll_part("", roll, part)
        return noun(unsaid(node.span.text))

    def field_of(self, owner: Noun, known: Field, of_game: bool = False) -> Noun:
        """Give what belongs to a thing."""
        counts = isinstance(known.type, types.Number | types.ListType)
        words = trimmed(known.words)
        many = counts and inflect.is_plural(head_word(words))
        is_number = isinstance(known.type, types.Numeric)
        if of_game:
            return noun(words if words.startswith("the ") else say("the", noun=words), many, is_number=is_number)
        found = belonging(owner, words, many, is_number=is_number)
        return replace(found, counted=found.text if many and is_number else EMPTY, entity="")

    def looked_up(self, node: nodes.Lookup) -> Noun:
        """Give the words for a value in a table."""
        meaning = self.checked.meanings.get(node)
        if not isinstance(meaning, meanings.TableValue):
            return noun(unsaid(node.span.text))
        return noun(
            say("figure_in_table", keys=self.keys(meaning.table, node), title=self.title_of(meaning.table)),
            weight=CLAUSE,
        )

    def keys(self, table: Table, node: nodes.Lookup) -> Text:
        """Give what is looked up."""
        return listed([self.key(key) for key in node.keys])

    def key(self, key: nodes.Expression) -> Text:
        """Give one thing that is looked up."""
        return self.noun(key).text

    def title_of(self, table: Table) -> Text:
        """Give a table's title, leading to it."""
        return (Run(table.title, to=table.name, style="name"),)

    # --- arithmetic

    def sum(self, node: nodes.Expression, unit: str | None) -> Noun:
        """Give the words for a calculation."""
        kind = self.type_of(node.left) if isinstance(node, nodes.Plus | nodes.Minus) else types.UNKNOWN
        if isinstance(node, nodes.Plus | nodes.Minus) and isinstance(kind, types.EnumType):
            ladder = self.checked.declared.enums[kind.enum]
            key = "steps_above" if isinstance(node, nodes.Plus) else "steps_below"
            steps = self.noun(node.right)
            if isinstance(self.type_of(node.right), types.EnumType):
                words = say("steps_between", low=steps.text, high=self.noun(node.left).text)
                return noun(words, weight=CLAUSE)
            count = inflect.count_word(steps.literal) if steps.literal is not None else steps.text
            many = say("step" if steps.literal == 1 else "steps")
            return noun(comparing.steps_from(count, many, key, self.noun(node.left), ladder), weight=SUM)
        match node:
            case nodes.Plus(left=left, right=right):
                terms = self.addends(node)
                if len(terms) > 2:
                    return arithmetic.list_of("sum_of", terms)
                is_whole = not isinstance(kind, types.Numeric) or getattr(kind, "step", 0) == types.WHOLE
                return arithmetic.plus(self.noun(left, unit), self.noun(right, unit), is_whole)
            case nodes.Minus(left=nodes.NumberLiteral(word=nodes.Word(text="0")), right=right):
                return arithmetic.negative(self.factor(right))
            case nodes.Minus(left=left, right=right):
                return arithmetic.less(self.noun(left, unit), self.noun(right, unit))
            case nodes.Multiply(left=left, right=right):
                return arithmetic.times(self.factor(left), self.factor(right))
            case nodes.Divide(left=left, right=right):
                return arithmetic.divided(self.factor(left), self.factor(right))
            case nodes.PercentOf(percent=percent, whole=whole):
                share = text(inflect.figures(Fraction(percent.text)))
                return arithmetic.share("percent", self.factor(whole), percent=share)
            case nodes.Power(base=base):
                return arithmetic.to_the_power(self.noun(base), nodes.exponent_said(node))
            case nodes.Rounding(value=value, how=how, step=step):
                notes = say(" ".join(how.text.split()))
                if step is not None:
                    unit_of_step = types.steps_written(step.text.removeprefix("to"))
                    is_nearest = how.text.split()[-1] == "nearest"
                    notes = (
                        say("rounded_nearest_to", step=inflect.singular(unit_of_step))
                        if is_nearest
                        else say("rounded_to", how=notes, step=unit_of_step)
                    )
                return arithmetic.rounded(self.noun(value), notes)
        return noun(unsaid(node.span.text))

    def addends(self, node: nodes.Expression) -> list[Noun]:
        """Give the terms of a sum in their order."""
        if isinstance(node, nodes.Plus):
            return [*self.addends(node.left), *self.addends(node.right)]
        return [self.noun(node)]

    def factor(self, node: nodes.Expression) -> Noun:
        """Give a value as it stands in a product: `the sum of ...` for what is added up."""
        inner = node.inner if isinstance(node, nodes.Grouped) else node
        if isinstance(inner, nodes.Plus):
            return arithmetic.list_of("sum_of", self.addends(inner))
        return self.noun(node)

    def bounded(self, how: str, arguments: tuple[nodes.Expression, ...]) -> Noun:
        """Give the words for the least or greatest of several numbers.

        `at least 1` where one of them is written out; of one number it is that number.
        """
        values = [self.noun(argument) for argument in arguments]
        if len(values) == 1:
            return values[0]
        fixed = [value for value in values if value.literal is not None]
        if len(values) == 2 and len(fixed) == 1:
            other = values[1] if values[0] is fixed[0] else values[0]
            key = "but_at_least" if how == "greatest" else "but_at_most"
            return arithmetic.bounded(other, say(key, value=fixed[0].text))
        key = ("larger_of" if how == "greatest" else "smaller_of") if len(values) == 2 else f"{how}_of"
        return arithmetic.list_of(key, values)

    # --- calls

    def call(self, node: nodes.Call) -> Noun:
        """Give the words for a call that has a value."""
        meaning = self.checked.meanings.get(node)
        match meaning:
            case meanings.RuleCall(rule=rule, arguments=arguments):
                return self.called(rule, arguments)
            case meanings.FunctionCall(name=name, arguments=arguments):
                return self.function(name, arguments)
            case meanings.PluginCall(hook=hook):
                return noun(text(hook.text), weight=CLAUSE)
            case meanings.GatherCall():
                return self.gathered(meaning)
            case meanings.BeforeValue(value=value):
                return noun(say("before", value=self.noun(value).text), weight=CLAUSE)
            case meanings.Expected(rule=rule, arguments=arguments, value=value):
                clause, aside = self.done(rule, arguments)
                words = say("expected", value=self.noun(value).text, clause=said(clause))
                return number_noun(joined([styled(words, to=rule.address), aside]), is_number=True, weight=CLAUSE)
        return noun(said(self.condition(node)))

    def function(self, name: str, arguments: tuple[nodes.Expression, ...]) -> Noun:
        """Give the words for a function of the language."""
        if name in ("least", "greatest"):
            return self.bounded(name, arguments)
        values = self.measured(name, arguments)
        if name in OF_DECKS:
            return self.of_deck(name, arguments[0], values)
        if name == "count":
            return noun(
                say("number_of", counted=without_article(values[0].text)), counted=values[0].text, is_number=True
            )
        shown = [
            self.towards(value, argument) if name in ("next", "row") else value.text
            for value, argument in zip(values, arguments, strict=True)
        ]
        if name == "ahead" and isinstance(arguments[2], nodes.Negative):
            return noun(say("ahead_back", *shown[:2], self.noun(arguments[2].operand).text), weight=PRODUCT)
        if name == "turned":
            return noun(self.turned(shown[0], arguments[1]), weight=PRODUCT)
        words = say(name, *shown)
        if name in ("faces_between", "from_west", "from_north", "point_distance", "degrees_between"):
            return number_noun(words, is_number=True, weight=PRODUCT)
        return noun(words, many=name == "neighbours", weight=PRODUCT)

    def of_deck(self, name: str, deck: nodes.Expression, values: list[Noun]) -> Noun:
        """Give the words for what is asked of a deck: how many it holds, how many of one sort, which sorts."""
        kind = self.type_of(deck)
        many = inflect.plural(self.enum_word(kind.enum)) if isinstance(kind, types.Deck) else ""
        if name == "copies":
            many = plain(values[1].text)
            if values[1].origin == "member":
                many = inflect.plural(plain(without_article(values[1].text)))
        counted = say("held_in", many=many, deck=values[0].text)
        if name == "cards":
            return noun(say("the", noun=counted), many=True)
        return noun(say("number_of", counted=counted), counted=counted if name == "size" else EMPTY, is_number=True)

    def turned(self, way: Text, faces: nodes.Expression) -> Text:
        """Give a direction turned by so many faces, one way or the other."""
        phrase, size = ("turned_back", faces.operand) if isinstance(faces, nodes.Negative) else ("turned", faces)
        said = self.noun(size)
        if said.literal == 1:
            return say(f"{phrase}_once", way)
        return say(phrase if said.literal is not None else f"{phrase}_many", way, said.text)

    def measured(self, name: str, arguments: tuple[nodes.Expression, ...]) -> list[Noun]:
        """Give the words for what a function is given, figures with the unit that the board measures in."""
        board = self.checked.declared.head.board
        takes = [wanted for _, wanted in BY_NAME[name].takes]
        found = []
        for argument, wanted in zip(arguments, takes * len(arguments), strict=False):
            unit = board.lengths if wanted == "length" else board.angles if wanted == "degrees" else None
            value = self.noun(argument, unit if written_out(argument) else None)
            if wanted == "heading" and value.literal is not None:
                value = replace(value, text=say("the_heading", value=value.text))
            found.append(value)
        return found

    def towards(self, value: Noun, argument: nodes.Expression) -> Text:
        """Give a direction behind `in`: `the direction of the course`, `the direction opposite to it`."""
        is_way = isinstance(types.without_none(self.type_of(argument)), types.EnumType)
        is_said = not is_way or plain(value.text).startswith("the direction")
        return value.text if is_said else say("the_direction_of", value=value.text)

    def called(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> Noun:
        """Give the words for the value of a definition."""
        if rule.speaks_as:
            below = self.constant(rule)
            if below is not None:
                return below
            only = original_value(rule) if self.merges else None
            if only is not None:
                return self.below(rule, arguments).noun(only)
            return noun(styled(say("original"), to=rule.site_address), is_number=isinstance(rule.result, types.Numeric))
        constant = self.constant(rule)
        if constant is not None:
            return constant
        pieces, aside = self.pieces_of_call(rule, arguments)
        words = noun_words(pieces)
        kind = rule.result or types.UNKNOWN
        linked = joined([styled(words, to=rule.address), aside])
        if isinstance(kind, types.Numeric):
            return number_noun(linked, is_number=True, weight=PRODUCT, name=rule.name.replace("_", " "))
        many = isinstance(kind, types.ListType) and inflect.is_plural(head_word(without_article(words)))
        return noun(linked, many=many, weight=PRODUCT, kind=self.kind_words(kind))

    def constant(self, rule: Rule) -> Noun | None:
        """Give the value of a definition that is one written number; it leads there, but for one in its own place."""
        only = only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None
        if (rule.parameters and not rule.speaks_as) or only is None or not written_out(only):
            return None
        value = self.noun(only, rule.result.unit if isinstance(rule.result, types.Numeric) else None)
        if value.literal is None:
            return None
        words = value.text if rule.speaks_as else styled(value.text, to=rule.address)
        return replace(value, text=words, is_number=True)

    def pieces_of_call(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> tuple[list[Piece], Text]:
        """Give the phrase of a rule with its arguments, and in brackets the arguments that it does not speak of."""
        given = {p.name: self.argument(p, a) for p, a in zip(rule.parameters, arguments, strict=False)}
        phrase = rule.node.phrase
        if phrase is None or phrase not in self.checked.phrases:
            return [plain(say("the", noun=rule.name.replace("_", " ")))], self.asides(rule, arguments, given, set())
        spoken = spoken_names(self.checked, phrase)
        return self.with_names(given).pieces(phrase), self.asides(rule, arguments, given, spoken)

    def argument(self, parameter: Parameter, given: nodes.Expression) -> Noun:
        """Give the words for an argument."""
        unit = parameter.type.unit if isinstance(parameter.type, types.Numeric) else None
        return self.noun(given, unit)

    def asides(
        self, rule: Rule, arguments: tuple[nodes.Expression, ...], given: dict[str, Noun], spoken: set[str]
    ) -> Text:
        """Give the arguments that a phrase leaves unsaid and that are not simply what has the same name here."""
        found: list[Text] = []
        for parameter, argument in zip(rule.parameters, arguments, strict=False):
            if parameter.name in spoken or (isinstance(argument, nodes.Name) and argument.word.text == parameter.name):
                continue
            is_chosen = isinstance(parameter.type, types.ListType) and not isinstance(argument, nodes.Name)
            if isinstance(types.without_none(parameter.type), types.Thing | types.ListType) and not is_chosen:
                continue  # who is meant follows from what is said
            called = without_article(parameter.words)
            if NOT in parameter.words:
                clause = clause_of((parameter.words,))
                if isinstance(argument, nodes.Yes | nodes.No):
                    found.append(said(clause if isinstance(argument, nodes.Yes) else negated(clause)))
                    continue
                called = said(clause)
            if isinstance(parameter.type, types.Boolean) and isinstance(argument, nodes.Yes | nodes.No):
                found.append(called if isinstance(argument, nodes.Yes) else say("not", what=called))
                continue
            if isinstance(parameter.type, types.Boolean):
                found.append(say("if", what=called, condition=said(self.condition(argument))))
                continue
            found.append(say("given", name=called, value=given[parameter.name].text))
        return say("aside", what=joined(found, "; ")) if found else EMPTY

    def pieces(self, phrase: nodes.Word) -> list[Piece]:
        """Give a phrase as words and noun phrases."""
        return [
            part if isinstance(part, str) else self.noun(part)
            for part in self.checked.phrases.get(phrase, (phrase.text,))
        ]

    def phrase(self, word: nodes.Word) -> Text:
        """Give a phrase as text."""
        return fill(self.pieces(word)).words

    def stated(self, word: nodes.Word) -> Text:
        """Give what is announced as text."""
        return stated(self.pieces(word))

    def clause(self, word: nodes.Word) -> Clause:
        """Give a phrase as a clause."""
        return clause_of(self.pieces(word))

    def done(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> tuple[Clause, Text]:
        """Give what a procedure or effect is said to do, and what its phrase leaves unsaid."""
        if rule.speaks_as:
            return Clause(noun(EMPTY), "", say("original_done")), EMPTY
        pieces, aside = self.pieces_of_call(rule, arguments)
        return clause_of(pieces), aside

    # --- lists

    def group(self, source: nodes.Expression, variable: str) -> Group:
        """Give the words for a list and for one of it, which is called by a variable."""
        found = self._group(source)
        one = plain(found.one)
        role = gathering.role_of(variable, one)
        if role in ADJECTIVES and one:
            role = f"{role} {one}"
        words: Text = (
            (Run(one, entity=variable, case="plain", to=found.one[0].to),) if len(found.one) == 1 else found.one
        )
        return replace(found, variable=variable, role=role, one=words)

    def _group(self, source: nodes.Expression) -> Group:
        meaning = self.checked.meanings.get(source)
        kind = self.type_of(source)
        item = self.kind_words(kind.item) if isinstance(kind, types.ListType) else ""
        whole = self.noun(source)
        match meaning:
            case meanings.Pool(kind=pool):
                return Group(noun(pool.many.replace("_", " "), many=True), text(pool.one.replace("_", " ")))
            case meanings.AllMembers(enum=enum):
                return Group(
                    noun((enum.many or spaced(enum.name)).replace("_", " "), many=True), text(self.enum_word(enum.name))
                )
            case meanings.Local() if whole.origin == "chosen" and item:
                return Group(whole, say("chosen_one", one=item))
            case meanings.RuleCall(rule=rule) if isinstance(rule, Rule):
                return Group(whole, self._one_of(whole))
            case meanings.GatherCall(how="all", value=None, ranking=None):
                inner = self.inner()
                listing = inner.gathering_group(meaning)
                return Group(whole, gathering.one_such(listing)) if listing.one else Group(whole)
        return Group(whole)

    def _one_of(self, whole: Noun) -> Text:
        """Give one of what a definition's phrase names in the plural, still leading to the definition."""
        words = without_article(whole.text)
        head = head_word(words)
        one = inflect.singular(head)
        if one == head or (not words[0].words.startswith(head) and head not in words[0].words):
            return EMPTY
        first = replace(words[0], words=words[0].words.replace(head, one, 1))
        return tuple(replace(run, words=of_one(run.words)) for run in (first, *words[1:]))

    def gathering_group(self, meaning: meanings.GatherCall) -> Group:
        """Give the list of a gathering, its variable made known."""
        group = self.group(meaning.source, meaning.variable)
        kind = self.type_of(meaning.source)
        item = kind.item if isinstance(kind, types.ListType) else types.UNKNOWN
        self.local(meaning.variable, item, "loop")
        hanging = replace(self, hangs=True)
        where = hanging.condition(meaning.condition) if meaning.condition is not None else None
        narrowed = group.narrowed(where)
        return (
            narrowed
            if self._needs_role(narrowed, meaning)
            else replace(narrowed, role="" if group.role not in ADJECTIVES else group.role)
        )

    def _needs_role(self, group: Group, meaning: meanings.GatherCall) -> bool:
        """Tell whether a name is used for what is gathered, beside the words for its sort."""
        if not group.role or group.role.startswith("other "):
            return bool(group.role)
        said_of_it = gathering.one_such(replace(group, role=""))
        spoken = [run for run in said_of_it if run.entity == group.variable and run.words != plain(group.one)]
        in_value = meaning.value is not None and group.variable in mentions(self.noun_or_claim(meaning.value))
        return bool(spoken) or in_value

    def noun_or_claim(self, node: nodes.Expression) -> Text:
        """Give the words of an expression of any type."""
        return said(self.condition(node)) if isinstance(self.type_of(node), types.Boolean) else self.noun(node).text

    def gathered(self, meaning: meanings.GatherCall) -> Noun:
        """Give the words for what is gathered over a list."""
        together = self.together(meaning)
        if together is not None:
            return together
        inner = self.inner()
        group = inner.gathering_group(meaning)
        if meaning.how == "count":
            return gathering.number_of(group)
        if meaning.how == "first":
            found = inner.first_of(meaning, group)
            if meaning.value is None:
                return found
            return noun(say("value_of_first", value=inner.noun(meaning.value).text, first=found.text), weight=CLAUSE)
        if meaning.value is None:
            found = gathering.all_such(group)
        else:
            found = inner.gathered_value(meaning.how, group, meaning.value)
        if meaning.ranking is None:
            return found
        return gathering.in_order(found, gathering.end_of(meaning.ranking), inner.noun(meaning.ranking.key))

    def first_of(self, meaning: meanings.GatherCall, group: Group) -> Noun:
        """Give the first of a list, or the one that comes first by what it says."""
        if meaning.ranking is None:
            return gathering.first(group)
        return gathering.best(group, gathering.end_of(meaning.ranking), self.noun(meaning.ranking.key))

    def together(self, meaning: meanings.GatherCall) -> Noun | None:
        """Give the words for several lists made one: `all(some for some in [these, those])`."""
        value = meaning.value
        is_itself = isinstance(value, nodes.Name) and value.word.text == meaning.variable
        if meaning.how != "all" or not is_itself or meaning.condition is not None or meaning.ranking is not None:
            return None
        listed = meaning.source
        return self.noun(listed) if isinstance(listed, nodes.ListLiteral) else None

    def gathered_value(self, how: str, group: Group, node: nodes.Expression) -> Noun:
        """Give the words for a sum, an extreme or a list of values."""
        value = self.noun(node)
        every = gathering.every(group)
        if how == "all":
            many = noun(say("value_of_each", value=value.text, each=every), many=True, weight=PRODUCT)
            return self._with_each(value, group, "each") or many
        if how == "sum":
            counted = value.counted or value.text
            return noun(say("sum_over", value=counted, each=every), is_number=True, weight=CLAUSE)
        inside = self._with_each(value, group, "any")
        if inside is not None:
            return noun(
                say("extreme_plain", extreme=say(how), value=without_article(inside.text)),
                is_number=True,
                weight=PRODUCT,
            )
        return noun(say("extreme_for", extreme=say(how), value=value.text, each=every), is_number=True, weight=CLAUSE)

    def _with_each(self, value: Noun, group: Group, how: str) -> Noun | None:
        """Put `any of ...` in the place of the variable, where it stands once and the value begins with an article."""
        places = [run for run in value.text if run.entity == group.variable]
        if len(places) != 1:
            return None
        each = gathering.each(group) if how == "each" else self._any_of(group)
        if places[0].case == "owner":
            if value.owner is None or value.text[0] is not places[0]:
                return None
            if how == "each":
                everything = gathering.all_such(group)
                heads = value.head if value.many else text(inflect.plural(plain(value.head)))
                return noun(say("of_owner", head=heads, owner=everything.text), many=True, weight=PRODUCT)
            return noun(say("of_owner", head=value.head, owner=each), weight=PRODUCT)
        if not plain(value.text).startswith("the "):
            return None
        if how == "each" and value.many and value.text[-1] is places[0]:
            each = gathering.all_such(group).text
        linked = tuple(replace(run, to=run.to or places[0].to) for run in each)  # one link, not two with a gap
        pieces: list[Words] = [linked if run is places[0] else (run,) for run in value.text]
        return noun(joined(pieces), many=how == "each", weight=PRODUCT)

    def _any_of(self, group: Group) -> Text:
        return (
            say("any_such", one=gathering.one_such(group))
            if group.one
            else say("any_of", all=gathering.one_such(group, many=True))
        )

    # --- conditions

    def condition(self, node: nodes.Expression) -> Condition:
        """Give what an expression of yes or no says."""
        match node:
            case nodes.Grouped(inner=inner):
                return self.condition(inner)
            case nodes.Negation(operand=operand):
                return negated(self.condition(operand))
            case nodes.And(operands=operands):
                return self.all_of([self.condition(operand) for operand in operands])
            case nodes.Or(operands=(nodes.Negation(operand=given), *others)) if not any(
                isinstance(other, nodes.Negation) for other in others
            ):
                then = tuple(self.condition(other) for other in others)
                return Implied(self.condition(given), then[0] if len(then) == 1 else Several("or", then))
            case nodes.Or(operands=operands):
                return Several("or", tuple(self.condition(operand) for operand in operands))
            case nodes.Compare():
                return self.compared(node)
            case nodes.Yes():
                return Clause(noun(EMPTY), "", say("always"), opposite=Clause(noun(EMPTY), "", say("never")))
            case nodes.No():
                return Clause(noun(EMPTY), "", say("never"), opposite=Clause(noun(EMPTY), "", say("always")))
            case nodes.Name() | nodes.FieldAccess() | nodes.Call() | nodes.Lookup():
                return self.claim(node)
        return Clause(self.noun(node), "is", say("yes"))

    def all_of(self, conditions: list[Condition]) -> Condition:
        """Give what holds where several conditions do, but for those that always do."""
        always = say("always")
        telling = [one for one in conditions if not (isinstance(one, Clause) and not one.verb and one.rest == always)]
        return Several("and", tuple(telling)) if len(telling) > 1 else (telling or conditions)[0]

    def claim(self, node: nodes.Name | nodes.FieldAccess | nodes.Call | nodes.Lookup) -> Condition:
        """Give what a name, field, call or look-up of yes or no says."""
        meaning = self.checked.meanings.get(node)
        match meaning:
            case meanings.OptionValue(option=option):
                return Clause(noun(say("the_option", name=self.option_name(option.name))), "is", say("in_use"))
            case meanings.FieldOf(field=known) if isinstance(node, nodes.FieldAccess):
                return predicate_of(self.noun(node.owner), known)
            case meanings.RollPart(roll=roll):
                return self.success(roll)
            case meanings.RuleCall(rule=rule, arguments=arguments):
                return self.holds(rule, arguments)
            case meanings.FunctionCall(name=name, arguments=arguments):
                return self.function_holds(name, arguments)
            case meanings.PluginCall(hook=hook):
                return Clause(noun(EMPTY), "", text(hook.text))
            case meanings.GatherCall():
                return self.gathered_claim(meaning)
            case meanings.TableValue(table=table) if isinstance(node, nodes.Lookup):
                return Clause(
                    noun(say("the_table", title=self.title_of(table))),
                    "says",
                    say("says_yes", keys=self.keys(table, node)),
                )
            case meanings.Allowed(rule=rule, arguments=arguments):
                return Clause(noun(say("it")), "is", say("allowed", clause=said(self.done(rule, arguments)[0])))
            case meanings.BeforeValue(value=value):
                return Clause(noun(EMPTY), "", say("before_clause", clause=said(self.condition(value))))
            case meanings.TimerState() if isinstance(node, nodes.Call):
                argument = node.arguments[0]
                assert isinstance(argument, nodes.Expression)
                return Clause(self.noun(argument), "is", say("due"))
            case meanings.Local(name=name):
                return self.local_holds(name)
            case meanings.ConstantValue(constant=constant) if has_verb(trimmed(constant.words)):
                return verb_clause(text(trimmed(constant.words)))
        return Clause(self.noun(node), "is", say("yes"))

    def option_name(self, name: str) -> Text:
        """Give the title of an option, leading to it."""
        option = self.checked.declared.options.get(name)
        phrase = option.node.phrase.text if option is not None and option.node.phrase is not None else ""
        return (Run(inflect.titled(name, phrase), to=self.option_address(name), style="name"),)

    def local_holds(self, name: str) -> Clause:
        """Say that a local of yes or no is yes: an answer, or an adjective."""
        known = self.names.get(name)
        if known is not None and known.origin == "choice":
            return Clause(noun(say("answer")), "is", say("yes"), opposite=Clause(noun(say("answer")), "is", say("no")))
        is_told = known is not None and (known.origin == "parameter" or NOT in plain(known.text))
        own = known.text if known is not None and is_told else EMPTY
        plainly = text(name.replace("_", " "))
        if known is not None and known.origin == "let":
            it = noun(say("it"))
            return verb_and_rest(it, plainly) if is_deed(name) else Clause(it, "is", plainly)
        is_sentence = own and plain(without_article(own)) != plain(plainly)
        return verb_clause(own) if is_sentence else Clause(noun(EMPTY), "", plainly)

    def success(self, roll: str) -> Clause:
        """Say that a check has succeeded."""
        how, words = self.successes.get(roll, ("", EMPTY))
        if how == "clause":
            return verb_clause(words)
        if not words:
            return Clause(noun(say("the_roll")), "succeeds")
        return Clause(noun(say("the_roll")), "is", words)

    def below(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> Speaker:
        """Give a speaker for what an original says, with the names of its inputs as they are called here."""
        given = {p.name: self.argument(p, a) for p, a in zip(rule.parameters, arguments, strict=False)}
        return self.with_names(self.names | given)

    def holds(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> Condition:
        """Say that a definition of yes or no holds."""
        if rule.speaks_as:
            only = original_value(rule) if self.merges else None
            if only is not None:
                return self.below(rule, arguments).condition(only)
            so = say("original_holds")
            return Clause(noun(say("it")), "would", so, opposite=Clause(noun(say("it")), "would", say("not", what=so)))
        if rule.node.phrase is None:
            words, aside = self.pieces_of_call(rule, arguments)
            return Clause(noun(fill(words).words), "is", joined([say("yes"), aside]))
        clause, aside = self.done(rule, arguments)
        rest = joined([clause.rest, aside])
        linked = replace(clause, rest=styled(rest, to=rule.address), opposite=None)
        if not plain(rest):
            linked = replace(linked, subject=replace(clause.subject, text=styled(clause.subject.text, to=rule.address)))
        if clause.opposite is not None:
            linked = replace(linked, opposite=replace(clause.opposite, rest=linked.rest, opposite=linked))
        return linked

    def function_holds(self, name: str, arguments: tuple[nodes.Expression, ...]) -> Clause:
        """Say that a function of the language says yes."""
        values = self.measured(name, arguments)
        if name in ("passes", "lines_cross"):
            line = noun(say("line_between", values[0].text, values[1].text))
            verb, _blank, rest = PATTERNS[name].partition(" ")
            return Clause(line, verb, filled(rest, *(value.text for value in values)))
        if (
            name in ("in_arc", "point_in_arc")
            and values[0].owner is not None
            and values[1].owner is not None
            and values[0].owner.text == values[1].owner.text
        ):
            return Clause(values[2], "lies", say("in_arc_of", arc=values[3].text, thing=values[0].owner.text))
        subject = {"in_arc": 2, "blocked": 2, "point_in_arc": 2}.get(name, 0)
        verb, _blank, rest = PATTERNS[name].partition(" ")
        many = values[subject].many or isinstance(self.type_of(arguments[subject]), types.ListType)
        shown = [
            self.towards(value, argument) if name == "in_arc" and place == 1 else value.text
            for place, (value, argument) in enumerate(zip(values, arguments, strict=True))
        ]
        return Clause(replace(values[subject], many=many), verb, filled(rest, *shown))

    def gathered_claim(self, meaning: meanings.GatherCall) -> Clause:
        """Say that some or all of a list are so."""
        inner = self.inner()
        group = inner.gathering_group(meaning)
        if meaning.how == "any":
            more = inner.condition(meaning.value) if meaning.value is not None else None
            if more is not None:
                where = more if group.where is None else Several("and", (group.where, more))
                group = group.narrowed(where)
            return gathering.exists(group)
        if meaning.how == "first" and meaning.value is not None:
            return gathering.first_does(inner.first_of(meaning, group), group, inner.condition(meaning.value))
        if meaning.value is None:
            whole = replace(group, where=None)
            claim = group.where or Clause(noun(EMPTY), "", say("always"))
            return gathering.all_do(whole, claim)
        return gathering.all_do(group, inner.condition(meaning.value))

    def compared(self, node: nodes.Compare) -> Condition:
        """Say how two values compare."""
        sign = " ".join(node.sign.text.split())
        left_type, right_type = self.type_of(node.left), self.type_of(node.right)
        if sign in ("in", "not in"):
            return self.among(node, sign == "not in")
        if isinstance(node.right, nodes.Nothing) or is_empty(node.right) or is_empty(node.left):
            return self.nothing(node.right if is_empty(node.left) else node.left, sign == "is not")
        if isinstance(left_type, types.Boolean):
            claim = self.condition(node.left)
            if not isinstance(node.right, nodes.Yes | nodes.No):
                other = self.condition(node.right)
                other = other if sign == "is" else negated(other)
                return Clause(noun(EMPTY), "", say("just_when", claim=said(claim), other=said(other)))
            yes = isinstance(node.right, nodes.Yes) == (sign == "is")
            return claim if yes else negated(claim)
        unit = self.unit_of(node.left) or self.unit_of(node.right)
        left = self.noun(node.left, unit if written_out(node.left) else self.unit_of(node.right))
        right = self.noun(node.right, unit if written_out(node.right) else self.unit_of(node.left))
        if isinstance(left_type, types.Numeric) and unit and not self.unit_beside(left, replace(left_type, unit=unit)):
            right = without_unit(right)
        right = arithmetic.bracketed_if(right, self.hangs and bool(right.remarks))
        if sign in ("is", "is not"):
            return self.same(node, left, right, sign == "is not")
        for kind in (types.without_none(left_type), types.without_none(right_type)):
            if isinstance(kind, types.EnumType):
                return comparing.on_a_ladder(left, sign, right, self.checked.declared.enums[kind.enum])
        return comparing.numbers(left, sign, right)

    def nothing(self, node: nodes.Expression, negative: bool) -> Condition:
        """Say that there is nothing, or nothing in a list; of what is looked for among others, that there is none."""
        meaning = self.checked.meanings.get(node)
        if isinstance(meaning, meanings.GatherCall) and meaning.value is None and self.together(meaning) is None:
            some = gathering.exists(self.inner().gathering_group(meaning))
            return some if negative else negated(some)
        is_list = isinstance(self.type_of(node), types.ListType)
        return (comparing.without_any if is_list else comparing.without)(self.noun(node), negative)

    def same(self, node: nodes.Compare, left: Noun, right: Noun, negative: bool) -> Clause:
        """Say whether two things or members are one."""
        one, other = (self.checked.meanings.get(side) for side in (node.left, node.right))
        if isinstance(one, meanings.FieldOf):
            kind = self.checked.declared.kinds[one.field.kind]
            is_owner = kind.owner == one.field.name
            if isinstance(other, meanings.FieldOf) and other.field == one.field and left.owner and right.owner:
                return comparing.both(left, right, is_owner, negative)
            if is_owner and left.owner is not None:
                return Clause(left.owner, "belongs", say("belongs", side=right.text), negative)
            kind_of_field = types.without_none(one.field.type)
            is_named_so = trimmed(one.field.words) == self.kind_words(kind_of_field)
            if isinstance(kind_of_field, types.Thing) and is_named_so and left.owner is not None and not negative:
                return replace(comparing.identical(left, right, negative), owned=left.owner, belongs_to=right.text)
        if isinstance(other, meanings.EnumValue):
            return comparing.is_member(left, right, negative)
        return comparing.identical(left, right, negative)

    def among(self, node: nodes.Compare, negative: bool) -> Clause:
        """Say whether something is in a list."""
        left = self.noun(node.left)
        if is_empty(node.right):
            return Clause(left, "is", say("among", list=say("none")), negative)
        if isinstance(node.right, nodes.ListLiteral):
            return Clause(left, "is", listed([self.noun(item).text for item in node.right.items], "or"), negative)
        return Clause(left, "is", say("among", list=self.noun(node.right).text), negative)


# --- pieces that need no ruleset


def spaced(name: str) -> str:
    """Give a name of an enum as words: `SnowSort` becomes `snow sort`."""
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    return words.replace("_", " ")


def trimmed(words: str) -> str:
    """Leave out remarks in brackets, and blanks for underscores."""
    return words.split(" (", 1)[0].replace("_", " ")


def without_unit(value: Noun) -> Noun:
    """Give a number that is written out as figures alone."""
    if value.literal is None:
        return value
    return replace(value, text=styled(inflect.figures(value.literal), to=value.text[0].to))


def fact_noun(words: str, name: str) -> Noun:
    """Give a fact of the scenario, which is one thing: with an article, unless it has a small word of its own."""
    opening = words.split(" ", 1)[0]
    is_clause = opening in ("what", "how", "who", "where", "when", "which")
    has_own = is_clause or opening in ("the", "a", "an")
    many = not is_clause and inflect.is_plural(head_word(without_article(words)))
    return noun(words if has_own else say("the", noun=words), many=many, name=name)


def only_value(cases: nodes.SingleCase | nodes.SeveralCases) -> nodes.Expression | None:
    """Give the value of a definition that has no more than one."""
    if isinstance(cases, nodes.SingleCase):
        return cases.value
    only = cases.cases[0]
    return only.value if len(cases.cases) == 1 and not isinstance(only.condition, nodes.IfCase) else None


_RELATIVE = re.compile(r"\b(that|which|who) (are|were|have|do)\b")


def of_one(words: str) -> str:
    """Let the verb of a relative clause agree with one thing: `that are dry` becomes `that is dry`."""
    return _RELATIVE.sub(lambda found: f"{found[1]} {inflect.singular_verb(found[2])}", words)


def is_empty(node: nodes.Expression) -> bool:
    """Tell whether a value is a list that is written with nothing in it."""
    return isinstance(node, nodes.ListLiteral) and not node.items


def written_out(node: nodes.Expression) -> bool:
    """Tell whether a value is one written number."""
    return isinstance(node, nodes.NumberLiteral) or (
        isinstance(node, nodes.Negative) and isinstance(node.operand, nodes.NumberLiteral)
    )


def original_value(rule: Rule) -> nodes.Expression | None:
    """Give the one value of an original, which can be said in its place; nothing where it has several."""
    return only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None


def predicate_of(owner: Noun, known: Field) -> Clause:
    """Say that a field of yes or no is yes: its words are the predicate."""
    return verb_and_rest(owner, text(trimmed(known.words)))


def is_deed(name: str) -> bool:
    """Tell whether a truth is called by what something does: `answers`, not `soaked`."""
    first = name.split("_", maxsplit=1)[0]
    return first.endswith("s") and not first.endswith(("ss", "us", "is"))


def has_verb(words: str) -> bool:
    """Tell whether plain words are a whole clause: `it is night`."""
    return any(inflect.is_auxiliary(inflect.singular_verb(word)) for word in words.split(" ")[1:])


def verb_clause(words: Text) -> Clause:
    """Cut a whole clause of plain words at its verb, the first auxiliary in it."""
    said_words = plain(words).split(" ")
    for index, word in enumerate(said_words[1:], 1):
        verb = inflect.singular_verb(word)
        if inflect.is_auxiliary(verb):
            subject = noun(" ".join(said_words[:index]), many=verb != word)
            return verb_and_rest(subject, text(" ".join((verb, *said_words[index + 1 :]))))
    return Clause(noun(EMPTY), "", words)


def spoken_names(checked: Checked, phrase: nodes.Word) -> set[str]:
    """Give the names that the pieces of a phrase speak of."""
    return {
        part.word.text
        for piece in checked.phrases.get(phrase, ())
        if isinstance(piece, nodes.Expression)
        for part in piece.walk()
        if isinstance(part, nodes.Name)
    }
