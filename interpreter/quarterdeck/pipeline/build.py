"""Build a checked ruleset for given settings: its program, and the modules that are printed when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from quarterdeck.checks.meanings import Checked
from quarterdeck.pipeline.programs import Programs, Shelf
from quarterdeck.program.program import Program
from quarterdeck.program.summary import reduced
from quarterdeck.queries.store import Store
from quarterdeck.source import SourceFile

if TYPE_CHECKING:
    from quarterdeck.emit.module import Module


@dataclass
class Built:
    """A ruleset that can be played under its settings; on its shelf, if it has one, it is kept as soon as it is short.

    What prints and what shortens is imported when it is needed: what is kept needs no passes.
    """

    checked: Checked
    graph: Program
    files: dict[str, SourceFile]
    shelf: Shelf | None = None
    modules: dict[bool, Module] = field(default_factory=dict)

    @cached_property
    def shortened(self) -> Program:
        """Give the program after all passes: it does the same in less time."""
        from quarterdeck.passes.order import shortened

        found = shortened(self.graph)
        if self.shelf is not None:
            self.shelf.write(Programs(self.graph, found))
        return found

    def module(self, trace: bool = False) -> Module:
        """Give the program for play, traced or not."""
        if trace not in self.modules:
            from quarterdeck.emit.play import play_module

            self.modules[trace] = play_module(self.shortened, trace)
        return self.modules[trace]

    @cached_property
    def roster_module(self) -> Module:
        """Give what works out what stands in rosters: a small program of its own, soon made."""
        from quarterdeck.emit.play import play_module

        return play_module(reduced(self.graph, "roster "))


def build(
    checked: Checked, settings: Mapping[str, int] | None = None, store: Store | None = None, shelf: Shelf | None = None
) -> Built:
    """Lower a checked ruleset under settings, or take its programs from a shelf where they are.

    `store` is the one that it was typed with, if any.
    """
    kept = shelf.read() if shelf is not None else None
    if kept is None:
        from quarterdeck.lower.ruleset import lower  # with all that knows the nodes of the syntax

        graph = lower(checked, dict(settings or {}), store=store)
    else:
        graph = kept.lowered
    if checked.declared.plugins:
        from quarterdeck.hooks.registry import functions_of

        graph.hooked += functions_of(graph)
    built = Built(checked, graph, checked.declared.files_of_figures, shelf if kept is None else None)
    if kept is not None:
        kept.shortened.hooked += graph.hooked
        built.shortened = kept.shortened
    return built
