"""Write what was printed into files: all of them, or none.

In: paths with what each is to hold. Out: files.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files; what was there before remains until all of them are complete.

    Raises:
        OSError: a file cannot be written, or the disk is full.
    """
    halves = {path.with_name(f"{path.name}.part"): path for path in files}
    try:
        for half, path in halves.items():
            half.write_bytes(files[path])
        for half, path in halves.items():
            half.replace(path)
    finally:
        for half in halves:
            if half.parent.is_dir():
                half.unlink(missing_ok=True)
