"""What YAML documents may say: one shape for each sort of document.

Shapes are strict: unknown keys, wrong types and missing keys are findings. `fitting` and `models` say what the types
mean to whoever checks. Text that is rules language (`Code`) is parsed by `from_yaml`.
"""

from __future__ import annotations

from typing import Any, Literal

from quarterdeck.language.documents.picture_shapes import PictureAsked, PictureCase, Pictures
from quarterdeck.language.documents.shape import Shape, made

KEPT_IN_CACHE = True

__all__ = ["PictureAsked", "PictureCase", "Pictures"]  # which are shapes of this module as well

YesNo = bool
"""`yes` or `no`; `replaces: yes` puts something of a variant in the place of what is called so below."""
Capacity = int
"""How many things of a kind, or values in a list, a game has room for: all of it is there from the start."""
HowMany = int
"""How many cards of a sort lie in a deck, and how many of the topmost a side may look at."""
Turns = int
"""How many turns a game has at the most."""
Faces = int | str
"""What a die shows, or the name of what is drawn."""
Code = str
"""Rules language; a bare number is a good expression."""

SourceKind = Literal["printed", "found", "constrained", "reconstructed", "ruling", "house"]


class Source(Shape):
    """Where figures or a rule come from."""

    document: str | None = None
    place: str | None = None
    kind: SourceKind = "printed"
    note: str | None = None


class Document(Shape):
    """A text that a ruleset cites."""

    title: str
    by: str | None = None
    year: int | None = None
    note: str | None = None


class Missing(Shape):
    """Something of the source that is not encoded yet, and why."""

    place: str
    what: str
    reason: str
    elements: list[str] = made(default_factory=list)


class Board(Shape):
    """What the game is played on; `off` names the fields, yes or no, by which a thing is no longer on it.

    `directions` is the circle of directions on hexes; `lengths` and `angles` are the units that a plane is measured in.
    """

    shape: Literal["hex", "plane", "none"]
    directions: str | None = None
    lengths: str | None = None
    angles: str | None = None
    off: list[str] = made(default_factory=list)


class RulesetHead(Shape):
    """`ruleset.yaml`: what the ruleset is; `language` is the version of the language that its rules are written in."""

    ruleset: str
    language: int | None = None
    title: str
    edition: str | None = None
    note: str | None = None
    era: str | None = None
    documents: dict[str, Document] = made(default_factory=dict)
    board: Board = Board(shape="none")
    dice: list[str] = made(default_factory=list)
    chapters: list[str] = made(default_factory=list)
    not_encoded: list[Missing] = made(default_factory=list)


class Unit(Shape):
    """A unit of numbers: of whole ones, or of such as have a `step`: `halves`, `tenths` and so on, or a decimal."""

    one: str
    range: str = "0..9999"
    step: str | None = None


class Enum(Shape):
    """A closed list of words: plain, a circle that wraps, or a ladder that stops at its ends.

    `more` and `less` say of a ladder what it means to stand further up and further down: `deeper` and `shallower`.
    With `adds` a variant's list follows that of the enum below.
    """

    members: list[str] | dict[str, str] | None = None
    circle: list[str] | dict[str, str] | None = None
    ladder: list[str] | dict[str, str] | None = None
    many: str | None = None
    more: str | None = None
    less: str | None = None
    replaces: YesNo = False
    adds: YesNo = False


class FieldShape(Shape):
    """One thing that is known of a kind; `apart` says why no rule of a turn reads it, of tables and kinds as well."""

    type: Code
    words: str | None = None
    start: Code | None = None
    mark: YesNo = False
    fixed: YesNo = False
    seen_by: str = "all"
    changed_by: list[str] | None = None
    capacity: Capacity | None = None
    holds: dict[str, HowMany] = made(default_factory=dict)
    peek: HowMany = 0
    source: Source | None = None
    apart: str | None = None
    replaces: YesNo = False


class Kind(Shape):
    """A kind of thing in the game."""

    one: str | None = None
    many: str | None = None
    capacity: Capacity = 1
    owner: str | None = None
    part_of: str | None = None
    apart: str | None = None
    fields: dict[str, FieldShape | Code] = made(default_factory=dict)


