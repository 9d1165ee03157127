"""Find names in examples of what is not there: of things in `called`, of rolls in `dice`, of choices in `choices`.

In: the examples of a ruleset, and for those that could be set up what their things are called. Out: findings. What
stands beside `examples:` is for all of a file, and must be there in one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from quarterdeck.analysis.trial.answer_labels import labels_of, sites_named, without_call
from quarterdeck.analysis.trial.bench import PreparedCase
from quarterdeck.analysis.trial.cases import Case, Path
from quarterdeck.analysis.trial.spelling import thing_name
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes


def things_in(prepared: PreparedCase) -> set[str]:
    """Give what the things of a case are called in it; parts go by the thing whose they are."""
    situation = prepared.put.situation
    named = (thing_name(situation, thing) for thing in situation.things.values())
    return {name.partition(".")[0] for name in named}


def check_labels(prepared: PreparedCase, findings: Findings) -> None:
    """Find dice of no roll or draw, and answers to no choice, in a case and in the steps that follow."""
    case, sites = prepared.case, prepared.put.situation.program.sites
    steps: list[tuple[Path, Case | shapes.ExampleStep]] = [((), case)]
    steps += [(("then", number), step) for number, step in enumerate(case.then)]
    for path, step in steps:
        for key, given, what, sorts in (
            ("dice", step.dice, "roll or draw", ("roll", "draw")),
            ("choices", step.choices, "choice", ("choice",)),
        ):
            known = [site for site in sites if site.sort in sorts]
            for label in map(str, given if isinstance(given, Mapping) else ()):
                if not sites_named(label, known):
                    hint = did_you_mean(without_call(label), labels_of(known))
                    findings.add("QD601", f"there is no {what} `{label}`", case.place(*path, key, label), hint=hint)


def check_called(declared: Declared, things: Mapping[str, set[str]], findings: Findings) -> None:
    """Find names of nothing; `things` are those of the examples that could be set up, by the names of the examples."""
    for document in declared.documents:
        place = document.places.key
        match document.shape:
            case shapes.Example() as one:
                if one.example in things:
                    for name in one.called:
                        _known(name, things[one.example], place("called", name), findings)
            case shapes.Examples(examples=examples, called=called):
                for index, one in enumerate(examples):
                    for name in one.called if one.example in things else ():
                        at = place("examples", index, "called", name)
                        _known(name, things[one.example], at, findings)
                if all(one.example in things for one in examples):
                    every = {name for one in examples for name in things[one.example]}
                    for name in called:
                        _known(name, every, place("called", name), findings, "of these examples")


def _known(name: str, things: Iterable[str], place: Span, findings: Findings, whose: str = "here") -> None:
    if name not in things:
        hint = did_you_mean(name, sorted(things), f"there are: {', '.join(sorted(things)) or 'none'}")
        findings.add("QD601", f"there is no thing `{name}` {whose} to get a name in the book", place, hint=hint)
