"""Why there is no answer, as data: the one place that says what becomes of an error, whoever asked.

In: whatever was raised. Out: a `Failure`.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.backends.python.faults import rule_concerned
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.errors import ExitCode, FailureSort, UserError
from quarterdeck.base.extras import lacking
from quarterdeck.base.findings.finding import Finding, RefusedError
from quarterdeck.engine.plugins.reading import PluginFaultError
from quarterdeck.workspace.pipeline.stages import MEND_IT, OF_PLUGINS, UNSOUND

INTERNAL = "internal error"


@dataclass(frozen=True)
class Failure:
    """The reason why a command gave no answer.

    `failed` is the kind of reason, `exit` the exit code, `message` one line of words.
    """

    failed: FailureSort
    exit: ExitCode
    message: str
    findings: Sequence[Finding] = ()

    def for_programs(self) -> Failure:
        """Give what is printed as JSON: without the finding that repeats the message of an internal error."""
        return replace(self, findings=[finding for finding in self.findings if finding.code != INTERNAL])


def failure_of(error: Exception) -> Failure:
    """Give what is said of whatever was raised."""
    match error:
        case UserError(__cause__=RulesFaultError() as fault):  # whoever hosts the game says that it cannot go on
            return replace(failure_of(fault), message=error.message)
        case UserError():
            return Failure(error.sort, error.exit_code, error.message, tuple(_findings_of(error)))
        case OSError() if error.strerror:  # a name that is too long, a full disk: nothing that the interpreter does
            message = f"{error.filename2 or error.filename or 'the output'}: {error.strerror.lower()}"
            return Failure("file", 2 if error.filename else 1, message)
        case ModuleNotFoundError(name=str(module)) if message := lacking(module):
            return Failure("usage", 2, message)
    return interpreter_failed(error)


def _findings_of(error: UserError) -> list[Finding]:
    match error:
        case RefusedError():
            return error.findings
        case PluginFaultError():
            return [Finding(UNSOUND, error.message, OF_PLUGINS, hint=MEND_IT)]
        case RulesFaultError():
            span, rule = rule_concerned(error)
            return [Finding("QD698", error.message, span, hint=error.hint, rule=rule)]
    return []


def interpreter_failed(error: Exception) -> Failure:
    """Give what is said where the interpreter itself went wrong: the rule that was carried out, and where it was."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{frame.filename.rpartition('quarterdeck/')[2]}, line {frame.lineno}"
    message = f"{type(error).__name__}: {error} ({where})"
    hint = "this is a bug in Quarterdeck; QUARTERDECK_TRACEBACK=1 shows the traceback"
    span, rule = rule_concerned(error)
    return Failure("interpreter", 1, message, (Finding(INTERNAL, message, span, hint=hint, rule=rule),))
