"""Each code has a page, each page's bad piece raises its code and no other, and its good piece raises nothing.

The pieces are laid over the ruleset in `base/`. A piece under `variants/NAME/` is a variant, which is laid over too;
scenarios are set up, and examples are given to their rules. What an editor offers as a repair of a bad piece is made.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.comparison_data import faults_of_comparison
from quarterdeck.analysis.trial.data_faults import looked_through
from quarterdeck.api import Ruleset
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base import resources
from quarterdeck.base.findings import codes
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.text import NOWHERE
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.odds.uncounted_pools import uncounted_pools
from quarterdeck.engine.plugins import registry
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.documents import shapes
from quarterdeck.print.pictures.gallery import faults_of_pictures
from quarterdeck.print.probes.counting import faults_of_probes
from quarterdeck.prose.english.duties import missing_words
from quarterdeck.prose.languages.installed_languages import book_languages
from quarterdeck.prose.overrides.override_faults import faults_of_tellings, not_for_release
from quarterdeck.prose.overrides.pins import FILE as PINS
from quarterdeck.prose.overrides.spelling_faults import mixed_spelling
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.stages import load
from tests.apps.lsp.repairing import check_repairs
from tests.languages import FOLDERS
from tests.plugged import install_plugin

BASE = Path(__file__).parent / "base"
SOURCES = resources.PACKAGE
PAGE = re.compile(
    r"\A# QD\d{3}: \S[^\n]*\n\n.+?\n## Bad\n(?P<bad>.+)\n## Good\n(?P<good>.+)\n## Fix\n\n\S[^\n]*\n\Z",
    re.DOTALL,
)
BLOCK = re.compile(r"^```(rules|yaml|csv|link|python)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
UNUSED = {"QD421", "QD425"}  # what a piece declares is used by nobody, or the turn of a piece leaves out what is there
PRINTED = {"QD708"}  # what a piece declares is found on paper alone: see tests/print/book/test_overlaps.py
WORDLESS = "QD701"  # what a piece declares has no phrase


def raised_in_sources() -> set[str]:
    told = [path for folder in (SOURCES, *FOLDERS.values()) for path in folder.rglob("*.py")]
    told = [*told, resources.grammar_folder() / "faults.yaml"]
    return {code for path in told for code in re.findall(r"\bQD\d{3}\b", path.read_text("utf-8"))}


def lay_over(folder: Path, blocks: str) -> Path:
    """Copy the base ruleset, and put the pieces of a page into it."""
    game = folder / "game"
    shutil.copytree(BASE, game)
    pieces = BLOCK.findall(blocks)
    assert pieces, "the section has no piece of rules"
    for sort, name, text in pieces:
        path = game / (name or "rules/piece.rules")
        assert name or sort == "rules", "a piece of YAML needs a file name"
        bare = sort == "rules" and not name and not text.startswith("rules")
        header = 'rules piece "Piece" cites "page three"\n' if bare else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        if sort == "link":
            path.symlink_to(text.strip())
        elif sort == "python":
            install_plugin(folder / "site", path.stem, text)
        else:
            path.write_text(header + text, "utf-8")
    return game


@pytest.fixture(autouse=True)
def none_but_its_own_plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the plugins that a page has brought."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    registry.manager_of.cache_clear()


def loaded(game: Path) -> Loaded:
    """Load a ruleset with all its variants laid over it."""
    return load("+".join([str(game), *(head.parent.name for head in sorted(game.glob("variants/*/variant.yaml")))]))


def found_in(game: Path) -> Findings:
    """Load a ruleset with its variants; where it is sound, set up its scenarios and its examples."""
    ruleset = Ruleset(loaded(game))
    if not codes_of(ruleset.findings) <= UNUSED:
        return ruleset.findings
    findings = Findings()
    for name in ruleset.declared.scenarios:
        built, situation = ruleset.scenario(name, findings)
        if not findings:
            findings.extend(found_in_play(built, situation))
    voids = [*looked_through(ruleset).voids, *ruleset.loaded.voids] if ruleset.loaded.variants else []
    findings.extend(voids)
    for document in ruleset.declared.of_sort("example"):
        example, place = document.shape, document.places.value
        assert isinstance(example, shapes.Example)
        if document.file in {note.span.file for note in voids}:
            continue
        if ruleset.declared.has_lost(f"examples.{example.example}"):
            continue
        built = ruleset.built(findings, example.options, example.constants)
        rosters = ruleset.rosters(built)
        situation = situation_of(built.program, rosters, example.things, example.given, findings, place)
        inputs_of(built.program, example.of, situation, rosters, example.given, findings, place)
    if any(ruleset.declared.of_sort("comparison")):
        findings.extend(faults_of_comparison(ruleset))
    findings.extend(ruleset.findings)
    findings.extend(finding for book in ruleset.books.values() for finding in book.findings)
    findings.extend(missing_words(ruleset.checked))
    findings.extend(mixed_spelling(ruleset))
    findings.extend(faults_of_tellings(ruleset.checked))
    findings.extend(fault for language in book_languages() for fault in language.check(ruleset.checked))
    findings.extend(faults_of_pictures(ruleset))
    findings.extend(uncounted_pools(ruleset.built(findings).program))
    findings.extend(faults_of_probes(ruleset))
    if (game / PINS).is_file():
        findings.extend(not_for_release(ruleset.checked, ruleset.loaded.layers))
    return findings


def found_in_play(built: Built, situation: Situation) -> list[Finding]:
    """Play between random bots; give what the rules do not say."""
    deciders = {side: RandomDecider(side) for side in situation.things.values()}
    dice = SeededDice(1, [site.address for site in built.program.sites])
    try:
        play(built.module(), Context(built.program, situation, dice, deciders))
    except RulesFaultError as error:
        return [Finding("QD698", str(error), NOWHERE)]
    return []


def codes_of(findings: Findings) -> set[str]:
    return {finding.code for finding in findings}


def section(code: str, name: str) -> str:
    match = PAGE.match(codes.page(code))
    assert match, "the page has not the form of a page"
    return match[name]


@pytest.fixture(params=sorted(path.stem for path in codes.PAGES.glob("*.md")))
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_base_ruleset_has_no_findings():
    assert as_text(load(str(BASE)).findings) == ""


def test_every_code_has_a_page_and_every_page_a_code():
    assert sorted(codes.titles()) == sorted(raised_in_sources())


def test_codes_without_a_page_are_unknown():
    with pytest.raises(KeyError):
        codes.page("QD999x")


def test_the_bad_piece_of_a_page_raises_its_code_and_no_other(code, tmp_path):
    game = lay_over(tmp_path, section(code, "bad"))
    findings = found_in(game)
    assert code in {*codes_of(findings), *PRINTED}, as_text(findings) or "nothing is found"
    assert codes_of(findings) <= {code, WORDLESS, *UNUSED}, as_text(findings)
    check_repairs(game, findings, found_in)


def test_the_good_piece_of_a_page_raises_nothing(code, tmp_path):
    findings = found_in(lay_over(tmp_path, section(code, "good")))
    assert codes_of(findings) <= ({WORDLESS, *UNUSED} - {code}), as_text(findings)
