"""The messages between the host of a game and whoever sits at it, as types: their schemas are made from these.

Each message of the host is an object with one key, which names its kind. Each message of a seat has one key of
`KINDS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from quarterdeck.analysis.why.why_lines import WhyLine
from quarterdeck.base.plain_data import Count, Limit, SchemaName
from quarterdeck.base.schema_reader import MisfitError, checked
from quarterdeck.engine.board.board_data import BoardData, CardData
from quarterdeck.engine.board.question_data import OpenQuestionData

ShortText = Annotated[str, Limit("maxLength", 200)]
Written = Annotated[
    int | str | list[int | str],
    SchemaName(
        "answer",
        "An answer as the record of a game writes it: a number, a name, a hex.",
        schema={
            "anyOf": [{"type": ["integer", "string"]}, {"type": "array", "items": {"type": ["integer", "string"]}}]
        },
    ),
]


# --- from a seat


class TokenShown(TypedDict):
    """The first message at a socket: the token of a seat or of the spectators."""

    token: ShortText


class Greeting(TokenShown, total=False):
    """The first message at a socket: the token of a seat or of the spectators.

    With `pixels`, about the width of the board on the screen, each sight has a picture.
    """

    pixels: Annotated[int, Limit("minimum", 100), Limit("maximum", 10000)]


class Answered(TypedDict):
    """An answer to the question of a number."""

    number: Count
    value: Written


class UndoWish(TypedDict):
    """Ask to take back the own last decision, or agree or disagree with another who asked."""

    undo: Literal["ask", "agree", "decline"]


class BotWish(TypedDict):
    """Ask that a bot decides for a side, agree or disagree, or take the own seat back from a bot."""

    bot: Literal["ask", "agree", "decline", "back"]


class BotWishFor(BotWish, total=False):
    """Ask that a bot decides for a side, agree or disagree, or take the own seat back from a bot.

    Without `side` it is the own side.
    """

    side: ShortText


class DiceWish(TypedDict):
    """Ask that dice are thrown on the table and typed in, agree or disagree, or let the host roll them again."""

    dice: Literal["ask", "agree", "decline", "roll"]


class FacesTyped(TypedDict):
    """What real dice show: the one that is asked for by its number, and those that come right after it."""

    number: Count
    faces: Annotated[list[Annotated[int, Limit("minimum", 1), Limit("maximum", 10**9)]], Limit("maxItems", 50)]


class Resignation(TypedDict):
    """Give up the game."""

    resign: Literal[True]


class LookWish(TypedDict):
    """Ask for all that the seat may see of a thing, by its name on the board, and for its arcs and ranges."""

    look: ShortText


class ChanceWish(TypedDict):
    """Ask what comes of an answer by chance, before it is given to the question of a number."""

    number: Count
    chance: Written


class WhyWish(TypedDict):
    """Ask why a line of the own log came about, by its number in the log, from 0."""

    why: Count


class RuleWish(TypedDict):
    """Ask for the section of the rules' book that an address is in."""

    rule: ShortText


class StateWish(TypedDict):
    """Ask for a state of a saved game that is shown, by its number, from 0."""

    state: Count


KINDS: Mapping[str, Any] = {
    "value": Answered,
    "undo": UndoWish,
    "bot": BotWishFor,
    "dice": DiceWish,
    "faces": FacesTyped,
    "resign": Resignation,
    "look": LookWish,
    "chance": ChanceWish,
    "why": WhyWish,
    "state": StateWish,
    "rule": RuleWish,
}
"""The kinds of messages of a seat, each by the key that only it has."""


def read_message(data: Any) -> tuple[str, Mapping[str, Any]]:
    """Give the kind of a message of a seat, and the message.

    Raises:
        MisfitError: it does not fit the schema of a kind.
    """
    if not isinstance(data, dict):
        raise MisfitError('a message is an object, as {"number": 1, "value": "stop"}')
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        raise MisfitError(f"a message has exactly one of the keys {', '.join(KINDS)}")
    message: Mapping[str, Any] = checked(KINDS[kinds[0]], data)
    return kinds[0], message


# --- from the host


SeatState = Literal["here", "away", "bot", "random", "resigned"]
"""A person with an open page, one without, a program, or nobody who goes on."""


@dataclass(frozen=True)
class Waits:
    """Who decides now: the sides by their names, and words for people. All sides may decide in secret."""

    sides: Sequence[str]
    words: str


