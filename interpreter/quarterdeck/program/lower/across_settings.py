"""Lower one ruleset under several settings: what reads none that differ is lowered once.

In: the pieces of a checked ruleset, and programs with their settings. Out: these programs, filled. Of each piece is
kept what it came to, with the settings that it asked for and what they were.
"""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.language.declarations.tracked_reads import TrackedShelf
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.form.program import Program
from quarterdeck.program.lower.pieces import LoweredPiece, added, apart, moved, take

SettingsRead = dict[str, int | None]
"""Settings by name, as they were; none where there was no such setting."""
KnownPieces = dict[str, list[tuple[SettingsRead, LoweredPiece]]]
"""What each piece of a ruleset came to, by its address, under settings of before."""


def lower_once(
    known: KnownPieces,
    checked: Checked,
    program: Program,
    address: str,
    work: Callable[[Checked, Program], None],
) -> None:
    """Put into the program what a piece adds to it; the work is done where nobody did it for the same settings."""
    pieces = known.setdefault(address, [])
    found = next((piece for read, piece in pieces if is_as(program, read)), None)
    if found is None:
        read: SettingsRead = {}

        def note(question: tuple[str, ...]) -> None:
            asked = question[3:] or program.settings
            read.update((name, program.settings.get(name)) for name in asked)

        piece = apart(program, TrackedShelf("settings", program.settings, note), program.layout)
        work(checked, piece)
        found = added(program, piece)
        pieces.append((read, found))
    take(program, moved(found, program))


def is_as(program: Program, read: SettingsRead) -> bool:
    """Tell whether settings are as a piece read them."""
    return all(program.settings.get(name) == value for name, value in read.items())
