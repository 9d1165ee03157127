"""`quarterdeck lsp`: a server for editors, over the standard input and output."""

from __future__ import annotations

import sys
from io import BufferedIOBase
from typing import Any, BinaryIO, cast

from quarterdeck.apps.cli.open_ruleset import complain
from quarterdeck.workspace.pipeline.folders import asked_for


class MessageOutput(BufferedIOBase):
    """The standard output as it was, for messages; whoever closes it leaves it open for what ends the command."""

    def __init__(self) -> None:
        self.behind = sys.stdout.buffer

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        return self.behind.write(data)

    def flush(self) -> None:
        self.behind.flush()

    def close(self) -> None:
        if not self.behind.closed:
            self.flush()


def lsp(game: str = "") -> int:
    """Run the language server: diagnostics, hover, definitions, references, completion, rename.

    It speaks the language server protocol over standard input and output. The editor starts it. For every open file
    of a ruleset or variant, the game is checked with the current text, saved or not.

    Args:
        game: a game to load at the start, `name+variant+variant` to edit several variants that are used together.
    """
    if game:
        asked_for(game)
    from quarterdeck.apps.lsp.server import serve

    code = serve(game, sys.stdin.buffer, cast("BinaryIO", MessageOutput()))
    if code:
        complain("the editor went away without shutting the server down")
    return code
