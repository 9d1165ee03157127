"""Try rules in a situation, one after another, and keep an answer: what came of each, and why what was asked failed.

In: a ruleset and a `Request`. Out: an `Answer`, which a person is shown as lines and a program as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, TypedDict

from quarterdeck.analysis.trial.answer_labels import LabelledDice, ScriptedChoices, StandingChoices, without_call
from quarterdeck.analysis.trial.assertions import (
    ChangedField,
    changes_of,
    rolls_of,
    told_change,
)
from quarterdeck.analysis.trial.guards import RuleInPlace
from quarterdeck.analysis.trial.happening_data import HappeningData
from quarterdeck.analysis.trial.happenings_as_data import given_as_data, happenings_as_data
from quarterdeck.analysis.trial.inner_values import NamedValues, telling
from quarterdeck.analysis.trial.reaching import Reaching
from quarterdeck.analysis.trial.rule_trial import GivenValue, Problem, RuleTrial, Tried, left_out, not_run, whole_of
from quarterdeck.analysis.trial.showing import Showing, ShownValue, WorkingData, plain, working_as_data
from quarterdeck.analysis.trial.skipped_choices import why_not_asked
from quarterdeck.analysis.trial.spelling import thing_name
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import DataRecord, Limit, PlainNumber, plain_number
from quarterdeck.engine.deciders.seats import BOT, seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.expressions import Expressions
from quarterdeck.engine.run.happenings import Called, Happening
from quarterdeck.engine.run.offer import Offer
from quarterdeck.engine.run.partly_known import UngivenError, UngivenField, fields_at
from quarterdeck.engine.run.plain_values import Plain, PlainValues, plain_fields, plain_value
from quarterdeck.engine.run.questions import Decider
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import is_declined
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.rule_question import (
    NO_FACTS,
    Facts,
    RuleQuestion,
    address_of,
    for_question,
    situated,
)
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass(frozen=True)
class Request:
    """What is to be tried: a rule, table, phase or the turn, with the facts for it, dice and choices among them.

    `then` are more of them, carried out in the state that was reached, with those of the facts that are inputs of
    theirs; steps of the facts go before them. `show` are expressions over the inputs of the last, worked out in the end
    and after each step in which they mean something, or rolls by their labels. Dice that are not given fall by the
    `seed`, where there is one. `anyway` tries also what the turn does not lead to. It begins with the state that an
    answer has left, if it comes `after` one. The `decider` of a name makes the choices that are not given. Of the parts
    `dice` and `choices` of the facts, those `for_all` serve all rules in order; others serve the first step alone.
    """

    address: str
    facts: Facts
    then: Sequence[str] = ()
    show: Sequence[str] = ()
    seed: int | None = None
    anyway: bool = False
    after: Answer | None = None
    decider: str = ""
    for_all: frozenset[str] = frozenset()

    @property
    def names(self) -> list[str]:
        """Give what is carried out, as it is called, in order."""
        return [self.address, *(step.of for step in self.facts.then), *self.then]


class StepData(TypedDict):
    """A rule that was carried out: what it was given, and what came of it alone.

    `ended` says how the game has ended by then, and is null while it goes on.
    """

    address: str
    given: PlainValues
    result: Plain
    result_text: str | None
    rolls: dict[str, list[PlainNumber]]
    changes: dict[str, ChangeData]
    told: list[str]
    shown: PlainValues
    ended: str | None


class RefusalData(TypedDict):
    """A requirement at the head of a rule that does not hold, and the reason of the author."""

    of: str
    reason: str


class ChangeData(TypedDict):
    """A change of a field, or of a thing that came or went: then all its fields on one side, and null on the other."""

    before: GivenValue
    after: GivenValue
    text: str


class RefusedOptionData(TypedDict):
    """An option that was refused: by which requirement, and for which reason."""

    option: Plain
    requirement: str
    reason: str


class QuestionData(TypedDict):
    """A question that was asked: what could be answered, what could not and why, and what was answered.

    `label` names it among `choices`, with the things that its rule was given. `decided_by` is the decider that
    answered; it is null where the answer was given, or was the only one.
    """

    of: str
    label: str
    by: str
    options: list[Plain]
    refused: list[RefusedOptionData]
    may_stop: bool
    may_decline: bool
    default: Plain
    answer: Plain
    decided_by: str | None


class ProblemData(TypedDict):
    """What stood in the way: in which part of the request, and what it was."""

    part: Annotated[str, Limit("enum", ("of", "dice", "choices"))]
    message: str


class AnswerData(TypedDict):
    """The result of a rule that was tried.

    `workings` say how what was shown came to its value. `refused` are requirements that do not hold at the head of a
    rule. `ended` says how the game has ended, and is null while it goes on.
    """

    address: str
    result: Plain
    result_text: str | None
    steps: Annotated[list[StepData], Limit("minItems", 1)]
    refused: list[RefusalData]
    rolls: dict[str, list[PlainNumber]]
    changes: dict[str, ChangeData]
    told: list[str]
    ended: str | None
    shown: PlainValues
    workings: dict[str, WorkingData]
    happened: list[HappeningData]
    questions: list[QuestionData]
    problems: list[ProblemData]


@dataclass(frozen=True)
class Answer(DataRecord):
    """The result of a request: the rules that ran, the shown values, and the problems.

    `showings` are the values that were to be shown, for each of the steps.
    """

    steps: tuple[Tried, ...]
    showings: tuple[tuple[ShownValue, ...], ...]
    problems: tuple[Problem, ...]
    built: Built
    decider: str = ""

    @property
    def shown(self) -> tuple[ShownValue, ...]:
        """Give what was to be shown of the end."""
        return self.showings[-1]

    @property
    def is_good(self) -> bool:
        """Tell whether everything ran, and no given value was left over."""
        return not self.problems and not any(step.refusal for step in self.steps)

    @cached_property
    def whole(self) -> Tried:
        """Give all steps as one trial: from the situation of the first to what the last has left."""
        return whole_of(self.steps)

    @property
    def changes(self) -> dict[str, ChangedField]:
        """Give all that is another than it was, by `thing.field`; of things that came or went, only that they did."""
        return changes_of(self.whole)

    @property
    def happened(self) -> list[Happening]:
        """Give all that happened, in order."""
        return self.whole.events

    def as_json(self) -> AnswerData:
        """Give the answer as JSON can hold it."""
        last, whole = self.steps[-1], self.whole
        situation = whole.after
        return {
            "address": last.address,
            "result": result_as_data(last),
            "result_text": last.result_text,
            "steps": [step_as_data(step, shown) for step, shown in zip(self.steps, self.showings, strict=True)],
            "refused": [
                {"of": r.address, "reason": r.reason} for r in (step.refusal for step in self.steps) if r is not None
            ],
            "rolls": rolls_as_data(whole),
            "changes": {key: changed_as_data(whole, key, changed) for key, changed in self.changes.items()},
            "told": whole.told,
            "ended": last.ended or None,
            "shown": {one.text: plain(situation, one.type, one.value) for one in self.shown},
            "workings": {one.text: working_as_data(situation, one) for one in self.shown if one.parts or one.rolls},
            "happened": self.happened_as_data(),
            "questions": [
                offer_as_data(situation, offer, self.decider) for step in self.steps for offer in step.offers
            ],
            "problems": [{"part": str(p.path[0]), "message": p.message} for p in self.problems],
        }

    def happened_as_data(self) -> list[HappeningData]:
        """Give all that happened, dice and decisions numbered through all that was carried out."""
        found: list[HappeningData] = []
        for step in self.steps:
            before = max((one["number"] for one in found), default=0)
            for one in happenings_as_data(step.before, step.events):
                one["number"] += before
                found.append(one)
        return found


def step_as_data(step: Tried, shown: Sequence[ShownValue]) -> StepData:
    """Give what came of one step."""
    return {
        "address": step.address,
        "given": given_as_data(step.before, step.named_arguments),
        "result": result_as_data(step),
        "result_text": step.result_text,
        "rolls": rolls_as_data(step),
        "changes": {key: changed_as_data(step, key, changed) for key, changed in changes_of(step).items()},
        "told": step.told,
        "shown": {one.text: plain(step.after, one.type, one.value) for one in shown},
        "ended": step.ended or None,
    }


def result_as_data(tried: Tried) -> Plain:
    """Give what a rule gives as plain data; null where it gives nothing."""
    return plain(tried.before, tried.result_type, tried.result) if tried.result_type else None


def rolls_as_data(tried: Tried) -> dict[str, list[PlainNumber]]:
    """Give all rolls by their labels."""
    found = rolls_of(tried.events, tried.address)
    return {label: [plain_number(one) for one in totals] for label, totals in found.items()}


def changed_as_data(tried: Tried, key: str, changed: ChangedField) -> ChangeData:
    """Give a change: the values before and after; of a thing that came or went all its fields, or nothing."""
    program, text = tried.before.program, told_change(tried, key, changed).replace("`", "")
    before: GivenValue = None
    after: GivenValue = None
    if changed.field:
        kind = program.layout.types[changed.field]
        before, after = plain(tried.before, kind, changed.was), plain(tried.after, kind, changed.now)
    else:
        before = _thing_as_data(tried.before, changed.thing) if changed.was else None
        after = _thing_as_data(tried.after, changed.thing) if changed.now else None
    return {"before": before, "after": after, "text": text}


def _thing_as_data(situation: Situation, thing: int) -> dict[str, Plain]:
    return plain_fields(situation.program, situation.known_as, situation.state, thing)


def offer_as_data(situation: Situation, offer: Offer, decider: str) -> QuestionData:
    """Give a choice with its options, what was refused and why, and what was answered."""

    def answer(value: Any) -> Plain:
        known = situation.program, offer.known_as
        return None if is_declined(offer.type, value) else plain_value(*known, offer.type, value)

    return {
        "of": offer.address,
        "label": offer.label,
        "by": thing_name(situation, offer.side),
        "options": [answer(option) for option in offer.options],
        "refused": [
            {"option": answer(one.option), "requirement": one.requirement, "reason": one.reason}
            for one in offer.refused
        ],
        "may_stop": offer.may_stop,
        "may_decline": offer.may_decline,
        "default": None if offer.default is None else answer(offer.default),
        "answer": None if offer.answer is None else answer(offer.answer),
        "decided_by": decider if offer.is_decided else None,
    }


# --- carrying out


OF_THE_END = frozenset(("game.turn", "game.turn_limit"))
"""Fields on which it hangs whether the turns are over."""


@dataclass
class Trying:
    """One request on its way, over one build."""

    ruleset: Ruleset
    request: Request
    built: Built
    addresses: tuple[str, ...]
    named: NamedValues
    steps: list[Tried] = field(default_factory=list)
    showings: list[tuple[ShownValue, ...]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def run(self, situation: Situation, findings: Findings) -> Answer | None:
        """Carry all out; nothing, with findings, where the facts do not fit."""
        request, program = self.request, self.built.program
        seed, facts = request.seed, request.facts
        otherwise = None if seed is None else SeededDice(seed, [site.address for site in program.sites])
        dice, choices = self.given_by(facts, otherwise)
        trial = RuleTrial(self.built, situation, dice, choices)
        trial.phases = request.after.steps[-1].phases if request.after is not None else 0
        own: list[Facts | None] = [None, *facts.then, *(None for _ in request.then)]
        for number, (address, step) in enumerate(zip(self.addresses, own, strict=True)):
            put = RuleQuestion(self.ruleset, self.built, address, trial.situation, [], facts)
            if step is not None:
                trial.situation = put.after(step, trial.situation, findings)
                put = replace(put, situation=trial.situation)
                own_dice, own_choices = self.given_by(step, otherwise)
                trial.dice = trial.dice if "dice" in request.for_all else own_dice
                trial.choices = trial.choices if "choices" in request.for_all else own_choices
            arguments = put.inputs_among(self.addresses, findings, step or NO_FACTS)
            if arguments is None or findings:
                return None
            far = self.not_carried_out(number, arguments, trial, step or (NO_FACTS if number else facts))
            if far:
                self.steps.append(Tried(trial.situation, trial.situation, address, tuple(arguments)))
                self.problems.append(Problem(far, ("of",)))
            elif not self.carry_out(trial, address, arguments):
                far = f"{address} is not finished"
                if rest := self.addresses[number + 1 :]:
                    self.problems.append(Problem(f"{far}; {not_run(rest)}", ("of",)))
            elif step is not None:
                unused = [one for one in trial.not_used() if one.path[0] not in request.for_all]
                self.problems += map(self.with_reason, unused)
            is_last = bool(far) or number + 1 == len(self.addresses)
            wanted = facts.show if number == 0 else step.show if step is not None else ()
            self.showings.append(self.shown(wanted, findings) + self.shown(request.show, findings, must=is_last))
            if far:
                break
        else:
            trial.dice, trial.choices = dice, choices
            self.problems += map(self.with_reason, trial.not_used())
        if findings:
            return None
        return Answer(tuple(self.steps), tuple(self.showings), tuple(self.problems), self.built, request.decider)

    def given_by(self, facts: Facts, otherwise: SeededDice | None) -> tuple[LabelledDice, ScriptedChoices]:
        """Give the dice and choices of facts; dice that are not given fall `otherwise`."""
        choices = (StandingChoices if facts.standing else ScriptedChoices)(facts.choices, self.decider)
        return LabelledDice(self.built.program, self.addresses[0], facts.dice, otherwise), choices

    def carry_out(self, trial: RuleTrial, address: str, arguments: list[Any]) -> bool:
        """Carry one rule out, and tell whether the next can follow."""
        trial.dice.asked = address
        tried = trial.run(address, arguments)
        if tried.ungiven:
            raise UngivenError(fields_at(tried.before, tried.ungiven))
        trial.end_turn(tried)
        self.steps.append(tried)
        self.problems += self.told_why(tried.problems)
        return not tried.problems and not tried.refusal

    def not_carried_out(self, number: int, arguments: list[Any], trial: RuleTrial, facts: Facts) -> str:
        """Say why a rule is not run: the game is over, or the turn does not lead to it; else nothing.

        What is over goes on where the facts give the turn, or the limit of turns.
        """
        address, after = self.addresses[number], self.request.after
        before = self.steps or (after.steps if after is not None else ())
        goes_on = not before or not OF_THE_END.isdisjoint(facts.given)
        ended = ("the game is over" if trial.field("over") else "") if goes_on else before[-1].ended
        if said := left_out(ended, self.addresses[number:]):
            return said
        return "" if self.request.anyway else self.out_of_reach(address, arguments, trial.situation)

    def out_of_reach(self, address: str, arguments: list[Any], situation: Situation) -> str:
        """Say why the turn does not lead to a rule for what it is given; nothing where it may."""
        rule = self.built.checked.declared.rules.get(address)
        if rule is None or rule.sort not in ("procedure", "effect"):
            return ""
        obstacles = Reaching(RuleInPlace(self.expressions, address, arguments, situation)).obstacles()
        said = "; ".join(dict.fromkeys(map(str, obstacles)))
        return f"the turn does not lead to {address} here: {said} (`--anyway` tries it all the same)" if said else ""

    def told_why(self, problems: Sequence[Problem]) -> list[Problem]:
        """Give problems with what could have been chosen, where that is what they are about."""
        offers = self.steps[-1].offers
        if not problems or not offers or offers[-1].answer is not None:
            return list(problems)
        last, situation = offers[-1], self.steps[-1].after
        return [
            replace(one, message=f"{one.message}; {last.in_words(situation)}")
            if one.path[0] in ("choices", "of")
            else one
            for one in problems
        ]

    def with_reason(self, problem: Problem) -> Problem:
        """Give the problem of a choice that was not asked, with the reason why it was not."""
        if problem.path[0] != "choices":
            return problem
        label = without_call(str(problem.path[1]))
        sites = [s for s in self.built.program.sites if any(f".{at}".endswith(f".{label}") for at in s.addresses)]
        reasons = [reason for site in sites if site.sort == "choice" and (reason := self.why_not_asked(site.address))]
        if not reasons:
            known = sorted({offer.address for step in self.steps for offer in step.offers})
            asked = f"what is asked: {', '.join(known)}" if known else "nothing is asked"
            return replace(problem, message=f"{problem.message}; {asked}")
        return replace(problem, message=f"{problem.message}: {'; '.join(reasons)}")

    def why_not_asked(self, address: str) -> str:
        """Say why a choice was not asked, or not once more."""
        asked = [offer for step in self.steps for offer in step.offers if offer.address == address]
        situation = self.steps[-1].after
        if asked and not asked[-1].options:
            return asked[-1].in_words(situation)
        if asked:
            return f"it was asked {len(asked)} time{'s' if len(asked) > 1 else ''}"
        routine = address.rpartition(".")[0]
        step = next((one for one in self.steps if one.address == routine), self.steps[-1])
        place = RuleInPlace(self.expressions, step.address, step.arguments, step.before)
        called = [event.address for event in self.steps[-1].events if isinstance(event, Called)]
        return why_not_asked(place, address, called)

    @cached_property
    def decider(self) -> Decider | None:
        """Give who decides what is not given, for all that is carried out; nothing where nobody does."""
        name, seed = self.request.decider, self.request.seed
        if not name:
            return None
        if name == BOT:
            return seat(name, seed or 1)
        from quarterdeck.engine.odds.answers import CountedDecider

        return CountedDecider(name, seed or 1)

    @property
    def expressions(self) -> Expressions:
        """Give the one who works expressions out."""
        return Expressions(self.built.checked, self.built.program, self.built.traced_module)

    def shown(self, texts: Sequence[str], findings: Findings, *, must: bool = True) -> tuple[ShownValue, ...]:
        """Work out what is to be shown: rolls and names of rules by their labels, else expressions of the state now.

        What means nothing now is a finding where it `must` be shown, and is left out elsewhere.
        """
        last = self.steps[-1]
        happened = [event for step in self.steps for event in step.events]
        showing = Showing(
            self.built, self.built.traced_module, self.named, last.address, last.arguments, last.after, happened
        )
        found = []
        for text in texts:
            wrong = findings if must else Findings()
            try:
                found.append(showing.shown(text, wrong))
            except UngivenError:
                if must:
                    raise
        return tuple(one for one in found if one is not None)


AskingForFields = Callable[[Sequence[UngivenField]], Mapping[str, Any] | None]
"""Whoever is asked for fields that are read and were not given: gives facts, or nothing where nobody answers."""


def try_request(
    ruleset: Ruleset, request: Request, findings: Findings, ask: AskingForFields | None = None
) -> Answer | None:
    """Carry out what a request asks for; nothing, with findings, where it cannot be.

    Fields that are read and that nobody gave a value are asked for; without somebody to `ask` they are a finding.

    Raises:
        UnknownError: nothing, or more than one thing, is called as the request says.
    """
    addresses = tuple(address_of(ruleset.declared, name) for name in request.names)
    texts = [*request.show, *request.facts.show, *(text for step in request.facts.then for text in step.show)]
    while True:
        put = begun(ruleset, request, addresses, findings)
        if put is None:
            return None
        built, situation = put
        program, named = telling(built.program, texts)
        if named.known:
            built = Built(built.checked, program, built.files, whole=built.whole or built)
        try:
            return Trying(ruleset, request, built, addresses, named).run(situation, findings)
        except UngivenError as error:
            answered = ask(error.fields) if ask is not None else None
            if answered is None:
                findings.extend([error.finding(request.facts.place("given"))])
                return None
            request = replace(request, facts=request.facts.with_answers(answered))


def begun(
    ruleset: Ruleset, request: Request, addresses: Sequence[str], findings: Findings
) -> tuple[Built, Situation] | None:
    """Give the build and the situation in which a request begins; nothing, with findings, if the facts do not fit."""
    facts, after = request.facts, request.after
    if after is None:
        return situated(ruleset, facts, findings, addresses)
    if after.built.checked is not ruleset.checked:
        hint = "use the ruleset of that answer"
        findings.add("QD207", "the earlier answer is from another ruleset", facts.place(), hint=hint)
        return None
    if not after.is_good:
        hint = "give the missing values, and continue from that answer"
        findings.add("QD207", "the earlier answer did not run to its end", facts.place(), hint=hint)
    for part in ("options", "constants", "board", "situation"):
        if getattr(facts, part):
            hint = "give it where the sequence begins"
            findings.add("QD207", f"`{part}` is settled before the first rule", facts.place(part), hint=hint)
    built = for_question(ruleset, after.built.whole or after.built, facts, addresses, findings)
    put = RuleQuestion(ruleset, built, addresses[0], after.whole.after, [], facts)
    situation = put.after(replace(facts, given=facts.of_state), after.whole.after, findings)
    return None if findings else (built, situation)
