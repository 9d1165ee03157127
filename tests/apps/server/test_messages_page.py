"""The page on playing together shows each message to the host, and each can be read."""

import json
import re
from pathlib import Path

from quarterdeck.apps.server.messages import KINDS, read_message

PAGE = Path(__file__).parents[3] / "docs" / "playing-together.md"


def test_each_kind_of_message_is_shown_and_can_be_read():
    table = PAGE.read_text("utf-8").partition("| to the host |")[2].partition("\n\n")[0]
    shown = [read_message(json.loads(text))[0] for text in re.findall(r"`(\{.*?\})`", table)]
    assert sorted(shown) == sorted(KINDS)
