"""What play leads to, and what the rules that it leads to speak of.

In: a `Checked` ruleset, and who calls whom in it. Out: the elements that the turn, the setup of a scenario,
the derivation of a roster, a log sheet, what something begins with, and advice on choices that are made lead to; and
`Uses`: the fields that they read and change, and the names that they speak of. Whether a condition can ever hold is
left aside: what stands behind one counts as reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quarterdeck.language.checks.answers import words_in_answers
from quarterdeck.language.checks.calls import TURN, Calls, demands
from quarterdeck.language.checks.logs import asked_on_paper
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Rule
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.statement_changes import all_targets
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked


def reach_from(checked: Checked, calls: Calls, roots: Iterable[str]) -> frozenset[str]:
    """Give the elements that some lead to; advice on a choice is reached where that choice is made.

    Where a procedure is only asked whether it is allowed, its address stands here with a question mark alone.
    """
    owners = choice_owners(checked.declared, calls)
    begun = set(roots)
    while True:
        found = calls.led_to(begun)
        advised = {advice for advice, owner in owners.items() if owner in found}
        if advised <= begun:
            return frozenset(found)
        begun |= advised


def choice_owners(declared: Declared, calls: Calls) -> dict[str, str]:
    """Give the element that makes the choice, for each piece of advice on one."""
    makers = {home.rule.site_address if home.rule else home.address: home.element for home in calls.homes}
    found = {}
    for address, rule in declared.rules.items():
        if is_on_a_choice(rule.node):
            parts = address.split(".")
            heads = (".".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
            found[address] = next((makers[head] for head in heads if head in makers), address)
    return found


def is_on_a_choice(node: nodes.Node) -> bool:
    """Tell whether a rule is advice on a choice, and not there for other advice."""
    return isinstance(node, nodes.Advice) and len(node.path) > 1


def is_value_of_a_position(rule: Rule) -> bool:
    """Tell whether a rule is `advice value(side: Side)`: programs use it to judge a position for a side."""
    kinds = [parameter.type for parameter in rule.parameters]
    return rule.sort == "advice" and rule.name == "value" and kinds == [types.Thing("Side")]


def roots_of_play(checked: Checked, calls: Calls) -> Iterator[str]:
    """Give the elements at which play begins, and those that set-up and log sheets ask for."""
    declared = checked.declared
    if declared.turn:
        yield TURN
    yield from (home.element for home in calls.homes if home.sort in ("setup", "roster"))
    yield from asked_on_paper(declared)
    yield from (address for address, rule in declared.rules.items() if is_value_of_a_position(rule))
    told = (declared.rule_named(word) for word in words_in_answers(declared))
    yield from (rule.address for rule in told if rule is not None and rule.sort == "define")


# --- what is spoken of


@dataclass(frozen=True)
class Uses:
    """What is spoken of: addresses of fields that are read and that are changed, and names of all other sorts."""

    read: frozenset[str]
    changed: frozenset[str]
    names: frozenset[str]

    @staticmethod
    def together(several: Iterable[Uses]) -> Uses:
        """Give what several speak of."""
        every = list(several)
        read = frozenset[str]().union(*(uses.read for uses in every))
        changed = frozenset[str]().union(*(uses.changed for uses in every))
        return Uses(read, changed, frozenset[str]().union(*(uses.names for uses in every)))


CLOCKED = (nodes.Start, nodes.ThenEvery)


class Speaking:
    """What each element of a ruleset speaks of, and what is spoken of outside of all of them."""

    def __init__(self, checked: Checked, calls: Calls) -> None:
        self.checked = checked
        self.targets = set(targets_of(calls))
        spoken: dict[str, list[nodes.Node]] = {}
        for home in calls.homes:
            own = spoken.setdefault(home.element, [])
            own += [node for part in home.parts for node in checked.walk(part)]
            asked = [node for part in demands(home.statements) for node in checked.walk(part)]
            spoken.setdefault(f"{home.element}?", []).extend(asked)
        within = {node for own in spoken.values() for node in own}
        self.elements = {element: self.uses(element, own) for element, own in spoken.items()}
        self.outside = self.uses("", [node for node in (*checked.meanings, *checked.types) if node not in within])
        self.documents = Uses(frozenset(), frozenset(), frozenset(named_outside(checked.declared)))
        self.plugins = Uses(*plugged_in(checked.declared), frozenset())

    def everywhere(self) -> Uses:
        """Give what is spoken of anywhere; the kinds of what rosters and scenarios hold are."""
        every = Uses.together([*self.elements.values(), self.outside, self.documents, self.plugins])
        return Uses(every.read, every.changed, every.names | placed(self.checked.declared))

    def within(self, elements: frozenset[str]) -> Uses:
        """Give what is spoken of in some elements, and outside of all, but not by plugins."""
        own = (uses for element, uses in self.elements.items() if element in elements)
        return Uses.together([*own, self.outside, self.documents])

    def uses(self, element: str, own: list[nodes.Node]) -> Uses:
        """Give what the nodes of an element speak of."""
        read: set[str] = set()
        changed: set[str] = set()
        names: set[str] = set()
        kinds: dict[int, types.Type] = {}
        meant, typed = self.checked.meanings, self.checked.types
        for node in own:
            match meant.get(node):
                case None:
                    pass
                case meanings.FieldOf(field=known) if isinstance(node, nodes.Expression) and node not in self.targets:
                    read.add(known.address)
                case meanings.FieldOf(field=known):
                    changed.add(known.address)
                case meanings.Meaning() as meaning:
                    names.update(named_by(meaning))
            if (kind := typed.get(node)) is not None:
                kinds[id(kind)] = kind
            if isinstance(node, CLOCKED):
                names.add(node.clock.text)
        names.update(name for kind_of in kinds.values() for name in named_in_type(kind_of))
        names.update(name for kind_of in types_at(self.checked.declared, element) for name in named_in_type(kind_of))
        return Uses(frozenset(read), frozenset(changed), frozenset(names))


def plugged_in(declared: Declared) -> tuple[frozenset[str], frozenset[str]]:
    """Give the fields that enabled plugins read and set."""
    hooks = [hook for plugin in declared.plugins for hook in plugin.hooks]
    read = frozenset(address for hook in hooks for address in hook.reads)
    return read, frozenset(address for hook in hooks for address in hook.writes)


def placed(declared: Declared) -> set[str]:
    """Give the kinds of things that rosters and scenarios hold."""
    sides = [side for scenario in declared.scenarios.values() for side in scenario.shape.sides.values()]
    return {roster.kind for roster in declared.rosters.values()} | {kind for side in sides for kind in side.things}


def targets_of(calls: Calls) -> Iterator[nodes.Node]:
    """Give the places that statements change."""
    for home in calls.homes:
        for part in home.parts:
            yield from all_targets(part)


def named_outside(declared: Declared) -> Iterator[str]:
    """Give the names that documents speak of, and those in the types of fields, constants and options."""
    known = [known.type for kind in declared.kinds.values() for known in kind.fields.values()]
    known += [constant.type for constant in declared.constants.values()]
    known += [option.type for option in declared.options.values()]
    yield from (name for kind_of in known for name in named_in_type(kind_of))
    yield from (roster.shape.kind_of_figures or "" for roster in declared.rosters.values())
    for kind in declared.kinds.values():
        yield kind.part_of or ""
        for field in kind.fields.values():
            yield field.seen_by.option
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        yield from (word for code in document.shape.clocks.values() for word in code.split())
    board = declared.head.board
    yield from (name or "" for name in (board.directions, board.lengths, board.angles, board.areas))


def types_at(declared: Declared, element: str) -> Iterator[types.Type]:
    """Give the types that a rule or table takes and gives."""
    rule, table = declared.rules.get(element), declared.tables.get(element)
    if rule is not None:
        yield from (parameter.type for parameter in rule.parameters)
        yield from [rule.result] if rule.result is not None else []
    if table is not None:
        yield from (key.type for key in table.keys)
        yield from (parameter.type for parameter in table.given)
        yield from [table.gives] if table.gives is not None else []


def named_in_type(kind_of: types.Type) -> Iterator[str]:
    """Give the enum, kind or unit that a type names."""
    match kind_of:
        case types.EnumType(enum=name) | types.Thing(kind=name) | types.Deck(enum=name):
            yield name
        case types.Numeric(unit=str(name)):
            yield name
        case types.ListType(item=item):
            yield from named_in_type(item)


def named_by(meaning: meanings.Meaning) -> Iterator[str]:
    """Give the names of what a meaning makes use of."""
    match meaning:
        case meanings.OptionValue(option=named) | meanings.ConstantValue(constant=named):
            yield named.name
        case meanings.ArcOf(arc=named) | meanings.Pool(kind=named):
            yield named.name
        case meanings.EnumValue(enum=enum) | meanings.AllMembers(enum=enum):
            yield enum.name
