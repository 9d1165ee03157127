"""Print then parse gives the same nodes; formatting changes and loses nothing; no text makes the reader stumble."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from lark import Lark, Token
from lark.lexer import Lexer, LexerState

from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import NOWHERE, SourceFile
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax import from_text, grammar, nodes
from quarterdeck.language.syntax.faults import tables, word
from quarterdeck.language.syntax.from_text import parse_cell, parse_expression, parse_file, parse_type, parse_unit
from quarterdeck.language.syntax.printer import FORMS, WITHOUT_LINE, format_file, print_expression, print_unit

pytestmark = pytest.mark.no_cover

# --- nodes at random, made from the fields that the classes declare

NAMES = st.sampled_from("a b throw snowball gang child snow_fort total2 Child x_1 whenever dozen".split())
TEXTS = st.text(st.characters(exclude_characters="\n{}", exclude_categories=["Cs"]), max_size=12)
NUMBERS = st.integers(0, 300).map(str) | st.sampled_from(["0.5", "2.25", "1_000", "1_000.5", "2.1E-9", "2.1e-9", "3e2"])
PARTS = st.sampled_from(["a", "throw", "cold_hands", "10", "10+", "3-4"])
ROUNDED = ("rounded up", "rounded down", "rounded nearest")

# What words may stand in a field that takes more or less than a name, by class and field.
WORDS: dict[str, st.SearchStrategy[str]] = {
    "Compare.sign": st.sampled_from(["=", "is", "is not", "<", ">", "<=", ">=", "in", "not in"]),
    "Rounding.how": st.sampled_from(ROUNDED),
    "Rounding.step": st.sampled_from(
        ["to halves", "to steps of 0.0001", "to tenths", "to hundredths", "to thousandths"]
    ),
    "Halved.how": st.sampled_from([f"halved {how}" for how in ROUNDED]),
    "PercentOf.percent": NUMBERS,
    "Power.exponent": st.sampled_from(["2", "3", "0.5", "1.43", "1/3", "17/12"]),
    "NumberLiteral.word": NUMBERS,
    "Natural.face": st.integers(0, 300).map(str),
    "Numbers.step": NUMBERS,
    "RangeType.step": NUMBERS,
    "RangeType.low": NUMBERS | st.just("-3"),
    "RangeType.high": NUMBERS | st.just("-1"),
    "Dice.word": st.sampled_from(["d6", "2d6", "d100"]),
    "OrNone.word": st.just("or none"),
    "WrittenType.or_none": st.just("or none"),
    "UpTo.word": st.just("up to"),
    "Again.up_to": st.just("up to"),
    "Repeat.up_to": st.just("up to"),
    "Require.for_stop": st.just("for stop"),
    "ForEachSide.in_order": st.just("in order"),
    "OrderSides.ranking": st.sampled_from(["highest first", "lowest first"]),
    "KeptDice.how": st.sampled_from(["keep highest", "keep lowest", "drop highest", "drop lowest"]),
    "ThrownOn.up_to": st.just("up to"),
    "AddsDie.up_to": st.just("up to"),
    "Natural.outcome": st.sampled_from(["success", "failure"]),
    "WherePut.side": st.sampled_from(["after", "before"]),
    **dict.fromkeys(["AmendPart.part", "AddPart.part"], st.sampled_from(["phase", "step"])),
    **dict.fromkeys(["AddRow.sort", "AmendRow.sort", "SplitRow.sort"], st.sampled_from(["row", "column"])),
    **dict.fromkeys(["RowCell.label", "SplitRow.labels"], PARTS),
    "MoveElement.sort": st.sampled_from(["phase", "step", "statement"]),
    "RemoveElement.element": st.sampled_from(
        "modifier require case step phase statement row column define procedure effect advice option table field roster"
        " scenario example question ruling".split()
    ),
    **dict.fromkeys(
        ["Cites.places", "Apart.reason", "Win.reason", "DrawnGame.reason", "Remove.reason", "Require.reason"], TEXTS
    ),
}
QUOTED = ("phrase", "reason", "title", "text", "docs")

THROWS = (
    nodes.Expression, nodes.HighestOf, nodes.LowestOf, nodes.KeepHighest, nodes.KeepLowest, nodes.DicePool,
    nodes.TimesDice,
)  # fmt: skip
PHASE_OPTIONS = (nodes.EffectsAtTheEnd, nodes.ForEachSide, nodes.InSecret, nodes.AllSidesAtOnce)
ARGUMENTS = (nodes.NamedArgument, nodes.Gathered, nodes.Picked, nodes.HighestFirst, nodes.LowestFirst, nodes.Expression)
SIMPLE = (
    nodes.Let, nodes.Tally, nodes.Set, nodes.Add, nodes.Take, nodes.Append, nodes.Create, nodes.Remove, nodes.Do,
    nodes.Apply, nodes.Start, nodes.Reveal, nodes.Announce, nodes.OrderSides, nodes.Win, nodes.DrawnGame, nodes.Stop,
    nodes.Finish,
)  # fmt: skip
SINGLE = (
    *SIMPLE,
    nodes.Guarded,
    nodes.GuardedUnless,
    nodes.Roll,
    nodes.Check,
    nodes.RollOff,
    nodes.Choose,
    nodes.Require,
)
BLOCKS = (nodes.When, nodes.ForEach, nodes.ForNumbers, nodes.Repeat, nodes.Step, nodes.Close)
LEAVES = (nodes.Name, nodes.NumberLiteral, nodes.Yes, nodes.No, nodes.Nothing, nodes.Dice)
BRANCHES = (
    nodes.Or, nodes.And, nodes.Negation, nodes.Compare, nodes.Plus, nodes.Minus, nodes.Multiply, nodes.Divide,
    nodes.PercentOf, nodes.Power, nodes.Rounding, nodes.InUnit, nodes.Negative, nodes.FieldAccess, nodes.Call,
    nodes.Lookup, nodes.Grouped, nodes.ListLiteral, nodes.HighestItems, nodes.LowestItems,
    nodes.NumberList,
)  # fmt: skip
UNITS: tuple[type[nodes.Node], ...] = (
    nodes.Header, nodes.Define, nodes.Procedure, nodes.Effect, nodes.Turn, nodes.Option, nodes.Advice, nodes.Amend,
    nodes.AmendModifier, nodes.AmendRequire, nodes.AmendCase, nodes.AmendOption, nodes.AmendRow, nodes.AmendCell,
    nodes.AmendPart, nodes.AmendStatement, nodes.AddModifier, nodes.AddRequire, nodes.AddCase, nodes.AddPart,
    nodes.AddStatement,
    nodes.AddRow, nodes.SplitRow, nodes.MoveElement, nodes.RemoveElement,
)  # fmt: skip

# What may stand where a class speaks of any node: by class and field, or by the class that is spoken of.
KINDS: dict[str | type, tuple[type[nodes.Node], ...]] = {
    "Call.arguments": ARGUMENTS,
    "Do.call": (nodes.Call,),
    "Roll.dice": THROWS,
    "Check.dice": THROWS,
    "RollOff.dice": THROWS,
    "HighestOf.amount": (nodes.Expression, nodes.TimesDice),
    "LowestOf.amount": (nodes.Expression, nodes.TimesDice),
    "KeepHighest.amount": (nodes.Expression, nodes.TimesDice),
    "KeepLowest.amount": (nodes.Expression, nodes.TimesDice),
    "DicePool.amounts": (nodes.Expression, nodes.TimesDice),
    "Guarded.statement": SIMPLE,
    "GuardedUnless.statement": SIMPLE,
    "Choose.source": (nodes.Expression, nodes.Numbers),
    "Choose.options": (nodes.OrStop, nodes.OrNone, nodes.Default, nodes.InSecret, nodes.UpTo),
    "ForEach.options": (nodes.AtOnce, nodes.ChosenBy, nodes.HighestFirst, nodes.LowestFirst),
    "Step.options": PHASE_OPTIONS,
    **dict.fromkeys(["Phase.options", "AddPart.options", "AmendPart.options"], PHASE_OPTIONS),
    "WrittenType.base": (nodes.NamedType, nodes.RangeType, nodes.ListOfType),
    "ListOfType.item": (nodes.NamedType, nodes.RangeType),
    "Case.condition": (nodes.IfCase, nodes.OtherwiseIfCase, nodes.OtherwiseCase),
    "AmendCase.condition": (nodes.IfCase, nodes.OtherwiseIfCase, nodes.OtherwiseCase),
    "AddCase.condition": (nodes.IfCase, nodes.OtherwiseIfCase, nodes.OtherwiseCase),
    **dict.fromkeys(
        ["Define.notes", "Procedure.notes", "Effect.notes", "Advice.notes", "Option.notes"],
        (nodes.Cites, nodes.UnderRuling, nodes.Topic, nodes.Formerly, nodes.Apart),
    ),
    nodes.ModifierChange: (
        nodes.Raised,
        nodes.Lowered,
        nodes.Halved,
        nodes.Doubled,
        nodes.NotBelow,
        nodes.NotAbove,
        nodes.ThrownAgain,
        nodes.ThrownOn,
        nodes.AddsDie,
        nodes.CountsAs,
        nodes.KeptDice,
    ),
    nodes.Note: (nodes.Cites, nodes.UnderRuling, nodes.Topic, nodes.Formerly),
}
LEAST = {
    **dict.fromkeys(["Or.operands", "And.operands"], 2),
    **dict.fromkeys(["DicePool.amounts", "ModifiedValue.modifiers"], 1),
    **dict.fromkeys(["Cites.places", "UnderRuling.names", "SeveralCases.cases", "Turn.phases", "Body.statements"], 1),
    **dict.fromkeys(["RowCells.cells", "SplitRow.labels"], 1),
}
MAY_LACK = {"Case.condition", "AmendCase.condition", "AddCase.condition"}


@cache
def hints(name: str) -> dict[str, Any]:
    kind = getattr(nodes, name)
    found = get_type_hints(kind)
    return {part.name: found[part.name] for part in fields(kind)[1:]}


@pytest.mark.parametrize("key", [key for key in (*WORDS, *KINDS, *LEAST, *sorted(MAY_LACK)) if isinstance(key, str)])
def test_what_is_said_of_a_field_is_said_of_one_that_there_is(key):
    name, field = key.split(".")
    assert field in hints(name)


def make(draw: st.DrawFn, kind: type[nodes.Node], depth: int) -> nodes.Node:
    """Make a node at random, which goes so deep at most."""
    if kind is nodes.Expression:
        return make(draw, draw(st.sampled_from(LEAVES + BRANCHES if depth > 0 else LEAVES)), depth - 1)
    if kind is nodes.Statement:
        return make(draw, draw(st.sampled_from(SINGLE + BLOCKS if depth > 2 else SINGLE)), depth - 1)
    if kind in KINDS:
        return make(draw, draw(st.sampled_from(KINDS[kind])), depth)
    parts = [part(draw, f"{kind.__name__}.{name}", name, hint, depth) for name, hint in hints(kind.__name__).items()]
    return kind(NOWHERE, *parts)


def part(draw: st.DrawFn, where: str, name: str, hint: Any, depth: int) -> Any:
    if get_origin(hint) is tuple:
        least = LEAST.get(where, 1 if name in ("path", "block") else 0)
        count = draw(st.integers(least, least + (2 if depth > 0 else 1)))
        several = tuple(part(draw, where, name, get_args(hint)[0], depth) for _ in range(count))
        return from_text.once(several)[0] if name in ("options", "notes", "arguments") else several
    if get_origin(hint) in (Union, UnionType) or where in MAY_LACK:
        options = [option for option in get_args(hint) or (hint,) if option is not type(None)]
        if draw(st.booleans()) and (len(options) < len(get_args(hint)) or where in MAY_LACK):
            return None
        hint = draw(st.sampled_from(options))
    if hint is nodes.Word:
        texts = WORDS.get(where, TEXTS if name in QUOTED else PARTS if name == "path" else NAMES)
        return nodes.Word(NOWHERE, draw(texts))
    return make(draw, draw(st.sampled_from(KINDS[where])) if where in KINDS else hint, depth)


@st.composite
def expressions(draw: st.DrawFn) -> nodes.Node:
    return make(draw, nodes.Expression, draw(st.integers(0, 4)))


@st.composite
def definitions(draw: st.DrawFn) -> nodes.Node:
    return make(draw, draw(st.sampled_from(UNITS)), draw(st.integers(0, 5)))


FILES = st.lists(definitions(), max_size=3).map(lambda units: "\n".join(print_unit(unit) for unit in units))


def parsed_expression(text: str) -> nodes.Expression:
    findings = Findings()
    node = parse_expression(text, SourceFile("", text), lambda offset: offset, findings)
    assert node is not None, (text, list(findings))
    return node


def parsed_unit(text: str) -> nodes.Node:
    findings = Findings()
    node = parse_unit(SourceFile("", text), 0, len(text), findings)
    assert node is not None, (text, list(findings))
    return node


def without_brackets(node: Any) -> Any:
    """Give what a node says as plain data, without the brackets that only say what belongs together."""
    if isinstance(node, nodes.Grouped):
        return without_brackets(node.inner)
    if isinstance(node, nodes.Node):
        return (type(node).__name__, *(without_brackets(part) for part in node.parts()))
    return tuple(without_brackets(part) for part in node) if isinstance(node, tuple) else node


def meanings(text: str) -> list[nodes.Node]:
    parsed = parse_file(SourceFile("", text), Findings())
    return [*([parsed.header] if parsed.header else []), *parsed.units]


# --- printing


@given(expressions())
def test_a_printed_expression_parses_to_the_same_but_for_brackets(node):
    assert without_brackets(parsed_expression(print_expression(node))) == without_brackets(node)


@given(expressions())
def test_what_was_parsed_prints_as_it_was_written(node):
    text = print_expression(node)
    again = parsed_expression(text)
    assert print_expression(again) == text
    assert nodes.same(parsed_expression(print_expression(again)), again)


@given(definitions())
def test_a_printed_definition_parses_to_the_same(node):
    text = print_unit(node)
    faces = re.findall(r"natural (\d+)", text)
    assume(len(faces) == len(set(faces)))  # a face that is named twice is an error
    again = parsed_unit(text)
    assert without_brackets(again) == without_brackets(node)
    assert print_unit(again) == text


@pytest.mark.parametrize(
    "text",
    [
        "a + b * c",
        "(a + b) * c",
        "a - (b - c)",
        "a * b rounded down + c",
        "(a + b) rounded up to tenths",
        "not (a or b) and c = 1",
        "-a.b(c, d: 1)[2, 3]",
        "-(a + b).c",
        "40 % of (a + b)",
        "(a and b or c) is yes",
        "sum(a * b for a in c where a > 1 and not b)",
        "first(a in b where a.c, highest a.c first)",
    ],
)
def test_brackets_are_added_only_where_they_are_needed(text):
    node = parsed_expression(text)
    assert print_expression(node) == text
    for inner in [part for part in node.walk() if isinstance(part, nodes.Grouped)]:
        assert not nodes.same(parsed_expression(text.replace(inner.span.text, inner.inner.span.text)), node)


def test_a_long_line_is_broken_inside_its_outermost_brackets():
    children = ", ".join(f"child_{number}: Child" for number in range(12))
    text = f'procedure pelt({children}) "everyone pelts everyone"\n'
    lines = print_unit(parsed_unit(text)).splitlines()
    assert len(lines) == 3
    assert all(len(line) <= 120 for line in lines)
    assert all(line.startswith(" " * 8) for line in lines[1:])
    assert nodes.same(parsed_unit("\n".join(lines) + "\n"), parsed_unit(text))


# --- formatting


@given(FILES)
def test_formatting_twice_changes_nothing(text):
    once = format_file(SourceFile("", text))
    assert format_file(SourceFile("", once)) == once


def test_what_is_said_twice_stays_until_its_author_decides():
    for statement in (
        'check hit on d6 "a hit"\n        success when yes\n        natural 6: success\n        natural  6: failure',
        "create Pawn in pawns with wet:  1, wet: 2",
    ):
        text = f'procedure p "p"\n    {statement}\n'
        assert format_file(SourceFile("", text)) == text


WEATHER = """rules snow "Snow"
"How it falls."

