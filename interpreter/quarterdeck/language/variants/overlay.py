"""Lay a variant over a ruleset: what it adds, amends and takes away, address by address.

In: a `Declared`, and the documents and files of one variant. Out: a new `Declared` and findings; what came in stays as
it was. Whether the result makes sense is left to the checks; files are left to the pipeline.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never, cast

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import all_elements
from quarterdeck.language.declarations.declaring import Declaring
from quarterdeck.language.declarations.declaring_condition_tables import put_in_order
from quarterdeck.language.declarations.replacements import INSTEAD, OR_MORE, additions_in
from quarterdeck.language.declarations.symbol_table import Declared, Module
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.rules_file import Parsed
from quarterdeck.language.syntax.sorts import AnyAmendment
from quarterdeck.language.variants.adding import Adding
from quarterdeck.language.variants.amending import Amending
from quarterdeck.language.variants.amendment_base import AmendmentBase, dotted
from quarterdeck.language.variants.conditional import Conditional
from quarterdeck.language.variants.conditions import guard_of
from quarterdeck.language.variants.placing import Placing
from quarterdeck.language.variants.removing import Removing
from quarterdeck.language.variants.replacing import Replacing
from quarterdeck.language.variants.rows import RowChanges
from quarterdeck.language.variants.variant_order import all_below, head_of

HINTS = {"enums": OR_MORE, "constants": INSTEAD, "arcs": INSTEAD}
"""What to do where a variant declares in `components:` what is there."""


def lay(
    declared: Declared,
    variant: YamlDocument,
    documents: Iterable[YamlDocument],
    files: Iterable[Parsed],
    findings: Findings,
    base: Declared,
    *,
    always: bool = False,
) -> Declared:
    """Give a ruleset with a variant laid over it.

    `variant` is its `variant.yaml`, `documents` are its other documents; `base` is the ruleset without any variant.
    What the variant says of the games to which it applies is passed over where it is laid for `always`.
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
        partial=[*declared.partial],
        variants=(*declared.variants, name),
        variant_heads={**declared.variant_heads, name: variant},
        conditions={**declared.conditions},
    )
    Overlay(AmendmentBase(result, base, variant, findings), None if always else declared).run(
        list(documents), list(files)
    )
    return result


