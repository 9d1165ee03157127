"""Check what a ruleset tells people of the answers to its choices, and what it keeps from those who draw lots.

In: a `Checked` ruleset. Out: findings where `answers` or `never_by_lot` names a choice that there is not, an expression
means nothing where that choice is made, or whoever draws lots would have nothing else to do there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import Offsets, parse_expression
from quarterdeck.language.typing.expression_types import type_call, type_expression
from quarterdeck.language.typing.meanings import Checked, Choice

RUN = "do "
"""Before a call of a procedure: its checks are counted for each answer, as if it were done now."""
WORD = re.compile(r"[A-Za-z_]\w*")


def check_answers(checked: Checked, findings: Findings) -> None:
    """Report choices that nobody makes, and what is invalid where one is made."""
    for document, choice, heading, text in answers_of(checked.declared):
        known = called(checked, choice, document.places.key("answers", choice), findings)
        if known is None:
            continue
        offsets = document.places.offsets(text, "answers", choice, heading)
        told = text.removeprefix(RUN)
        node = parse_expression(told, document.file, partial(_behind, offsets, len(text) - len(told)), findings)
        if node is None:
            continue
        rule = checked.declared.rules.get(choice.rpartition(".")[0])
        names = {name: kind for name, kind in known.names.items() if name.isidentifier()}
        own, module = Checked(checked.declared), rule.module if rule else ""
        if not text.startswith(RUN):
            type_expression(own, findings, node, names, module, choice)
        elif not isinstance(node, nodes.Call):
            hint = "write the name of a procedure, with its inputs in parentheses"
            findings.add("QD310", f"`{told}` is not a call of a rule", node.span, hint=hint)
        elif (run := type_call(own, findings, node, names, module, choice)) and run.sort == "define":
            hint = "leave out `do`, so that its value is shown"
            findings.add("QD343", f"`{run.name}` is a value, not a procedure or effect", node.span, hint=hint)
    check_never_by_lot(checked, findings)


def _behind(offsets: Offsets, by: int, at: int) -> int:
    """Give the place in a document of what comes so many letters later."""
    return offsets(at + by)


def check_never_by_lot(checked: Checked, findings: Findings) -> None:
    """Report what is kept from those who draw lots, and cannot be; what a variant has taken away is none of it."""
    for document in checked.declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        for number, choice in enumerate(document.shape.never_by_lot):
            if checked.declared.has_lost(choice):
                continue
            place = document.places.value("never_by_lot", number)
            known = called(checked, choice, place, findings)
            if known is not None and not known.may_decline and not known.has_default:
                hint = "give the choice a `default`, or let it be declined with `or none`"
                findings.add("QD450", f"without a random answer at `{choice}`, no answer is left", place, hint=hint)


def called(checked: Checked, choice: str, place: Span, findings: Findings) -> Choice | None:
    """Give the choice of an address; that there is none is a finding."""
    known = checked.choices.get(choice)
    if known is None and choice.rpartition(".")[2] not in checked.declared.lost:
        hint = did_you_mean(choice, checked.choices, "write chapter.rule.choice")
        findings.add("QD443", f"there is no choice `{choice}`", place, hint=hint)
    return known


def answers_of(declared: Declared) -> Iterator[tuple[YamlDocument, str, str, str]]:
    """Give all that is told of answers: the document, the choice, the heading and the expression."""
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        for choice, told in document.shape.answers.items():
            yield from ((document, choice, heading, text) for heading, text in told.items())


def words_in_answers(declared: Declared) -> set[str]:
    """Give all words that stand in what is told of answers."""
    return {word for _, _, _, text in answers_of(declared) for word in WORD.findall(text)}