define depth(yard: Yard) -> 0..9 "the snow in {yard}" =
    yard.snow if game.turn < 3
    yard.snow + 1 otherwise

turn
    phase throwing, effects at the end
        step volley, for each side in order
            for each child in side.children where child.has_ball
                roll aim on d6 plus child.skill
                    modifier cold: -1 when depth(child.yard) > 4
                    modifier near: +1
                when aim > 4
                    do hit(child, by: child)
                otherwise
                    set child.has_ball to no
add step lunch after turn.throwing "Lunch"
    stop
"""


@st.composite
def commented(draw: st.DrawFn) -> tuple[str, list[str]]:
    """Give a text with comments and blank lines at random, and the comments."""
    comments: list[str] = []
    found = []
    for line in WEATHER.splitlines():
        for _ in range(draw(st.integers(0, 2))):
            indent = " " * draw(st.sampled_from([0, 2, 4, 8, 12, 16]))
            comments.append(f"# above {len(comments)}")
            found += [""] * draw(st.integers(0, 2)) + [indent + comments[-1]]
        found += [""] * draw(st.integers(0, 2))
        behind = ""
        if draw(st.booleans()):
            comments.append(f"# behind {len(comments)}")
            behind = f" {comments[-1]}"
        found.append(line + behind)
    return "\n".join(found) + draw(st.sampled_from(["", "\n", "\n\n"])), comments


@given(commented())
def test_comments_survive_formatting_in_their_order(drawn):
    text, comments = drawn
    formatted = format_file(SourceFile("", text))
    assert re.findall(r"# \w+ \d+", formatted) == comments
    assert format_file(SourceFile("", formatted)) == formatted
    assert "\n\n\n" not in formatted
    for one, other in zip(meanings(formatted), meanings(text), strict=True):
        assert nodes.same(one, other)


@given(commented())
def test_a_comment_behind_a_line_stays_behind_it(drawn):
    text, _ = drawn
    formatted = format_file(SourceFile("", text))

    def behind(lines: str) -> list[tuple[str, str]]:
        return re.findall(r"(\S+)\s+# behind (\d+)", lines)

    assert behind(formatted) == behind(text)


def test_a_comment_stands_at_the_indentation_of_what_follows_or_at_the_end_of_its_block():
    text = """\
