"""The patterns of stories: every wording of a worked example that is not the author's own."""

from __future__ import annotations

from quarterdeck.prose.text.runs import Text, Words, filled

PATTERNS: dict[str, str] = {
    # what is so in the beginning
    "having": "has {what}",
    "having_many": "have {what}",
    "count": "{number} {counted}",
    "is_a": "is {article} {what}",
    "being": "{owner} ({what})",
    "counting": "number of ",
    "figure": "{name} {value}",
    "input": "{name} {is} {value}",
    "option": "this is played with the option {option}",
    "option_value": "{option} is set to {value}",
    "without_option": "this is played without the option {option}",
    # dice
    "die": "{article} {dice} for {what} shows {faces}",
    "dice_alone": "{dice} show {faces}",
    "rolled_one": "the die for {what} shows {faces}",
    "die_alone": "{article} {dice} shows {faces}",
    "several_dice": "{dice} for {what} show {faces}",
    "called_a_roll": "{what} shows {faces}",
    "call_shows_many": "{what} shows {faces}, {sum} in all",
    "rolled_again": "the dice for {what} show {faces}",
    "in_all": "{dice}, {sum} in all",
    "highest_add_up": "{dice}, of which the highest add up to {sum}",
    "lowest_add_up": "{dice}, of which the lowest add up to {sum}",
    "highest_counts": "{dice}, of which the highest counts",
    "lowest_counts": "{dice}, of which the lowest counts",
    "plus": "plus {by}",
    "less": "less {by}",
    "for": "{by} for {what}",
    "aside": "{by} ({what})",
    "with": "{dice}, {terms}: {total}",
    "with_many": "{dice}, which counts {total} ({terms})",
    "check": "{roll}, and {range} is {success}",
    "check_failed": "{roll}, and only {range} would be {success}",
    "check_named": "{roll}, and {range} is needed: {outcome}",
    "check_because": "{roll}: {outcome}, since {condition}",
    "natural_success": "{roll}, and a natural {face} is always {success}",
    "natural_failure": "{roll}, and a natural {face} is never {success}",
    "natural_named": "{roll}, and a natural {face} always {does}",
    "succeeds": "it succeeds",
    "fails": "it fails",
    "or_less": "{bound} or less",
    "or_more": "{bound} or more",
    "below": "less than {bound}",
    "above": "more than {bound}",
    "just": "{bound}",
    "rolled_off": "{side} rolls {total}",
    "drawn": "{what} is {drawn}",
    "several_drawn": "{what} are {drawn}",
    # tables
    "row": "row {row} of {table}",
    "row_column": "row {row}, column {column} of {table}",
    "row_found": "{sum} is {key}: {row} counts",
    "row_nothing": "{sum} is {key}: {row}, and nothing happens",
    "row_alone": "{row} counts",
    "row_alone_nothing": "{row} counts, and nothing happens",
    # choices
    "chose_plainly": "{side} chooses {answer}",
    "chose_none": "{side} chooses no {role}",
    "stops": "{side} stops there",
    # what is marked on paper
    "rises": "{whose} {rises} from {before} to {after}",
    "now": "{whose} {is} now {after}",
    "none_now": "{owner} no longer has {what}",
    "held": "there are now {count} {many} in {deck}",
    "brings": "{deed}: {changes}",
    "not_allowed": "{answer} may not be chosen: {reason}",
    "made": "{deed}, with {figures}",
    "made_one": "{name} has {figures}",
    "reveals": "{owner} reveals its {what}, {value}",
    "it": "it",
    "is_no_longer": "is no longer {what}",
    "no_longer": "no longer {verb} {what}",
    "idle": "{roll}, and nothing comes of it",
    "refused": "this may not be done: {reason}",
    "whose_many": "{owner}\N{RIGHT SINGLE QUOTATION MARK} {what}",
    "whose": "{owner}\N{RIGHT SINGLE QUOTATION MARK}s {what}",
    "its": "its {what}",
    "the": "the {what}",
    "no": "no {what}",
}


def tell(pattern: str, /, **parts: Words) -> Text:
    """Fill a pattern."""
    return filled(PATTERNS[pattern], **parts)
