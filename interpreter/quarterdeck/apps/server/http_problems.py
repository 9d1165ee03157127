"""Errors of the HTTP interface: one shape for all, and one table of status codes.

In: an error, whoever raised it. Out: a response with problem details. What a host's owner alone should know (paths,
faults of the interpreter) is not in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from quarterdeck.apps.api.failures import Failure, failure_of
from quarterdeck.apps.server.api_records import HttpProblem
from quarterdeck.base.errors import FailureSort, UserError
from quarterdeck.base.plain_data import record_as_data

PROBLEM = "application/problem+json"
TITLES: Mapping[int, str] = {
    400: "The request cannot be read",
    401: "A token is missing or unknown",
    403: "This token may not do that",
    404: "There is no such thing",
    405: "The resource has no such method",
    408: "The request did not arrive in time",
    409: "The state of the game does not allow it",
    413: "The request is too large",
    415: "The body is not JSON",
    422: "The request has no meaning under these rules",
    429: "Too many requests",
    500: "The host failed",
    503: "The host is busy",
}
"""What each status code means."""
SHOWN_SORTS: frozenset[FailureSort] = frozenset({"findings", "usage", "uncounted", "rules"})
"""The kinds of failures whose words are for whoever asked; others may name files of the host."""


class ProblemError(UserError):
    """A request has no answer; `status` is one of `TITLES`."""

    def __init__(
        self,
        status: int,
        detail: str,
        failed: FailureSort | None = None,
        findings: Sequence[Any] = (),
        retry_after: int = 0,
    ) -> None:
        super().__init__(detail)
        self.status, self.failed, self.findings, self.retry_after = status, failed, findings, retry_after


def problem_of(error: Exception) -> ProblemError:
    """Give what is said of any error."""
    return error if isinstance(error, ProblemError) else problem_of_failure(failure_of(error))


def problem_of_failure(failure: Failure) -> ProblemError:
    """Give what is said of a failure: its words and findings, where they are meant for whoever asked."""
    if failure.failed not in SHOWN_SORTS:
        return ProblemError(500, "the host could not answer this", failure.failed)
    return ProblemError(422, failure.message, failure.failed, failure.for_programs().findings)


def response_to(problem: ProblemError, headers: Mapping[str, str] | None = None) -> Response:
    """Give a problem as a response."""
    found = HttpProblem(
        f"quarterdeck:problem:{problem.status}",
        TITLES[problem.status],
        problem.status,
        problem.message,
        problem.failed,
        problem.findings,
    )
    more = dict(headers or {})
    if problem.status == 401:
        more["www-authenticate"] = "Bearer"
    if problem.retry_after:
        more["retry-after"] = str(problem.retry_after)
    text = json.dumps(record_as_data(found), ensure_ascii=False)
    return Response(text, problem.status, more, PROBLEM)
