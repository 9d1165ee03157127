"""In which order variants are laid, and which of their amendments conflict.

The order in which somebody names variants means nothing. A variant comes behind those that it extends or is `after`; of
two that are free, the one whose name comes first in the alphabet is laid first, so that the same variants always give
the same ruleset.
"""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.symbol_table import Amended
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument


def head_of(document: YamlDocument) -> shapes.VariantHead:
    """Give what a `variant.yaml` says."""
    assert isinstance(document.shape, shapes.VariantHead)
    return document.shape


def named_below(document: YamlDocument) -> set[str]:
    """Give the variants that a variant itself says it comes behind."""
    head = head_of(document)
    return {*head.extends.split("+")[1:], *head.after}


def all_below(name: str, heads: Mapping[str, YamlDocument]) -> set[str]:
    """Give all variants that a variant comes behind, near and far."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for below in named_below(heads[waiting.pop()]) & heads.keys() - found:
            found.add(below)
            waiting.append(below)
    return found


def in_order(heads: Mapping[str, YamlDocument], findings: Findings) -> list[str]:
    """Give the names of variants in the order in which they are laid.

    A circle is reported, and broken by the alphabet.
    """
    found: list[str] = []
    waiting = sorted(heads)
    while waiting:
        free = next((name for name in waiting if not named_below(heads[name]) & set(waiting)), None)
        if free is None:
            circle = next(name for name in waiting if name in all_below(name, heads))
            key = "after" if set(head_of(heads[circle]).after) & set(waiting) else "extends"
            names = ", ".join(f"`{name}`" for name in sorted(all_below(circle, heads)))
            findings.add(
                "QD504",
                f"the variant `{circle}` would have to be laid over itself",
                heads[circle].places.value(key),
                hint=f"one of {names} must not come behind another",
            )
            free = circle
        waiting.remove(free)
        found.append(free)
    return found


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
