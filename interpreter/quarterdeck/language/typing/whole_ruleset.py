"""Go through everything that a ruleset declares, and find out what every expression means and what type it has.

In: a `Declared` ruleset. Out: a `Checked` one. Ranges are followed through sums, products and roundings, and conditions
narrow them.

What options, constants and fields begin with is known before a game begins: a number, also one that is worked out of
numbers, a member, yes, no, none or a list of these; an option may ask for constants of the scenario, and a field for
options too, since these are settled before. Of anything else nobody knows what it would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from types import NoneType

from quarterdeck.base.findings.finding import Finding, Findings, Label
from quarterdeck.base.queries import NOW, Query, QueryStore
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.declaring_condition_tables import rows_in_order, written_rank
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.symbol_table import (
    CellOf,
    ConditionTable,
    Constant,
    Declared,
    Enum,
    Field,
    Option,
    Parameter,
    Roster,
    Rule,
    Scenario,
    Table,
)
from quarterdeck.language.declarations.tracked_reads import WHO, TrackedDeclared, answer, said
from quarterdeck.language.declarations.types import UNKNOWN, ListType, Number, Thing, Type, Unknown
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.assignable import fitting, for_type, have_one_unit, listing, number
from quarterdeck.language.typing.changes import check_starts
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.expression_types import context_of
from quarterdeck.language.typing.meanings import Checked, ConstantValue, Local, OptionValue
from quarterdeck.language.typing.phrases import check_phrase, check_phrases
from quarterdeck.language.typing.resolving import bind
from quarterdeck.language.typing.rolls import check_modified
from quarterdeck.language.typing.statement_types import check_block, check_phase
from quarterdeck.language.typing.typing_result import (
    OwnFindings,
    Typed,
    TypedDefinition,
    files_in,
    moved,
)


def check_types(declared: Declared, findings: Findings, store: QueryStore | None = None) -> Checked:
    """Check all rules, tables, options, fields, rosters and scenarios of a ruleset.

    Those of which a store knows what it is asked again are not checked again.
    """
    checked = Checked(declared)
    asked = declared
    if store is not None:
        asked = TrackedDeclared(declared, store.ask)
        store.answered_by(WHO, partial(answer, declared))
    for definition in definitions(declared):
        if store is None:
            typed = typed_in(definition, Checked(declared), findings)
        else:
            typed = typed_with(store, definition, asked, findings)
        take(checked, findings, typed)
    for enum in declared.enums.values():
        for member in enum.members:
            gather_clashes(declared, findings, enum, member)
    if declared.partial:  # a line that is lost may be what keeps a number in its range
        findings.gathered = [one for one in findings.gathered if one.code not in OF_RANGES or is_whole(one, declared)]
    if not findings and not declared.lost:
        report_untyped(checked, findings)
    return checked


OF_RANGES = frozenset(("QD340", "QD355", "QD357", "QD369"))
"""Codes of what a number may be and must not."""


def is_whole(finding: Finding, declared: Declared) -> bool:
    """Tell whether every line could be read of the definition that a finding is about, and of what amends it."""
    amended = [one.span for one in declared.amended if finding.rule and one.address.startswith(f"{finding.rule}.")]
    return not any(one.lies_in(part) for part in declared.partial for one in (finding.span, *amended))


def report_untyped(checked: Checked, findings: Findings) -> None:
    """Report an expression of a ruleset without findings whose type is not known: nothing else would be checked of it.

    An empty list alone may be a list of anything.
    """
    for node, kind in checked.types.items():
        item = kind.item if isinstance(kind, ListType) else kind
        if isinstance(item, Unknown) and not (isinstance(node, nodes.ListLiteral) and not node.items):
            hint = "give its type: with `tally name: type = ...`, or in a definition"
            findings.add("QD388", "the type of this is unknown", node.span, hint=hint)


MANY = 3
"""So many places that call something as a member is called are told one by one."""


def gather_clashes(declared: Declared, findings: Findings, enum: Enum, member: str) -> None:
    """Put one finding at an enum in the place of many at what is called as a member of it, or one kind of thing is."""
    label = Label(enum.span, f"`{member}` is a member here")
    clashes = [one for one in findings.gathered if one.code == "QD374" and label in one.labels]
    kind = declared.kind_called(member)
    if len(clashes) > MANY or (clashes and kind is not None):
        findings.gathered = [one for one in findings.gathered if one not in clashes]
        also = f"and a {kind.name} has this name" if kind is not None else "and other things have this name"
        hint = "choose another name for the member; `members: {name: words}` says what players call it"
        first = Label(clashes[0].span, "this has the name, for example")
        findings.add("QD374", f"`{member}` is a member of {enum.name}, {also}", enum.span, hint=hint, labels=[first])


def typed_in(
    definition: TypedDefinition, checked: Checked, before: Findings, note: Callable[[], None] | None = None
) -> Typed:
    """Type one definition in a `Checked` of its own."""
    found = OwnFindings(before=before, note=note)
    definition.check(checked, found)
    return Typed(checked, tuple(found.gathered))


def typed_with(store: QueryStore, definition: TypedDefinition, asked: Declared, before: Findings) -> Typed:
    """Type one definition, unless the store knows what comes of it; its declarations are asked, and that is noted."""
    declared = asked.behind if isinstance(asked, TrackedDeclared) else asked

    def work() -> Typed:
        typed = typed_in(definition, Checked(asked), before, lambda: store.ask(NOW))
        for file in files_in(typed.findings):
            store.ask((WHO, "file", file.path, file.text))
        return replace(typed, checked=replace(typed.checked, declared=declared))

    def again(old: TypedDefinition, typed: Typed) -> Typed | None:
        return moved(old, typed, definition, declared)

    return store.result(Query("type", definition.key, definition, work, again))


def take(checked: Checked, findings: Findings, typed: Typed) -> None:
    """Put what is known of one definition to what is known of those before."""
    own = typed.checked
    checked.types.update(own.types)
    checked.narrowed.update(own.narrowed)
    checked.meanings.update(own.meanings)
    checked.phrases.update(own.phrases)
    checked.choices.update(own.choices)
    checked.starts.extend(own.starts)
    findings.extend(typed.findings)
    check_starts(checked, findings, own.starts)


# --- what is checked by itself


def definitions(declared: Declared) -> Iterator[TypedDefinition]:
    """Give everything of a ruleset that is typed by itself, each of it with all that it says."""
    for option in declared.options.values():
        roots: tuple[nodes.Node, ...] = (option.value, option.node)
        yield TypedDefinition(
            DefinitionKey("option", option.name), roots, (option.module, option.type), partial(check_option, option)
        )
    for kind in declared.kinds.values():
        for known in kind.fields.values():
            roots = (known.start,) if known.start is not None else ()
            yield TypedDefinition(
                DefinitionKey("field", known.address), roots, said(known), partial(check_field, known)
            )
    for constant in declared.constants.values():
        roots = (constant.start,) if constant.start is not None else ()
        yield TypedDefinition(
            DefinitionKey("constant", constant.name), roots, said(constant), partial(check_constant, constant)
        )
    for name, node in declared.conditions.items():
        yield TypedDefinition(DefinitionKey("condition", name), (node,), name, partial(check_variant, name, node))
    for rule in declared.rules.values():
        yield TypedDefinition(
            DefinitionKey("rule", rule.address), (rule.node,), said(rule), partial(check_rule, rule=rule)
        )
    for table in declared.tables.values():
        places = tuple(cell.span for row in table.rows for cell in row.cells)
        yield TypedDefinition(
            DefinitionKey("table", table.name), *of_table(table), partial(check_table, table=table), places
        )
    for roster in declared.rosters.values():
        yield TypedDefinition(DefinitionKey("roster", roster.name), *of_roster(roster), partial(check_roster, roster))
    for scenario in declared.scenarios.values():
        yield TypedDefinition(
            DefinitionKey("scenario", scenario.name), scenario.setup, (), partial(check_setup, scenario)
        )
    for module, header in declared.modules.items():
        docs = header.header.docs if header.header else ()
        yield TypedDefinition(DefinitionKey("rules", module), docs, module, partial(check_docs, docs, module, module))
    turn, home = declared.turn, declared.turn_module
    docs = turn.docs if turn else ()
    yield TypedDefinition(DefinitionKey("turn", "turn"), docs, home, partial(check_docs, docs, home, "turn"))
    for phase in turn.phases if turn else ():
        yield TypedDefinition(DefinitionKey("phase", phase.name.text), (phase,), home, partial(check_turn, phase))


def of_table(table: Table) -> tuple[tuple[nodes.Node, ...], object]:
    """Give the nodes of a table, and what they are the cells of."""
    cells = [cell for row in table.rows for cell in row.cells]
    parts = [((cell.value,) if cell.value is not None else ()) + cell.statements for cell in cells]
    places = [(cell.address, len(own)) for cell, own in zip(cells, parts, strict=True)]
    bounds = [(row.low, row.high) for row in table.rows]
    return tuple(chain(*parts)), (said(replace(table, rows=())), places, bounds)


def of_roster(roster: Roster) -> tuple[tuple[nodes.Node, ...], object]:
    """Give the nodes of a roster, and for what each of them stands."""
    shape = roster.shape
    found: dict[tuple[str, ...], nodes.Node] = {("where",): roster.where} if roster.where is not None else {}
    found |= {("derive", name): node for name, node in roster.derive.items()}
    for name, listed in roster.part_lists.items():
        for index, part in enumerate(listed):
            found |= {(name, str(index), key): node for key, node in part.items()}
    facts = (roster.kind, shape.kind_of_figures, list(shape.columns.items()), list(found), list(roster.part_lists))
    return tuple(found.values()), facts


def check_option(option: Option, checked: Checked, findings: Findings) -> None:
    """Check what an option begins with."""
    at = context_of(checked, findings, option.module, option.name)
    if is_one_value(at, option.type, "an option", option.node.type.span):
        begins_with(at, option.value, option.type, "the option", (ConstantValue,))
    check_phrase(at, option.node.phrase)


def check_constant(constant: Constant, checked: Checked, findings: Findings) -> None:
    """Check what a fact of the scenario begins with."""
    at = context_of(checked, findings, rule=constant.name)
    is_value = is_one_value(at, constant.type, "a constant of the scenario", constant.span)
    if is_value and constant.start is not None:
        begins_with(at, constant.start, constant.type, f"`{constant.name}`")


def check_variant(name: str, node: nodes.Expression, checked: Checked, findings: Findings) -> None:
    """Check in which games a variant applies."""
    context_of(checked, findings, rule=f"variants.{name}").condition(node)


def check_setup(scenario: Scenario, checked: Checked, findings: Findings) -> None:
    """Check what is done before the first turn of a scenario."""
    check_block(context_of(checked, findings, rule=DefinitionKey("scenario", scenario.name).element), scenario.setup)


def check_docs(docs: tuple[nodes.Word, ...], module: str, address: str, checked: Checked, findings: Findings) -> None:
    """Check the words at the head of a file, or of the turn."""
    check_phrases(context_of(checked, findings, module, address), docs)


def check_turn(phase: nodes.Phase, checked: Checked, findings: Findings) -> None:
    """Check a phase of the turn."""
    check_phase(context_of(checked, findings, checked.declared.turn_module, f"turn.{phase.name.text}"), phase)


def check_field(known: Field, checked: Checked, findings: Findings) -> None:
    """Check what a field begins with, and who may change it."""
    at = context_of(checked, findings, rule=known.address)
    if known.start is not None:
        begins_with(at, known.start, known.type, f"`{known.address}`", (ConstantValue, OptionValue))
    for rule in known.changed_by or ():
        if not at.declared.rule_named(rule) and rule.rsplit(".", 1)[-1] not in at.declared.lost:
            at.unknown(rule, known.span, [r.name for r in at.declared.rules.values()], "effect")


# --- rules


def check_rule(checked: Checked, findings: Findings, rule: Rule) -> None:
    """Check one rule."""
    at = context_of(checked, findings, rule.module, rule.site_address, rule.sort)
    bind_inputs(at, rule.parameters)
    node = rule.node
    check_phrase(at, node.phrase)
    for parameter in node.parameters:
        check_phrase(at, parameter.phrase)
    if isinstance(node, nodes.Advice) and node.among is not None:
        check_among(at, node, node.among)
    if isinstance(node, nodes.Define | nodes.Advice):
        table = rule.by_condition
        wanted = rule.result if table is None else table.gives
        if isinstance(node.cases, nodes.ModifiedValue):
            check_cases(at, None, node.cases.base)
            check_modified(at, wanted, node.cases)
        else:
            check_cases(at, wanted, node.cases, in_order=table is None or table.takes == "first")
        if table is not None:
            check_condition_table(at, rule, table)
    elif node.body is not None:
        at = replace(at, result=rule.result)
        check_phrases(at, node.body.docs)
        check_block(at, node.body.statements)


def check_condition_table(at: TypingContext, rule: Rule, table: ConditionTable) -> None:
    """Check that what a table by condition makes of the rows that apply has a type, and stays in its range."""
    kind, span = table.gives, rule.node.span
    needed = {"sum": "numbers", "least": "numbers", "greatest": "numbers", "count": "whole numbers"}.get(table.takes)
    is_whole = isinstance(kind, Number) and kind.step == types.WHOLE
    if isinstance(kind, Unknown):
        return
    if needed and (not isinstance(kind, Number) or (table.takes == "count" and not is_whole)):
        at.report("QD225", f"`takes: {table.takes}` needs {needed}, and the table gives {kind}", span)
    if table.takes == "all" and isinstance(types.without_none(kind), ListType | types.Deck):
        at.report("QD225", f"`takes: all` makes a list, and a list holds no {kind}", span)
    if table.ranked == rule.address:
        for case in rows_in_order(rule):
            if written_rank(at.declared, case.value, kind) is None:
                hint = (
                    "write a number or a member of a ladder; for what is worked out use `takes: first`, or `greatest`"
                )
                at.report("QD225", "rows are ranked by written values, and this is not one", case.value.span, hint)


def bind_inputs(at: TypingContext, parameters: Iterable[Parameter]) -> None:
    """Make inputs known by their names."""
    for parameter in parameters:
        whole, name = parameter.span, parameter.name
        span = Span(whole.file, whole.start, whole.start + len(name)) if whole.text.startswith(name) else whole
        bind(at, name, parameter.type, span)


def check_among(at: TypingContext, node: nodes.Advice, listed: nodes.Expression) -> None:
    """Check the list of answers that advice picks out; it is made before there is an answer."""
    inner = at.inner()
    answer, _ = inner.names.pop(node.path[-1].text, (UNKNOWN, None))
    kind = listing(inner, listed, "answers need a list, and this is {}")
    if kind and not types.fits(kind.item, types.without_none(answer)):
        hint = for_type(at.declared, types.without_none(answer), kind.item)
        at.report("QD367", f"the answer is {answer}, and these are {kind.item}", listed.span, hint)


def check_cases(
    at: TypingContext, wanted: Type | None, cases: nodes.SingleCase | nodes.SeveralCases, in_order: bool = True
) -> None:
    """Check the cases of a definition; where they are asked in order, those before one do not hold in it."""
    if isinstance(cases, nodes.SingleCase):
        check_result(at, cases.value, wanted)
        return
    check_phrases(at, cases.docs)
    earlier = at.inner()
    for case in cases.cases:
        here = earlier.inner()
        if isinstance(case.condition, nodes.IfCase):
            met = case.condition.condition
            earlier.condition(met)
            here.assume(met)
            if in_order:
                earlier.assume(met, holds=False)
        check_result(here, case.value, wanted)
    if wanted is None:
        have_one_unit(at, [at.checked.types.get(case.value) for case in cases.cases], cases.span)
    for case in cases.cases[:-1]:
        if not isinstance(case.condition, nodes.IfCase):
            at.report("QD321", "cases after this one never apply", case.span, "give it an `if`")


def check_result(at: TypingContext, value: nodes.Expression, wanted: Type | None) -> None:
    """Check what a definition or a piece of advice gives; advice that says nothing of it gives a number."""
    if wanted is None:
        number(at, value)
    else:
        fitting(at, value, wanted, "the definition")


# --- tables


def check_table(checked: Checked, findings: Findings, table: Table) -> None:
    """Check a table's cells: values are worked out like definitions, and what happens happens as in effects."""
    sort: RuleSort = "effect" if table.gives is None else "define"
    for row in table.rows:
        for place, cell in enumerate(row.cells):
            check_cell(context_of(checked, findings, rule=cell.address, sort=sort), table, cell, table.given_in(place))


