"""Print what is read of a pool as functions of faces, for whoever counts it.

In: the reads of a throw, taken apart into atoms. Out: one call of `CountedReads`, which counting knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quarterdeck.backends.python.lines import Lines, local
from quarterdeck.backends.python.values import Printer
from quarterdeck.language.declarations.types import Number
from quarterdeck.program.form.cost import NoCosts
from quarterdeck.program.form.values import Dice, PoolReads, Value
from quarterdeck.program.passes import segments
from quarterdeck.program.passes.pool_plans import SHOWN, PoolAtom, asks_only_in, atom_name, needing_lists, plan_of
from quarterdeck.program.passes.segments import Cuts


def printed_steps(printer: Printer, dice: Dice) -> str:
    """Print what is done with each die of a pool, as what comes of each number that the die may count by then."""
    steps = []
    for step in dice.steps:
        kind = step.die.type
        assert isinstance(kind, Number)
        low, high = int(kind.low), int(kind.high)
        worked_out = f"[{printer.value(step.value)} for {local(step.die.name)} in range({low}, {high} + 1)]"
        cap = "1" if step.cap is None else printer.value(step.cap)
        steps.append(f"({step.how!r}, {low}, tuple({worked_out}), {cap}), ")
    return f"({''.join(steps)})"


def print_reads(printer: Printer, lines: Lines, cuts: Cuts, number: int) -> None:
    """Print what counts the reads of the throw that leads to a segment."""
    then = next(one.then for one in cuts.segments if isinstance(one.then, segments.Draws) and one.then.to == number)
    reads = then.chance
    assert isinstance(reads, PoolReads)
    printer = replace(printer, costs=NoCosts(cuts.program))  # counting a throw takes nothing from the budget of play
    plan, names = plan_of(reads), reads.names
    atoms = [printed_atom(printer, atom, names) for atom in plan.atoms] if plan is not None else []
    taken = [atom_name(place) for place in range(len(atoms))]
    results = function(printer, (*names, *taken), plan.results) if plan is not None else "None"
    lists = function(printer, (reads.pool, *names), reads.items)
    address = cuts.program.sites[then.site].address
    place = needing_lists(reads)
    needing = "" if place is None else place.text.partition("\n")[0]
    lines.rule = address
    made = printer.names.of("Q", str(number))
    given = f"{address!r}, {needing!r}, BUDGET, [{', '.join(atoms)}], {results}, {lists}, {asks_only_in(reads)}"
    lines.put(f"{made} = CountedReads({given})")


def printed_atom(printer: Printer, atom: PoolAtom, names: Sequence[str]) -> str:
    """Print an atom: its sort, its value, which dice it is of, and its faces."""
    inputs = (atom.variable, SHOWN, *names) if atom.faces is not None else (atom.variable, *names)
    value = printer.value(atom.value)
    if atom.condition is not None:
        value = f"{value} if {printer.value(atom.condition)} else None"
    ends = "".join(f"({end!r}, {lambda_of(names, printer.value(count))}), " for end, count in atom.ends)
    faces = "None" if atom.faces is None else lambda_of(names, printer.value(atom.faces))
    return f"({atom.sort!r}, {lambda_of(inputs, value)}, ({ends}), {faces})"


def function(printer: Printer, inputs: Sequence[str], values: tuple[Value, ...]) -> str:
    """Print a function that gives several values."""
    return lambda_of(inputs, f"({''.join(f'{one}, ' for one in printer.all(values))})")


def lambda_of(inputs: Sequence[str], value: str) -> str:
    return f"lambda {', '.join(map(local, inputs))}: {value}"
