"""Lay a text out with Typst, in a process of its own: what Typst remembers of one layout is given back at its end.

In, as JSON: `source`, the text that stands below `root`; `inputs`; `timestamp`, in seconds since 1970; `pdf`, the file
to write. Out, as JSON: `warnings`, each with its `message` and `diagnostic`, and what the text says of itself under the
labels that are asked for in `labels`; or an `error` with both. It is run as a file and imports nothing of the program.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def laid_out(asked: dict[str, Any]) -> dict[str, Any]:
    """Write the PDF; give what came of it."""
    import typst

    try:
        compiler = typst.Compiler(
            asked["source"], root=asked["root"], ignore_system_fonts=True, sys_inputs=asked["inputs"]
        )
        pdf, warnings = compiler.compile_with_warnings(format="pdf", timestamp=asked["timestamp"])
        said = {label: json.loads(compiler.query(f"<{label}>", field="value")) for label in asked["labels"]}
    except typst.TypstError as error:
        return {"error": {"message": error.message, "diagnostic": error.diagnostic}}
    assert isinstance(pdf, bytes)
    Path(asked["pdf"]).write_bytes(pdf)
    told = [{"message": one.message, "diagnostic": one.diagnostic} for one in warnings]
    return {"warnings": told, "said": said}


if __name__ == "__main__":
    json.dump(laid_out(json.load(sys.stdin)), sys.stdout)
