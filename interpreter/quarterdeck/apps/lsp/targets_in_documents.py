"""What names in YAML documents lead to: rules that examples are of, fields of things, options, members, addresses.

In: what a ruleset declares, and the addresses that are known. Out: mentions. A document of facts is no text of rules: a
name in it is taken for what it most likely is, and for nothing where it may be two things. Whoever changes names sees
afterwards whether the game still means the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from quarterdeck.apps.lsp.mention import Mention
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents.document import Path, YamlDocument

WORD = re.compile(r"[A-Za-z_]\w*")
ADDRESS = re.compile(r"[A-Za-z_]\w*(?:\.[\w+-]+(?:\.\.\.?\w*)?)*")
PROSE = frozenset(
    "title note words text document place one many reason ledger sections what why apart said hint told term".split()
)
"""Keys behind which there is prose."""
TYPED = frozenset(["type", "gives", "kind", "part_of", "owner", "enum", "kind_of_figures", "directions", "areas"])
"""Keys behind which kinds, enums and units are named."""
NAMING = frozenset(["by", "changed_by", "boxes"])
"""Keys behind which there are addresses, perhaps without a point."""
OF_RULE = frozenset("given choices dice expect show refused over if_known derive".split())
"""Keys behind which names of the rule may stand that an example or question is of: its inputs, rolls, choices."""
PAPER = frozenset(["logs", "counters", "paper"])
"""Parts of components that say what lies on the table."""
HOLDING = frozenset(["only", "orders", "heads", "lengths", "millimetres"])
"""Keys there whose own keys are names; other keys are words of the document itself, or prose."""
SHAPED = frozenset(["shown", "crossed", "how", "called"])
"""Keys there behind which stand words of the document itself, or prose."""
FACTS = frozenset(["roster", "scenario", "example", "examples", "questions", "comparison"])
"""Sorts of documents that state facts, with fields and members."""


@dataclass
class DocumentReader:
    """Finds what the names in documents lead to."""

    declared: Declared
    known: frozenset[str]
    rules: dict[str, str] = field(default_factory=dict)

    def rule_called(self, name: str) -> str:
        """Give the address of a rule by that, or by its end; nothing if none has this name."""
        if name not in self.rules:
            rule = self.declared.rule_named(name)
            self.rules[name] = rule.site_address if rule is not None else ""
        return self.rules[name]

    @cached_property
    def fields(self) -> dict[str, str]:
        """Give the addresses of fields by their names, where only one kind has a field of that name."""
        every = [one for kind in self.declared.kinds.values() for one in kind.fields.values()]
        count = Counter(one.name for one in every)
        return {one.name: one.address for one in every if count[one.name] == 1}

    @cached_property
    def members(self) -> dict[str, str]:
        """Give the addresses of members of enums by their names, where only one enum has a member of that name."""
        every = [(member, enum.name) for enum in self.declared.enums.values() for member in enum.members]
        count = Counter(member for member, _ in every)
        return {member: f"{enum}.{member}" for member, enum in every if count[member] == 1}

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Give the addresses of kinds, enums and units by their names."""
        own = {name: name for name in (*self.declared.kinds, *self.declared.enums)}
        return own | {name: f"units.{name}" for name in self.declared.units}

    @cached_property
    def things(self) -> dict[str, str]:
        """Give the addresses of things of rosters by their names, where only one roster has a thing of that name."""
        own = [f"rosters.{one.name}." for one in self.declared.rosters.values() if one.shape.amends is None]
        every = [(one.removeprefix(above), one) for above in own for one in self.known if one.startswith(above)]
        count = Counter(thing for thing, _ in every)
        return {thing: address for thing, address in every if count[thing] == 1}

    def mentions(self, document: YamlDocument) -> Iterator[Mention]:
        """Give what is spoken of in a document."""
        places = document.places
        for path, span in places.keys.items():
            yield from self.of_scalar(document, path, span, is_key=True)
        for path, span in places.values.items():
            text = span.text
            if path and "\n" not in text and text[:1] not in ("{", "[", "|", ">", "&", "*"):
                yield from self.of_scalar(document, path, span)

    def of_scalar(self, document: YamlDocument, path: Path, span: Span, *, is_key: bool = False) -> Iterator[Mention]:
        """Give what is spoken of in a key or in a value without parts."""
        if span.text in self.things and names_a_thing(document, path, is_key):
            yield Mention(span, self.things[span.text])
            return
        if any(part in PROSE for part in path):
            return
        if path[-1] == "of" and (rule := self.rule_called(span.text)):
            yield _last_word(span, rule)
        elif "." in span.text and ADDRESS.fullmatch(span.text) and span.text in self.known:
            yield from self.of_address(span)
        elif path[-1] == "option" and span.text in self.declared.options:
            yield Mention(span, f"{self.declared.options[span.text].module}.{span.text}")
        elif any(part in NAMING for part in path):
            address = self.rule_called(span.text) or span.text
            yield from [_last_word(span, address)] if address in self.known else []
        elif path[0] in PAPER and len(path) > 1:
            yield from self.of_paper(path, span, is_key)
        elif path[0] == "answers" and len(path) > 1:
            yield from self.of_answers(path, span)
        elif path[-1] in TYPED:
            for word in WORD.finditer(span.text):
                if word[0] in self.kinds:
                    yield Mention(_part(span, word), self.kinds[word[0]])
        elif document.sort == "table" and path[0] in ("rows", "row_sources", "columns"):
            names = (word for word in WORD.finditer(span.text) if word[0] in self.members)
            yield from (Mention(_part(span, word), self.members[word[0]]) for word in names)
        elif document.sort in FACTS:
            yield from self.of_facts(document, path, span)

    def of_address(self, span: Span) -> Iterator[Mention]:
        """Give what is spoken of in a whole address: each part of it that is one by itself."""
        for end in (match.start() for match in re.finditer(r"\.|\Z", span.text)):
            if (address := span.text[:end]) in self.known:
                name = address.rpartition(".")[2]
                yield Mention(Span(span.file, span.start + end - len(name), span.start + end), address)

    def of_paper(self, path: Path, span: Span, is_key: bool) -> Iterator[Mention]:
        """Give what is spoken of in what lies on the table: fields of a kind and its parts, members, definitions."""
        if SHAPED.intersection(path) or (is_key and len(path) > 2 and not HOLDING.intersection(path[-3:-1])):
            return
        kind = str(path[1])
        for word in WORD.finditer(span.text):
            name = word[0]
            shelves = [self.fields.get(name, ""), self.members.get(name, "")]
            if HOLDING.intersection(path) and not is_key:
                shelves.reverse()
            own = kind if len(path) == 2 and name == kind else f"{kind}.{name}"
            rest = (self.rule_called(name), f"Game.{name}" if name in self.declared.constants else "", name)
            found = [one for one in (own, *shelves, *rest) if one and one in self.known]
            if found:
                yield Mention(_part(span, word), found[0])

    def of_answers(self, path: Path, span: Span) -> Iterator[Mention]:
        """Give what is spoken of in what helps to answer a choice."""
        above = str(path[1]).rpartition(".")[0]
        for word in WORD.finditer(span.text):
            own = f"{above}.{word[0]}"
            if own in self.known or word[0] in self.fields:
                yield Mention(_part(span, word), own if own in self.known else self.fields[word[0]])

    def of_facts(self, document: YamlDocument, path: Path, span: Span) -> Iterator[Mention]:
        """Give what is spoken of where facts are stated."""
        rule = self.rule_of(document, path)
        for word in WORD.finditer(span.text):
            name, before = word[0], span.text[: word.start()]
            under_rule = f"{rule}.{name}" if rule and any(part in OF_RULE for part in path) else ""
            called = f"{rule.rpartition('.')[0]}.{name}" if rule and span.text[word.end() :].startswith(".") else ""
            deeper = f"{rule.rpartition('.')[0]}.{before}{name}" if rule and before.endswith(".") else ""
            own = [one for one in (under_rule, deeper, called) if one in self.known]
            if ("options" in path or "over" in path) and name in self.declared.options:
                own.append(f"{self.declared.options[name].module}.{name}")
            if ("constants" in path or "over" in path or before.endswith("game.")) and name in self.declared.constants:
                own.append(f"Game.{name}")
            found = own or [shelf[name] for shelf in (self.fields, self.members) if name in shelf]
            if len(found) == 1 or own:
                yield Mention(_part(span, word), found[0])

    def rule_of(self, document: YamlDocument, path: Path) -> str:
        """Give the address of the rule that an example or question around a place is of."""
        for end in range(len(path), -1, -1):
            span = document.places.values.get((*path[:end], "of"))
            if span is not None and (rule := self.rule_called(span.text)):
                return rule
        return ""


