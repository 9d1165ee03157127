"""A class is known by its name alone: two of one name are the same thing on two of its ways, and are listed here."""

from __future__ import annotations

import ast
from collections import defaultdict

import pytest

from quarterdeck.base.resources import PACKAGE

pytestmark = pytest.mark.no_cover

ALIKE = {
    # as it is written, and as it runs
    ("language.syntax.statements", "program.form.instructions"): "Announce Create Finish Remove Repeat Reveal RollOff",
    ("language.syntax.expressions", "program.form.instructions"): "Call",
    ("language.syntax.expressions", "program.form.values"): "Dice Power",
    ("language.syntax.definitions", "program.form.program"): "Phase",
    # as a document has it or as it is written, and as it is declared
    ("language.declarations.symbol_table", "language.documents.ruleset_shapes"): "Enum Kind Roster Scenario Table Unit",
    ("language.declarations.symbol_table", "language.documents.ruleset_shapes", "program.form.values"): "Constant",
    ("language.declarations.symbol_table", "language.syntax.definitions"): "Option Parameter",
    # as it is meant, and as it is worked out
    ("language.meaning.canonical_form", "language.typing.meanings", "program.form.values"): "Local",
    ("language.typing.meanings", "program.form.values"): "Expected",
    # as the program does it, and as it is told
    ("engine.run.happenings", "program.form.instructions"): "Drawn Rolled",
    # of the source text, and of the book
    ("program.form.values", "prose.text.blocks"): "Cell",
    # what is drawn, and what is declared, told or played
    ("language.declarations.symbol_table", "language.documents.ruleset_shapes", "print.drawing.shapes"): "Arc",
    ("print.drawing.shapes", "prose.english.gathering"): "Group",
    ("print.drawing.shapes", "prose.overrides.markdown"): "Words",
    ("language.meaning.canonical_form", "print.drawing.labels"): "Named",
    ("analysis.battles.fighting", "print.drawing.charts"): "Series",
    # what plugins are offered under the plainest name
    ("engine.plugins.offers", "language.syntax.statements"): "Modifier",
    ("engine.plugins.offers", "language.declarations.builtins", "program.form.values"): "Function",
    ("apps.terminal.session", "engine.plugins.offers"): "Seat",
    ("engine.plugins.plugin_seats", "language.typing.meanings"): "Choice",
    ("analysis.trial.requests", "engine.plugins.plugin_seats"): "Answer",
    ("engine.plugins.offers", "language.declarations.symbol_table", "prose.text.blocks"): "Page",
    ("engine.plugins.reading", "language.syntax.statements"): "Setting",
    ("engine.plugins.reading", "language.declarations.types"): "Thing",
    # different things, each at home where nobody thinks of the other
    ("analysis.trial.cases", "language.syntax.definitions"): "Case",
    ("language.declarations.types", "prose.text.blocks"): "Point",
    ("engine.run.questions", "language.documents.ruleset_shapes"): "Question",
}
"""By the modules in which they stand, the names that several classes have."""


def test_a_class_has_a_name_of_its_own_or_is_known_to_share_it():
    modules = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        where = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                modules[node.name].add(where)
    shared = {name: tuple(sorted(found)) for name, found in modules.items() if len(found) > 1}
    assert shared == {name: found for found, names in ALIKE.items() for name in names.split()}
