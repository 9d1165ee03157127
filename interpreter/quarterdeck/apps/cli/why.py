"""`quarterdeck why`: what happened in a kept game, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from quarterdeck.analysis.why.field_changes import UnknownThingError, changed_at
from quarterdeck.analysis.why.story import StoryLine
from quarterdeck.analysis.why.why_lines import WhyLine, why_lines
from quarterdeck.analysis.why.why_records import Why
from quarterdeck.apps.api.keeping import KeptGame, RulesChangedError
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, refuse_number
from quarterdeck.apps.cli.replay import opened
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.engine.run.wording import Wording

Explained = list[StoryLine] | Why
"""A saved game line by line, or the explanation of one entry."""


def why(
    file: Path,
    event: str = "",
    *,
    depth: int = 2,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    anyway: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Explain the events of a saved game; without a number, list them with their numbers.

    With the name of a thing, or of a field of one, list what changed it.

    Args:
        file: the journal.
        event: the number of a die or decision; or a thing (`Anna`), or a field of one (`Anna.wet`), to list its
            changes.
        depth: 1 shows the events; 2 adds every modifier, applied or not, the dice, the row, the other options and the
            refused ones; 3 adds the source of the rules, and their references.
        json: print the complete explanation as JSON.
        anyway: continue even if the rules have changed since, as far as the record fits them.
    """
    refuse_number("--depth", depth, 1, 3)
    kept = opened(file)
    if kept.changes and not anyway:
        raise UsageError(f"{RulesChangedError(file, kept.changes)}; --anyway explains it anyway")
    screen = Screen()
    if not event.lstrip("-").isdecimal():
        print_story(screen, kept, event, json)
    elif json:
        print_json(kept.why(int(event)))
    else:
        print_explanation(screen, kept.why(int(event)), kept.explaining.wording, depth)
    if kept.fault:
        complain(kept.fault)
    return 1 if kept.fault and not anyway else 0


def print_story(screen: Screen, kept: KeptGame, name: str, json: bool) -> None:
    """Print the lines of a saved game: all of them, or those that tell how a thing or a field changed.

    Raises:
        UsageError: nothing has this name.
    """
    try:
        places = changed_at(kept.explaining, name) if name else None
    except UnknownThingError as error:
        raise UsageError(f"{error}; an entry is named by its number, see `quarterdeck why {kept.journal}`") from None
    if json:
        story = kept.story()
        print_json(story if places is None else [story[place] for place in places])
        return
    lines = kept.explaining.narrative()
    screen.lines(lines if places is None else [lines[place] for place in places])
    if places is None or places:
        screen.say()
        screen.say(f"`quarterdeck why {kept.journal} NUMBER` explains a line.", "dim")
    else:
        screen.say(f"`{name}` does not change in this game.")


STYLES = {
    "place": ("", "cyan"),
    "call": ("", "bold"),
    "given": ("  ", "dim"),
    "head": ("", "bold"),
    "row": ("  ", "yellow"),
    "when": ("  ", "cyan"),
    "outcome": ("  ", "yellow"),
    "sum": ("  ", ""),
    "idle": ("", "dim"),
    "total": ("", "bold"),
    "needed": ("  ", "bold"),
    "met": (" " * 10, ""),
    "worth": (" " * 10, ""),
    "part": (" " * 10, "dim"),
    "else": ("  ", ""),
    "refused": ("  ", "dim"),
    "rule": ("", "cyan"),
    "source": ("  ", ""),
    "cites": ("  ", "dim"),
    "ruling": ("  ", "dim"),
}
"""How lines are printed, by their sort: what stands before them, and their style."""


def print_explanation(screen: Screen, found: Why, wording: Wording, depth: int) -> None:
    """Print an explanation as deep as it is wanted."""
    for line in why_lines(found, wording):
        if line.least <= depth <= line.most:
            screen.say(printed(line))


def printed(line: WhyLine) -> Text:
    """Give a line for a terminal; numbers that are added stand below each other."""
    before, style = STYLES.get(line.sort, ("", ""))
    is_counted = line.sort in ("count", "idle", "total")
    mark = f"  {line.mark:>6}  " if is_counted else f"{line.mark}  " if line.mark else ""
    text = Text(f"{before}{'  ' * line.indent}{mark}{line.text}", style)
    return text.append(line.aside, "dim")
