"""List the fleets of a situation: each side's things with their figures, and what they cost together.

In: forms. Out: a list for each side and kind, which says no more than the forms do, in one line for each thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quarterdeck.sheets.forms import Figure, Form, Forms, Group, capital

YES = "\N{BULLET}"
"""Stands where something is true."""


@dataclass(frozen=True)
class FleetList:
    """The things of one side and kind: what each figure is called, a row for each thing, what all of them cost."""

    side: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    points: int | None = None


def fleet_lists(found: Iterable[Forms]) -> tuple[FleetList, ...]:
    """Give the fleets of all sides."""
    return tuple(
        _list(forms.kind, side, [form for form in forms.forms if form.side == side])
        for forms in found
        for side in dict.fromkeys(form.side for form in forms.forms)
    )


def _list(kind: str, side: str, forms: list[Form]) -> FleetList:
    """Give one list; figures that no thing of the side has are left out."""
    heads = tuple(dict.fromkeys(figure.head for form in forms for group in form.groups for figure in _figures(group)))
    parted = any(group.sort == "parts" for form in forms for group in form.groups)
    paid = any(form.points is not None for form in forms)
    rows = []
    for form in forms:
        said = {figure.head: figure.words or YES for group in form.groups for figure in _figures(group)}
        parts = [_parts(form)] if parted else []
        points = [str(form.points)] if paid else []
        rows.append((form.name, *(said.get(head, "") for head in heads), *parts, *points))
    named = (capital(kind), *heads, *(["With"] if parted else []), *(["Points"] if paid else []))
    return FleetList(side, kind, named, tuple(rows), sum(form.points or 0 for form in forms) if paid else None)


def _figures(group: Group) -> tuple[Figure, ...]:
    return group.figures if group.sort == "figures" else ()


def _parts(form: Form) -> str:
    """Say the parts of a thing in a few words: `heavy 20, ROF 7; light 9, ROF 10`."""
    said = []
    for group in form.groups:
        for row in group.rows if group.sort == "parts" else ():
            cells = zip(group.heads, row, strict=True)
            words = []
            for head, cell in cells:
                boxes = cell.boxes
                if boxes is not None:
                    count = boxes.many or str(sum(len(line) for line in boxes.rows))
                    words.append(f"{head} {count}")
                elif cell.words:
                    words.append(cell.words if not words or not cell.words.isdigit() else f"{head} {cell.words}")
            said.append(", ".join(words))
    return "; ".join(said)
