"""The passes that a program goes through before it is printed, in their order, each with the reason for its place."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.program.form.program import Program
from quarterdeck.program.form.verify import verify
from quarterdeck.program.passes.advise import advised
from quarterdeck.program.passes.inline import inlined
from quarterdeck.program.passes.loops import marked, stayed
from quarterdeck.program.passes.remember import remembered

PASSES: tuple[tuple[str, Callable[[Program], Program], str], ...] = (
    ("inline", inlined, "first, so that all others see what is really asked"),
    ("present", stayed, "before others look at what loops ask: a condition that is none lets them do more"),
    ("settle", marked, "before anything is remembered: it asks what a loop itself does"),
    ("remember", remembered, "late: what is kept must be what is asked in the end"),
    ("advise", advised, "last: what is kept for ever is not kept for advice as well"),
)


def optimised(program: Program) -> Program:
    """Give a program that has gone through all passes; it does the same in less time."""
    for _, run, _ in PASSES:
        program = run(program)
    return program


def verified(program: Program) -> Program:
    """Give a program that has gone through all passes, and see before and behind each that it fits together.

    Raises:
        VerifierError: something does not fit: a fault of the lowering or of a pass.
    """
    verify(program)
    for _, run, _ in PASSES:
        program = run(program)
        verify(program)
    return program
