"""What is proposed to a person: the answer that Enter gives.

In: a question. Out: a `Proposal`, or nothing: the default of the rules, else what their doctrine values most of all,
else to decline or to stop, where that may be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quarterdeck.engine.deciders.advised import best_answer, value_of
from quarterdeck.engine.run.questions import Question


@dataclass(frozen=True)
class Proposal:
    """An answer that is proposed; `by_doctrine` says that the rules' advice values it most."""

    answer: Any
    by_doctrine: bool = False

    @property
    def in_words(self) -> str:
        """Say whose proposal it is, where it is not the default of the rules."""
        return ", as the doctrine advises" if self.by_doctrine else ""


def proposal_for(question: Question) -> Proposal | None:
    """Give what is proposed; nothing where nothing is better than all else, and something must be chosen."""
    if question.default is not None:
        return Proposal(question.default)
    value = value_of(question)
    if value is not None:
        return Proposal(best_answer(question, value), by_doctrine=True)
    beside = question.beside_options()
    return Proposal(beside[-1]) if beside else None
