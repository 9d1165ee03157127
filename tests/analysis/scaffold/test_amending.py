"""What `amend` writes says what stood there: laid over the game it changes nothing, and is refused where it would."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from quarterdeck.analysis.scaffold import amending
from quarterdeck.api import AmendmentDraft, DraftRefusedError, RefusedError, Ruleset, amend, check, new_variant
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.statement_addresses import amendable
from quarterdeck.language.meaning.fingerprint import fingerprints
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.workspace.pipeline.stages import load

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAMES / "snowballs", "snowballs")
    return Path("snowballs")


@pytest.fixture
def own(game: Path) -> Callable[..., AmendmentDraft]:
    """Give what amends something in a new variant `own`, over others that are named."""
    new_variant(Path("own"), "snowballs")

    def amended(address: str, others: str = "") -> AmendmentDraft:
        return amend(f"snowballs{others}+own", address)

    return amended


IN_SIGHT = (
    "amend require throwing.take_aim.target.in_sight: in_arc(child.place, child.facing, target.place, ahead)"
    ' or in_arc(child.place, child.facing, target.place, beside) else "{child} does not see {target}"\n'
)
DICE_OF = """\
amend define throwing.dice_of(child: Child) -> 1..2 "the dice for the arm of {child}" =
    strong: 2 if child.arm >= 3.5
    1 otherwise
"""
SADDEN = """\
amend effect throwing.sadden(child: Child) "{child} is less merry than before"
    set child.mood to child.mood - 1
"""
SORTS = [
    ("throwing.throw.aim.far", 'amend modifier throwing.throw.aim.far: -1 when range > 4 "at a far target"\n'),
    ("aim.far", 'amend modifier throwing.throw.aim.far: -1 when range > 4 "at a far target"\n'),
    ("throwing.take_aim.target.in_sight", IN_SIGHT),
    ("throwing.dice_of.strong", "amend case throwing.dice_of.strong: 2 if child.arm >= 3.5\n"),
    ("throwing.high_walls", "amend option throwing.high_walls = no\n"),
    ("throwing.dice_of", DICE_OF),
    ("throwing.sadden", SADDEN),
    ("throwing.throw.use_up", "amend statement throwing.throw.use_up\n    do use_up(child, balls)\n"),
    ("cold_dice.4+", "amend cell cold_dice.4+ = 2 times d4\n"),
]


@pytest.mark.parametrize(("address", "text"), SORTS)
def test_it_reads_as_somebody_would_write_it(own, address, text):
    if address == "cold_dice.4+":
        text = f"amend cell cold_dice.4+ = {value_in_cold_dice()}\n"
    draft = own(address)
    assert draft.text == text
    assert (str(draft.file), draft.line) == ("own/own.rules", 1)
    assert draft.file.read_text("utf-8") == text


def value_in_cold_dice() -> str:
    (row,) = [row for row in Ruleset.open("snowballs").declared.tables["cold_dice"].rows if row.label == "4+"]
    assert row.cells[0].value is not None
    return row.cells[0].value.span.text


MANY = frozenset(["statement", "cell", "field", "ruling"])
"""Sorts of which every third is tried."""


@pytest.mark.parametrize("name", ["snowballs", "regatta"])
def test_everything_that_has_an_address_can_be_amended_and_then_means_what_it_meant(name, tmp_path, monkeypatch):
    """Each address of the tree by itself: either it is said why no variant amends its like, or nothing is changed."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAMES / name, name)
    new_variant(Path("own"), name)
    ruleset = Ruleset.open(f"{name}+own")
    variant, base = ruleset.loaded.variants["own"], ruleset.loaded.base
    assert base is not None
    meant, left, unlike, seen = fingerprints(base), [], [], Counter[str]()
    for address, element in amendable(ruleset.declared, base).items():
        seen[element.sort] += 1
        if element.sort in amending.INSTEAD:
            left.append(element.sort)
        if element.sort in amending.INSTEAD or (element.sort in MANY and seen[element.sort] % 3):
            continue
        if element.sort == "thing" and element.name == "Gustav":  # whom his roster leaves out
            with pytest.raises(DraftRefusedError, match="leaves Gustav out"):
                amending.changed_file(ruleset, variant, address, element)
            continue
        change = amending.changed_file(ruleset, variant, address.removeprefix("advice."), element)
        findings = Findings()
        laid = amending.laid_with(ruleset, variant, change, findings)
        within = [one for one in (address, element.parent, element.holder) if one in meant]
        now = fingerprints(laid, within)
        if findings or any(now.get(one) != meant[one] for one in within):
            unlike.append((address, change.added, list(findings)))
    assert unlike == []
    assert set(left) <= set(amending.INSTEAD)


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("throwing.take_aim.target", "amend statement throwing.take_aim.target\n    choose target"),
        ("advice.throwing.take_aim.target", "amend advice throwing.take_aim.target(child: Child, target: "),
    ],
)
def test_a_choice_and_the_advice_on_it_are_told_apart(own, address, text):
    assert own(address).text.startswith(text)


