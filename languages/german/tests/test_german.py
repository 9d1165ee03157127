"""The German of the rules: samples of the small games, the grammar beneath, the catalogue, and what falls back.

The samples stand in `german.md`.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base import resources
from quarterdeck.language.declarations.builtins import FUNCTIONS, OF_DECKS
from quarterdeck.print.book.plan import plan
from quarterdeck.prose.text.blocks import Book, Box, Section, Steps
from quarterdeck.prose.text.runs import Text, joined, plain, text
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck_german import catalogue, grammar
from quarterdeck_german.elements import GermanRules
from quarterdeck_german.frame import Framer
from quarterdeck_german.german_books import GERMAN
from quarterdeck_german.german_writer import TONGUE, GermanWriter
from quarterdeck_german.grammar import (
    CASES,
    FormError,
    GermanClause,
    GermanNoun,
    GermanSeveral,
    clause,
    fixed,
    negated,
    noun_of,
    of,
    phrase,
    relative,
    slots_in,
    tidied,
)
from quarterdeck_german.messages import MESSAGES
from quarterdeck_german.things import GermanThings
from quarterdeck_german.vocabulary import GermanWords
from tests.prose.english.test_stages import checked_in

HERE = Path(__file__).parent
GAMES = {name: HERE.parents[2] / "tests" / "games" / name for name in ("snowballs", "marbles", "regatta", "tiles")}
PAGE = HERE / "german.md"
BLOCK = re.compile(r"^```text (\S+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(PAGE.read_text("utf-8"))
GERMAN_MODULES = Path(grammar.__file__).parent


@cache
def writer(game: str) -> GermanWriter:
    return GermanWriter(Ruleset.open(str(GAMES[game])).checked)


def sections(game: str) -> Iterator[Section]:
    """Give every section that a book may have, but for examples, rulings and what is missing: those no planner says."""
    german = writer(game)
    for group in (german.chapters, german.loose_tables, german.things, german.scenarios):
        for section in group():
            yield from section.walk()


def test_words_at_the_head_of_a_phase_and_of_a_step_are_said(tmp_path: Path) -> None:
    game = shutil.copytree(GAMES["snowballs"], tmp_path / "snowballs")
    rules, words = game / "rules" / "turn.rules", game / "words.de.yaml"
    supper, volley = 'phase supper "Supper" cites "page eight"', 'step volley "The volley", for each side in order'
    text = rules.read_text("utf-8").replace(supper, f'{supper}\n        "Soup is hot."')
    rules.write_text(text.replace(volley, f'{volley}\n            "Duck."'), "utf-8")
    known = words.read_text("utf-8").replace(
        "\nprose:\n", "\nprose:\n  Soup is hot.: Die Suppe ist heiß.\n  Duck.: Duckt euch.\n"
    )
    words.write_text(known, "utf-8")
    german = GermanWriter(Ruleset.open(str(game)).checked)
    assert german.said("turn.supper").splitlines()[1] == "Die Suppe ist heiß."
    assert german.said("turn.throwing").splitlines()[1].startswith("1. Die Salve. Duckt euch. Jede Bande")


def test_a_draw_after_a_win_does_not_read_as_if_it_always_came(tmp_path: Path) -> None:
    game = shutil.copytree(GAMES["snowballs"], tmp_path / "snowballs")
    rules = game / "rules" / "winning.rules"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace(" unless any(side in sides where is_ahead(side))", ""), "utf-8")
    german = GermanWriter(Ruleset.open(str(game)).checked).said("winning.judge")
    assert "Wenn das Spiel bis dahin nicht zu Ende ist, endet das Spiel unentschieden: " in german


# --- the small games, which use every construct


@pytest.mark.parametrize(("game", "address", "told"), BLOCKS, ids=[f"{game}-{address}" for game, address, _ in BLOCKS])
def test_the_page_shows_what_is_said(game: str, address: str, told: str, request: pytest.FixtureRequest) -> None:
    """What the page of samples shows is what the rules say; `--record` writes it anew."""
    now = writer(game).said(address) + "\n"
    if request.config.getoption("--record", default=False):
        opening = f"```text {game} {address}\n"
        page = PAGE.read_text("utf-8").replace(f"{opening}{told}```", f"{opening}{now}```")
        PAGE.write_text(page, "utf-8")
    else:
        assert now == told


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_generated_of_the_small_games_is_in_german(game: str) -> None:
    """No section of the games that use every construct falls back to English."""
    assert [section.address for section in sections(game) if section.marks.tongue] == []
    assert writer(game).lacking == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_mark_stands_where_none_may(game: str) -> None:
    """No sentence has two commas or blanks in a row, a comma before its stop, a slot, or an English article."""
    for words in (plain(words) for section in sections(game) for words in section.texts()):
        assert not re.search(r",\s*[,.;:)]|  |[{}|]|\b[Tt]he\b|\bof\b", words), words


def test_what_lacks_a_word_is_in_english_and_marked() -> None:
    """A rule of which one word is lacking is in English as a whole, and says so; the others stay in German."""
    german = GermanWriter(Ruleset.open(str(GAMES["snowballs"])).checked)
    del german.vocabulary.names["way"]
    run, stride = german.section("running.run"), german.section("running.stride")
    assert run is not None
    assert stride is not None
    assert run.marks.tongue == TONGUE
    assert plain(run.title) == "A child runs"
    assert not stride.marks.tongue
    assert german.lacking == {"running.run": "running.run.way"}


@dataclass(frozen=True)
class AnyWords(GermanWords):
    """Words for whatever is asked."""

    def noun(self, address: str) -> GermanNoun:
        self.nouns[address] = "das Ding / Dinge"
        return noun_of(self.nouns[address])

    def clause(self, address: str) -> str:
        return "| dingt/dingen | {not}" if address[:1].isupper() else "das Ding | dingt | {not}"

    def text(self, address: str) -> str:
        return "Wort"

    def in_prose(self, english: str) -> str:
        return "Satz"

    def local(self, rule: str, name: str) -> GermanNoun | None:
        return noun_of("die Sache / Sachen")


IN_ORDER = """
line_up(side: Side) -> list of Child
die Reihe {side:gen}
all(child in children where child.side is side, highest child.wet first)
Die Reihe einer Bande ist alle Kinder, die zur Bande gehören, beginnend mit dem höchsten Wert der Nässe.

