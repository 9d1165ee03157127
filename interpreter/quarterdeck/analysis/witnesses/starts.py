"""Situations that a search begins with: those of questions and examples of the rule, of others, and of scenarios.

In: rulesets, and a rule. Out: facts, those that speak of the rule itself first. Where a situation was made for another
rule, the inputs are filled by their types: with the things that are there, and with the least of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product, zip_longest

from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.program.form.world import Input
from quarterdeck.workspace.ruleset.rule_question import Facts, asked, example_of, facts_of, questions_of, situated
from quarterdeck.workspace.ruleset.ruleset import Ruleset

FILLINGS = 3
"""So many ways to fill the inputs of a rule are tried in one situation."""
OTHERS = 30
"""So many situations of other rules are looked at, to find some that a rule fits into."""
OWN_IN_A_ROW = 3
"""So many situations of a rule itself come before one that was made for another."""
TAKEN_EACH = 4
"""Of one input so many things are thought of."""


@dataclass(frozen=True)
class StartingFacts:
    """A situation to begin with, and where it comes from."""

    name: str
    facts: Facts


def starts_for(rulesets: Sequence[Ruleset], address: str) -> Iterator[StartingFacts]:
    """Give situations for a rule, its own before those of others, each once."""
    found: set[str] = set()
    own: list[StartingFacts] = []
    for ruleset in rulesets:
        own += new_ones(_own(ruleset.declared, address), found)
    others = new_ones(_of_others(rulesets[0], address), found)
    yield from in_turns(own, others)


def in_turns(own: Sequence[StartingFacts], others: Iterator[StartingFacts]) -> Iterator[StartingFacts]:
    """Give some of one sort, then one of the other, again and again, until both are at their end."""
    rest = iter(own)
    while some := list(islice(rest, OWN_IN_A_ROW)):
        yield from some
        yield from islice(others, 1)
    yield from others


def new_ones(starts: Iterator[StartingFacts], found: set[str]) -> Iterator[StartingFacts]:
    """Give those situations that were not given yet."""
    for start in starts:
        facts = start.facts
        key = repr((facts.given, facts.things, facts.options, facts.constants, facts.situation))
        if key not in found:
            found.add(key)
            yield start


def starts_for_several(rulesets: Sequence[Ruleset], addresses: Sequence[str]) -> Iterator[StartingFacts]:
    """Give situations for rules that are carried out one after another: of each in turns, with the others' inputs."""
    ways = [_with_inputs_of(rulesets[0], addresses, starts_for(rulesets, address)) for address in addresses]
    for several in zip_longest(*ways):
        yield from (start for start in several if start is not None)


def _with_inputs_of(
    ruleset: Ruleset, addresses: Sequence[str], starts: Iterator[StartingFacts]
) -> Iterator[StartingFacts]:
    """Give situations with a value for every input of some rules that they give none."""
    for start in starts:
        given = {key: value for key, value in start.facts.given.items() if "." in str(key) or "[" in str(key)}
        put = situated(ruleset, replace(start.facts, given=given), Findings(), addresses)
        if put is not None:
            built, situation = put
            wanted = {p.name: p for address in addresses for p in parameters_of(built.program, address)}
            known = {name: value for name, value in start.facts.given.items() if name in wanted}
            more = [parameter for name, parameter in wanted.items() if name not in known]
            for filled in islice(fillings(situation, more), FILLINGS):
                yield StartingFacts(start.name, replace(start.facts, given={**given, **known, **filled}))


def _of_others(ruleset: Ruleset, address: str) -> Iterator[StartingFacts]:
    others = [start for start in _every(ruleset.declared) if start.facts.of_state or start.facts.things]
    scenarios = list(_scenarios(ruleset.declared))
    for start in [*scenarios[:1], *others[:: max(1, len(others) // OTHERS)], *scenarios[1:]]:
        yield from _filled(ruleset, address, start)


def _own(declared: Declared, address: str) -> Iterator[StartingFacts]:
    """Give the questions about a rule, and its worked examples with every case."""
    for question, place in questions_of(declared):
        if question.of == address:
            yield StartingFacts(question.question, facts_of(declared, question, place))
    for example in examples_in(declared):
        if example.of == address:
            for number in range(1, max(1, len(example.cases)) + 1):
                name = f"{example.example}/{example.cases[number - 1].name or number}" if example.cases else ""
                name = name or example.example
                yield StartingFacts(name, example_of(declared, name)[1])


def _every(declared: Declared) -> Iterator[StartingFacts]:
    for question, place in questions_of(declared):
        yield StartingFacts(question.question, facts_of(declared, question, place))
    for example in examples_in(declared):
        yield StartingFacts(example.example, example_of(declared, example.example)[1])


def _scenarios(declared: Declared) -> Iterator[StartingFacts]:
    for name in declared.scenarios:
        yield StartingFacts(name, Facts({}, {}, {}, {}, situation=name))


def examples_in(declared: Declared) -> list[shapes.Example]:
    """Give the worked examples that stand; of several by one name the one that is meant by it, which is the last."""
    found: dict[str, shapes.Example] = {}
    for document in declared.documents:
        match document.shape:
            case shapes.Example() as example:
                found[example.example] = example
            case shapes.Examples(examples=examples):
                found |= {example.example: example for example in examples}
    return [example for name, example in found.items() if not declared.has_lost(f"examples.{name}")]


def _filled(ruleset: Ruleset, address: str, start: StartingFacts) -> Iterator[StartingFacts]:
    """Give a situation of another rule with inputs for this one, in the ways that there are."""
    facts = start.facts
    of_state = {key: value for key, value in facts.given.items() if "." in str(key) or "[" in str(key)}
    plain = replace(facts, given=of_state, dice={}, choices={})
    put = situated(ruleset, plain, Findings(), (address,))
    if put is None:
        return
    built, situation = put
    for given in islice(fillings(situation, parameters_of(built.program, address)), FILLINGS):
        filled = replace(plain, given={**of_state, **given})
        if asked(ruleset, address, filled, Findings()) is not None:
            yield StartingFacts(start.name, filled)


def fillings(situation: Situation, parameters: Sequence[Input]) -> Iterator[dict[str, Plain]]:
    """Give ways to fill inputs: each thing once as long as there are others, what is part of another with its whole."""
    ways = [list(islice(values_for(situation, one), TAKEN_EACH)) for one in parameters]
    names = [one.name for one in parameters]
    for values in product(*ways):
        things = [value for value in values if isinstance(value, str) and value in situation.things]
        wholes = {name for name in things if "." not in name}
        if len(set(things)) < len(things) or any(
            "." in name and name.rpartition(".")[0] not in wholes for name in things if wholes
        ):
            continue
        yield dict(zip(names, values, strict=True))


def values_for(situation: Situation, parameter: Input) -> Iterator[Plain]:
    """Give values of an input: things of its kind, members, numbers; the one that is called like it first."""
    program, kind = situation.program, types.without_none(parameter.type)
    match kind:
        case types.Thing(kind=of):
            there = [name for name, thing in situation.things.items() if program.layout.kind_at(thing) == of]
            yield from sorted(there, key=lambda name: name != parameter.name)
        case types.EnumType(enum=enum):
            yield from program.world.enums[enum].members
        case types.Boolean():
            yield from (True, False)
        case types.Number(low=low, high=high):
            for number in dict.fromkeys(max(low, min(high, wanted)) for wanted in (1, 0, low, high)):
                text = decimals.shown(number)
                yield int(number) if number == int(number) else text
        case types.Space() | types.Point():
            yield [3, 3]
        case types.ListType():
            yield []
