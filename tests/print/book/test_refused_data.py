"""Books, errata, sheets, differences and comparisons show no values that `check` refuses."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.resources import starter_folder

BROKEN = (
    ("rosters/ships.yaml", "Bison: {guns: 4", "Bison: {guns: seven", "QD605"),
    ("rosters/ships.yaml", "Bison: {guns: 4", "Bison: {guns: 7", "QD606"),
    ("scenarios/first_meeting.yaml", "place: [3, 4]", "place: [33, 4]", "QD606"),
    ("scenarios/first_meeting.yaml", "like: Bison", "like: Bisson", "QD601"),
)
REFUSING = (
    "check broken",
    "book broken --format md",
    "errata sound broken",
    "errata broken sound",
    "diff sound broken --no-odds",
    "diff broken sound",
    "compare sound broken --no-numbers",
    "compare broken sound",
)
VARIANT = "variant: more\nextends: sound\ntitle: More\nsource: {kind: house}\n"


@pytest.mark.parametrize(("file", "before", "after", "code"), BROKEN)
def test_no_value_is_printed_that_check_refuses(file, before, after, code, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    sound = shutil.copytree(starter_folder(), tmp_path / "sound")
    broken = shutil.copytree(sound, tmp_path / "broken")
    path = Path(broken, file)
    path.write_text(path.read_text("utf-8").replace(before, after, 1), "utf-8")
    for line in (*REFUSING, "sheet broken first_meeting --to sheet.pdf"):
        assert main(shlex.split(line)) == 1, line
        streams = capsys.readouterr()
        assert code in streams.out + streams.err, line
    assert not Path("broken-book").exists()
    assert main(shlex.split("book sound --format md")) == 0


def test_data_that_a_variant_makes_void_hinders_no_book(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = shutil.copytree(starter_folder(), tmp_path / "sound") / "scenarios/first_meeting.yaml"
    path.write_text(path.read_text("utf-8").replace("turn_limit: 15", "turn_limit: 15\noptions: {longest_range: 6}"))
    Path("near").mkdir()
    Path("near/variant.yaml").write_text("variant: near\nextends: sound\ntitle: Near\nsource: {kind: house}\n")
    Path("near/near.rules").write_text(
        "remove option gunnery.longest_range\n"
        'amend require gunnery.fire.target.in_range: distance(ship.place, target.place) < 5 else "it is far"\n'
    )
    assert main(shlex.split("check sound+./near")) == 0, capsys.readouterr().out
    assert main(shlex.split("book sound+./near --format md")) == 0, capsys.readouterr().err


@pytest.mark.parametrize(
    ("things", "code"),
    [
        ("kind: Ship\namends: ships\nthings: {Bisson: {guns: 3}}", "QD6"),
        ("kind: Ship\nthings: {Elk: {like: Nope}}", "QD6"),
    ],
)
def test_what_a_roster_of_a_variant_gives_wrongly_is_compared_by_nothing(things, code, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(starter_folder(), tmp_path / "sound")
    Path("more/rosters").mkdir(parents=True)
    Path("more/variant.yaml").write_text(VARIANT)
    Path("more/rosters/more.yaml").write_text(f"roster: more\ntitle: More\n{things}\n")
    for line in REFUSING:
        assert main(shlex.split(line.replace("broken", "sound+./more"))) == 1, line
        streams = capsys.readouterr()
        assert code in streams.out + streams.err, line
