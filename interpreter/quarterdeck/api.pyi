from quarterdeck.analysis.battles.executors import Workers, WorkersError
from quarterdeck.analysis.battles.series import BattleSeries
from quarterdeck.analysis.battles.store import StoreFaultError
from quarterdeck.analysis.diff.differences import UnanswerableError, answered
from quarterdeck.analysis.exports.roster_export import ExportedThings, export_things
from quarterdeck.analysis.scaffold.amending import AmendmentDraft, amend
from quarterdeck.analysis.scaffold.beginning import Begun, new_game, new_variant
from quarterdeck.analysis.scaffold.refusals import DraftRefusedError
from quarterdeck.analysis.trial.checkup import Checkup, check
from quarterdeck.analysis.trial.requests import Answer
from quarterdeck.analysis.tuning.goals import GoalError
from quarterdeck.analysis.tuning.outcomes import OutcomeError
from quarterdeck.analysis.tuning.report import Tuned
from quarterdeck.analysis.tuning.sensitivity import Sensitivity
from quarterdeck.analysis.why.why_records import Why
from quarterdeck.apps.api.accepting import LockWritten, NothingToAcceptError, accept
from quarterdeck.apps.api.asking import CaseCounted, NotOneRuleError, count, count_over, facts, try_rule
from quarterdeck.apps.api.comparing import RulesetDifference, diff
from quarterdeck.apps.api.comparing_games import compare
from quarterdeck.apps.api.example_runs import ExamplesRun, run_examples
from quarterdeck.apps.api.explaining import CodePage, explain
from quarterdeck.apps.api.fighting import battles
from quarterdeck.apps.api.keeping import KeptGame, NoEntryError, RulesChangedError, open_journal, why
from quarterdeck.apps.api.pairing import VariantsOfGame, variants
from quarterdeck.apps.api.playing import GameHeldOpen, open_game, play, replay, resume_game
from quarterdeck.apps.api.printing import PrintedSheets, print_book, print_sheets
from quarterdeck.apps.api.rule_text import format_rules, rule_in_english
from quarterdeck.apps.api.schemas import schema_of
from quarterdeck.apps.api.tuning import sensitivity, tune, tune_in_battle
from quarterdeck.apps.api.witnessing import witnesses_between
from quarterdeck.apps.comparison.report import GamesCompared
from quarterdeck.apps.comparison.side_by_side import NothingCommonError
from quarterdeck.base.errors import UnknownError, UserError
from quarterdeck.base.findings.finding import Finding, RefusedError
from quarterdeck.engine.odds.best import BestAnswersError
from quarterdeck.engine.odds.choices import UndecidedError
from quarterdeck.engine.odds.count import BudgetError
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.odds.outcome_values import NoSuchValueError
from quarterdeck.engine.plugins.reading import PluginFaultError
from quarterdeck.engine.sitting.stop_records import AnswerRefusedError, DieNeeded, PhaseStarted, TurnEnded
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.errata.making import Errata, errata
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.prose.languages.installed_languages import LanguageError
from quarterdeck.workspace.alterations.numbers import NoSuchNumberError
from quarterdeck.workspace.games.ending import Battle
from quarterdeck.workspace.pipeline.folders import NotFoundError
from quarterdeck.workspace.ruleset.rule_question import Facts, questions_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError

__all__ = [
    "AmendmentDraft",
    "Answer",
    "AnswerRefusedError",
    "Battle",
    "BattleSeries",
    "Begun",
    "BestAnswersError",
    "BookError",
    "BudgetError",
    "CaseCounted",
    "Checkup",
    "CodePage",
    "DieNeeded",
    "DraftRefusedError",
    "Errata",
    "ExamplesRun",
    "ExportedThings",
    "Facts",
    "Finding",
    "GameHeldOpen",
    "GamesCompared",
    "GoalError",
    "KeptGame",
    "LanguageError",
    "LockWritten",
    "NoEntryError",
    "NoSuchNumberError",
    "NoSuchValueError",
    "NotCountedError",
    "NotFoundError",
    "NotOneRuleError",
    "NothingCommonError",
    "NothingToAcceptError",
    "Odds",
    "OpeningError",
    "OutcomeError",
    "PhaseStarted",
    "PluginFaultError",
    "PrintedSheets",
    "RefusedError",
    "RulesChangedError",
    "Ruleset",
    "RulesetDifference",
    "Sensitivity",
    "StoreFaultError",
    "Tuned",
    "TurnEnded",
    "UnanswerableError",
    "UndecidedError",
    "UnknownError",
    "UserError",
    "VariantsOfGame",
    "Why",
    "Workers",
    "WorkersError",
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
