"""What one reader may see of a live game now: the one place that makes it.

In: a live game, the logs of its readers, and a reader: a side or `PUBLIC`. Out: a `Sight` as data. Numbers in it count
what the reader itself was asked: those of the record would tell how much others do in secret.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from quarterdeck.analysis.why.explanation import Explaining
from quarterdeck.analysis.why.seat_explanation import SeatExplaining
from quarterdeck.analysis.why.why_lines import WhyLine, why_lines
from quarterdeck.apps.server.messages import (
    ChancesTold,
    ChanceTold,
    ChangeTold,
    DiceAsked,
    GameOver,
    LineExplained,
    LineTold,
    LogPart,
    Waits,
)
from quarterdeck.apps.server.move_clock import MoveClock
from quarterdeck.apps.server.rule_book import RuleBook
from quarterdeck.base.decimals import in_percent
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.engine.board.board_data import BoardData, BoardMemory
from quarterdeck.engine.board.question_data import OpenQuestionData
from quarterdeck.engine.peers.hosting import phases_with_secrets
from quarterdeck.engine.run.happenings import Chosen, Happening
from quarterdeck.engine.run.journal import JournalHeader, Saved
from quarterdeck.engine.run.narrative import Line
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.secrecy import secrecy_of
from quarterdeck.engine.run.views import View, hidden_fields
from quarterdeck.engine.run.wording import signed_number
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.engine.sitting.logs import GameLogs
from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
from quarterdeck.print.boards.painter import BoardPainter
from quarterdeck.workspace.games.answer_odds import AnswerChances, AnswerOdds
from quarterdeck.workspace.games.game_board import GameBoard
from quarterdeck.workspace.ruleset.seating import Game

MOST_CASES = 1000
"""So many cases of a chance are told in numbers; with more, the percentage says as much."""
EXPLAINED = 4
"""How many games are kept, played again, for those who ask why something happened."""


@dataclass(eq=False)
class PlayedRules:
    """A ruleset built for a scenario, with what shows its boards: one for all games of it."""

    game: Game
    header: JournalHeader
    painters: dict[int, BoardPainter] = field(default_factory=dict)
    explained: dict[tuple[int, int, int], Explaining] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make what gives boards as data."""
        self.board = GameBoard(self.game)
        self.book = RuleBook(self.game.ruleset)

    def shared(self, header: JournalHeader) -> JournalHeader:
        """Give the header of a game by these rules, with its many hashes from the first one."""
        return replace(header, elements=self.header.elements, things=self.header.things)

    @cached_property
    def phases_with_secrets(self) -> frozenset[str]:
        """Give the phases in which others may do something of which a side knows nothing."""
        program = self.game.built.program
        return phases_with_secrets(program, secrecy_of(program))

    @cached_property
    def odds(self) -> AnswerOdds:
        """Give what counts the chances of answers."""
        return AnswerOdds(self.game.built, self.board.wording)

    def explaining(self, game: int, header: JournalHeader, entries: list[Entry], reader: int) -> Explaining:
        """Give what explains a game as far as it was played, to a side or (-1) to one who may know all."""
        key = game, len(entries), reader
        if key not in self.explained:
            while len(self.explained) >= EXPLAINED:
                del self.explained[next(iter(self.explained))]
            self.explained[key] = Explaining(self.game, Saved(header, entries, []), reader=reader)
        return self.explained[key]

    def painter(self, pixels: int) -> BoardPainter:
        """Give what draws boards of about a width, in steps of two hundred."""
        wide = max(1, round(pixels / 200)) * 200
        if wide not in self.painters:
            self.painters[wide] = BoardPainter.of(self.game.built, self.board.pieces, wide)
        return self.painters[wide]


@dataclass
class OpenLogs(GameLogs):
    """The logs of a game, of which readers get what is open to them.

    While all decide in secret, a log ends where that began: also what everybody may see is set by each side in turn.
    """

    marks: dict[int, int] = field(default_factory=dict)
    """How many lines each reader had when the phase began in which all decide in secret."""
    phase: str = ""
    phase_entry: int = 0
    """The phase that is played, and how many entries there were before it."""
    sources: dict[int, array[int]] = field(default_factory=dict)
    """The entry that each line of each reader tells of by itself: a roll, a draw or a decision; else 0."""
    same: dict[Line, Line] = field(default_factory=dict)
    """Each line once: most are told to several readers, and many come again in later turns."""

    def begin(self) -> None:
        """Begin with no lines."""
        super().begin()
        self.sources = {reader: array("I") for reader in self.lines}
        self.same = {}

    def hear(self, event: Happening) -> None:
        """Add what each reader is told of it, and note which entry that tells of."""
        for reader, narrative in self.narratives.items():
            lines, sources = self.lines[reader], self.sources[reader]
            for line in narrative.lines_with_happenings(event):
                sources.append(entry_told(line))
                told = replace(line, of=())
                lines.append(self.same.setdefault(told, told))

    def mark(self, phase: str, entry: int) -> None:
        """Learn that a phase begins after so many entries."""
        self.phase, self.phase_entry = phase, entry
        if phase in self.sitting.secrecy.phases:
            self.marks = {reader: len(lines) for reader, lines in self.lines.items()}

    def open_lines(self, reader: int) -> list[Line]:
        """Give the lines that a reader may read now."""
        narrative, lines = self.narratives[reader], self.lines[reader]
        is_secret = any(frame.event.address in self.sitting.secrecy.phases for frame in narrative.frames)
        return lines[: self.marks[reader]] if is_secret else list(lines)


