"""Lower a whole ruleset: rules, tables, rosters, scenarios and the turn, under the settings of one game.

In: `Checked` and settings. Out: a `Program`. Nothing is decided here that the author can see; every instruction keeps
its span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import prod
from typing import Any

from quarterdeck.base.queries import QueryStore
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Parameter, Roster, Rule, Scenario, Table
from quarterdeck.language.declarations.types import Number, Ratio, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.whole_ruleset import definitions
from quarterdeck.program.form import values as val
from quarterdeck.program.form.bands import WIDE, ByBand, bands_within, starts_of
from quarterdeck.program.form.instructions import Routine
from quarterdeck.program.form.layout import blank, lay_out
from quarterdeck.program.form.program import ActingTable, Key, Program, Settings, Start, ValueTable
from quarterdeck.program.form.values import State, Value, truth, whole
from quarterdeck.program.form.world import world_under_all_settings
from quarterdeck.program.lower import numbers, statements
from quarterdeck.program.lower.between_rows import with_lines
from quarterdeck.program.lower.condition_tables import rows_taken
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.expressions import quantity, stored, text, value
from quarterdeck.program.lower.in_steps import in_steps
from quarterdeck.program.lower.modified_values import before_modifiers, modified
from quarterdeck.program.lower.pieces import IncrementalLowering, KnownPieces, lower_once

READS: dict[str, State] = {"procedure": "before", "effect": "after"}


def lower(
    checked: Checked,
    settings: Settings | None = None,
    capacities: dict[str, int] | None = None,
    store: QueryStore | None = None,
    of_others: KnownPieces | None = None,
) -> Program:
    """Lower a whole ruleset; `settings` gives options and constants, by name, as stored.

    Definitions of which the store that they were typed with knows what they come to are not lowered again; nor those
    that were lowered under other settings of the same ruleset, `of_others`, where these are the same to them.
    """
    declared = checked.declared
    world = world_under_all_settings(checked)
    program = Program(world, {}, lay_out(world, capacities))
    lowering = Lowering(checked, program)
    lowering.settle_settings(settings or {})
    for kind in declared.kinds.values():
        for known in kind.fields.values():
            if known.start is not None:
                program.starts[known.address] = lowering.start(known.start, known.type)
            program.starts |= {f"{known.address}.{member}": (count,) for member, count in known.holds}
    if store is None:
        known_pieces: KnownPieces = {} if of_others is None else of_others
        for key, work in pieces(declared):
            lower_once(known_pieces, checked, program, key, partial(_lowered_into, work))
        return with_former_sites(program, checked.former)
    under = f"lower {sorted((settings or {}).items())} {sorted((capacities or {}).items())}"
    incremental = IncrementalLowering.into(store, checked, program, under)
    by_key = {definition.key: definition for definition in definitions(declared)}
    for key, work in pieces(declared):
        incremental.lower(by_key[key], partial(_lowered_into, work))
    return with_former_sites(program, checked.former)


def with_former_sites(program: Program, former: Mapping[str, str]) -> Program:
    """Let each place of chance or choice know the addresses that it had before something around it was renamed."""
    for at, site in enumerate(program.sites) if former else ():
        known = before = [site.address]
        for _ in former:  # what is around it may have been renamed as well
            before = [
                was + address[len(now) :]
                for address in before
                for was, now in former.items()
                if touches_below(address, now)
            ]
            known = list(dict.fromkeys([*known, *before]))
        if known[1:]:
            program.sites[at] = replace(site, former=tuple(known[1:]))
    return program


def touches_below(address: str, outer: str) -> bool:
    """Tell whether an address is another or lies below it."""
    return f"{address}.".startswith(f"{outer}.")


Work = Callable[["Lowering"], None]


def pieces(declared: Declared) -> Iterator[tuple[DefinitionKey, Work]]:
    """Give what is lowered by itself, in the order of the program: its key, and the work."""
    for table in declared.tables.values():
        yield DefinitionKey("table", table.name), partial(Lowering.table, table=table)
    for rule in declared.rules.values():
        yield DefinitionKey("rule", rule.address), partial(Lowering.rule, rule=rule)
    for roster in declared.rosters.values():
        yield DefinitionKey("roster", roster.name), partial(Lowering.roster, roster=roster)
    for scenario in declared.scenarios.values():
        if scenario.setup:
            yield DefinitionKey("scenario", scenario.name), partial(Lowering.setup, scenario=scenario)
    for phase in declared.turn.phases if declared.turn else ():
        yield DefinitionKey("phase", phase.name.text), partial(Lowering.phase, node=phase)


def _lowered_into(work: Work, checked: Checked, program: Program) -> None:
    work(Lowering(checked, program))


@dataclass(frozen=True)
class Lowering:
    """One run over a ruleset, or over the parts of it that have changed."""

    checked: Checked
    program: Program

    def body(self, address: str, module: str, state: State, sort: RuleSort = "procedure") -> LoweringContext:
        """Begin to lower what stands in one routine."""
        return LoweringContext(self.checked, self.program, address, module, state, sort)

    def settle_settings(self, given: Settings) -> None:
        """Settle all settings: those that are given, and what the rest begin with."""
        declared, found = self.checked.declared, self.program.settings
        found.update(given)
        for constant in declared.constants.values():
            if constant.start is not None:
                found.setdefault(constant.name, self.fixed(constant.start, constant.type))
            elif isinstance(constant.type, Number):
                found.setdefault(constant.name, int(constant.type.low * constant.type.step))
            else:
                found.setdefault(constant.name, blank(constant.type))
        for option in declared.options.values():
            found.setdefault(option.name, self.fixed(option.value, option.type))

    def fixed(self, node: nodes.Expression, kind: Type) -> int:
        """Give the value of an expression that asks for settings at most."""
        found = stored(self.body("", "", "given"), node, kind)
        assert isinstance(found, val.Constant), (node, found)
        return found.number

    def start(self, node: nodes.Expression, kind: Type) -> Start:
        """Give what the slots of a field hold at the start: its value, or the count of a list and its items."""
        if not isinstance(kind, types.ListType):
            return (self.fixed(node, kind),)
        found = stored(self.body("", "", "given"), node, kind)
        assert isinstance(found, val.Items), (node, found)
        numbers = [item.number for item in found.items if isinstance(item, val.Constant)]
        assert len(numbers) == len(found.items), (node, found)
        return (len(numbers), *numbers)

    # --- rules

    def rule(self, rule: Rule) -> None:
        """Lower one rule to a routine."""
        body = self.body(rule.site_address, rule.module, READS.get(rule.sort, "given"), rule.sort)
        parameters = inputs_of(rule.parameters)
        body.scope += [name for name, _ in parameters]
        body.about = tuple(val.Local(kind, name) for name, kind in parameters)
        node, phrase = rule.node, text(body, rule.node.phrase)
        if isinstance(node, nodes.Define | nodes.Advice):
            table = rule.by_condition
            found = definition(body, node.cases, rule.result) if table is None else rows_taken(body, rule, table)
            routine = Routine(rule.address, rule.sort, parameters, found, (), node.span, phrase)
            if isinstance(node, nodes.Advice) and node.among is not None:
                self.among(rule, node.among, body)
        else:
            body.result = rule.result
            block = statements.routine(body, node.body.statements if node.body else (), node.span)
            routine = Routine(rule.address, rule.sort, parameters, None, block, node.span, phrase, rule.result)
        self.program.routines[rule.address] = routine

    def among(self, rule: Rule, listed: nodes.Expression, body: LoweringContext) -> None:
        """Lower the list of answers that advice picks out: a definition of the names around the choice."""
        *_, name = rule.address.split(".")
        answer = next((types.without_none(p.type) for p in rule.parameters if p.name == name), types.UNKNOWN)
        around = inputs_of(p for p in rule.parameters if p.name != name)
        found = in_steps(body, value(body, listed), types.ListType(answer))
        address = f"{rule.address} among"
        self.program.routines[address] = Routine(address, "define", around, found, (), listed.span)

    # --- rosters

    def roster(self, roster: Roster) -> None:
        """Lower what a roster derives: a definition for each field, of the figures that it is derived from."""
        fields = self.checked.declared.kinds[roster.kind].fields
        figures: Type = types.Thing(roster.shape.kind_of_figures) if roster.shape.kind_of_figures else types.UNKNOWN
        parameters = (("figures", figures),)
        body = self.body(f"roster {roster.name}", "", "given", "define")

        def add(name: str, node: nodes.Expression, kind: Type) -> None:
            address = f"roster {roster.name}.{name}"
            found = stored(body, node, kind)
            self.program.routines[address] = Routine(address, "define", parameters, found, (), node.span)

        if roster.where is not None:
            add("where", roster.where, types.BOOLEAN)
        for name, node in roster.derive.items():
            add(name, node, fields[name].type)
        for name, parts in roster.part_lists.items():
            listed = fields[name].type
            assert isinstance(listed, types.ListType)
            assert isinstance(listed.item, types.Thing)
            part_fields = self.checked.declared.kinds[listed.item.kind].fields
            for index, part in enumerate(parts):
                for key, node in part.items():
                    add(f"{name}.{index}.{key}", node, types.BOOLEAN if key == "when" else part_fields[key].type)

    # --- tables

    def table(self, table: Table) -> None:
        """Lower a table: effects to a routine for each acting cell, values to constants or routines."""
        bounds = tuple(self.checked.declared.number_of(key.type) or (0, 0) for key in table.keys)
        rows: dict[tuple[int, ...], str] = {}
        cells: dict[tuple[int, ...], Any] = {}
        keys: Iterable[int]
        others: Iterable[int]
        columns = table.columns or (("", 0, 0),)
        starts = [starts_of((row.low, row.high) for row in table.rows), starts_of(column[1:] for column in columns)]
        wide = all(starts) and prod(ends[-1] - ends[0] for ends in starts) >= WIDE
        for row in table.rows:
            keys = bands_within(starts[0], row.low, row.high) if wide else range(row.low, row.high + 1)
            for (_, first, last), cell in zip(columns, row.cells, strict=False):
                found = self.cell(table, cell)
                others = bands_within(starts[1], first, last) if wide else range(first, last + 1)
                for at in product(keys, others) if table.columns else ((key,) for key in keys):
                    rows.setdefault(at, cell.address)
                    if found is not None:
                        cells.setdefault(at, found)
        by_key: tuple[Mapping[Key, Any], Mapping[Key, str]] = (cells, rows)
        if wide:
            starts = starts[: len(table.keys)]
            by_key = (ByBand(starts, cells), ByBand(starts, rows))
        if table.gives is None:
            self.program.acting_tables[table.name] = ActingTable(table.name, bounds, *by_key)
        else:
            found_values = ValueTable(table.name, bounds, *by_key, table.gives)
            if table.between_rows:
                found_values = with_lines(self.program, table, found_values)
            self.program.value_tables[table.name] = found_values

    def cell(self, table: Table, cell: CellOf) -> Value | str | None:
        """Lower a cell: give its value, or the address of the routine that it is; nothing where nothing happens."""
        known = [(p.name, types.without_none(p.type)) for p in table.given]
        known += [(key.name, types.without_none(key.type)) for key in table.keys]
        if table.gives is not None:
            if cell.value is None:
                return val.Constant(table.gives, types.none_of(table.gives)) if types.may_be_none(table.gives) else None
            body = self.body(cell.address, "", "given", "define")
            found = stored(body, cell.value, table.gives)
            if is_constant(found):
                return found
            self.program.routines[cell.address] = Routine(cell.address, "define", tuple(known), found, (), cell.span)
            given = tuple(val.Local(kind, name) for name, kind in known)
            return val.Defined(table.gives, cell.address, given, "given")
        if not cell.statements:
            return None
        body = self.body(cell.address, "", "after", "effect")
        body.scope += [name for name, _ in known]
        body.about = tuple(val.Local(kind, name) for name, kind in known)
        block = statements.block(body, cell.statements)
        self.program.routines[cell.address] = Routine(cell.address, "effect", tuple(known), None, block, cell.span)
        return cell.address

    # --- scenarios and the turn

    def setup(self, scenario: Scenario) -> None:
        """Lower what is done before the first turn of a scenario."""
        address = f"scenario {scenario.name}"
        block = statements.block(self.body(address, "", "before"), scenario.setup)
        self.program.routines[address] = Routine(address, "procedure", (), None, block, scenario.setup[0].span)

    def phase(self, node: nodes.Phase) -> None:
        """Lower a phase of the turn with its steps."""
        body = self.body("turn", self.checked.declared.turn_module, "before")
        list(statements.phase(body, node, "turn"))


def inputs_of(parameters: Iterable[Parameter]) -> tuple[tuple[str, Type], ...]:
    """Give the inputs of a rule with their types."""
    return tuple((parameter.name, types.without_none(parameter.type)) for parameter in parameters)


def is_constant(found: Value) -> bool:
    """Tell whether a value of a table needs nothing to be worked out."""
    if isinstance(found, val.Dice):
        return all(isinstance(part, val.Constant) for part in (found.count, found.sides, found.plus))
    return isinstance(found, val.Constant)


def definition(body: LoweringContext, found: nodes.AnyCases, kind: Type | None) -> Value:
    """Lower what a definition comes to, with its modifiers."""
    if not isinstance(found, nodes.ModifiedValue):
        return cases(body, found, kind)
    assert isinstance(kind, Number | Ratio)
    total = cases(body, found.base, before_modifiers(body, found))
    for modifier in found.modifiers:
        total = modified(body, total, modifier)
    left = numbers.exact(total) if isinstance(total.type, Ratio) else total
    return numbers.stored(left, kind) if isinstance(kind, Ratio) else numbers.rounded(left, "down", kind.step)


def cases(body: LoweringContext, found: nodes.SingleCase | nodes.SeveralCases, kind: Type | None) -> Value:
    """Lower the value of a definition, or of advice where no type is named."""
    if isinstance(found, nodes.SingleCase):
        return result(body, found.value, kind)
    several = []
    otherwise: Value = nothing_of(kind)
    for case in found.cases:
        one = result(body, case.value, kind)
        if isinstance(case.condition, nodes.IfCase):
            several.append((value(body, case.condition.condition), one))
        else:
            otherwise = one
    if several and isinstance(found.cases[-1].condition, nodes.IfCase) and not isinstance(kind, types.Boolean):
        otherwise = several.pop()[1]  # the checks know that one of the cases applies
    return val.Cases(kind or types.ADVISED, tuple(several), otherwise) if several else otherwise


def nothing_of(kind: Type | None) -> Value:
    """Give what a definition comes to where no case applies, which the checks allow of truths alone."""
    if isinstance(kind, types.Boolean):
        return truth(False)
    return val.Constant(kind, 0) if kind is not None and not isinstance(kind, Ratio) else whole(0)


def result(body: LoweringContext, node: nodes.Expression, kind: Type | None) -> Value:
    """Lower one value of a definition; advice counts in thousandths, rounded down."""
    if kind is not None:
        return stored(body, node, kind)
    if isinstance(body.type(node), Number | Ratio):
        return numbers.rounded(quantity(body, node), "down", types.ADVISED.step)
    return value(body, node)
