"""The journal: what is in it, what becomes of a torn line, of other rules, and of a file that is none."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.engine.run.journal import Journal, read_journal
from quarterdeck.engine.run.journal_store import FileStore, JournalFaultError, MemoryStore
from tests.apps.terminal.program import battle, quarterdeck, saved

pytestmark = pytest.mark.no_cover

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return battle(tmp_path_factory.mktemp("kept"))


def test_the_first_line_says_what_is_played(kept):
    header = json.loads(kept.read_text("utf-8").split("\n", 1)[0])
    assert header["format"] == 1
    assert header["game"] == "easyships"
    assert header["scenario"] == "denmark_strait"
    assert header["seed"] == 5
    assert header["seats"] == {"british": "bot", "german": "bot"}
    assert len(header["rules"]) == 32
    assert header["meaning"] == 2
    assert "gunnery.attack" in header["elements"]


def test_each_further_line_is_a_die_or_a_decision(kept):
    entries = saved(kept).entries
    assert all(("die" in entry) != ("choice" in entry) for entry in entries)
    assert all("at" in entry for entry in entries)


@pytest.mark.parametrize("torn", [b'{"choice": "nor', b'{"choice": "north", "by": "british"}', b"\x00\xff"])
def test_a_torn_last_line_is_dropped_and_the_game_goes_on(kept, tmp_path, torn):
    lines = kept.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:100]) + torn)
    assert len(read_journal(FileStore(cut)).entries) == 99
    done = quarterdeck("play", "--resume", cut)
    assert done.returncode == 0, done.stderr
    assert "torn line was dropped" in done.stdout
    assert cut.read_bytes() == kept.read_bytes()


@pytest.mark.slow
def test_a_game_stopped_anywhere_and_resumed_equals_one_that_was_not(kept, tmp_path):
    lines = kept.read_bytes().splitlines(keepends=True)
    for count in (1, 2, 3, len(lines) // 2, len(lines) - 1, len(lines)):
        cut = tmp_path / f"{count}.jsonl"
        cut.write_bytes(b"".join(lines[:count]))
        assert quarterdeck("play", "--resume", cut).returncode == 0
        assert cut.read_bytes() == kept.read_bytes()


def test_a_file_that_exists_is_resumed_by_save(kept, tmp_path):
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:50]))
    done = quarterdeck("play", "easyships", "denmark-strait", "--save", cut)
    assert done.returncode == 0, done.stderr
    assert cut.read_bytes() == kept.read_bytes()


def test_a_broken_line_inside_is_no_saved_game(kept, tmp_path):
    lines = kept.read_bytes().splitlines(keepends=True)
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join([*lines[:20], b"nonsense\n", *lines[20:]]))
    with pytest.raises(JournalFaultError, match="line 21"):
        read_journal(FileStore(broken))
    done = quarterdeck("play", "--resume", broken)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["", "hello\n", '{"format": 99}\n', '{"format": 1}\n', "[]\n"])
def test_what_is_no_journal_is_refused_with_a_message(tmp_path, text):
    path = tmp_path / "none.jsonl"
    path.write_text(text, "utf-8")
    for command in (("play", "--resume"), ("replay",), ("why",)):
        done = quarterdeck(*command, path)
        assert done.returncode == 2
        assert done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_other_rules_are_refused_with_what_has_changed(kept, tmp_path):
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    header = json.loads(lines[0])
    header["rules"] = "0" * 32
    header["elements"]["gunnery.attack"] = "00000000"
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps(header, ensure_ascii=False) + "\n" + "".join(lines[1:]), "utf-8")
    for command in (("play", "--resume"), ("replay",), ("why",)):
        done = quarterdeck(*command, other)
        assert done.returncode in (1, 2)
        assert "gunnery.attack is changed" in done.stderr
    assert quarterdeck("replay", other, "--anyway", "--to", tmp_path / "anew.jsonl").returncode == 0
    assert (tmp_path / "anew.jsonl").read_bytes() == kept.read_bytes()


def test_a_record_that_does_not_fit_is_named_by_its_entry(kept, tmp_path):
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if "movement.move.course" in line)
    lines[place] = lines[place].replace("movement.move.course", "smoke.announce_smoke.screen")
    other = tmp_path / "other.jsonl"
    other.write_text("".join(lines), "utf-8")
    done = quarterdeck("replay", other)
    assert done.returncode == 1
    assert f"line {place + 1} of the saved game: british chooses" in done.stderr


@pytest.mark.parametrize("face", [0, -3, 99])
def test_a_face_that_no_die_has_does_not_fit(kept, tmp_path, face):
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if n > 1 and line.startswith('{"die"'))
    lines[place] = f'{{"die": {face}, {lines[place].partition(", ")[2]}'
    other = tmp_path / "other.jsonl"
    other.write_text("".join(lines), "utf-8")
    fault = f"line {place + 1} of the saved game: a d6 shows {face} at "
    for command in (("replay", other, "--json"), ("why", other), ("why", other, place - 1)):
        done = quarterdeck(*command)
        assert done.returncode == 1
        assert fault in done.stderr
    assert json.loads(quarterdeck("replay", other, "--json").stdout)["fault"]["entry"] == place
    done = quarterdeck("why", other, place)
    assert done.returncode == 2
    assert fault in done.stderr
    done = quarterdeck("play", "--resume", other, "--sides", "bot,bot")
    assert done.returncode == 1
    assert fault in done.stdout


def test_a_game_that_is_being_played_in_is_left_alone(kept, tmp_path):
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:50]))
    saved, was = read_journal(FileStore(cut)), cut.read_bytes()
    journal = Journal(FileStore(cut), saved.header, saved)
    done = quarterdeck("play", "--resume", cut)
    assert (done.returncode, cut.read_bytes()) == (2, was)
    assert "by another program" in done.stderr
    journal.close()
    assert quarterdeck("play", "--resume", cut).returncode == 0
    with pytest.raises(JournalFaultError, match="continued elsewhere"):
        Journal(FileStore(cut), saved.header, saved)


@pytest.mark.parametrize("is_file", [True, False])
def test_a_store_holds_what_was_recorded_taken_back_and_renewed(kept, tmp_path, is_file):
    """A file and memory keep the same bytes, whatever is done to a journal in them."""
    store = FileStore(tmp_path / "folder" / "stored.jsonl") if is_file else MemoryStore()
    assert store.path == (tmp_path / "folder" / "stored.jsonl" if is_file else None)
    first, *lines = kept.read_text("utf-8").splitlines(keepends=True)
    header = saved(kept).header
    journal, record = Journal(store, header), lines[:20]
    journal.follow(record)
    assert store.read().decode() == first
    journal.sync()
    assert store.read().decode() == first + "".join(lines[:20])
    record += lines[20:30]
    journal.cut(5)
    assert store.read().decode() == first + "".join(lines[:5])
    journal.renew(replace(header, folder="elsewhere"))
    journal.follow(lines[:8])
    journal.close()
    journal.close()
    found = read_journal(store)
    assert found.header.folder == "elsewhere"
    assert found.entries == [json.loads(line) for line in lines[:8]]
    again = Journal(store, found.header, found)
    again.follow(lines[:9])
    again.close()
    assert read_journal(store).entries == [json.loads(line) for line in lines[:9]]
    with pytest.raises(JournalFaultError, match="continued elsewhere"):
        Journal(store, found.header, found)


# --- journals of older versions


def older(kept, path, **changed):
    """Write a journal as the first version would have: with hashes of its own, and without their version."""
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    header = {**json.loads(lines[0]), "rules": "0" * 32, "start": "1" * 32, **changed}
    del header["things"], header["meaning"]
    header["elements"] = dict.fromkeys(header["elements"], "00000000")
    path.write_text(json.dumps(header, ensure_ascii=False) + "\n" + "".join(lines[1:]), "utf-8")
    return path


def test_an_older_game_that_fits_the_rules_goes_on_and_is_brought_up(kept, tmp_path):
    path = older(kept, tmp_path / "older.jsonl")
    cut = path.read_bytes().splitlines(keepends=True)[:60]
    path.write_bytes(b"".join(cut) + b'{"die": 3')
    done = quarterdeck("play", "--resume", path)
    assert done.returncode == 0, done.stderr
    assert "An older version saved it" in done.stdout
    assert path.read_bytes() == kept.read_bytes()
    assert not list(tmp_path.glob("*.new"))


def test_an_older_game_is_replayed_and_written_anew(kept, tmp_path):
    path = older(kept, tmp_path / "older.jsonl")
    done = quarterdeck("replay", path, "--to", tmp_path / "anew.jsonl")
    assert done.returncode == 0, done.stderr
    assert "only a replay shows" in done.stderr
    assert (tmp_path / "anew.jsonl").read_bytes() == kept.read_bytes()


def test_an_older_game_that_does_not_fit_the_rules_says_where(kept, tmp_path):
    path = older(kept, tmp_path / "older.jsonl")
    text = path.read_text("utf-8")
    path.write_text(text.replace("movement.move.course", "movement.move.heading"), "utf-8")
    was = path.read_bytes()
    for command in (("play", "--resume"), ("replay",)):
        done = quarterdeck(*command, path)
        assert done.returncode in (1, 2)
        assert "of the saved game" in done.stderr
        assert "Traceback" not in done.stderr
    assert path.read_bytes() == was


def test_a_game_of_a_later_version_is_left_to_a_later_program(kept, tmp_path):
    path = tmp_path / "later.jsonl"
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    for meaning in (99, 0, "two", None):
        path.write_text(json.dumps({**json.loads(lines[0]), "meaning": meaning}) + "\n" + "".join(lines[1:]), "utf-8")
        done = quarterdeck("play", "--resume", path)
        assert done.returncode == 2
        assert "version" in done.stderr
        assert "Traceback" not in done.stderr


# --- journals in other folders, at other seats, with other dice


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Give a folder with a ruleset, a script, faces, and a game that was begun there with all of them."""
    folder = tmp_path / "table"
    shutil.copytree(SNOWBALLS, folder / "snowballs")
    (folder / "script.yaml").write_text("target: none\n", "utf-8")
    monkeypatch.chdir(folder)
    done = quarterdeck("play", "./snowballs", "cousins", "--sides", "script.yaml,bot", "--save", "saves/kept.jsonl")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("elsewhere", [".", "saves", "..", "../other"])
