"""`quarterdeck schema`: what a command gives as JSON, and what documents may say, as JSON Schemas."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from quarterdeck.apps.api.schemas import all_names, schema_of
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, one_of
from quarterdeck.language.documents.documents_schema import schema_of_documents


def schema(name: str = "", *, documents: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Print the JSON schema of a command's output: one document without outside references.

    Args:
        name: a command; `failure` for the output of a command that fails; `board`, `card`, `question` or
            `sight` for the data of a seat; `peer_message` for the messages of peers. Without it, all names are listed.
        documents: print the schema of all YAML documents of rulesets and variants instead, for editors.
    """
    if documents and name:
        raise UsageError("--documents takes no name")
    if documents:
        print_json(schema_of_documents())
    elif name:
        print_json(schema_of(one_of(name, all_names(), "schema")))
    else:
        print("\n".join(all_names()))
    return 0
