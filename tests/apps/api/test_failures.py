"""What leaves the package when something cannot be done has one shape, whoever asks."""

import ast
from pathlib import Path

import pytest

from quarterdeck import api
from quarterdeck.apps.api.failures import failure_of
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.base.text import NOWHERE, UnreadableError

PACKAGE = Path(api.__file__).parent


def test_every_error_of_the_interface_has_the_one_shape():
    """A program catches `UserError`, and knows the sort, the message and the exit code of any of them."""
    errors = [getattr(api, name) for name in api.__all__ if name.endswith("Error")]
    assert len(errors) > 15
    assert [error.__name__ for error in errors if not issubclass(error, UserError)] == []


def refused() -> RefusedError:
    findings = Findings()
    findings.add("QD310", "unknown name", NOWHERE)
    return RefusedError(findings)


@pytest.mark.parametrize(
    ("error", "failed", "code", "findings"),
    [
        (api.OpeningError("no such side"), "usage", 2, []),
        (api.BookError("no pages"), "book", 1, []),
        (UnreadableError(Path("there"), "cannot be read"), "file", 2, []),
        (RulesFaultError("nothing may be chosen", NOWHERE), "rules", 1, ["QD698"]),
        (refused(), "findings", 1, ["QD310"]),
        (api.PluginFaultError("the plugin fails"), "plugin", 1, ["QD521"]),
        (OSError(28, "No space left on device", "saves"), "file", 2, []),
    ],
)
def test_an_error_becomes_data_in_one_place(error, failed, code, findings):
    data = record_as_data(failure_of(error).for_programs())
    assert (data["failed"], data["exit"]) == (failed, code)
    assert [one["code"] for one in data["findings"]] == findings
    assert data["message"]


def test_a_mistake_of_the_interpreter_is_said_to_be_one():
    try:
        raise ZeroDivisionError("by nothing")
    except ZeroDivisionError as error:
        failure = failure_of(error)
    assert (failure.failed, failure.exit) == ("interpreter", 1)
    assert "ZeroDivisionError: by nothing (" in failure.message


def test_no_command_gives_an_error_another_class_with_the_same_words():
    """What has a sort and an exit code of its own is not raised again as something else."""
    raised = [
        f"{path.name}:{node.lineno}"
        for path in (PACKAGE / "apps" / "cli").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Raise) and ast.unparse(node).endswith("(str(error)) from None")
    ]
    assert raised == []
