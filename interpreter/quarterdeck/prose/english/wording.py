"""Fill the author's phrases: what stands in braces is put in, and the words around it agree with it.

In: a phrase cut into words and noun phrases. Out: text, or a clause with its subject and verb. Handles articles that
would stand twice (`the {size} gloves`), numbers before what they count (`{count} gloves get lost`: `one glove gets
lost`) and `{not}`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from quarterdeck.base.text import for_several
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.arithmetic import bracketed_if, trails
from quarterdeck.prose.english.articles import with_article, without_article
from quarterdeck.prose.english.clauses import Clause
from quarterdeck.prose.english.nouns import STOPPERS, Noun, head_word, noun
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.text.runs import EMPTY, Text, cut, dropped, first_word, joined, plain, text, without_first_word

Piece = str | Noun
NOT = "{not}"
OPTIONAL_S = "{s}"
_THE = " the "
_DETERMINERS = (" the ", " The ", " its ", " their ", " a ", " an ", " no ")
_LOCALS = ("parameter", "loop", "let", "tally", "choice")
_COMPLEMENT = re.compile(rf"(?: of(?: (?!(?:{'|'.join(sorted(STOPPERS))}|and|or|but|then)\b)[\w'’-]+)+)+")
"""What follows a noun and belongs to it: ` of bodily strength`, up to a word that begins something else."""
_NEXT_WORD = re.compile(r"(\s+)(\w+)")
_PARTICLES = "out|up|down|off|away"
_BEHIND_COMPLEMENT = re.compile(
    rf"({_COMPLEMENT.pattern} )(?!(?:{_PARTICLES}|{'|'.join(sorted(STOPPERS))})\b)"
    rf"([\w'-]+)(?=$| (?:{'|'.join(sorted(STOPPERS))}|{_PARTICLES})\b| $)"
)
"""What follows a noun, and the verb after that: the word before what begins something else."""
_FAR = 4  # so many words may lie between a number and what it counts


def counted_out(parts: Sequence[Piece]) -> list[Piece]:
    """Give the pieces of a phrase; an `{s}` is written out, since numbers go with their nouns."""
    found: list[Piece] = []
    counting: set[int] = set()
    for part in parts:
        before = found[-1] if found else None
        if part == OPTIONAL_S and isinstance(before, str):
            found[-1] = for_several(before)
            counting.add(len(found))
        elif isinstance(part, str) and isinstance(before, str) and NOT not in (part, before):
            found[-1] = before + part
        else:
            found.append(part)
    pairs = enumerate(pairwise(["", *found]), 1)
    return [piece if number in counting else _said_once(piece, before) for number, (before, piece) in pairs]


def _said_once(piece: Piece, before: Piece) -> Piece:
    """Give a piece without the word at its start with which the value before it ends: `{battery} battery`."""
    last = plain(before.text).split(" ")[-1] if isinstance(before, Noun) else ""
    is_doubled = isinstance(piece, str) and last.isalpha() and re.match(rf" {last}\b(?!-)", piece)
    return piece[len(last) + 1 :] if isinstance(piece, str) and is_doubled else piece


@dataclass(frozen=True)
class Filled:
    """A phrase with its pieces put in; `tail` are numbers that found no place in it."""

    words: Text
    tail: Text = EMPTY


@dataclass
class _Filling:
    pieces: list[Piece]
    done: list[Text] = field(default_factory=list)
    before: str = ""  # what is done, as one string
    tail: list[Text] = field(default_factory=list)
    closing: list[Text] = field(default_factory=list)  # what comes behind all words of the phrase

    def add(self, words: Text) -> None:
        self.done.append(words)
        self.before += plain(words)

    def take_back(self, kept: int) -> None:
        self.done, self.before = [cut(joined(self.done), kept)], self.before[:kept]

    def after(self, index: int) -> str:
        found = self.pieces[index + 1] if index + 1 < len(self.pieces) else ""
        return found if isinstance(found, str) else ""


def fill(pieces: Sequence[Piece]) -> Filled:
    """Put the pieces of a phrase together."""
    filling = _Filling(list(pieces))
    for index in range(len(filling.pieces)):
        found = filling.pieces[index]
        if isinstance(found, Noun):
            filling.add(_number(filling, index, found) if found.is_number else _phrase(filling, found))
        else:
            filling.add(text(found))
    return Filled(joined([*filling.done, *filling.closing]), joined(filling.tail, "; "))


def _phrase(filling: _Filling, piece: Noun) -> Text:
    before = filling.before
    if piece.name and piece.origin and before.endswith(f" {piece.name} "):
        return _named(filling, piece, piece.text)
    if not f" {before}".endswith(_DETERMINERS):
        return piece.members if piece.members and piece.origin == "title" else piece.text
    return piece.members or without_article(piece.text)


def _number(filling: _Filling, index: int, piece: Noun) -> Text:
    """Put a number in, before what it counts or by itself."""
    after = filling.after(index)
    if piece.name and filling.before.endswith(f" {piece.name} "):
        return _named(filling, piece, with_article(piece.name) if piece.origin == "quantity" else piece.text)
    counted = counted_ahead(after)
    before_counted = bool(counted) or (after.startswith(" of ") and not piece.is_measure)
    if piece.literal is not None:
        return _literal(filling, index, piece, counted, before_counted)
    if piece.origin == "quantity":
        if before_counted:
            return text(plain(piece.text).removesuffix(" of")) if after.startswith(" of ") else piece.text
        if after[1:] and first_word(after[1:]) == piece.name:  # `{wool} wool`: what is not counted one by one
            return say("some") if plain(piece.text) == plain(say("a_number_of")) else piece.text
        many = inflect.is_plural(head_word(piece.name))
        return say("a_number_of_such", many=piece.name) if many else with_article(piece.name)
    if counted and piece.counted and head_word(without_article(piece.counted)) == counted:
        filling.pieces[index + 1] = after[after.index(counted) + len(counted) :]
        return without_article(piece.counted) if f" {filling.before}".endswith(_DETERMINERS) else piece.counted
    if before_counted and piece.is_near and piece.origin in _LOCALS:
        return say("that_many")
    if before_counted:
        if counted and index:
            at = after.index(counted) + len(counted)
            what, filling.pieces[index + 1] = _with_complement(filling, index, after, at)
            return say("as_many_as", many=what, value=piece.text)
        filling.closing.append(say("as_closing", value=piece.text))
        return say("so_many")
    if repeated := _repeated(piece, after):
        filling.pieces[index + 1] = after[repeated:]
    return piece.text


def _repeated(piece: Noun, after: str) -> int:
    """Give how much of what follows a value says itself: its measure, or a word of its own, as in `{size} size`."""
    found = re.match(r" ([\w'-]+)", after)
    word = found[1] if found else ""
    is_own = word not in STOPPERS and word in plain(piece.text).split()[-2:]
    return len(word) + 1 if word and (is_own or f" in {word}" in plain(piece.text)) else 0


def _with_complement(filling: _Filling, index: int, after: str, at: int) -> tuple[Text, str]:
    """Take what is counted together with the `of ...` after it; give that, and what is left of the words."""
    counted, left = after[1:at], after[at:]
    following = filling.pieces[index + 2] if index + 2 < len(filling.pieces) else ""
    found = _COMPLEMENT.match(left)
    end = found.end() if found else 0
    if left[end:] == " of " and isinstance(following, Noun):
        filling.pieces[index + 2] = ""
        return joined([counted, left, following.text]), ""
    return text(counted + left[:end]), left[end:]


def _named(filling: _Filling, piece: Noun, words: Text) -> Text:
    """Say `the throw` for `throw {throw}`, and for `the throw {throw}` as well."""
    kept = len(filling.before.rstrip()) - len(piece.name)
    if filling.before[:kept].endswith(_THE) and plain(words) != plain(without_article(words)):
        kept -= len(_THE) - 1
    filling.take_back(kept)
    return words


def _literal(filling: _Filling, index: int, piece: Noun, counted: str, before_counted: bool) -> Text:
    assert piece.literal is not None
    after = filling.after(index)
    if not before_counted and not piece.literal and after[1:] and first_word(after[1:]) == piece.of_input:
        return text(inflect.count_word(0))  # `{wool} wool`: what is not counted one by one
    if not before_counted:
        return piece.text
    if piece.literal == 1 and counted:
        at = after.index(counted)
        rest = after[at + len(counted) :]
        filling.pieces[index + 1] = after[:at] + inflect.singular(counted) + rest
        if index == 0:
            _agree(filling, index + 1, len(after[:at] + inflect.singular(counted)))
    if counted and not piece.text[0].to:
        return text(inflect.count_word(piece.literal))
    return tuple(replace(run, words=inflect.count_word(piece.literal)) for run in piece.text[:1])


def _agree(filling: _Filling, place: int, after: int) -> None:
    """Make the verb singular whose subject ends so far in a piece: what follows, or behind `of ...` an auxiliary."""
    rest = str(filling.pieces[place])[after:]
    has_complement = rest.startswith(" of ")
    for later, piece in enumerate(filling.pieces[place:] if has_complement else (), place):
        words = (rest if later == place else piece) if isinstance(piece, str) else ""
        found = next((found for found in re.finditer(r"\w+", words) if found[0] in inflect.OF_MANY), None)
        if found is not None:
            before = str(piece)[: len(str(piece)) - len(words)] + words[: found.start()]
            filling.pieces[later] = before + inflect.OF_MANY[found[0]] + words[found.end() :]
            return
    verb = (_BEHIND_COMPLEMENT if has_complement else _NEXT_WORD).match(rest)
    if verb is not None:
        singular = inflect.OF_MANY.get(verb[2]) or inflect.third_person(verb[2])
        filling.pieces[place] = str(filling.pieces[place])[:after] + verb[1] + singular + rest[verb.end() :]


def counted_ahead(after: str) -> str:
    """Give the noun in the plural that a number stands before."""
    following: list[str] = re.findall(r"[\w'-]+|[.,;:()]", after)[:_FAR] if after.startswith(" ") else []
    found = ""
    for before, word in zip(["", *following], following, strict=False):
        is_of_name = word[0].isdigit() and (before[:1].isupper() or not word.isdigit())
        if word in STOPPERS or not (word[0].isalpha() or is_of_name):
            break
        if inflect.is_plural(word):
            found = word  # of `goods wagons`, what is counted is the last
        elif found:
            break
    return found


def stated(pieces: Sequence[Piece]) -> Text:
    """Give what is announced: its numbers stand for themselves, and count nothing that stands behind them.

    So `{x} gives {y}` is no count of gives, and `{count(man in men)} men` the number of men.
    """
    found = list(pieces)
    for index, piece in enumerate(found):
        if not isinstance(piece, Noun) or not piece.is_number or piece.literal is not None:
            continue
        behind = found[index + 1] if index + 1 < len(found) else ""
        after = behind if isinstance(behind, str) else ""
        counted = counted_ahead(after)
        if counted and piece.origin in _LOCALS and piece.is_near:
            continue
        if counted and not {counted, inflect.singular(counted)}.isdisjoint(plain(piece.text).split()):
            after = found[index + 1] = after[after.index(counted) + len(counted) :]
        elif repeated := _repeated(piece, after):
            after = found[index + 1] = after[repeated:]
        whole = bracketed_if(piece, trails(piece) and after.strip()[:1].isalpha())
        found[index] = replace(whole, is_number=False)
        if isinstance(behind, str) and behind.startswith(" of ") and not piece.is_measure:
            found[index + 1] = plain(say("out_of")) + after.removeprefix(" of")
    return fill(found).words


def noun_words(pieces: Sequence[Piece]) -> Text:
    """Give a phrase as a noun phrase."""
    filled = fill(pieces)
    return joined([filled.words, say("as_many", value=filled.tail)]) if filled.tail else filled.words


def clause_of(pieces: Sequence[Piece]) -> Clause:
    """Give a phrase as a clause: who, verb, rest."""
    first = pieces[0] if pieces else ""
    second = pieces[1] if len(pieces) > 1 else ""
    if isinstance(first, Noun) and first.members and first.origin == "title":
        first = replace(first, text=first.members)
    if isinstance(first, Noun) and not first.is_number and isinstance(second, str) and second.startswith(" "):
        filled = fill([second[1:], *pieces[2:]])
        at = plain(filled.words).find(NOT)
        if plain(cut(filled.words, max(at, 0))).count(" ") < 2:
            return _with_tail(verb_and_rest(first, filled.words), filled.tail)
    filled = fill(pieces)
    at = plain(filled.words).find(NOT)
    if at > 0:
        before, after = cut(filled.words, at - 1), dropped(filled.words, at + len(NOT) + 1)
        verb = plain(before).rsplit(" ", 1)[-1]
        subject = cut(before, len(plain(before)) - len(verb) - 1)
        many = verb in inflect.OF_MANY
        words = joined([inflect.singular_verb(verb), " ", NOT, " ", after])
        return _with_tail(verb_and_rest(noun(subject, many), words), filled.tail)
    return _with_tail(Clause(noun(EMPTY), "", filled.words), filled.tail)


def _with_tail(clause: Clause, tail: Text) -> Clause:
    return replace(clause, rest=joined([clause.rest, say("colon"), tail])) if tail else clause


def verb_and_rest(subject: Noun, words: Text) -> Clause:
    """Cut a predicate into its verb and what follows."""
    verb = first_word(words)
    rest = without_first_word(words)
    at = plain(rest).find(NOT)
    if at >= 0:
        rest = joined([cut(rest, at), dropped(rest, at + len(NOT) + 1)])
    is_full = verb == "has" and at >= 0 and not inflect.is_participle(first_word(rest))
    if verb == "does" and at >= 0:
        is_full = True
        verb, rest = inflect.third_person(first_word(rest)), without_first_word(rest)
    return with_opposite(Clause(subject, verb, rest, is_full=is_full))


def with_opposite(clause: Clause) -> Clause:
    """Say `no child` for `not a child`, where the subject is any of a kind."""
    words = plain(clause.subject.text)
    for opening, key in (("another ", "no_other"), ("an ", "no_one"), ("a ", "no_one"), ("some ", "no_one")):
        if words.startswith(opening) and not clause.subject.entity:
            nobody = noun(say(key, one=dropped(clause.subject.text, len(opening))))
            return replace(clause, opposite=Clause(nobody, clause.verb, clause.rest, opposite=clause))
    return clause
