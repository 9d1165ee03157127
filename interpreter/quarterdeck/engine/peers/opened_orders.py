"""Read what a peer has opened: orders as text, by the names of sides.

In: text from another program. Out: orders of which every entry has the form of a decision of one of the sides that may
give them; whether the rules allow them, playing tells.
"""

from __future__ import annotations

from collections.abc import Collection

from quarterdeck.base.text import object_in
from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.engine.peers.messages import is_decision
from quarterdeck.engine.peers.peer_context import Orders


def orders_in(text: str, sides: Collection[str] | None = None) -> Orders | None:
    """Read orders; nothing where the text holds none, or orders of a side that is not among `sides`."""
    found = object_in(text)
    if found is None or (sides is not None and found.keys() - set(sides)):
        return None
    for side, entries in found.items():
        if not isinstance(entries, list) or not all(is_decision(one) and one["by"] == side for one in entries):
            return None
    return found


def secret_in(kept: PeerExchange) -> str:
    """Give the secret that the other peer has opened."""
    assert kept.opened is not None
    return kept.opened.partition(" ")[2]
