"""Check what happens inside a span: a phase whose effects come at its end, or a loop that is gone through at once.

In: a `Checked` ruleset. Out: findings: changes that are no effects, spans inside spans, effects whose order matters on
one field, and effects that read what others change, themselves or through what they ask. An effect that runs several
times is compared with itself as well, unless each run changes a thing of its own, as where each unit changes itself.
Apart from that the check does not follow which things two effects change: if both change the same field, they may meet.
Effects or tables under a common ruling are left alone: that ruling says which comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from typing import assert_never

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import Span
from quarterdeck.language.checks.calls import Home, called_in, calls_of
from quarterdeck.language.checks.state_read import State, StateRead, StateReading, name_of
from quarterdeck.language.declarations.symbol_table import Field, Kind, Parameter
from quarterdeck.language.declarations.types import Thing
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyCallStatement, AnyFieldChange, AnyPlayChange
from quarterdeck.language.syntax.statement_changes import change_by, place_of
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

ChangingStatement = AnyFieldChange | AnyPlayChange


@dataclass(frozen=True)
class SpanChange:
    """A change by an effect, of a field or of what is in play; `sort` says how.

    Changes of one sort of `AGREEING` agree under the same limit; those of any other where their values are the same
    everywhere.
    """

    home: Home
    statement: ChangingStatement
    what: State
    sort: str
    value: nodes.Expression
    limit: tuple[object, ...] = ()
    repeats: bool = False
    """It may run several times, on the same thing or on several."""


SUMS = frozenset(["share", "sum"])
AGREEING = frozenset(["share", "sum", "least", "greatest", "comes or goes"])
"""Sorts of changes that come to the same in either order."""


@dataclass(frozen=True)
class RunCount:
    """How often a block runs in a span: in so many loops; `each` is the name whose value is another one in each run."""

    loops: int = 0
    each: str = ""

    def inside(self, variable: str) -> RunCount:
        """Give the same for the block of a loop."""
        return RunCount(1, variable) if not self.loops else RunCount(self.loops + 1 if self.loops < MANY else MANY)

    def called(self, meaning: meanings.Meaning | None) -> RunCount:
        """Give the same for a rule or table that is called; the name is that of the input which stands for it."""
        given: Iterable[tuple[Parameter, nodes.Expression]] = ()
        if isinstance(meaning, meanings.RuleCall):
            given = zip(meaning.rule.parameters, meaning.arguments, strict=False)
        elif isinstance(meaning, meanings.TableApplied):
            given = zip(meaning.table.given, meaning.arguments, strict=False)
        names = (parameter.name for parameter, value in given if self.each and value.span.text == self.each)
        return RunCount(self.loops, next(names, ""))

    def is_apart(self, checked: Checked, statement: ChangingStatement) -> bool:
        """Tell whether each run changes a thing of its own, or there is only one run."""
        target = next(iter(change_by(statement).targets), None)
        owner = target.owner if isinstance(target, nodes.FieldAccess) else None
        is_each = owner is not None and bool(self.each) and owner.span.text == self.each
        return not self.loops or (self.loops == 1 and is_each)


ONCE = RunCount()
MANY = 2
"""So many loops around a block are told apart."""


@dataclass
class SpanOf:
    """One span: where it is said, and what happens in it."""

    word: Span
    name: str
    home: Home
    block: tuple[nodes.Statement, ...]
    options: tuple[nodes.Node, ...] = ()
    around: nodes.Node | None = None
    changes: list[SpanChange] = field(default_factory=list)
    read: list[tuple[Home, StateReading]] = field(default_factory=list)


def check_spans(checked: Checked, findings: Findings) -> None:
    """Find changes out of place, nested spans, and effects that do not agree."""
    state = StateRead(calls_of(checked))
    reported: set[str] = set()
    for home in state.calls.homes:
        for part in home.parts:
            for span in spans_of(part, home):
                SpanWalk(checked, findings, state, span).run()
                check_agreement(checked, span, findings, reported)
                check_reading(span, findings, reported)


def spans_of(part: nodes.Node, home: Home) -> Iterator[SpanOf]:
    """Give the spans that are said in a part of a home."""
    for node in part.walk():
        match node:
            case (
                nodes.Phase(name=name, options=options, block=block)
                | nodes.Step(name=name, options=options, block=block)
            ):
                for option in options:
                    if isinstance(option, nodes.EffectsAtTheEnd):
                        yield SpanOf(option.span, f"`{name.text}`", home, block, options, node)
            case nodes.ForEach(options=options, block=block):
                for option in options:
                    if isinstance(option, nodes.AtOnce):
                        yield SpanOf(option.span, "this loop", home, block, (), node)


@dataclass
class SpanWalk:
    """One walk through all that a span may bring about."""

    checked: Checked
    findings: Findings
    state: StateRead
    span: SpanOf
    seen: set[tuple[str, RunCount]] = field(default_factory=set)
    runs: RunCount = ONCE

    def run(self) -> None:
        """Walk through the span's own statements, and what they call."""
        if isinstance(self.span.around, nodes.ForEach):
            self.runs = RunCount(1, self.span.around.variable.text)
        for option in self.span.options:
            if isinstance(option, nodes.ForEachSide | nodes.AllSidesAtOnce):
                self.runs = RunCount(1, option.variable.text if isinstance(option, nodes.ForEachSide) else "side")
        self.inside(next((o for o in self.span.options if isinstance(o, nodes.AllSidesAtOnce)), None), self.span.home)
        self.block(self.span.block, self.span.home)

    def block(self, statements: tuple[nodes.Statement, ...], home: Home) -> None:
        for statement in statements:
            self.below(statement, home)

    def below(self, statement: nodes.Statement, home: Home) -> None:
        """Go through a statement and all that it holds; what stands at the close comes after the span."""
        if isinstance(statement, nodes.Close):
            return
        around = self.runs
        if isinstance(statement, nodes.ForEach):  # a loop over numbers has an order of its own
            self.runs = around.inside(statement.variable.text)
        if isinstance(statement, nodes.Step | nodes.ForEach):
            self.nested(statement, home)
        if isinstance(statement, ChangingStatement):
            self.change(statement, home)
        if isinstance(statement, AnyCallStatement):
            for call, called in called_in(self.checked, statement):
                self.called(called, self.runs.called(self.checked.meanings.get(call)))
        for inner in statement.nearest(nodes.Statement):
            self.below(inner, home)
        self.runs = around

    def called(self, element: str, runs: RunCount) -> None:
        around, self.runs = self.runs, runs
        for home in self.state.homes.get(element, ()):
            if (home.address, runs) not in self.seen and home.sort in ("procedure", "effect", "cell"):
                self.seen.add((home.address, runs))
                if home.sort != "procedure":
                    self.span.read.extend((home, reading) for reading in self.state.by(home))
                self.block(home.statements, home)
        self.runs = around

    def hangs_on_itself(self, change: SpanChange, known: Field, home: Home) -> bool:
        """Tell whether the value that is changed decides if it is changed, or through something by how much."""
        target = getattr(change.statement, "target", None)
        guards = list(guards_of(change.statement, home))
        through = [one.place.span for one in self.state.by(home) if one.through and one.what is known]
        named = {
            node.name.text
            for one in home.statements
            for node in one.walk()
            if isinstance(node, nodes.Let) and target is not None
            if setting_sort(self.checked, node.value, target) == "share"
        }
        return any(reads(guard, target) for guard in guards if target is not None) or any(
            any(place.start >= part.span.start and place.end <= part.span.end for place in through)
            or any(isinstance(inner, nodes.Name) and inner.span.text in named for inner in part.walk())
            for part in (*guards, change.value)
        )

    def nested(self, node: nodes.Step | nodes.ForEach, home: Home) -> None:
        kinds = nodes.AtOnce | nodes.EffectsAtTheEnd | nodes.AllSidesAtOnce
        self.inside(next((o for o in node.options if isinstance(o, kinds)), None), home)

    def inside(self, inner: nodes.Node | None, home: Home) -> None:
        """Report what would need a state of its own before and after: a span, or what all sides do at once."""
        if inner is not None:
            self.findings.add(
                "QD416",
                "spans cannot be nested",
                inner.span,
                labels=[Label(self.span.word, "the span around it begins here")],
                hint="remove one of them",
                rule=home.address,
            )

    def change(self, statement: ChangingStatement, home: Home) -> None:
        known = changed_field(self.checked, statement)
        if known is None and not isinstance(statement, AnyPlayChange):
            return
        if home.sort in ("effect", "cell"):
            repeats = not self.runs.is_apart(self.checked, statement)
            for change in changes_of(self.checked, statement, known, home):
                sort = change.sort
                if known is not None and sort in SUMS and self.hangs_on_itself(change, known, home):
                    sort = "guarded"
                self.span.changes.append(replace(change, sort=sort, repeats=repeats))
        elif known is None or not known.mark:
            what = f"`{known.address}`" if known else "what is in play"
            labels = [Label(self.span.word, f"the effects of {self.span.name} come later")]
            if known is not None:
                labels.append(Label(known.span, "declared without `mark: yes`"))
            self.findings.add(
                "QD415",
                f"a procedure changes {what} inside a span, where only effects do",
                statement.span,
                labels=labels,
                hint="move it into an effect, or declare the field with `mark: yes` if it is visible at once",
                rule=home.address,
            )


