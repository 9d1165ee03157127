"""What names in rules lead to: in expressions by what they were found to mean, elsewhere by where they stand.

In: a checked ruleset and its definitions. Out: mentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from quarterdeck.apps.lsp.mention import FUNCTION, Mention
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import Element, is_on_choice, present_address
from quarterdeck.language.declarations.definition_key import DefinitionKey, DefinitionSort
from quarterdeck.language.declarations.symbol_table import Declared, Enum, Kind, Option, Rule, Table
from quarterdeck.language.declarations.types import Deck
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.typing_result import TypedDefinition

BINDS: Mapping[type[nodes.Node], str] = {
    nodes.Parameter: "name",
    nodes.Let: "name",
    nodes.LetResult: "name",
    nodes.Tally: "name",
    nodes.Roll: "name",
    nodes.Check: "name",
    nodes.RollOff: "name",
    nodes.Choose: "name",
    nodes.DrawLot: "name",
    nodes.Peek: "name",
    nodes.ForEach: "variable",
    nodes.ForNumbers: "variable",
    nodes.ForEachSide: "variable",
    nodes.Gathered: "variable",
}
"""In which field each node that makes a name known has it."""
HOMES: Mapping[DefinitionSort, str] = {"scenario": "scenarios.", "roster": "rosters.", "phase": "turn."}
"""What begins the address below which the names of a definition have theirs, where it is not that definition's name."""


def name_span(element: Element) -> Span:
    """Give where the name of an element is written at which it is declared."""
    thing = element.thing
    node = thing.node if isinstance(thing, Rule | Option) else thing
    match node:
        case nodes.Define() | nodes.Procedure() | nodes.Effect() | nodes.Advice():
            return node.path[-1].span
        case nodes.Case(label=nodes.Word() as label):
            return label.span
        case nodes.Node() if isinstance(name := getattr(node, "name", None), nodes.Word):
            return name.span
    return element.span


def member_spans(declared: Declared) -> Iterator[tuple[str, Span]]:
    """Give where each member of an enum is declared."""
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        for name in document.shape.enums:
            for path, span in (*document.places.keys.items(), *document.places.values.items()):
                is_key = path in document.places.keys and span == document.places.keys[path]
                if path[:2] == ("enums", name) and name in declared.enums:
                    word = str(path[-1]) if is_key else span.text
                    if word in declared.enums[name].members:
                        yield f"{name}.{word}", span


def inputs_of_documents(declared: Declared) -> Iterator[tuple[str, Span]]:
    """Give where the keys of each table, what it is given, and the figures of a roster are declared."""
    for table in declared.tables.values():
        for sort, names in (("given", table.given), ("key", table.keys)):
            for known in names:
                yield f"{table.name}.{known.name}", table.document.places.key(sort, known.name)
    for roster in declared.rosters.values():
        if roster.shape.derived_from:
            yield f"rosters.{roster.name}.figures", roster.document.places.value("derived_from")


def word_of(node: nodes.Node) -> nodes.Word | None:
    """Give the last name in an expression that leads somewhere."""
    match node:
        case nodes.Word():
            return node
        case nodes.Name(word=word) | nodes.FieldAccess(field=word):
            return word
        case nodes.Call(callee=inner) | nodes.Lookup(table=inner) | nodes.Grouped(inner=inner):
            return word_of(inner)
    return None


