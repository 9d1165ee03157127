"""The host protocol names what emitters print, and the contexts of play are such hosts."""

from __future__ import annotations

import re
from pathlib import Path

from quarterdeck.backends.python import host
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.trace import TracedContext

EMITTERS = Path(host.__file__).parent
PRINTED = re.compile(r"\bctx\.([a-z_]+)")


def as_host(context: Context) -> host.Host:
    """Let the type checker compare the context of play with the protocol."""
    return context


def as_tracing_host(context: TracedContext) -> host.TracingHost:
    """Let the type checker compare the context of traced play with the protocol."""
    return context


def members(*protocols: type) -> set[str]:
    return {
        name
        for protocol in protocols
        for name in {**vars(protocol), **vars(protocol).get("__annotations__", {})}
        if not name.startswith("_")
    }


def test_the_protocol_has_every_name_that_is_printed_and_no_other():
    texts = [path.read_text("utf-8") for path in EMITTERS.glob("*.py") if path.name != "host.py"]
    printed = {name for text in texts for name in PRINTED.findall(text)}
    assert members(host.Host, host.TracingHost) == printed


def test_counting_imports_nothing_of_play():
    assert "python.play" not in (EMITTERS / "counting.py").read_text("utf-8")