arms_up(side: Side) -> list of 0..40
die Kraft {side:gen}
all(child.arm for child in children where child.side is side, lowest child.wet first)
Die Kraft einer Bande ist die Armkraft aller Kinder, die zur Bande gehören, beginnend mit dem niedrigsten Wert der Nässe.

arm_up(side: Side) -> 0..40
der Arm {side:gen}
first(child.arm for child in children, lowest child.wet first)
Der Arm einer Bande ist die Armkraft des Kindes, gerechnet für das Kind mit dem kleinsten Wert der Nässe unter allen Kindern.
"""  # noqa: E501


def test_an_order_is_said_of_lists_and_of_what_is_first(tmp_path: Path) -> None:
    game = shutil.copytree(GAMES["snowballs"], tmp_path / "game")
    pieces = [piece.split("\n") for piece in IN_ORDER.strip().split("\n\n")]
    with (game / "rules" / "throwing.rules").open("a", encoding="utf-8") as rules:
        rules.writelines(f'\ndefine {head} "{head[:4]} of {{side}}" = {value}\n' for head, _, value, _ in pieces)
    words = (game / "words.de.yaml").read_text("utf-8")
    nouns = "".join(f"  throwing.{head.partition('(')[0]}: {said}\n" for head, said, _, _ in pieces)
    (game / "words.de.yaml").write_text(words.replace("nouns:\n", f"nouns:\n{nouns}", 1), "utf-8")
    german = GermanWriter(Ruleset.open(str(game)).checked)
    for head, _, _, told in pieces:
        assert german.said(f"throwing.{head.partition('(')[0]}") == told


def test_no_rule_of_a_game_is_beyond_the_planner() -> None:
    """With words for everything, a whole game is in German: the planner refuses no construct in any place."""
    german = GermanWriter(Ruleset.open("ships_and_sails").checked)
    german.vocabulary = AnyWords()
    german.german_rules = GermanRules(german.checked, german.vocabulary)
    german.german_things = GermanThings(german.checked, german.vocabulary)
    told = [section for section in german.all_sections() if section.sort not in german.ALWAYS_ENGLISH]
    assert len(told) > 100
    assert german.lacking == {}


# --- grammar


def cases(words: str, **slots: str) -> str:
    found = phrase(noun_of(words), "the", **{name: fixed(value) for name, value in slots.items()})
    return " ".join(plain(found.case(case)) + "," for case in CASES).rstrip(",")


@pytest.mark.parametrize(
    ("words", "declined"),
    [
        ("das Kind / Kinder / Kindes", "das Kind, das Kind, dem Kind, des Kindes"),
        ("der letzte Wurf / Würfe", "der letzte Wurf, den letzten Wurf, dem letzten Wurf, des letzten Wurfs"),
        ("die Bö / Böen", "die Bö, die Bö, der Bö, der Bö"),
        ("der Maat / Maate", "der Maat, den Maat, dem Maat, des Maats"),
        ("der Matrose / Matrosen / Matrosen", "der Matrose, den Matrosen, dem Matrosen, des Matrosen"),
        ("/ Kinder dort", "die Kinder dort, die Kinder dort, den Kindern dort, der Kinder dort"),
        ("das Doppelte*", "das Doppelte, das Doppelte, dem Doppelten, des Doppelten"),
        (
            "die zu erwartende Bö",
            "die zu erwartende Bö, die zu erwartende Bö, der zu erwartenden Bö, der zu erwartenden Bö",
        ),
    ],
)
def test_nouns_are_declined(words: str, declined: str) -> None:
    """A noun has its article, its adjectives and its own ending in each case."""
    assert cases(words) == declined


def test_adjectives_end_as_their_article_wants() -> None:
    """Behind `kein` and behind nothing an adjective ends otherwise than behind `das`."""
    target = noun_of("das letzte Ziel / Ziele")
    assert [target.declined(determiner, "nom", many=False) for determiner in ("the", "no", "")] == [
        "das letzte Ziel",
        "kein letztes Ziel",
        "letztes Ziel",
    ]
    assert target.declined("all", "dat", many=True) == "allen letzten Zielen"


CHILD = phrase(noun_of("das Kind / Kinder / Kindes"))
PLAN = clause("{a} | macht/machen | {not} seinen Plan | aus-", a=CHILD)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (PLAN.main(), "das Kind macht seinen Plan aus"),
        (PLAN.inverted(), "macht das Kind seinen Plan aus"),
        (PLAN.subordinate(), "das Kind seinen Plan ausmacht"),
        (clause("{a} | ist/sind | {not} | gelaufen", a=CHILD).subordinate(), "das Kind gelaufen ist"),
        (clause("es? | gilt | von nun an").inverted(), "gilt von nun an"),
    ],
)  # fmt: skip
def test_a_clause_has_three_orders(said: Text, words: str) -> None:
    """The verb comes second, first or last; its first part goes with it where it is last."""
    assert plain(said) == words


def test_nicht_stands_where_the_clause_says() -> None:
    """A negated clause has `nicht` at its place, and what is said instead of that where there is something better."""
    there_is = clause("es | gibt | {a:acc}", a=phrase(noun_of("der Wall / Wälle"), "a"))
    no_one = clause("es | gibt | {a:acc}", a=phrase(noun_of("der Wall / Wälle"), "no"))
    better = GermanClause(**{**vars(there_is), "opposite": no_one})
    found = (negated(PLAN), negated(better))
    assert [plain(one.subordinate()) for one in found if isinstance(one, GermanClause)] == [
        "das Kind nicht seinen Plan ausmacht",
        "es keinen Wall gibt",
    ]


def test_conditions_hang_on_their_noun() -> None:
    """A relative clause has the pronoun as its subject, before what is its own, or behind `bei`."""
    child = phrase(noun_of("das Kind / Kinder / Kindes"))
    child = grammar.Phrase(**{**vars(child), "entity": "child"})
    wet = clause("{a} | ist/sind | {not} | nass", a=child)
    large = clause("{a} | ist/sind | groß", a=of(phrase(noun_of("die letzte Nässe")), child))
    night = clause("es | ist | Nacht")
    assert plain(relative(GermanSeveral("und", (wet, large, night)), "child", "n")) == (
        "das nass ist, dessen letzte Nässe groß ist und bei dem es Nacht ist"
    )
    assert plain(
        relative(GermanSeveral("oder", (wet, GermanSeveral("und", (large, night)))), "child", grammar.MANY)
    ) == ("die nass sind oder (deren letzte Nässe groß ist und bei denen es Nacht ist)")


def test_commas_that_close_nothing_are_gone() -> None:
    """A relative clause ends in a comma, unless its sentence or a bracket ends there."""
    assert plain(tidied(text("jedes Kind, das nass ist,, läuft, wenn es kalt ist,."))) == (
        "jedes Kind, das nass ist, läuft, wenn es kalt ist."
    )


@pytest.mark.parametrize("words", ["Kind", "das kind", "der"])
def test_what_is_no_noun_is_refused(words: str) -> None:
    """A noun needs an article, and a capital."""
    with pytest.raises(FormError):
        noun_of(words)


# --- the catalogue


@pytest.mark.parametrize("key", catalogue.PHRASES)
def test_every_phrase_can_be_declined(key: str) -> None:
    """Each phrase of the catalogue is a noun with what hangs on it."""
    noun = noun_of(catalogue.PHRASES[key])
    slots = dict.fromkeys(slots_in(catalogue.PHRASES[key]), CHILD)
    assert len({plain(phrase(noun, "the", **slots).case(case)) for case in CASES}) > 1


@pytest.mark.parametrize("key", catalogue.CLAUSES)
def test_every_clause_can_be_turned(key: str) -> None:
    """Each clause of the catalogue can stand behind `wenn`, and its verb agrees with what may be many."""
    slots = dict.fromkeys(slots_in(catalogue.CLAUSES[key]), CHILD)
    made = clause(catalogue.CLAUSES[key], **slots)
    assert plain(made.main())
    assert plain(made.subordinate())


def test_every_function_of_the_language_has_german_words() -> None:
    """A function has a phrase or a clause of its own name, or is one that is said in several ways."""
    otherwise = {"least", "greatest", "count", "point", "turned", "heading_turned", *OF_DECKS}
    assert FUNCTIONS.keys() - catalogue.PHRASES.keys() - catalogue.CLAUSES.keys() - otherwise == set()


SHELVES = {
    "say": catalogue.TEXTS,
    "claim": catalogue.CLAUSES,
    "call": catalogue.PHRASES,
    "known_noun": catalogue.PHRASES,
}


def keys_asked_for() -> Iterator[tuple[str, str]]:
    """Give the keys that the planner names word by word, each with what looks it up."""
    for path in sorted(GERMAN_MODULES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.IfExp(body=one, orelse=other), *_]) if name in SHELVES:
                    keys = [one, other]
                case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in SHELVES:
                    keys = [first]
                case _:
                    continue
            yield from ((name, str(key.value)) for key in keys if isinstance(key, ast.Constant))


def test_every_key_that_is_asked_for_is_there() -> None:
    """No wording is looked up that the catalogue has not."""
    asked = set(keys_asked_for())
    assert len(asked) > 100
    assert [(name, key) for name, key in sorted(asked) if key not in SHELVES[name]] == []


# --- what is said of tables, scenarios and steps


def test_rows_from_below_nothing_are_said_with_a_word(tmp_path: Path) -> None:
    """A dash between numbers would be behind a minus, or before one."""
    game = shutil.copytree(GAMES["snowballs"], tmp_path / "game")
    chills = "table: chills\ntitle: Chills\nkey: {chill: -9..9 tenths}\ngives: 0..9\nrows: {ROWS}\n"
    rows = "..-5.1: 1, -5--2.5: 2, -2.4-1: 3, 1.1-3: 4, 3.1+: 5"
    (game / "tables" / "chills.yaml").write_text(chills.replace("ROWS", rows), "utf-8")
    german = GermanWriter(Ruleset.open(str(game)).checked)
    table = german.checked.declared.tables["chills"]
    minus = "\N{MINUS SIGN}"
    assert [plain(german.german_things.stretch(table, 0, row.low, row.high)) for row in table.rows][1:4] == [
        f"{minus}5 bis {minus}2,5",
        f"{minus}2,4 bis 1",
        "1,1\N{EN DASH}3",
    ]


def test_what_a_scenario_says_of_some_things_alone_is_said_of_the_others_as_well(tmp_path: Path) -> None:
    game = shutil.copytree(GAMES["snowballs"], tmp_path / "game")
    scenario = game / "scenarios" / "cousins.yaml"
    words = scenario.read_text("utf-8")
    assert "{like: Hugo, " in words
    scenario.write_text(words.replace("{like: Hugo, ", "{like: Hugo, mood: glum, wet: 2, "), "utf-8")
    scenarios = GermanWriter(Ruleset.open(str(game)).checked).scenarios()
    (cousins,) = [one for one in scenarios if one.address == "scenarios.cousins"]
    grid = cousins.sections[1].grid
    assert grid is not None
    rows = [[plain(cell.text) for cell in row.cells] for row in grid.rows]
    assert [row[-2:] for row in rows] == [["ruhig", "0"], ["trübsinnig", "2"]]


def test_what_no_scenario_says_is_told() -> None:
    """Of its decks the scenario names one, and another begins with nothing."""
    usual = writer("regatta").usual()
    assert usual is not None
    assert [plain(point.text) for point in usual.points] == [
        "Trickstapel: 2 Spinnaker und 2 Abkürzungen.",
        "Beutel mit Pannen: 3 zerrissene Segel und 2 Lecks.",
    ]


def test_the_book_says_what_is_hidden_and_from_whom() -> None:
    assert [plain(point.text) for point in writer("regatta").hidden()] == [
        "Nur der eigenen Seite bekannt, bis eine Regel es aufdeckt: der Inhalt der Hand eines Clubs.",
        "Niemandem bekannt, bis eine Regel es aufdeckt: der Inhalt des Trickstapels.",
    ]


STEP_WORDS = """\
words: de
nouns:
  Child: das Kind / Kinder / Kindes
  Side: die Bande / Banden
  Child.side: die Bande / Banden {child:gen}
  Child.target: das letzte Ziel
  Side.larder: die Vorratskammer
  Game.sack: der Beutel
  Game.eaten: der Haufen
