"""What is answered to the requests of an editor, by the protocol's name of each.

In: the workshop, a file, and what the protocol says of the request. Out: values of the protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from quarterdeck.editor.translated import Translator
from quarterdeck.editor.workshop import Workshop

Answer = Callable[[Workshop, Translator, Path, Any], Any]


class NoAnswerForEditorError(Exception):
    """What was asked for is sound and cannot be done; the argument says why."""


ANSWERS: Mapping[str, tuple[Answer, Any]] = {}
"""By the name of each request who answers it, and what the editor is told about that beforehand."""
