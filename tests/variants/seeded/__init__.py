"""Changes of a game made at places that chance picks: some change its meaning, at an address that is known, some not."""
