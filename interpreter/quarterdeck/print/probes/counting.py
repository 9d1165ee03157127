"""Count what readers try: each combination of a question's inputs, exactly, and kept by content.

In: the questions of a ruleset and its variants that say `in_the_book: yes`. Out: a `Probe` for each, and findings about
those that cannot be counted. What was counted is found in the cache the next time, as long as nothing is another on
which it rests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Finding, Findings, RefusedError
from quarterdeck.engine.odds.answers import chosen
from quarterdeck.engine.odds.count import BudgetError
from quarterdeck.engine.odds.inner_values import MISSING
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field
from quarterdeck.language.documents import shapes
from quarterdeck.print.probes.assumptions import ThingNames, read_fields, said_fields, said_settings, said_value
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.text.blocks import Probe, ProbeInput, ProbeOutcome
from quarterdeck.prose.text.runs import capital, plain, text
from quarterdeck.workspace.ruleset.grids import Case, cases_over, place_in, question_in, words_of
from quarterdeck.workspace.ruleset.rule_question import RuleQuestion, facts_of, questions_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

CODE = "QD709"
MOST_CASES = 300
"""Combinations of inputs that one question in the book may have: each is counted, and stands in the page."""
MOST_OUTCOMES = 60
"""Outcomes of one combination that can be read one below the other."""
BUDGET_OF_A_CASE = 300_000
"""How much work may be done to count one combination: about a second."""
DIGITS = 4
CountedColumn = tuple[tuple[tuple[str, Any], ...], str]
"""The chances of what is shown in one column, by words, and the mean in words where there is one."""


class UncountedError(UserError):
    """A combination cannot be counted: the findings say why."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(findings)
        self.findings = findings


def counted_probes(ruleset: Ruleset, progress: Callable[[str], None] = lambda _words: None) -> dict[str, list[Probe]]:
    """Count every question in the book, by the address of the rule that it asks; `progress` is told how far that is.

    With variants, what does not fit any more is left out; it is the ruleset's own question, and not the variant's.

    Raises:
        RefusedError: a question of a ruleset without variants cannot be counted.
    """
    found: dict[str, list[Probe]] = {}
    faults: list[Finding] = []
    for wanted in probes_of(ruleset.declared):
        refused = faults_before(wanted)
        try:
            probe = counted_probe(ruleset, wanted, progress) if not refused else None
        except UncountedError as error:
            refused, probe = error.findings, None
        if probe is not None:
            found.setdefault(wanted.question.of, []).append(probe)
        elif not ruleset.declared.variants:
            faults += refused
    if faults:
        raise RefusedError(faults)
    return found


def counted_probe(ruleset: Ruleset, wanted: WantedProbe, progress: Callable[[str], None]) -> Probe:
    """Count every combination of a question, or find it counted.

    Raises:
        UncountedError: one cannot be counted.
    """
    question, cases = wanted.question, wanted.cases

    def counted() -> tuple[tuple[CountedColumn, ...], ...]:
        known = []
        for number, case in enumerate(cases, 1):
            progress(f"counting chances to try: {question.title}, {number} of {len(cases)}")
            known.append(tuple(_plain(one) for one in counted_case(ruleset, wanted, case)))
        return tuple(known)

    key = ruleset.kept.cache_keys.key([question.of], question)
    kept = ruleset.kept.once("probe", key, counted)
    assumed = ruleset.kept.once("assumed", key, lambda: assumptions_of(ruleset, wanted))
    outcomes = tuple(tuple(ProbeOutcome(chances, mean) for chances, mean in columns) for columns in kept)
    titles = tuple(title for title, _ in question.columns)
    return Probe(question.question, question.title, wanted.inputs, titles, outcomes, assumed)


