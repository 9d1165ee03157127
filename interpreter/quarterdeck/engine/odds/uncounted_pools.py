"""Find pools whose odds cannot be counted, before anybody asks for them.

In: a program. Out: notes at the reads that need each list of faces, where there are too many. What is done with each
die may leave fewer faces; such pools are not looked at. So whatever is noted here, counting refuses at that size.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.base.findings.finding import Finding
from quarterdeck.engine.odds.pool_counts import INSTEAD_OF_LISTS
from quarterdeck.engine.odds.pools import CountedPool, MixedPool, dice_pool, lists_needed
from quarterdeck.language.declarations.types import Number
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Constant, Dice, PoolReads, Value
from quarterdeck.program.form.walking import instructions_in
from quarterdeck.program.passes.pool_plans import asks_only_in, needing_lists
from quarterdeck.program.passes.pool_reads import with_pool_reads


def uncounted_pools(program: Program) -> Iterator[Finding]:
    """Yield a note for each pool of a known size, or with a greatest one, that is too large to be counted then."""
    program = with_pool_reads(program)
    blocks = (*(one.block for one in program.routines.values()), *(one.block for one in program.turn.nodes.values()))
    for act in instructions_in(blocks):
        if not (isinstance(act, op.Draw) and isinstance(act.chance, PoolReads)):
            continue
        pool, place = greatest_pool(act.chance.dice), needing_lists(act.chance)
        if pool is None or place is None:
            continue
        lists, most = lists_needed(pool, only_in=asks_only_in(act.chance))
        if lists <= most:
            continue
        is_constant = all(isinstance(one.count, Constant) for one in kinds_of(act.chance.dice))
        size = f"{pool.size} dice" if is_constant else f"up to {pool.size} dice"
        yield Finding(
            "QD460",
            f"odds of {size} cannot be counted here: they show {lists:,} different lists of faces, and this needs each"
            f" of them; at most {most:,} are counted",
            place,
            hint=INSTEAD_OF_LISTS,
            rule=program.sites[act.site].address,
        )


def kinds_of(dice: Dice) -> tuple[Dice, ...]:
    """Return the dice of each kind of a pool."""
    return (dice, *dice.more)


def greatest_pool(dice: Dice) -> MixedPool | None:
    """Return the pool with the most dice that there may be; nothing where that is not known."""
    found: list[CountedPool] = []
    for one in kinds_of(dice):
        count, sides = most_of(one.count), most_of(one.sides)
        if count is None or sides is None or any(step.how == "counts" for step in one.steps):
            return None
        found.append(dice_pool(count, sides))
    return MixedPool(tuple(found))


def most_of(value: Value) -> int | None:
    """Return the greatest number that a value may be, or nothing."""
    if isinstance(value, Constant):
        return value.number
    kind = value.type
    return int(kind.high) if isinstance(kind, Number) and kind.step == 1 and kind.high < 10**6 else None
