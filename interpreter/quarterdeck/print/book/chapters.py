"""Arrange the chapters of a rulebook: what is done comes first, what it needs to know stands below it.

In: the English of a ruleset, element by element. Out: `blocks.Section`s. A procedure or effect is a section of its
own; a definition stands with the first of them that needs it, a table behind what looks something up in it, an option
with the first rule that asks about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_lowercase

from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax import nodes
from quarterdeck.print.book.definition_homes import DefinitionHomes
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.rules import is_merged
from quarterdeck.prose.overrides.override_writer import BookWriter
from quarterdeck.prose.overrides.rule_overrides import asked_by
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import (
    UNTOLD,
    Block,
    Box,
    Cell,
    Drawing,
    Entries,
    Entry,
    Grid,
    GridRow,
    LinkTarget,
    Marks,
    Point,
    Prose,
    Section,
    Steps,
    grid_of,
)
from quarterdeck.prose.text.outline import marks_of, notes
from quarterdeck.prose.text.runs import EMPTY, Run, Text, joined, plain, sentence, text

HEADS = ("procedure", "effect", "turn", "phase")
"""Sorts of elements that are sections of their own."""
BROAD = 7  # columns: a table that has more of them reaches into the margin
_MANY_COLUMNS = 5
_FEW_LETTERS, _MANY_LETTERS = 12, 45  # in the cells of tables with many columns: what stays, and what is too long


@dataclass
class SectionGroup:
    """A section to come: what is done, and what stands with it."""

    head: Section | None
    parts: list[Section] = field(default_factory=list)


@dataclass
class Arranger:
    """Arranges the elements of one ruleset; `examples` and `pictures` stand at the rules of their addresses.

    With the pictures stands what readers try.
    """

    selection: Selection
    places: Mapping[str, LinkTarget]
    changed: frozenset[str]
    examples: Mapping[str, Sequence[Box]] = field(default_factory=dict)
    pictures: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)

    @property
    def writer(self) -> BookWriter:
        """Give what writes the sentences."""
        return self.selection.writer

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.selection.declared

    # --- chapters

    @cached_property
    def for_players(self) -> dict[str, list[str]]:
        """Give for each chapter the addresses of what players need, in their order."""
        return self.selection.in_order()

    @cached_property
    def sections(self) -> dict[str, list[Section]]:
        """Give the elements of each chapter that players need, in their order."""
        found = {}
        for name, addresses in self.for_players.items():
            known = filter(None, map(self.writer.section, addresses))
            found[name] = [part for section in known for part in _opened(section)]
        return found

    @cached_property
    def homes(self) -> DefinitionHomes:
        """Know with which rule each definition stands."""
        names = sorted(self.sections, key=lambda name: name != self.declared.turn_module)
        parts = [part for name in names for part in self.sections[name]]
        heads = [part.address for part in parts if part.sort in HEADS]
        return DefinitionHomes(self.selection, heads, [part.address for part in parts], self.calls)

    def has_chapter(self, name: str) -> bool:
        """Tell whether a chapter has anything that players need, and that is in no other chapter."""
        return any(group.head or group.parts for group in self.groups[name])

    def chapter(self, name: str, *, whole: bool = False) -> Section | None:
        """Arrange a chapter, of what players need or as a whole; nothing where nothing of it is wanted."""
        told = self.writer.chapter(name)
        parts = [part for section in told.sections for part in _opened(section)]
        if not (whole and parts) and not self.has_chapter(name):
            return None
        groups = _said_once([SectionGroup(None, parts)] if whole else self.groups[name])
        loose = (block for group in groups if group.head is None for block in self.parts(group.parts))
        return Section(
            told.title,
            (*told.blocks, *loose),
            tuple(self.group(group) for group in groups if group.head is not None),
            LinkTarget(f"chapters.{name}", "chapter", plain(told.title)),
            marks(told.marks),
            told.address in self.changed,
        )

    def loose(self) -> Section | None:
        """Give the tables that players need and no chapter leads to."""
        placed = {address for addresses in self.for_players.values() for address in addresses}
        led_to = [name for name in self.declared.tables if name in self.selection.ways and name not in placed]
        tables = [section for name in led_to if (section := self.writer.section(name)) is not None]
        return Section(text("Further tables"), self.parts(tables)) if tables else None

    @cached_property
    def groups(self) -> dict[str, list[SectionGroup]]:
        """Put definitions, tables and options with what needs them, for each chapter; what is left stands first."""
        found = {name: [SectionGroup(None)] for name in self.sections}
        by_home = {name: groups[0] for name, groups in found.items()}
        for name, sections in self.sections.items():
            known = {part.address: part for part in sections}
            homes = {address: self.homes.home(address) for address, part in known.items() if part.sort == "define"}
            apart = self.homes.in_order(address for address, home in homes.items() if home == address)
            heads = [address for address, part in known.items() if part.sort in HEADS]
            found[name] += [SectionGroup(known[address]) for address in (*heads, *apart)]
            by_home |= {group.head.address: group for group in found[name] if group.head is not None}
        moved = []
        for name, sections in self.sections.items():
            at: list[Section] = []
            for section in sections:
                if section.sort in HEADS:
                    at = by_home[section.address].parts
                elif section.sort == "define":
                    at, came = self.standing(section, by_home, found[name])
                    moved += came
                if section.sort == "table" or (section.sort == "define" and section.address not in by_home):
                    at.append(section)
        for home in dict.fromkeys(home for home, _ in moved):
            _put_in(by_home[home].parts, [inner for where, inner in moved if where == home], self.homes.users)
        for name, sections in self.sections.items():
            for section in sections:
                if section.sort == "option":
                    group, asker = self.asking(section.address, found, name)
                    _put_behind(group.parts, section, asker)
        return found

    def standing(
        self, section: Section, by_home: Mapping[str, SectionGroup], own: Sequence[SectionGroup]
    ) -> tuple[list[Section], list[tuple[str, list[Section]]]]:
        """Give the parts among which a definition stands; where it moves to another chapter, a list to be put there."""
        home = self.homes.home(section.address)
        group = by_home.get(home, own[0])
        if any(group is one for one in own):
            return group.parts, []
        moves: list[Section] = []
        return moves, [(home, moves)]

    def asking(
        self, option: str, groups: Mapping[str, Sequence[SectionGroup]], name: str
    ) -> tuple[SectionGroup, Section | None]:
        """Give the group in which an option is asked about, of its own chapter if there is one, and what asks it."""
        own = [group for group in groups[name] if group.head is not None]
        others = [group for other in groups for group in groups[other] if other != name]
        for known in (own, others):
            asking = [(group, part) for group in known for part in (group.head, *group.parts) if part is not None]
            for group, part in sorted(asking, key=lambda one: one[1] is not one[0].head):
                if option in part.marks.options:
                    return group, part
            nearest: dict[int, tuple[SectionGroup, Section]] = {}
            for group, part in asking:
                far = self.how_far(part.address, option)
                if far:
                    nearest.setdefault(far, (group, part))
            if nearest:
                return nearest[min(nearest)]
        return groups[name][0], None

    def how_far(self, address: str, option: str) -> int:
        """Give how many definitions lie between a rule and the nearest one that asks an option; 0 where none does."""
        near, seen, far = {address}, {address}, 0
        while near := {called for one in near for called in self.calls.get(one, ())} - seen:
            far, seen = far + 1, seen | near
            sections = filter(None, map(self.writer.section, near))
            if any(option in section.marks.options for section in sections):
                return far
        return 0

    @cached_property
    def calls(self) -> dict[str, tuple[str, ...]]:
        """Give for each rule the definitions that it asks, in the order of its text."""
        rules, turn = self.declared.rules, self.declared.turn
        defined = {address for address, rule in rules.items() if isinstance(rule.node, nodes.Define)}
        asking = (*rules, *(f"turn.{phase.name.text}" for phase in (turn.phases if turn else ())))
        asked = ((address, dict.fromkeys(asked_by(self.writer.checked, address))) for address in asking)
        return {address: tuple(one for one in listed if one in defined) for address, listed in asked}

    # --- sections

    def apart(self, name: str, parts: Sequence[Section]) -> tuple[Block, ...]:
        """Give rules that stand apart from the chapters, below each other under their names."""
        found: list[Block] = []
        for told in parts:
            if told.sort in HEADS:
                made = self.section(told)
                found.append(Box("plain", made.title, made.blocks, made.place, made.changed))
            else:
                found += self.parts([told])
        return tuple(found)

    def group(self, group: SectionGroup) -> Section:
        """Make a section of what is done and what stands with it."""
        assert group.head is not None
        made = self.section(group.head)
        said = [not isinstance(block, Drawing | Box) for block in made.blocks]
        at = said.index(False) if False in said else len(said)  # behind what it says, before what shows it
        blocks = (*made.blocks[:at], *self.used_in(group.head), *made.blocks[at:], *self.parts(group.parts))
        return replace(made, blocks=blocks)

    @property
    def has_untold(self) -> bool:
        """Tell whether somebody told a rule or an example that has become something else."""
        inside = (block for boxes in self.examples.values() for box in boxes for block in box.blocks)
        return bool(self.writer.untold) or any(UNTOLD in getattr(block, "marks", Marks()).cites for block in inside)

    def used_in(self, told: Section) -> tuple[Prose, ...]:
        """Say of a definition that stands apart which rules of other chapters use it."""
        is_apart = told.sort == "define" and self.homes.is_apart(told.address)
        users = self.homes.users_elsewhere(told.address) if is_apart else []
        if not users:
            return ()
        linked = [(Run(self.places[user].title, to=user),) for user in users]
        return (Prose(joined([text("Used in: "), joined(linked, "; "), "."]), "note"),)

    def section(self, told: Section) -> Section:
        """Make a section of an element, with those below it."""
        self.shown.add(told.address)
        return replace(
            told,
            blocks=tuple(self.body(told)),
            sections=tuple(self.section(inner) for inner in told.sections),
            place=self.places.get(told.address),
            marks=marks(told.marks, told.is_untold),
            changed=told.address in self.changed,
        )

    def body(self, told: Section) -> Iterator[Block]:
        """Give what an element says: the author's words, what is done, a table, what is said behind it, examples."""
        leads, grid = told.prose("lead"), told.grid
        at = len(leads) + len(told.steps)
        yield from told.blocks[: len(leads)]
        for steps in passages(told):
            is_leading = grid is not None and not told.is_told and steps.is_paragraph and not steps.points[0].points
            yield Prose(steps.points[0].text, "leading") if is_leading else steps
        for address, below in self.before(told.address):
            title = f"{plain(told.title)}, before the change"
            inner = tuple(block for block in self.body(replace(below, place=None)) if isinstance(block, Prose | Steps))
            yield Box("original", text("Before the change"), inner, LinkTarget(address, told.sort, title))
        if grid is not None:
            yield from self.grids(told)
        else:
            yield from told.blocks[at:]
            yield from notes(self.source(told.marks) if told.marks.document else ())
            yield from self.pictures.get(told.address, ())
        yield from self.examples.get(told.address, ())

    def parts(self, parts: Sequence[Section]) -> tuple[Block, ...]:
        """Make blocks of definitions, tables and options; definitions next to each other are one list."""
        found: list[Block] = []
        for told in parts:
            self.shown.add(told.address)
            if told.sort == "table":
                found += [*self.grids(told), *self.pictures.get(told.address, ())]
                found += self.examples.get(told.address, ())
            elif told.sort == "option":
                found += [self.option(told), *self.pictures.get(told.address, ())]
            else:
                entries = (self.entry(told), *self.originals(told))
                if found and isinstance(found[-1], Entries):
                    entries = (*found.pop().entries, *entries)  # type: ignore[attr-defined]
                found.append(Entries(entries))
        return tuple(found)

    def originals(self, told: Section) -> Iterator[Entry]:
        """Give what a definition said before house rules changed it, where they still make use of that."""
        for address, below in self.before(told.address):
            if not below.points:  # a table says what it said as a grid
                continue
            point = below.points[0]
            title = f"{plain(told.title)}, before the change"
            yield Entry(
                (Run("Before the change: ", style="aside"),),
                point.text,
                point.points,
                LinkTarget(address, told.sort, title),
                marks(below.marks),
                blocks=below.steps[1:],
            )

    def before(self, address: str) -> Iterator[tuple[str, Section]]:
        """Give the rules that go on as originals of another, each with its own address."""
        for rule in self.declared.rules.values():
            if address and rule.speaks_as == address and not is_merged(rule):
                yield rule.address, self.writer.rules.rule(rule)

    def entry(self, told: Section) -> Entry:
        """Make an entry of a definition: its first point names what it defines, and modifiers of cases follow it."""
        point = told.points[0]
        name: Text = EMPTY if told.is_entry and not told.is_told else (Run(f"{plain(told.title)}. ", style="term"),)
        more = [*told.steps[1:]]
        if told.is_told:
            first, *others = passages(told)
            # A list keeps its marks, and steps their numbers, below the name.
            point, more = (first.points[0], others) if first.is_paragraph else (Point(EMPTY), [first, *others])
        return Entry(
            name,
            point.text,
            point.points,
            self.place(told),
            marks(told.marks, told.is_untold),
            told.address in self.changed,
            (
                *more,
                *notes(told.prose("lead", "note")),
                *self.used_in(told),
                *self.pictures.get(told.address, ()),
                *self.examples.get(told.address, ()),
            ),
            within=tuple(one.address for one in point.within),
        )

    def place(self, told: Section) -> LinkTarget | None:
        """Give the place of an element; advice has one of its own beside that of the choice that it is for."""
        rule = self.declared.rules.get(told.address)
        if told.sort != "advice" or rule is None or told.address.startswith(f"{rule.module}."):
            return self.places.get(told.address)
        title = plain(told.title)
        return LinkTarget(f"advice.{told.address}", "advice", title)

    def option(self, told: Section) -> Box:
        """Make the box of an option."""
        said: list[Block] = [Prose(point.text) for point in told.points]
        said += [Prose(paragraph) for paragraph in told.prose("lead", "note")]
        first = said[0]
        assert isinstance(first, Prose)
        said[0] = replace(first, marks=marks(told.marks))
        title = joined(["Option: ", told.title])
        return Box("option", title, tuple(said), self.places.get(told.address), told.address in self.changed)

    # --- tables

    def grids(self, told: Section, compact: bool = False) -> list[Grid]:
        """Make a table of a grid; where cells say too much for their columns, letters lead to a key below."""
        assert told.grid is not None
        grid = _filled(told.grid)
        lettered, said = _lettered(grid)
        if not said:
            made = self.grid(told, grid, compact)
            return [replace(made, caption=EMPTY) if told.sort == "kind" else made]
        table = self.grid(told, lettered, compact)
        rows = tuple(self.row(GridRow((letter, cell)), compact=True) for letter, cell in said)
        below = Grid(rows, (), EMPTY, table.notes, None, table.marks, table.changed, stubs=1, style=table.style)
        return [replace(table, notes=(), marks=blocks.NO_MARKS), below]

    def grid(self, told: Section, grid: Grid, compact: bool) -> Grid:
        """Make a table."""
        rows = tuple(self.row(row, compact) for row in grid.rows)
        return replace(
            grid,
            rows=rows,
            caption=told.title,
            notes=(*grid.notes, *(() if compact else (*self.source(told.marks), *self.sources_of_rows(told)))),
            place=None if compact else self.places.get(told.address),
            marks=blocks.NO_MARKS if compact else self.marks_of_table(told.marks),
            changed=told.address in self.changed,
            style=" ".join([*["wide"] * (len(grid.heads) > BROAD), *["compact"] * compact]),
        )

    def row(self, row: GridRow, compact: bool) -> GridRow:
        """Make a row; a cell of one plain point is its words, and what is said again elsewhere has no address."""
        cells = tuple(
            replace(
                cell,
                text=cell.points[0].text if len(cell.points) == 1 and not cell.points[0].points else cell.text,
                points=cell.points if len(cell.points) > 1 or (cell.points and cell.points[0].points) else (),
                address="" if compact or cell.address == row.address else cell.address,
                changed=cell.address != row.address and cell.address in self.changed,
            )
            for cell in row.cells
        )
        return GridRow(cells, "" if compact else row.address, changed=row.address in self.changed)

    def marks_of_table(self, found: Marks) -> Marks:
        """Give the marks of a table: its rulings, and where it stands in the first source."""
        cites = found.cites if self.is_plainly_printed(found) else ()
        return Marks((*cites, found.tongue) if found.tongue else cites, found.rulings)

    def is_plainly_printed(self, found: Marks) -> bool:
        """Tell whether figures stand in the first source as they are here, so that the margin can say where."""
        first = next(iter(self.declared.head.documents), "")
        return found.source == "printed" and found.document == first and not found.remark

    def sources_of_rows(self, told: Section) -> Iterator[Text]:
        """Say below a table where single rows come from, if that is from elsewhere than the table."""
        table = self.declared.tables.get(told.address)
        if table is None or told.grid is None:
            return
        own: dict[Marks, list[Text]] = {}
        for row in table.rows:
            shown, _ = told.grid.find(row.address)
            found = marks_of(row.source)
            if row.source is not None and shown is not None and found != marks_of(table.shape.source):
                own.setdefault(found, []).append(shown.cells[0].text)
        for found, labels in own.items():
            head = "Source of the row " if len(labels) == 1 else "Source of the rows "
            yield self.said_source(found, (Run(head, style="aside"), *joined(labels, ", "), Run(": ")))

    def source(self, found: Marks) -> list[Text]:
        """Say below a table where its figures come from, and how sure they are."""
        if not found.source or self.is_plainly_printed(found):
            return []
        return [self.said_source(found, (Run("Source: ", style="aside"),))]

    def said_source(self, found: Marks, head: Text) -> Text:
        """Say where figures come from, behind a head."""
        known = self.declared.head.documents.get(found.document)
        from_where = ", ".join(part for part in (known.title if known else "", *found.cites) if part)
        words: list[Run] = [*head, Run(from_where or "this ruleset")]
        if found.source != "printed":
            words.append(Run(f" ({found.source})"))
        words.append(Run(f"; {found.remark}" if found.remark else ""))
        return (*words, Run("."))


