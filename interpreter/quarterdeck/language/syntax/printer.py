"""Nodes back to rules text: the canonical text of a node, and of a whole file with its comments.

In: nodes, or a `SourceFile`. Out: text that parses to the same nodes. Brackets are kept as written and added only where
the nodes need them. What cannot be parsed is left as it stands, and so are YAML files: they belong to their authors'
editors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.syntax import nodes

WIDTH = 120
INDENT = 4
WORTH_BREAKING = 60
CONTINUED = 8  # deeper than a block, so that the rest of a long line is not taken for one

# The grammar's own names, loosest first: what binds at least so tightly needs no brackets in that place.
LEVELS = "expression both negated compared sum rounded product signed powered postfix atom"
TIGHTNESS = {name: level for level, name in enumerate(LEVELS.split())}
BINDS: dict[type[nodes.Node], str] = {
    nodes.Or: "expression",
    nodes.And: "both",
    nodes.Negation: "negated",
    nodes.Compare: "compared",
    nodes.Plus: "sum",
    nodes.Minus: "sum",
    nodes.Rounding: "rounded",
    nodes.InUnit: "rounded",
    nodes.Multiply: "product",
    nodes.Divide: "product",
    nodes.PercentOf: "product",
    nodes.HighestItems: "product",
    nodes.LowestItems: "product",
    nodes.Negative: "signed",
    nodes.Power: "powered",
    nodes.PowerOf: "powered",
    nodes.FieldAccess: "postfix",
    nodes.Call: "postfix",
    nodes.Lookup: "postfix",
}

# How a node reads on its line. {field}; {field:sum}: in brackets if looser than that; {field:quoted}, {field:dotted};
# {field|, }: what stands between the parts of a tuple; [[...]] is left out where its field says nothing.
FORMS: dict[type[nodes.Node], str] = {
    # expressions
    nodes.Or: "{operands:both| or }",
    nodes.And: "{operands:negated| and }",
    nodes.Negation: "not {operand:negated}",
    nodes.Compare: "{left:sum} {sign} {right:sum}",
    nodes.Plus: "{left:sum} + {right:rounded}",
    nodes.Minus: "{left:sum} - {right:rounded}",
    nodes.Multiply: "{left:product} * {right:signed}",
    nodes.Divide: "{left:product} / {right:signed}",
    nodes.PercentOf: "{percent} % of {whole:signed}",
    nodes.PowerOf: "{base:postfix} to the power {exponent:postfix}",
    nodes.Power: "{base:postfix} to the power {exponent}",
    nodes.Rounding: "{value:product} {how}[[ {step}]]",
    nodes.InUnit: "{value:product} as {unit}",
    nodes.Negative: "-{operand:signed}",
    nodes.FieldAccess: "{owner:postfix}.{field}",
    nodes.Call: "{callee:postfix}({arguments|, })",
    nodes.Lookup: "{table:postfix}[{keys|, }]",
    nodes.Name: "{word}",
    nodes.NumberLiteral: "{word}",
    nodes.Yes: "yes",
    nodes.No: "no",
    nodes.Nothing: "none",
    nodes.Dice: "{word}",
    nodes.Grouped: "({inner})",
    nodes.ListLiteral: "[{items|, }]",
    nodes.NumberList: "[{low:sum} to {high:sum}]",
    nodes.NamedArgument: "{name}: {value}",
    nodes.Gathered: "{value} for {variable} in {source:sum}[[ where {condition}]]",
    nodes.Picked: "{binding} where {condition}",
    nodes.HighestFirst: "highest {key} first",
    nodes.LowestFirst: "lowest {key} first",
    nodes.HighestItems: "highest {count:signed} of {items:signed}",
    nodes.LowestItems: "lowest {count:signed} of {items:signed}",
    nodes.HighestOf: "highest of {amount:postfix}",
    nodes.LowestOf: "lowest of {amount:postfix}",
    nodes.KeepHighest: "highest {kept:postfix} of {amount:postfix}",
    nodes.KeepLowest: "lowest {kept:postfix} of {amount:postfix}",
    nodes.DicePool: "a pool of {amounts:postfix| and }",
    nodes.TimesDice: "{count:postfix} times {dice:postfix}",
    # statements
    nodes.Guarded: "{statement} when {condition}",
    nodes.GuardedUnless: "{statement} unless {condition}",
    nodes.Let: "let {name} = {value}",
    nodes.LetResult: "let {name} = do {call:postfix}",
    nodes.Tally: "tally {name}: {type} = {value}",
    nodes.Set: "set {target:postfix} to {value}",
    nodes.Add: "add {amount} to {target:postfix}[[, {limit}]]",
    nodes.Take: "take {amount} from {target:postfix}[[, {limit}]]",
    nodes.NoMoreThan: "to no more than {bound:sum}",
    nodes.NoLessThan: "to no less than {bound:sum}",
    nodes.Append: "append {value} to {target:postfix}",
    nodes.Setting: "{name}: {value}",
    nodes.Create: "create {kind} in {pool:postfix}[[ with {settings|, }]]",
    nodes.Remove: "remove {thing:postfix}[[ because {reason:quoted}]]",
    nodes.Do: "do {call:postfix}",
    nodes.Apply: "apply {call:postfix}",
    nodes.Start: "start {timer:postfix} in {delay:sum} {clock}[[, {every}]]",
    nodes.ThenEvery: "then every {clock}",
    nodes.Reveal: "reveal {what:postfix}",
    nodes.Announce: "announce {text:quoted}",
    nodes.OrderSides: "order sides by {key:sum}, {ranking}",
    nodes.Win: "win for {side:postfix} because {reason:quoted}",
    nodes.DrawnGame: "draw because {reason:quoted}",
    nodes.DrawLot: "draw {name} from {deck:postfix}[[, {or_none}]][[ {secret}]][[ {phrase:quoted}]][[ {notes| }]]",
    nodes.Peek: (
        "peek {name} by {side:postfix} from {deck:postfix}, {up_to} {count:sum}[[ {phrase:quoted}]][[ {notes| }]]"
    ),
    nodes.Shuffle: "shuffle {deck:postfix}[[ into {into:postfix}]]",
    nodes.Stop: "stop",
    nodes.Finish: "finish[[ with {result}]]",
    nodes.ShiftedUp: "plus {amount:sum}",
    nodes.ShiftedDown: "minus {amount:sum}",
    nodes.SecretBy: "in secret by {side:postfix}",
    nodes.Roll: "roll {name} on {dice:postfix}[[ {shift}]][[ {secret}]][[ {phrase:quoted}]][[ {notes| }]]",
    nodes.Check: "check {name} on {dice:postfix}[[ {shift}]][[ {secret}]][[ {phrase:quoted}]][[ {notes| }]]",
    nodes.Success: "success when {condition}",
    nodes.Natural: "natural {face}: {outcome}[[, {again}]][[ {notes| }]]",
    nodes.Again: "then again, {up_to} {cap}",
    nodes.Modifier: "modifier {name}: {change}[[ when {condition}]][[ {phrase:quoted}]][[ {notes| }]]",
    nodes.Raised: "+{amount:product}",
    nodes.Lowered: "-{amount:product}",
    nodes.Halved: "{how}",
    nodes.Doubled: "doubled",
    nodes.NotBelow: "at least {bound:sum}",
    nodes.NotAbove: "at most {bound:sum}",
    nodes.ThrownAgain: "each {die} where {condition} is thrown again",
    nodes.ThrownOn: "each {die} where {condition} is thrown on, {up_to} {cap:sum}",
    nodes.AddsDie: "each {die} where {condition} adds a die, {up_to} {cap:sum}",
    nodes.CountsAs: "each {die} counts {value:sum}",
    nodes.KeptDice: "{how} {count:sum}",
    nodes.RollOff: "each side rolls {name} on {dice:postfix}, ties again[[ {phrase:quoted}]][[ {notes| }]]",
    nodes.Choose: (
        "choose {name} by {chooser:postfix} from {source}[[ where {condition}]][[, {options|, }]][[ {phrase:quoted}]]"
        "[[ {notes| }]]"
    ),
    nodes.Numbers: "{low:sum} to {high:sum}[[ in steps of {step}]]",
    nodes.OrStop: "or stop",
    nodes.OrNone: "{word}",
    nodes.Default: "default {value}",
    nodes.InSecret: "in secret",
    nodes.UpTo: "{word} {count}",
    nodes.Require: "require {name}[[ {for_stop}]]: {condition} else {reason:quoted}[[ {notes| }]]",
    nodes.When: "when {condition}",
    nodes.OtherwiseWhen: "otherwise when {condition}",
    nodes.Otherwise: "otherwise",
    nodes.ForEach: "for each {variable} in {source}[[ where {condition}]][[, {options|, }]]",
    nodes.AtOnce: "at once",
    nodes.ChosenBy: "in an order chosen by {side:postfix}",
    nodes.ForNumbers: "for each {variable} from {low:sum} to {high:sum}",
    nodes.Repeat: "repeat [[{up_to} ]]{count} times",
    nodes.Step: "step {name}[[ {title:quoted}]][[ {notes| }]][[, {options|, }]]",
    nodes.Close: "at the close",
    nodes.EffectsAtTheEnd: "effects at the end",
    nodes.ForEachSide: "for each {variable}[[ {in_order}]]",
    nodes.AllSidesAtOnce: "for all sides at once",
    # definitions
    nodes.Cites: "cites {places:quoted| and }",
    nodes.UnderRuling: "ruling {names| and }",
    nodes.Topic: "topic {path:dotted}",
    nodes.Formerly: "formerly {path:dotted}",
    nodes.Apart: "apart {reason:quoted}",
    nodes.Header: "rules {name}[[ {title:quoted}]][[ {notes| }]]",
    nodes.Parameter: "{name}: {type}[[ {phrase:quoted}]]",
    nodes.WrittenType: "{base}[[ {or_none}]]",
    nodes.NamedType: "{name}",
    nodes.RangeType: "{low}..{high}[[ {names| }]][[ in steps of {step}]]",
    nodes.ListOfType: "list of {item}",
    nodes.DeckOfType: "deck of {enum}",
    nodes.SingleCase: "{value}",
    nodes.SeveralCases: "",
    nodes.ModifiedValue: "{base}",
    nodes.Case: "[[{label}: ]]{value}[[ {condition}]]",
    nodes.IfCase: "if {condition}",
    nodes.OtherwiseIfCase: "otherwise if {condition}",
    nodes.OtherwiseCase: "otherwise",
    nodes.Define: "define {path:dotted}[[({parameters|, })]] -> {type}[[ {phrase:quoted}]][[ {notes| }]] = {cases}",
    nodes.Advice: (
        "advice {path:dotted}[[({parameters|, })]][[ -> {type}]][[ among {among:sum}]][[ {phrase:quoted}]]"
        "[[ {notes| }]] = {cases}"
    ),
    nodes.Procedure: ("procedure {path:dotted}[[({parameters|, })]][[ -> {type}]][[ {phrase:quoted}]][[ {notes| }]]"),
    nodes.Effect: "effect {path:dotted}[[({parameters|, })]][[ {phrase:quoted}]][[ {notes| }]]",
    nodes.Turn: "turn[[ {title:quoted}]][[ {notes| }]]",
    nodes.Phase: "phase {name}[[ {title:quoted}]][[ {notes| }]][[, {options|, }]]",
    nodes.Option: "option {name}: {type} = {value}[[ {phrase:quoted}]][[ {notes| }]]",
    # amendments
    nodes.Amend: "amend {definition}",
    nodes.AmendModifier: (
        "amend modifier {path:dotted}: {change}[[ when {condition}]][[ {phrase:quoted}]][[ {notes| }]]"
    ),
    nodes.AmendRequire: "amend require {path:dotted}: {condition} else {reason:quoted}[[ {notes| }]]",
    nodes.AmendCase: "amend case {path:dotted}: {value}[[ {condition}]]",
    nodes.AmendOption: "amend option {path:dotted} = {value}",
    nodes.AmendRow: "amend {sort} {path:dotted}{content}",
    nodes.AmendCell: "amend cell {path:dotted} = {value}",
    nodes.AddModifier: (
        "add modifier {path:dotted}[[ {where}]]: {change}[[ when {condition}]][[ {phrase:quoted}]][[ {notes| }]]"
    ),
    nodes.AddRequire: "add require {path:dotted}: {condition} else {reason:quoted}[[ {notes| }]]",
    nodes.AddCase: "add case {path:dotted}[[ {where}]]: {value}[[ {condition}]]",
    nodes.AmendPart: "amend {part} {path:dotted}[[ {title:quoted}]][[ {notes| }]][[, {options|, }]]",
    nodes.AmendStatement: "amend statement {path:dotted}",
    nodes.AddPart: "add {part} {name} {where}[[ {title:quoted}]][[ {notes| }]][[, {options|, }]]",
    nodes.AddStatement: "add statement {where}",
    nodes.WherePut: "{side} {path:dotted}",
    nodes.AddRow: "add {sort} {path:dotted}{content}",
    nodes.RowValue: " = {value}",
    nodes.RowBlock: "",
    nodes.RowCells: "",
    nodes.RowCell: "cell {label}{content}",
    nodes.SplitRow: "split {sort} {path:dotted} into {labels|, }",
    nodes.MoveElement: "move {sort} {path:dotted} {where}",
    nodes.RemoveElement: "remove {element} {path:dotted}",
}

# The fields that stand on lines of their own: indented below the node's line, or behind those at its own indentation.
BELOW: dict[type[nodes.Node], tuple[str, ...]] = {
    nodes.Define: ("cases",),
    nodes.Advice: ("cases",),
    nodes.Procedure: ("body",),
    nodes.Effect: ("body",),
    nodes.Turn: ("docs", "phases"),
    nodes.Phase: ("docs", "block"),
    nodes.Step: ("docs", "block"),
    nodes.Roll: ("modifiers",),
    nodes.Check: ("success", "modifiers", "naturals"),
    nodes.Choose: ("requirements",),
    nodes.When: ("block",),
    nodes.OtherwiseWhen: ("block",),
    nodes.Otherwise: ("block",),
    nodes.ForEach: ("block",),
    nodes.ForNumbers: ("block",),
    nodes.Repeat: ("block",),
    nodes.Close: ("block",),
    nodes.AmendPart: ("body",),
    nodes.AmendStatement: ("block",),
    nodes.AddPart: ("docs", "block"),
    nodes.AddStatement: ("block",),
    nodes.RowBlock: ("block",),
    nodes.RowCells: ("cells",),
}
BEHIND: dict[type[nodes.Node], tuple[str, ...]] = {
    nodes.Header: ("docs",),
    nodes.When: ("others", "otherwise"),
}
# Nodes whose first line goes on with that of a part, whose further lines are theirs; and nodes without a line of their
# own.
CONTINUES: dict[type[nodes.Node], str] = {
    nodes.Amend: "definition",
    nodes.AddRow: "content",
    nodes.AmendRow: "content",
    nodes.RowCell: "content",
}
WITHOUT_LINE: dict[type[nodes.Node], tuple[str, ...]] = {
    nodes.Body: ("docs", "statements"),
    nodes.SeveralCases: ("docs", "cases"),
    nodes.SingleCase: (),
    nodes.ModifiedValue: ("base", "modifiers"),
}

Line = tuple[int, str]
"""How deep a line stands, in blocks, and its text before it is broken to the width."""


def print_expression(node: nodes.Node) -> str:
    """Give the canonical text of an expression, of a statement without a block, or of any other part of a line."""
    return _CUT[type(node)].filled(node).rstrip()


def print_unit(node: nodes.Node) -> str:
    """Give the canonical text of a definition, header, amendment or statement with all its lines.

    Each ends in a line end.
    """
    return "".join(line + "\n" for depth, text in lines(node) for line in broken(text, depth * INDENT))


def lines(node: nodes.Node, depth: int = 0) -> list[Line]:
    """Give the lines of a node: as many as the grammar asks for, however long they are."""
    kind = type(node)
    if kind in WITHOUT_LINE:
        return _parts(node, WITHOUT_LINE[kind], depth)
    if kind is nodes.Word:
        return [(depth, _quoted(node))]
    own = [(depth, print_expression(node))]
    if kind in CONTINUES:
        own += lines(getattr(node, CONTINUES[kind]), depth)[1:]
    return [*own, *_parts(node, BELOW.get(kind, ()), depth + 1), *_parts(node, BEHIND.get(kind, ()), depth)]


def _parts(node: nodes.Node, names: tuple[str, ...], depth: int) -> list[Line]:
    found: list[Line] = []
    for name in names:
        part = getattr(node, name)
        for item in part if isinstance(part, tuple) else [part]:
            if item is not None:
                found += lines(item, depth)
    return found


# --- one line


def _quoted(node: Any) -> str:
    # A backslash is doubled only where it would mean something.
    return '"' + re.sub(r'\\(?=[\\"]|$)', r"\\\\", node.text).replace('"', '\\"') + '"'


def _dotted(parts: list[str]) -> str:
    text = parts[0]
    for before, part in pairwise(parts):
        # Two numbers with a point between them would be one number.
        text += (". " if before[0].isdigit() and before[-1].isdigit() and part[0].isdigit() else ".") + part
    return text


@dataclass(frozen=True)
class _Piece:
    """A literal text, or a field with how to print it."""

    text: str = ""
    name: str = ""
    how: str = ""
    between: str = ""

    def filled(self, node: nodes.Node) -> str:
        if not self.name:
            return self.text
        value = getattr(node, self.name)
        if self.how == "dotted":
            return _dotted([word.text for word in value])
        return self.between.join(self.part(item) for item in (value if isinstance(value, tuple) else (value,)))

    def part(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Word):
            return _quoted(node) if self.how == "quoted" else node.text
        text = print_expression(node)
        looser = TIGHTNESS[BINDS.get(type(node), "atom")] < TIGHTNESS.get(self.how, 0)
        return f"({text})" if looser else text


@dataclass(frozen=True)
class _Form:
    """A line's form, cut into pieces; the pieces of an inner form are left out together."""

    pieces: tuple[_Piece | _Form, ...]

    def filled(self, node: nodes.Node) -> str:
        return "".join(
            piece.filled(node) for piece in self.pieces if not (isinstance(piece, _Form) and piece.says_nothing(node))
        )

    def says_nothing(self, node: nodes.Node) -> bool:
        return all(not getattr(node, p.name) for p in self.pieces if isinstance(p, _Piece) and p.name)


