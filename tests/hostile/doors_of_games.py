"""Doors through which games come: journals, scripts, dice, what is typed, facts, and plugins."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from tests.hostile import oddities
from tests.hostile.alterations import with_mistakes
from tests.hostile.inputs import Command, Door, Input
from tests.hostile.material import BASE, PLAYED, SNOWBALLS, addresses, any_game, kept, laid

VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 7, 10**9, 10**30, 1.5, 1e300, "", "x", "none", "stop", "game", [], [1], [[1]], {}),
    *({"a": 1}, [1, "x", None], "9" * 5000, ["x"] * 2000, -(2**63), "\u0000", "\ud800", "[bold]", "{x}", "../x", "1/0"),
]


def odd_journal(data: bytes, chance: random.Random) -> bytes:
    """Spoil a journal: its header, its lines, or its bytes."""
    lines = data.splitlines(keepends=True)
    match chance.randrange(6):
        case 0:
            return oddities.altered(data, chance)
        case 1 | 2:
            at = 0
        case 3:
            at = chance.randrange(len(lines))
        case 4:
            first, second = (chance.randrange(1, len(lines)) for _ in range(2))
            lines[first], lines[second] = lines[second], lines[first]
            return b"".join(lines)
        case _:
            at = chance.randrange(1, len(lines))
            return b"".join([*lines[:at], *[lines[at]] * chance.choice([0, 2, 1000]), *lines[at + 1 :]])
    entry = json.loads(lines[at])
    for _ in range(chance.choice([1, 1, 2, 4])):
        key = chance.choice([*entry, *entry, "die", "choice", "drawn", "format", "x"])
        if isinstance(inner := entry.get(key), dict) and inner and chance.randrange(2):
            inner[chance.choice([*inner, "x"])] = chance.choice(VALUES)
        elif chance.randrange(4):
            entry[key] = chance.choice(VALUES)
        else:
            entry.pop(key, None)
    lines[at] = json.dumps(entry).encode() + b"\n"
    return b"".join(lines)


def journals(chance: random.Random, folder: Path) -> Input:
    """Go on with a journal that was spoiled, play it again, and ask why."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    (folder / "kept.jsonl").write_bytes(odd_journal(kept(game), chance))
    number = chance.choice(["1", "0", "-1", "5", "99999999999999999999", "x"])
    commands: list[Command] = [
        ["replay", "kept.jsonl", *chance.choice([[], ["--json"], ["--to", "again.jsonl"], ["--anyway"]])],
        ["why", "kept.jsonl", "--anyway", *chance.choice([[], ["--json"]])],
        ["luck", "kept.jsonl", "--anyway", *chance.choice([[], ["--json"]])],
        ["why", "kept.jsonl", number, "--depth", chance.choice("0123"), "--anyway"],
        ["play", "--resume", "kept.jsonl", "--anyway", "--sides", "random"],
        ["play", "game", game.scenario, "--save", "kept.jsonl", "--anyway"],
    ]
    return Input(chance.sample(commands, 2))


def scripts(chance: random.Random, folder: Path) -> Input:
    """Play by a script that was spoiled."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    if chance.randrange(2):
        name, data = "script.jsonl", odd_journal(kept(game), chance)
    else:
        answers = {
            chance.choice([*addresses(game), oddities.text(chance)]) + chance.choice(["", ".x", ".target", ".way"]): (
                chance.choice(VALUES)
            )
            for _ in range(chance.choice([0, 1, 5, 50]))
        }
        name, data = "script.yaml", json.dumps(answers).encode()
        if chance.randrange(3) == 0:
            data = oddities.yaml(chance).encode("utf-8", "replace")
    (folder / name).write_bytes(data)
    sides = chance.choice([name, f"{name},random", f"random,{name}", f"reds={name}"])
    return Input([["play", "game", game.scenario, "--sides", sides, "--json"]])


def dice(chance: random.Random, folder: Path) -> Input:
    """Play with dice from a file that holds something else."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    faces = " ".join(str(chance.randrange(1, 7)) for _ in range(200))
    words = [
        faces,
        with_mistakes(faces, chance),
        " ".join(oddities.text(chance) for _ in range(20)),
        "squall gust " * 50,
    ]
    data = chance.choice(words).encode("utf-8", "replace")
    if not chance.randrange(4):
        data = oddities.odd_bytes(data, chance)
    name = chance.choice(["faces.txt", "faces.jsonl", "faces"])
    (folder / name).write_bytes(odd_journal(kept(game), chance) if name == "faces.jsonl" else data)
    return Input([["play", "game", game.scenario, "--sides", "random", "--dice", name]])


