"""Build a checked ruleset for given settings: its graph, and the programs that are generated when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quarterdeck import resources
from quarterdeck.checks.meanings import Checked
from quarterdeck.graph.from_checked import Graph, lower
from quarterdeck.graph.summary import reduced
from quarterdeck.pipeline.folders import Layer
from quarterdeck.source import SourceFile
from quarterdeck.source.text import read

if TYPE_CHECKING:
    from quarterdeck.graph.play_python import Program


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
            from quarterdeck.graph.play_python import generate_play

            self.programs[trace] = generate_play(self.graph, trace)
        return self.programs[trace]

    @cached_property
    def functions(self) -> Mapping[str, Any]:
        """Give the functions of the plain program."""
        return self.program().functions()

    @cached_property
    def roster_functions(self) -> Mapping[str, Any]:
        """Give the functions that work out what stands in rosters: a small program of their own, soon made."""
        from quarterdeck.graph.play_python import generate_play

        return generate_play(reduced(self.graph, "roster ")).functions()


def build(checked: Checked, layers: list[Layer], settings: Mapping[str, int] | None = None) -> Built:
    """Lower a checked ruleset under settings, and gather the files of data that its rosters name."""
    files = {name: file for layer in layers for name, file in layer.data.items()}
    for roster in checked.declared.rosters.values():
        wanted = roster.shape.derived_from
        path = resources.rulesets_folder() / wanted if wanted else None
        if wanted and path and wanted not in files and path.is_file():
            files[wanted] = read(path, wanted)
    graph = lower(checked, dict(settings or {}))
    if checked.declared.plugins:
        from quarterdeck.hooks.registry import functions_of

        graph.hooked += functions_of(graph)
    return Built(checked, graph, files)
