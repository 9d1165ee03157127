"""Shapes of what games are compared by, and how one game answers."""

from __future__ import annotations

from typing import Any, Literal

from quarterdeck.language.documents.ruleset_shapes import Source
from quarterdeck.language.documents.shape import Code, Line, Shape, YesNo

KEPT_IN_CACHE = True


class TopicShape(Shape):
    """What rules may be about; topics `within` a group are asked for together by its name."""

    title: Line
    about: str | None = None
    within: str | None = None


class Along(Shape):
    """What a measure is asked along: so much of a unit of the world, turned into the game's own by a scale.

    `of_pairs` has the values for pairs that are asked at others.
    """

    title: Line
    unit: str
    scale: str = "distance"
    values: list[int]
    of_pairs: dict[str, list[int]] = {}


class NumberAsked(Shape):
    """A number that is read off an answer: the mean of a column, or the chance that it is yes, or more than nothing.

    With `where` only the cases count in which another column is so, where the game shows that. `each_minute` divides
    by the minutes of a turn. A `time` is that by which so many `quarters` of all plays have come to what they are
    carried out `until`.
    """

    title: Line
    gives: Literal["chance", "mean", "time"]
    of: str
    where: str | None = None
    each_minute: YesNo = False
    quarters: int = 2
    unit: str | None = None


class Until(Shape):
    """What ends a measure that is carried out turn after turn: a column that holds, or so many minutes."""

    holds: str
    minutes: int


class Measure(Shape):
    """What is asked of all games alike: what an answer shows, and which numbers are read off it."""

    title: Line
    about: str
    topic: str
    along: Along | None = None
    until: Until | None = None
    pairs: list[str]
    columns: dict[str, str]
    numbers: dict[str, NumberAsked]


class Pair(Shape):
    """Whom a measure is asked about: what stands for `$name` in the words of the games.

    A pair that a ruleset adds may join `measures` that others define.
    """

    title: str = ""
    values: dict[str, Any]
    measures: list[str] = []


class HistoricBattle(Shape):
    """A battle of history, and what happened in it."""

    title: Line
    happened: str


class Vocabulary(Shape):
    """`vocabulary.yaml`: what games are compared by, whatever they are; a ruleset may add to it."""

    vocabulary: str = ""
    topics: dict[str, TopicShape] = {}
    groups: dict[str, str] = {}
    subjects: dict[str, str] = {}
    measures: dict[str, Measure] = {}
    pairs: dict[str, Pair] = {}
    battles: dict[str, HistoricBattle] = {}


class Scale(Shape):
    """How much of the world one of the game's own units stands for, and how finely the game measures it."""

    one: str
    stands_for: Code
    unit: str
    steps: Code = "1"
    source: Source | None = None


class DoneEachTurn(Shape):
    """A rule, phase or step that is carried out in every turn of a measure, where `when` holds as it begins.

    What is `at_once` with the one before it sees nothing yet of what that has done.
    """

    of: str
    given: dict[str, Any] = {}
    when: Code | None = None
    at_once: YesNo = False


class MeasureHere(Shape):
    """How a measure is asked in a game: a question in which `$name` is filled in, and what its columns mean here.

    It is asked as long as `asked_while` holds, where that is said; `ends_because` says what ends it. Of a measure that
    is carried out turn after turn, `each_turn` says what follows the question in a turn.
    """

    of: str
    each_turn: list[DoneEachTurn] = []
    board: dict[str, int] = {}
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    things: dict[str, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    asked_while: Code | None = None
    ends_because: str | None = None
    show: dict[str, Code]
    means: dict[str, str] = {}
    not_shown: dict[str, str] = {}


class BattleHere(Shape):
    """The scenario in which a game fights a battle of history."""

    scenario: str
    note: str | None = None


class ComparisonDocument(Shape):
    """`comparison.yaml`: how a ruleset is compared with others: its rules by topics, and what it answers.

    Addresses are those of rules, tables, phases or files of rules, for all that is below them; the longest counts.
    `cannot` says of measures, of a pair of one (`measure/pair`) and of battles why the game has no answer.
    """

    comparison: str
    adds: Vocabulary = Vocabulary()
    topics: dict[str, list[str]] = {}
    core: dict[str, list[str]] = {}
    subjects: dict[str, list[str]] = {}
    scale: dict[str, Scale] = {}
    measures: dict[str, MeasureHere] = {}
    pairs: dict[str, dict[str, Any]] = {}
    cannot: dict[str, str] = {}
    battles: dict[str, BattleHere] = {}
