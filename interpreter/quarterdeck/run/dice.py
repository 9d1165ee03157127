"""Sources of dice: seeded, scripted, typed in, recorded.

Every source answers `throw(site, sides, subject)` with a face from 1 to `sides`. A seeded die is a function of the
seed, the turn, the address of the roll, the things that it is about, and how often they have rolled there this turn: an
edit or a variant changes only the dice of what it touches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

MASK = (1 << 64) - 1
LATE = MASK - (1 << 32)  # no die has so many sides that a value up to here must be left out


class DiceFaultError(Exception):
    """The dice that were given do not fit what the rules roll; the argument is the message for the user."""


class Dice(Protocol):
    """Anything that rolls dice."""

    def new_turn(self, turn: int) -> None:
        """Learn that a turn begins."""

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Give a face."""


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
    for byte in text.encode():
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

    def follow(self, site: int, subject: tuple[int, ...]) -> None:
        """Count a die that was rolled elsewhere, so as to go on as if it had been rolled here."""
        key = self.turn_seed ^ self.sites[site]
        for part in subject:
            key = (key * 0x100000001B3 + part + 1) & MASK
        self.counts[key] = self.counts.get(key, 0) + 1


class ScriptedDice:
    """Dice given beforehand, in order; another or further roll than given is a fault."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)
        self.used = 0

    def new_turn(self, turn: int) -> None:
        pass

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        if self.used >= len(self.faces):
            raise DiceFaultError(f"the dice given end after {self.used} rolls")
        face = self.faces[self.used]
        if not 1 <= face <= sides:
            raise DiceFaultError(f"die {self.used + 1} is {face}, and a d{sides} is rolled")
        self.used += 1
        return face


class AskedDice:
    """Dice typed in by a player with real ones; `ask` gives a face for a roll's number, sides and subject."""

    def __init__(self, ask: Callable[[int, int, tuple[int, ...]], int]) -> None:
        self.ask = ask

    def new_turn(self, turn: int) -> None:
        pass

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        return self.ask(site, sides, subject)
