"""A finding as a value, and a collection that stages add to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Annotated, TypedDict

from quarterdeck.base.errors import UserError
from quarterdeck.base.plain_data import FromOne, Limit
from quarterdeck.base.text import NOWHERE, PlaceData, Span

KEPT_IN_CACHE = True

UNFINISHED = frozenset(
    ("QD421", "QD422", "QD423", "QD425", "QD426", "QD427", "QD428", "QD429", "QD430", "QD432", "QD433")
)
"""Codes of what is not finished: unused, a number in prose, no source said, not reached by play, apart for nothing,
a choice that bots know nothing of, competing cases, a name that nothing reads, a list that may be empty,
the words of another, what has no effect.

Rules can be carried out all the same.
"""


UNUSED = frozenset(("QD421", "QD425", "QD429"))
"""Codes of what nothing uses yet: in a ruleset that is being written, one line is enough for all of them."""
MOST_NAMED = 3
OF_NAMES = frozenset(("QD310", "QD424", "QD443", "QD447", "QD601", "QD602", "QD605"))
"""Codes of names that stand for nothing: one that is written in many places is one finding."""
ALSO = "here, too"
"""What a label says of a further place at which the same is wrong."""


OF_FIGURES = frozenset(("QD607", "QD611"))
OF_ONE_CAUSE = OF_NAMES | {"QD203", "QD611"}
"""Codes of what is one finding if the same is said of many places: also keys of documents, and rows of files."""
OF_ROSTER = re.compile(r"^roster:", re.MULTILINE)
OF_ROSTERS = "rosters"
"""The `about` of a finding on a name that no roster has."""
UNREADABLE = frozenset(("QD201", "QD223"))
"""Codes of text that is no YAML, or no text at all."""
OF_SHAPES = frozenset(f"QD{number}" for number in range(201, 210))
"""Codes of what does not fit into the shape of a YAML document, and was left out."""
OF_DATA = re.compile(r"^(?:scenario|roster|examples?|questions|comparison|told|ledger|pictures|words):", re.MULTILINE)
"""The key of a YAML document of which rules do not speak."""


class PlaceOrNoneData(TypedDict):
    """A place as data, counted from 1; all of it is null where nothing that somebody wrote is the place."""

    file: str | None
    line: FromOne | None
    column: FromOne | None
    end_line: FromOne | None
    end_column: FromOne | None


NO_PLACE: PlaceOrNoneData = {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}


class LabelData(PlaceData):
    """A further place, and what is to be seen there."""

    text: str


class FindingData(PlaceOrNoneData):
    """One thing that is wrong with a text: `quarterdeck explain CODE` says more. Hint and rule may be empty."""

    code: Annotated[str, Limit("pattern", "^(QD[0-9]{3}|[A-Za-z_][A-Za-z0-9_]*)$")]
    message: str
    hint: str
    rule: str
    labels: list[LabelData]


@dataclass(frozen=True)
class Label:
    """A further place of a diagnostic, with a few words about it."""

    span: Span
    text: str


@dataclass(frozen=True)
class Finding:
    """A diagnostic: `code` has a page, and `rule` is the address of the rule that contains it.

    `about` says what it is about to code that asks for it, which must not read the message: an address, or a sort.
    """

    code: str
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    hint: str = ""
    rule: str = ""
    about: str = ""

    @property
    def is_fault(self) -> bool:
        """Tell whether rules cannot run because of it; unfinished parts do not prevent that."""
        return self.code not in UNFINISHED

    @property
    def is_in_data(self) -> bool:
        """Tell whether a part of a scenario or the like does not fit, which hinders nobody from using the others."""
        return self.code in OF_SHAPES and OF_DATA.search(self.span.file.text) is not None

    @property
    def lacks_rows(self) -> bool:
        """Tell whether rows of a roster are unknown because of it."""
        of_roster = self.code in ("QD205", "QD207") and OF_ROSTER.search(self.span.file.text) is not None
        return of_roster or self.code in OF_FIGURES

    @property
    def place(self) -> tuple[str, int, int, str]:
        """Return the key by which diagnostics are sorted."""
        return (self.span.file.path, self.span.start, self.span.end, self.code)

    def also_at(self, spans: Iterable[Span]) -> Finding:
        """Return the diagnostic with further places of the same error."""
        more = [Label(span, ALSO) for span in dict.fromkeys(spans) if span != self.span]
        return replace(self, labels=(*self.labels, *more)) if more else self

    @property
    def at_each_place(self) -> Iterator[Finding]:
        """Yield the diagnostic once for each of its places, as an editor shows it."""
        own = tuple(label for label in self.labels if label.text != ALSO)
        yield replace(self, labels=own) if own != self.labels else self
        for label in self.labels:
            if label.text == ALSO:
                yield replace(self, labels=own, span=label.span)

    def as_json(self) -> FindingData:
        """Give plain data: code, message, file, line, column, end, hint, rule and labels."""
        return {
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "rule": self.rule,
            **(NO_PLACE if is_nowhere(self.span) else self.span.as_json()),
            "labels": [
                {"text": label.text, **label.span.as_json()} for label in self.labels if not is_nowhere(label.span)
            ],
        }


def is_nowhere(span: Span) -> bool:
    """Tell whether a place is none in any file."""
    return span.file.path == NOWHERE.file.path


@dataclass
class Findings:
    """The diagnostics of all stages, in the order of their places. The same diagnostic counts once."""

    gathered: list[Finding] = field(default_factory=list)

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        hint: str = "",
        labels: Iterable[Label] = (),
        rule: str = "",
        about: str = "",
    ) -> None:
        """Add one finding."""
        self.gathered.append(Finding(code, message, span, tuple(labels), hint, rule, about))

    def extend(self, findings: Iterable[Finding]) -> None:
        """Add several."""
        self.gathered.extend(findings)

    def on_readable_lines(self) -> Findings:
        """Give the findings without those that only follow from what could not be read.

        Those are further findings about a line of YAML, and about names of things while a file of figures is
        unreadable.
        """
        lost = {(one.span.file.path, one.span.line) for one in self.gathered if one.code == "QD201"}
        lacks_rows = any(one.lacks_rows for one in self.gathered)
        if not lost and not lacks_rows:
            return self
        return Findings(
            [
                one
                for one in self.gathered
                if one.code in UNREADABLE or (one.span.file.path, one.span.line) not in lost
                if not (lacks_rows and one.about == OF_ROSTERS)
            ]
        )

    def one_for_each_cause(self) -> Findings:
        """Give the findings, of those that say the same only the first, which has the other places as labels."""
        groups: dict[object, list[Finding]] = {}
        for one in self:
            key = (one.code, one.message, one.hint) if one.code in OF_ONE_CAUSE else one
            groups.setdefault(key, []).append(one)
        return Findings([one.also_at([other.span for other in more]) for one, *more in groups.values()])

    def refuse(self) -> None:
        """Do nothing where nothing was found.

        Raises:
            RefusedError: something was.
        """
        if self.gathered:
            raise RefusedError(self)

    def is_at(self, span: Span) -> bool:
        """Tell whether something is found at a place."""
        return any(finding.span == span for finding in self.gathered)

    def __iter__(self) -> Iterator[Finding]:
        return iter(sorted(dict.fromkeys(self.gathered), key=lambda finding: finding.place))

    def __len__(self) -> int:
        return len(self.gathered)

    def __bool__(self) -> bool:
        return bool(self.gathered)


class RefusedError(UserError):
    """The request cannot be answered; `findings` are the diagnostics, each with its place and a hint."""

    sort = "findings"

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = list(findings)
        super().__init__("; ".join(finding.message for finding in self.findings))
