"""Check what a ruleset tells people of the answers to its choices.

In: a `Checked` ruleset. Out: findings where `answers` names a choice that there is not, or an expression means nothing
where that choice is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from quarterdeck.checks.meanings import Checked
from quarterdeck.checks.typing.expressions import type_expression
from quarterdeck.diagnostics import Findings
from quarterdeck.names.declared import Declared
from quarterdeck.syntax.from_text import parse_expression
from quarterdeck.tables import shapes
from quarterdeck.tables.document import YamlDocument

WORD = re.compile(r"[A-Za-z_]\w*")


def check_answers(checked: Checked, findings: Findings) -> None:
    """Report choices that nobody makes, and what cannot be meant where one is made."""
    for document, choice, heading, text in answers_of(checked.declared):
        known = checked.choices.get(choice)
        if known is None:
            close = get_close_matches(choice, checked.choices, 1, 0.6)
            hint = f"did you mean `{close[0]}`?" if close else "write chapter.rule.choice"
            findings.add("QD443", f"no choice is called `{choice}`", document.places.key("answers", choice), hint=hint)
            continue
        offsets = document.places.offsets(text, "answers", choice, heading)
        node = parse_expression(text, document.file, offsets, findings)
        if node is None:
            continue
        rule = checked.declared.rules.get(choice.rpartition(".")[0])
        names = {name: kind for name, kind in known.names.items() if name.isidentifier()}
        type_expression(Checked(checked.declared), findings, node, names, rule.module if rule else "", choice)


def answers_of(declared: Declared) -> Iterator[tuple[YamlDocument, str, str, str]]:
    """Give all that is told of answers: the document, the choice, the heading and the expression."""
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        for choice, told in document.shape.answers.items():
            yield from ((document, choice, heading, text) for heading, text in told.items())


def words_in_answers(declared: Declared) -> set[str]:
    """Give all words that stand in what is told of answers."""
    return {word for _, _, _, text in answers_of(declared) for word in WORD.findall(text)}
