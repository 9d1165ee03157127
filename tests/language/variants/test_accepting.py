"""A variant is refused when what it amends means something else than when it was accepted; clashing ones conflict."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.language.syntax import nodes
from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[2] / "language" / "base"
SOURCE = "source: {document: notebook, place: page nine}"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "snowballs"
    shutil.copytree(BASE, folder)
    variant(folder, "long", "amend define throwing.reach(child: Child) -> paces = least(12, original + 2)\n")
    return folder


def variant(game: Path, name: str, rules: str, more: str = "") -> None:
    folder = game / "variants" / name
    folder.mkdir(parents=True)
    (folder / "variant.yaml").write_text(
        f"variant: {name}\nextends: snowballs\ntitle: Variant {name}\n{SOURCE}\n{more}", "utf-8"
    )
    (folder / f"{name}.rules").write_text(rules, "utf-8")


def rewrite(game: Path, old: str, new: str) -> None:
    path = game / "rules" / "throwing.rules"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def codes(game: str) -> list[str]:
    return [finding.code for finding in load(game).findings]


def accept(game: Path, name: str) -> int:
    return main(["accept", f"{game}+{name}"])


def test_what_was_accepted_is_found_under_its_new_name(game, capsys):
    accept(game, "long")
    rewrite(game, "define reach(", "define throw_length(")
    for path in game.rglob("*.rules"):
        if "variants" not in path.parts:
            path.write_text(re.sub(r"\breach\(", "throw_length(", path.read_text("utf-8")), "utf-8")
    (found, *_) = [one for one in load(f"{game}+long").findings if one.code == "QD501"]
    assert found.hint == "the text in amends.lock is that of `throwing.throw_length` now"


def test_accepting_writes_what_the_variant_amends(game, capsys):
    assert accept(game, "long") == 0
    assert "throwing.reach" in capsys.readouterr().out
    lock = (game / "variants" / "long" / "amends.lock").read_text("utf-8")
    assert "define reach(child: Child) -> paces" in lock
    assert "9 - game.frost" in lock
    assert codes(f"{game}+long") == []


def test_a_variant_can_be_accepted_by_its_folder(game, capsys):
    assert main(["accept", str(game / "variants" / "long")]) == 0
    assert (game / "variants" / "long" / "amends.lock").is_file()


def test_a_changed_base_is_refused_with_both_versions_shown(game):
    accept(game, "long")
    rewrite(game, "9 - game.frost", "8 - game.frost")
    findings = load(f"{game}+long").findings
    assert [finding.code for finding in findings] == ["QD511"]
    said = as_text(findings)
    assert "9 - game.frost" in said
    assert "8 - game.frost" in said
    assert "quarterdeck accept long" in said


def test_a_refused_variant_can_be_accepted_again(game):
    accept(game, "long")
    rewrite(game, "9 - game.frost", "8 - game.frost")
    assert accept(game, "long") == 0
    assert codes(f"{game}+long") == []


def test_new_words_below_change_nothing(game):
    accept(game, "long")
    rewrite(game, "    9 - game.frost", "    # how far a snowball flies\n    (9 - game.frost)")
    assert codes(f"{game}+long") == []


def test_what_the_variant_does_not_amend_may_change(game):
    accept(game, "long")
    rewrite(game, "no more than 6", "no more than 5")
    assert codes(f"{game}+long") == []


def test_a_variant_that_is_wrong_is_not_accepted(game, capsys):
    variant(game, "lost", "remove modifier throwing.throw.aim.gone\n")
    assert accept(game, "lost") == 1
    assert "QD501" in capsys.readouterr().err
    assert not (game / "variants" / "lost" / "amends.lock").exists()


def test_accepting_nothing_that_is_there_is_a_usage_error(capsys):
    assert main(["accept", "no_such_variant"]) == 2
    assert "no_such_variant" in capsys.readouterr().err


def test_two_variants_that_touch_one_address_conflict(game):
    variant(game, "short", "amend define throwing.reach(child: Child) -> paces = greatest(1, original - 2)\n")
    assert codes(f"{game}+long+short") == ["QD503"]


def test_a_declared_order_settles_the_conflict(game):
    rules = "amend define throwing.reach(child: Child) -> paces = greatest(1, original - 2)\n"
    variant(game, "short", rules, "after: [long]\n")
    assert codes(f"{game}+long+short") == []
    assert Ruleset.open(f"{game}+short+long").declared.variants == ("long", "short")


def test_a_procedure_amended_without_a_body_keeps_it(game):
    variant(game, "wider", "amend effect throwing.wet(child: Child, amount: 1..3)\n")
    node = Ruleset.open(f"{game}+wider").declared.rules["throwing.wet"].node
    assert isinstance(node, nodes.Effect)
    assert node.body is not None


def test_rosters_may_say_more_of_the_things_of_other_rosters(game):
    (game / "street.yaml").write_text(
        "roster: street\nkind: Child\ntitle: The street\n"
        "source: {document: notebook, place: page three}\nthings:\n  Kim: {facing: north}\n",
        "utf-8",
    )
    variant(game, "rich", "")
    path = game / "variants" / "rich" / "rich.yaml"
    path.write_text(
        "roster: rich\nkind: Child\namends: street\ntitle: More snowballs\n"
        f"{SOURCE}\nthings:\n  Kim: {{snowballs: 9}}\n",
        "utf-8",
    )
    ruleset = Ruleset.open(f"{game}+rich")
    assert as_text(ruleset.findings) == ""
    assert ruleset.rosters(ruleset.built(Findings()))["Kim"][1] == {"facing": "north", "snowballs": 9}
    path.write_text(path.read_text("utf-8").replace("amends: street", "amends: stret"), "utf-8")
    assert codes(f"{game}+rich") == ["QD501"]


# --- locks of older versions


def older(game: Path, name: str, *, version: str = "") -> Path:
    """Make a lock what the first version would have written: hashes of its own, and no version."""
    path = game / "variants" / name / "amends.lock"
    text = re.sub(r'meaning: "\w+"', f'meaning: "{"0" * 32}"', path.read_text("utf-8"))
    path.write_text(text.replace("meaning: 2\n", version), "utf-8")
    return path


def test_an_older_lock_of_what_is_unchanged_holds_and_is_brought_up_by_accepting(game):
    accept(game, "long")
    path = older(game, "long")
    assert "meaning: 2\n" not in path.read_text("utf-8")
    assert codes(f"{game}+long") == []
    assert accept(game, "long") == 0
    assert "meaning: 2\n" in path.read_text("utf-8")
    assert "0" * 32 not in path.read_text("utf-8")
    assert codes(f"{game}+long") == []


def test_an_older_lock_does_not_mind_new_words_and_names_of_inputs(game):
    accept(game, "long")
    older(game, "long")
    rewrite(
        game, 'reach(child: Child) -> paces "the reach of {child}"', 'reach(kid: Child) -> paces "how far {kid} throws"'
    )
    (game / "variants" / "long" / "long.rules").write_text(
        "amend define throwing.reach(kid: Child) -> paces = least(12, original + 2)\n", "utf-8"
    )
    assert codes(f"{game}+long") == []


def test_an_older_lock_of_what_is_changed_is_refused_with_both_versions_shown(game):
    accept(game, "long")
    older(game, "long")
    rewrite(game, "9 - game.frost", "8 - game.frost")
    findings = load(f"{game}+long").findings
    assert [finding.code for finding in findings] == ["QD511"]
    said = as_text(findings)
    assert "9 - game.frost" in said
    assert "8 - game.frost" in said
    assert "older version" in said


def test_an_older_lock_of_a_part_holds_while_its_text_is_the_same(game):
    variant(game, "merrier", "amend modifier throwing.throw.aim.merry: -1\n")
    accept(game, "merrier")
    older(game, "merrier")
    assert codes(f"{game}+merrier") == []
    rewrite(game, "when child.mood is merry and", "when child.mood is calm and")
    assert codes(f"{game}+merrier") == ["QD511"]


def test_an_older_lock_that_speaks_of_an_original_must_be_accepted_again(game):
    variant(game, "longer", "amend define throwing.reach(child: Child) -> paces = least(15, original + 1)\n")
    path = game / "variants" / "longer" / "variant.yaml"
    path.write_text(path.read_text("utf-8").replace("extends: snowballs", "extends: snowballs+long"), "utf-8")
    accept(game, "longer")
    assert codes(f"{game}+longer") == []
    older(game, "longer")
    findings = load(f"{game}+longer").findings
    assert [finding.code for finding in findings] == ["QD511"]
    assert "speaks of an original" in as_text(findings)
    assert accept(game, "longer") == 0
    assert codes(f"{game}+longer") == []


@pytest.mark.parametrize("version", ["meaning: 99\n", "meaning: soon\n", "meaning: 0\n"])
def test_a_lock_of_a_version_that_nobody_knows_is_no_lock(game, version):
    accept(game, "long")
    older(game, "long", version=version)
    assert codes(f"{game}+long") == ["QD513"]
    assert accept(game, "long") == 0
    assert codes(f"{game}+long") == []


def test_a_lock_notices_what_a_name_stands_for(game):
    variant(game, "merrier", "amend modifier throwing.throw.aim.merry: -1\n")
    rewrite(game, "    roll aim on d6", "    let cold = game.frost > 3\n    roll aim on d6")
    rewrite(game, "child.mood is merry and side", "cold and child.mood is merry and side")
    accept(game, "merrier")
    rewrite(game, "    let cold", '    let wind = child.wet\n    announce "{wind}"\n    let cold')
    assert codes(f"{game}+merrier") == []
    rewrite(game, "let cold = game.frost > 3", "let cold = game.frost > 4")
    findings = load(f"{game}+merrier").findings
    assert [finding.code for finding in findings] == ["QD511"]
    assert "though it reads the same" in as_text(findings)
