"""Situations: a state with names for its things, made from plain data.

Data come from rosters, scenarios and examples: `{name: {like: roster name, field: value, parts: [...]}}`. Faults are
findings, with the place that the caller gives for a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import OF_ROSTERS, Finding, Findings
from quarterdeck.base.geometry import plane
from quarterdeck.base.near_names import did_you_mean, near_names
from quarterdeck.base.plain_data import as_written
from quarterdeck.base.text import NOWHERE, Span
from quarterdeck.engine.run.shared_names import called, choices_between, qualified, unqualified
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.layout import blank
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.world import WorldKind

Place = Callable[..., Span]
Path = tuple[str | int, ...]


FEW = 12
"""So many things are listed in a hint."""


def nowhere(*path: str | int) -> Span:
    """Give no place."""
    return NOWHERE


@dataclass
class Situation:
    """A state, and what its things are called."""

    program: Program
    state: list[int]
    names: dict[int, str] = field(default_factory=dict)
    things: dict[str, int] = field(default_factory=dict)
    boards: tuple[int, int] = (0, 0)
    opening: str = ""
    """The routine that a scenario's set-up is carried out by, before the first turn; empty where it has none."""
    ungiven: set[int] = field(default_factory=set)
    """Places of fields that have no start and that nobody gave a value: what stands there means nothing."""

    def copy(self) -> Situation:
        """Give a situation that can be changed by itself."""
        held = (list(self.state), dict(self.names), dict(self.things))
        return Situation(self.program, *held, self.boards, self.opening, set(self.ungiven))

    @property
    def known_as(self) -> dict[int, str]:
        """Give by what name data know each thing: not its title, which may be reworded."""
        return {thing: name for name, thing in reversed(self.things.items())}

    def called(self, name: str, kind: str = "") -> list[str]:
        """Give the names of the things that may be meant by a name, where one of a kind is wanted."""
        return called(name, self.things, self.kind_of, self.program.world.kinds, kind)

    def kind_of(self, name: str) -> str:
        """Give the kind of a thing."""
        return self.program.layout.kind_at(self.things[name])

    def get(self, thing: int, address: str) -> int:
        """Give a field as stored."""
        return self.state[thing + self.program.layout.offsets[address]]


def thing_and_field(situation: Situation, key: str) -> tuple[str, list[str], str]:
    """Tell the name of a thing from the field behind it; both may have dots in them, as parts and decks have.

    Between them come the things that may be meant: of those that share the name the ones that have the field.
    """
    name = key.rpartition(".")[0]
    while "." in name and not situation.called(name):
        name = name.rpartition(".")[0]
    found = situation.called(name)
    if not found:
        name = key.rpartition(".")[0]
    field, offsets = key[len(name) + 1 :], situation.program.layout.offsets
    return name, [one for one in found if f"{situation.kind_of(one)}.{field}" in offsets] or found, field


class Stored(int):
    """A value that is already as it is stored."""


class Rosters(Mapping[str, tuple[str, Mapping[str, Any]]]):
    """Named things to take into a situation: for each its kind, its values, where these stand and what is wrong."""

    def called(self, name: str, kind: str = "") -> list[str]:
        """Give the names of the things that may be meant by a name, where one of a kind is wanted."""
        return [name] if name in self else []

    def faults(self, name: str) -> Iterable[Finding]:
        """Give what is wrong with the values of a thing."""
        return ()

    def place(self, name: str, *path: str | int) -> Span:
        """Give where a part of a thing is written."""
        return NOWHERE


class NoRosters(Rosters):
    """Nothing to take from."""

    def __getitem__(self, name: str) -> tuple[str, Mapping[str, Any]]:
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


"""For each name of a roster: its kind, and the data of the thing."""


