"""Pictures of a book show what the rules say, stand where they are asked for, and are findings where they cannot be."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from quarterdeck.print.pictures.gallery import Gallery, faults_of_pictures
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.text.blocks import Drawing
from quarterdeck.workspace.ruleset.ruleset import Ruleset

ROOT = Path(__file__).parents[3]
SMALL = ROOT / "tests" / "games" / "snowballs"
ASKED = re.findall(
    r"^```yaml\n(.*?)^```$", (ROOT / "docs" / "pictures.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
)[0]
"""What the handbook asks for."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Give the small game with the pictures of the handbook."""
    folder = shutil.copytree(SMALL, tmp_path / "snowballs")
    (folder / "pictures.yaml").write_text(ASKED, "utf-8")
    return folder


def change(game: Path, before: str, after: str, file: str = "pictures.yaml") -> None:
    text = (game / file).read_text("utf-8")
    assert before in text
    (game / file).write_text(text.replace(before, after), "utf-8")


def drawn(game: Path | str) -> dict[str, list[Drawing]]:
    ruleset = Ruleset.open(str(game))
    writer = book_writer(ruleset, told=True)
    gallery = Gallery(ruleset, writer, Selection(writer), "#000000")
    found = gallery.by_address()
    assert not gallery.findings
    return found


def words(found: dict[str, list[Drawing]], name: str) -> str:
    (said,) = [
        one.words for at in found.values() for one in at if one.place and one.place.address == f"pictures.{name}"
    ]
    return said


def test_pictures_stand_at_their_rules_and_say_what_the_rules_bring(game):
    found = drawn(game)
    at = {one.place.address: address for address, drawings in found.items() for one in drawings if one.place}
    assert at["pictures.behind_a_wall"] == at["pictures.taking_aim"] == "throwing.take_aim"
    assert at["pictures.chance_by_range"] == "throwing.throw"
    assert at["pictures.facing"] == "running.run"
    assert "2 hexes, 3 to 4 hexes from Anna" in words(found, "behind_a_wall")
    assert "in the hand: 1 gives 50, 2 gives 50, 3 gives 50, 4 gives 50, 5 gives 33.333" in words(
        found, "chance_by_range"
    )
    assert "If so: Announce: the child has no snowballs. The end." in words(found, "taking_aim")


def test_a_house_rule_changes_what_pictures_show_and_takes_those_of_its_rules_away(game):
    variant = game / "variants" / "near"
    variant.mkdir(parents=True)
    (variant / "variant.yaml").write_text("variant: near\nextends: snowballs\ntitle: Near\nnote: Near.\n", "utf-8")
    (variant / "near.rules").write_text(
        'rules near "Near"\n\namend modifier throwing.throw.aim.far: -1 when range > 2\n\n'
        "remove option high_walls\n\nremove require throwing.take_aim.target.in_the_open\n\n"
        "remove define throwing.is_hidden\n",
        "utf-8",
    )
    found = drawn(f"{game}+near")
    assert "in the hand: 1 gives 50, 2 gives 50, 3 gives 33.333" in words(found, "chance_by_range")
    assert not [
        one for one in found["throwing.take_aim"] if one.place and one.place.address == "pictures.behind_a_wall"
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("at: throwing.throw", "at: throwing.throws", "there is no rule `throwing.throws` for a picture"),
        ("of: throwing.is_hidden", "of: throwing.is_hiden", "there is no rule `throwing.is_hiden` to be drawn"),
        ("of: throwing.is_hidden", "of: throwing.hit", "only definitions can be drawn this way"),
        ("    moves: Dora\n", "", "`throwing.is_hidden` gives no hexes"),
        ("moves: Dora", "moves: Dara", "nothing called `Dara` is on the board here"),
        ("around: 4", "around: 4000", "no picture reaches farther than 12 hexes"),
        ("draws: steps", "draws: curve", "there is no table `throwing.take_aim` to be drawn"),
        ("draws: steps", "of: reaches, draws: curve", "`reaches` is not a table that can be drawn as a curve"),
        ("at: throwing.take_aim, draws: steps", "at: throwing.reach, draws: steps", "has no branches"),
        ("    show: aim.successes > 0\n", "", "chances need `show`"),
        ("leave_out: [turn]", "leave_out: [turns]", "the book makes no picture `turns`"),
        ("  facing: The", "  facings: The", "the book makes no picture `facings`"),
    ],
)
def test_what_cannot_be_drawn_is_found_with_its_place(game, before, after, said):
    change(game, before, after)
    (found,) = faults_of_pictures(Ruleset.open(str(game)))
    assert found.code == "QD705"
    assert said in found.message
    assert found.span.file.path.endswith("pictures.yaml")
