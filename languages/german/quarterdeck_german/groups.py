"""German lists and what is gathered over them: each, any, all, the first of, the one with the most.

In: the noun for one of a list, the list itself where it is not everything of its kind, a condition. Out: phrases.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.prose.text.runs import Text, joined, text
from quarterdeck_german.grammar import (
    CLAUSE,
    MANY,
    Case,
    Condition,
    Determiner,
    GermanClause,
    GermanNoun,
    GermanSeveral,
    Phrase,
    fixed,
    in_cases,
    one_of,
    phrase,
    relative,
)

_THOSE: dict[Case, str] = {"nom": "diejenigen", "acc": "diejenigen", "dat": "denjenigen", "gen": "derjenigen"}


@dataclass(frozen=True)
class GermanGroup:
    """A list to go through: the noun for one of it, and the whole where it is not everything of a kind."""

    noun: GermanNoun
    variable: str
    whole: Phrase | None = None
    where: Condition | None = None

    @property
    def is_called_so(self) -> bool:
        """Tell whether one of the list is called as the list is: `jedes der Kinder im Freien`."""
        noun = self.whole.noun if self.whole is not None else None
        return noun is not None and noun.many == self.noun.many and not self.noun.adjectives

    def narrowed(self, where: Condition) -> GermanGroup:
        """Give those for which a condition holds as well."""
        return replace(self, where=where if self.where is None else GermanSeveral("und", (self.where, where)))

    def _split(self) -> tuple[list[Phrase], Condition | None]:
        """Take out of the condition what its thing may not be: `außer dem Werfer`, or `ander-` says it already."""
        parts = self.where.parts if isinstance(self.where, GermanSeveral) and self.where.how == "und" else (self.where,)
        others: list[Phrase] = []
        left: list[Condition] = []
        for part in parts:
            excluded = part.excluded if isinstance(part, Excluding) and part.negative else None
            if excluded is not None and isinstance(part, GermanClause) and part.subject.entity == self.variable:
                others.append(excluded)
            elif part is not None:
                left.append(part)
        if len(others) == 1 and self.noun.adjectives[:1] == ("ander",):
            others = []
        rest = None if not left else left[0] if len(left) == 1 else GermanSeveral("und", tuple(left))
        return others, rest

    def _behind(self, many: bool) -> Text:
        others, where = self._split()
        pieces: list[Text] = []
        if others:
            pieces.append(joined([" außer ", joined([other.dat for other in others], " und ")]))
        if where is not None:
            gender = MANY if many else self.noun.gender
            pieces.append(joined([", ", relative(where, self.variable, gender), ","]))
        return joined(pieces)

    def split(self, determiner: Determiner) -> tuple[Phrase, Text]:
        """Give `ein Kind` and apart from it what stands behind it: `, das nass ist,`."""
        bare = replace(self, where=None) if not self._split()[0] else self
        return (bare.one(determiner), self._behind(many=False)) if bare.where is None else (self.one(determiner), ())

    def one(self, determiner: Determiner) -> Phrase:
        """Give one of the list: `ein Kind, das nass ist,`, `jedes Kind unter denen, die ...`."""
        found = phrase(self.noun, determiner)
        among = joined([" unter ", self.whole.dat]) if self.whole is not None else ()
        if self.whole is not None and self.is_called_so and determiner in ("each", "a", "no"):
            found, among = one_of(determiner, self.noun, self.whole), ()
        behind = self._behind(many=False)
        return replace(found.around("{}{among}{behind}", among=among, behind=behind), noun=None, many=found.many)

    def each(self) -> Phrase:
        """Give `jedes Kind, das nass ist,`."""
        return self.one("each")

    def all(self, determiner: Determiner) -> Phrase:
        """Give all of the list: `alle Kinder, die nass sind,`."""
        behind = self._behind(many=True)
        if self.whole is None:
            found = phrase(self.noun, determiner, True)
            return replace(found.around("{}{behind}", behind=behind), many=True, gender=MANY)
        if not behind:
            return self.whole
        whole = self.whole.gen
        return in_cases(lambda case: joined([_THOSE[case], " ", whole, behind]), many=True, gender=MANY, weight=CLAUSE)

    def some(self, how_many: str) -> Phrase:
        """Give some of the list: `bis zu zwei Kinder unter denen im Freien, die nass sind,`."""
        among = joined([" unter ", self.whole.dat]) if self.whole is not None else ()
        many = phrase(self.noun, "", True)
        if self.whole is not None and self.is_called_so:
            many, among = fixed(self.whole.gen), ()
        found = many.around("{how_many} {}{among}{behind}", how_many=how_many, among=among,
                                                   behind=self._behind(many=True))  # fmt: skip
        return replace(found, many=True, gender=MANY)

    def first(self) -> Phrase:
        """Give the first of the list."""
        first = replace(self.noun, adjectives=("erst", *self.noun.adjectives))
        return replace(replace(self, noun=first).one("the"), weight=CLAUSE)

    def first_of(self, key: Phrase | None, is_most: bool) -> Phrase:
        """Give the first of the list, or the one that comes first by something."""
        return self.first() if key is None else self.best(key, is_most)

    def best(self, key: Phrase, is_most: bool) -> Phrase:
        """Give the one with the most or least of something."""
        way = "größten" if is_most else "kleinsten"
        head = phrase(key.noun).gen if key.noun is not None and key.owner is not None else key.gen
        found = phrase(self.noun, "the")
        among = self.all("all")
        around = found.around("{} mit dem {way} Wert {key} unter {among:dat}", way=text(way), key=head, among=among)
        return replace(around, weight=CLAUSE)


@dataclass(frozen=True)
class Excluding(GermanClause):
    """A clause that says that one thing is another, which may be said as `außer`."""

    excluded: Phrase | None = None
