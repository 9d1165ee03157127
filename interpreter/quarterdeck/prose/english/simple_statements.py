"""Word simple statements: what is done, applied, named, set, taken, created, won.

In: statements without a block. Out: the words of each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyDeckStatement, AnySimpleStatement
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english import comparing, decks
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import Clause, predicate, said
from quarterdeck.prose.english.nouns import (
    FLAG,
    NOTHING,
    TRUTH,
    Noun,
    head_word,
    noun,
    one_of_counted,
    thing,
)
from quarterdeck.prose.english.phrases import PATTERNS, listed, say
from quarterdeck.prose.english.pronouns import unmentioned
from quarterdeck.prose.english.speaker import is_deed, predicate_of, without_unit
from quarterdeck.prose.english.spoken_names import called_number
from quarterdeck.prose.english.spoken_values import trimmed
from quarterdeck.prose.english.statement_points import StatementPoints
from quarterdeck.prose.text.rule_facts import acted_on
from quarterdeck.prose.text.runs import EMPTY, Text, joined, plain, styled, text, unsaid

AnyRareStatement = (
    nodes.Start | nodes.Reveal | nodes.Announce | nodes.OrderSides | nodes.Win | nodes.DrawnGame
    | AnyDeckStatement | nodes.Stop | nodes.Finish
)  # fmt: skip

_TWO = 2
_NO = PATTERNS["no_count"].format(noun="")

Calculation = (
    nodes.Plus | nodes.Minus | nodes.Multiply | nodes.Divide
    | nodes.PercentOf | nodes.Power | nodes.PowerOf | nodes.Rounding | nodes.Negative
)  # fmt: skip


@dataclass
class SimpleStatements(StatementPoints):
    """Word simple statements."""

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
            case nodes.LetResult():
                return self.let_result(statement)
            case nodes.Tally(name=name, value=value):
                return self.tally(name.text, speak.type_of(statement), speak.noun(value, speak.unit_of(value)))
            case nodes.Set():
                return self.set(statement)
            case nodes.Add(target=target) | nodes.Take(target=target) if isinstance(speak.type_of(target), types.Deck):
                return decks.moved(speak, statement)
            case nodes.Add(amount=amount, target=target) | nodes.Take(amount=amount, target=target):
                key = "add" if isinstance(statement, nodes.Add) else "take"
                words = say(key, amount=speak.noun(amount).text, target=speak.noun(target).text)
                return self.limited(words, statement.limit, target)
            case nodes.Append(value=value, target=target):
                return say("append", value=speak.noun(value).text, target=speak.noun(target).text)
            case nodes.Create():
                return self.create(statement)
            case nodes.Remove(thing=gone, reason=reason):
                told = {"thing": speak.noun(gone).text}
                return say("remove_because", reason=speak.stated(reason), **told) if reason else say("remove", **told)
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
                pattern, extreme = "order_sides", say(ranking.text.split()[0])
                if isinstance(nodes.ungrouped(key), Calculation):
                    pattern, words = "order_sides_by_sum", speak.noun(key).text
                if self.checked.declared.kinds["Side"].capacity > _TWO:
                    pattern = f"{pattern}_of_many"
                ordered = say(pattern, extreme=extreme, key=words)
                return ordered if self.never_equal(meaning) else say("order_sides_equal", what=ordered)
            case nodes.Win(side=side, reason=reason):
                return self.win(speak.noun(side), reason)
            case nodes.DrawnGame(reason=reason):
                return say("draw", reason=speak.stated(reason))
            case nodes.DrawLot() | nodes.Peek() | nodes.Shuffle():
                return decks.handled(speak, statement)
            case nodes.Stop():
                return say("stop")
            case nodes.Finish(result=result):
                return self.finished(statement, result)
            case _:
                assert_never(statement)

    def never_equal(self, key: meanings.Meaning | None) -> bool:
        """Tell whether sides are ordered by what they have rolled off: ties of that are rolled again."""
        turn = self.checked.declared.turn
        rolled = {part.name.text for part in turn.walk() if isinstance(part, nodes.RollOff)} if turn is not None else ()
        return isinstance(key, meanings.FieldOf) and key.field.name in rolled

    def win(self, side: Noun, reason: nodes.Word) -> Text:
        """Tell that a side wins; why, unless that only says it again."""
        words = self.speaker.stated(reason)
        if plain(words).startswith(f"{plain(side.text)} wins"):
            return say("win_plainly", side=side.text)
        return say("win", side=side.text, reason=words)

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
        told = {"key": key, "title": title}
        words = say("apply_to", thing=sufferer, **told) if sufferer else say("apply", **told)
        return say("apply_given", what=words, given=listed(others)) if others else words

    def given_to(self, table: Table, arguments: tuple[nodes.Expression, ...]) -> tuple[Text, list[Text]]:
        """Give the thing to which a table's row is applied, and what else the table is told."""
        sufferer: Text = EMPTY
        others: list[Text] = []
        suffering = acted_on(table)
        for parameter, argument in zip(table.given, arguments, strict=False):
            found = self.speaker.noun(argument)
            if parameter is suffering:
                sufferer = found.text
            elif isinstance(parameter.type, types.Boolean):
                if words := self.truth_given(parameter.name.replace("_", " "), argument):
                    others.append(words)
            elif plain(found.text) != parameter.words:
                verb = "are" if inflect.is_plural(head_word(parameter.words)) else "is"
                others.append(say("given_is", name=parameter.words, value=found.text, **{"is": verb}))
        return sufferer, others

    def truth_given(self, name: str, argument: nodes.Expression) -> Text:
        """Say whether something of yes or no that a table is told is so."""
        if isinstance(argument, nodes.Yes | nodes.No):
            return say("it_counts_as", name=name if isinstance(argument, nodes.Yes) else say("not", what=name))
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

    def let_result(self, statement: nodes.LetResult) -> Text:
        """Tell that a procedure is done, and how its result is called from then on."""
        name, kind, done = statement.name.text, self.speaker.type_of(statement), self.done(statement.call)
        if isinstance(kind, types.Boolean):
            return say(f"let_result_{self.known_truth(name)}", what=done, name=name.replace("_", " "))
        return say("let_result", what=done, name=self.speaker.local(name, kind, "let").text)

    def finished(self, statement: nodes.Finish, result: nodes.Expression | None) -> Text:
        """Tell that a rule ends, and with which result."""
        left = say(self.finish, stage=say("phase"))
        if result is None:
            return left
        if isinstance(self.speaker.type_of(result), types.Boolean) and not isinstance(result, nodes.Yes | nodes.No):
            found = say("result_is_whether", condition=said(self.speaker.condition(result)))
        else:
            found = say("result_is", value=self.speaker.noun(result).text)
        return found if statement is self.last else say("finish_with", finish=left, result=found)

    def known_truth(self, name: str) -> str:
        """Make known what is true or false by its name; tell whether that is a deed or a truth."""
        self.speaker.names[name] = replace(noun(name.replace("_", " ")), origin="let", name=name.replace("_", " "))
        return "deed" if is_deed(name) else "truth"

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
        words = say("count_of_such", many=plainly) if is_count else called_number(plainly)
        self.speaker.names[name] = noun(words, origin="tally", name=plainly, is_number=True)
        return say("begin_count" if is_count else "begin_tally", name=words, value=value.text)

    def let_truth(self, name: str, value: nodes.Expression) -> Text:
        words = said(self.speaker.condition(value))
        return say(f"let_{self.known_truth(name)}", name=name.replace("_", " "), condition=words)

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
        names_two = isinstance(statement.target, nodes.FieldAccess) and isinstance(
            statement.target.owner, nodes.FieldAccess
        )
        shown = unmentioned(found.text) if names_two else found.text  # `its crew` would be that of the other one
        return say("set", target=target.text, becomes=becomes, value=shown)

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
                key, value = "lower_to" if least else "raise_to", self.speaker.noun(bound).text
                return say(key, target=target.text, value=value, it=it, **{"is": verb})
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
            settings.append(say(key, head=head, value=unmentioned(self.speaker.noun(setting.value).text)))
        one = joined([one, *traits], " ")
        whole = say("create_with", one=one, settings=listed(settings)) if settings else say("create", one=one)
        return joined([whole, *later], PATTERNS["semicolon"])


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
