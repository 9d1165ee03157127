"""What is said of a name that somebody points at: what it is, its text, what the book prints of it, its chances.

In: a game as it was seen, and as it was when nothing was wrong with it. Out: Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from quarterdeck.apps.lsp.chances import Chances, chances_in_questions, throw_of
from quarterdeck.apps.lsp.mention import FUNCTION, Mention
from quarterdeck.apps.lsp.open_game import SeenGame
from quarterdeck.base.decimals import percent, rounded
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.builtins import FUNCTIONS
from quarterdeck.language.declarations.types import RollType, Type
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.language.syntax import nodes
from quarterdeck.prose.english.english_writer import said

MOST_LINES = 24
"""So many lines of a text or of the English are shown."""
MOST_OUTCOMES = 16
"""So many outcomes of a throw are shown; of more their middle and their ends."""
UNTOLD = frozenset("statement example roster scenario thing ruleset plugin hook".split())
"""Sorts of elements of which the book prints nothing short."""


def words_at(seen: SeenGame, sound: SeenGame | None, file: SourceFile, offset: int) -> tuple[str, Mention] | None:
    """Give what is said of the name at an offset, and where it stands."""
    mention = seen.mentions.at(file, offset)
    if mention is None:
        dice = seen.dice_at(file, offset)
        thrown = throw_of(dice) if dice is not None else None
        if dice is None or thrown is None:
            return None
        return "\n\n".join(_table(thrown.chances(f"`{dice.span.text}`"))), Mention(dice.span, "")
    parts = [part for part in _parts(seen, sound, mention) if part]
    return ("\n\n".join(parts), mention) if parts else None


def _parts(seen: SeenGame, sound: SeenGame | None, mention: Mention) -> Iterator[str]:
    address = mention.address
    if address.startswith(FUNCTION):
        function = FUNCTIONS[address.removeprefix(FUNCTION)]
        yield f"**{function.name}**({', '.join(name for name, _ in function.takes)}), a function of the language"
        yield function.doc
        return
    element = seen.elements.get(address)
    kind = type_at(seen, mention)
    sort = element.sort if element is not None else sort_of(seen, mention)
    yield f"**{address}**{f', {sort}' if sort else ''}{f': `{kind}`' if kind is not None else ''}"
    if element is None:
        declared = seen.mentions.declared(address)
        is_row = declared is not None and declared.span.file.path.endswith(".csv")
        yield fenced(row_around(declared.span)) if declared is not None and is_row else words_of_input(seen, address)
        return
    yield fenced(text_of(element))
    yield english(sound, element)
    if element.sort == "roll":
        yield from chances(sound, element)


def type_at(seen: SeenGame, mention: Mention) -> Type | None:
    """Give the type of what is spoken of: of the expression there, or where its name is made known."""
    checked = seen.loaded.checked
    assert checked is not None
    own = [mention, *(one for one in seen.mentions.of(mention.address) if one.span.file == mention.span.file)]
    found = [
        checked.types.get(one.node) for one in own if one.node is not None and not isinstance(one.node, nodes.Call)
    ]
    return next((kind for kind in found if kind is not None and not isinstance(kind, RollType)), None)


def row_around(span: Span) -> str:
    """Give the header of a file of figures, and the row that a place is in."""
    return "\n".join((span.file.line(1), span.file.line(span.line)))


def sort_of(seen: SeenGame, mention: Mention) -> str:
    """Give of which sort something is that is no element: a local name by what makes it known, a member by its enum."""
    declared = seen.mentions.declared(mention.address)
    match declared.node if declared is not None else None:
        case nodes.Parameter():
            return "input"
        case nodes.Let() | nodes.LetResult() | nodes.Tally():
            return "local value"
        case nodes.Node():
            return "local name"
    enum = mention.address.partition(".")[0]
    return f"member of {enum}" if seen.ruleset is not None and enum in seen.ruleset.declared.enums else ""


def words_of_input(seen: SeenGame, address: str) -> str:
    """Give the words of an input or of a member of an enum."""
    assert seen.ruleset is not None
    declared = seen.ruleset.declared
    home, _, name = address.rpartition(".")
    inputs = declared.rules[home].parameters if home in declared.rules else ()
    if home in declared.enums:
        return declared.enums[home].words.get(name, "")
    return next((one.words for one in inputs if one.name == name), "")


def english(sound: SeenGame | None, element: Element) -> str:
    """Give what the book prints of an element, as the game was when nothing was wrong with it."""
    if sound is None or element.address not in sound.elements or element.sort in UNTOLD:
        return ""
    assert sound.ruleset is not None
    return "\n".join(quoted(said(sound.ruleset.checked, element.address)))


def chances(sound: SeenGame | None, element: Element) -> Iterator[str]:
    """Give the chances of a roll: of its dice, where they are plain, and in the questions that come to it."""
    assert isinstance(element.thing, nodes.Node)
    thrown = throw_of(element.thing)
    if thrown is not None:
        yield from _table(thrown.chances("The dice alone"))
    if sound is not None and sound.ruleset is not None and element.address in sound.elements:
        if element.address not in sound.chances:
            known = sound.elements[element.address]
            sound.chances[element.address] = tuple(chances_in_questions(sound.ruleset, known))
        for one in sound.chances[element.address]:
            yield from _table(one)


# --- Markdown


def fenced(text: str) -> str:
    """Give a text as it is written, or its first lines."""
    lines = text.split("\n")
    more = [f"# {len(lines) - MOST_LINES} lines more"] if len(lines) > MOST_LINES else []
    return "\n".join(["```quarterdeck", *lines[:MOST_LINES], *more, "```"])


def quoted(text: str) -> Iterator[str]:
    """Give what the book prints: lines stay lines, and what is indented stays so."""
    lines = [line for line in text.split("\n") if line.strip()]
    for line in lines[:MOST_LINES]:
        inner = line.lstrip()
        blanks = "\u00a0" * (2 * (len(line) - len(inner)))
        yield f"> {blanks}{escaped(inner)}  "
    if len(lines) > MOST_LINES:
        yield f"> and {len(lines) - MOST_LINES} lines more"


def escaped(text: str) -> str:
    """Give words in which nothing is taken for Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|~" else sign for sign in text)


def _table(found: Chances) -> Iterator[str]:
    outcomes = list(found.outcomes)
    shown = (
        outcomes if len(outcomes) <= MOST_OUTCOMES else outcomes[: MOST_OUTCOMES // 2] + outcomes[-MOST_OUTCOMES // 2 :]
    )
    mean = f", on average {rounded(found.mean, 4)}" if found.mean is not None else ""
    yield f"{found.heading}{mean}"
    yield "\n".join(_rows(shown, len(shown) < len(outcomes)))


def _rows(shown: Iterable[tuple[str, Fraction]], is_cut: bool) -> Iterator[str]:
    yield "| | |"
    yield "|---|---:|"
    for place, (words, chance) in enumerate(shown):
        if is_cut and place == MOST_OUTCOMES // 2:
            yield "| … | |"
        yield f"| {escaped(words)} | {percent(chance)} |"
