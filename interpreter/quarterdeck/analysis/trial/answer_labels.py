"""Dice and decisions of worked examples: named by the roll or choice that they are for, or given in order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.plain_data import as_written
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.dice import DiceFaultError, DiceSource, LotCounts, sort_meant
from quarterdeck.engine.run.partly_known import unnoticed
from quarterdeck.engine.run.questions import Decider, Question
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.engine.run.words import NONE, STOP, as_worded
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import ends_of
from quarterdeck.program.form.instructions import Site
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.ruleset.rule_question import Given

OF_CALL = re.compile(r"(?:\.[0-9]+|\([^()]*\))(?=\.[^.]+$)")
"""What tells one call of a rule from another in a label: its number, or the things that it was given."""


class ChoiceFaultError(Exception):
    """The decisions that were given do not fit what the rules ask; the argument is the message for the user."""


class LabelledDice:
    """Dice named by the roll they are for: `to_hit`, `splash.2.force`; several for one roll are a list, in order.

    A roll of the rule itself goes by its name alone, and so does one whose name no other roll of the game has. Any
    other has the name of its rule before its own. A number between them says which call of that rule is meant, or the
    things that it was given: `splash(Ben).force`. What is not given falls as it does `otherwise`, if that is said.
    """

    def __init__(self, program: Program, asked: str, given: Given, otherwise: DiceSource | None = None) -> None:
        self.program = program
        self.asked = asked
        self.otherwise = otherwise
        self.ordered = list(given) if not isinstance(given, Mapping) else None
        self.given: dict[str, list[Any]] = by_label(given) if isinstance(given, Mapping) else {}
        self.context: TracedContext | None = None

    def new_turn(self, turn: int) -> None:
        """Learn that a turn begins: dice that are given are what they are, others fall as in that turn of a game."""
        if self.otherwise is not None:
            self.otherwise.new_turn(turn)

    def labels(self, site: int) -> list[str]:
        """Give the labels by which a roll may be named here, the most exact first."""
        place, found = self.program.sites[site], list[str]()
        marks = marks_of_call(self.context, place.routine)
        for address in place.addresses:
            routine, _, roll = address.rpartition(".")
            bare = routine.rsplit(".", 1)[-1]
            found += [f"{name}{mark}.{roll}" for mark in marks for name in (bare, routine)]
            found += [roll] if self.is_own(place.routine) or roll in self.program.unique_rolls else []
        return found

    def is_own(self, routine: str) -> bool:
        """Tell whether a routine is what was asked about; what the turn rolls itself belongs to each phase and step."""
        return routine == self.asked or (routine == "turn" and self.asked.startswith("turn."))

    def next_for(self, site: int) -> int | str | None:
        """Take what is given next for a roll or draw; nothing where it falls otherwise."""
        if self.ordered is not None:
            if not self.ordered:
                if self.otherwise is not None:
                    return None
                raise DiceFaultError(f"no die is left for {self.program.sites[site].address}")
            return self.ordered.pop(0)
        labels = self.labels(site)
        label = next((label for label in labels if self.given.get(label)), None)
        if label is None:
            if self.otherwise is not None:
                return None
            known = labels[-1] if self.is_own(self.program.sites[site].routine) else labels[0]
            what = "die is given" if self.program.sites[site].sort == "roll" else "card is given"
            bare = known.rpartition(".")[2]
            several = f"; `{bare}` is the name of several rolls" if known != bare and self.given.get(bare) else ""
            others = [label for label, faces in self.given.items() if faces and not self.names_a_roll(label)]
            unknown = f"; no roll has the name `{others[0]}`" if others and not several else ""
            raise DiceFaultError(f"no {what} for `{known}`{several}{unknown}")
        face: int | str = self.given[label].pop(0)
        return face

    def names_a_roll(self, label: str) -> bool:
        """Tell whether a label ends with the name of a roll or draw, be it rolled or not."""
        name = label.rpartition(".")[2]
        return any(address.rpartition(".")[2] == name for site in self.program.sites for address in site.addresses)

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        """Give what is named next for a draw."""
        said = self.next_for(site)
        if said is None:
            assert self.otherwise is not None
            return self.otherwise.draw(site, lots, names, subject)
        return sort_meant(said, lots, names)

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Give the next face for a roll."""
        face = self.next_for(site)
        if face is None:
            assert self.otherwise is not None
            return self.otherwise.throw(site, sides, subject)
        if isinstance(face, str):
            raise DiceFaultError(f"`{face}` is not a face of a die ({self.program.sites[site].address})")
        if not 1 <= face <= sides:
            raise DiceFaultError(f"a d{sides} cannot show {face} ({self.program.sites[site].address})")
        return face

    def left(self) -> list[str]:
        """Give the labels whose dice were not rolled."""
        if self.ordered:
            return [", ".join(map(as_written, self.ordered))]
        return [label for label, faces in self.given.items() if faces]


