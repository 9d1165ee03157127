"""A finding as a value, and a collection that stages add to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from quarterdeck.base.errors import UserError
from quarterdeck.base.plain_data import Limit
from quarterdeck.base.text import PlaceData, Span

KEPT_IN_CACHE = True

UNFINISHED = frozenset(("QD421", "QD422", "QD423", "QD425", "QD426", "QD427", "QD428", "QD429", "QD430"))
"""Codes of what is not finished: unused, a number in prose, no source said, not reached by play, apart for nothing,
a choice that bots know nothing of, competing cases, a name that nothing reads, a list that may be empty.

Rules can be carried out all the same.
"""


UNUSED = frozenset(("QD421", "QD425", "QD429"))
"""Codes of what nothing uses yet: in a ruleset that is being written, one line is enough for all of them."""
MOST_NAMED = 3


class LabelData(PlaceData):
    """A further place, and what is to be seen there."""

    text: str


class FindingData(PlaceData):
    """One thing that is wrong with a text: `quarterdeck explain CODE` says more. Hint and rule may be empty."""

    code: Annotated[str, Limit("pattern", "^(QD[0-9]{3}|[A-Za-z_][A-Za-z0-9_]*)$")]
    message: str
    hint: str
    rule: str
    labels: list[LabelData]


@dataclass(frozen=True)
class Label:
    """A further place that a finding is about, with a few words on it."""

    span: Span
    text: str


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a text: `code` has a page, `rule` is the address that it sits in."""

    code: str
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    hint: str = ""
    rule: str = ""

    @property
    def is_fault(self) -> bool:
        """Tell whether rules cannot be carried out because of it; what is only unfinished does not hinder anybody."""
        return self.code not in UNFINISHED

    @property
    def place(self) -> tuple[str, int, int, str]:
        """Give what findings are sorted by."""
        return (self.span.file.path, self.span.start, self.span.end, self.code)

    def as_json(self) -> FindingData:
        """Give plain data: code, message, file, line, column, end, hint, rule and labels."""
        return {
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "rule": self.rule,
            **self.span.as_json(),
            "labels": [{"text": label.text, **label.span.as_json()} for label in self.labels],
        }


@dataclass
class Findings:
    """Gather findings over stages; iterate in order of place. The same finding counts once."""

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
    ) -> None:
        """Add one finding."""
        self.gathered.append(Finding(code, message, span, tuple(labels), hint, rule))

    def extend(self, findings: Iterable[Finding]) -> None:
        """Add several."""
        self.gathered.extend(findings)

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
    """What was asked cannot be answered; `findings` say why, each with its place and a hint."""

    sort = "findings"

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = list(findings)
        super().__init__("; ".join(finding.message for finding in self.findings))
