"""Start: a warm `quarterdeck check easyships` beside merely importing the libraries that reading rules needs."""

from __future__ import annotations

import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

from rich.console import Console
from rich.table import Table

ROUNDS = 10
CONTENDERS = {
    "python": ["-c", "pass"],
    "import lark, ruamel.yaml and pydantic": ["-c", "import lark, ruamel.yaml, pydantic"],
    "quarterdeck --version": ["-m", "quarterdeck", "--version"],
    "quarterdeck check easyships": ["-m", "quarterdeck", "check", "easyships"],
}


def spent() -> float:
    """Give the processor time of all processes that have ended."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    least = dict.fromkeys(CONTENDERS, float("inf"))
    for number in range(ROUNDS + 1):
        for name, arguments in CONTENDERS.items():
            start = spent()
            subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
            if number:  # the first run warms caches
                least[name] = min(least[name], spent() - start)
    one = least["import lark, ruamel.yaml and pydantic"]
    table = Table(title=f"Whole processes, processor time, least of {ROUNDS} runs", title_justify="left")
    for heading in ("", "ms", "time (importing = 1)"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, seconds in least.items():
        table.add_row(name, f"{seconds * 1000:.0f}", f"{seconds / one:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
