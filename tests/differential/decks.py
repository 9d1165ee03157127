"""What a deck holds, and what is done to it, as the handbook says under "Decks"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

Fall = Callable[[tuple[str, ...]], str]  # which of these cards comes


class Forbidden(Exception):  # noqa: N818  no error of the evaluator: what rules must not do
    """What the handbook calls a fault in play: a draw from nothing, a card that is not there, a deck that is full."""


@dataclass(frozen=True)
class Pile:
    """The cards that lie in a deck, sorts in the order of the enum; `known` are the topmost, of which `room` may be."""

    counts: tuple[tuple[str, int], ...]
    capacity: int
    room: int = 0
    known: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return sum(many for _, many in self.counts)

    @property
    def sorts(self) -> tuple[str, ...]:
        return tuple(name for name, many in self.counts if many)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Every card of which nobody knows where it lies."""
        known = Counter(self.known)
        return tuple(name for name, many in self.counts for _ in range(many - known[name]))

    def copies(self, card: str) -> int:
        return dict(self.counts)[card]

    def changed(self, card: str, by: int) -> Pile:
        """Give the deck with so many more of a card.

        Raises:
            Forbidden: it holds fewer, or has no room for them.
        """
        many = self.copies(card) + by
        if many < 0:
            raise Forbidden(f"there is no {card}")
        if many > self.capacity:
            raise Forbidden(f"no room for {card}")
        return replace(self, counts=tuple((name, many if name == card else old) for name, old in self.counts))

    def drawn(self, fall: Fall) -> tuple[str, Pile]:
        """Take what is known to lie on top, or else one of all that is left.

        Raises:
            Forbidden: nothing is left.
        """
        if self.known:
            return self.known[0], replace(self.changed(self.known[0], -1), known=self.known[1:])
        if not self.size:
            raise Forbidden("nothing is left")
        card = fall(self.unseen)
        return card, self.changed(card, -1)

    def looked_at(self, most: int, fall: Fall) -> tuple[tuple[str, ...], Pile]:
        """Settle the topmost cards, as far as they are not known and there are any; give them."""
        pile = self
        while len(pile.known) < min(most, pile.size):
            pile = replace(pile, known=(*pile.known, fall(pile.unseen)))
        return pile.known[:most], pile

    def without(self, card: str) -> Pile:
        """Take a card out by its name, from what is known if it lies there.

        Raises:
            Forbidden: it is not there.
        """
        known = list(self.known)
        if card in known:
            known.remove(card)
        return replace(self.changed(card, -1), known=tuple(known))

    def forgotten(self) -> Pile:
        return replace(self, known=())

    def emptied(self) -> Pile:
        return replace(self, counts=tuple((name, 0) for name, _ in self.counts), known=())

    def with_all_of(self, other: Pile) -> Pile:
        """Put all of another deck in, and shuffle.

        Raises:
            Forbidden: there is no room for them.
        """
        pile = self.forgotten()
        for name, many in other.counts:
            pile = pile.changed(name, many)
        return pile

    def facts(self) -> dict[str, str]:
        """Say how many of each sort there are, and what is known of the top."""
        tops = (*self.known, *["none"] * self.room)[: self.room]
        return {
            **{name: str(many) for name, many in self.counts},
            **{f"top {place}": card for place, card in enumerate(tops, 1)},
        }

    def __str__(self) -> str:
        parts = [f"{name}: {many}" for name, many in self.counts if many]
        if self.known:
            parts.append(f"top: [{', '.join(self.known)}]")
        return f"{{{', '.join(parts)}}}"
