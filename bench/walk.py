"""The walk of one rule: through which modules does one modifier of a small game go, command by command?

    python bench/walk.py [--verbose]

Each command runs on an empty cache in a process of its own. A profile hook notes every function of the package that is
given the modifier as an argument: its nodes, the instruction that they are lowered to, the roll in which it counted, or
a record of any of these.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

LINE = "modifier close: -1 when range < 6"
TEXTS = ("-1", "range < 6", "-1 when range < 6")
ROLL = "gunnery.attack.hit"
COMMANDS = {
    "check": "check duel",
    "test": "test duel",
    "try": "try duel gunnery.attack --of a_hit_at_close_range",
    "odds": "odds duel --of at_three_hexes",
    "book": "book duel --folder book --format html",
    "play": "play duel first_meeting --sides random,random --seed 3 --save game.jsonl",
    "why": "why game.jsonl {roll}",
    "diff": "diff duel duel+steady",
}
VARIANT = {
    "variant.yaml": "variant: steady\nextends: duel\ntitle: Steady hands\n"
    "source: {document: notes, place: our notes, kind: house}\n",
    "steady.rules": 'amend modifier gunnery.attack.hit.close: -2 when range < 6 "at close range"\n',
}


def is_mine(value: object) -> bool:
    """Tell whether a value is the modifier, or what has become of it."""
    kind = type(value)
    if not kind.__module__.startswith("quarterdeck"):
        return False
    name, address = kind.__name__, getattr(value, "address", "")
    if kind.__module__.startswith("quarterdeck.language.syntax"):
        if name == "Modifier":
            return bool(getattr(getattr(value, "name", None), "text", "") == "close")
        span = getattr(value, "span", None)
        return name in ("Lowered", "Compare", "IfCase") and span is not None and text_of(span) in TEXTS
    if name in ("Modify", "Modified", "Element", "Change"):
        return isinstance(address, str) and address.endswith("hit.close")
    if name == "Rolled" and kind.__module__.startswith("quarterdeck.engine.run"):
        return isinstance(address, str) and address.endswith(ROLL.partition(".")[2])
    return name == "ModifierExplained"


def text_of(span: object) -> str:
    """Read the text under a span."""
    return span.file.text[span.start : span.end]  # type: ignore[attr-defined,no-any-return]


def walk(arguments: list[str]) -> None:
    """Run one command, and print as JSON which functions were given the modifier, and its hand-overs."""
    import io

    from quarterdeck.apps.cli.main import main

    seen: dict[tuple[str, str], None] = {}
    order: list[str] = []

    def called(frame: object, event: str, _: object) -> None:
        code = frame.f_code  # type: ignore[attr-defined]
        at = code.co_filename.find("/quarterdeck/")
        if event != "call" or at < 0 or "interpreter" not in code.co_filename:
            return
        given = frame.f_locals  # type: ignore[attr-defined]
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if any(is_mine(given.get(name)) for name in names):
            module = code.co_filename[at + len("/quarterdeck/") :]
            seen[module, code.co_name] = None
            if order[-1:] != [module]:
                order.append(module)

    out, sys.stdout = sys.stdout, io.StringIO()
    sys.setprofile(called)
    try:
        code = main(arguments)
    finally:
        sys.setprofile(None)
        sys.stdout = out
    print(json.dumps({"code": code, "functions": list(seen), "hand_overs": len(order)}))


def first_roll(folder: Path) -> str:
    """Give the number of the first roll to hit at close range in the kept game."""
    done = subprocess.run(
        [sys.executable, "-m", "quarterdeck", "why", "game.jsonl", "--json"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    rolls = [line for line in json.loads(done.stdout) if line["sort"] == "roll" and "at close range" in line["text"]]
    return str(rolls[0]["number"])


def main(verbose: bool) -> None:
    """Make the small game, run every command, and print how many modules the modifier visits."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        subprocess.run(
            [sys.executable, "-m", "quarterdeck", "new", "game", "duel"], cwd=folder, check=True, capture_output=True
        )
        rules = folder / "duel" / "rules" / "gunnery.rules"
        text = rules.read_text("utf-8")
        old = next(line.strip() for line in text.splitlines() if line.strip().startswith("modifier close:"))
        rules.write_text(text.replace(old, f'{LINE} "at close range"'), "utf-8")
        (folder / "steady").mkdir()
        for name, words in VARIANT.items():
            (folder / "steady" / name).write_text(words, "utf-8")
        visited: dict[str, Counter[str]] = {}
        for command, words in COMMANDS.items():
            arguments = words.format(roll=first_roll(folder) if command == "why" else "").split()
            environment = os.environ | {"QUARTERDECK_CACHE": str(folder / "cache" / command)}
            done = subprocess.run(
                [sys.executable, __file__, "--walk", *arguments],
                cwd=folder,
                check=True,
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
            )
            found = json.loads(done.stdout.splitlines()[-1])
            visited[command] = Counter(module for module, _ in found["functions"])
            folders = {module.rpartition("/")[0] for module in visited[command]}
            print(
                f"{command:6} exit {found['code']}: {len(visited[command]):3} modules,"
                f" {len(found['functions']):3} functions, {len(folders):2} folders, {found['hand_overs']:4} hand-overs"
            )
            if verbose:
                print("".join(f"       {module}\n" for module in sorted(visited[command])), end="")
        union = set().union(*visited.values())
        folders = {module.rpartition("/")[0] for module in union}
        print(f"all    {len(union)} modules in {len(folders)} folders")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--walk"]:
        walk(sys.argv[2:])
    else:
        main("--verbose" in sys.argv)
