"""Say `it` and `its` for a thing that a sentence has named, where only one thing could be meant.

In and out: the text of one sentence. A sentence that speaks of two things keeps their names.
"""

from __future__ import annotations

import re
from dataclasses import replace

from quarterdeck.prose.english.phrases import PATTERNS
from quarterdeck.prose.english.words import is_plural
from quarterdeck.prose.text.runs import Run, Text


def with_pronouns(words: Text) -> Text:
    """Give a sentence with pronouns for later mentions of its one thing."""
    if len({run.entity for run in words if run.entity and run.case != "value"}) != 1:
        return words
    found: list[Run] = []
    named = was_plain = False
    runs = _owners(words)
    for run in runs:
        if run.entity and run.case != "value" and named and _is_definite(run):
            many = is_plural(_without_ending(run.words).split(" ")[-1])
            if run.case == "owner":
                found.append(replace(run, words=PATTERNS["their" if many else "its"]))
                continue
            if found and (its := _its(found[-1], many)):
                found[-1] = its
                continue
            if was_plain and not many and not found[-1].words.endswith(_NAMED_BEHIND):
                found.append(replace(run, words=PATTERNS["it"]))
                continue
        if run.entity and run.case != "value":
            named = True
            was_plain = was_plain or run.case == "plain"
        found.append(run)
    return tuple(found)


_NAMED_BEHIND = (" of ", " except ", " than ")  # behind these a thing keeps its name


def _without_ending(words: str) -> str:
    """Take the ending of the possessive away."""
    return words.removesuffix("’s").removesuffix("'s").rstrip("’'")


def _owners(words: Text) -> list[Run]:
    """Take an `'s` that stands behind a thing in the author's words into the thing."""
    runs: list[Run] = []
    for run in words:
        ending = run.words[:2]
        if runs and ending in ("'s", "’s") and runs[-1].entity and runs[-1].case == "plain":
            runs[-1] = replace(runs[-1], words=runs[-1].words + ending, case="owner")
            runs.append(replace(run, words=run.words[2:]))
            continue
        runs.append(run)
    return [run for run in runs if run.words]


_OF = re.compile(r"the ([\w’' -]{1,40}) of ")


def _its(run: Run, many: bool) -> Run | None:
    """Give `its reach` for a reference `the reach of` in front of the thing."""
    whole = _OF.fullmatch(run.words) if run.to else None
    return replace(run, words=f"{PATTERNS['their' if many else 'its']} {whole[1]}") if whole else None


def _is_definite(run: Run) -> bool:
    return run.words.startswith(PATTERNS["definite"])


def unmentioned(words: Text) -> Text:
    """Give words that never become a pronoun."""
    return tuple(replace(run, entity="") for run in words)