def guards_of(statement: nodes.Statement, home: Home) -> Iterator[nodes.Expression]:
    """Give the conditions that decide whether an effect comes to a statement."""
    for node in (node for one in home.statements for node in one.walk()):
        match node:
            case nodes.Require(condition=condition) if node.span.end <= statement.span.start:
                yield condition
            case (
                nodes.Guarded(condition=condition)
                | nodes.GuardedUnless(condition=condition)
                | nodes.When(condition=condition)
                | nodes.OtherwiseWhen(condition=condition)
            ):
                is_around = node.span.start <= statement.span.start and statement.span.end <= node.span.end
                leaves = any(isinstance(inner, nodes.Finish) for inner in node.walk())
                if is_around or (leaves and node.span.end <= statement.span.start):
                    yield condition


def changed_field(checked: Checked, statement: ChangingStatement) -> Field | None:
    """Give the field that a statement changes; nothing for a tally or a thing."""
    meant = (checked.meanings.get(target) for target in change_by(statement).targets)
    return next((meaning.field for meaning in meant if isinstance(meaning, meanings.FieldOf)), None)


def changes_of(checked: Checked, statement: ChangingStatement, known: Field | None, home: Home) -> Iterator[SpanChange]:
    """Say how an effect changes the state, as far as order may matter; with a thing that goes its parts go as well."""
    if isinstance(statement, AnyPlayChange):
        place = place_of(statement)
        kind = kind_at(checked, place)
        if kind is not None:
            going = with_parts(checked, kind) if isinstance(statement, nodes.Remove) else (kind,)
            yield from (SpanChange(home, statement, one, "comes or goes", place) for one in going)
    elif (change := change_of_field(checked, statement, known, home)) is not None:
        yield change


