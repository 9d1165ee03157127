"""Say what a field of any thing of a kind is called: `a child’s wetness`, `whether a child is soaked`.

In: a field and its kind. Out: text.
"""

from __future__ import annotations

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field, Kind
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.nouns import noun, owner_text
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.speaker import predicate_of
from quarterdeck.prose.english.spoken_names import spaced
from quarterdeck.prose.english.spoken_values import trimmed
from quarterdeck.prose.text.runs import Text


def of_any(kind: Kind, known: Field) -> Text:
    """Give what a field of any thing of a kind says: `a child’s wetness`, `whether a child is soaked`."""
    if isinstance(known.type, types.Boolean):
        return say("whether", clause=said(predicate_of(noun(with_article(spaced(kind.one))), known)))
    whole = head_of_any(kind, known)
    return say("what_is_in", deck=whole) if isinstance(known.type, types.Deck) else whole


def head_of_any(kind: Kind, known: Field) -> Text:
    """Give what a field of any thing of a kind is called."""
    if kind.name == "Game":
        return say("the", noun=without_article(trimmed(known.words)))
    owner = owner_text(noun(with_article(spaced(kind.one))))
    return say("field_of_kind", owner=owner, head=without_article(trimmed(known.words)))
