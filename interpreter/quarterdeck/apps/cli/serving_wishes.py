"""What `serve` is asked for, and the links that it prints, whichever way the game is hosted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.apps.cli.open_ruleset import UsageError, complain
from quarterdeck.base.plain_data import DataRecord
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
class Served(DataRecord):
    """A hosted game: the address of its host and the links of its seats.

    `owner` is the link to the page of all games of the host, and its token opens games; between peers it is empty.
    """

    address: str
    game: int
    title: str
    links: Sequence[LinkPrinted]
    owner: str = ""


@dataclass(frozen=True)
class GameWanted:
    """The game that is to be held; `game` is its ruleset as it was asked for."""

    game: str
    ruleset: Ruleset
    scenario: str
    seats: Mapping[str, str]
    options: Mapping[str, str]
    seed: int
    clock: int = 0
    """How many seconds a decision may take; 0: as many as it likes."""


@dataclass(frozen=True)
class ServingPlace:
    """Where a host listens, and the files of its certificate."""

    listener: OpenPort
    certificate: Path | None
    key: Path | None


def warn_of_reach(place: ServingPlace) -> None:
    """Say who can reach a host that listens to other machines without a certificate."""
    if not place.listener.is_loopback and place.certificate is None:
        complain(
            "everybody who reaches this address can try to connect, and everybody on the network path can read and "
            "change the messages: use --certificate, or a proxy with a certificate"
        )


UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
"""Seconds of each unit of time."""


def seconds_of(text: str) -> int:
    """Read how long a decision may take, as `24h`; an empty text is no clock.

    Raises:
        UsageError: it is no time.
    """
    found = re.fullmatch(r"([1-9][0-9]{0,3})([smhd])", text)
    if text and found is None:
        raise UsageError(f"--clock {text}: write a number with s, m, h or d, as 24h")
    return 0 if found is None else int(found[1]) * UNITS[found[2]]
