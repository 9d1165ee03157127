"""Turn the question of a choice into a sentence that tells its answer.

In: a question as the rules put it, with the names in it, and the words of the answer. Out: a sentence:
`At whom does Anna throw her ball?` becomes `Anna throws her ball at Ben.`
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from quarterdeck.prose.english import words as inflect

_QUESTION = re.compile(
    r"(?:(?P<hangs>At|By|From|To|In|On|With|For|Into|Of) )?"
    r"(?P<asks>[Ww]hich|[Ww]hat|[Hh]ow many|[Hh]ow far|[Hh]ow often|[Hh]ow deep|[Ww]here)\b ?"
    r"(?P<rest>.*)\?"
)
_HELPS = re.compile(r"^(?:(?P<what>.*?) )??(?P<helps>does|do|is|are|may|can|must) (?P<rest>.+)$")
_PARTICLES = ("up", "down", "on", "off", "out", "in", "away", "to", "from", "with", "at", "for", "over", "aboard")


@dataclass(frozen=True)
class PutQuestion:
    """A question: its words, and who or what it is asked about, where the rules name that."""

    words: str
    subjects: tuple[str, ...] = ()

    def split(self, rest: str) -> tuple[str, str, str]:
        """Cut `Anna throw her ball` into who does it, the verb, and what is behind it."""
        named = sorted((one for one in self.subjects if one and one in rest), key=rest.index)
        if named and rest.index(named[0]) < len(rest) - len(named[0]):
            end = rest.index(named[0]) + len(named[0])
            subject, behind = rest[:end], rest[end:].strip()
        else:
            subject, _, behind = rest.rpartition(" ")
        verb, _, more = behind.partition(" ")
        return subject, verb.rstrip(","), more


def statement(asked: PutQuestion, answer: str, *, count: int | None = None, is_truth: bool = False) -> str:
    """Give what was chosen as a sentence without its stop; nothing where the question is of no known form.

    `count` is the number that was chosen, where it was one; no `answer` says that nothing was.
    """
    words = asked.words.strip()
    if words.startswith(("Does ", "Do ")) and words.endswith("?"):
        subject, verb, more = asked.split(words[:-1].partition(" ")[2])
        many = words.startswith("Do ")
        if not verb:
            return ""
        done = (verb if many else inflect.third_person(verb)) if is_truth and answer else _denied(verb, many)
        return _put(subject, done, more)
    found = _QUESTION.fullmatch(words)
    if found is None:
        return ""
    asks, hangs, rest = found["asks"].lower(), (found["hangs"] or "").lower(), found["rest"]
    rest = rest.partition(", if not ")[0]
    helped = _HELPS.match(rest)
    if helped is None or (asks in ("which", "how many") and not helped["what"]):
        return _of_subject(asked, asks, rest, answer, count)
    if helped["helps"] in ("is", "are") and not hangs:
        return _of_subject(asked, asks, rest, answer, count)
    what, helps = helped["what"] or "", helped["helps"]
    subject, verb, more = asked.split(helped["rest"])
    if not verb or verb == "do":
        return ""
    answered = _answer(asks, what, answer, count)
    is_none = not answer or (count == 0 and asks in ("how far", "how often"))
    if is_none and (hangs or not what) and asks != "what":
        return _put(subject, _denied(verb, helps in ("do", "are"), helps), more)
    if is_none and asks == "what":
        answered = "nothing"
    done = _said(verb, helps)
    if hangs:
        head = what.split(" ", 1)[0]
        is_bare = asks in ("which", "what") and " " not in answered and answered.islower() and head != answered
        return _put(subject, done, more, hangs, f"{answered} {what}" if is_bare else answered)
    if asks in ("where", "how deep"):
        return _put(subject, done, more, "at" if answered.startswith("[") else "", answered) if asks == "where" else ""
    if more in _PARTICLES or f" {more}".endswith(tuple(f" {one}" for one in _PARTICLES)) or more.startswith("to "):
        return _put(subject, done, more, answered)
    return _put(subject, done, answered, more)


def _said(verb: str, helps: str) -> str:
    if helps == "does":
        return inflect.third_person(verb)
    return verb if helps == "do" else f"{helps} {verb}"


def _denied(verb: str, many: bool, helps: str = "") -> str:
    if helps in ("is", "are", "may", "can", "must"):
        return f"{helps} not {verb}"
    return f"{'do' if many else 'does'} not {verb}"


def _answer(asks: str, what: str, answer: str, count: int | None) -> str:
    """Give the answer with what it counts: `2 hexes`."""
    if asks == "how often" and count is not None:
        return inflect.times_word(count)
    if asks == "how many" and count is not None:
        return _counted(what, count)
    if not answer:
        return f"no {inflect.singular(what)}"
    return answer


def _counted(what: str, count: int) -> str:
    if count == 0:
        return f"no {what}"
    return f"{count} {inflect.singular(what) if count == 1 else what}"


def _of_subject(asked: PutQuestion, asks: str, rest: str, answer: str, count: int | None) -> str:
    """Answer a question about who does something: `Which child throws next?`."""
    if asks not in ("which", "how many"):
        return ""
    named = [one for one in asked.subjects if f" of {one} " in rest]
    end = rest.index(f" of {named[0]} ") + len(f" of {named[0]}") if named else rest.find(" ")
    if end < 0:
        return ""
    what = rest[:end].partition(" of ")[0]
    verb, _, more = rest[end + 1 :].partition(" ")
    is_many = inflect.is_plural(what)
    if count is not None:
        verb = inflect.singular_verb(verb) if count == 1 else verb
        return _put(_counted(what, count) if is_many else f"{count or 'no'} {what}", verb, more)
    is_one = not answer or (" and " not in answer and "," not in answer)
    if is_many and is_one:
        one = inflect.singular_verb(verb)
        verb = one if inflect.is_auxiliary(one) else inflect.third_person(verb)
    return _put(answer or f"no {inflect.singular(what)}", verb, more)


def _put(*pieces: str) -> str:
    return " ".join(piece for piece in pieces if piece)
