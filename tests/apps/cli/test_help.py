"""Help: each command has an example that its parser accepts, and scenarios go by every name that is printed."""

import shlex
from pathlib import Path

import pytest

from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.apps.cli.game_choices import scenario_named
from quarterdeck.apps.cli.main import app, main
from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.workspace.ruleset.ruleset import Ruleset

GAMES = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_is_accepted_by_the_parser(name):
    words = shlex.split(COMMANDS[name].example)
    assert words[0] == name
    _, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
    assert bound.arguments or name in ("lsp", "explain")


def test_help_ends_with_the_example(capsys):
    assert main(["explain", "--help"]) == 0
    assert capsys.readouterr().out.strip().endswith(f"Example: quarterdeck {COMMANDS['explain'].example}")


@pytest.mark.parametrize("name", ["harbour", "scenarios.harbour", "Harbour", "Round the harbour", "round-the-harbour"])
def test_a_scenario_goes_by_every_form_of_its_name(name):
    assert scenario_named(Ruleset.open(str(GAMES / "regatta")), name) == "harbour"


def test_only_similar_names_are_suggested():
    ruleset = Ruleset.open(str(GAMES / "regatta"))
    with pytest.raises(UsageError, match="there are"):
        scenario_named(ruleset, "zzz")


def test_flags_work_by_the_names_that_they_had(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "pond"]) == 0
    assert main(["new", "variant", "calm", "--of=pond"]) == 0
    assert main(["test", "pond", "--only", "nowhere"]) == main(["test", "pond", "--search", "nowhere"])
    assert main(["coverage", "pond", "--draft"]) == main(["coverage", "pond", "--rows"])
    assert "no such flag" not in capsys.readouterr().err
