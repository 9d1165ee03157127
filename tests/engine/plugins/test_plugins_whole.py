"""Plugins in whole games: functions of the language, choices, who listens, who decides, commands, and their faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.api import Facts, Ruleset, play, replay
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.plugins.reading import PluginFaultError
from quarterdeck.language.meaning.fingerprint import played_by
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.ruleset.rule_question import asked

SNOWBALLS = str(Path(__file__).parents[2] / "games" / "snowballs")
HEAD = """
from quarterdeck.hooks import *

class Offers:
    @hookimpl
    def quarterdeck_about(self):
        return About("A test", "It tests.")

    @hookimpl
"""
HAZE = (
    HEAD
    + """
    def quarterdeck_functions(self):
        seen = []
        def value(given):
            return given.range // 3
        return [Function("haze", "the haze at {range}", {"range": "0..20"}, "0..6", "a third of the range", value)]
"""
)
VARIANT = "variant: hazy\nextends: pond\ntitle: Haze\nsource: {document: notes, place: our notes}\nplugins: [haze]\n"
LISTENER = (
    HEAD
    + """
    def quarterdeck_listener(self, game):
        class Log:
            def hear(self, happening):
                HEARD
            def end(self, how):
                game.to.write_text(f"{how.result} {how.turn}")
        return Log()
"""
)
DECIDER = (
    HEAD
    + """
    def quarterdeck_deciders(self):
        class Any:
            def decide(self, choice):
                return choice.draw.choice(choice.answers)
        return [Seat("lots", "draws lots", lambda seed: Any())]
"""
)
COMMAND = (
    HEAD
    + """
    def quarterdeck_commands(self):
        def run(number: int = 0) -> int:
            return 3
        return [Command("three", "Give three.", run)]
"""
)


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a small game of one's own, with a variant that calls the function of a plugin."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "pond"]) == 0
    hazy = tmp_path / "pond" / "variants" / "hazy"
    hazy.mkdir(parents=True)
    (hazy / "variant.yaml").write_text(VARIANT, "utf-8")
    (hazy / "hazy.rules").write_text(
        'amend modifier gunnery.attack.hit.far: +haze(least(20, range)) when range > 5 "in the haze"\n', "utf-8"
    )
    return tmp_path / "pond"


def hits(game: str) -> list[str]:
    """Give what a shot over eight hexes comes to, exactly."""
    things = {
        "one": {"like": "Falcon", "side": "blue", "place": [3, 5], "heading": "north"},
        "other": {"like": "Otter", "side": "red", "place": [11, 5], "heading": "north"},
    }
    findings = Findings()
    put = asked(
        Ruleset.open(game), "gunnery.attack", Facts({"ship": "one", "target": "other"}, things, {}, {}), findings
    )
    assert put is not None, as_text(findings)
    found = put.asking.ask_each(put.address, put.arguments, put.situation)[0]
    return [f"{row[0]} {weight}" for row, weight in found.rows]


def battle(game: Path, **more: object) -> bytes:
    """Play a battle, play it again from its journal, and give the journal."""
    kept = game.parent / "battle.jsonl"
    kept.unlink(missing_ok=True)
    played = play(Ruleset.open(f"{game}+hazy"), "first_meeting", save=kept, **more)  # type: ignore[arg-type]
    again = replay(kept)
    assert (again.result, again.turn) == (played.result, played.turn)
    return kept.read_bytes()


# --- functions of the language


def test_a_function_is_counted_played_and_printed(install, pond):
    install("haze", HAZE)
    assert hits(f"{pond}+hazy") != hits(str(pond))
    assert battle(pond)
    assert "the haze" in EnglishWriter(Ruleset.open(f"{pond}+hazy").checked).said("gunnery.attack")


def test_what_a_function_says_of_itself_is_in_the_hash(install, pond):
    install("haze", HAZE)
    declared = Ruleset.open(f"{pond}+hazy").declared
    (plugin,) = declared.plugins
    (hook,) = plugin.hooks
    other = replace(declared, plugins=(replace(plugin, hooks=(replace(hook, text="three tenths of the range"),)),))
    changed = dict(played_by(other).items() - played_by(declared).items())
    assert list(changed) == ["haze.haze"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"0..6"', '"Ship"', "of which what it gives is"),
        ('"0..6"', '"0..6 \\"x\\" = 1"', "gives the function"),
        ('"haze", ', '"least", ', "a name that is taken"),
        ("{range}", "{reach}", "unknown name `reach`"),
        ('{"range": "0..20"}', '{"range": 3}', "for `quarterdeck_functions`"),
    ],
)
def test_a_function_that_is_none_of_the_language_is_a_finding(install, pond, capsys, old, new, said):
    assert old in HAZE
    install("haze", HAZE.replace(old, new))
    assert main(["check", f"{pond}+hazy"]) == 1
    found = " ".join(capsys.readouterr().out.split())
    assert "plugin haze" in found
    assert said in found


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("7", "does not fit"),
        ("None", "does not fit"),
        ("(seen.append(1), len(seen) % 7)[1]", "for the same input again"),
        ("1 // 0", "fails"),
    ],
)
def test_what_a_function_gives_is_looked_at(install, pond, capsys, given, said):
    install("haze", HAZE.replace("given.range // 3", given))
    assert main(["play", f"{pond}+hazy", "first_meeting", "--sides", "bot"]) == 1
    error = " ".join(capsys.readouterr().err.split())
    assert said in error
    assert "the plugin haze" in error
    assert "Traceback" not in error


def test_a_variant_that_needs_what_is_not_installed_is_a_finding(install, pond, capsys):
    assert main(["check", f"{pond}+hazy"]) == 1
    assert "QD520" in capsys.readouterr().out


# --- choices, and examples under plugins


def test_a_choice_is_refused_and_ordered_and_examples_are_told_as_changed(install, capsys):
    code = """
    def quarterdeck_choices(self):
        def refuses(given):
            return given.target is not None and given.target.wet == 0
        return [
            Refusal("throwing.take_aim.target", "dry", "the dry are spared", refuses, ("Child.wet",)),
            Ordering("throwing.take_aim.target", "wettest", "The wettest first", self.rank, ("Child.wet",)),
        ]

    def rank(self, given):
        return -given.target.wet
