"""Worked examples told by an author: printed in the place of stories, as long as they fit what happens."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.data_faults import looked_through
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.print.book.plan import all_places, plan
from quarterdeck.prose.overrides.example_overrides import told_and_done, told_and_tried
from quarterdeck.prose.overrides.override_faults import examples_not_for_release, faults_of_examples, faults_of_tellings
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.overrides.sums import kept_together
from quarterdeck.prose.overrides.worked_examples import GONE, Worked
from quarterdeck.prose.text.blocks import UNTOLD, Box, Prose
from quarterdeck.prose.text.runs import plain

SMALL = Path(__file__).parents[2] / "games" / "snowballs"
GOOD = "Anna throws at Dora, 3 paces away. The aim is 4. Two dice show 6 and 2: the higher, less 1, is 6 − 1 = 5."


def told_example(tmp_path: Path, text: str, name: str = "a_good_throw") -> Path:
    game = shutil.copytree(SMALL, tmp_path / "snowballs")
    said = json.dumps({name: {"text": text}})
    (game / "told.yaml").write_text(f"told: snowballs\nexamples: {said}\n", "utf-8")
    return game


def boxes_of(game: Path | str, address: str = "throwing.throw") -> list[Box]:
    ruleset = Ruleset.open(str(game))
    writer = book_writer(ruleset)
    return Worked(ruleset, writer, all_places(writer)).boxes()[address]


def test_an_example_is_told_in_the_words_of_its_author(tmp_path):
    (box,) = boxes_of(told_example(tmp_path, GOOD))
    assert plain(box.title) == "Example: Anna hits Dora"
    assert [plain(block.text) for block in box.blocks if isinstance(block, Prose)] == [kept_together(GOOD)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Anna throws at Dora, 17 paces away.", "QD703"),
        ("Anna throws at Dora, eleven paces away.", "QD703"),
        ("The higher, less one, is 6 − 1 = 4.", "QD710"),
        ("See [the snow](snow.melts).", "QD702"),
    ],
)
def test_what_an_example_does_not_have_is_not_told(tmp_path, text, code):
    ruleset = Ruleset.open(str(told_example(tmp_path, text)))
    found = [*faults_of_tellings(ruleset.checked), *faults_of_examples(ruleset.checked, told_and_done(ruleset))]
    assert {finding.code for finding in found} == {code}
    if code == "QD703":
        with pytest.raises(RefusedError):
            plan(ruleset)


def test_an_example_of_no_such_name_is_found(tmp_path):
    for name, hint in (("a_god_throw", "a_good_throw"), ("reaches_of_children", "in mild weather")):
        game = told_example(tmp_path / name, GOOD, name)
        (found,) = faults_of_tellings(Ruleset.open(str(game)).checked)
        assert (found.code, hint in found.hint) == ("QD702", True)


def test_an_example_in_which_something_else_happens_is_told_as_a_story_and_marked(tmp_path):
    game = told_example(tmp_path, GOOD)
    assert main(["accept", str(game)]) == 0
    assert main(["check", str(game), "--release"]) == 0
    assert plain(boxes_of(game)[0].blocks[0].text) == kept_together(GOOD)  # type: ignore[attr-defined]
    examples = game / "examples" / "throwing.yaml"
    text = examples.read_text("utf-8")
    changed = text.replace("hit.splash: [6, 2]", "hit.splash: [6, 1]", 1)
    examples.write_text(changed, "utf-8")
    first = boxes_of(game)[0].blocks[0]
    assert isinstance(first, Prose)
    assert (plain(first.text) != kept_together(GOOD), UNTOLD in first.marks.cites) == (True, True)
    assert main(["check", str(game)]) == 0
    assert main(["check", str(game), "--release"]) == 1
    assert [plain(box.title) for box in boxes_of(game)] == ["Example: Anna hits Dora"]


def test_cases_of_one_example_that_fit_no_more_stand_in_places_of_their_own(tmp_path):
    game = shutil.copytree(SMALL, tmp_path / "snowballs")
    told = {f"taking_aim[{case}]": {"text": "So it goes."} for case in ("over the wall", "high walls")}
    (game / "told.yaml").write_text(f"told: snowballs\nexamples: {json.dumps(told)}\n", "utf-8")
    assert main(["accept", str(game)]) == 0
    lock = game / "told.lock"
    lock.write_text(re.sub(r'": "\w+"', '": "0"', lock.read_text("utf-8")), "utf-8")
    boxes = boxes_of(game, "throwing.take_aim")
    assert [box.place.address for box in boxes if box.place] == ["examples.taking_aim", "examples.taking_aim.2"]


def test_an_author_may_leave_an_example_out(tmp_path):
    game = told_example(tmp_path, GOOD)
    (game / "told.yaml").write_text("told: snowballs\nexamples: {a_good_throw: {omit: yes}}\n", "utf-8")
    ruleset = Ruleset.open(str(game))
    writer = book_writer(ruleset)
    assert "throwing.throw" not in Worked(ruleset, writer, all_places(writer)).boxes()


def test_a_sum_is_not_torn(tmp_path):
    (box,) = boxes_of(told_example(tmp_path, "The higher, less 1, is 6 − 1 = 5."))
    assert [plain(block.text) for block in box.blocks if isinstance(block, Prose)] == [
        "The higher, less 1, is 6\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}1 =\N{NO-BREAK SPACE}5."
    ]


WIDE = "Anna throws two balls at Dora. The die shows 1, and both fly wide."
WINDY = """rules windy "Wind" cites "page fifteen" topic wind
"It blows."

