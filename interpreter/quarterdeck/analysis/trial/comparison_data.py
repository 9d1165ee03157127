"""Check how a ruleset says that it is compared with others: names that are not there, and questions that do not fit.

In: a ruleset whose rules have no findings. Out: findings at the places of `comparison.yaml`. Nothing is counted. With
variants only theirs are looked at, as of the standard questions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from quarterdeck.analysis.trial.standard_questions import check_choices, is_rule, known_to
from quarterdeck.base import decimals
from quarterdeck.base.bounds import MOST_TURNS_ASKED
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.odds.inner_values import Inside
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.language.typing.expression_types import type_expression
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.workspace.ruleset.comparison import (
    ALONG,
    ComparisonBook,
    ComparisonEntry,
    comparison_of,
    names_to_fill_in,
    shared_vocabulary,
    with_more,
)
from quarterdeck.workspace.ruleset.rounds import TURN, PartOfTurn, inputs_for, turns_in, whole_address
from quarterdeck.workspace.ruleset.rule_question import RuleQuestion, asked
from quarterdeck.workspace.ruleset.ruleset import Ruleset

NAMED = (
    ("topics", "topics", "topic"),
    ("core", "topics", "topic"),
    ("subjects", "subjects", "subject"),
    ("measures", "measures", "measure"),
    ("pairs", "pairs", "pair"),
    ("battles", "battles", "battle"),
)
"""Parts of the document whose keys are words of the vocabulary: which of its parts, and what one is called."""
QUARTERS = (1, 2, 3)


def faults_of_comparison(ruleset: Ruleset) -> Findings:
    """Give what does not fit in what a ruleset says of how it is compared."""
    findings = Findings()
    check_comparison(ruleset.to_set_up(), findings)
    return findings


def check_comparison(ruleset: Ruleset, findings: Findings) -> None:
    """Look through what the ruleset, or with variants these, say of how they are compared; it need only set up."""
    below = set(ruleset.loaded.layers[0].documents) if ruleset.loaded.variants else set()
    book = comparison_of(ruleset.declared)
    for document in book.documents:
        if document.file not in below and isinstance(document.shape, shapes.ComparisonDocument):
            CheckedComparison(ruleset, book, document, document.shape, findings).run()


@dataclass
class CheckedComparison:
    """One document that is looked through."""

    ruleset: Ruleset
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
        for name in self.shape.cannot:
            self.check_cannot(name)
        self.check_additions()
        self.check_addresses()
        for name, scale in self.shape.scale.items():
            for key in ("stands_for", "steps"):
                number = decimals.read(getattr(scale, key))
                if number is None or number <= 0:
                    self.add(
                        "is not a number above 0", getattr(scale, key), ("scale", name, key), "as 1000, or 2000/13"
                    )
        for name, battle in self.shape.battles.items():
            path: Path = ("battles", name, "scenario")
            self.known(
                battle.scenario, self.ruleset.declared.scenarios, "scenario", path, f"scenarios.{battle.scenario}"
            )
        for name, here in self.shape.measures.items():
            if name in vocabulary.measures:
                self.check_measure(name, vocabulary.measures[name], here)

    def add(self, words: str, name: str, path: Path, hint: str = "", *, key: bool = False, about: str = "") -> None:
        """Report something of a name at a place."""
        span = self.document.places.key(*path) if key else self.document.places.value(*path)
        self.findings.add("QD620", f"`{name}` {words}", span, hint=hint, about=about)

    def known(self, name: str, names: Collection[str], what: str, path: Path, about: str = "") -> bool:
        """Tell whether a word is one of some; report what is not."""
        if name in names:
            return True
        hint = did_you_mean(name, names, f"there are: {', '.join(names) or 'none'}")
        is_key = path[-1] == name and path in self.document.places.keys
        self.add(f"is not a {what} that games are compared by", name, path, hint, key=is_key, about=about)
        return False

    def check_cannot(self, name: str) -> None:
        """Report a measure, a pair of one behind a stroke, or a battle that there is not."""
        measure, _, pair = name.partition("/")
        if not pair:
            if name not in self.book.vocabulary.battles:
                self.known(name, self.book.vocabulary.measures, "measure", ("cannot", name))
        elif measure not in self.book.vocabulary.measures:
            self.add("is not a measure that games are compared by", measure, ("cannot", name), key=True)
        elif pair not in self.book.vocabulary.measures[measure].pairs:
            self.add(f"is not a pair that `{measure}` is asked about", pair, ("cannot", name), key=True)

    def check_additions(self) -> None:
        """Report what the ruleset adds to the vocabulary and leads to nothing."""
        vocabulary, adds = self.book.vocabulary, self.shape.adds
        self.check_defined_once()
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
            self.check_turns_added(measure, path)

    def check_defined_once(self) -> None:
        """Report names that are defined already, and pairs that no measure uses."""
        adds, vocabulary, before = self.shape.adds, self.book.vocabulary, shared_vocabulary()
        for document, shape in self.book.layers:
            if document is self.document:
                break
            before = with_more(before, shape.adds)
        for part in ("topics", "groups", "subjects", "measures", "pairs", "battles"):
            for name in getattr(adds, part).keys() & getattr(before, part).keys():
                joins = f", or remove it and give your pairs `measures: [{name}]`"
                hint = f"choose another name{joins if part == 'measures' else ''}"
                self.add("is already defined", name, ("adds", part, name), hint, key=True)
        for name, pair in adds.pairs.items():
            for index, measure in enumerate(pair.measures):
                self.known(measure, vocabulary.measures, "measure", ("adds", "pairs", name, "measures", index))
            asked = (*vocabulary.measures.values(), *adds.measures.values())
            if not pair.measures and not any(name in measure.pairs for measure in asked):
                hint = "name the measures that it joins: `measures: [...]`"
                self.add("is not used in any measure", name, ("adds", "pairs", name), hint, key=True)

    def check_turns_added(self, measure: shapes.Measure, path: Path) -> None:
        """Report what does not fit of a measure that is carried out turn after turn, or is not."""
        until = measure.until
        for number, read_off in measure.numbers.items():
            if read_off.gives == "time" and until is None:
                hint = "give below `until` the column that ends it, and the most minutes"
                self.add("is a time, but nothing ends it", number, (*path, "numbers", number), hint, key=True)
            if read_off.quarters not in QUARTERS:
                place = (*path, "numbers", number, "quarters")
                self.add("is not 1, 2 or 3 quarters", str(read_off.quarters), place)
        if until is not None:
            self.known(until.holds, measure.columns, "column", (*path, "until", "holds"))
            if until.minutes < 1:
                self.add("is not a number of minutes", str(until.minutes), (*path, "until", "minutes"))
            if TURN in measure.columns:
                self.add(
                    "always comes first, and cannot be named",
                    TURN,
                    (*path, "columns", TURN),
                    "give it another name",
                    key=True,
                )
        for name, values in (measure.along.of_pairs if measure.along else {}).items():
            if self.known(name, measure.pairs, "pair", (*path, "along", "of_pairs", name)) and not values:
                self.add("is not used", name, (*path, "along", "of_pairs", name), key=True)

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
                        self.add("is not an address", address, path, did_you_mean(address, self.addresses))
                    elif part != "core" and seen.setdefault(address, name) != name:
                        self.add(f"already belongs to {seen[address]}", address, path, "name it once")

    # --- measures

    def check_measure(self, name: str, measure: shapes.Measure, here: shapes.MeasureHere) -> None:
        """Report columns that the measure does not have, or nobody speaks of, and a question that does not fit."""
        path: Path = ("measures", name)
        before = len(self.findings)
        self.check_turns(measure, here, path)
        for part in ("show", "means", "not_shown"):
            for column in getattr(here, part):
                self.known(column, measure.columns, "column", (*path, part, column))
        spoken_of = {*here.show, *here.not_shown}
        for column in (column for column in measure.columns if column not in spoken_of):
            hint = "show it, or give the reason below `not_shown`"
            self.add("is neither in `show` nor in `not_shown`", column, path, hint, key=True)
        if not is_rule(self.ruleset.declared, here.of, self.document.places.value(*path, "of"), self.findings):
            return
        pairs = [name for name in measure.pairs if name in self.book.vocabulary.pairs]
        known = {*(name for pair in pairs for name in self.book.pair(pair)), *([ALONG] if measure.along else [])}
        for part in ("things", "given", "options", "constants", "choices"):
            for wanted in names_to_fill_in(getattr(here, part)):
                self.known(wanted, known, "value", (*path, part))
        for index, one in enumerate(here.each_turn):
            for wanted in names_to_fill_in(one.given):
                self.known(wanted, known, "value", (*path, "each_turn", index, "given"))
        pair = next(self.pairs_here(pairs, here), None)
        if pair is None or len(self.findings) > before:
            return
        first = next(iter(measure.along.of_pairs.get(pair, measure.along.values)), 1) if measure.along else 1
        at = self.book.own_distance(measure.along, first) if measure.along else None
        if measure.along and at is None:
            hint = f"give the {measure.along.unit} of one unit of `{measure.along.scale}` below `scale`"
            self.add("needs a scale that is missing", name, path, hint, key=True)
        else:
            self.check_question(ComparisonEntry(here, self.document, path), pair, at)

    def check_turns(self, measure: shapes.Measure, here: shapes.MeasureHere, path: Path) -> None:
        """Report what does not fit of turns that are carried out one after another."""
        name = str(path[-1])
        if measure.until is None:
            if here.each_turn:
                hint = "remove `each_turn`, or give the measure an `until`"
                self.add("has one answer, and not one for each turn", name, (*path, "each_turn"), hint, key=True)
            return
        if measure.until.holds not in here.show:
            hint = "show when it holds, or give the reason below `cannot`"
            self.add("ends the turns, and must be shown", measure.until.holds, (*path, "show"), hint)
        minutes = self.book.minutes_each_turn()
        if minutes is None:
            hint = "give the minutes of a turn below `scale`"
            self.add("needs the minutes of a turn", name, path, hint, key=True)
        elif turns_in(measure.until.minutes, minutes) > MOST_TURNS_ASKED:
            hint = "use longer turns, or fewer minutes"
            self.add(f"takes more than {MOST_TURNS_ASKED:,} turns", name, path, hint, key=True)

    def pairs_here(self, pairs: Sequence[str], here: shapes.MeasureHere) -> Iterator[str]:
        """Give the pairs whose things the ruleset has."""
        rosters = self.ruleset.rosters(self.ruleset.built(Findings()))
        for name in pairs:
            facts = self.book.facts(ComparisonEntry(here, self.document, ("measures",)), name)
            likes = [str(data["like"]) for data in facts.things.values() if data.get("like") is not None]
            if all(map(rosters.called, likes)):
                yield name

    def check_question(self, here: ComparisonEntry, pair: str, at: Fraction | None) -> None:
        """Report what does not fit of a question, and what is shown and means nothing."""
        facts = self.book.facts(here, pair, at)
        parts = [
            whole_address(self.ruleset.declared, one, self.findings) for one in self.book.parts_of_turn(here, pair, at)
        ]
        put = asked(self.ruleset, here.shape.of, facts, self.findings, [one.address for one in parts])
        if put is None:
            return
        inside = Inside(put.built.checked, put.built.program)
        for column, text in here.shape.show.items():
            self.check_expression(put, inside, text, (*here.path, "show", column))
        if here.shape.asked_while is not None:
            self.check_expression(put, inside, here.shape.asked_while, (*here.path, "asked_while"))
        self.check_parts(put, inside, parts, here.path)
        check_choices(put, here.shape.choices, self.document, (*here.path, "choices"), self.findings)

    def check_parts(self, put: RuleQuestion, inside: Inside, parts: Sequence[PartOfTurn], path: Path) -> None:
        """Report inputs of parts of a turn that do not fit, and conditions that mean nothing."""
        rosters = self.ruleset.rosters(put.built)
        for index, one in enumerate(parts):
            if one.address in self.ruleset.declared.rules:
                inputs_for(put.built.program, one, put.situation, rosters, self.findings)
            if one.when:
                place: Path = (*path, "each_turn", index, "when")
                self.check_expression(replace(put, address=one.address), inside, one.when, place)

    def check_expression(self, put: RuleQuestion, inside: Inside, text: str, path: Path) -> None:
        """Report an expression that means nothing where a rule is asked about."""
        offsets, reasons = self.document.places.offsets(text, *path), Findings()
        node = parse_expression(text, self.document.file, offsets, reasons)
        if node is not None and inside.called(text, put.address) is None:
            rule = self.ruleset.declared.rules.get(put.address)
            (node, known), module = known_to(put, inside, node, reasons), rule.module if rule is not None else ""
            type_expression(Checked(self.ruleset.declared), reasons, node, known, module, put.address, is_asked=True)
        self.findings.extend(inside.with_hints(put.address, text, reasons))
