"""Small mistakes made in a text at random: each takes a text and a source of chance, and gives another text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\w+|[^\w\s]+|[ \t]+|\n')
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
NUMBERS = ["0", "1", "-1", "7", "99", "1000001", "99999999999999999999", "1.5", "0.001", "..", "1..0"]
SIGNS = "()[]{}:,.=<>+-*/%\"'#|&!?@~^`\\\t\n \u00a0\u2019\u00e9\u4e2d\x00ax0_"
WORDS = (
    "none yes no if otherwise when for each in where to from by game side original before due allowed count any every "
    "sum first all least greatest stop finish d6 hex boolean number dice list of or and not is natural total rules "
    "phase step turn null true ~ - & * << !!str"
).split()


def tokens_of(text: str) -> list[str]:
    return TOKEN.findall(text)


def alter_token(text: str, chance: random.Random) -> str:
    parts = tokens_of(text)
    solid = [index for index, part in enumerate(parts) if part.strip()]
    if not solid:
        return text
    at, other = chance.choice(solid), chance.choice(solid)
    match chance.randrange(5):
        case 0:
            parts[at] = ""
        case 1:
            parts[at] += " " + parts[at]
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts[at] = parts[other]
        case _:
            parts[at] = chance.choice(WORDS)
    return "".join(parts)


def alter_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = " " * chance.choice([1, 2, 4, 8]) + lines[at]
        case 4:
            lines[at] = lines[at][chance.choice([1, 2, 4]) :]
        case _:
            lines.insert(at, lines.pop(other))
    return "\n".join(lines)


def alter_sign(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    match chance.randrange(3):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + chance.choice(SIGNS) + text[at:]
        case _:
            return text[:at] + chance.choice(SIGNS) + text[at + 1 :]


def alter_number(text: str, chance: random.Random) -> str:
    places = list(NUMBER.finditer(text))
    if not places:
        return alter_token(text, chance)
    match = chance.choice(places)
    return text[: match.start()] + chance.choice(NUMBERS) + text[match.end() :]


def cut_off(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] if chance.randrange(2) else text[at:]


def nest(text: str, chance: random.Random) -> str:
    places = [match.start() for match in re.finditer(r"\b\w", text)]
    at = chance.choice(places or [0])
    sign, end = chance.choice([("(", ")"), ("[", "]"), ("{", "}"), ("not ", ""), ("-", ""), ("list of ", "")])
    depth = chance.choice([1, 3, 400])
    return text[:at] + sign * depth + text[at] + end * depth + text[at + 1 :] if text else text


ALTERATIONS: list[tuple[Callable[[str, random.Random], str], int]] = [
    (alter_token, 10),
    (alter_line, 6),
    (alter_sign, 6),
    (alter_number, 4),
    (nest, 1),
    (cut_off, 1),
]


def with_mistakes(text: str, chance: random.Random) -> str:
    """Give a text with one mistake in it, or a few."""
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        [alter] = chance.choices([a for a, _ in ALTERATIONS], [weight for _, weight in ALTERATIONS])
        text = alter(text, chance)
    return text
