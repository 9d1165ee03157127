"""Games opened, resumed and replayed, and how each ended.

In: a ruleset with a scenario, or a journal. Out: a `Sitting` that is ready to be played, or a `Replayed`.
"""
