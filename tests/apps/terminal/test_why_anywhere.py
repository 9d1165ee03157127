"""`why` explains any entry of any journal, at every depth: the small games, and a game of all sorts of phases.

What a step speaks of has been named by the phase around it, and that by what is around the phase: a roll there is
explained with all of these names.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from quarterdeck.analysis.why.why_records import Why
from quarterdeck.apps.api.keeping import KeptGame, open_journal
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.why import print_explanation
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.engine.run.happenings import Rolled
from tests.apps.terminal.program import quarterdeck

pytestmark = pytest.mark.no_cover

GAMES = Path(__file__).parents[2] / "games"
RULESET = """
ruleset: phases
language: 1
title: All sorts of phases
edition: first
documents: {slip: {title: A slip, by: us}}
dice: [d2, d6]
chapters: [doing]
"""
COMPONENTS = """
components: phases
enums:
  Mood: {ladder: [glum, calm, merry], many: moods}
kinds:
  Game:
    fields:
      winds: {type: deck of Mood, words: the winds, holds: {glum: 3, calm: 3, merry: 3}, capacity: 9}
  Side:
    fields:
      keen: {type: 0..6, words: keenness, start: "0"}
      plan: {type: 0..9, words: plan, start: "0", seen_by: owner}
  Pawn:
    one: pawn
    many: pawns
    capacity: 4
    owner: side
    fields:
      side: {type: Side, words: side, fixed: yes}
      wet: {type: 0..9, words: wet, start: "2"}
      mood: {type: Mood, words: mood, start: calm}
"""
RULES = """
rules doing "Doing" cites "the slip"

turn "A turn"
    phase keenness "Keenness"
        each side rolls keen on d6, ties again
        order sides by keen, highest first
    phase by_side "One after another", for each side in order
        step rolling "Rolling"
            for each pawn in pawns where pawn.side is side
                roll luck on d2 plus side.keen "luck"
                    modifier damp: -1 when pawn.wet > 2 and side.keen > 3 "if it is wet"
                set pawn.wet to luck
        step checking "Checking"
            check hit on d6 plus side.keen "a hit"
                success when total >= 4 + side.keen
                modifier eager: +1 when side.keen = 6 "if it is keen"
                natural 6: success, then again, up to 2
            step within "Within"
                roll more on lowest of greatest(1, hit.successes) times d6 plus side.keen "more"
                check all_of_it on d6 "all of it"
                    success when total <= more + side.keen
    phase named "What is named"
        let most = greatest(pawn.wet for pawn in pawns)
        tally count: 0..9 = most
        step telling "Telling"
            roll chance on d6 "the chance"
            add 1 to count, to no more than 9
            for each pawn in pawns, highest pawn.wet first
                step each "Each"
                    check deep on d6 plus pawn.wet "a deep breath"
                        success when total > most + count + chance
            draw wind from game.winds, or none "the wind"
            shuffle game.winds
        step choosing "Choosing", for each side
            choose child by side from pawns where child.side is side, or none "Whom does {side} send?"
                require dry: child.wet <= most else "{child} is too wet"
            choose far by side from 0 to most, default 0 "How far?"
            step sending "Sending"
                when child is not none
                    check arrives on d6 "it arrives"
                        success when total > far or child.wet > most - 1
    phase waiting "Waiting", effects at the end
        let worst = greatest(pawn.wet for pawn in pawns)
        step volley "A volley", for each side in order
            for each pawn in pawns where pawn.side is side
                check throw on 2d6 "a throw"
                    success when total > worst + side.keen
                do soak(pawn, throw.successes)
        at the close
            for each pawn in pawns where pawn.wet > before(pawn.wet)
                roll gloom on d2 plus before(pawn.wet) "its gloom"
                when gloom > pawn.wet
                    do sadden(pawn)
    phase secrets "Secrets", in secret, for all sides at once
        choose plan by side from 1 to 6, default 2, in secret "What does {side} plan?"
        roll hunch on d6 in secret by side "a hunch"
        set side.plan to plan
        step more "More"
            check wise on d6 in secret by side "a wise plan"
                success when total <= plan + hunch
            set side.plan to 9 when wise.successes > 0
    phase end "The end"
        for each side in sides
            reveal side.plan
            announce "{side} planned {side.plan}"
        for each pawn in pawns
            announce "{pawn} is {pawn.mood}"
        step rounds "Rounds"
            repeat up to 2 times
                for each n from 1 to 2
                    check last on d6 "the last"
                        success when total > n
                    stop when last.successes > 0
        let mood = calm
        for each pawn in pawns
            do cheer(pawn, mood)

procedure cheer(pawn: Pawn, mood: Mood) "{pawn} is cheered"
    check cheered on d6 "it is cheered"
        success when total > pawn.wet
    set pawn.mood to mood when cheered.successes > 0

