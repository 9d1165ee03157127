"""Tell whole elements of rules: definitions, procedures, effects, advice, options, the turn with its phases.

In: rules of a `Checked` ruleset. Out: `Section`s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import is_on_choice
from quarterdeck.language.declarations.symbol_table import Option, Parameter, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import Clause, Condition, negated, said
from quarterdeck.prose.english.condition_table_writer import condition_table
from quarterdeck.prose.english.nouns import Noun, head_word, noun, number_noun
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.pronouns import with_pronouns
from quarterdeck.prose.english.sentences import StatementWriter
from quarterdeck.prose.english.spans import coming_into_force
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.english.spoken_names import spaced
from quarterdeck.prose.english.table_writer import standing_apart
from quarterdeck.prose.english.wording import clause_of, noun_words
from quarterdeck.prose.text.blocks import LinkTarget, Marks, Point, Section
from quarterdeck.prose.text.outline import element, longest, notes
from quarterdeck.prose.text.rule_facts import (
    address_of,
    is_span,
    marks_of_phase,
    marks_of_rule,
    noted,
    original_value,
)
from quarterdeck.prose.text.runs import Text, bare, capital, plain, sentence, styled, text

_LONG = 100  # letters of a case
Valued = nodes.Define | nodes.Advice


@dataclass(frozen=True)
class Rules:
    """Tells rules of one ruleset; what `merges` says an original in its place."""

    checked: Checked
    merges: bool = False

    # --- rules

    def rule(self, rule: Rule) -> Section:
        """Tell a rule."""
        if is_on_choice(rule):
            return self.counsel(rule)
        if rule.by_condition is not None:
            term = said(self.claim(rule)) if isinstance(rule.result, types.Boolean) else self.term(rule).text
            return condition_table(self.checked, rule, rule.by_condition, self.speaker(rule), term)
        found = self.definition(rule) if isinstance(rule.node, Valued) else self.doing(rule)
        found = replace(found, blocks=(*found.blocks, *notes(standing_apart(rule.apart))))
        below = tuple(self.original(one) for one in self.originals(rule))
        return replace(found, sections=below) if below else found

    def originals(self, rule: Rule) -> list[Rule]:
        """Give what the layers below have left of a rule, where it makes use of that."""
        meant = (self.checked.meanings.get(part) for part in self.checked.walk(rule.node))
        called = {meaning.rule.address: meaning.rule for meaning in meant if isinstance(meaning, meanings.RuleCall)}
        return [one for one in called.values() if one.speaks_as and not (self.merges and is_merged(one))]

    def original(self, rule: Rule) -> Section:
        """Tell what a rule says without the house rule that makes use of it."""
        title = say("original_title")
        place = LinkTarget(rule.address, rule.sort, plain(title))
        return replace(self.rule(rule), place=place, title=title, is_entry=False)

    def counsel(self, rule: Rule) -> Section:
        """Tell advice that weighs the answers to a question: what it says, and how much each answer counts."""
        assert isinstance(rule.node, nodes.Advice)
        speaker = self.speaker(rule)
        for parameter in rule.parameters:
            if parameter.name == rule.name:
                speaker.local(parameter.name, parameter.type, "choice")
        cases = rule.node.cases
        only = nodes.only_value(cases)
        if only is not None:
            found = Point(sentence(with_pronouns(say("answer_counts", value=speaker.noun(only).text))))
        else:
            assert isinstance(cases, nodes.SeveralCases)
            found = Point(sentence(say("answers_count"), ":"), self.cases(rule, speaker, cases.cases, is_truth=False))
        docs = cases.docs if isinstance(cases, nodes.SeveralCases) else ()
        intro = speaker.paragraphs(docs)
        points: tuple[Point, ...] = (found,)
        if rule.node.among is not None:
            weighed = say("answers_weighed", values=self.speaker(rule).noun(rule.node.among).text)
            points = (Point(sentence(with_pronouns(weighed))), found)
        marks = marks_of_rule(self.checked, rule)
        return element(address_of(rule), rule.sort, self.title(rule), intro, points, marks=marks)

    def doing(self, rule: Rule) -> Section:
        """Tell a procedure or effect: its title, the author's words on it, its steps."""
        body = rule.node.body if isinstance(rule.node, nodes.Procedure | nodes.Effect) else None
        speaker = self.speaker(rule)
        last = body.statements[-1] if body is not None and body.statements else None
        statements = StatementWriter(speaker, rule.site_address, last=last)
        points = statements.points(body.statements) if body is not None else ()
        return element(
            rule.site_address,
            rule.sort,
            self.title(rule),
            speaker.paragraphs(body.docs) if body is not None else (),
            points,
            numbered=len(points) > 1,
            marks=marks_of_rule(self.checked, rule),
        )

    def definition(self, rule: Rule) -> Section:
        """Tell what a value is, or when something holds."""
        assert isinstance(rule.node, Valued)
        speaker = self.speaker(rule)
        cases = nodes.base_of(rule.node.cases)
        is_truth = isinstance(rule.result, types.Boolean)
        docs = cases.docs if isinstance(cases, nodes.SeveralCases) else ()
        only = nodes.only_value(cases)
        if only is not None:
            found = self.single_truth(rule, speaker, only) if is_truth else self.single_value(rule, speaker, only)
        else:
            assert isinstance(cases, nodes.SeveralCases)
            points = self.cases(rule, speaker, cases.cases, is_truth)
            term = said(self.claim(rule)) if is_truth else self.term(rule).text
            found = Point(sentence(with_pronouns(say("cases_lead", term=styled(term, "term"))), ":"), points)
        told = self.modified(rule, speaker, found)
        return element(
            rule.site_address,
            rule.sort,
            self.title(rule),
            speaker.paragraphs(docs),
            told[:1],
            further=told[1:],
            marks=marks_of_rule(self.checked, rule),
            is_entry=True,
        )

    def modified(self, rule: Rule, speaker: Speaker, found: Point) -> tuple[Point, ...]:
        """Tell what a value is with the modifiers that change it: in one sentence, or behind the cases."""
        assert isinstance(rule.node, Valued)
        writer = StatementWriter(speaker, rule.site_address)
        modifiers = tuple(writer.modifier(one, rule.site_address) for one in nodes.modifiers_of(rule.node.cases))
        if not modifiers:
            return (found,)
        is_one = len(modifiers) == 1
        if found.points:
            words = say("modifier_of_cases" if is_one else "modifiers_of_cases")
            return (found, Point(sentence(words, ":"), modifiers))
        words = say("roll_one_modifier" if is_one else "value_modified", what=found.raw)
        return (Point(sentence(with_pronouns(words)), modifiers),)

    def single_value(self, rule: Rule, speaker: Speaker, only: nodes.Expression) -> Point:
        """Tell a value that is worked out one way."""
        term = self.term(rule)
        value = speaker.noun(only, speaker.unit_beside(term, rule.result))
        words = say(
            "is_value",
            term=styled(term.text, "term"),
            value=value.text,
            **{"is": inflect.plural_verb("is") if term.many else "is"},
        )
        return Point(sentence(with_pronouns(words)), raw=words)

    def single_truth(self, rule: Rule, speaker: Speaker, only: nodes.Expression) -> Point:
        """Tell when something holds."""
        claim = self.claim(rule)
        term = styled(said(negated(claim) if isinstance(only, nodes.No) else claim), "term")
        is_plain = isinstance(only, nodes.Yes | nodes.No)
        words = term if is_plain else say("holds_if", term=term, condition=said(speaker.condition(only)))
        return Point(sentence(with_pronouns(words)), raw=words)

    def cases(self, rule: Rule, speaker: Speaker, cases: tuple[nodes.Case, ...], is_truth: bool) -> tuple[Point, ...]:
        """Tell the cases of a definition: the value first, unless one is so long that its condition would be lost."""
        points = tuple(self.case(rule, speaker, case, is_truth, "") for case in cases)
        if is_truth or longest(points) <= _LONG:
            return points
        return tuple(self.case(rule, speaker, case, is_truth, "_first") for case in cases)

    def case(self, rule: Rule, speaker: Speaker, case: nodes.Case, is_truth: bool, order: str) -> Point:
        """Tell one case of a definition."""
        condition = (
            said(speaker.condition(case.condition.condition)) if isinstance(case.condition, nodes.IfCase) else None
        )
        key = ("case_if" if condition is not None else "case_otherwise") + ("_truth" if is_truth else order)
        if is_truth:
            value = self.holding(speaker, case.value)
        else:
            value = speaker.noun(case.value, speaker.unit_beside(self.term(rule), rule.result)).text
        parts = {"value": value} | ({"condition": condition} if condition is not None else {})
        label = f"{address_of(rule)}.{case.label.text}" if case.label else ""
        return Point(capital(with_pronouns(say(key, **parts))), address=label, kind="case")

    def holding(self, speaker: Speaker, value: nodes.Expression) -> Text:
        """Tell when the value of a case is yes."""
        if isinstance(value, nodes.Yes | nodes.No):
            return say("always" if isinstance(value, nodes.Yes) else "never")
        return say("when_so", condition=said(speaker.condition(value)))

    # --- what a rule is called

    def title(self, rule: Rule) -> Text:
        """Give the title of a rule: its phrase, with any thing in the place of its inputs."""
        if rule.node.phrase is None:
            return text(spaced(rule.name).capitalize())
        if isinstance(rule.result, types.Boolean):
            return bare(capital(said(self.claim(rule))))
        return bare(capital(self.term(rule).text if isinstance(rule.node, Valued) else said(self.claim(rule))))

    def term(self, rule: Rule) -> Noun:
        """Give what a definition defines, as a noun phrase."""
        if rule.node.phrase is None:
            return noun(say("the", noun=rule.name.replace("_", " ")))
        words = noun_words(self.titled(rule).pieces(rule.node.phrase))
        if isinstance(rule.result, types.Numeric):
            return number_noun(words)
        many = isinstance(rule.result, types.ListType) and inflect.is_plural(head_word(without_article(words)))
        return noun(words, many=many)

    def claim(self, rule: Rule) -> Condition:
        """Give what a definition of yes or no says, or what a procedure does."""
        if rule.node.phrase is None:
            return Clause(noun(say("the", noun=rule.name.replace("_", " "))), "is", say("yes"))
        return clause_of(self.titled(rule).pieces(rule.node.phrase))

    def titled(self, rule: Rule) -> Speaker:
        """Give a speaker that names the inputs of a rule for the first time: `a thrower`."""
        speaker = Speaker(self.checked, rule.module)
        for parameter in rule.parameters:
            speaker.local(parameter.name, parameter.type, "title", own_words(parameter), is_title=True)
        return speaker

    def speaker(self, rule: Rule) -> Speaker:
        """Give a speaker for the body of a rule."""
        speaker = Speaker(self.checked, rule.module, merges=self.merges)
        for parameter in rule.parameters:
            speaker.local(parameter.name, parameter.type, "parameter", own_words(parameter))
        return speaker

    # --- options

    def option(self, option: Option) -> Section:
        """Tell what a group may decide before the game."""
        speaker = Speaker(self.checked, option.module)
        title = text(inflect.titled(option.name, option.node.phrase.text if option.node.phrase else ""))
        phrase = speaker.phrase(option.node.phrase) if option.node.phrase else title
        if isinstance(option.type, types.Boolean):
            points: tuple[Point, ...] = (Point(sentence(phrase)),)
            if isinstance(option.value, nodes.Yes):  # that others are used where players agree is said of all at once
                points = (*points, Point(sentence(say("option_in_use"))))
            elif not isinstance(option.value, nodes.No):
                condition = said(speaker.condition(option.value))
                points = (*points, Point(sentence(say("option_in_use_if", condition=condition))))
        else:
            value = speaker.noun(option.value)
            term = number_noun(text(phrase), many=False) if isinstance(option.type, types.Numeric) else noun(phrase)
            words = say("option_value", phrase=styled(term.text, "term"), value=value.text)
            points = (Point(sentence(words)),)
            title = bare(capital(phrase))
            allowed = allowed_values(speaker, option.type)
            points += (Point(sentence(say("option_allowed", values=allowed))),) if allowed else ()
        return element(
            f"{option.module}.{option.name}",
            "option",
            title,
            points=points,
            after=standing_apart(option.apart),
            marks=Marks(option.cites, option.rulings),
            is_entry=not isinstance(option.type, types.Boolean),
        )

    # --- the turn

    def turn(self) -> Section | None:
        """Tell the turn: its phases, each with its steps."""
        turn = self.checked.declared.turn
        if turn is None:
            return None
        speaker = Speaker(self.checked, self.checked.declared.turn_module)
        title = text(turn.title.text) if turn.title else say("turn_title")
        return element(
            "turn",
            "turn",
            title,
            speaker.paragraphs(turn.docs),
            sections=tuple(self.phase(phase) for phase in turn.phases),
            marks=Marks(*noted(turn.notes)),
        )

    def phase(self, phase: nodes.Phase) -> Section:
        """Tell a phase."""
        address = f"turn.{phase.name.text}"
        speaker = Speaker(self.checked, self.checked.declared.turn_module)
        docs = speaker.paragraphs(phase.docs)
        statements = StatementWriter(speaker, address, is_span(phase), finish=finish_of(phase))
        last = next((at for at, part in enumerate(phase.block) if isinstance(part, nodes.Close)), len(phase.block))
        opening, points = statements.with_sides(phase.options, phase.block[:last])
        if opening:
            points = (Point(opening, points, numbered=len(points) > 1),)
        points += statements.points(phase.block[last:])  # after all sides, not with each
        intro = (*coming_into_force(self.checked, phase), *self.hooks_of(address))
        return element(
            address,
            "phase",
            text(phase.title.text) if phase.title else text(spaced(phase.name.text).capitalize()),
            docs,
            after=intro,
            points=points,
            numbered=len(points) > 1,
            marks=marks_of_phase(self.checked, phase),
        )

    def hooks_of(self, address: str) -> tuple[Text, ...]:
        """Give what plugins do around a phase, in their own words."""
        hooks = [*self.checked.declared.hooks("before", address), *self.checked.declared.hooks("after", address)]
        return tuple(sentence(hook.text) for hook in hooks)


def finish_of(phase: nodes.Phase) -> str:
    """Give the phrase for what `finish` leaves in a phase; in secret each side leaves for itself."""
    sorts = {type(option) for option in phase.options}
    if nodes.AllSidesAtOnce in sorts:
        return "finish"
    found = "finish_sides" if nodes.ForEachSide in sorts else "finish_phase"
    return f"{found}_unclosed" if any(isinstance(part, nodes.Close) for part in phase.block) else found


def is_merged(rule: Rule) -> bool:
    """Tell whether what an original says can be said in its place."""
    return isinstance(rule.node, nodes.Procedure | nodes.Effect) or original_value(rule) is not None


def own_words(parameter: Parameter) -> str:
    """Give the author's words for an input; nothing where they only say its name."""
    return "" if parameter.words == f"the {parameter.name.replace('_', ' ')}" else parameter.words


def allowed_values(speaker: Speaker, kind: types.Type) -> Text:
    """Give the values that a type allows, where they can be said."""
    match types.without_none(kind):
        case types.Numeric(low, high):
            return say("from_to", low=inflect.figures(low), high=inflect.figures(high))
        case types.EnumType(enum):
            return speaker.members(enum)
    return ()
