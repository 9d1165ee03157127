"""What YAML documents may say: all shapes under one name, `shapes.Table` or `shapes.Roster`, and sorts of documents."""

from __future__ import annotations

from quarterdeck.language.documents.book_shapes import *
from quarterdeck.language.documents.comparison_shapes import *
from quarterdeck.language.documents.ruleset_shapes import *
from quarterdeck.language.documents.shape import Shape

DOCUMENTS: dict[str, type[Shape]] = {
    "ruleset": RulesetHead,
    "components": Components,
    "table": Table,
    "table_by_condition": TableByCondition,
    "rulings": Rulings,
    "roster": Roster,
    "scenario": Scenario,
    "example": Example,
    "examples": Examples,
    "questions": Questions,
    "ledger": Ledger,
    "comparison": ComparisonDocument,
    "told": ToldDocument,
    "pictures": Pictures,
    "words": WordsDocument,
    "variant": VariantHead,
}
