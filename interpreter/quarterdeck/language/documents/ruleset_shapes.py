"""Shapes of what a ruleset says: its head, sources and rulings, components, tables, situations, examples."""

from __future__ import annotations

from typing import Any, Literal

from quarterdeck.base.geometry.squares import Diagonals
from quarterdeck.language.documents.shape import Capacity, Cell, Code, HowMany, Line, Shape, Turns, YesNo

KEPT_IN_CACHE = True

SourceKind = Literal["printed", "found", "constrained", "reconstructed", "ruling", "house"]


class Source(Shape):
    """Where figures or a rule come from."""

    document: str | None = None
    place: str | None = None
    kind: SourceKind = "printed"
    note: str | None = None


class Document(Shape):
    """A text that a ruleset cites."""

    title: Line
    by: Line | None = None
    year: int | None = None
    note: str | None = None


class Missing(Shape):
    """Something of the source that is not encoded yet, and why."""

    place: str
    what: str
    reason: str
    elements: list[str] = []


class Board(Shape):
    """What the game is played on; `off` names the fields, yes or no, by which a thing is no longer on it.

    `directions` is the circle of directions on hexes and squares; `diagonals` says what a diagonal step counts as on
    squares; `lengths` and `angles` are the units that a plane is measured in; `areas` is the enum of named areas.
    """

    shape: Literal["hex", "square", "plane", "areas", "none"]
    directions: str | None = None
    diagonals: Diagonals | None = None
    lengths: str | None = None
    angles: str | None = None
    areas: str | None = None
    off: list[str] = []


class RulesetHead(Shape):
    """`ruleset.yaml`: what the ruleset is; `language` is the version of the language that its rules are written in.

    `rights` is what its book says of the rights in the game.
    """

    ruleset: str
    language: int | None = None
    title: Line
    edition: Line | None = None
    note: str | None = None
    era: Line | None = None
    rights: str | None = None
    documents: dict[str, Document] = {}
    board: Board = Board(shape="none")
    dice: list[str] = []
    chapters: list[str] = []
    not_encoded: list[Missing] = []


class VariantHead(Shape):
    """`variant.yaml`: what a house rule lays over, in which games it applies, and how it is ordered."""

    variant: str
    extends: str
    title: Line
    only_when: Code | None = None
    note: str | None = None
    source: Source | None = None
    after: list[str] = []
    plugins: list[str] = []
    options: dict[str, Any] = {}


class Ruling(Shape):
    """What is decided where the source is silent, ambiguous or at odds with itself."""

    title: Line
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


class Paragraph(Shape):
    """A paragraph of a source, known by a hash of its words, and what became of it.

    It is implemented `by` addresses, decided by rulings, mere colour, or out of scope for a reason; where something
    implements it as well, only a part of it is out of scope.
    """

    at: str
    number: int
    words: Code
    by: list[str] = []
    ruling: list[str] = []
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


class Unit(Shape):
    """A unit of numbers: of whole ones, or of such as have a `step`: `halves`, `tenths` and so on, or a decimal.

    `formerly` are names that it had before, for games that were saved then.
    """

    one: Line
    range: str = "0..9999"
    step: str | None = None
    formerly: list[str] = []


class Enum(Shape):
    """A closed list of words: plain, a circle that wraps, or a ladder that stops at its ends.

    `more` and `less` say of a ladder what it means to stand further up and further down: `deeper` and `shallower`.
    With `adds` a variant's list follows that of the enum below. `connections` lists for areas of a board where one step
    leads, and back again, `one_way` where it leads without a way back, and `positions` where they are drawn: how far
    from the west and from the north edge.
    """

    members: list[str] | dict[str, Line] | None = None
    circle: list[str] | dict[str, Line] | None = None
    ladder: list[str] | dict[str, Line] | None = None
    many: Line | None = None
    more: Line | None = None
    less: Line | None = None
    connections: dict[str, list[str]] = {}
    one_way: dict[str, list[str]] = {}
    positions: dict[str, list[int]] = {}
    replaces: YesNo = False
    adds: YesNo = False


class FieldShape(Shape):
    """One thing that is known of a kind; `apart` says why no rule of a turn reads it, of tables and kinds as well."""

    type: Code
    words: Line | None = None
    start: Code | None = None
    mark: YesNo = False
    fixed: YesNo = False
    seen_by: str = "all"
    changed_by: list[str] | None = None
    capacity: Capacity | None = None
    holds: dict[str, HowMany] = {}
    peek: HowMany = 0
    source: Source | None = None
    apart: str | None = None
    replaces: YesNo = False


