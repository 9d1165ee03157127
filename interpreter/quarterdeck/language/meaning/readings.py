"""How each node of rules text is read for its form: a sign of its own, and what each of its fields brings to it.

This table is all that a form knows of the classes of nodes: they may be renamed, and their fields too, and no form
changes. A test sees that every class stands in one of the three tables, and that no field is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from quarterdeck.language.syntax import nodes


class Reads(Enum):
    """What a field brings to a form."""

    PART = auto()
    """A node, several in their order, or none."""
    BLOCK = auto()
    """Statements: what they name ends with them, and requirements that follow each other may stand in any order."""
    MODIFIERS = auto()
    """Modifiers: those that only add or take away may stand in any order, up to one that does more than that."""
    FREE = auto()
    """Nodes in any order."""
    SORTS = auto()
    """Nodes in any order, but for those of one sort among themselves: options, faces of a die."""
    WORD = auto()
    """A word as it stands, blanks aside."""
    NUMBER = auto()
    """A number, however it is written."""
    IS_THERE = auto()
    """Whether something is said at all."""
    NAME = auto()
    """What something is called: nothing, for it is known by its address or by what it stands for."""
    PROSE = auto()
    """Words for people: nothing."""
    FORMER = auto()
    """What something was called before: nothing, also where words count."""


PART, BLOCK, FREE, SORTS, WORD, NUMBER = Reads.PART, Reads.BLOCK, Reads.FREE, Reads.SORTS, Reads.WORD, Reads.NUMBER
IS_THERE, NAME, PROSE, MODIFIERS = Reads.IS_THERE, Reads.NAME, Reads.PROSE, Reads.MODIFIERS
FORMER = Reads.FORMER


@dataclass(frozen=True)
class NodeReading:
    """The sign of a node in forms, and what its fields bring, in their order."""

    sign: str
    fields: tuple[Reads, ...]


def _read(sign: str, *fields: Reads) -> NodeReading:
    return NodeReading(sign, fields)


READINGS: dict[type[nodes.Node], NodeReading] = {
    # expressions
    nodes.Or: _read("or", PART),
    nodes.And: _read("and", PART),
    nodes.Negation: _read("not", PART),
    nodes.Compare: _read("compare", PART, WORD, PART),
    nodes.Plus: _read("+", PART, PART),
    nodes.Minus: _read("-", PART, PART),
    nodes.Multiply: _read("*", PART, PART),
    nodes.Divide: _read("/", PART, PART),
    nodes.PercentOf: _read("%", NUMBER, PART),
    nodes.PowerOf: _read("power of", PART, PART),
    nodes.Power: _read("power", PART, NUMBER),
    nodes.Rounding: _read("rounded", PART, WORD, WORD),
    nodes.InUnit: _read("as", PART, WORD),
    nodes.Negative: _read("negative", PART),
    nodes.FieldAccess: _read(".", PART, WORD),
    nodes.NumberLiteral: _read("number", NUMBER),
    nodes.Yes: _read("yes"),
    nodes.No: _read("no"),
    nodes.Nothing: _read("none"),
    nodes.ListLiteral: _read("list", PART),
    nodes.NumberList: _read("number list", PART, PART),
    nodes.NamedArgument: _read("named", WORD, PART),
    nodes.HighestFirst: _read("highest first", PART),
    nodes.LowestFirst: _read("lowest first", PART),
    nodes.HighestOf: _read("highest of", PART),
    nodes.LowestOf: _read("lowest of", PART),
    nodes.HighestItems: _read("highest items", PART, PART),
    nodes.LowestItems: _read("lowest items", PART, PART),
    nodes.KeepHighest: _read("keep highest", PART, PART),
    nodes.KeepLowest: _read("keep lowest", PART, PART),
    nodes.DicePool: _read("pool", PART),
    nodes.TimesDice: _read("times dice", PART, PART),
    # statements
    nodes.Guarded: _read("guarded", PART, PART),
    nodes.Let: _read("let", NAME, PART),
    nodes.LetResult: _read("let result", NAME, PART),
    nodes.Tally: _read("tally", NAME, PART, PART),
    nodes.Set: _read("set", PART, PART),
    nodes.Add: _read("add", PART, PART, PART),
    nodes.Take: _read("take", PART, PART, PART),
    nodes.NoMoreThan: _read("no more than", PART),
    nodes.NoLessThan: _read("no less than", PART),
    nodes.Append: _read("append", PART, PART),
    nodes.Setting: _read("setting", WORD, PART),
    nodes.Remove: _read("remove", PART, PROSE),
    nodes.Start: _read("start", PART, PART, WORD, PART),
    nodes.ThenEvery: _read("then every", WORD),
    nodes.Reveal: _read("reveal", PART),
    nodes.OrderSides: _read("order sides", PART, WORD),
    nodes.Win: _read("win", PART, PROSE),
    nodes.DrawnGame: _read("draw", PROSE),
    nodes.DrawLot: _read("draw lot", NAME, PART, IS_THERE, PART, PROSE, FORMER),
    nodes.Peek: _read("peek", NAME, PART, PART, IS_THERE, PART, PROSE, FORMER),
    nodes.Shuffle: _read("shuffle", PART, PART),
    nodes.Stop: _read("stop"),
    nodes.ShiftedUp: _read("plus", PART),
    nodes.ShiftedDown: _read("minus", PART),
    nodes.SecretBy: _read("in secret by", PART),
    nodes.Roll: _read("roll", NAME, PART, PART, PART, PROSE, FORMER, MODIFIERS),
    nodes.Check: _read("check", NAME, PART, PART, PART, PROSE, FORMER, PART, MODIFIERS, SORTS),
    nodes.Success: _read("success", PART),
    nodes.Natural: _read("natural", NUMBER, WORD, PART, PROSE),
    nodes.Again: _read("again", IS_THERE, PART),
    nodes.Modifier: _read("modifier", NAME, PART, PART, PROSE, PROSE),
    nodes.Raised: _read("raised", PART),
    nodes.Lowered: _read("lowered", PART),
    nodes.Halved: _read("halved", WORD),
    nodes.Doubled: _read("doubled"),
    nodes.NotBelow: _read("at least", PART),
    nodes.NotAbove: _read("at most", PART),
    nodes.ThrownAgain: _read("thrown again", NAME, PART),
    nodes.ThrownOn: _read("thrown on", NAME, PART, IS_THERE, PART),
    nodes.AddsDie: _read("adds a die", NAME, PART, IS_THERE, PART),
    nodes.CountsAs: _read("counts", NAME, PART),
    nodes.KeptDice: _read("kept dice", WORD, PART),
    nodes.RollOff: _read("each side rolls", WORD, PART, PROSE, FORMER),
    nodes.Choose: _read("choose", NAME, PART, PART, PART, SORTS, PROSE, FORMER, FREE),
    nodes.Numbers: _read("numbers", PART, PART, NUMBER),
    nodes.OrStop: _read("or stop"),
    nodes.OrNone: _read("or none", IS_THERE),
    nodes.Default: _read("default", PART),
    nodes.InSecret: _read("in secret"),
    nodes.UpTo: _read("up to", IS_THERE, PART),
    nodes.Require: _read("require", NAME, IS_THERE, PART, PROSE, PROSE),
    nodes.When: _read("when", PART, BLOCK, PART, PART),
    nodes.OtherwiseWhen: _read("otherwise when", PART, BLOCK),
    nodes.Otherwise: _read("otherwise", BLOCK),
    nodes.ForEach: _read("for each", NAME, PART, PART, SORTS, BLOCK),
    nodes.AtOnce: _read("at once"),
    nodes.ChosenBy: _read("chosen by", PART),
    nodes.ForNumbers: _read("for numbers", NAME, PART, PART, BLOCK),
    nodes.Repeat: _read("repeat", IS_THERE, PART, BLOCK),
    nodes.Step: _read("step", NAME, PROSE, PROSE, SORTS, PROSE, BLOCK),
    nodes.Phase: _read("phase", NAME, PROSE, PROSE, SORTS, PROSE, BLOCK),
    nodes.Close: _read("close", BLOCK),
    nodes.EffectsAtTheEnd: _read("effects at the end"),
    nodes.ForEachSide: _read("for each side", NAME, IS_THERE),
    nodes.AllSidesAtOnce: _read("all sides at once"),
    # definitions
    nodes.WrittenType: _read("type", PART, IS_THERE),
    nodes.NamedType: _read("named type", WORD),
    nodes.RangeType: _read("range", NUMBER, NUMBER, WORD, WORD),
    nodes.ListOfType: _read("list type", PART),
    nodes.DeckOfType: _read("deck type", WORD),
    nodes.SingleCase: _read("value", PART),
    nodes.SeveralCases: _read("cases", PROSE, PART),
    nodes.ModifiedValue: _read("modified value", PART, MODIFIERS),
    nodes.Case: _read("case", NAME, PART, PART),
    nodes.IfCase: _read("if", PART),
    nodes.OtherwiseIfCase: _read("if", PART),
    nodes.OtherwiseCase: _read("otherwise case"),
    nodes.Body: _read("body", PROSE, BLOCK),
}
"""What is read field by field."""

RESOLVED: frozenset[type[nodes.Node]] = frozenset(
    (
        nodes.Word,
        nodes.Name,
        nodes.Call,
        nodes.Lookup,
        nodes.Gathered,
        nodes.Picked,
        nodes.Grouped,
        nodes.Dice,
        nodes.GuardedUnless,
        nodes.Create,
        nodes.Do,
        nodes.Apply,
        nodes.Announce,
        nodes.Finish,
    )
)
"""What has its form from what it speaks of, and not from its fields alone."""

WITHOUT_FORM: frozenset[type[nodes.Node]] = frozenset(
    (
        # what a ruleset declares: `fingerprint` makes the form of the whole from it
        *(nodes.Define, nodes.Procedure, nodes.Effect, nodes.Advice, nodes.Option, nodes.Turn, nodes.Parameter),
        # for people
        *(nodes.Header, nodes.Cites, nodes.UnderRuling, nodes.Topic, nodes.Formerly, nodes.Apart),
        # what variants say, and what is laid before anything is hashed
        *(nodes.Amend, nodes.AmendModifier, nodes.AmendRequire, nodes.AmendCase, nodes.AmendOption, nodes.AmendRow),
        *(nodes.AmendCell, nodes.AmendPart, nodes.AmendStatement, nodes.AddModifier, nodes.AddRequire, nodes.AddPart),
        nodes.AddCase,
        *(nodes.AddStatement, nodes.WherePut, nodes.AddRow, nodes.RowValue, nodes.RowBlock, nodes.RowCells),
        *(nodes.RowCell, nodes.SplitRow, nodes.MoveElement, nodes.RemoveElement),
    )
)
"""What never stands in a form."""
