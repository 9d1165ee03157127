"""Ask exactly: a rule, a situation, and what is to be shown of the end.

In: a built ruleset, an address, facts given and expressions to show. Out: outcomes with whole-number weights, in words
and as plain data. Without `show` the answer tells the results of the rule's own rolls and every field that it changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.play import play_module
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import (
    DataRecord,
    fraction,
    plain_number,
)
from quarterdeck.engine.odds.answers import name_of
from quarterdeck.engine.odds.best import BestAnswersError, BestCounting, BestDistribution, SeveralSidesError, value_of
from quarterdeck.engine.odds.changes import ShownCell, change_as_data, change_in_words, changes_in
from quarterdeck.engine.odds.choices import AdvisedAnswers, BestAnswers, Policy, named_and_others
from quarterdeck.engine.odds.count import BUDGET, BudgetError, Counter, Distribution, Part, SlotValue
from quarterdeck.engine.odds.inner_values import MISSING, NOT_ROLLED, Heard, Hearing, Inside, InsideLabel
from quarterdeck.engine.odds.kernels import Ungiven
from quarterdeck.engine.odds.odds_data import ColumnData, DecidedBy, IntervalData, OddsData
from quarterdeck.engine.odds.outcome_columns import Said, Weights, WordsOfColumn, in_their_order, without_single_lists
from quarterdeck.engine.odds.outcome_values import Names, chance_weight, names_in
from quarterdeck.engine.odds.random_play import ByGenerator
from quarterdeck.engine.odds.sampling import interval
from quarterdeck.engine.run.expressions import AskedExpression, Expressions
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.partly_known import PartlyKnownState, UngivenError, fields_at
from quarterdeck.engine.run.plain_values import TypeData, plain_value, type_as_data
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.dataflow import called
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import only_in_spans
from quarterdeck.program.form.walking import locals_in, walk

TOTAL = types.Ratio(-types.MOST, types.MOST)
"""The type of what a roll comes to, which is a fraction already."""


@dataclass(frozen=True)
class Odds(DataRecord):
    """Outcomes with their weights over one denominator.

    `titles` name the columns, `kinds` say of which type they are (none: changes). Each of `rows` has the values in
    words ("yes", "3"). At the same place in `values` they are data, as in all other results (True, 3, "2.5", None);
    changes are lists of them.
    """

    address: str
    titles: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], int], ...]
    below: int
    visits: int
    sampled: int = 0
    kinds: tuple[Type | None, ...] = ()
    values: tuple[tuple[ShownCell, ...], ...] = ()
    names: tuple[Names, ...] = ()
    """For each column the members or things that it may have, as words and as data; none for other types."""
    decided: DecidedBy | None = None
    """Who was assumed to decide, if somebody was named."""

    def chance(self, *values: object) -> Fraction:
        """Return the chance of one outcome: a value for each column, in words ("yes") or as data (True).

        Raises:
            NoSuchValueError: a column never has this value, because its type does not allow it.
        """
        kinds = self.kinds or (None,) * len(self.titles)
        names = self.names or (None,) * len(self.titles)
        columns = list(zip(self.titles, kinds, names, strict=True))
        return Fraction(chance_weight(columns, self.rows, self.values, values), self.below)

    def of_column(self, title: str) -> list[tuple[str, Fraction]]:
        """Return the chances of one column's values."""
        place = self.titles.index(title)
        found: dict[str, int] = {}
        for row, weight in self.rows:
            found[row[place]] = found.get(row[place], 0) + weight
        return [(value, Fraction(weight, self.below)) for value, weight in found.items()]

    def numbers_of(self, title: str) -> list[tuple[Fraction, Fraction]]:
        """Return the numbers of a column with their chances; none if they are not numbers."""
        read = [(decimals.read(value), chance) for value, chance in self.of_column(title) if value not in MISSING]
        found = [(number, chance) for number, chance in read if number is not None]
        return found if len(found) == len(read) else []

    def mean_of(self, title: str) -> Fraction | None:
        """Return the mean of a column of numbers; none if they are not numbers."""
        numbers = self.numbers_of(title)
        whole = sum((chance for _, chance in numbers), Fraction())
        return sum((number * chance for number, chance in numbers), Fraction()) / whole if numbers else None

    def as_json(self) -> OddsData:
        """Return the odds as JSON types."""
        return {
            "columns": columns_as_data(self.titles, self.kinds),
            "below": self.below,
            "visits": self.visits,
            "sampled": self.sampled,
            "decided": self.decided.as_json() if self.decided is not None else None,
            "rows": [
                {
                    "values": list(values),
                    "text": list(words),
                    "weight": weight,
                    "chance": fraction(Fraction(weight, self.below)),
                    "interval": interval_as_data(weight, self.sampled) if self.sampled else None,
                }
                for (words, weight), values in zip(self.rows, self.values, strict=True)
            ],
        }


