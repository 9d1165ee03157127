"""Declare tables by condition: a definition for each of their results, whose cases are the rows.

In: a document of such a table. Out: `Rule`s in a `Declared`, and findings. A cell of a row becomes a condition on its
key; the conditions of a row hold together. After this, a row is a case with a label, and has the address of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.declaring_tables import LABEL
from quarterdeck.language.declarations.replacements import report_twice
from quarterdeck.language.declarations.symbol_table import ConditionTable, Declared, Parameter, Rule
from quarterdeck.language.declarations.written_types import (
    DocumentText,
    report_unknown,
    report_unknown_words,
    written_type,
)
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.documents.shape import Cell
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression, parse_type
from quarterdeck.language.syntax.node import moved

ANY = ("any", "-")
"""What a cell says whose key may have any value."""
WHEN, GIVES, OTHERWISE = "when", "gives", "otherwise"
PICKING = ("one", "first", "same")
GATHERING = ("all", "sum", "least", "greatest", "count")
RANKED = re.compile(r"(?P<end>highest|lowest)(?: (?P<result>\w+))?")
ALL_RANKED = re.compile(r"all, (?P<end>highest|lowest)(?: (?P<result>\w+))? first")
SIGN = re.compile(r"(?P<sign><=|>=|<|>|=|is not|is|not in|in)\s+(?=\S)|(?P<tight><=|>=|<|>|=)(?=[^\s=<>])")
NEXT = re.compile(r"\s+and\s+(?=(?:<|>|=|is\s|in\s|not\s))")
FROM_TO = re.compile(r"(?P<low>.+?)\s+to\s+(?P<high>.+)")


@dataclass(frozen=True)
class Takes:
    """What counts of the rows that apply, and by which result they are put in order, from the highest or the lowest."""

    how: str
    ranked: str = ""
    highest: bool = False
    is_ranked: bool = False


@dataclass(frozen=True)
class DeclaringConditionTables:
    """One run of declaring the tables by condition of a layer."""

    declared: Declared
    findings: Findings
    layer: str

    @property
    def text(self) -> DocumentText:
        """Give who reads pieces of rules text."""
        return DocumentText(self.declared, self.findings)

    def table(self, document: YamlDocument) -> None:
        """Declare a table by condition: its results, each with the rows as its cases."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.TableByCondition)
        name, span = shape.table_by_condition, places.value("table_by_condition")
        self.text.good_name(name, span, "rule")
        module = self.declared.modules.get(shape.chapter)
        if module is None:
            report_unknown(self.findings, shape.chapter, places.value("chapter"), self.declared.modules, "chapter")
            self.declared.lost.add(name)
            return
        kinds = self.results(shape)
        takes = self.takes(shape, document, kinds)
        inputs = tuple(self.input(key, code, document) for key, code in shape.key.items())
        missing = [word for word, said in (("key", inputs), ("rows", shape.rows), ("gives", kinds)) if not said]
        if takes is None or missing:
            if missing:
                hint = "write `key: {age: 0..120}`, `gives:` with a type, and `rows:` with a name for each"
                self.findings.add("QD205", f"the table `{name}` says nothing as `{missing[0]}`", span, hint=hint)
            self.declared.lost.add(name)
            return
        report_unknown_words(self.findings, document, shape.words, [*shape.key, *kinds])
        labels = sorted(shape.rows, key=lambda label: label == OTHERWISE)
        rows = [self.row(shape, document, label, inputs, tuple(kinds)) for label in labels]
        paths = {result: (shape.chapter, name, *((result,) if result != GIVES else ())) for result in kinds}
        addresses = {result: ".".join(path) for result, path in paths.items()}
        for result, code in kinds.items():
            if addresses[result] in self.declared.rules:
                first = self.declared.rules[addresses[result]].node.path[0].span
                report_twice(self.findings, self.layer, f"`{addresses[result]}`", span, first)
                return
            at: Path = ("gives",) if result == GIVES else ("gives", result)
            written = parse_type(code, document.file, places.offsets(code, *at), self.findings)
            if written is None:
                self.declared.lost.add(name)
                continue
            gives = written_type(self.declared, self.findings, written, may_be_ratio=takes.how != "all")
            table = ConditionTable(
                name, shape.title, takes.how, gives, tuple(addresses.values()), shape.words, shape.note or "",
                addresses.get(takes.ranked, "") if takes.is_ranked else "", takes.highest, (), shape.source,
            )  # fmt: skip
            node = self.node(document, paths[result], inputs, written, rows, result, takes)
            self.put(addresses[result], shape, node, inputs, table)
            others = (unit for unit in module.units if not is_replaced(unit, node))
            self.declared.modules[shape.chapter] = module = replace(module, units=(*others, node))
        put_in_order(self.declared)

    def put(
        self, address: str, shape: shapes.TableByCondition, node: nodes.Define, inputs: tuple[nodes.Parameter, ...],
        table: ConditionTable,
    ) -> None:  # fmt: skip
        """Declare the definition of one result."""
        known = tuple(
            Parameter(one.name.text, self.kind_of(one), shape.words.get(one.name.text) or words_of(one), one.span)
            for one in inputs
        )
        result = types.ListType(table.gives) if table.takes == "all" else table.gives
        for ruling in shape.rulings:
            if ruling not in self.declared.rulings:
                report_unknown(self.findings, ruling, node.span, self.declared.rulings, "ruling")
        cites = (shape.source.place,) if shape.source and shape.source.place else ()
        self.declared.rules[address] = Rule(
            address, shape.chapter, "define", known, result, node, cites, tuple(shape.rulings), shape.topic, self.layer,
            by_condition=table,
        )  # fmt: skip

    def kind_of(self, one: nodes.Parameter) -> types.Type:
        """Give the type of a key."""
        return written_type(self.declared, Findings(), one.type, may_be_ratio=True)

    @staticmethod
    def results(shape: shapes.TableByCondition) -> dict[str, str]:
        """Give the results with what each of them gives; a single one has no name."""
        return shape.gives if isinstance(shape.gives, dict) else {GIVES: shape.gives}

    def takes(self, shape: shapes.TableByCondition, document: YamlDocument, kinds: Mapping[str, str]) -> Takes | None:
        """Read what counts of the rows that apply; report what cannot be understood."""
        said, span = " ".join(shape.takes.split()), document.places.value("takes")
        if said in (*PICKING, *GATHERING):
            return Takes(said)
        found = RANKED.fullmatch(said) or ALL_RANKED.fullmatch(said)
        if found is None:
            known = "one, first, same, highest, lowest, all, sum, least, greatest, count"
            hint = f"write one of {known}; or `all, highest first`"
            self.findings.add("QD225", f"`takes:` does not know `{said}`", span, hint=hint)
            return None
        result = found["result"] or (GIVES if GIVES in kinds else "")
        if result not in kinds:
            hint = f"name the result by which rows are ranked: `{found['end']} {next(iter(kinds))}`"
            self.findings.add("QD225", f"`takes:` does not name a result of `{said}`", span, hint=hint)
            return None
        return Takes("all" if said.startswith("all") else found["end"], result, found["end"] == "highest", True)

    def input(self, key: str, code: str, document: YamlDocument) -> nodes.Parameter:
        """Read a key, which is an input of the definitions."""
        places = document.places
        span = places.key("key", key)
        self.text.good_name(key, span)
        written = parse_type(code, document.file, places.offsets(code, "key", key), self.findings)
        if written is not None:
            written_type(self.declared, self.findings, written, may_be_ratio=True)
        else:
            written = nodes.WrittenType(span, nodes.NamedType(span, nodes.Word(span, "boolean")), None)
        return nodes.Parameter(span, nodes.Word(span, key), written, None)

    def node(
        self, document: YamlDocument, path: tuple[str, ...], inputs: tuple[nodes.Parameter, ...],
        written: nodes.WrittenType, rows: list[ConditionRow], result: str, takes: Takes,
    ) -> nodes.Define:  # fmt: skip
        """Make the definition of one result."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.TableByCondition)
        span = places.value("table_by_condition")
        if takes.how == "all":
            written = replace(written, base=nodes.ListOfType(written.span, written.base))
        phrase = shape.phrase.get(result) if isinstance(shape.phrase, dict) else shape.phrase
        at: Path = ("phrase", result) if isinstance(shape.phrase, dict) else ("phrase",)
        word = nodes.Word(places.value(*at), phrase) if phrase else None
        cases = tuple(case for row in rows if (case := row.case(result)) is not None)
        words = tuple(nodes.Word(span, part) for part in (path[:2] if len(path) > 2 else path[-1:]))
        if len(path) > 2:
            words = (*words, nodes.Word(places.key("gives", result), result))
        several = nodes.SeveralCases(span, (), cases)
        return nodes.Define(span, words, inputs, written, word, tuple(notes_in(document)), several)

    def row(
        self, shape: shapes.TableByCondition, document: YamlDocument, label: str, inputs: tuple[nodes.Parameter, ...],
        results: tuple[str, ...],
    ) -> ConditionRow:  # fmt: skip
        """Read a row: its condition, and what it gives as each result."""
        span, places = document.places.key("rows", label), document.places
        self.text.good_name(label, span) if label != OTHERWISE else None
        given = shape.rows[label]
        counting = shape.takes.strip() == "count"
        cells: Mapping[str, Cell] = {}
        if isinstance(given, dict):
            cells = given
        elif not (counting and given is None):
            cells = {GIVES: given}
        keys = {one.name.text: one for one in inputs}
        for word in cells:
            if word not in (*keys, WHEN, *results):
                report_unknown(self.findings, word, places.key("rows", label, word), (*keys, WHEN, *results), "key")
        parts: list[nodes.Expression] = []
        for key, one in keys.items():
            if key in cells:
                found = KeyCell(self, document, ("rows", label, key), one).condition(cells[key])
                parts += found if found is not None else []
        extra = cells.get(WHEN)
        if WHEN in cells and not isinstance(extra, str):
            hint = "write one condition, with `and` or `or` in it"
            place = places.key("rows", label, WHEN)
            self.findings.add("QD215", "`when` takes one condition", place, hint=hint)
        if isinstance(extra, str):
            found_extra = self.text.expression_from(extra, document, ("rows", label, WHEN))
            parts += [found_extra] if found_extra is not None else []
        values = {}
        for result in results:
            path: Path = ("rows", label, result) if isinstance(given, dict) else ("rows", label)
            value = cells.get(result)
            if isinstance(value, str):
                values[result] = self.text.expression_from(value, document, path)
            elif result in cells and value is None and not places.value(*path).text.strip():
                self.findings.add("QD405", "this cell is empty", places.key(*path), hint="give it a value", rule=label)
                self.declared.partial.append(places.value())
            elif result in cells and value is None and result == GIVES:
                values[result] = nodes.Nothing(places.value(*path))
            elif counting and label != OTHERWISE:
                values[result] = nodes.NumberLiteral(span, nodes.Word(span, "1"))
            else:
                named = "what it gives: `gives: ...`" if result == GIVES else f"`{result}: ...`"
                self.findings.add("QD214", f"the row `{label}` has no `{result}`", span, hint=f"add {named}")
        if label == OTHERWISE and parts:
            hint = "leave its conditions out, or give the row another name"
            self.findings.add("QD225", "`otherwise` applies when no other row does", span, hint=hint)
            parts = []
        return ConditionRow(label, span, tuple(parts), values)


@dataclass(frozen=True)
class ConditionRow:
    """A row as it is read: the conditions that hold together, and a value for each result."""

    label: str
    span: Span
    parts: tuple[nodes.Expression, ...]
    values: Mapping[str, nodes.Expression | None]

    def case(self, result: str) -> nodes.Case | None:
        """Give the row as a case of a definition, in nodes of its own; nothing where its value could not be read."""
        value, span = self.values.get(result), self.span
        if value is None:
            return None
        parts = [moved(one, one.span.file, 0) for one in self.parts]
        if self.label == OTHERWISE:
            return nodes.Case(span, nodes.Word(span, self.label), value, nodes.OtherwiseCase(span))
        condition = nodes.Yes(span) if not parts else parts[0] if len(parts) == 1 else nodes.And(span, tuple(parts))
        return nodes.Case(span, nodes.Word(span, self.label), value, nodes.IfCase(span, condition))


@dataclass(frozen=True)
class KeyCell:
    """Reads one cell of a row: what its key has to be."""

    declaring: DeclaringConditionTables
    document: YamlDocument
    path: Path
    key: nodes.Parameter

    def condition(self, cell: Cell) -> list[nodes.Expression] | None:
        """Give the conditions of a cell, which hold together; of several in a list one is enough."""
        items: list[tuple[str, Path]] = []
        if isinstance(cell, str):
            items = [(cell, self.path)]
        elif isinstance(cell, list):
            items = [(item, (*self.path, i)) for i, item in enumerate(cell)]
        span = self.document.places.value(*self.path)
        if not items or any(not item.strip() for item, _ in items):
            place = span if span.text.strip() else self.document.places.key(*self.path)
            hint = "write `any`, or leave the key out"
            self.declaring.findings.add("QD405", "this cell is empty", place, hint=hint)
            return None
        read = [self.one(item, at) for item, at in items if item.strip() not in ANY]
        if len(read) < len(items) or not read:
            return []  # any value
        ways = [parts[0] if len(parts) == 1 else nodes.And(span, tuple(parts)) for parts in read if parts]
        if len(ways) == 1:
            return [*read[0]] if len(read) == 1 else ways
        return [nodes.Grouped(span, nodes.Or(span, tuple(ways)))] if ways else None

    def one(self, text: str, path: Path) -> list[nodes.Expression]:
        """Give the conditions of one text, such as `18+`, `>= limit and < 2 * limit`, `not high` or `low`."""
        kind = self.declaring.kind_of(self.key)
        begin = len(text) - len(text.lstrip())
        bare = text.strip()
        if isinstance(kind, types.Numeric) and (label := LABEL.fullmatch(bare)) is not None:
            return self.numbers(label, text, begin, path)
        if bare.startswith("not ") and not bare.startswith("not in "):
            found = self.one(text[:begin] + "    " + bare[4:], path)
            span = self.document.places.value(*path)
            whole = found[0] if len(found) == 1 else nodes.Grouped(span, nodes.And(span, tuple(found)))
            return [negated(whole)] if found else []
        if SIGN.match(bare):
            return list(self.signs(text, begin, path))
        if isinstance(kind, types.Numeric) and (ends := bare.split("..")) and len(ends) > 1:
            message, hint = f"`{bare}` is not a condition on {kind}", f"write `{ends[0]}-{ends[1]}`"
            hint = hint if all(ends) else "write `..3`, `3-5` or `5+`"
            self.declaring.findings.add("QD212", message, self.document.places.value(*path), hint=hint)
            return []
        between = FROM_TO.fullmatch(bare) if isinstance(kind, types.Numeric) else None
        if between is not None:
            low = self.read(text, begin + between.start("low"), begin + between.end("low"), path)
            high = self.read(text, begin + between.start("high"), begin + between.end("high"), path)
            return [self.compared(">=", low), self.compared("<=", high)] if low and high else []
        value = self.read(text, begin, begin + len(bare), path)
        if value is None:
            return []
        if isinstance(kind, types.Boolean) and isinstance(value, nodes.Yes | nodes.No):
            name = self.name()
            return [name if isinstance(value, nodes.Yes) else nodes.Negation(value.span, name)]
        if isinstance(value, nodes.ListLiteral):
            return [self.compared("in", value)]
        return [self.compared("=" if isinstance(kind, types.Numeric) else "is", value)]

    def signs(self, text: str, begin: int, path: Path) -> Iterator[nodes.Expression]:
        """Give comparisons that are joined by `and`, each without the key on its left."""
        ends = [*NEXT.finditer(text, begin)]
        starts = [begin, *(end.end() for end in ends)]
        for start, end in zip(starts, [*(one.start() for one in ends), len(text.rstrip())], strict=True):
            sign = SIGN.match(text, start)
            value = self.read(text, sign.end(), end, path) if sign is not None else self.read(text, start, end, path)
            if sign is not None and value is not None:
                yield self.compared(" ".join((sign["sign"] or sign["tight"]).split()), value)

    def numbers(self, label: re.Match[str], text: str, begin: int, path: Path) -> list[nodes.Expression]:
        """Give the comparisons of `3`, `2.5-3`, `..1` or `10+`."""

        def read(part: str) -> nodes.Expression | None:
            return self.read(text, begin + label.start(part), begin + label.end(part), path)

        if label["most"]:
            found = [("<=", read("most"))]
        elif label["open"]:
            found = [(">=", read("low"))]
        elif label["high"]:
            found = [(">=", read("low")), ("<=", read("high"))]
        else:
            found = [("=", read("low"))]
        return [self.compared(sign, value) for sign, value in found if value is not None]

    def read(self, text: str, start: int, end: int, path: Path) -> nodes.Expression | None:
        """Read a part of a text as an expression."""
        offsets = self.document.places.offsets(text, *path)
        return parse_expression(
            text[start:end], self.document.file, lambda at: offsets(at + start), self.declaring.findings
        )

    def name(self) -> nodes.Name:
        """Give the key as an expression, where the row names it."""
        span = self.document.places.key(*self.path)
        return nodes.Name(span, nodes.Word(span, self.key.name.text))

    def compared(self, sign: str, value: nodes.Expression) -> nodes.Compare:
        """Give a comparison of the key with a value."""
        return nodes.Compare(value.span, self.name(), nodes.Word(value.span, sign), value)


def is_replaced(unit: nodes.Node, by: nodes.Define) -> bool:
    """Tell whether a definition of a chapter is one that a variant puts another in the place of."""
    return isinstance(unit, nodes.Define) and [one.text for one in unit.path] == [one.text for one in by.path]


OTHER_SIGN = {"=": "", "is": "is not", "in": "not in", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}


def negated(node: nodes.Expression) -> nodes.Expression:
    """Give what holds where a condition on a key does not."""
    if isinstance(node, nodes.Compare) and (sign := OTHER_SIGN.get(node.sign.text)):
        return replace(node, sign=replace(node.sign, text=sign))
    if isinstance(node, nodes.Negation):
        return node.operand
    return nodes.Negation(node.span, node)


def words_of(one: nodes.Parameter) -> str:
    """Give the words for a key that has none of its own."""
    return f"the {one.name.text.replace('_', ' ')}"


def notes_in(document: YamlDocument) -> Iterator[nodes.Note]:
    """Give what a table says of its source, its topic and its former names, as a definition says it."""
    shape, places = document.shape, document.places
    assert isinstance(shape, shapes.TableByCondition)
    if shape.source is not None and shape.source.place:
        span = places.value("source", "place")
        yield nodes.Cites(span, (nodes.Word(span, shape.source.place),))
    if shape.rulings:
        span = places.value("rulings")
        yield nodes.UnderRuling(span, tuple(nodes.Word(span, name) for name in shape.rulings))
    if shape.topic:
        span = places.value("topic")
        yield nodes.Topic(span, tuple(nodes.Word(span, part) for part in shape.topic.split(".")))
    for index, was in enumerate(shape.formerly):
        span = places.value("formerly", index)
        yield nodes.Formerly(span, tuple(nodes.Word(span, part) for part in was.split(".")))
    if shape.apart:
        span = places.value("apart")
        yield nodes.Apart(span, nodes.Word(span, shape.apart))


# --- the order in which rows are looked at


def put_in_order(declared: Declared) -> None:
    """Let every table whose rows are ranked know their order, by the values that they have now."""
    for address, rule in list(declared.rules.items()):
        table = rule.by_condition
        if table is None or not table.ranked:
            continue
        ranking = declared.rules.get(table.ranked)
        cases = ranking.node.cases if ranking is not None and isinstance(ranking.node, nodes.Define) else None
        if ranking is None or not isinstance(cases, nodes.SeveralCases):
            continue
        ranks = [
            (case.label.text, written_rank(declared, case.value, ranking.by_condition.gives))
            for case in cases.cases
            if case.label is not None and isinstance(case.condition, nodes.IfCase) and ranking.by_condition is not None
        ]
        known = [(label, rank if rank is not None else Fraction(0)) for label, rank in ranks]
        order = tuple(label for label, _ in sorted(known, key=lambda one: one[1], reverse=table.highest))
        if order != table.order:
            declared.rules[address] = replace(rule, by_condition=replace(table, order=order))


def written_rank(declared: Declared, value: nodes.Expression, kind: types.Type) -> Fraction | None:
    """Give by what a written value is ranked: a number, or its place on a ladder; nothing where it is worked out."""
    bare = nodes.ungrouped(value)
    if isinstance(bare, nodes.Negative) and (below := written_rank(declared, bare.operand, kind)) is not None:
        return -below
    if isinstance(bare, nodes.NumberLiteral):
        return Fraction(bare.word.text.replace("_", ""))
    enum = declared.enums.get(kind.enum) if isinstance(kind, types.EnumType) else None
    if enum is not None and enum.sort == "ladder" and isinstance(bare, nodes.Name) and bare.word.text in enum.members:
        return Fraction(enum.members.index(bare.word.text))
    return None


def rows_in_order(rule: Rule) -> tuple[nodes.Case, ...]:
    """Give the rows of a table by condition as they are looked at; `otherwise` is last, and left out here."""
    assert isinstance(rule.node, nodes.Define)
    cases = rule.node.cases.cases if isinstance(rule.node.cases, nodes.SeveralCases) else ()
    rows = [case for case in cases if isinstance(case.condition, nodes.IfCase)]
    order = rule.by_condition.order if rule.by_condition is not None else ()
    place = {label: at for at, label in enumerate(order)}
    return tuple(sorted(rows, key=lambda row: place.get(row.label.text, len(place)) if row.label else len(place)))
