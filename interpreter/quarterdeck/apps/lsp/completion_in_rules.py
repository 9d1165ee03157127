"""What may be written next in a file of rules: names in scope, fields behind a point, addresses, words of the language.

In: a game as it was seen, or when nothing was wrong with it, and a text that is being written and may not parse. Out:
proposals. What is known at a place is read from the text of the definition before it; of which type it is, from there
or from what was found out about that definition before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quarterdeck.apps.lsp.completions import Proposals, ProposedWord, proposed
from quarterdeck.apps.lsp.hover import type_at
from quarterdeck.apps.lsp.open_game import SeenGame
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations.builtins import FUNCTIONS
from quarterdeck.language.declarations.statement_addresses import everything
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.types import EnumType, ListType, Number, RollType, Thing, Type
from quarterdeck.language.declarations.written_types import SIMPLE
from quarterdeck.language.syntax.from_text import chunks
from quarterdeck.language.syntax.grammar import reserved_words

LONGEST_READ = 600
"""Signs of a line before the place that are looked at."""
DEFINES = "rules option define procedure effect advice turn".split()
AMENDS = "amend add remove move split".split()
PATH = re.compile(r"(?:[A-Za-z_]\w*\.)*\w*\Z")
HEAD = re.compile(r"(?:amend\s+)?(define|procedure|effect|advice)\s+([\w.]+)")
INPUT = re.compile(r"([A-Za-z_]\w*)\s*:\s*([A-Za-z_]\w*)")
BINDING = re.compile(
    r"\b(let|tally|roll|check|choose|draw|peek)\s+([A-Za-z_]\w*)"
    r"|\bfor\s+each\s+([A-Za-z_]\w*)\s+in\s+([A-Za-z_]\w*)"
    r"|\bfor\s+([A-Za-z_]\w*)\s+(?:in|from)\b"
)
AMENDED = re.compile(r"(?:amend|add|remove|move|split)\s+([a-z]+)\s+([\w.+-]*)\Z")
PUT = re.compile(r"\b(?:after|before)\s+([\w.+-]*)\Z")
RULING = re.compile(r"\bruling\s+(?:\w+\s+and\s+)*(\w*)\Z")
TYPE = re.compile(r"(?:->|\blist of|[(,]\s*[A-Za-z_]\w*\s*:|\b(?:option|tally)\s+\w+\s*:)\s*(\w*)\Z")
ANY_ROLL = RollType(Number(0, 0), Number(0, 0))
PARTS_OF_ROLLS = ("total", "natural", "successes", "success")
ADDED_TO = {
    "modifier": ("roll", "define"),
    "require": ("choice",),
    "case": ("define",),
    "row": ("table",),
    "column": ("table",),
}
"""To which sorts of elements something of a sort is added."""


@dataclass(frozen=True)
class RulesReader:
    """Reads what is known at a place of a file of rules."""

    seen: SeenGame
    declared: Declared
    file: SourceFile
    offset: int

    @cached_property
    def before(self) -> str:
        """Give the text of the definition up to the place; what is outside of any, to the beginning of the line."""
        starts = [start for start, _ in chunks(self.file.text)]
        place = bisect_right(starts, self.offset) - 1
        return self.file.text[starts[place] if place >= 0 else 0 : self.offset]

    @property
    def line(self) -> str:
        """Give the line up to the place; of a very long one its end."""
        return line_before(self.file, self.offset)

    @cached_property
    def home(self) -> str:
        """Give the address of the rule that is written."""
        head = HEAD.match(self.before)
        if head is None:
            return ""
        rule = self.declared.rule_named(head[2], self.module)
        return rule.site_address if rule is not None else head[2]

    @property
    def module(self) -> str:
        """Give the name of the file of rules."""
        name = re.search(r"^rules\s+(\w+)", self.file.text, re.MULTILINE)
        return name[1] if name is not None else self.file.path.rpartition("/")[2].removesuffix(".rules")

    # --- what is known

    @cached_property
    def scope(self) -> dict[str, Type | None]:
        """Give the names that the definition has made known before the place, with their types as far as known."""
        found: dict[str, Type | None] = {}
        head = self.before.split("\n    ", 1)[0].partition("->")[0] if HEAD.match(self.before) else ""
        for name, kind in INPUT.findall(head):
            found[name] = self.type_called(kind)
        for word, own, each, source, number in BINDING.findall(self.before):
            pool = self.declared.pool_named(source)
            otherwise = ANY_ROLL if word in ("roll", "check") else None
            found[own or each or number] = Thing(pool.name) if pool is not None else otherwise
        return {name: kind or self.type_before(name) for name, kind in found.items()}

    def type_called(self, word: str) -> Type | None:
        """Give the type that a word names."""
        kind = self.declared.kind_called(word)
        if kind is not None:
            return Thing(kind.name)
        return EnumType(word) if word in self.declared.enums else SIMPLE.get(word)

    def type_before(self, name: str) -> Type | None:
        """Give the type that a name had when the definition could be read."""
        declared = self.seen.mentions.declared(f"{self.home}.{name}")
        if declared is not None and f"{self.home}.{name}" in self.seen.elements:
            element = self.seen.elements[f"{self.home}.{name}"]
            checked = self.seen.loaded.checked
            own = checked.types.get(element.thing) if checked is not None else None  # type: ignore[call-overload]
            if isinstance(own, RollType):
                return own
        return type_at(self.seen, declared) if declared is not None else None

    def type_of(self, path: list[str]) -> Type | None:
        """Give the type of a path of names."""
        kind = Thing("Game") if path[0] == "game" else self.scope.get(path[0])
        for name in path[1:]:
            known = self.declared.field_named(kind.kind, name) if isinstance(kind, Thing) else None
            kind = known.type if known is not None else None
        return kind

    # --- what may be written

    def proposals(self) -> Proposals:
        """Give what may be written at the place."""
        quoted = _is_in_words(self.line)
        if quoted == "words" or re.sub(r'"[^"]*"', "", self.line).count("#"):
            return Proposals(self.offset)
        for form, give in ((AMENDED, self.amended), (PUT, self.put), (RULING, self.rulings), (TYPE, self.types)):
            found = form.search(self.line)
            if found is not None and not quoted:
                typed = found[found.lastindex or 0]
                return proposed(self.offset - len(typed), typed, give(found))
        path = PATH.search(self.line)
        parts = path[0].split(".") if path is not None else [""]
        start = self.offset - len(parts[-1])
        if len(parts) > 1:
            return proposed(start, parts[-1], self.behind_a_point(parts[:-1]))
        if self.line == parts[0]:
            words = [*DEFINES, *(AMENDS if self.declared.variant_heads or not self.declared.documents else ())]
            return proposed(start, parts[0], (ProposedWord(word, "keyword") for word in words))
        return proposed(start, parts[0], self.words())

    def behind_a_point(self, path: list[str]) -> Iterator[ProposedWord]:
        """Give fields of a thing, parts of a roll, or what an address goes on with."""
        kind = self.type_of(path)
        if isinstance(kind, Thing) and kind.kind in self.declared.kinds:
            for known in self.declared.kinds[kind.kind].fields.values():
                yield ProposedWord(known.name, "field", f"{known.type}, {known.words}")
            if kind.kind == "Game":
                yield from (
                    ProposedWord(one.name, "constant", str(one.type)) for one in self.declared.constants.values()
                )
                yield from (ProposedWord(word, "field", "turns") for word in ("turn", "turn_limit"))
        elif isinstance(kind, RollType):
            yield from (ProposedWord(word, "field", "of the roll") for word in PARTS_OF_ROLLS)
        elif kind is None:
            above = ".".join(path)
            for element in self.seen.elements.values():
                if element.parent == above:
                    yield ProposedWord(element.name, "address", element.sort)

    def words(self) -> Iterator[ProposedWord]:
        """Give every name that is known at the place, and the words of the language."""
        declared = self.declared
        for name, kind in self.scope.items():
            yield ProposedWord(name, "local", str(kind) if kind is not None else "")
        for rule in declared.rules.values():
            if rule.sort != "advice" and rule.stands_alone:
                inputs = ", ".join(f"{one.name}: {one.type}" for one in rule.parameters)
                yield ProposedWord(rule.name, "rule", f"{rule.sort} {rule.address}({inputs})")
        yield from (ProposedWord(one.name, "table", one.title) for one in declared.tables.values())
        yield from (ProposedWord(one.name, "option", str(one.type)) for one in declared.options.values())
        for enum in declared.enums.values():
            yield from (ProposedWord(member, "member", enum.name) for member in enum.members)
            if enum.many:
                yield ProposedWord(enum.many, "kind", f"all of {enum.name}")
        yield from (ProposedWord(pool, "kind", f"all of {kind.name}") for pool, kind in declared.pools().items())
        yield from (ProposedWord(arc.name, "constant", "arc") for arc in declared.arcs.values())
        yield from (ProposedWord(one.name, "function", one.doc) for one in FUNCTIONS.values())
        inside = reserved_words() - {*DEFINES, *AMENDS}
        yield from (ProposedWord(word, "keyword") for word in (*inside, "game"))

    def amended(self, found: re.Match[str]) -> Iterator[ProposedWord]:
        """Give the addresses of what can be amended, removed or moved; of what something is added to."""
        sorts = ADDED_TO.get(found[1], (found[1],)) if found[0].startswith("add") else (found[1],)
        for address, element in everything(self.declared).items():
            if element.sort in sorts:
                is_whole = element.sort == found[1]
                yield ProposedWord(address if is_whole else f"{address}.", "address", element.sort)

    def put(self, _: re.Match[str]) -> Iterator[ProposedWord]:
        """Give the addresses behind which something can be put."""
        for address, element in everything(self.declared).items():
            if element.sort in ("phase", "step", "statement", "roll", "choice", "require"):
                yield ProposedWord(address, "address", element.sort)

    def rulings(self, _: re.Match[str]) -> Iterator[ProposedWord]:
        """Give the rulings."""
        yield from (
            ProposedWord(name, "value", shape.title or "") for name, (shape, _) in self.declared.rulings.items()
        )

    def types(self, _: re.Match[str]) -> Iterator[ProposedWord]:
        """Give what a value may be."""
        yield from types_in(self.declared)


def types_in(declared: Declared) -> Iterator[ProposedWord]:
    """Give the words for types: kinds, enums, units and those that every ruleset knows."""
    yield from (ProposedWord(kind.name, "kind", kind.one) for kind in declared.kinds.values())
    yield from (ProposedWord(enum.name, "kind", ", ".join(enum.members[:5])) for enum in declared.enums.values())
    yield from (ProposedWord(unit.name, "kind", f"{unit.low}..{unit.high}") for unit in declared.units.values())
    yield from (ProposedWord(word, "keyword", "type") for word in SIMPLE)


def members_of(declared: Declared, kind: Type) -> Iterator[ProposedWord]:
    """Give the words that a value of a type may be, where they can be listed."""
    match kind:
        case EnumType(enum=enum):
            yield from (ProposedWord(member, "member", enum) for member in declared.enums[enum].members)
        case ListType(item=item):
            yield from members_of(declared, item)
        case _ if str(kind) == "boolean":
            yield from (ProposedWord(word, "value") for word in ("yes", "no"))


def line_before(file: SourceFile, offset: int) -> str:
    """Give the line of a file up to a place; of a very long one its end."""
    start = file.text.rfind("\n", 0, offset) + 1
    return file.text[max(start, offset - LONGEST_READ) : offset]


def _is_in_words(line: str) -> str:
    """Tell whether a place at the end of a line is in a string, and there in braces: nothing, words, or braces."""
    opened = re.sub(r"\\.", "__", line).rpartition('"')
    if line.count('"') % 2 == 0:
        return ""
    return "braces" if opened[2].count("{") > opened[2].count("}") else "words"
