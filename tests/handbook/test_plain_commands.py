"""Commands that stand in indented lines, in the README and elsewhere, run as they are printed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.api.commands import COMMANDS
from tests.handbook.test_every_block import blocks
from tests.handbook.test_sessions import FILE, Session

pytestmark = [pytest.mark.no_cover, pytest.mark.forks]

ROOT = Path(__file__).parents[2]
FOLDERS = ("*.md", "docs/*.md", "starter/*.md", "rulesets/*.md", "languages/*/*.md", "plugins/*/*.md", "editors/*/*.md")
INDENTED = re.compile(r"^    (\S.*?)(?:  +#.*)?$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
RUN = {"README.md", "starter/README.md"}
SAME = {"docs/index.md": "README.md"}
NOT_RUN = {
    "docs/install.md": "installs, and teaches the shell: `make install` and tests/apps/cli run the same",
    "docs/playing-together.md": "`serve` runs until it is stopped: tests/apps/server starts it",
    "docs/house-rules.md": "what `watch` prints until it is stopped: tests/apps/cli/test_watch.py",
    "languages/german/README.md": "books of a game of the tests: languages/german/tests",
    "plugins/quarterdeck-campaign-log/README.md": "needs the plugin: its own tests",
    "plugins/quarterdeck-concentration/README.md": "needs the plugin: its own tests",
    "plugins/quarterdeck-crossing-the-t/README.md": "needs the plugin: its own tests",
}
"""Pages with commands that this test does not run, and what does."""


def commands(page: Path) -> list[str]:
    """Return the indented commands of a page."""
    return [match[1] for match in INDENTED.finditer(FENCED.sub("", page.read_text("utf-8")))]


def of_quarterdeck(page: Path) -> list[str]:
    return [line for line in commands(page) if line.startswith("quarterdeck ")]


PAGES = {str(page.relative_to(ROOT)): page for folder in FOLDERS for page in sorted(ROOT.glob(folder))}
WITH_COMMANDS = {name for name, page in PAGES.items() if of_quarterdeck(page)}


def test_every_page_with_commands_is_known():
    assert {*RUN, *SAME, *NOT_RUN} - {"docs/house-rules.md"} == WITH_COMMANDS - {"docs/house-rules.md"}


@pytest.mark.parametrize("name", sorted(WITH_COMMANDS))
def test_commands_exist(name):
    """A plugin may bring others, and `make` has its targets in the Makefile."""
    own = [line.split()[1] for line in of_quarterdeck(PAGES[name])]
    brought = {"campaign"} if name.startswith("plugins/") else set()
    assert [one for one in own if not one.startswith("-") and one not in {*COMMANDS, *brought}] == []
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert [one for one in commands(PAGES[name]) if one.startswith("make ") and one.split()[1] not in targets] == []


@pytest.mark.parametrize(("name", "other"), SAME.items())
def test_commands_of_the_first_page_are_those_of_the_readme(name, other):
    assert of_quarterdeck(PAGES[name]) == of_quarterdeck(PAGES[other])[: len(of_quarterdeck(PAGES[name]))]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(RUN))
def test_commands_run_as_printed(name, tmp_path, tmp_path_factory):
    """Also the files that the page shows are written as it shows them; each book has a PDF."""
    for block in blocks(PAGES[name]):
        if match := FILE.search(block.above):
            (tmp_path / match[1]).parent.mkdir(exist_ok=True)
            (tmp_path / match[1]).write_text(block.text, "utf-8")
    if name == "starter/README.md":
        shutil.copytree(ROOT / "starter", tmp_path / "starter")
    session = Session(tmp_path, tmp_path_factory.mktemp("beside"))
    try:
        for command in of_quarterdeck(PAGES[name]):
            said = session.run(command)
            assert said, command
            assert not [line for line in said if line.startswith(("quarterdeck: ", "Usage:", "Traceback"))], command
            if command.startswith("quarterdeck book"):
                assert [line for line in said if line.endswith(".pdf") and (tmp_path / line).stat().st_size > 10_000]
    finally:
        session.end()
