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
class ScaleTold:
    """What a unit of a game stands for: `one` of its own is so much of a `unit` of the world, to such `steps`.

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
class GameTold:
    """A game as it is compared: its name as it was asked for, title, edition and era, its dice, and its scales."""

    game: str
    title: str
    edition: str
    era: str
    dice: tuple[str, ...]
    scales: tuple[ScaleTold, ...]


@dataclass(frozen=True)
class CoreRule:
    """A rule at the heart of a topic, told in lines of English; `is_table` where these are rows of cells."""

    address: str
    title: str
    is_table: bool
    lines: tuple[str, ...]


@dataclass(frozen=True)
class RollOfTopic:
    """A roll of a topic: its address, what it is called, and the dice as they are written."""

    address: str
    words: str
    dice: str


@dataclass(frozen=True)
class ModifierOfTopic:
    """What changes a roll or a chance: what it is about, where it stands, and how the game says it."""

    subject: str
    address: str
    text: str


@dataclass(frozen=True)
class TableTold:
    """A table of a topic, with how many rows it has."""

    address: str
    title: str
    rows: int


@dataclass(frozen=True)
class TopicOfGame:
    """What a game does about a topic, from its rules themselves.

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
    tables: tuple[TableTold, ...]
    addresses: tuple[str, ...]


@dataclass(frozen=True)
class TopicCompared:
    """A topic, and what each game does about it, in the order of the games."""

    topic: str
    title: str
    about: str
    group: str | None
    games: tuple[TopicOfGame, ...]


@dataclass(frozen=True)
class StageOfTurn:
    """A phase or step of a turn: its title, the topic it is mainly about, all of them, and the steps inside it."""

    address: str
    title: str
    topic: str | None
    topics: tuple[str, ...]
    steps: tuple[StageOfTurn, ...]


@dataclass(frozen=True)
class TurnOfGame:
    """The course of a game's turn."""

    game: str
    phases: tuple[StageOfTurn, ...]


@dataclass(frozen=True)
class WithoutTopic:
    """A rule that belongs to no topic."""

    game: str
    address: str


@dataclass(frozen=True)
class NumberTold:
    """A number that was asked for; nothing where the game does not show what it is read off, or the case never comes.

    `low` and `high` are where the true value lies in 95 of 100 samples; of what was counted there are none. Of a time
    that has not come within so many minutes (`later_than`) there is no value, or its interval has no `high` end.
    """

    number: str
    value: Fraction | None
    low: Fraction | None
    high: Fraction | None
    later_than: Fraction | None = None


@dataclass(frozen=True)
class AnswerMeasured:
    """The numbers of one question: at so much of the world's unit (none: it is asked once), which is `here` in a game.

    `sampled` is how many plays were made, 0 where all was counted; the `command` asks the same again.
    """

    at: int | None
    here: Fraction | None
    sampled: int
    command: str
    numbers: tuple[NumberTold, ...]


@dataclass(frozen=True)
class ColumnHere:
    """What a column shows in a game and what that means; or why the game `lacks` it, and then both are empty."""

    column: str
    shows: str
    means: str
    lacks: str


@dataclass(frozen=True)
class AnswersOfGame:
    """What a game answers for a pair, asked `of` a rule; where it cannot, `cannot` says why.

    `ends_because` says why it ends where it does. `each_turn` is all that is carried out in a turn, where one after
    another is.
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
    """A pair that a measure is asked about, and the answers of the games."""

    pair: str
    title: str
    games: tuple[AnswersOfGame, ...]


@dataclass(frozen=True)
class NumberOfMeasure:
    """A number of a measure: what it is called, its unit (none: it is a chance), and what it is.

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
    """Something asked of all games alike; `along` says what the answers are asked along, with its unit.

    What is carried out turn after turn ends after so many minutes (`until`).
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
class ShareTold:
    """How often something came up: a part of all battles, and where the true part lies in 95 of 100 such series."""

    title: str
    share: Fraction
    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class LossTold:
    """How often a thing of a side was lost, and by which turn half of these losses had come."""

    side: str
    thing: str
    share: Fraction
    low: Fraction
    high: Fraction
    turn: int


@dataclass(frozen=True)
class CauseTold:
    """By which rules things were lost, the innermost last, as a part of all losses."""

    words: str
    rule: str
    share: Fraction


@dataclass(frozen=True)
class LengthTold:
    """How long battles took in turns: a quarter was over by the `lower`, half by the `median`, three by the `upper`."""

    lower: int
    median: int
    upper: int


@dataclass(frozen=True)
class BattleOfGame:
    """A battle as a game fights it, so many times; nothing of it where `cannot` says why it does not.

    `minutes` are those of a turn, where the game says how long it is. The `command` fights the same again, and tells
    more.
    """

    game: str
    cannot: str | None
    scenario: str | None
    fought: int
    minutes: Fraction | None
    wins: tuple[ShareTold, ...]
    length: LengthTold | None
    losses: tuple[LossTold, ...]
    causes: tuple[CauseTold, ...]
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

    games: tuple[GameTold, ...]
    turns: tuple[TurnOfGame, ...]
    topics: tuple[TopicCompared, ...]
    subjects: Mapping[str, str]
    without_topic: tuple[WithoutTopic, ...]
    measures: tuple[MeasureCompared, ...]
    battles: tuple[BattleCompared, ...]
