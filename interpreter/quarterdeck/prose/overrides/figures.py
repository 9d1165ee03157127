"""What the prose of a telling names and says that is not there: addresses, and figures of no rule that it tells.

In: a `Checked` ruleset and a `RuleOverride`. Out: addresses and figures, in their order. Whether that is a fault of the
telling or the work of a variant that is laid over it is for `faults` and `pins`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from quarterdeck.base.text import is_in_a_name
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.words import NUMBER_WORDS
from quarterdeck.prose.overrides.markdown import Interpolated, Link, Piece, Words
from quarterdeck.prose.overrides.rule_overrides import RuleOverride, members_named, rests_on

QUOTED = re.compile(r'"[^"]*"')
FIGURE = re.compile(r"(?<![\w.])\d*d?\d+(?:\.\d+)?(?!\w)")
WORDS_OF_NUMBERS = {word: str(number) for number, word in enumerate(NUMBER_WORDS) if number > 1}


def leads_nowhere(pieces: Iterable[Piece], known: Mapping[str, Element]) -> Iterator[str]:
    """Give the addresses in prose at which there is nothing."""
    for piece in pieces:
        if isinstance(piece, Link | Interpolated) and piece.address not in known:
            yield piece.address


def figures_in(prose: str) -> list[str]:
    """Give the numbers in prose, but for those of names: `Type 93`, `14-inch`."""
    return [found[0] for found in FIGURE.finditer(prose) if not is_in_a_name(prose, *found.span())]


def figures_of_nothing(checked: Checked, tale: RuleOverride, known: Mapping[str, Element]) -> Iterator[str]:
    """Give the numbers in the prose that stand in nothing that it tells."""
    founded: set[str] = set()
    for address in rests_on(checked, tale) if tale.is_pinned else ():
        if address in known:
            founded.update(FIGURE.findall(QUOTED.sub("", text_of(known[address])).replace("..", " ")))
            founded.update(FIGURE.findall(" ".join(members_named(checked, known[address]))))
    for piece in tale.pieces:
        if isinstance(piece, Words | Link):
            said = [*figures_in(piece.text), *re.findall(r"[a-z]+", piece.text.lower())]
            for one in said:
                figure = WORDS_OF_NUMBERS.get(one, one if one[-1].isdigit() else "")
                if figure and figure not in founded:
                    yield one
