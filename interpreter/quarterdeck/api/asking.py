"""Ask about one rule: try it with given dice, or count all that it may bring.

In: a ruleset without faults, an address and facts as plain data. Out: an `Answer` or exact `Odds`. What does not fit is
a `RefusedError` with its findings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from quarterdeck.diagnostics import Findings, RefusedError
from quarterdeck.odds.answers import ANSWERS, chosen
from quarterdeck.odds.count import BUDGET
from quarterdeck.odds.question import Odds, Shown
from quarterdeck.ruleset.asked import Asked, Facts, Given, address_of, asked
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.partly_known import UngivenError
from quarterdeck.run.situation import nowhere
from quarterdeck.trying.requests import Answer, AskingForFields, Request, try_request

Decides = Literal["", "first", "default", "random"]
Show = Sequence[str] | Mapping[str, str]


class DicelessError(Exception):
    """A rule rolls no dice and draws nothing, so there is nothing to count; the argument is its address."""


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
    """Give facts as examples write them: inputs and fields (`given`), things, settings, a scenario, dice and choices.

    Numbers that are not whole are texts ("2.5").
    """
    return Facts(
        given or {}, things or {}, options or {}, constants or {}, nowhere, board or {}, situation, dice, choices
    )


def try_rule(
    ruleset: Ruleset,
    address: str,
    known: Facts | None = None,
    *,
    then: Sequence[str] = (),
    show: Sequence[str] = (),
    seed: int | None = None,
    anyway: bool = False,
    ask: AskingForFields | None = None,
) -> Answer:
    """Carry out a rule, table, phase, step or the turn, then others, and give what came of it.

    Dice that the facts do not give fall from the `seed`, where there is one. `show` are expressions of the end. Fields
    that are read and that the facts do not give are asked for with `ask`, where that is given.

    Raises:
        UnknownError: nothing, or more than one thing, is called by the address.
        RefusedError: the facts, or what is to be shown, do not fit the ruleset, or lack what is read.
    """
    findings = Findings()
    answer = try_request(ruleset, Request(address, known or facts(), then, show, seed, anyway), findings, ask)
    if answer is None:
        raise RefusedError(list(findings))
    return answer


def question(ruleset: Ruleset, address: str, known: Facts) -> Asked:
    """Put a rule into its situation.

    Raises:
        UnknownError: nothing, or more than one thing, is called by the address.
        RefusedError: the facts do not fit the ruleset.
        DicelessError: nothing in it is left to chance.
    """
    findings = Findings()
    found = asked(ruleset, address_of(ruleset.declared, address), known, findings)
    if found is None:
        raise RefusedError(list(findings))
    if found.address not in found.asking.counter.entries:
        raise DicelessError(found.address)
    return found


def shown_of(put: Asked, show: Show) -> list[Shown]:
    """Give what is to be shown: expressions, or expressions by the titles of their columns.

    Raises:
        RefusedError: one of them cannot be meant.
    """
    findings = Findings()
    columns = show.items() if isinstance(show, Mapping) else [(text, text) for text in show]
    found = [
        put.asking.shown(put.address, text, put.arguments, put.situation, findings, title) for title, text in columns
    ]
    if findings:
        raise RefusedError(list(findings))
    return [one for one in found if one is not None]


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
    """Count all outcomes of a rule exactly: one `Odds` for what is shown together, or one for `each`.

    Without `show` there is one for every roll of the rule and every field that may change. Choices of the facts are
    taken where they are allowed; else the `decider` answers.

    Raises:
        UnknownError: nothing, or more than one thing, is called by the address.
        RefusedError: the facts, or what is to be shown, do not fit the ruleset.
        DicelessError: nothing in it is left to chance.
        UndecidedError: it asks for a decision that nobody makes.
        BudgetError: it is larger than the budget of rows allows.
        NotCountedError: something in it cannot be counted.
    """
    known = known or facts()
    put = question(ruleset, address, known)
    answer = ANSWERS.get(decider)
    if not decider and known.choices:
        named = known.choices if isinstance(known.choices, Mapping) else {}
        answer = chosen(named, put.situation)
    return counted(put, shown_of(put, show), each=each, answer=answer, budget=budget, progress=progress)


def counted(put: Asked, shown: Sequence[Shown], *, each: bool, **how: Any) -> list[Odds]:
    """Count a rule in its situation; `how` are the answer, the budget and the progress of `OddsQuestions.ask`.

    Raises:
        RefusedError: it reads fields that nobody gave a value.
    """
    asking, given = put.asking, (put.address, put.arguments, put.situation)
    try:
        if not shown:
            return asking.ask_each(*given, **how)
        return [asking.ask(*given, part, **how) for part in ([[one] for one in shown] if each else [shown])]
    except UngivenError as error:
        raise RefusedError([error.finding(put.facts.place("given"))]) from None
