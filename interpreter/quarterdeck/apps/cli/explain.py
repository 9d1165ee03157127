"""`quarterdeck explain`: the page of a code."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markdown import Markdown

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.base.findings import codes
from quarterdeck.base.near_names import near_names

NEAR_CODE = 0.8
"""Codes that differ in one digit are similar."""


@dataclass(frozen=True)
class CodeTitle:
    """A code of findings, and its title."""

    code: str
    title: str


@dataclass(frozen=True)
class CodePage(CodeTitle):
    """The page of a code, in Markdown."""

    text: str


Explained = CodePage | list[CodeTitle]
"""The meaning of one diagnostic code, or of all."""


def explain(code: str | None = None, *, json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """Explain a diagnostic code: its meaning, its cause, and the fix, with examples.

    Args:
        code: the code, such as QD203; without it, all codes are listed with their titles.
        json: print the page as JSON: code, title and text; without a code, all codes with their titles.
    """
    if code is None:
        return _list_titles(json)
    known = known_code(code)
    text = codes.page(known)
    if json:
        print_json(CodePage(known, codes.titles()[known], text))
    elif sys.stdout.isatty():
        Console(width=min(100, Console().width)).print(Markdown(text))
    else:
        print(text, end="")
    return 0


def known_code(written: str) -> str:
    """Give a code as it is known, however it is written: `QD203`, `qd203`, `203`.

    Raises:
        UsageError: there is no such code; the message lists similar ones.
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
    raise UsageError(f"there is no code {written}; {hint}")


def _list_titles(json: bool) -> int:
    if json:
        print_json([CodeTitle(code, title) for code, title in codes.titles().items()])
    else:
        for code, title in codes.titles().items():
            print(f"{code}  {title}")
    return 0
