"""Find what is called as something before it, where each needs a name of its own: a name leads to one of them.

In: a checked ruleset. Out: findings at the later of two, which name the place of the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.near_names import article
from quarterdeck.base.records import EqualRecord
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import Element, all_elements, told_at
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax.sorts import AnySite
from quarterdeck.language.typing.meanings import Checked

WITHIN = {
    "phase": "the turn",
    "step": "one phase or step",
    "require": "one rule or choice",
    "modifier": "one roll or definition",
    "case": "one definition",
    "example": "one ruleset",
    "question": "one ruleset",
}
"""What needs a name of its own, and within what. What has a name in other places is declared once or not at all (see
`language/declarations/declaring`), or comes about in one of several branches, as a roll does."""
WORDS = {"require": "requirement", "define": "definition"}
"""What sorts are called that have no noun for a name."""
HINT = "give one of them another name"


class NamedElement(EqualRecord):
    """Something with a name, and what it is a part of, by address and as the node that rolls."""

    element: Element
    address: str
    inside: object = None


def check_own_names(checked: Checked, findings: Findings) -> None:
    """Report each name that is given twice where it may be given once, and addresses that lead to two sorts of things.

    A variant that applies to some games alone is looked at as if it always did: what it changes stands beside it now.
    """
    declared = checked.declared
    if declared.conditions:
        return
    layers = [f"{PurePosixPath(head.file.path).parent}/" for head in declared.variant_heads.values()]
    there: dict[tuple[str, int], list[NamedElement]] = {}
    for one in named(declared):
        there.setdefault((one.address, id(one.inside)), []).append(one)
    twice: list[Span] = []
    for several in there.values():
        first, *others = sorted(several, key=lambda one: layer_of(one.element.named_at, layers))
        for other in others:
            place, before = other.element.named_at, first.element.named_at
            apart = any(place.lies_in(span) and not before.lies_in(span) for span in twice)
            if not apart and refused(first, other):
                twice.append(other.element.span)
                report(first, other, findings)


def refused(first: NamedElement, other: NamedElement) -> bool:
    """Tell whether two things may not have one address; the same node may stand in two branches, and so may rolls."""
    sort, one, two = other.element.sort, first.element.thing, other.element.thing
    if sort == first.element.sort:
        return sort in WITHIN and one is not two
    return not (isinstance(one, AnySite) and isinstance(two, AnySite))


def report(first: NamedElement, other: NamedElement, findings: Findings) -> None:
    """Report the later of two things that may not have one address."""
    own, before = (WORDS.get(one.element.sort) or one.element.sort for one in (other, first))
    if own == before:
        message = f"{own} `{other.element.name}` is declared twice"
        hint = f"each {own} of {WITHIN[other.element.sort]} has a name of its own: {HINT}"
    else:
        message, hint = f"`{other.address}` is the address of {article(before)} as well", HINT
    if not findings.is_at(other.element.named_at):
        labels = [Label(first.element.named_at, "declared first here")]
        findings.add("QD301", message, other.element.named_at, labels=labels, hint=hint, rule=other.address)


def layer_of(span: Span, layers: list[str]) -> int:
    """Tell which variant a place belongs to, counted from 1; 0 is the ruleset below them."""
    return max((at for at, folder in enumerate(layers, 1) if span.file.path.startswith(folder)), default=0)


def named(declared: Declared) -> Iterator[NamedElement]:
    """Give everything that has a name, in the order of the text; a part of a roll or choice with its statement."""
    around: Element | None = None
    for element in all_elements(declared):
        is_part = around is not None and element.parent == around.address and element.sort in ("modifier", "require")
        if isinstance(element.thing, AnySite):
            around = element
        inside = around.thing if is_part and around is not None else None
        yield NamedElement(element, told_at(declared, element), inside)
    for document in declared.of_sort("questions"):
        assert isinstance(document.shape, shapes.Questions)
        for at, question in enumerate(document.shape.questions):
            if not declared.has_lost(f"questions.{question.question}"):
                span = document.places.value("questions", at, "question")
                element = Element("questions", question.question, "question", question, span)
                yield NamedElement(element, element.address)
