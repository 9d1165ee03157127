"""What other programs may use: open a ruleset, ask about its rules, play it, compare it with another, print it.

In: names or folders of rulesets, and plain data. Out: values; nothing here prints. All of it stands in the parts below;
here is only said under which names it is offered.
"""

from quarterdeck.api.asking import DicelessError, count, facts, try_rule
from quarterdeck.api.playing import Battle, play, replay
from quarterdeck.api.printing import print_book
from quarterdeck.compare.differences import Compared, Differences, UnanswerableError, answered, differences
from quarterdeck.diagnostics import RefusedError
from quarterdeck.odds.count import BudgetError, UndecidedError
from quarterdeck.odds.question import Odds
from quarterdeck.passes.cut import NotCountedError
from quarterdeck.play.openings import OpeningError
from quarterdeck.ruleset.asked import Asked, Facts, UnknownError, asked, facts_of, questions_of
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.trying.requests import Answer

__all__ = [
    "Answer",
    "Asked",
    "Battle",
    "BudgetError",
    "Compared",
    "DicelessError",
    "Differences",
    "Facts",
    "NotCountedError",
    "Odds",
    "OpeningError",
    "RefusedError",
    "Ruleset",
    "UnanswerableError",
    "UndecidedError",
    "UnknownError",
    "answered",
    "asked",
    "count",
    "differences",
    "facts",
    "facts_of",
    "play",
    "print_book",
    "questions_of",
    "replay",
    "try_rule",
]
