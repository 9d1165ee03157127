"""Read variants with all that they extend, and say which of their amendments a finding comes from.

In: folders. Out: `ParsedLayer`, parsed and not yet laid; findings. What variants say is laid by
`language.variants.overlay`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from quarterdeck.base.findings.finding import Finding, Findings, Label
from quarterdeck.base.near_names import did_you_mean, near_names
from quarterdeck.base.queries import Query, QueryStore
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.symbol_table import Amended, Declared
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.language.variants.overlay import lay
from quarterdeck.language.variants.variant_order import head_of, in_order
from quarterdeck.language.variants.voids import taking_away, void
from quarterdeck.workspace.pipeline.folders import (
    MARKS,
    Layer,
    NotFoundError,
    TwoOfOneNameError,
    parts_of,
    read_layer,
    variant_folder,
    variant_names,
)
from quarterdeck.workspace.pipeline.load_result import HEADS, Memory, ParsedLayer

Result = TypeVar("Result")
NEEDLESS_IN_A_VARIANT = frozenset(["QD107"])
"""Amendments belong to addresses, and need no header that says which file of rules this is."""
GAP = "QD401"
"""No row for a key: it comes from what takes rows away, whatever else is done to the table."""

NOT_BLAMED = frozenset(["QD421", "QD425", "QD426"])
"""A variant may well leave something of the ruleset below without a use, or lead to what stands apart there."""

OUT_OF_PLACE = "take it away; a variant of its own lies in `variants/`, or outside the ruleset's folder"
"""What to do with a second document that says what its folder is."""

UNKNOWN_NAMES = frozenset(["QD310"])
SPEAKS_STILL = "amend or take away what still speaks of it"
"""What to do where a rule below names something that a variant took away."""


def parse_layer(layer: Layer, findings: Findings, store: QueryStore | None = None) -> ParsedLayer:
    """Parse all files of a layer; those that a store knows are not parsed again."""
    findings.extend(layer.faults)
    documents = tuple(d for file in layer.documents if (d := parsed(parse_document, file, findings, store)))
    pieces = ParsedLayer(layer, documents, tuple(parsed(parse_file, file, findings, store) for file in layer.rules))
    for one in pieces.others:
        if one.sort in HEADS:
            message = f"`{one.sort}:` belongs in {' or '.join(MARKS)} of a folder only"
            findings.add("QD202", message, one.places.key(one.sort), hint=OUT_OF_PLACE)
    return pieces


@dataclass(frozen=True)
class FileText:
    """A file to be parsed."""

    file: SourceFile

    def says_as(self, other: FileText) -> bool:
        """Tell whether another is the same file with the same text."""
        return self.file == other.file


def parsed(
    parse: Callable[[SourceFile, Findings], Result], file: SourceFile, findings: Findings, store: QueryStore | None
) -> Result:
    """Parse a file, unless a store knows what comes of it."""
    if store is None:
        return parse(file, findings)

    def work() -> tuple[Result, list[Finding]]:
        found = Findings()
        return parse(file, found), found.gathered

    def again(_: FileText, known: tuple[Result, list[Finding]]) -> tuple[Result, list[Finding]]:
        return known

    result, found = store.result(Query("parse", file.path, FileText(file), work, again))
    findings.extend(found)
    return result


def parse_variant(folder: Path, findings: Findings, memory: Memory | None = None) -> ParsedLayer:
    """Read and parse a variant; its files need no headers."""
    found = Findings()
    if memory is None:
        pieces = parse_layer(read_layer(folder), found)
    else:
        pieces = parse_layer(read_layer(folder, memory.unsaved), found, memory.result)
    findings.extend(finding for finding in found if finding.code not in NEEDLESS_IN_A_VARIANT)
    return pieces


def read_variants(
    base: ParsedLayer, folders: Iterable[Path], findings: Findings, memory: Memory | None = None
) -> dict[str, ParsedLayer]:
    """Read variants, and those that they extend, by name."""
    found: dict[str, ParsedLayer] = {}
    waiting = list(folders)
    while waiting:
        before = len(findings)
        pieces = parse_variant(waiting.pop(0), findings, memory)
        if pieces.head is None or pieces.head.sort != "variant":
            if len(findings) == before:
                findings.add("QD205", "the folder has no variant.yaml with the key `variant:`", pieces.start)
            continue
        head = head_of(pieces.head)
        if head.variant in found:
            refuse_namesake(pieces, found[head.variant], findings)
            continue
        found[head.variant] = pieces
        if head.variant != pieces.layer.name:
            findings.add(
                "QD509",
                f"the variant `{head.variant}` lies in the folder `{pieces.layer.name}`",
                pieces.head.places.value("variant"),
                hint="give both the same name: commands name a variant by its folder",
            )
        waiting += below(base, pieces.head, findings)
    for pieces in found.values():
        check_after(pieces, {*variant_names(base.layer.folder), *found}, findings)
    return found


def refuse_namesake(pieces: ParsedLayer, first: ParsedLayer, findings: Findings) -> None:
    """Report a variant that bears the name of another; the same folder may be named twice."""
    if pieces.layer.folder.resolve() != first.layer.folder.resolve():
        assert pieces.head is not None
        message = f"two variants are called `{pieces.layer.name}`: {first.layer.folder} and {pieces.layer.folder}"
        span = pieces.head.places.value("variant")
        findings.add("QD509", message, span, hint="give one of them another name, its folder too")


def check_after(variant: ParsedLayer, known: set[str], findings: Findings) -> None:
    """Report what a variant says it comes behind, where that is nearly the name of another.

    Any other name is that of a variant which is not here: then there is nothing to come behind.
    """
    assert variant.head is not None
    beside = {folder.parent.name for folder in variant.layer.folder.resolve().parent.glob("*/variant.yaml")}
    known = (known | beside) - {variant.layer.name}
    for index, name in enumerate(head_of(variant.head).after):
        if name not in known and near_names(name, known, 1):
            unknown_variant(name, known, variant.head.places.value("after", index), findings)


def below(base: ParsedLayer, variant: YamlDocument, findings: Findings) -> list[Path]:
    """Give the folders of the variants that a variant extends."""
    ruleset, *names = parts_of(head_of(variant).extends)
    span = variant.places.value("extends")
    own = {base.layer.name, getattr(base.head.shape, "ruleset", "") if base.head else ""}
    if ruleset not in own:
        findings.add(
            "QD505",
            f"this variant extends `{ruleset}`, and is used with `{base.layer.name}`",
            span,
            hint=f"name it as `{ruleset}+{head_of(variant).variant}`, or let it extend `{base.layer.name}`",
        )
        return []
    folders = []
    for name in names:
        try:
            folders.append(variant_folder(base.layer.folder, name))
        except TwoOfOneNameError as error:
            findings.add("QD505", str(error), span)
        except NotFoundError:
            unknown_variant(name, set(variant_names(base.layer.folder)), span, findings)
    return folders


def named_by_variants(variants: Mapping[str, ParsedLayer], findings: Findings) -> list[str]:
    """Give the plugins that variants say they need; report those that are not installed."""
    found: list[str] = []
    for pieces in variants.values():
        if pieces.head is None or not (named := head_of(pieces.head).plugins):
            continue
        from quarterdeck.engine.plugins.registry import installed

        there = installed()
        found += [name for name in named if name in there]
        for index, name in enumerate(named):
            if name not in there:
                hint = did_you_mean(name, there, "install the distribution that brings it")
                span = pieces.head.places.value("plugins", index)
                findings.add("QD520", f"the plugin `{name}` is not installed", span, hint=hint)
    return found


def unknown_variant(name: str, known: set[str], span: Span, findings: Findings) -> None:
    """Report a variant that is not there."""
    findings.add("QD505", f"there is no variant `{name}`", span, hint=did_you_mean(name, sorted(known)))


def lay_all(
    declared: Declared, variants: Mapping[str, ParsedLayer], findings: Findings, *, always: bool = False
) -> Declared:
    """Give a ruleset with variants laid over it, in the order in which they belong.

    Those that apply to some games alone are laid as if they did `always`, where that is asked for.
    """
    heads = {name: pieces.head for name, pieces in variants.items() if pieces.head is not None}
    base = declared
    for name in in_order(heads, findings):
        pieces = variants[name]
        declared = lay(declared, heads[name], pieces.others, pieces.files, findings, base, always=always)
    return declared


# --- findings that only the result has


def of_the_result(
    result: Iterable[Finding], alone: Iterable[Finding], base: Layer, declared: Declared
) -> tuple[list[Finding], list[Finding]]:
    """Give the findings that a ruleset has only with its variants, each at its place in a variant.

    Beside them what is void of the ruleset below: notes, and no findings.
    """
    known = set(alone)
    findings, voids = [], []
    for finding in result:
        if finding in known:
            continue
        note = void(finding, declared)
        if note is not None:
            voids.append(note)
        elif (seen := seen_from_above(finding, base, declared)) is not None:
            findings.append(seen)
    return findings, voids


def seen_from_above(finding: Finding, base: Layer, declared: Declared) -> Finding | None:
    """Give a finding that a ruleset has only with its variants at its place in a variant; none where all is well."""
    if finding.span.file not in {*base.rules, *base.documents, *base.data.values()}:
        return finding
    if finding.code in NOT_BLAMED:
        return None
    one = blamed(finding, declared)
    if one is None:
        return moved(finding, list(declared.variant_heads.values())[-1].places.value("variant"))
    hint = SPEAKS_STILL if finding.code in UNKNOWN_NAMES and one.deed == "remove" else finding.hint
    return replace(moved(finding, one.span), hint=hint)


def moved(finding: Finding, span: Span) -> Finding:
    """Give a finding at another place, with the place where it shows as a label."""
    return replace(
        finding, span=span, labels=(Label(finding.span, "it shows here, in the ruleset below"), *finding.labels)
    )


def blamed(finding: Finding, declared: Declared) -> Amended | None:
    """Give what a variant did from which a finding in the ruleset below comes; none where variants amend nothing.

    It is found by address, else by a name that is spoken of there.
    """
    amended = [a for a in declared.amended if a.deed != "lean"]
    if finding.code in UNKNOWN_NAMES and (gone := taking_away(finding.span.text, declared)) is not None:
        return gone
    rule = declared.rules.get(finding.rule)
    texts = [finding.span.text, *(label.span.text for label in finding.labels), rule.node.span.text if rule else ""]
    likely = [a for a in amended if a.deed == "remove"] if finding.code == GAP else []
    for close in (_touches(finding.rule), *(_speaks_of(text) for text in texts)):
        one = next((a for a in [*likely, *amended] if close(a)), None)
        if one:
            return one
    return amended[-1] if amended else None


def _touches(rule: str) -> Callable[[Amended], bool]:
    def touches(amended: Amended) -> bool:
        address = amended.address
        return bool(rule) and (address == rule or address.startswith(f"{rule}.") or rule.startswith(f"{address}."))

    return touches


def _speaks_of(text: str) -> Callable[[Amended], bool]:
    words = set(re.findall(r"[A-Za-z_]\w*", text))

    def speaks(amended: Amended) -> bool:
        parts = amended.address.split(".")
        return parts[-1] in words or (len(parts) > 1 and parts[0] in words)

    return speaks
