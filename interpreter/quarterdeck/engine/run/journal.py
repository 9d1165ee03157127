"""Journals: a game as JSON lines, the only save.

In: a header and the record of a game. Out: lines in a `JournalStore`. The first says by which rules, in which scenario
and with which dice a game is played, each further one is one die or decision. What was recorded is written, and safe,
only after `sync`; a decision is acknowledged after that. A last line that is torn is dropped when the journal is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from itertools import accumulate
from pathlib import Path
from typing import Any

from quarterdeck.base.text import object_in
from quarterdeck.engine.run.journal_store import JournalFaultError, JournalStore
from quarterdeck.engine.run.record import Entry, GameRecord, as_line
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.meaning.canonical_form import VERSION, Form, data_form, hashed, renamed
from quarterdeck.language.meaning.fingerprint import played_by, setup_form

FORMAT = 1
FIRST = 1
"""The version of the hashes in files that do not name it."""
SHORT = 8  # digits of a hash that tells which rule has changed; whether any has, the whole hash says


@dataclass(frozen=True)
class JournalHeader:
    """What a game is played by.

    `rules` is the hash of meaning of the ruleset with its variants, `start` that of options, constants, the situation
    in which the game begins, and what is done before its first turn. `elements` has a short hash for each rule, table
    and kind, and `things` one for each thing at the start: they serve to say what has changed. `meaning` is the
    version of these hashes; a file that does not name it is of the first. `folder` is the way from the folder of the
    file to the one from which the ruleset, scripts and dice are named; empty where nothing of these hangs on it.
    """

    game: str
    scenario: str
    options: dict[str, str]
    seats: dict[str, str]
    seed: int
    dice: str
    rules: str
    start: str
    format: int = FORMAT
    elements: dict[str, str] = field(default_factory=dict)
    things: dict[str, str] = field(default_factory=dict)
    meaning: int = FIRST
    folder: str = ""

    @property
    def is_older(self) -> bool:
        """Tell whether its hashes are of an older version: then only playing tells whether the rules are the same."""
        return self.meaning < VERSION

    def line(self) -> dict[str, Any]:
        """Give the first line."""
        line = {"format": self.format, **asdict(self)}
        return line if self.folder else {key: value for key, value in line.items() if key != "folder"}


@dataclass(frozen=True)
class Saved:
    """What a file holds: its header, its entries, and behind which byte each line ends; `torn` is what was dropped."""

    header: JournalHeader
    entries: list[Entry]
    ends: list[int]
    torn: bytes = b""


def hashes_of(
    declared: Declared,
    situation: Situation,
    known: Mapping[str, str] | None = None,
    names: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Give the hashes that a header holds; `known` are those of what is declared, where somebody has them already.

    With `names` for present addresses, the hashes are those that the ruleset had under these.
    """
    known = played_by(declared, names) if known is None else known
    things = forms_at_start(situation)
    scenario = declared.scenarios.get(situation.opening.removeprefix("scenario "))
    before_play = setup_form(declared, scenario) if scenario else ""
    at = {option.name: f"{option.module}.{option.name}" for option in declared.options.values()}
    former = {name: names[address].rpartition(".")[2] for name, address in at.items() if names and address in names}
    settings = {former.get(name, name): value for name, value in situation.program.settings.items()}
    start = (data_form(settings), tuple(things.values()), renamed(before_play, names or {}))
    return {
        "meaning": VERSION,
        "rules": hashed(tuple(known.items())),
        "start": hashed(start),
        "elements": {address: found[:SHORT] for address, found in known.items()},
        "things": {name: hashed(form)[:SHORT] for name, form in things.items()},
    }


def state_hash(situation: Situation) -> str:
    """Hash the fields of all things in play; the arrangement of the state and the order of things make no difference.

    Two programs that play the same game compare it at the end of a turn.
    """
    return hashed(tuple(form for _, form in sorted(forms_at_start(situation).items())))


def thing_hashes(situation: Situation) -> dict[str, str]:
    """Hash each thing in play by its name, as two programs compare them where their states differ."""
    return {name: hashed(form) for name, form in forms_at_start(situation).items()}


