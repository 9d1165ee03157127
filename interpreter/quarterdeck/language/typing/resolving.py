"""What a word, a path, a call or the name of a table means where it stands.

In: a context. Out: meanings, kept by node, with findings for names that mean nothing. Two things wait for types: which
field `thing.field` is (its owner must be typed), and of which enum a member is that several have (what is wanted says).
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.base.bounds import MOST_TURNS
from quarterdeck.base.findings.finding import Label
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import path_of
from quarterdeck.language.declarations.builtins import BOARDS, GATHERINGS, elsewhere
from quarterdeck.language.declarations.reserved_names import OF_GAME, OUTCOME, reserved_meaning
from quarterdeck.language.declarations.symbol_table import Enum, Kind, Parameter, Rule, Table
from quarterdeck.language.declarations.types import (
    BOOLEAN,
    UNKNOWN,
    ArcType,
    EnumType,
    ListType,
    Number,
    RollType,
    Thing,
    Type,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyNamingStatement
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.context import Known, TypingContext
from quarterdeck.language.typing.known_ranges import Dependence

TURN = Number(0, MOST_TURNS)
PARTS_OF_GAME: dict[str, Type] = {
    **dict.fromkeys(OF_GAME, TURN),
    **dict(zip(OUTCOME, (BOOLEAN, Thing("Side", True)), strict=True)),
}
OTHER_LITERALS = {
    **dict.fromkeys(("true", "True", "TRUE", "on", "Yes", "YES"), "yes"),
    **dict.fromkeys(("false", "False", "FALSE", "off", "No", "NO"), "no"),
    **dict.fromkeys(("null", "None", "NONE"), "none"),
}
"""What other languages call what is known here by another word."""
OTHER_FUNCTIONS = {
    **dict.fromkeys(("max", "maximum"), "write `greatest(a, b)`"),
    **dict.fromkeys(("min", "minimum"), "write `least(a, b)`"),
    "abs": "write `greatest(a - b, b - a)`",
    **dict.fromkeys(("mod", "modulo"), "write `remainder(a, b)`"),
    **dict.fromkeys(("round", "rounded"), "write `rounded nearest` after the value"),
    "floor": "write `rounded down` after the value",
    **dict.fromkeys(("ceil", "ceiling"), "write `rounded up` after the value"),
    **dict.fromkeys(("len", "length"), "write `count(list)`, or `size(deck)` for a deck"),
    **dict.fromkeys(("sqrt", "pow", "power"), "write `a to the power b`; a root has the power 0.5"),
    **dict.fromkeys(("random", "randint", "rand"), "roll a die: `roll NAME on d6`"),
}
"""What other languages call what is written in another way here."""
OF_ROLLS = ("natural", "total")  # what modifiers and successes call the dice and the total of their own roll


# --- names


def bind(at: TypingContext, name: str, kind: Type, span: Span, meaning: meanings.Meaning | None = None) -> None:
    """Make a name known; one name means one thing in a rule."""
    if name in at.names and name not in OF_ROLLS:
        at.report("QD374", f"`{name}` is already in use here", span, "choose another name")
    if holders := at.declared.enums_with(name):
        labels = [Label(holders[0].span, f"`{name}` is a member here")]
        at.report("QD374", f"`{name}` is a member of {holders[0].name}", span, "choose another name", labels)
    if name in at.declared.arcs:
        labels = [Label(at.declared.arcs[name].span, "declared here")]
        at.report("QD374", f"`{name}` is an arc", span, "choose another name", labels)
    means = "" if name in OF_ROLLS else reserved_meaning(name, "", at.declared.head.board.shape)
    if means and not at.findings.is_at(span):
        hint = f"call it `the_{name}` or find another word"
        at.report("QD305", f"`{name}` is {means} and cannot be a name", span, hint)
    at.facts.forget(Dependence(names=frozenset([name])))
    at.names[name] = (kind, meaning or meanings.Local(name))


def resolve(at: TypingContext, word: nodes.Word, wanted: Type | None) -> Known | None:
    """Give what a word stands for, with its type; what is wanted decides between members of several enums."""
    name = word.text
    if name in at.names:
        return at.names[name]
    if isinstance(wanted, EnumType) and name in at.declared.enums[wanted.enum].members:
        return member_of(at.declared.enums[wanted.enum], name)
    if name in at.declared.options:
        option = at.declared.options[name]
        return option.type, meanings.OptionValue(option)
    if name == "game":
        return Thing("Game"), meanings.TheGame()
    if pool := at.declared.pool_named(name):
        return ListType(Thing(pool.name), pool.capacity), meanings.Pool(pool)
    holders = at.declared.enums_with(name)
    if len(holders) > 1:
        message = f"`{name}` may mean a member of {' or of '.join(enum.name for enum in holders)}"
        at.report("QD359", message, word.span, "compare it with something of one of them")
        return None
    return member_of(holders[0], name) if holders else of_the_whole(at, word, wanted)


def of_the_whole(at: TypingContext, word: nodes.Word, wanted: Type | None) -> Known | None:
    """Give what a word stands for that no place and no enum knows: all of an enum, an arc, a definition."""
    name = word.text
    if listed := at.declared.enum_listed(name):
        return ListType(EnumType(listed.name), len(listed.members)), meanings.AllMembers(listed)
    if name in at.declared.arcs and isinstance(wanted, ArcType):
        return wanted, meanings.ArcOf(at.declared.arcs[name])
    if name in at.declared.arcs:
        hint = "test what is in it: `in_arc(place, facing, other place, arc)`"
        at.report("QD366", f"`{name}` is an arc, not a value", word.span, hint)
        return None
    rule = at.declared.rule_named(name, at.module)
    if rule and rule.sort == "define" and not rule.parameters:
        return rule.result or UNKNOWN, meanings.RuleCall(rule, ())
    if name in at.past:
        hint = "all sides have acted by then: loop over `sides` in the close"
        at.report("QD310", f"`{name}` is not known at the close", word.span, hint)
    elif name not in at.declared.lost and is_named_elsewhere(at, word):
        hint = "define it before that block, or use it inside"
        at.report("QD310", f"`{name}` is known only in the block that names it", word.span, hint)
    elif name not in at.declared.lost:
        written = {**OTHER_LITERALS, **{known: f"game.{known}" for known in names_of_game(at)}}
        at.unknown(name, word.span, [*all_names(at), *written], "", written)
    return None


def is_named_elsewhere(at: TypingContext, word: nodes.Word) -> bool:
    """Tell whether another block of the rule makes a name known, before the place where it is written."""
    rule = at.declared.rules.get(at.rule)
    made = (part for part in rule.node.walk() if isinstance(part, AnyNamingStatement)) if rule is not None else ()
    return any(one.name.text == word.text and one.span.start < word.span.start for one in made)


def names_of_game(at: TypingContext) -> list[str]:
    """Give what is said of the game behind a point: `game.turn`."""
    return [*OF_GAME, *at.declared.constants, *at.declared.kinds["Game"].fields]


def member_of(enum: Enum, name: str) -> Known:
    """Give a member of an enum."""
    return EnumType(enum.name), meanings.EnumValue(enum, enum.members.index(name))


def all_names(at: TypingContext) -> list[str]:
    """Give everything that a word may stand for."""
    declared = at.declared
    return [
        *at.names,
        *declared.options,
        *declared.pools(),
        *(member for enum in declared.enums.values() for member in enum.members),
        *(rule.name for rule in declared.rules.values()),
        *declared.arcs,
        *at.language.functions,
        "game",
    ]


# --- what has parts


def roll_named(at: TypingContext, node: nodes.Expression) -> tuple[RollType, meanings.RollPart] | None:
    """Give the roll that an expression names, if it names one."""
    known = at.names.get(node.word.text) if isinstance(node, nodes.Name) else None
    if known is None:
        return None
    kind, meaning = known
    return (kind, meaning) if isinstance(kind, RollType) and isinstance(meaning, meanings.RollPart) else None


def part_of_roll(at: TypingContext, node: nodes.FieldAccess, kind: RollType, roll: str) -> Type:
    """Resolve `roll.part`, and give its type."""
    parts: dict[str, Type] = {"total": kind.total, "natural": kind.natural}
    if kind.successes:
        parts |= {"successes": kind.successes, "success": BOOLEAN}
    if node.field.text not in parts:
        at.unknown(node.field.text, node.field.span, parts, "part of a roll")
        return UNKNOWN
    at.keep(node, meanings.RollPart(roll, node.field.text))
    return parts[node.field.text]


def field_of(at: TypingContext, node: nodes.FieldAccess, owner: Thing) -> Type:
    """Resolve `thing.field`, and give its type."""
    name, is_game = node.field.text, owner.kind == "Game"
    parts = (*OF_GAME, *(OUTCOME if at.is_asked else ())) if is_game else ()
    if name in parts or (is_game and name in at.declared.constants):
        constant = at.declared.constants.get(name)
        at.keep(node, meanings.ConstantValue(constant) if constant else meanings.GamePart(name))
        return constant.type if constant else PARTS_OF_GAME[name]
    known = at.declared.field_named(owner.kind, name)
    if known is None:
        of_game = at.declared.constants if is_game else ()
        at.unknown(
            name, node.field.span, [*at.declared.kinds[owner.kind].fields, *parts, *of_game], f"field of {owner.kind}"
        )
        return UNKNOWN
    at.keep(node, meanings.FieldOf(known))
    return known.type


def kind_named(at: TypingContext, word: nodes.Word) -> Kind | None:
    """Give the kind that a word names, as one thing of it is called."""
    known = at.declared.kind_called(word.text)
    if known is None:
        at.unknown(word.text, word.span, [kind.one for kind in at.declared.kinds.values()], "kind")
    return known


# --- what is called


def rule_called(at: TypingContext, node: nodes.Call) -> Rule | None:
    """Give the rule that a call names."""
    path = path_of(node.callee)
    rule = at.declared.rule_named(path, at.module) if path else None
    if rule is None and path.rsplit(".", 1)[-1] not in at.declared.lost:
        known = [*(r.name for r in at.declared.rules.values()), *at.language.functions, *GATHERINGS]
        if not path:
            hint = "write the name of a rule before the brackets; a row of a table is applied: `apply table[key](...)`"
            at.report("QD310", f"`{one_line(node.callee)}` is not the name of a rule", node.callee.span, hint)
            return None
        if boards := elsewhere(path):
            shape = at.declared.head.board.shape
            here = f"a board of {BOARDS[shape][0]}" if shape in BOARDS else "a game without a board"
            hint = (
                f"it is for boards of {boards}; here there are: {', '.join(BOARDS[shape][1])}"
                if shape in BOARDS
                else ""
            )
            at.report("QD310", f"`{path}` has no meaning on {here}", node.callee.span, hint)
            return None
        at.unknown(path, node.callee.span, known, "rule", hints=OTHER_FUNCTIONS)
    return rule


def no_table(at: TypingContext, node: nodes.Lookup, name: str) -> None:
    """Report what is looked up in something that is no table, a list above all."""
    kind = at.type(node.table) if not name or name in at.names else UNKNOWN
    if isinstance(kind, ListType):
        hint = f"its second item is `item({one_line(node.table)}, 2)`; `in` tests what it holds"
        at.report("QD310", f"`{one_line(node.table)}` is a list, so it cannot be looked up", node.table.span, hint)
    elif name == "in":
        hint = "leave out `is`: write `x in [1, 2]` or `x not in [1, 2]`"
        at.report("QD310", "`in` is not the name of a table", node.table.span, hint)
    elif not name:
        hint = "write the name of a table before the brackets"
        at.report("QD310", f"`{one_line(node.table)}` is not the name of a table", node.table.span, hint)
    else:
        at.unknown(name, node.table.span, at.declared.tables, "table")


def one_line(node: nodes.Expression) -> str:
    """Give what is written, on one line."""
    return " ".join(node.span.text.split())


def table_named(at: TypingContext, node: nodes.Lookup) -> Table | None:
    """Give the table that a look-up names."""
    name = node.table.word.text if isinstance(node.table, nodes.Name) else ""
    table = at.declared.tables.get(name)
    if table is None:
        if name not in at.declared.lost:
            no_table(at, node, name)
        return None
    at.keep(node, meanings.TableValue(table))
    if len(node.keys) != len(table.keys):
        words = f"the table has {len(table.keys)} keys ({', '.join(key.name for key in table.keys)})"
        at.report("QD368", words, node.span)
    return table


def matched(
    at: TypingContext, parameters: Sequence[Parameter], given: Sequence[nodes.Node], span: Span
) -> tuple[dict[str, nodes.Expression], tuple[nodes.Expression, ...]]:
    """Match arguments with parameters, by order or by name; give those too many apart."""
    by_name: dict[str, nodes.Expression] = {}
    too_many: list[nodes.Expression] = []
    names = [parameter.name for parameter in parameters]
    misfit: set[str] = set()
    for index, argument in enumerate(given):
        if isinstance(argument, nodes.NamedArgument):
            if argument.name.text not in names:
                at.unknown(argument.name.text, argument.name.span, names, "parameter")
            give(at, by_name, argument.name.text, argument.value)
        elif not isinstance(argument, nodes.Expression):
            hint = f"aggregates are {', '.join(GATHERINGS)}"
            at.report("QD364", "this is only allowed in an aggregate", argument.span, hint)
            misfit.update(names[index : index + 1])
        elif index >= len(names):
            at.report("QD363", f"this takes {len(names)} and is given {len(given)}", argument.span)
            too_many.append(argument)
        else:
            give(at, by_name, names[index], argument)
    for name in names:
        if name not in by_name and name not in misfit:
            at.report("QD365", f"`{name}` is not given", span, f"it takes {', '.join(names)}")
    return by_name, tuple(too_many)


def give(at: TypingContext, given: dict[str, nodes.Expression], name: str, value: nodes.Expression) -> None:
    """Put an argument to those that are given, unless its place has one already."""
    if first := given.get(name):
        labels = [Label(first.span, "first here")]
        at.report("QD158", f"`{name}` occurs twice", value.span, "remove one of the two", labels)
    given.setdefault(name, value)
