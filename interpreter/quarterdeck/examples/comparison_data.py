"""Check how a ruleset says that it is compared with others: names that are not there, and questions that do not fit.

In: a ruleset whose rules have no findings. Out: findings at the places of `comparison.yaml`. Nothing is counted. With
variants only theirs are looked at, as of the standard questions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property

from quarterdeck.checks.meanings import Checked
from quarterdeck.checks.typing.expressions import type_expression
from quarterdeck.diagnostics import Findings
from quarterdeck.examples.bench import Bench
from quarterdeck.examples.standard_questions import check_choices, is_rule, known_to
from quarterdeck.names.addresses import elements
from quarterdeck.odds.inside import Inside
from quarterdeck.ruleset.asked import asked
from quarterdeck.ruleset.comparison import ALONG, ComparisonBook, ComparisonEntry, comparison_of, names_to_fill_in
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.expressions import names_bound
from quarterdeck.source import decimals
from quarterdeck.syntax.from_text import parse_expression
from quarterdeck.tables import shapes
from quarterdeck.tables.document import Path, YamlDocument

NAMED = (
    ("topics", "topics", "topic"),
    ("core", "topics", "topic"),
    ("subjects", "subjects", "subject"),
    ("measures", "measures", "measure"),
    ("cannot", "measures", "measure"),
    ("pairs", "pairs", "pair"),
    ("battles", "battles", "battle"),
)
"""Parts of the document whose keys are words of the vocabulary: which of its parts, and what one is called."""


def faults_of_comparison(ruleset: Ruleset) -> Findings:
    """Give what does not fit in what a ruleset says of how it is compared."""
    findings = Findings()
    check_comparison(ruleset, Bench(ruleset, only_sets_up=True), findings)
    return findings


def check_comparison(ruleset: Ruleset, bench: Bench, findings: Findings) -> None:
    """Look through what the ruleset, or with variants these, say of how they are compared."""
    below = set(ruleset.loaded.layers[0].documents) if ruleset.loaded.variants else set()
    book = comparison_of(ruleset.declared)
    for document in book.documents:
        if document.file not in below and isinstance(document.shape, shapes.ComparisonDocument):
            CheckedComparison(ruleset, bench, book, document, document.shape, findings).run()


@dataclass
class CheckedComparison:
    """One document that is looked through."""

    ruleset: Ruleset
    bench: Bench
    book: ComparisonBook
    document: YamlDocument
    shape: shapes.ComparisonDocument
    findings: Findings

    def run(self) -> None:
        """Report all that is wrong."""
        vocabulary = self.book.vocabulary
        for part, of, what in NAMED:
            for name in getattr(self.shape, part):
                self.known(name, getattr(vocabulary, of), what, (part, name))
        self.check_additions()
        self.check_addresses()
        for name, scale in self.shape.scale.items():
            for key in ("stands_for", "steps"):
                number = decimals.read(getattr(scale, key))
                if number is None or number <= 0:
                    self.add(
                        "is no number above nothing", getattr(scale, key), ("scale", name, key), "as 1000, or 2000/13"
                    )
        for name, battle in self.shape.battles.items():
            self.known(battle.scenario, self.ruleset.declared.scenarios, "scenario", ("battles", name, "scenario"))
        for name, here in self.shape.measures.items():
            if name in vocabulary.measures:
                self.check_measure(name, vocabulary.measures[name], here)

    def add(self, words: str, name: str, path: Path, hint: str = "", *, key: bool = False) -> None:
        """Report something of a name at a place."""
        span = self.document.places.key(*path) if key else self.document.places.value(*path)
        self.findings.add("QD620", f"`{name}` {words}", span, hint=hint)

    def known(self, name: str, names: Collection[str], what: str, path: Path) -> bool:
        """Tell whether a word is one of some; report what is not."""
        if name in names:
            return True
        close = get_close_matches(name, names, 1)
        hint = f"did you mean `{close[0]}`?" if close else f"there are: {', '.join(names) or 'none'}"
        is_key = path[-1] == name and path in self.document.places.keys
        self.add(f"is no {what} that games are compared by", name, path, hint, key=is_key)
        return False

    def check_additions(self) -> None:
        """Report what the ruleset adds to the vocabulary and leads to nothing."""
        vocabulary, adds = self.book.vocabulary, self.shape.adds
        for name, topic in adds.topics.items():
            if topic.within is not None:
                self.known(topic.within, vocabulary.groups, "group", ("adds", "topics", name, "within"))
        for name, measure in adds.measures.items():
            path: Path = ("adds", "measures", name)
            self.known(measure.topic, vocabulary.topics, "topic", (*path, "topic"))
            for index, pair in enumerate(measure.pairs):
                self.known(pair, vocabulary.pairs, "pair", (*path, "pairs", index))
            for number, read_off in measure.numbers.items():
                for key in ("of", "where"):
                    column = getattr(read_off, key)
                    if column is not None:
                        self.known(column, measure.columns, "column", (*path, "numbers", number, key))

    # --- topics and subjects

    @cached_property
    def addresses(self) -> Collection[str]:
        """Give every address that may be named: those of elements, and files of rules."""
        return {**dict.fromkeys(elements(self.ruleset.declared)), **dict.fromkeys(self.ruleset.declared.modules)}

    def check_addresses(self) -> None:
        """Report addresses that are not there, and those that are said to belong to two topics."""
        for part in ("topics", "core", "subjects"):
            seen: dict[str, str] = {}
            for name, addresses in getattr(self.shape, part).items():
                for index, address in enumerate(addresses):
                    path: Path = (part, name, index)
                    if address not in self.addresses:
                        close = get_close_matches(address, self.addresses, 1)
                        self.add("is no address", address, path, f"did you mean `{close[0]}`?" if close else "")
                    elif part != "core" and seen.setdefault(address, name) != name:
                        self.add(f"belongs to {seen[address]} already", address, path, "name it once")

    # --- measures

    def check_measure(self, name: str, measure: shapes.Measure, here: shapes.MeasureHere) -> None:
        """Report columns that the measure does not have, or nobody speaks of, and a question that does not fit."""
        path: Path = ("measures", name)
        before = len(self.findings)
        for part in ("show", "means", "not_shown"):
            for column in getattr(here, part):
                self.known(column, measure.columns, "column", (*path, part, column))
        spoken_of = {*here.show, *here.not_shown}
        for column in (column for column in measure.columns if column not in spoken_of):
            hint = "show it, or say below `not_shown` why the game has nothing of the sort"
            self.add("is neither shown nor left out", column, path, hint, key=True)
        if not is_rule(self.ruleset.declared, here.of, self.document.places.value(*path, "of"), self.findings):
            return
        pairs = [name for name in measure.pairs if name in self.book.vocabulary.pairs]
        known = {*(name for pair in pairs for name in self.book.pair(pair)), *([ALONG] if measure.along else [])}
        for part in ("things", "given", "options", "constants", "choices"):
            for wanted in names_to_fill_in(getattr(here, part)):
                self.known(wanted, known, "value", (*path, part))
        pair = next(self.pairs_here(pairs, here), None)
        if pair is None or len(self.findings) > before:
            return
        first = measure.along.values[0] if measure.along and measure.along.values else 1
        at = self.book.own_distance(measure.along, first) if measure.along else None
        if measure.along and at is None:
            hint = f"say below `scale` how many {measure.along.unit} one unit of `{measure.along.scale}` stands for"
            self.add("is asked along a scale that is not said", name, path, hint, key=True)
        else:
            self.check_question(ComparisonEntry(here, self.document, path), pair, at)

    def pairs_here(self, pairs: Sequence[str], here: shapes.MeasureHere) -> Iterator[str]:
        """Give the pairs whose things the ruleset has."""
        rosters = self.bench.rosters(self.bench.built(Findings(), {}, {}, {}, self.document.places.value))
        for name in pairs:
            facts = self.book.facts(ComparisonEntry(here, self.document, ("measures",)), name)
            if all(data.get("like") in (None, *rosters) for data in facts.things.values()):
                yield name

    def check_question(self, here: ComparisonEntry, pair: str, at: Fraction | None) -> None:
        """Report what does not fit of a question, and what is shown and means nothing."""
        facts = self.book.facts(here, pair, at)
        put = asked(self.ruleset, here.shape.of, facts, self.findings, self.bench)
        if put is None:
            return
        inside = Inside(put.built.checked, put.built.program)
        shown: dict[Path, str] = {("show", column): text for column, text in here.shape.show.items()}
        if here.shape.asked_while is not None:
            shown["asked_while",] = here.shape.asked_while
        for part, text in shown.items():
            offsets, reasons = self.document.places.offsets(text, *here.path, *part), Findings()
            node = parse_expression(text, self.document.file, offsets, reasons)
            if node is not None and inside.called(text, put.address) is None:
                rule = self.ruleset.declared.rules[put.address]
                known = known_to(put, inside, names_bound(node))
                type_expression(Checked(self.ruleset.declared), reasons, node, known, rule.module, put.address)
            self.findings.extend(inside.with_hints(put.address, text, reasons))
        check_choices(put, here.shape.choices, self.document, (*here.path, "choices"), self.findings)
