"""A house rule for EasyShips: a ship that crosses the T of its target hits more easily."""

from quarterdeck.geometry import hexes
from quarterdeck.hooks import About, Modifier, Reading, hookimpl

AHEAD = (330, 30)
"""So far to either side of its bow a ship must have the firer for its T to be crossed, in degrees."""

BROADSIDE = (60, 120)
"""Where the firer must have its target, in degrees from its own bow, on either side."""


def amount(roll: Reading) -> int:
    """Lower the roll by one where the firer lies ahead of its target and has it on the broadside."""
    firer, target = roll.firer, roll.target
    if firer.bow == target.bow:
        return 0
    ahead = hexes.in_arc(target.bow, target.heading.place, firer.bow, *AHEAD)
    abeam = hexes.in_arc(firer.bow, firer.heading.place, target.bow, *BROADSIDE, both_sides=True)
    return -1 if ahead and abeam else 0


class CrossingTheT:
    """What the plugin offers."""

    @hookimpl
    def quarterdeck_about(self) -> About:
        """Say what the plugin is."""
        return About(
            "Crossing the T",
            "A ship that passes ahead of its enemy and shows it a broadside fires along the whole length of the other.",
        )

    @hookimpl
    def quarterdeck_modifiers(self) -> list[Modifier]:
        """Change the roll to hit."""
        return [
            Modifier(
                at="gunnery.attack.to_hit",
                name="crossing_the_t",
                text="−1 when the firing ship lies within 30° of its target's bow and has it on the broadside",
                amount=amount,
                reads=("Ship.bow", "Ship.heading"),
            )
        ]
