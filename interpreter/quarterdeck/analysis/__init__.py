"""What is asked of rules: tried, tested, compared, fought by the hundred, tuned, looked at behind each save."""
