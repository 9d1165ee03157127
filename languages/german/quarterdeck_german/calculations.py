"""Plan the German of calculations: sums, products, ratios, rounding, and bounds.

In: calculations of a `Checked` ruleset. Out: `Phrase`s. An operand that binds less tightly than its calculation is in
brackets, and so is a remark on how a number is rounded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.known_ranges import parts_apart
from quarterdeck.prose.text.runs import Text, joined
from quarterdeck_german.catalogue import PARTS, POWERS, STEPS, TEXTS
from quarterdeck_german.german_names import NamesOfThings
from quarterdeck_german.grammar import ATOM, CLAUSE, PRODUCT, SUM, Phrase, counted, figures, fixed, list_of
from quarterdeck_german.vocabulary import UnwordedError, call, known_noun, say


@dataclass
class CalculationSpeaker(NamesOfThings):
    """Words for what is calculated."""

    def value(self, given: nodes.Expression, unit: str | None = None) -> Phrase:
        """Give the phrase for a value; values are planned in `values`."""
        raise NotImplementedError

    def calculated(self, node: nodes.Expression, unit: str | None) -> Phrase:
        """Give the words for a calculation."""
        if isinstance(node, nodes.Plus | nodes.Minus) and isinstance(self.type_of(node.left), types.EnumType):
            return self.on_a_ladder(node)
        match node:
            case nodes.Minus(left=nodes.NumberLiteral(word=nodes.Word(text="0")), right=right):
                return replace(call("negative", a=self.factor(right)), weight=PRODUCT)
            case nodes.Plus(left=left, right=right) | nodes.Minus(left=left, right=right):
                one, other = self.value(left, unit), self.value(right, unit)
                is_plus = isinstance(node, nodes.Plus)
                if one.literal is not None and other.literal is None and is_plus:
                    one, other = other, one
                other = bracketed(other) if other.weight == SUM or other.notes else other
                one = bracketed(one) if one.notes else one
                if other.literal is None:
                    key = "sum_of_two" if is_plus else ""
                    if key:
                        return replace(call(key, a=one, b=other), weight=PRODUCT)
                    return replace(one.around("{} abzüglich {right:gen}", right=other), weight=SUM)
                sign = "plus" if is_plus else "minus"
                return replace(one.around(f"{{}} {sign} {{right}}", right=other.nom), weight=SUM)
            case nodes.Multiply(left=left, right=right):
                return self.times(self.factor(left), self.factor(right))
            case nodes.Divide(left=left, right=right):
                return self.divided(self.factor(left), self.factor(right))
            case nodes.PercentOf(percent=percent, whole=whole):
                share = figures(Fraction(percent.text))
                part = self.factor(whole)
                return replace(fixed(joined([f"{share} % ", genitive(part)])), weight=PRODUCT)
            case nodes.Power(base=base, exponent=exponent):
                value = self.factor(base)
                if exponent.text not in POWERS:
                    return replace(value.around("{} hoch {n}", n=exponent.text.replace(".", ",")), weight=PRODUCT)
                return replace(call(POWERS[exponent.text], a=value), weight=PRODUCT)
            case nodes.PowerOf(base=base, exponent=exponent):
                value = self.factor(base)
                return replace(value.around("{} hoch {n:acc}", n=self.factor(exponent)), weight=PRODUCT)
            case nodes.Rounding(value=value, how=how, step=step):
                return remarked(self.value(value), self.rounding(how.text, step))
        raise UnwordedError(node.span.text)

    def on_a_ladder(self, node: nodes.Plus | nodes.Minus) -> Phrase:
        """Give what lies so many steps up or down a list of words."""
        if isinstance(self.type_of(node.right), types.EnumType):
            return replace(call("steps_between", a=self.value(node.right), b=self.value(node.left)), weight=CLAUSE)
        steps = self.value(node.right)
        count = fixed(say("so_many_steps", count=steps))
        if steps.literal is not None:
            count = counted(steps.literal, known_noun("step_of_ladder"))
        way = TEXTS["steps_up" if isinstance(node, nodes.Plus) else "steps_down"]
        return replace(self.value(node.left).around(way, steps=count), weight=CLAUSE)

    @staticmethod
    def rounding(how: str, step: nodes.Word | None) -> Text:
        """Give how a number is rounded."""
        words = say(" ".join(how.split()))
        if step is None:
            return words
        count = types.step_named(step.text.split()[-1])
        if count is None or count not in STEPS:
            raise UnwordedError(step.text)
        return say("rounded_to", how=words, step=STEPS[count])

    def factor(self, node: nodes.Expression) -> Phrase:
        """Give a value as one operand of a product."""
        found = self.value(node)
        return bracketed(found) if found.weight in (SUM, CLAUSE) or found.notes else found

    @staticmethod
    def times(left: Phrase, right: Phrase) -> Phrase:
        """Give the words for a product."""
        number, other = (right, left) if right.literal is not None else (left, right)
        if number.literal is None:
            return replace(call("product", a=left, b=right), weight=PRODUCT)
        if other.literal is not None:
            return fixed(figures(number.literal * other.literal), literal=number.literal * other.literal)
        if number.literal == 2:
            return replace(call("twice", a=genitive_phrase(other)), weight=PRODUCT)
        return replace(call("multiple", factor=figures(number.literal), a=genitive_phrase(other)), weight=PRODUCT)

    @staticmethod
    def divided(left: Phrase, right: Phrase) -> Phrase:
        """Give the words for a ratio."""
        number = right.literal
        if number is not None and number.denominator == 1 and int(number) in PARTS:
            part = PARTS[int(number)]
            return replace(call(part, "the" if part == "half" else "a", a=genitive_phrase(left)), weight=PRODUCT)
        return replace(left.around("{} geteilt durch {right:acc}", right=right), weight=SUM)

    def bounded(self, how: str, arguments: tuple[nodes.Expression, ...]) -> Phrase:
        """Give the least or greatest of several numbers; `mindestens 1` where one of them is written out."""
        values = [self.value(argument) for argument in arguments]
        if len(values) == 1:
            return values[0]
        if apart := parts_apart(self.checked, how, arguments):
            left, right = map(self.value, apart)
            return replace(call("difference_between", a=left, b=right), weight=PRODUCT)
        numbers = [value for value in values if value.literal is not None]
        if len(values) == 2 and len(numbers) == 1:
            other = values[1] if values[0] is numbers[0] else values[0]
            key = "but_at_least" if how == "greatest" else "but_at_most"
            return remarked(other, say(key, value=numbers[0]))
        parts = [bracketed(value) if value.weight == SUM or value.notes else value for value in values]
        return replace(call("larger_of" if how == "greatest" else "smaller_of", a=list_of(parts)), weight=CLAUSE)


def genitive(value: Phrase) -> Text:
    """Give a value behind a number that is a part of it: the genitive, or `von` before what shows none."""
    return joined(["von ", value.dat]) if value.literal is not None or value.bare is not None else value.gen


def genitive_phrase(value: Phrase) -> Phrase:
    """Give a phrase whose genitive is that of `genitive`."""
    return replace(value, gen=genitive(value))


def bracketed(value: Phrase) -> Phrase:
    """Give a value in brackets, with what is remarked on it, to be spoken of with `von`."""
    inside = value.bare.around("({}, {notes})", notes=value.notes) if value.bare else value.around("({})")
    return replace(inside, weight=ATOM, bare=value, notes=(), gen=joined(["von ", inside.dat]))


def remarked(value: Phrase, notes: Text) -> Phrase:
    """Put a remark behind a value, beside one that stands there."""
    before = value.bare if value.notes and value.bare is not None else value
    notes = joined([value.notes, ", ", notes]) if value.notes else notes
    return replace(
        before.around("{} ({notes})", notes=notes), weight=max(value.weight, PRODUCT), bare=before, notes=notes
    )