_FIELD = re.compile(r"\[\[(.*?)\]\]|\{(\w+)(?::(\w+))?(?:\|([^}]*))?\}")


def _cut(text: str) -> _Form:
    pieces: list[_Piece | _Form] = []
    at = 0
    for match in _FIELD.finditer(text):
        pieces.append(_Piece(text[at : match.start()]))
        inner, name, how, between = match.groups()
        pieces.append(_cut(inner) if inner is not None else _Piece("", name, how or "", between or ""))
        at = match.end()
    return _Form((*pieces, _Piece(text[at:])))


_CUT: dict[type[nodes.Node], _Form] = {nodes.Word: _cut("{text}"), **{kind: _cut(form) for kind, form in FORMS.items()}}


# --- long lines

_SIGNS = re.compile(r'"(?:\\.|[^"\\\n])*"|[()\[\]]|, | (?=(?:and|or|where|for) )')


def broken(text: str, indent: int) -> list[str]:
    """Give a line, broken inside its brackets where it is too long.

    Brackets are the only place where line ends are free.
    """
    found = []
    start, margin = 0, indent
    places = _places(text)
    while margin + len(text) - start > WIDTH:
        fitting = [(cost, -at) for at, cost in places if start < at <= start + WIDTH - margin]
        later = [(at, cost) for at, cost in places if at > start]
        if not later:
            break
        at = -min(fitting)[1] if fitting else later[0][0]
        found.append(" " * margin + text[start:at].rstrip())
        start, margin = at, indent + CONTINUED
    return [*found, " " * margin + text[start:]]


