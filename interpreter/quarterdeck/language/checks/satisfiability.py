"""Whether conditions can hold together, and the smallest situation in which they do.

In: conditions of a `Checked` ruleset. Out: a witness, `IMPOSSIBLE`, or None where there is too much to try. A condition
consists of comparisons. Each compares a number with one dimension: a sum of unknown values, such as the field `unit.n`
or the difference of two inputs. The values of a dimension fall into classes that no condition tells apart, so it is
enough to try one value of each. Calls of definitions without cases are replaced by what those say. Any other condition
is a dimension of its own, true or false: the check finds less than there is, and nothing that is not true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, lcm

from quarterdeck.base.decimals import exact
from quarterdeck.language.checks.formulas import (
    IMPOSSIBLE,
    Atom,
    Formula,
    ValueClass,
    Witness,
    atoms_in,
    conjunction,
    conjuncts,
    disjunction,
    holds,
    negation,
    value_of,
)
from quarterdeck.language.checks.possible_results import NO_VALUE, possible_results
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.declarations.types import (
    Boolean,
    EnumType,
    Number,
    Numeric,
    Type,
    is_never_in,
    may_be_none,
    shown,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

MOST_TRIED = 3000
"""Partial situations that are tried before a question is given up."""
DEEPEST_INLINED = 6
"""Definitions that are replaced by what they say, one in another."""

Key = tuple[object, ...]
Scope = dict[str, tuple[nodes.Expression, "Scope"]]
SIGNS = frozenset(["<", "<=", ">", ">=", "=", "is", "is not"])


@dataclass(frozen=True)
class UnknownValue:
    """A value that is not known before play: the text and the type of the expression, and whether it is a plain name.

    `is_free` says that it can have any value of its type, whatever the others are.
    """

    text: str
    type: Type
    is_free: bool
    is_settled: bool = False
    """No statement changes it."""
    values: tuple[Fraction, ...] | None = None
    """The only values that it can have, in order, where a definition or table gives no others."""


@dataclass
class LinearSum:
    """A number made of unknowns, each with a factor, and of a constant."""

    constant: Fraction
    factors: dict[Key, Fraction] = field(default_factory=dict)

    def plus(self, other: LinearSum, factor: Fraction) -> LinearSum:
        """Add another sum, multiplied by a factor."""
        factors = dict(self.factors)
        for key, times in other.factors.items():
            factors[key] = factors.get(key, Fraction(0)) + times * factor
        return LinearSum(
            self.constant + other.constant * factor, {key: times for key, times in factors.items() if times}
        )


@dataclass
class Situations:
    """What is known of the values that some conditions read."""

    checked: Checked
    unknowns: dict[Key, UnknownValue] = field(default_factory=dict)
    dimensions: list[dict[Key, Fraction]] = field(default_factory=list)
    places: dict[Key, int] = field(default_factory=dict)
    """Where each dimension stands in `dimensions`."""
    depth: int = 0
    known_classes: dict[tuple[int, frozenset[Fraction]], tuple[ValueClass, ...]] = field(default_factory=dict)
    known_witnesses: dict[Formula, Witness | str | None] = field(default_factory=dict)

    # --- questions

    def witness(self, *wanted: Formula) -> Witness | str | None:
        """Find a situation in which all formulas hold; `IMPOSSIBLE`, or nothing where there is too much to try.

        Formulas that speak of different values are looked at separately.
        """
        found: Witness | None = {}
        for formula in self.separate(conjuncts(conjunction(wanted))):
            if formula not in self.known_witnesses:
                self.known_witnesses[formula] = self.first_witness(formula)
            part = self.known_witnesses[formula]
            if part == IMPOSSIBLE:
                return IMPOSSIBLE
            found = {**found, **part} if found is not None and isinstance(part, dict) else None
        return found

    def first_witness(self, formula: Formula) -> Witness | str | None:
        """Find a situation in which one formula holds, as `witness` does."""
        cuts: dict[int, set[Fraction]] = {}
        for atom in atoms_in(formula):
            cuts.setdefault(atom.dimension, set()).add(atom.number)
        tried = [0]
        found = self.search(formula, list(cuts.items()), {}, tried)
        return IMPOSSIBLE if found is None and tried[0] <= MOST_TRIED else found

    def separate(self, formulas: Sequence[Formula]) -> list[Formula]:
        """Join formulas that speak of the same values, and leave the others separate."""
        groups: list[tuple[set[Key], list[Formula]]] = []
        for formula in formulas:
            parts = {part for atom in atoms_in(formula) for part in self.dimensions[atom.dimension]}
            joined = [group for group in groups if group[0] & parts]
            apart = [group for group in groups if not group[0] & parts]
            together = [one for group in joined for one in group[1]]
            groups = [*apart, (parts.union(*(group[0] for group in joined)), [*together, formula])]
        return [conjunction(group) for _, group in groups]

    def is_impossible(self, *wanted: Formula) -> bool:
        """Tell whether formulas can never hold together."""
        return self.witness(*wanted) == IMPOSSIBLE

    def search(
        self, formula: Formula, left: list[tuple[int, set[Fraction]]], chosen: Witness, tried: list[int]
    ) -> Witness | None:
        """Try one value after another; nothing where none fits, or too many were tried."""
        tried[0] += 1
        truth = value_of(formula, chosen)
        if truth is False or tried[0] > MOST_TRIED or not self.agrees(chosen):
            return None
        if truth is True:
            return chosen
        (place, numbers), *rest = left
        for one in self.classes(place, frozenset(numbers)):
            found = self.search(formula, rest, {**chosen, place: one}, tried)
            if found is not None:
                return found
        return None

    def agrees(self, chosen: Witness) -> bool:
        """Tell whether the values that were chosen for sums fit those of their parts."""
        for place, one in chosen.items():
            factors = self.dimensions[place]
            if len(factors) > 1:
                low, high = self.ends(factors, chosen)
                if one.high < low or one.low > high:
                    return False
        return True

    def is_exact(self, witness: Witness, is_plain: Callable[[Key], bool] | None = None) -> bool:
        """Tell whether the situation can surely occur: each value is a plain one and independent of the others."""
        parts = [part for place in witness for part in self.dimensions[place]]
        is_plain = is_plain or (lambda part: self.unknowns[part].is_free)
        return len(parts) == len(set(parts)) and all(map(is_plain, parts))

    def is_given(self, part: Key) -> bool:
        """Tell whether an unknown is a field, an option or a fact of the scenario: no rule works it out just before."""
        return self.unknowns[part].is_free and part[0] != "local"

    def is_settled(self, formula: Formula) -> bool:
        """Tell whether no statement changes whether a formula holds."""
        parts = (part for atom in atoms_in(formula) for part in self.dimensions[atom.dimension])
        return all(self.unknowns[part].is_settled for part in parts)

    def speaks_of(self, formulas: Sequence[Formula], node: nodes.Node) -> bool:
        """Tell whether formulas say something of an expression, or of something that contains it."""
        wanted = self.key(node, {})
        parts = [part for one in formulas for atom in atoms_in(one) for part in self.dimensions[atom.dimension]]
        return any(contains(part, wanted) for part in parts)

    def described(self, witness: Witness) -> str:
        """Describe a situation in the words of the rules: `unit.n = 11, not z`."""
        return ", ".join(self.value_described(place, one.sample) for place, one in witness.items())

    def value_described(self, place: int, value: Fraction) -> str:
        """Describe the value of one dimension."""
        factors = self.dimensions[place]
        if len(factors) > 1:
            terms = [self.term_described(part, times, part == next(iter(factors))) for part, times in factors.items()]
            return f"{' '.join(terms)} = {shown(value)}"
        unknown = self.unknowns[next(iter(factors))]
        if isinstance(unknown.type, Numeric):
            return f"{unknown.text} = {shown(value)}"
        if isinstance(unknown.type, EnumType):
            members = self.checked.declared.enums[unknown.type.enum].members
            return f"{unknown.text} is {'none' if value == NO_VALUE else members[int(value)]}"
        return unknown.text if value else f"not {unknown.text}"

    def term_described(self, part: Key, times: Fraction, is_first: bool) -> str:
        """Describe one part of a sum."""
        text = self.unknowns[part].text
        amount = "" if abs(times) == 1 else f"{shown(abs(times))} * "
        return f"{amount}{text}" if is_first else f"{'-' if times < 0 else '+'} {amount}{text}"

    # --- classes of values

    def domain(self, part: Key) -> tuple[Fraction, Fraction, int | None]:
        """Give the ends and the steps of an unknown."""
        kind = self.unknowns[part].type
        if (values := self.unknowns[part].values) is not None:
            return values[0], values[-1], None
        match kind:
            case Numeric(low=low, high=high):
                return Fraction(low), Fraction(high), kind.step if isinstance(kind, Number) else None
            case EnumType(enum=enum):
                return Fraction(0), Fraction(len(self.checked.declared.enums[enum].members) - 1), 1
        return Fraction(0), Fraction(1), 1

    def ends(self, factors: dict[Key, Fraction], chosen: Witness) -> tuple[Fraction, Fraction]:
        """Give the ends of a sum, where some of its parts are chosen already."""
        low = high = Fraction(0)
        for part, times in factors.items():
            one = chosen.get(self.places.get((part,), -1))
            first, last = (one.low, one.high) if one is not None else self.domain(part)[:2]
            low, high = low + min(first * times, last * times), high + max(first * times, last * times)
        return low, high

    def classes(self, place: int, cuts: frozenset[Fraction]) -> tuple[ValueClass, ...]:
        """Give the classes of a dimension that is compared with some numbers; worked out once for all questions."""
        found = self.known_classes.get((place, cuts))
        if found is None:
            found = self.known_classes[place, cuts] = tuple(self.classes_between(place, sorted(cuts)))
        return found

    def classes_between(self, place: int, cuts: list[Fraction]) -> Iterator[ValueClass]:
        """Give the classes of a dimension: at each number that it is compared with, and between two of them."""
        factors = self.dimensions[place]
        only = self.unknowns[next(iter(factors))]
        if len(factors) == 1 and only.values is not None:
            yield from (ValueClass(value, value, value) for value in only.values)
            return
        low, high = self.ends(factors, {})
        if len(factors) == 1 and isinstance(only.type, EnumType) and may_be_none(only.type):
            yield ValueClass(NO_VALUE, NO_VALUE, NO_VALUE)
        steps = [self.domain(part)[2] for part in factors]
        width = common_width(
            [abs(times) / step for times, step in zip(factors.values(), steps, strict=True) if step], len(steps)
        )
        stops = [low - 1, *(cut for cut in cuts if low <= cut <= high), high + 1]
        for cut, following in pairwise(stops):
            if low <= cut <= high and (width is None or (cut / width).denominator == 1):
                yield ValueClass(cut, cut, cut)
            begin, end = max(low, cut), min(high, following)
            if width is not None:
                first = Fraction(floor(cut / width) + 1) * width if cut >= low else begin
                last = Fraction(ceil(following / width) - 1) * width if following <= high else end
                if first <= last:
                    yield ValueClass(first, first, last)
            elif begin < end:
                yield ValueClass((begin + end) / 2, begin, end)

    # --- formulas

    def formula(self, node: nodes.Expression, scope: Scope | None = None) -> Formula:
        """Translate a condition."""
        scope = scope if scope is not None else {}
        match node:
            case nodes.Yes() | nodes.No():
                return isinstance(node, nodes.Yes)
            case nodes.Grouped(inner=inner):
                return self.formula(inner, scope)
            case nodes.Negation(operand=operand):
                return negation(self.formula(operand, scope))
            case nodes.And(operands=operands):
                return conjunction([self.formula(operand, scope) for operand in operands])
            case nodes.Or(operands=operands):
                return disjunction([self.formula(operand, scope) for operand in operands])
            case nodes.Compare():
                return self.comparison(node, scope)
        if (inlined := self.inlined(node, scope)) is not None:
            found = self.formula(*inlined)
            self.depth -= 1
            return found
        return Atom(self.dimension({self.unknown(node, scope): Fraction(1)}), "=", Fraction(1))

    def comparison(self, node: nodes.Compare, scope: Scope) -> Formula:
        """Translate a comparison."""
        sign = node.sign.text
        if sign in ("in", "not in") and isinstance(listed := nodes.ungrouped(node.right), nodes.ListLiteral):
            found = disjunction([self.equality(node.left, item, scope) for item in listed.items])
            return negation(found) if sign == "not in" else found
        if sign in ("in", "not in") and is_never_in(
            self.checked.types.get(node.left), self.checked.types.get(node.right)
        ):
            return sign == "not in"
        if sign in ("is", "is not"):
            found = self.equality(node.left, node.right, scope)
            return negation(found) if sign == "is not" else found
        one, other = self.sum(node.left, scope), self.sum(node.right, scope)
        if one is None or other is None or sign not in SIGNS:
            return self.opaque(node, scope)
        difference = one.plus(other, Fraction(-1))
        if len(difference.factors) > 1 and any(may_be_none(self.unknowns[part].type) for part in difference.factors):
            return self.opaque(node, scope)
        return self.compared(difference, sign)

    def equality(self, one: nodes.Expression, other: nodes.Expression, scope: Scope) -> Formula:
        """Translate that two values are the same."""
        if isinstance(nodes.ungrouped(other), nodes.Yes | nodes.No):
            found = self.formula(one, scope)
            return found if isinstance(nodes.ungrouped(other), nodes.Yes) else negation(found)
        if isinstance(nodes.ungrouped(other), nodes.Nothing):
            return self.absence(one, scope)
        if all(isinstance(self.checked.types.get(each), Boolean) for each in (one, other)):
            first, second = self.formula(one, scope), self.formula(other, scope)
            return disjunction([conjunction([first, second]), conjunction([negation(first), negation(second)])])
        left, right = self.sum(one, scope), self.sum(other, scope)
        if left is not None and right is not None:
            kinds = [self.unknowns[part].type for part in (*left.factors, *right.factors)]
            if not any(map(may_be_none, kinds)) or len(kinds) == 1:
                return self.compared(left.plus(right, Fraction(-1)), "=")
        pair = tuple(sorted((self.key(one, scope), self.key(other, scope)), key=repr))
        if pair[0] == pair[1]:
            return True
        return self.truth(("same", *pair), f"{one.span.text} is {other.span.text}")

    def one_of(self, name: nodes.Expression, value: nodes.Expression) -> Formula:
        """Translate that a name has one of the few values that a call or lookup can have, also after changes."""
        named, values = self.sum(name, {}), possible_results(self.checked, self.checked.meanings.get(value))
        if named is None or values is None:
            return True
        return disjunction([self.compared(named.plus(LinearSum(one), Fraction(-1)), "=") for one in values])

    def absence(self, node: nodes.Expression, scope: Scope) -> Formula:
        """Translate that a value is none."""
        kind = self.checked.types.get(node)
        if isinstance(kind, EnumType):
            return self.compared(LinearSum(-NO_VALUE, {self.unknown(node, scope): Fraction(1)}), "=")
        is_free = isinstance(self.checked.meanings.get(node), FREE)
        return self.truth(("none", self.key(node, scope)), f"{node.span.text} is none", is_free)

    def opaque(self, node: nodes.Expression, scope: Scope) -> Formula:
        """Translate what is not understood: true or false."""
        return self.truth(("truth", self.key(node, scope)), node.span.text)

    def truth(self, key: Key, text: str, is_free: bool = False) -> Atom:
        """Give the formula of an unknown that is true or false."""
        self.unknowns.setdefault(key, UnknownValue(text, Boolean(), is_free))
        return Atom(self.dimension({key: Fraction(1)}), "=", Fraction(1))

    def compared(self, difference: LinearSum, sign: str) -> Formula:
        """Translate the comparison of a difference with 0."""
        if sign in (">", ">="):
            difference, sign = LinearSum(Fraction(0)).plus(difference, Fraction(-1)), {">": "<", ">=": "<="}[sign]
        if not difference.factors:
            return holds(difference.constant, sign, Fraction(0))
        first = min(difference.factors, key=repr)
        scale = difference.factors[first]
        ordered = {
            key: times / scale for key, times in sorted(difference.factors.items(), key=lambda one: repr(one[0]))
        }
        place, number = self.dimension(ordered), -difference.constant / scale
        if scale > 0 or sign == "=":
            return Atom(place, sign, number)
        return negation(Atom(place, "<" if sign == "<=" else "<=", number))

    # --- sums and names

    def sum(self, node: nodes.Expression, scope: Scope) -> LinearSum | None:
        """Give a number, or the place of a member, as a sum; nothing for anything else."""
        kind, meaning = self.checked.types.get(node), self.checked.meanings.get(node)
        if isinstance(meaning, meanings.EnumValue):
            return LinearSum(Fraction(meaning.place))
        if isinstance(kind, Numeric):
            if kind.low == kind.high:
                return LinearSum(Fraction(kind.low))
            found = self.arithmetic(node, scope)
            if found is not None:
                return found
        elif not isinstance(kind, EnumType):
            return None
        if (inlined := self.inlined(node, scope)) is not None:
            found = self.sum(*inlined)
            self.depth -= 1
            return found
        return LinearSum(Fraction(0), {self.unknown(node, scope): Fraction(1)})

    def arithmetic(self, node: nodes.Expression, scope: Scope) -> LinearSum | None:
        """Give a sum, a difference or a multiple as a sum."""
        match node:
            case nodes.Grouped(inner=inner) | nodes.InUnit(value=inner):
                return self.sum(inner, scope)
            case nodes.Negative(operand=operand):
                found = self.sum(operand, scope)
                return LinearSum(Fraction(0)).plus(found, Fraction(-1)) if found else None
            case nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide():
                one, other = self.sum(node.left, scope), self.sum(node.right, scope)
                if one is None or other is None:
                    return None
                if isinstance(node, nodes.Plus | nodes.Minus):
                    return one.plus(other, Fraction(1 if isinstance(node, nodes.Plus) else -1))
                if isinstance(node, nodes.Multiply) and not one.factors:
                    one, other = other, one
                if not other.factors and (other.constant or isinstance(node, nodes.Multiply)):
                    times = other.constant if isinstance(node, nodes.Multiply) else 1 / other.constant
                    return LinearSum(Fraction(0)).plus(one, times)
        return None

    def inlined(self, node: nodes.Expression, scope: Scope) -> tuple[nodes.Expression, Scope] | None:
        """Give what a name or call stands for: an input's value, or what a short definition says."""
        meaning = self.checked.meanings.get(node)
        if isinstance(meaning, meanings.Local) and meaning.name in scope:
            self.depth += 1
            return scope[meaning.name]
        if not isinstance(meaning, meanings.RuleCall) or self.depth >= DEEPEST_INLINED:
            return None
        said = said_by(meaning.rule)
        if said is None:
            return None
        self.depth += 1
        names = [parameter.name for parameter in meaning.rule.parameters]
        return said, {name: (value, scope) for name, value in zip(names, meaning.arguments, strict=False)}

    def unknown(self, node: nodes.Expression, scope: Scope) -> Key:
        """Give the key of a value that is not known before play, and remember what it is."""
        key = self.key(node, scope)
        if key not in self.unknowns:
            bare = nodes.ungrouped(node)
            kind, meaning = self.checked.types.get(node, Boolean()), self.checked.meanings.get(bare)
            said = bare.word.text if isinstance(bare, nodes.Name) else bare.span.text
            values = possible_results(self.checked, meaning)
            self.unknowns[key] = UnknownValue(said, kind, isinstance(meaning, FREE), is_settled(meaning), values)
        return key

    def dimension(self, factors: dict[Key, Fraction]) -> int:
        """Give the place of a dimension, and remember what it is made of."""
        key = tuple(factors) if len(factors) == 1 else tuple(factors.items())
        place = self.places.setdefault(key, len(self.dimensions))
        if place == len(self.dimensions):
            self.dimensions.append(factors)
        return place

    def key(self, node: object, scope: Scope) -> Key:
        """Give what an expression says, the same for all that say the same."""
        if not isinstance(node, nodes.Node):
            return ("", node)
        if isinstance(node, nodes.Grouped):
            return self.key(node.inner, scope)
        if isinstance(node, nodes.Word):
            return ("", node.text)
        meaning = self.checked.meanings.get(node)
        if isinstance(meaning, meanings.Local):
            if meaning.name in scope:
                return self.key(*scope[meaning.name])
            return ("local", meaning.name, self.checked.types.get(node))  # branches may reuse a name
        if isinstance(meaning, meanings.RollPart):
            return ("roll", meaning.roll, meaning.part, self.checked.types.get(node))
        if isinstance(meaning, meanings.RuleCall):
            return ("call", meaning.rule.address, *(self.key(one, scope) for one in meaning.arguments))
        parts = [item for part in node.parts() for item in (part if isinstance(part, tuple) else (part,))]
        return (type(node).__name__, *(self.key(part, scope) for part in parts))


