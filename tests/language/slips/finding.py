"""Make slips in house rules, and tell where the first finding stands.

`python -m tests.language.slips.finding GAME... --first N --seed S` reports the share of slips that are found on their
own line, and lists all others.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from quarterdeck.analysis.trial.data_faults import looked_through
from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Finding
from quarterdeck.workspace.pipeline.incremental import IncrementalRuleset
from tests.language.slips.making import Slip, slips_of

ROOT = Path(__file__).parents[3]
OWN = Path(__file__).parent / "house_rules"
SHIPPED = ROOT / "rulesets" / "easyships" / "variants"
HOUSE_RULES: dict[str, tuple[str, Path]] = {
    "snowballs": (str(ROOT / "tests" / "games" / "snowballs"), OWN / "snowballs" / "party"),
    "quickfire": ("quickfire", OWN / "quickfire" / "iron"),
    "fear_god": ("fear_god", OWN / "fear_god" / "grit"),
    "ships_and_sails": ("ships_and_sails", OWN / "ships_and_sails" / "calm"),
    **{name: ("easyships", SHIPPED / name) for name in ("gun_layout", "weather", "night", "agile")},
}
"""Each house rule by its name, with the game that it is laid over."""

ON_ITS_LINE = "on its line"
BESIDE = "elsewhere in the house rule"
BELOW = "in the ruleset below"
UNSEEN = "not found"


@dataclass
class Trial:
    """A house rule in a folder of its own, into which slips are put one after another."""

    name: str
    folder: Path
    texts: dict[str, str] = field(init=False)
    held: IncrementalRuleset = field(init=False)

    def __post_init__(self) -> None:
        game, source = HOUSE_RULES[self.name]
        own = self.folder / source.name
        shutil.copytree(source, own, ignore=shutil.ignore_patterns("*.lock"))
        self.texts = {
            str(path.relative_to(own)): path.read_text("utf-8")
            for path in sorted(own.rglob("*"))
            if path.suffix in (".yaml", ".rules")
        }
        self.held = IncrementalRuleset(f"{game}+{own}")
        self.own = own

    def slips(self) -> list[Slip]:
        """Give all slips that could be made in the house rule."""
        return [slip for name, text in self.texts.items() for slip in slips_of(name, text)]

    def findings(self) -> list[Finding]:
        """Give what is wrong with the house rule as it is now, as `check` gives it."""
        loaded = self.held.load()
        return list(loaded.findings) or list(looked_through(Ruleset(loaded)).findings)

    def with_slip(self, slip: Slip) -> list[Finding]:
        """Give what is wrong with the house rule with a slip."""
        path, text = self.own / slip.file, self.texts[slip.file]
        path.write_text(slip.made_in(text), "utf-8")
        try:
            return self.findings()
        finally:
            path.write_text(text, "utf-8")

    def outcome(self, slip: Slip, found: list[Finding]) -> str:
        """Tell where the first finding stands, and whether any stands in the ruleset below."""
        if not found:
            return UNSEEN
        files = {f"{self.own.name}/{name}" for name in self.texts}
        if any(finding.span.file.path not in files for finding in found):
            return BELOW
        return ON_ITS_LINE if self.is_on_its_line(slip, found[0]) else BESIDE

    def is_on_its_line(self, slip: Slip, finding: Finding) -> bool:
        """Tell whether a finding stands on the line of a slip."""
        return finding.span.file.path == f"{self.own.name}/{slip.file}" and finding.span.line == slip.line


def some_slips(trial: Trial, first: int, seed: int) -> Iterator[tuple[Slip, list[Finding], str]]:
    """Make so many slips, drawn by a seed; give each with what is found and where."""
    slips = trial.slips()
    for slip in random.Random(seed).sample(slips, min(first, len(slips))):
        found = trial.with_slip(slip)
        yield slip, found, trial.outcome(slip, found)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=list(HOUSE_RULES))
    parser.add_argument("--first", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in asked.names:
        with tempfile.TemporaryDirectory() as folder:
            trial = Trial(name, Path(folder))
            outcomes: Counter[str] = Counter()
            for slip, found, outcome in some_slips(trial, asked.first, asked.seed):
                outcomes[outcome] += 1
                if outcome != ON_ITS_LINE:
                    print(f"{name}/{slip}: {outcome}")
                    for finding in found[:3]:
                        print(f"      {finding.code} {finding.span.file.path}:{finding.span.line} {finding.message}")
            print(name, dict(outcomes), "of", len(trial.slips()), flush=True)


if __name__ == "__main__":
    main()
