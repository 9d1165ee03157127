"""`quarterdeck amend`: write what stands at an address into a variant, to be changed there."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from quarterdeck.analysis.scaffold.amending import amend as amended
from quarterdeck.apps.cli.json_output import print_json


def amend(game: str, address: str, *, json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """Copy the current text of an address into the last variant, as an amendment.

    The amendment has no effect until you edit it. An address that the variant already amends is refused.

    Args:
        game: `name+variant`, or `name+other+variant`; the last one receives the text.
        address: the address to amend, as `quarterdeck show GAME` lists it, or `TABLE.COLUMN`.
        json: print the text and its place as JSON.
    """
    draft = amended(game, address)
    if json:
        print_json(draft)
        return 0
    print(f"{draft.file}:{draft.line}")
    print(draft.text, end="")
    return 0