def _places(text: str) -> list[tuple[int, int]]:
    """Give where a line may be broken, each with its cost: outer brackets first, and behind an opening bracket last.

    A bracket that holds little is never broken: the line reads better long, since the words in quotes make it so.
    """
    found: list[tuple[int, int]] = []
    inside: list[list[tuple[int, int]]] = []
    opened: list[int] = []
    for match in _SIGNS.finditer(text):
        sign = match.group()
        if sign in "([":
            opened.append(match.end())
            inside.append([(match.end(), 2 * len(opened) + 1)])
        elif sign in ")]" and opened:
            places = inside.pop()
            if match.start() - opened.pop() >= WORTH_BREAKING:
                found += places
        elif opened and not sign.startswith('"'):
            inside[-1].append((match.end(), 2 * len(opened)))
    return sorted((at, cost) for at, cost in found if text[at : at + 1] not in (")", "]"))


# --- files


@dataclass
class _Comment:
    """A comment on a line of its own."""

    column: int
    text: str
    after_blank: bool


@dataclass
class _Written:
    """A line of the grammar as its author wrote it, perhaps over several lines of the file, with its comments."""

    column: int
    after_blank: bool
    above: list[_Comment]
    pieces: list[tuple[str, str]] = field(default_factory=list)  # code and comment of each line of the file

    @property
    def comment(self) -> str:
        return self.pieces[-1][1]

    @property
    def has_comments_inside(self) -> bool:
        return any(comment for _, comment in self.pieces[:-1])


