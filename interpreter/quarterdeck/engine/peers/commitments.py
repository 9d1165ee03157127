"""Commitments, the chain of entries, and dice that neither peer can choose or foresee.

In: texts that both peers know, and a secret of each. Out: hashes, seeds and faces, the same on both sides. The page
`peer-protocol` specifies each of them, so that others can compute them as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

ExchangeSort = Literal["dice", "orders", "state"]
DICE: Final = "dice"
ORDERS: Final = "orders"
STATE: Final = "state"
"""What an exchange is about: a seed for dice, the orders of a simultaneous phase, the state at the end of a turn."""
HEX = 64
"""Digits of a hash, a secret for dice and a salt: 256 bits."""


def digest(*parts: str | int) -> str:
    """Hash some texts, one a line."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()


class Chain:
    """The running hashes of the lines of a record: `chain[n]` depends on the first n entries and their order."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.hashes = [""]

    def __getitem__(self, count: int) -> str:
        """Give the hash of the first entries; of none it is empty."""
        hashes = self.hashes
        for line in self.lines[len(hashes) - 1 : count]:
            hashes.append(digest(hashes[-1], line.rstrip("\n")))
        return hashes[count]

    def cut(self, count: int) -> None:
        """Forget the hashes of the entries after the first ones."""
        del self.hashes[count + 1 :]


@dataclass(frozen=True)
class ExchangePlace:
    """A place in a game at which both peers exchange something: its number in the game, and the entries before it."""

    exchange: int
    sort: ExchangeSort
    after: int


def commitment(game: str, role: str, meeting: ExchangePlace, chain: str, salt: str, secret: str) -> str:
    """Hash a secret, so that it can be neither changed nor guessed, and holds for this place of this game alone."""
    place = (meeting.exchange, meeting.sort, meeting.after, chain)
    return digest("quarterdeck commitment 1", game, role, *place, salt, secret)


def joint_seed(game: str, meeting: ExchangePlace, chain: str, host: str, guest: str) -> str:
    """Make a seed of the secrets of both peers."""
    return digest("quarterdeck seed 1", game, meeting.exchange, meeting.after, chain, host, guest)


def face_of(seed: str, number: int, sides: int) -> int:
    """Give the face of the die that is the entry with a number; each face is equally likely.

    >>> face_of("0" * 64, 1, 6)
    6
    """
    limit = (1 << 64) - (1 << 64) % sides
    attempt = 0
    while True:
        found = int(digest("quarterdeck die 1", seed, number, attempt)[:16], 16)
        if found < limit:
            return found % sides + 1
        attempt += 1
