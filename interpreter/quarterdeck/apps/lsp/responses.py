"""What is answered to the requests of an editor, by the protocol's name of each.

In: the workshop, a file, and what the protocol says of the request. Out: values of the protocol.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from quarterdeck.apps.lsp.completion_in_documents import DocumentsReader
from quarterdeck.apps.lsp.completion_in_rules import RulesReader
from quarterdeck.apps.lsp.completions import ProposalSort
from quarterdeck.apps.lsp.hover import words_at
from quarterdeck.apps.lsp.mention import Mention
from quarterdeck.apps.lsp.open_game import OpenGame, SeenGame
from quarterdeck.apps.lsp.open_games import OpenGames
from quarterdeck.apps.lsp.protocol import Translator
from quarterdeck.apps.lsp.rename import NotRenamedError, can_be_renamed, renamed
from quarterdeck.apps.lsp.repairs import repairs_of
from quarterdeck.apps.lsp.signatures import signature_at
from quarterdeck.apps.lsp.symbols import Listed, listed_in
from quarterdeck.apps.lsp.targets_in_rules import name_span
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.syntax.printer import format_file

Answer = Callable[[OpenGames, Translator, Path, Any], Any]


class NoAnswerForEditorError(Exception):
    """What was asked for is sound and cannot be done; the argument says why."""


@dataclass(frozen=True)
class AskedPlace:
    """A place that a request is about: in a file of a game as it is now."""

    desk: OpenGame
    seen: SeenGame
    file: SourceFile
    offset: int

    @property
    def mention(self) -> Mention | None:
        """Give what is spoken of there."""
        return self.seen.mentions.at(self.file, self.offset)


def asked_at(workshop: OpenGames, translator: Translator, path: Path, position: lsp.Position) -> AskedPlace | None:
    """Give the place that a request is about; none where no game has the file, or the file no such line."""
    desk, seen = workshop.desk_of(path), workshop.seen(path)
    file = seen.files.get(path) if seen is not None else None
    offset = translator.offset(file, position) if file is not None else None
    if desk is None or seen is None or file is None or offset is None:
        return None
    return AskedPlace(desk, seen, file, offset)


def mentioned(
    workshop: OpenGames, translator: Translator, path: Path, params: Any
) -> tuple[AskedPlace, Mention] | None:
    """Give what is spoken of at the place of a request, with the place."""
    asked = asked_at(workshop, translator, path, params.position)
    mention = asked.mention if asked is not None else None
    return (asked, mention) if asked is not None and mention is not None else None


def hover(workshop: OpenGames, translator: Translator, path: Path, params: lsp.HoverParams) -> lsp.Hover | None:
    """Say what a name is."""
    asked = asked_at(workshop, translator, path, params.position)
    found = words_at(asked.seen, asked.desk.sound, asked.file, asked.offset) if asked is not None else None
    if found is None:
        return None
    words, mention = found
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, words), translator.range(mention.span))


def located(translator: Translator, seen: SeenGame, mentions: Iterable[Mention]) -> list[lsp.Location]:
    """Give where mentions stand."""
    found = (translator.location(seen, one.span) for one in mentions)
    return [place for place in found if place is not None]


def definition(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.DefinitionParams
) -> list[lsp.Location]:
    """Say where something is declared."""
    found = mentioned(workshop, translator, path, params)
    declared = found[0].seen.mentions.declared(found[1].address) if found else None
    return located(translator, found[0].seen, [declared]) if found and declared is not None else []


def references(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.ReferenceParams
) -> list[lsp.Location]:
    """Say where something is spoken of, in all files of the game."""
    found = mentioned(workshop, translator, path, params)
    if found is None:
        return []
    every = found[0].seen.mentions.of(found[1].address)
    wanted = [one for one in every if params.context.include_declaration or not one.declares]
    return located(translator, found[0].seen, wanted)


def highlights(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.DocumentHighlightParams
) -> list[lsp.DocumentHighlight]:
    """Say where something is spoken of in the same file."""
    found = mentioned(workshop, translator, path, params)
    every = found[0].seen.mentions.of(found[1].address) if found else []
    kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
    return [
        lsp.DocumentHighlight(translator.range(one.span), kinds[one.declares])
        for one in every
        if found and one.span.file == found[0].file
    ]


# --- what stands in a file

MOST_SYMBOLS = 500
"""Symbols that one query brings."""
UNLISTED = frozenset(["statement"])
"""Sorts of elements without a name of their own."""
SYMBOLS: Mapping[str, lsp.SymbolKind] = {
    "define": lsp.SymbolKind.Function,
    "procedure": lsp.SymbolKind.Method,
    "effect": lsp.SymbolKind.Event,
    "advice": lsp.SymbolKind.Interface,
    "option": lsp.SymbolKind.Property,
    "constant": lsp.SymbolKind.Constant,
    "enum": lsp.SymbolKind.Enum,
    "kind": lsp.SymbolKind.Class,
    "field": lsp.SymbolKind.Field,
    "table": lsp.SymbolKind.Array,
    "turn": lsp.SymbolKind.Module,
    "phase": lsp.SymbolKind.Namespace,
    "step": lsp.SymbolKind.Namespace,
    "roll": lsp.SymbolKind.Operator,
    "modifier": lsp.SymbolKind.Number,
    "require": lsp.SymbolKind.Boolean,
    "choice": lsp.SymbolKind.TypeParameter,
}


def symbols(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.DocumentSymbolParams
) -> list[lsp.DocumentSymbol]:
    """List what a file holds."""
    del params
    seen = workshop.seen(path)
    file = seen.files.get(path) if seen is not None else None
    return list(_symbols(translator, listed_in(seen, file))) if seen is not None and file is not None else []


def _symbols(translator: Translator, listed: Iterable[Listed]) -> Iterator[lsp.DocumentSymbol]:
    for one in listed:
        yield lsp.DocumentSymbol(
            name=one.element.name,
            kind=SYMBOLS.get(one.element.sort, lsp.SymbolKind.Object),
            range=translator.range(one.span),
            selection_range=translator.range(one.name),
            detail=one.element.sort,
            children=list(_symbols(translator, one.parts)),
        )


def workspace_symbols(
    workshop: OpenGames, translator: Translator, _path: Path, params: lsp.WorkspaceSymbolParams
) -> list[lsp.WorkspaceSymbol]:
    """List what all open games declare, if its address holds the letters of the query in their order."""
    wanted = re.compile(".*?".join(map(re.escape, params.query.replace(" ", ""))), re.IGNORECASE)
    if workshop.game:
        workshop.desk_at(workshop.game)
    found: dict[tuple[str, str], lsp.WorkspaceSymbol] = {}
    for desk in list(workshop.desks.values()):
        seen = desk.looked(workshop.texts)
        for address, element in seen.elements.items():
            if element.sort in UNLISTED or len(found) >= MOST_SYMBOLS or wanted.search(address) is None:
                continue
            place = translator.location(seen, name_span(element))
            if place is not None:
                kind = SYMBOLS.get(element.sort, lsp.SymbolKind.Object)
                found[address, place.uri] = lsp.WorkspaceSymbol(
                    place, element.name, kind, container_name=element.parent
                )
    return list(found.values())


# --- what may be written


def code_actions(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.CodeActionParams
) -> list[lsp.CodeAction]:
    """Give the repairs of what is found at a place, as far as hints name them."""
    seen = workshop.seen(path)
    file = seen.files.get(path) if seen is not None else None
    wanted = params.context.only
    if seen is None or file is None or (wanted is not None and lsp.CodeActionKind.QuickFix not in wanted):
        return []
    first, last = (translator.offset(file, end) for end in (params.range.start, params.range.end))
    actions = []
    for finding in seen.found().get(path, []):
        if first is None or last is None or finding.span.end < first or finding.span.start > last:
            continue
        repairs = repairs_of(finding)
        for fix in repairs:
            edit = lsp.TextEdit(translator.range(fix.span), fix.text)
            actions.append(
                lsp.CodeAction(
                    fix.title,
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[translator.diagnostic(finding, seen)],
                    is_preferred=len(repairs) == 1,
                    edit=lsp.WorkspaceEdit(changes={translator.uri(path): [edit]}),
                )
            )
    return actions


def signature_help(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.SignatureHelpParams
) -> lsp.SignatureHelp | None:
    """Say what the rule or function takes whose brackets are open at a place, and which input is being written."""
    desk, file = workshop.desk_of(path), workshop.file_at(path)
    offset = translator.offset(file, params.position) if file is not None else None
    if desk is None or file is None or offset is None or path.suffix != ".rules":
        return None
    seen = desk.sound or desk.seen or desk.looked(workshop.texts)
    found = signature_at(seen.ruleset.declared, file.text, offset) if seen.ruleset is not None else None
    if found is None:
        return None
    inputs = [lsp.ParameterInformation(one) for one in found.inputs]
    signature = lsp.SignatureInformation(found.label, found.words or None, inputs, found.active)
    return lsp.SignatureHelp([signature], 0, found.active)


def formatting(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.DocumentFormattingParams
) -> list[lsp.TextEdit] | None:
    """Give what makes a file of rules read as `quarterdeck fmt` writes it; other files belong to other formatters."""
    del params
    file = workshop.file_at(path)
    if file is None or path.suffix != ".rules":
        return None
    span, text = changed_lines(file, format_file(file))
    return [lsp.TextEdit(translator.range(span), text)] if span.text != text else []


def changed_lines(file: SourceFile, text: str) -> tuple[Span, str]:
    """Give the lines in which a text differs from a file, from the first to the last, and what stands there in it."""
    before, after = file.text.splitlines(keepends=True), text.splitlines(keepends=True)
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    last = next((at for at in range(shorter - first) if before[-1 - at] != after[-1 - at]), shorter - first)
    start, end = sum(map(len, before[:first])), len(file.text) - sum(map(len, before[len(before) - last :]))
    return Span(file, start, end), "".join(after[first : len(after) - last])


ITEMS: Mapping[ProposalSort, lsp.CompletionItemKind] = {
    "local": lsp.CompletionItemKind.Variable,
    "field": lsp.CompletionItemKind.Field,
    "rule": lsp.CompletionItemKind.Function,
    "table": lsp.CompletionItemKind.Struct,
    "option": lsp.CompletionItemKind.Property,
    "constant": lsp.CompletionItemKind.Constant,
    "member": lsp.CompletionItemKind.EnumMember,
    "kind": lsp.CompletionItemKind.Class,
    "address": lsp.CompletionItemKind.Reference,
    "function": lsp.CompletionItemKind.Function,
    "keyword": lsp.CompletionItemKind.Keyword,
    "key": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.Value,
}


def completion(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.CompletionParams
) -> lsp.CompletionList | None:
    """Say what may be written next; the game is taken as it was when nothing was wrong with it, if it ever was."""
    desk, file = workshop.desk_of(path), workshop.file_at(path)
    offset = translator.offset(file, params.position) if file is not None else None
    if desk is None or file is None or offset is None:
        return None
    seen = desk.sound or desk.seen or desk.looked(workshop.texts)
    if seen.ruleset is None:
        return None
    declared = seen.ruleset.declared
    if path.suffix == ".rules":
        found = RulesReader(seen, declared, file, offset).proposals()
    else:
        found = DocumentsReader(declared, file, offset).proposals()
    typed = translator.range(Span(file, found.start, offset))
    items = [
        lsp.CompletionItem(
            label=one.text,
            kind=ITEMS[one.sort],
            detail=one.detail or one.sort,
            sort_text=f"{one.rank:02}",
            text_edit=lsp.TextEdit(typed, one.text),
        )
        for one in found.found
    ]
    return lsp.CompletionList(is_incomplete=not found.is_whole, items=items)


# --- other names


def prepare_rename(
    workshop: OpenGames, translator: Translator, path: Path, params: lsp.PrepareRenameParams
) -> lsp.PrepareRenamePlaceholder | None:
    """Say which words would have another name."""
    found = mentioned(workshop, translator, path, params)
    if found is None:
        return None
    asked, mention = found
    try:
        declared = can_be_renamed(asked.seen, mention)
    except NotRenamedError as error:
        raise NoAnswerForEditorError(str(error)) from None
    return lsp.PrepareRenamePlaceholder(translator.range(mention.span), declared.span.text)


def rename(workshop: OpenGames, translator: Translator, path: Path, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    """Give something another name, in all files of the game and of house rules over it."""
    found = mentioned(workshop, translator, path, params)
    if found is None:
        raise NoAnswerForEditorError("there is no name here to rename")
    asked, mention = found
    try:
        edits = renamed(workshop, asked.desk, mention, params.new_name)
    except NotRenamedError as error:
        raise NoAnswerForEditorError(str(error)) from None
    changes = {
        translator.uri(where): [lsp.TextEdit(translator.range(one.span), one.text) for one in listed]
        for where, listed in edits.items()
    }
    return lsp.WorkspaceEdit(changes=changes)


ANSWERS: Mapping[str, tuple[Answer, Any]] = {
    lsp.TEXT_DOCUMENT_HOVER: (hover, None),
    lsp.TEXT_DOCUMENT_DEFINITION: (definition, None),
    lsp.TEXT_DOCUMENT_REFERENCES: (references, None),
    lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (highlights, None),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (symbols, None),
    lsp.TEXT_DOCUMENT_FORMATTING: (formatting, None),
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: (prepare_rename, None),
    lsp.TEXT_DOCUMENT_RENAME: (rename, lsp.RenameOptions(prepare_provider=True)),
    lsp.TEXT_DOCUMENT_CODE_ACTION: (code_actions, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])),
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP: (signature_help, lsp.SignatureHelpOptions(["(", ","])),
    lsp.WORKSPACE_SYMBOL: (workspace_symbols, None),
    lsp.TEXT_DOCUMENT_COMPLETION: (completion, lsp.CompletionOptions(trigger_characters=["."])),
}
"""By the name of each request who answers it, and what the editor is told about that beforehand."""
