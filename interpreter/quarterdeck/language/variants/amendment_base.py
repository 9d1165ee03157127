"""What an amendment stands on: the ruleset that it is laid over, what is at an address there, and what may be done.

In: a `Declared` that a variant changes, and addresses. Out: elements, notes of what was done where, findings. Of what
several variants do at one address, what clashes is a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.near_names import article
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import Element, Walk, all_elements, former_among, present_address
from quarterdeck.language.declarations.statement_addresses import places_by_address, statements_in
from quarterdeck.language.declarations.symbol_table import Amended, CellOf, Declared, Deed, Row, Table
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.variants.rewrite import exchanged
from quarterdeck.language.variants.variant_order import clash, head_of

Path = tuple[nodes.Word, ...]
DEEDS = {"add": "adds", "amend": "amends", "move": "moves", "remove": "removes", "lean": "needs"}
MOST_NAMED = 8
"""So many names of what there is stand in a hint."""


@dataclass
class AmendmentBase:
    """The ruleset under a variant, as far as the variant has changed it; `base` is the ruleset without any variant."""

    declared: Declared
    base: Declared
    variant: YamlDocument
    findings: Findings
    below: set[str] = field(default_factory=set)
    walk: Walk = field(default_factory=Walk)

    @property
    def name(self) -> str:
        return head_of(self.variant).variant

    def find(self, path: Path, sorts: frozenset[str], what: str) -> Element | None:
        """Find what is at an address and is of a certain sort; say what is wrong where there is nothing of the kind."""
        text, span = dotted(path), path[0].span.to(path[-1].span)
        elements = list(all_elements(self.declared, self.walk))
        present = present_address(text, former_among(elements))
        for address in (text, present, f"turn.{text}"):
            there = [element for element in elements if element.address == address]
            found = [element for element in there if element.sort in sorts]
            if len(found) > 1:
                labels = [Label(element.span, "this has the name") for element in found]
                self.report(
                    "QD510",
                    f"several things are called `{address}`",
                    span,
                    "give them different names in the ruleset",
                    labels,
                )
                return None
            if found:
                return found[0]
            if there:
                labels = [Label(there[0].span, "it stands here")]
                self.report(
                    "QD502",
                    f"`{address}` is not {article(what)} but {article(there[0].sort)}",
                    span,
                    self.other_word(there[0]),
                    labels,
                )
                return None
        self.missing(present, span, [element for element in elements if element.sort in sorts], what)
        return None

    def statement_at(self, path: Path) -> Element | None:
        """Find the statement at an address; say what is wrong where there is none.

        An address means what it means in the ruleset without variants, whatever they have done since; what is none
        there may be one of the ruleset as it is now. Of several statements that replace one it is the first.
        """
        text, span = dotted(path), path[0].span.to(path[-1].span)
        there = list(statements_in(self.declared))
        for address in (text, f"turn.{text}"):
            left = self.left_at(address)
            if left and (first := next((e for e in there if e.span in left), None)) is not None:
                return replace(first, name=address.removeprefix(f"{first.parent}."))
        place = self.places_in_base.get(text) or self.places_in_base.get(f"turn.{text}")
        found = [e for e in there if e.span == place] or [e for e in there if e.address in (text, f"turn.{text}")]
        if len(found) == 1:
            name = next((name for name, place in self.places_in_base.items() if place == found[0].span), "")
            return replace(found[0], name=name.removeprefix(f"{found[0].parent}.")) if name else found[0]
        like = [e for e in there if e.address.rpartition(".")[0] == text and e.name.rpartition(".")[2].isdecimal()]
        if found or like:
            labels = [Label(element.span, f"`{element.address}`") for element in found or like]
            message = f"several statements are called `{text}`"
            hint = f"write which of them: `{text}.1`, `{text}.2`"
            self.report("QD510", message, span, hint if like else "give them different names in the ruleset", labels)
            return None
        self.missing(text, span, there, "statement")
        return None

    def left_at(self, address: str) -> tuple[Span, ...]:
        """Give the places of the statements with which the variants below replaced one; nothing if none did."""
        amended = (a.left for a in self.declared.amended if a.deed == "amend" and a.address == address)
        return next(reversed(list(amended)), ())

    @cached_property
    def places_in_base(self) -> dict[str, Span]:
        """Give the place of every statement of the ruleset without variants, by its address."""
        return places_by_address(self.base)

    def other_word(self, element: Element) -> str:
        match element.sort:
            case "roll" | "choice" | "draw":
                return "it is amended by `amend statement`"
            case (
                "modifier" | "require" | "case" | "option" | "row" | "cell" | "phase" | "step"
                | "define" | "procedure" | "effect" | "advice"
            ) as sort:  # fmt: skip
                return f"it is amended by `amend {sort}`"
        return ""

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
        if gone and gone.variant != self.name and gone.variant not in self.below:
            new = Amended(self.name, "lean", address, span)
            self.conflict(gone, new)
            return
        last = address.rsplit(".", 1)[-1]
        if last in self.declared.lost:
            return
        addresses = [element.address for element in known]
        named = [a for a in addresses if a.endswith(f".{last}")]
        close = (named if len(named) == 1 else []) or get_close_matches(address, addresses, 1, 0.6)
        by = "this variant" if gone and gone.variant == self.name else f"`{gone.variant}`" if gone else ""
        labels = [Label(gone.span, f"{by} takes it away here")] if gone else []
        beside = self.what_there_is(address, known) or named_so(named)
        hint = f"did you mean `{close[0]}`?" if close and not (what == "statement" and beside) else beside
        self.report("QD501", f"there is no {what} `{address}`", span, hint, labels, about=address)

    @staticmethod
    def what_there_is(address: str, known: list[Element]) -> str:
        """Name what stands beside what is missing, where that is little."""
        parent = address.rpartition(".")[0]
        beside = [f"`{element.address}`" for element in known if parent and element.parent == parent]
        return f"there are: {', '.join(beside)}" if 0 < len(beside) <= MOST_NAMED else ""

    def report(
        self, code: str, message: str, span: Span, hint: str = "", labels: Iterable[Label] = (), about: str = ""
    ) -> None:
        self.findings.add(code, message, span, hint=hint, labels=labels, about=about)

    def exists(self, name: str, span: Span, other: Span | None, hint: str = "choose another name") -> None:
        labels = [Label(other, "declared here")] if other else []
        self.findings.add("QD508", f"`{name}` already exists", span, hint=hint, labels=labels)

    def note(
        self,
        deed: Deed,
        address: str,
        span: Span,
        keeps: bool = True,
        order_of: str = "",
        place: str = "",
        within: str = "",
        last: Span | None = None,
        left: tuple[Span, ...] = (),
    ) -> bool:
        """Write down what is done at an address; tell whether it may be done beside what other variants do."""
        new = Amended(self.name, deed, address, span, keeps, order_of, place, within, last, left)
        other = next((a for a in self.declared.amended if clash(a, new, self.below)), None)
        if deed == "add" and self.has_done("remove", address):  # it is put in the place of what was there
            gone = (self.name, "remove", address)
            self.declared.amended = tuple(a for a in self.declared.amended if (a.variant, a.deed, a.address) != gone)
            new = replace(new, deed="amend", keeps=False)
        if not (deed == "amend" and self.has_done("add", address)):  # what it makes of its own is all new
            self.declared.amended += (new,)
        if other is None:
            return True
        self.conflict(other, new)
        return False

    def has_done(self, deed: Deed, address: str) -> bool:
        """Tell whether this variant itself has done something at an address."""
        return any((a.variant, a.deed, a.address) == (self.name, deed, address) for a in self.declared.amended)

    def conflict(self, one: Amended, other: Amended) -> None:
        if one.variant == other.variant:
            message, hint = f"this variant amends `{other.address}` twice", "say it once"
        else:
            both = one.deed == other.deed and one.address == other.address
            doing = f"both {DEEDS[one.deed].removesuffix('s')}" if both else f"{DEEDS[one.deed]} `{one.address}`"
            if one.place and one.place == other.place:
                message = f"`{one.variant}` and `{other.variant}` both put something {said_place(one.place)}"
            elif both:
                message = f"the variants `{one.variant}` and `{other.variant}` {doing} `{other.address}`"
            else:
                message = f"`{one.variant}` {doing}, and `{other.variant}` {DEEDS[other.deed]} `{other.address}`"
            hint = f"declare the order in one of them: `after: [{one.variant}]` or `after: [{other.variant}]`"
        self.report("QD503", message, other.span, hint, [Label(one.span, f"`{one.variant}` says this")])

    def is_free(self, parent: str, word: nodes.Word) -> bool:
        """Tell whether a name that is to be added is new among its like; say where it is not."""
        address = f"{parent}.{word.text}"
        other = next((e for e in all_elements(self.declared, self.walk) if e.address == address), None)
        if other is None:
            return True
        added = next((a for a in self.declared.amended if a.address == address and a.variant != self.name), None)
        if added and added.variant not in self.below:
            self.conflict(added, Amended(self.name, "add", address, word.span))
        else:
            self.exists(address, word.span, other.span, "amend it, or choose another name")
        return False

    @property
    def source(self) -> shapes.Source:
        """Give where the variant says that what it lays comes from."""
        head = head_of(self.variant)
        return head.source or shapes.Source(kind="house", note=head.title)

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
        cells = tuple(new if cell is old else cell for cell in row.cells)
        rows = tuple(replace(row, cells=cells, source=self.source) if r is row else r for r in table.rows)
        self.declared.tables[table.name] = replace(table, rows=rows)


def said_place(place: str) -> str:
    """Give a place in the order as a sentence has it.

    >>> said_place("after turn.damage")
    'behind `turn.damage`'
    """
    side, _, address = place.partition(" ")
    return f"{'behind' if side == 'after' else 'before'} `{address}`"


def dotted(path: Path) -> str:
    """Give a path as text."""
    return ".".join(word.text for word in path)


def named_so(addresses: list[str]) -> str:
    """Name the addresses that end as what is missing, where these are few."""
    return (
        f"write the whole address: {', '.join(f'`{a}`' for a in addresses)}" if 1 < len(addresses) <= MOST_NAMED else ""
    )


def with_statements_exchanged(
    block: tuple[nodes.Statement, ...], old: nodes.Node, new: tuple[nodes.Node, ...]
) -> tuple[nodes.Statement, ...]:
    """Give statements with one node exchanged; the same tuple where it does not occur."""
    if not block or not any(part is old for statement in block for part in statement.walk()):
        return block
    return exchanged(nodes.Close(block[0].span, block), old, new).block
