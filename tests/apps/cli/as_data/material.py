"""What the commands are given whose output is compared with its schema: small games, sound and broken, and journals."""

from __future__ import annotations

import json
import shutil
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Thread

from websockets.sync.server import ServerConnection, serve

from quarterdeck.apps.cli.main import main
from quarterdeck.base.bounds import MOST_BYTES

TESTS = Path(__file__).parents[3]
GAMES = TESTS / "games"
NOTEBOOK = TESTS / "language" / "notebook.txt"

STONES = {
    "ruleset.yaml": """
ruleset: stones
title: Heaps of stones
documents:
  slip: {title: Heaps of stones, by: us, year: 2026}
chapters: [taking]
not_encoded:
  - {place: the slip, what: how stones look, reason: they are all alike, elements: [taking.scatter]}
""",
    "components.yaml": """
components: stones
kinds:
  Side:
    fields:
      taken: {type: 0..60, words: stones taken, start: "0"}
  Game:
    fields:
      stones: {type: 0..60, words: stones left, start: "9"}
      heaps: {type: list of 0..60, words: heaps, capacity: 3}
  Token:
    one: token
    many: tokens
    capacity: 3
    fields:
      worth: {type: 0..60, words: worth, start: "0"}
""",
    "rules/taking.rules": """
rules taking "Taking" cites "the slip"
"Nobody rolls anything in play."

turn "A turn" cites "the slip"
    phase taking "Taking", for each side in order
        do take_some(side) when game.stones > 0
        do stumble(side, stone: 2) when game.stones > 0

procedure take_some(side: Side) "{side} takes stones" cites "the slip"
    choose some by side from 1 to 3, default 1 "How many stones does {side} take?"
        require there: some <= game.stones else "there are not so many left"
    take some from game.stones, to no less than 0
    add some to side.taken, to no more than 60
    win for side because "the last stone is taken" when game.stones = 0

procedure scatter(side: Side) "{side} scatters its stones" cites "the corner" apart "the wind does it"
    roll wide on 2d6 minus 1 "how wide they fall"
        modifier wind: +1 when side.taken > 3 "in the wind"
        modifier crowded: -1 when count(game.heaps) > 1 or any(token.worth > 1 for token in tokens) "among heaps"
    add wide to side.taken, to no more than 60
    append wide to game.heaps when wide < 5
    create token in tokens with worth: 1 when wide > 10

procedure stumble(side: Side, stone: 1..3) "{side} stumbles" cites "the slip"
    require steady: side.taken > 3 else "it has few stones"
    announce "{side} stumbles"
    set game.stones to least(game.stones, spread(stone))

procedure sweep(side: Side) "{side} sweeps all tokens away" cites "the slip" apart "it is asked about alone"
    for each token in tokens
        remove token

procedure spill(side: Side) "{side} spills its stones" cites "the slip" apart "nobody does it in play"
    roll chips on a pool of 8d10 "the chips"
    for each chip in chips
        add 1 to side.taken, to no more than 60 when chip > 9

define spread(stone: 1..3) -> 0..60 "how far {stone} spreads" = spreads[stone]
""",
    "tables/spreads.yaml": """
table: spreads
title: How far stones spread
source: {document: slip}
key: {stone: 1..3}
gives: 0..9
rows: {1: 2, 2: 4, 3: 8}
""",
    "scenarios/table.yaml": """
scenario: table
title: On the table
source: {document: slip, place: the slip}
turn_limit: 10
sides:
  ada: {title: Ada}
  bob: {title: Bob}
""",
    "scenarios/short.yaml": """
scenario: short
title: A short evening
source: {document: slip, place: the slip}
turn_limit: 1
sides:
  ada: {title: Ada}
  bob: {title: Bob}
""",
    "examples.yaml": """
examples:
  - example: three_at_once
    of: taking.take_some
    source: {document: slip, place: the slip}
    things: {ada: {kind: Side}}
    given: {side: ada}
    choices: {some: 3}
    changes: {game.stones: 6, ada.taken: 3}
  - example: a_spread
    of: taking.spread
    source: {document: slip, place: the slip}
    given: {stone: 2}
    expect: {result: 4}
  - example: swept
    of: taking.sweep
    source: {document: slip, place: the slip}
    things: {ada: {kind: Side}, chip: {kind: Token}}
    given: {side: ada}
    changes: {chip: gone}
""",
    "ledger.yaml": """
ledger: slip
run_on: no
sections:
  the slip: The slip
  the table: The table
paragraphs:
  - {at: the slip, number: 1, words: "0000000000000000", by: [turn, taking.take_some]}
  - {at: the slip, number: 2, words: "1111111111111111"}
  - {at: the table, number: 1, words: "2222222222222222", by: [taking.spread]}
""",
    "questions.yaml": """
questions:
  - question: wide
    title: How wide stones fall
    of: taking.scatter
    things: {ada: {kind: Side}}
    given: {side: ada}
    show: [ada.taken]
  - question: heaps
    title: Which heaps stones fall into
    of: taking.scatter
    things: {ada: {kind: Side, taken: 5}}
    given: {side: ada}
    show: [game.heaps]
  - question: all_of_it
    title: What all scattering changes
    of: taking.scatter
    things: {ada: {kind: Side, taken: 5}}
    given: {side: ada}
  - question: taken
    title: What somebody takes
    of: taking.take_some
    things: {ada: {kind: Side}}
    given: {side: ada}
    show: [ada.taken]
  - question: stumbles
    title: What a stone spreads to
    of: taking.stumble
    things: {ada: {kind: Side, taken: 5}}
    given: {side: ada, stone: 2}
    show: [game.stones]
""",
}
"""A game without dice in play, whose ledger does not fit, with a rule apart that rolls."""

