"""What somebody at a table has asked for and others must agree to: an undo, a bot, dice that are typed in.

In: wishes and replies. Out: the wishes to which all have agreed who must.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from quarterdeck.apps.server.looking import HostRefusalError
from quarterdeck.apps.server.messages import SeatWish


@dataclass
class OpenWishes:
    """The open wishes of one game, each with the sides that have agreed."""

    open: list[tuple[SeatWish, set[str]]] = field(default_factory=list)

    def __iter__(self) -> Iterator[SeatWish]:
        """Give each wish that is open."""
        return (wish for wish, _ in self.open)

    def add(self, wish: SeatWish, agreed: set[str]) -> None:
        """Note a wish; the same one again takes its place."""
        self.withdraw(lambda one: one == wish)
        self.open.append((wish, agreed))

    def withdraw(self, is_gone: Callable[[SeatWish], bool]) -> None:
        """Forget some wishes."""
        self.open = [(wish, agreed) for wish, agreed in self.open if not is_gone(wish)]

    def reply(self, kind: str, side: str, how: str, about: str | None = None) -> None:
        """Agree to a wish of another side, or not.

        Raises:
            HostRefusalError: nobody has asked for such a thing.
        """
        for wish, agreed in self.open:
            if wish.kind == kind and wish.by != side and about in (None, wish.side):
                if how == "agree":
                    agreed.add(side)
                else:
                    self.open.remove((wish, agreed))
                return
        raise HostRefusalError("there is no request to reply to")

    def take_granted(self, asked_for: Callable[[SeatWish], set[str]]) -> Iterator[SeatWish]:
        """Take the wishes to which all have agreed that `asked_for` names."""
        for wish, agreed in list(self.open):
            if asked_for(wish) <= agreed:
                self.open.remove((wish, agreed))
                yield wish
