"""Make nodes of docutils from the blocks of a rulebook.

In: blocks, and the places that can be led to. Out: nodes, with references still to be resolved, entries of the index,
and the domain told of every place that was printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from docutils import nodes
from sphinx import addnodes

from quarterdeck.print.book.index_words import NUMBER
from quarterdeck.print.book.page_nodes import copied, marks, narrow, pictured, probed
from quarterdeck.print.probes.probe_html import html_of
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import NO_MARKS, Block, LinkTarget, Marks
from quarterdeck.prose.text.outline import Point
from quarterdeck.prose.text.runs import CODE, Run, Text, joined, plain

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
_LONG_TABLE, _WIDE_TABLE, _SHORT_CELL = 16, 8, 14  # rows, columns, letters
_SHORT_NAME = 22  # letters: rosters are in small print
_LETTERS = ("arabic", "loweralpha", "lowerroman")
_INCHES = re.compile(r'(?<=\d)"')
"""A quotation mark that is none, and must not be made one."""


def node_id(address: str) -> str:
    """Give the id under which an address stands in a document.

    >>> node_id("rosters.club.Ada Bee")
    'rosters.club.Ada-Bee'
    """
    return "-".join(address.split())


@dataclass
class Maker:
    """Makes nodes.

    `noted` is told of every place that gets an id, `changed` are the addresses that variants have changed, `aliases`
    are other names for addresses. Only where the book is whole is a reference that leads nowhere worth a warning. To
    what is `quiet` a link leads without naming a page. `numbers` are what addresses are cited by on paper, `picture`
    is the word before the number of a drawing. `entries_of` are entries of the index by address or number, `called` the
    addresses of forms by the words that rules have for them, by the address of the section in which they do, or
    anywhere.
    """

    places: Mapping[str, LinkTarget] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()
    noted: Callable[[LinkTarget, str], None] = lambda _place, _id: None
    aliases: Mapping[str, str] = field(default_factory=dict)
    is_whole: bool = True
    quiet: frozenset[str] = frozenset()
    numbers: Mapping[str, str] = field(default_factory=dict)
    picture: str = "Picture"
    entries_of: Mapping[str, Sequence[str]] = field(default_factory=dict)
    called: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    paged: set[str] = field(default_factory=set)
    is_naming: bool = True
    called_here: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.called_here = self.called_in(None)

    def called_in(self, place: LinkTarget | None) -> Mapping[str, str]:
        """Give the words that lead to forms in a section."""
        return {**self.called.get("", {}), **(self.called.get(place.address, {}) if place is not None else {})}

    # --- sections

    def section(self, section: blocks.Section) -> nodes.section:
        """Make a chapter or a part of one."""
        self.paged = set()
        self.called_here = self.called_in(section.place)
        made = nodes.section(ids=[])
        title = nodes.title("", "", *self.runs(section.title, linked=False))
        self.name(made, section.place)
        if not made["ids"]:
            made["ids"].append(nodes.make_id(plain(section.title)))
        made["names"].append(plain(section.title).lower())
        made += title
        if section.opens_page:
            made["classes"].append("opens-page")
        elif section.fresh_page:
            made["classes"].append("fresh-page")
        made["classes"] += ["begins-part"] if section.begins_part else []
        made["classes"] += ["kept-whole"] if section.kept_whole else []
        made["classes"] += ["in-columns"] if section.in_columns else []
        self.index(made, section.place)
        made += self.made(self.headed(section))
        for part in section.sections:
            made += self.section(part)
        return _marked(made, section.changed)

    @staticmethod
    def headed(section: blocks.Section) -> tuple[Block, ...]:
        """Hand the marks of a section to its first paragraph, where they stand in the margin."""
        if not section.marks:
            return section.blocks
        first, rest = (section.blocks[0], section.blocks[1:]) if section.blocks else (None, ())
        if isinstance(first, blocks.Prose) and not first.marks:
            return (replace(first, marks=section.marks), *rest)
        if isinstance(first, blocks.Steps) and not first.marks:
            return (replace(first, marks=section.marks), *rest)
        return section.blocks

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
                    self.paged = set()
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
                outer, self.is_naming = self.is_naming, False
                made = narrow("", *self.made(inner))
                self.is_naming = outer
                return [made]
            case _:
                raise TypeError(block)

    # --- places

    def name(self, node: nodes.Element, place: LinkTarget | None) -> None:
        """Give a node the id of a place; only the first time that the place is printed."""
        if place is None or place.address in self.done or not self.is_naming:
            return
        self.done.add(place.address)
        if place.address in self.numbers:
            node["cited"] = self.numbers[place.address]
        node["ids"].append(node_id(place.address))
        self.noted(place, node_id(place.address))

    def index(self, parent: nodes.Element, place: LinkTarget | None) -> None:
        """Put the entries of the index for a place in front of what comes next."""
        if place is not None and node_id(place.address) in parent["ids"]:
            parent += self.indexed(place.address, node_id(place.address))

    def indexed(self, address: str, target: str) -> list[nodes.Node]:
        """Give the entries of the index for what has an address, to lead to a place of the page."""
        entries = [("single", words, target, "", None) for words in self.entries_of.get(address, ())]
        return [addnodes.index(entries=entries)] if entries else []

    def name_point(self, node: nodes.Element, address: str) -> list[nodes.Node]:
        """Name what stands for an address, and give its entries for the index."""
        place = self.places.get(address)
        if place is None or address in self.done or not self.is_naming:
            return []
        self.name(node, place)
        return self.indexed(address, node_id(address))

    # --- text

    def runs(self, text: Text, linked: bool = True) -> list[nodes.Node]:
        """Make the nodes of a line; of several words that lead to one place the last may name its page.

        Not in the midst of a phrase: where words end in a blank, what they are done with comes next.
        """
        text = tuple(self.leading_to_forms(text)) if linked and self.called_here else text
        last = {run.to: number for number, run in enumerate(text) if run.to}
        return [
            self.run(run, linked, last.get(run.to) == number and not run.words.endswith(" "))
            for number, run in enumerate(text)
            if run.words
        ]

    def leading_to_forms(self, text: Text) -> Iterator[Run]:
        """Let the words for a form lead to it, once in each section."""
        led_to = {*self.paged}
        for run in text:
            found = None if run.to else re.search(rf"\b({'|'.join(map(re.escape, self.called_here))})\b", run.words)
            address = self.called_here[found[1]] if found is not None else ""
            if found is None or address in led_to:
                yield run
                continue
            led_to.add(address)
            before, after = run.words[: found.start()], run.words[found.end() :]
            parts = ((before, ""), (found[1], address), (after, ""))
            yield from (replace(run, words=words, to=to) for words, to in parts if words)

    def run(self, run: Run, linked: bool, names_page: bool) -> nodes.Node:
        """Make the node of some words in one style; each section names the page of a place once."""
        words: nodes.Node = nodes.Text(run.words if run.style == CODE else _INCHES.sub("\N{DOUBLE PRIME}", run.words))
        if run.style in _STYLES:
            words = _STYLES[run.style]("", "", words)
        elif run.style:
            words = nodes.inline("", "", words, classes=[run.style])
        if not (run.to and linked):
            return words
        address = self.aliases.get(run.to, run.to)
        names_page = names_page and address not in self.paged and address not in self.quiet
        if names_page:
            self.paged.add(address)
        return self.reference(address, words, quiet=not names_page)

    def paragraph(self, text: Text, found: Marks = NO_MARKS, number: str = "") -> nodes.paragraph:
        """Make a paragraph, its marks and its number in front."""
        return nodes.paragraph("", "", *self.marks(found), *self.number(number), *self.runs(text))

    def number(self, number: str) -> list[nodes.Node]:
        """Make the number of a paragraph; to it entries of the index lead that have no other place."""
        if not number:
            return []
        shown = nodes.inline("", number, classes=["paragraph-number"], cited=number)
        entries = self.indexed(f"{NUMBER}{number}", f"paragraph-{number}") if self.is_naming else []
        if entries:
            shown["ids"].append(f"paragraph-{number}")
        return [*entries, shown, nodes.Text(" ")]

    def reference(
        self, address: str, words: nodes.Node, role: str = "ref", quiet: bool = False
    ) -> addnodes.pending_xref:
        """Make a reference to an address, still to be resolved; a quiet one never names a page."""
        return addnodes.pending_xref(
            "",
            nodes.inline(
                "",
                "",
                words,
                classes=["rules-ref", "quiet"] if quiet else ["rules-ref"],
                number=self.numbers.get(address, ""),
            ),
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
        made = self.listed(points, 0, not bulleted)
        first = next(made.findall(nodes.paragraph), None)
        if found and first is not None:
            if isinstance(first.children[0], marks):
                _joined(first, self.marks(found)[0])
            else:
                first.insert(0, self.marks(found))
        return [made]

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

    def listed(self, points: Sequence[Point], depth: int, numbered: bool) -> nodes.Element:
        """Make a list of points."""
        kind = _LETTERS[min(depth, len(_LETTERS) - 1)]
        made: nodes.Element = (
            nodes.enumerated_list(enumtype=kind, prefix="", suffix=".") if numbered else nodes.bullet_list(bullet="-")
        )
        for point in points:
            item = nodes.list_item()
            before = self.name_point(item, point.address)
            item += self.parts(point, depth + numbered)
            if before:
                item.insert(1, before)
            made.append(_marked(item, point.address in self.changed))
        return made

    def parts(self, point: Point, depth: int, further: Marks = NO_MARKS) -> list[nodes.Node]:
        """Make the sentence of a point, what is below it and what comes after."""
        found = Marks(
            tuple(dict.fromkeys((*further.cites, *point.cites))),
            tuple(dict.fromkeys((*further.rulings, *point.rulings))),
        )
        line = nodes.paragraph("", "", *self.marks(found))
        if point.lead:
            stop = "" if plain(point.lead).endswith(("?", ".", ":", "!")) else "."
            line += nodes.inline("", "", *self.runs((*point.lead, Run(stop))), classes=["point-lead"])
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
                self.paged = set()
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
        block = _folded(block)
        columns = max(sum(cell.across for cell in row.cells) for row in (*block.head, *block.rows))
        table = nodes.table(classes=[*block.style.split()])
        self.name(table, block.place)
        if block.caption:
            table += nodes.title("", "", *self.marks(block.marks), *self.runs(block.caption, linked=False))
        group = nodes.tgroup(cols=columns)
        stubs = {number for number in range(columns) if number % ((columns + 1) // block.folds) < block.stubs}
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
        below = NO_MARKS if block.caption else block.marks
        if block.notes or below:
            note = nodes.container(classes=["table-notes"])
            for number, text in enumerate(block.notes or ((),)):
                note += self.paragraph(text, below if not number else NO_MARKS)
            made.append(note)
        return made

    def row(self, row: blocks.Row) -> nodes.row:
        """Make a row of a table."""
        made = nodes.row(classes=["subhead"] if row.is_head else ["goes-on"] if row.goes_on else [])
        self.name(made, row.place)
        for cell in row.cells:
            entry = nodes.entry()
            if cell.across > 1:
                entry["morecols"] = cell.across - 1
            if cell.down > 1:
                entry["morerows"] = cell.down - 1
            if cell.align:
                entry["classes"].append(f"text-{cell.align}")
            self.name(entry, cell.place)
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


def _folded(block: blocks.Grid) -> blocks.Grid:
    """Give a long and narrow table in several stretches side by side."""
    columns = max((len(row.cells) for row in block.rows), default=1)
    folds = min(-(-len(block.rows) // _LONG_TABLE), _WIDE_TABLE // columns)
    is_roster = "roster" in block.style
    if folds < 2 or block.widths or len(block.head) > 1 or (block.style and not is_roster):
        return block
    if not block.is_plain(_SHORT_NAME if is_roster else _SHORT_CELL):
        return block
    height = -(-len(block.rows) // folds)
    stretches = [block.rows[start : start + height] for start in range(0, len(block.rows), height)]
    none = blocks.Row((blocks.Cell(),) * columns)
    rows = [
        blocks.Row(_side_by_side([stretch[number] if number < len(stretch) else none for stretch in stretches]))
        for number in range(height)
    ]
    head = tuple(blocks.Row(_side_by_side([row] * len(stretches))) for row in block.head)
    return replace(block, rows=tuple(rows), head=head, folds=len(stretches))


def _side_by_side(rows: Iterable[blocks.Row]) -> tuple[blocks.Cell, ...]:
    """Give the cells of several rows, with an empty one between two; what is said of a row goes to its first cell."""
    found: list[blocks.Cell] = []
    for row in rows:
        first, *others = row.cells
        gap = [blocks.Cell()] if found else []
        found += [*gap, replace(first, place=row.place or first.place, changed=row.changed or first.changed), *others]
    return tuple(found)


def _marked(node: SomeElement, is_changed: bool) -> SomeElement:
    if is_changed:
        node["classes"].append("changed")
    return node


def _joined(line: nodes.paragraph, further: nodes.Node) -> None:
    """Put the marks of a whole in front of those of its first part, each once."""
    own = line.children[0]
    assert isinstance(own, nodes.Element)
    assert isinstance(further, nodes.Element)
    known = {child.astext() for child in own.children}
    new: list[nodes.Node] = []
    for child in further.children:
        if child.astext().strip() and child.astext() not in known:
            new += [child, nodes.Text(" ")]
    for child in reversed(new):
        own.insert(0, child)
