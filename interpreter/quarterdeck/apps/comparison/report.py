"""What a comparison of games consists of: plain records, which `--json` and the pages print.

Chances and means are exact fractions. Nothing here is worked out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from quarterdeck.base.plain_data import DataRecord
from quarterdeck.language.documents.shapes import SourceKind


@dataclass(frozen=True)
class ScaleOfGame:
    """The scale of a game: `one` of its own units in a real `unit`, and its `steps`.

    `kind` says how sure that is: printed in the source, or of this project (`house`).
    """

    name: str
    one: str
    stands_for: Fraction
    unit: str
    steps: Fraction
    kind: SourceKind
    place: str
    note: str


@dataclass(frozen=True)
class ComparedGame:
    """A compared game: its name, title, edition and era, its dice, and its scales."""

    game: str
    title: str
    edition: str
    era: str
    dice: tuple[str, ...]
    scales: tuple[ScaleOfGame, ...]


@dataclass(frozen=True)
class CoreRule:
    """A main rule of a topic in lines of English; `is_table` if these are rows of cells."""

    address: str
    title: str
    is_table: bool
    lines: tuple[str, ...]


@dataclass(frozen=True)
class RollOfTopic:
    """A roll of a topic: its address, its name, and its dice as written."""

    address: str
    words: str
    dice: str


@dataclass(frozen=True)
class ModifierOfTopic:
    """A modifier of a roll or chance: its subject, its address, and its words."""

    subject: str
    address: str
    text: str


@dataclass(frozen=True)
class TableOfTopic:
    """A table of a topic, with the number of its rows."""

    address: str
    title: str
    rows: int


@dataclass(frozen=True)
class TopicOfGame:
    """A topic in one game, read from its rules.

    `rules`, `options` and `phases` count; `decisions` are those that a turn comes to, `words` those of print.
    """

    game: str
    rules: int
    options: int
    phases: int
    decisions: int
    words: int
    core: tuple[CoreRule, ...]
    rolls: tuple[RollOfTopic, ...]
    modifiers: tuple[ModifierOfTopic, ...]
    tables: tuple[TableOfTopic, ...]
    addresses: tuple[str, ...]


@dataclass(frozen=True)
class TopicCompared:
    """A topic in each of the games, in order."""

    topic: str
    title: str
    about: str
    group: str | None
    games: tuple[TopicOfGame, ...]


@dataclass(frozen=True)
class StageOfTurn:
    """A phase or step of a turn: its title, its main topic, all its topics, and its steps."""

    address: str
    title: str
    topic: str | None
    topics: tuple[str, ...]
    steps: tuple[StageOfTurn, ...]


@dataclass(frozen=True)
class TurnOfGame:
    """The order of a game's turn."""

    game: str
    phases: tuple[StageOfTurn, ...]


@dataclass(frozen=True)
class WithoutTopic:
    """A rule without a topic."""

    game: str
    address: str


@dataclass(frozen=True)
class NumberMeasured:
    """A computed number; none if the game does not show its column, or if the case never occurs.

    `low` and `high` are the 95 % interval of a sampled value; a counted one has none. A time that is later than
    `later_than` minutes has no value, or an interval without a `high` end.
    """

    number: str
    value: Fraction | None
    low: Fraction | None
    high: Fraction | None
    later_than: Fraction | None = None


@dataclass(frozen=True)
class AnswerMeasured:
    """The numbers of one question at a distance in the shared unit (none: asked once); `here` is it in the game's unit.

    `sampled` is how many plays were made, 0 where all was counted; the `command` asks the same again.
    """

    at: int | None
    here: Fraction | None
    sampled: int
    command: str
    numbers: tuple[NumberMeasured, ...]


@dataclass(frozen=True)
class ColumnHere:
    """A column in one game with its meaning, or the reason why the game `lacks` it."""

    column: str
    shows: str
    means: str
    lacks: str


@dataclass(frozen=True)
class AnswersOfGame:
    """A game's answers for a pair, from the rule `of`; without an answer, `cannot` is the reason.

    `ends_because` says why it ends there. `each_turn` has the rules that run in each turn, in a measure over turns.
    """

    game: str
    of: str | None
    each_turn: tuple[str, ...]
    cannot: str | None
    ends_because: str | None
    columns: tuple[ColumnHere, ...]
    answers: tuple[AnswerMeasured, ...]


@dataclass(frozen=True)
class PairMeasured:
    """A pair of a measure, and the answers of the games."""

    pair: str
    title: str
    games: tuple[AnswersOfGame, ...]


@dataclass(frozen=True)
class NumberOfMeasure:
    """A number of a measure: its name, its unit (none: it is a chance), and its meaning.

    It may be a part of the cases in which a column is so (`where`). A `time` is that by which a quarter, half or three
    quarters (`quarters`) of all plays had come to their end.
    """

    number: str
    title: str
    unit: str | None
    gives: Literal["chance", "mean", "time"] = "chance"
    where: str | None = None
    quarters: int | None = None


@dataclass(frozen=True)
class MeasureCompared:
    """A measure for all games; `along` is the quantity that varies, with its unit.

    A measure that runs turn after turn ends after `until` minutes.
    """

    measure: str
    title: str
    about: str
    topic: str
    along: str | None
    unit: str | None
    until: int | None
    numbers: tuple[NumberOfMeasure, ...]
    pairs: tuple[PairMeasured, ...]


@dataclass(frozen=True)
class BattleShare:
    """How often something came up: a part of all battles, and where the true part lies in 95 of 100 such series."""

    title: str
    share: Fraction
    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class BattleLoss:
    """How often a thing of a side was lost, and by which turn half of these losses had come."""

    side: str
    thing: str
    share: Fraction
    low: Fraction
    high: Fraction
    turn: int


@dataclass(frozen=True)
class LossCause:
    """By which rules things were lost, the innermost last, as a part of all losses."""

    words: str
    rule: str
    share: Fraction


@dataclass(frozen=True)
class BattleLength:
    """How long battles took in turns: a quarter was over by the `lower`, half by the `median`, three by the `upper`."""

    lower: int
    median: int
    upper: int


@dataclass(frozen=True)
class BattleOfGame:
    """The results of a battle in one game, played a number of times; without results, `cannot` is the reason.

    `minutes` is the length of a turn, if the game defines it. The `command` plays the same battles, and prints more.
    """

    game: str
    cannot: str | None
    scenario: str | None
    fought: int
    minutes: Fraction | None
    wins: tuple[BattleShare, ...]
    length: BattleLength | None
    losses: tuple[BattleLoss, ...]
    causes: tuple[LossCause, ...]
    command: str


@dataclass(frozen=True)
class BattleCompared:
    """A battle of history, what happened in it, and what comes of it in the games."""

    battle: str
    title: str
    happened: str
    games: tuple[BattleOfGame, ...]


@dataclass(frozen=True)
class GamesCompared(DataRecord):
    """Different games, compared by topics and by the same questions."""

    games: tuple[ComparedGame, ...]
    turns: tuple[TurnOfGame, ...]
    topics: tuple[TopicCompared, ...]
    subjects: Mapping[str, str]
    without_topic: tuple[WithoutTopic, ...]
    measures: tuple[MeasureCompared, ...]
    battles: tuple[BattleCompared, ...]
