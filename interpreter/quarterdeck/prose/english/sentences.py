"""Plan the sentences of what is done: statements become points, in the order of the text.

In: statements of a rule or phase. Out: `Point`s. A simple statement is a clause that can stand behind `if ...,` or `for
each ...,`; what holds a block of several becomes a point with numbered points below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Hook, Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyDeckStatement, AnySimpleStatement, AnySite, AnyStatement
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english import comparing, decks, gathering
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import Clause, demanded, predicate, said
from quarterdeck.prose.english.dice import thrown
from quarterdeck.prose.english.gathering import Group
from quarterdeck.prose.english.nouns import (
    FLAG,
    NOTHING,
    TRUTH,
    Noun,
    head_word,
    noun,
    number_noun,
    one_of_counted,
    thing,
)
from quarterdeck.prose.english.phrases import PATTERNS, listed, say
from quarterdeck.prose.english.pronouns import with_pronouns
from quarterdeck.prose.english.spans import StageSort, coming_into_force, is_span, sort_of
from quarterdeck.prose.english.speaker import Speaker, has_verb, is_deed, predicate_of, spaced, trimmed, without_unit
from quarterdeck.prose.text.outline import Point
from quarterdeck.prose.text.runs import EMPTY, Text, joined, plain, sentence, styled, text, unsaid

AnyRareStatement = (
    nodes.Start | nodes.Reveal | nodes.Announce | nodes.OrderSides | nodes.Win | nodes.DrawnGame
    | AnyDeckStatement | nodes.Stop | nodes.Finish
)  # fmt: skip
_ASIDE = 120  # letters: a requirement this long is put into the sentence of its choice
_JOINING = frozenset("a an the at in on from of while when where with if".split())  # words of a label that say nothing
_NO = PATTERNS["no_count"].format(noun="")
_SAYS_A_NUMBER = re.compile(rf"\d|\b(?:{'|'.join(inflect.NUMBER_WORDS[1:])})\b")
_SHORT = 240  # letters: a block of one sentence this long is put into the sentence around it


@dataclass
class StatementWriter:
    """Tells what a rule or phase does; `address` is its own."""

    speaker: Speaker
    address: str = ""
    in_span: bool = False
    stage: StageSort = "phase"

    @property
    def checked(self) -> meanings.Checked:
        """Give the ruleset."""
        return self.speaker.checked

    def block(self, statements: Iterable[nodes.Statement]) -> tuple[Point, ...]:
        """Tell a block; what it names is not known outside."""
        inner = StatementWriter(self.speaker.inner(), self.address, self.in_span)
        return inner.points(statements)

    def points(self, statements: Iterable[nodes.Statement]) -> tuple[Point, ...]:
        """Tell statements in order."""
        statements = tuple(statements)
        self.speaker.alike |= self.alike(statements)
        found: list[Point] = []
        for statement in statements:
            known = tuple(self.speaker.names)
            told = self.told(statement)
            if any(says_a_number(point) for one in told for point in one.walk()):
                self.speaker.leave_behind(known)
            found += told
        return tuple(found)

    def alike(self, statements: Iterable[nodes.Statement]) -> set[str]:
        """Give the names of things that a block finds, where `that child` would be any of several.

        Such are two that it finds, and one that is spoken of where a thing of the same kind has its turn.
        """
        names: dict[types.Type, list[str]] = {}
        several: set[str] = set()
        for statement in statements:
            if isinstance(statement, nodes.Let):
                kind = types.without_none(self.speaker.type_of(statement.value))
                if isinstance(kind, types.Thing):
                    names.setdefault(kind, []).append(statement.name.text)
            for loop in (part for part in statement.walk() if isinstance(part, nodes.ForEach)):
                spoken_of = {
                    part.word.text for inner in loop.block for part in inner.walk() if isinstance(part, nodes.Name)
                }
                several |= spoken_of.intersection(names.get(self.item_of(loop), []))
        return several.union(*(found for found in names.values() if len(found) > 1))

    def item_of(self, loop: nodes.ForEach) -> types.Type:
        """Give the type of each of what a loop goes through."""
        kind = types.without_none(self.speaker.type_of(loop.source))
        return types.without_none(kind.item) if isinstance(kind, types.ListType) else kind

    def told(self, statement: nodes.Statement) -> list[Point]:
        """Tell one statement, as one point or several."""
        node = cast("AnyStatement", statement)
        match node:
            case nodes.Roll() | nodes.Check():
                return [self.roll(node)]
            case nodes.RollOff():
                return [self.roll_off(node)]
            case nodes.Choose():
                return [self.choice(node)]
            case nodes.Require():
                return [self.demand(node)]
            case nodes.When():
                return self.cases(node)
            case nodes.ForEach():
                return [self.for_each(node)]
            case nodes.ForNumbers():
                return [self.for_numbers(node)]
            case nodes.Repeat():
                return [self.repeat(node)]
            case nodes.Step():
                return [self.step(node)]
            case nodes.Close(block=block):
                return [self.with_block("at_close", "", self.block(block), {"stage": say(self.stage)})]
            case nodes.Do() if (original := self.original(node)) is not None:
                return list(self.block(original))
            case nodes.Guarded(statement=inner, condition=condition) if (original := self.original(inner)) is not None:
                condition_said = said(self.speaker.condition(condition))
                return [self.with_block("when_block", "when", self.block(original), {"condition": condition_said})]
            case nodes.Guarded(statement=inner, condition=condition):
                return [self.clause(inner, self.guarded("if", inner, condition))]
            case nodes.GuardedUnless(statement=inner, condition=condition):
                return [self.clause(inner, self.guarded("unless", inner, condition))]
            case _:
                return [self.clause(node, self.simple(node))]

    def original(self, statement: nodes.Statement) -> tuple[nodes.Statement, ...] | None:
        """Give the statements of an original that is done, where they are to be told in its place."""
        meaning = self.called(statement.call) if isinstance(statement, nodes.Do) and self.speaker.merges else None
        if meaning is None or not meaning.rule.speaks_as:
            return None
        body = meaning.rule.node.body if isinstance(meaning.rule.node, nodes.Procedure | nodes.Effect) else None
        return body.statements if body is not None else None

    def clause(self, statement: nodes.Statement, words: Text) -> Point:
        """Give a simple statement as a sentence, which is found under the address that the statement may have."""
        told = self.point(words)
        if isinstance(statement, AnySite):
            return replace(told, address=f"{self.address}.{statement.name.text}", kind="roll")
        return told

    def point(self, words: Text) -> Point:
        """Give one sentence."""
        return Point(sentence(with_pronouns(words)), raw=words)

    def with_block(self, key: str, short_key: str, points: tuple[Point, ...], parts: dict[str, Text]) -> Point:
        """Put a block behind an opening: into the same sentence where it is a short one."""
        only = points[0] if len(points) == 1 else None
        is_plain = only is not None and bool(only.raw) and PATTERNS["semicolon"] not in plain(only.raw)
        if short_key and only and is_plain and not only.lead and len(plain(only.text)) <= _SHORT:
            return self.point(say(short_key, what=only.raw, **parts))
        return Point(sentence(with_pronouns(say(key, **parts)), ":"), points, numbered=len(points) > 1)

    # --- simple statements

    def simple(self, statement: AnySimpleStatement) -> Text:
        """Tell what fits into a clause, without capital and stop."""
        speak = self.speaker
        match statement:
            case nodes.Do(call=call):
                return self.done(call)
            case nodes.Apply(call=call):
                return self.applied(call)
            case nodes.Let(name=name, value=value):
                return self.let(name.text, value)
            case nodes.Tally(name=name, value=value):
                return self.tally(name.text, speak.type_of(statement), speak.noun(value, speak.unit_of(value)))
            case nodes.Set():
                return self.set(statement)
            case nodes.Add(target=target) | nodes.Take(target=target) if isinstance(speak.type_of(target), types.Deck):
                return decks.moved(speak, statement)
            case nodes.Add(amount=amount, target=target, limit=limit):
                return self.limited(
                    say("add", amount=self.amount(amount, target), target=speak.noun(target).text), limit, target
                )
            case nodes.Take(amount=amount, target=target, limit=limit):
                return self.limited(
                    say("take", amount=self.amount(amount, target), target=speak.noun(target).text), limit, target
                )
            case nodes.Append(value=value, target=target):
                return say("append", value=speak.noun(value).text, target=speak.noun(target).text)
            case nodes.Create():
                return self.create(statement)
            case nodes.Remove(thing=gone, reason=reason):
                taken = say("remove", thing=speak.noun(gone).text)
                return (
                    say("remove_because", thing=speak.noun(gone).text, reason=speak.stated(reason)) if reason else taken
                )
            case _:
                return self.rare(statement)

    def guarded(self, key: str, statement: nodes.Statement, condition: nodes.Expression) -> Text:
        """Tell what is done on a condition; that comes first where the rest has parts of its own."""
        what, when = self.simple(cast("AnySimpleStatement", statement)), said(self.speaker.condition(condition))
        has_parts = any(sign in plain(what) for sign in (", ", ": ", "; "))
        return say(f"{key}_first" if has_parts else key, what=what, condition=when)

    def rare(self, statement: AnyRareStatement) -> Text:
        """Tell what stands seldom in a rule."""
        speak = self.speaker
        match statement:
            case nodes.Start(timer=timer, delay=delay, clock=clock, every=every):
                started = say(
                    "start",
                    timer=speak.noun(timer).text,
                    delay=speak.noun(delay).text,
                    clock=text(clock_words(clock.text, speak.noun(delay).literal != 1)),
                )
                return say("then_every", what=started, clock=every.clock.text.replace("_", " ")) if every else started
            case nodes.Reveal(what=what):
                return say("reveal", what=speak.noun(what).text)
            case nodes.Announce(text=word):
                is_truth = [piece.origin for piece in speak.pieces(word) if isinstance(piece, Noun)][:1] == [TRUTH]
                key = "announce_whether" if is_truth and word.text.startswith("{") else "announce"
                return say(key, text=styled(speak.stated(word), "aside"))
            case nodes.OrderSides(key=key, ranking=ranking):
                meaning = self.checked.meanings.get(key)
                words = (
                    text(meaning.field.words)
                    if isinstance(meaning, meanings.FieldOf)
                    else without_article(speak.noun(key).text)
                )
                extreme = say(ranking.text.split()[0])
                if isinstance(nodes.ungrouped(key), Calculation):
                    return say("order_sides_by_sum", extreme=extreme, key=speak.noun(key).text)
                return say("order_sides", extreme=extreme, key=words)
            case nodes.Win(side=side, reason=reason):
                return self.win(speak.noun(side), reason)
            case nodes.DrawnGame(reason=reason):
                return say("draw", reason=speak.stated(reason))
            case nodes.DrawLot() | nodes.Peek() | nodes.Shuffle():
                return decks.handled(speak, statement)
            case nodes.Stop():
                return say("stop")
            case nodes.Finish():
                return say("finish")
            case _:
                assert_never(statement)

    def win(self, side: Noun, reason: nodes.Word) -> Text:
        """Tell that a side wins; why, unless that only says it again."""
        words = self.speaker.stated(reason)
        if plain(words).startswith(f"{plain(side.text)} wins"):
            return say("win_plainly", side=side.text)
        return say("win", side=side.text, reason=words)

    def amount(self, node: nodes.Expression, target: nodes.Expression) -> Text:
        """Give what is added or taken: a number by itself, anything else in its own words."""
        found = self.speaker.noun(node)
        return found.text

    def limited(self, words: Text, limit: nodes.NoMoreThan | nodes.NoLessThan | None, target: nodes.Expression) -> Text:
        """Say where a change ends."""
        if limit is None:
            return words
        key = "never_above" if isinstance(limit, nodes.NoMoreThan) else "never_below"
        bound, changed = self.speaker.noun(limit.bound), self.speaker.noun(target)
        if self.speaker.unit_beside(changed, self.speaker.type_of(target)) is None:
            bound = without_unit(bound)
        return say(key, what=words, bound=bound.text)

    def done(self, call: nodes.Expression) -> Text:
        """Tell that a procedure or effect is done, in its own words."""
        meaning = self.called(call)
        if meaning is None or not isinstance(meaning.rule, Rule):
            return unsaid(call.span.text)
        clause, aside = self.speaker.done(meaning.rule, meaning.arguments)
        return joined([said(self.linked(clause, meaning.rule)), aside])

    def called(self, call: nodes.Expression) -> meanings.RuleCall | None:
        """Find what a call means."""
        meaning = self.checked.meanings.get(call)
        return meaning if isinstance(meaning, meanings.RuleCall) else None

    def linked(self, clause: Clause, rule: Rule) -> Clause:
        """Let the words of a call lead to its rule: verb and rest, or all of a clause that is not cut."""
        return replace(clause, rest=styled(clause.rest, to=rule.address))

    def applied(self, call: nodes.Expression) -> Text:
        """Tell that a table is looked up and its row carried out."""
        lookup = call.callee if isinstance(call, nodes.Call) else call
        meaning = self.checked.meanings.get(lookup)
        if not isinstance(lookup, nodes.Lookup) or not isinstance(meaning, meanings.TableValue):
            return unsaid(call.span.text)
        table = meaning.table
        given = self.checked.meanings.get(call)
        arguments = given.arguments if isinstance(given, meanings.TableApplied) else ()
        key, title = self.speaker.keys(table, lookup), self.speaker.title_of(table)
        sufferer, others = self.given_to(table, arguments)
        words = (
            say("apply_to", key=key, title=title, thing=sufferer) if sufferer else say("apply", key=key, title=title)
        )
        return say("apply_given", what=words, given=listed(others)) if others else words

    def given_to(self, table: Table, arguments: tuple[nodes.Expression, ...]) -> tuple[Text, list[Text]]:
        """Give the thing to which a table's row is applied, and what else the table is told."""
        sufferer: Text = EMPTY
        others: list[Text] = []
        for parameter, argument in zip(table.given, arguments, strict=False):
            found = self.speaker.noun(argument)
            if isinstance(parameter.type, types.Thing) and not sufferer:
                sufferer = found.text
            elif isinstance(parameter.type, types.Boolean):
                if words := self.truth_given(parameter.name.replace("_", " "), argument):
                    others.append(words)
            elif plain(found.text) != parameter.words:
                others.append(say("given_is", name=parameter.words, value=found.text))
        return sufferer, others

    def truth_given(self, name: str, argument: nodes.Expression) -> Text:
        """Say whether something of yes or no that a table is told is so."""
        if isinstance(argument, nodes.Yes | nodes.No):
            return (
                say("it_counts_as", name=name)
                if isinstance(argument, nodes.Yes)
                else say("it_counts_as", name=say("not", what=name))
            )
        return EMPTY if said_same(name, argument) else say("as_it_is", name=name)

    def let(self, name: str, value: nodes.Expression) -> Text:
        """Tell that a value is worked out, and how it is called from then on."""
        speak = self.speaker
        kind = speak.type_of(value)
        if isinstance(kind, types.Boolean):
            return self.let_truth(name, value)
        found = speak.noun(value)
        plainly = name.replace("_", " ")
        if isinstance(types.without_none(kind), types.Thing):
            one = speak.kind_words(types.without_none(kind))
            if name in speak.alike:
                called = speak.local(name, kind, "let").text
                is_said = plain(found.text).startswith(f"{plain(called)} ")
                return say("let_find" if is_said else "let_find_named", name=called, value=found.text)
            speak.names[name] = replace(thing(plain(say("such", noun=one)), name, "let", one), name=plainly)
            return say("let_find", value=found.text)
        local = speak.local(name, kind, "let")
        if plain(local.text) == plain(found.text) or (
            found.counted and inflect.singular(plainly) == one_of_counted(found).split(" ")[-1]
        ):
            return say("let", value=found.text)
        if found.name == plainly or plain(without_article(found.text)).split(" ", 1)[0] == plainly:
            return say("let", value=found.text)
        return say("let_named", name=local.text, value=found.text)

    def tally(self, name: str, kind: types.Type, value: Noun) -> Text:
        """Tell that a count begins, and how it is called; one that is 0 or 1 tells whether something is so."""
        plainly = name.replace("_", " ")
        if isinstance(kind, types.ListType) and value.origin == NOTHING:
            many = inflect.is_plural(head_word(plainly))
            self.speaker.names[name] = noun(say("the", noun=plainly), many, origin="tally", name=plainly)
            return say("begin_list", name=say("the", noun=plainly))
        is_count = inflect.is_plural(plainly.split(" ")[-1])
        is_flag = isinstance(kind, types.Numeric) and (kind.low, kind.high) == (0, 1) and value.literal is not None
        if is_flag and not is_count:
            known = (one for one in self.speaker.names.values() if one.origin == "parameter" and one.entity)
            subject = next(known, None)  # what a rule is about comes first among its inputs
            told = noun(say("the", noun=plainly), origin=FLAG, name=plainly, is_number=True, owner=subject)
            self.speaker.names[name] = told
            return said(comparing.flag(self.speaker.names[name], value, say("for_now", what=plainly)))
        words = say("count_of_such", many=plainly) if is_count else say("the", noun=plainly)
        self.speaker.names[name] = noun(words, origin="tally", name=plainly, is_number=True)
        return say("begin_count" if is_count else "begin_tally", name=words, value=value.text)

    def let_truth(self, name: str, value: nodes.Expression) -> Text:
        words = said(self.speaker.condition(value))
        self.speaker.names[name] = replace(noun(name.replace("_", " ")), origin="let", name=name.replace("_", " "))
        return say("let_deed" if is_deed(name) else "let_truth", name=name.replace("_", " "), condition=words)

    # --- changes

    def set(self, statement: nodes.Set) -> Text:
        """Tell that a field gets a value."""
        meaning = self.checked.meanings.get(statement.target)
        if isinstance(meaning, meanings.FieldOf) and isinstance(statement.target, nodes.FieldAccess):
            if isinstance(meaning.field.type, types.Boolean):
                return self.set_truth(
                    predicate_of(self.speaker.noun(statement.target.owner), meaning.field), statement.value
                )
            target = self.speaker.noun(statement.target)
            if isinstance(statement.value, nodes.Nothing) and target.owner is not None:
                has = inflect.plural_verb("has") if target.owner.many else "has"
                return say("no_longer_any", owner=target.owner.text, has=has, noun=with_article(target.head))
            return self.set_value(target, statement)
        return self.set_value(self.speaker.noun(statement.target), statement)

    def set_truth(self, clause: Clause, value: nodes.Expression) -> Text:
        """Tell that something becomes so or is so no longer."""
        if isinstance(value, nodes.Yes):
            return said(_now(clause, "now"))
        if isinstance(value, nodes.No):
            if clause.verb == "has" and not clause.is_full and not plain(clause.rest).startswith("not "):
                return said(replace(clause, verb="", rest=say("counts_no_longer", rest=clause.rest)))
            return said(_now(clause, "no_longer"))
        return say("as_and_only", clause=said(clause), condition=said(self.speaker.condition(value)))

    def set_value(self, target: Noun, statement: nodes.Set) -> Text:
        speak = self.speaker
        value = statement.value
        if isinstance(value, nodes.ListLiteral) and not value.items:
            return say("set_list_empty", target=target.text, **{"is": "are" if target.many else "is"})
        if bounded := self.lowered(target, statement):
            return bounded
        if target.origin == FLAG:
            return said(comparing.flag(target, speak.noun(value), say("now", rest=target.name)))
        found = speak.noun(value, speak.unit_beside(target, speak.type_of(statement.target)))
        if found.origin == "member" and plain(found.text).startswith(_NO) and target.owner is not None:
            return said(Clause(target.owner, "has", say("from_now_on", what=found.text)))
        becomes = inflect.plural_verb("becomes") if target.many else "becomes"
        return say("set", target=target.text, becomes=becomes, value=found.text)

    def lowered(self, target: Noun, statement: nodes.Set) -> Text:
        """Tell `set x to least(x, n)` as lowering, and `set x to least(n, x + 1)` as adding with a limit."""
        meaning = self.checked.meanings.get(statement.value)
        if not (
            isinstance(meaning, meanings.FunctionCall)
            and meaning.name in ("least", "greatest")
            and len(meaning.arguments) == 2
        ):
            return EMPTY
        least = meaning.name == "least"
        for own, bound in (meaning.arguments, meaning.arguments[::-1]):
            if nodes.same(own, statement.target):
                it, verb = ("they", "are") if target.many else ("it", "is")
                parts = {
                    "target": target.text,
                    "value": self.speaker.noun(bound).text,
                    "it": text(it),
                    "is": text(verb),
                }
                return say("lower_to" if least else "raise_to", **parts)
            if (
                isinstance(own, nodes.Plus | nodes.Minus)
                and nodes.same(own.left, statement.target)
                and isinstance(own, nodes.Plus) == least
            ):
                words = say("add" if least else "take", amount=self.speaker.noun(own.right).text, target=target.text)
                return say("never_above" if least else "never_below", what=words, bound=self.speaker.noun(bound).text)
        return EMPTY

    def create(self, statement: nodes.Create) -> Text:
        """Tell that a thing comes into play."""
        meaning = self.checked.meanings.get(statement.kind)
        kind = meaning.kind if isinstance(meaning, meanings.Pool) else None
        one = with_article(kind.one.replace("_", " ") if kind else statement.kind.text)
        settings: list[Text] = []
        traits: list[Text] = []
        later: list[Text] = []
        for setting in statement.settings:
            known = kind.fields.get(setting.name.text) if kind else None
            is_said = isinstance(setting.value, nodes.Yes | nodes.No)
            if is_said and known is not None and isinstance(known.type, types.Boolean):
                clause = replace(predicate_of(noun(EMPTY), known), negative=isinstance(setting.value, nodes.No))
                traits.append(say("that", clause=predicate(clause)))
                continue
            if known is not None and isinstance(known.type, types.Boolean):
                condition = said(self.speaker.condition(setting.value))
                later.append(say("as_and_only", clause=said(predicate_of(noun(say("it")), known)), condition=condition))
                continue
            head = plain(without_article(trimmed(known.words))) if known else setting.name.text.replace("_", " ")
            if isinstance(setting.value, nodes.ListLiteral) and not setting.value.items and " it" not in head:
                settings.append(say("with_no_such", head=head))
                continue
            key = "with_as_the" if " it" in head else "with_as_its"
            settings.append(say(key, head=head, value=self.speaker.noun(setting.value).text))
        one = joined([one, *traits], " ")
        whole = say("create_with", one=one, settings=listed(settings)) if settings else say("create", one=one)
        return joined([whole, *later], PATTERNS["semicolon"])

    # --- dice

    def roll(self, statement: nodes.Roll | nodes.Check) -> Point:
        """Tell a roll with its modifiers and what it means."""
        speak = self.speaker
        name = statement.name.text
        result = speak.phrase(statement.phrase) if statement.phrase else say("the", noun=name.replace("_", " "))
        words = self.thrown(statement, result)
        modifiers = tuple(self.modifier(modifier, f"{self.address}.{name}") for modifier in statement.modifiers)
        address = f"{self.address}.{name}"
        modifiers += tuple(hooked(hook) for hook in self.checked.declared.hooks("roll", address))
        if isinstance(statement, nodes.Check):
            after = self.check_outcome(statement, result, address)
            return self._rolled(words, modifiers, after, address)
        speak.names[name] = number_noun(result, is_number=True, origin="roll", name=name.replace("_", " "))
        if not modifiers:
            return replace(self.point(say("roll_result", what=words, result=result)), address=address)
        return self._rolled(words, modifiers, [sentence(say("total_is", result=result))], address)

    def _rolled(self, words: Text, modifiers: tuple[Point, ...], after: list[Text], address: str) -> Point:
        if not modifiers:
            opening = sentence(with_pronouns(words))
            return Point(joined([opening, *(joined([" ", line]) for line in after)]), address=address)
        key = "roll_one_modifier" if len(modifiers) == 1 else "roll_modified"
        return Point(sentence(with_pronouns(say(key, what=words))), modifiers, after=tuple(after), address=address)

    def thrown(self, statement: nodes.Roll | nodes.Check, result: Text) -> Text:
        """Tell which dice are thrown, what is added, and who sees them."""
        speak = self.speaker
        dice = thrown(speak.noun, statement.dice, is_shifted=statement.shift is not None)
        if isinstance(statement, nodes.Check) and statement.phrase and self.success_sort(result) == "noun":
            words = say("roll_of", dice=dice, what=result)
        else:
            words = say("roll", dice=dice)
        if isinstance(statement.shift, nodes.ShiftedUp):
            words = say("add_shift", what=words, amount=speak.noun(statement.shift.amount).text)
        elif isinstance(statement.shift, nodes.ShiftedDown):
            words = say("take_shift", what=words, amount=speak.noun(statement.shift.amount).text)
        if statement.secret is not None:
            words = say("in_secret_by", what=words, side=speak.noun(statement.secret.side).text)
        return words

    def modifier(self, modifier: nodes.Modifier, address: str) -> Point:
        """Tell one modifier: how much, in a few words why, and exactly when."""
        speak = self.speaker
        change = styled(self.change(modifier.change), "change")
        phrase = speak.phrase(modifier.phrase) if modifier.phrase else EMPTY
        condition = said(speak.condition(modifier.condition)) if modifier.condition is not None else EMPTY
        if phrase and condition and not echoes(phrase, condition):
            words = say("modifier_if", change=change, phrase=phrase, condition=condition)
        elif condition:
            words = say("modifier_only_if", change=change, condition=condition)
        else:
            words = say("modifier", change=change, phrase=phrase) if phrase else say("modifier_plain", change=change)
        cites, rulings = noted(modifier.notes)
        return Point(
            with_pronouns(words),
            cites=cites,
            rulings=rulings,
            address=f"{address}.{modifier.name.text}",
            kind="modifier",
        )

    def change(self, change: nodes.ModifierChange) -> Text:
        """Give what a modifier does to the total."""
        speak = self.speaker
        match change:
            case nodes.Raised(amount=amount) | nodes.Lowered(amount=amount):
                found = speak.noun(amount)
                sign = 1 if isinstance(change, nodes.Raised) else -1
                if found.literal is not None:
                    value = found.literal * sign
                    shown = say("change_down" if value < 0 else "change_up", amount=inflect.figures(abs(value)))
                    return styled(shown, to=found.text[0].to)
                return say("change_add" if sign > 0 else "change_take", amount=found.text)
            case nodes.Halved(how=how):
                return say("change_halved", how=say(" ".join(how.text.split()[-2:])))
            case nodes.NotBelow(bound=bound):
                return say("change_not_below", bound=speak.noun(bound).text)
            case nodes.NotAbove(bound=bound):
                return say("change_not_above", bound=speak.noun(bound).text)
        return say("change_doubled")

    def success_sort(self, result: Text) -> str:
        """Tell whether the words for a success are a noun phrase (`a hit`) or a clause (`the snow is gone`)."""
        return "clause" if has_verb(plain(result)) else "noun"

    def check_outcome(self, statement: nodes.Check, result: Text, address: str) -> list[Text]:
        """Tell when a check succeeds, and what single faces bring."""
        speak = self.speaker
        name = statement.name.text
        sort = self.success_sort(result) if statement.phrase else ""
        condition = said(speak.condition(statement.success.condition))
        if sort == "noun":
            lines = [say("it_is_success", success=result, condition=condition)]
        elif sort == "clause":
            lines = [say("success_if", success=result, condition=condition)]
        else:
            lines = [say("succeeds_if", condition=condition)]
        speak.successes[name] = (sort, result if sort else EMPTY)
        for natural in statement.naturals:
            lines.append(self.natural(natural, sort, result))
        return [sentence(with_pronouns(line)) for line in lines]

    def natural(self, natural: nodes.Natural, sort: str, result: Text) -> Text:
        """Tell what a face brings, whatever the total."""
        key = f"natural_{natural.outcome.text}"
        face = inflect.figures(int(natural.face.text))
        if sort == "noun":
            words = say(key, face=face, success=result)
        else:
            words = say(f"{key}_clause", face=face)
        if natural.again is not None:
            cap = self.speaker.noun(natural.again.cap)
            kind = self.speaker.type_of(natural.again.cap)
            may_be_none = isinstance(kind, types.Numeric) and kind.low < 1
            words = say("natural_again_if_any" if may_be_none else "natural_again", what=words, cap=cap.text)
        return words

    def roll_off(self, statement: nodes.RollOff) -> Point:
        """Tell that all sides roll."""
        meaning = self.checked.meanings.get(statement.name)
        words = meaning.field.words if isinstance(meaning, meanings.FieldOf) else statement.name.text.replace("_", " ")
        lead = self.speaker.phrase(statement.phrase) if statement.phrase else EMPTY
        told = self.point(say("roll_off", dice=thrown(self.speaker.noun, statement.dice), what=words))
        return replace(told, lead=lead, address=f"{self.address}.{statement.name.text}", kind="roll")

    # --- choices

    def choice(self, statement: nodes.Choose) -> Point:
        """Tell what a side may choose, and what its choice must meet."""
        speak = self.speaker
        lead = speak.phrase(statement.phrase) if statement.phrase else EMPTY
        side = speak.noun(statement.chooser).text
        may = any(isinstance(option, nodes.OrStop | nodes.OrNone | nodes.UpTo) for option in statement.options)
        inner = StatementWriter(speak.inner(), self.address, self.in_span)
        in_secret = "_in_secret" if any(isinstance(one, nodes.InSecret) for one in statement.options) else ""
        chooses = ("may_choose" if may else "chooses") + in_secret
        words = say(chooses, side=side, what=inner.choosing(statement))
        if any(isinstance(option, nodes.OrStop) for option in statement.options):
            words = say("or_stop", what=words)
        for option in statement.options:
            if isinstance(option, nodes.Default):
                words = say("default", what=words, default=speak.noun(option.value).text)
        address = f"{self.address}.{statement.name.text}"
        demands = tuple(inner.requirement(require, address) for require in statement.requirements)
        refused = self.checked.declared.hooks("refusal", address)
        demands += tuple(replace(hooked(hook), kind="requirement") for hook in refused)
        self.name_choice(statement)
        if not demands:
            return replace(self.point(words), lead=lead, address=address)
        if len(demands) == 1 and not refused and len(plain(demands[0].text)) <= _ASIDE:
            whole = self.point(say("provided_one", what=words, condition=demands[0].text))
            only = demands[0]
            whole = replace(whole, cites=only.cites, rulings=only.rulings, within=demands)
            return replace(whole, lead=lead, address=address)
        opening = sentence(with_pronouns(say("provided", what=words)), ":")
        return Point(opening, demands, lead=lead, address=address, kind="choice")

    def choosing(self, statement: nodes.Choose) -> Text:
        """Give what is chosen from; the name of the choice is known inside."""
        speak = self.speaker
        name = statement.name.text
        item = speak.type_of(statement)
        plainly = name.replace("_", " ")
        count = next((speak.noun(option.count) for option in statement.options if isinstance(option, nodes.UpTo)), None)
        if isinstance(statement.source, nodes.Numbers):
            low, high = speak.noun(statement.source.low), speak.noun(statement.source.high)
            speak.names[name] = replace(speak.definite(name, item, "choice"), origin="choice")
            step = statement.source.step
            apart = speak.number(Fraction(step.text)).text if step else EMPTY
            if count is not None and count.literal != 1:
                numbers = "numbers_in_steps" if step else "numbers_between"
                return say(numbers, many=self.so_many(statement, count), low=low.text, high=high.text, step=apart)
            if inflect.is_plural(plainly.split(" ")[-1]):
                counted = "number_of_in_steps" if step else "number_of_from"
                return say(counted, many=plainly, low=low.text, high=high.text, step=apart)
            between = "a_number_in_steps" if step else "a_number_between"
            return say(between, low=low.text, high=high.text, step=apart, role=speak.names[name].text)
        assert isinstance(statement.source, nodes.Expression)
        local = speak.local(name, item, "choice")
        if isinstance(item, types.Boolean):
            answers = statement.source.items if isinstance(statement.source, nodes.ListLiteral) else ()
            if count is not None and count.literal != 1:
                return say("each_yes_or_no", many=self.so_many(statement, count))
            only = answers and all(type(one) is type(answers[0]) for one in answers)
            return speak.noun(answers[0]).text if only else say("yes_or_no")
        if count is not None and inflect.is_plural(plainly.split(" ")[-1]):
            local = speak.local(name, item, "choice", plain(say("the", noun=inflect.singular(plainly))))
        group = speak.group(statement.source, name)
        role = group.role
        where = speak.condition(statement.condition) if statement.condition is not None else None
        group = replace(group, role="", where=where)
        if count is not None:
            return self.several(group, count, bool(statement.requirements))
        words = gathering.any_one(group)
        return say("as_role", what=words, role=local.text) if role and role not in speak.kind_words(item) else words

    def several(self, group: Group, count: Noun, is_named: bool) -> Text:
        """Give what is chosen where one may choose more than one."""
        whole = gathering.one_such(group, many=True)
        many = without_article(whole) if group.all.owner is None else say("of_all", all=whole)
        if is_named:
            many = say("as_role", what=many, role=group.variable.replace("_", " "))
        if count.counted and plain(without_article(count.counted)) == plain(without_article(group.all.text)):
            return say("any_number_of", many=many)
        return up_to(count, many)

    def so_many(self, statement: nodes.Choose, count: Noun) -> Text:
        """Give how many may be chosen of what has no word but the name of the choice: `up to two throws`."""
        return up_to(count, text(self.all_chosen(statement)))

    def all_chosen(self, statement: nodes.Choose) -> str:
        """Give the word for all that is chosen where one may choose more than one."""
        item = self.speaker.type_of(statement)
        if isinstance(item, types.Thing):
            return spaced(self.checked.declared.kinds[item.kind].many)
        name = spaced(statement.name.text)
        one = self.speaker.kind_words(item)
        return inflect.plural(one) if one else inflect.plural(inflect.singular(name))

    def name_choice(self, statement: nodes.Choose) -> None:
        """Make the choice known to what follows."""
        speak = self.speaker
        item = speak.type_of(statement)
        name = statement.name.text
        if any(isinstance(option, nodes.UpTo) for option in statement.options):
            words = say("chosen_many", many=self.all_chosen(statement))
            speak.names[name] = noun(words, many=True, origin="chosen", name=spaced(name))
            return
        speak.local(name, item, "choice")

    def requirement(self, require: nodes.Require, address: str) -> Point:
        """Tell one requirement, and what is said where it is not met."""
        speak = self.speaker
        condition = speak.condition(require.condition)
        words = demanded(condition)
        if require.for_stop is not None:
            words = say("for_stop", condition=words)
        if self.adds_to(require, words):
            words = say("else_reason", condition=words, reason=speak.phrase(require.reason))
        cites, rulings = noted(require.notes)
        return Point(
            with_pronouns(words),
            cites=cites,
            rulings=rulings,
            address=f"{address}.{require.name.text}",
            kind="requirement",
        )

    def adds_to(self, require: nodes.Require, condition: Text) -> bool:
        """Tell whether a reason says more than the condition does, in words that do not depend on the state of play."""
        pieces = self.speaker.pieces(require.reason)
        if any(isinstance(piece, Noun) and piece.is_number for piece in pieces):
            return False
        known = stems(plain(condition))
        own = [piece for piece in pieces if isinstance(piece, str)]
        return bool(stems(" ".join(own)) - known)

    def demand(self, require: nodes.Require) -> Point:
        """Tell a requirement of a whole procedure."""
        found = self.requirement(require, self.address)
        return replace(found, text=sentence(with_pronouns(say("require", condition=found.text))))

    # --- cases and loops

    def cases(self, statement: nodes.When) -> list[Point]:
        """Tell cases: the first that holds counts."""
        speak = self.speaker
        found = [
            self.with_block(
                "when_block",
                "when",
                self.block(statement.block),
                {"condition": said(speak.condition(statement.condition))},
            )
        ]
        for other in statement.others:
            parts = {"condition": said(speak.condition(other.condition))}
            found.append(self.with_block("otherwise_when_block", "otherwise_when", self.block(other.block), parts))
        if statement.otherwise is not None:
            found.append(self.with_block("otherwise_block", "otherwise", self.block(statement.otherwise.block), {}))
        return self.in_one(found)

    def in_one(self, points: list[Point]) -> list[Point]:
        """Put short cases into one sentence: `if ..., ...; otherwise ...`."""
        is_short = len(points) > 1 and all(point.raw and not point.lead for point in points)
        whole = joined([point.raw for point in points], PATTERNS["semicolon"])
        return [self.point(whole)] if is_short and len(plain(whole)) <= _SHORT else points

    def for_each(self, statement: nodes.ForEach) -> Point:
        """Tell what is done for each of a list."""
        inner = StatementWriter(self.speaker.inner(), self.address, self.in_span)
        group, order = inner.going_through(statement)
        if point := inner.each_does(statement, group, order):
            return point
        each = gathering.each(group)
        points = inner.points(statement.block)
        if order:
            return self.with_block("for_each_ordered", "for_each_do_ordered", points, {"each": each, "order": order})
        return self.with_block("for_each", "for_each_do", points, {"each": each})

    def going_through(self, statement: nodes.ForEach) -> tuple[Group, Text]:
        """Make the variable of a loop known; give its list and its order."""
        speak = self.speaker
        name = statement.variable.text
        group = speak.group(statement.source, name)
        kind = speak.type_of(statement.source)
        speak.local(name, kind.item if isinstance(kind, types.ListType) else types.UNKNOWN, "loop")
        if statement.condition is not None:
            group = group.narrowed(speak.condition(statement.condition))
        orders = []
        for option in statement.options:
            match option:
                case nodes.AtOnce():
                    orders.append(say("at_once"))
                case nodes.ChosenBy(side=side):
                    orders.append(say("chosen_order", side=unmentioned(speak.noun(side).text)))
                case nodes.HighestFirst(key=key) | nodes.LowestFirst(key=key):
                    orders.append(gathering.order_of(gathering.end_of(option), speak.noun(key)))
        return group, listed(orders)

    def each_does(self, statement: nodes.ForEach, group: Group, order: Text) -> Point | None:
        """Tell a loop of one action as one sentence: `each child throws its snowballs`."""
        if len(statement.block) != 1:
            return None
        inner = statement.block[0]
        guard = None
        if isinstance(inner, nodes.Guarded | nodes.GuardedUnless):
            guard, inner = inner, inner.statement
        clause = self.acted(inner)
        if clause is None or clause.subject.entity != statement.variable.text or clause.subject.owner is not None:
            return None
        group = replace(group, role="" if not _speaks_of(group, clause) else group.role)
        each = gathering.each(group)
        parts = {"each": each, "predicate": predicate(clause, many=False)}
        words = say("each_does_ordered", order=order, **parts) if order else say("each_does", **parts)
        if guard is not None:
            key = "if" if isinstance(guard, nodes.Guarded) else "unless"
            key = f"{key}_first" if order else key
            words = say(key, what=words, condition=said(self.speaker.condition(guard.condition)))
        return self.point(words)

    def acted(self, statement: nodes.Statement) -> Clause | None:
        """Give a simple action as a clause."""
        if isinstance(statement, nodes.Do):
            meaning = self.called(statement.call)
            if meaning is not None and isinstance(meaning.rule, Rule):
                clause, aside = self.speaker.done(meaning.rule, meaning.arguments)
                return replace(
                    self.linked(clause, meaning.rule),
                    rest=joined([styled(clause.rest, to=meaning.rule.address), aside]),
                )
        return None

    def for_numbers(self, statement: nodes.ForNumbers) -> Point:
        """Tell what is done for each number."""
        inner = StatementWriter(self.speaker.inner(), self.address, self.in_span)
        speak = inner.speaker
        low, high = speak.noun(statement.low), speak.noun(statement.high)
        one = statement.variable.text.replace("_", " ")
        speak.names[statement.variable.text] = noun(say("the", noun=one), origin="loop", name=one, is_number=True)
        points = inner.points(statement.block)
        if low.literal == 1 and high.counted and inflect.singular(plain(without_article(high.counted))) == one:
            return self.with_block("for_each_counted", "for_each_counted_do", points, {"one": text(one)})
        return self.with_block(
            "for_numbers", "for_numbers_do", points, {"one": text(one), "low": low.text, "high": high.text}
        )

    def repeat(self, statement: nodes.Repeat) -> Point:
        """Tell what is done several times."""
        count = self.speaker.noun(statement.count)
        points = self.block(statement.block)
        if statement.up_to is not None:
            if count.literal is not None:
                return self.with_block("up_to_times", "", points, {"times": text(inflect.times_word(count.literal))})
            if count.counted:
                return self.with_block("up_to_counted", "", points, {"counted": count.counted})
            return self.with_block("up_to_noun_times", "", points, {"count": count.text})
        if count.literal is not None:
            return self.with_block("repeat", "repeat_do", points, {"times": text(inflect.times_word(count.literal))})
        counted = plain(without_article(count.counted))
        if counted and count.owner is None and head_word(counted) == counted.split(" ")[-1]:
            one = text(one_of_counted(count))
            return self.with_block("for_each_counted", "for_each_counted_do", points, {"one": one})
        if count.counted:
            return self.with_block("repeat_counted", "repeat_counted_do", points, {"counted": count.counted})
        return self.with_block("repeat_noun", "repeat_noun_do", points, {"count": count.text})

    # --- phases

    def step(self, statement: nodes.Step) -> Point:
        """Tell a step of a phase."""
        title = statement.title.text if statement.title else statement.name.text.replace("_", " ").capitalize()
        address, waits = f"{self.address}.{statement.name.text}", self.in_span or is_span(statement)
        inner = StatementWriter(self.speaker.inner(), address, waits, sort_of(statement))
        opening, points = inner.with_sides(statement.options, statement.block)
        after = coming_into_force(self.checked, statement)
        cites, rulings = noted(statement.notes)
        if not opening and len(points) == 1 and not points[0].lead:
            only = points[0]
            return replace(
                only,
                after=(*only.after, *after),
                lead=text(title),
                cites=cites,
                rulings=rulings,
                address=inner.address,
                kind="step",
                raw=EMPTY,
            )
        return Point(
            opening,
            points,
            numbered=len(points) > 1,
            after=after,
            lead=text(title),
            cites=cites,
            rulings=rulings,
            address=inner.address,
            kind="step",
        )

    def side_does(self, key: str, block: tuple[nodes.Statement, ...]) -> Point | None:
        """Tell a phase in which each side does one thing: `Each side in turn throws`."""
        clause = self.acted(block[0]) if len(block) == 1 else None
        if clause is None or not clause.subject.entity or clause.subject.owner is not None:
            return None
        known = self.speaker.names.values()
        side = next((one for one in known if one.entity == clause.subject.entity and one.kind == "side"), None)
        if side is None:
            return None
        return self.point(say(f"{key}_does", predicate=predicate(clause, many=key.startswith("sides_at_once"))))

    def with_sides(
        self, options: tuple[nodes.Node, ...], block: tuple[nodes.Statement, ...]
    ) -> tuple[Text, tuple[Point, ...]]:
        """Tell a phase or step; if every side goes through it, that is said first."""
        key = ""
        secret = any(isinstance(option, nodes.InSecret) for option in options)
        for option in options:
            match option:
                case nodes.ForEachSide(variable=variable, in_order=in_order):
                    self.speaker.local(variable.text, types.Thing("Side"), "loop")
                    key = "sides_in_order" if in_order is not None else "sides_any"
                case nodes.AllSidesAtOnce():
                    self.speaker.local("side", types.Thing("Side"), "loop")
                    key = "sides_secret" if secret else "sides_at_once"
        if key and (point := self.side_does(key, block)):
            return EMPTY, (point,)
        points = self.points(block)
        if not key:
            return EMPTY, points
        if len(points) == 1 and points[0].raw and not points[0].lead:
            return EMPTY, (self.point(joined([say(key), " ", points[0].raw])),)
        return sentence(say(key), ":"), points


