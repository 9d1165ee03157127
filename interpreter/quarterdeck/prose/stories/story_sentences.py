"""Sentences of a story beside each other: what says the same, what need not be said again.

In and out: `Text`s.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from quarterdeck.prose.stories.story_names import StoryNames
from quarterdeck.prose.text.runs import Run, Text, plain


def says_all_of(one: Text, other: Text) -> bool:
    """Tell whether a sentence has all words of another, so that the other need not be said."""
    said_before, said_now = (set(re.findall(r"\w+", plain(words).lower())) for words in (other, one))
    return said_before - {"a", "an", "the"} <= said_now


def without_echoes(sentences: Sequence[Text]) -> list[Text]:
    """Leave out what was said just before."""
    found: list[Text] = []
    for words in sentences:
        if words and (not found or plain(found[-1]) != plain(words)):
            found.append(words)
    return found


def with_its(words: Text, names: StoryNames) -> Text:
    """Say `its` where a name stands a second time in a sentence, before something of that thing."""
    plainly = plain(words)
    for name in set(names.of_things.values()):
        first = plainly.find(name)
        whose = f"{name}\N{RIGHT SINGLE QUOTATION MARK}s "
        again = plainly.find(whose, first + len(name)) if first >= 0 else -1
        between = plainly[first + len(name) : again]
        others = [other for other in names.of_things.values() if other in between and other != name]
        if again > 0 and first == 0 and not others:
            done: list[Run] = []
            at = 0
            for run in words:
                inside = (
                    run.words.replace(whose, "its ")
                    if at > 0 or not run.words.startswith(name)
                    else (name + run.words[len(name) :].replace(whose, "its "))
                )
                done.append(replace(run, words=inside))
                at += len(run.words)
            return tuple(done)
    return words
