"""Draw the boards of games in mid-battle, as pages to look at, and measure what a step costs.

python bench/board.py --into /tmp/boards --turns 3
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.board.answer_meanings import AnswerMeanings
from quarterdeck.engine.board.board_data import board_data
from quarterdeck.engine.board.descriptions import Descriptions
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.board.question_data import question_data
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.wording import Wording
from quarterdeck.print.boards.painter import BoardPainter, board_style
from quarterdeck.print.page import html_page
from quarterdeck.workspace.games.answer_figures import AnswerFigures

GAMES = (
    ("easyships", "denmark_strait"),
    ("easyships", "tsushima"),
    ("quickfire", "coronel"),
    ("fear_god", "dogger_bank"),
    ("ships_and_sails", "lake_erie"),
    ("ships_and_sails", "trafalgar"),
    ("tests/games/marbles", ""),
    ("tests/games/snowballs", ""),
)
INKS = """
:root { color-scheme: light dark; --color-background-primary: #fff; --rulebook-shade: #dcdcda }
body { margin: 0; font: 14px system-ui }
body { background: var(--color-background-primary); color: var(--rulebook-ink, #191919) }
svg { width: 100%; height: auto }
"""
DARK = """
:root { --color-background-primary: #16171a; --rulebook-ink: #e6e3e0; --rulebook-muted: #a09c98;
--rulebook-hairline: #55524f; --rulebook-panel: #1f2023; --rulebook-shade: #3a3b3e; --rulebook-accent: #e09a8f }
.board { --board-side-0: #56b4e9; --board-side-1: #f0883e }
"""


@dataclass
class Steps:
    """A decider that decides as a bot does, and times what a page would be sent at each question."""

    painters: dict[int, BoardPainter]
    pieces: Pieces
    meanings: AnswerMeanings
    wanted: str
    bot: Any = field(default_factory=lambda: seat("bot", 3))
    times: list[tuple[float, float, float]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    last: dict[int, str] = field(default_factory=dict)
    grounds: set[str] = field(default_factory=set)

    def decide(self, question: Question) -> Any:
        """Give what the bot decides."""
        begun = process_time()
        asked = question_data(question, self.meanings)
        questioned = process_time()
        board = board_data(Descriptions(self.pieces, question.view, self.meanings.wording))
        seen = process_time()
        self.grounds.add(self.painters[1000].ground(board).hash)
        subject = asked["subject"]
        drawing = process_time()
        moving = self.painters[1000].moving(board, asked, subject["thing"] if subject else "")
        self.times.append((questioned - begun, seen - questioned, process_time() - drawing))
        self.sizes.append(len(moving) + len(json.dumps(asked)))
        if not self.last or self.wanted in question.site.address:
            chosen = subject["thing"] if subject else ""
            self.last = {wide: one.picture(board, asked, chosen) for wide, one in self.painters.items()}
        return self.bot.decide(question)


def main() -> None:
    """Draw and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--at", default="", help="the address of the question that is drawn")
    parser.add_argument("games", nargs="*")
    wanted = parser.parse_args()
    for name, titled in GAMES:
        if wanted.games and not any(one in f"{name} {titled}" for one in wanted.games):
            continue
        findings, ruleset = Findings(), Ruleset.open(name)
        scenario = titled or next(iter(ruleset.declared.scenarios))
        built, start = ruleset.scenario(scenario, findings)
        program, module = built.program, built.module()
        pieces = Pieces(start, module)
        meanings = AnswerMeanings(pieces, Wording(program, start.names), AnswerFigures(built))
        painters = {pixels: BoardPainter.of(built, pieces, pixels) for pixels in (1000, 390)}
        start.state[program.layout.arrays["Game"].base + program.layout.offsets["Game.turn_limit"]] = wanted.turns
        steps = Steps(painters, pieces, meanings, wanted.at)
        sites = [site.address for site in program.sites]
        play(
            module,
            Context(program, start.copy(), SeededDice(1, sites), dict.fromkeys(program.layout.things("Side"), steps)),
        )
        means = [1000 * sum(times) / len(steps.times) for times in zip(*steps.times, strict=True)]
        print(f"{name} {scenario}: {len(steps.times)} questions, {len(steps.grounds)} grounds; ms a step:", end=" ")
        print(f"question {means[0]:.1f}, board {means[1]:.1f}, drawing {means[2]:.1f};", end=" ")
        print(f"bytes {sum(steps.sizes) // len(steps.sizes)}")
        if wanted.into is not None:
            wanted.into.mkdir(parents=True, exist_ok=True)
            for pixels, picture in steps.last.items():
                for shade, inks in (("light", INKS), ("dark", INKS + DARK)):
                    page = html_page(scenario, f'<div class="board">{picture}</div>', board_style() + inks)
                    file = f"{Path(name).name}-{scenario}-{pixels}-{shade}.html"
                    (wanted.into / file).write_text(page, "utf-8")


if __name__ == "__main__":
    main()