def says_a_number(point: Point) -> bool:
    """Tell whether a number is said, which what follows could mean as well."""
    return bool(_SAYS_A_NUMBER.search(plain(point.text)))


Calculation = (
    nodes.Plus | nodes.Minus | nodes.Multiply | nodes.Divide
    | nodes.PercentOf | nodes.Power | nodes.Rounding | nodes.Negative
)  # fmt: skip


def up_to(count: Noun, many: Text) -> Text:
    """Give how many of something there may be at most."""
    if count.literal is not None:
        return say("up_to_count", count=inflect.count_word(count.literal), many=many)
    return say("up_to_noun", many=many, count=count.text)


_EMPTY_WORDS = frozenset(
    """
    the a an is are was has have had of for to in on at by it its no not yet more than any only another other may can be
    there does do must that this which longer so too out left
    """.split()
)


def stems(words: str) -> set[str]:
    """Give what a text speaks of, in the roughest form: its words without endings, small words left out."""
    found = [word.strip(".,;:()").lower() for word in words.split()]
    return {inflect.singular(word)[:5] for word in found if word and word not in _EMPTY_WORDS}


def unmentioned(words: Text) -> Text:
    """Give words that never become a pronoun."""
    return tuple(replace(run, entity="") for run in words)


def clock_words(name: str, many: bool) -> str:
    """Give the word for a clock's beats."""
    words = name.replace("_", " ")
    return inflect.plural(words) if many and not inflect.is_plural(words.split()[-1]) else words


