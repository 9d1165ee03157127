"""Settings of the handbook: `make handbook`. Pages of codes are copied from the package, which owns them."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile
from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Number, String, Text
from sphinx.application import Sphinx

from quarterdeck import __version__
from quarterdeck.base.findings import codes

project = "Quarterdeck"
copyright = "The Quarterdeck authors"
release = version = __version__
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
exclude_patterns = ["pictures/*.py"]
suppress_warnings = ["myst.header"]

HERE = Path(__file__).resolve().parent
WORDS = (
    "rules define procedure effect turn phase step option advice amend add remove let tally set take append create do "
    "apply roll check modifier success natural choose require when unless otherwise for each in from to repeat times "
    "stop finish win draw because announce reveal start cites ruling topic formerly where on plus minus if and or not "
    "is yes no none by first highest lowest all any every count sum"
)


class RulesLexer(RegexLexer):
    """Colour rules text."""

    name = "rules"
    tokens: ClassVar = {
        "root": [
            (r"#.*$", Comment),
            (r'"[^"\n]*"', String),
            (rf"\b({'|'.join(WORDS.split())})\b", Keyword),
            (r"\b\d*d\d+\b|\b\d+\b", Number),
            (r"[a-zA-Z_]\w*|\s+|.", Text),
        ]
    }


def copy_codes() -> None:
    """Copy the pages of codes beside the handbook's own, with an index."""
    folder = HERE / "codes"
    folder.mkdir(exist_ok=True)
    for code in codes.titles():
        copyfile(codes.PAGES / f"{code}.md", folder / f"{code}.md")
    pages = "\n".join(codes.titles())
    text = f"# Codes of findings\n\n```{{toctree}}\n:maxdepth: 1\n\n{pages}\n```\n"
    (folder / "index.md").write_text(text, "utf-8")


def setup(app: Sphinx) -> None:
    """Register the lexers, and copy what is written elsewhere."""
    app.add_lexer("rules", RulesLexer)
    for plain in ("prints", "csv", "link"):
        app.add_lexer(plain, TextLexer)
    copy_codes()
