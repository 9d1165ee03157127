"""Shapes of what an author adds to a book: prose overrides, words of another language, pictures."""

from __future__ import annotations

from typing import Any, Literal

from quarterdeck.language.documents.shape import Line, Shape, YesNo

KEPT_IN_CACHE = True


class Telling(Shape):
    """How the book calls and tells a rule: a title, a short name for what it gives, its text in an author's words.

    Of a rule that is `plain` the phrase says all that players need. Of a table `cells` are told, by what stands behind
    the table in their addresses, and `head` stands above what its rows give. `says` names the parts of a rule that its
    text says in other words, so that whatever else stands beside them can be taken from the rule.
    """

    title: Line | None = None
    term: Line | None = None
    text: str | None = None
    plain: YesNo = False
    says: list[str] = []
    head: Line | None = None
    cells: dict[str, str] = {}


class ChapterTelling(Shape):
    """What the book says at the head of a chapter in the place of its title and words: paragraphs of plain prose."""

    title: Line | None = None
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

    title: Line | None = None
    text: str | None = None
    omit: YesNo = False


class ToldDocument(Shape):
    """`told.yaml`: rules that an author tells, by their addresses; chapters, scenarios and examples, by their names."""

    told: str
    rules: dict[str, Telling] = {}
    chapters: dict[str, ChapterTelling] = {}
    scenarios: dict[str, ScenarioTelling] = {}
    examples: dict[str, ExampleTelling] = {}


class WordsDocument(Shape):
    """`words.de.yaml`: what a ruleset calls things in another language; `words` is the code of that language.

    `nouns`, `clauses` and `texts` are by address; `names` by the name of a local, or by that behind the address of its
    rule; `prose` by the words that an author wrote.
    """

    words: str
    nouns: dict[str, str] = {}
    clauses: dict[str, str] = {}
    texts: dict[str, str] = {}
    names: dict[str, str] = {}
    prose: dict[str, str] = {}


class PictureCase(Shape):
    """What differs in one of several parts of a picture, and what stands below it."""

    name: str | None = None
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    things: dict[Line, dict[str, Any]] = {}
    given: dict[str, Any] = {}


class PictureAsked(Shape):
    """A picture at a rule: what it `draws` of a rule or table; of that at which it stands, unless it says.

    `moves` names the thing that is put into each hex as far as `around`, or turned each way. Chances are those of what
    it says to `show`, `over` the values of an input. The situation is written as in an example.
    """

    at: str
    draws: Literal["hexes", "squares", "areas", "places", "headings", "curve", "steps", "chances"]
    of: str | None = None
    caption: Line | None = None
    across: str | None = None
    up: str | None = None
    moves: str | None = None
    around: int = 3
    show: str | None = None
    over: dict[str, list[int]] = {}
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    things: dict[Line, dict[str, Any]] = {}
    given: dict[str, Any] = {}
    cases: list[PictureCase] = []


class Pictures(Shape):
    """`pictures.yaml`: pictures placed by an author, by name; those that the book leaves out, or captions otherwise."""

    pictures: str
    leave_out: list[str] = []
    captions: dict[str, Line] = {}
    place: dict[str, PictureAsked] = {}