def with_parts(checked: Checked, kind: Kind) -> Iterator[Kind]:
    """Give a kind, and those of which its things have parts, with their parts."""
    yield kind
    for part in checked.declared.kinds.values():
        if part.part_of == kind.name:
            yield from with_parts(checked, part)


def change_of_field(checked: Checked, statement: AnyFieldChange, known: Field | None, home: Home) -> SpanChange | None:
    """Say how an effect changes a field, as far as order may matter."""
    match statement:
        case _ if known is None or known.mark:
            return None
        case nodes.Set(target=target, value=value):
            return SpanChange(home, statement, known, setting_sort(checked, value, target), value)
        case nodes.Add(amount=amount, target=target) | nodes.Take(amount=amount, target=target):
            sort = "share" if reads(amount, target) else "sum"
            return SpanChange(home, statement, known, sort, amount, limit_said(checked, statement))
        case nodes.Append(value=value):
            return SpanChange(home, statement, known, "append", value)
        case nodes.Start(delay=delay, clock=clock):
            return SpanChange(home, statement, known, f"start in {clock.text}", delay)
        case _:
            assert_never(statement)


def limit_said(checked: Checked, statement: nodes.Add | nodes.Take) -> tuple[object, ...]:
    """Give what two sums have in common that go one way up to the same limit; nothing where there is none.

    A limit may hang on the thing that is changed, whatever each effect calls it. On other inputs and names it is never
    the same.
    """
    if statement.limit is None:
        return ()
    places: dict[str, int] = {}
    target = written(checked, statement.target, places)
    known = len(places)
    bound = written(checked, statement.limit.bound, places)
    if len(places) > known:
        return (statement,)
    of_the_thing = any(isinstance(checked.meanings.get(part), NAMED) for part in statement.limit.bound.walk())
    return (type(statement.limit), bound, target if of_the_thing else ())


