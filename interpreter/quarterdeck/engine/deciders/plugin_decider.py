"""Decide as a plugin does: it is asked in values that it can read, and given the view of its side, never the state.

In: a question. Out: one of its answers. The name of the seat is that of the plugin, or `PLUGIN.NAME` where it brings
several; only who is named at a table is imported.
"""

from __future__ import annotations

import random
from typing import Any

from quarterdeck.engine.deciders.advised import value_of
from quarterdeck.engine.plugins.offers import Seat
from quarterdeck.engine.plugins.plugin_seats import Answer, Choice, Decides, NotAllowed
from quarterdeck.engine.plugins.reading import FAILURES, PluginFaultError, Reading, Thing, one_line, told
from quarterdeck.engine.plugins.registry import installed, named
from quarterdeck.engine.run.dice import mixed
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.words import NONE, STOP, is_declined


class PluggedDecider:
    """Somebody whom a plugin brought: what he answers is looked at before it is used."""

    def __init__(self, name: str, seed: int) -> None:
        self.plugin, _, seat = name.partition(".")
        self.seed = mixed(seed)
        self.who = f"the plugin {self.plugin}, who decides as {name},"
        offer = named(self.plugin, "quarterdeck_deciders", Seat, seat)
        try:
            self.decides: Decides = offer.sit(seed)
        except FAILURES as error:
            raise PluginFaultError(f"{self.who} fails: {one_line(error)}") from error

    def decide(self, question: Question) -> Any:
        """Give the answer of the plugin.

        Raises:
            PluginFaultError: it fails, or gives what is no answer here.
        """
        asked = self.choice(question)
        try:
            answer = self.decides.decide(asked)
        except PluginFaultError:
            raise
        except FAILURES as error:
            raise PluginFaultError(f"{self.who} fails at {asked.at}: {one_line(error)}") from error
        if not any(answer is one for one in asked.answers):
            raise PluginFaultError(f"{self.who} answers {told(answer)} at {asked.at}, which is not one of the answers")
        return answer.stored

    def choice(self, question: Question) -> Choice:
        """Give a question as plugins know it."""
        view, item = question.view, question.site.item
        program = view.program
        everything = frozenset(program.layout.types)
        reading = Reading(program, list(view.state), self.who, everything, {})

        def valued(stored: Any) -> Any:
            return stored if item is None else reading.value(item, stored)

        def answer(stored: Any) -> Answer:
            away = stored in question.beside_options() and is_declined(item, stored)
            return Answer(
                None if away else valued(stored),
                stored,
                lambda: question.worded(stored),
                is_none=away and stored == NONE,
                is_stop=away and stored == STOP,
            )

        answers = tuple(map(answer, question.answers()))
        advice = value_of(question)
        kinds = dict(program.routines[question.site.routine].parameters if question.is_in_rule else ())
        about = {name: reading.value(kinds[name], value) for name, value in question.scope() if name in kinds}
        return Choice(
            question.site.address,
            question.choice.question(answers[0].stored) if question.choice.question is not None and answers else "",
            question.by,
            Thing(reading, question.side),
            reading,
            answers,
            next((one for one in answers if one.stored == question.default), None),
            about,
            None if advice is None else lambda one: advice(one.stored),
            lambda: tuple(NotAllowed(valued(one), question.reason(one, number)) for one, number in question.refused),
            lambda thing: view.names.get(thing.number, ""),
            random.Random(mixed(self.seed ^ question.number)),
        )


def is_plugged(name: str) -> bool:
    """Tell whether a name is that of a plugin that is installed, which may bring who decides."""
    return name.partition(".")[0] in installed()


def version_of(name: str) -> str:
    """Give which plugin decides under a name, so that battles of two versions are told apart."""
    entry = installed()[name.partition(".")[0]]
    return f"{entry.value} {entry.dist.version if entry.dist else ''}"
