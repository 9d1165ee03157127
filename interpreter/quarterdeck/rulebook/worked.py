"""Print worked examples as a player would work them: every roll with its arithmetic, every row, every change.

In: a ruleset's examples. Out: boxes, by the address of the rule that each is of. An example is carried out when the
book is planned, and what is printed is what happened; none that fails is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, assert_never

from quarterdeck.examples.bench import Bench, CaseOutcome
from quarterdeck.examples.cases import Case, cases_of
from quarterdeck.examples.spelling import thing_name
from quarterdeck.names import types
from quarterdeck.names.declared import Rule
from quarterdeck.rulebook.blocks import Block, Box, LinkTarget, Marks, Prose, Steps
from quarterdeck.rulebook.english.clauses import said
from quarterdeck.rulebook.english.nouns import Noun, noun
from quarterdeck.rulebook.english.outline import Point
from quarterdeck.rulebook.english.phrases import say
from quarterdeck.rulebook.english.speaker import Speaker, spaced
from quarterdeck.rulebook.english.text import (
    EMPTY,
    Run,
    Text,
    capital,
    joined,
    plain,
    sentence,
    styled,
    text,
    without_article,
)
from quarterdeck.rulebook.english.wording import clause_of
from quarterdeck.rulebook.english.words import plural
from quarterdeck.rulebook.english.writer import EnglishWriter
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.happenings import (
    ByChance,
    Called,
    Changed,
    Chosen,
    Drawn,
    Happening,
    Left,
    Modified,
    PhaseBegun,
    PhaseOver,
    Refused,
    Rolled,
    RolledOff,
    RowUsed,
    Told,
)
from quarterdeck.run.situation import Situation
from quarterdeck.run.words import NONE, is_declined, words_of
from quarterdeck.source.decimals import shown as exact_text
from quarterdeck.syntax import nodes
from quarterdeck.tables import shapes

_LONG = 24  # events: what is longer shows more of other rules than of its own
_MINUS = "\N{MINUS SIGN}"


@dataclass
class Worked:
    """Makes the boxes of a ruleset's examples."""

    ruleset: Ruleset
    writer: EnglishWriter
    places: Mapping[str, LinkTarget]
    bench: Bench = field(init=False)

    def __post_init__(self) -> None:
        self.bench = Bench(self.ruleset)

    def boxes(self) -> dict[str, list[Box]]:
        """Give the boxes to print: examples from the sources, and for other rules the first that shows dice or rows."""
        found: dict[str, list[Box]] = {}
        cases: dict[str, list[Case]] = {}
        for case in cases_of(self.ruleset.declared):
            cases.setdefault(case.name.split("[", 1)[0], []).append(case)
        printed = [example for example in self.examples() if example.source and example.source.kind == "printed"]
        for example in [*printed, *(example for example in self.examples() if example not in printed)]:
            rule = self.ruleset.declared.rule_named(example.of)
            if rule is None or rule.sort not in ("procedure", "effect") or rule.speaks_as:
                continue
            known = found.setdefault(rule.address, [])
            if known and example not in printed:
                continue
            box = self.box(example, rule, cases.get(example.example, []), must_show=example not in printed)
            if box is not None:
                known.append(box)
        return found

    def examples(self) -> Iterator[shapes.Example]:
        """Give the examples of the ruleset, in the order of its files."""
        for document in self.ruleset.declared.documents:
            match document.shape:
                case shapes.Example():
                    yield document.shape
                case shapes.Examples(examples=examples):
                    yield from examples

    def box(self, example: shapes.Example, rule: Rule, cases: Sequence[Case], must_show: bool) -> Box | None:
        """Give the box of an example's first case that says something; nothing where none does."""
        for case in cases:
            outcome = self.bench.run(case)
            if not outcome.is_good or outcome.tried is None:
                continue
            events = outcome.tried.events
            shows = any(isinstance(event, ByChance | RowUsed) for event in events)
            if must_show and (not shows or len(events) > _LONG):
                continue
            title = case.title if case.title.startswith(example.title or "\n") else example.title or case.title
            trace = self.trace(outcome.tried.before)
            blocks: list[Block] = [Prose(sentence(example.note))] if example.note else []
            named = {key: trace.named(value) for key, value in case.given.items()}
            named = {key: value for key, value in named.items() if not _says_nothing(key, value)}
            if named:
                given = trace.listing(rule, named)
                blocks.append(Prose(joined([(Run("Given: ", style="aside"),), given]), marks=_marks(example.source)))
            blocks.append(Steps(trace.points(outcome), bulleted=True))
            if example.source and example.source.note:
                blocks.append(Prose(sentence(capital(example.source.note)), "note"))
            place = LinkTarget(f"examples.{example.example}", "example", title, (f"Examples; {title}",))
            return Box("example", text(f"Example: {title}"), tuple(blocks), place)
        return None

    def trace(self, situation: Situation) -> TraceWriter:
        """Give what tells the events of one example."""
        return TraceWriter(self.writer, situation, self.places)


