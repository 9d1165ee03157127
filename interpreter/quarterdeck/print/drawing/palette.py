"""Colours by what they are for: on a screen those of the page around a picture, on paper those of print."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.print.drawing.shapes import Role


@dataclass(frozen=True)
class Palette:
    """A colour for each role, and the font."""

    ink: str
    muted: str
    line: str
    panel: str
    shade: str
    accent: str
    page: str
    font: str
    side: str = ""
    """That of the things of a side; without it they are drawn in ink."""

    def colour(self, role: Role) -> str:
        """Give the colour of a role; that of none is `none`."""
        return str(getattr(self, role) or self.ink) if role else "none"


SCREEN = Palette(
    "var(--rulebook-ink, #191919)",
    "var(--rulebook-muted, #6b6b6b)",
    "var(--rulebook-hairline, #c4c4c4)",
    "var(--rulebook-panel, #f6f6f5)",
    "var(--rulebook-shade, #dcdcda)",
    "var(--rulebook-accent, #7a2b25)",
    "var(--color-background-primary, #ffffff)",
    "inherit",
)
"""The colours of a page of HTML, light or dark."""
BOARD = replace(SCREEN, side="var(--board-side, #191919)")
"""The colours of a board on a page of HTML, on which each side has one of its own."""
BLACK_AND_WHITE = Palette("#000000", "#555555", "#aaaaaa", "#f4f4f4", "#d8d8d8", "#000000", "#ffffff", "serif")
"""Nothing but greys."""


def paper(accent: str, font: str = "Libertinus Serif") -> Palette:
    """Give the colours of paper, with one that stands out."""
    return Palette("#191919", "#646464", "#b4b4b4", "#f3f3f3", "#d9d9d9", accent, "#ffffff", font)
