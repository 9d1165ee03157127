"""The operations of the HTTP interface as one table: requests are served by it, and the OpenAPI document is made of it.

In: nothing. Out: for each operation its path, who may use it, the types of what it takes and gives, and what does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from quarterdeck.analysis.trial.checkup import Checkup
from quarterdeck.analysis.trial.requests import AnswerData
from quarterdeck.apps.api.comparing import RulesetDifference
from quarterdeck.apps.server.api_records import (
    AddressWanted,
    CheckWanted,
    DiffWanted,
    GameOpened,
    GameOrdered,
    GamesBefore,
    GamesListed,
    GameState,
    LogPlace,
    OddsWanted,
    RuleOdds,
    RulesetsOffered,
    SeatAction,
    SeatQuestion,
    SeatView,
    ThingWanted,
    TryWanted,
)
from quarterdeck.apps.server.game_resources import GameResources, SeatReader
from quarterdeck.apps.server.messages import AnswerAccepted, Answered, LineExplained, LogPart, SeatsTold
from quarterdeck.apps.server.rule_book import RuleShown
from quarterdeck.engine.board.board_data import CardData

Access = Literal["anybody", "guest", "owner"]
"""Who may use an operation: without a token, with any token, or with the token of the host."""


@dataclass(frozen=True)
class ApiCall:
    """A request that was understood: the reader of a game, numbers of the path, the query and the body."""

    resources: GameResources
    path: Mapping[str, int]
    query: Mapping[str, Any]
    body: Any
    game_reader: SeatReader | None = None

    @property
    def reader(self) -> SeatReader:
        """Whoever reads the game of the path."""
        assert self.game_reader is not None
        return self.game_reader


@dataclass(frozen=True)
class ApiOperation:
    """One method of one resource."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    summary: str
    answer: Any
    run: Callable[[ApiCall], Any] | None = None
    """What does it, in the thread of the games; none: a question about rules, put to a process of its own."""
    access: Access = "guest"
    query: Any = None
    body: Any = None
    status: int = 200

    @property
    def is_of_game(self) -> bool:
        """Tell whether it reads or changes one game."""
        return "{game}" in self.path


OPERATIONS = (
    ApiOperation(
        "rulesets",
        "GET",
        "/rulesets",
        "List the rulesets of this host.",
        RulesetsOffered,
        lambda c: c.resources.rulesets(),
    ),
    ApiOperation(
        "games",
        "GET",
        "/games",
        "List the games of this host, the newest first.",
        GamesListed,
        lambda c: c.resources.games(c.query.get("before")),
        access="owner",
        query=GamesBefore,
    ),
    ApiOperation(
        "open_game",
        "POST",
        "/games",
        "Open a game, and get the tokens of its seats.",
        GameOpened,
        lambda c: c.resources.open(c.body),
        access="owner",
        body=GameOrdered,
        status=201,
    ),
    ApiOperation(
        "game",
        "GET",
        "/games/{game}",
        "Show the seats, the sides that a game waits for, and its end.",
        GameState,
        lambda c: c.resources.state(c.reader),
    ),
    ApiOperation(
        "view",
        "GET",
        "/games/{game}/view",
        "Show the current view of the seat.",
        SeatView,
        lambda c: c.resources.view(c.reader),
    ),
    ApiOperation(
        "question",
        "GET",
        "/games/{game}/question",
        "Show the question that the seat must answer now, with its options and the refused ones.",
        SeatQuestion,
        lambda c: c.resources.question(c.reader),
    ),
    ApiOperation(
        "decide",
        "POST",
        "/games/{game}/decisions",
        "Answer the question of a number; the same answer may be sent again.",
        AnswerAccepted,
        lambda c: c.resources.decide(c.reader, c.body),
        body=Answered,
    ),
    ApiOperation(
        "act",
        "POST",
        "/games/{game}/actions",
        "Take a decision back, let a bot decide, reply to such a request, or resign.",
        SeatsTold,
        lambda c: c.resources.act(c.reader, c.body),
        body=SeatAction,
    ),
    ApiOperation(
        "log",
        "GET",
        "/games/{game}/log",
        "Return the lines of the log of the seat.",
        LogPart,
        lambda c: c.resources.log(c.reader, c.query.get("start", 0)),
        query=LogPlace,
    ),
    ApiOperation(
        "why",
        "GET",
        "/games/{game}/log/{line}/why",
        "Explain a line of the log whose `why` is true, as far as the seat may know.",
        LineExplained,
        lambda c: c.reader.looked("why", c.path["line"]),
    ),
    ApiOperation(
        "card",
        "GET",
        "/games/{game}/card",
        "Show all that the seat may see of a thing.",
        CardData,
        lambda c: c.reader.looked("look", c.query["thing"])["card"],
        query=ThingWanted,
    ),
    ApiOperation(
        "rule",
        "GET",
        "/games/{game}/rule",
        "Show the section of the rules' book that an address is in.",
        RuleShown,
        lambda c: c.reader.looked("rule", c.query["address"]),
        query=AddressWanted,
    ),
    ApiOperation("check", "POST", "/check", "Check a ruleset.", Checkup, body=CheckWanted),
    ApiOperation("try", "POST", "/try", "Try a rule in a situation.", AnswerData, body=TryWanted),
    ApiOperation("odds", "POST", "/odds", "Count the exact chances of a rule.", RuleOdds, body=OddsWanted),
    ApiOperation("diff", "POST", "/diff", "Compare two rulesets by meaning.", RulesetDifference, body=DiffWanted),
)
