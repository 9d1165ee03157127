"""Worked examples in German: what is given, every roll with its arithmetic, every row, every change.

In: a ruleset's examples, carried out. Out: the boxes of `worked`, in German where everything in them has German words,
in English and marked where not. StoryNames of things stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, assert_never

from quarterdeck.analysis.trial.spelling import thing_name
from quarterdeck.base.decimals import shown as exact_text
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import NONE, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.prose.overrides.worked_examples import PrintedExample, Worked
from quarterdeck.prose.text.blocks import Block, Box, LinkTarget, Marks, Point, Prose, Steps
from quarterdeck.prose.text.runs import EMPTY, Run, Text, joined, plain, sentence, styled, text
from quarterdeck_german.catalogue import TEXTS
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.frame import Framer
from quarterdeck_german.german_writer import GermanWriter
from quarterdeck_german.grammar import (
    FormError,
    Phrase,
    clause,
    counted,
    figures,
    fixed,
    negated,
    phrase,
    stated,
)
from quarterdeck_german.vocabulary import GermanWords, UnwordedError, quoted, say


@dataclass
class GermanWorked(Worked):
    """Makes the boxes of a ruleset's examples in German; `english` makes those that lack a word."""

    english: Worked | None = None
    lacking: dict[str, str] = field(default_factory=dict)

    @cached_property
    def chosen(self) -> dict[str, list[PrintedExample]]:
        """Give the examples that the English book prints, and not what it says of those that do not come out."""
        assert self.english is not None
        done = {at: [one for one in found if one.done is not None] for at, found in self.english.chosen.items()}
        self.untold = self.english.untold
        return {address: found for address, found in done.items() if found}

    def box(self, chosen: PrintedExample) -> Box:
        """Give the box of an example; in English, and marked, where a word of it is lacking."""
        try:
            return self.in_german(super().box(chosen))
        except (UnwordedError, FormError, KeyError) as lacking:
            assert self.english is not None
            self.lacking[chosen.example.example] = str(lacking)
            found = self.english.box(chosen)
        marked = f"Beispiel ({TEXTS['untranslated']}): "
        return replace(found, title=text(marked + plain(found.title).removeprefix("Example: ")))

    def blocks(self, chosen: PrintedExample) -> Iterator[Block]:
        """Give an example: what is given, and each thing that was done with what it brought below it."""
        example, rule = chosen.example, self.ruleset.declared.rule_named(chosen.example.of)
        assert chosen.done is not None
        assert isinstance(self.writer, GermanWriter)
        if example.note:
            yield Prose(sentence(example.note))
        trace = GermanTrace(self.writer, chosen.done.outcome.prepared.put.situation, self.places)
        named = {key: trace.named(value) for key, value in chosen.case.given.items()}
        named = {key: value for key, value in named.items() if not _says_nothing(key, value)}
        marks = Marks((example.source.place,)) if example.source is not None and example.source.place else Marks()
        if named:
            given = trace.listing(rule, named)
            yield Prose(joined([(Run("Gegeben: ", style="aside"),), given]), marks=marks)
        yield Steps(trace.points(chosen.done.outcome.events), bulleted=True)

    def in_german(self, box: Box) -> Box:
        """Give a box whose title and notes are in German too.

        Raises:
            UnwordedError: an author's words in it are not known in German.
        """
        assert isinstance(self.writer, GermanWriter)
        framer = Framer(self.writer.vocabulary.prose)
        for block in box.blocks:
            is_given = isinstance(block, Prose) and block.text[0].words == "Gegeben: "
            if isinstance(block, Prose) and not is_given and framer.words(plain(block.text)) is None:
                raise UnwordedError(plain(block.text))
        if framer.words(plain(box.title)) is None or framer.words(plain(box.title).removeprefix("Example: ")) is None:
            raise UnwordedError(plain(box.title))
        return box


def _says_nothing(key: str, value: object) -> bool:
    """Tell whether an input is a thing that has no name but the input's own."""
    return isinstance(value, str) and value.lower() == key.replace("_", " ").lower()


