"""What lies on the table: forms and cards, forces lists, charts, orders, counters, maps, range sticks."""