class Constant(Shape):
    """A fact of the scenario that does not change in play."""

    type: Code
    words: str | None = None
    start: Code | None = None
    replaces: YesNo = False


class Arc(Shape):
    """A stretch of directions around a thing, clockwise, in degrees; both edges belong to it."""

    first: int
    last: int
    both_sides: YesNo = False
    words: str | None = None
    replaces: YesNo = False


Corner = Literal["left", "right", "top left", "top right", "bottom left", "bottom right"]
"""Where crossing off begins: at an end of a row, or in a corner, from where it goes down or up the columns."""
Written = Literal["figure", "boxes", "tick", "room"]
"""How a line of a log is printed: as a figure, as boxes, as one box beside its words, or as room to write."""

Only = dict[str, str | list[str]]
"""For which things something counts: the members that their fields may have."""


class LogLine(Shape):
    """A line of a log: a `field` of a kind or of its parts, what comes `by` a definition, or columns `over` numbers.

    Unless `shown` says how, what is fixed or comes by a definition is a figure, a number has boxes, what is true or not
    has one box beside its words, and for anything else there is room to write. There are as many boxes as the number
    begins with; where it begins with nothing or `boxes` fill them as many as it may reach, or as `most` says, which may
    be another field. Each stands for `each`; what boxes cannot hold is written. `boxes` names what stands in them:
    definitions by a thing and the number of the box or by that number alone, and tables by that number. The box that is
    crossed off first has the highest number. From a corner, boxes stand in `rows` rows. `over` is the first and the
    last number of columns that `figures` fills, a row for each definition; below them is room to write. `only` says for
    which things the line is there, by fields of the parts for which of them; `how` says how something is crossed off.
    """

    field: str | None = None
    by: str | None = None
    over: list[int] | None = None
    words: str | None = None
    shown: Written | None = None
    boxes: str | list[str] | None = None
    most: int | str | None = None
    each: int = 1
    crossed: Corner = "left"
    rows: int = 1
    figures: dict[str, str] = made(default_factory=dict)
    only: Only = made(default_factory=dict)
    how: str | None = None


class Log(Shape):
    """What players keep track of on paper: a form or a card for each thing of a kind.

    `across` forms stand beside each other on A4; `points` is a definition of what a thing costs. A log of a variant
    adds its lines to that of the same kind below it. `orders` says by a definition or by members of fields for which
    things a procedure with secret choices is written down; `no` for none. `heads` are the columns that it has on a pad,
    in the place of one for each choice. `called` are words that rules have for the
    form, which lead to it in the book.
    """

    title: str | None = None
    across: int | None = None
    points: str | None = None
    lines: list[LogLine] = made(default_factory=list)
    orders: dict[str, YesNo | str | Only] = made(default_factory=dict)
    heads: dict[str, list[str]] = made(default_factory=dict)
    how: list[str] = made(default_factory=list)
    called: list[str] = made(default_factory=list)


class MarkerLine(Shape):
    """Markers to cut out for what befalls a thing: one for each number up to `most`, each member, or what is true."""

    field: str
    words: str | None = None
    most: int | None = None
    copies: int = 1


class CounterLook(Shape):
    """A counter to cut out for each thing of a kind: the thing in plan view.

    `length` is a field or a definition of how long it is: in hexes on hexes, in lengths of the board on a plane,
    otherwise in millimetres; `lengths` gives that by the members of an enum. `times` multiplies it. `rings` is a
    number of the first of its parts of a sort, drawn along the middle, one for so many as `each` says.
    """

    rings: str | None = None
    each: int = 1
    length: str | None = None
    lengths: dict[str, int | str] = made(default_factory=dict)
    times: int = 1
    markers: list[MarkerLine] = made(default_factory=list)


class Paper(Shape):
    """How a plane is laid out on a table: the millimetres of one of its lengths, perhaps by the members of a constant.

    `sticks` are range sticks: their titles, each with a definition of a distance by the members of an enum.
    """

    constant: str | None = None
    millimetres: int | str | dict[str, int | str] = 1
    sticks: dict[str, str] = made(default_factory=dict)