@dataclass
class GermanTrace:
    """Tells the events of one example in German; refuses where a word is lacking."""

    writer: GermanWriter
    situation: Situation
    places: Mapping[str, LinkTarget]

    # --- what happened, as a tree

    def named(self, value: Any) -> Any:
        """Give the name of a thing as it is said everywhere else; anything else as it is."""
        thing = self.situation.things.get(value) if isinstance(value, str) else None
        return value if thing is None else self.name(thing)

    def points(self, happened: Sequence[hap.Happening]) -> tuple[Point, ...]:
        """Give what happened, each thing that was done with what it brought below it."""
        events = [event for event in happened if not isinstance(event, hap.Left)]
        if events and isinstance(events[0], hap.Called):
            events = [replace(event, depth=event.depth - 1) for event in events[1:]]
        return tuple(self.tree(events, 0))

    def tree(self, events: Sequence[hap.Happening], depth: int) -> Iterator[Point]:
        """Tell events of one depth, those inside below them."""
        at = 0
        while at < len(events):
            event = events[at]
            end = at + 1
            is_call = isinstance(event, hap.Called)
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

    @property
    def words(self) -> GermanWords:
        """Give the ruleset's German words."""
        return self.writer.vocabulary

    def thing(self, thing: int) -> Phrase:
        """Give a thing: by its name, or as a part of one that has a name."""
        paths = [path for path, known in self.situation.things.items() if known == thing]
        part = next((path for path in paths if "." in path), "")
        path = part or self.situation.names.get(thing) or thing_name(self.situation, thing)
        owner, _, last = part.rpartition(".")
        if not owner:
            name = self.words.prose.get(path, path.replace("_", " "))
            if self.situation.program.layout.kind_at(thing) == "Side":  # whose name may be many, as `die Blauen`
                return phrase(self.words.noun("Side")).around("{} {name}", name=quoted(name))
            return Phrase(text(name), text(name), text(name), text(f"von {name}"))
        noun = self.words.noun(self.situation.program.layout.kind_at(thing))
        members = {member: enum for enum in self.writer.checked.declared.enums.values() for member in enum.members}
        word = self.words.text(f"{members[last].name}.{last}") if last in members else last.replace("_", " ")
        return phrase(noun).around("{} {word} von {owner}", word=quoted(word), owner=owner.replace("_", " "))

    def name(self, thing: int) -> str:
        """Give the name of a thing."""
        return plain(self.thing(thing).nom)

    def phrase(self, kind: types.Type, value: Any) -> Phrase:
        """Give a value as a phrase of a sentence."""
        bare = types.without_none(kind)
        if isinstance(bare, types.Thing) and value != NONE:
            return self.thing(value)
        if isinstance(bare, types.Number) and bare.step == 1 and isinstance(value, int):
            return DeedSpeaker(self.writer.checked, self.words).number(Fraction(value), bare.unit)
        return fixed(self.value(kind, value))

    def value(self, kind: types.Type | None, value: Any) -> str:
        """Give a value as a player says it."""
        bare = types.without_none(kind) if kind is not None else None
        match bare:
            case types.Thing() if value != NONE:
                return self.name(value)
            case types.EnumType(enum=enum) if value != NONE:
                known = self.writer.checked.declared.enums[enum]
                return plain(quoted(self.words.text(f"{enum}.{known.members[int(value)]}")))
            case types.Boolean():
                return plain(say("yes" if value else "no"))
            case types.ListType(item=item):
                return ", ".join(self.value(item, one) for one in value) or plain(say("none"))
            case types.Number() | types.Place() if value != NONE:
                return words_of(self.situation.program, {}, bare, value).replace(".", ",")
        if value == NONE:
            return plain(say("none"))
        raise UnwordedError(str(kind))

    # --- events

    def line(self, event: hap.Happening) -> Text:
        """Tell one event."""
        match event:
            case hap.Called(given=given):
                rule = self.writer.checked.declared.rules.get(event.address)
                return sentence(self.called(rule, given)) if rule else EMPTY
            case hap.Rolled():
                return self.rolled(event)
            case hap.Drawn(type=kind, what=what):
                return sentence(joined([self.title(event.address), ": ", text(self.value(kind, what))]))
            case hap.RowUsed():
                return self.row(event.address)
            case hap.Changed():
                return self.changed(event)
            case hap.Chosen():
                return self.chosen(event)
            case hap.RolledOff(totals=totals):
                return sentence(", ".join(f"{self.name(side)} würfelt {total}" for side, total in totals))
            case hap.Announced(text=words):
                raise UnwordedError(words)
            case hap.Left() | hap.ListChanged() | hap.Refused() | hap.PhaseBegun() | hap.PhaseOver():
                return EMPTY
        assert_never(event)

    def rolled(self, event: hap.Rolled) -> Text:
        """Tell a roll with its arithmetic: the die, what is added whatever happens, and each modifier that counts."""
        terms = [text(str(event.natural))]
        if event.added:
            sign = "+" if event.added > 0 else "\N{MINUS SIGN}"
            terms.append(text(f"{sign} {exact_text(max(event.added, -event.added))}"))
        terms += [self.modifier(one) for one in event.counted]
        words = joined([self.title(event.address), ": ", joined(terms, " ")])
        if len(terms) > 1:
            words = joined([words, " = ", (Run(exact_text(event.total), style="strong"),)])
        if event.success is not None:
            words = joined([words, " \N{EN DASH} ", self.outcome(event.address, event.success)])
        return sentence(words)

    def called(self, rule: Rule, given: Iterable[hap.Given]) -> Text:
        """Fill the clause of a rule with what it was done with."""
        slots: dict[str, Phrase] = {}
        for name, kind, value in given:
            if isinstance(types.without_none(kind), types.Boolean):
                continue
            slots[name] = self.phrase(kind, value)
            counting = self.words.local(rule.address, f"{name}*")
            if counting is not None:
                slots[f"{name}*"] = counted(Fraction(value), counting)
        return styled(clause(self.words.clause(rule.address), **slots).main(), to=rule.address)

    def title(self, address: str) -> Text:
        """Give what is rolled for."""
        return phrase(self.words.noun(address), "").nom

    def modifier(self, one: hap.Modified) -> Text:
        """Tell a modifier that counts."""
        sign = "+" if one.by > 0 else "\N{MINUS SIGN}"
        reason = self.words.texts.get(one.address, "")
        return joined([f"{sign} {abs(one.by)}", (Run(f" ({reason})" if reason else "", style="aside"),)])

    def outcome(self, address: str, success: bool) -> Text:
        """Say whether a roll came off, in the words of its rule."""
        return phrase(self.words.noun(address), "a" if success else "no").nom

    def row(self, address: str) -> Text:
        """Tell which row of a table counts."""
        known = self.writer.checked.declared.tables[address.partition(".")[0]]
        row = next(row for row in known.rows if f"{address}.".startswith(f"{row.address}."))
        label = plain(self.writer.german_things.stretch(known, 0, row.low, row.high))
        column = address.removeprefix(row.address).lstrip(".")
        for name, low, high in known.columns:
            if name == column:
                label += f", Spalte {plain(self.writer.german_things.stretch(known, 1, low, high))}"
        return sentence(joined([(Run(self.words.text(known.name), to=known.name, style="name"),), f", Zeile {label}"]))

    def changed(self, event: hap.Changed) -> Text:
        """Tell a field that is written; a thing that comes or goes is told by what is done with it."""
        kind = self.situation.program.world.kinds.get(self.situation.program.layout.kind_at(event.thing))
        known = kind.fields.get(event.field) if kind is not None else None
        if known is None or event.before is None:
            return EMPTY
        owner = self.thing(event.thing)
        if isinstance(known.type, types.Boolean):
            now = clause(self.words.clause(known.address), owner)
            return sentence(stated(now if event.after else negated(now)))
        noun = self.words.noun(known.address)
        words = plain(phrase(noun, "", it=owner).nom)
        before, after = self.value(known.type, event.before), self.value(known.type, event.after)
        return sentence(joined([owner.nom, f": {words} {before} → ", (Run(after, style="strong"),)]))

    def chosen(self, event: hap.Chosen) -> Text:
        """Tell a decision."""
        declined = {"none": "nichts", "stop": "aufzuhören"}
        words = declined[event.declined] if event.declined else self.value(event.type, event.answer)
        rule, _, name = event.address.rpartition(".")
        what = self.words.local(rule, name)
        opening = f"{plain(phrase(what, '').nom)}: " if what is not None else ""
        return sentence(f"{opening}{self.name(event.side)} wählt {words}")

    # --- what is given

    def listing(self, rule: Rule | None, given: Mapping[str, Any]) -> Text:
        """Give named values one after another; the turn and its phases, which are no rules, have no inputs."""
        return sentence(joined([self.fact(rule, key, value) for key, value in given.items()], "; "))

    def fact(self, rule: Rule | None, key: str, value: Any) -> Text:
        """Give one named value: of an input, or of a field of a thing."""
        parameter = next((one for one in rule.parameters if one.name == key), None) if rule is not None else None
        if rule is not None and parameter is not None:
            speaker = DeedSpeaker(self.writer.checked, self.words, rule.address)
            called = phrase(speaker.noun_of_local(key, parameter.type))
            if isinstance(parameter.type, types.Boolean):
                return say(
                    "given_name", name=called.nom, value=fixed(self.value(parameter.type, value in (True, "yes")))
                )
            return say("given_name", name=called.nom, value=fixed(self.written(value)))
        owner, _, last = key.rpartition(".")
        kinds = self.writer.checked.declared.kinds.values()
        known = next((kind.fields[last] for kind in kinds if last in kind.fields), None)
        things = self.situation.things
        if known is None or owner not in things:
            raise UnwordedError(key)
        thing = self.thing(things[owner])
        if isinstance(known.type, types.Boolean):
            so = clause(self.words.clause(known.address), thing)
            return stated(so if value in (True, "yes") else negated(so))
        called = phrase(self.words.noun(known.address), it=thing)
        name = joined([called.nom, " ", thing.gen])
        kind = types.without_none(known.type)
        if isinstance(kind, types.EnumType):
            return say("given_name", name=name, value=fixed(quoted(self.words.text(f"{kind.enum}.{value}"))))
        return say("given_name", name=name, value=fixed(self.written(value)))

    def written(self, value: Any) -> str:
        """Give a value as an example writes it: a number, or the name of a thing."""
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise UnwordedError(str(value))
        return figures(value) if isinstance(value, int) else self.words.prose.get(value, value)
