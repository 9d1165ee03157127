"""Tell whole rules in German: definitions, procedures, effects, advice, options, the turn with its phases.

In: rules of a `Checked` ruleset and its German words. Out: `Section`s of the same outline as the English ones have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import is_on_choice
from quarterdeck.language.declarations.symbol_table import Option, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.text.blocks import Marks, Point, Section
from quarterdeck.prose.text.outline import element, notes
from quarterdeck.prose.text.rule_facts import address_of, marks_of_phase, marks_of_rule, noted, written_out
from quarterdeck.prose.text.runs import Text, bare, capital, sentence, styled, text
from quarterdeck_german.condition_tables import condition_table
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.german_spans import coming_into_force
from quarterdeck_german.grammar import (
    GermanClause,
    GermanNoun,
    Phrase,
    behind,
    clause,
    figures,
    phrase,
    tidied,
)
from quarterdeck_german.statements import GermanStatements
from quarterdeck_german.throws import modifier_point
from quarterdeck_german.vocabulary import GermanWords, UnwordedError, say, standing_apart

Valued = nodes.Define | nodes.Advice


@dataclass(frozen=True)
class GermanRules:
    """Tells rules of one ruleset; each refuses where a word is lacking."""

    checked: Checked
    words: GermanWords

    def rule(self, rule: Rule) -> Section:
        """Tell a rule.

        Raises:
            UnwordedError: something in it has no German words.
        """
        if self.makes_use_of_original(rule):
            raise UnwordedError(rule.address)
        if is_on_choice(rule):
            return self.counsel(rule)
        if rule.by_condition is not None:
            return condition_table(self.checked, self.words, rule, rule.by_condition)
        found = self.definition(rule) if isinstance(rule.node, Valued) else self.doing(rule)
        return replace(found, blocks=(*found.blocks, *notes(standing_apart(self.words, rule.apart))))

    def makes_use_of_original(self, rule: Rule) -> bool:
        """Tell whether a house rule says something of what stood there before."""
        known = (self.checked.meanings.get(part) for part in self.checked.walk(rule.node))
        return any(isinstance(one, meanings.RuleCall) and one.rule.speaks_as for one in known)

    def doing(self, rule: Rule) -> Section:
        """Tell a procedure or effect: its title, the author's words on it, its steps."""
        body = rule.node.body if isinstance(rule.node, nodes.Procedure | nodes.Effect) else None
        speaker = self.speaker(rule)
        points = GermanStatements(speaker, rule.site_address).points(body.statements) if body is not None else ()
        title = bare(capital(self.titled(rule).main()))
        docs = speaker.docs(body.docs) if body is not None else ()
        numbered, marks = len(points) > 1, marks_of_rule(self.checked, rule)
        return element(rule.site_address, rule.sort, title, docs, points, numbered=numbered, marks=marks)

    def definition(self, rule: Rule) -> Section:
        """Tell what a value is, or when something holds."""
        assert isinstance(rule.node, Valued)
        is_truth = isinstance(rule.result, types.Boolean)
        cases = nodes.base_of(rule.node.cases)
        found = (self.truth(rule, cases),) if is_truth else self.modified(rule, self.valued(rule, cases))
        title = self.titled(rule).main() if is_truth else self.term(rule).nom
        docs = self.speaker(rule).docs(cases.docs) if isinstance(cases, nodes.SeveralCases) else ()
        return element(
            rule.site_address,
            rule.sort,
            bare(capital(title)),
            docs,
            found[:1],
            further=found[1:],
            marks=marks_of_rule(self.checked, rule),
            is_entry=True,
        )

    def modified(self, rule: Rule, found: Point) -> tuple[Point, ...]:
        """Tell what a value is with the modifiers that change it: in one sentence, or behind the cases."""
        assert isinstance(rule.node, Valued)
        speaker = self.speaker(rule)
        given = nodes.modifiers_of(rule.node.cases)
        modifiers = tuple(modifier_point(speaker, one, rule.site_address) for one in given)
        if not modifiers:
            return (found,)
        key = "modified_once" if len(modifiers) == 1 else "modified"
        if found.points:
            return (found, Point(sentence(say(f"cases_{key}"), ":"), modifiers))
        return (Point(sentence(tidied(say(key, what=found.raw)), ":"), modifiers),)

    def valued(self, rule: Rule, cases: nodes.SingleCase | nodes.SeveralCases) -> Point:
        """Tell what a value is."""
        speaker, term, only = self.speaker(rule), self.term(rule), nodes.only_value(cases)
        named = styled(term.nom, "term")
        if only is not None:
            value = speaker.value(only, self.unit(rule, only))
            words = say("are_value" if term.many else "is_value", term=named, value=value)
            return Point(sentence(tidied(words)), raw=words)
        assert isinstance(cases, nodes.SeveralCases)
        points = tuple(self.case(rule, speaker, case, is_truth=False) for case in cases.cases)
        return Point(sentence(named, ":"), points)

    @staticmethod
    def unit(rule: Rule, value: nodes.Expression) -> str | None:
        """Give the unit of a definition, for a number that is written out."""
        return rule.result.unit if isinstance(rule.result, types.Numeric) and written_out(value) else None

    def truth(self, rule: Rule, cases: nodes.SingleCase | nodes.SeveralCases) -> Point:
        """Tell when something holds."""
        speaker, only = self.speaker(rule), nodes.only_value(cases)
        term = styled(self.titled(rule).main(), "term")
        match only:
            case None:
                assert isinstance(cases, nodes.SeveralCases)
                points = tuple(self.case(rule, speaker, case, is_truth=True) for case in cases.cases)
                return Point(sentence(term, ":"), points)
            case nodes.Yes():
                words = say("holds_always", term=term)
            case nodes.No():
                words = say("holds_never", term=term)
            case value:
                words = say("holds_if", term=term, condition=behind(speaker.condition(value)))
        return Point(sentence(tidied(words)))

    def case(self, rule: Rule, speaker: DeedSpeaker, case: nodes.Case, *, is_truth: bool) -> Point:
        """Tell one case of a definition."""
        is_if = isinstance(case.condition, nodes.IfCase)
        slots: dict[str, Text | Phrase] = {}
        if isinstance(case.condition, nodes.IfCase):
            slots["condition"] = behind(speaker.condition(case.condition.condition))
        key = ("case_if" if is_if else "case_otherwise") + ("_truth" if is_truth else "")
        if not is_truth:
            slots["value"] = speaker.value(case.value, self.unit(rule, case.value))
        elif isinstance(case.value, nodes.Yes | nodes.No):
            slots["value"] = say("always" if isinstance(case.value, nodes.Yes) else "never")
        else:
            slots["value"] = say("when_so", condition=behind(speaker.condition(case.value)))
        label = f"{address_of(rule)}.{case.label.text}" if case.label else ""
        return Point(capital(tidied(say(key, **slots))), address=label, kind="case")

    def counsel(self, rule: Rule) -> Section:
        """Tell advice that weighs the answers to a question."""
        assert isinstance(rule.node, nodes.Advice)
        speaker = self.speaker(rule)
        speaker.chosen[rule.name] = "is_chosen"
        cases, only = rule.node.cases, nodes.only_value(rule.node.cases)
        if only is not None:
            found = Point(sentence(tidied(say("answer_counts", value=speaker.value(only)))))
        else:
            assert isinstance(cases, nodes.SeveralCases)
            points = tuple(self.case(rule, speaker, case, is_truth=False) for case in cases.cases)
            found = Point(sentence(say("answers_count"), ":"), points)
        docs = speaker.docs(cases.docs) if isinstance(cases, nodes.SeveralCases) else ()
        title = text(self.words.text(address_of(rule)))
        weighed: tuple[Point, ...] = ()
        if rule.node.among is not None:
            words = say("answers_weighed", values=self.speaker(rule).value(rule.node.among))
            weighed = (Point(sentence(tidied(words))),)
        return element(
            address_of(rule), rule.sort, title, docs, (*weighed, found), marks=marks_of_rule(self.checked, rule)
        )

    # --- what a rule is called

    def titled(self, rule: Rule) -> GermanClause:
        """Give what a rule says, with any thing in the place of its inputs: `ein Kind läuft`."""
        speaker = self.speaker(rule, is_title=True)
        return clause(self.words.clause(rule.address), **speaker.locals)

    def term(self, rule: Rule) -> Phrase:
        """Give what a definition defines, with any thing in the place of its inputs."""
        speaker = self.speaker(rule, is_title=True)
        return phrase(self.words.noun(rule.address), **speaker.locals)

    def speaker(self, rule: Rule, *, is_title: bool = False) -> DeedSpeaker:
        """Give a speaker for a rule, which knows its inputs."""
        speaker = DeedSpeaker(self.checked, self.words, rule.address)
        for parameter in rule.parameters:
            if isinstance(types.without_none(parameter.type), types.Boolean):
                continue
            speaker.know(parameter.name, parameter.type, is_title=is_title)
            counting = self.words.local(rule.address, f"{parameter.name}*")
            if counting is not None:
                speaker.locals[f"{parameter.name}*"] = some_of(counting)
        return speaker

    # --- options

    def option(self, option: Option) -> Section:
        """Tell what a group may decide before the game."""
        address = f"{option.module}.{option.name}"
        speaker = DeedSpeaker(self.checked, self.words, address)
        marks, after = Marks(option.cites, option.rulings), standing_apart(self.words, option.apart)
        if isinstance(option.type, types.Boolean):
            points = [Point(sentence(clause(self.words.clause(address)).main()))]
            if isinstance(option.value, nodes.Yes):
                points.append(Point(sentence(say("option_in_use"))))
            elif not isinstance(option.value, nodes.No):
                held = behind(speaker.condition(option.value))
                points.append(Point(sentence(say("option_in_use_if", condition=held))))
            title = text(self.words.text(address))
            return element(address, "option", title, points=tuple(points), after=after, marks=marks)
        noun = phrase(self.words.noun(address))
        words = say("option_value", term=styled(noun.nom, "term"), value=speaker.value(option.value))
        points = [Point(sentence(words))]
        if isinstance(option.type, types.Numeric):
            low, high = figures(option.type.low), figures(option.type.high)
            points.append(Point(sentence(say("option_allowed", low=low, high=high))))
        return element(
            address, "option", capital(noun.nom), points=tuple(points), after=after, marks=marks, is_entry=True
        )

    # --- the turn

    def turn(self) -> Section:
        """Tell the turn, without its phases: each of them is told by itself."""
        turn = self.checked.declared.turn
        assert turn is not None
        title = text(self.words.text("turn")) if turn.title else say("turn_title")
        speaker = DeedSpeaker(self.checked, self.words, "turn")
        return element("turn", "turn", title, speaker.docs(turn.docs), marks=Marks(*noted(turn.notes)))

    def phase(self, phase_node: nodes.Phase) -> Section:
        """Tell a phase."""
        address = f"turn.{phase_node.name.text}"
        hooks = self.checked.declared.hooks
        if [*hooks("before", address), *hooks("after", address)]:
            raise UnwordedError(address)
        speaker = DeedSpeaker(self.checked, self.words, address)
        docs = speaker.docs(phase_node.docs)
        opening, points = GermanStatements(speaker, address).with_sides(phase_node.options, phase_node.block)
        if opening:
            points = (Point(opening, points, numbered=len(points) > 1),)
        return element(
            address,
            "phase",
            text(self.words.text(address)),
            docs,
            after=coming_into_force(self.checked, self.words, phase_node),
            points=points,
            numbered=len(points) > 1,
            marks=marks_of_phase(self.checked, phase_node),
        )


def some_of(noun: GermanNoun) -> Phrase:
    """Give any number of something: `eine Anzahl Bälle`."""
    some = phrase(GermanNoun("Anzahl", "f"), "a")
    many = phrase(noun, "", True)
    return some.around("{} {many:nom}", many=many)
