"""Plan the German of what is done: statements become points, in the order of the text.

In: statements of a rule or phase. Out: `Point`s. A block of one simple statement stands in the sentence that opens it;
any other becomes points below it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never, cast, get_args

from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnySimpleStatement, AnyStatement
from quarterdeck.prose.text.blocks import Point
from quarterdeck.prose.text.rule_facts import StageSort, sort_of, step_point, who_acts, with_earlier_ends
from quarterdeck.prose.text.runs import EMPTY, Text, Words, joined, plain, sentence, text
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.german_choices import choice, requirement
from quarterdeck_german.german_spans import coming_into_force
from quarterdeck_german.grammar import NUMBER_WORDS, GermanClause, behind, negated, phrase, tidied
from quarterdeck_german.groups import GermanGroup
from quarterdeck_german.throws import check_points, rolled, rolled_off
from quarterdeck_german.vocabulary import say, up_to

SIMPLE = get_args(AnySimpleStatement)


@dataclass
class GermanStatements:
    """Tells what a rule or phase does; `address` is its own."""

    speaker: DeedSpeaker
    address: str = ""
    stage: StageSort = "phase"

    def block(self, statements: Iterable[nodes.Statement]) -> tuple[Point, ...]:
        """Tell a block; what it names is not known outside."""
        return self.inner().points(statements)

    def inner(self) -> GermanStatements:
        """Give the same for a block."""
        return replace(self, speaker=self.own(self.speaker))

    @staticmethod
    def own(speaker: DeedSpeaker) -> DeedSpeaker:
        """Give a speaker whose names nobody else learns."""
        return replace(speaker, locals=dict(speaker.locals), chosen=dict(speaker.chosen))

    def points(self, statements: Iterable[nodes.Statement]) -> tuple[Point, ...]:
        """Tell statements in order.

        Raises:
            UnwordedError: something in them has no German words.
        """
        found: list[Point] = []
        for statement, may_be_over in with_earlier_ends(statements):
            if may_be_over:
                done = self.speaker.done(cast("AnySimpleStatement", statement))
                found.append(point(say("unless_over", what=done.inverted())))
            else:
                found += self.told(statement)
        return tuple(found)

    def told(self, statement: nodes.Statement) -> list[Point]:
        """Tell one statement, as one point or several."""
        node = cast("AnyStatement", statement)
        match node:
            case nodes.Roll():
                return [rolled(self.speaker, node, self.address)]
            case nodes.Check():
                return [check_points(self.speaker, node, self.address)]
            case nodes.RollOff():
                return [rolled_off(self.speaker, node, self.address)]
            case nodes.Choose():
                return [choice(self.speaker, node, self.address)]
            case nodes.Require():
                found = requirement(self.speaker, node, self.address, is_alone=True)
                return [replace(found, text=sentence(found.text))]
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
                return [opened(say(f"at_close_of_{self.stage}"), self.block(block))]
            case nodes.Guarded(statement=inner, condition=held) | nodes.GuardedUnless(statement=inner, condition=held):
                return [point(self.guarded("if" if isinstance(node, nodes.Guarded) else "unless", inner, held))]
            case (
                nodes.Let() | nodes.LetResult() | nodes.Tally() | nodes.Set() | nodes.Add() | nodes.Take()
                | nodes.Append() | nodes.Create() | nodes.Remove() | nodes.Do() | nodes.Apply() | nodes.Start()
                | nodes.Reveal() | nodes.Announce() | nodes.OrderSides() | nodes.Win() | nodes.DrawnGame()
                | nodes.DrawLot() | nodes.Peek() | nodes.Shuffle() | nodes.Stop() | nodes.Finish()
            ):  # fmt: skip
                made = point(self.speaker.done(node).main())
                if isinstance(node, nodes.DrawLot | nodes.Peek):
                    return [replace(made, address=f"{self.address}.{node.name.text}", kind="roll")]
                return [made]
            case _:
                assert_never(node)

    def guarded(self, key: str, statement: nodes.Statement, condition: nodes.Expression) -> Text:
        """Tell what is done on a condition, which comes first where much hangs on what is done."""
        done = self.speaker.done(cast("AnySimpleStatement", statement))
        held = behind(self.speaker.condition(condition))
        if done.after:
            given = self.speaker.condition(condition)
            held = behind(given if key == "if" else negated(given))
            return say("if_first", condition=held, what=done.inverted())
        return say(key, what=done.main(), condition=held)

    # --- cases

    def cases(self, statement: nodes.When) -> list[Point]:
        """Tell cases: the first that holds counts."""
        held = behind(self.speaker.condition(statement.condition))
        found = [self.case("if", statement.block, condition=held)]
        for other in statement.others:
            held = behind(self.speaker.condition(other.condition))
            found.append(self.case("otherwise_if", other.block, condition=held))
        if statement.otherwise is not None:
            found.append(self.case("otherwise", statement.otherwise.block))
        return found

    def case(self, key: str, block: tuple[nodes.Statement, ...], **slots: Words) -> Point:
        """Tell one case: in a sentence where one simple thing is done, else with points below it."""
        only = self.single(block)
        if only is not None:
            return point(say(f"{key}_first", what=only.inverted(), **slots))
        return opened(say(f"{key}_block", **slots), self.block(block))

    def single(self, block: tuple[nodes.Statement, ...]) -> GermanClause | None:
        """Give the one simple thing that a block does; nothing where it does more, or names something."""
        if len(block) != 1 or not isinstance(block[0], SIMPLE):
            return None
        return self.own(self.speaker).done(block[0])

    # --- loops

    def for_each(self, statement: nodes.ForEach) -> Point:
        """Tell what is done for each of a list."""
        inner = self.inner()
        speak = inner.speaker
        group = speak.group(statement.source, statement.variable.text)
        if statement.condition is not None:
            group = group.narrowed(speak.condition(statement.condition))
        order = inner.order(statement)
        if does := inner.each_does(statement, group, order):
            return does
        only = inner.single(statement.block) if not order else None
        if only is not None:
            return point(joined(["für ", group.each().acc, " ", only.inverted()]))
        key = "for_each_ordered" if order else "for_each"
        return opened(say(key, each=group.each(), order=order), inner.points(statement.block))

    def order(self, statement: nodes.ForEach) -> Text:
        """Give the order in which a list is gone through."""
        speak = self.speaker
        found: list[Text] = []
        for option in statement.options:
            match option:
                case nodes.AtOnce():
                    found.append(say("all_at_once"))
                case nodes.ChosenBy(side=side):
                    found.append(say("chosen_order", side=speak.value(side)))
                case nodes.HighestFirst() | nodes.LowestFirst():
                    found.append(speak.ranked(option))
        return joined(found, ", ")

    def each_does(self, statement: nodes.ForEach, group: GermanGroup, order: Text) -> Point | None:
        """Tell a loop of one action as one sentence: `Jedes Kind läuft`."""
        inner = statement.block[0]
        guard = inner.condition if isinstance(inner, nodes.Guarded) else None
        inner = inner.statement if isinstance(inner, nodes.Guarded) else inner
        done = self.single((inner,)) if len(statement.block) == 1 else None
        if (
            done is None
            or (done.after and (order or guard is not None))
            or done.subject.entity != statement.variable.text
        ):
            return None
        whole = replace(done, subject=group.each()).main()
        whole = joined([whole, ", ", order]) if order else whole
        if guard is not None:
            whole = say("if", what=whole, condition=behind(self.speaker.condition(guard)))
        return point(whole)

    def for_numbers(self, statement: nodes.ForNumbers) -> Point:
        """Tell what is done for each number."""
        inner = self.inner()
        name, low, high = statement.variable.text, *map(inner.speaker.value, (statement.low, statement.high))
        noun = inner.speaker.noun_of_local(name, types.UNKNOWN)
        inner.speaker.know(name, types.UNKNOWN)
        words = say("for_numbers", each=phrase(noun, "each"), low=low, high=up_to(high))
        return opened(words, inner.points(statement.block))

    def repeat(self, statement: nodes.Repeat) -> Point:
        """Tell what is done several times."""
        count = self.speaker.value(statement.count)
        points = self.block(statement.block)
        if count.literal is not None:
            key, slots = "times" if statement.up_to else "", {"times": text(times(int(count.literal)))}
            return opened(say("up_to_times" if key else "repeat", **slots), points)
        return opened(say("up_to_noun" if statement.up_to else "repeat_noun", count=count), points)

    # --- phases

    def step(self, statement: nodes.Step) -> Point:
        """Tell a step of a phase."""
        address = f"{self.address}.{statement.name.text}"
        title = text(self.speaker.words.text(address))
        inner = replace(self.inner(), address=address, stage=sort_of(statement))
        docs = self.speaker.docs(statement.docs)
        opening, points = inner.with_sides(statement.options, statement.block)
        after = coming_into_force(self.speaker.checked, self.speaker.words, statement)
        return step_point(statement, address, title, docs, opening, points, after)

    def with_sides(
        self, options: Iterable[nodes.Node], block: tuple[nodes.Statement, ...]
    ) -> tuple[Text, tuple[Point, ...]]:
        """Tell a phase or step with who acts in it: an opening, and points below it."""
        variable, sides = who_acts(options)
        if not variable:
            return EMPTY, self.points(block)
        in_order, how = sides == "in_order", {"secret": "in_secret", "at_once": "at_once"}.get(sides, "")
        self.speaker.know(variable, types.Thing("Side"))
        noun = self.speaker.words.noun("Side")
        each = phrase(noun, "each")
        in_turn = each.around(f"{{}}{say_pattern(noun.gender)}") if in_order else each
        only = self.single(block)
        if only is not None and only.subject.entity == variable:
            who = in_turn.around("{},") if in_order else each
            words = replace(only, subject=who).main()
            return EMPTY, (point(joined([words, say(how)]) if how else words),)
        key = {"in_secret": "sides_secret", "at_once": "sides_at_once"}.get(how, "sides")
        return sentence(say(key, sides=in_turn.nom), ":"), self.points(block)


def say_pattern(gender: str) -> str:
    """Give the words behind a side that acts in its turn."""
    return plain(say(f"in_order_{gender}")).removeprefix("{}")


def point(words: Text) -> Point:
    """Give one sentence."""
    return Point(sentence(tidied(words)))


def opened(words: Text, points: tuple[Point, ...]) -> Point:
    """Give an opening with points below it."""
    return Point(sentence(tidied(words), ":"), points, numbered=len(points) > 1)


def times(count: int) -> str:
    """Give how often something is done: `einmal`, `zweimal`, `20-mal`."""
    word = NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else f"{count}-"
    return f"{word}mal"
