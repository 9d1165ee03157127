"""A server for editors: it is told what somebody writes, says what is found, and answers requests, until it is let go.

In: messages of the language server protocol on the standard input. Out: messages on the standard output, and nothing
else. All work on games is done by one thread, in the order of the messages; the other one only talks. A fault in a
request becomes its answer, and the server goes on.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from quarterdeck import __version__
from quarterdeck.apps.lsp.open_games import FoundIn, OpenGames
from quarterdeck.apps.lsp.positions import Positions
from quarterdeck.apps.lsp.protocol import Translator, path_of
from quarterdeck.apps.lsp.responses import ANSWERS, Answer, NoAnswerForEditorError

PAUSE = 0.2
"""So many seconds somebody must not have typed before the text is looked at."""
LONGEST_PAUSE = 10_000
"""Milliseconds of that which an editor may ask for."""
PATIENCE = 1.0
"""After so many seconds of work the editor is told that it goes on."""
REQUEST_FAILED = -32803
"""What the protocol calls a request that is sound and cannot be done."""


@dataclass(frozen=True)
class OpenText:
    """A text that is open in the editor, and which version of it."""

    text: str
    version: int


class EditorServer(LanguageServer):
    """Speaks with one editor about the games whose files it opens."""

    def __init__(self, game: str = "") -> None:
        super().__init__(SERVER, __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.workshop = OpenGames(game)
        self.translator = Translator()
        self.worker = ThreadPoolExecutor(1, "work on games")
        self.open: dict[Path, OpenText] = {}
        self.published: dict[Path, lsp.PublishDiagnosticsParams] = {}
        self.waiting: asyncio.TimerHandle | None = None
        self.is_looking = False
        self.looks_again = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.shown = 0
        self.is_shut_down = False
        self.faults_told: set[str] = set()
        self.pause = PAUSE
        _register(self)

    # --- what somebody writes

    def is_told(self, uri: str, version: int | None, text: str | None) -> None:
        """Take note of a text that was opened or changed; without one it was closed."""
        path = path_of(uri)
        if path is None:
            return
        if text is None:
            self.open.pop(path, None)
            self.translator.uris.pop(path, None)
        else:
            self.open[path] = OpenText(text, version or 0)
            self.translator.uris[path] = uri

    def look_soon(self, pause: float | None = None) -> None:
        """Look at all games when nobody has typed for so many seconds."""
        if self.waiting is not None:
            self.waiting.cancel()
        pause = self.pause if pause is None else pause
        self.waiting = asyncio.get_running_loop().call_later(pause, self._look_now)

    def _look_now(self) -> None:
        self.waiting = None
        self.looks_again = self.is_looking
        if not self.is_looking:
            self._aside(self._look_till_quiet())

    async def _look_till_quiet(self) -> None:
        """Look, and once more where somebody wrote meanwhile, however much: texts in between are out of date."""
        self.is_looking = self.looks_again = True
        while self.looks_again:
            self.looks_again = False
            await self.look()
        self.is_looking = False

    async def look(self) -> None:
        """Look at all games, and say what is found."""
        versions = {path: one.version for path, one in self.open.items()}
        try:
            found = await self.worked(partial(self.workshop.found, list(versions)))
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the editor goes on
            self.tell_fault(error)
            return
        self.publish(found, versions)

    def publish(self, found: list[FoundIn], versions: dict[Path, int]) -> None:
        """Say what is found in each file; of what was changed since then, the next look says it."""
        said = {one.path: one for one in found}
        for path in self.published.keys() - said.keys():
            said[path] = FoundIn(path, ())
        for path, one in said.items():
            if path in self.open and self.open[path].version != versions.get(path):
                continue
            diagnostics = [self.translator.diagnostic(finding, seen) for finding, seen in one.findings]
            params = lsp.PublishDiagnosticsParams(self.translator.uri(path), diagnostics, versions.get(path))
            before = self.published.get(path)
            if params == before or (not diagnostics and before is None and path not in self.open):
                continue
            self.published[path] = params
            self.text_document_publish_diagnostics(params)

    # --- work

    async def worked(self, work: Callable[[], Any]) -> Any:
        """Have work done on the texts as they are now, behind all that was asked before."""
        texts = {path: one.text for path, one in self.open.items()}

        def with_texts() -> Any:
            self.workshop.texts = texts
            return work()

        done = asyncio.get_running_loop().run_in_executor(self.worker, with_texts)
        finished, _ = await asyncio.wait({done}, timeout=PATIENCE)
        if not finished and self.shows_progress:
            self._aside(self._show_progress(done))
        return await done

    async def _show_progress(self, done: asyncio.Future[Any]) -> None:
        """Show in the editor that work goes on, until it is done; an editor that does not want to leaves it."""
        self.shown += 1
        token = f"{SERVER}-{self.shown}"
        with suppress(JsonRpcException):
            await self.work_done_progress.create_async(token)
            self.work_done_progress.begin(token, lsp.WorkDoneProgressBegin("Looking at the rules", cancellable=False))
            await asyncio.wait({done})
            self.work_done_progress.end(token, lsp.WorkDoneProgressEnd())

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Let work go on beside what is answered."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    @property
    def shows_progress(self) -> bool:
        """Tell whether the editor shows that work goes on."""
        window = self.client_capabilities.window
        return window is not None and bool(window.work_done_progress)

    async def answered(self, answer: Answer, params: Any) -> Any:
        """Answer a request about a place in a file, or about all files; a fault is an answer as well."""
        document = getattr(params, "text_document", None)
        path = path_of(document.uri) if document is not None else Path()
        if path is None:
            return None
        try:
            return await self.worked(partial(answer, self.workshop, self.translator, path, params))
        except NoAnswerForEditorError as error:
            raise JsonRpcException(str(error), REQUEST_FAILED) from None
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the editor is told, and goes on
            self.log_fault(error)
            raise JsonRpcException(words_of(error)) from None

    def tell_fault(self, error: Exception) -> None:
        """Say once what went wrong inside, where no request waits for an answer."""
        self.log_fault(error)
        if (words := words_of(error)) not in self.faults_told:
            self.faults_told.add(words)
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, words))

    def log_fault(self, error: Exception) -> None:
        """Write where something went wrong to the standard error, which editors keep."""
        print("".join(traceback.format_exception(error)), file=sys.stderr, flush=True)  # noqa: T201


SERVER = "quarterdeck"


def words_of(error: Exception) -> str:
    """Give what is said of a fault of the interpreter."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{frame.filename.rpartition('quarterdeck/')[2]}, line {frame.lineno}"
    return f"internal error: {type(error).__name__}: {error} ({where})"


