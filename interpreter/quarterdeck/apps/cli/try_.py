"""`quarterdeck try`: carry out one rule in any situation."""

from __future__ import annotations

import json as as_json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from cyclopts import Parameter

from quarterdeck.analysis.trial.assertions import changes_of, told_change
from quarterdeck.analysis.trial.requests import Answer, Request, try_request
from quarterdeck.analysis.trial.rule_trial import Tried
from quarterdeck.analysis.trial.showing import ShownValue, working_lines
from quarterdeck.analysis.trial.spelling import shown
from quarterdeck.analysis.trial.trace_text import trace_lines
from quarterdeck.apps.cli.facts import ready_facts, somebody_to_ask, what_is_asked
from quarterdeck.apps.cli.game_choices import expressions_in
from quarterdeck.apps.cli.open_ruleset import open_ruleset
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.workspace.ruleset.rule_question import Facts, choices_from, faces_from

ANY = "any"


def try_(
    game: str,
    address: str = "",
    *,
    given: str = "",
    of: str = "",
    dice: str = "",
    choices: str = "",
    seed: int | None = None,
    then: Annotated[Sequence[str], Parameter(consume_multiple=True, negative="")] = (),
    show: Annotated[Sequence[str], Parameter(consume_multiple=True, negative="")] = (),
    anyway: Annotated[bool, Parameter(negative="")] = False,
    decider: Literal["", "first", "default", "random", "bot"] = "",
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Run one procedure, effect, table, phase or definition in any situation, and show all results.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        address: the rule: `chapter.rule`, or the end of it if that is unique; optional with --of.
        given: inputs and fields as YAML, `{child: ann, ann.wet: 2}`, or a file with such a mapping or an example;
            `things`, `options`, `constants`, `board`, `situation`, `dice` and `choices` may be next to `given`, and
            further steps in `then`.
        of: the situation of a worked example, of one case of it (`example/case`), or of a standard question; values in
            --given have priority. For an example outside the ruleset, `FILE/example`.
        dice: faces, `3,5` in order or `{throw: 3, splash.force: 5}` by roll; `any` makes all dice random. All steps
            use them, in order.
        choices: decisions, in order or by choice. All steps use them, in order.
        seed: roll the other dice at random, with this seed.
        then: further rules to run in the resulting state, after those of a file of steps.
        show: values to show after each rule, with commas: names of rolls, and expressions over the inputs.
        anyway: run the rule even if the turn would not run it in this situation.
        decider: the decider of choices without an answer: the first option, the default, a random one (as for `odds`),
            or the bot (as for `play`). Without one, a choice takes its default or is declined.
        json: print the result as JSON.
    """
    ruleset = open_ruleset(game)
    about = what_is_asked(ruleset, address, given, of)
    address, facts = about.address, about.facts
    typed = {part: text for part, text in (("dice", dice), ("choices", choices)) if text.strip() not in ("", ANY)}
    facts = _with_typed(facts, typed)
    if dice.strip() == ANY and seed is None:
        seed = 1
    findings = Findings()
    ask = None if json else somebody_to_ask()
    request = Request(address, facts, then, expressions_in(show), seed, anyway, None, decider, frozenset(typed))
    with ready_facts(ruleset, address, facts):
        answer = try_request(ruleset, request, findings, ask)
        if answer is None:
            raise RefusedError(findings)
    if json:
        print(as_json.dumps(answer.as_data(), indent=1))
    else:
        for line in lines_of(answer):
            print(line)
    return 0 if answer.is_good else 1


def _with_typed(facts: Facts, typed: Mapping[str, str]) -> Facts:
    """Give facts with the dice and choices that are typed in, which go before those of the facts.

    What is typed serves all steps, so steps of a file must not have some of their own.
    """
    findings = Findings()
    for part in typed:
        for step in facts.then:
            if getattr(step, part):
                hint = f"omit --{part} and give each step its own in the file, the first next to `given`"
                message = f"--{part} applies to all steps, and this step has {part} of its own"
                findings.add("QD207", message, step.place(part), hint=hint)
    if "dice" in typed:
        facts = replace(facts, dice=faces_from(typed["dice"], findings))
    if "choices" in typed:
        facts = replace(facts, choices=choices_from(typed["choices"], findings), standing=False)
    findings.refuse()
    return facts


def lines_of(answer: Answer) -> Iterator[str]:
    """Give an answer as lines: the result, what happened, what changed, what was to be shown, and what stopped it."""
    several = len(answer.steps) > 1
    for number, (step, values) in enumerate(zip(answer.steps, answer.showings, strict=True), 1):
        if several:
            yield f"{number}. {step.address}"
        yield from (
            f"  {line}" if several else line
            for line in lines_of_step(step, values, answer.decider, with_address=not several)
        )
    for step in answer.steps:
        if step.refusal is not None:
            yield f"refused: {step.refusal.reason or 'a requirement does not hold'} ({step.refusal.address})"
    for problem in answer.problems:
        yield f"stopped: {problem.message}" if problem.path[0] == "of" else f"{problem.path[0]}: {problem.message}"


def lines_of_step(step: Tried, values: Sequence[ShownValue], decider: str, *, with_address: bool) -> Iterator[str]:
    """Give one rule that was carried out as lines."""
    if with_address:
        yield step.address
    if step.result_text is not None:
        yield f"{'  ' if with_address else ''}result: {step.result_text}"
    happened = list(trace_lines(step.before, step.events))
    if happened:
        yield "what happened:"
        yield from (f"  {line}" for line in happened)
    closed = [offer for offer in step.offers if offer.refused and not offer.options]
    if closed:
        yield "nothing to choose:"
        yield from (f"  {offer.label}: {offer.refused_in_words(step.before)}" for offer in closed)
    decided = [offer for offer in step.offers if offer.is_decided]
    if decided:
        yield f"decided by {decider}:"
        yield from (f"  {offer.label}: {offer.worded(step.before, offer.answer)}" for offer in decided)
    changes = changes_of(step)
    if changes:
        yield "changes:"
        yield from (f"  {told_change(step, key, one).replace('`', '')}" for key, one in changes.items())
    elif step.result_text is None:
        yield "nothing changed"
    if step.ended:
        yield step.ended
    for one in values:
        yield f"{one.text}: {_shown(step.after, one)}"
        yield from (f"  {line}" for line in working_lines(step.after, one))


def _shown(situation: Situation, one: ShownValue) -> str:
    if one.value is None:
        return one.missing
    if one.type == types.UNKNOWN and isinstance(one.value, list):
        return ", ".join(map(str, one.value))
    return shown(situation, one.type, one.value)
