"""What the interpreter asks a plugin: the specifications for pluggy."""

from __future__ import annotations

import pluggy

from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings
from quarterdeck.hooks.offers import About, BeforePhase, LookUp, Modifier, Page

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
    def quarterdeck_phases(self) -> list[BeforePhase]:  # type: ignore[empty-body]
        """Give what happens before and after phases."""

    @hookspec
    def quarterdeck_pages(self) -> list[Page]:  # type: ignore[empty-body]
        """Give pages for the rulebook."""

    @hookspec
    def quarterdeck_check(self, checked: Checked, findings: Findings) -> None:
        """Look at the checked ruleset, and add findings; their code is the plugin's name."""
