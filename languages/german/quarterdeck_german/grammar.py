"""German grammar: nouns and phrases in their cases, clauses in the three orders of their words.

In: words with what belongs to them (gender, plural, genitive), patterns with the case of each slot. Out: `Phrase`s,
which know all four cases, and `GermanClause`s, which are said as a sentence, behind something, or behind `wenn`.
Nothing is put into an order or a case before it is known where it stands: so a phrase can be an object or hang on
another, and a clause be negated, turned or become a relative one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypeAlias

from quarterdeck.base import decimals
from quarterdeck.prose.text.runs import EMPTY, Run, Text, Words, joined, plain, styled, text

Case = Literal["nom", "acc", "dat", "gen"]
CASES: tuple[Case, ...] = ("nom", "acc", "dat", "gen")
Determiner = Literal["the", "a", "no", "each", "this", "all", ""]
ATOM, PRODUCT, SUM, CLAUSE = 0, 1, 2, 3
MANY = "many"
"""What stands in the place of a gender where there is more than one."""

# For each determiner and gender the four cases, in the order of `CASES`.
_THE = {"m": "der den dem des", "f": "die die der der", "n": "das das dem des", MANY: "die die den der"}
_A = {"m": "ein einen einem eines", "f": "eine eine einer einer", "n": "ein ein einem eines"}
_THIS = {
    "m": "dieser diesen diesem dieses",
    "f": "diese diese dieser dieser",
    "n": "dieses dieses diesem dieses",
    MANY: "diese diese diesen dieser",
}
_DETERMINERS: dict[str, dict[str, list[str]]] = {
    "the": {gender: forms.split() for gender, forms in _THE.items()},
    "a": {gender: forms.split() for gender, forms in _A.items()} | {MANY: [""] * 4},
    "no": {gender: [f"k{form}" for form in forms.split()] for gender, forms in _A.items()}
    | {MANY: "keine keine keinen keiner".split()},
    "this": {gender: forms.split() for gender, forms in _THIS.items()},
    "each": {gender: [f"jed{form[4:]}" for form in forms.split()] for gender, forms in _THIS.items()},
    "all": {MANY: "alle alle allen aller".split()},
}
_ONE_OF = {"m": "einer einen einem eines", "f": "eine eine einer einer", "n": "eines eines einem eines"}
_WEAK = {"m": "e en en en", "f": "e e en en", "n": "e e en en", MANY: "en en en en"}
_MIXED = {"m": "er en en en", "f": "e e en en", "n": "es es en en", MANY: "en en en en"}
_STRONG = {"m": "er en em en", "f": "e e er er", "n": "es es em en", MANY: "e e en er"}
RELATIVES = {
    "m": "der den dem dessen",
    "f": "die die der deren",
    "n": "das das dem dessen",
    MANY: "die die denen deren",
}
_GENDERS = {"der": "m", "die": "f", "das": "n"}


class FormError(Exception):
    """Words of a ruleset that are not written as they must be; the text says what is wrong."""


@dataclass(frozen=True)
class GermanNoun:
    """A noun with what its forms need.

    `adjectives` are stems (`letzt`), or words that never change (`zu=`); `tail` stands behind it and may have slots.
    One that `is_adjective` is declined like those: `das Doppelte, des Doppelten`.
    """

    one: str
    gender: str
    many: str = ""
    of: str = ""
    adjectives: tuple[str, ...] = ()
    tail: str = ""
    is_adjective: bool = False

    @property
    def is_plural(self) -> bool:
        """Tell whether there is no singular."""
        return not self.one

    @property
    def is_weak(self) -> bool:
        """Tell whether it ends alike in all cases but the first: `der Matrose, den Matrosen`."""
        return self.gender == "m" and bool(self.of) and self.of == self.many and self.of.endswith("n")

    def form(self, case: Case, many: bool) -> str:
        """Give the bare noun.

        Raises:
            FormError: there is no plural, or no singular.
        """
        if not (self.many if many else self.one):
            raise FormError(f"`{self.one or self.many}` has no {'plural' if many else 'singular'}")
        if not many:
            if case == "gen":
                return self.of or _genitive(self.one, self.gender)
            return self.of if self.is_weak and case != "nom" else self.one
        return f"{self.many}n" if case == "dat" and not self.many.endswith(("n", "s")) else self.many

    def declined(self, determiner: Determiner, case: Case, many: bool) -> str:
        """Give the noun with its adjectives and an article in front of it."""
        gender, at = MANY if many else self.gender, CASES.index(case)
        article = _DETERMINERS[determiner][gender][at] if determiner else ""
        endings = _STRONG if not article else _MIXED if determiner in ("a", "no") else _WEAK
        ending = endings[gender].split()[at]
        stems = [stem.removesuffix("=") if stem.endswith("=") else stem + ending for stem in self.adjectives]
        noun = self.one + ending if self.is_adjective else self.form(case, many)
        return " ".join(word for word in (article, *stems, noun) if word)


def _genitive(noun: str, gender: str) -> str:
    if gender == "f":
        return noun
    return f"{noun}es" if noun.endswith(("s", "ß", "x", "z", "sch")) else f"{noun}s"


def noun_of(words: str) -> GermanNoun:
    """Read a noun: `das Kind / Kinder / Kindes`, `der letzte Wurf`, `/ Kinder {side:gen} im Freien`.

    First the singular with its article, adjectives before it and whatever stands behind it; then the plural, where
    there is one; then the genitive, where that does not simply end in -s. Of what has no singular the first is left
    out. A masculine whose genitive is its plural is weak, `der Matrose / Matrosen / Matrosen`; what is declined like an
    adjective has a star, `das Doppelte*`.

    Raises:
        FormError: there is no article, or no noun behind it.
    """
    first, many, of = [part.strip() for part in (*f" {words} ".split(" / "), "", "")[:3]]
    whole = first or many
    article, _, rest = first.partition(" ") if first else ("", "", many)
    if first and article not in _GENDERS:
        raise FormError(f"`{words}` does not begin with der, die or das")
    found = re.match(r"((?:[a-zäöüß]+ )*)([A-ZÄÖÜ0-9„{][^\s,]*)(.*)", rest)
    if not found:
        raise FormError(f"in `{whole}` there is no noun with a capital")
    stems = tuple(re.sub("en?$", "", word) if word.endswith(("e", "en")) else f"{word}=" for word in found[1].split())
    tail = found[3].strip()
    if not first:
        return GermanNoun("", MANY, found[2], "", stems, tail)
    if found[2].endswith("e*"):
        return GermanNoun(found[2][:-2], _GENDERS[article], "", "", stems, tail, is_adjective=True)
    return GermanNoun(found[2], _GENDERS[article], many, of, stems, tail)


@dataclass(frozen=True)
class Phrase:
    """A noun phrase in its four cases.

    `noun` is its head and `owner` whose it is, where it can be said of that as `dessen ...`; `entity` is the variable
    that it stands for. `weight` is that of calculations; `bare` and `notes` are a value and the remark behind it.
    """

    nom: Text
    acc: Text
    dat: Text
    gen: Text
    many: bool = False
    gender: str = "n"
    noun: GermanNoun | None = None
    owner: Phrase | None = field(default=None)
    entity: str = ""
    literal: Fraction | None = None
    weight: int = ATOM
    bare: Phrase | None = field(default=None)
    notes: Text = EMPTY
    is_member: bool = False

    def case(self, case: Case) -> Text:
        """Give it in one case."""
        found: Text = getattr(self, case)
        return found

    def around(self, pattern: str, **slots: Phrase | Words) -> Phrase:
        """Give a pattern around it, in which `{}` is this phrase in whatever case is wanted."""
        bare = pattern.replace("{}", "{self}")
        made = in_cases(
            lambda case: filled(bare, self=self.case(case), **slots), weight=self.weight, entity=self.entity
        )
        return replace(made, many=self.many, gender=self.gender, bare=self.bare, notes=self.notes)

    def linked(self, to: str, style: str = "") -> Phrase:
        """Give it leading to an address."""
        made = in_cases(lambda case: styled(self.case(case), style, to))
        return replace(self, nom=made.nom, acc=made.acc, dat=made.dat, gen=made.gen)


def in_cases(form: Callable[[Case], Text], **more: Any) -> Phrase:
    """Give a phrase from what makes each of its cases."""
    return Phrase(form("nom"), form("acc"), form("dat"), form("gen"), **more)


def fixed(words: Words, **more: Any) -> Phrase:
    """Give a phrase that is the same in all cases: a number, a title."""
    found = text(words)
    return Phrase(found, found, found, found, **more)


Slots: TypeAlias = Mapping[str, Phrase | Words]
_SLOT = re.compile(r"\{(\w+\*?)(?::(nom|acc|dat|gen))?\}")


def filled(pattern: str, usual: Case = "nom", /, **slots: Phrase | Words) -> Text:
    """Fill a pattern: `{child:dat}` is a phrase in a case; without one it is in the usual case.

    Raises:
        FormError: a slot is not known.
    """
    runs: list[Words] = []
    at = 0
    for slot in _SLOT.finditer(pattern):
        if slot[1] not in slots:
            raise FormError(f"`{slot[1]}` is nothing that can be spoken of here")
        value = slots[slot[1]]
        runs += [pattern[at : slot.start()]]
        if isinstance(value, Phrase):
            case: Case = next((case for case in CASES if case == slot[2]), usual)
            runs.append(value.case(case))
        else:
            runs.append(value)
        at = slot.end()
    return joined([*runs, pattern[at:]])


def slots_in(pattern: str) -> tuple[str, ...]:
    """Give the names of the slots of a pattern, but for that of `nicht`."""
    return tuple(dict.fromkeys(slot[1] for slot in _SLOT.finditer(pattern) if slot[1] != "not"))


def phrase(noun: GermanNoun, determiner: Determiner = "the", many: bool = False, /, **slots: Phrase | Words) -> Phrase:
    """Give a noun with its article and what stands behind it."""
    many = many or noun.is_plural
    tail = filled(noun.tail, **slots) if noun.tail else EMPTY

    def form(case: Case) -> Text:
        head = filled(noun.declined(determiner, case, many), **slots)
        return joined([head, tail], "" if noun.tail.startswith(",") else " ") if tail else head

    return in_cases(form, many=many, gender=MANY if many else noun.gender, noun=noun)


def one_of(determiner: Determiner, noun: GermanNoun, whole: Phrase) -> Phrase:
    """Give one of several: `jedes der Kinder`, `keine der Taschen`."""

    def form(case: Case) -> Text:
        one = _DETERMINERS["each"][noun.gender] if determiner == "each" else _ONE_OF[noun.gender].split()
        word = one[CASES.index(case)]
        return joined([f"k{word}" if determiner == "no" else word, " ", whole.gen])

    return in_cases(form, gender=noun.gender)


def of(head: Phrase, owner: Phrase) -> Phrase:
    """Give what belongs to something: `die Nässe des Kindes`."""
    made = in_cases(lambda case: joined([head.case(case), owner.gen], " "), owner=owner, weight=PRODUCT)
    return replace(made, many=head.many, gender=head.gender, noun=head.noun)


def figures(value: Fraction | int) -> str:
    """Give a number in figures, with a comma and a true minus."""
    return decimals.shown(value).replace(".", ",").replace("-", "\N{MINUS SIGN}")


NUMBER_WORDS = "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split()


def counted(value: Fraction, noun: GermanNoun, *, in_words: bool = True) -> Phrase:
    """Give so many of something: `eine Tasche`, `zwei Taschen`, `3 Schritte`."""
    if value == 1:
        if in_words:
            return replace(phrase(noun, "a"), literal=value)
        return in_cases(lambda case: text(f"1 {noun.form(case, many=False)}"), gender=noun.gender, literal=value)
    is_word = in_words and value.denominator == 1 and 1 < value < len(NUMBER_WORDS)
    number = NUMBER_WORDS[int(value)] if is_word else figures(value)
    many = partial(noun.declined, "", many=True)
    return in_cases(lambda case: text(f"{number} {many(case)}"), many=True, gender=MANY, literal=value)


def listed(items: list[Text], how: str = "und") -> Text:
    """Join texts as a list: `a, b und c`."""
    if len(items) < 2:
        return items[0] if items else EMPTY
    return joined([joined(items[:-1], ", "), f" {how} ", items[-1]])


def list_of(items: list[Phrase], how: str = "und") -> Phrase:
    """Join phrases as a list, in each case."""
    if len(items) == 1:
        return items[0]

    def form(case: Case) -> Text:
        return listed([item.case(case) for item in items], how)

    return in_cases(form, many=how == "und", gender=MANY, weight=PRODUCT)


# --- clauses


@dataclass(frozen=True)
class GermanClause:
    """Who does what: subject, finite verb (`ist`, of many `sind`), what stands between, and the end.

    `before` and `middle` are what stands between, cut where `nicht` comes; `end` is a participle, an infinitive or,
    with a hyphen, the first part of a verb (`vor-`); `after` comes behind everything. `opposite` is said instead of the
    negation, where there is something better. A subject that only keeps the first place (`es gilt`, written `es?`) is
    said there and nowhere else. Everything but the subject leads `to` an address.
    """

    subject: Phrase
    verb: str
    many_verb: str = ""
    before: Text = EMPTY
    middle: Text = EMPTY
    end: str = ""
    after: Text = EMPTY
    negative: bool = False
    opposite: GermanClause | None = field(default=None)
    keeps_place: bool = False
    to: str = ""

    @property
    def finite(self) -> str:
        """Give the verb as it agrees with its subject.

        Raises:
            FormError: the subject is many, and nobody said how the verb is then.
        """
        if not self.subject.many:
            return self.verb
        if not self.many_verb:
            raise FormError(f"`{self.verb}` has no plural")
        return self.many_verb

    def _inner(self) -> list[Words]:
        return [self.before, "nicht" if self.negative else "", self.middle]

    def main(self) -> Text:
        """Give it as a sentence: `das Kind ist nass`."""
        return self._said([self.subject.nom, *self._linked([self.finite, *self._inner(), self.end.rstrip("-")])])

    def inverted(self) -> Text:
        """Give it as it stands behind something that comes first: `ist das Kind nass`."""
        rest = self._linked([*self._inner(), self.end.rstrip("-")])
        return self._said([*self._linked([self.finite]), *self._who(), *rest])

    def subordinate(self, subject: Text | None = None) -> Text:
        """Give it as it stands behind `wenn`: `das Kind nass ist`; with a relative pronoun in place of its subject."""
        whole = self.end[:-1] + self.finite if self.end.endswith("-") else f"{self.end} {self.finite}".strip()
        return self._said([*(self._who() if subject is None else (subject,)), *self._linked([*self._inner(), whole])])

    def _linked(self, pieces: list[Words]) -> list[Words]:
        """Give what is said of the subject, leading where the clause leads; a link is one run of words."""
        words = joined([piece for piece in pieces if piece], " ")
        return [styled(words, to=self.to) if self.to else words] if words else []

    def _who(self) -> tuple[Text, ...]:
        return () if self.keeps_place else (self.subject.nom,)

    def _said(self, pieces: list[Words]) -> Text:
        return joined([joined([piece for piece in pieces if piece], " "), self.after])


@dataclass(frozen=True)
class GermanSeveral:
    """Clauses that hold together (`und`) or of which one holds (`oder`)."""

    how: str
    parts: tuple[Condition, ...]


Condition: TypeAlias = GermanClause | GermanSeveral


def negated(condition: Condition) -> Condition:
    """Give what holds where the condition does not."""
    match condition:
        case GermanClause(opposite=GermanClause() as other):
            return other
        case GermanClause():
            return replace(condition, negative=not condition.negative)
        case GermanSeveral(how, parts):
            return GermanSeveral("oder" if how == "und" else "und", tuple(negated(part) for part in parts))


def behind(condition: Condition) -> Text:
    """Give the words of a condition as they stand behind `wenn`; what is joined otherwise inside is in brackets."""
    match condition:
        case GermanClause():
            return condition.subordinate()
        case GermanSeveral(how, parts):
            return listed(_parts(how, parts, behind), how)


def stated(condition: Condition) -> Text:
    """Give the words of a condition as a sentence."""
    match condition:
        case GermanClause():
            return condition.main()
        case GermanSeveral(how, parts):
            return listed(_parts(how, parts, stated), how)


def _parts(how: str, parts: tuple[Condition, ...], said: Any) -> list[Text]:
    found: list[Text] = []
    for part in parts:
        if isinstance(part, GermanSeveral) and part.how == how:
            found += _parts(how, part.parts, said)
        elif isinstance(part, GermanSeveral):
            found.append(joined(["(", said(part), ")"]))
        else:
            found.append(said(part))
    return found


def clause(pattern: str, subject: Phrase | None = None, /, **slots: Phrase | Words) -> GermanClause:
    """Read a clause: `{child} | zieht/ziehen | sich {not} | zurück- | , wenn ...`.

    Subject, verb (of one, of many), what stands between with the place of `nicht`, the end, what comes behind all. What
    has no case of its own is the subject in the first part, and an object in the accusative in the others.

    Raises:
        FormError: there is no verb, or a slot is not known.
    """
    parts = [part.strip() for part in pattern.split("|")]
    if len(parts) < 2 or not parts[1] or len(parts) > 5:
        raise FormError(f"`{pattern}` is not a clause: write the subject, a line, the verb, as in `{{child}} | läuft`")
    who, verb, between, end, after = (*parts, "", "", "")[:5]
    one, _, many = verb.partition("/")
    before, mark, rest = between.partition("{not}")
    if not mark:
        before, rest = between, ""
    return GermanClause(
        subject or _subject(who.removesuffix("?"), slots),
        one,
        many,
        filled(before.strip(), "acc", **slots),
        filled(rest.strip(), "acc", **slots),
        plain(filled(end, "acc", **slots)),
        filled(after if after.startswith((",", ":", ";")) else f" {after}", "acc", **slots) if after else EMPTY,
        keeps_place=who.endswith("?"),
    )


def _subject(words: str, slots: Slots) -> Phrase:
    only = _SLOT.fullmatch(words)
    found = slots.get(only[1]) if only and not only[2] else None
    if isinstance(found, Phrase):
        return found
    said = filled(words, **slots)
    return fixed(said)


# --- relative clauses


def relative(condition: Condition, variable: str, gender: str) -> Text:
    """Give a condition as words behind the noun that it is about: `das nass ist`, `dessen Ort ...`, `bei dem ...`."""
    if not isinstance(condition, GermanSeveral):
        return _hanging(condition, variable, gender)
    found: list[Text] = []
    for part in condition.parts:
        words = relative(part, variable, gender)
        is_other = isinstance(part, GermanSeveral) and part.how != condition.how
        found.append(joined(["(", words, ")"]) if is_other else words)
    return listed(found, condition.how)


def _hanging(part: GermanClause, variable: str, gender: str) -> Text:
    nominative, _, dative, genitive = RELATIVES[gender].split()
    subject = part.subject
    if subject.entity == variable and variable:
        agreeing = replace(part, subject=replace(subject, many=gender == MANY))
        return agreeing.subordinate(text(nominative))
    if subject.owner is not None and subject.owner.entity == variable and subject.noun is not None:
        head = subject.noun.declined("", "nom", subject.many)
        tail = f" {subject.noun.tail}" if subject.noun.tail and "{" not in subject.noun.tail else ""
        return part.subordinate(text(f"{genitive} {head}{tail}"))
    return joined([f"bei {dative} ", part.subordinate()])


_CONTRACTED = {"in dem": "im", "an dem": "am", "von dem": "vom", "zu dem": "zum", "bei dem": "beim", "zu der": "zur"}
_WITH_ARTICLE = re.compile(
    r"(?<!, )\b((?:in|an|von|zu|bei) dem|zu der)(?= (?:[a-zäöüß]+en )?[A-ZÄÖÜ\N{DOUBLE LOW-9 QUOTATION MARK}])"
)
_COMMAS = re.compile(r",(?=\s*[,.;:)?!]|\s*$)")


def tidied(words: Words) -> Text:
    """Take away commas that close a relative clause where the sentence or its part ends; say `im` for `in dem`."""
    runs = list(text(words))
    whole = plain(tuple(runs))
    closing = {found.start() for found in _COMMAS.finditer(whole)}
    made: list[Run] = []
    at = 0
    for run in runs:
        kept = "".join(letter for place, letter in enumerate(run.words, at) if place not in closing)
        at += len(run.words)
        made.append(replace(run, words=_WITH_ARTICLE.sub(lambda found: _CONTRACTED[found[1]], kept)))
    return joined([tuple(run for run in made if run.words)])
