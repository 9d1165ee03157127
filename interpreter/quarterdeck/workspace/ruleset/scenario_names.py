"""Which scenario a name means: its own name, its address or its title, in any case, with spaces or hyphens.

In: what somebody writes. Out: the name that the ruleset has for it, or an `OpeningError` that suggests one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from quarterdeck.base.errors import UserError
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.language.declarations.symbol_table import Declared


class OpeningError(UserError):
    """A game cannot be started; the argument is the message."""


def plain_name(name: str) -> str:
    """Return a name without the differences between its printed forms.

    >>> plain_name("scenarios.river_plate"), plain_name("River Plate"), plain_name("river-plate")
    ('river_plate', 'river_plate', 'river_plate')
    """
    return re.sub(r"[\s-]+", "_", re.sub(r"^(scenarios|rosters)\.", "", name.strip())).lower()


def name_meant(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is meant: case, spaces, hyphens, and the address of a list before it do not matter."""
    names = sorted(known)
    if name in names:
        return name
    same = [one for one in names if plain_name(one) == plain_name(name)]
    return same[0] if len(same) == 1 else None


def no_such_name(name: str, known: Iterable[str], what: str) -> str:
    """Say that there is no such name, and which one may be meant."""
    names = sorted(known)
    hint = did_you_mean(plain_name(name), names, f"there are {', '.join(names) or 'none'}", mark="")
    return f"there is no {what} {name}; {hint}"


def scenario_meant(declared: Declared, name: str) -> str | None:
    """Return the name of the scenario with this name or title."""
    scenarios = declared.scenarios
    titled = [known for known, one in scenarios.items() if plain_name(one.shape.title) == plain_name(name)]
    return titled[0] if len(titled) == 1 and name not in scenarios else name_meant(name, scenarios)


def scenario_called(declared: Declared, name: str) -> str:
    """Return the name of the scenario with this name or title.

    Raises:
        OpeningError: there is none.
    """
    found = scenario_meant(declared, name)
    if found is None:
        raise OpeningError(no_such_name(name, declared.scenarios, "scenario"))
    return found
