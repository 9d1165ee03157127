"""What the bridge reads of a command that does not answer."""

import pytest

from tests.differential import bridge


def test_odds_that_stop_with_an_error_are_a_crash_of_the_case(tmp_path, monkeypatch):
    stopped = bridge.Answer(1, '{"findings": [{"code": "QD698"}]}', "")
    monkeypatch.setattr(bridge, "command", lambda *_: stopped)
    with pytest.raises(bridge.Crash, match="QD698"):
        bridge.odds(tmp_path, "rule.one", "{}", ("result",))