@dataclass
class Overlay:
    """One variant on its way into a ruleset of its own; `below` is what it leaves where its condition does not hold.

    Where there is no `below`, it applies to every game.
    """

    amended: AmendmentBase
    below: Declared | None = None

    def run(self, documents: list[YamlDocument], files: list[Parsed]) -> None:
        """Add what is new, then amend in the order of the text."""
        self.amended.below = all_below(self.amended.name, self.amended.declared.variant_heads)
        choices = choices_in(self.amended.declared)
        replacing = Replacing(self.amended)
        replacing.make_room(documents)
        self.refuse_redeclared(documents)
        Declaring(self.amended.declared, self.amended.findings, self.amended.name).run(
            [self.amended.variant, *documents], files
        )
        replacing.settle()
        Amending(self.amended).set_options()
        self.note_things(documents)
        for file in files:
            for unit in file.units:
                if isinstance(unit, nodes.Amendment):
                    self.amendment(unit)
        put_in_order(self.amended.declared)
        choices_now = choices_in(self.amended.declared)
        self.drop_advice(choices - choices_now)
        self.amended.declared.new_choices += tuple(sorted(choices_now - choices))
        if self.below is not None:
            self.settle_condition(self.below)
        self.keep_modules_true(files)

    def settle_condition(self, below: Declared) -> None:
        """Let what the variant changes count only where its condition holds, if it has one."""
        declared = self.amended.declared
        guard = guard_of(self.amended.variant, declared, self.amended.findings)
        if guard is not None:
            declared.conditions[self.amended.name] = guard.condition
            Conditional(self.amended, below, guard).settle()

    def drop_advice(self, gone: set[str]) -> None:
        """Take away the advice on choices that nobody makes any more; it goes with what took them away."""
        rules = self.amended.declared.rules
        for address in [address for address in gone if address in rules and rules[address].sort == "advice"]:
            by = next((a for a in self.amended.declared.amended if f"{address}.".startswith(f"{a.element}.")), None)
            span = by.span if by is not None else head_span(self.amended.variant)
            if rules[address].layer != self.amended.name and self.amended.note("remove", address, span, keeps=False):
                del rules[address]

    def amendment(self, node: nodes.Amendment) -> None:
        """Carry out one amendment."""
        match cast("AnyAmendment", node):
            case nodes.AddModifier() | nodes.AddRequire() | nodes.AddCase() as adding:
                Adding(self.amended).carry_out(adding)
            case (
                nodes.AmendPart() | nodes.AmendStatement() | nodes.AddPart() | nodes.AddStatement()
                | nodes.MoveElement()
            ) as placing:  # fmt: skip
                Placing(self.amended).carry_out(placing)
            case nodes.AddRow() | nodes.SplitRow() as rows:
                RowChanges(self.amended).carry_out(rows)
            case nodes.RemoveElement() as removing:
                Removing(self.amended).carry_out(removing)
            case (
                nodes.Amend() | nodes.AmendModifier() | nodes.AmendRequire() | nodes.AmendCase()
                | nodes.AmendOption() | nodes.AmendRow() | nodes.AmendCell()
            ) as amending:  # fmt: skip
                Amending(self.amended).carry_out(amending)
            case other:
                assert_never(other)

    def refuse_redeclared(self, documents: list[YamlDocument]) -> None:
        """Report names that are there already: a variant adds names and fields, and amends by address."""
        declared = self.amended.declared
        for document in documents:
            shape, places = document.shape, document.places
            if isinstance(shape, shapes.Rulings):
                for name in shape.rulings.keys() & declared.rulings.keys():
                    self.amended.exists(name, places.key("rulings", name), declared.rulings[name][1], INSTEAD)
            if not isinstance(shape, shapes.Components):
                continue
            for sort in ("units", "enums", "constants", "arcs", "clocks"):
                known = getattr(declared, sort)
                added = {name for name, _, _ in additions_in(document)} if sort == "enums" else set()
                for name in (getattr(shape, sort).keys() & known.keys()) - added:
                    hint = HINTS.get(sort, "choose another name")
                    self.amended.exists(name, places.key(sort, name), getattr(known[name], "span", None), hint)
            for name, kind in shape.kinds.items():
                more = {*kind.specified} - {"fields"}
                if name in declared.kinds and name not in ("Side", "Game") and more:
                    named = ", ".join(sorted(more))
                    hint = f"remove {named}: a variant can only add fields to a kind"
                    self.amended.exists(name, places.key("kinds", name), declared.kinds[name].span, hint)

    def note_things(self, documents: list[YamlDocument]) -> None:
        """Write down what rosters say of things in rosters below, field by field.

        Files of figures are not read here.
        """
        for document in documents:
            shape, places = document.shape, document.places
            if not isinstance(shape, shapes.Roster) or shape.amends is None:
                continue
            if shape.amends not in self.amended.declared.rosters or shape.amends == shape.roster:
                hint = did_you_mean(shape.amends, self.amended.declared.rosters.keys() - {shape.roster})
                self.amended.report("QD501", f"there is no roster `{shape.amends}`", places.value("amends"), hint)
                continue
            for thing, values in shape.things.items():
                for name in values:
                    self.amended.note(
                        "add", f"rosters.{shape.amends}.{thing}.{name}", places.key("things", thing, name)
                    )

    def keep_modules_true(self, files: list[Parsed]) -> None:
        """Let the files of rules hold what is now in force, with what the variant adds behind."""
        modules = self.amended.declared.modules
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
            standing = (self.in_force(unit, module) for unit in module.units)
            units = tuple(unit for unit in standing if unit is not None)
            modules[name] = replace(module, units=units)
            if not units and module.units:
                del modules[name]

    def in_force(self, unit: nodes.Node, module: Module) -> nodes.Node | None:
        """Give what stands in the place of a definition now; nothing where it is gone, or was an amendment."""
        match unit:
            case nodes.Amendment():
                return None
            case nodes.Define() | nodes.Procedure() | nodes.Effect() | nodes.Advice():
                address = dotted(unit.path) if len(unit.path) > 1 else f"{module.name}.{unit.path[0].text}"
                rule = self.amended.declared.rules.get(address)
                return rule.node if rule else None
            case nodes.Option(name=name):
                option = self.amended.declared.options.get(name.text)
                return option.node if option else None
            case nodes.Turn():
                return self.amended.declared.turn or unit
        return unit


def choices_in(declared: Declared) -> set[str]:
    """Give the addresses of all choices."""
    return {element.address for element in all_elements(declared) if element.sort == "choice"}


def head_span(variant: YamlDocument) -> Span:
    """Give where a variant says what it is called."""
    return variant.places.value("variant")
