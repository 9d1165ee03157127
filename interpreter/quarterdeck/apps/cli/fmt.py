"""`quarterdeck fmt`: files of rules in their canonical text, with all their comments."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, print_findings
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.text import SourceFile, UnreadableError, bytes_of, read
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.language.syntax.printer import format_file
from quarterdeck.workspace.pipeline.upgrades import upgraded

HEAD = "ruleset.yaml"
BYTE_ORDER_MARK = "\ufeff"
STYLES = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True)
class Formatted:
    """The files of rules that change."""

    changed: Sequence[Path]
    findings: Sequence[Finding]


def fmt(
    *paths: Path,
    check: Annotated[bool, Parameter(negative="")] = False,
    diff: Annotated[bool, Parameter(negative="")] = False,
    upgrade: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Write rules in their canonical format: spacing, indentation, brackets and line ends.

    The meaning and the comments stay the same. Only `.rules` files are written, and with --upgrade each
    `ruleset.yaml`. Text that cannot be parsed stays as it is, and is reported.

    Args:
        paths: files of rules, or folders with them.
        check: write nothing; exit with 1 if a file would change.
        diff: write nothing; show the changes.
        upgrade: also convert rulesets to the current version of the language, and write it into `ruleset.yaml`.
        json: print the changed files and the problems as JSON.
    """
    findings = Findings()
    changed: list[Path] = []
    files = files_of(paths, upgrade)
    for path in files:
        file, written = read_text(path)
        before = len(findings)
        text = new_text(path, file, written, findings)
        if text == written:
            continue
        changed.append(path)
        if diff and not json:
            show_difference(file, text)
        if check or diff:
            if not diff and not json:
                print(f"would change {path}")
        else:
            path.write_text(text, "utf-8", newline="\n")
            if not json:
                print(f"changed {path}" + (", except for text that cannot be parsed" if len(findings) > before else ""))
    faults = [finding for finding in findings if finding.code != "QD107"]
    if json:
        print_json(Formatted(changed, faults))
        return 1 if faults or (changed and (check or diff)) else 0
    print_findings(faults)
    verb = "would change" if check or diff else "changed"
    complain(f"{len(changed)} of {len(files)} file{'s' if len(files) != 1 else ''} {verb}")
    return 1 if faults or (changed and (check or diff)) else 0


def new_text(path: Path, file: SourceFile, written: str, findings: Findings) -> str:
    """Give what a file is to say: rules in their canonical text, `ruleset.yaml` with its version and as it was."""
    if path.name == HEAD:
        mark = written[: written.startswith(BYTE_ORDER_MARK)]
        return mark + upgraded(SourceFile(file.path, written.removeprefix(mark)), findings)
    parse_file(file, findings)
    return format_file(file)


def read_text(path: Path) -> tuple[SourceFile, str]:
    """Give a file as all stages read it, and its text as it is written.

    Raises:
        UsageError: it is not UTF-8 text, so that writing it anew would lose something.
    """
    try:
        return read(path, str(path)), bytes_of(path).decode("utf-8")
    except UnreadableError as error:
        raise UsageError(f"{error}; nothing was written to it") from None


def files_of(paths: tuple[Path, ...], upgrade: bool) -> list[Path]:
    """Give the files of rules that paths stand for; where they are to be upgraded, also what says their version.

    Raises:
        UsageError: a path is missing, or is no file of rules.
    """
    if not paths:
        raise UsageError("name files of rules, or folders with them: quarterdeck fmt my_game")
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            found.update(dict.fromkeys(sorted(path.rglob(HEAD)) if upgrade else ()))
            found.update(dict.fromkeys(sorted(path.rglob("*.rules"))))
        elif not path.is_file():
            raise UsageError(f"there is no {path}")
        elif path.suffix != ".rules" and not (upgrade and path.name == HEAD):
            raise UsageError(f"{path} is not a file of rules (its name does not end in .rules)")
        else:
            found[path] = None
    return list(found)


def show_difference(file: SourceFile, text: str) -> None:
    """Print the lines that would change, with colour where a terminal shows it."""
    console = Console(highlight=False, soft_wrap=True)
    before, after = file.text.splitlines(keepends=True), text.splitlines(keepends=True)
    for line in unified_diff(before, after, file.path, f"{file.path} (formatted)"):
        console.print(Text(line.rstrip("\n"), style=STYLES.get(line[0], "")))
    sys.stdout.flush()
