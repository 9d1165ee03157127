"""Plan the German of expressions that have a value: each becomes a phrase that knows its cases.

In: expressions of a `Checked` ruleset. Out: `Phrase`s. What binds more tightly than what stands around it is in
brackets, and so is a remark on how a number is rounded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.builtins import BY_NAME, OF_DECKS
from quarterdeck.language.declarations.symbol_table import Parameter, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyExpression
from quarterdeck.language.typing import meanings
from quarterdeck.prose.text.rule_facts import original_value, written_out
from quarterdeck.prose.text.runs import Text, joined
from quarterdeck_german.calculations import CalculationSpeaker
from quarterdeck_german.catalogue import TEXTS
from quarterdeck_german.grammar import (
    CLAUSE,
    MANY,
    PRODUCT,
    Case,
    Condition,
    GermanClause,
    GermanNoun,
    Phrase,
    behind,
    counted,
    figures,
    fixed,
    in_cases,
    list_of,
    of,
    phrase,
)
from quarterdeck_german.groups import GermanGroup
from quarterdeck_german.vocabulary import UnwordedError, call, known_noun, say

_SO_MANY: dict[Case, str] = {"nom": "so viele", "acc": "so viele", "dat": "so vielen", "gen": "so vieler"}


@dataclass
class ValueSpeaker(CalculationSpeaker):
    """Words for what has a value."""

    def condition(self, node: nodes.Expression) -> Condition:
        """Give what an expression of yes or no says; conditions are planned in `speaker`."""
        raise NotImplementedError

    def deed(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> GermanClause:
        """Give what a rule is said to do; clauses are planned in `speaker`."""
        raise NotImplementedError

    def value(self, given: nodes.Expression, unit: str | None = None) -> Phrase:
        """Give the phrase for a value; a bare number gets the unit that stands on the other side.

        Raises:
            UnwordedError: something in it has no German words.
        """
        node = cast("AnyExpression", given)
        match node:
            case nodes.Grouped(inner=inner):
                return self.value(inner, unit)
            case nodes.NumberLiteral(word=word):
                return self.number(Fraction(word.text), unit)
            case nodes.Negative(operand=nodes.NumberLiteral(word=word)):
                return self.number(-Fraction(word.text), unit)
            case nodes.Negative(operand=operand):
                return replace(call("negative", a=self.factor(operand)), weight=PRODUCT)
            case nodes.Yes() | nodes.No() | nodes.Nothing():
                key = {nodes.Yes: "yes", nodes.No: "no", nodes.Nothing: "none"}[type(node)]
                return fixed(say(key))
            case nodes.Dice(word=word):
                return fixed(dice_words(word.text))
            case nodes.Name() | nodes.FieldAccess() | nodes.Call() | nodes.Lookup():
                return self.meant(node)
            case nodes.ListLiteral(items=items):
                return list_of([self.value(item) for item in items]) if items else fixed(say("none"))
            case (
                nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide() | nodes.PercentOf()
                | nodes.Power() | nodes.PowerOf() | nodes.Rounding()
            ):  # fmt: skip
                return self.calculated(node, unit)
            case nodes.InUnit(value=value, unit=word):
                return self.value(value, word.text)
            case nodes.NumberList(low=low, high=high):
                return replace(call("numbers_between", a=self.value(low), b=self.value(high)), weight=CLAUSE)
            case nodes.HighestItems(count=count, items=items) | nodes.LowestItems(count=count, items=items):
                which = most_of("highest" if isinstance(node, nodes.HighestItems) else "lowest", self.value(count))
                return replace(which.around(TEXTS["most_of_list"], items=self.value(items)), weight=CLAUSE)
            case (
                nodes.HighestOf() | nodes.LowestOf() | nodes.KeepHighest() | nodes.KeepLowest() | nodes.TimesDice()
                | nodes.DicePool() | nodes.Or() | nodes.And() | nodes.Negation() | nodes.Compare()
            ):  # fmt: skip
                raise UnwordedError(node.span.text)
            case _:
                assert_never(node)

    def meant(self, node: nodes.Name | nodes.FieldAccess | nodes.Call | nodes.Lookup) -> Phrase:
        """Give the phrase for what a name, a field, a call or a look-up means."""
        meaning = self.checked.meanings.get(node)
        match meaning:
            case meanings.RuleCall(rule=rule, arguments=arguments):
                return self.called(rule, arguments)
            case meanings.FieldOf(field=known) if isinstance(node, nodes.FieldAccess):
                if isinstance(self.checked.meanings.get(node.owner), meanings.TheGame):
                    return phrase(self.words.noun(known.address))
                return self.field_of(self.value(node.owner), known)
            case meanings.InDeck(deck=known, member=member) if isinstance(node, nodes.FieldAccess):
                assert isinstance(known.type, types.Deck)
                return self.held(f"{known.type.enum}.{member}", self.value(node.owner))
            case meanings.TableValue(table=table) if isinstance(node, nodes.Lookup):
                found = call("figure_in_table", a=self.keys(node), title=self.table_title(table))
                return replace(found, weight=CLAUSE)
            case meanings.FunctionCall(name=name, arguments=arguments):
                return self.function(name, arguments)
            case meanings.PluginCall(hook=hook):
                return fixed(self.prose(hook.text))
            case meanings.GatherCall():
                return self.gathered(meaning)
            case meanings.BeforeValue(value=value):
                return replace(self.value(value).around("{} zu Beginn der Phase"), weight=PRODUCT)
            case meanings.Expected(rule=rule, arguments=arguments, value=value):
                found = call("expected", a=self.value(value))
                when = self.deed(rule, arguments).subordinate()
                return replace(found.around(TEXTS["expected_when"], clause=when), weight=CLAUSE)
        return self.named(node, meaning)

    def named(self, node: nodes.Expression, meaning: meanings.Meaning | None) -> Phrase:
        """Give the phrase for what has a name of its own."""
        match meaning:
            case meanings.Local(name=local):
                return self.locals.get(local) or self.know(local, self.type_of(node))
            case meanings.RollPart(roll=roll, part=part):
                return self.roll_part(roll, part)
            case meanings.EnumValue(enum=enum, place=place):
                return self.member(enum, enum.members[place])
            case meanings.AllMembers(enum=enum):
                return phrase(self.words.noun(enum.name), "all", True)
            case meanings.Pool(kind=kind):
                return phrase(self.words.noun(kind.name), "all", True)
            case meanings.OptionValue(option=option):
                return self.value(option.value).linked(f"{option.module}.{option.name}")
            case meanings.ConstantValue(constant=constant):
                return phrase(self.words.noun(f"Game.{constant.name}"))
            case meanings.ArcOf(arc=arc):
                return self.arc(arc.name)
            case meanings.GamePart(name=name):
                return call(name)
        raise UnwordedError(node.span.text)

    def roll_part(self, roll: str, part: str) -> Phrase:
        """Give the words for something of a roll."""
        if part in ("natural", "successes"):
            return call("the_natural" if part == "natural" else "successes")
        return self.locals.get(roll) or call("the_total")

    def keys(self, node: nodes.Lookup) -> Phrase:
        """Give what is looked up."""
        return list_of([self.key(key) for key in node.keys])

    def key(self, key: nodes.Expression) -> Phrase:
        """Give one thing that is looked up."""
        if isinstance(self.type_of(key), types.Boolean) and not isinstance(key, nodes.Yes | nodes.No):
            return fixed(say("whether", clause=behind(self.condition(key))))
        return self.value(key)

    def held(self, member: str, deck: Phrase) -> Phrase:
        """Give how many of a sort lie in a deck."""
        return call("number_of", a=phrase(self.words.noun(member), "the", True).around("{} in {a:dat}", a=deck))

    # --- calls

    def called(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> Phrase:
        """Give the words for the value of a definition."""
        if rule.speaks_as:
            only = original_value(rule)
            if only is None:
                return call("usual_value").linked(rule.site_address)
            raise UnwordedError(rule.address)
        only = nodes.only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None
        if not rule.parameters and only is not None and written_out(only):
            unit = rule.result.unit if isinstance(rule.result, types.Numeric) else None
            return self.value(only, unit).linked(rule.address)
        found = phrase(self.words.noun(rule.address), "the", **self.given(rule, arguments))
        found = found.linked(rule.address)
        aside = self.asides(rule, arguments, self.words.nouns[rule.address])
        return replace(found.around("{}{aside}", aside=aside) if aside else found, weight=PRODUCT, noun=found.noun)

    def given(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> dict[str, Phrase]:
        """Give the words for what a rule is given, by the names of its inputs; `name*` counts something."""
        found: dict[str, Phrase] = {}
        for parameter, argument in zip(rule.parameters, arguments, strict=False):
            if isinstance(types.without_none(parameter.type), types.Boolean):
                continue
            found[parameter.name] = self.argument(parameter, argument)
            counting = self.words.local(rule.address, f"{parameter.name}*")
            if counting is not None:
                found[f"{parameter.name}*"] = self.so_many(found[parameter.name], counting, argument)
        return found

    def argument(self, parameter: Parameter, given: nodes.Expression) -> Phrase:
        """Give the words for an argument."""
        unit = parameter.type.unit if isinstance(parameter.type, types.Numeric) else None
        return self.value(given, unit)

    def so_many(self, number: Phrase, noun: GermanNoun, argument: nodes.Expression) -> Phrase:
        """Give so many of something: `zwei Bälle`, `so viele Bälle`."""
        if number.literal is not None:
            return counted(number.literal, noun)
        is_local = isinstance(self.checked.meanings.get(argument), meanings.Local)
        more = () if is_local else joined([", wie ", number.nom, " angibt,"])
        return in_cases(
            lambda case: joined([f"{_SO_MANY[case]} {noun.declined('', case, many=True)}", more]),
            many=True,
            gender=MANY,
        )

    def asides(self, rule: Rule, arguments: tuple[nodes.Expression, ...], words: str) -> Text:
        """Give in brackets what a rule is given and its words do not speak of, unless it has the same name here."""
        found: list[Text] = []
        for parameter, argument in zip(rule.parameters, arguments, strict=False):
            is_same = isinstance(argument, nodes.Name) and argument.word.text == parameter.name
            is_thing = isinstance(types.without_none(parameter.type), types.Thing | types.ListType)
            if f"{{{parameter.name}" in words or is_same or is_thing:
                continue
            found.append(self.given_as(rule.address, parameter, argument))
        return joined([" (", joined(found, "; "), ")"]) if found else ()

    def given_as(self, address: str, parameter: Parameter, argument: nodes.Expression) -> Text:
        """Give what something is given, behind its name: `Reichweite: 3`, `Panzerung: ja, wenn ...`."""
        noun = self.words.local(address, parameter.name)
        if noun is None:
            raise UnwordedError(f"{address}.{parameter.name}")
        name = phrase(noun, "").nom
        if not isinstance(types.without_none(parameter.type), types.Boolean):
            return say("given_name", name=name, value=self.argument(parameter, argument))
        if isinstance(argument, nodes.Yes | nodes.No):
            return say("given_name", name=name, value=self.value(argument))
        return say("given_if", name=name, condition=behind(self.condition(argument)))

    def function(self, name: str, arguments: tuple[nodes.Expression, ...]) -> Phrase:
        """Give the words for a function of the language."""
        if name in ("least", "greatest"):
            return self.bounded(name, arguments)
        if name == "count":
            return replace(call("number_of", a=self.value(arguments[0])), weight=PRODUCT)
        if name in OF_DECKS:
            return self.of_deck(name, arguments)
        values = self.measured(name, arguments)
        if name in ("turned", "heading_turned"):
            return self.turned(values, arguments[1])
        if name in ("next", "row"):
            values[1] = self.towards(values[1])
        back = arguments[2].operand if name == "ahead" and isinstance(arguments[2], nodes.Negative) else None
        if back is not None:
            name, values[2] = "ahead_back", self.value(back, self.checked.declared.head.board.lengths)
        if name in ("item", "items") and values[-1].literal == -1:
            name, values = {"item": "item_last", "items": "items_on"}[name], values[:-1]
        if name == "faces_between" and self.checked.declared.head.board.shape == "square":
            name = "faces_between_on_squares"
        slots = dict(zip("abcd", values, strict=False))
        return replace(call("point_between_edges" if name == "point" else name, **slots), weight=PRODUCT)

    def turned(self, values: list[Phrase], turn: nodes.Expression) -> Phrase:
        """Give a direction or heading turned one way or the other."""
        is_back = isinstance(turn, nodes.Negative)
        size = self.value(turn.operand) if isinstance(turn, nodes.Negative) else values[1]
        shape = self.checked.declared.head.board.shape
        if shape in ("hex", "square"):
            face, many = ("face", "so_many_faces") if shape == "hex" else ("eighth_turn", "so_many_eighths")
            size = counted(size.literal, known_noun(face)) if size.literal else fixed(say(many, count=size))
        found = values[0].around(TEXTS["counterclockwise" if is_back else "clockwise"], faces=size)
        return replace(found, weight=CLAUSE)

    def of_deck(self, name: str, arguments: tuple[nodes.Expression, ...]) -> Phrase:
        """Give what is asked of a deck: how many it holds, how many of one sort, which sorts."""
        deck, kind = self.value(arguments[0]), self.type_of(arguments[0])
        if not isinstance(kind, types.Deck):
            raise UnwordedError(name)
        noun = self.words.noun(kind.enum)
        meaning = self.checked.meanings.get(arguments[1]) if name == "copies" else None
        if isinstance(meaning, meanings.EnumValue):
            noun = self.words.noun(f"{meaning.enum.name}.{meaning.enum.members[meaning.place]}")
        elif name == "copies":
            return replace(call("copies", a=self.value(arguments[1]), b=deck), weight=PRODUCT)
        found = phrase(noun, "the", True).around("{} in {deck:dat}", deck=deck)
        return found if name == "cards" else replace(call("number_of", a=found), weight=PRODUCT)

    @staticmethod
    def towards(way: Phrase) -> Phrase:
        """Give a direction as it stands behind `in`: `der Richtung „Nord“`, `der Blickrichtung des Kindes`."""
        return call("direction", a=way) if way.is_member else way

    def measured(self, name: str, arguments: tuple[nodes.Expression, ...]) -> list[Phrase]:
        """Give the words for what a function is given, figures with the unit that the board measures in."""
        board = self.checked.declared.head.board
        takes = [wanted for _, wanted in BY_NAME[name].takes]
        found = []
        for argument, wanted in zip(arguments, takes * len(arguments), strict=False):
            unit = board.lengths if wanted == "length" else board.angles if wanted == "degrees" else None
            value = self.value(argument, unit if written_out(argument) else None)
            is_figure = wanted == "heading" and value.literal is not None
            found.append(call("heading", a=value) if is_figure else value)
        return found

    # --- lists

    def group(self, source: nodes.Expression, variable: str) -> GermanGroup:
        """Give a list to go through, its variable made known."""
        item = self.item(self.type_of(source))
        meaning = self.checked.meanings.get(source)
        if self.is_of_pool(source):
            noun = known_noun("pool_die")
            self.locals[variable] = replace(phrase(noun), entity=variable)
            return GermanGroup(noun, variable, self.value(source))
        noun = self.noun_of_local(variable, item)
        self.know(variable, item)
        whole = None if isinstance(meaning, meanings.Pool | meanings.AllMembers) else self.value(source)
        return GermanGroup(noun, variable, whole)

    def is_of_pool(self, source: nodes.Expression) -> bool:
        """Tell whether a list is a pool of dice, or some of one."""
        node = nodes.ungrouped(source)
        if isinstance(node, nodes.HighestItems | nodes.LowestItems):
            return self.is_of_pool(node.items)
        return isinstance(node, nodes.Name) and f"{node.word.text} pool" in self.locals

    def gathering_group(self, meaning: meanings.GatherCall) -> GermanGroup:
        """Give the list of a gathering with its condition."""
        group = self.group(meaning.source, meaning.variable)
        return group.narrowed(self.condition(meaning.condition)) if meaning.condition is not None else group

    def inner(self) -> ValueSpeaker:
        """Give the same for a block: what it names is not known outside."""
        return replace(self, locals=dict(self.locals), chosen=dict(self.chosen))

    def first_of(self, meaning: meanings.GatherCall, group: GermanGroup) -> Phrase:
        """Give the first of a list, or the one that comes first by what it says."""
        key = self.value(meaning.ranking.key) if meaning.ranking is not None else None
        return group.first_of(key, isinstance(meaning.ranking, nodes.HighestFirst))

    def gathered(self, meaning: meanings.GatherCall) -> Phrase:
        """Give the words for what is gathered over a list."""
        value, inner = meaning.value, self.inner()
        if meaning.how == "all" and isinstance(meaning.source, nodes.ListLiteral):
            if not isinstance(value, nodes.Name) or meaning.condition is not None or meaning.ranking is not None:
                raise UnwordedError(meaning.variable)
            return self.value(meaning.source)
        group = inner.gathering_group(meaning)
        if meaning.how == "count":
            return replace(call("number_of", a=group.all("the")), weight=PRODUCT)
        if meaning.how == "first":
            first = inner.first_of(meaning, group)
            if value is None:
                return first
            return replace(inner.value(value).around(TEXTS["value_for_first"], first=first), weight=CLAUSE)
        found = group.all("all") if value is None else inner.gathered_value(meaning.how, group, value)
        if meaning.ranking is None:
            return found
        return replace(found.around("{}, {order}", order=inner.ranked(meaning.ranking)), weight=CLAUSE)

    def ranked(self, ranking: nodes.HighestFirst | nodes.LowestFirst) -> Text:
        """Give the order of a key: `beginnend mit dem höchsten Wert der Nässe`."""
        value = self.value(ranking.key)
        head = phrase(value.noun) if value.noun is not None and value.owner is not None else value
        return say("ranked_most" if isinstance(ranking, nodes.HighestFirst) else "ranked_least", key=head)

    def gathered_value(self, how: str, group: GermanGroup, value: nodes.Expression) -> Phrase:
        """Give the words for a sum, an extreme or a list of values."""
        found = self.value(value)
        key = {"sum": "sum_over", "greatest": "greatest_over", "least": "least_over", "all": "those"}.get(how)
        if key is None:
            raise UnwordedError(how)
        if how != "all" and found.entity == group.variable and found.owner is None:
            return replace(call(key, a=group.all("the")), weight=CLAUSE)
        if found.owner is None or found.owner.entity != group.variable or found.noun is None:
            return replace(call(key, a=found).around("{} für {each:acc}", each=group.each()), weight=CLAUSE)
        whole = of(phrase(found.noun), group.all("all"))
        if how == "all":
            return replace(of(phrase(found.noun, "the", bool(found.noun.many)), group.all("all")), owner=None)
        return replace(call(key, a=whole), weight=CLAUSE)


def most_of(which: Literal["highest", "lowest"], count: Phrase) -> Phrase:
    """Give `die höchste Zahl`, `die 3 höchsten Zahlen`, or as many of them as something says."""
    noun = known_noun(f"{which}_number")
    if count.literal == 1:
        return phrase(noun)
    if count.literal is not None:
        return phrase(replace(noun, adjectives=(f"{figures(count.literal)}=", *noun.adjectives)), "the", True)
    return phrase(noun, "the", True).around(TEXTS["so_many_of"], count=count)


def dice_words(word: str) -> str:
    """Give dice as they are written: `W6`, `2W6`."""
    return word.replace("d", "W")
