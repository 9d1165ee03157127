"""Signatures: what a rule, table or function takes whose brackets are open where somebody writes.

In: what a ruleset declares, a text of rules, an offset. Out: a label with its inputs, and which of them is next. The
text need not parse for that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from quarterdeck.language.declarations.builtins import FUNCTIONS
from quarterdeck.language.declarations.symbol_table import Declared

FURTHEST = 2_000
"""Characters before a place in which the open bracket is looked for."""
NAME = re.compile(r"[A-Za-z_][\w.]*\Z")
INPUT = re.compile(r"\s*(\w+)\s*:")
CLOSES = {")": "(", "]": "["}


@dataclass(frozen=True)
class OpenSignature:
    """A signature: its label, the inputs as they are in the label, the place of the one that is written, and words."""

    label: str
    inputs: tuple[str, ...]
    active: int
    words: str = ""


def signature_at(declared: Declared, text: str, offset: int) -> OpenSignature | None:
    """Return the signature of what is asked for at an offset; none where no brackets of such are open."""
    opened = _open_brackets(text, offset)
    if opened is None:
        return None
    at, parts = opened
    name = NAME.search(text[:at])
    known = _known(declared, name[0], text[at]) if name is not None else None
    if known is None:
        return None
    label, inputs, words = known
    names = [one.partition(":")[0] for one in inputs]
    said = INPUT.match(parts[-1])
    active = names.index(said[1]) if said is not None and said[1] in names else len(parts) - 1
    return OpenSignature(label, inputs, min(active, max(len(inputs) - 1, 0)), words)


def _open_brackets(text: str, offset: int) -> tuple[int, list[str]] | None:
    """Return where the innermost open bracket is, and what is between its commas so far."""
    waiting: list[str] = []
    parts: list[str] = []
    end = offset
    for at in range(offset - 1, max(-1, offset - FURTHEST), -1):
        sign = text[at]
        if sign in CLOSES:
            waiting.append(CLOSES[sign])
        elif sign in "([":
            if not waiting:
                return at, [text[at + 1 : end], *reversed(parts)]
            if waiting.pop() != sign:
                return None
        elif sign == "," and not waiting:
            parts.append(text[at + 1 : end])
            end = at
        elif sign == "\n" and not waiting and text[at + 1 : at + 2].strip():
            return None  # the line that the place is in begins a definition
    return None


def _known(declared: Declared, name: str, bracket: str) -> tuple[str, tuple[str, ...], str] | None:
    """Return the label, the inputs and the words of a rule, a function, or with square brackets a table."""
    if bracket == "[":
        table = declared.tables.get(name)
        if table is None:
            return None
        keys = tuple(f"{key.name}: {key.type}" for key in table.keys)
        return f"{name}[{', '.join(keys)}]{f' -> {table.gives}' if table.gives else ''}", keys, table.title
    if (rule := declared.rule_named(name)) is not None:
        inputs = tuple(f"{one.name}: {one.type}" for one in rule.parameters)
        gives = f" -> {rule.result}" if rule.result is not None else ""
        return f"{name}({', '.join(inputs)}){gives}", inputs, ""
    if (function := FUNCTIONS.get(name)) is not None:
        takes = tuple(one for one, _ in function.takes)
        return f"{name}({', '.join(takes)}{', ...' if function.variadic else ''})", takes, function.doc
    return None
