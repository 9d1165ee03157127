"""Give a decider for the name that somebody typed: `bot`, `random`, a path to a script, or an installed plugin."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.base.errors import UserError
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.deciders.scripted import ScriptedDecider, read_script
from quarterdeck.engine.run.questions import Decider

BOT = "bot"
NAMES = (BOT, "random")
SCRIPTS = (".jsonl", ".yaml", ".yml")


class NoSuchSeatError(UserError):
    """Nobody of that name decides; the argument is the message for the user."""


def seat(name: str, seed: int = 1) -> Decider:
    """Give the decider of a name; where a script says nothing, the bot decides.

    Raises:
        NoSuchSeatError: it is no name of a decider and no path of a script.
        ScriptFaultError: the script cannot be read.
        PluginFaultError: the plugin cannot be imported, or brings nobody who decides under that name.
    """
    if name == BOT:
        return WeighingDecider(seed)
    if name == "random":
        return RandomDecider(seed)
    if Path(name).suffix in SCRIPTS:
        return ScriptedDecider(read_script(Path(name)), WeighingDecider(seed))
    # Few games are decided by plugins, and none is looked for without need.
    from quarterdeck.engine.deciders.plugin_decider import PluggedDecider, is_plugged
    from quarterdeck.engine.plugins.registry import installed

    if is_plugged(name):
        return PluggedDecider(name, seed)
    there = f"there are: {', '.join(NAMES)}, a script ({', '.join(SCRIPTS)}), or an installed plugin"
    hint = did_you_mean(name, [*NAMES, *installed()], there, mark="")
    raise NoSuchSeatError(f"there is no decider {name} ({hint})")
