"""The reference of Python has each name of the interface once, and each record inside the results."""

import re
import sys
from collections import Counter
from pathlib import Path

from quarterdeck import api

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))

import reference_pages  # type: ignore[import-not-found]  # noqa: E402

PAGE = reference_pages.python_api()
ENTRIES = dict(re.findall(r"^### `(\w+)`\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))


def test_each_name_has_one_entry():
    assert [name for name, count in Counter(re.findall(r"^### `(\w+)`", PAGE, re.MULTILINE)).items() if count > 1] == []
    assert set(api.__all__) - set(ENTRIES) == set()


def test_what_cannot_be_imported_has_a_note():
    returned = {name for name, text in ENTRIES.items() if "*Returned only.*" in text}
    assert returned == set(ENTRIES) - set(api.__all__)


def test_records_inside_results_are_described():
    """As `Why` has a roll with modifiers, and a roll is perhaps none; and a comparison has answers for pairs."""
    assert {"RollExplained", "ModifierExplained", "DecisionOption", "AnswersOfGame", "OutcomeMoved"} <= set(ENTRIES)
    assert "| `modifiers` |" in ENTRIES["RollExplained"]


def test_programs_see_only_the_offered_parts():
    assert "- `seen_by`" in ENTRIES["GameHeldOpen"]
    assert "| `live` |" not in ENTRIES["GameHeldOpen"]
    for name, parts in reference_pages.OBJECTS.items():
        assert [part for part in parts.split() if f"`{part}`" not in ENTRIES.get(name, "")] == [], name
    assert "<function" not in PAGE
