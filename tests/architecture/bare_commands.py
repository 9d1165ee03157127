"""Run every command where no extra is installed: it works, or names the extra. `.ci/run` runs this on its own.

In: a Python with the wheel and what the small lock pins, in an empty folder. Out: a line for each command; exit code 1
where one fails otherwise.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

GAME = "skirmish"
HOUSE = f"{GAME}+./house"
FAR = "gunnery.attack.hit.far"
COMMANDS = (
    f"new game {GAME}",
    f"new variant house --extends {GAME}",
    f"amend {HOUSE} {FAR}",
    f"accept {HOUSE}",
    "import list.csv --as figures",
    f"export {GAME} --things --to things.xlsx",
    f"odds {GAME} --of at_three_hexes --table d20",
    f"check {HOUSE}",
    "coverage easyships",
    f"compare {GAME} {HOUSE} --no-numbers",
    f"compare {GAME} {HOUSE} --no-numbers --folder pages",
    f"diff {GAME} {HOUSE}",
    f"diff {GAME} {HOUSE} --to diff.html",
    f"errata {GAME} {HOUSE}",
    f"errata {GAME} {HOUSE} --to errata.pdf",
    f"book {GAME}",
    f"sheet {GAME} first_meeting",
    f"watch {GAME}",
    f"lsp {GAME}",
    f"odds {GAME} --of at_three_hexes",
    f"sensitivity {GAME} --of at_three_hexes --outcome mean(otter.hull) --most 3",
    f"play {GAME} first_meeting --sides random,random --seed 3 --save game.jsonl",
    f"battles {GAME} first_meeting --count 2 --sides random,random",
    f"critic {GAME} first_meeting --battles 1 --decisions 2 --pairs 1",
    f"battles {GAME} first_meeting --count 2 --sides random,random --chart chart.svg",
    f"battles {GAME} first_meeting --count 2 --sides random,random --scheduler tcp://127.0.0.1:1",
    f"play {GAME} first_meeting --sides random,random --seed 3 --database games.sqlite",
    "database tables games.sqlite",
    "replay game.jsonl",
    f"serve {GAME} first_meeting",
    "join http://127.0.0.1:9/g/#1-x --as bot",
    "join http://127.0.0.1:9/peer#1-x --as bot",
    "schema check",
    "why game.jsonl",
    "luck game.jsonl",
    "explain QD101",
    f"fmt {GAME}",
    f"test {GAME}",
    f"try {GAME} --of a_hit_at_close_range",
    f"tune {GAME} --of at_three_hexes --number gunnery.attack.hit.far#1 --goal mean(otter.hull)=3.5",
    f"variants {GAME}",
    f"show {GAME} {FAR}",
)
NEEDS = "pip install 'quarterdeck["
NEVER = ("internal error", "Traceback")
LONGEST = {"watch": 10}
"""So many seconds a command is waited for that ends by itself only when somebody ends it."""


def outcome(words: list[str]) -> tuple[int, str]:
    """Give the exit code of a command, and all that it says."""
    command = [str(Path(sys.executable).with_name("quarterdeck")), *words]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            timeout=LONGEST.get(words[0], 600),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return 0, ""
    return done.returncode, done.stdout + done.stderr


def main() -> int:
    from quarterdeck.apps.api.commands import COMMANDS as KNOWN

    missing = set(KNOWN) - {line.split()[0] for line in COMMANDS}
    failed = bool(missing)
    Path("list.csv").write_text("name,size\nA,1\n", "utf-8")
    if missing:
        print(f"no line for: {', '.join(sorted(missing))}")
    for line in COMMANDS:
        code, said = outcome(line.split())
        is_well = not any(words in said for words in NEVER) and (code == 0 or NEEDS in said)
        failed |= not is_well
        print(f"{'ok ' if is_well else 'BAD'} {code} {line}")
        if code or not is_well:
            print(said[-1500:].strip())
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