@dataclass
class Building:
    """One situation in the making."""

    situation: Situation
    rosters: Rosters
    findings: Findings
    place: Place = nowhere
    paths: dict[int, Path] = field(default_factory=dict)
    """Where each thing stands in the data."""
    lent: str = ""
    """The thing of a roster whose values are put in just now: what is wrong with them is wrong in the roster."""
    taken_by: Path = ()
    """Where the data take that thing."""
    given: set[int] = field(default_factory=set)
    """The slots of fields that the data, or a roster, say something of."""

    @property
    def program(self) -> Program:
        return self.situation.program

    def report(
        self, code: str, message: str, path: Path, hint: str = "", of_roster: bool = True, about: str = ""
    ) -> None:
        """Add a finding: about a value that a roster lends at the roster, unless it is about who takes it."""
        if self.lent and of_roster:
            span = self.rosters.place(self.lent, *path[len(self.taken_by) :])
        else:
            span = self.place(*path)
        self.findings.add(code, message, span, hint=hint, about=about)

    def fresh(self, kind: str, name: str, path: Path) -> int:
        """Put a thing of a kind into play, its fields at their start; -1 with a finding where there is no room."""
        layout, state = self.program.layout, self.situation.state
        known_as = name
        if name in self.situation.things and self.situation.kind_of(name) not in (kind, "Game", "Side"):
            known_as = qualified(name, kind)
        if known_as in self.situation.things:
            self.report("QD602", f"two things are called `{name}`", path, "give one of them a `name:` of its own")
            return -1
        array = layout.arrays[kind]
        thing = next((o for o in layout.things(kind) if not state[o]), -1)
        if thing < 0:
            self.no_room(kind, path, f"give {kind} a higher `capacity:`")
            return -1
        state[thing] = 1
        if (used := layout.used.get(kind)) is not None:
            state[used] = max(state[used], thing - array.base + array.stride)
        beginning = self.program.beginnings[kind]
        for offset, value in beginning.values:
            state[thing + offset] = value
        self.situation.ungiven.update([thing + offset for offset in beginning.unset])
        self.situation.things[known_as] = thing
        self.situation.names[thing] = unqualified(name, self.program.world.kinds)
        self.paths[thing] = path
        return thing

    def no_room(self, kind: str, path: Path, otherwise: str) -> None:
        """Report a thing for which its kind has no room."""
        known, room = self.program.world.kinds[kind], self.program.layout.arrays[kind].capacity
        message = f"there is room for {room} {known.one if room == 1 else known.many}, and this is one more"
        self.report("QD603", message, path, f"remove one, or {otherwise}", of_roster=False)

    def seat(self, sides: Mapping[str, Path]) -> list[str]:
        """Put sides into play, in their order, with where each is written; give those for which there is room."""
        layout = self.program.layout
        room, seated = layout.arrays["Side"].capacity, []
        for rank, (name, path) in enumerate(sides.items()):
            if rank >= room:
                enough = f"say among the kinds that there is room: `Side: {{capacity: {len(sides)}}}`"
                self.no_room("Side", path, enough)
            elif (side := self.fresh("Side", name, path)) >= 0:
                self.situation.state[side + layout.offsets["Side.rank"]] = rank
                seated.append(name)
        return seated

    def declare(self, name: str, data: Mapping[str, Any], path: Path, kind: str = "") -> int:
        """Make room for a thing and its parts, so that others may speak of it; `fill` gives it its values."""
        like = data.get("like")
        if like is None and "like" in data:
            self.report(
                "QD605", "there is no value here", (*path, "like"), "name a thing of a roster, `null` in quotes"
            )
            return -1
        kind = as_written(data.get("kind") or kind or "")
        if like is not None:
            lent = self.lending(str(like), kind, (*path, "like"))
            if not lent:
                return -1
            kind = kind or self.rosters[lent][0]
        if kind not in self.program.world.kinds:
            self.no_kind(name, kind, path)
            return -1
        if kind in ("Game", "Side"):
            hint = "give values to fields of existing things"
            self.report("QD601", "the game and its sides always exist, and are not things", path, hint)
            return -1
        return self.fresh(kind, name, path)

    def lending(self, like: str, kind: str, path: Path) -> str:
        """Give the thing of a roster that lends its values, by its name there; empty, with a finding, for none."""
        found = self.rosters.called(like, kind)
        if len(found) == 1:
            return found[0]
        if found:
            message, hint = choices_between(like, [self.rosters[one][0] for one in found])
            self.report("QD602", message, path, hint)
        else:
            hint = did_you_mean(like, self.rosters)
            self.report("QD601", f"no roster knows `{as_written(like)}`", path, hint, about=OF_ROSTERS)
        return ""

    def no_kind(self, name: str, kind: str, path: Path) -> None:
        """Report a thing of no kind that there is."""
        if not kind:
            self.report("QD601", f"`{name}` has no kind", path, "add `kind:` or `like:`")
            return
        hint = did_you_mean(kind, self.program.world.kinds)
        self.report("QD601", f"there is no kind of thing `{kind}`", (*path, "kind"), hint)

    def fill(self, name: str, data: Mapping[str, Any], path: Path) -> None:
        """Give a declared thing its values: first those of the roster, then its own."""
        thing = self.situation.things.get(name, -1)
        if thing < 0:
            return
        kind = self.program.layout.kind_at(thing)
        like = data.get("like")
        if like is not None and (found := self.rosters.called(str(like), kind)):
            of_kind, values = self.rosters[found[0]]
            self.findings.extend(self.rosters.faults(found[0]))
            if of_kind != kind:
                hint = f"it belongs under `{of_kind}:`"
                self.report("QD601", f"`{like}` is a {of_kind}, but {kind} is expected", (*path, "like"), hint)
                return
            lent = replace(self, lent=found[0], taken_by=path)
            lent.values(name, thing, kind, {k: v for k, v in values.items() if k not in data}, path)
        self.values(name, thing, kind, data, path)

    def values(self, name: str, thing: int, kind: str, data: Mapping[str, Any], path: Path) -> None:
        fields = self.program.world.kinds[kind].fields
        for key, value in data.items():
            if key in ("like", "kind", "name", "title"):
                continue
            if key not in fields:
                hint = did_you_mean(key, fields, known_fields(self.program.world.kinds[kind]))
                if kind == "Game" and key in self.program.world.constants:
                    hint = f"write it beside `game:`, as `constants: {{{key}: ...}}`"
                self.report("QD604", f"a {self.program.world.kinds[kind].one} has no `{key}`", (*path, key), hint)
                continue
            self.field(name, thing, f"{kind}.{key}", value, (*path, key))

    def field(self, name: str, thing: int, address: str, value: Any, path: Path) -> None:
        """Give a field its value; a list of data makes parts."""
        layout = self.program.layout
        if address in layout.decks:
            self.deck(thing, address, value, path)
            return
        kind, at = layout.types[address], thing + layout.offsets[address]
        self.situation.ungiven.discard(at)
        self.given.add(at)
        if isinstance(kind, types.ListType):
            if not isinstance(value, list):
                hint = (
                    "write [] for nothing"
                    if value in (None, "", "none")
                    else f"write [{as_written(value)}], or [] for nothing"
                )
                if isinstance(value, str) and value.startswith("["):
                    hint = f"write it without quotes: {value}"
                self.report("QD605", f"`{address}` is a list", path, hint)
                return
            if len(value) > kind.capacity:
                hint = f"leave {len(value) - kind.capacity} out, or give the field a higher `capacity:`"
                self.report("QD603", f"`{address}` holds no more than {kind.capacity}", path, hint)
                value = value[: kind.capacity]
            stored = [self.item(name, address, kind.item, item, (*path, i), i) for i, item in enumerate(value)]
            free = kind.capacity - len(stored)
            self.situation.state[at : at + 1 + kind.capacity] = [len(stored), *stored, *[0] * free]
        else:
            found = self.stored(kind, value, path)
            if found is not None:
                self.situation.state[at] = found

    def deck(self, thing: int, address: str, value: Any, path: Path) -> None:
        """Put so many of each member into a deck: what is not named is not in it; `top` lies on it, topmost first."""
        layout = self.program.layout
        kind = layout.types[address]
        assert isinstance(kind, types.Deck)
        if not isinstance(value, Mapping):
            self.report("QD605", f"`{address}` is a deck: how many of each it holds", path, "{storm: 2, calm: 4}")
            return
        parts = layout.decks[address]
        for part in parts:
            self.situation.state[thing + layout.offsets[part]] = blank(layout.types[part])
        tops = parts[len(parts) - kind.peek :]
        for key, given in value.items():
            if key == "top" and isinstance(given, list) and len(given) <= kind.peek:
                for part, card in zip(tops, given, strict=False):
                    self.field("", thing, part, card, (*path, key))
            elif f"{address}.{key}" in parts[: len(parts) - kind.peek]:
                self.field("", thing, f"{address}.{key}", given, (*path, key))
            else:
                members = self.program.world.enums[kind.enum].members
                hint = f"they are {', '.join(members)}" + (
                    f", and `top`, a list of up to {kind.peek}" if kind.peek else ""
                )
                over = key == "top" and kind.peek
                message = f"`top` lists no more than {kind.peek}" if over else f"a {kind} holds no `{key}`"
                self.report("QD604", message, (*path, key), hint)
        for place, count in enumerate(parts[: len(parts) - kind.peek]):
            known = sum(self.situation.state[thing + layout.offsets[top]] == place for top in tops)
            if known > self.situation.state[thing + layout.offsets[count]]:
                member = self.program.world.enums[kind.enum].members[place]
                hint = "the cards on `top` are part of the deck"
                self.report("QD605", f"there are not {known} of {member} in the deck", (*path, "top"), hint)

    def missing(self, later: bool) -> None:
        """Report the fields that nobody gave a value; `later`: what may change may still get one in the set-up."""
        layout, ungiven = self.program.layout, self.situation.ungiven
        for name, thing in self.situation.things.items():
            for known in self.program.world.kinds[layout.kind_at(thing)].fields.values():
                if known.address not in layout.offsets or thing not in self.paths or (later and not known.fixed):
                    continue
                if thing + layout.offsets[known.address] not in ungiven:
                    continue
                owned = isinstance(known.type, types.Thing) and known.type.kind == "Side"
                hint = f"write `owner: {known.name}` in {known.kind}" if owned else f"give {known.address} a `start:`"
                words = f"`{name}` has no `{known.name}`"
                self.report("QD610", words, self.paths[thing], f"give it one here, or {hint}")

    def item(self, name: str, address: str, kind: Type, value: Any, path: Path, index: int) -> int:
        if isinstance(kind, types.Thing) and isinstance(value, Mapping):
            known_as = str(value.get("name") or self.part_name(kind.kind, value) or index + 1)
            part = f"{name}.{known_as}"
            thing = self.fresh(kind.kind, part, path)
            if thing >= 0:
                self.situation.names[thing] = self.part_words(name, kind.kind, known_as)
                self.values(part, thing, kind.kind, value, path)
            return thing
        found = self.stored(kind, value, path)
        return -1 if found is None else found

    def part_words(self, whole: str, kind: str, name: str) -> str:
        """Say which part of a thing is meant."""
        whole = unqualified(whole, self.program.world.kinds)
        whose, known_as = f"{whole}'" if whole.endswith("s") else f"{whole}'s", name.replace("_", " ")
        one = self.program.world.kinds[kind].one
        return f"{whose} {known_as}" if f" {known_as}".endswith(f" {one}") else f"{whose} {known_as} {one}"

    def part_name(self, kind: str, data: Mapping[str, Any]) -> str:
        """Name a part by the first of its values that is a member of an enum."""
        fields = self.program.world.kinds[kind].fields
        for key, value in data.items():
            if key in fields and isinstance(fields[key].type, types.EnumType) and isinstance(value, str):
                return value
        return ""

    def stored(self, kind: Type, value: Any, path: Path) -> int | None:
        """Give plain data as it is stored in a field of a type; nothing, with a finding, where it does not fit."""
        if isinstance(value, Stored):
            return int(value)
        if (value is None or value == "none") and types.may_be_none(kind):
            return types.none_of(kind)
        if value is None:
            self.report("QD605", f"there is no value here: expected {kind}", path, "write a value, or omit the key")
            return None
        match types.without_none(kind):
            case types.Number(low=low, high=high, step=step):
                return self.number(value, low, high, step, path)
            case types.Boolean():
                if isinstance(value, bool) or value in ("yes", "no"):
                    return int(value in (True, "yes"))
                self.report("QD605", f"`{as_written(value)}` does not fit: expected {kind}", path, "write yes or no")
                return None
            case types.EnumType(enum=enum):
                members = self.program.world.enums[enum].members
                if value in members:
                    return members.index(value)
                self.report(
                    "QD605",
                    f"`{as_written(value)}` is not a member of {enum}",
                    path,
                    did_you_mean(str(value), members, f"they are {', '.join(members)}"),
                )
                return None
            case types.Thing():
                return self.thing(as_written(value), types.without_none(kind), path)
            case types.Space(shape=shape):
                return self.space(value, shape, path)
            case types.Point():
                return self.point(value, path)
        self.report("QD605", f"`{as_written(value)}` does not fit: expected {kind}", path, f"write a value of {kind}")
        return None

    def taken(self, kind: Type, value: Any, path: Path) -> Any:
        """Give plain data as a rule takes or gives it: as it is stored, a ratio as a fraction, lists as lists."""
        match kind:
            case types.ListType(item=item):
                return [self.taken(item, one, path) for one in (value if isinstance(value, list) else [value])]
            case types.Ratio():
                return self.ranged(value, kind, path)
        return self.stored(kind, value, path)

    def number(self, value: Any, low: Any, high: Any, step: int, path: Path) -> int | None:
        """Give a number as it is stored: in whole steps."""
        number = decimals.read(value)
        stored = decimals.whole_steps(number, step) if number is not None else None
        if number is not None and stored is None:
            below = floor(number * step)
            near = " or ".join(decimals.shown(Fraction(one, step)) for one in (below, below + 1))
            self.report("QD605", f"`{as_written(value)}` is not on the steps of the field", path, f"write {near}")
            return None
        return stored if self.ranged(value, types.Number(low, high), path) is not None else None

    def ranged(self, value: Any, kind: types.AnyNumeric, path: Path) -> Fraction | None:
        """Give a number exactly; nothing, with a finding, where it is none or lies outside of its range."""
        number = decimals.read(value)
        if number is None:
            hint = f"write a number from {decimals.shown(kind.low)} to {decimals.shown(kind.high)}"
            written = as_written(value)
            self.report("QD605", f"`{written}` is not a number" if written else "there is no number here", path, hint)
            return None
        if not kind.low <= number <= kind.high:
            hint = f"it must be from {decimals.shown(kind.low)} to {decimals.shown(kind.high)}"
            self.report("QD606", f"{as_written(value)} lies outside {kind}", path, hint)
            return None
        return number

    def thing(self, name: str, kind: Type, path: Path) -> int | None:
        wanted = kind.kind if isinstance(kind, types.Thing) else ""
        names = self.situation.called(name, wanted)
        if len(names) > 1:
            message, hint = choices_between(name, map(self.situation.kind_of, names))
            self.report("QD602", message, path, hint)
            return None
        found = self.situation.things[names[0]] if names else None
        if found is None and len(shared := self.rosters.called(name, wanted)) > 1:
            message, hint = choices_between(name, [self.rosters[one][0] for one in shared])
            self.report("QD602", message, path, hint)
            return None
        if found is None:
            parts = [known for known in self.situation.things if known.startswith(name.rpartition(".")[0] + ".")]
            close = parts or near_names(name, self.situation.things, 1)
            meant = " or ".join(f"`{known}`" for known in close)
            hint = f"did you mean {meant}?" if close else known_things(self.situation, wanted)
            self.report("QD601", f"there is no `{name}` here", path, hint, of_roster=name not in self.rosters)
            return None
        if isinstance(kind, types.Thing) and self.program.layout.kind_at(found) != kind.kind:
            self.report(
                "QD605",
                f"`{name}` is a {self.program.layout.kind_at(found)}, but {kind.kind} is expected",
                path,
                f"name a {self.program.world.kinds[kind.kind].one}",
            )
            return None
        return found

    def space(self, value: Any, shape: str, path: Path) -> int | None:
        column, row = value if isinstance(value, list) and len(value) == 2 else (None, None)
        if isinstance(value, Mapping):
            column, row = value.get("column"), value.get("row")
        if not (isinstance(column, int) and isinstance(row, int)):
            self.report("QD605", f"a {shape} is a column and a row", path, "write [3, 4]")
            return None
        columns, rows = self.situation.boards
        if columns and not (0 <= column < columns and 0 <= row < rows):
            hint = f"columns go from 0 to {columns - 1}, rows from 0 to {rows - 1}"
            self.report("QD606", f"[{column}, {row}] lies off the board of {columns} by {rows}", path, hint)
            return None
        try:
            return self.situation.program.world.board.grid.offset(column, row)
        except ValueError:
            self.report("QD606", f"[{column}, {row}] is farther away than the largest board", path)
            return None

    def point(self, value: Any, path: Path) -> int | None:
        """Give a point from two lengths, which may have two decimals."""
        lengths = [self.length(part) for part in value] if isinstance(value, list) and len(value) == 2 else [None]
        x, y = lengths if len(lengths) == 2 else (None, None)
        if x is None or y is None:
            message = "a point is its distances from the west edge and from the north edge, in hundredths"
            self.report("QD605", message, path, "write [12.50, 30]")
            return None
        try:
            found = plane.point_at(x, y)
        except plane.OffEveryBoardError:
            self.report("QD606", f"{as_text(x, y)} is farther away than the largest board", path)
            return None
        width, depth = self.situation.boards
        if (width or depth) and not plane.on_board(found, width, depth):
            board = f"{plane.shown(width)} by {plane.shown(depth)}"
            hint = "both lengths begin at 0, in the north-west corner"
            self.report("QD606", f"{as_text(x, y)} lies off the board of {board}", path, hint)
            return None
        return found

    def length(self, value: Any) -> int | None:
        """Give a length in hundredths; nothing where it is none."""
        return decimals.steps_in(value, types.STEPS["hundredths"])


