"""Merge what a rule says under a condition with what it says otherwise: only what differs is guarded.

In: a guard, and nodes as they are with a variant and without it. Out: nodes that say both. Statements, modifiers,
requirements and cases that are the same on both sides stay as they are; those of one side alone are carried out, count
or are required where the guard says so. Where both sides name something that is asked for further down, the rest of
the block goes with each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TypeVar

from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.nodes import same
from quarterdeck.language.syntax.sorts import AnyNamingStatement, AnySimpleStatement
from quarterdeck.language.variants.conditions import Proviso
from quarterdeck.language.variants.rewrite import copied

Block = tuple[nodes.Statement, ...]
Thing = TypeVar("Thing", bound=nodes.Node)
Region = tuple[tuple[Thing, ...], tuple[Thing, ...]]
Holding = nodes.ForEach | nodes.ForNumbers | nodes.Repeat | nodes.Step | nodes.Close
"""Statements that are merged within, where only what is done in them differs; rolls and choices are so as well."""
OTHERWISE = "otherwise"


@dataclass(frozen=True)
class Merging:
    """Merges what a rule says where a guard holds with what it says where it does not."""

    guard: Proviso

    # --- statements

    def block(self, new: Block, old: Block) -> Block:
        """Merge two blocks of statements."""
        found: list[nodes.Statement] = []
        at_new = at_old = 0
        for pair, (news, olds) in aligned(new, old, outside):
            if named_for_later(news, new[at_new + len(news) :]) or named_for_later(olds, old[at_old + len(olds) :]):
                found += self.region(new[at_new:], old[at_old:])
                break
            found += self.region(news, olds)
            at_new, at_old = at_new + len(news), at_old + len(olds)
            if pair is not None:
                found.append(self.statement(*pair))
                at_new, at_old = at_new + 1, at_old + 1
        return tuple(found) or self.all_the_same(new, old)

    def all_the_same(self, new: Block, old: Block) -> Block:
        """Give what is never carried out with its guard, for a block that says something and would be empty."""
        return (self.guard.block(new, tuple(map(copied, old)) if new else old),) if new or old else ()

    def statement(self, new: nodes.Statement, old: nodes.Statement) -> nodes.Statement:
        """Merge two statements that differ at most within."""
        if same(new, old):
            return old
        match new, old:
            case nodes.Roll() | nodes.Check(), nodes.Roll() | nodes.Check():
                assert isinstance(new, nodes.Roll | nodes.Check)
                assert isinstance(old, nodes.Roll | nodes.Check)
                return replace(new, modifiers=self.modifiers(new.modifiers, old.modifiers))
            case nodes.Choose(), nodes.Choose():
                return replace(new, requirements=tuple(self.requirements(new.requirements, old.requirements)))
            case nodes.Require(), nodes.Require():
                return replace(new, condition=self.guard.either(new.condition, old.condition))
            case nodes.When(), nodes.When():
                return self.branches(new, old)
        assert isinstance(new, Holding)
        assert isinstance(old, Holding)
        return replace(new, block=self.block(new.block, old.block))

    def branches(self, new: nodes.When, old: nodes.When) -> nodes.When:
        """Merge two branchings on the same conditions."""
        others = tuple(
            replace(one, block=self.block(one.block, other.block))
            for one, other in zip(new.others, old.others, strict=True)
        )
        otherwise = new.otherwise
        if new.otherwise is not None and old.otherwise is not None:
            otherwise = replace(new.otherwise, block=self.block(new.otherwise.block, old.otherwise.block))
        return replace(new, block=self.block(new.block, old.block), others=others, otherwise=otherwise)

    def region(self, new: Block, old: Block) -> Iterator[nodes.Statement]:
        """Give statements of which some are carried out under the guard, the others where it does not hold.

        A step, what is done at the close of a span, and what a rule requires stay where they are: they are guarded
        within.
        """
        if not any(isinstance(statement, nodes.Step | nodes.Close | nodes.Require) for statement in (*new, *old)):
            if new or old:
                yield from self.either(new, tuple(map(copied, old)) if new else old)
            return
        required = {s.name.text for s in new if isinstance(s, nodes.Require)}
        for guard, statements in ((self.guard, new), (-self.guard, old)):
            plain: list[nodes.Statement] = []
            for statement in (*statements, None):
                if statement is not None and not isinstance(statement, nodes.Step | nodes.Close | nodes.Require):
                    plain.append(statement)
                    continue
                if plain:
                    yield from replace(self, guard=guard).either(tuple(plain), ())
                    plain = []
                if statement is not None:
                    yield from self.held(guard, statement, required if statements is old else set())

    def held(self, guard: Proviso, statement: nodes.Statement, taken: set[str]) -> Iterator[nodes.Statement]:
        """Give a step, a close or a requirement that counts where a guard holds."""
        match statement:
            case nodes.Require():
                name = beside(statement.name, taken)
                condition = guard.implies(statement.condition)
                if condition is not None:
                    yield replace(statement, name=name, condition=condition)
            case nodes.Step(block=block) | nodes.Close(block=block):
                inner = replace(self, guard=guard)
                yield replace(statement, block=tuple(inner.region(block, ())) or inner.all_the_same(block, ()))
            case _:
                yield statement

    def either(self, new: Block, old: Block) -> Block:
        """Give a block that is carried out under the guard, and another that is where it does not hold."""
        new, old = tuple(known_to_hold(self.guard, new)), tuple(known_to_hold(-self.guard, old))
        guard, block = (self.guard, new) if new else (-self.guard, old)
        if new and old:
            return (self.guard.block(new, old),)
        match block:
            case ():
                return ()
            case (nodes.Guarded(condition=condition) as only,):
                return (replace(only, condition=guard.joined(guard.left_of(condition) or ())),)
            case (only,) if isinstance(only, AnySimpleStatement):
                return (nodes.Guarded(only.span, only, guard.alone()),)
            case (nodes.When(condition=condition, others=(), otherwise=None) as only,):
                return (replace(only, condition=guard.joined(guard.left_of(condition) or ())),)
        return (guard.block(block, ()),)

    # --- parts of statements

    def modifiers(self, new: tuple[nodes.Modifier, ...], old: tuple[nodes.Modifier, ...]) -> tuple[nodes.Modifier, ...]:
        """Merge the modifiers of a roll or a definition."""
        found: list[nodes.Modifier] = []
        names, known = {modifier.name.text for modifier in new}, {modifier.name.text for modifier in old}
        for pair, (news, olds) in aligned(new, old, whole):
            left = list(olds)
            for one in news:
                twin = next((o for o in left if same(o.name, one.name) and same(o.change, one.change)), None)
                if twin is not None:
                    left.remove(twin)
                    found.append(replace(one, condition=self.guard.either(one.condition, twin.condition)))
                elif (condition := self.guard.also(one.condition)) is not None:
                    found.append(replace(one, condition=condition))
            stay = ((one, (-self.guard).also(one.condition)) for one in left)
            found += [
                replace(one, name=beside(one.name, names, known), condition=condition)
                for one, condition in stay
                if condition is not None
            ]
            found += [pair[1]] if pair is not None else []
        return tuple(found)

    def requirements(self, new: tuple[nodes.Require, ...], old: tuple[nodes.Require, ...]) -> Iterator[nodes.Require]:
        """Merge what a choice requires."""
        names, known = {one.name.text for one in new}, {one.name.text for one in old}
        for pair, (news, olds) in aligned(new, old, outside):
            for one in news:
                if (condition := self.guard.implies(one.condition)) is not None:
                    yield replace(one, condition=condition)
            for one in olds:
                if (condition := (-self.guard).implies(one.condition)) is not None:
                    yield replace(one, name=beside(one.name, names, known), condition=condition)
            if pair is not None:
                both = self.statement(*pair)
                assert isinstance(both, nodes.Require)
                yield both

    # --- cases

    def definition(self, new: nodes.AnyCases, old: nodes.AnyCases) -> nodes.AnyCases:
        """Merge what a definition comes to: its cases, and the modifiers of what they give."""
        base, was = nodes.base_of(new), nodes.base_of(old)
        if not same(base, was):
            docs = base.docs if isinstance(base, nodes.SeveralCases) else ()
            cases = self.cases(listed_cases(base), listed_cases(was))
            base = nodes.SeveralCases(base.span, docs, cases)
        modifiers = self.modifiers(nodes.modifiers_of(new), nodes.modifiers_of(old))
        return nodes.ModifiedValue(new.span, base, modifiers) if modifiers else base

    def cases(self, new: tuple[nodes.Case, ...], old: tuple[nodes.Case, ...]) -> tuple[nodes.Case, ...]:
        """Merge the cases of a definition: those in which both begin and end stand as they are."""
        start = 0
        while start < min(len(new), len(old)) and same(new[start], old[start]):
            start += 1
        end = 0
        while end < min(len(new), len(old)) - start and same(new[-1 - end], old[-1 - end]):
            end += 1
        news, olds = new[start : len(new) - end], old[start : len(old) - end]
        names, known = ({case.label.text for case in side if case.label} for side in (new, old))
        found = [replace(one, condition=self.counts(self.guard, one)) for one in news if may_count(self.guard, one)]
        is_total = bool(news) and not isinstance(news[-1].condition, nodes.IfCase)
        for one in olds:
            if not may_count(-self.guard, one):
                continue
            label = beside(one.label, names, known) if one.label else None
            condition = one.condition if is_total else self.counts(-self.guard, one)
            found.append(replace(one, label=label, condition=condition))
        return (*new[:start], *found, *new[len(new) - end :])

    def counts(self, guard: Proviso, case: nodes.Case) -> nodes.IfCase:
        """Give when a case counts that is the rule under a guard alone."""
        left = guard.left_of(condition_of(case)) or ()
        kind = type(case.condition) if isinstance(case.condition, nodes.IfCase) else nodes.IfCase
        return kind(case.condition.span if case.condition else case.span, guard.joined(left))


def condition_of(case: nodes.Case) -> nodes.Expression | None:
    """Give the condition of a case; nothing where it counts otherwise."""
    return case.condition.condition if isinstance(case.condition, nodes.IfCase) else None


def may_count(guard: Proviso, case: nodes.Case) -> bool:
    """Tell whether a case can count where a guard holds."""
    return guard.left_of(condition_of(case)) is not None


def known_to_hold(guard: Proviso, block: Block) -> Iterator[nodes.Statement]:
    """Give statements that are carried out where a guard holds alone: what asks for it asks no more.

    What asks for the opposite is never carried out, and left out.
    """
    for statement in block:
        match statement:
            case nodes.Guarded(statement=inner, condition=condition):
                left = guard.left_of(condition)
                if left == ():
                    yield inner
                elif left is not None:
                    yield replace(statement, condition=nodes.And(condition.span, left) if len(left) > 1 else left[0])
            case nodes.GuardedUnless(statement=inner, condition=condition):
                left = guard.left_of(condition)
                if left is None:
                    yield inner
                elif left:
                    yield statement
            case nodes.When(condition=condition, others=(), otherwise=None) if guard.left_of(condition) is None:
                continue
            case _:
                yield statement


def aligned(
    new: Sequence[Thing], old: Sequence[Thing], by: Callable[[nodes.Node], object]
) -> Iterator[tuple[tuple[Thing, Thing] | None, Region[Thing]]]:
    """Give in the order of the text the pairs that belong together, each with what stands before it on both sides.

    What stands behind the last comes with no pair.
    """
    matcher = SequenceMatcher(None, [by(one) for one in new], [by(one) for one in old], autojunk=False)
    at_new = at_old = 0
    for block in matcher.get_matching_blocks():
        for index in range(block.size):
            one, other = block.a + index, block.b + index
            yield (new[one], old[other]), (tuple(new[at_new:one]), tuple(old[at_old:other]))
            at_new, at_old = one + 1, other + 1
    yield None, (tuple(new[at_new:]), tuple(old[at_old:]))


def whole(node: object) -> object:
    """Give what a node says, as a value that is equal to another if both say the same."""
    if isinstance(node, nodes.Node):
        return (type(node).__name__, *map(whole, node.parts()))
    return tuple(map(whole, node)) if isinstance(node, tuple) else node


def outside(node: nodes.Node) -> object:
    """Give what a statement says but for what can be merged within it."""
    match node:
        case nodes.Require(name=name, for_stop=stop, reason=reason):
            return ("require", name.text, stop is None, reason.text)
        case nodes.When(condition=condition, others=others, otherwise=otherwise):
            return ("when", whole(condition), tuple(whole(o.condition) for o in others), otherwise is None)
        case nodes.Roll() | nodes.Check():
            return whole(replace(node, modifiers=()))
        case nodes.Choose():
            return whole(replace(node, requirements=()))
    return whole(replace(node, block=()) if isinstance(node, Holding) else node)


def named_for_later(statements: Iterable[nodes.Statement], rest: Iterable[nodes.Statement]) -> bool:
    """Tell whether something that statements name is spoken of in what follows them."""
    names = [s.name.text for s in statements if isinstance(s, AnyNamingStatement | nodes.RollOff)]
    words = {part.text for one in rest for part in one.walk() if isinstance(part, nodes.Word)} if names else set()
    return any(name in words or any(f"{{{name}" in word for word in words) for name in names)


def beside(word: nodes.Word, taken: Iterable[str], known: Iterable[str] = ()) -> nodes.Word:
    """Give the name of what counts where the condition does not hold, beside something of that name.

    The name is one that nothing bears which is `taken` or `known`.
    """
    if word.text not in taken:
        return word
    used, name, number = {*taken, *known}, f"{word.text}_{OTHERWISE}", 2
    while name in used:
        name, number = f"{word.text}_{OTHERWISE}_{number}", number + 1
    return replace(word, text=name)


def listed_cases(cases: nodes.SingleCase | nodes.SeveralCases) -> tuple[nodes.Case, ...]:
    """Give the cases of a definition; a single value is the case `otherwise`."""
    if isinstance(cases, nodes.SeveralCases):
        return cases.cases
    return (nodes.Case(cases.span, None, copied(cases.value), nodes.OtherwiseCase(cases.span)),)