FREE = (
    meanings.Local, meanings.RollPart, meanings.FieldOf, meanings.OptionValue, meanings.ConstantValue,
)  # fmt: skip
"""What may have any value of its type, whatever the others are."""


def contains(key: object, part: Key) -> bool:
    """Tell whether a key is another one or has it inside."""
    return key == part or (isinstance(key, tuple) and any(contains(one, part) for one in key))


def is_settled(meaning: meanings.Meaning | None) -> bool:
    """Tell whether a value is never changed by a statement."""
    match meaning:
        case meanings.Local(tally=tally):
            return not tally
        case meanings.RollPart() | meanings.OptionValue() | meanings.ConstantValue():
            return True
    return False


def said_by(rule: Rule) -> nodes.Expression | None:
    """Give what a definition without cases says; nothing of a bound that variants may narrow.

    Such a bound is an end of its own range, as in `sight -> 0..99 = 99`: what it decides now is not what it is for.
    """
    value = nodes.only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None
    kind = rule.result
    is_bound = isinstance(kind, Numeric) and kind.low < kind.high and value is not None and is_end(value, kind)
    return None if is_bound else value


def is_end(value: nodes.Expression, kind: Numeric) -> bool:
    """Tell whether a value is written as an end of a range."""
    match nodes.ungrouped(value):
        case nodes.NumberLiteral(word=word):
            return exact(word.text) in (kind.low, kind.high)
        case nodes.Negative(operand=nodes.NumberLiteral(word=word)):
            return -exact(word.text) in (kind.low, kind.high)
    return False


def common_width(widths: Sequence[Fraction], wanted: int) -> Fraction | None:
    """Give the widest steps on which the sums of some steps lie; nothing where one lies in no steps."""
    if len(widths) < wanted:
        return None
    return Fraction(gcd(*(one.numerator for one in widths)), lcm(*(one.denominator for one in widths)))
