"""What other programs may use: open a ruleset, see what is wrong with it, put questions to it, compare it with another.

In: names or folders of rulesets, and plain data. Out: values; nothing here prints. All of it stands in the parts below;
here is only said under which names it is offered.
"""

from quarterdeck.compare.differences import Compared, Differences, UnanswerableError, answered, differences
from quarterdeck.ruleset.asked import Asked, Facts, UnknownError, asked, facts_of, questions_of
from quarterdeck.ruleset.opened import Ruleset

__all__ = [
    "Asked",
    "Compared",
    "Differences",
    "Facts",
    "Ruleset",
    "UnanswerableError",
    "UnknownError",
    "answered",
    "asked",
    "differences",
    "facts_of",
    "questions_of",
]