def check_cell(at: TypingContext, table: Table, cell: CellOf, gives: Type | None) -> None:
    """Check a cell, in which the keys of the table and what it is given are known; `gives` is of its column."""
    bind_inputs(at, table.given)
    for key in table.keys:
        bind(at, key.name, key.type, key.span)
    if cell.value is not None and gives is not None:
        fitting(at, cell.value, gives, "the table" if gives is table.gives else "the column")
    check_block(at, cell.statements)


# --- rosters


def check_roster(roster: Roster, checked: Checked, findings: Findings) -> None:
    """Check what a roster derives from its figures."""
    at = context_of(checked, findings, rule=DefinitionKey("roster", roster.name).element, sort="define")
    if not check_figures(at, roster):
        return
    if roster.where is not None:
        at.condition(roster.where)
        at.assume(roster.where)
    places, fields = roster.document.places, at.declared.kinds[roster.kind].fields
    for name, node in roster.derive.items():
        if name in fields:
            check_derived(at, roster, name, node, fields[name].type)
        else:
            at.unknown(name, places.key("derive", name), fields, f"field of {roster.kind}")
    for name in roster.part_lists:
        listed = fields[name].type if name in fields else None
        if isinstance(listed, ListType) and isinstance(listed.item, Thing):
            check_parts(at, roster, name, listed.item.kind)
        else:
            known = [one.name for one in fields.values() if is_list_of_things(one.type)]
            at.unknown(name, places.key("part_lists", name), known, f"list of parts of {roster.kind}")


