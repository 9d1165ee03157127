"""Lay out what two rulesets differ in: as a report for a page and for paper, of which a terminal prints the parts.

In: a `RulesetDifference`. Out: a `Report`, or its sections.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from quarterdeck.analysis.diff.chances import ShownMoved
from quarterdeck.analysis.diff.changes import WITHOUT_MEANING
from quarterdeck.analysis.diff.part_changes import ChangedPart
from quarterdeck.analysis.diff.text_diff import MarkedLine, lines_between
from quarterdeck.apps.api.comparing import ChangedElement, RulesetDifference, WrittenElement
from quarterdeck.apps.cli.witnesses import not_witnessed, witnesses
from quarterdeck.base.decimals import percent
from quarterdeck.base.text import NOWHERE
from quarterdeck.print.report.document import Report, listing, prose, said, section, table
from quarterdeck.prose.text.blocks import Grid, Prose, Section

ROWS = 8
"""So many outcomes of a question are told, the largest shifts first."""
ENDINGS = (".html", ".pdf")
"""Of files into which a difference is printed."""
DEEDS = {"changed": "changed", "removed": "removed", "added": "added", "renamed": "renamed, with the same meaning"}


def report_of(found: RulesetDifference, *, everything: bool = False, exact: bool = False) -> Report:
    """Lay out all that two rulesets differ in; with `everything` each outcome, and what is only worded differently."""
    odds = tuple(questions(found, everything=everything, exact=exact))
    return Report(
        said(f"From {found.before} to {found.after}"),
        (
            *changes(found, everything=everything),
            *([section("effect on the odds", (), odds)] if odds else []),
            *witnesses(found, exact=exact),
            *lists(found),
            *left_out(found),
            *not_witnessed(found),
        ),
        said("" if is_meant(found) else "Both mean the same."),
    )


def is_meant(found: RulesetDifference) -> bool:
    """Tell whether two rulesets mean something else."""
    return any(change.deed not in WITHOUT_MEANING for change in found.changes)


# --- changes


def changes(found: RulesetDifference, *, everything: bool) -> Iterator[Section]:
    """Yield the changes by what was done, doctrine behind the rules, and then what is only worded differently."""
    for is_advice in (False, True):
        for deed, title in DEEDS.items():
            of_deed = [one for one in found.changes if one.deed == deed and one.is_advice == is_advice]
            if of_deed:
                words = f"doctrine {title}" if is_advice else title
                yield section(f"{words} ({len(of_deed)})", (), map(changed, of_deed))
    worded = [one for one in found.changes if one.deed == "words"]
    if worded:
        listed = [] if everything else [listing(one.address for one in worded)]
        yield section(f"only worded differently ({len(worded)})", listed, map(changed, worded if everything else ()))


def changed(change: ChangedElement) -> Section:
    """Lay out what was changed at one address: its lines that are gone or new, or a table of data."""
    formerly = f", formerly {change.formerly}" if change.formerly else ""
    title = (*said(change.address, "code"), *said("  "), *said(f"{change.sort}{formerly}", "aside"))
    if change.parts:
        return section(title, [entries(change)])
    lines = () if change.deed == "renamed" else lines_between(*texts_of(change))
    return section(title, map(marked, lines))


def marked(line: MarkedLine) -> Prose:
    """Lay out a line that is gone or new, with its words that differ set off."""
    words = (run for piece in line.pieces for run in said(piece.text, "differs" if piece.differs else ""))
    return Prose(tuple(words), "gone" if line.sign == "-" else "new")


def entries(change: ChangedElement) -> Grid:
    """Lay out what differs of a piece of data: the keys that lead to it, its value before and its value after."""
    whole, _, name = change.address.partition(".")
    sides = [side for side, there in (("before", change.before), ("after", change.after)) if there is not None]
    rows = []
    for part in change.parts:
        english = dict(zip(sides, said_of(change, part), strict=False))
        rows.append((", ".join(part.path) or name, *(english.get(side) or getattr(part, side) for side in sides)))
    return table((whole, *sides), rows)


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


def questions(found: RulesetDifference, *, everything: bool, exact: bool) -> Iterator[Section]:
    """Yield the questions whose odds shift, each with a table for each thing that is shown."""
    for each in found.odds:
        if each.distance:
            shown = [one for one in each.shows if one.distance or everything]
            words = f"{each.of}: shifts {percent(each.distance)}"
            yield section(each.title, [prose(words, "aside"), *(outcomes(one, everything, exact) for one in shown)])


def outcomes(shift: ShownMoved, everything: bool, exact: bool) -> Grid:
    """Lay out the outcomes of one thing, the largest difference first; what is left over is one row."""
    heads = (*(column["title"] for column in shift.columns), "before", "after", "difference")
    moved = shift.outcomes if everything else [one for one in shift.outcomes if one.difference][:ROWS]
    rows = []
    for one in moved:
        chances = chance(one.before, exact), chance(one.after, exact)
        rows.append((*one.text, *chances, signed_percent(one.difference)))
    rest = [one for one in shift.outcomes if one not in moved]
    if rest:
        sums = [sum((getattr(one, side) for one in rest), Fraction()) for side in ("before", "after")]
        blanks = [""] * (len(shift.columns) - 1)
        rows.append((f"{len(rest)} more", *blanks, *(chance(one, exact) for one in sums), ""))
    return table(heads, rows, right=range(len(shift.columns), len(heads)))


def signed_percent(difference: Fraction) -> str:
    """Give the difference of two chances in percent, with its sign before the figures.

    >>> signed_percent(Fraction(1, 8)), signed_percent(Fraction(-1, 400_000)), signed_percent(Fraction())
    ('+12.50%', 'under −0.01%', '0.00%')
    """
    sign = "+" if difference > 0 else "−" if difference < 0 else ""
    *under, figures = percent(abs(difference)).split()
    return " ".join([*under, sign + figures])


def chance(share: Fraction, exact: bool) -> str:
    """Give a chance in percent, and exactly below it where that is wanted."""
    return f"{percent(share)}\n{share}" if exact and 0 < share < 1 else percent(share)


# --- the rest


def lists(found: RulesetDifference) -> Iterator[Section]:
    """Yield the questions that have the same odds or were not counted, and what no question asks about."""
    for title, lines in (
        ("same odds in both", [one.title for one in found.odds if one.distance == 0]),
        ("not counted, since nothing they depend on has changed", found.untouched),
        ("no question asks about", found.not_asked),
    ):
        if lines:
            yield section(title, [listing(lines)])


def left_out(found: RulesetDifference) -> Iterator[Section]:
    """Yield what else was not counted, and why."""
    if unanswered(found):
        yield section("not counted", [listing(unanswered(found))])
    if is_meant(found) and not found.odds and not found.untouched:
        yield section("no odds were counted", [listing(["neither ruleset has questions, or nobody asked for odds"])])


def unanswered(found: RulesetDifference) -> list[str]:
    """Return the questions that were not answered, each with the reason."""
    return [f"{one.title}: {one.unanswered}" for one in found.odds if one.unanswered is not None]
