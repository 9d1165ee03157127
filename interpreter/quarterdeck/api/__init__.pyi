from quarterdeck.api.asking import CaseCounted, NotOneRuleError, count, count_over, facts, try_rule
from quarterdeck.api.comparing import (
    ChangedElement,
    OddsMoved,
    OutcomeMoved,
    RulesetDifference,
    ShownMoved,
    WrittenElement,
    diff,
)
from quarterdeck.api.fighting import battles
from quarterdeck.api.games import compare
from quarterdeck.api.keeping import KeptGame, NoEntryError, RulesChangedError, open_journal, why
from quarterdeck.api.pairing import InterplayShown, PairOfVariants, PointOfInterplay, VariantsOfGame, variants
from quarterdeck.api.playing import play, replay
from quarterdeck.api.printing import PrintedSheets, print_book, print_sheets
from quarterdeck.api.schemas import schema_of
from quarterdeck.api.tuning import sensitivity, tune, tune_in_battle
from quarterdeck.api.witnessing import (
    PointWitnessed,
    RuleNotWitnessed,
    RuleWitnessed,
    WitnessedSide,
    witnesses_between,
)
from quarterdeck.battles.comparison import Comparison, LossCompared, MeansCompared, SharesCompared, WinsCompared
from quarterdeck.battles.contest import OtherRulesError
from quarterdeck.battles.executors import Workers, WorkersError
from quarterdeck.battles.intervals import Interval
from quarterdeck.battles.outcomes import Doing, LastChange
from quarterdeck.battles.series import BattleSeries, ContestFought, SideSeated
from quarterdeck.battles.store import StoreFaultError, StoreWriteError
from quarterdeck.battles.summary import (
    Cause,
    Decisive,
    FailedBattle,
    PointsOfSide,
    Quartiles,
    SeriesSummary,
    ShareOfBattles,
    SideWins,
    ThingLost,
    WayItEnded,
)
from quarterdeck.compare.differences import NoAnswer, UnanswerableError, answered
from quarterdeck.diagnostics import Finding, RefusedError
from quarterdeck.drafting.amending import AmendmentDraft, amend
from quarterdeck.drafting.beginning import Begun, new_game, new_variant
from quarterdeck.drafting.refused import DraftRefusedError
from quarterdeck.examples.checkup import Checkup, NotEncoded, check
from quarterdeck.hooks.reading import PluginFaultError
from quarterdeck.odds.count import BudgetError, UndecidedError
from quarterdeck.odds.question import Odds
from quarterdeck.passes.cut import NotCountedError
from quarterdeck.pipeline.folders import NotFoundError
from quarterdeck.play.ending import Battle, RecordFault
from quarterdeck.play.openings import OpeningError
from quarterdeck.play.told import (
    AddedAtOnce,
    AnswerRefused,
    AnswerTold,
    DecisionExplained,
    DiceThrown,
    ModifierTold,
    NeededTold,
    PhaseAround,
    RollExplained,
    RuleAround,
    RuleWritten,
    RulingTold,
    StoryLine,
    Why,
    Worth,
)
from quarterdeck.rulebook.errata.books import BookEdit
from quarterdeck.rulebook.errata.making import Errata, ErrataChapter, Erratum, Reason, errata
from quarterdeck.rulebook.fault import BookError
from quarterdeck.ruleset.asked import Asked, Facts, UnknownError, asked, facts_of, questions_of
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.sheets.boards import TooManySheetsError
from quarterdeck.side_by_side.games import NothingCommonError
from quarterdeck.side_by_side.report import (
    AnswerMeasured,
    AnswersOfGame,
    ColumnHere,
    CoreRule,
    GamesCompared,
    GameTold,
    MeasureCompared,
    ModifierOfTopic,
    NumberOfMeasure,
    NumberTold,
    PairMeasured,
    RollOfTopic,
    ScaleTold,
    StageOfTurn,
    TableTold,
    TopicCompared,
    TopicOfGame,
    TurnOfGame,
    WithoutTopic,
)
from quarterdeck.trying.requests import Answer
from quarterdeck.tuning.goals import GoalError
from quarterdeck.tuning.outcomes import NoOutcomeError, OutcomeError
from quarterdeck.tuning.report import ColumnMovedElsewhere, QuestionMovedElsewhere, ShareWithin, Tuned, ValueTried
from quarterdeck.tuning.sensitivity import NumberMoved, Sensitivity, StepMoved
from quarterdeck.varying.numbers import NoSuchNumberError
from quarterdeck.witnesses.pairs import VariantListed

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
    "BookEdit",
    "BookError",
    "BudgetError",
    "CaseCounted",
    "Cause",
    "ChangedElement",
    "Checkup",
    "ColumnHere",
    "ColumnMovedElsewhere",
    "Comparison",
    "ContestFought",
    "CoreRule",
    "DecisionExplained",
    "Decisive",
    "DiceThrown",
    "Doing",
    "DraftRefusedError",
    "Errata",
    "ErrataChapter",
    "Erratum",
    "Facts",
    "FailedBattle",
    "Finding",
    "GameTold",
    "GamesCompared",
    "GoalError",
    "InterplayShown",
    "Interval",
    "KeptGame",
    "LastChange",
    "LossCompared",
    "MeansCompared",
    "MeasureCompared",
    "ModifierOfTopic",
    "ModifierTold",
    "NeededTold",
    "NoAnswer",
    "NoEntryError",
    "NoOutcomeError",
    "NoSuchNumberError",
    "NotCountedError",
    "NotEncoded",
    "NotFoundError",
    "NotOneRuleError",
    "NothingCommonError",
    "NumberMoved",
    "NumberOfMeasure",
    "NumberTold",
    "Odds",
    "OddsMoved",
    "OpeningError",
    "OtherRulesError",
    "OutcomeError",
    "OutcomeMoved",
    "PairMeasured",
    "PairOfVariants",
    "PhaseAround",
    "PluginFaultError",
    "PointOfInterplay",
    "PointWitnessed",
    "PointsOfSide",
    "PrintedSheets",
    "Quartiles",
    "QuestionMovedElsewhere",
    "Reason",
    "RecordFault",
    "RefusedError",
    "RollExplained",
    "RollOfTopic",
    "RuleAround",
    "RuleNotWitnessed",
    "RuleWitnessed",
    "RuleWritten",
    "RulesChangedError",
    "Ruleset",
    "RulesetDifference",
    "RulingTold",
    "ScaleTold",
    "Sensitivity",
    "SeriesSummary",
    "ShareOfBattles",
    "ShareWithin",
    "SharesCompared",
    "ShownMoved",
    "SideSeated",
    "SideWins",
    "StageOfTurn",
    "StepMoved",
    "StoreFaultError",
    "StoreWriteError",
    "StoryLine",
    "TableTold",
    "ThingLost",
    "TooManySheetsError",
    "TopicCompared",
    "TopicOfGame",
    "Tuned",
    "TurnOfGame",
    "UnanswerableError",
    "UndecidedError",
    "UnknownError",
    "ValueTried",
    "VariantListed",
    "VariantsOfGame",
    "WayItEnded",
    "Why",
    "WinsCompared",
    "WithoutTopic",
    "WitnessedSide",
    "Workers",
    "WorkersError",
    "Worth",
    "WrittenElement",
    "amend",
    "answered",
    "asked",
    "battles",
    "check",
    "compare",
    "count",
    "count_over",
    "diff",
    "errata",
    "facts",
    "facts_of",
    "new_game",
    "new_variant",
    "open_journal",
    "play",
    "print_book",
    "print_sheets",
    "questions_of",
    "replay",
    "schema_of",
    "sensitivity",
    "try_rule",
    "tune",
    "tune_in_battle",
    "variants",
    "why",
    "witnesses_between",
]