# about the file
rules snow "Snow"
# about the rule
procedure throw(child: Child)   # who throws
  # about the condition
  when child.has_ball # if there is one


      # first thing
      do fling(child,# to whom
          # everyone
        child.foes)
      # end of the inner block
    # end of the outer block, though not quite below it
# end of the file
"""
    assert (
        format_file(SourceFile("", text))
        == """\
# about the file
rules snow "Snow"

# about the rule
procedure throw(child: Child)  # who throws
    # about the condition
    when child.has_ball  # if there is one

        # first thing
        do fling(child,  # to whom
                # everyone
                child.foes)
        # end of the inner block
    # end of the outer block, though not quite below it

# end of the file
"""
    )


def test_what_cannot_be_parsed_keeps_its_text():
    broken = "procedure throw( child :Child)\n\twhen child.has_ball :  \n\n\n            stop"
    text = f"rules   snow\n{broken}\n# next\ndefine  two   ->number=2"
    assert format_file(SourceFile("", text)) == f"rules snow\n\n{broken}\n\n# next\ndefine two -> number = 2\n"


def test_short_definitions_may_stand_close_to_each_other():
    text = "option cold: boolean = no\noption wind: boolean = no\n\n\noption ice: boolean = no\n"
    assert format_file(SourceFile("", text)) == text.replace("\n\n\n", "\n\n")


@pytest.mark.slow
def test_the_rules_that_come_with_the_interpreter_keep_their_meaning_when_formatted():
    for path in resources.rulesets_folder().rglob("*.rules"):
        text = path.read_text("utf-8")
        for one, other in zip(meanings(format_file(SourceFile("", text))), meanings(text), strict=True):
            assert nodes.same(one, other)


# --- any text at all

FRAGMENTS = (
    "rules snow|define f(a: A) -> number =|procedure p(a: A)|effect e|turn|phase a|step b|option o: boolean = no|amend|"
    "add modifier a.b: +1|remove row t.1|when|otherwise|otherwise when|for each x in y|repeat 3 times|roll x on d6|"
    "check x on 2d6|success when total > 3|modifier m: -1|natural 1: success|choose x by y from z|require r: a else|"
    "set|to|add|take|from|let|=|==|do|apply|stop|finish|if|is not|not in|in|and|or|not|yes|none|1|2.5|d6|2D6|a|b.c|f(|("
    '|)|[|]|,|:|..|.|->|+|-|*|/|% of|<=|!=|&&|"words"|"|“|”|–|½|#|# note|\\|@|{|}|;|\t|\n|\n    |\n        |\n  |\n\t'
    "|\r\n|\r|\f|\x0b|\x00|\ufeff|\u2028|\xa0|é|²|٣|if a > 1|else|end|x += 1|cites|ruling|after a.b|for|each|rounded"
    "|up to|at|once|then"
).split("|")
SOUP = st.lists(st.sampled_from(FRAGMENTS), max_size=14).flatmap(
    lambda parts: st.lists(st.sampled_from(["", " ", " ", "\n"]), min_size=len(parts), max_size=len(parts)).map(
        lambda gaps: "".join(gap + part for gap, part in zip(gaps, parts, strict=True))
    )
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Give a good text with something cut out of it and something else put in."""
    start = draw(st.integers(0, len(WEATHER)))
    end = draw(st.integers(start, min(len(WEATHER), start + 20)))
    return WEATHER[:start] + draw(st.sampled_from(FRAGMENTS)) + WEATHER[end:]


