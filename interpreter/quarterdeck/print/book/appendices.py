"""What stands behind the player's book: numbers by name, what only a program needs, further examples, what was told.

In: the English of a ruleset, and what of it is for players. Out: `blocks.Section`s, and the glossary, which players
read too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.print.book.terms import CUT, is_all_said, short
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.overrides.example_overrides import ExampleTale
from quarterdeck.prose.overrides.override_writer import tale_section
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import (
    UNTOLD,
    Box,
    Entries,
    Entry,
    Grid,
    LinkTarget,
    Marks,
    Point,
    Prose,
    Section,
    Steps,
)
from quarterdeck.prose.text.runs import EMPTY, Run, capital, joined, plain, text

_SHORT_DEFINITION = 320
"""Letters: what the glossary says of a term at most; few rules say more of one in a paragraph."""
_ORDER = frozenset(("<", "<=", ">", ">="))


@dataclass
class Appendices:
    """Makes the sections behind the player's book."""

    arranger: Arranger
    further: Mapping[str, Sequence[Box]]
    forms: Section | None = None
    untold_examples: Sequence[tuple[LinkTarget, ExampleTale]] = ()

    def cover(self, sections: Sequence[Section]) -> Section:
        """Give the page that divides the appendices from the player's book: what each is."""
        not_needed = "What stands behind this page is not needed at the table. It is for those who look things up."
        if any(section.place and self.forms and section.place == self.forms.place for section in sections):
            not_needed = (
                "First come forms to copy. All else is not needed at the table; it is for those who look things up."
            )
        lead = Prose(text(not_needed), "lead")
        points = tuple(Point(section.title) for section in sections)
        return Section(
            text("Appendices"),
            (lead, Steps(points, bulleted=True)),
            place=LinkTarget("appendices", "chapter", "Appendices"),
            opens_page=True,
        )

    def glossary(self) -> Section | None:
        """List the game's words for what is counted, true or meant that can be said in a short sentence."""
        entries = []
        for address in self._words_of_the_game():
            section = self.arranger.writer.section(address)
            meaning = short(section, _SHORT_DEFINITION) if section is not None else EMPTY
            if section is not None and meaning:
                name = plain(capital(without_article(section.title)))
                more = () if is_all_said(section, meaning) else (CUT,)
                entries.append((name, Point(joined([(Run(name, to=address),), text(": "), meaning, *more]))))
        entries += self._ladders_for_players({name.casefold() for name, _ in entries})
        used, said = self._arcs_for_players(), " ".join(plain(point.text) for _, point in entries)
        for section in self.arranger.writer.things():
            if section.sort == "arc" and section.address in used:
                entries += [(plain(section.title), point) for point in section.points if _where(point) not in said]
        if not entries:
            return None
        entries.sort(key=lambda one: one[0].lower())
        lead = Prose(
            text("Terms that a rule defines in a sentence or two; the index leads to the others, too."), "lead"
        )
        points = tuple(point for _, point in entries)
        return Section(text("Glossary"), (lead, Steps(points, bulleted=True)), in_columns=True)

    def _words_of_the_game(self) -> Iterator[str]:
        """Give the definitions that have a short name: terms, and titled ones of what is true or of which things."""
        writer, selection = self.arranger.writer, self.arranger.selection
        for address, tale in writer.tales.items():
            rule = writer.checked.declared.rules.get(address)
            if rule is None or rule.sort != "define" or address not in selection.ways:
                continue
            names_things = isinstance(rule.result, types.Boolean | types.ListType) and tale.shape.title
            if selection.is_for_players(address) and (tale.shape.term or names_things):
                yield address

    def _arcs_for_players(self) -> frozenset[str]:
        """Give the addresses of the arcs that rules for players speak of; words alone do not say where they lie."""
        checked = self.arranger.writer.checked
        rules = (rule for rule in checked.declared.rules.values() if rule.address in self.arranger.selection.ways)
        known = (checked.meanings.get(part) for rule in rules for part in rule.node.walk())
        return frozenset(f"arcs.{one.arc.name}" for one in known if isinstance(one, meanings.ArcOf))

    def _ladders_for_players(self, told: Collection[str]) -> Iterator[tuple[str, Point]]:
        """Give the ladders that rules for players go along, which way they go; but those of a name that is `told`."""
        for enum, is_stepped in self._ladders_in_use().items():
            section = self.arranger.writer.section(enum)
            name = plain(section.title) if section is not None else ""
            if section is None or name.casefold() in told:
                continue
            said = [section.points[0].text, *([self.arranger.writer.end_of_a_ladder()] if is_stepped else [])]
            yield name, Point(joined([section.title, ": ", joined(said, " ")]))

    def _ladders_in_use(self) -> dict[str, bool]:
        """Give the ladders whose order rules for players ask for, each with whether they step along it."""
        checked, ways = self.arranger.writer.checked, self.arranger.selection.ways
        bodies: list[nodes.Node] = [rule.node for rule in checked.declared.rules.values() if rule.site_address in ways]
        bodies += [checked.declared.turn] if checked.declared.turn is not None else []
        found: dict[str, bool] = {}
        for part in (part for body in bodies for part in body.walk()):
            match part:
                case nodes.Plus(left=value) | nodes.Minus(left=value):
                    asked = value
                case nodes.Compare(left=value, sign=sign) if sign.text in _ORDER:
                    asked = value
                case _:
                    continue
            known = types.without_none(checked.types.get(asked, types.UNKNOWN))
            if isinstance(known, types.EnumType) and checked.declared.enums[known.enum].sort == "ladder":
                found[known.enum] = found.get(known.enum, False) or not isinstance(part, nodes.Compare)
        return found

    def numbers(self) -> Section | None:
        """Give all numbers that have a name, in the order of the chapters."""
        rows = []
        for address in self.arranger.selection.numbers:
            rule = self.arranger.declared.rules[address]
            value = self.arranger.writer.number(rule)
            told = self.arranger.writer.section(address)
            cells = (
                blocks.Cell(capital(without_article(told.title if told else text(rule.name)))),
                blocks.Cell(tuple(Run(run.words) for run in value), align="center"),
                blocks.Cell(text(", ".join(rule.cites))),
            )
            rows.append(blocks.GridRow(cells, address, changed=address in self.arranger.changed))
        if not rows:
            return None
        lead = Prose(
            text("Each of these stands in the sentences of the rules. Here a house rule finds its name."), "lead"
        )
        head = blocks.GridRow(tuple(blocks.Cell(text(words)) for words in ("What", "How much", "Where it is from")))
        return Section(text("Numbers by name"), (lead, Grid(tuple(rows), (head,), stubs=1)))

    def workings(self) -> Section | None:
        """Give what a program needs and players are told otherwise, chapter by chapter."""
        wanted = set(self.arranger.selection.workings)
        sections = []
        for name, addresses in self.arranger.writer.order.items():
            parts = [
                section
                for address in addresses
                if address in wanted and (section := self.arranger.writer.section(address)) is not None
            ]
            if parts:
                made = self.arranger.apart(name, parts)
                sections.append(Section(text(self.arranger.declared.modules[name].title), made))
        placed = {address for addresses in self.arranger.writer.order.values() for address in addresses}
        loose = [one for one in self.arranger.writer.loose_tables() if one.address in wanted - placed]
        if loose:
            sections.append(Section(text("Tables of rosters"), self.arranger.parts(loose)))
        if not sections:
            return None
        lead = Prose(
            text("A program has to be told more than a player: how things are counted, ordered and shared out."), "lead"
        )
        return Section(text("For the curious"), (lead,), tuple(sections))

    def examples(self) -> Section | None:
        """Give the examples beyond the one that stands with its rule."""
        found = [box for boxes in self.further.values() for box in boxes]
        if not found:
            return None
        return Section(text("Further examples"), tuple(found))

    def untold(self) -> Section | None:
        """Show what was told of rules that mean something else now, and of examples that are not printed as told."""
        writer = self.arranger.writer
        found = []
        for address in sorted(writer.untold):
            told = tale_section(writer, writer.tales[address])
            cells = tuple(Point(joined(writer.words(words))) for words in writer.tales[address].cells.values())
            prose = [*(told.steps if told.is_told else ()), *([Steps(cells, bulleted=True)] if cells else [])]
            found.append((address, plain(told.title), prose))
        for place, tale in self.untold_examples:
            title = f"Example: {place.title}"
            found.append((place.address, title, [writer.passage(one, frozenset()) for one in tale.passages]))
        entries = [Entry((Run(title, to=address),), EMPTY, blocks=tuple(prose)) for address, title, prose in found]
        if not entries:
            return None
        lead = Prose(text(_what_was_told(bool(writer.untold), bool(self.untold_examples))), "lead")
        to = LinkTarget("untold", "chapter", "Prose to be revised")
        return Section(text("Prose to be revised"), (lead, Entries(tuple(entries), "list")), place=to, marks=Marks())


def _what_was_told(has_rules: bool, has_examples: bool) -> str:
    """Say what the book prints in the place of what was told."""
    what = " and ".join([*(["rules"] if has_rules else []), *(["examples"] if has_examples else [])])
    return (
        f"Somebody told these {what} in words of their own before they became what they are now. The book prints what "
        f"{'they say' if has_rules else 'happens'} today, marked {UNTOLD} in the margin; below stands what was told."
        + (" Examples that do not come out any more are left out." * has_examples)
    )


def _where(arc: Point) -> str:
    """Give the degrees that an arc is said to have; the glossary need not say them where a rule of it does."""
    return plain(arc.text).partition(": ")[2].rstrip(".")
