"""Plan what lies on the table: for a scenario, or things of a roster, all parts that are wanted, as data for print.

In: a ruleset and a name. Out: a `Plan`: what the template reads, and drawings as SVG. The same gives the same plan.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from quarterdeck.analysis.trial.usable import Usable
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.plain_data import Count
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.checks.logs import left_in_the_book
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.print.book.plan import all_places, changed_addresses
from quarterdeck.print.book.print_options import Paper
from quarterdeck.print.book.quick_reference import charts_of_phases, course_of_the_turn
from quarterdeck.print.drawing.measures import wide
from quarterdeck.print.drawing.palette import BLACK_AND_WHITE
from quarterdeck.print.drawing.shapes import MM, Picture
from quarterdeck.print.drawing.svg import svg
from quarterdeck.print.forms.form_filling import forms_of
from quarterdeck.print.forms.form_parts import Forms
from quarterdeck.print.forms.orders import order_pads
from quarterdeck.print.forms.rosters import situations_of
from quarterdeck.print.sheets.board_sheets import BoardDrawer
from quarterdeck.print.sheets.chart_data import Room, blocks_as_data, charts_as_data, grids_in, shortened
from quarterdeck.print.sheets.counters import CutOut, counters_of, markers_of
from quarterdeck.print.sheets.forces import ForceList, force_lists
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.ruleset import Ruleset

SheetPart = Literal["forces", "cards", "reference", "orders", "track", "counters", "map"]
PARTS: tuple[SheetPart, ...] = ("forces", "cards", "reference", "orders", "track", "counters", "map")
"""What there may be, in the order in which it is printed."""
CountedSort = Literal["things", "cards", "charts", "pads", "turns", "counters", "markers", "map_sheets", "sticks"]
"""What is counted of sheets."""
SIZES: dict[Paper, tuple[str, int, int, int]] = {
    "a4": ("a4", 210, 297, 12),
    "a5": ("a5", 148, 210, 9),
    "letter": ("us-letter", 216, 279, 12),
}
"""For each paper what Typst calls it, its width, its height and its margin in millimetres."""
PALETTE = replace(BLACK_AND_WHITE, font="Libertinus Serif")
_HEAD = 26
"""Millimetres of a page that heading and foot take from a drawing."""
_GAP = MM * 3 // 2
"""Between columns of a list of forces."""
_SIZE = 290
"""How high its letters are: 8.2 points, in hundredths of a millimetre."""
HEX = 20
"""The width of a hex or a square in millimetres, unless somebody says another."""


@dataclass(frozen=True)
class Wishes:
    """How it is to be printed: on which paper, in large print, which parts, and how many millimetres wide spaces are.

    Sheets of them to lay out come only where `hex_width` is said.
    """

    paper: Paper = "a4"
    large: bool = False
    parts: Collection[str] = PARTS
    hex_width: int = 0
    draft: bool = False
    """Whether each page says that the rules are not finished."""

    @property
    def room(self) -> tuple[int, int]:
        """Give the room for a drawing, in hundredths of a millimetre."""
        _name, across, high, margin = SIZES[self.paper]
        return (across - 2 * margin) * MM, (high - 2 * margin - _HEAD) * MM

    @property
    def columns(self) -> Room:
        """Give the room for charts, as it would be in ordinary print: in four columns along the page, or in fewer."""
        _name, across, high, _margin = SIZES[self.paper]
        if self.paper != "a5" and not self.large:
            broad = (high - 20) * MM
            return Room((broad - 12 * MM) // 4, broad, broad)
        page, long = ((one - 20) * MM * (10 if not self.large else 7) // 10 for one in (across, high - 8))
        return Room(page if self.large else (page - 4 * MM) // 2, page, long)


@dataclass
class Plan:
    """What the template reads, the drawings by the names of their files and in words, and how much of each part is."""

    data: dict[str, Any]
    drawings: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    counts: dict[CountedSort, Count] = field(default_factory=dict)
    left_out: dict[SheetPart, str] = field(default_factory=dict)
    """Parts that were wanted and of which there is nothing, each with the reason."""


def plan(
    ruleset: Ruleset,
    name: str,
    wishes: Wishes = Wishes(),
    only: Sequence[str] = (),
    progress: Callable[[str], None] = lambda _words: None,
) -> Plan:
    """Plan the sheets of a scenario, or of a roster, perhaps `only` of the things that are named.

    Raises:
        RefusedError: the scenario or what a roster derives has findings.
        TooManySheetsError: a board of hexes or squares of that width would take too many pages.
    """
    progress("setting it up")
    scenario = ruleset.declared.scenarios.get(name)
    if scenario is not None:
        findings = Findings()
        begun = [ruleset.scenario(name, findings)]
        if findings:
            raise RefusedError(findings)
        title, note, turns = scenario.shape.title, scenario.shape.note or "", scenario.shape.turn_limit
    else:
        roster = ruleset.declared.rosters[name]
        begun, title, note, turns = situations_of(ruleset, roster, only), roster.shape.title, "", 0
    planner = Planner(ruleset, begun, title, wishes)
    for part in PARTS:
        if part in wishes.parts:
            progress(f"planning {part}")
            planner.part(part, note, turns, is_battle=scenario is not None)
    return planner.plan


class Planner:
    """Gathers the parts of one plan."""

    def __init__(self, ruleset: Ruleset, begun: Sequence[tuple[Built, Situation]], title: str, wishes: Wishes) -> None:
        self.ruleset = ruleset
        self.begun = begun
        self.title = title
        self.wishes = wishes
        head = ruleset.declared.head
        variants = [ruleset.declared.variant_heads[name].shape for name in ruleset.declared.variants]
        game = ", ".join([head.title, *(str(getattr(variant, "title", "")) for variant in variants)])
        self.plan = Plan(
            {
                "paper": SIZES[wishes.paper][0],
                "large": wishes.large,
                "draft": wishes.draft,
                "broad_behind": False,
                "title": game,
                "game": game,
                "scenario": title,
                "parts": [],
            }
        )
        self.arranged: Arranger | None = None
        self.is_battle = True

    def part(self, part: SheetPart, note: str, turns: int, *, is_battle: bool) -> None:
        """Plan one part, or note why there is nothing of it."""
        self.is_battle = is_battle
        if not is_battle and part in ("orders", "track", "map"):
            self.plan.left_out[part] = "a roster is not a battle"
            return
        made = {
            "forces": lambda: self.forces(note),
            "cards": self.cards,
            "reference": self.reference,
            "orders": self.orders,
            "track": lambda: self.track(turns),
            "counters": self.counters,
            "map": self.map,
        }[part]()
        if isinstance(made, str):
            self.plan.left_out[part] = made
        else:
            self.plan.data["parts"].append({"part": part, "scenario": self.title, **made})

    # --- parts

    def forms(self) -> list[Forms]:
        """Give the forms of all situations, those of one kind together."""
        found: dict[str, Forms] = {}
        for built, situation in self.begun:
            for forms in forms_of(built, situation):
                known = found.get(forms.kind)
                found[forms.kind] = replace(forms, forms=(*known.forms, *forms.forms)) if known else forms
        return list(found.values())

    def forces(self, note: str) -> dict[str, Any] | str:
        """Plan the list of each force."""
        lists = force_lists(self.forms())
        if not lists:
            return "no kind of thing in it has a log"
        self.plan.counts["things"] = sum(len(one.rows) for one in lists)
        return {"note": note, "lists": [self.force_list(one) for one in lists]}

    def force_list(self, found: ForceList) -> dict[str, Any]:
        """Give the list of a force as the template reads it.

        `shares` are those of its columns where some must be folded, so that each has room for its longest word;
        `narrow`: the page has no room for these.
        """
        size = _SIZE * (13 if self.wishes.large else 10) // 10
        columns = list(zip(found.heads, *(row.cells for row in found.rows), strict=True))
        least = [
            _GAP + max(wide(word, size, bold=True) for said in column for word in said.split() or [""])
            for column in columns
        ]
        most = [_GAP + max(wide(said, size, bold=True) for said in column) for column in columns]
        room = self.wishes.room[0]
        folded = max(1, sum(most) - sum(least))
        shares = [low + (room - sum(least)) * (high - low) // folded for low, high in zip(least, most, strict=True)]
        rows = [{"cells": row.cells, "with": row.parts} for row in found.rows]
        fits = sum(most) <= room
        return {**asdict(found), "rows": rows, "narrow": sum(least) > room, "shares": [] if fits else shares}

    def cards(self) -> dict[str, Any] | str:
        """Plan the forms."""
        forms = self.forms()
        if not forms:
            return "no kind of thing in it has a log"
        self.plan.counts["cards"] = sum(len(one.forms) for one in forms)
        return {"forms": [asdict(one) for one in forms]}

    @property
    def arranger(self) -> Arranger:
        """Give what puts the rules into English."""
        if self.arranged is None:
            writer = book_writer(self.ruleset)
            self.arranged = Arranger(Selection(writer), all_places(writer), changed_addresses(writer))
        return self.arranged

    def reference(self) -> dict[str, Any] | str:
        """Plan the charts in the order of play; of a battle only what it can come to."""
        declared, begun = self.ruleset.declared, self.begun
        usable = Usable(*begun[0]).elements() if self.is_battle else None
        players = self.arranger.selection
        left = left_in_the_book(declared)
        charts = charts_of_phases(
            self.arranger,
            lambda name, grid: shortened(declared, begun, name, grid),
            lambda address: (
                address not in left and players.is_for_players(address) and (usable is None or address in usable)
            ),
        )
        phases = charts_as_data(charts, self.wishes.columns)
        course = blocks_as_data(course_of_the_turn(self.arranger), self.wishes.columns)
        self.plan.counts["charts"] = sum(len(grids_in(phase["blocks"])) for phase in phases)
        told = (
            self.arranger.writer.section(declared.rules[one].site_address if one in declared.rules else one)
            for one in left
            if usable is None or one in usable
        )
        elsewhere = ", ".join(plain(one.title) for one in told if one is not None)
        return (
            {"course": course, "phases": phases, "elsewhere": elsewhere}
            if phases or course
            else "no rule of it is a chart"
        )

    def orders(self) -> dict[str, Any] | str:
        """Plan the pads for what is written down in secret."""
        pads = order_pads(*self.begun[0])
        self.plan.counts["pads"] = len(pads)
        return {"pads": [asdict(pad) for pad in pads]} if pads else "there are no secret orders"

    def track(self, turns: int) -> dict[str, Any]:
        """Plan the track of the turns."""
        self.plan.counts["turns"] = turns
        return {"turns": turns, "course": blocks_as_data(course_of_the_turn(self.arranger), self.wishes.columns)}

    def counters(self) -> dict[str, Any] | str:
        """Plan counters and markers to cut out."""
        shape = self.ruleset.declared.head.board.shape
        counters: list[CutOut] = []
        for built, situation in self.begun:
            drawer = BoardDrawer(built, situation, self.wishes.room)
            scale = drawer.scale() if shape not in ("hex", "square") else Fraction((self.wishes.hex_width or HEX) * MM)
            counters += counters_of(built, situation, scale, self.wishes.room[0] - 10 * MM)
        markers = markers_of(*self.begun[0])
        if not counters and not markers:
            return "the ruleset says nothing of counters"
        self.plan.counts["counters"] = len(counters)
        self.plan.counts["markers"] = sum(one.copies for one in markers)
        about = {
            "hex": f"For hexes {self.wishes.hex_width or HEX} mm wide.",
            "square": f"For squares {self.wishes.hex_width or HEX} mm wide.",
            "plane": "At the scale of the game.",
        }
        return {
            "about": about.get(shape, ""),
            "counters": [self.cut_out("counter", number, one) for number, one in enumerate(counters)],
            "markers": [self.cut_out("marker", number, one) for number, one in enumerate(markers)],
        }

    def map(self) -> dict[str, Any] | str:
        """Plan the board, sheets of hexes or squares and range sticks."""
        drawer = BoardDrawer(*self.begun[0], self.wishes.room)
        whole = drawer.whole()
        if whole is None:
            return "the game has no board"
        first = {"title": f"Map: {self.title}", "about": whole.title, "file": self.drawn("board", whole)}
        boards: list[dict[str, Any]] = [{**first, "legend": drawer.legend()}]
        sheets = drawer.sheets(self.wishes.hex_width * MM) if self.wishes.hex_width else ()
        for number, sheet in enumerate(sheets):
            file = self.drawn(f"sheet-{number}", sheet)
            boards.append({"title": "Map sheet", "about": sheet.title, "file": file, "legend": []})
        sticks = [
            {"title": title, "files": [self.drawn(f"stick-{number}-{place}", one) for place, one in enumerate(pieces)]}
            for number, (title, pieces) in enumerate(drawer.sticks())
        ]
        self.plan.counts["map_sheets"], self.plan.counts["sticks"] = len(sheets), len(sticks)
        about = "At the scale of the game; glue pieces end to end. Figures are lengths of the board."
        return {"boards": boards, "sticks": sticks, "about": about}

    # --- drawings

    def cut_out(self, name: str, number: int, found: CutOut) -> dict[str, Any]:
        """Keep a picture to cut out, and give what the template reads of it."""
        file = self.drawn(f"{name}-{number}", found.picture)
        return {"file": file, "side": found.side, "copies": found.copies}

    def drawn(self, name: str, picture: Picture) -> str:
        """Keep a drawing, and give the name of its file."""
        self.plan.drawings[name] = svg(picture, PALETTE)
        self.plan.words[name] = picture.title
        return name
