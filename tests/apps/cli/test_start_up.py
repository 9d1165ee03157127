"""What a command imports decides how soon it starts: a warm one imports nothing that only a cold one needs."""

import subprocess
import sys

import pytest

CARRIER = "things: {ship: {kind: Ship, type: carrier}}"
READING_RULES = (
    "lark",
    "quarterdeck.language.syntax.from_text",
    "quarterdeck.program.lower",
    "quarterdeck.language.checks",
)
COUNTING = ("quarterdeck.engine.odds.count", "quarterdeck.program.passes.cut")
STARTS = {
    "help": (["--help"], ("markdown_it", "subprocess", "quarterdeck.base.findings")),
    "check": (["check", "easyships"], ("rich", "subprocess", *READING_RULES)),
    "show": (["show", "easyships", "gunnery.attack"], (*READING_RULES, *COUNTING)),
    "try": (["try", "easyships", "air_strikes.is_air_base", "--given", CARRIER], (*READING_RULES[:3], *COUNTING)),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_command_imports_only_what_it_needs(name):
    words, needless = STARTS[name]
    program = (
        "import sys\nfrom quarterdeck.apps.cli.main import main\n"
        f"code = main({words})\nprint(*sys.modules, file=sys.stderr)\nsys.exit(code)"
    )
    for _ in range(2):  # the first may have to fill the cache
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        if not set(needless) & set(done.stderr.split()):
            break
    assert set(needless) & set(done.stderr.split()) == set(), name
