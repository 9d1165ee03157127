"""What things are called in German: kinds, fields, members, locals, options, tables.

In: a `Checked` ruleset and its vocabulary. Out: nouns and phrases, without any look at expressions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Enum, Field, Table
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.text.runs import Run, Text, capital, styled
from quarterdeck_german.grammar import GermanNoun, Phrase, counted, figures, filled, fixed, of, phrase
from quarterdeck_german.vocabulary import GermanWords, UnwordedError, known_noun, quoted


@dataclass
class NamesOfThings:
    """NamesOfThings what a ruleset speaks of; `locals` are those of the rule at `address` that are known so far.

    Of what was `chosen` or drawn, there is kept how that is said.
    """

    checked: Checked
    words: GermanWords
    address: str = ""
    locals: dict[str, Phrase] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)

    # --- sorts of things

    def kind(self, kind: Type) -> GermanNoun:
        """Give the noun for one value of a type.

        Raises:
            UnwordedError: there is none.
        """
        match types.without_none(kind):
            case types.Thing(name):
                return self.words.noun(name)
            case types.EnumType(enum):
                return self.words.noun(enum)
            case types.Space():
                return known_noun("hex")
            case types.Point():
                return known_noun("point")
            case types.Numeric(unit=unit) if unit:
                return self.words.noun(f"units.{unit}")
            case types.Numeric():
                return known_noun("number")
        raise UnwordedError(str(kind))

    def item(self, kind: Type) -> Type:
        """Give the type of what is in a list."""
        return kind.item if isinstance(kind, types.ListType) else types.UNKNOWN

    def type_of(self, node: object) -> Type:
        """Give the type of an expression; unknown where nobody asked."""
        return self.checked.types.get(node, types.UNKNOWN)  # type: ignore[call-overload,no-any-return]

    def member(self, enum: Enum, member: str) -> Phrase:
        """Give a member of a list of words, in quotation marks: it may be any sort of word."""
        return fixed(quoted(self.member_words(enum, member)), is_member=True)

    def member_words(self, enum: Enum, member: str) -> str:
        """Give the words of a member alone."""
        return self.words.text(f"{enum.name}.{member}")

    # --- locals

    def noun_of_local(self, name: str, kind: Type) -> GermanNoun:
        """Give the noun for a local: its own, or that of its kind where it is called like it.

        Raises:
            UnwordedError: there is neither.
        """
        own = self.words.local(self.address, name)
        if own is not None:
            return own
        bare = types.without_none(kind)
        one = self.checked.declared.kinds[bare.kind].one if isinstance(bare, types.Thing) else ""
        if one == name:
            return self.kind(kind)
        raise UnwordedError(f"{self.address}.{name}" if self.address else name)

    def know(self, name: str, kind: Type, *, is_title: bool = False) -> Phrase:
        """Give the words for a local, and keep them: `das Ziel`, in a title `ein Ziel`."""
        noun = self.noun_of_local(name, kind)
        found = replace(phrase(noun, "a" if is_title else "the"), entity=name)
        self.locals[name] = found
        return found

    # --- fields, options, tables

    def field_of(self, owner: Phrase, known: Field) -> Phrase:
        """Give what belongs to a thing."""
        noun = self.words.noun(known.address)
        if "{it" in noun.tail:
            return phrase(noun, "the", it=owner)
        return of(phrase(noun), owner)

    def option_title(self, name: str) -> Text:
        """Give the title of an option in quotation marks, leading to it."""
        address = f"{self.checked.declared.options[name].module}.{name}"
        return styled(quoted((Run(self.words.text(address), style="name"),)), to=address)

    def table_title(self, table: Table) -> Text:
        """Give the title of a table in quotation marks, leading to it."""
        return styled(quoted((Run(self.words.text(table.name), style="name"),)), to=table.name)

    def arc(self, name: str) -> Phrase:
        """Give an arc in quotation marks, leading to it."""
        address = f"arcs.{name}"
        return fixed(styled(quoted(self.words.text(address)), to=address))

    # --- numbers

    def number(self, value: Fraction, unit: str | None = None) -> Phrase:
        """Give a number in figures, with its unit."""
        if unit and unit in self.checked.declared.units:
            noun = self.words.noun(f"units.{unit}")
            return counted(value, noun, in_words=False)
        return fixed(figures(value), literal=value)

    def docs(self, docs: Iterable[nodes.Word]) -> tuple[Text, ...]:
        """Give an author's own words at the head of a block."""
        return tuple(capital(self.prose(word.text, **self.locals)) for word in docs)

    def prose(self, english: str, **slots: Phrase) -> Text:
        """Give an author's words in German, with what stands in braces put in."""
        return filled(self.words.in_prose(english), **slots)
