"""Build a checked ruleset for given settings: its program, and the modules that are printed when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from quarterdeck.checks.meanings import Checked
from quarterdeck.lower.ruleset import lower
from quarterdeck.program.program import Program
from quarterdeck.program.summary import reduced
from quarterdeck.queries.store import QueryStore
from quarterdeck.source import SourceFile

if TYPE_CHECKING:
    from quarterdeck.emit.module import PrintedModule


@dataclass
class Built:
    """A ruleset that can be played under its settings."""

    checked: Checked
    program: Program
    files: dict[str, SourceFile]
    modules: dict[bool, PrintedModule] = field(default_factory=dict)

    @cached_property
    def shortened(self) -> Program:
        """Give the program after all passes: it does the same in less time."""
        from quarterdeck.passes.order import shortened

        return shortened(self.program)

    def module(self, trace: bool = False) -> PrintedModule:
        """Give the module that is printed for play, traced or not."""
        if trace not in self.modules:
            from quarterdeck.emit.play import play_module

            self.modules[trace] = play_module(self.shortened, trace)
        return self.modules[trace]

    @cached_property
    def roster_module(self) -> PrintedModule:
        """Give the module that works out what stands in rosters: printed from a small program of its own, soon made."""
        from quarterdeck.emit.play import play_module

        return play_module(reduced(self.program, "roster "))


def build(checked: Checked, settings: Mapping[str, int] | None = None, store: QueryStore | None = None) -> Built:
    """Lower a checked ruleset under settings; `store` is the one that it was typed with, if any."""
    program = lower(checked, dict(settings or {}), store=store)
    if checked.declared.plugins:
        from quarterdeck.hooks.registry import functions_of

        program.hooked += functions_of(program)
    return Built(checked, program, checked.declared.files_of_figures)
