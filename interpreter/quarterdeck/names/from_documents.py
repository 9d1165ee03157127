"""Declare: give every name of a ruleset its address and its type, from parsed files and documents.

In: the YAML documents and rules files of one layer (a ruleset, or a variant on top of one). Out: a `Declared` and
findings.
"""

from __future__ import annotations

from quarterdeck.diagnostics import Label
from quarterdeck.names.components import Components
from quarterdeck.names.declared import (
    Declared,
    Kind,
    Module,
    Option,
    Parameter,
    Roster,
    Rule,
    Scenario,
)
from quarterdeck.names.table_rows import Tables
from quarterdeck.names.type_names import BUILT_IN_KINDS, TypeNames
from quarterdeck.source import Span
from quarterdeck.syntax import nodes
from quarterdeck.syntax.from_text import Parsed, parse_cell
from quarterdeck.tables import shapes
from quarterdeck.tables.from_yaml import YamlDocument

SORTS = {nodes.Define: "define", nodes.Procedure: "procedure", nodes.Effect: "effect", nodes.Advice: "advice"}


class Declaring(TypeNames):
    """One run of declaring a layer."""

    def run(self, documents: list[YamlDocument], files: list[Parsed]) -> Declared:
        """Declare all documents and files of the layer."""
        components = Components(self.declared, self.findings, self.layer)
        tables = Tables(self.declared, self.findings, self.layer)
        self.declared.documents.extend(documents)
        shapes_of = {
            sort: [d for d in documents if d.sort == sort]
            for sort in ("components", "table", "rulings", "roster", "scenario")
        }
        for document in shapes_of["components"]:
            components.components_words(document)
        for document in shapes_of["components"]:
            components.kind_names(document)
        for document in shapes_of["components"]:
            components.kinds(document)
        for name, (one, many) in BUILT_IN_KINDS.items():
            if name not in self.declared.kinds:
                place = documents[0].places.value() if documents else Span(files[0].file, 0, 0)
                self.declared.kinds[name] = Kind(name, one, many, 1 if name == "Game" else 2, None, None, {}, place)
        for document in shapes_of["rulings"]:
            assert isinstance(document.shape, shapes.Rulings)
            for name, ruling in document.shape.rulings.items():
                self.declared.rulings[name] = (ruling, document.places.key("rulings", name))
        for file in files:
            self.rules(file)
        for document in shapes_of["table"]:
            tables.table(document)
        for document in shapes_of["roster"]:
            self.roster(document)
        for document in shapes_of["scenario"]:
            self.scenario(document)
        return self.declared

    def scenario(self, document: YamlDocument) -> None:
        """Declare a scenario, and parse what is done before its first turn."""
        shape = document.shape
        assert isinstance(shape, shapes.Scenario)
        if shape.scenario in self.declared.scenarios:
            self.findings.add(
                "QD301", f"scenario `{shape.scenario}` is declared twice", document.places.value("scenario")
            )
            return
        setup = [
            statement
            for i, code in enumerate(shape.setup)
            if (statement := parse_cell(code, document.file, document.places.offsets(code, "setup", i), self.findings))
        ]
        self.declared.scenarios[shape.scenario] = Scenario(shape.scenario, document, tuple(setup))

    def roster(self, document: YamlDocument) -> None:
        """Declare a roster, and parse what it derives."""
        shape = document.shape
        assert isinstance(shape, shapes.Roster)
        if shape.kind not in self.declared.kinds:
            self.unknown(nodes.Word(document.places.value("kind"), shape.kind), shape.kind, self.declared.kinds, "kind")
            return
        derive = {name: self.expression_from(code, document, ("derive", name)) for name, code in shape.derive.items()}
        lists = {
            name: tuple(
                {
                    key: node
                    for key, code in part.items()
                    if (node := self.expression_from(code, document, ("part_lists", name, i, key)))
                }
                for i, part in enumerate(parts)
            )
            for name, parts in shape.part_lists.items()
        }
        self.declared.rosters[shape.roster] = Roster(
            shape.roster,
            shape.kind,
            document,
            {name: node for name, node in derive.items() if node},
            lists,
            None if shape.where is None else self.expression_from(shape.where, document, ("where",)),
        )

    def rules(self, parsed: Parsed) -> None:
        """Declare the rules of a file."""
        name = parsed.header.name.text if parsed.header else parsed.file.path.rsplit("/", 1)[-1].removesuffix(".rules")
        title = (
            parsed.header.title.text if parsed.header and parsed.header.title else name.replace("_", " ").capitalize()
        )
        self.declared.lost.update(parsed.lost)
        header_notes = parsed.header.notes if parsed.header else ()
        module = self.declared.modules.get(name)
        units = tuple(parsed.units)
        if module and not self.layer:
            self.findings.add(
                "QD301",
                f"two files are called `{name}`",
                parsed.header.span if parsed.header else Span(parsed.file, 0, 0),
            )
        if not module:
            self.declared.modules[name] = Module(name, title, parsed.header, parsed.file.path, units)
        for unit in units:
            match unit:
                case nodes.Define() | nodes.Procedure() | nodes.Effect() | nodes.Advice():
                    self.rule(unit, name, header_notes)
                case nodes.Option():
                    self.option(unit, name, header_notes)
                case nodes.Turn():
                    if self.declared.turn:
                        self.findings.add(
                            "QD301",
                            "a ruleset has one turn",
                            unit.span,
                            labels=[Label(self.declared.turn.span, "declared first here")],
                        )
                    self.declared.turn, self.declared.turn_module = unit, name
                case nodes.Amendment() if not self.layer:
                    self.findings.add(
                        "QD307",
                        "only a variant amends",
                        unit.span,
                        hint="change the rule itself, or put this into `variants/`",
                    )

    def rule(
        self,
        node: nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice,
        module: str,
        inherited: tuple[nodes.Note, ...],
    ) -> None:
        address = self.address(node, module)
        if address in self.declared.rules:
            self.findings.add(
                "QD301",
                f"`{address}` is declared twice",
                node.path[0].span,
                labels=[Label(self.declared.rules[address].node.path[0].span, "declared first here")],
            )
            return
        self.declared.rules[address] = self.made_rule(node, address, module, inherited)

    def address(self, node: nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice, module: str) -> str:
        of_a_choice = isinstance(node, nodes.Advice) and len(node.path) > 1  # its names were given where it is made
        for word in () if of_a_choice else node.path:
            self.good_name(word.text, word.span)
        path = ".".join(word.text for word in node.path)
        return path if len(node.path) > 1 else f"{module}.{path}"

    def made_rule(
        self,
        node: nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice,
        address: str,
        module: str,
        inherited: tuple[nodes.Note, ...],
    ) -> Rule:
        parameters = []
        for parameter in node.parameters:
            self.good_name(parameter.name.text, parameter.name.span)
            words = parameter.phrase.text if parameter.phrase else f"the {parameter.name.text.replace('_', ' ')}"
            parameters.append(Parameter(parameter.name.text, self.type_of(parameter.type), words, parameter.span))
        result = self.type_of(node.type) if isinstance(node, nodes.Define | nodes.Advice) and node.type else None
        cites, rulings, topic = self.notes((*node.notes,))
        inherited_cites, _, inherited_topic = self.notes(inherited)
        return Rule(
            address,
            module,
            SORTS[type(node)],
            tuple(parameters),
            result,
            node,
            cites or inherited_cites,
            rulings,
            topic or inherited_topic,
            self.layer,
        )

    def notes(self, given: tuple[nodes.Note, ...]) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
        """Give places cited, rulings and topic."""
        cites: list[str] = []
        rulings: list[str] = []
        topic = None
        for note in given:
            match note:
                case nodes.Cites(places=places):
                    cites.extend(place.text for place in places)
                case nodes.UnderRuling(names=names):
                    for name in names:
                        if name.text not in self.declared.rulings:
                            self.unknown(name, name.text, self.declared.rulings, "ruling")
                        rulings.append(name.text)
                case nodes.Topic(path=path):
                    topic = ".".join(part.text for part in path)
        return tuple(cites), tuple(rulings), topic

    def option(self, node: nodes.Option, module: str, inherited: tuple[nodes.Note, ...]) -> None:
        self.good_name(node.name.text, node.name.span)
        if node.name.text in self.declared.options:
            self.findings.add("QD301", f"option `{node.name.text}` is declared twice", node.name.span)
            return
        cites, rulings, _ = self.notes(node.notes)
        self.declared.options[node.name.text] = Option(
            node.name.text,
            self.type_of(node.type),
            node.value,
            node,
            module,
            cites or self.notes(inherited)[0],
            rulings,
        )
