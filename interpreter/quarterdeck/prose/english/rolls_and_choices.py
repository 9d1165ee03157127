"""Word rolls and checks with their modifiers, and choices with what they require.

In: statements that bring chance or ask a side. Out: `Point`s.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Hook
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english import gathering
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import demanded, said
from quarterdeck.prose.english.dice import most_of, natural_key, thrown
from quarterdeck.prose.english.gathering import Group
from quarterdeck.prose.english.nouns import (
    Noun,
    head_word,
    noun,
    number_noun,
)
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.pronouns import unmentioned, with_pronouns
from quarterdeck.prose.english.simple_statements import SimpleStatements
from quarterdeck.prose.english.speaker import has_verb
from quarterdeck.prose.english.spoken_names import natural_of, spaced
from quarterdeck.prose.text.blocks import Point
from quarterdeck.prose.text.rule_facts import noted_point
from quarterdeck.prose.text.runs import EMPTY, Text, joined, plain, sentence, styled, text, without_first_word

_ASIDE = 120  # letters: a requirement this long is put into the sentence of its choice

_JOINING = frozenset("a an the at in on from of while when where with if".split())  # words of a label that say nothing

_EMPTY_WORDS = frozenset(
    """
    the a an is are was has have had of for to in on at by it its no not yet more than any only another other may can be
    there does do must that this which longer so too out left
    """.split()
)


@dataclass
class RollsAndChoices(SimpleStatements):
    """Word rolls, checks and choices."""

    def roll(self, statement: nodes.Roll | nodes.Check) -> Point:
        """Tell a roll with its modifiers and what it means."""
        speak = self.speaker
        name = statement.name.text
        result = speak.phrase(statement.phrase) if statement.phrase else say("the", noun=name.replace("_", " "))
        if isinstance(statement, nodes.Roll):
            result = speak.told_apart(result)
        words = self.thrown(statement, result)
        if isinstance(statement.dice, nodes.DicePool):
            return self.pool(statement, words, result)
        speak.names[natural_of(name)] = noun(say(natural_key(statement.dice)), is_number=True)
        modifiers = tuple(self.modifier(modifier, f"{self.address}.{name}") for modifier in statement.modifiers)
        address = f"{self.address}.{name}"
        modifiers += tuple(hooked(hook) for hook in self.checked.declared.hooks("roll", address))
        if isinstance(statement, nodes.Check):
            after = self.check_outcome(statement, result)
            return self._rolled(words, modifiers, after, address)
        speak.names[name] = number_noun(result, is_number=True, origin="roll", name=name.replace("_", " "))
        if not modifiers:
            return replace(self.point(say("roll_result", what=words, result=result)), address=address)
        return self._rolled(words, modifiers, [sentence(say("total_is", result=result))], address)

    def pool(self, statement: nodes.Roll | nodes.Check, words: Text, result: Text) -> Point:
        """Tell the roll of a pool, and what is done with its dice."""
        name = statement.name.text
        address = f"{self.address}.{name}"
        modifiers = tuple(self.modifier(modifier, address) for modifier in statement.modifiers)
        many = inflect.is_plural(head_word(result))
        known = noun(result, many=many, origin="pool", name=name.replace("_", " "))
        if not modifiers:
            key = "pool_result" if many else "roll_result"
            point = replace(self.point(say(key, what=words, result=result)), address=address)
        else:
            key = "pool_is" if many else "pool_is_one"
            point = self._rolled(words, modifiers, [sentence(say(key, result=result))], address)
        self.speaker.names[name] = known
        return point

    def _rolled(self, words: Text, modifiers: tuple[Point, ...], after: list[Text], address: str) -> Point:
        if not modifiers:
            opening = sentence(with_pronouns(words))
            return Point(joined([opening, *(joined([" ", line]) for line in after)]), address=address)
        key = "roll_one_modifier" if len(modifiers) == 1 else "roll_modified"
        return Point(sentence(with_pronouns(say(key, what=words))), modifiers, after=tuple(after), address=address)

    def thrown(self, statement: nodes.Roll | nodes.Check, result: Text) -> Text:
        """Tell which dice are thrown, what is added, and who sees them."""
        speak = self.speaker
        dice = thrown(speak.noun, statement.dice, is_shifted=statement.shift is not None)
        if isinstance(statement, nodes.Check) and statement.phrase and self.success_sort(result) == "noun":
            words = say("roll_of", dice=dice, what=result)
        else:
            words = say("roll", dice=dice)
        if isinstance(statement.shift, nodes.ShiftedUp):
            words = say("add_shift", what=words, amount=speak.noun(statement.shift.amount).text)
        elif isinstance(statement.shift, nodes.ShiftedDown):
            words = say("take_shift", what=words, amount=speak.noun(statement.shift.amount).text)
        if statement.secret is not None:
            words = say("in_secret_by", what=words, side=speak.noun(statement.secret.side).text)
        return words

    def modifier(self, modifier: nodes.Modifier, address: str) -> Point:
        """Tell one modifier: how much, in a few words why, and exactly when."""
        speak = self.speaker
        change = styled(self.change(modifier.change), "change")
        phrase = speak.phrase(modifier.phrase) if modifier.phrase else EMPTY
        condition = said(speak.condition(modifier.condition)) if modifier.condition is not None else EMPTY
        if phrase and condition and not echoes(phrase, condition):
            words = say("modifier_if", change=change, phrase=phrase, condition=condition)
        elif condition:
            words = say("modifier_only_if", change=change, condition=condition)
        else:
            words = say("modifier", change=change, phrase=phrase) if phrase else say("modifier_plain", change=change)
        return noted_point(with_pronouns(words), modifier, address, "modifier")

    def change(self, change: nodes.ModifierChange) -> Text:
        """Give what a modifier does to the total, or to the dice of a pool."""
        speak = self.speaker
        match change:
            case (
                nodes.ThrownAgain(die=die, condition=condition)
                | nodes.ThrownOn(die=die, condition=condition)
                | nodes.AddsDie(die=die, condition=condition)
            ):
                inner = speak.inner()
                inner.names[die.text] = number_noun(say("the_die"), is_number=True, origin="loop", name="die")
                shown = said(inner.condition(condition))
                if isinstance(change, nodes.ThrownAgain):
                    return say("die_again", condition=shown)
                name = "die_on" if isinstance(change, nodes.ThrownOn) else "die_added"
                return say(name, condition=shown, cap=speak.noun(change.cap).text)
            case nodes.CountsAs(die=die, value=worth):
                inner = speak.inner()
                inner.names[die.text] = number_noun(say("its_number"), is_number=True, origin="loop", name="die")
                return say("die_counts", value=inner.noun(worth).text)
            case nodes.KeptDice(how=how, count=count):
                what, extreme = how.text.split()
                which = most_of(speak.noun, "highest" if extreme == "highest" else "lowest", count)
                return say(f"dice_{what}", which=which)
            case nodes.Raised(amount=amount) | nodes.Lowered(amount=amount):
                found = speak.noun(amount)
                sign = 1 if isinstance(change, nodes.Raised) else -1
                if found.literal is not None:
                    value = found.literal * sign
                    shown = say("change_down" if value < 0 else "change_up", amount=inflect.figures(abs(value)))
                    return styled(shown, to=found.text[0].to)
                return say("change_add" if sign > 0 else "change_take", amount=found.text)
            case nodes.Halved(how=how):
                return say("change_halved", how=say(" ".join(how.text.split()[-2:])))
            case nodes.NotBelow(bound=bound):
                return say("change_not_below", bound=speak.noun(bound).text)
            case nodes.NotAbove(bound=bound):
                return say("change_not_above", bound=speak.noun(bound).text)
        return say("change_doubled")

    def success_sort(self, result: Text) -> str:
        """Tell whether the words for a success are a noun phrase (`a hit`) or a clause (`the snow is gone`)."""
        return "clause" if has_verb(plain(result)) else "noun"

    def check_outcome(self, statement: nodes.Check, result: Text) -> list[Text]:
        """Tell when a check succeeds, and what single faces bring."""
        speak = self.speaker
        name = statement.name.text
        sort = self.success_sort(result) if statement.phrase else ""
        condition = said(speak.condition(statement.success.condition))
        if sort == "noun":
            lines = [say("it_is_success", success=result, condition=condition)]
        elif sort == "clause":
            lines = [say("success_if", success=result, condition=condition)]
        else:
            lines = [say("succeeds_if", condition=condition)]
        speak.successes[name] = (sort, result if sort else EMPTY)
        for natural in statement.naturals:
            lines.append(self.natural(natural, sort, result))
        return [sentence(with_pronouns(line)) for line in lines]

    def natural(self, natural: nodes.Natural, sort: str, result: Text) -> Text:
        """Tell what a face brings, whatever the total."""
        key = f"natural_{natural.outcome.text}"
        face = inflect.figures(int(natural.face.text))
        if sort == "noun":
            words = say(key, face=face, success=result)
        else:
            words = say(f"{key}_clause", face=face)
        if natural.again is not None:
            cap = self.speaker.noun(natural.again.cap)
            kind = self.speaker.type_of(natural.again.cap)
            may_be_none = isinstance(kind, types.Numeric) and kind.low < 1
            words = say("natural_again_if_any" if may_be_none else "natural_again", what=words, cap=cap.text)
        return words

    def roll_off(self, statement: nodes.RollOff) -> Point:
        """Tell that all sides roll."""
        meaning = self.checked.meanings.get(statement.name)
        words = meaning.field.words if isinstance(meaning, meanings.FieldOf) else statement.name.text.replace("_", " ")
        lead = self.speaker.phrase(statement.phrase) if statement.phrase else EMPTY
        told = self.point(say("roll_off", dice=thrown(self.speaker.noun, statement.dice), what=words))
        return replace(told, lead=lead, address=f"{self.address}.{statement.name.text}", kind="roll")

    def choice(self, statement: nodes.Choose) -> Point:
        """Tell what a side may choose, and what its choice must meet."""
        speak = self.speaker
        lead = speak.phrase(statement.phrase) if statement.phrase else EMPTY
        side = speak.noun(statement.chooser).text
        if not isinstance(statement.chooser, nodes.Name):  # `its` could be the side's, of which the sentence speaks
            side = unmentioned(side)
        may = any(isinstance(option, nodes.OrStop | nodes.OrNone | nodes.UpTo) for option in statement.options)
        inner = self.inner()
        in_secret = "_in_secret" if any(isinstance(one, nodes.InSecret) for one in statement.options) else ""
        chooses = ("may_choose" if may else "chooses") + in_secret
        words = say(chooses, side=side, what=inner.choosing(statement))
        if any(isinstance(option, nodes.OrStop) for option in statement.options):
            words = say("or_stop", what=words)
        for option in statement.options:
            if isinstance(option, nodes.Default):
                words = say("default", what=words, default=speak.noun(option.value).text)
        address = f"{self.address}.{statement.name.text}"
        demands = tuple(inner.requirement(require, address) for require in statement.requirements)
        refused = self.checked.declared.hooks("refusal", address)
        demands += tuple(replace(hooked(hook), kind="requirement") for hook in refused)
        self.name_choice(statement)
        if not demands:
            return replace(self.point(words), lead=lead, address=address)
        if len(demands) == 1 and not refused and len(plain(demands[0].text)) <= _ASIDE:
            whole = self.point(say("provided_one", what=words, condition=demands[0].text))
            only = demands[0]
            whole = replace(whole, cites=only.cites, rulings=only.rulings, within=demands)
            return replace(whole, lead=lead, address=address)
        opening = sentence(with_pronouns(say("provided", what=words)), ":")
        return Point(opening, demands, lead=lead, address=address, kind="choice")

    def choosing(self, statement: nodes.Choose) -> Text:
        """Give what is chosen from; the name of the choice is known inside."""
        speak = self.speaker
        name = statement.name.text
        item = speak.type_of(statement)
        plainly = name.replace("_", " ")
        count = next((speak.noun(option.count) for option in statement.options if isinstance(option, nodes.UpTo)), None)
        if isinstance(statement.source, nodes.Numbers):
            low, high = speak.noun(statement.source.low), speak.noun(statement.source.high)
            speak.names[name] = replace(speak.definite(name, item, "choice"), origin="choice")
            step = statement.source.step
            apart = speak.number(Fraction(step.text)).text if step else EMPTY
            if count is not None and count.literal != 1:
                numbers = "numbers_in_steps" if step else "numbers_between"
                return say(numbers, many=self.so_many(statement, count), low=low.text, high=high.text, step=apart)
            if inflect.is_plural(plainly.split(" ")[-1]):
                counted = "number_of_in_steps" if step else "number_of_from"
                return say(counted, many=plainly, low=low.text, high=high.text, step=apart)
            between = "a_number_in_steps" if step else "a_number_between"
            return say(between, low=low.text, high=high.text, step=apart, role=speak.names[name].text)
        assert isinstance(statement.source, nodes.Expression)
        local = speak.local(name, item, "choice")
        if isinstance(item, types.Boolean):
            answers = statement.source.items if isinstance(statement.source, nodes.ListLiteral) else ()
            if count is not None and count.literal != 1:
                return say("each_yes_or_no", many=self.so_many(statement, count))
            only = answers and all(type(one) is type(answers[0]) for one in answers)
            return speak.noun(answers[0]).text if only else say("yes_or_no")
        if count is not None and inflect.is_plural(plainly.split(" ")[-1]):
            local = speak.local(name, item, "choice", plain(say("the", noun=inflect.singular(plainly))))
        group = speak.group(statement.source, name, statement.condition)
        meaning = self.checked.meanings.get(statement.source)
        if isinstance(meaning, meanings.FunctionCall) and meaning.name == "cards":
            group = replace(group, one=without_first_word(group.one))  # of one card nobody asks whether it is different
        role = group.role or gathering.role_of(name, plain(group.one))
        if not group.one and inflect.singular(head_word(without_article(group.all.text))) != plainly:
            role = plainly
        where = speak.condition(statement.condition) if statement.condition is not None else None
        group = replace(group, role="", where=where)
        if count is not None:
            return self.several(group, count, bool(statement.requirements))
        words = gathering.any_one(group, written_out=isinstance(statement.source, nodes.ListLiteral))
        return say("as_role", what=words, role=local.text) if role and role not in speak.kind_words(item) else words

    def several(self, group: Group, count: Noun, is_named: bool) -> Text:
        """Give what is chosen where one may choose more than one."""
        whole = gathering.one_such(group, many=True)
        is_all = group.all.owner is not None or plain(whole).startswith("all ")
        many = say("of_all", all=whole) if is_all else without_article(whole)
        if is_named:
            many = say("as_role", what=many, role=group.variable.replace("_", " "))
        if count.counted and plain(without_article(count.counted)) == plain(without_article(group.all.text)):
            return say("any_number_of", many=many)
        return up_to(count, many)

    def so_many(self, statement: nodes.Choose, count: Noun) -> Text:
        """Give how many may be chosen of what has no word but the name of the choice: `up to two throws`."""
        return up_to(count, text(self.all_chosen(statement)))

    def all_chosen(self, statement: nodes.Choose) -> str:
        """Give the word for all that is chosen where one may choose more than one."""
        item = self.speaker.type_of(statement)
        if isinstance(item, types.Thing):
            return spaced(self.checked.declared.kinds[item.kind].many)
        name = spaced(statement.name.text)
        one = self.speaker.kind_words(item)
        return inflect.plural(one) if one else inflect.plural(inflect.singular(name))

    def name_choice(self, statement: nodes.Choose) -> None:
        """Make the choice known to what follows."""
        speak = self.speaker
        item = speak.type_of(statement)
        name = statement.name.text
        if any(isinstance(option, nodes.UpTo) for option in statement.options):
            words = say("chosen_many", many=self.all_chosen(statement))
            speak.names[name] = noun(words, many=True, origin="chosen", name=spaced(name))
            return
        speak.local(name, item, "choice")

    def requirement(self, require: nodes.Require, address: str) -> Point:
        """Tell one requirement, and what is said where it is not met."""
        speak = self.speaker
        condition = speak.condition(require.condition)
        words = demanded(condition)
        if require.for_stop is not None:
            words = say("for_stop", condition=words)
        if self.adds_to(require, words):
            words = say("else_reason", condition=words, reason=speak.phrase(require.reason))
        return noted_point(with_pronouns(words), require, address, "requirement")

    def adds_to(self, require: nodes.Require, condition: Text) -> bool:
        """Tell whether a reason says more than the condition does, in words that do not depend on the state of play."""
        pieces = self.speaker.pieces(require.reason)
        if any(isinstance(piece, Noun) and piece.is_number for piece in pieces):
            return False
        known = stems(plain(condition))
        own = [piece for piece in pieces if isinstance(piece, str)]
        return bool(stems(" ".join(own)) - known)

    def demand(self, require: nodes.Require) -> Point:
        """Tell a requirement of a whole procedure."""
        found = self.requirement(require, self.address)
        return replace(found, text=sentence(with_pronouns(say("require", condition=found.text))))


def up_to(count: Noun, many: Text) -> Text:
    """Give how many of something there may be at most."""
    if count.literal is not None:
        return say("up_to_count", count=inflect.count_word(count.literal), many=many)
    return say("up_to_noun", many=many, count=count.text)


def stems(words: str) -> set[str]:
    """Give what a text speaks of, in the roughest form: its words without endings, small words left out."""
    found = [word.strip(".,;:()").lower() for word in words.split()]
    return {inflect.singular(word)[:5] for word in found if word and word not in _EMPTY_WORDS}


def echoes(phrase: Text, condition: Text) -> bool:
    """Tell whether a phrase says nothing that the condition does not: `at an evading target`, if that is evading."""
    shown, asked = (set(re.findall(r"[\w-]+", plain(words).casefold())) for words in (phrase, condition))
    said = shown - _JOINING
    return bool(said) and said <= asked


def hooked(hook: Hook) -> Point:
    """Tell what a plugin adds to a roll, in the plugin's own words."""
    return Point(text(hook.text), address=hook.address, kind="modifier")
