"""What differs between two rulesets, address by address.

In: two `Declared`. Out: a `Change` for each address that was added, removed, changed in meaning or only worded anew. A
change is told at the smallest thing that has an address: a new modifier is not told again as a change of its roll, its
procedure and its chapter, and what speaks of a local that was set to something else is not told besides what sets it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from quarterdeck.analysis.diff.part_changes import ChangedPart, changed_parts
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import (
    Element,
    ElementSort,
    figures_in,
    former_addresses,
    present_address,
    told_elements,
)
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.meaning.canonical_form import (
    Form,
    Part,
    Unordered,
    UnorderedRun,
    encoded,
    renamed,
)
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.language.meaning.fingerprint import forms_of
from quarterdeck.language.syntax.printer import print_unit

Deed = Literal["added", "removed", "changed", "renamed", "words"]
ORDER: tuple[Deed, ...] = ("changed", "removed", "added", "renamed", "words")
WITHOUT_MEANING = frozenset(("renamed", "words"))
LEFT_ASIDE = frozenset(["example"])
"""Worked examples show a rule, and are none."""

TOLD_WITH_PARTS = frozenset("define procedure effect advice roll choice table".split())


@dataclass(frozen=True)
class Change:
    """One address at which two rulesets differ; the text of a side that has nothing there is empty.

    `deed` is `words` where both mean the same and only say it otherwise, `renamed` where it says that it was `formerly`
    called something else, and no more. `parts` are those of a piece of data that differ. `is_advice` is what guides
    programs and is no rule.
    """

    address: str
    sort: ElementSort
    deed: Deed
    before: str
    after: str
    before_span: Span | None = None
    after_span: Span | None = None
    formerly: str = ""
    parts: tuple[ChangedPart, ...] = ()
    is_advice: bool = False


def changes_between(one: Declared, other: Declared) -> list[Change]:
    """Give all differences, changes of meaning first, each sort in the order of the text."""
    every = (*_all_changes(one, other), *_reworded_chapters(one, other))
    found = sorted(every, key=lambda change: ORDER.index(change.deed))
    return _without_parts_of_wholes(found)


def _all_changes(one: Declared, other: Declared) -> Iterator[Change]:
    former = former_addresses(other)
    before, after = (
        told_elements(declared) | {figures.address: figures for figures in figures_in(declared)}
        for declared in (one, other)
    )
    old = {present_address(address, former): address for address in before}
    before = {new: before[address] for new, address in old.items()}
    standing = Standing(frozenset(before.keys() & after.keys()), frozenset(before.keys() | after.keys()))
    asked = [a for a in dict.fromkeys((*before, *after)) if (before.get(a) or after[a]).sort not in LEFT_ASIDE]
    words = [standing.own_forms(one, asked, True, former), standing.own_forms(other, asked, True)]
    has_other = {new for new, address in old.items() if address != new and new in former.values()}
    others = [a for a in asked if a not in standing.common or a in has_other or words[0].get(a) != words[1].get(a)]
    meanings = [standing.own_forms(one, [*others, *(old.get(a, a) for a in others)], False, former)]
    meanings.append(standing.own_forms(other, others, False))
    for address in others:
        was, now = before.get(address), after.get(address)
        formerly = old[address] if address in has_other else ""
        forms = [known.get(address, "") for known in (*meanings, *words)]
        if deed := deed_at(was is not None, now is not None, forms, bool(formerly)):
            is_advice = of_advice(one, was) or of_advice(other, now)
            yield change_at(address, was, now, deed, formerly, is_advice)


def _reworded_chapters(one: Declared, other: Declared) -> Iterator[Change]:
    """Give the chapters of both whose first line says something else; what chapters hold is told at its addresses."""
    for name, was in one.modules.items():
        now = other.modules.get(name)
        if now is None or was.header is None or now.header is None:
            continue
        before, after = print_unit(was.header).rstrip("\n"), print_unit(now.header).rstrip("\n")
        if before != after:
            yield Change(f"chapters.{name}", "chapter", "words", before, after, was.header.span, now.header.span)


def deed_at(was_there: bool, is_there: bool, forms: Sequence[Form], has_other_name: bool) -> Deed | None:
    """Give what was done at an address, by the forms of what it means before and after, and of its words so."""
    if not was_there or not is_there:
        return "added" if is_there else "removed"
    if means_another(forms[0], forms[1]):
        return "changed"
    if has_other_name:
        return "renamed"
    return "words" if encoded(forms[2], by_name=True) != encoded(forms[3], by_name=True) else None


def of_advice(declared: Declared, element: Element | None) -> bool:
    """Tell whether an element is advice or a part of it: it guides programs, and is no rule."""
    holder = declared.rules.get(element.holder) if element is not None else None
    return holder is not None and holder.sort == "advice"


def means_another(before: Form, after: Form) -> bool:
    """Tell whether a form is changed itself.

    Where it is the same by the names of its locals, only what one of them stands for may have changed, which is told
    where that is said; where it is the same by what they stand for, they only have other names.
    """
    return encoded(before) != encoded(after) and encoded(before, by_name=True) != encoded(after, by_name=True)


def change_at(
    address: str, was: Element | None, now: Element | None, deed: Deed, formerly: str = "", is_advice: bool = False
) -> Change:
    """Give a change with the text of both sides."""
    there = now or was
    assert there is not None
    return Change(
        address,
        there.sort,
        deed,
        text_of(was) if was else "",
        text_of(now) if now else "",
        was.span if was else None,
        now.span if now else None,
        formerly,
        changed_parts(was, now),
        is_advice,
    )


def _without_parts_of_wholes(changes: list[Change]) -> list[Change]:
    """Leave out the parts of what was added or removed as a whole, or is told with its parts as it changed itself."""
    wholes = {(change.deed, change.address) for change in changes if change.deed in ("added", "removed")}
    told = {change.address for change in changes if change.deed == "changed" and change.sort in TOLD_WITH_PARTS}

    def is_part(change: Change) -> bool:
        parts = change.address.split(".")
        owners = [".".join(parts[:count]) for count in range(1, len(parts))]
        return any(owner in told or (change.deed, owner) in wholes for owner in owners)

    return [change for change in changes if not is_part(change)]


@dataclass(frozen=True)
class Standing:
    """Which addresses two rulesets have in common, and which either has."""

    common: frozenset[str]
    known: frozenset[str]

    def own_forms(
        self, declared: Declared, addresses: Collection[str], worded: bool, former: dict[str, str] | None = None
    ) -> dict[str, Form]:
        """Give, for some addresses, the form of what stands there apart from its parts with an address of their own.

        Of parts that both rulesets have their order counts; others are told at their own address. What has `former`
        addresses is known by its present one.
        """
        forms = forms_of(declared, worded, within=addresses, apart=True)
        if former:
            forms = {present_address(address, former): renamed(form, former) for address, form in forms.items()}
        return {address: self.own(forms[address]) for address in addresses if address in forms}

    def own(self, form: Form) -> Form:
        """Give a form without what is told elsewhere."""
        match form:
            case Part():
                return form.name if form.address in self.common else Part("", form.name, self.own(form.form))
            case tuple():
                return joined_runs(self.own_items(form))
            case UnorderedRun(items=items):
                return UnorderedRun(self.own_items(items))
            case Unordered(items=items):
                return Unordered(self.own_items(items))
        return form

    def own_items(self, items: tuple[Form, ...]) -> tuple[Form, ...]:
        """Give forms without those of parts that only one of the two has."""
        return tuple(self.own(item) for item in items if not self.is_elsewhere(item))

    def is_elsewhere(self, form: Form) -> bool:
        """Tell whether a form is a part that only one of the two has."""
        return isinstance(form, Part) and form.address in self.known and form.address not in self.common


def joined_runs(items: tuple[Form, ...]) -> tuple[Form, ...]:
    """Give forms so that runs between which nothing is left are one, and empty ones are gone."""
    found: list[Form] = []
    for item in items:
        last = found[-1] if found else None
        if not isinstance(item, UnorderedRun):
            found.append(item)
        elif isinstance(last, UnorderedRun):
            found[-1] = UnorderedRun((*last.items, *item.items))
        elif item.items:
            found.append(item)
    return tuple(found)
