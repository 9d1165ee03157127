"""`quarterdeck show`: look at a ruleset at every stage from text to generated Python."""

from __future__ import annotations

import json as as_json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, one_of, open_ruleset
from quarterdeck.apps.cli.tree import FINEST, TreeLine, is_found, parts_of, tree, words_of
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import near_names
from quarterdeck.base.plain_data import as_written
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import Element, address_now
from quarterdeck.language.declarations.statement_addresses import everything
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.workspace.pipeline.ruleset_cache import kept_with
from quarterdeck.workspace.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from quarterdeck.backends.python.module import PrintedModule
    from quarterdeck.program.passes.segments import Segment
    from quarterdeck.prose.languages.book_language import BookLanguage
    from quarterdeck.workspace.pipeline.build import Built

USE = ("reads", "changes", "rolls", "asks", "calls")
STAGES = ("summary", "text", "nodes", "program", "python", "segments", "picture", "schema")


@dataclass(frozen=True)
class FigureAmended:
    """A figure that a roster puts in the place of another, both as rosters write them; null where none was written."""

    thing: str
    field: str
    before: str | None
    after: str
    place: Span

    def __str__(self) -> str:
        instead = f"in place of {self.before}" if self.before is not None else "where none was written"
        return f"{self.thing}.{self.field}: {self.after}, {instead} ({self.place})"


@dataclass(frozen=True)
class ElementShown:
    """What stands at an address, and what it makes use of."""

    address: str
    sort: str
    words: str
    place: Span
    reads: list[str]
    changes: list[str]
    rolls: list[str]
    asks: list[str]
    calls: list[str]
    amended: list[FigureAmended]
    """Of a roster or a thing in one: the figures that variants amend."""


Shown = list[ElementShown]
"""The parts of a ruleset with their addresses, texts and uses."""


