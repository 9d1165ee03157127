"""Changes without meaning: other names for what has no address, other orders, other words, other files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from quarterdeck.base.text import Span
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.syntax import nodes
from tests.analysis.diff.seeded.game import Change, Edit, Game, instead
from tests.analysis.diff.seeded.meaning import WORDED, in_rules

Kind = Callable[[Game], Iterator[Change]]
QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')


def comments(game: Game) -> Iterator[Change]:
    for parsed in game.pieces.files:
        for unit in parsed.units:
            span = unit.span
            yield Change("a comment", (Edit(span.file.path, span.start, span.start, "# as we play it\n\n"),))
    for document in game.pieces.documents:
        yield Change("a comment", (Edit(document.file.path, 0, 0, "# as we play it\n"),))


def moved_files(game: Game) -> Iterator[Change]:
    """Rename files and move them into folders."""
    paths = [p.file.path for p in game.pieces.files] + [
        d.file.path for d in game.pieces.documents if d.sort != "ruleset"
    ]
    for path in paths:
        folder, _, name = path.rpartition("/")
        yield Change("a file renamed", (), moved=((path, f"{folder}/aa_{name}"),))
        yield Change("a file moved", (), moved=((path, f"{folder}/zz/{name}"),))


def definitions_in_other_order(game: Game) -> Iterator[Change]:
    for parsed in game.pieces.files:
        for one, other in pairwise(parsed.units):
            yield Change(
                "definitions swapped", (instead(one.span, other.span.text), instead(other.span, one.span.text))
            )


PHRASED = nodes.Define | nodes.Procedure | nodes.Effect | nodes.Modifier | nodes.Advice | nodes.Choose


def phrases(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, PHRASED) and node.phrase is not None and node.phrase.span.text.startswith('"'):
            text = node.phrase.span.text
            yield Change("other words", (instead(node.phrase.span, f'{text[:-1]} anew"'),))
        if isinstance(node, nodes.Require) and node.reason is not None:
            yield Change("another reason", (instead(node.reason.span, f'{node.reason.span.text[:-1]} anew"'),))
        if isinstance(node, nodes.Body) and node.docs:
            yield Change("other prose", (instead(node.docs[0].span, '"Said otherwise."'),))


def brackets(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, nodes.Modifier | nodes.Require | nodes.When | nodes.IfCase) and node.condition is not None:
            span = node.condition.span
            yield Change("brackets", (instead(span, f"({span.text})"),))


def parts_in_other_order(game: Game) -> Iterator[Change]:
    adding = nodes.Raised | nodes.Lowered
    for node in in_rules(game):
        parts: tuple[nodes.Node, ...] = ()
        if isinstance(node, nodes.Roll | nodes.Check):
            parts = tuple(m for m in node.modifiers if isinstance(m.change, adding))
            if len(parts) != len(node.modifiers):
                parts = ()
        if isinstance(node, nodes.Choose):
            parts = node.requirements
        for one, other in pairwise(parts):
            yield Change("parts swapped", (instead(one.span, other.span.text), instead(other.span, one.span.text)))


def _renamed(text: str, old: str, new: str) -> str:
    """Give rules text in which a local is called otherwise, also in the braces of what is said."""
    word = re.compile(rf"(?<![\w.]){re.escape(old)}(?!\w)(?!\s*:\s)")

    def in_braces(found: re.Match[str]) -> str:
        return re.sub(r"\{[^}]*\}", lambda braces: word.sub(new, braces[0]), found[0])

    pieces, at = [], 0
    for found in QUOTED.finditer(text):
        pieces += [word.sub(new, text[at : found.start()]), in_braces(found)]
        at = found.end()
    return "".join((*pieces, word.sub(new, text[at:])))


def _known(game: Game) -> set[str]:
    declared = game.declared
    names = {name for rule in declared.rules.values() for name in rule.address.split(".")}
    names |= {*declared.enums, *declared.arcs, *declared.options, *declared.tables, *declared.constants, "game", "side"}
    names |= {member for enum in declared.enums.values() for member in enum.members}
    return names | {kind.many for kind in declared.kinds.values()} | {kind.one for kind in declared.kinds.values()}


def locals_renamed(game: Game) -> Iterator[Change]:
    known = _known(game)
    for rule in game.declared.rules.values():
        words: dict[str, str] = {}
        inputs = {parameter.name for parameter in rule.parameters}
        for node in rule.node.walk():
            match node:
                case nodes.Let(name=word) | nodes.Tally(name=word):
                    words[word.text] = "a value"
                case nodes.ForNumbers(variable=word) | nodes.Gathered(variable=word):
                    words[word.text] = "a variable"
                case nodes.ForEach(variable=word, options=options) if not options:
                    words[word.text] = "a variable"
        sites = {n.name.text for n in rule.node.walk() if isinstance(n, nodes.Roll | nodes.Check | nodes.Choose)}
        span = rule.node.span
        for name, sort in words.items():
            if name not in known | inputs | sites:
                text = span.text.replace(f"tally {name}:", f"tally {name}_anew:")
                yield Change(f"{sort} renamed", (instead(span, _renamed(text, name, f"{name}_anew")),))


def inputs_renamed(game: Game) -> Iterator[Change]:
    known = _known(game)
    named = {n.name.text for n in in_rules(game) if isinstance(n, nodes.NamedArgument)}
    named |= {
        n.name.text
        for table in game.declared.tables.values()
        for row in table.rows
        for cell in row.cells
        for statement in cell.statements
        for n in statement.walk()
        if isinstance(n, nodes.NamedArgument)
    }
    for rule in game.declared.rules.values():
        if isinstance(rule.node, nodes.Advice):
            continue
        for parameter in rule.node.parameters:
            word, span = parameter.name.text, rule.node.span
            if word in known | named or re.search(
                rf"\w {word} ", span.text.split("=")[0].split('"')[1:2][0] if '"' in span.text else ""
            ):
                continue
            local = {n.name.text for n in rule.node.walk() if isinstance(n, nodes.Let | nodes.Roll | nodes.Check)}
            if word not in local:
                begin = parameter.name.span.start - span.start
                text = _renamed(span.text[begin:].replace(f"{word}:", f"{word}_anew:", 1), word, f"{word}_anew")
                head = _renamed(span.text[:begin], word, f"{word}_anew") if begin > 200 else span.text[:begin]
                yield Change("an input renamed", (instead(span, head + text),))


def keys_renamed(game: Game) -> Iterator[Change]:
    for document in game.declared.of_sort("table"):
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Table)
        if any(isinstance(row, str) and re.search(r"[a-z]", row) for row in shape.rows.values()):
            continue  # a cell may speak of a key
        for name in shape.key:
            if not shape.columns or name not in shape.columns:
                spans = [
                    places.keys[p] for p in (("key", name), ("words", name), ("monotone", name)) if p in places.keys
                ]
                yield Change("a key renamed", tuple(instead(span, f"{name}_anew") for span in spans))


def _entry(document: YamlDocument, path: Path) -> Span:
    return document.places.keys[path].to(document.places.values[path])


def rows_in_other_order(game: Game) -> Iterator[Change]:
    for document in game.pieces.documents:
        groups: dict[Path, list[Path]] = {}
        for path in document.places.keys:
            is_row = path[:1] == ("rows",) and len(path) == 2
            is_field = len(path) == 4 and path[0] == "kinds" and path[2] == "fields"
            is_thing = document.sort == "roster" and path[:1] in (("things",), ("columns",)) and len(path) == 2
            is_setting = document.sort == "scenario" and path[:1] == ("constants",) and len(path) == 2
            if is_row or is_field or is_thing or is_setting:
                groups.setdefault(path[:-1], []).append(path)
        for paths in groups.values():
            for one, other in pairwise(paths):
                first, second = _entry(document, one), _entry(document, other)
                if "\n" not in first.text and "\n" not in second.text:
                    yield Change("entries swapped", (instead(first, second.text), instead(second, first.text)))


def prose_of_documents(game: Game) -> Iterator[Change]:
    for document in game.pieces.documents:
        for path, span in document.places.values.items():
            of_prose = path and path[-1] in (
                WORDED - {"one", "source", "rulings", "topic", "documents", "not_encoded", "row_sources"}
            )
            if (
                of_prose
                and span.text[:1] != "{"
                and "\n" not in span.text
                and document.sort != "ledger"
                and isinstance(path[-1], str)
            ):
                quoted = span.text[:1] in "\"'"
                text = f"{span.text[:-1]} anew{span.text[-1]}" if quoted else f"{span.text} anew"
                what = "a side's title" if path[:1] == ("sides",) else f"the {path[-1]} of a {document.sort}"
                yield Change(what, (instead(span, text),))
            if (
                document.sort == "rulings"
                and path
                and path[-1] in ("answer", "reason", "question")
                and "\n" not in span.text
            ):
                quoted = span.text[:1] in "\"'"
                text = f"{span.text[:-1]} anew{span.text[-1]}" if quoted else f"{span.text} anew"
                yield Change("the text of a ruling", (instead(span, text),))


def other_columns(game: Game) -> Iterator[Change]:
    for roster in game.declared.rosters.values():
        file = game.declared.files_of_figures.get(roster.shape.derived_from or "")
        if file is None:
            continue
        lines = file.text.rstrip("\n").split("\n")
        yield Change(
            "rows of a file swapped",
            (Edit(file.path, 0, len(file.text), "\n".join([lines[0], *reversed(lines[1:])]) + "\n"),),
        )
        wider = "\n".join([f"{lines[0]},remark", *(f"{line},x" for line in lines[1:])])
        yield Change("a column more", (Edit(file.path, 0, len(file.text), f"{wider}\n"),))


def examples(game: Game) -> Iterator[Change]:
    for document in game.pieces.documents:
        if document.sort in ("examples", "example", "questions", "ledger"):
            for path, span in document.places.values.items():
                if path[-1:] == ("title",) and "\n" not in span.text:
                    yield Change("the title of an example or question", (instead(span, '"said otherwise"'),))


KINDS: tuple[Kind, ...] = (
    comments, moved_files, definitions_in_other_order, phrases, brackets, parts_in_other_order, locals_renamed,
    inputs_renamed, keys_renamed, rows_in_other_order, prose_of_documents, other_columns, examples,
)  # fmt: skip