def entry_told(line: Line) -> int:
    """Give the number of the entry that a line tells of: a roll, a draw or a decision; 0 where it tells of none."""
    if line.sort in ("roll", "missed"):
        return line.of[0].entry
    return max((one.entry for one in line.of if isinstance(one, Chosen)), default=0)


@dataclass(eq=False)
class SightMaker:
    """Makes the sights of one live game."""

    game: int
    title: str
    rules: PlayedRules
    live: LiveGame
    logs: OpenLogs
    orders: RepeatedOrders
    clock: MoveClock
    dice: Callable[[SightMaker], DiceAsked | None] = lambda _: None
    """Gives the die that people are to throw, where the game waits for one."""
    known_question: tuple[Question, OpenQuestionData] | None = None
    memories: dict[int, BoardMemory] = field(default_factory=dict)
    known_dice: tuple[object, DiceAsked | None] = (None, None)
    known_chances: tuple[Question | None, dict[Any, AnswerChances]] = (None, {})

    def __post_init__(self) -> None:
        """Know by which names the record calls things."""
        self.known_as = self.live.sitting.start.known_as

    def is_open_to(self, reader: int) -> bool:
        """Tell whether a reader may know that the question is open at which the game waits."""
        question = self.live.question
        if question is None or question.side == reader:
            return True
        return not self.logs.narratives[reader].is_hidden(question.site.address, question.side)

    def is_secret(self) -> bool:
        """Tell whether only the side that is asked may know that the open question is asked."""
        question = self.live.question
        others = [one for one in self.logs.narratives if question is not None and one != question.side]
        return bool(others) and not any(map(self.is_open_to, others))

    def is_free_to_undo(self, count: int, *, is_unseen: bool) -> bool:
        """Tell whether a wish to keep only so many entries shows nothing of what others do in secret.

        All since then was done in this phase, and either nobody knows of it, or nothing can be done here in secret.
        """
        in_the_open = self.logs.phase not in {"", *self.rules.phases_with_secrets} and not self.is_secret()
        return count >= self.logs.phase_entry and (is_unseen or in_the_open)

    def sight(self, reader: int, number: int, over: GameOver | None, *, between: bool = False) -> dict[str, Any]:
        """Give what a reader may see, without the log and the picture; `between` two questions nobody is asked."""
        question = None if over is not None or between else self.live.question
        own = question is not None and question.side == reader
        return {
            "game": self.game,
            "title": self.title,
            "side": self.known_as.get(reader),
            "number": number,
            "turn": self.live.sitting.turn,
            "question": self.asked(question) if own and question is not None else None,
            "waits": None if own or over is not None else record_as_data(self.waits(reader, question)),
            "dice": None if over is not None or between else record_as_data(self.dice_asked()),
            "over": record_as_data(over),
            "board": self.board(reader, over),
        }

    def board(self, reader: int, over: GameOver | None) -> BoardData:
        """Return what a reader may see of the board."""
        view = self.view(reader, over)
        return self.rules.board.board(view, self.memory(view))

    def memory(self, view: View) -> BoardMemory:
        """Return what whoever has a view was shown before; where no field is hidden, all are shown the same."""
        viewer = view.side if hidden_fields(view.program) else -1
        return self.memories.setdefault(viewer, BoardMemory())

    def view(self, reader: int, over: GameOver | None) -> View:
        """Give what a reader may see of the state; when the game is over, that is all."""
        if over is None:
            return self.live.view(reader)
        situation = self.live.sitting.playing.situation
        return View(situation.program, situation.state, situation.names, -1)

    def dice_asked(self) -> DiceAsked | None:
        """Give the die that people are to throw; to find the faces that would do may take long, and is done once."""
        if self.known_dice[0] is not self.live.waits_at:
            self.known_dice = self.live.waits_at, self.dice(self)
        return self.known_dice[1]

    def asked(self, question: Question) -> OpenQuestionData:
        """Give the question that a seat is asked; to weigh its answers may take long, and is done once."""
        if self.known_question is None or self.known_question[0] is not question:
            memory = self.memory(question.view)
            self.known_question = question, self.rules.board.question(question, self.orders, memory)
        return self.known_question[1]

    def waits(self, reader: int, question: Question | None) -> Waits:
        """Say for whom a reader waits: of what is done in secret no more than the phase."""
        if question is None or not self.is_open_to(reader):
            return Waits((), next(iter(self.logs.narratives[reader].phase_titles()), ""))
        name = self.live.sitting.start.names.get(question.side, question.by)
        return Waits((question.by,), f"{name}: {self.rules.board.wording.question(question.site.address)}")

    def time_left(self, sight: dict[str, Any]) -> int | None:
        """Return the seconds that are left for the question that a sight shows or waits for; none without a clock."""
        asked = self.live.asked
        is_shown = sight["question"] is not None or (sight["waits"] is not None and sight["waits"]["sides"])
        return self.clock.left(asked) if asked is not None and is_shown else None

    def picture(
        self, board: BoardData, question: OpenQuestionData | None, pixels: int, known: set[str]
    ) -> dict[str, Any]:
        """Draw a board for somebody who has the grounds of some hashes, to which this one's is added."""
        painter = self.rules.painter(pixels)
        return picture_of(painter, board, known, painter.moving(board, question, subject_of(question)))

    def chances(self, question: Question, number: int, value: Any) -> ChancesTold:
        """Count what comes of an answer by chance; for each question that is open this is done once.

        Raises:
            KeyError: this is no answer to it.
        """
        if self.known_chances[0] is not question:
            self.known_chances = question, {}
        answer, known = question.meant(value), self.known_chances[1]
        if answer is None:
            raise KeyError(value)
        if answer not in known:
            known[answer] = self.rules.odds.of(question, answer)
        found = known[answer]
        return ChancesTold(
            number,
            value,
            [ChanceTold(one.words, in_percent(one.chance, 1), in_parts(one.chance)) for one in found.checks],
            [
                ChangeTold(one.thing, one.words, on_average(one.mean), in_percent(one.chance, 1))
                for one in found.changes
            ],
        )

    def explained(self, reader: int, over: GameOver | None, line: int) -> LineExplained:
        """Explain a line of a reader's log.

        Raises:
            KeyError: there is no such line, or it tells of no roll and no decision.
        """
        lines, sources = self.logs.open_lines(reader), self.logs.sources[reader]
        if not (line < len(lines) and sources[line]):
            raise KeyError(line)
        sitting, wording = self.live.sitting, self.rules.board.wording
        is_free = over is not None or not sitting.secrecy
        entries = list(sitting.record)
        explaining = self.rules.explaining(self.game, sitting.header, entries, -1 if is_free else reader)
        if is_free:
            found = explaining.explain(sources[line])
        else:
            found = SeatExplaining(explaining, sitting.secrecy).explain(sources[line])
        told = [one for one in why_lines(found, wording) if one.sort not in ("told", "blank")]
        if found.roll is None and found.decision is None:
            told.insert(1, WhyLine("head", lines[line].text))
        return LineExplained(line, lines[line].number, told, found.entry["at"])

    def looked(self, reader: int, over: GameOver | None, thing: str, pixels: int) -> dict[str, Any]:
        """Give all that a reader may see of a thing.

        Raises:
            KeyError: there is nothing of that name on the board.
        """
        view = self.view(reader, over)
        card = self.rules.board.card(view, thing)
        if not pixels:
            return {"card": card, "moving": None}
        question = self.live.question
        own = self.asked(question) if over is None and question is not None and question.side == reader else None
        return {"card": card, "moving": self.rules.painter(pixels).moving(self.board(reader, over), own, thing)}


