"""The course of a game's turn, each phase and step with the topics that it is about.

In: a `ComparisonBook` and a checked ruleset. Out: a `TurnOfGame`. A phase is about the topic that the ruleset files it
under; where that is only the order of play itself, about what it calls most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from quarterdeck.apps.comparison.report import StageOfTurn, TurnOfGame
from quarterdeck.language.checks.calls import called_in
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.workspace.ruleset.comparison import ComparisonBook

TURN = "turn"


@dataclass(frozen=True)
class CourseOfTurn:
    """The turn of one game."""

    game: str
    book: ComparisonBook
    checked: Checked

    def turn(self) -> TurnOfGame:
        """Give the course of the turn; without phases where the ruleset has none."""
        turn = self.book.declared.turn
        return TurnOfGame(self.game, tuple(self.stage(phase, TURN) for phase in turn.phases) if turn else ())

    def stage(self, phase: nodes.Phase | nodes.Step, outer: str) -> StageOfTurn:
        """Give a phase or step with the steps inside it."""
        address = f"{outer}.{phase.name.text}"
        title = phase.title.text if phase.title else phase.name.text.replace("_", " ").capitalize()
        steps = tuple(self.stage(one, address) for one in phase.block if isinstance(one, nodes.Step))
        called = self.called(phase)
        main, general = self.book.topic_of(address), self.book.topic_of(TURN)
        if main == general:
            main = next((topic for topic, _ in called.most_common() if topic != general), main)
        topics = dict.fromkeys([*([main] if main else []), *(topic for topic, _ in called.most_common())])
        return StageOfTurn(address, title, main, tuple(topics), steps)

    def called(self, phase: nodes.Phase | nodes.Step) -> Counter[str]:
        """Count the topics of what a phase calls itself."""
        topics = {one.address: one.topic for one in self.book.rules}
        found = (topics.get(address.rstrip("?")) for _, address in called_in(self.checked, phase))
        return Counter(topic for topic in found if topic is not None)


@dataclass(frozen=True)
class AlignedStage:
    """A row of turns laid beside each other: a topic, and the stages of each game that are about it there."""

    topic: str | None
    stages: tuple[tuple[str, ...], ...]


def aligned(turns: Sequence[TurnOfGame]) -> tuple[AlignedStage, ...]:
    """Lay turns beside each other, so that what is about the same topic stands in one row as far as the order allows.

    >>> words = (("Go", "a"), ("Throw", "b"), ("Duck", "b"))
    >>> go, throw, duck = (StageOfTurn("", word, about, (), ()) for word, about in words)
    >>> rows = aligned([TurnOfGame("one", (go, throw)), TurnOfGame("other", (duck,))])
    >>> [(row.topic, row.stages) for row in rows]
    [('a', (('Go',), ())), ('b', (('Throw',), ('Duck',)))]
    """
    rows: list[tuple[str | None, list[tuple[str, ...]]]] = []
    for place, turn in enumerate(turns):
        stages = runs_of(turn)
        matcher = SequenceMatcher(None, [topic for topic, _ in rows], [topic for topic, _ in stages], autojunk=False)
        merged: list[tuple[str | None, list[tuple[str, ...]]]] = []
        for sort, i1, i2, j1, j2 in matcher.get_opcodes():
            if sort == "equal":
                for (topic, titles), (_, title) in zip(rows[i1:i2], stages[j1:j2], strict=True):
                    merged.append((topic, [*titles, title]))
                continue
            nothing: list[tuple[str, ...]] = [()] * place
            merged += [(topic, [*titles, ()]) for topic, titles in rows[i1:i2]]
            merged += [(topic, [*nothing, title]) for topic, title in stages[j1:j2]]
        rows = merged
    return tuple(AlignedStage(topic, tuple(titles)) for topic, titles in rows)


def runs_of(turn: TurnOfGame) -> list[tuple[str | None, tuple[str, ...]]]:
    """Give the phases and steps of a turn by their topics; those next to each other about one topic are together."""
    leaves = [leaf for phase in turn.phases for leaf in leaves_of(phase)]
    runs = groupby(leaves, key=lambda leaf: leaf[0])
    return [(topic, tuple(title for _, title in run)) for topic, run in runs]


def leaves_of(stage: StageOfTurn) -> list[tuple[str | None, str]]:
    """Give a phase, or the steps inside it, by topic and title."""
    if not stage.steps:
        return [(stage.topic, stage.title)]
    return [(topic, f"{stage.title}: {title}") for step in stage.steps for topic, title in leaves_of(step)]
