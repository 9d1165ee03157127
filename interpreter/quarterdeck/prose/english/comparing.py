"""Word comparisons: numbers, members, things.

In: the two sides as noun phrases and what is known of them. Out: clauses.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from quarterdeck.language.declarations.symbol_table import Enum
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import Clause
from quarterdeck.prose.english.nouns import CLAUSE, FLAG, Noun, head_word, head_words, noun
from quarterdeck.prose.english.phrases import PATTERNS, say
from quarterdeck.prose.text.runs import EMPTY, Text, dropped, joined, plain, text

OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "="}
_WORDS = {">=": "at_least", "<=": "at_most", ">": "more", "<": "less"}
_OWNERS = re.compile("\N{RIGHT SINGLE QUOTATION MARK}s?$")
_LADDER = {">=": "or_above", "<=": "or_below", ">": "above", "<": "below"}


def numbers(left: Noun, sign: str, right: Noun) -> Clause:
    """Compare two numbers."""
    if left.literal is not None and right.literal is None:
        left, sign, right = right, TURNED[sign], left
    if left.origin == FLAG and sign == "=" and right.literal is not None:
        return flag(left, right, text(left.name))
    if left.owner is not None and left.many and right.literal is not None:
        return having(left, sign, right)
    if sign == "=":
        if right.literal is not None:
            return Clause(left, "is", right.text)
        return Clause(left, "equals", right.text)
    return Clause(
        left, "is", ranged(left, sign, right), opposite=Clause(left, "is", ranged(left, OPPOSITE[sign], right))
    )


def flag(left: Noun, right: Noun, words: Text) -> Clause:
    """Say whether what a tally of 0 or 1 tells is so."""
    return Clause(left.owner or noun(say("it")), "is", words, negative=right.literal == 0)


def ranged(left: Noun, sign: str, right: Noun) -> Text:
    """Give `at least 4`, `fewer than 4`."""
    return say("fewer" if sign == "<" and left.many else _WORDS[sign], value=right.text)


def having(left: Noun, sign: str, right: Noun) -> Clause:
    """Say what a thing has of something that is counted: `the child has at least two gloves`."""
    assert left.owner is not None
    assert right.literal is not None
    clause = Clause(left.owner, "has", _so_many(left.head, sign, right))
    if sign in OPPOSITE:
        return Clause(
            clause.subject,
            "has",
            clause.rest,
            opposite=Clause(left.owner, "has", _so_many(left.head, OPPOSITE[sign], right)),
        )
    if right.literal == 0:
        return Clause(
            clause.subject, "has", clause.rest, opposite=Clause(left.owner, "has", _so_many(left.head, ">", right))
        )
    return clause


def _so_many(head: Text, sign: str, right: Noun) -> Text:
    bound = right.literal
    assert bound is not None
    if (bound == 0 and sign in ("=", "<=")) or (bound == 1 and sign == "<"):
        return say("no_count", noun=head)
    if bound == 0 and sign == ">":
        sign, bound, right = ">=", Fraction(1), Noun(EMPTY, literal=Fraction(1))
    count = inflect.count_word(bound)
    words: Text = (
        tuple(type(run)(count, run.to) for run in right.text[:1]) if right.text and right.text[0].to else text(count)
    )
    counted = say("count_of", count=words, noun=one_of(head) if bound == 1 else head)
    key = {">=": "at_least", "<=": "at_most", ">": "more", "<": "fewer", "=": "exactly"}[sign]
    return say(key, value=counted)


def one_of(head: Text) -> Text:
    """Give a noun of several words in the singular, by its head."""
    words = plain(head)
    last = head_word(words)
    at = words.find(last)
    return text(words[:at] + inflect.singular(last) + words[at + len(last) :])


def on_a_ladder(left: Noun, sign: str, right: Noun, ladder: Enum) -> Clause:
    """Compare two steps of a ladder, in its own words where it has any: `deeper than the shallows`."""
    opposite = Clause(left, "is", _beyond(OPPOSITE[sign], right, ladder))
    return Clause(left, "is", _beyond(sign, right, ladder), opposite=opposite)


def _beyond(sign: str, right: Noun, ladder: Enum) -> Text:
    way = ladder.more if sign in (">", ">=") else ladder.less
    if not way:
        return say(_LADDER[sign], value=right.text)
    return say("or_further" if sign in (">=", "<=") else "further_than", way=way, value=right.text)


def steps_from(count: Text | str, steps: Text, key: str, start: Noun, ladder: Enum) -> Text:
    """Give what lies so many steps up or down a ladder from something: `one step deeper than the shallows`.

    A circle has no above: what lies on it is so many steps clockwise, or counterclockwise.
    """
    if ladder.sort == "circle":
        words = "steps_clockwise" if key == "steps_above" else "steps_counterclockwise"
        return say(words, count=count, steps=steps, value=start.text)
    if way := ladder.more if key == "steps_above" else ladder.less:
        return say("steps_further", count=count, steps=steps, way=way, value=start.text)
    return say(key, count=count, steps=steps, value=start.text)


def identical(left: Noun, right: Noun, negative: bool) -> Clause:
    """Say that one thing is another, the shorter one first."""
    turned = Clause(left, "is", right.text, negative)
    if _is_plainer(right, left):
        return Clause(right, "is", left.text, negative, turned=turned)
    return turned


def _is_plainer(one: Noun, other: Noun) -> bool:
    return bool(one.entity) and one.owner is None and (other.owner is not None or other.weight > one.weight)


def both(one: Noun, other: Noun, is_owner: bool, negative: bool) -> Clause:
    """Say that the same field of two things is the same or not: `the two children are in different gangs`."""
    subject = noun(
        say(
            "two_things",
            one=one.owner.text if one.owner else one.text,
            other=other.owner.text if other.owner else other.text,
        ),
        many=True,
    )
    head = plain(one.head)
    if is_owner:
        different, same = say("on_different", head=inflect.plural(head)), say("on_the_same", head=head)
        assert one.owner is not None
        assert other.owner is not None
        backward = Clause(other.owner, "belongs", say("belongs", side=one.text), negative)
        forward = Clause(one.owner, "belongs", say("belongs", side=other.text), negative, turned=backward)
        return replace(_pair(subject, "belongs", different, same, negative), turned=forward)
    return _pair(
        subject, "has", say("different_of_both", head=inflect.plural(head)), say("same_of_both", head=head), negative
    )


def _pair(subject: Noun, verb: str, different: Text, same: Text, negative: bool) -> Clause:
    one, other = (different, same) if negative else (same, different)
    return Clause(subject, verb, one, opposite=Clause(subject, verb, other))


def is_member(left: Noun, right: Noun, negative: bool) -> Clause:
    """Say which member of its enum something is; `no snow` is told by having none."""
    words = plain(right.text)
    if words.startswith("no "):
        what = text(words[3:])
        if left.owner is not None:
            nothing, something = Clause(left.owner, "has", right.text), Clause(left.owner, "has", what)
        else:
            nothing, something = (
                Clause(noun(words), "is", say("is_chosen")),
                Clause(noun(what), "is", say("is_chosen")),
            )
        one, other = (something, nothing) if negative else (nothing, something)
        return Clause(one.subject, one.verb, one.rest, opposite=other)
    return Clause(left, "is", right.text, negative)


def without(left: Noun, negative: bool) -> Clause:
    """Say that there is nothing: `the thrower has no last target`, `no target is chosen`."""
    if left.owner is not None:
        one = left.head
        nothing = Clause(left.owner, "has", say("no_count", noun=one))
        something = Clause(
            left.owner, "has", joined([PATTERNS["a_thing"].format(article=inflect.article(plain(one))), one])
        )
    elif left.origin in ("choice", "draw"):
        bare, came = left.name, say("is_chosen" if left.origin == "choice" else "is_drawn")
        nothing = Clause(noun(say("no_one", one=bare)), "is", came)
        something = Clause(noun(joined([PATTERNS["a_thing"].format(article=inflect.article(bare)), bare])), "is", came)
    elif left.origin == "let" and plain(left.text) == f"the {left.name}":
        there = noun(say("there"), many=left.many)
        nothing = Clause(there, "is", say("no_one_named", noun=left.name))
        something = Clause(there, "is", text(left.name) if left.many else with_article(left.name))
    elif left.origin in ("let", "title"):
        what = left.kind or left.name
        nothing = Clause(noun(say("there")), "is", say("no_such", noun=what))
        something = Clause(noun(say("there")), "is", say("such_a", article=inflect.article(what), noun=what))
    else:
        return _nothing_of(left, negative)
    return _either(nothing, something, negative)


def without_any(left: Noun, negative: bool) -> Clause:
    """Say that a list has nothing in it: `the child has no gloves`, `there are no friends of the child`."""
    if left.owner is None:
        is_plural = inflect.is_plural(head_word(without_article(left.text)))
        return _nothing_of(left if is_plural else replace(left, many=False, weight=CLAUSE), negative)
    nothing = Clause(left.owner, "has", say("no_count", noun=left.head))
    return _either(nothing, Clause(left.owner, "has", left.head, is_full=True), negative)


def _nothing_of(left: Noun, negative: bool) -> Clause:
    """Say that there is none of what is named: `there is no friend of the child`; else that it is none."""
    words = plain(left.text)
    bare = text(words.removeprefix("the ")) if left.entity else dropped(left.text, len("the "))
    is_whose = any(_OWNERS.search(word) for word in words.split()[: len(head_words(bare)) + 1])
    if not words.startswith("the ") or is_whose or left.weight == CLAUSE:
        return Clause(left, "is", say("is_none"), negative)
    there = noun(say("there"), many=left.many)
    something = Clause(there, "is", bare if left.many else with_article(bare))
    return _either(Clause(there, "is", say("no_one_named", noun=bare)), something, negative)


def _either(nothing: Clause, something: Clause, negative: bool) -> Clause:
    """Give one of two clauses that are each other's opposite."""
    one_way, other = (something, nothing) if negative else (nothing, something)
    return Clause(one_way.subject, one_way.verb, one_way.rest, is_full=one_way.is_full, opposite=other)
