"""Games between peers by letters, for `serve --peers --letter` and `join LETTER`: files that the two sides send.

In: a letter of the other side, and where the game is kept. Out: the letter that replies to it.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.apps.cli.join_game import game_for
from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.apps.cli.peer_play import end_of
from quarterdeck.apps.peers.peer_store import PeerFolder
from quarterdeck.base.text import bytes_of
from quarterdeck.engine.peers.letters import letter_of, read_letter, replied
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.run.game import GameResult
from quarterdeck.print.files import write_all


def first_letter(game: PeerGame, letter: Path, folder: PeerFolder) -> None:
    """Write the letter with which a game begins, and say what comes next."""
    write_all({letter: letter_of(game.connect())})
    say_what_next(letter, folder)


def say_what_next(letter: Path, folder: PeerFolder) -> None:
    """Say where the letter goes, and how the one that replies to it is read."""
    kept = f"--save {folder.file}" if folder.file is not None else f"--database {folder.database_url}"
    print(f"Send {letter} to the other side. Its reply is read with: quarterdeck join REPLY --letter NEXT {kept}")


def read_and_reply(
    received: Path, who: str, name: str | None, folder: PeerFolder, letter: Path, *, silent: bool
) -> tuple[PeerGame, GameResult | None]:
    """Read a letter, play as far as the game goes, and write the reply; give the game, and how it ended if it did.

    Raises:
        UnreadableError: the letter cannot be read.
        MessageFaultError: it is no letter.
        UsageError: nothing is kept of the game that it replies to.
        PeerFaultError: the two cannot play on.
    """
    hello, messages = read_letter(bytes_of(received))
    game = game_for(hello, who, name, folder)
    try:
        if hello["role"] == "guest" and game.game != hello["game"]:
            raise UsageError(f"{received} is of another game than the one in {folder}")
        write_all({letter: letter_of(replied(game, messages))})
        if game.stopped or game.outcome is not None:
            result = end_of(game, str(folder), silent=silent)
            return game, result
    finally:
        game.close()
    if not silent:
        say_what_next(letter, folder)
    return game, None
