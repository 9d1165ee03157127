"""`quarterdeck try`: carry out one rule in any situation."""

from __future__ import annotations

import json as as_json
from collections.abc import Iterator, Sequence
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.command.opening import UsageError, open_ruleset
from quarterdeck.diagnostics import Findings, RefusedError
from quarterdeck.examples.assertions import told_change
from quarterdeck.examples.spelling import shown
from quarterdeck.examples.trace_text import trace_lines
from quarterdeck.names import types
from quarterdeck.ruleset.asked import Facts, choices_from, example_of, faces_from, facts_from, question_called
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.situation import Situation
from quarterdeck.trying.requests import Answer, Request, ShownValue, try_request

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
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Carry out one procedure, effect, table, phase or definition in any situation, and show all that comes of it.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        address: what to carry out: `chapter.rule`, or the end of it where that is enough; may be left out with --of.
        given: inputs and facts as YAML, `{child: ann, ann.wet: 2}`, or a file that holds such a mapping or an example;
            `things`, `options`, `constants`, `board`, `situation`, `dice` and `choices` may stand beside `given`.
        of: a worked example that gives them instead, or one case of it (`example/case`), or a standard question; what
            is given besides goes before it.
        dice: faces, `3,5` in order or `{throw: 3, splash.force: 5}` by the roll they are for; `any` lets all dice fall
            by chance.
        choices: decisions, in order or by the choice they are for.
        seed: let the dice that are not given fall by chance, from this seed.
        then: further rules, carried out in the state that was reached.
        show: what to show of the end: rolls by their names, and expressions over the inputs.
        anyway: carry it out also where the turn would not lead to it for what is given.
        json: print the outcome as JSON.
    """
    ruleset = open_ruleset(game)
    address, facts = _facts(ruleset, address, given, of, dice, choices)
    if dice.strip() == ANY and seed is None:
        seed = 1
    findings = Findings()
    answer = try_request(ruleset, Request(address, facts, then, show, seed, anyway), findings)
    if answer is None:
        raise RefusedError(findings)
    if json:
        print(as_json.dumps(answer.as_data(), indent=1))
    else:
        for line in lines_of(answer):
            print(line)
    return 0 if answer.is_good else 1


def _facts(ruleset: Ruleset, address: str, given: str, of: str, dice: str, choices: str) -> tuple[str, Facts]:
    """Give the rule and the facts: those of an example or a question first, those that are typed in before them."""
    findings = Findings()
    facts = facts_from(given, findings) if given else Facts({}, {}, {}, {})
    known = question_called(ruleset.declared, of) if of else None
    if known is not None:
        address, facts = address or known[0].of, known[1].with_more(facts)
    elif of:
        example, of_example = example_of(ruleset.declared, of)
        address, facts = address or example.of, of_example.with_more(facts)
    elif not address:
        raise UsageError("name a rule, or a worked example with --of")
    more = Facts({}, {}, {}, {}, facts.place)
    if dice.strip() not in ("", ANY):
        more = Facts({}, {}, {}, {}, facts.place, dice=faces_from(dice, findings))
    facts = facts.with_more(more)
    if choices:
        facts = facts.with_more(Facts({}, {}, {}, {}, facts.place, choices=choices_from(choices, findings)))
    if findings:
        raise RefusedError(findings)
    return address, facts


def lines_of(answer: Answer) -> Iterator[str]:
    """Give an answer as lines: the result, what happened, what changed, what was to be shown, and what stopped it."""
    last = answer.steps[-1]
    yield last.address
    result = last.result_text
    if result is not None:
        yield f"  result: {result}"
    happened = list(trace_lines(answer.whole.after, answer.happened))
    if happened:
        yield "what happened:"
        yield from (f"  {line}" for line in happened)
    changes = answer.changes
    if changes:
        yield "changes:"
        yield from (f"  {told_change(answer.whole, key, one).replace('`', '')}" for key, one in changes.items())
    elif result is None:
        yield "nothing changed"
    for one in answer.shown:
        yield f"{one.text}: {_shown(answer.whole.after, one)}"
    for step in answer.steps:
        if step.refusal is not None:
            yield f"refused: {step.refusal.reason or 'a requirement does not hold'} ({step.refusal.address})"
    for problem in answer.problems:
        yield f"stopped: {problem.message}" if problem.path[0] == "of" else f"{problem.path[0]}: {problem.message}"


def _shown(situation: Situation, one: ShownValue) -> str:
    if one.type == types.UNKNOWN and isinstance(one.value, list):
        return ", ".join(map(str, one.value))
    return shown(situation, one.type, one.value)
