"""All values and all instructions of a program, as unions: a dispatch down to `assert_never` forgets none of them.

Instructions hold their parts by the class that all of a sort have in common, so whoever dispatches says first that it
is one of these; a test compares each union with the classes below its common one.
"""

from quarterdeck.program.form import instructions as do
from quarterdeck.program.form import values as to

AnyValue = (
    to.Constant | to.Local | to.Slot | to.Contents | to.Operation | to.Rescale | to.Rounded | to.Power
    | to.RoundedPower | to.Quotient | to.Numerator | to.Denominator | to.Cases | to.Defined | to.Remembered
    | to.Prepared | to.PreparedItems | to.Hooked | to.Cell | to.Things | to.Items | to.Range | to.Gathering
    | to.Ordered | to.Expected | to.Function | to.Dice | to.Lots
)  # fmt: skip
AnyInstruction = (
    do.Assign | do.Store | do.Adjust | do.Push | do.Create | do.Remove | do.EndGame | do.RankSides | do.Announce
    | do.Reveal | do.Draw | do.Modify | do.Rolled | do.Drawn | do.Result | do.RollOff | do.Sift | do.Ask | do.Call
    | do.CallRow | do.Branch | do.Loop | do.Repeat | do.Tries | do.Leave | do.Finish | do.Fault | do.Demand
    | do.OpenSpan | do.CloseSpan | do.Closing | do.PhaseBegins | do.PhaseEnds | do.Sealed
)  # fmt: skip
