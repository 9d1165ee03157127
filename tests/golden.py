"""Nail down what a change of the interpreter must not change, and compare.

    python tests/golden.py record                                        accept what `make test` says is different

    python tests/golden.py keep before.json --battles 100 --books        for a redesign
    (change the interpreter)
    python tests/golden.py keep after.json --battles 100 --books
    python tests/golden.py compare before.json after.json

Kept, as hashes by name: of battles the dice, decisions and end states, and each is played again from its journal to the
same bytes; of every standard question its odds as whole numbers; of every worked example what happened; of every book
its text. `golden.json` has those of ten battles for each game. Tests compare them where they fight, count, run or print
anyway (`test_golden.py`, `test_shipped.py`, `test_book.py`).
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from quarterdeck.analysis.trial.bench import CaseOutcome, ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.analysis.trial.trace_text import trace_lines
from quarterdeck.api import Ruleset, UnanswerableError, answered, open_journal, questions_of
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.resources import rulesets_folder
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.run.journal_store import FileStore
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.documents import shapes
from quarterdeck.workspace.games.opening import Wanted, begin, sitting_of
from quarterdeck.workspace.games.replay import replay
from quarterdeck.workspace.pipeline.folders import ruleset_names
from quarterdeck.workspace.ruleset.seating import set_up_game

SEATS = (("bot", "bot"), ("bot", "random"), ("random", "bot"), ("random", "random"))


KEPT = Path(__file__).with_name("golden.json")
SHORT = 6
"""So many characters of the hash of an example are kept."""


def hashed(*parts: object) -> str:
    digest = blake2b(digest_size=10)
    for part in parts:
        digest.update(f"{part}\0".encode())
    return digest.hexdigest()


@dataclass(frozen=True)
class Battle:
    """A battle that was fought to its end and replayed from its journal to the same bytes."""

    name: str
    result: GameResult
    hash: str


def fight(game: str, seed: int) -> Battle:
    """Fight a battle by its seed, which picks the scenario and the seats too; the header is left out of its hash."""
    ruleset = Ruleset.open(game)
    scenarios = sorted(ruleset.declared.scenarios)
    scenario, sides = scenarios[seed % len(scenarios)], SEATS[seed // len(scenarios) % len(SEATS)]
    opened = set_up_game(ruleset, scenario, {}, Findings())
    wanted = Wanted(scenario, sides=sides, seed=seed)
    with TemporaryDirectory() as folder:
        journal = Path(folder) / f"{seed}.jsonl"
        result = begin(opened, wanted, (), FileStore(journal), sitting_of).play()
        same_again(journal, result)
        _, *entries = journal.read_text("utf-8").splitlines()
    return Battle(
        f"{game} battle {seed} {scenario} {'-'.join(sides)}",
        result,
        hashed(entries, result.state, result.winner, result.turn, result.told),
    )


def same_again(journal: Path, result: GameResult) -> None:
    """Play a kept game again, and compare how it ends and the bytes of its journal."""
    kept = open_journal(journal)
    again = replay(kept.game, kept.saved)
    assert again.fault == ""
    assert again.result is not None
    assert (again.result.winner, again.turn) == (result.winner, result.turn)
    assert again.journal(kept.game, kept.saved.header) == journal.read_bytes(), journal


def battles(game: str, first: int, last: int) -> Iterator[tuple[str, str]]:
    """Give a hash for each battle: its entries, its end state, its winner and turn."""
    for battle in (fight(game, seed) for seed in range(first, last)):
        yield battle.name, battle.hash


def count(ruleset: Ruleset, question: shapes.Question, place: Place) -> str:
    """Give a hash of a standard question: its outcomes with their whole-number weights."""
    try:
        counted = answered(ruleset, question, place, 5_000_000)
    except UnanswerableError as error:
        return hashed(error)
    return hashed(*((one.titles, sorted(one.rows), one.below) for one in counted))


def questions(game: str) -> Iterator[tuple[str, str]]:
    """Give a hash for each standard question."""
    ruleset = Ruleset.open(game)
    for question, place in questions_of(ruleset.declared):
        yield f"{game} question {question.question}", count(ruleset, question, place)


def example_hash(outcome: CaseOutcome) -> str:
    """Give a hash of a worked example: whether all is as it says, what happened, and the state after."""
    tried = outcome.tried
    lines = list(trace_lines(tried.before, tried.events)) if tried else []
    return hashed(outcome.is_good, tried.given if tried else "", lines, tried.after.state if tried else [])


def examples(game: str) -> Iterator[tuple[str, str]]:
    """Give a hash for each worked example."""
    ruleset = Ruleset.open(game)
    bench = ExampleRunner(ruleset)
    for number, case in enumerate(cases_of(ruleset.declared)):
        yield f"{game} example {number} {case.name}", example_hash(bench.run(case))


def pages(game: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Give a hash for each page of a book in a folder: its words, without the marks of HTML."""
    for page in sorted(folder.rglob("*.html")):
        text = re.sub(r"<[^>]*>", " ", page.read_text("utf-8"))
        yield f"{game} page {page.relative_to(folder)}", hashed(" ".join(text.split()))


