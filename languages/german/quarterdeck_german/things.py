"""Tell in German what a game is played with: tables, kinds of things, lists of words, constants, arcs, units, clocks.

In: what a `Checked` ruleset declares, and its German words. Out: `Section`s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    CellOf,
    Clock,
    Constant,
    Enum,
    Field,
    Kind,
    Row,
    Table,
    Unit,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.text.area_ways import ways_in
from quarterdeck.prose.text.blocks import Cell, GridRow, Point, Section, grid_of
from quarterdeck.prose.text.certainties import SureFigures
from quarterdeck.prose.text.outline import element, entry, marks_of
from quarterdeck.prose.text.runs import EMPTY, Text, capital, joined, sentence, styled, text
from quarterdeck.prose.text.scenario_facts import hidden_fields
from quarterdeck.prose.text.stretches import StretchWords, stretch
from quarterdeck_german.catalogue import IN_STEPS, STEPS
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.german_spans import of_any
from quarterdeck_german.grammar import GermanNoun, Phrase, clause, counted, figures, listed, phrase
from quarterdeck_german.statements import GermanStatements
from quarterdeck_german.vocabulary import GermanWords, UnwordedError, known_noun, say, standing_apart

_LARGE = 9999  # a range that ends above it only says that there is no end


@dataclass(frozen=True)
class GermanThings:
    """Tells the tables and components of one ruleset; each refuses where a word is lacking."""

    checked: Checked
    words: GermanWords

    # --- tables

    @cached_property
    def sure(self) -> SureFigures:
        """Know the figures that stand for never and always."""
        return SureFigures(self.checked)

    def table(self, table: Table) -> Section:
        """Tell a table.

        Raises:
            UnwordedError: something in it has no German words.
        """
        shape = table.shape
        if self.checked.declared.hooks("look_up", table.name):
            raise UnwordedError(table.name)
        speaker = DeedSpeaker(self.checked, self.words, table.name)
        for key in table.keys:
            speaker.know(key.name, key.type)
        for parameter in table.given:
            speaker.know(parameter.name, parameter.type)
        rows = tuple(self.row(table, row, speaker) for row in table.rows)
        over = self.key(table, 1) if table.columns and len(table.keys) > 1 else EMPTY
        after = [self.line(table)] if table.between_rows else []
        after += [sentence(speaker.prose(shape.note))] if shape.note else []
        after += standing_apart(self.words, table.apart)
        return element(
            table.name,
            "table",
            text(self.words.text(table.name)),
            grid=grid_of(self.head(table), rows, over),
            after=tuple(after),
            marks=marks_of(shape.source, tuple(shape.rulings)),
        )

    def line(self, table: Table) -> Text:
        """Tell how values between the rows are found."""
        assert isinstance(table.gives, types.Number)
        how = say(f"rounded {table.between_rows}")
        step = STEPS.get(table.gives.step)
        if table.gives.step != types.WHOLE and step is None:
            raise UnwordedError(table.name)
        return sentence(say("between_rows", how=say("rounded_to", how=how, step=step) if step else how))

    def key(self, table: Table, place: int) -> Text:
        """Give what a key is called."""
        key = table.keys[place]
        speaker = DeedSpeaker(self.checked, self.words, table.name)
        return phrase(speaker.noun_of_local(key.name, key.type), "").nom

    def head(self, table: Table) -> tuple[Text, ...]:
        """Give the words above the columns."""
        first = self.key(table, 0)
        if not table.columns:
            return first, say("result_head")
        if len(table.keys) < 2:
            return first, *(text(self.words.text(f"{table.name}.{name}")) for name, _, _ in table.columns)
        return first, *(self.stretch(table, 1, low, high) for _, low, high in table.columns)

    def row(self, table: Table, row: Row, speaker: DeedSpeaker) -> GridRow:
        """Tell a row."""
        label = Cell(capital(self.stretch(table, 0, row.low, row.high)), address=row.address)
        cells = tuple(self.cell(cell, speaker, table) for cell in row.cells)
        return GridRow((label, *cells), row.address)

    def stretch(self, table: Table, place: int, low: int, high: int) -> Text:
        """Give the values of a key from one to another, as a reader looks them up."""
        either = partial(listed, how="oder")
        words = StretchWords(say, figures, either, lambda enum, name: self.words.text(f"{enum.name}.{name}"))
        return stretch(self.checked.declared, table.keys[place].type, low, high, words)

    def cell(self, cell: CellOf, speaker: DeedSpeaker, table: Table) -> Cell:
        """Tell a cell."""
        if cell.value is not None:
            sure = self.sure.outcome(table, cell)
            if sure is not None:
                return Cell(say("cell_always" if sure else "cell_never"), address=cell.address)
            unit = table.gives.unit if isinstance(table.gives, types.Numeric) else None
            return Cell(speaker.value(cell.value, unit).nom, address=cell.address)
        if not cell.statements:
            return Cell(say("cell_nothing"), address=cell.address)
        return Cell(EMPTY, GermanStatements(speaker, cell.address).block(cell.statements), cell.address)

    # --- kinds

    def kind(self, kind: Kind) -> Section:
        """Tell what is known of each thing of a kind."""
        noun = self.words.noun(kind.name)
        points: list[Text] = []
        if kind.part_of:
            whole = phrase(self.words.noun(kind.part_of), "a")
            points.append(say("part_of", part=phrase(noun, "each"), whole=whole))
        if kind.owner:
            owner = kind.fields[kind.owner]
            whole = phrase(self.words.noun(owner.address), "a")
            points.append(say("owner", part=phrase(noun, "each"), whole=whole))
        rows = tuple(self.field(known) for known in kind.fields.values())
        head = tuple(say(key) for key in ("head_field", "head_values", "head_start", "head_remarks"))
        title = phrase(noun, "", bool(noun.many)).nom
        shown = tuple(Point(sentence(words)) for words in points)
        grid = grid_of(head, rows) if rows else None
        after = standing_apart(self.words, kind.apart)
        return element(kind.name, "kind", capital(title), points=shown, grid=grid, after=after)

    def field(self, known: Field) -> GridRow:
        """Tell a field: what it is, what it may be, what it is at first, and what else there is to know."""
        _, _, remark = known.words.partition(" (")
        remarks = [text(self.words.in_prose(remark.rstrip(")")))] if remark else []
        remarks += [say("field_fixed")] if known.fixed else []
        if isinstance(known.type, types.Deck):
            count = figures(known.type.peek)
            remarks += [say("deck_peek", count=count)] if known.type.peek else []
        elif known.mark:
            remarks.append(say("field_mark"))
        if known.seen_by.hides:
            option, seen = known.seen_by.option, say(f"field_seen_by_{known.seen_by.who}")
            title = DeedSpeaker(self.checked, self.words).option_title(option) if option else EMPTY
            remarks.append(say("field_seen_when", seen=seen, title=title) if option else seen)
        if known.apart:
            remarks.append(say("apart", reason=self.words.in_prose(known.apart)))
        cells = (
            Cell(self.called(known), address=known.address),
            Cell(self.values(known.type)),
            Cell(self.start(known)),
            Cell(capital(joined(remarks, "; "))),
        )
        return GridRow(cells, known.address)

    def called(self, known: Field) -> Text:
        """Give what a field is called in a list: `Ort`, `Ob es nass ist`."""
        if not isinstance(known.type, types.Boolean):
            noun = self.words.noun(known.address)
            it = phrase(self.words.noun(known.kind))
            return capital(phrase(noun, "", noun.is_plural or isinstance(known.type, types.ListType), it=it).nom)
        it = phrase(self.words.noun(known.kind))
        return capital(say("whether", clause=clause(self.words.clause(known.address), it).subordinate()))

    def start(self, known: Field | Constant) -> Text:
        """Give what a field is at first, or a fact of the scenario where no scenario says it."""
        if isinstance(known, Field) and isinstance(known.type, types.Deck):
            return holding(self.words, known.type, dict(known.holds))
        if known.start is None:
            return say("start_given")
        if isinstance(known.start, nodes.ListLiteral) and not known.start.items:
            return say("none")
        unit = known.type.unit if isinstance(known.type, types.Numeric) else None
        found = DeedSpeaker(self.checked, self.words).value(known.start, unit)
        bare = types.without_none(known.type)
        if isinstance(bare, types.EnumType) and isinstance(known.start, nodes.Name):
            enum = self.checked.declared.enums[bare.enum]
            return text(self.words.text(f"{enum.name}.{known.start.word.text}"))
        return found.nom

    def values(self, kind: types.Type) -> Text:
        """Give what values a type has, in words."""
        shown = self.values_of(types.without_none(kind))
        return say("or_nothing", values=shown) if types.may_be_none(kind) else shown

    def values_of(self, kind: types.Type) -> Text:
        """Give what values a type has that is never nothing."""
        speaker = DeedSpeaker(self.checked, self.words)
        match kind:
            case types.Boolean():
                return say("yes_or_no_values")
            case types.Numeric(low, high, unit=unit):
                if high > _LARGE:
                    return say("any_number")
                shown = say("number_range", low=figures(low), high=figures(high))
                noun = self.words.noun(f"units.{unit}") if unit else None
                shown = joined([shown, " ", phrase(noun, "", True).nom]) if noun is not None else shown
                if isinstance(kind, types.Number) and kind.step > types.WHOLE:
                    if kind.step not in STEPS:
                        raise UnwordedError(str(kind))
                    shown = say("range_in_steps", range=shown, steps=IN_STEPS[kind.step])
                return shown
            case types.EnumType(enum):
                known = self.checked.declared.enums[enum]
                if len(known.members) > 4:
                    return styled(phrase(self.words.noun(enum), "a").nom, to=enum)
                members = [text(self.words.text(f"{enum}.{member}")) for member in known.members]
                return styled(listed(members, "oder"), to=enum)
            case types.Thing() | types.Place():
                return phrase(speaker.kind(kind), "a").nom
            case types.ListType(item, capacity):
                noun = speaker.kind(item)
                many = counted_up_to(capacity, noun) if capacity else phrase(noun, "", True)
                return say("up_to_count", count=many) if capacity else many.nom
            case types.Deck(enum):
                return styled(say("deck_of", many=phrase(self.words.noun(enum), "", True).nom), to=enum)
        raise UnwordedError(str(kind))

    # --- words, facts and measures

    def enum(self, enum: Enum) -> Section:
        """Tell the members of a list of words."""
        said = {member: self.words.text(f"{enum.name}.{member}") for member in enum.members}
        members = listed([text(words) for words in said.values()])
        title = phrase(self.words.noun(enum.name), "", True).nom
        lines = [say(f"enum_{enum.sort}", members=members), *ways_in(enum, said, say, listed)]
        points = tuple(Point(sentence(line)) for line in lines)
        return element(enum.name, "enum", capital(title), points=points)

    def constant(self, constant: Constant) -> Section:
        """Tell a fact of the scenario."""
        name = phrase(self.words.noun(f"Game.{constant.name}")).nom
        points = [say("constant_values", name=name, values=self.values(constant.type))]
        if constant.start is not None:
            unit = constant.type.unit if isinstance(constant.type, types.Numeric) else None
            points.append(
                say("constant_start", value=DeedSpeaker(self.checked, self.words).value(constant.start, unit))
            )
        return entry(f"Game.{constant.name}", "constant", name, *points)

    def hidden(self) -> tuple[Point, ...]:
        """Tell what is hidden from some or all players."""
        found = []
        for who in ("owner", "nobody"):
            fields = [of_any(self.words, kind, known) for kind, known in hidden_fields(self.checked.declared, who)]
            found += [Point(sentence(say(f"hidden_but_to_{who}", what=listed(fields))))] if fields else []
        return tuple(found)

    def arc(self, arc: Arc) -> Section:
        """Tell where an arc lies."""
        words = self.words.text(f"arcs.{arc.name}")
        key = "arc_both" if arc.both_sides else "arc_one"
        degrees = say(key, first=figures(arc.first), last=figures(arc.last))
        return entry(f"arcs.{arc.name}", "arc", text(words), say("arc", words=words, degrees=degrees))

    def unit(self, unit: Unit) -> Section:
        """Tell a unit of numbers."""
        many = phrase(self.words.noun(f"units.{unit.name}"), "", True).nom
        if unit.step > 1 and unit.step not in STEPS:
            raise UnwordedError(unit.name)
        steps = IN_STEPS[unit.step] if unit.step > 1 else ""
        words = say("unit_in_steps" if steps else "unit", many=many, steps=steps)
        return entry(f"units.{unit.name}", "unit", many, words)

    def clock(self, clock: Clock) -> Section:
        """Tell how long a clock's beat lasts."""
        noun = self.words.noun(f"clocks.{clock.name}")
        words = say("clock", clock=phrase(noun, "a"), count=counted_up_to(clock.turns, known_noun("game_turn")))
        return entry(f"clocks.{clock.name}", "clock", phrase(noun, "").nom, words)


def holding(words: GermanWords, deck: types.Deck, given: Mapping[str, Any]) -> Text:
    """Give what a deck holds, from so many of each member, and what is known to lie on top."""
    parts = [
        counted(Fraction(count), words.noun(f"{deck.enum}.{name}"), in_words=False).nom
        for name, count in given.items()
        if name != "top" and count
    ]
    held = listed(parts) if parts else say("none")
    top = [text(words.text(f"{deck.enum}.{name}")) for name in given.get("top", ())]
    return say("with_on_top", held=held, top=listed(top)) if top else held


def counted_up_to(count: int, noun: GermanNoun) -> Phrase:
    """Give so many of something."""
    return counted(Fraction(count), noun)
