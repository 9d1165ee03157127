"""Compare a wheel with what git tracks, file for file and byte for byte.

`force-include` ships whatever lies in a folder, and a file that git ignores may be missing from the sdist: a stray
file in the wheel, one that is missing and one that differs are all listed. Run from the top folder of the checkout:

    python tests/architecture/compare_wheel.py dist/quarterdeck-0.1.0-py3-none-any.whl
"""

import subprocess
import sys
import zipfile
from pathlib import Path

PLACES = {
    "interpreter/quarterdeck/": "quarterdeck/",
    "grammar/": "quarterdeck/_data/grammar/",
    "rulesets/": "quarterdeck/_data/rulesets/",
    "starter/": "quarterdeck/_data/starter/",
}


def tracked_files() -> dict[str, Path]:
    """Map each place in the wheel to the tracked file that belongs there."""
    listed = subprocess.run(["git", "ls-files", "-z", *PLACES], check=True, capture_output=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name]
    return {
        place + name.removeprefix(folder): Path(name)
        for name in names
        for folder, place in PLACES.items()
        if name.startswith(folder)
    }


def differences(wheel: Path, expected: dict[str, Path]) -> list[str]:
    """List what the wheel has too much, too little or otherwise than the checkout."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("quarterdeck/") and not name.endswith("/")}
        stray = [f"in the wheel, not in git: {name}" for name in sorted(packed - expected.keys())]
        missing = [f"in git, not in the wheel: {expected[name]}" for name in sorted(expected.keys() - packed)]
        changed = [
            f"differs from the checkout: {expected[name]}"
            for name in sorted(packed & expected.keys())
            if archive.read(name) != expected[name].read_bytes()
        ]
    return stray + missing + changed


def main() -> int:
    """Print the differences and return the exit code."""
    if len(sys.argv) != 2:
        print("usage: python tests/architecture/compare_wheel.py WHEEL")
        return 2
    expected = tracked_files()
    empty = [folder for folder, place in PLACES.items() if not any(name.startswith(place) for name in expected)]
    found = [f"git tracks nothing in {folder}" for folder in empty] + differences(Path(sys.argv[1]), expected)
    for line in found:
        print(line)
    if not found:
        print(f"{len(expected)} files, as tracked")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
