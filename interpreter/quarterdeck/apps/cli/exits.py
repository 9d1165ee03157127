"""The exit codes that all commands share; `commands` has the meaning of 1 for each."""

from __future__ import annotations

from collections.abc import Mapping

WELL, NOT_WELL, MISUSED, INTERRUPTED = 0, 1, 2, 130

SHARED: Mapping[int, str] = {
    WELL: "success",
    NOT_WELL: "the rules or the input have errors, the output cannot be written (for example, the disk is full), "
    "or the reason below for the command",
    MISUSED: "the command cannot be understood: an unknown name or option, a missing file or language",
    INTERRUPTED: "interrupted with Ctrl-C",
}
"""The meaning of an exit code, for every command."""
