"""The commands: what help says of each, what it prints as JSON, and what its exit code 1 means.

A table of texts, so that a command starts without what the others import.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class CommandEntry(NamedTuple):
    """A command, with its group in the help.

    `prints` is the type of what it prints with `--json`, after the module of it. `fails` is the meaning of its exit
    code 1: a command without it never has it, except for internal errors.
    """

    group: str
    summary: str
    example: str
    prints: str = ""
    fails: str = ""


COMMANDS: Mapping[str, CommandEntry] = {
    "new": CommandEntry("Write", "Create a new game or a variant of one.", "new variant calm --extends pond",
        prints="analysis.scaffold.beginning:Begun", fails="the game has no name"),
    "amend": CommandEntry("Write", "Copy a rule into a variant so that you can change it there.",
        "amend pond+calm damage", prints="analysis.scaffold.amending:AmendmentDraft",
        fails="the game cannot be read, or the amendment would conflict with another"),
    "import": CommandEntry("Write", "Read a roster or table from a spreadsheet, CSV, Markdown or HTML.",
        "import damage.md --as table", prints="analysis.imports.imported:Imported",
        fails="cells could not be read, or the game would find something wrong with the document; "
        "it is printed anyway"),
    "accept": CommandEntry("Write", "Accept the current text of everything that a variant amends.", "accept pond+calm",
        prints="apps.cli.accept:Accepted", fails="the variant, or its prose overrides, have errors"),
    "fmt": CommandEntry("Write", "Format rules.", "fmt calm --diff", prints="apps.cli.fmt:Formatted",
        fails="a file cannot be parsed, or with `--check` or `--diff` one would change"),
    "watch": CommandEntry("Write", "Check a ruleset again each time one of its files changes.", "watch pond+calm"),
    "lsp": CommandEntry("Write", "Run the language server (diagnostics, hover, definitions, rename).", "lsp pond+calm",
        fails="the editor disconnected without a shutdown request"),
    "check": CommandEntry("Check", "Report every error in a ruleset.", "check pond+calm",
        prints="analysis.trial.checkup:Checkup", fails="there are problems"),
    "explain": CommandEntry("Check", "Explain a diagnostic code, with an example.", "explain QD401",
        prints="apps.cli.explain:Explained"),
    "test": CommandEntry("Check", "Run the worked examples of a ruleset.", "test pond --coverage",
        prints="apps.api.example_runs:ExamplesRun",
        fails="an example fails, or with `--coverage` no example detects a change"),
    "try": CommandEntry("Check", "Run one rule in a situation that you describe.", "try pond --of a_hit_at_close_range",
        prints="analysis.trial.requests:AnswerData",
        fails="there are errors, a requirement refused the rule, or a part of the input was not used"),
    "coverage": CommandEntry("Check", "Check a ruleset against its source, paragraph by paragraph.", "coverage pond",
        prints="apps.cli.coverage:SourceRead",
        fails="paragraphs and rules do not match, or with `--examples` no example detects a change"),
    "show": CommandEntry("Check", "Show a ruleset at any stage, from its text to the code that runs.",
        "show pond turn --stage english", prints="apps.cli.show:Shown", fails="there are errors"),
    "play": CommandEntry("Play", "Play a scenario, or continue a saved game.",
        "play pond first_meeting --sides person,bot --save game.jsonl", prints="workspace.games.ending:Battle",
        fails="there are errors, or the game cannot continue: dice, a script or the record do not fit the rules"),
    "serve": CommandEntry("Play", "Host a game that people play in their browsers.",
        "serve pond first_meeting --seat red=bot", prints="apps.cli.serving_wishes:Served",
        fails="there are errors, or with `--peers` the two machines cannot continue"),
    "join": CommandEntry("Play", "Join a game that another machine hosts.",
        "join 'http://localhost:8000/peer#TOKEN' --save game.jsonl", prints="apps.cli.join:Joined",
        fails="the two machines cannot continue, and each says where their games differ"),
    "replay": CommandEntry("Play", "Replay a saved game from its journal.", "replay game.jsonl --to again.jsonl",
        prints="apps.cli.replay:ReplayedGame",
        fails="the rules have changed or have errors, or the record does not fit them"),
    "why": CommandEntry("Play", "Explain what happened in a saved game.", "why game.jsonl 40 --depth 3",
        prints="apps.cli.why:Explained", fails="the rules now have errors, or the record does not fit them"),
    "luck": CommandEntry("Play", "Compare the dice of a saved game with their exact expectation.", "luck game.jsonl",
        prints="analysis.why.luck:Luck", fails="the rules have errors now, or the record does not fit them"),
    "database": CommandEntry("Play", "Query the games in a database, or rebuild its tables.",
        "database query games.sqlite 'select * from games'", prints="workspace.database.answers:DatabaseAnswer",
        fails="a game cannot be rebuilt: its rules are missing or have changed"),
    "odds": CommandEntry("Count", "Compute a rule's exact outcome probabilities.",
        "odds pond --of at_three_hexes --chart odds.svg", prints="apps.cli.odds:RuleCounted",
        fails="there are errors, or the odds cannot be counted or take too long"),
    "battles": CommandEntry("Count", "Play a scenario many times and summarise the results.",
        "battles pond first_meeting --count 200 --against pond+calm", prints="analysis.battles.series:BattleSeries",
        fails="there are errors, a battle could not be completed or stored, or a worker has died"),
    "critic": CommandEntry("Count", "Find the choices at which the advice of a game loses battles.",
        "critic pond first_meeting --decisions 20 --pairs 4", prints="analysis.battles.critic:Critique",
        fails="there are errors, or a game could not be completed"),
    "sensitivity": CommandEntry("Count", "Rank all numbers in the rules by their effect on an outcome.",
        "sensitivity pond --of at_three_hexes --outcome 'chance(hit.success)'",
        prints="analysis.tuning.sensitivity:Sensitivity",
        fails="there are errors, or the outcome cannot be counted or is not a number"),
    "tune": CommandEntry("Count", "Find the value of a number that gives the outcome you want.",
        "tune pond --of at_three_hexes --number hit.close#2=1..4 --goal 'chance(hit.success) = 67%'",
        prints="analysis.tuning.report:Tuned",
        fails="the goal is not met, there are errors, or the outcome is not a number"),
    "diff": CommandEntry("Compare", "Compare two rulesets, or one with and without house rules.",
        "diff pond pond+calm --to calm.html", prints="apps.api.comparing:RulesetDifference",
        fails="one of the two has errors; a difference is not a failure"),
    "variants": CommandEntry("Compare", "List the variants of a game and show how any two combine.",
        "variants pond --pairs", prints="apps.api.pairing:VariantsOfGame",
        fails="a variant alone has errors; a conflict between two is not a failure"),
    "compare": CommandEntry("Compare", "Compare different games, rule by rule and in numbers.",
        "compare pond lagoon --topic movement", prints="apps.comparison.report:GamesCompared",
        fails="one of the games has errors, or the pages cannot be printed"),
    "errata": CommandEntry("Compare", "List the edits that turn one printed rulebook into another.",
        "errata pond pond+calm --to errata.pdf", prints="print.errata.making:Errata",
        fails="one of the two has errors; a difference is not a failure"),
    "book": CommandEntry("Print", "Print a rulebook as HTML, PDF, EPUB or Markdown.",
        "book pond+calm --format pdf --paper letter", prints="print.book.build:Printed",
        fails="there are errors or unfinished rules, or the book cannot be built"),
    "sheet": CommandEntry("Print", "Print cards, forms, charts, counters and the map.",
        "sheet pond first_meeting --only cards,map", prints="apps.api.printing:PrintedSheets",
        fails="there are errors, the requested parts are empty, or the sheets cannot be printed"),
    "export": CommandEntry("Print", "Write the things of a game as CSV, XLSX or JSON.",
        "export pond --things --to things.csv", prints="analysis.exports.roster_export:ExportedThings",
        fails="the game has errors, or no such things"),
    "schema": CommandEntry("Print", "Print the JSON schema of a command's output.", "schema odds"),
}  # fmt: skip
"""Each command is the function of that name in the module of that name in `apps.cli` (`try_` for `try`)."""
