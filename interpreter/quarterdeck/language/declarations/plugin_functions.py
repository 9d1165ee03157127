"""Functions of plugins as definitions: each is written as rules and declared, and whoever knows definitions knows it.

In: a `Declared` with its plugins. Out: one with a module for each plugin that brings functions. What a function works
out is left to the program (`engine.plugins.calling`); its one line says only that the plugin knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.declarations.builtins import GATHERINGS, functions_on
from quarterdeck.language.declarations.declaring import Declaring
from quarterdeck.language.declarations.symbol_table import Declared, Hook, Module, Plugin, Rule
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.language.syntax.rules_file import Parsed

BY_PLUGIN = "by_plugin"
"""What such a definition calls; it means something nowhere else."""
WITHIN = types.Number | types.Boolean | types.EnumType | types.Space | types.Point
"""What functions take and give: what is no thing, list, die or deck, so that nothing of the state comes in with it."""


class UnfitFunctionError(Exception):
    """A function of a plugin cannot be one of the language; the argument says why, without the plugin's name."""


def with_functions(declared: Declared) -> Declared:
    """Give a ruleset in which the functions of its plugins are declared.

    Raises:
        UnfitFunctionError: one cannot be.
    """
    for plugin in declared.plugins:
        if hooks := [hook for hook in plugin.hooks if hook.sort == "function"]:
            declared = _declared_with(declared, plugin, hooks)
    return declared


def _declared_with(declared: Declared, plugin: Plugin, hooks: list[Hook]) -> Declared:
    taken = {*functions_on(declared.head.board.shape), *GATHERINGS, *declared.options}
    known = elements(declared)
    for hook in hooks:
        if hook.name in taken or hook.name in known or plugin.name in declared.modules:
            raise UnfitFunctionError(f"gives the function `{hook.name}`, a name that is taken")
    file, findings = SourceFile(f"plugin {plugin.name}", text_of(plugin, hooks)), Findings()
    parsed = parse_file(file, findings)
    made = replace(declared, modules={**declared.modules}, rules={**declared.rules}, lost=set(declared.lost))
    if not findings:
        Declaring(made, findings, f"plugin {plugin.name}").run([], [parsed])
    for finding in findings:
        line = finding.span.file.text[: finding.span.start].count("\n")
        raise UnfitFunctionError(f"gives the function `{_written(hooks, line)}`: {finding.message}")
    _refuse_more(parsed, hooks)
    for hook in hooks:
        for name, kind in _types_of(made.rules[hook.address]):
            if not isinstance(types.without_none(kind), WITHIN):
                raise UnfitFunctionError(
                    f"gives the function `{hook.name}`, of which {name} is {kind}: "
                    "it may be a number in steps, a truth, a member of an enum, a hex, a square or a point"
                )
    made.modules[plugin.name] = Module(plugin.name, plugin.title, parsed.header, file.path, tuple(parsed.units))
    return made


def text_of(plugin: Plugin, hooks: list[Hook]) -> str:
    """Give the functions of a plugin as rules, one a line behind the header."""
    lines = [f'rules {plugin.name} "{_quotable(plugin.title)}" cites "the plugin {plugin.name} {plugin.version}"']
    for hook in hooks:
        takes = ", ".join(f"{name}: {kind}" for name, kind in hook.takes)
        given = ", ".join(name for name, _ in hook.takes)
        head = f'define {hook.name}({takes}) -> {hook.gives} "{_quotable(hook.words)}"'
        lines.append(f"{head} = {BY_PLUGIN}({given})")
    return "\n\n".join(lines) + "\n"


def _quotable(words: str) -> str:
    return " ".join(words.replace('"', "'").split())


def _written(hooks: list[Hook], line: int) -> str:
    """Give the function that stands in a line of the text, as somebody who wrote it knows it."""
    hook = hooks[min(max(0, line // 2 - 1), len(hooks) - 1)]
    return f"{hook.name}({', '.join(f'{name}: {kind}' for name, kind in hook.takes)}) -> {hook.gives}"


def _refuse_more(parsed: Parsed, hooks: list[Hook]) -> None:
    """See that the text has come to these definitions and to nothing else.

    Raises:
        UnfitFunctionError: a type or a name was more than one.
    """
    names = [unit.path[-1].text for unit in parsed.units if isinstance(unit, nodes.Define)]
    if names != [hook.name for hook in hooks] or len(parsed.units) != len(hooks):
        raise UnfitFunctionError("gives functions whose names, types or words are more than that")


def _types_of(rule: Rule) -> Iterator[tuple[str, Type]]:
    yield from ((f"`{parameter.name}`", parameter.type) for parameter in rule.parameters)
    if rule.result is not None:
        yield "what it gives", rule.result
