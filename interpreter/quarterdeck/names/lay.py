"""Lay a variant over a ruleset: what it adds, amends and takes away, address by address.

In: a `Declared`, and the documents and files of one variant. Out: a new `Declared` and findings; what came in stays as
it was. What an amendment does not say (a phrase, a source, a modifier's condition) stays as it is below. `original` is
what the layers below leave: a rule's body goes on under a hidden address and keeps the address of everything that it
rolls and asks; its requirements move to the rule that makes use of it, so that they still say what is allowed. Whether
the result makes sense is left to the checks; files are left to the pipeline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Literal

from quarterdeck.diagnostics import Findings, Label
from quarterdeck.names.addresses import Element, all_elements, former_addresses, present_address
from quarterdeck.names.declared import Amended, CellOf, Declared, Module, Option, Row, Rule, Table
from quarterdeck.names.declared import plain as as_rules_text
from quarterdeck.names.from_documents import SORTS, Declaring
from quarterdeck.names.layers import all_below, clash, head_of
from quarterdeck.names.originals import (
    AnyNode,
    calling,
    copied,
    exchanged,
    misused,
    names_original,
    with_statements,
    with_value,
)
from quarterdeck.source import Span
from quarterdeck.syntax import nodes
from quarterdeck.syntax.from_text import parse_expression
from quarterdeck.syntax.nodes import is_original
from quarterdeck.syntax.parsed import Parsed
from quarterdeck.tables import shapes
from quarterdeck.tables.document import YamlDocument

RULES = frozenset(SORTS.values())
PHASES = frozenset(["phase", "step"])
Definition = nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice
Path = tuple[nodes.Word, ...]
Deed = Literal["add", "amend", "remove", "lean"]
DEEDS = {"add": "adds", "amend": "amends", "remove": "removes", "lean": "needs"}


def lay(
    declared: Declared,
    variant: YamlDocument,
    documents: Iterable[YamlDocument],
    files: Iterable[Parsed],
    findings: Findings,
) -> Declared:
    """Give a ruleset with a variant laid over it.

    `variant` is its `variant.yaml`, `documents` are its other documents.
    """
    name = head_of(variant).variant
    result = replace(
        declared,
        documents=[*declared.documents],
        modules={**declared.modules},
        units={**declared.units},
        enums={**declared.enums},
        kinds={key: replace(kind, fields={**kind.fields}) for key, kind in declared.kinds.items()},
        constants={**declared.constants},
        arcs={**declared.arcs},
        clocks={**declared.clocks},
        options={**declared.options},
        rules={**declared.rules},
        tables={**declared.tables},
        rosters={**declared.rosters},
        scenarios={**declared.scenarios},
        rulings={**declared.rulings},
        lost=set(declared.lost),
        variants=(*declared.variants, name),
        variant_heads={**declared.variant_heads, name: variant},
    )
    Laying(result, variant, findings).run(list(documents), list(files))
    return result


@dataclass
class Laying:
    """One variant on its way into a ruleset of its own."""

    declared: Declared
    variant: YamlDocument
    findings: Findings
    below: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return head_of(self.variant).variant

    def run(self, documents: list[YamlDocument], files: list[Parsed]) -> None:
        """Add what is new, then amend in the order of the text."""
        self.below = all_below(self.name, self.declared.variant_heads)
        self.refuse_redeclared(documents)
        Declaring(self.declared, self.findings, self.name).run([self.variant, *documents], files)
        self.set_options()
        self.note_things(documents)
        for file in files:
            for unit in file.units:
                if isinstance(unit, nodes.Amendment):
                    self.amendment(unit)
        self.keep_modules_true(files)

    def amendment(self, node: nodes.Amendment) -> None:
        """Carry out one amendment."""
        match node:
            case nodes.Amend():
                self.amend(node)
            case nodes.AmendModifier():
                self.amend_modifier(node)
            case nodes.AmendRequire():
                self.amend_require(node)
            case nodes.AmendCase():
                self.amend_case(node)
            case nodes.AmendOption():
                self.amend_option(node)
            case nodes.AmendRow():
                self.amend_row(node)
            case nodes.AmendCell():
                self.amend_cell(node)
            case nodes.AddModifier():
                self.add_modifier(node)
            case nodes.AddRequire():
                self.add_require(node)
            case nodes.AddStep():
                self.add_step(node)
            case nodes.RemoveElement():
                self.remove(node)

    # --- what is new

    def refuse_redeclared(self, documents: list[YamlDocument]) -> None:
        """Report names that are there already: a variant adds names and fields, and amends by address."""
        declared = self.declared
        for document in documents:
            shape, places = document.shape, document.places
            if isinstance(shape, shapes.Rulings):
                for name in shape.rulings.keys() & declared.rulings.keys():
                    self.exists(name, places.key("rulings", name), declared.rulings[name][1])
            if not isinstance(shape, shapes.Components):
                continue
            for sort in ("units", "enums", "constants", "arcs", "clocks"):
                known = getattr(declared, sort)
                for name in getattr(shape, sort).keys() & known.keys():
                    self.exists(name, places.key(sort, name), getattr(known[name], "span", None))
            for name, kind in shape.kinds.items():
                more = kind.model_fields_set - {"fields"}
                if name in declared.kinds and name not in ("Side", "Game") and more:
                    named = ", ".join(sorted(more))
                    hint = f"leave out {named}: a variant adds fields to a kind, and leaves the rest as it is"
                    self.exists(name, places.key("kinds", name), declared.kinds[name].span, hint)

    def note_things(self, documents: list[YamlDocument]) -> None:
        """Write down what rosters say of things in rosters below, field by field.

        Files of figures are not read here.
        """
        for document in documents:
            shape, places = document.shape, document.places
            if not isinstance(shape, shapes.Roster) or shape.amends is None:
                continue
            if shape.amends not in self.declared.rosters or shape.amends == shape.roster:
                close = get_close_matches(shape.amends, self.declared.rosters.keys() - {shape.roster}, 1)
                hint = f"did you mean `{close[0]}`?" if close else ""
                self.report("QD501", f"there is no roster `{shape.amends}`", places.value("amends"), hint)
                continue
            for thing, values in shape.things.items():
                for name in values:
                    self.note("add", f"rosters.{shape.amends}.{thing}.{name}", places.key("things", thing, name))

    def exists(self, name: str, span: Span, other: Span | None, hint: str = "find another name") -> None:
        labels = [Label(other, "declared here")] if other else []
        self.findings.add("QD508", f"`{name}` is there already", span, hint=hint, labels=labels)

    def keep_modules_true(self, files: list[Parsed]) -> None:
        """Let the files of rules hold what is now in force, with what the variant adds behind."""
        modules = self.declared.modules
        for parsed in files:
            name = (
                parsed.header.name.text if parsed.header else parsed.file.path.rsplit("/", 1)[-1].removesuffix(".rules")
            )
            module = modules.get(name)
            if module is not None:
                modules[name] = replace(
                    module, units=(*module.units, *(u for u in parsed.units if u not in module.units))
                )
        for name, module in list(modules.items()):
            units = tuple(self.in_force(unit, module) for unit in module.units if not isinstance(unit, nodes.Amendment))
            modules[name] = replace(module, units=units)
            if not units and module.units:
                del modules[name]

    def in_force(self, unit: nodes.Node, module: Module) -> nodes.Node:
        match unit:
            case nodes.Define() | nodes.Procedure() | nodes.Effect() | nodes.Advice():
                address = dotted(unit.path) if len(unit.path) > 1 else f"{module.name}.{unit.path[0].text}"
                rule = self.declared.rules.get(address)
                return rule.node if rule else unit
            case nodes.Option(name=name):
                return self.declared.options[name.text].node if name.text in self.declared.options else unit
            case nodes.Turn():
                return self.declared.turn or unit
        return unit

    # --- addresses

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

    # --- exchanging parts

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

    # --- rules

    def amend(self, node: nodes.Amend) -> None:
        """Put a definition in the place of another, which may go on as its original."""
        new = node.definition
        sort = SORTS[type(new)]
        element = self.find(new.path, frozenset([sort]), sort)
        if element is None:
            return
        rule = element.thing
        assert isinstance(rule, Rule)
        names, wanted = [p.name.text for p in new.parameters], [p.name for p in rule.parameters]
        if names != wanted:
            given = f"it takes {', '.join(wanted)}" if wanted else "it takes nothing"
            labels = [Label(rule.node.span, "the rule stands here")]
            self.report(
                "QD506",
                f"an amended `{rule.address}` takes what it took below",
                new.path[0].span.to(new.path[-1].span),
                given,
                labels,
            )
            return
        is_done = sort in ("procedure", "effect")
        keeps = names_original(new)
        if misused(new, is_done, self.findings, rule.address) or not self.note("amend", rule.address, node.span, keeps):
            return
        made = self.inheriting(new, rule.node)
        if keeps:
            made = self.over_the_original(made, rule)
        self.declared.rules[rule.address] = self.declare(made, rule)

    def over_the_original(self, new: Definition, rule: Rule) -> Definition:
        """Keep a rule as the original of the one that takes its place."""
        below = replace(rule, address=f"{rule.address}~{rule.layer or 'base'}", speaks_as=rule.address)
        new = calling(new, below)
        if (
            isinstance(rule.node, nodes.Procedure | nodes.Effect)
            and rule.node.body
            and isinstance(new, nodes.Procedure | nodes.Effect)
        ):
            head, rest = head_and_rest(rule.node.body.statements)
            below = replace(below, node=replace(rule.node, body=replace(rule.node.body, statements=rest)))
            assert new.body is not None
            new = replace(new, body=replace(new.body, statements=(*head, *new.body.statements)))
        self.declared.rules[below.address] = below
        self.refuse_same_names(new, rule.address)
        return new

    def refuse_same_names(self, new: Definition, address: str) -> None:
        """Report what is rolled, asked or required under one name by a rule and by its original."""
        names: dict[str, Element] = {}
        scratch = replace(
            self.declared, rules={**self.declared.rules, address: replace(self.declared.rules[address], node=new)}
        )
        for element in all_elements(scratch):
            if element.parent != address or element.holder not in scratch.rules:
                continue
            other = names.setdefault(element.name, element)
            if other is not element and (other.holder == address) != (element.holder == address):
                own, kept = (element, other) if element.holder == address else (other, element)
                self.exists(
                    f"{address}.{own.name}", own.span, kept.span, "the original goes on under this name; find another"
                )
            elif other is not element and own_names_twice(other, element):
                self.exists(f"{address}.{element.name}", element.span, other.span, "amend it, or find another name")

    def inheriting(self, new: Definition, old: Definition) -> Definition:
        """Give a definition with the phrases, notes and body of the one below where it has none of its own."""
        words = {p.name.text: p.phrase for p in old.parameters}
        parameters = tuple(replace(p, phrase=p.phrase or words.get(p.name.text)) for p in new.parameters)
        path = tuple(replace(word, span=new.path[-1].span) for word in old.path)
        made = replace(
            new,
            path=path,
            parameters=parameters,
            phrase=new.phrase or old.phrase,
            notes=merged_notes(old.notes, new.notes),
        )
        if isinstance(made, nodes.Procedure | nodes.Effect) and made.body is None:
            assert isinstance(old, nodes.Procedure | nodes.Effect)
            made = replace(made, body=copied(old.body) if old.body else None)
        return made

    def declare(self, node: Definition, below: Rule) -> Rule:
        made = Declaring(self.declared, self.findings, self.name).made_rule(node, below.address, below.module, ())
        return replace(made, cites=made.cites or below.cites, topic=made.topic or below.topic)

    def amend_modifier(self, node: nodes.AmendModifier) -> None:
        element = self.find(node.path, frozenset(["modifier"]), "modifier")
        if element is None or not self.note("amend", element.address, node.span):
            return
        old = element.thing
        assert isinstance(old, nodes.Modifier)
        new = replace(
            old,
            span=node.span,
            change=self.with_original(
                node.change, next((p for p in old.change.parts() if isinstance(p, nodes.Expression)), None)
            ),
            condition=with_value(node.condition, old.condition or nodes.Yes(node.span))
            if node.condition
            else old.condition,
            phrase=node.phrase or old.phrase,
            notes=merged_notes(old.notes, node.notes),
        )
        self.put(element, old, (new,))

    def with_original(self, new: AnyNode, old: nodes.Expression | None) -> AnyNode:
        """Give what a value becomes, with the value below in the place of `original`; say so where there is none."""
        if old is None and names_original(new):
            self.report(
                "QD507", "there is no value here that `original` could mean", new.span, "say the new value in full"
            )
        return with_value(new, old)

    def amend_require(self, node: nodes.AmendRequire) -> None:
        element = self.find(node.path, frozenset(["require"]), "require")
        if element is None or not self.note("amend", element.address, node.span):
            return
        old = element.thing
        assert isinstance(old, nodes.Require)
        condition = with_value(node.condition, old.condition)
        notes = merged_notes(old.notes, node.notes)
        self.put(element, old, (replace(old, span=node.span, condition=condition, reason=node.reason, notes=notes),))

    def amend_case(self, node: nodes.AmendCase) -> None:
        element = self.find(node.path, frozenset(["case"]), "case")
        if element is None or not self.note("amend", element.address, node.span):
            return
        old = element.thing
        assert isinstance(old, nodes.Case)
        condition = node.condition or old.condition
        if isinstance(node.condition, nodes.IfCase):
            before = old.condition.condition if isinstance(old.condition, nodes.IfCase) else nodes.Yes(node.span)
            condition = replace(node.condition, condition=with_value(node.condition.condition, before))
        self.put(
            element, old, (replace(old, span=node.span, value=with_value(node.value, old.value), condition=condition),)
        )

    # --- options

    def set_options(self) -> None:
        """Set the options that `variant.yaml` names."""
        places = self.variant.places
        for name, value in head_of(self.variant).options.items():
            span = places.key("options", name)
            option = self.option_named((nodes.Word(span, name),))
            text = as_rules_text(value)
            node = parse_expression(text, self.variant.file, places.offsets(text, "options", name), self.findings)
            if option is not None and node is not None and self.note("amend", f"{option.module}.{option.name}", span):
                self.put_option(option, node)

    def option_named(self, path: Path) -> Option | None:
        if len(path) == 1 and path[0].text in self.declared.options:
            return self.declared.options[path[0].text]
        element = self.find(path, frozenset(["option"]), "option")
        assert element is None or isinstance(element.thing, Option)
        return element.thing if element else None  # type: ignore[return-value]

    def put_option(self, option: Option, value: nodes.Expression) -> None:
        self.declared.options[option.name] = replace(option, value=value, node=replace(option.node, value=value))

    def amend_option(self, node: nodes.AmendOption) -> None:
        option = self.option_named(node.path)
        if option is not None and self.note("amend", f"{option.module}.{option.name}", node.span):
            self.put_option(option, with_value(node.value, option.value))

    # --- tables

    def cell_at(self, path: Path, acts: bool) -> tuple[Table, Row, CellOf] | None:
        """Find a cell, by its row and, in a table of several columns, its column."""
        element = self.find(path, frozenset(["row", "cell"]), "row" if acts else "cell")
        if element is None:
            return None
        span = path[0].span.to(path[-1].span)
        table = self.declared.tables[element.holder]
        if acts != (table.gives is None):
            hint = (
                f"write `amend cell {element.address} = ...`"
                if acts
                else f"write `amend row {element.address}`, and below it what happens"
            )
            message = (
                f"the table `{table.name}` gives values" if acts else f"the rows of `{table.name}` say what happens"
            )
            self.report("QD502", message, span, hint)
            return None
        if element.sort == "row" and table.columns:
            columns = ", ".join(f"`{element.address}.{name}`" for name, _, _ in table.columns)
            self.report("QD502", f"`{element.address}` has several cells", span, f"name one of them: {columns}")
            return None
        row, cell = next((r, c) for r in table.rows for c in r.cells if element.thing in (r, c))
        return table, row, cell

    def amend_row(self, node: nodes.AmendRow) -> None:
        found = self.cell_at(node.path, acts=True)
        if found is None:
            return
        table, row, cell = found
        if self.note("amend", cell.address, node.span, any(is_original(part) for part in node.walk())):
            block = with_statements(node.block, cell.statements)
            self.put_cell(table, row, cell, replace(cell, statements=block, span=node.span))

    def amend_cell(self, node: nodes.AmendCell) -> None:
        found = self.cell_at(node.path, acts=False)
        if found is None or not self.note("amend", found[2].address, node.span):
            return
        table, row, cell = found
        value = None if isinstance(node.value, nodes.Nothing) else self.with_original(node.value, cell.value)
        self.put_cell(table, row, cell, replace(cell, value=value, span=node.span))

    # --- adding

    def add_modifier(self, node: nodes.AddModifier) -> None:
        roll = self.find(node.path[:-1], frozenset(["roll"]), "roll") if len(node.path) > 1 else None
        if roll is None:
            if len(node.path) == 1:
                self.missing(node.path[0].text, node.path[0].span, [], "roll")
            return
        if not isinstance(roll.thing, nodes.Roll | nodes.Check):
            self.report(
                "QD502",
                f"`{roll.address}` is rolled by the sides against each other",
                node.path[0].span,
                "it takes no modifiers",
            )
            return
        plain = isinstance(node.change, nodes.Raised | nodes.Lowered)
        if self.is_free(roll.address, node.path[-1]) and self.note(
            "add", f"{roll.address}.{node.path[-1].text}", node.span, order_of="" if plain else roll.address
        ):
            modifier = nodes.Modifier(node.span, node.path[-1], node.change, node.condition, node.phrase, node.notes)
            self.put(roll, roll.thing, (replace(roll.thing, modifiers=(*roll.thing.modifiers, modifier)),))

    def add_require(self, node: nodes.AddRequire) -> None:
        sorts = frozenset(["choice", "procedure", "effect"])
        owner = self.find(node.path[:-1], sorts, "choice or procedure") if len(node.path) > 1 else None
        if owner is None:
            if len(node.path) == 1:
                self.missing(node.path[0].text, node.path[0].span, [], "choice or procedure")
            return
        if not self.is_free(owner.address, node.path[-1]) or not self.note(
            "add", f"{owner.address}.{node.path[-1].text}", node.span
        ):
            return
        required = nodes.Require(node.span, node.path[-1], None, node.condition, node.reason, node.notes)
        if isinstance(owner.thing, nodes.Choose):
            self.put(owner, owner.thing, (replace(owner.thing, requirements=(*owner.thing.requirements, required)),))
            return
        rule = owner.thing
        if isinstance(rule, Rule) and isinstance(rule.node, nodes.Procedure | nodes.Effect):
            body = rule.node.body or nodes.Body(node.span, (), ())
            head, rest = head_and_rest(body.statements)
            new = replace(rule.node, body=replace(body, statements=(*head, required, *rest)))
            self.declared.rules[rule.address] = replace(rule, node=new)

    def add_step(self, node: nodes.AddStep) -> None:
        sort = "phase" if isinstance(node.step, nodes.Phase) else "step"
        place = self.find(node.where.path, frozenset([sort]), sort)
        if place is None or not self.is_free(place.parent, node.step.name):
            return
        assert isinstance(place.thing, nodes.Node)
        address = f"{place.parent}.{node.step.name.text}"
        behind = place.address if node.where.side.text == "after" else ""
        span = node.where.path[0].span.to(node.where.path[-1].span)
        if not self.note("lean", place.address, span) or not self.note("add", address, node.span, behind=behind):
            return
        if not behind:
            self.put(place, place.thing, (node.step, place.thing))
            return
        # What was added behind the same place before stays in front, so that several are gone through in the order of
        # the text.
        after = place
        followers = {a.address: a for a in self.declared.amended if a.behind == place.address and a.address != address}
        for element in all_elements(self.declared):
            if element.address in followers:
                after = element
        assert isinstance(after.thing, nodes.Node)
        self.put(after, after.thing, (after.thing, node.step))

    # --- taking away

    def remove(self, node: nodes.RemoveElement) -> None:
        sort = node.element.text
        element = self.find(node.path, frozenset([sort]), sort)
        if element is None:
            return
        if sort == "case" and self.is_the_only_case(element):
            self.report("QD502", f"`{element.address}` is the only case", node.span, "amend the whole definition")
            return
        if not self.note("remove", element.address, node.span, keeps=False):
            return
        if isinstance(element.thing, Row):
            table = self.declared.tables[element.holder]
            self.declared.tables[table.name] = replace(
                table, rows=tuple(row for row in table.rows if row is not element.thing)
            )
        elif isinstance(element.thing, nodes.Node):
            self.put(element, element.thing, ())

    def is_the_only_case(self, element: Element) -> bool:
        node = self.declared.rules[element.holder].node
        cases = node.cases if isinstance(node, nodes.Define | nodes.Advice) else None
        return isinstance(cases, nodes.SeveralCases) and len(cases.cases) == 1


def dotted(path: Path) -> str:
    """Give a path as text."""
    return ".".join(word.text for word in path)


def article(word: str) -> str:
    """Give a word with its article."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def head_and_rest(
    statements: tuple[nodes.Statement, ...],
) -> tuple[tuple[nodes.Statement, ...], tuple[nodes.Statement, ...]]:
    """Give the requirements at the head of a procedure, and what follows them."""
    count = next(
        (i for i, statement in enumerate(statements) if not isinstance(statement, nodes.Require)), len(statements)
    )
    return statements[:count], statements[count:]


