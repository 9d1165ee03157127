"""Witnesses: the smallest situation in which each rule next to a change brings another outcome, before and after.

In: two rulesets without faults. Out: records of plain data, each with the commands that ask about it again.
"""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.analysis.witnesses.differing import RuleNotWitnessed, RuleWitnessed, WitnessSearch
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def witnesses_between(
    one: Ruleset, other: Ruleset, *, counts: bool = True, progress: Callable[[str], None] | None = None
) -> tuple[tuple[RuleWitnessed, ...], tuple[RuleNotWitnessed, ...]]:
    """Find a situation for each affected rule that shows the difference; `counts` counts outcomes if possible.

    Raises:
        RefusedError: one of the two has errors.
    """
    for ruleset in (one, other):
        ruleset.refuse_faults()
    search = WitnessSearch(one, other, counts=counts)
    found, none = list[RuleWitnessed](), list[RuleNotWitnessed]()
    for address in search.addresses():
        if progress is not None:
            progress(f"a situation for {address}")
        match search.of(address):
            case RuleWitnessed() as witness:
                found.append(witness)
            case RuleNotWitnessed() as not_found:
                none.append(not_found)
    return tuple(found), tuple(none)
