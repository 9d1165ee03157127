"""Find plugins by their entry points, see that they are sound, and give what they offer.

In: the name of a plugin. Out: a `language.declarations.symbol_table.Plugin`, plain data that is hashed and printed. A
plugin that fails is named. The functions that generated code calls stand in `calling`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar

import pluggy

from quarterdeck.base.findings.finding import Finding, Findings, Label
from quarterdeck.base.near_names import near_names
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.engine.plugins.offers import FUNCTIONS, About, Function, Offer, Page
from quarterdeck.engine.plugins.reading import FAILURES, PluginFaultError, one_line, told
from quarterdeck.engine.plugins.specifications import BESIDE_RULES, IN_RULES, OFFERS, PROJECT, OfferSort, Specifications
from quarterdeck.language.declarations import symbol_table
from quarterdeck.language.declarations.addresses import all_elements, elements
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked

GROUP = "quarterdeck.plugins"
NAMES_OF_FIELDS = ("reads", "writes")
Answered = TypeVar("Answered")


def installed(group: str = GROUP) -> Mapping[str, EntryPoint]:
    """Give the plugins that are installed, by name; none of them is imported."""
    return _installed_in(group, tuple((folder, _changed_at(folder)) for folder in sys.path))


@lru_cache(maxsize=8)
def _installed_in(group: str, folders: tuple[tuple[str, int], ...]) -> Mapping[str, EntryPoint]:
    """Read the entry points once for each state of the folders, since reading all distributions is slow."""
    return {entry.name: entry for entry in sorted(entry_points(group=group), key=lambda entry: entry.name)}


def _changed_at(folder: str) -> int:
    """Return when an entry of a folder was last added or removed, in nanoseconds; 0 if there is no folder."""
    with suppress(OSError):
        return Path(folder).stat().st_mtime_ns
    return 0


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
        raise PluginFaultError(f"the plugin {name} cannot be registered: {one_line(error)}") from error
    if not manager.hook.quarterdeck_about.get_hookimpls():
        raise PluginFaultError(f"the plugin {name} does not say what it is: it lacks `quarterdeck_about`")
    return manager


def _instance(loaded: Any) -> Any:
    return loaded() if isinstance(loaded, type) else loaded


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
        raise PluginFaultError(f"the plugin {name} fails at `{question}`: {one_line(error)}") from error


def offers_of(name: str) -> list[Offer]:
    """Give all that a plugin does to rules, in a fixed order.

    Raises:
        PluginFaultError: what it gives is something else.
    """
    found: list[Offer] = []
    for question in dict.fromkeys(one.question for one in OFFERS):
        for given in listed(name, question):
            offer: Offer = given
            if not isinstance(given, _classes(question)) or not _is_whole(offer):
                raise PluginFaultError(f"the plugin {name} gives {told(given)} for `{question}`")
            if not offer.name.isidentifier() or not offer.text.strip():
                where = "gives a function" if isinstance(offer, Function) else f"changes play at {offer.at}"
                raise PluginFaultError(
                    f"the plugin {name} {where}, and does not say so in print: give it a name and a text"
                )
            found.append(offer)
    return found


def _classes(question: str) -> tuple[type, ...]:
    return tuple(one.offer for one in OFFERS if one.question == question)


def named(name: str, question: str, kind: type[Answered], wanted: str = "") -> Answered:
    """Give what a plugin offers beside rules under a name; without one the only such offer that it has.

    Raises:
        PluginFaultError: it fails, or what it gives is something else, or there is none of the name.
    """
    given: list[Any] = listed(name, question)
    if not all(isinstance(one, kind) and _is_worded(one) for one in given):
        raise PluginFaultError(
            f"the plugin {name} gives something for `{question}` that is not a {kind.__name__} with its words"
        )
    found: dict[str, Answered] = {one.name: one for one in given}
    if wanted in found or (not wanted and len(found) == 1):
        return found[wanted or next(iter(found))]
    there = ", ".join(found) or "none"
    raise PluginFaultError(f"the plugin {name} has no {wanted or 'single one'} for `{question}`; there are: {there}")


def _is_worded(offer: Any) -> bool:
    """Tell whether an offer has a name, words, and what it is called for."""
    called = [part for part in fields(offer) if part.name not in ("name", "text")]
    return _are_words(offer.name, offer.text) and all(callable(getattr(offer, part.name)) for part in called)


def listed(name: str, question: str) -> list[Any]:
    """Give all that a plugin lists for a question.

    Raises:
        PluginFaultError: it fails, or what it gives is no list.
    """
    found: list[Any] = []
    for given in asked(name, question):
        if not isinstance(given, list | tuple):
            raise PluginFaultError(f"the plugin {name} gives {told(given)} for `{question}`, which is not a list")
        found += given
    return found


def _is_whole(offer: Offer) -> bool:
    """Tell whether the parts of an offer are what they must be: texts, one function, and names of fields."""
    return all(_fits(part.name, getattr(offer, part.name)) for part in fields(offer))


def _fits(part: str, value: object) -> bool:
    if part in FUNCTIONS:
        return callable(value)
    if part == "takes":
        return isinstance(value, Mapping) and all(isinstance(word, str) for pair in value.items() for word in pair)
    if part in NAMES_OF_FIELDS:
        return isinstance(value, tuple) and all(isinstance(one, str) for one in value)
    return isinstance(value, str)


def plugin(name: str, first: int = 0) -> symbol_table.Plugin:
    """Give an installed plugin as plain data, its hooks numbered from `first`.

    Raises:
        PluginFaultError: it is not sound.
    """
    about = asked(name, "quarterdeck_about")
    if not isinstance(about, About) or not _are_words(about.title, about.text):
        raise PluginFaultError(f"the plugin {name} must say what it is: a title and a text to print")
    distribution = installed()[name].dist
    span = Span(SourceFile(f"plugin {name}", about.text), 0, 0)
    hooks = tuple(_hook(name, offer, number) for number, offer in enumerate(offers_of(name), first))
    pages = listed(name, "quarterdeck_pages")
    if not all(isinstance(page, Page) and _are_words(page.title, page.text) for page in pages):
        raise PluginFaultError(f"the plugin {name} gives invalid pages")
    return symbol_table.Plugin(
        name,
        distribution.version if distribution else "",
        about.title,
        about.text,
        hooks,
        tuple(symbol_table.Page(page.title, page.text) for page in pages),
        span,
    )


def _are_words(*given: object) -> bool:
    return all(isinstance(one, str) and one.strip() for one in given)


def _hook(name: str, offer: Offer, number: int) -> symbol_table.Hook:
    """Give an offer as plain data; a function of the language stands in a module of its plugin's name."""
    span = Span(SourceFile(f"plugin {name}", offer.text), 0, len(offer.text))
    sort = sort_of(offer).sort
    if isinstance(offer, Function):
        takes = tuple(offer.takes.items())
        return symbol_table.Hook(
            name, offer.name, sort, name, offer.text, (), (), number, span, offer.words, takes, offer.gives
        )
    reads, writes = (tuple(getattr(offer, part, ())) for part in NAMES_OF_FIELDS)
    return symbol_table.Hook(name, offer.name, sort, offer.at, offer.text, reads, writes, number, span)


