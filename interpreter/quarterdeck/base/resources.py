"""Find the folders that the interpreter reads from and caches in.

Nothing comes in; paths go out. In an installed wheel the grammar and the rulesets lie inside the package (`_data`), in
a checkout at its top. The wheel's copy is looked for first: a checkout has none, so an editable install always reads
the files that are being edited. Reading and parsing what lies there is left to `source`, `syntax` and `tables`.
"""

import os
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE = Path(__file__).resolve().parent.parent
CHECKOUT = PACKAGE.parent.parent


def grammar_folder() -> Path:
    """Return the folder with the language's `.lark` files."""
    return _data_folder("grammar")


def rulesets_folder() -> Path:
    """Return the folder with one folder for each ruleset that comes with the interpreter."""
    return _data_folder("rulesets")


def starter_folder() -> Path:
    """Return the folder with the small game that new games begin as."""
    return _data_folder("starter")


def cache_folder() -> Path:
    """Return the folder for what can be made again; it need not exist yet.

    The environment variable QUARTERDECK_CACHE overrides the place that the operating system prescribes.
    """
    chosen = os.environ.get("QUARTERDECK_CACHE")
    return Path(chosen).expanduser().absolute() if chosen else user_cache_path("quarterdeck", appauthor=False)


@cache
def _data_folder(name: str) -> Path:
    places = (PACKAGE / "_data" / name, CHECKOUT / name)
    for place in places:
        if place.is_dir():
            return place
    looked = " or ".join(str(place) for place in places)
    raise FileNotFoundError(f"this installation of quarterdeck is incomplete: there is no {looked}")
