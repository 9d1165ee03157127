"""The page of a comparison can be seen: words have 4.5 to 1 against what they stand on, marks of charts 3 to 1."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck.apps.comparison.charts import COLOURS, ENDS, UNENDED, styled
from quarterdeck.apps.comparison.comparison_layout import NO_TOPIC, colour_of
from quarterdeck.print import report

STYLES = (Path(report.__file__).parent / "static" / "report.css").read_text("utf-8")
NAMED = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", STYLES))
GROUNDS = (NAMED["paper"], NAMED["card"])


def light(colour: str) -> float:
    """Give the relative luminance of a colour."""
    digits = colour.removeprefix("#")
    digits = "".join(one * 2 for one in digits) if len(digits) == 3 else digits
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mark", [*COLOURS, *ENDS, UNENDED, NO_TOPIC, *map(colour_of, range(0, 360, 5))])
def test_marks_are_seen_on_the_page_and_on_its_cards(mark):
    assert min(contrast(mark, ground) for ground in GROUNDS) >= 3


def test_words_are_read_on_all_that_they_stand_on():
    grounds = [*GROUNDS, *re.findall(r"\.chip \{[^}]*background: (#\w+)", STYLES)]
    assert len(grounds) == 3
    assert min(contrast(NAMED[word], ground) for word in ("ink", "soft", "accent") for ground in grounds) >= 4.5


def test_words_of_charts_are_read():
    import altair as alt

    drawn = styled(alt.Chart({"values": []}).mark_point())
    words = [drawn["config"]["axis"][name] for name in ("labelColor", "titleColor")]
    words.append(drawn["config"]["title"]["color"])
    assert min(contrast(word, ground) for word in words for ground in GROUNDS) >= 4.5
