"""`quarterdeck accept`: write down what a variant is laid over, and what tellings tell, as it is now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.apps.api.accepting import LockWritten
from quarterdeck.apps.api.accepting import accept as accept_texts
from quarterdeck.apps.cli.json_output import print_json

Accepted = list[LockWritten]
"""The accepted amendments and prose overrides of variants."""


def accept(variant: str, *, json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """Accept the current text of everything that a variant amends, and all prose overrides.

    `amends.lock` then holds the hash of meaning and the text of everything that the variant amends or removes. If
    its meaning changes later, the variant is refused. A variant with other problems is not accepted. `told.lock`
    holds the hashes of everything that `told.yaml` describes. If a rule changes its meaning, or an example its
    events, the book prints the generated text instead.

    Args:
        variant: the variant: its name, `ruleset+variant`, or its folder; or a ruleset, to accept its prose overrides.
        json: print the accepted addresses as JSON.
    """
    return _printed(accept_texts(variant), json)


def _printed(written: Accepted, json: bool) -> int:
    if json:
        print_json(written)
        return 0
    for one in written:
        print(
            f"{one.variant}: {len(one.accepted)} accepted in {Path(one.lock).name}"
            if one.accepted
            else f"{one.variant}: amends nothing, so there is nothing to accept"
        )
        for address in one.accepted:
            print(f"  {address}")
    return 0
