"""What a rule brings, counted exactly over a number that is varied: points of a curve.

In: a rule in a situation for each value, and what is shown of its end. Out: the chance that it holds, or its mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.odds.count import BudgetError, UndecidedError
from quarterdeck.engine.run.partly_known import UngivenError
from quarterdeck.language.declarations import types
from quarterdeck.workspace.ruleset.rule_question import RuleQuestion

Points = tuple[tuple[Fraction, Fraction], ...]


def curve_of(puts: Iterable[tuple[int, RuleQuestion]], text: str, findings: Findings) -> tuple[Points, bool] | str:
    """Give a point for each value, and whether they are chances; or why they cannot be counted.

    What cannot be shown is a finding.
    """
    found: list[tuple[Fraction, Fraction]] = []
    are_chances = True
    for value, put in puts:
        shown = put.asking.shown(put.address, text, put.arguments, put.situation, findings)
        if shown is None:
            return "what is to be shown means nothing here"
        are_chances = isinstance(shown.kind, types.Boolean)
        try:
            odds = put.asking.ask(put.address, put.arguments, put.situation, [shown], in_span=put.effects_wait)
        except (BudgetError, UndecidedError, UngivenError) as error:
            return f"it cannot be counted: {error}"
        if are_chances:
            number = dict(odds.of_column(shown.title)).get("yes", Fraction())
        else:
            mean = odds.mean_of(shown.title)
            if mean is None:
                return "what is shown is neither a number nor whether something holds"
            number = mean
        found.append((Fraction(value), number * 100 if are_chances else number))
    return tuple(found), are_chances
