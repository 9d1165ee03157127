"""Commands that plugins bring: listed apart, imported when they are used, run like any other.

In: the entry points of the group `quarterdeck.commands`, each naming a command and the class of the plugin that brings
it. What such a command raises is reported with the plugin's name; findings and misuse as they are for all commands. A
command of the interpreter goes before one of the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from importlib.metadata import EntryPoint
from typing import Any

from cyclopts import App, Group

from quarterdeck.base.errors import UserError
from quarterdeck.engine.plugins.offers import Command
from quarterdeck.engine.plugins.reading import FAILURES, PluginFaultError, one_line, told
from quarterdeck.engine.plugins.registry import installed, named

GROUP = "quarterdeck.commands"
APART = Group("Commands of plugins")
HIGHEST = 255
"""The highest exit code that every system knows."""


def add_commands(app: App, own: Collection[str], wanted: str) -> None:
    """Add the commands of installed plugins; only the plugin of the one that is wanted is imported.

    Raises:
        PluginFaultError: that plugin cannot be imported, or does not bring the command.
    """
    for name, entry in installed(GROUP).items():
        if name in own:
            continue
        if name in app:
            if app[name].group != (APART,):
                continue  # a flag, as `--help`
            del app[name]  # what an earlier call in this process has listed
        if name == wanted:
            offer = named(_plugin_of(entry), "quarterdeck_commands", Command, name)
            app.command(
                _guarded(entry.name, offer.run), name=name, help=offer.text, group=APART, help_format="markdown"
            )
            try:
                app[name].assemble_argument_collection()
            except FAILURES as error:
                raise PluginFaultError(
                    f"the plugin {_plugin_of(entry)} defines the command {name} with invalid parameters: "
                    f"{one_line(error)}"
                ) from error
        else:
            summary = entry.dist.metadata["Summary"] if entry.dist and "Summary" in entry.dist.metadata else ""
            app.command(_unused, name=name, help=summary, group=APART)


def _unused() -> None:
    """Stand for a command that is only listed."""


def _plugin_of(entry: EntryPoint) -> str:
    """Give the plugin that brings a command: the one of the same class.

    Raises:
        PluginFaultError: there is none.
    """
    found = next((name for name, one in installed().items() if one.value == entry.value), None)
    if found is None:
        raise PluginFaultError(f"the command {entry.name} belongs to no plugin: none is {entry.value}")
    return found


def _guarded(name: str, run: Callable[..., Any]) -> Callable[..., int]:
    """Give a command whose faults bear its name."""

    @wraps(run)
    def guarded(*given: Any, **more: Any) -> int:
        try:
            code = run(*given, **more)
        except UserError:
            raise
        except BrokenPipeError:
            raise
        except FAILURES as error:
            raise PluginFaultError(f"the command {name} of a plugin fails: {one_line(error)}") from error
        if code is not None and (type(code) is not int or not 0 <= code <= HIGHEST):
            raise PluginFaultError(f"the command {name} of a plugin gives {told(code)}, which is not an exit code")
        return code or 0

    return guarded
