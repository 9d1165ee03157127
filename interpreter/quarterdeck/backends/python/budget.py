"""The budget of generated code: how many rounds of long loops it may still go through before it is broken off.

A program says which loops are counted (`program.form.cost`). What a game keeps counts as rounds as well, wherever it
comes: dice, cards, decisions, words. Whatever is asked of a module from outside has a budget of its own, and so have
all who are asked something by the rules on their way: what these look at, or what is known already, makes no difference
to how far the rules themselves get. So a game that is played again ends where it ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ParamSpec, TypeVar

from quarterdeck.backends.python.runtime import RulesFaultError, timeless
from quarterdeck.base.bounds import MOST_ROUNDS
from quarterdeck.program.form.cost import PRICE_OF_AN_ENTRY, SIGNS_OF_A_ROUND

P = ParamSpec("P")
R = TypeVar("R")


class EndlessFaultError(RulesFaultError):
    """Rules have gone through more rounds of loops than they may."""

    hint = "let the loop end sooner, or let it go through less (`quarterdeck explain QD412`)"


class RoundBudget:
    """How many rounds are left, of the `most`, to what is being carried out; generated code counts them down.

    `aside` is how many are left to all who are asked, or look, on the way of it; `kept` is how many play would
    count besides, where odds are counted: for what it keeps, and for loops that are gone through one round at a time.
    """

    __slots__ = ("aside", "kept", "left", "most")

    def __init__(self, most: int = MOST_ROUNDS) -> None:
        self.left = self.aside = self.most = most
        self.kept = 0

    def spent(self, rule: str) -> EndlessFaultError:
        """Give the fault that a rule has come to."""
        return EndlessFaultError(
            f"{rule} does not come to an end: its loops have gone through {self.most:,} rounds, each die, card,"
            f" decision and word told counted as {PRICE_OF_AN_ENTRY}"
        )

    def take(self, price: int, rule: str) -> None:
        """Count something that a rule does as so many rounds.

        Raises:
            EndlessFaultError: there are not so many left.
        """
        self.left -= price
        if self.left < 0:
            raise self.spent(rule)

    def told(self, text: str, rule: str) -> str:
        """Give words that all are told back, and count them by their length.

        Raises:
            EndlessFaultError: there are not so many rounds left.
        """
        self.take(PRICE_OF_AN_ENTRY + len(text) // SIGNS_OF_A_ROUND, rule)
        return text

    def all(self, items: Iterable[Any], price: int, rule: str) -> Iterable[Any]:
        """Give items that are gone through to their end, each of which counts as so many rounds.

        Raises:
            EndlessFaultError: there are not so many left.
        """
        try:
            rounds = len(items)  # type: ignore[arg-type]
        except TypeError:  # things in play, one after another
            items = list(items)
            rounds = len(items)
        self.left -= rounds * price
        if self.left < 0:
            raise self.spent(rule)
        return items

    def each(self, items: Iterable[Any], price: int, rule: str) -> Iterator[Any]:
        """Give items one by one, perhaps not all of them, each of which counts as so many rounds.

        Raises:
            EndlessFaultError: there are not so many left.
        """
        for item in items:
            self.left -= price
            if self.left < 0:
                raise self.spent(rule)
            yield item

    def apart(self, function: Callable[P, R]) -> Callable[P, R]:
        """Give a function that has a budget of its own each time, whatever is being carried out around it."""

        def on_its_own(*given: P.args, **named: P.kwargs) -> R:
            left, aside = self.left, self.aside
            self.left = self.aside = self.most
            try:
                return function(*given, **named)
            finally:
                self.left, self.aside = left, aside

        return on_its_own

    def beside(self, function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Call a function of somebody who looks on the way; it counts for all who do, and not for the rules."""
        self.left, self.aside = self.aside, self.left
        try:
            return function(*given, **named)
        finally:
            self.left, self.aside = self.aside, self.left

    def timeless(self, rule: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
        """Keep what a definition gives for its inputs, and the rounds that it takes: they count again each time."""

        def keeping(function: Callable[..., R]) -> Callable[..., R]:
            @timeless
            def worked_out(*given: Any) -> tuple[R, int]:
                before = self.left
                return function(*given), before - self.left

            def known(*given: Any) -> R:
                before = self.left
                value, rounds = worked_out(*given)
                self.left = before - rounds
                if self.left < 0:
                    raise self.spent(rule)
                return value

            return known

        return keeping
