"""Random places, directions and lists of places, and what is asked about them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.areas import AreaMap
from tests.differential.boards import Board
from tests.differential.catalogue import between
from tests.differential.generate import Expressions, Known, Sized, number, sized

PERCENTS = (0, 1, 50, 57, 58, 100, 100, 100, 101)  # along its side, a line is in a hex for 57.7 percent of its width
FARTHEST = 20  # distances are kept below it, as their range is not known


def all_spaces(board: Board | AreaMap) -> s.Expression:
    """Make the list of all spaces or areas."""
    if isinstance(board, AreaMap):
        return s.Members(board.areas)
    return s.OnBoard("board_hexes" if board.shape == "hex" else "board_squares", ())


class Boards(Expressions):
    """Makes random expressions about a board or a map of areas."""

    @property
    def place_type(self) -> s.PlaceType:
        assert self.ruleset.board is not None
        return s.PlaceType(self.ruleset.board)

    @property
    def map(self) -> AreaMap | None:
        return self.ruleset.board if isinstance(self.ruleset.board, AreaMap) else None

    @property
    def board(self) -> Board:
        assert isinstance(self.ruleset.board, Board)
        return self.ruleset.board

    def one_of(self, always: tuple[str, ...], with_directions: tuple[str, ...]) -> str:
        """Pick a way to ask, among those with directions and lines only where there are some."""
        return self.random.choice(always if self.map else (*always, *with_directions))

    def named(self, of_hexes: str, of_squares: str) -> str:
        return of_hexes if self.board.shape == "hex" else of_squares

    def place(self, known: Known, depth: int, *, optional: bool = False) -> s.Expression:
        """Make a place; one that is certain is a known one, or reached from one."""
        fields = self.fields(known, s.PlaceType)
        held = [*known.places, *((tree, kind) for tree, kind in fields if isinstance(kind, s.PlaceType))]
        if optional and (self.chance(5) or not self.has_places(known)):
            return self.maybe_place(known, depth, [tree for tree, kind in held if kind.optional])
        trees: list[s.Expression] = [tree for tree, kind in held if not kind.optional]
        trees += self.calls_of(self.place_type, known)
        if self.map:
            trees.append(s.MemberName(self.map.areas, self.random.choice(self.map.names)))
        elif depth > 0 and self.chance(4):
            return s.OnBoard("next", (self.place(known, depth - 1), self.direction(known, depth - 1)))
        return self.random.choice(trees)

    def maybe_place(self, known: Known, depth: int, trees: list[s.Expression]) -> s.Expression:
        """Make a place that may be none."""
        trees = [s.Nothing(), *trees, *self.calls_of(replace(self.place_type, optional=True), known)]
        if depth <= 0 or not self.has_places(known) or self.chance(3):
            return self.random.choice(trees)
        name, source = self.name("spot"), self.many_places(known, depth - 1)
        inner = self.inside(known, name, self.place_type)
        order = s.Order(self.chance(5), self.number(inner, 1).tree) if self.chance(6) else None
        return s.Gathered("first", None, name, source, self.condition(inner, 1), order)

    def direction(self, known: Known, depth: int) -> s.Expression:
        """Make a direction."""
        way = self.random.choice(("member", "member", "opposite", "turned", "to", "to"))
        if depth <= 0 or way == "member":
            enum = self.board.directions
            trees: list[s.Expression] = [s.MemberName(enum, self.random.choice(self.ruleset.enum(enum).members))]
            trees += [tree for tree, kind in self.fields(known, s.EnumType) if kind == s.EnumType(enum)]
            return self.random.choice([*trees, *self.calls_of(s.EnumType(enum), known)])
        if way == "to":
            return s.OnBoard("direction_to", (self.place(known, depth - 1), self.place(known, depth - 1)))
        given: tuple[s.Expression, ...] = (self.direction(known, depth - 1),)
        given += (self.value(between(-9, 9), known, 1),) if way == "turned" else ()
        return s.OnBoard(way, given)

    # Lists
    def places(self, known: Known, depth: int) -> s.Expression:
        """Make a list of at most four places."""
        lists = [tree for tree, kind in self.held_lists(known) if kind == s.ListType(self.place_type)]
        lists += self.calls_of(s.ListType(self.place_type), known)
        if lists and self.chance(3):
            return self.random.choice(lists)
        if not self.has_places(known):
            name = self.name("one")
            return s.Gathered("all", s.FieldOf(s.Local(name), "place"), name, s.Things("Pawn"))
        match self.one_of(("items", "written", "gathered"), ("row", "row")):
            case "row":
                return self.row(known, depth)
            case "items":
                first = self.random.choice((-4, -2, 1, 2, 3))
                ends = number(first), number(first + self.random.choice((1, 2, 3)) if first > 0 else -1)
                return s.Stretch(self.many_places(known, depth), *ends)
            case "written":
                many = self.random.choice((1, 2, 3))
                return s.Listed(tuple(self.place(known, min(depth, 1)) for _ in range(many)))
            case _:
                name = self.name("one")
                inner = known.with_thing("Pawn", name)
                where = self.condition(inner, 0) if self.chance(4) else None
                return s.Gathered("all", self.place(inner, depth), name, s.Things("Pawn"), where)

    def held_lists(self, known: Known) -> list[tuple[s.Expression, s.Type]]:
        return [*self.fields(known, s.ListType), *known.lists]

    def row(self, known: Known, depth: int) -> s.Expression:
        length = self.value(between(-1, 4), known, 1)
        return s.OnBoard("row", (self.place(known, depth - 1), self.direction(known, depth - 1), length))

    def many_places(self, known: Known, depth: int) -> s.Expression:
        """Make a list of any length, to look into: the places around one, all of the board, or fewer."""
        match self.random.choice(("around", "around", "around", "all", "few", "where")):
            case "around":
                return s.OnBoard("neighbours", (self.place(known, depth),))
            case "all":
                return all_spaces(self.place_type.board)
            case "where" if depth > 0:
                name = self.name("spot")
                inner = self.inside(known, name, self.place_type)
                where = self.condition(inner, 0)
                return s.Gathered("all", None, name, self.many_places(known, depth - 1), where)
            case _:
                return self.places(known, depth)

    # Numbers and conditions
    def board_number(self, known: Known, depth: int) -> Sized:
        """Measure a distance, how far a direction is from another, or how many places there are."""
        match self.one_of(("distance", "distance", "distance", "count"), ("between",)):
            case "distance" if self.map:
                return self.steps(self.map, known, depth)
            case "distance":
                least = s.Extreme("least", (number(FARTHEST), self.distance(known, depth)))
                return sized(least, between(0, FARTHEST))
            case "between":
                ways = self.direction(known, depth), self.direction(known, depth)
                kind = between(0, len(self.board.steps) // 2)
                return sized(s.OnBoard(self.named("faces_between", "eighths_between"), ways), kind)
            case _:
                name = self.name("spot")
                source = self.many_places(known, depth)
                where = self.condition(self.inside(known, name, self.place_type), 0)
                some = s.Size(s.Gathered("all", None, name, source, where))
                return sized(s.Extreme("least", (number(9), some)), between(0, 9))

    def steps(self, areas: AreaMap, known: Known, depth: int) -> Sized:
        """Measure a distance on a map; of those to some areas that can be reached, where not all can."""
        kind = between(0, areas.longest)
        if areas.is_connected:
            return sized(self.distance(known, depth), kind)
        name, here = self.name("spot"), self.place(known, min(depth, 1))
        way = s.OnBoard("distance", self.random.choice(((here, s.Local(name)), (s.Local(name), here))))
        there = s.Comparison("is not", way, s.Nothing())
        word = self.random.choice(("least", "greatest"))
        return sized(s.Gathered(word, way, name, self.many_places(known, depth - 1), there), kind)

    def distance(self, known: Known, depth: int) -> s.Expression:
        return s.OnBoard("distance", (self.place(known, min(depth, 1)), self.place(known, min(depth, 1))))

    def about_board(self, known: Known, depth: int) -> s.Expression:
        """Ask where something is."""
        places = [self.place(known, min(depth, 1)) for _ in range(2)]
        lines = ("in_arc", "in_arc", "blocked", "blocked", "meets", "on")
        match self.one_of(("is", "none", "in", "far", "far"), lines):
            case "is":
                return s.Comparison(self.random.choice(("is", "is not")), *places)
            case "none":
                maybe = self.place(known, depth, optional=True)
                return s.Comparison(self.random.choice(("is", "is not")), maybe, places[0])
            case "in":
                return s.Comparison(self.random.choice(("in", "not in")), places[0], self.many_places(known, depth))
            case "in_arc":
                arc = s.MemberName("arc", self.random.choice(self.board.arcs).name)
                return s.OnBoard("in_arc", (places[0], self.direction(known, depth), places[1], arc))
            case "blocked":
                percent = number(self.random.choice(PERCENTS))
                return s.OnBoard("blocked", (*places, self.many_places(known, depth), percent))
            case "meets":
                return s.OnBoard("meets", (self.places(known, depth), self.many_places(known, depth)))
            case "on":
                return s.OnBoard("on_board", (self.place(known, 1),))
            case _:
                sign = self.random.choice(("<", "<=", ">", ">=", "="))
                far, way = number(Fraction(self.random.randint(0, 6))), self.distance(known, depth)
                if not self.map or self.map.is_connected:
                    return s.Comparison(sign, way, far)
                there = s.Comparison("is not", way, s.Nothing())
                if self.chance(3):
                    return there
                return s.Joined("and", (there, s.Comparison(sign, way, number(self.random.randint(0, 3)))))

    # Statements
    def named_on_board(self, known: Known, name: str) -> s.Expression:
        """Make a place, a direction or a list for a `let`, and make its name known."""
        local, place = s.Local(name), self.place_type
        match self.one_of(("place", "place", "list"), ("direction",)):
            case "place":
                made = self.place(known, 2)
                known.places += [(local, place)] * 3
            case "list":
                made = self.places(known, 1)
                known.lists += [(local, s.ListType(place))] * 2
            case _:
                made = self.direction(known, 2)
                known.cards += [(local, self.board.directions, False)] * 2
        return made

    def told_on_board(self, known: Known) -> s.Expression:
        """Make something to tell, mostly the answers for many places at once."""
        ways = (self.place, self.places, self.many_places, self.distance if self.map else self.direction)
        if self.chance(7):
            return self.answers_on_map(self.map, known) if self.map else self.answers(known)
        return self.random.choice(ways)(known, 1)

    def answers_on_map(self, areas: AreaMap, known: Known) -> s.Expression:
        """Ask each area something, or gather those for which it holds."""
        name, here = self.name("spot"), self.place(known, 1)
        spot, inner = s.Local(name), self.inside(known, name, self.place_type)
        way = s.OnBoard("distance", self.random.choice(((here, spot), (spot, here))))
        if self.chance(5):
            is_there = None if areas.is_connected else s.Comparison("is not", way, s.Nothing())
            asked, where = self.random.choice(((way, is_there), (s.OnBoard("neighbours", (spot,)), None)))
            return s.Gathered("all", asked, name, all_spaces(areas), where)
        return s.Gathered("all", None, name, all_spaces(areas), self.about_board(inner, 1))

    def answers(self, known: Known) -> s.Expression:
        """Ask something about each place of the board, or about each around one; or gather those for which it holds."""
        name, here, way = self.name("spot"), self.place(known, 1), self.direction(known, 1)
        spot = s.Local(name)
        source = all_spaces(self.place_type.board)
        if not self.board.edge or self.chance(2):
            source = s.OnBoard("neighbours", (self.place(known, 1),))
        to_spot = s.OnBoard("direction_to", (here, spot))
        asked: tuple[s.Expression, ...] = (
            s.OnBoard("distance", (here, spot)),
            to_spot,
            s.OnBoard("opposite", (to_spot,)),
            s.OnBoard("turned", (to_spot, self.value(between(-9, 9), known, 1))),
            s.OnBoard(self.named("faces_between", "eighths_between"), (way, to_spot)),
            s.OnBoard("next", (spot, way)),
            s.OnBoard("row", (spot, way, self.value(between(-1, 3), known, 1))),
        )
        arc = s.MemberName("arc", self.random.choice(self.board.arcs).name)
        blocking, percent = self.many_places(known, 1), number(self.random.choice(PERCENTS))
        held: tuple[s.Expression, ...] = (
            s.OnBoard("in_arc", (here, way, spot, arc)),
            s.OnBoard("blocked", (here, spot, blocking, percent)),
            s.OnBoard("meets", (s.OnBoard("neighbours", (spot,)), self.places(known, 1))),
            s.OnBoard("on_board", (s.OnBoard("next", (spot, way)),)),
        )
        if self.chance(5):
            return s.Gathered("all", self.random.choice(asked), name, source)
        return s.Gathered("all", None, name, source, self.random.choice(held))
