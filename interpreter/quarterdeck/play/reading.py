"""Read what a person types, from a terminal or a pipe."""

from __future__ import annotations

import sys

from quarterdeck.play.session import LeftError


def read_line(prompt: str) -> str:
    """Print a prompt and give the line that is typed, without the spaces around it.

    Raises:
        LeftError: there is no more to read, or the person interrupts.
    """
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            return input(prompt).strip()
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
    except (EOFError, KeyboardInterrupt):
        print()
        raise LeftError from None
    if not line:
        print()
        raise LeftError
    print(line.rstrip("\n"))
    return line.strip()
