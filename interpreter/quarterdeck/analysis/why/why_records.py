"""What `why` gives: a kept game line by line, and an entry of it explained, as records of plain data.

Values are plain data: whole numbers as they are, others as exact text ("2.5", "5/3"), truths, things and members of
enums by the names that they have in the ruleset's files, a hex as column and row, a point as its two lengths, none as
nothing. `of` is an address in the rules. Words stand in `text` beside the values that they say. The fields of a record
are the keys of the JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypedDict

from quarterdeck.analysis.trial.happening_data import HappeningData
from quarterdeck.base.plain_data import Count, FromOne, Limit, PlainNumber
from quarterdeck.engine.run.plain_values import Plain, PlainValues

Values = PlainValues
Happened = HappeningData
LineSort = Annotated[
    str, Limit("enum", ("turn", "phase", "act", "roll", "missed", "row", "changed", "told", "refused"))
]


DieEntryData = TypedDict("DieEntryData", {"die": int, "of": int, "at": str, "for": list[int]})
"""The line of a journal for a die: its face, of how many sides, for which roll, and what the roll is about."""
DrawEntryData = TypedDict("DrawEntryData", {"drawn": str, "of": int, "at": str, "for": list[int]})
"""The line of a journal for a draw: what was drawn, of how many lots, where, and what the draw is about."""


class ChoiceEntryData(TypedDict):
    """The line of a journal for a decision: the answer, who gave it, and to which question."""

    choice: Plain
    by: str
    at: str


JournalEntryData = DieEntryData | DrawEntryData | ChoiceEntryData


@dataclass(frozen=True)
class StoryLine:
    """A line of a game: the number of the die or decision that brought it about (0: before the first), how far set in.

    `cites` are places of the sources that its rules rest on, `tells` the happenings that it tells.
    """

    number: Count
    depth: Count
    sort: LineSort
    text: str
    cites: tuple[str, ...]
    tells: tuple[Happened, ...]


@dataclass(frozen=True)
class PhaseAround:
    """A phase that something happened in."""

    of: str
    text: str


@dataclass(frozen=True)
class RuleAround:
    """A rule that was being carried out, with what it was given."""

    of: str
    given: Values
    text: str


@dataclass(frozen=True)
class Worth:
    """A part of an expression: as it is written, its words, its address (none: it has none), and its value.

    `values` are what this was worked out of.
    """

    written: str
    text: str
    of: str | None
    value: Plain
    values: tuple[Worth, ...]


@dataclass(frozen=True)
class DiceThrown:
    """Dice of one roll: how many, and of how many sides."""

    count: Count
    sides: Count
    text: str


@dataclass(frozen=True)
class AddedAtOnce:
    """What a roll adds whatever happens, and the values that this was worked out of."""

    by: PlainNumber
    values: tuple[Worth, ...]


@dataclass(frozen=True)
class ModifierTold:
    """A modifier: whether it applied, by how much it changed the total, what it says, and the values it speaks of."""

    of: str
    text: str
    applied: bool
    by: PlainNumber
    written: str
    values: tuple[Worth, ...]


@dataclass(frozen=True)
class NeededTold:
    """What a check had to meet: the condition as written, and all faces that would have done."""

    written: str
    faces: tuple[int, ...]
    text: str
    values: tuple[Worth, ...]


@dataclass(frozen=True)
class RollExplained:
    """A roll with everything that went into it; `success` is nothing where it is no check."""

    of: str
    text: str
    dice: DiceThrown
    faces: tuple[int, ...]
    natural: int
    added: AddedAtOnce
    modifiers: tuple[ModifierTold, ...]
    total: PlainNumber
    needed: NeededTold | None
    success: bool | None


@dataclass(frozen=True)
class AnswerTold:
    """An answer: its value (`none` and `stop` as a script writes them), and its words."""

    value: Plain
    text: str


@dataclass(frozen=True)
class AnswerRefused:
    """An answer that was not allowed: the name of the requirement that forbids it, and the author's reason."""

    value: Plain
    text: str
    requirement: str
    reason: str


@dataclass(frozen=True)
class DecisionExplained:
    """A decision: who was asked what, the answer, what else was possible, and what was not and why."""

    by: str
    text: str
    answer: AnswerTold
    others: tuple[AnswerTold, ...]
    refused: tuple[AnswerRefused, ...]


@dataclass(frozen=True)
class RulingTold:
    """A ruling that a rule rests on."""

    name: str
    text: str


@dataclass(frozen=True)
class RuleWritten:
    """A piece of the rules: where it stands (lines from 1), what it says, what it rests on; of a row also its keys."""

    of: str
    file: str
    line: FromOne
    keys: Values
    text: str
    cites: tuple[str, ...]
    rulings: tuple[RulingTold, ...]


@dataclass(frozen=True)
class Why:
    """An entry of a kept game explained.

    `number` counts entries from 1, `entry` is the line of the journal, `phases` and `within` are what it happened in,
    the outermost first, `happenings` what came in; one of `roll` and `decision` is there where it was one. `rows` were
    applied, `outcome` is what came of it before the next entry, `rules` are the rules around it, the innermost first.
    """

    number: FromOne
    entry: JournalEntryData
    turn: Count
    phases: tuple[PhaseAround, ...]
    within: tuple[RuleAround, ...]
    happenings: tuple[Happened, ...]
    roll: RollExplained | None
    decision: DecisionExplained | None
    rows: tuple[RuleWritten, ...]
    outcome: tuple[StoryLine, ...]
    rules: tuple[RuleWritten, ...]
