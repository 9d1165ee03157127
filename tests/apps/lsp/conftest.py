"""One server for all tests of this folder: it takes longer to start than to answer."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.lsp.client import EditorClient

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture(scope="session")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EditorClient]:
    """Give a session with a server, in a folder with a copy of a small game and a house rule of it."""
    pytest.importorskip("pygls")
    folder = tmp_path_factory.mktemp("editor")
    shutil.copytree(SNOWBALLS, folder / "snowballs")
    variant = folder / "long_arms"
    variant.mkdir()
    (variant / "variant.yaml").write_text(
        "variant: long_arms\nextends: snowballs\ntitle: Long arms\n"
        "source: {document: notebook, place: page two, kind: house}\n",
        "utf-8",
    )
    (variant / "arms.rules").write_text(
        'amend modifier throwing.throw.aim.far: -2 when range > 4 "at a far target"\n', "utf-8"
    )
    client = EditorClient(folder)
    client.begin()
    yield client
    assert client.end() == 0
    noise = b"".join(client.noise).decode()
    assert "Traceback" not in noise, noise
