"""Lay a variant over a ruleset: what it adds, amends and takes away, address by address.

In: a `Declared`, and the documents and files of one variant. Out: a new `Declared` and findings; what came in stays as
it was. What an amendment does not say (a phrase, a source, a modifier's condition) stays as it is below. `original` is
what the layers below leave: a rule's body goes on under a hidden address and keeps the address of everything that it
rolls and asks; its requirements move to the rule that makes use of it, so that they still say what is allowed. Whether
the result makes sense is left to the checks; files are left to the pipeline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import assert_never, cast

from quarterdeck.diagnostics import Findings
from quarterdeck.names.adding import add_modifier, add_require, add_step, remove
from quarterdeck.names.amending import (
    amend,
    amend_case,
    amend_cell,
    amend_modifier,
    amend_option,
    amend_require,
    amend_row,
    option_named,
    put_option,
)
from quarterdeck.names.declared import Declared, Module
from quarterdeck.names.declared import plain as as_rules_text
from quarterdeck.names.from_documents import Declaring
from quarterdeck.names.layers import all_below, head_of
from quarterdeck.names.overlay import Overlay, dotted
from quarterdeck.syntax import nodes
from quarterdeck.syntax.from_text import Parsed, parse_expression
from quarterdeck.syntax.sorts import AnyAmendment
from quarterdeck.tables import shapes
from quarterdeck.tables.from_yaml import YamlDocument


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
    run(Overlay(result, variant, findings), list(documents), list(files))
    return result


def run(over: Overlay, documents: list[YamlDocument], files: list[Parsed]) -> None:
    """Add what is new, then amend in the order of the text."""
    over.below = all_below(over.name, over.declared.variant_heads)
    refuse_redeclared(over, documents)
    Declaring(over.declared, over.findings, over.name).run([over.variant, *documents], files)
    set_options(over)
    note_things(over, documents)
    for file in files:
        for unit in file.units:
            if isinstance(unit, nodes.Amendment):
                amendment(over, unit)
    keep_modules_true(over, files)


def amendment(over: Overlay, given: nodes.Amendment) -> None:
    """Carry out one amendment."""
    node = cast("AnyAmendment", given)
    match node:
        case nodes.Amend():
            amend(over, node)
        case nodes.AmendModifier():
            amend_modifier(over, node)
        case nodes.AmendRequire():
            amend_require(over, node)
        case nodes.AmendCase():
            amend_case(over, node)
        case nodes.AmendOption():
            amend_option(over, node)
        case nodes.AmendRow():
            amend_row(over, node)
        case nodes.AmendCell():
            amend_cell(over, node)
        case nodes.AddModifier():
            add_modifier(over, node)
        case nodes.AddRequire():
            add_require(over, node)
        case nodes.AddStep():
            add_step(over, node)
        case nodes.RemoveElement():
            remove(over, node)
        case _:
            assert_never(node)


def refuse_redeclared(over: Overlay, documents: list[YamlDocument]) -> None:
    """Report names that are there already: a variant adds names and fields, and amends by address."""
    declared = over.declared
    for document in documents:
        shape, places = document.shape, document.places
        if isinstance(shape, shapes.Rulings):
            for name in shape.rulings.keys() & declared.rulings.keys():
                over.exists(name, places.key("rulings", name), declared.rulings[name][1])
        if not isinstance(shape, shapes.Components):
            continue
        for sort in ("units", "enums", "constants", "arcs", "clocks"):
            known = getattr(declared, sort)
            for name in getattr(shape, sort).keys() & known.keys():
                over.exists(name, places.key(sort, name), getattr(known[name], "span", None))
        for name, kind in shape.kinds.items():
            more = kind.model_fields_set - {"fields"}
            if name in declared.kinds and name not in ("Side", "Game") and more:
                named = ", ".join(sorted(more))
                hint = f"leave out {named}: a variant adds fields to a kind, and leaves the rest as it is"
                over.exists(name, places.key("kinds", name), declared.kinds[name].span, hint)


def note_things(over: Overlay, documents: list[YamlDocument]) -> None:
    """Write down what rosters say of things in rosters below, field by field.

    Files of figures are not read here.
    """
    for document in documents:
        shape, places = document.shape, document.places
        if not isinstance(shape, shapes.Roster) or shape.amends is None:
            continue
        if shape.amends not in over.declared.rosters or shape.amends == shape.roster:
            close = get_close_matches(shape.amends, over.declared.rosters.keys() - {shape.roster}, 1)
            hint = f"did you mean `{close[0]}`?" if close else ""
            over.report("QD501", f"there is no roster `{shape.amends}`", places.value("amends"), hint)
            continue
        for thing, values in shape.things.items():
            for name in values:
                over.note("add", f"rosters.{shape.amends}.{thing}.{name}", places.key("things", thing, name))


def keep_modules_true(over: Overlay, files: list[Parsed]) -> None:
    """Let the files of rules hold what is now in force, with what the variant adds behind."""
    modules = over.declared.modules
    for parsed in files:
        name = parsed.header.name.text if parsed.header else parsed.file.path.rsplit("/", 1)[-1].removesuffix(".rules")
        module = modules.get(name)
        if module is not None:
            modules[name] = replace(module, units=(*module.units, *(u for u in parsed.units if u not in module.units)))
    for name, module in list(modules.items()):
        units = tuple(in_force(over, unit, module) for unit in module.units if not isinstance(unit, nodes.Amendment))
        modules[name] = replace(module, units=units)
        if not units and module.units:
            del modules[name]


def in_force(over: Overlay, unit: nodes.Node, module: Module) -> nodes.Node:
    """Give the definition that is in force at the address of one that a file holds."""
    match unit:
        case nodes.Define() | nodes.Procedure() | nodes.Effect() | nodes.Advice():
            address = dotted(unit.path) if len(unit.path) > 1 else f"{module.name}.{unit.path[0].text}"
            rule = over.declared.rules.get(address)
            return rule.node if rule else unit
        case nodes.Option(name=name):
            return over.declared.options[name.text].node if name.text in over.declared.options else unit
        case nodes.Turn():
            return over.declared.turn or unit
    return unit


def set_options(over: Overlay) -> None:
    """Set the options that `variant.yaml` names."""
    places = over.variant.places
    for name, value in head_of(over.variant).options.items():
        span = places.key("options", name)
        option = option_named(over, (nodes.Word(span, name),))
        text = as_rules_text(value)
        node = parse_expression(text, over.variant.file, places.offsets(text, "options", name), over.findings)
        if option is not None and node is not None and over.note("amend", f"{option.module}.{option.name}", span):
            put_option(over, option, node)


def amendments_of(files: Iterable[Parsed]) -> Iterator[nodes.Amendment]:
    """Give the amendments of a variant's files, in the order of the text."""
    for file in files:
        yield from (unit for unit in file.units if isinstance(unit, nodes.Amendment))
