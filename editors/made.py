"""Write what editors are told of the language, from the grammar and the shapes of documents: words and a schema.

`python editors/made.py` writes the files anew; a test sees that they say what the language says now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from lark.lexer import PatternStr

from quarterdeck.language.declarations.builtins import FUNCTIONS, GATHERINGS
from quarterdeck.language.declarations.written_types import SIMPLE
from quarterdeck.language.documents.documents_schema import schema_of_documents
from quarterdeck.language.syntax.grammar import grammar

FOLDER = Path(__file__).resolve().parent
FREE = frozenset(["NAME", "NUMBER", "STRING", "DICE", "EXPONENT"])
"""Terminals that stand for what authors write, and hold no word of the language."""
DEFINES = "rules define procedure effect advice option turn phase step amend add remove move split".split()
VALUES = ["yes", "no", "none"]


def words_in_grammar() -> set[str]:
    """Give every word that the grammar knows, also those of terminals of several words."""
    found: set[str] = set()
    for terminal in grammar().terminals:
        if terminal.name in FREE:
            continue
        text = terminal.pattern.value
        plain = text if isinstance(terminal.pattern, PatternStr) else re.sub(r"\\.|\[[^]]*\]", " ", text)
        found |= set(re.findall(r"[a-z]{2,}", plain))
    return found


def scopes() -> Iterator[tuple[str, str]]:
    """Give what is coloured alike, as a scope and an expression, the first that fits."""
    known = words_in_grammar()
    yield "comment.line.number-sign.quarterdeck", r"#.*$"
    yield "constant.numeric.dice.quarterdeck", r"\b\d*d\d+\b"
    yield "constant.numeric.quarterdeck", r"\b\d+(_\d+)*(\.\d+(_\d+)*)?([eE][+-]?\d+)?\b"
    yield "keyword.declaration.quarterdeck", _one_of(DEFINES)
    yield "constant.language.quarterdeck", _one_of(VALUES)
    yield "support.type.quarterdeck", _one_of(SIMPLE)
    yield "keyword.control.quarterdeck", _one_of(known - {*DEFINES, *VALUES, *SIMPLE})
    yield "support.function.quarterdeck", rf"{_one_of({*FUNCTIONS, *GATHERINGS})}(?=\s*\()"
    yield "entity.name.type.quarterdeck", r"\b[A-Z]\w*\b"


def _one_of(words: object) -> str:
    return rf"\b({'|'.join(sorted(words))})\b"  # type: ignore[call-overload]


def textmate() -> str:
    """Give the colours of rules as a TextMate grammar."""
    inside = {
        "name": "meta.interpolation.quarterdeck",
        "begin": r"\{",
        "end": r"\}|$",
        "patterns": [{"include": "$self"}],
    }
    words = {
        "name": "string.quoted.double.quarterdeck",
        "begin": '"',
        "end": r'"|$',
        "patterns": [{"name": "constant.character.escape.quarterdeck", "match": r"\\."}, inside],
    }
    first, *others = [{"name": name, "match": match} for name, match in scopes()]
    return _json({"name": "Quarterdeck rules", "scopeName": "source.quarterdeck", "patterns": [first, words, *others]})


GROUPS = {"keyword.declaration": "Structure", "constant.language": "Boolean", "support.type": "Type",
          "keyword.control": "Statement", "support.function": "Function"}  # fmt: skip
"""How Vim colours what TextMate calls so."""


def vim() -> str:
    """Give the colours of rules as a syntax file of Vim and Neovim."""
    lines = ['" Written by editors/made.py.', "if exists('b:current_syntax')", "  finish", "endif"]
    for name, match in scopes():
        group = next((group for scope, group in GROUPS.items() if name.startswith(scope)), "")
        if group:
            words = re.findall(r"\w+", match.split("(", 1)[1].split(")", 1)[0])
            lines += [f"syntax keyword quarterdeck{group} {word}" for word in words]
            lines.append(f"highlight default link quarterdeck{group} {group}")
    lines += [
        r"syntax match quarterdeckNumber /\<\d[0-9_]*\%(\.\d[0-9_]*\)\=\>/",
        r"syntax match quarterdeckDice /\<\d*d\d\+\>/",
        "syntax match quarterdeckComment /#.*$/",
        r'syntax region quarterdeckString start=/"/ skip=/\\./ end=/"/ oneline',
        "highlight default link quarterdeckNumber Number",
        "highlight default link quarterdeckDice Number",
        "highlight default link quarterdeckComment Comment",
        "highlight default link quarterdeckString String",
        "let b:current_syntax = 'quarterdeck'",
    ]
    return "\n".join(lines) + "\n"


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


MADE = {
    "vscode/syntaxes/rules.tmLanguage.json": textmate,
    "vscode/documents.schema.json": lambda: _json(schema_of_documents()),
    "neovim/syntax/quarterdeck.vim": vim,
}
"""Each file, and what gives its text."""

if __name__ == "__main__":
    for name, make in MADE.items():
        (FOLDER / name).write_text(make(), "utf-8")
