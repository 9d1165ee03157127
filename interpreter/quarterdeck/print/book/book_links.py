"""Decide which words of a book lead where, which of them name a page, and what is led to for the first time.

In: the text of blocks, in the order in which it is printed. Out: runs with the addresses that they lead to. Pages for a
screen and paper share these decisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from quarterdeck.prose.text.blocks import LinkTarget
from quarterdeck.prose.text.runs import CODE, Run, Text

_INCHES = re.compile(r'(?<=\d)"')
"""A quotation mark that is none, and must not be made one."""


def node_id(address: str) -> str:
    """Turn an address into the id of a place in a document.

    >>> node_id("rosters.club.Ada Bee")
    'rosters.club.Ada-Bee'
    """
    return "-".join(address.split())


@dataclass
class BookLinks:
    """What leads where in a document that is being printed.

    `aliases` are other names for addresses. To what is `quiet` a link leads without naming a page. `entries_of` are
    entries of the index by address or number, `called` the addresses of forms by the words that rules have for them, by
    the address of the section in which they do, or anywhere.
    """

    places: Mapping[str, LinkTarget] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    quiet: frozenset[str] = frozenset()
    entries_of: Mapping[str, Sequence[str]] = field(default_factory=dict)
    called: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    paged: set[str] = field(default_factory=set)
    is_naming: bool = True
    _called_here: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.begin_section(None)

    def begin_section(self, place: LinkTarget | None) -> None:
        """Forget which pages have been named, and learn the words that lead to forms in a section."""
        self.paged = set()
        here = self.called.get(place.address, {}) if place is not None else {}
        self._called_here = {**self.called.get("", {}), **here}

    def name(self, place: LinkTarget | None) -> bool:
        """Tell whether a place gets its name here: only the first time that it is printed."""
        if place is None or place.address in self.named or not self.is_naming:
            return False
        self.named.add(place.address)
        return True

    def runs(self, text: Text, *, linked: bool = True) -> Iterator[tuple[Run, bool]]:
        """Give the runs of a line with whether each may name a page; each section names the page of a place once.

        Of several words that lead to one place the last may name its page, but not in the middle of a phrase: where
        words end in a blank, what they are done with comes next.
        """
        if not linked:
            yield from ((replace(typographic(run), to=""), False) for run in text if run.words)
            return
        text = tuple(self._leading_to_forms(text)) if self._called_here else text
        last = {run.to: number for number, run in enumerate(text) if run.to}
        for number, run in enumerate(text):
            if not run.words:
                continue
            if not run.to:
                yield typographic(run), False
                continue
            address = self.aliases.get(run.to, run.to)
            names_page = last[run.to] == number and not run.words.endswith(" ")
            names_page = names_page and address not in self.paged and address not in self.quiet
            if names_page:
                self.paged.add(address)
            yield replace(typographic(run), to=address), names_page

    def _leading_to_forms(self, text: Text) -> Iterator[Run]:
        """Let the words for a form lead to it, once in each section."""
        led_to = {*self.paged}
        for run in text:
            found = None if run.to else re.search(rf"\b({'|'.join(map(re.escape, self._called_here))})\b", run.words)
            address = self._called_here[found[1]] if found is not None else ""
            if found is None or address in led_to:
                yield run
                continue
            led_to.add(address)
            before, after = run.words[: found.start()], run.words[found.end() :]
            parts = ((before, ""), (found[1], address), (after, ""))
            yield from (replace(run, words=words, to=to) for words, to in parts if words)


def typographic(run: Run) -> Run:
    """Print inches and apostrophes as such."""
    if run.style == CODE or not ("'" in run.words or '"' in run.words):
        return run
    words = _INCHES.sub("\N{DOUBLE PRIME}", run.words).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")
    return replace(run, words=words)
