"""Messages of peers, as types: their schemas are made from these, and what is refused follows from the schemas.

In: text from another program. Out: a message of which every part has the form that the page `peer-protocol` specifies,
or an error that says what is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, Literal, TypedDict, get_args, get_type_hints

from quarterdeck.base.bounds import MOST_BYTES_OF_MESSAGE, MOST_ENTRIES
from quarterdeck.base.errors import UserError
from quarterdeck.base.plain_data import Limit, SchemaName
from quarterdeck.base.schema_reader import MisfitError, checked, fits, quoted
from quarterdeck.base.text import PRINTABLE, strict_json

PROTOCOL = 4
"""The version of the protocol."""
LONGEST_REASON = 2_000
"""Characters of a reason or a rule's name in a message."""
CHECKSUM_DIGITS = 16
"""Digits of the checksum before each message."""
Message = dict[str, Any]


class MessageFaultError(UserError):
    """This is not a message of a peer; the argument says why."""


class AlteredMessageError(MessageFaultError):
    """A text does not have its checksum: the line has altered it, or its sender does not speak this protocol."""


Number = Annotated[
    int, Limit("minimum", 0), Limit("maximum", 1 << 31), SchemaName("count", "A whole number from 0 to 2^31.")
]
Whole = Annotated[
    int,
    Limit("minimum", -(1 << 63)),
    Limit("maximum", 1 << 63),
    SchemaName("whole", "A whole number from -2^63 to 2^63."),
]
Text = Annotated[
    str,
    Limit("maxLength", LONGEST_REASON),
    Limit("pattern", PRINTABLE),
    SchemaName(
        "line", f"A text of at most {LONGEST_REASON:,} characters, without control characters and other forbidden ones."
    ),
]
Secret = Annotated[
    str,
    Limit("maxLength", MOST_BYTES_OF_MESSAGE),
    Limit("pattern", PRINTABLE),
    SchemaName("secret", "A text like a `line`, as long as a message may be."),
]
Hash = Annotated[str, Limit("pattern", "^[0-9a-f]{64}$"), SchemaName("hash", "64 digits from `0` to `f`.")]
ChainHash = Annotated[
    str, Limit("pattern", "^([0-9a-f]{64})?$"), SchemaName("chain", "A `hash`, or an empty text where `have` is 0.")
]
StateHash = Annotated[str, Limit("pattern", "^[0-9a-f]{8,64}$"), SchemaName("state", "8 to 64 digits from `0` to `f`.")]
Choice = Annotated[
    Whole | Text | Annotated[list[Whole], Limit("maxItems", 4)],
    SchemaName(
        "choice", "An answer as the record writes it: a `whole`, a `line`, or a hex: a list of up to 4 `whole`."
    ),
]
Subjects = Annotated[
    list[Whole], Limit("maxItems", 1_000), SchemaName("subjects", "A list of up to 1,000 `whole`: numbers of things.")
]
Names = Annotated[
    Mapping[Text, Text],
    Limit("maxProperties", MOST_ENTRIES),
    SchemaName("names", f"An object of up to {MOST_ENTRIES:,} `line`."),
]
HeaderLine = Annotated[
    Mapping[Text, Whole | Text | Names],
    Limit("maxProperties", 40),
    SchemaName("header", "The first line of a journal: an object of up to 40 `whole`, `line` and `names`."),
]


class DecisionEntry(TypedDict):
    """The entry of a decision."""

    choice: Choice
    by: Text
    at: Text


DieEntry = TypedDict("DieEntry", {"die": Whole, "of": Whole, "at": Text, "for": Subjects})
"""The entry of a die."""
LotEntry = TypedDict("LotEntry", {"drawn": Text, "of": Whole, "at": Text, "for": Subjects})
"""The entry of a lot."""


class PeerMessage(TypedDict):
    """What every message holds, beside its `type`."""

    game: Hash
    """the name of the game"""
    have: Number
    """how many entries the sender holds"""
    chain: ChainHash
    """`chain(have)`"""
    undone: Number
    """how many undos both have agreed to"""


class HelloSaid(PeerMessage):
    """First on each connection, and again while no `hello` has come; `heard` says whether one has."""

    type: Literal["hello"]
    protocol: Number
    role: Literal["host", "guest"]
    heard: bool
    header: HeaderLine


class HaveSaid(PeerMessage):
    """By a peer that waits, now and then: "send me what I lack"."""

    type: Literal["have"]


class EntrySaid(PeerMessage):
    """A decision of one of the sender's sides."""

    type: Literal["entry"]
    number: Number
    entry: DecisionEntry


