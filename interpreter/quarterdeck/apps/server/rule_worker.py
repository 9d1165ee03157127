"""Answer one question about rules in a process of its own, and end: `python -m quarterdeck.apps.server.rule_worker`.

In: one question as JSON on standard input. Out: one line of JSON: the answer, or why there is none. The process limits
its own memory and processor time; whoever starts it limits the time by the clock.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from quarterdeck.analysis.trial.checkup import check
from quarterdeck.apps.api.asking import count, facts, try_rule
from quarterdeck.apps.api.comparing import diff
from quarterdeck.apps.api.failures import Failure, failure_of
from quarterdeck.apps.server.api_records import RuleOdds
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.workspace.ruleset.rule_question import Facts
from quarterdeck.workspace.ruleset.ruleset import Ruleset

MOST_SECONDS = 20
"""How many seconds a question may take."""
MOST_MEMORY = 2_000_000_000
"""How many bytes of memory it may take."""
MOST_BYTES_OF_ANSWER = 4_000_000
"""How long the answer may be."""
BUDGET = 2_000_000
"""How much work may be done to count one question of odds: about ten seconds."""
BUDGET_OF_DIFF = 500_000
"""How much work may be done to count each question of a comparison."""


def facts_of(body: Mapping[str, Any]) -> Facts:
    """Give the facts of a question."""
    known = dict(body.get("facts", {}))
    return facts(known.pop("given", {}), **known)


def checked(body: Mapping[str, Any], games: Mapping[str, str]) -> Any:
    """Check a ruleset."""
    name = body["ruleset"]
    return replace(check(games[name]), game=name)


def tried(body: Mapping[str, Any], games: Mapping[str, str]) -> Any:
    """Try a rule."""
    named = {key: body[key] for key in ("then", "show", "seed", "decider") if key in body}
    answer = try_rule(Ruleset.open(games[body["ruleset"]]), body["address"], facts_of(body), **named)
    return answer.as_data()


def counted(body: Mapping[str, Any], games: Mapping[str, str]) -> Any:
    """Count a rule."""
    named = {key: body[key] for key in ("show", "each", "decider") if key in body}
    ruleset = Ruleset.open(games[body["ruleset"]])
    odds = count(ruleset, body["address"], facts_of(body), budget=BUDGET, **named)
    return RuleOdds(body["ruleset"], body["address"], [one.as_json() for one in odds])


def compared(body: Mapping[str, Any], games: Mapping[str, str]) -> Any:
    """Compare two rulesets."""
    one, other = (Ruleset.open(games[body[side]]) for side in ("before", "after"))
    found = diff(one, other, odds=body.get("odds", True), budget=BUDGET_OF_DIFF)
    return replace(found, before=body["before"], after=body["after"])


QUESTIONS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, str]], Any]] = {
    "check": checked,
    "try": tried,
    "odds": counted,
    "diff": compared,
}


def limit_process() -> None:
    """Limit memory and processor time, where the operating system can do so."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def answered(question: Mapping[str, Any]) -> str:
    """Give the answer to a question as a line of JSON, or why there is none."""
    try:
        found = QUESTIONS[question["kind"]](question["body"], question["games"])
        text = json.dumps({"answer": record_as_data(found)}, ensure_ascii=True)
    except (MemoryError, RecursionError):
        return failed(Failure("uncounted", 1, "the question is too large"))
    except Exception as error:  # noqa: BLE001 - whatever went wrong, the answer says it
        return failed(failure_of(error).for_programs())
    if len(text) > MOST_BYTES_OF_ANSWER:
        return failed(Failure("uncounted", 1, f"the answer is longer than {MOST_BYTES_OF_ANSWER:,} bytes"))
    return text


def failed(failure: Failure) -> str:
    """Give a failure as a line of JSON."""
    return json.dumps({"failure": record_as_data(failure)}, ensure_ascii=True)


if __name__ == "__main__":
    limit_process()
    sys.stdout.write(answered(json.load(sys.stdin)))
