"""A variant that says `only_when:` is that variant in some games, and nothing at all in the others."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.setup import set_up
from quarterdeck.language.declarations.addresses import Element, elements
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.meaning.canonical import expression_in
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.language.syntax import nodes
from quarterdeck.language.variants.entailing import entails, excludes
from quarterdeck.workspace.pipeline.folders import ruleset_names, variant_names
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.stages import accept, load
from quarterdeck.workspace.pipeline.variants import lay_all, parse_variant

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"
SOURCE = "source: {document: notebook, place: page nine}"
FROSTY = "only_when: game.frost >= 3"
UNFINISHED = {"QD421", "QD425"}


def written(game: Path, name: str, rules: str, more: str = FROSTY, below: str = "") -> str:
    """Write a variant; give what the game is called with it."""
    folder = game / "variants" / name
    folder.mkdir(parents=True)
    head = f"variant: {name}\nextends: snowballs{below}\ntitle: Variant {name}\n{SOURCE}\n{more}\n"
    (folder / "variant.yaml").write_text(head, "utf-8")
    (folder / f"{name}.rules").write_text(rules, "utf-8")
    return f"{game}+{name}"


@cache
def below() -> Loaded:
    return load(str(SNOWBALLS))


def laid(folder: Path, rules: str, more: str = FROSTY, **documents: str) -> tuple[Declared, Findings]:
    """Lay one variant over the game, and check nothing behind that."""
    written(folder, "one", rules, more)
    for name, text in documents.items():
        (folder / "variants" / "one" / f"{name}.yaml").write_text(text, "utf-8")
    findings = Findings()
    base = below().base
    assert base is not None
    return lay_all(base, {"one": parse_variant(folder / "variants" / "one", findings)}, findings), findings


def the_only(findings: Findings) -> tuple[str, str, int, str]:
    (finding,) = findings
    return finding.code, finding.message, finding.span.line, finding.hint


def sound(game: str) -> Loaded:
    loaded = load(game)
    assert not {finding.code for finding in loaded.findings} - UNFINISHED, as_text(loaded.findings)
    return loaded


def said(loaded: Loaded | Declared, address: str) -> str:
    declared = loaded.declared if isinstance(loaded, Loaded) else loaded
    assert declared is not None
    return text_of(elements(declared)[address])


def only_finding(game: str) -> tuple[str, str, int, str]:
    """Give code, message, line and hint of the only finding, which stands in the variant."""
    (finding,) = [finding for finding in load(game).findings if finding.code not in UNFINISHED]
    assert "/rules/" not in finding.span.file.path
    return finding.code, finding.message, finding.span.line, finding.hint


def fought(ruleset: Ruleset, scenario: str, seed: int, **facts: object) -> tuple[object, ...]:
    """Fight a battle by lot; give what was rolled and decided, what was told, and how it ended."""
    findings = Findings()
    known = ruleset.declared.scenarios[scenario]
    shape = known.shape
    built = ruleset.built(findings, shape.options, {**shape.constants, **facts}, shape.board)
    situation = set_up(built.program, known, ruleset.rosters(built), findings)
    assert not findings
    sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
    deciders = {side: RandomDecider(seed + place) for place, side in enumerate(sides)}
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    result = play(built.module(), Context(built.program, situation, dice, deciders))
    return result.winner, result.turn, result.record.lines, result.told, result.state


# --- what becomes of what it changes


MERGED = [
    (
        'amend modifier throwing.throw.aim.known: +2 when child.target is target "again"\n',
        "throwing.throw.aim.known",
        'modifier known: +2 when game.frost >= 3 and child.target is target "again"',
    ),
    (
        'amend modifier throwing.throw.aim.known: +2 when child.target is target "again"\n',
        "throwing.throw.aim.known_otherwise",
        'modifier known_otherwise: +1 when game.frost < 3 and child.target is target "at the same child again"',
    ),
    (
        "amend modifier throwing.throw.aim.known: +1 when range > 2\n",
        "throwing.throw.aim.known",
        ("modifier known: +1 when game.frost >= 3 and range > 2 or game.frost < 3 and child.target is target "
        '"at the same child again"'),
    ),
    (
        "remove modifier throwing.throw.aim.known\n",
        "throwing.throw.aim.known",
        'modifier known: +1 when game.frost < 3 and child.target is target "at the same child again"',
    ),
    (
        'add modifier throwing.throw.aim.windy: -1 "in the wind"\n',
        "throwing.throw.aim.windy",
        'modifier windy: -1 when game.frost >= 3 "in the wind"',
    ),
    (
        "remove require throwing.take_aim.target.in_reach\n",
        "throwing.take_aim.target.in_reach",
        ("require in_reach: game.frost >= 3 or distance(child.place, target.place) <= reach(child) "
        'else "{target} is too far away" ruling S2'),
    ),
    (
        'add require running.run.way.dry: child.wet < 9 or child.ran else "{child} is too wet to run"\n',
        "running.run.way.dry",
        'require dry: game.frost < 3 or child.wet < 9 or child.ran else "{child} is too wet to run"',
    ),
    (
        "amend case throwing.dice_of.strong: 2 if child.arm >= 3\n",
        "throwing.dice_of",
        ("    strong: 2 if game.frost >= 3 and child.arm >= 3\n"
        "    strong_otherwise: 2 if game.frost < 3 and child.arm >= 3.5\n    1 otherwise"),
    ),
    (
        "amend define throwing.bonus(child: Child) -> 0..3 paces = least(2, original)\n",
        "throwing.bonus",
        "    least(2, original) if game.frost >= 3\n    original otherwise",
    ),
    (
        "amend procedure snow.end_minute\n    do original\n    announce \"brr\"\n",
        "snow.end_minute",
        '    do original\n    announce "brr" when game.frost >= 3',
    ),
    (
        'add statement before running.run.trail.1\n    announce "{child} sets off"\n',
        "running.run",
        '    announce "{child} sets off" when game.frost >= 3\n    set child.trail to [child.place]',
    ),
    (
        "remove statement running.run.finish\n",
        "running.run",
        "    finish when game.frost < 3 and child.mood is glum",
    ),
    (
        "amend statement throwing.hit.splash\n    roll splash on d6 minus 1 \"how wet it gets\"\n",
        "throwing.hit",
        ("    when game.frost >= 3\n        roll splash on d6 minus 1 \"how wet it gets\"\n"
        "        apply splashes[splash, target.layers](target, child)\n    otherwise\n"
        "        roll splash on highest of dice_of(child) times d6 minus 1"),
    ),
    (
        'add phase chill after turn.snow "Chill"\n    announce "brr"\n',
        "turn.chill",
        '    announce "brr" when game.frost >= 3',
    ),
    ("remove phase turn.supper\n", "turn.supper", "when game.frost < 3\n        do call_home()\n        do judge()"),
    (
        'amend step turn.snow.cold\n    do original\n    announce "brr"\n',
        "turn.snow.cold",
        'do feel_the_cold()\n    announce "brr" when game.frost >= 3',
    ),
    (
        'add step melting after turn.snow.packing "Melting"\n    announce "drip"\n',
        "turn.snow.melting",
        'announce "drip" when game.frost >= 3',
    ),
    (
        "amend row splashes.1-2. 3+\n    do soak(target, 1)\n",
        "splashes.1-2.3+",
        "do soak(target, 1) when game.frost >= 3",
    ),
    (
        "split row splashes.5-7 into 5, 6-7\namend row splashes.6-7. 2\n    do cheer(thrower)\n",
        "splashes.6-7.2",
        "do cheer(thrower)\notherwise\n    do soak(target, 2)",
    ),
    ("amend cell reaches.calm. ..1 = 7\n", "reaches.calm...1", "one.reaches_calm_1"),
    (
        "amend modifier throwing.throw.aim.known: +2 when game.frost >= 2 and child.target is target\n",
        "throwing.throw.aim.known",
        "modifier known: +2 when game.frost >= 3 and child.target is target",
    ),
    (
        "amend case throwing.dice_of.strong: 2 if game.frost < 3 or child.arm > 3\n",
        "throwing.dice_of.strong",
        "strong: 2 if game.frost >= 3 and (game.frost < 3 or child.arm > 3)",
    ),
    (
        (
            "amend statement snow.feel_the_cold.end_minute\n    announce 'cold' when game.frost > 2\n"
            "    do original unless game.frost < 1\n    announce 'mild' when game.frost < 2\n"
        ).replace("'", '"'),
        "snow.feel_the_cold",
        '    when game.frost >= 3\n        announce "cold"\n        do end_minute()\n    otherwise\n',
    ),
    ("amend option high_walls = yes\n", "throwing.high_walls", "high_walls: boolean = game.frost >= 3"),
    (
        'add require snow.build.few: count(walls) < 20 else "there are walls enough"\n',
        "snow.build",
        'require few: game.frost < 3 or count(walls) < 20 else "there are walls enough"',
    ),
    (
        ("amend statement snow.pack.when\n    when child in builders\n        do make_snowball(child)\n"
        "    otherwise\n        for each round from 1 to rounds(side)\n            do make_snowball(child)\n"),
        "snow.pack",
        ("        when child in builders\n            when game.frost >= 3\n                do make_snowball(child)\n"
        "            otherwise\n                do build(child)\n        otherwise\n"),
    ),
    (
        ("remove row splashes.8+\nadd row splashes.8\n    cell ..1 = none\n    cell 2 = none\n    cell 3+ = none\n\n"
        "add row splashes.9+\n    cell ..1 = none\n    cell 2 = none\n    cell 3+\n        do cheer(thrower)\n"),
        "splashes.8.2",
        "when game.frost < 3\n    do soak(target, 3)\n    do cheer(thrower)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "address", "text"), MERGED)
def test_only_what_differs_is_guarded(tmp_path, rules, address, text):
    declared, findings = laid(tmp_path, rules)
    assert as_text(findings) == ""
    assert text in said(declared, address)


def test_what_is_taken_away_stays_for_the_other_games(game):
    gone = ("option high_walls", "require throwing.take_aim.target.in_the_open", "define throwing.is_hidden")
    rules = "".join(f"remove {one}\n" for one in gone)
    loaded = sound(written(game, "one", rules))
    assert not loaded.voids
    assert said(loaded, "throwing.is_hidden").startswith("define is_hidden(")
    assert "game.frost >= 3 or not is_hidden(child, target)" in said(loaded, "throwing.take_aim.target.in_the_open")


def test_a_figure_that_hangs_on_the_condition_is_what_its_cell_says_and_nothing_else(tmp_path):
    declared, findings = laid(tmp_path, "amend cell reaches.calm. ..1 = 7\n")
    rule = declared.rules["one.reaches_calm_1"]
    assert (as_text(findings), rule.cell, "one.reaches_calm_1" in elements(declared)) == ("", "reaches.calm...1", False)
    thing = Element("one", "reaches_calm_1", "define", rule, rule.node.span)
    assert "7 if game.frost >= 3\n    6 otherwise" in text_of(thing)


def condition(text: str) -> nodes.Expression:
    found = expression_in(text)
    assert found is not None
    return found


NEVER = "amend modifier throwing.throw.aim.frozen: {change} when {condition}\n"


def test_what_can_never_hold_under_the_condition_is_not_there(tmp_path):
    """The base has -1 from a frost of 4 on: below 3 that never counts, and from 3 on nothing below 2 does."""
    rules = NEVER.format(change="-2", condition="game.frost >= 3")
    declared, findings = laid(tmp_path / "some", rules)
    assert as_text(findings) == ""
    assert "throwing.throw.aim.frozen_otherwise" not in elements(declared)
    assert 'modifier frozen: -2 when game.frost >= 3 "' in said(declared, "throwing.throw.aim.frozen")
    declared, _ = laid(tmp_path / "none", NEVER.format(change="-2", condition="game.frost < 2 and child.captain"))
    assert "throwing.throw.aim.frozen" not in elements(declared)


@pytest.mark.parametrize(
    ("known", "asked", "is_so"),
    [
        ("a > 3", "a >= 3", True),
        ("a >= 3", "a > 3", False),
        ("a = 3", "a >= 3", True),
        ("a >= 3", "a <= 3", False),
        ("a >= 3", "b >= 3", False),
        ("a is x", "(a is x)", True),
        ("a", "a", True),
        ("a >= 3", "a >= b", False),
    ],
)
def test_one_condition_says_another_as_well(known, asked, is_so):
    assert entails(condition(known), condition(asked)) is is_so


@pytest.mark.parametrize(
    ("known", "asked", "is_so"),
    [
        ("a > 3", "a <= 3", True),
        ("a >= 3", "a <= 3", False),
        ("a >= 3", "a < 3", True),
        ("a = 3", "a = 4", True),
        ("a is x", "a is y", True),
        ("a is x", "a is z", False),
        ("a is x", "b is y", False),
        ("a is not x", "a is x", True),
        ("a", "not a", True),
        ("not (a or b)", "a or b", True),
        ("a", "b", False),
    ],
)
def test_two_conditions_never_hold_together(known, asked, is_so):
    assert excludes(condition(known), condition(asked), {"x", "y"}) is is_so
    assert excludes(condition(asked), condition(known), {"x", "y"}) is is_so


# --- the same in play


ALL = (SNOWBALLS / "variants" / "thaw" / "thaw.rules").read_text("utf-8").replace("amend cell cold_dice.4+ = d6\n", "")
MUCH = f"""{ALL}
amend cell reaches.calm. ..1 = 7
amend cell reaches.merry. 2-3 = 8
amend modifier throwing.throw.aim.frozen: -2 when game.frost >= 3 "with frozen hands"
amend modifier throwing.throw.aim.steady: -2 when game.frost < 2
amend option high_walls = yes
amend statement snow.feel_the_cold.end_minute
    announce "the minute is over"
    do original

