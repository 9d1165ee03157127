"""Tell which phases and steps have effects that wait for their end, and what is seen at once all the same.

In: a phase or step of a `Checked` ruleset. Out: facts, which each language puts into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from quarterdeck.language.declarations.symbol_table import Field, Kind
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked

Stage = nodes.Phase | nodes.Step


StageSort = Literal["phase", "step"]


def is_span(stage: Stage) -> bool:
    """Tell whether the effects of a phase or step wait for its end."""
    return any(isinstance(option, nodes.EffectsAtTheEnd) for option in stage.options)


def sort_of(stage: Stage) -> StageSort:
    """Give which of the two it is; its word has the same name among the phrases."""
    return "step" if isinstance(stage, nodes.Step) else "phase"


def seen_at_once(checked: Checked, stage: Stage) -> Iterator[tuple[Kind, Field]]:
    """Give what does not wait for the end of a stage whose effects do: marks, and what sides roll off in it."""
    rolled = {part.name.text for part in stage.walk() if isinstance(part, nodes.RollOff)}
    for kind in checked.declared.kinds.values():
        for known in kind.fields.values():
            if known.mark or (kind.name == "Side" and known.name in rolled):
                yield kind, known
