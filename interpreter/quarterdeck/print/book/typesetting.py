"""Lay a text out with Typst, in a process of its own: what Typst remembers of one layout is given back at its end.

In, a line of JSON for each thing asked: first `source`, the text, and the folder `root` that it stands in; then a label
to `query`, as often as files below `root` have changed; at last `pdf`, the file to write, with its `timestamp` in
seconds since 1970. Out, a line of JSON for each but the first: what the text says of itself under that label;
`warnings`, each with its `message` and `diagnostic`; or an `error` with both. It is run as a file and imports nothing
of the program.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def done(compiler: Any, asked: dict[str, Any]) -> Any:
    """Do what is asked; give what came of it."""
    if "query" in asked:
        try:
            return json.loads(compiler.query(f"<{asked['query']}>", field="value"))
        except RuntimeError:
            compiler.compile()  # says what is wrong, and where
            raise
    pdf, warnings = compiler.compile_with_warnings(format="pdf", timestamp=asked["timestamp"])
    Path(asked["pdf"]).write_bytes(pdf)
    return {"warnings": [{"message": one.message, "diagnostic": one.diagnostic} for one in warnings]}


def main() -> None:
    """Answer until nothing more is asked."""
    import typst

    begun = json.loads(sys.stdin.readline())
    compiler = typst.Compiler(begun["source"], root=begun["root"], ignore_system_fonts=True)
    for line in sys.stdin:
        try:
            answer = done(compiler, json.loads(line))
        except typst.TypstError as error:
            answer = {"error": {"message": error.message, "diagnostic": error.diagnostic}}
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
