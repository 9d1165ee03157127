"""`check` carries out set-ups that ask nobody, and reports those that cannot be carried out."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.set_ups import check_set_ups
from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings

STARTER = Path(__file__).parents[3] / "starter"
LIMIT = """rules muster "Muster" cites "notes"

procedure muster() "both sides muster"
{before}    do count_off()

procedure count_off() "ships are counted off"
    require few: count(ship in ships) <= {most} else "{{count(ship in ships)}} ships are too many"
"""


def found_in(folder: Path, most: int, before: str = "") -> list[tuple[str, str, str, str]]:
    """Give what is found where no more ships are allowed, and something comes before they are counted."""
    game = shutil.copytree(STARTER, folder / "game")
    (game / "rules" / "muster.rules").write_text(LIMIT.format(most=most, before=before), "utf-8")
    (scenario,) = game.glob("scenarios/*.yaml")
    scenario.write_text(f"{scenario.read_text('utf-8')}setup: [do muster()]\n", "utf-8")
    findings = Findings()
    check_set_ups(Ruleset.open(str(game)), findings)
    return [(one.code, one.message, one.rule, Path(one.span.file.path).name) for one in findings]


@pytest.mark.parametrize("before", ["", "    for each ship in ships\n        set ship.hull to 1\n"])
def test_a_set_up_that_fails_is_reported_at_the_scenario(before, tmp_path):
    ((code, message, rule, file),) = found_in(tmp_path, 1, before)
    assert code == "QD698"
    assert message.startswith("the set-up cannot run: ")
    assert "ships are too many" in message
    assert (rule, file) == ("muster.count_off", "first_meeting.yaml")


def test_a_set_up_that_is_carried_out_is_no_finding(tmp_path):
    assert found_in(tmp_path, 5) == []


def test_what_follows_a_die_is_left_to_play(tmp_path):
    roll = '    roll lot on d6 "the lot"\n    when lot > 1\n        announce "the lot is {lot}"\n'
    assert found_in(tmp_path, 1, roll) == []
