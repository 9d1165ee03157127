"""What reads a document at once takes the same documents as the models that say what is wrong, for the same shapes."""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.documents.fitting import fitted
from quarterdeck.language.documents.models import checked, models
from quarterdeck.language.documents.shape import Shape
from quarterdeck.language.documents.shapes import DOCUMENTS
from quarterdeck.language.documents.yaml import read_yaml

pytestmark = pytest.mark.no_cover

GAMES = Path(__file__).parents[2] / "games"
SCALARS = st.one_of(
    st.sampled_from(
        [None, True, False, 0, -1, 1, 1000, 1001, 10**30, "", "yes", "no", "rising", "hex", "none", "\ud800"]
    ),
    st.integers(),
    st.text(max_size=5),
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3),
    max_leaves=5,
)


@cache
def documents() -> tuple[tuple[type[Shape], Any], ...]:
    found = []
    for path in sorted([*resources.rulesets_folder().rglob("*.yaml"), *GAMES.rglob("*.yaml")]):
        data, _ = read_yaml(SourceFile(path.name, path.read_text("utf-8")), Findings())
        found += [(DOCUMENTS[sort], data) for sort in data if sort in DOCUMENTS][:1] if isinstance(data, dict) else []
    return tuple(found)


def by_model(shape: type[Shape], data: Any) -> Shape | None:
    try:
        return checked(models()[shape.__name__], data)
    except ValidationError:
        return None


def is_same(one: Any, other: Any) -> bool:
    """Tell whether values say the same, in the same order, and shapes were told the same."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Shape):
        return one.model_fields_set == other.model_fields_set and is_same(vars(one), vars(other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Give all places in plain data, as what holds them and the key or number there."""
    found: list[tuple[Any, Any]] = []
    keys: Any = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        found.append((data, key))
        found += places(data[key])
    return found


def test_every_document_that_ships_fits_at_once():
    assert len(documents()) > 200
    for shape, data in documents():
        assert is_same(fitted(shape, data), by_model(shape, data))
        assert fitted(shape, data) is not None


@pytest.mark.slow
@given(st.data())
def test_changed_documents_fit_where_the_models_take_them(given):
    shape, data = given.draw(st.sampled_from(documents()))
    data = deepcopy(data)
    for _ in range(given.draw(st.integers(1, 2))):
        holder, key = given.draw(st.sampled_from(places(data) or [({"": data}, "")]))
        match given.draw(st.sampled_from(["replace", "remove", "add", "wrap"])):
            case "replace":
                holder[key] = given.draw(PLAIN)
            case "wrap":
                holder[key] = [holder[key]]
            case "add" if isinstance(holder, dict):
                holder[given.draw(st.sampled_from(["abc", "note", "source", "fields"]))] = given.draw(PLAIN)
            case "remove" if isinstance(holder, dict):
                del holder[key]
    assert is_same(fitted(shape, data), by_model(shape, data))


def test_what_does_not_fit_is_nothing():
    taken = [fitted(shape, data) is not None for shape, one in documents() for data in ([one], {**one, "abc": 1}, {})]
    assert not any(taken)
