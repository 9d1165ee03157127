"""Write tables by condition: a grid that says for each row what it asks and what it gives.

In: a definition that is a result of such a table. Out: a `Section`. A further result whose rows ask the same is only
referred to.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import ConditionTable, Parameter, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.english.table_writer import standing_apart
from quarterdeck.prose.text.blocks import Point, Section
from quarterdeck.prose.text.condition_grids import (
    CellWords,
    ConditionGrid,
    result_name,
    results_together,
    takes_said,
)
from quarterdeck.prose.text.outline import element
from quarterdeck.prose.text.rule_facts import marks_of_rule
from quarterdeck.prose.text.runs import Run, Text, plain, sentence, styled, text


def condition_table(checked: Checked, rule: Rule, table: ConditionTable, speaker: Speaker, term: Text) -> Section:
    """Write a table by condition, or where one of its results is found."""
    together = results_together(checked.declared, table)
    marks = marks_of_rule(checked, rule)
    if rule is not together[0] and any(rule is one for one in together):
        linked = (Run(table.title, to=together[0].site_address, style="name"),)
        words = say("result_in_table", term=styled(term, "term"), title=linked)
        point = Point(sentence(words))
        return element(rule.site_address, rule.sort, text(plain(term)), points=(point,), marks=marks, is_entry=True)
    rules = together if rule is together[0] else (rule,)
    grid = ConditionGrid(checked.declared, table, rules, words_of(speaker)).grid()
    ranked = next((one for one in rules if one.address == table.ranked), rule)
    takes = takes_said(table, say, named(table, ranked) if len(table.results) > 1 else say("takes_result"))
    after = (
        *((sentence(takes),) if takes else ()),
        *((sentence(table.note),) if table.note else ()),
        *standing_apart(rule.apart),
    )
    title = text(table.title if rule is together[0] else f"{table.title}: {plain(named(table, rule))}")
    found = element(rule.site_address, "table", title, grid=grid, after=after, marks=marks)
    assert found.grid is not None
    return found.with_block(replace(found.grid, stubs=grid.stubs))


def named(table: ConditionTable, rule: Rule) -> Text:
    """Give what is above the column of a result."""
    return result_name(table, rule) or say("result_head")


def words_of(speaker: Speaker) -> CellWords:
    """Give how English words the cells of a table."""

    def result(rule: Rule, value: nodes.Expression) -> Text:
        table = rule.by_condition
        unit = table.gives.unit if table is not None and isinstance(table.gives, types.Numeric) else None
        if table is not None and isinstance(table.gives, types.Boolean):
            bare = nodes.ungrouped(value)
            return speaker.noun(value).text if isinstance(bare, nodes.Yes | nodes.No) else say(
                "when_so", condition=said(speaker.condition(value))
            )  # fmt: skip
        return speaker.noun(value, unit).text

    def key(parameter: Parameter) -> Text:
        return without_article(text(parameter.words))

    return CellWords(
        say,
        inflect.figures,
        partial(listed, how="or"),
        listed,
        lambda enum, name: enum.words[name],
        lambda value: speaker.noun(value).text,
        lambda node: said(speaker.condition(node)),
        result,
        key,
        lambda rule: named(rule.by_condition, rule) if rule.by_condition is not None else say("result_head"),
    )