TOKEN_NAMES = re.compile(r"\b(?:_?[A-Z]+_[A-Z_]+|NAME|NUMBER|STRING|_?NL|_?INDENT|_?DEDENT|__ANON\w*|EQUALS|COLON)\b")
OURS = ("NAME", "ADDRESS", "CLOCK", "LIST", "KIND", "Title")  # what stands for something in our own hints


def check_findings(findings: Findings, text: str) -> None:
    for finding in findings:
        assert re.fullmatch(r"QD[12]\d\d", finding.code)
        assert 0 <= finding.span.start <= finding.span.end
        assert finding.span.start <= len(text)
        said = re.sub(r"`[^`]*`", "", f"{finding.message} {finding.hint}")
        assert not TOKEN_NAMES.search(said), said


@given(st.text() | SOUP | damaged())
@example("(" * 3000 + "1" + ")" * 3000)
@example("define f -> number = " + "(" * 3000 + "1" + ")" * 3000 + "\n")
@example("procedure p\n" + "".join(" " * depth + "when a\n" for depth in range(1, 900)) + " " * 900 + "stop\n")
@example("define f -> number = " + "not " * 3000 + "a")
@example("define f -> number = " + " + ".join("a" * 3000))
def test_any_text_gives_findings_and_never_a_traceback(text):
    findings = Findings()
    file = SourceFile("any.rules", text)
    parse_file(file, findings)
    formatted = format_file(file)
    assert format_file(SourceFile("any.rules", formatted)) == formatted
    for parse in (parse_cell, parse_expression, parse_type):
        parse(text, file, lambda offset: offset, findings)
    check_findings(findings, text)