COMPARED = {
    "snowballs/comparison.yaml": """
comparison: snowballs
adds:
  topics:
    throwing: {title: Throwing, about: who hits whom, within: play}
    heaps: {title: Heaps, about: what lies about}
  groups: {play: Play}
  subjects: {farness: How far off}
  measures:
    throw:
      title: A throw
      about: One snowball is thrown.
      topic: throwing
      along: {title: distance, unit: feet, values: [3, 9, 30]}
      pairs: [anna_dora]
      columns: {hits: snowballs that hit, wet: how wet it gets, spilt: what is spilt}
      numbers:
        chance: {title: Chance of a hit, gives: chance, of: hits}
        wet: {title: Wet in a minute, gives: mean, of: wet, each_minute: yes, unit: degrees}
        spilt: {title: Spilt, gives: mean, of: spilt, where: hits}
    strewn:
      title: How wide they fall
      about: All stones are scattered.
      topic: heaps
      pairs: [alone]
      columns: {wide: how wide}
      numbers: {wide: {title: How wide, gives: mean, of: wide, unit: feet}}
    soaked:
      title: Time until somebody is soaked
      about: Two throw at each other until one of them is soaked.
      topic: throwing
      until: {holds: soaked, minutes: 10}
      pairs: [anna_dora]
      columns: {soaked: one of them is soaked, both: both are, glum: the target is glum}
      numbers:
        soaked: {title: Soaked in time, gives: chance, of: soaked}
        lower: {title: A quarter by, gives: time, of: soaked, quarters: 1, unit: minutes}
        median: {title: Half by, gives: time, of: soaked, unit: minutes}
        upper: {title: Three quarters by, gives: time, of: soaked, quarters: 3, unit: minutes}
        both: {title: Both, gives: chance, of: both, where: soaked}
        glum: {title: Glum, gives: chance, of: glum, where: soaked}
  pairs:
    anna_dora: {title: Anna and Dora, values: {thrower: Anna, target: Dora}}
    alone: {values: {}}
  battles:
    yard: {title: In the yard, happened: Nobody won.}
    pond: {title: By the pond, happened: Nobody remembers.}
topics:
  throwing: [throwing, turn.throwing]
  heaps: [snow]
core:
  throwing: [throwing.throw, splashes]
subjects:
  farness: [throwing.throw.aim.far]
scale:
  distance: {one: pace, stands_for: 3, unit: feet, source: {document: notebook, place: page five}}
  turn: {one: turn, stands_for: "1/2", unit: minutes}
  frost: {one: degree, stands_for: 1, unit: degrees, source: {document: notebook, kind: found}}
  wetness: {one: step, stands_for: 1, unit: glasses, source: {document: notebook, kind: constrained}}
  child: {one: child, stands_for: 1, unit: children, source: {document: notebook, kind: reconstructed}}
  snowball: {one: snowball, stands_for: 1, unit: handfuls, source: {document: notebook, kind: ruling}}
measures:
  throw:
    of: throwing.throw
    constants: {frost: 2}
    things:
      thrower: {like: $thrower, side: caps, place: [3, 3], facing: south}
      target: {like: $target, side: scarves, place: [3, 6], facing: north}
    given: {child: thrower, target: target, range: $distance, balls: 1, thrower.left.snowballs: 2}
    asked_while: range <= 6
    ends_because: nobody throws farther
    show: {hits: aim.successes, wet: target.wet}
    not_shown: {spilt: nothing is spilt}
  soaked:
    of: throwing.throw
    constants: {frost: 2}
    things:
      thrower: {like: $thrower, side: caps, place: [3, 3], facing: south}
      target: {like: $target, side: scarves, place: [3, 6], facing: north}
    given: {child: thrower, target: target, range: 3, balls: 1}
    each_turn:
      - of: throwing.throw
        given: {child: target, target: thrower, range: 3, balls: 1}
        when: target.mood is not glum
        at_once: yes
      - {of: turn.snow.cold}
    show:
      soaked: target.wet >= 4 or thrower.wet >= 4
      both: target.wet >= 4 and thrower.wet >= 4
    not_shown: {glum: they laugh about it}
cannot:
  strewn: there are no stones
battles:
  yard: {scenario: playground}
  pond: {scenario: cousins}
""",
    "stones/comparison.yaml": """
comparison: stones
adds:
  topics: {heaps: {title: Heaps}}
  measures:
    strewn:
      title: How wide they fall
      about: All stones are scattered.
      topic: heaps
      pairs: [alone]
      columns: {wide: how wide}
      numbers: {wide: {title: How wide, gives: mean, of: wide, unit: feet}}
  pairs: {alone: {values: {}}}
  battles: {yard: {title: In the yard, happened: Nobody won.}}
topics: {heaps: [taking.scatter]}
measures:
  strewn:
    of: taking.scatter
    things: {ada: {kind: Side}}
    given: {side: ada}
    show: {wide: wide}
battles: {yard: {scenario: short}}
""",
}
"""How the two are compared, with words of their own."""