def check_derived(at: TypingContext, roster: Roster, name: str, node: nodes.Expression, wanted: Type) -> None:
    """Check a value that a roster derives for a field: a thing of it has to stand in scenarios, as no figures do."""
    kind = fitting(at, node, wanted, f"`{name}`")
    item = kind.item if isinstance(kind, ListType) else kind
    known = at.declared.kinds.get(item.kind) if isinstance(item, Thing) else None
    if known is not None and roster.shape.kind_of_figures in (known.name, known.part_of):
        message = f"`{name}` would name a {known.one} of the figures, which are in no scenario"
        hint = "derive its values" if known.part_of is None else "make parts with `part_lists:`"
        at.report("QD367", message, node.span, hint)


def is_list_of_things(kind: Type | None) -> bool:
    """Tell whether a field holds a list of things."""
    return isinstance(kind, ListType) and isinstance(kind.item, Thing)


OF_FILES = ("named_by", "kind_of_figures", "where", "columns", "words", "derive", "part_lists")
"""Keys of a roster that say how its file is read."""


def check_figures(at: TypingContext, roster: Roster) -> bool:
    """Check the kind that figures are read into, and make them known; tell whether there is such a kind."""
    name, places = roster.shape.kind_of_figures, roster.document.places
    if roster.shape.derived_from is None:
        if keys := [f"`{key}`" for key in OF_FILES if key in roster.shape.specified]:
            message = f"{', '.join(keys)}: this is about a file, and `{roster.name}` has none"
            hint = "name the file, `derived_from: FILE.csv`, or remove this"
            at.report("QD205", message, places.key(keys[0].strip("`")), hint)
        return True
    if not name:
        hint = "name the kind that holds a row of the file"
        at.report("QD205", f"`{roster.name}` has no `kind_of_figures`", places.key("derived_from"), hint)
        return False
    if name not in at.declared.kinds:
        at.unknown(name, places.value("kind_of_figures"), at.declared.kinds, "kind")
        return False
    at.names["figures"] = (Thing(name), Local("figures"))
    figures = at.declared.kinds[name]
    for column, field in roster.shape.columns.items():
        if field not in figures.fields:
            at.unknown(field, places.value("columns", column), figures.fields, f"field of {figures.name}")
    return True