def sort_of(offer: Offer) -> OfferSort:
    """Give the row of the table of offers for one."""
    return next(one for one in OFFERS if isinstance(offer, one.offer))


def plugins(wanted: list[str]) -> tuple[symbol_table.Plugin, ...]:
    """Give several plugins, in the alphabet's order, so that the order of naming them means nothing."""
    found: list[symbol_table.Plugin] = []
    for name in sorted(set(wanted)):
        found.append(plugin(name, sum(len(one.hooks) for one in found)))
    return tuple(found)


def refuse_idle(name: str) -> None:
    """See that a plugin that is named behind a game has something to do with its rules.

    Raises:
        PluginFaultError: it only listens, decides or brings commands, none of which belongs to the rules of a game.
    """
    hook = manager_of(name).hook
    does = [
        words.format(name=name) for question, words in BESIDE_RULES.items() if getattr(hook, question).get_hookimpls()
    ]
    if does and not any(getattr(hook, question).get_hookimpls() for question in IN_RULES):
        raise PluginFaultError(f"the plugin {name} takes no part in rules; it {'; it '.join(does)}")


def fit(declared: Declared) -> None:
    """See that everything that plugins hook, read and set is there.

    Raises:
        PluginFaultError: it is not.
    """
    for one in declared.plugins:
        for hook in one.hooks:
            for message in () if hook.sort == "function" else _misfits(declared, hook):
                raise PluginFaultError(f"the plugin {one.name} {message}")


def check(checked: Checked, findings: Findings) -> None:
    """Let enabled plugins check the ruleset; what they find bears their name as its code."""
    for one in checked.declared.plugins:
        found = Findings()
        asked(one.name, "quarterdeck_check", checked=checked, findings=found)
        for finding in found.gathered:
            if not _is_sound(finding):
                raise PluginFaultError(f"the plugin {one.name} adds {told(finding)}, which is not a diagnostic")
        findings.extend(found.gathered)


def _is_sound(finding: Any) -> bool:
    """Tell whether a finding can be shown: its words are texts, and its places are spans."""
    if not isinstance(finding, Finding) or not all(isinstance(label, Label) for label in finding.labels):
        return False
    words: list[Any] = [finding.code, finding.message, finding.hint, finding.rule]
    words += [label.text for label in finding.labels]
    spans: list[Any] = [finding.span, *(label.span for label in finding.labels)]
    return all(isinstance(one, str) for one in words) and all(isinstance(one, Span) for one in spans)


def _misfits(declared: Declared, hook: symbol_table.Hook) -> Iterator[str]:
    known = elements(declared)
    sorts = next(one.at for one in OFFERS if one.sort == hook.sort)
    every = [element for element in all_elements(declared) if element.sort in sorts]  # advice has a choice's address
    there = [element for element in every if element.address == hook.at]
    if not there:
        wanted = " or ".join(sorts)
        likely = [element.address for element in every]
        close = near_names(hook.at, likely, 1)
        yield f"hooks the {wanted} {hook.at}, and {declared.name} has none" + _meant(close)
    roll = there[0].thing if there and hook.sort == "roll" else None
    if isinstance(roll, nodes.Roll | nodes.Check) and isinstance(roll.dice, nodes.DicePool):
        yield f"hooks {hook.at}, which is a pool and has no total to which anything could be added"
    same = known.get(hook.address)
    if same is not None and same.thing is not hook:
        yield f"brings {hook.address}, which is there already: it must choose another name"
    fields = {f"{kind.name}.{name}": one for kind in declared.kinds.values() for name, one in kind.fields.items()}
    if hook.sort in ("refusal", "ordering"):
        if there and not isinstance(there[0].thing, nodes.Choose):
            yield f"hooks {hook.at}, which is the order of a loop, and no choice of one thing among others"
        for address in hook.reads:
            if address in fields and fields[address].seen_by.hides:
                yield f"reads {address}, which not all may see: what a side may choose would tell it"
    for address in (*hook.reads, *hook.writes):
        if address not in fields and address.partition(".")[2] not in ("turn", "turn_limit"):
            close = near_names(address, fields, 1)
            yield f"declares the field {address}, and {declared.name} has none" + _meant(close)


def _meant(close: list[str]) -> str:
    return f"; did it mean {close[0]}?" if close else ""
