"""Whatever a text is made into by small mistakes, the stages give findings and never fail.

Files of the small game and of EasyShips are altered at random: tokens, lines, signs, numbers, indentation and keys are
taken out, doubled, exchanged or overwritten. What can still be read goes on through declaring, checking, building,
generating, counting's program, setting up the scenarios, and the worked examples. A mutation is known by its number.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from quarterdeck import resources
from quarterdeck.api import Ruleset
from quarterdeck.diagnostics import Finding, Findings
from quarterdeck.diagnostics.printer import as_text
from quarterdeck.emit.counting import counting_module
from quarterdeck.examples.bench import Bench
from quarterdeck.examples.cases import cases_of
from quarterdeck.passes.cut import cut
from quarterdeck.pipeline.folders import read_layer
from quarterdeck.pipeline.loaded import Loaded, ParsedLayer
from quarterdeck.pipeline.stages import check, check_result, declare, lay_variants
from quarterdeck.pipeline.variants import parse_layer
from quarterdeck.source import SourceFile
from quarterdeck.syntax.from_text import parse_file
from quarterdeck.syntax.printer import format_file
from quarterdeck.tables.from_yaml import parse_document

SNOWBALLS = Path(__file__).parents[1] / "games" / "snowballs"
FEW, MANY, LOT = 40, 10_000, 100
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\w+|[^\w\s]+|[ \t]+|\n')
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
NUMBERS = ["0", "1", "-1", "7", "99", "1000001", "99999999999999999999", "1.5", "0.001", "..", "1..0"]
SIGNS = "()[]{}:,.=<>+-*/%\"'#|&!?@~^`\\\t\n \u00a0\u2019\u00e9\u4e2d\x00ax0_"
WORDS = (
    "none yes no if otherwise when for each in where to from by game side original before due allowed count any every "
    "sum first all least greatest stop finish d6 hex boolean number dice list of or and not is natural total rules "
    "phase step turn null true ~ - & * << !!str"
).split()


# --- mutations: each takes a text and gives another


def tokens_of(text: str) -> list[str]:
    return TOKEN.findall(text)


def alter_token(text: str, chance: random.Random) -> str:
    parts = tokens_of(text)
    solid = [index for index, part in enumerate(parts) if part.strip()]
    if not solid:
        return text
    at, other = chance.choice(solid), chance.choice(solid)
    match chance.randrange(5):
        case 0:
            parts[at] = ""
        case 1:
            parts[at] += " " + parts[at]
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts[at] = parts[other]
        case _:
            parts[at] = chance.choice(WORDS)
    return "".join(parts)


def alter_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = " " * chance.choice([1, 2, 4, 8]) + lines[at]
        case 4:
            lines[at] = lines[at][chance.choice([1, 2, 4]) :]
        case _:
            lines.insert(at, lines.pop(other))
    return "\n".join(lines)


def alter_sign(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    match chance.randrange(3):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + chance.choice(SIGNS) + text[at:]
        case _:
            return text[:at] + chance.choice(SIGNS) + text[at + 1 :]


def alter_number(text: str, chance: random.Random) -> str:
    places = list(NUMBER.finditer(text))
    if not places:
        return alter_token(text, chance)
    match = chance.choice(places)
    return text[: match.start()] + chance.choice(NUMBERS) + text[match.end() :]


def cut_off(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] if chance.randrange(2) else text[at:]


def nest(text: str, chance: random.Random) -> str:
    places = [match.start() for match in re.finditer(r"\b\w", text)]
    at = chance.choice(places or [0])
    sign, end = chance.choice([("(", ")"), ("[", "]"), ("{", "}"), ("not ", ""), ("-", ""), ("list of ", "")])
    depth = chance.choice([1, 3, 400])
    return text[:at] + sign * depth + text[at] + end * depth + text[at + 1 :] if text else text


ALTERATIONS: list[tuple[Callable[[str, random.Random], str], int]] = [
    (alter_token, 10),
    (alter_line, 6),
    (alter_sign, 6),
    (alter_number, 4),
    (nest, 1),
    (cut_off, 1),
]


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
    counting_module(cut(built.shortened)).functions()
    for name in ruleset.declared.scenarios:
        ruleset.scenario(name, findings)
    bench = Bench(ruleset)
    for case in cases_of(ruleset.declared) if ruleset.name == "snowballs" else ():
        findings.extend(bench.run(case).findings)


def mutate(number: int) -> tuple[str, str, Game, Findings]:
    """Give mutation `number`: which file it alters, its new text, and the game with it."""
    chance = random.Random(number)
    base = game("easyships" if number % 4 == 3 else "snowballs")
    layer, file = chance.choice(base.files)
    text = file.text
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        [alter] = chance.choices([a for a, _ in ALTERATIONS], [weight for _, weight in ALTERATIONS])
        text = alter(text, chance)
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


def test_unaltered_games_pass_all_stages():
    for name in ("snowballs", "easyships"):
        assert as_text(through_all_stages(game(name), Findings())) == ""


def test_a_few_mutations_give_findings_and_never_fail():
    found = [run(number) for number in range(FEW)]
    assert sum(1 for count in found if count) > FEW // 3


@pytest.mark.soak
@pytest.mark.parametrize("lot", range(MANY // LOT))
def test_many_mutations_give_findings_and_never_fail(lot):
    for number in range(lot * LOT, (lot + 1) * LOT):
        run(number)
