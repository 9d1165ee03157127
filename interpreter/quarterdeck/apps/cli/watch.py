"""`quarterdeck watch`: behind each save what is found, the examples concerned, and effect on the odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic, process_time, sleep

from rich.console import Console

from quarterdeck.analysis.diff.differences import OddsMoved
from quarterdeck.analysis.trial.bench import CaseOutcome
from quarterdeck.analysis.watch.watcher import Edited
from quarterdeck.base.decimals import percent
from quarterdeck.base.findings.printer import show
from quarterdeck.workspace.pipeline.folders import NotFoundError

PAUSE = 0.3
"""So many seconds pass between two looks at the files."""
MOST_SHOWN = 6
"""So many examples are named that come out in another way than they say."""


def watch(game: str) -> int:
    """Check a ruleset again whenever one of its files is saved; only the affected parts are checked.

    After the problems, it runs the affected worked examples and standard questions, the closest ones first. It
    starts again if you save meanwhile. Ctrl-C ends it.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
    """
    edited = Edited(game)
    console = Console()
    try:
        while True:
            stamp = edited.held.stamp()
            tell(edited, console, lambda stamp=stamp: edited.held.stamp() == stamp)  # type: ignore[misc]
            while edited.held.stamp() == stamp:
                sleep(PAUSE)
    except KeyboardInterrupt:
        return 0


def tell(edited: Edited, console: Console, is_as_it_was: Callable[[], bool] = lambda: True) -> int:
    """Look at a ruleset as its files are now, and print what is found; give how many findings there are."""
    begun = process_time()
    try:
        look = edited.look()
    except NotFoundError as error:  # while a file is saved it may be gone for a moment
        say(console, str(error))
        return 1
    if look.findings:
        show(look.findings, console)
    found = said("problem", len(look.findings)) if look.findings else "no problems"
    say(console, f"{look.game}: {found} ({said('definition', look.typed)} typed, {look.seconds:.1f} s)")
    if edited.edit is not None:
        tell_concerned(edited, console, begun, is_as_it_was)
    return len(look.findings)


def tell_concerned(edited: Edited, console: Console, begun: float, is_as_it_was: Callable[[], bool]) -> None:
    """Say what becomes of the examples and questions that an edit concerns, as long as nothing is saved."""
    examples, otherwise, questions, moved = 0, 0, 0, 0
    for one in while_so(edited.concerned(), is_as_it_was):
        if isinstance(one, CaseOutcome):
            examples += 1
            if not one.is_good:
                otherwise += 1
                if otherwise <= MOST_SHOWN:
                    say(console, f"  {one.case.name}: {problem_of(one)}")
        else:
            questions += 1
            moved += bool(one.distance)
            for line in shifts(one):
                say(console, f"  {line}")
    if not examples and not questions:
        return
    parts = [f"{said('example', examples)} concerned" + (f", {otherwise} not as expected" if otherwise else "")]
    parts += [f"{said('question', questions)} asked" + (f", {moved} with other odds" if moved else "")]
    say(console, f"{edited.game}: {'; '.join(parts)} ({process_time() - begun:.1f} s)")


def while_so(
    found: Iterator[CaseOutcome | OddsMoved], is_as_it_was: Callable[[], bool]
) -> Iterator[CaseOutcome | OddsMoved]:
    """Give one after another as long as no file is saved, which is looked after every now and then."""
    looked = monotonic()
    for one in found:
        yield one
        if monotonic() - looked > PAUSE:
            if not is_as_it_was():
                return
            looked = monotonic()


def problem_of(outcome: CaseOutcome) -> str:
    """Give the first thing that is not as an example says, and where it says so."""
    span = outcome.case.place()
    problem = next((problem for problem in outcome.problems), None)
    words = problem.message if problem is not None else next(iter(outcome.findings)).message
    if problem is not None:
        span = outcome.case.place(*problem.path)
    return f"{words}, {span.file.path}:{span.line}"


def shifts(question: OddsMoved) -> Iterator[str]:
    """Give a line for each thing that a question shows and that has other odds now: what shifted most."""
    if question.unanswered is not None:
        yield f"{question.question}: {question.unanswered}"
    for shift in question.shows:
        if shift.distance:
            most = shift.outcomes[0]
            words = f"{' '.join(column['title'] for column in shift.columns)} {' '.join(most.text)}"
            yield f"{question.question}: {words} {percent(most.before)} -> {percent(most.after)}"


def say(console: Console, words: str) -> None:
    """Print a line as it is."""
    console.print(words, markup=False, highlight=False)


def said(word: str, count: int) -> str:
    """Give a count with its word."""
    return f"{count} {word}{'' if count == 1 else 's'}"
