"""Cells whose words an author tells: what must stand in them, worked out by the rules that look them up.

In: a ruleset. Out: for the cells of such a table the words that the rules make of them; nothing where the figure stands
as it is. A dash, `sinks`, a star or a stretch of the die is so known to stand where it is right, and nowhere else. What
nobody can work out is a number in `told_otherwise.yaml`, with a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from quarterdeck.api import count_over, facts
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import CellOf, Table
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.overrides.override_writer import BookWriter
from quarterdeck.workspace.ruleset.ruleset import Ruleset

DASH = "\N{EN DASH}"
Shown = Mapping[str, str | None]
"""By the addresses of the cells of a table."""


@dataclass(frozen=True)
class ToldCells:
    """What is told of the cells of a book: which they are, what must stand there, which numbers they leave out."""

    addresses: frozenset[str] = frozenset()
    shown: Shown = field(default_factory=dict)
    left_out: Mapping[str, frozenset[Fraction]] = field(default_factory=dict)


NONE_TOLD = ToldCells()


def told_in(ruleset: Ruleset, writer: EnglishWriter) -> ToldCells:
    """Give what is told of cells in a book; nothing where all of it is planned."""
    if not isinstance(writer, BookWriter):
        return NONE_TOLD
    tales = [tale for address, tale in writer.tales.items() if tale.cells and address not in writer.untold]
    game = ruleset.declared.name
    shown: dict[str, str | None] = {}
    for tale in tales:
        if (showing := SHOWINGS.get((game, tale.address))) is not None:
            shown |= showing(ruleset, ruleset.declared.tables[tale.address])
    addresses = frozenset(address for tale in tales for address in tale.cells)
    listed = told_otherwise().get(game, {})
    left_out = {address: frozenset(numbers) for address, numbers in listed.items() if address in addresses}
    return ToldCells(addresses, shown, left_out)


@cache
def told_otherwise() -> dict[str, dict[str, dict[Fraction, str]]]:
    """Give by game, and by rule or cell, the numbers that an author does not tell as such, each with the reason."""
    read: dict[str, dict[str, dict[Any, str]]] = YAML(typ="safe").load(Path(__file__).with_name("told_otherwise.yaml"))
    return {
        game: {
            address: {Fraction(str(number)): why for number, why in numbers.items()}
            for address, numbers in listed.items()
        }
        for game, listed in read.items()
    }


# --- what rules come to


def _come_to(
    ruleset: Ruleset, address: str, over: Mapping[str, Any], show: str = "", **known: Any
) -> dict[tuple[str, ...], str]:
    """Give what a definition, or what is to be shown, comes to in every case of a grid, by the values of the case."""
    rule = ruleset.declared.rules[address]
    shown = show or f"{address.rpartition('.')[2]}({', '.join(one.name for one in rule.parameters)})"
    return {
        tuple(str(case.values[name]) for name in over): case.odds[0].rows[0][0][0]
        for case in count_over(ruleset, address, over, facts(**known), show=[shown])
    }


def _cells(table: Table, ruleset: Ruleset) -> Iterator[tuple[CellOf, Sequence[str], Sequence[str]]]:
    """Give the cells of a table, each with the values of its row and of its column."""
    columns = [_values(table, 1, low, high, ruleset) for _, low, high in table.columns] or [()]
    for row in table.rows:
        above = _values(table, 0, row.low, row.high, ruleset)
        yield from ((cell, above, column) for cell, column in zip(row.cells, columns, strict=True))


def _values(table: Table, key: int, low: int, high: int, ruleset: Ruleset) -> Sequence[str]:
    kind = table.keys[key].type
    if isinstance(kind, types.EnumType):
        return tuple(ruleset.declared.enums[kind.enum].members[low : high + 1])
    return tuple(map(str, range(low, high + 1)))


def _members(table: Table, key: int, ruleset: Ruleset) -> list[str]:
    kind = table.keys[key].type
    assert isinstance(kind, types.EnumType)
    return list(ruleset.declared.enums[kind.enum].members)


def _only(found: Iterator[str]) -> str:
    """Give what all cases of a cell come to."""
    (one,) = {*found}
    return one


# --- tables


def _battery_fire(ruleset: Ruleset, table: Table) -> Shown:
    """Say for each line which faces of the die bring so many hits."""
    hits = _come_to(ruleset, "gunnery.hits_on", {"line": _members(table, 0, ruleset), "white": list(range(1, 13))})
    found: dict[str, str | None] = {}
    for cell, (line,), (column,) in _cells(table, ruleset):
        faces = [white for white in range(1, 13) if hits[line, str(white)] == column]
        assert not faces or faces == [*range(faces[0], faces[-1] + 1)]
        found[cell.address] = f"{faces[0]}{DASH}{faces[-1]}" if faces else DASH
    return found


def _torpedo_reload(ruleset: Ruleset, table: Table) -> Shown:
    """Say `never` where tubes are not loaded again, however long a side waits."""
    loaded = _come_to(
        ruleset,
        "torpedoes.has_reloaded",
        {"ship.type": _members(table, 0, ruleset)},
        given={"ship.last_launch": 1, "game.turn": 1000},
        things={"ship": {"kind": "Ship"}},
    )
    return {cell.address: "never" if loaded[(kind,)] == "no" else None for cell, (kind,), _ in _cells(table, ruleset)}


def _defense_to_survive(ruleset: Ruleset, table: Table) -> Shown:
    """Put a dash where a ship of the least Defense stays afloat, and `sinks` where one of the greatest does."""
    field_type = ruleset.declared.kinds["Ship"].fields["defense"].type
    assert isinstance(field_type, types.Number)
    least, most = int(field_type.low), int(field_type.high)
    afloat = _come_to(
        ruleset,
        "damage.survives",
        {"level": list(range(7)), "peril": _members(table, 1, ruleset), "ship.defense": [least, most]},
        things={"ship": {"kind": "Ship", "type": "battleship"}},
    )
    found: dict[str, str | None] = {}
    for cell, levels, (peril,) in _cells(table, ruleset):
        ends = {(defense, afloat[level, peril, str(defense)]) for level in levels for defense in (least, most)}
        found[cell.address] = DASH if (least, "no") not in ends else "sinks" if (most, "yes") not in ends else None
    return found


def _sea_modifiers(ruleset: Ruleset, table: Table) -> Shown:
    """Put a dash where the sea is too heavy for guns, which another table says."""
    over, things = {"firer.size_class": _members(table, 1, ruleset)}, {"firer": {"kind": "Ship"}}
    allowed = {
        (str(sea), *size): answer
        for sea in range(10)
        for size, answer in _come_to(
            ruleset, "gunnery.sea_modifier", over, f"fire_in_heavy_seas[{sea}, firer.size_class]", things=things
        ).items()
    }
    return {
        cell.address: DASH if _only(allowed[sea, size] for sea in seas) == "no" else None
        for cell, seas, (size,) in _cells(table, ruleset)
    }


def _critical_hits(ruleset: Ruleset, table: Table) -> Shown:
    """Put a star behind what armor keeps off."""
    enum = ruleset.declared.enums["Critical"]
    grid = {"critical": list(enum.members), "column": _members(table, 1, ruleset)}
    kept_off = _come_to(ruleset, "damage.is_protected", grid)
    found: dict[str, str | None] = {}
    for cell, _, (column,) in _cells(table, ruleset):
        meaning = ruleset.checked.meanings.get(cell.value) if cell.value is not None else None
        assert isinstance(meaning, meanings.EnumValue)
        critical = enum.members[meaning.place]
        found[cell.address] = f"{enum.words[critical]}*" if kept_off[critical, column] == "yes" else None
    return found


def _light_weapon_criticals(ruleset: Ruleset, table: Table) -> Shown:
    """Put a dash where a light gun brings no critical hit about aboard a ship without armor."""
    grid = {"critical": _members(table, 0, ruleset), "ship.largest_gun": [high for _, _, high in table.columns]}
    things = {"ship": {"kind": "Ship", "size_class": "size_a", "cause": "gunfire"}}
    happens = _come_to(ruleset, "damage.allows", grid, things=things)
    found: dict[str, str | None] = {}
    for cell, (critical,), calibres in _cells(table, ruleset):
        found[cell.address] = DASH if happens[critical, calibres[-1]] == "no" else None
    return found


SHOWINGS: Mapping[tuple[str, str], Callable[[Ruleset, Table], Shown]] = {
    ("easyships", "torpedo_reload"): _torpedo_reload,
    ("easyships", "defense_to_survive"): _defense_to_survive,
    ("fear_god", "sea_modifiers"): _sea_modifiers,
    ("fear_god", "critical_hits"): _critical_hits,
    ("fear_god", "light_weapon_criticals"): _light_weapon_criticals,
    ("quickfire", "battery_fire"): _battery_fire,
}
