"""Tell decisions: what a side chose, in the words of what the rules ask; why it might not choose something else.

In: a decision as it happened, and what was known when it was put. Out: sentences; none where what is done next says
what was chosen, and none for what happens anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.analysis.trial.answer_labels import without_call
from quarterdeck.analysis.trial.cases import Case
from quarterdeck.engine.run.happenings import Chosen
from quarterdeck.engine.run.words import STOP
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.syntax import nodes
from quarterdeck.prose.english.phrases import listed
from quarterdeck.prose.stories.example_run import PutChoice
from quarterdeck.prose.stories.moment import CallInStory, exact
from quarterdeck.prose.stories.story_choices import PutQuestion, statement
from quarterdeck.prose.stories.story_names import StoryNames
from quarterdeck.prose.stories.story_sentences import says_all_of, with_its
from quarterdeck.prose.stories.story_wording import tell
from quarterdeck.prose.text.runs import EMPTY, Text, joined, plain, sentence, text


@dataclass
class DecisionTeller:
    """Tells the decisions of one example; `put` are its choices as they were put, in order."""

    names: StoryNames
    elements: Mapping[str, Element]
    case: Case
    put: list[PutChoice]
    warned: set[str] = field(default_factory=set)
    answered_once: set[str] = field(default_factory=set)

    def told(self, event: Chosen, following: Text, moment: CallInStory) -> Text:
        """Tell what a side chose, as the answer to what the rules ask; nothing where the call `following` says it."""
        element = self.elements.get(event.address)
        node = element.thing if element is not None else None
        item, declined = event.type, event.declined
        name = event.address.rpartition(".")[2]
        put = self.next_put(event.address)
        moment.named.pop(name, None)
        if item is not None and not declined:
            moment.named[name] = (item, event.answer)
        answer = "" if declined else self.names.value(item, event.answer)
        words_told = EMPTY
        phrase = node.phrase if isinstance(node, nodes.Choose) else None
        words = ""
        if event.answer != STOP and phrase is not None:
            words = self.answered(phrase, item, event.answer, answer, put, moment)
        if _is_told_by(following, words, answer):
            words_told = EMPTY
        elif words:
            words_told = text(words)
        else:
            words_told = self.chosen_plainly(event, name.replace("_", " "), answer)
        if not declined:
            self.answered_once.add(event.address)
        return joined([*self.refused(put, item), *([sentence(words_told)] if words_told else [])], " ")

    def chosen_plainly(self, event: Chosen, role: str, answer: str) -> Text:
        """Tell a choice of which the rules ask no question that can be turned round."""
        side = self.names.name(event.side)
        if event.declined == "stop" and event.address in self.answered_once:
            return EMPTY  # the last of several answers: there are no more
        if event.declined:
            return tell("chose_none" if event.declined == "none" else "stops", side=side, role=role)
        if isinstance(event.type, types.Boolean):
            return tell("chose_plainly", side=side, answer=f"{role}: {answer}")
        return tell("chose_plainly", side=side, answer=answer)

    def is_usual(self, event: Chosen) -> bool:
        """Tell whether a side only lets happen what happens anyway, in a rule that the example is not about."""
        wanted = self.case.choices
        named = isinstance(wanted, Mapping) and any(
            f".{event.address}".endswith(f".{one}") for label in wanted for one in (label, without_call(label))
        )
        if event.answer == STOP and not named:
            return True
        own = self.names.checked.declared.rule_named(self.case.of)
        return event.usual and not named and (own is None or not event.address.startswith(f"{own.address}."))

    def next_put(self, address: str) -> PutChoice | None:
        """Give how a choice was put."""
        found = next((one for one in self.put if one.address == address), None)
        if found is not None:
            del self.put[: self.put.index(found) + 1]
        return found

    def refused(self, put: PutChoice | None, item: types.Type | None) -> list[Text]:
        """Tell what might not be chosen, and why."""
        by_reason: dict[str, list[str]] = {}
        for option, reason in put.refused if put is not None else ():
            if " " in reason:
                by_reason.setdefault(reason, []).append(self.names.value(item, option))
        told = [tell("not_allowed", answer=listed(options), reason=reason) for reason, options in by_reason.items()]
        new = [words for words in map(sentence, told) if plain(words) not in self.warned]
        self.warned |= {plain(words) for words in new}
        return new

    def answered(
        self,
        phrase: nodes.Word,
        item: types.Type | None,
        value: Any,
        answer: str,
        put: PutChoice | None,
        moment: CallInStory,
    ) -> str:
        """Give the answer to a question as a sentence; nothing where a name in the question is not known."""
        speaker = self.names.speaker(moment)
        for piece in self.names.checked.phrases.get(phrase, ()):
            if isinstance(piece, nodes.Name) and piece.word.text not in speaker.names:
                kind = self.names.checked.types.get(piece)
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
        told = statement(PutQuestion(question, subjects), answer, count=count, is_truth=is_truth)
        return plain(with_its(text(told), self.names))


def _is_told_by(following: Text, words: str, answer: str) -> bool:
    """Tell whether what is done next says what was chosen."""
    if not answer or not following:
        return False
    return says_all_of(following, text(words)) if words else answer in plain(following)
