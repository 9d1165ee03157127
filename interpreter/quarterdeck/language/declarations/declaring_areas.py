"""Read the map of an enum whose members are the areas of a board: their connections, and where they are drawn.

In: an enum, perhaps with the links that it has below a variant, and what a document says of its map. Out: the enum
with its links and positions, and findings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.geometry.areas import has_way_to
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Declared, Enum
from quarterdeck.language.declarations.written_types import report_unknown
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, YamlDocument

OFF_MAP = "connect it, or write `{}: []` under `connections:` if only rules put things there"


def has_map(given: shapes.Enum) -> bool:
    """Tell whether an enum says anything of a map."""
    return bool(given.connections or given.one_way or given.positions)


def join_areas(declared: Declared, name: str, given: shapes.Enum, document: YamlDocument, findings: Findings) -> None:
    """Connect the areas of an enum, where anything is said of a map."""
    if name in declared.enums and has_map(given):
        declared.enums[name] = DeclaringAreas(declared.enums[name], given, document, findings).joined()


@dataclass(frozen=True)
class DeclaringAreas:
    """One run of reading a map."""

    enum: Enum
    given: shapes.Enum
    document: YamlDocument
    findings: Findings

    def joined(self) -> Enum:
        """Give the enum with its links and positions."""
        links = self.links()
        self.check_names()
        for member in self.given.members or ():  # of a variant that adds, the new ones
            if member not in self.given.connections and not has_way_to(links, self.enum.members.index(member)):
                message = f"no connection leads to the area `{member}`"
                self.report(message, self.span_of(member), OFF_MAP.format(member))
        return replace(self.enum, links=links, positions=self.positions())

    def links(self) -> tuple[tuple[int, ...], ...]:
        """Give the areas that one step leads to from each, in their order; report what cannot be."""
        members, steps = self.enum.members, dict[tuple[str, str], Span | None]()
        for place, near in enumerate(self.enum.links):
            steps |= {(members[place], members[area]): None for area in near}
        for start, goal, span, is_both_ways in self.written():
            message = f"the area `{start}` is connected with itself" if start == goal else ""
            ways = [(start, goal), (goal, start)]
            earlier = [way for way in ways if way in steps]
            if not message and earlier:
                message = f"`{start}` and `{goal}` are connected twice"
            if message:
                first = steps[earlier[0]] if earlier else None
                labels = [Label(first, "connected first here")] if first else []
                hint = "a connection leads both ways: write it once, under `connections:` or under `one_way:`"
                self.findings.add("QD227", message, span, labels=labels, hint=hint if earlier else "remove it")
            else:
                steps |= dict.fromkeys(ways if is_both_ways else ways[:1], span)
        numbers = {member: place for place, member in enumerate(members)}
        return tuple(tuple(sorted(numbers[goal] for start, goal in steps if start == member)) for member in members)

    def written(self) -> Iterator[tuple[str, str, Span, bool]]:
        """Give each connection between known areas with its place and whether it leads both ways."""
        places = self.document.places
        for key, listed in (("connections", self.given.connections), ("one_way", self.given.one_way)):
            for start, goals in listed.items():
                path: Path = ("enums", self.enum.name, key, start)
                is_known = self.is_known(start, places.key(*path))
                for index, goal in enumerate(goals):
                    span = places.value(*path, index)
                    if self.is_known(goal, span) and is_known:
                        yield start, goal, span, key == "connections"

    def positions(self) -> tuple[tuple[int, int], ...]:
        """Give where each area is drawn; nothing where nobody says, or not of all."""
        given, places = self.given.positions, self.document.places
        found = dict(zip(self.enum.members, self.enum.positions, strict=False))
        for member, spot in given.items():
            path: Path = ("enums", self.enum.name, "positions", member)
            if not self.is_known(member, places.key(*path)):
                continue
            if len(spot) != 2 or not all(0 <= one <= 10_000 for one in spot):
                message = "a position is two whole numbers from 0 to 10,000"
                self.report(
                    message, places.value(*path), "write how far it is from the west and the north edge: [20, 35]"
                )
            elif twin := next((one for one, known in found.items() if known == tuple(spot) and one != member), ""):
                self.report(f"`{member}` has the same position as `{twin}`", places.value(*path), "move one of them")
            else:
                found[member] = (spot[0], spot[1])
        missing = [member for member in self.enum.members if member not in found and member not in given]
        if found and missing:
            message = f"the area `{missing[0]}` has no position, and others have one"
            self.report(message, self.span_of(missing[0]), "write one for every area, or for none")
        every = [found[member] for member in self.enum.members if member in found]
        return tuple(every) if len(every) == len(self.enum.members) else ()

    def check_names(self) -> None:
        """Report areas that players could not tell apart."""
        known: dict[str, str] = {}
        for member, words in self.enum.words.items():
            if words in known:
                message = f"the areas `{known[words]}` and `{member}` have the same words: {words}"
                self.report(message, self.span_of(member), "choose other words for one of them")
            known[words] = member

    def is_known(self, area: str, span: Span) -> bool:
        """Tell whether there is an area of a name; report one that there is not."""
        if area not in self.enum.members:
            report_unknown(self.findings, area, span, self.enum.members, f"area of {self.enum.name}")
        return area in self.enum.members

    def span_of(self, member: str) -> Span:
        """Give where a member is declared, or else the enum."""
        places, path = self.document.places, ("enums", self.enum.name, "members")
        listed = self.given.members or []
        if isinstance(listed, dict):
            return places.key(*path, member) if member in listed else places.key(*path[:2])
        return places.value(*path, listed.index(member)) if member in listed else places.key(*path[:2])

    def report(self, message: str, span: Span, hint: str) -> None:
        """Report what is wrong with the map."""
        self.findings.add("QD227", message, span, hint=hint)


def check_areas(declared: Declared, findings: Findings) -> None:
    """Report a board of areas without a map, what it cannot have, and a map that is not on the board."""
    for document in declared.of_sort("ruleset"):
        board, here = declared.head.board, document.places
        is_map, maps = board.shape == "areas", [enum.name for enum in declared.enums.values() if enum.links]
        if is_map and board.areas is None:
            message, hint = "a board of areas must name the enum of its areas", "write `areas: NAME`"
            findings.add("QD226", message, here.value("board"), hint=hint)
        elif is_map and board.areas not in maps:
            report_unknown(findings, str(board.areas), here.value("board", "areas"), maps, "enum with `connections:`")
        for key in ("directions", "lengths", "angles") if is_map else ("areas",):
            if getattr(board, key) is not None:
                message = f"a board of areas has no {key}" if is_map else "only a board of areas has areas"
                hint = "remove the line" if is_map else "remove the line, or write `shape: areas`"
                findings.add("QD226", message, here.value("board", key), hint=hint)
        for arc in declared.arcs.values() if is_map else ():
            message = f"a board of areas has no directions, so nothing can lie in the arc `{arc.name}`"
            hint = "remove the arc, or take a board of hexes, of squares or a plane"
            findings.add("QD226", message, arc.span, hint=hint)
        for name in maps:
            if not is_map or (board.areas in maps and name != board.areas):
                message = f"`{name}` has connections, and is not the enum of the board's areas"
                hint = f"write `board: {{shape: areas, areas: {name}}}` into `ruleset.yaml`"
                findings.add("QD227", message, declared.enums[name].span, hint=hint)
