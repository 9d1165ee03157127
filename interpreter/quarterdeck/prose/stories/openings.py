"""Tell how things stand at the beginning of an example: what was given and is really read, and nothing else.

In: an example that was carried out. Out: sentences. Where counters lie is told by what is done there; what only a
program keeps is not told at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quarterdeck.engine.run.happenings import Called
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import predicate
from quarterdeck.prose.english.nouns import head_word, noun
from quarterdeck.prose.english.phrases import listed
from quarterdeck.prose.english.speaker import Speaker, predicate_of
from quarterdeck.prose.english.spoken_lists import of_one
from quarterdeck.prose.english.spoken_values import trimmed
from quarterdeck.prose.english.words import article, is_plural, singular
from quarterdeck.prose.stories.changes import IS_TIME, ChangeTeller, possessive
from quarterdeck.prose.stories.example_run import ToldExample
from quarterdeck.prose.stories.moment import exact
from quarterdeck.prose.stories.story_names import are_several, is_many
from quarterdeck.prose.stories.story_wording import tell
from quarterdeck.prose.text.runs import Text, joined, plain, sentence, text

MOST = 4
"""So many facts are told; what is given first comes first."""


@dataclass(frozen=True)
class Opening:
    """Tells how things stand at the beginning of one example."""

    done: ToldExample
    changes: ChangeTeller

    def options(self) -> Iterator[Text]:
        """Tell which options the example is played with, and what its scenario says."""
        declared = self.changes.declared
        speaker = Speaker(self.done.outcome.names.checked)
        for name, value in self.done.case.options.items():
            if declared.options[name].type == types.Boolean():
                pattern = "option" if value in (True, "yes") else "without_option"
                yield sentence(tell(pattern, option=speaker.option_name(name)))
            else:
                yield sentence(tell("option_value", option=speaker.option_name(name), value=str(value)))
        read = self.constants_read()
        for name, value in self.done.case.constants.items():
            if name not in read:
                continue
            known = declared.constants[name]
            words = plain(without_article(trimmed(known.words)))
            kind = types.without_none(known.type)
            told = (
                declared.enums[kind.enum].words.get(str(value), str(value))
                if isinstance(kind, types.EnumType)
                else ({True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value))
            )
            verb = "are" if is_plural(words.split(" ", 1)[0]) else "is"
            yield sentence(tell("input", name=tell("the", what=words), **{"is": verb}, value=told.replace("_", " ")))

    def constants_read(self) -> set[str]:
        """Give the facts of a scenario that the rules carried out speak of, or the definitions that they ask."""
        declared, meant = self.changes.declared, self.done.outcome.names.checked.meanings
        waiting = [event.address for event in self.done.outcome.events if isinstance(event, Called)]
        seen, found = set[str](), set[str]()
        while waiting:
            address = waiting.pop()
            rule = declared.rules.get(address)
            if rule is None or address in seen:
                continue
            seen.add(address)
            for meaning in (meant.get(node) for node in rule.node.walk()):
                if isinstance(meaning, meanings.ConstantValue):
                    found.add(meaning.constant.name)
                elif isinstance(meaning, meanings.RuleCall):
                    waiting.append(meaning.rule.address)
        return found

    def inputs(self, rule: Rule) -> Iterator[Text]:
        """Tell inputs of the rule that its phrase does not say."""
        pieces = self.done.outcome.names.checked.phrases.get(rule.node.phrase) if rule.node.phrase is not None else None
        told = {one.word.text for one in pieces or () if isinstance(one, nodes.Name)}
        for parameter, value in zip(rule.parameters, self.done.outcome.arguments, strict=False):
            bare = types.without_none(parameter.type)
            if parameter.name in told or isinstance(bare, types.ListType):
                continue
            words = plain(without_article(parameter.words.replace("_", " ")))
            if "{not}" in words or isinstance(bare, types.Boolean):
                continue
            if isinstance(value, int) and value < 0 and not isinstance(bare, types.Number):
                continue
            answer = self.done.outcome.names.noun(parameter.type, value).text
            is_named_by_kind = isinstance(bare, types.Thing) and words == self.changes.declared.kinds[bare.kind].one
            if is_named_by_kind or plain(answer) in ("0", plain(tell("the", what=words))):
                continue
            verb = "are" if is_plural(head_word(words)) else "is"
            yield sentence(tell("input", name=tell("the", what=words), **{"is": verb}, value=answer))

    def facts(self, told: str) -> Iterator[Text]:
        """Tell facts of things that the rules read, but those that the story itself tells: `told` is its words."""
        owned: dict[int, list[Text]] = {}
        claims: dict[int, list[Text]] = {}
        sorts: dict[int, str] = {}
        count = 0
        for thing, known, value in self.given():
            if count >= MOST:
                break
            name = self.done.outcome.names.name(thing)
            head = text(plain(without_article(trimmed(known.words))))
            if isinstance(known.type, types.Boolean):
                words = predicate(predicate_of(noun(name), known))
                if f"{name} {plain(words)}" not in told:
                    claims.setdefault(thing, []).append(words)
                    count += 1
                continue
            if known.fixed and isinstance(types.without_none(known.type), types.EnumType):
                if thing not in sorts and "." not in self.done.outcome.prepared.put.situation.known_as.get(thing, "."):
                    sorts[thing] = self.done.outcome.names.value(known.type, value)
                continue
            if plain(possessive(name, head)) in told or f"its {plain(head)}" in told:
                continue
            owned.setdefault(thing, []).append(self.fact(known, head, value))
            count += 1
        for thing in dict.fromkeys([*sorts, *owned, *claims]):
            name = self.done.outcome.names.name(thing)
            having = "having_many" if is_many(name) else "having"
            said_of_it = [tell(having, what=listed(owned[thing]))] if thing in owned else []
            said_of_it += claims.get(thing, [])
            sort = sorts.get(thing, "")
            if sort and said_of_it:
                name = plain(tell("being", owner=name, what=sort))
            elif sort:
                if not name[:1].isupper() or sort[:1].isupper():
                    continue
                said_of_it = [tell("is_a", article=article(sort), what=sort)]
            yield sentence(joined([name, " ", listed(said_of_it)]))

    def fact(self, known: Field, head: Text, value: int) -> Text:
        """Give what a thing has: `2 snowballs`, `reach 4`."""
        number = exact(known.type, value)
        said_value = self.done.outcome.names.value(known.type, value)
        if number is not None and plain(head).startswith(counting := plain(tell("counting"))):
            return tell("count", number=said_value, counted=plain(head).removeprefix(counting))
        if number is not None and are_several(plain(head)):
            return tell("count", number=said_value, counted=one_of(plain(head)) if number == 1 else head)
        return tell("figure", name=head, value=said_value)

    def given(self) -> Iterator[tuple[int, Field, int]]:
        """Give the fields that the example gives a value, that the rules read, and that a player knows."""
        situation, declared = self.done.outcome.prepared.put.situation, self.changes.declared
        layout = situation.program.layout
        written = set(self.done.case.given)
        for name, fields in self.done.case.things.items():
            written |= {f"{name}.{key}" for key in fields}
        for slot in self.done.outcome.read:
            kind, _, name = layout.slots[slot].partition(".")
            thing = layout.thing_at(kind, slot)
            known = declared.kinds[kind].fields.get(name) if kind in declared.kinds else None
            if known is None or kind in ("Game", "Side") or not self.changes.is_kept(known):
                continue
            path = situation.known_as.get(thing, "")
            is_part = "." in path
            if not is_part and f"{path}.{name}" not in written:
                continue
            bare = types.without_none(known.type)
            value = situation.state[slot]
            if isinstance(bare, types.Place | types.ListType | types.Thing | types.Deck):
                continue
            is_turned = isinstance(bare, types.EnumType) and declared.enums[bare.enum].sort == "circle"
            if is_turned or value <= 0 or IS_TIME.search(known.words):
                continue
            yield thing, known, value


def one_of(words: str) -> str:
    """Give one of what is counted: `hole in the glove` for `holes in the glove`."""
    parts = words.split(" ")
    at = next((place for place, word in enumerate(parts) if is_plural(word)), None)
    return words if at is None else of_one(" ".join([*parts[:at], singular(parts[at]), *parts[at + 1 :]]))
