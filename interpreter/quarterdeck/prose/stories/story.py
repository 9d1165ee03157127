"""The story of one example: how things stand, what happens in parts that belong together, and what it is worth.

In: an example that was carried out. Out: a `Story`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quarterdeck.engine.run.happenings import ByChance, Called, Changed, Chosen, Happening, PhaseBegun, Rolled, RowUsed
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.stories.changes import ChangeTeller, KeptOnPaper
from quarterdeck.prose.stories.example_run import ToldExample
from quarterdeck.prose.stories.occurrences import deeds_of
from quarterdeck.prose.stories.openings import Opening
from quarterdeck.prose.stories.story_sentences import without_echoes
from quarterdeck.prose.stories.tales import EventWriter
from quarterdeck.prose.text.blocks import LinkTarget
from quarterdeck.prose.text.runs import EMPTY, Text, plain, text

KEPT_IN_CACHE = True

_GOOD = 8
_LONG = 8
"""A story of more sentences shows more of other rules than of its own."""
_MOST = 20
"""One of more sentences is printed only where an author's source has it."""


@dataclass(frozen=True)
class Story:
    """An example as it is told: how things stand, and what happens, in parts that belong together.

    Where a whole turn is told, `leads` has its phases, each beside the first of its parts. `worth` grows with what a
    reader learns from it: dice, choices, what is marked, and few sentences; below 0 there is nothing to be told.
    """

    opening: tuple[Text, ...]
    parts: tuple[tuple[Text, ...], ...]
    worth: int
    leads: tuple[Text, ...] = ()

    @property
    def is_good(self) -> bool:
        """Tell whether no other example need be looked at."""
        return self.worth >= _GOOD


UNTOLD = Story((), (), -1)


@dataclass(frozen=True)
class StoryTeller:
    """Tells the examples of one ruleset."""

    writer: EnglishWriter
    places: Mapping[str, LinkTarget]
    paper: KeptOnPaper

    def story(self, done: ToldExample, rule: Rule) -> Story:
        """Give the story of an example of a rule, unless it is kept."""
        return done.once("story", lambda: self.told(done, rule), rule.address, self.writer.own_words)

    def turn(self, done: ToldExample) -> Story:
        """Give the story of a whole turn, unless it is kept."""
        return done.once("turn", lambda: self.told_turn(done), self.writer.own_words)

    def told(self, done: ToldExample, rule: Rule) -> Story:
        """Tell an example of a rule."""
        if takes_a_place(done):
            return UNTOLD
        tale, changes = self.tale(done)
        deeds = deeds_of(done.outcome.events)
        main = deeds[0] if len(deeds) == 1 else None
        if main is not None and isinstance(main.event, Called):
            parts = tale.parts(main, main.event)
        else:
            inputs = zip(rule.parameters, done.outcome.arguments, strict=False)
            parts = tale.apart(deeds, tale.moment(rule, [(one.name, one.type, value) for one, value in inputs]))
        parts = [without_echoes(part) for part in parts]
        opening = self.opening(done, changes, parts, rule)
        inside = [deed.event for deed in (main.within if main is not None else deeds)]
        events = [deed.event for one in deeds for deed in one.walk()]
        count = sum(len(part) for part in parts)
        worth = self.worth(events, inside, changes) - bool(done.case.options)
        is_slight = count < 3 and not any(isinstance(one, ByChance) for one in events)
        worth -= min(4, max(0, count - _LONG + 1) // 2) + 3 * is_slight + 9 * (count > _MOST)
        return Story(opening, tuple(tuple(part) for part in parts), worth if count else -1)

    def told_turn(self, done: ToldExample) -> Story:
        """Tell a whole turn, phase by phase; what nothing happens in is left out."""
        if takes_a_place(done):
            return UNTOLD
        tale, changes = self.tale(done)
        leads: list[Text] = []
        parts: list[tuple[Text, ...]] = []
        for address, events in _phases(done.outcome.events):
            deeds = deeds_of(events)
            told = [without_echoes(part) for part in tale.apart(deeds, tale.moment(None, ()))]
            name = text(plain(self.writer.name_of(address)))
            leads += [name, *(EMPTY for _ in told[1:])] if told else []
            parts += map(tuple, told)
        opening = self.opening(done, changes, parts, None)
        count = sum(len(part) for part in parts)
        return Story(opening, tuple(parts), sum(map(bool, leads)) * 10 + min(count, 40), tuple(leads))

    def tale(self, done: ToldExample) -> tuple[EventWriter, ChangeTeller]:
        """Give what tells an example, and its changes."""
        came = done.outcome
        changes, module = ChangeTeller(came.names, self.paper), came.prepared.put.built.traced_module
        return EventWriter(self.writer, came.names, changes, self.places, done.case, came.put, module), changes

    def opening(
        self, done: ToldExample, changes: ChangeTeller, parts: Sequence[Sequence[Text]], rule: Rule | None
    ) -> tuple[Text, ...]:
        """Tell how things stand at the beginning."""
        words = " ".join(plain(one) for part in parts for one in part)
        opening = Opening(done, changes)
        inputs = opening.inputs(rule) if rule is not None else ()
        return (*opening.options(), *opening.facts(words), *inputs)

    def worth(self, events: Sequence[Happening], inside: Sequence[Happening], changes: ChangeTeller) -> int:
        """Tell how much a reader learns from what happens; `inside` is what the rule itself does."""
        is_marked = any(isinstance(one, Changed) and changes.field(one) is not None for one in events)
        found = 3 * any(isinstance(one, ByChance) for one in events) + 3 * is_marked
        found += any(isinstance(one, Chosen | RowUsed) for one in events)
        found += any(isinstance(one, ByChance) for one in inside)
        return found + any(isinstance(one, Rolled) and one.success for one in events)


def takes_a_place(done: ToldExample) -> bool:
    """Tell whether something comes into the place of a thing that has a name: a story knows each place by one name."""
    named = done.outcome.prepared.put.situation.names
    return any(event.comes_into_play in named for event in done.outcome.events)


def _phases(events: Sequence[Happening]) -> Iterator[tuple[str, list[Happening]]]:
    """Give what happened in each phase of a turn, with the phase's address; steps belong to their phase."""
    address, found = "", list[Happening]()
    for event in events:
        if isinstance(event, PhaseBegun) and event.address.count(".") == 1:
            if found:
                yield address, found
            address, found = event.address, []
        else:
            found.append(event)
    if found:
        yield address, found
