"""Word values: each expression that has one becomes a noun phrase.

In: expressions. Out: `Noun`s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field, Table
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyExpression
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english import arithmetic
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.dice import most_of, thrown
from quarterdeck.prose.english.nouns import (
    CLAUSE,
    NOTHING,
    TRUTH,
    Noun,
    belonging,
    head_word,
    noun,
)
from quarterdeck.prose.english.phrases import PATTERNS, listed, say
from quarterdeck.prose.english.spoken_calls import SpokenCalls
from quarterdeck.prose.english.spoken_names import natural_of, spaced
from quarterdeck.prose.english.wording import NOT
from quarterdeck.prose.text.runs import EMPTY, Run, Text, plain, styled, unsaid

WORD_FOR = {nodes.Yes: "yes", nodes.No: "no", nodes.Nothing: "none"}


@dataclass
class SpokenValues(SpokenCalls):
    """Word values as noun phrases."""

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
                nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide() | nodes.PercentOf()
                | nodes.Power() | nodes.PowerOf() | nodes.Rounding()
            ):  # fmt: skip
                return self.sum(node, unit)
            case nodes.InUnit(value=value, unit=word):
                return self.noun(value, word.text)
            case (
                nodes.HighestOf() | nodes.LowestOf() | nodes.KeepHighest() | nodes.KeepLowest() | nodes.TimesDice()
                | nodes.DicePool()
            ):  # fmt: skip
                return noun(thrown(self.noun, node))
            case nodes.NumberList() | nodes.HighestItems() | nodes.LowestItems():
                return self.list_of_numbers(node)
            case nodes.Or() | nodes.And() | nodes.Negation() | nodes.Compare():
                return noun(said(self.condition(node)))
            case _:
                assert_never(node)

    def list_of_numbers(self, node: nodes.NumberList | nodes.HighestItems | nodes.LowestItems) -> Noun:
        """Give `the numbers from 1 to 6`, `the two highest of the shots`."""
        if isinstance(node, nodes.NumberList):
            low, high = (self.noun(end).text for end in (node.low, node.high))
            return noun(say("list_of_numbers", low=low, high=high), many=True)
        which = most_of(self.noun, "highest" if isinstance(node, nodes.HighestItems) else "lowest", node.count)
        return noun(say("most_of", which=which, all=self.noun(node.items).text), many=True, weight=CLAUSE)

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

    def unit_beside(self, other: Noun, kind: Type | None) -> str | None:
        """Give the unit in which a number stands beside another value; none where that is itself counted in it."""
        unit = kind.unit if isinstance(kind, types.Numeric) else None
        heads = {head_word(without_article(words)) for words in (other.text, other.counted, other.head) if words}
        return None if unit and unit.replace("_", " ") in heads else unit

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
            return self.names.get(natural_of(roll)) or noun(say("the_natural"), is_number=True)
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


def trimmed(words: str) -> str:
    """Leave out remarks in brackets, and blanks for underscores."""
    return words.split(" (", 1)[0].replace("_", " ")


def fact_noun(words: str, name: str) -> Noun:
    """Give a fact of the scenario, which is one thing: with an article, unless it has a small word of its own."""
    opening = words.split(" ", 1)[0]
    is_clause = opening in ("what", "how", "who", "where", "when", "which")
    has_own = is_clause or opening in ("the", "a", "an")
    many = not is_clause and inflect.is_plural(head_word(without_article(words)))
    return noun(words if has_own else say("the", noun=words), many=many, name=name)
