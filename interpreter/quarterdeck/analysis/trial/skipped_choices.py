"""Why a choice was not asked: its rule was not run, a condition does not hold, or nothing was allowed.

In: a choice's address, the rule that was tried with its arguments, the situation in which it began. Out: one line of
text. Conditions are worked out over the inputs of the rule, in the state in which it began; one that speaks of what was
rolled or named on the way is quoted without a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quarterdeck.analysis.trial.guards import RuleInPlace, guards_of, text_of
from quarterdeck.engine.run.words import filled, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes

MOST = 6
"""So many refused options are named."""


def why_not_asked(place: RuleInPlace, choice: str, called: Sequence[str]) -> str:
    """Say why a choice of a rule was not asked; `called` are the rules that were carried out."""
    routine = choice.rpartition(".")[0]
    if routine != place.address:
        return f"`{routine}` was {'run' if routine in called else 'not run'}"
    node = _rule_node(place, routine)
    path = _path_to(node, choice.rpartition(".")[2]) if node is not None else None
    if path is None:
        return ""
    guards = list(guards_of(path))
    for guard in guards:
        if place.holds(guard.text) is (not guard.wanted):
            return f"`{guard.text}` is {'no' if guard.wanted else 'yes'} here"
    chosen = path[-1]
    refused = _all_refused(place, chosen) if isinstance(chosen, nodes.Choose) else ""
    if refused:
        return refused
    said = [f"`{guard.text}`" if guard.wanted else f"not `{guard.text}`" for guard in guards]
    return f"it is asked only if {' and '.join(said)}" if said else ""


def _rule_node(place: RuleInPlace, address: str) -> nodes.Node | None:
    rule = place.expressions.checked.declared.rules.get(address)
    return rule.node if rule is not None else None


def _path_to(node: nodes.Node, name: str) -> list[nodes.Node] | None:
    """Give all nodes from one down to the choice of a name."""
    paths = (list(path) for path in node.paths_to(nodes.Choose))
    return next((path for path in paths if isinstance(path[-1], nodes.Choose) and path[-1].name.text == name), None)


def _all_refused(place: RuleInPlace, chosen: nodes.Choose) -> str:
    """Say for which reasons every option is refused; nothing where one is allowed, or where that cannot be told."""
    found = place.value_of(text_of(chosen.source.span)) if isinstance(chosen.source, nodes.Expression) else None
    if found is None or not isinstance(found[0], types.ListType):
        return ""
    item, options = found[0].item, list(found[1])
    name, said = chosen.name.text, []
    if chosen.condition is not None:
        options = [one for one in options if place.holds(text_of(chosen.condition.span), **{name: (item, one)})]
    if not options:
        return "there is nothing to choose from"
    for option in options:
        failed = next(
            (
                one
                for one in chosen.requirements
                if not one.for_stop and place.holds(text_of(one.condition.span), **{name: (item, option)}) is False
            ),
            None,
        )
        if failed is None:
            return ""
        program, names = place.expressions.program, place.situation.known_as
        reason = _reason(place, failed, {name: (item, option)})
        said.append(f"{words_of(program, names, item, option, as_written=True)} ({reason})")
    more = f" and {len(said) - MOST} more" if len(said) > MOST else ""
    return f"every option is refused: {', '.join(said[:MOST])}{more}"


def _reason(place: RuleInPlace, failed: nodes.Require, option: dict[str, tuple[Type, Any]]) -> str:
    """Give the author's reason for which an option is refused, its braces filled as far as they can be."""

    def worked_out(part: nodes.Expression) -> str:
        value = place.value_of(text_of(part.span), **option)
        return "…" if value is None else words_of(place.expressions.program, place.situation.names, *value)

    from quarterdeck.language.typing.phrases import read  # it takes what reads rules to import, which few trials need

    return filled(read(failed.reason).parts, worked_out)
