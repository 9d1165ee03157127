"""The pictures of the README are what the program says now."""

import json
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PICTURES = ROOT / "docs" / "pictures"
ADVICE = "run `make pictures`, and look at them"


@pytest.fixture(scope="module", name="drawing")
def _drawing():
    return runpy.run_path(str(PICTURES / "draw.py"))


def test_the_rule_is_up_to_date():
    for name, drawn in runpy.run_path(str(PICTURES / "rule.py"))["files"]().items():
        assert drawn == (PICTURES / name).read_text("utf-8"), ADVICE


def test_the_explained_hit_is_up_to_date(drawing):
    assert drawing["explained_hit"]() == (PICTURES / "hit.svg").read_text("utf-8"), ADVICE


def test_what_the_other_pictures_were_made_from_has_not_changed(drawing):
    assert drawing["sources"]() == json.loads((PICTURES / "sources.json").read_text("utf-8")), ADVICE


def test_the_readme_shows_every_picture_and_leads_only_to_files():
    text = (ROOT / "README.md").read_text("utf-8")
    linked = re.findall(r"(?:\]\(|src(?:set)?=\")([^)\"]+)", text)
    assert [link for link in linked if not (ROOT / link).is_file()] == []
    shown = {Path(link).name for link in linked if link.startswith("docs/pictures/")}
    assert shown == {path.name for path in PICTURES.iterdir() if path.suffix in (".svg", ".png")}
