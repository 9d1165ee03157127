"""What expressions of the rules came to at a moment of a game: each name, field, call and look-up with its value.

In: nodes of a checked ruleset, and the state and named values of the moment. Out: `Reckoned`, with what a definition
was worked out of below it. Every value is worked out by the functions that play by; here is only said which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.definitions import evaluated
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.engine.run.wording import Wording, source_of
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.workspace.pipeline.build import Built

DEEPEST = 12
ARITHMETIC = ("least", "greatest")
"""Functions that are worked out as sums are: what counts is what they are given."""


@dataclass(frozen=True)
class Reckoned:
    """A part of an expression: as it is written, its words, its type and value, and what it was worked out of.

    `case` is the address of the case of a definition that counted, where it has a name.
    """

    text: str
    words: str
    address: str
    kind: Type
    value: Any
    parts: tuple[Reckoned, ...] = ()
    case: str = ""

    @property
    def short(self) -> str:
        """Give a word or two for it: of a definition or table what it is called, without what it is asked about."""
        return self.address.rsplit(".", 1)[-1].replace("_", " ") if self.parts else self.text


@dataclass(frozen=True)
class ExpressionScope:
    """Where an expression stands: the address and file of its rule, and the values of the names there."""

    address: str
    module: str
    values: Mapping[str, Any]


@dataclass
class Reckoning:
    """Works expressions out in one state."""

    built: Built
    wording: Wording
    state: list[int]
    functions: PrintedModule | None = None
    """The functions of the program; nothing for those that it is played by."""

    def __post_init__(self) -> None:
        """Keep what every expression needs."""
        self.checked = self.built.checked
        self.module = self.built.module() if self.functions is None else self.functions

    def parts(self, node: nodes.Node, scope: ExpressionScope, depth: int = 0) -> tuple[Reckoned, ...]:
        """Give each part of an expression that has a name and a value, once, in the order in which they stand there."""
        found: dict[str, Reckoned] = {}
        for leaf in self.leaves(node):
            text = source_of(leaf.span)
            if text not in found and (reckoned := self.one(leaf, scope, depth)) is not None:
                found[text] = reckoned
        return tuple(found.values())

    def leaves(self, node: nodes.Node) -> Iterator[nodes.Expression]:
        """Give the innermost parts of an expression that mean something by themselves."""
        meaning = self.checked.meanings.get(node)
        match meaning:
            case meanings.FunctionCall(name=name, arguments=given) if name in ARITHMETIC:
                for argument in given:
                    yield from self.leaves(argument)
            case meanings.EnumValue() | meanings.AllMembers() | meanings.TheGame() | meanings.ArcOf() | meanings.Pool():
                return
            case None:
                for part in node.parts():
                    for inner in part if isinstance(part, tuple) else (part,):
                        if isinstance(inner, nodes.Node):
                            yield from self.leaves(inner)
            case _ if isinstance(node, nodes.Expression):
                yield node

    def one(self, node: nodes.Expression, scope: ExpressionScope, depth: int) -> Reckoned | None:
        """Work out one part; nothing where its names have no value at this moment."""
        found = self.value(node, scope)
        if found is None:
            return None
        kind, value = found
        meaning, text = self.checked.meanings.get(node), source_of(node.span)
        words, address, case = text.replace("_", " "), "", ""
        parts: tuple[Reckoned, ...] = ()
        match meaning:
            case meanings.RuleCall(rule=rule, arguments=arguments):
                given = [self.value(argument, scope) for argument in arguments]
                values = [one[1] for one in given if one is not None]
                address = rule.address
                if len(values) == len(given):
                    inside = ExpressionScope(
                        address, rule.module, dict(zip((p.name for p in rule.parameters), values, strict=True))
                    )
                    words = self.wording.phrase(address, tuple(self.spoken(rule, inside)))
                    if depth < DEEPEST:
                        label, parts = self.behind(rule.node, inside, depth + 1)
                        case = f"{address}.{label}" if label else ""
            case meanings.TableValue(table=table):
                assert isinstance(node, nodes.Lookup)
                address, words = table.name, table.title
                parts = tuple(part for key in node.keys for part in self.parts(key, scope, depth + 1))
            case meanings.FieldOf(field=field):
                address = field.address
            case meanings.OptionValue(option=setting) | meanings.ConstantValue(constant=setting):
                address = setting.name
        return Reckoned(text, words, address, kind, value, parts, case)

    def spoken(self, rule: Rule, scope: ExpressionScope) -> Iterator[Any]:
        """Give what the expressions in the phrase of a definition come to; nothing of one that has no value."""
        phrase = rule.node.phrase
        for part in self.checked.phrases.get(phrase, ()) if phrase is not None else ():
            if isinstance(part, nodes.Name) and part.word.text in scope.values:
                yield scope.values[part.word.text]
            elif isinstance(part, nodes.Expression):
                found = self.value(part, scope)
                yield None if found is None else found[1]

    def behind(self, rule: nodes.Node, scope: ExpressionScope, depth: int) -> tuple[str, tuple[Reckoned, ...]]:
        """Give what a definition was worked out of: of several cases, of the one that holds, with its name."""
        if not isinstance(rule, nodes.Define):
            return "", ()
        if isinstance(rule.cases, nodes.SingleCase):
            return "", self.parts(rule.cases.value, scope, depth)
        asked: dict[str, Reckoned] = {}
        for case in rule.cases.cases:
            holds = self.value(case.condition.condition, scope) if isinstance(case.condition, nodes.IfCase) else None
            if case.condition is not None:
                asked |= {one.text: one for one in self.parts(case.condition, scope, depth)}
            if holds is None or holds[1]:
                counted = {one.text: one for one in self.parts(case.value, scope, depth)}
                return case.label.text if case.label is not None else "", tuple((counted | asked).values())
        return "", ()

    def value(self, node: nodes.Expression, scope: ExpressionScope) -> tuple[Type, Any] | None:
        """Give the type and value of an expression; nothing where it has none at this moment."""
        # Few commands work one out, and what lowers it takes long to import.
        from quarterdeck.program.lower.context import LoweringContext
        from quarterdeck.program.lower.expressions import value as lowered

        body = LoweringContext(self.checked, self.built.program, scope.address, scope.module, "given", "define")
        try:
            lowered_node = lowered(body, node)
            known = {name: value for name, value in scope.values.items() if not name.startswith("#")}
            function = evaluated(self.built.program, self.module, tuple(known), lowered_node)
            return lowered_node.type, function(self.state, *known.values())
        except (NameError, LookupError, ArithmeticError, RulesFaultError):
            return None  # a name that has no value yet, or a look-up that only another case would make
