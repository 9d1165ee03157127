"""Decks in words: what they are, what is drawn, looked at, shuffled, put in and taken out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyDeckStatement
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.nouns import Noun, noun
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.text.runs import Text, plain


def handled(speak: Speaker, statement: AnyDeckStatement) -> Text:
    """Tell what is done with a deck, and keep the words for what comes of it."""
    deck = speak.noun(statement.deck).text
    match statement:
        case nodes.DrawLot():
            return drawn(speak, statement, deck)
        case nodes.Peek():
            return peeked(speak, statement, deck)
        case nodes.Shuffle(into=into):
            return say("shuffle_into", deck=deck, into=speak.noun(into).text) if into else say("shuffle", deck=deck)


def drawn(speak: Speaker, statement: nodes.DrawLot, deck: Text) -> Text:
    """Tell a draw: from which deck, what it is called, and who sees it."""
    words = say("draw_unless_empty" if statement.or_none is not None else "draw_from", deck=deck)
    words = say("roll_result", what=words, result=named(speak, statement.name, statement.phrase).text)
    if statement.secret is not None:
        words = say("in_secret_by", what=words, side=speak.noun(statement.secret.side).text)
    return words


def peeked(speak: Speaker, statement: nodes.Peek, deck: Text) -> Text:
    """Tell that a side looks at the top of a deck."""
    side, count = speak.noun(statement.side).text, speak.noun(statement.count)
    kind = speak.type_of(statement)
    item = kind.item if isinstance(kind, types.ListType) else types.UNKNOWN
    one = speak.enum_word(item.enum) if isinstance(item, types.EnumType) else ""
    if count.literal == 1:
        words = say("peek_one", side=side, one=one, deck=deck)
    elif count.literal is not None:
        words = say(
            "peek_several", side=side, count=inflect.count_word(count.literal), many=inflect.plural(one), deck=deck
        )
    else:
        words = say("peek", side=side, count=count.text, many=inflect.plural(one), deck=deck)
    result = named(speak, statement.name, statement.phrase, count.literal != 1)
    return say("peek_result" if count.literal != 1 else "peek_result_one", what=words, result=result.text)


def named(speak: Speaker, name: nodes.Word, phrase: nodes.Word | None, many: bool = False) -> Noun:
    """Give the words for what was drawn or seen, and keep them."""
    plainly = name.text.replace("_", " ")
    result = speak.phrase(phrase) if phrase is not None else say("the", noun=plainly)
    result = speak.told_apart(result)
    bare = plain(without_article(result))
    found = noun(result, many=many, origin="draw", name=bare)
    is_any = plain(result) != bare and not plain(result).startswith(plain(say("the", noun="")))
    speak.names[name.text] = replace(found, text=say("the", noun=bare)) if is_any else found
    return found


def moved(speak: Speaker, statement: nodes.Add | nodes.Take) -> Text:
    """Tell that something is put into a deck, or taken out of it."""
    key = "put_into" if isinstance(statement, nodes.Add) else "take_out"
    what, kind = speak.noun(statement.amount), types.without_none(speak.type_of(statement.amount))
    is_sort = what.origin == "loop" and isinstance(kind, types.EnumType)  # there may be more of it in the deck
    words = say("one_such", one=speak.kind_words(kind)) if is_sort else what.text
    return say(key, what=words, deck=speak.noun(statement.target).text)


def of_sort(words: str, count: int) -> str:
    """Give the words for so many of a member: `leaks` of `a leak`."""
    bare = plain(without_article(words))
    return bare if count == 1 else inflect.plural(bare)


def contents(deck: types.Deck, known: Field, declared: Declared) -> Text:
    """Give what a deck holds at the start."""
    return holding(deck, dict(known.holds), declared)


def holding(deck: types.Deck, given: Mapping[str, Any], declared: Declared) -> Text:
    """Give what a deck holds, from so many of each member, and what is known to lie on `top`."""
    words = declared.enums[deck.enum].words
    parts = [
        say("so_many_of", count=str(count), one=of_sort(words.get(name, name), int(count)))
        for name, count in given.items()
        if name != "top" and count
    ]
    held = listed(parts) if parts else say("nothing_in_it")
    top = [words.get(str(card), str(card)) for card in given.get("top", ())]
    return say("with_on_top", held=held, top=listed(top)) if top else held