COLUMN_OF_DEEDS = """amend column splashes.2
    cell 0 = none
    cell 1-2
        do soak(target, 1)
    cell 3-4
        do soak(target, 1)
    cell 5-7
        do soak(target, 2)
    cell 8+
        do soak(target, 3)
        do cheer(thrower)
"""


@pytest.mark.parametrize(
    ("address", "text"),
    [("reaches.2-3", "amend column reaches.2-3 = [4, 6, 7]\n"), ("splashes.2", COLUMN_OF_DEEDS)],
)
def test_a_column_is_amended_as_a_whole_and_then_means_what_it_meant(own, address, text):
    assert own(address).text == text
    assert not check("snowballs+own").findings
    one, other = (fingerprints(Ruleset.open(name).declared) for name in ("snowballs", "snowballs+own"))
    assert one == other


def test_what_is_no_column_has_no_address(own):
    with pytest.raises(DraftRefusedError, match=r"there is no address reaches\.5"):
        own("reaches.5")


def test_it_stands_behind_its_like(own):
    first = own("running.stride.charging")
    Path("own/more.rules").write_text("amend option throwing.frozen_hands = -2\n", "utf-8")
    draft = own("throwing.throw.aim.far")
    assert (first.file.name, draft.file.name, draft.line) == ("own.rules", "more.rules", 3)
    text = Path("own/more.rules").read_text("utf-8")
    assert text.startswith("amend option throwing.frozen_hands = -2\n\namend modifier throwing.throw.aim.far")
    findings = Findings()
    parse_file(load("snowballs+own").variants["own"].files[0].file, findings)
    assert not [finding for finding in findings if finding.code != "QD107"]


def test_a_field_and_a_ruling_stand_in_documents_of_their_sort(own):
    field = own("Child.wet")
    assert field.file.read_text("utf-8").startswith(
        "components: own\nkinds:\n  Child:\n    fields:\n      wet: {type: "
    )
    assert field.text.rstrip().endswith("replaces: yes}")
    more = own("Child.layers")
    assert (more.file, more.line, more.text.count("\n")) == (field.file, 6, 1)
    ruling = own("rulings.S1")
    assert ruling.file.name == "rulings.yaml"
    assert "replaces: yes" in ruling.text
    assert not check("snowballs+own").findings


def test_a_table_and_a_scenario_are_the_authors_own_text(own, game):
    for address, path in (
        ("cold_dice", "tables/cold_dice.yaml"),
        ("scenarios.playground", "scenarios/playground.yaml"),
    ):
        draft, below = own(address), (game / path).read_text("utf-8").split("\n")
        assert draft.file.read_text("utf-8").split("\n") == [below[0], "replaces: yes", *below[1:]]
    assert not check("snowballs+own").findings


