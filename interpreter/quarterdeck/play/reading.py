"""Read what a person types, from a terminal or a pipe."""

from __future__ import annotations

import sys

from quarterdeck.play.session import LeftError


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
        line = sys.stdin.readline() if sys.stdin is not None else ""  # none, where it was closed before we began
    except (EOFError, KeyboardInterrupt):
        print()
        raise LeftError from None
    if not line:
        print()
        raise LeftError
    print(line.rstrip("\n"))
    return line.strip()
