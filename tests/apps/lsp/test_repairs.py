"""What of a hint is made a repair; that a diagnostic is gone by it, `tests/language/test_codes.py` and others see."""

from __future__ import annotations

import pytest

from quarterdeck.apps.lsp.repairs import repairs_of
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.text import SourceFile, Span


def repaired(text: str, at: str, message: str, hint: str) -> list[str]:
    """Return a text with each repair of a finding."""
    file = SourceFile("a.rules", text)
    start = text.index(at)
    found = repairs_of(Finding("QD310", message, Span(file, start, start + len(at)), hint=hint))
    return [text[: one.span.start] + one.text + text[one.span.end :] for one in found]


def test_every_name_that_may_be_meant_is_a_repair():
    made = repaired("take 1 from child.wett", "wett", "there is no `wett`", "did you mean `wet` or `west`?")
    assert made == ["take 1 from child.wet", "take 1 from child.west"]


def test_of_an_address_the_part_that_is_wrong_is_changed():
    made = repaired("do throwing.trow(a)", "throwing.trow", "there is no `throwing.trow`", "did you mean `throw`?")
    assert made == ["do throwing.throw(a)"]


def test_a_way_to_round_is_added():
    hint = "write `rounded up`, `rounded down` or `rounded nearest` behind it"
    assert repaired("x = a / 2", "a / 2", "this may be a fraction", hint)[0] == "x = a / 2 rounded up"


@pytest.mark.parametrize(
    "hint",
    [
        "use it, or remove it",
        "write `amend cell cold.0-2 = ...`",
        "write `constants: {gale: ...}`, or give the constant a `start:`",
        "write `=` for numbers and `is` for anything else",
        "write `set child.mood to child.mood - 1`",
        "",
    ],
)
def test_a_hint_that_leaves_something_to_the_author_is_no_repair(hint):
    assert repaired("add 1 to child.mood", "child.mood", "only numbers can be added to", hint) == []
