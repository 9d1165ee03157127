"""`quarterdeck sheet`: print what lies on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from quarterdeck.apps.api.printing import print_sheets
from quarterdeck.apps.cli.game_choices import listed, scenario_named
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, one_of, open_ruleset
from quarterdeck.apps.cli.progress_line import progress_line
from quarterdeck.workspace.pipeline.folders import short_name
from quarterdeck.workspace.ruleset.ruleset import Ruleset

HEXES = range(8, 61)
"""The width of a hex or square on a laid-out map, in millimetres."""


def sheet(
    game: str,
    what: str,
    *,
    only: str = "",
    names: str = "",
    paper: Literal["a4", "a5", "letter"] = "a4",
    large: Annotated[bool, Parameter(negative="")] = False,
    hex: int = 0,  # noqa: A002 - the name of the flag
    draft: Annotated[bool, Parameter(negative="")] = False,
    to: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Print the material for the table as one PDF: forces, forms, charts, orders, turns, counters, the map.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        what: a scenario; or a roster, for forces outside a scenario.
        only: print only these parts, with commas: forces, cards, reference, orders, track, counters, map.
        names: print only these things of a roster, with commas.
        paper: the paper: a4, a5 or letter.
        large: large print.
        hex: also print sheets of hexes or squares of this width in millimetres, to lay edge to edge; counters fit them.
        draft: print despite unfinished rules or overlapping words; every page says so.
        to: write into this file; `GAME-WHAT.pdf` by default.
        json: print the path, the pages, the content of each part and the omitted parts as JSON.
    """
    # The planner is slow to load, and only this command needs it.
    from quarterdeck.print.sheets.board_sheets import TooManySheetsError
    from quarterdeck.print.sheets.planning import PARTS

    parts = [one_of(part, PARTS, "part") for part in listed(only)]
    if hex and hex not in HEXES:
        raise UsageError(f"a hex or square is {HEXES[0]} to {HEXES[-1]} millimetres wide, not {hex}")
    ruleset = open_ruleset(game, finished=not draft)
    name, chosen = _meant(ruleset, what, names)
    file = to if to is not None else Path(f"{short_name(game)}-{name}.pdf")
    with progress_line("planning the sheets") as progress:
        try:
            printed = print_sheets(
                ruleset,
                name,
                file,
                only=parts,
                names=chosen,
                paper=paper,
                large=large,
                hex_width=hex,
                draft=draft,
                progress=progress,
            )
        except TooManySheetsError as error:
            raise UsageError(f"spaces of {hex} mm would take {error}; take smaller ones with --hex") from None
    if json:
        print_json(printed)
        return 0
    print(file)
    for part, why in printed.left_out.items() if only else ():
        print(f"no {part}: {why}")
    return 0


def _meant(ruleset: Ruleset, what: str, names: str) -> tuple[str, list[str]]:
    """Give the scenario or roster that is meant, and the things of it.

    Raises:
        UsageError: there is none of that name, or a thing is not in it.
    """
    from quarterdeck.print.forms.rosters import names_in

    declared = ruleset.declared
    name = scenario_named(ruleset, what, declared.rosters)
    wanted = listed(names)
    if wanted and name not in declared.rosters:
        raise UsageError("--names selects things of a roster, not of a scenario")
    if name in declared.rosters and name not in declared.scenarios:
        known = names_in(ruleset, declared.rosters[name])
        if not known:
            raise UsageError(f"the roster {name} only amends another roster; name that one")
        unknown = [one for one in wanted if one not in known]
        if unknown:
            one_of(unknown[0], known, "thing in the roster called")
    return name, wanted