def names_a_thing(document: YamlDocument, path: Path, is_key: bool) -> bool:
    """Tell whether a thing of a roster is named: after `like`, or where a roster amends things of another."""
    if is_key:
        return document.sort == "roster" and len(path) == len(("things", "NAME")) and path[0] == "things"
    return path[-1] == "like"


def _part(span: Span, word: re.Match[str]) -> Span:
    return Span(span.file, span.start + word.start(), span.start + word.end())


def _last_word(span: Span, address: str) -> Mention:
    """Give a mention of an address at its last name, which is what changes where that has another."""
    start = span.start + span.text.rfind(".") + 1
    return Mention(
        Span(span.file, start, span.end) if address.endswith(span.file.text[start : span.end]) else span, address
    )


MOST_KEPT = 500
"""So many documents are kept as they were read."""
_read: dict[SourceFile, tuple[frozenset[str], list[Mention]]] = {}


def mentions_in_documents(declared: Declared, known: frozenset[str]) -> Iterator[Mention]:
    """Give what is spoken of in all documents; one that says the same is read anew where other addresses are known."""
    reader = DocumentReader(declared, known)
    for document in declared.documents:
        kept = _read.get(document.file)
        if kept is None or kept[0] != known:
            if len(_read) >= MOST_KEPT:
                _read.clear()
            kept = _read[document.file] = (known, list(reader.mentions(document)))
        yield from kept[1]
