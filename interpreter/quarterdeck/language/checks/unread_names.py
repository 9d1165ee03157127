"""Check that what a rule names is read: rolls, choices, values, tallies.

In: a `Checked` ruleset without errors. Out: findings. A name is known in the rest of its block, so it may be read
there. Advice that expects something of a rule may read its rolls, and questions and measures may read any name. Rules
that stand apart are left out: players may ask for any of their names. So is a roll-off: it puts the sides in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.checks.calls import Home, calls_of
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.statement_changes import all_targets
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

NAMING = nodes.Let | nodes.LetResult | nodes.Tally | nodes.Roll | nodes.Check | nodes.Choose
SORTS = {nodes.Let: "value", nodes.LetResult: "result", nodes.Tally: "tally", nodes.Choose: "choice"}


def check_unread_names(checked: Checked, findings: Findings) -> None:
    """Find names in rules that nothing reads."""
    asked = names_asked(checked)
    for home in calls_of(checked).homes:
        if (home.rule is not None and home.rule.apart) or (home.table is not None and home.table.apart):
            continue
        for block in blocks_in(home):
            for place, statement in enumerate(block):
                if not isinstance(statement, NAMING) or statement.name.text in asked:
                    continue
                if isinstance(statement, nodes.Choose) and has_effect(statement):
                    continue
                name = statement.name.text
                if not any(reads(checked, following, name) for following in block[place + 1 :]):
                    sort = SORTS.get(type(statement), "roll")
                    findings.add(
                        "QD429",
                        f"nothing reads the {sort} `{name}`",
                        statement.name.span,
                        hint="use it, or remove it",
                        rule=home.address,
                    )


def blocks_in(home: Home) -> Iterator[tuple[nodes.Node, ...]]:
    """Give every block of statements of a home."""
    if home.statements:
        yield home.statements
    for part in (*home.parts, *home.statements):
        for node in part.walk():
            block = getattr(node, "block", None)
            if block:
                yield block


def has_effect(choice: nodes.Choose) -> bool:
    """Tell whether a choice does something even if nobody reads the answer: it may leave a loop."""
    return any(isinstance(option, nodes.OrStop) for option in choice.options)


def reads(checked: Checked, statement: nodes.Node, name: str) -> bool:
    """Tell whether a statement reads a name; to change a tally is not to read it."""
    changed = set(all_targets(statement))
    return any(name_read(checked.meanings.get(node)) == name for node in checked.walk(statement) if node not in changed)


def name_read(meaning: meanings.Meaning | None) -> str | None:
    """Give the name of a rule's own value that a meaning reads."""
    match meaning:
        case meanings.Local(name=name) | meanings.RollPart(roll=name):
            return name
    return None


def names_asked(checked: Checked) -> set[str]:
    """Give the names that are read from outside of the rule: by `expected(...)`, questions, measures and pictures."""
    found = {
        name
        for meaning in checked.meanings.values()
        if isinstance(meaning, meanings.Expected)
        for node in meaning.value.walk()
        if (name := name_read(checked.meanings.get(node))) is not None
    }
    for document in checked.declared.documents:
        if document.sort in ("questions", "comparison", "pictures"):
            found.update(re.findall(r"[a-z_][a-z0-9_]*", document.file.text))
    return found
