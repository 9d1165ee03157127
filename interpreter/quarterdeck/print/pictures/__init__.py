"""The pictures of a rulebook, worked out of the ruleset itself: nothing here knows a game."""
