"""The tables of the page about data and exit codes are those of the commands.

`pytest tests/handbook --record` writes the tables again.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.apps.api.schemas import names, schema_of
from quarterdeck.apps.cli.exits import NOT_WELL, SHARED

PAGE = Path(__file__).parents[2] / "docs" / "data.md"


def table(*rows: tuple[str, ...]) -> str:
    head, *rest = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rest)) + "\n"


def schemas() -> str:
    """Give the table of schemas."""
    titles = {name: schema_of(name)["title"] for name in names()}
    return table(("schema", "content"), *((f"`{name}`", title) for name, title in titles.items()))


def shared_codes() -> str:
    """Give the table of exit codes that all commands share."""
    return table(("code", "meaning"), *((str(code), words) for code, words in SHARED.items()))


def codes() -> str:
    """Give the table of what the code for failure means for each command."""
    rows = ((f"`{name}`", one.fails or "never") for name, one in sorted(COMMANDS.items()))
    return table(("command", f"{NOT_WELL} means"), *rows)


TABLES = {"schema": schemas, "code": shared_codes, "command": codes}
"""The tables of the page, by the head of their first column."""


@pytest.mark.parametrize("head", TABLES)
def test_a_table_says_what_the_commands_say(head, request):
    text, now = PAGE.read_text("utf-8"), TABLES[head]()
    found = re.search(rf"^\| {head} \|(?:.*\n)(?:\|.*\n)*", text, re.MULTILINE)
    assert found is not None
    if request.config.getoption("--record"):
        PAGE.write_text(text[: found.start()] + now + text[found.end() :], "utf-8")
    else:
        assert found[0] == now
