"""A class is known by its name alone: two of one name are the same thing on two of its ways, and are listed here."""

from __future__ import annotations

import ast
from collections import defaultdict

from quarterdeck.resources import PACKAGE

ALIKE = {
    # as it is written, and as it runs
    ("program.instructions", "syntax.statements"): "Announce Create Finish Remove Repeat Reveal RollOff",
    ("program.instructions", "syntax.expressions"): "Call",
    ("program.values", "syntax.expressions"): "Dice Power",
    ("program.program", "syntax.definitions"): "Phase",
    # as a document has it or as it is written, and as it is declared
    ("names.declared", "tables.shapes"): "Enum Kind Roster Scenario Table Unit",
    ("names.declared", "program.values", "tables.shapes"): "Constant",
    ("names.declared", "syntax.definitions"): "Option Parameter",
    # as it is meant, and as it is worked out
    ("checks.meanings", "names.form", "program.values"): "Local",
    ("checks.meanings", "program.values"): "Expected",
    ("names.builtins", "program.values"): "Function",
    # as the program does it, and as it is told
    ("program.instructions", "run.happenings"): "Drawn Rolled",
    # as it is planned, and as it stands on the page
    ("rulebook.blocks", "rulebook.english.outline"): "Grid Marks Section",
    # of the source text, and of the book
    ("rulebook.english.outline", "tables.ledger"): "Passage",
    ("program.values", "rulebook.blocks", "rulebook.english.outline"): "Cell",
    ("names.declared", "rulebook.blocks"): "Row",
    # what is drawn, and what is declared, told or played
    ("drawing.shapes", "names.declared", "tables.shapes"): "Arc",
    ("drawing.shapes", "rulebook.english.gathering"): "Group",
    ("drawing.shapes", "rulebook.telling.markdown"): "Words",
    ("drawing.labels", "names.form"): "Named",
    ("battles.fighting", "drawing.charts"): "Series",
    # what plugins are offered under the plainest name
    ("hooks.offers", "syntax.statements"): "Modifier",
    ("hooks.offers", "names.declared", "rulebook.blocks"): "Page",
    ("hooks.reading", "syntax.statements"): "Setting",
    ("hooks.reading", "names.types"): "Thing",
    # different things, each at home where nobody thinks of the other
    ("examples.cases", "syntax.definitions"): "Case",
    ("names.types", "rulebook.english.outline"): "Point",
    ("run.questions", "tables.shapes"): "Question",
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
