"""What comes from outside is bounded: how much of it is read, in bytes and in nodes, the same on every machine.

A page of the handbook lists these; a test sees that it lists them all. The largest ruleset that comes with the
interpreter needs less than a fifth of each.
"""

MOST_BYTES = 4_000_000
"""Bytes of one file of a ruleset, of a script, of an example or of what a command is given."""
MOST_BYTES_OF_JOURNAL = 64_000_000
"""Bytes of one journal: a game of a hundred turns with forty things takes a fiftieth of it."""
MOST_BYTES_OF_FOLDER = 20_000_000
"""Bytes of all files of a folder of rules together."""
MOST_FILES = 2_000
"""Files of one folder of rules, of all sorts together."""
LONGEST_DEFINITION = 50_000
"""Signs of one definition in a file of rules, or of one piece of rules in a YAML file."""
MOST_VALUES = 200_000
"""Values of one YAML file, each counted as often as an alias brings it in."""
MOST_CELLS = 200_000
"""Cells of one sheet or table that is imported, the empty ones between others included."""
MOST_BYTES_UNPACKED = 40_000_000
"""Bytes of all parts of a spreadsheet that are read, unpacked."""
DEEPEST = 30
"""Keys and places in each other in a YAML file."""
MOST_TOTALS = 10_000
"""Totals that one throw may come to: 999d10 and d10000 come to fewer."""
LONGEST_FACE = 9
"""Digits of a face in a file of dice."""
LONGEST_TYPED = 1_000
"""Signs of a line that somebody types; what is behind them is passed over."""
MOST_OF_A_PLUGIN = 1_000_000_000
"""What a plugin's modifier may add or take away."""
MOST_TURNS = 9_999
"""Turns of a game: a timer that would be due in a later one is never due."""
MOST_CASES_OF_A_GRID = 1_000
"""Cases of a grid over which one question is asked."""
MOST_BATTLES = 1_000_000
"""Battles of one series."""
MOST_WORKERS = 256
"""Processes that fight battles on one machine."""
MOST_GAMES = 8
"""Games that are compared at once."""
MOST_TURNS_ASKED = 1_000
"""Turns that a comparison carries out one after another to see what they come to."""
MOST_PLAYS = 20_000
"""Times that a comparison carries such turns out."""
MOST_NUMBERS = 400
"""Numbers that are varied for one outcome, unless somebody asks for more."""
MOST_VALUES_TRIED = 101
"""Values of one number that are tried for a goal."""
MOST_ROUNDS = 2_000_000
"""Rounds of long loops in one phase, in one decision, or in whatever else is asked of the rules at once."""
MOST_ENTRIES = 50_000
"""Dice, cards, decisions and words told in whatever has a budget of rounds: each counts as a share of it."""
MOST_TIES = 10_000
"""Throws of sides that roll off again because two of them are equal."""
MOST_THROWS_OFF = 10_000
"""Ways in which sides that roll off may throw, where that is counted."""
MOST_LISTS = 20_000
"""Lists of faces that a pool of dice may show, where each of them is counted by itself."""
MOST_SETS = 100_000
"""Sets of faces that a pool of dice may show, where rules only ask whether numbers are in the pool."""
MOST_BYTES_OF_MESSAGE = 1_000_000
"""Bytes of one message of a peer: the largest of the four games has a hundredth of it."""
MOST_EARLY_MESSAGES = 4_096
"""Messages of a peer that wait because others have to come first."""
MOST_HAPPENINGS = 100_000
"""Happenings that a trace keeps of one phase, or of whatever else is carried out; then it says that there were more."""
