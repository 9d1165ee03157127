"""What is known of rows is found by what was really read, whatever order rows come in, and never for a wrong row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from hypothesis import given
from hypothesis import strategies as some

from quarterdeck.engine.odds.packing import Packing
from quarterdeck.engine.odds.trees import Tree, TreeEntry, TreeNode

PLACES, BITS = 6, 2
Reading = Callable[[int], tuple[tuple[int, ...], int]]


@dataclass
class Fields:
    """A packing of two bits for each place; `bare` places have no field yet."""

    bare: set[int] = field(default_factory=set)
    readers: dict[int, set[TreeNode]] = field(default_factory=dict)

    def bits(self, places: tuple[int, ...]) -> int:
        return sum(3 << place * BITS for place in places if place not in self.bare)

    def read_by(self, reader: TreeNode, places: tuple[int, ...]) -> None:
        for place in places:
            self.readers.setdefault(place, set()).add(reader)
            reader.mask |= self.bits((place,))

    def clothe(self, place: int) -> None:
        self.bare.discard(place)
        for reader in self.readers.get(place, ()):
            reader.mask |= self.bits((place,))


def value(row: int, place: int) -> int:
    return row >> place * BITS & 3


def reading(questions: dict[tuple[int, ...], int]) -> Reading:
    """Read places one after the other: which comes next depends on all values so far."""

    def read(row: int) -> tuple[tuple[int, ...], int]:
        places: list[int] = []
        values: tuple[int, ...] = ()
        while (place := questions.get(values)) is not None and place not in places:
            places.append(place)
            values = (*values, value(row, place))
        return tuple(places), hash(values)

    return read


questions = some.dictionaries(
    some.lists(some.integers(0, 3), max_size=4).map(tuple), some.integers(0, PLACES - 1), min_size=1, max_size=60
)
rows = some.lists(some.integers(0, (1 << PLACES * BITS) - 1), max_size=80)


@given(questions, rows, some.sets(some.integers(0, PLACES - 1)))
def test_a_row_finds_what_rows_brought_that_agree_in_what_was_read(asked, met, late):
    read, fields = reading(asked), Fields(set(late))
    tree = Tree(cast(Packing, fields))
    learned = set()
    for number, given_row in enumerate(met):
        if number == len(met) // 2:
            for place in late:
                fields.clothe(place)
        row = given_row & fields.bits(tuple(range(PLACES)))  # what has no field is as in the beginning
        places, outcome = read(row)
        entry = tree.find(row)
        path = tuple((place, value(row, place)) for place in places)
        assert (entry is not None) == (path in learned)
        if entry is None:
            learned.add(path)
            tree.insert(row, TreeEntry([], outcome, places, places))
        else:
            assert entry.below == outcome


@given(some.data(), rows)
def test_whoever_reads_without_order_is_never_told_a_wrong_thing(data, met):
    fields = Fields()
    tree = Tree(cast(Packing, fields))
    for row in met:
        entry = tree.find(row)
        if entry is None:
            places = tuple(data.draw(some.lists(some.integers(0, PLACES - 1), unique=True)))
            tree.insert(row, TreeEntry([], row & fields.bits(places), places, places))
        else:
            assert entry.below == row & fields.bits(entry.reads)