def known_things(situation: Situation, kind: str = "") -> str:
    """List the things of a kind, or all, as the hint about an unknown one; without any, say how to make some."""
    kinds = {name: situation.kind_of(name) for name in situation.things}
    known = [name for name, one in kinds.items() if one == kind or (not kind and one not in ("Game", "Side"))]
    if not known:
        return "describe it below `things`, or give a scenario as `situation`"
    return f"known here: {', '.join(known)}" if len(known) <= FEW else ""


def known_fields(kind: WorldKind) -> str:
    """List the fields of a kind, as the hint about an unknown one."""
    return f"a {kind.one} has {', '.join(kind.fields) or 'no fields'}"


def as_text(x: int, y: int) -> str:
    """Give a point as its players write it."""
    return f"[{plane.shown(x)}, {plane.shown(y)}]"


def board_of(program: Program) -> tuple[int, int]:
    """Give how large the board is: its columns and rows, or the hundredths of a plane; (0, 0) where it has no edge."""
    if program.world.board.shape == "plane":
        return program.settings.get("board.width", 0) * 100, program.settings.get("board.depth", 0) * 100
    return program.settings.get("board.columns", 0), program.settings.get("board.rows", 0)


def empty_situation(program: Program) -> Situation:
    """Give a situation with the game, and nothing else: no side and no thing."""
    layout = program.layout
    situation = Situation(program, [0] * layout.size)
    Building(situation, NoRosters(), Findings()).fresh("Game", "game", ())
    situation.state[layout.arrays["Game"].base + layout.offsets["Game.winner"]] = -1
    situation.state[layout.arrays["Game"].base + layout.offsets["Game.turn"]] = 1
    situation.boards = board_of(program)
    return situation
