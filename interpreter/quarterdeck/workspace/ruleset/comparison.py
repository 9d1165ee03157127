"""How a ruleset is compared with others: what its `comparison.yaml` says, under the words that all games share.

In: what a ruleset declares. Out: a `ComparisonBook`: the topic of every rule, the subjects of modifiers, scales, and
how each shared measure is asked. The shared words (`vocabulary.yaml`, beside the rulesets) hold no game; a ruleset may
add to them. What does not fit is found by `analysis.trial.comparison_data`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Any, Literal

from quarterdeck.base import decimals, resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import read
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.declarations.addresses import all_elements
from quarterdeck.language.declarations.symbol_table import Declared, Rule, Table
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.shape_reader import read_shape
from quarterdeck.language.documents.yaml import read_yaml
from quarterdeck.language.meaning.fingerprint import holders_of
from quarterdeck.workspace.ruleset.rounds import PartOfTurn, Rounds, turns_in
from quarterdeck.workspace.ruleset.rule_question import Facts

FILE = "vocabulary.yaml"
FILLED_IN = "$"
"""A text that begins so stands for a value of the pair that is asked about, or for the distance."""
ALONG = "distance"
SortOfRule = Literal["rule", "table", "option", "phase"]
RULES = {"define": "rule", "procedure": "rule", "effect": "rule", "table": "table", "option": "option"}
PHASES = ("phase", "step")


@cache
def shared_vocabulary() -> shapes.Vocabulary:
    """Give the words by which games are compared, whatever they are."""
    findings = Findings()
    data, _ = read_yaml(read(resources.rulesets_folder() / FILE, FILE), findings)
    found, misfits = read_shape(shapes.Vocabulary, data)
    if not isinstance(found, shapes.Vocabulary) or misfits:
        raise ValueError(f"{FILE} is not as it should be: {'; '.join(one.message for one in findings)}")
    return found


@dataclass(frozen=True)
class TopicalRule:
    """Something that belongs to a topic: a rule, a table, an option, or a phase or step of the turn.

    `topic` is nothing where nobody says to which it belongs.
    """

    address: str
    sort: SortOfRule
    thing: object = field(repr=False, compare=False)
    topic: str | None = None


@dataclass(frozen=True)
class ComparisonEntry:
    """A part of a comparison with the document that says it, and where it stands in it."""

    shape: Any
    document: YamlDocument
    path: tuple[str | int, ...]

    @property
    def place(self) -> Place:
        """Give the places of its parts."""
        return partial(self.document.places.value, *self.path)


@dataclass(frozen=True)
class ComparisonBook:
    """What a ruleset and its variants say of how they are compared; what a variant says goes before what is below."""

    declared: Declared
    documents: tuple[YamlDocument, ...]

    @cached_property
    def vocabulary(self) -> shapes.Vocabulary:
        """Give the shared words with those that the ruleset adds."""
        found = shared_vocabulary()
        for _, shape in self.layers:
            found = with_more(found, shape.adds)
        return found

    @cached_property
    def layers(self) -> tuple[tuple[YamlDocument, shapes.ComparisonDocument], ...]:
        """Give what the documents say."""
        return tuple((one, one.shape) for one in self.documents if isinstance(one.shape, shapes.ComparisonDocument))

    def said(self, part: str) -> dict[str, ComparisonEntry]:
        """Give the entries of a part of all documents by their names."""
        return {
            name: ComparisonEntry(entry, document, (part, name))
            for document, shape in self.layers
            for name, entry in getattr(shape, part).items()
        }

    # --- topics

    @cached_property
    def topics_by_address(self) -> dict[str, str]:
        """Give the topic of each address that is named."""
        return {
            address: topic
            for _, shape in self.layers
            for topic, addresses in shape.topics.items()
            for address in addresses
            if topic in self.vocabulary.topics
        }

    def topic_of(self, address: str, own: str | None = None) -> str | None:
        """Give the topic of an address: of the longest that is named above it, else what the rule says itself."""
        for above in holders_of(address):
            if above in self.topics_by_address:
                return self.topics_by_address[above]
        first = (own or "").partition(".")[0]
        return first if first in self.vocabulary.topics else None

    @cached_property
    def rules(self) -> tuple[TopicalRule, ...]:
        """Give everything that belongs to a topic, in the order in which it is declared; advice is no rule."""
        found: dict[str, TopicalRule] = {}
        for element in all_elements(self.declared):
            sort = "phase" if element.sort in PHASES else RULES.get(element.sort)
            if sort is None or element.address in found:
                continue
            topic = self.topic_of(element.address, topic_noted(element.thing))
            found[element.address] = TopicalRule(element.address, sort, element.thing, topic)  # type: ignore[arg-type]
        return tuple(found.values())

    def topics_called(self, name: str) -> tuple[str, ...]:
        """Give the topics that a name means: one, or all of a group; none where unknown name."""
        if name in self.vocabulary.topics:
            return (name,)
        return tuple(topic for topic, said in self.vocabulary.topics.items() if said.within == name)

    # --- measures

    def pair(self, name: str) -> dict[str, Any]:
        """Give the values of a pair, those that the game gives of its own before those that all share."""
        own = {key: value for _, shape in self.layers for key, value in shape.pairs.get(name, {}).items()}
        return {**self.vocabulary.pairs[name].values, **own}

    def scale(self, name: str) -> shapes.Scale | None:
        """Give what a unit of the game stands for, if it is said."""
        said = self.said("scale").get(name)
        return said.shape if said is not None else None

    def own_distance(self, along: shapes.Along, value: int) -> Fraction | None:
        """Give how far something is in the game's own unit, to its steps; nothing without a scale of that unit."""
        scale = self.scale(along.scale)
        stands_for = decimals.read(scale.stands_for) if scale is not None and scale.unit == along.unit else None
        if scale is None or not stands_for:
            return None
        steps = decimals.read(scale.steps) or Fraction(1)
        return (Fraction(value) / stands_for / steps + Fraction(1, 2)).__floor__() * steps

    def minutes_each_turn(self) -> Fraction | None:
        """Give how many minutes a turn stands for, if it is said."""
        scale = self.scale("turn")
        stands_for = decimals.read(scale.stands_for) if scale is not None and scale.unit == "minutes" else None
        return stands_for or None

    def values_of(self, pair: str, at: Fraction | None) -> dict[str, Any]:
        """Give what stands for `$name` where a pair is asked about at a distance in the game's own unit."""
        values = self.pair(pair)
        if at is not None:
            values[ALONG] = int(at) if at.denominator == 1 else decimals.shown(at)
        return values

    def parts_of_turn(self, here: ComparisonEntry, pair: str, at: Fraction | None = None) -> tuple[PartOfTurn, ...]:
        """Give what follows the rule that is asked about in every turn, with all names filled in."""
        values = self.values_of(pair, at)
        return tuple(
            PartOfTurn(
                one.of,
                filled_in(one.given, values),
                one.when or "",
                one.at_once,
                partial(here.place, "each_turn", index),
            )
            for index, one in enumerate(here.shape.each_turn)
        )

    def rounds(
        self, here: ComparisonEntry, until: shapes.Until, pair: str, at: Fraction | None = None
    ) -> Rounds | None:
        """Give what is carried out turn after turn; nothing where a turn stands for no minutes."""
        minutes = self.minutes_each_turn()
        if minutes is None:
            return None
        ends = here.shape.show.get(until.holds, "")
        return Rounds(self.parts_of_turn(here, pair, at), ends, turns_in(until.minutes, minutes))

    def facts(self, here: ComparisonEntry, pair: str, at: Fraction | None = None) -> Facts:
        """Give what a measure asks about a pair at a distance in the game's own unit."""
        asked, fill = here.shape, partial(filled_in, values=self.values_of(pair, at))
        return Facts(
            fill(asked.given),
            fill(asked.things),
            fill(asked.options),
            fill(asked.constants),
            here.place,
            asked.board,
            choices=fill(asked.choices),
            standing=True,
        )


