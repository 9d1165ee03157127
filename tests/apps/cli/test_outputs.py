"""Whatever becomes of what is printed: no traceback, and an exit code that is documented."""

import subprocess
import sys
from pathlib import Path

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


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_nothing_but_a_documented_exit_code_comes_of_it(words, tmp_path):
    code = begun(words, ">/dev/null 2>&1", tmp_path)[0]
    for name, (output, is_as_ever) in OUTPUTS.items():
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
        env={"PROGRAM": program, "QUARTERDECK_CACHE": str(folder / "cache"), "PATH": "/usr/bin:/bin"},
    )
    return done.returncode, done.stdout + done.stderr