def test_a_journal_finds_its_game_from_any_folder(table, monkeypatch, elsewhere):
    kept = table / "saves" / "kept.jsonl"
    (table / elsewhere).mkdir(exist_ok=True)
    monkeypatch.chdir(table / elsewhere)
    done = quarterdeck("replay", kept, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["same"]
    assert quarterdeck("why", kept).returncode == 0
    cut = kept.with_name("cut.jsonl")
    cut.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:30]))
    assert quarterdeck("play", "--resume", cut).returncode == 0
    assert cut.read_bytes() == kept.read_bytes()


def test_a_journal_moved_with_its_game_finds_it(table, tmp_path, monkeypatch):
    table.rename(tmp_path / "moved")
    monkeypatch.chdir(tmp_path)
    assert json.loads(quarterdeck("replay", "moved/saves/kept.jsonl", "--json").stdout)["same"]


def test_a_copy_of_a_journal_in_another_folder_finds_its_game(table, tmp_path, monkeypatch):
    done = quarterdeck("replay", "saves/kept.jsonl", "--to", tmp_path / "copy.jsonl")
    assert done.returncode == 0, done.stderr
    monkeypatch.chdir(tmp_path)
    assert json.loads(quarterdeck("replay", "copy.jsonl", "--json").stdout)["same"]