def comparison_of(declared: Declared) -> ComparisonBook:
    """Give how a ruleset is compared; with no `comparison.yaml` by the topics that its rules name themselves."""
    return ComparisonBook(declared, tuple(declared.of_sort("comparison")))


@dataclass(frozen=True)
class QuestionOfMeasure:
    """A measure as it is asked of one game: its rule, what is given, and what is shown by the titles of columns.

    `rounds` say what follows in a turn, where it is carried out turn after turn.
    """

    address: str
    facts: Facts
    show: Mapping[str, str]
    rounds: Rounds | None = None


def question_of_measure(declared: Declared, name: str) -> QuestionOfMeasure | None:
    """Give the question that `measure/pair` means, or `measure/pair/value` of what is asked along a scale.

    There is none where the ruleset does not say how the measure is asked, or unknown name.
    """
    measure_name, _, rest = name.partition("/")
    pair, _, value = rest.partition("/")
    book = comparison_of(declared)
    here = book.said("measures").get(measure_name)
    measure = book.vocabulary.measures.get(measure_name)
    if here is None or measure is None or pair not in book.vocabulary.pairs or bool(measure.along) != bool(value):
        return None
    at = None
    if measure.along is not None:
        at = book.own_distance(measure.along, int(value)) if value.isdecimal() else None
        if at is None:
            return None
    rounds = book.rounds(here, measure.until, pair, at) if measure.until is not None else None
    if measure.until is not None and rounds is None:
        return None
    return QuestionOfMeasure(here.shape.of, book.facts(here, pair, at), here.shape.show, rounds)