class ScriptedChoices:
    """Decisions named by their choice, or in order; what is not named takes the default, or nothing where it may.

    A choice goes by any end of its address, `target` or `throw.target`. A number behind the rule says which call of it
    is meant, `throw.2.target`, or the things that it was given, `throw(Ann).target`; the more exact label goes first.
    Where there is another decider, it decides what is not named; `decided` is the last choice that it made.
    """

    def __init__(self, given: Mapping[str, Any] | Sequence[Any], otherwise: Decider | None = None) -> None:
        self.otherwise = otherwise
        self.decided: PendingChoice | None = None
        self.ordered = list(given) if not isinstance(given, Mapping) else None
        self.given: dict[str, list[Any]] = by_label(given) if isinstance(given, Mapping) else {}
        self.asked: list[Question] = []
        self.context: TracedContext | None = None

    def decide(self, question: Question) -> Any:
        """Give the answer that is named for a question."""
        self.asked.append(question)
        wanted = self.wanted(question)
        if wanted is None:
            return self.unnamed(question)
        for answer in question.answers():
            if is_meant(question, answer, wanted):
                return answer
        said, place = as_written(wanted), self.place(question)
        raise ChoiceFaultError(f"`{said}` may not be chosen at {place}: {why_not(question, wanted)}")

    def unnamed(self, question: Question) -> Any:
        """Give what is chosen where nothing is said of it."""
        answers = question.answers()
        if self.otherwise is not None and len(answers) > 1:
            self.decided = question.choice
            with unnoticed(question.choice.before):
                return self.otherwise.decide(question)
        if question.default is not None:
            return question.default
        for answer in (NONE, STOP):
            if answer in answers:
                return answer
        if len(answers) == 1:
            return answers[0]
        raise ChoiceFaultError(f"no choice is given for {self.place(question)}")

    def place(self, question: Question) -> str:
        """Give the label of a question that says most."""
        return label_of_choice(self.context, question.site.address)

    def wanted(self, question: Question) -> Any:
        """Take what is given for a question: the label that is most exact, then the shorter ones."""
        if self.ordered is not None:
            return self.ordered.pop(0) if self.ordered else None
        label = next((label for label in self.labels(question) if self.given.get(label)), None)
        return None if label is None else self.given[label].pop(0)

    def labels(self, question: Question) -> list[str]:
        """Give the labels by which a choice may be named here, the most exact first."""
        found: list[str] = []
        marks = marks_of_call(self.context, question.site.address.rpartition(".")[0])
        for address in question.site.addresses:
            routine, _, name = address.rpartition(".")
            found += [*(f"{rule}{mark}.{name}" for mark in marks for rule in ends_of(routine)), name]
        return found

    def left(self) -> list[str]:
        """Give what was not asked for."""
        if self.ordered:
            return [", ".join(map(as_written, self.ordered))]
        return [label for label, answers in self.given.items() if answers]


