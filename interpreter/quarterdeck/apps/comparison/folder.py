"""Write a comparison into a folder: a page, the same on paper, and the data; needs the extras `plots` and `docs`.

In: a `GamesCompared` and a folder. Out: paths. A folder that holds something else is refused, and where anything fails
nothing in it has changed.
"""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from quarterdeck.apps.comparison.charts import charts_of
from quarterdeck.apps.comparison.page import ComparisonPage
from quarterdeck.apps.comparison.paper import print_paper
from quarterdeck.apps.comparison.report import GamesCompared
from quarterdeck.base.errors import UserError
from quarterdeck.print.book.build_fault import BookError

PAGE, PAPER, DATA = "index.html", "comparison.pdf", "comparison.json"
HALF = ".part"
"""What the name of a file ends in until all of them are whole."""
NEEDED = {"altair": "plots", "vl_convert": "plots", "typst": "docs"}


def refuse_folder(folder: Path) -> None:
    """Do nothing where a comparison can be written into a folder.

    Raises:
        UserError: it holds something else, or is no folder, or what prints is not installed.
    """
    missing = sorted({extra for module, extra in NEEDED.items() if find_spec(module) is None})
    if missing:
        raise UserError(f"pages need the extras {', '.join(missing)}: pip install 'quarterdeck[{','.join(missing)}]'")
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is no folder")
    if folder.is_dir() and any(folder.iterdir()) and not is_there(folder):
        raise UserError(f"{folder} holds something that is no comparison; name another folder with --to")


def is_there(folder: Path) -> bool:
    """Tell whether an earlier comparison lies in a folder."""
    return (folder / DATA).is_file()


def write_folder(found: GamesCompared, folder: Path) -> list[Path]:
    """Write a comparison, and give where its parts lie.

    Raises:
        UserError: it cannot be printed.
    """
    refuse_folder(folder)
    charts = charts_of(found)
    with TemporaryDirectory(prefix="comparison-") as temporary:
        work = Path(temporary)
        (work / DATA).write_text(json.dumps(found.as_data(), indent=1, ensure_ascii=False), "utf-8")
        (work / PAGE).write_text(ComparisonPage(found, charts).html(), "utf-8")
        print_paper(found, charts, work / PAPER)
        return fill(folder, work)


def fill(folder: Path, work: Path) -> list[Path]:
    """Bring what was printed in `work` into a folder, once all of it is there, and give where it lies.

    Raises:
        BookError: the folder cannot be written, or the disk is full.
    """
    names = (PAGE, PAPER, DATA)
    halves = [folder / f"{name}{HALF}" for name in names]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, half in zip(names, halves, strict=True):
            shutil.copyfile(work / name, half)
        for name, half in zip(names, halves, strict=True):
            half.replace(folder / name)
    except OSError as error:
        raise BookError(f"{folder} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        for half in halves:
            if folder.is_dir():
                half.unlink(missing_ok=True)
    return [folder / name for name in names]
