"""Write the tables of a book: what is looked up, and what each row says or does.

In: tables of a `Checked` ruleset. Out: `Section`s with a `Grid`. A cell with statements is written like the steps of
a rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import CellOf, Row, Table
from quarterdeck.language.declarations.written_types import RESULT
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.beginnings import said_above
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.english.sentences import StatementWriter
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.text.blocks import Cell, GridRow, Section, grid_of
from quarterdeck.prose.text.certainties import SureFigures
from quarterdeck.prose.text.outline import element, marks_of
from quarterdeck.prose.text.runs import EMPTY, Text, capital, joined, sentence, text
from quarterdeck.prose.text.stretches import StretchWords, stretch


@dataclass(frozen=True)
class TableWriter:
    """Writes the tables of one ruleset."""

    checked: Checked

    @cached_property
    def sure(self) -> SureFigures:
        """Give the figures that mean never and always."""
        return SureFigures(self.checked)

    def table(self, table: Table) -> Section:
        """Write a table."""
        shape = table.shape
        speaker = self.speaker(table)
        begun, rows = said_above(tuple(self.row(table, row, speaker) for row in table.rows))
        over = self.key_words(table, 1) if table.columns else EMPTY
        if begun and over:
            over = say("over_begun", over=over, begun=begun)
        return element(
            table.name,
            "table",
            text(table.title),
            grid=grid_of(self.head(table, begun), rows, capital(over)),
            after=(
                *((sentence(say("table_in", unit=unit)),) if (unit := self.unit_of_all(table)) else ()),
                *((self.interpolation_sentence(table),) if table.between_rows else ()),
                *((sentence(shape.note),) if shape.note else ()),
                *standing_apart(table.apart),
                *(sentence(hook.text) for hook in self.checked.declared.hooks("look_up", table.name)),
            ),
            marks=marks_of(shape.source, tuple(shape.rulings)),
        )

    def unit_of_all(self, table: Table) -> str:
        """Give the unit of a table that has only figures: it is said once below the table, not in each cell."""
        name = table.gives.unit if isinstance(table.gives, types.Numeric) else None
        values = [cell.value for row in table.rows for cell in row.cells]
        figures = all(isinstance(value, nodes.NumberLiteral) for value in values)
        return self.checked.declared.units[name].name.replace("_", " ") if name and values and figures else ""

    def interpolation_sentence(self, table: Table) -> Text:
        """Say how a value between two rows is interpolated."""
        assert isinstance(table.gives, types.Number)
        steps = "whole numbers" if table.gives.step == types.WHOLE else types.steps_said(table.gives.step)
        if table.between_rows != "nearest":
            how = say("rounded_to", how=say(f"rounded {table.between_rows}"), step=steps)
        else:
            how = say("rounded_nearest_to", step=inflect.singular(steps))
        return sentence(say("between_rows", how=how))

    def speaker(self, table: Table) -> Speaker:
        """Give a speaker that knows the keys and parameters of the table."""
        speaker = Speaker(self.checked)
        for place, key in enumerate(table.keys):
            speaker.local(key.name, key.type, "parameter", f"the {self.key_name(table, place)}")
        for parameter in table.given:
            words = parameter.words if parameter.words.startswith("the ") else f"the {parameter.words}"
            speaker.local(parameter.name, parameter.type, "parameter", words)
        return speaker

    def key_name(self, table: Table, place: int) -> str:
        key = table.keys[place]
        return table.shape.words.get(key.name) or key.name.replace("_", " ")

    def key_words(self, table: Table, place: int) -> Text:
        """Give what a key is called."""
        return text(self.key_name(table, place))

    def head(self, table: Table, begun: Text = EMPTY) -> tuple[Text, ...]:
        """Give the column heads; that of a single column is what all its sentences begin with."""
        first = capital(self.key_words(table, 0))
        if not table.columns:
            return (first, capital(text(table.shape.words.get(RESULT, ""))) or capital(begun) or say("result_head"))
        return (first, *(capital(self.column(table, *column)) for column in table.columns))

    def column(self, table: Table, name: str, low: int, high: int) -> Text:
        """Give the words for one column."""
        return self.stretch(table, 1, low, high) if len(table.keys) > 1 else text(name.replace("_", " "))

    def row(self, table: Table, row: Row, speaker: Speaker) -> GridRow:
        """Write a row."""
        label = Cell(capital(self.stretch(table, 0, row.low, row.high)), address=row.address)
        cells = tuple(self.cell(cell, speaker, table) for cell in row.cells)
        return GridRow((label, *cells), row.address)

    def stretch(self, table: Table, place: int, low: int, high: int) -> Text:
        """Give the values of a key from one to another, as a reader looks them up."""
        words = StretchWords(say, inflect.figures, partial(listed, how="or"), lambda enum, name: enum.words[name])
        return stretch(self.checked.declared, table.keys[place].type, low, high, words)

    def cell(self, cell: CellOf, speaker: Speaker, table: Table) -> Cell:
        """Write a cell."""
        if cell.value is not None:
            sure = self.sure.outcome(table, cell)
            if sure is not None:
                return Cell(say("cell_always" if sure else "cell_never"), address=cell.address)
            unit = table.gives.unit if isinstance(table.gives, types.Numeric) and not self.unit_of_all(table) else None
            words = [self.case(case, speaker, unit) for case in self.cases_of(cell.value)]
            if isinstance(table.gives, types.Boolean) and not words:
                return Cell(said_truth(speaker, cell), address=cell.address)
            figure = joined(words, "; ") if words else speaker.noun(cell.value, unit).text
            return Cell(figure, address=cell.address)
        if not cell.statements:
            return Cell(say("cell_nothing"), address=cell.address)
        return Cell(EMPTY, StatementWriter(speaker, cell.address).block(cell.statements), cell.address)

    def cases_of(self, value: nodes.Expression) -> tuple[nodes.Case, ...]:
        """Give the cases of a definition without parameters, if a cell refers to one."""
        meaning = self.checked.meanings.get(value)
        rule = meaning.rule if isinstance(meaning, meanings.RuleCall) else None
        if rule is None or rule.parameters or not isinstance(rule.node, nodes.Define):
            return ()
        return rule.node.cases.cases if isinstance(rule.node.cases, nodes.SeveralCases) else ()

    @staticmethod
    def case(case: nodes.Case, speaker: Speaker, unit: str | None) -> Text:
        """Write one case of a figure."""
        value = speaker.noun(case.value, unit).text
        if not isinstance(case.condition, nodes.IfCase):
            return say("case_otherwise", value=value)
        return say("case_if", value=value, condition=said(speaker.condition(case.condition.condition)))


def said_truth(speaker: Speaker, cell: CellOf) -> Text:
    """Give a cell of yes or no."""
    assert cell.value is not None
    return speaker.noun(cell.value).text


def standing_apart(reason: str) -> tuple[Text, ...]:
    """Give the sentence that says why something is for players alone; nothing without a reason."""
    return (sentence(say("apart", reason=reason)),) if reason else ()
