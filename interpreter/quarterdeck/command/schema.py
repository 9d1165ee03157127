"""`quarterdeck schema`: what a command gives as JSON, as a JSON Schema."""

from __future__ import annotations

from quarterdeck.api.schemas import names, schema_of
from quarterdeck.command.opening import one_of
from quarterdeck.command.printing import print_json


def schema(name: str = "") -> int:
    """Print the schema of what a command gives with --json: one document that refers to nothing outside itself.

    Args:
        name: a command; `failure` for what stands there where a command gives no answer; `parts` for what the others
            share. Without it all names are listed.
    """
    if name:
        print_json(schema_of(one_of(name, names(), "schema")))
    else:
        print("\n".join(names()))
    return 0
