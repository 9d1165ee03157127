"""Check decks: what is drawn from them, looked at, shuffled, put in and taken out."""

from __future__ import annotations

from typing import assert_never

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import UNKNOWN, Deck, EnumType, ListType, Number, Thing, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyDeckStatement
from quarterdeck.language.typing.assignable import check_permission, fitting, whole
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.meanings import FieldOf, InDeck
from quarterdeck.language.typing.phrases import check_phrase
from quarterdeck.language.typing.resolving import bind


def check_deck(at: TypingContext, statement: AnyDeckStatement) -> None:
    """Check what is done with a deck; make known what comes of it."""
    match statement:
        case nodes.DrawLot():
            check_draw(at, statement)
        case nodes.Peek():
            check_peek(at, statement)
        case nodes.Shuffle(deck=deck, into=into):
            one = deck_changed(at, deck)
            other = deck_changed(at, into) if into is not None else one
            if into is not None and one and other and one.enum != other.enum:
                at.report("QD393", f"a {one} is shuffled into a {other}", into.span, "they hold different things")
        case _:
            assert_never(statement)


def deck_changed(at: TypingContext, node: nodes.Expression) -> Deck | None:
    """Give the type of a deck that a statement changes; report one that this rule may not change."""
    found, meaning = at.deck(node), at.meaning(node)
    if found is not None and isinstance(meaning, FieldOf):
        check_permission(at, meaning.field, node.span)
    return found


def check_draw(at: TypingContext, statement: nodes.DrawLot) -> None:
    """Check a draw: chance is for procedures, and what is drawn in secret must not show in what is left."""
    name, found = statement.name, deck_changed(at, statement.deck)
    if statement.secret is not None:
        fitting(at, statement.secret.side, Thing("Side"), "who sees what is drawn")
        meaning = at.meaning(statement.deck)
        if isinstance(meaning, FieldOf) and not is_kept_from_others(statement.deck, meaning, statement.secret.side):
            message = "everybody can count the remaining cards, and so learn the secret draw"
            at.report(
                "QD394", message, statement.deck.span, f"declare `{meaning.field.address}` with `seen_by: nobody`"
            )
    check_phrase(at, statement.phrase)
    item: Type = UNKNOWN if found is None else EnumType(found.enum, statement.or_none is not None)
    at.checked.types[statement] = item
    bind(at, name.text, item, name.span)


def is_kept_from_others(deck: nodes.Expression, meaning: FieldOf, side: nodes.Expression) -> bool:
    """Tell whether nobody may count a deck but the side that draws from it in secret."""
    who = meaning.field.seen_by.who
    own = isinstance(deck, nodes.FieldAccess) and deck.owner.span.text == side.span.text
    return who == "nobody" or (who == "owner" and own)


def check_peek(at: TypingContext, statement: nodes.Peek) -> None:
    """Check a look at the top of a deck: no more than it lets anybody know."""
    name, found = statement.name, deck_changed(at, statement.deck)
    fitting(at, statement.side, Thing("Side"), "who looks")
    count = whole(at, statement.count, "how many are looked at")
    check_phrase(at, statement.phrase)
    if found is not None and count is not None and types.outside(count, Number(0, found.peek)):
        most = (
            f"of this deck no more than {found.peek} may be looked at" if found.peek else "nobody may look at this deck"
        )
        hint = f"declare it with `peek: {types.shown(count.high)}`"
        at.report("QD395", f"this {types.possible(count)}, and {most}", statement.count.span, hint)
    item: Type = UNKNOWN if found is None else ListType(EnumType(found.enum), max(1, found.peek))
    at.checked.types[statement] = item
    bind(at, name.text, item, name.span)


def is_deck(at: TypingContext, node: nodes.Expression) -> bool:
    """Tell whether an expression names a deck."""
    return isinstance(at.owner(node), Deck)


def check_moved(
    at: TypingContext, statement: nodes.Add | nodes.Take, target: nodes.Expression, card: nodes.Expression
) -> None:
    """Check what is put into a deck, or taken out of it by name."""
    found = deck_changed(at, target)
    if found is not None:
        fitting(at, card, EnumType(found.enum), "what the deck holds")
    if statement.limit is not None:
        at.report("QD334", "only numbers have a limit", statement.limit.span, "test first: `when size(...) > 0`")


def type_of_copies(at: TypingContext, node: nodes.FieldAccess, owner: Deck) -> Type:
    """Give the type of how many of a member a deck holds."""
    name, meaning = node.field.text, at.meaning(node.owner)
    members = at.declared.enums[owner.enum].members
    if name not in members:
        at.unknown(name, node.field.span, members, f"member of {owner.enum}")
        return UNKNOWN
    if isinstance(meaning, FieldOf):
        at.keep(node, InDeck(meaning.field, name))
    return Number(0, owner.capacity)
