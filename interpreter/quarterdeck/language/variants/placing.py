"""Add phases, steps and statements at a place in their order, put others in their place, and move them.

In: amendments that name a place or what stands there, and the ground that they stand on. Out: a turn, rules and tables
in which something comes sooner, later or in another way. What several variants put at one place needs a declared order;
what one variant puts there stands in the order of its text.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.syntax import nodes
from quarterdeck.language.variants.amending import merged_notes
from quarterdeck.language.variants.amendment_base import AmendmentBase, Path
from quarterdeck.language.variants.rewrite import misused, names_original, with_statements

Placed = nodes.AmendPart | nodes.AmendStatement | nodes.AddPart | nodes.AddStatement | nodes.MoveElement
Part = nodes.Phase | nodes.Step


@dataclass
class Placing:
    """What a variant does to the order in which things happen."""

    amended: AmendmentBase

    def carry_out(self, node: Placed) -> None:
        """Carry out one amendment."""
        match node:
            case nodes.AddPart():
                self.add_part(node)
            case nodes.AmendPart():
                self.amend_part(node)
            case nodes.AddStatement():
                self.add_statement(node)
            case nodes.AmendStatement():
                self.amend_statement(node)
            case nodes.MoveElement():
                self.move(node)

    # --- phases and steps

    def add_part(self, node: nodes.AddPart) -> None:
        """Put a further phase beside another, or a step beside a step."""
        sort = node.part.text
        place = self.amended.find(node.where.path, frozenset([sort]), sort)
        if place is None or not self.amended.is_free(place.parent, node.name):
            return
        address = f"{place.parent}.{node.name.text}"
        if not self.lean_on(place, node.where) or not self.amended.note(
            "add", address, node.span, place=place_of(node.where, place), last=node.span
        ):
            return
        kind: type[Part] = nodes.Phase if sort == "phase" else nodes.Step
        self.put_beside(
            place,
            node.where,
            (kind(node.span, node.name, node.title, node.notes, node.options, node.docs, node.block),),
        )

    def amend_part(self, node: nodes.AmendPart) -> None:
        """Put another phase or step in the place of one; what is not said stays as it is."""
        sort = node.part.text
        element = self.amended.find(node.path, frozenset([sort]), sort)
        if element is None or misused(node, True, self.amended.findings, element.address):
            return
        body = node.body
        keeps = body is None or names_original(node)
        if not self.amended.note("amend", element.address, node.span, keeps):
            return
        old = element.thing
        assert isinstance(old, nodes.Phase | nodes.Step)
        new = replace(
            old,
            span=node.span,
            title=node.title or old.title,
            notes=merged_notes(old.notes, node.notes),
            options=node.options or old.options,
            docs=(body.docs if body else ()) or (old.docs if keeps else ()),
            block=with_statements(body.statements, old.block) if body else old.block,
        )
        self.amended.put(element, old, (new,))

    # --- statements

    def add_statement(self, node: nodes.AddStatement) -> None:
        """Put further statements beside one."""
        place = self.amended.statement_at(node.where.path)
        if place is None or not self.lean_on(place, node.where):
            return
        name = f"{place.address}~{self.amended.name} {node.span.start}"
        where = place_of(node.where, place)
        if self.amended.note("add", name, node.span, place=where, within=place.parent, last=node.block[-1].span):
            self.put_beside(place, node.where, node.block)

    def amend_statement(self, node: nodes.AmendStatement) -> None:
        """Put other statements in the place of one, which may go on among them as the original."""
        element = self.amended.statement_at(node.path)
        if element is None or misused(node, True, self.amended.findings, element.parent):
            return
        old = standing_at(self.amended, element)
        new = with_statements(node.block, old)
        left = tuple(statement.span for statement in new)
        keeps = names_original(node)
        if self.amended.note("amend", element.address, node.span, keeps, within=element.parent, left=left):
            put_instead(self.amended, element, old, new)

    # --- moving

    def move(self, node: nodes.MoveElement) -> None:
        """Put a phase, step or statement beside another of its sort."""
        element, place = self.moved(node, node.path), self.moved(node, node.where.path)
        if element is None or place is None or not self.may_move(node, element, place):
            return
        within = element.parent if node.sort.text == "statement" else ""
        where = place_of(node.where, place)
        if not self.lean_on(place, node.where) or not self.amended.note(
            "move", element.address, node.span, place=where, within=within, last=element.span
        ):
            return
        things = standing_at(self.amended, element)
        put_instead(self.amended, element, things, ())
        if isinstance(things[0], nodes.Step) and element.parent != place.parent:
            notes = (*things[0].notes, formerly(element.address, node.path[0].span))
            things = (replace(things[0], notes=notes),)
        there = self.amended.statement_at(node.where.path) if within else self.moved(node, node.where.path)
        assert there is not None
        self.put_beside(there, node.where, things)

    def moved(self, node: nodes.MoveElement, path: Path) -> Element | None:
        """Find what is moved, or what it is moved beside."""
        sort = node.sort.text
        return (
            self.amended.statement_at(path) if sort == "statement" else self.amended.find(path, frozenset([sort]), sort)
        )

    def may_move(self, node: nodes.MoveElement, element: Element, place: Element) -> bool:
        """Tell whether something may be put at a place; say why not."""
        thing = element.thing
        assert isinstance(thing, nodes.Node)
        span = span_of(node.where.path)
        if any(part is place.thing for part in thing.walk()):
            message = f"`{element.address}` cannot be moved into itself"
            self.amended.report("QD502", message, span, "name a place outside it")
        elif node.sort.text == "statement" and element.parent != place.parent:
            message = f"`{place.address}` is not a statement of `{element.parent}`"
            self.amended.report("QD502", message, span, "a statement is moved within its rule, phase or step")
        elif block_around(self.amended, place) is block_around(self.amended, element):
            return True
        else:
            return leaves_something(self.amended, element, node.span)
        return False

    # --- places

    def lean_on(self, place: Element, where: nodes.WherePut) -> bool:
        """Write down that what stands at a place is needed there; tell whether other variants leave it."""
        within = place.parent if place.sort == "statement" else ""
        return self.amended.note("lean", place.address, span_of(where.path), within=within)

    def put_beside(self, place: Element, where: nodes.WherePut, new: tuple[nodes.Node, ...]) -> None:
        """Put nodes before or behind what stands at a place.

        What was put behind the same place before stays in front, so that all is gone through in the order of the text.
        """
        assert isinstance(place.thing, nodes.Node)
        if where.side.text == "before":
            self.amended.put(place, place.thing, (*new, place.thing))
            return
        spans = {a.last for a in self.amended.declared.amended if a.place == place_of(where, place) and a.last}
        follow = [node for node in behind(block_around(self.amended, place), place.thing) if node.span in spans]
        last = follow[-1] if follow else standing_at(self.amended, place)[-1]
        self.amended.put(place, last, (last, *new))


def leaves_something(amended: AmendmentBase, element: Element, span: Span) -> bool:
    """Tell whether a block holds more than the statement, step or phase that is to leave it; say so where not."""
    is_in_cell = element.holder in amended.declared.tables
    if len(block_around(amended, element)) > len(standing_at(amended, element)) or is_in_cell:
        return True
    hint = "amend it" if element.sort == "phase" else "amend it, or remove or move its parent"
    amended.report("QD502", f"nothing would be left in place of `{element.address}`", span, hint)
    return False


def standing_at(amended: AmendmentBase, element: Element) -> tuple[nodes.Statement, ...]:
    """Give what is at the address of a statement, step or phase: what variants below left there, or itself."""
    left = amended.left_at(element.address) if element.sort == "statement" else ()
    found = tuple(node for node in block_around(amended, element) if node.span in left)
    return found or (element.thing,)  # type: ignore[return-value]


def put_instead(
    amended: AmendmentBase, element: Element, old: tuple[nodes.Node, ...], new: tuple[nodes.Node, ...]
) -> None:
    """Replace the nodes that are at the address of a statement, step or phase."""
    first, *others = old
    for node in others:
        amended.put(element, node, ())
    amended.put(element, first, new)


def block_around(amended: AmendmentBase, element: Element) -> tuple[nodes.Node, ...]:
    """Give the statements or phases among which one stands."""
    declared, holder = amended.declared, element.holder
    if holder in declared.tables:
        cells = (cell.statements for row in declared.tables[holder].rows for cell in row.cells)
        blocks = [statements for statements in cells if statements]
        roots: list[nodes.Node] = [statement for block in blocks for statement in block]
    else:
        blocks = []
        root = declared.rules[holder].node if holder in declared.rules else declared.turn
        roots = [root] if root is not None else []
    for part in (part for root in roots for part in root.walk()):
        blocks += [value for field in fields(part)[1:] if isinstance(value := getattr(part, field.name), tuple)]
    return next((block for block in blocks if any(node is element.thing for node in block)), ())


def behind(block: tuple[nodes.Node, ...], thing: object) -> tuple[nodes.Node, ...]:
    """Give what stands behind something in its block."""
    place = next(index for index, node in enumerate(block) if node is thing)
    return block[place + 1 :]


def place_of(where: nodes.WherePut, place: Element) -> str:
    """Give a place in the order as text: the side and the address of what stands there."""
    return f"{where.side.text} {place.address}"


def span_of(path: Path) -> Span:
    """Give where an address is written."""
    return path[0].span.to(path[-1].span)


def formerly(address: str, span: Span) -> nodes.Formerly:
    """Give the note that something was found at another address before."""
    return nodes.Formerly(span, tuple(nodes.Word(span, part) for part in address.split(".")))
