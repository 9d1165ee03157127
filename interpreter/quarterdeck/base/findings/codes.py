"""The codes of findings, and a page for each: what it means, what raises it, what to write instead.

In: the pages in `base/findings/pages/`, one for each code. Out: their text and titles. A page's pieces of rules are
added to a small ruleset by `tests/language/test_codes.py`, which sees that they raise what they say.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

PAGES = Path(__file__).resolve().parent / "pages"


def page(code: str) -> str:
    """Give the page of a code, in Markdown; a code without a page is a `KeyError`."""
    if code not in titles():
        raise KeyError(code)
    return (PAGES / f"{code}.md").read_text("utf-8")


@cache
def titles() -> dict[str, str]:
    """Give the title of every code, in the order of the codes."""
    found = {}
    for path in sorted(PAGES.glob("QD*.md")):
        first = path.read_text("utf-8").split("\n", 1)[0]
        found[path.stem] = first.removeprefix(f"# {path.stem}:").strip()
    return found
