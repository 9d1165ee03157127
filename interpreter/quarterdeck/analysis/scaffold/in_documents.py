"""Amendments that say what stands at an address now: what is written in documents.

In: an element of a ruleset that stands in YAML. Out: a whole document with `replaces: yes`, or an `EntryDraft` with the
keys that lead to it in a document of its sort. The author's own text is kept where nothing else has changed it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quarterdeck.analysis.scaffold.refusals import DraftRefusedError
from quarterdeck.analysis.scaffold.yaml_text import WrittenEntry, block, entry_of, with_one_more
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.engine.run.situation import Stored
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    CellOf,
    Constant,
    Declared,
    Enum,
    Field,
    FigureRow,
    Row,
    Table,
)
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.documents.shape import Shape
from quarterdeck.language.syntax.printer import print_expression, print_unit
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.ruleset.ruleset import Ruleset

REPLACES = {"replaces": True}


@dataclass(frozen=True)
class DocumentDraft:
    """A whole document that takes the place of another: the name of its file, its sort, and its text."""

    name: str
    sort: str
    text: str


@dataclass(frozen=True)
class EntryDraft:
    """An entry of a document of the variant: the document's sort, and the keys that lead to the entry.

    `head` begins such a document where there is none, in a file of that `name`; of rosters it is one that `amends`
    a certain other.
    """

    name: str
    sort: str
    head: Mapping[str, Any]
    path: tuple[str, ...]
    entry: WrittenEntry
    amends: str = ""


Draft = DocumentDraft | EntryDraft


def draft_in_documents(ruleset: Ruleset, element: Element, variant: str) -> Draft | None:
    """Give what a variant writes to put the same in the place of an element; nothing where no document can.

    Raises:
        DraftRefusedError: it cannot be written in YAML.
    """
    declared = ruleset.declared
    match element.thing:
        case Table() as table:
            return DocumentDraft(table.name, "table", text_of_table(declared, table))
        case YamlDocument(sort="roster" | "scenario") as document:
            return DocumentDraft(element.name, document.sort, text_of_document(document))
        case Field(kind=kind, name=name, span=span):
            return entry_in_components(declared, variant, ("kinds", kind, "fields", name), span)
        case Enum(name=name, span=span) | Arc(name=name, span=span) | Constant(name=name, span=span) as thing:
            return entry_in_components(declared, variant, (SHELVES[type(thing)], name), span)
        case shapes.Ruling() as ruling:
            document = next(d for d in declared.of_sort("rulings") if d.file == element.span.file)
            span = document.places.value("rulings", element.name)
            return EntryDraft("rulings", "rulings", {}, ("rulings", element.name), replacing(span, ruling))
        case (YamlDocument(), str()) | FigureRow():
            return thing_of_roster(ruleset, element, variant)
    return None


SHELVES: Mapping[type[object], str] = {Enum: "enums", Arc: "arcs", Constant: "constants"}
"""Where components.yaml says what."""


def entry_in_components(declared: Declared, variant: str, path: tuple[str, ...], span: Span) -> EntryDraft:
    """Give an entry of the components with `replaces: yes`, as it is written."""
    document = next(d for d in declared.of_sort("components") if d.file == span.file)
    given: Any = document.shape
    for key in path:
        given = given[key] if isinstance(given, Mapping) else getattr(given, str(key))
    value = document.places.value(*path)
    key = "members" if isinstance(given, list) else "type"
    entry = replacing(value, given) if isinstance(given, Shape) else entry_of({key: given, **REPLACES})
    return EntryDraft("components", "components", {"components": variant}, path, entry)


def replacing(span: Span, shape: Shape) -> WrittenEntry:
    """Give an entry as it is written, with `replaces: yes` in it."""
    said = said_in(shape)
    return with_one_more(span, said, {} if said.get("replaces") else REPLACES)


def said_in(shape: Shape) -> dict[str, Any]:
    """Give what a document says, and nothing that goes without saying."""
    return {name: value for name, value in shape.as_data().items() if name in shape.specified}


# --- whole documents


def text_of_document(document: YamlDocument) -> str:
    """Give the text of a document with `replaces: yes` after its name.

    It is the author's own unless a variant has left something out of what it says.
    """
    read = parse_document(document.file, Findings())
    if read is not None and read.shape == document.shape and not document.places.value().text.startswith("{"):
        return with_replaces(document)
    return composed(said_in(document.shape), document.sort)


def with_replaces(document: YamlDocument) -> str:
    """Give a document's own text, with `replaces: yes` below its name."""
    text = document.file.text
    if getattr(document.shape, "replaces", False):
        return text
    end = text.find("\n", document.places.value(document.sort).end)
    return f"{text[:end]}\nreplaces: yes{text[end:]}" if end >= 0 else f"{text}\nreplaces: yes\n"


