"""Pages, diagnostics and summaries of commands use the words that English readers expect.

An exception says why the word is right.
"""

import ast
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from keyword import iskeyword
from pathlib import Path

import pytest

from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.base.findings import codes
from quarterdeck.base.resources import PACKAGE

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import reference_pages  # type: ignore[import-not-found]  # noqa: E402

INSTEAD = {
    r"behind": "after",
    r"anew": "again",
    r"signs?": "character",
    r"blanks?": "space",
    r"(stands?|stood)(?! for\b)": "is, appears",
    r"so many": "a number of",
    r"at the most": "at most",
    r"mend(s|ed|ing)?": "fix",
    r"called so": "has this name",
    r"findings|(an?|the|no|each|this) finding": "problem; diagnostic in reference",
    r"faults?": "error",
    r"told of": "described",
    r"tellings?": "prose override",
    r"whoever": "the actor",
    r"la(y|id|ys) over": "apply",
    r"carr(y|ies|ied|ying) out": "run, resolve",
    r"come(s)? from outside": "untrusted input",
    r"kept (game|battle)s?": "saved game",
    r"strangers to": "do not import",
}
FOLDERS = (
    "*.md",
    ".github/*/*.md",
    "starter/*.md",
    "rulesets/*.md",
    "docs/*.md",
    "docs/decisions/*.md",
    "languages/*/*.md",
    "plugins/*/*.md",
    "editors/*/*.md",
)
TELL_USERS = ("add", "report", "cannot", "complain", "say")
RIGHT = {
    ("QD110", "sign"): "the sign of a number",
    ("QD121", "sign"): "a multiplication sign",
    ("QD404", "sign"): "the sign of a number",
    ("ruleset", "blank"): "a blank form",
    ("CHANGELOG", "blank"): "a blank form",
    ("sheets", "blank"): "a blank form",
    ("measurements", "blank"): "point-blank",
    ("situations", "blank"): "point-blank",
    ("situations", "behind"): "the wind comes from behind",
}


def command(name: str) -> Callable[..., int]:
    """Return the function of a command; its docstring is the help of the command."""
    module = f"{name}_" if iskeyword(name) else name
    function: Callable[..., int] = getattr(import_module(f"quarterdeck.apps.cli.{module}"), module)
    return function


def name_of(page: Path) -> str:
    return page.parent.name if page.stem == "README" else page.stem


def messages(path: Path) -> str:
    """Return what a module tells users: texts in errors, hints, diagnostics and complaints, without inserted values."""
    found: list[ast.AST] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Raise):
            found.append(node)
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            found += node.args if called in TELL_USERS else []
            found += [one.value for one in node.keywords if one.arg in ("hint", "message")]
        elif isinstance(node, ast.Assign) and any(
            getattr(one, "id", "") in ("hint", "message") for one in node.targets
        ):
            found.append(node.value)
    texts = [one.value for top in found for one in ast.walk(top) if isinstance(one, ast.Constant)]
    return "\n".join(text for text in texts if isinstance(text, str) and " " in text)


@cache
def texts() -> dict[str, str]:
    """Return the texts by name, without code and the targets of links."""
    found = {name_of(page): page.read_text("utf-8") for folder in FOLDERS for page in ROOT.glob(folder)}
    found |= {code: (codes.PAGES / f"{code}.md").read_text("utf-8") for code in codes.titles()}
    found |= {f"quarterdeck {name}": f"{one.summary}\n{command(name).__doc__}" for name, one in COMMANDS.items()}
    found |= {str(path.relative_to(PACKAGE)): messages(path) for path in PACKAGE.rglob("*.py")}
    found["docstrings"] = reference_pages.python_api()
    return {
        name: re.sub(r"^```.*?^```|`[^`\n]*`|\]\([^)\n]*\)", "", text, flags=re.DOTALL | re.MULTILINE)
        for name, text in found.items()
    }


@pytest.mark.parametrize("word", INSTEAD)
def test_a_word_is_used_where_readers_expect_it(word):
    found = [
        f"{name}: {match[0]} (write: {INSTEAD[word]})"
        for name, text in texts().items()
        for match in re.finditer(rf"(?i)\b({word})\b", text)
        if (name, match[0].lower().removesuffix("s")) not in RIGHT and (name, match[0].lower()) not in RIGHT
    ]
    assert found == []


def test_every_exception_is_there():
    assert [f"{name}: {word}" for name, word in RIGHT if word not in texts()[name]] == []


def test_no_page_says_a_paragraph_twice():
    for path in sorted((ROOT / "docs").glob("**/*.md")):
        prose = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
        paragraphs = [" ".join(one.split()) for one in re.split(r"\n\s*\n", prose)]
        assert [one for one in {*paragraphs} if len(one) > 90 and paragraphs.count(one) > 1] == [], path.name
