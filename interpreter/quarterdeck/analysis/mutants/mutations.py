"""What can be done to a ruleset to see whether anybody notices: other nodes, other results, other rows, other starts.

In: a node as it is written. Out: a `Mutation`, which says what stands in its place. Where one change is made in the
tree of a rule, table or phase it is an `Exchange`; what the language has no words for is changed behind it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from quarterdeck.base import decimals
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Arc
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.printer import print_unit
from quarterdeck.language.variants.rewrite import copied

TURNED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


@dataclass(frozen=True)
class Exchange:
    """One node gives way to others, or to none where it is one of several.

    With `may_be_refused` the change counts as noticed where the checks have a finding behind it.
    """

    old: nodes.Node
    new: tuple[nodes.Node, ...] = ()
    may_be_refused: bool = False


@dataclass(frozen=True)
class OtherResult:
    """What a definition or a cell comes to becomes another value of its type."""

    value: nodes.Expression


@dataclass(frozen=True)
class OtherArc:
    """An arc lies elsewhere for one rule."""

    arc: Arc


@dataclass(frozen=True)
class MovedRow:
    """A table's row begins one later or ends one earlier, and its neighbour has what it gives up.

    `before` and `after` are its bounds as a table is written.
    """

    place: int
    at_its_end: bool
    before: str
    after: str


@dataclass(frozen=True)
class OtherLine:
    """The values between a table's rows are rounded otherwise."""

    before: str
    how: str


@dataclass(frozen=True)
class OtherStart:
    """An option, a constant or a field begins with another value, so many steps away."""

    by: int


@dataclass(frozen=True)
class ShorterStart:
    """A list begins without one of its items, which is named by its place from 0 on."""

    item: int


@dataclass(frozen=True)
class Visit:
    """Nothing is changed: there is nothing to change, but somebody must come by."""


Mutation = Exchange | OtherResult | OtherArc | MovedRow | OtherLine | OtherStart | ShorterStart | Visit


def as_written(change: Mutation, span: Span) -> tuple[str, str | None]:
    """Give what stands in the rules, and what comes into its place: nothing where it is taken away.

    The second is none where the rules have no words for what it becomes.
    """
    match change:
        case Exchange(old=old, new=new):
            return _at(old.span), "\n".join(print_unit(node).strip() for node in new)
        case MovedRow(before=before, after=after):
            return before, after
        case OtherLine(before=before, how=how):
            return before, how
        case OtherResult() | OtherArc() | OtherStart() | ShorterStart() | Visit():
            return _at(span), None
    assert_never(change)


def _at(span: Span) -> str:
    return span.text.strip(" ,\n")


# --- expressions


def number_changed(node: nodes.NumberLiteral, by: int) -> Exchange:
    """Change a number by so much."""
    amount = Fraction(node.word.text) + by
    plain = nodes.NumberLiteral(node.span, _worded(node.word, amount if amount >= 0 else -amount))
    new = plain if amount >= 0 else nodes.Grouped(node.span, nodes.Negative(node.span, plain))
    return Exchange(node, (new,), may_be_refused=True)


def percent_changed(node: nodes.PercentOf, by: int) -> Exchange:
    """Change a percentage by so much."""
    percent = _worded(node.percent, Fraction(node.percent.text) + by)
    return Exchange(node, (nodes.PercentOf(node.span, percent, node.whole),))


def power_changed(node: nodes.Power, by: int) -> Exchange:
    """Change an exponent by so much."""
    exponent = nodes.exponent(node) + by
    text = str(exponent) if decimals.shown(exponent).count("/") else decimals.shown(exponent)
    new = nodes.Power(node.span, node.base, nodes.Word(node.exponent.span, text))
    return Exchange(node, (new,), may_be_refused=True)


def _worded(word: nodes.Word, amount: Fraction) -> nodes.Word:
    return nodes.Word(word.span, decimals.shown(amount))


def negated(node: nodes.Expression) -> Exchange:
    """Turn a condition round."""
    match node:
        case nodes.Yes(span=span):
            return Exchange(node, (nodes.No(span),))
        case nodes.No(span=span):
            return Exchange(node, (nodes.Yes(span),))
    return Exchange(node, (nodes.Grouped(node.span, nodes.Negation(node.span, nodes.Grouped(node.span, node))),))


def rounded_otherwise(node: nodes.Rounding, how: str) -> Exchange:
    """Round up or down instead."""
    word = nodes.Word(node.how.span, f"rounded {how}")
    return Exchange(node, (nodes.Rounding(node.span, node.value, word, node.step),))


