"""Say what house rules change: what is new, changed, moved and left out, what it was, and what it says now.

In: the English of a ruleset with variants, and of the ruleset below each of them. Out: one `blocks.Section`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from quarterdeck.analysis.diff.part_changes import changed_parts
from quarterdeck.analysis.diff.rosters import said_again
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.addresses import holder_and_name, touches
from quarterdeck.language.declarations.symbol_table import Declared, Plugin
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.language.typing.whole_ruleset import check_types
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.print.book.matter import FrontAndBackMatter, link_to
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.overrides.rule_overrides import chapters_told
from quarterdeck.prose.text.blocks import Block, LinkTarget, Marks, Point, Prose, Section, Steps
from quarterdeck.prose.text.runs import EMPTY, Run, Text, joined, plain, sentence, text
from quarterdeck.workspace.pipeline.folders import parts_of
from quarterdeck.workspace.pipeline.stages import with_figures
from quarterdeck.workspace.pipeline.variants import lay_all
from quarterdeck.workspace.ruleset.ruleset import Ruleset

_DEEDS = {"add": "New", "amend": "Changed", "move": "Moved", "remove": "Left out"}
_MUCH = 700  # letters: what says more is read where it stands
_FEW = 6  # names of things that are listed


@dataclass
class HouseRules:
    """Makes the section on house rules; `stages` tell the ruleset below each of them and with it."""

    matter: FrontAndBackMatter
    stages: VariantStages

    @property
    def arranger(self) -> Arranger:
        """Give what arranges the chapters."""
        return self.matter.arranger

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.matter.declared

    def changes(self) -> Section | None:
        """Say what each variant adds, changes and leaves out."""
        sections = []
        for name in self.declared.variants:
            document = self.declared.variant_heads[name]
            head = document.shape
            assert isinstance(head, shapes.VariantHead)
            first: list[Block] = [Prose(sentence(head.note), "lead")] if head.note else []
            if name in self.declared.conditions:
                met = said(Speaker(self.arranger.writer.checked, name).condition(self.declared.conditions[name]))
                first.append(Prose(sentence(say("applies_where", condition=met))))
            if head.options:
                listed = (
                    joined([link_to(self.matter.option_address(key), key), " is ", said_value(value)])
                    for key, value in head.options.items()
                )
                first.append(Prose(sentence(joined(["It decides options: ", joined(listed, ", ")]))))
            first += self.chapters_told_by(name)
            done = list(self.done_by(name))
            first += [
                block for deed in _DEEDS for block in self.deeds(deed, [a for did, a in done if did == deed], name)
            ]
            source = Marks((head.source.place,)) if head.source and head.source.place else Marks()
            sections.append(
                Section(
                    text(head.title),
                    tuple(first),
                    (),
                    LinkTarget(f"variants.{name}", "variant", head.title),
                    source,
                )
            )
        sections += [self.plugin(plugin) for plugin in self.declared.plugins]
        if not sections:
            return None
        lead = Prose(
            text("This book holds the game together with the house rules named here. A bar in the margin marks them."),
            "lead",
        )
        return Section(text("What house rules change"), (lead,), tuple(sections))

    def chapters_told_by(self, variant: str) -> Iterator[Block]:
        """Say which chapters begin with a title or words of a variant."""
        folder = self.declared.variant_heads[variant].file.path.rpartition("/")[0]
        chapters = chapters_told(self.declared).items()
        told = [name for name, (_, document) in chapters if document.file.path.startswith(f"{folder}/")]
        modules = self.declared.modules
        links = [link_to(f"chapters.{name}", modules[name].title) for name in told if name in modules]
        if links:
            yield Prose(sentence(joined(["It has words of its own at the head of: ", joined(links, ", ")])))

    def done_by(self, variant: str) -> Iterator[tuple[str, str]]:
        """Give what a variant did to which address; what it does to things of its own is part of adding them."""
        done = [one for one in self.declared.amended if one.variant == variant and one.deed in _DEEDS]
        whole = {one.address for one in done if one.deed == "amend" and not one.within}
        new = {one.address for one in done if one.deed == "add" and not one.within}
        new |= {table.name for table in self.declared.tables.values() if table.layer == variant} - whole
        new |= {rule.address for rule in self.declared.rules.values() if rule.layer == variant} - whole
        for one in done:
            is_own = any(f"{one.element}.".startswith(f"{address}.") for address in new)
            if not is_own or (one.deed == "add" and not one.within):
                yield ("amend" if one.within else one.deed), one.element

    def plugin(self, plugin: Plugin) -> Section:
        """Say what a plugin brings: its own words, what it does where, and its pages."""
        blocks: list[Block] = [Prose(sentence(plugin.text), "lead")]
        done = [(hook.address if hook.sort == "function" else hook.at, hook.text) for hook in plugin.hooks]
        points = [Point(joined([link_to(at, self.matter.title(at)), ": ", sentence(words)])) for at, words in done]
        if points:
            blocks.append(Steps(tuple(points), bulleted=True))
        pages = tuple(
            Section(text(page.title), tuple(Prose(sentence(part)) for part in page.text.split("\n\n")), ())
            for page in plugin.pages
        )
        place = LinkTarget(f"plugins.{plugin.name}", "plugin", plugin.title)
        return Section(text(plugin.title), tuple(blocks), pages, place, Marks())

    def deeds(self, deed: str, done: list[str], variant: str) -> Iterator[Block]:
        """List what was added, changed, moved or left out, by its addresses, each with what it says."""
        points = [] if deed != "add" else [Point(sentence(words)) for words in self.new_chapters(variant)]
        figures = {address: True for address in done if address.startswith("rosters.")}
        if figures:
            nothing_new = self.stages.says_nothing_new(variant)
            points += [Point(words) for words in self.figures(one for one in figures if one not in nothing_new)]
        for address in dict.fromkeys(done):
            if address not in figures:
                points += self.deed(deed, address, variant)
        if points:
            yield Prose((Run(f"{_DEEDS[deed]}:", style="strong"),))
            yield Steps(tuple(points), bulleted=True)

    def sides(self, address: str, variant: str) -> tuple[EnglishWriter | None, EnglishWriter]:
        """Give what tells an element below a variant and with it; of several that change it each by itself."""
        whole = self.arranger.writer
        others = (at for name in self.declared.variants if name != variant for at in self.at(name))
        if not any(touches(address, at) for at in others):
            return self.stages.below_all, whole
        is_last = variant == self.declared.variants[-1]
        return self.stages.below(variant), whole if is_last else self.stages.up_to(variant) or whole

    def at(self, variant: str) -> Iterator[str]:
        """Give the addresses at which a variant changes something."""
        return (one.element for one in self.declared.amended if one.variant == variant and one.deed in _DEEDS)

    def deed(self, deed: str, address: str, variant: str) -> Iterator[Point]:
        """Give one thing that was added, changed, moved or left out: what it is, what it was and what it says now.

        What is said as it was is not changed, and not told.
        """
        writer = self.arranger.writer
        if writer.elements.get(address) is None:
            yield Point(self.gone(address))
            return
        before, now = self.sides(address, variant)
        if deed == "amend" and is_as_it_was(address, before, now):
            return
        words: Text = link_to(address, self.matter.title(address))
        holder = writer.section_of(address)
        if holder and holder != address:
            words = joined([words, ", in: ", link_to(holder, self.matter.title(holder))])
        steps = steps_of(now, address) if deed == "add" else ()
        if steps:
            yield Point(sentence(words), steps, numbered=len(steps) > 1)
            return
        says = _lines(now.said(address))
        said = _lines(before.said(address)) if before is not None and deed == "amend" else []
        was, is_now = [line for line in said if line not in says], [line for line in says if line not in said]
        parts: list[tuple[str, list[str]]] = [("Until now: ", was), ("Now: " if was else "", is_now)]
        shown = [(opening, lines) for opening, lines in parts if lines and sum(map(len, lines)) <= _MUCH]
        below = tuple(
            Point((Run(opening, style="aside"), *text(" ".join(str(plain(sentence(line))) for line in lines))))
            for opening, lines in shown
        )
        yield Point(sentence(words), below)

    def figures(self, addresses: Iterable[str]) -> Iterator[Text]:
        """Say for which things of a roster figures are new or changed."""
        found: dict[str, dict[str, bool]] = {}
        for address in addresses:
            _, roster, *rest = address.split(".", 2)
            name = ".".join(rest).rsplit(".", 1)[0] if rest else ""
            found.setdefault(roster, {})[name] = True
        for roster, names in found.items():
            known = self.declared.rosters.get(roster)
            title = known.shape.title if known else roster.replace("_", " ")
            shown = [name for name in names if name]
            more = f" and {len(shown) - _FEW} more" if len(shown) > _FEW else ""
            words = f": {', '.join(shown[:_FEW])}{more}" if shown else ""
            yield sentence(joined([link_to(f"rosters.{roster}", title), words]))

    def gone(self, address: str) -> Text:
        """Say what was left out, and of what it was a part."""
        parent, name = holder_and_name(self.declared, address)
        words = name.replace("_", " ")
        holder = self.arranger.writer.section_of(parent)
        return sentence(joined([words, ", in: ", link_to(holder, self.matter.title(holder))]) if holder else words)

    def new_chapters(self, variant: str) -> Iterator[Text]:
        """Give links to the chapters that a variant brought."""
        for name, module in self.declared.modules.items():
            layers = {rule.layer for rule in self.declared.rules.values() if rule.module == name}
            first = next((layer for layer in self.declared.variants if layer in layers), "")
            if first == variant and "" not in layers and self.arranger.has_chapter(name):
                yield joined(["The chapter ", link_to(f"chapters.{name}", module.title)])


def is_as_it_was(address: str, before: EnglishWriter | None, now: EnglishWriter) -> bool:
    """Tell whether an element is written in one ruleset as it is in another."""
    was, is_now = (one.elements.get(address) if one is not None else None for one in (before, now))
    if was is None or is_now is None:
        return False
    is_data = isinstance(is_now.thing, YamlDocument)
    return not changed_parts(was, is_now) if is_data else text_of(was) == text_of(is_now)


def steps_of(writer: EnglishWriter, address: str) -> tuple[Point, ...]:
    """Give what is done in a phase or a step that has steps; nothing where one line says it, or it says too much."""
    section, point = writer.section(address), writer.point(address)
    if section is not None and section.sort == "phase" and not section.is_told:
        points = section.points
    elif point is not None and point.kind == "step":
        points = (replace(point, lead=EMPTY),)
    else:
        return ()
    many = len(points) > 1 or any(one.points for one in points)
    return tuple(point.repeated() for point in points) if many and len(writer.said(address)) <= _MUCH else ()


def _lines(said: str) -> list[str]:
    """Give the lines of what is said, without the marks in front of steps and items."""
    return [line.strip().lstrip("-").strip() for line in said.splitlines() if line.strip()]


def said_value(value: object) -> str:
    """Say the value of an option."""
    return {True: "in use", False: "not in use"}.get(value, str(value)) if isinstance(value, bool) else str(value)


# --- the ruleset of a book as its variants make it, one after another


@dataclass
class VariantStages:
    """A ruleset below its variants, and with as many of them as were laid before one."""

    ruleset: Ruleset
    made: dict[str, EnglishWriter | None] = field(default_factory=dict)

    @cached_property
    def alone(self) -> Ruleset:
        """Give the ruleset without its variants."""
        return Ruleset.open(parts_of(self.ruleset.name)[0])

    @cached_property
    def below_all(self) -> EnglishWriter | None:
        """Give what tells the ruleset without its variants; nothing where that alone has findings."""
        return EnglishWriter(self.alone.checked) if not self.alone.faults else None

    def up_to(self, variant: str) -> EnglishWriter | None:
        """Give what tells the ruleset with a variant and all below it; nothing where that has findings."""
        if variant not in self.made:
            loaded, order = self.ruleset.loaded, self.ruleset.declared.variants
            laid = {name: loaded.variants[name] for name in order[: order.index(variant) + 1]}
            findings = Findings()
            assert loaded.base is not None
            checked = check_types(with_figures(lay_all(loaded.base, laid, findings), loaded.layers), findings)
            self.made[variant] = None if findings else EnglishWriter(checked, merges=True)
        return self.made[variant]

    def below(self, variant: str) -> EnglishWriter | None:
        """Give what tells the ruleset with all that were laid before a variant."""
        order = self.ruleset.declared.variants
        at = order.index(variant)
        return self.up_to(order[at - 1]) if at else self.below_all

    def says_nothing_new(self, variant: str) -> frozenset[str]:
        """Give the addresses of the figures that a variant says as the ruleset alone has them."""
        folder = self.ruleset.declared.variant_heads[variant].file.path.rpartition("/")[0]
        rosters = self.ruleset.declared.rosters.values()
        own = [one for one in rosters if one.shape.amends and one.document.file.path.startswith(f"{folder}/")]
        return frozenset(
            f"rosters.{roster.shape.amends}.{thing}.{name}"
            for roster in own
            for thing, name in said_again(self.alone, roster)
        )
