"""Say what two rulesets differ in as plain lines and tables, for a page and for paper.

In: a `RulesetDifference`. Out: `DifferenceTold`, in words alone: whoever prints it adds nothing but looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.analysis.diff.changes import WITHOUT_MEANING
from quarterdeck.analysis.diff.part_changes import ChangedPart
from quarterdeck.analysis.diff.text_diff import MarkedLine, lines_between
from quarterdeck.apps.api.comparing import ChangedElement, OddsMoved, RulesetDifference, ShownMoved, WrittenElement
from quarterdeck.apps.api.witnessing import RuleWitnessed
from quarterdeck.apps.cli.percentages import percent
from quarterdeck.apps.cli.witnesses import POINTS
from quarterdeck.base.text import NOWHERE

ROWS = 8
"""So many outcomes of a question are told, the largest shifts first."""
NUMBERS = 3
"""So many columns at the end of a table of odds are numbers."""
ENDINGS = (".html", ".pdf")
"""Of files into which a difference is printed."""
DEEDS = {"changed": "changed", "removed": "removed", "added": "added", "renamed": "renamed, and the same"}


@dataclass(frozen=True)
class LaidTable:
    """A table: its heads, and rows with a cell for each; of odds the last three are numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ChangeTold:
    """A change at an address: lines with their words that differ marked, or a table of data."""

    address: str
    sort: str
    lines: tuple[MarkedLine, ...] = ()
    table: LaidTable | None = None


@dataclass(frozen=True)
class GroupTold:
    """Changes of one sort under their title."""

    title: str
    changes: tuple[ChangeTold, ...]


@dataclass(frozen=True)
class QuestionTold:
    """A question whose odds shift: its title, what is said below it, and a table for each thing that is shown."""

    title: str
    said: str
    tables: tuple[LaidTable, ...]


@dataclass(frozen=True)
class WitnessTold:
    """A rule in a situation in which it comes out otherwise: what was and is, and the commands that ask again."""

    of: str
    given: str
    points: tuple[tuple[str, str], ...]
    asks: tuple[str, ...]


@dataclass(frozen=True)
class DifferenceTold:
    """All that is told: `lists` are titles with lines below them."""

    title: str
    said: str
    groups: tuple[GroupTold, ...]
    odds: tuple[QuestionTold, ...]
    witnesses: tuple[WitnessTold, ...]
    lists: tuple[tuple[str, tuple[str, ...]], ...]


def told(found: RulesetDifference, *, everything: bool = False, exact: bool = False) -> DifferenceTold:
    """Say all that two rulesets differ in; with `everything` each outcome, and what is only worded otherwise."""
    differ = any(change.deed not in WITHOUT_MEANING for change in found.changes)
    return DifferenceTold(
        f"From {found.before} to {found.after}",
        "" if differ else "Both mean the same.",
        tuple(groups(found, everything)),
        tuple(question(each, everything, exact) for each in found.odds if each.distance),
        tuple(map(witness_told, found.witnesses)),
        tuple(lists(found, everything)),
    )


def groups(found: RulesetDifference, everything: bool) -> Iterator[GroupTold]:
    """Give the changes by what was done, doctrine behind the rules."""
    for is_advice in (False, True):
        for deed, title in DEEDS.items():
            changes = [one for one in found.changes if one.deed == deed and one.is_advice == is_advice]
            if changes:
                said = f"doctrine {title}" if is_advice else title
                yield GroupTold(f"{said} ({len(changes)})", tuple(map(change_told, changes)))
    worded = [one for one in found.changes if one.deed == "words"]
    if worded and everything:
        yield GroupTold(f"only worded otherwise ({len(worded)})", tuple(map(change_told, worded)))


def change_told(change: ChangedElement) -> ChangeTold:
    """Say what was changed at one address."""
    sort = f"{change.sort}, formerly {change.formerly}" if change.formerly else change.sort
    if change.parts:
        return ChangeTold(change.address, sort, table=entries(change))
    lines = () if change.deed == "renamed" else lines_between(*texts_of(change))
    return ChangeTold(change.address, sort, tuple(lines))


