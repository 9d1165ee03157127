"""All pictures of a book: those that are made unasked, and those that authors place.

In: a ruleset and what tells it. Out: `Drawing`s by the address of the rule at which each stands, maps by scenario, and
findings about pictures that are asked of something that is not there. A picture has an address of its own, as
`pictures.facing`; its number it gets when all pages are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry.grids import SpaceGrid, grid_of
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.situation import empty_situation
from quarterdeck.language.checks.calls import TURN, calls_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Arc, Declared
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.print.drawing.area_boards import areas_on
from quarterdeck.print.drawing.palette import SCREEN, paper
from quarterdeck.print.drawing.shapes import Picture
from quarterdeck.print.drawing.svg import svg
from quarterdeck.print.pictures.author_pictures import AuthorPictures
from quarterdeck.print.pictures.boards import arcs_on_a_plane, arcs_on_spaces, counters, facings, headings
from quarterdeck.print.pictures.picture_requests import WantedPicture, captions, left_out, wanted_of
from quarterdeck.print.pictures.scenes import in_words, map_of_areas, map_of_spaces, plane_map, standing
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.walking import instructions_in
from quarterdeck.prose.overrides.override_writer import BookWriter, book_writer
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.text.blocks import Drawing, LinkTarget
from quarterdeck.prose.text.runs import Text, in_a_row, text, upper_first
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.pipeline.ruleset_cache import interpreter
from quarterdeck.workspace.pipeline.work_keys import hashed
from quarterdeck.workspace.ruleset.ruleset import Ruleset

_MAP = 14500  # hundredths of a millimetre: how wide a map is at the most
_LARGEST_COUNTER = 8


@dataclass(frozen=True)
class Unasked:
    """A picture that is made unasked: its name, the rule at which it stands, what it is called."""

    name: str
    at: str
    picture: Picture
    caption: str


@dataclass
class Gallery:
    """Makes the pictures of one book, in the colours of paper with one `accent`."""

    ruleset: Ruleset
    writer: BookWriter
    selection: Selection
    accent: str
    findings: Findings = field(default_factory=Findings)

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.ruleset.declared

    @cached_property
    def left_out(self) -> frozenset[str]:
        """Give the names of the pictures that the book leaves out."""
        return frozenset(left_out(self.declared))

    @cached_property
    def captions(self) -> dict[str, str]:
        """Give what authors say below pictures that are made unasked."""
        return {name: words for name, (words, _span) in captions(self.declared).items()}

    def by_address(self) -> dict[str, list[Drawing]]:
        """Give the pictures at rules, those that are made unasked first."""
        found: dict[str, list[Drawing]] = {}
        wanted = wanted_of(self.declared)
        for one in self.unasked:
            if one.name not in self.left_out and one.name not in wanted and one.at:
                found.setdefault(one.at, []).append(self.drawing(one.name, one.picture, one.caption))
        asked = AuthorPictures(self.ruleset, self.writer, self.findings)
        for name, one_wanted in wanted.items():
            picture = asked.picture(one_wanted) if self.has_home(one_wanted) else None
            if picture is not None:
                caption = one_wanted.shape.caption or picture.title
                found.setdefault(self.home(one_wanted), []).append(self.drawing(name, picture, caption))
        if not self.declared.variants:
            self.look_through_names()
        return found

    def look_through(self) -> None:
        """Find what is wrong with the pictures that authors place, and with the names of others."""
        asked = AuthorPictures(self.ruleset, self.writer, self.findings, is_trial=True)
        for one in wanted_of(self.declared).values():
            if self.has_home(one):
                asked.picture(one)
        if (self.left_out or self.captions) and not self.declared.variants:  # one may have taken away what is named
            self.look_through_names()

    def home(self, wanted: WantedPicture) -> str:
        """Give the full address of the rule at which a picture is placed."""
        option = self.declared.options.get(wanted.shape.at)
        return f"{option.module}.{option.name}" if option is not None else wanted.shape.at

    def has_home(self, wanted: WantedPicture) -> bool:
        """Tell whether there is the rule at which a picture is placed; a variant may have taken it away."""
        home = self.home(wanted)
        if home in self.can_be_home:
            return True
        if not self.declared.variants:
            hint = did_you_mean(home, self.can_be_home, "name a rule, a table, an option or a phase")
            self.findings.add("QD705", f"there is no rule `{home}` for a picture", wanted.span("at"), hint=hint)
        return False

    @cached_property
    def can_be_home(self) -> frozenset[str]:
        """Give the addresses at which a picture can stand."""
        return frozenset(address for addresses in self.writer.order.values() for address in addresses)

    def look_through_names(self) -> None:
        """Find pictures that are left out or captioned and never made."""
        known = {*self.names, *wanted_of(self.declared)}
        spans = {**left_out(self.declared), **{n: span for n, (_, span) in captions(self.declared).items()}}
        for name, span in spans.items():
            if name not in known:
                hint = did_you_mean(name, known, f"there are {', '.join(sorted(known)) or 'none'}")
                self.findings.add("QD705", f"the book makes no picture `{name}`", span, hint=hint)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Give the names of the pictures that are made unasked."""
        maps = [f"scenarios.{name}" for name in self.declared.scenarios] if self.has_board else []
        return (*(one.name for one in self.unasked), *maps, *(["turn"] if self.declared.turn else []))

    def drawing(self, name: str, picture: Picture, caption: str | Text) -> Drawing:
        """Make the block of a picture."""
        known = self.captions.get(name)
        words = text(known or caption) if isinstance(caption, str) or known else caption
        place = LinkTarget(f"pictures.{name}", "picture", picture.title)
        described = picture.description or picture.title
        return Drawing(
            svg(picture, SCREEN), svg(picture, paper(self.accent)), described, words, place, width=picture.width
        )

    # --- the board

    @property
    def has_board(self) -> bool:
        """Tell whether the game is played on a board."""
        return self.declared.head.board.shape != "none"

    @property
    def on_plane(self) -> bool:
        """Tell whether that is a plane."""
        return self.declared.head.board.shape == "plane"

    @property
    def grid(self) -> SpaceGrid:
        """Give the arithmetic of its hexes or squares."""
        board = self.declared.head.board
        return grid_of(board.shape, board.diagonals)

    @cached_property
    def built(self) -> Built:
        """Give the program under the settings by which it begins."""
        return self.ruleset.built(Findings())

    @cached_property
    def homes(self) -> Homes:
        """Give who finds the rules at which pictures stand."""
        return Homes(self.ruleset.checked, self.selection)

    @cached_property
    def unasked(self) -> tuple[Unasked, ...]:
        """Give the pictures of the board that are made unasked."""
        if not self.has_board or self.ruleset.faults:
            return ()
        return tuple(self.of_the_board())

    def of_the_board(self) -> Iterator[Unasked]:
        """Give the directions of the board, counters that are longer than a space, and arcs."""
        program = self.built.program
        pieces = Pieces(empty_situation(program), self.built.lowered_module)
        facing = [placed.facing for placed in pieces.placed.values() if placed.facing]
        at = self.homes.nearest(self.turners(set(facing))) if facing else ""
        if at and self.on_plane:
            yield Unasked("facing", at, headings(), "A heading is counted in degrees clockwise from north.")
        elif at:
            directions = self.declared.enums[self.declared.head.board.directions or ""]
            names = [directions.words[member] for member in directions.members]
            steps = "eighths of a full turn" if self.declared.head.board.shape == "square" else "faces of the hex"
            words = f"The directions of the board; a turn is counted in {steps}, to either side."
            yield Unasked("facing", at, facings(self.grid, names), words)
        for placed in [placed for placed in pieces.placed.values() if placed.covers][:1]:
            sizes = self.sizes(placed.covers)
            if len(sizes) > 1 and (at := self.homes.nearest([placed.covers])):
                kind, _, name = placed.place.partition(".")
                foremost = self.declared.kinds[kind].fields[name].words
                yield Unasked(
                    "counters",
                    at,
                    counters(self.grid, sizes, foremost),
                    f"A counter of each size, with its {foremost}.",
                )
        yield from self.arcs()

    def turners(self, facing: set[str]) -> list[str]:
        """Give the rules that turn a thing."""
        found = [
            address
            for address, routine in self.built.program.routines.items()
            if address in self.declared.rules
            and any(isinstance(one, op.Store) and one.field in facing for one in instructions_in(routine.block))
        ]
        in_turn = calls_of(self.ruleset.checked).to_reach([TURN])
        return [address for address in found if address in in_turn] or found

    def sizes(self, rule: str) -> list[int]:
        """Give the sizes of counters: the range of the number of spaces in the row that a rule gives."""
        match self.built.program.routines[rule].value:
            case val.Function(arguments=(_, _, many)) if isinstance(many.type, types.Numeric):
                low, high = max(1, int(many.type.low)), int(many.type.high)
                return list(range(low, min(high, _LARGEST_COUNTER) + 1))
        return []

    def arcs(self) -> Iterator[Unasked]:
        """Give the arcs that rules for players speak of: those of one rule in one picture."""
        at: dict[str, list[Arc]] = {}
        for arc in self.declared.arcs.values():
            if f"arcs.{arc.name}" not in self.left_out:
                home = self.homes.nearest(self.homes.using(_speaks_of(arc)))
                at.setdefault(home, []).append(arc)
        for home, arcs in at.items():
            if home:
                picture = arcs_on_a_plane(arcs) if self.on_plane else arcs_on_spaces(self.grid, arcs)
                name = f"arcs.{arcs[0].name}"
                yield Unasked(name, home, picture, f"{upper_first(in_a_row([arc.words for arc in arcs]))}.")

    # --- scenarios

    def map_of(self, name: str) -> Drawing | None:
        """Draw where everything stands when a scenario begins; nothing where nothing is said of that."""
        if not self.has_board or f"scenarios.{name}" in self.left_out:
            return None
        built, situation = self.ruleset.scenario(name, Findings())
        things = standing(situation, built.lowered_module)
        if not any(thing.group >= 0 for thing in things):
            return None
        shape = self.declared.scenarios[name].shape
        titles = [side.title for side in shape.sides.values()]
        board = self.declared.head.board
        unit = (board.lengths or "").replace("_", " ")
        areas = areas_on(self.declared, (_MAP, _MAP))
        words = f"Where everything begins: {in_words(things, areas or (None if self.on_plane else self.grid))}."

        def drawn() -> tuple[str, str, int]:
            if areas is not None:
                found = map_of_areas(areas, things, titles)
            elif self.on_plane:
                found = plane_map(things, situation.boards, _MAP, titles, unit)
            else:
                spaces = "squares" if self.declared.head.board.shape == "square" else "hexes"
                found = map_of_spaces(self.grid, things, situation.boards, _MAP, titles, spaces)
            picture = Picture(found.width, found.height, found.shapes, f"{shape.title}: the map", words)
            return svg(picture, SCREEN), svg(picture, paper(self.accent)), found.width

        facts = things, situation.boards, titles, unit, board, areas, shape.title, self.accent
        on_screen, on_paper, width = self.ruleset.kept.once("map", hashed(interpreter(), repr(facts)), drawn)
        caption = self.captions.get(f"scenarios.{name}") or f"{shape.title}: where everything begins."
        place = LinkTarget(f"pictures.scenarios.{name}", "picture", f"{shape.title}: the map")
        return Drawing(on_screen, on_paper, words, text(caption), place, width=width)


