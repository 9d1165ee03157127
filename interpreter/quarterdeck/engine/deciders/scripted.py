"""Decide as a script says: answers by the address of the choice, in the words of the journal.

A script is one of
- a saved game or a part of it (`.jsonl`): its decisions in order, each used once, by the side that they name;
- a mapping (`.yaml`) from an address, or the end of one, to an answer that is given every time, or to a list of
  answers that are given in order.
What the script does not say, another decider says, unless the mapping says `otherwise: nobody`: then a question without
an answer is a fault. Without another decider it is the default, or to decline or stop where that is allowed. A script
does not know how far a game had come: in a game that is resumed it begins anew. What it says of a choice that the rules
do not have is a finding before anything is played.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import NOWHERE, SourceFile, Span, UnreadableError, object_in, read
from quarterdeck.engine.deciders.random import idle_answers
from quarterdeck.engine.run.questions import Decider, Question
from quarterdeck.engine.run.words import as_worded
from quarterdeck.language.declarations.addresses import ends_of
from quarterdeck.language.declarations.types import Space

OTHERWISE, NOBODY = "otherwise", "nobody"
"""A script with this line says all: nobody else decides."""


class ScriptFaultError(UserError):
    """A script cannot be read or does not fit the game; the argument is the message for the user."""


class ScriptedDecider:
    """Decides as a script says, and leaves the rest to another decider."""

    def __init__(
        self, script: Mapping[str, Any] | Sequence[Mapping[str, Any]], otherwise: Decider | None = None
    ) -> None:
        self.otherwise = otherwise
        self.always: dict[str, Any] = {}
        self.ordered: dict[str, list[Any]] = {}
        self.entries: list[Mapping[str, Any]] = []
        self.is_record = not isinstance(script, Mapping)
        self.is_complete = isinstance(script, Mapping) and script.get(OTHERWISE) == NOBODY
        if isinstance(script, Mapping):
            for address, answers in script.items():
                if address == OTHERWISE:
                    continue
                if isinstance(answers, list):
                    self.ordered[address] = list(answers)
                else:
                    self.always[address] = answers
        else:
            self.entries = [entry for entry in script if "choice" in entry]

    def decide(self, question: Question) -> Any:
        """Give the script's answer.

        Raises:
            ScriptFaultError: the answer is not allowed, or nothing is said and nothing may be left out.
        """
        found, wanted = self.wanted(question)
        if found:
            for answer in question.answers():
                if self.means(question, answer, wanted):
                    return answer
            raise ScriptFaultError(
                f"at {question.site.address} the script answers {wanted}, which is not allowed there; "
                f"allowed: {', '.join(question.worded(answer) for answer in question.answers())}"
            )
        if self.is_complete:
            words = ", ".join(question.worded(answer) for answer in question.answers())
            raise ScriptFaultError(f"the script has no answer for {question.site.address}; allowed: {words}")
        if self.otherwise is not None:
            return self.otherwise.decide(question)
        idle = idle_answers(question)
        if not idle:
            raise ScriptFaultError(f"the script has no answer for {question.site.address}")
        return idle[0]

    def follow(self, addresses: tuple[str, ...], by: str, alternatives: int) -> None:
        """Use up what the script says of a question that is answered without it.

        A saved game has a line also for a question with one answer; a script of answers says nothing of it.
        """
        if self.entries or alternatives > 1:
            self.next_for(addresses, by)

    def wanted(self, question: Question) -> tuple[bool, Any]:
        """Give whether the script says something here, and what; what is to be used once is used up."""
        return self.next_for(question.site.addresses, question.by)

    def next_for(self, addresses: tuple[str, ...], by: str) -> tuple[bool, Any]:
        """Give what is said next for a choice, by the address that it has or had, and a side."""
        for place, entry in enumerate(self.entries):
            if entry.get("at") in addresses and entry.get("by", by) == by:
                return True, self.entries.pop(place)["choice"]
        for label in (label for address in addresses for label in ends_of(address)):
            if self.ordered.get(label):
                return True, self.ordered[label].pop(0)
            if label in self.always:
                return True, self.always[label]
        return False, None

    def means(self, question: Question, answer: Any, wanted: Any) -> bool:
        """Tell whether an answer is what the script says: as the journal writes it, or in words."""
        if isinstance(question.site.item, Space) and not self.is_record:  # a record writes them in other numbers
            return as_worded(wanted) == question.worded(answer)
        worded = (str(question.written(answer)), question.worded(answer))
        return question.reads(answer, wanted) or as_worded(wanted) in worded

    def left(self) -> list[str]:
        """Give the addresses of answers that were never asked for."""
        return [str(entry.get("at")) for entry in self.entries] + [a for a, answers in self.ordered.items() if answers]


def _file_of(path: Path) -> SourceFile:
    if not path.is_file():
        raise ScriptFaultError(f"there is no script {path}")
    try:
        return read(path, str(path))
    except UnreadableError as error:
        raise ScriptFaultError(str(error)) from None


def unknown_in_script(path: Path, choices: Collection[str]) -> Findings:
    """Find what a script says of choices that there are none of; `choices` are the addresses of those that there are.

    Raises:
        ScriptFaultError: there is no such file, or it is no script.
    """
    findings, file, script = Findings(), _file_of(path), read_script(path)
    said: dict[str, Span] = {}
    if isinstance(script, Mapping):
        from quarterdeck.language.documents.yaml import read_yaml

        _, places = read_yaml(file, findings)
        said = {str(key): places.keys.get((key,), NOWHERE) for key in script}
    else:
        start = 0
        for line, entry in zip(file.text.splitlines(keepends=True), script, strict=False):
            if "choice" in entry:
                said.setdefault(str(entry.get("at", "")), Span(file, start, start + len(line.rstrip())))
            start += len(line)
    known = {label for address in choices for label in ends_of(address)}
    for address, span in said.items():
        if address == OTHERWISE and isinstance(script, Mapping):
            if script[OTHERWISE] != NOBODY:
                hint = f"omit it to let the bot decide; `{OTHERWISE}: {NOBODY}` refuses all questions without an answer"
                findings.add("QD207", f"`{script[OTHERWISE]}` does not decide here", span, hint=hint)
        elif address not in known:
            like = next(iter(choices), "RULE.NAME")
            hint = did_you_mean(address, sorted(known), f"a choice is named by its rule and its name: `{like}`")
            findings.add("QD203", f"there is no choice `{address}`", span, hint=hint)
    return findings


def read_script(path: Path) -> Mapping[str, Any] | Sequence[Mapping[str, Any]]:
    """Read a script.

    Raises:
        ScriptFaultError: there is no such file, or it is no script.
    """
    file = _file_of(path)
    if path.suffix in (".yaml", ".yml"):
        from quarterdeck.language.documents.yaml import (
            read_yaml,  # its library takes long to import, and few play by a script
        )

        findings = Findings()
        data, _ = read_yaml(file, findings)
        if findings or not isinstance(data, dict):
            raise ScriptFaultError(f"{path} is not a script: each line needs the address of a choice and its answer")
        return data
    entries = []
    for number, line in enumerate(file.text.splitlines(), 1):
        entry = object_in(line)
        if entry is None:
            raise ScriptFaultError(f"{path}, line {number}: this is not a line of a saved game")
        entries.append(entry)
    return entries
