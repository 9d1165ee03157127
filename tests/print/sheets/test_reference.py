"""The reference of a battle's sheets holds what that battle can use, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.print.sheets.planning import Wishes, plan
from quarterdeck.print.sheets.sheet_pdf import print_plan


def test_four_cruisers_have_one_page_without_submarines_and_aircraft(tmp_path):
    found = plan(Ruleset.open("easyships"), "river_plate", Wishes(parts=("reference",)))
    (part,) = found.data["parts"]
    said = " ".join(texts(part))
    for there in ("Rolling to hit", "Shell against armor", "A torpedo strikes", "Critical hits", "Damage control"):
        assert there in said
    for gone in ("sonar", "bomb", "Anti-aircraft", "depth charges", "Hits from under water", "Destroyer"):
        assert gone not in said
    assert print_plan(found, tmp_path / "sheet.pdf") == 1


def test_the_sheets_of_a_roster_hold_everything():
    found = plan(Ruleset.open("easyships"), "historical", Wishes(parts=("reference",)), ("Ajax",))
    said = " ".join(texts(found.data["parts"]))
    assert "sonar" in said


def texts(data: Any) -> Iterator[str]:
    """Give all words in data for print."""
    match data:
        case str():
            yield data
        case dict():
            for one in data.values():
                yield from texts(one)
        case list() | tuple():
            for one in data:
                yield from texts(one)
