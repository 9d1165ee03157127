"""Show on a terminal what a command is doing; elsewhere nothing, and nothing is imported for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_line(words: str) -> Iterator[Callable[[str], None]]:
    """Show what is being done while it lasts, if a person watches; yield what replaces the words."""
    if not sys.stderr.isatty():
        yield lambda _words: None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(words)) as status:
        yield lambda changed: status.update(Text(changed))
