"""Word lists, and what is gathered over them: each, any, every, the first of, the sum of.

In: expressions that give or gather lists. Out: `Group`s and `Noun`s.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.prose.english import gathering
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.gathering import Group
from quarterdeck.prose.english.nouns import (
    CLAUSE,
    PRODUCT,
    Noun,
    head_word,
    noun,
)
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.spoken_names import NAMELESS, SpokenNames, spaced
from quarterdeck.prose.text.runs import EMPTY, Run, Text, Words, joined, mentions, plain, text

_RELATIVE = re.compile(r"\b(that|which|who) (are|were|have|do)\b")


@dataclass
class SpokenLists(SpokenNames):
    """Word lists and what is gathered over them."""

    def group(self, source: nodes.Expression, variable: str, condition: nodes.Expression | None = None) -> Group:
        """Give the words for a list and for one of it, which is called by a variable.

        It is another one where the condition leaves out a thing of its kind, and not because its name says so.
        """
        found = self._group(source)
        one = plain(found.one)
        role, called = gathering.role_of(variable, one), ""
        if one and gathering.is_other(variable) and self.leaves_out(variable, condition):
            role = f"other {one}"
            called = plain(say("the", noun=role))
        elif self.is_nameless(variable, self.type_of(source)):
            role, called = self.role_of_nameless(self.type_of(source))
        words: Text = (
            (Run(one, entity=variable, case="plain", to=found.one[0].to),) if len(found.one) == 1 else found.one
        )
        return replace(found, variable=variable, role=role, one=words, called=called)

    def _group(self, source: nodes.Expression) -> Group:
        meaning = self.checked.meanings.get(source)
        kind = self.type_of(source)
        item = self.kind_words(kind.item) if isinstance(kind, types.ListType) else ""
        whole = self.noun(source)
        match meaning:
            case meanings.Pool(kind=pool):
                return Group(noun(pool.many.replace("_", " "), many=True), text(pool.one.replace("_", " ")))
            case meanings.AllMembers(enum=enum):
                return Group(
                    noun((enum.many or spaced(enum.name)).replace("_", " "), many=True), text(self.enum_word(enum.name))
                )
            case meanings.Local() if whole.origin == "chosen" and item:
                return Group(whole, say("chosen_one", one=item))
            case meanings.RuleCall(rule=rule) if isinstance(rule, Rule):
                return Group(whole, self._one_of(whole))
            case meanings.FunctionCall(name="cards", arguments=(deck,)):
                one = say("held_in", many=item, deck=self.noun(deck).text)
                return Group(whole, say("different", what=one))
            case _ if self.is_of_pool(source):
                return Group(
                    noun(say("several_of_dice", pool=whole.text), many=True), say("one_of_dice", pool=whole.text)
                )
            case meanings.GatherCall(how="all", value=None, ranking=None):
                inner = self.inner()
                listing = inner.gathering_group(meaning)
                return Group(whole, gathering.one_such(listing)) if listing.one else Group(whole)
        return Group(whole)

    def is_of_pool(self, source: nodes.Expression) -> bool:
        """Tell whether a list is a pool of dice, or some of one."""
        node = nodes.ungrouped(source)
        if isinstance(node, nodes.HighestItems | nodes.LowestItems):
            return self.is_of_pool(node.items)
        meaning = self.checked.meanings.get(node)
        known = self.names.get(meaning.name) if isinstance(meaning, meanings.Local) else None
        return known is not None and known.origin == "pool"

    def _one_of(self, whole: Noun) -> Text:
        """Give one of what a definition's phrase names in the plural, still leading to the definition."""
        words = without_article(whole.text)
        head = head_word(words)
        one = inflect.singular(head)
        if one == head or (not words[0].words.startswith(head) and head not in words[0].words):
            return EMPTY
        first = replace(words[0], words=words[0].words.replace(head, one, 1))
        return tuple(replace(run, words=of_one(run.words)) for run in (first, *words[1:]))

    def gathering_group(self, meaning: meanings.GatherCall) -> Group:
        """Give the list of a gathering, its variable made known."""
        group = self.group(meaning.source, meaning.variable, meaning.condition)
        self.each_local(group, self.type_of(meaning.source))
        hanging = replace(self, hangs=True)
        where = hanging.condition(meaning.condition) if meaning.condition is not None else None
        narrowed = group.narrowed(where)
        return narrowed if self._needs_role(narrowed, meaning) else replace(narrowed, role="")

    def each_local(self, group: Group, kind: types.Type) -> None:
        """Name each of a list: by its role, or else by its kind."""
        item = kind.item if isinstance(kind, types.ListType) else types.UNKNOWN
        self.local(group.variable, item, "loop", group.called)

    def role_of_nameless(self, kind: types.Type) -> tuple[str, str]:
        """Give what tells one of a list from what is named already, and what it is called from then on."""
        item = types.without_none(kind.item if isinstance(kind, types.ListType) else types.UNKNOWN)
        one, taken = self.kind_words(item), {plain(known.text) for known in self.names.values()}
        for words in (say("the", noun=one), say("such", noun=one)):
            if plain(words) not in taken:
                return "", plain(words)
        numbered = (f"{which} {one}" for which in inflect.PLACES)
        role = next((words for words in numbered if f"the {words}" not in taken), one)
        return role, plain(say("the", noun=role))

    def is_nameless(self, variable: str, kind: types.Type) -> bool:
        """Tell whether the name of each of a list says nothing of it: a letter, its kind, or which one by a word.

        What is meant by `other` or `nearest` stands in the condition, if anywhere, and not in the name.
        """
        item = types.without_none(kind.item if isinstance(kind, types.ListType) else types.UNKNOWN)
        one = self.kind_words(item)
        own = [word for word in variable.split("_") if word not in NAMELESS and len(word) > 1 and not word.isdigit()]
        return bool(one) and set(own) <= set(one.split(" "))

    def leaves_out(self, variable: str, condition: nodes.Expression | None) -> bool:
        """Tell whether a condition leaves out some other thing: `x is not this`, `x.side is not this.side`."""
        inner = condition.inner if isinstance(condition, nodes.Grouped) else condition
        if isinstance(inner, nodes.And):
            return any(self.leaves_out(variable, operand) for operand in inner.operands)
        if not isinstance(inner, nodes.Compare) or " ".join(inner.sign.text.split()) != "is not":
            return False
        one, other = inner.left, inner.right
        while (
            isinstance(one, nodes.FieldAccess)
            and isinstance(other, nodes.FieldAccess)
            and one.field.text == other.field.text
        ):
            one, other = one.owner, other.owner
        names = [side.word.text for side in (one, other) if isinstance(side, nodes.Name)]
        return len(names) > 1 and variable in names and set(names) <= {variable, *self.names}

    def _needs_role(self, group: Group, meaning: meanings.GatherCall) -> bool:
        """Tell whether a name is used for what is gathered, beside the words for its kind."""
        if not group.role or group.role.startswith("other "):
            return bool(group.role)
        said_of_it = gathering.one_such(replace(group, role=""))
        spoken = [run for run in said_of_it if run.entity == group.variable and run.words != plain(group.one)]
        in_value = meaning.value is not None and group.variable in mentions(self.noun_or_claim(meaning.value))
        return bool(spoken) or in_value

    def noun_or_claim(self, node: nodes.Expression) -> Text:
        """Give the words of an expression of any type."""
        return said(self.condition(node)) if isinstance(self.type_of(node), types.Boolean) else self.noun(node).text

    def gathered(self, meaning: meanings.GatherCall) -> Noun:
        """Give the words for what is gathered over a list."""
        together = self.together(meaning)
        if together is not None:
            return together
        inner = self.inner()
        if self.is_of_pool(meaning.source) and meaning.how != "all" and self.is_itself(meaning):
            return inner.of_dice(meaning)
        group = inner.gathering_group(meaning)
        if meaning.how == "count":
            return gathering.number_of(group)
        if meaning.how == "first":
            found = inner.first_of(meaning, group)
            if meaning.value is None:
                return found
            return noun(say("value_of_first", value=inner.noun(meaning.value).text, first=found.text), weight=CLAUSE)
        if meaning.value is None:
            found = gathering.all_such(group)
        else:
            found = inner.gathered_value(meaning.how, group, meaning.value)
        if meaning.ranking is None:
            return found
        return gathering.in_order(found, gathering.end_of(meaning.ranking), inner.noun(meaning.ranking.key))

    def first_of(self, meaning: meanings.GatherCall, group: Group) -> Noun:
        """Give the first of a list, or the one that comes first by what it says."""
        if meaning.ranking is None:
            return gathering.first(group)
        return gathering.best(group, gathering.end_of(meaning.ranking), self.noun(meaning.ranking.key))

    @staticmethod
    def is_itself(meaning: meanings.GatherCall) -> bool:
        """Tell whether what is gathered from a list is what it holds."""
        value = meaning.value
        is_itself = isinstance(value, nodes.Name) and value.word.text == meaning.variable
        return (is_itself or (meaning.how == "first" and value is None)) and meaning.ranking is None

    def of_dice(self, meaning: meanings.GatherCall) -> Noun:
        """Give the sum of dice, the smallest or largest of them, or the first."""
        whole = self.noun(meaning.source)
        some = whole if meaning.condition is None else gathering.all_such(self.gathering_group(meaning))
        match meaning.how:
            case "sum":
                return noun(say("sum_of_dice", value=some.text), is_number=True, weight=CLAUSE)
            case "first":
                return noun(say("first_such", many=some.text), weight=CLAUSE)
        return noun(say("extreme_of", extreme=say(meaning.how), value=some.text), is_number=True, weight=PRODUCT)

    def together(self, meaning: meanings.GatherCall) -> Noun | None:
        """Give the words for several lists made one: `all(some for some in [these, those])`."""
        if meaning.how != "all" or not self.is_itself(meaning) or meaning.condition is not None:
            return None
        listed = meaning.source
        return self.noun(listed) if isinstance(listed, nodes.ListLiteral) else None

    def gathered_value(self, how: str, group: Group, node: nodes.Expression) -> Noun:
        """Give the words for a sum, an extreme or a list of values."""
        value = self.noun(node)
        every = gathering.every(group)
        if how == "all":
            many = noun(say("value_of_each", value=value.text, each=every), many=True, weight=PRODUCT)
            return self._with_each(value, group, "each") or many
        if how == "sum":
            counted = value.counted or value.text
            return noun(say("sum_over", value=counted, each=every), is_number=True, weight=CLAUSE)
        inside = self._with_each(value, group, "any")
        if inside is not None:
            return noun(
                say("extreme_plain", extreme=say(how), value=without_article(inside.text)),
                is_number=True,
                weight=PRODUCT,
            )
        return noun(say("extreme_for", extreme=say(how), value=value.text, each=every), is_number=True, weight=CLAUSE)

    def _with_each(self, value: Noun, group: Group, how: str) -> Noun | None:
        """Put `any of ...` in the place of the variable, where it stands once and the value begins with an article."""
        places = [run for run in value.text if run.entity == group.variable]
        if len(places) != 1:
            return None
        each = gathering.each(group) if how == "each" else self._any_of(group)
        if places[0].case == "owner":
            if value.owner is None or value.text[0] is not places[0]:
                return None
            if how == "each":
                everything = gathering.all_such(group)
                heads = value.head if value.many else text(inflect.plural(plain(value.head)))
                return noun(say("of_owner", head=heads, owner=everything.text), many=True, weight=PRODUCT)
            return noun(say("of_owner", head=value.head, owner=each), weight=PRODUCT)
        if not plain(value.text).startswith("the "):
            return None
        if how == "each" and value.many and value.text[-1] is places[0]:
            each = gathering.all_such(group).text
        linked = tuple(replace(run, to=run.to or places[0].to) for run in each)  # one link, not two with a gap
        pieces: list[Words] = [linked if run is places[0] else (run,) for run in value.text]
        return noun(joined(pieces), many=how == "each", weight=PRODUCT)

    def _any_of(self, group: Group) -> Text:
        return (
            say("any_such", one=gathering.one_such(group))
            if group.one
            else say("any_of", all=gathering.one_such(group, many=True))
        )


def of_one(words: str) -> str:
    """Let the verb of a relative clause agree with one thing: `that are dry` becomes `that is dry`."""
    return _RELATIVE.sub(lambda found: f"{found[1]} {inflect.singular_verb(found[2])}", words)
