"""The extras of the package: what an installation may leave out, by the modules that belong to each."""

from __future__ import annotations

EXTRAS = {
    "docs": ("sphinx", "docutils", "furo", "myst_parser", "typst", "graphviz_pure"),
    "plots": ("altair", "vl_convert"),
    "cluster": ("distributed", "dask"),
    "serve": ("greenlet", "sqlalchemy", "alembic", "starlette", "uvicorn", "websockets"),
    "postgres": ("psycopg",),
    "editor": ("pygls", "lsprotocol", "cattrs"),
}


def lacking(module: str) -> str:
    """Say which extra brings a module that is not there; nothing of a module that none brings."""
    top = module.partition(".")[0]
    extra = next((name for name, modules in EXTRAS.items() if top in modules), "")
    return f"this needs {top}, which the extra `{extra}` brings: pip install 'quarterdeck[{extra}]'" if extra else ""
