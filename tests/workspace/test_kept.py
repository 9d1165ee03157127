"""What loading found out is kept by content, and made again when anything has changed."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.base.cache import entries
from quarterdeck.base.findings.printer import as_text
from quarterdeck.workspace.pipeline import ruleset_cache, stages
from quarterdeck.workspace.pipeline.folders import Layer
from quarterdeck.workspace.pipeline.load_result import KnownBelow, Loaded, ParsedLayer
from quarterdeck.workspace.pipeline.ruleset_cache import load_kept, summary_of
from quarterdeck.workspace.pipeline.variants import parse_layer

BASE = Path(__file__).parents[1] / "language" / "base"


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    return shutil.copytree(BASE, tmp_path / "game")


@pytest.fixture
def loads(monkeypatch):
    """Give the games that are really loaded."""
    found: list[str] = []
    load = stages.load

    def counted(game: str, below: KnownBelow | None = None) -> Loaded:
        found.append(game)
        return load(game, below=below)

    monkeypatch.setattr(stages, "load", counted)
    return found


def written(tmp_path):
    return sorted((tmp_path / "cache" / "rulesets").iterdir())


def test_what_is_kept_says_what_loading_says(game):
    first, second = load_kept(str(game)), load_kept(str(game))
    assert second is not first
    assert as_text(second.findings) == as_text(stages.load(str(game)).findings)
    assert first.declared
    assert second.declared
    assert list(second.declared.rules) == list(first.declared.rules)


def test_the_same_files_are_loaded_once(game, loads):
    for _ in range(3):
        load_kept(str(game))
        summary_of(str(game))
    assert loads == [str(game)]


def test_a_changed_file_is_loaded_again(game, loads):
    assert not summary_of(str(game)).findings
    rules = next(iter(sorted(game.rglob("*.rules"))))
    rules.write_text(rules.read_text("utf-8") + "\ndefine broken( = 3\n", "utf-8")
    assert summary_of(str(game)).findings
    assert len(loads) == 2


def test_a_broken_entry_is_made_again(game, loads, tmp_path):
    load_kept(str(game))
    for entry in written(tmp_path):
        entry.write_bytes(b"nothing that was ever written here")
    assert load_kept(str(game)).declared is not None
    assert not summary_of(str(game)).findings
    assert len(loads) == 2


def test_a_summary_that_was_dropped_is_written_again(game, loads, tmp_path):
    summary_of(str(game))
    known = {entry.suffix: entry for entry in written(tmp_path)}
    known[".summary"].unlink()
    summary_of(str(game))
    assert known[".summary"].exists()
    known[".loaded"].unlink()
    summary_of(str(game))
    assert loads == [str(game)], "a warm check needs the summary alone"


def test_the_longest_unused_entries_go_where_it_is_too_much(game, tmp_path, monkeypatch):
    summary_of(str(game))
    size = sum(entry.stat().st_size for entry in written(tmp_path))
    monkeypatch.setattr(entries, "MOST_BYTES", 2 * size)
    first = set(written(tmp_path))
    for number in range(4):
        (game / f"more_{number}.csv").write_text("name\n", "utf-8")
        summary_of(str(game))
        assert sum(entry.stat().st_size for entry in written(tmp_path)) <= 2 * size
    assert not first & set(written(tmp_path))


def test_the_cache_is_not_looked_through_at_every_writing(game, monkeypatch):
    looked = []
    monkeypatch.setattr(entries, "_drop_what_is_too_much", lambda folder, most: looked.append(most))
    for number in range(4):
        (game / f"more_{number}.csv").write_text("name\n", "utf-8")
        summary_of(str(game))
    assert looked == [entries.MOST_BYTES - entries.MOST_BYTES // entries.UNSEEN_SHARE]


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(game, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder", "utf-8")
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "file" / "cache"))
    assert not summary_of(str(game)).findings


# --- variants


@pytest.fixture
def parsed(monkeypatch):
    """Give the names of the layers that are really parsed as rulesets of their own."""
    found: list[str] = []

    def noted(layer: Layer, *more: Any) -> ParsedLayer:
        found.append(layer.name)
        return parse_layer(layer, *more)

    monkeypatch.setattr(stages, "parse_layer", noted)
    return found


def with_variant(game: Path, name: str) -> str:
    folder = game / "variants" / name
    folder.mkdir(parents=True)
    (folder / "variant.yaml").write_text(f"variant: {name}\ntitle: {name}\nextends: {game.name}\n", "utf-8")
    return f"{game}+{name}"


def test_what_is_known_of_a_ruleset_serves_all_its_variants(game, parsed):
    for name in ("one", "other", "third"):
        loaded = load_kept(with_variant(game, name))
        assert as_text(loaded.findings) == ""
    assert parsed == ["game"]


def test_in_a_new_process_it_is_taken_from_the_cache(game, parsed, monkeypatch):
    load_kept(with_variant(game, "one"))
    monkeypatch.setattr(ruleset_cache, "_below", {})
    load_kept(with_variant(game, "other"))
    assert parsed == ["game"]


def test_a_changed_ruleset_is_known_anew(game, parsed):
    one, other = with_variant(game, "one"), with_variant(game, "other")
    load_kept(one)
    rules = next(iter(sorted(game.glob("**/*.rules"))))
    rules.write_text(rules.read_text("utf-8") + "\ndefine odd() = nothing_of_this_name\n", "utf-8")
    for name in (one, other):
        assert as_text(load_kept(name).findings) == as_text(stages.load(name).findings) != ""
    assert parsed == ["game", "game", *["game"] * 2], "once for what is kept, and for each that is loaded by hand"
