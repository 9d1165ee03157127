"""Parsing in several threads: a server reads rules while others read them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.syntax.from_text import chunks, parse_unit

ROOT = Path(__file__).parents[3]
THREADS, ROUNDS = 8, 3


def parsed(file: SourceFile) -> tuple[list[str], list[str]]:
    """Parse each definition of a file, past every cache of whole files: its nodes with their spans, and the codes."""
    findings = Findings()
    nodes = [repr(parse_unit(file, start, end, findings)) for start, end in chunks(file.text)]
    return nodes, [finding.code for finding in findings]


@pytest.fixture(name="switching")
def _switching() -> Iterator[None]:
    """Let threads take turns so often that what they share shows."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("switching")
def test_threads_parse_to_the_nodes_of_one_thread() -> None:
    """Eight threads that parse real rules at the same time get the nodes, and the faults, that one thread gets."""
    paths = sorted((ROOT / "rulesets").rglob("*.rules"), key=lambda path: path.stat().st_size)[-4:]
    files = [SourceFile(str(path), path.read_text("utf-8")) for path in paths]
    files += [SourceFile("broken", 'rules broken "Broken"\n\nphase one:\n  do\n    that\n   this\n')]
    alone = {file.path: parsed(file) for file in files}
    assert any(codes for _, codes in alone.values())
    with ThreadPoolExecutor(THREADS) as pool:
        tasks = [pool.submit(parsed, file) for _ in range(ROUNDS) for file in files]
        for task, file in zip(tasks, files * ROUNDS, strict=True):
            assert task.result() == alone[file.path], file.path