def _register(server: EditorServer) -> None:
    """Say which messages the server takes."""

    @server.feature(lsp.INITIALIZE)
    def _(params: lsp.InitializeParams) -> None:
        said = params.initialization_options
        pause = said.get("pause") if isinstance(said, dict) else None
        if isinstance(pause, int) and 0 <= pause <= LONGEST_PAUSE:
            server.pause = pause / 1000

    @server.feature(lsp.INITIALIZED)
    def _(_: lsp.InitializedParams) -> None:
        server.translator.positions = Positions(str(getattr(server.workspace.position_encoding, "value", "utf-16")))
        if server.workshop.game:
            server.look_soon(0)

    @server.feature(lsp.SHUTDOWN)
    def _(_: None) -> None:
        server.is_shut_down = True

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _(params: lsp.DidOpenTextDocumentParams) -> None:
        server.is_told(params.text_document.uri, params.text_document.version, params.text_document.text)
        server.look_soon(0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        server.is_told(params.text_document.uri, params.text_document.version, document.source)
        server.look_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def _(_: lsp.DidSaveTextDocumentParams) -> None:
        server.look_soon(0)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _(_: lsp.DidChangeWatchedFilesParams) -> None:
        server.look_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _(params: lsp.DidCloseTextDocumentParams) -> None:
        server.is_told(params.text_document.uri, None, None)
        server.look_soon(0)

    for method, (answer, options) in ANSWERS.items():
        _register_answer(server, method, answer, options)


def _register_answer(server: EditorServer, method: str, answer: Answer, options: Any) -> None:
    @server.feature(method, options)
    async def _(params: Any) -> Any:
        return await server.answered(answer, params)


def serve(game: str, given: BinaryIO, out: BinaryIO) -> int:
    """Speak with an editor until it lets go; 1 where it went away without saying so.

    What anything else prints meanwhile goes to the standard error: the output is for messages alone.
    """
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # it would print every request that is refused
    server = EditorServer(game)
    with redirect_stdout(sys.stderr):
        server.start_io(given, out)
    server.worker.shutdown(wait=False, cancel_futures=True)
    return 0 if server.is_shut_down else 1