def _filled(grid: Grid) -> Grid:
    """Give a grid without the columns in which nothing stands."""
    heads = grid.heads
    columns = [
        place
        for place in range(len(heads))
        if place == 0 or any(not row.cells[place].is_empty for row in grid.rows if place < len(row.cells))
    ]
    rows = [
        replace(row, cells=tuple(row.cells[place] for place in columns if place < len(row.cells))) for row in grid.rows
    ]
    return replace(grid, rows=tuple(rows), head=grid_of([heads[place] for place in columns], (), grid.over).head)


def _lettered(grid: Grid) -> tuple[Grid, list[tuple[Cell, Cell]]]:
    """Give a wide grid with letters in place of what takes many words, and what each letter stands for."""
    cells = [cell for row in grid.rows for cell in row.cells[1:]]
    if len(grid.heads) <= _MANY_COLUMNS or not any(_length(cell) > _MANY_LETTERS for cell in cells):
        return grid, []
    said: dict[str, tuple[Cell, Cell]] = {}
    for cell in cells:
        if _length(cell) > _FEW_LETTERS and _words(cell) not in said:
            letter = Cell((Run(_letters(len(said)), style="strong"),))
            said[_words(cell)] = letter, replace(cell, address="")
    rows = tuple(
        replace(
            row,
            cells=tuple(
                replace(said[_words(cell)][0], address=cell.address) if place and _words(cell) in said else cell
                for place, cell in enumerate(row.cells)
            ),
        )
        for row in grid.rows
    )
    return replace(grid, rows=rows), list(said.values())


