"""What the lowering of one routine knows: whose it is, which state it reads, which names there are, what is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.types import Thing, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.form.instructions import Instruction, Site, SiteSort
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Constant, Slot, State, Value


@dataclass
class LoweringContext:
    """One routine on its way down.

    `state` is the one that the routine reads; `flat` says that what is called from here has no other state to read.
    `closing` are the instructions that leave what is open around a place, outermost first, with None for each loop.
    `scope` are the names that are known, `about` the values that tell a throw of this routine from another, `result`
    the type of what the routine finishes with.
    """

    checked: Checked
    program: Program
    address: str
    module: str
    state: State
    sort: RuleSort = "procedure"
    flat: bool = False
    closing: list[Instruction | None] = field(default_factory=list)
    scope: list[str] = field(default_factory=list)
    about: tuple[Value, ...] = ()
    counter: Iterator[int] = field(default_factory=count)
    result: Type | None = None

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.checked.declared

    @property
    def layout(self) -> Layout:
        """Give where the state lies."""
        return self.program.layout

    @property
    def handed(self) -> State:
        """Give the state that what is called from here reads as the state before."""
        return "after" if self.flat else "before"

    def type(self, node: nodes.Node) -> Type:
        """Give the type of an expression."""
        return self.checked.types[node]

    def reading(self, state: State, *, flat: bool = False) -> LoweringContext:
        """Give the same routine reading another state; with `flat` what it calls has no other to read."""
        return replace(self, state=state, flat=flat)

    def fresh(self, stem: str) -> str:
        """Give the name of a local that no rule can have."""
        return f"#{stem}.{next(self.counter)}"

    def site(
        self, name: str, sort: SiteSort, span: Span, item: Type | None = None, secret: bool = False, dice: str = ""
    ) -> int:
        """Register a place of chance or choice."""
        sites = self.program.sites
        address = f"{self.address}.{name}"
        known = self.declared.rules.get(address)
        advice = address if known is not None and known.sort == "advice" else ""
        never = sort == "choice" and self.declared.is_never_by_lot(address)
        here = self.address
        sites.append(Site(len(sites), address, sort, here, span, item, advice, secret, never_by_lot=never, dice=dice))
        return len(sites) - 1

    # --- names, loops, spans

    @contextmanager
    def inside(self, *names: str) -> Iterator[None]:
        """Know some names, and forget on leaving what a block has named."""
        known = len(self.scope)
        self.scope += names
        yield
        del self.scope[known:]

    @contextmanager
    def open(self, closing: Instruction | None) -> Iterator[None]:
        """Be inside of something that `finish` and `stop` must close; None stands for a loop."""
        self.closing.append(closing)
        yield
        self.closing.pop()

    def out_of_loop(self) -> list[Instruction]:
        """Give what must be closed on the way out of the innermost loop."""
        found: list[Instruction] = []
        for closing in reversed(self.closing):
            if closing is None:
                break
            found.append(closing)
        return found

    def out_of_routine(self) -> list[Instruction]:
        """Give what must be closed on the way out of the routine."""
        return [closing for closing in reversed(self.closing) if closing is not None]

    # --- places

    def game(self, name: str) -> Slot:
        """Give a field that every game has."""
        address = f"Game.{name}"
        base = Constant(Thing("Game"), self.layout.arrays["Game"].base)
        return Slot(self.layout.types[address], base, self.layout.offsets[address], address, self.state)

    def setting(self, name: str, kind: Type) -> Constant:
        """Give an option or constant, which is known when the program is made."""
        found = self.program.settings.get(name, 0)
        return Constant(kind, found)
