"""Tell what happened in an example: sentences in order, each from what happened and the statement it came of.

In: happenings of a rule that was carried out, and the ruleset's English. Out: `Text`s, a sentence each. What says
nothing of its own is left out: a call that another says better, a row that brings nothing and that no dice led to,
what only a program keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, assert_never

from quarterdeck.analysis.trial.cases import Case
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.engine.run import happenings as hap
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.english.nouns import head_word
from quarterdeck.prose.english.phrases import listed
from quarterdeck.prose.english.rules import own_words
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.english.wording import clause_of, counted_out
from quarterdeck.prose.english.words import figures, is_plural
from quarterdeck.prose.stories.changes import ChangeTeller
from quarterdeck.prose.stories.decisions import DecisionTeller
from quarterdeck.prose.stories.example_run import PutChoice
from quarterdeck.prose.stories.moment import CallInStory, exact
from quarterdeck.prose.stories.occurrences import Deed
from quarterdeck.prose.stories.rolls import RollTeller
from quarterdeck.prose.stories.story_names import StoryNames
from quarterdeck.prose.stories.story_sentences import says_all_of, with_its, without_echoes
from quarterdeck.prose.stories.story_wording import tell
from quarterdeck.prose.text.blocks import LinkTarget
from quarterdeck.prose.text.runs import (
    EMPTY,
    Run,
    Text,
    plain,
    sentence,
    styled,
    text,
)

_MAY = re.compile(r"\bmay\b")


@dataclass
class EventWriter:
    """Tells what happened in one example."""

    writer: EnglishWriter
    names: StoryNames
    changes: ChangeTeller
    places: Mapping[str, LinkTarget]
    case: Case
    put: Sequence[PutChoice]
    module: PrintedModule
    state: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = list(self.names.situation.state)
        self.rolls = RollTeller(self.writer.elements, self.places, self.title)
        self.decisions = DecisionTeller(self.names, self.writer.elements, self.case, list(self.put))

    # --- sentences

    def told(self, deeds: Sequence[Deed], moment: CallInStory) -> list[Text]:
        """Tell what happened one after the other inside one call."""
        return without_echoes([words for part in self.apart(deeds, moment) for words in part])

    def apart(self, deeds: Sequence[Deed], moment: CallInStory) -> list[list[Text]]:
        """Tell what happened inside one call, each thing by itself with what came of it."""
        parts: list[list[Text]] = []
        at = 0
        while at < len(deeds):
            deed, end = deeds[at], at + 1
            found: list[Text] = []
            if isinstance(deed.event, hap.Rolled):
                while end < len(deeds) and _is_like(deeds[end], deed):
                    end += 1
                rolls = [one.event for one in deeds[at:end] if isinstance(one.event, hap.Rolled)]
                moment.totals[deed.event.address.rpartition(".")[2]] = Fraction(rolls[-1].total)
                words = self.rolls.told(rolls, moment, self.reasoning(moment))
                is_idle = rolls[-1].success is None and end == len(deeds)
                found.append(sentence(tell("idle", roll=words) if is_idle else words))
            elif isinstance(deed.event, hap.FieldWritten):
                while end < len(deeds) and isinstance(deeds[end].event, hap.FieldWritten):
                    end += 1
                words = self.brought(EMPTY, [one for one in deeds[at:end] if not self.is_chosen(one, deeds[:at])])
                found += [sentence(words)] if words else []
            elif isinstance(deed.event, hap.Chosen) and self.decisions.is_usual(deed.event):
                self.decisions.next_put(deed.event.address)
            else:
                behind = deeds[at + 1 :]
                found += self.one(deed, behind, moment)
            starts = (
                isinstance(deed.event, hap.Called | hap.Chosen | hap.PhaseBegun) and bool(parts) and len(parts[-1]) > 1
            )
            if found and (starts or not parts):
                parts.append(found)
            elif found:
                parts[-1] += found
            at = end
        return parts

    def one(self, deed: Deed, behind: Sequence[Deed], moment: CallInStory) -> list[Text]:
        """Tell one thing that happened, with what happened inside it; `behind` is what comes after it."""
        event = deed.event
        match event:
            case hap.Called():
                return self.call(deed, event)
            case hap.RowUsed():
                return self.row(deed, event, moment)
            case hap.Drawn():
                drawn = self.names.value(event.type, event.what)
                what = self.title(event.address)
                many = isinstance(event.type, types.ListType) and is_plural(head_word(what))
                return [sentence(tell("several_drawn" if many else "drawn", what=what, drawn=drawn))]
            case hap.Chosen():
                words = self.decisions.told(event, self.next_call(behind), moment)
                return [words] if words else []
            case hap.RolledOff(totals=totals):
                rolls = [tell("rolled_off", side=self.names.name(side), total=str(total)) for side, total in totals]
                return [sentence(listed(rolls))]
            case hap.Announced(text=words):
                told = self.announced(words)
                return [sentence(told)] if told else []
            case hap.Refused(reason=reason):
                return [sentence(tell("refused", reason=reason))] if reason else []
            case hap.FieldWritten() | hap.Rolled() | hap.Left() | hap.PhaseBegun() | hap.PhaseOver():
                return []
        assert_never(event)

    def announced(self, words: str) -> Text:
        """Tell what all are told; of what becomes known, whose it is."""
        for thing, name in self.names.of_things.items():
            if words.startswith(f"{name}: "):
                kind = self.names.situation.program.layout.kind_at(thing)
                told = self.changes.revealed(name, kind, words.removeprefix(f"{name}: "))
                return text(words) if told is None else told
        return text(words)

    # --- calls

    def call(self, deed: Deed, event: hap.Called) -> list[Text]:
        """Tell that a rule was carried out, and what came of it."""
        return without_echoes([words for part in self.parts(deed, event) for words in part])

    def parts(self, deed: Deed, event: hap.Called) -> list[list[Text]]:
        """Tell a call in parts: what is done first, and each thing that follows with what came of it."""
        rule = self.writer.checked.declared.rules.get(event.address)
        if not deed.within:
            return []
        moment = self.moment(rule, event.given)
        phrase = self.called(event)
        if not phrase:
            return self.apart(deed.within, moment)
        changed = 0
        while changed < len(deed.within) and self.is_plain(deed.within[changed]):
            changed += 1
        opening = self.brought(phrase, deed.within[:changed])
        is_decided = any(isinstance(one.event, hap.ByChance | hap.Chosen) for one in deed.within)
        left = deed.within[changed:]
        inner = self.apart(left if is_decided else [one for one in left if not self.is_said(one)], moment)
        if not inner and all(isinstance(one.event, hap.Called | hap.Chosen | hap.RowUsed) for one in deed.walk()):
            return []  # all that there was to decide was not to
        if not changed and _MAY.search(plain(phrase)):
            return inner  # that it may is said by what it does
        if not changed and inner and says_all_of(inner[0][0], phrase):
            return inner
        first = list(inner[0]) if inner else []
        if first and says_all_of(opening, first[0]):
            first = first[1:]
        return [[sentence(opening), *first], *inner[1:]]

    def is_plain(self, deed: Deed) -> bool:
        """Tell whether a deed is a change, or says nothing: it goes with the words of its call."""
        return isinstance(deed.event, hap.FieldWritten) or (isinstance(deed.event, hap.Called) and not deed.within)

    def brought(self, phrase: Text, within: Sequence[Deed]) -> Text:
        """Tell a call and what it changed first: what was done, and what is marked for it."""
        shown = [one for one in within if not phrase or not self.is_said(one)]
        made = [one.event for one in shown if isinstance(one.event, hap.Changed) and self.changes.is_new(one.event)]
        told = self.all_changes(shown, phrase)
        for one in within:
            self.note(one.event)
        numbers = set(re.findall(r"\d+", plain(phrase)))
        figures_of = [words for event in made if (words := self.changes.figure(event))]
        figures_of = [words for words in figures_of if plain(words).rpartition(" ")[2] not in numbers]
        if figures_of and phrase:
            phrase = tell("made", deed=phrase, figures=listed(figures_of))
        elif figures_of:
            name = self.names.name(made[0].thing)
            told = [tell("made_one", name=name, figures=listed(figures_of)), *told]
        if not phrase:
            return listed(told)
        return tell("brings", deed=phrase, changes=listed(told)) if told else phrase

    def is_said(self, deed: Deed) -> bool:
        """Tell whether the words of a call say a change already: that something is so, and stands on no paper."""
        known = self.changes.field(deed.event) if isinstance(deed.event, hap.Changed) else None
        return known is not None and isinstance(known.type, types.Boolean) and not self.changes.is_written(known)

    def all_changes(self, deeds: Sequence[Deed], phrase: Text = EMPTY) -> list[Text]:
        """Tell changes one after the other, of each field what it is in the end."""
        events = [deed.event for deed in deeds if isinstance(deed.event, hap.Changed)]
        last: dict[int, hap.Changed] = {}
        for event in events:
            self.note(event)
            first = last.get(event.place)
            last[event.place] = event if first is None else replace(event, before=first.before)
        told, known_by = [], ""
        for event in last.values():
            name = self.names.name(event.thing)
            is_known = known_by == name or f"{name} " in f"{plain(phrase)} "
            words = self.changes.told(event, name if is_known else "")
            if words:
                told.append(words)
                known_by = name
        return told

    def called(self, event: hap.Called) -> Text:
        """Fill the phrase of a rule with what it was done with; a row of a table has none."""
        rule = self.writer.checked.declared.rules.get(event.address)
        phrase = rule.node.phrase if rule is not None else None
        pieces = self.writer.checked.phrases.get(phrase) if phrase is not None else None
        values = {name: self.names.noun(kind, value) for name, kind, value in event.given}
        asked = [
            one.word.text if isinstance(one, nodes.Name) else "" for one in pieces or () if not isinstance(one, str)
        ]
        if pieces is None or not all(name in values for name in asked):
            return EMPTY
        filled = [piece if isinstance(piece, str) else values[asked.pop(0)] for piece in pieces]
        return styled(with_its(said(clause_of(counted_out(filled))), self.names), to=event.address)

    def next_call(self, behind: Sequence[Deed]) -> Text:
        """Give the words of what is done next, where something comes of it."""
        following = behind[0].event if behind and behind[0].within else None
        return self.called(following) if isinstance(following, hap.Called) else EMPTY

    # --- rows

    def row(self, deed: Deed, event: hap.RowUsed, moment: CallInStory) -> list[Text]:
        """Tell which row of a table counts, why, and what it brings."""
        table = self.writer.checked.declared.tables[event.table]
        inner = self.told(deed.within, moment)
        label = self.row_words(table, event)
        sum_, is_rolled = self.key(table, event, moment)
        if not inner and not is_rolled:
            return []
        words: dict[str, Any] = {"row": label}
        if sum_:
            words |= {"sum": sum_, "key": figures(Fraction(event.keys[0][2]))}
        pattern = "row_found" if sum_ else "row_alone"
        if not inner:
            return [sentence(tell("row_nothing" if sum_ else "row_alone_nothing", **words))]
        return [sentence(tell(pattern, **words)), *inner]

    def key(self, table: Table, event: hap.RowUsed, moment: CallInStory) -> tuple[Text, bool]:
        """Give the sum that led to a row, and whether dice had a part in it."""
        for part in moment.rule.node.walk() if moment.rule is not None else ():
            call = part.call if isinstance(part, nodes.Apply) else None
            lookup = call.callee if isinstance(call, nodes.Call) else call
            if not isinstance(lookup, nodes.Lookup) or lookup.table.span.text != table.name:
                continue
            first = lookup.keys[0]
            names = {one.word.text for one in first.walk() if isinstance(one, nodes.Name)}
            is_rolled = bool(names & set(moment.totals))
            known = exact(*event.keys[0][1:])
            if known is None or moment.worth(first) != known:
                return EMPTY, is_rolled
            return self.sum(first, moment), is_rolled
        return EMPTY, False

    def sum(self, node: nodes.Expression, moment: CallInStory) -> Text:
        """Give a sum of two numbers as it is worked out; nothing where there is nothing to work out."""
        if not isinstance(node, nodes.Plus | nodes.Minus):
            return EMPTY
        left, right = moment.worth(node.left), moment.worth(node.right)
        if left is None or right is None:
            return EMPTY
        return text(f"{figures(left)} {'plus' if isinstance(node, nodes.Plus) else 'less'} {figures(right)}")

    def row_words(self, known: Table, event: hap.RowUsed) -> Text:
        """Give a row of a table as it is printed there."""
        title: Text = (Run(known.title, to=known.name, style="name"),)
        row = next((row for row in known.rows if f"{event.address}.".startswith(f"{row.address}.")), None)
        if row is None:
            return tell("row", row=event.address.partition(".")[2], table=title)
        label = self.writer.tables.stretch(known, 0, row.low, row.high)
        column = event.address.removeprefix(row.address).lstrip(".")
        found = next((one for one in known.columns if one[0] == column), None)
        if found:
            return tell("row_column", row=label, column=self.writer.tables.column(known, *found), table=title)
        return tell("row", row=label, table=title)

    # --- what is known

    def moment(self, rule: Rule | None, given: Iterable[hap.Given]) -> CallInStory:
        """Give what is known at the beginning of a rule; of a row of a table nothing."""
        named = {name: (kind, value) for name, kind, value in (given if rule is not None else ())}
        checked, program = self.writer.checked, self.names.situation.program
        return CallInStory(checked, program, self.state, self.module, rule, named)

    def reasoning(self, moment: CallInStory) -> Speaker:
        """Give words for what is added to dice: things by their names, numbers by what they are."""
        speaker = self.names.speaker(moment)
        for parameter in moment.rule.parameters if moment.rule is not None else ():
            if isinstance(types.without_none(parameter.type), types.Numeric):
                speaker.local(parameter.name, parameter.type, "parameter", own_words(parameter))
        return speaker

    def is_chosen(self, deed: Deed, before: Sequence[Deed]) -> bool:
        """Tell whether a change only writes down what a side has just chosen."""
        for one in before[-2:]:
            if isinstance(one.event, hap.Chosen) and isinstance(deed.event, hap.Changed):
                known = self.changes.field(deed.event)
                is_named = known is not None and isinstance(
                    types.without_none(known.type), types.Place | types.EnumType | types.Thing
                )
                if is_named and deed.event.after == one.event.answer:
                    self.note(deed.event)
                    return True
        return False

    def note(self, event: Any) -> None:
        """Keep what was written."""
        if isinstance(event, hap.FieldWritten):
            event.put_into(self.state)

    def title(self, address: str) -> Text:
        """Give what is rolled for."""
        place = self.places.get(address)
        words = plain(self.writer.name_of(address)) or (place.title if place else address)
        if re.match(r"(the|an?|his|its|how|whether) ", words) or words[:1].isupper():
            return text(words)
        return tell("the", what=words)


def _is_like(deed: Deed, first: Deed) -> bool:
    """Tell whether a roll is one more of those before it, and came to the same."""
    one, other = deed.event, first.event
    if not isinstance(one, hap.Rolled) or not isinstance(other, hap.Rolled) or one.address != other.address:
        return False
    is_check = other.success is not None
    return is_check and one.success == other.success and one.modifiers == other.modifiers and one.added == other.added
