"""Find worked examples and standard questions that are called as one before them: who asks by name gets one of them.

In: a checked ruleset. Out: findings at the later one.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings, Label
from quarterdeck.names.declared import Declared
from quarterdeck.source import Span
from quarterdeck.tables import shapes


def check_called(checked: Checked, findings: Findings) -> None:
    """Report each name that several examples or several questions have."""
    seen: dict[tuple[str, str], Span] = {}
    for sort, name, span in _called(checked.declared):
        if checked.declared.has_lost(f"{sort}s.{name}"):
            continue
        first = seen.setdefault((sort, name), span)
        if first != span:
            labels = [Label(first, "declared first here")]
            hint = "give one of them another name"
            findings.add("QD301", f"{sort} `{name}` is declared twice", span, labels=labels, hint=hint)


def _called(declared: Declared) -> Iterator[tuple[str, str, Span]]:
    for document in declared.documents:
        place = document.places.value
        match document.shape:
            case shapes.Example(example=name):
                yield "example", name, place("example")
            case shapes.Examples(examples=examples):
                for at, example in enumerate(examples):
                    yield "example", example.example, place("examples", at, "example")
            case shapes.Questions(questions=questions):
                for at, question in enumerate(questions):
                    yield "question", question.question, place("questions", at, "question")
