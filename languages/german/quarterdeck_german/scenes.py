"""Tell scenarios in German: facts, what is done before the first turn, what each side begins with.

In: a scenario of a `Checked` ruleset, and its German words. Out: a `Section`; names of things stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Constant, Kind, Scenario
from quarterdeck.language.documents import shapes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.text.blocks import Cell, Grid, GridRow, Point, Section, grid_of
from quarterdeck.prose.text.outline import element, marks_of
from quarterdeck.prose.text.runs import EMPTY, Text, capital, sentence, text, unbroken
from quarterdeck.prose.text.scenario_facts import (
    USUAL,
    begun_by_side,
    begun_with,
    done_first,
    first_model,
    left_unsaid,
    stands_for_another,
)
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.grammar import clause, figures, fixed, listed, phrase
from quarterdeck_german.statements import GermanStatements
from quarterdeck_german.things import GermanThings, holding
from quarterdeck_german.vocabulary import GermanWords, UnwordedError, claim, say


@dataclass(frozen=True)
class GermanScenes:
    """Tells the scenarios of one ruleset; each refuses where a word is lacking."""

    checked: Checked
    words: GermanWords

    def scenario(self, scenario: Scenario) -> Section:
        """Tell a scenario.

        Raises:
            UnwordedError: something in it has no German words.
        """
        shape, speaker = scenario.shape, DeedSpeaker(self.checked, self.words)
        facts = [claim("lasts", a=fixed(f"{figures(shape.turn_limit)} Züge")).main()]
        facts += self.board(shape)
        facts += self.facts(self.checked.declared.kinds["Game"], shape.game)
        for name, value in shape.constants.items():
            noun = phrase(self.words.noun(f"Game.{name}"))
            facts.append(say("fact", name=noun, value=self.value(self.checked.declared.constants[name].type, value)))
        for name, value in shape.options.items():
            known = self.checked.declared.options[name].type
            facts.append(say("fact", name=speaker.option_title(name), value=self.value(known, value)))
        if model := first_model(shape):
            facts.append(say("scenario_likes", other=self.words.prose.get(model, model)))
        setup = GermanStatements(speaker, f"scenarios.{scenario.name}").points(done_first(self.checked, scenario))
        points = [Point(sentence(fact)) for fact in facts]
        if setup:
            points.append(Point(sentence(say("scenario_setup"), ":"), setup, numbered=len(setup) > 1))
        return element(
            f"scenarios.{scenario.name}",
            "scenario",
            text(self.words.in_prose(shape.title)),
            (text(self.words.in_prose(shape.note)),) if shape.note else (),
            tuple(points),
            sections=tuple(self.side(scenario.name, name, side) for name, side in shape.sides.items()),
            marks=marks_of(shape.source),
        )

    def usual(self) -> Section:
        """Tell how a battle begins where a scenario leaves it unsaid.

        Raises:
            UnwordedError: something in it has no German words.
        """
        things = GermanThings(self.checked, self.words)
        game = self.checked.declared.kinds["Game"]
        points = []
        for known in left_unsaid(self.checked.declared):
            name = phrase(self.words.noun(f"Game.{known.name}")) if isinstance(known, Constant) else None
            head = self.head(game, known.name) if name is None else name
            points.append(Point(sentence(say("fact", name=head, value=things.start(known)))))
        return element(USUAL, "usual", sentence(say("scenario_usual"), ":"), points=tuple(points))

    def board(self, shape: shapes.Scenario) -> list[Text]:
        """Say how large the board is, where the scenario says so, and what a diagonal step counts as."""
        known = self.checked.declared.head.board
        diagonals = [say(f"diagonals_{known.diagonals}")] if known.shape == "square" else []
        match shape.board:
            case {"columns": columns, "rows": rows}:
                return [say("scenario_hexes", columns=figures(columns), rows=figures(rows)), *diagonals]
            case {"width": width, "depth": depth}:
                return [say("scenario_plane", width=figures(width), depth=figures(depth))]
        return [say("scenario_endless"), *diagonals] if known.shape in ("hex", "square") else []

    def facts(self, kind: Kind, values: Mapping[str, Any]) -> list[Text]:
        """Give values of fields, each with what it is."""
        return [
            say("fact", name=self.head(kind, key), value=self.field(kind, key, value)) for key, value in values.items()
        ]

    def side(self, scenario: str, name: str, side: shapes.ScenarioSide) -> Section:
        """Tell what a side begins with."""
        grids = [self.things(self.checked.declared.kinds[kind], things) for kind, things in side.things.items()]
        begun = begun_by_side(self.checked.declared, side)
        facts = self.facts(self.checked.declared.kinds["Side"], begun) if begun else []
        return element(
            f"scenarios.{scenario}.{name}",
            "side",
            text(self.words.in_prose(side.title)),
            points=tuple(Point(sentence(fact)) for fact in facts),
            grid=grids[0] if grids else None,
            sections=tuple(element("", "things", EMPTY, grid=grid) for grid in grids[1:]),
        )

    def things(self, kind: Kind, things: list[dict[str, Any]]) -> Grid:
        """Give things of one kind as rows, their fields as columns."""
        keys = list(dict.fromkeys(key for one in things for key in one if key not in ("like", "name")))
        first = capital(phrase(self.words.noun(kind.name), "").nom)
        rows = []
        for one in things:
            name = str(one.get("name", one.get("like", "")))
            values = {key: begun_with(self.checked.declared, kind, one, key) for key in keys}
            cells = (Cell(unbroken(self.field(kind, key, value))) for key, value in values.items())
            called = text(self.words.prose.get(name, name))
            if stands_for_another(one):
                other = str(one["like"])
                called = say("as_another", name=called, other=self.words.prose.get(other, other))
            rows.append(GridRow((Cell(called), *cells)))
        return grid_of((first, *(self.head(kind, key) for key in keys)), tuple(rows))

    def head(self, kind: Kind, key: str) -> Text:
        """Give the words for a field above a column."""
        known = kind.fields[key]
        it = phrase(self.words.noun(kind.name)) if kind.name != "Game" else fixed("")
        if isinstance(known.type, types.Boolean):
            return capital(say("whether", clause=clause(self.words.clause(known.address), it).subordinate()))
        return capital(phrase(self.words.noun(known.address), "", it=it).nom)

    def field(self, kind: Kind, key: str, value: Any) -> Text:
        """Give the value of a field."""
        return self.value(kind.fields[key].type, value)

    def value(self, kind: types.Type, value: Any) -> Text:
        """Give a value as a reader knows it."""
        bare = types.without_none(kind)
        match bare, value:
            case _, None:
                return EMPTY
            case types.Boolean(), _:
                return say("yes" if value in (True, "yes") else "no")
            case types.Deck(), dict():
                return holding(self.words, bare, value)
            case types.EnumType(enum), _ if str(value) in self.checked.declared.enums[enum].members:
                return text(self.words.text(f"{enum}.{value}"))
            case types.Place(), {"column": column, "row": row}:
                return say("hex_at", column=str(column), row=str(row))
            case types.Place(), list():
                return text(f"[{', '.join(str(part) for part in value)}]")
            case types.Numeric(), int() | str():
                return text(figures(Fraction(str(value))))
            case types.Thing(), str():
                return text(self.words.prose.get(value, value))
            case types.ListType(item), list():
                return listed([self.value(item, one) for one in value])
        raise UnwordedError(str(value))
