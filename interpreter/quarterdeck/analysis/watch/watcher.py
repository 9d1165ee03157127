"""Look at a ruleset again and again while its files are edited; each time only at what the last edit reaches.

In: the name of a ruleset with its variants. Out: a `Look` with what is found, and behind it one after another, the
nearest to the edit first, the worked examples and standard questions that it concerns. The first look checks all that
`quarterdeck check` does. A later one types, lowers and checks what was edited, and sets up rosters, scenarios and
examples again only where they may be others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from time import process_time

from quarterdeck.analysis.diff.chances import shifts_between
from quarterdeck.analysis.diff.differences import NoAnswer, OddsMoved, UnanswerableError, answered
from quarterdeck.analysis.trial.bench import CaseOutcome, ExampleRunner
from quarterdeck.analysis.trial.cases import Case, cases_in, void_case
from quarterdeck.analysis.trial.data_faults import FaultsOfData, looked_through
from quarterdeck.analysis.watch.edit_impact import Concerned, concerned_by
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.errors import UnknownError
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.documents import shapes
from quarterdeck.workspace.pipeline.incremental import IncrementalRuleset
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.ruleset.grids import questions_in
from quarterdeck.workspace.ruleset.rule_question import address_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

BUDGET = 1_000_000
"""So much work may be done to count one question while somebody waits: about five seconds."""
OF_EXAMPLES = frozenset(["example", "examples"])
SETS_UP = frozenset(["ruleset", "components", "roster", "scenario", *OF_EXAMPLES, "questions"])
"""Sorts of documents of which it hangs on each whether what is set up fits."""


@dataclass(frozen=True)
class Look:
    """What was found behind a save; `typed` definitions were typed again, in so many `seconds` of the processor."""

    game: str
    findings: tuple[Finding, ...]
    voids: tuple[Finding, ...] = ()
    typed: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Edit:
    """One edit that is sound: the ruleset before and after it, and what it concerns."""

    before: Ruleset
    after: Ruleset
    concerned: Concerned
    files: frozenset[SourceFile]


@dataclass
class Edited:
    """A ruleset while it is edited.

    `loaded` is what the last look was at, `sound` the last that could be played, `edit` what led to it; `data` is what
    is wrong with its data; `typed` are the definitions that were typed again since; `answers` what questions came to
    when they were last asked.

    Raises:
        NotFoundError: there is no ruleset or variant of that name.
    """

    game: str
    held: IncrementalRuleset = field(init=False)
    loaded: Loaded | None = None
    sound: Ruleset | None = None
    edit: Edit | None = None
    data: FaultsOfData = field(default_factory=partial(FaultsOfData, ()))
    typed: dict[DefinitionKey, None] = field(default_factory=dict)
    answers: dict[str, list[Odds]] = field(default_factory=dict)
    known_cases: dict[SourceFile, list[Case]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.held = IncrementalRuleset(self.game)

    def look(self) -> Look:
        """Look at the ruleset as its files are now.

        Raises:
            NotFoundError: it is no longer there.
        """
        begun = process_time()
        self.edit = None
        self.loaded = loaded = self.held.load()
        done = [address for name, address in loaded.store.done if name == "type"] if loaded.store is not None else []
        self.typed |= dict.fromkeys(done)
        findings, voids = tuple(loaded.findings), tuple(loaded.voids)
        if not findings:
            self._look_at_data(Ruleset(loaded))
            findings, voids = self.data.findings, (*voids, *self.data.voids)
        return Look(self.game, findings, voids, len(done), process_time() - begun)

    def _look_at_data(self, after: Ruleset) -> None:
        """Look at the data of a ruleset whose rules are sound, where they may not be as they were."""
        before, concerned = self.sound, concerned_by(after.checked, self.typed)
        known = {document.file for document in before.declared.documents} if before is not None else set()
        changed = [document for document in after.declared.documents if document.file not in known]
        gone = known - {document.file for document in after.declared.documents}
        if (
            before is None
            or self.data.findings
            or concerned.set_up
            or gone - {document.file for document in changed}
            or any(document.sort in SETS_UP for document in changed)
        ):
            self.data = looked_through(after)
        else:
            after.books = before.books
        if self.data.findings:
            return
        if before is not None:
            self.edit = Edit(before, after, concerned, frozenset(document.file for document in changed))
        self.sound, self.typed = after, {}

    # --- what the edit concerns

    @property
    def nearest(self) -> int:
        """Give how many examples and questions there are of what is nearest to the edit."""
        if self.edit is None:
            return 0
        groups, questions = self.groups(self.edit), self.questions(self.edit)
        first = min((*questions, *(group.nearness for group in groups)), default=0)
        return len(questions.get(first, ())) + sum(len(one.cases) for one in groups if one.nearness == first)

    def concerned(self) -> Iterator[CaseOutcome | OddsMoved]:
        """Run the worked examples that the last edit concerns, and count its standard questions before and after it.

        What is nearest to the edit comes first. Whoever stops asking leaves the rest undone.
        """
        edit = self.edit
        if edit is None:
            return
        groups, questions = self.groups(edit), self.questions(edit)
        for nearness in sorted({*questions, *(group.nearness for group in groups)}):
            if nearness in questions:
                yield from self.asked(edit, questions[nearness])
            for group in groups:
                if group.nearness == nearness:
                    yield from self.outcomes(edit, group)

    @staticmethod
    def questions(edit: Edit) -> dict[int, list[tuple[shapes.Question, Place]]]:
        """Give the standard questions that an edit concerns, by how near they lie to it."""
        found: dict[int, list[tuple[shapes.Question, Place]]] = {}
        for question, place in questions_in(edit.after.declared):
            if edit.concerned.concerns(question.of) or place().file in edit.files:
                found.setdefault(edit.concerned.nearness(question.of), []).append((question, place))
        return found

    def groups(self, edit: Edit) -> list[CaseGroup]:
        """Give the examples that an edit concerns, those of one rule under the same settings together."""
        found: dict[str, CaseGroup] = {}
        for case in self.cases(edit.after):
            try:
                addresses = [address_of(edit.after.declared, of) for of in case.rules]
            except UnknownError:
                continue
            if any(map(edit.concerned.concerns, addresses)) or case.places.file in edit.files:
                nearness = min(map(edit.concerned.nearness, addresses))
                key = repr((nearness, case.options, case.constants, case.situation, case.board))
                found.setdefault(key, CaseGroup(nearness, [], set())).add(case, addresses)
        return sorted(found.values(), key=lambda group: group.nearness)

    def cases(self, ruleset: Ruleset) -> list[Case]:
        """Give the worked examples that stand; those of a file that is as it was are known."""
        declared = ruleset.declared
        documents = {document.file: document for document in declared.documents if document.sort in OF_EXAMPLES}
        self.known_cases = {
            file: self.known_cases[file] if file in self.known_cases else list(cases_in([document]))
            for file, document in documents.items()
        }
        every = (case for cases in self.known_cases.values() for case in cases)
        lost = {one.address for one in declared.amended if one.deed == "remove"}
        if not lost:
            return list(every)
        return [
            case
            for case in every
            if not declared.has_lost(f"examples.{case.name.partition('[')[0]}") and void_case(case, declared) is None
        ]

    def outcomes(self, edit: Edit, group: CaseGroup) -> Iterator[CaseOutcome]:
        """Run examples, on programs that hold no more than they need."""
        bench = ExampleRunner(edit.after.only(group.addresses))
        yield from (bench.run(case) for case in group.cases)

    def asked(self, edit: Edit, questions: list[tuple[shapes.Question, Place]]) -> Iterator[OddsMoved]:
        """Ask questions before and after an edit; what one came to before is known where it was asked already."""
        wanted = {question.of for question, _ in questions}
        before, after = edit.before.only(wanted), edit.after.only(wanted)
        for question, place in questions:
            name = question.question
            try:
                was = self.answers.pop(name, None) or answered(before, question, place, BUDGET)
                self.answers[name] = answered(after, question, place, BUDGET)
            except UnanswerableError as error:
                yield OddsMoved.of_question(question, (), NoAnswer(self.game, error.obstacle, str(error)))
                continue
            except RulesFaultError as error:  # the rules go wrong where no check sees it: somebody may be mending that
                yield OddsMoved.of_question(question, (), NoAnswer(self.game, "uncountable", str(error.args[0])))
                continue
            yield OddsMoved.of_question(question, shifts_between(was, self.answers[name], "nothing changes"))


@dataclass
class CaseGroup:
    """Examples under the same settings that lie equally near to an edit, and the addresses of what they are about."""

    nearness: int
    cases: list[Case]
    addresses: set[str]

    def add(self, case: Case, addresses: Iterable[str]) -> None:
        """Put one more to it."""
        self.cases.append(case)
        self.addresses |= {*addresses, *([f"scenario {case.situation}"] if case.situation else [])}
