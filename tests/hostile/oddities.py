"""What nobody in his right mind writes: texts, numbers, names, bytes, and pieces of rules and of YAML.

No text here is a path that leads out of a folder to where files are: commands write where they are told to.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.hostile.alterations import with_mistakes

LONG = 5_000
HUGE = 200_000

NUMBERS = """
0 -0 -1 1 00 1.0 1.5 -1.5 .5 5. 1e3 1e999 0x10 0b1 0o7 1_000 nan inf -inf 1/2 1/0 2147483648 9223372036854775807
9223372036854775808 18446744073709551616 99999999999999999999 -99999999999999999999 1000000007 1000000 100001 1..2 ..
٣ ² Ⅷ 1,5 +1 --1
""".split()
TEXTS = [
    *("", " ", "\t", "\n", "\r", "\x0b", "\x1b[31m", "\x7f", "\x85", "\ufeff", "\u202e", "\u2028", "\u200b", "\ufffe"),
    *("é", "e\u0301", "𝔘𝔫𝔦", "ﬁ", "ß", "İ", "中文", "👩‍🚀", "\U0010ffff", "a\u0300" * 50),
    *(
        "[bold]x[/bold]",
        "[/]",
        "[",
        "]",
        "[red",
        "\\[x",
        "{",
        "}",
        "{}",
        "{0}",
        "{child",
        "%s",
        "%(x)s",
        "$HOME",
        "`id`",
    ),
    *(".", "/dev/zero", "/dev/null", "/dev/full", "/dev/stdin", "~nobody/x", "-", "--", "---", "C:\\x", "a/b/c", "a/"),
    *(
        "a.b",
        "a.b.c.d.e.f",
        ".a",
        "a.",
        "a..b",
        "a b",
        "a-b",
        "a_b",
        "_",
        "__class__",
        "__init__",
        "None",
        "True",
        "yes",
    ),
    *(
        "null",
        "true",
        "!!str x",
        "!!python/object:os.system x",
        "&a [*a]",
        "*a",
        "<<",
        "? x",
        "- - -",
        "| ",
        "> ",
        "# x",
    ),
    *(
        "'",
        '"',
        "'x",
        '"x',
        ":",
        ": :",
        "a: b: c",
        "{a: 1, a: 2}",
        "[1, [2, [3]]]",
        "{a: {b: {c: {}}}}",
        ",",
        ",,",
        "=",
    ),
    *("()", ")(", "x(y", "f()()", "1 +", "+ 1", "not", "none", "any", "it", "game", "game.frost", "before", "original"),
    "a" * LONG,
    "9" * LONG,
    "a." * LONG,
    "é" * LONG,
    "[" * LONG,
    "{a: " * LONG,
    "(" * LONG,
    "-" * LONG,
    "\\" * LONG,
    '"' * LONG,
    "x, " * LONG,
]
NAMES = """
def class lambda None True import self state ctx context A B C f v_x before after yield async await match type list dict
set int str print eval exec __name__ __builtins__ __import__ os sys main game side sides turn phase step none any all
count sum original natural total d6 x1 _ __ _x x__ Side Game Child hex point boolean number deck of in is not and or if
""".split()
BYTES = [
    *(
        b"",
        b"\x00",
        b"\xff",
        b"\xfe\xff",
        b"\xff\xfe\x00\x00",
        b"\xef\xbb\xbf",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
    ),
    *(b"\x1a", b"\x04", b"\r", b"\n\r", b"\x0c", b"\x85", b"\xe2\x80\xa8", b"\x1f\x8b\x08", b"PK\x03\x04", b"%PDF"),
    b"\x00" * LONG,
    b"\xff" * LONG,
    b"\r" * LONG,
]
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "utf-7", "utf-8-sig", "latin-1", "cp1252", "cp037", "shift-jis")


def text(chance: random.Random) -> str:
    """Give an odd word or number."""
    return chance.choice(chance.choice([TEXTS, NUMBERS, NAMES]))


def odd_bytes(data: bytes, chance: random.Random) -> bytes:
    """Give a file's bytes in another encoding, cut, mixed, or with bytes in them that mean nothing."""
    at, other = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
    match chance.randrange(8):
        case 0:
            return data.decode("utf-8", "replace").encode(chance.choice(ENCODINGS), "replace")
        case 1:
            return chance.choice(BYTES)
        case 2:
            return data[:at]
        case 3:
            return data.replace(b"\n", chance.choice([b"\r", b"\r\n", b"\x85", b"\x0c\n", b"\x00\n", b" \n"]))
        case 4:
            return bytes(chance.randrange(256) for _ in range(chance.choice([1, 10, 1000])))
        case 5:
            return data[:at] + data[other:] + data[:at]
        case 6:
            return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        case _:
            return data[:at] + chance.choice(BYTES) + data[at:]


