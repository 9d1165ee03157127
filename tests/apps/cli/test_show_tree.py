"""`quarterdeck show` of a whole ruleset: all that can be changed, with its address and words, and never cut off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.language.declarations.statement_addresses import everything
from quarterdeck.workspace.pipeline.ruleset_cache import load_kept

GAME = str(Path(__file__).parents[2] / "games" / "snowballs")


def shown(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[str]:
    assert main(["show", GAME, *arguments]) == code
    return capsys.readouterr().out.splitlines()


def addresses(lines: list[str]) -> list[str]:
    return [line.split("  ", 1)[0] for line in map(str.strip, lines) if "  " in line]


def test_the_tree_has_each_address_once_below_what_it_is_a_part_of(capsys):
    lines = shown(capsys, "--all")
    declared = load_kept(GAME).declared
    assert declared is not None
    known = everything(declared)
    assert sorted(addresses(lines)) == sorted(known)
    depths = {line.split("  ", 1)[0].strip(): 0 for line in lines}
    for line in lines:
        if "  " in line.strip():
            depths[line.strip().split("  ", 1)[0]] = len(line) - len(line.lstrip())
    assert all(depths[one] == depths[part.parent] + 2 for one, part in known.items() if part.parent in known)


@pytest.mark.parametrize(
    "line",
    [
        '    throwing.throw.aim  roll  on d6 "a hit"',
        '      throwing.throw.aim.far  modifier  -1 when range > 4 "at a far target"',
        '  throwing.take_aim  procedure  "{child} takes aim"',
        '  throwing.frozen_hands  option  -2..0 = -1 "the modifier for throwing with frozen hands" cites "page six"',
    ],
)
def test_what_is_there_says_its_words_whole_however_narrow_the_terminal_is(line, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert line in shown(capsys)


def test_without_all_it_says_how_many_of_the_finest_sorts_there_are_beside(capsys):
    few, all_ = shown(capsys), shown(capsys, "--all")
    assert few[-1].startswith(f"{len(addresses(all_)) - len(addresses(few[:-1]))} more with --all")
    assert not any("  statement  " in line for line in few)


def test_an_address_shows_what_can_be_changed_in_it(capsys):
    lines = shown(capsys, "throwing.throw")
    below = lines[lines.index("what house rules can change:") + 1 :]
    assert below[0].startswith("throwing.throw.aim  roll  ")
    assert any(line.startswith("throwing.throw.use_up  statement  do use_up(child, balls)") for line in below)


def test_words_are_looked_for_in_addresses_and_texts(capsys):
    lines = shown(capsys, "--search", "FAR target")
    assert '      throwing.throw.aim.far  modifier  -1 when range > 4 "at a far target"' in lines
    assert not any("walled" in line for line in lines)
    assert shown(capsys, "--search", "no such words", code=1) == []


def test_searching_and_all_are_of_a_whole_ruleset(capsys):
    assert main(["show", GAME, "throwing.throw", "--search", "far"]) == 2
    assert "--search and --all need the summary of a complete ruleset" in capsys.readouterr().err


def test_words_stand_in_the_data(capsys):
    found = json.loads("\n".join(shown(capsys, "--search", "FAR target", "--json")))
    assert {"throwing.throw.aim.far"} <= {one["address"] for one in found}
    assert all(one["words"] for one in found)


@pytest.mark.parametrize("heading", ["scenarios", "rosters"])
def test_a_heading_of_the_tree_shows_what_is_below_it(heading, capsys):
    lines = shown(capsys, heading)
    assert lines
    assert all(line.lstrip().startswith(f"{heading}.") for line in lines)
    assert main(["show", GAME, heading, "--json"]) == 0
    assert all(one["address"].startswith(f"{heading}.") for one in json.loads(capsys.readouterr().out))
