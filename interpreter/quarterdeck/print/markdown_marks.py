"""Words in Markdown."""

from __future__ import annotations


def marked(words: str) -> str:
    """Return words in which no letter is a mark of Markdown."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#" else letter for letter in words)
