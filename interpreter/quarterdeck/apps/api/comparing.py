"""Compare two rulesets: what was changed with both texts, what that concerns, and how the odds shift.

In: two rulesets in which nothing is wrong. Out: a `RulesetDifference` of plain records; chances are exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quarterdeck.analysis.diff.changes import WITHOUT_MEANING, Change, Deed
from quarterdeck.analysis.diff.differences import Differences, OddsMoved, differences, question_from
from quarterdeck.analysis.diff.part_changes import ChangedPart
from quarterdeck.base.errors import UnknownError
from quarterdeck.base.plain_data import DataRecord
from quarterdeck.base.text import PlaceData, Span
from quarterdeck.language.documents import shapes
from quarterdeck.workspace.ruleset.rule_question import example_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from quarterdeck.analysis.witnesses.differing import RuleNotWitnessed, RuleWitnessed

Said = Callable[[str], str]


@dataclass(frozen=True)
class WrittenElement:
    """The text at an address in one ruleset: as written, in English (empty: there is none), and its place."""

    rules: str
    english: str
    place: PlaceData


@dataclass(frozen=True)
class ChangedElement:
    """An address at which two rulesets differ; a missing side is none.

    `deed` is `words` where both mean the same and only say it otherwise, and `renamed` where the address was `formerly`
    another and nothing else differs. `is_advice` is what guides programs and is no rule. `parts` are the entries of a
    piece of data that differ, where it is one: a row, a thing of a roster, a scenario.
    """

    address: str
    sort: str
    deed: Deed
    formerly: str
    is_advice: bool
    parts: tuple[ChangedPart, ...]
    before: WrittenElement | None
    after: WrittenElement | None


@dataclass(frozen=True)
class RulesetDifference(DataRecord):
    """The differences between two rulesets, and the shifts of their odds.

    `changes` are told at the smallest address, changes of meaning first. `concerned` are the addresses of all rules
    that come to what changed in meaning, themselves or through others. `odds` are the questions about these, the
    largest shift first, and `not_asked` those of them that roll dice and that no question comes to; where no odds were
    asked for, all of these are empty. `untouched` are the titles of the questions that were not asked, since neither
    what they come to nor their situations differ. `witnesses` are rules next to a change, each in the smallest
    situation that was found in which it brings another outcome, `not_witnessed` those of which none was found, where
    they were looked for.
    """

    before: str
    after: str
    changes: tuple[ChangedElement, ...]
    concerned: tuple[str, ...]
    odds: tuple[OddsMoved, ...]
    not_asked: tuple[str, ...]
    untouched: tuple[str, ...]
    witnesses: tuple[RuleWitnessed, ...] = ()
    not_witnessed: tuple[RuleNotWitnessed, ...] = ()


def diff(
    one: Ruleset,
    other: Ruleset,
    *,
    of: str = "",
    odds: bool = True,
    english: bool = True,
    witness: bool = False,
    budget: int = 1_000_000,
    progress: Callable[[str], None] | None = None,
) -> RulesetDifference:
    """Compare two rulesets, or one with and without its house rules.

    `of` names a worked example (`example` or `example/case`) to count instead of the standard questions. `budget`
    limits the steps of counting for each answer. `progress` receives the current question. `witness` looks for a
    situation in which each affected rule has another outcome.

    Raises:
        RefusedError: one of the two, or its data, has errors.
        UnknownError: neither has an example with that name.
    """
    for ruleset in (one, other):
        ruleset.refuse_faults()
        ruleset.refuse_faults_of_data()
    wanted = [_question_of(one, other, of)] if of else []
    found = differences(one, other, wanted, budget, progress, with_odds=odds)
    witnessed = _witnesses(one, other, found, odds, progress) if witness else ((), ())
    said = [_english_of(ruleset) if english else _nothing_said for ruleset in (one, other)]
    return RulesetDifference(
        one.name,
        other.name,
        tuple(_changed(change, *said) for change in found.changes),
        found.concerned,
        found.compared,
        found.not_asked,
        tuple(question.title for question in found.untouched),
        *witnessed,
    )


def _witnesses(
    one: Ruleset, other: Ruleset, found: Differences, counts: bool, progress: Callable[[str], None] | None
) -> tuple[tuple[RuleWitnessed, ...], tuple[RuleNotWitnessed, ...]]:
    """Give the witnesses of two rulesets; of those that mean the same there are none."""
    if all(change.deed in WITHOUT_MEANING for change in found.changes):
        return (), ()
    # What carries rules out takes long to import, and most comparisons do without it.
    from quarterdeck.apps.api.witnessing import witnesses_between

    return witnesses_between(one, other, counts=counts, progress=progress)


def _english_of(ruleset: Ruleset) -> Said:
    # What writes English takes long to import, and many programs only count or play.
    from quarterdeck.prose.english.english_writer import EnglishWriter

    return EnglishWriter(ruleset.checked).said


def _nothing_said(address: str) -> str:
    return ""


def _question_of(one: Ruleset, other: Ruleset, name: str) -> shapes.Question:
    """Make a question of a worked example of either, that of the other first."""
    try:
        example, facts = example_of(other.declared, name)
    except UnknownError:
        example, facts = example_of(one.declared, name)
    return question_from(example, facts, name)


def _changed(change: Change, before: Said, after: Said) -> ChangedElement:
    return ChangedElement(
        change.address,
        change.sort,
        change.deed,
        change.formerly,
        change.is_advice,
        change.parts,
        _text(change.before, before, change.formerly or change.address, change.before_span),
        _text(change.after, after, change.address, change.after_span),
    )


def _text(rules: str, said: Said, address: str, span: Span | None) -> WrittenElement | None:
    return WrittenElement(rules, said(address), span.as_json()) if rules and span is not None else None
