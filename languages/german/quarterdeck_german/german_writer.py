"""The German of a whole ruleset: what has German words is told in German, anything else in English and marked.

In: a `Checked` ruleset and the German words that stand beside it. Out: what `BookWriter` gives, with the same addresses
in the same order. An element is in one language: as soon as one word of it is lacking, all of it is in English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from quarterdeck.language.declarations.symbol_table import (
    Arc,
    Clock,
    Constant,
    Enum,
    Kind,
    Option,
    Rule,
    Scenario,
    Table,
    Unit,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.overrides.override_writer import BookWriter
from quarterdeck.prose.overrides.rule_overrides import RuleOverride, chapters_told
from quarterdeck.prose.text.blocks import Point, Prose, Section
from quarterdeck.prose.text.runs import Text, bare, sentence, text
from quarterdeck_german.catalogue import TEXTS
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.elements import GermanRules
from quarterdeck_german.grammar import FormError
from quarterdeck_german.scenes import GermanScenes
from quarterdeck_german.things import GermanThings
from quarterdeck_german.vocabulary import UnwordedError, say, vocabulary_of

TONGUE = TEXTS["untranslated"]
"""What stands in the margin beside what is in English."""


class GermanWriter(BookWriter):
    """Writes the German of one ruleset.

    `lacking` are the elements that are in English, by their addresses, each with the first word that it lacks.
    """

    ALWAYS_ENGLISH = ("ruling", "example", "missing", "side", "things")
    """Sorts of sections that are an author's words, or stand in one that is told."""

    def __init__(
        self, checked: Checked, tales: Mapping[str, RuleOverride] | None = None, untold: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(checked, None, tales, untold)
        self.vocabulary = vocabulary_of(checked.declared)
        self.german_rules = GermanRules(self.checked, self.vocabulary)
        self.german_things = GermanThings(self.checked, self.vocabulary)
        self.lacking: dict[str, str] = {}

    # --- elements

    def of(self, thing: object, name: str = "") -> Section | None:
        """Tell an element, in German if all of it has German words."""
        work = self.in_german(thing)
        if work is None:
            found = super().of(thing, name)
            return found if found is None or isinstance(thing, Scenario) else foreign(found)
        german, word = self.tried(work)
        if german is not None:
            return german
        english = super().of(thing, name)
        if isinstance(thing, nodes.Turn) and english is not None:  # its phases are told by themselves
            english = replace(english, sections=self.phases(thing))
        return self.noted(english, word) if english is not None else None

    def in_german(self, thing: object) -> Callable[[], Section] | None:
        """Give what tells an element in German; nothing where nothing does."""
        rules, things = self.german_rules, self.german_things
        if isinstance(thing, nodes.Turn):
            return lambda: replace(rules.turn(), sections=self.phases(thing))
        telling: dict[type, Callable[[Any], Section]] = {
            Rule: rules.rule,
            Option: rules.option,
            nodes.Phase: rules.phase,
            Table: things.table,
            Kind: things.kind,
            Enum: things.enum,
            Constant: things.constant,
            Arc: things.arc,
            Unit: things.unit,
            Clock: things.clock,
        }
        tell = telling.get(type(thing))
        return None if tell is None else partial(tell, thing)

    @staticmethod
    def tried(work: Callable[[], Section]) -> tuple[Section | None, str]:
        """Give a section in German; where a word is lacking nothing, and the word."""
        try:
            return work(), ""
        except (UnwordedError, FormError) as lacking:
            return None, str(lacking)

    def noted(self, english: Section, word: str, address: str = "") -> Section:
        """Give a section in English, marked; which word it lacks is noted, by its own address unless one is given."""
        self.lacking[address or english.address] = word
        return foreign(english)

    def phases(self, turn: nodes.Turn) -> tuple[Section, ...]:
        """Give the phases of a turn, each in German if it has German words."""
        return tuple(section for phase in turn.phases if (section := self.of(phase)) is not None)

    def table(self, table: Table) -> Section:
        """Tell a table."""
        found, word = self.tried(lambda: self.german_things.table(table))
        return found if found is not None else self.noted(super().table(table), word)

    def scenario(self, scenario: Scenario) -> Section:
        """Tell a scenario."""
        found, word = self.tried(lambda: GermanScenes(self.checked, self.vocabulary).scenario(scenario))
        return found if found is not None else self.noted(super().scenario(scenario), word)

    def usual(self) -> Section | None:
        """Give how a battle begins where a scenario leaves it unsaid; nothing where none of them does."""
        english = super().usual()
        if english is None:
            return None
        found, word = self.tried(GermanScenes(self.checked, self.vocabulary).usual)
        return found if found is not None else self.noted(english, word)

    def hidden(self) -> tuple[Point, ...]:
        """Give what is hidden from some or all players; in English where a word is lacking."""
        try:
            return self.german_things.hidden()
        except (UnwordedError, FormError) as lacking:
            english = super().hidden()
            self.lacking |= {"hidden": str(lacking)} if english else {}
            return english

    def end_of_a_ladder(self) -> Text:
        """Say what a step beyond an end of a ladder does."""
        return sentence(say("ladder_ends"))

    def told(self, section: Section, tale: RuleOverride) -> Section:
        """Give a section with what is told of it: in English, and marked; a title alone gives way to a German one."""
        found = super().told(section, tale)
        if found.is_told:
            return foreign(found)
        return found if section.marks.tongue else replace(found, title=section.title)

    # --- chapters and names

    def chapter(self, name: str) -> Section:
        """Give a chapter with its title and the words at its head."""
        found = super().chapter(name)
        module = self.checked.declared.modules[name]
        docs = module.header.docs if module.header else ()
        if chapters_told(self.checked.declared).get(name) is not None:
            return foreign(found)
        try:
            title = text(self.vocabulary.text(f"chapters.{name}"))
            intro = tuple(Prose(text(self.vocabulary.in_prose(word.text)), "lead") for word in docs)
        except UnwordedError as lacking:
            return self.noted(found, str(lacking), f"chapters.{name}")
        return replace(found, title=title, blocks=intro)

    def name_of(self, address: str) -> Text:
        """Give a short name for anything that has an address."""
        section = self.section(address)
        words = self.vocabulary.texts.get(address)
        if section is None and words is not None:
            holder = self.section(self.section_of(address)) if not words or "{" in words else None
            return holder.title if holder is not None else text(words)
        if section is None and address in self.vocabulary.nouns:
            try:
                noun = self.vocabulary.noun(address)
            except FormError:
                return super().name_of(address)
            return text(noun.one or noun.many)
        return super().name_of(address)

    def number(self, rule: Rule) -> Text:
        """Give the number that a definition always is; nothing where it is worked out."""
        english = super().number(rule)
        only = nodes.only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None
        if not english or only is None:
            return english
        try:
            speaker = DeedSpeaker(self.checked, self.vocabulary, rule.address)
            return bare(speaker.value(only, self.german_rules.unit(rule, only)).nom)
        except (UnwordedError, FormError):
            return english


def foreign(section: Section) -> Section:
    """Give a section marked as one in another language."""
    return replace(section, marks=replace(section.marks, tongue=TONGUE))
