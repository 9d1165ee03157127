"""Show findings at a terminal: place, source line, caret, further labels, hint."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from quarterdeck.diagnostics.finding import Finding
from quarterdeck.source import Span


def show(findings: Iterable[Finding], console: Console) -> None:
    """Print each finding as an excerpt of its source with a caret under the words concerned."""
    for finding in findings:
        console.print(_rendered(finding), soft_wrap=True, highlight=False)


def as_text(findings: Iterable[Finding]) -> str:
    """Give what `show` prints, without colour."""
    out = StringIO()
    show(findings, Console(file=out, force_terminal=False, color_system=None, width=200))
    return out.getvalue()


def _rendered(finding: Finding) -> Text:
    text = Text()
    text.append(f"{finding.code}", style="bold red")
    text.append(f": {finding.message}\n", style="bold")
    width = max(len(str(span.line)) for span in [finding.span, *(label.span for label in finding.labels)])
    _excerpt(text, finding.span, "", width, "red")
    for label in finding.labels:
        _excerpt(text, label.span, label.text, width, "blue")
    if finding.rule:
        text.append(f"{' ' * width} = in {finding.rule}\n", style="dim")
    if finding.hint:
        text.append(f"{' ' * width} = ", style="cyan")
        text.append(f"hint: {finding.hint}\n")
    return text


def _excerpt(text: Text, span: Span, words: str, width: int, style: str) -> None:
    line, column = span.file.position(span.start)
    source = span.file.line(line)
    before = source[: column - 1].replace("\t", "    ")
    inside = source[column - 1 : column - 1 + max(1, span.end - span.start)].replace("\t", "    ")
    text.append(f"{' ' * width}--> ", style="cyan")
    text.append(f"{span.file.path}:{line}:{column}\n")
    text.append(f"{line:>{width}} | ", style="cyan")
    text.append(source.replace("\t", "    ") + "\n")
    text.append(f"{' ' * width} | ", style="cyan")
    text.append(" " * cell_len(before) + "^" * max(1, cell_len(inside)), style=style)
    text.append(f" {words}\n" if words else "\n", style=style)
