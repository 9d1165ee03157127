"""`quarterdeck accept`: write down what a variant is laid over, and what tellings tell, as it is now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, open_ruleset
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.workspace.pipeline.folders import is_ruleset
from quarterdeck.workspace.pipeline.locks import lock_of
from quarterdeck.workspace.pipeline.stages import accept as accepted


@dataclass(frozen=True)
class LockWritten:
    """A lock that was written: of which variant or ruleset, its file, and the addresses in it."""

    variant: str
    lock: str
    accepted: Sequence[str]


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
    if is_ruleset(variant):
        told = _told(variant)
        if not told:
            raise UsageError(f"{variant}: nothing to accept: no variant is named, and no prose override exists")
        return _printed(told, json)
    loaded, paths = accepted(variant)
    if loaded.findings:
        raise RefusedError(loaded.findings)
    if not paths or loaded.base is None:
        raise UsageError(f"{loaded.game}: nothing to accept: no variant is named")
    locks = {name: lock_of(name, loaded.variants, loaded.base) for name in loaded.named}
    written = [LockWritten(name, path, sorted(locks[name])) for name, path in zip(loaded.named, paths, strict=True)]
    return _printed([*written, *_told(loaded.game)], json)


def _told(game: str) -> Accepted:
    """Write the pins of all tellings of a ruleset with its variants.

    Raises:
        RefusedError: something is wrong with the ruleset, or with what it tells.
    """
    ruleset = open_ruleset(game)
    if not any(ruleset.declared.of_sort("told")):
        return []
    # What writes English takes long to import, and few rulesets tell rules.
    from quarterdeck.prose.overrides.example_overrides import told_and_done
    from quarterdeck.prose.overrides.override_faults import faults_of_examples, faults_of_tellings
    from quarterdeck.prose.overrides.pins import write_pins

    done = told_and_done(ruleset)
    if faults := faults_of_tellings(ruleset.checked) or faults_of_examples(ruleset.checked, done):
        raise RefusedError(faults)
    written = write_pins(ruleset.checked, ruleset.loaded.layers, done)
    return [LockWritten(path.parent.name, str(path), addresses) for path, addresses in written.items()]


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
