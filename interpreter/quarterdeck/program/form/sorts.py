"""All values and all instructions of a program, as unions: a dispatch down to `assert_never` forgets none of them.

Instructions hold their parts by the class that all of a sort have in common, so whoever dispatches says first that it
is one of these; a test compares each union with the classes below its common one.
"""

from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val

AnyValue = (
    val.Constant | val.Local | val.Slot | val.Contents | val.Operation | val.Rescale | val.Rounded | val.Power
    | val.RoundedPower | val.Quotient | val.Numerator | val.Denominator | val.Cases | val.Defined | val.Remembered
    | val.Prepared | val.PreparedItems | val.Hooked | val.Cell | val.Things | val.Items | val.Range | val.Gathering
    | val.Ordered | val.Expected | val.Function | val.Dice | val.PoolReads | val.Lots
)  # fmt: skip
AnyInstruction = (
    op.Assign | op.Store | op.Adjust | op.Push | op.Create | op.Remove | op.EndGame | op.RankSides | op.Announce
    | op.Reveal | op.Draw | op.Modify | op.Rolled | op.Drawn | op.Result | op.RollOff | op.Sift | op.Ask | op.Call
    | op.CallRow | op.Branch | op.Loop | op.Repeat | op.Tries | op.Leave | op.Finish | op.Fault | op.Demand
    | op.OpenSpan | op.CloseSpan | op.Closing | op.PhaseBegins | op.PhaseEnds | op.Simultaneously
)  # fmt: skip
