"""Inflect English words: plurals, articles, verbs, numbers.

In and out: plain words. Rules and short lists of exceptions; a word that the rules get wrong is added to the lists.
"""

from __future__ import annotations

import re
from fractions import Fraction

from quarterdeck.base import decimals

IRREGULAR_PLURALS = {
    "child": "children",
    "man": "men",
    "woman": "women",
    "person": "people",
    "foot": "feet",
    "tooth": "teeth",
    "mouse": "mice",
    "goose": "geese",
    "ox": "oxen",
    "die": "dice",
    "penny": "pence",
    "axis": "axes",
    "crisis": "crises",
    "basis": "bases",
    "radius": "radii",
    "index": "indices",
    "vertex": "vertices",
    "knife": "knives",
    "life": "lives",
    "wife": "wives",
    "half": "halves",
    "leaf": "leaves",
    "shelf": "shelves",
    "wolf": "wolves",
    "thief": "thieves",
    "hero": "heroes",
    "potato": "potatoes",
    "echo": "echoes",
    "datum": "data",
    "this": "these",
    "that": "those",
}
SAME_PLURALS = frozenset(
    """
    sheep deer fish salmon trout swine series species means prey cavalry infantry offspring headquarters crossroads
    snow mud damage
    """.split()
)
# They end like plurals and are none.
SINGULAR_IN_S = frozenset(
    """
    compass glass grass class mass pass loss cross press stress fortress dress address access success progress mess
    bus gas lens bias status bonus minus plus radius axis basis crisis canvas atlas chess less this its his is was has
    does always perhaps unless across towards afterwards news thus yes
    """.split()
)
_FULL_OES = frozenset("shoes toes canoes hoes foes does oboes".split())
_SINGULARS = {many: one for one, many in IRREGULAR_PLURALS.items()}

# Words that begin with the other sort of sound than their letter says.
_SPOKEN_VOWEL = ("hour", "honest", "honour", "honor", "heir")
_SPOKEN_CONSONANT = ("uni", "use", "usu", "eu", "one", "once", "ut", "ur")
_SPOKEN_CONSONANT_BUT = ("unin", "unim", "urg", "urb", "utt", "unid", "urn")
_VOWEL_DIGITS = ("8", "11", "18")

NTH = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
PLACES = "second third fourth fifth sixth".split()
NUMBER_WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()
ORDINALS = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 8: "eighth", 10: "tenth"}


def plural(noun: str) -> str:
    """Give the plural of a noun; of several words the last one changes, or the one before `of`.

    >>> plural("snowball"), plural("jack-of-all-trades"), plural("box of matches"), plural("child")
    ('snowballs', 'jacks-of-all-trades', 'boxes of matches', 'children')
    """
    head, tail = _head_and_tail(noun)
    before, _space, last = head.rpartition(" ")
    if len(last) == 1:  # a letter that tells one of its sort from another
        return noun
    return f"{before} {_plural_word(last)}{tail}" if before else _plural_word(last) + tail


def singular(noun: str) -> str:
    """Give the singular of a noun in the plural."""
    head, tail = _head_and_tail(noun)
    before, _space, last = head.rpartition(" ")
    return f"{before} {_singular_word(last)}{tail}" if before else _singular_word(last) + tail


def is_plural(word: str) -> bool:
    """Tell whether a single word is a noun in the plural; a verb in -s cannot be told from it."""
    low = word.lower()
    if low in _SINGULARS:
        return True
    if is_same_in_plural(low) or low in SINGULAR_IN_S or low in IRREGULAR_PLURALS:
        return False
    return low.endswith("s") and not low.endswith(("ss", "us", "is")) and len(low) > 2


def is_same_in_plural(word: str) -> bool:
    """Tell whether a noun has no plural of its own."""
    return word.lower() in SAME_PLURALS or word.lower().endswith("craft")


def _head_and_tail(noun: str) -> tuple[str, str]:
    for joint in ("-of-", " of ", " in ", " for ", " with ", " (", ", "):
        at = noun.find(joint)
        if at > 0:
            return noun[:at], noun[at:]
    return noun, ""


