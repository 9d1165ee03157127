"""Where the bytes of a journal are kept: in a file that one program writes at a time, or in memory.

In: bytes that are appended, and lengths to which they are cut. Out: the same bytes, safe after `sync`. What the bytes
say is the business of `journal`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, Protocol

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from quarterdeck.base.bounds import MOST_BYTES_OF_JOURNAL
from quarterdeck.base.errors import UserError
from quarterdeck.base.text import UnreadableError, bytes_of


class JournalFaultError(UserError):
    """The bytes are not a journal, or not one of the game as it is now; the argument is the message for the user."""


class SaveFaultError(UserError):
    """What keeps a journal cannot be read or written now, as a database that is away; the argument says why."""

    sort = "file"


class JournalStore(Protocol):
    """Keeps the bytes of one journal; `str` names it in messages."""

    @property
    def path(self) -> Path | None:
        """The file that keeps the bytes, where one does."""

    def read(self) -> bytes:
        """Read all bytes, also while another program writes.

        Raises:
            JournalFaultError: there is nothing to read.
        """

    def take(self) -> int:
        """Claim the right to write, and return the number of bytes that are there.

        Raises:
            OSError: the store cannot be written.
            JournalFaultError: another program writes to it.
        """

    def append(self, data: bytes) -> None:
        """Write bytes after those that are there."""

    def truncate(self, size: int) -> None:
        """Drop all bytes after the first ones."""

    def replace(self, data: bytes) -> None:
        """Replace all bytes at once: whoever reads sees either the old or the new ones."""

    def sync(self) -> None:
        """Make all that was written safe from a crash of the machine."""

    def close(self) -> None:
        """Give up the right to write."""


class MemoryStore:
    """A journal in memory, for games that another program keeps, or nobody."""

    path = None

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)

    def __str__(self) -> str:
        return "the game in memory"

    def read(self) -> bytes:
        """Read all bytes."""
        return bytes(self.data)

    def take(self) -> int:
        """Return the number of bytes: nobody else can write here."""
        return len(self.data)

    def append(self, data: bytes) -> None:
        """Write bytes after those that are there."""
        self.data += data

    def truncate(self, size: int) -> None:
        """Drop all bytes after the first ones."""
        del self.data[size:]

    def replace(self, data: bytes) -> None:
        """Replace all bytes."""
        self.data[:] = data

    def sync(self) -> None:
        """Do nothing: memory does not outlive the program."""

    def close(self) -> None:
        """Do nothing: the bytes can still be read."""


class FileStore:
    """A journal in a file, locked against other programs while this one writes, where the system has such locks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: BinaryIO | None = None

    def __str__(self) -> str:
        return str(self.path)

    @property
    def opened(self) -> BinaryIO:
        """The file, which must have been taken."""
        assert self.file is not None
        return self.file

    def read(self) -> bytes:
        """Read all bytes of the file, up to the most that a journal may have.

        Raises:
            JournalFaultError: the file cannot be read, or is too large.
        """
        try:
            return bytes_of(self.path, MOST_BYTES_OF_JOURNAL)
        except UnreadableError as error:
            raise JournalFaultError(str(error)) from None

    def take(self) -> int:
        """Open the file for writing, with its folder if need be, and lock it until it is closed or the program ends.

        Raises:
            OSError: the file cannot be written.
            JournalFaultError: another program writes to it.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not self.path.exists()
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self.file = os.fdopen(os.open(self.path, flags, 0o666), "r+b")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise JournalFaultError(f"{self.path} is in use by another program") from None
        except (OSError, AttributeError):
            pass  # a folder of another machine, or a system that has no such locks
        if is_new:
            self._sync_name()
        return self.file.seek(0, os.SEEK_END)

    def append(self, data: bytes) -> None:
        """Write bytes after those that are there."""
        self.opened.write(data)

    def truncate(self, size: int) -> None:
        """Drop all bytes after the first ones."""
        self.opened.flush()
        self.opened.truncate(size)
        self.opened.seek(size)

    def replace(self, data: bytes) -> None:
        """Replace the file by another that holds these bytes, and lock that.

        Raises:
            OSError: the folder cannot be written.
            JournalFaultError: another program has taken the file meanwhile.
        """
        self.close()
        fresh = self.path.with_name(f"{self.path.name}.new")
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
        self._sync_name()
        self.take()

    def sync(self) -> None:
        """Make all that was written safe from a crash of the machine."""
        self.opened.flush()
        os.fsync(self.opened.fileno())

    def close(self) -> None:
        """Close the file, and so unlock it."""
        self.opened.close()

    def _sync_name(self) -> None:
        """Make the name of a new file safe as well, where folders can be synced."""
        try:
            folder = os.open(self.path.parent, os.O_RDONLY)
        except OSError:
            return
        try:
            os.fsync(folder)
        except OSError:
            pass
        finally:
            os.close(folder)
