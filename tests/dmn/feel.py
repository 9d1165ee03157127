"""Enough of FEEL to work out what stands around decision tables: names, numbers, conditions, contexts, a few functions.

Numbers are exact. Dates count days, times and short durations seconds, long durations months.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any

TOKEN = re.compile(r'\s*(?:(\d+(?:\.\d+)?|\.\d+)|("(?:[^"\\]|\\.)*")|(\w+)|(\*\*|<=|>=|!=|\.\.|[-+*/<>=(),\[\]{}.:]))')
DURATION = re.compile(r"(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?")


class NoFeelError(Exception):
    """An expression is beyond what is understood here."""


def moment(text: str) -> Fraction:
    """Give a date as days, a time or a date with a time as seconds."""
    text = text.strip()
    if "T" in text:
        return Fraction(int(datetime.fromisoformat(text).timestamp()))
    if ":" in text:
        hours, minutes, seconds = text.split("+")[0].rstrip("Z").split(":")
        return Fraction(int(hours) * 3600 + int(minutes) * 60) + Fraction(seconds)
    return Fraction(date.fromisoformat(text).toordinal())


def duration(text: str) -> Fraction:
    """Give a duration in months, or in seconds where it has days or less."""
    found = DURATION.fullmatch(text.strip())
    if found is None:
        raise NoFeelError(text)
    sign, years, months, days, hours, minutes, seconds = found.groups()
    parts = [int(part or 0) for part in (years, months, days, hours, minutes, seconds)]
    total = parts[0] * 12 + parts[1] or ((parts[2] * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
    return Fraction(-total if sign else total)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "max": lambda *of: max(of[0] if len(of) == 1 else of),
    "min": lambda *of: min(of[0] if len(of) == 1 else of),
    "sum": lambda *of: sum(of[0] if len(of) == 1 else of),
    "count": len,
    "not": lambda one: not one,
    "string": str,
    "date": moment,
    "time": moment,
    "date_and_time": moment,
    "duration": duration,
}


class Parser:
    """Works out one expression as it reads it; `scope` has the values of names, which may hold spaces."""

    def __init__(self, text: str, scope: Mapping[str, Any]) -> None:
        self.text, self.scope = text, scope
        known = sorted((name for name in scope if name), key=len, reverse=True)
        self.names = {f"name_{at}_": name for at, name in enumerate(known)}
        pieces = re.split(r'("(?:[^"\\]|\\.)*")', text.replace("date and time(", "date_and_time("))
        for at, name in enumerate(known):
            word = rf"(?<![\w.]){re.escape(name)}(?!\w)"
            pieces[::2] = [re.sub(word, f"name_{at}_", piece) for piece in pieces[::2]]
        self.tokens = [found.group().strip() for found in TOKEN.finditer("".join(pieces))]
        if "".join(self.tokens) != re.sub(r"\s+(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", "", "".join(pieces)):
            raise NoFeelError(text)
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        found = self.peek()
        if not found or (wanted and found != wanted):
            raise NoFeelError(self.text)
        self.at += 1
        return found

    def whole(self) -> Any:
        found = self.expression()
        if self.peek():
            raise NoFeelError(self.text)
        return found

    def expression(self) -> Any:
        if self.peek() != "if":
            return self.either()
        self.take()
        condition = self.expression()
        self.take("then")
        yes = self.expression()
        self.take("else")
        no = self.expression()
        return yes if condition is True else no

    def either(self) -> Any:
        found = self.both()
        while self.peek() == "or":
            self.take()
            other = self.both()
            found = found is True or other is True
        return found

    def both(self) -> Any:
        found = self.compared()
        while self.peek() == "and":
            self.take()
            other = self.compared()
            found = found is True and other is True
        return found

    def compared(self) -> Any:
        found = self.added()
        while (sign := self.peek()) in COMPARED:
            self.take()
            other = self.added()
            ordered = sign not in ("=", "!=")
            found = None if ordered and (found is None or other is None) else COMPARED[sign](found, other)
        return found

    def added(self) -> Any:
        found = self.multiplied()
        while self.peek() in ("+", "-"):
            sign, other = self.take(), self.multiplied()
            if found is None or other is None:
                found = None
            else:
                found = found + other if sign == "+" else found - other
        return found

    def multiplied(self) -> Any:
        found = self.power()
        while self.peek() in ("*", "/"):
            sign, other = self.take(), self.power()
            if found is None or other is None:
                found = None
            else:
                found = found * other if sign == "*" else found / other
        return found

    def power(self) -> Any:
        found = self.signed()
        while self.peek() == "**":
            self.take()
            found = found ** int(self.signed())
        return found

    def signed(self) -> Any:
        if self.peek() == "-":
            self.take()
            return -self.signed()
        return self.after()

    def after(self) -> Any:
        found = self.atom()
        while self.peek() in (".", "("):
            if self.take() == ".":
                name = self.take()
                found = found.get(self.names.get(name, name)) if isinstance(found, dict) else None
            else:
                given = self.items(")")
                found = found(*given)
        return found

    def items(self, end: str) -> list[Any]:
        found = []
        while self.peek() != end:
            found.append(self.expression())
            if self.peek() == ",":
                self.take()
        self.take(end)
        return found

    def atom(self) -> Any:
        token = self.take()
        if token[0].isdigit() or (token[0] == "." and len(token) > 1):
            return Fraction(token)
        if token.startswith('"'):
            return token[1:-1]
        if token in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[token]
        if token == "(":
            found = self.expression()
            self.take(")")
            return found
        if token == "[":
            return self.items("]")
        if token in self.names:
            return self.scope[self.names[token]]
        if token in FUNCTIONS:
            return FUNCTIONS[token]
        raise NoFeelError(self.text)


COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}


def value_of(text: str, scope: Mapping[str, Any]) -> Any:
    """Work out an expression."""
    return Parser(text, scope).whole()
