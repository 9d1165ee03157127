"""Write a comparison into a folder: a page, the same on paper, and the data; needs the extras `plots` and `docs`.

In: a `GamesCompared` and a folder. Out: paths. A folder that holds something else is refused, and where anything fails
nothing in it has changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from quarterdeck.apps.comparison.charts import charts_of, drawing_library
from quarterdeck.apps.comparison.comparison_layout import ComparisonLayout
from quarterdeck.apps.comparison.report import GamesCompared
from quarterdeck.base.errors import UserError
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.files import write_all
from quarterdeck.print.report.file import as_pdf
from quarterdeck.print.report.html import as_html

PAGE, PAPER, DATA = "index.html", "comparison.pdf", "comparison.json"
NEEDED = {"altair": "plots", "vl_convert": "plots", "typst": "docs"}


def refuse_folder(folder: Path) -> None:
    """Do nothing where a comparison can be written into a folder.

    Raises:
        UserError: it holds something else, or is not a folder, or what prints is not installed.
    """
    missing = sorted({extra for module, extra in NEEDED.items() if find_spec(module) is None})
    if missing:
        raise UserError(f"pages need the extras {', '.join(missing)}: pip install 'quarterdeck[{','.join(missing)}]'")
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not is_there(folder):
        raise UserError(f"{folder} has other files; name another folder with --folder")


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
    report = ComparisonLayout(found, charts).report()
    contents = {
        PAGE: as_html(report, drawing_library() if charts else "").encode(),
        PAPER: as_pdf(report),
        DATA: json.dumps(found.as_data(), indent=1, ensure_ascii=False).encode(),
    }
    return fill(folder, contents)


def fill(folder: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Write files of these names into a folder, and give where they lie.

    Raises:
        BookError: the folder cannot be written, or the disk is full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_all({folder / name: content for name, content in contents.items()})
    except OSError as error:
        raise BookError(f"{folder} cannot be written: {(error.strerror or str(error)).lower()}") from None
    return [folder / name for name in contents]
