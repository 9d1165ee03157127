"""Print the text of a book as Typst: runs with their links, marks in the margin, numbers and lists.

In: texts, marks and points. Out: Typst markup. A book is printed twice: the first time nothing is known of what can be
led to, the second time all that was found then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from quarterdeck.print.book.book_links import BookLinks, node_id
from quarterdeck.print.book.book_parts import PointList, TextLine, point_parts
from quarterdeck.print.book.grid_words import stop_after
from quarterdeck.print.book.index_words import NUMBER
from quarterdeck.print.book.typst_markup import block, call, markup, string
from quarterdeck.prose.text.blocks import NO_MARKS, LinkTarget, Marks, Point
from quarterdeck.prose.text.runs import Run, Text

# Styles of runs to functions of Typst; what is not named here stands as it is.
_FUNCTIONS = {
    "name": "emph",
    "question": "emph",
    "term": "strong",
    "change": "strong",
    "label": "strong",
    "strong": "strong",
    "aside": "aside",
}
_PATTERNS = ("1.", "a.", "i.")
"""How points are numbered, by depth."""
# What a line does not end within: a number and its percent, and the two figures of a hex.
_TOGETHER = re.compile(r"(?<=\d) (?=%)|(?<=\d,) (?=-?\d+\])")


@dataclass(frozen=True)
class LabelHome:
    """Where what can be led to stands: in which section, if any, and by what number it is cited."""

    section: int | None
    cited: str


@dataclass
class TextPrinter:
    """Prints text, and remembers what can be led to.

    `known` is what was found when the book was printed before; `numbers` are what addresses are cited by.
    """

    links: BookLinks
    known: Mapping[str, LabelHome]
    numbers: Mapping[str, str]
    changed: frozenset[str]
    found: dict[str, LabelHome] = field(default_factory=dict)
    indexed: list[tuple[str, str]] = field(default_factory=list)
    """Entries of the index with the labels that they lead to."""
    missing: list[str] = field(default_factory=list)
    """Addresses that a text leads to, and that are not printed."""
    section: int | None = None
    section_number: str = ""
    """The number of the section that is being printed, or of the nearest around it that has one."""
    hangs: bool = False
    """The section that is being printed reaches into the left margin."""
    marks_in_text: bool = False
    no_pages: bool = False
    no_numbers: bool = False
    _references: int = 0

    # --- places

    def labels(self, place: LinkTarget | None) -> list[str]:
        """Name what is printed next for a place, and take up its entries for the index."""
        if place is None or not self.links.name(place):
            return []
        label = node_id(place.address)
        self._note(label, place.address, self.numbers.get(place.address, ""))
        return [label]

    def _note(self, label: str, entries: str, cited: str) -> None:
        self.found[label] = LabelHome(self.section, cited or self.section_number)
        self.indexed += ((words, label) for words in self.links.entries_of.get(entries, ()))

    def anchors(self, place: LinkTarget | None) -> str:
        """Make an invisible target for a place, the first time that it is printed."""
        return "".join(f"#anchor({string(label)})" for label in self.labels(place))

    def anchors_of(self, address: str) -> str:
        """Make an invisible target for an address, the first time that it is printed."""
        return self.anchors(self.links.places.get(address))

    def anchored(self, place: LinkTarget | None, text: str) -> str:
        """Put the target for a place in front of what stands in blocks of its own."""
        anchors = self.anchors(place)
        return block(anchors) + text if anchors and text.startswith("\n#") else anchors + text

    # --- lines

    def runs(self, text: Text, *, linked: bool = True) -> str:
        """Print the words of a line."""
        return "".join(self._run(run, names_page) for run, names_page in self.links.runs(text, linked=linked))

    def _run(self, run: Run, names_page: bool) -> str:
        text = markup(_TOGETHER.sub("\N{NO-BREAK SPACE}", run.words))
        if run.style in _FUNCTIONS:
            text = call(_FUNCTIONS[run.style], text)
        return self._link(run.to, text, names_page) if run.to else text

    def _link(self, address: str, text: str, names_page: bool) -> str:
        """Let words lead to an address, or to what it is a part of; one that `names_page` tells its page or number."""
        known = address
        while known and node_id(known) not in self.known:
            known = known.rpartition(".")[0]
        if not known:
            self.missing.append(address)
            return text
        label = node_id(known)
        at = None
        if names_page and not self.no_pages and self.known[label].section != self.section:
            self._references += 1
            at = string(str(self._references))
        number = self.numbers.get(address, "") if names_page and not self.no_numbers else ""
        return call("inside", text, to=string(label), at=at, number=string(number) if number else None)

    def marks(self, found: Marks, *, at_edge: bool = False) -> str:
        """Print where a rule comes from, to stand in the margin."""
        if not found:
            return ""
        name = "edge-marks" if at_edge and not self.hangs else "margin-marks"
        cites = [markup(place.replace(" ", "\N{NO-BREAK SPACE}")) for place in found.cites]
        rulings = [self._link(f"rulings.{name}", markup(name), names_page=False) for name in found.rulings]
        body = " ".join([*([", ".join(cites)] if cites else []), *rulings])
        return f"#{'marks-behind' if self.marks_in_text else name}[{body}]"

    def number(self, number: str) -> str:
        """Print the number of a paragraph; to it entries of the index lead that have no other place."""
        if not number:
            return ""
        anchor = ""
        if self.links.is_naming and f"{NUMBER}{number}" in self.links.entries_of:
            label = f"paragraph-{number}"
            self._note(label, f"{NUMBER}{number}", number)
            anchor = f"#anchor({string(label)})"
        return f"{anchor}{call('paragraph-number', markup(number))} "

    def margin(self, line: TextLine, *, at_edge: bool = False) -> str:
        """Print what stands in the margin beside a line."""
        return self.marks(line.marks, at_edge=at_edge)

    def words(self, line: TextLine) -> str:
        """Print a line without what stands in the margin."""
        lead = ""
        if line.lead:
            lead = call("point-lead", self.runs((*line.lead, Run(stop_after(line.lead))))) + " "
        anchors = "".join(map(self.anchors_of, line.within))
        return self.number(line.number) + lead + self.runs(line.text) + anchors

    def without_pages(self, text: Text, *, linked: bool = True) -> str:
        """Print words whose links name neither pages nor numbers."""
        outer, self.no_pages, self.no_numbers = (self.no_pages, self.no_numbers), True, True
        made = self.runs(text, linked=linked)
        self.no_pages, self.no_numbers = outer
        return made

    # --- lists

    def items(self, points: Sequence[Point], depth: int, marks: Marks = NO_MARKS) -> list[str]:
        """Print the points of a list, each with its target and its change bar inside; marks are those of the first."""
        return [self._item(point, depth, NO_MARKS if place else marks) for place, point in enumerate(points)]

    def _item(self, point: Point, depth: int, marks: Marks) -> str:
        anchors = self.anchors_of(point.address)
        text = "".join(map(self._in_item, point_parts(point, depth, marks))).strip("\n")
        return anchors + (call("changed", text) if point.address in self.changed and text else text)

    def _in_item(self, part: object) -> str:
        if isinstance(part, PointList):
            return self.plain_list(part)
        assert isinstance(part, TextLine)
        return block(self.margin(part) + self.words(part))

    def plain_list(self, part: PointList) -> str:
        """Print a list that stands in a cell or below a point, where nothing keeps it together."""
        return block(list_of(part, self.items(part.points, part.depth + part.numbered, part.marks)))


def list_of(part: PointList, items: Iterable[str], start: int = 1) -> str:
    """Print a list of some items, numbered from `start`."""
    tight = str(not any(point.after for point in part.points)).lower()
    written = ",".join(f"\n  [{item}]" for item in items)
    if not part.numbered:
        return f"#list(tight: {tight},{written})"
    pattern = string(_PATTERNS[min(part.depth, len(_PATTERNS) - 1)])
    return f"#enum(tight: {tight}, numbering: {pattern}, start: {start},{written})"
