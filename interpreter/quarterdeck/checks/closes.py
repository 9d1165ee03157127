"""Check that what happens at the close of a phase stands where it happens: last in the phase or step.

In: a `Checked` ruleset. Out: findings: what stands behind the close, and closes of what is no phase and no step.
"""

from __future__ import annotations

from itertools import pairwise

from quarterdeck.checks.calls import Home, homes_of
from quarterdeck.checks.flow import blocks_of
from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings, Label
from quarterdeck.syntax import nodes

Statements = tuple[nodes.Statement, ...]


def check_closes(checked: Checked, findings: Findings) -> None:
    """Find closes out of place."""
    for home in homes_of(checked):
        if home.sort in ("cell", "setup"):
            check_none(home.statements, home, findings)
        for part in home.parts:
            for node in part.walk():
                for block in blocks_of(node):
                    if isinstance(node, nodes.Phase | nodes.Step):
                        check_last(block, home, findings)
                    else:
                        check_none(block, home, findings)


def check_last(block: Statements, home: Home, findings: Findings) -> None:
    """Report the first statement of a phase or step that stands behind its close."""
    for before, statement in pairwise(block):
        if isinstance(before, nodes.Close) and not isinstance(statement, nodes.Close):
            findings.add(
                "QD419",
                "this stands behind the close, and would happen before it",
                statement.span,
                labels=[Label(before.span, "the close")],
                hint="put it before `at the close`, or into the block below that",
                rule=home.address,
            )
            return


def check_none(block: Statements, home: Home, findings: Findings) -> None:
    """Report closes where nothing closes."""
    for statement in block:
        if isinstance(statement, nodes.Close):
            findings.add(
                "QD419",
                "only a phase or a step has a close, and stands around it",
                statement.span,
                hint="leave `at the close` out, or let it stand last in the phase",
                rule=home.address,
            )