add modifier throwing.throw.aim.wind: -1 when balls = 1 "a single ball in the wind"
"""
TELLS_THE_RULE = "rules: {throwing.throw: {text: 'Roll for a hit, and apply {throwing.throw.aim.known}.'}}"


def windy(tmp_path: Path, examples: dict[str, str], more: str = "", own: str = "") -> str:
    """Give the small game with a house rule by which one of two examples that are told misses."""
    game = shutil.copytree(SMALL, tmp_path / "snowballs")
    said = json.dumps({name: {"text": text} for name, text in examples.items()})
    (game / "told.yaml").write_text(f"told: snowballs\nexamples: {said}\n{more}\n", "utf-8")
    assert main(["accept", str(game)]) == 0
    variant = game / "variants" / "windy"
    variant.mkdir()
    head = "variant: windy\nextends: snowballs\ntitle: Wind\nsource: {document: notebook, place: page fifteen}\n"
    (variant / "variant.yaml").write_text(head, "utf-8")
    (variant / "windy.rules").write_text(WINDY, "utf-8")
    if own:
        (variant / "told.yaml").write_text(f"told: windy\n{own}\n", "utf-8")
    return f"{game}+windy"


def shown(box: Box) -> tuple[str, bool]:
    """Give the title of a box, and whether it is marked."""
    first = box.blocks[0]
    assert isinstance(first, Prose)
    return plain(box.title), UNTOLD in first.marks.cites


def test_an_example_that_does_not_come_out_under_a_variant_is_left_out_and_said_before_a_release(tmp_path):
    game = windy(tmp_path, {"a_good_throw": GOOD, "wide_of_the_mark": WIDE})
    assert [shown(box) for box in boxes_of(game)] == [("Example: A one always misses", False)]
    assert main(["check", game]) == 0
    (found,) = examples_not_for_release(Ruleset.open(game))
    assert (found.code, found.span.file.path) == ("QD704", "snowballs/told.yaml")
    assert "`a_good_throw` fails: " in found.message
    assert "`windy`" in found.hint
    assert main(["check", game, "--release"]) == 1
    untold = next(page for page in plan(Ruleset.open(game)).book.pages if page.name == "untold")
    names = [plain(entry.name) for block in untold.section.blocks for entry in getattr(block, "entries", ())]
    assert names == ["Example: Anna hits Dora"]


def test_a_variant_says_that_an_example_below_it_is_not_to_be_printed(tmp_path):
    game = windy(tmp_path, {"a_good_throw": GOOD}, own="examples: {a_good_throw: {omit: yes}}")
    assert not examples_not_for_release(Ruleset.open(game))
    ruleset = Ruleset.open(game)
    writer = book_writer(ruleset)
    assert "throwing.throw" not in Worked(ruleset, writer, all_places(writer)).boxes()


@pytest.mark.parametrize("is_told", [True, False])
def test_where_no_told_example_comes_out_a_told_rule_has_none_and_another_a_story(tmp_path, is_told):
    game = windy(tmp_path, {"a_good_throw": GOOD}, TELLS_THE_RULE if is_told else "")
    (box,) = boxes_of(game)
    title = "Anna hits Dora" if is_told else "A one always misses"
    assert shown(box) == (f"Example: {title}", True)
    assert (plain(box.blocks[0].text) == GONE) == is_told  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("called: {heap: the low wall}", "called: {heep: the low wall}", "heep"),
        ("called: {Dora: Dora}", "called: {Dara: Dora}", "Dara"),
    ],
)
def test_a_name_for_a_thing_that_is_in_no_example_is_found(tmp_path, before, after, name):
    game = shutil.copytree(SMALL, tmp_path / "snowballs")
    file = game / "examples" / "throwing.yaml"
    file.write_text(file.read_text("utf-8").replace(before, after, 1), "utf-8")
    (found,) = looked_through(Ruleset.open(str(game))).findings
    assert (found.code, found.span.text) == ("QD601", name)


def test_where_one_example_is_omitted_and_another_does_not_come_out_that_is_said(tmp_path):
    own = "examples: {wide_of_the_mark: {omit: yes}}"
    (box,) = boxes_of(windy(tmp_path, {"a_good_throw": GOOD, "wide_of_the_mark": WIDE}, own=own))
    assert plain(box.blocks[0].text) == GONE  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Half of it, 6 × 50 % = 3.", set()),
        ("All in all 6 × 50 % = 300 %.", set()),
        ("Half of it, 6 × 50 % = 2.", {"`6 * 50 % = 2` is wrong"}),
    ],
)
def test_a_percentage_in_a_sum_is_hundredths_or_what_is_counted(tmp_path, text, codes):
    found = faults_of_tellings(Ruleset.open(str(told_example(tmp_path, f"{GOOD} {text}"))).checked)
    assert {finding.message for finding in found if finding.code == "QD710"} == codes


CHILLS = """table: chills
title: Chills
source: {document: notebook, place: page six}
given: {child: Child}
key: {cold: 0..9 hundredths}
rows: {..0.5: "-", 0.51+: "do soak(child, 1)"}
"""
FEELS = """
procedure feel(child: Child) "{child} feels the cold" cites "page six"
    apply chills[(child.arm / 7) rounded down to hundredths](child)
"""
FEELING = """examples:
  - example: feeling
    of: throwing.feel
    given: {child: Anna}
    things: {Anna: {like: Anna}}
    changes: {Anna.wet: 1, Anna.drying: 4}
"""


@pytest.mark.parametrize(("figure", "is_known"), [("0.52", True), ("0.53", False)])
def test_the_key_by_which_a_row_was_found_is_a_figure_of_the_example(tmp_path, figure, is_known):
    """An arm of 3.7 is 0.52 sevenths: that stands in no rule, and decides which row counts."""
    game = told_example(tmp_path, f"For {figure} the row from 0.51 on counts.", "feeling")
    (game / "tables" / "chills.yaml").write_text(CHILLS)
    (game / "examples" / "feeling.yaml").write_text(FEELING)
    rules = game / "rules" / "throwing.rules"
    rules.write_text(rules.read_text() + FEELS)
    ruleset = Ruleset.open(str(game))
    (done,) = told_and_tried(ruleset)
    assert not done.why
    found = faults_of_examples(ruleset.checked, told_and_done(ruleset))
    assert [finding.code for finding in found] == ([] if is_known else ["QD703"])
