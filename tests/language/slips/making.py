"""Slips of the pen: one word of a house rule written wrongly, where it must be found on its own line.

In: the text of a file of rules or of YAML. Out: each slip that could be made in it, as what stands there and what is
written in its place. Words in quotes for players, names that are given here for the first time and comments are left
alone: there a slip is either none, or shows where the name is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.documents.yaml import read_yaml
from quarterdeck.language.syntax.grammar import reserved_words

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Slip:
    """One wrong word: in which file, from where to where, what stands there, and of what sort the slip is."""

    file: str
    start: int
    old: str
    new: str
    sort: str
    line: int

    def made_in(self, text: str) -> str:
        """Give the text with the slip."""
        assert text[self.start : self.start + len(self.old)] == self.old
        return text[: self.start] + self.new + text[self.start + len(self.old) :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sort}: {self.old} -> {self.new}"


# --- what goes wrong with a word


def misspelt(word: str) -> str:
    """Give a word with a letter left out; a short one with a letter doubled."""
    middle = len(word) // 2
    return word[:middle] + word[middle + 1 :] if len(word) > 3 else word[:middle] + word[middle] + word[middle:]


OTHER_LITERALS = {"yes": ("true", "True"), "no": ("false",), "none": ("null", "None")}
"""What who writes programs may write in the place of a word."""
OTHER_TYPES = {"boolean": ("bool",), "list": ("List",), "number": ("int",)}


def wrong(word: str, sort: str) -> Iterator[tuple[str, str]]:
    """Give what may be written in the place of a word, each with the sort of the slip."""
    yield misspelt(word), f"a misspelt {sort}"
    if word != word.lower() and word.lower() not in reserved_words():
        yield word.lower(), f"a {sort} in small letters"
    for other in OTHER_LITERALS.get(word, ()):
        yield other, "a literal of another language"
    for other in OTHER_TYPES.get(word, ()):
        yield other, "a type of another language"


# --- rules

QUOTED = re.compile(r'"[^"\n]*"|#[^\n]*')
WORD = re.compile(r"[A-Za-z_]\w*")
NEW_HERE = re.compile(
    r"^(?:rules|option|define|procedure|effect|advice) ([\w.]+)"  # a definition
    r"|\b(?:let|tally|roll|check|choose|modifier|require|step|phase|natural) (\w+)"
    r"|\b(?:each|any\(|every\(|all\(|first\(|count\(|sum\(|for) ?(\w+)(?= in\b)"
    r"|^ +(\w+)(?=: )",  # a labelled case
    re.MULTILINE,
)
INPUT = re.compile(r"(\w+)(?=: [\w.]+)")
ADDED = re.compile(r"^add \w+ [\w.]+\.(\w+)(?=:)|^add (?:step|phase) (\w+)", re.MULTILINE)
HEADS = re.compile(r"^(?:define|procedure|effect|advice) [\w.]+\((.*?)\)", re.MULTILINE | re.DOTALL)
TOPIC = re.compile(r"\btopic ([\w.]+)")


def given_here(text: str) -> set[int]:
    """Give where words stand that are names given here for the first time, or lead nowhere."""
    found: set[int] = set()
    for pattern in (NEW_HERE, ADDED, TOPIC):
        for match in pattern.finditer(text):
            for group in range(1, pattern.groups + 1):
                if match[group]:
                    found.update(range(match.start(group), match.end(group)))
    for head in HEADS.finditer(text):
        for match in INPUT.finditer(text, head.start(1), head.end(1)):
            found.update(range(match.start(), match.end()))
    return found


def in_rules(name: str, text: str) -> Iterator[Slip]:
    """Give the slips of a file of rules."""
    plain = QUOTED.sub(lambda match: " " * len(match[0]), text)
    given = given_here(plain)
    for match in WORD.finditer(plain):
        word = match[0]
        if match.start() in given or len(word) < 2 or re.fullmatch(r"\d*d\d+", word):
            continue
        sort = "word of the language" if word in reserved_words() else "name"
        line = text.count("\n", 0, match.start()) + 1
        for new, what in wrong(word, sort):
            yield Slip(name, match.start(), word, new, what, line)


# --- YAML

PROSE = frozenset(
    "title note words one many by source question example name answer reason where cases document place topic".split()
)
"""Keys whose values are words for players, or names that are given here; `where` and `place` count as such in a ruling
and a source only."""
NAMED_HERE = (
    ("units",), ("enums",), ("constants",), ("key",), ("sides",), ("rulings",), ("examples",), ("rows",), ("show",),
)  # fmt: skip
COMPARED = frozenset("expect changes refused choices dice".split())
"""What an example says will come of it: `test` compares it, `check` does not."""
RULES_TEXT = frozenset("setup show derive".split())


def in_yaml(name: str, text: str) -> Iterator[Slip]:
    """Give the slips of a file of YAML."""
    findings = Findings()
    data, places = read_yaml(SourceFile(name, text), findings)
    assert not findings
    amends = "amends" in data
    for path, span in places.keys.items():
        if not is_new(path, amends) and WORD.fullmatch(span.text.strip('"')):
            yield from _slips(name, text, span, "key")
    for path, span in places.values.items():
        if path in places.values and isinstance(_at(data, path), dict | list):
            continue
        if not is_prose(path, data):
            sort = "name in rules text" if RULES_TEXT & {part for part in path if isinstance(part, str)} else "value"
            yield from _slips(name, text, span, sort)


def is_new(path: Path, amends: bool) -> bool:
    """Tell whether a key is a name that is given here."""
    words = [part for part in path if isinstance(part, str)]
    if len(words) < 2 or words[0] == "source":
        return False
    if "if_known" in words or (words[0] == "examples" and COMPARED.intersection(words)):
        return True
    if words[0] == "kinds":
        return (len(words) == 4 and words[2] == "fields") or (len(words) == 2 and words[1] == "Cup")
    if words[-2] == "things" and words[0] != "sides":
        return not amends
    if words[0] == "enums":
        return len(words) != 3
    return (len(words) == 2 and (words[0],) in NAMED_HERE) or words[-2] == "show"


def is_prose(path: Path, data: object) -> bool:
    """Tell whether a value is for players, or a name that is given here."""
    words = [part for part in path if isinstance(part, str)]
    if words[:1] == ["examples"] and COMPARED.intersection(words):
        return True
    if "if_known" in words or not words or words[-1] in PROSE - {"place", "where"} or "source" in words:
        return True
    if words[-1] == "where" and words[0] == "rulings":
        return True
    if words[-1] == "side" and "things" in words and words[0] in ("examples", "questions"):
        return True  # a side is given its name by the first thing of it
    if words[0] == "enums":
        return True
    assert isinstance(data, dict)
    return len(path) == 1 and path[0] == next(iter(data)) and path[0] != "variant"


def _slips(name: str, text: str, span: Span, sort: str) -> Iterator[Slip]:
    for match in WORD.finditer(QUOTED.sub(lambda found: found[0].replace("#", " "), span.text)):
        word = match[0]
        if len(word) < 2:
            continue
        start = span.start + match.start()
        line = text.count("\n", 0, start) + 1
        for new, what in wrong(word, sort):
            if sort != "value" or what != "a literal of another language":  # YAML knows these
                yield Slip(name, start, word, new, what, line)
    if sort == "value" and re.fullmatch(r"\d+", span.text):
        line = text.count("\n", 0, span.start) + 1
        yield Slip(name, span.start, span.text, "many", "a word for a number", line)
        yield Slip(name, span.start, span.text, f"{span.text}.5555", "a fraction for a whole number", line)


def _at(data: object, path: Path) -> object:
    for part in path:
        assert isinstance(data, dict | list)
        data = data[part]  # type: ignore[call-overload,index,unused-ignore]
    return data


def slips_of(name: str, text: str) -> list[Slip]:
    """Give all slips that could be made in a file; each once."""
    made = in_rules(name, text) if name.endswith(".rules") else in_yaml(name, text)
    return list(dict.fromkeys(slip for slip in made if slip.new != slip.old))
