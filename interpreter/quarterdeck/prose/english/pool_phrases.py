"""The part of the catalogue that is about pools of dice."""

OF_POOLS: dict[str, str] = {
    "pool_result": "{what}: these are {result}",
    "pool_is": "these are {result}",
    "pool_is_one": "this is {result}",
    "the_die": "the die",
    "its_number": "its number",
    "die_again": "throw each die again once if {condition}",
    "die_on": "throw each die on as long as {condition}, up to {cap} throws in all, and count their sum",
    "die_added": "throw another die for each if {condition}, and so on for those that are added, up to {cap} in all",
    "die_counts": "count each die as {value}",
    "dice_keep": "keep only {which}",
    "dice_drop": "leave out {which}",
}
