"""Work out the decisions of a DMN model: its tables are asked as tables by condition, all else is worked out here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, parse

from tests.dmn.decision_tables import DecisionTable, NoTableError, text_in
from tests.dmn.feel import NoFeelError, duration, moment, value_of

TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type"
NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"


@dataclass
class Check:
    """What a decision must come to where the inputs have some values."""

    decision: str
    inputs: dict[str, Any]
    wanted: Any


@dataclass
class Model:
    """A model with its tables, in the order of the file."""

    path: Path
    folder: Path
    root: Element = field(init=False)
    tables: dict[int, DecisionTable] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.root = parse(self.path).getroot()
        self.space = self.root.tag.partition("}")[0] + "}"
        texts = [text for node in self.root.iter(f"{self.space}text") for text in quoted(text_in(node))]
        texts += [value for check in self.checks() for value in texts_in(check.inputs)]
        known = list(dict.fromkeys(texts))
        for node in self.root.iter(f"{self.space}decisionTable"):
            self.tables[id(node)] = DecisionTable(node, self.space, known)

    def named(self, sort: str) -> dict[str, Element]:
        """Give the elements of a sort by their names."""
        return {one.get("name") or "": one for one in self.root.iter(self.space + sort)}

    def checks(self) -> list[Check]:
        """Give the checks of the test cases that lie beside the model."""
        found = []
        for path in sorted(self.path.parent.glob("*.xml")):
            root = parse(path).getroot()
            space = root.tag.partition("}")[0] + "}"
            if text_in(root.find(f"{space}modelName")) != self.path.name:
                continue
            for case in root.iter(f"{space}testCase"):
                inputs = {one.get("name") or "": given(one, space) for one in case.findall(f"{space}inputNode")}
                for result in case.findall(f"{space}resultNode"):
                    expected = result.find(f"{space}expected")
                    wanted = given(expected, space) if expected is not None else None
                    found.append(Check(result.get("name") or "", inputs, wanted))
        return found

    def scope_of(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Give what is known to every expression: inputs, and functions of the model."""
        functions = {name: self.function(node, inputs) for name, node in self.named("businessKnowledgeModel").items()}
        return {**functions, **inputs}

    def function(self, node: Element, inputs: Mapping[str, Any]) -> Any:
        """Give a function of the model."""
        logic = node.find(f"{self.space}encapsulatedLogic")
        names = (
            [one.get("name") or "" for one in logic.findall(f"{self.space}formalParameter")]
            if logic is not None
            else []
        )

        def called(*values: Any, **by_name: Any) -> Any:
            assert logic is not None
            known = {**self.scope_of(inputs), **dict(zip(names, values, strict=False)), **by_name}
            return self.logic(logic, known)

        return called

    def decide(self, name: str, inputs: Mapping[str, Any]) -> Any:
        """Give what a decision comes to."""
        node = self.named("decision")[name]
        scope = self.scope_of(inputs)
        ids = {one.get("id"): one for one in self.root.iter(f"{self.space}decision")}
        for required in node.iter(f"{self.space}requiredDecision"):
            other = ids.get((required.get("href") or "").lstrip("#"))
            if other is not None:
                known = other.get("name") or ""
                scope[known] = self.decide(known, inputs)
        return self.logic(node, scope)

    def logic(self, node: Element, scope: dict[str, Any]) -> Any:
        """Work out the expression that a node holds."""
        for one in node:
            sort = one.tag.removeprefix(self.space)
            if sort == "decisionTable":
                table = self.tables[id(one)]
                return table.ask(self.folder / f"table_{list(self.tables).index(id(one))}", scope)
            if sort == "literalExpression":
                return value_of(text_in(one.find(f"{self.space}text")), scope)
            if sort == "invocation":
                return self.invoked(one, scope)
            if sort == "context":
                return self.context(one, scope)
        raise NoFeelError(node.tag)

    def invoked(self, node: Element, scope: dict[str, Any]) -> Any:
        """Call a function with named values."""
        called = self.logic(node, scope)
        values = {}
        for binding in node.findall(f"{self.space}binding"):
            parameter = binding.find(f"{self.space}parameter")
            assert parameter is not None
            values[parameter.get("name") or ""] = self.logic(binding, scope)
        return called(**values)

    def context(self, node: Element, scope: dict[str, Any]) -> Any:
        """Work out the entries of a context one after another; one without a name is its value."""
        known, found = dict(scope), {}
        for entry in node.findall(f"{self.space}contextEntry"):
            variable = entry.find(f"{self.space}variable")
            value = self.logic(entry, known)
            if variable is None:
                return value
            found[variable.get("name") or ""] = known[variable.get("name") or ""] = value
        return found


def quoted(text: str) -> list[str]:
    """Give the texts in quotes."""
    return text.split('"')[1::2]


def texts_in(value: Any) -> list[str]:
    """Give the texts in a value."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in texts_in(one)]


def given(node: Element, space: str) -> Any:
    """Give a value of a test case."""
    value, listed = node.find(f"{space}value"), node.find(f"{space}list")
    components = node.findall(f"{space}component")
    if components:
        return {one.get("name") or "": given(one, space) for one in components}
    if listed is not None:
        return [given(one, space) for one in listed.findall(f"{space}item")]
    if value is None or value.get(NIL) == "true":
        return None
    text, sort = text_in(value), (value.get(TYPE) or "xsd:string").rpartition(":")[2]
    if sort in ("double", "decimal", "integer", "int", "long", "float"):
        return Fraction(text)
    if sort == "boolean":
        return text == "true"
    if sort in ("date", "time", "dateTime"):
        return moment(text)
    if sort == "duration":
        return duration(text)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def is_equal(found: Any, wanted: Any) -> bool:
    """Tell whether a result is what is wanted; numbers as far as test cases write them out."""
    if isinstance(wanted, Fraction) and isinstance(found, Fraction | int):
        nearly = Fraction(1, 10**8) * (1 + abs(wanted))
        return bool(abs(found - wanted) <= nearly)
    if isinstance(wanted, list) and isinstance(found, list):
        return len(found) == len(wanted) and all(map(is_equal, found, wanted))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return found.keys() == wanted.keys() and all(is_equal(found[key], wanted[key]) for key in wanted)
    return bool(found == wanted)


__all__ = ["Check", "Model", "NoTableError", "is_equal"]
