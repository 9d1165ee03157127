"""Check tables by condition: every situation has a row, no two rows contradict, and each row counts somewhere.

In: a `Checked` ruleset. Out: findings, each with a situation as its witness. What cannot be decided is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.language.checks.formulas import IMPOSSIBLE, Formula, Witness, atoms_in, negation
from quarterdeck.language.checks.formulas import value_of as truth_of
from quarterdeck.language.checks.satisfiability import Situations
from quarterdeck.language.declarations.declaring_condition_tables import rows_in_order
from quarterdeck.language.declarations.symbol_table import ConditionTable, Rule
from quarterdeck.language.declarations.types import Number, Numeric, shown
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.nodes import same
from quarterdeck.language.typing.meanings import Checked

MOST_SUMS = 20_000
"""Situations in which a sum of rows is worked out, before its range is taken from the rows alone."""
NEEDS_A_ROW = ("one", "first", "same", "highest", "lowest", "least", "greatest")
"""What tables take that have no value where no row applies."""


def check_condition_tables(checked: Checked, findings: Findings) -> None:
    """Check the tables by condition of a ruleset; of several results the first stands for the rows of all."""
    wrong = {finding.span.file for finding in findings if finding.code < "QD4"}
    for rule in checked.declared.rules.values():
        table = rule.by_condition
        if table is None or rule.node.span.file in wrong:
            continue  # what its rows ask is not known
        ConditionTableCheck(checked, findings, rule, table).run()


class ConditionTableCheck:
    """One look at the rows of a table."""

    def __init__(self, checked: Checked, findings: Findings, rule: Rule, table: ConditionTable) -> None:
        self.checked, self.findings, self.rule, self.table = checked, findings, rule, table
        self.situations = Situations(checked)
        self.rows = rows_in_order(rule)
        self.formulas = [self.formula(row) for row in self.rows]

    def formula(self, row: nodes.Case) -> Formula:
        """Give when a row applies."""
        assert isinstance(row.condition, nodes.IfCase)
        return self.situations.formula(row.condition.condition)

    @property
    def has_otherwise(self) -> bool:
        """Tell whether there is a row for whatever no other covers."""
        assert isinstance(self.rule.node, nodes.Define)
        cases = self.rule.node.cases
        return isinstance(cases, nodes.SeveralCases) and len(cases.cases) > len(self.rows)

    @property
    def has_rows_of_its_own(self) -> bool:
        """Tell whether it is the first result, or a house rule lets its rows ask something else than those of that."""
        first = self.checked.declared.rules.get(self.table.results[0])
        others = rows_in_order(first) if first is not None else ()
        asked = [(row.label, row.condition) for row in self.rows]
        return first is self.rule or not same(tuple(asked), tuple((row.label, row.condition) for row in others))

    def run(self) -> None:
        """Report everything."""
        is_first = self.has_rows_of_its_own
        if is_first:
            dead = list(self.dead())
            self.gap()
        else:
            dead = []
        if self.table.takes in ("one", "same"):
            self.overlaps([row for row in self.rows if row not in dead])
        elif is_first and not self.table.gathers:
            self.hidden(dead)
        if self.table.takes in ("sum", "count"):
            self.range_of_sums()

    def report(
        self, code: str, message: str, node: nodes.Node, hint: str, others: list[nodes.Case] | None = None
    ) -> None:
        """Report something about a row."""
        labels = [Label(other.span, "this row") for other in others or ()]
        self.findings.add(code, message, node.span, labels=labels, hint=hint, rule=self.rule.address)

    def gap(self) -> None:
        """Report a situation that no row covers."""
        if self.table.takes not in NEEDS_A_ROW or self.has_otherwise:
            return
        witness = self.situations.witness(*map(negation, self.formulas))
        if isinstance(witness, dict) and self.situations.is_exact(witness):
            where = self.situations.described(witness)
            self.report(
                "QD401", f"no row of `{self.table.name}` applies where {where}", self.rule.node,
                "add a row for it, or a row `otherwise`",
            )  # fmt: skip
        elif witness != IMPOSSIBLE:
            self.report(
                "QD401", f"it is not certain that a row of `{self.table.name}` always applies", self.rule.node,
                "add a row `otherwise`",
            )  # fmt: skip

    def dead(self) -> Iterator[nodes.Case]:
        """Report rows that never apply, whatever the others say."""
        for row, formula in zip(self.rows, self.formulas, strict=True):
            if self.situations.is_impossible(formula):
                self.report("QD403", f"the row `{named(row)}` never applies", row, "correct its cells, or remove it")
                yield row
        if self.has_otherwise and self.situations.is_impossible(*map(negation, self.formulas)):
            assert isinstance(self.rule.node, nodes.Define)
            assert isinstance(self.rule.node.cases, nodes.SeveralCases)
            last = self.rule.node.cases.cases[-1]
            self.report("QD403", "`otherwise` never applies: the other rows cover everything", last, "remove it")

    def hidden(self, dead: list[nodes.Case]) -> None:
        """Report rows that never count, because others go first wherever they apply."""
        for at, row in enumerate(self.rows):
            before = self.formulas[:at]
            if not at or row in dead or not self.situations.is_impossible(*map(negation, before), self.formulas[at]):
                continue
            hiding = list(range(at))
            for one in range(at):
                fewer = [self.formulas[other] for other in hiding if other != one]
                if self.situations.is_impossible(*map(negation, fewer), self.formulas[at]):
                    hiding.remove(one)
            self.report(
                "QD403", f"the row `{named(row)}` never counts: other rows always precede it", row,
                "move it up, correct its cells, or remove it", [self.rows[one] for one in hiding],
            )  # fmt: skip

    def overlaps(self, rows: list[nodes.Case]) -> None:
        """Report two rows that apply together, where one alone may, or where both must give the same."""
        by_row = dict(zip(self.rows, self.formulas, strict=True))
        for one, other in combinations(rows, 2):
            if self.table.takes == "same" and same(one.value, other.value):
                continue
            witness = self.situations.witness(by_row[one], by_row[other])
            if not isinstance(witness, dict) or not self.situations.is_exact(witness):
                continue
            where = self.situations.described(witness) or "in every situation"
            first, second = sorted((one, other), key=lambda row: row.span.start)
            differ = " with different values" if self.table.takes == "same" else ""
            if self.table.takes == "one" and not self.has_rows_of_its_own:
                return
            self.report(
                "QD402", f"two rows of `{self.table.name}`{differ} apply where {where}", second,
                "narrow one of them; or write `takes: first`, `same` or `highest`, if both can apply", [first],
            )  # fmt: skip

    # --- sums

    def range_of_sums(self) -> None:
        """Report that rows which apply together make more, or less, than the table gives."""
        kind = self.table.gives
        if not isinstance(kind, Number):
            return
        reached = self.reached()
        low, high = min(one for one, _ in reached), max(other for _, other in reached)
        if low < kind.low or high > kind.high:
            ends = f"{shown(min(low, Fraction(kind.low)))}..{shown(max(high, Fraction(kind.high)))}"
            self.report(
                "QD340", f"the rows together make {shown(low)} to {shown(high)}, and the table gives {kind}",
                self.rule.node, f"write `gives: {ends}`",
            )  # fmt: skip

    def ends(self, row: nodes.Case) -> tuple[Fraction, Fraction]:
        """Give the least and the most that a row adds."""
        if self.table.takes == "count":
            return Fraction(1), Fraction(1)
        kind = self.checked.types.get(row.value)
        return (Fraction(kind.low), Fraction(kind.high)) if isinstance(kind, Numeric) else (Fraction(0), Fraction(0))

    def reached(self) -> list[tuple[Fraction, Fraction]]:
        """Give what the sum comes to in each situation; of too many, the ends that the rows could have at all."""
        ends = [self.ends(row) for row in self.rows]
        cuts: dict[int, set[Fraction]] = {}
        for formula in self.formulas:
            for atom in atoms_in(formula):
                cuts.setdefault(atom.dimension, set()).add(atom.number)
        classes = [[(place, one) for one in self.situations.classes(place, frozenset(cuts[place]))] for place in cuts]
        chosen: list[Witness] = [{}]
        for options in classes:
            if len(chosen) * len(options) > MOST_SUMS:
                low = sum((min(one, Fraction(0)) for one, _ in ends), Fraction(0))
                return [(low, sum((max(other, Fraction(0)) for _, other in ends), Fraction(0)))]
            chosen = [{**known, place: one} for known in chosen for place, one in options]
        found = []
        for situation in filter(self.situations.agrees, chosen):
            true = [end for end, one in zip(ends, self.formulas, strict=True) if truth_of(one, situation)]
            found.append((sum((low for low, _ in true), Fraction(0)), sum((high for _, high in true), Fraction(0))))
        return found or [(Fraction(0), Fraction(0))]


def named(row: nodes.Case) -> str:
    """Give the name of a row."""
    return row.label.text if row.label is not None else "?"