LUCKY = {
    "ruleset.yaml": "ruleset: lucky\ntitle: Many throws\ndocuments: {slip: {title: Many throws, by: us}}\n"
    "chapters: [throwing]\n",
    "rules/throwing.rules": """
rules throwing "Throwing" cites "the slip"

turn "A turn" cites "the slip"
    phase throwing "Throwing"
        repeat 200 times
            do throw

procedure throw "a throw" cites "the slip"
    check good on d6 "a good throw"
        success when total >= 4
    announce "a good throw" when good.success
""",
    "scenarios/table.yaml": STONES["scenarios/table.yaml"],
}
"""Throws that belong to no side, and more checks than a chance is worked out for."""
UNFIT = "of: taking.scatter\n    things: {ada: {kind: Side}}"
NEAT = """    append wide to game.heaps when wide < 5 and count(game.heaps) < 3
    check neat on d6 "a neat heap"
        success when total <= side.taken + 1
        modifier damp: +0.5 when side.taken > 1 "in the damp"
"""
OTHER_STONES: dict[str, dict[str, str]] = {
    "wider": {"2d6 minus 1": "2d6"},
    "gone": {"procedure scatter": "procedure strew"},
    "unfit": {
        "2d6 minus 1": "2d6",
        "of: taking.scatter\n    things: {ada: {kind: Side}}\n    given: {side: ada}": UNFIT,
    },
    "farther": {"rows: {1: 2, 2: 4": "rows: {1: 2, 2: 5"},
    "fewer": {"from 1 to 3, default 1": "from 1 to 2, default 1"},
    "worded": {"title: How far stones spread": "title: How far a stone spreads"},
    "tougher": {"side.taken > 3 else": "side.taken > 4 else"},
    "rowdy": {},
    "pebbles": {"key: {stone: 1..3}": "key: {pebble: 1..3}"},
    "renamed": {
        "procedure sweep": "procedure clear_away",
        "of: taking.sweep": "of: taking.clear_away",
        ' apart "it is asked about alone"': ' apart "it is asked about alone" formerly sweep',
    },
    "windy": {
        ' apart "the wind does it"': "",
        "    append wide to game.heaps when wide < 5\n": NEAT,
        "        do take_some(side) when game.stones > 0\n": "        do take_some(side)\n        do scatter(side)\n",
    },
    "owned": {
        "    capacity: 3\n    fields:\n": "    capacity: 3\n    owner: side\n    fields:\n"
        "      side: {type: Side, words: side, fixed: yes}\n",
        "ada: {title: Ada}": "ada: {title: Ada, things: {Token: [{name: chip}]}}",
        "    create token in tokens with worth: 1 when wide > 10\n": "",
        ' apart "it is asked about alone"': "",
        "        do take_some(side) when game.stones > 0\n": "        do take_some(side) when game.stones > 0\n"
        "        do sweep(side)\n",
    },
    "still": {
        'turn "A turn" cites "the slip"\n    phase taking "Taking", for each side in order\n'
        "        do take_some(side) when game.stones > 0\n"
        "        do stumble(side, stone: 2) when game.stones > 0\n": "",
        "[turn, taking.take_some]": "[taking.take_some]",
    },
    "marked": {
        "      worth: {type: 0..60,": '      marks: {type: list of 0..9, words: marks, capacity: 2, start: "[1, 0]"}\n'
        "      worth: {type: 0..60,",
    },
    "crowded": {
        "        do take_some(side) when game.stones > 0\n": "        create token in tokens with worth: 1\n"
        "        do take_some(side) when game.stones > 0\n",
    },
}
"""What other folders say in the place of some words: each is another ruleset, to compare with the first."""

