"""Check that what happens at the close of a phase stands where it happens, and looks back only where it can.

In: a `Checked` ruleset. Out: findings: what stands behind the close, closes of what is no phase and no step, and
`before(...)` at the close of one whose effects do not wait for its end.
"""

from __future__ import annotations

from itertools import pairwise

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.language.checks.calls import Home, homes_of
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

Statements = tuple[nodes.Statement, ...]


def check_closes(checked: Checked, findings: Findings) -> None:
    """Find closes out of place."""
    for home in homes_of(checked):
        if home.sort in ("cell", "setup"):
            check_none(home.statements, home, findings)
        for part in home.parts:
            for node in part.walk():
                for block in nodes.blocks_of(node):
                    if isinstance(node, nodes.Phase | nodes.Step):
                        check_last(block, home, findings)
                        if not any(isinstance(option, nodes.EffectsAtTheEnd) for option in node.options):
                            check_looking_back(checked, block, home, findings)
                    else:
                        check_none(block, home, findings)


def check_last(block: Statements, home: Home, findings: Findings) -> None:
    """Report the first statement of a phase or step that stands behind its close."""
    for before, statement in pairwise(block):
        if isinstance(before, nodes.Close) and not isinstance(statement, nodes.Close):
            findings.add(
                "QD419",
                "this is after the close, but would run before it",
                statement.span,
                labels=[Label(before.span, "the close")],
                hint="put it before `at the close`, or into the block below that",
                rule=home.address,
            )
            return


def check_looking_back(checked: Checked, block: Statements, home: Home, findings: Findings) -> None:
    """Report what asks at a close about a state before, where the one that is read is no other."""
    for close in (statement for statement in block if isinstance(statement, nodes.Close)):
        for part in checked.walk(close):
            if isinstance(checked.meanings.get(part), meanings.BeforeValue):
                findings.add(
                    "QD420",
                    "`before` has no effect at this close, which reads that state anyway",
                    part.span,
                    labels=[Label(close.span, "the close of what is no span")],
                    hint="remove `before`, or make the phase a span: `effects at the end`",
                    rule=home.address,
                )


def check_none(block: Statements, home: Home, findings: Findings) -> None:
    """Report closes where nothing closes."""
    for statement in block:
        if isinstance(statement, nodes.Close):
            findings.add(
                "QD419",
                "only a phase or a step can have a close",
                statement.span,
                hint="remove `at the close`, or make it the last block of the phase",
                rule=home.address,
            )
