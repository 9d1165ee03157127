"""Make nodes of docutils from the blocks of a rulebook.

In: blocks, and the places that can be led to. Out: nodes, with references still to be resolved, entries of the index,
and the domain told of every place that was printed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any, TypeVar, assert_never

from docutils import nodes
from sphinx import addnodes

from quarterdeck.print.book.book_links import BookLinks, node_id
from quarterdeck.print.book.book_parts import (
    BookPart,
    BoxPart,
    DefinitionList,
    EntryPart,
    FormPart,
    NarrowPart,
    PicturePart,
    PointList,
    ProbePart,
    SectionPart,
    TablePart,
    TextLine,
    definition_parts,
    has_notes,
    parts_of,
    parts_of_section,
    point_parts,
)
from quarterdeck.print.book.form_pages import svg_of
from quarterdeck.print.book.grid_words import column_count, stop_after, stub_columns
from quarterdeck.print.book.index_words import NUMBER
from quarterdeck.print.probes.probe_html import html_of
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import NO_MARKS, Block, LinkTarget, Marks
from quarterdeck.prose.text.runs import Run, Text, plain

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
_READABLE = 75  # percent of its own width: on a small screen a picture is pushed along before it is drawn smaller
_SMALL = 8000  # hundredths of a millimetre: beside a picture no wider there is room for its caption
_END_OF_FIGURE = "</figcaption></figure>\n"


class markup(nodes.General, nodes.Element):  # noqa: N801 - nodes of docutils are named as tags are
    """HTML that is made already, and the `words` that say the same to those who cannot see it."""


def visit_markup(translator: Any, node: markup) -> None:
    """Print made HTML on a page."""
    translator.body.append(node["html"])
    raise nodes.SkipNode


def visit_markup_in_words(translator: Any, node: markup) -> None:
    """Print the words of made HTML where there are no pages."""
    translator.add_text(node.get("words", ""))
    raise nodes.SkipNode


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
        made += self.parts(parts_of_section(section, on_screen=True))
        return _marked(made, section.changed)

    def made(self, found: Iterable[Block]) -> list[nodes.Node]:
        """Make the nodes of several blocks."""
        return self.parts(parts_of(found, on_screen=True))

    def parts(self, parts: Iterable[BookPart]) -> list[nodes.Node]:
        """Make the nodes of what stands below each other."""
        return [node for part in parts for node in self.part(part)]

    def part(self, part: BookPart) -> list[nodes.Node]:
        """Make the nodes of one part."""
        match part:
            case TextLine():
                return [self.line(part)]
            case PointList():
                return [self.listed(part)]
            case EntryPart():
                return [self.entry(part)]
            case DefinitionList():
                return [self.definitions(part)]
            case TablePart():
                return [node for grid in part.grids for node in self.grid(grid)]
            case BoxPart(block=block):
                return [self.box(block, part.parts)]
            case PicturePart(block=block):
                return self.drawing(block)
            case FormPart(block=block):
                return self.form(block)
            case ProbePart(block=block):
                return [addnodes.only("", markup(html=html_of(block)), expr="not epub")]  # whose readers run no scripts
            case NarrowPart():
                outer, self.links.is_naming = self.links.is_naming, False
                made = nodes.container("", *self.parts(part.parts), classes=["narrow"])
                self.links.is_naming = outer
                return [made]
            case SectionPart(section=section):
                return [self.section(section)]
            case _:
                assert_never(part)

    # --- places

    def name(self, node: nodes.Element, place: LinkTarget | None) -> None:
        """Give a node the id of a place; only the first time that the place is printed."""
        node["ids"] += self.ids_of(place)

    def ids_of(self, place: LinkTarget | None) -> list[str]:
        """Return the id of a place, the first time that it is printed."""
        if place is None or not self.links.name(place):
            return []
        self.noted(place, node_id(place.address))
        return [node_id(place.address)]

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

    def line(self, line: TextLine) -> nodes.paragraph:
        """Make a paragraph, its marks and its number in front."""
        made = nodes.paragraph("", "", *self.marks(line.marks), *self.number(line.number))
        made["classes"] += [line.style] if line.style else []
        if line.style == "headline":  # what it stands over may be read alone
            self.links.paged = set()
        if line.lead:
            lead = (*line.lead, Run(stop_after(line.lead)))
            made += [nodes.inline("", "", *self.runs(lead), classes=["point-lead"]), nodes.Text(" ")]
        made += self.runs(line.text)
        made += self.anchors(line.within)
        return _marked(made, line.changed)

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
        made = nodes.inline("", classes=["marks"])
        parts: list[nodes.Node] = [nodes.Text(place.replace(" ", "\N{NO-BREAK SPACE}")) for place in found.cites]
        parts += [self.reference(f"rulings.{name}", nodes.Text(name), "ruling") for name in found.rulings]
        for number, part in enumerate(parts):
            if number:
                made += nodes.Text(", " if number < len(found.cites) else " ")
            made += part
        return [made]

    # --- lists

    def listed(self, part: PointList) -> nodes.Element:
        """Make a list of points; marks are those of the first."""
        kind = _LETTERS[min(part.depth, len(_LETTERS) - 1)]
        made: nodes.Element = (
            nodes.enumerated_list(enumtype=kind, prefix="", suffix=".")
            if part.numbered
            else nodes.bullet_list(bullet="-")
        )
        for place, point in enumerate(part.points):
            item = nodes.list_item()
            before = self.name_point(item, point.address)
            item += self.parts(point_parts(point, part.depth + part.numbered, NO_MARKS if place else part.marks))
            if before:
                item.insert(1, before)
            made.append(_marked(item, point.address in self.changed))
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

    def entry(self, part: EntryPart) -> nodes.Element:
        """Make a numbered step or a paragraph that begins with a name, with what belongs to it."""
        if part.step is None:
            whole = nodes.container(classes=["term-entry"])
            self.name(whole, part.place)
            self.index(whole, part.place)
            whole += self.parts(part.parts)
            return _marked(whole, part.changed)
        whole = nodes.container(classes=["numbered-step"])
        before = self.name_point(whole, part.step)
        first, *others = self.parts(part.parts)
        whole += [first, *before, *others]
        return _marked(whole, part.step in self.changed)

    def definitions(self, part: DefinitionList) -> nodes.definition_list:
        """Make a list of names, each with what it means."""
        made = nodes.definition_list(classes=["entries"])
        for entry in part.entries:
            self.links.paged = set()
            term = nodes.term("", "", *self.marks(entry.marks), *self.runs(entry.name, linked=False))
            self.name(term, entry.place)
            self.index(term, entry.place)
            body = nodes.definition("", *self.parts(definition_parts(entry, on_screen=True)))
            made += nodes.definition_list_item("", _marked(term, entry.changed), body)
        return made

    def grid(self, block: blocks.Grid) -> list[nodes.Node]:
        """Make a table, with what is said below it."""
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
                note += self.line(TextLine(text, marks=below if not number else NO_MARKS))
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
                entry += self.listed(PointList(cell.points))
            else:
                entry += [nodes.paragraph("", "", *self.runs(line)) for line in cell.lines or (cell.text,)]
            made += _marked(entry, cell.changed)
        return _marked(made, row.changed)

    def box(self, block: blocks.Box, parts: Iterable[BookPart]) -> nodes.Element:
        """Make a box."""
        made = nodes.admonition(classes=[block.sort])
        self.name(made, block.place)
        made += nodes.title("", "", *self.runs(block.title, linked=False))
        self.index(made, block.place)
        made += self.parts(parts)
        return _marked(made, block.changed)

    def drawing(self, block: blocks.Drawing) -> list[nodes.Node]:
        """Make a picture with its number and caption."""
        line = nodes.paragraph("", "")
        least = f' style="--readable-width: {block.width * _READABLE // 10000}mm"'
        size = "small" if block.width <= _SMALL else "large"
        figure = _figure(size, self.ids_of(block.place), block.words, block.screen, least)
        if block.number:
            line += nodes.inline("", f"{self.picture} {block.number}.", classes=["picture-number"])
            line += nodes.Text(" ")
        line += self.runs(block.caption)
        return [figure, *([line] if line.children else []), markup(html=_END_OF_FIGURE)]

    def form(self, block: blocks.CopyForm) -> list[nodes.Node]:
        """Make a blank form to copy, with how it is filled in."""
        ids = self.ids_of(block.place)
        figure = _figure("large copied", ids, block.words, svg_of(block.data, ids[0] if ids else "form"))
        said = " ".join([f"{block.title}.", *json.loads(block.data)["how"]])
        return [figure, markup(html=f"<p>{escape(said, quote=False)}</p>{_END_OF_FIGURE}")]


def _figure(looks: str, ids: Iterable[str], words: str, drawing: str, style: str = "") -> markup:
    """Make the beginning of a figure, up to its caption."""
    named = "".join(f' id="{escape(one)}"' for one in ids)
    role = "group" if "<a " in drawing else "img"  # of an image, readers of screens offer no links
    drawn = f'<div class="drawing"{style} role="{role}" aria-label="{escape(words)}">{drawing}</div>'
    return markup(html=f'<figure class="drawn {looks}"{named}>\n{drawn}\n<figcaption>', words=words)


def _marked(node: SomeElement, is_changed: bool) -> SomeElement:
    if is_changed:
        node["classes"].append("changed")
    return node
