"""Messages of peers: what each may hold, how large it may be, and what is refused.

In: text from another program. Out: a message of which every part has the form that the page `peer-protocol` specifies,
or an error that says what is wrong with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from quarterdeck.base.bounds import MOST_BYTES_OF_MESSAGE, MOST_ENTRIES
from quarterdeck.base.errors import UserError
from quarterdeck.base.text import NO_SIGN, strict_json
from quarterdeck.engine.peers.commitments import DICE, ORDERS

PROTOCOL = 1
"""The version of the protocol."""
LONGEST_REASON = 2_000
"""Characters of a reason or a rule's name in a message."""
Message = dict[str, Any]


class MessageFaultError(UserError):
    """This is not a message of a peer; the argument says why."""


def _text(most: int = LONGEST_REASON) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= most and NO_SIGN.search(value) is None


def _count(most: int = 1 << 31) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _hex(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _digits(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{8,64}", value) is not None


def _chain(value: Any) -> bool:
    return value == "" or _hex(value)


def _choice(value: Any) -> bool:
    """Tell whether this may be what the record writes for a choice: a text, a number, or a hex."""
    if isinstance(value, list):
        return len(value) <= 4 and all(map(_whole, value))
    return _whole(value) or _text()(value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 53


def is_decision(value: Any) -> bool:
    """Tell whether this has the form of the entry of a choice."""
    return (
        isinstance(value, dict)
        and value.keys() == {"choice", "by", "at"}
        and _choice(value["choice"])
        and _text()(value["by"])
        and _text()(value["at"])
    )


def _entry(value: Any) -> bool:
    """Tell whether this has the form of any entry."""
    if is_decision(value):
        return True
    if not isinstance(value, dict) or not {"of", "at", "for"} < value.keys():
        return False
    is_about = isinstance(value["for"], list) and len(value["for"]) <= 1_000 and all(map(_whole, value["for"]))
    is_chance = value.keys() == {"die", "of", "at", "for"} or value.keys() == {"drawn", "of", "at", "for"}
    what = _whole(value["die"]) if "die" in value else _text()(value.get("drawn"))
    return is_chance and is_about and what and _whole(value["of"]) and _text()(value["at"])


def _names(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_ENTRIES
        and all(_text()(part) for one in value.items() for part in one)
    )


def _header(value: Any) -> bool:
    """Tell whether this is an object of texts, numbers, and objects of texts; the journal looks closer."""
    return (
        isinstance(value, dict)
        and len(value) <= 40
        and all(isinstance(part, int) or _text()(part) or _names(part) for part in value.values())
    )


ENVELOPE: Mapping[str, Callable[[Any], bool]] = {"type": _text(20), "game": _hex, "have": _count(), "chain": _chain}
"""What every message holds: its type, the game, how many entries the sender holds, and the chain up to there."""
PARTS: Mapping[str, Mapping[str, Callable[[Any], bool]]] = {
    "hello": {
        "protocol": _count(),
        "role": lambda value: value in ("host", "guest"),
        "heard": lambda value: isinstance(value, bool),
        "header": _header,
    },
    "have": {},
    "entry": {"number": _count(), "entry": is_decision},
    "commit": {
        "exchange": _count(),
        "sort": lambda value: value in (DICE, ORDERS),
        "after": _count(),
        "hash": _hex,
    },
    "open": {"exchange": _count(), "secret": _text(MOST_BYTES_OF_MESSAGE), "salt": _hex},
    "state": {"exchange": _count(), "turn": _count(), "after": _count(), "hash": _digits},
    "things": {"exchange": _count(), "things": _names},
    "prefix": {"at": _count(), "hash": _chain, "entry": _entry},
    "end": {"winner": _text(), "turn": _count()},
    "refused": {"why": _text()},
    "stopped": {"why": _text()},
}
"""What a message of each type holds besides."""


def parsed(data: str | bytes) -> Message:
    """Read a message.

    Raises:
        MessageFaultError: it is too long, not JSON, or not one of the messages of this protocol.
    """
    if len(data) > MOST_BYTES_OF_MESSAGE:
        raise MessageFaultError(f"a message has more than {MOST_BYTES_OF_MESSAGE:,} bytes")
    try:
        text = data.decode() if isinstance(data, bytes) else data
        found = strict_json(text)
    except (ValueError, RecursionError) as error:
        raise MessageFaultError(f"a message is not JSON: {str(error)[:200]}") from None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        raise MessageFaultError("a message is not an object with a `type`")
    sort = found["type"]
    if sort not in PARTS:
        raise MessageFaultError(f"there is no message of the type `{sort[:40]}`")
    wanted = {**ENVELOPE, **PARTS[sort]}
    if missing := [name for name in wanted if name not in found]:
        raise MessageFaultError(f"a message of the type `{sort}` has no `{missing[0]}`")
    if beside := [name for name in found if name not in wanted]:
        raise MessageFaultError(f"a message of the type `{sort}` has a part `{beside[0][:40]}` that it may not have")
    for name, fits in wanted.items():
        if not fits(found[name]):
            raise MessageFaultError(f"`{name}` of a message of the type `{sort}` cannot be meant")
    return found


def written(message: Message) -> str:
    """Write a message as one line of JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
