"""Orders for many ships at a terminal: few lines for the turn of a fleet, orders again, a map of what is asked."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable
from unittest import mock

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.apps.terminal.map import Map
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry import hexes
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.workspace.ruleset.seating import set_up_game
from tests.apps.terminal.program import saved

pytestmark = pytest.mark.no_cover
PLACE = re.compile(r"^Turn (\d+) · (.*) · [^·]+$", re.MULTILINE)
MOST_LINES, MOST_KEYS = 15, 65


class Typist(io.StringIO):
    """Types for each prompt what a policy says, which sees what was printed since the last."""

    def __init__(self, out: io.TextIOWrapper, policy: Callable[[str], str | None]) -> None:
        super().__init__()
        self.out, self.policy, self.seen, self.typed = out, policy, 0, list[tuple[int, str]]()
        self.turn = 0

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        raw = self.out.buffer
        assert isinstance(raw, io.BytesIO)
        printed = raw.getvalue()[self.seen :].decode()
        self.seen = len(raw.getvalue())
        self.turn = int(found[-1][0]) if (found := PLACE.findall(printed)) else self.turn
        said = self.policy(printed)
        if said is None:
            return ""
        self.typed.append((self.turn, said))
        return f"{said}\n"


def played(*arguments: object, policy: Callable[[str], str | None]) -> tuple[Typist, str]:
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    typist = Typist(out, policy)
    with contextlib.redirect_stdout(out), mock.patch("sys.stdin", typist):
        main([str(argument) for argument in arguments])
    raw = out.buffer
    assert isinstance(raw, io.BytesIO)
    return typist, raw.getvalue().decode()


class FirstShipByHand:
    """Answers for the first ship of each phase, and lets the others follow; else takes what is advised."""

    def __init__(self, turns: int) -> None:
        self.turns, self.ship = turns, ""
        self.phase: tuple[str, str] | None = None

    def __call__(self, printed: str) -> str | None:
        if "There is no earlier answer" in printed:
            return "rest"
        turn, phase = PLACE.findall(printed)[-1]
        if int(turn) > self.turns:
            return None
        asked = next(line for line in printed.splitlines()[::-1] if line.endswith("?"))
        ship = next((word for word in asked.split() if word[:1].isupper() and word not in ("How", "Which")), asked)
        if (turn, phase) != self.phase:
            self.phase, self.ship = (turn, phase), ship
            return ""
        return "" if ship == self.ship else "follow"


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", [("quickfire", "yalu_river"), ("fear_god", "dogger_bank"), ("ships_and_sails", "nile")]
)
def test_a_turn_of_a_fleet_takes_few_lines(tmp_path, record_property, scenario):
    policy = FirstShipByHand(2)
    seats = ("--sides", "person,bot", "--seed", 3, "--save", tmp_path / "kept.jsonl")
    typist, _ = played("play", *scenario, *seats, policy=policy)
    decided = sum("choice" in entry for entry in saved(tmp_path / "kept.jsonl").entries)
    for turn in (1, 2):
        lines = [said for at, said in typist.typed if at == turn]
        keys = sum(len(said) + 1 for said in lines)
        print(f"{scenario[0]} {scenario[1]}, turn {turn}: {len(lines)} lines, {keys} keys; {decided} decisions in all")
        record_property(f"keys of turn {turn}", keys)
        assert len(lines) <= MOST_LINES
        assert keys <= MOST_KEYS


class Script:
    """Types one line after another, and leaves after the last; `until` lines wait until something is printed."""

    def __init__(self, *lines: str, until: str = "") -> None:
        self.lines, self.until = list(lines), until

    def __call__(self, printed: str) -> str | None:
        if self.until and self.until not in printed:
            return ""
        self.until = ""
        return self.lines.pop(0) if self.lines else None


def choices_of(tmp_path, side: str, *lines: str, until: str = "") -> tuple[list[tuple[str, object]], str]:
    kept = tmp_path / "kept.jsonl"
    seats = ("--sides", "person,bot", "--seed", 3, "--save", kept)
    _, printed = played("play", "fear_god", "coronel", *seats, policy=Script(*lines, until=until))
    return [(one["at"], one["choice"]) for one in saved(kept).entries if one.get("by") == side], printed


@pytest.mark.slow
def test_one_answer_is_given_to_all_who_are_asked_the_same(tmp_path):
    found, _ = choices_of(tmp_path, "british", "2 all", "", "", "", "", "", "", "", "", "quit")
    courses = [choice for at, choice in found if at == "sailing.give_orders.course"]
    assert len(courses) == 2
    assert courses[0] == courses[1]


@pytest.mark.slow
def test_others_follow_the_first_and_the_orders_of_the_turn_before_come_again(tmp_path):
    lines = ("follow", "rest", "again all", "quit")
    found, printed = choices_of(tmp_path, "british", *lines, until="Which course does Monmouth steer?")
    by_ship = [choice for at, choice in found if at == "sailing.give_orders.course"]
    assert "There is no earlier answer" not in printed
    assert by_ship[0] == by_ship[1], "the second ship follows the first"
    assert len(by_ship) >= 4, printed[-3000:]
    assert by_ship[2:4] == by_ship[:2], "and both steer in the next turn as in this one"


@pytest.mark.slow
def test_nothing_is_repeated_where_nothing_was_answered(tmp_path):
    _, printed = choices_of(tmp_path, "british", "again", "follow", "again all", "quit")
    assert printed.count("There is no earlier answer that may be given here.") == 3


def test_a_map_that_is_too_large_shows_what_is_asked_about():
    game = set_up_game(Ruleset.open("easyships"), "denmark_strait", {}, Findings())
    pieces = Pieces(game.start, game.built.module())
    state = game.start.state
    places = [pieces.place_of(state, thing) for thing, code in pieces.codes.items() if code.startswith("A")]
    for own in (places, places[:1]):
        frame = Map(pieces, state, about=own).frame(60, 23)
        assert frame is not None
        assert all(frame.top <= row <= frame.bottom for _, row in map(hexes.column_row, own))
    middle = Map(pieces, state).frame(60, 23)
    assert middle is not None
    assert not all(middle.top <= row <= middle.bottom for _, row in map(hexes.column_row, places))
