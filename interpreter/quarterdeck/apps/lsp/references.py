"""Every place at which something with a name is declared or spoken of: for definitions, references and new names.

In: a ruleset as it was loaded. Out: `Mentions`, by file and by address. What has no address that anybody else knows (an
input, a `let`, a loop's variable) has one here, below that of its rule.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from quarterdeck.apps.lsp.mention import Mention
from quarterdeck.apps.lsp.targets_in_documents import mentions_in_documents
from quarterdeck.apps.lsp.targets_in_rules import (
    RuleReader,
    inputs_of_documents,
    member_spans,
    mentions_in_amendments,
    name_span,
)
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations.addresses import former_addresses, told_elements
from quarterdeck.language.declarations.figure_files import rows_of
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.typing.whole_ruleset import definitions
from quarterdeck.workspace.pipeline.load_result import Loaded, ParsedLayer


@dataclass
class Mentions:
    """All mentions of a ruleset, in each file in the order of the text."""

    by_file: dict[SourceFile, list[Mention]] = field(default_factory=dict)
    by_address: dict[str, list[Mention]] = field(default_factory=dict)
    known: set[tuple[SourceFile, int, int, str]] = field(default_factory=set)

    def put(self, mentions: Iterable[Mention]) -> None:
        """Put mentions to the others; of those of one thing at one place the first counts."""
        for one in mentions:
            place = (one.span.file, one.span.start, one.span.end, one.address)
            if place not in self.known:
                self.known.add(place)
                self.by_file.setdefault(one.span.file, []).append(one)
                self.by_address.setdefault(one.address, []).append(one)
        for listed in self.by_file.values():
            listed.sort(key=lambda one: (one.span.start, -one.span.end))

    def at(self, file: SourceFile, offset: int) -> Mention | None:
        """Give what is spoken of at an offset, or right before it: of several the shortest, and what declares last."""
        listed = self.by_file.get(file, [])
        last = bisect_right(listed, offset, key=lambda one: one.span.start)
        around = [one for one in listed[:last] if offset <= one.span.end]
        return min(around, key=lambda one: (one.span.end - one.span.start, one.declares), default=None)

    def declared(self, address: str) -> Mention | None:
        """Give where something is declared, if it stands in a file."""
        return next((one for one in self.by_address.get(address, ()) if one.declares), None)

    def of(self, address: str) -> list[Mention]:
        """Give all mentions of an address, where it is declared first."""
        return sorted(self.by_address.get(address, ()), key=lambda one: not one.declares)


def mentions_in(loaded: Loaded, layers: Iterable[ParsedLayer]) -> Mentions:
    """Find all mentions in a ruleset, as far as it could be read."""
    found, checked = Mentions(), loaded.checked
    if checked is None:
        return found
    declared = checked.declared
    known = told_elements(declared)
    places = {name_span(element): element.address for element in known.values()}
    advised = {name_span(one) for told, one in known.items() if told != one.address and one.sort == "advice"}
    reader = RuleReader(checked, places)
    own = [Mention(span, address, declares=span not in advised) for span, address in places.items()]
    listed = chain(member_spans(declared), inputs_of_documents(declared))
    members = [Mention(span, address, declares=True) for address, span in listed]
    in_rules = chain.from_iterable(reader.of_definition(definition) for definition in definitions(declared))
    found.put(chain(own, members, _derived(declared), in_rules, _written(loaded, layers, reader)))
    found.put(mentions_in_documents(declared, frozenset(found.by_address)))
    return found


def _derived(declared: Declared) -> Iterator[Mention]:
    """Give where things of rosters are named that are derived from the rows of a file."""
    for roster in declared.rosters.values():
        if roster.shape.derived_from is not None and roster.shape.amends is None:
            for name, _, span in rows_of(roster, declared.files_of_figures):
                yield Mention(span, f"rosters.{roster.name}.{name}", declares=True)


def _written(loaded: Loaded, layers: Iterable[ParsedLayer], reader: RuleReader) -> Iterator[Mention]:
    """Give what is named beside expressions: types, rulings and chapters, and what variants amend."""
    assert loaded.checked is not None
    former = former_addresses(loaded.checked.declared)
    for layer in layers:
        for file in layer.files:
            if file.header is not None:
                yield Mention(file.header.name.span, file.header.name.text, declares=True)
            for unit in file.units:
                yield from mentions_in_amendments(former, unit)
                yield from (mention for node in unit.walk() for mention in reader.of_words(node))
