"""What can come to a fault of the rules while it is worked out or carried out."""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.values import Value


def fails(node: object, capacities: Mapping[str, int]) -> bool:
    """Tell whether a value or an instruction can come to a fault by itself, whatever its parts do.

    `capacities` says how much each field holds that is a list.
    """
    match node:
        case val.Operation(sign="there") | op.Fault() | op.Push() | op.Create():
            return True
        case op.Store(field=known, value=value):
            return known in capacities and not never_longer(value, capacities[known])
        case val.Cell(keys=keys) | op.CallRow(keys=keys):
            return any(types.may_be_none(key.type) for key in keys)
        case val.Function(type=types.Point()):
            return True  # beyond every board
    return False


def never_longer(listed: Value, capacity: int) -> bool:
    """Tell whether a list is never longer than so much, as far as that can be seen of it alone."""
    match listed:
        case val.Items(items=items):
            return len(items) <= capacity
        case val.Gathering(how="all", source=source) | val.Ordered(source=source):
            return never_longer(source, capacity)
    return isinstance(listed.type, types.ListType) and 0 < listed.type.capacity <= capacity
