"""What is only set up may stand on the build of other settings, as long as nothing that it is made of reads them."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.analysis.trial.data_faults import looked_through
from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings

GAMES = sorted(path.parent for path in (Path(__file__).parents[2] / "games").rglob("ruleset.yaml"))
BASE = Path(__file__).parents[2] / "language" / "base"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_cases_and_scenarios_are_set_up_alike_on_a_build_for_that_alone(folder):
    ruleset = Ruleset.open(str(folder))
    whole, light = ExampleRunner(ruleset), ExampleRunner(ruleset.to_set_up())
    cases = list(cases_of(ruleset.declared))
    assert cases
    for case in cases:
        one, other = whole.prepare(case, Findings()), light.prepare(case, Findings())
        assert one is not None
        assert other is not None
        puts = (one.put, other.put)
        states, names = ([getattr(put.situation, part) for put in puts] for part in ("state", "names"))
        assert states[0] == states[1]
        assert names[0] == names[1]
        assert puts[0].arguments == puts[1].arguments
        assert puts[0].built.program.settings == puts[1].built.program.settings
    assert not looked_through(ruleset).findings


def test_what_a_roster_reads_makes_a_build_of_its_own(tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    rules = next(iter(sorted((game / "rules").glob("*.rules"))))
    rules.write_text(
        rules.read_text("utf-8")
        + '\noption wet_start: 0..6 = 1 "the water at the start"\n'
        + '\noption other_thing: boolean = no "something else"\n',
        "utf-8",
    )
    components = game / "components.yaml"
    text = components.read_text("utf-8")
    components.write_text(text.replace('wet: {type: 0..6, start: "0"}', "wet: {type: 0..6, start: wet_start}"), "utf-8")
    assert components.read_text("utf-8") != text
    ruleset = Ruleset.open(str(game))
    assert ruleset.read_to_set_up == {"wet_start"}
    setting_up = ruleset.to_set_up()
    plain = setting_up.built(Findings())
    other = setting_up.built(Findings(), {"other_thing": "yes"})
    wet = setting_up.built(Findings(), {"wet_start": "3"})
    assert [plain.program.starts["Child.wet"], wet.program.starts["Child.wet"]] == [(1,), (3,)]
    assert other.program.routines is plain.program.routines
    assert wet.program.routines is not plain.program.routines
    assert ruleset.rosters(other) is ruleset.rosters(ruleset.built(Findings()))
