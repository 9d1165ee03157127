"""One variant on its way into a ruleset: what stands at an address, what is done there, and parts exchanged for others.

What amendments, additions and removals have in common; what each of them does stands in `amending` and `adding`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Literal

from quarterdeck.diagnostics import Findings, Label
from quarterdeck.names.addresses import Element, all_elements, former_addresses, present_address
from quarterdeck.names.declared import Amended, CellOf, Declared, Row, Table
from quarterdeck.names.from_documents import SORTS
from quarterdeck.names.layers import clash, head_of
from quarterdeck.names.originals import exchanged
from quarterdeck.source import Span
from quarterdeck.syntax import nodes
from quarterdeck.tables import shapes
from quarterdeck.tables.from_yaml import YamlDocument

RULES = frozenset(SORTS.values())
Path = tuple[nodes.Word, ...]
Deed = Literal["add", "amend", "remove", "lean"]
DEEDS = {"add": "adds", "amend": "amends", "remove": "removes", "lean": "needs"}


@dataclass
class Overlay:
    """A ruleset of a variant's own, which is changed in place; `below` are the variants that it lies over."""

    declared: Declared
    variant: YamlDocument
    findings: Findings
    below: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """Give the name of the variant."""
        return head_of(self.variant).variant

    def find(self, path: Path, sorts: frozenset[str], what: str) -> Element | None:
        """Find what is at an address and is of a certain sort; say what is wrong where there is nothing of the kind."""
        text, span = dotted(path), path[0].span.to(path[-1].span)
        elements = list(all_elements(self.declared))
        present = present_address(text, former_addresses(self.declared))
        for address in (text, present, f"turn.{text}"):
            there = [element for element in elements if element.address == address]
            found = [element for element in there if element.sort in sorts]
            if len(found) > 1:
                labels = [Label(element.span, "this is called so") for element in found]
                self.report(
                    "QD510", f"several things are called `{address}`", span, "give them different names below", labels
                )
                return None
            if found:
                return found[0]
            if there:
                labels = [Label(there[0].span, "it stands here")]
                self.report(
                    "QD502",
                    f"`{address}` is no {what} but {article(there[0].sort)}",
                    span,
                    self.other_word(there[0]),
                    labels,
                )
                return None
        self.missing(present, span, [element for element in elements if element.sort in sorts], what)
        return None

    def other_word(self, element: Element) -> str:
        words = {
            "modifier": "amend modifier",
            "require": "amend require",
            "case": "amend case",
            "option": "amend option",
            "row": "amend row",
            "cell": "amend cell",
            **{sort: f"amend {sort}" for sort in RULES},
        }
        return f"it is amended by `{words[element.sort]}`" if element.sort in words else ""

    def missing(self, address: str, span: Span, known: list[Element], what: str) -> None:
        """Report an address at which there is nothing, or that another variant has taken away."""
        gone = next(
            (
                a
                for a in self.declared.amended
                if not a.keeps and (address == a.address or address.startswith(f"{a.address}."))
            ),
            None,
        )
        if gone and gone.variant != self.name:
            new = Amended(self.name, "lean", address, span)
            self.conflict(gone, new)
            return
        last = address.rsplit(".", 1)[-1]
        addresses = [element.address for element in known]
        named = [a for a in addresses if a.endswith(f".{last}")]
        close = (named if len(named) == 1 else []) or get_close_matches(address, addresses, 1, 0.6)
        labels = [Label(gone.span, "this variant takes it away here")] if gone else []
        self.report(
            "QD501", f"there is no {what} `{address}`", span, f"did you mean `{close[0]}`?" if close else "", labels
        )

    def report(self, code: str, message: str, span: Span, hint: str = "", labels: Iterable[Label] = ()) -> None:
        self.findings.add(code, message, span, hint=hint, labels=labels)

    def note(
        self, deed: Deed, address: str, span: Span, keeps: bool = True, order_of: str = "", behind: str = ""
    ) -> bool:
        """Write down what is done at an address; tell whether it may be done beside what other variants do."""
        new = Amended(self.name, deed, address, span, keeps, order_of, behind)
        other = next((a for a in self.declared.amended if clash(a, new, self.below)), None)
        self.declared.amended += (new,)
        if other is None:
            return True
        self.conflict(other, new)
        return False

    def conflict(self, one: Amended, other: Amended) -> None:
        if one.variant == other.variant:
            message, hint = f"this variant amends `{other.address}` twice", "say it once"
        else:
            both = one.deed == other.deed and one.address == other.address
            doing = f"both {DEEDS[one.deed].removesuffix('s')}" if both else f"{DEEDS[one.deed]} `{one.address}`"
            if both:
                message = f"the variants `{one.variant}` and `{other.variant}` {doing} `{other.address}`"
            else:
                message = f"`{one.variant}` {doing}, and `{other.variant}` {DEEDS[other.deed]} `{other.address}`"
            hint = f"say in one of them which comes later: `after: [{one.variant}]` or `after: [{other.variant}]`"
        self.report("QD503", message, other.span, hint, [Label(one.span, f"`{one.variant}` says this")])

    def exists(self, name: str, span: Span, other: Span | None, hint: str = "find another name") -> None:
        labels = [Label(other, "declared here")] if other else []
        self.findings.add("QD508", f"`{name}` is there already", span, hint=hint, labels=labels)

    def is_free(self, parent: str, word: nodes.Word) -> bool:
        """Tell whether a name that is to be added is new among its like; say where it is not."""
        address = f"{parent}.{word.text}"
        other = next((e for e in all_elements(self.declared) if e.address == address), None)
        if other is None:
            return True
        added = next((a for a in self.declared.amended if a.address == address and a.variant != self.name), None)
        if added and added.variant not in self.below:
            self.conflict(added, Amended(self.name, "add", address, word.span))
        else:
            self.exists(address, word.span, other.span, "amend it, or find another name")
        return False

    def put(self, element: Element, old: nodes.Node, new: tuple[nodes.Node, ...]) -> None:
        """Exchange a node wherever it stands in what holds the element."""
        declared, holder = self.declared, element.holder
        if holder in declared.rules:
            rule = declared.rules[holder]
            declared.rules[holder] = replace(rule, node=exchanged(rule.node, old, new))
        elif holder in declared.tables:
            table = declared.tables[holder]
            for row in table.rows:
                for cell in row.cells:
                    block = with_statements_exchanged(cell.statements, old, new)
                    if block is not cell.statements:
                        self.put_cell(table, row, cell, replace(cell, statements=block))
        elif declared.turn is not None:
            declared.turn = exchanged(declared.turn, old, new)

    def put_cell(self, table: Table, row: Row, old: CellOf, new: CellOf) -> None:
        """Exchange a cell, and let its row say that its figures are the variant's."""
        head = head_of(self.variant)
        source = head.source or shapes.Source(kind="house", note=head.title)
        cells = tuple(new if cell is old else cell for cell in row.cells)
        rows = tuple(replace(row, cells=cells, source=source) if r is row else r for r in table.rows)
        self.declared.tables[table.name] = replace(table, rows=rows)


def dotted(path: Path) -> str:
    """Give a path as text."""
    return ".".join(word.text for word in path)


def article(word: str) -> str:
    """Give a word with its article."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def with_statements_exchanged(
    block: tuple[nodes.Statement, ...], old: nodes.Node, new: tuple[nodes.Node, ...]
) -> tuple[nodes.Statement, ...]:
    """Give statements with one node exchanged; the same tuple where it does not occur."""
    if not block or not any(part is old for statement in block for part in statement.walk()):
        return block
    return exchanged(nodes.Close(block[0].span, block), old, new).block
