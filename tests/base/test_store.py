"""The store takes what it knows while all that it rests on is as it was, and works out the rest again."""

from dataclasses import dataclass
from functools import partial

import pytest

from quarterdeck.base.queries import NOW, Query, QueryStore


@dataclass(frozen=True)
class Said:
    text: str

    def says_as(self, other: "Said") -> bool:
        return self.text.split("@")[0] == other.text.split("@")[0]


class Lengths:
    """Texts by name; what is worked out of one is its length with those of the texts that it names in brackets."""

    def __init__(self, **texts: str) -> None:
        self.texts = texts
        self.store = QueryStore()

    def answer(self, question: tuple[str, ...]) -> object:
        return len(self.texts.get(question[1], ""))

    def length(self, name: str) -> int:
        found = len(self.texts[name])
        for other in self.texts[name].split():
            if other.startswith("["):
                self.store.ask(("length", other.strip("[]")))
                found += len(self.texts.get(other.strip("[]"), ""))
        return found

    def query(self, name: str, text: str) -> Query[int]:
        return Query("sum", name, Said(text), partial(self.length, name), lambda _, known: known)

    def revise(self, **texts: str) -> tuple[dict[str, int], list[str]]:
        """Change texts; give all results, and the names of those that were worked out."""
        self.texts |= texts
        self.store.begin()
        self.store.answered_by("length", self.answer)
        results = {name: self.store.result(self.query(name, text)) for name, text in self.texts.items()}
        return results, [name for _, name in self.store.done]


def test_what_is_as_it_was_is_not_worked_out_again():
    lengths = Lengths(one="a [two]", two="bb", three="ccc")
    assert lengths.revise() == ({"one": 9, "two": 2, "three": 3}, ["one", "two", "three"])
    assert lengths.revise() == ({"one": 9, "two": 2, "three": 3}, [])
    assert lengths.store.reused["sum"] == 3


def test_what_asks_about_a_change_is_worked_out_again_and_nothing_else():
    lengths = Lengths(one="a [two]", two="bb", three="ccc")
    lengths.revise()
    assert lengths.revise(two="bbbb") == ({"one": 11, "two": 4, "three": 3}, ["one", "two"])


def test_a_change_that_leaves_the_answer_as_it_was_goes_no_further():
    lengths = Lengths(one="a [two]", two="bb", three="[one]")
    lengths.revise()
    assert lengths.revise(two="cc")[1] == ["two"]


def test_an_answer_that_becomes_again_what_it_was_counts_as_changed_where_it_was_asked_in_between():
    lengths = Lengths(one="a [two]", two="bb")
    lengths.revise()
    assert lengths.revise(two="bbb")[1] == ["one", "two"]
    assert lengths.revise(two="bb") == ({"one": 9, "two": 2}, ["one", "two"])


def test_something_that_comes_to_be_answers_a_question_that_had_no_answer():
    lengths = Lengths(one="a [two]")
    assert lengths.revise()[0] == {"one": 7}
    assert lengths.revise(two="bb") == ({"one": 9, "two": 2}, ["one", "two"])


def test_who_says_the_same_elsewhere_is_given_what_was_moved():
    store, moves = QueryStore(), []

    def moved(old: Said, known: str) -> str | None:
        moves.append(old.text)
        return None if known == "stuck" else f"{known}, moved"

    def ask(text: str, gives: str) -> str:
        store.begin()
        return store.result(Query("place", "x", Said(text), lambda: gives, moved))

    assert ask("a@1", "worked out") == "worked out"
    assert ask("a@2", "worked out again") == "worked out, moved"
    assert ask("b@2", "stuck") == "stuck"
    assert ask("b@3", "worked out because it could not be moved") == "worked out because it could not be moved"
    assert moves == ["a@1", "b@2"]


def test_who_asks_what_is_now_is_worked_out_in_each_revision():
    store, times = QueryStore(), []

    def work() -> int:
        store.ask(NOW)
        times.append(1)
        return len(times)

    for _ in range(3):
        store.begin()
        found = store.result(Query("now", "x", Said(""), work, lambda _, known: known))
    assert found == 3


def test_what_nobody_asked_for_in_a_revision_is_forgotten():
    lengths = Lengths(one="a", two="bb")
    lengths.revise()
    del lengths.texts["two"]
    lengths.revise()
    assert lengths.revise(two="bb") == ({"one": 1, "two": 2}, ["two"])


def test_a_question_that_nobody_answers_is_a_fault_of_the_interpreter():
    store = QueryStore()
    store.begin()
    with pytest.raises(KeyError):
        store.result(Query("sum", "x", Said(""), lambda: store.ask(("nobody", "x")), lambda _, known: known))
