"""Where an expression or statement stands: the ruleset, what is known there by name, and where findings go.

The parts of an expression are typed through `TypingContext.type`, which leads to `expression_types`; so modules about
one sort of expression need not know those about the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.geometry.areas import longest_distance
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.builtins import Function, Measures, functions_on
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.types import UNKNOWN, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.known_ranges import KnownRanges, facts_of
from quarterdeck.language.typing.meanings import Checked, Meaning

Known = tuple[Type, Meaning]
"""What a name stands for."""

NOTHING_SAID: Mapping[str, str] = {}


@dataclass(frozen=True)
class Language:
    """What the language knows on a board: its functions there, and what they measure in."""

    functions: Mapping[str, Function]
    measures: Measures


def language_of(declared: Declared) -> Language:
    """Give what the language knows on the board of a ruleset."""
    board = declared.head.board
    lengths, angles = (unit if unit in declared.units else None for unit in (board.lengths, board.angles))
    areas = declared.enums.get(board.areas or "")
    return language_on(
        board.shape,
        board.directions if board.directions in declared.enums else None,
        lengths,
        angles,
        areas.name if areas else None,
        areas.links if areas else (),
    )


@cache
def language_on(
    shape: str,
    directions: str | None,
    lengths: str | None,
    angles: str | None,
    areas: str | None,
    links: tuple[tuple[int, ...], ...],
) -> Language:
    """Give what the language knows on a board of a shape, where these measures and areas are declared."""
    plain = Measures()
    direction, area = (types.EnumType(enum) if enum else UNKNOWN for enum in (directions, areas))
    longest, is_always = longest_distance(links)
    steps: Type = types.Number(0, longest) if links else UNKNOWN
    steps = steps if is_always else types.optional(steps)
    measures = Measures(
        direction, replace(plain.length, unit=lengths), replace(plain.degrees, unit=angles), area, steps
    )
    return Language(functions_on(shape), measures)


@dataclass(frozen=True)
class TypingContext:
    """One place in the rules: `sort` says of what kind of rule, `rule` is its address, `names` are known there."""

    checked: Checked
    findings: Findings
    language: Language
    infer: Callable[[TypingContext, nodes.Expression, Type | None], Type]
    module: str = ""
    rule: str = ""
    sort: RuleSort = "procedure"
    in_loop: bool = False
    reads_before: bool = False
    """Whether the state is read as it was before a loop, while it is changed as it is now."""
    past: frozenset[str] = frozenset()
    """What was known while sides acted, one after another or at once: at the close it is not known any more."""
    is_asked: bool = False
    """Whether somebody asks about a game from outside: how it ended can be seen then."""
    result: Type | None = None
    """What a procedure finishes with; nothing where it has no result."""
    names: dict[str, Known] = field(default_factory=dict)
    facts: KnownRanges = field(default_factory=KnownRanges)

    @property
    def declared(self) -> Declared:
        """Give the ruleset that the place belongs to."""
        return self.checked.declared

    def inner(self) -> TypingContext:
        """Give the context of a block: what it names is not known outside."""
        return replace(self, names=dict(self.names), facts=self.facts.copy())

    def looping(self) -> TypingContext:
        """Give the context of the block of a loop."""
        return replace(self.inner(), in_loop=True)

    def type(self, node: nodes.Expression, wanted: Type | None = None) -> Type:
        """Give the type of an expression and keep it; `wanted` tells members of several enums apart."""
        found = self.infer(self, node, wanted)
        if isinstance(found, types.Deck):
            hint = "use `size(...)`, `cards(...)`, or the number of one card: `game.events.storm`"
            self.report("QD391", f"a {found} is not a value", node.span, hint)
            found = UNKNOWN
        self.checked.types[node] = found
        narrowed = self.facts.narrowed(self.checked, node, found)
        if narrowed != found:
            self.checked.narrowed[node] = narrowed
        return narrowed

    def assume(self, condition: nodes.Expression, holds: bool = True) -> None:
        """Add to what is known here that a condition, which has been typed here, holds or does not."""
        self.facts.add_all(facts_of(self.checked, condition, holds))

    def narrowed_type(self, node: nodes.Expression) -> Type:
        """Give the type that was found for an expression, without the values that are ruled out."""
        return self.checked.narrowed_type(node)

    def owner(self, node: nodes.Expression) -> Type:
        """Give the type of what something is asked of, which may be a deck."""
        found = self.infer(self, node, None)
        self.checked.types[node] = found
        return found

    def deck(self, node: nodes.Expression) -> types.Deck | None:
        """Give the type of what must be a deck; report what is none."""
        found = self.owner(node)
        if isinstance(found, types.Deck):
            return found
        if not isinstance(found, types.Unknown):
            hint = "declare it in components.yaml: `events: {type: deck of Event, holds: {...}}`"
            if isinstance(found, types.ListType):
                hint = f"the number of its items is `count({node.span.text})`"
            self.report("QD392", f"a deck is expected, and this is {types.shown_as(found)}", node.span, hint)
        return None

    def condition(self, node: nodes.Expression) -> None:
        """Check what must be yes or no."""
        kind = self.type(node, types.BOOLEAN)
        if not isinstance(kind, types.Boolean | types.Unknown):
            self.report("QD372", f"a condition must be yes or no, and this is {types.shown_as(kind)}", node.span)

    def keep(self, node: nodes.Node, meaning: Meaning) -> None:
        """Keep what a node means."""
        self.checked.meanings[node] = meaning

    def meaning(self, node: nodes.Node) -> Meaning | None:
        """Give what a node was found to mean."""
        return self.checked.meanings.get(node)

    def report(self, code: str, message: str, span: Span, hint: str = "", labels: Iterable[Label] = ()) -> None:
        """Add a finding about the rule."""
        self.findings.add(code, message, span, hint=hint, labels=labels, rule=self.rule)

    def unknown(
        self,
        name: str,
        span: Span,
        known: Iterable[str],
        what: str,
        written: Mapping[str, str] = NOTHING_SAID,
        hints: Mapping[str, str] = NOTHING_SAID,
    ) -> None:
        """Report a name that stands for nothing, with the nearest that does.

        `what` it should be is empty where that may be anything. `written` says how some are written, and `hints` what
        to write instead of a name that other languages have.
        """
        known = list(known)
        if name in hints and name not in known:
            self.report("QD310", f"there is no {what} `{name}`", span, hints[name])
            return
        close = get_close_matches(name, known, 1, 0.7)
        hint = f"did you mean `{written.get(close[0], close[0])}`?" if close else ""
        if not close and what == "table":
            hint = "write it into a file of `tables/`"
        self.report("QD310", f"there is no {what} `{name}`" if what else f"unknown name `{name}`", span, hint)