ROWDY = {
    "doubled": "amend define taking.spread(stone: 1..3) -> 0..60 = least(60, 2 * original)",
    "more": "amend cell spreads.2 = 5",
    "still_more": "amend cell spreads.2 = 6",
    "built": 'amend modifier taking.scatter.wide.wind: +2 when side.taken > 3 "in the wind"',
    "shaky": 'amend require taking.stumble.steady: original or spread(2) > 7 else "it has few stones"',
    "careful": 'amend require taking.take_some.some.there: original and some < spread(2) - 2 else "that is too many"',
    "gale": 'amend modifier taking.scatter.wide.wind: +1 when side.taken > 3 or spread(2) > 7 "in the wind"',
    "greedy": "add statement after taking.stumble.stones\n"
    "    add 1 to side.taken, to no more than 60 when spread(2) > 7",
    "quiet": 'amend require taking.stumble.steady: not side.taken <= 3 else "it has few stones"',
    "slip": "amend cell spreads.2 = nothing_of_the_kind",
}
"""Variants of the heaps of stones, some of which bear on each other."""

WRONG = """
examples:
  - example: too_few
    of: taking.take_some
    source: {document: slip, place: the slip}
    things: {ada: {kind: Side}}
    given: {side: ada}
    choices: {some: 2}
    changes: {game.stones: 5, game.heaps: [1], ada: gone}
  - example: kept
    of: taking.sweep
    source: {document: slip, place: the slip}
    things: {ada: {kind: Side}, chip: {kind: Token}}
    given: {side: ada}
    changes: {chip: {worth: 2}}
    then: [{of: taking.sweep, changes: {chip: gone}}]
  - example: swept_twice
    of: taking.sweep
    source: {document: slip, place: the slip}
    things: {ada: {kind: Side}, chip: {kind: Token}}
    given: {side: ada}
    changes: {chip: gone}
    then: [{of: taking.sweep, changes: {chip: gone}}]
  - example: nothing_of_it
    of: taking.nothing
    source: {document: slip, place: the slip}
    expect: {result: 4}
"""
"""Examples that do not come out."""

