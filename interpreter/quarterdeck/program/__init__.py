"""What runs: the form that a checked ruleset is lowered to, the way down to it, and the passes over it."""
