"""The functions that generated code calls: those of plugins, each given what it may read, its answer looked at.

In: a program with the hooks of its plugins. Out: functions of the state and of arguments as they are stored. A function
is asked twice the first times: one that does not give the same for the same facts is found out and refused, since no
replay and no odds could rest on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quarterdeck.base.bounds import MOST_OF_A_PLUGIN
from quarterdeck.engine.plugins.offers import BeforePhase, Function, LookUp, Modifier, Ordering, Refusal
from quarterdeck.engine.plugins.reading import FAILURES, PluginFaultError, Reading, Setting, one_line, stored, told
from quarterdeck.engine.plugins.registry import offers_of
from quarterdeck.language.declarations import symbol_table
from quarterdeck.language.declarations.symbol_table import Plugin
from quarterdeck.language.declarations.types import BOOLEAN, Number, Type
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.world import Input

TWICE = 200
"""So many times a function is asked again for the same."""
WHOLE = Number(-MOST_OF_A_PLUGIN, MOST_OF_A_PLUGIN)
Inputs = list[tuple[str, Type]]


def functions_of(program: Program, plugins: Sequence[Plugin]) -> list[Callable[..., Any]]:
    """Give the functions of the hooks of plugins by their numbers: of the state, and of arguments as stored."""
    found: list[Callable[..., Any]] = []
    for one in plugins:
        for hook, offer in zip(one.hooks, offers_of(one.name), strict=True):
            match offer:
                case Modifier():
                    found.append(_modifier(program, hook, offer))
                case LookUp():
                    found.append(_look_up(program, hook, offer))
                case Refusal():
                    found.append(_refusal(program, hook, offer))
                case Ordering():
                    found.append(_ordering(program, hook, offer))
                case Function():
                    found.append(_function(program, hook, offer))
                case BeforePhase():
                    found.append(_phase(program, hook, offer))
    return found


class Calling:
    """One function of a plugin, as it is called: with its name in whatever goes wrong."""

    def __init__(self, program: Program, hook: symbol_table.Hook, function: Callable[[Any], Any]) -> None:
        self.program = program
        self.who = f"the plugin {hook.plugin} at {hook.at}"
        self.reads = frozenset(hook.reads)
        self.function = function
        self.again = TWICE

    def __call__(self, state: list[int], given: Mapping[str, tuple[Type, Any]]) -> Any:
        """Give what the function makes of facts.

        Raises:
            PluginFaultError: it raises anything, or gives something else for the same.
        """
        found = self.once(Reading(self.program, state, self.who, self.reads, given))
        if self.again:
            self.again -= 1
            other = self.once(Reading(self.program, state, self.who, self.reads, given))
            if not _is_same(found, other):
                raise PluginFaultError(f"{self.who} gives {told(found)}, and {told(other)} for the same input again")
        return found

    def once(self, given: Reading) -> Any:
        """Call the function once."""
        try:
            return self.function(given)
        except PluginFaultError:
            raise
        except FAILURES as error:
            raise PluginFaultError(f"{self.who} fails: {one_line(error)}") from error

    def whole(self, found: Any) -> int:
        """Give a whole number that is not too large.

        Raises:
            PluginFaultError: it is something else.
        """
        if type(found) is not int:
            raise PluginFaultError(f"{self.who} gives {told(found)}, which is not a whole number")
        if abs(found) > MOST_OF_A_PLUGIN:
            raise PluginFaultError(
                f"{self.who} gives {told(found)}, and {MOST_OF_A_PLUGIN:,} is the limit in both directions"
            )
        return found


def _is_same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other) or told(one) == told(other)
    except FAILURES:
        return True  # what cannot be compared cannot be used either


def _named(inputs: Inputs, given: tuple[int, ...]) -> dict[str, tuple[Type, Any]]:
    return {name: (kind, value) for (name, kind), value in zip(inputs, given, strict=True)}


def inputs_of(program: Program, address: str) -> tuple[Input, ...]:
    """Give the inputs of the rule in which a roll or a choice stands."""
    rule = next(
        (rule for rule in program.world.rules.values() if rule.site_address == address.rpartition(".")[0]), None
    )
    return rule.parameters if rule else ()


def _modifier(program: Program, hook: symbol_table.Hook, offer: Modifier) -> Callable[..., int]:
    calling = Calling(program, hook, offer.amount)
    inputs: Inputs = [("natural", WHOLE), ("total", WHOLE)]
    inputs += [(p.name, p.type) for p in inputs_of(program, hook.at)]

    def amount(state: list[int], *given: int) -> int:
        return calling.whole(calling(state, _named(inputs, given)))

    return amount


def _look_up(program: Program, hook: symbol_table.Hook, offer: LookUp) -> Callable[..., tuple[int, ...]]:
    calling, table = Calling(program, hook, offer.keys), program.world.tables[hook.at]
    inputs: Inputs = [(key.name, key.type) for key in table.keys]

    def keys(state: list[int], *given: int) -> tuple[int, ...]:
        found = calling(state, _named(inputs, given))
        keys = (
            tuple(stored(program, key.type, value) for key, value in zip(table.keys, found, strict=True))
            if isinstance(found, tuple) and len(found) == len(table.keys)
            else (None,)
        )
        if None in keys:
            raise PluginFaultError(f"{calling.who} gives the keys {told(found)}, which do not fit the table")
        return keys  # type: ignore[return-value]

    return keys


def _of_option(program: Program, hook: symbol_table.Hook) -> Inputs:
    """Give what a function about the options of a choice may be given: the option, and the inputs of its rule."""
    site = program.site_at[hook.at]
    assert site.item is not None
    inputs: Inputs = [(hook.at.rpartition(".")[2], site.item)]
    return [*inputs, *((p.name, p.type) for p in inputs_of(program, hook.at))]


def _refusal(program: Program, hook: symbol_table.Hook, offer: Refusal) -> Callable[..., bool]:
    calling, inputs = Calling(program, hook, offer.refuses), _of_option(program, hook)

    def is_allowed(state: list[int], *given: int) -> bool:
        found = calling(state, _named(inputs[: len(given)], given))
        if type(found) is not bool:
            raise PluginFaultError(f"{calling.who} gives {told(found)}, which is neither True nor False")
        return not found

    return is_allowed


def _ordering(program: Program, hook: symbol_table.Hook, offer: Ordering) -> Callable[..., int]:
    calling, inputs = Calling(program, hook, offer.rank), _of_option(program, hook)

    def rank(state: list[int], *given: int) -> int:
        return calling.whole(calling(state, _named(inputs[: len(given)], given)))

    return rank


def _function(program: Program, hook: symbol_table.Hook, offer: Function) -> Callable[..., int]:
    calling, rule = Calling(program, hook, offer.value), program.world.rules[hook.address]
    inputs: Inputs = [(p.name, p.type) for p in rule.parameters]
    gives = rule.result
    assert gives is not None

    def value(state: list[int], *given: int) -> int:
        found = calling(state, _named(inputs, given))
        kept = stored(program, gives, found)
        if kept is None:
            raise PluginFaultError(f"{calling.who} gives {told(found)} for {hook.name}, which does not fit {gives}")
        return bool(kept) if gives == BOOLEAN else kept

    return value


def _phase(program: Program, hook: symbol_table.Hook, offer: BeforePhase) -> Callable[[list[int]], None]:
    calling, writes = Calling(program, hook, offer.act), frozenset(hook.writes)

    def act(state: list[int]) -> None:
        before = list(state) if calling.again else None
        calling.once(Setting(program, state, calling.who, calling.reads, writes))
        if before is not None:
            calling.again -= 1
            calling.once(Setting(program, before, calling.who, calling.reads, writes))
            if before != state:
                raise PluginFaultError(f"{calling.who} does something else for the same input again")

    return act
