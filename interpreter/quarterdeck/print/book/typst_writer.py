"""Write a Sphinx doctree as Typst text.

Comes in: one doctree with all documents inlined and all references resolved (`typst_builder` makes it).
Goes out: Typst markup which calls the functions of `typst_template.typ`, one function for each kind of thing a rulebook
prints. How a thing looks is decided there, what it is here.

Each node type has a function `write_...` that gives the node's text, or a word in `WRAPPED`, `TRANSPARENT` or
`DROPPED`. What an extension registers with `app.add_node(..., typst=(visit, depart))` works too and appends to
`self.body`. A node that nothing here knows is a Sphinx warning, and its children are written.

Labels are `document:id`, since ids repeat between documents. Formulas are refused with a warning: no rule needs more
than the characters of its text, and a formula would need a translator from LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.highlighting import PygmentsBridge
from sphinx.locale import _, __, admonitionlabels
from sphinx.util import logging
from sphinx.util.docutils import SphinxTranslator

from quarterdeck.print.book.table_widths import (
    BETWEEN,
    PageSize,
    below_table,
    cells_in_place,
    column_alignments,
    is_below_table,
    is_key,
    next_to,
    page_size,
    parts_of,
    room_for,
    tables_in_a_row,
    width_in_row,
    width_of,
)

if TYPE_CHECKING:
    from quarterdeck.print.book.typst_builder import TypstBuilder

logger = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[Any], str]
SomeNode = TypeVar("SomeNode", bound=nodes.Node)


# Only what Typst itself takes for a space or a new line: a no-break space must stay one.
_SPACES = re.compile("[ \t\n\v\f\r\x85\u2028\u2029]+")
# `//` and `/*` begin comments and `http://` a link; `...`, `--`, `-?` and `-1` are shorthands for other characters.
_SPECIAL = re.compile(r"[\\#$*_`<>@~\[\]\"']|/(?=[/*])|(?<=/)/|\.(?=\.)|-(?=[-?\d])|-$")
# Marks of headings, lists and terms; and what after `#f[..]` would still belong to the call.
_LEADING = re.compile(r"(\s*)(?:([=+\-/.;(])|(\d+)\.)")


def markup(text: str) -> str:
    r"""Escape text so that Typst prints exactly these characters, whatever stands before it.

    >>> print(markup("# 5 * 3_000 costs $2; see [a] // b"))
    \# 5 \* 3\_000 costs \$2; see \[a\] \/\/ b
    >>> print(markup("; (so) 2. and ..."))
    \; (so) 2. and \.\..
    """
    text = _SPECIAL.sub(lambda found: "\\" + found[0], _SPACES.sub(" ", text))
    leading = _LEADING.match(text)
    if leading is None:
        return text
    start = rf"{leading[1]}\{leading[2]}" if leading[2] else rf"{leading[1]}{leading[3]}\."
    return start + text[leading.end() :]


def string(text: str) -> str:
    r"""Give a Typst string literal.

    >>> print(string('say "aye"'))
    "say \"aye\""
    """
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def array(items: Iterable[str]) -> str:
    """Give a Typst array of expressions; the comma after a single one makes it an array.

    >>> array(["1"])
    '(1,)'
    """
    listed = list(items)
    return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"


def strings(texts: Iterable[str]) -> str:
    """Give a Typst array of string literals."""
    return array(string(text) for text in texts)


def expression(name: str, /, *contents: str, **options: str | None) -> str:
    """Give a call as it stands within code; an option that is None is left out.

    >>> expression("cell", "Speed", colspan="2", align=None)
    'cell(colspan: 2)[Speed]'
    """
    named = ", ".join(f"{key.replace('_', '-')}: {value}" for key, value in options.items() if value is not None)
    arguments = f"({named})" if named or not contents else ""
    return name + arguments + "".join(f"[{content}]" for content in contents)


def call(name: str, /, *contents: str, **options: str | None) -> str:
    """Give a call as it stands within markup."""
    return "#" + expression(name, *contents, **options)


def block(text: str) -> str:
    """Set text apart from what stands before and after it."""
    return f"\n{text}\n"


def flag(truth: object) -> str | None:
    """Give the value of an option that is off unless named."""
    return "true" if truth else None


_LENGTH = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(\D*)")
_UNITS = {"": 0.75, "px": 0.75, "pc": 12.0, "ex": 0.5}


def length(value: str) -> str | None:
    """Turn a length of reStructuredText into one of Typst, None when it cannot be read.

    A pixel is 1/96 inch, as in CSS.

    >>> length("200px"), length("60%"), length("4 cm"), length("wide")
    ('150pt', '60%', '4cm', None)
    """
    found = _LENGTH.fullmatch(value.strip())
    if found is None:
        return None
    number, unit = float(found[1]), found[2].strip().lower()
    if unit in _UNITS:
        number, unit = number * _UNITS[unit], "em" if unit == "ex" else "pt"
    return f"{number:g}{unit}" if unit in {"pt", "cm", "mm", "in", "em", "%"} else None


# Node type to the function of Typst or of the template that its content is handed to, within a line ...
WRAPPED = {
    "emphasis": "emph",
    "strong": "strong",
    "title_reference": "emph",
    "subscript": "sub",
    "superscript": "super",
    "term": "term",
    "classifier": "classifier",
    "desc_name": "object-name",
    "desc_addname": "object-address",
    "desc_annotation": "object-annotation",
    "desc_returns": "object-returns",
    "desc_optional": "object-optional",
    "versionmodified": "version",
}
# ... and as a block.
WRAPPED_BLOCKS = {
    "rubric": "rubric",
    "attribution": "attribution",
    "centered": "centered",
}
TRANSPARENT = frozenset(
    """
    abbreviation acks acronym caption compound definition definition_list desc_content desc_inline desc_parameter
    desc_signature desc_type desc_type_parameter description download_reference field_body field_name generated glossary
    inline line only option_list pending_xref problematic subtitle target
    """.split()
)
DROPPED = frozenset(
    """
    colspec comment decoration docinfo footer footnote header highlightlang index label meta pending
    substitution_definition system_message tabular_col_spec toctree
    """.split()
)
# Classes of paragraphs and of words to the function that sets them apart.
_STYLED = {
    "lead": "lead",
    "note": "small-note",
    "headline": "headline",
    "leading": "leading",
    "aside": "aside",
    "point-lead": "point-lead",
    "paragraph-number": "paragraph-number",
}
_BLOCKS = ("lead", "leading")
"""Those that may stay with what follows: a block each, in which stands what belongs in the margin, too."""
_MANY = 520  # letters, five lines: what leads to something stays with it unless it has so many of its own
_SIZE_OF_LISTS = "0.84"  # of those that stand in two columns
_LETTERS_OF_A_LINE, _MANY_LINES = 16, 34  # in a cell; of a table that may take more than a page
_SURELY_TORN = 62  # rows, in the smallest print
_FEW = 220  # letters, two lines: what says so little goes over to the next page with its example
_LINE = 80  # letters
_FEW_POINTS = 4  # of a list that is not torn; of a longer one two points stay together at either end
_CONTAINERS = {"term-entry": "entry", "numbered-step": "entry", "table-notes": "table-notes"}
_ENTRIES = ("term-entry", "numbered-step")
_PIECES = ("table", "pictured")
_TABLE_STYLES = ("roster", "compact")


class LabelledInside:
    """A node of an extension whose ids become labels where the function that writes it says."""


# Their ids become labels, and their change bars begin and end, where the function that writes them says.
_OWN_LABELS: tuple[type, ...] = (
    nodes.table, nodes.document, nodes.section, nodes.footnote, nodes.list_item, nodes.row, nodes.entry, nodes.field,
    LabelledInside,
)  # fmt: skip
_ENUMERATIONS = {
    "arabic": "1",
    "loweralpha": "a",
    "upperalpha": "A",
    "lowerroman": "i",
    "upperroman": "I",
}
# How a piece of code may be set off, by the start of the name of its Pygments token; all else is plain.
_CODE_STYLES = {
    "Token.Keyword": "k",
    "Token.Operator.Word": "k",
    "Token.Name.Tag": "k",
    "Token.Name.Function": "f",
    "Token.Name.Class": "f",
    "Token.Comment": "c",
    "Token.Generic.Prompt": "c",
    "Token.Generic.Output": "o",
    "Token.Literal.String": "s",
}
# What a line does not end within: a number and its percent, and the two figures of a hex.
_TOGETHER = re.compile(r"(?<=\d) (?=%)|(?<=\d,) (?=-?\d+\])")

# Letters: a cell this long may be broken over two pages, a box shorter than this may not.
_LONG_CELL = 600
_MANY_ROWS, _LAST_ROWS = 16, 4  # of a table that may be torn; of its end, which is not
_SUBHEAD = "table.header(level: 2, "
_LETTER = 0.48  # of the size of print: how wide a letter of a roster is
_SHORT_BOX = 700


def _anchors(labels: Iterable[str]) -> str:
    return "".join(f"#anchor({string(label)})" for label in labels)


def _children(node: nodes.Element, kind: type[SomeNode]) -> list[SomeNode]:
    return [child for child in node.children if isinstance(child, kind)]


def _first(node: nodes.Element, kind: type[SomeNode]) -> SomeNode | None:
    return next(iter(_children(node, kind)), None)


def _rest(node: nodes.Element, *left_out: type[nodes.Node]) -> list[nodes.Node]:
    return [child for child in node.children if not isinstance(child, left_out)]


def _first_of(classes: Iterable[str], known: Iterable[str]) -> str:
    """Give the first of some classes that is known."""
    return next((name for name in classes if name in known), "")


def _is_changed(node: nodes.Element) -> bool:
    """Say whether the node is marked as changed; the words "Changed in version" of Sphinx have that class too."""
    classes = node.get("classes", ())
    return "changed" in classes and "versionmodified" not in classes


def _number_of(node: nodes.Node) -> str:
    """Give the number by which what words lead to is cited; nothing where there is none."""
    return str(node.get("number", "")) if isinstance(node, nodes.Element) else ""


def _is_inline(node: nodes.Node) -> bool:
    if isinstance(node, nodes.image | nodes.reference | nodes.target):
        return isinstance(node.parent, nodes.TextElement)
    return isinstance(node, nodes.Inline | nodes.Text | nodes.title | nodes.caption | nodes.term)


def _is_entry(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and bool(_first_of(node["classes"], _ENTRIES))


def _is_in_margin(node: nodes.Node) -> bool:
    return "marks" in getattr(node, "attributes", {}).get("classes", ())


def _is_in_text(node: nodes.Node) -> bool:
    """Tell whether something stands among paragraphs, not in a cell or below a point of a list."""
    parent = node.parent
    return _is_entry(parent) or isinstance(parent, nodes.section | nodes.admonition)


def _leads_on(node: nodes.Element) -> bool:
    """Tell whether what comes next says nothing without this: a list, a note, a short example.

    A section that is kept whole may go to the next page: then the head of its chapter goes with it.
    """
    after = next_to(node, 1)
    if isinstance(after, nodes.section):
        return "kept-whole" in after["classes"]
    if isinstance(after, nodes.bullet_list | nodes.enumerated_list):
        return node.astext().rstrip().endswith(":") or len(node.astext()) < _LINE
    if isinstance(after, nodes.admonition):
        return len(after.astext()) < _SHORT_BOX and len(node.astext()) < _FEW
    return isinstance(after, nodes.paragraph) and "note" in after["classes"]


def _lines_in(row: nodes.row) -> int:
    """Give about how many lines a row of a table has, at the most."""
    return max((-(-len(entry.astext()) // _LETTERS_OF_A_LINE) for entry in row.children), default=1)


def _rows_together(rows: Sequence[nodes.row]) -> int:
    """Give how many rows at the end of a long table had better stand on one page."""
    if len(rows) <= _MANY_ROWS:
        return 0
    many = _LAST_ROWS
    while many < len(rows) and {"subhead", "goes-on"} & {*rows[-many]["classes"]}:  # belongs to what is before it
        many += 1
    return many


def _kept_together(rows: Sequence[list[str]], together: int) -> list[list[str]]:
    """Give rows a cell more, of a column without width: one cell for all rows at the end that stand on one page."""
    *free, first = rows[: 1 - together]
    kept = expression("cell", "", rowspan=str(together))
    above = ([f"{row[0][:-1]}, [])"] if row[:1] and row[0].startswith(_SUBHEAD) else [*row, "[]"] for row in free)
    return [*above, [*first, kept], *rows[1 - together :]]


def _letters_of_leads(node: nodes.paragraph) -> int:
    """Give the letters of a paragraph that leads to something, with those of others like it beside it."""
    leads = [one for one in node.parent.children if isinstance(one, nodes.paragraph) and "lead" in one["classes"]]
    return sum(len(word.astext()) for one in leads for word in one.children if not _is_in_margin(word))


def _reaches_out(section: nodes.section, page: PageSize) -> bool:
    """Tell whether a section is one of small print or wide tables, which reach into the left margin."""
    inner = _children(section, nodes.section)
    own = any(width_of(table, page).is_wide for table in _children(section, nodes.table))
    small = "in-columns" in section["classes"] or any(type(child).__name__ == "narrow" for child in section.children)
    return own or small or (bool(inner) and all(_reaches_out(one, page) for one in inner))


def _letters(number: int) -> str:
    """Give a, b, ... z, aa, bb, ... for 0, 1, ..."""
    return chr(ord("a") + number % 26) * (number // 26 + 1)


def placed_nodes(
    node: nodes.Node, file: str, section: nodes.section | None = None
) -> Iterator[tuple[nodes.Element, str, nodes.section | None]]:
    """Give each element below `node`, in order, with the document and the innermost section it lies in."""
    if not isinstance(node, nodes.Element):
        return
    if isinstance(node, addnodes.start_of_file):
        file = node["docname"]
    elif isinstance(node, nodes.section):
        section = node
    yield node, file, None if isinstance(node, LabelledInside) else section  # which has a page of its own
    for child in node.children:
        yield from placed_nodes(child, file, section)


class TypstTranslator(SphinxTranslator):
    """Writes nodes as Typst text: `text_of(node)` for one node, `content(node)` for all its children."""

    def __init__(self, document: nodes.document, builder: TypstBuilder) -> None:
        super().__init__(document, builder)
        self.body: list[str] = []
        self.file: str = document["docname"]
        self._handlers: dict[type[nodes.Node], Handler] = {}
        self._unknown: set[str] = set()
        self._highlighter = PygmentsBridge("html", self.config.pygments_style)
        self._is_preformatted = False
        self._no_pages = self._no_numbers = False
        self._level = 0
        self._section: nodes.section | None = None
        self._numbers: list[int] = []
        self._has_numbers = any(self.builder.env.toc_secnumbers.values())
        self._waiting_labels: list[str] = []
        self._pieces: dict[int, str] = {}
        self._references = 0
        self._page = page_size(self.config.typst_paper, large=self.config.typst_large)
        self.marks_in_text = False
        self._row_room: float | None = None  # letters that a table has which stands beside others
        self._hangs = False  # the section that is being written, into the left margin
        self._places: dict[str, nodes.section | None] = {"genindex:": None}
        self._cited: dict[str, str] = {}
        self._footnotes: dict[str, nodes.footnote] = {}
        self._used_footnotes: set[str] = set()
        # Set while a table is written: mark and text of its notes. They stand below it, since Typst may set the
        # footnotes of a repeated head on another page.
        self._table_notes: dict[str, tuple[str, str]] | None = None
        self._title_section = _first(document, nodes.section)
        for node, file, section in placed_nodes(document, self.file):
            if isinstance(node, addnodes.start_of_file | nodes.document):
                self._places[f"{file}:"] = section
            for name in node["ids"]:
                self._places[f"{file}:{name}"] = section
                self._cited[f"{file}:{name}"] = node.get("cited") or self._number_within(section, file)
                if isinstance(node, nodes.footnote):
                    self._footnotes[f"{file}:{name}"] = node

    def dispatch_visit(self, node: nodes.Node) -> None:
        pair = self._registered("visit_", type(node))
        if pair is None:
            self.body.append(self.text_of(node))
            raise nodes.SkipNode
        pair(node)

    def dispatch_departure(self, node: nodes.Node) -> None:
        pair = self._registered("depart_", type(node))
        if pair is not None:
            pair(node)

    def text_of(self, node: nodes.Node) -> str:
        """Give the Typst text of a node, with its labels and its change bar."""
        kind = type(node)
        if kind not in self._handlers:
            self._handlers[kind] = self._handler(kind)
        text = self._handlers[kind](node)
        return text if isinstance(node, _OWN_LABELS) else self._marked(node, text)

    def content(self, node: nodes.Element) -> str:
        """Give the text of all children of a node."""
        return self.texts(node.children)

    def texts(self, children: Iterable[nodes.Node]) -> str:
        """Give the text of some nodes, without the line breaks around it."""
        return "".join(self.text_of(child) for child in children).strip("\n")

    def _handler(self, kind: type[nodes.Node]) -> Handler:
        if self._registered("visit_", kind) is not None:
            return self._written_by_pair
        for ancestor in kind.__mro__:
            name = ancestor.__name__
            own: Handler | None = getattr(self, f"write_{name}", None)
            if own is not None:
                return own
            if name in WRAPPED:
                return lambda node: call(WRAPPED[name], self.content(node))
            if name in WRAPPED_BLOCKS:
                return lambda node: block(call(WRAPPED_BLOCKS[name], self.content(node)))
            if name in TRANSPARENT:
                return self.content
            if name in DROPPED:
                return lambda _node: ""
        return self._written_as_unknown

    def _registered(self, prefix: str, kind: type[nodes.Node]) -> Callable[[nodes.Node], None] | None:
        return getattr(self, prefix + kind.__name__, None)

    def _written_by_pair(self, node: nodes.Node) -> str:
        outer, self.body = self.body, []
        node.walkabout(self)
        text, self.body = "".join(self.body), outer
        return text

    def _written_as_unknown(self, node: nodes.Node) -> str:
        name = type(node).__name__
        if name not in self._unknown:
            self._unknown.add(name)
            logger.warning(__("unknown node type: %s"), name, location=node, type="typst", subtype="node")
        return self.content(node) if isinstance(node, nodes.Element) else ""

    def labels(self, node: nodes.Element) -> list[str]:
        """Give the Typst labels of a node: its ids, each after the name of its document."""
        return [f"{self.file}:{name}" for name in node["ids"]]

    def anchors(self, node: nodes.Element) -> str:
        """Give an invisible target for each id of a node."""
        return _anchors(self.labels(node))

    def _marked(self, node: nodes.Node, text: str) -> str:
        if not isinstance(node, nodes.Element):
            return text
        if _is_changed(node) and text:
            text = self._with_bar(node, text)
        anchors = self.anchors(node)
        return block(anchors) + text if anchors and text.startswith("\n#") else anchors + text

    def _with_bar(self, node: nodes.Element, text: str) -> str:
        if _is_inline(node):
            return call("changed-words", text)
        # What is said below a table is set apart from the table itself, which the bar goes around.
        return block(call("changed", text, apart="1em" if isinstance(node, nodes.table) else None))

    def item(self, node: nodes.Element) -> str:
        """Give the content of a list item, a cell or a field, with its labels and its change bar inside."""
        text = self.content(node)
        if _is_changed(node) and text:
            text = call("changed", text)
        return self.anchors(node) + text

    def write_reference(self, node: nodes.reference) -> str:
        text = self.content(node)
        uri = node.get("refuri", "")
        label = self._label_of_target(node.get("refid"), uri)
        if label is None:
            link = call("outside", text, to=string(uri)) if uri else text
        elif label in self._places:
            is_quiet = any("quiet" in child["classes"] for child in node.children if isinstance(child, nodes.Element))
            may_tell = self.config.typst_page_references and not is_quiet
            tells = may_tell and not self._no_pages and self._places[label] is not self._section
            number = next((found for child in node.children if (found := _number_of(child))), "")
            told = string(number) if may_tell and not self._no_numbers and number else None
            name = self._next_reference() if tells else None
            link = call("inside", text, to=string(label), at=name, number=told)
        else:
            logger.warning(
                __("reference to what is not printed: %s"),
                label.rstrip(":"),
                location=node,
                type="typst",
                subtype="ref",
            )
            link = text
        return link if _is_inline(node) else block(link)

    def _next_reference(self) -> str:
        """Give a name for a reference, so that the page where it stands can be told from that of its target."""
        self._references += 1
        return string(str(self._references))

    def _label_of_target(self, refid: str | None, uri: str) -> str | None:
        if refid is not None:
            return f"{self.file}:{refid}"
        if uri.startswith("%"):
            document, _hash, name = uri[1:].partition("#")
            return f"{document}:{name}"
        return f"{self.file}:{uri[1:]}" if uri.startswith("#") and len(uri) > 1 else None

    def without_pages(self, *children: nodes.Node, numbered: bool = False) -> str:
        """Give the text of some nodes, the references in it without pages; without numbers, too, unless `numbered`."""
        outer = self._no_pages, self._no_numbers
        self._no_pages, self._no_numbers = True, not numbered
        text = self.texts(children)
        self._no_pages, self._no_numbers = outer
        return text

    def write_footnote_reference(self, node: nodes.footnote_reference) -> str:
        label = f"{self.file}:{node.get('refid', '')}"
        footnote = self._footnotes.get(label)
        if footnote is None:
            return call("super", self.content(node))
        if self._table_notes is not None:
            return self._table_note(label, footnote)
        if label in self._used_footnotes:
            return f"#footnote(label({string(label)}))"
        self._used_footnotes.add(label)
        text = self.texts(_rest(footnote, nodes.label))
        note = call("labelled", call("footnote", text), name=string(label))
        return call("note-in-title", note) if isinstance(node.parent, nodes.title) else note

    def _table_note(self, label: str, footnote: nodes.footnote) -> str:
        notes = self._table_notes
        assert notes is not None
        if label not in notes:
            mark = _letters(len(notes))
            notes[label] = mark, ""
            notes[label] = mark, self.texts(_rest(footnote, nodes.label))
        return call("super", notes[label][0])

    def write_citation(self, node: nodes.citation) -> str:
        label = _first(node, nodes.label)
        name = self.content(label) if label is not None else ""
        return block(call("citation", name, self.texts(_rest(node, nodes.label))))

    def write_citation_reference(self, node: nodes.citation_reference) -> str:
        return markup(f"[{node.astext()}]")

    def write_document(self, node: nodes.document) -> str:
        return block(_anchors([f"{self.file}:"])) + self.content(node)

    def write_start_of_file(self, node: addnodes.start_of_file) -> str:
        outer, self.file = self.file, node["docname"]
        start = f"{self.file}:"
        anchor = ""
        if next(node.findall(nodes.section), None) is None:
            anchor = block(_anchors([start]))
        else:
            self._waiting_labels.append(start)
        text = anchor + self.content(node)
        self.file = outer
        return text

    def write_section(self, node: nodes.section) -> str:
        if _is_changed(node):
            self._hand_down_bar(node)
        outer, self._section = self._section, node
        if node is self._title_section:
            text = block(self.anchors(node)) + self.texts(_rest(node, nodes.title))
        else:
            self._level += 1
            text = self._due_below(node) + self._heading(node) + self._body(node)
            self._level -= 1
        self._section = outer
        return text + "\n"

    def _body(self, node: nodes.section) -> str:
        if "in-columns" in node["classes"]:
            return self._in_columns(_rest(node, nodes.title))
        text = self.texts(_rest(node, nodes.title))
        if "kept-whole" not in node["classes"]:
            return text
        return block(call("in-one-piece", text, name=string(self._piece_name(node))))

    def _in_columns(self, children: Sequence[nodes.Node]) -> str:
        """Write lists in two columns, each point for itself, and what comes before a list above it."""
        written = []
        for child in children:
            if isinstance(child, nodes.bullet_list):
                points = [f"#list({self._items([item])})" for item in _children(child, nodes.list_item)]
                written.append(block(call("narrow", *points, size=_SIZE_OF_LISTS)))
            else:
                written.append(self.text_of(child))
        return "".join(written)

    @staticmethod
    def _hand_down_bar(section: nodes.section) -> None:
        """Mark the parts of a changed section: a block around a chapter could not hold its page break."""
        section["classes"].remove("changed")
        for child in _children(section, nodes.Element):
            if not isinstance(child, nodes.Invisible):
                child["classes"].append("changed")

    def _heading(self, node: nodes.section) -> str:
        title = _first(node, nodes.title)
        labels = self.labels(node) + self._waiting_labels
        self._waiting_labels = []
        if title is None:
            return block(_anchors(labels))
        number = self._section_number(node)
        self._hangs = number is None and _reaches_out(node, self._page)
        return block(
            call(
                "section",
                self.without_pages(*title.children),
                level=str(self._level),
                number=number and string(number),
                labels=strings(labels + self.labels(title)),
                marked=flag(_is_changed(title)),
                opens=flag("opens-page" in node["classes"]),
                begins=flag("begins-part" in node["classes"]),
                fresh=flag("fresh-page" in node["classes"]),
                hanging=flag(self._hangs),
            )
        )

    def _section_number(self, node: nodes.section) -> str | None:
        """Give the number that Sphinx gave, so that HTML and PDF agree; without any, count to the depth asked for."""
        if self._has_numbers:
            numbers = self.builder.env.toc_secnumbers.get(self.file, {})
            is_top = node.parent is None or not isinstance(node.parent, nodes.section)
            found = next((numbers[f"#{name}"] for name in node["ids"] if f"#{name}" in numbers), None)
            found = found or (numbers.get("") if is_top else None)
            return ".".join(map(str, found)) if found else None
        if self._level > self.config.typst_number_depth:
            return None
        self._numbers = [*self._numbers, *[0] * self._level][: self._level]
        self._numbers[-1] += 1
        return ".".join(map(str, self._numbers))

    def _number_within(self, section: nodes.section | None, file: str) -> str:
        """Give the number of a section or of the nearest around it that has one."""
        numbers = self.builder.env.toc_secnumbers.get(file, {})
        node: nodes.Node | None = section
        while isinstance(node, nodes.section):
            found = next((numbers[f"#{name}"] for name in node["ids"] if f"#{name}" in numbers), None)
            if found is None and not isinstance(node.parent, nodes.section):
                found = numbers.get("")
            if found:
                return ".".join(map(str, found))
            node = node.parent
        return ""

    def write_title(self, node: nodes.title) -> str:
        return self.without_pages(*node.children)

    def write_topic(self, node: nodes.topic | nodes.sidebar) -> str:
        title = _first(node, nodes.title)
        body = self.texts(_rest(node, nodes.title))
        return block(call("topic", body, title=title and f"[{self.text_of(title)}]"))

    write_sidebar = write_topic

    def write_transition(self, _node: nodes.transition) -> str:
        return block("#transition()")

    def write_Text(self, node: nodes.Text) -> str:
        if self._is_preformatted:
            return "#linebreak()".join(f"#raw({string(line)})" if line else "" for line in node.astext().split("\n"))
        return markup(_TOGETHER.sub("\N{NO-BREAK SPACE}", node.astext()))

    def write_paragraph(self, node: nodes.paragraph) -> str:
        style = next((_STYLED[name] for name in node["classes"] if name in _STYLED), None)
        if style is None:
            return self._held(node, block(self.content(node)))
        # What stands in the margin is no part of the words.
        words = [child for child in node.children if not _is_in_margin(child)]
        margin = [child for child in node.children if child not in words]
        if style in _BLOCKS:
            short = flag(style == "lead" and _letters_of_leads(node) < _MANY)
            return block(call(style, self.texts(margin) + self.texts(words), short=short))
        text = block(self.texts(margin) + call(style, self.texts(words)))
        leads = style == "small-note" and isinstance(next_to(node, 1), nodes.table)
        return block(call("held", text.strip("\n"), sticky="true")) if leads else text

    def _held(self, node: nodes.Element, text: str) -> str:
        """Keep what is short on the page of what it leads to."""
        is_held = _is_in_text(node) and len(node.astext()) < _MANY and _leads_on(node)
        return block(call("held", text.strip("\n"), sticky="true")) if is_held else text

    def _entry(self, node: nodes.container) -> str:
        """Write what has a name or a number; a picture behind it stands for itself, so that it finds its room."""
        first = next((at for at, one in enumerate(node.children) if type(one).__name__ in _PIECES), len(node.children))
        short = flag(len(node.astext()) < _MANY and first == len(node.children) and _leads_on(node))
        entry = block(call("entry", self.texts(node.children[:first]), sticky=short))
        rest = self.texts(node.children[first:])
        return entry + (block(rest) if rest else "")

    def write_inline(self, node: nodes.inline) -> str:
        text = self.content(node)
        style = next((_STYLED[name] for name in node["classes"] if name in _STYLED), None)
        return text if style is None else call(style, text)

    def write_literal(self, node: nodes.literal) -> str:
        return f"#raw({string(_SPACES.sub(' ', node.astext()))})"

    def write_math(self, node: nodes.math | nodes.math_block) -> str:
        logger.warning(__("formulas are not printed, only their source"), location=node, type="typst", subtype="math")
        raw = f"#raw({string(node.astext())})"
        return raw if isinstance(node, nodes.math) else block(raw)

    write_math_block = write_math

    def write_raw(self, node: nodes.raw) -> str:
        if "typst" not in node.get("format", "").split():
            return ""
        return (
            node.astext() if _is_inline(node) and isinstance(node.parent, nodes.TextElement) else block(node.astext())
        )

    def write_line_block(self, node: nodes.line_block) -> str:
        return block(call("line-block", "#linebreak()\n".join(self._lines(node))))

    def _lines(self, node: nodes.line_block, depth: int = 0) -> Iterator[str]:
        for child in node.children:
            if isinstance(child, nodes.line_block):
                yield from self._lines(child, depth + 1)
            else:
                yield (f"#h({1.4 * depth:g}em)" if depth else "") + self.texts([child])

    def write_block_quote(self, node: nodes.block_quote) -> str:
        return block(call("block-quote", self.content(node)))

    def _items(self, items: Sequence[nodes.list_item]) -> str:
        return ",".join(f"\n  [{self.item(item)}]" for item in items)

    @staticmethod
    def _is_tight(node: nodes.Element) -> bool:
        return all(len(_children(item, nodes.paragraph)) < 2 for item in _children(node, nodes.list_item))

    def write_bullet_list(self, node: nodes.bullet_list) -> str:
        return self._list(node, "list", "")

    def write_enumerated_list(self, node: nodes.enumerated_list) -> str:
        pattern = node.get("prefix", "") + _ENUMERATIONS[node.get("enumtype", "arabic")] + node.get("suffix", ".")
        return self._list(node, "enum", pattern)

    def _list(self, node: nodes.Element, name: str, pattern: str) -> str:
        """Write a list; a short one is not torn, and of a long one two points stay together at either end."""
        items = _children(node, nodes.list_item)
        ends = [len(items)]
        if _is_in_text(node) and not _is_changed(node):
            ends = [2, len(items) - 2, len(items)] if len(items) > _FEW_POINTS else ends
        written, start = [], 0
        tight = self._is_tight(node)
        for end in ends:
            options = "" if not pattern else f" numbering: {string(pattern)}, start: {node.get('start', 1) + start},"
            part = f"#{name}(tight: {str(tight).lower()},{options}{self._items(items[start:end])})"
            is_whole = _is_in_text(node) and sum(len(item.astext()) for item in items[start:end]) < _SHORT_BOX
            held = call(
                "held",
                part,
                sticky=flag(end == len(items) and is_whole and _leads_on(node)),
                goes_on=flag(tight and start),
                breakable=flag(not is_whole or end - start > _FEW_POINTS),
            )
            written.append(held if _is_in_text(node) else part)
            start = end
        return block(block("").join(written)) if items else ""

    def write_definition_list_item(self, node: nodes.definition_list_item) -> str:
        terms = _rest(node, nodes.definition)
        text = call("definition", self.without_pages(*terms), self.texts(_children(node, nodes.definition)))
        # In HTML an item has no element of its own, so that its term carries the mark for both.
        has_bar = any(isinstance(term, nodes.term) and _is_changed(term) for term in terms)
        return block(call("changed", block(text)) if has_bar else text)

    def write_option_list_item(self, node: nodes.option_list_item) -> str:
        group, description = node.children
        return block(call("definition", self.text_of(group), self.text_of(description)))

    def write_option_group(self, node: nodes.option_group) -> str:
        return f"#raw({string(', '.join(option.astext() for option in node.children))})"

    def write_field_list(self, node: nodes.field_list) -> str:
        fields = _children(node, nodes.field)
        longest = max((len(field.children[0].astext()) for field in fields), default=0)
        rows = [f"[{self.text_of(field.children[0])}], [{self._field_body(field)}]" for field in fields]
        return block(f"#fields({longest}, {', '.join(rows)})")

    def _field_body(self, field: nodes.field) -> str:
        text = self.texts(field.children[1:])
        if _is_changed(field) and text:
            text = call("changed", text)
        return self.anchors(field) + text

    def write_hlist(self, node: addnodes.hlist) -> str:
        columns = _children(node, addnodes.hlistcol)
        return block(f"#side-by-side({', '.join(f'[{self.content(column)}]' for column in columns)})")

    def write_admonition(self, node: nodes.Element) -> str:
        """Write a box; its classes choose the design, and the most special one that the template knows wins."""
        title = _first(node, nodes.title)
        name = node.tagname
        label = self.text_of(title) if title is not None else markup(str(admonitionlabels.get(name, "")))
        kinds = [*(kind for kind in node["classes"] if kind != "changed"), name]
        body = self.texts(_rest(node, nodes.title))
        return block(
            call(
                "admonition",
                body,
                kinds=strings(kinds),
                title=f"[{label}]" if label else None,
                breakable="false" if len(node.astext()) < _SHORT_BOX else None,
            )
        )

    write_Admonition = write_admonition  # noqa: N815 - docutils' name of the class behind all boxes

    def write_literal_block(self, node: nodes.literal_block) -> str:
        if any(not isinstance(child, nodes.Text) for child in node.children):
            return self._parsed_literal(node)
        arguments: dict[str, Any] = node.get("highlight_args", {})
        language = node.get("language", self.config.highlight_language)
        start = arguments.get("linenostart", 1) if node.get("linenos") else None
        emphasized = array(str(line) for line in arguments.get("hl_lines", ()))
        return self._code(node, language, start, emphasized)

    def write_doctest_block(self, node: nodes.doctest_block) -> str:
        return self._code(node, "pycon", None, "()")

    def _code(self, node: nodes.Element, language: str, start: int | None, emphasized: str) -> str:
        lines = self._highlighted(node.astext().rstrip("\n"), language, node)
        written = "".join(f"\n  {strings(part for piece in line for part in piece)}," for line in lines)
        return block(f"#code(start: {'none' if start is None else start}, emphasized: {emphasized},{written}\n)")

    def _highlighted(self, source: str, language: str, location: nodes.Node) -> list[list[tuple[str, str]]]:
        """Give the lines of a piece of code, each as (style, text) pairs, by the same lexer as in HTML."""
        lexer = self._highlighter.get_lexer(source, language, {"stripnl": False}, True, location)
        lines: list[list[tuple[str, str]]] = [[]]
        for token, text in lexer.get_tokens(source):
            style = next((style for kind, style in _CODE_STYLES.items() if str(token).startswith(kind)), "")
            for number, part in enumerate(text.split("\n")):
                if number:
                    lines.append([])
                if part:
                    lines[-1].append((style, part))
        while len(lines) > 1 and not lines[-1]:
            lines.pop()
        return lines

    def _parsed_literal(self, node: nodes.literal_block) -> str:
        outer, self._is_preformatted = self._is_preformatted, True
        text = self.content(node)
        self._is_preformatted = outer
        return block(call("parsed-code", text))

    def write_productionlist(self, node: addnodes.productionlist) -> str:
        lines = [
            f"{self.anchors(line)}#raw({string(line.astext().rstrip())})"
            for line in _children(node, addnodes.production)
        ]
        return block(call("parsed-code", "#linebreak()".join(lines)))

    def write_container(self, node: nodes.container) -> str:
        caption = _first(node, nodes.caption)
        if is_below_table(node):
            return ""
        if caption is None or "literal-block-wrapper" not in node["classes"]:
            name = _first_of(node["classes"], _CONTAINERS)
            if name in _ENTRIES and not _is_changed(node):
                return self._entry(node)
            return block(call(_CONTAINERS[name], self.content(node)) if name else self.content(node))
        return block(call("captioned-code", self._caption(node, caption), self.texts(_rest(node, nodes.caption))))

    def write_table(self, node: nodes.table) -> str:
        if self._table_notes is not None:
            return self._marked(node, self._table(node, {}))
        if is_key(node):
            return ""  # it is written with what is above it
        row = tables_in_a_row(node, self._page)
        if row[0] is not node:
            return ""
        if len(row) == 1:
            return self.piece(self._table_and_notes(node), node)
        room = room_for(node, self._page).line - BETWEEN * (len(row) - 1)
        widths = [width_in_row(one, self._page) for one in row]
        left = max(1, int(room) - sum(widths))
        whole = [width_of(one, self._page) for one in row]
        is_full = any(one.shares for one in whole) or sum(one.letters for one in whole) > room
        cells = []
        for place, one in enumerate(row):
            self.marks_in_text = place > 0  # only the first has the margin beside it
            self._row_room = float(widths[place]) if is_full else room
            cells.append(f"[{self._table_and_notes(one)}]")
        self.marks_in_text, self._row_room = False, None
        # Words below a table are broken where the table ends; without any it is as wide as it likes, if it may.
        are_planned = is_full or any(map(below_table, row))
        columns = [*(f"{wide}fr" for wide in widths), f"{left}fr"] if are_planned else ["auto"] * len(row)
        return self.piece(call("in-one-row", columns=array(columns), cells=array(cells)), node)

    def _table_and_notes(self, node: nodes.table) -> str:
        """Write a table with what is said below it."""
        text = ""
        for one in (node, *below_table(node)):
            if isinstance(one, nodes.table):
                notes: dict[str, tuple[str, str]] = {}
                self._table_notes = notes
                text += self._marked(one, self._table(one, notes))
                self._table_notes = None
            else:
                text += block(call("table-notes", self.content(one)))
        return text

    def is_at_edge(self, node: nodes.Node) -> bool:
        """Tell whether something begins a paragraph that stands at the left edge of the text."""
        paragraph = node.parent
        if not isinstance(paragraph, nodes.paragraph) or paragraph.index(node) or self._hangs:
            return False
        holder = paragraph.parent
        return isinstance(holder.parent if _is_entry(holder) else holder, nodes.section)

    def piece(self, text: str, node: nodes.Element) -> str:
        """Set apart what stands in one piece: at its place, or where there is no room at the head of the next page."""
        rows = list(node.findall(nodes.row))
        if len(rows) > _SURELY_TORN:
            return block(call("piece", text, is_torn="true"))
        parent = node.parent
        if _is_entry(parent):
            parent = parent.parent if not _is_changed(parent) else None
        is_due = None if id(node) in self._pieces else "true"
        if not isinstance(parent, nodes.section) or _is_changed(node) or "kept-whole" in parent["classes"]:
            may_be_torn = sum(map(_lines_in, rows)) > _MANY_LINES
            return block(call("piece", text, name=string(self._piece_name(node)) if may_be_torn else None))
        return block(call("piece", text, name=string(self._piece_name(node)), is_due=is_due))

    def _piece_name(self, node: nodes.Element) -> str:
        return self._pieces.setdefault(id(node), str(len(self._pieces) + 1))

    def _due_below(self, node: nodes.section) -> str:
        """Say of a table or picture that comes next below the head of a section that it is due where the head is."""
        below = [
            child for child in node.children if not isinstance(child, nodes.title | nodes.Invisible | addnodes.index)
        ]
        first = next(
            (child for child in below if "lead" not in getattr(child, "attributes", {}).get("classes", ())), None
        )
        is_apart = {"opens-page", "fresh-page", "kept-whole"} & {*node["classes"]}
        if type(first).__name__ not in _PIECES or is_apart or not isinstance(first, nodes.Element):
            return ""
        return block(call("due", name=string(self._piece_name(first))))

    def _table(self, node: nodes.table, notes: dict[str, tuple[str, str]]) -> str:
        """Write a table with the notes gathered on the way; those of a table within a table go to the outer one."""
        columns, head, rows = parts_of(node)
        outer = self._no_pages, self._no_numbers
        self._no_pages = self._no_numbers = True
        width = width_of(node, self._page, self._row_room)
        head_cells = [
            cell
            for row in cells_in_place(head)
            for cell in self._row(row, columns, is_head=True, upright=width.upright)
        ]
        together = _rows_together(rows)
        body_rows = [
            self._body_row(row, cells, columns, is_last=at >= len(rows) - together)
            for at, (row, cells) in enumerate(zip(rows, cells_in_place(rows), strict=True))
        ]
        self._no_pages, self._no_numbers = outer
        body_rows = _kept_together(body_rows, together) if together else body_rows
        title = _first(node, nodes.title)
        options = {
            "columns": array([f"{share}fr" for share in width.shares] or ["auto"] * len(columns)),
            "together": flag(together),
            "align": array(column_alignments(rows, len(columns))),
            "place": node.get("align") if node.get("align") in {"left", "center", "right"} else None,
            "width": length(str(node.get("width", ""))),
            "wide": flag(width.is_wide),
            "size": f"{width.size:.3g}" if width.size < 1 else None,
            "apart": f"{width.apart * _LETTER:.3g}em" if width.apart and self._row_room is None else None,
            "tight": flag(width.is_tight),
            "broken": flag(width.is_broken),
            "style": string(style) if (style := _first_of(node["classes"], _TABLE_STYLES)) else None,
            "caption": None if title is None else f"[{self._caption(node, title)}]",
            "has_marks": flag(title is not None and any(map(_is_in_margin, title.children))),
            "head_rows": str(len(head)),
            "head": array(head_cells),
            "notes": array(f"({string(mark)}, [{text}])" for mark, text in notes.values()) if notes else None,
        }
        lines = [f"  {key.replace('_', '-')}: {value}," for key, value in options.items() if value is not None]
        lines += [f"  {', '.join(row)}," for row in body_rows if row]
        return block("#rules-table(\n" + "\n".join(lines) + "\n)")

    def _body_row(
        self, row: nodes.row, cells: list[tuple[int, nodes.entry]], columns: list[nodes.colspec], *, is_last: bool
    ) -> list[str]:
        """Give the cells of a row; one that heads those below it goes with them over a page break, if one may come."""
        made = self._row(cells, columns)
        return [f"{_SUBHEAD}{', '.join(made)})"] if "subhead" in row["classes"] and not is_last else made

    def _row(
        self,
        cells: list[tuple[int, nodes.entry]],
        columns: list[nodes.colspec],
        *,
        is_head: bool = False,
        upright: frozenset[int] = frozenset(),
    ) -> list[str]:
        if not cells:
            return []
        row = cells[0][1].parent
        bar = next((entry for _x, entry in cells if not entry.get("morerows")), cells[0][1])
        has_bar = isinstance(row, nodes.row) and _is_changed(row)
        return [
            self._cell(
                entry,
                is_stub=not is_head and x < len(columns) and bool(columns[x].get("stub")),
                is_marked=_is_changed(entry) or (has_bar and entry is bar),
                is_head=is_head,
                is_upright=is_head and x in upright and not entry.get("morecols"),
                goes_on=isinstance(row, nodes.row) and "goes-on" in row["classes"],
            )
            for x, entry in cells
        ]

    def _cell(
        self, entry: nodes.entry, *, is_stub: bool, is_marked: bool, is_head: bool, is_upright: bool, goes_on: bool
    ) -> str:
        width = entry.get("morecols", 0) + 1
        height = entry.get("morerows", 0) + 1
        sides = [side for side in ("left", "center", "right") if f"text-{side}" in entry["classes"]]
        if is_head and width > 1 and not sides:
            sides = ["center"]
        options = {
            "colspan": str(width) if width > 1 else None,
            "rowspan": str(height) if height > 1 else None,
            "align": sides[0] if sides else None,
            "stub": flag(is_stub),
            "marked": flag(is_marked),
            "upright": flag(is_upright),
            "goes_on": flag(goes_on),
            "breakable": flag(len(entry.astext()) > _LONG_CELL),
        }
        text = self.anchors(entry) + self.content(entry)
        return expression("cell", text, **options)

    def _caption(self, node: nodes.Element, caption: nodes.Element) -> str:
        """Give the caption with the number that Sphinx counted, as HTML has it (only with `numfig`)."""
        kind = self._domains.standard_domain.get_enumerable_node_type(node)
        numbers = self.builder.env.toc_fignumbers.get(self.file, {}).get(kind or "", {})
        found = next((numbers[name] for name in node["ids"] if name in numbers), None)
        pattern = self.config.numfig_format.get(kind or "", "%s")
        number = None if found is None else f"[{markup(pattern % '.'.join(map(str, found)))}]"
        # Where there is no margin beside it, what belongs there stands behind it.
        words = sorted(caption.children, key=_is_in_margin) if self.marks_in_text else caption.children
        text = self.anchors(caption) + self.without_pages(*words)
        if _is_changed(caption):
            text = call("changed-words", text)
        return call("caption", text, number=number)

    def write_image(self, node: nodes.image) -> str:
        name = self.builder.images.get(node["uri"])
        if name is None:
            logger.warning(__("image cannot be printed: %s"), node["uri"], location=node, type="typst", subtype="image")
            return markup(node.get("alt", ""))
        return self._picture(node, str(PurePosixPath(self.builder.imagedir, name)))

    def _picture(self, node: nodes.Element, path: str) -> str:
        options = {
            "width": length(str(node.get("width", ""))),
            "height": length(str(node.get("height", ""))),
            "scale": f"{node['scale']}%" if "scale" in node else None,
            "alt": string(node["alt"]) if node.get("alt") else None,
            "place": node.get("align") if node.get("align") in {"left", "center", "right"} else None,
            "inline": flag(_is_inline(node)),
            "wide": flag("wide" in node["classes"]),
        }
        named = "".join(f", {key}: {value}" for key, value in options.items() if value is not None)
        text = f"#picture({string(path)}{named})"
        return text if _is_inline(node) else block(text)

    def write_graphviz(self, node: nodes.Element) -> str:
        """Draw a node of `sphinx.ext.graphviz` as SVG with the program that the extension is set to."""
        from sphinx.ext.graphviz import GraphvizError, render_dot

        translator: Any = self
        try:
            path, _file = render_dot(translator, node["code"], node["options"], "svg")
        except GraphvizError as error:
            logger.warning(__("dot code cannot be drawn: %s"), error, location=node, type="typst", subtype="image")
            return ""
        return "" if path is None else self._picture(node, path.as_posix())

    def write_figure(self, node: nodes.figure) -> str:
        caption = _first(node, nodes.caption)
        legend = _first(node, nodes.legend)
        options = {
            "caption": None if caption is None else f"[{self._caption(node, caption)}]",
            "legend": None if legend is None else f"[{self.content(legend)}]",
            "width": length(str(node.get("width", ""))),
            "place": node.get("align") if node.get("align") in {"left", "center", "right"} else None,
            "wide": flag("wide" in node["classes"]),
        }
        return block(call("rules-figure", self.texts(_rest(node, nodes.caption, nodes.legend)), **options))

    def write_desc(self, node: addnodes.desc) -> str:
        signatures = [f"[{self.without_pages(child)}]" for child in _children(node, addnodes.desc_signature)]
        return block(
            call(
                "object",
                self.texts(_children(node, addnodes.desc_content)),
                kind=string(self._kind_of_object(node)),
                domain=string(node.get("domain", "")),
                signatures=array(signatures),
            )
        )

    def _kind_of_object(self, node: addnodes.desc) -> str:
        """Give the name that the domain prints for such objects; one described outside any domain has none."""
        name: str = node.get("objtype", "")
        domains = self.builder.env.domains
        if node.get("domain") not in domains:
            return "" if name in {"describe", "object"} else name
        kind = domains[node["domain"]].object_types.get(name)
        return name if kind is None else str(kind.lname)

    def write_desc_signature_line(self, node: addnodes.desc_signature_line) -> str:
        return f"{self.content(node)}#linebreak()"

    def write_desc_parameterlist(self, node: nodes.Element) -> str:
        return r"\(" + ", ".join(self.text_of(child) for child in node.children) + ")"

    def write_desc_type_parameter_list(self, node: nodes.Element) -> str:
        return r"\[" + ", ".join(self.text_of(child) for child in node.children) + r"\]"

    def index(self, groups: Iterable[tuple[str, Iterable[Any]]]) -> str:
        """Write the index that `sphinx.environment.adapters.indexentries` made; entries without a page are left out."""
        lines = []
        for letter, entries in groups:
            written = [line for entry in entries if (line := self._index_entry(*entry))]
            if written:
                lines.append(f"  ([{markup(letter)}],{''.join(written)}\n  ),")
        title = _("Index")
        return block(f"#book-index([{markup(title)}],\n" + "\n".join(lines) + "\n)") if lines else ""

    def _index_entry(self, word: str, found: tuple[Any, list[tuple[str, Any]], Any]) -> str:
        targets, below, _key = found
        see = str(_("see %s")) % "", str(_("see also %s")) % ""
        subentries = [
            f"([{markup(text)}], {pages}, ())"
            for text, places in below
            if (pages := self._index_pages(places)) != "()" or text.startswith(see)
        ]
        pages = self._index_pages(targets)
        if pages == "()" and not subentries:
            return ""
        return f"\n    ([{markup(word)}], {pages}, {array(subentries)}),"

    def _index_pages(self, targets: Iterable[tuple[str | None, str]]) -> str:
        labels = [(self._label_of_target(None, uri or ""), main) for main, uri in targets]
        return array(
            f"({string(label)}, {'true' if main else 'false'}, {string(self._cited.get(label, ''))})"
            for label, main in labels
            if label in self._places
        )
