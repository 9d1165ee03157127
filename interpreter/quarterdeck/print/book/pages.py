"""Make nodes of docutils from the blocks of a rulebook.

In: blocks, and the places that can be led to. Out: nodes, with references still to be resolved, entries of the index,
and the domain told of every place that was printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from docutils import nodes
from sphinx import addnodes

from quarterdeck.print.book.book_links import BookLinks, node_id
from quarterdeck.print.book.grid_words import column_count, stop_after, stub_columns
from quarterdeck.print.book.index_words import NUMBER
from quarterdeck.print.book.page_nodes import copied, marks, narrow, pictured, probed
from quarterdeck.print.book.paper_parts import all_marks, folded, has_notes, with_marks
from quarterdeck.print.probes.probe_html import html_of
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import NO_MARKS, Block, LinkTarget, Marks, Point
from quarterdeck.prose.text.runs import Run, Text, joined, plain

SomeElement = TypeVar("SomeElement", bound=nodes.Element)
DOMAIN = "rules"
# Styles of runs to nodes; what is not named here stands as it is.
_STYLES: dict[str, type[nodes.TextElement]] = {
    "name": nodes.emphasis,
    "question": nodes.emphasis,
    "term": nodes.strong,
    "change": nodes.strong,
    "label": nodes.strong,
    "strong": nodes.strong,
}
_LETTERS = ("arabic", "loweralpha", "lowerroman")


@dataclass
class Maker:
    """Makes nodes.

    `noted` is told of every place that gets an id, `changed` are the addresses that variants have changed. Only where
    the book is whole is a reference that leads nowhere worth a warning. `picture` is the word before the number of a
    drawing.
    """

    links: BookLinks = field(default_factory=BookLinks)
    changed: frozenset[str] = frozenset()
    noted: Callable[[LinkTarget, str], None] = lambda _place, _id: None
    is_whole: bool = True
    picture: str = "Picture"

    # --- sections

    def section(self, section: blocks.Section) -> nodes.section:
        """Make a chapter or a part of one."""
        self.links.begin_section(section.place)
        made = nodes.section(ids=[])
        title = nodes.title("", "", *self.runs(section.title, linked=False))
        self.name(made, section.place)
        if not made["ids"]:
            made["ids"].append(nodes.make_id(plain(section.title)))
        made["names"].append(plain(section.title).lower())
        made += title
        self.index(made, section.place)
        made += self.made(with_marks(section))
        for part in section.sections:
            made += self.section(part)
        return _marked(made, section.changed)

    def made(self, found: Iterable[Block]) -> list[nodes.Node]:
        """Make the nodes of several blocks."""
        return [node for block in found for node in self.block(block)]

    def block(self, block: Block) -> list[nodes.Node]:
        """Make the nodes of one block."""
        match block:
            case blocks.Prose(text=()):
                return []  # what has been said above, and is not said again
            case blocks.Prose():
                if block.style == "headline":  # what it stands over may be read alone
                    self.links.paged = set()
                line = self.paragraph(block.text, block.marks, block.number)
                line["classes"] += [block.style] if block.style else []
                return [_marked(line, block.changed)]
            case blocks.Steps(numbers=()):
                return self.steps(block.points, block.marks, block.bulleted)
            case blocks.Steps(points=points, marks=found, numbers=numbers):
                return self.numbered(points, found, numbers)
            case blocks.Entries():
                return self.entries(block)
            case blocks.Grid():
                return self.grid(block)
            case blocks.Box():
                return [self.box(block)]
            case blocks.Drawing():
                return [self.drawing(block)]
            case blocks.CopyForm(title=title, words=words, data=data, place=place):
                form = copied(title=title, words=words, data=data)
                self.name(form, place)
                return [form]
            case blocks.Probe():
                return [probed(screen=html_of(block))]
            case blocks.Narrow(blocks=inner):
                outer, self.links.is_naming = self.links.is_naming, False
                made = narrow("", *self.made(inner))
                self.links.is_naming = outer
                return [made]
            case _:
                raise TypeError(block)

    # --- places

    def name(self, node: nodes.Element, place: LinkTarget | None) -> None:
        """Give a node the id of a place; only the first time that the place is printed."""
        if place is not None and self.links.name(place):
            node["ids"].append(node_id(place.address))
            self.noted(place, node_id(place.address))

    def index(self, parent: nodes.Element, place: LinkTarget | None) -> None:
        """Put the entries of the index for a place in front of what comes next."""
        if place is not None and node_id(place.address) in parent["ids"]:
            parent += self.indexed(place.address, node_id(place.address))

    def indexed(self, address: str, target: str) -> list[nodes.Node]:
        """Give the entries of the index for what has an address, to lead to a place of the page."""
        entries = [("single", words, target, "", None) for words in self.links.entries_of.get(address, ())]
        return [addnodes.index(entries=entries)] if entries else []

    def name_point(self, node: nodes.Element, address: str) -> list[nodes.Node]:
        """Name what stands for an address, and give its entries for the index."""
        self.name(node, self.links.places.get(address))
        return self.indexed(address, node_id(address)) if node_id(address) in node["ids"] else []

    # --- text

    def runs(self, text: Text, linked: bool = True) -> list[nodes.Node]:
        """Make the nodes of a line."""
        return [self.run(run) for run, _names_page in self.links.runs(text, linked=linked)]

    def run(self, run: Run) -> nodes.Node:
        """Make the node of some words in one style."""
        words: nodes.Node = nodes.Text(run.words)
        if run.style in _STYLES:
            words = _STYLES[run.style]("", "", words)
        elif run.style:
            words = nodes.inline("", "", words, classes=[run.style])
        return self.reference(run.to, words) if run.to else words

    def paragraph(self, text: Text, found: Marks = NO_MARKS, number: str = "") -> nodes.paragraph:
        """Make a paragraph, its marks and its number in front."""
        return nodes.paragraph("", "", *self.marks(found), *self.number(number), *self.runs(text))

    def number(self, number: str) -> list[nodes.Node]:
        """Make the number of a paragraph; to it entries of the index lead that have no other place."""
        if not number:
            return []
        shown = nodes.inline("", number, classes=["paragraph-number"])
        entries = self.indexed(f"{NUMBER}{number}", f"paragraph-{number}") if self.links.is_naming else []
        if entries:
            shown["ids"].append(f"paragraph-{number}")
        return [*entries, shown, nodes.Text(" ")]

    def reference(self, address: str, words: nodes.Node, role: str = "ref") -> addnodes.pending_xref:
        """Make a reference to an address, still to be resolved."""
        return addnodes.pending_xref(
            "",
            nodes.inline("", "", words, classes=["rules-ref"]),
            refdomain=DOMAIN,
            reftype=role,
            reftarget=address,
            refexplicit=True,
            refwarn=self.is_whole,
        )

    def marks(self, found: Marks) -> list[nodes.Node]:
        """Make the marks of a rule."""
        if not found:
            return []
        made = marks("", classes=["marks"])
        parts: list[nodes.Node] = [nodes.Text(place.replace(" ", "\N{NO-BREAK SPACE}")) for place in found.cites]
        parts += [self.reference(f"rulings.{name}", nodes.Text(name), "ruling") for name in found.rulings]
        for number, part in enumerate(parts):
            if number:
                made += nodes.Text(", " if number < len(found.cites) else " ")
            made += part
        return [made]

    # --- steps

    def steps(self, points: Sequence[Point], found: Marks, bulleted: bool) -> list[nodes.Node]:
        """Make a numbered list, or the parts of a single step."""
        if len(points) == 1 and not bulleted:
            return self.parts(points[0], 0, found)
        if not points:
            return []
        return [self.listed(points, 0, not bulleted, found)]

    def numbered(self, points: Sequence[Point], found: Marks, numbers: Sequence[str]) -> list[nodes.Node]:
        """Make steps that are paragraphs with numbers of their own, what is below each of them behind it."""
        made: list[nodes.Node] = []
        for place, (point, number) in enumerate(zip(points, numbers, strict=True)):
            whole = nodes.container(classes=["numbered-step"])
            before = self.name_point(whole, point.address)
            parts = self.parts(point, 1, found if not place else NO_MARKS)
            line = parts[0]
            assert isinstance(line, nodes.Element)
            at = 1 if line.children and isinstance(line.children[0], marks) else 0
            line.insert(at, self.number(number))
            whole += [line, *before, *parts[1:]]
            made.append(_marked(whole, point.address in self.changed))
        return made

    def listed(self, points: Sequence[Point], depth: int, numbered: bool, found: Marks = NO_MARKS) -> nodes.Element:
        """Make a list of points; marks are those of the first."""
        kind = _LETTERS[min(depth, len(_LETTERS) - 1)]
        made: nodes.Element = (
            nodes.enumerated_list(enumtype=kind, prefix="", suffix=".") if numbered else nodes.bullet_list(bullet="-")
        )
        for place, point in enumerate(points):
            item = nodes.list_item()
            before = self.name_point(item, point.address)
            item += self.parts(point, depth + numbered, NO_MARKS if place else found)
            if before:
                item.insert(1, before)
            made.append(_marked(item, point.address in self.changed))
        return made

    def parts(self, point: Point, depth: int, further: Marks = NO_MARKS) -> list[nodes.Node]:
        """Make the sentence of a point, what is below it and what comes after."""
        line = nodes.paragraph("", "", *self.marks(all_marks(point, further)))
        if point.lead:
            lead = (*point.lead, Run(stop_after(point.lead)))
            line += nodes.inline("", "", *self.runs(lead), classes=["point-lead"])
            line += nodes.Text(" ")
        line += self.runs(point.text)
        line += self.anchors(inner.address for inner in point.within)
        made: list[nodes.Node] = [line]
        if point.points:
            made.append(self.listed(point.points, depth, point.numbered))
        made += [self.paragraph(text) for text in point.after]
        return made

    def anchors(self, addresses: Iterable[str]) -> list[nodes.Node]:
        """Make places for what a text says itself, so that it can be led to as well."""
        found: list[nodes.Node] = []
        for address in addresses:
            anchor = nodes.inline("", "")
            before = self.name_point(anchor, address)
            if anchor["ids"]:
                found += [*before, anchor]
        return found

    # --- entries, tables, boxes, drawings

    def entries(self, block: blocks.Entries) -> list[nodes.Node]:
        """Make entries: each a paragraph whose first words are its name, or an item of a list of names."""
        if block.style == "list":
            made = nodes.definition_list(classes=["entries"])
            for entry in block.entries:
                self.links.paged = set()
                term = nodes.term("", "", *self.marks(entry.marks), *self.runs(entry.name, linked=False))
                self.name(term, entry.place)
                self.index(term, entry.place)
                body = nodes.definition("")
                if entry.text:
                    body += self.paragraph(entry.text)
                if entry.points:
                    body += self.listed(entry.points, 0, numbered=False)
                body += self.made(entry.blocks)
                made += nodes.definition_list_item("", _marked(term, entry.changed), body)
            return [made]
        found: list[nodes.Node] = []
        for entry in block.entries:
            whole = nodes.container(classes=["term-entry"])
            line = nodes.paragraph("", "", *self.marks(entry.marks), *self.number(entry.number))
            self.name(whole, entry.place)
            self.index(whole, entry.place)
            line += self.runs(joined([entry.name, entry.text]))
            line += self.anchors(entry.within)
            whole += line
            if entry.points:
                whole += self.listed(entry.points, 0, numbered=False)
            whole += self.made(entry.blocks)
            found.append(_marked(whole, entry.changed))
        return found

    def grid(self, block: blocks.Grid) -> list[nodes.Node]:
        """Make a table, with what is said below it."""
        block = folded(block)
        columns, stubs = column_count(block), stub_columns(block)
        table = nodes.table(classes=[*block.style.split()])
        self.name(table, block.place)
        if block.caption:
            table += nodes.title("", "", *self.marks(block.marks), *self.runs(block.caption, linked=False))
        group = nodes.tgroup(cols=columns)
        for number in range(columns):
            width = block.widths[number] if number < len(block.widths) else 1
            column = nodes.colspec(colwidth=width)
            if number in stubs:
                column["stub"] = 1
            group += column
        table["classes"].append("colwidths-given" if block.widths else "colwidths-auto")
        if block.head:
            group += nodes.thead("", *(self.row(row) for row in block.head))
        group += nodes.tbody("", *(self.row(row) for row in block.rows))
        table += group
        made: list[nodes.Node] = []
        if block.place is not None and table["ids"]:
            made += self.indexed(block.place.address, node_id(block.place.address))
        made.append(_marked(table, block.changed))
        if has_notes(block):
            below = NO_MARKS if block.caption else block.marks
            note = nodes.container(classes=["table-notes"])
            for number, text in enumerate(block.notes or ((),)):
                note += self.paragraph(text, below if not number else NO_MARKS)
            made.append(note)
        return made

    def row(self, row: blocks.GridRow) -> nodes.row:
        """Make a row of a table."""
        made = nodes.row(classes=["subhead"] if row.is_head else ["goes-on"] if row.goes_on else [])
        self.name(made, self.links.places.get(row.address))
        for cell in row.cells:
            entry = nodes.entry()
            if cell.across > 1:
                entry["morecols"] = cell.across - 1
            if cell.down > 1:
                entry["morerows"] = cell.down - 1
            if cell.align:
                entry["classes"].append(f"text-{cell.align}")
            self.name(entry, self.links.places.get(cell.address))
            if cell.points:
                entry += self.listed(cell.points, 0, numbered=False)
            else:
                entry += [nodes.paragraph("", "", *self.runs(line)) for line in cell.lines or (cell.text,)]
            made += _marked(entry, cell.changed)
        return _marked(made, row.changed)

    def box(self, block: blocks.Box) -> nodes.Element:
        """Make a box."""
        made = nodes.admonition(classes=[block.sort])
        self.name(made, block.place)
        made += nodes.title("", "", *self.runs(block.title, linked=False))
        self.index(made, block.place)
        made += self.made(block.blocks)
        return _marked(made, block.changed)

    def drawing(self, block: blocks.Drawing) -> pictured:
        """Make a picture with its number and caption."""
        made = pictured(screen=block.screen, paper=block.paper, words=block.words, wide=block.width)
        self.name(made, block.place)
        line = nodes.paragraph("", "")
        if block.number:
            line += nodes.inline("", f"{self.picture} {block.number}.", classes=["picture-number"])
            line += nodes.Text(" ")
        line += self.runs(block.caption)
        if line.children:
            made += line
        return made


def _marked(node: SomeElement, is_changed: bool) -> SomeElement:
    if is_changed:
        node["classes"].append("changed")
    return node
