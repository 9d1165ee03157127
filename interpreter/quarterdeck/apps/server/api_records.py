"""What other programs send to the HTTP interface and get from it, as types: the OpenAPI document is made from these.

A request body or a query is a typed dictionary, an answer a record. What seats are shown over sockets is not repeated
here: `messages` has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from quarterdeck.apps.server.messages import (
    BotWishFor,
    DiceAsked,
    GameOver,
    Resignation,
    SeatState,
    SeatWish,
    ShortText,
    UndoWish,
    Waits,
)
from quarterdeck.base.errors import FailureSort
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.plain_data import Count, FromOne, Limit, SchemaName
from quarterdeck.engine.board.board_data import BoardData
from quarterdeck.engine.board.question_data import OpenQuestionData
from quarterdeck.engine.odds.odds_data import OddsData

RulesetName = Annotated[
    str,
    Limit("pattern", "^[A-Za-z0-9_-]+([+][A-Za-z0-9_-]+)*$"),
    Limit("maxLength", 200),
]
Expression = Annotated[str, Limit("maxLength", 1000)]
Expressions = Annotated[list[Expression], Limit("maxItems", 20)]
GivenValue = Annotated[
    Any,
    SchemaName(
        "fact",
        "A fact as an example writes it: a name, a whole number, a truth, or lists and objects of these. "
        "Other numbers are text.",
        schema={
            "anyOf": [
                {"type": ["integer", "string", "boolean", "null"]},
                {"type": "array", "items": {"$ref": "#/$defs/fact"}},
                {"type": "object", "additionalProperties": {"$ref": "#/$defs/fact"}},
            ]
        },
    ),
]
GivenValues = Annotated[dict[str, GivenValue], Limit("maxProperties", 500)]


# --- what is sent


class GameOrder(TypedDict):
    """Open a game."""

    ruleset: RulesetName
    scenario: ShortText


class GameOrdered(GameOrder, total=False):
    """Open a game: `seats` says who decides for a side, one that is not named is open; without `seed` it is chance."""

    seats: Annotated[dict[str, Literal["open", "me", "bot", "random"]], Limit("maxProperties", 20)]
    options: Annotated[dict[str, ShortText], Limit("maxProperties", 50)]
    seed: Annotated[int, Limit("minimum", 0), Limit("maximum", 2**53)]


class LogPlace(TypedDict, total=False):
    """The line of the log to begin with, counted from 0."""

    start: Count


class ThingWanted(TypedDict):
    """A thing by its name on the board."""

    thing: ShortText


class AddressWanted(TypedDict):
    """The address of a rule, table or phase."""

    address: ShortText


class GamesBefore(TypedDict, total=False):
    """List games with lower numbers than this."""

    before: FromOne


SeatAction = UndoWish | BotWishFor | Resignation


class FactsGiven(TypedDict, total=False):
    """What holds while a rule is tried: the parts that a worked example has."""

    given: GivenValues
    things: Annotated[dict[str, GivenValues], Limit("maxProperties", 200)]
    options: GivenValues
    constants: GivenValues
    board: Annotated[dict[str, int], Limit("maxProperties", 20)]
    situation: ShortText
    dice: GivenValue
    choices: GivenValue


class CheckWanted(TypedDict):
    """Check a ruleset."""

    ruleset: RulesetName


class RuleWanted(TypedDict):
    """A rule of a ruleset."""

    ruleset: RulesetName
    address: ShortText


class TryWanted(RuleWanted, total=False):
    """Try a rule: `then` are rules that run after it, `show` are expressions, `seed` lets other dice fall by chance."""

    facts: FactsGiven
    then: Annotated[list[ShortText], Limit("maxItems", 20)]
    show: Expressions
    seed: Annotated[int, Limit("minimum", 0), Limit("maximum", 2**53)]
    decider: Literal["", "first", "default", "random", "bot"]


class OddsWanted(RuleWanted, total=False):
    """Count a rule: `show` are expressions; with `each` they are counted one by one."""

    facts: FactsGiven
    show: Expressions
    each: bool
    decider: Literal["", "first", "default", "random"]


class TwoRulesets(TypedDict):
    """Two rulesets."""

    before: RulesetName
    after: RulesetName


class DiffWanted(TwoRulesets, total=False):
    """Compare two rulesets; without `odds` only their rules, and nothing is counted."""

    odds: bool


# --- what is answered


@dataclass(frozen=True)
class RulesetOffered:
    """A ruleset of this host, with the variants that may follow its name after a `+`."""

    name: str
    variants: Sequence[str]


@dataclass(frozen=True)
class RulesetsOffered:
    """The rulesets of this host."""

    rulesets: Sequence[RulesetOffered]


@dataclass(frozen=True)
class GameState:
    """A game of the host: who sits where, the turn, for whom it waits, and how it ended.

    `turn` and `waits` are null while it sleeps. `problem` says why it cannot go on; it is empty where it can.
    """

    game: FromOne
    title: str
    seats: Mapping[str, SeatState]
    wishes: Sequence[SeatWish]
    turn: Count | None
    waits: Waits | None
    over: GameOver | None
    problem: str


@dataclass(frozen=True)
class GamesListed:
    """Games of the host, the newest first; `more` tells whether there are older ones."""

    games: Sequence[GameState]
    more: bool


@dataclass(frozen=True)
class SeatOpened:
    """The token of a seat, or of the spectators (whose side is null)."""

    side: str | None
    kind: str
    token: str


@dataclass(frozen=True)
class GameOpened:
    """A game that was opened. Its tokens are in no other answer: the host keeps only their hashes."""

    game: FromOne
    title: str
    seats: Sequence[SeatOpened]


@dataclass(frozen=True)
class SeatView:
    """What a seat may see now. `number` is that of its question, which an answer repeats."""

    game: FromOne
    title: str
    side: str | None
    number: Count
    turn: Count
    question: OpenQuestionData | None
    waits: Waits | None
    dice: DiceAsked | None
    over: GameOver | None
    board: BoardData


@dataclass(frozen=True)
class SeatQuestion:
    """The question that the seat must answer now, and its number; null while it need not decide."""

    number: Count
    question: OpenQuestionData | None


@dataclass(frozen=True)
class RuleOdds:
    """The exact chances of a rule."""

    ruleset: str
    address: str
    odds: Sequence[OddsData]


@dataclass(frozen=True)
class HttpProblem:
    """Why a request has no answer, in the form of problem details (RFC 9457).

    `type` is `quarterdeck:problem:` and the status, `detail` is for people. `failed` is the kind of failure that
    commands give with `--json`, where there is one, and `findings` are diagnostics with their codes.
    """

    type: str
    title: str
    status: Annotated[int, Limit("minimum", 400), Limit("maximum", 599)]
    detail: str
    failed: FailureSort | None
    findings: Sequence[Finding]
