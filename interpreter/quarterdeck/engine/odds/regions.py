"""What a frame brings, learned as rows come by, together with what always follows it.

A segment ends where rows may become equal to others. Often they do not, and what comes next could as well be done at
once: a region is a segment with those behind it, so long as that leads to no more ways than there were. Then rows visit
one place instead of many, and a throw of which most faces come to the same is gone through once, not for each row.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

from quarterdeck.backends.python.counting import GO, ROLL
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.engine.odds.kernels import DRAW, Frame, States
from quarterdeck.engine.odds.packing import Place
from quarterdeck.engine.odds.trees import Goal, Leaf, Tree, TreeEntry

FEW = 12
"""A region may always lead to so many ways."""
DEEP = 32
"""So many places may follow each other in a region."""
ROUNDS = 4
"""So often what follows the leaves of a region is looked for."""
SHARE = 40
"""What follows may be taken in once for so many rows that came by, even where it reads further."""


@dataclass(slots=True)
class SegmentUse:
    """How much a segment is used: rows that came by, and entries that were learned with what follows it."""

    rows: int = 0
    learned: int = 0


class Regions:
    """The regions of one question, by their first frame."""

    def __init__(self, states: States, over: list[bool]) -> None:
        self.states = states
        self.packing = states.packing
        self.over = over
        self.trees: dict[tuple[Frame, int], Tree] = {}
        self.uses: dict[tuple[int, int], SegmentUse] = {}

    def tree(self, frame: Frame, spans: int) -> Tree:
        """Give what is known of a frame."""
        key = frame, spans
        tree = self.trees.get(key)
        if tree is None:
            tree = self.trees[key] = Tree(self.packing)
        return tree

    def use(self, frame: Frame) -> SegmentUse:
        """Give how much the segment of a frame is used."""
        key = (DRAW, frame[4][0]) if frame[0] == DRAW else (0, frame[0])
        use = self.uses.get(key)
        if use is None:
            use = self.uses[key] = SegmentUse()
        return use

    def learn(self, tree: Tree, frame: Frame, spans: int, row: int, depth: int = 0) -> TreeEntry:
        """Work out what a frame brings on a row of which that is not known, and keep it."""
        alone = entry = self.states.run(frame, row, spans)
        if depth < DEEP:
            use = self.use(frame)
            entry = self.extended(alone, row, spans, depth, use.learned < use.rows // SHARE)
            use.learned += len(entry.reads) > len(alone.reads)
        tree.insert(row, entry)
        return entry

    def extended(self, entry: TreeEntry, row: int, spans: int, depth: int, farther: bool) -> TreeEntry:
        """Give an entry with what follows it, so long as that leads to no more ways.

        Unless it may go `farther`, only what reads nothing further is taken in.
        """
        region = Region(self.states, entry, row)
        for _ in range(ROUNDS):
            found = [self.following(region, leaf, spans, depth, farther) for leaf in region.leaves]
            if not any(found) or not (region.joined(found) or region.joined([one_way(one) for one in found])):
                break
        return region.entry() if region.is_changed else entry

    def following(self, region: Region, leaf: Leaf, spans: int, depth: int, farther: bool) -> TreeEntry | None:
        """Give what follows a leaf, if that may be taken in."""
        action = leaf.goal.action
        if action[0] not in (GO, ROLL):
            return None
        frame = action[1]
        if frame[0] >= 0 and self.over[frame[0]]:
            return None
        row = region.row & leaf.keep | leaf.put
        tree = self.tree(frame, spans)
        entry = tree.find(row)
        if entry is None:
            try:
                entry = self.learn(tree, frame, spans, row, depth + 1)
            except RulesFaultError:  # whether rows get there is for others to find out
                return None
        if not farther and self.packing.bits(entry.reads) & leaf.keep:
            return None
        return entry


def one_way(entry: TreeEntry | None) -> TreeEntry | None:
    """Give an entry that leads only one way."""
    return entry if entry is not None and len(entry.leaves) == 1 else None


class Region:
    """What a row brings, so far as it was followed."""

    def __init__(self, states: States, entry: TreeEntry, row: int) -> None:
        self.packing = states.packing
        self.goals = states.goals
        self.told_then = states.joined
        self.row = row
        self.leaves = entry.leaves
        self.below = entry.below
        self.reads = dict.fromkeys(entry.reads)
        self.places = dict.fromkeys(entry.places)
        self.rounds = entry.rounds
        self.is_changed = False

    def entry(self) -> TreeEntry:
        """Give all that was followed as one entry."""
        return TreeEntry(self.leaves, self.below, tuple(self.reads), tuple(self.places), self.rounds)

    def joined(self, found: list[TreeEntry | None]) -> bool:
        """Put what follows in the place of leaves, and say so, if that does not lead to more ways."""
        if not any(found):
            return False
        times = lcm(*(one.below for one in found if one is not None))
        reads = dict.fromkeys(
            place
            for leaf, one in zip(self.leaves, found, strict=True)
            if one is not None
            for place in self.read_after(leaf, one)
        )
        read = self.packing.bits(reads)
        ways: dict[tuple[Goal, int, int], int] = {}
        for leaf, one in zip(self.leaves, found, strict=True):
            keep, put = leaf.keep & ~read, leaf.put | self.row & read & leaf.keep
            if one is None:
                key = leaf.goal, keep, put
                ways[key] = ways.get(key, 0) + leaf.weight * times
                continue
            weight = leaf.weight * (times // one.below)
            for last in one.leaves:
                goal = last.goal
                if leaf.goal.told:
                    goal = self.goals.of(goal.action, self.told_then(leaf.goal.told, goal.told))
                key = goal, keep & last.keep, put & last.keep | last.put
                ways[key] = ways.get(key, 0) + weight * last.weight
        if len(ways) > max(FEW, len(self.leaves)):
            return False
        self.below *= times
        self.leaves = [Leaf(*way, weight) for way, weight in ways.items()]
        self.reads.update(reads)
        self.rounds += max(one.rounds for one in found if one is not None)
        for one in found:
            if one is not None:
                self.places.update(dict.fromkeys(one.places))
        self.is_changed = True
        return True

    def read_after(self, leaf: Leaf, entry: TreeEntry) -> list[Place]:
        """Give the places that an entry behind a leaf reads, and that the leaf neither reads nor writes."""
        fields, keep, known = self.packing.fields, leaf.keep, self.reads
        return [
            place for place in entry.reads if place not in known and (place not in fields or fields[place].mask & keep)
        ]