def ranked_otherwise(node: nodes.HighestFirst | nodes.LowestFirst) -> Exchange:
    """Begin at the other end of an order."""
    other = nodes.LowestFirst if isinstance(node, nodes.HighestFirst) else nodes.HighestFirst
    return Exchange(node, (other(node.span, node.key),))


OTHER_END: dict[type[nodes.Node], type[nodes.Node]] = {
    nodes.KeepHighest: nodes.KeepLowest,
    nodes.KeepLowest: nodes.KeepHighest,
    nodes.HighestItems: nodes.LowestItems,
    nodes.LowestItems: nodes.HighestItems,
}


def kept_otherwise(node: nodes.KeepHighest | nodes.KeepLowest | nodes.HighestItems | nodes.LowestItems) -> Exchange:
    """Keep the dice or numbers at the other end."""
    return Exchange(node, (OTHER_END[type(node)](*(getattr(node, name) for name in type(node).__match_args__)),))


def left_otherwise(node: nodes.KeptDice) -> Exchange:
    """Keep or leave out the dice at the other end of a pool."""
    what, extreme = node.how.text.split()
    how = nodes.Word(node.how.span, f"{what} {'lowest' if extreme == 'highest' else 'highest'}")
    return Exchange(node, (nodes.KeptDice(node.span, how, node.count),))


def one_more(node: nodes.Expression) -> Exchange:
    """Add one to a number that is worked out."""
    one = nodes.NumberLiteral(node.span, nodes.Word(node.span, "1"))
    return Exchange(node, (nodes.Grouped(node.span, nodes.Plus(node.span, copied(node), one)),))


def dice_changed(node: nodes.Dice, more_dice: int, more_sides: int) -> Exchange:
    """Throw more dice or fewer, or dice of other sides."""
    count, sides = node.word.text.split("d")
    text = f"{int(count or 1) + more_dice}d{int(sides) + more_sides}"
    return Exchange(node, (nodes.Dice(node.span, nodes.Word(node.word.span, text)),))


def strictness_changed(node: nodes.Compare) -> Exchange:
    """Let a comparison hold for equals, or no longer."""
    sign = nodes.Word(node.sign.span, TURNED[node.sign.text])
    return Exchange(node, (nodes.Compare(node.span, node.left, sign, node.right),))


# --- statements


def case_removed(cases: nodes.SeveralCases, case: nodes.Case) -> Exchange:
    """Remove a case; where none is left, a condition never holds."""
    if len(cases.cases) > 1:
        return Exchange(case)
    return Exchange(cases, (nodes.SingleCase(cases.span, nodes.No(case.span)),))


def sides_turned(node: nodes.OrderSides) -> Exchange:
    """Put the sides in the opposite order."""
    other = "lowest first" if node.ranking.text.startswith("highest") else "highest first"
    return Exchange(node, (replace(node, ranking=nodes.Word(node.ranking.span, other)),))


def limit_removed(node: nodes.Add | nodes.Take) -> Exchange:
    """Let a change have no limit."""
    return Exchange(node, (replace(node, limit=None),))


def natural_face_changed(node: nodes.Natural) -> Exchange:
    """Let the next higher face bring what this one brings."""
    return Exchange(node, (replace(node, face=_worded(node.face, Fraction(node.face.text) + 1)),))


def tried_once(node: nodes.Natural) -> Exchange:
    """Let a face earn no further try."""
    return Exchange(node, (replace(node, again=None),))


# --- phases


def emptied(node: nodes.Phase) -> Exchange:
    """Let nothing happen in a phase."""
    return Exchange(node, (replace(node, options=(), block=()),))


def without_order(option: nodes.ForEachSide) -> Exchange:
    """Let the sides act as they stand in the set-up."""
    return Exchange(option, (replace(option, in_order=None),))


# --- arcs


def arcs_beside(arc: Arc, step: int) -> list[tuple[OtherArc, str]]:
    """Give an arc with its first edge a step further or nearer, its last edge so, its sides changed; each in words."""
    first, last = arc.first, arc.last
    found = [
        (OtherArc(replace(arc, first=first + step)), f"begins at {first + step}"),
        (OtherArc(replace(arc, first=first - step)), f"begins at {first - step}"),
        (OtherArc(replace(arc, last=last + step)), f"ends at {last + step}"),
        (OtherArc(replace(arc, last=last - step)), f"ends at {last - step}"),
    ]
    if (first + last) % 360:  # else it is its own mirror image
        says = "is on one side only" if arc.both_sides else "is on both sides"
        found.append((OtherArc(replace(arc, both_sides=not arc.both_sides)), says))
    return found
