"""Words in Markdown."""

from __future__ import annotations

import re

MARKS = re.compile(r"[\\`*_\[\]<>#$~]|&(?=#?\w+;)|^[-+](?=\s)")
"""What means something: also mathematics between two `$`, characters as `&amp;`, and the beginning of a list."""
NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s)")
"""The beginning of a numbered list."""


def marked(words: str) -> str:
    """Return words in which no letter is a mark of Markdown."""
    return NUMBER.sub(r"\1\\\2", MARKS.sub(r"\\\g<0>", words))
