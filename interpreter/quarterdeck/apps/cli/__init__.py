"""The command line.

In: arguments. Out: what a command prints, or JSON with `--json`, and an exit code (`exits`).

`COMMANDS` in `apps/api/commands.py` has all of them; each is a function in the module of its name (`try_` for the
command try), imported when it runs. The other modules print: tables, charts, trees, failures. A new command also needs
cases in `tests/apps/cli/as_data/cases.py`, and its rows in the handbook's page on data.
"""