class Reference(Shape):
    """What the quick reference of the sheets has: all charts but the tables and rules that are left `in_the_book`."""

    in_the_book: list[str] = made(default_factory=list)


class Components(Shape):
    """`components.yaml`: the things of the game and their words."""

    components: str
    units: dict[str, Unit] = made(default_factory=dict)
    enums: dict[str, Enum | list[str]] = made(default_factory=dict)
    kinds: dict[str, Kind] = made(default_factory=dict)
    constants: dict[str, Constant] = made(default_factory=dict)
    arcs: dict[str, Arc] = made(default_factory=dict)
    clocks: dict[str, Code] = made(default_factory=dict)
    logs: dict[str, Log] = made(default_factory=dict)
    counters: dict[str, CounterLook] = made(default_factory=dict)
    paper: Paper | None = None
    reference: Reference | None = None
    answers: dict[str, dict[str, Code]] = made(default_factory=dict)
    never_by_lot: list[str] = made(default_factory=list)


Cell = Code | list[Code] | None
StraightLine = Literal["straight line, rounded down", "straight line, rounded up", "straight line, rounded nearest"]


class Table(Shape):
    """One table: keys to values, dice or effects; where columns hold figures of several sorts, `gives` names each."""

    table: str
    title: str
    topic: str | None = None
    source: Source | None = None
    rulings: list[str] = made(default_factory=list)
    apart: str | None = None
    note: str | None = None
    given: dict[str, str] = made(default_factory=dict)
    key: dict[str, Code]
    gives: str | dict[str, str] | None = None
    between_rows: StraightLine | None = None
    monotone: dict[str, Literal["rising", "falling"]] | YesNo = False
    columns: dict[str, list[Code]] | None = None
    words: dict[str, str] = made(default_factory=dict)
    rows: dict[str, Cell | dict[str, Cell]]
    row_sources: dict[str, Source] = made(default_factory=dict)
    formerly: list[str] = made(default_factory=list)
    replaces: YesNo = False


class Ruling(Shape):
    """What is decided where the source is silent, ambiguous or at odds with itself."""

    title: str
    where: str
    sort: Literal["contradiction", "gap", "wording"]
    question: str
    answer: str
    reason: str
    option: str | None = None
    replaces: YesNo = False


class Rulings(Shape):
    """`rulings.yaml`: all rulings of a ruleset."""

    rulings: dict[str, Ruling]


class Roster(Shape):
    """A list of things of one kind: values of fields, by name.

    With `amends` it gives further values for things of another roster; `where` says which rows of the file it takes.
    """

    roster: str
    kind: str
    amends: str | None = None
    title: str
    source: Source | None = None
    things: dict[str, dict[str, Any]] = made(default_factory=dict)
    derived_from: str | None = None
    named_by: str | list[str] = "name"
    kind_of_figures: str | None = None
    where: Code | None = None
    derive: dict[str, Code] = made(default_factory=dict)
    part_lists: dict[str, list[dict[str, Code]]] = made(default_factory=dict)
    columns: dict[str, str] = made(default_factory=dict)
    words: dict[str, dict[str, str]] = made(default_factory=dict)
    replaces: YesNo = False


class ScenarioSide(Shape):
    """One side of a scenario: its name, values of its fields, and its things."""

    title: str
    fields: dict[str, Any] = made(default_factory=dict)
    things: dict[str, list[dict[str, Any]]] = made(default_factory=dict)


class Scenario(Shape):
    """A situation to play from."""

    scenario: str
    title: str
    note: str | None = None
    source: Source | None = None
    board: dict[str, int] = made(default_factory=dict)
    constants: dict[str, Any] = made(default_factory=dict)
    options: dict[str, Any] = made(default_factory=dict)
    turn_limit: Turns
    game: dict[str, Any] = made(default_factory=dict)
    sides: dict[str, ScenarioSide]
    setup: list[Code] = made(default_factory=list)
    replaces: YesNo = False


