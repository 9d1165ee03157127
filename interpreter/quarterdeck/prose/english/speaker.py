"""Word expressions: what has a value becomes a noun phrase, what holds or not a condition.

In: expressions of a `Checked` ruleset and the words for the names around them. Out: `Noun`s and `Condition`s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english import arithmetic, comparing, gathering
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import Clause, Condition, Implied, Several, negated, said
from quarterdeck.prose.english.nouns import (
    Noun,
    noun,
)
from quarterdeck.prose.english.phrases import PATTERNS, listed, say
from quarterdeck.prose.english.spoken_values import SpokenValues, trimmed
from quarterdeck.prose.english.wording import NOT, fill, verb_and_rest
from quarterdeck.prose.text.rule_facts import is_empty, original_value, written_out
from quarterdeck.prose.text.runs import EMPTY, Run, Text, filled, joined, plain, styled, text


@dataclass
class Speaker(SpokenValues):
    """Word values and conditions."""

    def condition(self, node: nodes.Expression) -> Condition:
        """Give what an expression of yes or no says."""
        match node:
            case nodes.Grouped(inner=inner):
                return self.condition(inner)
            case nodes.Negation(operand=operand):
                return negated(self.condition(operand))
            case nodes.And(operands=operands):
                return self.all_of([self.condition(operand) for operand in operands])
            case nodes.Or(operands=(nodes.Negation(operand=given), *others)) if not any(
                isinstance(other, nodes.Negation) for other in others
            ):
                then = tuple(self.condition(other) for other in others)
                return Implied(self.condition(given), then[0] if len(then) == 1 else Several("or", then))
            case nodes.Or(operands=operands):
                return Several("or", tuple(self.condition(operand) for operand in operands))
            case nodes.Compare():
                return self.compared(node)
            case nodes.Yes():
                return Clause(noun(EMPTY), "", say("always"), opposite=Clause(noun(EMPTY), "", say("never")))
            case nodes.No():
                return Clause(noun(EMPTY), "", say("never"), opposite=Clause(noun(EMPTY), "", say("always")))
            case nodes.Name() | nodes.FieldAccess() | nodes.Call() | nodes.Lookup():
                return self.claim(node)
        return Clause(self.noun(node), "is", say("yes"))

    def all_of(self, conditions: list[Condition]) -> Condition:
        """Give what holds where several conditions do, but for those that always do."""
        always = say("always")
        telling = [one for one in conditions if not (isinstance(one, Clause) and not one.verb and one.rest == always)]
        return Several("and", tuple(telling)) if len(telling) > 1 else (telling or conditions)[0]

    def claim(self, node: nodes.Name | nodes.FieldAccess | nodes.Call | nodes.Lookup) -> Condition:
        """Give what a name, field, call or look-up of yes or no says."""
        meaning = self.checked.meanings.get(node)
        match meaning:
            case meanings.OptionValue(option=option):
                return Clause(noun(say("the_option", name=self.option_name(option.name))), "is", say("in_use"))
            case meanings.FieldOf(field=known) if isinstance(node, nodes.FieldAccess):
                return predicate_of(self.noun(node.owner), known)
            case meanings.RollPart(roll=roll):
                return self.success(roll)
            case meanings.RuleCall(rule=rule, arguments=arguments):
                return self.holds(rule, arguments)
            case meanings.FunctionCall(name=name, arguments=arguments):
                return self.function_holds(name, arguments)
            case meanings.PluginCall(hook=hook):
                return Clause(noun(EMPTY), "", text(hook.text))
            case meanings.GatherCall():
                return self.gathered_claim(meaning)
            case meanings.TableValue(table=table) if isinstance(node, nodes.Lookup):
                return Clause(
                    noun(say("the_table", title=self.title_of(table))),
                    "says",
                    say("says_yes", keys=self.keys(table, node)),
                )
            case meanings.Allowed(rule=rule, arguments=arguments):
                return Clause(noun(say("it")), "is", say("allowed", clause=said(self.done(rule, arguments)[0])))
            case meanings.BeforeValue(value=value):
                return Clause(noun(EMPTY), "", say("before_clause", clause=said(self.condition(value))))
            case meanings.TimerState() if isinstance(node, nodes.Call):
                argument = node.arguments[0]
                assert isinstance(argument, nodes.Expression)
                return Clause(self.noun(argument), "is", say("due"))
            case meanings.Local(name=name):
                return self.local_holds(name)
            case meanings.ConstantValue(constant=constant) if has_verb(trimmed(constant.words)):
                return verb_clause(text(trimmed(constant.words)))
        return Clause(self.noun(node), "is", say("yes"))

    def option_name(self, name: str) -> Text:
        """Give the title of an option, leading to it."""
        option = self.checked.declared.options.get(name)
        phrase = option.node.phrase.text if option is not None and option.node.phrase is not None else ""
        return (Run(inflect.titled(name, phrase), to=self.option_address(name), style="name"),)

    def local_holds(self, name: str) -> Clause:
        """Say that a local of yes or no is yes: an answer, or an adjective."""
        known = self.names.get(name)
        if known is not None and known.origin == "choice":
            return Clause(noun(say("answer")), "is", say("yes"), opposite=Clause(noun(say("answer")), "is", say("no")))
        is_told = known is not None and (known.origin == "parameter" or NOT in plain(known.text))
        own = known.text if known is not None and is_told else EMPTY
        plainly = text(name.replace("_", " "))
        if known is not None and known.origin == "let":
            it = noun(say("it"))
            return verb_and_rest(it, plainly) if is_deed(name) else Clause(it, "is", plainly)
        is_sentence = own and plain(without_article(own)) != plain(plainly)
        return verb_clause(own) if is_sentence else Clause(noun(EMPTY), "", plainly)

    def success(self, roll: str) -> Clause:
        """Say that a check has succeeded."""
        how, words = self.successes.get(roll, ("", EMPTY))
        if how == "clause":
            return verb_clause(words)
        if not words:
            return Clause(noun(say("the_roll")), "succeeds")
        return Clause(noun(say("the_roll")), "is", words)

    def holds(self, rule: Rule, arguments: tuple[nodes.Expression, ...]) -> Condition:
        """Say that a definition of yes or no holds."""
        if rule.speaks_as:
            only = original_value(rule) if self.merges else None
            if only is not None:
                return self.below(rule, arguments).condition(only)
            so = say("original_holds")
            return Clause(noun(say("it")), "would", so, opposite=Clause(noun(say("it")), "would", say("not", what=so)))
        if rule.node.phrase is None:
            words, aside = self.pieces_of_call(rule, arguments)
            return Clause(noun(fill(words).words), "is", joined([say("yes"), aside]))
        clause, aside = self.done(rule, arguments)
        rest = joined([clause.rest, aside])
        linked = replace(clause, rest=styled(rest, to=rule.address), opposite=None)
        if not plain(rest):
            linked = replace(linked, subject=replace(clause.subject, text=styled(clause.subject.text, to=rule.address)))
        if clause.opposite is not None:
            linked = replace(linked, opposite=replace(clause.opposite, rest=linked.rest, opposite=linked))
        return linked

    def function_holds(self, name: str, arguments: tuple[nodes.Expression, ...]) -> Clause:
        """Say that a function of the language says yes."""
        values = self.measured(name, arguments)
        if name in ("passes", "lines_cross"):
            line = noun(say("line_between", values[0].text, values[1].text))
            verb, _blank, rest = PATTERNS[name].partition(" ")
            return Clause(line, verb, filled(rest, *(value.text for value in values)))
        if (
            name in ("in_arc", "point_in_arc")
            and values[0].owner is not None
            and values[1].owner is not None
            and values[0].owner.text == values[1].owner.text
        ):
            return Clause(values[2], "lies", say("in_arc_of", arc=values[3].text, thing=values[0].owner.text))
        subject = {"in_arc": 2, "blocked": 2, "point_in_arc": 2}.get(name, 0)
        verb, _blank, rest = PATTERNS[self.on_board(name)].partition(" ")
        many = values[subject].many or isinstance(self.type_of(arguments[subject]), types.ListType)
        shown = [
            self.towards(value, argument) if name == "in_arc" and place == 1 else value.text
            for place, (value, argument) in enumerate(zip(values, arguments, strict=True))
        ]
        return Clause(replace(values[subject], many=many), verb, filled(rest, *shown))

    def gathered_claim(self, meaning: meanings.GatherCall) -> Clause:
        """Say that some or all of a list are so."""
        inner = self.inner()
        group = inner.gathering_group(meaning)
        if meaning.how == "any":
            more = inner.condition(meaning.value) if meaning.value is not None else None
            if more is not None:
                where = more if group.where is None else Several("and", (group.where, more))
                group = group.narrowed(where)
            return gathering.exists(group)
        if meaning.how == "first" and meaning.value is not None:
            return gathering.first_does(inner.first_of(meaning, group), group, inner.condition(meaning.value))
        if meaning.value is None:
            whole = replace(group, where=None)
            claim = group.where or Clause(noun(EMPTY), "", say("always"))
            return gathering.all_do(whole, claim)
        return gathering.all_do(group, inner.condition(meaning.value))

    def compared(self, node: nodes.Compare) -> Condition:
        """Say how two values compare."""
        sign = " ".join(node.sign.text.split())
        left_type, right_type = self.type_of(node.left), self.type_of(node.right)
        if sign in ("in", "not in"):
            return self.among(node, sign == "not in")
        if isinstance(node.right, nodes.Nothing) or is_empty(node.right) or is_empty(node.left):
            return self.nothing(node.right if is_empty(node.left) else node.left, sign == "is not")
        if isinstance(left_type, types.Boolean):
            claim = self.condition(node.left)
            if not isinstance(node.right, nodes.Yes | nodes.No):
                other = self.condition(node.right)
                other = other if sign == "is" else negated(other)
                return Clause(noun(EMPTY), "", say("just_when", claim=said(claim), other=said(other)))
            yes = isinstance(node.right, nodes.Yes) == (sign == "is")
            return claim if yes else negated(claim)
        unit = self.unit_of(node.left) or self.unit_of(node.right)
        left = self.noun(node.left, unit if written_out(node.left) else self.unit_of(node.right))
        right = self.noun(node.right, unit if written_out(node.right) else self.unit_of(node.left))
        if isinstance(left_type, types.Numeric) and unit and not self.unit_beside(left, replace(left_type, unit=unit)):
            right = without_unit(right)
        right = arithmetic.bracketed_if(right, self.hangs and bool(right.remarks))
        if sign in ("is", "is not"):
            return self.same(node, left, right, sign == "is not")
        for kind in (types.without_none(left_type), types.without_none(right_type)):
            if isinstance(kind, types.EnumType):
                return comparing.on_a_ladder(left, sign, right, self.checked.declared.enums[kind.enum])
        return comparing.numbers(left, sign, right)

    def nothing(self, node: nodes.Expression, negative: bool) -> Condition:
        """Say that there is nothing, or nothing in a list; of what is looked for among others, that there is none."""
        meaning = self.checked.meanings.get(node)
        if isinstance(meaning, meanings.GatherCall) and meaning.value is None and self.together(meaning) is None:
            some = gathering.exists(self.inner().gathering_group(meaning))
            return some if negative else negated(some)
        is_list = isinstance(self.type_of(node), types.ListType)
        return (comparing.without_any if is_list else comparing.without)(self.noun(node), negative)

    def same(self, node: nodes.Compare, left: Noun, right: Noun, negative: bool) -> Clause:
        """Say whether two things or members are one."""
        one, other = (self.checked.meanings.get(side) for side in (node.left, node.right))
        if isinstance(one, meanings.FieldOf):
            kind = self.checked.declared.kinds[one.field.kind]
            is_owner = kind.owner == one.field.name
            if isinstance(other, meanings.FieldOf) and other.field == one.field and left.owner and right.owner:
                return comparing.both(left, right, is_owner, negative)
            if is_owner and left.owner is not None:
                return Clause(left.owner, "belongs", say("belongs", side=right.text), negative)
            kind_of_field = types.without_none(one.field.type)
            is_named_so = trimmed(one.field.words) == self.kind_words(kind_of_field)
            if isinstance(kind_of_field, types.Thing) and is_named_so and left.owner is not None and not negative:
                return replace(comparing.identical(left, right, negative), owned=left.owner, belongs_to=right.text)
        if isinstance(other, meanings.EnumValue):
            return comparing.is_member(left, right, negative)
        return comparing.identical(left, right, negative)

    def among(self, node: nodes.Compare, negative: bool) -> Clause:
        """Say whether something is in a list."""
        left = self.noun(node.left)
        if is_empty(node.right):
            return Clause(left, "is", say("among", list=say("none")), negative)
        if isinstance(node.right, nodes.ListLiteral):
            return Clause(left, "is", listed([self.noun(item).text for item in node.right.items], "or"), negative)
        return Clause(left, "is", say("among", list=self.noun(node.right).text), negative)


def without_unit(value: Noun) -> Noun:
    """Give a number that is written out as figures alone."""
    if value.literal is None:
        return value
    return replace(value, text=styled(inflect.figures(value.literal), to=value.text[0].to))


def predicate_of(owner: Noun, known: Field) -> Clause:
    """Say that a field of yes or no is yes: its words are the predicate."""
    return verb_and_rest(owner, text(trimmed(known.words)))


def is_deed(name: str) -> bool:
    """Tell whether a truth is called by what something does: `answers`, not `soaked`."""
    first = name.split("_", maxsplit=1)[0]
    return first.endswith("s") and not first.endswith(("ss", "us", "is"))


def has_verb(words: str) -> bool:
    """Tell whether plain words are a whole clause: `it is night`."""
    return any(inflect.is_auxiliary(inflect.singular_verb(word)) for word in words.split(" ")[1:])


def verb_clause(words: Text) -> Clause:
    """Cut a whole clause of plain words at its verb, the first auxiliary in it."""
    said_words = plain(words).split(" ")
    for index, word in enumerate(said_words[1:], 1):
        verb = inflect.singular_verb(word)
        if inflect.is_auxiliary(verb):
            subject = noun(" ".join(said_words[:index]), many=verb != word)
            return verb_and_rest(subject, text(" ".join((verb, *said_words[index + 1 :]))))
    return Clause(noun(EMPTY), "", words)
