"""The schemas of what commands give with `--json`, as JSON Schema of the draft 2020-12.

They are made from the types of what is printed, each of which is named here. `failure` is what is printed where a
command gives no answer. What a seat of a game is shown has schemas too. A schema is one document that refers to nothing
outside itself.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from quarterdeck.apps.api.commands import COMMANDS

PRINTED = {"failure": "apps.api.failures:Failure"} | {name: one.prints for name, one in COMMANDS.items() if one.prints}
"""The type of what each command prints, and the module of it."""
SHOWN = {
    "board": "engine.board.board_data:BoardData",
    "card": "engine.board.board_data:CardData",
    "peer_message": "engine.peers.messages:AnyMessage",
    "question": "engine.board.question_data:OpenQuestionData",
    "sight": "apps.server.messages:Sight",
}
"""The type of what a seat of a game is shown, and of what peers say to each other, and the module of it."""


def names() -> tuple[str, ...]:
    """Give the names of the schemas of commands, in alphabetical order."""
    return tuple(sorted(PRINTED))


def all_names() -> tuple[str, ...]:
    """Give the names of all schemas, in the order of the alphabet."""
    return tuple(sorted(PRINTED | SHOWN))


@cache
def schema_of(name: str) -> dict[str, Any]:
    """Return a schema by its name.

    Raises:
        KeyError: there is no schema of such a name.
    """
    from quarterdeck.base.json_schema import ModuleText, document

    module, _, known = (PRINTED | SHOWN)[name].partition(":")
    kind = getattr(import_module(f"quarterdeck.{module}"), known)
    docstring = kind.__doc__ if isinstance(kind, type) else ModuleText.of(f"quarterdeck.{module}").documented["", known]
    return document(f"quarterdeck:{name}", kind, docstring)