TYPED = """
help map status log rule hint undo quit ? 1 2 3 0 - . yes no 99 -1 1.5 map_x status_x log_-1 log_99999 save
""".split()


def typed(chance: random.Random, folder: Path) -> Input:
    """Type at a seat, or as dice, what nobody is asked for."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    lines = [
        chance.choice(TYPED).replace("_", " ") if chance.randrange(4) else oddities.text(chance)
        for _ in range(chance.choice([1, 20, 200]))
    ]
    data = "\n".join(lines).encode("utf-8", "surrogateescape")
    if not chance.randrange(5):
        data = oddities.odd_bytes(data, chance)
    command = ["play", "game", game.scenario, "--sides", chance.choice(["person", "person,random", "person,bot"])]
    return Input([[*command, *chance.choice([[], ["--dice", "ask"], ["--json"]])]], data)


def facts(chance: random.Random, folder: Path) -> Input:
    """Try and count a rule with odd facts, dice and choices."""
    game = any_game(chance)
    laid(game, folder)
    given = chance.choice([game.given, with_mistakes(game.given, chance), _odd_facts(chance, game.given)])
    if not chance.randrange(3):
        file = chance.choice(["facts.yaml", "facts", "facts.txt"])
        (folder / file).write_text(
            chance.choice([given, f"given: {{{given}}}", oddities.yaml(chance)]), "utf-8", errors="replace"
        )
        given = file
    rule = game.rule if chance.randrange(3) else chance.choice([*addresses(game), oddities.text(chance)])
    given = given.replace("\0", "")
    commands: list[Command] = [
        ["try", "game", rule, "--given", given, *_sometimes(chance, "--dice"), *_sometimes(chance, "--choices")],
        ["odds", "game", rule, "--given", given, *_sometimes(chance, "--show", SHOW), "--budget", _number(chance)],
        [
            "odds",
            "game",
            rule,
            "--given",
            given,
            "--sample",
            chance.choice(["-1", "0", "5", "x"]),
            "--show",
            chance.choice(SHOW),
        ],
        [
            "odds",
            "game",
            "--of",
            chance.choice(["soaked", "packing", "a_gust", "a_gust/x", oddities.text(chance).replace("\0", "")]),
        ],
    ]
    return Input([[part.replace("\0", "") for part in chance.choice(commands)]])


def _number(chance: random.Random) -> str:
    return chance.choice(["20000", "1", "0", "-5", "x", "1e3", "99999"])


SHOW = (
    *(
        "target.wet",
        "child.wet",
        "winds",
        "1",
        "1/0",
        "d6",
        "1,2,3",
        "count(children)",
        "game",
        "game.winds",
        "it",
        "yes",
    ),
    *(
        "[1, 2]",
        "any(c in children where c.wet > 1)",
        '"x"',
        "x if y",
        "9" * 100,
        "(" * 500,
        "1+" * 500 + "1",
        "aim",
        ",",
    ),
)


def _sometimes(chance: random.Random, flag: str, known: tuple[str, ...] = ()) -> list[str]:
    if not chance.randrange(2):
        return []
    said = oddities.text(chance)
    return [
        flag,
        chance.choice(
            [*known, said, f"{{throw: {said}}}", f"{{a: [{said}]}}", "3,5", "1 2", "[1, [2]]", "{x: {y: z}}"]
        ),
    ]


def _odd_facts(chance: random.Random, given: str) -> str:
    key = chance.choice(
        ["child", "target", "marble", "range", "things", "options", "constants", "board", "situation", "given"]
    )
    value = chance.choice([oddities.text(chance), oddities.yaml(chance), json.dumps(chance.choice(VALUES))])
    more = f"{{{key}: {value}, x.{oddities.text(chance)}: {oddities.text(chance)}}}"
    return chance.choice([more, f"{given}, {more[1:-1]}", value])


# --- plugins

ANSWERS = """
None True 0 1 -1 1.5 10**9 10**30 -10**30 2**63 float("nan") "" "x" "two" [] [1] (1,) (1,2,3) {} {1:2} object() lambda:1
1//0 [][0] given.nothing given.child.nothing given._state exit(3) quit() int("x") iter([]) b"x" type range(5)
print("printed") __import__("sys").exit(4) [0]*10 NotImplemented ... "\\x1b[31m[bold]" Loud() raise_(KeyError)
raise_(SystemExit(0)) raise_(MemoryError) raise_(RecursionError) raise_(StopIteration) again(1)
""".split()
PLUGIN = """
from quarterdeck.hooks import *