class ExampleCase(Shape):
    """What differs in one case of a table of examples; what it gives goes before what the example gives."""

    name: str | None = None
    options: dict[str, Any] = made(default_factory=dict)
    constants: dict[str, Any] = made(default_factory=dict)
    things: dict[str, dict[str, Any]] = made(default_factory=dict)
    given: dict[str, Any] = made(default_factory=dict)
    dice: dict[str, Faces | list[Faces]] | list[Faces] = made(default_factory=dict)
    choices: dict[str, Any] | list[Any] = made(default_factory=dict)
    expect: dict[str, Any] = made(default_factory=dict)
    changes: dict[str, Any] = made(default_factory=dict)
    refused: dict[str, Any] = made(default_factory=dict)


class Example(Shape):
    """A worked example: what is given, rolled, chosen and expected; `board` gives the map an edge.

    `called` are the names that a book gives the things of the example, by what they are called in it.
    """

    example: str
    title: str | None = None
    of: str
    note: str | None = None
    source: Source | None = None
    situation: str | None = None
    options: dict[str, Any] = made(default_factory=dict)
    constants: dict[str, Any] = made(default_factory=dict)
    board: dict[str, int] = made(default_factory=dict)
    called: dict[str, str] = made(default_factory=dict)
    things: dict[str, dict[str, Any]] = made(default_factory=dict)
    given: dict[str, Any] = made(default_factory=dict)
    dice: dict[str, Faces | list[Faces]] | list[Faces] = made(default_factory=dict)
    choices: dict[str, Any] | list[Any] = made(default_factory=dict)
    expect: dict[str, Any] = made(default_factory=dict)
    changes: dict[str, Any] = made(default_factory=dict)
    refused: dict[str, Any] = made(default_factory=dict)
    cases: list[ExampleCase] = made(default_factory=list)


class Examples(Shape):
    """Several worked examples in one file.

    `every` says by kind and field what things of theirs are, where an example makes one up and does not say, and
    `called` what a book calls things of which the example itself does not say it.
    """

    every: dict[str, dict[str, Any]] = made(default_factory=dict)
    called: dict[str, str] = made(default_factory=dict)
    examples: list[Example]


