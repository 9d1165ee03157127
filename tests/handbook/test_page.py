"""Measured tables go where the page of measurements has a place for them, and nowhere else."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import page  # type: ignore[import-not-found]  # noqa: E402

TABLE = page.Measured("play", "Least of 9 runs", ("", "ms"), (("by hand", "1.5"), ("generated", "1.6")))


def test_a_table_takes_the_place_of_the_one_before() -> None:
    one = page.exchanged("Before\n\n<!-- begin play -->\n<!-- end play -->\n\nAfter 7 ms\n", TABLE, "2026-11-22")
    assert one == (
        "Before\n\n<!-- begin play -->\n|  | ms |\n| --- | ---: |\n| by hand | 1.5 |\n| generated | 1.6 |\n\n"
        "Least of 9 runs. Taken on 2026-11-22.\n<!-- end play -->\n\nAfter 7 ms\n"
    )
    assert page.exchanged(one, TABLE, "2026-11-22") == one
    assert "2026-12-01" in page.exchanged(one, TABLE, "2026-12-01")


@pytest.mark.parametrize("text", ["", "<!-- begin play -->\n", "<!-- begin play -->\n<!-- end play -->\n" * 2])
def test_a_page_without_one_place_is_refused(text: str) -> None:
    with pytest.raises(page.NoPlaceError, match="play"):
        page.exchanged(text, TABLE, "2026-11-22")


def test_every_script_that_measures_has_its_places_and_is_run() -> None:
    named = {
        name
        for script in BENCH.glob("*.py")
        for name in re.findall(r'page\.Measured\(\s*"(\w+)"', script.read_text("utf-8"))
    }
    assert named == set(re.findall(r"<!-- begin (\w+) -->", page.PAGE.read_text("utf-8")))
    run = re.search(r"for script in ([\w ]+); do", (BENCH.parent / "Makefile").read_text("utf-8"))
    assert run is not None
    measuring = {script.stem for script in BENCH.glob("*.py") if "def tables(" in script.read_text("utf-8")}
    assert set(run[1].split()) == measuring
