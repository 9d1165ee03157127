"""What the interpreter asks a plugin: the specifications for pluggy, and the table of what may be answered.

The table is the only place that knows which question brings which offers and what must stand where they are hooked.
"""

from __future__ import annotations

from dataclasses import dataclass

import pluggy

from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.plugins.listeners import GameHeard, Listener
from quarterdeck.engine.plugins.offers import (
    About,
    AfterPhase,
    BeforePhase,
    Command,
    Function,
    LookUp,
    Modifier,
    Ordering,
    Page,
    Refusal,
    Seat,
)
from quarterdeck.language.declarations.closed_sorts import HookSort
from quarterdeck.language.typing.meanings import Checked

PROJECT = "quarterdeck"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Specifications:
    """Each may be left out, but for `quarterdeck_about`."""

    @hookspec(firstresult=True)
    def quarterdeck_about(self) -> About:  # type: ignore[empty-body]
        """Say what the plugin is."""

    @hookspec
    def quarterdeck_modifiers(self) -> list[Modifier]:  # type: ignore[empty-body]
        """Give modifiers for rolls."""

    @hookspec
    def quarterdeck_look_ups(self) -> list[LookUp]:  # type: ignore[empty-body]
        """Give changes of the keys of tables."""

    @hookspec
    def quarterdeck_choices(self) -> list[Refusal | Ordering]:  # type: ignore[empty-body]
        """Give what choices may not be answered with, and in which order their options are offered."""

    @hookspec
    def quarterdeck_phases(self) -> list[BeforePhase]:  # type: ignore[empty-body]
        """Give what happens before and after phases."""

    @hookspec
    def quarterdeck_functions(self) -> list[Function]:  # type: ignore[empty-body]
        """Give functions of the language."""

    @hookspec
    def quarterdeck_pages(self) -> list[Page]:  # type: ignore[empty-body]
        """Give pages for the rulebook."""

    @hookspec
    def quarterdeck_check(self, checked: Checked, findings: Findings) -> None:
        """Look at the checked ruleset, and add findings; their code is the plugin's name."""

    @hookspec(firstresult=True)
    def quarterdeck_listener(self, game: GameHeard) -> Listener:  # type: ignore[empty-body]
        """Give who is to hear what happens in a game that begins."""

    @hookspec
    def quarterdeck_deciders(self) -> list[Seat]:  # type: ignore[empty-body]
        """Give who may decide for a side."""

    @hookspec
    def quarterdeck_commands(self) -> list[Command]:  # type: ignore[empty-body]
        """Give commands of the command line."""


@dataclass(frozen=True)
class OfferSort:
    """One sort of offer: the question that brings it, its class, its name as a hook, what must stand at its address."""

    question: str
    offer: type[Modifier | LookUp | Refusal | Ordering | BeforePhase | Function]
    sort: HookSort
    at: tuple[str, ...]


OFFERS = (
    OfferSort("quarterdeck_modifiers", Modifier, "roll", ("roll",)),
    OfferSort("quarterdeck_look_ups", LookUp, "look_up", ("table",)),
    OfferSort("quarterdeck_choices", Refusal, "refusal", ("choice",)),
    OfferSort("quarterdeck_choices", Ordering, "ordering", ("choice",)),
    OfferSort("quarterdeck_phases", AfterPhase, "after", ("phase", "step")),
    OfferSort("quarterdeck_phases", BeforePhase, "before", ("phase", "step")),
    OfferSort("quarterdeck_functions", Function, "function", ()),
)
"""What takes part in rules; an offer is of the first sort whose class it is of."""
IN_RULES = (*dict.fromkeys(one.question for one in OFFERS), "quarterdeck_pages", "quarterdeck_check")
"""The questions that a game asks a plugin which takes part in its rules."""
BESIDE_RULES = {
    "quarterdeck_listener": "listens: `--listen {name}`",
    "quarterdeck_deciders": "decides: `--sides {name}`",
    "quarterdeck_commands": "brings commands: `quarterdeck --help`",
}
"""The questions that are asked without rules, and what to say to somebody who names such a plugin behind a game."""
