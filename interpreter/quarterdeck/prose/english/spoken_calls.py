"""Word arithmetic, and calls of definitions, rules and functions of the language, with their phrases.

In: calls and calculations. Out: `Noun`s and `Clause`s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.builtins import BY_NAME, OF_DECKS
from quarterdeck.language.declarations.symbol_table import Parameter, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.known_ranges import parts_apart
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english import arithmetic, comparing
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import Clause, negated, said
from quarterdeck.prose.english.nouns import (
    CLAUSE,
    PRODUCT,
    SUM,
    Noun,
    head_word,
    literal,
    noun,
    number_noun,
)
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.english.pronouns import with_pronouns
from quarterdeck.prose.english.spoken_lists import SpokenLists
from quarterdeck.prose.english.wording import NOT, Piece, clause_of, counted_out, fill, noun_words, stated
from quarterdeck.prose.text.rule_facts import original_value, written_out
from quarterdeck.prose.text.runs import EMPTY, Run, Text, capital, joined, plain, styled, text, unsaid


@dataclass
class SpokenCalls(SpokenLists):
    """Word calculations and calls."""

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
            case nodes.PowerOf(base=base, exponent=exponent):
                return arithmetic.to_the_power(self.noun(base), plain(self.factor(exponent).text), "to_the_power_of")
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

    def number(self, value: Fraction, unit: str | None = None) -> Noun:
        """Give a number in figures, with its unit."""
        known = self.checked.declared.units.get(unit or "")
        if known is None:
            return literal(value)
        return literal(value, f"{inflect.figures(value)} {known.one if value == 1 else known.name.replace('_', ' ')}")

    def unit_of(self, node: nodes.Expression) -> str | None:
        """Give the unit of an expression."""
        kind = self.type_of(node)
        return kind.unit if isinstance(kind, types.Numeric) else None

    def bounded(self, how: str, arguments: tuple[nodes.Expression, ...]) -> Noun:
        """Give the words for the least or greatest of several numbers.

        `at least 1` where one of them is written out; of one number it is that number.
        """
        values = [self.noun(argument) for argument in arguments]
        if len(values) == 1:
            return values[0]
        fixed = [value for value in values if value.literal is not None]
        if len(fixed) == len(values):  # nothing is left to compare
            unit = next((unit for argument in arguments if (unit := self.unit_of(argument))), None)
            ends = [Fraction(value.literal or 0) for value in values]
            return self.number(max(ends) if how == "greatest" else min(ends), unit)
        if apart := parts_apart(self.checked, how, arguments):
            words = say("difference_between", *(self.noun(part).text for part in apart))
            return number_noun(words, is_number=True, weight=PRODUCT)
        if len(values) == 2 and len(fixed) == 1:
            other = values[1] if values[0] is fixed[0] else values[0]
            key = "but_at_least" if how == "greatest" else "but_at_most"
            return arithmetic.bounded(other, say(key, value=fixed[0].text))
        key = ("larger_of" if how == "greatest" else "smaller_of") if len(values) == 2 else f"{how}_of"
        return arithmetic.list_of(key, values)

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
        if name == "heading_turned" and isinstance(arguments[1], nodes.Negative):
            way, turn = self.measured(name, (arguments[0], arguments[1].operand))
            return noun(say("heading_turned_back", way.text, turn.text), weight=PRODUCT)
        if name == "turned":
            return noun(self.turned(shown[0], arguments[1]), weight=PRODUCT)
        if name in ("item", "items"):
            return self.items(name, values)
        if name == "area_neighbours":
            many = inflect.plural(self.enum_word(self.checked.declared.head.board.areas or ""))
            return noun(say(name, *shown, many=many), many=True, weight=PRODUCT)
        words = say(self.on_board(name), *shown)
        if name in ("remainder", "faces_between", "from_west", "from_north", "point_distance", "degrees_between"):
            return number_noun(words, is_number=True, weight=PRODUCT)
        if name == "copies_in_list":
            return number_noun(words, is_number=True, weight=PRODUCT)
        return noun(words, many=name in ("neighbours", "joined", "without"), weight=PRODUCT)

    def items(self, name: str, values: list[Noun]) -> Noun:
        """Give `the third of the shots`, `the second to the last of the shots`."""
        listed, *ends = values
        places = [place_in_list(end.literal) for end in ends]
        if not all(places):
            return noun(say(name, *(value.text for value in values)), many=name == "items", weight=PRODUCT)
        if name == "item":
            return noun(say("item_at", which=places[0], list=listed.text), weight=PRODUCT)
        words = say("items_between", first=places[0], last=places[1], list=listed.text)
        return noun(words, many=True, weight=PRODUCT)

    def of_deck(self, name: str, deck: nodes.Expression, values: list[Noun]) -> Noun:
        """Give the words for what is asked of a deck: how many it holds, how many of one sort, which sorts."""
        kind = self.type_of(deck)
        many = inflect.plural(self.enum_word(kind.enum)) if isinstance(kind, types.Deck) else ""
        if name == "copies":
            is_member = values[1].origin == "member"
            of_member = inflect.plural(plain(without_article(values[1].text)))
            many = of_member if is_member else plain(say("several_such", many=many))
        counted = say("held_in", many=many, deck=values[0].text)
        if name == "cards":
            return noun(say("the", noun=say("different", what=counted)), many=True)
        return noun(say("number_of", counted=counted), counted=counted if name == "size" else EMPTY, is_number=True)

    def turned(self, way: Text, faces: nodes.Expression) -> Text:
        """Give a direction turned by so many faces, one way or the other."""
        phrase, size = ("turned_back", faces.operand) if isinstance(faces, nodes.Negative) else ("turned", faces)
        said = self.noun(size)
        if said.literal == 1:
            return say(self.on_board(f"{phrase}_once"), way)
        return say(self.on_board(phrase if said.literal is not None else f"{phrase}_many"), way, said.text)

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
        if rule.by_condition is not None and rule.node.phrase is None:
            keys = listed([self.argument(p, a).text for p, a in zip(rule.parameters, arguments, strict=False)])
            title = (Run(rule.by_condition.title, to=rule.address, style="name"),)
            return noun(say("figure_in_table", keys=keys, title=title), weight=CLAUSE)
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
        only = nodes.only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None
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
        found = self.noun(given, unit)
        return found if found.literal is None else replace(found, of_input=parameter.name.replace("_", " "))

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
        parts = self.checked.phrases.get(phrase, (phrase.text,))
        return counted_out([part if isinstance(part, str) else self.noun(part) for part in parts])

    def phrase(self, word: nodes.Word) -> Text:
        """Give a phrase as text."""
        return fill(self.pieces(word)).words

    def paragraphs(self, docs: tuple[nodes.Word, ...]) -> tuple[Text, ...]:
        """Give the author's own words at the head of a block, with what stands in braces put in."""
        return tuple(capital(with_pronouns(self.phrase(word))) for word in docs)

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

    def below(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> Self:
        """Give a speaker for what an original says, with the names of its inputs as they are called here."""
        given = {p.name: self.argument(p, a) for p, a in zip(rule.parameters, arguments, strict=False)}
        return self.with_names(self.names | given)


def spoken_names(checked: Checked, phrase: nodes.Word) -> set[str]:
    """Give the names that the pieces of a phrase speak of."""
    return {
        part.word.text
        for piece in checked.phrases.get(phrase, ())
        if isinstance(piece, nodes.Expression)
        for part in piece.walk()
        if isinstance(part, nodes.Name)
    }


def place_in_list(number: Fraction | None) -> str:
    """Give `third` for 3 and `second to last` for -2; nothing where a number has no such word."""
    if number is None or not 0 < abs(number) <= len(inflect.NTH):
        return ""
    place = inflect.NTH[int(abs(number)) - 1]
    if number > 0:
        return place
    return plain(say("last") if number == -1 else say("last_but", which=place))
