"""Where the connections of a map of areas lead, in the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from quarterdeck.language.declarations.symbol_table import Enum
from quarterdeck.prose.text.runs import Text, text


def ways_in(
    enum: Enum, words: Mapping[str, str], say: Callable[..., Text], listed: Callable[[list[Text]], Text]
) -> Iterator[Text]:
    """Say for each area where its connections lead: first both ways, then one way."""
    names = [text(words[member]) for member in enum.members]
    for area, near in enumerate(enum.links):
        both = [names[other] for other in near if area in enum.links[other]]
        ahead = [names[other] for other in near if area not in enum.links[other]]
        if both:
            yield say("area_ways", area=names[area], others=listed(both))
        if ahead:
            yield say("area_one_way", area=names[area], others=listed(ahead))
