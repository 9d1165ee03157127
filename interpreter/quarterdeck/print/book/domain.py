"""The domain `rules` for Sphinx: whatever of a ruleset has an address, to be printed and referred to.

In: the name of a game in `rules_game` (`NAME`, `NAME+VARIANT` or a folder). Out: directives that print it,
`rules:chapter` for a chapter of its book and `rules:show` for one thing by its address; roles that lead to an address
(`:rules:table:`, `:rules:procedure:`, ... and `:rules:ref:` for any); entries of the index. What a chapter says is
planned by `plan`, without Sphinx.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.domains import Domain, ObjType
from sphinx.locale import _, __
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode
from sphinx.writers.html5 import HTML5Translator

from quarterdeck.print.book.book_links import BookLinks
from quarterdeck.print.book.pages import DOMAIN, Maker, markup, visit_markup, visit_markup_in_words
from quarterdeck.print.book.search_words import BookSearch
from quarterdeck.prose.text.blocks import Book, LinkTarget

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from quarterdeck.print.book.plan import Planned

logger = logging.getLogger(__name__)

SORTS = {
    "define": _("definition"),
    "procedure": _("procedure"),
    "effect": _("effect"),
    "advice": _("advice"),
    "table": _("table"),
    "row": _("row of a table"),
    "cell": _("cell of a table"),
    "turn": _("turn"),
    "phase": _("phase"),
    "step": _("step"),
    "roll": _("roll"),
    "modifier": _("modifier"),
    "choice": _("choice"),
    "require": _("requirement"),
    "case": _("case"),
    "kind": _("kind of thing"),
    "field": _("field"),
    "enum": _("list of words"),
    "constant": _("fact of the scenario"),
    "arc": _("arc"),
    "option": _("option"),
    "ruling": _("ruling"),
    "unit": _("unit"),
    "clock": _("clock"),
    "ruleset": _("ruleset"),
    "variant": _("variant"),
    "plugin": _("plugin"),
    "hook": _("plugin's rule"),
    "document": _("source"),
    "chapter": _("chapter"),
    "scenario": _("scenario"),
    "roster": _("roster"),
    "thing": _("thing of a roster"),
    "example": _("example"),
    "picture": _("picture"),
    "form": _("form"),
}
"""What a domain object may be, and what readers call it."""
# The search of a book finds the table, not each of its parts: they are called by their keys, as a program knows them.
_PARTS_OF_TABLES = frozenset({"row", "cell"})


class RulesDomain(Domain):
    """Objects by their address."""

    name = DOMAIN
    label = _("Rules")
    object_types: ClassVar[dict[str, ObjType]] = {sort: ObjType(words, sort, "ref") for sort, words in SORTS.items()}
    roles: ClassVar[dict[str, Any]] = {
        name: XRefRole(innernodeclass=nodes.inline, warn_dangling=True) for name in ("ref", *SORTS)
    }
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}}
    data_version = 1

    @property
    def objects(self) -> dict[str, tuple[str, str, str, str]]:
        """Give (document, id, sort, title) by address."""
        return cast("dict[str, tuple[str, str, str, str]]", self.data["objects"])

    plan: Planned | None = None  # of this run; never kept with what Sphinx keeps

    def planned(self) -> Planned:
        """Give the plan of the project's game, made once for each run of Sphinx."""
        if self.plan is None:
            from quarterdeck.print.book.plan import plan
            from quarterdeck.workspace.ruleset.ruleset import Ruleset

            self.plan = plan(Ruleset.open(self.env.config.rules_game))
        return self.plan

    def note(self, place: LinkTarget, docname: str, node_id: str) -> None:
        """Take note of a place that is printed."""
        known = self.objects.get(place.address)
        if known is not None and known[:2] != (docname, node_id):
            logger.warning(
                __("%s is printed twice, in %s and %s"), place.address, known[0], docname, type="rules", subtype="twice"
            )
        self.objects[place.address] = (docname, node_id, place.sort, place.title)

    def clear_doc(self, docname: str) -> None:
        for address in [address for address, known in self.objects.items() if known[0] == docname]:
            del self.objects[address]

    def nearest(self, address: str) -> str | None:
        """Give the address itself, or that of what it is a part of, whichever is printed."""
        while address and address not in self.objects:
            address = address.rpartition(".")[0]
        return address or None

    def resolve_xref(
        self,
        _env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        address = self.nearest(target)
        if address is None or (typ != "ref" and address == target and self.objects[target][2] != typ):
            return None
        docname, place, _sort, title = self.objects[address]
        if not node.get("refexplicit"):
            contnode = nodes.inline("", title, classes=["rules-ref"])
        made = make_refnode(builder, fromdocname, docname, place, [contnode], title)
        made["classes"].append("rules-link")
        return made

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        if target not in self.objects:
            return []
        found = self.resolve_xref(env, fromdocname, builder, "ref", target, node, contnode)
        return [(f"{DOMAIN}:{self.objects[target][2]}", found)] if found is not None else []

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        numbers = self.planned().numbers
        for address, (docname, place, sort, title) in self.objects.items():
            numbered = f"{numbers[address]} {title}" if address in numbers else title  # it is found by either
            yield address, numbered, sort, docname, place, -1 if sort in _PARTS_OF_TABLES else 1


class _Printing(SphinxDirective):
    """Prints from the planned book of the project's game."""

    has_content = False

    @property
    def domain(self) -> RulesDomain:
        return cast("RulesDomain", self.env.get_domain(DOMAIN))

    @property
    def planned(self) -> Planned:
        return self.domain.planned()

    def maker(self, is_whole: bool) -> Maker:
        """Give what makes nodes of blocks, for this document; in a whole book every reference must lead somewhere."""
        domain = self.domain
        docname = self.env.docname
        planned = self.planned
        return Maker(
            BookLinks(planned.places, planned.aliases, entries_of=planned.index, called=planned.called),
            planned.changed,
            lambda place, found: domain.note(place, docname, found),
            is_whole and planned.is_whole,
            planned.framed("Picture"),
        )


class Chapter(_Printing):
    """`.. rules:chapter:: throwing` prints a chapter of the book; it stands alone in its document."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        book: Book = self.planned.book
        page = next((page for page in book.pages if page.name == name), None)
        if page is None:
            known = ", ".join(page.name for page in book.pages)
            raise self.error(__("the book has no chapter %r; it has %s") % (name, known))
        return [self.maker(is_whole=True).section(page.section)]


class Show(_Printing):
    """`.. rules:show:: tables.splash` prints one thing by its address, wherever it is wanted."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"name": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        address = self.arguments[0]
        found = self.planned.shown(address)
        if found is None:
            raise self.error(__("nothing with the address %r can be printed by itself") % address)
        return self.maker(is_whole=False).made(found)


class PageWriter(HTML5Translator):
    """Writes pages for a screen; a heading of a list of contents has a level, as a reader of screens expects."""

    def starttag(self, node: Element, tagname: str, *more: Any, **attributes: Any) -> str:
        """Begin an element."""
        if attributes.get("ROLE") == "heading":
            attributes["ARIA-LEVEL"] = "2"
        return super().starttag(node, tagname, *more, **attributes)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, its directives and nodes, and what a project may set for it."""
    app.add_config_value("rules_game", "", "env", frozenset({str}))
    app.add_domain(RulesDomain)
    app.add_directive_to_domain(DOMAIN, "chapter", Chapter)
    app.add_directive_to_domain(DOMAIN, "show", Show)
    app.add_search_language(BookSearch)
    app.set_translator("html", PageWriter)
    app.add_node(markup, html=(visit_markup, None), text=(visit_markup_in_words, None))
    return {"version": "1", "env_version": 1, "parallel_read_safe": False, "parallel_write_safe": True}
