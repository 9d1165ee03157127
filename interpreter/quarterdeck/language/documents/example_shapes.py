"""Shapes of worked examples, and of standard questions to the odds."""

from __future__ import annotations

from typing import Any

from quarterdeck.language.documents.field_types import Code, YesNo
from quarterdeck.language.documents.ruleset_shapes import Source
from quarterdeck.language.documents.shape import Shape

KEPT_IN_CACHE = True

Faces = int | str
"""What a die shows, or the name of what is drawn."""


class ExampleCase(Shape):
    """What differs in one case of a table of examples; what it gives goes before what the example gives."""

    name: str | None = None
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    things: dict[str, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    dice: dict[str, Faces | list[Faces]] | list[Faces] = {}
    choices: dict[str, Any] | list[Any] = {}
    expect: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    refused: dict[str, Any] = {}


class Example(Shape):
    """A worked example: what is given, rolled, chosen and expected; `board` gives the map an edge.

    `called` are the names that a book gives the things of the example, by what they are called in it.
    """

    example: str
    title: str | None = None
    of: str
    note: str | None = None
    source: Source | None = None
    situation: str | None = None
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    board: dict[str, int] = {}
    called: dict[str, str] = {}
    things: dict[str, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    dice: dict[str, Faces | list[Faces]] | list[Faces] = {}
    choices: dict[str, Any] | list[Any] = {}
    expect: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    refused: dict[str, Any] = {}
    cases: list[ExampleCase] = []


class Examples(Shape):
    """Several worked examples in one file.

    `every` says by kind and field what things of theirs are, where an example makes one up and does not say, and
    `called` what a book calls things of which the example itself does not say it.
    """

    every: dict[str, dict[str, Any]] = {}
    called: dict[str, str] = {}
    examples: list[Example]


class Question(Shape):
    """A standard question to the odds: a rule in a situation, and what to show of the end.

    `if_known` are facts about fields that only some of the rulesets compared have. What is shown is a list of
    expressions, or a heading for each. It is asked for every combination of the values that stand `over` it. Where it
    stands `in_the_book`, readers of the pages try these values, called by the `words`; comparisons then leave it out.
    """

    question: str
    title: str
    of: str
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    things: dict[str, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    if_known: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    over: dict[str, Any] = {}
    show: list[Code] | dict[str, Code] = []
    in_the_book: YesNo = False
    words: dict[str, str] = {}

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Give the headings and expressions of what is shown."""
        return list(self.show.items()) if isinstance(self.show, dict) else [(text, text) for text in self.show]


class Questions(Shape):
    """`questions.yaml`: what is asked of the odds whenever two rulesets are compared."""

    questions: list[Question]