def test_things_are_given_their_values_in_a_roster_that_amends_their_own(own):
    """What a roster derives stands there as it was worked out; two things of one roster stand in one file."""
    first, second = own("rosters.street.Anna"), own("rosters.street.Ben")
    assert first.file == second.file == Path("own/street_own.yaml")
    assert (first.line, second.line) == (1, first.text.count("\n") + 1)
    assert second.text.startswith("  Ben:")
    assert first.text.split("\n")[:3] == ["roster: street_own", "kind: Child", "amends: street"]
    assert not check("snowballs+own").findings


def test_it_stands_as_the_other_variants_leave_it(own):
    Path("own/variant.yaml").write_text("variant: own\nextends: snowballs\ntitle: Own\nafter: [thaw]\n", "utf-8")
    assert own("throwing.throw.aim.far", "+thaw").text == (
        'amend modifier throwing.throw.aim.far: -2 when range > 5 "at a target that is far for heavy snow"\n'
    )
    assert own("throwing.reach", "+thaw").text == (
        'amend define throwing.reach(child: Child) -> paces "the reach of {child}" = original\n'
    )
    assert not check("snowballs+thaw+own").findings


def test_what_clashes_with_another_variant_is_refused_with_the_order_to_declare(own):
    with pytest.raises(RefusedError) as refused:
        own("throwing.throw.aim.far", "+thaw")
    (finding,) = refused.value.findings
    assert (finding.code, "after: [thaw]" in finding.hint) == ("QD503", True)
    assert not Path("own/own.rules").exists()


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [
        (
            "throwing.throw.aim.far",
            "throwing.throw.aim.far",
            "this text for throwing.throw.aim.far, at own/own.rules:1",
        ),
        (
            "throwing.throw.aim.far",
            "throwing.throw",
            "own already amends throwing.throw.aim.far, a part of throwing.throw, at",
        ),
        ("throwing.throw", "throwing.throw.aim.far", "this text for throwing.throw.aim.far, at own/own.rules:"),
        ("throwing.high_walls", "throwing.high_walls", "own already amends throwing.high_walls, at own/own.rules:1"),
        ("Child.wet", "Child.wet", "own already has this text for Child.wet, at own/components.yaml:5"),
        ("cold_dice", "cold_dice.4+", "own already has this text for cold_dice.4+, at own/cold_dice.yaml:"),
        ("reaches.2-3", "reaches.2-3", "own already amends reaches.glum.2-3, at own/own.rules:1"),
        ("reaches.2-3", "reaches.glum", "own already amends reaches.glum.2-3, a part of reaches.glum, at"),
    ],
)
def test_what_it_amends_already_is_shown_with_its_place_and_not_written_again(own, first, then, said):
    own(first)
    before = {path: path.read_bytes() for path in Path("own").iterdir()}
    with pytest.raises(DraftRefusedError) as refused:
        own(then)
    assert said in str(refused.value)
    assert {path: path.read_bytes() for path in Path("own").iterdir()} == before


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("snowballs+own throwing.throw.aim.farr", 2, "did you mean throwing.throw.aim.far"),
        ("snowballs+own Child", 2, "a variant cannot amend a kind, Child: amend its fields"),
        ("snowballs+own turn", 2, "amend one of its phases"),
        ("snowballs throwing.throw", 2, "name the variant"),
        ("snowballs+nowhere throwing.throw", 2, "has no variant called nowhere"),
        ("nowhere+own throwing.throw", 2, "no ruleset is called nowhere"),
    ],
)
def test_what_cannot_be_amended_is_said(own, line, code, said, capsys):
    assert main(["amend", *line.split()]) == code
    assert said in " ".join(capsys.readouterr().err.split())
    assert [path.name for path in Path("own").iterdir()] == ["variant.yaml"]


def test_a_file_that_lies_there_is_not_written_over(own):
    Path("own/cold_dice.yaml").mkdir()
    with pytest.raises(DraftRefusedError, match="exists, and is not overwritten"):
        own("cold_dice")
