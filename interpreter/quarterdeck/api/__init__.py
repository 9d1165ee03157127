"""What other programs may use: open a ruleset, ask about its rules, play it, compare it with another, print it.

In: names or folders of rulesets, and plain data. Out: values; nothing here prints. Every command is thin over these
names; all of it stands in the parts below, here is only said under which names it is offered.
"""

from quarterdeck.api.asking import NotOneRuleError, count, facts, try_rule
from quarterdeck.api.comparing import (
    ChangedElement,
    OddsMoved,
    OutcomeMoved,
    RulesetDifference,
    ShownMoved,
    WrittenElement,
    diff,
)
from quarterdeck.api.keeping import KeptGame, NoEntryError, RulesChangedError, open_journal, why
from quarterdeck.api.playing import play, replay
from quarterdeck.api.printing import print_book
from quarterdeck.api.schemas import schema_of
from quarterdeck.compare.differences import NoAnswer, UnanswerableError, answered
from quarterdeck.diagnostics import Finding, RefusedError
from quarterdeck.examples.checkup import Checkup, NotEncoded, check
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
from quarterdeck.rulebook.fault import BookError
from quarterdeck.ruleset.asked import Asked, Facts, UnknownError, asked, facts_of, questions_of
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.trying.requests import Answer

__all__ = [
    "AddedAtOnce",
    "Answer",
    "AnswerRefused",
    "AnswerTold",
    "Asked",
    "Battle",
    "BookError",
    "BudgetError",
    "ChangedElement",
    "Checkup",
    "DecisionExplained",
    "DiceThrown",
    "Facts",
    "Finding",
    "KeptGame",
    "ModifierTold",
    "NeededTold",
    "NoAnswer",
    "NoEntryError",
    "NotCountedError",
    "NotEncoded",
    "NotFoundError",
    "NotOneRuleError",
    "Odds",
    "OddsMoved",
    "OpeningError",
    "OutcomeMoved",
    "PhaseAround",
    "RecordFault",
    "RefusedError",
    "RollExplained",
    "RuleAround",
    "RuleWritten",
    "RulesChangedError",
    "Ruleset",
    "RulesetDifference",
    "RulingTold",
    "ShownMoved",
    "StoryLine",
    "UnanswerableError",
    "UndecidedError",
    "UnknownError",
    "Why",
    "Worth",
    "WrittenElement",
    "answered",
    "asked",
    "check",
    "count",
    "diff",
    "facts",
    "facts_of",
    "open_journal",
    "play",
    "print_book",
    "questions_of",
    "replay",
    "schema_of",
    "try_rule",
    "why",
]
