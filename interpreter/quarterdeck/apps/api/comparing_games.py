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
    """Compare games by their topics, or by some of them, turn beside turn, and in numbers.

    `topics` are names of topics or groups of `vocabulary.yaml`. `measures` are asked: none where the list is empty, and
    all about these topics where nothing is said. Each answer may take so many steps of counting (`budget`); what takes
    more is played so many times (`sample`), and turns that are carried out until something holds as often as `plays`
    says. With `battles` each battle of history that a game has a scenario for is fought so many times. `progress` is
    told what is being asked.

    Raises:
        NothingCommonError: a topic or measure is not known, or no game has anything about it.
        RefusedError: one of the rulesets has findings, or its `comparison.yaml` has.
    """
    for ruleset in rulesets:
        ruleset.refuse_faults()
        if faults := faults_of_comparison(ruleset):
            raise RefusedError(faults)
    manner = WayToAnswer(budget, sample, plays, progress or _told_nobody)
    return compare_games(rulesets, topics, measures, manner, battles)


def _told_nobody(_words: str) -> None:
    """Tell nobody."""
