"""List the forces of a situation: each side's things with their figures, and what they cost together.

In: forms. Out: a list for each side and kind, which says no more than the forms do, in one line for each thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quarterdeck.print.forms.form_parts import FormCell, Forms, ThingForm
from quarterdeck.prose.text.runs import upper_first

YES = "\N{BULLET}"
"""Stands where something is true."""
_SHORT = 4
"""A figure of fewer letters stands behind its heading."""


@dataclass(frozen=True)
class ForceRow:
    """One thing: what stands in each column, and below it what its parts are."""

    cells: tuple[str, ...]
    parts: str = ""


@dataclass(frozen=True)
class ForceList:
    """The things of one side and kind: what each column is called, a row for each thing, what all of them cost."""

    side: str
    heads: tuple[str, ...]
    rows: tuple[ForceRow, ...]
    points: int | None = None


def force_lists(found: Iterable[Forms]) -> tuple[ForceList, ...]:
    """Give the forces of all sides."""
    return tuple(
        _list(forms.one, side, [form for form in forms.forms if form.side == side])
        for forms in found
        for side in dict.fromkeys(form.side for form in forms.forms)
    )


def _list(kind: str, side: str, forms: list[ThingForm]) -> ForceList:
    """Give one list; what no thing of the side has is left out, and so is what all of them have yet to gather."""
    told = [_told(form) for form in forms]
    gathered = [_told(form, grows=True) for form in forms]
    heads = tuple(dict.fromkeys(head for one in told for head in one))
    told = [more | one for one, more in zip(told, gathered, strict=True)]
    paid = any(form.points is not None for form in forms)
    rows = tuple(
        ForceRow(
            (form.name, *(one.get(head, "") for head in heads), *([str(form.points)] if paid else [])), _parts(form)
        )
        for form, one in zip(forms, told, strict=True)
    )
    named = (upper_first(kind), *heads, *(["Points"] if paid else []))
    return ForceList(side, named, rows, sum(form.points or 0 for form in forms) if paid else None)


def _told(form: ThingForm, *, grows: bool = False) -> dict[str, str]:
    """Give the figures of a thing, and what it begins with: where points are lost, or only where they are gathered."""
    found: dict[str, str] = {}
    for group in form.groups:
        if group.sort == "figures" and not grows:
            found |= {figure.head: figure.words or YES for figure in group.figures}
        elif group.sort == "boxes" and group.boxes is not None and group.boxes.begun and group.boxes.grows is grows:
            found.setdefault(group.head, group.boxes.begun)
    return found


def _parts(form: ThingForm) -> str:
    """Say the parts of a thing in a few words: `left: Room 3, Snowballs 1`; nothing where they have no figures."""
    said, is_more = [], False
    for group in (group for group in form.groups if group.sort == "parts"):
        named = [list(zip(group.heads, row, strict=True)) for row in group.rows]
        lost = {head for row in named for head, cell in row if _begins(cell, grows=False)}
        for first, *others in named:
            words = [
                f"{head} {cell.boxes.begun}" if cell.boxes is not None else _named(head, cell.words)
                for head, cell in others
                if cell.words or _begins(cell, grows=False) or (head in lost and _begins(cell, grows=True))
            ]
            is_more = is_more or bool(words)
            said.append(f"{first[1].words}: {', '.join(words)}" if words else first[1].words)
    return "; ".join(said) if is_more else ""


def _begins(cell: FormCell, *, grows: bool) -> bool:
    """Tell whether a figure stands beside boxes at the start, of points that are gathered or lost."""
    return cell.boxes is not None and bool(cell.boxes.begun) and cell.boxes.grows is grows


def _named(head: str, words: str) -> str:
    return f"{head} {words}" if words[:1].isdigit() and len(words) < _SHORT else words
