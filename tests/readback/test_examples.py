"""Every worked example that a book prints tells what came of it: each number that it expects stands in the story."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from typing import Any

import pytest

from quarterdeck.analysis.trial.bench import CaseOutcome, ExampleRunner
from quarterdeck.analysis.trial.cases import Case, cases_of
from quarterdeck.base import decimals
from quarterdeck.engine.run.happenings import Changed, Rolled, RowUsed
from quarterdeck.engine.run.situation import thing_and_field
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.print.book.plan import Planned, plan
from quarterdeck.prose.overrides.example_overrides import examples_told
from quarterdeck.prose.text.blocks import Block, Box, Point, Prose, Section, Steps
from quarterdeck.prose.text.runs import plain
from tests.readback.books import SHIPPED, SMALL, opened
from tests.readback.figures import figures_in, numbers_in


@dataclass(frozen=True)
class Story:
    """The words of an example as they are printed."""

    name: str
    words: str


def stories(planned: Planned) -> Iterator[Story]:
    """Give the examples of a book, wherever they stand."""
    for page in planned.book.pages:
        yield from in_section(page.section)


def in_section(section: Section) -> Iterator[Story]:
    for block in section.blocks:
        yield from in_block(block)
    for inner in section.sections:
        yield from in_section(inner)


def in_block(block: Block) -> Iterator[Story]:
    if isinstance(block, Box) and block.sort == "example":
        assert block.place is not None
        yield Story(
            block.place.address.removeprefix("examples.").partition(".")[0], "\n".join(map(words_of, block.blocks))
        )
    elif isinstance(block, Box):
        for inner in block.blocks:
            yield from in_block(inner)
    for entry in getattr(block, "entries", ()):
        for inner in entry.blocks:
            yield from in_block(inner)


def words_of(block: Block) -> str:
    if isinstance(block, Prose):
        return plain(block.text)
    return "\n".join(lines(point) for point in block.points) if isinstance(block, Steps) else ""


def lines(point: Point) -> str:
    return "\n".join((plain(point.text), *map(lines, point.points)))


# --- what must stand in one


def numbers_below(value: Any) -> Iterator[Fraction]:
    """Give the numbers in what a document says."""
    match value:
        case bool() | None:
            return
        case int() | float():
            yield abs(decimals.exact(str(value)))
        case str():
            yield from figures_in(value)
        case Mapping():
            for one in value.values():
                yield from numbers_below(one)
        case list() | tuple():
            for one in value:
                yield from numbers_below(one)


def kept_on_paper(declared: Declared) -> Callable[[str], bool]:
    """Give what tells whether players keep track of a field: kinds without a log are known by all that they have.

    Of kinds with one, numbers and things count that a line of the log or a marker is for; where counters lie is seen.
    """
    logged, written_down = set[str](), set[str]()
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        looks = [(kind, [line.field, line.most]) for kind, log in document.shape.logs.items() for line in log.lines]
        looks += [(kind, [one.field]) for kind, look in document.shape.counters.items() for one in look.markers]
        for kind, names in looks:
            for name in names:
                first, _, inner = str(name).partition(".")
                held = declared.kinds[kind].fields[first].type if first in declared.kinds[kind].fields else None
                item = held.item if isinstance(held, types.ListType) else None
                written_down.add(
                    f"{item.kind}.{inner}" if inner and isinstance(item, types.Thing) else f"{kind}.{name}"
                )
        logged |= {
            part.name for part in declared.kinds.values() for kind in document.shape.logs if part.part_of == kind
        }
        logged |= set(document.shape.logs)

    def is_kept(address: str) -> bool:
        kind, _, name = address.partition(".")
        known = declared.kinds[kind].fields.get(name.partition(".")[0])
        if known is None or kind not in logged:
            return True
        bare = types.without_none(known.type)
        return not isinstance(bare, types.Number | types.Thing | types.ListType) or address in written_down

    return is_kept


def changed(outcome: CaseOutcome, declared: Declared) -> dict[str, Any]:
    """Give what an example says becomes of fields that players keep track of."""
    assert outcome.tried is not None
    layout, is_kept = outcome.tried.before.program.layout, kept_on_paper(declared)
    found = {}
    for key, value in outcome.case.changes.items():
        _, known, name = thing_and_field(outcome.tried.before, key)
        at = outcome.tried.before.things[known[0]] if known else None
        if at is None or is_kept(f"{layout.kind_at(at)}.{name}"):
            found[key] = value
    return found


def written(outcome: CaseOutcome, declared: Declared) -> set[Fraction]:
    """Give the numbers of what is thrown and what comes of it, as the example has them; none is told by silence.

    How often something is asked and which rows are looked up without bringing anything are no part of what comes of it.
    """
    case = outcome.case
    apart = {key: value for key, value in case.expect.items() if not key.startswith(("asked.", "nothing", "rows"))}
    said = (case.dice, changed(outcome, declared), apart)
    return {one for part in said for one in numbers_below(part)} - {Fraction(0)}


def happened(outcome: CaseOutcome, declared: Declared) -> set[Fraction]:
    """Give the numbers that the program came to: dice, what modified them, totals, what fields on paper became."""
    assert outcome.tried is not None
    found, is_kept = set[Fraction](), kept_on_paper(declared)
    for place, event in enumerate(outcome.tried.events):
        if isinstance(event, Rolled):
            found |= {Fraction(event.natural), abs(Fraction(event.total))}
            found |= {abs(Fraction(one.by)) for one in event.modifiers if one.applied and one.by}
        elif isinstance(event, Changed):
            further = takewhile(lambda one: isinstance(one, Changed), outcome.tried.events[place + 1 :])
            if any(isinstance(one, Changed) and one.place == event.place for one in further):
                continue  # what is written several times at a blow is told by what it comes to
            kind, _, name = event.address.partition(".")
            known = declared.kinds[kind].fields.get(name) if kind in declared.kinds else None
            if known is not None and isinstance(known.type, types.Number) and is_kept(event.address):
                found.add(abs(Fraction(event.after, known.type.step)))
    return found


def rows_told(outcome: CaseOutcome, declared: Declared) -> Iterator[str]:
    """Give the titles of the tables of which a row brought something to mark on paper or to do."""
    assert outcome.tried is not None
    events, is_kept = outcome.tried.events, kept_on_paper(declared)
    for place, event in enumerate(events):
        if isinstance(event, RowUsed):
            ends = next((at for at in range(place + 2, len(events)) if events[at].depth <= event.depth), len(events))
            if any(isinstance(one, Changed) and is_kept(one.address) for one in events[place + 2 : ends]):
                yield declared.tables[event.table].title


def faults(planned: Planned, bench: ExampleRunner) -> tuple[int, int, list[str]]:
    """Give how many stories and numbers were read, and which stories leave something out."""
    cases: dict[str, list[Case]] = {}
    for case in cases_of(bench.ruleset.declared):
        cases.setdefault(case.name.split("[", 1)[0], []).append(case)
    told = {name.split("[", 1)[0] for name in examples_told(bench.ruleset.declared)}
    stories_read, numbers_read, found = 0, 0, []
    for story in stories(planned):
        said, left_out, least = numbers_in(story.words), [], None
        if story.name in told:  # by an author, who is held to what happens when the book is planned
            continue
        for case in cases[story.name]:
            outcome = bench.run(case)
            if not outcome.is_good or outcome.tried is None:
                continue
            wanted = written(outcome, bench.ruleset.declared) | happened(outcome, bench.ruleset.declared)
            missing: set[Fraction | str] = {*(wanted - said)}
            missing |= {title for title in rows_told(outcome, bench.ruleset.declared) if title not in story.words}
            if least is None or len(missing) < len(least):
                least, left_out = missing, sorted(map(str, missing))
            if not missing:
                numbers_read += len(wanted)
                break
        stories_read += 1
        if left_out or least is None:
            found.append(f"{story.name}: {', '.join(left_out)} not in {story.words}")
    return stories_read, numbers_read, found


@pytest.mark.parametrize("game", SMALL)
def test_every_example_tells_what_came_of_it(game: str) -> None:
    read, numbers, found = faults(plan(opened(game)), ExampleRunner(opened(game)))
    assert found == []
    assert (read, numbers) != (0, 0) or game == "regatta"


@pytest.mark.soak
@pytest.mark.parametrize("game", SHIPPED)
def test_every_example_of_a_shipped_game_tells_what_came_of_it(game: str) -> None:
    read, numbers, found = faults(plan(opened(game)), ExampleRunner(opened(game)))
    print(game, read, "examples", numbers, "numbers")
    assert found == []
