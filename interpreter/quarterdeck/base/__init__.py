"""What every part stands on and none of it knows a rule: text, exact numbers, findings, cache, the two boards."""
