"""Nail down what a change of the interpreter must not change, and compare.

    python tests/golden.py keep before.json --battles 100 --books
    (change the interpreter)
    python tests/golden.py keep after.json --battles 100 --books
    python tests/golden.py compare before.json after.json

Kept, as hashes by name: of battles the dice, decisions and end states, and each is played again from its journal to the
same bytes; of every standard question its odds as whole numbers; of every worked example what happened; of every book
its text.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.analysis.trial.trace_text import trace_lines
from quarterdeck.api import Ruleset, UnanswerableError, answered, open_journal, questions_of
from quarterdeck.apps.terminal.game_start import Wanted, begin
from quarterdeck.apps.terminal.replaying import replay
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.base.findings.finding import Findings
from quarterdeck.workspace.pipeline.folders import ruleset_names
from quarterdeck.workspace.ruleset.seating import set_up_game

SEATS = (("bot", "bot"), ("bot", "random"), ("random", "bot"), ("random", "random"))


def hashed(*parts: object) -> str:
    digest = blake2b(digest_size=10)
    for part in parts:
        digest.update(f"{part}\0".encode())
    return digest.hexdigest()


def battles(game: str, first: int, last: int) -> Iterator[tuple[str, str]]:
    """Give a hash for each battle: its entries, its end state, its winner and turn; the header is left out."""
    ruleset = Ruleset.open(game)
    scenarios = sorted(ruleset.declared.scenarios)
    with TemporaryDirectory() as folder:
        for seed in range(first, last):
            scenario, sides = scenarios[seed % len(scenarios)], SEATS[seed // len(scenarios) % len(SEATS)]
            opened = set_up_game(ruleset, scenario, {}, Findings())
            kept = Path(folder) / f"{seed}.jsonl"
            screen = Screen(Console(file=StringIO(), quiet=True))
            result = begin(opened, Wanted(scenario, sides=sides, seed=seed), (), kept, screen).play()
            same_again(kept)
            _, *entries = kept.read_text("utf-8").splitlines()
            yield (
                f"{game} battle {seed} {scenario} {'-'.join(sides)}",
                hashed(entries, result.state, result.winner, result.turn, result.told),
            )


def same_again(journal: Path) -> None:
    """Play a kept game again, and compare the bytes of its journal."""
    kept = open_journal(journal)
    assert replay(kept.game, kept.saved).journal(kept.game, kept.saved.header) == journal.read_bytes(), journal


def questions(game: str) -> Iterator[tuple[str, str]]:
    """Give a hash for each standard question: its outcomes with their whole-number weights."""
    ruleset = Ruleset.open(game)
    for question, place in questions_of(ruleset.declared):
        try:
            counted = answered(ruleset, question, place, 5_000_000)
            outcome = hashed(*((one.titles, sorted(one.rows), one.below) for one in counted))
        except UnanswerableError as error:
            outcome = hashed(error)
        yield f"{game} question {question.question}", outcome


def examples(game: str) -> Iterator[tuple[str, str]]:
    """Give a hash for each worked example: whether all is as it says, what happened, and the state after."""
    ruleset = Ruleset.open(game)
    bench = ExampleRunner(ruleset)
    for number, case in enumerate(cases_of(ruleset.declared)):
        outcome = bench.run(case)
        tried = outcome.tried
        lines = list(trace_lines(tried.before, tried.events)) if tried else []
        state = tried.after.state if tried else []
        yield (
            f"{game} example {number} {case.name}",
            hashed(outcome.is_good, tried.result if tried else "", lines, state),
        )


def book(game: str) -> Iterator[tuple[str, str]]:
    """Give a hash for each page of the book for a screen: its words, without the marks of HTML."""
    from quarterdeck.print.book.build import build
    from quarterdeck.print.book.plan import plan

    with TemporaryDirectory() as folder:
        build(plan(Ruleset.open(game)), game, Path(folder), ("html",), lambda _: None)
        for page in sorted(Path(folder).rglob("*.html")):
            text = re.sub(r"<[^>]*>", " ", page.read_text("utf-8"))
            yield f"{game} page {page.relative_to(folder)}", hashed(" ".join(text.split()))


def part(task: tuple[str, ...]) -> dict[str, str]:
    """Do one part of the work."""
    sort, game, *rest = task
    if sort == "battles":
        return dict(battles(game, int(rest[0]), int(rest[1])))
    return dict({"questions": questions, "examples": examples, "book": book}[sort](game))


def keep(path: Path, count: int, books: bool, processes: int) -> None:
    tasks: list[tuple[str, ...]] = []
    for game in [name for name in ruleset_names() if Ruleset.open(name).declared.scenarios]:
        tasks += [("examples", game), ("questions", game)]
        tasks += [("battles", game, str(at), str(min(at + 5, count))) for at in range(0, count, 5)]
        tasks += [("book", game)] if books else []
    found: dict[str, str] = {}
    with ProcessPoolExecutor(processes) as pool:
        for number, known in enumerate(pool.map(part, tasks), 1):
            found |= known
            print(f"{number} of {len(tasks)}: {' '.join(tasks[number - 1])}", file=sys.stderr, flush=True)
            path.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", "utf-8")


def compare(one: Path, other: Path) -> int:
    """Name what differs; what only one of them has is named where the other has anything of its sort."""
    before, after = (json.loads(path.read_text("utf-8")) for path in (one, other))
    both = before.keys() & after.keys()
    differing = sorted(name for name in both if before[name] != after[name])
    for name in differing:
        print(f"differs: {name}")
    print(
        f"{len(both)} compared, {len(differing)} differ; "
        f"{len(before.keys() - both)} only before, {len(after.keys() - both)} only after"
    )
    return 1 if differing else 0


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    keeping = verbs.add_parser("keep")
    keeping.add_argument("path", type=Path)
    keeping.add_argument("--battles", type=int, default=100)
    keeping.add_argument("--books", action="store_true")
    keeping.add_argument("--processes", type=int, default=2)
    comparing = verbs.add_parser("compare")
    comparing.add_argument("one", type=Path)
    comparing.add_argument("other", type=Path)
    given = parser.parse_args()
    if given.verb == "compare":
        return compare(given.one, given.other)
    keep(given.path, given.battles, given.books, given.processes)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
