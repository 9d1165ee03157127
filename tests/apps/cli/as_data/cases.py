"""Every command with every exit code, and with `--json` every shape of its output: one table.

A case is a command line; it is run in a folder in which `material` has laid out games, one case after another, so that
journals that one writes are there for the next. Who adds a command, an option `--json` or an exit code adds cases.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.analysis.battles.executors import WorkersError
from quarterdeck.engine.peers.peer_context import PeerFaultError
from quarterdeck.engine.plugins.reading import PluginFaultError
from quarterdeck.program.passes.cut import NotCountedError
from tests.apps.cli.as_data.material import (
    OTHER_PORT,
    PORT,
    broken_now,
    in_other_database,
    of_other_rules,
    referee_at,
    shortened,
    with_a_variant,
    with_an_amended_figure,
    with_another_entry,
)


@dataclass(frozen=True)
class Case:
    """A command line, its exit code, what is typed, and what is done in the folder before.

    Of what is `broken`, a function by its name, comes nothing but an exception: a plugin, or the interpreter.
    """

    line: str
    code: int = 0
    typed: str = ""
    broken: tuple[str, Exception] | None = None
    first: Callable[[Path], None] | None = None

    @property
    def words(self) -> list[str]:
        """Give the words of the command line."""
        return shlex.split(self.line)

    @property
    def command(self) -> str:
        """Give the command."""
        return self.words[0]

    @property
    def is_data(self) -> bool:
        """Tell whether the output is to be JSON."""
        return "--json" in self.words


AIM = "{situation: playground, given: {child: Dora, Anna.place: [3, 6], Dora.left.snowballs: 2}}"
"""A child that may decide whom it throws at, and how often."""


CHIPS = ", ".join(f"chip {number}: {{kind: Token}}" for number in range(1, 4))
"""As many tokens as there may be."""

FOUGHT = "tune snowballs --scenario cousins --sides random --number throw.aim#1=4..5 --workers 1"
"""What is tuned in battle."""


def message(said: str) -> str:
    """Give a message as editors send it."""
    return f"Content-Length: {len(said)}\r\n\r\n{said}"


MESSAGES = "".join(
    message(f'{{"jsonrpc": "2.0", {said}}}')
    for said in (
        '"id": 1, "method": "initialize", "params": {"processId": null, "rootUri": null, "capabilities": {}}',
        '"id": 2, "method": "shutdown"',
        '"method": "exit"',
    )
)
"""What an editor sends that says good day and goodbye."""

CASES = (
    # accept
    Case("accept snowballs+thaw --json"),
    Case("accept broken+thaw --json", 1),
    Case("accept snowballs --json", 2),
    # amend
    Case("amend snowballs+houserule throwing.throw.aim.far --json", first=with_a_variant("houserule")),
    Case("amend snowballs+houserule throwing.throw.aim.far --json", 2),
    Case("amend snowballs+thaw+houserule throwing.dice_of.strong --json", 1),
    # battles
    Case("battles snowballs cousins --sides random --count 8 --vary high_walls=no --save kept.sqlite --json"),
    Case("battles snowballs cousins --sides random --count 2 --option high-walls=no --json"),
    Case("battles stones short --sides script.yaml --count 2 --json"),
    Case("battles owned table --sides script.yaml --count 2 --json"),
    Case("battles crowded table --against crowded --count 2 --json", 1),
    Case("battles broken cousins --json", 1),
    Case("battles stones table --json", 1, broken=("apps.cli.battles.fight_series", WorkersError("a worker has died"))),
    Case("battles stones table --count 0 --json", 2),
    Case("battles snowballs cousins --count 2 --profile --json", 2),
    Case("battles snowballs cousins --count 2 --profile"),
    # book
    Case("book stones --folder out/book --format html,pdf,epub,md --json"),
    Case("book broken --folder out/broken --json", 1),
    Case("book marbles --folder out --format html --json", 1),
    Case("book stones --format paper --json", 2),
    Case("book stones --only hats --json", 2),
    # check
    Case("check snowballs --json"),
    Case("check snowballs+little_ones --json"),
    Case("check stones --json"),
    Case("check broken --json", 1),
    Case("check nowhere --json", 2),
    Case(
        "check stones --json",
        1,
        broken=("analysis.trial.checkup.summary_of", PluginFaultError("a plugin gives nothing")),
    ),
    Case("check stones --json", 1, broken=("analysis.trial.checkup.summary_of", ValueError("what nobody thought of"))),
    # compare
    Case("compare snowballs stones --json"),
    Case("compare snowballs stones --topic play --budget 1 --sample 20 --json"),
    Case("compare snowballs stones --no-numbers --battles 3 --json"),
    Case("compare snowballs stones --measure soaked --plays 8 --json"),
    Case("compare snowballs broken --json", 1),
    Case("compare snowballs stones --topic sleeping --json", 2),
    # coverage
    Case("coverage snowballs --json"),
    Case("coverage stones --text slip.txt --examples --json", 1),
    Case("coverage regatta --json", 2),
    Case("coverage stones --text huge.txt --json", 2),
    # database
    Case("play stones table --sides script.yaml --database games.sqlite --json"),
    Case("battles stones table --sides script.yaml --count 2 --database games.sqlite --json"),
    Case("database tables games.sqlite --json"),
    Case("database query games.sqlite 'select name, taken from side where game = 1 order by turn' --json"),
    Case("database query games.sqlite 'select 1.5, null, 3' --json"),
    Case("database export games.sqlite 1 --to exported.jsonl --json"),
    Case("database rebuild games.sqlite --json"),
    Case("database rebuild changed.sqlite --json", 1, first=in_other_database("games.sqlite", "changed.sqlite")),
    Case("database query games.sqlite 'drop table games' --json", 2),
    Case("database query games.sqlite 'select no_such from games' --json", 2),
    Case("database tables nowhere.sqlite --json", 2),
    Case("database export games.sqlite 77 --to exported.jsonl --json", 2),
    Case("database tables games.sqlite 3 --json", 2),
    # diff
    Case("diff snowballs snowballs+thaw --json"),
    Case("diff stones gone --json"),
    Case("diff stones unfit --json"),
    Case("diff stones fewer --json"),
    Case("diff stones farther --json"),
    Case("diff stones renamed --json"),
    Case("diff stones worded --json"),
    Case("diff snowballs snowballs+thaw --budget 3 --json"),
    Case(
        "diff stones wider --json",
        broken=("engine.odds.odds_questions.OddsQuestions.ask", NotCountedError("a plugin affects")),
    ),
    Case("diff snowballs broken --json", 1),
    Case("diff snowballs nowhere --json", 2),
    Case("diff stones wider --witness --json"),
    Case("diff stones farther --no-odds --witness --json"),
    Case("diff stones fewer --no-odds --witness --json"),
    Case("diff rowdy rowdy+quiet --no-odds --witness --json"),
    Case("diff stones tougher --no-odds --witness --json"),
    # errata
    Case("errata snowballs snowballs+frosty --json"),
    Case("errata snowballs snowballs+little_ones --json"),
    Case("errata ships_and_sails ships_and_sails+jury_rigs --json"),
    Case("errata told told+frosty --json"),
    Case("errata stones pebbles --json"),
    Case("errata snowballs broken --json", 1),
    Case("errata snowballs snowballs --to out/errata.odt --json", 2),
    # explain
    Case("explain QD203 --json"),
    Case("explain --json"),
    Case("explain QD999 --json", 2),
    # export
    Case("export snowballs --things --json"),
    Case("export stones --things", 1),
    Case("export snowballs --json", 2),
    Case("export broken --things --json", 1),
    # fmt
    Case("fmt untidy.rules --check --json", 1),
    Case("fmt bad.rules --json", 1),
    Case("fmt untidy.rules --json"),
    Case("fmt nowhere.rules --json", 2),
    # import
    Case("import people.csv --as roster --game snowballs --kind Child --json", 1),
    Case("import people.csv --as roster --kind Child --json", 1),
    Case("import people.csv --as table --json", 1),
    Case("import people.csv --as table --game snowballs --key 'name: Mood' --json", 1),
    Case("import people.csv --as figures --json"),
    Case("import nowhere.csv --as table --json", 2),
    # join
    Case(f"join http://127.0.0.1:{PORT}/g/#1-seat --as bot --json", first=referee_at(PORT, "red")),
    Case(f"join http://127.0.0.1:{OTHER_PORT}/g/#1-seat --as bot --json", first=referee_at(OTHER_PORT, None)),
    Case(f"join http://127.0.0.1:{PORT}/peer#1-seat --as bot --patience 0 --json", 2),
    Case("join somewhere --json", 2),
    Case("join somewhere --letter reply.letter --json", 2),
    Case(
        "join http://127.0.0.1:1/g/#1-seat --as bot --json",
        1,
        broken=("apps.cli.join_seat.play_at_seat", PeerFaultError("the two cannot play on")),
    ),
    # new
    Case("new game skirmish --json"),
    Case("new game skirmish --json", 2),
    Case("new variant quiet --extends snowballs+thaw --json"),
    Case("new variant loud --extends nowhere --json", 2),
    Case("new variant loud --extends headless --json", 1),
    # odds
    Case("odds snowballs throwing.throw --of a_good_throw --json"),
    Case("odds snowballs throwing.throw --of a_good_throw --show target.wet child.mood child.place --json"),
    Case("odds snowballs throwing.throw --of a_good_throw --show target.wet --sample 50 --json"),
    Case(
        "odds snowballs throwing.throw --of a_good_throw --show target.wet"
        " --over 'range: 1..2, target: [Dora], high_walls: [true]' --json"
    ),
    Case("odds snowballs throwing.throw --of a_good_throw --show target.wet --over 'Dora.place: [[3, 4]]' --json"),
    Case("odds snowballs throwing.throw --of a_good_throw --show target.wet --budget 2 --json", 1),
    Case("odds snowballs throwing.throw --of a_good_throw --show target.target.wet --json", 1),
    Case("odds stones scatter --given '{things: {ada: {kind: Side}}, given: {side: ada}}' --json"),
    Case("odds stones sweep --given '{things: {ada: {kind: Side}, chip: {kind: Token}}, given: {side: ada}}' --json"),
    Case("odds snowballs throwing.throw --of a_good_throw --show child.captain child.legs child.target none --json"),
    Case("odds snowballs throwing.throw --of a_good_throw --show 'cold_dice[game.frost]' 'child.pockets' --json"),
    Case("odds marbles flick --of a_straight_flick --show marble.place --decider first --json"),
    Case("odds harbours sail --of into_the_fog --show boat.place --decider first --json"),
    Case("odds tiles crawl --of straight_on --show beetle.place --decider first --json"),
    Case(f"odds snowballs take_aim --given '{AIM}' --decider advice --show Anna.wet --json"),
    Case(f"odds snowballs take_aim --given '{AIM}' --decider best --goal 'Anna.wet > 1' --json"),
    Case(f"odds snowballs take_aim --given '{AIM}' --decider best --goal Anna.place --json", 2),
    Case(f"odds snowballs take_aim --given '{AIM}' --decider best --json", 2),
    Case("odds snowballs throwing.throw --of a_good_throw --show target.wet --decider best --json"),
    Case("odds snowballs throwing.throw --of a_good_throw --show target.wet --table d20 --json"),
    Case("odds snowballs throwing.throw --of a_good_throw --show target.wet --table 2d6 --over 'range: 1..2' --json"),
    Case("odds stones scatter --given '{things: {ada: {kind: Side}}, given: {side: ada}}' --show 1 --table d20 --json"),
    Case("odds snowballs throwing.throw --of a_good_throw --table d6.5 --json", 2),
    Case("odds broken throwing.throw --json", 1),
    Case("odds snowballs throwing.nothing --json", 2),
    # play
    Case("play stones table --sides script.yaml --save stones.jsonl --json"),
    Case("play stones short --sides script.yaml --save short.jsonl --json"),
    Case("play stones table --sides large.yaml --json", 1),
    Case("play stones table --sides person --save left.jsonl --json", typed="quit\n"),
    Case("play snowballs cousins --sides bot --save cousins.jsonl --json"),
    Case("play regatta harbour --sides random --save harbour.jsonl --json"),
    Case("play windy table --sides bot --save windy.jsonl --json"),
    Case("play crowded table --sides bot --json", 1),
    Case("play broken cousins --json", 1),
    Case("play stones chair --json", 2),
    # replay
    Case("replay stones.jsonl --json"),
    Case("replay cousins.jsonl --happenings --json"),
    Case("replay harbour.jsonl --happenings --json"),
    Case("replay short.jsonl --json"),
    Case("replay half.jsonl --json", first=shortened("cousins.jsonl", "half.jsonl")),
    Case("replay wrong.jsonl --json", 1, first=with_another_entry("stones.jsonl", "wrong.jsonl", "choice", 7)),
    Case("replay other.jsonl --json", 1, first=of_other_rules("stones.jsonl", "other.jsonl")),
    Case("replay nowhere.jsonl --json", 2),
    # schema
    Case("schema"),
    Case("schema odds"),
    Case("schema nothing", 2),
    Case("schema --documents"),
    Case("schema odds --documents", 2),
    # critic
    Case("critic snowballs cousins --battles 2 --decisions 4 --pairs 2 --json"),
    Case("critic stones table --sides random --battles 1 --json"),
    Case("critic broken cousins --json", 1),
    Case("critic stones table --pairs 0 --json", 2),
    Case("critic snowballs cousins --turns 2 --json", 2),
    # sensitivity
    Case("sensitivity snowballs --of soaked --most 12 --json"),
    Case("sensitivity snowballs --of soaked --outcome 'target.wet > 1' --most 6 --json"),
    Case("sensitivity snowballs --of soaked --budget 3 --json", 1),
    Case("sensitivity snowballs --of soaked --outcome 'chance(target.wet)' --json", 2),
    # serve
    Case("serve snowballs cousins --seat hosts=bot --json"),
    Case("serve broken cousins --json", 1),
    Case("serve snowballs cousins --seat hosts=nobody --json", 2),
    # sheet
    Case("sheet snowballs cousins --hex 20 --to out/sheets.pdf --json"),
    Case("sheet snowballs guests --to out/guests.pdf --json"),
    Case("sheet marbles pavement --to out/marbles.pdf --json"),
    Case("sheet still table --draft --only reference,track --to out/still.pdf --json"),
    Case("sheet broken cousins --to out/broken.pdf --json", 1),
    Case("sheet snowballs guests --only map --json", 1),
    Case("sheet snowballs cousins --only hats --json", 2),
    # show
    Case("show snowballs --json"),
    Case("show snowballs throwing.throw --json"),
    Case("show snowballs+hearty rosters.colds --json", first=with_an_amended_figure),
    Case("show broken --json", 1),
    Case("show snowballs --stage text --json", 2),
    # test
    Case("test snowballs --json"),
    Case("test snowballs+little_ones --json"),
    Case("test stones --coverage --json", 1),
    Case("test stones --examples wrong.yaml --json", 1),
    Case("test snowballs --search nothing --json", 2),
    # try
    Case("try snowballs throwing.throw --of a_good_throw --show target.wet --json"),
    Case("try snowballs throwing.throw --of a_good_throw --show aim 'dice_of(child)' 'least(3, aim.total)' --json"),
    Case("try stones take_some --of three_at_once --choices 9 --json", 1),
    Case("try stones spread --given 'stone: 2' --json"),
    Case(
        "try stones scatter --given '{things: {ada: {kind: Side}}, given: {side: ada}}' --dice 6,6 --show wide --json"
    ),
    Case("try stones scatter --given '{things: {ada: {kind: Side}}, given: {side: ada}}' --dice 1,2 --json"),
    Case("try stones scatter --given '{things: {ada: {kind: Side}}, given: {side: ada}}' --dice 1 --json", 1),
    Case("try stones stumble --given '{things: {ada: {kind: Side}}, given: {side: ada, stone: 1}}' --json", 1),
    Case("try stones sweep --given '{things: {ada: {kind: Side}, chip: {kind: Token}}, given: {side: ada}}' --json"),
    Case(f"try crowded turn --given '{{things: {{ada: {{kind: Side}}, {CHIPS}}}}}' --json", 1),
    Case("try marked scatter --given '{things: {ada: {kind: Side}}, given: {side: ada}}' --dice 6,6 --json"),
    Case("try windy scatter --given '{things: {ada: {kind: Side}}, given: {side: ada}}' --dice any --json"),
    Case("try snowballs turn --given 'situation: cousins' --dice any --choices [] --json", 1),
    Case("try snowballs turn --given 'situation: cousins' --dice any --decider first --json"),
    Case("try snowballs throwing.throw --of a_good_throw --show child.arm child.captain child.place --json"),
    Case("try regatta racing.sail --of a_gust --json"),
    Case("try regatta racing.pull_oars --of a_boat_is_rowed --json"),
    Case("try stones turn --given '{things: {ada: {kind: Side}}, given: {game.turn_limit: 1}}' --dice any --json"),
    Case("try snowballs throwing.nothing --json", 2),
    # tune
    Case(
        "tune snowballs+tuned --of soaked --number aim.steady=1..2 --goal 'target.wet = 1.35' --write --json",
        first=with_a_variant("tuned"),
    ),
    Case("tune snowballs --of soaked --number aim.steady=0..1 --goal 'mean(target.wet) >= 3' --json", 1),
    Case("tune snowballs --of soaked --number 'splashes.1-2#1=[0]' --goal 'target.wet <= 9' --budget 60 --json", 1),
    Case(
        "tune snowballs --of soaked --number throw.aim#1=6..7 --goal 'chance(target.wet > 1) = 25%' --within 100%"
        " --budget 205 --json"
    ),
    Case(f"{FOUGHT} --goal 'win(nobody) = 50%' --within 50% --count 10 --save tuned.sqlite --json"),
    Case(f"{FOUGHT} --goal 'win(nobody) = 60%' --within 1% --count 10 --json", 1),
    Case("tune snowballs --of soaked --number Game.frost=2..4 --goal 'mean(target.wet) <= 0.7' --json"),
    Case("tune stones --of wide --number wind#1=2..3 --goal 'ada.taken <= 50' --json"),
    Case(
        "tune stones --of wide --number wind#1=2 --goal 'ada.taken <= 50' --json",
        broken=("engine.odds.odds_questions.OddsQuestions.ask_each", NotCountedError("a plugin affects")),
    ),
    Case("tune broken --of soaked --number aim.steady --goal 'target.wet = 1' --json", 1),
    Case("tune snowballs --of soaked --number aim.unsteady --goal 'target.wet = 1' --json", 2),
    # variants
    Case("variants snowballs --json"),
    Case("variants rowdy --json", 1),
    Case("variants rowdy+doubled+more+still_more+built --pairs --json"),
    Case("variants rowdy+doubled+shaky --pairs --json"),
    Case("variants rowdy+doubled+careful+gale --pairs --json"),
    Case("variants rowdy+greedy+doubled+shaky --pairs --json"),
    Case("variants rowdy+slip+doubled --pairs --json", 1),
    Case("variants nowhere --json", 2),
    # lsp
    Case("lsp", typed=MESSAGES),
    Case("lsp", 1),
    Case("lsp nowhere", 2),
    # watch
    Case("watch stones"),
    Case("watch nowhere", 2),
    # why
    Case("why stones.jsonl --json"),
    Case("why stones.jsonl 1 --json"),
    Case("why cousins.jsonl --json"),
    Case("why cousins.jsonl 3 --json"),
    Case("why cousins.jsonl 63 --json"),
    Case("why cousins.jsonl 132 --json"),
    Case("why harbour.jsonl 1 --json"),
    Case("why windy.jsonl 4 --json"),
    Case("why stones.jsonl 99 --json", 2),
    Case("why windy.jsonl --json", 1, first=broken_now("windy")),
    # luck
    Case("play lucky table --sides random --save lucky.jsonl --json"),
    Case("luck lucky.jsonl --json"),
    Case("luck stones.jsonl --json"),
    Case("luck cousins.jsonl --json"),
    Case("luck windy.jsonl --json", 1),
    Case("luck nowhere.jsonl --json", 2),
)