def own_names_twice(one: Element, other: Element) -> bool:
    """Tell whether a requirement of the original is stated again."""
    return (
        one.holder == other.holder and isinstance(one.thing, nodes.Require) and isinstance(other.thing, nodes.Require)
    )


def with_statements_exchanged(
    block: tuple[nodes.Statement, ...], old: nodes.Node, new: tuple[nodes.Node, ...]
) -> tuple[nodes.Statement, ...]:
    """Give statements with one node exchanged; the same tuple where it does not occur."""
    if not block or not any(part is old for statement in block for part in statement.walk()):
        return block
    return exchanged(nodes.Close(block[0].span, block), old, new).block


def merged_notes(below: tuple[nodes.Note, ...], own: tuple[nodes.Note, ...]) -> tuple[nodes.Note, ...]:
    """Give the notes of an amended element: its own sources and topic count for those below.

    Rulings and old addresses add up.
    """
    replaced = {type(note) for note in own} & {nodes.Cites, nodes.Topic}
    return (*own, *(note for note in below if type(note) not in replaced))


def amendments_of(files: Iterable[Parsed]) -> Iterator[nodes.Amendment]:
    """Give the amendments of a variant's files, in the order of the text."""
    for file in files:
        yield from (unit for unit in file.units if isinstance(unit, nodes.Amendment))
