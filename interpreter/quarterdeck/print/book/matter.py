"""What stands before and behind the chapters: how to read, what the game is played with, scenarios, rulings.

In: the English of a ruleset. Out: `blocks.Section`s. The sentences here are the book's own, and know no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax import nodes
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.print.book.print_options import FORMS, RULINGS, WantedParts
from quarterdeck.print.pictures.gallery import Gallery
from quarterdeck.prose.english.documents import LIKES
from quarterdeck.prose.text.blocks import (
    UNTOLD,
    Block,
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
from quarterdeck.prose.text.runs import EMPTY, Run, Text, in_a_row, joined, plain, sentence, text

SOURCES = {
    "printed": "printed in the rules themselves",
    "found": "read off a drawing, or taken from another document on the same subject",
    "constrained": "printed nowhere, but what is printed leaves little choice",
    "reconstructed": "printed nowhere, and made to fit what is printed",
    "ruling": "left open by the sources, and settled by a ruling",
    "house": "of this ruleset alone",
}
"""How sure figures are, in the order in which they are explained."""
NONE_IN_USE = (
    "An option is in use if the scenario says so, or if all players agree on it before the game. "
    "Each is explained with its rule."
)
SOME_IN_USE = (
    "An option is in use if its box or the scenario says so, or if all players agree on it before the game. "
    "Each is explained with its rule."
)


@dataclass
class FrontAndBackMatter:
    """Makes the sections before and behind the chapters."""

    arranger: Arranger
    gallery: Gallery
    wanted: WantedParts
    has_forms: bool = False

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.arranger.declared

    @property
    def places(self) -> Mapping[str, LinkTarget]:
        """Give all places."""
        return self.arranger.places

    # --- how to read

    def reading(self) -> Section:
        """Say how the book is to be read, and what it was made from."""
        head = self.declared.head
        lead = "Each chapter begins with what is done, step by step. The terms that a step uses are explained below it."
        blocks: list[Block] = [Prose(text(lead))]
        signs = [
            Point(text("A paragraph is cited by the number before it. Numbered and lettered steps go in order.")),
            Point(text("The points of other lists are in no order; every point that applies counts.")),
            Point(text(self.of_the_margin())),
        ]
        if self.declared.options:
            agreed = "It is in use if the scenario says so, or if all players agree on it."
            if self.is_any_option_in_use():
                agreed = "It is in use if its box or the scenario says so, or if all players agree on it."
            signs.append(Point(text(f"A box with a broken line is an option. {agreed}")))
        if self.declared.variants or self.declared.plugins:
            signs.append(Point(text("A bar in the margin marks what house rules have added or changed.")))
        if self.arranger.has_untold:
            what = "marks rules whose prose is older than their last change"
            signs.append(Point(text(f"{UNTOLD} {what}.")))
        if self.has_forms and self.wanted.names(FORMS, "appendix"):
            before, forms = "What is kept on paper has a blank form: ", "forms to copy"
            signs.append(Point((Run(before), Run(forms, to=FORMS), Run("."))))
        signs.append(Point(text("Fractions are rounded only where a rule says so, and as it says.")))
        if head.dice:
            signs.append(Point(sentence(f"dice are called by the number of their sides: {in_a_row(head.dice)}")))
        signs += self.arranger.writer.hidden()
        for clock in self.declared.clocks.values():
            told = self.arranger.writer.section(f"clocks.{clock.name}") if clock.turns > 1 else None
            signs += told.points if told is not None else ()
        blocks.append(Steps(tuple(signs), bulleted=True))
        return Section(text("How to read this book"), tuple(blocks), tuple(self.reading_sections()))

    def of_the_margin(self) -> str:
        """Say what stands in the margin."""
        words = "The margin says where in the sources a rule is found."
        if not self.declared.rulings:
            return words
        name = next(iter(self.declared.rulings))
        ruling = f"A mark like {name} there is a ruling: a decision where the sources are silent or at odds"
        if not self.wanted.names(RULINGS, "appendix"):
            return f"{words} {ruling}."
        is_short = self.wanted.has_short_rulings
        listed = "; the list of rulings says what it is" if is_short else "; the list of rulings has the reason"
        return f"{words} {ruling}{listed}."

    def reading_sections(self) -> Iterator[Section]:
        """Give the sources, and what the ruleset says of rights in it."""
        head = self.declared.head
        if head.documents:
            entries = []
            for name, document in head.documents.items():
                words = "; ".join(filter(None, (", ".join(facts_of(document)), document.note)))
                entries.append(
                    Entry(
                        text(document.title),
                        sentence(words) if words else EMPTY,
                        place=LinkTarget(f"documents.{name}", "document", document.title),
                    )
                )
            found: list[Block] = [Entries(tuple(entries), "list")]
            sources = (getattr(document.shape, "source", None) for document in self.declared.documents)
            kinds = {source.kind for source in sources if isinstance(source, shapes.Source)}
            said = [kind for kind in SOURCES if kind in kinds and kind != "printed"]
            if said:
                found.append(Prose(text("A word in brackets after a source says how sure its figures are.")))
                found.append(
                    Steps(
                        tuple(Point((Run(kind, style="term"), Run(f": {SOURCES[kind]}."))) for kind in said),
                        bulleted=True,
                    )
                )
            yield Section(text("Sources"), tuple(found), place=LinkTarget("documents", "chapter", "Sources"))
        if head.rights:
            yield Section(text("Rights"), (Prose(sentence(head.rights)),))

    def option_address(self, name: str) -> str:
        """Give the address of an option."""
        option = self.declared.options.get(name)
        return f"{option.module}.{name}" if option else name

    def title(self, address: str) -> str:
        """Give what something is called."""
        place = self.places.get(address)
        return place.title if place else address.replace("_", " ")

    # --- things

    def things(self) -> Section:
        """Say what the game is played with."""
        told = self.arranger.writer.things()
        kinds = [section for section in told if section.sort == "kind" and section.grid and section.grid.rows]
        sections = [self.arranger.section(section) for section in kinds]
        for sort, title in (
            ("enum", "Lists of words"),
            ("constant", "What a scenario says"),
            ("arc", "Arcs"),
            ("unit", "Units"),
            ("clock", "Clocks"),
        ):
            found = [section for section in told if section.sort == sort]
            goes_without_saying = sort == "unit" and not kinds and all(len(section.points) < 2 for section in found)
            if found and not goes_without_saying:
                entries = Entries(tuple(map(self.thing, found)), "list" if sort == "enum" else "terms")
                sections.append(Section(text(title), (entries,)))
        lead = Prose(
            text(
                "All that the rules speak of, with what is known of each. What is given comes with the scenario "
                "or the roster."
            ),
            "lead",
        )
        return Section(text("What the game is played with"), (lead,), tuple(sections))

    def thing(self, told: Section) -> Entry:
        """Make an entry of a list of words, a fact, an arc or the like."""
        self.arranger.shown.add(told.address)
        made = self.arranger.entry(told)
        more = tuple(Prose(point.text) for point in told.points[1:])
        return replace(made, name=EMPTY if told.is_entry else told.title, blocks=(*more, *made.blocks))

    # --- scenarios

    def scenarios(self) -> Section | None:
        """Print the scenarios, each with a map of where things begin; whose figures names have is said once for all."""
        sections = []
        scenarios = list(self.arranger.writer.scenarios())
        models = [point for told in scenarios for point in told.points if point.kind == LIKES]
        if len(models) > 1:
            scenarios = [_without_model(told) for told in scenarios]
        for told in scenarios:
            made = self.arranger.section(told)
            drawn = self.gallery.map_of(told.address.rsplit(".", 1)[-1])
            sides = tuple(block for side in made.sections for block in self.side(side))
            shown = made.blocks
            if drawn is not None:
                shown = (*shown, drawn)
            shown = (*shown, *sides)
            sections.append(Section(made.title, shown, (), made.place, made.marks, made.changed, kept_whole=True))
        lead: list[Block] = [Prose(models[0].text, "lead")] if len(models) > 1 else []
        usual = self.arranger.writer.usual()
        lead += [Prose(usual.title), Steps(usual.points, bulleted=True)] if usual is not None else []
        return Section(text("Scenarios"), tuple(lead), tuple(sections)) if sections else None

    @staticmethod
    def side(side: Section) -> Iterator[Block]:
        """Give what a side begins with: its name above a table in small print."""
        named = False
        for block in (*side.blocks, *(block for section in side.sections for block in section.blocks)):
            small = replace(block, style="roster") if isinstance(block, Grid) else block
            if isinstance(small, Grid) and not named:
                yield replace(small, caption=side.title)
                named = True
            else:
                yield small

    # --- appendices

    def options(self) -> Section | None:
        """List the options, each with where it stands."""
        writer = self.arranger.writer
        listed, loose = [], []
        for option in self.declared.options.values():
            address = f"{option.module}.{option.name}"
            told = writer.section(address)
            if told is None:
                continue
            if address not in self.arranger.shown:
                loose.append(self.arranger.option(told))
            words = joined([point.text for point in told.points] or told.prose("lead"), " ")
            words = tuple(replace(run, style="") if run.style == "term" else run for run in words)
            listed.append(Point(words, lead=joined([link_to(address, plain(told.title)), "."])))
        if not listed:
            return None
        lead = Prose(text(SOME_IN_USE if self.is_any_option_in_use() else NONE_IN_USE), "lead")
        return Section(text("Options"), (lead, Steps(tuple(listed), bulleted=True), *loose))

    def is_any_option_in_use(self) -> bool:
        """Tell whether an option is in use unless a scenario or the players say otherwise."""
        return any(
            isinstance(option.type, types.Boolean) and not isinstance(option.value, nodes.No)
            for option in self.declared.options.values()
        )

    def rulings(self) -> Section | None:
        """Print the rulings, each with the rules that follow it; to players without what speaks for it."""
        told = self.arranger.writer.rulings()
        if not told:
            return None
        is_short = self.wanted.has_short_rulings
        followers = {} if is_short else self.followers()
        entries = []
        for section in told:
            name = section.address.rsplit(".", 1)[-1]
            ruling = self.declared.rulings[name][0]
            number, title = name, ruling.title
            question, answer = Run(ruling.question, style="question"), sentence(ruling.answer)
            reason = Run(plain(sentence(ruling.reason)), style="aside")
            blocks: list[Block] = [
                *([] if is_short else [Prose((question,))]),
                Prose(joined([(question,), " ", answer] if is_short else [answer, " ", (reason,)])),
            ]
            linked = [link_to(address, self.title(address)) for address in followers.get(name, ())]
            if ruling.option in self.declared.options:
                address = self.option_address(ruling.option)
                blocks.append(
                    Prose(
                        joined(["The other reading is an option: ", link_to(address, self.title(address)), "."]), "note"
                    )
                )
            if linked:
                blocks.append(Prose(joined(["Followed by: ", joined(linked, "; "), "."]), "note"))
            entries.append(
                Entry(
                    joined([(Run(number, style="number"),), " ", title]),
                    EMPTY,
                    place=self.places.get(section.address),
                    marks=Marks((ruling.where,)),
                    blocks=tuple(blocks),
                )
            )
        lead = Prose(
            text(
                "Where the sources say nothing, can be read in two ways or contradict themselves, this "
                "book decides. A group that prefers another reading is free to take it."
            ),
            "lead",
        )
        return Section(
            text("Rulings"),
            (lead, Entries(tuple(entries), "list")),
            place=LinkTarget("rulings", "chapter", "Rulings"),
            opens_page=is_short,
        )

    def followers(self) -> dict[str, list[str]]:
        """Give for each ruling the addresses of what follows it, as far as they can be led to."""
        found: dict[str, list[str]] = {}
        for address, element in self.arranger.writer.elements.items():
            for name in _rulings_of(element):
                listed = found.setdefault(name, [])
                if address not in listed and address in self.places:
                    listed.append(address)
        return found

    def missing(self) -> Section | None:
        """Say what of the sources is not in the rules, and why."""
        missing = self.declared.head.not_encoded
        if not missing:
            return None
        points = [
            Point(
                joined([sentence(one.what), " ", (Run(plain(sentence(one.reason)), style="aside"),)]),
                cites=(one.place,),
            )
            for one in missing
        ]
        lead = Prose(
            text(
                "These parts of the sources are not in this book, or have no place in the course of its turns. The "
                "game is complete without them."
            ),
            "lead",
        )
        return Section(
            text("What is left out"),
            (lead, Steps(tuple(points), bulleted=True)),
            place=LinkTarget("missing", "chapter", "What is left out"),
        )


def _rulings_of(element: Element) -> tuple[str, ...]:
    thing = element.thing
    found: list[str] = list(getattr(thing, "rulings", ()))
    shape = getattr(thing, "shape", None)
    if isinstance(shape, shapes.Table):
        found += shape.rulings
    for note in getattr(thing, "notes", ()):
        if isinstance(note, nodes.UnderRuling):
            found += [name.text for name in note.names]
    return tuple(dict.fromkeys(found))


def _without_model(told: Section) -> Section:
    """Give a scenario without the sentence that says whose figures a name has."""
    blocks = (
        replace(block, points=tuple(point for point in block.points if point.kind != LIKES))
        if isinstance(block, Steps)
        else block
        for block in told.blocks
    )
    return replace(told, blocks=tuple(blocks))


def link_to(address: str, words: str) -> Text:
    """Give words that lead to an address."""
    return (Run(words, to=address),)


def facts_of(document: shapes.Document) -> list[str]:
    """Say who made a source, and when."""
    return [*([f"by {document.by}"] if document.by else []), *([str(document.year)] if document.year else [])]