def _plural_word(word: str) -> str:
    low = word.lower()
    if low in IRREGULAR_PLURALS:
        return _as_written(word, IRREGULAR_PLURALS[low])
    if is_same_in_plural(low) or low in _SINGULARS:
        return word
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if low.endswith("y") and len(low) > 1 and low[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def _singular_word(word: str) -> str:
    low = word.lower()
    if low in _SINGULARS:
        return _as_written(word, _SINGULARS[low])
    if not is_plural(word):
        return word
    if low.endswith("ies") and len(low) > 4:
        return f"{word[:-3]}y"
    if low.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if low.endswith("oes") and low not in _FULL_OES:
        return word[:-2]
    return word[:-1]


def _as_written(pattern: str, word: str) -> str:
    return word[0].upper() + word[1:] if pattern[:1].isupper() else word


def article(following: str) -> str:
    """Give `a` or `an` for what follows.

    >>> [article(word) for word in ("snowball", "apple", "hour", "unit", "8-metre throw", "d6", "11")]
    ['a', 'an', 'an', 'a', 'an', 'a', 'an']
    """
    low = following.lower()
    if low[:1].isdigit():
        digits = low[: next((i for i, c in enumerate(low) if not c.isdigit()), len(low))]
        return "an" if digits in _VOWEL_DIGITS or digits.startswith("8") else "a"
    if len(low) > 1 and low[0] == "d" and low[1].isdigit():
        return "a"
    if low.startswith(_SPOKEN_VOWEL):
        return "an"
    if low.startswith(_SPOKEN_CONSONANT) and not low.startswith(_SPOKEN_CONSONANT_BUT):
        return "a"
    return "an" if low[:1] in "aeiou" else "a"


# --- verbs

# Third person singular: (plural, base form). All of them are negated by `not` behind them.
AUXILIARIES = {
    "is": ("are", "be"),
    "was": ("were", "be"),
    "has": ("have", "have"),
    "had": ("had", "have"),
    "does": ("do", "do"),
    "may": ("may", "may"),
    "can": ("can", "can"),
    "must": ("must", "must"),
    "will": ("will", "will"),
    "would": ("would", "would"),
    "could": ("could", "could"),
    "should": ("should", "should"),
    "cannot": ("cannot", "cannot"),
}
_BASE_OF = {
    "goes": "go",
    "does": "do",
    "has": "have",
    "is": "be",
    "dies": "die",
    "lies": "lie",
    "ties": "tie",
    "undergoes": "undergo",
}


def base_verb(verb: str) -> str:
    """Give the base form of a verb in the third person singular.

    >>> base_verb("carries"), base_verb("passes"), base_verb("goes"), base_verb("loses"), base_verb("is")
    ('carry', 'pass', 'go', 'lose', 'be')
    """
    low = verb.lower()
    if low in AUXILIARIES:
        return AUXILIARIES[low][1]
    if low in _BASE_OF:
        return _BASE_OF[low]
    if low.endswith("ies") and len(low) > 4:
        return f"{verb[:-3]}y"
    if low.endswith(("sses", "xes", "zzes", "ches", "shes", "oes")):
        return verb[:-2]
    return verb[:-1] if low.endswith("s") and not low.endswith("ss") else verb


def third_person(base: str) -> str:
    """Give the third person singular of a base form."""
    special = {"be": "is", "have": "has", "do": "does", "go": "goes"}
    if base in special:
        return special[base]
    if base in AUXILIARIES:
        return base
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{base}es"
    if base.endswith("y") and len(base) > 1 and base[-2] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}s"


def plural_verb(verb: str) -> str:
    """Give the plural of a verb in the third person singular."""
    return AUXILIARIES[verb][0] if verb in AUXILIARIES else base_verb(verb)


_PARTICIPLES = frozenset(
    """
    won lost met gone made left been had done run hit sunk begun come become seen shown known grown thrown blown flown
    drawn taken given driven fallen broken frozen hidden eaten beaten written chosen spoken stolen caught bought thought
    brought fought sent spent lent built kept slept swept held told sold found bound ground read led fed bled cut put
    shut set let cast hurt burst shot fired struck stuck dug hung swung sung rung drunk swum spun stood sat lain
    """.split()
)


def is_participle(word: str) -> bool:
    """Tell whether a word is what stands behind `has` in `has thrown`."""
    return word in _PARTICIPLES or (word.endswith("ed") and len(word) > 3)


OF_MANY = {many: one for one, (many, _) in AUXILIARIES.items() if many != one}


def singular_verb(verb: str) -> str:
    """Give an auxiliary as it stands behind one thing; any other word as it is."""
    return OF_MANY.get(verb, verb)


def is_auxiliary(verb: str) -> bool:
    """Tell whether a verb is negated by `not` alone."""
    return verb in AUXILIARIES


# --- numbers


def figures(value: Fraction | int) -> str:
    """Give a number in figures, with a true minus."""
    return decimals.shown(value).replace("-", "\N{MINUS SIGN}")


def times_word(value: Fraction | int) -> str:
    """Give how often something is done: once, twice, three times."""
    return {1: "once", 2: "twice"}.get(int(value)) or f"{count_word(value)} times"


def count_word(value: Fraction | int) -> str:
    """Give a number as it stands before what it counts: in words up to twelve."""
    number = Fraction(value)
    if number.denominator == 1 and 0 <= number < len(NUMBER_WORDS):
        return NUMBER_WORDS[int(number)]
    return figures(number)


def titled(name: str, phrase: str = "") -> str:
    """Give a name as a title; a word that the phrase beside it writes with a capital keeps that.

    >>> titled("faulty_french_balls", "French balls lose their air"), titled("two_throws")
    ('Faulty French balls', 'Two throws')
    """
    proper = {word.lower(): word for word in re.findall(r"[A-Z][a-z]+", phrase)}
    words = " ".join(proper.get(word, word) for word in name.split("_"))
    return words[:1].upper() + words[1:]
