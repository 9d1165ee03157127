"""What `serve` is asked for, and the links that it prints, whichever way the game is hosted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.workspace.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from quarterdeck.apps.server.serving import OpenPort


@dataclass(frozen=True)
class LinkPrinted:
    """A link that lets somebody in: at the seat of a side, or to look on (the side is null)."""

    side: str | None
    kind: str
    link: str


@dataclass(frozen=True)
class GameWanted:
    """The game that is to be held."""

    ruleset: Ruleset
    scenario: str
    seats: Mapping[str, str]
    options: Mapping[str, str]
    seed: int


@dataclass(frozen=True)
class PeerPlace:
    """Where the host of a game between peers listens, and the files of its certificate."""

    listener: OpenPort
    certificate: Path | None
    key: Path | None
