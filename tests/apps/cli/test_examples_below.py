"""`test GAME+VARIANT`: an example that fails without the variant is a failure, and no change by the variant."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.resources import starter_folder


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = shutil.copytree(starter_folder(), tmp_path / "game")
    Path("wide").mkdir()
    Path("wide/variant.yaml").write_text("variant: wide\nextends: game\ntitle: Wide\nsource: {kind: house}\n")
    Path("wide/wide.rules").write_text('amend modifier gunnery.attack.hit.far: +2 when range > 5 "at long range"\n')
    return game


def test_a_changed_example_is_news(game, capsys):
    path = game / "examples/gunnery.yaml"
    text = path.read_text("utf-8")
    hit = "dice: {hit: 2, force: 4}\n    changes: {otter.hull: 3}\n"
    path.write_text(text.replace("dice: {hit: 3}\n    changes: {}\n", hit), "utf-8")
    assert main(["test", "game"]) == 0, capsys.readouterr().out
    assert main(shlex.split("test game+./wide")) == 0
    assert "changed: a_miss_at_long_range" in capsys.readouterr().out


def test_an_example_that_fails_without_the_variant_is_a_failure(game, capsys):
    path = game / "examples/gunnery.yaml"
    broken = path.read_text("utf-8").replace("dice: {hit: 4, force: 6}", "dice: {hit: 4, farce: 6}")
    path.write_text(broken, "utf-8")
    assert main(["test", "game"]) == 1
    assert main(shlex.split("test game+./wide")) == 1
    printed = capsys.readouterr().out
    assert "changed: a_hit_at_close_range" not in printed
    assert "game+./wide: 4 worked examples, 1 not as expected" in printed
    assert main(shlex.split("test game+./wide --update")) == 1
    assert path.read_text("utf-8") == broken
