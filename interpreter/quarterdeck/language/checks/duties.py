"""Check what an author owes the reader: no digits in prose, a source for every rule, references that lead somewhere.

In: a `Checked` ruleset without faults of syntax or names. Out: findings. A game that names no documents cites none. A
phrase that is missing is a finding of the book, not of this stage; numbers in words ("three") are not seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry.grids import grid_of
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span, is_in_a_name
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.types import Boolean
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.printer import print_expression, print_unit
from quarterdeck.language.typing.meanings import Checked, ConstantValue, OptionValue

PIECE = re.compile(r"\{[^}]*\}")
DIGITS = re.compile(r"\w*\d\w*")
FIGURE = re.compile(r"\d+")
QUOTED = re.compile(r'"[^"]*"')


def check_duties(checked: Checked, findings: Findings) -> None:
    """Find digits in prose, rules without a source, and references that lead nowhere."""
    check_prose(checked, findings)
    check_sources(checked.declared, findings)
    check_references(checked.declared, findings)


# --- digits in prose


def check_prose(checked: Checked, findings: Findings) -> None:
    """Report numbers typed into words: the rule may change, and the words would not."""
    declared = checked.declared
    for word in checked.phrases:
        if isinstance(word, nodes.Word):
            digits(word.span, findings, held=partial(figures_beside, checked, word.span))
    noting = [(rule.address, rule.node.notes) for rule in declared.rules.values()]
    noting += [(option.name, option.node.notes) for option in declared.options.values()]
    for address, notes in noting:
        for note in notes:
            if isinstance(note, nodes.Apart):
                digits(note.reason.span, findings, address)
    for table in declared.tables.values():
        for key in ("note", "apart"):
            if getattr(table.shape, key):
                digits(table.document.places.value(key), findings, table.name)


def digits(span: Span, findings: Findings, rule: str = "", held: Callable[[], set[str]] = set) -> None:
    """Report the first number in a stretch of prose, but for expressions in braces and numbers of names.

    A number of a name that the rule holds as well, as `held` says, might be meant for it, and is reported.
    """
    prose = PIECE.sub(lambda found: " " * len(found.group()), span.text.strip('"'))
    begin = span.start + span.text.startswith('"')
    for found in DIGITS.finditer(prose):
        named = is_in_a_name(prose, *found.span(), may_begin=not prose.rstrip().endswith("."))
        if named and held().isdisjoint(FIGURE.findall(found.group())):
            continue
        hint = "omit it, because the book prints the rule, or write {an expression} in braces"
        findings.add(
            "QD422",
            f"`{found.group()}` is typed in words, and may become different from the rule",
            Span(span.file, begin + found.start(), begin + found.end()),
            hint=hint if named else f"{hint}; write a number of a name with its word: Type 93, 14-inch",
            rule=rule,
        )
        return


def figures_beside(checked: Checked, span: Span) -> set[str]:
    """Give the numbers of the rule in which words stand, and of the options and constants that it reads.

    Words that introduce a chapter stand beside all rules of it.
    """
    declared = checked.declared
    every: list[nodes.Node | None] = [declared.turn, *(rule.node for rule in declared.rules.values())]
    every += [option.node for option in declared.options.values()]
    units = [node for node in every if node is not None and node.span.file.path == span.file.path]
    around = [node for node in units if node.span.start <= span.start < node.span.end] or units
    texts = [print_unit(node) for node in around]
    for meaning in (checked.meanings.get(part) for node in around for part in node.walk()):
        if isinstance(meaning, OptionValue):
            texts.append(print_unit(meaning.option.node))
        elif isinstance(meaning, ConstantValue) and meaning.constant.start is not None:
            texts.append(print_expression(meaning.constant.start))
    return {figure for text in texts for figure in FIGURE.findall(QUOTED.sub("", text))}


# --- sources


def check_sources(declared: Declared, findings: Findings) -> None:
    """Report rules, tables and options that do not say where they come from."""
    if not declared.head.documents:
        return
    for address, rule in declared.rules.items():
        if rule.sort != "advice" and not (rule.cites or rule.rulings):
            hint = 'write `cites "..."` after its phrase or in the header of the file'
            unsourced(findings, f"`{rule.name}`", rule.node.path[-1].span, hint, address)
    for option in declared.options.values():
        if not (option.cites or option.rulings):
            hint = 'write `cites "..."` or `ruling ...` after it'
            unsourced(findings, f"the option `{option.name}`", option.node.name.span, hint, option.name)
    for table in declared.tables.values():
        if table.shape.source is None and not table.shape.rulings:
            span = table.document.places.value("table")
            unsourced(findings, f"the table `{table.name}`", span, "add `source:` or `rulings:`", table.name)


def unsourced(findings: Findings, what: str, span: Span, hint: str, rule: str) -> None:
    """Report something without a source."""
    findings.add("QD423", f"{what} has no source", span, hint=hint, rule=rule)


# --- references


def check_references(declared: Declared, findings: Findings) -> None:
    """Report names of documents, options, chapters and rulings that nothing bears, and rulings that nothing follows."""
    for document in declared.documents:
        for source, path in sources_in(document):
            if source.document is not None and source.document not in declared.head.documents:
                span = document.places.value(*path, "document")
                dangling(findings, "document", source.document, span, list(declared.head.documents))
        if isinstance(document.shape, shapes.RulesetHead):
            for index, chapter in enumerate(document.shape.chapters):
                is_removed = any(a.deed == "remove" and a.address.startswith(f"{chapter}.") for a in declared.amended)
                if chapter not in declared.modules and not is_removed:
                    span = document.places.value("chapters", index)
                    dangling(findings, "file of rules", chapter, span, list(declared.modules))
                if chapter in document.shape.chapters[:index]:
                    span = document.places.value("chapters", index)
                    findings.add("QD301", f"the chapter `{chapter}` is listed twice", span, hint="keep one of them")
            check_board(declared, document, document.shape.board, findings)
        if isinstance(document.shape, shapes.Rulings):
            for name, ruling in document.shape.rulings.items():
                if ruling.option is not None and ruling.option not in declared.options:
                    span = document.places.value("rulings", name, "option")
                    dangling(findings, "option", ruling.option, span, list(declared.options))
    followed = check_rulings_named(declared, findings)
    for name, (ruling, span) in declared.rulings.items():
        if name not in followed and ruling.option not in declared.options:
            hint = f"write `ruling {name}` after the rule that follows it"
            findings.add("QD424", f"no rule follows the ruling `{name}`", span, hint=hint, rule=name)


def check_board(declared: Declared, document: YamlDocument, board: shapes.Board, findings: Findings) -> None:
    """Report units and fields of the board that nobody declares."""
    for measure, unit in (("lengths", board.lengths), ("angles", board.angles)):
        if unit is not None and unit not in declared.units:
            dangling(findings, "unit", unit, document.places.value("board", measure), list(declared.units))
    check_grid(declared, document, board, findings)
    fields = [f for kind in declared.kinds.values() for f in kind.fields.values() if isinstance(f.type, Boolean)]
    for index, address in enumerate(board.off):
        if address not in [known.address for known in fields]:
            span = document.places.value("board", "off", index)
            dangling(findings, "field that is yes or no", address, span, [known.address for known in fields])


def check_grid(declared: Declared, document: YamlDocument, board: shapes.Board, findings: Findings) -> None:
    """Report what a board of hexes or squares lacks, and what is said of a board that has neither."""
    here = document.places
    if board.shape == "square" and board.diagonals is None:
        message = "a board of squares must say what a diagonal step counts as"
        hint = "write `diagonals: one`, `diagonals: two` or `diagonals: alternate`"
        findings.add("QD226", message, here.value("board"), hint=hint)
    if board.shape != "square" and board.diagonals is not None:
        message = "only a board of squares has diagonals"
        findings.add(
            "QD226", message, here.value("board", "diagonals"), hint="remove the line, or write `shape: square`"
        )
    if board.shape not in ("hex", "square") or board.directions is None:
        return
    circular = [enum.name for enum in declared.enums.values() if enum.sort == "circle"]
    if board.directions not in circular:
        dangling(findings, "circle of directions", board.directions, here.value("board", "directions"), circular)
        return
    many, needed = len(declared.enums[board.directions].members), len(grid_of(board.shape).STEPS)
    if many != needed:
        spaces = "hexes" if board.shape == "hex" else "squares"
        message = f"a board of {spaces} has {needed} directions, and `{board.directions}` has {many}"
        hint = "name them clockwise, the first towards the top of the board"
        findings.add("QD226", message, here.value("board", "directions"), hint=hint)


NOTED = (nodes.Define, nodes.Procedure, nodes.Effect, nodes.Advice, nodes.Option, nodes.Header)
"""What bears notes."""


def check_rulings_named(declared: Declared, findings: Findings) -> set[str]:
    """Give the rulings that rules and tables name; report those that do not exist."""
    followed: set[str] = set()
    for table in declared.tables.values():
        followed.update(table.shape.rulings)
        for index, name in enumerate(table.shape.rulings):
            if name not in declared.rulings:
                span = table.document.places.value("rulings", index)
                dangling(findings, "ruling", name, span, list(declared.rulings), table.name)
    known: set[nodes.Node] = set()  # what the stage of names has looked at
    for node in rules_text(declared):
        if isinstance(node, NOTED):
            known.update(node.notes)
        elif isinstance(node, nodes.UnderRuling):
            followed.update(word.text for word in node.names)
            for word in node.names if node not in known else ():
                if word.text not in declared.rulings:
                    dangling(findings, "ruling", word.text, word.span, list(declared.rulings))
    return followed


def rules_text(declared: Declared) -> Iterator[nodes.Node]:
    """Give all nodes of headers, rules, options and the turn as they are now, variants laid over."""
    headers = [module.header for module in declared.modules.values() if module.header]
    rules = [rule.node for rule in declared.rules.values()]
    options = [option.node for option in declared.options.values()]
    for node in (*headers, *rules, *options, *([declared.turn] if declared.turn else [])):
        yield from node.walk()


def sources_in(document: YamlDocument) -> Iterator[tuple[shapes.Source, Path]]:
    """Give the sources that a document names, each with its path."""
    shape = document.shape
    source = getattr(shape, "source", None)
    if isinstance(source, shapes.Source):
        yield source, ("source",)
    match shape:
        case shapes.Table(row_sources=row_sources):
            yield from ((found, ("row_sources", label)) for label, found in row_sources.items())
        case shapes.Components(kinds=kinds):
            for name, kind in kinds.items():
                for field_name, given in kind.fields.items():
                    if isinstance(given, shapes.FieldShape) and given.source is not None:
                        yield given.source, ("kinds", name, "fields", field_name, "source")
        case shapes.Examples(examples=examples):
            for index, example in enumerate(examples):
                if example.source is not None:
                    yield example.source, ("examples", index, "source")


def dangling(findings: Findings, what: str, name: str, span: Span, known: list[str], rule: str = "") -> None:
    """Report a name that nothing bears."""
    hint = did_you_mean(name, known, f"there are: {', '.join(known) or 'none'}")
    findings.add("QD424", f"there is no {what} `{name}`", span, hint=hint, rule=rule)
