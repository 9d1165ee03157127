"""House rules that ship: enough of them over all games, each with words, a source, examples and a question."""

from __future__ import annotations

import pytest

from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.documents import shapes
from quarterdeck.language.variants.variant_order import head_of
from quarterdeck.workspace.pipeline.folders import ruleset_names, variant_names
from quarterdeck.workspace.pipeline.locks import FILE
from quarterdeck.workspace.pipeline.variants import parse_variant

FOLDER = resources.rulesets_folder()
SHIPPED = [(game, name) for game in ruleset_names() for name in variant_names(FOLDER / game)]


def test_at_least_twenty_four_ship_over_all_games():
    assert len(SHIPPED) >= 24
    assert {game for game, _ in SHIPPED} == set(ruleset_names())


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_house_rule_has_words_a_source_examples_and_a_question(game, name):
    findings = Findings()
    folder = FOLDER / game / "variants" / name
    pieces = parse_variant(folder, findings)
    assert not findings
    assert pieces.head is not None
    head = head_of(pieces.head)
    assert head.note
    assert head.source is not None
    sorts = {type(document.shape) for document in pieces.others}
    assert {shapes.Examples, shapes.Questions} <= sorts
    assert (folder / FILE).is_file()
