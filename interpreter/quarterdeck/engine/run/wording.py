"""Words for what a game does: rules with what they were carried out on, rolls, rows, changes, answers.

In: a program, and the names of a situation's things. Out: text in the ruleset's own words. A phrase is filled with
what its expressions came to when it was spoken, which each happening carries with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.text import Span
from quarterdeck.engine.run.happenings import Changed, Chosen, Drawn, ListChanged, Rolled, RolledOff
from quarterdeck.engine.run.words import filled, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.layout import blank
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Text, Value
from quarterdeck.program.form.world import WorldField


@dataclass(frozen=True)
class Wording:
    """Words for one game; `names` tells things that have a name."""

    program: Program
    names: Mapping[int, str]

    def value(self, kind: Type | None, value: Any) -> str:
        """Give a value as players say it."""
        return words_of(self.program, self.names, kind, value)

    def said(self, text: Text, values: Sequence[Any]) -> str:
        """Say a phrase with what its expressions came to; those of which nothing is known are left open."""
        left = iter(values)

        def worded(part: Value) -> str:
            value = next(left, None)
            return "…" if value is None else self.value(part.type, value)

        return filled(text.parts, worded)

    def spoken(self, address: str) -> str:
        """Make words of the last name of an address."""
        return address.rsplit(".", 1)[-1].replace("_", " ")

    def title(self, address: str) -> str:
        """Give the title of a phase, step or table."""
        titled = self.program.world.tables.get(address) or self.program.turn.nodes.get(address)
        return titled.title if titled is not None else self.spoken(address).capitalize()

    def phrase(self, address: str, spoken: Sequence[Any] = ()) -> str:
        """Give the words of a rule, roll, modifier or draw; those of its name where it has none."""
        text = self.program.phrases.get(address)
        return self.spoken(address) if text is None else self.said(text, spoken)

    def answer(self, event: Chosen) -> str:
        """Say what was chosen."""
        return event.declined or self.value(event.type, event.answer)

    def question(self, address: str) -> str:
        """Give the question of a choice for which the rules have no words."""
        site = self.program.site_at.get(address)
        if site is not None and isinstance(site.item, types.Thing):
            return f"Which {self.program.world.kinds[site.item.kind].one} is next?"
        return f"{self.spoken(address).capitalize()}?"

    # --- rolls

    def dice(self, address: str) -> str:
        """Give the dice of a roll as the rule says them."""
        said = self.program.site_at[address].dice
        return said if " " not in said and said else "the dice"

    def roll(self, event: Rolled) -> str:
        """Say in one line what a roll came to."""
        dice = self.dice(event.address)
        told = [f"{signed_number(one.by)} {self.phrase(one.address, one.spoken)}" for one in event.counted]
        parts = [
            f"{dice} {'show' if ' ' in dice else 'shows'} {event.natural}",
            *([signed_number(event.added)] if event.added else []),
            *told,
        ]
        if len(parts) > 1 and event.success is not None:
            parts.append(f"total {decimals.shown(event.total)}")
        verdict = decimals.shown(event.total) if event.success is None else "yes" if event.success else "no"
        return f"{self.phrase(event.address, event.spoken)}: {verdict} ({', '.join(parts)})"

    def draw(self, event: Drawn) -> str:
        """Say in one line what was drawn, or what lies on top."""
        return f"{self.phrase(event.address, event.spoken)}: {self.value(event.type, event.what)}"

    def roll_off(self, event: RolledOff) -> str:
        """Say in one line what each side came to where they rolled against each other."""
        totals = ", ".join(f"{self.name(side)} {total}" for side, total in event.totals)
        return f"{self.spoken(event.address).capitalize()}: {totals}"

    # --- fields

    def name(self, thing: int) -> str:
        """Give the name of a thing."""
        return self.value(types.Thing(self.program.layout.kind_at(thing)), thing)

    def changed(self, event: Changed | ListChanged) -> str:
        """Say how a field changed, or that a thing came into play or left it."""
        if not event.field:
            return "comes into play" if event.after else "leaves play"
        kind, words = event.type, self.field_words(event.address)
        if isinstance(event, ListChanged):
            if event.added:
                *first, last = (self.value(kind, one) for one in event.added)
                return f"{', '.join(first)} and {last} added to {words}" if first else f"{last} added to {words}"
            return f"{words} {self.whole_list(kind, event.before or ())} → {self.whole_list(kind, event.after)}"
        if isinstance(kind, types.Boolean):
            return words if event.after else f"no longer {words}"
        before, after = self.value(kind, event.before), self.value(kind, event.after)
        return f"{before} → {after}" if words in f"{before} {after}" else f"{words} {before} → {after}"

    def whole_list(self, item: Type | None, held: Sequence[int]) -> str:
        """Say all that a list holds, so that it is seen where it ends."""
        return f"[{', '.join(self.value(item, one) for one in held)}]"

    def described(self, thing: int, state: Sequence[int]) -> list[str]:
        """Say what the fields of a thing hold, one by one, numbers always; what holds nothing is left out."""
        layout, kind = self.program.layout, self.program.layout.kind_at(thing)
        found = []
        for field in self.program.world.kinds[kind].fields.values():
            if isinstance(field.type, types.Deck):
                continue
            place = thing + layout.offsets[field.address]
            value = state[place]
            is_said = isinstance(types.without_none(field.type), types.EnumType | types.Number) and value >= 0
            if not is_said and value == blank(field.type):
                continue
            words = self.field_words(field.address)
            if isinstance(field.type, types.ListType):
                found.append(f"{words} {self.whole_list(field.type.item, state[place + 1 : place + 1 + value])}")
            else:
                found.append(
                    words if isinstance(field.type, types.Boolean) else f"{words} {self.value(field.type, value)}"
                )
        return found

    def field_words(self, known: str) -> str:
        """Give a field's words."""
        kind, _, name = known.partition(".")
        fields = self.program.world.kinds[kind].fields
        if (field := fields.get(name)) is None and isinstance(deck := fields.get(name.partition(".")[0]), WorldField):
            return self.deck_words(deck, name.partition(".")[2])
        return field.words.partition(" (")[0] if field else name.replace("_", " ")

    def deck_words(self, deck: WorldField, part: str) -> str:
        """Give the words for one part of a deck: how many of a member lie there."""
        assert isinstance(deck.type, types.Deck)
        member = self.program.world.enums[deck.type.enum].words.get(part, part)
        return f"{member} in the {deck.words.removeprefix('the ')}"


def signed_number(number: Fraction | int) -> str:
    """Give a number exactly, with its sign.

    >>> signed_number(2), signed_number(Fraction(-5, 3)), signed_number(Fraction(1, 2))
    ('+2', '−5/3', '+0.5')
    """
    return f"+{decimals.shown(number)}" if number >= 0 else f"−{decimals.shown(-number)}"


def source_of(span: Span) -> str:
    """Give the text at a span, on one line."""
    return " ".join(span.file.text[span.start : span.end].split())
