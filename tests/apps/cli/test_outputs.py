"""Whatever becomes of what is printed: no traceback, and an exit code that is documented."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STARTER = str(Path(__file__).parents[3] / "starter")
FULL = Path("/dev/full")
COMMANDS = (
    ["--version"],
    ["check", STARTER, "--json"],
    ["check", "no_such_game", "--json"],
    ["show", STARTER, "gunnery.attack"],
    ["explain", "QD101"],
    ["odds", STARTER, "--of", "at_three_hexes"],
    ["play", STARTER, "first_meeting", "--sides", "random,random"],
    ["fmt", STARTER, "--check"],
)
"""Between them they print a line, data, a refusal, text, Markdown, a table, a game and names of files."""
OUTPUTS = {
    "closed output": (">&-", True),
    "closed everything": ("<&- >&- 2>&-", True),
    "closed errors": (">/dev/null 2>&-", True),
    "full disk": (">/dev/full", False),
    "full errors": (">/dev/null 2>/dev/full", False),
    "full everything": (">/dev/full 2>&1", False),
    "cut pipe": ("| true", False),
    "cut pipe of both": ("2>&1 | true", False),
}


WORST = ("closed everything", "full everything", "cut pipe of both")
"""In these all streams are lost at once; that one alone is lost is tried with a game, and with all in a soak."""


def outputs_for(words: list[str]) -> list[Any]:
    """Give the outputs with which a command is tried, those last that are left to a soak."""
    rest = [name for name in OUTPUTS if name not in WORST]
    marks = [] if words[0] == "play" else [pytest.mark.soak]
    return [pytest.param(words, WORST, id=" ".join(words)), pytest.param(words, rest, id=" ".join(words), marks=marks)]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "names"), [case for words in COMMANDS for case in outputs_for(words)])
def test_nothing_but_a_documented_exit_code_comes_of_it(words, names, tmp_path):
    code = begun(words, ">/dev/null 2>&1", tmp_path)[0]
    for name in names:
        output, is_as_ever = OUTPUTS[name]
        if "full" in output and not FULL.exists():
            continue
        ended, said = begun(words, output, tmp_path)
        assert "Traceback" not in said, (name, said)
        assert "Exception ignored" not in said, (name, said)
        assert "internal error" not in said, (name, said)
        assert ended == code if is_as_ever else ended in (code, 1, 2), (name, ended, said)


def begun(words: list[str], output: str, folder: Path) -> tuple[int, str]:
    """Give the exit code of a command whose output a shell sends elsewhere, and what it says all the same."""
    script = f'set -o pipefail; "$0" -c "$PROGRAM" "$@" {output}'
    program = "import sys; from quarterdeck.apps.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        ["bash", "-c", script, sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PROGRAM": program, "QUARTERDECK_CACHE": os.environ["QUARTERDECK_CACHE"], "PATH": "/usr/bin:/bin"},
    )
    return done.returncode, done.stdout + done.stderr
