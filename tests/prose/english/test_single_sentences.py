"""Sentences of single rules: lists with nothing in them, what is none, first truths, truths.

Each rule is laid over the snowball fight of the handbook; two rules that say different things have different sentences.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent, indent

import pytest

from quarterdeck.base.findings.printer import as_text
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[2] / "language" / "base"
FIELDS = """
      marks: {type: list of 0..9, capacity: 4, start: "[]"}
      flags: {type: list of boolean, capacity: 2, start: "[yes]"}
      mates: {type: list of Child, words: best friends, capacity: 2, start: "[]"}
      liking: {type: Mood or none, words: favourite mood, start: none}
"""
TABLE = """
table: moody
title: Swings of mood
source: {document: notebook, place: page two}
key: {mood: Mood}
gives: Mood or none
rows: {glum: none, calm: merry, merry: glum}
"""
HELPERS = """
define rival(child: Child) -> Child or none "the rival of {child}" = child.target
define line(child: Child) -> list of Child "the line behind {child}" = all(other in children, highest other.wet first)
define ready(child: Child) -> boolean "{child} is {not} ready" = child.wet > 3
effect hand(child: Child, balls: 0..3) "{child} hands over {balls} balls"
    take balls from child.snowballs, to no less than 0
define neighbours(child: Child) -> list of Child "the children near {child}" = all(other in children)
procedure shout(child: Child, loudly: boolean "it is {not} loud") "{child} shouts: {loudly}"
    announce "{loudly}"