@dataclass
class _Block:
    """A definition as it will stand in the file: comments before it, and its lines."""

    above: list[_Comment]
    after_blank: bool
    text: list[str]
    is_short: bool  # one line, which may stand close to another


def format_file(file: SourceFile) -> str:
    """Give a `.rules` file's canonical text with all its comments; what has faults keeps its text."""
    from quarterdeck.language.syntax.from_text import chunks, parse_unit  # to print a node needs no parser

    file = SourceFile(file.path, file.text.replace("\r\n", "\n").replace("\r", "\n"))
    spans = chunks(file.text)
    blocks: list[_Block] = []
    _, pending, blank = _written(file.text[: spans[0][0]] if spans else file.text)
    for start, end in spans:
        text = file.text[start:end]
        findings = Findings()
        unit = parse_unit(file, start, end, findings)
        block, after, blank_after = _as_it_stands(text) if unit is None or findings else _formatted(unit, text)
        block.above, block.after_blank = pending, blank
        blocks.append(block)
        pending, blank = after, blank_after
    blocks.append(_Block(pending, False, [], True))
    return "".join(line + "\n" for line in _joined(blocks))


def _joined(blocks: list[_Block]) -> Iterator[str]:
    """Give a file's lines, with a blank line between definitions.

    Between short ones only where their author left one.
    """
    before: _Block | None = None
    for block in blocks:
        apart = before is not None and not (before.is_short and block.is_short)
        for comment in block.above:
            if apart or (before and comment.after_blank):
                yield ""
            yield comment.text
            before, apart = block, False
        if block.text and (apart or (before and block.after_blank)):
            yield ""
        yield from block.text
        before = block


