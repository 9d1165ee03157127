"""Tell tables by condition in German: a grid that says for each row what it asks and what it gives.

In: a definition that is a result of such a table, and the German words. Out: a `Section`. The title stands among the
texts under the address of the definition.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import ConditionTable, Parameter, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.text.blocks import Point, Section
from quarterdeck.prose.text.condition_grids import CellWords, ConditionGrid, results_together, takes_said
from quarterdeck.prose.text.outline import element
from quarterdeck.prose.text.rule_facts import marks_of_rule
from quarterdeck.prose.text.runs import Run, Text, bare, sentence, styled, text
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.grammar import behind, figures, listed, phrase
from quarterdeck_german.vocabulary import GermanWords, say, standing_apart


def condition_table(checked: Checked, words: GermanWords, rule: Rule, table: ConditionTable) -> Section:
    """Tell a table by condition, or where one of its results is found.

    Raises:
        UnwordedError: something in it has no German words.
    """
    together = results_together(checked.declared, table)
    marks, speaker = marks_of_rule(checked, rule), speaker_of(checked, words, rule)
    title = words.text(rule.address)
    if rule is not together[0] and any(rule is one for one in together):
        first = words.text(together[0].address)
        linked = (Run(first, to=together[0].site_address, style="name"),)
        point = Point(sentence(say("result_in_table", term=styled(text(title), "term"), title=linked)))
        return element(rule.site_address, rule.sort, text(title), points=(point,), marks=marks, is_entry=True)
    rules = together if rule is together[0] else (rule,)
    grid = ConditionGrid(checked.declared, table, rules, words_of(speaker, words)).grid()
    ranked = next((one for one in rules if one.address == table.ranked), rule)
    result = named(words, table, ranked) if len(table.results) > 1 else say("takes_result")
    takes = takes_said(table, say, result)
    after = (
        *((sentence(takes),) if takes else ()),
        *((sentence(speaker.prose(table.note)),) if table.note else ()),
        *standing_apart(words, rule.apart),
    )
    found = element(rule.site_address, "table", text(title), grid=grid, after=after, marks=marks)
    assert found.grid is not None
    return found.with_block(replace(found.grid, stubs=grid.stubs))


def speaker_of(checked: Checked, words: GermanWords, rule: Rule) -> DeedSpeaker:
    """Give a speaker that knows the keys of a table."""
    speaker = DeedSpeaker(checked, words, rule.address)
    for parameter in rule.parameters:
        speaker.know(parameter.name, parameter.type)
    return speaker


def named(words: GermanWords, table: ConditionTable, rule: Rule) -> Text:
    """Give what is above the column of a result: of several the noun of each."""
    return bare(phrase(words.noun(rule.address), "").nom) if len(table.results) > 1 else say("result_head")


def words_of(speaker: DeedSpeaker, words: GermanWords) -> CellWords:
    """Give how German words the cells of a table."""

    def result(rule: Rule, value: nodes.Expression) -> Text:
        table = rule.by_condition
        unit = table.gives.unit if table is not None and isinstance(table.gives, types.Numeric) else None
        bare_value = nodes.ungrouped(value)
        if isinstance(bare_value, nodes.Yes | nodes.No):
            return say("yes" if isinstance(bare_value, nodes.Yes) else "no")
        return said(value, unit)

    def said(value: nodes.Expression, unit: str | None = None) -> Text:
        meaning = speaker.checked.meanings.get(nodes.ungrouped(value))
        if isinstance(meaning, meanings.EnumValue):
            return text(words.text(f"{meaning.enum.name}.{meaning.enum.members[meaning.place]}"))
        return speaker.value(value, unit).nom

    def key(parameter: Parameter) -> Text:
        return bare(phrase(speaker.noun_of_local(parameter.name, parameter.type), "").nom)

    def name_of(rule: Rule) -> Text:
        return named(words, rule.by_condition, rule) if rule.by_condition is not None else say("result_head")

    return CellWords(
        say,
        figures,
        partial(listed, how="oder"),
        listed,
        lambda enum, name: words.text(f"{enum.name}.{name}"),
        said,
        lambda node: behind(speaker.condition(node)),
        result,
        key,
        name_of,
    )
