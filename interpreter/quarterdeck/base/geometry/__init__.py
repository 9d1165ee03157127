"""Exact geometry of the table: places, directions, distances, lines and arcs.

Each module takes and gives whole numbers only and knows no game, no state and no
rule; what the places and directions are called is left to the rulesets. Nothing is
re-exported here: import the module that is meant.
"""