effect soak(pawn: Pawn, amount: 0..9) "{pawn} gets wet"
    add amount to pawn.wet, to no more than 9

effect sadden(pawn: Pawn) "{pawn} is sad"
    set pawn.mood to glum
"""
TABLE = """
scenario: table
title: On the table
source: {document: slip, place: the slip}
turn_limit: 3
sides:
  red:
    title: Red
    things:
      Pawn: [{name: Anna}, {name: Carl}]
  blue:
    title: Blue
    things:
      Pawn: [{name: Ben}]
"""
VARIANT = """
variant: windy
extends: phases
title: Wind
source: {document: slip, place: the slip, kind: house}
"""
WINDY = """
rules windy "Wind" cites "the slip"

add step gusts after turn.by_side.rolling "Gusts" cites "the slip"
    for each pawn in pawns where pawn.side is side
        check blown on d6 "it is blown away"
            success when total > side.keen

add step squall after turn.named.telling "Squall" cites "the slip"
    roll force on d6 plus most "its force"
    check broken on d6 "it breaks"
        success when total > force - count
"""


def written(folder: Path) -> Path:
    texts = {
        "ruleset.yaml": RULESET,
        "components.yaml": COMPONENTS,
        "rules/doing.rules": RULES,
        "scenarios/table.yaml": TABLE,
        "variants/windy/variant.yaml": VARIANT,
        "variants/windy/windy.rules": WINDY,
    }
    for name, text in texts.items():
        path = folder / "phases" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip(), "utf-8")
    return folder / "phases"


def played(journal: Path, *what: object) -> KeptGame:
    done = quarterdeck("play", *what, "--sides", "random", "--seed", 3, "--save", journal, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    return open_journal(journal)


def explained(kept: KeptGame, number: int) -> Why:
    """Explain an entry in every way."""
    found = kept.why(number)
    for depth in (1, 2, 3):
        print_explanation(Screen(), found, kept.explaining.wording, depth)
    print_json(found)
    return found


@pytest.fixture(scope="module")
def phases(tmp_path_factory) -> KeptGame:
    folder = tmp_path_factory.mktemp("phases")
    return played(folder / "phases.jsonl", written(folder), "table")


@pytest.fixture(scope="module")
def windy(tmp_path_factory) -> KeptGame:
    folder = tmp_path_factory.mktemp("windy")
    return played(folder / "windy.jsonl", f"{written(folder)}+windy", "table")


@pytest.mark.parametrize("game", ["phases", "windy"])
def test_every_entry_of_all_sorts_of_phases_is_explained(game, request):
    kept = request.getfixturevalue(game)
    sites = [site.address for site in kept.game.built.program.sites]
    assert ("turn.by_side.gusts.blown" in sites) is (game == "windy")
    came_up = set()
    for number, entry in enumerate(kept.explaining.replayed.record, 1):
        found = explained(kept, number)
        came_up.add(entry["at"])
        if found.roll is not None and found.roll.success is not None:
            assert found.roll.needed is not None
            assert found.roll.needed.text
            assert (found.roll.natural in found.roll.needed.faces) is found.roll.success
    assert came_up == set(sites)


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("turn.by_side.checking.hit", {"side.keen"}),
        ("turn.by_side.checking.within.all_of_it", {"more", "side.keen"}),
        ("turn.by_side.gusts.blown", {"side.keen"}),
        ("turn.named.telling.each.deep", {"most", "count", "chance"}),
        ("turn.named.squall.broken", {"force", "count"}),
        ("turn.named.choosing.sending.arrives", {"far", "child.wet", "most"}),
        ("turn.waiting.volley.throw", {"worst", "side.keen"}),
        ("turn.secrets.more.wise", {"plan", "hunch"}),
        ("turn.end.rounds.last", {"n"}),
        ("doing.cheer.cheered", {"pawn.wet"}),
    ],
)
def test_what_was_named_around_a_step_has_its_value_in_what_was_needed(windy, address, names):
    event = next(e for e in windy.explaining.replayed.events if isinstance(e, Rolled) and e.address == address)
    roll = windy.why(event.entry).roll
    assert roll is not None
    assert roll.needed is not None
    assert {one.written for one in roll.needed.values} == names


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("snowballs", "cousins"), ("regatta", "harbour"), ("marbles", "pavement"), ("tiles", "kitchen")],
)
def test_the_first_entries_of_each_roll_and_choice_of_the_small_games_are_explained(game, scenario, tmp_path):
    kept = played(tmp_path / "game.jsonl", GAMES / game, scenario)
    met: Counter[str] = Counter()
    for number, entry in enumerate(kept.explaining.replayed.record, 1):
        met[entry["at"]] += 1
        if met[entry["at"]] <= 2:
            explained(kept, number)
    assert met
