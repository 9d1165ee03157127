"""Put questions about rules to processes of their own: few at once, each with an end.

In: a kind of question, its body and who asks. Out: the answer as JSON can hold it, or a `ProblemError`. A question runs
in an empty folder, so that no name of a ruleset leads to a file beside it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from quarterdeck.apps.server.http_problems import SHOWN_SORTS, ProblemError
from quarterdeck.apps.server.rule_worker import MOST_SECONDS
from quarterdeck.apps.server.ruleset_catalogue import RulesetCatalogue
from quarterdeck.base.resources import cache_folder

MOST_RUNNING = 2
"""How many questions are answered at once."""
MOST_WAITING = 8
"""How many more may wait."""
WORKER = (sys.executable, "-P", "-m", "quarterdeck.apps.server.rule_worker")
TOO_LARGE = f"this takes longer than {MOST_SECONDS} seconds; ask for less, or on your own machine"


@dataclass(eq=False)
class RuleQuestions:
    """Answers questions about the rulesets of a catalogue."""

    catalogue: RulesetCatalogue
    seconds: float = MOST_SECONDS
    running: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_RUNNING))
    asking: set[str] = field(default_factory=set)
    """Who has a question that is not answered yet."""

    async def answer(self, kind: str, body: Mapping[str, Any], asker: str) -> Any:
        """Answer a question.

        Raises:
            ProblemError: there is no answer, or too many others ask.
        """
        games = {body[key]: self.catalogue.resolve(body[key]) for key in ("ruleset", "before", "after") if key in body}
        if asker in self.asking:
            raise ProblemError(429, "your last question about rules is still in progress", retry_after=1)
        if len(self.asking) >= MOST_RUNNING + MOST_WAITING:
            raise ProblemError(503, "too many questions about rules now", retry_after=5)
        self.asking.add(asker)
        try:
            async with self.running:
                text = await self.run(json.dumps({"kind": kind, "body": body, "games": games}))
        finally:
            self.asking.discard(asker)
        return answer_in(text)

    async def run(self, question: str) -> str:
        """Run one question in a process; give what it prints.

        Raises:
            ProblemError: it takes too long.
        """
        with TemporaryDirectory(prefix="quarterdeck-") as empty:
            environment = os.environ | {"QUARTERDECK_CACHE": str(cache_folder())}
            process = await asyncio.create_subprocess_exec(
                *WORKER,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=empty,
                env=environment,
                start_new_session=True,
            )
            try:
                async with asyncio.timeout(self.seconds):
                    out, _ = await process.communicate(question.encode())
            except TimeoutError:
                raise ProblemError(422, TOO_LARGE, "uncounted") from None
            finally:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)  # with the processes that it began
                await process.wait()
        return out.decode()


def answer_in(text: str) -> Any:
    """Give the answer that a process printed.

    Raises:
        ProblemError: it printed why there is none, or nothing: it came to its limit of time or memory.
    """
    if not text:
        raise ProblemError(422, TOO_LARGE, "uncounted")
    found = json.loads(text)
    if "answer" in found:
        return found["answer"]
    failure = found["failure"]
    if failure["failed"] not in SHOWN_SORTS:
        raise ProblemError(500, "the host could not answer this", failure["failed"])
    raise ProblemError(422, failure["message"], failure["failed"], failure["findings"])
