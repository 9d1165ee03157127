"""What is lowered under some settings is what it would be alone, and nothing is lowered twice for nothing."""

from __future__ import annotations

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations import types
from quarterdeck.program.form.as_json import program_as_json
from quarterdeck.program.lower.ruleset import lower


def flipped(ruleset: Ruleset) -> dict[str, bool]:
    """Give each option of yes or no the other way round."""
    settings = ruleset.built(Findings()).program.settings
    return {
        option.name: not settings[option.name]
        for option in ruleset.declared.options.values()
        if isinstance(option.type, types.Boolean)
    }


@pytest.mark.parametrize("game", ["easyships", "quickfire", "ships_and_sails"])
def test_builds_of_one_ruleset_are_what_each_is_alone(game):
    ruleset = Ruleset.open(game)
    options = flipped(ruleset)
    assert options
    for given in ({name: value} for name, value in [*options.items()][:4]):
        built = ruleset.built(Findings(), given)
        alone = lower(ruleset.checked, {name: int(value) for name, value in given.items()})
        assert program_as_json(built.program) == program_as_json(alone)


def test_only_what_reads_another_setting_is_lowered_again():
    ruleset = Ruleset.open("easyships")
    one, *_ = flipped(ruleset).items()
    ruleset.built(Findings(), dict([one]))
    ruleset.built(Findings(), {}, {}, {"columns": 30, "rows": 30})
    lowered = {address: len(pieces) for address, pieces in ruleset.pieces.items()}
    again = {address for address, count in lowered.items() if count > 1}
    reading = {address for address, pieces in ruleset.pieces.items() if any(read for read, _ in pieces)}
    assert again
    assert again <= reading
    assert len(again) < len(lowered) / 4