class Question(Shape):
    """A standard question to the odds: a rule in a situation, and what to show of the end.

    `if_known` are facts about fields that only some of the rulesets compared have. What is shown is a list of
    expressions, or a heading for each. It is asked for every combination of the values that stand `over` it. Where it
    stands `in_the_book`, readers of the pages try these values, called by the `words`; comparisons then leave it out.
    """

    question: str
    title: str
    of: str
    options: dict[str, Any] = made(default_factory=dict)
    constants: dict[str, Any] = made(default_factory=dict)
    things: dict[str, dict[str, Any]] = made(default_factory=dict)
    given: dict[str, Any] = made(default_factory=dict)
    if_known: dict[str, Any] = made(default_factory=dict)
    choices: dict[str, Any] = made(default_factory=dict)
    over: dict[str, Any] = made(default_factory=dict)
    show: list[Code] | dict[str, Code] = made(default_factory=list)
    in_the_book: YesNo = False
    words: dict[str, str] = made(default_factory=dict)

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Give the headings and expressions of what is shown."""
        return list(self.show.items()) if isinstance(self.show, dict) else [(text, text) for text in self.show]


class Questions(Shape):
    """`questions.yaml`: what is asked of the odds whenever two rulesets are compared."""

    questions: list[Question]


class Paragraph(Shape):
    """A paragraph of a source, known by a hash of its words, and what became of it.

    It is implemented `by` addresses, decided by rulings, mere colour, or out of scope for a reason; where something
    implements it as well, only a part of it is out of scope.
    """

    at: str
    number: int
    words: Code
    by: list[str] = made(default_factory=list)
    ruling: list[str] = made(default_factory=list)
    colour: YesNo = False
    out_of_scope: str | None = None

    @property
    def is_accounted_for(self) -> bool:
        """Tell whether anything became of it."""
        return bool(self.by or self.ruling or self.colour or self.out_of_scope)


class Ledger(Shape):
    """`ledger.yaml`: every paragraph of a document, without its text; `sections` gives the headings by place.

    `run_on` is for texts whose paragraphs no empty lines divide.
    """

    ledger: str
    note: str | None = None
    run_on: YesNo = False
    sections: dict[str, str]
    paragraphs: list[Paragraph]


class TopicShape(Shape):
    """What rules may be about; topics `within` a group are asked for together by its name."""

    title: str
    about: str | None = None
    within: str | None = None


class Along(Shape):
    """What a measure is asked along: so much of a unit of the world, turned into the game's own by a scale.

    `of_pairs` has the values for pairs that are asked at others.
    """

    title: str
    unit: str
    scale: str = "distance"
    values: list[int]
    of_pairs: dict[str, list[int]] = made(default_factory=dict)


class NumberAsked(Shape):
    """A number that is read off an answer: the mean of a column, or the chance that it is yes, or more than nothing.

    With `where` only the cases count in which another column is so, where the game shows that. `each_minute` divides
    by the minutes of a turn. A `time` is that by which so many `quarters` of all plays have come to what they are
    carried out `until`.
    """

    title: str
    gives: Literal["chance", "mean", "time"]
    of: str
    where: str | None = None
    each_minute: YesNo = False
    quarters: int = 2
    unit: str | None = None


class Until(Shape):
    """What ends a measure that is carried out turn after turn: a column that holds, or so many minutes."""

    holds: str
    minutes: int


class Measure(Shape):
    """What is asked of all games alike: what an answer shows, and which numbers are read off it."""

    title: str
    about: str
    topic: str
    along: Along | None = None
    until: Until | None = None
    pairs: list[str]
    columns: dict[str, str]
    numbers: dict[str, NumberAsked]


class Pair(Shape):
    """Whom a measure is asked about: what stands for `$name` in the words of the games."""

    title: str = ""
    values: dict[str, Any]


class HistoricBattle(Shape):
    """A battle of history, and what happened in it."""

    title: str
    happened: str


class Vocabulary(Shape):
    """`vocabulary.yaml`: what games are compared by, whatever they are; a ruleset may add to it."""

    vocabulary: str = ""
    topics: dict[str, TopicShape] = made(default_factory=dict)
    groups: dict[str, str] = made(default_factory=dict)
    subjects: dict[str, str] = made(default_factory=dict)
    measures: dict[str, Measure] = made(default_factory=dict)
    pairs: dict[str, Pair] = made(default_factory=dict)
    battles: dict[str, HistoricBattle] = made(default_factory=dict)


class Scale(Shape):
    """How much of the world one of the game's own units stands for, and how finely the game measures it."""

    one: str
    stands_for: Code
    unit: str
    steps: Code = "1"
    source: Source | None = None


class DoneEachTurn(Shape):
    """A rule, phase or step that is carried out in every turn of a measure, where `when` holds as it begins.

    What is `at_once` with the one before it sees nothing yet of what that has done.
    """

    of: str
    given: dict[str, Any] = made(default_factory=dict)
    when: Code | None = None
    at_once: YesNo = False


class MeasureHere(Shape):
    """How a measure is asked in a game: a question in which `$name` is filled in, and what its columns mean here.

    It is asked as long as `asked_while` holds, where that is said; `ends_because` says what ends it. Of a measure that
    is carried out turn after turn, `each_turn` says what follows the question in a turn.
    """

    of: str
    each_turn: list[DoneEachTurn] = made(default_factory=list)
    board: dict[str, int] = made(default_factory=dict)
    options: dict[str, Any] = made(default_factory=dict)
    constants: dict[str, Any] = made(default_factory=dict)
    things: dict[str, dict[str, Any]] = made(default_factory=dict)
    given: dict[str, Any] = made(default_factory=dict)
    choices: dict[str, Any] = made(default_factory=dict)
    asked_while: Code | None = None
    ends_because: str | None = None
    show: dict[str, Code]
    means: dict[str, str] = made(default_factory=dict)
    not_shown: dict[str, str] = made(default_factory=dict)


class BattleHere(Shape):
    """The scenario in which a game fights a battle of history."""

    scenario: str
    note: str | None = None


