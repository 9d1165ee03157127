"""What comes of an answer by chance, counted exactly before the answer is given.

In: an open question of a side, and one of its answers. Out: chances of the checks that follow at once, and what is
changed on average. A copy of the program has a routine for each choice, with what is carried out after it in its block.
Where a ruleset says for a choice which procedure follows later, that is counted as if it were done now. All is counted
from what the side sees. Nothing is told where anything is read that the side may not know, or where counting would take
long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.engine.odds.answers import default
from quarterdeck.engine.odds.count import BudgetError, Counter, Distribution, Part
from quarterdeck.engine.odds.kernels import Ungiven
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.run.words import is_declined
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import called
from quarterdeck.program.form.instructions import Block, Routine
from quarterdeck.program.form.summary import only_in_spans
from quarterdeck.program.form.walking import blocks_in, instructions_in, locals_in, walk, with_blocks
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.workspace.games.later_runs import LaterRuns
from quarterdeck.workspace.pipeline.build import Built

MOST_WORK = 100_000
"""How much work is done to count what comes of one answer: about half a second."""
MOST_CHECKS, MOST_CHANGES = 8, 3


@dataclass(frozen=True)
class CheckChance:
    """A check that follows an answer, and the chance that it succeeds, once or more often."""

    check: str
    words: str
    chance: Fraction


@dataclass(frozen=True)
class ExpectedChange:
    """A number that may change: of which thing and field, by how much on average, and the chance that it does."""

    thing: str
    words: str
    mean: Fraction
    chance: Fraction


@dataclass(frozen=True)
class AnswerChances:
    """What comes of an answer by chance; nothing where nothing does, or where it is not counted."""

    checks: Sequence[CheckChance] = ()
    changes: Sequence[ExpectedChange] = ()


NO_CHANCES = AnswerChances()


@dataclass
class AnswerOdds:
    """Counts what comes of the answers of one game."""

    built: Built
    wording: Wording
    work: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Know what the ruleset says of later procedures."""
        self.later = LaterRuns(self.built)

    @cached_property
    def continuations(self) -> dict[str, Routine]:
        """Give what is carried out after each choice of a rule in its block, by the address of the choice."""
        found: dict[str, Routine] = {}
        for routine in self.built.program.routines.values():
            for ask, behind in asks_in(routine.block):
                site = self.built.program.sites[ask.site]
                if (made := continuation(ask, behind, routine)) is not None:
                    found[site.address] = made
        return found

    @cached_property
    def counter(self) -> Counter:
        """Give what counts over the program with these routines."""
        program = self.built.program
        more = {made.address: made for made in self.continuations.values()}
        return Counter(replace(program, routines={**program.routines, **more}))

    @cached_property
    def spanned(self) -> frozenset[str]:
        """Give the rules that are carried out only while effects wait."""
        return only_in_spans(self.built.program)

    def of(self, question: Question, answer: Any) -> AnswerChances:
        """Count what comes of an answer; the question must be open."""
        if not question.is_in_rule:
            return NO_CHANCES
        known = {**dict(question.scope()), question.site.address.rpartition(".")[2]: answer}
        made = self.continuations.get(question.site.address)
        found, self.work = NO_CHANCES, 0
        if made is not None and all(name in known for name, _ in made.parameters):
            found = self.counted_all(question, made, [known[name] for name, _ in made.parameters])
        if found.checks or is_declined(question.site.item, answer):
            return found
        for heading, address, inputs in self.later.of(question, known):
            later = self.counted_all(question, self.built.program.routines[address], inputs)
            checks = [replace(one, words=f"{heading}: {one.words}") for one in later.checks]
            found = AnswerChances([*found.checks, *checks], [*found.changes, *later.changes])
        return found

    def counted_all(self, question: Question, made: Routine, inputs: Sequence[Any]) -> AnswerChances:
        """Count the checks and the changes of a routine, as far as that is possible and does not take long."""
        if made.address not in self.counter.entries:
            return NO_CHANCES
        frame = (self.counter.entries[made.address], *inputs)
        checks: list[CheckChance] = []
        changes: list[ExpectedChange] = []
        try:
            for site in self.checks(made):
                checks += self.check(question, frame, site)
            for address in self.written(made):
                changes += self.change(question, frame, address)
        except BudgetError:
            pass  # what was counted so far is told
        except (_HiddenError, NotCountedError, RulesFaultError, LookupError, ArithmeticError, NameError):
            return NO_CHANCES
        return AnswerChances(checks[:MOST_CHECKS], sorted(changes, key=lambda one: -one.chance)[:MOST_CHANGES])

    def counted(self, question: Question, frame: Any, shown: frozenset[str], part: Part) -> Distribution:
        """Count one thing that is shown, from what the side sees.

        Raises:
            BudgetError: it takes long.
            _HiddenError: something is read that the side may not know.
        """
        view = question.view
        ungiven = Ungiven(view.blanked, True) if view.blanked else None
        found = self.counter.count(
            frame,
            list(view.state),
            in_span=question.site.routine in self.spanned,
            shown=shown,
            outcome=[part],
            answer=default,
            budget=MOST_WORK - self.work,
            ungiven=ungiven,
        )
        self.work += found.work
        if ungiven is not None and ungiven.met:
            raise _HiddenError
        return found

    # --- checks

    def checks(self, made: Routine) -> list[int]:
        """Give the sites of the checks that may follow, in the order of the rules."""
        program, found, seen = self.built.program, dict[int, None](), {made.address}
        waiting = [made.block]
        while waiting:
            for act in instructions_in(waiting.pop(0)):
                match act:
                    case op.Rolled(site=site, success=success) if success is not None:
                        found[site] = None
                    case op.Call(address=address) if address not in seen:
                        seen.add(address)
                        waiting.append(program.routines[address].block)
        return list(found)

    def check(self, question: Question, frame: Any, site: int) -> Iterator[CheckChance]:
        """Yield the chance of a check, where it is made at all."""
        address = self.built.program.sites[site].address
        found = self.counted(question, frame, frozenset({f"roll {site}"}), partial(_succeeds, site))
        weights = {key[0]: weight for key, weight in found.weights.items()}
        if set(weights) != {None}:
            yield CheckChance(address, self.wording.phrase(address), Fraction(weights.get(True, 0), found.below))

    # --- changes

    def written(self, made: Routine) -> list[str]:
        """Give the numbers that may change, and that things on the table have."""
        written = self.counter.cuts.calls.writes.get(called(made.address), frozenset())
        layout = self.built.program.layout
        return [
            address
            for address, kind in layout.types.items()
            if address in written and isinstance(kind, types.Number) and address.split(".")[0] not in ("Game", "Side")
        ]

    def change(self, question: Question, frame: Any, address: str) -> Iterator[ExpectedChange]:
        """Yield of each thing how much a field of it changes on average."""
        state, layout = question.view.state, self.built.program.layout
        slots = [slot for slot, name in enumerate(layout.slots) if name == address]
        found = self.counted(question, frame, frozenset({address}), partial(_changes, slots, state))
        if len(found.weights) == 1:  # it comes so in any case: no chance is in it
            return
        sums: dict[int, tuple[Fraction, int]] = {}
        for (changes,), weight in found.weights.items():
            for slot, by in changes:
                mean, count = sums.get(slot, (Fraction(0), 0))
                sums[slot] = mean + by * weight, count + weight
        kind = layout.types[address]
        step = kind.step if isinstance(kind, types.Number) else 1
        for slot, (mean, count) in sums.items():
            thing = layout.thing_at(address.partition(".")[0], slot)
            words = (question.view.names.get(thing, ""), self.wording.field_words(address))
            yield ExpectedChange(*words, mean / found.below / max(1, step), Fraction(count, found.below))