def _says_nothing(key: str, value: object) -> bool:
    """Tell whether an input is a thing that has no name but the input's own."""
    return isinstance(value, str) and value.lower() == key.replace("_", " ").lower()


def _marks(source: shapes.Source | None) -> Marks:
    return Marks((source.place,)) if source is not None and source.place else Marks()


@dataclass
class TraceWriter:
    """Tells the events of one example."""

    writer: EnglishWriter
    situation: Situation
    places: Mapping[str, LinkTarget]

    def named(self, value: Any) -> Any:
        """Give the name of a thing as it is said everywhere else; anything else as it is."""
        thing = self.situation.things.get(value) if isinstance(value, str) else None
        return value if thing is None else self.name(thing)

    def name(self, thing: int) -> str:
        """Give the name of a thing, and of a part with the thing whose it is."""
        known = thing_name(self.situation, thing)
        return (self.situation.names[thing] if "." in known else known).replace("_", " ")

    def listing(self, rule: Rule, given: Mapping[str, Any]) -> Text:
        """Give named values one after another."""
        return self.writer.documents.listing(rule, given)

    def points(self, outcome: CaseOutcome) -> tuple[Point, ...]:
        """Give what happened, each thing that was done with what it brought below it."""
        assert outcome.tried is not None
        events = [event for event in outcome.tried.events if not isinstance(event, Left)]
        if events and isinstance(events[0], Called):
            events = [replace(event, depth=event.depth - 1) for event in events[1:]]
        return tuple(self.tree(events, 0))

    def tree(self, events: Sequence[Happening], depth: int) -> Iterator[Point]:
        """Tell events of one depth, those inside below them."""
        at = 0
        while at < len(events):
            event = events[at]
            end = at + 1
            is_call = isinstance(event, Called)
            words = self.line(event)
            while end < len(events) and events[end].depth > event.depth and is_call:
                end += 1
            below = tuple(self.tree(events[at + 1 : end], depth + 1)) if is_call else ()
            below = tuple(one for one in below if one.points or plain(one.text) != plain(words))  # said already
            if words and (below or not is_call):
                yield Point(words, below)
            elif is_call:
                yield from below
            at = end

    def line(self, event: Happening) -> Text:
        """Tell one event."""
        match event:
            case Called(address=address, arguments=arguments):
                rule = self.writer.checked.declared.rules.get(address)
                return sentence(self.called(rule, arguments)) if rule else EMPTY
            case Rolled():
                return self.rolled(event)
            case Drawn():
                return self.drawn(event)
            case RowUsed():
                return self.row(event)
            case Changed():
                return self.changed(event)
            case Chosen():
                return self.chosen(event)
            case RolledOff(totals=totals):
                rolls = [joined([capital(text(self.name(side))), f" rolls {total}"]) for side, total in totals]
                return sentence(joined(rolls, ", "))
            case Told(text=words):
                return sentence(words)
            case Left() | Refused() | PhaseBegun() | PhaseOver():
                return EMPTY
        assert_never(event)

    def called(self, rule: Rule, arguments: Sequence[Any]) -> Text:
        """Fill the phrase of a rule with what it was done with."""
        phrase = rule.node.phrase
        pieces = self.writer.checked.phrases.get(phrase) if phrase is not None else None
        values = {
            parameter.name: self.noun(parameter.type, value)
            for parameter, value in zip(rule.parameters, arguments, strict=False)
        }
        names = [
            piece.word.text if isinstance(piece, nodes.Name) else ""
            for piece in pieces or ()
            if not isinstance(piece, str)
        ]
        if pieces is None or not all(name in values for name in names):
            return text(plain(self.writer.name_of(rule.address)))
        filled = [piece if isinstance(piece, str) else values[names.pop(0)] for piece in pieces]
        return styled(said(clause_of(filled)), to=rule.address)

    def noun(self, kind: types.Type, value: Any) -> Noun:
        """Give a value as a noun of a sentence."""
        if isinstance(kind, types.Number) and kind.step == 1:
            return replace(Speaker(self.writer.checked).number(Fraction(int(value)), kind.unit), is_number=True)
        return noun(self.value(kind, value))

    def rolled(self, event: Rolled) -> Text:
        """Tell a roll with its arithmetic: the die, what is added whatever happens, and each modifier that counts."""
        applied = [one for one in event.modifiers if one.applied and one.by]
        terms = [text(str(event.natural))]
        if event.added:
            terms.append(text(_signed(event.added)))
        terms += [self.modifier(one) for one in applied]
        words = joined([self.title(event.address), ": ", joined(terms, " ")])
        if len(terms) > 1:
            words = joined([words, " = ", (Run(exact_text(event.total), style="strong"),)])
        if event.success is not None:
            words = joined([words, f" {_DASH} ", self.outcome(event.address, event.success)])
        return sentence(capital(words))

    def drawn(self, event: Drawn) -> Text:
        """Tell what was drawn, or what lies on top of a deck."""
        kind = next(site.item for site in self.situation.program.sites if site.address == event.address)
        what = text(self.value(kind, event.what))
        return sentence(capital(joined([self.title(event.address), ": ", what])))

    def modifier(self, one: Modified) -> Text:
        """Tell a modifier that counts."""
        place = self.places.get(one.address)
        words = place.title[:1].lower() + place.title[1:] if place else ""
        return joined([_signed(one.by), (Run(f" ({words})" if words else "", style="aside"),)])

    def title(self, address: str) -> Text:
        """Give what is rolled for."""
        place = self.places.get(address)
        words = plain(self.writer.name_of(address)) or (place.title if place else address)
        return text(words)

    def outcome(self, address: str, success: bool) -> Text:
        """Say whether a roll came off, in the words of its rule."""
        element = self.writer.elements.get(address)
        phrase = getattr(element.thing, "phrase", None) if element is not None else None
        words = phrase.text if isinstance(phrase, nodes.Word) and "{" not in phrase.text else ""
        if words.startswith(("a ", "an ")):
            return text(words if success else f"no {words.split(' ', 1)[1]}")
        return text("a success" if success else "no success")

    def row(self, event: RowUsed) -> Text:
        """Tell which row of a table counts."""
        table, _, label = event.address.partition(".")
        known = self.writer.checked.declared.tables.get(table)
        if known is None:
            return EMPTY
        row = next((row for row in known.rows if f"{event.address}.".startswith(f"{row.address}.")), None)
        if row is not None:
            label = plain(self.writer.tables.stretch(known, 0, row.low, row.high))
            column = event.address.removeprefix(row.address).lstrip(".")
            found = next((one for one in known.columns if one[0] == column), None)
            label += f", column {plain(self.writer.tables.column(known, *found))}" if found else ""
        return sentence(joined([(Run(known.title, to=table, style="name"),), f", row {label}"]))

    def changed(self, event: Changed) -> Text:
        """Tell a field that is written."""
        program, address = self.situation.program, event.address
        kind, name = address.split(".", 1)
        array = program.layout.arrays[kind]
        thing = array.base + (event.place - array.base) // array.stride * array.stride
        owner = self.name(thing)
        field, _, member = name.partition(".")
        known = program.declared.kinds[kind].fields.get(field) if kind in program.declared.kinds else None
        if known is None or isinstance(known.type, types.ListType):
            return EMPTY
        words = plain(self.writer.name_of(f"{kind}.{field}"))
        if isinstance(known.type, types.Deck):
            sorts = program.declared.enums[known.type.enum].words
            if member not in sorts:  # what lies on top
                return EMPTY
            many = plural(plain(without_article(sorts[member])))
            held = plain(say("held_in", many=many, deck=say("the", noun=words)))
            return sentence((Run(f"{owner}: {held} {event.before} → "), Run(str(event.after), style="strong")))
        before, after = self.value(known.type, event.before), self.value(known.type, event.after)
        if isinstance(known.type, types.Boolean):
            return sentence((Run(f"{owner} {words}: {after}"),))
        if isinstance(types.without_none(known.type), types.Thing | types.Place) and not event.before:  # of a new thing
            return sentence((Run(f"{owner}: {words} "), Run(after, style="strong")))
        return sentence((Run(f"{owner}: {words} {before} → "), Run(after, style="strong")))

    def chosen(self, event: Chosen) -> Text:
        """Tell a decision."""
        side, answer = event.side, event.answer
        item = next((site.item for site in self.situation.program.sites if site.address == event.address), None)
        if is_declined(item, answer):
            words = "nothing" if answer == NONE else "to stop"
        else:
            words = self.value(item, answer)
        what = capital(text(spaced(event.address.rpartition(".")[2])))
        return sentence(joined([what, ": ", capital(text(self.name(side))), f" chooses {words}"]))

    def value(self, kind: types.Type | None, value: Any) -> str:
        """Give a value as a player says it; a part of a thing with the thing's name."""
        return words_of(self.situation.program, self.names, kind, value, empty="nothing")

    @cached_property
    def names(self) -> dict[int, str]:
        """Give the names of things as they are said everywhere."""
        return {thing: self.name(thing) for thing in self.situation.things.values()}


_DASH = "\N{EN DASH}"


def _signed(value: Fraction | int) -> str:
    return f"{'+' if value > 0 else _MINUS} {exact_text(max(value, -value))}"
