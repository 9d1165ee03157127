"""Check that every figure that a roster reads is filled by a column: what no column fills would be made up.

In: a `Checked` ruleset. Out: findings. A field with a `start:` says itself what stands where nothing is filled in.
"""

from __future__ import annotations

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import named_together
from quarterdeck.language.checks.calls import calls_of
from quarterdeck.language.checks.state_read import StateRead
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.symbol_table import Field
from quarterdeck.language.declarations.types import begins_empty
from quarterdeck.language.typing.meanings import Checked


def check_figures_filled(checked: Checked, findings: Findings) -> None:
    """Report the figures that a roster reads, itself or in the definitions that it asks, and no column fills."""
    read = StateRead(calls_of(checked))
    for roster in checked.declared.rosters.values():
        shape, places = roster.shape, roster.document.places
        if shape.derived_from is None:
            continue
        filled = {f"{shape.kind_of_figures}.{field}" for field in shape.columns.values()}
        empty: dict[str, Field] = {}
        for reading in read.through(DefinitionKey("roster", roster.name).element):
            what = reading.what
            if not isinstance(what, Field) or what.kind != shape.kind_of_figures:
                continue
            if what.start is None and not begins_empty(what.type) and what.address not in filled:
                empty[what.address] = what
        if empty:
            is_one = len(empty) == 1
            columns = ", ".join(f"{what.name}: {what.name}" for what in empty.values())
            hint = (
                f"let {'a column' if is_one else 'columns'} fill {'it' if is_one else 'them'}, `columns: {{{columns}}}`"
            )
            hint += f", or give {'the field' if is_one else 'each field'} a `start:`"
            place = places.key("columns") if shape.columns else places.value("derived_from")
            message = f"no column fills {named_together(empty)}, which {'a rule reads' if is_one else 'rules read'}"
            findings.add("QD611", message, place, hint=hint)
