"""Nodes of docutils that only a rulebook has: marks in the margin, drawings made on the way, small print in columns.

In: nothing. Out: node classes, and how each is written for a screen; any other writer gets their words.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from docutils import nodes

from quarterdeck.print.book.form_pages import svg_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


_READABLE = 75  # percent of its own width: on a small screen a picture is pushed along before it is drawn smaller
_SMALL = 8000  # hundredths of a millimetre: beside a picture no wider there is room for its caption


class marks(nodes.inline):  # noqa: N801 - nodes of docutils are named as tags are
    """Where a rule comes from, to stand in the margin: places in the sources, then references to rulings."""


class pictured(nodes.General, nodes.Element):  # noqa: N801
    """A picture with its caption: `screen` and `paper` are SVG, `words` say what it shows, `wide` is its width."""


class probed(nodes.General, nodes.Element):  # noqa: N801
    """Chances that readers of pages look up: `screen` is HTML; nobody else gets them."""


class copied(nodes.General, nodes.Element):  # noqa: N801
    """A blank form to copy: `data` is what its template reads, `words` say what stands on it."""


class narrow(nodes.General, nodes.Element):  # noqa: N801
    """Small print, in two columns where there is room."""


def _skip(_translator: Any, _node: nodes.Node) -> None:
    pass


def _marks_on_screen(translator: Any, node: marks) -> None:
    translator.body.append(translator.starttag(node, "span", "", CLASS="marks"))


def _marks_end(translator: Any, _node: marks) -> None:
    translator.body.append("</span>")


def _pictured_on_screen(translator: Any, node: pictured) -> None:
    size = "small" if node["wide"] <= _SMALL else "large"
    translator.body.append(translator.starttag(node, "figure", CLASS=f"drawn {size}"))
    least = f"--readable-width: {node['wide'] * _READABLE // 10000}mm"
    words = translator.attval(node["words"])
    translator.body.append(f'<div class="drawing" style="{least}" role="img" aria-label="{words}">')
    translator.body.append(f"{node['screen']}</div>\n")
    translator.body.append("<figcaption>")


def _pictured_end(translator: Any, _node: pictured) -> None:
    translator.body.append("</figcaption></figure>\n")


def _pictured_in_words(translator: Any, node: pictured | copied) -> None:
    translator.add_text(node["words"])
    raise nodes.SkipNode


def _copied_on_screen(translator: Any, node: copied) -> None:
    words = translator.attval(node["words"])
    translator.body.append(translator.starttag(node, "figure", CLASS="drawn large copied"))
    translator.body.append(f'<div class="drawing" role="img" aria-label="{words}">')
    translator.body.append(f"{svg_of(node['data'], node['ids'][0] if node['ids'] else 'form')}</div>\n")
    said = " ".join([f"{node['title']}.", *json.loads(node["data"])["how"]])
    translator.body.append(f"<figcaption><p>{translator.encode(said)}</p>")


def _probed_on_screen(translator: Any, node: probed) -> None:
    if translator.builder.name != "epub":  # whose readers carry out no scripts
        translator.body.append(node["screen"])
    raise nodes.SkipNode


def _narrow_on_screen(translator: Any, node: narrow) -> None:
    translator.body.append(translator.starttag(node, "div", CLASS="narrow"))


def _narrow_end(translator: Any, _node: narrow) -> None:
    translator.body.append("</div>\n")


def add_nodes(app: Sphinx) -> None:
    """Tell Sphinx about the nodes."""
    plain = (_skip, _skip)
    app.add_node(marks, html=(_marks_on_screen, _marks_end), text=plain, latex=plain)
    app.add_node(
        pictured,
        html=(_pictured_on_screen, _pictured_end),
        text=(_pictured_in_words, _skip),
        latex=plain,
    )
    app.add_node(
        copied,
        html=(_copied_on_screen, _pictured_end),
        text=(_pictured_in_words, _skip),
        latex=plain,
    )
    app.add_node(probed, html=(_probed_on_screen, _skip), text=plain, latex=plain)
    app.add_node(narrow, html=(_narrow_on_screen, _narrow_end), text=plain, latex=plain)
