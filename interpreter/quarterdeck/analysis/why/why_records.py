"""What `why` gives: an entry of a kept game explained, as records of plain data.

Values are plain data: whole numbers as they are, others as exact text ("2.5", "5/3"), truths, things and members of
enums by the names that they have in the ruleset's files, a space as column and row, a point as its two lengths, none as
nothing. `of` is an address in the rules. Words stand in `text` beside the values that they say. The fields of a record
are the keys of the JSON, but for those that only serve printing in words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypedDict

from quarterdeck.analysis.trial.happening_data import HappeningData
from quarterdeck.analysis.why.story import StoryLine
from quarterdeck.base.plain_data import UNPRINTED, Count, FromOne, PlainNumber
from quarterdeck.engine.run.plain_values import Plain, PlainValues
from quarterdeck.language.declarations.types import Type

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
class PhaseAround:
    """The phase of an event."""

    of: str
    text: str


@dataclass(frozen=True)
class RuleAround:
    """A rule in progress, with its inputs."""

    of: str
    given: PlainValues
    text: str
    given_text: str = field(metadata=UNPRINTED)


@dataclass(frozen=True)
class Worth:
    """A part of an expression: its text, its words, its address (none: it has none), and its value.

    `values` are what this was worked out of.
    """

    written: str
    text: str
    of: str | None
    value: Plain
    values: tuple[Worth, ...]
    value_text: str = field(metadata=UNPRINTED)

    @property
    def short(self) -> str:
        """Give a word or two for it: of a definition or table what it is called, without what it is asked about."""
        return self.of.rsplit(".", 1)[-1].replace("_", " ") if self.of and self.values else self.written


@dataclass(frozen=True)
class DiceThrown:
    """The dice of one roll: their number and their sides."""

    count: Count
    sides: Count
    text: str


@dataclass(frozen=True)
class AddedAtOnce:
    """The numbers that a roll always adds, with the values they come from."""

    by: PlainNumber
    values: tuple[Worth, ...]


@dataclass(frozen=True)
class ModifierExplained:
    """A modifier: whether it applied, its amount, its words, and the values that it reads."""

    of: str
    text: str
    applied: bool
    by: PlainNumber
    written: str
    values: tuple[Worth, ...]


@dataclass(frozen=True)
class SuccessCondition:
    """The condition of a check as written, and all faces that meet it."""

    written: str
    faces: tuple[int, ...]
    text: str
    values: tuple[Worth, ...]


@dataclass(frozen=True)
class RollExplained:
    """A roll with everything that affected it; `success` is none if it is not a check."""

    of: str
    text: str
    dice: DiceThrown
    faces: tuple[int, ...]
    natural: int
    added: AddedAtOnce
    modifiers: tuple[ModifierExplained, ...]
    total: PlainNumber
    needed: SuccessCondition | None
    success: bool | None


@dataclass(frozen=True)
class DecisionOption:
    """An answer: its value (`none` and `stop` as in a script), and its words."""

    value: Plain
    text: str
    kind: Type | None = field(metadata=UNPRINTED, kw_only=True)
    stored: Any = field(metadata=UNPRINTED, kw_only=True)


@dataclass(frozen=True)
class RefusedDecisionOption(DecisionOption):
    """A refused answer: the requirement that refuses it, and the author's reason."""

    requirement: str
    reason: str


@dataclass(frozen=True)
class DecisionExplained:
    """A decision: the side, the question, the answer, the other options, and the refused ones with reasons."""

    by: str
    text: str
    answer: DecisionOption
    others: tuple[DecisionOption, ...]
    refused: tuple[RefusedDecisionOption, ...]
    by_text: str = field(metadata=UNPRINTED)


@dataclass(frozen=True)
class RulingWritten:
    """A ruling of a rule."""

    name: str
    text: str


@dataclass(frozen=True)
class RuleWritten:
    """A piece of rules: its file and line (from 1), its text, its references; for a row also its keys."""

    of: str
    file: str
    line: FromOne
    keys: PlainValues
    text: str
    cites: tuple[str, ...]
    rulings: tuple[RulingWritten, ...]


@dataclass(frozen=True)
class Why:
    """The explanation of an entry of a saved game.

    `number` counts entries from 1, `entry` is the line of the journal, `phases` and `within` are what it happened in,
    the outermost first, `happenings` what came in; one of `roll` and `decision` is there where it was one. `rows` were
    applied, `outcome` is what came of it before the next entry, `rules` are the rules around it, the innermost first.
    """

    number: FromOne
    entry: JournalEntryData
    turn: Count
    phases: tuple[PhaseAround, ...]
    within: tuple[RuleAround, ...]
    happenings: tuple[HappeningData, ...]
    roll: RollExplained | None
    decision: DecisionExplained | None
    rows: tuple[RuleWritten, ...]
    outcome: tuple[StoryLine, ...]
    rules: tuple[RuleWritten, ...]
    text: str = field(metadata=UNPRINTED)
    """What came in, where it was neither a roll with a name nor a decision."""