def columns_as_data(titles: Iterable[str], kinds: Iterable[Type | None]) -> list[ColumnData]:
    """Give columns as plain data: what each is called, and of which type its values are."""
    changes: TypeData = {"sort": "changes", "of": None, "unit": None, "is_list": True}
    typed = (changes if kind is None else type_as_data(kind) for kind in kinds)
    return [{"title": title, "type": kind} for title, kind in zip(titles, typed, strict=True)]


def interval_as_data(count: int, times: int) -> IntervalData:
    """Give the interval around what was sampled as plain data."""
    low, high = interval(count, times)
    return {"low": plain_number(low), "high": plain_number(high)}


@dataclass(frozen=True)
class Shown:
    """One thing to show: its words, its type, the fields it reads, and how to work it out from a state.

    `labels` are what rules roll and name on the way, from which it is worked out as well.
    """

    title: str
    kind: Type
    fields: frozenset[str]
    value: Callable[..., Any]
    labels: tuple[InsideLabel, ...] = ()
    of_slot: SlotValue | None = None

    @property
    def lists(self) -> bool:
        """Tell whether it is all values of a label."""
        return bool(self.labels) and self.labels[0].fold == "all"

    @property
    def missing(self) -> str:
        """Say what is the matter where it has no value."""
        return max((label.missing for label in self.labels), default=NOT_ROLLED)


