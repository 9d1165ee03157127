"""Plan the German of conditions: what an expression of yes or no says becomes clauses.

In: expressions of a `Checked` ruleset. Out: `Condition`s, of which nobody has yet said whether they become a sentence,
stand behind `wenn` or hang on a noun.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.prose.text.rule_facts import is_empty, original_value, written_out
from quarterdeck_german.grammar import (
    Condition,
    GermanClause,
    GermanSeveral,
    Phrase,
    behind,
    clause,
    fixed,
    list_of,
    negated,
    phrase,
)
from quarterdeck_german.groups import Excluding, GermanGroup
from quarterdeck_german.values import ValueSpeaker
from quarterdeck_german.vocabulary import UnwordedError, claim, say

OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "="}


@dataclass
class ClaimSpeaker(ValueSpeaker):
    """Words for what has a value or holds."""

    def condition(self, node: nodes.Expression) -> Condition:
        """Give what an expression of yes or no says.

        Raises:
            UnwordedError: something in it has no German words.
        """
        match node:
            case nodes.Grouped(inner=inner):
                return self.condition(inner)
            case nodes.Negation(operand=operand):
                return negated(self.condition(operand))
            case nodes.And(operands=operands):
                return GermanSeveral("und", tuple(self.condition(operand) for operand in operands))
            case nodes.Or(operands=operands):
                return GermanSeveral("oder", tuple(self.condition(operand) for operand in operands))
            case nodes.Compare():
                return self.compared(node)
            case nodes.Yes():
                return claim("always")
            case nodes.No():
                return negated(claim("always"))
            case nodes.Name() | nodes.FieldAccess() | nodes.Call() | nodes.Lookup():
                return self.claimed(node)
        raise UnwordedError(node.span.text)

    def claimed(self, node: nodes.Name | nodes.FieldAccess | nodes.Call | nodes.Lookup) -> Condition:
        """Give what a name, field, call or look-up of yes or no says."""
        meaning = self.checked.meanings.get(node)
        match meaning:
            case meanings.OptionValue(option=option):
                return claim("option_in_use", title=self.option_title(option.name))
            case meanings.FieldOf(field=known) if isinstance(node, nodes.FieldAccess):
                return clause(self.words.clause(known.address), self.value(node.owner))
            case meanings.RollPart(roll=roll):
                return self.success(roll)
            case meanings.RuleCall(rule=rule, arguments=arguments):
                return self.holds(rule, arguments)
            case meanings.FunctionCall(name=name, arguments=arguments):
                return self.function_holds(name, arguments)
            case meanings.GatherCall():
                return self.gathered_claim(meaning)
            case meanings.TableValue(table=table) if isinstance(node, nodes.Lookup):
                return claim("says_yes", title=self.table_title(table), a=self.keys(node))
            case meanings.Allowed(rule=rule, arguments=arguments):
                return claim("allowed", claim=self.deed(rule, arguments).subordinate())
            case meanings.BeforeValue(value=value):
                return claim("before", claim=behind(self.condition(value)))
            case meanings.TimerState() if isinstance(node, nodes.Call):
                argument = node.arguments[0]
                assert isinstance(argument, nodes.Expression)
                return claim("is_due", a=self.value(argument))
            case meanings.Local(name=name) if self.chosen.get(name) == "is_chosen":
                return claim("answer_yes")
            case meanings.Local(name=name):
                return claim("is_so", a=self.locals.get(name) or phrase(self.noun_of_local(name, types.UNKNOWN)))
            case meanings.ConstantValue(constant=constant):
                return clause(self.words.clause(f"Game.{constant.name}"))
        raise UnwordedError(node.span.text)

    def success(self, roll: str) -> GermanClause:
        """Say that a check has succeeded."""
        known = self.locals.get(f"{roll} success")
        return claim("success") if known is None else claim("is_success", b=known)

    def deed(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> GermanClause:
        """Give what a procedure or effect is said to do, leading to it, with what its words leave unsaid."""
        if rule.speaks_as:
            raise UnwordedError(rule.address)
        pattern = self.words.clause(rule.address)
        found = clause(pattern, **self.given(rule, arguments))
        aside = self.asides(rule, arguments, pattern)
        linked = replace(found, to=rule.address)
        return replace(linked, after=(*linked.after, *aside)) if aside else linked

    def holds(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> Condition:
        """Say that a definition of yes or no holds."""
        if not rule.speaks_as:
            return self.deed(rule, arguments)
        if original_value(rule) is not None:
            raise UnwordedError(rule.address)
        return claim("usual")

    def function_holds(self, name: str, arguments: tuple[nodes.Expression, ...]) -> GermanClause:
        """Say that a function of the language says yes."""
        values = self.measured(name, arguments)
        if name in ("in_arc", "point_in_arc"):
            owners = [value.owner for value in values[:2]]
            if owners[0] is not None and owners[1] is not None and owners[0].nom == owners[1].nom:
                return claim("in_arc_of", a=owners[0], c=values[2], d=values[3])
            values[1] = self.towards(values[1])
        return claim(name, **dict(zip("abcd", values, strict=False)))

    # --- gatherings

    def spoken(self) -> ClaimSpeaker:
        """Give a speaker for a block: what it names is not known outside."""
        return replace(self, locals=dict(self.locals), chosen=dict(self.chosen))

    def gathered_claim(self, meaning: meanings.GatherCall) -> GermanClause:
        """Say that some or all of a list are so."""
        inner = self.spoken()
        group = inner.gathering_group(meaning)
        if meaning.how == "any":
            more = inner.condition(meaning.value) if meaning.value is not None else None
            return exists(group if more is None else group.narrowed(more))
        if meaning.how == "first" and meaning.value is not None:
            first, held = inner.first_of(meaning, group), inner.condition(meaning.value)
            if isinstance(held, GermanClause) and held.subject.entity == meaning.variable and held.opposite is None:
                return replace(held, subject=first)
            return claim("for_every", every=first, claim=behind(held))
        if meaning.value is None:
            every, held = replace(group, where=None), group.where or claim("always")
        else:
            every, held = group, inner.condition(meaning.value)
        but = exists(every.narrowed(negated(held)))
        if isinstance(held, GermanClause) and held.subject.entity == meaning.variable and not held.negative:
            return replace(held, subject=every.each(), opposite=but)
        return replace(claim("for_every", every=every.each(), claim=behind(held)), opposite=but)

    # --- comparing

    def compared(self, node: nodes.Compare) -> Condition:
        """Say how two values compare."""
        sign = " ".join(node.sign.text.split())
        left_type, right_type = self.type_of(node.left), self.type_of(node.right)
        if sign in ("in", "not in"):
            found = self.among(node)
            return found if sign == "in" else negated(found)
        if isinstance(node.right, nodes.Nothing) or is_empty(node.right) or is_empty(node.left):
            nothing = self.without(node.right if is_empty(node.left) else node.left)
            return nothing if sign == "is" else negated(nothing)
        if isinstance(left_type, types.Boolean):
            return self.same_truth(node, sign)
        kinds = (types.without_none(left_type), types.without_none(right_type))
        unit = next((kind.unit for kind in kinds if isinstance(kind, types.Numeric) and kind.unit), None)
        left = self.value(node.left, unit if written_out(node.left) else None)
        right = self.value(node.right, unit if written_out(node.right) else None)
        if sign in ("is", "is not"):
            found = self.same(node, left, right)
            return found if sign == "is" else negated(found)
        if any(isinstance(kind, types.EnumType) for kind in kinds):
            return opposed("ladder", sign, left, right)
        if left.literal is not None and right.literal is None:
            left, sign, right = right, TURNED[sign], left
        if sign == "=":
            return claim("is_number" if right.literal is not None else "equals", a=left, b=right)
        return opposed("", sign, left, right)

    def same_truth(self, node: nodes.Compare, sign: str) -> Condition:
        """Say that two truths are the same, or that one is as it is written."""
        found = self.condition(node.left)
        if isinstance(node.right, nodes.Yes | nodes.No):
            return found if isinstance(node.right, nodes.Yes) == (sign == "is") else negated(found)
        other = self.condition(node.right)
        other = other if sign == "is" else negated(other)
        return claim("just_when", claim=behind(found), other=behind(other))

    def same(self, node: nodes.Compare, left: Phrase, right: Phrase) -> GermanClause:
        """Say that two things or members are one."""
        one = self.checked.meanings.get(node.left)
        known = one.field if isinstance(one, meanings.FieldOf) and left.owner is not None else None
        if known is not None and self.checked.declared.kinds[known.kind].owner == known.name:
            assert left.owner is not None
            return claim("among", a=left.owner, b=right)
        found = claim("is", a=left, b=right)
        return Excluding(**{**vars(found), "excluded": right}) if left.entity and not right.is_member else found

    def among(self, node: nodes.Compare) -> GermanClause:
        """Say whether something is in a list."""
        left = self.value(node.left)
        if is_empty(node.right):
            return claim("among", a=left, b=fixed(say("none")))
        if isinstance(node.right, nodes.ListLiteral):
            return claim("is", a=left, b=list_of([self.value(item) for item in node.right.items], "oder"))
        return claim("among", a=left, b=self.value(node.right))

    def without(self, node: nodes.Expression) -> GermanClause:
        """Say that there is nothing: `es gibt keine solche Mauer`, `das Kind hat kein letztes Ziel`."""
        meaning = self.checked.meanings.get(node)
        if isinstance(meaning, meanings.Local):
            known = self.locals.get(meaning.name)
            noun = known.noun if known is not None and known.noun is not None else None
            noun = noun or self.noun_of_local(meaning.name, self.type_of(node))
            if meaning.name in self.chosen:
                how = self.chosen[meaning.name]
                return replace(claim(how, a=phrase(noun, "no")), opposite=claim(how, a=phrase(noun, "a")))
            such = replace(noun, adjectives=("solch", *noun.adjectives))
            return replace(there(phrase(such, "no")), opposite=there(phrase(such, "a")))
        if isinstance(meaning, meanings.GatherCall) and meaning.value is None:
            return nobody(self.spoken().gathering_group(meaning))
        found, is_list = self.value(node), isinstance(self.type_of(node), types.ListType)
        if found.owner is None or found.noun is None:
            return self.nothing_of(meaning, found, is_list)
        some = claim("has", a=found.owner, b=phrase(found.noun, "" if is_list else "a", is_list))
        return replace(claim("has", a=found.owner, b=phrase(found.noun, "no", is_list)), opposite=some)

    def nothing_of(self, meaning: meanings.Meaning | None, found: Phrase, is_list: bool) -> GermanClause:
        """Say that there is none of what has a name of its own; else that what is worked out is none."""
        match meaning:
            case meanings.RuleCall(rule=rule, arguments=given) if found.noun is not None and not is_list:
                one, slots = found.noun, self.given(rule, given)
                return replace(there(phrase(one, "no", **slots)), opposite=there(phrase(one, "a", **slots)))
            case meanings.FieldOf() | meanings.ConstantValue() if found.noun is not None and not is_list:
                return replace(there(phrase(found.noun, "no")), opposite=there(phrase(found.noun, "a")))
        return claim("is_nothing" if is_list else "gives_nothing", a=found)


def opposed(sort: str, sign: str, left: Phrase, right: Phrase) -> GermanClause:
    """Compare two values, with what holds otherwise."""
    found = claim(sort + sign, a=left, b=right)
    return replace(found, opposite=replace(claim(sort + OPPOSITE[sign], a=left, b=right), opposite=found))


def there(what: Phrase) -> GermanClause:
    """Say that there is something."""
    return claim("there_is", b=what)


def exists(group: GermanGroup) -> GermanClause:
    """Say that there is one of a list."""
    (one, behind_it), (no_one, _) = group.split("a"), group.split("no")
    some, none = replace(there(one), after=behind_it), replace(there(no_one), after=behind_it)
    return replace(some, opposite=replace(none, opposite=some))


def nobody(group: GermanGroup) -> GermanClause:
    """Say that there is none of a list."""
    some = exists(group)
    assert isinstance(some.opposite, GermanClause)
    return some.opposite