class ComparisonDocument(Shape):
    """`comparison.yaml`: how a ruleset is compared with others: its rules by topics, and what it answers.

    Addresses are those of rules, tables, phases or files of rules, for all that is below them; the longest counts.
    `cannot` says of measures, of a pair of one (`measure/pair`) and of battles why the game has no answer.
    """

    comparison: str
    adds: Vocabulary = Vocabulary()
    topics: dict[str, list[str]] = made(default_factory=dict)
    core: dict[str, list[str]] = made(default_factory=dict)
    subjects: dict[str, list[str]] = made(default_factory=dict)
    scale: dict[str, Scale] = made(default_factory=dict)
    measures: dict[str, MeasureHere] = made(default_factory=dict)
    pairs: dict[str, dict[str, Any]] = made(default_factory=dict)
    cannot: dict[str, str] = made(default_factory=dict)
    battles: dict[str, BattleHere] = made(default_factory=dict)


class Telling(Shape):
    """How the book calls and tells a rule: a title, a short name for what it gives, its text in an author's words.

    Of a rule that is `plain` the phrase says all that players need. Of a table `cells` are told, by what stands behind
    the table in their addresses, and `head` stands above what its rows give. `says` names the parts of a rule that its
    text says in other words, so that whatever else stands beside them can be taken from the rule.
    """

    title: str | None = None
    term: str | None = None
    text: str | None = None
    plain: YesNo = False
    says: list[str] = made(default_factory=list)
    head: str | None = None
    cells: dict[str, str] = made(default_factory=dict)


class ChapterTelling(Shape):
    """What the book says at the head of a chapter in the place of its title and words: paragraphs of plain prose."""

    title: str | None = None
    text: str | None = None

    @property
    def paragraphs(self) -> list[str]:
        """Give the paragraphs, each in one line."""
        parts = (" ".join(part.split()) for part in (self.text or "").split("\n\n"))
        return [part for part in parts if part]


class ScenarioTelling(Shape):
    """What the book says of a scenario in the place of some of its facts: prose with their names in braces."""

    text: str


class ExampleTelling(Shape):
    """How the book tells a worked example, or one case of a table of examples: a title, and its text.

    Of one to `omit` nothing is printed.
    """

    title: str | None = None
    text: str | None = None
    omit: YesNo = False


class ToldDocument(Shape):
    """`told.yaml`: rules that an author tells, by their addresses; chapters, scenarios and examples, by their names."""

    told: str
    rules: dict[str, Telling] = made(default_factory=dict)
    chapters: dict[str, ChapterTelling] = made(default_factory=dict)
    scenarios: dict[str, ScenarioTelling] = made(default_factory=dict)
    examples: dict[str, ExampleTelling] = made(default_factory=dict)


class WordsDocument(Shape):
    """`words.de.yaml`: what a ruleset calls things in another language; `words` is that language.

    `nouns`, `clauses` and `texts` are by address; `names` by the name of a local, or by that behind the address of its
    rule; `prose` by the words that an author wrote.
    """

    words: Literal["de"]
    nouns: dict[str, str] = made(default_factory=dict)
    clauses: dict[str, str] = made(default_factory=dict)
    texts: dict[str, str] = made(default_factory=dict)
    names: dict[str, str] = made(default_factory=dict)
    prose: dict[str, str] = made(default_factory=dict)


class VariantHead(Shape):
    """`variant.yaml`: what a house rule lays over, in which games it applies, and how it is ordered."""

    variant: str
    extends: str
    title: str
    only_when: Code | None = None
    note: str | None = None
    source: Source | None = None
    after: list[str] = made(default_factory=list)
    plugins: list[str] = made(default_factory=list)
    options: dict[str, Any] = made(default_factory=dict)


DOCUMENTS: dict[str, type[Shape]] = {
    "ruleset": RulesetHead,
    "components": Components,
    "table": Table,
    "rulings": Rulings,
    "roster": Roster,
    "scenario": Scenario,
    "example": Example,
    "examples": Examples,
    "questions": Questions,
    "ledger": Ledger,
    "comparison": ComparisonDocument,
    "told": ToldDocument,
    "pictures": Pictures,
    "words": WordsDocument,
    "variant": VariantHead,
}
