"""What a statement changes by itself: the one answer for types, checks, trials and words.

In: a statement. Out: a `StatementChange`. The statements inside it count apart, and what a call leads to is not
followed. The unions of `sorts` divide all statements by what they change, so mypy asks about a new one here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never, cast

from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import (
    AnyCallStatement,
    AnyDeckStatement,
    AnyFieldChange,
    AnyOrderChange,
    AnyPlayChange,
    AnyStatement,
    AnyUnchanging,
)


@dataclass(frozen=True)
class StatementChange:
    """What a statement changes by itself."""

    targets: tuple[nodes.Expression, ...] = ()
    """Fields and tallies that get another value; to name one here is not to read it."""
    decks: tuple[nodes.Expression, ...] = ()
    """Decks from which cards are drawn, and which are shuffled or looked at."""
    in_play: nodes.Expression | None = None
    """The thing that is removed, or those among which one is created."""
    is_elsewhere: bool = False
    """It also changes what it does not name, as a call does."""

    def __bool__(self) -> bool:
        """Tell whether anything is changed."""
        return bool(self.targets or self.decks or self.is_elsewhere) or self.in_play is not None


UNCHANGED = StatementChange()


def change_by(statement: nodes.Statement) -> StatementChange:
    """Find what a statement changes by itself."""
    node = cast("AnyStatement", statement)
    if isinstance(node, AnyUnchanging):
        return UNCHANGED
    if isinstance(node, AnyFieldChange):
        return StatementChange(targets=(target_of(node),))
    if isinstance(node, AnyPlayChange):
        return StatementChange(in_play=place_of(node))
    if isinstance(node, AnyDeckStatement):
        return StatementChange(decks=decks_of(node))
    if isinstance(node, AnyCallStatement | AnyOrderChange):
        return StatementChange(is_elsewhere=True)
    assert_never(node)


def changes_in(part: nodes.Node) -> Iterator[tuple[nodes.Statement, StatementChange]]:
    """Go through the statements at and inside a part that change something."""
    for node in part.walk():
        if isinstance(node, nodes.Statement) and (change := change_by(node)):
            yield node, change


def all_targets(part: nodes.Node) -> Iterator[nodes.Expression]:
    """Give the fields and tallies that statements of a part give another value."""
    for _, change in changes_in(part):
        yield from change.targets


def target_of(statement: AnyFieldChange) -> nodes.Expression:
    """Give the field or tally that a statement changes."""
    match statement:
        case nodes.Set(target=target) | nodes.Add(target=target) | nodes.Take(target=target):
            return target
        case nodes.Append(target=target) | nodes.Start(timer=target):
            return target
    assert_never(statement)


def place_of(statement: AnyPlayChange) -> nodes.Expression:
    """Give the thing that is removed, or the things among which one is created."""
    match statement:
        case nodes.Create(pool=place) | nodes.Remove(thing=place):
            return place
    assert_never(statement)


def decks_of(statement: AnyDeckStatement) -> tuple[nodes.Expression, ...]:
    """Give the decks that a statement handles."""
    match statement:
        case nodes.DrawLot(deck=deck) | nodes.Peek(deck=deck) | nodes.Shuffle(deck=deck, into=None):
            return (deck,)
        case nodes.Shuffle(deck=deck, into=into):
            return (deck,) if into is None else (deck, into)
    assert_never(statement)
