"""Make points of sentences: one sentence, or a block behind its opening.

In: the words of a statement. Out: `Point`s. Which words a statement gets is left to the classes that build on this one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnySite
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english.phrases import PATTERNS, say
from quarterdeck.prose.english.pronouns import with_pronouns
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.text.blocks import Point
from quarterdeck.prose.text.rule_facts import StageSort
from quarterdeck.prose.text.runs import Text, plain, sentence

_SHORT = 240  # letters: a block of one sentence this long is put into the sentence around it


@dataclass
class StatementPoints(ABC):
    """Make the points of a rule or phase; `address` is its own."""

    speaker: Speaker
    address: str = ""
    in_span: bool = False
    stage: StageSort = "phase"
    finish: str = "finish"  # the phrase for what `finish` leaves here
    last: nodes.Statement | None = None  # behind it the rule ends anyway

    @abstractmethod
    def points(self, statements: Iterable[nodes.Statement]) -> tuple[Point, ...]:
        """Word statements in order."""

    @property
    def checked(self) -> meanings.Checked:
        """Give the ruleset."""
        return self.speaker.checked

    def inner(self) -> Self:
        """Give a writer for a block: what it names is not known outside."""
        return replace(self, speaker=self.speaker.inner(), stage="phase")

    def block(self, statements: Iterable[nodes.Statement]) -> tuple[Point, ...]:
        """Word a block in order."""
        return self.inner().points(statements)

    def item_of(self, loop: nodes.ForEach) -> types.Type:
        """Give the type of each of what a loop goes through."""
        kind = types.without_none(self.speaker.type_of(loop.source))
        return types.without_none(kind.item) if isinstance(kind, types.ListType) else kind

    def clause(self, statement: nodes.Statement, words: Text) -> Point:
        """Give a simple statement as a sentence, which is found under the address that the statement may have."""
        told = self.point(words)
        if isinstance(statement, AnySite):
            return replace(told, address=f"{self.address}.{statement.name.text}", kind="roll")
        return told

    def point(self, words: Text) -> Point:
        """Give one sentence."""
        return Point(sentence(with_pronouns(words)), raw=words)

    def with_block(self, key: str, short_key: str, points: tuple[Point, ...], parts: dict[str, Text]) -> Point:
        """Put a block behind an opening: into the same sentence where it is a short one."""
        only = points[0] if len(points) == 1 else None
        is_plain = only is not None and bool(only.raw) and PATTERNS["semicolon"] not in plain(only.raw)
        if short_key and only and is_plain and not only.lead and len(plain(only.text)) <= _SHORT:
            return self.point(say(short_key, what=only.raw, **parts))
        return Point(sentence(with_pronouns(say(key, **parts)), ":"), points, numbered=len(points) > 1)
