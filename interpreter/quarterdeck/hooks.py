"""The names for authors of plugins; `engine/plugins` implements them.

A plugin is a distribution with an entry point in the group `quarterdeck.plugins`; its name there is the name by which
a game asks for it (`game+NAME`). Installed is not enabled: only a plugin that is named takes part, is imported at
all, and is in the hash of what is played. What it does to a game it says in print: a hook without a text is refused.

In: names. Out: plain data for the stages below (`language.declarations.symbol_table.Plugin`), and functions of the
state.
"""

from quarterdeck.engine.plugins.listeners import EndHeard, GameHeard, Listener, ThingHeard
from quarterdeck.engine.plugins.offers import (
    About,
    AfterPhase,
    BeforePhase,
    Command,
    Function,
    LookUp,
    Modifier,
    Ordering,
    Page,
    Refusal,
    Seat,
)
from quarterdeck.engine.plugins.plugin_seats import Answer, Choice, Decides, NotAllowed
from quarterdeck.engine.plugins.reading import EnumMember, Reading, Setting, Thing
from quarterdeck.engine.plugins.specifications import hookimpl

__all__ = [
    "About",
    "AfterPhase",
    "Answer",
    "BeforePhase",
    "Choice",
    "Command",
    "Decides",
    "EndHeard",
    "EnumMember",
    "Function",
    "GameHeard",
    "Listener",
    "LookUp",
    "Modifier",
    "NotAllowed",
    "Ordering",
    "Page",
    "Reading",
    "Refusal",
    "Seat",
    "Setting",
    "Thing",
    "ThingHeard",
    "hookimpl",
]
