"""Worked examples in German: what is given, every roll with its arithmetic, every row, every change.

In: a ruleset's examples, carried out. Out: the boxes of `worked`, in German where everything in them has German words,
in English and marked where not. Names of things stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from quarterdeck.examples.cases import Case
from quarterdeck.names import types
from quarterdeck.names.declared import Rule
from quarterdeck.rulebook.blocks import Block, Box, LinkTarget, Prose
from quarterdeck.rulebook.english.text import EMPTY, Run, Text, joined, plain, sentence, styled, text
from quarterdeck.rulebook.german.catalogue import TEXTS
from quarterdeck.rulebook.german.deeds import DeedSpeaker
from quarterdeck.rulebook.german.frame import Framer
from quarterdeck.rulebook.german.grammar import (
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
from quarterdeck.rulebook.german.vocabulary import GermanWords, UnwordedError, quoted, say
from quarterdeck.rulebook.german.writer import GermanWriter
from quarterdeck.rulebook.worked import TraceWriter, Worked
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.happenings import Changed, Chosen, Happening, Modified, RolledOff, RowUsed, Told
from quarterdeck.run.situation import Situation
from quarterdeck.run.words import NONE, is_declined, words_of
from quarterdeck.tables import shapes


@dataclass
class GermanWorked(Worked):
    """Makes the boxes of a ruleset's examples in German; `english` makes those that lack a word."""

    english: Worked | None = None
    lacking: dict[str, str] = field(default_factory=dict)

    def box(self, example: shapes.Example, rule: Rule, cases: Sequence[Case], must_show: bool) -> Box | None:
        """Give the box of an example; in English, and marked, where a word of it is lacking."""
        try:
            found = super().box(example, rule, cases, must_show)
            return self.in_german(found) if found is not None else None
        except (UnwordedError, FormError, KeyError) as lacking:
            assert self.english is not None
            self.lacking[example.example] = str(lacking)
            found = self.english.box(example, rule, cases, must_show)
        marked = f"Beispiel ({TEXTS['untranslated']}): "
        return replace(found, title=text(marked + plain(found.title).removeprefix("Example: "))) if found else None

    def in_german(self, box: Box) -> Box:
        """Give a box whose title and notes are in German too.

        Raises:
            UnwordedError: an author's words in it are not known in German.
        """
        assert isinstance(self.writer, GermanWriter)
        framer = Framer(self.writer.vocabulary.prose)
        made: list[Block] = []
        for block in box.blocks:
            if isinstance(block, Prose) and block.text[0].words == "Given: ":
                made.append(replace(block, text=(replace(block.text[0], words="Gegeben: "), *block.text[1:])))
                continue
            if isinstance(block, Prose) and framer.words(plain(block.text)) is None:
                raise UnwordedError(plain(block.text))
            made.append(block)
        if framer.words(plain(box.title)) is None or framer.words(plain(box.title).removeprefix("Example: ")) is None:
            raise UnwordedError(plain(box.title))
        return replace(box, blocks=tuple(made))

    def trace(self, situation: Situation) -> TraceWriter:
        """Give what tells the events of one example."""
        return GermanTrace(self.writer, situation, self.places)


