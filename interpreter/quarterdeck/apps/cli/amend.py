"""`quarterdeck amend`: write what stands at an address into a variant, to be changed there."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from quarterdeck.analysis.scaffold.amending import amend as amended
from quarterdeck.apps.cli.json_output import print_json


def amend(game: str, address: str, *, json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """Write what stands at an address, as the other variants leave it, into the last variant as an amendment.

    It changes nothing yet: it is there to be edited. What the variant amends already is not written again.

    Args:
        game: `name+variant`, or `name+other+variant`; the last one is written into.
        address: what is to be amended, of those that `quarterdeck show GAME` has, or `TABLE.COLUMN`.
        json: print where it stands, and how it reads, as JSON.
    """
    draft = amended(game, address)
    if json:
        print_json(draft)
        return 0
    print(f"{draft.file}:{draft.line}")
    print(draft.text, end="")
    return 0