def altered(data: bytes, chance: random.Random) -> bytes:
    """Give a file with small mistakes in it; now and then with no text in it at all."""
    if not chance.randrange(6):
        return odd_bytes(data, chance)
    return with_mistakes(data.decode("utf-8", "replace"), chance).encode("utf-8", "replace")


# --- pieces of rules that are long, deep or large


def _many(chance: random.Random) -> int:
    return chance.choice([3, 40, 70, 400, 3_000, 20_000])


def _nested_brackets(chance: random.Random) -> str:
    many, (sign, end) = _many(chance), chance.choice([("(", ")"), ("[", "]"), ("greatest(1, ", ")"), ("f(", ")")])
    return sign * many + "1" + end * many


def _chain(chance: random.Random) -> str:
    return chance.choice([" + ", " - ", " * ", " / ", " and ", " or ", ".x", " = ", " < "]).join(["1"] * _many(chance))


def _prefixed(chance: random.Random) -> str:
    return chance.choice(["not ", "-", "- ", "the ", "list of "]) * _many(chance) + "1"


def _product(chance: random.Random) -> str:
    return " * ".join([chance.choice(["1000", "9999999999", "0.001", "1/3", "game.frost"])] * _many(chance))


def _quantifiers(chance: random.Random) -> str:
    depth = chance.choice([1, 2, 3, 5])
    inner = "child.wet = 6"
    for place in range(depth):
        inner = f"{chance.choice(['any', 'count', 'all'])}(c{place} in children where {inner})"
    return inner


def _plain(chance: random.Random) -> str:
    return text(chance)


EXPRESSIONS: list[Callable[[random.Random], str]] = [
    _nested_brackets,
    _chain,
    _prefixed,
    _product,
    _quantifiers,
    _plain,
]
DICE = """
d0 d1 0d6 1d6 999d10 1000d10 99d999 d10000 d10001 d999999999 99999999999d6 d99999999999999999999 20d20-1 d6*d6 d66 d1.5
9999d9999 2d6+99999999999999999999 50d6 200d200 d6+d8+d10+d12+d20 highest(10,1d6) 4d6
""".split()


def expression(chance: random.Random) -> str:
    """Give an expression that is too long, too deep or none."""
    return chance.choice(EXPRESSIONS)(chance)


def _deep_blocks(chance: random.Random) -> str:
    depth = chance.choice([5, 30, 70, 300, 2000])
    lines = ["    " * (level + 1) + "when game.frost > 1" for level in range(depth)]
    return 'procedure odd "odd"\n' + "\n".join(lines) + "\n" + "    " * (depth + 1) + "finish\n"


def _many_lines(chance: random.Random) -> str:
    line = chance.choice(
        [
            "    take 1 from game.frost, to no less than 0",
            '    roll x on d6 "x"',
            "    for each child in children",
            "    when game.frost > 1",
            "    do odd()",
            "    let x = 1",
            '    draw treat from game.sack, or none "a treat"',
            "    shuffle game.eaten into game.sack",
        ]
    )
    return 'procedure odd "odd"\n' + f"{line}\n" * chance.choice([1, 20, 300, 3000])


