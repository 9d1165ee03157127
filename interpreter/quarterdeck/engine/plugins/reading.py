"""The state as a plugin may see it: things with the fields that it declared, in words and whole numbers.

In: a program's layout and a list of whole numbers. Out: values for authors of plugins: members of enums as text that
knows its place, truths, fractions for stepped numbers, things that are read on. Hexes, squares and points stay the
numbers that `quarterdeck.geometry` works with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Self

from quarterdeck.base import decimals
from quarterdeck.base.errors import UserError
from quarterdeck.base.geometry import hexes, plane
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.program import Program

LONGEST_TOLD = 200
"""Signs of a value that a message shows."""


FAILURES = (Exception, SystemExit)
"""What the code of a plugin may raise; what ends the program as well, for that is not for a plugin to decide."""


class PluginFaultError(UserError):
    """A plugin fails or breaks its contract; the argument is the message and names the plugin."""

    sort = "plugin"


def told(value: object) -> str:
    """Give a value of a plugin as messages show it: not too long, and whatever its own code does when it is asked.

    >>> told(3)
    '3'
    """
    try:
        words = repr(value)
    except FAILURES:
        words = f"a {type(value).__name__}"
    return words if len(words) <= LONGEST_TOLD else f"{words[:LONGEST_TOLD]}…"


def one_line(error: BaseException) -> str:
    """Give what a plugin has raised in one line: its class, and its words as far as they can be had."""
    try:
        words = " ".join(str(error).split())
    except FAILURES:
        words = "it does not say why"
    return f"{type(error).__name__}: {words[:LONGEST_TOLD]}"


class EnumMember(str):
    """A member of an enum: its name as text, and its `place` among the members."""

    __slots__ = ("place",)
    place: int

    def __new__(cls, name: str, place: int) -> Self:
        """Give a member."""
        made = super().__new__(cls, name)
        made.place = place
        return made


class Reading:
    """What may be read: the inputs by their names, and things of a kind."""

    def __init__(
        self, program: Program, state: list[int], who: str, reads: frozenset[str], inputs: Mapping[str, Any]
    ) -> None:
        self._program = program
        self._state = state
        self._who = who
        self._reads = reads
        self._inputs = {name: self._given(value) for name, value in inputs.items()}

    def __getattr__(self, name: str) -> Any:
        """Give an input."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._inputs:
            raise PluginFaultError(f"{self._who} asks for `{name}`; it is given {', '.join(self._inputs) or 'nothing'}")
        return self._inputs[name]

    def things(self, kind: str) -> Iterator[Thing]:
        """Give the things of a kind that are in play; one of its fields must be declared."""
        if kind not in self._program.layout.arrays or not any(one.startswith(f"{kind}.") for one in self._reads):
            raise PluginFaultError(
                f"{self._who} looks for things of the kind `{kind}`, and does not declare to read them"
            )
        return (Thing(self, thing) for thing in self._program.layout.things(kind) if self._state[thing])

    @property
    def game(self) -> Thing:
        """Give what is known of the game itself."""
        return Thing(self, self._program.layout.arrays["Game"].base)

    def _given(self, value: Any) -> Any:
        """Give an input, which comes as (type, stored value)."""
        kind, stored = value
        return self.value(kind, stored)

    def value(self, kind: Type, stored: int) -> Any:
        """Give a value as plugins know it, from what is stored."""
        if types.is_none(kind, stored):
            return None
        match types.without_none(kind):
            case types.Boolean():
                return bool(stored)
            case types.EnumType(enum=enum):
                return EnumMember(self._program.world.enums[enum].members[stored], stored)
            case types.Thing():
                return Thing(self, stored)
            case types.Number(step=step) if step > 1:
                return Fraction(stored, step)
        return stored


class Thing:
    """One thing: its fields are attributes. Two of the same thing are equal."""

    def __init__(self, reading: Reading, at: int) -> None:
        object.__setattr__(self, "_reading", reading)
        object.__setattr__(self, "_at", at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and other._at == self._at

    def __hash__(self) -> int:
        return hash(self._at)

    @property
    def number(self) -> int:
        """Give what tells this thing from others; it says nothing else, and may be another in another game."""
        return int(self._at)

    def _address(self, name: str, declared: frozenset[str], doing: str) -> str:
        reading: Reading = self._reading
        layout = reading._program.layout
        address = f"{layout.kind_at(self._at)}.{name}"
        if address not in layout.types:
            raise PluginFaultError(f"{reading._who} {doing} `{address}`, and there is no such field")
        if address not in declared:
            raise PluginFaultError(f"{reading._who} {doing} `{address}`, and does not declare it")
        return address

    def __getattr__(self, name: str) -> Any:
        """Give a field that the plugin declared to read."""
        if name.startswith("_"):
            raise AttributeError(name)
        reading: Reading = self._reading
        address = self._address(name, reading._reads, "reads")
        layout = reading._program.layout
        kind, at = layout.types[address], self._at + layout.offsets[address]
        if isinstance(kind, types.ListType):
            return [reading.value(kind.item, stored) for stored in reading._state[at + 1 : at + 1 + reading._state[at]]]
        if isinstance(kind, types.Deck):
            members = reading._program.world.enums[kind.enum].members
            return {member: reading._state[at + place] for place, member in enumerate(members)}
        return reading.value(kind, reading._state[at])

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field that the plugin declared to write."""
        reading: Reading = self._reading
        if not isinstance(reading, Setting):
            raise PluginFaultError(f"{reading._who} sets `{name}`, and may only read")
        address = self._address(name, reading._writes, "sets")
        layout = reading._program.layout
        stored = reading._stored(address, layout.types[address], value)
        reading._state[self._at + layout.offsets[address]] = stored


class Setting(Reading):
    """What may be read, and set: fields declared as `writes` take values as they are read."""

    def __init__(
        self, program: Program, state: list[int], who: str, reads: frozenset[str], writes: frozenset[str]
    ) -> None:
        super().__init__(program, state, who, reads | writes, {})
        self._writes = writes

    def _stored(self, address: str, kind: Type, value: Any) -> int:
        found = stored(self._program, kind, value)
        if found is None:
            raise PluginFaultError(f"{self._who} sets `{address}` to {told(value)}, which does not fit {kind}")
        return found


def is_number(value: object) -> bool:
    """Tell whether a value of a plugin is a whole number or a fraction; a truth is none."""
    return type(value) in (int, Fraction)


def _is_place(place_at: Callable[[int, int], int], parts_of: Callable[[int], tuple[int, int]], value: int) -> bool:
    try:
        return place_at(*parts_of(value)) == value
    except ValueError:
        return False


def stored(program: Program, kind: Type, value: Any) -> int | None:
    """Give a value of a plugin as the state holds it; nothing where it does not fit."""
    if value is None:
        return types.none_of(kind) if types.may_be_none(kind) else None
    match types.without_none(kind):
        case types.Boolean() if isinstance(value, bool):
            return int(value)
        case types.EnumType(enum=enum) if isinstance(value, str):
            members = program.world.enums[enum].members
            return members.index(str(value)) if str(value) in members else None
        case types.Thing(name) if isinstance(value, Thing):
            return int(value._at) if program.layout.kind_at(value._at) == name else None
        case types.Number(low=low, high=high, step=step) if is_number(value):
            return decimals.whole_steps(value, step) if low <= value <= high else None
        case types.Space() if is_number(value):
            return value if _is_place(hexes.hex_at, hexes.axial, value) else None
        case types.Point() if is_number(value):
            return value if _is_place(plane.point_at, plane.coordinates, value) else None
    return None
