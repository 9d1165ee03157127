"""A program that comes from the cache is the one that was lowered and optimised, and is made again when it is not."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.walking import walk
from quarterdeck.program.form.world import world_of
from quarterdeck.program.lower import ruleset as lowering
from quarterdeck.workspace.pipeline.program_cache import Form

GAMES = Path(__file__).parents[1] / "games"
PARTS = ("settings", "layout", "routines", "acting_tables", "value_tables", "turn", "sites", "starts", "expectations")
PASSED = ("memos", "advice_memos", "timeless")
SHIPPED = ("easyships", "fear_god", "quickfire", "ships_and_sails")
SMALL = ("snowballs", "regatta", "marbles", "tiles", "harbours")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "rulesets"


@pytest.fixture
def lowered(monkeypatch):
    """Give a list with an entry for each program that is really lowered."""
    found: list[str] = []
    lower = lowering.lower

    def counted(checked, *given, **named):
        found.append(checked.declared.name)
        return lower(checked, *given, **named)

    monkeypatch.setattr(lowering, "lower", counted)
    return found


def spans(program: Program) -> list[object]:
    routines = program.routines.values()
    return [one.span for one in routines] + [
        getattr(node, "span", None) for one in routines for node in walk((one.value, one.block))
    ]


def built(game: str):
    """Build a ruleset in a new object, through all passes."""
    findings = Findings()
    found = Ruleset.open(game).built(findings)
    assert not findings
    assert found.optimised.routines.keys() == found.program.routines.keys()
    return found


@pytest.mark.parametrize(
    "game",
    [
        "ships_and_sails",
        *(str(GAMES / name) for name in SMALL),
        *(pytest.param(one, marks=pytest.mark.soak) for one in SHIPPED if one != "ships_and_sails"),
    ],
)
def test_a_kept_program_is_the_one_that_was_made(game, cache, lowered):
    made = built(game)
    kept = built(game)
    assert len(lowered) == 1
    for one, other in ((made.program, kept.program), (made.optimised, kept.optimised)):
        assert list(one.routines) == list(other.routines)
        for part in (*PARTS, *PASSED):
            assert getattr(one, part) == getattr(other, part), part
        assert spans(one) == spans(other)
        assert other.world == world_of(kept.checked.declared)
    for trace in (False, True):
        assert made.module(trace).source == kept.module(trace).source


def test_of_one_ruleset_only_the_first_build_is_kept(cache, lowered):
    for _ in range(2):
        ruleset = Ruleset.open(str(GAMES / "snowballs"))
        for options in ({}, {"high_walls": False}):
            assert ruleset.built(Findings(), options).optimised.routines
    assert len(lowered) == 3
    assert [len(list(cache.glob(f"*.{form}-*"))) for form in Form] == [1, 1]


@pytest.mark.parametrize("form", Form)
def test_a_broken_program_is_made_again(form, cache, lowered):
    first = built(str(GAMES / "snowballs"))
    (entry,) = cache.glob(f"*.{form}-*")
    entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    assert built(str(GAMES / "snowballs")).optimised.routines == first.optimised.routines
    made = len(lowered)
    assert made == (2 if form is Form.LOWERED else 1)
    built(str(GAMES / "snowballs"))
    assert len(lowered) == made
    assert entry.read_bytes()[-1:] != b"?"


def test_a_changed_rule_is_lowered_again(cache, lowered, tmp_path):
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    built(str(game))
    rules = next(iter(sorted(game.rglob("*.rules"))))
    rules.write_text(rules.read_text("utf-8") + "\n# a line more\n", "utf-8")
    built(str(game))
    assert len(lowered) == 2