split row splashes.5-7 into 5, 6-7

amend row splashes.6-7. ..1
    do original
    do cheer(thrower)

amend procedure winning.judge
    do original unless count(walls) > 3

add phase counting after turn.start "Counting" cites "page fourteen"
    for each gang in sides where count(outdoors(gang)) = 1
        announce "one child is left outside"

amend statement throwing.hit.splash
    roll splash on dice_of(child) times d6 minus 1 "how wet it gets"
        modifier some: at least 0
        modifier full: at most 9

remove row splashes.8+

add row splashes.8
    cell ..1
        do soak(target, 2)
    cell 2 = none
    cell 3+ = none

add row splashes.9+
    cell ..1
        do soak(target, 3)
    cell 2
        do cheer(thrower)
    cell 3+
        do cheer(thrower)

amend statement snow.pack.when
    when child in builders
        do build(child)
        do make_snowball(child)
    otherwise
        for each round from 1 to rounds(side)
            do make_snowball(child)
"""


@cache
def three(folder: Path) -> tuple[Ruleset, Ruleset, Ruleset]:
    """Give the game with a variant under a condition, with the same for all games, and without it."""
    shutil.copytree(SNOWBALLS, folder, ignore=shutil.ignore_patterns("variants"))
    much = MUCH.replace("remove modifier throwing.hit.splash.dusty\n", "")
    rulesets = [Ruleset(sound(game)) for game in (written(folder, "some", much), written(folder, "all", much, more=""))]
    return rulesets[0], rulesets[1], Ruleset(sound(str(folder)))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", ["playground", "cousins"])
def test_it_is_played_where_the_condition_holds_and_not_where_it_does_not(seed, scenario, tmp_path_factory):
    some, always, without = three(tmp_path_factory.getbasetemp() / "conditions" / "snowballs")
    changed = 0
    for frost in (2, 3):
        battles = [fought(one, scenario, seed, frost=frost) for one in (some, always, without)]
        assert battles[0] == battles[1 if frost == 3 else 2]
        changed += battles[1] != battles[2]
    assert changed


@pytest.mark.soak
@pytest.mark.parametrize("name", [f"{game}+{name}" for game in ruleset_names() for name in
                                  variant_names(resources.rulesets_folder() / game)])  # fmt: skip
def test_shipped_variants_may_have_a_condition(name, tmp_path):
    """All but one: it says how ships of the roster turn, which no condition bears on."""
    game, _, variant = name.partition("+")
    folder = tmp_path / variant
    shutil.copytree(resources.rulesets_folder() / game / "variants" / variant, folder)
    head = folder / "variant.yaml"
    head.write_text(f"{head.read_text('utf-8')}only_when: game.switched\n", "utf-8")
    fact = 'components: switch\nconstants: {switched: {type: boolean, words: switched on, start: "no"}}\n'
    (folder / "switch.yaml").write_text(fact, "utf-8")
    some, always, without = (Ruleset.open(one) for one in (f"{game}+{folder}", name, game))
    if variant == "agile":
        assert {finding.code for finding in some.findings} == {"QD518"}
        return
    assert as_text(some.findings) == ""
    for scenario in sorted(without.declared.scenarios)[:2]:
        assert fought(some, scenario, 1, switched=True) == fought(always, scenario, 1)
        assert fought(some, scenario, 1)[:4] == fought(without, scenario, 1)[:4]


# --- what it may ask, and what it may not bear on


SETTLED = ["game.frost > 2 and high_walls", "not high_walls", "game.snow in [powder, crust]", "endurance > 3",
           "endurance * 2 = 8", "frozen_hands < 0", "game.frost in [2, 3] or game.prize is dryness"]  # fmt: skip


@pytest.mark.parametrize("condition", SETTLED)
def test_it_may_ask_for_what_is_settled_as_a_game_begins(tmp_path, condition):
    rules = 'add modifier throwing.throw.aim.windy: -1 "in the wind"\n'
    declared, findings = laid(tmp_path, rules, f"only_when: {condition}")
    assert as_text(findings) == ""
    assert "-1 when " in said(declared, "throwing.throw.aim.windy")


UNSETTLED = [
    ("game.turn > 3", "QD517", "`game.turn` is not fixed when a game begins"),
    ("count(children) > 3", "QD517", "`count(children)` is not fixed when a game begins"),
    ("is_over", "QD517", "`is_over` is not fixed when a game begins"),
    ("game.frosty", "QD517", "`game.frosty` is not fixed when a game begins"),
    ("high_wall", "QD517", "`high_wall` is not fixed when a game begins"),
    ("reaches[calm, 1] > 3", "QD517", "`reaches[calm, 1]` is not fixed when a game begins"),
    (
        "distance(child.place, child.place) > 1",
        "QD517",
        "`distance(child.place, child.place)` is not fixed when a game begins",
    ),
]


@pytest.mark.parametrize(("condition", "code", "message"), UNSETTLED)
def test_what_it_may_not_ask_is_found_once_at_its_line(tmp_path, condition, code, message):
    rules = 'add modifier throwing.throw.aim.windy: -1 "in the wind"\nremove modifier throwing.throw.aim.known\n'
    found = the_only(laid(tmp_path, rules, f"only_when: {condition}")[1])
    assert found[:3] == (code, message, 5)


@pytest.mark.parametrize(
    ("condition", "code"), [("game.frost", "QD372"), ("game.frost >=", "QD106"), ("game.snow is 3", "QD353")]
)
def test_what_is_no_condition_is_found_once_at_its_line(game, condition, code):
    rules = 'add modifier throwing.throw.aim.windy: -1 "in the wind"\nremove modifier throwing.throw.aim.known\n'
    found = only_finding(written(game, "one", rules, f"only_when: {condition}"))
    assert (found[0], found[2]) == (code, 5)


CANNOT = [
    ("move phase turn.snow before turn.running\n", "the place of `turn.snow`"),
    ("move step turn.snow.cold before turn.snow.packing\n", "the place of `turn.snow.cold`"),
    ('amend phase turn.snow "Snow and ice"\n', "the title and the order of `turn.snow`"),
    ("amend cell cold_dice.4+ = d6\n", "whether `cold_dice.4+` gives nothing, or dice"),
    ("amend option frozen_hands = -2\n", "the default of the option `frozen_hands`, which is not yes or no,"),
    ('amend define throwing.bonus(child: Child) -> 0..3 paces "the might of {child}" = original\n',
     "the words of `throwing.bonus`"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "what"), CANNOT)
def test_what_cannot_hang_on_a_condition_is_found_at_its_line(tmp_path, rules, what):
    code, message, line, hint = the_only(laid(tmp_path, rules)[1])
    assert (code, message, line) == ("QD518", f"{what} cannot depend on a condition", 1)
    assert hint


DATA = [
    ("components: more\nkinds: {Side: {fields: {keenness: {type: 0..6, words: zeal, start: '1', replaces: yes}}}}\n",
     "the type of the field `Side.keenness`"),
    ("components: more\nconstants: {frost: {type: 0..5, words: cold, start: '3', replaces: yes}}\n",
     "the declaration of `frost`"),
    (("roster: more\nkind: Child\namends: street\ntitle: More\n"
     "source: {document: notebook, place: page nine}\nthings: {Anna: {layers: 3}}\n"),
     "the figure `rosters.street.Anna.layers`"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "what"), DATA)
def test_data_of_every_game_cannot_hang_on_a_condition(tmp_path, text, what):
    rules = 'add modifier throwing.throw.aim.windy: -1 "in the wind"\n'
    assert the_only(laid(tmp_path, rules, data=text)[1])[:2] == ("QD518", f"{what} cannot depend on a condition")


def test_a_condition_on_which_nothing_hangs_is_found(game):
    rules = 'option gloves: boolean = no "gloves are worn" apart "it is for players"\n'
    code, message, line, _ = only_finding(written(game, "one", rules))
    assert (code, message, line) == ("QD518", "nothing that `one` changes depends on its condition", 5)


def test_an_amendment_that_says_what_is_there_may_be_the_first(game, capsys):
    """So begins who lets `amend` write it."""
    asked = written(game, "one", "")
    assert main(["amend", asked, "throwing.throw.aim.known"]) == 0
    assert "amend modifier throwing.throw.aim.known: +1" in capsys.readouterr().out


def test_a_fault_of_the_variant_is_found_as_in_any_other(game):
    rules = "remove row splashes.8+\n"
    assert only_finding(written(game, "one", rules))[:3] == ("QD401", "no row of `splashes` covers splash 8 to 9", 1)


# --- several


def test_variants_for_different_games_may_amend_one_thing_in_order(game):
    modifier = 'amend modifier throwing.throw.aim.known: +{} when child.target is target "again"\n'
    written(game, "cold", modifier.format(2), "only_when: game.frost >= 3")
    loaded = sound(f"{written(game, 'warm', modifier.format(3), 'only_when: game.frost < 2', '+cold')}")
    known = [said(loaded, f"throwing.throw.aim.{name}") for name in ("known", "known_otherwise_2")]
    assert "+3 when game.frost < 2 and" in known[0]
    assert "+2 when game.frost >= 2 and game.frost >= 3 and" in known[1]


def test_a_variant_that_extends_one_with_a_condition_may_have_none(game):
    written(game, "cold", 'add modifier throwing.throw.aim.windy: -1 "in the wind"\n')
    rules = 'amend modifier throwing.throw.aim.windy: -2 when original "in a gale"\n'
    loaded = sound(written(game, "gale", rules.replace(" when original", ""), "", "+cold"))
    assert "-2 when game.frost >= 3" in said(loaded, "throwing.throw.aim.windy")


def test_an_option_of_its_own_may_be_its_condition(game):
    option = 'option windy: boolean = no "it is windy" cites "page nine"\n\n'
    rules = f'{option}add modifier throwing.throw.aim.windy: -1 "in the wind"\n'
    loaded = sound(written(game, "one", rules, "only_when: windy"))
    assert "-1 when windy" in said(loaded, "throwing.throw.aim.windy")


def test_what_it_changes_is_accepted_as_that_of_any_other(game):
    asked = written(game, "one", 'amend modifier throwing.throw.aim.known: +2 "again"\nremove phase turn.supper\n')
    assert accept(asked)[1]
    sound(asked)
    rules = game / "rules" / "throwing.rules"
    rules.write_text(rules.read_text("utf-8").replace("known: +1", "known: +3"), "utf-8")
    assert [f.code for f in load(asked).findings if f.code not in UNFINISHED] == ["QD511"]