def _as_it_stands(text: str) -> tuple[_Block, list[_Comment], bool]:
    kept = text.split("\n")
    after = []
    while kept and (not kept[-1].strip(" \t\f") or kept[-1].startswith("#")):
        after.append(kept.pop())
    _, comments, blank = _written("\n".join(reversed(after)))
    return _Block([], False, kept, False), comments, blank


def _formatted(unit: nodes.Node, text: str) -> tuple[_Block, list[_Comment], bool]:
    """Give a definition's lines with its comments, and the comments that stand before the next."""
    found: list[str] = []
    written, tail, blank = _written(text)
    columns = [0]
    printed = lines(unit)
    for (depth, line), own in zip(printed, written, strict=True):
        levels = _levels(own.above, columns, depth)
        for comment, level in zip(own.above, levels, strict=True):
            found += [""] * comment.after_blank + [" " * INDENT * level + comment.text]
        if own.after_blank and found:
            found.append("")
        found += _with_comments(own, line, depth * INDENT)
        columns = [column for column in columns if column < own.column] + [own.column]
    levels = _levels(tail, columns, 0)
    inside = [(comment, level) for comment, level in zip(tail, levels, strict=True) if level]
    for comment, level in inside:
        found += [""] * comment.after_blank + [" " * INDENT * level + comment.text]
    block = _Block([], False, found, len(printed) == 1 and not isinstance(unit, nodes.Header))
    return block, tail[len(inside) :], blank


