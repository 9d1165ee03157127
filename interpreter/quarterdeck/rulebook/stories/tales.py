"""Tell what happened in an example: sentences in order, each from what happened and the statement it came of.

In: happenings of a rule that was carried out, and the ruleset's English. Out: `Text`s, a sentence each. What says
nothing of its own is left out: a call that another says better, a row that brings nothing and that no dice led to,
what only a program keeps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, assert_never

from quarterdeck.emit.module import PrintedModule
from quarterdeck.examples.cases import Case
from quarterdeck.names import types
from quarterdeck.names.declared import Rule, Table
from quarterdeck.rulebook.blocks import LinkTarget
from quarterdeck.rulebook.english.clauses import said
from quarterdeck.rulebook.english.phrases import listed
from quarterdeck.rulebook.english.rules import own_words
from quarterdeck.rulebook.english.speaker import Speaker
from quarterdeck.rulebook.english.text import (
    EMPTY,
    Run,
    Text,
    joined,
    plain,
    sentence,
    styled,
    text,
)
from quarterdeck.rulebook.english.wording import clause_of
from quarterdeck.rulebook.english.words import figures
from quarterdeck.rulebook.english.writer import EnglishWriter
from quarterdeck.rulebook.stories.carried_out import CarriedOut, Put
from quarterdeck.rulebook.stories.changes import ChangeTeller, Paper
from quarterdeck.rulebook.stories.choices import Asked, statement
from quarterdeck.rulebook.stories.moment import Moment, exact
from quarterdeck.rulebook.stories.names import Names
from quarterdeck.rulebook.stories.occurrences import Deed, deeds_of
from quarterdeck.rulebook.stories.openings import Opening
from quarterdeck.rulebook.stories.rolls import RollTeller
from quarterdeck.rulebook.stories.wording import tell
from quarterdeck.run.happenings import (
    ByChance,
    Called,
    Changed,
    Chosen,
    Drawn,
    Left,
    PhaseBegun,
    PhaseOver,
    Refused,
    Rolled,
    RolledOff,
    RowUsed,
    Told,
)
from quarterdeck.run.words import NONE, STOP, is_declined
from quarterdeck.syntax import nodes

_MAY = re.compile(r"\bmay\b")


@dataclass
class Tale:
    """Tells what happened in one example."""

    writer: EnglishWriter
    names: Names
    changes: ChangeTeller
    places: Mapping[str, LinkTarget]
    case: Case
    put: Sequence[Put] = ()
    defined_by: PrintedModule | None = None
    state: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = list(self.names.situation.state)
        self.waiting = list(self.put)
        self.warned: set[str] = set()
        self.answered_once: set[str] = set()
        self.rolls = RollTeller(self.writer.elements, self.places, self.title)

    # --- sentences

    def told(self, deeds: Sequence[Deed], moment: Moment) -> list[Text]:
        """Tell what happened one after the other inside one call."""
        return _without_echoes([words for part in self.apart(deeds, moment) for words in part])

    def apart(self, deeds: Sequence[Deed], moment: Moment) -> list[list[Text]]:
        """Tell what happened inside one call, each thing by itself with what came of it."""
        parts: list[list[Text]] = []
        at = 0
        while at < len(deeds):
            deed, end = deeds[at], at + 1
            found: list[Text] = []
            if isinstance(deed.event, Rolled):
                while end < len(deeds) and _is_like(deeds[end], deed):
                    end += 1
                rolls = [one.event for one in deeds[at:end] if isinstance(one.event, Rolled)]
                self.learn(rolls[-1], moment)
                words = self.rolls.told(rolls, moment, self.reasoning(moment))
                is_idle = rolls[-1].success is None and end == len(deeds)
                found.append(sentence(tell("idle", roll=words) if is_idle else words))
            elif isinstance(deed.event, Changed):
                while end < len(deeds) and isinstance(deeds[end].event, Changed):
                    end += 1
                words = self.brought(EMPTY, [one for one in deeds[at:end] if not self.is_chosen(one, deeds[:at])])
                found += [sentence(words)] if words else []
            elif isinstance(deed.event, Chosen) and self.is_usual(deed.event):
                self.next_put(deed.event.address)
            else:
                behind = deeds[at + 1 :]
                found += self.one(deed, behind, moment)
            starts = isinstance(deed.event, Called | Chosen | PhaseBegun) and bool(parts) and len(parts[-1]) > 1
            if found and (starts or not parts):
                parts.append(found)
            elif found:
                parts[-1] += found
            at = end
        return parts

    def one(self, deed: Deed, behind: Sequence[Deed], moment: Moment) -> list[Text]:
        """Tell one thing that happened, with what happened inside it; `behind` is what comes after it."""
        event = deed.event
        match event:
            case Called():
                return self.call(deed, event)
            case RowUsed():
                return self.row(deed, event, moment)
            case Drawn():
                site = next(site for site in self.names.situation.program.sites if site.address == event.address)
                drawn = self.names.value(site.item, event.what)
                return [sentence(tell("drawn", what=self.title(event.address), drawn=drawn))]
            case Chosen():
                words = self.chosen(event, behind, moment)
                return [words] if words else []
            case RolledOff(totals=totals):
                rolls = [tell("rolled_off", side=self.names.name(side), total=str(total)) for side, total in totals]
                return [sentence(listed(rolls))]
            case Told(text=words):
                return [sentence(self.announced(words))]
            case Refused(reason=reason):
                return [sentence(tell("refused", reason=reason))] if reason else []
            case Changed() | Rolled() | Left() | PhaseBegun() | PhaseOver():
                return []
        assert_never(event)

    def announced(self, words: str) -> Text:
        """Tell what all are told; of what becomes known, whose it is."""
        for thing, name in self.names.of_things.items():
            if words.startswith(f"{name}: "):
                kind = self.names.situation.program.layout.kind_at(thing)
                return self.changes.revealed(name, kind, words.removeprefix(f"{name}: ")) or text(words)
        return text(words)

    # --- calls

    def call(self, deed: Deed, event: Called) -> list[Text]:
        """Tell that a rule was carried out, and what came of it."""
        return _without_echoes([words for part in self.parts(deed, event) for words in part])

    def parts(self, deed: Deed, event: Called) -> list[list[Text]]:
        """Tell a call in parts: what is done first, and each thing that follows with what came of it."""
        rule = self.writer.checked.declared.rules.get(event.address)
        if not deed.within:
            return []
        moment = self.moment(rule, event.arguments)
        phrase = self.called(rule, event.arguments) if rule is not None else EMPTY
        if not phrase:
            return self.apart(deed.within, moment)
        changed = 0
        while changed < len(deed.within) and self.is_plain(deed.within[changed]):
            changed += 1
        opening = self.brought(phrase, deed.within[:changed])
        is_decided = any(isinstance(one.event, ByChance | Chosen) for one in deed.within)
        left = deed.within[changed:]
        inner = self.apart(left if is_decided else [one for one in left if not self.is_said(one)], moment)
        if not changed and inner and (_says_all_of(inner[0][0], phrase) or _MAY.search(plain(phrase))):
            return inner
        first = list(inner[0]) if inner else []
        if first and _says_all_of(opening, first[0]):
            first = first[1:]
        return [[sentence(opening), *first], *inner[1:]]

    def is_plain(self, deed: Deed) -> bool:
        """Tell whether a deed is a change, or says nothing: it goes with the words of its call."""
        return isinstance(deed.event, Changed) or (isinstance(deed.event, Called) and not deed.within)

    def brought(self, phrase: Text, within: Sequence[Deed]) -> Text:
        """Tell a call and what it changed first: what was done, and what is marked for it."""
        shown = [one for one in within if not phrase or not self.is_said(one)]
        made = [one.event for one in shown if isinstance(one.event, Changed) and self.changes.is_new(one.event)]
        told = self.all_changes(shown, phrase)
        for one in within:
            self.note(one.event)
        numbers = set(re.findall(r"\d+", plain(phrase)))
        figures_of = [words for event in made if (words := self.changes.figure(event))]
        figures_of = [words for words in figures_of if plain(words).rpartition(" ")[2] not in numbers]
        if figures_of and phrase:
            phrase = tell("made", deed=phrase, figures=listed(figures_of))
        elif figures_of:
            name = self.names.name(self.changes.thing(made[0]))
            told = [tell("made_one", name=name, figures=listed(figures_of)), *told]
        if not phrase:
            return listed(told)
        return tell("brings", deed=phrase, changes=listed(told)) if told else phrase

    def is_said(self, deed: Deed) -> bool:
        """Tell whether the words of a call say a change already: that something is so, and stands on no paper."""
        known = self.changes.field(deed.event) if isinstance(deed.event, Changed) else None
        return known is not None and isinstance(known.type, types.Boolean) and not self.changes.is_written(known)

    def all_changes(self, deeds: Sequence[Deed], phrase: Text = EMPTY) -> list[Text]:
        """Tell changes one after the other, of each field what it is in the end."""
        events = [deed.event for deed in deeds if isinstance(deed.event, Changed)]
        last: dict[int, Changed] = {}
        for event in events:
            self.note(event)
            first = last.get(event.place)
            last[event.place] = event if first is None else replace(event, before=first.before)
        told, known_by = [], ""
        for event in last.values():
            name = self.names.name(self.changes.thing(event))
            is_known = known_by == name or f"{name} " in f"{plain(phrase)} "
            words = self.changes.told(event, name if is_known else "")
            if words:
                told.append(words)
                known_by = name
        return told

    def called(self, rule: Rule, arguments: Sequence[Any]) -> Text:
        """Fill the phrase of a rule with what it was done with."""
        phrase = rule.node.phrase
        pieces = self.writer.checked.phrases.get(phrase) if phrase is not None else None
        values = {
            parameter.name: self.names.noun(parameter.type, value)
            for parameter, value in zip(rule.parameters, arguments, strict=False)
        }
        asked = [
            one.word.text if isinstance(one, nodes.Name) else "" for one in pieces or () if not isinstance(one, str)
        ]
        if pieces is None or not all(name in values for name in asked):
            return EMPTY
        filled = [piece if isinstance(piece, str) else values[asked.pop(0)] for piece in pieces]
        return styled(with_its(said(clause_of(filled)), self.names), to=rule.address)

    # --- rows

    def row(self, deed: Deed, event: RowUsed, moment: Moment) -> list[Text]:
        """Tell which row of a table counts, why, and what it brings."""
        table = self.writer.checked.declared.tables[event.table]
        inner = self.told(deed.within, moment)
        label = self.row_words(table, event)
        sum_, is_rolled = self.key(table, event, moment)
        if not inner and not is_rolled:
            return []
        words: dict[str, Any] = {"row": label}
        if sum_:
            words |= {"sum": sum_, "key": figures(Fraction(event.keys[0]))}
        pattern = "row_found" if sum_ else "row_alone"
        if not inner:
            return [sentence(tell("row_nothing" if sum_ else "row_alone_nothing", **words))]
        return [sentence(tell(pattern, **words)), *inner]

    def key(self, table: Table, event: RowUsed, moment: Moment) -> tuple[Text, bool]:
        """Give the sum that led to a row, and whether dice had a part in it."""
        for part in moment.rule.node.walk() if moment.rule is not None else ():
            call = part.call if isinstance(part, nodes.Apply) else None
            lookup = call.callee if isinstance(call, nodes.Call) else call
            if not isinstance(lookup, nodes.Lookup) or lookup.table.span.text != table.name:
                continue
            first = lookup.keys[0]
            names = {one.word.text for one in first.walk() if isinstance(one, nodes.Name)}
            is_rolled = bool(names & set(moment.totals))
            known = exact(table.keys[0].type, event.keys[0])
            if known is None or moment.worth(first) != known:
                return EMPTY, is_rolled
            return self.sum(first, moment), is_rolled
        return EMPTY, False

    def sum(self, node: nodes.Expression, moment: Moment) -> Text:
        """Give a sum of two numbers as it is worked out; nothing where there is nothing to work out."""
        if not isinstance(node, nodes.Plus | nodes.Minus):
            return EMPTY
        left, right = moment.worth(node.left), moment.worth(node.right)
        if left is None or right is None:
            return EMPTY
        return text(f"{figures(left)} {'plus' if isinstance(node, nodes.Plus) else 'less'} {figures(right)}")

    def row_words(self, known: Table, event: RowUsed) -> Text:
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

    # --- choices

    def chosen(self, event: Chosen, behind: Sequence[Deed], moment: Moment) -> Text:
        """Tell what a side chose, as the answer to what the rules ask; nothing where what follows says it."""
        element = self.writer.elements.get(event.address)
        node = element.thing if element is not None else None
        item = next((site.item for site in self.names.situation.program.sites if site.address == event.address), None)
        name = event.address.rpartition(".")[2]
        put = self.next_put(event.address)
        declined = is_declined(item, event.answer)
        moment.named.pop(name, None)
        if item is not None and not declined:
            moment.named[name] = (item, event.answer)
        answer = "" if declined else self.names.value(item, event.answer)
        words_told = EMPTY
        phrase = node.phrase if isinstance(node, nodes.Choose) else None
        words = ""
        if event.answer != STOP and phrase is not None:
            words = self.answered(phrase, item, event.answer, answer, put, moment)
        if self.is_told_by(behind, words, answer):
            words_told = EMPTY
        elif words:
            words_told = text(words)
        else:
            words_told = self.chosen_plainly(event, item, name.replace("_", " "), answer, declined)
        if not declined:
            self.answered_once.add(event.address)
        return joined([*self.refused(put, item), *([sentence(words_told)] if words_told else [])], " ")

    def chosen_plainly(self, event: Chosen, item: types.Type | None, role: str, answer: str, declined: bool) -> Text:
        """Tell a choice of which the rules ask no question that can be turned round."""
        side = self.names.name(event.side)
        if declined and event.answer == STOP and event.address in self.answered_once:
            return EMPTY  # the last of several answers: there are no more
        if declined:
            return tell("stops", side=side) if event.answer != NONE else tell("chose_none", side=side, role=role)
        if isinstance(item, types.Boolean):
            return tell("chose_plainly", side=side, answer=f"{role}: {answer}")
        return tell("chose_plainly", side=side, answer=answer)

    def is_usual(self, event: Chosen) -> bool:
        """Tell whether a side only lets happen what happens anyway, in a rule that the example is not about."""
        wanted = self.case.choices
        named = isinstance(wanted, Mapping) and any(f".{event.address}".endswith(f".{label}") for label in wanted)
        own = self.writer.checked.declared.rule_named(self.case.of)
        return event.usual and not named and (own is None or not event.address.startswith(f"{own.address}."))

    def is_chosen(self, deed: Deed, before: Sequence[Deed]) -> bool:
        """Tell whether a change only writes down what a side has just chosen."""
        for one in before[-2:]:
            if isinstance(one.event, Chosen) and isinstance(deed.event, Changed):
                known = self.changes.field(deed.event)
                is_named = known is not None and isinstance(
                    types.without_none(known.type), types.Place | types.EnumType | types.Thing
                )
                if is_named and deed.event.after == one.event.answer:
                    self.note(deed.event)
                    return True
        return False

    def next_put(self, address: str) -> Put | None:
        """Give how a choice was put."""
        found = next((one for one in self.waiting if one.address == address), None)
        if found is not None:
            del self.waiting[: self.waiting.index(found) + 1]
        return found

    def refused(self, put: Put | None, item: types.Type | None) -> list[Text]:
        """Tell what might not be chosen, and why."""
        by_reason: dict[str, list[str]] = {}
        for option, reason in put.refused if put is not None else ():
            if " " in reason:
                by_reason.setdefault(reason, []).append(self.names.value(item, option))
        told = [tell("not_allowed", answer=listed(options), reason=reason) for reason, options in by_reason.items()]
        new = [words for words in map(sentence, told) if plain(words) not in self.warned]
        self.warned |= {plain(words) for words in new}
        return new

    def is_told_by(self, behind: Sequence[Deed], words: str, answer: str) -> bool:
        """Tell whether what is done next says what was chosen."""
        following = behind[0].event if behind else None
        if not answer or not isinstance(following, Called):
            return False
        rule = self.writer.checked.declared.rules.get(following.address)
        said_next = self.called(rule, following.arguments) if rule is not None and behind[0].within else EMPTY
        wanted = words or answer
        return bool(said_next) and (_says_all_of(said_next, text(wanted)) if words else wanted in plain(said_next))

    def answered(
        self,
        phrase: nodes.Word,
        item: types.Type | None,
        value: Any,
        answer: str,
        put: Put | None,
        moment: Moment,
    ) -> str:
        """Give the answer to a question as a sentence; nothing where a name in the question is not known."""
        speaker = self.speaker(moment)
        for piece in self.writer.checked.phrases.get(phrase, ()):
            if isinstance(piece, nodes.Name) and piece.word.text not in speaker.names:
                kind = self.writer.checked.types.get(piece)
                if put is None or kind is None or piece.word.text not in put.known:
                    return ""
                speaker.names[piece.word.text] = self.names.noun(kind, put.known[piece.word.text])
        pieces = speaker.pieces(phrase)
        question = plain(speaker.phrase(phrase))
        subjects = tuple(plain(piece.text) for piece in pieces if not isinstance(piece, str))
        number = exact(item, value) if item is not None and answer else None
        count = int(number) if number is not None and number.denominator == 1 else None
        bare = types.without_none(item) if item is not None else None
        if isinstance(bare, types.Number) and bare.unit and number is not None:
            answer = plain(speaker.number(number, bare.unit).text)
        is_truth = isinstance(item, types.Boolean)
        if is_truth and not value:
            answer = ""
        told = statement(Asked(question, subjects), answer, count=count, is_truth=is_truth)
        return plain(with_its(text(told), self.names))

    # --- what is known

    def moment(self, rule: Rule | None, arguments: Sequence[Any]) -> Moment:
        """Give what is known at the beginning of a rule; of a row of a table nothing."""
        given = zip(rule.parameters if rule is not None else (), arguments, strict=False)
        named = {parameter.name: (parameter.type, value) for parameter, value in given}
        checked, program = self.writer.checked, self.names.situation.program
        return Moment(checked, program, self.state, rule, named, defined_by=self.defined_by)

    def speaker(self, moment: Moment) -> Speaker:
        """Give words for the names of a rule: what they stand for in this example."""
        named = {name: self.names.noun(*known) for name, known in moment.named.items()}
        return Speaker(self.writer.checked, moment.rule.module if moment.rule is not None else "", named)

    def reasoning(self, moment: Moment) -> Speaker:
        """Give words for what is added to dice: things by their names, numbers by what they are."""
        speaker = self.speaker(moment)
        for parameter in moment.rule.parameters if moment.rule is not None else ():
            if isinstance(types.without_none(parameter.type), types.Numeric):
                speaker.local(parameter.name, parameter.type, "parameter", own_words(parameter))
        return speaker

    def learn(self, event: Rolled, moment: Moment) -> None:
        """Know what a roll came to, for what is said of it later."""
        moment.totals[event.address.rpartition(".")[2]] = Fraction(event.total)

    def note(self, event: Any) -> None:
        """Keep what was written."""
        if isinstance(event, Changed):
            self.state[event.place] = event.after

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
    if not isinstance(one, Rolled) or not isinstance(other, Rolled) or one.address != other.address:
        return False
    is_check = other.success is not None
    return is_check and one.success == other.success and one.modifiers == other.modifiers and one.added == other.added


def _says_all_of(one: Text, other: Text) -> bool:
    """Tell whether a sentence has all words of another, so that the other need not be said."""
    said_before, said_now = (set(re.findall(r"\w+", plain(words).lower())) for words in (other, one))
    return said_before - {"a", "an", "the"} <= said_now


def _without_echoes(sentences: Sequence[Text]) -> list[Text]:
    """Leave out what was said just before."""
    found: list[Text] = []
    for words in sentences:
        if words and (not found or plain(found[-1]) != plain(words)):
            found.append(words)
    return found


def with_its(words: Text, names: Names) -> Text:
    """Say `its` where a name stands a second time in a sentence, before something of that thing."""
    plainly = plain(words)
    for name in set(names.of_things.values()):
        first = plainly.find(name)
        whose = f"{name}\N{RIGHT SINGLE QUOTATION MARK}s "
        again = plainly.find(whose, first + len(name)) if first >= 0 else -1
        between = plainly[first + len(name) : again]
        others = [other for other in names.of_things.values() if other in between and other != name]
        if again > 0 and first == 0 and not others:
            done: list[Run] = []
            at = 0
            for run in words:
                inside = (
                    run.words.replace(whose, "its ")
                    if at > 0 or not run.words.startswith(name)
                    else (name + run.words[len(name) :].replace(whose, "its "))
                )
                done.append(replace(run, words=inside))
                at += len(run.words)
            return tuple(done)
    return words


@dataclass(frozen=True)
class Story:
    """An example as it is told: how things stand, and what happens, in parts that belong together.

    `worth` grows with what a reader learns from it: dice, choices, what is marked, and few sentences.
    """

    opening: tuple[Text, ...]
    parts: tuple[tuple[Text, ...], ...]
    worth: int

    @property
    def is_good(self) -> bool:
        """Tell whether no other example need be looked at."""
        return self.worth >= _GOOD


_GOOD = 7
_LONG = 8
"""A story of more sentences shows more of other rules than of its own."""
_MOST = 20
"""One of more sentences is printed only where an author's source has it."""