def picture_of(painter: BoardPainter, board: BoardData, known: set[str], moving: str) -> dict[str, Any]:
    """Draw a board for somebody who has the grounds of some hashes, to which this one's is added."""
    ground = painter.ground(board)
    svg = None if ground.hash in known else ground.svg
    known.add(ground.hash)
    return {"ground": {"hash": ground.hash, "box": ground.box, "svg": svg}, "moving": moving}


def subject_of(question: OpenQuestionData | None) -> str:
    """Give the thing on the board that a question is about, where there is one."""
    subject = None if question is None else question["subject"]
    return "" if subject is None else subject["thing"]


def in_parts(chance: Fraction) -> str:
    """Say a chance as so many cases of all, where these are few."""
    return f"{chance.numerator} in {chance.denominator}" if chance.denominator <= MOST_CASES else ""


def on_average(mean: Fraction) -> str:
    """Say a mean, with its sign, in hundredths."""
    return signed_number(Fraction(round(mean * 100), 100))


def log_part(lines: list[Line], sources: Sequence[int], start: int) -> dict[str, Any]:
    """Give the lines of a log from a number on."""
    told = zip(lines[start:], sources[start:], strict=False)
    found: dict[str, Any] = record_as_data(
        LogPart(start, [LineTold(line.depth, line.sort, line.text, line.number, at > 0) for line, at in told])
    )
    return found