class Loud(int):
    def __repr__(self):
        raise ValueError("loud")

def raise_(error):
    raise error

def again(x):
    return again(x) + again(x)

def answer(given):
    return {answer}

class Offers:
    @hookimpl
    def quarterdeck_about(self):
        return About({title}, "What it does.")

    @hookimpl
    def quarterdeck_modifiers(self):
        given = None
        return [Modifier({at}, "odd", "odd text", answer, {reads})] if {modifies} else []

    @hookimpl
    def quarterdeck_look_ups(self):
        return [LookUp("splash", "odd_key", "odd keys", answer)] if {looks_up} else []

    @hookimpl
    def quarterdeck_phases(self):
        def act(given):
            for side in given.things("Side"):
                side.keenness = answer(given)
        return [BeforePhase({phase}, "odd_phase", "odd phase", act, (), ("Side.keenness",))] if {acts} else []

    @hookimpl
    def quarterdeck_pages(self):
        return {pages}

    @hookimpl
    def quarterdeck_check(self, checked, findings):
        given = checked
        {check}
"""


def plugins(chance: random.Random, folder: Path) -> Input:
    """Play and count with a plugin that answers nonsense, or raises."""
    site = folder / "site"
    info = site / "odd_plugin-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-plugin\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[quarterdeck.plugins]\nodd = odd_plugin_module:Offers\n", "utf-8")
    odd = [chance.choice(ANSWERS) for _ in range(6)]
    sort = chance.randrange(4)
    code = PLUGIN.format(
        answer=odd[0],
        title=chance.choice(['"Odd"', '"Odd"', '"Odd"', odd[1]]),
        at=chance.choice(['"throwing.throw.aim"'] * 5 + [odd[2]]),
        reads=chance.choice(['("Child.wet",)'] * 5 + [odd[3]]),
        phase=chance.choice(['"turn.throwing"'] * 5 + [odd[3]]),
        modifies=sort == 0,
        looks_up=sort == 1,
        acts=sort == 2,
        pages=chance.choice(["[]"] * 3 + ['[Page("x", "y")]', odd[4]]),
        check=chance.choice(
            ["pass"] * 3 + [odd[5], f"findings.add({odd[4]}, {odd[5]}, {odd[1]})", "findings.add('x', 'y', None)"]
        ),
    )
    (site / "odd_plugin_module.py").write_text(code, "utf-8")
    game = SNOWBALLS if sort == 2 else BASE
    name = f"{game.folder}+odd"
    commands: list[Command] = [["check", name]]
    if game.scenario:
        commands.append(["play", name, game.scenario, "--sides", "random", "--json"])
    else:
        commands.append(["odds", name, game.rule, "--given", FACTS_FOR_BASE])
        commands.append(["try", name, game.rule, "--given", FACTS_FOR_BASE])
    return Input(commands, plugins=site)


FACTS_FOR_BASE = (
    "{things: {kim: {kind: Child, place: [3, 3], facing: south}, lee: {kind: Child, place: [3, 5], facing: north}},"
    " given: {child: kim, target: lee}}"
)

DOORS = (
    Door("journals", 8, journals),
    Door("scripts", 4, scripts),
    Door("dice", 3, dice),
    Door("typed", 4, typed),
    Door("facts", 6, facts),
    Door("plugins", 3, plugins),
)
