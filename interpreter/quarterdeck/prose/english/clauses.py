"""What sentences are planned from, II: clauses, their negation, and how they hang on a noun.

A clause keeps subject and verb apart, so that it can be negated, agree with another subject, share its subject with the
clause before, or become a relative clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.nouns import Noun
from quarterdeck.prose.english.phrases import PATTERNS, listed, say
from quarterdeck.prose.text.runs import EMPTY, Text, dropped, first_word, joined, plain, text

PREPOSITIONS = frozenset("into in on at of to from with without by for behind before under over near among".split())


@dataclass(frozen=True)
class Clause:
    """Who does what.

    `verb` in the third person singular. `opposite` is said instead of the negation, where there is something better.
    """

    subject: Noun
    verb: str
    rest: Text = EMPTY
    negative: bool = False
    opposite: Clause | None = field(default=None)
    is_full: bool = False  # `has` in its own right: `does not have`, not `has not`
    turned: Clause | None = field(default=None)  # the same said from the other end
    owned: Noun | None = field(default=None)  # whose owner this tells, and in `belongs_to` who it is
    belongs_to: Text = EMPTY


@dataclass(frozen=True)
class Several:
    """Clauses that hold together (`and`) or of which one holds (`or`)."""

    how: str
    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Implied:
    """What must hold where something else does."""

    condition: Condition
    then: Condition


Condition: TypeAlias = Clause | Several | Implied


def negated(condition: Condition) -> Condition:
    """Give what holds where the condition does not."""
    match condition:
        case Clause(opposite=Clause() as other):
            return other if other.opposite is not None else replace(other, opposite=condition)
        case Clause(turned=turned):
            other_way = replace(turned, negative=not turned.negative) if turned is not None else None
            return replace(condition, negative=not condition.negative, turned=other_way, owned=None, belongs_to=EMPTY)
        case Several(how, parts):
            return Several("or" if how == "and" else "and", tuple(negated(part) for part in parts))
        case Implied(given, then):
            return Several("and", (given, negated(then)))


def predicate(clause: Clause, many: bool | None = None) -> Text:
    """Give verb and rest of a clause, agreeing with its subject or with the number asked for."""
    is_many = clause.subject.many if many is None else many
    verb, rest = clause.verb, clause.rest
    if not verb:
        return say("not", what=rest) if clause.negative else rest
    if not clause.negative:
        return (
            joined([inflect.plural_verb(verb) if is_many else verb, rest], " ")
            if rest
            else text(inflect.plural_verb(verb) if is_many else verb)
        )
    if verb == "must":  # what must not be is forbidden, and this only is not demanded
        return joined([PATTERNS["need_not"], rest], " ")
    if verb == "has" and plain(rest).startswith("to "):
        clause = replace(clause, is_full=True)
    if inflect.is_auxiliary(verb) and not clause.is_full:
        form = inflect.plural_verb(verb) if is_many else verb
        if plain(rest).startswith("not "):
            return joined([form, " ", dropped(rest, 4)])
        return say("cannot" if verb == "can" else "negative_auxiliary", verb=form, rest=rest)
    return say("negative_verb_many" if is_many else "negative_verb", verb=inflect.base_verb(verb), rest=rest)


def said(condition: Condition) -> Text:
    """Give the words of a condition, without `if`."""
    match condition:
        case Clause():
            return (
                joined([condition.subject.text, predicate(condition)], " ")
                if condition.subject.text
                else predicate(condition)
            )
        case Several(how, parts):
            return _grouped(how, parts)
        case Implied(given, then):
            return _grouped("or", (negated(given), then))


def demanded(condition: Condition) -> Text:
    """Give the words of what must be so: `if ..., then ...` where it must be so only on a condition."""
    if isinstance(condition, Implied):
        return say("implied", condition=said(condition.condition), then=said(condition.then))
    return said(condition)


def _grouped(how: str, parts: Sequence[Condition]) -> Text:
    """Give the words of clauses: those of one subject together, and the subject once."""
    groups: list[list[Condition]] = []
    parts = [one for part in parts for one in _flat(how, part)]
    for part in parts:
        if groups and _same_subject(groups[-1][-1], part):
            groups[-1].append(part)
        else:
            groups.append([part])
    found = [_of_one_subject(how, group, len(parts)) for group in groups]
    has_own = any(any(f" {word} " in plain(one) for word in ("and", "or")) for one in found)
    is_listed = any(isinstance(one, Several) and len(_flat(one.how, one)) > 2 for one, *_ in groups)
    apart = any(len(group) > 1 for group in groups) or is_listed or (len(groups) == 2 and has_own)
    if len(groups) > 1 and apart:
        return joined(found, PATTERNS[f"comma_{how}"])
    if len(groups) > 1 and has_own:  # a comma more says where the list goes on behind an `and` or `or` of its own
        return joined([joined(found[:-1], PATTERNS["comma"]), PATTERNS[f"comma_{how}"], found[-1]])
    return listed(found, how)


def _flat(how: str, part: Condition) -> list[Condition]:
    """Give the parts of a condition that is joined in the same way; what is implied is one of two."""
    if isinstance(part, Implied):
        part = Several("or", (negated(part.condition), part.then))
    if isinstance(part, Several) and part.how == how:
        return [one for inner in part.parts for one in _flat(how, inner)]
    return [part]


# Two clauses on `a child` may be about two children: the subject is said again.
_ANY = ("there", "a ", "an ", "no ", "any ", "some ", "another ")


def _same_subject(one: Condition, other: Condition) -> bool:
    return (
        isinstance(one, Clause)
        and isinstance(other, Clause)
        and bool(other.verb)
        and bool(other.subject.text)
        and not plain(other.subject.text).startswith(_ANY)
        and one.subject.text == other.subject.text
    )


def _of_one_subject(how: str, group: list[Condition], count: int) -> Text:
    first = group[0]
    if isinstance(first, Several):
        if any(not isinstance(one, Clause) for one in _flat(first.how, first)):
            return say("bracketed", value=said(first))  # a third level of `and` and `or` would not be told apart
        parts = _flat(first.how, first)
        key = "either" if first.how == "or" else "both" if len(parts) == 2 else "grouped"
        if count > 1 and all(_same_subject(parts[0], one) for one in parts):
            what = listed([predicate(one) for one in parts if isinstance(one, Clause)], first.how)
            assert isinstance(parts[0], Clause)
            return joined([parts[0].subject.text, " ", say(key, what=what)])
        return say(key if count > 1 else "grouped", what=said(first))
    found = [said(first)]
    for before, part in pairwise(group):
        assert isinstance(part, Clause)
        assert isinstance(before, Clause)
        is_same_verb = (before.verb, before.negative) == (part.verb, part.negative) and not part.negative
        verbless = is_same_verb and first_word(part.rest) in PREPOSITIONS
        found.append(part.rest if verbless else predicate(part))
    return listed(found, how)


def _is_owned(part: Condition, variable: str) -> bool:
    """Tell whether a part only says whose the thing is: `the glove of the child` is enough."""
    return isinstance(part, Clause) and part.owned is not None and part.owned.entity == variable


_ORDER = ("", "that", "that_clause", "whose", "for_which")


def relative(condition: Condition, variable: str, many: bool = False) -> Text:
    """Give the condition as words behind the noun that it is about: `that is ...`, `whose ...`, `for which ...`."""
    parts = condition.parts if isinstance(condition, Several) else (condition,)
    how = condition.how if isinstance(condition, Several) else "and"
    owners = [part for part in parts if how == "and" and _is_owned(part, variable)]
    if owners:
        others = tuple(part for part in parts if not any(part is owner for owner in owners))
        rest = relative(Several("and", others), variable, many) if others else EMPTY
        said_owners = [say("belonging_to", owner=owner.belongs_to) for owner in owners if isinstance(owner, Clause)]
        return joined([*said_owners, rest] if rest else said_owners, " ")
    if any(not isinstance(part, Clause) for part in parts) and how == "or":
        return say("for_which", clause=said(condition))
    found: list[Text] = []
    openings: list[str] = []
    hanging = [_hanging(part, variable, many) for part in parts]
    if how == "and":
        eithers = [isinstance(part, Several) and one[0] == "that" for part, one in zip(parts, hanging, strict=True)]
        if len(parts) > 1:  # what is one of several comes last, where its end is the end
            ordered = sorted(zip(eithers, hanging, strict=True), key=lambda one: (_ORDER.index(one[1][0]), one[0]))
            hanging = [(one[0], say("either", what=one[1]) if is_either else one[1]) for is_either, one in ordered]
    for opening, words in hanging:
        if opening and openings and openings[-1] == opening and opening == "that":
            found.append(words)
        else:
            found.append(say(opening, clause=words) if opening else words)
        openings.append(opening)
    return listed(found, how)


def _hanging(part: Condition, variable: str, many: bool) -> tuple[str, Text]:
    if isinstance(part, Clause):
        subject = part.subject
        if subject.entity == variable and subject.owner is None:
            return "that", predicate(part, many)
        if subject.owner is not None and subject.owner.entity == variable:
            return "whose", joined([subject.head, predicate(part)], " ")
        if part.turned is not None and not is_about(part, variable):
            return _hanging(part.turned, variable, many)
        if with_gap := _gapped(part, variable):
            return "that_clause", with_gap
    if isinstance(part, Several) and part.how == "or":
        inner = [_hanging(one, variable, many) for one in part.parts]
        if all(opening == "that" for opening, _ in inner):
            return "that", listed([words for _, words in inner], "or")
    return "for_which", said(part)


def _gapped(clause: Clause, variable: str) -> Text:
    """Give a clause that ends in its thing without it: `the thrower has hit` of `the thrower has hit the child`."""
    mentions = [index for index, run in enumerate(clause.rest) if run.entity == variable]
    if not clause.verb or len(mentions) != 1 or any(run.entity == variable for run in clause.subject.text):
        return EMPTY
    before, after = clause.rest[: mentions[0]], clause.rest[mentions[0] + 1 :]
    is_plain = clause.rest[mentions[0]].case in ("plain", "value")
    opening = plain(before).split(" ")
    hangs = len(opening) < 2 or opening[-2] in PREPOSITIONS or len(opening) == 2
    if not is_plain or not hangs or (clause.verb == "is" and not before) or plain(before).endswith(" of "):
        return EMPTY
    stripped = (*before[:-1], replace(before[-1], words=before[-1].words.rstrip())) if before else before
    rest = joined([stripped, after if before else dropped(after, 1)])
    return said(replace(clause, rest=rest))


def is_about(condition: Condition, variable: str) -> bool:
    """Tell whether a clause has the thing itself as its subject."""
    return isinstance(condition, Clause) and condition.subject.entity == variable and condition.subject.owner is None


def parts_of(condition: Condition, how: str = "and") -> tuple[Condition, ...]:
    """Give the parts of a condition that is joined so; the condition itself where it is not."""
    return condition.parts if isinstance(condition, Several) and condition.how == how else (condition,)
