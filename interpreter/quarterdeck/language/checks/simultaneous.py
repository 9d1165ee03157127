"""Check what sides do all at once and in secret: each of them begins from the same state, so nothing may be shared.

In: a `Checked` ruleset. Out: findings, for decks of the game that are drawn from, looked at, shuffled or changed there,
for fields of the game that each side sets to a value of its own, for sides that roll off, and for a side that wins
there whatever happens, as each of the others does. Where a side wins under a condition, it is taken to hold for one of
them alone. Whose other things are is not followed: that two sides set a field of one of them is a fault in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import Span
from quarterdeck.language.checks.calls import Calls, called_in, calls_of
from quarterdeck.language.declarations.symbol_table import Field
from quarterdeck.language.declarations.types import Deck
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.statement_changes import UNCHANGED, change_by
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked


def check_simultaneous(checked: Checked, findings: Findings) -> None:
    """Report what all sides would do to one thing without knowing of each other."""
    calls = calls_of(checked)
    for home in calls.homes:
        for node in (node for part in home.parts for node in part.walk()):
            if isinstance(node, nodes.Phase | nodes.Step):
                for word in (one for one in node.options if isinstance(one, nodes.AllSidesAtOnce)):
                    report(calls, checked, node, word.span, findings)


def decks_of_game(checked: Checked) -> Iterator[Field]:
    """Give the decks that belong to nobody."""
    return (known for known in checked.declared.kinds["Game"].fields.values() if isinstance(known.type, Deck))


def report(calls: Calls, checked: Checked, phase: nodes.Phase | nodes.Step, word: Span, findings: Findings) -> None:
    """Report what a phase does to what all sides share, itself and through what it calls."""
    shared = [
        *done_to_shared(calls, checked, phase),
        *(
            (win.span, "each side would win, without knowing the others", "let one side win, after the phase")
            for win in won_for_certain(checked, happening(phase))
        ),
    ]
    for place, message, hint in shared:
        findings.add(
            "QD396",
            message,
            place,
            labels=[Label(word, "here all sides act at once")],
            hint=hint,
            rule=f"turn.{phase.name.text}",
        )


def happening(phase: nodes.Phase | nodes.Step) -> list[nodes.Statement]:
    """Give what each side does in a phase; its close comes when all have acted."""
    return [statement for statement in phase.block if not isinstance(statement, nodes.Close)]


def done_to_shared(calls: Calls, checked: Checked, phase: nodes.Phase | nodes.Step) -> Iterator[tuple[Span, str, str]]:
    """Give where a phase touches decks or fields of the game, or lets sides roll off, with what to say of each."""
    parts: list[nodes.Node] = [*happening(phase)]
    reached = calls.to_reach([called for statement in parts for _, called in called_in(checked, statement)])
    for home in calls.homes:
        if (home.table.name if home.table else home.address) in reached:
            parts += home.parts
    for node in (node for part in parts for node in part.walk()):
        for deck in decks_handled(node):
            meaning = checked.meanings.get(deck)
            if isinstance(meaning, meanings.FieldOf) and meaning.field in decks_of_game(checked):
                message = f"all sides would take from the same `{meaning.field.address}`, without knowing the others"
                yield deck.span, message, "let the sides draw one after another, or give each side a deck of its own"
        if (known := set_otherwise(checked, node)) is not None:
            message = f"each side would set `{known.address}` to its own value, without knowing the others"
            yield (
                node.span,
                message,
                "let each side set a field of its own, or set it `at the close`, when all have acted",
            )
        if isinstance(node, nodes.RollOff):
            message = "each side would roll for all, without knowing the others"
            yield node.span, message, "let the sides roll off in a phase or step of its own"


def set_otherwise(checked: Checked, node: nodes.Node) -> Field | None:
    """Give the field of the game that a statement sets to what names tell, which may be another value for each side."""
    match node:
        case nodes.Set(target=target, value=value):
            pass
        case nodes.Start(timer=target, delay=value):
            pass
        case _:
            return None
    meaning = checked.meanings.get(target)
    if not isinstance(meaning, meanings.FieldOf) or meaning.field not in checked.declared.kinds["Game"].fields.values():
        return None
    own = any(isinstance(checked.meanings.get(part), meanings.Local | meanings.RollPart) for part in value.walk())
    return meaning.field if own else None


def won_for_certain(checked: Checked, statements: Sequence[nodes.Statement]) -> Iterator[nodes.Win]:
    """Give what makes each side win, whatever happens: statements that nothing leads past, also of rules that are done.

    Who wins is another one for each side where an input or name says so.
    """
    for statement in statements:
        if isinstance(statement, nodes.Win):
            if any(isinstance(checked.meanings.get(part), meanings.Local) for part in statement.side.walk()):
                yield statement
            return
        if any(
            isinstance(part, nodes.Finish | nodes.Win | nodes.DrawnGame | nodes.Require) for part in statement.walk()
        ):
            return
        meaning = checked.meanings.get(statement.call) if isinstance(statement, nodes.Do | nodes.LetResult) else None
        body = getattr(meaning.rule.node, "body", None) if isinstance(meaning, meanings.RuleCall) else None
        if isinstance(body, nodes.Body):
            yield from won_for_certain(checked, body.statements)


def decks_handled(node: nodes.Node) -> Iterator[nodes.Node]:
    """Give what a statement draws from, looks at, shuffles or changes."""
    change = change_by(node) if isinstance(node, nodes.Statement) else UNCHANGED
    yield from (*change.decks, *change.targets)
