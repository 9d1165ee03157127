"""Say in plain words why a text is not YAML, and what to write instead.

In: the fault of the library that reads YAML, and the text. Out: a message, a hint and the place that people look at.
"""

from __future__ import annotations

from typing import NamedTuple

from ruamel.yaml.error import MarkedYAMLError


class YamlFault(NamedTuple):
    """What is wrong, what to do about it, and where in the text."""

    message: str
    hint: str
    at: int


AT_CONTEXT = ("while parsing a flow", "while scanning a quoted", "while scanning a simple key")
"""Where what was begun is the place to look at, and not where the library gives up."""
ALIKE = "begin all keys of a mapping in the same column"
SAID = {
    "block sequence entries are not allowed in this context": (
        "`-` begins an item of a list, and none can begin here",
        'write `"-"` for a dash that is a value; begin each item of a list on a line of its own',
    ),
    "mapping values are not allowed in this context": (
        "`:` is not allowed here",
        f"put a value that contains `: ` in quotes, and {ALIKE}",
    ),
    "did not find expected key": ("this line does not line up with the lines above", ALIKE),
    "did not find expected '-' indicator": (
        "this line does not line up with the items above",
        "begin all items of a list in the same column",
    ),
    "could not find expected ':'": ("this line has no `:` after its key", "write `key: value`"),
    "did not find expected ',' or ']'": (
        "this `[` is not closed",
        "close it with `]`; put commas between items",
    ),
    "did not find expected ',' or '}'": (
        "this `{` is not closed",
        "close it with `}`; put commas between items",
    ),
    "found unexpected end of stream": ("these quotes are not closed", "close them on the line where they open"),
    "found unknown escape character": ("this `\\` begins no known escape", "use single quotes"),
    "found undefined alias": ("a value cannot begin with `*`", "put it in quotes"),
    "but found another document": ("a file holds one document", "put what is below `---` in a file of its own"),
    "did not find expected comment or line break": (
        "`|` and `>` begin a text on the next lines",
        "put a value that begins with such a sign in quotes",
    ),
}
NO_TOKEN = "found character that cannot start any token"  # noqa: S105 - a sign of YAML, and no password
QUOTED = ("did not find expected node content", "did not find expected alphabetic or numeric character")


def explained(error: MarkedYAMLError, text: str) -> YamlFault:
    """Give a fault of the library in words for people; one that is not known here keeps the words of the library."""
    problem, context = error.problem or error.context or "", error.context or ""
    mark = error.problem_mark or error.context_mark
    if error.context_mark and context.startswith(AT_CONTEXT):
        mark = error.context_mark
    at = min(mark.index if mark else 0, max(0, len(text) - 1))
    sign = text[at : at + 1]
    if problem == NO_TOKEN and sign == "\t":
        return YamlFault("a tab cannot indent a line", "indent with spaces", at)
    if problem == NO_TOKEN or problem in QUOTED or problem.startswith("mapping keys are not allowed"):
        return YamlFault("a value cannot begin with this sign", "put it in quotes", at)
    message, hint = SAID.get(problem, (problem, ""))
    return YamlFault(message, hint, at)
