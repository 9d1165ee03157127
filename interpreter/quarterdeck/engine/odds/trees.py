"""What is known of rows, found by what was really read: a decision tree over the bits of packed rows.

Whoever works something out for a row reads one place after the other; which place comes next depends on the values read
so far, and on nothing else. So what is known lies in a tree: a node stands for places that are read one after the
other, and leads on by their values. Another row finds what it shares with the first by looking at no other bits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.engine.odds.packing import Packing, Place

Observed = tuple[Any, ...]
Joined = Callable[[Observed, Observed], Observed]
"""What was told with what came after it."""


def in_order(before: Observed, more: Observed) -> Observed:
    """Give all that was told as it came."""
    return before + more


@dataclass(slots=True, eq=False)
class Goal:
    """What comes next, as a segment returns it, and the rolls that were told on the way; equal ones are one."""

    action: Any
    told: Observed


class Goals:
    """All goals of a question."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, Observed], Goal] = {}

    def of(self, action: Any, told: Observed) -> Goal:
        """Give the goal of an action."""
        key = action, told
        goal = self.known.get(key)
        if goal is None:
            goal = self.known[key] = Goal(action, told)
        return goal


@dataclass(slots=True)
class Leaf:
    """One way that a row may go: what comes next, which bits it leaves alone and which it sets, its weight."""

    goal: Goal
    keep: int
    put: int
    weight: int


Way = tuple[dict[int, int], Callable[[int, int], int], int, int, int]
"""Where rows go: rows there, how to look them up, the bits that are kept, those that are put, the factor of weights."""


@dataclass(slots=True, eq=False)
class TreeEntry:
    """What is known of rows: the ways that they may go, and what their weights add up to.

    `reads` are the places that were read, in order; `places` also those that were written; `rounds` is how many rounds
    of the budget of play the longest of the ways takes. `ways` are the ways as a group resolves them that goes by the
    token `at`.
    """

    leaves: list[Leaf]
    below: int
    reads: tuple[Place, ...]
    places: tuple[Place, ...]
    rounds: int = 0
    at: object = None
    ways: list[Way] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class TreeNode:
    """Places that are read one after the other, with what follows by their bits: a further node, or an entry."""

    order: tuple[Place, ...] = ()
    mask: int = 0
    children: dict[int, Any] = field(default_factory=dict)


@dataclass
class Tree:
    """Entries by what was read of a row."""

    packing: Packing
    root: TreeNode = field(default_factory=TreeNode)

    def find(self, row: int) -> TreeEntry | None:
        """Give what is known of a row, or nothing."""
        found: Any = self.root
        while found.__class__ is TreeNode:
            found = found.children.get(row & found.mask)
        return found  # type: ignore[no-any-return]

    def insert(self, row: int, entry: TreeEntry) -> None:
        """Put in what was worked out for a row of which nothing was known."""
        reads = entry.reads
        node = self.root
        if not node.children:
            self.grow(node, reads)
            node.children[row & node.mask] = entry
            return
        while True:
            shared = common(node.order, reads)
            if 0 < shared < len(node.order):
                self.split(node, shared)
            passed = set(node.order)
            reads = tuple([place for place in reads if place not in passed])
            child = node.children.get(row & node.mask)
            if child.__class__ is not TreeNode or not reads:
                break
            node = child
        if reads:
            further = TreeNode()
            self.grow(further, reads)
            further.children[row & further.mask] = entry
            node.children[row & node.mask] = further
        else:
            node.children[row & node.mask] = entry

    def grow(self, node: TreeNode, places: tuple[Place, ...]) -> None:
        """Let a node stand for places."""
        node.order = places
        self.packing.read_by(node, places)

    def split(self, node: TreeNode, shared: int) -> None:
        """Let a node stand for the first of its places alone, and nodes behind it for the others."""
        first, others, children = node.order[:shared], node.order[shared:], node.children
        for place in others:
            self.packing.readers[place].remove(node)
        node.mask = self.packing.bits(first)
        node.order, node.children = first, {}
        for key, child in children.items():
            behind = node.children.get(key & node.mask)
            if behind is None:
                behind = node.children[key & node.mask] = TreeNode()
                self.grow(behind, others)
            behind.children[key & behind.mask] = child


def common(one: tuple[Place, ...], other: tuple[Place, ...]) -> int:
    """Give how many places two orders begin with alike."""
    found = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        found += 1
    return found
