"""What a game does about each topic, from its rules themselves: the core in English, dice, modifiers, tables, counts.

In: a `ComparisonBook` and the English of its ruleset. Out: a `TopicOfGame` for each topic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quarterdeck.apps.comparison.report import CoreRule, ModifierOfTopic, RollOfTopic, TableOfTopic, TopicOfGame
from quarterdeck.language.checks.calls import TURN, calls_of
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.printer import print_expression
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.comparison import ComparisonBook, TopicalRule

CORE_RULES = 2
"""So many rules stand for a topic where the ruleset does not say which."""
CORE_LINES = 14
"""So many lines of a rule are told; who wants all of them looks into the book."""
MODIFIERS = ("modifier",)


@dataclass
class TopicsOfGame:
    """The topics of one game."""

    game: str
    book: ComparisonBook
    writer: EnglishWriter

    def topic(self, name: str) -> TopicOfGame:
        """Give what the game does about a topic."""
        rules = [one for one in self.book.rules if one.topic == name]
        count = {sort: sum(one.sort == sort for one in rules) for sort in ("rule", "option", "phase")}
        return TopicOfGame(
            self.game,
            count["rule"],
            count["option"],
            count["phase"],
            sum(self.decisions(one) for one in rules),
            sum(len(self.writer.said(one.address).split()) for one in rules if one.sort != "phase"),
            tuple(self.core(name, rules)),
            tuple(roll for one in rules for roll in self.rolls(one)),
            tuple(self.modifiers(name)),
            tuple(self.tables(rules)),
            tuple(one.address for one in rules),
        )

    # --- the core

    def core(self, name: str, rules: list[TopicalRule]) -> Iterator[CoreRule]:
        """Give the rules at the heart of a topic: those that the ruleset names, or else those that roll, or act."""
        said = self.book.said("core").get(name)
        for address in said.shape if said is not None else self.likely_core(rules):
            lines = self.writer.said(address).splitlines()
            table = self.book.declared.tables.get(address)
            title = plain(self.writer.name_of(address))
            title = title[:1].upper() + title[1:]
            lines = lines[1:] if len(lines) > 1 and lines[0].casefold() == title.casefold() else lines
            more = ("…",) if len(lines) > CORE_LINES else ()
            yield CoreRule(address, title, table is not None, (*lines[:CORE_LINES], *more))

    def likely_core(self, rules: list[TopicalRule]) -> list[str]:
        """Give the rules that most likely say what a topic is about: what rolls, then what is done, then what is."""

        def far_from_the_core(one: TopicalRule) -> int:
            node = one.thing.node if isinstance(one.thing, Rule) else None
            return 0 if list(self.rolls(one)) else 1 if isinstance(node, nodes.Procedure | nodes.Effect) else 2

        told = [one for one in rules if one.sort in ("rule", "table")]
        return [one.address for one in sorted(told, key=far_from_the_core)[:CORE_RULES]]

    # --- what is rolled, chosen, looked up

    def rolls(self, one: TopicalRule) -> Iterator[RollOfTopic]:
        """Give what a rule rolls; each side that rolls for who is first among it."""
        for part in parts_of(one):
            if isinstance(part, nodes.Roll | nodes.Check | nodes.RollOff):
                address = f"{one.address}.{part.name.text}"
                yield RollOfTopic(address, plain(self.writer.name_of(address)), print_expression(part.dice))

    def decisions(self, one: TopicalRule) -> int:
        """Count the decisions that a rule asks for, if a turn comes to it."""
        if one.sort != "phase" and one.address not in self.reached:
            return 0
        return sum(isinstance(part, nodes.Choose) for part in parts_of(one))

    @cached_property
    def reached(self) -> set[str]:
        """Give what a turn comes to."""
        return calls_of(self.writer.checked).to_reach([TURN])

    def tables(self, rules: list[TopicalRule]) -> Iterator[TableOfTopic]:
        """Give the tables of a topic."""
        for one in rules:
            if isinstance(one.thing, Table):
                yield TableOfTopic(one.address, one.thing.title, len(one.thing.rows))

    # --- modifiers

    def modifiers(self, name: str) -> Iterator[ModifierOfTopic]:
        """Give what changes rolls and chances of a topic, by what it is about; what says no subject comes last."""
        for address, topic in self.modifying.items():
            if topic == name:
                subject = self.subject_of(address)
                yield ModifierOfTopic(subject or "", address, self.words_of(address))

    @cached_property
    def modifying(self) -> dict[str, str | None]:
        """Give the addresses of modifiers, and of rules and tables that are named as such, with their topics."""
        known = {one.address: one.topic for one in self.book.rules}
        all_of = elements(self.book.declared)
        order = self.book.vocabulary.subjects
        found: dict[str, str | None] = {}
        for subject in order:
            said = self.book.said("subjects").get(subject)
            for address in said.shape if said is not None else ():
                if address in known and not any(one.startswith(f"{address}.") for one in self.of_rolls):
                    found[address] = known[address]
                found |= {one: topic for one, topic in self.of_rolls.items() if f"{one}.".startswith(f"{address}.")}
        rest = {one: topic for one, topic in self.of_rolls.items() if one not in found}
        return {**{one: topic for one, topic in found.items() if one in all_of}, **rest}

    @cached_property
    def of_rolls(self) -> dict[str, str | None]:
        """Give the addresses of the modifiers of rolls, with their topics."""
        topics = {one.address: one.topic for one in self.book.rules}
        found = {}
        for element in elements(self.book.declared).values():
            if element.sort in MODIFIERS:
                found[element.address] = topics.get(element.holder) or self.book.topic_of(element.address)
        return found

    def subject_of(self, address: str) -> str | None:
        """Give what a modifier is about: the subject of the longest address that is named above it."""
        subjects = {one: name for name, said in self.book.said("subjects").items() for one in said.shape}
        heads = [head for head in subjects if f"{address}.".startswith(f"{head}.")]
        return subjects[max(heads, key=len)] if heads else None

    def words_of(self, address: str) -> str:
        """Give what a modifier says, in one line; of a table its title."""
        table = self.book.declared.tables.get(address)
        if table is not None:
            return f"table: {table.title}"
        return " ".join(self.writer.said(address).split())


def parts_of(one: TopicalRule) -> Iterator[nodes.Node]:
    """Give the nodes of a rule, of the cells of a table, or of a phase or step but for the steps inside it."""
    match one.thing:
        case Rule(node=node):
            yield from node.walk()
        case Table(rows=rows):
            for row in rows:
                for cell in row.cells:
                    for statement in cell.statements:
                        yield from statement.walk()
        case nodes.Phase(block=block) | nodes.Step(block=block):
            for statement in block:
                if not isinstance(statement, nodes.Step):
                    yield from statement.walk()
