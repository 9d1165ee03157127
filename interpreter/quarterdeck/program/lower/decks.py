"""Lower decks: so many of each member, from which one is drawn at random, with what is known of the top.

In: statements about decks. Out: blocks of instructions that every emitter knows: a deck is a row of numbers, one for
each member, and of the cards on top as many places as may be known. A shuffled deck has no order until somebody sees
it: what is drawn is settled when it is drawn, and the chances are those of a deck that was shuffled beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.types import BOOLEAN, NONE, ListType, Number, with_none
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyDeckStatement
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.values import Slot, Value, whole
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.deck_values import DeckValues
from quarterdeck.program.lower.expressions import deck_of, needed, quantity, text, value
from quarterdeck.program.lower.numbers import operate


def handled(body: LoweringContext, node: AnyDeckStatement) -> Iterable[Instruction]:
    """Lower what is done with a deck."""
    match node:
        case nodes.DrawLot():
            yield from drawn(body, node)
        case nodes.Peek():
            yield from peeked(body, node)
        case nodes.Shuffle():
            yield from shuffled(body, node)
        case _:
            assert_never(node)


@dataclass(frozen=True)
class Hands:
    """Who moves cards of a deck, and where that is said; `words` are what players call the deck."""

    span: Span
    deck: DeckValues
    words: str

    def write(self, slot: Slot, now: Value) -> Instruction:
        """Write a known card on top."""
        return op.Store(self.span, slot.thing, slot.offset, slot.field, now, True)

    def change(self, slot: Slot, by: Value) -> Instruction:
        """Change how many there are of a card."""
        return op.Adjust(self.span, slot.thing, slot.offset, slot.field, by, "", None, True)

    def forget(self) -> Iterator[Instruction]:
        """Forget what was known of the top."""
        for top in self.deck.tops:
            yield self.write(top, val.Constant(top.type, NONE))

    def lifted(self, first: int) -> Iterator[Instruction]:
        """Take a known card away, and move up those that are known below it."""
        tops = self.deck.tops
        for place in range(first, len(tops)):
            below = tops[place + 1] if place + 1 < len(tops) else val.Constant(tops[place].type, NONE)
            yield self.write(tops[place], below)

    def out(self, card: Value) -> Instruction:
        """Count a card out of the deck; it must be there."""
        cases = []
        for place, count in enumerate(self.deck.counts):
            missing = op.Fault(self.span, f"there is no {self.deck.members[place]} in {self.words}")
            taken = op.Branch(
                self.span, ((operate("=", count, whole(0)), (missing,)),), (self.change(count, whole(-1)),)
            )
            cases.append((operate("=", card, self.deck.member(place)), (taken,)))
        nothing = op.Fault(self.span, f"there is nothing to take out of {self.words}")
        return op.Branch(self.span, tuple(cases), (nothing,))

    def into(self, card: Value) -> Instruction:
        """Count a card into the deck, which must have room for it."""
        cases = [
            (operate("=", card, self.deck.member(place)), self.more(place, whole(1)))
            for place in range(len(self.deck.members))
        ]
        nothing = op.Fault(self.span, f"there is nothing to put into {self.words}")
        return op.Branch(self.span, tuple(cases), (nothing,))

    def more(self, place: int, by: Value) -> Block:
        """Put so many of a card into the deck."""
        count = self.deck.counts[place]
        now = numbers.added(count, by)
        assert isinstance(now, Value)
        most = self.deck.type.capacity
        full = op.Fault(self.span, f"{self.words} holds no more than {most} of {self.deck.members[place]}")
        return (op.Branch(self.span, ((operate("<", whole(most), now), (full,)),), (self.change(count, by),)),)


def hands_on(body: LoweringContext, node: nodes.Expression, span: Span, before: list[Instruction]) -> Hands:
    """Give a deck to be handled; the thing that has it is named first, in `before`, where it has to be looked for."""
    owner = value(body, node)
    if not isinstance(owner, val.Constant | val.Local):
        name = body.fresh("holder")
        before.append(op.Assign(span, name, owner))
        owner = val.Local(owner.type, name)
    deck = deck_of(body, node, owner)
    kind, _, name = deck.address.partition(".")
    return Hands(span, deck, f"the {body.declared.kinds[kind].fields[name].words}")


def seen_by(body: LoweringContext, side: nodes.Expression, before: list[Instruction]) -> Value:
    """Give the side that sees cards; one that has to be looked for is named first, in `before`, and is not none."""
    found = needed(body, side)
    if isinstance(found, val.Constant | val.Local):
        return found
    name = body.fresh("seen_by")
    before.append(op.Assign(side.span, name, found))
    return val.Local(found.type, name)


def drawn(body: LoweringContext, node: nodes.DrawLot) -> Iterator[Instruction]:
    """Lower a draw: what is known to lie on top comes first, else any card of those that are left."""
    before: list[Instruction] = []
    hands = hands_on(body, node.deck, node.span, before)
    deck, span, name = hands.deck, node.span, body.fresh("drawn")  # the rule's own name is given to what it was
    by = seen_by(body, node.secret.side, before) if node.secret is not None else None
    yield from before
    site = body.site(node.name.text, "draw", span, body.type(node), node.secret is not None)
    card = val.Local(deck.card, name)
    come: Block = (op.Draw(span, name, site, deck.unknown(0), body.about),)
    if deck.tops:
        lies_on_top = (op.Assign(span, name, val.Cases(deck.card, (), deck.tops[0])), *hands.lifted(0))
        come = (op.Branch(span, ((deck.is_known(0), lies_on_top),), come),)
    come = (*come, op.Drawn(span, site, card, by, text(body, node.phrase)), hands.out(card))
    empty: Block = ()
    if node.or_none is None:
        empty = (op.Fault(span, f"{hands.words} is empty, and nothing can be drawn from it"),)
    yield op.Assign(span, name, val.Constant(with_none(deck.card), NONE))
    yield op.Branch(span, ((operate("=", deck.size(), whole(0)), empty),), come)
    yield op.Result(span, site, val.Local(body.type(node), name))
    yield op.Assign(span, node.name.text, val.Local(body.type(node), name))
    body.scope.append(node.name.text)


def peeked(body: LoweringContext, node: nodes.Peek) -> Iterator[Instruction]:
    """Lower a look at the top: what lies there is settled, card by card, and stays there."""
    before: list[Instruction] = []
    hands = hands_on(body, node.deck, node.span, before)
    deck, span, name = hands.deck, node.span, node.name.text
    by = seen_by(body, node.side, before)
    yield from before
    site = body.site(name, "draw", span, body.type(node), secret=True)
    most = numbers.stored(quantity(body, node.count), Number(0, deck.type.peek))
    for place, top in enumerate(deck.tops):
        next_one = val.Local(deck.card, body.fresh("next"))
        settled = (
            op.Draw(span, next_one.name, site, deck.unknown(place), body.about),
            hands.write(top, next_one),
        )
        wanted = operate("<", whole(place), most)
        there = operate("<", whole(place), deck.size())
        unseen = operate("not", deck.is_known(place))
        yield op.Branch(span, ((operate("and", wanted, there, unseen, kind=BOOLEAN), settled),), ())
    seen = deck.topmost(most, body.fresh("place")) if deck.tops else val.Items(ListType(deck.card, 1), ())
    yield op.Assign(span, name, seen)
    yield op.Drawn(span, site, val.Local(seen.type, name), by, text(body, node.phrase))
    body.scope.append(name)


def shuffled(body: LoweringContext, node: nodes.Shuffle) -> Iterator[Instruction]:
    """Lower a shuffle: what was known of the top is forgotten; of two decks, all of one goes into the other."""
    before: list[Instruction] = []
    hands = hands_on(body, node.deck, node.span, before)
    if node.into is None:
        yield from (*before, *hands.forget())
        return
    other = hands_on(body, node.into, node.span, before)
    yield from before
    moved: list[Instruction] = []
    if hands.deck.address == other.deck.address:
        both = (hands.deck.thing, other.deck.thing)
        moved += [op.Branch(node.span, ((operate("!=", *both), poured(hands, other)),), ())]
    else:
        moved += poured(hands, other)
    yield from (*moved, *hands.forget(), *other.forget())


def poured(hands: Hands, other: Hands) -> Block:
    """Put all that a deck holds into another."""
    found: list[Instruction] = []
    for place, count in enumerate(hands.deck.counts):
        found += other.more(place, count)
        gone = numbers.negated(count)
        assert isinstance(gone, Value)
        found.append(hands.change(count, gone))
    return tuple(found)


def moved(body: LoweringContext, node: nodes.Add | nodes.Take) -> Iterator[Instruction]:
    """Lower a card that is put in, below what is known, or taken out by name, if it can be from what is known."""
    before: list[Instruction] = []
    hands = hands_on(body, node.target, node.span, before)
    yield from before
    card = value(body, node.amount)
    if isinstance(node, nodes.Add):
        yield hands.into(card)
        return
    yield hands.out(card)
    cases = tuple((operate("=", top, card), tuple(hands.lifted(place))) for place, top in enumerate(hands.deck.tops))
    if cases:
        yield op.Branch(node.span, cases, ())
