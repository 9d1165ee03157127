"""Carry an example out once more for its story: under the names of the book, noting what is read and what is known.

In: a case on a bench. Out: what happened, the given facts that the rules really read, and for every choice what was
known when it was put, and why what the example says may not be chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.examples.bench import Bench, PreparedCase
from quarterdeck.examples.cases import Case
from quarterdeck.examples.labelled import LabelledDice, ScriptedChoices, is_meant
from quarterdeck.examples.trial import try_rule
from quarterdeck.rulebook.stories.names import StoryNames
from quarterdeck.run.happenings import Happening
from quarterdeck.run.questions import Question


@dataclass(frozen=True)
class PutChoice:
    """A choice as it was put: its address, what was known there by name, and what may not be chosen, and why."""

    address: str
    known: Mapping[str, Any]
    refused: tuple[tuple[Any, str], ...] = ()


class NotingChoices(ScriptedChoices):
    """Decisions of an example, noting what was known when each was put; `refused` are those it speaks of."""

    def __init__(self, given: Any, refused: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.refused = refused
        self.put: list[PutChoice] = []

    def decide(self, question: Question) -> Any:
        """Give the answer, and note what was known."""
        refused = []
        for label, answers in self.refused.items():
            if f".{question.site.address}".endswith(f".{label}") and isinstance(answers, Mapping):
                for wanted in answers:
                    refused += [
                        (option, question.reason(option, number))
                        for option, number in question.refused
                        if is_meant(question, option, wanted)
                    ]
        self.put.append(PutChoice(question.site.address, dict(question.scope()), tuple(refused)))
        return super().decide(question)


@dataclass(frozen=True)
class ToldExample:
    """What came of an example; `read` are the places of the state that were given a value and read."""

    case: Case
    address: str
    names: StoryNames
    arguments: tuple[Any, ...]
    events: tuple[Happening, ...]
    prepared: PreparedCase
    read: tuple[int, ...] = ()
    put: tuple[PutChoice, ...] = field(default=())


def carried_out(bench: Bench, case: Case) -> ToldExample | None:
    """Give what comes of an example; nothing where it does not come to what it says."""
    outcome = bench.run(case)
    prepared = outcome.prepared
    if not outcome.is_good or outcome.tried is None or prepared is None:
        return None
    names = StoryNames(bench.ruleset.checked, prepared.situation, case.called)
    found = ToldExample(case, prepared.address, names, prepared.arguments, tuple(outcome.tried.events), prepared)
    return _watched(found) or found


def _watched(found: ToldExample) -> ToldExample | None:
    """Carry it out under other names, watching what is read; nothing where that cannot be done."""
    prepared, case = found.prepared, found.case
    stand, situation = prepared.stand, prepared.situation
    layout = stand.program.layout
    slots = {
        slot
        for thing in situation.things.values()
        for slot in range(thing, thing + layout.arrays[layout.kind_at(thing)].stride)
    }
    named = replace(situation, names={**situation.names, **found.names.of_things}, ungiven=slots)
    dice, choices = LabelledDice(stand.program, prepared.address, case.dice), NotingChoices(case.choices, case.refused)
    in_span = prepared.address in stand.in_span
    tried = try_rule(
        stand.program, stand.module, prepared.address, named, prepared.arguments, dice, choices, in_span, watched=True
    )
    if tried.problems:
        return None
    return replace(found, events=tuple(tried.events), read=tried.ungiven, put=tuple(choices.put))