YAML_FRAGMENTS = (
    "ruleset: a|components: a|table: a|variant: a|title: b|rows:|kinds:|fields:|key: {a: 1..6}|a: b|a:|- a|  |    |\n|"
    "\n  |: |{|}|[|]|,|'|\"|#|&a|*a|<<: *a|!!int x|!!python/object x|---|...|%YAML 1.3|? a|| |>|1_0|0x1|1e9|.inf"
    "|2020-01-01|~|no|\t|\x00|\ufeff|@|`|\\"
).split("|")


@given(st.text() | st.lists(st.sampled_from(YAML_FRAGMENTS), max_size=14).map("".join))
@example("table: a\nrows: " + "[" * 3000 + "]" * 3000)
@example("table: &a [*a]")
@example("table: !!int x")
@example("table: a\nkey: " + "9" * 5000)
@example("table: &a {b: *a}")
@example("? {a: b}\n: c")
def test_any_yaml_gives_findings_and_never_a_traceback(text):
    findings = Findings()
    document = parse_document(SourceFile("any.yaml", text), findings)
    assert document is not None or findings
    check_findings(findings, text)


# --- the grammar and what is made from it


class NoLexer(Lexer):
    """Stands in for the lexer, which the check of the parser's tables does not need."""

    def __init__(self, conf: object) -> None:
        self.conf = conf

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        raise NotImplementedError