def topic_noted(thing: object) -> str | None:
    """Give the topic that a rule or table names itself, or its file for it."""
    if isinstance(thing, Rule):
        return thing.topic
    return thing.shape.topic if isinstance(thing, Table) else None


def with_more(known: shapes.Vocabulary, more: shapes.Vocabulary) -> shapes.Vocabulary:
    """Give a vocabulary with what another adds, whose pairs may join measures; the first definition counts."""
    measures = {**more.measures, **known.measures}
    for name, pair in more.pairs.items():
        for one in pair.measures:
            if one in measures and name not in measures[one].pairs:
                measures[one] = measures[one].changed({"pairs": [*measures[one].pairs, name]})
    return shapes.Vocabulary(
        topics={**more.topics, **known.topics},
        groups={**more.groups, **known.groups},
        subjects={**more.subjects, **known.subjects},
        measures=measures,
        pairs={**more.pairs, **known.pairs},
        battles={**more.battles, **known.battles},
    )


def filled_in(given: Any, values: Mapping[str, Any]) -> Any:
    """Give plain data in which the values stand in the places of their names.

    >>> filled_in({"like": "$firer", "place": [0, "$distance"]}, {"firer": "Ann", "distance": 3})
    {'like': 'Ann', 'place': [0, 3]}
    """
    if isinstance(given, Mapping):
        return {key: filled_in(value, values) for key, value in given.items()}
    if isinstance(given, list):
        return [filled_in(value, values) for value in given]
    if isinstance(given, str) and given.startswith(FILLED_IN):
        return values.get(given.removeprefix(FILLED_IN), given)
    return given


def names_to_fill_in(given: Any) -> Iterator[str]:
    """Give the names that stand for values in plain data."""
    if isinstance(given, Mapping):
        for value in given.values():
            yield from names_to_fill_in(value)
    elif isinstance(given, list):
        for value in given:
            yield from names_to_fill_in(value)
    elif isinstance(given, str) and given.startswith(FILLED_IN):
        yield given.removeprefix(FILLED_IN)
