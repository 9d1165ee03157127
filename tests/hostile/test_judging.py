"""A trial notices what must not be: commands that fail in each of the ways that are looked for."""

import os
import signal
import sys
import time
from unittest import mock

import pytest

from tests.hostile import running
from tests.hostile.running import Done, within


def fail(command):
    match command[0]:
        case "raise":
            raise ValueError("on purpose")
        case "loop":
            while True:
                pass
        case "fill":
            kept = []
            while True:
                kept.append(bytes(2**24))
        case "sleep":
            time.sleep(600)
        case "print":
            while True:
                print("x" * 2**20)
        case "silent":
            return 1
        case "exit":
            sys.exit(7)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
    print("well")
    return 0


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ("well", ""),
        ("raise", "ValueError: on purpose"),
        ("loop", "takes too long"),
        ("fill", "MemoryError"),
        ("sleep", "takes too long"),
        ("silent", "fails without a word"),
        ("exit", "ends with 7"),
        ("kill", "ends with -9"),
    ],
)
def test_what_must_not_be_is_noticed(command, fault, monkeypatch):
    monkeypatch.setattr(running, "MOST_SECONDS", 0)
    monkeypatch.setattr(running, "MOST_SECONDS_BY_THE_CLOCK", 0.7)
    with mock.patch.object(running, "main", fail), within() as folder:
        (done,) = folder.run([[command]])
    assert fault in done.fault
    assert bool(done.fault) == bool(fault)


def test_what_was_said_before_is_kept_where_a_command_ends_the_process():
    with mock.patch.object(running, "main", fail), within() as folder:
        first, second = folder.run([["well"], ["kill"], ["well"]])
    assert first == Done(["well"], 0, "well\n", first.seconds)
    assert second.code == -9
