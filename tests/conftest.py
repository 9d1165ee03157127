"""Profiles of Hypothesis: `make test` tries the same cases each time, `make soak` new ones and many more.

No deadline: the first example of a test may pay for building a grammar, and coverage slows all of them.
"""

import gc
import os
import resource
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import settings

from quarterdeck.apps.cli.main import COLLECTIONS
from quarterdeck.base import resources
from quarterdeck.base.cache import entries
from quarterdeck.language.syntax.grammar import grammar
from quarterdeck.program.form import verify
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.world import World
from quarterdeck.program.lower import ruleset as lowering
from quarterdeck.program.passes import order
from quarterdeck.workspace.pipeline import program_cache, ruleset_cache
from quarterdeck.workspace.pipeline.folders import asked_for, ruleset_names
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.workspace.database.postgres import NoPostgresError, fresh_database, server

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None, derandomize=False, max_examples=500)
settings.load_profile("repeatable")

MEMORY, ROOM = Path("/dev/shm"), 2 << 30
"""What tests write and delete is kept in memory where the system has a folder for that, with so many bytes of room."""

if (
    "TMPDIR" not in os.environ
    and os.access(MEMORY, os.W_OK | os.X_OK)
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    and shutil.disk_usage(MEMORY).free > ROOM
):
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None

# Rulesets that tests make must not crowd out the user's own in the cache; workers of one run share this one.
IS_FIRST = "QUARTERDECK_CACHE" not in os.environ
if IS_FIRST:
    os.environ["QUARTERDECK_CACHE"] = tempfile.mkdtemp(prefix="quarterdeck-tests-")
CACHE = os.environ["QUARTERDECK_CACHE"]

SLOW_FROM = 5.0
"""Seconds of processor time from which a test is slow; the end of a run names those that are not marked `slow`."""


class Verified:
    """Verifies programs; what one ruleset has alike under several settings, or behind a pass, is gone through once."""

    def __init__(self, rulesets: int) -> None:
        self.known: deque[tuple[World, dict[int, object]]] = deque(maxlen=rulesets)

    def __call__(self, program: Program) -> None:
        seen = next((seen for world, seen in self.known if world is program.world), None)
        if seen is None:
            seen = {}
            self.known.append((program.world, seen))
        new: dict[int, object] = {}

        def is_new(part: object) -> bool:
            if id(part) in seen:
                return False
            new[id(part)] = part
            return True

        verify.verify(program, is_new)
        seen |= new


@pytest.fixture(scope="session", autouse=True)
def _verified() -> Iterator[None]:
    """Verify every program that a test builds: as it is lowered, and behind all passes.

    What each pass makes of it is verified in `program/form/test_verify.py`, of the shipped games and small ones.
    """
    lower, verified = lowering.lower, Verified(rulesets=4)

    def lowered(*given: Any, **named: Any) -> Program:
        program = lower(*given, **named)
        verified(program)
        return program

    def behind(run: Callable[[Program], Program]) -> Callable[[Program], Program]:
        def passed(program: Program) -> Program:
            found = run(program)
            verified(found)
            return found

        return passed

    name, run, reason = order.PASSES[-1]
    passes = (*order.PASSES[:-1], (name, behind(run), reason))
    with mock.patch.object(lowering, "lower", lowered), mock.patch.object(order, "PASSES", passes):
        yield


@pytest.fixture(scope="session", autouse=True)
def _kept() -> Iterator[None]:
    """Keep what is found out of shipped rulesets alone.

    Any other is met once or twice, and to pack it takes as long as to check it; so it does to pack a program, which
    few processes ask for again. Tests of the cache have a folder of their own, in which all is kept.
    """
    write_entry, shipped = entries.write_entry, ruleset_names()

    def write(path: Path, value: object, shared: Sequence[object] = ()) -> None:
        is_wanted = value.game in shipped if isinstance(value, Loaded) else not isinstance(value, Program)
        if is_wanted or not path.is_relative_to(CACHE):
            write_entry(path, value, shared)

    with mock.patch.object(ruleset_cache, "write_entry", write), mock.patch.object(program_cache, "write_entry", write):
        yield


