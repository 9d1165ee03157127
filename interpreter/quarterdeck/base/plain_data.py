"""Records as JSON can hold them.

In: dataclasses, and what they hold. Out: dictionaries, lists, texts and whole numbers; a chance is a fraction of two of
these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any


def fraction(share: Fraction) -> dict[str, int]:
    """Give a chance, or another share, as a numerator and a denominator that have no divisor in common."""
    return {"numerator": share.numerator, "denominator": share.denominator}


def record_as_data(record: Any) -> Any:
    """Give a record and all that it holds as JSON can hold it: fields by their names, fractions as two numbers."""
    if is_dataclass(record) and not isinstance(record, type):
        return {one.name: record_as_data(getattr(record, one.name)) for one in fields(record)}
    if isinstance(record, Mapping):
        return {str(key): record_as_data(value) for key, value in record.items()}
    if isinstance(record, list | tuple):
        return [record_as_data(value) for value in record]
    if isinstance(record, Fraction):
        return fraction(record)
    return str(record) if isinstance(record, Path) else record
