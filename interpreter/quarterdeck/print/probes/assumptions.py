"""What a question in the book takes for given: the values that its chances depend on and that no reader sets.

In: a question and its combinations. Out: for each such value what it is of, and what it is, in the words of the rules.
Counting itself says which fields it reads: here all of them count as not given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quarterdeck.base.plain_data import as_written
from quarterdeck.engine.run.partly_known import UngivenField
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Rule
from quarterdeck.language.documents import shapes
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.text.runs import plain, text
from quarterdeck.workspace.ruleset.rule_question import RuleQuestion, UngivenRefusalError

if TYPE_CHECKING:
    from quarterdeck.engine.odds.odds_questions import Shown

ROOMS = ("Game", "Side")
"""What has these is of the game, and of no thing that takes part."""


@dataclass(frozen=True)
class ThingNames:
    """What the things of a question are called in its rule: by the inputs that they are given for."""

    declared: Declared
    question: shapes.Question

    @property
    def rule(self) -> Rule:
        """Give the rule that is asked."""
        return self.declared.rules[self.question.of]

    def named(self, name: str) -> str:
        """Give what a thing is called: the input that it stands for, else its own name.

        A part of it is called after what has it, as `lid of the box` is.
        """
        for parameter in self.rule.parameters:
            if self.question.given.get(parameter.name) == name:
                return f"the {plain(without_article(text(parameter.words or parameter.name.replace('_', ' '))))}"
        whole, _, part = name.rpartition(".")
        return f"the {part.replace('_', ' ')} of {self.named(whole)}" if whole else name


def read_fields(put: RuleQuestion, shown: Sequence[Shown], **how: Any) -> tuple[UngivenField, ...]:
    """Find the fields on which what is shown depends, as one combination is counted."""
    slots = put.situation.program.layout.slots
    own = {at for at, slot in enumerate(slots) if slot.partition(".")[2] and slot.partition(".")[0] not in ROOMS}
    put.situation.ungiven |= own
    try:
        put.count(shown, each=True, **how)
    except UngivenRefusalError as error:
        return error.fields
    return ()


def said_fields(names: ThingNames, put: RuleQuestion, fields: Sequence[UngivenField]) -> Iterator[tuple[str, str]]:
    """Say fields with the values that they have in a combination, each with what has it."""
    situation = put.situation
    called = {thing: names.named(name) for thing, name in situation.known_as.items()}
    for one in fields:
        thing = situation.things[one.thing]
        kind = situation.program.layout.kind_at(thing)
        known = names.declared.kinds[kind].fields[one.field]
        value = words_of(situation.program, called, known.type, situation.get(thing, known.address))
        yield names.named(one.thing), said_fact(known.words.split(" (", 1)[0], value, known.type)


def said_fact(words: str, value: str, kind: types.Type | None) -> str:
    """Say what something is, as `card size: 15`, or `is not evading` of what may be so or not.

    >>> said_fact("is evading", "no", types.Boolean()), said_fact("the card size", "15", None)
    ('is not evading', 'card size: 15')
    """
    first, _, rest = words.partition(" ")
    if isinstance(kind, types.Boolean) and first == "is":
        return words if value == "yes" else f"is not {rest}"
    return f"{plain(without_article(text(words)))}: {value}"


def said_settings(names: ThingNames, over: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Say inputs, options and constants of a question that are no things and that the reader does not set."""
    declared, question = names.declared, names.question
    kinds = {one.name: one.type for one in names.rule.parameters}
    for name, value in question.given.items():
        kind = kinds.get(name)
        if name not in over and kind is not None and not isinstance(types.without_none(kind), types.Thing):
            yield "", said_fact(name.replace("_", " "), said_value(declared, value, kind), kind)
    for name, value in question.options.items():
        option = declared.options[name]
        words = option.node.phrase.text if option.node.phrase is not None else name.replace("_", " ")
        yield "", said_fact(words, said_value(declared, value, option.type), option.type)
    for name, value in question.constants.items():
        constant = declared.constants[name]
        yield "", said_fact(constant.words, said_value(declared, value, constant.type), constant.type)


def said_value(declared: Declared, value: Any, kind: types.Type | None) -> str:
    """Say a value as it is written, members of enums in the words of the rules."""
    said = as_written(value)
    return declared.enums[kind.enum].words.get(said, said) if isinstance(kind, types.EnumType) else said
