"""No byte tells a secret before it is due: what a seat is sent is the same where only secrets of others differ."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from quarterdeck.apps.server import game_host
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_keeper import DatabaseKeeper, GameKeeper
from quarterdeck.engine.run.views import PUBLIC, hidden_fields, owner_of
from quarterdeck.language.declarations.types import Boolean, EnumType, Number
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.ruleset.seating import Game, set_up_game
from tests.apps.server.seats import HostInTest, answer_to, hosted

GAMES: list[tuple[str, str, dict[str, str]]] = [
    ("tests/games/snowballs", "cousins", {}),
    ("tests/games/regatta", "harbour", {}),
    ("ships_and_sails", "lake_erie", {}),
    ("fear_god", "coronel", {}),
    ("quickfire", "coronel", {}),
    ("easyships", "midway", {}),
]
MOST = 400
EXPLAINED = ("tests/games/snowballs", "ships_and_sails")
"""Where others have read of rolls and decisions before the secret ones."""
Sent = dict[str | None, list[str]]


@dataclass
class Forked:
    """A game in which a secret decision was taken in one of several ways, and what others were sent in that time."""

    side: str
    answers: int
    sent: Sent
    reasons: Sent | None = None
    """What others were told then of why each line of their logs came about."""


class BytesSent:
    """What each seat of a game was sent, as bytes; a message is put into bytes once."""

    def __init__(self, table: HostInTest) -> None:
        self.table = table
        self.known: Sent = {side: [] for side in table.seats}

    def now(self) -> Sent:
        """Give what was sent so far."""
        for side, seat in self.table.seats.items():
            self.known[side] += map(json.dumps, seat.sent[len(self.known[side]) :])
        return {side: [*sent] for side, sent in self.known.items()}


def is_secret(table: HostInTest) -> bool:
    """Tell whether only the side that is asked may know that it is."""
    game = table.host.games[table.begun.game]
    assert game.maker is not None
    return game.maker.is_secret()


def phase_in_secret(table: HostInTest) -> int | None:
    """Give where the phase began in which all decide in secret, if one is played."""
    game = table.host.games[table.begun.game]
    assert game.live is not None
    assert game.maker is not None
    frames = game.maker.logs.narratives[PUBLIC].frames
    phases = game.live.sitting.secrecy.phases
    return game.maker.logs.phase_entry if any(frame.event.address in phases for frame in frames) else None


def all_answers(question: dict[str, Any]) -> list[Any]:
    found = [one["value"] for one in question["options"]]
    found += [run[end] for run in question["numbers"] for end in ("low", "high")]
    return [*found, *(["stop"] if question["may_stop"] else []), *(["none"] if question["may_decline"] else [])]


def all_reasons(table: HostInTest, side: str) -> Sent:
    """Ask for all others why each line came about, the newest last; what comes is no part of what is sent by itself."""
    found: Sent = {}
    for other, seat in table.seats.items():
        lines = [at for at, line in enumerate(seat.lines) if line["why"]][-8:] if other != side else []
        found[other] = [json.dumps(answer) for at in lines for answer in seat.send({"why": at})]
        del seat.sent[len(seat.sent) - len(found[other]) :]
    return found


def forked(
    where: tuple[str, str, dict[str, str]], secret: int, pick: int, pixels: int = 0, keeper: GameKeeper | None = None
) -> Forked | None:
    """Answer the secret question of a number in one way, and play on while what was decided is secret."""
    name, scenario, options = where
    host = GameHost() if keeper is None else GameHost(keeper)
    table = hosted(name, scenario, options=options, pixels=pixels, host=host)
    sending, found, count, phase = BytesSent(table), None, 0, None
    for _ in range(MOST):
        if table.is_over or (found is not None and phase_in_secret(table) != phase):
            break
        seat, sent = table.asked, sending.now()
        if found is not None:
            found.sent = sent
            found.reasons = found.reasons or all_reasons(table, found.side)
        message = answer_to(seat.sight)
        if found is None and is_secret(table):
            if count == secret:
                answers = list(dict.fromkeys(map(json.dumps, all_answers(seat.sight["question"]))))
                found = Forked(seat.connection.side or "", len(answers), sent)
                phase = phase_in_secret(table) or -1
                message = {**message, "value": json.loads(answers[pick % len(answers)])}
            count += 1
        assert not [one for one in seat.send(message) if "refused" in one]
    if found is not None:
        del found.sent[found.side]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("secrets", [(0, 4), pytest.param((1, 7, 12), marks=pytest.mark.soak)], ids=str)
@pytest.mark.parametrize("where", GAMES, ids=lambda where: where[0])
def test_what_is_decided_in_secret_is_in_no_byte_that_others_are_sent(where, secrets):
    seen = told = 0
    for secret in secrets:
        first = forked(where, secret, 0)
        if first is None:
            break
        for pick in range(1, min(first.answers, 4)):
            other = forked(where, secret, pick)
            assert other is not None
            assert other.side == first.side
            for side, sent in first.sent.items():
                shared = min(len(sent), len(other.sent[side]))
                assert sent[:shared] == other.sent[side][:shared], (secret, pick, side)
                assert len(sent) == len(other.sent[side]), (secret, pick, side)
            assert first.reasons == other.reasons
            told += sum(map(len, (first.reasons or {}).values()))
            seen += 1
    assert seen > 1
    assert told or where[0] not in EXPLAINED


@pytest.mark.parametrize(
    "where",
    [pytest.param(one, id=one[0], marks=[] if one is GAMES[2] else pytest.mark.soak) for one in GAMES],
)
def test_no_byte_tells_a_secret_where_a_database_keeps_the_game(where, database):
    """Each is its own game of one database, with the same seed; what is sent is as from memory."""
    in_memory = forked(where, 0, 0)
    assert in_memory is not None
    with GameDatabase.open(database) as games:
        for pick in (0, 1):
            kept = forked(where, 0, pick, keeper=DatabaseKeeper(games))
            assert kept is not None
            assert kept.side == in_memory.side
            for side, sent in in_memory.sent.items():
                assert [as_of_game(one) for one in sent] == [as_of_game(one) for one in kept.sent[side]], (pick, side)


def as_of_game(text: str) -> dict[str, Any]:
    """Give a message without the number of its game, which tells how many games a database holds."""
    message: dict[str, Any] = json.loads(text)
    if "sight" in message:
        del message["sight"]["game"]
    return message


def other_value(kind: Any, members: Callable[[str], int], value: int) -> int | None:
    """Give another value of a type; nothing for what is no number, truth or member."""
    match kind:
        case Boolean():
            return 1 - value
        case EnumType(enum=enum):
            return (value + 1) % members(enum)
        case Number():
            return value + 1
    return None


def hidden_places(game: Game, side: int) -> Iterator[tuple[int, int]]:
    """Give the places of the state that a side may not see, each with another value than it has."""
    program, state = game.built.program, game.start.state
    for address, who in hidden_fields(program):
        kind = address.split(".")[0]
        if kind not in program.layout.arrays or ".top " in address:  # a lookout sees what lies on top
            continue
        for thing in program.layout.things(kind):
            if state[thing] and (who == "nobody" or owner_of(program, state, thing, kind) != side):
                at = thing + program.layout.offsets[address]
                known = program.layout.types[address]
                value = other_value(known, lambda enum: len(program.world.enums[enum].members), state[at])
                if value is not None:
                    yield at, value


HIDING = [
    *GAMES[:2],
    ("easyships", "denmark_strait", {"hidden_damage": "yes"}),
    ("easyships", "northwestern_approaches", {}),
]


@pytest.mark.parametrize("where", HIDING, ids=lambda where: f"{where[0]} {where[1]}")
def test_what_is_hidden_is_in_no_byte_that_the_other_side_is_sent(where, monkeypatch):
    name, scenario, options = where
    places: list[tuple[int, int]] = []
    readers: list[str] = []

    def set_up(*wanted: Any) -> Game:
        made = set_up_game(*wanted)
        sides = [side for side in made.built.program.layout.things("Side") if made.start.state[side]]
        if places:
            for at, value in places:
                made.start.state[at] = value
        else:
            places.extend(hidden_places(made, sides[0]))
            readers.append(made.start.known_as[sides[0]])
        return made

    monkeypatch.setattr(game_host, "set_up_game", set_up)
    sent = []
    for _ in range(2):
        table = hosted(name, scenario, options=options, pixels=800)
        seats = [table.seats[side] for side in (readers[0], None)]
        things = [piece["thing"] for piece in seats[0].sight["board"]["pieces"]]
        for seat in seats:
            for thing in things:
                seat.send({"look": thing})
            for option in (seat.sight["question"] or {"options": []})["options"][:4]:
                seat.send({"number": seat.sight["number"], "chance": option["value"]})
        sent.append([[json.dumps(message) for message in seat.sent] for seat in seats])
    assert len(places) > 1
    assert any("looked" in message for message in sent[0][0])
    assert sent[0] == sent[1]


def test_a_hand_that_nobody_plays_is_in_no_byte(monkeypatch):
    """Who holds another card, draws others in secret and plays none, tells nobody so by anything that is sent."""
    sent = []
    for card in ("spinnaker", "short_cut"):

        def set_up(*wanted: Any, held: str = card) -> Game:
            made = set_up_game(*wanted)
            layout, side = made.built.program.layout, made.start.things["blues"]
            for one in ("spinnaker", "short_cut"):
                made.start.state[side + layout.offsets[f"Side.hand.{one}"]] = one == held
            return made

        monkeypatch.setattr(game_host, "set_up_game", set_up)
        table = hosted("tests/games/regatta", "harbour")
        sending = BytesSent(table)
        while not table.is_over:
            before = sending.now()
            seat = table.asked
            message = answer_to(seat.sight)
            is_trick = seat.sight["question"]["at"] == "racing.play_a_trick.trick"
            seat.send({**message, "value": "none"} if is_trick else message)
        sent.append([before[side] for side in ("reds", None)])  # in the end all is open
    assert sent[0] == sent[1]


def test_what_may_be_taken_back_says_nothing_of_the_hands_of_others(monkeypatch):
    """Whether a side was asked in secret hangs on its hand; who asks at each question to take back learns nothing."""
    sent = []
    for cards in (0, 1):

        def set_up(*wanted: Any, held: int = cards) -> Game:
            made = set_up_game(*wanted)
            layout, start = made.built.program.layout, made.start
            for one in ("spinnaker", "short_cut"):
                start.state[layout.arrays["Game"].base + layout.offsets[f"Game.tricks.{one}"]] = 0
                start.state[start.things["blues"] + layout.offsets[f"Side.hand.{one}"]] = held
                start.state[start.things["reds"] + layout.offsets[f"Side.hand.{one}"]] = 1
            for boat, torn in (("Rose", 1), ("Bell", 0)):
                start.state[start.things[boat] + layout.offsets["Boat.troubles.torn_sail"]] = torn
            return made

        monkeypatch.setattr(game_host, "set_up_game", set_up)
        table = hosted("tests/games/regatta", "harbour")
        reds, sending = table.seats["reds"], BytesSent(table)
        while not table.is_over:
            before = sending.now()
            seat = table.asked
            if seat is reds:
                reds.send({"undo": "ask"})
                table.seats["blues"].send({"undo": "decline"})
            message = answer_to(seat.sight)
            is_trick = seat.sight["question"]["at"] == "racing.play_a_trick.trick"
            seat.send({**message, "value": "none"} if is_trick else message)
        sent.append([before[side] for side in ("reds", None)])
    for one, other in zip(*sent, strict=True):
        shorter = min(len(one), len(other))  # the last question of all is asked in secret, or it is not asked
        assert shorter > 20
        assert one[:shorter] == other[:shorter]
