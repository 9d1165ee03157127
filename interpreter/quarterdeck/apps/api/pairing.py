"""The variants of a game: what each changes and needs, and of any two how they go together.

In: the name of a game. Out: records of plain data; an interplay has the commands that show it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.analysis.witnesses.pairs import PairOfVariants, VariantListed, Variants
from quarterdeck.base.plain_data import DataRecord


@dataclass(frozen=True)
class VariantsOfGame(DataRecord):
    """The variants of a game, and how every two of them interact.

    `pairs` is null unless it was asked for.
    """

    game: str
    variants: tuple[VariantListed, ...]
    pairs: tuple[PairOfVariants, ...] | None

    @property
    def is_sound(self) -> bool:
        """Tell whether no variant has problems by itself."""
        return not any(variant.findings for variant in self.variants)


def variants(game: str, *, pairs: bool = False, progress: Callable[[str], None] | None = None) -> VariantsOfGame:
    """List the variants of a game, or those that `game+variant+variant` names.

    With `pairs` every two of them are compared; `progress` receives their names.

    Raises:
        NotFoundError: there is no such game or variant.
    """
    known = Variants.of(game)
    listed = tuple(known.listed())
    found = tuple(known.pairs(progress)) if pairs else None
    return VariantsOfGame(game, listed, found)
