"""The mechanics of the ruleset beside this module, as expressions of icepool: what each rule leaves as its results.

A model is made from the words of a rule, not from its text. An outcome is a number, or two where a rule has two results.
"""

# ruff: noqa: E501, PLW0108 - a mechanic is one line, and is worked out when it is asked

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import icepool
from icepool import Die, Order

d: Any = icepool.d
d3, d4, d6, d8, d10, d12, d20, d100 = (d(sides) for sides in (3, 4, 6, 8, 10, 12, 20, 100))
Model = Callable[[], Any]


class Fold(icepool.MultisetEvaluator[int, Any]):
    """Goes over the faces with a state: how many dice of each pool show each."""

    def __init__(
        self,
        start: Hashable,
        step: Callable[..., Hashable],
        end: Callable[[Any], Any] = lambda state: state,
        order: Order | None = None,
    ) -> None:
        self.start, self.step, self.end, self.order = start, step, end, order

    def initial_state(self, order: Order, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Hashable:
        """Begin, in the order that is wanted."""
        if self.order not in (None, order):
            raise icepool.UnsupportedOrder
        return self.start

    def next_state(self, state: Any, order: Order, outcome: int, /, *counts: int) -> Hashable:
        """Take one face in."""
        return self.step(state, outcome, *counts)

    def final_outcome(self, final_state: Any, order: Order, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        """Tell what the dice come to."""
        return self.end(final_state)


def fold(*pools: Any, start: Any = 0, step: Callable[..., Any], end: Any = lambda s: s, order: Any = None) -> Any:
    return Fold(start, step, end, order).evaluate(*pools)


def chance(die: Any) -> Any:
    """Return 1 for a success."""
    return die.map({True: 1, False: 0})


def by_face(die: Any, *worth: int) -> Any:
    return die.map(dict(enumerate(worth, 1)))


def twice(die: Any, again: Callable[[int], bool]) -> Any:
    """Throw a die again once where a condition holds."""
    return die.map(lambda face: die if again(face) else face)


def on(die: Any, times: int) -> Any:
    """Throw a die on as long as it shows its highest face."""
    return die.explode(depth=times - 1)


def successes(count: int, die: Any, low: int, high: int = 999) -> Any:
    return count @ die.map(lambda face: 1 if low <= face <= high else 0)


def halving(face: int) -> Any:
    return d20.map(lambda save: face // 2 if save >= 12 else face)


def attack(face: int) -> Any:
    return 0 if face + 6 < 15 else 2 @ d8 + 3 if face == 20 else d8 + 3


def in_sets(least: int, worth: Callable[[int, int], int]) -> Callable[[int, int, int], int]:
    return lambda state, face, shown: state + (worth(face, shown) if shown >= least else 0)


def runs(state: Any, face: int, shown: int) -> Any:
    longest, now = state
    now = now + 1 if shown else 0
    return max(longest, now), now


def longest_run(pool: Any) -> Any:
    return fold(pool, start=(0, 0), step=runs, end=lambda state: state[0], order=Order.Ascending)


TOTALS: dict[str, Model] = {
    "half_a_die": lambda: by_face(d6, 1, 1, 2, 2, 3, 3),
    "two_dice": lambda: 2 @ d6,
    "three_dice": lambda: 3 @ d6,
    "bucket": lambda: 20 @ d6,
    "mixed_sum": lambda: d12 + d8 + d4,
    "percentile": lambda: chance(d100 <= 45),
    "target_number": lambda: chance(d20 + 5 >= 15),
    "margin_under": lambda: 11 - 3 @ d6,
    "tiers": lambda: (2 @ d6 + 1).map(lambda total: 0 if total < 7 else 1 if total < 10 else 2),
    "tens_and_units": lambda: 10 * d6 + d6,
    "hundreds": lambda: 100 * d6 + 10 * d6 + d6,
    "better_order": lambda: icepool.map(lambda a, b: min(10 * a + b, 10 * b + a), d10 - 1, d10 - 1),
    "doubles_decide": lambda: icepool.map(
        lambda a, b: 3 * (a == b) if 10 * a + b < 55 and a == b else 2 if 10 * a + b < 55 else 0 if a == b else 1,
        d10 - 1, d10 - 1,
    ),
    "lower_tens": lambda: 10 * (icepool.lowest([d10, d10]) - 1) + d10,
    "symbols": lambda: 4 @ (d3 - 2),
    "symbols_against": lambda: 4 @ (d3 - 2) + 3 - (4 @ (d3 - 2) + 2),
    "halved_damage": lambda: (8 @ d6).map(halving),
    "critical_damage": lambda: d20.map(attack),
    "less_armour": lambda: 2 @ (d8 - 3).clip(0, None),
    "product": lambda: 2 @ d6 * (d6 - 1).clip(1, None),
    "body_and_stun": lambda: 8 @ d6.map(lambda face: icepool.Vector((face, 0 if face == 1 else 2 if face == 6 else 1))),
    "cluster": lambda: (2 @ d6).map({2: 3, 3: 3, 4: 4, 5: 6, 6: 6, 7: 6, 8: 6, 9: 8, 10: 8, 11: 10, 12: 10}),
    "raises": lambda: (d12 + 2).map(lambda total: 0 if total < 4 else 1 + (total - 4) // 4),
    "doubles_count_twice": lambda: icepool.map(lambda a, b: 4 * a if a == b else a + b, d6, d6),
}  # fmt: skip

KEPT: dict[str, Model] = {
    "advantage": lambda: d20.highest(2),
    "disadvantage": lambda: d20.lowest(2),
    "three_chances": lambda: chance(d20.highest(3) + 3 >= 15),
    "drop_lowest": lambda: d6.highest(4, 3),
    "drop_highest": lambda: d6.lowest(4, 3),
    "keep_two": lambda: d20.highest(6, 2),
    "keep_three_of_seven": lambda: d10.highest(7, 3),
    "keep_many": lambda: d10.highest(20, 10),
    "highest_of_many": lambda: d100.highest(10),
    "middle": lambda: d20.middle(3),
    "both_ends": lambda: d6.pool(5).middle(3).sum(),
    "ends_apart": lambda: fold(d6.pool(4), start=(), step=lambda state, face, shown: (face, *(state[1:] or (face,))) if shown else state, order=Order.Ascending),
    "spread": lambda: fold(d8.pool(5), start=(), step=lambda state, face, shown: (*state[:1], face) if shown else state, end=lambda state: state[-1] - state[0], order=Order.Ascending),
    "boons": lambda: d20 + d6.highest(3),
    "banes": lambda: d20 - d6.highest(2),
    "helping_die": lambda: chance(d6.highest(3, 2) + 1 >= 8),
    "best_step": lambda: icepool.highest(d8, d6),
    "two_best_of_sizes": lambda: icepool.Pool([d6, d8, d8, d10]).highest(2).sum(),
    "sizes_succeed": lambda: fold(icepool.Pool([d6] * 4 + [d8] * 3 + [d10] * 2), start=(0, 0), step=lambda state, face, shown: (state[0] + shown * (face >= 4), state[1] + shown * (face == 1))),
    "best_damage": lambda: (icepool.highest(d8, d6) - 1).clip(0, None),
    "highest_under": lambda: d20.map(lambda face: face if face <= 12 else 0).highest(3),
    "highest_and_sixes": lambda: fold(d6.pool(5), step=lambda state, face, shown: state if not shown else 5 + shown if face == 6 else max(state, face)),
    "keep_three_or_sixes": lambda: fold(
        d6.pool(8), start=(3, 0),
        step=lambda state, face, shown: (0, 6 * max(3, shown)) if face == 6 and shown >= 3 else (state[0] - min(shown, state[0]), state[1] + face * min(shown, state[0])),
        end=lambda state: state[1], order=Order.Descending,
    ),
    "best_of_pool": lambda: fold(d6.pool(4), step=lambda state, face, shown: state if not shown else max(state, (2 + (shown > 1)) if face == 6 else 1 if face >= 4 else 0)),
    "no_dice": lambda: d6.lowest(2).map(lambda face: 2 if face == 6 else 1 if face >= 4 else 0),
    "stunts": lambda: icepool.map(lambda a, b, c: (a + b + c, c if len({a, b, c}) < 3 else 0), d6, d6, d6),
}  # fmt: skip

AGAIN: dict[str, Model] = {
    "ones_again": lambda: 4 @ twice(d6, lambda face: face == 1),
    "low_again": lambda: 2 @ twice(d6, lambda face: face <= 2),
    "lucky": lambda: twice(d20, lambda face: face == 1) + 5,
    "twice_again": lambda: 5 @ d6.map(lambda face: 1 if face == 6 else d6.map(lambda more: 1 if more == 6 else chance(d6 == 6))),
    "lowest_again": lambda: d6.highest(3, 2) + d6,
    "better_again": lambda: twice(d6, lambda face: face <= 3).highest(6, 3),
    "open_ended": lambda: on(d6, 4),
    "open_ended_pool": lambda: 5 @ on(d6, 3),
    "roll_and_keep": lambda: on(d10, 4).highest(5, 3),
    "acing": lambda: icepool.highest(on(d8, 4), on(d6, 4)),
    "penetrating": lambda: d6.map(lambda a: a if a < 6 else 6 + d6.map(lambda b: b - 1 if b < 6 else 5 + d6.map(lambda c: c - 1 if c < 6 else 5 + d6 - 1))),
    "step_dice": lambda: on(d10, 3) + on(d8, 3),
    "hundred_open": lambda: d100.explode(range(96, 101), depth=2),
    "pushed": lambda: 6 @ twice(d6, lambda face: 2 <= face <= 5).map(lambda face: icepool.Vector((int(face == 6), int(face == 1)))),
    "tens_again": lambda: d10.explode_to_pool(6, [10], depth=3).keep_outcomes([8, 9, 10]).size(),
    "nines_again": lambda: d10.explode_to_pool(4, [9, 10], depth=2).highest(3).sum(),
    "sixes_and_ones": lambda: fold(d6.explode_to_pool(5, [6], depth=2), start=(0, 0), step=lambda state, face, shown: (state[0] + shown * (face >= 5), state[1] + shown * (face == 1))),
    "again_below_total": lambda: twice(2 @ d6, lambda total: total <= 5),
    "rote": lambda: successes(6, twice(d10, lambda face: face < 8), 8),
}  # fmt: skip


def weapons(die: Any, *faces: tuple[int, int]) -> Any:
    """Return vectors of two symbols."""
    return die.map({face: icepool.Vector(both) for face, both in enumerate(faces, 1)})


SKILL = ((0, 0), (1, 0), (1, 0), (2, 0), (0, 1), (0, 1), (1, 1), (0, 2))
TROUBLE = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 1), (0, 1), (0, 2), (1, 1))


def messy(normal: int, hunger: int) -> Any:
    """Return what tens on normal dice and on hunger dice add, and whether they are messy."""
    return 2 * ((normal + hunger) // 2), int(hunger > 0 and normal + hunger >= 2)


def tens(count: int) -> Any:
    """Return successes and tens of some ten-sided dice."""
    return count @ d10.map(lambda face: icepool.Vector((int(face >= 6), int(face == 10))))


def hunger() -> Any:
    def together(normal: Any, hunger: Any) -> Any:
        more, is_messy = messy(normal[1], hunger[1])
        return normal[0] + hunger[0] + more, is_messy

    return icepool.map(together, tens(5), tens(2), star=False)


def parried(attack: Any, parry: int) -> Any:
    criticals, hits = attack
    rest = max(0, parry - hits)
    return max(0, hits - parry), criticals - rest if rest < criticals else 0


SUCCESSES: dict[str, Model] = {
    "seven_of_ten": lambda: successes(5, d10, 7),
    "five_of_six": lambda: successes(6, d6, 5),
    "many_twenties": lambda: successes(17, d20, 1, 8),
    "ones_cancel": lambda: 6 @ by_face(d10, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1),
    "botch": lambda: fold(d10.pool(5), start=(0, 0), step=lambda state, face, shown: (state[0] + shown * (face >= 7), state[1] + (face == 1 and shown > 0)), end=lambda state: -1 if state[1] and not state[0] else state[0]),
    "glitch": lambda: (8 @ d6.map(lambda face: icepool.Vector((int(face >= 5), int(face == 1))))).map(lambda hits, ones: (hits, int(ones > 4))),
    "tens_count_twice": lambda: 8 @ by_face(d10, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2),
    "hundred_dice": lambda: successes(100, d6, 5),
    "evens": lambda: 7 @ (1 - d6 % 2),
    "evens_less_odds": lambda: 5 @ d8.map(lambda face: -face if face % 2 else face),
    "skill_and_focus": lambda: 3 @ d20.map(lambda face: icepool.Vector(((face <= 11) + (face <= 4), int(face == 20)))),
    "hit_wound_save": lambda: successes(10, d6, 3).map(lambda hits: successes(hits, d6, 4)).map(lambda wounds: successes(wounds, d6, 1, 4)),
    "hits_with_ones_again": lambda: successes(12, twice(d6, lambda face: face == 1), 4).map(lambda hits: successes(hits, d6, 3)),
    "six_hits_twice": lambda: 9 @ by_face(d6, 0, 0, 1, 1, 1, 2),
    "sixes_wound_at_once": lambda: 8 @ d6.map(lambda face: 1 if face == 6 else chance(d6 >= 4) if face >= 3 else 0),
    "damage_of_each": lambda: 5 @ d6.map(lambda face: d3 if face < 4 else 0),
    "pain_ignored": lambda: (3 @ d3).map(lambda damage: successes(damage, d6, 1, 4)),
    "stress": lambda: icepool.map(lambda base, stress: (base + stress[0], int(stress[1] > 0)), successes(5, d6, 6), 3 @ d6.map(lambda face: icepool.Vector((int(face == 6), int(face == 1)))), star=False),
    "hunger": hunger,
    "symbol_dice": lambda: 3 @ weapons(d8, *SKILL) - 2 @ weapons(d8, *TROUBLE),
    "symbols_on_cubes": lambda: 4 @ d6.map(lambda face: icepool.Vector((int(face <= 3), int(face == 6)))),
    "two_classes": lambda: successes(6, d6, 1, 1) + successes(4, d6, 1, 3),
    "critical_hits_left": lambda: icepool.map(parried, 4 @ d8.map(lambda face: icepool.Vector((int(face == 1), int(2 <= face <= 4)))), successes(3, d8, 1, 3), star=False),
}  # fmt: skip


def hand(counts: tuple[int, ...]) -> int:
    """Return the rank of a hand by the numbers of dice that show the same, the largest first."""
    ranks = {(5,): 6, (4, 1): 5, (3, 2): 4, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return ranks.get(counts, 0)


def score(face: int, shown: int) -> int:
    three, rest = divmod(shown, 3)
    return {1: 1000 * three + 100 * rest, 5: 500 * three + 50 * rest}.get(face, 100 * face * three)


SETS: dict[str, Model] = {
    "distinct_faces": lambda: d6.pool(8).unique().size(),
    "largest_set": lambda: d6.pool(8).largest_count(),
    "pairs": lambda: (d10.pool(10) // 2).size(),
    "duplicates": lambda: 5 - d6.pool(5).unique().size(),
    "full_house": lambda: d6.pool(5).all_counts().map(lambda counts: int(counts == (3, 2)), star=False),
    "small_straight": lambda: chance(d6.pool(5).largest_straight() >= 4),
    "large_straight": lambda: chance(d6.pool(5).largest_straight() >= 5),
    "five_alike": lambda: chance(d6.pool(5).largest_count() >= 5),
    "width_and_height": lambda: d10.pool(6).largest_count_and_outcome().map(lambda width, height: 100 * width + height if width > 1 else 0),
    "three_alike_score": lambda: fold(d6.pool(5), step=lambda state, face, shown: 3 * face if shown >= 3 else state),
    "hand": lambda: d6.pool(5).all_counts().map(hand, star=False),
    "score_of_six": lambda: fold(d6.pool(6), step=in_sets(1, score)),
    "wild_ones": lambda: d6.count(10, [1, 3]),
    "bet_on_number": lambda: (3 @ chance(d6 == 4)).map(lambda shown: shown or -1),
    "sum_of_sets": lambda: fold(d6.pool(6), step=in_sets(2, lambda face, shown: face * shown)),
    "worth_of_sets": lambda: fold(d6.pool(7), step=in_sets(2, lambda face, shown: (1, 4, 16, 64, 64, 64)[shown - 2])),
    "singles": lambda: fold(d8.pool(6), step=lambda state, face, shown: state + face * (shown == 1)),
    "longest_run": lambda: longest_run(d6.pool(6)),
    "highest_repeated": lambda: fold(d12.pool(4), start=(0, 0), step=lambda state, face, shown: (max(state[0], face) if shown > 1 else state[0], state[1] + face * shown)),
    "all_alike_or_differ": lambda: d6.pool(3).unique().size(),
    "extremes_shown": lambda: d10.pool(5).highest_outcome_and_count().map(lambda face, shown: shown),
}  # fmt: skip


OPPOSED: dict[str, Model] = {
    "difference": lambda: (d20 + 3) - (d20 + 5),
    "contest": lambda: (2 @ d6 - 2 @ d6).sign(),
    "doubled_score": lambda: icepool.map(lambda mine, yours: 2 if mine >= 2 * yours else int(mine > yours), d6 + 4, d6 + 3),
    "beat_two": lambda: icepool.map(lambda action, one, other: ((action > one) + (action > other), int(one == other)), d6 + 2, d10, d10),
    "skulls_and_shields": lambda: (successes(4, d6, 1, 3) - successes(3, d6, 1, 2)).clip(0, None),
    "aimed_fire": lambda: (successes(3, twice(d8, lambda face: face >= 5), 1, 4) - successes(2, d8, 1, 3)).clip(0, None),
    "three_against_four": lambda: successes(3, d6, 1, 3) + successes(2, d6, 1, 3) + successes(1, d6, 1, 3) - successes(5, d6, 1, 3),
    "highest_against_highest": lambda: d6.highest(3) - d6.highest(2),
    "blackjack_contest": lambda: d20.map(lambda face: face if face <= 14 else 0) - d20.map(lambda face: face if face <= 11 else 0),
    "cancelling": lambda: (d6.pool(4) - d6.pool(3)).size(),
    "beaten_by_all": lambda: d6.pool(4).versus_all(">", d6.pool(3)).size(),
    "three_sides": lambda: icepool.map(lambda *sides: next((at + 1 for at in range(3) if sides.count(max(sides)) == 1 and sides[at] == max(sides)), 0), d10, d10, d10),
}  # fmt: skip


def tries(left: int) -> Any:
    return d20.map(lambda face: 1 + tries(left - 1) if face == 1 and left > 1 else int(face <= 8))


def held() -> Any:
    def step(score: int, over: bool) -> Any:
        if over or score >= 20:
            return score, over
        return d6.map(lambda face: (0, True) if face == 1 else (score + face, False))

    return Die([(0, False)]).map(step, repeat=10).marginals[0]


def point(total: int) -> Any:
    if total in (7, 11):
        return 1
    if total in (2, 3, 12):
        return -1
    return Die([0]).map(
        lambda result: result or (2 @ d6).map(lambda dice: 1 if dice == total else -1 if dice == 7 else 0), repeat=20
    )


def ways_with_doubles(way: int, number: int) -> Any:
    def after(one: int, other: int) -> Any:
        if one != other:
            return way + one + other
        return 0 if number == 3 else ways_with_doubles(way + one + other, number + 1)

    return icepool.map(after, d6, d6)


def orders(number: int = 0) -> Any:
    if number == 5:
        return 5
    return (2 @ d6).map(lambda dice: number if dice > 8 - number else orders(number + 1))


def uses() -> Any:
    def step(size: int, used: int) -> Any:
        if not size:
            return size, used
        return d(size).map(lambda face: ({8: 6, 6: 4, 4: 0}[size] if face <= 2 else size, used + 1))

    return Die([(8, 0)]).map(step, repeat=12).marginals[1]


def sixes_add(dice: int, throws: int) -> Any:
    def step(left: int, found: int) -> Any:
        one: Any = d6.map(lambda face: icepool.Vector((int(face == 6), int(face >= 5))))
        return (left @ one).map(lambda sixes, more: (sixes, found + more)) if left else (0, found)

    return Die([(dice, 0)]).map(step, repeat=throws).marginals[1]


SEQUENCES: dict[str, Model] = {
    "six_until_three": lambda: chance(d6.highest(3) == 6),
    "further_tries": lambda: tries(5),
    "hold_at_twenty": held,
    "pass_line": lambda: (2 @ d6).map(point),
    "doubles_thrice": lambda: ways_with_doubles(0, 1),
    "orders_until_failure": orders,
    "usage_die": uses,
    "shrinking_pool": lambda: Die([8]).map(lambda left: successes(left, d6, 1, 5), repeat=4),
    "six_abilities": lambda: 6 @ d6.highest(4, 3),
    "best_ability": lambda: d6.highest(4, 3).highest(6),
    "sixes_add_dice": lambda: sixes_add(6, 3),
    "paired_in_order": lambda: d6.pool(3).highest(2).sort_pair(">", d6.pool(2)).size(),
}  # fmt: skip

MODELS: dict[str, Model] = {
    f"{chapter}.{name}": model
    for chapter, models in (
        ("totals", TOTALS), ("kept", KEPT), ("again", AGAIN), ("successes", SUCCESSES), ("sets", SETS),
        ("opposed", OPPOSED), ("sequences", SEQUENCES),
    )
    for name, model in models.items()
}  # fmt: skip
