"""What people and programs start: commands, play at a terminal, servers, peers, the language server, comparisons.

In: arguments, keys, requests. Out: text, files, JSON, exit codes. Apps combine what lower wings offer and hold no
rules. `quarterdeck.api`, `quarterdeck.hooks` and `quarterdeck.geometry` are the public doors above this wing.
"""
