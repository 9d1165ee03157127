"""A book whose errata are made: what stands where in it, line by line, and what can be done to its words.

In: a ruleset. Out: a `BookOfRules`, and `BookEdit`s that make one text of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.print.book.numbering import numbered
from quarterdeck.print.book.plan import all_places, chapters_of_rules
from quarterdeck.prose.english.rules import is_merged
from quarterdeck.prose.overrides.override_writer import BookWriter, book_writer
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.text.blocks import Grid, Section
from quarterdeck.prose.text.outline import listed, written
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Sort = Literal["replace", "delete", "add", "begin", "read", "move"]


@dataclass(frozen=True)
class BookEdit:
    """What to do in the book: replace `before` by `after`, delete `before`, add `after`, or read it anew as `after`.

    What is added comes `behind` some words, where there are any; `begin` puts it before all others. `move` puts what
    `before` names behind something else, or before all others. In a table `row` and `column` say which cell is meant,
    or one of them a whole row or column.
    """

    sort: Sort
    before: str = ""
    after: str = ""
    behind: str = ""
    row: str = ""
    column: str = ""


@dataclass
class BookOfRules:
    """The rules of a book, with their numbers."""

    ruleset: Ruleset

    def __post_init__(self) -> None:
        self.writer: BookWriter = book_writer(self.ruleset)
        arranger = Arranger(Selection(self.writer), all_places(self.writer), frozenset())
        made, self.numbers = numbered([section for _, section in chapters_of_rules(arranger)])
        self.chapters = [plain(chapter.title) for chapter in made]
        self.places = arranger.places

    def number_of(self, address: str) -> str:
        """Give the number of what is at an address, or of the nearest thing around it that has one."""
        parts = address.split(".")
        heads = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
        return next((self.numbers[head] for head in heads if head in self.numbers), "")

    def title_of(self, address: str) -> str:
        """Give what the section is called in which something stands."""
        holder = self.writer.section_of(address)
        place = self.places.get(holder or address)
        return place.title if place is not None else (holder or address).replace("_", " ")

    def lines(self, address: str) -> list[str]:
        """Give what is said line by line, without the title and the marks in front of steps and items."""
        section = self.writer.section(address)
        said = lines_of(self.writer.said(address), section)
        return [*said, *(line for rule in self.kept(address) for line in self.lines_before(rule))]

    def own_lines(self, address: str) -> list[str]:
        """Give what is said of a turn or a phase, without what stands below it under a title of its own."""
        section = self.writer.section(address)
        assert section is not None
        own = replace(section, sections=())
        if not section.is_told:
            own = own.with_block(
                listed(tuple(point for point in section.points if point.kind != "step"), numbered=True)
            )
        return lines_of(written(own), section)

    def below(self, address: str) -> dict[str, str]:
        """Give the phases of the turn or the steps of a phase, in their order, each with what it is called."""
        section = self.writer.section(address)
        assert section is not None
        steps = {point.address: plain(point.lead) for point in section.points if point.kind == "step"}
        return steps or {one.address: plain(one.title) for one in section.sections if one.sort == "phase"}

    def grid(self, table: str) -> Grid | None:
        """Give a table as the book lays it out."""
        section = self.writer.section(table)
        return section.grid if section is not None else None

    def kept(self, address: str) -> Iterator[Rule]:
        """Give what a definition said before house rules changed it, where they still make use of that."""
        rules = self.ruleset.declared.rules.values()
        yield from (rule for rule in rules if rule.speaks_as == address and not is_merged(rule))

    def lines_before(self, rule: Rule) -> list[str]:
        """Give what a definition said before it was changed, as the book has it below what it says now."""
        section = self.writer.rules.rule(rule)
        first, *others = lines_of(written(section), section)
        return [f"Before the change: {first}", *others] if section.is_entry else ["Before the change:", first, *others]

    def is_told(self, address: str) -> bool:
        """Tell whether an author tells the rule in prose."""
        section = self.writer.section(address)
        return section is not None and section.is_told


def bare(line: str) -> str:
    """Give a line without the mark in front of it.

    >>> bare("2. Roll a die."), bare("- a hit")
    ('Roll a die.', 'a hit')
    """
    mark, _, rest = line.partition(" ")
    return rest if rest and (mark == "-" or (mark.endswith(".") and mark[:-1].isdecimal())) else line


def lines_of(said: str, section: Section | None) -> list[str]:
    """Give the lines of what is said of a section, without its title and the marks in front of steps and items."""
    title = plain(section.title) if section is not None and not section.is_entry else ""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return [
        bare(line).replace(" | ", ": ", 1).replace(".; ", ". ")
        for line in lines[int(bool(title) and lines[:1] == [title]) :]
    ]


def run_on(lines: Iterable[str]) -> str:
    """Give lines as one text; items that end in no mark are told apart.

    >>> run_on(["The value:", "6 by day", "3 by night", "Then roll."])
    'The value: 6 by day; 3 by night; Then roll.'
    """
    text = ""
    for line in lines:
        text += line if not text else f"{' ' if text.endswith(('.', ':', '?', '!')) else '; '}{line}"
    return text


def between(before: list[str], after: list[str]) -> Iterator[BookEdit]:
    """Give what makes one text of another, sentence by sentence."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, first, last, low, high in matcher.get_opcodes():
        gone, new = run_on(before[first:last]), run_on(after[low:high])
        if tag == "replace":
            yield BookEdit("replace", gone, new)
        elif tag == "delete":
            yield BookEdit("delete", gone)
        elif tag == "insert":
            yield BookEdit("add", after=new, behind=before[first - 1]) if first else BookEdit("begin", after=new)