def story_of(
    writer: EnglishWriter, places: Mapping[str, LinkTarget], paper: Paper, done: CarriedOut, rule: Rule
) -> Story:
    """Give the story of an example that was carried out."""
    changes = ChangeTeller(done.names, paper)
    tale = Tale(writer, done.names, changes, places, done.case, done.put, done.prepared.stand.module)
    deeds = deeds_of(done.events)
    main = deeds[0] if len(deeds) == 1 and isinstance(deeds[0].event, Called) else None
    if main is not None and isinstance(main.event, Called):
        parts = tale.parts(main, main.event)
    else:
        parts = tale.apart(deeds, tale.moment(rule, done.arguments))
    parts = [_without_echoes(part) for part in parts]
    words = " ".join(plain(one) for part in parts for one in part)
    opening = Opening(done, changes)
    told = [*opening.options(), *opening.facts(words), *opening.inputs(rule)]
    inside = [deed.event for deed in (main.within if main is not None else deeds)]
    events = [deed.event for one in deeds for deed in one.walk()]
    count = sum(len(part) for part in parts)
    worth = 3 * any(isinstance(one, ByChance) for one in events) + 2 * any(
        isinstance(one, Changed) and changes.field(one) is not None for one in events
    )
    worth += any(isinstance(one, Chosen | RowUsed) for one in events) + any(isinstance(one, ByChance) for one in inside)
    worth += any(isinstance(one, Rolled) and one.success for one in events)
    worth -= min(4, max(0, count - _LONG)) + 2 * (count < 2) + bool(done.case.options) + 9 * (count > _MOST)
    return Story(tuple(told), tuple(tuple(part) for part in parts), worth if count else -1)
