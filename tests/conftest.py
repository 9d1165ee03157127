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
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax.grammar import grammar
from quarterdeck.program.form import verify
from quarterdeck.program.form.program import Program
from quarterdeck.program.lower import ruleset as lowering
from quarterdeck.program.passes import order
from quarterdeck.workspace.pipeline import program_cache, ruleset_cache
from quarterdeck.workspace.pipeline.folders import asked_for, ruleset_names
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.ruleset.ruleset import Ruleset

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

UNTRACED = (
    "architecture",
    "deciders",
    "handbook/test_sessions.py",
    "language/test_no_game.py",
    "odds",
    "play",
    "properties",
)
"""Left out of `make coverage`: what takes long there and runs few branches that other tests do not."""

SLOW_FROM = 5.0
"""Seconds of processor time from which a test counts as slow; the end of a run names those that are not marked."""
SLOW = """
architecture/test_types.py::test_nothing_is_found_by
books/test_book.py::test_easyships_is_printed_whole
differential/test_differential.py::test_random_rules_run_as_the_handbook_says
examples/test_coverage.py::test_one_change_of_forty_eight_is_noticed
examples/test_easyships.py::test_a_wrong_rule_is_noticed
examples/test_easyships.py::test_all_examples_come_out_as_written_under_a_variant
games/test_bad_scenarios.py::test_a_fault_is_found_with_its_place_and_a_hint_and_nothing_is_started
handbook/test_sessions.py::test_a_session_runs_as_the_page_says
hostile/test_hostile.py::test_a_few_hostile_inputs_end_well
hostile/test_hostile.py::test_what_goes_on_or_takes_long_ends_well_too
language/test_no_game.py::test_no_name_of_a_ruleset_stands_in_the_interpreter
play/test_every_phase.py::test_no_phase_lets_a_side_notice_what_it_may_not_know
play/test_journal.py::test_a_game_stopped_anywhere_and_resumed_equals_one_that_was_not
play/test_journal.py::test_other_rules_are_refused_with_what_has_changed
play/test_replay.py::test_battles_end_and_replay_to_the_same_bytes
play/test_submarines.py::test_no_view_holds_anything_of_the_other_sides_log
play/test_submarines.py::test_the_games_do_differ_and_the_submarines_own_side_notices
play/test_submarines.py::test_the_hunters_notice_nothing_of_what_the_log_holds
play/test_why.py::test_a_definition_is_taken_apart_down_to_its_figures
play/test_views.py::test_the_account_of_a_side_leaves_out_the_others_damage_but_not_its_fires
properties/test_english_arithmetic.py::test_calculations_of_different_values_read_differently
properties/test_fitting.py::test_changed_documents_fit_where_the_models_take_them
properties/test_held.py::test_a_large_ruleset_that_is_held_is_what_it_is_when_loaded_anew
properties/test_held.py::test_a_ruleset_that_is_held_is_what_it_is_when_loaded_anew
properties/test_mutations.py::test_a_few_mutations_give_findings_and_never_fail
properties/test_mutations.py::test_unaltered_games_pass_all_stages
properties/test_syntax.py::test_the_rules_that_come_with_the_interpreter_keep_their_meaning_when_formatted
rulesets/test_shipped.py::test_its_standard_questions_fit_their_rules
rulesets/test_shipped.py::test_it_tells_rules_as_they_are_and_its_worked_examples_come_out_as_written
slips/test_slips.py::test_slips_in_a_house_rule_are_found_on_their_own_line
language/test_fingerprint.py::test_every_local_of_a_game_may_be_renamed
backends/test_generated_play.py::test_a_game_is_the_same_with_and_without_short_ways
workspace/test_held.py::test_a_number_in_a_large_ruleset_does_one_definition_again
language/test_ledger.py::test_shipped_rulesets_are_accounted_for
language/test_ledger.py::test_what_examples_leave_untested_is_told_by_paragraph
program/test_verify.py::test_what_is_lowered_fits_together_before_and_behind_every_pass
variants/test_easyships_variants.py::test_all_variants_can_be_laid_over_the_game_together
variants/test_easyships_variants.py::test_the_order_of_naming_variants_means_nothing
variants/test_plugins_of_the_project.py::test_all_are_built_and_pass_their_tests_in_one_environment
variants/test_seeded_changes.py::test_a_seeded_change_is_told_at_its_address_alone
""".split()
"""Tests of which at least one case is slow."""


class Verified:
    """Verifies programs; what one ruleset has alike under several settings, or behind a pass, is gone through once."""

    def __init__(self, rulesets: int) -> None:
        self.known: deque[tuple[Declared, dict[int, object]]] = deque(maxlen=rulesets)

    def __call__(self, program: Program) -> None:
        seen = next((seen for declared, seen in self.known if declared is program.declared), None)
        if seen is None:
            seen = {}
            self.known.append((program.declared, seen))
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

    What each pass makes of it is verified in `program/test_verify.py`, of the shipped games and small ones.
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
    key_of, known = ruleset_cache._key, dict[str, str]()

    def key(game: str) -> str:
        folders, enabled = asked_for(game)
        if enabled or not all(folder.is_relative_to(resources.rulesets_folder()) for folder in folders):
            return key_of(game)
        if game not in known:
            known[game] = key_of(game)
        return known[game]

    with mock.patch.object(ruleset_cache, "_key", key):
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
        key = ruleset_cache._key(game)
        found = known.pop(key, None) or open_anew(kind, game)
        known[key] = found
        if len(known) > OPENED:
            del known[next(iter(known))]
        return found

    with mock.patch.object(Ruleset, "open", classmethod(opened)):
        yield


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
    folder = Path(__file__).parent
    slow = set(SLOW)
    for item in items:
        place = item.path.relative_to(folder).as_posix() if item.path.is_relative_to(folder) else ""
        if place.startswith(UNTRACED):
            item.add_marker(pytest.mark.no_cover)
        if f"{place}::{item.name.partition('[')[0]}" in slow:
            item.add_marker(pytest.mark.slow)


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
