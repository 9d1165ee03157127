"""Of a ruleset that is held, an edit does again what it reaches, and no more: what was done is counted."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.base import resources
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.lower.ruleset import lower
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.pipeline.incremental import IncrementalRuleset

SNOWBALLS = Path(__file__).parents[1] / "games" / "snowballs"


class Edited:
    """A copy of a ruleset that is held; counts what each edit does again."""

    def __init__(self, source: Path, folder: Path, variants: str = "") -> None:
        self.folder = Path(shutil.copytree(source, folder / source.name))
        self.held = IncrementalRuleset(f"{self.folder}{variants}")
        self.load()

    def load(self) -> None:
        self.loaded = self.held.load()
        if self.loaded.checked is not None and not self.loaded.findings:
            lower(self.loaded.checked, store=self.loaded.store)
            list(EnglishWriter(self.loaded.checked, self.loaded.store).all_sections())

    @property
    def checked(self) -> Checked:
        assert self.loaded.checked is not None
        return self.loaded.checked

    def done(self, query: str) -> set[str]:
        """Give the definitions, by sort and name, for which a query was worked out in this revision."""
        assert self.loaded.store is not None
        done = (key for name, key in self.loaded.store.done if name.startswith(query))
        return {key if isinstance(key, str) else f"{key.sort} {key.name}" for key in done}

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text("utf-8")
        assert text.count(old) >= 1, old
        path.write_text(text.replace(old, new, 1), "utf-8")
        self.load()

    def readers_of(self, rule: str) -> set[str]:
        """Give the definitions in which a node means a rule."""
        from quarterdeck.language.typing.whole_ruleset import definitions

        found = set()
        for definition in definitions(self.checked.declared):
            nodes = [node for root in definition.roots for node in root.walk()]
            spoken = [p for n in nodes for p in self.checked.phrases.get(n, ()) if not isinstance(p, str)]
            nodes += [node for part in spoken for node in part.walk()]
            called = [self.checked.meanings.get(node) for node in nodes]
            if any(isinstance(m, meanings.RuleCall | meanings.Allowed) and m.rule.address == rule for m in called):
                found.add(f"{definition.key.sort} {definition.key.name}")
        return found


OF_ALL_RULES = {"table reaches"}
"""Told anew with any rule: whether its figures stand for never or always hangs on all that they are compared with."""


@pytest.fixture
def snowballs(tmp_path):
    return Edited(SNOWBALLS, tmp_path)


def test_the_first_time_everything_is_done(snowballs):
    declared = snowballs.checked.declared
    rules = {f"rule {address}" for address in declared.rules}
    assert rules <= snowballs.done("type")
    assert rules <= snowballs.done("lower")
    assert rules <= snowballs.done("english")


def test_nothing_is_done_where_nothing_was_edited(snowballs):
    snowballs.load()
    assert snowballs.loaded.store.done == []


def test_a_number_in_a_definition_does_that_definition_again(snowballs):
    snowballs.edit("rules/snow.rules", "busy: 2 if side.plan is gather", "busy: 1 if side.plan is gather")
    assert not snowballs.loaded.findings
    assert snowballs.done("parse") == {"snowballs/rules/snow.rules"}
    assert snowballs.done("type") == {"rule snow.rounds"}
    assert snowballs.done("lower") == {"rule snow.rounds"}
    assert snowballs.done("english") == {"rule snow.rounds", *OF_ALL_RULES}


def test_a_number_in_a_table_does_that_table_again(snowballs):
    snowballs.edit("tables/reaches.yaml", '"6", "6", "5"', '"7", "6", "5"')
    assert not snowballs.loaded.findings
    assert snowballs.done("type") == {"table reaches"}
    assert snowballs.done("lower") == {"table reaches"}
    assert snowballs.done("english") == {"table reaches"}


def test_effects_of_a_span_are_compared_again_where_a_limit_is_another_number(snowballs):
    worn = "\n    for each wall in walls\n        take 1 from wall.height, to no less than 0"
    for mood in ("set child.mood to child.mood - 1", "set child.mood to child.mood + 1"):
        snowballs.edit("rules/throwing.rules", mood, mood + worn)
    assert not snowballs.loaded.findings
    snowballs.edit("rules/throwing.rules", "to no less than 0\n\neffect cheer", "to no less than 1\n\neffect cheer")
    assert [finding.code for finding in snowballs.loaded.findings] == ["QD417"]


def test_a_comment_and_moved_lines_do_nothing_again(snowballs):
    snowballs.edit("rules/snow.rules", "define rounds(", "# a remark\n\n\ndefine rounds(")
    assert not snowballs.loaded.findings
    assert snowballs.done("parse") == {"snowballs/rules/snow.rules"}
    assert snowballs.done("type") | snowballs.done("lower") | snowballs.done("english") == set()


def test_a_comment_inside_of_a_definition_does_nothing_again(snowballs):
    snowballs.edit("rules/snow.rules", "    busy: 2 if", "    # who gathers is quick\n    busy: 2 if")
    assert snowballs.done("type") | snowballs.done("lower") | snowballs.done("english") == set()


def test_what_is_told_of_places_is_moved_with_the_lines(snowballs):
    rule = snowballs.checked.declared.rules["snow.rounds"]
    snowballs.edit("rules/snow.rules", "procedure pack(", "# a remark\nprocedure pack(")
    moved = snowballs.checked.declared.rules["snow.rounds"]
    assert moved.node.span.line == rule.node.span.line + 1
    program = lower(snowballs.checked, store=snowballs.loaded.store)
    assert program.routines["snow.rounds"].span == moved.node.span


def test_a_changed_signature_does_its_readers_again_and_nobody_else(snowballs):
    snowballs.edit("rules/snow.rules", "define rounds(side: Side) -> 1..2", "define rounds(side: Side) -> 1..3")
    readers = snowballs.readers_of("snow.rounds")
    assert "rule snow.pack" in readers
    assert snowballs.done("type") == readers | {"rule snow.rounds"}
    assert snowballs.done("lower") == readers | {"rule snow.rounds"}


def test_a_changed_phrase_tells_anew_who_speaks_of_it_and_lowers_nobody(snowballs):
    snowballs.edit("rules/snow.rules", '"how many snowballs each child', '"how many balls of snow each child')
    readers = snowballs.readers_of("snow.rounds")
    assert snowballs.done("type") == {"rule snow.rounds"}
    assert snowballs.done("lower") == {"rule snow.rounds"}
    assert snowballs.done("english") == readers | {"rule snow.rounds", *OF_ALL_RULES}


def test_what_has_a_finding_is_kept_while_the_file_is_as_it_was(snowballs):
    snowballs.edit("rules/snow.rules", "busy: 2 if", "busy: 5 if")
    assert [finding.code for finding in snowballs.loaded.findings] == ["QD340"]
    snowballs.load()
    assert [finding.code for finding in snowballs.loaded.findings] == ["QD340"]
    assert snowballs.loaded.store.done == []
    snowballs.edit("rules/snow.rules", "procedure pack(", "# a remark\nprocedure pack(")
    assert snowballs.done("type") == {"rule snow.rounds"}
    line = snowballs.loaded.findings.gathered[0].span.line
    assert "busy: 5" in snowballs.loaded.findings.gathered[0].span.file.line(line)


def test_with_a_variant_an_edit_of_the_ruleset_below_is_done_in_both(tmp_path):
    thaw = Edited(SNOWBALLS, tmp_path, "+thaw")
    thaw.edit("rules/snow.rules", "busy: 2 if side.plan is gather", "busy: 1 if side.plan is gather")
    alone = {f"{key.sort} {key.name}" for name, key in thaw.held.memory.alone.done if name == "type"}
    assert alone == thaw.done("type") == {"rule snow.rounds"}


@pytest.mark.slow
def test_a_number_in_a_large_ruleset_does_one_definition_again(tmp_path):
    game = Edited(resources.rulesets_folder() / "fear_god", tmp_path)
    game.edit("rules/gunnery.rules", "    far: 2 otherwise", "    far: 3 otherwise")
    assert game.done("type") == {"rule gunnery.percent_of_a_modifier"}
    assert len(game.done("lower")) <= 1
    assert game.loaded.store is not None
    assert game.loaded.store.reused["type"] > 700


def test_the_stamp_changes_with_any_file(snowballs):
    before = snowballs.held.stamp()
    assert snowballs.held.stamp() == before
    path = snowballs.folder / "rules" / "snow.rules"
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    assert snowballs.held.stamp() != before
