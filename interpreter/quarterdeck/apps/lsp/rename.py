"""Another name for something, in all files of a game: worked out from what names lead to, and then tried.

In: a game in which nothing is wrong, what is to have another name, and that name. Out: edits by file. The game with
these edits is loaded from nothing; only where nothing more is found in it, and every name leads to where it led, are
they given. What has notes says afterwards what it was called `formerly`, for house rules, locks and saved games
elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from quarterdeck.apps.lsp.mention import Mention
from quarterdeck.apps.lsp.open_game import OpenGame, SeenGame
from quarterdeck.apps.lsp.open_games import OpenGames
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import Option, Rule, Table
from quarterdeck.language.declarations.types import EnumType
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.grammar import reserved_words
from quarterdeck.language.syntax.sorts import AnyAddressedStatement
from quarterdeck.workspace.pipeline.folders import variant_names

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LONGEST_NAME = 100
Noted = (
    nodes.Define | nodes.Procedure | nodes.Effect | nodes.Option | nodes.Phase | nodes.Modifier | AnyAddressedStatement
)
"""What may say what it was called formerly."""


class NotRenamedError(Exception):
    """Something cannot have another name; the argument says why."""


@dataclass(frozen=True)
class TextEdit:
    """A stretch of a file, and what is to stand there."""

    span: Span
    text: str


Edits = dict[Path, list[TextEdit]]


def can_be_renamed(seen: SeenGame, mention: Mention) -> Mention:
    """Give where something is declared that may have another name.

    Raises:
        NotRenamedError: it may not.
    """
    declared = seen.mentions.declared(mention.address)
    if seen.ruleset is not None and mention.address in seen.ruleset.declared.modules:
        raise NotRenamedError(
            f"{mention.address} is a file of rules, and its name is part of the address of each rule in it"
        )
    if declared is None:
        raise NotRenamedError(f"{mention.address or 'this'} is declared in no file")
    name = mention.address.rpartition(".")[2]
    if declared.span.text != name or not NAME.fullmatch(name):
        raise NotRenamedError(f"{mention.address} has no name of its own")
    path = seen.path_of(declared.span.file)
    base = seen.loaded.layers[0]
    if seen.loaded.variants and path is not None and declared.span.file in (*base.rules, *base.documents):
        raise NotRenamedError(f"{mention.address} belongs to {base.name}, which this variant extends; rename it there")
    if declared.span.file not in seen.paths:
        raise NotRenamedError(f"{mention.address} is in no file of the game")
    return declared


def renamed(workshop: OpenGames, desk: OpenGame, mention: Mention, name: str) -> Edits:
    """Give the edits that give something another name, in the game and in house rules over it.

    Raises:
        NotRenamedError: it cannot have that name, or the game would no longer mean the same.
    """
    seen = desk.looked(workshop.texts)
    declared = can_be_renamed(seen, mention)
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise NotRenamedError(
            f"{name[:LONGEST_NAME]} is not a valid name: use letters, digits and _, and begin with a letter"
        )
    if name in reserved_words():
        raise NotRenamedError(f"{name} is a word of the language; call it the_{name} or find another word")
    address, before = mention.address, declared.span.text
    if name == before:
        return {}
    games = [seen, *(one.looked(workshop.texts) for one in over(workshop, desk, before))]
    for game in games:
        if not game.is_sound:
            raise NotRenamedError(f"{game.loaded.game} has problems; fix them first, so that no place is missed")
    edits: Edits = {}
    for game in games:
        for path, found in _in_game(game, address, before, name):
            known = edits.setdefault(path, [])
            known += [edit for edit in found if edit not in known]
    for edit in _formerly(seen.elements.get(address), before):
        edits[seen.paths[edit.span.file]].append(edit)
    above = address.removesuffix(before)
    for game in games:
        _try(game, workshop.texts, edits, {address: f"{above}{name}", **_rows_named(game, address, name)})
    return edits


def _rows_named(seen: SeenGame, address: str, name: str) -> dict[str, str]:
    """Give the addresses of rows that are called as a member of an enum, and what they are when it has a name."""
    enum, _, member = address.rpartition(".")
    tables = seen.ruleset.declared.tables.values() if seen.ruleset is not None and enum else ()
    by_member = [one.name for one in tables if one.keys and one.keys[0].type == EnumType(enum)]
    return {f"{table}.{member}": f"{table}.{name}" for table in by_member}


def over(workshop: OpenGames, desk: OpenGame, name: str) -> Iterator[OpenGame]:
    """Give the games with house rules over a ruleset that may speak of a name: those that come with it, or are open."""
    if len(desk.folders) > 1:
        return
    base = desk.folders[0]
    for variant in variant_names(base):
        files = (path for path in (base / "variants" / variant).rglob("*") if path.suffix in (".rules", ".yaml"))
        if any(re.search(rf"\b{re.escape(name)}\b", path.read_text("utf-8", "replace")) for path in files):
            yield workshop.desk_at(f"{desk.game}+{variant}")
    yield from [
        one for one in workshop.desks.values() if len(one.folders) > 1 and one.folders[0] == base
        and not any(folder.is_relative_to(base / "variants") for folder in one.folders[1:])
    ]  # fmt: skip


def _in_game(seen: SeenGame, address: str, before: str, name: str) -> Iterator[tuple[Path, list[TextEdit]]]:
    found: dict[Path, list[TextEdit]] = {}
    for mention in seen.mentions.of(address):
        path = seen.path_of(mention.span.file)
        if path is not None and mention.span.text == before:
            found.setdefault(path, []).append(TextEdit(mention.span, name))
    yield from found.items()


def _formerly(element: Element | None, before: str) -> Iterator[TextEdit]:
    """Give the edit by which something says what it was called; nothing for what nobody else knows by its name."""
    if element is None:
        return
    thing = element.thing
    node = thing.node if isinstance(thing, Rule | Option) else thing
    if isinstance(thing, Rule) and thing.by_condition is not None:
        at = thing.node.span.end
        was = next((one for one in thing.node.notes if isinstance(one, nodes.Formerly)), None)
        if was is None:
            yield TextEdit(Span(thing.node.span.file, at, at), f"\nformerly: [{element.address}]")
        else:
            yield TextEdit(Span(was.span.file, was.span.start, was.span.start), f"{element.address}, ")
    elif isinstance(node, Noted):
        at = end_of_head(node)
        old = element.address if isinstance(node, nodes.Define | nodes.Procedure | nodes.Effect) else before
        yield TextEdit(Span(node.span.file, at, at), f" formerly {old}")
    elif isinstance(thing, Table):
        places = thing.document.places
        if thing.shape.formerly:
            start = places.value("formerly").start
            if not thing.document.file.text.startswith("[", start):
                raise NotRenamedError(f"put {before} into the list `formerly` of the table first")
            yield TextEdit(Span(thing.document.file, start + 1, start + 1), f"{before}, ")
        else:
            at = places.value("table").end
            yield TextEdit(Span(thing.document.file, at, at), f"\nformerly: [{before}]")


def end_of_head(node: Noted) -> int:
    """Give where the last note of what is declared ends, or would stand."""
    phrase: nodes.Node | None = getattr(node, "phrase", None) or getattr(node, "title", None)
    last = node.notes[-1] if node.notes else phrase
    if last is not None:
        return last.span.end
    match node:
        case nodes.Require(reason=reason):
            return reason.span.end
        case nodes.RollOff(dice=dice):
            return _behind(dice, r"\s*,\s*ties\s+again")
        case nodes.Define(type=kind):
            return kind.span.end
        case nodes.Option(value=value):
            return value.span.end
        case nodes.Modifier(condition=condition, change=change):
            return (condition or change).span.end
        case nodes.Roll() | nodes.Check():
            return (node.secret or node.shift or node.dice).span.end
        case nodes.Choose():
            return (node.options[-1] if node.options else node.condition or node.source).span.end
        case nodes.DrawLot():
            return (node.secret or node.or_none or node.deck).span.end
        case nodes.Peek():
            return node.count.span.end
        case nodes.Procedure(path=path) | nodes.Effect(path=path):
            return _behind(path[-1], r"\s*\([^()]*\)")
        case nodes.Phase(name=word) | nodes.Step(name=word):
            return word.span.end
        case _:
            assert_never(node)


def _behind(node: nodes.Node, pattern: str) -> int:
    """Give the end of what stands behind a node, where it fits a pattern, else of the node."""
    found = re.compile(pattern).match(node.span.file.text, node.span.end)
    return found.end() if found is not None else node.span.end


def edited(file: SourceFile, edits: Iterable[TextEdit]) -> str:
    """Give the text of a file after edits."""
    text = file.text
    for edit in sorted(edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _try(seen: SeenGame, texts: Mapping[Path, str], edits: Edits, former: Mapping[str, str]) -> None:
    """Load a game with the edits, from nothing, and see that every name leads to where it led.

    Raises:
        NotRenamedError: something is found in it that was not before, or a name leads elsewhere.
    """
    other = OpenGame(seen.loaded.game)
    mine = {path: edited(seen.files[path], found) for path, found in edits.items() if path in seen.files}
    after = other.looked({**texts, **mine})
    known = Counter(finding.code for finding in (*seen.look.findings, *seen.look.voids))
    for finding in (*after.look.findings, *after.look.voids):
        known[finding.code] -= 1
        if known[finding.code] < 0:
            raise NotRenamedError(f"{finding.message} ({finding.span}): nothing was changed")
    wanted, found = set(_leads(seen, edits, former)), set(_leads(after, {}, {}))
    for path, _, address in sorted(wanted ^ found):
        raise NotRenamedError(
            f"a name in {path.name} would no longer refer to {address}, or would newly refer to it: nothing changed"
        )


def _leads(seen: SeenGame, edits: Edits, former: Mapping[str, str]) -> Iterator[tuple[Path, int, str]]:
    """Give where names stand when edits are made, and to which address each then leads."""
    for file, mentions in seen.mentions.by_file.items():
        path = seen.paths.get(file)
        if path is None:
            continue  # figures that several games share
        moves = sorted((edit.span.end, len(edit.text) - len(edit.span.text)) for edit in edits.get(path, ()))
        for mention in mentions:
            address, start = mention.address, mention.span.start
            for before, after in former.items():
                if address == before or address.startswith(f"{before}."):
                    address = after + address[len(before) :]
            yield path, start + sum(move for end, move in moves if end <= start), address
