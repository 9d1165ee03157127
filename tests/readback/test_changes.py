"""Whatever is changed in a ruleset is read in its book, where it stands and nowhere else.

The books of these tests tell rules from their nodes. In the gate chance picks changes of the small games; `make soak`
makes all of them, and some hundred in each shipped game. A figure in a table that nothing can tell apart from what it
was, whatever happens, is no change: `sure.py` knows these.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from fractions import Fraction

import pytest

from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.text.runs import Text, plain
from tests.readback import sure
from tests.readback.books import SHIPPED, SMALL, opened
from tests.readback.changes import Change, changes_of
from tests.readback.tables import value_in

GATE = {"snowballs": 40, "regatta": 15, "marbles": 15, "tiles": 15, "harbours": 15}
SOAKED, ALONE = 1500, 60
"""How many changes of a shipped game `make soak` makes, and for how many of them it reads the whole book."""
ONCE_UNREAD = (
    ("snowballs", "running.wall_height: `wall.hex is place` is negated"),
    ("snowballs", "running.is_taken: `other.place is place` is negated"),
    ("regatta", "racing.look_out.reefs: `yes` is turned round"),
)
"""Changes that a book did not tell, before the English was mended."""


Sections = dict[tuple[str, str], tuple[Text, ...]]


def texts_of(checked: Checked, only: str = "") -> Sections:
    """Give all that the book says, section by section, or that of one address."""
    writer = EnglishWriter(checked)
    one = writer.section(only) if only else None
    sections = writer.all_sections() if not only else [one] if one is not None else []
    return {(one.address, plain(one.title) if not one.address else ""): tuple(one.texts()) for one in sections}


def words(texts: Iterable[Text]) -> list[str]:
    return [plain(text) for text in texts]


def leads_to(texts: Iterable[Text], address: str) -> bool:
    """Tell whether a text says what stands at an address, and leads there."""
    return any(run.to == address for text in texts for run in text)


def is_none(change: Change, before: Checked, after: Checked) -> bool:
    """Tell whether a change is of figures of a table alone, and nothing that can happen tells them apart."""
    table, other = (one.declared.tables.get(change.section) for one in (before, after))
    if table is None or other is None:
        return False
    cells = [cell for row in table.rows for cell in row.cells]
    others = [cell for row in other.rows for cell in row.cells]
    if [(one.low, one.high) for one in table.rows] != [(one.low, one.high) for one in other.rows]:
        return False
    changed = [(one.value, two.value) for one, two in zip(cells, others, strict=True) if one.value is not two.value]
    figures = [
        (value_in(one, before) if one is not None else None, value_in(two, after) if two is not None else None)
        for one, two in changed
    ]
    return bool(figures) and all(sure.comes_to_the_same(table.name, one, two, before) for one, two in figures)


def fault(change: Change, original: Checked, before: Sections, alone: bool = True) -> str | None:
    """Give what is wrong with how a change is read; nothing where the checks refuse it as well."""
    checked = change.made()
    if checked is None:
        return None
    after = texts_of(checked, "" if alone else change.section)
    key = (change.section, "")
    if words(before[key]) == words(after[key]):
        if is_none(change, original, checked):
            return None
        return f"{change.says}: nothing of it is read at {change.section}: {' '.join(words(after[key]))}"
    elsewhere = [
        address or title
        for (address, title), texts in after.items()
        if words(before.get((address, title), ())) != words(texts)
        and address != change.section
        and not leads_to(texts, change.section)
    ]
    return f"{change.says}: read at {', '.join(elsewhere)} as well" if elsewhere else None


def check(game: str, count: int | None, seed: int, alone: int | None = None) -> int:
    """Make changes of a game; give how many."""
    ruleset = opened(game)
    changes = changes_of(ruleset)
    if count is not None:
        changes = random.Random(f"{seed} {game}").sample(changes, min(count, len(changes)))
    before = texts_of(ruleset.checked)
    found = (
        fault(change, ruleset.checked, before, alone is None or place < alone) for place, change in enumerate(changes)
    )
    assert [one for one in found if one is not None] == []
    return len(changes)


@pytest.mark.parametrize("game", SMALL)
def test_a_change_is_read_where_it_stands_and_nowhere_else(game: str) -> None:
    assert check(game, GATE[game], seed=12) == GATE[game]


@pytest.mark.parametrize(("game", "says"), ONCE_UNREAD)
def test_a_change_that_was_not_read_once_is_read_now(game: str, says: str) -> None:
    ruleset = opened(game)
    change = next(change for change in changes_of(ruleset) if change.says == says)
    assert fault(change, ruleset.checked, texts_of(ruleset.checked)) is None


@pytest.mark.parametrize(
    ("table", "figures", "is_so"),
    [
        ("defense_to_survive", (0, 1), True),
        ("defense_to_survive", (0, 2), False),
        ("defense_to_survive", (100, 99), False),
        ("defense_to_survive", (0, 100), False),
        ("torpedo_reload", (0, 1), False),
        ("charge_dice", (1, 2), False),
    ],
)
def test_figures_that_nothing_tells_apart_are_known(table: str, figures: tuple[int, int], is_so: bool) -> None:
    """No ship has less than 1 for Defense, and none has more than 99."""
    one, other = map(Fraction, figures)
    assert sure.comes_to_the_same(table, one, other, opened("easyships").checked) is is_so


@pytest.mark.soak
@pytest.mark.parametrize("game", [*SMALL, *SHIPPED])
def test_any_change_is_read_where_it_stands_and_nowhere_else(game: str) -> None:
    seed = int(os.environ.get("SEED_OF_CHANGES", random.randrange(1_000_000)))
    count, alone = (SOAKED, ALONE) if game in SHIPPED else (None, None)
    print(game, "seed", seed, check(game, count, seed, alone), "changes")
