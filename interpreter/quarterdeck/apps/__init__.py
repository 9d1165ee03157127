"""What people and programs start: the command line, play at a terminal, servers and peers, the language server,
comparisons of games.

In: arguments, keys, requests. Out: text, files, JSON, exit codes. Apps combine what lower wings offer and hold no
rules. `quarterdeck.api`, `quarterdeck.hooks` and `quarterdeck.geometry` are the public doors above this wing.
"""
