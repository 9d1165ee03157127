"""Worked examples as single cases: each example by itself, a table of examples as one case for each of its lines.

In: a ruleset's documents, or a text of the same shape. Out: `Case`s, each knowing where its parts stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.base.errors import UnknownError
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Places, YamlDocument
from quarterdeck.language.variants.voids import void_mention
from quarterdeck.workspace.ruleset.rule_question import address_of, together

Path = tuple[str | int, ...]
PARTS = ("options", "constants", "things", "given", "dice", "choices", "expect", "changes", "refused")


@dataclass(frozen=True)
class Case:
    """One thing to try: an example, or one case of a table of examples with what it shares with the others."""

    name: str
    title: str
    of: str
    places: Places
    prefixes: tuple[Path, ...]
    situation: str | None = None
    board: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[str, Any] = field(default_factory=dict)
    things: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    dice: Any = field(default_factory=dict)
    choices: Any = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)
    refused: Mapping[str, Any] = field(default_factory=dict)
    then: Sequence[shapes.ExampleStep] = ()
    every: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What things of a kind are in all examples of the file, where nothing else is said."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What a book calls the things of the example."""

    @property
    def rules(self) -> list[str]:
        """Give the rules that are carried out, as the example names them, in order."""
        return [self.of, *(step.of for step in self.then)]

    def place(self, *path: str | int) -> Span:
        """Give the place of a part: in the case where it stands there, else in the example, or in its file."""
        if path[:1] == ("every",):
            return self.places.key(*path)
        for prefix in self.prefixes:
            if (*prefix, *path) in self.places.values:
                whole = (*prefix, *path)
                return self.places.key(*whole) if path and isinstance(path[-1], str) else self.places.value(*whole)
        return self.place(*path[:-1]) if path else self.places.value(*self.prefixes[0])

    def value_place(self, key: str) -> Span:
        """Give the place of what an example says for a key, and not of the key."""
        return self.places.value(*self.prefixes[-1], key)

    @property
    def start(self) -> Span:
        """Give the first line of the case."""
        span = self.places.value(*self.prefixes[0])
        end = span.file.text.find("\n", span.start, span.end)
        return Span(span.file, span.start, end if end > 0 else span.end)


def cases_of(declared: Declared) -> list[Case]:
    """Give all cases of a ruleset's examples, without those of what a variant took away."""
    standing = list(_standing(declared))
    there = {of: is_there(of, declared) for of in {of for case in standing for of in case.rules}}
    return [case for case in standing if all(there[of] for of in case.rules) or void_case(case, declared) is None]


def void_cases(declared: Declared) -> list[Finding]:
    """Give notes of the examples that are void, since a variant took away what they are about: one for each example."""
    found = (void_case(case, declared) for case in _standing(declared))
    return list(dict.fromkeys(note for note in found if note is not None))


def is_there(name: str, declared: Declared) -> bool:
    """Tell whether there is what a case is about."""
    try:
        address_of(declared, name)
    except UnknownError:
        return False
    return True


def void_case(case: Case, declared: Declared) -> Finding | None:
    """Give the note that a case is about something that a variant took away; none where it is there."""
    for number, of in enumerate(case.rules):
        try:
            address_of(declared, of)
        except UnknownError as error:
            place = case.place("then", number - 1, "of") if number else case.value_place("of")
            note = void_mention(of, place, declared, str(error.args[0]).partition(";")[0])
            return replace(note, rule=case.name.partition("[")[0]) if note is not None else None
    return None


def _standing(declared: Declared) -> Iterator[Case]:
    """Give the cases of examples that no variant took away themselves."""
    for case in cases_in(declared.documents):
        if not declared.has_lost(f"examples.{case.name.partition('[')[0]}"):
            yield case


def cases_in(documents: Iterable[YamlDocument]) -> Iterator[Case]:
    """Give the cases of those documents that hold examples."""
    for document in documents:
        match document.shape:
            case shapes.Example():
                yield from _cases(document.shape, (), document.places, {}, {})
            case shapes.Examples(examples=examples, every=every, called=called):
                for index, example in enumerate(examples):
                    yield from _cases(example, ("examples", index), document.places, every, called)


def _cases(
    example: shapes.Example,
    prefix: Path,
    places: Places,
    every: Mapping[str, Mapping[str, Any]],
    called: Mapping[str, str],
) -> Iterator[Case]:
    called = {**called, **example.called}
    title = example.title or example.example.replace("_", " ")
    if not example.cases:
        parts = {part: getattr(example, part) for part in PARTS}
        yield Case(
            example.example,
            title,
            example.of,
            places,
            (prefix,),
            example.situation,
            example.board,
            then=example.then,
            every=every,
            called=called,
            **parts,
        )
    for index, case in enumerate(example.cases):
        parts = {part: together(getattr(example, part), getattr(case, part)) for part in PARTS}
        yield Case(
            f"{example.example}[{case.name or index + 1}]",
            f"{title}: {case.name}" if case.name else title,
            example.of,
            places,
            ((*prefix, "cases", index), prefix),
            example.situation,
            example.board,
            then=example.then,
            every=every,
            called=called,
            **parts,
        )
