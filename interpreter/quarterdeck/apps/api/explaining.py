"""The page of a diagnostic code, however somebody writes the code.

In: `QD203`, `qd203` or `203`. Out: a `CodePage`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from quarterdeck.base.errors import UnknownError
from quarterdeck.base.findings import codes
from quarterdeck.base.near_names import near_names

NEAR_CODE = 0.8
"""Codes that differ in one digit are similar."""


@dataclass(frozen=True)
class CodeTitle:
    """A diagnostic code, and its title."""

    code: str
    title: str


@dataclass(frozen=True)
class CodePage(CodeTitle):
    """The page of a code, in Markdown."""

    text: str


def explain(code: str) -> CodePage:
    """Return the page of a diagnostic code: its meaning, its cause, and the fix, with examples.

    Raises:
        UnknownError: there is no such code.
    """
    known = known_code(code)
    return CodePage(known, codes.titles()[known], codes.page(known))


def known_code(written: str) -> str:
    """Give a code as it is known, however it is written: `QD203`, `qd203`, `203`.

    Raises:
        UnknownError: there is no such code; the message lists similar ones.
    """
    digits = re.fullmatch(r"(?i)(?:QD)?\s*-?(\d{1,3})", written.strip())
    code = f"QD{int(digits[1]):03}" if digits else written.strip().upper()
    titles = codes.titles()
    if code in titles:
        return code
    close = near_names(code, titles, 3, NEAR_CODE)
    by_title = [known for known, title in titles.items() if written.lower() in title.lower()][:3]
    near = "; ".join(f"{known}: {titles[known]}" for known in dict.fromkeys([*by_title, *close]))
    hint = f"similar codes: {near}" if near else "`quarterdeck explain` lists all"
    raise UnknownError(f"there is no code {written}; {hint}")