class StandingChoices(ScriptedChoices):
    """Decisions of a question, as they are counted: what is named is given whenever it is asked for and may be given.

    Of several the first that may be given is; what is not named, or may not be given, is as nobody says, and where
    something must be chosen the first.
    """

    def __init__(self, given: Mapping[str, Any] | Sequence[Any], otherwise: Decider | None = None) -> None:
        super().__init__(given, otherwise)
        assert self.ordered is None, "a question names its choices"

    def decide(self, question: Question) -> Any:
        """Give the answer that is named for a question."""
        self.asked.append(question)
        label = next((label for label in self.labels(question) if label in self.given), None)
        for wanted in self.given[label] if label is not None else ():
            for answer in question.answers():
                if is_meant(question, answer, wanted):
                    return answer
        return self.unnamed(question)

    def unnamed(self, question: Question) -> Any:
        """Give what is chosen where nothing is said of it, or what is said may not be chosen."""
        if self.otherwise is not None:
            return super().unnamed(question)
        idle = [*([] if question.default is None else [question.default]), *question.beside_options()]
        return [*idle, *question.options][0]

    def left(self) -> list[str]:
        """Give nothing: what is asked for hangs on the dice."""
        return []


def without_call(label: str) -> str:
    """Give the label of a choice without what says which call is meant.

    >>> without_call("throw.2.target"), without_call("throw(Ann).target"), without_call("target")
    ('throw.target', 'throw.target', 'target')
    """
    return OF_CALL.sub("", label)


def sites_named(label: str, sites: Iterable[Site]) -> list[Site]:
    """Give the sites that a label may mean: those with an address that ends with it."""
    ending = f".{without_call(label)}"
    return [site for site in sites if any(f".{address}".endswith(ending) for address in site.addresses)]


def labels_of(sites: Iterable[Site]) -> set[str]:
    """Give all labels of sites: every end of their addresses."""
    return {label for site in sites for address in site.addresses for label in ends_of(address)}


def label_of_choice(context: TracedContext | None, address: str) -> str:
    """Give the label of a choice that comes up now: its address, with the things that its rule was given."""
    routine, _, name = address.rpartition(".")
    mark = marks_of_call(context, routine)[0]
    return f"{routine}{mark}.{name}" if mark.startswith("(") else address


def by_label(given: Mapping[Any, Any]) -> dict[str, list[Any]]:
    """Give what an author wrote by labels, each with its values in order."""
    return {
        re.sub(r"\s*,\s*", ", ", str(label)): list(value) if isinstance(value, list) else [value]
        for label, value in given.items()
    }


def marks_of_call(context: TracedContext | None, routine: str) -> list[str]:
    """Give what a label may have behind the name of a rule to mean this call of it, the most exact first.

    These are the things that it was given, all or some of them, its number, and nothing: `(Ann, Ben)`, `(Ann)`, `.2`.
    """
    if context is None:
        return [".1", ""]
    address, arguments = context.calls[-1] if context.calls else ("", ())
    names: list[str] = []
    if address == routine:
        known_as = context.situation.known_as
        given = zip(parameters_of(context.program, routine), arguments, strict=False)
        names = [known_as[value] for one, value in given if isinstance(one.type, types.Thing) and value in known_as]
    some = [kept for count in range(len(names), 0, -1) for kept in combinations(names, count)]
    return [*(f"({', '.join(kept)})" for kept in some), f".{context.called.get(routine, 1)}", ""]


def hint_for(label: str, names: Collection[str]) -> str:
    """Say what somebody may have meant who named a choice that there is none of where all is counted."""
    every = without_call(label)
    if every != label and any(f".{name}".endswith(f".{every}") for name in names):
        return f"odds do not distinguish calls: `{every}` answers in all of them"
    return did_you_mean(label, names)


def is_meant(question: Question, answer: Any, wanted: Any) -> bool:
    """Tell whether an answer is what an author wrote: by its name, its words, or yes and no."""
    if answer == NONE and question.may_none:
        return bool(wanted == "none")
    if answer == STOP and question.may_stop:
        return wanted in ("stop", "none")
    if isinstance(question.site.item, types.Boolean):
        return wanted in (bool(answer), "yes" if answer else "no")
    if isinstance(question.site.item, types.Space):  # the record writes hexes in other numbers than authors do
        return as_worded(wanted) == question.worded(answer)
    return bool(wanted == question.written(answer) or as_worded(wanted) == question.worded(answer))


def why_not(question: Question, wanted: Any) -> str:
    """Give the reason for which something may not be chosen."""
    for option, requirement in question.refused:
        if is_meant(question, option, wanted):
            return question.reason(option, requirement)
    return "it is not an option"
