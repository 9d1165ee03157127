"""Say `it` and `its` for a thing that a sentence has named, where only one thing could be meant.

In and out: the text of one sentence. A sentence that speaks of two things keeps their names.
"""

from __future__ import annotations

import re
from dataclasses import replace

from quarterdeck.rulebook.english.phrases import PATTERNS
from quarterdeck.rulebook.english.text import Run, Text


def with_pronouns(words: Text) -> Text:
    """Give a sentence with pronouns for later mentions of its one thing."""
    if len({run.entity for run in words if run.entity and run.case != "value"}) != 1:
        return words
    found: list[Run] = []
    named = was_plain = False
    for run in words:
        if run.entity and run.case != "value" and named and _is_definite(run):
            if run.case == "owner":
                found.append(replace(run, words=PATTERNS["its"]))
                continue
            if found and (its := _its(found[-1])):
                found[-1] = its
                continue
            if was_plain and not found[-1].words.endswith(PATTERNS["behind_of"]):
                found.append(replace(run, words=PATTERNS["it"]))
                continue
        if run.entity and run.case != "value":
            named = True
            was_plain = was_plain or run.case == "plain"
        found.append(run)
    return tuple(found)


_OF = re.compile(r"the ([\w’' -]{1,40}) of ")


def _its(run: Run) -> Run | None:
    """Give `its reach` for a reference `the reach of` in front of the thing."""
    whole = _OF.fullmatch(run.words) if run.to else None
    return replace(run, words=f"{PATTERNS['its']} {whole[1]}") if whole else None


def _is_definite(run: Run) -> bool:
    return run.words.startswith(PATTERNS["definite"])
