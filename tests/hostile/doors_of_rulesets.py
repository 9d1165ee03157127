"""Doors through which rules come: folders with files of each kind, spoiled in every way."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Sequence
from pathlib import Path

from tests.hostile import oddities
from tests.hostile.inputs import Command, Door, Input
from tests.hostile.material import PLAYED, SNOWBALLS, Game, any_game, files_of, laid

SHOWN = ("summary", "text", "nodes", "english", "program", "python", "segments", "picture")


def looks(chance: random.Random, game: Game, name: str = "game") -> list[Command]:
    """Give commands that look at a ruleset: always `check`, which may keep others from anything, and one more."""
    other: Sequence[Command] = [
        ["check", name, "--json"],
        ["test", name],
        ["fmt", name, chance.choice(["--check", "--diff", "--upgrade", "--json"])],
        ["show", name, "--stage", chance.choice(SHOWN)],
        ["show", name, game.rule, "--stage", chance.choice(SHOWN)],
        ["try", name, game.rule, "--given", game.given],
        ["odds", name, game.rule, "--given", game.given, "--budget", "20000"],
        ["diff", name, str(game.folder), "--budget", "20000"],
        ["coverage", name],
    ]
    return [["check", name], chance.choice(other)]


def altered_rules(chance: random.Random, folder: Path) -> Input:
    """Make small mistakes in a file of rules."""
    game = any_game(chance)
    path = chance.choice(files_of(laid(game, folder), ".rules"))
    path.write_bytes(oddities.altered(path.read_bytes(), chance))
    return Input(looks(chance, game))


def altered_documents(chance: random.Random, folder: Path) -> Input:
    """Make small mistakes in a YAML file, or put odd values into it."""
    game = any_game(chance)
    path = chance.choice(files_of(laid(game, folder), ".yaml"))
    if chance.randrange(3):
        path.write_text(oddities.with_odd_values(path.read_text("utf-8"), chance), "utf-8", errors="replace")
    else:
        path.write_bytes(oddities.altered(path.read_bytes(), chance))
    return Input(looks(chance, game))


def odd_rules(chance: random.Random, folder: Path) -> Input:
    """Put rules beside the others that are too long, too deep, too large or go in a circle."""
    game = any_game(chance)
    (laid(game, folder) / "rules" / "odd.rules").write_text(oddities.rules(chance), "utf-8", errors="replace")
    more: list[Command] = [["odds", "game", "odd.odd", "--budget", "20000"], ["try", "game", "odd.odd"]]
    return Input([*looks(chance, game), chance.choice(more)])


def odd_documents(chance: random.Random, folder: Path) -> Input:
    """Put YAML beside the other files that nobody expects."""
    game = any_game(chance)
    place = laid(game, folder) / chance.choice(["odd.yaml", "examples.yaml", "ruleset.yaml", "odd.yml", "amends.lock"])
    begun = chance.choice(
        ["", "", "components: game\n", "table: odd\n", "example: odd\n", "roster: odd\n", "rulings:\n  "]
    )
    place.write_text(begun + oddities.yaml(chance) + "\n", "utf-8", errors="replace")
    return Input(looks(chance, game))


def figures(chance: random.Random, folder: Path) -> Input:
    """Spoil a file of figures."""
    game = SNOWBALLS
    path = laid(game, folder) / "rosters" / "register.csv"
    data = path.read_bytes()
    match chance.randrange(4):
        case 0:
            data = oddities.odd_bytes(data, chance)
        case 1:
            data = data.replace(
                chance.choice([b"11", b"1.45", b"h", b"Anna", b"years"]), oddities.text(chance).encode()
            )
        case 2:
            data = data.splitlines(keepends=True)[0] + b"\n".join(
                b"%s,%d,1.5,h,2" % (b"x" * (number + 1), number) for number in range(chance.choice([100, 5000]))
            )
        case _:
            data = data.replace(b",", chance.choice([b";", b",,", b"\t", b'"', b',"', b""]), chance.choice([1, -1]))
    path.write_bytes(data)
    return Input([["check", "game"], ["play", "game", "playground", "--sides", "random", "--json"]])


def renamed(chance: random.Random, folder: Path) -> Input:
    """Give something a name that means something else, everywhere."""
    game = any_game(chance)
    place = laid(game, folder)
    names = sorted(
        {word for path in files_of(place, ".rules") for word in path.read_text("utf-8").split() if word.isidentifier()}
    )
    old, new = chance.choice(names), chance.choice([*oddities.NAMES, *oddities.NAMES, oddities.text(chance)])
    for path in files_of(place, ".rules", ".yaml"):
        words = path.read_text("utf-8")
        path.write_text(_with_word(words, old, new), "utf-8", errors="replace")
    return Input(looks(chance, game))


def _with_word(words: str, old: str, new: str) -> str:
    import re

    return re.sub(rf"\b{old}\b", lambda _: new, words)


ODD_FILES = (
    *("a b.rules", "é.rules", "[bold].rules", "-x.rules", "--help.rules", "a\nb.rules", "a\x1b[31m.rules", ".rules"),
    *(
        "x.RULES",
        "x.rules.rules",
        "a" * 240 + ".rules",
        "None.rules",
        "{x}.yaml",
        "%s.yaml",
        "a'b\".yaml",
        "\udcff.rules",
    ),
    *("x.yml", "x.csv", "con.yaml", "..rules", "variant.yaml", "variants/x/variant.yaml", "variants/variants/a.rules"),
)


def odd_folders(chance: random.Random, folder: Path) -> Input:
    """Put into the folder what is no file, lies elsewhere, or has an odd name."""
    game = any_game(chance)
    place = laid(game, folder)
    name = chance.choice(ODD_FILES)
    path = place / name
    match chance.randrange(9):
        case 0:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(chance.choice(["", "x", 'rules odd "Odd"\n', "rulings: {}\n"]), "utf-8")
        case 1:
            path.mkdir(parents=True)
        case 2:
            os.mkfifo(place / "pipe.rules")
        case 3:
            chance.choice(files_of(place)).chmod(0)
        case 4:
            target = chance.choice(["/dev/zero", "/dev/full", "/proc/self/mem", "nowhere", ".", "odd.rules", "/"])
            (place / "odd.rules").symlink_to(target)
        case 5:
            victim = chance.choice(files_of(place))
            victim.unlink()
            if chance.randrange(2):
                victim.mkdir()
        case 6:
            (place / "deep" / "/".join(["d"] * chance.choice([10, 200, 900]))).mkdir(parents=True)
        case 7:
            (place / "rules" / "round").symlink_to(place)
        case _:
            other = place.rename(
                place.with_name(chance.choice(["a b", "é", "[red]", "a+b", "x" * 200, "{x}", "-g", "a\nb"]))
            )
            return Input(looks(chance, game, other.name))
    return Input(looks(chance, game))


def variants(chance: random.Random, folder: Path) -> Input:
    """Spoil a variant or its lock."""
    game = SNOWBALLS
    place = laid(game, folder)
    name = chance.choice(game.variants)
    lock = place / "variants" / name / "amends.lock"
    whole = f"game+thaw{'+league' if name == 'league' else ''}"
    if chance.randrange(2):
        lock.write_text(LOCK, "utf-8")
        if chance.randrange(2):
            lock.write_text(oddities.with_odd_values(LOCK, chance), "utf-8", errors="replace")
        else:
            lock.write_bytes(oddities.altered(LOCK.encode(), chance))
    else:
        path = chance.choice(files_of(lock.parent, ".rules", ".yaml"))
        if path.suffix == ".yaml" and chance.randrange(2):
            path.write_text(oddities.with_odd_values(path.read_text("utf-8"), chance), "utf-8", errors="replace")
        else:
            path.write_bytes(oddities.altered(path.read_bytes(), chance))
    more: list[Command] = [
        ["accept", whole],
        ["accept", f"game/variants/{name}", "--json"],
        ["diff", "game", whole, "--no-odds"],
    ]
    return Input([["check", whole], chance.choice(more)])


LOCK = """\
# What `thaw` amends, as of the last `quarterdeck accept`.
meaning: 2
amends:
  throwing.reach:
    meaning: 0123456789abcdef0123456789abcdef
    text: |-
      define reach(child: Child) -> paces "how far {child} can throw" =
          9 - game.frost
  splashes.1-2:
    meaning: 0123456789abcdef0123456789abcdef
    text: "1-2: do wet(child, 1)"
