"""Check that rules come to an end, and that everything that is written can happen.

In: a `Checked` ruleset. Out: findings: recursion, loops that do not come to an end, what is never reached because of
what comes before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from quarterdeck.base.bounds import MOST_ROUNDS
from quarterdeck.base.decimals import shown
from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import Span
from quarterdeck.language.checks.calls import Calls, Home, calls_of
from quarterdeck.language.declarations.types import Numeric
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked

DEEPEST_CALL = 150
"""So many rules may call each other in a row; the games that come with the interpreter have 19 at the most."""
LONGEST_TOLD = 12
"""So many calls of a circle are told, half of them from its end."""
LOOPS = (nodes.Repeat, nodes.ForNumbers)


def check_flow(checked: Checked, findings: Findings) -> None:
    """Find recursion, unbounded loops, and what never happens."""
    calls = calls_of(checked)
    check_recursion(calls, findings)
    for home in calls.homes:
        for part in home.parts:
            for node in part.walk():
                if isinstance(node, LOOPS):
                    check_loop(checked, node, home, findings)
                for block in nodes.blocks_of(node):
                    check_block(block, home, findings)
        if home.sort in ("cell", "setup"):
            check_block(home.statements, home, findings)
    check_phases(checked, findings)


# --- recursion


def check_recursion(calls: Calls, findings: Findings) -> None:
    """Report each circle of calls once, and calls that lead too far down."""
    known: set[str] = set()
    depths = depths_of(calls)
    for element, made in calls.made.items():
        if depths.get(element) == DEEPEST_CALL + 1:
            findings.add(
                "QD119",
                f"`{element.rstrip('?')}` leads to more than {DEEPEST_CALL} nested calls",
                made[0][0].span,
                hint="merge the last of them",
                rule=element.rstrip("?"),
            )
        if element in known or element in depths:
            continue
        circle = circle_from(calls, element)
        if circle:
            known.update(called for _, called in circle)
            path = [element, *(called for _, called in circle)]
            if len(path) > LONGEST_TOLD:
                path[LONGEST_TOLD // 2 : -LONGEST_TOLD // 2] = ["..."]
            findings.add(
                "QD411",
                f"`{element.rstrip('?')}` calls itself: {' -> '.join(path)}",
                circle[0][0].span,
                labels=[Label(node.span, f"this calls `{called}`") for node, called in circle[1:LONGEST_TOLD]],
                hint="use `repeat up to N times` or `for each`",
                rule=element,
            )


def depths_of(calls: Calls) -> dict[str, int]:
    """Give how many nested calls an element leads to; nothing of those that lead into a circle."""
    open_calls = {element: len(made) for element, made in calls.made.items()}
    callers: dict[str, list[str]] = {}
    for element, made in calls.made.items():
        for _, called in made:
            callers.setdefault(called, []).append(element)
    ended = [element for element in {**open_calls, **callers} if not open_calls.get(element)]
    depths = dict.fromkeys(ended, 0)
    for element in ended:
        for caller in callers.get(element, ()):
            open_calls[caller] -= 1
            if not open_calls[caller]:
                depths[caller] = 1 + max(depths[called] for _, called in calls.made[caller])
                ended.append(caller)
    return depths


def circle_from(calls: Calls, element: str) -> list[tuple[nodes.Node, str]]:
    """Give the shortest way from an element back to itself; nothing where there is none."""
    came_by: dict[str, tuple[str, nodes.Node]] = {}
    waiting = [element]
    for at in waiting:
        for node, called in calls.made.get(at, ()):
            if called == element:
                way = [(node, called)]
                while at != element:
                    way.append((came_by[at][1], at))
                    at = came_by[at][0]  # noqa: PLW2901 - the loop is left
                return way[::-1]
            if called not in came_by:
                came_by[called] = at, node
                waiting.append(called)
    return []


# --- loops


def rounds_of(checked: Checked, node: nodes.Node) -> tuple[Fraction | int, Fraction | int, Span] | None:
    """Give how often a loop over numbers is gone through at the least and at the most, and where that is said."""
    match node:
        case nodes.Repeat(count=count):
            kind = checked.types.get(count)
            return (kind.low, kind.high, count.span) if isinstance(kind, Numeric) else None
        case nodes.ForNumbers(low=low, high=high):
            first, last = checked.types.get(low), checked.types.get(high)
            if isinstance(first, Numeric) and isinstance(last, Numeric):
                return last.low - first.high + 1, last.high - first.low + 1, low.span.to(high.span)
    return None


def check_loop(checked: Checked, node: nodes.Node, home: Home, findings: Findings) -> None:
    """Report a loop that goes on for too long whatever happens, or that is never gone through.

    What only may go on for too long is broken off when it does.
    """
    rounds = rounds_of(checked, node)
    if rounds is None:
        return
    _, most, place = rounds
    if most <= 0:
        findings.add(
            "QD413",
            "this loop never runs",
            place,
            hint="remove it, or correct the number",
            rule=home.address,
        )
        return
    times, inner = least_rounds(checked, node)
    if times > MOST_ROUNDS >= least_rounds_inside(checked, node):
        findings.add(
            "QD412",
            f"this runs {shown(times)} times, and play stops after {MOST_ROUNDS:,} rounds",
            inner,
            hint="loop over less, or leave it with `stop`",
            rule=home.address,
        )


def least_rounds(checked: Checked, node: nodes.Node) -> tuple[Fraction | int, Span]:
    """Give how many rounds a loop comes to at the least, with those of loops in it, and where the innermost says so."""
    rounds = rounds_of(checked, node)
    assert rounds is not None
    least, _, place = rounds
    if may_leave_early(node):
        return 0, place
    inner = [least_rounds(checked, one) for one in loops_in(checked, node)]
    times, where = max(inner, key=lambda found: found[0], default=(0, place))
    return max(least, 0) * max(times, 1), where if times > 1 else place


def least_rounds_inside(checked: Checked, node: nodes.Node) -> Fraction | int:
    """Give how many rounds the loops in a loop come to by themselves, where that has been reported already."""
    return max((least_rounds(checked, one)[0] for one in loops_in(checked, node)), default=0)


def loops_in(checked: Checked, node: nodes.Node) -> Iterator[nodes.Node]:
    """Give the loops over numbers that are gone through in every round of one."""
    for block in nodes.blocks_of(node):
        yield from (one for one in block if rounds_of(checked, one) is not None)


def may_leave_early(node: nodes.Node) -> bool:
    """Tell whether something in a loop may leave it before its last round."""
    return any(isinstance(part, nodes.Stop | nodes.Finish | nodes.OrStop) for part in node.walk())


# --- what is never reached


def check_block(block: tuple[nodes.Statement, ...], home: Home, findings: Findings) -> None:
    """Report the statement behind one that always leads elsewhere."""
    for statement, following in pairwise(block):
        last = leaving(statement)
        if last is not None:
            findings.add(
                "QD413",
                "this is never reached",
                following.span,
                labels=[Label(last, "here it always ends")],
                hint="move it up, or give the earlier exit a `when`",
                rule=home.address,
            )
            return


def leaving(statement: nodes.Statement) -> Span | None:
    """Give the place where a statement always leaves its block, if it does; the end of the game leaves none."""
    match statement:
        case nodes.Stop() | nodes.Finish():
            return statement.span
        case nodes.Step(options=options) if any(isinstance(option, nodes.AllSidesAtOnce) for option in options):
            return None  # each side leaves for itself
        case nodes.When() | nodes.Step():
            return in_all_ways(statement, leaving)
    return None


def ending_game(statement: nodes.Statement) -> Span | None:
    """Give the place where a statement ends the game whatever happens, if it does."""
    match statement:
        case nodes.Win() | nodes.DrawnGame():
            return statement.span
        case nodes.When() | nodes.Step():
            return in_all_ways(statement, ending_game)
    return None


def in_all_ways(statement: nodes.When | nodes.Step, ends: Callable[[nodes.Statement], Span | None]) -> Span | None:
    """Give the last place where each block of a statement, and so the statement, comes to an end of some sort."""
    match statement:
        case nodes.When(block=block, others=others, otherwise=nodes.Otherwise(block=last)):
            blocks = [block, *(other.block for other in others), last]
        case nodes.When():
            return None
        case nodes.Step(block=block):
            blocks = [block]
    places = [first_end(block, ends) for block in blocks]
    return places[-1] if all(place is not None for place in places) else None


def first_end(block: tuple[nodes.Statement, ...], ends: Callable[[nodes.Statement], Span | None]) -> Span | None:
    """Give the first place where a block comes to an end of some sort."""
    return next((place for statement in block if (place := ends(statement)) is not None), None)


def check_phases(checked: Checked, findings: Findings) -> None:
    """Report the phase behind one that always ends the game."""
    phases = checked.declared.turn.phases if checked.declared.turn else ()
    for phase, following in pairwise(phases):
        place = first_end(phase.block, ending_game)
        if place is not None:
            findings.add(
                "QD413",
                f"the phase `{following.name.text}` is never reached",
                following.name.span,
                labels=[Label(place, "the game always ends here")],
                hint="remove it, or give the end of the game a `when`",
                rule=f"turn.{following.name.text}",
            )
            return