class CommitSaid(PeerMessage):
    """When an exchange begins."""

    type: Literal["commit"]
    exchange: Number
    sort: Literal["dice", "orders"]
    after: Number
    hash: Hash


class OpenSaid(PeerMessage):
    """When the other's `commit` has come and is safe on disk."""

    type: Literal["open"]
    exchange: Number
    secret: Secret
    salt: Hash


class StateSaid(PeerMessage):
    """At the end of each turn; turn 0 is the set-up."""

    type: Literal["state"]
    exchange: Number
    turn: Number
    after: Number
    hash: StateHash


class ThingsSaid(PeerMessage):
    """After a `state` that differs: the hash of each thing by its name."""

    type: Literal["things"]
    exchange: Number
    things: Names


class PrefixSaid(PeerMessage):
    """Where records differ: `chain(at)` and entry `at`."""

    type: Literal["prefix"]
    at: Number
    hash: ChainHash
    entry: DecisionEntry | DieEntry | LotEntry


class UndoSaid(PeerMessage):
    """By a peer that wants to take back its last decision, entry `after` + 1; `undo` is `undone` + 1."""

    type: Literal["undo"]
    undo: Number
    after: Number


class AgreedSaid(PeerMessage):
    """The reply to `undo`: with an empty `why` the record ends with entry `after` from now on."""

    type: Literal["agreed"]
    undo: Number
    after: Number
    why: Text


class ResignSaid(PeerMessage):
    """Who gives the game up; the other peer says the same."""

    type: Literal["resign"]
    by: Literal["host", "guest"]


class EndSaid(PeerMessage):
    """When the game is over; `winner` is a side by its name in the scenario, and empty where nobody won."""

    type: Literal["end"]
    winner: Text
    turn: Number


class RefusedSaid(PeerMessage):
    """A message was not one of this protocol, and changed nothing."""

    type: Literal["refused"]
    why: Text


class StoppedSaid(PeerMessage):
    """The two cannot play on."""

    type: Literal["stopped"]
    why: Text


AnyMessage = (
    HelloSaid
    | HaveSaid
    | EntrySaid
    | CommitSaid
    | OpenSaid
    | StateSaid
    | ThingsSaid
    | PrefixSaid
    | UndoSaid
    | AgreedSaid
    | ResignSaid
    | EndSaid
    | RefusedSaid
    | StoppedSaid
)
"""A message from one peer to the other.

Each type has exactly the parts that are named.
"""
KINDS: Mapping[str, Any] = {get_args(get_type_hints(one)["type"])[0]: one for one in get_args(AnyMessage)}
"""The type of each sort of message, by the `type` that it says."""


def framed(text: str) -> str:
    """Put the checksum of a text before it."""
    return f"{_checksum(text.encode())} {text}"


def unframed(data: str | bytes) -> str:
    """Give a text without its checksum.

    Raises:
        MessageFaultError: it is too long.
        AlteredMessageError: it does not have its checksum.
    """
    if len(data) > MOST_BYTES_OF_MESSAGE:
        raise MessageFaultError(f"a message has more than {MOST_BYTES_OF_MESSAGE:,} bytes")
    held = data if isinstance(data, bytes) else data.encode(errors="replace")
    checksum, _, content = held.partition(b" ")
    if checksum != _checksum(content).encode():
        raise AlteredMessageError("a message does not have its checksum")
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise MessageFaultError("a message is not text in UTF-8") from None


def _checksum(content: bytes) -> str:
    return sha256(content).hexdigest()[:CHECKSUM_DIGITS]


def parsed(data: str | bytes) -> Message:
    """Read a message.

    Raises:
        MessageFaultError: it is too long, not JSON, or not one of the messages of this protocol.
        AlteredMessageError: it does not have its checksum.
    """
    try:
        found = strict_json(unframed(data))
    except (ValueError, RecursionError) as error:
        raise MessageFaultError(f"a message is not JSON: {str(error)[:200]}") from None
    sort = found.get("type") if isinstance(found, dict) else None
    if not isinstance(sort, str):
        raise MessageFaultError("a message is not an object with a `type`")
    if sort not in KINDS:
        raise MessageFaultError(f"there is no message of the type {quoted(sort)}")
    try:
        message: Message = checked(KINDS[sort], found)
    except MisfitError as error:
        raise MessageFaultError(f"a message of the type `{sort}` is invalid: {error}") from None
    return message


def is_decision(data: Any) -> bool:
    """Tell whether this has the form of the entry of a decision."""
    return fits(DecisionEntry, data)


def written(message: Message) -> str:
    """Write a message as one line: its checksum and its JSON."""
    return framed(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