def grammar_text() -> str:
    return "\n".join((resources.grammar_folder() / f"{piece}.lark").read_text("utf-8") for piece in grammar.PIECES)


def test_the_grammar_has_no_conflict():
    Lark(grammar_text(), parser="lalr", lexer=NoLexer, start=[*grammar.STARTS], maybe_placeholders=True, strict=True)


def test_no_two_terminals_of_the_grammar_fit_the_same_text():
    pytest.importorskip("interegular")
    Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        postlex=grammar.Indentation(),
        start=[*grammar.STARTS],
        maybe_placeholders=True,
        strict=True,
    )


def test_every_alias_of_the_grammar_is_a_class_and_every_class_an_alias():
    rules = {str(rule.alias or rule.options.template_source or rule.origin.name) for rule in grammar.grammar().rules}
    aliases = {name for name in rules if not name.startswith("_")}
    inlined = {str(rule.origin.name) for rule in grammar.grammar().rules if rule.options.expand1}
    named = aliases - inlined - from_text.TUPLES - from_text.JOINED - from_text.PASSED
    abstract = {
        "node",
        "word",
        "expression",
        "statement",
        "modifier_change",
        "plain_type",
        "note",
        "definition",
        "amendment",
    }
    assert {name for name in named if "__" not in name} - abstract == set(from_text.CLASSES) - abstract


