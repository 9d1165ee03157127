"""Dice that people throw on the table and type in: agreed by all, asked in turn, told with what is needed."""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.run.journal import read_journal
from tests.apps.server.seats import HostInTest, SeatInTest, answer_to, hosted


def agreed(table: HostInTest) -> HostInTest:
    one, other = table.people
    assert one.send({"dice": "ask"})[-1]["table"]["wishes"] == [{"kind": "dice", "by": side(one), "side": side(one)}]
    assert other.send({"dice": "agree"})[-1]["table"]["dice"] == "typed"
    return table


def side(seat: SeatInTest) -> str | None:
    return seat.connection.side


def refused(seat: SeatInTest, message: Any) -> str:
    (answer,) = seat.send(message)
    return str(answer["refused"]["why"])


def until_dice(table: HostInTest) -> dict[str, Any]:
    """Answer until a die is asked for."""
    for _ in range(300):
        seat = table.people[0]
        if seat.sight["dice"]:
            dice: dict[str, Any] = seat.sight["dice"]
            return dice
        asked = table.asked
        asked.send(answer_to(asked.sight))
    raise AssertionError("no die is asked for")


def test_dice_are_typed_in_by_anybody_who_plays_and_are_in_the_record():
    table = agreed(hosted("easyships", "denmark_strait", seed=3))
    shown = []
    for at in range(6):
        dice = until_dice(table)
        assert dice["number"] == at
        assert all(seat.sight["dice"] == dice for seat in table.seats.values()), "everybody sees which die is thrown"
        assert table.people[0].sight["question"] is None
        face = 1 + at % dice["sides"]
        thrower = table.people[at % 2]
        assert "refused" not in thrower.send({"number": dice["number"], "faces": [face]})[0]
        shown.append(face)
    record = [one["die"] for one in read_journal(table.host.keeper.store(1)).entries if "die" in one]
    assert record[-len(shown) :] == shown


def test_what_a_die_cannot_show_is_refused():
    table = agreed(hosted("easyships", "denmark_strait"))
    dice, seat = until_dice(table), table.people[0]
    assert "shows 1 to" in refused(seat, {"number": dice["number"], "faces": [dice["sides"] + 1]})
    assert "shows 1 to" in refused(seat, {"number": dice["number"], "faces": []})
    assert "1" in refused(seat, {"number": dice["number"], "faces": [0]})
    assert "no such die" in refused(seat, {"number": dice["number"] + 1, "faces": [1]})
    assert "spectators" in refused(table.seats[None], {"number": dice["number"], "faces": [1]})
    assert "already" in refused(seat, {"dice": "ask"})


def test_needed_faces_and_their_chance_are_told_before_a_check():
    table = agreed(hosted("easyships", "denmark_strait"))
    for _ in range(40):
        dice = until_dice(table)
        if dice["words"] == "a hit":
            break
        table.people[0].send({"number": dice["number"], "faces": [1]})
    number, _, _, *_ = dice["needed"].split()
    assert dice["needed"].endswith("or less") or dice["needed"] == number
    assert float(dice["chance"].rstrip("%")) == 100 * int(number) / dice["sides"]


def test_the_host_rolls_again_and_a_game_that_slept_waits_at_the_same_die():
    table = agreed(hosted("easyships", "denmark_strait"))
    dice = until_dice(table)
    table.host.games[1].sleep()
    seat = SeatInTest(table.host, table.token(side(table.people[0])))
    assert seat.sight["dice"] == dice
    seat.send({"dice": "roll"})
    assert seat.sight["dice"] is None
    assert seat.table["dice"] == "rolled"


def test_a_game_is_played_to_its_end_with_dice_of_the_table():
    table = agreed(hosted("tests/games/snowballs", "cousins"))
    seat, thrown = table.people[0], 0
    while not table.is_over:
        if seat.sight["dice"]:
            dice = seat.sight["dice"]
            seat.send({"number": dice["number"], "faces": [1 + thrown % dice["sides"]]})
            thrown += 1
        else:
            table.answer()
    assert thrown
