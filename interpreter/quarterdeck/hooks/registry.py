"""Find plugins by their entry points, see that they are sound, and give what they offer.

In: the name of a plugin. Out: a `names.declared.Plugin`, plain data that is hashed and printed; and, for a program, the
functions that its generated code calls. A plugin that fails is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import pluggy

from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Finding, Findings, Label
from quarterdeck.hooks.offers import About, AfterPhase, BeforePhase, LookUp, Modifier, Offer, Page
from quarterdeck.hooks.reading import FAILURES, LONGEST_TOLD, PluginFaultError, Reading, Setting, stored, told
from quarterdeck.hooks.specifications import PROJECT, Specifications
from quarterdeck.names import declared as names
from quarterdeck.names.addresses import elements
from quarterdeck.names.declared import Declared
from quarterdeck.names.types import Number
from quarterdeck.program.program import Program
from quarterdeck.source import SourceFile, Span
from quarterdeck.source.bounds import MOST_OF_A_PLUGIN

GROUP = "quarterdeck.plugins"
FUNCTIONS = ("amount", "keys", "act")
NAMES_OF_FIELDS = ("reads", "writes")
HOOKED = {"roll": ("roll",), "look_up": ("table",), "before": ("phase", "step"), "after": ("phase", "step")}
"""What must stand at the address of each sort of hook."""


def installed() -> dict[str, EntryPoint]:
    """Give the plugins that are installed, by name; none of them is imported."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


@cache
def manager_of(name: str) -> pluggy.PluginManager:
    """Import and register one plugin.

    Raises:
        PluginFaultError: it cannot be imported, or offers what nobody asks for.
    """
    entry = installed()[name]
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Specifications)
    try:
        manager.register(_instance(entry.load()), name=name)
        manager.check_pending()
    except FAILURES as error:
        raise PluginFaultError(f"the plugin {name} cannot be registered: {_one_line(error)}") from error
    if not manager.hook.quarterdeck_about.get_hookimpls():
        raise PluginFaultError(f"the plugin {name} does not say what it is: it lacks `quarterdeck_about`")
    return manager


def _instance(loaded: Any) -> Any:
    return loaded() if isinstance(loaded, type) else loaded


def _one_line(error: BaseException) -> str:
    try:
        words = " ".join(str(error).split())
    except FAILURES:
        words = "it does not say why"
    return f"{type(error).__name__}: {words[:LONGEST_TOLD]}"


def asked(name: str, question: str, **given: Any) -> Any:
    """Ask a plugin; where it fails, the fault names it.

    Raises:
        PluginFaultError: it raises anything.
    """
    try:
        return getattr(manager_of(name).hook, question)(**given)
    except PluginFaultError:
        raise
    except FAILURES as error:
        raise PluginFaultError(f"the plugin {name} fails at `{question}`: {_one_line(error)}") from error


def offers_of(name: str) -> list[Offer]:
    """Give all that a plugin does, in a fixed order.

    Raises:
        PluginFaultError: what it gives is something else.
    """
    found: list[Offer] = []
    wanted: dict[str, type[Modifier | LookUp | BeforePhase]] = {
        "quarterdeck_modifiers": Modifier,
        "quarterdeck_look_ups": LookUp,
        "quarterdeck_phases": BeforePhase,
    }
    for question, kind in wanted.items():
        for offer in listed(name, question):
            if not isinstance(offer, kind) or not _is_whole(offer):
                raise PluginFaultError(f"the plugin {name} gives {told(offer)} for `{question}`")
            if not offer.name.isidentifier() or not offer.text.strip():
                raise PluginFaultError(
                    f"the plugin {name} changes play at {offer.at}, and does not say so in print: "
                    "give it a name and a text"
                )
            found.append(offer)
    return found


def listed(name: str, question: str) -> list[Any]:
    """Give all that a plugin lists for a question.

    Raises:
        PluginFaultError: it fails, or what it gives is no list.
    """
    found: list[Any] = []
    for given in asked(name, question):
        if not isinstance(given, list | tuple):
            raise PluginFaultError(f"the plugin {name} gives {told(given)} for `{question}`, which is no list")
        found += given
    return found