def test_the_fields_of_a_class_are_the_parts_of_its_alias():
    for rule in grammar.grammar().rules:
        kind = from_text.CLASSES.get(str(rule.alias or rule.origin.name))
        if kind is None or (rule.alias is None and rule.options.expand1):
            continue
        parts = [part for part in rule.expansion if not getattr(part, "filter_out", False)]
        count = len(fields(kind)) - 1
        empty = sum(rule.options.empty_indices) if rule.options.empty_indices else 0
        if kind.REST:
            assert len(parts) + empty >= count - 1, rule
        elif not any(part.name.startswith("__") for part in parts):
            assert len(parts) + empty == count, rule


def test_every_class_can_be_printed():
    abstract = {nodes.Node, nodes.Expression, nodes.Statement, nodes.ModifierChange, nodes.Note, nodes.Definition}
    kinds = set(from_text.CLASSES.values()) - abstract - {nodes.Amendment, nodes.PlainType, nodes.Word}
    assert set(FORMS) | set(WITHOUT_LINE) == kinds


def test_every_terminal_has_a_name_for_authors():
    for terminal in grammar.grammar().terminals:
        said = word(terminal.name)
        if said.startswith("`") and not terminal.name.startswith("__IGNORE"):
            assert re.fullmatch(terminal.pattern.to_regexp(), said[1:-1]), terminal
        assert "anon" not in said


def test_every_example_of_a_fault_is_one():
    for _, texts in tables().meant:
        for text in texts:
            findings = Findings()
            parse_unit(SourceFile("", text), 0, len(text), findings)
            assert findings, text


def test_hints_and_messages_about_faults_are_whole():
    for written in tables().written:
        code, message, hint = written.said
        groups = re.compile(written.where).groups
        for said in (message, hint):
            assert all(int(number) < groups for number in re.findall(r"\{(\d)\}", said)), (code, said)


@settings(max_examples=25)
@given(st.sampled_from(sorted(grammar.reserved_words())), st.sampled_from(["s", "ing", "_x", "2"]))
def test_a_word_of_the_language_does_not_end_inside_a_name(start, rest):
    findings = Findings()
    text = f"procedure p\n    {start}{rest} x to 1\n"
    assert parse_unit(SourceFile("", text), 0, len(text), findings) is None
    assert f"`{start}{rest}`" in next(finding.message for finding in findings)
