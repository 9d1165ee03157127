"""What documents put in the place of whole things: of tables, rosters, scenarios, rulings, and parts of components.

In: a document. Out: what it replaces, by address, wherever `replaces: yes` stands. To put it there is for `replacing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import Span
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Places, YamlDocument
from quarterdeck.language.documents.shape import Shape

INSTEAD = "write `replaces: yes` to replace the existing one"
OR_MORE = f"{INSTEAD}, or `adds: yes` to add members to it"
"""What to do where a variant declares again what is there."""


@dataclass(frozen=True)
class Replacement:
    """What is to be replaced: its sort and address, and where that is said."""

    sort: str
    address: str
    span: Span


def replacements_in(document: YamlDocument) -> Iterator[Replacement]:
    """Give what a document puts in the place of something."""
    shape, places = document.shape, document.places
    match shape:
        case shapes.Table(replaces=True, table=name):
            yield Replacement("table", name, places.value("table"))
        case shapes.TableByCondition(replaces=True, table_by_condition=name, chapter=chapter, gives=gives):
            for result in gives if isinstance(gives, dict) else ("",):
                address = f"{chapter}.{name}.{result}" if result else f"{chapter}.{name}"
                yield Replacement("define", address, places.value("table_by_condition"))
        case shapes.Roster(replaces=True, roster=name):
            yield Replacement("roster", f"rosters.{name}", places.value("roster"))
        case shapes.Scenario(replaces=True, scenario=name):
            yield Replacement("scenario", f"scenarios.{name}", places.value("scenario"))
        case shapes.Rulings(rulings=rulings):
            for name, ruling in rulings.items():
                if ruling.replaces:
                    yield Replacement("ruling", f"rulings.{name}", places.key("rulings", name))
        case shapes.Components():
            yield from _in_components(shape, places)


def _in_components(shape: shapes.Components, places: Places) -> Iterator[Replacement]:
    """Give the enums, constants, arcs and fields that are put in the place of others."""
    shelves: tuple[tuple[str, str, str, Mapping[str, object]], ...] = (
        ("enum", "enums", "", shape.enums),
        ("constant", "constants", "Game.", shape.constants),
        ("arc", "arcs", "arcs.", shape.arcs),
    )
    for sort, key, before, shelf in shelves:
        for name, thing in shelf.items():
            if getattr(thing, "replaces", False):
                yield Replacement(sort, f"{before}{name}", places.key(key, name))
    for kind, given in shape.kinds.items():
        for name, known in given.fields.items():
            if isinstance(known, shapes.FieldShape) and known.replaces:
                yield Replacement("field", f"{kind}.{name}", places.key("kinds", kind, "fields", name))


def additions_in(document: YamlDocument) -> Iterator[tuple[str, tuple[str, ...], Span]]:
    """Give the enums to which a document adds: the name, the members, and where that is said."""
    if isinstance(document.shape, shapes.Components):
        for name, enum in document.shape.enums.items():
            if isinstance(enum, shapes.Enum) and enum.adds:
                members = (*(enum.members or ()), *(enum.circle or ()), *(enum.ladder or ()))
                yield name, members, document.places.key("enums", name)


def refuse_replacing(documents: Iterable[YamlDocument], findings: Findings) -> None:
    """Report what says that it replaces something in a ruleset that lies over nothing."""
    for document in documents:
        for one in replacements_in(document):
            findings.add("QD307", "only a variant replaces", one.span, hint="remove `replaces:`")
        for _, _, span in additions_in(document):
            findings.add("QD307", "only a variant adds to an enum", span, hint="remove `adds:`")


def report_twice(findings: Findings, layer: str, what: str, span: Span, first: Span) -> None:
    """Report what is declared twice; a variant (a `layer` with a name) may replace it."""
    labels = [Label(first, "declared first here")]
    findings.add("QD301", f"{what} is declared twice", span, hint=INSTEAD if layer else "", labels=labels)


SHELVES: Mapping[type[Shape], tuple[str, ...]] = {
    shapes.Components: tuple("units enums constants arcs clocks logs counters answers paper reference".split()),
    shapes.Rulings: ("rulings",),
    shapes.ToldDocument: ("rules", "chapters", "scenarios", "examples"),
    shapes.WordsDocument: ("nouns", "clauses", "texts", "names", "prose"),
    shapes.Pictures: ("captions", "place"),
    shapes.ComparisonDocument: tuple("topics core subjects scale measures pairs cannot battles".split()),
}
"""Keys of documents below which something has a name, or which are said once, whichever document says them."""


def names_in(document: YamlDocument) -> Iterator[tuple[tuple[str, ...], Span]]:
    """Give what a document names that one document alone may name, with where it does."""
    shape, places = document.shape, document.places
    of = f"{shape.words}." if isinstance(shape, shapes.WordsDocument) else ""
    if isinstance(shape, shapes.Ledger):
        yield ("ledger", shape.ledger), places.value("ledger")
    for key in SHELVES.get(type(shape), ()):
        shelf = getattr(shape, key)
        if isinstance(shelf, dict):
            own = (name for name, one in shelf.items() if not getattr(one, "adds", False))
            yield from (((f"{of}{key}", name), places.key(key, name)) for name in own)
        elif shelf is not None:
            yield (key,), places.key(key)


def refuse_twice(documents: Iterable[YamlDocument], findings: Findings) -> list[Span]:
    """Report what two documents of one ruleset or variant say, and give where it is said again."""
    first: dict[tuple[str, ...], Span] = {}
    again: list[Span] = []
    for document in documents:
        for name, span in names_in(document):
            if name in first:
                labels = [Label(first[name], "said first here")]
                message = f"`{name[-1]}` is in two documents"
                findings.add("QD301", message, span, hint="keep one of them", labels=labels)
                again.append(span)
            first.setdefault(name, span)
    return again