def book(game: str) -> Iterator[tuple[str, str]]:
    """Give a hash for each page of the book for a screen."""
    from quarterdeck.print.book.build import build
    from quarterdeck.print.book.plan import plan

    with TemporaryDirectory() as folder:
        build(plan(Ruleset.open(game)), game, Path(folder), ("html",), lambda _: None)
        yield from pages(game, Path(folder))


# --- what is kept in the repository


def short(of_examples: Iterable[str]) -> str:
    """Give the beginnings of hashes of examples, in order: there are thousands."""
    return " ".join(one[:SHORT] for one in of_examples)


@cache
def kept() -> dict[str, str]:
    """Read the hashes in the repository; those of the examples of a game are one entry."""
    found: dict[str, str] = json.loads(KEPT.read_text("utf-8"))
    return found


def differing(found: Mapping[str, str], sort: str = "") -> list[str]:
    """Name what is not as it is kept; what `sort` begins and was not found is missing."""
    missing = [f"{name} (missing)" for name in kept() if sort and name.startswith(sort) and name not in found]
    return [*(name for name, now in found.items() if kept().get(name) != now), *missing]


def differing_examples(game: str, found: Mapping[str, str]) -> list[str]:
    """Name the examples of a game that are not as they are kept; others may have come between them."""
    before, now, names = kept()[f"{game} examples"].split(), short(found.values()).split(), [*found]
    told = []
    for how, first, last, start, end in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if how != "equal":
            told += names[start:end] or [
                f"{last - first} missing before {names[start] if names[start:] else 'the end'}"
            ]
    return told


def record(processes: int) -> None:
    """Write the hashes in the repository again."""
    found = everything(10, books=True, processes=processes)
    by_game = {name: [one for one in found if one.startswith(f"{name} example ")] for name in games()}
    rest = {name: now for name, now in found.items() if " example " not in name}
    rest |= {f"{game} examples": short(found[one] for one in names) for game, names in by_game.items()}
    KEPT.write_text(json.dumps(rest, indent=0, sort_keys=True) + "\n", "utf-8")


# --- everything, in several processes


def games() -> list[str]:
    """Give the shipped games that have scenarios."""
    return [name for name in ruleset_names() if list((rulesets_folder() / name / "scenarios").glob("*.yaml"))]


def part(task: tuple[str, ...]) -> dict[str, str]:
    """Do one part of the work."""
    sort, game, *rest = task
    if sort == "battles":
        return dict(battles(game, int(rest[0]), int(rest[1])))
    return dict({"questions": questions, "examples": examples, "book": book}[sort](game))


def everything(count: int, books: bool, processes: int, path: Path | None = None) -> dict[str, str]:
    """Do all the work in several processes; write what is known into a file after each part."""
    tasks: list[tuple[str, ...]] = []
    for game in games():
        tasks += [("examples", game), ("questions", game)]
        tasks += [("battles", game, str(at), str(min(at + 5, count))) for at in range(0, count, 5)]
        tasks += [("book", game)] if books else []
    found: dict[str, str] = {}
    with ProcessPoolExecutor(processes) as pool:
        for number, known in enumerate(pool.map(part, tasks), 1):
            found |= known
            print(f"{number} of {len(tasks)}: {' '.join(tasks[number - 1])}", file=sys.stderr, flush=True)
            if path:
                path.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", "utf-8")
    return found


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
    recording = verbs.add_parser("record")
    recording.add_argument("--processes", type=int, default=2)
    comparing = verbs.add_parser("compare")
    comparing.add_argument("one", type=Path)
    comparing.add_argument("other", type=Path)
    given = parser.parse_args()
    if given.verb == "compare":
        return compare(given.one, given.other)
    if given.verb == "record":
        record(given.processes)
    else:
        everything(given.battles, given.books, given.processes, given.path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
