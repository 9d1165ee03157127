"""Follow what leads to what, as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


def steps_to(begins: Iterable[Item], leads_to: Callable[[Item], Iterable[Item] | None]) -> dict[Item, int]:
    """Give all that some items lead to, by how many steps away it is, the nearest first; they themselves are none away.

    >>> steps_to(["rule"], {"rule": ["effect"], "effect": ["rule", "table"]}.get)
    {'rule': 0, 'effect': 1, 'table': 2}
    """
    found = dict.fromkeys(begins, 0)
    waiting = list(found)
    for one in waiting:
        more = [other for other in dict.fromkeys(leads_to(one) or ()) if other not in found]
        found.update(dict.fromkeys(more, found[one] + 1))
        waiting += more
    return found
