"""The story of a kept game as data: lines with the happenings that each tells, and the sources behind them.

In: lines of a narrative, and the situation before the first. Out: `StoryLine`s, which are printed field by field.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from quarterdeck.analysis.trial.happening_data import HappeningData
from quarterdeck.analysis.trial.happenings_as_data import happenings_as_data
from quarterdeck.base.plain_data import Count, Limit
from quarterdeck.engine.run.narrative import Line
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import without_name_of
from quarterdeck.program.form.world import World

LineSort = Annotated[
    str, Limit("enum", ("turn", "phase", "act", "roll", "missed", "row", "changed", "told", "refused"))
]


@dataclass(frozen=True)
class StoryLine:
    """A line of a game: the number of its die or decision (0: before the first), and its indentation.

    `cites` are places of the sources that its rules rest on, `tells` the happenings that it tells.
    """

    number: Count
    depth: Count
    sort: LineSort
    text: str
    cites: tuple[str, ...]
    tells: tuple[HappeningData, ...]


def story_lines(situation: Situation, lines: Iterable[Line]) -> tuple[StoryLine, ...]:
    """Convert lines that follow one another; the situation has the names of before the first."""
    found = []
    for line in lines:
        cites = dict.fromkeys(place for event in line.of for place in cites_of(situation.program.world, event.address))
        tells = tuple(happenings_as_data(situation, line.of))
        found.append(StoryLine(line.number, line.depth, line.sort, line.text, tuple(cites), tells))
        for event in line.of:
            situation = without_name_of(situation, event.comes_into_play)
    return tuple(found)


def cites_of(world: World, address: str) -> tuple[str, ...]:
    """Find the places on which the rule or table at an address rests; of a roll or choice those of its rule."""
    path = address.split(".")
    for end in range(len(path), 0, -1):
        name = ".".join(path[:end])
        if (known := world.rules.get(name) or world.tables.get(name)) is not None:
            return known.cites
    return ()
