"""Run commands on what came from outside, with limits of time and memory, and judge how they ended.

Each input has a folder of its own and a fork of this process, in which its commands run one after another; or each
command is a process of its own, as a user starts it. A command may take ten seconds of processor time, a gigabyte of
memory, and four minutes by the clock, which a busy machine may need for those seconds.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest import mock

import quarterdeck
from quarterdeck.apps.cli.main import main
from quarterdeck.language.syntax.grammar import grammar
from tests.hostile.inputs import Command, Input

MOST_SECONDS = 10
MOST_SECONDS_BY_THE_CLOCK = 240
MOST_MEMORY = 2**30
MOST_WRITTEN = 2**28
"""Bytes of one file: nothing that a command prints or keeps of such inputs comes near it."""
ALLOWED = (0, 1, 2)
FATAL = re.compile(r"internal error|Traceback \(most recent call last\)|Exception ignored in|Fatal Python error")
RAISED = re.compile(r"internal error|[\w.]+(?:Error|Interrupt|Exit|Warning)\b")
CODE = re.compile(r"\bQD\d{3}\b")
SETTING = frozenset(["book", "sheet", "errata", "diff", "compare"])
"""Commands that may set type. Typst has threads; a fork of a process that has used it would wait for them for ever."""
TOLD = re.compile(r"typed, [\d.]+ s\)")
"""What a watch says each time when it has checked."""
CLOCK, PROCESSOR = -signal.SIGALRM, -signal.SIGXCPU


@dataclass(frozen=True)
class Done:
    """How a command ended: its exit code (a signal is negative), what it printed, and its seconds of processor time."""

    command: Command
    code: int
    said: str
    seconds: float

    @property
    def fault(self) -> str:
        """Say what is wrong with this end; nothing where it is a good one."""
        if self.code in (CLOCK, PROCESSOR):
            return "takes too long"
        if found := FATAL.search(self.said):
            lines = self.said[found.start() :].splitlines()
            return next((line for line in lines if RAISED.match(line)), lines[0]).strip()
        if self.code not in ALLOWED:
            return f"ends with {self.code}"
        if self.code and not self.said.strip():
            return "fails without a word"
        return ""

    @property
    def codes(self) -> list[str]:
        """Give the codes of the findings that were printed."""
        return CODE.findall(self.said)


@dataclass(frozen=True)
class Folder:
    """A folder in which commands run; what they print goes to a place beside it."""

    place: Path
    beside: Path

    def run(self, commands: Sequence[Command], given: Input | None = None) -> list[Done]:
        """Run commands in a fork of this process, or apart where a fork would hang."""
        given = given or Input(commands)
        if must_be_apart(commands):
            return self.run_apart(commands, given)
        warm()
        typed, told = self.beside / "typed", self.beside / "told"
        typed.write_bytes(given.typed)
        told.touch()
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            self._in_the_fork(commands, given, typed, told)
        _, status = os.waitpid(child, 0)
        ended = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
        done = [
            Done(command, code, self._said(number), seconds)
            for number, (command, (code, seconds)) in enumerate(zip(commands, ended, strict=False))
        ]
        if len(done) < len(commands):
            code = os.waitstatus_to_exitcode(status)
            done.append(Done(commands[len(done)], code, self._said(len(done)), float(MOST_SECONDS)))
        return done

    def run_apart(self, commands: Sequence[Command], given: Input) -> list[Done]:
        """Run each command as a process of its own."""
        done = []
        for number, command in enumerate(commands):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            environment = {**os.environ, **given.environment}
            if given.plugins is not None:
                environment["PYTHONPATH"] = str(given.plugins)
            (self.beside / "typed").write_bytes(given.typed)
            with (self.beside / "typed").open("rb") as typed, self._file(number).open("wb") as said:
                process = subprocess.Popen(
                    [sys.executable, "-m", "quarterdeck", *command],
                    cwd=self.place,
                    env=environment,
                    stdin=typed,
                    stdout=said,
                    stderr=subprocess.STDOUT,
                    preexec_fn=as_from_a_terminal,  # noqa: PLW1509 - nothing here has threads
                )
                if command[0] == "watch":
                    self._watched(process, number, given)
                code = process.wait()
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            done.append(Done(command, code, self._said(number), after.ru_utime - before.ru_utime))
        return done

    def _watched(self, process: subprocess.Popen[bytes], number: int, given: Input) -> None:
        """Save files while a process watches them, and break it off as Ctrl-C does."""
        for wanted in (1, 2):
            while process.poll() is None and len(TOLD.findall(self._said(number))) < wanted:
                time.sleep(0.05)
            if wanted == 1:
                save(given)
        process.send_signal(signal.SIGINT)

    def _file(self, number: int) -> Path:
        return self.beside / f"said-{number}"

    def _said(self, number: int) -> str:
        file = self._file(number)
        return file.read_text("utf-8", "replace") if file.exists() else ""

    def _in_the_fork(self, commands: Sequence[Command], given: Input, typed: Path, told: Path) -> None:
        try:
            os.chdir(self.place)
            os.environ.update(given.environment)
            if given.plugins is not None:
                sys.path.insert(0, str(given.plugins))
                importlib.invalidate_caches()
            with told.open("a", encoding="utf-8") as telling:
                for number, command in enumerate(commands):
                    redirected(typed, self._file(number))
                    limit()
                    begun = resource.getrusage(resource.RUSAGE_SELF).ru_utime
                    if command[0] == "watch":
                        break_off_the_watch(given)
                    code = ended_with(command)
                    with contextlib.suppress(OSError, ValueError):
                        sys.stdout.flush()
                    sys.stderr.flush()
                    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - begun
                    telling.write(json.dumps([code, seconds]) + "\n")
                    telling.flush()
            os._exit(0)
        finally:
            traceback.print_exc()
            os._exit(70)


def must_be_apart(commands: Sequence[Command]) -> bool:
    """Tell whether commands may set type, and this process has done so before."""
    return "typst" in sys.modules and any(SETTING.intersection(command[:1]) for command in commands)


@cache
def warm() -> None:
    """Import what commands import when they are used, so that a fork has it: all but what prints books."""
    for found in pkgutil.walk_packages(quarterdeck.__path__, "quarterdeck."):
        if not found.name.startswith("quarterdeck.print.book."):
            importlib.import_module(found.name)
    grammar()


def ended_with(command: Command) -> int:
    """Run a command here, and give its exit code; what it lets out is printed as Python would print it."""
    try:
        return main(command)
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:  # noqa: BLE001 - whatever it is, it is what we look for
        traceback.print_exc()
        return 1


def save(given: Input) -> None:
    """Write what is saved while a watch goes on."""
    for path, data in given.saved.items():
        path.write_bytes(data)


def break_off_the_watch(given: Input) -> None:
    """Let the watch in this process find files saved at its first pause, and be broken off behind that."""
    pauses = iter([lambda: save(given)])

    def pause(seconds: float) -> None:
        next(pauses, interrupt)()

    mock.patch.object(importlib.import_module("quarterdeck.apps.cli.watch"), "sleep", pause).start()


def interrupt() -> None:
    """Do what Ctrl-C does."""
    raise KeyboardInterrupt


def redirected(typed: Path, said: Path) -> None:
    """Let this process read and print there, also what knows nothing of `sys.stdout`."""
    reading = os.open(typed, os.O_RDONLY)
    writing = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for number, source in ((0, reading), (1, writing), (2, writing)):
        os.dup2(source, number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as Python opens it at the start
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115


def as_from_a_terminal() -> None:
    """Limit this process, and let Ctrl-C break it off: what a shell starts in the background does not hear it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    limit()


def limit() -> None:
    """Let this process end where it takes more than it may from now on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + MOST_SECONDS + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_DATA, (held() + MOST_MEMORY, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS_BY_THE_CLOCK)


def held() -> int:
    """Give the bytes of data that this process holds: a fork has all that the tests before it left in memory."""
    told = Path("/proc/self/status")
    found = re.search(r"VmData:\s*(\d+) kB", told.read_text("utf-8")) if told.exists() else None
    return int(found[1]) * 1024 if found else 0


@contextmanager
def within() -> Iterator[Folder]:
    """Give a folder to run in, and take it away again."""
    whole = Path(tempfile.mkdtemp(prefix="quarterdeck-hostile-"))
    try:
        (whole / "here").mkdir()
        yield Folder(whole / "here", whole)
    finally:
        shutil.rmtree(whole, ignore_errors=True)
