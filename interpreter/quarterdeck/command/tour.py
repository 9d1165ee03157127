"""The tour of `make run`: what can be shown of the product so far."""

from __future__ import annotations

from quarterdeck.command import main


def tour() -> int:
    """Check a ruleset and play a battle; give the first exit code that is not 0."""
    return main(["check", "easyships"]) or main(["play", "easyships", "river-plate", "--seed", "1"])


if __name__ == "__main__":
    raise SystemExit(tour())
