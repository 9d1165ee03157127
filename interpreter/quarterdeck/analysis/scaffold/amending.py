"""Write an amendment that says what stands at an address now, so that somebody can change it there.

In: a game with its variants, of which the last is written into, and an address. Out: a file of that variant with the
amendment in it, and an `AmendmentDraft` that says where. Before anything is written the variant is laid with it: what
would then be wrong is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from quarterdeck.analysis.scaffold.in_documents import DocumentDraft, Draft, EntryDraft, draft_in_documents
from quarterdeck.analysis.scaffold.in_rules import TableColumn, amendments_in_rules, column_at
from quarterdeck.analysis.scaffold.refusals import DraftRefusedError
from quarterdeck.analysis.scaffold.yaml_text import flow, nested, scalar, with_entry
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.near_names import article
from quarterdeck.base.plain_data import DataRecord
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.statement_addresses import amendable
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.language.syntax.printer import print_unit
from quarterdeck.workspace.pipeline.folders import has_variants
from quarterdeck.workspace.pipeline.load_result import ParsedLayer
from quarterdeck.workspace.pipeline.variants import NEEDLESS_IN_A_VARIANT, lay_all
from quarterdeck.workspace.ruleset.ruleset import Ruleset

INSTEAD = {
    "ruleset": "a variant has its own title, note and documents",
    "kind": "amend its fields, or add some in `components:`",
    "unit": "its steps apply everywhere; add another unit",
    "clock": "add another clock",
    "turn": "amend one of its phases",
    "example": "use `remove example`, and write another in an examples.yaml",
    "plugin": "a plugin is a distribution of its own",
    "hook": "a plugin is a distribution of its own",
}
"""What to do about what no variant amends, by its sort."""


@dataclass(frozen=True)
class AmendmentDraft(DataRecord):
    """An amendment that was written into a variant, with its address, file and line."""

    address: str
    sort: str
    variant: str
    file: Path
    line: int
    text: str
    """The lines that were added."""


@dataclass(frozen=True)
class FileChange:
    """The new text of a file of the variant: its path in the folder, and the line where what was added begins."""

    path: str
    text: str
    line: int
    added: str
    is_new: bool


def amend(game: str, address: str) -> AmendmentDraft:
    """Copy the current text of an address into the last variant of a game, as an amendment.

    Raises:
        NotFoundError: there is no such game or variant.
        DraftRefusedError: there is no such address, it cannot be amended, or the variant already amends it.
        RefusedError: the game cannot be read, or the variant would have new problems.
        OSError: the file cannot be written.
    """
    ruleset = Ruleset.open(game)
    variant = variant_to_write(ruleset, address)
    found, element = element_at(ruleset, address)
    refuse_amended(ruleset, variant, found, element)
    change = changed_file(ruleset, variant, found, element)
    refuse_faults(ruleset, variant, change)
    path = write_change(variant, change)
    return AmendmentDraft(found, element.sort, name_of(variant), path, change.line, change.added)


def variant_to_write(ruleset: Ruleset, address: str) -> ParsedLayer:
    """Give the variant that is written into: the last one of a game.

    Raises:
        DraftRefusedError: no variant is named.
        RefusedError: the game cannot be read.
    """
    loaded = ruleset.loaded
    if (
        loaded.declared is None
        or loaded.base is None
        or (loaded.findings and not loaded.named and has_variants(loaded.game))
    ):
        raise RefusedError(loaded.findings)
    if not loaded.named:
        raise DraftRefusedError(f"name the variant: quarterdeck amend {loaded.game}+VARIANT {address}")
    return loaded.variants[loaded.named[-1]]


def write_change(variant: ParsedLayer, change: FileChange) -> Path:
    """Write a file of a variant; give its path.

    Raises:
        OSError: it cannot be written.
    """
    path = variant.layer.folder / change.path
    with path.open("x" if change.is_new else "w", encoding="utf-8", newline="\n") as file:
        file.write(change.text)
    return path


def name_of(variant: ParsedLayer) -> str:
    """Give the name of a variant."""
    assert variant.head is not None
    assert isinstance(variant.head.shape, shapes.VariantHead)
    return variant.head.shape.variant


# --- what is amended


def element_at(ruleset: Ruleset, address: str) -> tuple[str, Element]:
    """Find what stands at an address, or at the only one that ends so; advice on a choice stands behind `advice.`.

    Raises:
        DraftRefusedError: there is nothing, or more than one.
    """
    assert ruleset.loaded.base is not None
    known = amendable(ruleset.declared, ruleset.loaded.base)
    ends = [one for one in known if one.endswith(f".{address}")]
    if address in known or len(ends) == 1:
        found = address if address in known else ends[0]
        return found.removeprefix("advice.") if known[found].sort == "advice" else found, known[found]
    if not ends and (column := column_at(ruleset.declared, address)) is not None:
        return address, column
    close = ends or get_close_matches(address, known, 3)
    hint = f"; did you mean {' or '.join(close[:5])}?" if close else ""
    raise DraftRefusedError(f"there is no address {address}{hint}")


def refuse_amended(ruleset: Ruleset, variant: ParsedLayer, address: str, element: Element) -> None:
    """Say where the variant amends something already, or a part of it.

    Raises:
        DraftRefusedError: it does.
    """
    if element.sort in INSTEAD:
        raise DraftRefusedError(f"a variant cannot amend {article(element.sort)}, {address}: {INSTEAD[element.sort]}")
    name = name_of(variant)
    if element.span.file in {*variant.layer.rules, *variant.layer.documents, *variant.layer.data.values()}:
        raise DraftRefusedError(f"{name} already has this text for {address}, at {shown_place(variant, element.span)}")
    cells = {cell.address for cell in element.thing.cells} if isinstance(element.thing, TableColumn) else set[str]()
    for one in ruleset.declared.amended:
        if one.variant != name or one.deed == "lean":
            continue
        if one.address == address or one.address in cells:
            raise DraftRefusedError(f"{name} already amends {one.address}, at {shown_place(variant, one.span)}")
        if one.address.startswith(f"{address}."):
            where = shown_place(variant, one.span)
            raise DraftRefusedError(f"{name} already amends {one.address}, a part of {address}, at {where}")


def shown_place(variant: ParsedLayer, span: Span) -> str:
    """Give the file and line of a place in a variant, as a path that leads there."""
    return f"{variant.layer.folder / span.file.path.partition('/')[2]}:{span.line}"


# --- where it is written


def changed_file(ruleset: Ruleset, variant: ParsedLayer, address: str, element: Element) -> FileChange:
    """Give the file of a variant with the amendment in it, where the variant has its like.

    Raises:
        DraftRefusedError: nothing of the sort is amended.
    """
    units = amendments_in_rules(ruleset.declared, element, address)
    if units:
        return in_rules(variant, address, "".join(map(print_unit, units)))
    draft = draft_in_documents(ruleset, element, name_of(variant))
    if draft is None:
        raise DraftRefusedError(f"a variant cannot amend {article(element.sort)}, {address}")
    return in_a_document(variant, draft)


def in_rules(variant: ParsedLayer, address: str, added: str) -> FileChange:
    """Put amendments behind the others of their chapter, else into the first file of rules."""
    chapter = address.partition(".")[0]
    alike = [parsed.file for parsed in variant.files if chapter in set(chapters_of(parsed.units))]
    file = next(iter([*alike, *(parsed.file for parsed in variant.files)]), None)
    if file is None:
        return FileChange(new_path(variant, f"{name_of(variant)}.rules"), added, 1, added, is_new=True)
    before = file.text.rstrip("\n")
    head = f"{before}\n\n" if before else ""
    return FileChange(file.path.partition("/")[2], head + added, head.count("\n") + 1, added, is_new=False)


def chapters_of(units: Iterable[nodes.Node]) -> Iterator[str]:
    """Give the first word of the address of each amendment."""
    for unit in units:
        where = getattr(unit, "definition", None) or getattr(unit, "where", None) or unit
        path = getattr(unit, "path", None) or getattr(where, "path", ())
        if isinstance(unit, nodes.Amendment) and path:
            yield path[0].text


def in_a_document(variant: ParsedLayer, draft: Draft) -> FileChange:
    """Put an entry into the document of its sort, or a whole document beside its like."""
    if isinstance(draft, DocumentDraft):
        beside = next((d.file.path.partition("/")[2] for d in variant.others if d.sort == draft.sort), "")
        folder = f"{beside.rpartition('/')[0]}/" if "/" in beside else ""
        path = new_path(variant, f"{folder}{draft.name}.yaml")
        return FileChange(path, draft.text, 1, draft.text, is_new=True)
    document = next((one for one in variant.others if takes(one, draft)), None)
    if document is None:
        lines = [f"{scalar(key)}: {flow(value)}" for key, value in draft.head.items()]
        text = "\n".join([*lines, *nested(draft.path, draft.entry), ""])
        return FileChange(new_path(variant, f"{draft.name}.yaml"), text, 1, text, is_new=True)
    text, old = with_entry(document, draft.path, draft.entry), document.file.text
    line, added = difference(old, text)
    return FileChange(document.file.path.partition("/")[2], text, line, added, is_new=False)


def takes(document: YamlDocument, draft: EntryDraft) -> bool:
    """Tell whether an entry belongs into a document."""
    return document.sort == draft.sort and (getattr(document.shape, "amends", None) or "") == draft.amends


def difference(old: str, new: str) -> tuple[int, str]:
    """Give the first line that differs in two texts, and the lines of the new one that do."""
    before, after = old.split("\n"), new.split("\n")
    start = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(before))
    count = max(1, len(after) - len(before))
    return start + 1, "\n".join(after[start : start + count]) + "\n"


def new_path(variant: ParsedLayer, path: str) -> str:
    """Give the path of a new file.

    Raises:
        DraftRefusedError: something else lies there.
    """
    if (variant.layer.folder / path).exists():
        raise DraftRefusedError(f"{variant.layer.folder / path} exists, and is not overwritten")
    return path


# --- whether it may be


def refuse_faults(ruleset: Ruleset, variant: ParsedLayer, change: FileChange) -> None:
    """Lay the variants with what is to be written.

    Raises:
        RefusedError: something is wrong then that is not now.
    """
    loaded, was, now = ruleset.loaded, Findings(), Findings()
    assert loaded.base is not None
    lay_all(loaded.base, loaded.variants, was)
    laid_with(ruleset, variant, change, now)
    known = {(finding.code, finding.message) for finding in (*was, *loaded.findings)}
    if new := [finding for finding in now if (finding.code, finding.message) not in known]:
        raise RefusedError(new)


def laid_with(ruleset: Ruleset, variant: ParsedLayer, change: FileChange, findings: Findings) -> Declared:
    """Give what comes of the game with its variants, of which one has a file that says something else."""
    loaded, found = ruleset.loaded, Findings()
    file = SourceFile(f"{variant.layer.name}/{change.path}", change.text)
    if change.path.endswith(".rules"):
        files = [one for one in variant.files if one.file.path != file.path]
        parsed = parse_file(file, found)
        variant = replace(variant, files=tuple(sorted([*files, parsed], key=lambda one: one.file.path)))
    else:
        documents = [one for one in variant.documents if one.file.path != file.path]
        document = parse_document(file, found)
        variant = replace(variant, documents=(*documents, *([document] if document is not None else [])))
    findings.extend(finding for finding in found if finding.code not in NEEDLESS_IN_A_VARIANT)
    assert loaded.base is not None
    return lay_all(loaded.base, {**loaded.variants, name_of(variant): variant}, findings)
