"""Plan the German of simple statements: each becomes a clause, which may stand behind `wenn ...` or `für jedes ...`.

In: statements of one line. Out: `GermanClause`s in the impersonal form of instructions: `man würfelt`, `die Nässe
steigt`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnySimpleStatement
from quarterdeck.language.typing import meanings
from quarterdeck.prose.text.rule_facts import acted_on
from quarterdeck.prose.text.runs import Text, joined, styled
from quarterdeck_german.german_speaker import ClaimSpeaker
from quarterdeck_german.grammar import (
    GermanClause,
    Phrase,
    behind,
    clause,
    counted,
    list_of,
    listed,
    negated,
    phrase,
)
from quarterdeck_german.vocabulary import UnwordedError, claim, known_noun, say

RareStatement = (
    nodes.Start | nodes.Reveal | nodes.Announce | nodes.OrderSides | nodes.Win | nodes.DrawnGame | nodes.Stop
    | nodes.Finish
)  # fmt: skip


@dataclass
class DeedSpeaker(ClaimSpeaker):
    """Words for what has a value, what holds and what is done."""

    def done(self, statement: AnySimpleStatement) -> GermanClause:
        """Tell a statement of one line.

        Raises:
            UnwordedError: something in it has no German words.
        """
        match statement:
            case nodes.Do(call=call):
                return self.carried_out(call)
            case nodes.Apply(call=call):
                return self.applied(call)
            case nodes.Let(name=name, value=value):
                return self.let(name.text, value)
            case nodes.LetResult(name=name, call=call):
                done = behind(self.carried_out(call))
                return claim("let_result", a=self.know(name.text, self.type_of(statement)), claim=done)
            case nodes.Tally(name=name, value=value):
                return self.tally(statement, name.text, value)
            case nodes.Set():
                return self.set(statement)
            case nodes.Add() | nodes.Take():
                return self.changed(statement)
            case nodes.Append(value=value, target=target):
                return claim("append", a=self.value(target), b=self.value(value))
            case nodes.Create():
                return self.created(statement)
            case nodes.Remove(thing=gone, reason=reason):
                if reason is None:
                    return claim("remove", a=self.value(gone))
                return claim("remove_because", a=self.value(gone), reason=self.prose(reason.text, **self.locals))
            case nodes.DrawLot() | nodes.Peek() | nodes.Shuffle():
                return self.handled(statement)
            case _:
                return self.rare(statement)

    def rare(self, statement: RareStatement) -> GermanClause:
        """Tell what stands seldom in a rule."""
        match statement:
            case nodes.Start(timer=timer, delay=delay, clock=clock, every=every):
                beats = self.beats(delay, clock.text)
                if every is None:
                    return claim("start", a=self.value(timer), b=beats)
                again = phrase(self.words.noun(f"clocks.{every.clock.text}"), "a")
                return claim("start_every", a=self.value(timer), b=beats, clock=again)
            case nodes.Reveal(what=what):
                return claim("reveal", a=self.value(what))
            case nodes.Announce(text=word):
                return claim("announce", words=styled(self.prose(word.text, **self.locals), "aside"))
            case nodes.OrderSides(key=key, ranking=ranking):
                which = "most" if ranking.text.split()[0] == "highest" else "least"
                meaning = self.checked.meanings.get(key)
                value = (
                    phrase(self.words.noun(meaning.field.address))
                    if isinstance(meaning, meanings.FieldOf)
                    else self.value(key)
                )
                side = phrase(self.words.noun("Side"))
                return claim(f"order_sides_{which}", a=side, b=value)
            case nodes.Win(side=side, reason=reason):
                return claim("win_because", a=self.value(side), reason=self.prose(reason.text, **self.locals))
            case nodes.DrawnGame(reason=reason):
                return claim("draw", reason=self.prose(reason.text, **self.locals))
            case nodes.Stop():
                return claim("stop")
            case nodes.Finish(result=result):
                return self.finished(result)
        assert_never(statement)

    def beats(self, delay: nodes.Expression, clock: str) -> Phrase:
        """Give so many beats of a clock."""
        noun, number = self.words.noun(f"clocks.{clock}"), self.value(delay)
        return counted(number.literal, noun) if number.literal is not None else self.so_many(number, noun, delay)

    # --- rules and tables

    def carried_out(self, call: nodes.Expression) -> GermanClause:
        """Tell that a procedure or effect is done, in its own words."""
        meaning = self.checked.meanings.get(call)
        if not isinstance(meaning, meanings.RuleCall) or not isinstance(meaning.rule, Rule):
            raise UnwordedError(call.span.text)
        return self.deed(meaning.rule, meaning.arguments)

    def applied(self, call: nodes.Expression) -> GermanClause:
        """Tell that a table is looked up and its row carried out."""
        lookup = call.callee if isinstance(call, nodes.Call) else call
        meaning, given = self.checked.meanings.get(lookup), self.checked.meanings.get(call)
        if not isinstance(lookup, nodes.Lookup) or not isinstance(meaning, meanings.TableValue):
            raise UnwordedError(call.span.text)
        arguments = given.arguments if isinstance(given, meanings.TableApplied) else ()
        table, keys = meaning.table, self.keys(lookup)
        title = self.table_title(table)
        told = list(zip(table.given, arguments, strict=False))
        suffering = acted_on(table)
        sufferer = next((argument for one, argument in told if one is suffering), None)
        found = claim("apply", title=title, b=keys)
        if sufferer is not None:
            found = claim("apply_to", title=title, b=keys, a=self.value(sufferer))
        others = [
            self.given_as(table.name, one, argument)
            for one, argument in told
            if not isinstance(types.without_none(one.type), types.Thing) and not same_name(one.name, argument)
        ]
        return replace(found, after=joined([" (", joined(others, "; "), ")"])) if others else found

    # --- names

    def let(self, name: str, value: nodes.Expression) -> GermanClause:
        """Tell that a value is worked out, and how it is called from then on."""
        kind = self.type_of(value)
        if isinstance(kind, types.Boolean):
            found = claim("let_truth", claim=behind(self.condition(value)))
            self.know(name, kind)
            return found
        said = self.value(value)
        called = self.know(name, kind)
        if isinstance(types.without_none(kind), types.Thing) and called.gender == said.gender:
            noun = called.noun.form("nom", many=False) if called.noun is not None else ""
            if said.nom and noun and f" {noun} " in f" {''.join(run.words for run in said.nom)} ":
                return claim("let_find", b=said)
        return claim("let_named", a=called, b=said)

    def finished(self, result: nodes.Expression | None) -> GermanClause:
        """Tell that a rule ends, and with which result."""
        if result is None:
            return claim("finish")
        if isinstance(self.type_of(result), types.Boolean) and not isinstance(result, nodes.Yes | nodes.No):
            return claim("finish_whether", claim=behind(self.condition(result)))
        return claim("finish_with", b=self.value(result))

    def tally(self, statement: nodes.Tally, name: str, value: nodes.Expression) -> GermanClause:
        """Tell that a count begins, and how it is called."""
        kind = self.type_of(statement)
        called = self.know(name, kind)
        if isinstance(kind, types.ListType):
            return claim("begin_list", a=called)
        return claim("begin_count", a=called, b=self.value(value))

    # --- changes

    def set(self, statement: nodes.Set) -> GermanClause:
        """Tell that a field gets a value."""
        target, value = statement.target, statement.value
        meaning = self.checked.meanings.get(target)
        if isinstance(meaning, meanings.FieldOf) and isinstance(target, nodes.FieldAccess):
            if isinstance(meaning.field.type, types.Boolean):
                so = clause(self.words.clause(meaning.field.address), self.value(target.owner))
                if isinstance(value, nodes.Yes | nodes.No):
                    held = so if isinstance(value, nodes.Yes) else negated(so)
                    return claim("from_now_on", claim=behind(held))
                return claim("from_now_on_if", claim=behind(so), condition=behind(self.condition(value)))
            owner = self.value(target.owner) if isinstance(value, nodes.Nothing) else None
            if owner is not None:
                return claim("set_none", a=owner, b=phrase(self.words.noun(meaning.field.address), "no"))
        found = self.value(target)
        if step := self.step_on_ladder(statement):
            return claim("add" if isinstance(value, nodes.Plus) else "take", a=found, b=step)
        if isinstance(value, nodes.ListLiteral):
            if not value.items:
                return claim("set_empty", a=found)
            return claim("set_list", a=found, b=list_of([self.value(item) for item in value.items]))
        unit = self.type_of(target)
        said = self.value(value, unit.unit if isinstance(unit, types.Numeric) else None)
        if isinstance(types.without_none(self.type_of(target)), types.Numeric):
            return claim("set_number", a=found, b=said)
        return claim("set", a=found, b=said)

    def step_on_ladder(self, statement: nodes.Set) -> Phrase | None:
        """Give by how many steps something goes up or down its list of words; nothing where it does something else."""
        value = statement.value
        if not isinstance(value, nodes.Plus | nodes.Minus) or not nodes.same(value.left, statement.target):
            return None
        if not isinstance(types.without_none(self.type_of(statement.target)), types.EnumType):
            return None
        number = self.value(value.right)
        return counted(number.literal, known_noun("step_of_ladder")) if number.literal is not None else None

    def changed(self, statement: nodes.Add | nodes.Take) -> GermanClause:
        """Tell that a number goes up or down, or that something comes into a deck or out of it."""
        target, amount = self.value(statement.target), self.value(statement.amount)
        is_more = isinstance(statement, nodes.Add)
        if isinstance(self.type_of(statement.target), types.Deck):
            return claim("put_into" if is_more else "take_out", a=target, b=amount)
        match statement.limit:
            case None:
                return claim("add" if is_more else "take", a=target, b=amount)
            case nodes.NoMoreThan(bound=bound) if is_more:
                return claim("add_no_more", a=target, b=amount, c=self.value(bound))
            case nodes.NoLessThan(bound=bound) if not is_more:
                return claim("take_no_less", a=target, b=amount, c=self.value(bound))
        raise UnwordedError(statement.span.text)

    def created(self, statement: nodes.Create) -> GermanClause:
        """Tell that a thing comes into play."""
        meaning = self.checked.meanings.get(statement.kind)
        if not isinstance(meaning, meanings.Pool):
            raise UnwordedError(statement.kind.text)
        settings: list[Phrase] = []
        traits: list[Text] = []
        one = phrase(self.words.noun(meaning.kind.name))
        for setting in statement.settings:
            known = meaning.kind.fields[setting.name.text]
            if isinstance(known.type, types.Boolean):
                so = clause(self.words.clause(known.address), one)
                if isinstance(setting.value, nodes.Yes | nodes.No):
                    traits.append(behind(so if isinstance(setting.value, nodes.Yes) else negated(so)))
                else:
                    held = behind(self.condition(setting.value))
                    traits.append(say("created_so_if", clause=behind(so), condition=held))
                continue
            head = phrase(self.words.noun(known.address), "").nom
            settings.append(self.value(setting.value).around("{} als {head}", head=head))
        made = phrase(self.words.noun(meaning.kind.name), "a")
        found = claim("create", a=made)
        if settings:
            found = claim("create_with", a=made, settings=list_of(settings).dat)
        return replace(found, after=say("created_so", clause=listed(traits))) if traits else found

    # --- decks

    def handled(self, statement: nodes.DrawLot | nodes.Peek | nodes.Shuffle) -> GermanClause:
        """Tell what is done with a deck."""
        deck = self.value(statement.deck)
        match statement:
            case nodes.DrawLot():
                self.chosen[statement.name.text] = "is_drawn"
                key = "draw_lot_unless_empty" if statement.or_none is not None else "draw_lot"
                found = claim(key, a=deck, b=self.know(statement.name.text, self.type_of(statement)))
                if statement.secret is None:
                    return found
                hidden = say("drawn_in_secret", side=self.value(statement.secret.side))
                return replace(found, after=(*found.after, *hidden))
            case nodes.Peek():
                seen = self.know(statement.name.text, self.type_of(statement))
                count = self.value(statement.count)
                return claim("peek", side=self.value(statement.side), a=deck, b=seen, c=count)
            case nodes.Shuffle(into=into):
                return claim("shuffle", a=deck) if into is None else claim("shuffle_into", a=deck, b=self.value(into))


def same_name(name: str, argument: nodes.Expression) -> bool:
    """Tell whether what something is given has the same name here."""
    return isinstance(argument, nodes.Name) and argument.word.text == name
