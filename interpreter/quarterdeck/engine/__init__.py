"""A game without a screen: situations, dice, decisions, journal; what may come of a rule, counted; plugins."""
