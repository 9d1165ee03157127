"""The English of one definition, unless a store knows it: each thing that its sentences speak of is noted.

In: a checked ruleset, and the store with which it was typed. Out: a `Checked` that notes what is read of it, and the
sections of definitions. A section rests on what typing its definition came to; on the words for all that its nodes
mean; and on the nodes of others that its sentences go through, as those of a phrase that it fills in. A section says
nothing of where anything stands, so it is the same wherever its definition is moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from quarterdeck.base.queries import Dependency, Query, QueryStore
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    Constant,
    Declared,
    Enum,
    Field,
    Kind,
    Option,
    Rule,
    Table,
)
from quarterdeck.language.declarations.tracked_reads import WHO as DECLARED
from quarterdeck.language.declarations.tracked_reads import TrackedDeclared, answer, said
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked, Meaning
from quarterdeck.language.typing.whole_ruleset import definitions
from quarterdeck.prose.text.blocks import Section

WHO = "english"
"""Who answers: the first part of each question put here."""
Found = TypeVar("Found")
Noting = Callable[[nodes.Node, Any], None]


class Noted(dict[nodes.Node, Found]):
    """What is known of nodes; which node is asked about is noted, with what is known of it."""

    def __init__(self, known: dict[nodes.Node, Found], note: Noting) -> None:
        super().__init__(known)
        self.note = note

    def __getitem__(self, node: nodes.Node) -> Found:
        found = super().__getitem__(node)
        self.note(node, found)
        return found

    def get(self, node: nodes.Node, default: Any = None) -> Any:
        found = super().get(node, default)
        self.note(node, found)
        return found

    def __contains__(self, node: object) -> bool:
        if isinstance(node, nodes.Node):
            self.note(node, None)
        return super().__contains__(node)


@dataclass(frozen=True)
class SectionFacts:
    """What a section says beside what stands in the nodes of its definition: its source, its title, its layer."""

    facts: object

    def says_as(self, other: SectionFacts) -> bool:
        """Tell whether another says the same."""
        return self.facts == other.facts


@dataclass
class IncrementalEnglish:
    """Tells definitions of one ruleset, as far as a store does not know how they are told."""

    store: QueryStore
    known: Checked

    @cached_property
    def checked(self) -> Checked:
        """Give the ruleset so that all that is read of it is noted."""
        self.store.answered_by(DECLARED, lambda question: answer(self.known.declared, question))
        self.store.answered_by(WHO, self.answer)
        return replace(
            self.known,
            declared=TrackedDeclared(self.known.declared, self.store.ask),
            types=Noted(self.known.types, self.note),
            meanings=Noted(self.known.meanings, self.note_meaning),
            phrases=Noted(self.known.phrases, self.note),
        )

    def section(self, key: DefinitionKey, facts: object, work: Callable[[], Section]) -> Section:
        """Give the section of a definition, which `work` tells."""

        def done() -> Section:
            self.store.ask((WHO, "typed", key))
            return work()

        return self.store.result(Query(WHO, key, SectionFacts(facts), done, lambda _, section: section))

    # --- what is noted

    @cached_property
    def owners(self) -> dict[nodes.Node, Dependency]:
        """Give for each node the question that it belongs to: about the phrases at a rule's head, or a definition."""
        found: dict[nodes.Node, Dependency] = {}
        for definition in definitions(self.known.declared):
            about: Dependency = (WHO, "typed", definition.key)
            for root in definition.roots:
                for node in root.walk():
                    found[node] = about
                    for part in self.spoken(node):
                        found.update(dict.fromkeys(part.walk(), about))
        for rule in self.known.declared.rules.values():
            for word in words_at_the_head(rule):
                found[word] = about = (WHO, "head", rule.address)
                for part in self.spoken(word):
                    found.update(dict.fromkeys(part.walk(), about))
        return found

    def spoken(self, node: nodes.Node) -> Iterator[nodes.Expression]:
        """Give the expressions in a phrase."""
        return (part for part in self.known.phrases.get(node, ()) if isinstance(part, nodes.Expression))

    def note(self, node: nodes.Node, _: object) -> None:
        """Note that a node was asked about; one that belongs to no definition has nothing but its own words."""
        if (question := self.owners.get(node)) is not None:
            self.store.ask(question)

    def note_meaning(self, node: nodes.Node, meaning: Meaning | None) -> None:
        """Note that a node was asked about, and the things that it means."""
        self.note(node, meaning)
        for thing in things_in(meaning):
            self.store.ask((WHO, "thing", *NAMES[type(thing)](thing)))

    # --- answers

    def answer(self, question: Dependency) -> object:
        """Give the answer to a question that was noted here."""
        _, sort, *rest = question
        if sort == "typed":
            return self.store.done_in("type", rest[0])
        if sort == "thing":
            return words_for(self.known.declared, rest)
        rule = self.known.declared.rules.get(rest[0])
        if rule is None:
            return None
        words = words_at_the_head(rule)
        parts = [node for word in words for part in self.spoken(word) for node in part.walk()]
        return tuple(map(said, words)), tuple(map(self.meant, parts))

    def meant(self, node: nodes.Node) -> object:
        """Give the type of a node and the words for what it means, as a value."""
        meaning = self.known.meanings.get(node)
        things = tuple(words_for(self.known.declared, NAMES[type(thing)](thing)) for thing in things_in(meaning))
        return self.known.types.get(node), type(meaning).__name__, things


def words_at_the_head(rule: Rule) -> tuple[nodes.Word, ...]:
    """Give the phrases of a rule and of its inputs."""
    phrases = (rule.node.phrase, *(parameter.phrase for parameter in rule.node.parameters))
    return tuple(phrase for phrase in phrases if phrase is not None)


def things_in(meaning: Meaning | None) -> Iterator[Any]:
    """Give the declared things of which a meaning consists."""
    if meaning is not None:
        names: tuple[str, ...] = type(meaning).__match_args__
        yield from (part for name in names if type(part := getattr(meaning, name)) in NAMES)


NAMES: dict[type, Callable[[Any], tuple[str, ...]]] = {
    Rule: lambda rule: ("rules", rule.address),
    Table: lambda table: ("tables", table.name),
    Field: lambda field: ("kinds", field.kind, field.name),
    Kind: lambda kind: ("kinds", kind.name),
    Enum: lambda enum: ("enums", enum.name),
    Option: lambda option: ("options", option.name),
    Constant: lambda constant: ("constants", constant.name),
    Arc: lambda arc: ("arcs", arc.name),
}
"""By which names each thing that a node may mean is found."""


def words_for(declared: Declared, names: tuple[str, ...] | list[str]) -> object:
    """Give what sentences may say of a thing without going through its nodes, as a value."""
    shelf, name, *field = names
    thing = getattr(declared, shelf).get(name)
    match thing:
        case Kind() if field:
            return said(thing.fields.get(field[0]))
        case Rule():
            whole = said(thing.node) if not thing.parameters or thing.speaks_as else None
            phrases = said((thing.node.phrase, thing.node.parameters, thing.node.notes))
            return said(thing), phrases, thing.cites, thing.rulings, thing.topic, thing.layer, whole
        case Table():
            return said(thing), thing.title, tuple(thing.shape.words.items())
        case Option():
            return said(thing), said(thing.node), said(thing.value)
    return said(thing)
