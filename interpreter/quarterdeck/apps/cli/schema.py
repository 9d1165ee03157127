"""`quarterdeck schema`: what a command gives as JSON, and what documents may say, as JSON Schemas."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from quarterdeck.apps.api.schemas import all_names, schema_of
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, one_of
from quarterdeck.language.documents.documents_schema import schema_of_documents


def schema(name: str = "", *, documents: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Print the schema of what a command gives with --json: one document that refers to nothing outside itself.

    Args:
        name: a command; `failure` for what is printed where a command gives no answer; or `board`, `card`, `question`
            and `sight` for what a seat is shown, and `peer_message` for what peers send. Without it all names are
            listed.
        documents: print the schema of all YAML documents of rulesets and variants instead, for editors.
    """
    if documents and name:
        raise UsageError("--documents is one schema for all documents, and takes no name")
    if documents:
        print_json(schema_of_documents())
    elif name:
        print_json(schema_of(one_of(name, all_names(), "schema")))
    else:
        print("\n".join(all_names()))
    return 0