"""
    install("spare", HEAD + code)
    game = f"{SNOWBALLS}+spare"
    assert as_text(Ruleset.open(game).findings) == ""
    assert "the dry are spared" in str(EnglishWriter(Ruleset.open(game).checked).said("throwing.take_aim"))
    assert main(["test", game]) == 0
    said = capsys.readouterr().out
    assert "changed by the plugins" in said


# --- who listens


@pytest.mark.parametrize("heard", ["happening.clear()", "raise ValueError('deaf')", "exit(3)", "pass"])
def test_whatever_a_listener_does_the_game_is_the_same(install, pond, recwarn, heard):
    install("haze", HAZE)
    bare = battle(pond)
    install("log", LISTENER.replace("HEARD", heard))
    assert battle(pond, listen=[f"log={pond / 'log.txt'}"]) == bare
    fails = heard not in ("pass", "happening.clear()")
    failed = [one for one in recwarn if "the plugin log fails" in str(one.message)]
    assert len(failed) == (1 if fails else 0)
    assert (pond / "log.txt").exists() is not fails


def test_nobody_who_listens_is_misuse(install, pond, capsys):
    install("log", LISTENER)
    assert main(["play", str(pond), "first_meeting", "--listen", "lag"]) == 2
    assert "did you mean log?" in capsys.readouterr().err


# --- who decides


def test_who_decides_by_lot_decides_alike_from_the_same_seed(install, pond):
    install("haze", HAZE)
    install("lots", DECIDER)
    first, same, other = (battle(pond, sides=["lots"], seed=seed) for seed in (1, 1, 2))
    assert first == same
    assert first != other


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("3", "not one of the answers"),
        ("choice.answers[0].value", "not one of the answers"),
        ("exit(0)", "fails"),
        ("choice.view.game.x", "lots"),
    ],
)
def test_who_answers_nonsense_is_a_finding(install, pond, capsys, answer, said):
    install("lots", DECIDER.replace("choice.draw.choice(choice.answers)", answer))
    assert main(["play", str(pond), "first_meeting", "--sides", "lots"]) == 1
    error = " ".join(capsys.readouterr().err.split())
    assert "the plugin lots" in error
    assert said in error
    assert "Traceback" not in error


# --- commands


@pytest.mark.parametrize(
    ("name", "given", "code", "said"),
    [
        ("three", "3", 3, ""),
        ("none", "None", 0, ""),
        ("words", "'x'", 1, "not an exit code"),
        ("many", "900", 1, "not an exit code"),
        ("failing", "1 // 0", 1, "ZeroDivisionError"),
    ],
)
def test_a_command_gives_its_exit_code(install, capsys, name, given, code, said):
    install("threes", COMMAND.replace("return 3", f"return {given}").replace('"three"', f'"{name}"'), commands=name)
    assert main([name, "--number", "2"]) == code
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_a_plugin_of_a_command_that_cannot_be_imported_is_a_finding_for_it_alone(install, capsys):
    install("threes", "import nothing_of_the_kind\n", commands="broken")
    assert main(["--help"]) == 0
    assert "broken" in capsys.readouterr().out
    assert main(["broken"]) == 1
    assert "cannot be registered" in capsys.readouterr().err


def test_what_stands_beside_rules_is_not_named_behind_a_game(install, pond, capsys):
    install("lots", DECIDER)
    assert main(["check", f"{pond}+lots"]) == 1
    assert "takes no part in rules" in " ".join(capsys.readouterr().out.split())
    with pytest.raises(PluginFaultError):
        play(Ruleset.open(str(pond)), "first_meeting", sides=["lots.nobody"])