def check_parts(at: TypingContext, roster: Roster, name: str, kind: str) -> None:
    """Check the parts that a roster makes for each of its things."""
    fields = at.declared.kinds[kind].fields
    for index, part in enumerate(roster.part_lists[name]):
        here = at.inner()
        if (met := part.get("when")) is not None:
            here.condition(met)
            here.assume(met)
        for key, node in part.items():
            if key in fields:
                check_derived(here, roster, key, node, fields[key].type)
            elif key != "when":
                place = roster.document.places.key("part_lists", name, index, key)
                at.unknown(key, place, fields, f"field of {kind}")


_WORKED_OUT = (
    nodes.And,
    nodes.Or,
    nodes.Negation,
    nodes.Compare,
    nodes.Plus,
    nodes.Minus,
    nodes.Multiply,
    nodes.Divide,
    nodes.PercentOf,
    nodes.Rounding,
    nodes.InUnit,
    nodes.Negative,
    nodes.Grouped,
)
_WRITTEN = (nodes.NumberLiteral, nodes.Yes, nodes.No, nodes.Nothing)
_OF_NUMBERS = ("least", "greatest")


Settled = type[meanings.ConstantValue | meanings.OptionValue]


def begins_with(
    at: TypingContext, node: nodes.Expression, wanted: Type, what: str, settled: tuple[Settled, ...] = ()
) -> None:
    """Check what something begins with: whether it fits, and whether it asks for nothing but what is `settled`."""
    fitting(at, node, wanted, what)
    for part in nodes.items_of(node) if isinstance(wanted, ListType) else (node,):
        for unknown in _unsettled(at, part, settled):
            hint = "write a literal value here, or set it in a scenario or a rule"
            at.report("QD389", f"{what} needs a literal start value, and this is not one", unknown.span, hint)


