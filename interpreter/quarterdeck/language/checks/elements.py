"""The elements of a ruleset that is checked, by address: gone through once, however many ask.

In: a `Checked` ruleset, to which nothing is added. Out: what `language.declarations.addresses.elements` gives. While a
ruleset is still being laid together, that is asked itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from quarterdeck.language.declarations.addresses import Element, elements
from quarterdeck.language.typing.meanings import Checked

MOST_KEPT = 2


@lru_cache(MOST_KEPT)
def elements_of(checked: Checked) -> Mapping[str, Element]:
    """Give every element of a ruleset by its address; of several with one address the first."""
    return MappingProxyType(elements(checked.declared))
