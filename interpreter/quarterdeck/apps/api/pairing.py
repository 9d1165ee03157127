"""The variants of a game: what each changes and needs, and of any two how they go together.

In: the name of a game. Out: records of plain data; an interplay has the commands that show it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from quarterdeck.analysis.witnesses.agreement import Disagreement
from quarterdeck.analysis.witnesses.asking_again import facts_text, said, try_command
from quarterdeck.analysis.witnesses.interplay import Interplay
from quarterdeck.analysis.witnesses.observing import Sort
from quarterdeck.analysis.witnesses.pairs import VariantListed, VariantPair, Variants, Verdict
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.plain_data import DataRecord, Limit
from quarterdeck.engine.run.plain_values import Plain


@dataclass(frozen=True)
class PointOfInterplay:
    """A point at which two variants do not go together, with what it comes to in four rulesets, and that in words.

    They are without both, with one, with the other, with both. The part is a modifier, or an option of a choice.
    """

    sort: Annotated[Sort, Limit("enum", ("gives", "adds", "permits", "refuses", "comes to"))]
    of: str
    time: int
    part: str
    values: tuple[Plain, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class InterplayShown:
    """A situation in which two variants bear on each other: the rules that are carried out, and the facts.

    `ask` are the commands that carry them out in each of the four rulesets.
    """

    of: tuple[str, ...]
    start: str
    facts: str
    points: tuple[PointOfInterplay, ...]
    ask: tuple[str, ...]


@dataclass(frozen=True)
class PairOfVariants(DataRecord):
    """Two variants, and how they go together.

    `faulty`: one has faults by itself. `built on`: one extends the other. `conflict`: the findings say at what.
    `interplay`: one bears on the other, as the situation shows. `none found`: they meet, and no situation was found in
    so many that shows it. `apart`: nothing that one changes comes to what the other does.
    """

    one: str
    other: str
    verdict: Verdict
    games: tuple[str, ...]
    findings: tuple[Finding, ...]
    interplay: InterplayShown | None
    looked: int


@dataclass(frozen=True)
class VariantsOfGame(DataRecord):
    """Which variants a game has, and how any two go together.

    `pairs` is null unless it was asked for.
    """

    game: str
    variants: tuple[VariantListed, ...]
    pairs: tuple[PairOfVariants, ...] | None

    @property
    def is_sound(self) -> bool:
        """Tell whether no variant has findings by itself."""
        return not any(variant.findings for variant in self.variants)


def variants(game: str, *, pairs: bool = False, progress: Callable[[str], None] | None = None) -> VariantsOfGame:
    """List the variants that come with a game, or that `game+variant+variant` names.

    With `pairs` every two of them are compared; `progress` is told which.

    Raises:
        NotFoundError: there is no such game or variant.
    """
    known = Variants.of(game)
    listed = tuple(known.listed())
    found = tuple(map(_pair, known.pairs(progress))) if pairs else None
    return VariantsOfGame(game, listed, found)


def _pair(pair: VariantPair) -> PairOfVariants:
    shown = _shown(pair.games, pair.interplay) if pair.interplay is not None else None
    return PairOfVariants(pair.one, pair.other, pair.verdict, pair.games, pair.findings, shown, pair.looked)


def _shown(games: tuple[str, ...], interplay: Interplay) -> InterplayShown:
    commands = [
        try_command(game, interplay.addresses, facts) for game, facts in zip(games, interplay.sides, strict=True)
    ]
    points = tuple(map(_point, interplay.found))
    return InterplayShown(interplay.addresses, interplay.start, facts_text(interplay.facts), points, tuple(commands))


def _point(found: Disagreement) -> PointOfInterplay:
    sort, of, time, part = found.point
    values = tuple(None if one is None else one.value for one in found.values)
    return PointOfInterplay(sort, of, time, part, values, tuple(said(found.point, one) for one in found.values))
