"""Small documentation projects, printed: what Typst is given, what it makes of it, and that nobody complained."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from quarterdeck.print.book import typst_builder
from quarterdeck.print.book.pdf_words import words_in
from quarterdeck.print.book.typst_writer import markup, string

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
BOXES = ("ruling", "option", "example", "advice")


@dataclass(frozen=True)
class Book:
    source: Path
    warnings: str

    @property
    def text(self) -> str:
        """The text of the book, without settings and template."""
        return self.source.read_text(encoding="utf-8").partition("#show: rulebook\n")[2]

    @property
    def pdf(self) -> bytes:
        return self.source.with_suffix(".pdf").read_bytes()

    def query(self, expression: str) -> Any:
        return json.loads(typst.eval(str(self.source), expression, ignore_system_fonts=True))

    def tables(self) -> list[list[str]]:
        """Read what stands in the cells of each table, as Typst has understood them."""
        found = json.loads(typst.query(str(self.source), "table", ignore_system_fonts=True))
        return [[printed(cell).strip() for cell in _cells(table)] for table in found]


def _cells(table: dict[str, Any]) -> list[dict[str, Any]]:
    cells = []
    for child in table["children"]:
        if child["func"] == "header":
            cells += child["children"]
        else:
            cells.append(child)
    return [cell for cell in cells if cell["func"] == "cell"]


def printed(content: Any) -> str:
    """Read the characters of a piece of content as Typst gives it in JSON."""
    if isinstance(content, list):
        return "".join(map(printed, content))
    if not isinstance(content, dict):
        return ""
    if content.get("func") in {"text", "symbol", "raw"}:
        return str(content["text"])
    if content.get("func") in {"space", "parbreak"}:
        return " "
    return "".join(printed(content[key]) for key in ("children", "body", "child") if key in content)


def build(folder: Path, conf: str = "", out: str = "out", /, **files: str) -> Book:
    """Print a project of some documents; `index` is the first."""
    folder.mkdir(exist_ok=True)
    (folder / "conf.py").write_text(
        f"project = 'Border Marches'\nextensions = ['quarterdeck.print.book.typst_builder']\n{conf}\n", encoding="utf-8"
    )
    (folder / "box.svg").write_text(DRAWING, encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.rst").write_text(text, encoding="utf-8")
    warnings = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(folder, folder, folder / out, folder / f"{out}-trees", "typst", status=None, warning=warnings)
        app.build()
    return Book(folder / out / "bordermarches.typ", re.sub(r"\x1b\[[\d;]*m", "", warnings.getvalue()))


def chapter(text: str) -> str:
    return f"Border Marches\n==============\n\nA chapter\n---------\n\n{text}\n"


EVERYTHING = chapter("""
.. index:: dice, single: unit; broken
   see: troop; unit

