"""The one shape of errors that leave the package: what is said to whoever asked, of which sort, with which exit code.

In: nothing. Out: the class that all of them extend. What has a place in the rules is a `Finding` instead, and
`RefusedError` carries findings. `apps.api.failures` turns an error into data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

FailureSort = Literal["findings", "usage", "file", "plugin", "rules", "uncounted", "book", "battles", "interpreter"]
"""The rules or what was given have findings; what was asked is invalid; a file cannot be read or written; a plugin
broke its word; the rules went wrong where no check sees it; odds cannot be counted; a book cannot be built;
battles cannot be fought, for want of workers, or not be kept; a fault of the interpreter."""

ExitCode = Literal[1, 2]

EXIT_CODES: Mapping[FailureSort, ExitCode] = {"usage": 2, "file": 2}
"""The exit code of a command by the sort of its failure; any other sort gives 1."""


class UserError(Exception):
    """Something that was asked cannot be done; the first argument is the message for the user."""

    sort: FailureSort = "usage"
    hint: str = ""

    @property
    def message(self) -> str:
        """What is said to whoever asked."""
        return str(self.args[0]) if len(self.args) > 1 else str(self)

    @property
    def exit_code(self) -> ExitCode:
        """The exit code of a command that fails for this reason."""
        return EXIT_CODES.get(self.sort, 1)


class UnknownError(UserError):
    """Nothing has that name: no rule, example or diagnostic code; the message lists similar names."""
