"""Tell rolls: what the dice show, what is added and why, what it comes to and whether that is enough.

In: a roll as it happened, its statement in the rules, and what is known at that moment. Out: a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.engine.run.happenings import Modified, Rolled
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.syntax import nodes
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import Clause, negated, said
from quarterdeck.prose.english.phrases import listed
from quarterdeck.prose.english.speaker import Speaker, has_verb, verb_clause
from quarterdeck.prose.english.words import article, figures
from quarterdeck.prose.stories.moment import CallInStory
from quarterdeck.prose.stories.story_wording import tell
from quarterdeck.prose.text.blocks import LinkTarget
from quarterdeck.prose.text.runs import CODE, EMPTY, Text, joined, plain, styled, text

_FEW = 2
"""So many changes of a roll are told one after another; more are set apart as a sum."""
_HANGS = re.compile(r"(at|for|in|on|by|with|while|when|after|before|from|because|under|of|to|against|as|near|over)\b")


@dataclass(frozen=True)
class RollTeller:
    """Tells the rolls of one example."""

    elements: Mapping[str, Element]
    places: Mapping[str, LinkTarget]
    title: Callable[[str], Text]

    def statement(self, address: str) -> nodes.Roll | nodes.Check | None:
        """Give the statement of a roll."""
        element = self.elements.get(address)
        node = element.thing if element is not None else None
        return node if isinstance(node, nodes.Roll | nodes.Check) else None

    def told(self, rolls: Sequence[Rolled], moment: CallInStory, speaker: Speaker) -> Text:
        """Tell rolls of one statement that came to the same; mostly it is one."""
        first = rolls[0]
        node = self.statement(first.address)
        says_it = isinstance(node, nodes.Check) and bool(self.noun(node) or self.clause(node))
        what = EMPTY if says_it else self.title(first.address)
        shown = self.shown(rolls, node, what)
        if len(rolls) == 1 and len(first.faces) > 1 and node is not None:
            counts = {nodes.HighestOf: "highest_counts", nodes.LowestOf: "lowest_counts"}.get(type(node.dice))
            shown = tell(counts, dice=shown) if counts else shown
            if isinstance(node.dice, nodes.KeepHighest | nodes.KeepLowest):
                which = "highest" if isinstance(node.dice, nodes.KeepHighest) else "lowest"
                shown = tell(f"{which}_add_up", dice=shown, sum=str(first.natural))
        terms = self.terms(first, node, speaker)
        totals = listed([figures(Fraction(roll.total)) for roll in rolls])
        if terms:
            is_long = len(first.modifiers) > 0 and plain(terms).count(", ") >= _FEW
            shown = tell("with_many" if is_long else "with", dice=shown, terms=terms, total=totals)
        if first.success is None or not isinstance(node, nodes.Check):
            return shown
        return self.outcome(shown, rolls, node, moment, speaker)

    def shown(self, rolls: Sequence[Rolled], node: nodes.Roll | nodes.Check | None, what: Text) -> Text:
        """Tell what the dice show."""
        first = rolls[0]
        faces = listed([str(face) for roll in rolls for face in roll.faces or (roll.natural,)])
        is_many = len(rolls) == 1 and len(first.faces) > 1
        sums_up = is_many and sum(first.faces) == first.natural
        words = plain(without_article(what)).split(" ")
        if {words[0], words[-1]} & {"roll", "die", "dice", "throw", "highest", "lowest"}:
            pattern = "call_shows_many" if sums_up else "called_a_roll"
            return tell(pattern, what=what, faces=faces, sum=str(first.natural))
        dice = self.dice(node) if len(rolls) == 1 else ""
        if not what:
            if len(rolls) > 1 or is_many or dice[:1].isdigit():
                thrown = tell("dice_alone", dice=dice or "the dice", faces=faces)
                return tell("in_all", dice=thrown, sum=str(first.natural)) if sums_up else thrown
            return tell("die_alone", article=article(dice or "die"), dice=dice or "die", faces=faces)
        if not dice:
            is_one = len(rolls) == 1 and len(first.faces) < 2
            thrown = tell("rolled_one" if is_one else "rolled_again", what=what, faces=faces)
            return tell("in_all", dice=thrown, sum=str(first.natural)) if sums_up else thrown
        if is_many or dice[0].isdigit():
            thrown = tell("several_dice", dice=dice, what=what, faces=faces)
            return tell("in_all", dice=thrown, sum=str(first.natural)) if sums_up else thrown
        return tell("die", article=article(dice), dice=dice, what=what, faces=faces)

    def dice(self, node: nodes.Roll | nodes.Check | None) -> str:
        """Give the dice of a roll; nothing where the rules work out how many they are."""
        return node.dice.word.text if node is not None and isinstance(node.dice, nodes.Dice) else ""

    def terms(self, event: Rolled, node: nodes.Roll | nodes.Check | None, speaker: Speaker) -> Text:
        """Tell what is added to the dice, and why."""
        found: list[Text] = []
        if event.added:
            amount = node.shift.amount if node is not None and node.shift is not None else None
            words = plain(sayable(speaker, amount)) if amount is not None else ""
            by = signed(event.added)
            is_number = not words or words.strip("\N{MINUS SIGN}-").replace(".", "").isdigit()
            found.append(text(by) if is_number else tell("for", by=by, what=words))
        found += [self.modifier(one, speaker) for one in event.counted]
        if len(found) > _FEW:
            return styled(joined(found, ", "), style="aside")
        return joined(found, ", ")

    def modifier(self, one: Modified, speaker: Speaker) -> Text:
        """Tell a modifier that counts, with its reason."""
        element = self.elements.get(one.address)
        phrase = getattr(element.thing, "phrase", None) if element is not None else None
        words = speaker.phrase(phrase) if isinstance(phrase, nodes.Word) else EMPTY
        if not words or _has_code(words):
            place = self.places.get(one.address)
            words = text(place.title[:1].lower() + place.title[1:] if place else "")
        if not words:
            return text(signed(one.by))
        if _HANGS.match(plain(words)):
            return joined([signed(one.by), " ", words])
        return tell("aside", by=signed(one.by), what=words)

    # --- whether it comes off

    def outcome(
        self, shown: Text, rolls: Sequence[Rolled], node: nodes.Check, moment: CallInStory, speaker: Speaker
    ) -> Text:
        """Tell whether a roll comes off, and why."""
        first, success = rolls[0], bool(rolls[0].success)
        noun = self.noun(node)
        for natural in node.naturals:
            if len(rolls) == 1 and natural.face.text == str(first.natural):
                if noun:
                    return tell(f"natural_{natural.outcome.text}", roll=shown, face=natural.face.text, success=noun)
                does = "succeeds" if success else "fails"
                return tell("natural_named", roll=shown, face=natural.face.text, does=does)
        bounds = [self.range(node.success.condition, roll, moment) for roll in rolls]
        found = bounds[0]
        if found and all(one == found for one in bounds):
            if noun:
                sort = "check" if success else "check_failed"
                return tell(sort, roll=shown, range=found, success=noun)
            return tell("check_named", roll=shown, range=found, outcome=self.ends(node, success))
        condition = speaker.condition(node.success.condition)
        because = said(condition if success else negated(condition))
        outcome = (noun if success else without_a(noun)) if noun else self.ends(node, success)
        if _has_code(because):
            return joined([shown, ": ", outcome])
        return tell("check_because", roll=shown, outcome=outcome, condition=because)

    def ends(self, node: nodes.Check, success: bool) -> Text:
        """Tell how a check ends that is for no thing: in the words of what it decides."""
        claim = self.clause(node)
        if claim is None:
            return tell("succeeds" if success else "fails")
        return said(claim if success else negated(claim))

    def clause(self, node: nodes.Check) -> Clause | None:
        """Give what a success means, where its phrase is a whole clause: `the smoke is gone`."""
        words = node.phrase.text if isinstance(node.phrase, nodes.Word) and "{" not in node.phrase.text else ""
        return verb_clause(text(words)) if has_verb(words) else None

    def noun(self, node: nodes.Check) -> Text:
        """Give what a success is, where its phrase says so: `a hit`."""
        words = node.phrase.text if isinstance(node.phrase, nodes.Word) and "{" not in node.phrase.text else ""
        return text(words) if words.startswith(("a ", "an ")) and not has_verb(words) else EMPTY

    def range(self, condition: nodes.Expression, roll: Rolled, moment: CallInStory) -> Text:
        """Give what brings success in figures: `9 or less`; nothing where the rules do not compare with a number."""
        condition = nodes.ungrouped(condition)
        if not isinstance(condition, nodes.Compare) or condition.left.span.text != "total":
            return EMPTY
        bound, sign = moment.worth(condition.right), condition.sign.text
        if bound is None or sign not in HOLDS or HOLDS[sign](Fraction(roll.total), bound) != roll.success:
            return EMPTY  # what this moment knows is not what the rule went by
        return tell(RANGES[sign], bound=figures(bound))


RANGES = {"<=": "or_less", ">=": "or_more", "<": "below", ">": "above", "=": "just", "is": "just"}
HOLDS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<=": lambda total, bound: total <= bound,
    ">=": lambda total, bound: total >= bound,
    "<": lambda total, bound: total < bound,
    ">": lambda total, bound: total > bound,
    "=": lambda total, bound: total == bound,
    "is": lambda total, bound: total == bound,
}


def signed(value: Fraction | int) -> str:
    """Give a number that is added: `plus 2`, `less 1`."""
    return plain(tell("plus" if value > 0 else "less", by=figures(max(value, -value))))


def without_a(words: Text) -> Text:
    """Give `no hit` for `a hit`."""
    return tell("no", what=without_article(words)) if words else EMPTY


def sayable(speaker: Speaker, node: nodes.Expression) -> Text:
    """Give the words of an expression; nothing where a name of it has none here."""
    found = speaker.noun(node).text
    return EMPTY if _has_code(found) else found


def _has_code(words: Text) -> bool:
    return any(run.style == CODE for run in words)
