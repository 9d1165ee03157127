"""The tour of `make run`: check a game, fight a battle, explain a hit, weigh a house rule, and print the book.

Each step is a command that a reader can repeat. The files are in `build/tour`. Long output is cut to a few lines.
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
RULE = FOLDER / "eager_gunners"
CONSOLE = Console(highlight=False, markup=False, soft_wrap=True)


def quarterdeck(*words: str) -> str:
    """Run one command and return what it prints; leave with its exit code where it fails."""
    command = [sys.executable, "-m", "quarterdeck", *words]
    done = subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE)
    if done.returncode:
        CONSOLE.print(done.stdout)
        raise SystemExit(done.returncode)
    return done.stdout


def step(*words: str, first: int = 0, last: int = 0) -> None:
    """Show a command and its output, or only the first or last lines of it."""
    CONSOLE.print(f"\n$ quarterdeck {' '.join(words)}", style="bold")
    lines = quarterdeck(*words).rstrip().splitlines()
    left = len(lines) - (first or last or len(lines))
    if last and left > 0:
        CONSOLE.print(f"  ... {left} lines", style="dim")
    CONSOLE.print("\n".join(lines[:first] if first else lines[-last:]))
    if first and left > 0:
        CONSOLE.print(f"  ... {left} more lines", style="dim")


def first_hit() -> str:
    """Return the number of the first roll of the battle that succeeded."""
    events = json.loads(quarterdeck("why", str(JOURNAL), "--json"))
    return str(next(event["number"] for event in events if event["sort"] == "roll" and ": yes (" in event["text"]))


def write_house_rule() -> None:
    """Write the house rule of the README."""
    (ROOT / RULE).mkdir()
    source = "source: {kind: house}"
    head = f"variant: eager_gunners\nextends: easyships\ntitle: Eager gunners\n{source}\n"
    (ROOT / RULE / "variant.yaml").write_text(head, "utf-8")
    changed = 'amend modifier gunnery.attack.to_hit.close: -1 when range < 6 "at close range"\n'
    (ROOT / RULE / "eager.rules").write_text(changed, "utf-8")


def tour() -> None:
    """Take the tour."""
    shutil.rmtree(ROOT / FOLDER, ignore_errors=True)
    (ROOT / FOLDER).mkdir(parents=True)
    step("check", "easyships")
    step("play", "easyships", "river-plate", "--sides", "bot,bot", "--seed", "1", "--save", str(JOURNAL), last=4)
    step("why", str(JOURNAL), first_hit(), "--depth", "1")
    write_house_rule()
    step("diff", "easyships", f"easyships+{RULE}", first=20)
    step("book", f"easyships+{RULE}", "--folder", str(FOLDER / "book"))
    CONSOLE.print("\nTo play on a board in your browser: .venv/bin/quarterdeck serve easyships river-plate")
    CONSOLE.print(f"The printed rulebook: {next((ROOT / FOLDER / 'book').glob('*.pdf')).relative_to(ROOT)}")


if __name__ == "__main__":
    tour()
