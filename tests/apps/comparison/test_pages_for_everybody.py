"""Pages that commands write are read by everybody: no serious fault for axe, and none is wider than a screen."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from tests.apps.server.browser import NARROW, WIDE, chromium, needs_browser

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = [needs_browser, pytest.mark.slow]
STARTER = Path(__file__).parents[3] / "starter"
FAR = "add modifier gunnery.attack.hit.fog: +2 when range > 4 'in fog'\n".replace("'", '"')
SMALL = "--measure torpedo --sample 50 --plays 5 --budget 2000".split()
PAGES = {
    "compare": (["compare", "easyships", "quickfire", *SMALL, "--folder", "compared"], ["compared/index.html"]),
    "diff": (["diff", "pond", "pond+fog", "--to", "diff.html"], ["diff.html"]),
    "errata": (["errata", "pond", "pond+fog", "--to", "errata.html"], ["errata.html"]),
    "odds": (["odds", "pond", "--of", "at_three_hexes", "--chart", "odds.html"], ["odds.html"]),
    "battles": (
        "battles pond first_meeting --count 5 --sides random,random --against pond+fog --chart battles.html".split(),
        ["battles.html"],
    ),
    "book": (
        ["book", "pond+fog", "--format", "html", "--folder", "book"],
        [f"book/html/{name}.html" for name in ("index", "rules.gunnery", "scenarios", "rosters", "search", "forms")],
    ),
}


@pytest.fixture(scope="module", name="browser")
def _browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def pond(tmp_path, monkeypatch):
    """Work in a folder with the starter game, of which a book has a table of chances, and a variant of it."""
    game = shutil.copytree(STARTER, tmp_path / "pond")
    questions = game / "questions.yaml"
    over = "\n    over: {longest_range: [6, 8]}\n    in_the_book: yes\n"
    probe = questions.read_text("utf-8").split("questions:\n")[1].replace("at_three_hexes", "in_the_book").rstrip()
    questions.write_text(
        questions.read_text("utf-8")
        + probe.replace("of: gunnery.attack", "of: gunnery.fire").replace(
            "given: {ship: falcon, target: otter}", "given: {ship: falcon}\n    choices: {target: otter}"
        )
        + over,
        "utf-8",
    )
    variant = game / "variants" / "fog"
    variant.mkdir(parents=True)
    (variant / "fog.rules").write_text(FAR, "utf-8")
    source = "source: {document: notes, place: here, kind: house}"
    (variant / "variant.yaml").write_text(f"variant: fog\nextends: starter\ntitle: Fog\n{source}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return game


@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_a_serious_fault(name, pond, browser, tmp_path, capsys):
    words, pages = PAGES[name]
    code = main(words)
    assert code in (0, 1), capsys.readouterr()
    if name == "book":
        assert 'class="probe"' in (tmp_path / pages[1]).read_text("utf-8")
    for page in pages:
        for size in (WIDE, NARROW):
            context = browser.new_context(viewport=size)
            window = context.new_page()
            wrong: list[str] = []
            window.on("pageerror", lambda error, wrong=wrong: wrong.append(str(error)))
            window.goto((tmp_path / page).as_uri())
            window.wait_for_load_state("load")
            found = axe.Axe().run(window).response["violations"]
            serious = [one for one in found if one["impact"] in ("serious", "critical")]
            assert [(one["id"], one["nodes"][0]["html"][:80]) for one in serious] == [], page
            wide = window.evaluate("document.documentElement.scrollWidth")
            assert (wrong, wide <= size["width"]) == ([], True), page
            context.close()
