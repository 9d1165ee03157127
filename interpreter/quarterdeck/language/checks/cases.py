"""Check that conditions decide something, and that cases leave no gap, are all reached, and do not compete.

In: a `Checked` ruleset. Out: findings about the cases of definitions, the branches of procedures and single conditions,
with a situation as a witness where there is one. What holds because of the statements before is known as far as no
statement between them changes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.language.checks.calls import Home, calls_of
from quarterdeck.language.checks.chosen_items import answered, items_of, offered
from quarterdeck.language.checks.flow import first_end, leaving
from quarterdeck.language.checks.formulas import IMPOSSIBLE, Formula, negation
from quarterdeck.language.checks.satisfiability import Situations
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.declarations.types import Boolean, ListType, Thing
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.statement_changes import changes_in
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.choices import DECLINING
from quarterdeck.language.typing.meanings import Checked

CONDITIONED = (
    nodes.Guarded,
    nodes.GuardedUnless,
    nodes.When,
    nodes.OtherwiseWhen,
    nodes.IfCase,
    nodes.Require,
    nodes.Success,
    nodes.Picked,
    nodes.Modifier,
    nodes.Choose,
    nodes.ForEach,
    nodes.Gathered,
    nodes.ThrownAgain,
    nodes.ThrownOn,
    nodes.AddsDie,
)
LOOPS = nodes.Repeat | nodes.ForNumbers | nodes.ForEach | nodes.Step | nodes.Close
"""What is run several times, or later: what was known before holds inside only if nothing inside changes it."""


def check_cases(checked: Checked, findings: Findings) -> None:
    """Find conditions that decide nothing, cases and branches that never apply, gaps, and cases that compete."""
    wrong = {finding.span for finding in findings}
    sound = [
        node for node in checked.declared.conditions.values() if not any(span.lies_in(node.span) for span in wrong)
    ]
    decided = [node.span for node in sound if variant_decided(checked, node, findings)]
    found = Findings()
    for home in calls_of(checked).homes:
        CaseCheck(checked, found, home).run()
    for one in found.gathered:
        if not any(one.span.lies_in(span) for span in decided) and not any(span.lies_in(one.span) for span in wrong):
            findings.extend([one])


def variant_decided(checked: Checked, condition: nodes.Expression, findings: Findings) -> bool:
    """Report the condition of a variant that always or never holds; then that is so in every rule that it changes."""
    situations = Situations(checked)
    formula = situations.formula(condition)
    always = situations.is_impossible(negation(formula))
    if not always and not situations.is_impossible(formula):
        return False
    applies = "always holds: the variant applies to every game" if always else "never holds: the variant never applies"
    findings.add(
        "QD414",
        f"this {applies}",
        condition.span,
        hint=f"{'leave `only_when:` out, or ' if always else ''}correct the condition",
    )
    return True


class CaseCheck:
    """One look at the conditions of a rule, cell, phase, setup or roster."""

    def __init__(self, checked: Checked, findings: Findings, home: Home) -> None:
        self.checked = checked
        self.findings = findings
        self.home = home
        self.situations = Situations(checked)
        self.counts: tuple[nodes.Expression, ...] = ()

    def run(self) -> None:
        """Report everything."""
        if self.home.statements:
            self.block(self.home.statements, ())
        for part in self.home.parts:
            if not self.home.statements or part not in self.home.statements:
                self.expressions(part, ())
        rule = self.home.rule
        if (
            rule is not None
            and rule.by_condition is None
            and isinstance(rule.node, nodes.Define | nodes.Advice)
            and isinstance(cases := nodes.base_of(rule.node.cases), nodes.SeveralCases)
        ):
            self.cases(rule, cases.cases)

    # --- statements

    def block(self, statements: tuple[nodes.Statement, ...], known: tuple[Formula, ...]) -> None:
        """Check statements in order; `known` holds before them."""
        for place, statement in enumerate(statements):
            self.statement(statement, known)
            if changes(statement):
                known = self.settled(known)
            known = (*known, *self.following(statement, statements[place + 1 :]))

    def statement(self, statement: nodes.Node, known: tuple[Formula, ...]) -> None:
        """Check one statement and everything in it."""
        if isinstance(statement, LOOPS):
            inside = self.settled(known) if changes(statement) else known
            inside = () if isinstance(statement, nodes.Close) else inside
            self.expressions(statement, inside)
            if isinstance(statement, nodes.ForEach):
                holding = tuple(self.visiting(statement))
                inside = (*inside, *(self.settled(holding) if changes(statement) else holding))
            counts = self.counts
            if isinstance(statement, nodes.Repeat):
                self.counts = (*counts, statement.count)
            self.block(statement.block, inside)
            self.counts = counts
        elif isinstance(statement, nodes.When):
            self.branches(statement, known)
        elif isinstance(statement, nodes.Guarded):
            self.condition(statement, known)
            self.expressions(statement.condition, known)
            self.statement(statement.statement, (*known, self.situations.formula(statement.condition)))
        elif isinstance(statement, nodes.GuardedUnless):
            self.condition(statement, known)
            self.expressions(statement.condition, known)
            self.statement(statement.statement, (*known, negation(self.situations.formula(statement.condition))))
        else:
            self.expressions(statement, known)
            if isinstance(statement, nodes.Choose):
                self.choice(statement, known)
                self.defaults(statement)
                self.requirements(statement, known)

    def requirements(self, choice: nodes.Choose, known: tuple[Formula, ...]) -> None:
        """Check the requirements of a choice; report one that refuses all options that are left, in every situation."""
        read = self.read_of(choice.name, choice.requirements)
        options = tuple(offered(self.situations, choice, read))
        for requirement in choice.requirements:
            self.expressions(requirement, known)
            if requirement.for_stop:
                continue
            formula = self.situations.formula(requirement.condition)
            is_possible = not self.situations.is_impossible(*known, formula)
            if is_possible and self.situations.is_impossible(*known, *options, formula):
                self.findings.add(
                    "QD414",
                    f"this refuses every option of `{choice.name.text}`",
                    requirement.condition.span,
                    labels=[Label(choice.source.span, "the options")],
                    hint="correct it, or what is offered",
                    rule=self.home.address,
                )
                return
            known = (*known, formula)

    def choice(self, choice: nodes.Choose, known: tuple[Formula, ...]) -> None:
        """Report a choice that must be made and whose list may be empty; requirements are left out."""
        if any(isinstance(option, DECLINING | nodes.Default) for option in choice.options):
            return
        where = self.emptiness(choice, known)
        if where is not None:
            self.findings.add(
                "QD430",
                f"there may be no options for `{choice.name.text}`{where}, and no default for that",
                choice.source.span,
                hint="add `or none` or a `default`, or test first with `when any(...)`",
                rule=self.home.address,
            )

    def defaults(self, choice: nodes.Choose) -> None:
        """Report a default that no list of options ever holds."""
        if not isinstance(choice.source, nodes.Expression):
            return
        for option in choice.options:
            if isinstance(option, nodes.Default) and not isinstance(nodes.ungrouped(option.value), nodes.Nothing):
                items = items_of(self.situations, option.value, choice.source, {})
                if self.situations.is_impossible(*items):
                    self.findings.add(
                        "QD414",
                        f"this is never one of the options of `{choice.name.text}`",
                        option.value.span,
                        labels=[Label(choice.source.span, "the options")],
                        hint="correct it, or what is offered",
                        rule=self.home.address,
                    )

    def emptiness(self, choice: nodes.Choose, known: tuple[Formula, ...]) -> str | None:
        """Say where a list of things, or a row of numbers, may be empty; nothing if it never is, as far as is known."""
        source, situations = choice.source, self.situations
        if isinstance(source, nodes.Numbers):
            low, high = situations.sum(source.low, {}), situations.sum(source.high, {})
            if low is None or high is None:
                return None
            witness = situations.witness(*known, situations.compared(low.plus(high, Fraction(-1)), ">"))
            is_sure = isinstance(witness, dict) and situations.is_exact(witness, situations.is_given)
            described = situations.described(witness) if isinstance(witness, dict) and is_sure else None
            return f" where {described}" if described else described
        assert isinstance(source, nodes.Expression)
        kind, meaning = self.checked.types.get(source), self.checked.meanings.get(source)
        if not isinstance(kind, ListType) or not isinstance(kind.item, Thing):
            return None
        bare = nodes.ungrouped(source)
        is_written = isinstance(bare, nodes.ListLiteral) and bool(bare.items)
        is_of_sides = isinstance(meaning, meanings.Pool) and meaning.kind.name == "Side"
        if choice.condition is None and (is_written or is_of_sides):
            return None
        is_counted = any(nodes.same(part, source) for count in self.counts for part in count.walk())
        return None if is_counted or situations.speaks_of(known, source) else ""

    def following(self, statement: nodes.Statement, rest: tuple[nodes.Statement, ...]) -> Iterator[Formula]:
        """Give what holds after a statement, for the statements behind it: play goes on, or a name is known."""
        match statement:
            case nodes.Require(condition=condition):
                yield self.situations.formula(condition)
            case nodes.Guarded(statement=nodes.Stop() | nodes.Finish(), condition=condition):
                yield negation(self.situations.formula(condition))
            case nodes.GuardedUnless(statement=nodes.Stop() | nodes.Finish(), condition=condition):
                yield self.situations.formula(condition)
            case nodes.When(condition=condition, block=block, others=()) if first_end(block, leaving):
                yield negation(self.situations.formula(condition))
            case nodes.Choose(name=name):
                if (read := self.read_of(name, rest)) is not None:
                    yield from answered(self.situations, statement, read)
            case nodes.Let(name=name, value=value) | nodes.Tally(name=name, value=value):
                if (read := self.read_of(name, rest)) is not None:
                    yield self.situations.equality(read, value, {})
                    yield self.situations.one_of(read, value)

    def visiting(self, loop: nodes.ForEach) -> Iterator[Formula]:
        """Give what holds for each item that a loop visits."""
        if loop.condition is not None:
            yield self.situations.formula(loop.condition)
        if (read := self.read_of(loop.variable, loop.block)) is not None:
            yield from items_of(self.situations, read, loop.source, {})

    def read_of(self, name: nodes.Word, inside: Sequence[nodes.Node]) -> nodes.Expression | None:
        """Give the first place in some nodes where a name of the rule is read."""
        parts = (part for node in inside for part in node.walk() if isinstance(part, nodes.Expression))
        return next((part for part in parts if self.is_local(part, name.text)), None)

    def is_local(self, node: nodes.Expression, name: str) -> bool:
        """Tell whether an expression is a name of the rule alone."""
        meaning = self.checked.meanings.get(node)
        return isinstance(meaning, meanings.Local) and meaning.name == name

    def settled(self, known: tuple[Formula, ...]) -> tuple[Formula, ...]:
        """Give what still holds after something has changed."""
        return tuple(one for one in known if self.situations.is_settled(one))

    def expressions(self, node: nodes.Node, known: tuple[Formula, ...]) -> None:
        """Check a statement's own condition, and those in its expressions; statements inside it are left out."""
        if is_conditioned(type(node)):
            self.condition(node, known)
        for child in node.children():
            if not isinstance(child, nodes.Statement):
                self.expressions(child, known)

    # --- conditions

    def condition(self, node: nodes.Node, known: tuple[Formula, ...]) -> None:
        """Report a condition that always or never holds."""
        condition = condition_of(node)
        if condition is not None and not isinstance(node, nodes.IfCase):
            self.decides(condition, known)

    def decides(self, condition: nodes.Expression, known: tuple[Formula, ...]) -> bool:
        """Report a condition that always or never holds; tell whether it may do either."""
        formula = self.situations.formula(condition)
        if isinstance(formula, bool):
            truth: bool | None = formula
        elif self.situations.is_impossible(*known, formula):
            truth = False if not self.situations.is_impossible(*known) else None
        else:
            truth = True if self.situations.is_impossible(*known, negation(formula)) else None
        if truth is None:
            return True
        alone = self.situations.witness(negation(formula) if truth else formula) == IMPOSSIBLE
        self.findings.add(
            "QD414",
            f"this {'always' if truth else 'never'} holds{'' if alone else ' here'}",
            condition.span,
            hint="remove it, or correct it"
            if alone
            else "earlier conditions already decide it: remove it, or correct one of them",
            rule=self.home.address,
        )
        return False

    def branches(self, when: nodes.When, known: tuple[Formula, ...]) -> None:
        """Check the branches of `when`: each holds where the ones before do not."""
        conditions = [when.condition, *(other.condition for other in when.others)]
        taken: list[tuple[nodes.Expression, Formula]] = []
        for condition, block in zip(conditions, [when.block, *(other.block for other in when.others)], strict=True):
            formula = self.situations.formula(condition)
            self.expressions(condition, (*known, *(negation(one) for _, one in taken)))
            self.reached(condition, formula, taken, known, "this branch")
            self.block(block, (*known, *(negation(one) for _, one in taken), formula))
            taken.append((condition, formula))
        if when.otherwise is not None:
            self.reached(when.otherwise, True, taken, known, "`otherwise`")
            self.block(when.otherwise.block, (*known, *(negation(one) for _, one in taken)))

    def reached(
        self,
        node: nodes.Node,
        formula: Formula,
        taken: Sequence[tuple[nodes.Expression, Formula]],
        known: tuple[Formula, ...],
        what: str,
    ) -> bool:
        """Report a case or branch that never applies, because of its own condition or of those before it."""
        if self.situations.is_impossible(*known, *(negation(one) for _, one in taken[:-1])) and taken[:-1]:
            return True  # the one before is reported already
        if isinstance(node, nodes.Expression):
            if not taken and not self.decides(node, known):
                return True
            if taken and (formula is False or self.situations.is_impossible(*known, formula)):
                return self.decides(node, known)
        elif self.situations.is_impossible(*known):
            return True
        if not taken or not self.situations.is_impossible(*known, *(negation(one) for _, one in taken), formula):
            return True
        hiding = list(taken)
        for one in taken:
            fewer = [other for other in hiding if other is not one]
            if self.situations.is_impossible(*known, *(negation(other) for _, other in fewer), formula):
                hiding = fewer
        if any(self.situations.is_impossible(*known, negation(other)) for _, other in hiding):
            return True  # it is reported that this one always holds
        self.findings.add(
            "QD413",
            f"{what} is never reached: {'the one' if len(hiding) == 1 else 'those'} before it "
            f"{'applies' if len(hiding) == 1 else 'apply'} whenever it would",
            node.span,
            labels=[Label(condition.span, "this applies first") for condition, _ in hiding],
            hint="move it up, correct its condition, or remove it",
            rule=self.home.address,
        )
        return False

    # --- cases of definitions

    def cases(self, rule: Rule, cases: tuple[nodes.Case, ...]) -> None:
        """Check the cases of a definition."""
        taken: list[tuple[nodes.Expression, Formula]] = []
        conditional = [case for case in cases if isinstance(case.condition, nodes.IfCase)]
        for case in conditional:
            condition = case.condition.condition  # type: ignore[union-attr]
            formula = self.situations.formula(condition)
            self.reached(condition, formula, taken, (), "this case")
            taken.append((condition, formula))
        last = cases[-1]
        if not isinstance(last.condition, nodes.IfCase):
            if taken and not isinstance(last.condition, nodes.IfCase):
                self.reached(last.condition or last, True, taken, (), "`otherwise`")
        elif not isinstance(rule.result, Boolean):
            self.gap(rule, last, taken)
        if rule.sort == "define":
            self.competing(rule, conditional, [formula for _, formula in taken])

    def gap(self, rule: Rule, last: nodes.Case, taken: list[tuple[nodes.Expression, Formula]]) -> None:
        """Report that no case may apply."""
        witness = self.situations.witness(*(negation(one) for _, one in taken))
        if witness == IMPOSSIBLE:
            return
        where = ""
        if isinstance(witness, dict) and self.situations.is_exact(witness):
            where = f", for example where {self.situations.described(witness)}"
        self.findings.add(
            "QD320",
            f"if no case applies, there is no value{where}",
            last.span,
            hint="end with a case `otherwise`",
            rule=rule.address,
        )

    def competing(self, rule: Rule, cases: list[nodes.Case], formulas: list[Formula]) -> None:
        """Report two cases of which neither is an exception to the other, and that can apply at once."""
        for (place, one), (_, other) in combinations(enumerate(cases), 2):
            if nodes.same(one.value, other.value) or isinstance(other.condition, nodes.OtherwiseIfCase):
                continue
            if self.is_exception(rule, one, other):
                continue
            first, second = formulas[cases.index(one)], formulas[cases.index(other)]
            before = [negation(formula) for formula in formulas[:place]]
            witness = self.situations.witness(*before, first, second)
            if not isinstance(witness, dict) or not self.situations.is_exact(witness):
                continue
            if self.situations.is_impossible(*before, first, negation(second)) or self.situations.is_impossible(
                *before, negation(first), second
            ):
                continue
            self.findings.add(
                "QD428",
                f"two cases with different values apply where {self.situations.described(witness)}",
                other.span,
                labels=[Label(one.span, "this one is used, because it comes first")],
                hint="if intended, write `otherwise if` here; or narrow one of the conditions",
                rule=rule.address,
            )
            return

    def is_exception(self, rule: Rule, one: nodes.Case, other: nodes.Case) -> bool:
        """Tell whether a variant put a case before another that no variant added; `before` says which goes first."""
        added = {a.address: a.place for a in self.checked.declared.amended if a.deed == "add"}
        placed, behind = (
            added.get(f"{rule.site_address}.{case.label.text}") if case.label is not None else None
            for case in (one, other)
        )
        return placed is not None and placed.startswith("before ") and behind is None


@cache
def is_conditioned(kind: type[nodes.Node]) -> bool:
    """Tell whether nodes of a sort may have a condition that decides on them."""
    return issubclass(kind, CONDITIONED)


def condition_of(node: nodes.Node) -> nodes.Expression | None:
    """Give the condition that decides on a node."""
    return node.condition if isinstance(node, CONDITIONED) else None


def changes(statement: nodes.Node) -> bool:
    """Tell whether a statement, or one inside it, may change what a condition reads."""
    return any(True for _ in changes_in(statement))