def _many_rules(chance: random.Random) -> str:
    return "".join(
        f'define odd_{number} -> boolean "odd {number}" =\n    odd_{number + 1}\n\n'
        for number in range(_many(chance) // 10)
    )


def _many_parameters(chance: random.Random) -> str:
    names = ", ".join(f"p{number}: 0..9" for number in range(min(3000, _many(chance))))
    return f'define odd({names}) -> 0..9 "odd" =\n    p0\n'


def _long_words(chance: random.Random) -> str:
    words = chance.choice(["{child} ", "{not} ", "x ", "{", "\\\\", "{child.side.keenness} "]) * _many(chance)
    return f'define odd(child: Child) -> boolean "{words}" =\n    yes\n'


def _an_expression(chance: random.Random) -> str:
    kind = chance.choice(
        ["boolean", "0..9", "paces", "list of Child", "0..99999999999", "0.1..5", "ratio", "number", "deck of Treat"]
    )
    return f'define odd(child: Child) -> {kind} "odd" =\n    {expression(chance)}\n'


def _dice(chance: random.Random) -> str:
    amounts = ["+1", "-9999999999", "doubled", "halved rounded up", "+child.wet"]
    modifiers = "".join(
        f'        modifier m{number}: {chance.choice(amounts)} "m"\n' for number in range(chance.choice([0, 1, 5, 60]))
    )
    return f'procedure odd(child: Child) "odd"\n    roll odd_throw on {chance.choice(DICE)} "odd"\n{modifiers}'


def _loops(chance: random.Random) -> str:
    lines, depth = ['procedure odd "odd"'], chance.choice([1, 2, 3, 6])
    for level in range(depth):
        over = chance.choice(["children", "1..9999", "0..99999999", "sides", "[1, 2, 3]", "places", "cards(game.sack)"])
        lines.append("    " * (level + 1) + f"for each x{level} in {over}")
    lines.append("    " * (depth + 1) + "add 1 to game.frost, to no more than 5")
    return "\n".join(lines) + "\n"


def _circle(chance: random.Random) -> str:
    return chance.choice(
        [
            'define odd -> 0..9 "odd" =\n    odd\n',
            'define odd -> 0..9 "odd" =\n    odder\n\ndefine odder -> 0..9 "odder" =\n    odd\n',
            'procedure odd "odd"\n    do odd()\n',
            "amend define throwing.reach(child: Child) -> paces =\n    original + original\n",
            'option odd: boolean = odd "odd"\n',
        ]
    )


RULES: list[Callable[[random.Random], str]] = [
    _deep_blocks,
    _many_lines,
    _many_rules,
    _many_parameters,
    _long_words,
    _an_expression,
    _an_expression,
    _an_expression,
    _dice,
    _dice,
    _loops,
    _circle,
]


def rules(chance: random.Random) -> str:
    """Give rules that are too long, too deep, too large or go in a circle."""
    return f'rules odd "Odd" cites "page one"\n\n{chance.choice(RULES)(chance)}'


# --- YAML


def _deep_yaml(chance: random.Random) -> str:
    many = chance.choice([10, 29, 31, 100, 1000, 100_000])
    return chance.choice(["[" * many + "]" * many, "{a: " * many + "1" + "}" * many, "- " * many, "? " * many])


def _bomb(chance: random.Random) -> str:
    levels = chance.choice([3, 9, 40])
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


YAML_TEXTS = [
    "a: &a [*a]",
    "a: &a {b: *a}",
    "<<: {a: 1}",
    "<<: [1, 2]",
    "!!binary aGVsbG8=",
    "!!set {a, b}",
    "!!omap [a: 1]",
    "!!timestamp 2001-12-14",
    "!!int many",
    "!!float x",
    "!!bool maybe",
    "!!null x",
    "2001-12-14",
    ".inf",
    ".nan",
    "0o17",
    "0x1F",
    "1:30:00",
    "---\na: 1\n---\nb: 2",
    "%YAML 9.9\n---\na: 1",
    "%TAG ! x\n---\na: 1",
    "\ta: 1",
    "a:\tb",
    "a: |2\n x",
    "a: >-\n\n\n",
    "? [a, b]\n: c",
    "? {a: b}\n: c",
    "? |\n  a\n: b",
    "[]: 1",
    "{}: 1",
    "null: 1",
    "1: 1",
    "'': 1",
    "*nobody",
    "...",
    "--- !!python/object/apply:os.system [x]",
]


def yaml(chance: random.Random) -> str:
    """Give YAML that nobody expects."""
    known = [_deep_yaml(chance), _bomb(chance), *chance.choices(YAML_TEXTS, k=3)]
    return chance.choice(known)


SIZES = """
capacity:100000000 capacity:0 capacity:-1 capacity:1.5 capacity:many range:0..99999999999999999999 range:5..1 range:..
turn_limit:0 turn_limit:-5 turn_limit:99999999999 columns:1000000 rows:-1 columns:1024 first:361 last:-1 first:0.00001
type:d6 type:deck type:0..99999999999 type:list type:-9..-5 start:99999999999 start:none step:0 step:0.000001 language:0
language:99 language:-1 language:x peek:99999999999 peek:-1 nut:99999999999999 nut:-3 nut:1.5
""".split()


def with_odd_values(written: str, chance: random.Random) -> str:
    """Give a YAML text with some of its values replaced."""
    lines = written.split("\n")
    for _ in range(chance.choice([1, 1, 2, 5])):
        at = chance.randrange(len(lines))
        before, colon, after = lines[at].partition(": ")
        if not colon:
            continue
        value = chance.choice([text, yaml])(chance)
        for size in chance.sample(SIZES, len(SIZES)):
            key, _, new = size.partition(":")
            if f"{key}: " in lines[at] and chance.randrange(2):
                head, _, tail = lines[at].partition(f"{key}: ")
                end = min((found for sign in ",}]" if (found := tail.find(sign)) >= 0), default=len(tail))
                lines[at] = f"{head}{key}: {new}{tail[end:]}"
                break
        else:
            lines[at] = f"{before}: {value}" if chance.randrange(3) else f"{before}: {{{value}: {after}}}"
    return "\n".join(lines)
