"""A host takes and gives so much and no more: the page of bounds names it, and what is above is refused in words."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.apps.server import (
    game_host,
    game_resources,
    hosted_replay,
    http_interface,
    messages,
    rate,
    rule_questions,
    rule_worker,
    sight,
    sockets,
)
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_resources import GameResources
from quarterdeck.apps.server.http_interface import HttpInterface
from quarterdeck.apps.server.http_problems import ProblemError, response_to
from quarterdeck.apps.server.messages import read_message
from quarterdeck.apps.server.rule_questions import RuleQuestions
from quarterdeck.apps.server.ruleset_catalogue import RulesetCatalogue
from quarterdeck.base.schema_reader import MisfitError, schema_for
from quarterdeck.engine.board import question_data
from quarterdeck.workspace.games import answer_odds
from tests.apps.server.seats import SMALL

PAGE = Path(__file__).parents[3] / "docs" / "bounds.md"
FACES = schema_for(messages.FacesTyped)[1]["FacesTyped"]["properties"]["faces"]["maxItems"]
BOARD = [
    sockets.MOST_BYTES, rate.PER_SECOND, rate.AT_ONCE, sockets.MOST_WAITING, game_host.MOST_CONNECTIONS,
    game_host.MOST_AT_SEAT, question_data.MOST_OPTIONS, FACES, answer_odds.MOST_WORK, answer_odds.MOST_CHECKS,
    answer_odds.MOST_CHANGES, sight.MOST_CASES, sight.EXPLAINED, hosted_replay.KEYFRAME,
]  # fmt: skip
HTTP = [
    sockets.MOST_BYTES, http_interface.MOST_OF_QUERY, sockets.PATIENCE, http_interface.PER_SECOND,
    http_interface.AT_ONCE, http_interface.MOST_BUCKETS, game_resources.MOST_LISTED, game_resources.MOST_OPEN,
    rule_questions.MOST_RUNNING, rule_questions.MOST_WAITING, rule_worker.MOST_SECONDS, rule_worker.MOST_MEMORY,
    rule_worker.MOST_BYTES_OF_ANSWER, rule_worker.BUDGET, rule_worker.BUDGET_OF_DIFF,
]  # fmt: skip


@pytest.mark.parametrize(("heading", "bounds"), [("The board", BOARD), ("HTTP interface", HTTP)])
def test_the_page_names_each_bound(heading, bounds):
    section = PAGE.read_text("utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    told = [line.rsplit("|", 2)[1].strip() for line in section.splitlines() if line[-3:-2].isdigit()]
    assert told == [f"{bound:,.0f}" for bound in bounds]


@pytest.mark.parametrize(
    "message",
    [
        {"number": 0, "faces": [1] * (FACES + 1)},
        {"number": 0, "faces": [10**9 + 1]},
        {"look": "x" * 201},
        {"bot": "ask", "side": "x" * 201},
        {"rule": "x" * 201},
        {"state": -1},
    ],
)
def test_messages_above_their_bounds_are_refused(message):
    with pytest.raises(MisfitError):
        read_message(message)


def refused(error: pytest.ExceptionInfo[ProblemError], status: int) -> None:
    """See that a problem has a status, and that its response says when to come again."""
    answer = response_to(error.value)
    assert answer.status_code == error.value.status == status
    assert int(answer.headers["retry-after"]) >= 1
    assert json.loads(bytes(answer.body))["status"] == status


def test_one_token_may_ask_so_often_and_others_are_served():
    interface = HttpInterface(None, None, None)  # type: ignore[arg-type]
    for _ in range(int(http_interface.AT_ONCE)):
        interface.slow_down("one")
    interface.buckets["one"].left = 0
    with pytest.raises(ProblemError) as error:
        interface.slow_down("one")
    refused(error, 429)
    interface.slow_down("other")
    for number in range(http_interface.MOST_BUCKETS + 10):
        interface.slow_down(str(number))
    assert len(interface.buckets) == http_interface.MOST_BUCKETS


def test_no_game_is_opened_where_too_many_are_awake(monkeypatch):
    monkeypatch.setattr(game_resources, "MOST_OPEN", 1)
    resources = GameResources(GameHost(), RulesetCatalogue.with_games([SMALL[0]]))
    order = {"ruleset": "snowballs", "scenario": SMALL[1]}
    resources.open(order)
    with pytest.raises(ProblemError) as error:
        resources.open(order)
    refused(error, 503)
    resources.host.sleep_idle(0)
    assert resources.open(order).game == 2


@pytest.fixture(name="waiting")
def _waiting(monkeypatch: pytest.MonkeyPatch) -> RuleQuestions:
    """Give what answers questions about rules, each of which lasts until the test is over."""

    async def run(self: RuleQuestions, question: str) -> str:
        await asyncio.sleep(1000)
        return ""

    monkeypatch.setattr(RuleQuestions, "run", run)
    return RuleQuestions(RulesetCatalogue())


def test_one_question_about_rules_for_each_token_and_so_many_in_all(waiting):
    most = rule_questions.MOST_RUNNING + rule_questions.MOST_WAITING

    async def asking() -> None:
        body = {"ruleset": "quickfire"}
        tasks = [asyncio.create_task(waiting.answer("check", body, f"{asker}")) for asker in range(most)]
        await asyncio.sleep(0)
        with pytest.raises(ProblemError) as error:
            await waiting.answer("check", body, "0")
        refused(error, 429)
        with pytest.raises(ProblemError) as error:
            await waiting.answer("check", body, "another")
        refused(error, 503)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert waiting.asking == set()

    asyncio.run(asking())


def test_a_question_that_takes_too_long_is_ended():
    questions = RuleQuestions(RulesetCatalogue(), seconds=0.05)
    with pytest.raises(ProblemError) as error:
        asyncio.run(questions.answer("check", {"ruleset": "quickfire"}, "one"))
    assert error.value.status == 422
    assert "takes longer" in str(error.value)


WORKER = """
import sys
from quarterdeck.apps.server import rule_worker
rule_worker.QUESTIONS = {{"check": lambda body, games: {what}}}
rule_worker.limit_process()
sys.stdout.write(rule_worker.answered({{"kind": "check", "body": {{}}, "games": {{}}}}))
"""


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("len(bytearray(3_000_000_000))", "the question is too large"),
        ("(f := lambda: f())()", "the question is too large"),
        ("'x' * 5_000_000", "longer than 4,000,000 bytes"),
    ],
    ids=["memory", "depth", "answer"],
)
def test_a_process_that_answers_has_limits(what, why):
    done = subprocess.run(
        [sys.executable, "-c", WORKER.format(what=what)], capture_output=True, text=True, check=True, timeout=120
    )
    failure: dict[str, Any] = json.loads(done.stdout)["failure"]
    assert failure["failed"] == "uncounted"
    assert why in failure["message"]
