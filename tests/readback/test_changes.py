"""Whatever is changed in a ruleset is read in its book, where it stands and nowhere else.

The books of these tests tell rules from their nodes. In the gate chance picks changes of the small games; `make soak`
makes all of them, and some hundred in each shipped game.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest

from quarterdeck.checks.meanings import Checked
from quarterdeck.rulebook.english.text import Text, plain
from quarterdeck.rulebook.english.writer import EnglishWriter
from tests.readback.books import SHIPPED, SMALL, opened
from tests.readback.changes import Change, changes_of

GATE = {"snowballs": 40, "regatta": 15, "marbles": 15}
SOAKED, ALONE = 1500, 60
"""How many changes of a shipped game `make soak` makes, and for how many of them it reads the whole book."""
ONCE_UNREAD = (
    ("snowballs", "running.wall_height: `wall.hex is place` is negated"),
    ("snowballs", "running.is_taken: `other.place is place` is negated"),
    ("regatta", "racing.look_out.reefs: `yes` is turned round"),
)
"""Changes that a book did not tell, before the English was mended."""
SOAKED = 300


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


def fault(change: Change, before: Sections, alone: bool = True) -> str | None:
    """Give what is wrong with how a change is read; nothing where the checks refuse it as well."""
    checked = change.made()
    if checked is None:
        return None
    after = texts_of(checked, "" if alone else change.section)
    key = (change.section, "")
    if words(before[key]) == words(after[key]):
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
    found = (fault(change, before, alone is None or place < alone) for place, change in enumerate(changes))
    assert [one for one in found if one is not None] == []
    return len(changes)


@pytest.mark.parametrize("game", SMALL)
def test_a_change_is_read_where_it_stands_and_nowhere_else(game: str) -> None:
    assert check(game, GATE[game], seed=12) == GATE[game]


@pytest.mark.parametrize(("game", "says"), ONCE_UNREAD)
def test_a_change_that_was_not_read_once_is_read_now(game: str, says: str) -> None:
    ruleset = opened(game)
    change = next(change for change in changes_of(ruleset) if change.says == says)
    assert fault(change, texts_of(ruleset.checked)) is None


@pytest.mark.soak
@pytest.mark.parametrize("game", [*SMALL, *SHIPPED])
def test_any_change_is_read_where_it_stands_and_nowhere_else(game: str) -> None:
    seed = int(os.environ.get("SEED_OF_CHANGES", random.randrange(1_000_000)))
    count, alone = (SOAKED, ALONE) if game in SHIPPED else (None, None)
    print(game, "seed", seed, check(game, count, seed, alone), "changes")
