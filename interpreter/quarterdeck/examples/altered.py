"""Lower a rule, table or phase with one alteration, and write its functions anew.

In: a graph and an alteration. Out: a graph in which only that is different, and the text of the functions concerned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from quarterdeck.checks import meanings as means
from quarterdeck.checks.meanings import Checked
from quarterdeck.examples.alterations import ARC_STEP, TURNED, Alteration
from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Body, Lowering, Program, Quantity, operate
from quarterdeck.graph.play_python import PlayPython
from quarterdeck.names import types
from quarterdeck.names.declared import Arc, Table
from quarterdeck.names.types import Type
from quarterdeck.syntax import nodes


def altered_source(checked: Checked, graph: Program, alteration: Alteration) -> tuple[Program, str]:
    """Give a graph with the alteration, and the traced functions that differ, as Python."""
    changed = replace(
        graph,
        routines=dict(graph.routines),
        sites=list(graph.sites),
        phases=list(graph.phases),
        acting_tables=dict(graph.acting_tables),
        value_tables=dict(graph.value_tables),
    )
    lowering = AlteredLowering(checked, changed, alteration)
    sort, key = alteration.holder
    writer = PlayPython(changed, trace=True, shortens=False)
    if sort == "rule":
        _rule(lowering, writer, key)
    elif sort == "table":
        _table(lowering, writer, key)
    else:
        _phase(lowering, writer, key)
    return changed, "\n".join(writer.lines.text) + "\n"


def _rule(lowering: AlteredLowering, writer: PlayPython, key: str) -> None:
    rule = lowering.checked.declared.rules[key]
    lowering.rule(rule)
    routine = lowering.graph.routines[rule.address]
    if routine.value is not None:
        writer.definition(rule.address, routine)
        return
    if routine.acts and isinstance(routine.acts[0], to.Demand):
        writer.allowed(rule.address, routine)
    writer.callable(rule.address, routine)


def _table(lowering: AlteredLowering, writer: PlayPython, name: str) -> None:
    graph = lowering.graph
    for table in (graph.acting_tables, graph.value_tables):
        if name in table:
            for address in _cell_routines(table[name]):
                graph.routines.pop(address, None)
    lowering.table(_rows_moved(lowering.checked.declared.tables[name], lowering.alteration))
    found: to.ActingTable | to.ValueTable = graph.acting_tables.get(name) or graph.value_tables[name]
    for address in _cell_routines(found):
        routine = graph.routines[address]
        if routine.value is not None:
            writer.definition(address, routine)
        else:
            writer.callable(address, routine)
    writer.lines.span = None
    if isinstance(found, to.ValueTable):
        writer.value_table(name, found)
        for line in writer.late_tables:
            writer.lines.put(line)
    else:
        PlayPython(
            replace(graph, acting_tables={name: found}), writer.lines, trace=True, shortens=False
        ).acting_tables()


def _cell_routines(table: to.ActingTable | to.ValueTable) -> list[str]:
    found = [
        cell if isinstance(cell, str) else cell.address
        for cell in table.cells.values()
        if isinstance(cell, str | to.Defined)
    ]
    return list(dict.fromkeys(found))


def _rows_moved(table: Table, alteration: Alteration) -> Table:
    """Give a table with one bound between two rows moved."""
    if not alteration.how.startswith("row "):
        return table
    rows = list(table.rows)
    at = alteration.by
    if alteration.how == "row begins":
        rows[at - 1] = replace(rows[at - 1], high=rows[at].low)
        rows[at] = replace(rows[at], low=rows[at].low + 1)
    else:
        rows[at + 1] = replace(rows[at + 1], low=rows[at].high)
        rows[at] = replace(rows[at], high=rows[at].high - 1)
    return replace(table, rows=tuple(rows))


def _phase(lowering: AlteredLowering, writer: PlayPython, name: str) -> None:
    declared = lowering.checked.declared
    assert declared.turn
    place = next(i for i, phase in enumerate(declared.turn.phases) if phase.name.text == name)
    body = lowering.body("turn", declared.turn_module, "before")
    phase = body.phase(declared.turn.phases[place], "turn")
    if lowering.alteration.how == "leave out":
        phase = replace(phase, body=(), close=(), each="", sealed=False)
    lowering.graph.phases[place] = phase
    writer.top_phase(phase)


def other_arc(arc: Arc, by: int) -> list[to.Value]:
    """Give an arc with one thing changed: its first edge further or nearer, its last edge so, its sides."""
    first, last, both = arc.first, arc.last, arc.both_sides
    match by:
        case 1 | 2:
            first += ARC_STEP if by == 1 else -ARC_STEP
        case 3 | 4:
            last += ARC_STEP if by == 3 else -ARC_STEP
        case _:
            both = not both
    return [to.Constant(first), to.Constant(last), to.Constant(int(both))]


@dataclass
class AlteredLowering(Lowering):
    """Lower with one alteration."""

    alteration: Alteration

    def body(self, address: str, module: str, world: str, closing: bool = False) -> Body:
        return AlteredBody(self, address, module, world, closing)


@dataclass
class AlteredBody(Body):
    """Lower what stands in one routine, with one node changed."""

    def hits(self, node: object, how: str) -> bool:
        """Tell whether a node is the one to change, and in this way."""
        alteration = self.alteration
        return node is alteration.node and alteration.how.startswith(how)

    @property
    def alteration(self) -> Alteration:
        """Give the alteration of this run."""
        assert isinstance(self.lowering, AlteredLowering)
        return self.lowering.alteration

    # --- values

    def value(self, node: nodes.Expression) -> to.Value:
        found = super().value(node)
        return operate("not", found) if self.hits(node, "negate") else found

    def quantity(self, node: nodes.Expression) -> Quantity:
        if isinstance(node, nodes.PercentOf) and self.hits(node, "percent"):
            percent = replace(node.percent, text=str(Fraction(node.percent.text) + self.alteration.by))
            return super().quantity(replace(node, percent=percent))
        found = super().quantity(node)
        if self.hits(node, "number"):
            return Quantity(
                operate("+", found.top, operate("*", to.Constant(self.alteration.by), found.below)), found.below
            )
        return found

    def rounded(self, node: nodes.Rounding) -> Quantity:
        if self.hits(node, "round "):
            node = replace(node, how=replace(node.how, text=self.alteration.how))
        return super().rounded(node)

    def stored(self, node: nodes.Expression, kind: Type) -> to.Value:
        found = super().stored(node, kind)
        return self.other(found, kind) if self.hits(node, "result") else found

    def other(self, value: to.Value, kind: Type) -> to.Value:
        """Give another value of a type."""
        match types.without_none(kind):
            case types.Number(step=step):
                return operate("+", value, to.Constant(step))
            case types.Member(enum=enum):
                size = len(self.declared.enums[enum].members)
                return operate("%", operate("+", value, to.Constant(1)), to.Constant(size))
            case types.Listing():
                return to.Items(())
        return to.Constant(-1)

    def compare(self, node: nodes.Compare) -> to.Value:
        if self.hits(node, "strict"):
            node = replace(node, sign=replace(node.sign, text=TURNED[node.sign.text]))
        return super().compare(node)

    def cases(self, cases: nodes.SingleCase | nodes.SeveralCases, kind: Type) -> to.Value:
        if isinstance(cases, nodes.SeveralCases) and self.alteration.how == "remove case":
            cases = replace(cases, cases=tuple(case for case in cases.cases if case is not self.alteration.node))
        return super().cases(cases, kind)

    def gathering(self, meaning: means.GatherCall) -> to.Value:
        found = super().gathering(meaning)
        if isinstance(found, to.Gathering) and self.hits(meaning.ranking, "turn"):
            return replace(found, highest=not found.highest)
        return found

    def function(self, node: nodes.Expression, name: str, given: tuple[nodes.Expression, ...]) -> to.Value:
        found = super().function(node, name, given)
        if self.alteration.how != "arc" or not isinstance(found, to.Function):
            return found
        arguments, at = list(found.arguments), 0
        for argument in given:
            meaning = self.checked.meanings.get(argument)
            if isinstance(meaning, means.ArcOf):
                if self.alteration.address == f"arcs.{meaning.arc.name}":
                    arguments[at : at + 3] = other_arc(meaning.arc, self.alteration.by)
                at += 2
            at += 1
        return replace(found, arguments=tuple(arguments))

    def dice(self, node: nodes.Expression) -> to.Dice:
        found = super().dice(node)
        by = to.Constant(self.alteration.by)
        if self.hits(node, "sides"):
            return replace(found, sides=operate("+", found.sides, by))
        return replace(found, count=operate("+", found.count, by)) if self.hits(node, "dice") else found

    # --- acts

    def statement(self, node: nodes.Statement) -> tuple[to.Act, ...]:
        if self.hits(node, "remove"):
            return ()
        if isinstance(node, nodes.Add | nodes.Take) and self.hits(node.limit, "remove limit"):
            return super().statement(replace(node, limit=None))
        found = super().statement(node)
        if isinstance(node, nodes.OrderSides) and self.hits(node, "turn sides"):
            return tuple(replace(a, highest=not a.highest) if isinstance(a, to.RankSides) else a for a in found)
        return found

    def make(self, node: nodes.Create) -> to.Act:
        found = super().make(node)
        removed = [setting for setting in node.settings if self.hits(setting, "remove setting")]
        if removed and isinstance(found, to.Make):
            kept = tuple(s for s in found.settings if s[1].split(".")[1] != removed[0].name.text)
            return replace(found, settings=kept)
        return found

    def roll(self, node: nodes.Roll | nodes.Check) -> to.Act:
        found = super().roll(node)
        assert isinstance(found, to.Roll | to.Check)
        for modifier in node.modifiers:
            if self.hits(modifier, "remove modifier"):
                return replace(found, changes=tuple(c for c in found.changes if c.name != modifier.name.text))
        if isinstance(node, nodes.Check) and isinstance(found, to.Check):
            return self.naturals(node, found)
        return found

    def naturals(self, node: nodes.Check, found: to.Check) -> to.Check:
        faces = list(found.faces)
        at = next((i for i, natural in enumerate(node.naturals) if natural is self.alteration.node), None)
        match self.alteration.how if at is not None else "":
            case "remove natural":
                del faces[at or 0]
            case "natural face":
                faces[at or 0] = replace(faces[at or 0], number=faces[at or 0].number + 1)
            case "no further try":
                faces[at or 0] = replace(faces[at or 0], cap=None)
        return replace(found, faces=tuple(faces))

    def requirement(self, node: nodes.Require, owner: str) -> to.Requirement:
        found = super().requirement(node, owner)
        return replace(found, condition=to.Constant(1)) if self.hits(node, "remove requirement") else found

    def choose(self, node: nodes.Choose) -> to.Act:
        found = super().choose(node)
        assert isinstance(found, to.Choose)
        for option in node.options:
            if self.hits(option, "remove way out"):
                stop = isinstance(option, nodes.OrStop)
                return replace(found, may_stop=found.may_stop and not stop, may_none=found.may_none and stop)
            if self.hits(option, "remove default"):
                return replace(found, default=None)
        return found

    def for_each(self, node: nodes.ForEach) -> to.Act:
        found = super().for_each(node)
        if isinstance(found, to.ForEach) and any(self.hits(option, "turn") for option in node.options):
            return replace(found, highest=not found.highest)
        return found

    def phase(self, node: nodes.Phase | nodes.Step, outer: str) -> to.Phase:
        found = super().phase(node, outer)
        if self.hits(node, "no span"):
            return replace(found, span_of_effects=False)
        return replace(found, in_order=False) if self.hits(node, "no order") else found
