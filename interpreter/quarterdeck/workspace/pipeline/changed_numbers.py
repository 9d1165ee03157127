"""Tell whether an edit made other numbers of numbers and nothing else: most checks need not look at it then.

In: what a ruleset declared before and declares now, and the store that knows which definitions were typed again. Out:
yes or no; where it is in doubt, no.
"""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.base.queries import QueryStore
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax import nodes


def only_numbers_differ(before: Declared | None, now: Declared, store: QueryStore) -> bool:
    """Tell whether two versions of a ruleset differ in numbers that stand in rules, and in nothing else."""
    if before is None or before.documents != now.documents:
        return False
    names = ("modules", "kinds", "options", "constants", "arcs", "clocks", "rosters", "scenarios", "rulings")
    if any(getattr(before, name).keys() != getattr(now, name).keys() for name in (*names, "rules", "tables")):
        return False
    typed = [address for name, address in store.done if name == "type"]
    return all(address.startswith("rule ") for address in typed) and all(
        says_as_but_for_numbers(before.rules, now.rules, address.removeprefix("rule ")) for address in typed
    )


def says_as_but_for_numbers(before: Mapping[str, object], now: Mapping[str, object], address: str) -> bool:
    """Tell whether a rule says what it said, whatever numbers stand in it."""
    one, other = before.get(address), now.get(address)
    return alike(getattr(one, "node", None), getattr(other, "node", None))


def alike(one: object, other: object) -> bool:
    """Tell whether two nodes say the same, whatever numbers stand in their expressions."""
    if isinstance(one, nodes.NumberLiteral) and isinstance(other, nodes.NumberLiteral):
        return True
    if isinstance(one, nodes.Node) and isinstance(other, nodes.Node):
        return type(one) is type(other) and all(alike(a, b) for a, b in zip(one.parts(), other.parts(), strict=True))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(alike(a, b) for a, b in zip(one, other, strict=True))
    return one == other
