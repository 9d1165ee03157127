"""Tellings that variants are laid over: what they speak of may be gone, and what they say may be so no more.

In: what a ruleset declares, and the file of a telling. Out: the variants that are laid over it, and whether one of them
has taken away what it names. What a layer's own file names must be there with that layer and those that it extends;
what another variant took away is no fault of the telling.
"""

from __future__ import annotations

from quarterdeck.base.leading import steps_to
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations.symbol_table import Amended, Declared
from quarterdeck.language.variants.variant_order import extended_by, head_of
from quarterdeck.language.variants.voids import is_of


def laid_over(declared: Declared, file: SourceFile) -> tuple[str, ...]:
    """Give the variants that are laid over what a file says: neither its own, nor one that its own extends."""
    heads, own = declared.variant_heads, [one for one in declared.variants if is_of(one, file, declared)]
    below = heads.keys() & steps_to(own, lambda one: extended_by(head_of(heads[one])) if one in heads else ())
    return tuple(one for one in declared.variants if one not in below)


def is_taken_away(declared: Declared, address: str, file: SourceFile) -> bool:
    """Tell whether a variant that is laid over a file has taken away what the file says is at an address."""
    others = laid_over(declared, file)
    return any(one.variant in others and _reaches(one, address) for one in declared.amended)


def _reaches(deed: Amended, address: str) -> bool:
    """Tell whether a variant did something to what was at an address, or to what that is a part of."""
    if deed.deed not in ("remove", "amend", "move"):
        return False
    return any(f"{address}.".startswith(f"{one}.") for one in (deed.address, deed.element))