def test_an_older_journal_finds_a_game_that_lies_beside_it_or_above_it(table, tmp_path, monkeypatch):
    kept = table / "saves" / "kept.jsonl"
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    header = json.loads(lines[0])
    assert header.pop("folder") == ".."
    kept.write_text(json.dumps(header) + "\n" + "".join(lines[1:]), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert json.loads(quarterdeck("replay", kept, "--json").stdout)["same"]


def test_a_journal_of_a_game_that_is_known_by_its_name_says_no_folder(kept):
    assert "folder" not in json.loads(kept.read_text("utf-8").split("\n", 1)[0])


def test_a_resumed_game_takes_other_dice_for_what_is_still_to_be_rolled(kept, tmp_path):
    lines = kept.read_bytes().splitlines(keepends=True)
    cut, faces = tmp_path / "cut.jsonl", tmp_path / "faces.txt"
    cut.write_bytes(b"".join(lines[:60]))
    faces.write_text("6 1\n" + "2 " * 20, "utf-8")
    done = quarterdeck("play", "--resume", cut, "--dice", faces)
    rolled = [entry["die"] for entry in saved(cut).entries[59:] if "die" in entry]
    assert rolled == [6, 1, *[2] * 20][: len(rolled)]
    assert len(rolled) > 2, done.stdout
    assert cut.read_bytes().startswith(b"".join(lines[:60]))


def test_the_file_of_faces_that_a_game_was_begun_with_goes_on_where_it_was(tmp_path):
    faces, kept = tmp_path / "faces.txt", tmp_path / "kept.jsonl"
    faces.write_text(" ".join(str(1 + n * 5 % 6) for n in range(3000)), "utf-8")
    begun = ("play", "easyships", "river-plate", "--sides", "bot", "--dice", faces, "--save", kept)
    quarterdeck(*begun)
    whole = kept.read_bytes()
    kept.write_bytes(b"".join(whole.splitlines(keepends=True)[:50]))
    quarterdeck("play", "--resume", kept, "--dice", faces)
    assert kept.read_bytes() == whole


def test_a_resumed_game_takes_other_seats_for_this_sitting(kept, tmp_path):
    lines = kept.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:20]))
    assert quarterdeck("play", "--resume", cut, "--sides", "random,random").returncode == 0
    assert cut.read_bytes() != kept.read_bytes()
    assert json.loads(cut.read_bytes().splitlines()[0])["seats"] == {"british": "bot", "german": "bot"}
    assert quarterdeck("replay", cut).returncode == 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--seed", 6), "the seed 5"),
        (("--option", "hidden_damage=yes"), "hidden_damage as the scenario has it"),
    ],
)
def test_what_a_game_keeps_for_good_cannot_be_asked_for_otherwise(kept, tmp_path, more, said):
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(was := b"".join(kept.read_bytes().splitlines(keepends=True)[:50]))
    done = quarterdeck("play", "--resume", cut, *more)
    assert done.returncode == 2
    assert said in done.stderr
    assert cut.read_bytes() == was
    assert quarterdeck("play", "--resume", cut, "--seed", 5).returncode == 0
