"""Word lists and what is gathered over them: each, every, any, the sum of, the first of.

In: a list as a `Group`, the words for its variable, a condition. Out: noun phrases and clauses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.language.syntax import nodes
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import Clause, Condition, Several, is_about, negated, parts_of, relative, said
from quarterdeck.prose.english.nouns import Noun, head_word, noun
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.text.runs import EMPTY, Text, bare, dropped, joined, plain


@dataclass(frozen=True)
class Group:
    """A list to choose from or go through: the words for one of it and for all.

    There are none for one where only `one of ...` will do.
    """

    all: Noun
    one: Text = EMPTY
    variable: str = ""  # the name of the variable that goes through it
    role: str = ""  # what one of it is called from then on, where that is not its own word
    where: Condition | None = None
    called: str = ""  # the words for it from then on; none where they are those for its name

    def narrowed(self, where: Condition | None) -> Group:
        """Give the group of those for which a condition holds."""
        return replace(self, where=where)


def _exclusions(group: Group) -> tuple[list[Text], Condition | None]:
    """Take out of a condition what its thing may not be: `other than the thrower`."""
    if group.where is None:
        return [], None
    others: list[Text] = []
    left: list[Condition] = []
    for part in parts_of(group.where):
        about = isinstance(part, Clause) and part.negative and part.verb == "is" and part.subject.owner is None
        if (
            about
            and isinstance(part, Clause)
            and part.subject.entity == group.variable
            and bool(part.rest and part.rest[0].entity)
        ):
            others.append(part.rest)
        else:
            left.append(part)
    rest = None if not left else left[0] if len(left) == 1 else Several("and", tuple(left))
    return others, rest


def one_such(group: Group, many: bool = False) -> Text:
    """Give the words for one of a group, or for all of it, with the condition behind them and without an article."""
    others, where = _exclusions(group)
    words = group.one
    if many or not words:
        words = group.all.text
    has_role = bool(group.role and words) and not group.role.startswith("other ")
    is_other = bool(group.one) and not many and len(others) == 1 and _is_the_one(others[0], group.one)
    if is_other or (group.role.startswith("other ") and group.one and len(others) < 2 and not many):
        words, others = say("other_one", one=group.one), []
    if has_role:
        words = joined([words, say("aside", what=say("the", noun=group.role))])
    if others:
        words = say("others_than" if many else "other_than", noun=words, others=listed(others))
    if where is not None:
        key = "such_and" if " that " in plain(words) else "such_that"
        words = say(key, noun=words, relative=relative(where, group.variable, many))
    return words


def _is_the_one(words: Text, one: Text) -> bool:
    """Tell whether words for what is left out only say its kind, so that `other` says all."""
    return plain(words) == plain(say("the", noun=one))


def each(group: Group) -> Text:
    """Give `each child that is dry`, `each of the child's gloves`."""
    return say("each", one=one_such(group)) if group.one else say("each_of", all=_all_such(group))


def every(group: Group) -> Text:
    """Give `every child that is dry`."""
    return say("every", one=one_such(group)) if group.one else say("every_of", all=_all_such(group))


def any_one(group: Group, *, written_out: bool = False) -> Text:
    """Give `a child that is dry`; of values that are written out `one of 1 and 2 that is odd`."""
    words = one_such(group) if group.one else EMPTY
    if written_out and group.where is not None:
        found = say("one_of", all=group.all.text)
        return say("such_that", noun=found, relative=relative(group.where, group.variable, many=False))
    if not group.one:
        return say("one_of", all=_all_such(group))
    if plain(words).startswith("other "):
        return say("another", one=dropped(words, 6))
    return with_article(words)


def nobody(group: Group) -> Text:
    """Give `no child that is dry`."""
    return say("none_such", one=one_such(group)) if group.one else say("none_of", all=_all_such(group))


def _all_such(group: Group) -> Text:
    return one_such(group, many=True)


def all_such(group: Group) -> Noun:
    """Give `all children that are dry`, `the child's gloves that are wet`."""
    words = _all_such(group)
    if group.one and plain(group.all.text).split(" ", 1)[0] not in ("the", "all") and group.all.owner is None:
        words = say("all", many=words)
    return noun(words, many=True, weight=group.all.weight, owner=None, counted=EMPTY)


def exists(group: Group) -> Clause:
    """Say that there is such a thing."""
    others, where = _exclusions(group)
    if not others and isinstance(where, Clause) and group.one and not group.role and is_about(where, group.variable):
        anything = replace(group, where=None)
        subject = noun(any_one(anything))
        if where.negative and where.verb:
            all_are = Clause(noun(every(anything)), where.verb, where.rest, is_full=where.is_full)
            return Clause(subject, where.verb, where.rest, True, is_full=where.is_full, opposite=all_are)
        if where.verb:
            nobody_is = Clause(noun(nobody(anything)), where.verb, where.rest, is_full=where.is_full)
            return Clause(subject, where.verb, where.rest, is_full=where.is_full, opposite=nobody_is)
    there = noun(say("there"))
    return Clause(there, "is", any_one(group), opposite=Clause(there, "is", nobody(group)))


def first_does(first: Noun, group: Group, claim: Condition) -> Clause:
    """Say that something holds for the first one: `the first of all children is dry`."""
    if isinstance(claim, Clause) and claim.verb and is_about(claim, group.variable) and claim.opposite is None:
        return replace(claim, subject=first)
    whole, other = (say("for_first", first=first.text, clause=said(one)) for one in (claim, negated(claim)))
    return Clause(noun(EMPTY), "", whole, opposite=Clause(noun(EMPTY), "", other))


def all_do(group: Group, claim: Condition) -> Clause:
    """Say that something holds for every one: `every child is dry`."""
    subject = noun(every(group))
    if isinstance(claim, Clause) and claim.subject.entity == group.variable and claim.subject.owner is None:
        if claim.negative:
            return Clause(
                noun(nobody(group)),
                claim.verb,
                claim.rest,
                opposite=exists(group.narrowed(_with(group.where, negated(claim)))),
            )
        return Clause(
            subject, claim.verb, claim.rest, opposite=exists(group.narrowed(_with(group.where, negated(claim))))
        )
    whole = say("for_every", every=every(group), clause=said(claim))
    return Clause(noun(EMPTY), "", whole, opposite=exists(group.narrowed(_with(group.where, negated(claim)))))


def _with(where: Condition | None, more: Condition) -> Condition:
    return more if where is None else Several("and", (*parts_of(where), *parts_of(more)))


def number_of(group: Group) -> Noun:
    """Give how many there are of a group."""
    words = _all_such(group)
    words = without_article(words)
    return noun(say("count_such", many=words), counted=say("the", noun=words), is_number=True)


def best(group: Group, extreme: str, key: Noun) -> Noun:
    """Give the one that comes first by a key."""
    extreme, head = _ranked(extreme, key)
    one = without_role(group)
    return noun(say("first_ranked", one=one, many=all_such(group).text, extreme=say(extreme), key=head), weight=3)


def end_of(ranking: nodes.HighestFirst | nodes.LowestFirst) -> str:
    """Give the end at which an order begins."""
    return "highest" if isinstance(ranking, nodes.HighestFirst) else "lowest"


def order_of(extreme: str, key: Noun) -> Text:
    """Give the order of a key: `beginning with the highest wet`."""
    extreme, head = _ranked(extreme, key)
    return say("ranked_order", extreme=say(extreme), key=head)


def in_order(many: Noun, extreme: str, key: Noun) -> Noun:
    """Give a list in the order of a key: `all children, beginning with the highest wet`."""
    return noun(say("in_order", many=many.text, order=order_of(extreme, key)), many=True, weight=3)


def _ranked(extreme: str, key: Noun) -> tuple[str, Text]:
    """Give the word for an end of an order, and what it is an order of."""
    head = key.head or without_article(key.text)
    return f"{extreme}_many" if inflect.is_plural(head_word(head)) else extreme, head


def without_role(group: Group) -> Text:
    """Give the bare word for one of a group."""
    words = without_article(group.one)
    return say("one") if not words or len(words) > 1 else bare(words)


def first(group: Group) -> Noun:
    """Give the first one of a group."""
    return noun(say("first_such", many=all_such(group).text), weight=3)


def is_other(variable: str) -> bool:
    """Tell whether a variable is called by nothing but that it is another one."""
    return variable.split("_", maxsplit=1)[0] in ("other", "another")


def role_of(variable: str, one: str) -> str:
    """Give what the variable of a list is called, where that is not the word for its things."""
    words = variable.replace("_", " ")
    return "" if not one or words == one or one.endswith(f" {words}") or one.startswith(f"{words} ") else words
