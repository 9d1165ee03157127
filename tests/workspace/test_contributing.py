"""Every file of which a game is made counts: variants that are extended, and folders that bear one name."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.witnesses.pairs import Variants
from quarterdeck.base import resources
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.plugins import registry
from quarterdeck.workspace.games.game_files import Whereabouts
from quarterdeck.workspace.pipeline import folders, stages
from quarterdeck.workspace.pipeline.folders import TwoOfOneNameError, asked_for, parts_of, short_name
from quarterdeck.workspace.pipeline.incremental import IncrementalRuleset
from quarterdeck.workspace.pipeline.locks import game_with
from quarterdeck.workspace.pipeline.ruleset_cache import contributing, load_kept, summary_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

BASE = Path(__file__).parents[1] / "language" / "base"
WARM = 'amend modifier throwing.throw.aim.known: -1 when child.target is target "at the same child again"\n'


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(BASE, tmp_path / "snow")


def variant(folder: str, extends: str = "snow", rules: str = "", more: str = "") -> Path:
    home = Path(folder)
    home.mkdir(parents=True)
    head = f"variant: {home.name}\nextends: {extends}\ntitle: A variant\nsource: {{kind: house}}\n{more}"
    (home / "variant.yaml").write_text(head, "utf-8")
    if rules:
        (home / "more.rules").write_text(rules, "utf-8")
    return home


def test_a_variant_that_is_extended_is_part_of_the_key(game):
    below = variant("below", rules=WARM) / "more.rules"
    variant("middle", "snow+./below")
    variant("above", "snow+./middle")
    assert not summary_of("snow+./above").findings
    assert [folder.name for folder in contributing("snow+./above")[0]] == ["snow", "above", "middle", "below"]
    below.write_text(WARM.replace("when", "whenn"), "utf-8")
    for known in (summary_of("snow+./above"), load_kept("snow+./above"), Ruleset.open("snow+./above")):
        assert [finding.code for finding in known.findings] == ["QD127"]
    below.parent.rename("elsewhere")
    assert [finding.code for finding in summary_of("snow+./above").findings] == ["QD505"]


@pytest.mark.parametrize("said", ['"snow\\x2b./below"', ">-\n  snow+./below", "'snow+./below'", "&a snow+./below"])
def test_however_it_says_what_it_extends(game, said):
    variant("below", rules=WARM)
    variant("above", said)
    assert [folder.name for folder in contributing("snow+./above")[0]] == ["snow", "above", "below"]
    assert set(load_kept("snow+./above").variants) == {"above", "below"}


def test_a_circle_of_what_variants_extend_has_an_end(game):
    variant("one", "snow+./other")
    variant("other", "snow+./one")
    assert [folder.name for folder in contributing("snow+./one")[0]] == ["snow", "one", "other"]
    assert [finding.code for finding in summary_of("snow+./one").findings] == ["QD504"]


def test_an_edit_of_what_is_extended_is_noticed(game):
    below = variant("below", rules=WARM) / "more.rules"
    variant("above", "snow+./below")
    held = IncrementalRuleset("snow+./above")
    held.load()
    stamp = held.stamp()
    below.write_text(WARM.replace("-1", "-12"), "utf-8")
    assert held.stamp() != stamp


def test_what_is_extended_later_is_noticed(game):
    above = variant("above")
    held = IncrementalRuleset("snow+./above")
    held.load()
    stamp = held.stamp()
    below = variant("below", rules=WARM)
    assert held.stamp() == stamp
    shutil.rmtree(above)
    variant("above", "snow+./below")
    stamp = held.stamp()
    (below / "more.rules").write_text("", "utf-8")
    assert held.stamp() != stamp


def test_a_variant_beside_is_part_of_the_key_where_it_is_nearly_named(game):
    variant("house/above", more="after: [shrot]\n")
    assert not summary_of("snow+house/above").findings
    variant("house/short")
    assert [finding.code for finding in summary_of("snow+house/above").findings] == ["QD505"]


def test_a_variant_comes_behind_one_that_it_extends_by_a_path(game):
    variant("zero", rules=WARM)
    variant("above", "snow+./zero", WARM.replace("-1", "-2"))
    loaded = load_kept("snow+./above")
    assert as_text(loaded.findings) == ""
    assert loaded.declared
    assert list(loaded.declared.variants) == ["zero", "above"]


# --- two of one name


def test_two_variants_of_one_name_are_reported(game):
    variant("va", rules=WARM)
    variant("o/va")
    (found,) = stages.load("snow+./va+./o/va").findings
    assert found.code == "QD509"
    assert "o/va" in found.message
    assert not stages.load("snow+./va+va").findings, "one folder may be named twice"


def test_two_variants_of_one_name_are_not_listed_as_one(game):
    variant("va", rules=WARM)
    variant("o/va")
    with pytest.raises(TwoOfOneNameError, match="o/va"):
        Variants.of("snow+./va+./o/va")
    assert list(Variants.of("snow+./va+va").named) == ["va"]


def test_a_plugin_and_a_variant_of_one_name_are_not_mixed_up(game, monkeypatch):
    monkeypatch.setattr(registry, "installed", lambda: {"va": None, "other": None})
    variant("snow/variants/va", rules=WARM)
    with pytest.raises(TwoOfOneNameError, match="a variant and a plugin are called va"):
        asked_for("snow+va")
    assert asked_for("snow+snow/variants/va") == ([Path("snow"), Path("snow/variants/va")], [])
    listed = Variants.of("snow+other+snow/variants/va")
    assert (listed.game, dict(listed.named)) == ("snow+other", {"va": "snow/variants/va"})


@pytest.mark.parametrize("extends", ["snow", "snow+va"])
def test_a_folder_here_hides_no_variant_of_the_game(game, extends):
    variant("snow/variants/va")
    variant("va")
    variant("above", extends)
    with pytest.raises(TwoOfOneNameError, match="path"):
        asked_for("snow+va")
    assert [finding.code for finding in stages.load("snow+above").findings] == ["QD505"] * (extends != "snow")
    assert not stages.load("snow+./va").findings
    assert not stages.load("snow+snow/variants/va").findings


def test_a_folder_here_hides_no_ruleset_that_comes_along(game, monkeypatch):
    monkeypatch.setattr(resources, "rulesets_folder", lambda: game.parent / "shipped")
    shutil.copytree(game, game.parent / "shipped" / "snow")
    with pytest.raises(TwoOfOneNameError, match=r"\./snow"):
        asked_for("snow")
    assert asked_for("./snow")[0] == [Path("snow")]
    monkeypatch.chdir(game.parent / "shipped")
    assert asked_for("snow")[0] == [Path("snow")], "it is the one that comes along"


@pytest.mark.parametrize("file", ["more.yaml", "house/variant.yaml", "rules/ruleset.yml"])
def test_one_folder_says_once_what_it_is(game, file):
    (game / "house").mkdir()
    (game / file).write_text("variant: more\nextends: snow\ntitle: More\nsource: {kind: house}\n", "utf-8")
    (found,) = stages.load("snow").findings
    assert (found.code, found.span.file.path) == ("QD202", f"snow/{file}")


# --- a plus in a path


def test_a_plus_in_a_path_parts_nothing(game):
    shutil.copytree(game, "c++/snow")
    variant("a+b/va")
    variant("c++/snow/variants/inside")
    for name in ("c++/snow", "c++/snow+./a+b/va", "snow+a+b/va", "c++/snow+inside"):
        assert not stages.load(name).findings
    assert parts_of("c++/snow+./a+b/va+more") == ["c++/snow", "./a+b/va", "more"]
    assert short_name("c++/snow+./a+b/va") == "snow+va"
    assert parts_of(game_with("c++/snow/variants/inside"))[0].endswith("c++/snow")
    assert Whereabouts((Path("c++"), Path()), is_told=True).game("snow+../a+b/va") == "c++/snow+a+b/va"
    with pytest.raises(folders.NotFoundError, match=r"c\+\+/missing"):
        asked_for("c++/missing")
