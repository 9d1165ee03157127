"""Read what a person types, from a terminal or a pipe."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from quarterdeck.base.bounds import LONGEST_TYPED
from quarterdeck.engine.sitting.sitting import LeftError


def is_typed_at() -> bool:
    """Tell whether somebody can type: the input is there, and is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def read_line(prompt: str) -> str:
    """Print a prompt and give the line that is typed, without the spaces around it.

    Raises:
        LeftError: there is no more to read, or the person interrupts.
    """
    try:
        if is_typed_at() and sys.stdout.isatty():
            return input(prompt).strip()
        print(prompt, end="", flush=True)
        line = _next_line()
    except (EOFError, KeyboardInterrupt):
        print()
        raise LeftError from None
    if not line:
        print()
        raise LeftError
    print(line.rstrip("\n"))
    return line.strip()


def _next_line() -> str:
    """Give the next line of the standard input, or so much of it as is read; what is no text stands as question marks.

    Raises:
        KeyboardInterrupt: the person interrupts.
    """
    if sys.stdin is None:  # it was closed before we began
        return ""
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")
    line = sys.stdin.readline(LONGEST_TYPED)
    rest = line
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST_TYPED)
    return line
