"""Show findings at a terminal: place, source line, caret, further labels, hint."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from quarterdeck.base.findings.finding import ALSO, MOST_NAMED, UNUSED, Finding, is_nowhere
from quarterdeck.base.text import Span

MOST_SHOWN = 1_000
"""So many findings are printed; of more it is said how many there are."""
LONGEST_LINE = 400
"""Signs of a source line that are printed around a place."""
LONGEST_TOLD = 2_000
"""Signs of a message or a hint that are printed."""


def show(findings: Iterable[Finding], console: Console) -> None:
    """Print each finding as an excerpt of its source with a caret under the words concerned."""
    found = list(findings)
    for finding in found[:MOST_SHOWN]:
        console.print(_rendered(finding), soft_wrap=True, highlight=False)
    if len(found) > MOST_SHOWN:
        more = Text(f"and {len(found) - MOST_SHOWN:,} more problems, which are not shown\n", style="bold")
        console.print(more, soft_wrap=True, highlight=False)


def show_other_first(findings: Iterable[Finding], console: Console) -> None:
    """Print findings; what is unused gets one line together while anything else is wrong."""
    found = list(findings)
    unused = [finding for finding in found if finding.code in UNUSED]
    if len(unused) < 2 or len(unused) == len(found):
        show(found, console)
        return
    show((finding for finding in found if finding.code not in UNUSED), console)
    named = ", ".join(f"`{name}`" for name in list(dict.fromkeys(finding.span.text for finding in unused))[:MOST_NAMED])
    words = (
        f"{len(unused)} parts are still unused, for example {named}; they are listed when there are no other problems\n"
    )
    console.print(Text(words, style="bold"), soft_wrap=True, highlight=False)


def as_text(findings: Iterable[Finding]) -> str:
    """Give what `show` prints, without colour."""
    out = StringIO()
    show(findings, Console(file=out, force_terminal=False, color_system=None, width=200))
    return out.getvalue()


def _rendered(finding: Finding) -> Text:
    text = Text()
    text.append(f"{finding.code}", style="bold red")
    text.append(f": {_shortened(finding.message)}\n", style="bold")
    width = max(len(str(span.line)) for span in [finding.span, *(label.span for label in finding.labels)])
    _excerpt(text, finding.span, "", width, "red")
    also = [label for label in finding.labels if label.text == ALSO]
    for label in finding.labels:
        if label not in also[MOST_NAMED:]:
            _excerpt(text, label.span, label.text, width, "blue")
    if also[MOST_NAMED:]:
        text.append(f"{' ' * width} = and in {len(also) - MOST_NAMED} more places\n")
    if finding.rule:
        text.append(f"{' ' * width} = in {finding.rule}\n", style="dim")
    if finding.hint:
        text.append(f"{' ' * width} = ", style="cyan")
        text.append(f"hint: {_shortened(finding.hint)}\n")
    return text


def _excerpt(text: Text, span: Span, words: str, width: int, style: str) -> None:
    """Print where a span is, unless that is nowhere in a file."""
    if is_nowhere(span):
        return
    line, column = span.file.position(span.start)
    source, at = _window(span.file.line(line), column - 1)
    before = source[:at].replace("\t", "    ")
    inside = source[at : at + max(1, span.end - span.start)].replace("\t", "    ")
    text.append(f"{' ' * width}--> ", style="cyan")
    text.append(f"{span.file.path}:{line}:{column}\n")
    text.append(f"{line:>{width}} | ", style="cyan")
    text.append(source.replace("\t", "    ") + "\n")
    text.append(f"{' ' * width} | ", style="cyan")
    text.append(" " * cell_len(before) + "^" * max(1, cell_len(inside)), style=style)
    text.append(f" {words}\n" if words else "\n", style=style)


def _window(line: str, at: int) -> tuple[str, int]:
    """Give a line, or of a long one what is around a place, and where the place is in that."""
    if len(line) <= LONGEST_LINE:
        return line, at
    start = max(0, min(at - LONGEST_LINE // 4, len(line) - LONGEST_LINE))
    end = start + LONGEST_LINE
    left, right = "… " if start else "", " …" if end < len(line) else ""
    return f"{left}{line[start:end]}{right}", at - start + len(left)


def _shortened(words: str) -> str:
    """Give words, or of very many the first; a name that somebody wrote may be as long as the file."""
    return words if len(words) <= LONGEST_TOLD else f"{words[:LONGEST_TOLD]} …"
