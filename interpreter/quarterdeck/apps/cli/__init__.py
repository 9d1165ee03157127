"""The command line.

In: arguments. Out: what a command prints, or JSON with `--json`, and an exit code (`exits`).

`main.COMMANDS` names the commands; each is a function in the module of its name (`try_` for the command try), imported
when it runs. The other modules print: tables, charts, trees, failures. A new command also needs an example in
`main.EXAMPLES`, `exits.NOT_WELL_MEANS` if it can exit with 1, `PRINTED` in `apps/api/schemas.py` if it has `--json`,
cases in `tests/apps/cli/as_data/cases.py`, and its rows in the handbook's page on data.
"""
