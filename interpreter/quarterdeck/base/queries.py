"""A store of what queries gave, with the questions that each has asked of others.

In: a query's name, the key of a definition, what the definition says, and the work to be done on it. Out: what the
work gives, done or taken from the store. The work asks about other definitions through the store, which keeps the
questions. In a later revision of the ruleset it is done again only if the definition says something else, or if one of
those questions has another answer now; so a change that leaves an answer as it was goes no further.

A revision begins with `begin`; each stage then says how its questions are answered, as values that can be compared.
What is asked for in a revision is kept to the next, and nothing else: the store is as large as the last ruleset.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

Dependency = tuple[Any, ...]
"""What is asked: first who answers, by name, then of what."""
Answering = Callable[[Dependency], object]
"""Gives the answer to a question, as a value that is equal to another if the answers are."""
NOW: Dependency = ("now",)
"""A question whose answer is another in each revision: who asks it is done again each time."""

Result = TypeVar("Result")


class Own(Protocol):
    """What a definition says by itself."""

    def says_as(self, other: Any) -> bool:
        """Tell whether it says the same as another, wherever the two stand."""


@dataclass(frozen=True)
class Query(Generic[Result]):
    """A piece of work on one definition.

    `moved` gives what was kept as it is in the new revision, where things stand elsewhere; nothing where that cannot
    be told, and then the work is done again.
    """

    name: str
    key: Hashable
    own: Own
    work: Callable[[], Result]
    moved: Callable[[Any, Result], Result | None]


@dataclass
class _Answer:
    value: object
    changed: int
    checked: int


@dataclass
class _Result:
    own: Own
    questions: frozenset[Dependency]
    result: Any
    done: int
    checked: int


@dataclass
class QueryStore:
    """Results by query and key; `done` are those worked out in this revision, `reused` counts the others."""

    revision: int = 0
    done: list[tuple[str, Any]] = field(default_factory=list)
    reused: Counter[str] = field(default_factory=Counter)
    _answering: dict[str, Answering] = field(default_factory=dict)
    _answers: dict[Dependency, _Answer] = field(default_factory=dict)
    _results: dict[tuple[str, Hashable], _Result] = field(default_factory=dict)
    _asking: list[set[Dependency]] = field(default_factory=list)

    def begin(self) -> None:
        """Begin a revision; what nobody asked for in the last one is forgotten."""
        self._answers = {q: answer for q, answer in self._answers.items() if answer.checked == self.revision}
        self._results = {key: result for key, result in self._results.items() if result.checked == self.revision}
        self.revision += 1
        self.done, self.reused = [], Counter()
        self._answering = {NOW[0]: lambda _: self.revision}

    def answered_by(self, who: str, answering: Answering) -> None:
        """Say who answers the questions that begin with a word, in this revision."""
        self._answering[who] = answering

    # --- questions

    def ask(self, question: Dependency) -> None:
        """Note that the work at hand rests on the answer to a question."""
        if self._asking:
            self._asking[-1].add(question)

    def changed_in(self, question: Dependency) -> int:
        """Give the revision since which the answer to a question is what it is now."""
        known = self._answers.get(question)
        if known is not None and known.checked == self.revision:
            return known.changed
        value = self._answering[question[0]](question)
        if known is not None and known.value == value:
            known.checked = self.revision
            return known.changed
        self._answers[question] = _Answer(value, self.revision, self.revision)
        return self.revision

    # --- results

    def result(self, query: Query[Result]) -> Result:
        """Give what a query gives: from the store if all that it rests on is as it was, else by its work."""
        key = (query.name, query.key)
        known = self._results.get(key)
        if known is not None and known.own.says_as(query.own) and self._holds(known):
            moved = query.moved(known.own, known.result)
            if moved is not None:
                known.own, known.result, known.checked = query.own, moved, self.revision
                self.reused[query.name] += 1
                return moved
        with self._noting() as questions:
            result = query.work()
        for question in questions:
            self.changed_in(question)
        self.done.append(key)
        self._results[key] = _Result(query.own, frozenset(questions), result, self.revision, self.revision)
        return result

    def done_in(self, name: str, key: Hashable) -> int:
        """Give the revision in which a query was last worked out; 0 where nobody has asked for it."""
        known = self._results.get((name, key))
        return known.done if known is not None else 0

    def questions_of(self, name: str, key: Hashable) -> frozenset[Dependency]:
        """Give the questions that a query rests on: whoever makes something of what it gives rests on them as well."""
        known = self._results.get((name, key))
        return known.questions if known is not None else frozenset()

    def _holds(self, known: _Result) -> bool:
        return all(self.changed_in(question) <= known.checked for question in known.questions)

    @contextmanager
    def _noting(self) -> Iterator[set[Dependency]]:
        questions: set[Dependency] = set()
        self._asking.append(questions)
        try:
            yield questions
        finally:
            self._asking.pop()