class Kind(Shape):
    """A kind of thing in the game."""

    one: Line | None = None
    many: Line | None = None
    capacity: Capacity = 1
    owner: str | None = None
    part_of: str | None = None
    apart: str | None = None
    fields: dict[str, FieldShape | Code] = {}


class Constant(Shape):
    """A fact of the scenario that does not change in play."""

    type: Code
    words: Line | None = None
    start: Code | None = None
    replaces: YesNo = False


class Arc(Shape):
    """A stretch of directions around a thing, clockwise, in degrees; both edges belong to it."""

    first: int
    last: int
    both_sides: YesNo = False
    words: Line | None = None
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
    words: Line | None = None
    shown: Written | None = None
    boxes: str | list[str] | None = None
    most: int | str | None = None
    each: int = 1
    crossed: Corner = "left"
    rows: int = 1
    figures: dict[str, str] = {}
    only: Only = {}
    how: str | None = None


class Log(Shape):
    """What players keep track of on paper: a form or a card for each thing of a kind.

    `across` forms stand beside each other on A4; `points` is a definition of what a thing costs. A log of a variant
    adds its lines to that of the same kind below it. `orders` says by a definition or by members of fields for which
    things a procedure with secret choices is written down; `no` for none. `heads` are the columns that it has on a pad,
    in the place of one for each choice. `called` are words that rules have for the
    form, which lead to it in the book.
    """

    title: Line | None = None
    across: int | None = None
    points: str | None = None
    lines: list[LogLine] = []
    orders: dict[str, YesNo | str | Only] = {}
    heads: dict[str, list[str]] = {}
    how: list[str] = []
    called: list[str] = []


class MarkerLine(Shape):
    """Markers to cut out for what befalls a thing: one for each number up to `most`, each member, or what is true."""

    field: str
    words: Line | None = None
    most: int | None = None
    copies: int = 1


class CounterLook(Shape):
    """A counter to cut out for each thing of a kind: the thing in plan view.

    `length` is a field or a definition of how long it is: in spaces on hexes and squares, in lengths of the board on a
    plane, otherwise in millimetres; `lengths` gives that by the members of an enum. `times` multiplies it. `rings` is a
    number of the first of its parts of a sort, drawn along the middle, one for so many as `each` says.
    """

    rings: str | None = None
    each: int = 1
    length: str | None = None
    lengths: dict[str, int | str] = {}
    times: int = 1
    markers: list[MarkerLine] = []


class Paper(Shape):
    """How a plane is laid out on a table: the millimetres of one of its lengths, perhaps by the members of a constant.

    `sticks` are range sticks: their titles, each with a definition of a distance by the members of an enum.
    """

    constant: str | None = None
    millimetres: int | str | dict[str, int | str] = 1
    sticks: dict[str, str] = {}


class Reference(Shape):
    """What the quick reference of the sheets has: all charts but the tables and rules that are left `in_the_book`."""

    in_the_book: list[str] = []


class Components(Shape):
    """`components.yaml`: the things of the game and their words."""

    components: str
    units: dict[str, Unit] = {}
    enums: dict[str, Enum | list[str]] = {}
    kinds: dict[str, Kind] = {}
    constants: dict[str, Constant] = {}
    arcs: dict[str, Arc] = {}
    clocks: dict[str, Code] = {}
    logs: dict[str, Log] = {}
    counters: dict[str, CounterLook] = {}
    paper: Paper | None = None
    reference: Reference | None = None
    answers: dict[str, dict[str, Code]] = {}
    never_by_lot: list[str] = []


StraightLine = Literal["straight line, rounded down", "straight line, rounded up", "straight line, rounded nearest"]


class Table(Shape):
    """One table: keys to values, dice or effects; where columns hold figures of several sorts, `gives` names each."""

    table: str
    title: Line
    topic: str | None = None
    source: Source | None = None
    rulings: list[str] = []
    apart: str | None = None
    note: str | None = None
    given: dict[str, str] = {}
    key: dict[str, Code]
    gives: str | dict[str, str] | None = None
    between_rows: StraightLine | None = None
    monotone: dict[str, Literal["rising", "falling"]] | YesNo = False
    columns: dict[str, list[Code]] | None = None
    words: dict[str, Line] = {}
    rows: dict[str, Cell | dict[str, Cell]]
    row_sources: dict[str, Source] = {}
    formerly: list[str] = []
    replaces: YesNo = False


