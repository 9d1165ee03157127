"""What `try` and `odds` are asked about: facts that are typed in, over those of an example or a standard question.

In: the arguments of a command. Out: the address of a rule and `Facts`. What is read and was not given is asked for
where somebody sits at a terminal.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from quarterdeck.analysis.trial.requests import AskingForFields
from quarterdeck.analysis.witnesses.observing import Observer, as_given, completed
from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.text import is_file
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.partly_known import UngivenField, what_may_be
from quarterdeck.engine.run.situation import empty_situation
from quarterdeck.language.declarations import types
from quarterdeck.language.documents.shapes import Example
from quarterdeck.workspace.ruleset.rule_question import (
    NO_FACTS,
    Facts,
    UngivenRefusalError,
    address_of,
    example_in,
    example_of,
    facts_from,
    question_called,
)
from quarterdeck.workspace.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from quarterdeck.workspace.ruleset.rounds import Rounds

ROUNDS = 8
"""So often more facts are looked for that a question turns out to need."""
IN_A_FILE = re.compile(r"(.+?\.ya?ml)/(.+)")
"""An example by the file in which it stands, and its name there."""


class WhatIsAsked(NamedTuple):
    """A rule and facts; of a standard question also its columns by their titles, and its grid; of a measure columns.

    `rounds` are the turns of a measure that is carried out turn after turn.
    """

    address: str
    facts: Facts
    columns: Mapping[str, str]
    over: Mapping[str, Any]
    rounds: Rounds | None = None


def what_is_asked(ruleset: Ruleset, address: str, given: str, of: str) -> WhatIsAsked:
    """Give the rule and the facts; those of an example or a question come first, what is given goes before them.

    What `compare` asks is named by measure, pair and distance: `throw/ann_at_ben/40`; an example that is no part of the
    ruleset by its file: `situations.yaml/a_good_throw`.

    Raises:
        UsageError: neither a rule nor an example is named, or a file that is not there.
        RefusedError: what is given is not written as facts are, or the file does not hold examples.
    """
    findings = Findings()
    facts = facts_from(given or "{}", findings)
    findings.refuse()
    if elsewhere := IN_A_FILE.fullmatch(of):
        example, of_example = example_of_a_file(*elsewhere.groups())
        return WhatIsAsked(address or example.of, of_example.with_more(facts), {}, {})
    known = question_called(ruleset.declared, of) if of else None
    if known is not None:
        return WhatIsAsked(address or known[0].of, known[1].with_more(facts), dict(known[0].columns), known[0].over)
    if "/" in of:
        from quarterdeck.workspace.ruleset.comparison import question_of_measure

        measured = question_of_measure(ruleset.declared, of)
        if measured is not None:
            known_facts, rounds = measured.facts.with_more(facts), measured.rounds
            return WhatIsAsked(address or measured.address, known_facts, measured.show, {}, rounds)
    if of:
        example, of_example = example_of(ruleset.declared, of)
        return WhatIsAsked(address or example.of, of_example.with_more(facts), {}, {})
    if not address and not facts.of:
        raise UsageError("name a rule, or a worked example with --of")
    return WhatIsAsked(address or facts.of, facts, {}, {})


@contextmanager
def ready_facts(
    ruleset: Ruleset, address: str, facts: Facts, attempt: Callable[[Facts], object] = id
) -> Iterator[None]:
    """Say with a refusal for want of inputs how all facts are given, ready to be typed; a scenario has its own things.

    An `attempt` to ask with them tells by an `UngivenRefusalError` what they still lack.
    """
    try:
        yield
    except RefusedError as error:
        if facts.situation or not any(one.code == "QD609" for one in error.findings):
            raise
        ready = facts_to_type(ruleset, address_of(ruleset.declared, address), attempt)
        if ready in ("", "{}"):  # it needs nothing, or nothing was found: what is missing is for a rule that follows
            raise
        hint = f"give all of it, and change what you like: --given '{ready}'"
        raise RefusedError([*error.findings[:-1], replace(error.findings[-1], hint=hint)]) from None


def facts_to_type(ruleset: Ruleset, address: str, attempt: Callable[[Facts], object] = id) -> str:
    """Return facts with which a rule can be carried out, as text to be typed; empty if none were found.

    There is a thing for each input that is one, of sides in turn, and the first value of its type in every other place.
    """
    built = ruleset.built(Findings())
    things: dict[str, Any] = {}
    given: dict[str, Any] = {}
    for one in parameters_of(built.program, address):
        if isinstance(one.type, types.Thing):
            things[one.name] = {"kind": one.type.kind}
        else:
            _, example = what_may_be(built.program, empty_situation(built.program), one.type)
            given[one.name] = as_given(example)
    facts = completed([Observer(ruleset)], [address], replace(NO_FACTS, given=given, things=things))
    if facts is None:
        return ""
    for _ in range(ROUNDS):
        try:
            attempt(facts)
        except UngivenRefusalError as error:
            facts = facts.with_answers({one.name: as_given(one.example) for one in error.fields})
        except UserError:
            break
        else:
            break
    for name, value in facts.given.items():
        thing, _, field = str(name).rpartition(".")
        if thing in things:
            things[thing][field] = value
        else:
            given[str(name)] = value
    return _flow({part: facts for part, facts in (("things", things), ("given", given)) if facts})


def _flow(value: Any) -> str:
    """Write plain data as YAML in one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_flow(one)}' for key, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def example_of_a_file(path: str, name: str) -> tuple[Example, Facts]:
    """Give an example that stands in a file of its own.

    Raises:
        UsageError: there is no such file.
        UnknownError: there is no such example in it.
        RefusedError: the file does not hold examples as they are written.
    """
    if not is_file(path):
        raise UsageError(f"there is no file {path}")
    findings = Findings()
    found = example_in(Path(path), name, findings)
    if found is None:
        raise RefusedError(findings)
    return found


def somebody_to_ask() -> AskingForFields | None:
    """Give who is asked for what a rule reads and nobody gave: a person at a terminal, if there is one."""
    return ask_for_fields if sys.stdin.isatty() and sys.stderr.isatty() else None


def ask_for_fields(fields: Sequence[UngivenField]) -> Mapping[str, Any] | None:
    """Ask for fields one after another, and give them as facts; nothing where the terminal is closed."""
    found: dict[str, Any] = {}
    for one in fields:
        said = ""
        while not said.strip():
            print(f"{one.name} ({one.may_be}): ", end="", file=sys.stderr, flush=True)
            said = sys.stdin.readline()
            if not said:
                return None
        findings = Findings()
        found |= facts_from(f"{one.name}: {said.strip()}", findings).given
        findings.refuse()
    return found
