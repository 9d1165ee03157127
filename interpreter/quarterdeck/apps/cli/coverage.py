"""`quarterdeck coverage`: read a ruleset against the ledger of its source, and the ledger against the source."""

from __future__ import annotations

import json as as_json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape

from quarterdeck.analysis.mutants.survivors import Survivor, measure
from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, one_of, open_ruleset, tracked
from quarterdeck.base.plain_data import Count
from quarterdeck.base.text import read
from quarterdeck.language.checks.source_coverage import (
    Gap,
    GapSort,
    SourceCoverage,
    SourceParagraph,
    ledger_of,
    read_ledgers,
)
from quarterdeck.workspace.pipeline.folders import has_variants, parts_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

HEADS: dict[GapSort, str] = {
    "unfulfilled": "paragraphs that nothing implements",
    "uncited": "rules that cite nothing",
    "unplaced": "rules that cite a place that is not in the ledger",
    "unlisted": "rules that no paragraph names",
    "changed": "paragraphs with other words in the text",
    "missing": "paragraphs that are not in the text",
    "new": "paragraphs that are not in the ledger",
}


@dataclass(frozen=True)
class UntestedParagraph:
    """Changes that no example notices, of the rules of a paragraph, or of those that no paragraph names."""

    paragraph: SourceParagraph | None
    survivors: list[Survivor]


@dataclass(frozen=True)
class SourceRead:
    """The status of each paragraph of a source.

    `in_part` are paragraphs of which a part is out of scope. `untested` is what the worked examples leave untested,
    where that was measured.
    """

    game: str
    rules: Count
    paragraphs: Count
    implemented: Count
    ruled: Count
    colour: Count
    out_of_scope: Count
    in_part: Count
    gaps: list[Gap]
    untested: list[UntestedParagraph] | None


COUNTS = ("rules", "paragraphs", "implemented", "ruled", "colour", "out_of_scope", "in_part")


def coverage(
    game: str,
    *,
    text: Path | None = None,
    document: str = "",
    examples: Annotated[bool, Parameter(negative="")] = False,
    rows: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Check a ruleset against its source, paragraph by paragraph.

    The ruleset's ledger (ledger.yaml) has the status of each paragraph of the source. The command reports rules
    without a paragraph, paragraphs that nothing implements and, with --text, paragraphs that were added, removed or
    changed.

    Args:
        game: a ruleset: its name, or the path of a folder; without variants, which have their own sources.
        text: the text of the source, to compare with the ledger.
        document: the document of the text, if the ruleset has several ledgers.
        examples: also list, by paragraph, what the worked examples leave untested. This takes a while.
        rows: print only YAML rows, for the paragraphs that are missing in the ledger or differ from it.
        json: print the result as JSON.
    """
    if rows and text is None:
        raise UsageError("--rows needs the text of the source: --text FILE")
    if has_variants(game):
        raise UsageError(f"a ledger belongs to a ruleset without variants; use {parts_of(game)[0]}")
    ruleset = open_ruleset(game, finished=True, rules_alone=True)
    texts = {_document(ruleset, document): _text(text)} if text is not None else {}
    if not any(ruleset.declared.of_sort("ledger")):
        raise UsageError(f"{game} has no ledger: no YAML file of it begins with `ledger:`")
    covered = read_ledgers(ruleset.declared, texts)
    if rows:
        _print_rows(covered.gaps)
        return 0
    untested = _untested(ruleset) if examples else []
    if json:
        counts = {name: getattr(covered, name) for name in COUNTS}
        print_json(SourceRead(game, **counts, gaps=covered.gaps, untested=untested if examples else None))
    else:
        _print(game, covered, untested, text is not None, examples)
    return 1 if covered.gaps or untested else 0


def _document(ruleset: Ruleset, name: str) -> str:
    """Give the document that a text is of."""
    known = [ledger_of(document).ledger for document in ruleset.declared.of_sort("ledger")]
    if name:
        return one_of(name, known, "ledger of a document")
    if len(known) > 1:
        raise UsageError(f"name the document of the text: --document with one of {', '.join(sorted(known))}")
    return known[0] if known else ""


def _text(path: Path) -> str:
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    return read(path, path.as_posix()).text


def _untested(ruleset: Ruleset) -> list[UntestedParagraph]:
    """Measure what the worked examples leave untested, and give it by paragraph.

    Raises:
        UsageError: an example does not come out as expected, so that nothing can be measured.
    """
    bench = ExampleRunner(ruleset)
    cases = cases_of(ruleset.declared)
    outcomes = [bench.run(case) for case in cases]
    if failed := [outcome.case.name for outcome in outcomes if not outcome.is_good]:
        raise UsageError(f"worked examples fail ({', '.join(failed[:3])}); run quarterdeck test")
    survivors = measure(bench, cases, tracked).survivors
    found: list[UntestedParagraph] = []
    for document in ruleset.declared.of_sort("ledger"):
        for row in ledger_of(document).paragraphs:
            concerned = [one for one in survivors if any(_is_of(one.address, address) for address in row.by)]
            if concerned:
                found.append(UntestedParagraph(SourceParagraph(row.at, row.number), concerned))
    told = {id(one) for paragraph in found for one in paragraph.survivors}
    if rest := [one for one in survivors if id(one) not in told]:
        found.append(UntestedParagraph(None, rest))
    return found


def _is_of(address: str, whole: str) -> bool:
    return f"{address}.".startswith(f"{whole}.")


def _print_rows(gaps: Iterable[Gap]) -> None:
    """Print a row for each paragraph that has none, or another one; its first words stand behind it as a comment."""
    for gap in gaps:
        if (found := gap.passage) is not None:
            begins = " ".join(found.text.split()[:6])
            at, words = as_json.dumps(found.at, ensure_ascii=False), as_json.dumps(found.words)
            print(f"  - {{at: {at}, number: {found.number}, words: {words}}} # {begins}")


def _print(
    game: str, covered: SourceCoverage, untested: list[UntestedParagraph], compared: bool, measured: bool
) -> None:
    console = Console(highlight=False, soft_wrap=True)
    count = covered.paragraphs
    print(
        f"{game}: {count} paragraph{'s' if count != 1 else ''}, {covered.implemented} implemented, "
        f"{covered.ruled} decided by rulings, {covered.colour} colour, {covered.out_of_scope} out of scope"
        f"{f' and {covered.in_part} in part' if covered.in_part else ''}; {covered.rules} rules"
    )
    for sort, head in HEADS.items():
        gaps = [gap for gap in covered.gaps if gap.sort == sort]
        if gaps:
            console.print(f"\n[bold]{head}[/] ({len(gaps)})")
        for gap in gaps:
            console.print(f"  {escape(gap.what)}: {escape(gap.text)} [dim]{escape(str(gap.place))}[/]")
    if untested:
        console.print(f"\n[bold]paragraphs that the worked examples leave partly untested[/] ({len(untested)})")
    for one in untested:
        changes = f"{len(one.survivors)} change{'s' if len(one.survivors) != 1 else ''}"
        words = "of no paragraph" if one.paragraph is None else str(one.paragraph)
        console.print(f"  {escape(words)}: {changes} that no example notices")
        for survivor in one.survivors:
            place = escape(str(survivor.place))
            console.print(f"    {escape(survivor.address)}: {escape(survivor.text)} [dim]{place}[/]")
    if not covered.gaps and not untested:
        parts = ["every paragraph is accounted for", "every rule is named by one"]
        parts += ["the text reads as in the ledger"] if compared else []
        parts += ["the worked examples notice every change"] if measured else []
        print(", ".join(parts))