def composed(said: Mapping[str, Any], sort: str) -> str:
    """Give the text of a document that says some data."""
    first = {sort: said[sort], **REPLACES}
    rest = {key: value for key, value in said.items() if key not in first}
    return "\n".join(block({**first, **rest})) + "\n"


def text_of_table(declared: Declared, table: Table) -> str:
    """Give a table as a document: the author's own text, unless variants have changed its rows."""
    address = f"{table.name}."
    if not any(one.deed != "lean" and f"{one.address}.".startswith(address) for one in declared.amended):
        return text_of_document(table.document)
    said = said_in(table.shape)
    if table.columns:
        said["columns"] = {table.keys[1].name: [label for label, _, _ in table.columns]}
    said["rows"] = {row.label: row_of(table, row) for row in table.rows}
    return composed(said, "table")


def row_of(table: Table, row: Row) -> Any:
    """Give a row as a document has it."""
    if not table.columns:
        return cell_of(row.cells[0])
    return {label: cell_of(cell) for (label, _, _), cell in zip(table.columns, row.cells, strict=True)}


def cell_of(cell: CellOf) -> Any:
    """Give a cell as a document has it.

    Raises:
        DraftRefusedError: what it does takes more than a line.
    """
    if cell.value is not None:
        return print_expression(cell.value)
    said = [print_unit(statement).rstrip("\n") for statement in cell.statements]
    if any("\n" in one for one in said):
        raise DraftRefusedError(
            f"what {cell.address} does cannot be written in YAML; amend the rows of the table by their addresses"
        )
    return said[0] if len(said) == 1 else said or "-"


# --- things of rosters


def thing_of_roster(ruleset: Ruleset, element: Element, variant: str) -> EntryDraft:
    """Give an entry of a roster that amends another: all that a thing says, derived or written.

    Raises:
        DraftRefusedError: its roster cannot be worked out.
        RefusedError: the rules by which it would be have findings.
    """
    ruleset.refuse_faults()
    roster = ruleset.declared.rosters[element.parent.partition(".")[2]]
    findings = Findings()
    built = ruleset.built(findings)
    book = ruleset.rosters(built)
    (thing, *_) = book.called(element.name, roster.kind) or [""]
    if not thing and not findings:
        raise DraftRefusedError(f"the roster {roster.name} leaves {element.name} out, as its `where:` says")
    if findings or any(True for _ in book.faults(thing)):
        raise DraftRefusedError(f"{element.address} does not fit its roster yet; `quarterdeck check` says why")
    values = as_written(built.program, roster.kind, book[thing][1])
    head = {
        "roster": f"{roster.name}_{variant}",
        "kind": roster.kind,
        "amends": roster.name,
        "title": roster.shape.title,
    }
    path = ("things", element.name)
    return EntryDraft(f"{roster.name}_{variant}", "roster", head, path, entry_of(values), roster.name)


def as_written(program: Program, kind: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Give the values of a thing or part as a document has them: what was worked out is stored as numbers."""
    fields = program.world.kinds[kind].fields
    return {key: one_as_written(program, fields[key].type if key in fields else None, values[key]) for key in values}


def one_as_written(program: Program, kind: types.Type | None, value: Any) -> Any:
    """Give a value as a document has it."""
    if isinstance(value, Stored):
        return words_of(program, {}, kind, value, as_written=True)
    if isinstance(value, list) and isinstance(kind, types.ListType):
        return [one_as_written(program, kind.item, item) for item in value]
    if isinstance(value, Mapping) and isinstance(kind, types.Thing):
        return as_written(program, kind.kind, value)
    return value