def entries(change: ChangedElement) -> LaidTable:
    """Give what differs of a piece of data: the keys that lead to it, what stood and what stands there."""
    whole, _, name = change.address.partition(".")
    sides = [side for side, there in (("before", change.before), ("after", change.after)) if there is not None]
    rows = []
    for part in change.parts:
        said = dict(zip(sides, said_of(change, part), strict=False))
        rows.append((", ".join(part.path) or name, *(said.get(side) or getattr(part, side) for side in sides)))
    return LaidTable((whole, *sides), tuple(rows))


def said_of(change: ChangedElement, part: ChangedPart) -> tuple[str, ...]:
    """Give what a row of one cell says, or a cell, in English, without the row's head; nothing for anything else."""
    there = [side for side in (change.before, change.after) if side is not None]
    if part.path or change.sort not in ("row", "cell"):
        return ()
    return tuple(side.english.partition(" | ")[2] if change.sort == "row" else side.english for side in there)


def texts_of(change: ChangedElement) -> tuple[str, str]:
    """Give both texts: in English, unless English has nothing for one side or says the same of both."""
    nothing = WrittenElement("", "", NOWHERE.as_json())
    before, after = change.before or nothing, change.after or nothing
    is_said = all(bool(side.english) == bool(side.rules) for side in (before, after))
    if not is_said or before.english == after.english or change.deed == "words":
        return before.rules, after.rules
    return before.english, after.english


# --- odds


def question(each: OddsMoved, everything: bool, exact: bool) -> QuestionTold:
    """Say how the odds of a question shift."""
    shown = [one for one in each.shows if one.distance or everything]
    said = f"{each.of}: shifts {percent(each.distance or Fraction())}"
    return QuestionTold(each.title, said, tuple(outcomes(one, everything, exact) for one in shown))


def outcomes(shift: ShownMoved, everything: bool, exact: bool) -> LaidTable:
    """Give the outcomes of one thing that is shown, the largest difference first; what is left over is one row."""
    heads = (*(column["title"] for column in shift.columns), "before", "after", "difference")
    moved = shift.outcomes if everything else [one for one in shift.outcomes if one.difference][:ROWS]
    rows = []
    for one in moved:
        sign = "+" if one.difference > 0 else "−" if one.difference < 0 else ""
        chances = chance(one.before, exact), chance(one.after, exact)
        rows.append((*one.text, *chances, f"{sign}{percent(abs(one.difference))}"))
    rest = [one for one in shift.outcomes if one not in moved]
    if rest:
        sums = [sum((getattr(one, side) for one in rest), Fraction()) for side in ("before", "after")]
        blanks = [""] * (len(shift.columns) - 1)
        rows.append((f"{len(rest)} more", *blanks, *(chance(one, exact) for one in sums), ""))
    return LaidTable(heads, tuple(rows))


def chance(share: Fraction, exact: bool) -> str:
    """Give a chance in percent, and exactly below it where that is wanted."""
    return f"{percent(share)}\n{share}" if exact and 0 < share < 1 else percent(share)


# --- the rest


def witness_told(witness: RuleWitnessed) -> WitnessTold:
    """Say in which situation a rule comes out otherwise."""
    points = tuple((one.before_text, one.after_text) for one in witness.moved[:POINTS])
    sides = (witness.before, witness.after)
    asks = (*(side.ask for side in sides), *(side.odds for side in sides if side.odds))
    return WitnessTold(witness.of, witness.facts if witness.facts != "{}" else "nothing given", points, asks)


def lists(found: RulesetDifference, everything: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give what is told in a line each: what was not counted, and why."""
    worded = [one.address for one in found.changes if one.deed == "words"]
    unanswered = [f"{one.title}: {one.unanswered}" for one in found.odds if one.unanswered is not None]
    meant: Sequence[ChangedElement] = [one for one in found.changes if one.deed not in WITHOUT_MEANING]
    for title, lines in (
        ("only worded otherwise", [] if everything else worded),
        ("counted, and the same odds in both", [one.title for one in found.odds if one.distance == 0]),
        ("not counted, since nothing that they come to has changed", found.untouched),
        ("no question asks about", found.not_asked),
        ("not counted", unanswered),
        ("no situation found in which these come out otherwise", [one.of for one in found.not_witnessed]),
    ):
        if lines:
            yield title, tuple(lines)
    if meant and not found.odds and not found.untouched:
        yield "no odds were counted", ("neither ruleset has questions, or nobody asked for odds",)