clauses:
  Child.gone_home: "{} | ist/sind | {not} nach Hause | gegangen"
  rounds.soak: "{child} | wird/werden | {not} nass"
texts: {turn.drill: Übung, turn.drill.first: Erste Übung, turn.drill.last: Letzte Übung}
"""


def test_a_step_says_when_its_effects_come_into_force_and_whose_close_it_is(tmp_path: Path) -> None:
    section = GermanWriter(checked_in(tmp_path, STEP_WORDS)).section("turn.drill")
    assert section is not None
    assert not section.marks.tongue
    first, last = (plain(joined(point.after, " ")) for point in section.points[:2])
    assert first == last
    assert first.startswith("Was in diesem Schritt geschieht, wird erst an seinem Ende wirksam.")
    closes = [plain(point.text) for point in section.all_points() if "Schluss" in plain(point.text)]
    assert closes == ["Am Schluss des Schritts:", "Am Schluss der Phase:"]


# --- the frame


def constants() -> str:
    """Give all words that stand in the modules of the book; what is filled in is `{}`."""
    found: list[str] = []
    for path in sorted(one for part in ("prose", "print") for one in (resources.PACKAGE / part).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str() as words):
                    found.append(words)
                case ast.JoinedStr(values=values):
                    parts = (str(part.value) if isinstance(part, ast.Constant) else "{}" for part in values)
                    found.append("".join(parts))
    return "\n".join(found).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def test_every_message_is_one_that_the_book_says() -> None:
    """A sentence of the frame that is changed in English is missed here, and not only in German books."""
    said = constants()
    wanted = (message.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for message in MESSAGES)
    lost = [
        message
        for message in wanted
        if any(part.strip(" .:;()") not in said for part in re.split(r"\{\}|(?<=\.) |(?<=odds)", message))
    ]
    assert lost == []


@cache
def book() -> Book:
    return plan(Ruleset.open(str(GAMES["snowballs"])), language=GERMAN).book


def test_the_frame_is_in_german() -> None:
    """Titles and leads are German; chapters that keep an English sentence say so, and no other does."""
    titles = [plain(page.section.title) for page in book().pages]
    assert book().language == "de"
    assert book().title == "Schneeballschlacht"
    assert [title for title in titles if title.endswith("(EN)")] == ["Aufgebote (EN)", "Blätter zum Kopieren (EN)"]
    assert {"Wie dieses Buch zu lesen ist", "Szenarien", "Entscheidungen", "Was fehlt", "Zahlen nach Namen"} <= set(
        titles
    )


def boxes(given: object) -> Iterator[Box]:
    """Give every box below something."""
    if isinstance(given, Box):
        yield given
    elif isinstance(given, tuple):
        yield from (box for one in given for box in boxes(one))
    elif is_dataclass(given) and not isinstance(given, type):
        yield from (box for one in fields(given) for box in boxes(getattr(given, one.name)))


def test_worked_examples_are_in_german_as_far_as_they_have_words() -> None:
    """An example is told as it was carried out, in one language: German with all its words, else English and marked."""
    told = {plain(box.title): box for box in boxes(book().pages) if box.sort == "example"}
    assert "Beispiel: Anna trifft Dora" in told
    assert not [title for title in told if "(EN)" in title]
    steps = next(block for block in told["Beispiel: Anna trifft Dora"].blocks if isinstance(block, Steps))
    assert [plain(point.text) for point in steps.points][:2] == [
        "Anna nimmt einen Schneeball aus den Taschen.",
        "Treffer: 4 + 1 (solange die Bande die Stellung hält) = 5 – ein Treffer.",
    ]
    lacking = {plain(box.title) for box in boxes(plan(Ruleset.open(str(GAMES["marbles"])), language=GERMAN).book.pages)}
    assert "Beispiel (EN): The green one is flicked at the red one" in lacking


def test_authors_words_are_found_whatever_stands_around_them() -> None:
    """Words of an author are known with a capital and a stop, and as parts of a row of such words."""
    framer = Framer({"page two": "Seite zwei", "written in pencil": "mit Bleistift"})
    assert framer.words("Written in pencil.") == "Mit Bleistift."
    assert framer.words("page two, written in pencil") == "Seite zwei, mit Bleistift"
    assert framer.words("page two, in ink") is None


def test_an_example_of_a_phase_is_printed() -> None:
    """A phase is no rule and has no inputs; Quickfire has no German words."""
    titles = [plain(box.title) for box in boxes(plan(Ruleset.open("quickfire"), language=GERMAN).book.pages)]
    assert any(title.startswith("Beispiel (EN)") for title in titles)


def test_a_book_says_how_much_of_it_has_german_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "tests/games/marbles", "--language", "de", "--format", "html", "--folder", str(tmp_path)]) == 0
    assert re.search(r"[0-9]+ of [0-9]+ elements are in German", capsys.readouterr().err)
