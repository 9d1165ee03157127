"""Rulesets printed as books: whole, without a warning, the same every time, marked where house rules change them."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.print.book.build import build
from quarterdeck.print.book.pdf_words import words_in
from quarterdeck.print.book.plan import Planned, plan
from quarterdeck.print.book.search_words import words_to_find
from quarterdeck.print.drawing.palette import SCREEN
from quarterdeck.print.drawing.svg import svg
from quarterdeck.print.pictures.boards import DrawnPhase, course
from quarterdeck.prose.text.blocks import Section
from quarterdeck.prose.text.runs import plain
from tests import golden

SMALL = Path(__file__).parents[2] / "games" / "snowballs"
VARIANT = {
    "variant.yaml": "variant: mittens\nextends: snowballs\ntitle: Wet mittens\nnote: What is wet is slow.\n",
    "rules/mittens.rules": (
        'rules mittens "Mittens" topic mittens\n"Wool soaks."\n\n'
        'add modifier throwing.throw.aim.wool: -1 when child.arm < 2 or slow_wool "with wet mittens"\n\n'
        'option slow_wool: boolean = no "wool dries twice as slowly" cites "page six"\n\n'
        "remove modifier throwing.throw.aim.steady\n\n"
        "amend define throwing.reach(child: Child) -> paces = original\n"
    ),
}


@dataclass
class Page(HTMLParser):
    """What a page can be led to at, where it leads, and what it fetches."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.update(value for name, value in given.items() if name == "id")
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in ("img", "script", "iframe", "source") and given.get("src"):
            self.fetched.append(given["src"])
        if tag == "link" and given.get("rel") in ("stylesheet", "preload", "icon"):
            self.fetched.append(given["href"])
        if "changed" in given.get("class", "").split():
            self.changed.append(given.get("id", ""))


def pages(folder: Path) -> dict[str, Page]:
    found = {}
    for path in sorted(folder.glob("*.html")):
        page = Page()
        page.feed(path.read_text("utf-8"))
        found[path.name] = page
    return found


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def planned() -> Planned:
    return plan(Ruleset.open(str(SMALL)), counting=lambda _words: None)