@dataclass
class GermanTrace(TraceWriter):
    """Tells the events of one example in German; refuses where a word is lacking."""

    @property
    def german(self) -> GermanWriter:
        """Give what writes the book."""
        assert isinstance(self.writer, GermanWriter)
        return self.writer

    @property
    def words(self) -> GermanWords:
        """Give the ruleset's German words."""
        return self.german.vocabulary

    def thing(self, thing: int) -> Phrase:
        """Give a thing: by its name, or as a part of one that has a name."""
        paths = [path for path, known in self.situation.things.items() if known == thing]
        part = next((path for path in paths if "." in path), "")
        path = part or self.situation.names.get(thing) or super().name(thing)
        owner, _, last = part.rpartition(".")
        if not owner:
            name = self.words.prose.get(path, path.replace("_", " "))
            if self.situation.program.layout.kind_at(thing) == "Side":  # whose name may be many, as `die Blauen`
                return phrase(self.words.noun("Side")).around("{} {name}", name=quoted(name))
            return Phrase(text(name), text(name), text(name), text(f"von {name}"))
        noun = self.words.noun(self.situation.program.layout.kind_at(thing))
        members = {member: enum for enum in self.german.checked.declared.enums.values() for member in enum.members}
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
            return DeedSpeaker(self.german.checked, self.words).number(Fraction(value), bare.unit)
        return fixed(self.value(kind, value))

    def value(self, kind: types.Type | None, value: Any) -> str:
        """Give a value as a player says it."""
        bare = types.without_none(kind) if kind is not None else None
        match bare:
            case types.Thing() if value != NONE:
                return self.name(value)
            case types.EnumType(enum=enum) if value != NONE:
                known = self.german.checked.declared.enums[enum]
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

    def line(self, event: Happening) -> Text:
        """Tell one event."""
        match event:
            case RolledOff(totals=totals):
                return sentence(", ".join(f"{self.name(side)} würfelt {total}" for side, total in totals))
            case Told(text=words):
                raise UnwordedError(words)
        return super().line(event)

    def called(self, rule: Rule, arguments: Sequence[Any]) -> Text:
        """Fill the clause of a rule with what it was done with."""
        slots: dict[str, Phrase] = {}
        for parameter, value in zip(rule.parameters, arguments, strict=False):
            if isinstance(types.without_none(parameter.type), types.Boolean):
                continue
            slots[parameter.name] = self.phrase(parameter.type, value)
            counting = self.words.local(rule.address, f"{parameter.name}*")
            if counting is not None:
                slots[f"{parameter.name}*"] = counted(Fraction(value), counting)
        return styled(clause(self.words.clause(rule.address), **slots).main(), to=rule.address)

    def title(self, address: str) -> Text:
        """Give what is rolled for."""
        return phrase(self.words.noun(address), "").nom

    def modifier(self, one: Modified) -> Text:
        """Tell a modifier that counts."""
        sign = "+" if one.by > 0 else "\N{MINUS SIGN}"
        reason = self.words.texts.get(one.address, "")
        return joined([f"{sign} {abs(one.by)}", (Run(f" ({reason})" if reason else "", style="aside"),)])

    def outcome(self, address: str, success: bool) -> Text:
        """Say whether a roll came off, in the words of its rule."""
        return phrase(self.words.noun(address), "a" if success else "no").nom

    def row(self, event: RowUsed) -> Text:
        """Tell which row of a table counts."""
        known = self.german.checked.declared.tables[event.address.partition(".")[0]]
        row = next(row for row in known.rows if f"{event.address}.".startswith(f"{row.address}."))
        label = plain(self.german.german_things.stretch(known, 0, row.low, row.high))
        column = event.address.removeprefix(row.address).lstrip(".")
        for name, low, high in known.columns:
            if name == column:
                label += f", Spalte {plain(self.german.german_things.stretch(known, 1, low, high))}"
        return sentence(joined([(Run(self.words.text(known.name), to=known.name, style="name"),), f", Zeile {label}"]))

    def changed(self, event: Changed) -> Text:
        """Tell a field that is written."""
        program, address = self.situation.program, event.address
        kind, name = address.split(".", 1)
        array = program.layout.arrays[kind]
        owner = self.thing(array.base + (event.place - array.base) // array.stride * array.stride)
        known = program.declared.kinds[kind].fields.get(name) if kind in program.declared.kinds else None
        if known is None or isinstance(known.type, types.ListType):
            return EMPTY
        if isinstance(known.type, types.Boolean):
            now = clause(self.words.clause(known.address), owner)
            return sentence(stated(now if event.after else negated(now)))
        noun = self.words.noun(known.address)
        words = plain(phrase(noun, "", it=owner).nom)
        before, after = self.value(known.type, event.before), self.value(known.type, event.after)
        return sentence(joined([owner.nom, f": {words} {before} → ", (Run(after, style="strong"),)]))

    def chosen(self, event: Chosen) -> Text:
        """Tell a decision."""
        item = next((site.item for site in self.situation.program.sites if site.address == event.address), None)
        if is_declined(item, event.answer):
            words = "nichts" if event.answer == NONE else "aufzuhören"
        else:
            words = self.value(item, event.answer)
        rule, _, name = event.address.rpartition(".")
        what = self.words.local(rule, name)
        opening = f"{plain(phrase(what, '').nom)}: " if what is not None else ""
        return sentence(f"{opening}{self.name(event.side)} wählt {words}")

    # --- what is given

    def listing(self, rule: Rule, given: Mapping[str, Any]) -> Text:
        """Give named values one after another."""
        return sentence(joined([self.fact(rule, key, value) for key, value in given.items()], "; "))

    def fact(self, rule: Rule, key: str, value: Any) -> Text:
        """Give one named value: of an input, or of a field of a thing."""
        parameter = next((one for one in rule.parameters if one.name == key), None)
        if parameter is not None:
            speaker = DeedSpeaker(self.german.checked, self.words, rule.address)
            called = phrase(speaker.noun_of_local(key, parameter.type))
            if isinstance(parameter.type, types.Boolean):
                return say(
                    "given_name", name=called.nom, value=fixed(self.value(parameter.type, value in (True, "yes")))
                )
            return say("given_name", name=called.nom, value=fixed(self.written(value)))
        owner, _, last = key.rpartition(".")
        kinds = self.german.checked.declared.kinds.values()
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


def german_worked(
    ruleset: Ruleset,
    writer: GermanWriter,
    places: Mapping[str, LinkTarget],
    english: Worked,
) -> GermanWorked:
    """Give what makes the boxes of a ruleset's examples in German, or in English where a word is lacking."""
    return GermanWorked(ruleset, writer, places, english=english)
