"""Logs that are packed say what they were told, and take little room however long they are."""

import tracemalloc

from quarterdeck.apps.server.log_lines import PACKED, FirstLines, LogLines
from quarterdeck.engine.run.narrative import Line


def line(number: int) -> Line:
    return Line(number, number % 3, "roll", f"The frigate’s broadside {number}: a d20 shows {number % 20}, hits")


def test_packed_lines_are_those_that_were_told():
    for count in (0, 1, PACKED, 2 * PACKED - 1, 2 * PACKED, 2 * PACKED + 1, 5 * PACKED + 3):
        log, told = LogLines(), [line(number) for number in range(count)]
        for one in told:
            log.append(one)
        assert len(log) == count
        assert list(log) == told
        for start in range(0, count + 2, 7):
            assert log[start:] == told[start:]
            assert log[: start - 3] == told[: start - 3]
            first = FirstLines(log, min(start, count))
            assert (len(first), list(first)) == (len(told[:start]), told[:start])
            assert first[5:] == told[:start][5:]
        assert [log[number] for number in range(count)] == told


def test_a_long_log_takes_little_room():
    tracemalloc.start()
    try:
        log = LogLines()
        for number in range(3000):
            log.append(line(number))
        assert tracemalloc.get_traced_memory()[0] < 100_000
    finally:
        tracemalloc.stop()
    assert len(log) == 3000
