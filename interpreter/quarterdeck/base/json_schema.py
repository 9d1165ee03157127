"""JSON Schemas of the draft 2020-12, made from the types of what is printed.

In: a type: a record, a typed dictionary, or what holds them. Out: the schema of what `base.plain_data` gives for its
values, with the records that it mentions as `$defs`. Descriptions are the docstrings of classes and attributes. A type
that says too little (`Any`, a dictionary without types) is refused: no schema lets through what it does not know.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from inspect import cleandoc, getsource
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from quarterdeck.base.plain_data import FractionData, Limit, SchemaName, printed_fields

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


class UntypedError(TypeError):
    """A type does not say what its values are."""


@dataclass(frozen=True)
class ModuleText:
    """What only the text of a module says: docstrings of attributes, and imports that only type checkers carry out."""

    documented: Mapping[tuple[str, str], str]
    imported: Mapping[str, str]

    @classmethod
    @cache
    def of(cls, module: str) -> ModuleText:
        """Read a module; names outside a class have an empty name of a class."""
        documented: dict[tuple[str, str], str] = {}
        imported: dict[str, str] = {}
        tree = ast.parse(getsource(sys.modules[module]))
        for owner in ast.walk(tree):
            if isinstance(owner, ast.Module | ast.ClassDef):
                name = owner.name if isinstance(owner, ast.ClassDef) else ""
                for before, after in zip(owner.body, owner.body[1:], strict=False):
                    match before, after:
                        case (
                            ast.AnnAssign(target=ast.Name(id=known)) | ast.Assign(targets=[ast.Name(id=known)]),
                            ast.Expr(value=ast.Constant(value=str(text))),
                        ):
                            documented[name, known] = text
            elif isinstance(owner, ast.If) and ast.unparse(owner.test) == "TYPE_CHECKING":
                for statement in owner.body:
                    if isinstance(statement, ast.ImportFrom):
                        imported |= {one.asname or one.name: statement.module or "" for one in statement.names}
        return cls(documented, imported)

    def names(self) -> dict[str, Any]:
        """Import what only type checkers import."""
        return {name: getattr(import_module(module), name) for name, module in self.imported.items()}


def description_of(docstring: str | None) -> str:
    """Give a docstring as one line."""
    return " ".join(cleandoc(docstring or "").split())


def document(identity: str, kind: Any, docstring: str | None) -> Schema:
    """Give the schema of a type as one document that refers to nothing outside itself.

    Raises:
        UntypedError: the type does not say what its values are.
    """
    definitions = Definitions()
    root = definitions.record(kind) if is_record(kind) else definitions.schema(kind)
    title, _, rest = cleandoc(docstring or "").partition("\n\n")
    found: Schema = {"$schema": DIALECT, "$id": identity, "title": description_of(title).removesuffix(".")}
    found |= {"description": description_of(rest)} if rest else {}
    found |= {keyword: value for keyword, value in root.items() if keyword != "description"}
    return found | ({"$defs": dict(sorted(definitions.known.items()))} if definitions.known else {})


def is_record(kind: Any) -> bool:
    """Tell whether values of a type are printed as objects with known keys."""
    return isinstance(kind, type) and not hasattr(kind, "as_json") and (is_dataclass(kind) or is_typeddict(kind))


@dataclass
class Definitions:
    """Makes schemas of types, and gathers the definitions to which they refer."""

    known: dict[str, Schema] = field(default_factory=dict)
    owners: dict[str, Any] = field(default_factory=dict)
    simple: ClassVar[Mapping[Any, Schema]] = {
        int: {"type": "integer"},
        str: {"type": "string"},
        bool: {"type": "boolean"},
        Path: {"type": "string"},
        type(None): {"type": "null"},
    }

    def schema(self, hint: Any) -> Schema:
        """Give the schema of a type."""
        if hint in self.simple:
            return dict(self.simple[hint])
        origin, inside = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.annotated(*inside)
        if origin is Literal:
            return {"enum": list(inside)}
        if origin in (Union, UnionType):
            return self.union([self.schema(one) for one in inside])
        if origin in (list, Sequence, frozenset) or (origin is tuple and inside[-1] is Ellipsis):
            return {"type": "array", "items": self.schema(inside[0])}
        if origin is tuple:
            parts = [self.schema(one) for one in inside]
            return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
        if origin in (dict, Mapping):
            return self.mapping(*inside)
        return self.of_class(hint)

    def of_class(self, hint: Any) -> Schema:
        """Give the schema of a class: what it says of itself, or a reference to its definition."""
        if isinstance(hint, type) and (own := getattr(hint, "as_json", None)) is not None:
            return self.schema(
                get_type_hints(own, localns=ModuleText.of(hint.__module__).names(), include_extras=True)["return"]
            )
        if hint is Fraction:
            return self.of_class(FractionData)
        if not is_record(hint):
            raise UntypedError(f"{hint} does not say what its values are")
        if self.owners.setdefault(hint.__name__, hint) is not hint:
            raise UntypedError(f"two types have the name {hint.__name__}: {hint}, {self.owners[hint.__name__]}")
        if hint.__name__ not in self.known:
            self.known[hint.__name__] = {}  # what refers to itself finds it
            self.known[hint.__name__] |= self.record(hint)
        return self.reference(hint.__name__)

    def reference(self, name: str) -> Schema:
        """Give a reference to a definition."""
        return {"$ref": f"#/$defs/{name}"}

    def annotated(self, hint: Any, *marks: Any) -> Schema:
        """Give the schema of a type with its constraints, under a name of its own where it has one."""
        *inner, definition = marks
        hint = Annotated[hint, *inner] if inner else hint
        if not isinstance(definition, SchemaName):
            return self.schema(hint) | limited(definition)
        if definition.name not in self.known:
            said = definition.schema or self.schema(definition.kind or hint)
            self.known[definition.name] = {"description": definition.description, **said}
        return self.reference(definition.name)

    def union(self, parts: Sequence[Schema]) -> Schema:
        """Give the schema of alternatives; those that are no more than a type are one list of types."""
        said = [part["type"] for part in parts if list(part) == ["type"]]
        plain = [one for types in said for one in ([types] if isinstance(types, str) else types)]
        others = [part for part in parts if list(part) != ["type"]]
        several = {"type": plain[0] if len(plain) == 1 else plain}
        return {"anyOf": [*others, *([several] if plain else [])]} if others else several

    def mapping(self, key: Any, value: Any) -> Schema:
        """Give the schema of an object with any keys, or with some of those that a literal names."""
        found = self.schema(value)
        if get_origin(key) is Literal:
            return {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(get_args(key), found)}
        names = self.schema(key)
        bounds = {"propertyNames": names} if names.keys() - {"type"} else {}
        return {"type": "object", **bounds, "additionalProperties": found}

    def record(self, kind: Any) -> Schema:
        """Give the schema of an object with known keys: the fields of a record, or the keys of a typed dictionary."""
        hints = hints_of(kind)
        names = list(hints) if is_typeddict(kind) else printed_fields(kind)
        required = [name for name in names if name in kind.__required_keys__] if is_typeddict(kind) else names
        return {
            "description": description_of(kind.__doc__ or ModuleText.of(kind.__module__).documented["", kind.__name__]),
            "type": "object",
            "required": required,
            "additionalProperties": False,
            "properties": {name: self.property(kind, name, hints[name]) for name in names},
        }

    def property(self, kind: Any, name: str, hint: Any) -> Schema:
        """Give the schema of a field, with its docstring."""
        owners = [(ModuleText.of(owner.__module__).documented, owner.__name__) for owner in own_classes(kind)]
        docstrings = [documented[owner, name] for documented, owner in owners if (owner, name) in documented]
        return ({"description": description_of(docstrings[0])} if docstrings else {}) | self.schema(hint)


def limited(mark: Any) -> Schema:
    """Give what a mark adds to the schema of a type: a constraint as JSON can hold it; other marks add nothing."""
    if not isinstance(mark, Limit):
        return {}
    return {mark.keyword: list(mark.value) if isinstance(mark.value, tuple) else mark.value}


def own_classes(kind: Any) -> list[type]:
    """Give a class and those that it extends, but for the built-in ones."""
    return [owner for owner in kind.__mro__ if owner.__module__ != "builtins"]


def hints_of(kind: Any) -> dict[str, Any]:
    """Give the types of the fields of a record with their constraints."""
    later: dict[str, Any] = {}
    for owner in own_classes(kind):
        later |= ModuleText.of(owner.__module__).names()
    return get_type_hints(kind, localns=later, include_extras=True)
