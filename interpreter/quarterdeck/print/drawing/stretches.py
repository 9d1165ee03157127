"""The angles of a declared arc, for whoever draws it."""

from __future__ import annotations

from quarterdeck.language.declarations.symbol_table import Arc


def stretches(arc: Arc) -> list[tuple[int, int]]:
    """Give an arc and, where both sides count, its mirror image, each from a first angle to a larger one."""
    last = arc.last if arc.last > arc.first else arc.last + 360
    found = [(arc.first, last)]
    mirrored = (-last % 360, -last % 360 + last - arc.first)
    return [*found, mirrored] if arc.both_sides and (mirrored[0] - arc.first) % 360 else found
