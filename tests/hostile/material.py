"""What is spoiled: the small games of the tests, and a game that was kept of each."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.workspace.pipeline.folders import read_layer
from quarterdeck.workspace.pipeline.variants import parse_layer
from tests.hostile.running import within

TESTS = Path(__file__).parents[1]


@dataclass(frozen=True)
class Game:
    """A small game: where it lies, how often it is taken, a scenario, and a rule that rolls, with facts for it."""

    name: str
    folder: Path
    share: int
    scenario: str
    rule: str
    given: str
    variants: tuple[str, ...] = ()


GAMES = (
    Game("base", TESTS / "language" / "base", 6, "", "throwing.throw", "child: {kind: Child}, target: {kind: Child}"),
    Game("regatta", TESTS / "games" / "regatta", 3, "harbour", "racing.sail", "game.winds: {squall: 1}"),
    Game("tiles", TESTS / "games" / "tiles", 2, "kitchen", "crawling.crawl", "beetle: Blue"),
    Game("harbours", TESTS / "games" / "harbours", 2, "night", "sailing.sail", "boat: Otter"),
    Game("marbles", TESTS / "games" / "marbles", 2, "pavement", "flicking.flick", "marble: Blue"),
    Game(
        "snowballs",
        TESTS / "games" / "snowballs",
        1,
        "playground",
        "throwing.throw",
        "child: Anna, target: Dora, range: 3, balls: 1, Anna.left.snowballs: 2",
        ("thaw", "league"),
    ),
)
BASE, SNOWBALLS = (next(game for game in GAMES if game.name == name) for name in ("base", "snowballs"))
PLAYED = tuple(game for game in GAMES if game.scenario)


def any_game(chance: random.Random, games: tuple[Game, ...] = GAMES) -> Game:
    """Give one of the games, the small ones more often."""
    return chance.choices(games, [game.share for game in games])[0]


def laid(game: Game, folder: Path, name: str = "game") -> Path:
    """Copy a game into a folder, and give where it lies there."""
    return shutil.copytree(game.folder, folder / name, ignore=shutil.ignore_patterns("__pycache__"))


def files_of(game: Path, *endings: str) -> list[Path]:
    """Give the files of a game, those alone whose names end so."""
    return sorted(path for path in game.rglob("*") if path.is_file() and (not endings or path.suffix in endings))


@cache
def parsed() -> None:
    """Parse the files of the games as they are, so that forks of this process need to parse only what is spoiled."""
    for game in GAMES:
        with within() as folder:
            read = read_layer(laid(game, folder.place))
            parse_layer(read, Findings())


@cache
def addresses(game: Game) -> tuple[str, ...]:
    """Give the addresses of what a game can carry out."""
    declared = Ruleset.open(str(game.folder)).declared
    return (*declared.rules, *declared.tables, *declared.scenarios, *declared.options, *declared.kinds)


@cache
def kept(game: Game) -> bytes:
    """Give a game that was kept, as if it had been played in a folder in which the ruleset is called `game`."""
    with within() as folder:
        laid(game, folder.place)
        command = ["play", "game", game.scenario, "--sides", "random", "--save", "kept.jsonl", "--seed", "3"]
        (done,) = folder.run([command])
        assert done.code == 0, done.said
        data = (folder.place / "kept.jsonl").read_bytes()
    assert json.loads(data.split(b"\n", 1)[0])["game"] == "game"
    return data
