"""All nodes of a sort, as unions: a dispatch that ends in `assert_never` over one tells mypy which node it forgets.

Nodes hold their parts by the class that all of a sort have in common, so whoever dispatches says first that it is one
of these; a test compares each union with the classes below its common one.
"""

from quarterdeck.language.syntax import nodes

AnyExpression = (
    nodes.Or | nodes.And | nodes.Negation | nodes.Compare | nodes.Yes | nodes.No | nodes.Nothing | nodes.Name
    | nodes.NumberLiteral | nodes.Dice | nodes.Grouped | nodes.ListLiteral | nodes.FieldAccess | nodes.Call
    | nodes.Lookup | nodes.Plus | nodes.Minus | nodes.Multiply | nodes.Divide | nodes.PercentOf | nodes.Power
    | nodes.PowerOf
    | nodes.Rounding | nodes.InUnit | nodes.Negative | nodes.HighestOf | nodes.LowestOf | nodes.TimesDice
    | nodes.KeepHighest | nodes.KeepLowest | nodes.DicePool | nodes.HighestItems | nodes.LowestItems
    | nodes.NumberList
)  # fmt: skip
AnyStatement = (
    nodes.Guarded | nodes.GuardedUnless | nodes.Let | nodes.Tally | nodes.Set | nodes.Add | nodes.Take | nodes.Append
    | nodes.Create | nodes.Remove | nodes.Do | nodes.Apply | nodes.Start | nodes.Reveal | nodes.Announce
    | nodes.LetResult
    | nodes.OrderSides | nodes.Win | nodes.DrawnGame | nodes.Stop | nodes.Finish | nodes.Roll | nodes.Check
    | nodes.RollOff | nodes.Choose | nodes.Require | nodes.When | nodes.ForEach | nodes.ForNumbers | nodes.Repeat
    | nodes.Step | nodes.Close | nodes.DrawLot | nodes.Peek | nodes.Shuffle
)  # fmt: skip
AnySimpleStatement = (
    nodes.Let | nodes.LetResult | nodes.Tally | nodes.Set | nodes.Add | nodes.Take | nodes.Append | nodes.Create
    | nodes.Remove | nodes.Do | nodes.Apply | nodes.Start | nodes.Reveal | nodes.Announce | nodes.OrderSides
    | nodes.Win | nodes.DrawnGame | nodes.DrawLot | nodes.Peek | nodes.Shuffle | nodes.Stop | nodes.Finish
)  # fmt: skip
"""Statements of one line, which may stand in front of `when` and `unless`."""
AnySite = nodes.Roll | nodes.Check | nodes.RollOff | nodes.Choose | nodes.DrawLot | nodes.Peek
"""Statements through which chance or a decision comes in."""
AnyAddressedStatement = AnySite | nodes.Require | nodes.Step
"""Statements that have an address of their own, which ends with their name."""
AnyNamingStatement = (
    nodes.Let | nodes.LetResult | nodes.Tally | nodes.Roll | nodes.Check | nodes.Choose | nodes.DrawLot | nodes.Peek
)  # fmt: skip
"""Statements whose name stands for a value in what follows them."""
AnyPublicStatement = nodes.Win | nodes.DrawnGame | nodes.Announce | nodes.Reveal
AnyDeckStatement = nodes.DrawLot | nodes.Peek | nodes.Shuffle
AnyFieldChange = nodes.Set | nodes.Add | nodes.Take | nodes.Append | nodes.Start
"""Statements that give a field or a tally another value."""
AnyPlayChange = nodes.Create | nodes.Remove
"""Statements by which a thing comes into play or leaves it."""
AnyCallStatement = nodes.Do | nodes.LetResult | nodes.Apply
"""Statements that change what the called rule or row changes."""
AnyOrderChange = nodes.RollOff | nodes.OrderSides
"""Statements that put the sides in order, with a field of theirs."""
AnyUnchanging = (
    nodes.Guarded | nodes.GuardedUnless | nodes.Let | nodes.Tally | nodes.Reveal | nodes.Announce | nodes.Win
    | nodes.DrawnGame | nodes.Stop | nodes.Finish | nodes.Roll | nodes.Check | nodes.Choose | nodes.Require
    | nodes.When | nodes.ForEach | nodes.ForNumbers | nodes.Repeat | nodes.Step | nodes.Close
)  # fmt: skip
"""Statements that change nothing a rule reads, apart from the statements inside them."""
AnyPlainType = nodes.NamedType | nodes.RangeType | nodes.ListOfType | nodes.DeckOfType
AnyTotalChange = nodes.Raised | nodes.Lowered | nodes.Halved | nodes.Doubled | nodes.NotBelow | nodes.NotAbove
AnyDieChange = nodes.ThrownAgain | nodes.ThrownOn | nodes.AddsDie | nodes.CountsAs
AnyPoolChange = AnyDieChange | nodes.KeptDice
AnyModifierChange = AnyTotalChange | AnyPoolChange
AnyAmendment = (
    nodes.Amend | nodes.AmendModifier | nodes.AmendRequire | nodes.AmendCase | nodes.AmendOption | nodes.AmendRow
    | nodes.AmendCell | nodes.AmendPart | nodes.AmendStatement | nodes.AddModifier | nodes.AddRequire | nodes.AddCase
    | nodes.AddPart | nodes.AddStatement | nodes.AddRow | nodes.SplitRow | nodes.MoveElement | nodes.RemoveElement
)  # fmt: skip