def is_one_value(at: TypingContext, kind: Type, what: str, span: Span) -> bool:
    """Check that what is settled before the situation is set up is no list, thing or place, of which there are none."""
    if not isinstance(types.without_none(kind), ListType | types.Thing | types.Place):
        return True
    hint = "make it a field of `Game` in components.yaml, which a scenario sets as `game: {...}`"
    at.report("QD390", f"{what} is a number, a truth or a member, and not {kind}", span, hint)
    return False


def _unsettled(at: TypingContext, node: nodes.Expression, settled: tuple[Settled, ...]) -> Iterator[nodes.Expression]:
    """Give the parts of an expression that only a rule or a game could tell; what was found to mean nothing is none."""
    meaning = at.meaning(node)
    is_of_numbers = isinstance(meaning, meanings.FunctionCall) and meaning.name in _OF_NUMBERS
    below = node.arguments if isinstance(node, nodes.Call) else tuple(node.parts())
    if isinstance(node, nodes.Name | nodes.FieldAccess):
        if not isinstance(meaning, (meanings.EnumValue, NoneType, *settled)):
            yield node
    elif isinstance(node, _WORKED_OUT) or is_of_numbers:
        for part in below:
            if isinstance(part, nodes.Expression):
                yield from _unsettled(at, part, settled)
            elif isinstance(part, tuple):
                yield from (found for one in part for found in _unsettled(at, one, settled))
    elif not isinstance(node, _WRITTEN):
        yield node


def typed_beside(
    checked: Checked, declared: Declared, check: Callable[[Checked, Findings], None]
) -> tuple[Checked, Findings]:
    """Give a checked ruleset with what a check of one part has found of it, and the findings.

    `declared` is what the ruleset declares with that part.
    """
    findings = Findings()
    new = Checked(declared, timers=dict(checked.timers), phrases=dict(checked.phrases))
    check(new, findings)
    check_starts(new, findings, new.starts)
    found = dict(checked.types)
    for node, kind in new.types.items():
        if not isinstance(kind, types.Unknown) or node not in found:
            found[node] = kind
    narrowed = {**checked.narrowed, **new.narrowed}
    return replace(new, types=found, narrowed=narrowed, meanings={**checked.meanings, **new.meanings}), findings
