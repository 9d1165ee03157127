"""Start: warm commands beside merely importing the libraries that reading rules needs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from resource import RUSAGE_CHILDREN, getrusage

import page

ROUNDS = 10
IMPORTING = '`python -c "import lark, ruamel.yaml"`'
CARRIER = "things: {ship: {kind: Ship, type: carrier}}"
CONTENDERS = {
    "`python -c pass`": ["-c", "pass"],
    IMPORTING: ["-c", "import lark, ruamel.yaml"],
    "`quarterdeck --version`": ["-m", "quarterdeck", "--version"],
    "`quarterdeck check easyships`": ["-m", "quarterdeck", "check", "easyships"],
    "`quarterdeck show easyships gunnery.attack`": ["-m", "quarterdeck", "show", "easyships", "gunnery.attack"],
    "`quarterdeck try easyships is_air_base --given ...`": [
        *("-m", "quarterdeck", "try", "easyships", "air_strikes.is_air_base", "--given", CARRIER)
    ],
}


def spent() -> float:
    """Give the processor time of all processes that have ended."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def tables() -> Iterator[page.Measured]:
    """Measure whole processes, in turns."""
    least = dict.fromkeys(CONTENDERS, float("inf"))
    for number in range(ROUNDS + 1):
        for name, arguments in CONTENDERS.items():
            start = spent()
            subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
            if number:  # the first run warms caches
                least[name] = min(least[name], spent() - start)
    one = least[IMPORTING]
    rows = tuple((name, f"{seconds * 1000:.0f}", f"{seconds / one:.2f}") for name, seconds in least.items())
    how = f"Whole processes, processor time, least of {ROUNDS} runs after a first one"
    yield page.Measured("start", how, ("", "ms", "importing = 1"), rows)


if __name__ == "__main__":
    page.show(tables())
