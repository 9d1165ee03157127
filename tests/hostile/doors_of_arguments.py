"""Doors of the command line: arguments, places to write to, and the surroundings of a process."""

from __future__ import annotations

import random
from pathlib import Path

from quarterdeck.apps.api.commands import COMMANDS
from tests.hostile import oddities
from tests.hostile.inputs import Command, Door, Input
from tests.hostile.material import PLAYED, addresses, any_game, kept, laid

FLAGS = """
--json --no-json --given --of --show --each --decider --budget --sample --seed --sides --option --dice --choices
--resume --anyway --depth --stage --rules --odds --no-odds --all --coverage --only --examples --text --document
--rows --folder --extends --number --search
--draft --check --diff --upgrade --format --help --version --nothing --empty- -h -j -x --=x --json=yes --seed=1
--seed= --depth=9
""".split()
PLACES = ("made", "made/deep/er", "game", "kept.jsonl", "made.svg", "made.png", "/dev/full", "/dev/null", "x" * 300, "")
"""Where a command is told to write."""
WRITES = ("--to", "--folder", "--save", "--chart")
MEANT = [
    [line.split() for line in block.strip().split("\n")]
    for block in (
        "check game\ncheck game --json\ncheck game+thaw",
        "odds game RULE --given FACTS --json\nodds game --of a_gust --show wind\nodds game RULE --each --decider first",
        "try game RULE --given FACTS --dice 3,5\ntry game RULE --choices 1 --json",
        "play game SCENARIO --sides random,bot --seed 3 --json\nplay --resume kept.jsonl --sides random",
        "replay kept.jsonl --anyway --json\nwhy kept.jsonl 3 --depth 3\nwhy kept.jsonl --json",
        "luck kept.jsonl\nexport game --things --json\nimport kept.jsonl --as roster --kind Child --game game",
        "import kept.jsonl --as table\nimport kept.jsonl --as figures --json\nodds game --of a_gust --table d20",
        "show game RULE --stage python\nshow game --json\nshow game RULE --stage english",
        "test game --search x --json\ntest game --coverage --search gust\ncoverage game --json",
        "diff game game+thaw --no-odds\ndiff game game --rules --all --json\nfmt game --check\nfmt game --diff",
        "explain QD203\nexplain 203 --json\nexplain",
    )
]
"""Commands as they are meant, those of one block alike; words in capitals stand for what fits the game."""


def _value(chance: random.Random, known: tuple[str, ...]) -> str:
    found = chance.choice([oddities.text(chance), *known, "game", "kept.jsonl", "1", "0"])
    return found.replace("\0", "").encode("utf-8", "replace").decode()


def arguments(chance: random.Random, folder: Path) -> Input:
    """Run any command with any arguments: as it is meant, but for what is replaced, put in or left out."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    (folder / "kept.jsonl").write_bytes(kept(game))
    known = (*addresses(game), game.scenario, "easyships", "QD203", "random", "bot", "high_walls=yes", "a_gust")
    said = chance.choice([*MEANT, *([[name]] for name in COMMANDS if name not in ("watch", "accept"))])
    words = {"RULE": game.rule, "SCENARIO": game.scenario, "FACTS": game.given}
    found = [words.get(word, word) for word in chance.choice(said)]
    for _ in range(chance.choice([0, 1, 1, 2, 4])):
        at = chance.randrange(1, len(found) + 1)
        match chance.randrange(4):
            case 0:
                found[at : at + 1] = [_value(chance, known)]
            case 1:
                found[at:at] = [chance.choice(FLAGS), *([_value(chance, known)] if chance.randrange(2) else [])]
            case 2:
                found[at : at + 1] = []
            case _:
                found[at:at] = [chance.choice(WRITES), chance.choice(PLACES)]
    return Input([found], oddities.text(chance).encode("utf-8", "replace"))


def places(chance: random.Random, folder: Path) -> Input:
    """Write where nothing can be written, or something is already."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    (folder / "kept.jsonl").write_bytes(kept(game))
    (folder / "locked").mkdir(mode=0o500)
    to = chance.choice([*PLACES, "locked/x", "kept.jsonl/x"])
    rule = game.rule if game.name != "marbles" else "flicking"
    commands: list[Command] = [
        ["replay", "kept.jsonl", "--to", to],
        ["play", "game", game.scenario, "--sides", "random", "--save", to],
        ["play", "--resume", to, "--sides", "random"],
        ["battles", "game", game.scenario, "--sides", "random", "--count", "2", "--save", to],
        ["show", "game", "--stage", "text", "--to", to],
        ["show", "game", "--stage", "picture", "--to", chance.choice([to, "made.svg"])],
        ["odds", "game", rule, "--given", game.given, "--chart", to],
        ["test", "game", "--examples", to],
        ["coverage", "game", "--text", to],
        ["fmt", to, "--check"],
        ["explain", to],
    ]
    return Input([chance.choice(commands)])


def surroundings(chance: random.Random, folder: Path) -> Input:
    """Run a command in an odd terminal, with an odd encoding, or with a cache that cannot be written."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    (folder / "kept.jsonl").write_bytes(kept(game))
    name, values = chance.choice(
        [
            ("COLUMNS", ["0", "1", "-5", "x", "99999", ""]),
            ("LINES", ["0", "x"]),
            ("QUARTERDECK_CACHE", ["kept.jsonl", "kept.jsonl/x", "/dev/null", "x" * 300, "", "locked"]),
            ("TERM", ["dumb", "", "x"]),
            ("PYTHONIOENCODING", ["ascii", "latin-1", "cp437"]),
            ("LC_ALL", ["C", "POSIX", "x", "tr_TR.UTF-8"]),
            ("NO_COLOR", ["1"]),
            ("FORCE_COLOR", ["1"]),
        ]
    )
    commands: list[Command] = [
        ["check", "game"],
        ["check", "easyship"],
        ["odds", "game", game.rule, "--given", game.given],
        ["test", "game"],
        ["play", "game", game.scenario, "--sides", "random"],
        ["why", "kept.jsonl"],
        ["show", "game", "--stage", "english"],
        ["show", "game"],
        ["--help"],
        ["explain", "QD203"],
    ]
    return Input([chance.choice(commands)], environment={name: chance.choice(values)})


DOORS = (
    Door("arguments", 5, arguments),
    Door("places", 2, places),
    Door("surroundings", 1, surroundings),
)
