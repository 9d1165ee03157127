"""Places of random rules: what may be named there, what may be done there, and how often it may be gone through."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.differential.generate import Known

MOST_PATHS = 250


@dataclass
class Place:
    """Where a statement stands."""

    known: Known
    rolls: int = MOST_PATHS  # how many paths the dice may still make here
    rounds: int = 1  # how often it may be gone through
    loop: bool = False
    held_back: bool = False  # in a phase or loop with effects at its end
    effect: bool = False
    in_effect_loop: bool = False
    top: bool = False  # directly in a phase
    closing: bool = False  # at the close of a phase
    at_once: bool = False  # in a loop at once

    def within(self, known: Known, *, rounds: int = 1, loop: bool | None = None, held_back: bool = False) -> Place:
        return replace(
            self,
            known=known,
            rounds=self.rounds * rounds,
            loop=self.loop if loop is None else loop,
            held_back=self.held_back or held_back,
        )