@dataclass
class OddsQuestions:
    """Questions to one built ruleset."""

    checked: Checked
    program: Program
    counter: Counter
    module: PrintedModule
    counters: dict[tuple[tuple[InsideLabel, ...], bool], Counter] = field(default_factory=dict)
    """Those who count what rules roll and name on the way, by the labels that they tell of, and whether choices are
    answered by advice."""

    def shown(
        self,
        address: str,
        text: str,
        arguments: Sequence[Any],
        situation: Situation,
        findings: Findings,
        title: str = "",
    ) -> Shown | None:
        """Make something to show from an expression over the rule's inputs and the situation's things."""
        label = self.inside.called(text, address)
        if label is not None:
            return Shown(title or text, label.type, frozenset(), partial(_heard, label), (label,))
        expressions, reasons = Expressions(self.checked, self.program, self.module), Findings()
        named = self.inside.of_rule(address)
        begun = {name: (kind, dict.fromkeys(labels, 0)) for name, (kind, labels) in named.items()}
        found = expressions.asked(address, text, arguments, situation, reasons, begun)
        if found is None:
            findings.extend(self.inside.with_hints(address, text, reasons))
            return None
        reads = self.counter.cuts.calls.read_by(found.lowered)
        used = locals_in(found.lowered)
        parts = {part: one for name in found.taken for part, one in named[name][1].items() if part in used}
        value = partial(_worked_out, found, parts) if parts else found.value
        of_slot = None if found.slot is None or parts else SlotValue(found.slot)
        return Shown(title or text, found.type, reads, value, tuple(parts.values()), of_slot)

    def ask(
        self,
        address: str,
        arguments: Sequence[Any],
        situation: Situation,
        shown: Sequence[Shown] = (),
        *,
        in_span: bool | None = None,
        answer: Policy | None = None,
        goal: Shown | None = None,
        budget: int = BUDGET,
        progress: Callable[[int, Fraction], None] | None = None,
    ) -> Odds:
        """Count all outcomes; of what leaves nothing to chance or choice there is one.

        The `goal` is what the best answers maximise.

        Raises:
            UngivenError: fields are read that nobody gave a value.
        """
        if address not in self.counter.entries:
            return self.certain(address, arguments, situation, shown, in_span)
        how: dict[str, Any] = {"answer": answer, "budget": budget, "progress": progress}
        how["in_span"] = self.in_span(address) if in_span is None else in_span
        rolls = {} if shown else self.rolls(address)
        written = self.counter.cuts.calls.writes.get(called(address), frozenset())
        asked_for = frozenset() if shown else written | {f"roll {site}" for site in rolls}
        found = self.counted(address, arguments, situation, shown, rolls, written, asked_for, how, goal)
        return self.worded(address, found, shown, rolls, situation, answer=answer, goal=goal)

    @cached_property
    def inside(self) -> Inside:
        """Give what can be shown of the inside of rules."""
        return Inside(self.checked, self.program)

    def hearing(self, shown: Sequence[Shown]) -> Hearing | None:
        """Give who hears of the labels that are shown; nothing where none is."""
        labels = tuple(dict.fromkeys(label for one in shown for label in one.labels))
        return Hearing(self.program, labels) if labels else None

    def counter_for(self, hearing: Hearing | None, answer: Policy | None) -> Counter:
        """Give the counter that tells of the labels that somebody hears of, and knows advice where that answers."""
        key = hearing.labels if hearing is not None else (), isinstance(named_and_others(answer)[1], AdvisedAnswers)
        if key == ((), False):
            return self.counter
        if key not in self.counters:
            program = self.program if hearing is None else hearing.counted()
            self.counters[key] = Counter(program, advised=key[1])
        return self.counters[key]

    def counted(
        self,
        address: str,
        arguments: Sequence[Any],
        situation: Situation,
        shown: Sequence[Shown],
        rolls: Mapping[int, str],
        written: frozenset[str],
        asked_for: frozenset[str],
        how: dict[str, Any],
        goal: Shown | None = None,
    ) -> Distribution:
        """Count, and see to it that no field is read that nobody gave a value; what is shown may be read as well.

        Raises:
            UngivenError: such fields are read.
            BestAnswersError: the goal cannot be maximised, or several sides decide and none of them is named.
        """
        looked_at = [*shown, *([goal] if goal is not None else [])]
        hearing = self.hearing(looked_at)
        counter = self.counter_for(hearing, how["answer"])
        entry = (counter.entries[address], *arguments)
        fields = asked_for.union(*(one.fields for one in looked_at), hearing.shown if hearing is not None else ())
        outcome = self.outcome_of(shown, rolls, written, situation, hearing)
        how = how | ({"joined": hearing.joined} if hearing is not None else {})
        best = named_and_others(how["answer"])[1]
        if isinstance(best, BestAnswers):
            assert goal is not None, "the best answers have a goal"
            (part,) = self.outcome_of([goal], {}, frozenset(), situation, hearing)
            value = value_of(goal.title, goal.kind)
            how["counting"] = partial(BestCounting, goal=part, value=value, side=best.side)
        ungiven = Ungiven(frozenset(situation.ungiven), bool(shown)) if situation.ungiven else None
        try:
            found = counter.count(entry, situation.state, shown=fields, outcome=outcome, ungiven=ungiven, **how)
        except SeveralSidesError as error:
            names = " and ".join(situation.names.get(side, "a side") for side in error.args[0])
            message = f"{names} decide: name the side that maximises (`side`); all others minimise"
            raise BestAnswersError(message) from None
        except (BudgetError, RulesFaultError, LookupError, ArithmeticError):
            if ungiven is None or not ungiven.met:  # what means nothing can come to anything
                raise
        if ungiven is not None and ungiven.met:
            raise UngivenError(fields_at(situation, ungiven.met))
        return found

    def ask_each(
        self,
        address: str,
        arguments: Sequence[Any],
        situation: Situation,
        *,
        in_span: bool | None = None,
        answer: Policy | None = None,
        budget: int = BUDGET,
        progress: Callable[[int, Fraction], None] | None = None,
    ) -> list[Odds]:
        """Count each roll of the rule, and each field that it may change, by itself: what to look at first.

        Each has its own budget. A field that never changes is left out.

        Raises:
            UngivenError: fields are read that nobody gave a value.
        """
        if address not in self.counter.entries:
            return [self.certain(address, arguments, situation, (), in_span)]
        how: dict[str, Any] = {"answer": answer, "budget": budget, "progress": progress}
        how["in_span"] = self.in_span(address) if in_span is None else in_span
        written = sorted(self.counter.cuts.calls.writes.get(called(address), frozenset()) & set(self.fields()))
        found = []
        for one_rolls, one_fields in [
            *(({s: n}, frozenset()) for s, n in self.rolls(address).items()),
            *(({}, frozenset([w])) for w in written),
        ]:
            asked_for = one_fields | {f"roll {site}" for site in one_rolls}
            counted = self.counted(address, arguments, situation, (), one_rolls, one_fields, asked_for, how)
            if any(key != ((),) for key in counted.weights):
                title = next(iter(one_rolls.values()), "") or next(iter(one_fields))
                found.append(self.worded(address, counted, (), one_rolls, situation, title, answer))
        return found

    def certain(
        self,
        address: str,
        arguments: Sequence[Any],
        situation: Situation,
        shown: Sequence[Shown],
        in_span: bool | None = None,
    ) -> Odds:
        """Give what comes of a rule that leaves nothing to chance or choice: of a definition also its value.

        Raises:
            UngivenError: fields are read that nobody gave a value.
        """
        routine = self.program.routines[address]
        if routine.value is not None and not shown:
            module = play_module(self.program) if situation.ungiven else self.module
            state = PartlyKnownState(situation.state, situation.ungiven)
            value = module.definition(address)(state, *arguments)
            if state.met:
                raise UngivenError(fields_at(situation, state.met))
            kind = self.program.world.rules[address].result or types.ADVISED
            words, plain = self.said(kind, value, situation, situation.known_as)
            names = (names_in(situation, kind),)
            return Odds(address, ("result",), (((words,), 1),), 1, 1, kinds=(kind,), values=((plain,),), names=names)
        found = self.played(address, arguments, situation, shown, 1, 1, in_span)
        return self.worded(address, Distribution(found.weights, 1, 1), shown, {}, situation)

    def fields(self) -> list[str]:
        """Give the addresses of all fields that are stored."""
        return list(self.program.layout.types)

    def sample(
        self,
        address: str,
        arguments: Sequence[Any],
        situation: Situation,
        shown: Sequence[Shown],
        times: int,
        seed: int,
        in_span: bool | None = None,
        answer: Policy | None = None,
    ) -> Odds:
        """Roll instead of counting: `times` plays with a seeded generator.

        Raises:
            UngivenError: fields are read that nobody gave a value.
            UndecidedError: it asks for a decision, and there is no decider.
        """
        weighed = self.played(address, arguments, situation, shown, times, seed, in_span, answer)
        found = self.worded(address, weighed, shown, {}, situation, answer=answer)
        return replace(found, visits=times, sampled=times)

    def played(
        self,
        address: str,
        arguments: Sequence[Any],
        situation: Situation,
        shown: Sequence[Shown],
        times: int,
        seed: int,
        in_span: bool | None = None,
        answer: Policy | None = None,
    ) -> Distribution:
        """Give how often each outcome came of so many plays; what is shown is all that changes, where nothing is said.

        Raises:
            UngivenError: fields are read that nobody gave a value.
            UndecidedError: it asks for a decision, and there is no decider.
        """
        chance = ByGenerator(random.Random(seed), answer)
        span = self.in_span(address) if in_span is None else in_span
        weights: dict[tuple[Any, ...], int] = {}
        # Values that are kept hide what they were worked out of: who must see it plays the program as it was lowered.
        hearing, told = self.hearing(shown), list[tuple[int, Any]]()
        program = self.program if hearing is None else hearing.played(told)
        module = play_module(program) if situation.ungiven or hearing is not None else self.module
        begin = self.entry_of(module, address)
        written = self.counter.cuts.calls.writes.get(called(address), frozenset())
        outcome = self.outcome_of(shown, {}, written, situation, hearing)
        deciders = dict.fromkeys(self.program.layout.things("Side"), chance)
        met: dict[int, None] = {}
        for _ in range(times):
            told.clear()
            before = list(situation.state)
            if situation.ungiven:
                before = PartlyKnownState(before, situation.ungiven, met)
            after = before[:] if span else before
            begin(Context(program, situation, chance, deciders), before, after, *arguments)
            read = after if shown or not isinstance(after, PartlyKnownState) else list(after)
            key = tuple(part(read, read, tuple(told)) for part in outcome)
            weights[key] = weights.get(key, 0) + 1
        if met:
            raise UngivenError(fields_at(situation, met))
        return Distribution(weights, times, times, tuple(chance.met))

    def entry_of(self, module: PrintedModule, address: str) -> Callable[..., Any]:
        """Give the function that carries a rule, a step or a phase out."""
        routine = self.program.routines.get(address)
        if routine is None:
            phase = module.phase(address)
            return lambda context, before, after: phase(context, before)
        if routine.value is not None:
            return lambda context, before, after, *given: module.definition(address)(before, *given)
        return module.routine(address)

    def in_span(self, address: str) -> bool:
        """Tell whether a rule is carried out inside a span in play: reached from one, and from nowhere else."""
        return address in self.spanned

    @cached_property
    def spanned(self) -> frozenset[str]:
        """Give the rules that are carried out inside a span in play, and nowhere else."""
        return only_in_spans(self.program)

    def rolls(self, address: str) -> dict[int, str]:
        """Give the rule's own rolls by site; one inside a loop, or a pool, has no single result."""
        routine = self.program.routines.get(address)  # a phase is none
        repeated = {
            act.site
            for loop in walk(routine.block if routine else ())
            if isinstance(loop, op.Loop | op.Repeat | op.Tries)
            for act in walk(loop.body)
            if isinstance(act, op.Result)
        }
        return {
            site.number: site.address.rsplit(".", 1)[-1]
            for site in self.program.sites
            if site.routine == address
            and not isinstance(site.item, types.ListType)
            and site.number not in repeated
            and (site.sort == "roll" or (site.sort == "draw" and isinstance(site.item, types.EnumType)))
        }

    def outcome_of(
        self,
        shown: Sequence[Shown],
        rolls: Mapping[int, str],
        written: frozenset[str],
        situation: Situation,
        hearing: Hearing | None = None,
    ) -> list[Part]:
        """Give the parts of what is shown: expressions, or the rule's own rolls and all that it has changed."""
        if shown:
            return [one.of_slot or partial(_value_of, one, hearing) for one in shown]
        start = situation.state
        slots = [slot for slot, name in enumerate(self.program.layout.slots) if name in written]

        def changed(before: Sequence[int], after: Sequence[int], told: tuple[Any, ...]) -> tuple[tuple[int, int], ...]:
            return tuple([(slot, after[slot]) for slot in slots if after[slot] != start[slot]])

        return [*(partial(_roll_of, site) for site in rolls), changed]

    def worded(
        self,
        address: str,
        found: Distribution,
        shown: Sequence[Shown],
        rolls: Mapping[int, str],
        situation: Situation,
        title: str = "",
        answer: Policy | None = None,
        goal: Shown | None = None,
    ) -> Odds:
        """Give what was counted in words and as plain data, with whoever was assumed to decide."""
        titles = tuple(s.title for s in shown) or ((title,) if title else (*rolls.values(), "changes"))
        weights: Weights = found.weights
        kinds: tuple[Type | None, ...] = (*(self.program.sites[site].item or TOTAL for site in rolls), None)
        if shown:
            listed = [at for at, one in enumerate(shown) if one.lists]
            kinds, weights = without_single_lists([one.kind for one in shown], listed, weights)
        kinds = kinds[: len(titles)]  # of rolls asked for by themselves the changes behind them are no part
        missing = [one.missing for one in shown] or [NOT_ROLLED for _ in titles]
        rows: list[tuple[tuple[str, ...], int]] = []
        values: list[tuple[ShownCell, ...]] = []
        known_as = situation.known_as
        said = [
            WordsOfColumn(kind, partial(self.said, kind, situation=situation, known_as=known_as, missing=one))
            for kind, one in zip(kinds, missing, strict=False)
        ]
        for key, weight in in_their_order(kinds, weights):
            if len(key) == 1:
                words, plain = said[0][key[0]]
                rows.append(((words,), weight))
                values.append((plain,))
                continue
            cells = [known[value] for known, value in zip(said, key, strict=False)]
            rows.append((tuple([words for words, _ in cells]), weight))
            values.append(tuple([plain for _, plain in cells]))
        names = tuple(names_in(situation, kind) for kind in kinds)
        by = self.decided_by(found, situation, answer, goal)
        counted = (titles, tuple(rows), found.below, found.visits)
        return Odds(address, *counted, kinds=kinds, values=tuple(values), names=names, decided=by)

    def decided_by(
        self, found: Distribution, situation: Situation, answer: Policy | None, goal: Shown | None
    ) -> DecidedBy | None:
        """Give who was assumed to decide; nothing where nobody was."""
        name = name_of(answer)
        choices = tuple(dict.fromkeys(self.program.sites[site].address for site, _ in found.decisions))
        if isinstance(found, BestDistribution) and goal is not None:
            side = situation.names.get(found.side, "")
            return DecidedBy(name, choices, side, goal.title, found.mean, isinstance(goal.kind, types.Boolean))
        return DecidedBy(name, choices) if name else None

    def word(self, kind: Type, value: Any, situation: Situation) -> str:
        """Give a stored value as its players say it."""
        return words_of(self.program, situation.names, kind, value)

    def said(
        self, kind: Type | None, value: Any, situation: Situation, known_as: Mapping[int, str], missing: str = ""
    ) -> Said:
        """Give a value of a column in words and as plain data: of changes, of a type, or what is `missing` there."""
        if kind is None:
            changes = changes_in(situation, value)
            words = "; ".join(change_in_words(situation, one) for one in changes) or "nothing changes"
            return words, [change_as_data(self.program, known_as, one) for one in changes]
        if value is None:
            return missing, None
        plain = plain_value(self.program, known_as, kind, value)
        return self.word(kind, value, situation), plain


def _value_of(
    shown: Shown, hearing: Hearing | None, before: Sequence[int], after: Sequence[int], told: tuple[Any, ...]
) -> Any:
    if hearing is None or not shown.labels:
        return hashable(shown.value(after))
    return hashable(shown.value(after, hearing.heard(told)))


def _heard(label: InsideLabel, after: Sequence[int], heard: Heard) -> Any:
    return heard.get(label)


def _worked_out(asked: AskedExpression, parts: Mapping[str, InsideLabel], after: list[int], heard: Heard) -> Any:
    """Work an expression out over what was heard; nothing where some of it was not reached."""
    if not all(label in heard for label in parts.values()):
        return None
    return asked.value(after, {name: heard[label] for name, label in parts.items()})


def _roll_of(site: int, before: Sequence[int], after: Sequence[int], told: tuple[Any, ...]) -> Any:
    return dict(told).get(site)


def hashable(value: Any) -> Any:
    """Give a value by which outcomes can be told apart."""
    return tuple(value) if isinstance(value, list) else value
