"""What other programs may use: open a ruleset, see what is wrong with it, play it, try it, count it.

In: names or folders of rulesets. Out: values; nothing here prints.
"""

from quarterdeck.api.ruleset import Ruleset

__all__ = ["Ruleset"]