def assumptions_of(ruleset: Ruleset, wanted: WantedProbe) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Say what the chances depend on and no reader sets, for each thing; nothing that hangs on what a reader sets.

    What is said of no thing stands first, under no name.
    """
    question, names = wanted.question, ThingNames(wanted.declared, wanted.question)
    by_case: list[dict[tuple[str, str], None]] = []
    for case in wanted.cases:
        put = put_in_case(ruleset, wanted, case)
        answer = chosen(question.choices, put.situation)
        fields = read_fields(put, put.shown(question.columns), answer=answer, budget=BUDGET_OF_A_CASE)
        unset = [one for one in fields if one.name not in question.over]
        by_case.append(dict.fromkeys(said_fields(names, put, unset)))
    found: dict[str, dict[str, None]] = {}
    for thing, said in (*said_settings(names, question.over), *(one for case in by_case for one in case)):
        found.setdefault(thing, {})[said] = None
    return tuple((thing, tuple(said)) for thing, said in found.items())


def put_in_case(ruleset: Ruleset, wanted: WantedProbe, case: Case) -> RuleQuestion:
    """Put a question in one combination of its inputs.

    Raises:
        RefusedError: it does not fit.
    """
    question = wanted.question
    facts = facts_of(ruleset.declared, question_in(question, ruleset.declared, case), place_in(case, wanted.place))
    return RuleQuestion.of(ruleset, question.of, facts)


def counted_case(ruleset: Ruleset, wanted: WantedProbe, case: Case) -> list[Odds]:
    """Count one combination: an answer for each thing that is shown.

    Raises:
        UncountedError: it does not fit, or cannot be counted.
    """
    question = wanted.question
    try:
        put = put_in_case(ruleset, wanted, case)
        shown, answer = put.shown(question.columns), chosen(question.choices, put.situation)
    except RefusedError as error:
        raise UncountedError(Findings(error.findings)) from None
    try:
        found = put.count(shown, each=True, answer=answer, budget=BUDGET_OF_A_CASE)
    except (BudgetError, NotCountedError, RefusedError) as error:
        raise UncountedError(_report(wanted, "of", f"this cannot be counted if {words_of(case)}: {error}")) from None
    most = max(len(one.rows) for one in found)
    if most > MOST_OUTCOMES:
        message = f"there are {most:,} outcomes where {words_of(case)}, and {MOST_OUTCOMES} is the limit"
        raise UncountedError(_report(wanted, "show", message, "show a value with fewer outcomes"))
    return found


def faults_before(wanted: WantedProbe) -> Findings:
    """Find what is wrong with a question in the book before anything is counted."""
    question, many = wanted.question, len(wanted.cases)
    if not question.over:
        return _report(wanted, "in_the_book", "there is nothing to set: this question has no values `over` an input")
    if many > MOST_CASES:
        message = f"this question has {many:,} combinations, and {MOST_CASES} is the limit in the book"
        return _report(wanted, "over", message, "use fewer values, or omit some with `by`")
    if not question.show:
        return _report(wanted, "in_the_book", "the book does not know what to `show` of this question")
    for name in question.words:
        if name not in question.over:
            known = ", ".join(f"`{one}`" for one in question.over)
            return _report(wanted, "words", f"`{name}` is not set here", f"there are {known}", name)
    return Findings()


def _report(wanted: WantedProbe, part: str, message: str, hint: str = "", name: str = "") -> Findings:
    findings = Findings()
    findings.add(CODE, message, wanted.place(part, *([name] if name else [])), hint=hint)
    return findings


def _plain(odds: Odds) -> CountedColumn:
    (title,) = odds.titles
    chances = tuple(odds.of_column(title))
    mean = None if any(words in MISSING for words, _ in chances) else odds.mean_of(title)
    return chances, decimals.rounded(mean, DIGITS) if mean is not None else ""


def faults_of_probes(ruleset: Ruleset) -> Findings:
    """Find what is wrong with the questions in the book; of a ruleset with variants only those of the variants."""
    findings = Findings()
    below = set(ruleset.loaded.layers[0].documents) if ruleset.loaded.variants else set()
    for wanted in probes_of(ruleset.declared):
        if wanted.place().file in below:
            continue
        found = faults_before(wanted)
        if not found and wanted.cases:
            try:
                counted_case(ruleset, wanted, wanted.cases[0])
            except UncountedError as error:
                found = error.findings
        findings.extend(found)
    return findings


# --- questions in the book


@dataclass(frozen=True)
class WantedProbe:
    """A question that readers try: with the places of its parts."""

    question: shapes.Question
    place: Place
    declared: Declared

    @cached_property
    def cases(self) -> list[Case]:
        """Give every combination of its inputs; none where its grid is none."""
        return cases_over(self.question.over, Findings(), self.place)

    @cached_property
    def inputs(self) -> tuple[ProbeInput, ...]:
        """Give what the reader sets, in the words of the rules."""
        return tuple(self._input(str(name), at) for at, name in enumerate(self.question.over))

    def _input(self, name: str, at: int) -> ProbeInput:
        values = dict.fromkeys(list(case.values())[at] for case in self.cases)
        kind = self._type(name)
        return ProbeInput(self._called(name, kind), tuple(self._value(value, kind) for value in values))

    def _called(self, name: str, kind: types.Type | None) -> str:
        said = self.question.words.get(name)
        if said is not None:
            return said
        words = capital(without_article(text(self._bare(name))))
        unit = kind.unit if isinstance(kind, types.Numeric) else None
        return plain(words) + (f" ({unit.replace('_', ' ')})" if unit and unit not in plain(words) else "")

    def _bare(self, name: str) -> str:
        if name in self.declared.constants:
            return self.declared.constants[name].words
        option = self.declared.options.get(name)
        if option is not None and option.node.phrase is not None:
            return option.node.phrase.text
        thing, _, last = name.rpartition(".")
        field = self._field(last) if thing else None
        if field is not None:
            return f"{field.words.split(' (', 1)[0]} of {thing}"
        return name.replace("_", " ")

    def _type(self, name: str) -> types.Type | None:
        """Give the type of an input, a field, an option or a constant."""
        for known in (self.declared.options, self.declared.constants):
            if name in known:
                return known[name].type
        rule = self.declared.rules[self.question.of]
        own = next((one.type for one in rule.parameters if one.name == name), None)
        field = self._field(name.rpartition(".")[2])
        return own or (field.type if field is not None else None)

    def _field(self, name: str) -> Field | None:
        return next((kind.fields[name] for kind in self.declared.kinds.values() if name in kind.fields), None)

    def _value(self, value: Any, kind: types.Type | None) -> str:
        return said_value(self.declared, value, kind)


def probes_of(declared: Declared) -> Iterator[WantedProbe]:
    """Give the questions that readers try, of rules that there are; a variant may have taken one away."""
    for question, place in questions_of(declared):
        if question.in_the_book and question.of in declared.rules:
            yield WantedProbe(question, place, declared)
