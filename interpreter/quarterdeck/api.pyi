from quarterdeck.analysis.battles.battle_record import Doing, LastChange
from quarterdeck.analysis.battles.comparison import (
    Comparison,
    LossCompared,
    MeansCompared,
    SharesCompared,
    WinsCompared,
)
from quarterdeck.analysis.battles.contest import OtherRulesError
from quarterdeck.analysis.battles.executors import Workers, WorkersError
from quarterdeck.analysis.battles.intervals import Interval
from quarterdeck.analysis.battles.series import BattleSeries, ContestFought, SideSeated
from quarterdeck.analysis.battles.store import StoreFaultError, StoreWriteError
from quarterdeck.analysis.battles.summary import (
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
from quarterdeck.analysis.diff.chances import OutcomeMoved, ShownMoved
from quarterdeck.analysis.diff.differences import NoAnswer, OddsMoved, UnanswerableError, answered
from quarterdeck.analysis.exports.roster_export import ExportedPart, ExportedThing, ExportedThings, export_things
from quarterdeck.analysis.mutants.survivors import Survivor
from quarterdeck.analysis.scaffold.amending import AmendmentDraft, amend
from quarterdeck.analysis.scaffold.beginning import Begun, new_game, new_variant
from quarterdeck.analysis.scaffold.refusals import DraftRefusedError
from quarterdeck.analysis.trial.checkup import Checkup, NotEncoded, check
from quarterdeck.analysis.trial.requests import Answer
from quarterdeck.analysis.trial.rule_trial import ComparedValue
from quarterdeck.analysis.tuning.goals import GoalError
from quarterdeck.analysis.tuning.outcomes import NoOutcomeError, OutcomeError
from quarterdeck.analysis.tuning.report import (
    ColumnMovedElsewhere,
    QuestionMovedElsewhere,
    ShareWithin,
    Tuned,
    ValueTried,
)
from quarterdeck.analysis.tuning.sensitivity import NumberMoved, Sensitivity, StepMoved
from quarterdeck.analysis.why.luck import AgainstExpectation, Luck, LuckOfRoll, LuckOfSide
from quarterdeck.analysis.why.story import StoryLine
from quarterdeck.analysis.why.why_records import (
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
    Why,
    Worth,
)
from quarterdeck.analysis.witnesses.differing import (
    PointWitnessed,
    RuleNotWitnessed,
    RuleWitnessed,
    WitnessedSide,
)
from quarterdeck.analysis.witnesses.interplay import InterplayShown, PointOfInterplay
from quarterdeck.analysis.witnesses.pairs import PairOfVariants, VariantListed
from quarterdeck.apps.api.accepting import LockWritten, NothingToAcceptError, accept
from quarterdeck.apps.api.asking import CaseCounted, NotOneRuleError, count, count_over, facts, try_rule
from quarterdeck.apps.api.comparing import ChangedElement, RulesetDifference, WrittenElement, diff
from quarterdeck.apps.api.comparing_games import compare
from quarterdeck.apps.api.example_runs import (
    ChangesNoticed,
    ExampleRun,
    ExamplesRun,
    NotCounted,
    PlacedProblem,
    run_examples,
)
from quarterdeck.apps.api.explaining import CodePage, UnknownCodeError, explain
from quarterdeck.apps.api.fighting import battles
from quarterdeck.apps.api.keeping import KeptGame, NoEntryError, RulesChangedError, open_journal, why
from quarterdeck.apps.api.pairing import VariantsOfGame, variants
from quarterdeck.apps.api.playing import GameHeldOpen, open_game, play, replay, resume_game
from quarterdeck.apps.api.printing import PrintedSheets, print_book, print_sheets
from quarterdeck.apps.api.rule_text import format_rules, rule_in_english
from quarterdeck.apps.api.schemas import schema_of
from quarterdeck.apps.api.tuning import sensitivity, tune, tune_in_battle
from quarterdeck.apps.api.witnessing import witnesses_between
from quarterdeck.apps.comparison.report import (
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
from quarterdeck.apps.comparison.side_by_side import NothingCommonError
from quarterdeck.base.findings.finding import Finding, RefusedError
from quarterdeck.engine.odds.count import BudgetError, UndecidedError
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.odds.outcome_values import NoSuchValueError
from quarterdeck.engine.plugins.reading import PluginFaultError
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.engine.sitting.stop_records import (
    AnswerRefusedError,
    DieNeeded,
    PhaseStarted,
    StopRefusedError,
    TurnEnded,
)
from quarterdeck.print.boards.painter import BoardPainter
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.errata.making import AddedLine, BookEdit, Errata, ErrataChapter, Erratum, Reason, errata
from quarterdeck.print.errata.printed_tables import TableEdit
from quarterdeck.print.sheets.board_sheets import TooManySheetsError
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.prose.languages.installed_languages import LanguageError
from quarterdeck.workspace.alterations.numbers import NoSuchNumberError
from quarterdeck.workspace.games.ending import Battle, RecordFault
from quarterdeck.workspace.games.game_board import GameBoard
from quarterdeck.workspace.pipeline.folders import NotFoundError
from quarterdeck.workspace.ruleset.rule_question import Facts, UnknownError, questions_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError

__all__ = [
    "AddedAtOnce",
    "AddedLine",
    "AgainstExpectation",
    "AmendmentDraft",
    "Answer",
    "AnswerMeasured",
    "AnswerRefused",
    "AnswerRefusedError",
    "AnswerTold",
    "AnswersOfGame",
    "Battle",
    "BattleSeries",
    "Begun",
    "BoardPainter",
    "BookEdit",
    "BookError",
    "BudgetError",
    "CaseCounted",
    "Cause",
    "ChangedElement",
    "ChangesNoticed",
    "Checkup",
    "CodePage",
    "ColumnHere",
    "ColumnMovedElsewhere",
    "ComparedValue",
    "Comparison",
    "ContestFought",
    "CoreRule",
    "DecisionExplained",
    "Decisive",
    "DiceThrown",
    "DieNeeded",
    "Doing",
    "DraftRefusedError",
    "Errata",
    "ErrataChapter",
    "Erratum",
    "ExampleRun",
    "ExamplesRun",
    "ExportedPart",
    "ExportedThing",
    "ExportedThings",
    "Facts",
    "FailedBattle",
    "Finding",
    "GameBoard",
    "GameHeldOpen",
    "GameTold",
    "GamesCompared",
    "GoalError",
    "InterplayShown",
    "Interval",
    "KeptGame",
    "LanguageError",
    "LastChange",
    "LiveGame",
    "LockWritten",
    "LossCompared",
    "Luck",
    "LuckOfRoll",
    "LuckOfSide",
    "MeansCompared",
    "MeasureCompared",
    "ModifierOfTopic",
    "ModifierTold",
    "NeededTold",
    "NoAnswer",
    "NoEntryError",
    "NoOutcomeError",
    "NoSuchNumberError",
    "NoSuchValueError",
    "NotCounted",
    "NotCountedError",
    "NotEncoded",
    "NotFoundError",
    "NotOneRuleError",
    "NothingCommonError",
    "NothingToAcceptError",
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
    "PhaseStarted",
    "PlacedProblem",
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
    "StopRefusedError",
    "StoreFaultError",
    "StoreWriteError",
    "StoryLine",
    "Survivor",
    "TableEdit",
    "TableTold",
    "ThingLost",
    "TooManySheetsError",
    "TopicCompared",
    "TopicOfGame",
    "Tuned",
    "TurnEnded",
    "TurnOfGame",
    "UnanswerableError",
    "UndecidedError",
    "UnknownCodeError",
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
    "accept",
    "amend",
    "answered",
    "battles",
    "check",
    "compare",
    "count",
    "count_over",
    "diff",
    "errata",
    "explain",
    "export_things",
    "facts",
    "format_rules",
    "new_game",
    "new_variant",
    "open_game",
    "open_journal",
    "play",
    "print_book",
    "print_sheets",
    "questions_of",
    "replay",
    "resume_game",
    "rule_in_english",
    "run_examples",
    "schema_of",
    "sensitivity",
    "try_rule",
    "tune",
    "tune_in_battle",
    "variants",
    "why",
    "witnesses_between",
]
