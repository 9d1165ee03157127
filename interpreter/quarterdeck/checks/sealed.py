"""Check what sides do all at once and in secret: each of them begins from the same state, so nothing may be shared.

In: a `Checked` ruleset. Out: findings, for decks of the game that are drawn from, looked at, shuffled or changed there.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.checks import meanings as means
from quarterdeck.checks.calls import Calls, called_in, calls_of
from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings, Label
from quarterdeck.names.declared import Field
from quarterdeck.names.types import Deck
from quarterdeck.source import Span
from quarterdeck.syntax import nodes


def check_sealed(checked: Checked, findings: Findings) -> None:
    """Report what all sides would take from one deck without knowing of each other."""
    calls = calls_of(checked)
    for home in calls.homes if any(decks_of_game(checked)) else ():
        for node in (node for part in home.parts for node in part.walk()):
            if isinstance(node, nodes.Phase | nodes.Step):
                for word in (one for one in node.options if isinstance(one, nodes.AllSidesAtOnce)):
                    report(calls, checked, node, word.span, findings)


def decks_of_game(checked: Checked) -> Iterator[Field]:
    """Give the decks that belong to nobody."""
    return (known for known in checked.declared.kinds["Game"].fields.values() if isinstance(known.type, Deck))


def report(calls: Calls, checked: Checked, phase: nodes.Phase | nodes.Step, word: Span, findings: Findings) -> None:
    """Report the decks of the game that a phase touches, itself and through what it calls."""
    reached = calls.to_reach([called for statement in phase.block for _, called in called_in(checked, statement)])
    parts: list[nodes.Node] = list(phase.block)
    for home in calls.homes:
        if (home.table.name if home.table else home.address) in reached:
            parts += home.parts
    for deck in (deck for part in parts for node in part.walk() for deck in decks_handled(node)):
        meaning = checked.meanings.get(deck)
        if isinstance(meaning, means.FieldOf) and meaning.field in decks_of_game(checked):
            findings.add(
                "QD396",
                f"all sides would take from the same `{meaning.field.address}`, and none knows of the others",
                deck.span,
                labels=[Label(word, "here all sides act at once")],
                hint="let the sides draw one after another, or give each side a deck of its own",
                rule=f"turn.{phase.name.text}",
            )


def decks_handled(node: nodes.Node) -> Iterator[nodes.Node]:
    """Give what a statement draws from, looks at, shuffles or changes."""
    match node:
        case nodes.DrawLot(deck=deck) | nodes.Peek(deck=deck):
            yield deck
        case nodes.Shuffle(deck=deck, into=into):
            yield deck
            if into is not None:
                yield into
        case nodes.Add(target=target) | nodes.Take(target=target):
            yield target
