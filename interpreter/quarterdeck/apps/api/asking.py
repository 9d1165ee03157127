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
from quarterdeck.engine.odds.answers import ANSWERS, chosen
from quarterdeck.engine.odds.count import BUDGET
from quarterdeck.engine.odds.count import Answer as Answering
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
DecidesOnce = Literal["", "first", "default", "random", "bot"]
"""Who decides where a rule is carried out once: as where it is counted, or the bot that plays games."""
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
    decider: Decides = "",
    budget: int = BUDGET,
    progress: Callable[[int, Fraction], None] | None = None,
) -> list[Odds]:
    """Count all outcomes of a rule exactly: one `Odds` for the shown values together, or one for `each`.

    Without `show` there is one for every roll of the rule and every field that may change. Choices in the facts are
    used if they are allowed; otherwise the `decider` answers.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has errors, or the facts or shown values do not fit it.
        NotOneRuleError: it is the complete turn, or a table.
        UndecidedError: it asks for a decision, and there is no decider.
        BudgetError: it exceeds the budget.
        NotCountedError: it contains a construct that cannot be counted.
    """
    asked = question(ruleset, address, known or facts())
    answer = who_answers(asked, decider)
    return asked.count(shown_of(asked, show), each=each, answer=answer, budget=budget, progress=progress)


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
    decider: Decides = "",
    budget: int = BUDGET,
    progress: Callable[[int, Fraction], None] | None = None,
) -> list[CaseCounted]:
    """Count the shown values of a rule exactly, for every combination of the values in `over`.

    `over` has values by the name of an input, a field, an option or a constant: a span as text (`"1..15"`,
    `"0.5..6 by 0.5"`) or a list. Each shown value is counted alone: one `Odds` for each, in each case.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has errors, or the facts, the grid or shown values do not fit it.
        NotOneRuleError: it is the complete turn, or a table.
        UndecidedError: it asks for a decision, and there is no decider.
        BudgetError: one case exceeds the budget.
        NotCountedError: it contains a construct that cannot be counted.
    """
    facts_known = known or facts()
    return [
        CaseCounted(
            case,
            tuple(
                count(ruleset, address, one, show=show, each=True, decider=decider, budget=budget, progress=progress)
            ),
        )
        for case, one in facts_over(ruleset, facts_known, over, nowhere)
    ]


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


def who_answers(asked: RuleQuestion, decider: Decides) -> Answering | None:
    """Give who decides where a rule that is counted asks: whoever is named, else the choices that the facts name.

    Raises:
        RefusedError: the choices of the facts are not named, or the rules have no choice of a name.
    """
    choices = asked.facts.choices
    if decider or not choices:
        return ANSWERS.get(decider)
    findings = Findings()
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
    return chosen(choices, asked.situation)


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
