"""Procedures that run some time after an answer, as a ruleset declares them: the chances of their checks are shown.

In: a question with a view, and the `answers` of components.yaml that begin with `do`. Out: the procedures with the
values of their inputs, computed from what the side may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.run.expressions import Expressions
from quarterdeck.engine.run.questions import Question
from quarterdeck.language.checks.answers import RUN, answers_of
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.language.typing.meanings import Checked, RuleCall
from quarterdeck.workspace.pipeline.build import Built


@dataclass(frozen=True)
class LaterRun:
    """A procedure that follows an answer later: its heading and address, the names that its inputs are made of."""

    heading: str
    address: str
    names: tuple[str, ...]
    inputs: tuple[Callable[..., Any], ...]


@dataclass
class LaterRuns:
    """The procedures that follow the answers of one game."""

    built: Built

    @cached_property
    def known(self) -> Mapping[str, Sequence[LaterRun]]:
        """Give the procedures by choice; what is invalid is found by `check`, and left out."""
        found: dict[str, list[LaterRun]] = {}
        for _, choice, heading, text in answers_of(self.built.checked.declared):
            run = self.made(choice, heading, text.removeprefix(RUN)) if text.startswith(RUN) else None
            if run is not None:
                found.setdefault(choice, []).append(run)
        return found

    def made(self, address: str, heading: str, text: str) -> LaterRun | None:
        """Make one procedure ready."""
        from quarterdeck.language.typing.expression_types import type_call  # takes long to import

        checked, findings = self.built.checked, Findings()
        node = parse_expression(text, SourceFile(heading, text), lambda offset: offset, findings)
        choice, asking = checked.choices.get(address), checked.declared.rules.get(address.rpartition(".")[0])
        if choice is None or not isinstance(node, nodes.Call):
            return None
        module = asking.module if asking else ""
        known = {name: kind for name, kind in choice.names.items() if name.isidentifier()}
        own = Checked(checked.declared)
        rule = type_call(own, findings, node, known, module, address)
        if rule is None or findings or rule.address not in self.built.program.routines:
            return None
        expressions = Expressions(checked, self.built.program, self.built.module())
        call = own.meanings[node]
        assert isinstance(call, RuleCall)
        inputs = [
            found.function
            for one in call.arguments
            if (found := expressions.of(one, text, known, dict.fromkeys(known, 0), module, address, findings))
        ]
        is_whole = len(inputs) == len(rule.parameters)
        return LaterRun(heading, rule.address, tuple(known), tuple(inputs)) if is_whole else None

    def of(self, question: Question, known: Mapping[str, Any]) -> Iterator[tuple[str, str, list[Any]]]:
        """Yield heading, address and inputs of each procedure; what cannot be worked out is left out."""
        for run in self.known.get(question.site.address, ()):
            values = [known.get(name, 0) for name in run.names]
            try:
                yield run.heading, run.address, [one(question.view.state, *values) for one in run.inputs]
            except (LookupError, ArithmeticError, RulesFaultError):
                continue
