"""Compare different games: what each does about a topic, and how each answers the same question.

In: rulesets in which nothing is wrong. Out: a `GamesCompared` of plain records; numbers are exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarterdeck.analysis.trial.comparison_data import faults_of_comparison
from quarterdeck.apps.comparison.measures import BUDGET, PLAYS, SAMPLE, WayToAnswer
from quarterdeck.apps.comparison.report import GamesCompared
from quarterdeck.apps.comparison.side_by_side import compare_games
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def compare(
    rulesets: Sequence[Ruleset],
    *,
    topics: Sequence[str] = (),
    measures: Sequence[str] | None = None,
    budget: int = BUDGET,
    sample: int = SAMPLE,
    plays: int = PLAYS,
    battles: int = 0,
    progress: Callable[[str], None] | None = None,
) -> GamesCompared:
    """Compare games by all or some topics, turn beside turn, and in numbers.

    `topics` are names of topics or groups in `vocabulary.yaml`. `measures` defaults to all measures of these topics;
    an empty list computes none. `budget` limits the steps of counting for each answer. An answer over the budget is
    sampled with `sample` plays, and a measure over several turns with `plays`. `battles` is the number of battles for
    each historical battle. `progress` receives the current question.

    Raises:
        NothingCommonError: a topic or measure is unknown, or no game has it.
        RefusedError: one of the rulesets, its data or its `comparison.yaml` has errors.
    """
    for ruleset in rulesets:
        ruleset.refuse_faults()
        ruleset.refuse_faults_of_data()
        if faults := faults_of_comparison(ruleset):
            raise RefusedError(faults)
    manner = WayToAnswer(budget, sample, plays, progress or _told_nobody)
    return compare_games(rulesets, topics, measures, manner, battles)


def _told_nobody(_words: str) -> None:
    """Tell nobody."""