def forms_at_start(situation: Situation) -> dict[str, Form]:
    """Give the form of every thing in a situation: its kind and its fields, wherever they lie in the state."""
    layout, state = situation.program.layout, situation.state
    known_as = {thing: name for name, thing in situation.things.items()}
    found: dict[str, Form] = {}
    for kind in sorted(layout.arrays):
        addresses = sorted(a for a in layout.offsets if a.startswith(f"{kind}."))
        for thing in layout.things(kind):
            if state[thing]:
                name = known_as.get(thing, f"{kind} {layout.ordinal(thing)}")
                values = {address: _plain(situation, known_as, thing, address) for address in addresses}
                found[name] = (name, kind, data_form(values))
    return found


def _plain(situation: Situation, known_as: Mapping[int, str], thing: int, address: str) -> Any:
    """Give a field as it would be in any other arrangement of the state."""
    layout = situation.program.layout
    kind, at = layout.types[address], thing + layout.offsets[address]
    value = situation.state[at]
    if isinstance(kind, types.ListType):
        return [_item(situation, known_as, kind.item, v) for v in situation.state[at + 1 : at + 1 + value]]
    return _item(situation, known_as, kind, value)


def _item(situation: Situation, known_as: Mapping[int, str], kind: types.Type, value: int) -> Any:
    if isinstance(types.without_none(kind), types.Thing) and value >= 0:
        return known_as.get(value, situation.program.layout.ordinal(value))
    return value


def read_journal(store: JournalStore) -> Saved:
    """Read a journal.

    Raises:
        JournalFaultError: the store holds nothing, or no journal.
    """
    data = store.read()
    lines, end, ends = [], 0, []
    while (next_end := data.find(b"\n", end) + 1) > 0:
        lines.append(data[end:next_end])
        ends.append(next_end)
        end = next_end
    torn = data[end:]
    parsed: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        entry = _entry(line)
        if entry is None:
            if number == len(lines) and number > 1:
                torn = line + torn
                ends.pop()
                break
            raise JournalFaultError(f"{store}, line {number}: this is not a line of a saved game")
        parsed.append(entry)
    if not parsed:
        raise JournalFaultError(f"{store} holds no saved game")
    return Saved(header_of(parsed[0], store), parsed[1:], ends, torn)


def _entry(line: bytes) -> dict[str, Any] | None:
    entry = object_in(line)
    if entry is None or not all(PARTS[name](entry[name]) for name in PARTS.keys() & entry.keys()):
        return None
    return entry if "format" in entry or {"die", "drawn", "choice"} & entry.keys() else None


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


FITS: dict[str, Callable[[Any], bool]] = {"str": _is_text, "int": _is_whole, "dict[str, str]": _are_texts}
"""What the parts of a header may be, by their types."""
PARTS: dict[str, Callable[[Any], bool]] = {"die": _is_whole, "drawn": _is_text, "at": _is_text, "by": _is_text}
"""What the parts of an entry may be; what a choice may be is a matter of the rules."""


def header_of(line: dict[str, Any], store: object) -> JournalHeader:
    """Read a header as its line writes it; `str` of the store names in messages where the line comes from.

    Raises:
        JournalFaultError: it is of another format or a later version, or is invalid.
    """
    if line.get("format") != FORMAT:
        was = line.get("format", "none")
        raise JournalFaultError(f"{store} has the format {was}, and this program reads {FORMAT}")
    try:
        header = JournalHeader(**line)
    except TypeError:
        raise JournalFaultError(f"{store}: the first line does not name the game") from None
    for part in fields(header):
        if not FITS[str(part.type)](getattr(header, part.name)):
            raise JournalFaultError(f"{store}: what the first line says of `{part.name}` is invalid")
    if header.meaning not in range(FIRST, VERSION + 1):
        was = header.meaning
        raise JournalFaultError(f"{store} was saved by a later version of this program (meaning {was}, here {VERSION})")
    return header


@dataclass(frozen=True)
class RuleChange:
    """What has changed since a journal was begun: a rule, table or kind, or a thing at the start; and how.

    `how` is changed, gone or new. Where it is not known what has changed, there is no name.
    """

    name: str
    how: str
    at_start: bool = False

    def __str__(self) -> str:
        """Say it in words."""
        if self.name:
            return f"{self.name} is {self.how}{' at the start' if self.at_start else ''}"
        return "what the game begins with, or an option, is another" if self.at_start else "the ruleset is another one"


