"""Tell what a game is played with: kinds of things and their fields, lists of words, constants, arcs, units.

In: what a `Checked` ruleset declares. Out: `Section`s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    Clock,
    Component,
    Constant,
    Enum,
    Field,
    Kind,
    Unit,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english import decks
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import with_article
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.fields import of_any
from quarterdeck.prose.english.nouns import noun
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.english.speaker import Speaker, predicate_of
from quarterdeck.prose.english.spoken_names import spaced
from quarterdeck.prose.english.spoken_values import trimmed
from quarterdeck.prose.english.table_writer import standing_apart
from quarterdeck.prose.text.area_ways import ways_in
from quarterdeck.prose.text.blocks import Cell, GridRow, Point, Section, grid_of
from quarterdeck.prose.text.outline import element, entry
from quarterdeck.prose.text.runs import EMPTY, Text, capital, joined, sentence, styled, text
from quarterdeck.prose.text.scenario_facts import USUAL, hidden_fields, left_unsaid

_LARGE = 9999  # a range that ends above it only says that there is no end


@dataclass(frozen=True)
class ComponentWriter:
    """Tells the components of one ruleset."""

    checked: Checked

    def told(self, thing: Component) -> Section:
        """Tell a component of any sort."""
        match thing:
            case Kind():
                return self.kind(thing)
            case Enum():
                return self.enum(thing)
            case Constant():
                return self.constant(thing)
            case Arc():
                return self.arc(thing)
            case Unit():
                return self.unit(thing)
            case Clock():
                return self.clock(thing)
        assert_never(thing)

    # --- kinds

    def kind(self, kind: Kind) -> Section:
        """Tell what is known of each thing of a kind."""
        points = []
        if kind.part_of:
            points.append(
                say("kind_part_of", kind=with_article(spaced(kind.one)), whole=with_article(self.one(kind.part_of)))
            )
        if kind.owner:
            points.append(
                say(
                    "kind_owner",
                    kind=say("every", one=spaced(kind.one)),
                    owner=with_article(kind.fields[kind.owner].words),
                )
            )
        rows = tuple(self.field(known) for known in kind.fields.values())
        head = tuple(say(key) for key in ("head_field", "head_values", "head_start", "head_remarks"))
        return element(
            kind.name,
            "kind",
            capital(kind.many.replace("_", " ") or kind.one),
            points=tuple(Point(sentence(words)) for words in points),
            grid=grid_of(head, rows) if rows else None,
            after=standing_apart(kind.apart),
        )

    def one(self, kind: str) -> str:
        """Give the word for one thing of a kind."""
        return spaced(self.checked.declared.kinds[kind].one)

    def field(self, known: Field) -> GridRow:
        """Tell a field: what it is, what it may be, what it is at first, and what else there is to know."""
        _words, _, remark = known.words.partition(" (")
        remarks = [text(remark.rstrip(")"))] if remark else []
        remarks += self.remarks(known)
        cells = (
            Cell(self.called(known), address=known.address),
            Cell(self.values(known.type)),
            Cell(self.start(known)),
            Cell(capital(joined(remarks, "; "))),
        )
        return GridRow(cells, known.address)

    def called(self, known: Field) -> Text:
        """Give what a field is called in a list: `Place`, `Whether it is wet`."""
        if isinstance(known.type, types.Boolean):
            return capital(say("whether", clause=said(predicate_of(noun(say("it")), known))))
        return capital(trimmed(known.words))

    def start(self, known: Field | Constant) -> Text:
        """Give what a field is at first, or a fact of the scenario where no scenario says it."""
        if isinstance(known, Field) and isinstance(known.type, types.Deck):
            return decks.contents(known.type, known, self.checked.declared)
        if known.start is None:
            return say("start_given")
        if isinstance(known.start, nodes.ListLiteral) and not known.start.items:
            return say("none")
        unit = known.type.unit if isinstance(known.type, types.Numeric) else None
        return Speaker(self.checked).noun(known.start, unit).text

    def remarks(self, known: Field) -> list[Text]:
        """Give what is special about a field."""
        found = []
        if known.fixed:
            found.append(say("field_fixed"))
        if isinstance(known.type, types.Deck) and known.type.peek:
            many = inflect.plural(Speaker(self.checked).enum_word(known.type.enum))
            found.append(say("deck_peek", many=many, count=inflect.count_word(known.type.peek)))
        if known.mark and not isinstance(known.type, types.Deck):
            found.append(say("field_mark"))
        if known.seen_by.hides:
            option, seen = known.seen_by.option, say(f"field_seen_by_{known.seen_by.who}")
            title = Speaker(self.checked).option_name(option) if option else EMPTY
            found.append(say("field_seen_when", seen=seen, option=title) if option else seen)
        if known.apart:
            found.append(say("apart", reason=known.apart))
        return found

    def values(self, kind: types.Type) -> Text:
        """Give what values a type has, in words."""
        speaker = Speaker(self.checked)
        shown = self.values_of(types.without_none(kind), speaker)
        return say("or_nothing", values=shown) if types.may_be_none(kind) else shown

    def values_of(self, kind: types.Type, speaker: Speaker) -> Text:
        match kind:
            case types.Boolean():
                return say("yes_or_no")
            case types.Numeric(low, high, unit=unit):
                if high > _LARGE:
                    return say("any_number")
                shown = say("number_range", low=inflect.figures(low), high=inflect.figures(high))
                if isinstance(kind, types.Number) and kind.step > types.WHOLE:
                    shown = say("range_in_steps", range=shown, step=types.steps_said(kind.step))
                return joined([shown, " ", unit.replace("_", " ")]) if unit else shown
            case types.EnumType(enum):
                return styled(speaker.members(enum) or with_article(speaker.enum_word(enum)), to=enum)
            case types.Thing() | types.Place():
                one = with_article(speaker.kind_words(kind))
                known = self.checked.declared.kinds.get(kind.kind) if isinstance(kind, types.Thing) else None
                return styled(one, to=known.name) if known and known.fields else one
            case types.ListType(item, capacity):
                return self.several(item, capacity, speaker)
            case types.Deck(enum):
                return styled(say("deck_of", many=inflect.plural(speaker.enum_word(enum))), to=enum)
        return text(str(kind))

    def several(self, item: types.Type, capacity: int, speaker: Speaker) -> Text:
        """Give the words for a list."""
        if isinstance(item, types.Thing):
            many = spaced(self.checked.declared.kinds[item.kind].many)
        elif isinstance(item, types.EnumType):
            many = inflect.plural(speaker.enum_word(item.enum))
        elif isinstance(item, types.Boolean):
            many = "yes/no values"
        else:
            many = inflect.plural(speaker.kind_words(item) or "number")
        return say("up_to_count", count=inflect.count_word(capacity), many=many) if capacity else text(many)

    # --- words, facts and measures

    def enum(self, enum: Enum) -> Section:
        """Tell the members of a list of words."""
        members = listed([enum.words[member] for member in enum.members])
        words = say(f"enum_{enum.sort}", members=members)
        if enum.more:
            words = say("enum_ladder_called", less=enum.less, more=enum.more, members=members)
        return element(
            enum.name,
            "enum",
            capital((enum.many or inflect.plural(spaced(enum.name))).replace("_", " ")),
            points=(Point(sentence(words)), *(Point(sentence(way)) for way in ways_in(enum, enum.words, say, listed))),
        )

    def constant(self, constant: Constant) -> Section:
        """Tell a fact of the scenario."""
        words = trimmed(constant.words)
        values = self.values(constant.type)
        points = [say("constant_values", name=words, values=values)]
        if constant.start is not None:
            points.append(say("constant_start", value=self.start(constant)))
        return entry(f"Game.{constant.name}", "constant", text(words), *points)

    def usual(self) -> Section | None:
        """Tell how a battle begins where a scenario leaves it unsaid; nothing where none of them leaves anything."""
        points = [
            Point(sentence(say("fact", name=capital(trimmed(known.words)), value=self.start(known))))
            for known in left_unsaid(self.checked.declared)
        ]
        return element(USUAL, "usual", sentence(say("scenario_usual"), ":"), points=tuple(points)) if points else None

    def hidden(self) -> tuple[Point, ...]:
        """Tell what is hidden from some or all players; what is so under an option alone is left to that."""
        found = []
        for who in ("owner", "nobody"):
            fields = [of_any(kind, known) for kind, known in hidden_fields(self.checked.declared, who)]
            found += [Point(sentence(say(f"hidden_but_to_{who}", what=listed(fields))))] if fields else []
        return tuple(found)

    def arc(self, arc: Arc) -> Section:
        """Tell where an arc lies."""
        words = say("arc", words=arc.words, degrees=degrees_of(arc))
        return entry(f"arcs.{arc.name}", "arc", text(arc.words), words)

    def unit(self, unit: Unit) -> Section:
        """Tell a unit of numbers."""
        name = unit.name.replace("_", " ")
        steps = types.steps_said(unit.step)
        words = say("unit_in_steps" if unit.step > 1 else "unit", many=name, step=steps)
        return entry(f"units.{unit.name}", "unit", text(name), words)

    def clock(self, clock: Clock) -> Section:
        """Tell how long a clock's beat lasts."""
        name = spaced(clock.name)
        words = say("clock", clock=name, count=inflect.count_word(clock.turns))
        if clock.turns == 1:
            words = say("clock_one", clock=name)
        return entry(f"clocks.{clock.name}", "clock", text(name), words)


def degrees_of(arc: Arc) -> Text:
    """Say between which degrees an arc lies."""
    pattern = "arc_both" if arc.both_sides else "arc_one"
    return say(pattern, first=inflect.figures(arc.first), last=inflect.figures(arc.last))
