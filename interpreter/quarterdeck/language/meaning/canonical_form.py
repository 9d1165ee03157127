"""Canonical forms: what something means as nested tuples of texts, and the one hash that is made of them.

A form holds no name of a class of this program, and no name that an author gave to something without an address: a
local is a `Local`, which says what it stands for. What may stand in any order is `Unordered`. What has an address of
its own inside another form is a `Part`, so that either can be looked at without the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from json.encoder import encode_basestring as quoted
from typing import assert_never

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import OPTIONS, present_address
from quarterdeck.language.documents.shape import Shape

VERSION = 2
"""Raise it when forms change, so that no old hash is taken for a new one; what was written with it says so."""
LENGTH = 32
UNITS = "units."
DECIMAL = re.compile(r"-?\d+\.\d+")


@dataclass(frozen=True)
class Part:
    """A part with an address inside the form of what it belongs to.

    Its name is no part of the form: it is for those who compare two rulesets part by part.
    """

    address: str
    name: str
    form: Form

    @cached_property
    def text(self) -> str:
        """Give the text of its form."""
        return encoded(self.form)


@dataclass(frozen=True)
class Local:
    """A local where it is used: how the author calls it, and what it means whatever it is called.

    Of those that mean the same, `count` tells one from another.
    """

    name: str
    means: Form
    count: int = 1

    @cached_property
    def stands_for(self) -> str:
        """Give a short text that is the same for locals that mean the same."""
        known = hashed(self.means)
        return known if self.count == 1 else f"{known} {self.count}"


@dataclass(frozen=True)
class Named:
    """What a name of something declared elsewhere comes to: the members from one to another, the range of a unit.

    It means what it comes to. That this is another since the other thing was changed is told there.
    """

    name: str
    form: Form


@dataclass(frozen=True)
class Unordered:
    """Forms that mean the same in any order."""

    items: tuple[Form, ...]


class UnorderedRun(Unordered):
    """What may stand in any order up to something in its row that may not: modifiers that add, requirements."""


Form = str | Part | Local | Named | Unordered | tuple["Form", ...]


def hashed(form: Form) -> str:
    """Give the hash of a form."""
    return digest(encoded(form))


def digest(text: str) -> str:
    """Give the hash of an encoded form."""
    return sha256(f"{VERSION} {text}".encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def encoded(form: Form, by_name: bool = False) -> str:
    """Give a form as one text; `by_name` has locals and what is `Named` by their names, not by what they stand for."""
    match form:
        case str():
            return quoted(form)
        case tuple():
            return f"[{','.join([encoded(item, by_name) for item in form])}]"
        case Part():
            return encoded(form.form, True) if by_name else form.text
        case Named(name=name, form=inner):
            return f"<{name}>" if by_name else encoded(inner)
        case Unordered(items=items):
            return f"{{{','.join(sorted(encoded(item, by_name) for item in items))}}}"
        case Local(name=name):
            return f"<{name if by_name else form.stands_for}>"


def parts_of(form: Form) -> Iterator[Part]:
    """Give the parts with an address at any depth of a form."""
    match form:
        case Part(form=inner):
            yield form
            yield from parts_of(inner)
        case tuple() | Unordered():
            for item in form.items if isinstance(form, Unordered) else form:
                yield from parts_of(item)


def renamed(form: Form, former: dict[str, str], done: dict[int, Form] | None = None) -> Form:
    """Give a form in which what had another address formerly is spoken of by its present one.

    What a local means is gone through once for all places where it is used; `done` holds what came of it.
    """
    done = {} if done is None else done
    match form:
        case str():
            return present_address(form, former) if "." in form else form
        case ("name", str(name)):
            return ("name", present_address(f"{OPTIONS}{name}", former).removeprefix(OPTIONS))
        case ("number" | "ratio" | "as", *others, str(unit)) if unit:
            unit = present_address(f"{UNITS}{unit}", former).removeprefix(UNITS)
            return (form[0], *(renamed(other, former, done) for other in others), unit)
        case ("look up", str(table), *keys):
            return ("look up", former.get(table, table), *(renamed(key, former, done) for key in keys))
        case Part(address=address, name=name, form=inner):
            present = present_address(address, former)
            name = present.rpartition(".")[2] if name == address.rpartition(".")[2] else name
            return Part(present, name, renamed(inner, former, done))
        case Named(name=name, form=inner):
            name = present_address(f"{UNITS}{name}", former).removeprefix(UNITS)
            return Named(name, renamed(inner, former, done))
        case UnorderedRun(items=items):
            return UnorderedRun(tuple(renamed(item, former, done) for item in items))
        case Unordered(items=items):
            return Unordered(tuple(renamed(item, former, done) for item in items))
        case tuple():
            return tuple(renamed(item, former, done) for item in form)
        case Local(name=name, means=inner, count=count):
            if id(inner) not in done:
                done[id(inner)] = renamed(inner, former, done)
            return Local(name, done[id(inner)], count)
    assert_never(form)


def readdressed(form: Form, before: str) -> Form:
    """Give a form whose parts have addresses that begin with something more."""
    match form:
        case Part(address=address, name=name, form=inner):
            return Part(f"{before}{address}" if address else "", name, readdressed(inner, before))
        case tuple():
            return tuple(readdressed(item, before) for item in form)
        case Unordered(items=items):
            return type(form)(tuple(readdressed(item, before) for item in items))
    return form


def type_form(kind: types.Type, ranges: Mapping[str, tuple[int, int]] | None = None) -> Form:
    """Give the form of a type; a number that ranges as far as its unit, of which ranges are given, is `Named` by it."""
    match kind:
        case types.Number(low=low, high=high, unit=unit) if ranges and unit and ranges.get(unit) == (low, high):
            return Named(unit, type_form(kind))
        case types.Number(low=low, high=high, step=step, unit=unit):
            return ("number", str(Fraction(low)), str(Fraction(high)), str(step), unit or "")
        case types.OptionalNumber(number=number):
            return ("optional", type_form(number, ranges))
        case types.Ratio(low=low, high=high, unit=unit):
            return ("ratio", str(Fraction(low)), str(Fraction(high)), unit or "")
        case types.Boolean():
            return ("boolean",)
        case types.EnumType(enum=enum, or_none=or_none):
            return ("member", enum, flag(or_none))
        case types.Thing(kind=name, or_none=or_none):
            return ("thing", name, flag(or_none))
        case types.Space(or_none=or_none, shape=shape):
            return (shape, flag(or_none))
        case types.Point(or_none=or_none):
            return ("point", flag(or_none))
        case types.ListType(item=item, capacity=capacity):
            return ("list", type_form(item, ranges), str(capacity))
        case types.Deck(enum=enum, capacity=capacity, peek=peek):
            return ("deck", enum, str(capacity), str(peek))
        case types.DiceType(low=low, high=high):
            return ("dice", str(low), str(high))
        case types.Unknown():
            return ("unknown",)
        case types.Absent() | types.ArcType() | types.RollType():
            raise AssertionError(f"nothing that is declared has the type {kind!r}")
        case _:
            assert_never(kind)


def flag(is_so: object) -> str:
    """Give the form of yes or no."""
    return "yes" if is_so else "no"


def plain_text(text: str) -> str:
    """Give words with one blank between them."""
    return " ".join(text.split())


def data_form(value: object) -> Form:
    """Give the form of plain data; keys of mappings may stand in any order, and `2.50` is `2.5`."""
    if isinstance(value, Shape):
        return data_form(value.as_data())
    if isinstance(value, dict):
        return Unordered(tuple((str(key), data_form(inner)) for key, inner in value.items()))
    if isinstance(value, list | tuple):
        return tuple(data_form(item) for item in value)
    if isinstance(value, bool | None):
        return "none" if value is None else flag(value)
    text = str(value)
    return str(Fraction(text)) if DECIMAL.fullmatch(text) else text
