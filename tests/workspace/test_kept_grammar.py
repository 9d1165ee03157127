"""The parser that comes from the cache is the one that Lark made, and is made again when it is not there."""

from pathlib import Path

import pytest
from lark import Lark, Tree, UnexpectedInput

from quarterdeck.base.cache.packed import pack, unpack
from quarterdeck.language.syntax import grammar

RULES = sorted((Path(__file__).parents[2] / "rulesets").rglob("*.rules"))
BROKEN = ["define = 3\n", "define a = (3\n", 'procedure p "P" cites "c"\n    set settle\n', "a + * 2", "a ? b"]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    grammar.grammar.cache_clear()
    yield tmp_path / "cache" / "grammar"
    grammar.grammar.cache_clear()


@pytest.fixture
def made(monkeypatch):
    """Give the parsers that Lark makes from the text of a grammar."""
    found: list[str] = []
    make = Lark.__init__

    def counted(self, text, **options):
        found.append(text)
        make(self, text, **options)

    monkeypatch.setattr(Lark, "__init__", counted)
    return found


def made_anew():
    grammar.grammar.cache_clear()
    return grammar.grammar()


def tree_or_fault(parser, text):
    """Give what a parser makes of a text, or what it says of it."""
    try:
        return parser.parse(text, start="unit")
    except UnexpectedInput as error:
        return type(error), str(error)


def test_a_process_that_finds_the_tables_makes_none(cache, made):
    first, second = made_anew(), made_anew()
    assert second is not first
    assert len(made) == 1
    assert len(list(cache.iterdir())) == 1


def test_a_parser_from_the_cache_reads_and_refuses_alike(cache):
    first, second = made_anew(), made_anew()
    assert first.rules == second.rules
    assert [str(vars(one)) for one in first.terminals] == [str(vars(one)) for one in second.terminals]
    texts = [f"{chunk}\n" for path in RULES for chunk in path.read_text("utf-8").split("\n\n")][:60] + BROKEN
    read = [tree_or_fault(first, text) for text in texts]
    assert read == [tree_or_fault(second, text) for text in texts]
    assert {type(one) for one in read} >= {Tree, tuple}


def test_what_is_kept_is_plain_data(cache):
    tables = grammar.tables_of(made_anew())
    assert unpack(pack(tables)) == tables


@pytest.mark.parametrize("damage", [b"", b"nothing that was ever written here"])
def test_tables_that_are_not_as_they_were_written_are_made_again(cache, made, damage):
    made_anew()
    (entry,) = cache.iterdir()
    entry.write_bytes(damage)
    made_anew()
    assert len(made) == 2


def test_another_grammar_is_another_entry():
    assert grammar.entry("a") != grammar.entry("b")
