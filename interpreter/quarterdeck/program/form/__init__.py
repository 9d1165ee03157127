"""The program: what a checked ruleset is lowered to, typed and with every name resolved."""
