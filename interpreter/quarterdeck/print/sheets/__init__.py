"""What lies on the table: forms and cards, force lists, charts, orders, counters, maps, range sticks."""