NAMED = meanings.Local | meanings.RollPart
"""What stands for a value in one rule alone."""


def written(checked: Checked, node: nodes.Node, places: dict[str, int]) -> tuple[object, ...]:
    """Give what a node says; names of one rule alone are numbered, in the order of `places`."""
    meaning = checked.meanings.get(node)
    if isinstance(meaning, meanings.Local):
        return (places.setdefault(meaning.name, len(places)),)
    if isinstance(meaning, meanings.RollPart):
        return (places.setdefault(meaning.roll, len(places)), meaning.part)
    parts = [item for part in node.parts() for item in (part if isinstance(part, tuple) else (part,))]
    return (type(node), *(written(checked, p, places) if isinstance(p, nodes.Node) else p for p in parts))


def kind_at(checked: Checked, node: nodes.Expression) -> Kind | None:
    """Give the kind of a thing that is removed, or of those among which one is created."""
    meaning, kind = checked.meanings.get(node), checked.types.get(node)
    if isinstance(meaning, meanings.Pool):
        return meaning.kind
    return checked.declared.kinds.get(kind.kind) if isinstance(kind, Thing) else None


def setting_sort(checked: Checked, value: nodes.Expression, target: nodes.Expression) -> str:
    """Tell a new value from a limit on the old one and from a share of it."""
    meaning = checked.meanings.get(value)
    if isinstance(meaning, meanings.FunctionCall) and meaning.name in ("least", "greatest"):
        own = [a for a in meaning.arguments if nodes.same(a, target)]
        others = [a for a in meaning.arguments if not nodes.same(a, target)]
        if own and not any(reads(other, target) for other in others):
            return meaning.name
    return "share" if reads(value, target) else "set"


def reads(value: nodes.Expression, target: nodes.Expression) -> bool:
    """Tell whether an expression reads the very place that is changed."""
    return any(nodes.same(part, target) for part in value.walk())


def check_agreement(checked: Checked, span: SpanOf, findings: Findings, reported: set[str]) -> None:
    """Report, once for each field, two effects of a span whose order matters."""
    by_field: dict[str, list[SpanChange]] = {}
    for change in span.changes:
        by_field.setdefault(name_of(change.what), []).append(change)
    for address, changes in by_field.items():
        pair = next(((a, b) for a, b in combinations_with_replacement(changes, 2) if not agree(checked, a, b)), None)
        if pair is None or address in reported:
            continue
        reported.add(address)
        one, other = pair
        labels = [Label(span.word, "the span")]
        if one is other:
            message = f"`{one.home.address}` may run twice in the same span, and its order matters for `{address}`"
            hint = "add or take amounts, set the same value in each run, or name a ruling for the order"
        else:
            both = f"`{one.home.address}` and `{other.home.address}`"
            message = f"{both} may change `{address}` in the same span, in either order"
            hint = "let one effect do both in order, or name one ruling for their order in both"
            labels.insert(0, Label(other.statement.span, "the other change"))
        findings.add("QD417", message, one.statement.span, labels=labels, hint=hint, rule=one.home.address)


