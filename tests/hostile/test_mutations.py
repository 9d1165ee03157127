"""Whatever a text is made into by small mistakes, the stages give findings and never fail.

Files of the small game and of EasyShips are altered at random: tokens, lines, signs, numbers, indentation and keys are
taken out, doubled, exchanged or overwritten. What can still be read goes on through declaring, checking, building,
generating, counting's program, setting up the scenarios, and the worked examples. A mutation is known by its number.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.api import Ruleset
from quarterdeck.backends.python.counting import counting_module
from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.text import SourceFile
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.language.syntax.printer import format_file
from quarterdeck.program.passes.cut import cut
from quarterdeck.workspace.pipeline.folders import read_layer
from quarterdeck.workspace.pipeline.load_result import Loaded, ParsedLayer
from quarterdeck.workspace.pipeline.stages import check, check_result, declare, lay_variants
from quarterdeck.workspace.pipeline.variants import parse_layer
from tests.hostile.alterations import with_mistakes

pytestmark = pytest.mark.no_cover

SNOWBALLS = Path(__file__).parents[1] / "games" / "snowballs"
FEW, MANY, LOT = 24, 10_000, 100
# --- games and stages


@dataclass(frozen=True)
class Game:
    """A ruleset with its variants, parsed once; what is altered is parsed again, and the rest taken as it is."""

    name: str
    pieces: ParsedLayer
    variants: dict[str, ParsedLayer]

    @property
    def files(self) -> list[tuple[str, SourceFile]]:
        """Give the files that may be altered, each with the variant it belongs to (empty: the ruleset)."""
        layers = [("", self.pieces), *self.variants.items()]
        return [(name, file) for name, pieces in layers for file in (*pieces.layer.rules, *pieces.layer.documents)]

    def with_file(self, layer: str, old: SourceFile, new: SourceFile, findings: Findings) -> Game:
        """Give the game with one file altered."""
        pieces = altered(self.variants[layer] if layer else self.pieces, old, new, findings)
        if layer:
            return replace(self, variants={**self.variants, layer: pieces})
        return replace(self, pieces=pieces)


@cache
def game(name: str) -> Game:
    folder = SNOWBALLS if name == "snowballs" else resources.rulesets_folder() / name
    findings = Findings()
    variants = {
        path.parent.name: parse_layer(read_layer(path.parent), findings)
        for path in sorted(folder.glob("variants/*/variant.yaml"))
    }
    if name == "easyships":
        variants = {}  # laying a dozen variants each time takes too long; the small game has them all in small
    for other in ("little_ones", "frosty"):
        variants.pop(other, None)  # they take away or change what the others change
    return Game(name, parse_layer(read_layer(folder), findings), variants)


def altered(pieces: ParsedLayer, old: SourceFile, new: SourceFile, findings: Findings) -> ParsedLayer:
    """Parse one file anew; documents and files keep their order."""
    if old.path.endswith(".rules"):
        format_file(new)
        files = tuple(parse_file(new, findings) if file.file is old else file for file in pieces.files)
        return ParsedLayer(pieces.layer, pieces.documents, files)
    kept = {document.file: document for document in pieces.documents}
    documents = []
    for file in pieces.layer.documents:
        document = parse_document(new, findings) if file is old else kept.get(file)
        if document is not None:
            documents.append(document)
    return ParsedLayer(pieces.layer, tuple(documents), pieces.files)


def through_all_stages(altered_game: Game, findings: Findings) -> list[Finding]:
    """Take a game as far as it goes; give all findings."""
    loaded = Loaded(altered_game.name, [altered_game.pieces.layer], findings, pieces=altered_game.pieces)
    head = altered_game.pieces.head
    if head is None or head.sort != "ruleset":
        return list(findings)
    declare(loaded)
    check(loaded)
    if altered_game.variants:
        heads = altered_game.variants.values()
        loaded.variants = {k: p for k, p in altered_game.variants.items() if p.head and p.head.sort == "variant"}
        loaded.layers = [*loaded.layers, *(pieces.layer for pieces in heads)]
        lay_variants(loaded)
        check_result(loaded)
    if not loaded.findings:
        set_up_and_try(Ruleset(loaded), loaded)
    return list(loaded.findings)


def set_up_and_try(ruleset: Ruleset, loaded: Loaded) -> None:
    """Build, generate, set every scenario up, and run the worked examples."""
    findings = loaded.findings
    built = ruleset.built(findings)
    built.module().functions()
    counting_module(cut(built.optimised)).functions()
    for name in ruleset.declared.scenarios:
        ruleset.scenario(name, findings)
    bench = ExampleRunner(ruleset)
    for case in cases_of(ruleset.declared) if ruleset.name == "snowballs" else ():
        findings.extend(bench.run(case).findings)


def mutate(number: int) -> tuple[str, str, Game, Findings]:
    """Give mutation `number`: which file it alters, its new text, and the game with it."""
    chance = random.Random(number)
    base = game("easyships" if number % 4 == 3 else "snowballs")
    layer, file = chance.choice(base.files)
    text = with_mistakes(file.text, chance)
    findings = Findings()
    return file.path, text, base.with_file(layer, file, SourceFile(file.path, text), findings), findings


def run(number: int) -> int:
    """Carry one mutation through; give how many findings it has."""
    try:
        _, _, mutated, findings = mutate(number)
        found = through_all_stages(mutated, findings)
        as_text(found)
        assert all(re.fullmatch(r"QD\d{3}", finding.code) for finding in found)
    except Exception as error:
        raise AssertionError(f"mutation {number} fails") from error
    return len(found)


@pytest.mark.slow
def test_unaltered_games_pass_all_stages():
    for name in ("snowballs", "easyships"):
        assert as_text(through_all_stages(game(name), Findings())) == ""


@pytest.mark.slow
def test_a_few_mutations_give_findings_and_never_fail():
    found = [run(number) for number in range(FEW)]
    assert sum(1 for count in found if count) > FEW // 3


@pytest.mark.soak
@pytest.mark.parametrize("lot", range(MANY // LOT))
def test_many_mutations_give_findings_and_never_fail(lot):
    for number in range(lot * LOT, (lot + 1) * LOT):
        run(number)
