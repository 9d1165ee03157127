"""A side sees nothing that it may not know: not in its view, nor in what it is asked, shown and told.

Two games begin in states that differ only in what one side may not know of the other's ships, under the option that
hides damage. The second follows the first, die for die and decision for decision, as far as its rules allow: until
something that all may see depends on the difference. Up to there the side must notice nothing.
"""

import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.terminal.maps import map_of
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.deciders.scripted import ScriptedDecider
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import hidden_fields, owner_of, view_of
from quarterdeck.workspace.pipeline.build import Built
from tests.engine.run.watching import THE_END, Watching, watch

pytestmark = pytest.mark.no_cover

TURNS = 3
DRAWN_AT = ("turn.combat", "turn.victory")  # the view is compared at each phase, the drawing of it at these


@cache
def built() -> tuple[Built, Situation]:
    findings = Findings()
    made = Ruleset.open("easyships").scenario("denmark_strait", findings, {"hidden_damage": "yes"})
    assert not findings
    game, situation = made
    limit = game.program.layout.arrays["Game"].base + game.program.layout.offsets["Game.turn_limit"]
    situation.state[limit] = TURNS
    return made


def sides(situation: Situation) -> list[int]:
    return [side for side in situation.program.layout.things("Side") if situation.state[side]]


def played(start: Situation, watcher: int, seed: int, follow: Sequence[dict[str, Any]] = ()) -> Watching:
    made, _ = built()
    dice = SeededDice(seed, [site.address for site in made.program.sites])
    never = ScriptedDecider({"damage.abandon_ships.given_up": "stop"}, seat("bot", seed))
    return watch(made, start, watcher, dice, dict.fromkeys(sides(start), never), follow, DRAWN_AT)


@cache
def followed_game(watcher: int, seed: int) -> Watching:
    return played(built()[1], watcher, seed)


def changed(watcher: int, change: Callable[[str, int, int], int]) -> Situation:
    """Give the start with hidden fields of the others' things changed: a function of address, value, and full value."""
    made, start = built()
    other = start.copy()
    for address, who in hidden_fields(made.program):
        kind = address.split(".", maxsplit=1)[0]
        if who != "owner" or address in made.program.layout.capacities:
            continue
        for thing in made.program.layout.things(kind):
            if start.state[thing] and owner_of(made.program, start.state, thing, kind) != watcher:
                place = thing + made.program.layout.offsets[address]
                other.state[place] = change(address, other.state[place], thing)
    return other


DIFFERENCES: dict[str, Callable[[str, int, int], int]] = {
    "water": lambda address, value, thing: 2 if address == "Ship.flooding" else value,
    "worst water": lambda address, value, thing: 5 if address == "Ship.worst_flooding" else value,
    "speed": lambda address, value, thing: value + 3 if address == "Ship.moves" else value,
    "guns": lambda address, value, thing: value + 1 if address == "Battery.guns" else value,
    "no repairs": lambda address, value, thing: 1 if address == "Ship.no_repairs" else value,
    "everything": lambda address, value, thing: value + 1 if address != "Ship.no_repairs" else value,
}


def depends(one: Any, other: Any) -> bool:
    """Tell whether a die was rolled openly for something that depends on the difference."""
    if one[0] != "journal" or other[0] != "journal" or "die" not in one[1]:
        return False
    return bool(one[1]["at"] == other[1].get("at") and one[1]["for"] != other[1].get("for"))


@pytest.mark.parametrize("difference", DIFFERENCES)
@pytest.mark.parametrize("rank", [0, 1])
def test_a_side_notices_nothing_of_what_it_may_not_know(difference, rank):
    _, start = built()
    watcher = sides(start)[rank]
    most = 0
    for seed in range(1):
        one = followed_game(watcher, seed)
        other = played(changed(watcher, DIFFERENCES[difference]), watcher, seed, one.record)
        common = len(other.record)
        until = next(
            (n for n, seen in enumerate(other.noticed) if seen == THE_END),
            len(other.noticed),
        )
        # What comes after the last entry in common may already depend on what the rules ask next.
        last = max((n for n, seen in enumerate(other.noticed[:until]) if seen[0] == "journal"), default=0)
        first = next((n for n in range(last) if depends(one.noticed[n], other.noticed[n])), None)
        last = last if first is None else first - 1
        differing = [
            (a[:2], b[:2]) for a, b in zip(one.noticed[: last + 1], other.noticed[: last + 1], strict=True) if a != b
        ]
        assert not differing[:3]
        most = max(most, common)
        assert common > 0
    assert most >= 9


def test_the_states_do_differ_and_one_who_may_know_sees_it():
    _, start = built()
    watcher = sides(start)[0]
    for change in DIFFERENCES.values():
        other = changed(watcher, change)
        assert other.state != start.state
        assert view_of(other, other.state, watcher).state == view_of(start, start.state, watcher).state
        owner = sides(start)[1]
        assert view_of(other, other.state, owner).state != view_of(start, start.state, owner).state


@pytest.mark.slow
def test_the_account_of_a_side_leaves_out_the_others_damage_but_not_its_fires():
    _, start = built()
    told: dict[int, str] = {}
    for watcher in (-1, *sides(start)):
        lines = []
        for seed in range(4, 8):
            context = followed_game(watcher, seed)
            lines += [seen[1].text for seen in context.noticed if seen[0] == "told"]
        told[watcher] = "\n".join(lines)
    own, others = "Hood", "Bismarck"
    hidden = [f"{others}: flooding", f"{others}: Moves", "guns 8 →"]
    assert any(text in told[-1] for text in hidden)
    british = sides(start)[0]
    assert f"{others}: flooding" not in told[british]
    assert f"{others} makes repairs:" not in told[british]
    assert f"{others}: fires" in told[british] or f"{others}: fires" not in told[-1]
    assert f"{own} fires its guns" in told[british]
    assert "Critical hits, row" not in told[british]


STREET = """
scenario: street
title: The street
turn_limit: 1
sides:
  first: {title: First, things: {Child: [{name: Ada, place: [3, 3], facing: south}]}}
  second: {title: Second, things: {Child: [{name: Bo, place: [5, 5], facing: south}]}}
"""


def test_what_nobody_else_may_know_of_a_facing_is_shown_as_no_arrow(tmp_path):
    folder = shutil.copytree(Path(__file__).parents[2] / "language" / "base", tmp_path / "game")
    kinds = folder / "components.yaml"
    text = kinds.read_text("utf-8").replace("facing: {type: Facing,", "facing: {type: Facing, seen_by: owner,")
    kinds.write_text(text, "utf-8")
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "scenarios" / "street.yaml").write_text(STREET, "utf-8")
    findings = Findings()
    built, situation = Ruleset.open(str(folder)).scenario("street", findings)
    assert not findings, list(findings)
    pieces, first = Pieces(situation, built.module()), situation.things["first"]
    ada, bo = situation.things["Ada"], situation.things["Bo"]

    def arrows(side: int, revealed: dict[tuple[str, int], tuple[int, ...]]) -> list[str]:
        drawing = map_of(pieces, pieces.as_seen(view_of(situation, situation.state, side, revealed)))
        return [drawing.arrow(thing) for thing in (ada, bo)]

    south, southeast = arrows(-1, {})[0], arrows(first, {("Child.facing", bo): (2,)})[1]
    assert arrows(-1, {}) == [south, south]
    assert arrows(first, {}) == [south, " "]
    assert arrows(first, {("Child.facing", bo): (2,)}) == [south, southeast]
    assert southeast not in (" ", south)
