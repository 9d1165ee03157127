"""Changes of meaning: each kind gives all places of a game where it can be made, with the address that it changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import ADVICE, is_on_choice
from quarterdeck.language.declarations.symbol_table import Declared, Rule
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.syntax import nodes
from tests.analysis.diff.seeded.game import Change, Game, instead

Kind = Callable[[Game], Iterator[Change]]
NUMBER = re.compile(r"-?\d+(\.\d+)?")
TURNED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
WORDED = frozenset("words one title note source topic row_sources rulings era edition documents by not_encoded".split())
"""Keys of documents that hold prose."""
NAMED = frozenset("many members circle ladder seen_by changed_by kind_of_figures derived_from apart logs".split())
"""Keys of documents that hold names of which others make use."""


def in_rules(game: Game) -> Iterator[nodes.Node]:
    """Give every node of the rules that is no note."""
    for parsed in game.pieces.files:
        for unit in parsed.units:
            notes = {part for note in unit.walk() if isinstance(note, nodes.Note) for part in note.walk()}
            yield from (node for node in unit.walk() if node not in notes)


def numbers_in_rules(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, nodes.NumberLiteral) and "." not in node.span.text:
            yield Change("a number", (instead(node.span, str(int(node.span.text) + 1)),), game.holder(node.span))


def conditions(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, nodes.Modifier | nodes.Require | nodes.When | nodes.IfCase) and node.condition is not None:
            span = node.condition.span
            yield Change("a condition", (instead(span, f"not ({span.text})"),), game.holder(span))


def dice(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, nodes.Dice) and (sides := {"6": "20", "12": "6", "20": "6"}.get(node.span.text[-1])):
            yield Change("dice", (instead(node.span, node.span.text[:-1] + sides),), game.holder(node.span))


def comparisons(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, nodes.Compare) and node.sign.text in TURNED:
            yield Change("a comparison", (instead(node.sign.span, TURNED[node.sign.text]),), game.holder(node.span))


def roundings(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, nodes.Rounding) and "rounded" in node.how.span.text:
            way = "up" if "down" in node.how.text else "down"
            yield Change("a rounding", (instead(node.how.span, f"rounded {way}"),), game.holder(node.span))


def members(game: Game) -> Iterator[Change]:
    others = {
        member: enum.members[(place + 1) % len(enum.members)]
        for enum in game.declared.enums.values()
        for place, member in enumerate(enum.members)
        if len(enum.members) > 1
    }
    for node in in_rules(game):
        if (
            isinstance(node, nodes.Compare)
            and isinstance(node.right, nodes.Name)
            and node.sign.text in ("is", "is not")
        ):
            word = node.right.word
            if word.text in others:
                yield Change("a member", (instead(word.span, others[word.text]),), game.holder(node.span))


def removed_parts(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, nodes.Modifier | nodes.Require) and _is_a_line(game, node):
            address = game.holder(node.span)
            yield Change(f"a {type(node).__name__.lower()} gone", (_line_gone(game, node),), address)


def added_parts(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        if isinstance(node, nodes.Modifier | nodes.Require) and _is_a_line(game, node):
            holder, _, name = game.holder(node.span).rpartition(".")
            text = game.files[node.span.file.path].text
            start = text.rfind("\n", 0, node.span.start) + 1
            line = text[start : node.span.end]
            other = line.replace(f"{name}:", f"{name}_anew:", 1)
            edit = instead(type(node.span)(node.span.file, start, start), f"{other}\n")
            yield Change(f"a {type(node).__name__.lower()} more", (edit,), f"{holder}.{name}_anew")


def removed_statements(game: Game) -> Iterator[Change]:
    for block in _blocks(game):
        for node in block:
            if (
                len(block) > 1
                and _is_a_line(game, node)
                and isinstance(node, nodes.Do | nodes.Set | nodes.Add | nodes.Take)
            ):
                yield Change("a statement gone", (_line_gone(game, node),), game.holder(node.span))


def statements_in_other_order(game: Game) -> Iterator[Change]:
    for block in _blocks(game):
        for one, other in pairwise(block):
            are_plain = isinstance(one, nodes.Do | nodes.Set) and isinstance(other, nodes.Do | nodes.Set)
            if are_plain and one.span.text != other.span.text:
                yield Change("statements swapped", _swapped(one, other), game.holder(one.span))


def _blocks(game: Game) -> Iterator[tuple[nodes.Statement, ...]]:
    for node in in_rules(game):
        for part in node.parts():
            if isinstance(part, tuple) and part and all(isinstance(item, nodes.Statement) for item in part):
                yield part


def _swapped(one: nodes.Node, other: nodes.Node):
    return (instead(one.span, other.span.text), instead(other.span, one.span.text))


def _is_a_line(game: Game, node: nodes.Node) -> bool:
    text = game.files[node.span.file.path].text
    start = text.rfind("\n", 0, node.span.start) + 1
    behind = text[node.span.end : text.find("\n", node.span.end)]
    return "\n" not in node.span.text and not text[start : node.span.start].strip() and not behind.strip()


def _line_gone(game: Game, node: nodes.Node):
    text = game.files[node.span.file.path].text
    span = node.span
    return instead(type(span)(span.file, text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end) + 1), "")


def cases_in_other_order(game: Game) -> Iterator[Change]:
    for rule in game.declared.rules.values():
        cases = getattr(rule.node, "cases", None)
        given = cases.cases if isinstance(cases, nodes.SeveralCases) else ()
        for one, other in pairwise(given):
            if isinstance(other.condition, nodes.IfCase) and one.span.text != other.span.text:
                sort = "labelled cases" if one.label and other.label else "cases"
                yield Change(f"{sort} swapped", _swapped(one, other), _told(rule))


def _told(rule: Rule) -> str:
    return f"{ADVICE}{rule.address}" if is_on_choice(rule) else rule.address


def inputs_in_other_order(game: Game) -> Iterator[Change]:
    for rule in game.declared.rules.values():
        is_for_a_choice = isinstance(rule.node, nodes.Advice) and len(rule.node.path) > 1
        for one, other in pairwise(rule.node.parameters):
            if one.type.span.text != other.type.span.text and not is_for_a_choice:
                yield Change("inputs swapped", _swapped(one, other), rule.address)


def options(game: Game) -> Iterator[Change]:
    for option in game.declared.options.values():
        span = option.value.span
        other = {"yes": "no", "no": "yes"}.get(span.text)
        if other:
            yield Change("an option", (instead(span, other),), f"{option.module}.{option.name}")


def phases(game: Game) -> Iterator[Change]:
    turn = game.declared.turn
    assert turn is not None
    text = game.files[turn.span.file.path].text
    steps: list[tuple[str, nodes.Phase | nodes.Step]] = [(f"turn.{p.name.text}", p) for p in turn.phases]
    steps += [(f"{a}.{s.name.text}", s) for a, p in steps for s in p.block if isinstance(s, nodes.Step)]
    for address, phase in steps:
        for option in phase.options:
            before = text.rfind(",", 0, option.span.start)
            span = type(option.span)(option.span.file, before, option.span.end)
            if before >= 0 and "\n" not in span.text:
                yield Change("an option of a phase", (instead(span, ""),), address)
    for one, other in pairwise(turn.phases):
        yield Change("phases swapped", _swapped(one, other), "turn")


def choices(game: Game) -> Iterator[Change]:
    for node in in_rules(game):
        for option in node.options if isinstance(node, nodes.Choose) else ():
            if isinstance(option, nodes.OrNone | nodes.Default | nodes.OrStop):
                text = game.files[node.span.file.path].text
                comma = text.rfind(",", 0, option.span.start)
                if not text[comma + 1 : option.span.start].strip():
                    span = type(option.span)(option.span.file, comma, option.span.end)
                    yield Change("an option of a choice", (instead(span, ""),), game.holder(node.span))


# --- data


def tables(game: Game) -> Iterator[Change]:
    for table in game.declared.tables.values():
        for row in table.rows:
            for index, cell in enumerate(row.cells):
                address = f"{row.address}.{table.columns[index][0]}" if table.columns else row.address
                if cell.value is not None and (new := _other(cell.span.text.strip("'\""))):
                    quote = cell.span.text[0] if cell.span.text[0] in "'\"" else ""
                    yield Change("a cell", (instead(cell.span, f"{quote}{new}{quote}"),), address)


def table_heads(game: Game) -> Iterator[Change]:
    for document in game.declared.of_sort("table"):
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Table)
        for path in (("gives",), *(("key", name) for name in shape.key), *(("given", name) for name in shape.given)):
            if path in places.values and (new := _wider(places.values[path].text)):
                yield Change("the head of a table", (instead(places.values[path], new),), shape.table)


def _wider(kind: str) -> str:
    found = re.match(r"(-?\d+)\.\.(-?\d+)", kind)
    return f"{found[1]}..{int(found[2]) + 1}{kind[found.end() :]}" if found else ""


def _other(text: str) -> str:
    """Give another value of the sort."""
    if NUMBER.fullmatch(text):
        return str(int(text) + 1) if "." not in text else str(float(Fraction(text) + 1))
    return {"yes": "no", "no": "yes"}.get(text, "")


def components(game: Game) -> Iterator[Change]:
    for document in game.declared.of_sort("components"):
        for path, span in document.places.values.items():
            address = _component(path)
            if address and not {*path} & (WORDED | NAMED) and path in document.places.values:
                is_edge = path[0] == "arcs" and path[-1] in ("first", "last")
                new = str(int(span.text) + 30) if is_edge else _other(span.text.strip('"')) or _wider(span.text)
                if new and "\n" not in span.text:
                    yield Change(
                        f"a part of {path[0]}", (instead(span, f'"{new}"' if span.text[0] == '"' else new),), address
                    )
        for path in document.places.values:
            is_list = path[0:1] == ("enums",) and len(path) == 3 and path[2] in ("members", "circle", "ladder")
            if is_list and path[1] not in _enums_as_columns(game):
                words = [p for p in document.places.values if p[:3] == path and len(p) == 4]
                for one, other in pairwise(words):
                    spans = [_entry(document, p) for p in (one, other)]
                    if all("\n" not in s.text for s in spans):
                        yield Change(
                            "members swapped",
                            (instead(spans[0], spans[1].text), instead(spans[1], spans[0].text)),
                            str(path[1]),
                        )


def _enums_as_columns(game: Game) -> set[str]:
    """Give the enums whose members are the columns of a table as they stand: in another order cells are others."""
    keys = [table.keys[1] for table in game.declared.tables.values() if len(table.keys) > 1 and not table.shape.columns]
    return {key.type.enum for key in keys if isinstance(key.type, types.EnumType)}


def _entry(document: YamlDocument, path: Path):
    value = document.places.values[path]
    return document.places.keys[path].to(value) if path in document.places.keys else value


def _component(path: Path) -> str:
    match path:
        case ("units" | "clocks", name, *_):
            return f"{path[0]}.{name}"
        case ("enums", name, *_):
            return str(name)
        case ("arcs", name, *_):
            return f"arcs.{name}"
        case ("constants", name, *_):
            return f"Game.{name}"
        case ("kinds", kind, "fields", name, *_):
            return f"{kind}.{name}"
        case ("kinds", kind, *_):
            return str(kind)
    return ""


def heads(game: Game) -> Iterator[Change]:
    [document] = game.declared.of_sort("ruleset")
    places = document.places
    dice = places.values[("dice",)]
    yield Change("the dice of a ruleset", (instead(dice, dice.text.replace("]", ", d8]")),), "ruleset")
    if ("board", "off") in places.values:
        yield Change("what is off the board", (instead(places.values[("board", "off")], "[]"),), "ruleset")
        span = places.values[("board", "off")]
        if "," in span.text:
            yield Change("what is off the board", (instead(span, span.text.split(",")[0] + "]"),), "ruleset")


def rosters(game: Game) -> Iterator[Change]:
    for document in game.declared.of_sort("roster"):
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Roster)
        for path, span in places.values.items():
            new = _other(span.text)
            if path[0:1] == ("things",) and len(path) > 2 and new:
                yield Change("a figure of a roster", (instead(span, new),), f"rosters.{shape.roster}.{path[1]}")
            elif (
                path[0:1] in (("derive",), ("part_lists",))
                and isinstance(path[-1], str)
                and len(path) > 1
                and not ({*span.text} & {*"[{-'\"(\n"})
            ):
                edit = instead(span, f'"greatest({span.text}, 1)"')
                yield Change("what a roster derives", (edit,), f"rosters.{shape.roster}")


def figures(game: Game) -> Iterator[Change]:
    """Give other figures of rows in files, in a column that is a number and that a roster reads."""
    for roster in game.declared.rosters.values():
        file = game.declared.files_of_figures.get(roster.shape.derived_from or "")
        if file is None:
            continue
        lines = file.text.split("\n")
        header = lines[0].split(",")
        named = [header.index(column) for column in roster.named_by]
        start = len(lines[0]) + 1
        for line in lines[1:]:
            cells = line.split('"')[0].split(",")
            at = start
            for place, cell in enumerate(cells):
                if header[place] in roster.shape.columns and cell.isdigit():
                    name = " ".join(cells[index] for index in named)
                    span = type(roster.document.places.value("roster"))(file, at, at + len(cell))
                    addresses = _rosters_with(game.declared, roster.shape.derived_from, header[place], name)
                    if len(addresses) == 1:
                        yield Change("a figure of a file", (instead(span, str(int(cell) + 1)),), addresses[0])
                at += len(cell) + 1
            start += len(line) + 1


def _rosters_with(declared: Declared, file: str | None, column: str, name: str) -> list[str]:
    return [
        f"rosters.{roster.name}.{name}"
        for roster in declared.rosters.values()
        if roster.shape.derived_from == file and column in roster.shape.columns
    ]


def scenarios(game: Game) -> Iterator[Change]:
    for document in game.declared.of_sort("scenario"):
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Scenario)
        for path, span in places.values.items():
            if not {*path} & WORDED and path and (new := _other(span.text)):
                yield Change("a figure of a scenario", (instead(span, new),), f"scenarios.{shape.scenario}")
        for one, other in pairwise(shape.sides):
            first, second = places.key("sides", one), places.key("sides", other)
            yield Change("sides swapped", (instead(first, other), instead(second, one)), f"scenarios.{shape.scenario}")


def clauses_of_advice(game: Game) -> Iterator[Change]:
    for rule in game.declared.rules.values():
        if isinstance(rule.node, nodes.Advice) and len(rule.node.path) > 1:
            for node in rule.node.cases.walk():
                if isinstance(node, nodes.NumberLiteral) and "." not in node.span.text:
                    address = game.holder(node.span)
                    yield Change("advice for a choice", (instead(node.span, str(int(node.span.text) + 1)),), address)


KINDS: tuple[Kind, ...] = (
    numbers_in_rules, conditions, dice, comparisons, roundings, members, removed_parts, added_parts, removed_statements,
    statements_in_other_order, cases_in_other_order, inputs_in_other_order, options, phases, choices, tables,
    table_heads, components, heads, rosters, figures, scenarios, clauses_of_advice,
)  # fmt: skip
