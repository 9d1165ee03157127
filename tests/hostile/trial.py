"""A trial: many inputs through all doors, and what came of them.

An input is known by a seed and a number; `python -m tests.hostile --seed S --first N --inputs 1 --keep FOLDER` makes it
again.
"""

from __future__ import annotations

import random
import shlex
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.hostile import doors_of_arguments, doors_of_databases, doors_of_games, doors_of_rulesets, doors_of_series
from tests.hostile.inputs import Door, Input
from tests.hostile.material import parsed
from tests.hostile.running import Done, Folder, within

DOORS: tuple[Door, ...] = (
    *doors_of_rulesets.DOORS,
    *doors_of_games.DOORS,
    *doors_of_arguments.DOORS,
    *doors_of_series.DOORS,
    *doors_of_databases.DOORS,
)
ROUND = [door for door in DOORS for _ in range(door.share)]
SLOWEST = 5


@dataclass
class Report:
    """What came of a trial: counts by door and by finding, the slowest commands, and what went wrong."""

    inputs: Counter[str] = field(default_factory=Counter)
    ends: Counter[tuple[str, int]] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)

    def note(self, door: Door, number: int, done: Iterable[Done]) -> None:
        """Take down what came of an input."""
        self.inputs[door.name] += 1
        for one in done:
            where = f"{door.name} {number}: quarterdeck {shlex.join(one.command)[:400]}"
            self.ends[door.name, one.code] += 1
            self.findings.update(set(one.codes))
            self.slowest = sorted([*self.slowest, (one.seconds, where)], reverse=True)[:SLOWEST]
            if one.fault:
                self.faults.append((one.fault, where))

    def __str__(self) -> str:
        codes = sorted({code for _, code in self.ends})
        lines = [f"{'door':22}{'inputs':>7}" + "".join(f"{f'exit {code}':>9}" for code in codes)]
        for door in DOORS:
            ends = "".join(f"{self.ends[door.name, code]:9}" for code in codes)
            lines.append(f"{door.name:22}{self.inputs[door.name]:7}{ends}")
        whole = "".join(f"{sum(self.ends[door.name, code] for door in DOORS):9}" for code in codes)
        lines.append(f"{'all':22}{sum(self.inputs.values()):7}{whole}")
        told = ", ".join(f"{code} {count}" for code, count in sorted(self.findings.items()))
        lines.append(f"commands with findings, by code ({len(self.findings)} codes): {told}")
        lines += [f"{seconds:.1f} s: {where}" for seconds, where in self.slowest]
        return "\n".join(lines)

    def told_faults(self) -> str:
        """Say what went wrong, alike together."""
        alike: dict[str, list[str]] = {}
        for fault, where in self.faults:
            alike.setdefault(fault, []).append(where)
        lines = []
        for fault, places in sorted(alike.items(), key=lambda each: -len(each[1])):
            lines.append(f"{fault} ({len(places)} times)")
            lines += [f"    {where}" for where in places[:3]]
        return "\n".join(lines)


def made(seed: int, number: int, folder: Folder, wanted: str = "") -> tuple[Door, Input]:
    """Make an input in a folder, through the door that its number or a name says."""
    chance = random.Random(f"{seed} {number}")
    known = [door for door in DOORS if door.name == wanted] or ROUND
    door = random.Random(number).choice(known)
    return door, door.make(chance, folder.place)


def trial(
    seed: int, numbers: Iterable[int], *, apart: bool = False, wanted: str = "", report: Report | None = None
) -> Report:
    """Send inputs through the doors: each in a fork, or each command as a process of its own; add to a report."""
    report = report or Report()
    parsed()
    for number in numbers:
        with within() as folder:
            door, given = made(seed, number, folder, wanted)
            done = folder.run_apart(given.commands, given) if apart else folder.run(given.commands, given)
            report.note(door, number, done)
    return report


def again(seed: int, number: int, keep: Path, wanted: str = "") -> list[Done]:
    """Make one input in a folder that stays, and run it."""
    (keep / "here").mkdir(parents=True)
    folder = Folder(keep / "here", keep)
    _, given = made(seed, number, folder, wanted)
    return folder.run(given.commands, given)
