"""What turns bring, carried out one after another until something holds: in which turn it does, and what is then.

In: a rule put into its situation, what follows it in a turn, and what is shown. Out: `Odds` that were played; their
first column is the turn. The number of the turn counts on, and what is named is carried out: nothing else of the turn.
Choices that are named are taken where they are allowed, all others by the ruleset's advice. That a game is over ends
nothing here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.play import play_module
from quarterdeck.base.bounds import MOST_TURNS_ASKED
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.odds.answers import chosen
from quarterdeck.engine.odds.choices import answers_to_question
from quarterdeck.engine.odds.inner_values import NOT_REACHED
from quarterdeck.engine.odds.odds_questions import Odds, Shown, hashable
from quarterdeck.engine.odds.outcome_columns import Said
from quarterdeck.engine.odds.outcome_values import names_in
from quarterdeck.engine.odds.random_play import ByGenerator
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.partly_known import PartlyKnownState, UngivenError, fields_at
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.program.form.dataflow import called
from quarterdeck.workspace.ruleset.rounds import TURN, PartOfTurn, Rounds, inputs_for, whole_address
from quarterdeck.workspace.ruleset.rule_question import Facts, RuleQuestion, UngivenRefusalError, asked
from quarterdeck.workspace.ruleset.ruleset import Ruleset

GAME_TURN = "Game.turn"
State = list[int]


class NamedElseAdvised:
    """Decides as the choices say, each by its name; what none is named for is weighed by advice."""

    def __init__(self, choices: Mapping[str, Any], situation: Situation, seed: int) -> None:
        self.names = tuple(f".{name}" for name in choices)
        self.named = chosen(choices, situation)
        self.advised = WeighingDecider(seed)

    def decide(self, question: Question) -> Any:
        """Give an answer."""
        addresses = question.site.addresses if self.names and question.options else ()
        if any(f".{address}".endswith(self.names) for address in addresses):
            return answers_to_question(self.named, question)[0][0]
        return self.advised.decide(question)


@dataclass(frozen=True)
class Act:
    """A part of a turn, ready to be carried out where it `holds`; its effects may wait until it is done."""

    address: str
    begin: Callable[..., Any]
    arguments: Sequence[Any]
    holds: Callable[[State], Any] | None
    effects_wait: bool


@dataclass(frozen=True)
class AskedRounds:
    """Turns that can be carried out: the rule in its situation, what ends them, and what is shown.

    Their parts come in `groups`, each of which comes at once.
    """

    put: RuleQuestion
    groups: tuple[tuple[Act, ...], ...]
    until: Shown
    shown: tuple[Shown, ...]
    turns: int

    def played(self, times: int, seed: int) -> Odds:
        """Carry the turns out so many times; the same seed gives the same.

        Raises:
            UngivenRefusalError: fields are read that nobody gave a value.
            RulesFaultError: the rules come to a fault.
        """
        chance, start = ByGenerator(random.Random(seed), None), self.put.situation
        weights: dict[tuple[Any, ...], int] = {}
        met: dict[int, None] = {}
        for number in range(times):
            turn, state = self.one_play(chance, start, seed * 1000 + number, met)
            key = (turn, *(hashable(one.value(state)) for one in self.shown))
            weights[key] = weights.get(key, 0) + 1
        if met:
            raise UngivenRefusalError(UngivenError(fields_at(start, met)), self.put.facts)
        return self.worded(weights, times)

    def one_play(
        self, chance: ByGenerator, start: Situation, seed: int, met: dict[int, None]
    ) -> tuple[int | None, State]:
        """Carry turns out once: give the turn in which what ends them holds, if it does, and the state then."""
        program, situation = self.put.built.program, start.copy()
        if situation.ungiven:
            situation.state = PartlyKnownState(situation.state, situation.ungiven, met)
        state = situation.state
        choices = self.put.facts.choices
        decider = NamedElseAdvised(choices if isinstance(choices, Mapping) else {}, situation, seed)
        context = Context(program, situation, chance, dict.fromkeys(program.layout.things("Side"), decider))
        turn_at = program.layout.arrays["Game"].base + program.layout.offsets[GAME_TURN]
        for turn in range(1, self.turns + 1):
            state[turn_at] = turn
            self.one_turn(context, state)
            if self.until.value(state):
                return turn, state
        return None, state

    def one_turn(self, context: Context, state: State) -> None:
        """Carry out all parts of a turn; of those that come at once none sees what the others have done."""
        for acts in self.groups:
            after = state[:] if len(acts) > 1 or acts[0].effects_wait else state
            for act in acts:
                if act.holds is None or act.holds(state):
                    act.begin(context, state, after, *act.arguments)
            if after is not state:
                state[:] = after

    def worded(self, weights: Mapping[tuple[Any, ...], int], times: int) -> Odds:
        """Give what came of it in words and as plain data, by turns; those in which nothing came are last."""
        asking, situation = self.put.asking, self.put.situation
        known_as = situation.known_as
        kinds = (types.Number(0, self.turns), *(one.kind for one in self.shown))
        rows, values = [], []
        ordered = sorted(weights.items(), key=lambda item: (item[0][0] is None, item[0][0] or 0, -item[1]))
        for key, weight in ordered:
            cells: list[Said] = [
                asking.said(kind, value, situation, known_as, NOT_REACHED)
                for kind, value in zip(kinds, key, strict=True)
            ]
            rows.append((tuple(words for words, _ in cells), weight))
            values.append(tuple(plain for _, plain in cells))
        names = tuple(names_in(situation, kind) for kind in kinds)
        titles = (TURN, *(one.title for one in self.shown))
        return Odds(self.put.address, titles, tuple(rows), times, times, times, kinds, tuple(values), names)


def asked_rounds(ruleset: Ruleset, address: str, facts: Facts, rounds: Rounds, show: Mapping[str, str]) -> AskedRounds:
    """Put what is carried out turn after turn into its situation.

    Raises:
        RefusedError: something of it does not fit the ruleset, or can never come to what ends it.
    """
    findings = Findings()
    if rounds.turns > MOST_TURNS_ASKED:
        message = f"{rounds.turns:,} turns exceed the limit of {MOST_TURNS_ASKED:,}"
        findings.add("QD620", message, facts.place(), hint="use longer turns, or fewer minutes")
        raise RefusedError(list(findings))
    parts = [whole_address(ruleset.declared, one, findings) for one in rounds.parts]
    put = None if findings else asked(ruleset, address, facts, findings, [one.address for one in parts])
    if put is not None:
        first = PartOfTurn(address, {}, "", at_once=False, place=facts.place)
        acts = [act_of(put, first, list(put.arguments), findings)]
        rosters = ruleset.rosters(put.built)
        for one in parts:
            found = inputs_for(put.built.program, one, put.situation, rosters, findings)
            acts.append(act_of(put, one, found or (), findings))
        shown = [expression(put, text, findings, facts.place, title) for title, text in show.items()]
        until = expression(put, rounds.until, findings, facts.place, "")
        if until is not None and not findings and until.kind != types.BOOLEAN:
            findings.add("QD620", f"`{rounds.until}` is not yes or no, so it cannot end the turns", facts.place("show"))
        if until is not None and not findings:
            refuse_what_never_comes(put, acts, until, findings)
    if put is None or until is None or findings:
        raise RefusedError(list(findings))
    groups: list[list[Act]] = []
    for act, part in zip(acts, (first, *parts), strict=True):
        if part.at_once:
            groups[-1].append(act)
        else:
            groups.append([act])
    columns = tuple(one for one in shown if one is not None)
    return AskedRounds(put, tuple(map(tuple, groups)), until, columns, rounds.turns)


def act_of(put: RuleQuestion, part: PartOfTurn, arguments: Sequence[Any], findings: Findings) -> Act:
    """Make a part of a turn ready to be carried out; what does not fit is a finding."""
    asking = put.asking
    module: PrintedModule = play_module(put.built.program) if put.situation.ungiven else asking.module
    holds = None
    if part.when and not findings:
        found = expression(put, part.when, findings, part.place, "", part.address, arguments)
        holds = found.value if found is not None else None
    program = put.built.program
    if part.at_once and part.address not in program.routines:
        hint = "name the steps of the phase, or the rules it runs"
        findings.add("QD620", f"the phase `{part.address}` has no routine of its own", part.place("at_once"), hint=hint)
    waits = part.address in put.built.while_effects_wait
    return Act(part.address, asking.entry_of(module, part.address), arguments, holds, waits)


def expression(
    put: RuleQuestion,
    text: str,
    findings: Findings,
    place: Callable[..., Any],
    title: str,
    address: str = "",
    arguments: Sequence[Any] | None = None,
) -> Shown | None:
    """Give an expression of the end of a turn; what is rolled on the way is none, and so is a finding."""
    given = put.arguments if arguments is None else arguments
    found = put.asking.shown(address or put.address, text, given, put.situation, findings, title)
    if found is not None and found.labels:
        hint = "show fields, or a definition of them"
        findings.add("QD620", f"`{text}` is a roll, and not a part of the final state", place(), hint=hint)
        return None
    return found


def refuse_what_never_comes(put: RuleQuestion, acts: Sequence[Act], until: Shown, findings: Findings) -> None:
    """Report an end that nothing leads to: whatever it looks at is changed by nothing that is carried out."""
    calls, program = put.asking.counter.cuts.calls, put.built.program
    written = {GAME_TURN}
    for act in acts:
        if act.address in program.routines:
            written |= calls.writes.get(called(act.address)) or calls.written_by(program.routines[act.address].block)
        else:
            written |= calls.written_by(program.turn.nodes[act.address].block)
    if until.fields.isdisjoint(written):
        hint = "run a rule that can cause it, or name another end"
        message = "nothing in a turn changes the end condition"
        findings.add("QD620", message, put.facts.place("show"), hint=hint)
