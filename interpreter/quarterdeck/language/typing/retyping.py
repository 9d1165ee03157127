"""Type a part of a ruleset anew beside all that is known of the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.typing.changes import check_starts
from quarterdeck.language.typing.meanings import Checked


def typed_beside(
    checked: Checked, declared: Declared, check: Callable[[Checked, Findings], None]
) -> tuple[Checked, Findings]:
    """Give a checked ruleset with what a check of one part has found of it, and the findings.

    `declared` is what the ruleset declares with that part.
    """
    findings = Findings()
    new = Checked(declared, timers=dict(checked.timers), phrases=dict(checked.phrases))
    check(new, findings)
    check_starts(new, findings, new.starts)
    found = dict(checked.types)
    for node, kind in new.types.items():
        if not isinstance(kind, types.Unknown) or node not in found:
            found[node] = kind
    return replace(new, types=found, meanings={**checked.meanings, **new.meanings}), findings
