"""What expressions of the rules came to at a moment of a game: each name, field, call and look-up with its value.

In: nodes of a checked ruleset, and the state and named values of the moment. Out: `Reckoned`, with what a definition
was worked out of below it. Every value is worked out by the functions that play by; here is only said which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from quarterdeck.backends.python.definitions import evaluated
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.engine.run.wording import Wording, source_of
from quarterdeck.language.declarations.types import Number, Ratio, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.program.form import values as val
from quarterdeck.program.form.values import Value, whole
from quarterdeck.workspace.pipeline.build import Built

if TYPE_CHECKING:
    from quarterdeck.program.lower.context import LoweringContext

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
                    words = self.wording.phrase(address, tuple(self.spoken(rule.node.phrase, inside)))
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

    def spoken(self, phrase: nodes.Word | None, scope: ExpressionScope) -> Iterator[Any]:
        """Give what the expressions in the phrase of a definition come to; nothing of one that has no value."""
        for part in self.checked.phrases.get(phrase, ()) if phrase is not None else ():
            if isinstance(part, nodes.Name) and part.word.text in scope.values:
                yield scope.values[part.word.text]
            elif isinstance(part, nodes.Expression):
                found = self.value(part, scope)
                yield None if found is None else found[1]

    def behind(self, rule: nodes.Node, scope: ExpressionScope, depth: int) -> tuple[str, tuple[Reckoned, ...]]:
        """Give what a definition was worked out of, with the modifiers that changed it.

        Of several cases it is the one that holds, with its name.
        """
        if not isinstance(rule, nodes.Define):
            return "", ()
        label, parts = self.of_cases(nodes.base_of(rule.cases), scope, depth)
        if isinstance(rule.cases, nodes.ModifiedValue):
            parts = (*parts, *self.modifiers(rule.cases, scope, depth))
        return label, parts

    def modifiers(self, node: nodes.ModifiedValue, scope: ExpressionScope, depth: int) -> Iterator[Reckoned]:
        """Give the modifiers that changed the number, each with how much and what it was worked out of."""
        # Few commands work one out, and what lowers it takes long to import.
        from quarterdeck.program.lower.modified_values import before_modifiers
        from quarterdeck.program.lower.rolls import changed
        from quarterdeck.program.lower.ruleset import cases

        found = self.worked_out(lambda body: cases(body, node.base, before_modifiers(body, node)), scope)
        for modifier in node.modifiers:
            applies = self.value(modifier.condition, scope) if modifier.condition is not None else None
            if found is None:
                return  # a part of it has no value at this moment
            if applies is not None and not applies[1]:
                continue
            kind, before = found
            now = known_number(kind, before)
            found = self.worked_out(partial(changed, total=now, node=modifier), scope)
            if found is not None and found[1] != before:
                yield self.modifier(modifier, kind, found[1] - before, scope, depth)

    def modifier(self, node: nodes.Modifier, kind: Type, by: Any, scope: ExpressionScope, depth: int) -> Reckoned:
        """Give a modifier by how much it changed a number."""
        # Few commands work one out, and what lowers it takes long to import.
        from quarterdeck.program.lower.expressions import text

        phrase = text(self.body(scope), node.phrase)
        words = node.name.text.replace("_", " ")
        if phrase is not None:
            words = self.wording.said(phrase, tuple(self.spoken(node.phrase, scope)))
        asked = (node.change,) if node.condition is None else (node.change, node.condition)
        parts = {one.text: one for part in asked for one in self.parts(part, scope, depth)}
        address = f"{scope.address}.{node.name.text}"
        return Reckoned(node.name.text, words, address, kind, by, tuple(parts.values()))

    def of_cases(
        self, cases: nodes.SingleCase | nodes.SeveralCases, scope: ExpressionScope, depth: int
    ) -> tuple[str, tuple[Reckoned, ...]]:
        """Give what the case that counts was worked out of, with its name."""
        if isinstance(cases, nodes.SingleCase):
            return "", self.parts(cases.value, scope, depth)
        asked: dict[str, Reckoned] = {}
        for case in cases.cases:
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
        from quarterdeck.program.lower.expressions import value as lowered

        return self.worked_out(partial(lowered, node=node), scope)

    def body(self, scope: ExpressionScope) -> LoweringContext:
        """Give the place of an expression, for what lowers it."""
        from quarterdeck.program.lower.context import LoweringContext

        return LoweringContext(self.checked, self.built.program, scope.address, scope.module, "given", "define")

    def worked_out(
        self, lowered: Callable[[LoweringContext], Value], scope: ExpressionScope
    ) -> tuple[Type, Any] | None:
        """Give the type and value of what is lowered in a scope; nothing where it has none at this moment."""
        try:
            lowered_node = lowered(self.body(scope))
            known = {name: value for name, value in scope.values.items() if not name.startswith("#")}
            function = evaluated(self.built.program, self.module, tuple(known), lowered_node)
            return lowered_node.type, function(self.state, *known.values())
        except (NameError, LookupError, ArithmeticError, RulesFaultError):
            return None  # a name that has no value yet, or a look-up that only another case would make


def known_number(kind: Type, value: Any) -> Value:
    """Give a number of a type as a value that is known."""
    assert isinstance(kind, Number | Ratio)
    if isinstance(kind, Number):
        return val.Constant(kind, value)
    top, below = Fraction(value).as_integer_ratio()
    return val.Quotient(kind, whole(top), whole(below))