def _letters(number: int) -> str:
    """Give a, b, ... z, aa, ab, ..."""
    first, last = divmod(number, len(ascii_lowercase))
    return (_letters(first - 1) if first else "") + ascii_lowercase[last]


def _words(cell: Cell) -> str:
    return " ".join([plain(cell.text), *(plain(point.text) for top in cell.points for point in top.walk())])


def _length(cell: Cell) -> int:
    return len(_words(cell).strip())


def _said_once(groups: Sequence[SectionGroup]) -> list[SectionGroup]:
    """Give the groups of a chapter; why rules stand apart from the turn is said once where it is the same."""
    said: set[Text] = set()

    def once(told: Section) -> Section:
        if told.sort not in (*HEADS, "define"):
            return told
        after = notes(told.prose("note"))
        again = Prose(sentence(say("apart_too")), "note")
        shorter = tuple(again if one in after and one.text in said else one for one in told.blocks)
        said.update(one.text for one in after)
        return replace(told, blocks=shorter)

    return [
        SectionGroup(once(group.head) if group.head is not None else None, [once(part) for part in group.parts])
        for group in groups
    ]


def _put_in(parts: list[Section], moved: Sequence[list[Section]], users: Mapping[str, Sequence[str]]) -> None:
    """Put definitions of other chapters, each with its tables, behind what uses it, or behind all else."""
    waiting = list(moved)
    while waiting:
        names = {inner[0].address for inner in waiting}
        ready = [inner for inner in waiting if names.isdisjoint(users.get(inner[0].address, ()))] or waiting
        for inner in ready:
            using = users.get(inner[0].address, ())
            at = [place for place, part in enumerate(parts) if part.address in using]
            after = at[0] + 1 if at else len(parts)
            while after < len(parts) and parts[after].sort == "table":
                after += 1
            parts[after:after] = inner
        waiting = [inner for inner in waiting if inner not in ready]


