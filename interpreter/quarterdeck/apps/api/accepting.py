"""Accept the current text of everything that a variant amends, and all prose overrides of a ruleset.

In: the name of a variant or ruleset. Out: the locks that were written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.workspace.pipeline.folders import is_ruleset
from quarterdeck.workspace.pipeline.locks import lock_of
from quarterdeck.workspace.pipeline.stages import accept as accepted
from quarterdeck.workspace.ruleset.ruleset import Ruleset


class NothingToAcceptError(UserError):
    """No variant is named, and no prose override exists."""


@dataclass(frozen=True)
class LockWritten:
    """A lock that was written: of which variant or ruleset, its file, and the addresses in it."""

    variant: str
    lock: str
    accepted: Sequence[str]


def accept(variant: str) -> list[LockWritten]:
    """Accept the current text of everything that a variant amends, and all prose overrides; return the locks.

    `variant` is its name, `ruleset+variant`, its folder, or a ruleset, to accept its prose overrides.

    Raises:
        NothingToAcceptError: no variant is named, and no prose override exists.
        NotFoundError: there is no such ruleset or variant.
        RefusedError: the variant has other problems.
    """
    if is_ruleset(variant):
        told = _told(variant)
        if not told:
            raise NothingToAcceptError(f"{variant}: no variant is named, and no prose override exists to accept")
        return told
    loaded, paths = accepted(variant)
    if loaded.findings:
        raise RefusedError(loaded.findings)
    if not paths or loaded.base is None:
        raise NothingToAcceptError(f"{loaded.game}: nothing to accept: no variant is named")
    locks = {name: lock_of(name, loaded.variants, loaded.base) for name in loaded.named}
    written = [LockWritten(name, path, sorted(locks[name])) for name, path in zip(loaded.named, paths, strict=True)]
    return [*written, *_told(loaded.game)]


def _told(game: str) -> list[LockWritten]:
    """Write the pins of all tellings of a ruleset with its variants.

    Raises:
        RefusedError: something is wrong with the ruleset, or with what it tells.
    """
    ruleset = Ruleset.open(game)
    ruleset.refuse_faults()
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
