"""Print worked examples as stories: who does what, what the dice show and why that counts, what is marked on paper.

In: a ruleset's examples. Out: boxes, by the address of the rule that each is of. An example is carried out when the
book is planned, and what is printed is what happened; none that fails is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from quarterdeck.examples.bench import Bench
from quarterdeck.examples.cases import Case, cases_of
from quarterdeck.names.declared import Rule
from quarterdeck.rulebook.blocks import Block, Box, LinkTarget, Marks, Prose, Steps
from quarterdeck.rulebook.english.outline import Point
from quarterdeck.rulebook.english.text import Text, capital, joined, sentence, text
from quarterdeck.rulebook.english.writer import EnglishWriter
from quarterdeck.rulebook.stories.carried_out import ToldExample, carried_out
from quarterdeck.rulebook.stories.changes import paper_of
from quarterdeck.rulebook.stories.story import Story, StoryTeller
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.tables import shapes

_TRIED = 6
"""So many cases of a rule are told before the best of them is printed."""
_LEAST = 2
"""What a story must be worth to be printed, unless it is of the source: two sentences without dice are not."""
SENTENCES = 6
"""So many sentences are one paragraph; what is longer is told in steps."""


@dataclass(frozen=True)
class PrintedExample:
    """An example that is printed: which of its cases, and its story."""

    example: shapes.Example
    case: Case
    done: ToldExample
    story: Story


@dataclass
class Worked:
    """Makes the boxes of a ruleset's examples."""

    ruleset: Ruleset
    writer: EnglishWriter
    places: Mapping[str, LinkTarget]
    bench: Bench = field(init=False)

    def __post_init__(self) -> None:
        self.bench = Bench(self.ruleset)

    def boxes(self) -> dict[str, list[Box]]:
        """Give the boxes to print: examples from the sources, and for other rules the one that is told best."""
        return {address: [self.box(one) for one in found] for address, found in self.chosen.items()}

    @cached_property
    def teller(self) -> StoryTeller:
        """Give what tells the examples."""
        return StoryTeller(self.writer, self.places, paper_of(self.ruleset.declared))

    @cached_property
    def chosen(self) -> dict[str, list[PrintedExample]]:
        """Give the examples that are printed, by the address of the rule that each is of."""
        cases: dict[str, list[Case]] = {}
        for case in cases_of(self.ruleset.declared):
            cases.setdefault(case.name.split("[", 1)[0], []).append(case)
        by_rule: dict[str, list[shapes.Example]] = {}
        for example in self.examples():
            rule = self.ruleset.declared.rule_named(example.of)
            if rule is not None and rule.sort in ("procedure", "effect") and not rule.speaks_as:
                by_rule.setdefault(rule.address, []).append(example)
        found: dict[str, list[PrintedExample]] = {}
        for address, examples in by_rule.items():
            rule = self.ruleset.declared.rules[address]
            printed = [one for one in examples if one.source and one.source.kind == "printed"]
            told = [self.best(rule, [(one, case) for case in cases.get(one.example, [])], 0) for one in printed]
            if not any(told):
                every = [(one, case) for one in examples for case in cases.get(one.example, [])]
                told = [self.best(rule, every, _LEAST)]
            if any(told):
                found[address] = [one for one in told if one is not None]
        turn = self.whole_turn(cases)
        return {**found, **({"turn": [turn]} if turn is not None else {})}

    def whole_turn(self, cases: Mapping[str, Sequence[Case]]) -> PrintedExample | None:
        """Give the example of a whole turn in which most happens."""
        found: PrintedExample | None = None
        for example in self.examples():
            for case in cases.get(example.example, []) if example.of == "turn" else ():
                done = carried_out(self.bench, case)
                story = self.teller.turn(done) if done is not None else None
                if done is not None and story is not None and (found is None or story.worth > found.story.worth):
                    found = PrintedExample(example, case, done, story)
        return found

    def examples(self) -> Iterator[shapes.Example]:
        """Give the examples of the ruleset, in the order of its files."""
        for document in self.ruleset.declared.documents:
            match document.shape:
                case shapes.Example():
                    yield document.shape
                case shapes.Examples(examples=examples):
                    yield from examples

    def best(self, rule: Rule, cases: Sequence[tuple[shapes.Example, Case]], least: int) -> PrintedExample | None:
        """Give the case that is told best among the first few; none where none is worth `least`."""
        plainly = sorted(cases, key=lambda one: bool(one[1].options or one[1].constants))
        found: PrintedExample | None = None
        tried = 0
        for example, case in plainly:
            if tried == _TRIED or (found is not None and found.story.is_good):
                break
            done = carried_out(self.bench, case)
            if done is None:
                continue
            tried += 1
            story = self.teller.story(done, rule)
            if story.worth >= least and (found is None or story.worth > found.story.worth):
                found = PrintedExample(example, case, done, story)
        return found

    def box(self, chosen: PrintedExample) -> Box:
        """Give the box of an example."""
        example, case = chosen.example, chosen.case
        title = case.title if case.title.startswith(example.title or "\n") else example.title or case.title
        blocks = list(self.blocks(chosen))
        if example.source and example.source.note:
            blocks.append(Prose(sentence(capital(example.source.note)), "note"))
        place = LinkTarget(f"examples.{example.example}", "example", title)
        return Box("example", text(f"Example: {title}"), tuple(blocks), place)

    def blocks(self, chosen: PrintedExample) -> Iterator[Block]:
        """Give an example as a paragraph, or in steps where it is long."""
        example, story = chosen.example, chosen.story
        opening = [*([sentence(example.note)] if example.note else []), *story.opening]
        parts = [part for part in story.parts if part]
        if story.leads:
            if opening:
                yield Prose(_paragraph(opening), marks=_marks(example.source))
            told = zip(story.leads, story.parts, strict=True)
            yield Steps(tuple(Point(_paragraph(part), lead=lead) for lead, part in told), bulleted=True)
            return
        if sum(map(len, parts)) <= SENTENCES or len(parts) < 2:
            yield Prose(_paragraph([*opening, *(one for part in parts for one in part)]), marks=_marks(example.source))
            return
        if opening:
            yield Prose(_paragraph(opening), marks=_marks(example.source))
        yield Steps(tuple(Point(_paragraph(part)) for part in parts), bulleted=True)


def is_known(example: shapes.Example) -> bool:
    """Tell whether readers may look for an example by its title: it is of a source, or of a whole turn.

    Others stand at their rule, and nobody knows their titles.
    """
    return example.of == "turn" or (example.source is not None and example.source.kind == "printed")


def _paragraph(sentences: Sequence[Text]) -> Text:
    return joined(sentences, " ")


def _marks(source: shapes.Source | None) -> Marks:
    return Marks((source.place,)) if source is not None and source.place else Marks()