def check_reading(span: SpanOf, findings: Findings, reported: set[str]) -> None:
    """Report an effect that reads what another effect of the span changes: it finds it changed, or not yet."""
    own: dict[tuple[str, str], list[SpanChange]] = {}
    for change in span.changes:
        own.setdefault((change.home.address, name_of(change.what)), []).append(change)
    for home, reading in span.read:
        name = name_of(reading.what)
        for change in span.changes:
            by, what = change.home.address, f"{home.address} reads {name}"
            if name_of(change.what) != name or (by == home.address and not change.repeats):
                continue
            if any(is_of_the_same_thing(reading, one) for one in own.get((home.address, name), ())):
                continue
            if reading.gone_alone and isinstance(change.statement, nodes.Create):
                continue
            if what in reported or rulings_of(change.home) & rulings_of(home):
                continue
            reported.add(what)
            report_reading(span, home, reading, change, findings)


def is_of_the_same_thing(reading: StateReading, change: SpanChange) -> bool:
    """Tell whether an effect reads what it changes itself: the same place, or a question about the same thing."""
    if isinstance(change.what, Kind):
        return True
    target = getattr(change.statement, "timer", None) or getattr(change.statement, "target", None)
    if not isinstance(target, nodes.FieldAccess):
        return True
    asked = reading.place if reading.through else None
    return nodes.same(reading.place, target) or (
        asked is not None and any(nodes.same(part, target.owner) for part in asked.walk())
    )


def report_reading(span: SpanOf, home: Home, reading: StateReading, change: SpanChange, findings: Findings) -> None:
    """Report an effect that comes out by what another one may have changed."""
    through = f" through `{reading.through}`" if reading.through else ""
    what = f"`{name_of(reading.what)}`"
    if isinstance(reading.what, Kind):
        what = f"which {reading.what.many} are in play"
    by = "another run of it" if home.address == change.home.address else f"`{change.home.address}`"
    labels = [Label(change.statement.span, "the change"), Label(span.word, "the span")]
    if reading.at is not None:
        labels.append(Label(reading.at.span, "read here"))
    findings.add(
        "QD418",
        f"`{home.address}` reads {what}{through}, and {by} may change that in the same span before or after",
        reading.place.span,
        labels=labels,
        hint="let the caller read it and pass it on, or name one ruling for their order in both",
        rule=home.address,
    )


def agree(checked: Checked, one: SpanChange, other: SpanChange) -> bool:
    """Tell whether two changes come to the same in either order, or a ruling says which comes first."""
    if rulings_of(one.home) & rulings_of(other.home):
        return True
    if one.home.address == other.home.address:
        return one is not other or not one.repeats or agrees_with_itself(checked, one)
    if one.sort != other.sort:
        return False
    if one.sort in AGREEING:
        return one.limit == other.limit
    return same_constant(checked, one.value, other.value)


def agrees_with_itself(checked: Checked, change: SpanChange) -> bool:
    """Tell whether a change that runs several times comes to the same in any order."""
    if change.sort in AGREEING:
        return change.limit != (change.statement,)
    return same_constant(checked, change.value, change.value)


def same_constant(checked: Checked, one: nodes.Expression, other: nodes.Expression) -> bool:
    """Tell whether two expressions are the same value everywhere: a number, a member, yes, no or none."""
    if any(isinstance(checked.meanings.get(part), NAMED) for part in one.walk()):
        return False
    return nodes.same(one, other)


def rulings_of(home: Home) -> set[str]:
    """Give the rulings that a rule or a cell's table names."""
    if home.table is not None:
        return set(home.table.shape.rulings)
    return set(home.rule.rulings) if home.rule is not None else set()