def _levels(comments: list[_Comment], columns: list[int], least: int) -> list[int]:
    """Tell to which block each comment belongs: an open one by its column, or that of the line which follows."""
    found: list[int] = []
    for comment in comments:
        level = max(index for index, column in enumerate(columns) if column <= comment.column or index == 0)
        found.append(max(least, min([level, *found[-1:]])))
    return found


def _with_comments(own: _Written, line: str, indent: int) -> list[str]:
    if own.has_comments_inside:
        # Where its author broke it, since its comments speak of what stands beside them.
        text = ["  ".join(part for part in piece if part) for piece in own.pieces if any(piece)]
        return [" " * indent + text[0], *(" " * (indent + CONTINUED) + piece for piece in text[1:])]
    text = broken(line, indent)
    return [*text[:-1], "  ".join(part for part in (text[-1], own.comment) if part)]


_CODE = re.compile(r'(?:"(?:\\.|[^"\\\n])*"|[^"#])*')
_STRINGS = re.compile(r'"(?:\\.|[^"\\\n])*"')


def _written(text: str) -> tuple[list[_Written], list[_Comment], bool]:
    """Cut a text into lines of the grammar.

    With the comments behind the last, and whether a blank line follows those.
    """
    found: list[_Written] = []
    above: list[_Comment] = []
    blank = False
    depth = 0
    for line in text.split("\n")[: -1 if text.endswith("\n") else None]:
        code = _CODE.match(line).group()  # type: ignore[union-attr]
        comment = line[len(code) :].rstrip()
        column = len(re.match(r"[ \t]*", line).group().replace("\t", " " * INDENT))  # type: ignore[union-attr]
        if depth == 0 and not code.strip():
            if comment:
                above.append(_Comment(column, comment, blank))
            blank = not comment
            continue
        if depth == 0:
            found.append(_Written(column, blank, above))
            above, blank = [], False
        found[-1].pieces.append((code.strip(), comment))
        bare = _STRINGS.sub("", code)
        depth += sum(bare.count(sign) for sign in "([") - sum(bare.count(sign) for sign in ")]")
    return found, above, blank
