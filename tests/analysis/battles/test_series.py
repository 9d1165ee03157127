"""The same comes of a series whoever fights it, and however often it is broken off; a file keeps one series only."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.analysis.battles import executors, fighting
from quarterdeck.analysis.battles.executors import Workers
from quarterdeck.analysis.battles.fighting import Progress
from quarterdeck.analysis.battles.store import BattleStore, StoreWriteError
from quarterdeck.api import BattleSeries, Ruleset, StoreFaultError, WorkersError, battles
from quarterdeck.apps.cli.main import main

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"
COUNT = 30


class BrokenOffError(Exception):
    """Somebody breaks a series off."""


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return Ruleset.open(str(SNOWBALLS))


def fought(game: Ruleset, save: Path | None = None, times: int = COUNT, **how: Any) -> BattleSeries:
    return battles(game, "cousins", sides=("random",), vary={"high_walls": "no"}, count=times, save=save, **how)


@pytest.fixture(scope="module")
def whole(game) -> BattleSeries:
    return fought(game)


def told(series: BattleSeries) -> dict[str, object]:
    return series.as_data() | {"kept": None}


def missing(path: Path) -> int:
    """Give how many battles of a series a file lacks."""
    store = BattleStore(path)
    found = len(store.missing((0, 1), COUNT))
    store.close()
    return found


def after(count: int) -> Progress:
    def progress(done: int, whole: int) -> None:
        if done >= count:
            raise BrokenOffError

    return progress


def test_a_series_that_was_broken_off_goes_on_to_the_same_end(game, whole, tmp_path, monkeypatch):
    monkeypatch.setattr(fighting, "MOST", 2)
    path = tmp_path / "kept.sqlite"
    for least in (1, 9, 20):
        with pytest.raises(BrokenOffError):
            fought(game, path, progress=after(least))
    kept = missing(path)
    assert 0 < kept <= 2 * COUNT - 20
    begun: list[int] = []
    assert told(fought(game, path, progress=lambda done, whole: begun.append(done))) == told(whole)
    assert begun[0] == 2 * COUNT - kept


def test_whoever_has_more_battles_fights_only_these(game, whole, tmp_path):
    path = tmp_path / "kept.sqlite"
    fought(game, path, times=10)
    begun: list[int] = []
    more = fought(game, path, progress=lambda done, whole: begun.append(done))
    assert told(more) == told(whole)
    assert begun[0] == 20
    assert told(fought(game, path, times=10)) == told(fought(game, times=10))


def test_two_processes_come_to_the_same(game, whole):
    assert told(fought(game, workers=2)) == told(whole)


def test_threads_come_to_the_same(game, whole):
    with ThreadPoolExecutor(3) as pool:
        assert told(fought(game, workers=Workers(pool, 3))) == told(whole)


@pytest.mark.filterwarnings("ignore")  # what Dask and those below it warn of is theirs
def test_a_scheduler_comes_to_the_same(game, whole):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    ) as cluster:
        assert told(fought(game, scheduler=cluster.scheduler_address)) == told(whole)


@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_not_there_is_said(game, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "PATIENCE", "1s")
    with pytest.raises(WorkersError, match="no scheduler answers"):
        fought(game, times=1, scheduler="tcp://127.0.0.1:9")


def test_a_worker_that_dies_is_said_and_what_was_fought_is_kept(game, tmp_path, monkeypatch):
    class Dying(ThreadPoolExecutor):
        def submit(self, fn, /, *args, **named):
            if next(asked) > 5:
                raise BrokenProcessPool("killed")
            return super().submit(fn, *args, **named)

    asked = count()

    monkeypatch.setattr(fighting, "MOST", 2)
    with Dying(1) as pool, pytest.raises(WorkersError, match="a worker has died"):
        fought(game, tmp_path / "kept.sqlite", workers=Workers(pool, 1))
    assert missing(tmp_path / "kept.sqlite") < 2 * COUNT


# --- whose battles a file keeps


@pytest.fixture
def kept(game, tmp_path) -> Iterator[Path]:
    """Give a file that keeps ten battles, and see that whoever is refused changes nothing in it."""
    path = tmp_path / "kept.sqlite"
    battles(game, "cousins", sides=("random",), count=3, save=path)
    before = path.read_bytes()
    yield path
    assert path.read_bytes() == before


def test_other_battles_are_refused(game, kept):
    for other, words in (
        ({"seed": 2}, "with the seed 1"),
        ({"sides": ("bot", "random")}, "fought by hosts=random, cousins=random"),
        ({"options": {"high_walls": "no"}}, "by other rules: what the game begins with, or an option"),
    ):
        with pytest.raises(StoreFaultError, match=words):
            battles(game, "cousins", count=3, save=kept, **({"sides": ("random",)} | other))
    with pytest.raises(StoreFaultError, match="of the scenario cousins"):
        battles(game, "playground", sides=("random",), count=3, save=kept)
    with pytest.raises(StoreFaultError, match=r"by other rules: \S+ is changed"):
        battles(Ruleset.open(f"{SNOWBALLS}+thaw"), "cousins", sides=("random",), count=3, save=kept)


def test_a_script_that_has_changed_is_refused(game, tmp_path):
    script = tmp_path / "script.yaml"
    script.write_text("throwing.aim: none\n")
    choice = next(
        site.address for site in game.scenario("cousins", game.findings)[0].program.sites if site.sort == "choice"
    )
    script.write_text(f"{choice}: none\n")
    battles(game, "cousins", sides=(str(script),), count=1, save=tmp_path / "kept.sqlite")
    script.write_text(f"# another\n{choice}: none\n")
    with pytest.raises(StoreFaultError, match="by a script that has changed"):
        battles(game, "cousins", sides=(str(script),), count=1, save=tmp_path / "kept.sqlite")


def test_what_is_no_file_of_battles_is_refused(game, tmp_path):
    text, other, newer = (tmp_path / name for name in ("text.sqlite", "other.sqlite", "newer.sqlite"))
    text.write_text("Not a database, but long enough to be looked at as if it were one." * 20)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE mine (a)")
    BattleStore(newer).close()
    with sqlite3.connect(newer) as database:
        database.execute("PRAGMA user_version = 2")
    before = [path.read_bytes() for path in (text, other, newer)]
    for path, words in ((text, "not a file of battles"), (other, "not a file of battles"), (newer, "of version 2")):
        with pytest.raises(StoreFaultError, match=words):
            battles(game, "cousins", count=1, save=path)
    assert before == [path.read_bytes() for path in (text, other, newer)]
    with pytest.raises(StoreFaultError, match="cannot be written"):
        battles(game, "cousins", count=1, save=text / "below.sqlite")
    with pytest.raises(StoreFaultError, match=r"cannot be (written|used)"):
        battles(game, "cousins", count=1, save=tmp_path)


def test_a_file_that_another_program_uses_is_refused(game, tmp_path):
    first = BattleStore(tmp_path / "kept.sqlite")
    with pytest.raises(StoreFaultError, match="another program uses it"):
        battles(game, "cousins", count=1, save=tmp_path / "kept.sqlite")
    first.close()


def test_on_a_full_disk_what_was_fought_before_is_kept(game, whole, tmp_path, monkeypatch):
    path = tmp_path / "kept.sqlite"
    monkeypatch.setattr(fighting, "MOST", 2)

    class Small(BattleStore):
        def missing(self, places: Sequence[int], count: int) -> list[tuple[int, int]]:
            pages = self.database.execute("PRAGMA page_count").fetchone()[0]
            self.database.execute(f"PRAGMA max_page_count = {pages + 2}")
            return super().missing(places, count)

    with monkeypatch.context() as patch:
        patch.setattr("quarterdeck.analysis.battles.series.BattleStore", Small)
        with pytest.raises(StoreWriteError, match="the disk is full"):
            fought(game, path)
    assert 0 < missing(path) < 2 * COUNT
    assert told(fought(game, path)) == told(whole)


def test_a_file_in_which_somebody_has_written_is_said(game, tmp_path):
    path = tmp_path / "kept.sqlite"
    battles(game, "cousins", sides=("random",), count=3, save=path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE points SET value = 'much'")
    with pytest.raises(StoreFaultError, match="is damaged"):
        battles(game, "cousins", sides=("random",), count=3, save=path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE battle SET winner = 'nobody of them'",
        "UPDATE battle SET result = 'lost'",
        "UPDATE battle SET winner = NULL, result = 'won'",
        "UPDATE battle SET turn = -1",
        "UPDATE side SET side = 'x'",
        "UPDATE points SET side = 'x'",
        "INSERT INTO loss SELECT contest, number, 9, side, thing, 1, field, phase, rules, NULL, NULL, NULL FROM loss",
        "DELETE FROM side",
        "DROP TABLE loss",
        "UPDATE contest SET identity = '{}'",
        "UPDATE contest SET identity = 'x'",
    ],
)
def test_battles_that_cannot_be_are_said(game, kept_losses, tmp_path, change):
    path = tmp_path / "kept.sqlite"
    path.write_bytes(kept_losses)
    with sqlite3.connect(path) as database:
        database.execute(change)
    with pytest.raises(StoreFaultError, match=r"is damaged|cannot be used"):
        battles(game, "cousins", sides=("random",), count=12, save=path)


@pytest.fixture(scope="module")
def kept_losses(game, tmp_path_factory) -> bytes:
    """Give a file with battles in some of which something is lost."""
    path = tmp_path_factory.mktemp("losses") / "kept.sqlite"
    assert battles(game, "cousins", sides=("random",), count=12, save=path).contests[0].came.losses
    return bytes(path.read_bytes())


# --- the command


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("GAME cusins", "did you mean cousins?"),
        ("GAME", "name a scenario: cousins, playground"),
        ("GAME+nothing cousins", "nothing"),
        ("GAME cousins --against GAME+nothing", "nothing"),
        ("GAME cousins --option hihg_walls=no", "did you mean high_walls?"),
        ("GAME cousins --option high_walls=2", "write yes or no"),
        ("GAME cousins --option high_walls", "write NAME=VALUE"),
        ("GAME cousins --vary hihg_walls=no", "did you mean high_walls?"),
        ("GAME cousins --vary throwing.throw=no", "use a variant with --against"),
        ("GAME cousins --vary frost=9", "write a number of 0..5"),
        ("GAME cousins --sides person", "a person plays one battle with `play`"),
        ("GAME cousins --sides bot,bot,bot", "--sides names 3, and there are 2"),
        ("GAME cousins --sides nobody", "there is no decider nobody"),
        ("GAME cousins --sides nowhere.yaml", "there is no script nowhere.yaml"),
        ("GAME cousins --count 0", "--count 0: 1 to 1,000,000"),
        ("GAME cousins --workers 0", "there may be 1 to 256"),
        ("GAME cousins --workers 2 --scheduler here", "a scheduler has its own"),
        ("GAME cousins --chart win.jpg", "as .svg, .png or .html, not .jpg"),
    ],
)
def test_what_cannot_be_meant_is_said(line, words, capsys):
    assert main(["battles", *line.replace("GAME", str(SNOWBALLS)).split()]) == 2
    streams = capsys.readouterr()
    assert words in " ".join(streams.err.split())
    assert not streams.out


def test_a_cell_that_is_not_there_is_a_finding(capsys):
    assert main(["battles", str(SNOWBALLS), "cousins", "--vary", "cold_dice[9]=d6"]) == 1
    assert "QD601" in capsys.readouterr().err


def test_who_breaks_it_off_is_told_what_is_kept(tmp_path, capsys, monkeypatch):
    def stop(*given: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "kept.sqlite"
    monkeypatch.setattr("quarterdeck.analysis.battles.fighting.Series.next_task", stop)
    assert main(["battles", str(SNOWBALLS), "cousins", "--save", str(path)]) == 130
    assert "5 of 1,000 battles are saved in" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("ending", [".svg", ".png", ".html"])
def test_a_chart_is_drawn(whole, tmp_path, ending):
    from quarterdeck.apps.cli.battle_chart import draw

    draw(whole, tmp_path / f"chart{ending}")
    data = (tmp_path / f"chart{ending}").read_bytes()
    if ending == ".png":
        assert data.startswith(b"\x89PNG")
        return
    text = data.decode()
    assert "Who wins" in text
    assert "high_walls=no" in text
    assert "https://cdn" not in text


# --- soak: the real thing


@pytest.mark.soak
def test_river_plate_killed_again_and_again_comes_to_the_same_table(tmp_path):
    """Killed, not asked to stop: with one process, with two, and then with four; none of them lives on."""
    path, times = tmp_path / "kept.sqlite", 200
    line = ["battles", "easyships", "river-plate", "--count", str(times), "--json"]
    for workers in ("1", "2", "4"):
        program = [sys.executable, "-m", "quarterdeck", *line, "--save", str(path), "--workers", workers]
        with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            before, until = size(path), time.monotonic() + 120
            while size(path) <= before and process.poll() is None and time.monotonic() < until:
                time.sleep(0.05)
            children = workers_of(process.pid)
            process.send_signal(signal.SIGKILL)
            process.wait()
        time.sleep(3)
        assert not [child for child in children if Path(f"/proc/{child}/stat").exists()]
    results = [
        subprocess.run([sys.executable, "-m", "quarterdeck", *more], check=True, capture_output=True).stdout
        for more in ([*line, "--save", str(path)], [*line, "--workers", "1"], [*line, "--workers", "4"])
    ]
    tables = [result.replace(str(path).encode(), b"") for result in results]
    assert tables[0].replace(b'"kept": ""', b'"kept": null') == tables[1] == tables[2]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_snowballs_killed_at_random_moments_come_to_the_same_table(tmp_path, seed):
    """While Python starts, while rules are read, while battles are fought or written: a moment is drawn, four times."""
    drawn, path = random.Random(seed), tmp_path / "kept.sqlite"
    line = ["battles", str(SNOWBALLS), "cousins", "--count", "3000", "--json"]
    for _ in range(4):
        workers = drawn.choice(("1", "2", "4"))
        program = [sys.executable, "-m", "quarterdeck", *line, "--save", str(path), "--workers", workers]
        with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(drawn.uniform(0, 5))
            process.send_signal(signal.SIGKILL)
    results = [
        subprocess.run([sys.executable, "-m", "quarterdeck", *more], check=True, capture_output=True).stdout
        for more in ([*line, "--save", str(path)], [*line, "--workers", "1"])
    ]
    kept, never_killed = (result.replace(str(path).encode(), b"") for result in results)
    assert kept.replace(b'"kept": ""', b'"kept": null') == never_killed


def size(path: Path) -> int:
    """Give how many battles a file keeps, without taking it."""
    return path.stat().st_size if path.exists() else 0


def workers_of(process: int) -> list[str]:
    found = Path(f"/proc/{process}/task/{process}/children")
    return found.read_text().split() if found.exists() else []


@pytest.mark.soak
@pytest.mark.parametrize(
    "name", ["easyships river_plate", "quickfire tsushima", "fear_god coronel", "ships_and_sails nile"]
)
def test_shipped_games_come_to_the_same_with_one_worker_and_with_three(name):
    game, scenario = name.split()
    ruleset = Ruleset.open(game)
    one = battles(ruleset, scenario, count=12)
    assert told(battles(ruleset, scenario, count=12, workers=3)) == told(one)
    assert one.failed == 0
    assert one.contests[0].came.losses


def test_the_games_folder_is_not_written_to():
    """What the tests above name by its folder has not a file of battles in it afterwards."""
    assert not list(SNOWBALLS.rglob("*.sqlite*"))
    assert shutil.which("git") is None or not list(Path.cwd().glob("*.sqlite"))
