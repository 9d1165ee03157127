"""Find things that players cannot tell apart, because the book calls both by the same words.

In: a checked ruleset. Out: findings at the later of two, which name the place of the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import Span
from quarterdeck.language.checks.facts import alike
from quarterdeck.language.declarations.symbol_table import Declared, Table
from quarterdeck.language.typing.meanings import Checked

Described = tuple[str, str, str, Span]
"""The group in which words must differ, what has the words, the words, and their place."""


def check_same_words(checked: Checked, findings: Findings) -> None:
    """Report fields, members, rules of a chapter, tables and sides whose words another one has already."""
    declared = checked.declared
    if declared.conditions:
        return  # what a variant changes in some games stands beside what it was
    first: dict[tuple[str, str], Described] = {}
    for one in described(declared):
        among, what, words, span = one
        before = first.setdefault((among, words.casefold()), one)
        if before is not one and not findings.is_at(span):
            findings.add(
                "QD432",
                f"{what} has the same words as {before[1]}: `{words}`",
                span,
                labels=[Label(before[3], "the first is here")],
                hint="give one of them other words: readers of the book see nothing else",
            )


def described(declared: Declared) -> Iterator[Described]:
    """Give what the book calls by its words alone, in the order of the text."""
    for kind in declared.kinds.values():
        for field in kind.fields.values():
            yield f"fields of {kind.name}", f"`{kind.name}.{field.name}`", field.words, field.span
    for enum in declared.enums.values():
        for member, words in enum.words.items():
            yield f"members of {enum.name}", f"`{member}`", words, enum.span
    titled: dict[str, list[Table]] = {}
    for table in declared.tables.values():
        earlier = titled.setdefault(table.title.casefold(), [])
        if not any(alike(one, table) for one in earlier):  # else it is printed twice, and QD431 compares the rows
            yield "tables", f"the table `{table.name}`", table.title, table.document.places.value("title")
        earlier.append(table)
    for address, rule in declared.rules.items():
        if rule.node.phrase is not None and rule.by_condition is None and rule.stands_alone:
            yield f"{rule.sort} of {rule.module}", f"`{address}`", rule.node.phrase.text, rule.node.phrase.span
    for name, scenario in declared.scenarios.items():
        for side, shape in scenario.shape.sides.items():
            place = scenario.document.places.key("sides", side)
            yield f"sides of {name}", f"the side `{side}`", shape.title, place
