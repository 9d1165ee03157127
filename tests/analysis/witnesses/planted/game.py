"""The planted pairs, and the games that they are laid over: each variant as a folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from quarterdeck.analysis.witnesses.pairs import PairOfVariants, Variants
from quarterdeck.workspace.ruleset.ruleset import Ruleset

PAIRS: dict[str, Any] = YAML(typ="safe").load((Path(__file__).parent / "pairs.yaml").read_text("utf-8"))
EXPECTED = {"interplay": ("interplay",), "conflict": ("conflict",), "together": ("none found", "apart")}
"""What may be found of a pair, by what it was planted as."""


@dataclass(frozen=True)
class Planted:
    """Two variants of a game, and what they were planted as."""

    game: str
    one: str
    other: str
    sort: str

    def __str__(self) -> str:
        return f"{self.game}-{self.one}-{self.other}"


def planted() -> Iterator[Planted]:
    """Give all pairs."""
    for game, data in PAIRS.items():
        for sort in EXPECTED:
            yield from (Planted(game, one, other, sort) for one, other in data[sort])


class Field:
    """One game with its planted variants written down; what is opened for one pair serves the next."""

    def __init__(self, game: str, folder: Path) -> None:
        document = next(iter(Ruleset.open(game).declared.head.documents))
        head = "variant: {0}\nextends: {1}\ntitle: {0}\nsource: {{document: {2}, place: X, kind: house}}\n"
        for name, rules in PAIRS[game]["variants"].items():
            (folder / name).mkdir(parents=True)
            (folder / name / "variant.yaml").write_text(head.format(name, game, document), "utf-8")
            (folder / name / "planted.rules").write_text(rules, "utf-8")
        self.variants = Variants(game, {name: str(folder / name) for name in PAIRS[game]["variants"]})

    def pair(self, each: Planted) -> PairOfVariants:
        """Give what is found of a pair, of which neither has a fault by itself."""
        for name in (each.one, each.other):
            assert [finding.message for finding in self.variants.ruleset(name).faults] == []
        return self.variants.pair(each.one, each.other)
