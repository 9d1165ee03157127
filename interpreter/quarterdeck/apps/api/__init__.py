"""The parts of `quarterdeck.api`, which hands their names to other programs."""
