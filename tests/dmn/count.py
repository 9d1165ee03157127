"""Count how many decision tables of the DMN TCK are tables by condition, and how many of its checks come out equal.

The test cases are fetched by whoever runs this: `python -m tests.dmn.count FOLDER`, where FOLDER has its `TestCases`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.dmn.decision_tables import NoTableError
from tests.dmn.feel import NoFeelError
from tests.dmn.model import Model, is_equal


def main(folder: Path) -> None:
    """Print what each model with decision tables comes to, and the sums."""
    tables = good_tables = checks = equal = 0
    for path in sorted(folder.rglob("*.dmn")):
        if b"decisionTable" not in path.read_bytes():
            continue
        with tempfile.TemporaryDirectory() as place:
            model = Model(path, Path(place))
            found, failures = 0, []
            for check in model.checks():
                try:
                    result = model.decide(check.decision, check.inputs)
                except (NoTableError, NoFeelError, TypeError, KeyError, ValueError, AttributeError) as error:
                    failures.append(f"{check.decision}: {type(error).__name__}: {error}")
                    continue
                if is_equal(result, check.wanted):
                    found += 1
                else:
                    failures.append(f"{check.decision}: {result} and not {check.wanted}")
            for at, table in enumerate(model.tables.values()):
                try:
                    good_tables += bool(table.ruleset or table.build(Path(place) / f"alone_{at}", {}))
                except (NoTableError, NoFeelError, ValueError) as error:
                    failures.append(f"table {at + 1}: {error}")
            tables, checks, equal = tables + len(model.tables), checks + len(model.checks()), equal + found
            print(f"{path.parent.name}: {len(model.tables)} tables, {found} of {len(model.checks())} checks equal")
            print("".join(f"    {one}\n" for one in dict.fromkeys(failures)), end="")
    print(f"{good_tables} of {tables} tables are tables by condition; {equal} of {checks} checks are equal")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
