"""`quarterdeck accept`: write down what a variant is laid over, as it is now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.command.opening import UsageError
from quarterdeck.command.printing import print_json
from quarterdeck.diagnostics import RefusedError
from quarterdeck.pipeline.locks import lock_of
from quarterdeck.pipeline.stages import accept as accepted


def accept(variant: str, *, json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """Accept what a variant amends, as it is now.

    Its `amends.lock` then holds the hash of meaning and the text of everything that it amends or removes, and the
    variant is refused once that means something else. A variant with other findings is not accepted.

    Args:
        variant: the variant's name, `ruleset+variant`, or its folder.
        json: print what was accepted as JSON.
    """
    loaded, paths = accepted(variant)
    if loaded.findings:
        raise RefusedError(loaded.findings)
    if not paths or loaded.base is None:
        raise UsageError(f"{loaded.game}: nothing to accept, for no variant is named")
    locks = {name: lock_of(name, loaded.variants, loaded.base) for name in loaded.named}
    if json:
        written = [
            {"variant": name, "lock": path, "accepted": sorted(locks[name])}
            for name, path in zip(loaded.named, paths, strict=True)
        ]
        print_json(written)
        return 0
    for name, path in zip(loaded.named, paths, strict=True):
        lock = locks[name]
        print(
            f"{name}: {len(lock)} accepted in {Path(path).name}"
            if lock
            else f"{name}: amends nothing, so nothing can change below it"
        )
        for address in sorted(lock):
            print(f"  {address}")
    return 0
