"""Take away what stands at an address: a part of a rule or table, a rule, an option, a table, a document, a chapter.

In: amendments that remove, and the ground that they stand on. Out: a ruleset with less in it. Whether what is left
makes sense is for the checks; what the ruleset below said about what is gone is void, which
`workspace.pipeline.variants` tells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.declaring import SORTS
from quarterdeck.language.declarations.symbol_table import Field, Option, Table
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.variants.amendment_base import AmendmentBase, Path
from quarterdeck.language.variants.omitting import without_field, without_option
from quarterdeck.language.variants.placing import leaves_something, put_instead, standing_at
from quarterdeck.language.variants.rows import RowChanges

PARTS = frozenset(["modifier", "require", "case", "step", "phase"])
RULES = frozenset(SORTS.values())
FOLDERS = {"roster": "rosters", "scenario": "scenarios", "example": "examples", "ruling": "rulings"}
"""What stands before the names of documents in their addresses."""


@dataclass
class Removing:
    """What a variant takes away."""

    amended: AmendmentBase

    def carry_out(self, node: nodes.RemoveElement) -> None:
        """Take something away."""
        sort = node.element.text
        if sort == "row":
            RowChanges(self.amended).remove_row(node)
        elif sort == "column":
            RowChanges(self.amended).remove_column(node)
        elif sort == "statement":
            self.statement(node)
        elif sort in PARTS:
            self.part(node)
        elif sort in RULES:
            self.rule(node)
        elif sort == "question":
            self.question(node)
        elif sort == "chapter":
            self.chapter(node)
        else:
            self.whole(node)

    # --- parts of rules and of the turn

    def statement(self, node: nodes.RemoveElement) -> None:
        """Take a statement away."""
        element = self.amended.statement_at(node.path)
        if element is None or not leaves_something(self.amended, element, node.span):
            return
        if self.amended.note("remove", element.address, node.span, keeps=False, within=element.parent):
            put_instead(self.amended, element, standing_at(self.amended, element), ())

    def part(self, node: nodes.RemoveElement) -> None:
        """Take away a modifier, requirement, case, step or phase."""
        sort = node.element.text
        element = self.amended.find(node.path, frozenset([sort]), sort)
        if element is None:
            return
        if sort == "case" and self.is_the_only_case(element):
            self.amended.report(
                "QD502", f"`{element.address}` is the only case", node.span, "amend the whole definition"
            )
            return
        if sort in ("step", "phase") and not leaves_something(self.amended, element, node.span):
            return
        if self.amended.note("remove", element.address, node.span, keeps=False):
            self.take_out(element)

    def take_out(self, element: Element) -> None:
        assert isinstance(element.thing, nodes.Node)
        self.amended.put(element, element.thing, ())

    def is_the_only_case(self, element: Element) -> bool:
        """Tell whether a definition would be left without a case."""
        node = self.amended.declared.rules[element.holder].node
        cases = nodes.base_of(node.cases) if isinstance(node, nodes.Define | nodes.Advice) else None
        return isinstance(cases, nodes.SeveralCases) and len(cases.cases) == 1

    # --- whole things

    def rule(self, node: nodes.RemoveElement) -> None:
        """Take a rule away, with what went on of it as an original."""
        sort = node.element.text
        element = self.amended.find(node.path, frozenset([sort]), sort)
        if element is None or not self.amended.note("remove", element.address, node.span, keeps=False):
            return
        for key, rule in list(self.amended.declared.rules.items()):
            if rule.site_address == element.address:
                del self.amended.declared.rules[key]
        for kind in self.amended.declared.kinds.values():
            kind.fields.update({name: changed_without(known, element.address) for name, known in kind.fields.items()})

    def whole(self, node: nodes.RemoveElement) -> None:
        """Take away an option, a table, a field, a roster, a scenario, an example or a ruling.

        Examples and questions may stand in lists, whose places go by number: whoever reads them passes over those that
        are noted here.
        """
        sort = node.element.text
        element = self.amended.find(self.whole_path(node), frozenset([sort]), sort)
        if element is None or not self.amended.note("remove", element.address, node.span, keeps=False):
            return
        declared = self.amended.declared
        match element.thing:
            case Option(name=name):
                del declared.options[name]
                without_option(declared, name)
            case Table(name=name, document=document):
                del declared.tables[name]
                self.leave_out(document)
            case Field(kind=kind, name=name):
                del declared.kinds[kind].fields[name]
                without_field(declared, declared.kinds[kind], name)
            case shapes.Ruling():
                del declared.rulings[element.name]
            case YamlDocument(shape=shapes.Roster()) as document:
                declared.rosters.pop(element.name, None)
                self.leave_out(document)
            case YamlDocument(shape=shapes.Scenario()) as document:
                declared.scenarios.pop(element.name, None)
                self.leave_out(document)

    def whole_path(self, node: nodes.RemoveElement) -> Path:
        """Give the whole address of what may be named by its name alone: an option, or a document of some sort."""
        sort, path = node.element.text, node.path
        option = self.amended.declared.options.get(path[0].text) if sort == "option" else None
        folder = option.module if option is not None else FOLDERS.get(sort, "")
        return (nodes.Word(path[0].span, folder), *path) if folder and len(path) == 1 else path

    def chapter(self, node: nodes.RemoveElement) -> None:
        """Take away all rules and options of a chapter, and so the chapter itself."""
        declared, span = self.amended.declared, node.path[0].span.to(node.path[-1].span)
        name = ".".join(word.text for word in node.path)
        if name not in declared.modules:
            known = [Element("", module, "chapter", None, span) for module in declared.modules]
            self.amended.missing(name, span, known, "chapter")
        elif declared.turn is not None and declared.turn_module == name:
            hint = "remove its rules one by one, and amend the phases of the turn"
            self.amended.report("QD502", f"the chapter `{name}` contains the turn", span, hint)
        else:
            rules = {rule.site_address: rule.sort for rule in declared.rules.values() if rule.module == name}
            options = {option.name: "option" for option in declared.options.values() if option.module == name}
            for address, sort in (rules | options).items():
                path = tuple(nodes.Word(span, part) for part in address.split("."))
                self.carry_out(nodes.RemoveElement(node.span, nodes.Word(node.element.span, sort), path))

    def question(self, node: nodes.RemoveElement) -> None:
        """Take a standard question away, which is no element of the rules."""
        name, span = node.path[-1].text, node.path[0].span.to(node.path[-1].span)
        known = {
            question.question: document
            for document in self.amended.declared.of_sort("questions")
            for question in getattr(document.shape, "questions", ())
        }
        if name not in known:
            elements = [Element("questions", name, "question", None, span) for name in known]
            self.amended.missing(f"questions.{name}", span, elements, "question")
        else:
            self.amended.note("remove", f"questions.{name}", node.span, keeps=False)

    def leave_out(self, gone: YamlDocument) -> None:
        """Leave a document out of the ruleset."""
        self.amended.declared.documents = [one for one in self.amended.declared.documents if one is not gone]


def changed_without(known: Field, effect: str) -> Field:
    """Give a field that is no longer changed by an effect that is gone."""
    if not any(f".{effect}".endswith(f".{name}") for name in known.changed_by or ()):
        return known
    left = tuple(name for name in known.changed_by or () if not f".{effect}".endswith(f".{name}"))
    return replace(known, changed_by=left)