def _is_whole(offer: Offer) -> bool:
    """Tell whether the parts of an offer are what they must be: texts, one function, and names of fields."""
    return all(_fits(part.name, getattr(offer, part.name)) for part in fields(offer))


def _fits(part: str, value: object) -> bool:
    if part in FUNCTIONS:
        return callable(value)
    if part in NAMES_OF_FIELDS:
        return isinstance(value, tuple) and all(isinstance(one, str) for one in value)
    return isinstance(value, str)


def plugin(name: str, first: int = 0) -> names.Plugin:
    """Give an installed plugin as plain data, its hooks numbered from `first`.

    Raises:
        PluginFaultError: it is not sound.
    """
    about = asked(name, "quarterdeck_about")
    if not isinstance(about, About) or not _are_words(about.title, about.text):
        raise PluginFaultError(f"the plugin {name} must say what it is: a title and a text to print")
    distribution = installed()[name].dist
    span = Span(SourceFile(f"plugin {name}", about.text), 0, 0)
    hooks = tuple(
        names.Hook(
            name,
            offer.name,
            _sort_of(offer),
            offer.at,
            offer.text,
            tuple(getattr(offer, "reads", ())),
            tuple(getattr(offer, "writes", ())),
            number,
            Span(SourceFile(f"plugin {name}", offer.text), 0, len(offer.text)),
        )
        for number, offer in enumerate(offers_of(name), first)
    )
    pages = listed(name, "quarterdeck_pages")
    if not all(isinstance(page, Page) and _are_words(page.title, page.text) for page in pages):
        raise PluginFaultError(f"the plugin {name} gives pages that are none")
    return names.Plugin(
        name,
        distribution.version if distribution else "",
        about.title,
        about.text,
        hooks,
        tuple(names.Page(page.title, page.text) for page in pages),
        span,
    )


def _are_words(*given: object) -> bool:
    return all(isinstance(one, str) and one.strip() for one in given)


def _sort_of(offer: Offer) -> names.HookSort:
    match offer:
        case Modifier():
            return "roll"
        case LookUp():
            return "look_up"
        case AfterPhase():
            return "after"
    return "before"


def plugins(wanted: list[str]) -> tuple[names.Plugin, ...]:
    """Give several plugins, in the alphabet's order, so that the order of naming them means nothing."""
    found: list[names.Plugin] = []
    for name in sorted(set(wanted)):
        found.append(plugin(name, sum(len(one.hooks) for one in found)))
    return tuple(found)


def fit(declared: Declared) -> None:
    """See that everything that plugins hook, read and set is there.

    Raises:
        PluginFaultError: it is not.
    """
    for one in declared.plugins:
        for hook in one.hooks:
            for message in _misfits(declared, hook):
                raise PluginFaultError(f"the plugin {one.name} {message}")


def check(checked: Checked, findings: Findings) -> None:
    """Let enabled plugins check the ruleset; what they find bears their name as its code."""
    for one in checked.declared.plugins:
        found = Findings()
        asked(one.name, "quarterdeck_check", checked=checked, findings=found)
        for finding in found.gathered:
            if not _is_sound(finding):
                raise PluginFaultError(f"the plugin {one.name} adds {told(finding)}, which is no finding")
        findings.extend(found.gathered)


def _is_sound(finding: Any) -> bool:
    """Tell whether a finding can be shown: its words are texts, and its places are spans."""
    if not isinstance(finding, Finding) or not all(isinstance(label, Label) for label in finding.labels):
        return False
    words: list[Any] = [finding.code, finding.message, finding.hint, finding.rule]
    words += [label.text for label in finding.labels]
    spans: list[Any] = [finding.span, *(label.span for label in finding.labels)]
    return all(isinstance(one, str) for one in words) and all(isinstance(one, Span) for one in spans)


