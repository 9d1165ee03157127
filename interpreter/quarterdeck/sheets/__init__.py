"""What lies on the table: forms and cards, fleet lists, charts, orders, counters, maps, range sticks."""