"""


def watched(chance: random.Random, folder: Path) -> Input:
    """Watch a ruleset while a file of it is spoiled, or mended."""
    game = any_game(chance)
    path = chance.choice(files_of(laid(game, folder), ".rules", ".yaml"))
    before = path.read_bytes()
    spoiled = oddities.altered(before, chance)
    if chance.randrange(2):
        path.write_bytes(spoiled)
        return Input([["watch", "game"]], saved={path: before + b"\n"})
    return Input([["watch", "game"]], saved={path: spoiled + b"\n"})


TOLD = re.compile(r"^( *(?:- )?(?:title|note|what|reason|question|answer)): .*$", re.MULTILINE)
"""What a document says to players in a line."""


def books(chance: random.Random, folder: Path) -> Input:
    """Print a book of a ruleset whose titles and notes are odd."""
    game = chance.choice(PLAYED)
    for path in chance.sample(files_of(laid(game, folder), ".yaml"), 3):
        text = path.read_text("utf-8")
        odd = oddities.text(chance)[:2000].encode("utf-8", "replace").decode()
        told = [match for match in TOLD.finditer(text) if "{" not in match[0]]
        if told:
            match = chance.choice(told)
            path.write_text(f"{text[: match.start()]}{match[1]}: {json.dumps(odd)}{text[match.end() :]}", "utf-8")
    printed = chance.choice(["html", "html", "pdf"])
    return Input([["book", "game", "--format", printed, "--folder", chance.choice(["made", "made/deep/er"])]])


DOORS = (
    Door("rules, altered", 14, altered_rules),
    Door("watched", 1, watched),
    Door("books", 1, books),
    Door("documents, altered", 14, altered_documents),
    Door("rules, odd", 10, odd_rules),
    Door("documents, odd", 6, odd_documents),
    Door("figures", 1, figures),
    Door("names", 6, renamed),
    Door("folders", 4, odd_folders),
    Door("variants and locks", 3, variants),
)
