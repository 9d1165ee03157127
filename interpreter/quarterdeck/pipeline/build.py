"""Build a checked ruleset for given settings: its graph, and the programs that are generated when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quarterdeck.checks.meanings import Checked
from quarterdeck.graph.from_checked import Graph, lower
from quarterdeck.graph.play_python import Program, generate_play
from quarterdeck.graph.summary import reduced
from quarterdeck.hooks.registry import functions_of
from quarterdeck.source import SourceFile


@dataclass
class Built:
    """A ruleset that can be played under its settings."""

    checked: Checked
    graph: Graph
    files: dict[str, SourceFile]
    programs: dict[bool, Program] = field(default_factory=dict)

    def program(self, trace: bool = False) -> Program:
        """Give the program for play, traced or not."""
        if trace not in self.programs:
            self.programs[trace] = generate_play(self.graph, trace)
        return self.programs[trace]

    @cached_property
    def functions(self) -> Mapping[str, Any]:
        """Give the functions of the plain program."""
        return self.program().functions()

    @cached_property
    def roster_functions(self) -> Mapping[str, Any]:
        """Give the functions that work out what stands in rosters: a small program of their own, soon made."""
        return generate_play(reduced(self.graph, "roster ")).functions()


def build(checked: Checked, settings: Mapping[str, int] | None = None) -> Built:
    """Lower a checked ruleset under settings."""
    graph = lower(checked, dict(settings or {}))
    graph.hooked += functions_of(graph)
    return Built(checked, graph, checked.declared.files_of_figures)