@dataclass(frozen=True)
class GameOver:
    """How the game ended: `winner` is a side by its name, or null where nobody won."""

    winner: str | None
    words: str


@dataclass(frozen=True)
class LineTold:
    """A line of the log: how deep it is, its kind and its text.

    `number` is that of its entry in the record, or 0 where it tells of none, or the number would tell something secret.
    `why` tells whether it can be explained.
    """

    depth: Count
    sort: str
    text: str
    number: Count
    why: bool


@dataclass(frozen=True)
class LogPart:
    """The lines of the log from a number on: what the seat holds from there is replaced by these."""

    start: Count
    lines: Sequence[LineTold]


@dataclass(frozen=True)
class LineExplained:
    """Why a line of the log came about, as far as the seat may know: lines, each with the depths at which it is shown.

    `number` is that of its entry in the record, or 0. `rule` is the address of what rolled or asked.
    """

    line: Count
    number: Count
    lines: Sequence[WhyLine]
    rule: str


@dataclass(frozen=True)
class ChanceTold:
    """A check that follows an answer: in what words, and the chance that it succeeds, in percent and as a fraction."""

    words: str
    chance: str
    fraction: str


@dataclass(frozen=True)
class ChangeTold:
    """A number of a thing that may change: by how much on average, and the chance that it does at all."""

    thing: str
    words: str
    mean: str
    chance: str


@dataclass(frozen=True)
class ChancesTold:
    """What comes of an answer by chance, as far as it follows at once and the seat may know all that goes into it."""

    number: Count
    value: Written
    checks: Sequence[ChanceTold]
    changes: Sequence[ChangeTold]


DiceFrom = Literal["rolled", "typed", "both machines"]
"""Where dice come from: the host rolls them, people type them in, or two machines make them together."""


@dataclass(frozen=True)
class SeatsTold:
    """Who sits where: here, away, bot, random or resigned, by side; what somebody has asked for; who rolls dice.

    `clock` is how many seconds a person may take for a decision, or 0: then a bot decides for the side from then on.
    """

    seats: Mapping[str, SeatState]
    wishes: Sequence[SeatWish]
    dice: DiceFrom
    clock: Count


@dataclass(frozen=True)
class SeatWish:
    """What somebody has asked for and others must agree to."""

    kind: Literal["undo", "bot", "dice"]
    by: str
    side: str


@dataclass(frozen=True)
class GroundPicture:
    """What never moves: its hash, the `viewBox` of all layers, and its SVG, which is null where it was sent before."""

    hash: str
    box: str
    svg: str | None


@dataclass(frozen=True)
class BoardPicture:
    """The board as SVG, without the element around it: the ground, and above it what may change."""

    ground: GroundPicture
    moving: str


@dataclass(frozen=True)
class ThingLooked:
    """All that a seat may see of a thing, and the layers above the ground with its arcs and ranges."""

    card: CardData
    moving: str | None


@dataclass(frozen=True)
class DiceAsked:
    """A die that somebody is to throw: its number, how many sides it has, for what, and within which rule.

    `needed` says with which faces a check succeeds, and `chance` how likely that is, where all may know that.
    """

    number: Count
    sides: Count
    words: str
    about: str
    needed: str
    chance: str


@dataclass(frozen=True)
class Sight:
    """The current view of a seat.

    `number` is that of the question, which the answer repeats. `picture` is null for who asked for none. `dice` is the
    die that is to be thrown on the table, where the game waits for one. `left` is how many seconds are left for the
    open question, if the table has a clock and the seat may know that the question is open.
    """

    game: Count
    title: str
    side: str | None
    number: Count
    turn: Count
    question: OpenQuestionData | None
    waits: Waits | None
    dice: DiceAsked | None
    over: GameOver | None
    board: BoardData
    picture: BoardPicture | None
    log: LogPart
    left: Count | None


@dataclass(frozen=True)
class StatesTold:
    """The states of a saved game that is shown: of each its turn, and how many lines the log had; and how it ended."""

    turns: Sequence[Count]
    lines: Sequence[Count]
    end: str


@dataclass(frozen=True)
class StateShown:
    """One of the states of a saved game that is shown."""

    number: Count
    board: BoardData
    picture: BoardPicture | None


@dataclass(frozen=True)
class AnswerAccepted:
    """The answer to the question of this number is safe."""

    number: Count


@dataclass(frozen=True)
class MessageRefused:
    """Why a message changed nothing."""

    why: str
