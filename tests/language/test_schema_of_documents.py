"""The schema of documents takes what is read without a fault, and refuses what is not."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
from ruamel.yaml import YAML

from quarterdeck.language.documents.documents_schema import schema_of_documents

ROOT = Path(__file__).parents[2]
DOCUMENTS = [path for folder in ("starter", "tests/games") for path in sorted((ROOT / folder).rglob("*.yaml"))]
DOCUMENTS += sorted(ROOT.glob("rulesets/*/*.yaml")) + sorted(ROOT.glob("rulesets/*/variants/*/*.yaml"))
SCHEMA = schema_of_documents()


def keys_as_text(value: object) -> object:
    """Give data as an editor sees them: keys of mappings are texts."""
    if isinstance(value, dict):
        return {str(key): keys_as_text(inner) for key, inner in value.items()}
    return [keys_as_text(inner) for inner in value] if isinstance(value, list) else value


def faults(data: object) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(keys_as_text(data))]


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_it_takes_every_document_that_there_is():
    yaml = YAML(typ="safe")
    wrong = {path: found for path in DOCUMENTS if (found := faults(yaml.load(path.read_text("utf-8"))))}
    assert len(DOCUMENTS) > 50
    assert wrong == {}


@pytest.mark.parametrize(
    "data",
    [
        {"table": "t", "title": "T", "key": {"n": "1..2"}, "rowz": {}},
        {"table": "t", "title": "T", "key": {"n": "1..2"}, "rows": {}, "replaces": "maybe"},
        {"variant": "v", "extends": ["snowballs"], "title": "V"},
        {"components": "c", "kinds": {"Child": {"capacity": "many"}}},
        {"rulings": {"R": {"title": "t", "sort": "taste"}}},
        {"nothing": 1},
    ],
)
def test_it_refuses_what_no_document_may_say(data):
    assert faults(data)
