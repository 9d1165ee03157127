"""Tell in German when the effects of a phase or step come into force that all wait for its end.

In: a phase or step of a `Checked` ruleset, and German words. Out: sentences; none where its effects come at once.
"""

from __future__ import annotations

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field, Kind
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.text.rule_facts import Stage, seen_at_once, sort_of
from quarterdeck.prose.text.runs import Text, sentence
from quarterdeck_german.grammar import GermanNoun, Phrase, clause, listed, of, phrase
from quarterdeck_german.vocabulary import GermanWords, say


def coming_into_force(checked: Checked, words: GermanWords, stage: Stage) -> tuple[Text, ...]:
    """Tell when the effects of a phase or step come into force, and what is seen at once all the same.

    Raises:
        UnwordedError: something that is seen at once has no German words.
    """
    if not any(isinstance(option, nodes.EffectsAtTheEnd) for option in stage.options):
        return ()
    marks = [head_of_any(words, kind, known).nom for kind, known in seen_at_once(checked, stage)]
    found = (say(f"effects_at_end_of_{sort_of(stage)}"),)
    return (*found, sentence(say("but_marks", marks=listed(marks)))) if marks else found


def of_any(words: GermanWords, kind: Kind, known: Field) -> Text:
    """Give a field of any thing of a kind: `der Ort eines Kindes`.

    Raises:
        UnwordedError: it has no German words.
    """
    if isinstance(known.type, types.Boolean):
        it = phrase(words.noun(kind.name), "a")
        return say("whether", clause=clause(words.clause(known.address), it).subordinate())
    whole = head_of_any(words, kind, known)
    return of(phrase(GermanNoun("Inhalt", "m")), whole).nom if isinstance(known.type, types.Deck) else whole.nom


def head_of_any(words: GermanWords, kind: Kind, known: Field) -> Phrase:
    """Give what a field of any thing of a kind is called.

    Raises:
        UnwordedError: it has no German words.
    """
    head = phrase(words.noun(known.address))
    return of(head, phrase(words.noun(kind.name), "a")) if kind.name != "Game" else head
