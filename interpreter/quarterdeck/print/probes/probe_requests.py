"""Which standard questions the book holds for readers to try, and what their inputs are called there.

In: the questions of a ruleset and its variants. Out: a `WantedProbe` for each that says `in_the_book: yes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field
from quarterdeck.language.documents import shapes
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.text.blocks import ProbeInput
from quarterdeck.prose.text.runs import capital, plain, text
from quarterdeck.workspace.ruleset.grids import Case, cases_over, in_words
from quarterdeck.workspace.ruleset.rule_question import questions_of


@dataclass(frozen=True)
class WantedProbe:
    """A question that readers try: with the places of its parts."""

    question: shapes.Question
    place: Place
    declared: Declared

    @cached_property
    def cases(self) -> list[Case]:
        """Give every combination of its inputs; none where its grid is none."""
        return cases_over(self.question.over, Findings(), self.place)

    @cached_property
    def inputs(self) -> tuple[ProbeInput, ...]:
        """Give what the reader sets, in the words of the rules."""
        return tuple(self._input(str(name), at) for at, name in enumerate(self.question.over))

    def _input(self, name: str, at: int) -> ProbeInput:
        values = dict.fromkeys(list(case.values())[at] for case in self.cases)
        kind = self._type(name)
        return ProbeInput(self._called(name, kind), tuple(self._value(value, kind) for value in values))

    def _called(self, name: str, kind: types.Type | None) -> str:
        said = self.question.words.get(name)
        if said is not None:
            return said
        words = capital(without_article(text(self._bare(name))))
        unit = kind.unit if isinstance(kind, types.Numeric) else None
        return plain(words) + (f" ({unit.replace('_', ' ')})" if unit and unit not in plain(words) else "")

    def _bare(self, name: str) -> str:
        if name in self.declared.constants:
            return self.declared.constants[name].words
        option = self.declared.options.get(name)
        if option is not None and option.node.phrase is not None:
            return option.node.phrase.text
        thing, _, last = name.rpartition(".")
        field = self._field(last) if thing else None
        if field is not None:
            return f"{field.words.split(' (', 1)[0]} of {thing}"
        return name.replace("_", " ")

    def _type(self, name: str) -> types.Type | None:
        """Give the type of an input, a field, an option or a constant."""
        for known in (self.declared.options, self.declared.constants):
            if name in known:
                return known[name].type
        rule = self.declared.rules[self.question.of]
        own = next((one.type for one in rule.parameters if one.name == name), None)
        field = self._field(name.rpartition(".")[2])
        return own or (field.type if field is not None else None)

    def _field(self, name: str) -> Field | None:
        return next((kind.fields[name] for kind in self.declared.kinds.values() if name in kind.fields), None)

    def _value(self, value: Any, kind: types.Type | None) -> str:
        said = in_words(value)
        return self.declared.enums[kind.enum].words.get(said, said) if isinstance(kind, types.EnumType) else said


def probes_of(declared: Declared) -> Iterator[WantedProbe]:
    """Give the questions that readers try, of rules that there are; a variant may have taken one away."""
    for question, place in questions_of(declared):
        if question.in_the_book and question.of in declared.rules:
            yield WantedProbe(question, place, declared)
