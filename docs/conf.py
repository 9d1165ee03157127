"""Settings of the handbook: `make handbook`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Number, String, Text
from sphinx.application import Sphinx

from quarterdeck import __version__

project = "Quarterdeck"
copyright = "The Quarterdeck authors"
release = version = __version__
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
smartquotes_action = "qe"  # `--option` stays as it is typed
html_search_scorer = str(Path(__file__).with_name("static") / "search-order.js")
html_theme = "furo"
html_title = "Quarterdeck"
html_favicon = str(Path(__file__).parents[1] / "editors" / "vscode" / "icon.png")
html_static_path = ["static"]
html_css_files = ["handbook.css"]
html_js_files = ["copy.js"]
exclude_patterns = ["pictures/*.py"]
suppress_warnings = ["myst.header"]

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


def setup(app: Sphinx) -> None:
    """Register the lexers, and write the pages that the program knows."""
    app.add_lexer("rules", RulesLexer)
    for plain in ("prints", "csv", "link"):
        app.add_lexer(plain, TextLexer)
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from reference_pages import write_pages

    write_pages()