def said_same(name: str, argument: nodes.Expression) -> bool:
    """Tell whether what a table is given has the same name here."""
    return isinstance(argument, nodes.Name) and argument.word.text.replace("_", " ") == name


def _now(clause: Clause, key: str) -> Clause:
    """Say that something is so from now on, or no longer."""
    if plain(clause.rest).startswith("not "):
        return (
            clause
            if key == "now"
            else replace(clause, rest=joined([PATTERNS["again"], " ", text(plain(clause.rest)[4:])]))
        )
    return (
        replace(clause, rest=say(key, rest=clause.rest))
        if inflect.is_auxiliary(clause.verb)
        else replace(clause, negative=key != "now")
    )


def _speaks_of(group: Group, clause: Clause) -> bool:
    """Tell whether the name of a loop's thing is used beside the subject."""
    return any(run.entity == group.variable for run in clause.rest)


def noted(notes: tuple[nodes.Note, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the places and rulings that notes name."""
    cites = tuple(place.text for note in notes if isinstance(note, nodes.Cites) for place in note.places)
    rulings = tuple(name.text for note in notes if isinstance(note, nodes.UnderRuling) for name in note.names)
    return cites, rulings


def echoes(phrase: Text, condition: Text) -> bool:
    """Tell whether a phrase says nothing that the condition does not: `at an evading target`, if that is evading."""
    shown, asked = (set(re.findall(r"[\w-]+", plain(words).casefold())) for words in (phrase, condition))
    return shown - _JOINING <= asked


def hooked(hook: Hook) -> Point:
    """Tell what a plugin adds to a roll, in the plugin's own words."""
    return Point(text(hook.text), address=hook.address, kind="modifier")
