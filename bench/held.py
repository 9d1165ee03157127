"""Held: what an edit of a ruleset costs that is held while it is edited, beside loading it anew.

A copy of each shipped game is edited again and again: a number in one definition becomes another. Behind each edit the
ruleset is checked, lowered and told in English, once as it is held and once from nothing, as a new process would; what
both find is compared. Then a number in one line of a variant becomes another, behind which `quarterdeck watch` looks at
what that concerns, beside `quarterdeck check` from nothing. Then the number is typed into a text that is not saved, as
`quarterdeck lsp` has it. The median of the processor time of all rounds counts.
"""

from __future__ import annotations

import gc
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from quarterdeck.analysis.scaffold.beginning import new_variant
from quarterdeck.analysis.trial.data_faults import faults_of_data
from quarterdeck.analysis.watch.watcher import Edited
from quarterdeck.apps.lsp.open_games import OpenGames
from quarterdeck.base import resources
from quarterdeck.language.syntax import from_text
from quarterdeck.program.lower.ruleset import lower
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.pipeline import stages
from quarterdeck.workspace.pipeline.folders import ruleset_names
from quarterdeck.workspace.pipeline.incremental import IncrementalRuleset
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.ruleset.ruleset import Ruleset

ROUNDS = 7
NUMBER = re.compile(r"(?<=: )\d+(?= (?:if|otherwise))")


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    gc.collect()
    begun = process_time()
    found = work()
    return process_time() - begun, found


def forget() -> None:
    """Forget the files that this process has parsed, as a new one knows none."""
    for known in (from_text._faultless, from_text._faultless_pieces, from_text._units_of):
        known.clear()


def measured(load: Callable[[], Loaded], held: bool) -> tuple[list[float], Loaded]:
    """Give the seconds that checking, lowering and telling a ruleset take, and what was loaded."""
    seconds, loaded = timed(load)
    checked, store = loaded.checked, loaded.store if held else None
    assert checked is not None
    lowering, _ = timed(lambda: lower(checked, store=store))
    english, _ = timed(lambda: list(EnglishWriter(checked, store).all_sections()))
    return [seconds, lowering, english], loaded


def edits_of(game: Path) -> tuple[Path, str, re.Match[str]]:
    """Give a file, its text, and a number in a definition of it that may become another."""
    for path in sorted(game.glob("rules/*.rules")):
        text = path.read_text("utf-8")
        for found in NUMBER.finditer(text):
            path.write_text(text[: found.start()] + str(int(found[0]) + 1) + text[found.end() :], "utf-8")
            if not stages.load(str(game)).findings:
                path.write_text(text, "utf-8")
                return path, text, found
            path.write_text(text, "utf-8")
    raise AssertionError(game)