@pytest.fixture(scope="session", autouse=True)
def _keyed() -> Iterator[None]:
    """Read the files of a shipped ruleset once to tell its key: commands ask for it often, and no test edits it."""
    key_of, known = ruleset_cache.ruleset_key, dict[str, str]()

    def key(game: str) -> str:
        folders, enabled = asked_for(game)
        if enabled or not all(folder.is_relative_to(resources.rulesets_folder()) for folder in folders):
            return key_of(game)
        if game not in known:
            known[game] = key_of(game)
        return known[game]

    with mock.patch.object(ruleset_cache, "ruleset_key", key):
        yield


OPENED = 12
"""So many rulesets stay open in a process of the tests."""


@pytest.fixture(scope="session", autouse=True)
def _opened() -> Iterator[None]:
    """Let commands that run in one process open a ruleset once: to read, build and print it takes longer than most do.

    It goes by the content of its files, as what is kept in the cache does; with plugins each opens its own.
    """
    open_anew, known = Ruleset.open.__func__, dict[str, Ruleset]()  # type: ignore[attr-defined]

    @wraps(open_anew)
    def opened(kind: type[Ruleset], game: str) -> Ruleset:
        if kind is not Ruleset or not resources.cache_folder().is_relative_to(CACHE) or asked_for(game)[1]:
            return open_anew(kind, game)  # type: ignore[no-any-return]
        key = ruleset_cache.ruleset_key(game)
        found = known.pop(key, None) or open_anew(kind, game)
        known[key] = found
        if len(known) > OPENED:
            del known[next(iter(known))]
        return found

    with mock.patch.object(Ruleset, "open", classmethod(opened)):
        yield


@pytest.fixture(scope="session", name="postgres")
def _postgres() -> Iterator[str]:
    """Run one PostgreSQL for all tests of a process that need one."""
    try:
        with server() as address:
            yield address
    except NoPostgresError as error:
        pytest.skip(str(error))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], name="database")
def _database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the address of an empty database, of SQLite and of PostgreSQL in turn."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.sqlite")
        return
    with fresh_database(request.getfixturevalue("postgres")) as address:
        yield address


@pytest.hookimpl(wrapper=True)
def pytest_sessionstart(session: pytest.Session) -> Iterator[None]:
    """Let Python look for circles as seldom as the program does, and not among what was imported.

    While workers begin, who waits for them makes the parser that each would make for itself.
    """
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    yield
    if session.config.pluginmanager.has_plugin("dsession"):
        grammar()


def pytest_sessionfinish() -> None:
    """Do not look through all that tests made for circles once more: that takes a process seconds, at its very end."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Delete the cache of this run."""
    if IS_FIRST:
        shutil.rmtree(CACHE, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests that fork go first: once Typst has run, each of their commands takes a process of its own."""
    items.sort(key=lambda item: item.get_closest_marker("forks") is None)


def processor_time() -> float:
    """Give the seconds of processor time that this process and those it waited for have taken."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note what a test takes, where it is not marked as slow and is."""
    begun = processor_time()
    yield
    took = processor_time() - begun
    if took > SLOW_FROM and not {mark.name for mark in item.iter_markers()} & {"slow", "soak"}:
        item.user_properties.append(("slow", f"{took:.1f}"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name tests that are slow and not marked so."""
    for report in terminalreporter.stats.get("passed", []):
        for took in (took for name, took in report.user_properties if name == "slow" and report.when == "call"):
            terminalreporter.write_line(f"slow, and not marked so ({took} s): {report.nodeid}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record",
        action="store_true",
        help="write what the interpreter says now into the pages of tests/language; read the difference, then keep it",
    )
