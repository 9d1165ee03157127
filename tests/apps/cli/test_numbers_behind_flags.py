"""A number behind a flag that is invalid is refused before anything is read, by each command alike."""

from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main

SNOWBALLS = str(Path(__file__).parents[2] / "games" / "snowballs")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"odds {SNOWBALLS} throwing.throw --sample -1", "--sample -1: at least 0"),
        (f"odds {SNOWBALLS} throwing.throw --budget 0", "--budget 0: at least 1"),
        (f"diff {SNOWBALLS} {SNOWBALLS} --budget -5", "--budget -5: at least 1"),
        (f"sensitivity {SNOWBALLS} throwing.throw --budget 0", "--budget 0: at least 1"),
        (f"sensitivity {SNOWBALLS} throwing.throw --most 0", "--most 0: at least 1"),
        (f"tune {SNOWBALLS} --scenario cousins --number a --goal b --count 0", "--count 0: 1 to 1,000,000"),
        (f"tune {SNOWBALLS} throwing.throw --number a --goal b --budget 0", "--budget 0: at least 1"),
        ("why nothing.jsonl --depth 4", "--depth 4: 1 to 3"),
    ],
)
def test_a_number_that_cannot_be_meant_is_refused(line, words, capsys):
    assert main(line.split()) == 2
    streams = capsys.readouterr()
    assert words in " ".join(streams.err.split())
    assert not streams.out
