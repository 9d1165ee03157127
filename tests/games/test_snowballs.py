"""A small game of ours: it uses every construct of the language, and passes everything that a ruleset can be put to."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.resources import rulesets_folder
from quarterdeck.base.text import read
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, GameResult, play
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.documents.shape import Shape
from quarterdeck.language.syntax import nodes
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.stages import load

GAME = Path(__file__).parent / "snowballs"
GAMES = [str(GAME), f"{GAME}+thaw", f"{GAME}+frosty", f"{GAME}+thaw+league", f"{GAME}+little_ones"]
SCENARIOS = sorted(path.stem for path in GAME.glob("scenarios/*.yaml"))


@cache
def opened(game: str) -> Ruleset:
    return Ruleset(load(game))


def played(game: str, scenario: str, seed: int) -> GameResult:
    ruleset = opened(game)
    findings = Findings()
    built, situation = ruleset.scenario(scenario, findings)
    assert as_text(findings) == ""
    deciders = {side: RandomDecider(seed * 10 + place) for place, side in enumerate(situation.things.values())}
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    return play(built.module(), Context(built.program, situation, dice, deciders))


# --- every construct


def everything_said(loaded: Loaded) -> Iterator[nodes.Node]:
    """Give all nodes of the game and its variants, those in cells and fields of YAML too."""
    assert loaded.pieces is not None
    assert loaded.declared is not None
    for pieces in [loaded.pieces, *loaded.variants.values()]:
        for file in pieces.files:
            for unit in [*file.units, *([file.header] if file.header else [])]:
                yield from unit.walk()
    for table in loaded.declared.tables.values():
        for row in table.rows:
            for cell in row.cells:
                for part in [*cell.statements, *([cell.value] if cell.value else [])]:
                    yield from part.walk()
    for kind in loaded.declared.kinds.values():
        for known in kind.fields.values():
            if known.start is not None:
                yield from known.start.walk()


def kinds_of_nodes() -> set[type[nodes.Node]]:
    """Give the classes of nodes that a text can hold: those that no other is derived from."""
    return {
        kind
        for _, kind in inspect.getmembers(nodes, inspect.isclass)
        if issubclass(kind, nodes.Node) and not kind.__subclasses__()
    }


def test_every_construct_of_the_grammar_is_used():
    """What is drawn from decks is said in the regatta, which is played with cards."""
    used = {type(node) for game in GAMES[-2:] for node in everything_said(opened(game).loaded)}
    used |= {type(node) for node in everything_said(load(str(GAME.parent / "regatta")))} | {nodes.DeckOfType}
    used |= {nodes.AddCase}  # tests/language/variants adds cases
    assert sorted(kind.__name__ for kind in kinds_of_nodes() - used) == []


def test_every_form_of_a_word_is_used():
    """Where the grammar lets one node say several things, all of them are said."""
    said: dict[str, set[str]] = {}
    for node in everything_said(opened(GAMES[-2]).loaded):
        for part in node.parts():
            if isinstance(part, nodes.Word):
                said.setdefault(type(node).__name__, set()).add(" ".join(part.text.split()))
    assert said["Compare"] >= {"=", "is", "is not", "<", ">", "<=", ">=", "in", "not in"}
    assert said["Rounding"] >= {"rounded up", "rounded down", "rounded nearest", "to tenths", "to hundredths"}
    assert said["Natural"] >= {"success", "failure"}


def shapes_in(value: object) -> Iterator[Shape]:
    if isinstance(value, Shape):
        yield value
        value = {name: getattr(value, name) for name in value.keys}
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from shapes_in(item)


ELSEWHERE = {
    shapes.Vocabulary, shapes.TopicShape, shapes.Along, shapes.NumberAsked, shapes.Measure, shapes.Pair,
    shapes.HistoricBattle, shapes.Scale, shapes.ComparisonDocument, shapes.MeasureHere, shapes.BattleHere,
    shapes.DoneEachTurn, shapes.Until, shapes.TableByCondition,
}  # fmt: skip
IN_THE_HANDBOOK = {
    "PictureAsked.constants", "PictureAsked.options", "PictureCase.constants", "PictureCase.options",
    "Pictures.leave_out", "VariantHead.plugins",
}  # fmt: skip
"""Keys of which the pages on pictures and plugins have an example, which is run."""


def test_every_key_of_every_document_is_used():
    """Small games of ours say what is measured freely, drawn from decks, and placed on squares.

    How rules are told, what pictures show and what lies on the table is said by the games that come with the
    interpreter; how games are compared is for tests/apps/comparison. Tables by
    condition are for tests/language/checks.
    """
    documents = [
        document.shape
        for loaded in (
            *(opened(game).loaded for game in GAMES[-3:]),
            *(load(str(GAME.parent / name)) for name in ("harbours", "marbles", "regatta", "tiles")),
        )
        for pieces in [loaded.pieces, *loaded.variants.values()]
        if pieces is not None
        for document in pieces.documents
    ]
    folder = rulesets_folder()
    shipped = [path for name in ("told", "pictures", "components") for path in folder.glob(f"*/{name}.yaml")]
    shipped += folder.glob("*/told_examples*.yaml")
    documents += [
        document.shape
        for path in shipped
        if (document := parse_document(read(path, path.name), Findings())) is not None
    ]
    used = {
        f"{type(shape).__name__}.{name}"
        for document in documents
        for shape in shapes_in(document)
        for name in shape.specified
    }
    models = [m for _, m in inspect.getmembers(shapes, inspect.isclass) if issubclass(m, Shape)]
    known = {f"{model.__name__}.{name}" for model in models if model not in ELSEWHERE for name in model.keys}
    assert sorted(known - used) == sorted(IN_THE_HANDBOOK)


# --- what a ruleset can be put to


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wrong_with_it(game):
    assert as_text(opened(game).findings) == ""


def test_it_is_written_in_canonical_text():
    assert main(["fmt", "--check", str(GAME)]) == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_is_played_to_its_end(game, scenario):
    for seed in range(1, 4):
        result = played(game, scenario, seed)
        assert result.turn >= 1


def test_somebody_wins_now_and_then():
    winners = {played(GAMES[0], "cousins", seed).winner for seed in range(1, 13)}
    assert {"", "Hosts", "Cousins"} >= winners
    assert len(winners) > 1


def test_a_timer_that_goes_on_is_due_again_and_again():
    """`start child.drying in 1 spell, then every spell`: due three minutes later, and every three minutes from then."""
    ruleset = opened(GAMES[0])
    built, situation = ruleset.scenario("playground", Findings())
    feel_the_cold = built.module().routine("snow.feel_the_cold")
    game, layout = built.program.layout.arrays["Game"].base, built.program.layout
    anna = situation.things["Anna"]
    state = situation.state
    state[anna + layout.offsets["Child.drying"]] = 4
    state[anna + layout.offsets["Child.wet"]] = 9
    dried = []
    deciders = {side: RandomDecider(1) for side in situation.things.values()}
    for turn in range(1, 12):
        state[game + layout.offsets["Game.turn"]] = turn
        before = state[anna + layout.offsets["Child.wet"]]
        dice = SeededDice(turn, [site.address for site in built.program.sites])
        context = Context(built.program, situation, dice, deciders)
        feel_the_cold(context, state, state)
        if state[anna + layout.offsets["Child.wet"]] < before:
            dried.append(turn)
    assert dried == [4, 7, 10]


def test_its_worked_examples_come_out():
    assert main(["test", str(GAME)]) == 0


def test_odds_are_those_worked_out_by_hand(capsys):
    """Anna throws once at Dora, three paces away.

    Her gang holds the line, so a 4 or more hits: 1/2. She throws two dice for the splash, of which the higher counts,
    less one: 0 in 1 of 36, 1-2 in 8, 3-4 in 16, 5 in 11. Dora wears one layer, so these wet her by 0, 1, 2 and 3.
    """
    asked = ["throwing.throw", "--of", "a_good_throw", "--show", "target.wet", "--json"]
    assert main(["odds", str(GAME), *asked]) == 0
    found = json.loads(capsys.readouterr().out)["odds"][0]
    chances = {row["values"][0]: Fraction(row["weight"], found["below"]) for row in found["rows"]}
    assert chances == {0: Fraction(37, 72), 1: Fraction(1, 9), 2: Fraction(2, 9), 3: Fraction(11, 72)}


def test_a_variant_is_told_apart_address_by_address(capsys):
    main(["diff", str(GAME), f"{GAME}+thaw", "--json"])
    text = capsys.readouterr().out
    for address in ("throwing.throw.aim.far", "throwing.hit.splash.dusty", "turn.snow.melting", "cold_dice.4+"):
        assert address in text


def test_a_roster_takes_only_the_rows_it_asks_for():
    """Gustav stands in the register, and is too small to fight."""
    ruleset = opened(str(GAME))
    children = ruleset.rosters(ruleset.built(Findings()))
    assert "Fritz" in children
    assert "Gustav" not in children


def test_it_is_printed_as_a_book(tmp_path):
    assert main(["book", f"{GAME}+thaw", "--folder", str(tmp_path), "--format", "html"]) == 0
    page = (tmp_path / "html" / "rules.throwing.html").read_text("utf-8")
    for words in ("Who throws far throws badly.", "(at most 9)", "A natural 1 is never a hit."):
        assert words in page


def test_a_kept_game_is_played_again_to_the_same_journal(tmp_path):
    kept, again = tmp_path / "kept.jsonl", tmp_path / "again.jsonl"
    assert main(["play", str(GAME), "playground", "--sides", "random,random", "--seed", "7", "--save", str(kept)]) == 0
    assert main(["replay", str(kept), "--to", str(again)]) == 0
    assert kept.read_bytes() == again.read_bytes()