def show(
    game: str,
    address: str = "",
    *,
    search: str = "",
    all: Annotated[bool, Parameter(negative="")] = False,  # noqa: A002 - the word for it on a command line
    stage: str = "summary",
    to: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Show a ruleset, or one address of it.

    A complete ruleset is printed as a tree of everything that house rules can change, with addresses and words.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        address: a rule, table, phase, field, option ...; without it, the complete ruleset.
        search: show only parts with all these words in their address or text, including statements and cells.
        all: show the complete tree, with statements, cells, things, examples and rulings.
        stage: `text` is the source, `nodes` the syntax tree, `english` the printed words, `german` or another
            installed language the words in it, `program` the program (JSON), `python` and `segments` the generated
            code for play and for counting, `picture` the calls (SVG, or DOT), `schema` the schema of the program's
            JSON.
        to: write the output into this file.
        json: print the summary as JSON.
    """
    if stage == "schema":
        from quarterdeck.program.form.as_json import schema

        return _out(as_json.dumps(schema(), indent=1) + "\n", to)
    if (search or all) and (address or stage != "summary"):
        raise UsageError("--search and --all need the summary of a complete ruleset")
    if json and stage != "summary":
        raise UsageError("--json needs the summary; the stages nodes, program and schema are always JSON")
    language = None if stage in STAGES else _language(stage)
    ruleset = open_ruleset(game, rules_alone=True)
    if address:
        known = everything(ruleset.declared)
        if stage == "summary" and (group := _group(ruleset, address, json)) is not None:
            return group
        address = _address(address_now(ruleset.declared, address, list(known)), list(known))
    if stage == "summary":
        return _summary(ruleset, address, json) if address else _whole(ruleset, search.split(), json, fully=all)
    if language is not None:
        return _out(language.shown(ruleset, address) + "\n", to)
    text = _at_stage(ruleset, address, stage)
    return _out(drawn(text) if stage == "picture" and to is not None and to.suffix == ".svg" else text, to)


def _at_stage(ruleset: Ruleset, address: str, stage: str) -> str:
    """Give the text of a stage; of a picture it is DOT."""
    match stage:
        case "text":
            known = everything(ruleset.declared)
            chosen = [known[address]] if address else known.values()
            return "\n\n".join(text_of(element) for element in chosen) + "\n"
        case "nodes":
            return _nodes(ruleset, address)
        case "program":
            return as_json.dumps(_program(_built(ruleset), address), indent=1, ensure_ascii=False) + "\n"
        case "python":
            return _generated(_built(ruleset).module(), address)
        case "segments":
            counter = ruleset.asking(_built(ruleset)).counter
            return _segments(counter.module, address, counter.segments)
    assert stage == "picture"
    from quarterdeck.program.form.as_dot import as_dot

    return as_dot(_built(ruleset).program, address)


def _language(name: str) -> BookLanguage:
    """Give the language whose sentences are the stage of a name."""
    from quarterdeck.prose.languages.installed_languages import DISTRIBUTIONS, book_languages, language_named

    names = [one.name for one in book_languages()]
    return language_named(name if name in DISTRIBUTIONS else one_of(name, (*STAGES, *names), "stage"))


def _built(ruleset: Ruleset) -> Built:
    findings = Findings()
    built = ruleset.built(findings)
    findings.refuse()
    return built


def _address(name: str, known: list[str]) -> str:
    if name in known:
        return name
    ends = [one for one in known if one.endswith(f".{name}")]
    if len(ends) == 1:
        return ends[0]
    close = ends or near_names(name, known, 3)
    raise UsageError(f"there is no address {name}" + (f"; did you mean {' or '.join(close[:5])}?" if close else ""))


def _group(ruleset: Ruleset, name: str, json: bool) -> int | None:
    """Print everything below a heading of the tree, such as `scenarios`; nothing if it is the name of anything else."""
    known = everything(ruleset.declared)
    below = [one for one, element in known.items() if element.parent == name]
    if not below or name in known or sum(one.endswith(f".{name}") for one in known) == 1:
        return None
    if json:
        used = _kept_uses(ruleset)
        print_json([_shown(known[one], used, ruleset.declared) for one in below])
    else:
        _print_tree(parts_of(known, name))
    return 0


def _out(text: str, to: Path | None) -> int:
    if to is None:
        print(text, end="")
    else:
        to.write_text(text, "utf-8")
        print(f"written to {to}")
    return 0


def _nodes(ruleset: Ruleset, address: str) -> str:
    from quarterdeck.program.form.as_json import as_json as node_as_json

    rules = ruleset.declared.rules
    if address and address not in rules:
        raise UsageError(f"{address} is not a rule: only rules have nodes")
    chosen = [rules[address]] if address else rules.values()
    return as_json.dumps([node_as_json(rule.node) for rule in chosen], indent=1, ensure_ascii=False, default=str) + "\n"


def _program(built: Built, address: str) -> object:
    from quarterdeck.program.form.as_json import as_json as node_as_json
    from quarterdeck.program.form.as_json import program_as_json

    program = built.program
    if not address:
        return program_as_json(program)
    for table in (program.routines, program.acting_tables, program.value_tables):
        if address in table:
            return node_as_json(table[address])
    for phase in program.turn.nodes.values():
        if phase.address == address:
            return node_as_json(phase)
    raise UsageError(f"{address} has no place of its own in the graph")


def _generated(module: PrintedModule, address: str) -> str:
    """Give the functions of one address from generated Python."""
    if not address:
        return module.source
    found = _functions(module.source, tuple(f"def {module.names.of(sort, address)}(" for sort in "def"))
    if not found:
        raise UsageError(f"nothing is generated for {address}")
    return found


def _segments(module: PrintedModule, address: str, segments: Sequence[Segment]) -> str:
    """Give the segments of one address; what has no chance in it is a plain function."""
    wanted = tuple(f"def s_{segment.number}(" for segment in segments if segment.routine == address)
    return _functions(module.source, wanted) if wanted else _generated(module, address)


def _functions(source: str, heads: tuple[str, ...]) -> str:
    """Give the functions that begin with one of some heads."""
    found: list[str] = []
    inside = False
    for line in source.split("\n"):
        if line[:1].strip():
            inside = line.startswith(heads)
        if inside:
            found.append(line)
    return "\n".join([*found, ""]) if found else ""


def drawn(dot: str) -> str:
    """Draw DOT as SVG with the Graphviz that is at hand.

    Raises:
        UsageError: there is none.
    """
    beside = Path(sys.executable).parent / "graphviz-pure"
    program = str(beside) if beside.is_file() else which("graphviz-pure") or which("dot")
    if program is None:
        raise UsageError("pictures need the extra `docs` (graphviz-pure), or Graphviz; without --to the DOT is printed")
    done = subprocess.run([program, "-Tsvg"], input=dot, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise UsageError(f"{Path(program).name} could not draw it: {done.stderr.strip()}")
    return done.stdout.replace('font-family="Arial"', 'font-family="Arial,Helvetica,sans-serif"')


def _summary(ruleset: Ruleset, address: str, json: bool) -> int:
    known, used = everything(ruleset.declared), _kept_uses(ruleset)
    element = known[address]
    if json:
        print_json([_shown(element, used, ruleset.declared)])
        return 0
    console = Console()
    console.print(f"[bold]{address}[/], {element.sort}, {element.span}", highlight=False)
    print(f"\n{text_of(element)}\n")
    for word, values in used.get(address, {}).items():
        if values:
            console.print(f"[bold]{word}[/]: {', '.join(values)}", highlight=False)
    if amended := list(amended_figures(ruleset.declared, address)):
        console.print("[bold]amended by variants[/]:", highlight=False)
        print(*amended, sep="\n")
    if parts := parts_of(known, address):
        console.print("\n[bold]what house rules can change[/]:", highlight=False)
        _print_tree(parts)
    return 0


def amended_figures(declared: Declared, address: str) -> Iterator[FigureAmended]:
    """Give the figures of a roster, or of a thing in one, that other rosters put in the place of its own."""
    name, _, thing = address.removeprefix("rosters.").partition(".")
    rosters = declared.rosters
    if not address.startswith("rosters.") or name not in rosters:
        return
    chain, held = {name}, {one: dict(values) for one, values in rosters[name].shape.things.items()}
    for other in rosters.values():
        if other.shape.amends not in chain:
            continue
        chain.add(other.name)
        for one, values in other.shape.things.items():
            own = held.setdefault(one, {})
            for field, value in values.items():
                was = own.get(field)
                own[field] = value
                if thing in ("", one) and was != value:
                    span = other.document.places.key("things", one, field)
                    before = as_written(was) if was is not None else None
                    yield FigureAmended(one, field, before, as_written(value), span)


def _whole(ruleset: Ruleset, words: Sequence[str], json: bool, *, fully: bool) -> int:
    """Show everything that has an address; exit code 1 where nothing has all words."""
    known = everything(ruleset.declared)
    shown = [one for one, element in known.items() if fully or words or element.sort not in FINEST]
    if words:
        shown = [one for one in shown if is_found(known[one], words)]
    if json:
        used = _kept_uses(ruleset)
        print_json([_shown(known[one], used, ruleset.declared) for one in shown])
        return 0 if shown else 1
    if not shown:
        complain(f"nothing in {ruleset.name} has the words {' '.join(words)}")
        return 1
    _print_tree(tree(known, shown))
    if left := len(known) - len(shown):
        if words:
            print(f"\n{len(shown)} of {len(known):,} addresses have the words {' '.join(words)}")
        else:
            print(f"\n{left} more with --all: statements, cells, things, examples, rulings; or below one ADDRESS")
    return 0


def _print_tree(lines: Iterable[TreeLine]) -> None:
    """Print lines whole, however wide the terminal is."""
    for line in lines:
        print(line)


def _shown(element: Element, used: Mapping[str, dict[str, list[str]]], declared: Declared) -> ElementShown:
    uses = {word: used.get(element.address, {}).get(word, []) for word in USE}
    amended = list(amended_figures(declared, element.address))
    return ElementShown(element.address, element.sort, words_of(element), element.span, **uses, amended=amended)


def _uses(ruleset: Ruleset) -> dict[str, dict[str, list[str]]]:
    """Give what each routine reads, changes, rolls, asks and calls, as plain data."""
    from quarterdeck.program.form.summary import uses

    found = uses(_built(ruleset).program)
    return {one: {word: list(getattr(use, word)) for word in USE} for one, use in found.items()}


def _kept_uses(ruleset: Ruleset) -> Mapping[str, dict[str, list[str]]]:
    return kept_with(ruleset.name, "uses", lambda: _uses(ruleset))