def _speaks_of(arc: Arc) -> Callable[[meanings.Meaning], bool]:
    return lambda meaning: isinstance(meaning, meanings.ArcOf) and meaning.arc.name == arc.name


def faults_of_pictures(ruleset: Ruleset) -> Findings:
    """Find what is wrong with the pictures of a ruleset."""
    if not any(ruleset.declared.of_sort("pictures")):
        return Findings()
    writer = book_writer(ruleset, told=True)
    gallery = Gallery(ruleset, writer, Selection(writer), "#000000")
    gallery.look_through()
    return gallery.findings


# --- where a picture is that nobody placed


class Homes:
    """Finds the rule at which a picture stands."""

    def __init__(self, checked: Checked, selection: Selection) -> None:
        self.checked = checked
        self.selection = selection

    @cached_property
    def bodies(self) -> dict[str, nodes.Node]:
        """Give the nodes of every rule that is no advice, and of every phase, by address."""
        declared = self.checked.declared
        turn = declared.turn
        found: dict[str, nodes.Node] = {f"turn.{phase.name.text}": phase for phase in turn.phases} if turn else {}
        rules = (rule for rule in declared.rules.values() if rule.sort != "advice")
        return found | {rule.address: rule.node for rule in rules}

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """Give for each rule those that call it."""
        found: dict[str, list[str]] = {}
        for address, body in self.bodies.items():
            for part in body.walk():
                meaning = self.checked.meanings.get(part)
                if isinstance(meaning, meanings.RuleCall):
                    found.setdefault(meaning.rule.address, []).append(address)
        return found

    @cached_property
    def in_order(self) -> dict[str, int]:
        """Give the place in the book of each thing that players read."""
        listed = self.selection.in_order()
        addresses = [address for name in listed for address in listed[name]]
        return {address: number for number, address in enumerate(addresses)}

    def nearest(self, addresses: Iterable[str]) -> str:
        """Give the first place in the book at which players read one of several rules; nothing if they read none."""
        found = filter(None, map(self.home, dict.fromkeys(addresses)))
        return min(found, key=self.in_order.__getitem__, default="")

    def home(self, address: str) -> str:
        """Give a rule itself where players read it, or else the first that calls it; nothing where none does."""
        tried: dict[str, bool] = {}
        waiting = [address]
        while waiting:
            printed = [one for one in waiting if one in self.in_order]
            if printed:
                return min(printed, key=self.in_order.__getitem__)
            tried |= dict.fromkeys(waiting, True)
            further = [user for one in waiting for user in self.users.get(one, ())]
            waiting = [user for user in dict.fromkeys(further) if user not in tried]
        return ""

    def using(self, is_meant: Callable[[meanings.Meaning], bool]) -> Iterator[str]:
        """Give the rules that speak of something."""
        for address, body in self.bodies.items():
            meant = (self.checked.meanings.get(part) for part in body.walk())
            if any(meaning is not None and is_meant(meaning) for meaning in meant):
                yield address
