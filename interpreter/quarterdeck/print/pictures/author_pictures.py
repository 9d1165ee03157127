"""Pictures that authors place, worked out by the game itself in the situation that they describe.

In: what an author asks for. Out: a `Picture`, or findings at the place where it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar, assert_never

from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry import plane
from quarterdeck.base.geometry.areas import NO_WAY, steps_from
from quarterdeck.base.geometry.grids import SpaceGrid, grid_of
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.documents import shapes
from quarterdeck.print.drawing.area_boards import AreaBoard, areas_on
from quarterdeck.print.drawing.charts import Axes, Series
from quarterdeck.print.drawing.shapes import Picture
from quarterdeck.print.pictures.areas import (
    Area,
    ByDirection,
    area_panels,
    areas_of,
    in_figures,
    map_panels,
    over_spaces,
    rose_panel,
)
from quarterdeck.print.pictures.curves import Points, can_be_curves, counted, curve_of, curves_of
from quarterdeck.print.pictures.flows import flow_chart, has_branches
from quarterdeck.print.pictures.panels import WIDEST, side_by_side
from quarterdeck.print.pictures.picture_requests import WantedPicture
from quarterdeck.print.pictures.regions import MOST_VALUES, DrawnRegion, region_panels, rows_around
from quarterdeck.print.pictures.regions import in_words as region_in_words
from quarterdeck.print.pictures.scenes import OnBoard, standing
from quarterdeck.prose.overrides.override_writer import BookWriter
from quarterdeck.prose.text.runs import plain, upper_first
from quarterdeck.workspace.ruleset.rule_question import Facts, asked
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Drawn = TypeVar("Drawn")
_FARTHEST = 12  # spaces
CODE = "QD705"


@dataclass(frozen=True)
class DrawnScene:
    """A rule in a situation: what it gives there can be asked again and again."""

    name: str
    rule: Rule
    situation: Situation
    module: PrintedModule
    arguments: tuple[Any, ...]

    @cached_property
    def pieces(self) -> Pieces:
        """Give what is shown of its things."""
        return Pieces(self.situation, self.module)

    def value(self, state: list[int] | None = None) -> Any:
        """Give what the rule gives, where the state is perhaps another."""
        return self.module.definition(self.rule.address)(state or self.situation.state, *self.arguments)

    @cached_property
    def inputs(self) -> dict[str, types.Type]:
        """Give the inputs of the rule with their types."""
        return {parameter.name: parameter.type for parameter in self.rule.parameters}

    def with_input(self, name: str, value: int) -> Any:
        """Give what the rule gives where an input is another."""
        arguments = [value if known == name else old for known, old in zip(self.inputs, self.arguments, strict=True)]
        return self.module.definition(self.rule.address)(self.situation.state, *arguments)

    def with_field(self, thing: int, address: str, value: int) -> Any:
        """Give what the rule gives where a field is another."""
        state = list(self.situation.state)
        state[thing + self.situation.program.layout.offsets[address]] = value
        return self.value(state)


@dataclass
class AuthorPictures:
    """Makes the pictures that authors place; on trial, of a curve that is counted only the first point."""

    ruleset: Ruleset
    writer: BookWriter
    findings: Findings
    is_trial: bool = False

    def picture(self, wanted: WantedPicture) -> Picture | None:
        """Make a picture; nothing, with findings, where it cannot be made."""
        try:
            match wanted.shape.draws:
                case "curve":
                    return self.curve(wanted)
                case "steps":
                    return self.steps(wanted)
                case "hexes" | "squares" | "areas":
                    return self.areas(wanted)
                case "places":
                    return self.regions(wanted)
                case "headings":
                    return self.roses(wanted)
                case "chances":
                    return self.chances(wanted)
        except RulesFaultError as error:
            self.report(wanted, "of", f"the rule cannot run here: {error.args[0]}")
            return None
        assert_never(wanted.shape.draws)

    def report(self, wanted: WantedPicture, part: str, message: str, hint: str = "") -> None:
        """Add a finding about a part of what is asked for."""
        there = part if getattr(wanted.shape, part, None) else "at"
        self.findings.add(CODE, message, wanted.span(there), hint=hint)

    def missing(self, wanted: WantedPicture, message: str, known: Iterable[str]) -> None:
        """Add a finding that what is to be drawn is not there; a variant may well have taken it away."""
        if not self.ruleset.declared.variants:
            self.report(wanted, "of", message, did_you_mean(wanted.of, known))

    # --- tables, procedures, questions

    def curve(self, wanted: WantedPicture) -> Picture | None:
        """Draw a table as curves."""
        tables = self.ruleset.declared.tables
        table = tables.get(wanted.of.removeprefix("tables."))
        if table is None:
            self.missing(wanted, f"there is no table `{wanted.of}` to be drawn", tables)
            return None
        if not can_be_curves(table):
            hint = "a curve needs numbers by a number, in four rows or more"
            self.report(wanted, "of", f"`{table.name}` is not a table that can be drawn as a curve", hint)
            return None
        module = self.ruleset.built(Findings()).traced_module
        state = [0] * 1

        def look_up(*keys: int) -> Any:
            cell = module.cell(table.name, keys[0] if len(keys) == 1 else keys)
            return cell(state, *keys) if callable(cell) else cell

        across = wanted.shape.across or _key_words(table)
        up = wanted.shape.up or _unit_words(table)
        return curves_of(table, look_up, lambda one: plain(self.writer.tables.column(table, *one)), across, up)

    def steps(self, wanted: WantedPicture) -> Picture | None:
        """Draw a procedure as a flow chart."""
        rules = self.ruleset.declared.rules
        rule = rules.get(wanted.of)
        if rule is None:
            self.missing(wanted, f"there is no procedure `{wanted.of}` to be drawn", rules)
            return None
        if not has_branches(rule):
            self.report(wanted, "of", f"`{rule.address}` has no branches that a flow chart could show")
            return None
        return flow_chart(rule, self.writer.rules, _title(self.writer, rule))

    def chances(self, wanted: WantedPicture) -> Picture | None:
        """Draw what a rule brings over the values of one of its inputs, counted exactly."""
        shape = wanted.shape
        rule = self.ruleset.declared.rules.get(wanted.of)
        if rule is None:
            self.missing(wanted, f"there is no rule `{wanted.of}` to be counted", self.ruleset.declared.rules)
            return None
        if shape.show is None or len(shape.over) != 1:
            self.report(wanted, "show", "chances need `show`, and `over` with the values of one input")
            return None
        ((name, values),) = shape.over.items()
        kept, key = self.ruleset.kept, self.ruleset.kept.cache_keys.key([rule.address], shape, self.is_trial)
        curves = None if kept.knows("curves", key) else self.curves(wanted, rule.address, name, values, shape.show)
        if curves is None and not kept.knows("curves", key):
            return None
        series, up = [], shape.up or ""
        for words, points, are_chances in kept.once("curves", key, lambda: tuple(curves or ())):
            series.append(Series(words, points))
            up = up or ("percent" if are_chances else "")
        across = shape.across or name.replace("_", " ")
        return counted(series, _title(self.writer, rule), Axes(across, up))

    def curves(
        self, wanted: WantedPicture, address: str, name: str, values: Iterable[int], show: str
    ) -> list[tuple[str, Points, bool]] | None:
        """Count a curve for each case: its name, its points, and whether they are chances; nothing, with findings."""
        found = []
        for at, case in enumerate(wanted.shape.cases or [shapes.PictureCase()]):
            puts = []
            for value in values:
                facts = self.facts(wanted, at, case, {name: value})
                put = asked(self.ruleset, address, facts, self.findings)
                if put is None:
                    return None
                puts.append((value, put))
            curve = curve_of(puts[:1] if self.is_trial else puts, show, self.findings)
            if isinstance(curve, str):
                self.report(wanted, "show", curve)
                return None
            found.append((case.name or "", *curve))
        return found

    # --- the board

    def areas(self, wanted: WantedPicture) -> Picture | None:
        """Draw the spaces that a rule gives, or those in which it holds for a thing that is put there."""
        found = self.each(wanted, self.area)
        if not found:
            return None
        title = _title(self.writer, self.ruleset.declared.rules[wanted.of])
        if (areas := areas_on(self.ruleset.declared, (WIDEST // min(len(found), 2), WIDEST))) is not None:
            said = ". ".join(_names_in(areas, area) for area in found)
            return side_by_side(map_panels(areas, found), title, f"{title}. {said}.")
        board = self.ruleset.declared.head.board
        grid = grid_of(board.shape, board.diagonals)
        said = ". ".join(filter(None, (_area_in_words(grid, area) for area in found)))
        return side_by_side(area_panels(grid, found), title, f"{title}. {said}.")

    def area(self, wanted: WantedPicture, stage: DrawnScene) -> Area | None:
        """Draw one situation."""
        things = tuple(standing(stage.situation, stage.module))
        if wanted.shape.moves is None:
            places = areas_of(stage.value(), stage.rule.result, stage.pieces)
            if places is None:
                hint = f"set `moves:` to the thing to put into each of the {wanted.shape.draws}"
                self.report(wanted, "of", f"`{stage.rule.address}` gives no {wanted.shape.draws}", hint)
                return None
            return Area(stage.name, places, things)
        if not isinstance(stage.rule.result, types.Boolean | types.Numeric):
            self.report(wanted, "of", f"`{stage.rule.address}` gives neither a number nor yes or no")
            return None
        rest, value = self.elsewhere(wanted, stage, things) or ((), None)
        if value is None:
            return None
        if wanted.shape.around > _FARTHEST:
            self.report(wanted, "around", f"no picture reaches farther than {_FARTHEST} {wanted.shape.draws}")
            return None
        board, centre, far = stage.pieces.program.world.board, rest[0].places[0], wanted.shape.around
        if stage.pieces.on_areas:
            near = [area for area, steps in enumerate(steps_from(board.links, centre)) if NO_WAY < steps <= far]
            taken = list[int]()  # an area has room for many
        else:
            near, taken = list(board.grid.within(centre, far)), [place for one in rest for place in one.places]
        inside, values = over_spaces(near, value, stage.rule.result, taken)
        return Area(stage.name, inside, rest, values)

    def regions(self, wanted: WantedPicture) -> Picture | None:
        """Draw where on a plane a rule holds, or which of a few values it gives, for a thing that is put there."""
        found = self.each(wanted, self.region)
        if not found:
            return None
        seen = {value for region in found for value in region.rows}
        values = sorted(seen) if found[0].words else [0, 1]
        if len(values) > MOST_VALUES:
            self.report(wanted, "of", f"`{wanted.of}` gives more than {MOST_VALUES} different values here")
            return None
        title = _title(self.writer, self.ruleset.declared.rules[wanted.of])
        said = "; ".join(region_in_words(region, values) for region in found)
        unit = (self.ruleset.declared.head.board.lengths or "").replace("_", " ")
        return side_by_side(region_panels(found, values, unit), title, f"{title}. {said}.")

    def region(self, wanted: WantedPicture, stage: DrawnScene) -> DrawnRegion | None:
        """Draw one situation on a plane."""
        kind = stage.rule.result
        if not isinstance(kind, types.Boolean | types.EnumType):
            self.report(wanted, "of", f"`{stage.rule.address}` gives neither yes or no nor a member of an enum")
            return None
        rest, value = self.elsewhere(wanted, stage, tuple(standing(stage.situation, stage.module))) or ((), None)
        far = 100 * wanted.shape.around
        if value is None:
            return None
        if not 0 < far <= plane.LONGEST_SIDE * 50:
            self.report(wanted, "around", f"a picture reaches from 1 to {plane.LONGEST_SIDE // 2:,}")
            return None
        words = {}
        if isinstance(kind, types.EnumType):
            members = self.ruleset.declared.enums[kind.enum]
            words = {number: members.words[member] for number, member in enumerate(members.members)}
        rows = rows_around(rest[0].places[0], far, value)
        return DrawnRegion(stage.name, plane.coordinates(rest[0].places[0]), far, rest, rows, words)

    def elsewhere(
        self, wanted: WantedPicture, stage: DrawnScene, things: tuple[OnBoard, ...]
    ) -> tuple[tuple[OnBoard, ...], Callable[[int], Any]] | None:
        """Give what stands on the board beside what is moved, and what the rule gives where that is somewhere else."""
        moves = wanted.shape.moves or ""
        if moves in stage.inputs and stage.pieces.is_place(stage.inputs[moves]):
            rest, value = things, partial(stage.with_input, moves)
        else:
            thing = self.moved(wanted, stage)
            if thing is None:
                return None
            rest = tuple(one for one in things if one.name != stage.situation.names.get(thing, ""))
            placed = stage.pieces.placed[stage.situation.program.layout.kind_at(thing)]
            value = partial(stage.with_field, thing, placed.place)
        if not rest:
            self.report(wanted, "moves", "nothing else is on the board")
            return None
        return rest, value

    def roses(self, wanted: WantedPicture) -> Picture | None:
        """Draw what a rule gives for each way that a thing may face."""
        found = self.each(wanted, self.rose)
        if not found:
            return None
        title = _title(self.writer, self.ruleset.declared.rules[wanted.of])
        said = ". ".join(
            f"{one.name}: " * bool(one.name) + ", ".join(f"{degrees} degrees: {words}" for degrees, words in one.values)
            for one in found
        )
        return side_by_side([rose_panel(one) for one in found], title, f"{title}. {said}.")

    def rose(self, wanted: WantedPicture, stage: DrawnScene) -> ByDirection | None:
        """Draw one situation with each way that a thing may face."""
        thing = self.moved(wanted, stage)
        if thing is None:
            return None
        facing = stage.pieces.placed[stage.situation.program.layout.kind_at(thing)].facing
        if not facing or not isinstance(stage.rule.result, types.Boolean | types.Numeric):
            self.report(wanted, "of", f"`{stage.rule.address}` gives no number for each heading")
            return None
        grid = stage.pieces.grid
        ways = [(step, grid.FACE * step) for step in range(len(grid.STEPS))] if not stage.pieces.on_plane else _DEGREES
        values = [(at, in_figures(stage.with_field(thing, facing, way), stage.rule.result)) for way, at in ways]
        return ByDirection(stage.name, tuple(values), tuple(self.pointers(stage)))

    def each(self, wanted: WantedPicture, draw: Callable[[WantedPicture, DrawnScene], Drawn | None]) -> list[Drawn]:
        """Draw each situation of a picture; nothing, with findings, where one of them cannot be drawn."""
        found = []
        for stage in self.stages(wanted):
            drawn = draw(wanted, stage)
            if drawn is None:
                return []
            found.append(drawn)
        return found

    def pointers(self, stage: DrawnScene) -> Iterator[tuple[int, str]]:
        """Give the things that lie nowhere and have a direction, such as what blows over the whole board."""
        pieces, program = stage.pieces, stage.situation.program
        step = 1 if pieces.on_plane else pieces.grid.FACE
        for kind in program.world.kinds.values():
            ways = [known.address for known in kind.fields.values() if pieces.is_facing(known.type)]
            if kind.name in pieces.placed or not ways or kind.name not in program.layout.arrays:
                continue
            for thing in pieces.in_play(stage.situation.state, kind.name):
                yield pieces.get(stage.situation.state, thing, ways[0]) * step, kind.one

    def moved(self, wanted: WantedPicture, stage: DrawnScene) -> int | None:
        """Give the thing that is put elsewhere or turned; a finding where there is none."""
        name = wanted.shape.moves or ""
        placed = stage.pieces.placed
        found = [one for one in stage.situation.called(name) if stage.situation.kind_of(one) in placed]
        thing = stage.situation.things[found[0]] if len(found) == 1 else None
        if thing is None:
            known = [one for one in stage.situation.things if one]
            hint = did_you_mean(name, known, "name a thing of the situation that lies on the board")
            self.report(wanted, "moves", f"nothing called `{name}` is on the board here", hint)
            return None
        return thing

    def stages(self, wanted: WantedPicture) -> Iterator[DrawnScene]:
        """Set the situations of a picture up; none, with findings, where the rule is not there or they do not fit."""
        rules = self.ruleset.declared.rules
        rule = rules.get(wanted.of)
        if rule is None:
            self.missing(wanted, f"there is no rule `{wanted.of}` to be drawn", rules)
            return
        if rule.sort != "define":
            self.report(wanted, "of", f"`{rule.address}` is not a definition; only definitions can be drawn this way")
            return
        needed = {"hexes": "hex", "squares": "square", "places": "plane", "areas": "areas"}.get(wanted.shape.draws)
        if needed and self.ruleset.declared.head.board.shape != needed:
            where = "on a plane" if needed == "plane" else f"on {wanted.shape.draws}"
            self.report(wanted, "draws", f"the game is not played {where}")
            return
        shape = wanted.shape
        for at, case in enumerate(shape.cases or [shapes.PictureCase()]):
            found = asked(self.ruleset, rule.address, self.facts(wanted, at, case), self.findings)
            if found is None:
                return
            yield DrawnScene(case.name or "", rule, found.situation, found.built.traced_module, tuple(found.arguments))

    @staticmethod
    def facts(wanted: WantedPicture, at: int, case: shapes.PictureCase, more: Mapping[str, Any] | None = None) -> Facts:
        """Give what is told of a situation: by all of a picture, by one case of it, and what is varied."""
        shape = wanted.shape
        whole = Facts({**shape.given, **(more or {})}, shape.things, shape.options, shape.constants, wanted.span)
        place = partial(wanted.span, "cases", at)
        return whole.with_more(Facts(case.given, case.things, case.options, case.constants, place))


_DEGREES = [(degrees, degrees) for degrees in range(0, 360, 30)]


def _title(writer: BookWriter, rule: Rule) -> str:
    return upper_first(plain(writer.name_of(rule.address)) or rule.name.replace("_", " "))


def _key_words(table: Table) -> str:
    key = table.keys[0]
    return table.shape.words.get(key.name, key.name.replace("_", " "))


def _unit_words(table: Table) -> str:
    unit = table.gives.unit if isinstance(table.gives, types.Numeric) else None
    return (unit or "").replace("_", " ")


def _names_in(board: AreaBoard, area: Area) -> str:
    """Say which named areas a rule gives."""
    inside = [board.names[one] for one in sorted(area.spaces)] or ["no area"]
    said = f"a number in each of {len(area.values)} areas" if area.values else ", ".join(inside)
    return f"{area.name}: {said}" if area.name else said


def _area_in_words(grid: SpaceGrid, area: Area) -> str:
    """Say which spaces an area has, as columns and rows from the first thing on the board."""
    name = f"{area.name}: " if area.name else ""
    one, several = ("hex", "hexes") if len(grid.STEPS) == 6 else ("square", "squares")

    def counted(many: int) -> str:
        return f"no {one}" if not many else f"1 {one}" if many == 1 else f"{many} {several}"

    if area.values:
        return f"{name}a number in each of {len(area.values)} {several}"
    if not area.things:
        return f"{name}{counted(len(area.spaces))}"
    start = area.things[0].places[0]
    far = sorted({grid.distance(start, place) for place in area.spaces})
    reach = f"{far[0]} to {far[-1]} {several}" if len(far) > 1 else counted(far[0]) if far else ""
    return f"{name}{counted(len(area.spaces))}" + f", {reach} from {area.things[0].name}" * bool(far)
