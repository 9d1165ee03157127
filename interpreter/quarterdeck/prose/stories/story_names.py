"""What things and values are called in a story.

In: a situation, and the names that an example's book gives its things. Out: words. A thing that has no name of its own
goes by the word that the example has for it, with an article.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import Any

from quarterdeck.analysis.trial.spelling import thing_name
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import is_number, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.nouns import STOPPERS, Noun, head_word, literal, noun
from quarterdeck.prose.english.phrases import listed
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.english.words import is_plural
from quarterdeck.prose.stories.moment import CallInStory
from quarterdeck.prose.stories.story_wording import tell
from quarterdeck.prose.text.runs import plain, text


@dataclass(frozen=True)
class StoryNames:
    """Words for the things and values of one example; `called` are the names that its things have in the book."""

    checked: Checked
    situation: Situation
    called: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def of_things(self) -> dict[int, str]:
        """Give the names of all things of the example."""
        return {thing: self.name(thing) for thing in self.situation.things.values()}

    def name(self, thing: int) -> str:
        """Give the name of a thing: a part goes by the thing whose it is."""
        known = thing_name(self.situation, thing)
        whole, _, part = known.partition(".")
        if part:
            words = self.situation.names[thing]
            own = whole.replace("_", " ")
            rest = words[len(whole) :] if words.lower().startswith((whole.lower(), own.lower())) else ""
            return plain(text(f"{self.own(whole)}{rest}" if rest else words))
        if thing not in self.situation.known_as:
            words = known.replace("_", " ")
            return words if words[-1:].isdigit() else plain(tell("the", what=words))
        return self.own(known, self.situation.program.layout.kind_at(thing))

    def own(self, known: str, kind: str = "") -> str:
        """Give what a thing is called for what an example calls it."""
        if known in self.called:
            return self.called[known]
        words = known.replace("_", " ")
        if words[:1].isupper() or kind == "Side":
            return words[:1].upper() + words[1:]
        return plain(tell("the", what=words))

    def owner_of(self, thing: int) -> str:
        """Give the name of the thing whose part a thing is; of any other its own."""
        whole = thing_name(self.situation, thing).partition(".")[0]
        found = self.situation.things.get(whole)
        return self.name(found if found is not None else thing)

    def value(self, kind: types.Type | None, value: Any) -> str:
        """Give a value as a player says it."""
        bare = types.without_none(kind) if kind is not None else None
        if isinstance(bare, types.ListType) and isinstance(value, list | tuple) and value:
            return plain(listed([self.value(bare.item, one) for one in value]))
        return words_of(self.situation.program, self.of_things, bare, value).replace(
            "-", "\N{MINUS SIGN}" if is_number(bare) else "-"
        )

    def speaker(self, moment: CallInStory) -> Speaker:
        """Give words for the names of a rule: what they stand for in this example."""
        named = {name: self.noun(*known) for name, known in moment.named.items()}
        return Speaker(self.checked, moment.rule.module if moment.rule is not None else "", named)

    def noun(self, kind: types.Type, value: Any) -> Noun:
        """Give a value as a noun of a sentence."""
        bare = types.without_none(kind)
        if isinstance(bare, types.Number) and bare.step == 1 and isinstance(value, int | Fraction):
            return replace(Speaker(self.checked).number(Fraction(value), bare.unit), is_number=True)
        if isinstance(bare, types.Number) and isinstance(value, int):
            return replace(literal(Fraction(value, bare.step)), is_number=True)
        words = self.value(kind, value)
        return noun(words, is_many(words))


def is_many(name: str) -> bool:
    """Tell whether a thing without a name of its own is called by a word for several."""
    return name.startswith("the ") and is_plural(name.rpartition(" ")[2])


def are_several(words: str) -> bool:
    """Tell whether words of a field are of several things: `rooms lost`, and not `weight in pounds`."""
    heads = takewhile(lambda word: word.lower() not in STOPPERS, words.split(" "))
    return any(is_plural(word) for word in heads) or is_plural(head_word(words))