def _put_behind(parts: list[Section], option: Section, asker: Section | None) -> None:
    """Put an option behind what asks about it and the options there: a definition, or what is done."""
    at = next((place + 1 for place, part in enumerate(parts) if part is asker), 0)
    passed = ("table", "option") if at else ("option",)
    while at < len(parts) and parts[at].sort in passed:
        at += 1
    parts.insert(at, option)


def _opened(told: Section) -> list[Section]:
    """Give a turn and its phases next to each other."""
    return [replace(told, sections=()), *told.sections] if told.sort == "turn" else [told]


def passages(told: Section) -> list[Steps]:
    """Give what is said; the first paragraph of an author's prose is the target of every part that it describes."""
    found = list(told.steps)
    if not told.is_told:
        return found
    printed = {inner.address for steps in found for point in steps.points for inner in point.walk()}
    known = (one for point in told.all_points() for one in (point, *point.within))
    parts = {one.address: True for one in known if one.address and one.address not in printed}
    first = found[0].points[0]
    anchors = tuple(Point(EMPTY, address=address) for address in parts)
    found[0] = replace(found[0], points=(replace(first, within=(*first.within, *anchors)), *found[0].points[1:]))
    return found


def marks(found: Marks, is_untold: bool = False) -> Marks:
    """Give the marks of an element for the margin; where figures come from is said below them."""
    cites = (*(() if found.document else found.cites), *((found.tongue,) if found.tongue else ()))
    return Marks((*cites, UNTOLD) if is_untold else cites, found.rulings)
