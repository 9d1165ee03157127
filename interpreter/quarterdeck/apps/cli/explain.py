"""`quarterdeck explain`: the page of a code."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markdown import Markdown

from quarterdeck.apps.api.explaining import CodePage, CodeTitle
from quarterdeck.apps.api.explaining import explain as explain_code
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.base.findings import codes

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
    page = explain_code(code)
    if json:
        print_json(page)
    elif sys.stdout.isatty():
        Console(width=min(100, Console().width)).print(Markdown(page.text))
    else:
        print(page.text, end="")
    return 0


def _list_titles(json: bool) -> int:
    if json:
        print_json([CodeTitle(code, title) for code, title in codes.titles().items()])
    else:
        for code, title in codes.titles().items():
            print(f"{code}  {title}")
    return 0
