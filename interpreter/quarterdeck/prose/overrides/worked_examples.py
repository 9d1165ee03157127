"""Print worked examples as an author tells them, or as stories: who does what, what the dice show, what is marked.

In: a ruleset's examples. Out: boxes, by the address of the rule that each is of. An example is carried out when the
book is planned, and none that fails is printed. What an author tells of one is printed as long as it fits what
happened; a story is made of what happened. Where an author tells an example that does not come out any more, others
that are told stand alone; where there is none, and the rule is told as well, a line in its place says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import Case, cases_of
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.documents import shapes
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.overrides.example_overrides import ExampleTale, examples_told, fits_no_more, meaning_of
from quarterdeck.prose.overrides.override_faults import faults_of_examples
from quarterdeck.prose.overrides.override_writer import BookWriter
from quarterdeck.prose.overrides.pins import by_pin, pins_of
from quarterdeck.prose.stories.changes import paper_of
from quarterdeck.prose.stories.example_run import ToldExample, carried_out
from quarterdeck.prose.stories.story import Story, StoryTeller
from quarterdeck.prose.text.blocks import UNTOLD, Block, Box, LinkTarget, Marks, Point, Prose, Steps
from quarterdeck.prose.text.runs import Text, capital, joined, sentence, text
from quarterdeck.workspace.ruleset.ruleset import Ruleset

_TRIED = 6
"""So many cases of a rule are told before the best of them is printed."""
_LEAST = 2
"""What a story must be worth to be printed, unless it is of the source: two sentences without dice are not."""
GONE = "Under these rules the example that was told here comes out otherwise."
SENTENCES = 6
"""So many sentences are one paragraph; what is longer is told in steps."""


_NO_STORY = Story((), (), 0)


@dataclass(frozen=True)
class PrintedExample:
    """An example that is printed: which of its cases, its story, and what an author tells in the place of that.

    What an author told of something that happens otherwise by now `is_untold`. Of one that does not come out, nothing
    is `done`.
    """

    example: shapes.Example
    case: Case
    done: ToldExample | None
    story: Story = _NO_STORY
    tale: ExampleTale | None = None
    is_untold: bool = False


@dataclass
class Worked:
    """Makes the boxes of a ruleset's examples."""

    ruleset: Ruleset
    writer: EnglishWriter
    places: Mapping[str, LinkTarget]
    told: bool = True
    bench: ExampleRunner = field(init=False)
    findings: Findings = field(default_factory=Findings)
    """Figures with which an example is told and that are none of its own."""
    untold: list[tuple[LinkTarget, ExampleTale]] = field(default_factory=list)
    """What is told of examples and is not printed, each with the rule that it is of and its title."""

    def __post_init__(self) -> None:
        self.bench = ExampleRunner(self.ruleset)

    def boxes(self) -> dict[str, list[Box]]:
        """Give the boxes to print: examples from the sources, and for other rules the one that is told best."""
        return {address: [self.box(one) for one in found] for address, found in self.chosen.items()}

    @cached_property
    def teller(self) -> StoryTeller:
        """Give what tells the examples."""
        return StoryTeller(self.writer, self.places, paper_of(self.ruleset.declared))

    @cached_property
    def tales(self) -> dict[str, ExampleTale]:
        """Give what authors tell of examples, by the names of their cases."""
        return examples_told(self.ruleset.declared) if self.told else {}

    @cached_property
    def pins(self) -> dict[str, str]:
        """Give what each telling of an example was written for."""
        return pins_of(self.ruleset.loaded.layers, by_pin(self.tales.values()))

    @cached_property
    def cases(self) -> dict[str, list[Case]]:
        """Give the cases of each example."""
        found: dict[str, list[Case]] = {}
        for case in cases_of(self.ruleset.declared):
            found.setdefault(case.name.split("[", 1)[0], []).append(case)
        return found

    @cached_property
    def chosen(self) -> dict[str, list[PrintedExample]]:
        """Give the examples that are printed, by the address of the rule that each is of.

        Where an author tells examples of a rule, these; else those from the sources, or the one that is told best.
        """
        by_rule: dict[str, list[shapes.Example]] = {}
        for example in self.examples():
            if (address := self.address(example)) is not None:
                by_rule.setdefault(address, []).append(example)
        found: dict[str, list[PrintedExample]] = {}
        for address, examples in by_rule.items():
            every = [(one, case) for one in examples for case in self.cases.get(one.example, [])]
            spoken_of = [one for one in every if one[1].name in self.tales]
            told = [one for case in spoken_of if (one := self.as_told(address, *case)) is not None]
            if told := told or self.untold_of(address, examples, spoken_of):
                found[address] = told
        return found

    def untold_of(
        self, address: str, examples: Sequence[shapes.Example], spoken_of: Sequence[tuple[shapes.Example, Case]]
    ) -> list[PrintedExample]:
        """Give what is printed of a rule of which no told example comes out: `spoken_of` are those that are told.

        Where the rule is told as well, or its author omits examples, its reader is not handed a log of another one, but
        told what is missing.
        """
        texts = [one for one in spoken_of if self.tales[one[1].name].shape.text]
        omits = any(self.tales[case.name].shape.omit for _, case in spoken_of)
        stories = [] if omits or (texts and self.is_told(address)) else self.as_happened(address, examples)
        if not texts:
            return stories
        return [replace(one, is_untold=True) for one in stories] or [PrintedExample(*texts[0], None, is_untold=True)]

    def is_told(self, address: str) -> bool:
        """Tell whether an author tells what an example stands at; of the turn, whether he tells a phase of it."""
        writer = self.writer
        told = [one for one, tale in writer.tales.items() if tale.shape.text] if isinstance(writer, BookWriter) else []
        return any(one == address or (address == "turn" and one.startswith("turn.")) for one in told)

    def address(self, example: shapes.Example) -> str | None:
        """Give the address at which an example stands; nothing for one of something that no example tells of."""
        cases = self.cases.get(example.example)
        address = self.bench.address_of(cases[0], Findings()) if cases else None
        rule = self.ruleset.declared.rules.get(address or "")
        if address is None or (rule is not None and (not rule.stands_alone or rule.sort == "advice")):
            return None
        return address if rule is not None else ".".join(address.split(".")[:2])  # a step stands with its phase

    def as_told(self, address: str, example: shapes.Example, case: Case) -> PrintedExample | None:
        """Give an example as an author tells it, or its story if something else happens than when it was told.

        Nothing where the author would have nothing printed, or where it does not come to what it says.
        """
        tale, checked = self.tales[case.name], self.ruleset.checked
        if not tale.shape.text:
            return None
        done = carried_out(self.bench, case)
        if done is not None and self.pins.get(tale.pin, meaning := meaning_of(done)) == meaning:
            self.findings.extend(faults_of_examples(checked, [(tale, done)]))
            if not fits_no_more(checked, self.writer.elements, tale, done):
                return PrintedExample(example, case, done, tale=tale)
        self.untold.append((LinkTarget(address, "example", _title(example, case, tale)), tale))
        if done is None:
            return None
        rule = self.ruleset.declared.rules.get(address)
        story = self.teller.story(done, rule) if rule is not None else self.teller.turn(done)
        return PrintedExample(example, case, done, story, is_untold=True)

    def as_happened(self, address: str, examples: Sequence[shapes.Example]) -> list[PrintedExample]:
        """Give the examples of a rule or of the turn that no author tells: those from the sources, or the best."""
        rule = self.ruleset.declared.rules.get(address)
        if rule is None:
            turn = self.whole_turn(self.cases) if address == "turn" else None
            return [turn] if turn is not None else []
        if rule.sort not in ("procedure", "effect"):
            return []
        printed = [one for one in examples if one.source and one.source.kind == "printed"]
        told = [self.best(rule, [(one, case) for case in self.cases.get(one.example, [])], 0) for one in printed]
        if not any(told):
            every = [(one, case) for one in examples for case in self.cases.get(one.example, [])]
            told = [self.best(rule, every, _LEAST)]
        return [one for one in told if one is not None]

    def whole_turn(self, cases: Mapping[str, Sequence[Case]]) -> PrintedExample | None:
        """Give the example of a whole turn in which most happens."""
        found: PrintedExample | None = None
        for example in self.examples():
            for case in cases.get(example.example, []) if example.of == "turn" and not example.then else ():
                done = carried_out(self.bench, case)
                story = self.teller.turn(done) if done is not None else None
                if done is None or story is None or story.worth < 0:
                    continue
                if found is None or story.worth > found.story.worth:
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
        """Give the case of one rule alone that is told best among the first few; none where none is worth `least`."""
        plainly = sorted(
            (one for one in cases if not one[1].then), key=lambda one: bool(one[1].options or one[1].constants)
        )
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
        blocks = list(self.blocks(chosen))
        speaks = chosen.tale is not None or chosen.done is None
        title = _title(example, case, self.tales[case.name] if speaks else None)
        if not speaks and example.source and example.source.note:
            blocks.append(Prose(sentence(capital(example.source.note)), "note"))
        is_spoken_of = chosen.done is not None and case.name in self.tales  # several cases may be, each in its place
        among = self.cases[example.example].index(case) if is_spoken_of else 0
        place = LinkTarget(f"examples.{example.example}{f'.{among + 1}' if among else ''}", "example", title)
        return Box("example", text(f"Example: {title}"), tuple(blocks), place)

    def blocks(self, chosen: PrintedExample) -> Iterator[Block]:
        """Give an example as its author tells it; else as a paragraph, or in steps where it is long."""
        example, story = chosen.example, chosen.story
        marks = _marks(example.source, chosen.is_untold)
        if chosen.tale is not None and isinstance(self.writer, BookWriter):
            yield from self.prose(chosen.tale, marks)
            return
        if chosen.done is None:
            yield Prose(text(GONE), "note", marks=marks)
            return
        opening = [*([sentence(example.note)] if example.note else []), *story.opening]
        parts = [part for part in story.parts if part]
        if story.leads:
            if opening:
                yield Prose(_paragraph(opening), marks=marks)
            told = zip(story.leads, story.parts, strict=True)
            yield Steps(tuple(Point(_paragraph(part), lead=lead) for lead, part in told), bulleted=True)
            return
        if sum(map(len, parts)) <= SENTENCES or len(parts) < 2:
            yield Prose(_paragraph([*opening, *(one for part in parts for one in part)]), marks=marks)
            return
        if opening:
            yield Prose(_paragraph(opening), marks=marks)
        yield Steps(tuple(Point(_paragraph(part)) for part in parts), bulleted=True)

    def prose(self, tale: ExampleTale, marks: Marks) -> Iterator[Block]:
        """Give an author's prose: paragraphs and lists."""
        assert isinstance(self.writer, BookWriter)
        for passage in tale.passages:
            told = self.writer.passage(passage, frozenset())
            if passage.sort == "prose" and not told.points[0].points:
                yield Prose(told.points[0].text, marks=marks)
            else:
                yield Steps(told.points, marks, bulleted=passage.sort == "list")
            marks = Marks()


def _title(example: shapes.Example, case: Case, tale: ExampleTale | None) -> str:
    """Give what a case is called; its author's title where he tells it."""
    own = case.title if case.title.startswith(example.title or "\n") else example.title or case.title
    return (tale.shape.title if tale is not None else None) or own


def _paragraph(sentences: Sequence[Text]) -> Text:
    return joined(sentences, " ")


def _marks(source: shapes.Source | None, is_untold: bool) -> Marks:
    return Marks((*((source.place,) if source is not None and source.place else ()), *((UNTOLD,) if is_untold else ())))
