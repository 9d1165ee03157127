"""Carry an example out once more for its story: under the names of the book, noting what is read and what is known.

In: a case on a bench. Out: what happened, the given facts that the rules really read, and for every choice what was
known when it was put, and why what the example says may not be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, TypeVar

from quarterdeck.analysis.trial.answer_labels import LabelledDice, ScriptedChoices, is_meant
from quarterdeck.analysis.trial.bench import ExampleRunner, PreparedCase
from quarterdeck.analysis.trial.cases import Case
from quarterdeck.analysis.trial.rule_trial import RuleTrial
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.prose.stories.story_names import StoryNames
from quarterdeck.workspace.pipeline.work_keys import hashed

Made = TypeVar("Made")
OF_THE_FILE = frozenset(["places", "prefixes"])
"""What says where an example stands, and nothing of what comes of it."""


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
class WhatHappened:
    """What came of an example; `read` are the places of the state that were given a value and read."""

    names: StoryNames
    arguments: tuple[Any, ...]
    events: tuple[Happening, ...]
    prepared: PreparedCase
    read: tuple[int, ...] = ()
    put: tuple[PutChoice, ...] = ()


@dataclass(frozen=True)
class ToldExample:
    """An example that comes to what it says. It is carried out when somebody first asks what happens in it.

    What is worked out of that may be kept under the `key`: it stands for all that the example rests on.
    """

    bench: ExampleRunner
    case: Case
    address: str
    key: str

    @cached_property
    def outcome(self) -> WhatHappened:
        """Give what came of it."""
        found = outcome_of(self.bench, self.case)
        assert found is not None, self.case.name
        return found

    def once(self, what: str, work: Callable[[], Made], *facts: object) -> Made:
        """Give what is worked out of the example, and of further facts that their representation says."""
        more = f" {hashed(repr(facts))}" if facts else ""
        return self.bench.ruleset.kept.once(f"{what} of an example", f"{self.key}{more}", work)


def carried_out(bench: ExampleRunner, case: Case) -> ToldExample | None:
    """Give what comes of an example; nothing where it does not come to what it says."""
    address = bench.address_of(case, Findings())
    if address is None:
        return None
    told = [(one.name, getattr(case, one.name)) for one in fields(case) if one.name not in OF_THE_FILE]
    own = bench.is_own(case)
    key = bench.ruleset.kept.cache_keys.key([address], told, own)
    found = ToldExample(bench, case, address, key)

    def is_good() -> bool:
        outcome = outcome_of(bench, case)
        if outcome is not None:
            found.__dict__["outcome"] = outcome  # whoever asks next need not carry it out again
        return outcome is not None

    return found if bench.ruleset.kept.once("good example", key, is_good) else None


def outcome_of(bench: ExampleRunner, case: Case) -> WhatHappened | None:
    """Carry an example out; nothing where it does not come to what it says."""
    tried = bench.run(case)
    prepared = tried.prepared
    if not tried.is_good or tried.tried is None or prepared is None:
        return None
    names = StoryNames(bench.ruleset.checked, prepared.put.situation, case.called)
    found = WhatHappened(names, tuple(prepared.put.arguments), tuple(tried.tried.events), prepared)
    return _watched(found) or found


def _watched(found: WhatHappened) -> WhatHappened | None:
    """Carry it out under other names, watching what is read; nothing where that cannot be done, or more follows."""
    case, put = found.prepared.case, found.prepared.put
    if case.then:
        return None
    program, situation = put.built.program, put.situation
    layout = program.layout
    slots = {
        slot
        for thing in situation.things.values()
        for slot in range(thing, thing + layout.arrays[layout.kind_at(thing)].stride)
    }
    named = replace(situation, names={**situation.names, **found.names.of_things}, ungiven=slots)
    dice, choices = LabelledDice(program, put.address, case.dice), NotingChoices(case.choices, case.refused)
    tried = RuleTrial(put.built, named, dice, choices, TracedContext).run(put.address, put.arguments)
    if tried.problems:
        return None
    return replace(found, events=tuple(tried.events), read=tried.ungiven, put=tuple(choices.put))