def differences(header: JournalHeader, now: Mapping[str, Any]) -> list[RuleChange]:
    """Give what has changed since a journal was begun; nothing where the game is the same.

    Nothing is said of hashes of an older version: they cannot be compared.
    """
    if header.is_older or (header.rules, header.start) == (now["rules"], now["start"]):
        return []
    found = list(_changed(header.elements, now["elements"]))
    if header.start != now["start"]:
        things = _changed(header.things, now["things"], at_start=True)
        found += list(things) or [RuleChange("", "changed", at_start=True)]
    return found or [RuleChange("", "changed")]


def _changed(was: Mapping[str, str], now: Mapping[str, str], at_start: bool = False) -> Iterator[RuleChange]:
    yield from (RuleChange(name, "changed", at_start) for name in was if name in now and was[name] != now[name])
    yield from (RuleChange(name, "gone", at_start) for name in was if name not in now)
    yield from (RuleChange(name, "new", at_start) for name in now if name not in was)


class Journal:
    """A journal that is being written, by one program at a time: at each `sync` the lines of a record that are new.

    Raises:
        OSError: the store cannot be written.
        JournalFaultError: another program writes to it, or has written to it since it was read.
    """

    def __init__(self, store: JournalStore, header: JournalHeader, saved: Saved | None = None) -> None:
        self.store = store
        self.header = header
        self.lines: list[str] | None = None
        self.count = len(saved.entries) if saved is not None else 0
        self.unmeasured: list[str] = []  # lines of which `ends` does not say yet where they end
        self.is_open = True
        size = store.take()
        if saved is None:
            first = as_line(header.line()).encode()
            store.truncate(0)
            store.append(first)
            self.ends = [len(first)]
            self.sync()
        else:
            self.ends = list(saved.ends)
            if size != self.ends[-1] + len(saved.torn):
                store.close()
                raise JournalFaultError(f"{store} has been continued elsewhere since it was read")
            store.truncate(self.ends[-1])

    @property
    def path(self) -> Path | None:
        """The file that keeps the journal, where one does."""
        return self.store.path

    def follow(self, lines: list[str]) -> None:
        """Keep the lines of a record from now on; they begin with those that the journal holds."""
        self.lines = lines

    def sync(self) -> None:
        """Make all that was recorded safe from a crash of the machine."""
        self._put_down()
        self.store.sync()

    def cut(self, count: int) -> None:
        """Keep only so many entries, and follow no record until there is another one that begins with them."""
        self._put_down()
        self.lines = None
        self.ends += accumulate((len(line.encode()) for line in self.unmeasured), initial=self.ends.pop())
        self.unmeasured.clear()
        del self.ends[count + 1 :]
        self.count = count
        self.store.truncate(self.ends[-1])
        self.sync()

    def renew(self, header: JournalHeader) -> None:
        """Put another header in the place of the one that is there; the store is complete at any time.

        Raises:
            OSError: the store cannot be written.
            JournalFaultError: another program has taken the store meanwhile.
        """
        self.sync()
        first, rest = as_line(header.line()).encode(), self.store.read()[self.ends[0] :]
        self.store.replace(first + rest)
        self.header, moved = header, len(first) - self.ends[0]
        self.ends = [end + moved for end in self.ends]

    def reopen(self) -> None:
        """Write on after `close`.

        Raises:
            OSError: the store cannot be written.
            JournalFaultError: another program writes to it, or has written to it since.
        """
        if self.is_open:
            return
        size = self.store.take()
        if size != self.ends[-1] + sum(len(line.encode()) for line in self.unmeasured):
            self.store.close()
            raise JournalFaultError(f"{self.store} has been continued elsewhere since it was closed")
        self.is_open = True

    def close(self) -> None:
        """Make all safe, and let go of the store, also where nothing can be written any more."""
        if self.is_open:
            self.is_open = False
            try:
                self.sync()
            finally:
                self.store.close()

    def _put_down(self) -> None:
        """Write the lines that are new."""
        if self.lines is None:
            return
        lines = self.lines[self.count :]
        self.store.append("".join(lines).encode())
        self.unmeasured += lines
        self.count += len(lines)


def written(header: JournalHeader, record: GameRecord) -> bytes:
    """Give a whole journal."""
    return "".join([as_line(header.line()), *record.lines]).encode()
