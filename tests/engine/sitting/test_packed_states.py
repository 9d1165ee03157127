"""States of a waiting game are packed as what differs from a shared state, and are the same lists afterwards."""

import random

from quarterdeck.engine.sitting.packed_states import STRETCH, PackedStates, different_places


def test_states_are_filled_again_in_the_same_lists():
    dice = random.Random(7)
    for size in (1, STRETCH - 1, STRETCH, STRETCH + 1, 5 * STRETCH + 3):
        shared = [dice.randrange(9) for _ in range(size)]
        states = [[dice.choice([value, value, -(10**20)]) for value in shared] for _ in range(3)]
        before = [list(state) for state in states]
        packed = PackedStates(shared, [*states, states[0]])
        assert states == [[], [], []]
        packed.fill()
        assert states == before


def test_the_shared_state_and_one_of_another_length_stay_as_they_are():
    shared, longer = [1, 2, 3], [1, 2, 3, 4]
    PackedStates(shared, [shared, longer]).fill()
    assert (shared, longer) == ([1, 2, 3], [1, 2, 3, 4])


def test_the_places_that_differ_are_found():
    one, other = [0] * (3 * STRETCH), [0] * (3 * STRETCH)
    for place in (0, STRETCH - 1, STRETCH, 3 * STRETCH - 1):
        other[place] = 1
    assert list(different_places(one, other)) == [0, STRETCH - 1, STRETCH, 3 * STRETCH - 1]
