"""What the cache holds are values and nothing that runs; what was packed is the same again."""

from __future__ import annotations

import json
import pickle
import sys
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

import pytest

from quarterdeck.base.cache.packed import DIGEST, MARK, BrokenError, UnkeepableError, _is_kept, pack, unpack
from quarterdeck.base.queries import QueryStore
from quarterdeck.base.resources import PACKAGE
from quarterdeck.base.text import NOWHERE, Span
from quarterdeck.language.declarations import types
from quarterdeck.language.documents import shapes
from quarterdeck.language.meaning.fingerprint import forms_of
from quarterdeck.language.syntax import nodes
from quarterdeck.workspace.pipeline.stages import load

GAMES = sorted(path.parent for path in (Path(__file__).parents[1] / "games").rglob("ruleset.yaml"))

VALUES = [
    None, True, 1, 0, False, 1.5, "", "words “in” quotes", 2**70, -3,
    (), ((), ("a", (1, 2))), [], [[], [1]], {}, {"a": {(1, "b"): [None]}}, {1, 2}, {True: 1, "1": 2},
    frozenset({"a", "b"}), (frozenset({("a", 1)}), "after it"), ([1], {"in": ("a", "tuple")}),
    Fraction(1, 3), Path("a/b"), types.Number(0, Fraction(5, 2), 2, unit="paces"),
    {types.Thing("Child"): [types.BOOLEAN]}, shapes.Source(place="page three"), NOWHERE,
]  # fmt: skip


def sealed(data: object) -> bytes:
    """Give the bytes of plain data that nobody packed, with their hash."""
    body = json.dumps(data).encode()
    return blake2b(body, digest_size=DIGEST).digest() + body


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_values_come_back_as_they_were(value):
    found = unpack(pack(value))
    assert found == value
    assert type(found) is type(value)
    assert repr(found) == repr(value) or isinstance(value, frozenset)  # which is told in any order


def test_what_is_one_is_one_again_and_keys_are_found_by_it():
    node = nodes.Plus(NOWHERE, nodes.Yes(NOWHERE), nodes.No(NOWHERE))
    found, by_node, again = unpack(pack((node, {node: "this", node.left: "that"}, [node])))
    assert found is again[0]
    assert (by_node[found], by_node[found.left]) == ("this", "that")
    assert found.left.span is found.span


def test_models_know_what_they_were_given():
    found = unpack(pack(shapes.Source(place="page three")))
    assert found.specified == ("place",)
    assert found.as_data() == shapes.Source(place="page three").as_data()


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_whole_ruleset_comes_back(folder):
    loaded = load(str(folder))
    found = unpack(pack(loaded))
    assert pack(found) == pack(loaded)
    assert loaded.declared
    assert loaded.checked
    assert forms_of(found.declared) == forms_of(loaded.declared)
    assert list(found.checked.types.values()) == list(loaded.checked.types.values())
    kept = {node for rule in found.declared.rules.values() for node in rule.node.walk()}
    assert len(kept & found.checked.types.keys()) == len(
        {node for rule in loaded.declared.rules.values() for node in rule.node.walk()} & loaded.checked.types.keys()
    )
    for ours, theirs in zip(found.declared.documents, loaded.declared.documents, strict=True):
        for part in ("values", "keys", "plain"):
            assert getattr(ours.places, part) == getattr(theirs.places, part)


@pytest.mark.parametrize("value", [len, lambda: 0, object(), [{"in": Path.cwd}], frozenset({NOWHERE}), b"bytes"])
def test_what_could_run_is_not_kept(value):
    with pytest.raises(UnkeepableError):
        pack(value)


def test_every_change_of_the_bytes_is_seen():
    data = pack({"a": (1, 2)})
    for at in range(len(data)):
        with pytest.raises(BrokenError):
            unpack(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with pytest.raises(BrokenError):
        unpack(data[:-1])
    with pytest.raises(BrokenError):
        unpack(b"")


KEPT_IN_CACHE = True  # a mark that counts for nothing outside the package


@dataclass(frozen=True)
class Outsider:
    """A record of a module that is not in the package."""


class Tempting:
    """What would run if somebody unpickled it."""

    ran = False

    def __reduce__(self):
        return (exec, ("from tests.base.test_packed import Tempting; Tempting.ran = True",))


def test_a_pickle_is_not_run():
    data = pickle.dumps(Tempting())
    for bait in (data, blake2b(data, digest_size=DIGEST).digest() + data):
        with pytest.raises(BrokenError):
            unpack(bait)
    assert not Tempting.ran


EMPTY: dict[str, object] = {
    "shared": 0,
    "root": 0,
    **{key: [] for key in ["fraction", "path", "classes", "list", "set", "dict", "frozen", "fixed"]},
    "plain": ["first"],
}


def test_what_is_sealed_here_is_unpacked():
    names = [*Span.__match_args__]
    spans = ["quarterdeck.base.text", "Span", 1, names, [[0]] * len(names)]
    assert unpack(sealed(EMPTY)) == "first"
    assert type(unpack(sealed({**EMPTY, "classes": [spans], "root": 1}))) is Span


@pytest.mark.parametrize(
    "told",
    [
        {"classes": [["os", "system", 1, [], []]]},
        {"classes": [["subprocess", "Popen", 1, [], []]]},
        {"classes": [["quarterdeck.base.text", "read", 1, [], []]]},
        {"classes": [["quarterdeck.base.text", "Path", 1, [], []]]},
        {"classes": [["quarterdeck.base.text", "Span", 1, ["file"], [[0]]]]},
        {"classes": [["quarterdeck.base.text", "UnreadableError", 1, [], []]]},
        {"classes": [["quarterdeck.base.queries", "_Answer", 1, ["value", "changed", "checked"], [[0], [0], [0]]]]},
        {"classes": [[__name__, "Outsider", 1, [], []]]},
        {"classes": [["quarterdeck.", "Span", 1, [], []]]},
        {"classes": [["quarterdeck../base/text", "Span", 1, [], []]]},
        {"fixed": [[1]]},
        {"fixed": [[7]]},
    ],
)
def test_only_classes_of_values_are_made_even_from_well_sealed_bytes(told):
    with pytest.raises(BrokenError):
        unpack(sealed({**EMPTY, **told}))


def test_nothing_outside_the_package_is_imported_for_an_entry():
    for name in ("this", "quarterdeck_this", "quarterdeck.this"):
        with pytest.raises(BrokenError):
            unpack(sealed({**EMPTY, "classes": [[name, "Any", 1, [], []]]}))
    assert "this" not in sys.modules


def test_a_class_is_not_kept_unless_its_module_in_the_package_says_so():
    for value in (Outsider(), QueryStore()):
        with pytest.raises(UnkeepableError):
            pack(value)


MARKED = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in PACKAGE.rglob("*.py")
    if f"\n{MARK} = True\n" in path.read_text("utf-8")
)


@pytest.mark.parametrize("module", MARKED)
def test_every_module_that_is_marked_has_classes_of_which_values_are_kept(module):
    classes = [one for one in vars(import_module(module)).values() if isinstance(one, type) and _is_kept(one)]
    assert [one for one in classes if one.__module__ == module]