SLIP = """The slip
Take one, two or three stones.

Whoever takes the last stone wins.

A heap that is touched is taken.
"""


def with_others(text: str, exchanged: dict[str, str]) -> str:
    """Give a text with other words in the place of some."""
    for old, new in exchanged.items():
        text = text.replace(old, new)
    return text


def write(folder: Path, texts: dict[str, str]) -> None:
    """Write texts to files below a folder."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip(), "utf-8")


def prepare(folder: Path) -> None:
    """Lay out the games and what else the commands are given."""
    for name in ("snowballs", "regatta", "marbles", "tiles", "harbours"):
        shutil.copytree(GAMES / name, folder / name)
    shutil.copy(NOTEBOOK, folder / "notebook.txt")
    write(folder / "stones", STONES)
    write(folder / "lucky", LUCKY)
    for name, exchanged in OTHER_STONES.items():
        write(folder / name, {path: with_others(text, exchanged) for path, text in STONES.items()})
    write(folder / "rowdy", {"ruleset.yaml": STONES["ruleset.yaml"].replace("ruleset: stones", "ruleset: rowdy")})
    for name, rules in ROWDY.items():
        on = "rowdy+doubled" if name == "built" else "rowdy"
        head = f"variant: {name}\nextends: {on}\ntitle: {name}\nsource: {{document: slip, place: the slip}}\n"
        write(folder / "rowdy" / "variants" / name, {"variant.yaml": head, "change.rules": f"{rules}\n"})
    with (folder / "huge.txt").open("wb") as huge:
        huge.truncate(MOST_BYTES + 1)
    shutil.copytree(folder / "snowballs", folder / "told")
    write(folder / "told", {"told.yaml": "told: snowballs\nrules: {throwing.hit: {text: Roll for the splash.}}\n"})
    assert main(["accept", str(folder / "told")]) == 0
    shutil.copytree(folder / "snowballs", folder / "broken")
    twice = 'rules running "Running again"\n\ndefine stride(child: Child) -> 0..5 "a stride" = 1 +\n'
    write(folder / "broken", {"rules/again.rules": twice, "rules/once.rules": ONCE, "rules/more.rules": ONCE})
    write(folder, COMPARED)
    write(
        folder,
        {
            "slip.txt": SLIP,
            "headless/ruleset.yaml": "ruleset: [headless]\n",
            "script.yaml": "some: 3\n",
            "people.csv": "name,arm,legs,layers\nGrete,3.5,4,2\nHans,2,three,3\nHilde,2,3,1\n",
            "large.yaml": "some: 99\n",
            "wrong.yaml": WRONG,
            "untidy.rules": 'rules snow "Snow"\nprocedure throw( child:Child )   "{child} throws"\n  stop # at once\n',
            "bad.rules": 'rules snow "Snow"\nprocedure throw( child:Child ) "{child} throws"\n  stop at the\n',
            "out/html/notes.txt": "Nothing that a book would hold.\n",
        },
    )


ONCE = 'rules once "Once"\n\ndefine once -> 0..5 "once" = 1\n'


def shortened(name: str, other: str) -> Callable[[Path], None]:
    """Give what writes a journal that ends before its game does."""

    def write_it(folder: Path) -> None:
        lines = (folder / name).read_text("utf-8").splitlines(keepends=True)
        (folder / other).write_text("".join(lines[: len(lines) // 2]), "utf-8")

    return write_it


def with_another_entry(name: str, other: str, key: str, value: object) -> Callable[[Path], None]:
    """Give what writes a journal whose first entry of a sort holds what no game could."""

    def write_it(folder: Path) -> None:
        lines = (folder / name).read_text("utf-8").splitlines()
        at = next(number for number, line in enumerate(lines) if key in json.loads(line))
        lines[at] = json.dumps(json.loads(lines[at]) | {key: value})
        (folder / other).write_text("\n".join(lines) + "\n", "utf-8")

    return write_it


def in_other_database(was: str, becomes: str) -> Callable[[Path], None]:
    """Copy a database of games, and say of its games that they were played by other rules."""

    def write(folder: Path) -> None:
        shutil.copy(folder / was, folder / becomes)
        with closing(sqlite3.connect(folder / becomes)) as database, database:
            database.execute("""UPDATE games SET header = replace(header, '"rules": "', '"rules": "0')""")

    return write


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


PORT, OTHER_PORT = free_port(), free_port()
"""Ports at which nobody listens."""


def referee_at(port: int, winner: str | None) -> Callable[[Path], None]:
    """Host a game that is over, for one seat."""

    def host(folder: Path) -> None:
        def seat(connection: ServerConnection) -> None:
            connection.recv()
            sight = {
                "game": 1,
                "title": "Short",
                "side": None,
                "number": 1,
                "turn": 3,
                "question": None,
                "waits": None,
                "dice": None,
                "over": {"winner": winner, "words": "Turn 3."},
                "board": {"turn": 3, "side": None, "sides": [], "facts": [], "pieces": []},
                "picture": None,
                "log": {"start": 0, "lines": []},
                "left": None,
            }
            connection.send(json.dumps({"sight": sight}))
            Thread(target=server.shutdown).start()

        server = serve(seat, "127.0.0.1", port)
        Thread(target=server.serve_forever, daemon=True).start()

    return host


def of_other_rules(name: str, other: str) -> Callable[[Path], None]:
    """Give what writes a journal that was begun by other rules, and from another start."""

    def write_it(folder: Path) -> None:
        lines = (folder / name).read_text("utf-8").splitlines(keepends=True)
        header = json.loads(lines[0])
        elements = dict(header["elements"])
        changed, gone, *_ = elements
        header["elements"] = {**elements, changed: "00000000", "taking.gone": "00000000"}
        del header["elements"][gone]
        header |= {"rules": "0" * 32, "start": "0" * 32}
        (folder / other).write_text(json.dumps(header) + "\n" + "".join(lines[1:]), "utf-8")

    return write_it


def with_a_variant(name: str) -> Callable[[Path], None]:
    """Give what begins a variant of the snowball fight."""

    def write_it(folder: Path) -> None:
        write(folder / name, {"variant.yaml": f"variant: {name}\nextends: snowballs\ntitle: A house rule\n"})

    return write_it


def with_an_amended_figure(folder: Path) -> None:
    """Write a variant of the snowball fight that puts a figure in the place of one that a roster writes."""
    with_a_variant("hearty")(folder)
    roster = "roster: hearty\nkind: Child\namends: colds\ntitle: Who is hearty\nthings:\n  Fritz: {layers: 3}\n"
    write(folder / "hearty", {"hearty.yaml": roster})


def broken_now(name: str) -> Callable[[Path], None]:
    """Give what breaks the rules of a game that was played before."""

    def write_it(folder: Path) -> None:
        write(folder / name, {"rules/taking.rules": "rules taking\n"})

    return write_it
