"""What setting things up depends on: the settings that rosters, starts of fields and all that they call ask about.

In: a `Checked` ruleset without findings. Out: names of options and constants, and `board` where its size is asked.
Situations under settings that differ in nothing of this hold the same things, so that what is worked out for them need
not be worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.language.checks.calls import called_in, calls_of
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

BOARD = "board"
OF_THE_BOARD = ("on_board", "board_spaces", "point_on_board")


def read_to_set_up(checked: Checked) -> frozenset[str]:
    """Give the settings that setting up reads."""
    calls = calls_of(checked)
    starts = [
        known.start
        for kind in checked.declared.kinds.values()
        for known in kind.fields.values()
        if known.start is not None
    ]
    rosters = [home.address for home in calls.homes if home.sort == "roster"]
    reached = calls.to_reach([*rosters, *(called for start in starts for _, called in called_in(checked, start))])
    parts: list[nodes.Node] = [*starts]
    for home in calls.homes:
        if (home.table.name if home.table else home.address) in reached:
            parts += home.parts
    return frozenset(name for part in parts for name in _settings_in(checked, part))


def _settings_in(checked: Checked, part: nodes.Node) -> Iterator[str]:
    for node in checked.walk(part):
        match checked.meanings.get(node):
            case meanings.OptionValue(option=option):
                yield option.name
            case meanings.ConstantValue(constant=constant):
                yield constant.name
            case meanings.FunctionCall(name=name) if name in OF_THE_BOARD:
                yield BOARD