def _misfits(declared: Declared, hook: names.Hook) -> Iterator[str]:
    known = elements(declared)
    there = [element for element in known.values() if element.address == hook.at and element.sort in HOOKED[hook.sort]]
    if not there:
        wanted = " or ".join(HOOKED[hook.sort])
        likely = [address for address, element in known.items() if element.sort in HOOKED[hook.sort]]
        close = get_close_matches(hook.at, likely, 1)
        yield f"hooks the {wanted} {hook.at}, and {declared.name} has none" + _meant(close)
    same = known.get(hook.address)
    if same is not None and same.thing is not hook:
        yield f"brings {hook.address}, which is there already: it must find another name"
    fields = {f"{kind.name}.{name}" for kind in declared.kinds.values() for name in kind.fields}
    for address in (*hook.reads, *hook.writes):
        if address not in fields and address.partition(".")[2] not in ("turn", "turn_limit"):
            close = get_close_matches(address, fields, 1)
            yield f"declares the field {address}, and {declared.name} has none" + _meant(close)


def _meant(close: list[str]) -> str:
    return f"; did it mean {close[0]}?" if close else ""


# --- the functions that generated code calls


def functions_of(program: Program) -> list[Callable[..., Any]]:
    """Give the functions of all hooks by their numbers: of the state, and of arguments as stored."""
    found: list[Callable[..., Any]] = []
    for one in program.declared.plugins:
        for hook, offer in zip(one.hooks, offers_of(one.name), strict=True):
            match offer:
                case Modifier():
                    found.append(_modifier(program, hook, offer))
                case LookUp():
                    found.append(_look_up(program, hook, offer))
                case _:
                    found.append(_phase(program, hook, offer))
    return found


def _called(who: str, function: Callable[[Any], Any], given: Reading) -> Any:
    try:
        return function(given)
    except PluginFaultError:
        raise
    except FAILURES as error:
        raise PluginFaultError(f"{who} fails: {_one_line(error)}") from error


def _modifier(program: Program, hook: names.Hook, offer: Modifier) -> Callable[..., int]:
    declared, who, reads = program.declared, f"the plugin {hook.plugin} at {hook.at}", frozenset(hook.reads)
    address = hook.at.rpartition(".")[0]
    rule = next((rule for rule in declared.rules.values() if rule.site_address == address), None)
    number = Number(-MOST_OF_A_PLUGIN, MOST_OF_A_PLUGIN)
    inputs = [("natural", number), ("total", number), *((p.name, p.type) for p in (rule.parameters if rule else ()))]

    def amount(state: list[int], *given: int) -> int:
        named = {name: (kind, value) for (name, kind), value in zip(inputs, given, strict=True)}
        found = _called(who, offer.amount, Reading(program, state, who, reads, named))
        if type(found) is not int:
            raise PluginFaultError(f"{who} gives {told(found)}, which is no whole number")
        if abs(found) > MOST_OF_A_PLUGIN:
            raise PluginFaultError(f"{who} gives {told(found)}, and {MOST_OF_A_PLUGIN:,} is the most, either way")
        return found

    return amount


def _look_up(program: Program, hook: names.Hook, offer: LookUp) -> Callable[..., tuple[int, ...]]:
    who, table = f"the plugin {hook.plugin} at {hook.at}", program.declared.tables[hook.at]

    def keys(state: list[int], *given: int) -> tuple[int, ...]:
        named = {key.name: (key.type, value) for key, value in zip(table.keys, given, strict=True)}
        found = _called(who, offer.keys, Reading(program, state, who, frozenset(), named))
        keys = (
            tuple(stored(program, key.type, value) for key, value in zip(table.keys, found, strict=True))
            if isinstance(found, tuple) and len(found) == len(table.keys)
            else (None,)
        )
        if None in keys:
            raise PluginFaultError(f"{who} gives the keys {told(found)}, which do not fit the table")
        return keys  # type: ignore[return-value]

    return keys


def _phase(program: Program, hook: names.Hook, offer: BeforePhase) -> Callable[[list[int]], None]:
    who, reads, writes = f"the plugin {hook.plugin} at {hook.at}", frozenset(hook.reads), frozenset(hook.writes)

    def act(state: list[int]) -> None:
        _called(who, offer.act, Setting(program, state, who, reads, writes))

    return act
