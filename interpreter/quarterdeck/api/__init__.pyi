from quarterdeck.api.asking import CaseCounted
from quarterdeck.api.comparing import (
    ChangedElement,
)
from quarterdeck.battles.comparison import Comparison
from quarterdeck.battles.outcomes import Doing
from quarterdeck.battles.series import BattleSeries, ContestFought
from quarterdeck.battles.summary import (
    Cause,
    Decisive,
    FailedBattle,
)
from quarterdeck.diagnostics import Finding
from quarterdeck.drafting.amending import AmendmentDraft
from quarterdeck.drafting.beginning import Begun
from quarterdeck.drafting.refused import DraftRefusedError
from quarterdeck.examples.checkup import Checkup
from quarterdeck.odds.count import BudgetError
from quarterdeck.play.ending import Battle
from quarterdeck.play.told import (
    AddedAtOnce,
    AnswerRefused,
    AnswerTold,
    DecisionExplained,
    DiceThrown,
)
from quarterdeck.rulebook.fault import BookError
from quarterdeck.ruleset.asked import Asked, Facts
from quarterdeck.side_by_side.report import (
    AnswerMeasured,
    AnswersOfGame,
    ColumnHere,
    CoreRule,
    WithoutTopic,
)
from quarterdeck.trying.requests import Answer

__all__ = [
    "AddedAtOnce",
    "AmendmentDraft",
    "Answer",
    "AnswerMeasured",
    "AnswerRefused",
    "AnswerTold",
    "AnswersOfGame",
    "Asked",
    "Battle",
    "BattleSeries",
    "Begun",
    "BookError",
    "BudgetError",
    "CaseCounted",
    "Cause",
    "ChangedElement",
    "Checkup",
    "ColumnHere",
    "Comparison",
    "ContestFought",
    "CoreRule",
    "DecisionExplained",
    "Decisive",
    "DiceThrown",
    "Doing",
    "DraftRefusedError",
    "Facts",
    "FailedBattle",
    "Finding",
    "WithoutTopic",
]
