"""What a decider is asked, and what it may see: never the state, only a view of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.backends.python.view_knowledge import Known
from quarterdeck.base import decimals
from quarterdeck.engine.run.shared_names import unqualified
from quarterdeck.engine.run.views import View
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.run.words import NONE, STOP, is_declined, is_number
from quarterdeck.language.declarations.types import Number, Thing, Type
from quarterdeck.program.form.instructions import Site

MANY_NUMBERS = 40
PARTS = 12


@dataclass(eq=False, slots=True)  # not frozen: thousands are made in a battle of bots
class Question:
    """One choice of one side: its options in order, and what is forbidden, with the number of the requirement.

    `number` counts what the record holds before it. A decider that draws lots draws them from its seed and this
    number, so that it decides alike in a game that was interrupted and resumed. `by` is the side as the record names
    it. `look` gives what the side sees, `weigh` what it sees of all that advice may read, and `encode` a value of a
    type as the record writes it. `choice` is what the program asks; deciders read it through the question.
    """

    site: Site
    choice: PendingChoice
    number: int
    by: str
    look: Callable[[], View]
    weigh: Callable[[], View]
    encode: Callable[[Type | None, Any], Any]
    default: int | None = field(init=False)
    """One of the answers: where that of the rules may not be chosen, there is none."""
    seen: View | None = None
    weighed: View | None = None

    def __post_init__(self) -> None:
        """Find the default while the question is open."""
        self.default = self.choice.usual

    @property
    def side(self) -> int:
        """The side that chooses."""
        return self.choice.side

    @property
    def is_in_rule(self) -> bool:
        """Tell whether a rule asks it, and no phase by itself."""
        return self.site.routine in self.view.program.routines

    @property
    def options(self) -> Sequence[Any]:
        """What may be chosen, in order."""
        return self.choice.options

    @property
    def refused(self) -> Sequence[tuple[Any, int]]:
        """What may not be chosen, each with the number of the requirement that it fails."""
        return self.choice.refused

    @property
    def may_stop(self) -> bool:
        """Whether the side may choose no further option."""
        return bool(self.choice.may_stop)  # generated code says 1

    @property
    def may_none(self) -> bool:
        """Whether the side may choose nothing."""
        return self.choice.may_none

    @property
    def advice(self) -> Callable[[list[int], Known, Any], int] | None:
        """What values an answer in a state; it is asked of the view that `weigh` gives, and of what is known of it."""
        return self.choice.advice

    @property
    def scope(self) -> Callable[[], tuple[tuple[str, Any], ...]]:
        """What gives the names that are known where the choice stands."""
        return self.choice.scope

    @property
    def view(self) -> View:
        """What the side sees, worked out when somebody looks, which must be while the question is open."""
        if self.seen is None:
            self.seen = self.look()
        return self.seen

    @property
    def view_for_advice(self) -> View:
        """What the side sees of all that advice may read; worked out as the view is."""
        if self.weighed is None:
            self.weighed = self.weigh()
        return self.weighed

    def written(self, answer: Any) -> Any:
        """Give an answer as the record writes it."""
        return self.encode(self.site.item, answer)

    def meant(self, given: Any) -> Any:
        """Give the answer that the record writes so; nothing where that is not one of the answers."""
        if isinstance(given, bool | float):  # equal to a number that the record writes, and none
            return None
        answers, kind = self.answers(), self.site.item
        number = decimals.steps_in(given, max(1, kind.step)) if isinstance(kind, Number) else None
        candidates = [number] if number in answers else answers  # of numbers thousands may be chosen
        found = [answer for answer in candidates if self.reads(answer, given)]
        return next((answer for answer in found if self.written(answer) == given), next(iter(found), None))

    def reads(self, answer: Any, given: Any) -> bool:
        """Tell whether the record may write an answer so; what is chosen says of what kind it is, the name need not."""
        written, item = self.written(answer), self.site.item
        if isinstance(item, Thing) and isinstance(written, str) and isinstance(given, str):
            written, given = (unqualified(one, (item.kind,)) for one in (written, given))
        return bool(written == given)

    def answers(self) -> list[Any]:
        """Give all that may be answered, in order."""
        return [*self.options, *self.beside_options()]

    def beside_options(self) -> list[int]:
        """Give what may be answered that is no option: to decline, to stop."""
        return [answer for answer, allowed in ((NONE, self.may_none), (STOP, self.may_stop)) if allowed]

    def worth_weighing(self) -> list[Any]:
        """Give the answers that are worth the trouble: those that the advice picks out and that are allowed.

        Where it picks none, all are; of many numbers some that lie evenly between the ends, the ends among them.
        """
        options = self.options
        picked = set()
        if self.choice.among is not None:
            view = self.view_for_advice
            picked = set(self.choice.among(view.state, view.known))
        if picked and (found := list(filter(picked.__contains__, options))):  # thousands of angles may be allowed
            options = found
        elif len(options) > MANY_NUMBERS and is_number(self.site.item):
            options = [options[place * (len(options) - 1) // PARTS] for place in range(PARTS + 1)]
        return [*options, *self.beside_options()]

    def advised(self, answer: Any) -> Any:
        """Give an answer as advice is asked about it: to decline and to stop are none."""
        return NONE if is_declined(self.site.item, answer) else answer

    def worded(self, answer: Any) -> str:
        """Say what an answer means."""
        if answer == STOP and self.may_stop:
            return "stop"
        if answer == NONE and self.may_none:
            return "none"
        return self.view.word(self.site.item, answer)

    def asked(self, wording: Wording, answer: Any) -> str:
        """Say what is asked: in the author's words, which may name an answer, else in those of the rule."""
        if self.choice.question is not None:
            return self.choice.question(answer)
        return wording.question(self.site.address)

    def reason(self, option: Any, requirement: int) -> str:
        """Say why an option is refused."""
        return self.choice.reasons(option)[requirement] if self.choice.reasons else ""


@runtime_checkable
class Follower(Protocol):
    """A decider that follows also what is answered without it."""

    def follow(self, addresses: tuple[str, ...], by: str, alternatives: int) -> None:
        """Learn that a question was answered, and among how many answers."""


class Decider(Protocol):
    """Anything that decides for a side."""

    def decide(self, question: Question) -> Any:
        """Give one of the question's answers."""
