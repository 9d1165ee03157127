"""What a person is told of each answer to a choice, as the ruleset declares it: range, chance, whatever it says.

In: a question with a view, and the `answers` of components.yaml: by the address of a choice, expressions by their
headings, over the names that are known where it is made. Out: words. All is worked out from what the side may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.run.expressions import Expressions
from quarterdeck.engine.run.questions import Question
from quarterdeck.language.checks.answers import RUN
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.workspace.pipeline.build import Built

Worked = Callable[..., Any]


@dataclass(frozen=True)
class AnswerFigure:
    """One thing that is told of answers: its heading, its type, the names that it takes, and how it is worked out."""

    heading: str
    type: Type
    names: tuple[str, ...]
    value: Worked


@dataclass
class AnswerFigures:
    """What is told of the answers of one game."""

    built: Built
    known: dict[str, tuple[AnswerFigure, ...]] = field(default_factory=dict)

    @cached_property
    def declared(self) -> dict[str, dict[str, str]]:
        """Give the expressions by choice and heading."""
        found: dict[str, dict[str, str]] = {}
        for document in self.built.checked.declared.of_sort("components"):
            assert isinstance(document.shape, shapes.Components)
            for choice, told in document.shape.answers.items():
                found[choice] = {**found.get(choice, {}), **told}
        return found

    def of(self, address: str) -> tuple[AnswerFigure, ...]:
        """Give what is told of the answers of a choice."""
        if address not in self.known:
            told = self.declared.get(address, {}).items()
            self.known[address] = tuple(one for heading, text in told for one in self.figures(address, heading, text))
        return self.known[address]

    def figures(self, address: str, heading: str, text: str) -> Iterator[AnswerFigure]:
        """Make one thing ready; what is invalid is found by `check`, and not told."""
        if text.startswith(RUN):
            return
        findings, rule = Findings(), self.built.checked.declared.rules.get(address.rpartition(".")[0])
        node = parse_expression(text, SourceFile(heading, text), lambda offset: offset, findings)
        choice = self.built.checked.choices.get(address)
        if node is None or choice is None:
            return
        expressions = Expressions(self.built.checked, self.built.program, self.built.module())
        known = {name: kind for name, kind in choice.names.items() if name.isidentifier()}
        found = expressions.of(
            node, text, known, dict.fromkeys(known, 0), rule.module if rule else "", address, findings
        )
        if found is not None:
            yield AnswerFigure(heading, found.type, tuple(known), found.function)

    def told(self, question: Question, answer: Any) -> list[str]:
        """Say what is told of one answer; what cannot be worked out for it is left out."""
        found = []
        for figure in self.of(question.site.address):
            scope = dict(question.scope()) | {question.site.address.rpartition(".")[2]: answer}
            values = [scope.get(name, 0) for name in figure.names]
            try:
                value = figure.value(question.view.state, *values)
            except (LookupError, ArithmeticError, RulesFaultError):
                continue
            said = question.view.word(figure.type, value)
            found.append(said if figure.heading in said else f"{figure.heading} {said}")
        return found
