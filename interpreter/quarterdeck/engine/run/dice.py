"""Sources of dice and of what is drawn: seeded, scripted, typed in, recorded.

Every source answers `throw(site, sides, subject)` with a face from 1 to `sides`, and `draw(site, lots, names, subject)`
with the place of a sort of which there is a lot: `lots` says how many there are of each. A seeded die is a function of
the seed, the turn, the address of the roll, the things that it is about, and how often they have rolled there this
turn: an edit or a variant changes only the dice of what it touches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from quarterdeck.base.errors import UserError

MASK = (1 << 64) - 1
LATE = MASK - (1 << 32)  # no die has so many sides that a value up to here must be left out


class DiceFaultError(UserError):
    """The dice that were given do not fit what the rules roll; the argument is the message for the user."""


class DiceSource(Protocol):
    """Anything that rolls dice."""

    def new_turn(self, turn: int) -> None:
        """Learn that a turn begins."""

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Give a face."""

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        """Give the place of the sort that is drawn; there is at least one lot."""


LotCounts = tuple[int, ...]


def sort_at(number: int, lots: LotCounts) -> int:
    """Give the sort of a lot, where all lots lie in a row and are counted from 1.

    >>> [sort_at(number, (2, 0, 1)) for number in (1, 2, 3)]
    [0, 0, 2]
    """
    for sort, count in enumerate(lots):
        number -= count
        if number <= 0:
            return sort
    raise AssertionError(number)


def sort_meant(said: int | str, lots: LotCounts, names: Sequence[str]) -> int:
    """Give the sort that somebody names; a number counts the lots in a row, from 1.

    Raises:
        DiceFaultError: there is no such lot.
    """
    there = ", ".join(f"{count} {name}" for name, count in zip(names, lots, strict=True) if count)
    if isinstance(said, int):
        if not 1 <= said <= sum(lots):
            raise DiceFaultError(f"lot {said} cannot be drawn of {sum(lots)} ({there})")
        return sort_at(said, lots)
    if said not in names or not lots[names.index(said)]:
        raise DiceFaultError(f"`{said}` cannot be drawn: there is {there}")
    return names.index(said)


def mixed(value: int) -> int:
    """Mix 64 bits.

    The finalizer of splitmix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014.
    """
    value = (value + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


@lru_cache(maxsize=4096)
def hashed(text: str) -> int:
    """Give 64 bits for an address, the same in every process (FNV-1a)."""
    found = 0xCBF29CE484222325
    for byte in text.encode("utf-8", "surrogatepass"):
        found = ((found ^ byte) * 0x100000001B3) & MASK
    return found


class SeededDice:
    """Dice from a seed.

    `addresses` gives the address of each site, and any seed gives the same game on every machine.
    """

    def __init__(self, seed: int, addresses: Sequence[str]) -> None:
        self.seed = mixed(seed & MASK)
        self.sites = [hashed(address) for address in addresses]
        self.counts: dict[int, int] = {}
        self.turn_seed = self.seed

    def new_turn(self, turn: int) -> None:
        self.turn_seed = mixed(self.seed ^ turn)
        self.counts.clear()

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        key = self.turn_seed ^ self.sites[site]
        for part in subject:
            key = (key * 0x100000001B3 + part + 1) & MASK
        count = self.counts.get(key, 0)
        self.counts[key] = count + 1
        value = ((key ^ (count << 32)) + 0x9E3779B97F4A7C15) & MASK  # `mixed`, without a call
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
        value ^= value >> 31
        while value > LATE and value > MASK - (MASK + 1) % sides:  # the few values that would favour low faces
            value = mixed(value)
        return value % sides + 1

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        return sort_at(self.throw(site, sum(lots), subject), lots)

    def follow(self, site: int, subject: tuple[int, ...]) -> None:
        """Count a die that was rolled elsewhere, so as to go on as if it had been rolled here."""
        key = self.turn_seed ^ self.sites[site]
        for part in subject:
            key = (key * 0x100000001B3 + part + 1) & MASK
        self.counts[key] = self.counts.get(key, 0) + 1


class Face(NamedTuple):
    """What a die shows, or the name of what is drawn; `at` is the address of its roll or the end of it, or is empty."""

    value: int | str
    at: str = ""


class ScriptedDice:
    """Dice and names of what is drawn, given beforehand, in order; another or further one than given is a fault.

    `sites` are the addresses of all rolls: one that a face was not given for is a fault as well. `used` counts those
    that were thrown; below zero it says how many others are to be thrown before the first.
    """

    def __init__(self, faces: Sequence[int | str | Face], used: int = 0, sites: Sequence[str] = ()) -> None:
        self.faces = [one if isinstance(one, Face) else Face(one) for one in faces]
        self.used = used
        self.sites = sites

    def new_turn(self, turn: int) -> None:
        pass

    def next_for(self, site: int) -> int | str:
        """Give what comes next."""
        if self.used >= len(self.faces):
            raise DiceFaultError(f"the given dice end after {self.used} rolls")
        face = self.faces[self.used]
        if face.at and self.sites and not f".{self.sites[site]}".endswith(f".{face.at}"):
            raise DiceFaultError(f"die {self.used + 1} is given for {face.at}, and {self.sites[site]} is rolled")
        return face.value

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        face = self.next_for(site)
        if isinstance(face, str):
            raise DiceFaultError(f"die {self.used + 1} is `{face}`, and a d{sides} is rolled")
        if not 1 <= face <= sides:
            raise DiceFaultError(f"die {self.used + 1} is {face}, and a d{sides} is rolled")
        self.used += 1
        return face

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        face = self.next_for(site)
        try:
            sort = sort_meant(face, lots, names)
        except DiceFaultError as error:
            raise DiceFaultError(f"die {self.used + 1}: {error}") from None
        self.used += 1
        return sort


class AskedDice:
    """Dice typed in by a player with real ones.

    `ask` gives a face for a roll's number, sides and subject; `ask_lot` what was drawn, for how many there are of each.
    `several` learns that so many dice are thrown together for a roll.
    """

    def __init__(
        self,
        ask: Callable[[int, int, tuple[int, ...]], int],
        ask_lot: Callable[[int, LotCounts, Sequence[str], tuple[int, ...]], int],
        several: Callable[[int, int], None] = lambda site, count: None,
    ) -> None:
        self.ask = ask
        self.ask_lot = ask_lot
        self.several = several

    def new_turn(self, turn: int) -> None:
        pass

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        return self.ask(site, sides, subject)

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        return self.ask_lot(site, lots, names, subject)
