"""Typst markup: characters escaped, and calls of the functions of `typst_template.typ`.

In: characters, names of functions and their arguments. Out: pieces of Typst text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# Only what Typst itself takes for a space or a new line: a no-break space must stay one.
_SPACES = re.compile("[ \t\n\v\f\r\x85\u2028\u2029]+")
# `//` and `/*` begin comments and `http://` a link; `...`, `--`, `-?` and `-1` are shorthands for other characters.
_SPECIAL = re.compile(r"[\\#$*_`<>@~\[\]\"']|/(?=[/*])|(?<=/)/|\.(?=\.)|-(?=[-?\d])|-$")
# Marks of headings, lists and terms; and what after `#f[..]` would still belong to the call.
_LEADING = re.compile(r"(\s*)(?:([=+\-/.;(])|(\d+)\.)")


def markup(text: str) -> str:
    r"""Escape text so that Typst prints exactly these characters, whatever stands before it.

    >>> print(markup("# 5 * 3_000 costs $2; see [a] // b"))
    \# 5 \* 3\_000 costs \$2; see \[a\] \/\/ b
    >>> print(markup("; (so) 2. and ..."))
    \; (so) 2. and \.\..
    """
    text = _SPECIAL.sub(lambda found: "\\" + found[0], _SPACES.sub(" ", text))
    leading = _LEADING.match(text)
    if leading is None:
        return text
    start = rf"{leading[1]}\{leading[2]}" if leading[2] else rf"{leading[1]}{leading[3]}\."
    return start + text[leading.end() :]


def string(text: str) -> str:
    r"""Quote a text as a Typst string literal.

    >>> print(string('say "aye"'))
    "say \"aye\""
    """
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def array(items: Iterable[str]) -> str:
    """Build a Typst array of expressions; the comma after a single one makes it an array.

    >>> array(["1"])
    '(1,)'
    """
    listed = list(items)
    return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"


def strings(texts: Iterable[str]) -> str:
    """Build a Typst array of string literals."""
    return array(string(text) for text in texts)


def expression(name: str, /, *contents: str, **options: str | None) -> str:
    """Build a call for use within code; an option that is None is left out.

    >>> expression("cell", "Speed", colspan="2", align=None)
    'cell(colspan: 2)[Speed]'
    """
    named = ", ".join(f"{key.replace('_', '-')}: {value}" for key, value in options.items() if value is not None)
    arguments = f"({named})" if named or not contents else ""
    return name + arguments + "".join(f"[{content}]" for content in contents)


def call(name: str, /, *contents: str, **options: str | None) -> str:
    """Build a call for use within markup."""
    return "#" + expression(name, *contents, **options)


def block(text: str) -> str:
    """Separate text from what is before and after it."""
    return f"\n{text}\n"


def flag(truth: object) -> str | None:
    """Build the value of an option that is off by default."""
    return "true" if truth else None
