"""What play leads to, and what the rules that it leads to speak of.

In: a `Checked` ruleset, and who calls whom in it. Out: a `Reach`: the elements that the turn, the setup of a scenario,
the derivation of a roster, a log sheet, what something begins with, and advice on choices that are made lead to; and
`Uses`: the fields that they read and change, and the names that they speak of. Whether a condition can ever hold is
left aside: what stands behind one counts as reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quarterdeck.checks import meanings as means
from quarterdeck.checks.calls import TURN, Calls, called_in, demands
from quarterdeck.checks.meanings import Checked
from quarterdeck.names import types
from quarterdeck.names.declared import Declared
from quarterdeck.syntax import nodes
from quarterdeck.tables import shapes


@dataclass(frozen=True)
class Reach:
    """What is reached: elements, as `Calls` names them, and all nodes that stand in them.

    Where a procedure is only asked whether it is allowed, its address stands here with a question mark alone.
    """

    elements: frozenset[str]
    nodes: frozenset[nodes.Node]


def reach_from(checked: Checked, calls: Calls, roots: Iterable[str]) -> Reach:
    """Find what some elements lead to; advice on a choice is reached where that choice is made."""
    owners = choice_owners(checked.declared, calls)
    begun = set(roots)
    while True:
        found = calls.led_to(begun)
        advised = {advice for advice, owner in owners.items() if owner in found}
        if advised <= begun:
            return Reach(frozenset(found), frozenset(nodes_reached(checked, calls, found)))
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


def nodes_reached(checked: Checked, calls: Calls, elements: set[str]) -> Iterator[nodes.Node]:
    """Give all nodes of elements that are reached, and of what fields, constants and options begin with."""
    for home in calls.homes:
        if home.element in elements:
            yield from (node for part in home.parts for node in checked.walk(part))
        elif f"{home.element}?" in elements:
            yield from (node for part in demands(home.statements) for node in checked.walk(part))
    for start in starts_of(checked.declared):
        yield from checked.walk(start)


def starts_of(declared: Declared) -> Iterator[nodes.Expression]:
    """Give the expressions that fields, constants and options begin with."""
    starts = [known.start for kind in declared.kinds.values() for known in kind.fields.values()]
    starts += [constant.start for constant in declared.constants.values()]
    starts += [option.value for option in declared.options.values()]
    yield from (start for start in starts if start is not None)


def roots_of_play(checked: Checked, calls: Calls) -> Iterator[str]:
    """Give the elements at which play begins, and those that set-up and log sheets ask for."""
    declared = checked.declared
    if declared.turn:
        yield TURN
    yield from (home.element for home in calls.homes if home.sort in ("setup", "roster"))
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        lines = [line for listed in document.shape.logs.values() for line in listed]
        boxed = (declared.rule_named(line.boxes) for line in lines if line.boxes)
        yield from (rule.address for rule in boxed if rule is not None)
    for start in starts_of(declared):
        yield from (called for _, called in called_in(checked, start))


# --- what is spoken of


@dataclass(frozen=True)
class Uses:
    """What some nodes speak of: addresses of fields that are read and changed, and names of all other sorts."""

    read: frozenset[str]
    changed: frozenset[str]
    names: frozenset[str]


def all_uses(checked: Checked, calls: Calls) -> Uses:
    """Give what is spoken of anywhere; the kinds of what rosters and scenarios hold are."""
    declared = checked.declared
    placed = {roster.kind for roster in declared.rosters.values()}
    placed.update(
        kind
        for scenario in declared.scenarios.values()
        for side in scenario.shape.sides.values()
        for kind in side.things
    )
    found = {node for home in calls.homes for part in home.parts for node in part.walk()}
    every = Reach(
        frozenset([*declared.rules, *declared.tables]), frozenset([*found, *checked.meanings, *checked.types])
    )
    uses = uses_within(checked, calls, every)
    return Uses(uses.read, uses.changed, uses.names | placed)


def uses_within(checked: Checked, calls: Calls, reach: Reach) -> Uses:
    """Give what is spoken of within what is reached, by the types of all fields, and by plugins."""
    targets = set(targets_of(calls))
    speaking = [
        (node, meaning.field)
        for node in reach.nodes
        if isinstance(meaning := checked.meanings.get(node), means.FieldOf)
    ]
    read = {known.address for node, known in speaking if isinstance(node, nodes.Expression) and node not in targets}
    hooks = [hook for plugin in checked.declared.plugins for hook in plugin.hooks]
    read.update(address for hook in hooks for address in hook.reads)
    changed = {known.address for _, known in speaking} | {address for hook in hooks for address in hook.writes}
    return Uses(frozenset(read), frozenset(changed - read), frozenset(names_within(checked, reach)))


def targets_of(calls: Calls) -> Iterator[nodes.Node]:
    """Give the places that statements change."""
    for home in calls.homes:
        for node in (node for part in home.parts for node in part.walk()):
            match node:
                case nodes.Set(target=target) | nodes.Append(target=target) | nodes.Start(timer=target):
                    yield target
                case nodes.Add(target=target) | nodes.Take(target=target):
                    yield target


def names_within(checked: Checked, reach: Reach) -> Iterator[str]:
    """Give the names of all that what is reached, types and documents speak of."""
    for node in reach.nodes:
        meaning = checked.meanings.get(node)
        if meaning is not None:
            yield from named_by(meaning)
        match node:
            case nodes.Start(clock=clock):
                yield clock.text
            case nodes.ThenEvery(clock=clock):
                yield clock.text
    for kind_of in types_within(checked, reach):
        yield from named_in_type(kind_of)
    declared = checked.declared
    yield from (roster.shape.kind_of_figures or "" for roster in declared.rosters.values())
    for kind in declared.kinds.values():
        yield kind.part_of or ""
        for known in kind.fields.values():
            yield from known.seen_by.split()[2:]
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        yield from (word for code in document.shape.clocks.values() for word in code.split())
    board = declared.head.board
    yield from (name or "" for name in (board.directions, board.lengths, board.angles))


def types_within(checked: Checked, reach: Reach) -> Iterator[types.Type]:
    """Give the types of everything reached that has one, and of all fields, constants and options."""
    yield from (checked.types[node] for node in reach.nodes if node in checked.types)
    declared = checked.declared
    yield from (known.type for kind in declared.kinds.values() for known in kind.fields.values())
    yield from (constant.type for constant in declared.constants.values())
    yield from (option.type for option in declared.options.values())
    for address, rule in declared.rules.items():
        if address in reach.elements:
            yield from (parameter.type for parameter in rule.parameters)
            if rule.result is not None:
                yield rule.result
    for name, table in declared.tables.items():
        if name in reach.elements:
            yield from (key.type for key in table.keys)
            yield from (parameter.type for parameter in table.given)
            if table.gives is not None:
                yield table.gives


def named_in_type(kind_of: types.Type) -> Iterator[str]:
    """Give the enum, kind or unit that a type names."""
    match kind_of:
        case types.EnumType(enum=name) | types.Thing(kind=name) | types.Deck(enum=name):
            yield name
        case types.Numeric(unit=str(name)):
            yield name
        case types.ListType(item=item):
            yield from named_in_type(item)


def named_by(meaning: means.Meaning) -> Iterator[str]:
    """Give the names of what a meaning makes use of."""
    match meaning:
        case means.OptionValue(option=named) | means.ConstantValue(constant=named):
            yield named.name
        case means.ArcOf(arc=named) | means.Pool(kind=named):
            yield named.name
        case means.EnumValue(enum=enum) | means.AllMembers(enum=enum):
            yield enum.name
