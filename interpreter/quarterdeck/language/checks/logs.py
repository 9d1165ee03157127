"""Check what is kept track of on paper: logs, counters to cut out, and what a plane is laid out by.

In: a `Checked` ruleset. Out: findings where one of them names something that there is not, or cannot be printed as it
says. `log_of` and `counter_of` give what all documents together say of a kind, `heads_of` of a procedure's pad.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field, Kind, Rule, Table
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.typing.meanings import Checked

MOST_COLUMNS = 12
"""So many columns there may be over numbers."""
MOST_ROWS = 12
"""In so many rows boxes may stand."""
FEW = 8
"""So many names are told to who writes another."""


def check_logs(checked: Checked, findings: Findings) -> None:
    """Find names on paper that mean nothing, and lines that cannot be printed as they say."""
    for document in checked.declared.of_sort("components"):
        paper = PaperCheck(checked.declared, document, findings)
        paper.logs()
        paper.counters()
        paper.lengths()
        paper.reference()


@dataclass(frozen=True)
class PaperCheck:
    """Checks what one document says of paper."""

    declared: Declared
    document: YamlDocument
    findings: Findings

    @property
    def shape(self) -> shapes.Components:
        """Give the document as a shape."""
        assert isinstance(self.document.shape, shapes.Components)
        return self.document.shape

    # --- logs

    def logs(self) -> None:
        """Check every log."""
        for name, log in self.shape.logs.items():
            kind = self.kind("logs", name)
            if kind is None:
                continue
            if log.points is not None:
                self.definition(log.points, partial(gives_of, kind=name), f"number, of {name}", "logs", name, "points")
            for index, line in enumerate(log.lines):
                self.line(kind, line, "logs", name, "lines", index)
            self.orders(name, log)

    def orders(self, kind: str, log: shapes.Log) -> None:
        """Check which procedures are written down, for which things, and under which heads."""
        procedures = [rule.name for rule in self.declared.rules.values() if rule.sort == "procedure"]
        for key, name in (*(("orders", name) for name in log.orders), *(("heads", name) for name in log.heads)):
            rule = self.declared.rule_named(name)
            if rule is None or rule.sort != "procedure":
                self.unknown("procedure", name, procedures, "logs", kind, key, name, key=True)
        for name, where in log.orders.items():
            if isinstance(where, str):
                self.definition(
                    where, lambda one: is_about(one, kind), f"truth, of {kind}", "logs", kind, "orders", name
                )
            elif isinstance(where, dict):
                self.only(self.declared.kinds[kind], where, "logs", kind, "orders", name)

    def line(self, kind: Kind, line: shapes.LogLine, *path: str | int) -> None:
        """Check one line of a log."""
        said = [key for key in ("field", "by", "over") if getattr(line, key) is not None]
        if len(said) != 1:
            what = "says neither `field`, `by` nor `over`" if not said else f"says {' and '.join(said)}"
            self.cannot(f"a line of a log {what}; it needs exactly one of them", *path)
            return
        self.only(kind, line.only, *path, "only", list_of=(line.field or "").partition(".")[0])
        if line.over is not None:
            self.columns(kind, line, *path)
        elif line.by is not None:
            self.definition(
                line.by, lambda rule: gives_of(rule, kind.name, is_number=False), f"value, of {kind.name}", *path, "by"
            )
        elif line.field not in (known := list(logged(self.declared, kind))):
            self.unknown(f"field of {kind.name} or of its parts", line.field or "", known, *path, "field")
        else:
            self.boxes(kind, line, *path)

    def only(self, kind: Kind, only: Mapping[str, str | list[str]], *path: str | int, list_of: str = "") -> None:
        """Check for which things something counts, or for which parts in a list."""
        for name, wanted in only.items():
            field = field_of(self.declared, kind, name)
            if field is None or name.partition(".")[0] not in (list_of, name):
                known = [*kind.fields, *(one for one in logged(self.declared, kind) if one.startswith(f"{list_of}."))]
                self.unknown(f"field of {kind.name}", name, known, *path, name, key=True)
                continue
            members = told_apart_by(self.declared, field)
            for index, member in enumerate([wanted] if isinstance(wanted, str) else wanted):
                if member not in members:
                    place = (*path, name) if isinstance(wanted, str) else (*path, name, index)
                    self.unknown(f"value of {kind.name}.{name}", member, members, *place)

    def columns(self, kind: Kind, line: shapes.LogLine, *path: str | int) -> None:
        """Check the columns over numbers."""
        match line.over:
            case [first, last] if first < last < first + MOST_COLUMNS:
                pass
            case _:
                self.cannot(f"columns go over a first and a last number, at most {MOST_COLUMNS} of them", *path, "over")
        if not line.figures:
            self.cannot("no definition fills the columns; name some under `figures`", *path, "over")
        for words, name in line.figures.items():
            self.filled(kind.name, name, *path, "figures", words)

    def boxes(self, kind: Kind, line: shapes.LogLine, *path: str | int) -> None:
        """Check whether a line can have the boxes that it says."""
        known = field_of(self.declared, kind, line.field or "")
        of = known.kind if known is not None else kind.name
        is_boxed = known is not None and is_number(known)
        keys = ("boxes", "most", "each", "crossed", *(("rows",) if line.shown != "room" else ()))
        said = [key for key in keys if key in line.specified]
        if (line.shown == "boxes" or said) and not is_boxed:
            self.cannot(f"`{line.field}` is not a number, so it cannot have boxes", *path, *(said[:1] or ["shown"]))
        for key, low, high in (("each", 1, 1000), ("rows", 1, MOST_ROWS), ("most", 1, 1000)):
            number = getattr(line, key)
            if key == "most" and isinstance(number, str):
                numbers = [one.name for one in self.declared.kinds[of].fields.values() if is_number(one)]
                if number not in numbers:
                    self.unknown(f"number of {of}", number, numbers, *path, key)
            elif number is not None and not low <= number <= high:
                self.cannot(f"`{key}` is a whole number from {low} to {high}", *path, key)
        if isinstance(line.boxes, str):
            self.filled(of, line.boxes, *path, "boxes")
        for index, name in enumerate(line.boxes if isinstance(line.boxes, list) else ()):
            self.filled(of, name, *path, "boxes", index)

    def filled(self, kind: str, name: str, *path: str | int) -> None:
        """Check whether something fills boxes or columns by their number."""
        if filling(self.declared, kind, name) is None:
            known = [rule.name for rule in self.declared.rules.values() if fills(rule, kind)]
            known += [table.name for table in self.declared.tables.values() if is_by_number(table)]
            self.unknown(f"definition of a number, of {kind} and a number,", name, known, *path)

    # --- counters and lengths

    def counters(self) -> None:
        """Check every counter and its markers."""
        for name, counter in self.shape.counters.items():
            kind = self.kind("counters", name)
            if kind is None:
                continue
            length = counter.length
            if length is not None and length not in kind.fields:
                self.definition(length, partial(gives_of, kind=name), f"number, of {name}", "counters", name, "length")
            members = members_of(self.declared, kind.fields.get(length or ""))
            if counter.lengths and not members:
                self.cannot("`lengths` need `length: FIELD`, the field with these members", "counters", name, "lengths")
            for member, value in counter.lengths.items():
                self.member(member, members, "counters", name, "lengths", member)
                self.positive(value, "counters", name, "lengths", member)
            rings = counter.rings
            known = [
                one for one in logged(self.declared, kind) if (f := field_of(self.declared, kind, one)) and is_number(f)
            ]
            if rings is not None and rings not in known:
                self.unknown(f"number of {name} or of its parts", rings, known, "counters", name, "rings")
            for key in ("times", "each"):
                if getattr(counter, key) < 1:
                    self.cannot(f"`{key}` is a whole number above zero", "counters", name, key)
            for index, marker in enumerate(counter.markers):
                if marker.field not in kind.fields:
                    path = ("counters", name, "markers", index, "field")
                    self.unknown(f"field of {name}", marker.field, list(kind.fields), *path)

    def lengths(self) -> None:
        """Check by what a plane is laid out, and the range sticks."""
        paper = self.shape.paper
        if paper is None:
            return
        constant = self.declared.constants.get(paper.constant) if paper.constant is not None else None
        if paper.constant is not None and constant is None:
            self.unknown("constant", paper.constant, list(self.declared.constants), "paper", "constant")
        members = self.members(constant.type) if constant is not None else []
        if isinstance(paper.millimetres, dict):
            if not members:
                words = "`millimetres` need `constant: NAME`, the constant with these members"
                self.cannot(words, "paper", "millimetres")
            for member, value in paper.millimetres.items():
                self.member(member, members, "paper", "millimetres", member)
                self.positive(value, "paper", "millimetres", member)
        else:
            self.positive(paper.millimetres, "paper", "millimetres")
        for title, name in paper.sticks.items():
            self.definition(name, is_of_members, "number, of the members of an enum", "paper", "sticks", title)

    def reference(self) -> None:
        """Check what is left in the book."""
        known = [*self.declared.tables, *(rule.name for rule in self.declared.rules.values())]
        for index, name in enumerate(self.shape.reference.in_the_book if self.shape.reference is not None else ()):
            if name not in self.declared.tables and self.declared.rule_named(name) is None:
                self.unknown("table or rule", name, known, "reference", "in_the_book", index)

    def members(self, known: types.Type) -> list[str]:
        """Give the members of an enum."""
        bare = types.without_none(known)
        return list(self.declared.enums[bare.enum].words) if isinstance(bare, types.EnumType) else []

    # --- findings

    def kind(self, key: str, name: str) -> Kind | None:
        """Give a kind by its name, or say that there is none."""
        if name not in self.declared.kinds:
            self.unknown("kind", name, list(self.declared.kinds), key, name, key=True)
        return self.declared.kinds.get(name)

    def definition(self, name: str, fits: Callable[[Rule], bool], what: str, *path: str | int) -> None:
        """Report that no definition of this name fits."""
        rule = self.declared.rule_named(name)
        if rule is None or not fits(rule):
            known = [rule.name for rule in self.declared.rules.values() if fits(rule)]
            self.unknown(f"definition of a {what},", name, known, *path)

    def member(self, name: str, known: list[str], *path: str | int) -> None:
        """Say where an enum has no such member; that there is no enum has been said."""
        if known and name not in known:
            self.unknown("member", name, known, *path, key=True)

    def positive(self, value: int | str, *path: str | int) -> None:
        """Say where a length is none."""
        number = decimals.read(str(value))
        if number is None or number <= 0:
            self.cannot(f"`{value}` is not a length above zero", *path)

    def unknown(self, what: str, name: str, known: Iterable[str], *path: str | int, key: bool = False) -> None:
        """Say that nothing of a sort has a name, and which name is near."""
        there = list(known)
        listed = f"there are: {', '.join(there)}" if 0 < len(there) <= FEW else ""
        hint = did_you_mean(name, there, listed, cutoff=0.7)
        places = self.document.places
        span = places.key(*path) if key else places.value(*path)
        self.findings.add("QD310", f"there is no {what} `{name}`", span, hint=hint)

    def cannot(self, words: str, *path: str | int) -> None:
        """Say why something cannot be printed."""
        self.findings.add("QD449", words, self.document.places.value(*path))


# --- what all documents say together


def log_of(declared: Declared, kind: str) -> shapes.Log | None:
    """Give the log of a kind: what the first document says of it, with the lines of those behind it.

    What a variant has taken away is left out, with the lines that are about it.
    """
    found = [log for of, log in logs_in(declared) if of == kind]
    if not found:
        return None
    orders: dict[str, str | bool | shapes.Only] = {}
    for log in found:
        orders |= {name: where for name, where in log.orders.items() if declared.rule_named(name) is not None}
    points = [log.points for log in found if log.points and declared.rule_named(log.points) is not None]
    return shapes.Log(
        title=next((log.title for log in found if log.title), None),
        across=next((log.across for log in found if log.across), None),
        points=next(iter(points), None),
        lines=[line for log in found for line in log.lines if is_about_something(declared, kind, line)],
        orders=orders,
        how=[words for log in found for words in log.how],
        called=list(dict.fromkeys(words for log in found for words in log.called)),
    )


def heads_of(declared: Declared, rule: Rule) -> tuple[str, ...]:
    """Give the columns that a log says a procedure has on a pad, if one says any; a variant has the last word."""
    said = [
        heads for _, log in logs_in(declared) for name, heads in log.heads.items() if declared.rule_named(name) is rule
    ]
    return tuple(said[-1]) if said else ()


def is_about_something(declared: Declared, kind: str, line: shapes.LogLine) -> bool:
    """Tell whether the field or definition that a line of a log is about is there."""
    if line.field is not None:
        return kind in declared.kinds and field_of(declared, declared.kinds[kind], line.field) is not None
    return line.by is None or declared.rule_named(line.by) is not None


def logs_in(declared: Declared) -> Iterator[tuple[str, shapes.Log]]:
    """Give the logs of all documents, each with the kind that it is of."""
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        yield from document.shape.logs.items()


def counter_of(declared: Declared, kind: str) -> shapes.CounterLook | None:
    """Give how counters of a kind are drawn: as the first document says, with the markers of those behind it.

    Markers of a field that a variant has taken away are left out.
    """
    found = [counter for of, counter in counters_in(declared) if of == kind]
    if not found:
        return None
    first = found[0]
    fields = declared.kinds[kind].fields if kind in declared.kinds else {}
    markers = [marker for counter in found for marker in counter.markers if marker.field in fields]
    return first.changed({"markers": markers})


def counters_in(declared: Declared) -> Iterator[tuple[str, shapes.CounterLook]]:
    """Give the counters of all documents, each with the kind that it is of."""
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        yield from document.shape.counters.items()


def paper_of(declared: Declared) -> shapes.Paper | None:
    """Give by what a plane is laid out."""
    found = (document.shape for document in declared.of_sort("components"))
    return next((shape.paper for shape in found if isinstance(shape, shapes.Components) and shape.paper), None)


def left_in_the_book(declared: Declared) -> tuple[str, ...]:
    """Give the names of tables and the addresses of rules that no quick reference has."""
    shapes_of = [document.shape for document in declared.of_sort("components")]
    said = [shape.reference for shape in shapes_of if isinstance(shape, shapes.Components) and shape.reference]
    names = [name for one in said for name in one.in_the_book]
    rules = {name: rule.address for name in names if (rule := declared.rule_named(name)) is not None}
    return tuple(rules.get(name, name) for name in names)


def asked_on_paper(declared: Declared) -> Iterator[str]:
    """Give the addresses of all definitions, and the names of all tables, that stand on paper."""
    for kind, log in logs_in(declared):
        names = [log.points, *(one for one in log.orders.values() if isinstance(one, str))]
        for line in log.lines:
            known = field_of(declared, declared.kinds[kind], line.field or "") if kind in declared.kinds else None
            for filler in (*boxed(line), *line.figures.values()):
                found = filling(declared, known.kind if known is not None else kind, filler)
                yield from [found.address if isinstance(found, Rule) else found.name] if found is not None else []
            names.append(line.by)
        yield from _addresses(declared, names)
    yield from _addresses(declared, (counter.length for _kind, counter in counters_in(declared)))
    paper = paper_of(declared)
    yield from _addresses(declared, paper.sticks.values() if paper is not None else ())


def _addresses(declared: Declared, names: Iterable[str | None]) -> Iterator[str]:
    found = (declared.rule_named(name) for name in names if name)
    yield from (rule.address for rule in found if rule is not None and rule.sort == "define")


# --- what fits


def boxed(line: shapes.LogLine) -> tuple[str, ...]:
    """Give the names of what stands in the boxes of a line."""
    return (line.boxes,) if isinstance(line.boxes, str) else tuple(line.boxes or ())


def logged(declared: Declared, kind: Kind) -> Iterator[str]:
    """Give what a log of a kind may name: its fields, and those of its parts behind the name of the list."""
    for known in kind.fields.values():
        parts = parts_in(declared, known)
        if parts is None:
            yield known.name
        else:
            yield from (f"{known.name}.{inner}" for inner in parts.fields)


def field_of(declared: Declared, kind: Kind, name: str) -> Field | None:
    """Give the field of a kind, or of its parts, that a line of a log names."""
    first, _, inner = name.partition(".")
    known = kind.fields.get(first)
    if known is None or not inner:
        return known
    parts = parts_in(declared, known)
    return parts.fields.get(inner) if parts is not None else None


def parts_in(declared: Declared, known: Field) -> Kind | None:
    """Give the kind of the parts that a field holds."""
    item = known.type.item if isinstance(known.type, types.ListType) else None
    kind = declared.kinds.get(item.kind) if isinstance(item, types.Thing) else None
    return kind if kind is not None and kind.part_of == known.kind else None


def filling(declared: Declared, kind: str, name: str) -> Rule | Table | None:
    """Give what fills a box or column: a definition by a thing and a number, one by a number alone, or a table."""
    rule = declared.rule_named(name)
    if rule is not None:
        return rule if fills(rule, kind) else None
    table = declared.tables.get(name)
    return table if table is not None and is_by_number(table) else None


def fills(rule: Rule, kind: str) -> bool:
    """Tell whether a definition gives a value by a thing of a kind and a number, or by a number."""
    match [parameter.type for parameter in rule.parameters]:
        case [types.Thing() as thing, types.Number()]:
            return rule.sort == "define" and thing.kind == kind and is_said(rule.result)
        case [types.Number()]:
            return rule.sort == "define" and is_said(rule.result)
    return False


def is_by_number(table: Table) -> bool:
    """Tell whether a table gives a value by a number alone."""
    one = len(table.keys) == 1 and isinstance(table.keys[0].type, types.Number)
    return one and not table.given and is_said(table.gives)


def gives_of(rule: Rule, kind: str, *, is_number: bool = True) -> bool:
    """Tell whether a definition gives a number of a thing of a kind, or any value that a few words say."""
    match [parameter.type for parameter in rule.parameters]:
        case [types.Thing() as thing]:
            fits = isinstance(rule.result, types.Number) if is_number else is_said(rule.result)
            return rule.sort == "define" and thing.kind == kind and fits
    return False


def is_about(rule: Rule, kind: str) -> bool:
    """Tell whether a definition says of a thing of a kind whether something is so."""
    return gives_of(rule, kind, is_number=False) and isinstance(rule.result, types.Boolean)


def is_of_members(rule: Rule) -> bool:
    """Tell whether a definition gives a number for each member of an enum."""
    match [parameter.type for parameter in rule.parameters]:
        case [types.EnumType()]:
            return rule.sort == "define" and isinstance(rule.result, types.Number)
    return False


def is_said(known: types.Type | None) -> bool:
    """Tell whether a few words say a value."""
    return isinstance(known, types.Number | types.Boolean | types.EnumType)


def is_number(known: Field) -> bool:
    """Tell whether a field holds a number."""
    return isinstance(known.type, types.Number)


def members_of(declared: Declared, known: Field | None) -> list[str]:
    """Give the members of the enum that a field is of."""
    bare = types.without_none(known.type) if known is not None else None
    return list(declared.enums[bare.enum].words) if isinstance(bare, types.EnumType) else []


def told_apart_by(declared: Declared, known: Field) -> list[str]:
    """Give the words by which `only` tells things apart: members of an enum, yes and no, some of a number and none."""
    match types.without_none(known.type):
        case types.Boolean():
            return ["yes", "no"]
        case types.Number():
            return ["some", "none"]
    return members_of(declared, known)


def millimetres_of(paper: shapes.Paper, settings: Mapping[str, str]) -> str:
    """Give the millimetres of a length of the board as written, by the member that a constant has."""
    if isinstance(paper.millimetres, dict):
        return str(paper.millimetres.get(settings.get(paper.constant or "", ""), 1))
    return str(paper.millimetres)