"""
TRUTHS = {
    "led": (
        "first(other.gone_home for other in children where other.wet > 4)",
        "the first of all children whose wet is more than 4 has gone home",
    ),
    "in_front": (
        "first(other.gone_home for other in children, highest other.wet first)",
        "the child with the highest wet among all children has gone home",
    ),
    "helped": (
        "first(other.wet > 3 for other in children)",
        "for the first of all children, that child’s wet is more than 3",
    ),
    "unhelped": (
        "not first(other.wet > 3 for other in children)",
        "for the first of all children, that child’s wet is no more than 3",
    ),
    "bare": ("child.marks is []", "it has no marks"),
    "marked": ("child.marks is not []", "it has marks"),
    "friendless": ("[] is child.mates", "it has no best friends"),
    "dry": ("all(other in children where other.wet > 3) is []", "there is no child whose wet is more than 3"),
    "behind": ("line(child) is []", "the line behind it is none"),
    "nowhere": ("child.wet in []", "its wet is among none"),
    "alone": (
        "first(other in children where other.wet > 5) is none",
        "there is no child whose wet is more than 5",
    ),
    "unmatched": ("rival(child) is none", "there is no rival of the child"),
    "matched": ("rival(child) is not none", "there is a rival of the child"),
    "upset": ("moody[child.mood] is none", "the figure for its mood in the table Swings of mood is none"),
    "fond": ("child.liking is none", "it has no favourite mood"),
    "flagged": ("child.flags is [no, yes]", "its flags are no and yes"),
}
NUMBERS = {
    "more": (
        "least(9, count(other in children where other.wet > child.snowballs) + 1)",
        "(the number of children whose wet is more than its snowballs) plus 1 (at most 9)",
    ),
    "beyond": (
        "least(9, count(other in children where other.wet > child.snowballs + 1))",
        "the number of children whose wet is more than its snowballs plus 1 (at most 9)",
    ),
    "capped": (
        "least(9, count(other in children where other.wet > least(2, child.snowballs)))",
        "the number of children whose wet is more than (its snowballs, at most 2) (at most 9)",
    ),
    "damp": (
        "count(other in children where other.gone_home) + 1",
        "the number of children that have gone home plus 1",
    ),
    "sea": (
        "sum(other.wet for other in children where other.gone_home) + 1",
        "(the sum of that child’s wet, for every child that has gone home) plus 1",
    ),
    "lost": (
        "sum(other.wet for other in children where other.side is not child.side) + 5 * frost",
        (
            "(the sum of the other child’s wet, for every other child that does not belong to the child’s gang) plus "
            "5 times the frost"
        ),
    ),
    "square": (
        "count(other in children where other.wet > 3) to the power 2",
        "(the number of children whose wet is more than 3) squared",
    ),
    "larger": (
        "greatest(count(other in children where other.wet > 3), child.wet)",
        "the larger of (the number of children whose wet is more than 3) and its wet",
    ),
}
STATEMENTS = {
    "set child.flags to [no, yes]": "The child’s flags become no and yes.",
    "set child.flags to [no]": "The child’s flags become no.",
    "set child.flags to [ready(child), no]": "The child’s flags become whether the child is ready and no.",
    "append ready(child) to child.flags": "Note whether the child is ready among its flags.",
    "set child.marks to [] when child.marks is [1, 3]": "The child’s marks are cleared if its marks are 1 and 3.",
    'announce "{ready(child)}"': "Announce whether the child is ready.",
    'announce "{child}: {ready(child)}"': "Announce: the child: whether it is ready.",
    'announce "{child.gone_home}"': "Announce whether the child has gone home.",
    'announce "{child.marks is []}"': "Announce whether the child has no marks.",
    'announce "now {child.wet > 3 and ready(child)}"': (
        "Announce: now whether the child’s wet is more than 3 and the child is ready."
    ),
    "do shout(child, ready(child))": "The child shouts: whether it is ready.",
    "do shout(child, child.wet > 3)": "The child shouts: whether its wet is more than 3.",
    "create child in children with side: child.side, marks: [], snowballs: 1": (
        "Place a child, with the child’s gang as its gang, no marks and 1 as its snowballs."
    ),
    'announce "{[]}"': "Announce: none.",
    'announce "{count(other in children)} children"': "Announce: the number of children.",
    'announce "{count(other in children where other.wet > 3)} of {count(other in children)} children"': (
        "Announce: (the number of children whose wet is more than 3) out of the number of children."
    ),
    'announce "{child.wet} beats {child.snowballs}"': "Announce: the child’s wet beats its snowballs.",
    'announce "{child.wet} wet and {child.snowballs} balls"': "Announce: the child’s wet and its snowballs balls.",
    'announce "{child.pocket} snowballs left"': "Announce: the child’s snowballs in the pocket left.",
    'announce "{child.wet / 3} remains"': "Announce: a third of the child’s wet remains.",
    'announce "{sum(other.wet for other in children)} now, {frost} degrees"': (
        "Announce: (the sum of that child’s wet, for every child) now, the frost degrees."
    ),
    'roll aim on 2 times (d6 + 1) "the aim"': "Roll 2 times (d6 plus 1): this is the aim.",
    'roll aim on 3 times (2d6 - 1) "the aim"': "Roll 3 times (2d6 less 1): this is the aim.",
    'roll aim on 2 times 3d6 "the aim"': "Roll 6d6: this is the aim.",
    'roll aim on highest of 2 times (d6 + 1) "the aim"': "Roll 2d6, keep the highest and add 1: this is the aim.",
    'roll aim on lowest of (2d6 - 1) plus 2 "the aim"': (
        "Roll 2d6, keep the lowest and take off 1 and add 2: this is the aim."
    ),
    'roll aim on (child.wet + 1) times d6 "the aim"': "Roll as many d6 as (the child’s wet plus 1): this is the aim.",
    'roll aim on child.wet times 2d6 "the aim"': "Roll as many times 2d6 as the child’s wet: this is the aim.",
    'roll aim on child.wet times (d6 + 1) "the aim"': (
        "Roll as many times (d6 plus 1) as the child’s wet: this is the aim."
    ),
    "choose shot by child.side from 1 to 3, up to 2": (
        "The child’s gang may choose up to two shots, each a number from 1 to 3."
    ),
    "choose shots by child.side from 0 to 3 in steps of 0.5, up to child.snowballs": (
        "The child’s gang may choose shots, no more than the child’s snowballs, each a number from 0 to 3 in steps "
        "of 0.5."
    ),
    "choose pals by child.side from all(one in children where one is not child), up to 2": (
        "The child’s gang may choose up to two of all children except the child."
    ),
    "choose shot by child.side from [yes, no], up to 1": ("The child’s gang may choose yes or no."),
}
PROCEDURES = {
    "a number that was named just before is that many": (
        """
        choose gift by child.side from 0 to 3 "How many?"
        set child.mood to merry
        do hand(child, gift)
        """,
        "3. The child hands over that many balls.",
    ),
    "where another number was said it is not": (
        """
        choose gift by child.side from 0 to 3 "How many?"
        take 1 from child.wet, to no less than 0
        do hand(child, gift)
        """,
        "3. The child hands over as many balls as the gift.",
    ),
    "what was found is called by its name where another has its turn": (
        """
        let wettest = first(other in children, highest other.wet first)
        for each other in children
            do hand(wettest, 2)
        """,
        "2. For each child, the wettest hands over two balls.",
    ),
    "what was found is that child where a thing of another kind has its turn": (
        """
        let wettest = first(other in children, highest other.wet first)
        for each side in sides
            do hand(wettest, 2)
        """,
        "2. For each side, that child hands over two balls.",
    ),
}


@cache
def checked(words: str = "") -> Checked:
    """Give the rules, with `words` for another language beside them."""
    with TemporaryDirectory() as folder:
        game = shutil.copytree(BASE, Path(folder) / "game")
        components = game / "components.yaml"
        marked = "      place: {type: hex}\n"
        components.write_text(components.read_text("utf-8").replace(marked, FIELDS[1:] + marked), "utf-8")
        (game / "tables" / "moody.yaml").write_text(TABLE, "utf-8")
        if words:
            (game / "words.yaml").write_text(words, "utf-8")
        text = 'rules odd "Odd rules" cites "page one"\n' + HELPERS
        for name, (truth, _) in TRUTHS.items():
            text += f'\ndefine {name}(child: Child) -> boolean "{{child}} is {{not}} {name}" =\n    {truth}\n'
        for name, (number, _) in NUMBERS.items():
            text += f'\ndefine {name}(child: Child) -> 0..200 "the {name} of {{child}}" =\n    {number}\n'
        for place, statement in enumerate(STATEMENTS):
            text += f'\nprocedure step_{place}(child: Child) "{{child}} acts"\n    {statement}\n'
        for place, (body, _) in enumerate(PROCEDURES.values()):
            text += f'\nprocedure deed_{place}(child: Child) "{{child}} acts"\n{indent(dedent(body).strip(), "    ")}\n'
        text += '\ndefine numbers(child: Child) -> list of 0..9 "the numbers of {child}" =\n'
        text += "    [1] if child.wet > 3\n    [] otherwise\n"
        (game / "rules" / "odd.rules").write_text(text, "utf-8")
        ruleset = game / "ruleset.yaml"
        ruleset.write_text(re.sub(r"chapters: \[", "chapters: [odd, ", ruleset.read_text("utf-8")), "utf-8")
        loaded = load(str(game))
        assert loaded.checked is not None, as_text(loaded.findings)
        return loaded.checked


@cache
def english() -> EnglishWriter:
    return EnglishWriter(checked())


@pytest.mark.parametrize("name", TRUTHS)
def test_a_condition_names_what_it_asks_for(name: str) -> None:
    assert english().said(f"odd.{name}") == f"A child is {name} if {TRUTHS[name][1]}."


@pytest.mark.parametrize("name", NUMBERS)
def test_a_clause_behind_a_number_takes_in_nothing_that_follows_it(name: str) -> None:
    assert english().said(f"odd.{name}") == f"The {name} of a child is {NUMBERS[name][1]}."


@pytest.mark.parametrize(("place", "statement"), list(enumerate(STATEMENTS)))
def test_a_statement_says_its_truths_and_lists_in_words(place: int, statement: str) -> None:
    assert english().said(f"odd.step_{place}") == f"A child acts\n{STATEMENTS[statement]}"


@pytest.mark.parametrize("place", range(len(PROCEDURES)), ids=list(PROCEDURES))
def test_what_was_named_before_is_not_taken_for_anything_else(place: int) -> None:
    told = english().said(f"odd.deed_{place}")
    assert told.splitlines()[-1] == list(PROCEDURES.values())[place][1]


def test_a_case_of_an_empty_list_is_none() -> None:
    assert english().said("odd.numbers").endswith("- None otherwise")
    assert english().said("odd.shout") == "A child shouts: whether it is loud\nAnnounce whether it is loud."
    assert english().said("odd.line") == "The line behind a child is all children, beginning with the highest wet."
    assert english().said("odd.neighbours") == "The children near a child are all children."


def test_no_brace_of_the_author_is_printed() -> None:
    shown = english().said
    assert not [address for address in (f"odd.{name}" for name in (*TRUTHS, *NUMBERS)) if "{" in shown(address)]
    assert "{" not in "".join(shown(f"odd.step_{place}") for place in range(len(STATEMENTS)))
