"""What is said when a command cannot do its work, to people and to programs, and its exit code.

In: whatever was raised. Out: a `Failure`; findings or a line on the standard error, and with `--json` the same as data
on the standard output, where the answer would have stood.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import Any, Literal

from quarterdeck.analysis.scaffold.refusals import DraftRefusedError
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import NoAnswerError, UsageError, complain, print_findings
from quarterdeck.backends.python.faults import rule_concerned
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Finding, RefusedError
from quarterdeck.base.text import UnreadableError
from quarterdeck.engine.plugins.reading import PluginFaultError
from quarterdeck.workspace.pipeline.folders import NotFoundError
from quarterdeck.workspace.pipeline.stages import MEND_IT, OF_PLUGINS, UNSOUND
from quarterdeck.workspace.ruleset.rule_question import UnknownError

FailureSort = Literal["findings", "usage", "file", "plugin", "rules", "uncounted", "book", "battles", "interpreter"]
"""The rules or what was given have findings; what was asked cannot be meant; a file cannot be read or written; a plugin
broke its word; the rules went wrong where no check sees it; odds cannot be counted; a book cannot be built;
battles cannot be fought, for want of workers, or not be kept; a fault of the interpreter."""


@dataclass(frozen=True)
class Failure:
    """Why a command gave no answer: its sort, the exit code, one line of words, and findings where there are any."""

    failed: FailureSort
    exit: int
    message: str
    findings: tuple[Finding, ...] = ()

    def tell(self, as_data: bool) -> int:
        """Say it on the standard error, and as data on the standard output where that is wanted; give the exit code."""
        if self.findings:
            print_findings(self.findings)
        else:
            complain(self.message)
        if as_data:
            print_json(self.as_data())
        return self.exit

    def as_data(self) -> dict[str, Any]:
        """Give it as JSON can hold it, by the schema `failure` of the handbook."""
        findings = [finding.as_json() for finding in self.findings if finding.code != INTERNAL]
        return {"failed": self.failed, "exit": self.exit, "message": self.message, "findings": findings}


INTERNAL = "internal error"


def failure_of(error: Exception) -> Failure:
    """Give what is said of whatever was raised."""
    match error:
        case RefusedError():
            return Failure("findings", 1, str(error), tuple(error.findings))
        case UsageError() | NotFoundError() | UnknownError() | DraftRefusedError():
            return Failure("usage", 2, str(error))
        case NoAnswerError():
            return Failure(error.sort, 1, str(error))
        case UnreadableError():
            return Failure("file", 2, str(error))
        case PluginFaultError():
            return Failure("plugin", 1, str(error), (Finding(UNSOUND, str(error), OF_PLUGINS, hint=MEND_IT),))
        case RulesFaultError():
            message = str(error.args[0])
            span, rule = rule_concerned(error)
            finding = Finding("QD698", message, span, hint=error.hint, rule=rule)
            return Failure("rules", 1, message, (finding,))
        case OSError() if error.strerror:  # a name that is too long, a full disk: nothing that the interpreter does
            message = f"{error.filename or 'what was to be printed'}: {error.strerror.lower()}"
            return Failure("file", 2 if error.filename else 1, message)
    return interpreter_failed(error)


def interpreter_failed(error: Exception) -> Failure:
    """Give what is said where the interpreter itself went wrong: the rule that was carried out, and where it was."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{frame.filename.rpartition('quarterdeck/')[2]}, line {frame.lineno}"
    message = f"{type(error).__name__}: {error} ({where})"
    hint = "this is a fault of the interpreter; QUARTERDECK_TRACEBACK=1 shows where it comes from"
    span, rule = rule_concerned(error)
    return Failure("interpreter", 1, message, (Finding(INTERNAL, message, span, hint=hint, rule=rule),))
