"""Build a checked ruleset for given settings: its program, and the modules that are printed when first asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from quarterdeck.base.queries import QueryStore
from quarterdeck.base.text import SourceFile
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.form.layout import lay_out
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.steps import while_effects_wait
from quarterdeck.program.form.summary import reduced
from quarterdeck.program.form.world import world_under_all_settings
from quarterdeck.workspace.pipeline.program_cache import Form, Shelf

if TYPE_CHECKING:
    from quarterdeck.backends.python.module import PrintedModule
    from quarterdeck.program.form.cost import Costs
    from quarterdeck.program.lower.pieces import KnownPieces


@dataclass
class Built:
    """A ruleset that can be played under its settings; on its shelf, if it has one, its programs are kept.

    What prints and what shortens is imported when it is needed: what is kept needs no passes. A build that holds only
    some rules knows the `whole` one. `change` names what is another in it than in the build under its settings.
    """

    checked: Checked
    program: Program
    files: dict[str, SourceFile]
    shelf: Shelf | None = None
    modules: dict[bool, PrintedModule] = field(default_factory=dict)
    whole: Built | None = None
    change: str = ""

    def only(self, wanted: Collection[str]) -> Built:
        """Return a build that holds only some rules, and what these lead to."""
        from quarterdeck.program.form.summary import narrowed

        return Built(self.checked, narrowed(self.program, wanted), self.files, whole=self, change=self.change)

    def altered(self, program: Program, checked: Checked | None = None, change: str = "") -> Built:
        """Return a build with another program, of which nothing is kept on a shelf."""
        return Built(checked or self.checked, program, self.files, whole=self.whole, change=change)

    @property
    def key(self) -> tuple[frozenset[tuple[str, int]], str]:
        """Return what tells it from the other builds of its ruleset."""
        return frozenset(self.program.settings.items()), self.change

    @cached_property
    def optimised(self) -> Program:
        """Give the program after all passes: it does the same in less time."""
        found = (
            self.shelf.read(Form.OPTIMISED, self.program.world, self.program.layout) if self.shelf is not None else None
        )
        if found is not None:
            found.hooked += self.program.hooked
            return found
        from quarterdeck.program.passes.order import optimised

        found = optimised(self.program)
        if self.shelf is not None:
            self.shelf.write(Form.OPTIMISED, found)
        return found

    def module(self, trace: bool = False) -> PrintedModule:
        """Give the module that is printed for play, traced or not."""
        if trace not in self.modules:
            from quarterdeck.backends.python.play import play_module

            self.modules[trace] = play_module(self.optimised, trace, self.costs)
        return self.modules[trace]

    @cached_property
    def lowered_module(self) -> PrintedModule:
        """Give a module for a few questions: to shorten the program would take longer than to answer them."""
        from quarterdeck.backends.python.play import play_module

        return play_module(self.program)

    @cached_property
    def traced_module(self) -> PrintedModule:
        """Return a traced module for a few trials, of the program as it was lowered."""
        from quarterdeck.backends.python.play import play_module

        return play_module(self.program, trace=True)

    @cached_property
    def costs(self) -> Costs:
        """Give how many steps the parts of the program may come to, after all passes."""
        from quarterdeck.program.form.cost import Costs

        return Costs(self.optimised)

    @cached_property
    def while_effects_wait(self) -> frozenset[str]:
        """Give the addresses of what the turn carries out only while effects wait: rules, rows, and steps."""
        return self.whole.while_effects_wait if self.whole is not None else while_effects_wait(self.program)

    @cached_property
    def roster_module(self) -> PrintedModule:
        """Give the module that works out what stands in rosters: printed from a small program of its own, soon made."""
        from quarterdeck.backends.python.play import play_module

        return play_module(reduced(self.program, "roster "))


def build(
    checked: Checked,
    settings: Mapping[str, int] | None = None,
    store: QueryStore | None = None,
    shelf: Shelf | None = None,
    of_others: KnownPieces | None = None,
) -> Built:
    """Lower a checked ruleset under settings, or take its program from a shelf where it is.

    `store` is the one that it was typed with, if any; `of_others` is what its pieces came to under other settings.
    """
    program = None
    if shelf is not None:
        world = world_under_all_settings(checked)
        program = shelf.read(Form.LOWERED, world, lay_out(world))
    if program is None:
        from quarterdeck.program.lower.ruleset import lower  # with all that knows the nodes of the syntax

        program = lower(checked, dict(settings or {}), store=store, of_others=of_others)
        if shelf is not None:
            shelf.write(Form.LOWERED, program)
    if checked.declared.plugins:
        from quarterdeck.engine.plugins.calling import functions_of

        program.hooked += functions_of(program, checked.declared.plugins)
    return Built(checked, program, checked.declared.files_of_figures, shelf)
