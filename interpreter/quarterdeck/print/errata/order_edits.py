"""What to do to the course of the turn in a book: what the turn and its phases say themselves, and what is moved.

In: the turn or a phase of both books. Out: `BookEdit`s. What stands below it under a title of its own (a phase, a step)
is told where that is changed, comes or goes; here it is told where it stands in another order, or came from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from quarterdeck.language.declarations.addresses import former_addresses, present_address
from quarterdeck.print.errata.books import BookEdit, BookOfRules, between


def edits_of_course(one: BookOfRules, other: BookOfRules, was: str, address: str) -> Iterator[BookEdit]:
    """Give what is to be done to the turn or a phase, which was found at an address in the first book."""
    yield from between(one.own_lines(was), other.own_lines(address))
    yield from moves(one, other, was, address)


def moves(one: BookOfRules, other: BookOfRules, was: str, address: str) -> Iterator[BookEdit]:
    """Give what is moved, one after another in the order in which it then stands.

    It is put behind what stands before it and is in the first book as well, by number and title there.
    """
    former = former_addresses(other.ruleset.declared)
    old = {present_address(at, former): at for at in one.numbers}
    before = [present_address(at, former) for at in one.below(was)]
    after = [at for at in other.below(address) if at in old]
    staying = set[str]()
    for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        staying |= set(after[block.b : block.b + block.size])
    for place, at in enumerate(after):
        if at not in staying:
            behind = titled(one, old[after[place - 1]]) if place else ""
            yield BookEdit("move", titled(one, old[at]), behind=behind)


def titled(book: BookOfRules, address: str) -> str:
    """Give the number and the title of a phase or a step in a book."""
    title = book.below(address.rpartition(".")[0]).get(address, "")
    return f"{book.numbers[address]} {title}".strip()
