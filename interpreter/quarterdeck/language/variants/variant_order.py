"""In which order variants are laid, and which of their amendments conflict.

The order in which somebody names variants means nothing. A variant comes behind those that it extends or is `after`; of
two that are free, the one whose name comes first in the alphabet is laid first, so that the same variants always give
the same ruleset.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.leading import steps_to
from quarterdeck.language.declarations.symbol_table import Amended
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument


def head_of(document: YamlDocument) -> shapes.VariantHead:
    """Give what a `variant.yaml` says."""
    assert isinstance(document.shape, shapes.VariantHead)
    return document.shape


def extended_by(head: shapes.VariantHead) -> list[str]:
    """Give the names of the variants that a variant extends: a path is named by its last part, as its variant is."""
    return [PurePath(part).name for part in head.extends.split("+")[1:]]


def named_below(document: YamlDocument) -> set[str]:
    """Give the variants that a variant itself says it comes behind."""
    head = head_of(document)
    return {*extended_by(head), *head.after}


def all_below(name: str, heads: Mapping[str, YamlDocument]) -> set[str]:
    """Give all variants that a variant comes behind, near and far."""
    return set(steps_to(named_below(heads[name]) & heads.keys(), lambda one: named_below(heads[one]) & heads.keys()))


def in_order(heads: Mapping[str, YamlDocument], findings: Findings) -> list[str]:
    """Give the names of variants in the order in which they are laid.

    A circle is reported, and broken by the alphabet.
    """
    found: list[str] = []
    waiting = sorted(heads)
    while waiting:
        free = next((name for name in waiting if not named_below(heads[name]) & set(waiting)), None)
        if free is None:
            free = next(name for name in waiting if name in all_below(name, heads))
            report_circle(circle_from(free, heads), heads, findings)
        waiting.remove(free)
        found.append(free)
    return found


def circle_from(name: str, heads: Mapping[str, YamlDocument]) -> list[str]:
    """Give the shortest circle of variants that leads from one back to itself, each behind the next."""
    ways = [[name]]
    for way in ways:
        for below in sorted(named_below(heads[way[-1]]) & heads.keys()):
            if below == name:
                return way
            if not any(below in other for other in ways):
                ways.append([*way, below])
    return ways[0]


def report_circle(circle: list[str], heads: Mapping[str, YamlDocument], findings: Findings) -> None:
    """Report variants each of which extends the next or comes after it, the last one the first."""
    said = []
    for name, below in zip(circle, [*circle[1:], circle[0]], strict=True):
        head, places = head_of(heads[name]), heads[name].places
        if below in head.after:
            said.append((f"comes after {'itself' if below == name else f'`{below}`'}", places.value("after")))
        else:
            said.append((f"extends {'itself' if below == name else f'`{below}`'}", places.value("extends")))
    labels = [Label(span, f"`{name}` {words}") for name, (words, span) in list(zip(circle, said, strict=True))[1:]]
    findings.add(
        "QD504",
        f"the variant `{circle[0]}` {', which '.join(words for words, _ in said)}",
        said[0][1],
        labels=labels,
        hint="remove one of them" if labels else "remove it",
    )


def clash(one: Amended, other: Amended, below: set[str]) -> bool:
    """Tell whether what a variant does conflicts with what one laid before did.

    `below` are those that it comes behind. Of two that put something at one place in the order, one has to say that it
    comes behind the other.
    """
    deeds = {one.deed, other.deed}
    if one.variant == other.variant:
        builds = (one.deed, other.deed) in (("remove", "add"), ("add", "amend")) or deeds == {"move", "amend"}
        return one.address == other.address and "lean" not in deeds and not builds
    if one.variant in below or deeds == {"lean"}:
        return False
    if one.place and one.place == other.place:
        return True
    if one.address == other.address and deeds == {"move", "amend"} and not one.within:
        return False
    if one.address == other.address and ("lean" not in deeds or one.unsettles or other.unsettles):
        return True
    pairs = ((one, other), (other, one))
    return any(_inside(b.address, a.address) and not a.keeps for a, b in pairs) or any(
        a.order_of and b.deed == "add" and b.address.rpartition(".")[0] == a.order_of for a, b in pairs
    )


def _inside(address: str, outer: str) -> bool:
    return address.startswith(f"{outer}.")
