"""Plan the sentences of statements: each becomes points, in the order of the text.

In: statements of a `Checked` ruleset. Out: `Point`s. The modules below word simple statements, rolls
and choices; cases, loops and phases are worded here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self, cast

from quarterdeck.base.text import is_in_a_name
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnySimpleStatement, AnyStatement
from quarterdeck.prose.english import gathering
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import Clause, predicate, said
from quarterdeck.prose.english.gathering import Group
from quarterdeck.prose.english.nouns import (
    head_word,
    noun,
    one_of_counted,
)
from quarterdeck.prose.english.phrases import PATTERNS, listed, say
from quarterdeck.prose.english.pronouns import unmentioned
from quarterdeck.prose.english.rolls_and_choices import RollsAndChoices
from quarterdeck.prose.english.spans import coming_into_force
from quarterdeck.prose.english.statement_points import _SHORT
from quarterdeck.prose.text.blocks import Point
from quarterdeck.prose.text.rule_facts import is_span, sort_of, step_point, who_acts, with_earlier_ends
from quarterdeck.prose.text.runs import EMPTY, Text, joined, plain, sentence, styled, text

_SAYS_A_NUMBER = re.compile(rf"\d|\b(?:{'|'.join(inflect.NUMBER_WORDS[1:])})\b")


@dataclass
class StatementWriter(RollsAndChoices):
    """Word what a rule or phase does, in order."""

    def points(self, statements: Iterable[nodes.Statement]) -> tuple[Point, ...]:
        """Tell statements in order."""
        statements = tuple(statements)
        self.speaker.alike |= self.alike(statements)
        found: list[Point] = []
        for statement, may_be_over in with_earlier_ends(statements):
            known = tuple(self.speaker.names)
            told = self.told(statement)
            if may_be_over:
                told = [
                    self.clause(statement, say("unless_over", what=self.simple(cast("AnySimpleStatement", statement))))
                ]
            if any(says_a_number(point) for one in told for point in one.walk()):
                self.speaker.leave_behind(known)
            found += told
        return tuple(found)

    def alike(self, statements: Iterable[nodes.Statement]) -> set[str]:
        """Give the names of things that a block finds, where `that child` would be any of several.

        Such are two that it finds, and one that is spoken of where a thing of the same kind has its turn.
        """
        names: dict[types.Type, list[str]] = {}
        several: set[str] = set()
        for statement in statements:
            if isinstance(statement, nodes.Let):
                kind = types.without_none(self.speaker.type_of(statement.value))
                if isinstance(kind, types.Thing):
                    names.setdefault(kind, []).append(statement.name.text)
            for loop in (part for part in statement.walk() if isinstance(part, nodes.ForEach)):
                spoken_of = {
                    part.word.text for inner in loop.block for part in inner.walk() if isinstance(part, nodes.Name)
                }
                several |= spoken_of.intersection(names.get(self.item_of(loop), []))
        return several.union(*(found for found in names.values() if len(found) > 1))

    def told(self, statement: nodes.Statement) -> list[Point]:
        """Tell one statement, as one point or several."""
        node = cast("AnyStatement", statement)
        match node:
            case nodes.Roll() | nodes.Check():
                return [self.roll(node)]
            case nodes.RollOff():
                return [self.roll_off(node)]
            case nodes.Choose():
                return [self.choice(node)]
            case nodes.Require():
                return [self.demand(node)]
            case nodes.When():
                return self.cases(node)
            case nodes.ForEach():
                return [self.for_each(node)]
            case nodes.ForNumbers():
                return [self.for_numbers(node)]
            case nodes.Repeat():
                return [self.repeat(node)]
            case nodes.Step():
                return [self.step(node)]
            case nodes.Close(block=block):
                return [self.with_block("at_close", "", self.block(block), {"stage": say(self.stage)})]
            case nodes.Do() if (original := self.original(node)) is not None:
                return list(self.block(original))
            case nodes.Guarded(statement=inner, condition=condition) if (original := self.original(inner)) is not None:
                condition_said = said(self.speaker.condition(condition))
                return [self.with_block("when_block", "when", self.block(original), {"condition": condition_said})]
            case nodes.Guarded(statement=inner, condition=condition):
                return [self.clause(inner, self.guarded("if", inner, condition))]
            case nodes.GuardedUnless(statement=inner, condition=condition):
                return [self.clause(inner, self.guarded("unless", inner, condition))]
            case _:
                return [self.clause(node, self.simple(node))]

    def original(self, statement: nodes.Statement) -> tuple[nodes.Statement, ...] | None:
        """Give the statements of an original that is done, where they are to be told in its place."""
        meaning = self.called(statement.call) if isinstance(statement, nodes.Do) and self.speaker.merges else None
        if meaning is None or not meaning.rule.speaks_as:
            return None
        body = meaning.rule.node.body if isinstance(meaning.rule.node, nodes.Procedure | nodes.Effect) else None
        return body.statements if body is not None else None

    def cases(self, statement: nodes.When) -> list[Point]:
        """Tell cases: the first that holds counts."""
        speak = self.speaker
        found = [
            self.with_block(
                "when_block",
                "when",
                self.block(statement.block),
                {"condition": said(speak.condition(statement.condition))},
            )
        ]
        for other in statement.others:
            parts = {"condition": said(speak.condition(other.condition))}
            found.append(self.with_block("otherwise_when_block", "otherwise_when", self.block(other.block), parts))
        if statement.otherwise is not None:
            found.append(self.with_block("otherwise_block", "otherwise", self.block(statement.otherwise.block), {}))
        return self.in_one(found)

    def in_one(self, points: list[Point]) -> list[Point]:
        """Put short cases into one sentence: `if ..., ...; otherwise ...`."""
        is_short = len(points) > 1 and all(point.raw and not point.lead for point in points)
        whole = joined([point.raw for point in points], PATTERNS["semicolon"])
        return [self.point(whole)] if is_short and len(plain(whole)) <= _SHORT else points

    def in_loop(self) -> Self:
        """Give a writer for the block of a loop, which is not all that `finish` leaves there."""
        return replace(self.inner(), finish="finish_in_loop" if self.finish == "finish" else self.finish)

    def for_each(self, statement: nodes.ForEach) -> Point:
        """Tell what is done for each of a list."""
        inner = self.in_loop()
        group, order = inner.going_through(statement)
        if point := inner.each_does(statement, group, order):
            return point
        each = gathering.each(group)
        points = inner.points(statement.block)
        if order:
            return self.with_block("for_each_ordered", "for_each_do_ordered", points, {"each": each, "order": order})
        return self.with_block("for_each", "for_each_do", points, {"each": each})

    def going_through(self, statement: nodes.ForEach) -> tuple[Group, Text]:
        """Make the variable of a loop known; give its list and its order."""
        speak = self.speaker
        name = statement.variable.text
        group = speak.group(statement.source, name, statement.condition)
        speak.each_local(group, speak.type_of(statement.source))
        if statement.condition is not None:
            group = group.narrowed(speak.condition(statement.condition))
        orders = []
        for option in statement.options:
            match option:
                case nodes.AtOnce():
                    orders.append(say("at_once"))
                case nodes.ChosenBy(side=side):
                    orders.append(say("chosen_order", side=unmentioned(speak.noun(side).text)))
                case nodes.HighestFirst(key=key) | nodes.LowestFirst(key=key):
                    orders.append(gathering.order_of(gathering.end_of(option), speak.noun(key)))
        return group, listed(orders)

    def each_does(self, statement: nodes.ForEach, group: Group, order: Text) -> Point | None:
        """Tell a loop of one action as one sentence: `each child throws its snowballs`."""
        if len(statement.block) != 1:
            return None
        inner = statement.block[0]
        guard = None
        if isinstance(inner, nodes.Guarded | nodes.GuardedUnless):
            guard, inner = inner, inner.statement
        clause = self.acted(inner)
        if clause is None or clause.subject.entity != statement.variable.text or clause.subject.owner is not None:
            return None
        if not _speaks_of(group, clause) and not group.role.startswith("other "):
            group = replace(group, role="")
        each = gathering.each(group)
        parts = {"each": each, "predicate": predicate(clause, many=False)}
        words = say("each_does_ordered", order=order, **parts) if order else say("each_does", **parts)
        if guard is not None:
            key = "if" if isinstance(guard, nodes.Guarded) else "unless"
            key = f"{key}_first" if order else key
            words = say(key, what=words, condition=said(self.speaker.condition(guard.condition)))
        return self.point(words)

    def acted(self, statement: nodes.Statement) -> Clause | None:
        """Give a simple action as a clause."""
        if isinstance(statement, nodes.Do):
            meaning = self.called(statement.call)
            if meaning is not None and isinstance(meaning.rule, Rule):
                clause, aside = self.speaker.done(meaning.rule, meaning.arguments)
                return replace(
                    self.linked(clause, meaning.rule),
                    rest=joined([styled(clause.rest, to=meaning.rule.address), aside]),
                )
        return None

    def for_numbers(self, statement: nodes.ForNumbers) -> Point:
        """Tell what is done for each number."""
        inner = self.in_loop()
        speak = inner.speaker
        low, high = speak.noun(statement.low), speak.noun(statement.high)
        one = statement.variable.text.replace("_", " ")
        speak.names[statement.variable.text] = noun(say("the", noun=one), origin="loop", name=one, is_number=True)
        points = inner.points(statement.block)
        if low.literal == 1 and high.counted and inflect.singular(plain(without_article(high.counted))) == one:
            return self.with_block("for_each_counted", "for_each_counted_do", points, {"one": text(one)})
        return self.with_block(
            "for_numbers", "for_numbers_do", points, {"one": text(one), "low": low.text, "high": high.text}
        )

    def repeat(self, statement: nodes.Repeat) -> Point:
        """Tell what is done several times."""
        count = self.speaker.noun(statement.count)
        points = self.in_loop().points(statement.block)
        if statement.up_to is not None:
            if count.literal is not None:
                return self.with_block("up_to_times", "", points, {"times": text(inflect.times_word(count.literal))})
            if count.counted:
                return self.with_block("up_to_counted", "", points, {"counted": count.counted})
            return self.with_block("up_to_noun_times", "", points, {"count": count.text})
        if count.literal is not None:
            return self.with_block("repeat", "repeat_do", points, {"times": text(inflect.times_word(count.literal))})
        counted = plain(without_article(count.counted))
        if counted and count.owner is None and head_word(counted) == counted.split(" ")[-1]:
            one = text(one_of_counted(count))
            return self.with_block("for_each_counted", "for_each_counted_do", points, {"one": one})
        if count.counted:
            return self.with_block("repeat_counted", "repeat_counted_do", points, {"counted": count.counted})
        return self.with_block("repeat_noun", "repeat_noun_do", points, {"count": count.text})

    def step(self, statement: nodes.Step) -> Point:
        """Tell a step of a phase."""
        title = statement.title.text if statement.title else statement.name.text.replace("_", " ").capitalize()
        address, waits = f"{self.address}.{statement.name.text}", self.in_span or is_span(statement)
        finish = self.finish
        if any(isinstance(option, nodes.ForEachSide) for option in statement.options):
            finish = finish.replace("finish_phase", "finish_sides")
        inner = replace(self.inner(), address=address, in_span=waits, stage=sort_of(statement), finish=finish)
        docs = self.speaker.paragraphs(statement.docs)
        opening, points = inner.with_sides(statement.options, statement.block)
        after = coming_into_force(self.checked, statement)
        return step_point(statement, address, text(title), docs, opening, points, after)

    def side_does(self, key: str, block: tuple[nodes.Statement, ...]) -> Point | None:
        """Tell a phase in which each side does one thing: `Each side in turn throws`."""
        clause = self.acted(block[0]) if len(block) == 1 else None
        if clause is None or not clause.subject.entity or clause.subject.owner is not None:
            return None
        known = self.speaker.names.values()
        side = next((one for one in known if one.entity == clause.subject.entity and one.kind == "side"), None)
        if side is None:
            return None
        return self.point(say(f"{key}_does", predicate=predicate(clause, many=key.startswith("sides_at_once"))))

    def with_sides(
        self, options: tuple[nodes.Node, ...], block: tuple[nodes.Statement, ...]
    ) -> tuple[Text, tuple[Point, ...]]:
        """Tell a phase or step; if every side goes through it, that is said first."""
        side, how = who_acts(options)
        if not side:
            return EMPTY, self.points(block)
        one = plain(say("the", noun=self.speaker.kind_words(types.Thing("Side"))))
        self.speaker.local(side, types.Thing("Side"), "loop", one)
        key = f"sides_{how}"
        if point := self.side_does(key, block):
            return EMPTY, (point,)
        points = self.points(block)
        if len(points) == 1 and points[0].raw and not points[0].lead:
            return EMPTY, (self.point(joined([say(key), " ", points[0].raw])),)
        return sentence(say(key), ":"), points


def says_a_number(point: Point) -> bool:
    """Tell whether a number is said, which what follows could mean as well."""
    words = plain(point.text)
    return any(not is_in_a_name(words, *found.span()) for found in _SAYS_A_NUMBER.finditer(words))


def _speaks_of(group: Group, clause: Clause) -> bool:
    """Tell whether the name of a loop's thing is used beside the subject."""
    return any(run.entity == group.variable for run in clause.rest)