A paragraph with *emphasis*, **strong**, ``code``, H\\ :sub:`2`\\ O, x\\ :sup:`2`, `a link <https://example.org/a_b#c>`_,
:ref:`below`, :doc:`index`, :ref:`genindex`, a note [#n]_, the same [#n]_, and a book [Smith88]_. |box| in a line.

.. |box| image:: box.svg
   :height: 8pt

.. [#n] The note.

   In two paragraphs, with ``code``.

.. [Smith88] A book.

* one

  - below

    #. deep

* two

3. three
4. four

(a) letters
(b) in brackets

iv. Roman

term : kind
   What it is.

other term
   More.

:Players: two
:Length: long

-v, --verbose  says more

| lines
|    within lines
|
| end

    A quotation.

    -- Someone

.. note:: A note.

.. warning:: Careful.

.. admonition:: Ruling
   :class: ruling

   It is so.

.. admonition:: Option
   :class: option

   It may be so.

.. admonition:: Example
   :class: example

   Like this.

.. admonition:: Advice
   :class: advice

   Do not.

.. seealso:: :ref:`below`

.. versionchanged:: 2
   Different.

.. topic:: A topic

   Of words.

.. sidebar:: Aside

   Words.

.. rubric:: A rubric

.. code-block:: python
   :caption: Code
   :linenos:
   :emphasize-lines: 2

   def f(x):  # comment
       return "x"

>>> 1 + 1
2

.. parsed-literal::

   a  **b**
     [c] #d

.. productionlist::
   roll: "D6"

.. figure:: box.svg
   :alt: a box
   :align: center

   A caption

   A legend.

.. image:: box.svg
   :width: 50%

.. image:: box.svg
   :scale: 50

.. list-table:: A table
   :header-rows: 1
   :stub-columns: 1
   :widths: 2 1

   * - Roll
     - Effect
   * - 2
     - none

.. describe:: Aimed fire

   A unit that has not moved may aim.

.. py:function:: chance(unit, distance=1) -> float

   The chance.

   :param unit: the one that shoots

.. glossary::

   quality
      How good a unit is.

.. hlist::

   * a
   * b

.. centered:: The end

.. container:: changed

   New words.

.. raw:: typst

   #text(fill: red)[Straight through.]

.. raw:: html

   <b>Not this.</b>

.. only:: html

   Nor this.

.. A comment.

----

.. _below:

A section
~~~~~~~~~

With a :term:`quality`, and :py:func:`chance`.

Deeper
^^^^^^

Still.

Deepest
\"\"\"\"\"\"\"

Here.
""")


@pytest.mark.parametrize("paper", ["a4", "a5", "us-letter"])
def test_every_kind_of_node_is_printed_without_a_complaint(tmp_path, paper):
    book = build(tmp_path, f"typst_paper = '{paper}'\nnumfig = True", index=EVERYTHING)
    assert book.warnings == ""
    assert book.pdf.startswith(b"%PDF")
    assert "Not this" not in book.text
    assert "Nor this" not in book.text
    assert "#text(fill: red)[Straight through.]" in book.text


def test_two_builds_give_the_same_bytes(tmp_path, monkeypatch):
    files = {"index": chapter("Words [#n]_.\n\n.. image:: box.svg\n\n.. [#n] Note.")}
    first = build(tmp_path / "one", **files)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    other_day = build(tmp_path / "two", **files)
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    second = build(tmp_path / "two", "", "again", **files)
    assert first.pdf == second.pdf
    assert first.pdf != other_day.pdf, "the time of SOURCE_DATE_EPOCH is not used"


PIECES = [
    *"#$*_;.([@<>~`\\/\"'-+=:{}]) aé–",
    "//",
    "/*",
    "*/",
    "--",
    "...",
    "12. ",
    "- ",
    "http://a.b",
    "-1",
    "\u00a0",
    "\u2028",
]


@settings(max_examples=40)
@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), min_size=1, max_size=20))
def test_any_text_is_printed_as_it_stands(texts):
    """At the start of a line and after a call, before which Typst would read on."""
    forms = [string(form) for text in texts for form in (markup(text), f"#emph[x]{markup(text)}#emph[x]")]
    expression = "(" + "".join(f'eval({form}, mode: "markup"),' for form in forms) + ")"
    shown = [printed(content) for content in json.loads(typst.eval(b"", expression, ignore_system_fonts=True))]
    for text, alone, after in zip(texts, shown[::2], shown[1::2], strict=True):
        plain = re.sub("[ \u2028]+", " ", text)
        assert alone.strip(" ") == plain.strip(" ")
        assert after == f"x{plain}x"


def test_signs_of_typst_are_escaped_where_they_stand(tmp_path):
    text = r"*a*; *b*. *c*\ (d) *e*\ [f] # 5 \* 3\_000 $2 @x <y> ~z \\ \`q\` // /\* -1 -- 1. \"q\""
    book = build(tmp_path, "smartquotes = False", index=chapter(text))
    assert book.warnings == ""
    line = next(line for line in book.text.splitlines() if line.startswith("#emph[a]"))
    assert line.startswith(
        r"#emph[a]\; #emph[b]\. #emph[c]\(d) #emph[e]\[f\] \# 5 \* 3\_000 \$2 \@x \<y\> \~z \\ \`q\`"
    )
    assert line.endswith(r"\/\/ \/\* \-1 \-- 1. \"q\"")


TABLE = """
.. table:: Results

   +------+---------------------+-------+
   | Roll | Effect              | Then  |
   |      +----------+----------+       |
   |      | Foot     | Horse    |       |
   +======+==========+==========+=======+
   | 2    | nothing at all      | stop  |
   +------+----------+----------+-------+
   | 3–6  | 1        | 2        | test  |
   +------+----------+----------+ of    |
   | 7    | 3        | 4        | nerve |
   +------+----------+----------+-------+
"""


def test_a_table_is_printed_cell_for_cell(tmp_path):
    """Typst gives the cells back in their order; places follow from the spans."""
    book = build(tmp_path, index=chapter(TABLE))
    assert book.warnings == ""
    head = ["Roll", "Effect", "Then", "Foot", "Horse"]
    assert book.tables() == [[*head, "2", "nothing at all", "stop", "3–6", "1", "2", "test of nerve", "7", "3", "4"]]
    for cell in (
        "cell(rowspan: 2)[Roll]",
        "cell(colspan: 2, align: center)[Effect]",
        "cell(colspan: 2)[nothing at all]",
        "cell(rowspan: 2)[test of nerve]",
    ):
        assert cell in book.text
    assert "columns: (auto, auto, auto, auto)" in book.text
    assert "align: (center, center, center, left)" in book.text, "only columns of short data are centred"
    assert "head-rows: 2" in book.text


def test_a_long_table_repeats_its_head_and_widths_are_kept(tmp_path):
    rows = "".join(f"   {row}, words and more words of row {row}\n" for row in range(80))
    head = ".. csv-table::\n   :header: No, Words\n   :widths: 15 85\n   :align: center\n\n"
    book = build(tmp_path, index=chapter(head + rows + "\nAfter\n~~~~~\n"))
    assert book.warnings == ""
    assert "columns: (15fr, 85fr)" in book.text
    assert "place: center" in book.text
    first, last = book.query("query(heading).map(it => it.location().page())")
    assert last > first


def test_notes_of_a_table_stand_below_it_and_others_at_the_foot(tmp_path):
    text = (
        "Words [#a]_, again [#a]_.\n\n.. list-table::\n   :header-rows: 1\n\n   * - Head [#b]_\n   * - cell [#a]_\n\n"
    )
    book = build(tmp_path, index=chapter(text + ".. [#a] First.\n.. [#b] Second."))
    assert book.warnings == ""
    assert '#labelled(name: "index:a")[#footnote[First.]]' in book.text
    assert '#footnote(label("index:a"))' in book.text
    assert 'notes: (("a", [Second.]), ("b", [First.]))' in book.text


def test_a_note_in_a_title_is_not_repeated_in_the_contents(tmp_path):
    text = "Border Marches\n==============\n\n" + "".join(
        f"Chapter {name} [#{name}]_\n----------------\n\nWords.\n\n.. [#{name}] Note {name}.\n\n" for name in "abcd"
    )
    book = build(tmp_path, index=text)
    assert book.warnings == ""
    assert book.query("query(footnote).len()") == 4


def test_lists_keep_their_numbers(tmp_path):
    text = "3. three\n4. four\n\n(b) letter\n(c) next\n\niv) Roman\nv) next\n\n* a\n\n  * b\n"
    book = build(tmp_path, index=chapter(text))
    assert book.warnings == ""
    for expected in ('numbering: "1.", start: 3', 'numbering: "(a)", start: 2', 'numbering: "i)", start: 4'):
        assert expected in book.text
    assert book.query("query(list).len()") == 2


CHANGED = """
.. rst-class:: changed

A new paragraph.

.. role:: changed

Some :changed:`new words`.

* old

  .. rst-class:: changed

* new

.. versionchanged:: 2
   No bar for these words of Sphinx.

.. list-table::

   * - old
     - row
   * - new
     - row

term
   Old.

new term
   New.

.. rst-class:: changed

A new section
~~~~~~~~~~~~~

With a paragraph.
"""
MARKING = """
from docutils import nodes

def mark(app, tree):
    for row in list(tree.findall(nodes.row))[1:]:
        row["classes"].append("changed")
    for item in list(tree.findall(nodes.definition_list_item))[1:]:
        item["classes"].append("changed")

def setup(app):
    app.connect("doctree-read", mark)
"""


def test_bars_stand_beside_whatever_is_changed(tmp_path):
    book = build(tmp_path, MARKING, index=chapter(CHANGED))
    assert book.warnings == ""
    marks = book.query("query(<bar-mark>).map(it => (it.value.edge, it.location().position().y / 1pt))")
    assert len(marks) == 2 * 7, "paragraph, words, item, row, definition, heading, paragraph below it"
    bars = list(zip(marks[::2], marks[1::2], strict=True))
    assert all((top[0], bottom[0]) == ("top", "bottom") for top, bottom in bars)
    row = bars[3]
    assert row[1][1] - row[0][1] > 5, "the bar of a row is as high as the row"
    assert [top[1] for top, _bottom in bars] == sorted(top[1] for top, _bottom in bars)


def test_a_bar_goes_on_over_a_page_break(tmp_path):
    text = ".. container:: changed\n\n" + "\n\n".join("   " + "words of a long new rule " * 40 for _ in range(9))
    book = build(tmp_path, index=chapter(text))
    pages = book.query("query(<bar-mark>).map(it => it.location().page())")
    assert pages[0] < pages[1]
    assert book.warnings == ""


INDEXED = """
.. index:: single: unit; broken
   pair: nerve; test
   see: troop; unit
   ! dice

Words.

.. rst-class:: far

""" + "\n\n".join("Words. " * 200 for _ in range(8)) + "\n\n.. index:: dice\n\nThe end.\n"  # fmt: skip


def test_the_index_has_pages_and_entries_below_entries(tmp_path):
    book = build(tmp_path, index=chapter(INDEXED), lost=":orphan:\n\nLost\n====\n\n.. index:: nowhere\n\nWords.")
    assert book.warnings == ""
    index = book.text.partition("#book-index([Index],")[2]
    assert re.findall(r"^  \(\[(.)\]", index, re.MULTILINE) == ["D", "N", "T", "U"]
    assert '([dice], (("index:index-0", true, ""), ("index:index-1", false, "")), ()),' in index
    assert '([unit], (), (([broken], (("index:index-0", false, ""),), ()),)),' in index
    assert "([troop], (), (([see unit], (), ()),))," in index
    assert "nowhere" not in index, "what is not printed has no page"
    last = book.query("query(heading).map(it => (it.level, it.location().page()))")[-1]
    pages = book.query('("index:index-0", "index:index-1").map(it => query(label(it)).first().location().page())')
    assert pages[0] < pages[1] < last[1]
    assert build(tmp_path, "typst_index = False", index=chapter(INDEXED)).text.count("#book-index") == 0


def test_documents_become_chapters_with_the_numbers_of_sphinx(tmp_path):
    book = build(
        tmp_path,
        index="Border Marches\n==============\n\n.. toctree::\n   :numbered:\n\n   one\n   two\n",
        one="First\n=====\n\nSee :ref:`here`, :ref:`there` and :doc:`two`.\n\n"
        ".. _here:\n\nBelow\n-----\n\nSee :ref:`here`.",
        two="Second\n======\n\n.. _there:\n\nBelow\n-----\n\nSame id, other document.",
    )
    assert book.warnings == ""
    assert '#section(level: 1, number: "2", labels: ("two:second", "two:"))[Second]' in book.text
    assert '#section(level: 2, number: "2.1", labels: ("two:below", "two:there"))[Below]' in book.text
    assert 'See #inside(to: "one:here", at: "1")[Below]' in book.text
    assert '#inside(to: "two:there", at: "2")[Below]' in book.text
    assert '#inside(to: "two:", at: "3")[Second]' in book.text
    assert 'See #inside(to: "one:here")[Below]\\.' in book.text, "who stands in the section needs no page"
    levels = book.query("query(heading).map(it => (it.level, it.location().page()))")
    assert [level for level, _page in levels] == [1, 2, 1, 2]
    assert levels[0][1] < levels[2][1], "a chapter opens a page"


def test_without_numbers_of_sphinx_chapters_are_counted(tmp_path):
    text = "Book\n====\n\nA\n-\n\nB\n-\n\nC\n~\n\nD\n^\n\nE\n~\n"
    numbers = re.findall(r"#section\(level: (\d)(?:, number: \"([\d.]+)\")?", build(tmp_path, index=text).text)
    assert numbers == [("1", "1"), ("1", "2"), ("2", "2.1"), ("3", ""), ("2", "2.2")]


def test_a_reference_to_what_is_not_printed_is_plain_text_and_a_warning(tmp_path):
    book = build(tmp_path, index=chapter("See :doc:`lost`."), lost=":orphan:\n\nLost\n====\n\nWords.")
    assert "See Lost\\." in book.text
    assert "reference to what is not printed: lost" in book.warnings


UNKNOWN = """
from docutils import nodes

class odd(nodes.General, nodes.Element): pass
class framed(nodes.General, nodes.Element): pass

def replace(app, tree, document):
    for node in list(tree.findall(nodes.container)):
        kind = odd if "odd" in node["classes"] else framed
        node.replace_self(kind("", *node.children, ids=["the-container"]))

def setup(app):
    pair = (lambda self, node: self.body.append("#rect[\\n"), lambda self, node: self.body.append("]\\n"))
    app.add_node(framed, typst=pair)
    app.connect("doctree-resolved", replace)
"""


def test_an_unknown_node_is_a_warning_and_what_it_holds_is_printed(tmp_path):
    text = ".. container:: odd\n\n   Inside *one*.\n\n.. container:: odd\n\n   Inside two.\n"
    book = build(tmp_path, UNKNOWN, index=chapter(text))
    assert book.warnings.count("unknown node type: odd [typst.node]") == 1
    assert "Inside #emph[one]\\." in book.text
    assert "Inside two." in book.text


def test_nodes_of_an_extension_are_written_by_its_own_functions(tmp_path):
    book = build(tmp_path, UNKNOWN, index=chapter(".. container:: framed\n\n   Inside *one*.\n"))
    assert book.warnings == ""
    assert re.search(r'#anchor\("index:the-container"\)\s*#rect\[\s*Inside #emph\[one\]\\\.\s*\]', book.text)


# What this leads to moves whenever it is laid out, as long as the pages on which references stand are known, or always.
RESTLESS = """See :ref:`Two <two>`.

Second
~~~~~~

.. raw:: typst

   #if CONDITION {
     v(if known-places.at("index:two", default: (1, 0, 0)).at(2) > 300 { 1cm } else { 12cm })
   }

.. _two:

Third
~~~~~
"""


@pytest.mark.parametrize(
    ("condition", "warned"),
    [("known-references.len() > 0", ""), ("not is-first-time", "the pages that references name do not settle")],
)
def test_a_book_whose_places_never_settle_is_printed_with_all_page_numbers(tmp_path, condition, warned):
    book = build(tmp_path, index=chapter(RESTLESS.replace("CONDITION", condition)))
    assert warned in book.warnings
    assert bool(book.warnings) == bool(warned)
    printed = " ".join(one.words for one in words_in(book.pdf))
    assert re.search(r"See Two p\.\s3", printed), "on the page that it leads to"


def test_what_typst_refuses_ends_the_build_with_its_words(tmp_path):
    with pytest.raises(SphinxError, match="unknown variable: nonsense"):
        build(tmp_path, index=chapter(".. raw:: typst\n\n   #nonsense()\n"))


def test_formulas_and_far_pictures_are_refused_with_a_warning(tmp_path):
    book = build(tmp_path, index=chapter("Not :math:`x^2`.\n\n.. image:: https://example.org/x.png\n   :alt: far\n"))
    assert "formulas are not printed" in book.warnings
    assert "image cannot be printed: https://example.org/x.png" in book.warnings
    assert "far" in book.text


def test_pictures_stay_drawings(tmp_path):
    book = build(tmp_path, index=chapter(".. figure:: box.svg\n   :width: 200px\n   :alt: a box\n\n   Words\n"))
    assert '#picture("images/box.svg", width: 150pt, alt: "a box")' in book.text
    assert (book.source.parent / "images/box.svg").read_text(encoding="utf-8") == DRAWING


def test_the_title_page_says_what_the_project_says(tmp_path):
    conf = """
release = "2nd edition"
author = 'The "Workshop"'
typst_subtitle = "Small battles"
typst_note = "One.\\n\\nTwo."
"""
    settings = build(tmp_path, conf, index=chapter("Words.")).source.read_text(encoding="utf-8").partition("\n)")[0]
    for line in (
        'title: "Border Marches"',
        'subtitle: "Small battles"',
        'edition: "2nd edition"',
        'author: "The \\"Workshop\\""',
        'note: ("One.", "Two.")',
    ):
        assert line in settings


@pytest.mark.parametrize("name", [*BOXES, "changed"])
def test_paper_and_screen_know_the_same_classes(name):
    style = typst_builder.TEMPLATE.with_name("static") / "rulebook.css"
    assert re.search(rf"\.{name}\b", style.read_text(encoding="utf-8"))
    assert re.search(rf"(\b{name}:|#let {name}\b)", typst_builder.TEMPLATE.read_text(encoding="utf-8"))
