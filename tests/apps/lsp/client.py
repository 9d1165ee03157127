"""An editor as the server sees it: messages with a length before them, over pipes, to a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

PATIENCE = 120.0


class Refused(Exception):  # noqa: N818 - an answer, and no failure of the test
    """The answer to a request was an error; the argument is what it says."""


class EditorClient:
    """Speaks with `quarterdeck lsp` as an editor does."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "quarterdeck", "lsp", *arguments],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(os.environ),
        )
        self.number = 0
        self.versions: dict[str, int] = {}
        self.inbox: Queue[dict[str, Any] | None] = Queue()
        self.told: list[dict[str, Any]] = []
        self.noise: list[bytes] = []
        self.ears = [Thread(target=ear, daemon=True) for ear in (self._listen, self._overhear)]
        for ear in self.ears:
            ear.start()

    def _listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        while header := out.readline():
            length = 0
            while header.strip():
                assert header.startswith(b"Content-"), header
                if header.startswith(b"Content-Length"):
                    length = int(header.split(b":")[1])
                header = out.readline()
            self.inbox.put(json.loads(out.read(length)))
        self.inbox.put(None)

    def _overhear(self) -> None:
        assert self.process.stderr is not None
        self.noise.extend(self.process.stderr)

    # --- messages

    def raw(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def send(self, message: dict[str, Any]) -> None:
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, **params: Any) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        self.number += 1
        number = self.number
        self.send({"id": number, "method": method, "params": params})
        answer = self.until(lambda message: message.get("id") == number and "method" not in message)
        if "error" in answer:
            raise Refused(answer["error"]["message"])
        return answer["result"]

    def until(self, wanted: Any, patience: float = PATIENCE) -> dict[str, Any]:
        ends = time.monotonic() + patience
        while True:
            try:
                message = self.inbox.get(timeout=max(0.01, ends - time.monotonic()))
            except Empty:
                raise AssertionError(f"nothing came; {b''.join(self.noise)[-3000:].decode()}") from None
            if message is None:
                raise AssertionError(f"the server has gone: {b''.join(self.noise)[-3000:].decode()}")
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            self.told.append(message)
            if wanted(message):
                found: dict[str, Any] = message
                return found

    # --- a session

    def begin(self, **more: Any) -> dict[str, Any]:
        capabilities = {"window": {"workDoneProgress": True}, **more}
        found: dict[str, Any] = self.ask(
            "initialize",
            processId=None,
            rootUri=self.folder.as_uri(),
            capabilities=capabilities,
            initializationOptions={"pause": 5},
        )
        self.notify("initialized")
        return found

    def end(self) -> int:
        self.ask("shutdown")
        self.send({"method": "exit"})
        return self.leave()

    def leave(self) -> int:
        """Go away, with or without having said so; give the server's exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        for ear in self.ears:
            ear.join()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def uri(self, path: str) -> str:
        return (self.folder / path).resolve().as_uri()

    def text(self, path: str) -> str:
        return (self.folder / path).read_text("utf-8")

    def open(self, path: str, text: str | None = None) -> list[dict[str, Any]]:
        """Open a file; give what is found in it."""
        self.versions[path] = self.versions.get(path, 0) + 1
        document = {"uri": self.uri(path), "languageId": "quarterdeck", "version": self.versions[path]}
        self.notify(
            "textDocument/didOpen", textDocument={**document, "text": self.text(path) if text is None else text}
        )
        return self.found(path)

    def change(self, path: str, text: str, *, wait: bool = True) -> list[dict[str, Any]]:
        """Write another text into an open file; give what is found in it."""
        self.versions[path] += 1
        document = {"uri": self.uri(path), "version": self.versions[path]}
        self.notify("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        return self.found(path) if wait else []

    def close(self, path: str) -> None:
        self.notify("textDocument/didClose", textDocument={"uri": self.uri(path)})

    def found(self, path: str) -> list[dict[str, Any]]:
        """Give what is found in an open file as it is now."""
        said = self.until(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == self.uri(path)
                and message["params"].get("version") == self.versions[path]
            )
        )
        found: list[dict[str, Any]] = said["params"]["diagnostics"]
        return found

    def at(self, path: str, words: str, text: str | None = None, *, inside: int = 0) -> dict[str, Any]:
        """Give the place where some words of a file begin, or a little behind, as a request says it."""
        text = self.text(path) if text is None else text
        before = text[: text.index(words) + inside]
        line = before.rpartition("\n")[2]
        place = {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}
        return {"textDocument": {"uri": self.uri(path)}, "position": place}
