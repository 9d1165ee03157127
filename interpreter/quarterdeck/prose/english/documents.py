"""Tell what stands in documents and is no rule: rulings, rosters, scenarios, examples, what of the source is missing.

In: documents of a `Checked` ruleset. Out: `Section`s.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field, Kind, Rule, Scenario
from quarterdeck.language.documents import shapes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english import decks
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import negated, said
from quarterdeck.prose.english.nouns import noun
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.english.sentences import StatementWriter
from quarterdeck.prose.english.speaker import Speaker, predicate_of
from quarterdeck.prose.english.spoken_names import spaced
from quarterdeck.prose.english.spoken_values import trimmed
from quarterdeck.prose.english.wording import NOT, clause_of
from quarterdeck.prose.text.blocks import Cell, Grid, GridRow, Marks, Point, Section, grid_of
from quarterdeck.prose.text.outline import element, marks_of
from quarterdeck.prose.text.runs import EMPTY, Run, Text, capital, joined, plain, sentence, text, unbroken
from quarterdeck.prose.text.scenario_facts import begun_by_side, begun_with, done_first, first_model, stands_for_another

PARTS = (
    "given",
    "choices",
    "dice",
    "expect",
    "changes",
    "refused",
)  # of an example, in the order in which they are told

_IS = re.compile(r"^(?:is|are) (?:an? )?")
BOARD, LIKES = "the board", "whose values things have"
"""Facts of a scenario that are none of its fields: authors cannot name them, and tell nothing in their place."""


@dataclass(frozen=True)
class Documents:
    """Tells the documents of one ruleset."""

    checked: Checked

    def ruling(self, name: str, ruling: shapes.Ruling) -> Section:
        """Tell a ruling: what was asked, what is answered, and why."""
        points = tuple(
            Point(text(words), lead=say(f"ruling_{part}"), kind=part)
            for part, words in (("question", ruling.question), ("answer", ruling.answer), ("reason", ruling.reason))
        )
        option = self.option_address(ruling.option) if ruling.option else ""
        return element(
            f"rulings.{name}",
            "ruling",
            say("ruling_title", name=name, title=ruling.title),
            points=points,
            marks=Marks((ruling.where,), options=(option,) if option else (), source=ruling.sort),
        )

    def option_address(self, name: str) -> str:
        """Give the address of an option by its name."""
        known = self.checked.declared.options.get(name)
        return f"{known.module}.{name}" if known else ""

    def missing(self, missing: shapes.Missing) -> Section:
        """Tell what of the source is not a rule here, and why."""
        words = sentence(say("missing", place=missing.place, what=missing.what))
        return element(
            "",
            "missing",
            capital(missing.what),
            points=(Point(words, after=(sentence(missing.reason),), cites=(missing.place,)),),
            marks=Marks((missing.place,)),
            is_entry=True,
        )

    # --- scenarios

    def scenario(self, scenario: Scenario) -> Section:
        """Tell a scenario: its facts, its sides with their things, and what players do before the first turn."""
        shape = scenario.shape
        facts = {"turn_limit": say("scenario_turns", count=inflect.figures(shape.turn_limit))}
        if board := self.board(shape):
            facts[BOARD] = board
        game = self.checked.declared.kinds["Game"]
        for key in shape.game:
            facts[key] = say("fact", name=self.field_words(game, key), value=self.fact_of(scenario, key))
        for name in shape.constants:
            known = self.checked.declared.constants.get(name)
            words = capital(trimmed(known.words)) if known else capital(name.replace("_", " "))
            facts[name] = say("fact", name=words, value=self.fact_of(scenario, name))
        for name in shape.options:
            facts[name] = self.option_fact(scenario, name)
        if model := first_model(shape):
            facts[LIKES] = say("scenario_likes", other=model)
        done = done_first(self.checked, scenario)
        setup = StatementWriter(Speaker(self.checked), f"scenarios.{scenario.name}").points(done)
        lead = sentence(say("scenario_setup"), ":")
        if len(setup) == 1 and not setup[0].points:
            opening = Point(joined([lead, " ", setup[0].text]), after=setup[0].after)
        elif setup:
            opening = Point(lead, setup, numbered=len(setup) > 1)
        points = tuple(Point(sentence(fact), kind=name) for name, fact in facts.items()) + ((opening,) if setup else ())
        return element(
            f"scenarios.{scenario.name}",
            "scenario",
            text(shape.title),
            (text(shape.note),) if shape.note else (),
            points,
            sections=tuple(self.side(scenario.name, name, side) for name, side in shape.sides.items()),
            marks=marks_of(shape.source),
        )

    def board(self, shape: shapes.Scenario) -> Text:
        """Say how large the board is, where the scenario says so, or that one of hexes or squares has no edge."""
        known = self.checked.declared.head.board
        diagonals = say(f"diagonals_{known.diagonals}") if known.shape == "square" else EMPTY
        match shape.board:
            case {"columns": columns, "rows": rows}:
                sides = {"columns": inflect.figures(columns), "rows": inflect.figures(rows)}
                return (
                    say("scenario_squares", **sides, diagonals=diagonals)
                    if diagonals
                    else say("scenario_hexes", **sides)
                )
            case {"width": width, "depth": depth}:
                unit_known = self.checked.declared.units.get(known.lengths or "")
                unit = f" {unit_known.name.replace('_', ' ')}" if unit_known else ""
                ends = (f"{inflect.figures(end)}{unit}" for end in (width, depth))
                return say("scenario_plane", width=next(ends), depth=next(ends))
        if diagonals:
            return say("scenario_endless_squares", diagonals=diagonals)
        return say("scenario_endless") if known.shape == "hex" else EMPTY

    def option_fact(self, scenario: Scenario, name: str) -> Text:
        """Say whether an option is in use, or what a scenario sets it to."""
        title, value = Speaker(self.checked).option_name(name), self.fact_of(scenario, name)
        if phrase := {say("yes"): "scenario_option", say("no"): "scenario_no_option"}.get(value):
            return say(phrase, name=title)
        return say("fact", name=title, value=value)

    def fact_of(self, scenario: Scenario, name: str) -> Text:
        """Give the value of a fact of a scenario: its last turn, a constant, an option, or a field of the game."""
        shape = scenario.shape
        if name == "turn_limit":
            return text(inflect.figures(shape.turn_limit))
        if name in shape.game:
            return self.valued(self.type_of(self.checked.declared.kinds["Game"], name), shape.game[name])
        known = self.checked.declared.constants.get(name) or self.checked.declared.options.get(name)
        return self.valued(known.type if known else None, (shape.constants | shape.options).get(name))

    def side(self, scenario: str, name: str, side: shapes.ScenarioSide) -> Section:
        """Tell what a side begins with."""
        grids = [self.things(kind, things) for kind, things in side.things.items()]
        kind = self.checked.declared.kinds.get("Side")
        facts = tuple(
            Point(sentence(say("fact", name=self.field_words(kind, key), value=shown)))
            for key, value in begun_by_side(self.checked.declared, side).items()
            for shown in [self.valued(self.type_of(kind, key), value)]
        )
        more = tuple(element("", "things", EMPTY, grid=grid) for grid in grids[1:])
        return element(
            f"scenarios.{scenario}.{name}",
            "side",
            text(side.title),
            points=facts,
            grid=grids[0] if grids else None,
            sections=more,
        )

    def things(self, kind_name: str, things: list[dict[str, Any]]) -> Grid:
        """Give things of one kind as rows, their fields as columns."""
        kind = self.checked.declared.kinds.get(kind_name)
        keys = list(dict.fromkeys(key for one in things for key in one if key not in ("like", "name")))
        traits = {key: self.trait(kind.fields[key]) for key in keys if kind and _is_trait(kind, key, things)}
        keys = [key for key in keys if key not in traits]
        first = text(kind.one.replace("_", " ")) if kind else text(kind_name)
        head = (capital(first), *(self.over(kind, key, things) for key in keys))
        rows = tuple(
            GridRow(
                (
                    Cell(joined([self.called(one), *(words for key, words in traits.items() if key in one)], ", ")),
                    *(Cell(unbroken(self.of_thing(kind, one, key))) for key in keys),
                )
            )
            for one in things
        )
        return grid_of(head, rows)

    def of_thing(self, kind: Kind | None, one: dict[str, Any], key: str) -> Text:
        """Give the value with which a thing begins, also where the scenario leaves it to the roster or the start."""
        value = begun_with(self.checked.declared, kind, one, key) if kind is not None else one.get(key)
        return self.valued(self.type_of(kind, key), value)

    @staticmethod
    def called(one: dict[str, Any]) -> Text:
        """Give the name of a thing; where it has the values of one of another name, that name as well."""
        name = str(one.get("name", one.get("like", "")))
        return say("as_another", name=name, other=str(one["like"])) if stands_for_another(one) else text(name)

    def trait(self, known: Field) -> Text:
        """Give what a thing is of which a field is true: `under water`, without the verb."""
        return text(_IS.sub("", known.words))

    def field_words(self, kind: Kind | None, key: str) -> Text:
        """Give the words for a field."""
        known = kind.fields.get(key) if kind else None
        return capital(trimmed(known.words) if known else key.replace("_", " "))

    def type_of(self, kind: Kind | None, key: str) -> types.Type | None:
        """Give the type of a field, as far as known."""
        known = kind.fields.get(key) if kind else None
        return known.type if known else None

    def value(self, value: Any) -> Text:
        """Give a value of a document as a reader knows it."""
        match value:
            case None:
                return EMPTY
            case bool():
                return say("yes" if value else "no")
            case {"column": column, "row": row}:
                return say("hex_at", column=str(column), row=str(row))
            case dict():
                return listed(
                    [say("given", name=str(key).replace("_", " "), value=self.value(one)) for key, one in value.items()]
                )
            case list():
                return listed([self.value(one) for one in value])
        for enum in self.checked.declared.enums.values():
            if value in enum.words:
                return text(enum.words[value])
        return text(str(value).replace("_", " "))

    # --- examples

    def example(self, example: shapes.Example, *, with_cases: bool = True) -> Section:
        """Tell a worked example as it is written down: what is given, thrown and decided, and what comes of it.

        The arithmetic in between is the interpreter's: who prints the example plays it and shows its trace.
        """
        title = title_of(example)
        rule = self.checked.declared.rule_named(example.of)
        points = self.parts(rule, example) + tuple(map(self.step, example.then))
        intro = [text(example.note)] if example.note else []
        if rule is not None:
            shown = Run(rule.name.replace("_", " "), to=rule.address, style="name")
            intro.insert(0, sentence(say("example_of", rule=(shown,))))
        return element(
            f"examples.{example.example}",
            "example",
            title,
            tuple(intro),
            points,
            grid=self.cases(rule, example) if example.cases and with_cases else None,
            marks=marks_of(example.source),
        )

    def parts(self, rule: Rule | None, example: shapes.Example | shapes.ExampleStep) -> tuple[Point, ...]:
        """Give what is given, thrown and decided in an example or one of its steps, and what comes of it."""
        return tuple(
            Point(self.listing(rule, given), lead=say(f"example_{part}"), kind=part)
            for part in PARTS
            if (given := getattr(example, part))
        )

    def step(self, step: shapes.ExampleStep) -> Point:
        """Give one step that follows in an example: its rule, and below it what it gives and brings."""
        rule = self.checked.declared.rule_named(step.of)
        name = (rule.name if rule is not None else step.of.rpartition(".")[2]).replace("_", " ")
        shown = text(name) if rule is None else (Run(name, to=rule.address, style="name"),)
        return Point(sentence(shown), lead=say("example_then"), points=self.parts(rule, step), kind="then")

    def cases(self, rule: Rule | None, example: shapes.Example) -> Grid:
        """Give the cases of an example as rows: what is different in each, and what comes of it."""
        parts = [part for part in PARTS if any(getattr(case, part) for case in example.cases)]
        head = (say("example_case"), *(say(f"example_{part}") for part in parts))
        rows = []
        for number, case in enumerate(example.cases, 1):
            told = [getattr(case, part) for part in parts]
            cells = [Cell(self.listing(rule, given) if given else EMPTY) for given in told]
            rows.append(GridRow((Cell(capital((case.name or str(number)).replace("_", " "))), *cells)))
        return grid_of(head, rows)

    def listing(self, rule: Rule | None, given: Any) -> Text:
        """Give named values one after another."""
        if isinstance(given, list):
            return sentence(joined([self.value(one) for one in given], ", "))
        pairs = [self.fact(rule, str(key), value) for key, value in given.items()]
        return sentence(joined(pairs, "; "))

    def fact(self, rule: Rule | None, key: str, value: Any) -> Text:
        """Give one named value; of a field of yes or no, that it is so or not."""
        owner, _, last = key.rpartition(".")
        asked = next((one for one in rule.parameters if one.name == key), None) if rule else None
        known = next((kind.fields[last] for kind in self.checked.declared.kinds.values() if last in kind.fields), None)
        is_so = (
            {True: True, False: False, "yes": True, "no": False}.get(value) if isinstance(value, bool | str) else None
        )
        if owner and known is not None and isinstance(known.type, types.Boolean) and is_so is not None:
            claim = predicate_of(noun(self.owner(owner)), known)
            return said(claim if is_so else negated(claim))
        if asked is not None and NOT in asked.words and is_so is not None:
            claim = clause_of((asked.words,))
            return said(claim if is_so else negated(claim))
        kind = asked.type if asked is not None else rule.result if rule is not None and key == "result" else None
        if isinstance(kind, types.Boolean) and is_so is not None:  # most are called by a word that takes no article
            return say("given", name=text(spaced(key)), value=say("yes" if is_so else "no"))
        shown = self.valued(kind or (known.type if known else None), value)
        return say("given", name=self.label(rule, key), value=shown or say("none"))

    def valued(self, kind: types.Type | None, value: Any) -> Text:
        """Give a value of an example as a reader knows it; a name of a thing may be a word of an enum as well."""
        bare = types.without_none(kind) if kind is not None else None
        if isinstance(bare, types.Deck) and isinstance(value, dict):
            return decks.holding(bare, value, self.checked.declared)
        if isinstance(bare, types.Number) and (number := decimals.read(value)) is not None:
            return text(inflect.figures(number))
        if isinstance(bare, types.ListType) and isinstance(value, list):
            return listed([self.valued(bare.item, one) for one in value])
        if isinstance(bare, types.EnumType | types.Thing) and isinstance(value, str):
            words = self.checked.declared.enums[bare.enum].words if isinstance(bare, types.EnumType) else {}
            return text(words.get(value) or value.replace("_", " "))
        return self.place(kind, value) or self.value(value)

    def place(self, kind: types.Type | None, value: Any) -> Text:
        """Give a place as examples write it; nothing where it is none."""
        if kind is None or not isinstance(types.without_none(kind), types.Place):
            return EMPTY
        parts = [value["column"], value["row"]] if isinstance(value, dict) and value.keys() == _SPACE else value
        return text(f"[{', '.join(str(part) for part in parts)}]") if isinstance(parts, list) else EMPTY

    def over(self, kind: Kind | None, key: str, things: list[dict[str, Any]]) -> Text:
        """Give the words above a column; above hexes and squares, which of their numbers comes first."""
        words = self.field_words(kind, key)
        are_spaces = any(isinstance(value := one.get(key), dict) and value.keys() == _SPACE for one in things)
        return joined([words, say("hex_numbers")], " ") if are_spaces else words

    def owner(self, path: str) -> str:
        """Give what a thing of an example is called: by its name, or `the child`; of a part `the child, left glove`."""
        words = path.replace("_", " ").replace(".", ", ")
        return words if words[:1].isupper() else plain(say("the", noun=without_article(words)))

    def label(self, rule: Rule | None, key: str) -> Text:
        """Give what a value of an example is called: an input, a roll, a field of a thing."""
        if rule is not None:
            parameter = next((p for p in rule.parameters if p.name == key), None)
            if parameter is not None:
                return say("the", noun=without_article(parameter.words.replace("_", " ")))
        owner, _, last = key.rpartition(".")
        for kind in self.checked.declared.kinds.values():
            if owner and last in kind.fields:
                head = without_article(trimmed(kind.fields[last].words))
                return say("of_owner", head=head, owner=self.owner(owner))
        what = last.replace("_", " ")
        return say("example_label", what=what, where=owner.replace("_", " ").replace(".", " ")) if owner else text(what)


_SPACE = {"column", "row"}


def _is_trait(kind: Kind, key: str, things: list[dict[str, Any]]) -> bool:
    """Tell whether a column would only have a yes for some things and nothing for the others."""
    known = kind.fields.get(key)
    is_so = known is not None and isinstance(known.type, types.Boolean)
    return is_so and all(one.get(key, True) in (True, "yes") for one in things)


def title_of(example: shapes.Example) -> Text:
    """Give what a worked example is called: its title, or its name in words."""
    return text(example.title or example.example.replace("_", " ").capitalize())
