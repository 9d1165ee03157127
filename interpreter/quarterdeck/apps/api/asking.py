"""Ask about one rule: try it with given dice, or count all that it may bring.

In: a ruleset without faults, an address and facts as plain data. Out: an `Answer` or exact `Odds`. What does not fit is
a `RefusedError` with its findings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from quarterdeck.analysis.trial.answer_labels import hint_for
from quarterdeck.analysis.trial.requests import Answer, AskingForFields, Request, try_request
from quarterdeck.analysis.trial.rounds import asked_rounds
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.deciders.advised import advised_answers
from quarterdeck.engine.odds.answers import ADVICE, ANSWERS, BEST, chosen, default
from quarterdeck.engine.odds.best import BestAnswersError
from quarterdeck.engine.odds.choices import AdvisedAnswers, BestAnswers, Policy
from quarterdeck.engine.odds.choices import Answer as Answering
from quarterdeck.engine.odds.count import BUDGET
from quarterdeck.engine.odds.odds_questions import Odds, Shown
from quarterdeck.engine.run.situation import Place, nowhere
from quarterdeck.workspace.ruleset.grids import Case, cases_over, facts_in
from quarterdeck.workspace.ruleset.rounds import Rounds
from quarterdeck.workspace.ruleset.rule_question import (
    Facts,
    Given,
    RuleQuestion,
    address_of,
    choices_of,
    faces_of,
)
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Decides = Literal["", "first", "default", "random"]
"""The deciders for tuning: each looks only at the choice itself."""
DecidesCounted = Literal["", "first", "default", "random", "advice", "best"]
"""The deciders for exact odds: also the advice of the ruleset, and the best answers."""
DecidesOnce = Literal["", "first", "default", "random", "bot"]
"""The deciders for one run of a rule: those for tuning, and the bot."""
Show = Sequence[str] | Mapping[str, str]


class NotOneRuleError(UserError):
    """This is not a rule, phase or step that can be counted; the argument suggests an alternative."""


def facts(
    given: Mapping[str, Any] | None = None,
    *,
    things: Mapping[str, Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    constants: Mapping[str, Any] | None = None,
    board: Mapping[str, int] | None = None,
    situation: str = "",
    dice: Given = (),
    choices: Mapping[str, Any] | Sequence[Any] = (),
) -> Facts:
    """Make a situation as in examples: inputs and fields (`given`), things, settings, a scenario, dice and choices.

    Fractions are text ("2.5").

    Raises:
        RefusedError: the dice or choices are neither a list nor named.
    """
    findings = Findings()
    faces = faces_of(_as_in_yaml(dice), findings, nowhere)
    answers = choices_of(_as_in_yaml(choices), findings, nowhere)
    findings.refuse()
    return Facts(
        given or {}, things or {}, options or {}, constants or {}, nowhere, board or {}, situation, faces, answers
    )


def _as_in_yaml(given: Any) -> Any:
    """Give what a document would hold; what is neither a list nor named stays as it is, and is refused."""
    if isinstance(given, Mapping):
        return dict(given)
    return list(given) if isinstance(given, Sequence) and not isinstance(given, str) else given


def try_rule(
    ruleset: Ruleset,
    address: str,
    known: Facts | None = None,
    *,
    then: Sequence[str] = (),
    show: Sequence[str] = (),
    seed: int | None = None,
    anyway: bool = False,
    after: Answer | None = None,
    ask: AskingForFields | None = None,
    decider: DecidesOnce = "",
) -> Answer:
    """Run a rule, table, phase, step or the turn, then others, and return the result.

    `after` continues from the state of another answer; facts then change that state. `seed` rolls the dice that the
    facts do not give. `show` has expressions, which are computed after each step. `ask` is called with the missing
    fields that the rule reads. The `decider` makes the other choices, as for `count`, or as the bot does with the
    seed.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has errors; the facts or shown values do not fit it, or a value is missing.
    """
    ruleset.refuse_faults()
    findings = Findings()
    request = Request(address, known or facts(), then, show, seed, anyway, after, decider)
    answer = try_request(ruleset, request, findings, ask)
    if answer is None:
        raise RefusedError(list(findings))
    return answer


def question(ruleset: Ruleset, address: str, known: Facts) -> RuleQuestion:
    """Put a rule into its situation.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has faults, or the facts do not fit it.
        NotOneRuleError: it is the complete turn, or a table.
    """
    ruleset.refuse_faults()
    called = address_of(ruleset.declared, address)
    if called == "turn":
        raise NotOneRuleError("a complete turn cannot be counted: name one of its phases or steps")
    if called in ruleset.declared.tables:
        raise NotOneRuleError(f"`{called}` is a table: name a rule that uses it, or use `quarterdeck try` for a cell")
    return RuleQuestion.of(ruleset, called, known)


def shown_of(question: RuleQuestion, show: Show) -> list[Shown]:
    """Give what is to be shown: expressions, or expressions by the titles of their columns.

    Raises:
        RefusedError: one of them is invalid.
    """
    return question.shown(show.items() if isinstance(show, Mapping) else [(text, text) for text in show])


def count(
    ruleset: Ruleset,
    address: str,
    known: Facts | None = None,
    *,
    show: Show = (),
    each: bool = False,
    decider: DecidesCounted = "",
    goal: str = "",
    side: str = "",
    budget: int = BUDGET,
    progress: Callable[[int, Fraction], None] | None = None,
) -> list[Odds]:
    """Count all outcomes of a rule exactly: one `Odds` for the shown values together, or one for `each`.

    Without `show` there is one for every roll of the rule and every field that may change. Choices in the facts are
    used if they are allowed; otherwise the `decider` answers. `best` maximises the `goal` for a `side`, and all other
    sides minimise it: the chance of a condition, or the mean of a number. The goal is by default the only shown value,
    and is shown if nothing else is. The side is by default the only one that decides. `Odds.decided` says who decided.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has errors, or the facts or shown values do not fit it.
        NotOneRuleError: it is the complete turn, or a table.
        UndecidedError: it asks for a decision, and there is no decider.
        BestAnswersError: there is no goal, it cannot be maximised, or several sides decide and none is named.
        BudgetError: it exceeds the budget.
        NotCountedError: it contains a construct that cannot be counted.
    """
    asked = question(ruleset, address, known or facts())
    answer, shown = who_answers(asked, decider, side), shown_of(asked, show)
    how: dict[str, Any] = {"goal": goal_of(asked, decider, goal, shown), "budget": budget, "progress": progress}
    return asked.count(shown, each=each, answer=answer, **how)


@dataclass(frozen=True)
class CaseCounted:
    """One case of a grid: its `values` by name, and its `odds`."""

    values: Mapping[str, Any]
    odds: tuple[Odds, ...]


def count_over(
    ruleset: Ruleset,
    address: str,
    over: Mapping[str, Any],
    known: Facts | None = None,
    *,
    show: Show,
    decider: DecidesCounted = "",
    goal: str = "",
    side: str = "",
    budget: int = BUDGET,
    progress: Callable[[int, Fraction], None] | None = None,
) -> list[CaseCounted]:
    """Count the shown values of a rule exactly, for every combination of the values in `over`.

    `over` has values by the name of an input, a field, an option or a constant: a span as text (`"1..15"`,
    `"0.5..6 by 0.5"`) or a list. Each shown value is counted alone: one `Odds` for each, in each case. The
    decider, goal and side are as for `count`.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has errors, or the facts, the grid or shown values do not fit it.
        NotOneRuleError: it is the complete turn, or a table.
        UndecidedError: it asks for a decision, and there is no decider.
        BestAnswersError: there is no goal, it cannot be maximised, or several sides decide and none is named.
        BudgetError: one case exceeds the budget.
        NotCountedError: it contains a construct that cannot be counted.
    """
    how: dict[str, Any] = {"show": show, "each": True, "decider": decider, "goal": goal, "side": side}
    how |= {"budget": budget, "progress": progress}
    cases = facts_over(ruleset, known or facts(), over, nowhere)
    return [CaseCounted(case, tuple(count(ruleset, address, one, **how))) for case, one in cases]


def facts_over(ruleset: Ruleset, known: Facts, over: Mapping[str, Any], place: Place) -> list[tuple[Case, Facts]]:
    """Give the facts of each case of a grid, of which each part has a place.

    Raises:
        RefusedError: the ruleset has faults, or the grid is none.
    """
    ruleset.refuse_faults()
    findings = Findings()
    cases = cases_over(over, findings, place)
    findings.refuse()
    return [(case, facts_in(known, ruleset.declared, case, place)) for case in cases]


def who_answers(asked: RuleQuestion, decider: DecidesCounted, side: str = "") -> Policy | None:
    """Give who decides where a rule that is counted asks: the choices that the facts name, else whoever is named.

    Where nobody is named, and the facts name some choices, all others are answered by their default.

    Raises:
        RefusedError: the choices of the facts are not named, or the rules have no choice of a name, or there is no such
            side.
    """
    choices, findings = asked.facts.choices, Findings()
    by: Answering | AdvisedAnswers | BestAnswers | None = ANSWERS.get(decider)
    if decider == ADVICE:
        by = AdvisedAnswers(advised_answers)
    elif decider == BEST:
        by = BestAnswers(side_called(asked, side))
    if not choices or (by is not None and not isinstance(choices, Mapping)):
        return by
    if not isinstance(choices, Mapping):
        message = "choices in order are ambiguous when odds are counted"
        hint = "name each choice, as `target: Ben`; or set --decider"
        findings.add("QD207", message, asked.facts.place("choices"), hint=hint)
        raise RefusedError(findings)
    known = [at for site in asked.built.program.sites if site.sort == "choice" for at in site.addresses]
    names = [*known, *(address.rpartition(".")[2] for address in known)]
    for label in choices:
        if not any(f".{address}".endswith(f".{label}") for address in known):
            hint = hint_for(label, names)
            findings.add("QD203", f"there is no choice `{label}`", asked.facts.place("choices", label), hint=hint)
    findings.refuse()
    return chosen(choices, asked.situation, default if by is None else by)


def side_called(asked: RuleQuestion, name: str) -> int | None:
    """Give the side of a name; nothing where none is named.

    Raises:
        BestAnswersError: there is no such side.
    """
    found = asked.situation.called(name, "Side") if name else None
    if name and not found:
        sides = asked.built.program.layout.things("Side")
        known = [asked.situation.names[one] for one in sides if one in asked.situation.names]
        hint = did_you_mean(name, known, f"the sides are: {', '.join(known)}")
        raise BestAnswersError(f"there is no side `{name}` here ({hint})")
    return asked.situation.things[found[0]] if found else None


def goal_of(asked: RuleQuestion, decider: DecidesCounted, goal: str, shown: Sequence[Shown]) -> Shown | None:
    """Give what the best answers maximise: the goal, else the only value that is shown; nothing for other deciders.

    Raises:
        RefusedError: the goal is invalid.
        BestAnswersError: there is none.
    """
    if decider != BEST:
        return None
    if goal:
        return asked.shown([(goal, goal)])[0]
    if len(shown) == 1:
        return shown[0]
    raise BestAnswersError("name what `best` maximises, a condition or a number (`goal`)")


def sampled_turns(
    ruleset: Ruleset, address: str, known: Facts, rounds: Rounds, show: Mapping[str, str], times: int, seed: int
) -> tuple[RuleQuestion, Odds]:
    """Carry turns out until something holds, so many times at random.

    Raises:
        RefusedError: something of it does not fit the ruleset, or nothing can come to what ends it.
        UngivenRefusalError: it reads fields that nobody gave a value.
        RulesFaultError: the rules come to a fault.
    """
    found = asked_rounds(ruleset, address, known, rounds, show)
    return found.put, found.played(times, seed)
