"""The command line: one module for each command, imported when the command runs.

In: arguments. Out: what a command prints, or JSON with `--json`, and an exit code (`exits`).
"""
