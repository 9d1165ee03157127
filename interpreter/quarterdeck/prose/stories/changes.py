"""Tell what a player marks on paper or moves on the board, and nothing that only a program keeps.

In: fields that were written. Out: clauses. Where a kind has a log, its numbers and things that stand neither in the log
nor on a marker are bookkeeping: nobody writes them down at the table, so no story tells them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from quarterdeck.engine.run.happenings import Changed
from quarterdeck.language.checks.logs import counter_of, field_of, log_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import Clause, negated, said
from quarterdeck.prose.english.nouns import noun
from quarterdeck.prose.english.phrases import PATTERNS
from quarterdeck.prose.english.speaker import predicate_of
from quarterdeck.prose.english.spoken_values import trimmed
from quarterdeck.prose.english.words import is_participle, plural, plural_verb
from quarterdeck.prose.stories.story_names import StoryNames, are_several, is_many
from quarterdeck.prose.stories.story_wording import tell
from quarterdeck.prose.text.runs import EMPTY, Text, joined, plain, text

IS_TIME = re.compile(r"\bturn\b")
"""What is found in the words of a number that says when something was done: it counts nothing."""


@dataclass(frozen=True)
class KeptOnPaper:
    """What players keep track of: the fields that stand in logs and on markers, and the kinds that have a log."""

    written: frozenset[str]
    logged: frozenset[str]

    def keeps(self, field: Field) -> bool:
        """Tell whether players keep track of a field: on paper, or by where a counter lies."""
        item = types.without_none(field.type)
        is_bookkeeping = isinstance(item, types.Number | types.Thing | types.ListType)
        return field.kind not in self.logged or field.address in self.written or not is_bookkeeping


def paper_of(declared: Declared) -> KeptOnPaper:
    """Give what the logs and markers of a ruleset say that players keep track of."""
    written: set[str] = set()
    logged: set[str] = set()
    for kind in declared.kinds.values():
        log, counter = log_of(declared, kind.name), counter_of(declared, kind.name)
        lines = log.lines if log is not None else []
        names = [name for line in lines for name in (line.field, line.most) if isinstance(name, str)]
        names += [marker.field for marker in counter.markers] if counter is not None else []
        found = (field_of(declared, kind, name) for name in names)
        written |= {field.address for field in found if field is not None}
        if log is not None:
            logged |= {kind.name, *(part.name for part in declared.kinds.values() if part.part_of == kind.name)}
    return KeptOnPaper(frozenset(written), frozenset(logged))


@dataclass(frozen=True)
class ChangeTeller:
    """Tells the changes of one example."""

    names: StoryNames
    paper: KeptOnPaper

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.names.checked.declared

    def is_kept(self, field: Field) -> bool:
        """Tell whether players keep track of a field."""
        return self.paper.keeps(field)

    def is_written(self, field: Field) -> bool:
        """Tell whether a field stands on paper."""
        return field.address in self.paper.written

    def field(self, event: Changed) -> Field | None:
        """Give the field that was written; nothing where it is none that players keep track of."""
        kind = self.declared.kinds.get(event.address.partition(".")[0])
        known = kind.fields.get(event.field.partition(".")[0]) if kind is not None else None
        if known is None or isinstance(known.type, types.ListType) or not self.is_kept(known):
            return None
        if event.before is None and not event.after and isinstance(known.type, types.Number | types.Boolean):
            return None  # what begins as nothing is nothing to write down
        return known

    def told(self, event: Changed, known_by: str = "") -> Text:
        """Tell a change as a clause; the thing `known_by` what was said before is `its`."""
        known = self.field(event)
        if known is None:
            return EMPTY
        thing = event.thing
        if isinstance(known.type, types.Deck):
            return self.deck(known, known.type, event)
        if isinstance(known.type, types.Boolean):
            owner = self.names.name(thing)
            claim = predicate_of(noun(plain(tell("it")) if owner == known_by else owner), known)
            return said(claim) if event.after else ended(claim)
        head = text(plain(without_article(trimmed(known.words))))
        if self.is_new(event):
            return EMPTY
        whose = self.whose(known, thing, head, known_by)
        was = event.before or 0
        before, after = (self.names.value(known.type, value) for value in (was, event.after))
        many = are_several(plain(head))
        if isinstance(known.type, types.Numeric) and was != event.after and not IS_TIME.search(known.words):
            up = event.after > was
            verb = ("rise" if up else "fall") if many else ("rises" if up else "falls")
            return tell("rises", whose=whose, rises=verb, before=before, after=after)
        if event.after == types.none_of(known.type) and not isinstance(known.type, types.Numeric):
            return tell("none_now", owner=self.names.name(thing), what=with_article(head))
        return tell("now", whose=whose, **{"is": "are" if many else "is"}, after=after)

    def revealed(self, owner: str, kind: str, words: str) -> Text | None:
        """Tell that something of a thing becomes known to all; `None` where the words are of none of its fields.

        That it has none of something, or that something is not so, surprises nobody.
        """
        for known in self.declared.kinds[kind].fields.values():
            head = trimmed(known.words)
            if not words.startswith(f"{head} "):
                continue
            value = words.removeprefix(f"{head} ")
            if isinstance(known.type, types.Boolean):
                return said(predicate_of(noun(owner), known)) if value == "yes" else EMPTY
            if value == PATTERNS["none"]:
                return EMPTY
            return tell("reveals", owner=owner, what=plain(without_article(head)), value=value)
        return None

    def is_new(self, event: Changed) -> bool:
        """Tell whether a thing was not there when the example began."""
        return not self.names.situation.state[event.thing]

    def figure(self, event: Changed) -> Text:
        """Give a number or a place of a thing that was made: `severity in percent 3`."""
        known = self.field(event)
        bare = types.without_none(known.type) if known is not None else None
        if known is None or not self.is_new(event) or not isinstance(bare, types.Number | types.Place):
            return EMPTY
        head = plain(without_article(trimmed(known.words)))
        return tell("figure", name=head, value=self.names.value(known.type, event.after))

    def whose(self, known: Field, thing: int, head: Text, known_by: str) -> Text:
        """Give a field with the thing whose it is."""
        if is_game(known):
            return tell("the", what=head)
        name = self.names.name(thing)
        is_known = bool(known_by) and name == known_by
        words = plain(head)
        if " its " in words:
            return tell("the", what=words if is_known else words.replace(" its ", f" {plain(possessive(name, EMPTY))}"))
        return tell("its", what=head) if is_known else possessive(name, head)

    def deck(self, known: Field, kind: types.Deck, event: Changed) -> Text:
        """Tell how many of a sort a deck holds; what lies on top of it is told where it is looked at."""
        sorts = self.declared.enums[kind.enum].words
        member = event.field.partition(".")[2]
        if member not in sorts:
            return EMPTY
        many = plural(plain(without_article(sorts[member])))
        deck = tell("the", what=plain(without_article(trimmed(known.words))))
        return tell("held", count=str(event.after), many=many, deck=deck)


def is_game(known: Field) -> bool:
    """Tell whether a field belongs to the game, and to no thing of it."""
    return known.kind == "Game"


def possessive(name: str, what: Text) -> Text:
    """Give what belongs to a thing that is called by a name."""
    if name.startswith("the ") and " of " in name and what:
        return tell("the", what=f"{plain(what)} of {name}")
    return tell("whose_many" if is_many(name) else "whose", owner=name, what=what)


def ended(claim: Clause) -> Text:
    """Say that something is no longer so."""
    words = plain(claim.rest)
    if claim.verb == "is" or (claim.verb == "has" and is_participle(words.split(" ", 1)[0])):
        if claim.verb == "has":
            return said(negated(claim))
        return joined([claim.subject.text, " ", tell("is_no_longer", what=claim.rest)])
    verb = plural_verb(claim.verb) if claim.subject.many else claim.verb
    return joined([claim.subject.text, " ", tell("no_longer", verb=verb, what=claim.rest)])
