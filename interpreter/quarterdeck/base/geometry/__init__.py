"""Exact geometry of the table: places, directions, distances, lines and arcs.

Every module works on whole numbers and knows no game, state or rule. The names of places and directions belong to the
rulesets. Nothing is re-exported: import the module you need.
"""