@pytest.fixture(scope="module")
def printed(planned, tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("book")
    build(planned, "snowballs", folder)
    return folder


def test_a_book_is_printed_without_a_warning(printed):
    assert (printed / "html" / "index.html").is_file()
    assert (printed / "snowballs.pdf").read_bytes().startswith(b"%PDF")


def test_pages_hold_all_that_readers_try(printed):
    page = (printed / "html" / "rules.throwing.html").read_text("utf-8")
    (data,) = re.findall(r'<script type="application/json">(.*?)</script>', page)
    assert len(json.loads(data)["cases"]) == 6


def test_words_that_lead_somewhere_say_what_they_mean(printed):
    """What is said stands in one script for all pages, by the id of the place to which a link leads."""
    script = (printed / "html" / "_static" / "terms.js").read_text("utf-8")
    terms = json.loads(script.removeprefix("window.rulebookTerms = ").rstrip().removesuffix(";"))
    page = (printed / "html" / "rules.throwing.html").read_text("utf-8")
    assert re.search(r"_static/terms\.js[^>]*>.*_static/rulebook\.js", page, re.DOTALL)
    led_to = set(re.findall(r'<a class="rules-link[^>]*href="[^"#]*#([^"]+)"', page))
    assert len(led_to & set(terms)) > len(led_to) / 2, sorted(led_to - set(terms))
    title, said = terms["throwing.reach"]
    assert title
    assert said.endswith((".", "…"))
    assert max(len(said) for _, said in terms.values()) <= 172


def test_the_quick_reference_names_the_paragraph_of_each_roll(planned, printed):
    """From the sheet a player turns to the rule: by its number, the page of which a sheet has no room for."""
    words = [one.words for one in words_in((printed / "snowballs.pdf").read_bytes())]
    sheet = words[words.index("The course of a turn") :]
    at = sheet.index(planned.numbers["throwing.throw"])
    assert not any(re.search(r"\bp\.\s\d", one) for one in sheet[:at])


def test_two_builds_give_the_same_bytes(printed, tmp_path):
    build(plan(Ruleset.open(str(SMALL)), counting=lambda _words: None), "snowballs", tmp_path)
    assert contents(tmp_path) == contents(printed)


def test_a_book_has_no_words_of_the_language_of_the_one_printed_before(planned, printed, tmp_path):
    in_german = replace(planned, book=replace(planned.book, language="de"))
    build(in_german, "snowballs", tmp_path / "german", ("html",))
    assert "Suche" in (tmp_path / "german" / "html" / "index.html").read_text("utf-8")
    build(planned, "snowballs", tmp_path / "english", ("html",))
    assert contents(tmp_path / "english" / "html") == contents(printed / "html")


def test_every_link_leads_to_something(printed):
    found = pages(printed / "html")
    for name, page in found.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = parts.path or name
            assert target in found, f"{name} leads to {link}"
            assert not parts.fragment or unquote(parts.fragment) in found[target].ids, f"{name} leads to {link}"


def test_opening_a_page_fetches_nothing_from_elsewhere(printed):
    for name, page in pages(printed / "html").items():
        far = [link for link in page.fetched if urlsplit(link).scheme or link.startswith("//")]
        assert not far, f"{name} fetches {far}"
    styles = "\n".join(path.read_text("utf-8") for path in (printed / "html" / "_static").rglob("*.css"))
    assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", styles)


def test_the_search_finds_tables_and_no_keys_of_their_rows(printed):
    index = (printed / "html" / "searchindex.js").read_text("utf-8")
    found = json.loads(index.removeprefix("Search.setIndex(").rstrip().rstrip(";").removesuffix(")"))
    sorts = {name for _number, (_domain, name, _words) in found["objnames"].items()}
    assert "table" in sorts
    assert sorts.isdisjoint({"row", "cell"})


def test_the_search_finds_numbers_of_paragraphs_and_either_spelling(planned, printed):
    """What is typed is split in the browser just as the pages were split when they were printed."""
    data, found = (printed / "html" / one for one in ("_static/language_data.js", "searchindex.js"))
    terms = json.loads(found.read_text("utf-8").removeprefix("Search.setIndex(").rstrip().rstrip(";").removesuffix(")"))
    numbers = [one for one in planned.numbers.values() if one.count(".") == 2]
    assert numbers
    assert set(numbers) <= terms["terms"].keys()
    titles = [one[-1] for part in terms["objects"].values() for one in part]
    assert any(re.match(r"[0-9]+ ", title) for title in titles)
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    typed = "8.1.4 Armour harbours, centre difference journey"
    script = (
        f"global.window = {{}};{data.read_text('utf-8')};console.log(JSON.stringify(splitQuery({json.dumps(typed)})))"
    )
    run = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == words_to_find(typed)


def test_headings_of_contents_have_a_level(printed):
    page = (printed / "html" / "index.html").read_text("utf-8")
    assert page.count('role="heading"') == page.count('aria-level="2"') > 0


def test_colours_for_the_dark_are_for_screens_alone(printed):
    style = (printed / "html" / "_static" / "rulebook.css").read_text("utf-8")
    _light, *dark = (style[: found.start()] for found in re.finditer("--rulebook-ink:", style))
    assert [before[before.rindex("@media") :].partition("{")[0].strip() for before in dark] == [
        "@media not print",
        "@media screen and (prefers-color-scheme: dark)",
    ]


def test_a_drawing_keeps_the_width_at_which_it_can_be_read(printed):
    html = "".join(path.read_text("utf-8") for path in sorted((printed / "html").glob("rules.*.html")))
    drawn = re.findall(
        r'<div class="drawing" style="--readable-width: (\d+)mm".*?<svg[^>]* width="(\d+)', html, re.DOTALL
    )
    assert drawn
    assert all(int(whole) // 2 < int(readable) < int(whole) for readable, whole in drawn)
    assert "min-width: var(--readable-width" in (printed / "html" / "_static" / "rulebook.css").read_text("utf-8")


def test_every_rule_table_option_and_ruling_can_be_led_to(planned, printed):
    declared = planned.arranger.declared
    ids = set().union(*(page.ids for page in pages(printed / "html").values()))
    wanted = [rule.site_address for rule in declared.rules.values() if rule.sort != "advice"]
    wanted += [*declared.tables, *(f"rulings.{name}" for name in declared.rulings)]
    wanted += [f"{option.module}.{option.name}" for option in declared.options.values()]
    wanted += [f"turn.{phase.name.text}" for phase in declared.turn.phases] if declared.turn else []
    wanted += [f"scenarios.{name}" for name in declared.scenarios]
    assert [address for address in wanted if address not in ids] == []


def test_a_scenario_names_whose_figures_a_thing_has_and_how_large_the_map_is(printed):
    name = next(name for name, page in pages(printed / "html").items() if "scenarios.playground" in page.ids)
    words = " ".join(re.sub(r"<[^>]+>", " ", (printed / "html" / name).read_text("utf-8")).split())
    assert "little Fritz, as Fritz" in words
    assert "A name followed by “as Fritz” or the like has the figures of the one named there." in words
    assert "The board has 14 columns and 14 rows of hexes, counted from 0." in words


def test_what_is_printed_of_a_table_is_what_it_says(planned, printed):
    """Read the printed cells back and compare them with the rows of a table of figures."""
    html = "".join(path.read_text("utf-8") for path in sorted((printed / "html").glob("rules.*.html")))
    table = planned.arranger.declared.tables["reaches"]
    part = html[html.index(f'id="{table.name}"') :]
    part = part[: part.index("</table>")]
    cells = [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", part[part.index("<tbody>") :], re.DOTALL)
    ]
    assert len(cells) == len(table.rows)
    for printed_row, row in zip(cells, table.rows, strict=True):
        figures = [re.sub(r"\D", "", words) for words in printed_row[1:]]
        assert figures == [str(getattr(cell.value, "word", "")) for cell in row.cells]


def test_examples_are_printed_as_stories_with_their_arithmetic(planned):
    from quarterdeck.prose.text.blocks import Box, Prose, Steps

    boxes = [block for section in all_sections(planned) for block in section.blocks if isinstance(block, Box)]
    blocks = [block for box in boxes if box.sort == "example" for block in box.blocks]
    told = [plain(block.text) for block in blocks if isinstance(block, Prose)]
    told += [plain(point.text) for block in blocks if isinstance(block, Steps) for point in block.points]
    assert told
    assert any(re.search(r"shows \d+, (plus|less) \d+ .*: \d", line) for line in told)
    assert not [line for line in told if re.search("Given:|\N{RIGHTWARDS ARROW}| chooses \\d", line)]


def all_sections(planned: Planned) -> Iterator[Section]:
    waiting = [page.section for page in planned.book.pages]
    while waiting:
        section = waiting.pop(0)
        yield section
        waiting += section.sections


def with_variant(folder: Path) -> str:
    """Copy the small game, with a variant in it."""
    game = folder / "snowballs"
    shutil.copytree(SMALL, game)
    for name, text in VARIANT.items():
        path = game / "variants" / "mittens" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return f"{game}+mittens"


def test_what_a_variant_changes_bears_a_bar_and_is_listed(tmp_path):
    game = with_variant(tmp_path)
    ruleset = Ruleset.open(game)
    assert [str(finding) for finding in ruleset.findings if finding.code not in ("QD511", "QD512", "QD513")] == []
    planned = plan(ruleset)
    build(planned, "snowballs+mittens", tmp_path / "out")
    found = pages(tmp_path / "out" / "html")
    assert "throwing.throw.aim.wool" in found["rules.throwing.html"].changed
    assert any(link.endswith("#throwing.throw.aim.wool") for link in found["changes.html"].links)
    assert "mittens.slow_wool" in {address for page in found.values() for address in page.changed}
    told = (tmp_path / "out" / "html" / "changes.html").read_text("utf-8")
    assert re.search(r"Left out:.*Steady, in:.*throws a number of snowballs", told, re.DOTALL)
    changed = {address for page in found.values() for address in page.changed if address}
    assert "throwing.throw.aim.far" not in changed


def test_a_book_without_variants_bears_no_bar(printed):
    assert [name for name, page in pages(printed / "html").items() if page.changed] == []


# --- the domain in a project of somebody's own


def project(folder: Path, text: str) -> tuple[Sphinx, str]:
    folder.mkdir()
    (folder / "index.rst").write_text(text, "utf-8")
    warnings = io.StringIO()
    settings = {"extensions": ["quarterdeck.print.book.domain"], "rules_game": str(SMALL), "root_doc": "index"}
    with patch_docutils(), docutils_namespace():
        app = Sphinx(folder, None, folder / "out", folder / "trees", "html", settings, status=None, warning=warnings)
        app.build()
    return app, re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue())


def test_anything_with_an_address_can_be_shown_and_led_to(tmp_path):
    text = (
        "House\n=====\n\n.. rules:show:: reaches\n\n.. rules:show:: throwing.reach\n\n"
        "See :rules:table:`reaches` and :rules:define:`how far <throwing.reach>`.\n"
    )
    app, warnings = project(tmp_path / "a", text)
    assert warnings == ""
    html = (tmp_path / "a" / "out" / "index.html").read_text("utf-8")
    assert 'href="#reaches"' in html
    assert "how far" in html
    assert {"reaches", "throwing.reach"} <= set(app.env.domains["rules"].data["objects"])
    assert (tmp_path / "a" / "out" / "objects.inv").is_file()


def test_what_is_not_there_is_a_warning_or_an_error(tmp_path):
    text = "House\n=====\n\n.. rules:show:: nobody\n\n:rules:table:`nothing` :rules:procedure:`reaches`\n"
    _app, warnings = project(tmp_path / "a", text + "\n.. rules:show:: reaches\n")
    assert "nothing with the address 'nobody'" in warnings
    assert "rules:table reference target not found: nothing" in warnings
    assert "rules:procedure reference target not found: reaches" in warnings


def test_a_chapter_that_the_book_does_not_have_is_named_with_those_that_it_has(tmp_path):
    _app, warnings = project(tmp_path / "a", ".. rules:chapter:: pancakes\n")
    assert "the book has no chapter 'pancakes'; it has reading" in warnings


# --- drawings


def test_drawings_are_whole_and_escape_their_words():
    stages = [
        DrawnPhase("Run & hide", ("side by side",), (DrawnPhase("First <one>"),), "turn.run"),
        DrawnPhase("Throw"),
    ]
    drawn = svg(course(stages, "the next turn"), SCREEN)
    assert drawn == svg(course(stages, "the next turn"), SCREEN)
    words = [element.text for element in ET.fromstring(drawn).iter() if element.tag.endswith("text")]
    assert {"Run & hide", "First <one>", "Throw"} <= set(words)


# --- the command


def test_the_command_says_what_it_wrote(tmp_path, capsys):
    assert main(["book", str(SMALL), "--folder", str(tmp_path), "--format", "html", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert Path(said["paths"]["html"]).is_file()
    assert said["counts"]["chapters"] > 5
    assert not list(tmp_path.glob("*.pdf"))
    # Another build takes the place of the first.
    (tmp_path / "html" / "stale.html").write_text("old", "utf-8")
    assert main(["book", str(SMALL), "--folder", str(tmp_path), "--format", "html"]) == 0
    assert not (tmp_path / "html" / "stale.html").exists()


def test_a_folder_of_somebody_else_is_left_alone(tmp_path, capsys):
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "diary.txt").write_text("dear", "utf-8")
    assert main(["book", str(SMALL), "--folder", str(tmp_path), "--format", "html"]) == 1
    assert "name another folder with --folder" in capsys.readouterr().err
    assert (tmp_path / "html" / "diary.txt").read_text("utf-8") == "dear"


@pytest.mark.parametrize("formats", ["paper", "", "html,odt"])
def test_an_unknown_format_is_a_question_of_use(formats, capsys):
    assert main(["book", str(SMALL), "--format", formats]) == 2
    assert "html, pdf, epub, md or several" in capsys.readouterr().err


def test_a_ruleset_with_findings_is_not_printed(tmp_path, capsys):
    game = tmp_path / "snowballs"
    shutil.copytree(SMALL, game)
    rules = game / "rules" / "throwing.rules"
    rules.write_text(rules.read_text("utf-8").replace("total >= 5", "total >= moon"), "utf-8")
    assert main(["book", str(game), "--folder", str(tmp_path / "out")]) == 1
    assert "moon" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_easyships_is_printed_whole(tmp_path):
    """The one full book of a real game in the gate: no warning, nothing that leads nowhere, the words that it had."""
    planned = plan(Ruleset.open("easyships"))
    printed = build(planned, "easyships", tmp_path)
    found = pages(tmp_path / "html")
    assert printed.counts["chapters"] == len(planned.book.pages)
    ids = set().union(*(page.ids for page in found.values()))
    assert {rule.site_address for rule in planned.arranger.declared.rules.values() if rule.sort != "advice"} <= ids
    assert golden.differing(dict(golden.pages("easyships", tmp_path)), "easyships page ") == []