@dataclass
class RuleReader:
    """Finds what the names in definitions lead to; `places` are the addresses of what is declared, by where."""

    checked: Checked
    places: Mapping[Span, str]
    kinds: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        declared = self.checked.declared
        self.kinds = {name: name for name in (*declared.kinds, *declared.enums)}
        self.kinds |= {kind.one: kind.name for kind in declared.kinds.values()}
        self.kinds |= {name: f"units.{name}" for name in declared.units}

    def of_definition(self, definition: TypedDefinition) -> Iterator[Mention]:
        """Give what is spoken of in a definition."""
        nodes_in = [node for root in definition.roots for node in self.checked.walk(root)]
        home = self.home_of(definition.key)
        locals_in = dict[str, list[tuple[Span, str]]]()
        for node in nodes_in:
            if (word := self.bound_by(node)) is not None:
                of_choice = isinstance(node, nodes.Parameter) and self.is_on_choice(definition)
                above = home.rpartition(".")[0] if of_choice else home
                address = self.places.get(word.span, f"{above}.{word.text}")
                locals_in.setdefault(word.text, []).append((word.span, address))
                yield Mention(word.span, address, declares=not of_choice, node=node)
        for node in nodes_in:
            meaning, word_there = self.checked.meanings.get(node), word_of(node)
            if isinstance(meaning, meanings.RollPart) and isinstance(node, nodes.FieldAccess):
                word_there = word_of(node.owner)
            if meaning is not None and word_there is not None:
                if address := self.address_of(meaning, word_there, locals_in, home):
                    yield Mention(word_there.span, address, node=node)
                if isinstance(meaning, meanings.RuleCall | meanings.TableApplied) and isinstance(node, nodes.Call):
                    yield from _named_arguments(node, _taker_of(meaning))

    def bound_by(self, node: nodes.Node) -> nodes.Word | None:
        """Give the name that a node makes known; in `x in list where ...` it is the one that means nothing itself."""
        if (name := BINDS.get(type(node))) is not None:
            word: nodes.Word = getattr(node, name)
            return word
        if isinstance(node, nodes.AllSidesAtOnce):
            return nodes.Word(node.span, "side")
        if isinstance(node, nodes.Compare) and node.sign.text == "in" and isinstance(node.left, nodes.Name):
            return node.left.word if node.left not in self.checked.meanings else None
        return None

    def is_on_choice(self, definition: TypedDefinition) -> bool:
        """Tell whether a definition is advice on a choice, whose inputs are names of the rule that asks."""
        rule = self.rule_of(definition.key)
        return rule is not None and is_on_choice(rule)

    def rule_of(self, key: DefinitionKey) -> Rule | None:
        """Give the rule that a definition is, if it is one."""
        return self.checked.declared.rules.get(key.name) if key.sort == "rule" else None

    def home_of(self, key: DefinitionKey) -> str:
        """Give the address below which a definition's own names have theirs."""
        if (rule := self.rule_of(key)) is not None:
            return rule.site_address
        return f"{HOMES.get(key.sort, '')}{key.name}"

    def address_of(
        self, meaning: meanings.Meaning, word: nodes.Word, known: Mapping[str, list[tuple[Span, str]]], home: str
    ) -> str:
        """Give the address of what a name means; nothing where that has none."""
        match meaning:
            case meanings.Local(name=name) | meanings.RollPart(roll=name):
                return _nearest(word, known.get(name, []), f"{home}.{name}") if word.text == name else ""
            case meanings.FieldOf(field=one):
                return one.address
            case meanings.EnumValue(enum=enum, place=place):
                return f"{enum.name}.{enum.members[place]}"
            case meanings.InDeck(deck=deck, member=member):
                return f"{deck.type.enum}.{member}" if isinstance(deck.type, Deck) else ""
            case meanings.AllMembers(enum=Enum(name=name)) | meanings.Pool(kind=Kind(name=name)):
                return name
            case meanings.TheGame():
                return "Game"
            case meanings.OptionValue(option=option):
                return f"{option.module}.{option.name}"
            case meanings.ConstantValue(constant=constant):
                return f"Game.{constant.name}"
            case meanings.ArcOf(arc=arc):
                return f"arcs.{arc.name}"
            case meanings.RuleCall() | meanings.TableApplied() | meanings.TableValue():
                return _taker_of(meaning)
            case meanings.FunctionCall(name=name):
                return f"{FUNCTION}{name}"
        return ""

    def of_words(self, node: nodes.Node) -> Iterator[Mention]:
        """Give what a node names beside expressions: types, kinds, clocks, rulings."""
        declared = self.checked.declared
        match node:
            case nodes.Create(kind=kind, settings=settings) if kind.text in self.kinds:
                owner = self.kinds[kind.text]
                yield Mention(kind.span, owner)
                yield from (Mention(one.name.span, f"{owner}.{one.name.text}") for one in settings)
                return
            case nodes.NamedType(name=word) | nodes.DeckOfType(enum=word) | nodes.InUnit(unit=word):
                words: tuple[nodes.Word, ...] = (word,)
            case nodes.RangeType(names=words):
                pass
            case nodes.Start(clock=word) | nodes.ThenEvery(clock=word) if word.text in declared.clocks:
                yield Mention(word.span, f"clocks.{word.text}")
                return
            case nodes.UnderRuling(names=names):
                yield from (Mention(name.span, f"rulings.{name.text}") for name in names)
                return
            case _:
                return
        yield from (Mention(word.span, self.kinds[word.text]) for word in words if word.text in self.kinds)


def _taker_of(meaning: meanings.Meaning) -> str:
    """Give the address of the rule or table that a call or look-up leads to."""
    match meaning:
        case meanings.RuleCall(rule=rule):
            return rule.site_address
        case meanings.TableApplied(table=Table(name=name)) | meanings.TableValue(table=Table(name=name)):
            return name
    return ""


def _named_arguments(call: nodes.Call, taker: str) -> Iterator[Mention]:
    for argument in call.arguments:
        if isinstance(argument, nodes.NamedArgument):
            yield Mention(argument.name.span, f"{taker}.{argument.name.text}")


def _nearest(word: nodes.Word, declared: list[tuple[Span, str]], otherwise: str) -> str:
    """Give the address of a name by the last place before it that makes it known; else by the first behind."""
    before = [address for span, address in declared if span.file == word.span.file and span.start <= word.span.start]
    return before[-1] if before else next((address for _, address in declared), otherwise)


def mentions_in_amendments(former: dict[str, str], unit: nodes.Node) -> Iterator[Mention]:
    """Give the addresses that an amendment, or advice on a choice, names: what it is about, and where it puts it.

    `former` gives the present address of what is spoken of by one that it had formerly.
    """
    for node in unit.walk():
        path: tuple[nodes.Word, ...] = getattr(node, "path", ())
        is_whole = isinstance(node, nodes.Definition) and len(path) > 1
        is_named = isinstance(node, nodes.Amendment | nodes.WherePut) or is_whole
        if path and is_named:
            for end, word in enumerate(path, 1):
                address = present_address(".".join(one.text for one in path[:end]), former)
                if address.endswith(word.text):
                    yield Mention(word.span, address)
