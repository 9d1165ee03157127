"""What may be written next in a YAML document: keys by the schema of its sort, values, and names of the game.

In: a game as it was seen, and a text that is being written and may be no YAML. Out: proposals. The place in the
document is read from the indentation of the lines before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from quarterdeck.apps.lsp.completion_in_rules import line_before, members_of, types_in
from quarterdeck.apps.lsp.completions import Proposals, ProposedWord, proposed
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.run.shared_names import qualified
from quarterdeck.language.declarations.declaring_condition_tables import GATHERING, PICKING
from quarterdeck.language.declarations.symbol_table import Declared, Rule
from quarterdeck.language.documents.documents_schema import schema_of_documents
from quarterdeck.language.documents.shapes import DOCUMENTS

KEY = re.compile(r"(\s*(?:- )*)([\w.-]+|\"[^\"]*\")\s*:(?:\s|$)")
FLOW = re.compile(r"([\w.-]+)\s*:\s*\{|\{|\}|\[|\]|([\w.-]+)\s*:|,")
WORD = re.compile(r"[\w.-]*\Z")
TYPES = frozenset(["type", "gives"])


@cache
def schema() -> Mapping[str, Any]:
    """Give the schema of all documents."""
    return schema_of_documents()


@dataclass(frozen=True)
class DocumentsReader:
    """Reads where a place of a document is, and what may stand there."""

    declared: Declared
    file: SourceFile
    offset: int

    @cached_property
    def line(self) -> str:
        """Give the line up to the place; of a very long one its end."""
        return line_before(self.file, self.offset)

    @cached_property
    def above(self) -> list[str]:
        """Give the lines before that of the place."""
        return self.file.text[: self.offset].split("\n")[:-1]

    @cached_property
    def sort(self) -> str:
        """Give the sort of the document: the first of its keys that says one."""
        keys = (KEY.match(line) for line in self.file.text.split("\n"))
        own = [key[2] for key in keys if key is not None and not key[1]]
        return next((key for key in own if key in DOCUMENTS), "")

    def around(self, indent: int) -> list[str]:
        """Give the keys below which a line with so much before it stands, the outermost first."""
        found: list[str] = []
        for line in reversed(self.above):
            key = KEY.match(line)
            if key is not None and len(key[1]) < indent:
                found.append(key[2])
                indent = len(key[1]) - 2 * key[1].count("- ") if "- " in key[1] else len(key[1])
            if not indent:
                break
        return found[::-1]

    @cached_property
    def place(self) -> tuple[list[str], str]:
        """Give the keys around the place, and the key whose value is written; without that a key is."""
        typed = len(self.line) - len(self.line.lstrip(" -"))
        stack: list[list[str]] = [self.around(typed)]
        waiting = ""
        for found in FLOW.finditer(self.line):
            if found[0].endswith(("{", "[")):
                inner = found[1] or waiting
                stack.append([*stack[-1], *([inner] if inner else [])])
                waiting = inner if found[0] == "[" else ""
            elif found[0] in ("}", "]"):
                stack, waiting = stack[:-1] or [[]], ""
            elif found[0] == ",":
                waiting = (
                    waiting if self.line[: found.start()].rfind("[") > self.line[: found.start()].rfind("{") else ""
                )
            else:
                waiting = found[2] or ""
        return stack[-1], waiting

    def proposals(self) -> Proposals:
        """Give what may be written at the place."""
        word = WORD.search(self.line)
        typed = word[0] if word is not None else ""
        if re.search(r"(^|\s)#", self.line):
            return Proposals(self.offset)
        path, key = self.place
        found = self.values(path, key) if key else self.keys(path)
        return proposed(self.offset - len(typed), typed, found)

    # --- keys

    def keys(self, path: list[str]) -> Iterator[ProposedWord]:
        """Give the keys that may stand below others."""
        if not path and not self.sort:
            yield from (ProposedWord(sort, "key", "sort of document") for sort in DOCUMENTS)
            return
        for shape in self.shapes_at(path):
            for name, said in shape.get("properties", {}).items():
                yield ProposedWord(name, "key", said.get("description", ""))
        last = path[-1] if path else ""
        if len(path) == 2 and path[0] == "rows" and (tables := self.tables_by_condition()):
            yield from (ProposedWord(one.name, "local", str(one.type)) for one in tables[0].parameters)
            yield ProposedWord("when", "key", "any other condition of the row")
            names = [rule.address.rpartition(".")[2] for rule in tables] if len(tables) > 1 else ["gives"]
            yield from (ProposedWord(name, "key", "what the row gives") for name in names)
        if last == "options":
            yield from (ProposedWord(name, "option", str(one.type)) for name, one in self.declared.options.items())
        elif last == "constants" and self.sort != "components":
            yield from (ProposedWord(name, "constant", str(one.type)) for name, one in self.declared.constants.items())
        elif last in ("given", "choices", "dice", "expect") and (rule := self.rule()) is not None:
            yield from self.names_of(rule)
        if len(path) > 1 and path[-2] == "things":
            kind = self.kind()
            kinds = [self.declared.kinds[kind]] if kind in self.declared.kinds else self.declared.kinds.values()
            for one in kinds:
                yield from (ProposedWord(known.name, "field", str(known.type)) for known in one.fields.values())

    def rule(self) -> str | None:
        """Give the address of the rule that the example or question around the place is of."""
        said = (re.search(r"\bof:\s*([\w.]+)", line) for line in reversed(self.above))
        found = next((one[1] for one in said if one is not None), "")
        rule = self.declared.rule_named(found) if found else None
        return rule.address if rule is not None else None

    def tables_by_condition(self) -> list[Rule]:
        """Give the results of the table by condition that the document is."""
        said = (re.match(r"table_by_condition:\s*(\w+)", line) for line in self.above)
        name = next((one[1] for one in said if one is not None), "")
        return [rule for rule in self.declared.rules.values() if rule.by_condition and rule.by_condition.name == name]

    def values_by_condition(self, path: list[str], key: str) -> Iterator[ProposedWord]:
        """Give the values that may stand behind a key of a table by condition."""
        declared = self.declared
        if key == "chapter":
            yield from (ProposedWord(name, "value", module.title) for name, module in declared.modules.items())
        elif key == "takes":
            yield from (ProposedWord(word, "value") for word in (*PICKING, *GATHERING, "highest", "lowest"))
        for table in self.tables_by_condition()[:1] if path and path[0] == "rows" else ():
            yield from (word for one in table.parameters if one.name == key for word in members_of(declared, one.type))

    def kind(self) -> str:
        """Give the kind of the things around the place."""
        said = (re.search(r"\bkind:\s*(\w+)", line) for line in reversed([*self.above, self.line]))
        return next((one[1] for one in said if one is not None), "")

    def names_of(self, rule: str) -> Iterator[ProposedWord]:
        """Give the inputs of a rule, its rolls and its choices."""
        known = self.declared.rules[rule]
        yield from (ProposedWord(one.name, "local", str(one.type)) for one in known.parameters)
        yield from (ProposedWord(name, "local", "roll") for name, _ in self.declared.rolls_of(rule))

    def shapes_at(self, path: list[str]) -> Iterator[Mapping[str, Any]]:
        """Give the parts of the schema that say what stands below some keys."""
        found = [schema()["$defs"][DOCUMENTS[self.sort].__name__]] if self.sort in DOCUMENTS else []
        for key in path:
            found = [inner for shape in found for inner in _below(shape, key)]
        for shape in found:
            yield from _parts(shape)

    # --- values

    def values(self, path: list[str], key: str) -> Iterator[ProposedWord]:
        """Give the values that may stand behind a key."""
        for shape in self.shapes_at([*path, key]):
            yield from (ProposedWord(str(word), "value") for word in shape.get("enum", ()) if isinstance(word, str))
        declared = self.declared
        if key == "of":
            for rule in declared.rules.values():
                if rule.sort != "advice" and rule.stands_alone:
                    yield ProposedWord(rule.site_address, "address", rule.sort)
        elif key in ("kind", "part_of"):
            yield from (ProposedWord(name, "kind") for name in declared.kinds)
        elif key == "like":
            yield from self.things_to_take(path)
        elif key in TYPES or (path and path[-1] in ("given", "key") and self.sort in ("table", "table_by_condition")):
            yield from types_in(declared)
        elif key in ("ruling", "rulings"):
            yield from (ProposedWord(name, "value") for name in declared.rulings)
        if self.sort == "table_by_condition":
            yield from self.values_by_condition(path, key)
        for kind in declared.kinds.values():
            if key in kind.fields:
                yield from members_of(declared, kind.fields[key].type)
        for shelf in (declared.options, declared.constants):
            if key in shelf:
                yield from members_of(declared, shelf[key].type)

    def things_to_take(self, path: list[str]) -> Iterator[ProposedWord]:
        """Give the things of rosters, of the kind below which the path stands; a shared name with its kind."""
        rosters = self.declared.rosters.values()
        named = dict.fromkeys((str(name), roster.kind) for roster in rosters for name in roster.shape.things)
        wanted, several = set(path) & self.declared.kinds.keys(), Counter(name for name, _ in named)
        for name, kind in named:
            if not wanted or kind in wanted:
                is_plain = wanted or several[name] == 1
                yield ProposedWord(name if is_plain else qualified(name, kind), "value", kind)


def _parts(shape: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Give the forms that a part of the schema allows, references followed."""
    if "$ref" in shape:
        yield from _parts(schema()["$defs"][shape["$ref"].rpartition("/")[2]])
    elif "anyOf" in shape:
        for inner in shape["anyOf"]:
            yield from _parts(inner)
    elif "items" in shape and isinstance(shape["items"], dict):
        yield from _parts(shape["items"])
    else:
        yield shape


def _below(shape: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    for part in _parts(shape):
        if key in part.get("properties", {}):
            yield part["properties"][key]
        elif isinstance(part.get("additionalProperties"), dict):
            yield part["additionalProperties"]