class TableByCondition(Shape):
    """A table whose rows name only the keys that they ask about; `takes` says what counts of the rows that apply.

    A row is its conditions by key, `when` for any other condition, and what it gives: `gives`, or each result by name.
    """

    table_by_condition: str
    title: Line
    chapter: str
    topic: str | None = None
    source: Source | None = None
    rulings: list[str] = []
    apart: str | None = None
    note: str | None = None
    key: dict[str, Code]
    takes: str = "one"
    gives: str | dict[str, str]
    phrase: str | dict[str, str] | None = None
    words: dict[str, Line] = {}
    rows: dict[str, Cell | dict[str, Cell]]
    formerly: list[str] = []
    replaces: YesNo = False


class Roster(Shape):
    """A list of things of one kind: values of fields, by name.

    With `amends` it gives further values for things of another roster; `where` says which rows of the file it takes.
    """

    roster: str
    kind: str
    amends: str | None = None
    title: Line
    source: Source | None = None
    things: dict[Line, dict[str, Any]] = {}
    derived_from: str | None = None
    named_by: str | list[str] = "name"
    kind_of_figures: str | None = None
    where: Code | None = None
    derive: dict[str, Code] = {}
    part_lists: dict[str, list[dict[str, Code]]] = {}
    columns: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}
    replaces: YesNo = False


class ScenarioSide(Shape):
    """One side of a scenario: its name, values of its fields, and its things."""

    title: Line
    fields: dict[str, Any] = {}
    things: dict[str, list[dict[str, Any]]] = {}


class Scenario(Shape):
    """A situation to play from."""

    scenario: str
    title: Line
    note: str | None = None
    source: Source | None = None
    board: dict[str, int] = {}
    constants: dict[str, Any] = {}
    options: dict[str, Any] = {}
    turn_limit: Turns
    game: dict[str, Any] = {}
    sides: dict[Line, ScenarioSide]
    setup: list[Code] = []
    replaces: YesNo = False


Faces = int | str
"""What a die shows, or the name of what is drawn."""


class ExampleCase(Shape):
    """What differs in one case of a table of examples; what it gives goes before what the example gives."""

    name: str | None = None
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    things: dict[Line, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    dice: dict[str, Faces | list[Faces]] | list[Faces] = {}
    choices: dict[str, Any] | list[Any] = {}
    expect: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    refused: dict[str, Any] = {}


class ExampleStep(Shape):
    """A rule that is carried out after others, in the state that they left; what is given there changes that state."""

    of: str
    note: str | None = None
    things: dict[Line, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    dice: dict[str, Faces | list[Faces]] | list[Faces] = {}
    choices: dict[str, Any] | list[Any] = {}
    show: list[Code] = []
    expect: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    refused: dict[str, Any] = {}


class Example(Shape):
    """A worked example: what is given, rolled, chosen and expected; `board` gives the map an edge.

    `then` are further rules, one after another. What to `show` is shown by `try`. `called` are the names that a book
    gives the things of the example, by what they are called in it.
    """

    example: str
    title: Line | None = None
    of: str
    note: str | None = None
    source: Source | None = None
    situation: str | None = None
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    board: dict[str, int] = {}
    called: dict[str, Line] = {}
    things: dict[Line, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    dice: dict[str, Faces | list[Faces]] | list[Faces] = {}
    choices: dict[str, Any] | list[Any] = {}
    show: list[Code] = []
    expect: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    refused: dict[str, Any] = {}
    then: list[ExampleStep] = []
    cases: list[ExampleCase] = []


class Examples(Shape):
    """Several worked examples in one file.

    `every` says by kind and field what things of theirs are, where an example makes one up and does not say, and
    `called` what a book calls things of which the example itself does not say it.
    """

    every: dict[str, dict[str, Any]] = {}
    called: dict[str, Line] = {}
    examples: list[Example]


class Question(Shape):
    """A standard question to the odds: a rule in a situation, and what to show of the end.

    `if_known` are facts about fields that only some of the rulesets compared have. What is shown is a list of
    expressions, or a heading for each. It is asked for every combination of the values that stand `over` it. Where it
    stands `in_the_book`, readers of the pages try these values, called by the `words`; comparisons then leave it out.
    """

    question: str
    title: Line
    of: str
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    things: dict[Line, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    if_known: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    over: dict[str, Any] = {}
    show: list[Code] | dict[str, Code] = []
    in_the_book: YesNo = False
    words: dict[str, Line] = {}

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Give the headings and expressions of what is shown."""
        return list(self.show.items()) if isinstance(self.show, dict) else [(text, text) for text in self.show]


class Questions(Shape):
    """`questions.yaml`: what is asked of the odds whenever two rulesets are compared."""

    questions: list[Question]
