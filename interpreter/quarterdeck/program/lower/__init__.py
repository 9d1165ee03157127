"""From a checked ruleset to a program: names become places, types become explicit, words become control flow."""
