"""What helps to write: repairs, signatures, symbols of all files, and names of rosters in scenarios."""

from __future__ import annotations

import shutil

import pytest

from quarterdeck.apps.lsp.open_games import OpenGames
from quarterdeck.apps.lsp.rename import NotRenamedError, can_be_renamed
from quarterdeck.apps.lsp.signatures import signature_at
from quarterdeck.base.resources import rulesets_folder, starter_folder
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.apps.lsp.client import Refused

THROWING = "snowballs/rules/throwing.rules"


@pytest.fixture
def throwing(editor):
    editor.open(THROWING)
    yield editor
    editor.close(THROWING)


def test_a_misspelled_name_has_a_quick_fix(throwing):
    right = throwing.text(THROWING)
    wrong = right.replace("child.pockets", "child.pokets", 1)
    assert wrong != right
    throwing.change(THROWING, wrong)
    line = wrong[: wrong.index("child.pokets")].count("\n")
    place = {"line": line, "character": wrong.split("\n")[line].index("pokets")}
    params = {
        "textDocument": {"uri": throwing.uri(THROWING)},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": []},
    }
    (action, *_) = throwing.ask("textDocument/codeAction", **params)
    assert (action["title"], action["kind"]) == ("Change to `pockets`", "quickfix")
    ((edit,),) = action["edit"]["changes"].values()
    assert edit == {
        "range": {"start": place, "end": {**place, "character": place["character"] + 6}},
        "newText": "pockets",
    }
    params["context"]["only"] = ["refactor"]
    assert throwing.ask("textDocument/codeAction", **params) == []
    throwing.change(THROWING, right)


def test_symbols_of_all_files_are_found_by_their_letters(throwing):
    found = throwing.ask("workspace/symbol", query="reach")
    assert {"reach", "reaches"} <= {one["name"] for one in found}
    assert all(one["location"]["uri"].startswith(throwing.folder.resolve().as_uri()) for one in found)
    assert throwing.ask("workspace/symbol", query="no such name") == []
    assert len(throwing.ask("workspace/symbol", query="")) > 50


@pytest.fixture(scope="module")
def declared():
    return Ruleset.open(str(starter_folder())).declared


SIGNATURES = {
    "    do attack(|": ("attack(ship: Ship, target: Ship)", 0),
    "    do attack(ship, |": ("attack(ship: Ship, target: Ship)", 1),
    "    do attack(target: |": ("attack(ship: Ship, target: Ship)", 1),
    "    do attack(least(1, 2), (3 + |": None,
    "    do attack(least(1, |": ("least(", 0),
    "    apply damage[|": ("damage[", 0),
    "    let a = (1 + |": None,
    "    do nothing(|": None,
    "    do attack(ship)|": None,
    "define a\n(|": None,
}


@pytest.mark.parametrize("text", SIGNATURES)
def test_a_signature_is_that_of_the_brackets_that_are_open(text, declared):
    found = signature_at(declared, text.replace("|", ""), text.index("|"))
    wanted = SIGNATURES[text]
    assert (found is None) == (wanted is None)
    if wanted is not None and found is not None:
        assert found.label.startswith(wanted[0])
        assert found.active == wanted[1]
        assert all(one in found.label for one in found.inputs)


def test_an_editor_is_given_the_signature(throwing):
    text = throwing.text(THROWING)
    at = throwing.at(THROWING, "reach(child) else", inside=len("reach("))
    found = throwing.ask("textDocument/signatureHelp", **at)
    assert found["signatures"][0]["label"].startswith("reach(child: Child) -> ")
    assert text == throwing.text(THROWING)


SCENARIO = "snowballs/scenarios/cousins.yaml"
ROSTER = "snowballs/rosters/guests.yaml"


def test_a_thing_of_a_roster_is_known_where_a_scenario_takes_it(editor):
    editor.open(SCENARIO)
    at = editor.at(SCENARIO, "like: Greta", inside=len("like: "))
    hover = editor.ask("textDocument/hover", **at)["contents"]["value"]
    assert hover.startswith("**rosters.guests.Greta**, thing")
    (place,) = editor.ask("textDocument/definition", **at)
    assert place["uri"].endswith(ROSTER)
    found = editor.ask("textDocument/references", **at, context={"includeDeclaration": True})
    assert {ROSTER, SCENARIO} <= {"/".join(one["uri"].split("/")[-3:]) for one in found}
    editor.close(SCENARIO)


def test_a_thing_of_a_roster_has_another_name_in_all_files(editor):
    game = editor.folder / "fleet"
    shutil.copytree(starter_folder(), game)
    scenario, roster = "fleet/scenarios/first_meeting.yaml", "fleet/rosters/ships.yaml"
    editor.open(scenario)
    at = editor.at(scenario, "like: Bison", inside=len("like: "))
    edits = editor.ask("textDocument/rename", **at, newName="Wisent")["changes"]
    assert {"/".join(uri.split("/")[-3:]) for uri in edits} == {scenario, roster}
    assert {one["newText"] for listed in edits.values() for one in listed} == {"Wisent"}
    with pytest.raises(Refused):
        editor.ask("textDocument/rename", **at, newName="Otter")
    editor.close(scenario)


def test_a_derived_thing_is_known_by_its_row(editor):
    path = "snowballs/scenarios/playground.yaml"
    editor.open(path)
    at = editor.at(path, "like: Anna", inside=len("like: "))
    hover = editor.ask("textDocument/hover", **at)["contents"]["value"]
    assert hover.startswith("**rosters.street.Anna**")
    assert "Anna,11,1.45" in hover
    (place,) = editor.ask("textDocument/definition", **at)
    assert place["uri"].endswith("snowballs/rosters/register.csv")
    assert place["range"]["start"] == {"line": 1, "character": 0}
    edits = editor.ask("textDocument/rename", **at, newName="Annika")["changes"]
    assert {uri.rpartition("/")[2] for uri in edits} >= {"register.csv", "playground.yaml"}
    editor.close(path)


def test_figures_that_games_share_are_shown_and_not_renamed():
    workshop = OpenGames()
    path = rulesets_folder() / "easyships" / "scenarios" / "river_plate.yaml"
    workshop.texts[path] = path.read_text("utf-8")
    seen = workshop.seen(path)
    assert seen is not None
    file = seen.files[path]
    mention = seen.mentions.at(file, file.text.index("like: Ajax") + len("like: "))
    assert mention is not None
    declared = seen.mentions.declared(mention.address)
    assert declared is not None
    assert seen.path_of(declared.span.file) == rulesets_folder() / "historical" / "ships.csv"
    with pytest.raises(NotRenamedError, match="is in no file of the game"):
        can_be_renamed(seen, mention)