class _HiddenError(Exception):
    """Something is read that the side may not know."""


def asks_in(block: Block) -> Iterator[tuple[op.Ask, Block]]:
    """Yield each choice of a block and of those inside it, with what is carried out after it in its block."""
    for place, act in enumerate(block):
        if isinstance(act, op.Ask):
            yield act, block[place + 1 :]
        for inner in blocks_in(act):
            yield from asks_in(inner)


def continuation(ask: op.Ask, behind: Block, routine: Routine) -> Routine | None:
    """Make a routine of what is carried out after a choice; nothing where nothing is, or not all names are known."""
    if not behind:
        return None
    kinds: dict[str, types.Type] = dict.fromkeys(names_read(behind), val.ANY_WHOLE)
    kinds |= {node.name: node.type for node in walk(behind) if isinstance(node, val.Local)}
    inputs = (*ask.around, ask.name)
    known = tuple((name, kinds[name]) for name in dict.fromkeys(inputs) if name in kinds)
    if not all_named(behind, {name for name, _ in known}):
        return None
    if any(isinstance(act, op.Leave) for act in instructions_in(behind)):  # it leaves the loop around the choice
        behind = (op.Repeat(ask.span, val.whole(1), behind),)
    return Routine(f"after {routine.address}.{ask.name}", "procedure", known, None, behind, routine.span)


def all_named(block: Block, known: set[str]) -> bool:
    """Tell whether each name has a value where a block reads it, if some have one before."""
    known = set(known)
    for act in block:
        own = named_by(act)
        if names_read((with_blocks(act, lambda _: ()),)) - known - own:
            return False
        if not all(all_named(inner, known | own) for inner in blocks_in(act)):
            return False
        known |= own
    return True


def names_read(block: Block) -> set[str]:
    """Give the names of which a block makes use, those among them that it adds to."""
    added = {act.field for act in instructions_in(block) if isinstance(act, op.Adjust) and act.thing is None}
    return locals_in(block) | added


def named_by(act: op.Instruction) -> set[str]:
    """Give the names that an instruction gives a value."""
    match act:
        case op.Assign(name=name) | op.Ask(name=name) | op.Tries(tried=name):
            return {name}
        case op.Loop(variable=name) | op.Simultaneously(variable=name):
            return {name}
        case op.Draw(name=name, local=local):
            return {name, local, f"{name}.total"}
        case op.Modify(roll=name):
            return {f"{name}.total"}
        case op.Sift(every=every, options=options, variable=name):
            return {every, options, name}
    return set()


def _succeeds(site: int, before: Sequence[int], after: Sequence[int], told: tuple[Any, ...]) -> bool | None:
    shown = [value for one, value in told if one == site]
    return any(shown) if shown else None


def _changes(
    slots: Sequence[int], start: Sequence[int], before: Sequence[int], after: Sequence[int], told: tuple[Any, ...]
) -> tuple[tuple[int, int], ...]:
    return tuple((slot, after[slot] - start[slot]) for slot in slots if after[slot] != start[slot])
