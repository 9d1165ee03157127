"""The tour of `make run`: check a game, fight a battle, explain a hit, weigh a house rule, and build the book.

Each step is a command that a reader can repeat. What is made lies in `build/tour`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path("build") / "tour"
JOURNAL = FOLDER / "river-plate.jsonl"
CONSOLE = Console(highlight=False)


def quarterdeck(*words: str, show: bool = True) -> str:
    """Run one command; leave with its exit code where it fails. What it prints is given back where it is not shown."""
    command = [sys.executable, "-m", "quarterdeck", *words]
    if show:
        CONSOLE.print(f"\n[bold]$ quarterdeck {' '.join(words)}[/]")
    done = subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=None if show else subprocess.PIPE)
    if done.returncode:
        raise SystemExit(done.returncode)
    return done.stdout or ""


def first_hit() -> str:
    """Give the number of the first roll of the battle that succeeded."""
    events = json.loads(quarterdeck("why", str(JOURNAL), "--json", show=False))
    return str(next(event["number"] for event in events if event["sort"] == "roll" and ": yes (" in event["text"]))


def tour() -> None:
    """Take the tour."""
    shutil.rmtree(ROOT / FOLDER, ignore_errors=True)
    (ROOT / FOLDER).mkdir(parents=True)
    quarterdeck("check", "easyships")
    quarterdeck("play", "easyships", "river-plate", "--sides", "bot,bot", "--seed", "1", "--save", str(JOURNAL))
    quarterdeck("why", str(JOURNAL), first_hit())
    quarterdeck("diff", "easyships", "easyships+radar")
    quarterdeck("book", "easyships", "--to", str(FOLDER / "book"))
    CONSOLE.print(f"\nThe book: {FOLDER / 'book'}. The battle: {JOURNAL}; `quarterdeck why {JOURNAL}` tells all of it.")
    CONSOLE.print("The board in a browser: `quarterdeck serve easyships river-plate`, and open a link that it prints.")


if __name__ == "__main__":
    tour()
