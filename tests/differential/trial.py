"""One trial: a ruleset of random units that `check` accepts, and all differences found on it."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from tests.differential import bridge
from tests.differential.compare import TRIED, Case, Difference, differences, turn_differences, worked_differences
from tests.differential.generate import Features
from tests.differential.rulesets import TABLES, Unit, assemble, unit

SPARE = 40  # units made for one ruleset at the most, for each that is wanted


@dataclass
class Report:
    """What came of a trial: how many units were made, how many were accepted, and what differed."""

    seed: int
    made: int = 0
    accepted: int = 0
    cases: int = 0
    differences: list[Difference] = field(default_factory=list)

    def numbers(self) -> list[int]:
        """Give the numbers of the units that differ, those first that differ by themselves."""
        alone_first = sorted(self.differences, key=lambda one: " " in one.unit)
        return [int(one) for one in dict.fromkeys(re.findall(r"\bu(\d+)_", " ".join(one.unit for one in alone_first)))]

    def __str__(self) -> str:
        numbers = " ".join(str(number) for number in self.numbers()[:4])
        lines = [str(one) for one in self.differences[:4]]
        without = os.environ.get("DIFFERENTIAL_WITHOUT", "")
        setting = f"DIFFERENTIAL_WITHOUT={without} " if without else ""
        return "\n".join(["", *lines, f"{setting}python -m tests.differential.again {self.seed} {numbers}"])


def features() -> Features:
    """Give all features but those that DIFFERENTIAL_WITHOUT names, with commas between."""
    without = os.environ.get("DIFFERENTIAL_WITHOUT", "")
    return Features().without(*(name for name in without.split(",") if name))


def trial(
    seed: int,
    first: int,
    wanted: int,
    folder: Path,
    tried: int = TRIED,
    *,
    played: bool = True,
    formatted: bool = True,
) -> Report:
    """Try so many units together as one ruleset, beginning with the unit of a number.

    A turn may be `played` with them, and all be tried once more as they are `formatted`.
    """
    report = Report(seed)
    try:
        units = accepted(seed, first, wanted, folder / "tried", report)
    except bridge.Crash as crash:
        report.differences.append(Difference("check, crash", f"u{first}_", "no crash", str(crash).strip()))
        return report
    ruleset = assemble(units)
    cases = [Case(one, situation, ruleset, folder / "tried") for one in units for situation in one.situations]
    report.accepted, report.cases = len(units), len(cases)
    for case in cases:
        report.differences += differences(case, tried)
    report.differences += worked_differences(cases, folder / "tried")
    if played and units:
        report.differences += turn_differences(units, folder / "played", seed + first)
    if formatted:
        report.differences += formatted_differences(cases[::2], folder / "tried", report.differences)
    return report


def formatted_differences(cases: list[Case], folder: Path, known: list[Difference]) -> list[Difference]:
    """Compare once more when the rules are in their canonical text; what differed before is known already."""
    names = " ".join(case.unit.name for case in cases)
    try:
        wrong = bridge.formatted(folder / "rules")
        findings = bridge.check(folder)
    except bridge.Crash as crash:
        return [Difference("fmt, crash", names, "no crash", str(crash).strip())]
    if wrong or findings:
        return [Difference("fmt", names, "the same rules", wrong or str(findings))]
    differing = {one.unit for one in known}
    again = [one for case in cases if case.unit.name not in differing for one in differences(case, 1, count=False)]
    return [Difference(f"fmt, {one.how}", one.unit, one.expected, one.found) for one in again]


def accepted(seed: int, first: int, wanted: int, folder: Path, report: Report) -> list[Unit]:
    """Give units that `check` accepts together, and leave them as a ruleset in the folder."""
    units: list[Unit] = []
    while len(units) < wanted and report.made < wanted * SPARE:
        missing = wanted - len(units)
        units += [unit(seed, first + report.made + number, features()) for number in range(missing)]
        report.made += missing
        units = without_refused(units, folder)
    return units


def without_refused(units: list[Unit], folder: Path) -> list[Unit]:
    """Leave out the units that have findings, until there are none."""
    while True:
        shutil.rmtree(folder, ignore_errors=True)
        bridge.write(assemble(units), folder)
        findings = bridge.check(folder)
        if not findings:
            return units
        text = " ".join(f"{one.rule} {one.file} {one.message} {lines_to(one, folder)}" for one in findings)
        named = set(re.findall(r"\bu\d+_", text))
        for table in TABLES:
            if re.search(rf"\b{table.name}\b", text):
                named |= {re.findall(r"u\d+_", one.name)[0] for one in units if f"'{table.name}'" in repr(one)}
        left = [one for one in units if not one.name.startswith(tuple(named))]
        if len(left) == len(units):
            raise bridge.Crash(f"findings that name no unit: {findings}")
        units = left


def lines_to(finding: bridge.Finding, folder: Path) -> str:
    """Give the line of a finding, or the last before it that names a unit."""
    path = folder / "rules" / Path(finding.file).name
    lines = path.read_text(encoding="utf-8").splitlines()[: finding.line] if path.exists() else []
    return next((line for line in reversed(lines) if re.search(r"\bu\d+_", line)), "")