def row_of(name: str) -> list[str]:
    """Edit a copy of a game again and again; give its row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(shutil.copytree(resources.rulesets_folder() / name, Path(folder) / name))
        path, text, number = edits_of(game)
        held, store = (one := IncrementalRuleset(str(game))), one.memory.alone
        measured(held.load, held=True)
        rows_held, rows_anew = [], []
        for turn in range(ROUNDS):
            other = str(int(number[0]) + (turn + 1) % 2)
            remark = f"# {turn}\n"  # so that no text comes twice
            path.write_text(text[: number.start()] + other + text[number.end() :] + remark, "utf-8")
            row, loaded = measured(held.load, held=True)
            rows_held.append(row)
            forget()
            row, anew = measured(partial(stages.load, str(game)), held=False)
            rows_anew.append(row)
            assert list(loaded.findings) == list(anew.findings)
    again = sum(1 for query, _ in store.done if query == "type")
    cells = [f"{again} of {again + store.reused['type']}"]
    for part in range(3):
        anew_took, held_took = (median(row[part] for row in rows) * 1000 for rows in (rows_anew, rows_held))
        cells.append(f"{anew_took:,.0f} -> {held_took:,.0f}")
    return [name, *cells]


AMENDED = {
    "easyships": 'amend modifier gunnery.attack.to_hit.close: -1 when range < {} "at close range"\n',
}
"""A line of a variant in which a number becomes another, for games of which there is one."""


def checked_anew(game: str) -> None:
    """Check a ruleset with its variants as a new process does."""
    forget()
    assert not faults_of_data(Ruleset(stages.load(game)))


def looks_of(name: str, line: str) -> list[str]:
    """Edit a line of a variant again and again; give what it takes until each thing is known, with its ratio."""
    with tempfile.TemporaryDirectory() as folder:
        game, variant = (
            Path(shutil.copytree(resources.rulesets_folder() / name, Path(folder) / name)),
            Path(folder, "one"),
        )
        new_variant(variant, str(game))
        path, asked_for, rows = variant / "one.rules", f"{game}+{variant}", []
        path.write_text(line.format(4), "utf-8")
        edited = Edited(asked_for)
        edited.look()
        for turn in range(ROUNDS + 1):
            path.write_text(line.format(5 + turn), "utf-8")
            gc.collect()
            begun = process_time()
            edited.look()
            known = [process_time() - begun]
            assert edited.edit is not None
            found = []
            for one in edited.concerned():
                found.append(one)
                if len(found) <= edited.nearest:
                    known[1:] = [process_time() - begun]
            rows.append([*known, process_time() - begun])
        anew, _ = timed(lambda: checked_anew(asked_for))
    took = [median(row[part] for row in rows[1:]) for part in range(3)]
    cells = [f"{each * 1000:,.0f} ({each / anew:.3f})" for each in took]
    return [name, f"{anew * 1000:,.0f}", *cells, f"{edited.nearest} of {len(found)}"]


KEYSTROKES = 15


def keystrokes_of(name: str) -> list[str]:
    """Edit a number of a game in a text that is never saved, as an editor does; give what it takes until it is known.

    Behind the findings comes the index of what names lead to, which the first request about a place waits for.
    """
    with tempfile.TemporaryDirectory() as folder:
        game = Path(shutil.copytree(resources.rulesets_folder() / name, Path(folder) / name)).resolve()
        path, text, number = edits_of(game)
        workshop = OpenGames(texts={path: text})
        first, _ = timed(lambda: workshop.found([path]))
        found, index = [], []
        for turn in range(KEYSTROKES):
            other = f"{int(number[0]) + (turn + 1) % 2}"
            workshop.texts = {path: f"{text[: number.start()]}{other}{text[number.end() :]}# {turn}\n"}
            seconds, _ = timed(lambda: workshop.found([path]))
            found.append(seconds)
            seen = workshop.seen(path)
            assert seen is not None
            assert not seen.look.findings
            index.append(timed(partial(getattr, seen, "mentions"))[0])
    cells = (median(found), min(found), max(found), median(index))
    return [name, f"{first * 1000:,.0f}", *(f"{each * 1000:,.0f}" for each in cells)]


def main() -> None:
    """Print the tables for the games that are named, or for all that come with the interpreter."""
    table = Table("anew -> held, ms", "typed again", "check", "lowering", "English")
    for name in sys.argv[1:] or ruleset_names():
        table.add_row(*row_of(name))
    Console(width=140).print(table)
    looks = Table("a line of a variant, ms (of check)", "check", "findings", "the nearest", "all concerned", "nearest")
    for name in sys.argv[1:] or ruleset_names():
        if AMENDED.get(name):
            looks.add_row(*looks_of(name, AMENDED[name]))
    Console(width=140).print(looks)
    keys = Table("a number typed in an editor, ms", "first look", "findings", "least", "most", "index of names")
    for name in sys.argv[1:] or ruleset_names():
        keys.add_row(*keystrokes_of(name))
    Console(width=140).print(keys)


if __name__ == "__main__":
    main()
